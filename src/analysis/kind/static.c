/* static.c - a position of rest and the reactions there: Q(t, q, 0) + G' lambda = 0, phi(t, q) = 0. One row.
 *
 * From the start it goes downhill to the position in which the mechanism would come to rest; drivers hold what they have at the
 * time of the state, dampers and speeds in expressions are at rest. The next analysis starts from there, at rest.
 */
#include "analysis/moves.h"
#include "analysis/steady_task.h"
#include "analysis/stuck.h"
#include "formulation/settle.h"
#include <string.h>

static const tml_field fields[] = {
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest force left over, as a part of the forces at play; rounding may leave more"},
    {"search", TML_FIELD_CHOICE, .preset = "near", .choices = "near all",
     .doc = "near: where the mechanism would come to rest from the start; all: from many other starts too"},
};

/* x (nv, lengths) in words. */
static tml_move name_motion(tml_rest *r, const double *x, tml_arena *arena)
{
    const tml_system *s = r->system;
    double *d = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        d[j] = x[j] / r->unit[j];
    tml_work_measure(r->work, 0, s->measure_count);
    return tml_move_name(r->work, d, arena);
}

/* ---- what came of it ---- */

/* Force or torque that is left along a motion. */
static double force_along(const tml_rest *r, const double *x, double amount)
{
    double sum = 0;
    for (int j = 0; j < r->system->nv; j++)
        sum += r->left[j] * x[j];
    return amount != 0 ? fabs(sum / amount) : r->residual;
}

static tml_status say_failure(tml_task *task, tml_rest *r, const tml_settling *found, const double *q)
{
    static const char *const lead[] = {
        [TML_SETTLE_RUNS_AWAY] = "there is no position of rest within reach: nothing stops ",
        [TML_SETTLE_STUCK] = "no position of rest was found: a force jumps, or a joint locks, on the way along ",
        [TML_SETTLE_TIRED] = "no position of rest was found: after many steps there is still motion along ",
        [TML_SETTLE_STOPPED] = NULL,
    };
    tml_culprit culprit;
    if (found->end == TML_SETTLE_STOPPED)
        return TML_STOPPED;
    if (found->end == TML_SETTLE_NOT_FINITE) {
        if (tml_stuck_find(r->work, &culprit))
            tml_stuck_blame(task, &culprit, TML_ERROR);
        else
            tml_log_raise(task->log, TML_E_FORCE_NOT_FINITE, task->element->place,
                          "static: a force is not a number at the start");
        return TML_FAILED;
    }
    const tml_move m = name_motion(r, found->along, task->arena);
    tml_log_raise(task->log, TML_E_NO_STATIC_EQUILIBRIUM, task->element->place, "static: %s%s; %.4g %s remain",
                  lead[found->end], m.name, force_along(r, found->along, m.amount), m.turns ? "N*m" : "N");
    if (found->end == TML_SETTLE_STUCK)
        tml_stuck_position(task, r->work, r->rank_most, r->t, q, r->still);
    return TML_FAILED;
}

static void add_stability(tml_task *task, tml_table *table, tml_rest *r, const tml_settling *found)
{
    const char *name = "stability", *lost = found->unstable == 1 ? "" : "s",
               *loose = found->indifferent == 1 ? "" : "s";
    const tml_move m = found->conservative && (found->unstable || found->indifferent)
                           ? name_motion(r, found->along, task->arena)
                           : (tml_move){.name = "forces are not conservative"};
    if (r->free_count == 0)
        tml_table_add_fact(table, name, NAN, "a structure: nothing can move");
    else if (found->unstable)
        tml_table_add_fact(table, name, -found->unstable, "unstable (%d direction%s: %s)", found->unstable, lost,
                           m.name);
    else if (found->indifferent)
        tml_table_add_fact(table, name, 0, "indifferent (%d direction%s: %s)", found->indifferent, loose, m.name);
    else
        tml_table_add_fact(table, name, 1, "stable%s",
                           found->conservative ? "" : " against slow motions (forces are not conservative)");
    if (found->unstable)
        tml_log_raise(
            task->log, TML_N_UNSTABLE_EQUILIBRIUM, task->element->place,
            "static: the mechanism rests here, but not stably (%s): start beside it to find where it would settle",
            m.name);
}

