/* lane_steps.c - steps of a Runge-Kutta pair in lanes (lane_steps.h).
 *
 * A try of all lanes: 13 stages, then at its end the part of the error that constraints do not allow (split), and Newton's method on the loops of
 * those lanes whose step is accurate (close), with factors of the state it is at.
 */
#include "integrate/lane_steps.h"
#include "integrate/pair.h"
#include "integrate/step_trial.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 12, CHECK_INTERVAL = 10000 };
static const double MIN_PIVOT = 1e-5;    /* of schur_complement.c: below, rows are orthogonalized */
static const double NEAR_SINGULAR = 0.1; /* these three of projection.c */
static const double NEAR_SINGULAR_TARGET = 0.02;
static const double TARGET = 16 * DBL_EPSILON;
static const double MAX_STEPS = 1e9; /* of stepping.c */

typedef struct {
    tml_lane_state state;
    const tml_problem *problem; /* of a lane that is busy */
    tml_step_trial control;
    double t, t0, t1, h, reached, error, independence;
    double relative, longest, projection, rounding;
    double check_time;
    long steps, rejected;
    bool rounding_known, failed, closing, open; /* open: its loops could not be closed */
    double before, tolerance, target;           /* of Newton's method */
    int round;
} lane;

struct tml_lane_steps {
    const tml_plane_equations *p;
    int n;               /* of y */
    tml_lanes *x;        /* values of the equations */
    tml_lanes *y, *k;    /* (n), (stages x n) */
    tml_lanes *error;    /* (n) */
    tml_lanes *pivot;    /* (stages) */
    tml_lanes *absolute; /* (n) */
    tml_lanes *square;   /* (rows) largest so far */
    tml_lanes relative;
    double *inputs; /* (input_count) of one lane */
    bool filled;    /* all lanes hold a motion, though it may have ended */
    lane lanes[TML_LANES];
};

tml_lane_steps *tml_lane_steps_make(const tml_plane_equations *p, tml_arena *arena)
{
    tml_lane_steps *s = (tml_lane_steps *)(void *)tml_lanes_take(arena, (int)(sizeof *s / sizeof(tml_lanes)) + 1);
    s->p = p;
    s->n = 2 * p->n + 1;
    s->x = tml_plane_equations_values(p, arena);
    s->y = tml_lanes_take(arena, s->n);
    s->k = tml_lanes_take(arena, TML_MAX_PAIR * s->n);
    s->error = tml_lanes_take(arena, s->n);
    s->pivot = tml_lanes_take(arena, TML_MAX_PAIR);
    s->absolute = tml_lanes_take(arena, s->n);
    s->square = tml_lanes_take(arena, p->rows);
    s->inputs = TML_NEW_ARRAY(arena, double, p->input_count + 1);
    return s;
}

/* Lanes that are free compute something as well, with steps of zero: what they hold is finite. */
static void fill(tml_lane_steps *s, int i, const tml_lane_motion *m)
{
    tml_plane_equations_load(s->p, m->numbers, i, s->x);
    for (int j = 0; j < s->n; j++) {
        s->y[j][i] = m->problem->y[j];
        s->absolute[j][i] = m->problem->absolute[j];
    }
    s->relative[i] = m->problem->relative;
}

/* A step passes over no narrow feature of what depends on time alone. */
static void begin_step(lane *l)
{
    const tml_problem *p = l->problem;
    if (p->time_step)
        l->control.h = fmin(l->control.h, p->time_step(p->context, l->t, tml_step_trial_cells(&tml_pair_efficient)));
    tml_step_trial_begin(&l->control);
}

void tml_lane_steps_load(tml_lane_steps *s, int i, const tml_lane_motion *m)
{
    const tml_problem *p = m->problem;
    for (int other = 0; other < TML_LANES; other++)
        if (other == i || !s->filled)
            fill(s, other, m);
    s->filled = true;
    for (int r = 0; r < s->p->rows; r++)
        s->square[r][i] = 0;
    s->lanes[i] = (lane){.state = TML_LANE_BUSY,
                         .problem = p,
                         .control = {.h = m->first.step, .error_before = 1, .projects = p->project != NULL},
                         .t = p->t0,
                         .t0 = p->t0,
                         .t1 = p->t1,
                         .check_time = p->t0,
                         .relative = p->relative,
                         .longest = p->step,
                         .projection = m->projection,
                         .rounding = m->first.rounding,
                         .rounding_known = true};
    begin_step(&s->lanes[i]);
}

