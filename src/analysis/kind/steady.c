/* steady.c - relative equilibria: what rests while given freedoms turn (or slide) at constant speeds. One row for each.
 *
 * V'(Q - M a + G' lambda) = 0 for all other freedoms, phi = 0: solved directly in relative coordinates, whose tree has the joints
 * with given speeds. The next analysis starts from there, moving.
 */
#include "analysis/steady_task.h"
#include <string.h>

enum { COORDINATES_MOST = 1500 }; /* the matrices are full */

static const tml_field fields[] = {
    {"speeds", TML_FIELD_SPEEDS,
     .doc = "freedoms that turn or slide at constant speeds; from..to follows what is found through a range"},
    {"search", TML_FIELD_CHOICE, .preset = "near", .choices = "near all",
     .doc = "near: what the start leads to; all: from many other starts too"},
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest force left over, as a part of the forces at play; rounding may leave more"},
};

static bool check(tml_task *task)
{
    tml_steady_request request;
    return tml_steady_request_read(task, &request);
}

static tml_treatment treatment(tml_task *task)
{
    tml_steady_request request;
    tml_treatment tree = {.kind = TML_TREE};
    if (!tml_steady_request_read(task, &request))
        return tree;
    bool *keep = TML_NEW_ARRAY(task->arena, bool, task->system->joint_count + 1);
    for (int i = 0; i < request.count; i++)
        keep[request.speeds[i].joint] = true;
    tree.keep = keep;
    return tree;
}

/* ---- the equations ---- */

/* Where the speeds that are given are among those of the tree. */
static bool find_held(tml_steady_task *t, int *held)
{
    const tml_system *s = t->task->system;
    for (int i = 0; i < t->request.count; i++) {
        const tml_steady_speed *w = &t->request.speeds[i];
        const tml_joint *j = &s->joints[w->joint];
        for (int k = 0; k < s->nb - 1; k++)
            if (s->branches[k].joint == w->joint)
                held[i] = s->branches[k].first_v + w->freedom - j->first_freedom;
        if (!j->in_tree) {
            tml_log_error(t->task->log, w->key->place,
                          "steady: joint %s closes a loop of joints that all have speeds: leave one of them out",
                          j->name);
            return false;
        }
    }
    return true;
}

static bool make(tml_steady_task *t, const tml_assembly *report)
{
    tml_task *task = t->task;
    int *held = TML_NEW_ARRAY(task->arena, int, t->request.count + 1);
    if (!find_held(t, held))
        return false;
    t->s = tml_steady_make(task->system, report->rank, task->state->t, held, t->request.count, task->arena);
    for (int i = 0; i < t->request.count; i++)
        t->s->first[i] = t->request.speeds[i].first, t->s->last[i] = t->request.speeds[i].last;
    t->v = tml_steady_solver_make(t->s, t->request.tolerance);
    t->stability = tml_steady_stability_make(t->s);
    t->at = tml_steady_point_make(t->s);
    memcpy(t->s->work->turn, task->state->turn, (size_t)task->system->measure_count * sizeof(double));
    tml_equations_enter(&t->s->j->e, task->state->t, task->state->q, task->state->v, t->at.q, t->s->u);
    tml_steady_accept(t->s, &t->at);
    return true;
}

/* ---- one state, or all ---- */

static int watch(void *context, double part)
{
    const tml_steady_task *t = context;
    const tml_run_options *o = t->task->options;
    return o->progress ? o->progress(o->context, t->task->element->kind, part) : 0;
}

static void judge(tml_steady_task *t, const tml_steady_point *at)
{
    tml_steady_evaluate(t->s, at);
    tml_steady_stiffen(t->s, at);
    tml_steady_judge(t->s, at, t->stability);
}

static tml_status find_one(tml_steady_task *t)
{
    tml_steady *s = t->s;
    int iterations;
    tml_status status = tml_steady_find(t, &iterations);
    status = status == TML_OK ? tml_steady_table_make(t) : status;
    if (status != TML_OK)
        return status;
    judge(t, &t->at);
    status = tml_steady_record(t, &t->at, t->stability->growth);
    if (status != TML_OK)
        return status;
    tml_table_add_fact(t->table, "degrees of freedom", s->free_count, "%d, besides %d given", s->free_count,
                       s->held_count);
    tml_table_add_fact(t->table, "iterations", iterations, "%d%s", iterations, t->how ? t->how : "");
    tml_table_add_fact(t->table, "residual force", s->residual, "%.3g N, %.2g of the forces at play", s->residual,
                       s->scale > 0 ? s->residual / s->scale : 0);
    tml_table_add_fact(t->table, "worst position residual", s->gap, "%.3g", s->gap);
    tml_table_add_fact(t->table, "stability", t->stability->growth, "%s", tml_steady_stability_text(t));
    if (t->stability->count)
        tml_table_add_fact(t->table, "eigenvalues", t->stability->re[0], "%s 1/s", tml_steady_eigenvalues_text(t));
    if (t->stability->unstable)
        tml_log_add(t->task->log, TML_WARNING, t->task->element->place,
                    "steady: this state is not stable: start beside it, or use search: all, to find others");
    return TML_OK;
}

