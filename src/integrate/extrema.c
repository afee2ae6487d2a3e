/* extrema.c - where an event that is on one side of zero at both ends of a step is nearest to zero in between.
 *
 * Where its rate is known the extremum is a zero of the rate. Otherwise values are taken by halves, until each half is nearly straight or short; in a short one
 * that bends, parabolas through three values lead to the extremum of the dense output itself (Brent, Algorithms for Minimization without Derivatives, 1973):
 * a force that exceeds what friction holds for a small part of a step is found there.
 *
 * What the stages of the step have seen says where values are needed: a line is none past which a stage has seen the event, and where one has seen it beyond zero
 * it is evaluated.
 */
#include "integrate/stepping.h"
#include <math.h>

enum { CUBIC_VALUES = 8, MAX_HALVINGS = 5, MAX_PARABOLAS = 12 };
static const double FAR_FROM_ZERO = 0.5; /* of a value: what its rates at both ends change in a whole step */
static const double CLEAR_CUBIC = 0.25;  /* of the smaller of its values at both ends: what a cubic stays above */
static const double CLEAR =
    0.5; /* of its values at both ends: what it is above in all stages does not come near zero */
static const double BEYOND = 1e-6; /* of the largest value at the stages: what is beyond zero by more is not rounding */
static const double CONVERGED = 0.1; /* of the least value: the next parabola would lower it by less */

/* ---- what stages have seen ---- */

/* The least value of event i at the stages between two times, counted positive on a side of zero; INFINITY: they have seen none. */
static double least_seen(const tml_stepping *s, int i, double side, double from, double to)
{
    double least = INFINITY;
    for (int k = 0; k < s->seen.count; k++)
        if (s->seen.t[k] > from && s->seen.t[k] < to)
            least = fmin(least, side * s->seen.g[k][i]);
    return least;
}

/* The first stage before a time that has seen event i surely on the other side of zero; -1: none has. */
static int first_beyond(const tml_stepping *s, int i, double side, double before)
{
    double largest = 0;
    for (int k = 0; k < s->seen.count; k++)
        largest = fmax(largest, fabs(s->seen.g[k][i]));
    for (int k = 0; k < s->seen.count && s->seen.t[k] < before; k++)
        if (side * s->seen.g[k][i] < -BEYOND * largest)
            return k;
    return -1;
}

/* The last stage before a time at which event i is higher than at an earlier one to which it has fallen; -1: it only falls, or rises and falls. */
static int last_rise(const tml_stepping *s, int i, double side, double before)
{
    double highest = side * s->g[i], least = INFINITY;
    int found = -1;
    for (int k = 0; k < s->seen.count && s->seen.t[k] < before; k++) {
        const double f = side * s->seen.g[k][i];
        if (f < highest)
            least = fmin(least, f);
        highest = fmax(highest, f);
        if (f > least)
            found = k;
    }
    return found;
}

/* ---- by rates ---- */

/* Event i has a rate that is known: it depends on the state alone, and not on forces, whose rounding is larger. */
bool tml_stepping_has_rate(const tml_stepping *s, int i)
{
    const int rate = i + s->p->rate_count;
    return rate >= s->p->event_count - s->p->rate_count && !isnan(s->g_end[rate]);
}

/* Values between the ends of the step, evaluated once for all events. */
int tml_stepping_find_between(tml_stepping *s, double t)
{
    if (s->middle == t)
        return 0;
    s->middle = t;
    return s->at(s->library, t, s->y) || s->p->events(s->p->context, t, s->y, s->g_middle);
}

/* Whether the cubic with the values and rates of event i at both ends of the step stays well above zero: no value between them is needed. */
static bool is_clear(const tml_stepping *s, int i, int rate, double h)
{
    const double from = s->g[i], to = s->g_end[i], u = h * s->g[rate], v = h * s->g_end[rate];
    const double c2 = 3 * (to - from) - 2 * u - v, c3 = u + v - 2 * (to - from);
    for (int k = 1; k < CUBIC_VALUES; k++) {
        const double x = (double)k / CUBIC_VALUES;
        if (!(from + x * (u + x * (c2 + x * c3)) > CLEAR_CUBIC * fmin(from, to)))
            return false;
    }
    return true;
}

/* Where a value that is positive at both ends of the step is least, by its rates there and, where they do not tell, in the middle. As
 * tml_stepping_extremum. */