tml_lane_state tml_lane_steps_state(const tml_lane_steps *s, int i)
{
    return s->lanes[i].state;
}

void tml_lane_steps_take(tml_lane_steps *s, int i, double *y, tml_statistics *statistics)
{
    lane *l = &s->lanes[i];
    for (int j = 0; j < s->n; j++)
        y[j] = s->y[j][i];
    statistics->steps = l->steps;
    statistics->rejected = l->rejected;
    statistics->reached = l->t;
    statistics->method = tml_pair_efficient.name;
    l->state = TML_LANE_FREE;
}

/* ---- stages ---- */

static bool is_trying(const lane *l)
{
    return l->state == TML_LANE_BUSY && !l->failed;
}

/* Rates of the state in the values, at the time there. */
static void find_rates(tml_lane_steps *s, tml_lanes *k)
{
    const tml_plane_equations *p = s->p;
    tml_lanes_evaluate(&p->rates, s->x);
    for (int j = 0; j < p->n; j++) {
        k[j] = s->x[p->u + j];
        k[p->n + j] = s->x[p->udot[j]];
    }
    k[2 * p->n] = s->x[p->power];
}

/* Tells those motions that watch narrow features where a stage has been. */
static void show_inputs(tml_lane_steps *s)
{
    for (int i = 0; i < TML_LANES; i++) {
        const lane *l = &s->lanes[i];
        if (l->state != TML_LANE_BUSY || !l->problem->see_inputs)
            continue;
        for (int j = 0; j < s->p->input_count; j++)
            s->inputs[j] = s->p->input[j] >= 0 ? s->x[s->p->input[j]][i] : 0;
        l->problem->see_inputs(l->problem->context, s->x[s->p->time][i], s->inputs);
    }
}

static void find_stage(tml_lane_steps *s, int stage)
{
    const tml_pair *B = &tml_pair_efficient;
    find_rates(s, s->k + stage * s->n);
    s->pivot[stage] = s->x[s->p->pivot];
    if (stage == 0 || B->b[stage] != 0 || B->e[stage] != 0)
        show_inputs(s);
}

/* The stage at the beginning of a step has been shown. */
static void begin_watching(const tml_lane_steps *s)
{
    for (int i = 0; i < TML_LANES; i++) {
        const lane *l = &s->lanes[i];
        if (l->state == TML_LANE_BUSY && l->problem->begin_step)
            l->problem->begin_step(l->problem->context, l->t);
    }
}

/* A lane where rows depend on each other is left to more careful methods; one without finite rates shortens its step. */
static void check_stages(tml_lane_steps *s, int stages)
{
    tml_lanes finite = {0}; /* not a number if one of the rates is not finite */
    for (int stage = 0; stage < stages; stage++)
        for (int j = s->p->n; j < s->n; j++)
            finite += s->k[stage * s->n + j] - s->k[stage * s->n + j];
    for (int i = 0; i < TML_LANES; i++) {
        lane *l = &s->lanes[i];
        double least = 1;
        for (int stage = 0; stage < stages && s->p->rows; stage++)
            least = s->pivot[stage][i] >= least ? least : s->pivot[stage][i]; /* or not a number */
        l->failed = !(finite[i] == 0);
        if (!l->failed && !(least >= MIN_PIVOT) && l->state == TML_LANE_BUSY)
            l->state = TML_LANE_GAVE_UP;
    }
}

