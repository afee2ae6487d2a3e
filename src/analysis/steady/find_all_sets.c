/* find_all_sets.c - all relative equilibria that can be found with rigid stops and contacts: those of every set of closed ones whose conditions they
 * meet, gap >= 0 of what is open and force >= 0 of what is closed.
 */
#include "analysis/steady/steady_stops.h"
#include <math.h>
#include <string.h>

static const double SAME = 1e-6; /* sizes, rad: two states closer than this are one */
enum { MAX_STATES = 200 };

typedef struct {
    tml_steady_task *t;
    tml_steady_point found[MAX_STATES];
    int count, starts, sets;
    tml_steady_point start; /* as it is where nothing is closed */
    int nearest;            /* to it */
    double distance;
    tml_interaction_mode *modes; /* of that */
} search;

static int watch(void *context, double fraction)
{
    const tml_steady_task *t = context;
    const tml_run_options *o = t->task->options;
    return o->progress ? o->progress(o->context, t->task->element->kind, fraction) : 0;
}

static bool is_known(const search *x, const tml_steady_point *at)
{
    for (int i = 0; i < x->count; i++)
        if (tml_steady_distance(x->t->s, x->found[i].q, at->q) < SAME)
            return true;
    return false;
}

static void keep(search *x, const tml_steady_point *at)
{
    const tml_steady_task *t = x->t;
    const tml_steady_set *set = t->set;
    const double distance = tml_steady_distance(t->s, at->q, x->start.q);
    x->found[x->count] = tml_steady_point_make(t->s);
    tml_steady_copy(t->s, at, &x->found[x->count]);
    if (distance < x->distance) {
        x->nearest = x->count, x->distance = distance;
        memcpy(x->modes, set->modes, (size_t)set->base->interaction_count * sizeof *set->modes);
    }
    x->count++;
}

/* A row and a fact of a state, unless it is none or is known. */
static tml_status take(search *x, const tml_steady_state *one)
{
    tml_steady_task *t = x->t;
    if (x->count == MAX_STATES || is_known(x, &one->at) || tml_steady_check(t, &one->at, false) != TML_OK ||
        tml_steady_set_violated(t, &one->at) >= 0)
        return TML_OK;
    if (!t->table && tml_steady_table_make(t) != TML_OK)
        return TML_NO_MEMORY;
    keep(x, &one->at);
    tml_steady_task_find_stability(t, &one->at);
    const double growth = one->singular ? NAN : t->stability->growth;
    const char *how = one->singular ? "at a dead point: its stability is not defined" : tml_steady_stability_text(t);
    const char *where = tml_steady_position_text(t);
    t->singular = one->singular;
    const tml_status status = tml_steady_record(t, &one->at, growth);
    if (status == TML_OK)
        tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "solution %d", x->count), growth, "%s%s: %s",
                           where, tml_steady_set_text(t), how);
    return status;
}

/* Of the present set. */
static tml_status search_set(search *x)
{
    tml_steady_task *t = x->t;
    tml_steady_list *list = tml_steady_list_make(t->s);
    tml_steady_point start = tml_steady_point_make(t->s);
    tml_steady_copy(t->s, &t->at, &start);
    tml_status status = TML_OK;
    if (tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED)
        tml_steady_list_add(t->s, list, &t->at, false);
    tml_steady_copy(t->s, &start, &t->at);
    if (tml_steady_relax_states(t->s, &t->at) && tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED)
        tml_steady_list_add(t->s, list, &t->at, false);
    if (tml_steady_search(t->v, &start, list, watch, t))
        return TML_STOPPED;
    list->starts += t->s->states > 0; /* that with relaxed states */
    x->starts += list->starts + 1;
    tml_steady_list_sort(t->s, list, -1);
    for (int i = 0; i < list->count && status == TML_OK; i++)
        status = take(x, &list->states[i]);
    return status;
}

static tml_status report_none(const search *x)
{
    const tml_steady_task *t = x->t;
    const char *kind = t->task->element->kind;
    if (t->request.count)
        tml_log_raise(t->task->log, TML_E_NO_STEADY_STATE, t->task->element->place,
                      "%s: no steady state was found for %s, from %d starts", kind, tml_steady_speeds_text(t, 0),
                      x->starts);
    else
        tml_log_raise(t->task->log, TML_E_NO_STATIC_EQUILIBRIUM, t->task->element->place,
                      "%s: no static equilibrium was found from %d starts", kind, x->starts);
    return TML_FAILED;
}

tml_status tml_steady_find_all_sets(tml_steady_task *t)
{
    const tml_steady_set *set = t->set;
    search *x = TML_NEW(t->task->arena, search);
    *x = (search){.t = t,
                  .distance = INFINITY,
                  .modes = TML_NEW_ARRAY(t->task->arena, tml_interaction_mode, set->base->interaction_count + 1)};
    for (int k = 0; tml_steady_set_choose(t, k); k++) {
        if (!tml_steady_set_make(t, set->q, set->v, set->unwrapped))
            continue;
        if (x->sets++ == 0) {
            x->start = tml_steady_point_make(t->s);
            tml_steady_copy(t->s, &t->at, &x->start);
        }
        const tml_status status = search_set(x);
        if (status != TML_OK)
            return status;
    }
    if (!x->count)
        return report_none(x);
    tml_table_add_fact(t->table, "solutions", x->count,
                       "%d, from %d starts with %d sets of closed stops and contacts: there may be more", x->count,
                       x->starts, x->sets);
    if (x->count > 1)
        tml_table_add_fact(t->table, "the next analysis", x->nearest + 1, "starts from solution %d", x->nearest + 1);
    memcpy(set->modes, x->modes, (size_t)set->base->interaction_count * sizeof *set->modes);
    return tml_steady_set_make_at(t, &x->found[x->nearest]) ? TML_OK : TML_FAILED;
}
