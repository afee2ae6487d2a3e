/* balance.c - actuator forces that hold the present position, and all reactions. One row.
 *
 * G' lambda + b tau = -Q(t, q, 0). Drivers define the position; they hold it only if they are named, or if nothing
 * else is.
 */
#include "analysis/failure.h"
#include "analysis/held_interactions.h"
#include "analysis/inverse/actuation.h"
#include "analysis/inverse/singular_actuation.h"
#include "analysis/motion_names.h"
#include <math.h>
#include <string.h>

static const tml_field fields[] = {
    {"actuators", TML_FIELD_NAMES,
     .doc = "the actuators: joints with one coordinate, joint coordinates (J.angle1), forces of the kinds actuator and "
            "motor, drivers; all "
            "drivers if not given"},
};

static tml_table *make_table(tml_task *task, const tml_actuation *a, size_t *base)
{
    const tml_column *columns = tml_channels(task->system, task->arena, base);
    tml_column *all = TML_NEW_ARRAY(task->arena, tml_column, *base + (size_t)(TML_ACTUATOR_COLUMNS * a->count) + 1);
    memcpy(all, columns, *base * sizeof *all);
    const size_t count = *base + (size_t)tml_actuation_columns(a, false, all + *base);
    return tml_results_add(task->results, task->element->kind, task->model->title, all, count);
}

static void add_singular(tml_task *task, tml_table *t, const tml_actuation *a)
{
    double least, *motion = TML_NEW_ARRAY(task->arena, double, a->system->nv + 1);
    if (a->free_count == 0 || a->count < a->free_count)
        return;
    tml_actuation_singular_direction(a, &least, motion, NULL, task->arena);
    tml_table_add_fact(t, "actuation", least, "smallest singular value %.3g%s", least,
                       tml_actuation_is_singular(a) ? ": singular" : "");
}

static void add_facts(tml_task *task, tml_table *t, const tml_actuation *a, double gap)
{
    tml_table_add_fact(t, "degrees of freedom", a->free_count, "%d", a->free_count);
    if (task->system->rigid_row_count)
        tml_table_add_fact(t, "worst position residual", gap, "%.3g", gap);
    tml_task_residual_fact(t, a->missing, a->scale);
    if (a->count > a->rank)
        tml_table_add_fact(t, "redundant actuators", a->count - a->rank,
                           "%d: of all possible forces, those of minimum norm", a->count - a->rank);
    add_singular(task, t, a);
    for (int i = 0; i < a->count; i++)
        tml_table_add_fact(t, tml_arena_format(task->arena, "actuator %s", a->list[i].name),
                           a->list[i].sign * a->list[i].force, "%.9g %s", a->list[i].sign * a->list[i].force,
                           tml_unit_of_force(a->list[i].turns));
}

static tml_status record(tml_task *task, tml_actuation *a, tml_workspace *work, const double *lambda,
                         const double *zeros)
{
    const tml_system *s = task->system;
    size_t base;
    tml_table *table = make_table(task, a, &base);
    double *row = table ? tml_table_append(table) : NULL;
    if (!row)
        return TML_NO_MEMORY;
    const double gap = tml_rows_residual_length(s, work->phi, s->rigid_row_count);
    for (int i = 0; i < s->drive_count; i++) /* held fixed, whatever their speed at that time */
        work->motion[3 * s->drives[i].row + 1] = work->motion[3 * s->drives[i].row + 2] = 0;
    const tml_instant at = {.work = work,
                            .t = task->state->t,
                            .q = task->state->q,
                            .a = zeros,
                            .lambda = lambda,
                            .single = true,
                            .position = gap};
    tml_channels_fill(&at, row);
    tml_actuation_fill(a, NULL, row + base);
    add_facts(task, table, a, gap);
    return TML_OK;
}

