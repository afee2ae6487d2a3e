/* static.c - static equilibrium and its reactions: Q(t, q, 0) + G' lambda = 0, phi(t, q) = 0. One row.
 *
 * The search goes downhill from the start to where the mechanism would come to rest. Drivers keep their values at the
 * time of the state; velocities are zero in dampers and in expressions. The next analysis starts there, at rest.
 */
#include "analysis/failure.h"
#include "analysis/motion_names.h"
#include "analysis/statics/settled_states.h"
#include "analysis/statics/singular_equilibrium.h"
#include "analysis/statics/state_equilibrium.h"
#include "analysis/statics/unilateral_equilibrium.h"
#include "analysis/steady/steady_task.h"
#include "contact/touch.h"
#include <math.h>
#include <string.h>

enum {
    MAX_NAMED = 3,
    MAX_JOINTS_NAMED = 8,
    MAX_STATE_STEPS = 150
}; /* coordinates and joints named in a message; steps in the states */

static const double FLAT = 0.2; /* sine of the angle between the axis of a wheel and the normal: it has fallen over */

static const tml_field fields[] = {
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest residual force, relative to the acting forces; rounding may leave more"},
    {"search", TML_FIELD_CHOICE, .preset = "near", .choices = "near all",
     .doc = "near: where the mechanism would come to rest from the start; all: from many other starts too"},
};

/* Names x (nv, lengths). */
static tml_named_motion name_motion(tml_equilibrium *eq, const double *x, tml_arena *arena)
{
    const tml_system *s = eq->system;
    double *d = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        d[j] = x[j] / eq->unit[j];
    tml_workspace_measure(eq->work, 0, s->measure_count);
    return tml_motion_name(eq->work, d, arena);
}

/* ---- reporting ---- */

/* Sets x to zero for all bodies that neither forces nor joints couple with the one that moves most. */
static void keep_coupled_part(const tml_equilibrium *eq, double *x, tml_arena *arena)
{
    const tml_system *s = eq->system;
    int *part = TML_NEW_ARRAY(arena, int, s->nb + 1), max = 0;
    for (int b = 0; b < s->nb; b++)
        part[b] = b;
    for (int j = 0; j < s->nv; j++) {
        for (int k = eq->pattern.column[j]; k < eq->pattern.column[j + 1]; k++)
            part[tml_component_root(part, eq->pattern.row[k] / s->nvb)] = tml_component_root(part, j / s->nvb);
        max = fabs(x[j]) > fabs(x[max]) * (1 + 1e-6) ? j : max;
    }
    for (int j = 0; j < s->nv; j++)
        if (tml_component_root(part, j / s->nvb) != tml_component_root(part, max / s->nvb))
            x[j] = 0;
}

/* Residual force or torque along a motion. */
static double force_along(const tml_equilibrium *eq, const double *x, double amount)
{
    double sum = 0;
    for (int j = 0; j < eq->system->nv; j++)
        sum += eq->residual[j] * x[j];
    return amount != 0 ? fabs(sum / amount) : eq->max_residual;
}

/* Sine of the angle between the axis of a wheel and the normal where it rolls, of one row of its joint; 1 if this is not the gap of a wheel. */
static double lean_of(const tml_workspace *work, const tml_constraint *row)
{
    const tml_system *s = work->system;
    double lean = 1;
    for (int k = row->terms.first; k < row->terms.first + row->terms.count; k++) {
        const int i = s->terms[k].measure;
        const tml_measure *m = &s->measures[i];
        const double *n = work->J + (size_t)i * 12 + 6; /* of a gap: the normal */
        if (m->kind == TML_CROSS)
            lean = work->value[i];
        if (m->kind == TML_GAP && m->candidate && m->candidate->tracks)
            lean = tml_norm(
                tml_cross((tml_vec3){n[0], n[1], n[2]}, tml_rotate(&work->motion3[m->body2].R, m->candidate->a)));
    }
    return lean;
}

