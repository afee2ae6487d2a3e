/* task.c - services shared by the analyses: options, assembly, tables. */
#include "analysis/failure.h"
#include "analysis/indeterminate_results.h"
#include "analysis/prepared_system.h"
#include "analysis/undetermined_forces.h"
#include "assembly/singular_configuration.h"
#include "dynamics/absolute/absolute.h"
#include "dynamics/instant_modes.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

enum { MAX_COORDINATES = 1500, MAX_STATES_NAMED = 8 }; /* of dense matrices; in a fact */
/* A warning is raised if the energy error exceeds this fraction of the energy in play. */
static const double MAX_ENERGY_ERROR = 1e-3;
static const double MAX_RELATIVE_RESIDUAL =
    1e-3; /* of the acting forces: a larger residual remains only if these are rounding errors themselves */

const tml_analysis_class *tml_analysis_find(const char *name)
{
    for (int i = 0; i < tml_analysis_class_count; i++)
        if (strcmp(tml_analysis_classes[i]->name, name) == 0)
            return tml_analysis_classes[i];
    return NULL;
}

bool tml_analysis_integrates(const char *kind)
{
    const tml_analysis_class *class = tml_analysis_find(kind);
    return class && class->integrates;
}

const tml_field *tml_task_field(const tml_task *task, const char *name)
{
    const tml_analysis_class *c = tml_analysis_find(task->element->kind);
    return tml_field_find(c->fields, c->fields_count, name);
}

double tml_analysis_end(tml_resolved *resolved, const tml_element *element)
{
    const tml_analysis_class *class = tml_analysis_find(element->kind);
    const tml_field *field = class ? tml_field_find(class->fields, class->fields_count, "end") : NULL;
    double end = 0;
    const bool known = field && tml_element_field(element, field) && tml_element_number(resolved, element, field, &end);
    return known && end > 0 && isfinite(end) ? end : 0;
}

bool tml_task_number(tml_task *task, const char *name, double *value)
{
    return tml_element_number(task->resolved, task->element, tml_task_field(task, name), value);
}

/* Angle of the rotation from one pose of a body to another, rad. */
static double rotation_angle(const tml_system *s, const double *from, const double *to)
{
    if (!s->space)
        return fabs(to[2] - from[2]);
    const tml_quat turn =
        tml_quat_product((tml_quat){from[3], -from[4], -from[5], -from[6]}, (tml_quat){to[3], to[4], to[5], to[6]});
    return 2 * tml_atan2(sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), fabs(turn.w));
}

void tml_task_note_balanced(const tml_task *task, const double *before)
{
    const tml_system *s = task->system;
    for (int i = 1; i < s->nb; i++) {
        const double *from = before + (i - 1) * s->nqb, *to = task->state->q + (i - 1) * s->nqb;
        const double far = hypot(hypot(to[0] - from[0], to[1] - from[1]), s->space ? to[2] - from[2] : 0);
        const double angle = rotation_angle(s, from, to);
        if (far > 1e-6 * s->size || angle > 1e-6)
            tml_log_raise(task->log, TML_N_MASSLESS_START, s->masses[i].written->place,
                          "body %s %s: it starts where its springs are in equilibrium, %.4g %s from the position given",
                          s->masses[i].name, s->masses[i].mass > 0 ? "has no inertia" : "is massless",
                          far > 1e-6 * s->size ? far : angle, far > 1e-6 * s->size ? "m" : "rad");
    }
}

bool tml_task_treat(tml_task *task, const tml_treatment *treatment)
{
    const bool penalizes_contacts = treatment->contact.stiffness > 0;
    if (treatment->kind == TML_TREE && !treatment->keep && !penalizes_contacts)
        task->system = tml_system_make_tree(task->system, task->arena);
    else if (treatment->kind != TML_ENFORCE || penalizes_contacts)
        task->system = tml_prepare_treated(task, treatment);
    if (task->system)
        task->system = tml_system_own_laws(task->system, task->arena);
    return task->system != NULL;
}

const tml_system *tml_task_enforced(const tml_task *task)
{
    const tml_treatment enforced = {.contact = task->system->contact_penalty};
    return task->prepared && !(enforced.contact.stiffness > 0) ? task->prepared->system
                                                               : tml_prepare_treated(task, &enforced);
}

