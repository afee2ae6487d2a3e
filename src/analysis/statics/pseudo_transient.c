/* pseudo_transient.c - pseudo-transient continuation on the constraint manifold, then Newton's method to rounding.
 *
 * Overdamped motion (no inertia) with the resistance mu: implicit Euler steps from q_0,
 *
 *   Z' (F(q) - mu s) = 0,  phi(q) = 0,        s the displacement from q_0 to q
 *
 * each solved by Newton's method: Z' (A + mu) x = Z' (F - mu s), G x = -phi. Each step decreases the potential energy,
 * however stiff some directions are, and is short enough (STEP_LIMIT) to stay in its basin; mu keeps stiffness + mu
 * positive definite, so that maxima and saddle points repel. mu = 0 is Newton's method: it ends the search as soon as
 * the stiffness is positive and its step short.
 */
#include "analysis/statics/pseudo_transient.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 2000, MAX_NEWTON = 12, MAX_POLISH = 12, MAX_RAISES = 40, LOOK_EVERY = 20 };
static const double STEP_LIMIT = 0.25;       /* of the size, or of the translation so far: the longest step */
static const double ROTATION_LIMIT = 0.5;    /* rad */
static const double SEARCH_RADIUS = 1000;    /* of the extent of the mechanism: where the search ends */
static const double SEARCH_ROTATION = 130;   /* rad, some twenty revolutions: where the search ends */
static const double STEP_TOLERANCE = 0.05;   /* of the residual at the start of a step: what may remain at its end */
static const double PERTURBATION = 1e-4;     /* of the size: the least displacement from an unstable equilibrium */
static const double MAX_ROUNDING = 1e-3;     /* of the acting forces: a larger residual is not taken for rounding */
static const double MAX_RESIDUAL_GROWTH = 4; /* of the tolerance: a step towards equilibrium does not leave more */
static const double CREEPS = 1e-3;           /* of the longest step: the path of LOOK_EVERY steps where most fail */
static const double GAINS = 0.9;             /* of the residual, by these */
static const double INDIFFERENT = 1e-9;      /* of the largest stiffness: regularizes indifferent motions */

typedef struct {
    tml_equilibrium *eq;
    tml_equilibrium_result *out;
    double tolerance;
    size_t n;
    double *q, *from;            /* (nq) */
    double *step, *displacement; /* (nv) lengths: in this step, in total */
    double *perturbation;        /* (nv) a small force that pushes it off an unstable equilibrium */
    double *x, *f;               /* (nv) */
    double *direction;           /* (nv) of the lowest stiffness */
    double max_translation;      /* the largest total translation */
    double search_radius;        /* where the search ends */
    bool evaluated_at_from;      /* eq is evaluated at `from` */
    const tml_step_guard *guard; /* NULL: none */
    bool changed;                /* the guard ends the search */
    int failures;                /* steps that were too long, since the last look at what is gained */
    double path, residual;       /* length of the steps since then, residual at that time */
} search;

static search *search_make(tml_equilibrium *eq, double tolerance, double *q, tml_equilibrium_result *out)
{
    tml_arena *arena = eq->arena;
    search *s = TML_NEW(arena, search);
    const size_t nv = (size_t)eq->system->nv, nq = (size_t)eq->system->nq;
    *s = (search){.eq = eq, .tolerance = tolerance, .n = nv, .q = q, .out = out};
    s->from = TML_NEW_ARRAY(arena, double, nq + 1);
    double **const vectors[] = {&s->step, &s->displacement, &s->perturbation, &s->x, &s->f, &s->direction};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, nv + 1);
    out->along = TML_NEW_ARRAY(arena, double, nv + 1);
    s->search_radius = SEARCH_RADIUS * tml_mechanism_extent(s->eq->system, s->q);
    return s;
}

/* ---- residual and tolerances ---- */

/* The residual relative to its tolerance. */
static double relative_residual(const search *s)
{
    const tml_equilibrium *eq = s->eq;
    const double force = fmax(s->tolerance * eq->scale, fmin(eq->rounding, MAX_ROUNDING * eq->scale));
    const double gap = fmax(1e-13 * eq->system->size, 64 * DBL_EPSILON * tml_mechanism_extent(s->eq->system, s->q));
    return fmax(force > 0 ? eq->max_residual / force : 0, eq->gap / gap);
}

