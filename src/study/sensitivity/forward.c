/* forward.c - x, S and integrals as one problem for an integrator, from one jump to the next: events that act, and breaks of time. */
#include "study/sensitivity/forward.h"
#include "run/live_ode.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PROBE = 0x1p-7; /* of the time in which the state changes by its size: steps along the motion */
enum { MAX_NEWTON = 6, RATE_STENCIL = 3 };
static const double RATE_WEIGHT[RATE_STENCIL] = {3.0 / 4, -3.0 / 20, 1.0 / 60}; /* of order 6 */
static const double NEAR = 1e-7;         /* of such a step: an extremum is located */
static const double SMALL = 0.03;        /* of what a channel can be: less needs fewer digits */
static const double UNCHECKED = 1e20;    /* J: of energies that nothing depends on, integrated like all else */
static const double SAME_INSTANT = 1e-8; /* of the motion: of an event in two runs of it */
static const double SLACK =
    3; /* times the tolerance of x, that of S and of integrals in smooth motions: they have fewer digits */
static const double MAX_REFINEMENT = 16; /* such steps from where an extremum was found to where its rate is zero */

typedef struct {
    tml_variants *v;
    tml_forward_request *request;
    tml_problem problem;
    int n, parameters, integrals;
    int *columns;                             /* (integrals) */
    double *y, *dy;                           /* (integrals), (integrals x parameters) */
    double *direction, *there, *xdot, *moved; /* (n) */
    double *Sdot, *S_moved;                   /* (n x parameters) */
    double *own, *stage; /* (n (1 + parameters)), and three times that: a state that is moved along the motion */
    double *probe;       /* (parameters) */
    double *times;       /* (samples) ascending */
    int *order;          /* (samples) by time */
    int next;            /* of these */
    int fired;           /* what has interrupted the integrator, among what the motion watches; -1: nothing */
    int fired_count;     /* at one instant */
    double fired_time;
    double *jump_time; /* (parameters) derivatives of when the last jump was */
    double *y_before;  /* (integrals) there, before it */
    bool failed;
} forward;

/* ---- the problem ---- */

static double *part_S(const forward *f, double *y)
{
    return y + f->n;
}

static double *part_integrals(const forward *f, double *y)
{
    return y + (size_t)f->n * (size_t)(1 + f->parameters);
}

static int size_of(const forward *f)
{
    return (f->n + f->integrals) * (1 + f->parameters);
}

static int rate(void *context, double t, const double *y, double *ydot)
{
    forward *f = context;
    const double *S = y + f->n;
    if (!f->integrals)
        return tml_variants_rates(f->v, t, y, S, ydot, part_S(f, ydot));
    if (tml_variants_rates_with(f->v, t, y, S, f->columns, f->integrals, ydot, part_S(f, ydot), f->y, f->dy))
        return 1;
    double *out = part_integrals(f, ydot);
    for (int i = 0; i < f->integrals; i++) {
        const bool squared = f->request->integrals[i].squared;
        *out++ = squared ? f->y[i] * f->y[i] : f->y[i];
        for (int j = 0; j < f->parameters; j++)
            *out++ = (squared ? 2 * f->y[i] : 1) * f->dy[i * f->parameters + j];
    }
    return 0;
}

static int project(void *context, double t, double *y)
{
    const forward *f = context;
    return tml_variants_close(f->v, t, y, part_S(f, y));
}

/* As the motion itself does it, of x and of each column of S: loops are closed by both; that of integrals counts as it is. */
static int split(void *context, double t, const double *y, double *error, double *across)
{
    const forward *f = context;
    const tml_problem *own = &f->v->centre.live->motion.problem;
    int flag = 0;
    for (int j = 0; !flag && j <= f->parameters; j++)
        flag = own->split(own->context, t, y, error + f->n * j, across + f->n * j);
    return flag;
}

static double independence(void *context)
{
    const forward *f = context;
    const tml_problem *own = &f->v->centre.live->motion.problem;
    return own->independence(own->context);
}

static double max_step(void *context)
{
    const forward *f = context;
    const tml_problem *own = &f->v->centre.live->motion.problem;
    return own->max_step(own->context);
}

static int events(void *context, double t, const double *y, double *g)
{
    const forward *f = context;
    const tml_problem *own = &f->v->centre.live->motion.problem;
    f->v->centre.live->motion.solved = 0;
    return own->events(own->context, t, y, g);
}

