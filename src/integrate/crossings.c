/* crossings.c - where events cross zero within a step: by inverse interpolation and bisection on the dense output.
 *
 * Only the earliest crossing is located: the others are known to be later by one value each, and where the motion is interrupted they are never
 * looked for. Those within the same instant are found by their signs just before and just after it.
 */
#include "integrate/stepping.h"
#include <math.h>
#include <string.h>

enum { MAX_VALUES = 100, MAX_POLISHED = 4, MAX_INSTANTS = 1000 };
static const double DERIVATIVE_DISTANCE = 1e-3; /* of a step: distance for the derivative of an event function */
static const double NEAR_DISTANCE =
    1e-6; /* the same of one that depends on the state alone, which may turn back soon after */
static const double SAME_SLOPE = 0.1; /* of a slope: by which it may differ at a larger distance */
static const double SURELY =
    1e-13; /* of a step: so much later a force whose rounding hides its sign has crossed zero */
static const double BEYOND = 1e-10; /* of a step: so much later rates that jump have jumped, whatever projection does */
static const double SAME_INSTANT = 1e-12; /* of a step, of the time: crossings so close are simultaneous */
static const double NEARBY = 1e-2;        /* of a step: by less than that the dense output shifts a crossing */
static const double TANGENTIAL = 1e-4; /* of what it was at the start of the step: what its rate would make in a step */
static const double NEARLY_ZERO =
    1e-6; /* of what it was at the start of the step: zero, where it comes to it tangentially */
static const double BEHIND = 1e-5; /* of a step: where such a rate tells when it was zero */

static bool crosses(const tml_problem *p, int i, double from, double to)
{
    if (from == 0 || isnan(from) || isnan(to) || (to != 0 && (from > 0) == (to > 0)))
        return false;
    return p->directions[i] == 0 || (p->directions[i] > 0) == (to > from);
}

/* The dense output is as accurate as a step, as far as event i can tell. */
static bool is_precise(const tml_stepping *s, int i)
{
    return s->exact_step == s->at || (s->precise && *s->precise && tml_stepping_has_rate(s, i));
}

