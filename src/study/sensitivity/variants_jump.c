/* variants_jump.c - motions nearby through what happens to the one at the centre, each at a time of its own, and S behind it. */
#include "study/sensitivity/variants_parts.h"
#include <string.h>

enum { MAX_SECANT = 12 };
static const double ACROSS = 0x1p-2; /* of it: 3 h S is less where an event acts, so that states nearby meet it too */
static const double ON_SURFACE = 1e-14; /* of the time in which the state changes by its size: an event is met */

/* When a live nearby, at x + k h S_j, meets the event, or its own break: `later` than the centre, along the rates there (v->before). */
static int find_meeting(tml_variants *v, tml_live *live, double t, const double *x, int event, double rate,
                        double *later)
{
    double value, last = 0, last_value = 0, slope = rate;
    if (event < 0) {
        *later = live->ode->end - t;
        return 0;
    }
    *later = 0;
    for (int i = 0; i < MAX_SECANT; i++) {
        if (tml_variant_event(live, t + *later, tml_variants_displaced(v, x, v->before, *later), event, &value))
            return 1;
        if (i && *later != last)
            slope = (value - last_value) / (*later - last);
        const double step = -value / slope;
        last = *later, last_value = value;
        *later += step;
        if (!isfinite(step))
            return 1;
        if (fabs(step) <= ON_SURFACE / v->fastest)
            return 0;
    }
    return 0;
}

static int act(tml_live *live, double t, const double *x, int event)
{
    tml_live_ode_set(live, t, x);
    if (event < 0)
        live->t = live->ode->end;
    return (event < 0 ? tml_live_ode_event(live) : tml_live_ode_fire(live, event)) != TML_OK;
}

/* Nothing nearby sticks where the centre slides, or touches where it does not. */
static bool have_same_modes(const tml_live *a, const tml_live *b)
{
    const tml_system *s = a->task.system;
    for (int i = 0; i < s->interaction_count; i++)
        if (a->motion.e->work->modes[i].kind != b->motion.e->work->modes[i].kind)
            return false;
    return memcmp(a->task.resolved->force_off, b->task.resolved->force_off,
                  (size_t)a->task.model->force_count * sizeof(bool)) == 0;
}

/* S_j behind: of states nearby that have met the event, at x + k h S_j + later f. */
static int jump_one(tml_variants *v, int j, double t, const double *x, int event, double rate, const double *x_after,
                    double *S, double *time)
{
    double *landed = v->landed, *sum = v->value;
    *time = 0;
    memset(sum, 0, (size_t)v->n * sizeof(double));
    if (TML_STENCIL * v->h[j] * tml_variants_largest(v, S) > ACROSS) {
        v->why = "derivatives are large where the motion jumps";
        return 1;
    }
    for (int side = 0; side < TML_SIDES; side++) {
        tml_live *live = tml_variant_near(v, j, side)->live;
        double later;
        for (int i = 0; i < v->n; i++)
            landed[i] = x[i] + tml_steps_away(side) * v->h[j] * S[i];
        if (find_meeting(v, live, t, landed, event, rate, &later))
            return 1;
        for (int i = 0; i < v->n; i++)
            landed[i] += later * v->before[i];
        if (act(live, t + later, landed, event))
            return 1;
        if (!have_same_modes(live, v->centre.live)) {
            v->why = "contacts, friction or forces are in other modes at values nearby";
            return 1;
        }
        *time += tml_side_weight(side) / v->h[j] * later;
        for (int i = 0; i < v->n; i++)
            sum[i] += tml_side_weight(side) / v->h[j] * (live->motion.problem.y[i] - x_after[i]);
    }
    for (int i = 0; i < v->n; i++)
        S[i] = sum[i] - *time * v->after[i];
    return 0;
}

/* Of the event along the motion. */
static int find_crossing_rate(tml_variants *v, double t, const double *x, int event, double *rate)
{
    const double e = TML_FRACTION / v->fastest;
    *rate = 0;
    for (int side = 0; event >= 0 && side < TML_SIDES; side++) {
        const double later = tml_steps_away(side) * e;
        double value;
        if (tml_variant_event(v->centre.live, t + later, tml_variants_displaced(v, x, v->before, later), event, &value))
            return 1;
        *rate += tml_side_weight(side) / e * value;
    }
    return event >= 0 && !(*rate != 0);
}

static void find_fastest(tml_variants *v, const double *x)
{
    v->fastest = fmax(v->centre.live->motion.problem.characteristic_rate, 0);
    for (int i = 0; i < v->n; i++)
        v->fastest = fmax(v->fastest, fabs(v->before[i]) / fmax(fabs(x[i]), v->size[i]));
    v->fastest = v->fastest > 0 ? v->fastest : 1;
}

int tml_variants_jump(tml_variants *v, double t, int event, double *x, double *S, double *time)
{
    tml_live *centre = v->centre.live;
    double rate;
    if (tml_variant_rates(v, centre, t, x, v->before))
        return 1;
    find_fastest(v, x);
    if (find_crossing_rate(v, t, x, event, &rate) || act(centre, t, x, event))
        return 1;
    memcpy(v->landed_centre, centre->motion.problem.y, (size_t)v->n * sizeof(double));
    if (tml_variant_rates(v, centre, centre->t, v->landed_centre, v->after))
        return 1;
    for (int j = 0; j < v->parameters; j++)
        if (jump_one(v, j, t, x, event, rate, v->landed_centre, S + j * v->n, &time[j]))
            return 1;
    memcpy(x, v->landed_centre, (size_t)v->n * sizeof(double));
    return 0;
}