/* Those that act interrupt the integrator; one that only ends the motion is at its end anyway. */
static int event(void *context, double t, const double *y, int index)
{
    forward *f = context;
    const tml_system *s = f->v->centre.live->task.system;
    (void)y;
    if (index < s->event_count && !s->events[index].acts && !s->events[index].silent)
        return 0;
    f->fired = index;
    f->fired_count++;
    f->fired_time = t;
    return 1;
}

static int accept(void *context, double t, const double *y)
{
    forward *f = context;
    if (tml_arena_is_cancelled(f->v->centre.live->task.arena))
        return 1;
    if (f->request->most_steps > 0 && f->request->steps++ >= f->request->most_steps)
        return f->failed = true, 1;
    if (!tml_variants_are_bounded(f->v, y + f->n)) {
        f->v->why = "derivatives grow beyond all bounds, as at a singular configuration";
        return f->failed = true, 1;
    }
    return tml_variants_accept(f->v, t, y) ? (f->failed = true, 1) : 0;
}

/* ---- samples ---- */

/* What is sampled, at a state and time near those of the sample. */
static int evaluate(forward *f, const tml_sample *s, double t, const double *x, const double *S, double *value,
                    double *derivative)
{
    return s->kind == TML_AT_EVENT ? tml_variants_event(f->v, t, x, S, s->column, value, derivative)
                                   : tml_variants_channels(f->v, t, x, S, &s->column, 1, value, derivative);
}

/* (x, S) + k e (x', S') */
static void move(forward *f, const double *x, const double *S, double by)
{
    for (int i = 0; i < f->n; i++)
        f->moved[i] = x[i] + by * f->xdot[i];
    for (int i = 0; i < f->n * f->parameters; i++)
        f->S_moved[i] = S[i] + by * f->Sdot[i];
}

/* y' at a state, along its own rates: (x + k e f(x), t + k e). */
static int find_rate(forward *f, const tml_sample *s, double t, const double *x, double e, double *found)
{
    double *direction = f->direction, *there = f->there;
    tml_live *live = f->v->centre.live;
    *found = 0;
    tml_live_ode_set(live, t, x);
    if (tml_live_ode_rates(live, direction) != TML_OK)
        return 1;
    for (int k = -RATE_STENCIL; k <= RATE_STENCIL; k++) {
        double value;
        if (k == 0)
            continue;
        for (int i = 0; i < f->n; i++)
            there[i] = x[i] + k * e * direction[i];
        if (evaluate(f, s, t + k * e, there, NULL, &value, NULL))
            return 1;
        *found += (k < 0 ? -1 : 1) * RATE_WEIGHT[abs(k) - 1] * value / e;
    }
    return 0;
}

/* Derivatives along the motion of y, y' and dy/dp: rates[0], rates[1], dp (parameters). */
static int find_rates(forward *f, const tml_sample *s, const double *x, const double *S, double e, double rates[2],
                      double *dp)
{
    double value, slope;
    if (tml_variants_rates(f->v, s->t, x, S, f->xdot, f->Sdot) || find_rate(f, s, s->t, x, e, &rates[0]))
        return 1;
    rates[1] = 0;
    memset(dp, 0, (size_t)f->parameters * sizeof(double));
    if (s->kind != TML_AT_EXTREMUM)
        return 0;
    for (int k = -RATE_STENCIL; k <= RATE_STENCIL; k++) {
        const double w = k ? (k < 0 ? -1 : 1) * RATE_WEIGHT[abs(k) - 1] / e : 0;
        if (k == 0)
            continue;
        move(f, x, S, k * e);
        if (find_rate(f, s, s->t + k * e, f->moved, e, &slope) ||
            evaluate(f, s, s->t + k * e, f->moved, f->S_moved, &value, f->probe))
            return 1;
        rates[1] += w * slope;
        for (int j = 0; j < f->parameters; j++)
            dp[j] += w * f->probe[j];
    }
    return 0;
}

/* So far along the motion its state changes by a small part of its size, and no break is passed. */
static double probe_step(const forward *f, double t, const double *x)
{
    const tml_live *live = f->v->centre.live;
    const tml_problem *p = &live->motion.problem;
    double fastest = p->characteristic_rate > 0 ? p->characteristic_rate : 0;
    for (int i = 0; i < f->n; i++)
        fastest = fmax(fastest, fabs(f->xdot[i]) / fmax(fabs(x[i]), f->v->size[i]));
    const double room = fmin(live->ode->end - t, live->ode->begin > f->v->begin ? t - live->ode->begin : INFINITY);
    const double e = PROBE / (fastest > 0 ? fastest : 1), most = 0.99 / (2 * RATE_STENCIL) * room;
    return room > 0 ? fmin(e, most) : e;
}

