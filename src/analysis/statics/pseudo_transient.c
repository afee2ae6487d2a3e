/* pseudo_transient.c - pseudo-transient continuation on the constraints, then Newton to rounding.
 *
 * Motion without inertia, against a resistance of mu for each unit of the way: implicit Euler from q_0,
 *
 *   Z' (F(q) - mu s) = 0,  phi(q) = 0,        s the way from q_0 to q
 *
 * by Newton with Z' (A + mu) x = Z' (F - mu s), G x = -phi. Each step goes downhill, however stiff some directions
 * are, and is short enough (CAP) to stay in the valley it is in; mu keeps the stiffness + mu positive, so that maxima and saddles
 * repel. mu = 0 is Newton's method: taken where stiffness is positive and the step short, it ends the search.
 */
#include "analysis/statics/pseudo_transient.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 2000, MAX_NEWTON = 12, MAX_POLISH = 12, MAX_RAISES = 40 };
static const double CAP = 0.25;          /* of the size (or of the way gone): the longest step */
static const double CAP_TURN = 0.5;      /* rad */
static const double FAR = 1000;          /* of its extent: farther away nothing is looked for */
static const double FAR_TURN = 130;      /* rad, some twenty turns */
static const double ENOUGH = 0.05;       /* of the force at the start of a step may be left at its end */
static const double NUDGE = 1e-4;        /* of the size: how far it is taken from the top of a hill at least */
static const double MAX_ROUNDING = 1e-3; /* of the forces at play: more is not taken for rounding */
static const double WORSE = 4;           /* of what may be left over: more is left by no step towards equilibrium */
static const double INDIFFERENT = 1e-9;  /* of the stiffest: what holds motions that nothing else holds */

typedef struct {
    tml_equilibrium *r;
    tml_settling *out;
    double tolerance;
    size_t n;
    double *q, *from;     /* (nq) */
    double *moved, *gone; /* (nv) lengths: in this step, in all */
    double *push;         /* (nv) a small force that takes it from the top of a hill */
    double *x, *f;        /* (nv) */
    double *direction;    /* (nv) of the lowest stiffness */
    double far;           /* the largest way gone in a straight line */
    double reach;         /* how far away something is looked for */
    bool there;           /* rest is evaluated at `from` */
} search;

static search *search_make(tml_equilibrium *r, double tolerance, double *q, tml_settling *out)
{
    tml_arena *arena = r->arena;
    search *s = TML_NEW(arena, search);
    const size_t nv = (size_t)r->system->nv, nq = (size_t)r->system->nq;
    *s = (search){.r = r, .tolerance = tolerance, .n = nv, .q = q, .out = out};
    s->from = TML_NEW_ARRAY(arena, double, nq + 1);
    double **const vectors[] = {&s->moved, &s->gone, &s->push, &s->x, &s->f, &s->direction};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, nv + 1);
    out->along = TML_NEW_ARRAY(arena, double, nv + 1);
    s->reach = FAR * tml_mechanism_extent(s->r->system, s->q);
    return s;
}

/* ---- where it is ---- */

/* How much is left, as a part of what may be left. */
static double left_over(const search *s)
{
    const tml_equilibrium *r = s->r;
    const double force = fmax(s->tolerance * r->scale, fmin(r->rounding, MAX_ROUNDING * r->scale));
    const double gap = fmax(1e-13 * r->system->size, 64 * DBL_EPSILON * tml_mechanism_extent(s->r->system, s->q));
    return fmax(force > 0 ? r->residual / force : 0, r->gap / gap);
}

/* Stiffness that is only rounding, of springs or of the forces that turn with their bodies. */
static double nothing(const search *s)
{
    const double n = (double)s->n;
    return 256 * DBL_EPSILON * (fmin(n, 10 * sqrt(n)) + 10) * fmax(s->r->stiffest, s->r->scale / s->r->system->size);
}

/* ---- one step ---- */

/* Length of x as a part of the longest step. */
static double part_of_cap(const search *s, const double *x)
{
    const tml_system *sys = s->r->system;
    const double slide = fmax(CAP * sys->size, CAP * s->far), turn = CAP_TURN * sys->size;
    double most = 0;
    for (size_t j = 0; j < s->n; j++)
        most = fmax(most, fabs(x[j]) / ((int)j % sys->nvb < (sys->space ? 3 : 2) ? slide : turn));
    return isfinite(most) ? most : INFINITY;
}

