/* follow.c - a driven motion step by step.
 *
 * Guess      q + h v + h^2 a/2, corrected by Newton.
 * Branch     Newton's correction < weakest/10: B changes by less than it would take to make it singular on the way.
 * Dead point |B2 - B1| < weakest1 + weakest2: no singular value of B can have passed zero in the step. Before a dead point
 *            that makes steps shorter and shorter; when B has almost lost a direction, one step leads across, and the motion
 *            goes on there if its speeds do.
 * Integrals  by Lobatto's rule with five points in each step.
 */
#include "analysis/follow.h"
#include "analysis/dead.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double TURN_MOST = 0.5;   /* rad in a step */
static const double BRANCH = 0.1;      /* Newton's correction as a part of `weakest` */
static const double SMOOTH = 0.005;    /* … as a part of the step */
static const double SLIGHT = 1e-3;     /* … as a part of `weakest`: never too much */
static const double PASSED = 1.2;      /* the change of B is a little larger than found */
static const double ACROSS = 1e-6;     /* `weakest`, as a part of what it was at best, from where to step across */
static const double ZONE = 0.03;       /* below this part, outputs are found better from outside */
static const double NEAR_MISS = 1e-3;  /* below this part a dead point is near */
static const double STEADY = 0.1;      /* part by which speeds may change in a step across */
static const double DEAD_START = 1e-8; /* `weakest` at the start */
enum { UNTOLD_MOST = 64, BEYOND_MOST = 60 };

typedef struct {
    tml_task *task;
    tml_driven *d;
    const tml_following *request;
    tml_followed *found;
    tml_stand *before, *here, *there, *node, *last; /* accepted, accepted, tried; for integrals; last output */
    tml_stand *outside[2];                          /* the last two before a zone about a dead point */
    int outside_count, zone_row;
    bool in_zone, crossed; /* a zone, and the dead point in it */
    bool leapt;            /* has just stepped across */
    bool near;
    double near_weakest, near_time;
    double best;                                  /* the largest `weakest` met */
    double step;                                  /* to be tried next */
    int row;                                      /* outputs written */
    double *integrals;                            /* (rates) up to there, when it is accepted */
    double *before_integrals, *outside_integrals; /* up to here; up to the zone */
    double told;
    int untold;
} walk;

/* ---- steps ---- */

static double largest(const walk *w, const double *x)
{
    double most = 0;
    for (int j = 0; j < w->d->system->nv; j++)
        most = fmax(most, fabs(x[j] * w->d->unit[j]));
    return most / w->d->system->size;
}

/* there = here moved on by h; its length as a part of the size or in rad. */
static double predict(walk *w, double h, double *turn)
{
    const tml_system *s = w->d->system;
    double *x = w->d->x;
    *turn = 0;
    for (int j = 0; j < s->nv; j++) {
        x[j] = h * (w->here->v[j] + 0.5 * h * w->here->a[j]);
        if (j % s->nvb >= (s->space ? 3 : 2))
            *turn = fmax(*turn, fabs(x[j]));
    }
    const double length = largest(w, x);
    memcpy(w->there->q, w->here->q, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, x, w->there->q);
    return length;
}

/* Tries a step to time t; how much longer the next one may be. */
static bool attempt(walk *w, double t, double *factor)
{
    double turn;
    const double length = predict(w, t - w->here->t, &turn);
    w->there->t = t;
    *factor = turn > TURN_MOST ? fmax(0.1, 0.9 * TURN_MOST / turn) : 0.3;
    if (!(turn <= TURN_MOST) || tml_driven_close(w->d, w->there))
        return false;
    const double weakest = w->there->weakest;
    const double allowed = fmin(BRANCH * weakest, fmax(SMOOTH * length, SLIGHT * weakest));
    const double bend = w->there->correction / allowed;
    const double change = PASSED * tml_tall_difference(&w->d->tall, w->here->B, w->there->B);
    const double pass = change > 64 * DBL_EPSILON ? change / (w->here->weakest + weakest) : 0;
    *factor = fmin(2, 0.85 * fmin(1 / cbrt(fmax(bend, 1e-6)), 1 / fmax(pass, 1e-6)));
    *factor = fmax(0.2, *factor);
    return bend <= 1 && pass <= 1;
}

