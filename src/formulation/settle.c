/* settle.c - pseudo-transient continuation on the constraints, then Newton to rounding.
 *
 * Motion without inertia, against a resistance of mu for each unit of the way: implicit Euler from q_0,
 *
 *   Z' (F(q) - mu s) = 0,  phi(q) = 0,        s the way from q_0 to q
 *
 * by Newton with (stiffness + mu) z = Z' (F - mu s + K n), n closing phi. Each step goes downhill, however stiff some directions
 * are, and is short enough (CAP) to stay in the valley it is in; mu keeps stiffness + mu positive, so that maxima and saddles
 * repel. mu = 0 is Newton's method: taken where stiffness is positive and the step short, it ends the search.
 */
#include "formulation/settle.h"
#include "math/spectrum.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { STEPS_MOST = 2000, NEWTON_MOST = 12, POLISH_MOST = 12, RAISES_MOST = 40 };
static const double CAP = 0.25;           /* of the size (or of the way gone): the longest step */
static const double CAP_TURN = 0.5;       /* rad */
static const double FAR = 1000;           /* of its extent: farther away nothing is looked for */
static const double FAR_TURN = 130;       /* rad, some twenty turns */
static const double ENOUGH = 0.05;        /* of the force at the start of a step may be left at its end */
static const double NUDGE = 1e-4;         /* of the size: how far it is taken from the top of a hill at least */
static const double ROUNDING_MOST = 1e-3; /* of the forces at play: more is not taken for rounding */
static const double INDIFFERENT = 1e-9;   /* of the stiffest: what holds motions that nothing else holds */

typedef struct {
    tml_rest *r;
    tml_spectrum spectrum;
    tml_settling *out;
    double tolerance;
    size_t n;
    double *q, *from;        /* (nq) */
    double *moved, *gone;    /* (nv) lengths: in this step, in all */
    double *push;            /* (nv) a small force that takes it from the top of a hill */
    double *x, *closing, *h; /* (nv) */
    double *matrix;          /* (nv x nv) */
    lapack_int *pivots;      /* (nv) */
    double far;              /* the largest way gone in a straight line */
    double reach;            /* how far away something is looked for */
    bool there;              /* rest is evaluated at `from` */
} search;

/* Largest coordinate, at least the size. */
static double extent(const search *s)
{
    double far = s->r->system->size;
    for (int j = 0; j < s->r->system->nq; j++)
        far = fmax(far, fabs(s->q[j]));
    return far;
}

static search *search_make(tml_rest *r, double tolerance, double *q, tml_settling *out)
{
    tml_arena *arena = r->arena;
    search *s = TML_NEW(arena, search);
    const size_t nv = (size_t)r->system->nv, nq = (size_t)r->system->nq;
    *s = (search){.r = r, .tolerance = tolerance, .n = nv, .q = q, .out = out};
    s->spectrum = tml_spectrum_make(r->system->nv, arena);
    s->from = TML_NEW_ARRAY(arena, double, nq + 1);
    double **const vectors[] = {&s->moved, &s->gone, &s->push, &s->x, &s->closing, &s->h};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, nv + 1);
    s->matrix = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    s->pivots = TML_NEW_ARRAY(arena, lapack_int, nv + 1);
    out->along = TML_NEW_ARRAY(arena, double, nv + 1);
    s->reach = FAR * extent(s);
    return s;
}

/* ---- where it is ---- */

/* How much is left, as a part of what may be left. */
static double left_over(const search *s)
{
    const tml_rest *r = s->r;
    const double force = fmax(s->tolerance * r->scale, fmin(r->rounding, ROUNDING_MOST * r->scale));
    const double gap = fmax(1e-13 * r->system->size, 64 * DBL_EPSILON * extent(s));
    return fmax(force > 0 ? r->residual / force : 0, r->gap / gap);
}

/* Stiffness that is only rounding. */
static double nothing(const search *s)
{
    return 256 * DBL_EPSILON * (double)(s->n + 10) * s->r->stiffest;
}

/* stiffness + mu (its symmetric part) by Cholesky: whether it is positive. */
static bool is_positive(search *s, double mu, double least)
{
    const size_t n = (size_t)s->r->free_count;
    const double *A = s->r->stiffness;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            s->matrix[i * n + j] = 0.5 * (A[i * n + j] + A[j * n + i]) + (i == j) * mu;
    return tml_cholesky(s->matrix, (int)n, least);
}

/* The lowest stiffness; where all is clearly positive, only that it is. NaN: it cannot be found. */
static double find_lowest(search *s)
{
    const int n = s->r->free_count;
    if (n == 0 || is_positive(s, 0, 1e-8))
        return INFINITY;
    if (!tml_spectrum_find(&s->spectrum, s->r->stiffness, n, 1e-9 * s->r->stiffest))
        tml_arena_give_up(s->r->arena);
    return s->spectrum.values[0];
}

