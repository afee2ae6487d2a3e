/* damped_newton.c - damped Newton method for r(x, lambda) = 0, phi(x) = 0.
 *
 * A step is shortened until the simplified Newton step after it, with the same matrix, would be shorter (Deuflhard's
 * natural monotonicity test). If the speeds vary there is one more equation, T . x + T_p p = 0 (pseudo-arclength).
 * Pseudo-transient continuation adds a resistance mu that decreases with the residual.
 */
#include "analysis/steady/damped_newton.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 60, MAX_HALVINGS = 12, MAX_CLOSE = 60, MAX_PSEUDO_STEPS = 300 };
static const double FIRST_STEP = 0.1;       /* sizes: about the first pseudo-transient step */
static const double MAX_STEP = 0.7;         /* sizes, rad: the longest step */
static const double MAX_EXTENT = 1e3;       /* sizes: where the search ends */
static const double CONVERGED_STEP = 1e-13; /* a step after which only rounding remains */
static const double ROUNDING_STEP = 1e-5;   /* steps that may be rounding if forces are stiff */

tml_steady_solver *tml_steady_solver_make(tml_steady *s, double tolerance)
{
    tml_steady_solver *v = TML_NEW(s->arena, tml_steady_solver);
    const size_t n = (size_t)s->n + 1;
    *v = (tml_steady_solver){.s = s, .tolerance = tolerance, .max = MAX_STEPS};
    double **const vectors[] = {&v->x, &v->displacement,   &v->next, &v->minimum_norm, &v->Kx,
                                &v->b, &v->singular_values};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(s->arena, double, n);
    v->dlambda = TML_NEW_ARRAY(s->arena, double, s->rows + 1);
    v->A = TML_NEW_ARRAY(s->arena, double, n *n);
    v->factors = TML_NEW_ARRAY(s->arena, double, n *n);
    v->pivots = TML_NEW_ARRAY(s->arena, int, n);
    v->trial = tml_steady_point_make(s);
    return v;
}

/* ---- one step ---- */

/* The largest factor that a step may have. */
static double step_limit(const tml_steady_solver *v, const tml_steady_point *at)
{
    const tml_steady *s = v->s;
    const double far = tml_steady_extent(s, at->q);
    double max = 1;
    for (int k = 0; k < s->n - s->states; k++) {
        const double longest = MAX_STEP * (s->slides[s->free[k]] ? far : s->system->size);
        max = fmax(max, fabs(v->x[k]) / longest);
    }
    return 1 / max;
}

/* Trial point at a factor of the step, and the length of the simplified Newton step from there. False: not finite
 * there. */
static bool try_step(tml_steady_solver *v, const tml_steady_point *at, double factor, double *next)
{
    tml_steady *s = v->s;
    double *u = s->trial[3], *r = s->trial[0], *residual = s->trial[1], *displacement = s->trial[2], parameter;
    tml_steady_displace(s, at, v->x, factor, &v->trial);
    v->trial.parameter = at->parameter + factor * v->parameter;
    for (int i = 0; i < s->rows; i++)
        v->trial.lambda[i] = at->lambda[i] + factor * v->dlambda[i];
    tml_steady_velocities(s, v->trial.parameter, v->trial.spin, u);
    if (tml_steady_forces(s, v->trial.q, u, v->trial.lambda, r))
        return false;
    tml_steady_find_gaps(s);
    for (int k = 0; k < s->n; k++) {
        residual[k] = r[s->free[k]] / s->unit[s->free[k]];
        displacement[k] = v->displacement[k] + factor * v->x[k];
    }
    tml_steady_step(v, residual, s->gaps, v->parameter_change + factor * v->parameter, displacement, v->next,
                    &parameter);
    *next = tml_steady_length(s, v->next, parameter);
    return isfinite(*next);
}

/* Takes the step, or a fraction of it. False: none is an improvement. */
static bool take_damped_step(tml_steady_solver *v, tml_steady_point *at, double length)
{
    double factor = step_limit(v, at), next;
    for (int i = 0; i < MAX_HALVINGS; i++, factor /= 2) {
        if (!try_step(v, at, factor, &next) || (!v->deflation && next > (1 - factor / 4) * length))
            continue;
        for (int k = 0; k < v->s->n; k++)
            v->displacement[k] += factor * v->x[k];
        v->parameter_change += factor * v->parameter;
        v->damped |= factor < 1;
        tml_steady_copy(v->s, &v->trial, at);
        return true;
    }
    return false;
}

static bool is_unbounded(const tml_steady_solver *v)
{
    for (int k = 0; k < v->s->n - v->s->states; k++)
        if (fabs(v->displacement[k]) > MAX_EXTENT * v->s->system->size)
            return true;
    return false;
}

/* ---- the search ---- */