/* out = y + h sum weight_j k_j over the first stages; y NULL: 0 */
static void combine(const tml_lane_steps *s, const tml_lanes *h, const double *weight, int count, const tml_lanes *y,
                    int n, tml_lanes *out)
{
    const tml_lanes *k[TML_MAX_PAIR];
    tml_lanes w[TML_MAX_PAIR];
    int terms = 0;
    for (int j = 0; j < count; j++)
        if (weight[j] != 0) {
            w[terms] = *h * weight[j];
            k[terms++] = s->k + j * s->n;
        }
    tml_lanes_combine(n, y, w, k, terms, out);
}

static void set_state(tml_lane_steps *s, const tml_lanes *time)
{
    memcpy(s->x + s->p->q, s->y, (size_t)(2 * s->p->n) * sizeof(tml_lanes));
    s->x[s->p->time] = *time;
}

/* The trial state is in the values of the equations, but for its work. */
static void make_stages(tml_lane_steps *s, const tml_lanes *time, const tml_lanes *h)
{
    const tml_pair *B = &tml_pair_efficient;
    tml_lanes *state = s->x + s->p->q;
    for (int i = 1; i < B->stages; i++) {
        combine(s, h, B->A + (size_t)i * (size_t)(B->stages + B->extra), i, s->y, 2 * s->p->n, state);
        s->x[s->p->time] = *time + B->c[i] * *h;
        find_stage(s, i);
    }
    check_stages(s, B->stages);
    combine(s, h, B->b, B->stages, s->y, 2 * s->p->n, state);
    s->x[s->p->time] = *time + *h;
}

/* ---- rounding ---- */

static double rms(const tml_lane_steps *s, int i, const tml_lanes *x, const tml_lanes *y)
{
    double sum = 0;
    for (int j = 0; j < s->n; j++) {
        const double e = x[j][i] / (s->lanes[i].relative * fabs(y[j][i]) + s->absolute[j][i]);
        sum += e * e;
    }
    return sqrt(sum / s->n);
}

/* As in runge_kutta.c: f(y + d) - 2 f(y) + f(y - d) for very small d. The rates at y are the first stage. */
static void find_rounding(tml_lane_steps *s, const tml_lanes *time)
{
    tml_lanes *sum = s->k + s->n, *k = sum + s->n;
    for (int j = 0; j < s->n; j++)
        sum[j] = -2.0 * s->k[j];
    for (int side = 1; side >= -1; side -= 2) {
        set_state(s, time);
        for (int i = 0; i < TML_LANES; i++)
            for (int j = 0; j < 2 * s->p->n; j++)
                s->x[s->p->q + j][i] = tml_step_trial_perturb(j, s->y[j][i], s->absolute[j][i] / s->relative[i],
                                                              side * TML_PERTURBED_DIGITS);
        find_rates(s, k);
        for (int j = 0; j < s->n; j++)
            sum[j] += k[j];
    }
    for (int i = 0; i < TML_LANES; i++)
        if (!s->lanes[i].rounding_known) {
            const double rounding = rms(s, i, sum, s->y) / sqrt(6);
            s->lanes[i].rounding = isfinite(rounding) ? rounding : 0;
            s->lanes[i].rounding_known = true;
        }
}

/* Where rounding counts, another pair is due. */
static void check_rounding(tml_lane_steps *s, const tml_lanes *time)
{
    bool all_known = true;
    for (int i = 0; i < TML_LANES; i++)
        all_known &= s->lanes[i].rounding_known || s->lanes[i].state != TML_LANE_BUSY;
    if (!all_known)
        find_rounding(s, time);
    for (int i = 0; i < TML_LANES; i++) {
        lane *l = &s->lanes[i];
        if (l->state == TML_LANE_BUSY && !l->control.again &&
            !tml_step_trial_is_harmless(l->rounding, tml_pair_efficient.noise_amplification, l->control.h))
            l->state = TML_LANE_GAVE_UP;
    }
}

/* ---- error ---- */

static double independence_of(tml_lane_steps *s, int i)
{
    double least = 1;
    for (int r = 0; r < s->p->rows; r++) {
        const double square = s->x[s->p->square[r]][i], pivot = s->x[s->p->pivots[r]][i];
        s->square[r][i] = square > s->square[r][i] ? square : s->square[r][i];
        least = fmin(least, pivot / s->square[r][i]);
    }
    return least > 0 ? sqrt(least) : 0;
}