/* Stiffness indistinguishable from zero: rounding of springs, or of forces that rotate with their bodies. */
static double zero_stiffness(const search *s)
{
    const double n = (double)s->n;
    return 256 * DBL_EPSILON * (fmin(n, 10 * sqrt(n)) + 10) *
           fmax(s->eq->max_stiffness, s->eq->scale / s->eq->system->size);
}

/* ---- one step ---- */

/* Length of x relative to the longest step. */
static double step_ratio(const search *s, const double *x)
{
    const tml_system *sys = s->eq->system;
    const double slide = fmax(STEP_LIMIT * sys->size, STEP_LIMIT * s->max_translation),
                 turn = ROTATION_LIMIT * sys->size;
    double max = 0;
    for (size_t j = 0; j < s->n; j++)
        max = fmax(max, fabs(x[j]) / ((int)j % sys->nvb < (sys->space ? 3 : 2) ? slide : turn));
    return isfinite(max) ? max : INFINITY;
}

/* f = F + perturbation - mu s; returns the largest entry of its projection on Z */
static double right_side(search *s, double mu)
{
    double max = 0;
    for (size_t j = 0; j < s->n; j++)
        s->f[j] = s->eq->residual[j] + s->perturbation[j] - mu * s->step[j];
    s->eq->class->project(s->eq, s->f, s->x);
    for (size_t j = 0; j < s->n; j++)
        max = fmax(max, fabs(s->x[j]));
    return max;
}

/* One implicit Euler step from s->from by Newton's method. False: it does not converge within the limits. */
static bool euler_step(search *s, double mu)
{
    tml_equilibrium *eq = s->eq;
    double first = 0;
    memcpy(s->q, s->from, (size_t)eq->system->nq * sizeof(double));
    memset(s->step, 0, s->n * sizeof(double));
    for (int i = 0;; i++) {
        if ((i > 0 || !s->evaluated_at_from) && tml_equilibrium_evaluate(eq, s->q))
            return false;
        s->evaluated_at_from = false;
        const double now = right_side(s, mu);
        if (i == 0)
            first = now;
        else if ((now <= STEP_TOLERANCE * first && eq->gap <= 1e-9 * eq->system->size) || relative_residual(s) <= 1)
            return !s->out->conservative || eq->class->is_positive(eq, mu + zero_stiffness(s));
        if (i == MAX_NEWTON || !tml_equilibrium_solve(eq, mu, 0, false, s->f, s->x) || step_ratio(s, s->x) > 1)
            return false;
        s->out->iterations++;
        for (size_t j = 0; j < s->n; j++)
            s->step[j] += s->x[j];
        if (step_ratio(s, s->step) > 1.5)
            return false;
        tml_equilibrium_displace(eq, s->x, s->q);
    }
}

static void accept(search *s)
{
    const tml_system *sys = s->eq->system;
    tml_workspace_measure(s->eq->work, 0, sys->measure_count);
    tml_workspace_accept_angles(s->eq->work);
    for (size_t j = 0; j < s->n; j++) {
        s->displacement[j] += s->step[j];
        if ((int)j % sys->nvb < (sys->space ? 3 : 2))
            s->max_translation = fmax(s->max_translation, fabs(s->displacement[j]));
    }
    memcpy(s->out->along, s->step, s->n * sizeof(double));
}

/* ---- descent ---- */

/* At an unstable equilibrium (a maximum or a saddle point) no force acts: a small one along the direction of lowest
 * stiffness pushes it off. */