/* ---- integrals ---- */

/* sum += what is integrated from t0 to t1, along the curve through stands; `exact`: put onto phi = 0. Ends may be known. */
static void integrate_curve(walk *w, tml_stand *const *stands, int count, double t0, double t1, bool exact, double *sum)
{
    static const double place[5] = {-1, -0.65465367070797714380, 0, 0.65465367070797714380, 1};
    static const double weight[5] = {0.1, 49.0 / 90, 32.0 / 45, 49.0 / 90, 0.1};
    const double half = 0.5 * (t1 - t0);
    for (int i = 0; i < 5; i++) {
        const tml_stand *at = w->node;
        if (exact && (i == 0 || i == 4)) {
            at = stands[i == 4];
        } else {
            tml_driven_between(w->d, stands, count, t0 + (1 + place[i]) * half, w->node);
            if (exact && tml_driven_close(w->d, w->node)) /* a kink within the step */
                tml_driven_between(w->d, stands, count, w->node->t, w->node);
            w->request->rate(w->request->context, w->node);
        }
        for (int k = 0; k < w->request->rates; k++)
            sum[k] += half * weight[i] * at->rate[k];
    }
}

static void integrate(walk *w)
{
    tml_stand *const ends[2] = {w->here, w->there};
    w->request->rate(w->request->context, w->there);
    integrate_curve(w, ends, 2, w->here->t, w->there->t, true, w->integrals);
}

static void integrate_across(walk *w)
{
    w->request->rate(w->request->context, w->there);
    for (int k = 0; k < w->request->rates; k++)
        w->integrals[k] += 0.5 * (w->there->t - w->here->t) * (w->here->rate[k] + w->there->rate[k]);
}

/* ---- outputs ---- */

static tml_status put_out(walk *w, const tml_stand *stand)
{
    tml_stand_copy(w->d->system, w->request->rates, stand, w->last);
    return w->request->record(w->request->context, w->row++, stand, w->integrals);
}

/* Whether the curve through stands from outside of a zone is the motion there. */
static bool is_smooth(walk *w, tml_stand *const *stands, int count)
{
    const double t0 = w->outside[w->outside_count - 1]->t, t1 = w->there->t;
    const double bar = 4 * w->d->tolerance * w->d->system->size;
    bool smooth = true;
    for (int i = 1; i < 8; i++) {
        double position, velocity;
        tml_driven_between(w->d, stands, count, t0 + i * (t1 - t0) / 8, w->node);
        tml_driven_evaluate(w->d, w->node);
        tml_driven_residual(w->d, &position, &velocity);
        smooth = smooth && position <= bar;
    }
    return smooth;
}

/* Outputs and integrals in a zone, from outside of it: near the dead point itself q is known to e/weakest, v to e/weakest^2 and
 * so on. */
static tml_status improve(walk *w)
{
    const size_t rates = (size_t)w->request->rates;
    tml_stand *stands[3];
    const int count = w->outside_count + 1;
    for (int i = 0; i < w->outside_count; i++)
        stands[i] = w->outside[i];
    stands[count - 1] = w->there;
    if (!is_smooth(w, stands, count))
        return TML_OK;
    double t = stands[count - 2]->t, *sum = w->integrals;
    memcpy(sum, w->outside_integrals, rates * sizeof(double));
    for (int row = w->zone_row; row < w->row; row++) {
        integrate_curve(w, stands, count, t, w->request->times[row], false, sum);
        t = w->request->times[row];
        tml_driven_between(w->d, stands, count, t, w->node);
        const tml_status status = w->request->record(w->request->context, row, w->node, sum);
        if (status != TML_OK)
            return status;
        if (row + 1 == w->row)
            tml_stand_copy(w->d->system, w->request->rates, w->node, w->last);
    }
    integrate_curve(w, stands, count, t, w->there->t, false, sum);
    return TML_OK;
}

