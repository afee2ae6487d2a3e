/* stepping.c - after each step: events by the secant method and bisection on the dense output; output; messages. */
#include "integrate/stepping.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STALLED_STEPS = 50, CHECK_INTERVAL = 10000, MAX_VALUES = 100 };
static const double MAX_STEPS = 1e9;            /* more than any run should take: hours */
static const double DERIVATIVE_DISTANCE = 1e-3; /* of a step: distance for the derivative of an event function */
static const double FAR_FROM_ZERO = 0.5;        /* of a value: what its rates at both ends change in a whole step */
static const double SAME_INSTANT = 1e-12;       /* of a step, of the time: crossings so close are simultaneous */

bool tml_stepping_make(tml_stepping *s, const tml_problem *p, int (*at)(void *library, double t, double *y),
                       int (*exact_step)(void *library, double t, double *y), void *library)
{
    const size_t events = (size_t)p->event_count;
    *s = (tml_stepping){.p = p,
                        .at = at,
                        .exact_step = exact_step ? exact_step : at,
                        .library = library,
                        .before = p->t0,
                        .check_time = p->t0};
    s->y = tml_allocate(((size_t)p->n + 5 * events + 1) * sizeof(double));
    if (!s->y)
        return false;
    s->g = s->y + p->n;
    s->g_end = s->g + events;
    s->g_try = s->g_end + events;
    s->when = s->g_try + events;
    s->g_middle = s->when + events;
    s->middle = -INFINITY;
    if (p->function_count)
        s->along = tml_along_make(p, at, library);
    return !p->function_count || s->along;
}

void tml_stepping_free(tml_stepping *s)
{
    if (s->y)
        tml_release(s->y);
    tml_along_free(s->along);
}

int tml_stepping_begin(tml_stepping *s)
{
    const tml_problem *p = s->p;
    if (p->event_start)
        memcpy(s->g, p->event_start, (size_t)p->event_count * sizeof(double));
    else if (p->event_count && p->events(p->context, p->t0, p->y, s->g))
        return -1;
    for (; s->next < p->time_count && p->times[s->next] <= p->t0; s->next++) {
        const int stop = p->output(p->context, p->t0, p->y);
        if (stop)
            return stop;
    }
    return 0;
}

/* Output at all requested times up to t; `end` is the end of the step. */
static int write_output(tml_stepping *s, double t, double end)
{
    const tml_problem *p = s->p;
    for (; s->next < p->time_count && p->times[s->next] <= t; s->next++) {
        const double wanted = p->times[s->next];
        const double *y = p->y;
        if (wanted < end) {
            if (s->at(s->library, wanted, s->y))
                return -1;
            y = s->y;
        }
        const int stop = p->output(p->context, wanted, y);
        if (stop)
            return stop;
    }
    return 0;
}

static bool crosses(const tml_problem *p, int i, double from, double to)
{
    if (from == 0 || isnan(from) || isnan(to) || (to != 0 && (from > 0) == (to > 0)))
        return false;
    return p->directions[i] == 0 || (p->directions[i] > 0) == (to > from);
}

static int event_at(tml_stepping *s, int (*at)(void *library, double t, double *y), int i, double t, double *g)
{
    const tml_problem *p = s->p;
    const int flag = at(s->library, t, s->y) || p->events(p->context, t, s->y, s->g_try);
    *g = s->g_try[i];
    return flag;
}

/* Where the next value is taken, as a part of the way from x1 to x2: by the inverse parabola through three values where these bear it out,
 * otherwise in the middle (Chandrupatla 1997). */
static double next_part(double x1, double x2, double x3, double f1, double f2, double f3, double least)
{
    const double xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);
    double part = 0.5;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
        part = f1 / (f2 - f1) * f3 / (f2 - f3) + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2);
    return fmin(fmax(part, least), 1 - least); /* NaN: the middle of nothing, and so `least` */
}

/* Zero crossing of event i between a and b: the first time at which it is known to be on the other side. Zero itself is not, unless it stays
 * zero until b. */