/* f = F + push - mu s; returns the largest of it along Z */
static double right_side(search *s, double mu)
{
    double most = 0;
    for (size_t j = 0; j < s->n; j++)
        s->f[j] = s->r->left[j] + s->push[j] - mu * s->moved[j];
    s->r->class->project(s->r, s->f, s->x);
    for (size_t j = 0; j < s->n; j++)
        most = fmax(most, fabs(s->x[j]));
    return most;
}

/* From s->from by Newton to the end of a step of implicit Euler. False: it does not get there within bounds. */
static bool step(search *s, double mu)
{
    tml_equilibrium *r = s->r;
    double first = 0;
    memcpy(s->q, s->from, (size_t)r->system->nq * sizeof(double));
    memset(s->moved, 0, s->n * sizeof(double));
    for (int i = 0;; i++) {
        if ((i > 0 || !s->there) && tml_equilibrium_evaluate(r, s->q))
            return false;
        s->there = false;
        const double now = right_side(s, mu);
        if (i == 0)
            first = now;
        else if ((now <= ENOUGH * first && r->gap <= 1e-9 * r->system->size) || left_over(s) <= 1)
            return !s->out->conservative || r->class->is_positive(r, mu + nothing(s));
        if (i == MAX_NEWTON || !tml_equilibrium_solve(r, mu, 0, false, s->f, s->x) || part_of_cap(s, s->x) > 1)
            return false;
        s->out->iterations++;
        for (size_t j = 0; j < s->n; j++)
            s->moved[j] += s->x[j];
        if (part_of_cap(s, s->moved) > 1.5)
            return false;
        tml_equilibrium_displace(r, s->x, s->q);
    }
}

static void accept(search *s)
{
    const tml_system *sys = s->r->system;
    tml_workspace_measure(s->r->work, 0, sys->measure_count);
    tml_workspace_accept_angles(s->r->work);
    for (size_t j = 0; j < s->n; j++) {
        s->gone[j] += s->moved[j];
        if ((int)j % sys->nvb < (sys->space ? 3 : 2))
            s->far = fmax(s->far, fabs(s->gone[j]));
    }
    memcpy(s->out->along, s->moved, s->n * sizeof(double));
}

/* ---- the way down ---- */

/* On the top of a hill, and on a ridge, nothing pushes it off: a small force along the weakest direction does. */
static void find_push(search *s, double lowest)
{
    const double least = -lowest * NUDGE * s->r->system->size;
    double along = 0, largest = 0;
    memset(s->push, 0, s->n * sizeof(double));
    if (!(lowest < -nothing(s)) || !s->r->conservative)
        return;
    for (size_t j = 0; j < s->n; j++)
        along += s->direction[j] * s->r->left[j];
    if (fabs(along) >= least)
        return;
    for (size_t j = 0; j < s->n; j++)
        largest = fabs(s->direction[j]) > fabs(largest) * (1 + 1e-6) ? s->direction[j] : largest;
    const bool up = fabs(along) > s->r->rounding ? along > 0 : largest > 0;
    for (size_t j = 0; j < s->n; j++)
        s->push[j] = ((up ? least : -least) - along) * s->direction[j];
}

static bool ran_away(const search *s)
{
    const tml_system *sys = s->r->system;
    for (size_t j = 0; j < s->n; j++)
        if (fabs(s->gone[j]) > ((int)j % sys->nvb < (sys->space ? 3 : 2) ? s->reach : FAR_TURN * sys->size))
            return true;
    return false;
}

/* One step with mu, or with the least larger one that works. */
static bool go(search *s, double *mu)
{
    double pull = 0;
    for (size_t j = 0; j < s->n; j++)
        pull += s->r->left[j] * s->r->left[j];
    const double sure = sqrt(pull) / (CAP * s->r->system->size); /* a step of one cap where nothing is stiff */
    memcpy(s->from, s->q, (size_t)s->r->system->nq * sizeof(double));
    s->there = true;
    for (int i = 0; i < MAX_RAISES; i++) {
        if (step(s, *mu))
            return true;
        *mu = fmax(6 * *mu, 1e-4 * sure);
    }
    memcpy(s->q, s->from, (size_t)s->r->system->nq * sizeof(double));
    tml_equilibrium_evaluate(s->r, s->q);
    return false;
}