int tml_stepping_event_at(tml_stepping *s, int (*at)(void *library, double t, double *y), int i, double t, double *g)
{
    const tml_problem *p = s->p;
    if (at(s->library, t, s->y))
        return -1;
    if (p->event_value)
        return p->event_value(p->context, t, s->y, i, g);
    const int flag = p->events(p->context, t, s->y, s->g_try);
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
int tml_stepping_locate(tml_stepping *s, int i, double a, double side, double b, double fb, double *when)
{
    double x1 = b, f1 = fb, x2 = a, f2 = side, x3 = a, f3 = side; /* x1: the latest; x2: on its other side */
    double part = 0.5, beyond = 1;
    for (int k = 0; k < MAX_VALUES && fb != 0; k++) {
        const double x = x1 + part * (x2 - x1);
        double f;
        if (!(x > fmin(x1, x2) && x < fmax(x1, x2)))
            break;
        if (tml_stepping_event_at(s, s->at, i, x, &f))
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
    return tml_stepping_locate(s, i, a, s->g[i], b, fb, when);
}

static bool is_singular(const tml_problem *p, int i)
{
    return p->singular && p->singular[i];
}

/* A proof has located its first crossing. */
static bool is_touched(const tml_stepping *s, int i)
{
    return s->p->proofs && !isnan(s->touch[i]);
}

/* Whether the slope of an event is about the same at a distance on both sides: that of a condition, which jumps, is not. */
static int is_smooth(tml_stepping *s, int i, double when, double slope, double distance)
{
    double below, above;
    if (tml_stepping_event_at(s, s->at, i, when - distance, &below) ||
        tml_stepping_event_at(s, s->at, i, when + distance, &above))
        return -1;
    return fabs((above - below) / (2 * distance) - slope) < SAME_SLOPE * fabs(slope);
}

/* One Newton step from the crossing of the dense output to that of an exact step, with the derivative of the dense
 * output; where rates jump there, as many as it takes, and beyond it. */
static int polish(tml_stepping *s, int i, double end, double *when)
{
    const double most = DERIVATIVE_DISTANCE * (end - s->before),
                 d = is_touched(s, i) ? NEAR_DISTANCE * (end - s->before) : most;
    double g, below, above;
    if (is_precise(s, i) || is_singular(s->p, i) || *when - d <= s->before || *when + d >= end)
        return 0;
    if (tml_stepping_event_at(s, s->at, i, *when - d, &below) || tml_stepping_event_at(s, s->at, i, *when + d, &above))
        return -1;
    const bool sharp = s->p->sharp && s->p->sharp[i];
    for (int k = 0; k < (sharp ? MAX_POLISHED : d < most ? 2 : 1); k++) {
        if (tml_stepping_event_at(s, s->exact_step, i, *when, &g))
            return -1;
        const double shift = -g * 2 * d / (above - below);
        const int good = fabs(shift) < d      ? 1
                         : fabs(shift) < most ? is_smooth(s, i, *when, (above - below) / (2 * d), most)
                                              : 0;
        if (good < 0)
            return -1;
        if (!good)
            break;
        *when += shift;
        if (fabs(shift) <= (sharp ? SURELY * (end - s->before) : d))
            break;
    }
    if (sharp)
        *when += BEYOND * (end - s->before);
    if (i >= s->p->watched && !tml_stepping_has_rate(s, i)) /* not an expression of the user's */
        *when += SURELY * (end - s->before);
    return 0;
}

/* An event that reaches zero with a rate of zero, and goes on, is lost in its rounding there: as a gap of surfaces that come to touch tangentially. Its rate just behind,
 * which grows from zero, tells the instant. */
static int sharpen(tml_stepping *s, int i, double end, double *when)
{
    const int rate = i + s->p->rate_count;
    const double step = end - s->before, h = BEHIND * step;
    double now, next, later;
    if (!tml_stepping_has_rate(s, i) || *when + 2 * h >= end)
        return 0;
    if (tml_stepping_event_at(s, s->at, rate, *when, &now))
        return -1;
    if (!(fabs(now) * step <= TANGENTIAL * fabs(s->g[i])))
        return 0;
    if (tml_stepping_event_at(s, s->at, rate, *when + h, &next) ||
        tml_stepping_event_at(s, s->at, rate, *when + 2 * h, &later))
        return -1;
    const double shift = h - next * h / (later - next);
    if ((next < 0) == (s->g[i] > 0) && fabs(later) > fabs(next) && fabs(shift) <= 0.5 * h)
        *when += shift;
    return 0;
}

/* Where event i has crossed zero and come back within the step: a time beyond the first crossing, and its value there. False: it has not. */
static int find_excursion(tml_stepping *s, int i, double *end, double *value)
{
    const double from = s->g[i], to = s->g_end[i];
    if ((i < s->p->watched && !(s->p->excursions && s->p->excursions[i])) || from == 0 || isnan(from) || isnan(to) ||
        from == to)
        return false;
    const int found = tml_stepping_extremum(s, i, end, value);
    return found > 0 ? crosses(s->p, i, from, *value) : found;
}

/* Whether event i crosses zero in the step: a time beyond the first crossing, and its value there. Beyond a crossing at the end of the step there may be an
 * earlier one. */
static int find_crossing(tml_stepping *s, int i, double *end, double *value)
{
    if (!crosses(s->p, i, s->g[i], *value))
        return find_excursion(s, i, end, value);
    return s->seen.count && i >= s->p->watched && tml_stepping_find_earlier(s, i, end, value) ? -1 : true;
}

/* ---- in order of time ---- */

/* Which events cross zero: until when, and their values there. Returns their number; -1: failed. */
static int find_crossings(tml_stepping *s, double end)
{
    const tml_problem *p = s->p;
    int found = 0;
    for (int i = 0; i < p->event_count; i++) {
        s->when[i] = INFINITY;
        s->until[i] = NAN;
        if (i >= p->event_count - p->rate_count)
            continue;
        double until = end, value = s->g_end[i];
        if (is_touched(s, i))
            until = s->touch[i], value = s->touch_value[i];
        const int crossed = is_touched(s, i) ? 1 : p->proofs && s->proven[i] ? 0 : find_crossing(s, i, &until, &value);
        if (crossed < 0)
            return -1;
        if (!crossed)
            continue;
        s->until[i] = until;
        s->beyond[i] = value;
        found++;
    }
    return found;
}

/* Known to cross zero, and not located. */
static bool is_open(const tml_stepping *s, int i)
{
    return !isnan(s->until[i]) && s->when[i] == INFINITY;
}

/* The crossing that is probably the first, by secants; -1: none. */
static int first_guess(const tml_stepping *s)
{
    int first = -1;
    double least = INFINITY;
    for (int i = 0; i < s->p->event_count; i++) {
        const double guess = !is_open(s, i)     ? INFINITY
                             : is_touched(s, i) ? s->touch[i]
                                                : s->before + (s->until[i] - s->before) * fabs(s->g[i]) /
                                                                  (fabs(s->g[i]) + fabs(s->beyond[i]));
        if (first < 0 ? is_open(s, i) : guess < least)
            first = i, least = guess;
    }
    return first;
}

/* The crossing of event i before `until`, where its value is `beyond`. One at the very start belongs to the previous analysis, unless the motion has
 * only been interrupted there. */
static int find_when(tml_stepping *s, int i, double until, double beyond, double end)
{
    const tml_problem *p = s->p;
    const bool located = is_touched(s, i) && until == s->touch[i];
    if (located)
        s->when[i] = s->touch[i];
    if ((!located && locate(s, i, s->before, until, beyond, &s->when[i])) || polish(s, i, end, &s->when[i]) ||
        sharpen(s, i, end, &s->when[i]))
        return -1;
    if (s->when[i] <= p->t0 + 1e-10 * (p->t1 - p->t0) && !p->event_start)
        s->when[i] = NAN;
    return 0;
}

/* Event i, which has crossed zero at `until`, just after `first`, where another does: before it, or with it. */
static int compare(tml_stepping *s, int i, double first, double until, double value, double end)
{
    const double window = SAME_INSTANT * fmax(fabs(first), end - s->before);
    double before, after = value;
    if ((is_precise(s, i) || is_singular(s->p, i)) && first - window > s->before) {
        if (tml_stepping_event_at(s, s->at, i, first - window, &before) ||
            (until > first + window && tml_stepping_event_at(s, s->at, i, first + window, &after)))
            return -1;
        const bool still = before == 0 || (before > 0) == (s->g[i] > 0);
        const bool tangential = fabs(after) <= NEARLY_ZERO * fabs(s->g[i]);
        if (still && (tangential || crosses(s->p, i, s->g[i], after))) {
            s->when[i] = first;
            return 0;
        }
        if (!still)
            until = first - window, value = before;
    }
    return find_when(s, i, until, value, end);
}

static double earliest_located(const tml_stepping *s)
{
    double earliest = INFINITY;
    for (int i = 0; i < s->p->event_count; i++)
        earliest = fmin(earliest, s->when[i]);
    return earliest;
}

/* All that cross zero no later than `first`, where one does. Those that have come back until the end of the step are seen here too. */
static int locate_others(tml_stepping *s, double first, double end)
{
    const tml_problem *p = s->p;
    bool precise = true;
    for (int i = 0; i < p->event_count; i++)
        precise &= s->when[i] != first || is_precise(s, i) || is_singular(p, i);
    const double h = end - s->before, until = first + (precise ? SAME_INSTANT * fmax(fabs(first), h) : NEARBY * h);
    if (p->event_count < 2 || (until < end && tml_stepping_find_between(s, until)))
        return p->event_count < 2 ? 0 : -1;
    for (int i = 0; i < p->event_count - p->rate_count; i++) {
        const double value = until < end ? s->g_middle[i] : s->g_end[i];
        if (is_open(s, i) && is_touched(s, i) && s->touch[i] < first) {
            if (find_when(s, i, s->touch[i], s->touch_value[i], end))
                return -1;
        } else if (s->when[i] == INFINITY && crosses(p, i, s->g[i], value) && value != 0 &&
                   compare(s, i, first, fmin(until, end), value, end))
            return -1;
    }
    return 0;
}

/* The earliest of the crossings that remain; INFINITY: none does. */
static int locate_earliest(tml_stepping *s, double end, double *earliest)
{
    for (int i; (*earliest = earliest_located(s)) == INFINITY && (i = first_guess(s)) >= 0;)
        if (find_when(s, i, s->until[i], s->beyond[i], end))
            return -1;
    for (double first = INFINITY; *earliest < first; *earliest = earliest_located(s)) {
        first = *earliest;
        if (locate_others(s, first, end))
            return -1;
    }
    return 0;
}

/* Beyond a jump of the rates, in s->y: by a step that ends before it, none of whose stages has seen it, and straight on from there. */
static int state_beyond(tml_stepping *s, double t, double end)
{
    const tml_problem *p = s->p;
    const double before = t - 2 * BEYOND * (end - s->before);
    if (s->exact_step(s->library, before, s->y) || p->rate(p->context, before, s->y, s->rate))
        return -1;
    for (int i = 0; i < p->n; i++)
        s->y[i] += (t - before) * s->rate[i];
    return 0;
}

/* The state at a time in the step, in s->y: by a step that ends there, whose last stages are there too, or by the dense output. */
static int state_at(tml_stepping *s, double t, double latest, double end)
{
    bool singular = false, precise = true, sharp = false;
    for (int i = 0; i < s->p->event_count; i++)
        if (s->when[i] <= latest)
            singular |= is_singular(s->p, i), precise &= is_precise(s, i), sharp |= s->p->sharp && s->p->sharp[i];
    if (sharp && !singular && !precise)
        return state_beyond(s, t, end);
    if (t < end)
        return (singular || precise ? s->at : s->exact_step)(s->library, t, s->y) ? -1 : 0;
    memcpy(s->y, s->p->y, (size_t)s->p->n * sizeof(double));
    return 0;
}

/* All events at one instant, in the order in which they are numbered. */
static int report_instant(tml_stepping *s, double t, double latest)
{
    const tml_problem *p = s->p;
    int stop = 0;
    for (int i = 0; i < p->event_count; i++) {
        if (!(s->when[i] <= latest))
            continue;
        s->when[i] = NAN; /* not again in this step, but for what is found beyond it */
        s->reported[i] = true;
        const int flag = p->event(p->context, t, s->y, i);
        stop = flag < 0 || stop < 0 ? -1 : stop || flag;
    }
    return stop;
}

/* Further crossings of the events just reported, which have not ended the step. */
static int find_further(tml_stepping *s, double t, double end)
{
    for (int i = 0; i < s->p->event_count; i++) {
        if (!s->reported[i])
            continue;
        s->reported[i] = false;
        const int found = s->p->proofs ? tml_stepping_prove_after(s, i, t, end) : 0;
        if (found < 0)
            return -1;
        if (found)
            s->until[i] = s->touch[i], s->beyond[i] = s->touch_value[i], s->when[i] = INFINITY;
    }
    return 0;
}

int tml_stepping_find_events(tml_stepping *s, double end)
{
    const tml_problem *p = s->p;
    double earliest;
    if (p->events(p->context, end, p->y, s->g_end) || (p->proofs && tml_stepping_prove(s, end)))
        return -1;
    memset(s->reported, 0, (size_t)p->event_count * sizeof(bool));
    const int found = find_crossings(s, end);
    if (found <= 0)
        return found;
    for (int instants = 0;; instants++) {
        if (locate_earliest(s, end, &earliest))
            return -1;
        if (earliest == INFINITY)
            return 0;
        const double latest = earliest + SAME_INSTANT * fmax(fabs(earliest), end - s->before);
        int stop = tml_stepping_write_output(s, earliest, end);
        if (!stop && s->along && earliest < end) /* an event may change what functions depend on */
            stop = tml_along_step(s->along, s->before, earliest, NULL, NULL);
        if (!stop)
            stop = state_at(s, earliest, latest, end);
        if (stop)
            return stop;
        if ((stop = report_instant(s, earliest, latest))) {
            memcpy(p->y, s->y, (size_t)p->n * sizeof(double));
            return stop;
        }
        if (instants < MAX_INSTANTS && find_further(s, earliest, end))
            return -1;
    }
}
