/* force_derivatives.c - derivatives of the residual of a relative equilibrium with respect to position and speeds.
 *
 * K = dr/dx and dr/dp by central differences (difference.h); of gaps of nonholonomic rows likewise
 */
#include "analysis/steady/difference.h"
#include "analysis/steady/relative_equilibrium.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double STEP = 1e-3;       /* sizes, rad, fractions of the range of speeds */
static const double NEGLIGIBLE = 1e-3; /* stiffness, of loads over the size */

/* Gaps at the i-th of four places. */
static void keep_gaps(tml_steady *s, int i)
{
    if (!s->rates)
        return;
    tml_steady_find_gaps(s);
    memcpy(s->slip[i], s->gaps, (size_t)s->rows * sizeof(double));
}

/* Forces and gaps at the four places beside the point, h apart. */
static int evaluate_beside(tml_steady *s, const tml_steady_point *at, int k, double h)
{
    const int free = s->free[k];
    const double held = s->u[free];
    double *q = s->trial[4];
    for (int i = 0; i < TML_DIFFERENCE_PLACES; i++) {
        const double d = tml_difference_places[i] * h / s->unit[free];
        memset(s->d, 0, (size_t)s->nv * sizeof(double));
        if (s->spins[k])
            s->u[free] = held + d * s->pace;
        else
            s->d[free] = d;
        memcpy(q, at->q, (size_t)s->nq * sizeof(double));
        tml_steady_move(s, s->d, q);
        const int flag = tml_steady_forces(s, q, s->u, at->lambda, s->trial[i]);
        s->u[free] = held;
        if (flag)
            return 1;
        keep_gaps(s, i);
    }
    return 0;
}

static int column(tml_steady *s, const tml_steady_point *at, int k)
{
    const double size = s->system->size;
    double h = STEP * size;
    bool smooth = false;
    for (int i = 0; i < TML_DIFFERENCE_TRIES && !smooth; i++) {
        h = STEP * size * tml_difference_steps[i];
        if (evaluate_beside(s, at, k, h))
            return 1;
        smooth = tml_difference_is_smooth(s->trial, s->r, s->unit, s->free, s->n, NEGLIGIBLE * s->scale * h / size);
    }
    if (!smooth && evaluate_beside(s, at, k, h = STEP * size))
        return 1;
    if (s->rates)
        tml_steady_gap_difference(s, s->slip, h, s->slip_rows + k, s->n);
    for (int i = 0; i < s->n; i++)
        s->K[(size_t)k * (size_t)s->n + (size_t)i] =
            tml_central_difference(s->trial, s->free[i], h) / s->unit[s->free[i]];
    return 0;
}

static int find_parameter_derivative(tml_steady *s, const tml_steady_point *at)
{
    double change = 0;
    memset(s->parameter_derivative, 0, (size_t)s->n * sizeof(double));
    if (s->rates)
        memset(s->slip_parameter, 0, (size_t)s->rows * sizeof(double));
    for (int i = 0; i < s->held_count; i++)
        change = fmax(change, fabs(s->last[i] - s->first[i]));
    if (change == 0)
        return 0;
    for (int i = 0; i < TML_DIFFERENCE_PLACES; i++) {
        tml_steady_velocities(s, at->parameter + tml_difference_places[i] * STEP, at->spin, s->d);
        if (tml_steady_forces(s, at->q, s->d, at->lambda, s->trial[i]))
            return 1;
        keep_gaps(s, i);
    }
    if (s->rates)
        tml_steady_gap_difference(s, s->slip, STEP, s->slip_parameter, 1);
    for (int k = 0; k < s->n; k++)
        s->parameter_derivative[k] = tml_central_difference(s->trial, s->free[k], STEP) / s->unit[s->free[k]];
    return 0;
}

/* Rounding error of the residual: coordinates are known to their last digit, which K turns into forces. */
static void find_rounding(tml_steady *s, const tml_steady_point *at)
{
    double max = 0;
    s->max_stiffness = 0;
    for (int i = 0; i < s->n - s->states; i++) {
        double sum = 0;
        for (int k = 0; k < s->n; k++) {
            const double entry = fabs(s->K[(size_t)k * (size_t)s->n + (size_t)i]);
            s->max_stiffness = fmax(s->max_stiffness, entry);
            sum += entry;
        }
        max = fmax(max, sum);
    }
    s->rounding = DBL_EPSILON * fmax(4 * tml_steady_extent(s, at->q) * max, 64 * s->scale);
}

int tml_steady_find_stiffness(tml_steady *s, const tml_steady_point *at)
{
    for (int k = 0; k < s->n; k++)
        if (column(s, at, k))
            return 1;
    if (find_parameter_derivative(s, at))
        return 1;
    find_rounding(s, at);
    tml_steady_factor_positions(s);
    const int flag = tml_steady_forces(s, at->q, s->u, at->lambda, s->trial[0]); /* restores work at the point */
    tml_steady_find_gaps(s);
    return flag;
}