static tml_status record(tml_task *task, tml_rest *r, const tml_settling *found, const double *q)
{
    const tml_system *s = task->system;
    tml_table *table = tml_task_table(task);
    double *row = table ? tml_table_append(table) : NULL;
    if (!row)
        return TML_NO_MEMORY;
    for (int i = 0; i < s->drive_count; i++) /* held, whatever their speed is at that time */
        r->work->motion[3 * s->drives[i].row + 1] = r->work->motion[3 * s->drives[i].row + 2] = 0;
    const tml_instant instant = {
        .work = r->work, .t = r->t, .q = q, .a = r->still, .lambda = r->lambda, .single = true, .position = r->gap};
    tml_channels_fill(&instant, row);
    tml_table_add_fact(table, "degrees of freedom", r->free_count, "%d", r->free_count);
    tml_table_add_fact(table, "iterations", found->iterations, "%d", found->iterations);
    tml_task_residual_fact(table, r->residual, r->scale);
    if (s->rigid_row_count)
        tml_table_add_fact(table, "worst position residual", r->gap, "%.3g", r->gap);
    add_stability(task, table, r, found);
    return TML_OK;
}

/* ---- all of them ---- */

static bool wants_all(tml_task *task)
{
    const char *search = tml_element_choice(task->reading, task->element, tml_task_field(task, "search"));
    return search && strcmp(search, "all") == 0;
}

/* Steady states without any speed, which are looked for in relative coordinates. */
static tml_treatment treatment(tml_task *task)
{
    return (tml_treatment){.kind = wants_all(task) ? TML_TREE : TML_HOLD};
}

static tml_status run_all(tml_task *task, const tml_assembly *report, double tolerance)
{
    tml_steady_task t = {.task = task, .request = {.swept = -1, .all = true, .tolerance = tolerance}};
    memset(task->state->v, 0, (size_t)task->system->nv * sizeof(double));
    if (!tml_steady_task_make(&t, report))
        return TML_FAILED;
    const tml_status status = tml_steady_find_all(&t);
    if (status == TML_OK)
        tml_steady_leave(&t, &t.at);
    return status;
}

/* ---- the analysis ---- */

static int watch(void *context, int steps)
{
    const tml_task *task = context;
    const tml_run_options *options = task->options;
    return options->progress ? options->progress(options->context, task->element->kind, 1 - 20.0 / (20 + steps)) : 0;
}

static tml_status run(tml_task *task)
{
    const tml_system *s = task->system;
    tml_state *state = task->state;
    tml_assembly report;
    double tolerance;
    if (!tml_task_number(task, "tolerance", &tolerance))
        return TML_WRONG;
    const tml_status closed = tml_task_assemble(task, &report);
    if (closed != TML_OK)
        return closed;
    if (!tml_task_fits(task, s->nv, "positions of rest are found"))
        return TML_FAILED;
    if (wants_all(task))
        return run_all(task, &report, tolerance);
    const size_t turns = (size_t)s->measure_count * sizeof(double);
    tml_rest *r = tml_rest_make(s, state->t, report.rank, task->arena);
    memcpy(r->work->turn, state->turn, turns);
    const tml_settling found = tml_settle(r, tolerance, state->q, watch, task);
    memset(state->v, 0, (size_t)s->nv * sizeof(double));
    state->held_count = 0;
    memcpy(state->turn, r->work->turn, turns);
    return found.end == TML_SETTLE_RESTS ? record(task, r, &found, state->q) : say_failure(task, r, &found, state->q);
}

static bool check(tml_task *task)
{
    double tolerance;
    const bool read = tml_task_number(task, "tolerance", &tolerance);
    return tml_task_tolerance_fits(task, read ? tolerance : NAN, 0.1);
}

const tml_analysis_class tml_analysis_static = {
    .name = "static",
    .doc = "a position of rest and the reactions there; for a structure, its forces",
    TML_LIST(fields),
    .run = run,
    .check = check,
    .treatment = treatment,
};
