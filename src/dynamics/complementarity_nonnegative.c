/* complementarity_nonnegative.c - contacts without friction: a symmetric problem, which is that of the least energy.
 *
 *   x >= 0,   c = A x + b >= 0,   x . c = 0          minimizes   x . A x/2 + b . x   over x >= 0,      A symmetric, positive semidefinite
 * There is a least value, c is unique, and it is found in finitely many steps (Lawson and Hanson): the contact that approaches most is closed, forces go towards
 * those of all that are closed, and what would pull on the way is opened. A contact that depends on closed ones has c = 0 and is not closed itself, so that
 * no singular equations are solved, however many contacts touch.
 */
#include "dynamics/complementarity_state.h"
#include "linalg/small.h"
#include <string.h>

enum { STEPS = 10 };                  /* for each contact */
static const double APPROACH = 1e-10; /* of the largest force: one that is none */
static const double SINGULAR = 1e-12;

static bool is_without_friction(const tml_complementarity *p)
{
    for (int k = 0; k < p->count; k++)
        if (p->list[k].kind != TML_CONDITION_UNILATERAL)
            return false;
    return true;
}

/* Forces (into F) at which closed contacts have c = 0. */
static void solve_closed(tml_complementarity_solver *s)
{
    const tml_complementarity *p = s->p;
    int n = 0;
    for (int k = 0; k < p->count; k++) {
        if (p->list[k].mode != TML_CLOSED)
            continue;
        s->F[n] = -p->r0[p->list[k].acceleration];
        n++;
    }
    int row = 0;
    for (int k = 0; k < p->count; k++) {
        int column = 0;
        for (int j = 0; p->list[k].mode == TML_CLOSED && j < p->count; j++)
            if (p->list[j].mode == TML_CLOSED)
                s->LU[column++ * n + row] = tml_complementarity_entry(p, p->list[k].acceleration, p->list[j].first);
        row += p->list[k].mode == TML_CLOSED;
    }
    tml_small_least(n, s->LU, s->F, SINGULAR, s->pivot);
}

/* Goes towards these forces; true: all the way. What reaches zero first is opened. */
static bool advance(tml_complementarity_solver *s)
{
    tml_complementarity *p = s->p;
    double part = 1;
    int first = -1;
    for (int k = 0, n = 0; k < p->count; k++) {
        if (p->list[k].mode != TML_CLOSED)
            continue;
        const double x = p->x[p->list[k].first], to = s->F[n++], reached = x > 0 ? x / (x - to) : 0;
        if (to <= 0 && (first < 0 || reached < part))
            part = reached, first = k;
    }
    for (int k = 0, n = 0; k < p->count; k++) {
        if (p->list[k].mode != TML_CLOSED)
            continue;
        double *x = &p->x[p->list[k].first];
        *x = k == first ? 0 : *x + part * (s->F[n] - *x);
        n++;
    }
    if (first >= 0)
        p->list[first].mode = TML_OPEN;
    return first < 0;
}

/* The open contact that approaches most, in units of force; -1: none. */
static int find_approach(const tml_complementarity_solver *s, const bool *barred)
{
    const tml_complementarity *p = s->p;
    double most = 0, largest = 0;
    int best = -1;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *i = &p->list[k];
        const double rate = -s->rho[i->first] * p->r[i->acceleration];
        largest = fmax(largest, fmax(s->rho[i->first] * fabs(p->r0[i->acceleration]), p->x[i->first]));
        if (i->mode != TML_CLOSED && !barred[k] && rate > most)
            most = rate, best = k;
    }
    return most > APPROACH * largest ? best : -1;
}

bool tml_complementarity_nonnegative(tml_complementarity_solver *s)
{
    tml_complementarity *p = s->p;
    bool *barred = (bool *)s->step; /* those that are opened as soon as they are closed, by rounding */
    if (!is_without_friction(p))
        return false;
    memset(p->x, 0, (size_t)p->n * sizeof(double));
    memset(barred, 0, (size_t)p->count * sizeof(bool));
    for (int k = 0; k < p->count; k++)
        p->list[k].mode = TML_OPEN;
    for (int n = 0; n < STEPS * p->count; n++) {
        tml_complementarity_results(p);
        const int next = find_approach(s, barred);
        if (next < 0)
            return true;
        p->list[next].mode = TML_CLOSED;
        do
            solve_closed(s);
        while (!advance(s));
        barred[next] = p->list[next].mode != TML_CLOSED;
        for (int k = 0; !barred[next] && k < p->count; k++)
            barred[k] = false;
    }
    return false;
}