static void find_perturbation(search *s, double lowest)
{
    const double least = -lowest * PERTURBATION * s->eq->system->size;
    double along = 0, largest = 0;
    memset(s->perturbation, 0, s->n * sizeof(double));
    if (!(lowest < -zero_stiffness(s)) || !s->eq->conservative)
        return;
    for (size_t j = 0; j < s->n; j++)
        along += s->direction[j] * s->eq->residual[j];
    if (fabs(along) >= least)
        return;
    for (size_t j = 0; j < s->n; j++)
        largest = fabs(s->direction[j]) > fabs(largest) * (1 + 1e-6) ? s->direction[j] : largest;
    const bool up = fabs(along) > s->eq->rounding ? along > 0 : largest > 0;
    for (size_t j = 0; j < s->n; j++)
        s->perturbation[j] = ((up ? least : -least) - along) * s->direction[j];
}

static bool is_unbounded(const search *s)
{
    const tml_system *sys = s->eq->system;
    for (size_t j = 0; j < s->n; j++)
        if (fabs(s->displacement[j]) >
            ((int)j % sys->nvb < (sys->space ? 3 : 2) ? s->search_radius : SEARCH_ROTATION * sys->size))
            return true;
    return false;
}

/* One step with mu, or with the smallest larger value that succeeds. */
static bool take_step(search *s, double *mu)
{
    double force = 0;
    for (size_t j = 0; j < s->n; j++)
        force += s->eq->residual[j] * s->eq->residual[j];
    const double mu_of_limit =
        sqrt(force) / (STEP_LIMIT * s->eq->system->size); /* mu for a step of one limit where nothing is stiff */
    memcpy(s->from, s->q, (size_t)s->eq->system->nq * sizeof(double));
    s->evaluated_at_from = true;
    for (int i = 0; i < MAX_RAISES && !s->changed; i++) {
        const tml_step_verdict verdict = !euler_step(s, *mu) ? TML_STEP_TOO_LONG
                                         : !s->guard         ? TML_STEP_GOOD
                                                     : s->guard->judge(s->guard->context, s->from, s->step, s->q);
        if (verdict == TML_STEP_GOOD)
            return true;
        s->changed = verdict == TML_STEP_ENDS;
        s->failures++;
        *mu = fmax(6 * *mu, 1e-4 * mu_of_limit);
    }
    memcpy(s->q, s->from, (size_t)s->eq->system->nq * sizeof(double));
    tml_equilibrium_evaluate(s->eq, s->q);
    return false;
}

/* After every so many steps: whether at least as many failed, the way is next to nothing and no force is less. It creeps along an edge at which
 * a force or a row jumps, and would for thousands of steps. */
static bool creeps(search *s)
{
    s->path += step_ratio(s, s->step);
    if ((s->out->steps + 1) % LOOK_EVERY)
        return false;
    const bool stuck = s->failures >= LOOK_EVERY && s->path < CREEPS && s->eq->max_residual > GAINS * s->residual;
    s->failures = 0;
    s->path = 0;
    s->residual = s->eq->max_residual;
    return stuck;
}

static tml_equilibrium_status descend(search *s, tml_equilibrium_progress *watch, void *context)
{
    double mu = 0;
    for (;; s->out->steps++) {
        if (relative_residual(s) <= 1)
            return TML_EQUILIBRIUM_FOUND;
        if (is_unbounded(s))
            return TML_EQUILIBRIUM_UNBOUNDED;
        if (s->out->steps == MAX_STEPS)
            return TML_EQUILIBRIUM_MAX_ITERATIONS;
        if (watch && watch(context, s->out->steps))
            return TML_EQUILIBRIUM_STOPPED;
        const double least = zero_stiffness(s);
        double lowest;
        int below, within;
        if (!s->eq->class->curvature(s->eq, least, &below, &within, &lowest, s->direction))
            return TML_EQUILIBRIUM_CURVATURE_UNKNOWN;
        s->out->conservative = lowest == INFINITY || s->eq->conservative;
        find_perturbation(s, lowest);
        mu = fmax(mu / 10, lowest < -least ? -2 * lowest : lowest <= least ? INDIFFERENT * s->eq->max_stiffness : 0);
        mu = mu < 1e-6 * s->eq->max_residual / s->eq->system->size && lowest > least ? 0 : mu;
        if (!take_step(s, &mu))
            return s->changed ? TML_EQUILIBRIUM_CHANGED : TML_EQUILIBRIUM_STALLED;
        accept(s);
        if (creeps(s))
            return TML_EQUILIBRIUM_STALLED;
        if (s->guard && !s->guard->accept(s->guard->context))
            return TML_EQUILIBRIUM_CHANGED;
    }
}