/* Error of the step in units of the tolerance, at the trial state: the tangent component in full, the normal one by its square. */
static double error_of(tml_lane_steps *s, int i, const tml_lanes *work)
{
    const tml_plane_equations *p = s->p;
    double along = 0, across = 0;
    for (int j = 0; j < s->n; j++) {
        const bool of_state = j < 2 * p->n;
        const double y = of_state ? s->x[p->q + j][i] : (*work)[i];
        const double normal = !of_state || !p->rows ? 0
                              : j < p->n            ? s->x[p->across_q[j]][i]
                                                    : s->x[p->across_u[j - p->n]][i];
        const double unit = s->lanes[i].relative * fabs(y) + s->absolute[j][i];
        const double tangent = (s->error[j][i] - normal) / unit;
        along += tangent * tangent;
        across += normal / unit * (normal / unit);
    }
    const double e = fmax(sqrt(along / s->n), sqrt(s->lanes[i].relative) * sqrt(across / s->n));
    return isfinite(along) && isfinite(across) ? e : 1e10;
}

/* ---- projection ---- */

static void begin_closing(tml_lane_steps *s, int i)
{
    lane *l = &s->lanes[i];
    const double extent = s->x[s->p->extent][i];
    l->closing = true;
    l->round = 0;
    l->before = INFINITY;
    l->target = l->independence < NEAR_SINGULAR ? NEAR_SINGULAR_TARGET * l->projection : TARGET * extent;
    l->tolerance = fmax(l->projection, 1024 * DBL_EPSILON * s->x[s->p->rounding][i]);
}

/* One correction of a lane's trial state, from residuals just evaluated; whether they are to be evaluated again. */
static bool close_more(tml_lane_steps *s, int i)
{
    lane *l = &s->lanes[i];
    const tml_plane_equations *p = s->p;
    const double residual = s->x[p->residual][i], speed = s->x[p->fastest][i];
    const bool closed = residual <= l->target || (residual <= l->tolerance && residual >= 0.5 * l->before);
    l->closing = !closed;
    if (closed) {
        for (int j = 0; s->x[p->residual_rate][i] > l->target * speed && j < p->n; j++)
            s->x[p->u + j][i] += s->x[p->correct_u[j]][i];
        return false;
    }
    if (l->before <= l->tolerance) { /* the last correction only moved rounding errors */
        l->state = TML_LANE_GAVE_UP;
        l->closing = false;
    } else if (l->round++ == MAX_NEWTON || !(residual < INFINITY)) {
        l->failed = l->open = true;
        l->closing = false;
    }
    for (int j = 0; l->closing && j < p->n; j++)
        s->x[p->q + j][i] += s->x[p->correct_q[j]][i];
    l->before = residual;
    return l->closing;
}

static void close_loops(tml_lane_steps *s)
{
    for (;;) {
        bool again = false;
        for (int i = 0; i < TML_LANES; i++)
            if (s->lanes[i].closing)
                again |= close_more(s, i);
        if (!again)
            return;
        tml_lanes_evaluate(&s->p->close, s->x);
    }
}

/* ---- steps ---- */

static void begin_try(tml_lane_steps *s, tml_lanes *time, tml_lanes *h)
{
    for (int i = 0; i < TML_LANES; i++) {
        lane *l = &s->lanes[i];
        l->failed = l->closing = l->open = false;
        l->h = l->state == TML_LANE_BUSY ? tml_step_trial_length(&l->control, l->t, l->t1, &l->reached) : 0;
        if (l->state == TML_LANE_BUSY && l->h < tml_step_trial_least(l->t, l->t0, l->t1) && l->reached < l->t1)
            l->state = TML_LANE_GAVE_UP;
        (*time)[i] = l->t;
        (*h)[i] = l->h;
    }
}

/* Whether an accurate step has passed over a narrow feature of the motion, and is shorter next time. */
static bool passes_over(lane *l)
{
    const tml_problem *p = l->problem;
    const double part = p->good_part ? p->good_part(p->context, l->reached) : 1;
    if (part < 1) {
        l->rejected++;
        l->control.h = part * l->h;
        l->control.again = true;
    }
    return part < 1;
}