/* (x, S) in f->own, moved on by dt: one step of the classical method of Runge and Kutta. */
static int advance(forward *f, double t, double dt)
{
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const int n = f->n * (1 + f->parameters);
    double *stage = f->stage, *k = stage + n, *sum = k + n;
    memset(sum, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < 4; i++) {
        for (int l = 0; l < n; l++)
            stage[l] = f->own[l] + (i ? dt * part[i] * k[l] : 0);
        if (tml_variants_rates(f->v, t + part[i] * dt, stage, stage + f->n, k, k + f->n))
            return 1;
        for (int l = 0; l < n; l++)
            sum[l] += weight[i] * k[l];
    }
    for (int l = 0; l < n; l++)
        f->own[l] += dt * sum[l];
    return 0;
}

/* Newton's method on y' = 0 along the motion: f->own and s->t are where it is. *found: it is an extremum. */
static int find_extremum(forward *f, tml_sample *s, double e, double rates[2], bool *found)
{
    const double begin = s->t;
    *found = false;
    for (int k = 0; k < MAX_NEWTON; k++) {
        if (find_rates(f, s, f->own, f->own + f->n, e, rates, s->time))
            return 1;
        const double later = -rates[0] / rates[1];
        if (!(fabs(s->t + later - begin) <= MAX_REFINEMENT * e)) /* NAN as well */
            return 0;
        if (fabs(later) <= NEAR * e) {
            *found = true;
            return 0;
        }
        if (advance(f, s->t, later))
            return 1;
        s->t += later;
    }
    return 0;
}

static int take(forward *f, tml_sample *s, const double *y)
{
    const double *x = f->own, *S = f->own + f->n;
    double rates[2] = {0};
    memcpy(f->own, y, (size_t)(f->n * (1 + f->parameters)) * sizeof(double));
    if (tml_variants_rates(f->v, s->t, x, S, f->xdot, f->Sdot))
        return 1;
    const double e = probe_step(f, s->t, x);
    s->found = true;
    if (s->kind == TML_AT_EXTREMUM ? find_extremum(f, s, e, rates, &s->found)
                                   : find_rates(f, s, x, S, e, rates, s->time))
        return 1;
    if (evaluate(f, s, s->t, x, S, &s->value, s->derivative))
        return 1;
    s->rate = rates[0];
    for (int j = 0; j < f->parameters; j++)
        if (s->kind == TML_AT_EXTREMUM)
            s->time[j] /= -rates[1];
        else if (s->kind == TML_AT_EVENT) {
            s->time[j] = -s->derivative[j] / rates[0];
            s->found &= isfinite(s->time[j]);
        }
    return 0;
}

static int output(void *context, double t, const double *y)
{
    forward *f = context;
    while (f->next < f->request->sample_count && f->times[f->next] <= t) {
        tml_sample *s = &f->request->samples[f->order[f->next++]];
        if (!s->taken && take(f, s, y))
            return f->failed = true, 1;
    }
    return 0;
}

/* ---- making and running ---- */

/* By insertion: there are few. */
static void sort_samples(forward *f, tml_arena *arena)
{
    const int count = f->request->sample_count;
    f->order = TML_NEW_ARRAY(arena, int, count + 1);
    f->times = TML_NEW_ARRAY(arena, double, count + 1);
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && f->times[k - 1] > f->request->samples[i].t; k--)
            f->times[k] = f->times[k - 1], f->order[k] = f->order[k - 1];
        f->times[k] = f->request->samples[i].t, f->order[k] = i;
    }
}

/* A channel that is zero but for rounding is no measure of itself. */
static double integral_size(const forward *f, int i)
{
    const tml_running_integral *of = &f->request->integrals[i];
    const double least = SMALL * f->y[i];
    return fmax(of->size, (of->squared ? least * least : least) * (f->request->end - f->v->begin));
}

static double slack(const forward *f)
{
    return f->v->centre.live->task.system->interaction_count ? 1 : SLACK;
}

/* Errors are compared with the sizes of x, of S with these by that of a parameter. */
static const double *find_tolerances(const forward *f, tml_arena *arena)
{
    const tml_problem *own = &f->v->centre.live->motion.problem;
    const double part = f->request->tolerance / own->relative;
    double *absolute = TML_NEW_ARRAY(arena, double, size_of(f) + 1), *at = part_integrals(f, absolute);
    for (int i = 0; i < f->n; i++) {
        absolute[i] = isfinite(f->v->size[i]) ? part * own->absolute[i] : UNCHECKED;
        for (int j = 0; j < f->parameters; j++)
            absolute[f->n * (1 + j) + i] = slack(f) * absolute[i] / tml_variants_scale(f->v, j);
    }
    for (int i = 0; i < f->integrals; i++) {
        const double size = slack(f) * f->request->tolerance * integral_size(f, i);
        *at++ = size;
        for (int j = 0; j < f->parameters; j++)
            *at++ = size / tml_variants_scale(f->v, j);
    }
    return absolute;
}