/* Into and out of a zone about a dead point. */
static tml_status mind_zone(walk *w)
{
    const double bar = ZONE * w->best;
    if (!w->in_zone && w->there->weakest < bar && w->here->weakest >= bar) {
        const bool two = w->before->t < w->here->t && w->before->weakest >= bar;
        w->in_zone = true;
        w->crossed = false;
        w->zone_row = w->row;
        w->outside_count = 1 + two;
        if (two)
            tml_stand_copy(w->d->system, w->request->rates, w->before, w->outside[0]);
        tml_stand_copy(w->d->system, w->request->rates, w->here, w->outside[two]);
        memcpy(w->outside_integrals, w->before_integrals, (size_t)w->request->rates * sizeof(double));
    } else if (w->in_zone && w->there->weakest >= bar) {
        w->in_zone = false;
        return w->crossed ? improve(w) : TML_OK;
    }
    return TML_OK;
}

/* ---- what is told ---- */

static void mind_near_miss(walk *w)
{
    const double weakest = w->there->weakest;
    if (weakest < w->found->weakest)
        w->found->weakest = weakest, w->found->weakest_time = w->there->t;
    if (weakest < NEAR_MISS * w->best) {
        if (!w->near || weakest < w->near_weakest)
            w->near_weakest = weakest, w->near_time = w->there->t;
        w->near = true;
    } else if (w->near) {
        if (!w->crossed)
            tml_dead_near(w->task, w->near_time, w->near_weakest / w->best);
        w->near = false;
    }
}

static bool told(walk *w)
{
    const tml_run_options *o = w->task->options;
    const double t0 = w->request->times[0], t1 = w->request->times[w->request->time_count - 1];
    const double part = fmin(1, (w->here->t - t0) / (t1 - t0));
    if (!o->progress || (part < w->told + 1e-3 && ++w->untold < UNTOLD_MOST))
        return true;
    w->told = part;
    w->untold = 0;
    return o->progress(o->context, w->task->element->kind, part) == 0;
}

/* there is accepted: it becomes here. */
static tml_status accept(walk *w)
{
    tml_driven_evaluate(w->d, w->there);
    tml_work_accept_turns(w->d->work);
    w->best = fmax(w->best, w->there->weakest);
    mind_near_miss(w);
    const tml_status status = mind_zone(w);
    tml_stand *free = w->before;
    w->before = w->here, w->here = w->there, w->there = free;
    memcpy(w->before_integrals, w->integrals, (size_t)w->request->rates * sizeof(double));
    w->found->steps++;
    w->found->reached = w->here->t;
    return status;
}

/* ---- dead points ---- */

static bool is_dead(const walk *w)
{
    return w->here->weakest < ACROSS * w->best && w->before->t < w->here->t && w->before->weakest > w->here->weakest &&
           !w->leapt;
}

/* To the other side: there, if it is reached with the same speeds. */
static bool leap(walk *w, double h)
{
    double turn, other = 0;
    const double length = predict(w, h, &turn);
    w->there->t = w->here->t + h;
    if (!(turn <= TURN_MOST) || tml_driven_close(w->d, w->there) || w->there->correction > STEADY * length)
        return false;
    for (int j = 0; j < w->d->system->nv; j++)
        other = fmax(other, fabs((w->there->v[j] - w->here->v[j]) * w->d->unit[j]));
    return other / w->d->system->size <= STEADY * fmin(largest(w, w->here->v), largest(w, w->there->v));
}

static tml_status cross(walk *w)
{
    static const double parts[] = {2, 3, 1.5, 5};
    const double slope = (w->before->weakest - w->here->weakest) / (w->here->t - w->before->t);
    const double way = w->here->weakest / slope;
    int k = 0;
    while (k < 4 && !leap(w, parts[k] * way))
        k++;
    if (k == 4) {
        tml_driven_close(w->d, w->here); /* its factors say what locks */
        tml_driven_evaluate(w->d, w->here);
        tml_dead_locks(w->task, w->d, w->here, way);
        return TML_FAILED;
    }
    const double part = w->here->weakest / (w->here->weakest + w->there->weakest);
    tml_driven_evaluate(w->d, w->here);
    tml_dead_passes(w->task, w->d, w->here, w->here->t + part * (w->there->t - w->here->t));
    w->found->dead_points++;
    w->crossed = w->leapt = true;
    integrate_across(w);
    tml_stand *const sides[2] = {w->here, w->there};
    for (; w->row < w->request->time_count && w->request->times[w->row] <= w->there->t;) {
        tml_driven_between(w->d, sides, 2, w->request->times[w->row], w->node);
        const tml_status status = put_out(w, w->node);
        if (status != TML_OK)
            return status;
    }
    return accept(w);
}