static tml_steady_status finish(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    if (tml_steady_evaluate(s, at))
        return TML_STEADY_STALLED;
    tml_steady_balance(s, at);
    tml_steady_accept(s, at);
    double far = tml_steady_extent(s, at->q);
    for (int b = 1; b < s->system->nb; b++) /* gaps are differences of positions */
        far = fmax(far, s->system->space ? tml_norm(s->work->motion3[b].x)
                                         : hypot(s->work->motion2[b].x, s->work->motion2[b].y));
    const double slip = s->rates ? tml_rows_residual_length(s->system, s->gaps, s->rows) : 0;
    return s->max_residual <= tml_steady_residual_tolerance(s, v->tolerance) && s->gap <= 1e-12 * far &&
                   slip <= 1e-11 * far && tml_steady_states_rest(s, NULL)
               ? TML_STEADY_CONVERGED
               : TML_STEADY_STALLED;
}

tml_steady_status tml_steady_solve(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    double before = INFINITY;
    memset(v->displacement, 0, (size_t)s->n * sizeof(double));
    v->parameter_change = 0;
    v->damped = false;
    for (v->iterations = 0; v->iterations < v->max; v->iterations++) {
        if (tml_steady_evaluate(s, at))
            return v->iterations ? TML_STEADY_STALLED : TML_STEADY_NOT_FINITE;
        tml_steady_accept(s, at);
        tml_steady_balance(s, at);
        if (tml_steady_find_stiffness(s, at))
            return v->iterations ? TML_STEADY_STALLED : TML_STEADY_NOT_FINITE;
        tml_steady_factor(v, v->plane_normal);
        tml_steady_step(v, s->residual, s->gaps, v->parameter_change, v->displacement, v->x, &v->parameter);
        const double length = tml_steady_length(s, v->x, v->parameter);
        if (!isfinite(length))
            return TML_STEADY_STALLED;
        if (length <= 4 * DBL_EPSILON || (length < ROUNDING_STEP && length > 0.25 * before))
            return finish(v, at);
        const double deflated = v->deflation && length > ROUNDING_STEP ? v->deflation(v->context, at, v->x) : 1;
        for (int k = 0; k < s->n; k++)
            v->x[k] *= deflated;
        tml_steady_multipliers(v);
        if (!take_damped_step(v, at, length)) {
            v->iterations += length < ROUNDING_STEP;
            return length < ROUNDING_STEP ? finish(v, at) : TML_STEADY_STALLED;
        }
        if (length < CONVERGED_STEP) {
            v->iterations++;
            return finish(v, at);
        }
        if (is_unbounded(v))
            return TML_STEADY_UNBOUNDED;
        before = length;
    }
    return TML_STEADY_MAX_ITERATIONS;
}

/* (Z'K Z - mu) z = -Z'(r + K n), mu decreasing with the residual (switched evolution relaxation), then Newton's
 * method. */
tml_steady_status tml_steady_pseudo_transient(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    double mu = 0, before = 0;
    int steps = 0;
    for (; steps < MAX_PSEUDO_STEPS; steps++) {
        if (tml_steady_evaluate(s, at))
            return TML_STEADY_STALLED;
        tml_steady_accept(s, at);
        tml_steady_balance(s, at);
        if ((s->max_residual <= tml_steady_residual_tolerance(s, v->tolerance) && tml_steady_states_rest(s, NULL)) ||
            tml_steady_find_stiffness(s, at))
            break;
        mu = steps == 0 ? s->max_residual / (FIRST_STEP * s->system->size)
                        : mu * fmin(fmax(s->max_residual / before, 0.2), 3);
        before = s->max_residual;
        v->shift = mu;
        tml_steady_factor(v, NULL);
        v->shift = 0;
        tml_steady_step(v, s->residual, s->gaps, 0, v->displacement, v->x, &v->parameter);
        const double length = tml_steady_length(s, v->x, 0), parameter = step_limit(v, at);
        if (!isfinite(length))
            return TML_STEADY_STALLED;
        if (tml_steady_extent(s, at->q) > MAX_EXTENT * s->system->size)
            return TML_STEADY_UNBOUNDED;
        if (length < 1e-3 && mu < 1e-6 * s->max_stiffness)
            break;
        mu *= parameter < 1 ? 4 : 1;
        tml_steady_displace(s, at, v->x, parameter, at);
    }
    const tml_steady_status end = tml_steady_solve(v, at);
    v->iterations += steps;
    return end;
}

bool tml_steady_close_loops(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    for (int i = 0; i < MAX_CLOSE && s->rows; i++) {
        if (tml_steady_evaluate(s, at))
            return false;
        tml_steady_accept(s, at);
        if (s->gap <= 1e-9 * s->system->size)
            return true;
        tml_rank_qr_solve(&s->qr, s->work->phi, v->x);
        for (int k = 0; k < s->n; k++)
            v->x[k] = -v->x[k];
        tml_steady_displace(s, at, v->x, step_limit(v, at), at);
    }
    return s->rows == 0;
}