/* Compliant joints give massless bodies a small inertia, which would need a moment to reach its velocity: these bodies
 * start with the velocity they have with rigid joints. */
static void set_regularized_velocities(tml_task *task)
{
    tml_state *state = task->state;
    const tml_system *held = tml_task_enforced(task);
    tml_assembly rigid = {0};
    if (!held)
        return;
    double *turn = TML_NEW_ARRAY(task->arena, double, held->measure_count + 1);
    for (int i = 0; i < held->measure_count; i++)
        for (int k = 0; k < task->system->measure_count; k++)
            if (task->system->measures[k].id == held->measures[i].id)
                turn[i] = state->unwrapped[k];
    tml_assembly_rank(held, state->t, state->q, state->v, &rigid, task->arena);
    tml_massless *massless = tml_massless_make(held, rigid.independent, state->t, state->q, turn, task->arena);
    double *q = tml_arena_copy(task->arena, state->q, (size_t)held->nq * sizeof(double)),
           *v = tml_arena_copy(task->arena, state->v, (size_t)held->nv * sizeof(double));
    tml_workspace *work = tml_workspace_make(held, task->arena);
    memcpy(work->unwrapped, turn, (size_t)held->measure_count * sizeof(double));
    tml_workspace_set_states(work, state->states);
    if (!massless || tml_massless_balance(massless, work, state->t, q, v))
        return;
    memcpy(state->q, q, (size_t)held->nq * sizeof(double));
    memcpy(state->v, v, (size_t)held->nv * sizeof(double));
}