/* ---- the way ---- */

static walk *make(tml_task *task, tml_driven *d, const tml_following *request, tml_followed *found)
{
    const tml_system *s = task->system;
    tml_arena *arena = task->arena;
    walk *w = TML_NEW(arena, walk);
    *w = (walk){.task = task, .d = d, .request = request, .found = found, .told = -1};
    tml_stand **stands[] = {&w->before, &w->here, &w->there, &w->node, &w->last, &w->outside[0], &w->outside[1]};
    for (size_t i = 0; i < sizeof stands / sizeof *stands; i++)
        *stands[i] = tml_stand_make(s, request->rates, arena);
    w->integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->before_integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->outside_integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    return w;
}

static tml_status begin(walk *w)
{
    const tml_state *state = w->task->state;
    w->here->t = state->t;
    memcpy(w->here->q, state->q, (size_t)w->d->system->nq * sizeof(double));
    memcpy(w->d->work->turn, state->turn, (size_t)w->d->system->measure_count * sizeof(double));
    const bool closed = tml_driven_close(w->d, w->here) == 0;
    tml_driven_evaluate(w->d, w->here);
    if (!closed || w->here->weakest < DEAD_START) {
        tml_dead_start(w->task, w->d, w->here, closed);
        return TML_FAILED;
    }
    tml_work_accept_turns(w->d->work);
    w->request->rate(w->request->context, w->here);
    tml_stand_copy(w->d->system, w->request->rates, w->here, w->before);
    w->best = w->found->weakest = w->here->weakest;
    w->found->weakest_time = w->found->reached = state->t;
    w->step = w->request->time_count > 1 ? w->request->times[1] - state->t : 1;
    return put_out(w, w->here);
}

/* One step, to the next output at most. */
static tml_status advance(walk *w, double next, double least)
{
    const bool arrives = w->here->t + 1.01 * w->step >= next;
    const double t = arrives ? next : w->here->t + w->step;
    double factor;
    if (!attempt(w, t, &factor)) {
        w->found->rejected++;
        w->step = factor * (t - w->here->t);
        if (w->step > least)
            return TML_OK;
        tml_dead_stuck(w->task, w->d, w->here);
        return TML_FAILED;
    }
    w->step = arrives ? fmax(w->step, factor * (t - w->here->t)) : factor * w->step;
    integrate(w);
    tml_status status = accept(w);
    if (status == TML_OK && arrives)
        status = put_out(w, w->here);
    return status == TML_OK && !told(w) ? TML_STOPPED : status;
}

static tml_status go_on(walk *w)
{
    const int count = w->request->time_count;
    const double end = w->request->times[count - 1], span = end - w->request->times[0];
    const double least = 16 * DBL_EPSILON * fmax(fabs(end), span);
    while (w->row < count) {
        w->leapt = w->leapt && w->here->weakest < 2 * ACROSS * w->best;
        const tml_status status = is_dead(w) ? cross(w) : advance(w, w->request->times[w->row], least);
        if (status != TML_OK)
            return status;
    }
    /* It ends beside a dead point that it has crossed: a little further, for the last outputs. */
    for (int k = 0; k < BEYOND_MOST && w->in_zone && w->crossed; k++) {
        double factor;
        const bool good = attempt(w, w->here->t + w->step, &factor);
        const tml_status status = good ? accept(w) : TML_OK;
        w->step *= factor;
        if (status != TML_OK)
            return status;
    }
    return TML_OK;
}

tml_status tml_follow(tml_task *task, tml_driven *d, const tml_following *request, tml_followed *found)
{
    const tml_system *s = task->system;
    *found = (tml_followed){0};
    walk *w = make(task, d, request, found);
    tml_status status = begin(w);
    if (status == TML_OK)
        status = go_on(w);
    if (w->row == 0)
        return status;
    task->state->t = w->last->t;
    memcpy(task->state->q, w->last->q, (size_t)s->nq * sizeof(double));
    memcpy(task->state->v, w->last->v, (size_t)s->nv * sizeof(double));
    memcpy(task->state->turn, d->work->turn, (size_t)s->measure_count * sizeof(double));
    return status;
}
