/* complementarity_combinations.c - solutions of the conditions of contacts and friction by all combinations of modes.
 *
 * Each contact is open or closed, each friction sticks or slides, in one direction in either sense. In each combination the forces follow from equations, and those
 * that the inequalities of the modes permit are solutions.
 */
#include "dynamics/complementarity_state.h"
#include <string.h>

typedef tml_complementarity_solver solver;

static const double SAME = 1e-7; /* accelerations of two solutions, times rho, of the largest force */

static int modes_of(const tml_condition *i)
{
    return !tml_condition_is_undecided(i) ? 1 : i->kind == TML_CONDITION_UNILATERAL || i->size > 1 ? 2 : 3;
}

static void set_combination(tml_complementarity *p, long number)
{
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        const long which = number % modes_of(i);
        number /= modes_of(i);
        if (!tml_condition_is_undecided(i))
            continue;
        if (i->kind == TML_CONDITION_UNILATERAL) {
            i->mode = which ? TML_CLOSED : TML_OPEN;
            continue;
        }
        i->mode = which ? TML_SLIDES : TML_STICKS;
        i->direction[0] = which == 2 ? -1 : 1;
        i->direction[1] = i->direction[2] = 0;
    }
}

static bool same_accelerations(const solver *s, const double *a, const double *b)
{
    const tml_complementarity *p = s->p;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *i = &p->list[k];
        for (int f = i->first; tml_condition_has_acceleration(i) && f < i->first + i->size; f++) {
            double change = 0;
            for (int j = 0; j < p->n; j++)
                change += tml_complementarity_entry(p, i->acceleration + f - i->first, j) * (a[j] - b[j]);
            if (fabs(change) * s->rho[f] > SAME * s->scale)
                return false;
        }
    }
    return true;
}

double tml_complementarity_combinations(const tml_complementarity *p)
{
    double product = 1;
    for (int k = 0; k < p->count; k++)
        product *= modes_of(&p->list[k]);
    return product;
}

/* Friction of a contact that is open: none, whatever its mode. */
static bool is_unloaded(const tml_complementarity *p, const tml_condition *i)
{
    return i->kind == TML_CONDITION_FRICTION && !i->slips && i->normal && p->list[i->normal - 1].mode == TML_OPEN;
}

/* Whether another combination stands for this one too: it differs in the friction of an open contact alone. */
static bool is_repeated(const tml_complementarity *p)
{
    for (int k = 0; k < p->count; k++)
        if (is_unloaded(p, &p->list[k]) && !(p->list[k].mode == TML_SLIDES && p->list[k].direction[0] == 1))
            return true;
    return false;
}

/* Unloaded friction slides as the bodies do. */
static void turn_unloaded(tml_complementarity *p)
{
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        const double speed = is_unloaded(p, i) ? tml_condition_length(p->r + i->acceleration, i->size) : 0;
        for (int a = 0; speed > 0 && a < i->size; a++)
            i->direction[a] = p->r[i->acceleration + a] / speed;
    }
}

/* Whether all that is held in the modes `b` is held in `a`, and more: of two such solutions that of `a` occurs. What is at rest stays there as long as
 * friction can hold it. */
static bool rests_more(const tml_complementarity *p, bool kept)
{
    bool more = false;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *i = &p->list[k];
        const tml_interaction_mode_kind a = kept ? i->kept_mode : i->mode, b = kept ? i->mode : i->kept_mode;
        const bool in_a = a == TML_CLOSED || a == TML_STICKS, in_b = b == TML_CLOSED || b == TML_STICKS;
        if (in_b && !in_a)
            return false;
        more |= i->kind == TML_CONDITION_FRICTION && in_a && !in_b;
    }
    return more;
}

/* Whether the loads of a solution are one share of many: its equations are singular (sign: of their determinant), or a contact without load rests as well and could
 * carry some. Another share may press friction harder here and less there, and move the bodies otherwise. */
static bool shares_loads(const solver *s, int sign)
{
    const tml_complementarity *p = s->p;
    bool rests = sign == 0;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *i = &p->list[k];
        rests |= i->kind == TML_CONDITION_UNILATERAL && i->mode == TML_OPEN &&
                 s->rho[i->first] * fabs(p->r[i->acceleration]) <= SAME * s->scale;
    }
    return rests;
}

tml_complementarity_outcome tml_complementarity_try_all(solver *s, bool found)
{
    tml_complementarity *p = s->p;
    const double count = tml_complementarity_combinations(p);
    bool several = false, shared = found && shares_loads(s, p->unique ? 1 : 0), other_shares = false;
    for (long number = 0; count <= TML_MAX_COMBINATIONS && number < (long)count && !several; number++) {
        set_combination(p, number);
        if (is_repeated(p))
            continue;
        memset(p->x, 0, (size_t)p->n * sizeof(double));
        const int sign = tml_complementarity_iterate(s, true);
        turn_unloaded(p);
        if (sign == -2 || !tml_complementarity_modes_hold(s))
            continue;
        const bool other = found && !same_accelerations(s, p->x, s->kept), rests = other && rests_more(p, false);
        const bool shares = shares_loads(s, sign), differs = other && !rests && !rests_more(p, true);
        several = differs && !shared && !shares;
        other_shares |= differs && !several;
        if (!found || rests)
            tml_complementarity_keep(s), p->unique = sign != 0, shared = shares;
        found = true;
    }
    if (!found)
        return count <= TML_MAX_COMBINATIONS ? TML_NO_SOLUTION : TML_NOT_FOUND;
    tml_complementarity_restore(s);
    p->unique &= !other_shares;
    return several ? TML_SEVERAL_SOLUTIONS : TML_SOLVED;
}
