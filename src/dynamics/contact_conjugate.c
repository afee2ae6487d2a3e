/* contact_conjugate.c - sweeps over many contacts, accelerated: nonsmooth nonlinear conjugate gradients (Silcowitz, Niebe and Erleben, 2010).
 *
 * A pair of sweeps, forth and back, changes the impulses by d; with the energy |d|^2 = sum W d^2 as a measure
 *   beta = |d|^2/|d before|^2,    P <- P + beta p,    p <- beta p + d
 * Where beta > 1 it begins anew with p = 0, unless d goes on along p: then a group of contacts is being braced at a steady rate, and beta = 1 hastens it.
 * One sweep carries a force through one layer of a heap of height H in the worst order: plain sweeps need some H^2 of them, these some H.
 */
#include "dynamics/contact_conjugate.h"
#include "dynamics/contact_sweep.h"
#include <string.h>

static const double STEADY = 2; /* beta up to which a change goes on */

typedef struct {
    double *P, *v; /* (row_count), (nv) before the pair of sweeps */
    double *p, *w; /* the direction, and what it does to v */
    double energy; /* of the pair before; 0: none */
    tml_sweeps way;
} conjugate;

/* beta of the change from x to now. */
static double find_factor(const tml_contact_solver *s, conjugate *x)
{
    double energy = 0, along = 0;
    for (int i = 0; i < s->contact_count; i++) {
        const tml_contact_block *c = &s->contacts[i];
        for (int k = 0; k < c->size; k++) {
            const double d = c->P[k] - x->P[c->first + k];
            energy += c->W[k][k] * d * d;
            along += c->W[k][k] * d * x->p[c->first + k];
        }
    }
    const double before = x->energy;
    x->energy = energy;
    if (!(before > 0) || x->way == TML_SWEEPS_PLAIN || !(energy < STEADY * before))
        return 0;
    return energy <= before ? energy / before : along > 0 && x->way == TML_SWEEPS_HASTENED ? 1 : 0;
}

static double sweep_pair(tml_contact_solver *s, conjugate *x, double *v)
{
    for (int i = 0; i < s->contact_count; i++)
        memcpy(x->P + s->contacts[i].first, s->contacts[i].P, (size_t)s->contacts[i].size * sizeof(double));
    memcpy(x->v, v, (size_t)s->nv * sizeof *v);
    const double worst = tml_contact_sweep(s, false, v);
    tml_contact_sweep(s, true, v);
    const double beta = find_factor(s, x);
    for (int i = 0; i < s->contact_count; i++)
        for (int k = 0; k < s->contacts[i].size; k++) {
            const int row = s->contacts[i].first + k;
            const double d = s->contacts[i].P[k] - x->P[row];
            s->contacts[i].P[k] += beta * x->p[row];
            x->p[row] = beta * x->p[row] + d;
        }
    for (int i = 0; i < s->nv; i++) { /* linear in the impulses */
        const double d = v[i] - x->v[i];
        v[i] += beta * x->w[i];
        x->w[i] = beta * x->w[i] + d;
    }
    return worst;
}

double tml_contact_conjugate_sweeps(tml_contact_solver *s, tml_sweeps way, int most, double tolerance, double *v,
                                    tml_arena *scratch)
{
    conjugate x = {.way = way,
                   .P = TML_NEW_ARRAY(scratch, double, s->row_count + 1),
                   .v = TML_NEW_ARRAY(scratch, double, s->nv + 1),
                   .p = TML_NEW_ARRAY(scratch, double, s->row_count + 1),
                   .w = TML_NEW_ARRAY(scratch, double, s->nv + 1)};
    for (int k = 0; k < most; k += 2)
        if (sweep_pair(s, &x, v) <= tolerance && tml_contact_largest_residual(s, v) <= tolerance)
            break;
    tml_arena_free(scratch);
    return tml_contact_largest_residual(s, v);
}