static tml_status record_all(tml_steady_task *t, tml_steady_list *list, int from)
{
    const int start = tml_steady_list_sort(t->s, list, from);
    if (tml_steady_table_make(t) != TML_OK)
        return TML_NO_MEMORY;
    tml_table_add_fact(t->table, "solutions", list->count, "%d, from %d starts: there may be more", list->count,
                       list->starts + 1);
    for (int i = 0; i < list->count; i++) {
        const tml_steady_state *one = &list->states[i];
        judge(t, &one->at);
        const double growth = one->singular ? NAN : t->stability->growth;
        const char *how =
            one->singular ? "at a dead point: its stability is not defined" : tml_steady_stability_text(t);
        const char *where = tml_steady_position_text(t);
        t->singular = one->singular;
        if (tml_steady_record(t, &one->at, growth) != TML_OK ||
            !tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "solution %d", i + 1), growth, "%s: %s",
                                where, how))
            return TML_NO_MEMORY;
    }
    if (start >= 0)
        tml_steady_copy(t->s, &list->states[start].at, &t->at);
    if (list->count > 1)
        tml_table_add_fact(t->table, "the next analysis", start + 1, "starts from solution %d", start + 1);
    return TML_OK;
}

/* All that can be found: those that are no steady states are left out, unless all are. */
static tml_status find_all(tml_steady_task *t)
{
    tml_steady_list *list = tml_steady_list_make(t->s), *kept = tml_steady_list_make(t->s);
    tml_steady_point start = tml_steady_point_make(t->s);
    tml_steady_copy(t->s, &t->at, &start);
    const bool found = tml_steady_solve(t->v, &t->at) == TML_STEADY_FOUND;
    int from = found ? tml_steady_list_add(t->s, list, &t->at, false) : -1, first = -1;
    if (tml_steady_search(t->v, &start, list, watch, t))
        return TML_STOPPED;
    for (int i = 0; i < list->count; i++) {
        if (tml_steady_check(t, &list->states[i].at, false) != TML_OK)
            continue;
        tml_steady_evaluate(t->s, &list->states[i].at);
        const int at = tml_steady_list_add(t->s, kept, &list->states[i].at, list->states[i].singular);
        first = i == from ? at : first;
    }
    kept->starts = list->starts;
    if (kept->count == 0 && list->count)
        return tml_steady_check(t, &list->states[0].at, true);
    if (kept->count)
        return record_all(t, kept, first < 0 ? 0 : first);
    tml_log_error(t->task->log, t->task->element->place, "steady: no steady state was found for %s, from %d starts",
                  tml_steady_speeds_text(t, 0), list->starts + 1);
    return TML_FAILED;
}

static tml_status run(tml_task *task)
{
    tml_steady_task t = {.task = task};
    tml_assembly report;
    if (!tml_steady_request_read(task, &t.request))
        return TML_WRONG;
    const tml_status closed = tml_task_assemble(task, &report);
    if (closed != TML_OK)
        return closed;
    if (task->system->tree_nv > COORDINATES_MOST) {
        tml_log_error(task->log, task->element->place,
                      "steady: the mechanism has %d relative coordinates; this version treats up to %d",
                      task->system->tree_nv, COORDINATES_MOST);
        return TML_FAILED;
    }
    if (!make(&t, &report))
        return TML_FAILED;
    tml_steady_prepare(&t);
    if (t.request.swept >= 0)
        return tml_steady_sweep(&t);
    const tml_status status = t.request.all ? find_all(&t) : find_one(&t);
    if (status == TML_OK)
        tml_steady_leave(&t, &t.at);
    return status;
}

const tml_analysis_class tml_analysis_steady = {
    .name = "steady",
    .doc = "relative equilibria while given freedoms turn or slide at constant speeds",
    TML_LIST(fields),
    .run = run,
    .check = check,
    .treatment = treatment,
};