/* A wheel that leans falls over; lying flat it touches everywhere, and has no track. */
static void report_fallen(const tml_task *task, const tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    for (int i = 0; s->space && i < s->row_count; i++) {
        const tml_joint *j = s->rows[i].joint < 0 ? NULL : &s->joints[s->rows[i].joint];
        if (j && j->class->connects == TML_CONNECT_SURFACES && lean_of(eq->work, &s->rows[i]) < FLAT)
            tml_log_raise(
                task->log, TML_N_WHEEL_FALLEN, j->place,
                "joint %s: what rolls has fallen over on the way, and a wheel that lies flat has no track; hold it "
                "upright, or let it touch by a contact",
                j->name);
    }
}

static tml_status report_failure(tml_task *task, tml_equilibrium *eq, const tml_equilibrium_result *found,
                                 const double *q)
{
    static const char *const begin_text[] = {
        [TML_EQUILIBRIUM_UNBOUNDED] = "there is no static equilibrium within reach: nothing stops ",
        [TML_EQUILIBRIUM_STALLED] =
            "no static equilibrium was found: a force is discontinuous, or a joint locks, in the motion along ",
        [TML_EQUILIBRIUM_MAX_ITERATIONS] =
            "no static equilibrium was found: after many steps there is still motion along ",
        [TML_EQUILIBRIUM_CURVATURE_UNKNOWN] =
            "no static equilibrium was found: constraints depend on each other, near ",
    };
    tml_failure_cause cause;
    if (found->end == TML_EQUILIBRIUM_STOPPED)
        return TML_STOPPED;
    if (found->end == TML_EQUILIBRIUM_NOT_FINITE) {
        if (tml_failure_find_cause(eq->work, &cause))
            tml_failure_report_cause(task, &cause, TML_ERROR);
        else
            tml_log_raise(task->log, TML_E_FORCE_NOT_FINITE, task->element->place,
                          "static: a force is not a number at the start");
        return TML_FAILED;
    }
    keep_coupled_part(eq, found->along, task->arena);
    const tml_named_motion m = name_motion(eq, found->along, task->arena);
    tml_log_raise(task->log, TML_E_NO_STATIC_EQUILIBRIUM, task->element->place, "static: %s%s; %.4g %s remain%s",
                  begin_text[found->end], m.name, force_along(eq, found->along, m.amount), tml_unit_of_force(m.turns),
                  eq->system->state_count ? ", the states held; `search: all` looks for bodies and states together"
                                          : "");
    report_fallen(task, eq);
    if (found->end == TML_EQUILIBRIUM_STALLED)
        tml_failure_position(task, eq->work, eq->max_rank, eq->t, q, eq->zeros);
    return TML_FAILED;
}

/* Whether a belt runs under what rests on it. */
static bool slides(const tml_system *s)
{
    bool any = false;
    for (int k = 0; k < s->result_law_count; k++)
        any |= s->result_laws[k].interaction >= 0 && s->interactions[s->result_laws[k].interaction].normal >= 0;
    return s->held_row_count && any;
}

/* Why the stiffness is not symmetric. */
static const char *asymmetry(const tml_system *s)
{
    return s->rate_row_count ? "what rolls does not come back the same way" : "forces are not conservative";
}