/* x = Z z */
static void out_of_free(const search *s, const double *z, double *x)
{
    const double *Z = tml_range_free(&s->r->range);
    for (int k = 0; k < s->r->free_count; k++)
        for (size_t j = 0; j < s->n; j++)
            x[j] += z[k] * Z[(size_t)k * s->n + j];
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

/* h = Z' (F + push - mu s + K n), n = closing; returns the largest of F + push - mu s along Z */
static double right_side(search *s, double mu)
{
    const tml_rest *r = s->r;
    const double *Z = tml_range_free(&r->range);
    double most = 0;
    for (size_t i = 0; i < s->n; i++)
        s->x[i] = s->push[i] - mu * s->moved[i];
    for (int k = 0; k < r->free_count; k++) {
        s->h[k] = r->pull[k];
        for (size_t i = 0; i < s->n; i++)
            s->h[k] += Z[(size_t)k * s->n + i] * s->x[i];
        most = fmax(most, fabs(s->h[k]));
    }
    if (r->gap == 0) {
        memset(s->closing, 0, s->n * sizeof(double));
        return most;
    }
    tml_range_reach(&r->range, r->work->phi, s->closing);
    for (size_t i = 0; i < s->n; i++)
        s->closing[i] = -s->closing[i];
    memset(s->x, 0, s->n * sizeof(double));
    for (size_t j = 0; j < s->n; j++)
        for (size_t i = 0; s->closing[j] != 0 && i < s->n; i++)
            s->x[i] += r->K[j * s->n + i] * s->closing[j];
    for (int k = 0; k < r->free_count; k++)
        for (size_t i = 0; i < s->n; i++)
            s->h[k] += Z[(size_t)k * s->n + i] * s->x[i];
    return most;
}

/* x = n + Z z with (stiffness + mu) z = h. False: singular. */
static bool solve(search *s, double mu)
{
    const int n = s->r->free_count;
    s->out->iterations++;
    memcpy(s->matrix, s->r->stiffness, (size_t)n * (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++)
        s->matrix[(size_t)k * (size_t)(n + 1)] += mu;
    if (n && LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, s->matrix, n, s->pivots, s->h, n) != 0)
        return false;
    memcpy(s->x, s->closing, s->n * sizeof(double));
    out_of_free(s, s->h, s->x);
    return true;
}

/* From s->from by Newton to the end of a step of implicit Euler. False: it does not get there within bounds. */
static bool step(search *s, double mu)
{
    tml_rest *r = s->r;
    double first = 0;
    memcpy(s->q, s->from, (size_t)r->system->nq * sizeof(double));
    memset(s->moved, 0, s->n * sizeof(double));
    for (int i = 0;; i++) {
        if ((i > 0 || !s->there) && tml_rest_evaluate(r, s->q))
            return false;
        s->there = false;
        const double now = right_side(s, mu);
        if (i == 0)
            first = now;
        else if ((now <= ENOUGH * first && r->gap <= 1e-9 * r->system->size) || left_over(s) <= 1)
            return !s->out->conservative || is_positive(s, mu + nothing(s), 0);
        if (i == NEWTON_MOST || !solve(s, mu) || part_of_cap(s, s->x) > 1)
            return false;
        for (size_t j = 0; j < s->n; j++)
            s->moved[j] += s->x[j];
        if (part_of_cap(s, s->moved) > 1.5)
            return false;
        tml_rest_displace(r, s->x, s->q);
    }
}

static void accept(search *s)
{
    const tml_system *sys = s->r->system;
    tml_work_measure(s->r->work, 0, sys->measure_count);
    tml_work_accept_turns(s->r->work);
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
    const int n = s->r->free_count;
    const double least = -lowest * NUDGE * s->r->system->size;
    double along = 0, largest = 0;
    memset(s->push, 0, s->n * sizeof(double));
    if (!(lowest < -nothing(s)) || !s->spectrum.symmetric)
        return;
    for (int k = 0; k < n; k++)
        along += s->spectrum.vectors[k] * s->r->pull[k];
    if (fabs(along) >= least)
        return;
    memset(s->x, 0, s->n * sizeof(double));
    out_of_free(s, s->spectrum.vectors, s->x);
    for (size_t j = 0; j < s->n; j++)
        largest = fabs(s->x[j]) > fabs(largest) * (1 + 1e-6) ? s->x[j] : largest;
    const bool up = fabs(along) > s->r->rounding ? along > 0 : largest > 0;
    for (size_t j = 0; j < s->n; j++)
        s->push[j] = ((up ? least : -least) - along) * s->x[j];
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
    for (int k = 0; k < s->r->free_count; k++)
        pull += s->r->pull[k] * s->r->pull[k];
    const double sure = sqrt(pull) / (CAP * s->r->system->size); /* a step of one cap where nothing is stiff */
    memcpy(s->from, s->q, (size_t)s->r->system->nq * sizeof(double));
    s->there = true;
    for (int i = 0; i < RAISES_MOST; i++) {
        if (step(s, *mu))
            return true;
        *mu = fmax(6 * *mu, 1e-4 * sure);
    }
    memcpy(s->q, s->from, (size_t)s->r->system->nq * sizeof(double));
    tml_rest_evaluate(s->r, s->q);
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
        if (s->out->steps == STEPS_MOST)
            return TML_SETTLE_TIRED;
        if (watch && watch(context, s->out->steps))
            return TML_SETTLE_STOPPED;
        const double lowest = find_lowest(s), least = nothing(s);
        if (isnan(lowest))
            return TML_SETTLE_NOT_FINITE;
        s->out->conservative = lowest == INFINITY || s->spectrum.symmetric;
        find_push(s, lowest);
        mu = fmax(mu / 10, lowest < -least ? -2 * lowest : lowest <= least ? INDIFFERENT * s->r->stiffest : 0);
        mu = mu < 1e-6 * s->r->residual / s->r->system->size && lowest > least ? 0 : mu;
        if (!go(s, &mu))
            return TML_SETTLE_STUCK;
        accept(s);
    }
}

