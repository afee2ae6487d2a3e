/* static.c - a position of rest and the reactions there: Q(t, q, 0) + G' lambda = 0, phi(t, q) = 0. One row.
 *
 * From the start it goes downhill to the position in which the mechanism would come to rest; drivers hold what they have at the
 * time of the state, dampers and speeds in expressions are at rest. The next analysis starts from there, at rest.
 */
#include "analysis/failure.h"
#include "analysis/motion_names.h"
#include "analysis/statics/pseudo_transient.h"
#include "analysis/statics/singular_equilibrium.h"
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

enum {
    NAMED = 3,
    DEAD_NAMED = 8,
    MAX_FULL = 1500
}; /* coordinates, joints named; coordinates that full matrices are made for */

static const tml_field fields[] = {
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest force left over, as a part of the forces at play; rounding may leave more"},
    {"search", TML_FIELD_CHOICE, .preset = "near", .choices = "near all",
     .doc = "near: where the mechanism would come to rest from the start; all: from many other starts too"},
};

/* x (nv, lengths) in words. */
static tml_named_motion name_motion(tml_equilibrium *r, const double *x, tml_arena *arena)
{
    const tml_system *s = r->system;
    double *d = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        d[j] = x[j] / r->unit[j];
    tml_workspace_measure(r->work, 0, s->measure_count);
    return tml_motion_name(r->work, d, arena);
}

/* ---- what came of it ---- */

/* Takes from x all bodies but those that forces or joints couple with the one that moves most. */
static void keep_one_part(const tml_equilibrium *r, double *x, tml_arena *arena)
{
    const tml_system *s = r->system;
    int *part = TML_NEW_ARRAY(arena, int, s->nb + 1), most = 0;
    for (int b = 0; b < s->nb; b++)
        part[b] = b;
    for (int j = 0; j < s->nv; j++) {
        for (int k = r->pattern.column[j]; k < r->pattern.column[j + 1]; k++)
            part[tml_part_root(part, r->pattern.row[k] / s->nvb)] = tml_part_root(part, j / s->nvb);
        most = fabs(x[j]) > fabs(x[most]) * (1 + 1e-6) ? j : most;
    }
    for (int j = 0; j < s->nv; j++)
        if (tml_part_root(part, j / s->nvb) != tml_part_root(part, most / s->nvb))
            x[j] = 0;
}

/* Force or torque that is left along a motion. */
static double force_along(const tml_equilibrium *r, const double *x, double amount)
{
    double sum = 0;
    for (int j = 0; j < r->system->nv; j++)
        sum += r->left[j] * x[j];
    return amount != 0 ? fabs(sum / amount) : r->residual;
}

static tml_status say_failure(tml_task *task, tml_equilibrium *r, const tml_settling *found, const double *q)
{
    static const char *const lead[] = {
        [TML_SETTLE_RUNS_AWAY] = "there is no position of rest within reach: nothing stops ",
        [TML_SETTLE_STUCK] = "no position of rest was found: a force jumps, or a joint locks, on the way along ",
        [TML_SETTLE_MAX_ITERATIONS] = "no position of rest was found: after many steps there is still motion along ",
        [TML_SETTLE_UNKNOWN] = "no position of rest was found: constraints depend on each other, near ",
    };
    tml_failure_cause cause;
    if (found->end == TML_SETTLE_STOPPED)
        return TML_STOPPED;
    if (found->end == TML_SETTLE_NOT_FINITE) {
        if (tml_failure_find_cause(r->work, &cause))
            tml_failure_report_cause(task, &cause, TML_ERROR);
        else
            tml_log_raise(task->log, TML_E_FORCE_NOT_FINITE, task->element->place,
                          "static: a force is not a number at the start");
        return TML_FAILED;
    }
    keep_one_part(r, found->along, task->arena);
    const tml_named_motion m = name_motion(r, found->along, task->arena);
    tml_log_raise(task->log, TML_E_NO_STATIC_EQUILIBRIUM, task->element->place, "static: %s%s; %.4g %s remain",
                  lead[found->end], m.name, force_along(r, found->along, m.amount), m.turns ? "N*m" : "N");
    if (found->end == TML_SETTLE_STUCK)
        tml_failure_position(task, r->work, r->rank_most, r->t, q, r->still);
    return TML_FAILED;
}