static void make(forward *f, tml_arena *arena)
{
    const tml_problem *own = &f->v->centre.live->motion.problem;
    const int n = f->n, all = n * f->parameters;
    f->columns = TML_NEW_ARRAY(arena, int, f->integrals + 1);
    for (int i = 0; i < f->integrals; i++)
        f->columns[i] = f->request->integrals[i].column;
    f->y = TML_NEW_ARRAY(arena, double, f->integrals + 1);
    f->dy = TML_NEW_ARRAY(arena, double, f->integrals * f->parameters + 1);
    f->direction = TML_NEW_ARRAY(arena, double, n + 1);
    f->there = TML_NEW_ARRAY(arena, double, n + 1);
    f->xdot = TML_NEW_ARRAY(arena, double, n + 1);
    f->moved = TML_NEW_ARRAY(arena, double, n + 1);
    f->Sdot = TML_NEW_ARRAY(arena, double, all + 1);
    f->S_moved = TML_NEW_ARRAY(arena, double, all + 1);
    f->own = TML_NEW_ARRAY(arena, double, n + all + 1);
    f->stage = TML_NEW_ARRAY(arena, double, 3 * (n + all) + 1);
    f->probe = TML_NEW_ARRAY(arena, double, f->parameters + 1);
    f->jump_time = TML_NEW_ARRAY(arena, double, f->parameters + 1);
    f->y_before = TML_NEW_ARRAY(arena, double, f->integrals + 1);
    sort_samples(f, arena);
    tml_live_ode_get(f->v->centre.live, f->there);
    if (f->integrals && tml_variants_reach(f->v, f->v->begin, f->there, f->columns, f->integrals, f->y))
        memset(f->y, 0, (size_t)f->integrals * sizeof(double));
    f->problem = (tml_problem){.n = size_of(f),
                               .y = TML_NEW_ARRAY(arena, double, size_of(f) + 1),
                               .relative = f->request->tolerance,
                               .absolute = find_tolerances(f, arena),
                               .followers = size_of(f) - f->n,
                               .slack = slack(f),
                               .characteristic_rate = own->characteristic_rate,
                               .first_step_factor = 1,
                               .context = f,
                               .rate = rate,
                               .project = own->project ? project : NULL,
                               .split = own->project && own->split ? split : NULL,
                               .independence = own->project && own->independence ? independence : NULL,
                               .max_step = own->max_step ? max_step : NULL,
                               .kinks = own->kinks,
                               .event_count = own->event_count,
                               .watched = own->watched,
                               .excursions = own->excursions,
                               .rate_count = own->rate_count,
                               .events = own->events ? events : NULL,
                               .seen = own->seen,
                               .signal_count = own->signal_count,
                               .signals = own->signals,
                               .signal_scale = own->signal_scale,
                               .directions = own->directions,
                               .singular = own->singular,
                               .sharp = own->sharp,
                               .event_start = own->event_start,
                               .event = event,
                               .accept = accept,
                               .output = output};
    tml_variants_start(f->v, f->problem.y, part_S(f, f->problem.y));
}

static double summand(const forward *f, int integral, double y)
{
    return f->request->integrals[integral].squared ? y * y : y;
}

/* A time at which an integrand jumps moves with the parameters: d/dp int y = int dy/dp + (y before - y after) dt/dp. */
static int add_jumps(forward *f, double t, double *y)
{
    double *at = part_integrals(f, y);
    if (f->integrals && tml_variants_channels(f->v, t, y, NULL, f->columns, f->integrals, f->y, NULL))
        return 1;
    for (int i = 0; i < f->integrals; i++) {
        at++;
        for (int j = 0; j < f->parameters; j++)
            *at++ += (summand(f, i, f->y_before[i]) - summand(f, i, f->y[i])) * f->jump_time[j];
    }
    return 0;
}

static bool is_here(const forward *f, const tml_sample *s, double t)
{
    return !s->taken && fabs(s->t - t) <= SAME_INSTANT * (f->request->end - f->v->begin);
}