/* ---- at equilibrium ---- */

/* Newton's method while its steps shrink. The residual is no criterion here: in stiff directions it is rounding long
 * before the soft ones have converged. */
static void polish(search *s)
{
    tml_equilibrium *eq = s->eq;
    const double regularization = s->out->indifferent ? INDIFFERENT * eq->max_stiffness : 0;
    double before = 1;
    memset(s->perturbation, 0, s->n * sizeof(double));
    memset(s->step, 0, s->n * sizeof(double));
    memcpy(s->from, s->q, (size_t)eq->system->nq * sizeof(double));
    for (int i = 0; i < MAX_POLISH; i++) {
        right_side(s, 0);
        const bool solved = tml_equilibrium_solve(eq, 0, regularization, true, s->x, s->f);
        const double length = solved ? step_ratio(s, s->f) : INFINITY;
        s->out->iterations++;
        if (!(length < 0.5 * before) || length == 0)
            break;
        tml_equilibrium_displace(eq, s->f, s->q);
        if (tml_equilibrium_evaluate(eq, s->q)) {
            before = INFINITY;
            break;
        }
        before = length;
    }
    if (before == INFINITY ||
        relative_residual(s) > MAX_RESIDUAL_GROWTH) { /* a force is discontinuous nearby: go back */
        memcpy(s->q, s->from, (size_t)eq->system->nq * sizeof(double));
        tml_equilibrium_evaluate(eq, s->q);
    }
}

/* Ignorable coordinates count as motions without stiffness, except rotations of bodies without inertia, which are no
 * degrees of freedom. */
static void count_ignorable(search *s)
{
    const tml_system *sys = s->eq->system;
    for (int j = 0; j < sys->nv; j++) {
        const int body = j / sys->nvb + 1, axis = j % sys->nvb - (sys->space ? 3 : 0);
        const bool turns = axis >= (sys->space ? 0 : 2);
        if (!s->eq->ignorable[j] ||
            (turns && sys->masses[body].inertia.m[axis][axis] == sys->masses[body].substitute_inertia.m[axis][axis]))
            continue;
        if (s->out->unstable + s->out->indifferent++ == 0)
            s->out->along[j] = 1;
    }
}

/* Directions of negative and of zero stiffness. */
static void classify_stability(search *s)
{
    tml_equilibrium_result *out = s->out;
    double lowest;
    memset(out->along, 0, s->n * sizeof(double));
    if (!s->eq->class->curvature(s->eq, zero_stiffness(s), &out->unstable, &out->indifferent, &lowest, s->direction))
        out->end = TML_EQUILIBRIUM_CURVATURE_UNKNOWN;
    out->conservative = s->eq->conservative;
    if (lowest != INFINITY && out->conservative)
        memcpy(out->along, s->direction, s->n * sizeof(double));
    count_ignorable(s);
}

tml_equilibrium_result tml_pseudo_transient_solve(tml_equilibrium *eq, double tolerance, double *q,
                                                  const tml_step_guard *guard, tml_equilibrium_progress *watch,
                                                  void *context)
{
    tml_equilibrium_result out = {.conservative = true};
    search *s = search_make(eq, tolerance, q, &out);
    s->guard = guard;
    out.end = tml_equilibrium_evaluate(eq, q) ? TML_EQUILIBRIUM_NOT_FINITE : descend(s, watch, context);
    if (out.end == TML_EQUILIBRIUM_STALLED || out.end == TML_EQUILIBRIUM_CURVATURE_UNKNOWN)
        memcpy(out.along, eq->residual, s->n * sizeof(double));
    if (out.end == TML_EQUILIBRIUM_FOUND) {
        classify_stability(s);
        polish(s);
        classify_stability(s);
        if (eq->class->minimum_norm_reactions)
            eq->class->minimum_norm_reactions(eq);
        tml_workspace_measure(eq->work, 0, eq->system->measure_count);
        tml_workspace_accept_angles(eq->work);
    }
    return out;
}