static int locate_from(tml_stepping *s, int i, double a, double side, double b, double fb, double *when)
{
    double x1 = b, f1 = fb, x2 = a, f2 = side, x3 = a, f3 = side; /* x1: the latest; x2: on its other side */
    double part = 0.5, beyond = 1;
    for (int k = 0; k < MAX_VALUES && fb != 0; k++) {
        const double x = x1 + part * (x2 - x1);
        double f;
        if (!(x > fmin(x1, x2) && x < fmax(x1, x2)))
            break;
        if (event_at(s, s->at, i, x, &f))
            return -1;
        const bool crossed = f != 0 && (f > 0) != (side > 0), was = x1 > x2;
        if (crossed == was)
            x3 = x1, f3 = f1;
        else
            x3 = x2, f3 = f2, x2 = x1, f2 = f1;
        x1 = x, f1 = f;
        const double least = 2e-16 * fmax(fabs(x1), fabs(x2)) / fabs(x2 - x1);
        if (least > 0.5)
            break;
        beyond = f == 0 ? 2 * beyond : 1;
        part = f == 0 ? fmin(0.5, beyond * least) : next_part(x1, x2, x3, f1, f2, f3, least);
    }
    *when = fmax(x1, x2);
    return 0;
}

static int locate(tml_stepping *s, int i, double a, double b, double fb, double *when)
{
    return locate_from(s, i, a, s->g[i], b, fb, when);
}

static bool is_singular(const tml_problem *p, int i)
{
    return p->singular && p->singular[i];
}

/* One Newton step from the crossing of the dense output to that of an exact step, with the derivative of the dense
 * output. */
static int polish(tml_stepping *s, int i, double end, double *when)
{
    const double d = DERIVATIVE_DISTANCE * (end - s->before);
    double g, below, above;
    if (s->exact_step == s->at || is_singular(s->p, i) || *when - d <= s->before || *when + d >= end)
        return 0;
    if (event_at(s, s->at, i, *when - d, &below) || event_at(s, s->at, i, *when + d, &above) ||
        event_at(s, s->exact_step, i, *when, &g))
        return -1;
    const double shift = -g * 2 * d / (above - below);
    if (fabs(shift) < d)
        *when += shift;
    return 0;
}

/* Values between the ends of the step, evaluated once for all events. */
static int find_between(tml_stepping *s, double t)
{
    if (s->middle == t)
        return 0;
    s->middle = t;
    return s->at(s->library, t, s->y) || s->p->events(s->p->context, t, s->y, s->g_middle);
}

/* Where a value that is positive at both ends of the step is least, by its rates there and, where they do not tell, in the middle. As
 * find_extremum. */