/* The value of a sample on one side of a jump at t, its derivative and its rate. */
static int see_side(forward *f, tml_sample *s, double t, const double *y, double *value, double *rate)
{
    const double *x = y, *S = y + f->n;
    if (tml_variants_rates(f->v, t, x, S, f->xdot, NULL) || find_rate(f, s, t, x, probe_step(f, t, x), rate))
        return 1;
    return evaluate(f, s, t, x, S, value, f->probe);
}

/* Extrema that are at the jump: on this side of it, unless they are on the other. */
static int take_sides(forward *f, double t, const double *y, bool after)
{
    for (int i = 0; i < f->request->sample_count; i++) {
        tml_sample *s = &f->request->samples[i];
        double value, rate;
        if (s->kind != TML_AT_EXTREMUM || !is_here(f, s, t))
            continue;
        if (see_side(f, s, t, y, &value, &rate))
            return 1;
        if (after && !(fabs(value - s->expected) < fabs(s->value - s->expected)))
            continue;
        s->value = value;
        s->rate = rate;
        memcpy(s->derivative, f->probe, (size_t)f->parameters * sizeof(double));
    }
    return 0;
}

/* The derivatives of when the jump is are known: of samples of the event that acts here, and of extrema. */
static void take_times(forward *f, double t, int index)
{
    for (int i = 0; i < f->request->sample_count; i++) {
        tml_sample *s = &f->request->samples[i];
        if (!is_here(f, s, t) || s->kind == TML_AT_TIME || (s->kind == TML_AT_EVENT && s->column != index))
            continue;
        for (int j = 0; j < f->parameters; j++) {
            s->time[j] = f->jump_time[j];
            s->derivative[j] += s->kind == TML_AT_EXTREMUM ? s->rate * f->jump_time[j] : 0;
        }
        s->found = s->taken = true;
    }
}

/* To the other side of what is at t; *t: where that is. */
static tml_status jump(forward *f, double *t, int index)
{
    double *y = f->problem.y;
    tml_live *live = f->v->centre.live;
    if (f->integrals && tml_variants_channels(f->v, *t, y, NULL, f->columns, f->integrals, f->y_before, NULL))
        return TML_FAILED;
    if (take_sides(f, *t, y, false) || tml_variants_jump(f->v, *t, index, y, part_S(f, y), f->jump_time) ||
        add_jumps(f, live->t, y) || take_sides(f, live->t, y, true))
        return TML_FAILED;
    take_times(f, *t, index);
    f->problem.event_start = index >= 0 ? live->motion.problem.event_start : NULL;
    *t = fmin(live->t, f->request->end);
    return TML_OK;
}

/* Up to the next jump, or the end; *t: how far. */
static tml_status run_part(forward *f, double *t)
{
    tml_problem *p = &f->problem;
    tml_statistics statistics = {0};
    tml_log unheard = {.quiet = true};
    p->t0 = *t;
    p->t1 = fmin(tml_variants_break(f->v), f->request->end);
    p->times = f->times + f->next;
    p->time_count = 0;
    while (f->next + p->time_count < f->request->sample_count && p->times[p->time_count] <= p->t1)
        p->time_count++;
    tml_status status = TML_OK;
    f->fired_count = 0;
    if (p->t1 > p->t0)
        status = f->request->integrator->run(p, &statistics, &unheard);
    if (status != TML_OK)
        return status;
    if (statistics.stopped && (f->failed || !f->fired_count))
        return f->failed ? TML_FAILED : TML_STOPPED;
    if (f->fired_count > 1) {
        f->v->why = "several things happen at one instant";
        return TML_FAILED;
    }
    *t = f->fired_count ? f->fired_time : p->t1;
    return *t < f->request->end ? jump(f, t, f->fired_count ? f->fired : -1) : TML_OK;
}

tml_status tml_forward_run(tml_variants *v, tml_forward_request *request, tml_arena *arena)
{
    forward f = {
        .v = v, .request = request, .n = v->n, .parameters = v->parameters, .integrals = request->integral_count};
    tml_status status = TML_OK;
    double t = v->begin;
    v->why = "the motion and its derivatives could not be followed to the end";
    make(&f, arena);
    while (status == TML_OK && t < request->end)
        status = run_part(&f, &t);
    const double *at = part_integrals(&f, f.problem.y);
    for (int i = 0; i < f.integrals; i++) {
        request->integrals[i].integral = *at++;
        for (int j = 0; j < f.parameters; j++)
            request->integrals[i].derivative[j] = *at++;
    }
    if (status == TML_OK)
        v->why = NULL;
    return status;
}
