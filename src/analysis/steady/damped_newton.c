/* damped_newton.c - damped Newton for left(x, lambda) = 0, phi(x) = 0.
 *
 * A step is shortened until the next one, by the same matrix, would be shorter (Deuflhard). Where the speeds vary there is one more
 * equation, t . x + t_p p = 0 (pseudo-arclength). Creeping is Newton with a resistance mu that falls with what is left.
 */
#include "analysis/steady/damped_newton.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 60, MAX_HALVES = 12, MAX_CLOSE = 60, MAX_CREEP = 300 };
static const double CREEP = 0.1;  /* sizes: about the first step of creeping */
static const double CAP = 0.7;    /* sizes, rad: the longest step */
static const double FAR = 1e3;    /* sizes: nothing is looked for beyond */
static const double DONE = 1e-13; /* a step after which only rounding is left */
static const double NEAR = 1e-5;  /* steps that may be rounding, where forces are stiff */

tml_steady_solver *tml_steady_solver_make(tml_steady *s, double tolerance)
{
    tml_steady_solver *v = TML_NEW(s->arena, tml_steady_solver);
    const size_t n = (size_t)s->n + 1;
    *v = (tml_steady_solver){.s = s, .tolerance = tolerance, .most = MAX_STEPS};
    double **const vectors[] = {&v->x, &v->moved, &v->next, &v->normal, &v->reach, &v->b, &v->values};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(s->arena, double, n);
    v->more = TML_NEW_ARRAY(s->arena, double, s->rows + 1);
    v->A = TML_NEW_ARRAY(s->arena, double, n *n);
    v->factors = TML_NEW_ARRAY(s->arena, double, n *n);
    v->pivots = TML_NEW_ARRAY(s->arena, int, n);
    v->trial = tml_steady_point_make(s);
    return v;
}

/* ---- one step ---- */

/* The longest factor a step may have. */
static double cap(const tml_steady_solver *v, const tml_steady_point *at)
{
    const tml_steady *s = v->s;
    const double far = tml_steady_far(s, at->q);
    double most = 1;
    for (int k = 0; k < s->n; k++) {
        const double longest = CAP * (s->slides[s->free[k]] ? far : s->system->size);
        most = fmax(most, fabs(v->x[k]) / longest);
    }
    return 1 / most;
}

/* Trial point a factor along the step; the step that the same matrix would make next. False: not finite there. */
static bool look(tml_steady_solver *v, const tml_steady_point *at, double factor, double *next)
{
    tml_steady *s = v->s;
    double *u = s->trial[3], *r = s->trial[0], *left = s->trial[1], *moved = s->trial[2], part;
    tml_steady_displace(s, at, v->x, factor, &v->trial);
    v->trial.part = at->part + factor * v->part;
    for (int i = 0; i < s->rows; i++)
        v->trial.lambda[i] = at->lambda[i] + factor * v->more[i];
    tml_steady_speeds(s, v->trial.part, u);
    if (tml_steady_forces(s, v->trial.q, u, v->trial.lambda, r))
        return false;
    for (int k = 0; k < s->n; k++) {
        left[k] = r[s->free[k]] / s->unit[s->free[k]];
        moved[k] = v->moved[k] + factor * v->x[k];
    }
    tml_steady_step(v, left, s->work->phi, v->passed + factor * v->part, moved, v->next, &part);
    *next = tml_steady_length(s, v->next, part);
    return isfinite(*next);
}

/* Takes the step, or a part of it. False: none makes it better. */
static bool take(tml_steady_solver *v, tml_steady_point *at, double length)
{
    double factor = cap(v, at), next;
    for (int i = 0; i < MAX_HALVES; i++, factor /= 2) {
        if (!look(v, at, factor, &next) || (!v->deflate && next > (1 - factor / 4) * length))
            continue;
        for (int k = 0; k < v->s->n; k++)
            v->moved[k] += factor * v->x[k];
        v->passed += factor * v->part;
        v->shortened |= factor < 1;
        tml_steady_copy(v->s, &v->trial, at);
        return true;
    }
    return false;
}

static bool ran_away(const tml_steady_solver *v)
{
    for (int k = 0; k < v->s->n; k++)
        if (fabs(v->moved[k]) > FAR * v->s->system->size)
            return true;
    return false;
}

/* ---- the search ---- */

