/* complementarity_equations.c - conditions of contacts and friction in given modes, as equations F(x) = 0 with their derivatives J.
 *
 *   open  F = x      closed, sticks  F = rho c      slides  F = x + limit d      law  F = x - e(x, r)
 *
 * Slip that begins so slowly that its direction c/|c| is rounding takes d = -z/|z|, z = x - rho c: the same where F = 0, and well-conditioned at c = 0 too.
 */
#include "dynamics/complementarity_state.h"
#include <math.h>
#include <string.h>

typedef tml_complementarity_solver solver;

static const double SLOWLY = 1e-6; /* rho c, of the limit */

void tml_complementarity_results(tml_complementarity *p)
{
    memcpy(p->r, p->r0, (size_t)p->m * sizeof(double));
    for (int k = 0; k < p->n; k++)
        for (int j = 0; p->x[k] != 0 && j < p->m; j++)
            p->r[j] += p->R[k * p->m + j] * p->x[k];
}

double tml_complementarity_limit(solver *s, const tml_condition *i, tml_limit_kind kind)
{
    const tml_complementarity *p = s->p;
    memset(s->load, 0, (size_t)p->n * sizeof(double));
    memset(s->by_r, 0, (size_t)p->m * sizeof(double));
    const double value = p->limit(p->context, i, kind, p->x, p->r, s->load, s->by_r);
    for (int j = 0; j < p->m; j++)
        for (int f = 0; s->by_r[j] != 0 && f < p->n; f++)
            s->load[f] += s->by_r[j] * tml_complementarity_entry(p, j, f);
    return value;
}

static void add(solver *s, int row, int force, double value)
{
    s->J[force * s->p->n + row] += value;
}

/* F = rho c */
static void at_rest(solver *s, const tml_condition *i)
{
    for (int a = 0; a < i->size; a++) {
        const int row = i->first + a, result = i->acceleration + a;
        s->F[row] = s->rho[row] * s->p->r[result];
        for (int f = 0; f < s->p->n; f++)
            add(s, row, f, s->rho[row] * tml_complementarity_entry(s->p, result, f));
    }
}

/* F = x - limit z/|z|, z = x - rho c with one rho for all directions */
static void slides_slowly(solver *s, tml_condition *i, double most, double rho)
{
    const tml_complementarity *p = s->p;
    double z[3] = {0};
    for (int a = 0; a < i->size; a++)
        z[a] = p->x[i->first + a] - rho * p->r[i->acceleration + a];
    const double size = tml_condition_length(z, i->size);
    for (int a = 0; a < i->size; a++)
        i->direction[a] = -z[a] / size;
    for (int a = 0; a < i->size; a++) {
        const int row = i->first + a;
        s->F[row] = p->x[row] + most * i->direction[a];
        add(s, row, row, 1);
        for (int f = 0; f < p->n; f++) {
            double along = 0, here = 0;
            for (int b = 0; b < i->size; b++) {
                const double dz = (f == i->first + b) - rho * tml_complementarity_entry(p, i->acceleration + b, f);
                along += i->direction[b] * dz;
                here = b == a ? dz : here;
            }
            add(s, row, f, s->load[f] * i->direction[a] - most / size * (here - i->direction[a] * along));
        }
    }
}

static double least_rho(const solver *s, const tml_condition *i)
{
    double least = s->rho[i->first];
    for (int a = 1; a < i->size; a++)
        least = fmin(least, s->rho[i->first + a]);
    return least;
}

/* F = x + limit d, where slip begins in a surface with d = c/|c| */
static void slides(solver *s, tml_condition *i)
{
    const tml_complementarity *p = s->p;
    const double *c = p->r + i->acceleration, most = tml_complementarity_limit(s, i, TML_LIMIT_SLIDING);
    const double speed = i->size > 1 && !i->slips ? tml_condition_length(c, i->size) : 0,
                 rho = i->size > 1 && !i->slips ? least_rho(s, i) : 0;
    const bool turns = i->size > 1 && !i->slips && speed > 0;
    if (i->size > 1 && !i->slips && rho * speed <= SLOWLY * most &&
        tml_condition_length(p->x + i->first, i->size) > 2 * SLOWLY * most) {
        slides_slowly(s, i, most, rho);
        return;
    }
    for (int a = 0; turns && a < i->size; a++)
        i->direction[a] = c[a] / speed;
    for (int a = 0; a < i->size; a++) {
        const int row = i->first + a;
        s->F[row] = p->x[row] + most * i->direction[a];
        add(s, row, row, 1);
        for (int f = 0; f < p->n; f++) {
            double change = s->load[f] * i->direction[a];
            if (turns) {
                double along = 0;
                for (int b = 0; b < i->size; b++)
                    along += i->direction[b] * tml_complementarity_entry(p, i->acceleration + b, f);
                change +=
                    most * (tml_complementarity_entry(p, i->acceleration + a, f) - i->direction[a] * along) / speed;
            }
            add(s, row, f, change);
        }
    }
}

/* F = x - e(x, r) */
static void given(solver *s, const tml_condition *i)
{
    s->F[i->first] = s->p->x[i->first] - tml_complementarity_limit(s, i, TML_LIMIT_LAW);
    add(s, i->first, i->first, 1);
    for (int f = 0; f < s->p->n; f++)
        add(s, i->first, f, -s->load[f]);
}

void tml_complementarity_equations(solver *s)
{
    tml_complementarity *p = s->p;
    memset(s->J, 0, (size_t)(p->n * p->n) * sizeof(double));
    tml_complementarity_results(p);
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        if (i->mode == TML_OPEN) {
            s->F[i->first] = p->x[i->first];
            add(s, i->first, i->first, 1);
        } else if (i->mode == TML_BY_LAW) {
            given(s, i);
        } else if (i->mode == TML_SLIDES) {
            slides(s, i);
        } else {
            at_rest(s, i);
        }
    }
}