static int find_least(tml_stepping *s, int i, int rate, double *at, double *value)
{
    const double a = s->before, b = *at, middle = 0.5 * (a + b), most = FAR_FROM_ZERO / (b - a);
    double from = a, u = s->g[rate], to = b, v = s->g_end[rate];
    if (!(s->g[i] > 0 && s->g_end[i] > 0) || (fabs(u) < most * s->g[i] && fabs(v) < most * s->g_end[i]) ||
        is_clear(s, i, rate, b - a))
        return false;
    if (!(u < 0 && v > 0)) {
        if (tml_stepping_find_between(s, middle))
            return -1;
        *at = middle, *value = s->g_middle[i];
        if (!(*value > 0))
            return true;
        const double w = s->g_middle[rate];
        if (u < 0 && w > 0)
            to = middle, v = w;
        else if (w < 0 && v > 0)
            from = middle, u = w;
        else
            return false;
    }
    return tml_stepping_locate(s, rate, from, u, to, v, at) || tml_stepping_event_at(s, s->at, i, *at, value) ? -1
                                                                                                              : true;
}

/* ---- by values ---- */

/* A value at the times a, the middle, and b. */
typedef struct {
    double a, b, from, middle, to;
} parabola;

/* Where a parabola is nearest to zero: its value there, or the nearest of the three. */
static double nearest_of(const parabola *q, double *at)
{
    const double curvature = 2 * (q->from - 2 * q->middle + q->to), slope = 4 * q->middle - 3 * q->from - q->to;
    const double where = -0.5 * slope / curvature;
    *at = 0.5 * (q->a + q->b);
    if (!(where > 0 && where < 1))
        return q->middle;
    *at = q->a + where * (q->b - q->a);
    return q->from + 0.5 * slope * where;
}

/* It bends by much less than its distance from zero, and no stage has seen it much nearer. */
static bool is_nearly_straight(const tml_stepping *s, int i, const parabola *q)
{
    const double near = CLEAR * fmin(fabs(q->from), fmin(fabs(q->middle), fabs(q->to)));
    return fabs(q->from - 2 * q->middle + q->to) < near && least_seen(s, i, q->from > 0 ? 1 : -1, q->a, q->b) >= near;
}

/* Three places in the order of time, and the value at each, counted positive on the side on which the event is. */
typedef struct {
    double x[3], f[3];
} bracket;

/* The least place of the parabola through them. */
static double vertex_of(const bracket *b)
{
    const double *x = b->x, *f = b->f;
    const double u = (x[1] - x[0]) * (f[1] - f[2]), v = (x[1] - x[2]) * (f[1] - f[0]);
    return x[1] - 0.5 * ((x[1] - x[0]) * u - (x[1] - x[2]) * v) / (u - v);
}

static int value_of(tml_stepping *s, int i, double side, double t, double *f)
{
    const int flag = tml_stepping_event_at(s, s->at, i, t, f);
    *f *= side;
    return flag ? -1 : 0;
}

/* Moves the bracket by half its width where its least value is at an end: true if that one is in the middle then. */
static int recentre(tml_stepping *s, int i, double side, double end, bracket *b)
{
    const int low = b->f[0] < b->f[2] ? 0 : 2;
    const double outside = 2 * b->x[low] - b->x[1], vertex = vertex_of(b);
    if (b->f[1] <= b->f[low])
        return true;
    if (outside < s->before || outside > end || !(fabs(vertex - b->x[low]) < fabs(b->x[low] - b->x[1])))
        return false;
    b->x[2 - low] = b->x[1], b->f[2 - low] = b->f[1];
    b->x[1] = b->x[low], b->f[1] = b->f[low];
    b->x[low] = outside;
    if (value_of(s, i, side, outside, &b->f[low]))
        return -1;
    return b->f[1] <= b->f[low];
}

/* From three values on one side of zero to the extremum near them: true where it is on the other side. As tml_stepping_extremum. */
static int descend(tml_stepping *s, int i, const parabola *q, double end, double *at, double *value)
{
    const double side = q->from > 0 ? 1 : -1;
    bracket b = {{q->a, 0.5 * (q->a + q->b), q->b}, {side * q->from, side * q->middle, side * q->to}};
    const int good = recentre(s, i, side, end, &b);
    for (int k = 0; good > 0 && k < MAX_PARABOLAS; k++) {
        const double vertex = vertex_of(&b);
        double f;
        if (!(vertex > b.x[0] && vertex < b.x[2] && vertex != b.x[1]))
            return false;
        if (value_of(s, i, side, vertex, &f))
            return -1;
        *at = vertex, *value = side * f;
        if (!(f > 0))
            return true;
        const int beyond = vertex > b.x[1] ? 2 : 0;
        const double gain = b.f[1] - f;
        if (gain > 0) { /* the middle becomes an end */
            b.x[2 - beyond] = b.x[1], b.f[2 - beyond] = b.f[1];
            b.x[1] = vertex, b.f[1] = f;
        } else
            b.x[beyond] = vertex, b.f[beyond] = f;
        if (k > 1 && fabs(gain) < CONVERGED * b.f[1])
            return false;
    }
    return good < 0 ? -1 : false;
}

