/* cam_extremes.c - the extremes of a cam over a revolution: samples between the joints of its motion, then the zero of a derivative.
 *
 *   g' = (4/5 d_1 - 1/5 d_2 + 4/105 d_3 - 1/280 d_4)/h,     d_k = g(theta + k h) - g(theta - k h)
 * of the eighth order; at the joints themselves, where derivatives jump, the values on both sides count.
 */
#include "contact/cam.h"
#include "elementary/elementary.h"
#include <math.h>

#define PI 3.14159265358979323846
enum { SAMPLES = 720, MAX_JOINTS = 4096, STEPS = 60 };
static const double BESIDE = 1e-9; /* rad: on this side of a joint */
static const double STENCIL = 0.008;

typedef double (*quantity)(const tml_cam_place *p, const tml_cam *cam);

static double lift(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return p->s;
}

static double velocity(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return fabs(p->v);
}

static double acceleration(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return fabs(p->a);
}

static double jerk(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return fabs(p->j);
}

static double pressure(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return fabs(p->pressure);
}

/* Curvatures, so that radii may pass through infinity. */
static double convex(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return 1 / p->radius;
}

static double concave(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return -1 / p->radius;
}

static double far(const tml_cam_place *p, const tml_cam *cam)
{
    return hypot(p->profile.x - cam->at.x, p->profile.y - cam->at.y);
}

static double low(const tml_cam_place *p, const tml_cam *cam)
{
    (void)cam;
    return -p->s;
}

static double near(const tml_cam_place *p, const tml_cam *cam)
{
    return -far(p, cam);
}

/* From the line of motion, or from the pivot. */
static double eccentric(const tml_cam_place *p, const tml_cam *cam)
{
    const tml_vec2 d = tml_rotate2(tml_cos(p->theta), cam->sigma * tml_sin(p->theta), tml_sub2(p->profile, cam->at));
    const tml_vec2 a = {tml_cos(cam->direction), tml_sin(cam->direction)};
    if (!cam->oscillates)
        return fabs(tml_cross2(a, d));
    const tml_vec2 arm = tml_sub2(d, tml_scale2(cam->distance, a));
    return hypot(arm.x, arm.y);
}

/* Below zero where the profile is undercut, the more the deeper: the radius of its curvature by that of the pitch curve. */
static double depth(const tml_cam_place *p, const tml_cam *cam)
{
    if (cam->flat)
        return -p->radius;
    const double pitch = p->radius + cam->roller;
    return pitch > 0 ? -p->radius / pitch : -1;
}

/* ---- search ---- */

static double value(const tml_cam *cam, quantity q, double theta)
{
    const tml_cam_place p = tml_cam_at(cam, theta);
    return q(&p, cam);
}

static double slope(const tml_cam *cam, quantity q, double x, double h)
{
    static const double c[] = {0.8, -0.2, 4.0 / 105, -1.0 / 280};
    double sum = 0;
    for (int k = 1; k <= 4; k++)
        sum += c[k - 1] * (value(cam, q, x + k * h) - value(cam, q, x - k * h));
    return sum / h;
}

/* The largest value between low and high, inside [from, to] where all is smooth. */
static tml_cam_extreme refine(const tml_cam *cam, quantity q, double low, double high, double from, double to)
{
    const double room = fmin(low - from, to - high) / 4, h = fmin(STENCIL, room);
    const bool smooth = h > STENCIL / 100 && slope(cam, q, low, h) > 0 && slope(cam, q, high, h) < 0;
    for (int i = 0; i < STEPS && smooth; i++) {
        const double middle = (low + high) / 2;
        if (slope(cam, q, middle, h) > 0)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < STEPS && !smooth; i++) { /* golden section */
        const double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
        if (value(cam, q, a) >= value(cam, q, b))
            high = b;
        else
            low = a;
    }
    const double x = (low + high) / 2;
    return (tml_cam_extreme){value(cam, q, x), x};
}

static tml_cam_extreme larger(tml_cam_extreme a, tml_cam_extreme b)
{
    return b.value > a.value * (1 + 1e-13) ? b : a; /* of equal ones the first */
}

/* Of one smooth part. */
static tml_cam_extreme largest_in(const tml_cam *cam, quantity q, double from, double to)
{
    const int count = 4 + (int)(SAMPLES * (to - from) / (2 * PI));
    const double h = (to - from) / count;
    tml_cam_extreme best = {value(cam, q, from), from};
    int at = 0;
    for (int i = 1; i <= count; i++) {
        const tml_cam_extreme here = {value(cam, q, from + i * h), from + i * h};
        if (here.value > best.value + 1e-13 * fabs(best.value))
            best = here, at = i;
    }
    if (at == 0 || at == count)
        return best;
    const tml_cam_extreme found = refine(cam, q, from + (at - 1) * h, from + (at + 1) * h, from, to);
    return found.value >= best.value * (1 - 1e-12) ? found : best;
}

static tml_cam_extreme largest(const tml_cam *cam, quantity q)
{
    const double period = tml_curve_period(cam->motion);
    double joints[MAX_JOINTS];
    const size_t count = tml_curve_breaks(cam->motion, NULL);
    tml_cam_extreme best = {-INFINITY, 0};
    if (count > MAX_JOINTS)
        return largest_in(cam, q, 0, period);
    tml_curve_breaks(cam->motion, joints);
    for (size_t i = 0; i + 1 < count; i++) {
        const double beside = BESIDE * fmin(1, joints[i + 1] - joints[i]);
        tml_cam_extreme here = largest_in(cam, q, joints[i] + beside, joints[i + 1] - beside);
        for (size_t k = i; k <= i + 1; k++)
            here.theta = fabs(here.theta - joints[k]) <= 2 * beside ? joints[k] : here.theta;
        best = isfinite(best.value) ? larger(best, here) : here;
    }
    return best;
}

tml_cam_extremes tml_cam_find_extremes(const tml_cam *cam)
{
    tml_cam_extremes e = {.lift = largest(cam, lift),
                          .velocity = largest(cam, velocity),
                          .acceleration = largest(cam, acceleration),
                          .jerk = largest(cam, jerk),
                          .pressure = largest(cam, pressure),
                          .convex = largest(cam, convex),
                          .concave = largest(cam, concave),
                          .lowest = largest(cam, low),
                          .smallest = largest(cam, near),
                          .largest = largest(cam, far),
                          .cusp = largest(cam, depth)};
    e.convex.value = e.convex.value > 0 ? 1 / e.convex.value : INFINITY;
    e.concave.value = e.concave.value > 0 ? 1 / e.concave.value : INFINITY;
    e.lowest.value = -e.lowest.value;
    e.smallest.value = -e.smallest.value;
    e.eccentric = largest(cam, eccentric).value;
    e.undercut = e.cusp.value >= 0;
    e.cusp.value = tml_cam_at(cam, e.cusp.theta).radius;
    return e;
}

/* ---- without a cusp ---- */

static bool is_good(tml_cam cam, double base)
{
    cam.base = base;
    return tml_cam_start(&cam) && largest(&cam, depth).value < 0;
}

double tml_cam_least_base(const tml_cam *cam)
{
    double low = cam->base, high = cam->base;
    for (int i = 0; i < 10 && !is_good(*cam, high); i++)
        low = high, high *= 2;
    if (!is_good(*cam, high))
        return NAN;
    for (int i = 0; i < 40; i++) {
        const double middle = (low + high) / 2;
        if (is_good(*cam, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}