static tml_steady_end finish(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    if (tml_steady_evaluate(s, at))
        return TML_STEADY_STUCK;
    tml_steady_balance(s, at);
    tml_steady_accept(s, at);
    double far = tml_steady_far(s, at->q);
    for (int b = 1; b < s->system->nb; b++) /* gaps are differences of places */
        far = fmax(far, s->system->space ? tml_norm(s->work->motion3[b].x)
                                         : hypot(s->work->motion2[b].x, s->work->motion2[b].y));
    return s->residual <= tml_steady_enough(s, v->tolerance) && s->gap <= 1e-12 * far ? TML_STEADY_FOUND
                                                                                      : TML_STEADY_STUCK;
}

tml_steady_end tml_steady_solve(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    double before = INFINITY;
    memset(v->moved, 0, (size_t)s->n * sizeof(double));
    v->passed = 0;
    v->shortened = false;
    for (v->iterations = 0; v->iterations < v->most; v->iterations++) {
        if (tml_steady_evaluate(s, at))
            return v->iterations ? TML_STEADY_STUCK : TML_STEADY_NOT_FINITE;
        tml_steady_accept(s, at);
        tml_steady_balance(s, at);
        if (tml_steady_stiffen(s, at))
            return v->iterations ? TML_STEADY_STUCK : TML_STEADY_NOT_FINITE;
        tml_steady_factor(v, v->across);
        tml_steady_step(v, s->left, s->work->phi, v->passed, v->moved, v->x, &v->part);
        const double length = tml_steady_length(s, v->x, v->part);
        if (!isfinite(length))
            return TML_STEADY_STUCK;
        if (length <= 4 * DBL_EPSILON || (length < NEAR && length > 0.25 * before))
            return finish(v, at);
        const double factor_of = v->deflate && length > NEAR ? v->deflate(v->context, at, v->x) : 1;
        for (int k = 0; k < s->n; k++)
            v->x[k] *= factor_of;
        tml_steady_multipliers(v);
        if (!take(v, at, length)) {
            v->iterations += length < NEAR;
            return length < NEAR ? finish(v, at) : TML_STEADY_STUCK;
        }
        if (length < DONE) {
            v->iterations++;
            return finish(v, at);
        }
        if (ran_away(v))
            return TML_STEADY_RUNS_AWAY;
        before = length;
    }
    return TML_STEADY_MAX_ITERATIONS;
}

/* (Z'K Z - mu) z = -Z'(left + K n), mu falling with what is left (pseudo-transient continuation), then Newton. */
tml_steady_end tml_steady_creep(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    double mu = 0, before = 0;
    int steps = 0;
    for (; steps < MAX_CREEP; steps++) {
        if (tml_steady_evaluate(s, at))
            return TML_STEADY_STUCK;
        tml_steady_accept(s, at);
        tml_steady_balance(s, at);
        if (s->residual <= tml_steady_enough(s, v->tolerance) || tml_steady_stiffen(s, at))
            break;
        mu = steps == 0 ? s->residual / (CREEP * s->system->size) : mu * fmin(fmax(s->residual / before, 0.2), 3);
        before = s->residual;
        v->shift = mu;
        tml_steady_factor(v, NULL);
        v->shift = 0;
        tml_steady_step(v, s->left, s->work->phi, 0, v->moved, v->x, &v->part);
        const double length = tml_steady_length(s, v->x, 0), part = cap(v, at);
        if (!isfinite(length))
            return TML_STEADY_STUCK;
        if (tml_steady_far(s, at->q) > FAR * s->system->size)
            return TML_STEADY_RUNS_AWAY;
        if (length < 1e-3 && mu < 1e-6 * s->stiffest)
            break;
        mu *= part < 1 ? 4 : 1;
        tml_steady_displace(s, at, v->x, part, at);
    }
    const tml_steady_end end = tml_steady_solve(v, at);
    v->iterations += steps;
    return end;
}

bool tml_steady_close(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    for (int i = 0; i < MAX_CLOSE && s->rows; i++) {
        if (tml_steady_evaluate(s, at))
            return false;
        tml_steady_accept(s, at);
        if (s->gap <= 1e-9 * s->system->size)
            return true;
        tml_rank_qr_solve(&s->range, s->work->phi, v->x);
        for (int k = 0; k < s->n; k++)
            v->x[k] = -v->x[k];
        tml_steady_displace(s, at, v->x, cap(v, at), at);
    }
    return s->rows == 0;
}