/* What the error of each lane's step says; whether some are to be projected. */
static void judge(tml_lane_steps *s, const tml_lanes *work)
{
    for (int i = 0; i < TML_LANES; i++) {
        lane *l = &s->lanes[i];
        if (l->state != TML_LANE_BUSY)
            continue;
        l->error = l->failed ? 1e6 : error_of(s, i, work);
        l->independence = s->p->rows && !l->failed ? independence_of(s, i) : 1;
        if (!l->failed && s->p->rows && !(s->x[s->p->pivot][i] >= MIN_PIVOT)) {
            l->state = TML_LANE_GAVE_UP;
            continue;
        }
        switch (tml_step_trial_judge(&l->control, l->h, l->error, l->independence)) {
        case TML_STEP_GOOD:
            l->failed = passes_over(l);
            if (s->p->rows && !l->failed)
                begin_closing(s, i);
            break;
        case TML_STEP_SHORTER:
            l->failed = true;
            break;
        case TML_STEP_BAD:
            l->rejected++;
            tml_step_trial_reject(&l->control, tml_pair_efficient.lower, l->h, l->error);
            l->failed = true;
            break;
        }
    }
}

/* Steps so short that the end would never be reached, as in stepping.c, which says so. */
static bool never_ends(lane *l)
{
    if (l->steps % CHECK_INTERVAL)
        return false;
    const double h = (l->t - l->check_time) / CHECK_INTERVAL;
    l->check_time = l->t;
    return !(l->t1 - l->t < MAX_STEPS * h);
}

static void accept(tml_lane_steps *s, int i, const tml_lanes *work)
{
    lane *l = &s->lanes[i];
    for (int j = 0; j < 2 * s->p->n; j++)
        s->y[j][i] = s->x[s->p->q + j][i];
    s->y[2 * s->p->n][i] = (*work)[i];
    tml_step_trial_accept(&l->control, tml_pair_efficient.lower, l->h, l->error, l->independence, l->reached == l->t1,
                          l->longest);
    l->t = l->reached;
    l->steps++;
    l->rounding_known = l->steps % TML_ROUNDING_INTERVAL != 0 || !tml_step_trial_looks_for_rounding(l->relative);
    if (l->t >= l->t1)
        l->state = TML_LANE_DONE;
    else if (never_ends(l))
        l->state = TML_LANE_GAVE_UP;
    else
        begin_step(l);
}

/* Projection that fails shortens the step. */
static void end_try(tml_lane_steps *s, const tml_lanes *work)
{
    for (int i = 0; i < TML_LANES; i++) {
        lane *l = &s->lanes[i];
        if (is_trying(l)) {
            accept(s, i, work);
        } else if (l->state == TML_LANE_BUSY && l->open) {
            l->rejected++;
            tml_step_trial_reject(&l->control, tml_pair_efficient.lower, l->h, l->error);
        }
    }
}

void tml_lane_steps_try(tml_lane_steps *s)
{
    const tml_pair *B = &tml_pair_efficient;
    tml_lanes time, h, work;
    begin_try(s, &time, &h);
    set_state(s, &time);
    find_stage(s, 0);
    begin_watching(s);
    check_rounding(s, &time);
    make_stages(s, &time, &h);
    combine(s, &h, B->e, B->stages, NULL, s->n, s->error);
    const tml_lanes *power[TML_MAX_PAIR];
    tml_lanes w[TML_MAX_PAIR];
    for (int j = 0; j < B->stages; j++)
        w[j] = h * B->b[j], power[j] = s->k + j * s->n + 2 * s->p->n;
    tml_lanes_combine(1, s->y + 2 * s->p->n, w, power, B->stages, &work);
    memcpy(s->x + s->p->change, s->error, (size_t)(2 * s->p->n) * sizeof(tml_lanes));
    if (s->p->rows)
        tml_lanes_evaluate(&s->p->split, s->x);
    judge(s, &work);
    close_loops(s);
    end_try(s, &work);
}