static int find_least(tml_stepping *s, int i, int rate, double *at, double *value)
{
    const double a = s->before, b = *at, middle = 0.5 * (a + b), most = FAR_FROM_ZERO / (b - a);
    double from = a, u = s->g[rate], to = b, v = s->g_end[rate];
    if (!(s->g[i] > 0 && s->g_end[i] > 0) || (fabs(u) < most * s->g[i] && fabs(v) < most * s->g_end[i]))
        return false;
    if (!(u < 0 && v > 0)) {
        if (find_between(s, middle))
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
    return locate_from(s, rate, from, u, to, v, at) || event_at(s, s->at, i, *at, value) ? -1 : true;
}

/* Where in the step event i is nearest to zero: at a zero of its rate or, where that is not known, by a parabola through the values at the
 * beginning, in the middle and at the end. Its value there; false: it comes no nearer. */
static int find_extremum(tml_stepping *s, int i, double *at, double *value)
{
    const tml_problem *p = s->p;
    const int rate = i + p->rate_count;
    const double a = s->before, b = *at, from = s->g[i], to = s->g_end[i];
    if (rate >= p->event_count - p->rate_count && !isnan(s->g_end[rate]))
        return find_least(s, i, rate, at, value);
    if (find_between(s, 0.5 * (a + b)))
        return -1;
    const double middle = s->g_middle[i], curvature = 2 * (from - 2 * middle + to), slope = 4 * middle - 3 * from - to;
    const double where = -0.5 * slope / curvature, least = from + 0.5 * slope * where;
    *at = 0.5 * (a + b);
    *value = middle;
    if ((middle > 0) != (from > 0) || !(where > 0 && where < 1) || (least > 0) == (from > 0))
        return true;
    *at = a + where * (b - a);
    return event_at(s, s->at, i, *at, value) ? -1 : true;
}

/* Where event i has crossed zero and come back within the step: a time beyond the first crossing, and its value there. False: it has not. */
static int find_excursion(tml_stepping *s, int i, double *end, double *value)
{
    const double from = s->g[i], to = s->g_end[i];
    if (i < s->p->watched || from == 0 || isnan(from) || isnan(to) || from == to)
        return false;
    const int found = find_extremum(s, i, end, value);
    return found > 0 ? crosses(s->p, i, from, *value) : found;
}

/* A crossing at the very start belongs to the previous analysis, unless the motion has only been interrupted there. */
static bool is_too_early(const tml_stepping *s, double t)
{
    return !s->p->event_start && t <= s->p->t0 + 1e-10 * (s->p->t1 - s->p->t0);
}

/* Locates each crossing of the step; returns their number. */
static int locate_all(tml_stepping *s, double end)
{
    const tml_problem *p = s->p;
    int found = 0;
    for (int i = 0; i < p->event_count; i++) {
        double until = end, value = s->g_end[i];
        s->when[i] = INFINITY;
        if (i >= p->event_count - p->rate_count)
            continue;
        if (!crosses(p, i, s->g[i], value)) {
            const int crossed = find_excursion(s, i, &until, &value);
            if (crossed < 0)
                return -1;
            if (!crossed)
                continue;
        }
        if (locate(s, i, s->before, until, value, &s->when[i]) || polish(s, i, end, &s->when[i]))
            return -1;
        if (is_too_early(s, s->when[i]))
            s->when[i] = INFINITY;
        else
            found++;
    }
    return found;
}

/* The state at a time in the step, in s->y: by a step that ends there, whose last stages are there too, or by the dense output. */
static int state_at(tml_stepping *s, double t, double latest, double end)
{
    bool singular = false;
    for (int i = 0; i < s->p->event_count; i++)
        singular |= s->when[i] <= latest && is_singular(s->p, i);
    if (t < end)
        return (singular ? s->at : s->exact_step)(s->library, t, s->y) ? -1 : 0;
    memcpy(s->y, s->p->y, (size_t)s->p->n * sizeof(double));
    return 0;
}

/* Events whose values have crossed zero before a time in the step, and back until its end: a shorter way shows them. The number found, -1. */
static int locate_earlier(tml_stepping *s, double t, double latest, double end)
{
    const tml_problem *p = s->p;
    int found = 0;
    if (t >= end || p->event_count < 2)
        return 0;
    if (find_between(s, t))
        return -1;
    for (int i = 0; i < p->event_count - p->rate_count; i++) {
        if (!(s->when[i] > latest) || !crosses(p, i, s->g[i], s->g_middle[i]))
            continue;
        const double before = s->when[i];
        if (locate(s, i, s->before, t, s->g_middle[i], &s->when[i]))
            return -1;
        if (is_too_early(s, s->when[i]))
            s->when[i] = before;
        found += before == INFINITY && s->when[i] < INFINITY;
    }
    return found;
}

/* All events at one instant, in the order in which they are numbered. */
static int report_instant(tml_stepping *s, double t, double latest, int *remaining)
{
    const tml_problem *p = s->p;
    int stop = 0;
    for (int i = 0; i < p->event_count; i++) {
        if (!(s->when[i] <= latest))
            continue;
        s->when[i] = NAN; /* not again in this step */
        --*remaining;
        const int flag = p->event(p->context, t, s->y, i);
        stop = flag < 0 || stop < 0 ? -1 : stop || flag;
    }
    return stop;
}

/* Events of the step in order of time, until one stops the run. */
static int find_events(tml_stepping *s, double end)
{
    const tml_problem *p = s->p;
    if (p->events(p->context, end, p->y, s->g_end))
        return -1;
    for (int remaining = locate_all(s, end); remaining != 0;) {
        double earliest = INFINITY;
        for (int i = 0; i < p->event_count; i++)
            earliest = fmin(earliest, s->when[i]);
        const double latest = earliest + SAME_INSTANT * fmax(fabs(earliest), end - s->before);
        const int more = remaining < 0 ? -1 : locate_earlier(s, earliest, latest, end);
        if (more < 0)
            return -1;
        remaining += more;
        bool is_first = true;
        for (int i = 0; i < p->event_count; i++)
            is_first &= !(s->when[i] < earliest);
        if (!is_first)
            continue;
        int stop = write_output(s, earliest, end);
        if (!stop && s->along && earliest < end) /* an event may change what functions depend on */
            stop = tml_along_step(s->along, s->before, earliest, NULL);
        if (!stop)
            stop = state_at(s, earliest, latest, end);
        if (stop)
            return stop;
        if ((stop = report_instant(s, earliest, latest, &remaining))) {
            memcpy(p->y, s->y, (size_t)p->n * sizeof(double));
            return stop;
        }
    }
    return 0;
}

/* Libraries may continue forever towards a singular time, with steps that no longer change t. */
static bool is_stalled(tml_stepping *s, double t)
{
    const tml_problem *p = s->p;
    const bool stalled =
        t - s->before <= 1e-14 * fmax(fabs(t), 1e-6 * (p->t1 - p->t0)); /* the first steps may be tiny */
    s->stalled_steps = stalled ? s->stalled_steps + 1 : 0;
    if (s->stalled_steps < MAX_STALLED_STEPS)
        return false;
    snprintf(s->message, sizeof s->message, "the steps have become too small");
    return true;
}

/* The solution grows without bound and steps become ever shorter: the end would be reached in hours, or never. */
static bool never_ends(tml_stepping *s, double t)
{
    const tml_problem *p = s->p;
    if (++s->steps_since_check < CHECK_INTERVAL)
        return false;
    const double h = (t - s->check_time) / CHECK_INTERVAL;
    s->steps_since_check = 0;
    s->check_time = t;
    if (p->t1 - t < MAX_STEPS * h || (p->step > 0 && h > 0.5 * p->step))
        return false;
    snprintf(s->message, sizeof s->message, "the steps have become too small: at %.1g s per step, %.0e more are needed",
             h, (p->t1 - t) / h);
    return true;
}

int tml_stepping_advance(tml_stepping *s, double t)
{
    const tml_problem *p = s->p;
    if (is_stalled(s, t) || never_ends(s, t))
        return -1;
    int stop = p->event_count ? find_events(s, t) : 0;
    if (!stop)
        stop = write_output(s, t, t);
    if (!stop && s->along)
        stop = tml_along_step(s->along, s->before, t, p->y);
    if (!stop)
        stop = p->accept(p->context, t, p->y);
    s->before = t;
    memcpy(s->g, s->g_end, (size_t)p->event_count * sizeof(double));
    return stop;
}

void tml_stepping_store_message(int code, const char *module, const char *function, char *message, void *stepping)
{
    tml_stepping *s = stepping;
    (void)module, (void)function;
    if (code < 0)
        snprintf(s->message, sizeof s->message, "%s", message);
}

tml_status tml_stepping_failed(const tml_stepping *s, double reached, tml_log *log)
{
    tml_log_raise(log, TML_E_MOTION_ENDS, TML_NOWHERE, "the motion could not be integrated beyond t = %.9g s%s%s",
                  reached, s->message[0] ? ": " : "", s->message);
    return TML_FAILED;
}