/* Where that fails they stay, and only analyses that need their motion refuse. */
tml_status tml_task_balance_massless(tml_task *task, tml_assembly *report)
{
    const tml_system *s = task->system;
    tml_state *state = task->state;
    if (s->has_trace_inertia)
        set_regularized_velocities(task);
    report->massless = tml_massless_make(s, report->independent, state->t, state->q, state->unwrapped, task->arena);
    if (!report->massless || s->row_count < s->rigid_row_count)
        return TML_OK;
    const size_t places = (size_t)s->nq * sizeof(double), velocities = (size_t)s->nv * sizeof(double);
    const double *before = tml_arena_copy(task->arena, state->q, places),
                 *speed = tml_arena_copy(task->arena, state->v, velocities);
    tml_workspace *work = tml_workspace_make(s, task->arena);
    memcpy(work->unwrapped, state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_states(work, state->states);
    report->unbalanced = tml_massless_balance(report->massless, work, state->t, state->q, state->v) != 0;
    if (!report->unbalanced) {
        tml_task_note_balanced(task, before);
        tml_failure_warn_hold(task, tml_massless_find_stability(report->massless, work, state->t, state->q, state->v));
        return TML_OK;
    }
    memcpy(state->q, before, places);
    memcpy(state->v, speed, velocities);
    return TML_OK;
}

/* A force along the line of two coincident points has no direction: warns unless it is zero there. */
static void warn_undirected_force(const tml_task *task)
{
    const tml_system *s = task->system;
    tml_workspace *work = NULL;
    for (int i = 0; i < s->force_count; i++) {
        const tml_force_law *law = s->forces[i].law_count ? &s->laws[s->forces[i].first_law] : NULL;
        if (!law || s->measures[s->terms[law->terms.first].measure].kind != TML_DISTANCE ||
            (!law->value && law->k * law->rest + law->preload == 0))
            continue;
        if (!work) {
            work = tml_workspace_make(s, task->arena);
            memcpy(work->unwrapped, task->state->unwrapped, (size_t)s->measure_count * sizeof(double));
            tml_workspace_set_states(work, task->state->states);
            tml_workspace_evaluate(work, task->state->t, task->state->q, task->state->v);
        }
        if (law->value && tml_expression_value(law->value, work->inputs, work->expression) == 0)
            continue;
        if (work->value[s->terms[law->terms.first].measure] <= 1e-14 * s->size)
            tml_log_raise(task->log, TML_W_NO_LINE, task->element->place,
                          "force %s: its two points coincide at t = %.6g s: there is no line to act along, so it "
                          "exerts no force there; move one of them slightly to define its direction",
                          s->forces[i].name, task->state->t);
    }
}

/* The start state at t = 0 that everything shares, or one of its own where that does not serve. */
static tml_status close_joints(tml_task *task, double tolerance, tml_assembly *report)
{
    tml_state *state = task->state;
    const tml_closing what = !state->assembled            ? TML_CLOSE_ALL
                             : task->system->starts_later ? TML_CLOSE_RIGID_AND_INITIAL
                                                          : TML_CLOSE_RIGID;
    const tml_prepared_start *start;
    const bool at_start = state->at_guess && state->t == 0; /* a caller may let the first analysis begin later */
    if (!tml_prepared_is(task->prepared, task->system) || !at_start || tolerance != TML_START_TOLERANCE)
        return tml_assemble(task->system, what, state->t, tolerance, state->q, state->v, report, task->arena,
                            task->log);
    const tml_status status =
        tml_prepare_start(task->prepared, (tml_prepare_options){.relax_first = report->relax_first}, &start);
    if (status != TML_OK)
        return status;
    tml_log_repeat_all(task->log, &start->log);
    tml_prepared_take(task->prepared, start, task->system, state->q, state->v, report, task->arena);
    return start->status;
}

tml_status tml_task_close(tml_task *task, tml_assembly *report)
{
    tml_state *state = task->state;
    const tml_node *asked = task->element->node ? tml_node_find(task->element->node, "assemble") : NULL;
    double tolerance = TML_START_TOLERANCE;
    *report = (tml_assembly){.unwrapped = state->unwrapped};
    if (tml_analysis_find(task->element->kind)->assembles) {
        const tml_field *method = tml_task_field(task, "method");
        const char *name = tml_element_choice(task->resolved, task->element, method);
        if (!name || !tml_task_number(task, "tolerance", &tolerance))
            return TML_WRONG;
        report->relax_first = tml_word_index(method->choices, name) == TML_METHOD_RELAXATION;
    }
    if (asked && tml_node_is(asked, "false") && tml_node_find(task->element->node, "initial")) {
        tml_log_raise(task->log, TML_E_WRONG_OPTION, asked->place,
                      "%s: `initial` has to be assembled: leave `assemble: false` out", task->element->kind);
        return TML_WRONG;
    }
    if (asked && tml_node_is(asked, "false")) {
        tml_assembly_rank(task->system, state->t, state->q, state->v, report, task->arena);
        state->non_unique = report->non_unique;
        state->assembled = true;
        state->at_guess = false;
        task->system = tml_system_settle(task->system, state->q, state->unwrapped, task->arena);
        warn_undirected_force(task);
        return tml_results_are_unique(task, report) ? TML_OK : TML_FAILED;
    }
    const tml_status status = close_joints(task, tolerance, report);
    state->assembled |= status == TML_OK;
    state->at_guess = false;
    state->non_unique = report->non_unique;
    if (status == TML_OK && report->relaxed)
        state->relaxed = true;
    if (status == TML_OK && report->singular) {
        const char *note = tml_analysis_find(task->element->kind)->if_singular;
        state->singular = tml_singular_text(report->singular, task->arena);
        tml_log_raise(task->log, TML_W_SINGULAR_START, task->element->place, "%s: starts in a %s%s%s",
                      task->element->kind, state->singular, note ? "; " : "", note ? note : "");
    }
    if (status == TML_OK && report->moved.count)
        state->moved = tml_changes_text(&report->moved, ", ", task->arena);
    if (status == TML_OK && report->chosen.count)
        state->chosen = tml_changes_text(&report->chosen, "; ", task->arena);
    if (status != TML_OK)
        return status;
    task->system = tml_system_settle(task->system, state->q, state->unwrapped, task->arena);
    warn_undirected_force(task);
    return tml_results_are_unique(task, report) ? TML_OK : TML_FAILED;
}

tml_status tml_task_assemble(tml_task *task, tml_assembly *report)
{
    const tml_status status = tml_task_close(task, report);
    return status == TML_OK ? tml_task_balance_massless(task, report) : status;
}

bool tml_task_tolerance(tml_task *task, double max, double *tolerance)
{
    if (!tml_task_number(task, "tolerance", tolerance))
        return false;
    if (*tolerance >= 1e-14 && *tolerance <= max)
        return true;
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "tolerance"));
    tml_log_raise(task->log, TML_E_WRONG_OPTION, node ? node->place : task->element->place,
                  "%s: tolerance must be between 1e-14 and %g", task->element->kind, max);
    return false;
}

