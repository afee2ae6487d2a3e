/* find_all.c - all relative equilibria that multistart with deflation can find. Without prescribed speeds they are
 * static equilibria.
 */
#include "analysis/steady/steady_stops.h"
#include <string.h>

/* Finds the prescribed coordinates among those of the tree. */
static bool find_held(tml_steady_task *t, int *held)
{
    const tml_system *s = t->task->system;
    for (int i = 0; i < t->request.count; i++) {
        const tml_steady_speed *w = &t->request.velocities[i];
        const tml_joint *j = &s->joints[w->joint];
        for (int k = 0; k < s->nb - 1; k++)
            if (s->branches[k].joint == w->joint)
                held[i] = s->branches[k].first_v + w->coordinate - j->first_coordinate;
        if (!j->in_tree) {
            tml_log_raise(t->task->log, TML_E_STEADY_LOOP, w->key->place,
                          "steady: joint %s closes a loop of joints that all have speeds: leave one of them out",
                          j->name);
            return false;
        }
    }
    return true;
}

bool tml_steady_task_make(tml_steady_task *t, const tml_assembly *report)
{
    tml_task *task = t->task;
    int *held = TML_NEW_ARRAY(task->arena, int, t->request.count + 1);
    if (!find_held(t, held))
        return false;
    t->s = tml_steady_make(task->system, report->rank, task->state->t, held, t->request.count, task->arena);
    tml_term *terms = TML_NEW_ARRAY(task->arena, tml_term, t->request.count + 1);
    for (int i = 0; i < t->request.count; i++)
        terms[i] = task->system->coordinates[t->request.velocities[i].coordinate].term;
    tml_steady_results_make(t->s, terms);
    int *coordinates = TML_NEW_ARRAY(task->arena, int, t->request.count + 1);
    for (int i = 0; i < t->request.count; i++)
        coordinates[i] = t->request.velocities[i].coordinate;
    t->s->held_coordinates = coordinates;
    for (int i = 0; i < t->request.count; i++)
        t->s->first[i] = t->request.velocities[i].first, t->s->last[i] = t->request.velocities[i].last;
    t->v = tml_steady_solver_make(t->s, t->request.tolerance);
    t->stability = tml_steady_stability_make(t->s);
    t->at = tml_steady_point_make(t->s);
    memcpy(t->s->work->unwrapped, task->state->unwrapped, (size_t)task->system->measure_count * sizeof(double));
    tml_equations_from_bodies(&t->s->j->e, task->state->t, task->state->q, task->state->v, t->at.q, t->s->u);
    tml_steady_accept(t->s, &t->at);
    memcpy(t->at.q + t->s->tree_nq, task->state->states, (size_t)t->s->states * sizeof(double));
    if (t->s->states)
        tml_steady_scale_states(t->s, &t->at);
    tml_steady_find_spins(t->s, &t->at, tml_arena_copy(task->arena, t->s->u, (size_t)t->s->tree_nv * sizeof(double)));
    tml_steady_prepare(t);
    return true;
}

void tml_steady_task_find_stability(tml_steady_task *t, const tml_steady_point *at)
{
    tml_steady_evaluate(t->s, at);
    tml_steady_find_stiffness(t->s, at);
    tml_steady_find_stability(t->s, at, t->stability);
}

static int watch(void *context, double fraction)
{
    const tml_steady_task *t = context;
    const tml_run_options *o = t->task->options;
    return o->progress ? o->progress(o->context, t->task->element->kind, fraction) : 0;
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
        tml_steady_task_find_stability(t, &one->at);
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

/* Whether a joint closes with an axis reversed, as its rows permit and the mechanism does not. */
static bool is_reversed(tml_steady *s, const tml_steady_point *at)
{
    if (s->system->guard_count == 0 || tml_steady_evaluate(s, at))
        return false;
    tml_workspace_measure(s->work, 0, s->system->measure_count);
    for (int i = 0; i < s->system->guard_count; i++)
        if (tml_workspace_guard(s->work, i) < 0)
            return true;
    return false;
}

/* Solutions that are not steady, or have reversed axes, are left out, unless all are. */
tml_status tml_steady_find_all(tml_steady_task *t)
{
    if (t->set)
        return tml_steady_find_all_sets(t);
    tml_steady_list *list = tml_steady_list_make(t->s), *kept = tml_steady_list_make(t->s);
    tml_steady_point start = tml_steady_point_make(t->s);
    tml_steady_copy(t->s, &t->at, &start);
    const bool found = tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED;
    int from = found ? tml_steady_list_add(t->s, list, &t->at, false) : -1, first = -1;
    tml_steady_copy(t->s, &start, &t->at);
    if (tml_steady_relax_states(t->s, &t->at) && tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED)
        tml_steady_list_add(t->s, list, &t->at, false);
    if (tml_steady_search(t->v, &start, list, watch, t))
        return TML_STOPPED;
    list->starts += t->s->states > 0; /* that with relaxed states */
    int upright = 0;
    for (int i = 0; i < list->count; i++)
        upright += !is_reversed(t->s, &list->states[i].at);
    for (int i = 0; i < list->count; i++) {
        if (tml_steady_check(t, &list->states[i].at, false) != TML_OK ||
            (upright && is_reversed(t->s, &list->states[i].at)))
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
    const char *kind = t->task->element->kind;
    if (t->request.count)
        tml_log_raise(t->task->log, TML_E_NO_STEADY_STATE, t->task->element->place,
                      "%s: no steady state was found for %s, from %d starts", kind, tml_steady_speeds_text(t, 0),
                      list->starts + 1);
    else
        tml_log_raise(t->task->log, TML_E_NO_STATIC_EQUILIBRIUM, t->task->element->place,
                      "%s: no static equilibrium was found from %d starts", kind, list->starts + 1);
    return TML_FAILED;
}
