/* steady_switch.c - from one set of closed stops and contacts to another, along a curve of relative equilibria and in a search for all of them.
 *
 * Where a gap is about to be passed it closes, where a force is about to pull its gap opens: the curve goes on with the rows of the new set, from the same
 * point. With t the unit tangent there, the condition that has changed is met on one side only,
 *   d gap/ds >= 0   of what opens      d force/ds >= 0   of what closes
 * which tells the direction: mostly the speeds go on as before; where they do not, the curve turns back.
 */
#include "analysis/held_interactions.h"
#include "analysis/steady/steady_stops.h"
#include <math.h>
#include <string.h>

static const double STEP = 1e-4; /* sizes, rad, parameter: to see which way a curve goes on */
enum { MAX_GAPS = 6 };           /* of which all sets are tried; of more: none and each alone */

bool tml_steady_set_make_at(tml_steady_task *t, const tml_steady_point *at)
{
    const tml_system *s = t->set->base;
    tml_arena *scratch = tml_arena_part(t->task->arena);
    double *q = TML_NEW_ARRAY(scratch, double, s->nq + 1), *v = TML_NEW_ARRAY(scratch, double, s->nv + 1),
           *unwrapped = TML_NEW_ARRAY(scratch, double, s->measure_count + 1);
    const double parameter = at->parameter;
    tml_steady_evaluate(t->s, at);
    tml_equations_to_bodies(&t->s->j->e, t->s->t, at->q, t->s->u, q, v);
    memcpy(unwrapped, at->unwrapped, (size_t)s->measure_count * sizeof(double));
    memcpy(t->task->state->states, at->q + t->s->tree_nq, (size_t)t->s->states * sizeof(double));
    const bool made = tml_steady_set_make(t, q, v, unwrapped);
    tml_arena_free(scratch);
    t->at.parameter = parameter;
    return made && tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED;
}

/* How far the condition is met a step from t->at; along: the direction of the parameter. */
static double margin_ahead(tml_steady_task *t, int interaction, double along)
{
    tml_steady *s = t->s;
    tml_steady_direction before = tml_steady_direction_make(s), tangent = tml_steady_direction_make(s);
    tml_steady_point ahead = tml_steady_point_make(s);
    int sign;
    double logarithm;
    before.parameter = along;
    if (tml_steady_evaluate(s, &t->at) || tml_steady_find_stiffness(s, &t->at) ||
        !tml_steady_tangent(t->v, &before, &tangent, &sign, &logarithm))
        return NAN;
    tml_steady_copy(s, &t->at, &ahead);
    tml_steady_displace(s, &t->at, tangent.x, STEP, &ahead);
    ahead.parameter = t->at.parameter + STEP * tangent.parameter;
    t->v->plane_normal = &tangent;
    const tml_steady_status end = tml_steady_solve(t->v, &ahead);
    t->v->plane_normal = NULL;
    return end == TML_STEADY_CONVERGED ? tml_steady_set_margin(t, &ahead, interaction) : NAN;
}

bool tml_steady_set_switch(tml_steady_task *t, const tml_steady_point *at, int interaction, double *along)
{
    tml_steady_set_change(t, interaction);
    if (!tml_steady_set_make_at(t, at))
        return false;
    for (int turn = 0; turn < 2; turn++) {
        if (margin_ahead(t, interaction, *along) > 0)
            return true;
        *along = -*along;
    }
    return false;
}

/* ---- all sets ---- */

bool tml_steady_set_choose(tml_steady_task *t, int k)
{
    const tml_steady_set *set = t->set;
    const int gaps = tml_system_gaps(set->base);
    if (k >= (gaps > MAX_GAPS ? gaps + 1 : 1 << gaps))
        return false;
    for (int i = 0, n = 0; i < set->base->interaction_count; i++)
        if (set->base->interactions[i].kind == TML_UNILATERAL) {
            const bool closed = gaps > MAX_GAPS ? n + 1 == k : k >> n & 1;
            set->modes[i].kind = closed ? TML_CLOSED : TML_OPEN;
            n++;
        }
    return true;
}

const char *tml_steady_set_text(const tml_steady_task *t)
{
    const tml_steady_set *set = t->set;
    const char *names = "";
    for (int i = 0; set && i < set->base->interaction_count; i++)
        if (set->modes[i].kind == TML_CLOSED)
            names = tml_arena_format(t->task->arena, "%s%s %s", names, names[0] ? "," : "; closed",
                                     set->base->interactions[i].name);
    return names;
}