static void add_stability(tml_task *task, tml_table *table, tml_equilibrium *eq, const tml_unilateral *stops,
                          const tml_equilibrium_result *found)
{
    const char *idle = stops ? tml_unilateral_idle(stops, eq) : "",
               *held = eq->system->state_count ? ", the states held: `modes` tells of both" : "";
    const char *name = "stability", *lost = found->unstable == 1 ? "" : "s",
               *loose = found->indifferent == 1 ? "" : "s";
    const tml_named_motion m = found->conservative && (found->unstable || found->indifferent)
                                   ? name_motion(eq, found->along, task->arena)
                                   : (tml_named_motion){.name = asymmetry(eq->system)};
    if (*idle)
        tml_table_add_fact(table, name, NAN, "not found: %s touch%s without force", idle,
                           strchr(idle, ',') ? "" : "es");
    else if (eq->free_count == eq->system->ignorable_count && eq->system->held_row_count)
        tml_table_add_fact(table, name, 1, "stable: every motion would open what is pressed together");
    else if (eq->free_count == eq->system->ignorable_count)
        tml_table_add_fact(table, name, NAN, "a structure: nothing can move");
    else if (found->unstable)
        tml_table_add_fact(table, name, -found->unstable, "unstable (%d direction%s: %s)%s", found->unstable, lost,
                           m.name, held);
    else if (found->indifferent)
        tml_table_add_fact(table, name, 0, "neutral (%d direction%s: %s)%s", found->indifferent, loose, m.name, held);
    else
        tml_table_add_fact(
            table, name, 1, "stable%s%s%s",
            found->conservative ? "" : tml_arena_format(task->arena, " for slow motions (%s)", asymmetry(eq->system)),
            slides(eq->system) ? "; friction slides, which may drive motions: `modes` tells" : "", held);
    if (found->unstable && !eq->system->state_count)
        tml_log_raise(task->log, TML_N_UNSTABLE_EQUILIBRIUM, task->element->place,
                      "static: this equilibrium is unstable (%s): start away from it to find where the mechanism would "
                      "come to rest",
                      m.name);
}

/* Coordinates on which nothing acts, and which act on nothing: "hub.angle, bob.angle, and 3 more". */
static void add_undetermined(tml_task *task, tml_table *table, tml_equilibrium *eq, const double *q)
{
    static const char *const plane[] = {"x", "y", "angle"};
    static const char *const space[] = {
        "x", "y", "z", "rotation about its x", "rotation about its y", "rotation about its z"};
    const tml_system *s = eq->system;
    const char *names = "";
    int count = 0;
    if (eq->ignorable_count == 0 || !tml_equilibrium_stays_ignorable(eq, q))
        return;
    for (int b = 1; b < s->nb; b++)
        for (int j = 0; j < s->nvb; j++) {
            const bool *ignorable = eq->ignorable + (b - 1) * s->nvb;
            const bool all = s->space && j == 3 && ignorable[3] && ignorable[4] && ignorable[5];
            if (!ignorable[j])
                continue;
            const char *what = all ? "orientation" : (s->space ? space : plane)[j];
            if (count++ < MAX_NAMED)
                names = tml_arena_format(task->arena, s->space && j > 2 ? "%s%s%s %s" : "%s%s%s.%s", names,
                                         *names ? ", " : "", s->masses[b].name, what);
            j += all ? 2 : 0;
        }
    if (count > MAX_NAMED)
        names = tml_arena_format(task->arena, "%s, and %d more", names, count - MAX_NAMED);
    tml_table_add_fact(table, "undetermined", count, "%s: nothing acts on %s; left as drawn", names,
                       count == 1 ? "it" : "them");
}

/* In a singular configuration the reactions of minimum norm are reported, and those of the dependent rows are not
 * unique. */