bool tml_task_check_size(const tml_task *task, int n, const char *what)
{
    if (n <= MAX_COORDINATES)
        return true;
    tml_log_raise(task->log, TML_E_TOO_MANY_COORDINATES, task->element->place,
                  "%s: the mechanism has %d coordinates; %s with up to %d", task->element->kind, n, what,
                  MAX_COORDINATES);
    return false;
}

void tml_task_residual_fact(tml_table *table, double residual, double scale)
{
    if (scale > 0 && residual <= MAX_RELATIVE_RESIDUAL * scale)
        tml_table_add_fact(table, "residual force", residual, "%.3g N, %.2g of the acting forces", residual,
                           residual / scale);
    else /* the configuration is an equilibrium all the same */
        tml_table_add_fact(table, "residual force", residual, "%.3g N: no force acts but rounding", residual);
}

void tml_task_free_states_fact(const tml_task *task, tml_table *table, const bool *free)
{
    const tml_system *s = task->system;
    const char *names = "";
    int count = 0;
    for (int i = 0; i < s->state_count; i++)
        if (free[i] && count++ < MAX_STATES_NAMED)
            names = tml_arena_format(task->arena, "%s%s%s = %.6g%s%s", names, count > 1 ? ", " : "", s->states[i].name,
                                     task->state->states[i], s->states[i].unit[0] ? " " : "", s->states[i].unit);
    if (count)
        tml_table_add_fact(table, "free states", count,
                           "%s%s: nothing determines %s, so %s as near as possible to "
                           "where %s before",
                           names, count > MAX_STATES_NAMED ? ", ..." : "", count == 1 ? "it" : "them",
                           count == 1 ? "it stays" : "they stay", count == 1 ? "it was" : "they were");
}

static const void *name_channels(void *task, tml_arena *arena, size_t *count)
{
    return tml_channels(((const tml_task *)task)->system, arena, count);
}

/* A table of all channels: points of a study share their names. */
static tml_table *add_table(tml_task *task)
{
    static const char NAMES[] = "names of channels";
    const char *kind = task->element->kind, *title = task->model->title;
    if (!tml_prepared_find_note(task, NAMES))
        tml_prepared_add_note(task, NAMES, name_channels, task);
    const tml_prepared_note *names = tml_prepared_find_note(task, NAMES);
    if (names)
        return tml_results_add_sharing(task->results, kind, title, names->kept, names->count);
    size_t count;
    tml_arena *scratch = tml_arena_part(task->arena); /* the table copies the names */
    const tml_column *columns = tml_channels(task->system, scratch, &count);
    tml_table *table = tml_results_add(task->results, kind, title, columns, count);
    tml_arena_free(scratch);
    return table;
}

tml_table *tml_task_table(tml_task *task)
{
    tml_table *table = add_table(task);
    if (table && task->system->output_count) {
        table->first_output = task->system->outputs[0].column;
        table->output_count = (size_t)task->system->output_count;
    }
    return table;
}

void tml_task_observe(const tml_task *task, const tml_equations *e, tml_instant *instant, double t, const double *q)
{
    const tml_system *s = task->system;
    instant->work = e->work;
    instant->t = t;
    instant->q = q;
    instant->a = e->a;
    instant->lambda = e->lambda;
    instant->position = tml_rows_residual_length(s, e->work->phi, s->rigid_row_count);
    instant->velocity = tml_rows_residual_length(s, e->work->phidot, s->rigid_row_count);
}