static tml_settle_end descend(search *s, tml_settle_watch *watch, void *context)
{
    double mu = 0;
    for (;; s->out->steps++) {
        if (left_over(s) <= 1)
            return TML_SETTLE_RESTS;
        if (ran_away(s))
            return TML_SETTLE_RUNS_AWAY;
        if (s->out->steps == MAX_STEPS)
            return TML_SETTLE_MAX_ITERATIONS;
        if (watch && watch(context, s->out->steps))
            return TML_SETTLE_STOPPED;
        const double least = nothing(s);
        double lowest;
        int below, within;
        if (!s->r->class->curvature(s->r, least, &below, &within, &lowest, s->direction))
            return TML_SETTLE_UNKNOWN;
        s->out->conservative = lowest == INFINITY || s->r->conservative;
        find_push(s, lowest);
        mu = fmax(mu / 10, lowest < -least ? -2 * lowest : lowest <= least ? INDIFFERENT * s->r->stiffest : 0);
        mu = mu < 1e-6 * s->r->residual / s->r->system->size && lowest > least ? 0 : mu;
        if (!go(s, &mu))
            return TML_SETTLE_STUCK;
        accept(s);
    }
}

/* ---- at rest ---- */

/* Newton while its steps become shorter. The forces left are no measure here: in stiff directions they are rounding long before
 * the soft ones are found. */
static void polish(search *s)
{
    tml_equilibrium *r = s->r;
    const double hold = s->out->indifferent ? INDIFFERENT * r->stiffest : 0;
    double before = 1;
    memset(s->push, 0, s->n * sizeof(double));
    memset(s->moved, 0, s->n * sizeof(double));
    memcpy(s->from, s->q, (size_t)r->system->nq * sizeof(double));
    for (int i = 0; i < MAX_POLISH; i++) {
        right_side(s, 0);
        const bool solved = tml_equilibrium_solve(r, 0, hold, true, s->x, s->f);
        const double length = solved ? part_of_cap(s, s->f) : INFINITY;
        s->out->iterations++;
        if (!(length < 0.5 * before) || length == 0)
            break;
        tml_equilibrium_displace(r, s->f, s->q);
        if (tml_equilibrium_evaluate(r, s->q)) {
            before = INFINITY;
            break;
        }
        before = length;
    }
    if (before == INFINITY || left_over(s) > WORSE) { /* a force jumps beside it: back */
        memcpy(s->q, s->from, (size_t)r->system->nq * sizeof(double));
        tml_equilibrium_evaluate(r, s->q);
    }
}

/* Coordinates on which nothing acts are motions without stiffness, but for the rotations of a body without inertia: those are no
 * motions at all. */
static void count_ignorable(search *s)
{
    const tml_system *sys = s->r->system;
    for (int j = 0; j < sys->nv; j++) {
        const int body = j / sys->nvb + 1, axis = j % sys->nvb - (sys->space ? 3 : 0);
        const bool turns = axis >= (sys->space ? 0 : 2);
        if (!s->r->ignorable[j] ||
            (turns && sys->masses[body].inertia.m[axis][axis] == sys->masses[body].stand_in.m[axis][axis]))
            continue;
        if (s->out->unstable + s->out->indifferent++ == 0)
            s->out->along[j] = 1;
    }
}

/* Directions of negative and of no stiffness. */
static void judge(search *s)
{
    tml_settling *out = s->out;
    double lowest;
    memset(out->along, 0, s->n * sizeof(double));
    if (!s->r->class->curvature(s->r, nothing(s), &out->unstable, &out->indifferent, &lowest, s->direction))
        out->end = TML_SETTLE_UNKNOWN;
    out->conservative = s->r->conservative;
    if (lowest != INFINITY && out->conservative)
        memcpy(out->along, s->direction, s->n * sizeof(double));
    count_ignorable(s);
}

tml_settling tml_settle(tml_equilibrium *r, double tolerance, double *q, tml_settle_watch *watch, void *context)
{
    tml_settling out = {.conservative = true};
    search *s = search_make(r, tolerance, q, &out);
    out.end = tml_equilibrium_evaluate(r, q) ? TML_SETTLE_NOT_FINITE : descend(s, watch, context);
    if (out.end == TML_SETTLE_STUCK || out.end == TML_SETTLE_UNKNOWN)
        memcpy(out.along, r->left, s->n * sizeof(double));
    if (out.end == TML_SETTLE_RESTS) {
        judge(s);
        polish(s);
        judge(s);
        if (r->class->react)
            r->class->react(r);
        tml_workspace_measure(r->work, 0, r->system->measure_count);
        tml_workspace_accept_angles(r->work);
    }
    return out;
}