static void add_singular(tml_task *task, tml_table *table, const tml_singular_equilibrium *singular)
{
    const tml_system *s = task->system;
    const char *names = "", *reactions = singular->bounded ? "their reactions there are not unique"
                                                           : "their reactions grow without bound on approach";
    int count = 0;
    bool *non_unique = TML_NEW_ARRAY(task->arena, bool, s->rigid_row_count + 1);
    for (int i = 0; i < s->rigid_row_count; i++)
        non_unique[i] = singular->non_unique[i] || (task->state->non_unique && task->state->non_unique[i]);
    task->state->non_unique = non_unique;
    task->state->dependent = singular->near;
    for (int j = 0; j < s->joint_count; j++) {
        bool part = false;
        for (int i = s->joints[j].first_row; i < s->joints[j].first_row + s->joints[j].row_count; i++)
            part |= singular->non_unique[i];
        if (part && count++ < MAX_JOINTS_NAMED)
            names = tml_arena_format(task->arena, "%s%s%s", names, count > 1 ? ", " : "", s->joints[j].name);
    }
    if (count > MAX_JOINTS_NAMED)
        names = tml_arena_format(task->arena, "%s and %d more", names, count - MAX_JOINTS_NAMED);
    const char *text = tml_arena_format(task->arena, "%s constrain %d fewer direction%s than nearby; %s", names,
                                        singular->lost, singular->lost == 1 ? "" : "s", reactions);
    tml_table_add_fact(table, "dead point", singular->lost, "%s", text);
    tml_log_raise(task->log, TML_W_DEAD_EQUILIBRIUM, task->element->place,
                  "static: the equilibrium is a dead point: joints %s", text);
}

/* free (state_count; NULL: no states): those that any value leaves at rest. */
static tml_status record(tml_task *task, tml_equilibrium *eq, tml_unilateral *stops,
                         const tml_equilibrium_result *found, const bool *free, const double *q)
{
    const tml_system *s = task->system;
    const tml_singular_equilibrium singular = tml_singular_equilibrium_find(eq, task->arena);
    const int coordinates = (singular.lost ? s->nv - eq->max_rank : eq->free_count) - s->ignorable_count;
    const int closed = eq->system->held_row_count;
    tml_table *table = tml_task_table(task);
    double *row = table ? tml_table_append(table) : NULL;
    if (!row)
        return TML_NO_MEMORY;
    tml_equilibrium_fill(eq, q, row);
    if (closed)
        tml_table_add_fact(table, "degrees of freedom", coordinates, "%d, with %d closed stop%s or contact%s held",
                           coordinates, closed, closed == 1 ? "" : "s", closed == 1 ? "" : "s");
    else
        tml_table_add_fact(table, "degrees of freedom", coordinates, "%d", coordinates);
    if (stops)
        tml_unilateral_facts(stops, eq, table);
    tml_table_add_fact(table, "iterations", found->iterations, "%d", found->iterations);
    tml_task_residual_fact(table, eq->max_residual, eq->scale);
    if (s->rigid_row_count)
        tml_table_add_fact(table, "worst position residual", eq->gap, "%.3g", eq->gap);
    if (singular.lost)
        add_singular(task, table, &singular);
    else
        add_stability(task, table, eq, stops, found);
    add_undetermined(task, table, eq, q);
    if (free)
        tml_task_free_states_fact(task, table, free);
    return TML_OK;
}

/* ---- search: all ---- */

static bool wants_all(tml_task *task)
{
    const char *search = tml_element_choice(task->resolved, task->element, tml_task_field(task, "search"));
    return search && strcmp(search, "all") == 0;
}

/* Relative equilibria without any prescribed speed, found in relative coordinates. */
static tml_treatment treatment(tml_task *task)
{
    return (tml_treatment){.kind = wants_all(task) ? TML_TREE : TML_ENFORCE};
}

static tml_status run_all(tml_task *task, const tml_assembly *report, double tolerance)
{
    tml_steady_task t = {.task = task, .request = {.swept = -1, .all = true, .tolerance = tolerance}};
    memset(task->state->v, 0, (size_t)task->system->nv * sizeof(double));
    if (!tml_steady_on_stops(&t) && !tml_steady_task_make(&t, report))
        return TML_FAILED;
    const tml_status status = tml_steady_find_all(&t);
    if (status == TML_OK)
        tml_steady_set_state(&t, &t.at);
    return status;
}

/* ---- the analysis ---- */