tml_status tml_task_record(const tml_task *task, tml_table *table, const tml_equations *e, tml_instant *instant,
                           double t, const double *q)
{
    double *row = tml_table_append(table);
    if (!row)
        return TML_NO_MEMORY;
    tml_failure_cause cause;
    tml_task_observe(task, e, instant, t, q);
    tml_channels_fill(instant, row);
    if (!tml_failure_find_outside(e->work, task->system->watch_count, &cause))
        return TML_OK;
    tml_failure_report_cause(task, &cause, TML_ERROR);
    return TML_FAILED;
}

tml_status tml_task_one_row(tml_task *task, const tml_assembly *report, tml_equations *e, const double *q,
                            const double *v, tml_instant *instant, tml_table **table)
{
    *table = tml_task_table(task);
    instant->single = true;
    if (!*table)
        return TML_NO_MEMORY;
    tml_instant_modes *modes = NULL;
    const tml_complementarity_outcome outcome =
        report->massless ? TML_SOLVED : tml_instant_modes_find(e, task->state->t, q, v, task->arena, &modes);
    if (outcome != TML_SOLVED) {
        const char *names = tml_instant_modes_names(modes, task->arena);
        if (outcome == TML_SEVERAL_SOLUTIONS)
            tml_failure_several_forces(task, names);
        else
            tml_failure_no_forces(task, names);
        return TML_FAILED;
    }
    if (modes && !modes->problem.unique) {
        tml_impulse *impulse = tml_impulse_make(task->system, report->rank, modes->problem.n, task->arena);
        tml_undetermined_forces_mark(task, &modes->problem, modes->laws.active, impulse, task->state->t,
                                     task->state->q);
    }
    if (tml_equations_report(e, task->state->t, q, v)) {
        tml_failure_singular(task, e->work, "here");
        return TML_FAILED;
    }
    const tml_status status = tml_task_record(task, *table, e, instant, task->state->t, task->state->q);
    if (status == TML_OK) {
        tml_table_add_fact(*table, "degrees of freedom", report->free_count, "%d", report->free_count);
    }
    if (status == TML_OK && task->system->rigid_row_count) {
        tml_table_add_fact(*table, "worst position residual", instant->position, "%.3g", instant->position);
        tml_table_add_fact(*table, "worst velocity residual", instant->velocity, "%.3g", instant->velocity);
    }
    return status;
}

tml_status tml_task_evaluate_instant(tml_task *task, tml_assembly *report, tml_instant *instant, tml_table **table)
{
    const tml_status status = tml_task_assemble(task, report);
    if (status != TML_OK)
        return status;
    const tml_stabilization none = {.method = TML_STABILIZE_NONE};
    tml_absolute *b = tml_absolute_make(&tml_formulation_absolute, task->system, report->rank, none, task->arena);
    if (tml_failure_refuse_results(task, report->massless))
        return TML_WRONG;
    if (report->unbalanced) {
        tml_failure_massless(task, report->massless);
        return TML_FAILED;
    }
    if (report->massless)
        tml_absolute_balance(b, report->massless);
    memcpy(b->e.work->unwrapped, task->state->unwrapped, (size_t)task->system->measure_count * sizeof(double));
    tml_workspace_set_states(b->e.work, task->state->states);
    return tml_task_one_row(task, report, &b->e, task->state->q, task->state->v, instant, table);
}

/* ---- energy ---- */

double tml_task_energy(const tml_system *s, tml_workspace *w)
{
    double mass = 0;
    for (int i = 1; i < s->nb; i++)
        mass += s->masses[i].mass;
    return fmax(fmax(tml_workspace_kinetic(w), fabs(w->potential)), mass * s->size * tml_norm(s->gravity));
}

/* Work of all loads over the size of the mechanism, and over 1 rad. */
static double work_of_loads(const tml_system *s, const tml_workspace *w)
{
    double sum = 0;
    for (int i = 0; i < s->nv; i++)
        sum += fabs(w->Q[i]) * s->size / tml_arm(s, i);
    return sum;
}

bool tml_task_energy_error_is_large(const tml_task *task, tml_workspace *work, double error, double scale)
{
    const double at_least = fmax(1e-6 * tml_task_energy(task->system, work), /* a mechanism at rest has hardly any */
                                 1e-9 * work_of_loads(task->system, work));  /* rounding of places under load */
    return !(error <= MAX_ENERGY_ERROR * fmax(scale, at_least));
}