static void report_not_finite(tml_task *task, const tml_workspace *work)
{
    tml_failure_cause cause;
    if (tml_failure_find_cause(work, &cause))
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else
        tml_log_raise(task->log, TML_E_FORCE_NOT_FINITE, task->element->place, "balance: a force is not a number");
}

/* Held by coincidence: no force acts along the motions that the actuators cannot move. */
static void warn(tml_task *task, const tml_actuation *a, const tml_workspace *work)
{
    double least, *motion = TML_NEW_ARRAY(task->arena, double, a->system->nv + 1);
    tml_actuation_singular_direction(a, &least, motion, NULL, task->arena);
    tml_log_raise(
        task->log, TML_W_SINGULAR_ACTUATION, task->element->place,
        "balance: %s %s singular in this position: nothing holds %s; it stays only as long as no force acts along it",
        tml_actuation_names(a, task->arena), a->count == 1 ? "is" : "are",
        tml_motion_name(work, motion, task->arena).name);
}

/* Whether the configuration is singular: the joints leave more freedom for an instant, or all actuators act across
 * some direction. */
static bool report_singular(tml_task *task, const tml_actuation *a, const tml_workspace *work,
                            const tml_assembly *report)
{
    const tml_system *s = task->system;
    int usual = s->nv;
    for (int i = 0; i < s->rigid_row_count; i++)
        usual -= s->rows[i].joint >= 0 && report->independent[i];
    const char *missing = tml_actuation_missing(a, work, task->arena);
    if (a->free_count > usual)
        tml_log_raise(task->log, TML_E_SINGULAR_CONFIGURATION, task->element->place,
                      "balance: the configuration is singular: the joints leave %d degrees of freedom here, %d nearby "
                      "(a dead point), and %s; start away from it",
                      a->free_count, usual, missing);
    else if (a->count >= a->free_count && a->rank < a->free_count)
        tml_log_raise(
            task->log, TML_E_SINGULAR_CONFIGURATION, task->element->place,
            "balance: the configuration is singular: no combination of the actuators acts along %d of %d degrees of "
            "freedom here, and %s; start away from it, or choose other actuators",
            a->free_count - a->rank, a->free_count, missing);
    else
        return false;
    return true;
}

typedef struct {
    const tml_task *task;
    tml_actuation *a;
    tml_workspace *work;
    tml_result_laws *laws; /* forces that depend on results; NULL: none */
    double *zeros, *force, *lambda;
} position;

static int evaluate(void *context, tml_instant *at)
{
    const position *p = context;
    const tml_system *s = p->task->system;
    tml_workspace_evaluate(p->work, p->task->state->t, p->task->state->q, p->zeros);
    tml_workspace_measure(p->work, s->active_count, s->measure_count);
    for (int j = 0; j < s->nv; j++)
        p->force[j] = -p->work->Q[j];
    tml_actuation_solve(p->a, p->work, p->force, p->lambda);
    *at = (tml_instant){.work = p->work, .q = p->task->state->q, .a = p->zeros, .lambda = p->lambda, .single = true};
    return 0;
}

static void solve(position *p)
{
    if (!p->laws)
        evaluate(p, &(tml_instant){0});
    else if (tml_result_laws_solve(p->laws, p->work, evaluate, p))
        p->a->missing = NAN;
}

/* What the actuators do not hold may be massless bodies: if that is all, these go where their springs are in
 * equilibrium. */
static void balance_massless(position *p, const tml_assembly *report)
{
    const tml_task *task = p->task;
    const tml_actuation *a = p->a;
    const tml_system *s = task->system;
    tml_state *state = task->state;
    tml_massless *massless =
        tml_massless_make(s, report->independent, state->t, state->q, state->unwrapped, task->arena);
    const size_t places = (size_t)s->nq * sizeof(double);
    const double *before = tml_arena_copy(task->arena, state->q, places);
    bool acted_on = false; /* a body on which an actuator acts stays where it was placed */
    for (int i = 0; massless && i < a->count; i++)
        acted_on |= tml_massless_is_loaded(massless, a->b + (size_t)i * (size_t)s->nv);
    if (massless && !acted_on && !p->laws && tml_massless_static_balance(massless, p->work, state->t, state->q) == 0) {
        solve(p);
        if (!isnan(a->missing) && tml_actuation_suffices(a)) {
            tml_task_note_balanced(task, before);
            return;
        }
    }
    memcpy(state->q, before, places);
    solve(p);
}