static void add_stability(tml_task *task, tml_table *table, tml_equilibrium *r, const tml_settling *found)
{
    const char *name = "stability", *lost = found->unstable == 1 ? "" : "s",
               *loose = found->indifferent == 1 ? "" : "s";
    const tml_named_motion m = found->conservative && (found->unstable || found->indifferent)
                                   ? name_motion(r, found->along, task->arena)
                                   : (tml_named_motion){.name = "forces are not conservative"};
    if (r->free_count == r->system->ignorable_count)
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

/* Coordinates on which nothing acts, and which act on nothing: "hub.angle, bob.angle, and 3 more". */
static void add_undetermined(tml_task *task, tml_table *table, tml_equilibrium *r, const double *q)
{
    static const char *const plane[] = {"x", "y", "angle"};
    static const char *const space[] = {
        "x", "y", "z", "rotation about its x", "rotation about its y", "rotation about its z"};
    const tml_system *s = r->system;
    const char *names = "";
    int count = 0;
    if (r->ignorable_count == 0 || !tml_equilibrium_stays_ignorable(r, q))
        return;
    for (int b = 1; b < s->nb; b++)
        for (int j = 0; j < s->nvb; j++) {
            const bool *ignorable = r->ignorable + (b - 1) * s->nvb;
            const bool all = s->space && j == 3 && ignorable[3] && ignorable[4] && ignorable[5];
            if (!ignorable[j])
                continue;
            const char *what = all ? "orientation" : (s->space ? space : plane)[j];
            if (count++ < NAMED)
                names = tml_arena_format(task->arena, s->space && j > 2 ? "%s%s%s %s" : "%s%s%s.%s", names,
                                         *names ? ", " : "", s->masses[b].name, what);
            j += all ? 2 : 0;
        }
    if (count > NAMED)
        names = tml_arena_format(task->arena, "%s, and %d more", names, count - NAMED);
    tml_table_add_fact(table, "undetermined", count, "%s: nothing acts on %s; left as drawn", names,
                       count == 1 ? "it" : "them");
}

/* In a dead point reactions are the smallest that balance the forces, and none of those that take part in it is unique. */
static void add_dead_point(tml_task *task, tml_table *table, const tml_equilibrium_dead *dead)
{
    const tml_system *s = task->system;
    const char *names = "", *reactions = dead->bounded ? "their reactions there are not unique"
                                                       : "their reactions grow without bound on the way there";
    int count = 0;
    bool *shared = TML_NEW_ARRAY(task->arena, bool, s->rigid_row_count + 1);
    for (int i = 0; i < s->rigid_row_count; i++)
        shared[i] = dead->shared[i] || (task->state->shared && task->state->shared[i]);
    task->state->shared = shared;
    task->state->dependent = dead->near;
    for (int j = 0; j < s->joint_count; j++) {
        bool part = false;
        for (int i = s->joints[j].first_row; i < s->joints[j].first_row + s->joints[j].row_count; i++)
            part |= dead->shared[i];
        if (part && count++ < DEAD_NAMED)
            names = tml_arena_format(task->arena, "%s%s%s", names, count > 1 ? ", " : "", s->joints[j].name);
    }
    if (count > DEAD_NAMED)
        names = tml_arena_format(task->arena, "%s and %d more", names, count - DEAD_NAMED);
    const char *text = tml_arena_format(task->arena, "%s hold %d direction%s less than on the way there; %s", names,
                                        dead->lost, dead->lost == 1 ? "" : "s", reactions);
    tml_table_add_fact(table, "dead point", dead->lost, "%s", text);
    tml_log_raise(task->log, TML_W_DEAD_EQUILIBRIUM, task->element->place,
                  "static: comes to rest in a dead point: joints %s", text);
}

static tml_status record(tml_task *task, tml_equilibrium *r, const tml_settling *found, const double *q)
{
    const tml_system *s = task->system;
    const tml_equilibrium_dead dead = tml_equilibrium_dead_point(r, task->arena);
    const int coordinates = (dead.lost ? s->nv - r->rank_most : r->free_count) - s->ignorable_count;
    tml_table *table = tml_task_table(task);
    double *row = table ? tml_table_append(table) : NULL;
    if (!row)
        return TML_NO_MEMORY;
    for (int i = 0; i < s->drive_count; i++) /* held, whatever their speed is at that time */
        r->work->motion[3 * s->drives[i].row + 1] = r->work->motion[3 * s->drives[i].row + 2] = 0;
    const tml_instant instant = {
        .work = r->work, .t = r->t, .q = q, .a = r->still, .lambda = r->lambda, .single = true, .position = r->gap};
    tml_channels_fill(&instant, row);
    tml_table_add_fact(table, "degrees of freedom", coordinates, "%d", coordinates);
    tml_table_add_fact(table, "iterations", found->iterations, "%d", found->iterations);
    tml_task_residual_fact(table, r->residual, r->scale);
    if (s->rigid_row_count)
        tml_table_add_fact(table, "worst position residual", r->gap, "%.3g", r->gap);
    if (dead.lost)
        add_dead_point(task, table, &dead);
    else
        add_stability(task, table, r, found);
    add_undetermined(task, table, r, q);
    return TML_OK;
}

/* ---- all of them ---- */

static bool wants_all(tml_task *task)
{
    const char *search = tml_element_choice(task->resolved, task->element, tml_task_field(task, "search"));
    return search && strcmp(search, "all") == 0;
}

/* Steady states without any speed, which are looked for in relative coordinates. */
static tml_treatment treatment(tml_task *task)
{
    return (tml_treatment){.kind = wants_all(task) ? TML_TREE : TML_ENFORCE};
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

/* Full matrices tell more where rows depend on each other, or forces are not conservative: they are taken where sparse ones do not
 * lead to an end, and there is room for them. */
static tml_settling find(tml_task *task, const tml_assembly *report, double tolerance, tml_equilibrium **r)
{
    const tml_system *s = task->system;
    tml_state *state = task->state;
    const size_t turns = (size_t)s->measure_count * sizeof(double);
    const double *start = tml_arena_copy(task->arena, state->q, (size_t)s->nq * sizeof(double));
    const tml_equilibrium_class *class = tml_equilibrium_choose(s);
    for (;; class = &tml_equilibrium_dense) {
        *r = tml_equilibrium_make(s, state->t, report->rank, report->independent, class, task->arena);
        memcpy((*r)->work->unwrapped, state->unwrapped, turns);
        const tml_settling found = tml_settle(*r, tolerance, state->q, watch, task);
        const bool told = found.end == TML_SETTLE_STOPPED || found.end == TML_SETTLE_RUNS_AWAY ||
                          (found.end == TML_SETTLE_RESTS && (found.conservative || !found.unstable));
        if (told || class == &tml_equilibrium_dense || s->nv > MAX_FULL)
            return found;
        memcpy(state->q, start, (size_t)s->nq * sizeof(double));
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
    if (all && !tml_task_fits(task, s->nv, "positions of rest are found"))
        return TML_FAILED;
    if (all)
        return run_all(task, &report, tolerance);
    tml_equilibrium *r = NULL;
    const tml_settling found = find(task, &report, tolerance, &r);
    memset(state->v, 0, (size_t)s->nv * sizeof(double));
    state->held_count = 0;
    memcpy(state->unwrapped, r->work->unwrapped, (size_t)s->measure_count * sizeof(double));
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
