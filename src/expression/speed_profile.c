/* speed_profile.c - a move by the way D from rest to rest within limits: the speed goes up to v, stays, and goes down.
 *
 * With the limits a of the acceleration and j of the jerk, a ramp to v takes the time
 *   T_r(v) = v/a + a/j    if v >= a^2/j: jerk j for a/j, acceleration a, jerk -j for a/j
 *          = 2 sqrt(v/j)  otherwise: a is not reached
 *          = v/a          without a limit of the jerk
 * and, since it is symmetric about its middle, the way v T_r/2. The highest speed within the way satisfies
 *   v (T_up(v) + T_down(v))/2 = D                        or is the limit, and the rest of the way is gone at v
 * A move that is to take the time T has the v with
 *   D/v + (T_up(v) + T_down(v))/2 = T
 * Both sides grow, or fall, with v up to the highest: Newton's method within a bracket. Pieces of the way up are built from the
 * beginning, those of the way down from the end, so that both are at rest there exactly.
 */
#include "expression/speed_profile.h"
#include <float.h>
#include <math.h>

typedef struct {
    double time, slope;  /* of the ramp, and its derivative by v */
    double jerk_time, a; /* of each phase of jerk; the acceleration reached */
} ramp;

static ramp ramp_to(double v, double a, double j)
{
    if (isinf(j))
        return (ramp){v / a, 1 / a, 0, a};
    if (v >= a * a / j)
        return (ramp){v / a + a / j, 1 / a, a / j, a};
    const double t = sqrt(v / j);
    return (ramp){2 * t, t / v, t, j * t};
}

typedef struct {
    const tml_speed_limits *limits;
    double way,
        time; /* time: 0, the speed at which the ramps are the whole way; else that with which it takes so long */
} request;

/* What vanishes at the speed wanted, growing with v; its derivative in *slope. */
static double excess(const request *r, double v, double *slope)
{
    const ramp up = ramp_to(v, r->limits->acceleration, r->limits->jerk),
               down = ramp_to(v, r->limits->deceleration, r->limits->jerk);
    const double half = (up.time + down.time) / 2, half_slope = (up.slope + down.slope) / 2;
    if (r->time > 0) {
        *slope = r->way / (v * v) - half_slope;
        return r->time - r->way / v - half;
    }
    *slope = half + v * half_slope;
    return v * half - r->way;
}

/* Newton's method between low, where the excess is negative, and high, where it is not. */
static double solve(const request *r, double low, double high)
{
    enum { MOST = 200 };
    double v = high, slope;
    for (int i = 0; i < MOST && high - low > DBL_EPSILON * high; i++) {
        const double f = excess(r, v, &slope);
        if (f == 0)
            return v;
        *(f < 0 ? &low : &high) = v;
        const double next = v - f / slope;
        if (fabs(next - v) <= DBL_EPSILON / 2 * v)
            return v;
        v = next > low && next < high ? next : low + (high - low) / 2;
    }
    return v;
}

static double highest_speed(const tml_speed_limits *limits, double way)
{
    const request r = {.limits = limits, .way = way};
    double slope, high = way;
    if (isfinite(limits->speed) && excess(&r, limits->speed, &slope) <= 0)
        return limits->speed;
    while (excess(&r, high, &slope) < 0)
        high *= 2;
    return solve(&r, 0, high);
}

double tml_speed_profile_least(const tml_speed_limits *limits, double way, double *peak)
{
    *peak = highest_speed(limits, way);
    const ramp up = ramp_to(*peak, limits->acceleration, limits->jerk),
               down = ramp_to(*peak, limits->deceleration, limits->jerk);
    return way / *peak + (up.time + down.time) / 2;
}

/* The ramps are as long as they can be: the whole time, or what the way at the limit of the speed leaves. */
double tml_speed_profile_acceleration(double way, double over, double speed)
{
    if (over >= 2 * way / speed)
        return 4 * way / (over * over);
    return over > way / speed ? speed / (over - way / speed) : NAN;
}

/* ---- pieces ---- */

typedef struct {
    tml_motion_piece *pieces;
    int count;
    double x, shortest;
} builder;

static void add(builder *b, double h, double c0, double c1, double c2, double c3)
{
    if (h <= b->shortest)
        return;
    b->pieces[b->count++] = (tml_motion_piece){.x = b->x, .h = h, .c = {c0, c1, c2, c3}, .sudden = true};
    b->x += h;
}

/* From rest at `from` to the speed v, in the direction s. */
static void add_up(builder *b, ramp r, double j, double from, double v, double s)
{
    const double t = r.jerk_time, h = r.time - 2 * t, to = from + s * v * r.time / 2;
    const double k = t > 0 ? s * j * t * t * t / 6 : 0, speed = t > 0 ? s * j * t * t / 2 : 0;
    add(b, t, from, 0, 0, k);
    add(b, h, from + k, speed * h, s * r.a * h * h / 2, 0);
    add(b, t, to - s * v * t + k, s * v * t - 3 * k, 3 * k, -k);
}

/* From the speed v to rest at `to`: add_up, read backwards. */
static void add_down(builder *b, ramp r, double j, double to, double v, double s)
{
    const double t = r.jerk_time, h = r.time - 2 * t, from = to - s * v * r.time / 2;
    const double k = t > 0 ? s * j * t * t * t / 6 : 0, speed = t > 0 ? s * j * t * t / 2 : 0;
    const double bend = s * r.a * h * h / 2, fall = speed * h; /* before the last phase of jerk */
    add(b, t, from, s * v * t, 0, -k);
    add(b, h, to - k - fall - bend, fall + 2 * bend, -bend, 0);
    add(b, t, to - k, 3 * k, -3 * k, k);
}

int tml_speed_profile(const tml_speed_limits *limits, double x, double from, double rise,
                      tml_motion_piece pieces[TML_PROFILE_PIECES])
{
    const double way = fabs(rise), s = rise > 0 ? 1 : -1, to = from + rise;
    double v;
    const double least = tml_speed_profile_least(limits, way, &v);
    if (limits->over > least)
        v = solve(&(request){limits, way, limits->over}, way / limits->over, v);
    const ramp up = ramp_to(v, limits->acceleration, limits->jerk),
               down = ramp_to(v, limits->deceleration, limits->jerk);
    const double cruise = way / v - (up.time + down.time) / 2, whole = way / v + (up.time + down.time) / 2;
    builder b = {.pieces = pieces, .x = x, .shortest = 8 * DBL_EPSILON * whole};
    add_up(&b, up, limits->jerk, from, v, s);
    add(&b, cruise, from + s * v * up.time / 2, s * v * cruise, 0, 0);
    add_down(&b, down, limits->jerk, to, v, s);
    return b.count;
}