static tml_status run(tml_task *task)
{
    const tml_system *s = task->system;
    tml_state *state = task->state;
    tml_assembly report;
    tml_actuation *a = tml_actuation_read(task);
    if (!a)
        return TML_WRONG;
    state->actuation = a;
    const tml_status closed = tml_task_close(task, &report);
    if (closed != TML_OK)
        return closed;
    s = task->system;
    if (!tml_task_check_size(task, s->nv, "positions are balanced"))
        return TML_FAILED;
    tml_workspace *work = tml_workspace_make(s, task->arena);
    position p = {.task = task,
                  .a = a,
                  .work = work,
                  .laws = tml_result_laws_make(s, task->arena),
                  .zeros = TML_NEW_ARRAY(task->arena, double, s->nv + 1),
                  .force = TML_NEW_ARRAY(task->arena, double, s->nv + 1),
                  .lambda = TML_NEW_ARRAY(task->arena, double, s->rigid_row_count + 1)};
    const char *touching = NULL;
    if (!tml_task_touching(task, &touching))
        return TML_FAILED;
    memset(state->v, 0, (size_t)s->nv * sizeof(double));
    memcpy(work->unwrapped, state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_states(work, state->states);
    solve(&p);
    if (!isnan(a->missing) && !tml_actuation_suffices(a) && s->singular_mass)
        balance_massless(&p, &report);
    if (isnan(a->missing)) {
        report_not_finite(task, work);
        return TML_FAILED;
    }
    if (!tml_actuation_suffices(a) && report_singular(task, a, work, &report))
        return TML_FAILED;
    if (!tml_actuation_suffices(a)) {
        tml_log_raise(task->log, TML_E_NOT_HELD, task->element->place, "balance: nothing holds the mechanism: %s%s%s%s",
                      tml_actuation_missing(a, work, task->arena), touching ? "; " : "", touching ? touching : "",
                      touching ? " here, but carries nothing in balance: static finds what rests on it" : "");
        return TML_FAILED;
    }
    if (!tml_actuation_is_unique(a, task))
        return TML_FAILED;
    if (tml_actuation_is_singular(a))
        warn(task, a, work);
    const tml_status status = record(task, a, work, p.lambda, p.zeros);
    if (status == TML_OK && touching)
        tml_table_add_fact(task->results->tables[task->results->count - 1], "without force", NAN,
                           "%s: the actuators carry all", touching);
    return status;
}

static bool check(tml_task *task)
{
    return tml_actuation_read(task) != NULL;
}

/* As many actuators as there are degrees of freedom that nothing drives. */
static const char *propose(const tml_proposal_setting *setting, const char **needs)
{
    const char *list = NULL;
    for (int i = 0; i < setting->free_count; i++) {
        const char *name;
        if (!tml_proposal_coordinate(setting, i, &name)) {
            *needs = "its degrees of freedom have to be held by actuators at joints, and there are not enough joints";
            return NULL;
        }
        list = list ? tml_arena_format(setting->arena, "%s, %s", list, name) : name;
    }
    return list ? tml_arena_format(setting->arena, "actuators: [%s]", list) : "";
}

const tml_analysis_class tml_analysis_balance = {
    .name = "balance",
    .doc = "the actuator forces that hold a given position",
    TML_LIST(fields),
    .row = "balance",
    .rows = "balances",
    .template = {.title = "Balance", .rank = 5},
    .compliant = true,
    .propose = propose,
    .run = run,
    .check = check,
};
