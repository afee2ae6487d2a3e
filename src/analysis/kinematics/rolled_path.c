/* rolled_path.c - where drivers lead what rolls: q' = v(t, q), with G v = f' of drivers, joints and nonholonomic rows.
 *
 * Positions are found by extrapolation (Gragg, Bulirsch, Stoer): modified midpoint steps h/n, n = 2, 4, 6 ..., whose errors are polynomials in 1/n^2. The rows with
 * a position are closed afterwards, without slip.
 */
#include "analysis/kinematics/path.h"
#include <math.h>
#include <string.h>

enum { COLUMNS = 8, MAX_HALVINGS = 12 };
static const double TOLERANCE = 1e-13; /* error of a step, sizes or rad */

struct tml_rolled_path {
    tml_driven *d;
    int nq;
    double *T[COLUMNS];                /* (nq) the last row of the table */
    double *start, *before, *now, *to; /* (nq) */
    double *unit, *v, *qdot;           /* (nq), (nv), (nq) */
};

tml_rolled_path *tml_rolled_path_make(tml_driven *d, tml_arena *arena)
{
    const tml_system *s = d->system;
    if (!s->rate_row_count)
        return NULL;
    tml_rolled_path *p = TML_NEW(arena, tml_rolled_path);
    *p = (tml_rolled_path){.d = d, .nq = s->nq, .v = TML_NEW_ARRAY(arena, double, s->nv + 1)};
    double **const vectors[] = {&p->start, &p->before, &p->now, &p->to, &p->unit, &p->qdot};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, s->nq + 1);
    for (int i = 0; i < COLUMNS; i++)
        p->T[i] = TML_NEW_ARRAY(arena, double, s->nq + 1);
    return p;
}

/* q' at t; false: drivers do not determine it. */
static bool rate(tml_rolled_path *p, double t, const double *q)
{
    memcpy(p->unit, q, (size_t)p->nq * sizeof(double));
    tml_system_unit_quaternions(p->d->system, p->unit);
    if (!tml_driven_velocity(p->d, t, p->unit, p->v))
        return false;
    tml_system_rate(p->d->system, q, p->v, p->qdot);
    return true;
}

/* n steps from start at t over H, by the modified midpoint rule; into `to`. */
static bool midpoint(tml_rolled_path *p, double t, double H, int n)
{
    const double h = H / n;
    if (!rate(p, t, p->start))
        return false;
    memcpy(p->before, p->start, (size_t)p->nq * sizeof(double));
    for (int i = 0; i < p->nq; i++)
        p->now[i] = p->start[i] + h * p->qdot[i];
    for (int k = 1; k < n; k++) {
        if (!rate(p, t + k * h, p->now))
            return false;
        for (int i = 0; i < p->nq; i++) {
            const double next = p->before[i] + 2 * h * p->qdot[i];
            p->before[i] = p->now[i], p->now[i] = next;
        }
    }
    if (!rate(p, t + H, p->now))
        return false;
    for (int i = 0; i < p->nq; i++)
        p->to[i] = 0.5 * (p->now[i] + p->before[i] + h * p->qdot[i]);
    return true;
}

/* Of a difference of positions, in sizes or rad. */
static double error_of(const tml_rolled_path *p, const double *a, const double *b)
{
    const tml_system *s = p->d->system;
    double max = 0;
    for (int i = 0; i < p->nq; i++) {
        const bool length = i % s->nqb < (s->space ? 3 : 2);
        max = fmax(max, fabs(a[i] - b[i]) / (length ? s->size : 1));
    }
    return max;
}

/* From start at t over H into T[0]; false: not to the tolerance. */
static bool extrapolate(tml_rolled_path *p, double t, double H)
{
    double before = INFINITY;
    for (int k = 0; k < COLUMNS; k++) {
        const int n = 2 * (k + 1);
        if (!midpoint(p, t, H, n))
            return false;
        /* T[j] becomes the extrapolation through rows j .. k */
        memcpy(p->T[k], p->to, (size_t)p->nq * sizeof(double));
        double error = INFINITY;
        for (int j = k - 1; j >= 0; j--) {
            const double ratio = (double)n / (2 * (j + 1)), part = 1 / (ratio * ratio - 1);
            error = 0;
            for (int i = 0; i < p->nq; i++) {
                const double change = part * (p->T[j + 1][i] - p->T[j][i]);
                p->T[j][i] = p->T[j + 1][i] + change;
            }
            error = error_of(p, p->T[j], p->T[j + 1]);
        }
        if (error <= TOLERANCE || (k > 3 && error >= before && error <= 100 * TOLERANCE))
            return true;
        before = error;
    }
    return false;
}

bool tml_rolled_path_predict(tml_rolled_path *p, const tml_configuration *from, double t, double *q)
{
    double at = from->t, H = t - at;
    memcpy(p->start, from->q, (size_t)p->nq * sizeof(double));
    for (int halvings = 0; at < t;) {
        const double h = at + H * (1 + 1e-9) >= t ? t - at : H;
        if (!extrapolate(p, at, h)) {
            if (++halvings > MAX_HALVINGS)
                return false;
            H = h / 2;
            continue;
        }
        at = h == t - at ? t : at + h;
        memcpy(p->start, p->T[0], (size_t)p->nq * sizeof(double));
        tml_system_unit_quaternions(p->d->system, p->start);
    }
    memcpy(q, p->start, (size_t)p->nq * sizeof(double));
    return true;
}