/* Where event i, on the same side of zero at both ends, is first on the other: by halves until each is nearly straight. */
static int search(tml_stepping *s, int i, parabola q, int halvings, double end, double *at, double *value)
{
    const bool crossed = (q.middle > 0) != (q.from > 0);
    const double middle = 0.5 * (q.a + q.b);
    *at = middle, *value = q.middle;
    if (!crossed && is_nearly_straight(s, i, &q))
        return false;
    if (halvings == 0 && crossed)
        return true;
    if (halvings == 0)
        return descend(s, i, &q, end, at, value);
    parabola half = {q.a, middle, q.from, NAN, q.middle};
    if (tml_stepping_event_at(s, s->at, i, 0.5 * (half.a + half.b), &half.middle))
        return -1;
    if (crossed && (half.middle > 0) != (q.from > 0)) {
        *at = 0.5 * (half.a + half.b), *value = half.middle;
        return true;
    }
    if (crossed)
        return true;
    const int found = search(s, i, half, halvings - 1, end, at, value);
    if (found && (found < 0 || (*value > 0) != (q.from > 0)))
        return found;
    half = (parabola){middle, q.b, q.middle, NAN, q.to};
    return tml_stepping_event_at(s, s->at, i, 0.5 * (half.a + half.b), &half.middle)
               ? -1
               : search(s, i, half, halvings - 1, end, at, value);
}

/* Event i at the stage that has first seen it beyond zero, before *at: true if it is. As tml_stepping_extremum. */
static int confirm_seen(tml_stepping *s, int i, double *at, double *value)
{
    const double side = s->g[i] > 0 ? 1 : -1;
    const int k = first_beyond(s, i, side, *at);
    double f;
    if (k < 0)
        return false;
    if (value_of(s, i, side, s->seen.t[k], &f))
        return -1;
    if (f > 0)
        return false;
    *at = s->seen.t[k], *value = side * f;
    return true;
}

int tml_stepping_find_earlier(tml_stepping *s, int i, double *at, double *value)
{
    const double side = s->g[i] > 0 ? 1 : -1;
    if (confirm_seen(s, i, at, value) < 0)
        return -1;
    const int rise = last_rise(s, i, side, *at);
    if (rise < 0)
        return 0;
    parabola q = {s->before, s->seen.t[rise], s->g[i], NAN, NAN};
    double when, there;
    if (value_of(s, i, 1, q.b, &q.to) || value_of(s, i, 1, 0.5 * (q.a + q.b), &q.middle))
        return -1;
    if ((q.to > 0) != (q.from > 0))
        return 0;
    const int found = search(s, i, q, MAX_HALVINGS, q.b, &when, &there);
    if (found > 0 && !(side * there > 0))
        *at = when, *value = there;
    return found < 0 ? -1 : 0;
}

/* Where in the step event i is nearest to zero, or beyond it: at a zero of its rate or, where that is not known, by values between the ends. Its
 * value there; false: it comes no nearer. */
int tml_stepping_extremum(tml_stepping *s, int i, double *at, double *value)
{
    const tml_problem *p = s->p;
    const int rate = i + p->rate_count;
    parabola q = {s->before, *at, s->g[i], NAN, s->g_end[i]};
    if (tml_stepping_has_rate(s, i))
        return find_least(s, i, rate, at, value);
    const double least = least_seen(s, i, 1, q.a, q.b);
    if (q.from > 0 && q.to > 0 && least < INFINITY && least > CLEAR * fmax(q.from, q.to))
        return false;
    const int seen = confirm_seen(s, i, at, value);
    if (seen)
        return seen < 0 || tml_stepping_find_earlier(s, i, at, value) ? -1 : true;
    if (tml_stepping_find_between(s, 0.5 * (q.a + q.b)))
        return -1;
    q.middle = s->g_middle[i];
    if ((q.from > 0) == (q.to > 0))
        return search(s, i, q, MAX_HALVINGS, q.b, at, value);
    *value = nearest_of(&q, at);
    return (q.middle > 0) != (q.from > 0) || (*value > 0) == (q.from > 0) ||
                   tml_stepping_event_at(s, s->at, i, *at, value) == 0
               ? true
               : -1;
}