/* ---- at rest ---- */

/* Newton while its steps become shorter. What is left of forces is no measure here: in stiff directions it is rounding long
 * before the soft ones are found. */
static void polish(search *s)
{
    tml_rest *r = s->r;
    const double mu = s->out->indifferent ? INDIFFERENT * r->stiffest : 0;
    double before = 1;
    memset(s->push, 0, s->n * sizeof(double));
    memset(s->moved, 0, s->n * sizeof(double));
    for (int i = 0; i < POLISH_MOST; i++) {
        right_side(s, 0);
        const double length = solve(s, mu) ? part_of_cap(s, s->x) : INFINITY;
        if (!(length < 0.5 * before) || length == 0)
            return;
        memcpy(s->from, s->q, (size_t)r->system->nq * sizeof(double));
        tml_rest_displace(r, s->x, s->q);
        if (tml_rest_evaluate(r, s->q)) {
            memcpy(s->q, s->from, (size_t)r->system->nq * sizeof(double));
            tml_rest_evaluate(r, s->q);
            return;
        }
        before = length;
    }
}

/* A point without inertia that nothing turns: its turns are no motions. Taken out of `along`; returns how many. */
static int drop_idle(search *s)
{
    const tml_rest *r = s->r;
    const tml_system *sys = r->system;
    int count = 0;
    for (int j = 0; j < sys->nv; j++) {
        const int body = j / sys->nvb + 1, axis = j % sys->nvb - (sys->space ? 3 : 0);
        bool idle = axis >= (sys->space ? 0 : 2) &&
                    sys->masses[body].inertia.m[axis][axis] == sys->masses[body].stand_in.m[axis][axis];
        for (size_t i = 0; idle && i < s->n; i++)
            idle = r->K[(size_t)j * s->n + i] == 0 && r->K[i * s->n + (size_t)j] == 0;
        for (int k = 0; idle && k < tml_system_blocks(sys, sys->row_count); k++)
            idle = sys->blocks[k].body != body || r->work->G[k * sys->nvb + j % sys->nvb] == 0;
        if (idle)
            s->out->along[j] = 0, count++;
    }
    return count;
}

/* Directions of negative and of no stiffness. */
static void judge(search *s)
{
    tml_settling *out = s->out;
    const double least = nothing(s);
    out->unstable = out->indifferent = 0;
    out->conservative = true;
    const double lowest = find_lowest(s);
    if (isnan(lowest)) {
        out->end = TML_SETTLE_NOT_FINITE;
        return;
    }
    if (lowest == INFINITY) {
        for (int i = 0; i < s->r->free_count; i++)
            for (int j = 0; j < i; j++) {
                const size_t n = (size_t)s->r->free_count, a = (size_t)i, b = (size_t)j;
                const double *A = s->r->stiffness;
                out->conservative &= fabs(A[a * n + b] - A[b * n + a]) <= 1e-9 * s->r->stiffest;
            }
        return;
    }
    out->conservative = s->spectrum.symmetric;
    for (int i = 0; i < s->spectrum.n; i++) {
        out->unstable += s->spectrum.values[i] < -least;
        out->indifferent += fabs(s->spectrum.values[i]) <= least;
    }
    memset(out->along, 0, s->n * sizeof(double));
    if (s->spectrum.symmetric)
        out_of_free(s, s->spectrum.vectors, out->along);
    out->indifferent -= out->indifferent ? drop_idle(s) : 0;
}

tml_settling tml_settle(tml_rest *r, double tolerance, double *q, tml_settle_watch *watch, void *context)
{
    tml_settling out = {.conservative = true};
    search *s = search_make(r, tolerance, q, &out);
    out.end = tml_rest_evaluate(r, q) ? TML_SETTLE_NOT_FINITE : descend(s, watch, context);
    if (out.end == TML_SETTLE_STUCK)
        memcpy(out.along, r->left, s->n * sizeof(double));
    if (out.end == TML_SETTLE_RESTS) {
        judge(s);
        polish(s);
        judge(s);
        tml_work_measure(r->work, 0, r->system->measure_count);
        tml_work_accept_turns(r->work);
    }
    return out;
}