/* Where the states of the user's rest too: each step in them is followed by a search for the equilibrium of the bodies. */
static tml_status find_with_states(tml_task *task, const tml_assembly *report, double tolerance, tml_unilateral *stops,
                                   tml_equilibrium **eq, tml_equilibrium_result *found, tml_state_equilibrium **x)
{
    const tml_system *s = task->system;
    tml_state *state = task->state;
    *x = s->state_count ? tml_state_equilibrium_make(s, state->states, task->arena) : NULL;
    if (*x)
        tml_states_settle(task);
    for (int i = 0;; i++) {
        const tml_static_search request = {task, task->system, report, tolerance, NULL};
        *found = stops ? tml_unilateral_find(stops, eq) : tml_static_search_run(&request, eq, task->arena);
        if (!*x || found->end != TML_EQUILIBRIUM_FOUND || (stops && tml_unilateral_held(stops)))
            return TML_OK;
        const tml_states_step step = tml_state_equilibrium_step(*x, *eq);
        if (step == TML_STATES_AT_REST)
            return TML_OK;
        if (step == TML_STATES_MOVED && i < MAX_STATE_STEPS) {
            memcpy(state->unwrapped, (*eq)->work->unwrapped, (size_t)s->measure_count * sizeof(double));
            continue;
        }
        const tml_state_variable *fastest = &s->states[tml_state_equilibrium_fastest(*x)];
        tml_log_raise(task->log, TML_E_NO_STATIC_EQUILIBRIUM, fastest->place,
                      "static: state %s does not come to rest: its rate is %.4g %s%s; `search: all` looks for bodies "
                      "and states together",
                      fastest->name, (*x)->rate[fastest - s->states], fastest->unit[0] ? fastest->unit : "",
                      fastest->unit[0] ? "/s" : "1/s");
        return TML_FAILED;
    }
}

static tml_status run(tml_task *task)
{
    const tml_system *s = task->system;
    tml_state *state = task->state;
    tml_assembly report;
    double tolerance;
    if (!tml_task_number(task, "tolerance", &tolerance))
        return TML_WRONG;
    const bool all = wants_all(task);
    const tml_status closed = all ? tml_task_assemble(task, &report) : tml_task_close(task, &report);
    if (closed != TML_OK)
        return closed;
    s = task->system;
    if (!all && s->result_law_count && !tml_task_check_size(task, s->nv, "forces that depend on results are balanced"))
        return TML_FAILED;
    if (all && !tml_task_check_size(task, s->nv, "static equilibria are found"))
        return TML_FAILED;
    if (all)
        return run_all(task, &report, tolerance);
    tml_unilateral *stops = tml_unilateral_make(task, &report, tolerance);
    if (stops && !tml_unilateral_starts_apart(stops))
        return TML_FAILED;
    tml_friction_hold *held = tml_friction_hold_find(task, &report);
    tml_equilibrium *eq = NULL;
    tml_equilibrium_result found;
    tml_state_equilibrium *states = NULL;
    const tml_status rests = held ? TML_OK : find_with_states(task, &report, tolerance, stops, &eq, &found, &states);
    if (rests != TML_OK)
        return rests;
    held = held || !stops ? held : tml_unilateral_held(stops);
    if (held) {
        state->held_count = 0;
        return tml_friction_hold_record(held, &report);
    }
    memset(state->v, 0, (size_t)s->nv * sizeof(double));
    state->held_count = 0;
    memcpy(state->unwrapped, eq->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    return found.end == TML_EQUILIBRIUM_FOUND ? record(task, eq, stops, &found, states ? states->free : NULL, state->q)
                                              : report_failure(task, eq, &found, state->q);
}

static bool check(tml_task *task)
{
    double tolerance;
    return tml_task_tolerance(task, 0.1, &tolerance);
}

const tml_analysis_class tml_analysis_static = {
    .name = "static",
    .doc = "static equilibrium and the reactions there; for a structure, its forces",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_EQUILIBRIUM,
    .row = "equilibrium",
    .rows = "equilibria",
    .template = {.title = "Static equilibrium", .rank = 4},
    .compliant = true,
    .run = run,
    .check = check,
    .treatment = treatment,
};
