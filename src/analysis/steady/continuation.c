/* continuation.c - pseudo-arclength continuation: x, part on the curve left = 0, phi = 0.
 *
 * From a point with tangent T a step ds along T, then Newton in the plane across T. Steps are halved where Newton does not arrive,
 * goes far, or the curve bends. Between two points a fold is where T_part changes its sign, a fork where the determinant
 * |Z'KZ Z'slope; T'Z T_part| does, both by false position in ds; a change of stability that is neither by bisection.
 */
#include "analysis/steady/continuation.h"
#include <math.h>
#include <string.h>

enum { MAX_POINTS = 20000, MAX_NEWTON = 12, MAX_LOCATE = 60, MAX_LOST = 6 };
static const double LONGEST = 0.03; /* sizes, rad: of a step */
static const double LEAST = 1e-9;   /* a step that is too short to go on */
static const double BEND = 0.98;    /* cosine of the angle between tangents, at least */
static const double FAR = 1e3;      /* sizes */
static const double DAMPED = 1e-3;  /* a decay that is not rounding, as a part of the growth on the other side */
static const double ASIDE = 0.02;   /* sizes, rad: from a fork to the first point of another curve */

tml_steady_direction tml_steady_direction_make(const tml_steady *s)
{
    return (tml_steady_direction){.x = TML_NEW_ARRAY(s->arena, double, s->n + 1)};
}

tml_steady_tracer *tml_steady_tracer_make(tml_steady_solver *v, tml_steady_stability *stability, int steps)
{
    tml_steady_tracer *t = TML_NEW(v->s->arena, tml_steady_tracer);
    *t = (tml_steady_tracer){.v = v, .stability = stability, .steps = steps};
    for (int i = 0; i < 5; i++) {
        t->nodes[i].at = tml_steady_point_make(v->s);
        t->nodes[i].along = tml_steady_direction_make(v->s);
    }
    t->start = tml_steady_point_make(v->s);
    return t;
}

static void copy(const tml_steady *s, const tml_steady_node *from, tml_steady_node *to)
{
    const tml_steady_node old = *to;
    *to = *from;
    to->at = old.at, to->along = old.along;
    tml_steady_copy(s, &from->at, &to->at);
    memcpy(to->along.x, from->along.x, (size_t)s->n * sizeof(double));
    to->along.part = from->along.part;
}

/* Tangent, determinant and stability at a solution; `before`: a direction that the tangent is along. */
static bool examine(tml_steady_tracer *t, const tml_steady_direction *before, tml_steady_node *n)
{
    tml_steady *s = t->v->s;
    if (tml_steady_evaluate(s, &n->at))
        return false;
    if (tml_steady_stiffen(s, &n->at) || !tml_steady_tangent(t->v, before, &n->along, &n->sign, &n->logarithm))
        return false;
    tml_steady_judge(s, &n->at, t->stability);
    n->unstable = t->stability->unstable;
    n->growth = t->stability->largest;
    n->marks = 0;
    return true;
}

/* ---- one step ---- */

static double cosine(const tml_steady *s, const tml_steady_direction *a, const tml_steady_direction *b)
{
    double sum = a->part * b->part;
    for (int k = 0; k < s->n; k++)
        sum += a->x[k] * b->x[k] / (s->system->size * s->system->size);
    return sum;
}

/* The point a step ds from a. */
static bool advance(tml_steady_tracer *t, const tml_steady_node *a, double ds, tml_steady_node *to)
{
    tml_steady_solver *v = t->v;
    const int most = v->most;
    tml_steady_displace(v->s, &a->at, a->along.x, ds, &to->at);
    to->at.part = a->at.part + ds * a->along.part;
    v->across = &a->along;
    v->most = MAX_NEWTON;
    const tml_steady_end end = tml_steady_solve(v, &to->at);
    v->across = NULL;
    v->most = most;
    if (end != TML_STEADY_FOUND || tml_steady_length(v->s, v->moved, v->passed) > 0.5 * ds)
        return false;
    return examine(t, &a->along, to) && cosine(v->s, &a->along, &to->along) > BEND;
}

/* The longest step from a. */
static double longest(const tml_steady_tracer *t, const tml_steady_node *a)
{
    const tml_steady *s = t->v->s;
    const double moves = tml_steady_length(s, a->along.x, 0), far = tml_steady_far(s, a->at.q) / s->system->size;
    return fmin(1.0 / t->steps / fmax(fabs(a->along.part), 1e-12), LONGEST * fmax(far, 1) / fmax(moves, 1e-12));
}

/* ---- what lies between two points ---- */

typedef double test(const tml_steady_node *n, double reference);

static double turns_back(const tml_steady_node *n, double reference)
{
    (void)reference;
    return n->along.part;
}

static double crosses(const tml_steady_node *n, double reference)
{
    return n->sign * exp(fmin(n->logarithm - reference, 600));
}

static double grows(const tml_steady_node *n, double reference)
{
    (void)reference;
    return n->growth;
}

/* The zero of a test between a and a step ds from it, in `to`; its way from a. False: it was lost on the way. Exactly where curves
 * cross Newton does not arrive: then the points beside it must do. */
static bool locate(tml_steady_tracer *t, const tml_steady_node *a, const tml_steady_node *b, double ds, test *f,
                   tml_steady_node *to, double *way)
{
    const double reference = a->logarithm;
    double low = 0, high = ds, at_low = f(a, reference), at_high = f(b, reference), best = INFINITY;
    int side = 0, lost = 0;
    for (int i = 0; i < MAX_LOCATE && high - low > 1e-12 * ds && lost < MAX_LOST; i++) {
        const double zero = (low * at_high - high * at_low) / (at_high - at_low);
        const double middle = i % 8 == 7 || lost ? low + (high - low) * (lost % 2 ? 0.3 : 0.5) : zero;
        if (!advance(t, a, middle, to)) {
            lost++;
            continue;
        }
        const double value = f(to, reference);
        lost = 0;
        if (fabs(value) < best)
            best = fabs(value), *way = middle;
        if (value == 0)
            return true;
        if ((value > 0) == (at_high > 0)) {
            high = middle, at_high = value;
            at_low *= side == 1 ? 0.5 : 1;
            side = 1;
        } else {
            low = middle, at_low = value;
            at_high *= side == -1 ? 0.5 : 1;
            side = -1;
        }
    }
    return best < INFINITY && (lost == 0 || high - low < 1e-2 * ds) && advance(t, a, *way, to);
}

static bool bisect(tml_steady_tracer *t, const tml_steady_node *a, const tml_steady_node *b, double ds,
                   tml_steady_node *to, double *way)
{
    double low = 0, high = ds;
    copy(t->v->s, b, to);
    *way = ds;
    for (int i = 0; i < MAX_LOCATE && high - low > 1e-11; i++) {
        const double middle = 0.5 * (low + high);
        if (!advance(t, a, middle, to))
            return false;
        *way = middle;
        if (to->unstable == a->unstable)
            low = middle;
        else
            high = middle;
    }
    return true;
}

/* With damping the growth passes zero; without, it leaves zero. */
static bool find_change(tml_steady_tracer *t, const tml_steady_node *a, const tml_steady_node *b, double ds,
                        tml_steady_node *to, double *way)
{
    const tml_steady_node *calm = a->unstable ? b : a, *wild = a->unstable ? a : b;
    if (isfinite(calm->growth) && calm->growth < -DAMPED * wild->growth)
        return locate(t, a, b, ds, grows, to, way);
    return bisect(t, a, b, ds, to, way);
}

static int show(tml_steady_tracer *t, tml_steady_node *n, const tml_steady_direction *before)
{
    const int marks = n->marks;
    examine(t, before, n);
    n->marks = marks;
    return t->visit ? t->visit(t->context, n) : 0;
}

/* Visits folds, forks and changes of stability between a and b, in their order. */
static int inspect(tml_steady_tracer *t, double ds)
{
    const tml_steady_node *a = t->a, *b = t->b;
    tml_steady_node *fold = &t->nodes[2], *fork = &t->nodes[3], *change = &t->nodes[4];
    double at_fold = 2 * ds, at_fork = 2 * ds, at_change = 2 * ds;
    const bool folds = a->along.part * b->along.part < 0 && locate(t, a, b, ds, turns_back, fold, &at_fold);
    const bool forks = a->sign != b->sign && locate(t, a, b, ds, crosses, fork, &at_fork);
    const int changed = a->unstable != b->unstable ? TML_TRACE_CHANGE : 0;
    int stopped = 0;
    if (forks && folds && fabs(at_fold - at_fork) < 1e-4) {
        fork->marks = TML_TRACE_FOLD | TML_TRACE_BIFURCATION | changed;
        return show(t, fork, &a->along);
    }
    if (folds)
        fold->marks = TML_TRACE_FOLD | (forks ? 0 : changed);
    if (forks)
        fork->marks = TML_TRACE_BIFURCATION | changed;
    if (folds && at_fold < at_fork)
        stopped = show(t, fold, &a->along);
    if (forks && !stopped)
        stopped = show(t, fork, &a->along);
    if (folds && at_fold >= at_fork && !stopped)
        stopped = show(t, fold, &a->along);
    if (changed && !folds && !forks && find_change(t, a, b, ds, change, &at_change)) {
        change->marks = TML_TRACE_CHANGE;
        stopped = show(t, change, &a->along);
    }
    return stopped;
}

/* ---- the curve ---- */

/* b is beyond the first or last speeds: the solution at them instead. */
static bool finish(tml_steady_tracer *t, double *ds)
{
    const tml_steady_node *a = t->a;
    tml_steady *s = t->v->s;
    const double end = t->b->at.part > 1 ? 1 : 0;
    *ds *= (end - a->at.part) / (t->b->at.part - a->at.part);
    tml_steady_displace(s, &a->at, a->along.x, *ds, &t->b->at);
    t->b->at.part = end;
    return tml_steady_solve(t->v, &t->b->at) == TML_STEADY_FOUND && examine(t, &a->along, t->b);
}

/* part = limit - c/far from two points */
static void extrapolate(tml_steady_tracer *t)
{
    const tml_steady *s = t->v->s;
    const double far[2] = {tml_steady_far(s, t->a->at.q), tml_steady_far(s, t->b->at.q)};
    t->limit = (t->b->at.part * far[1] - t->a->at.part * far[0]) / (far[1] - far[0]);
    double most = 0;
    for (int k = 0; k < s->n; k++)
        if (fabs(t->b->along.x[k]) > most)
            most = fabs(t->b->along.x[k]), t->runs = s->free[k];
}

static bool is_back(const tml_steady_tracer *t, const tml_steady_direction *first, double ds, int points)
{
    const tml_steady *s = t->v->s;
    double sum = (t->b->at.part - t->start.part) * (t->b->at.part - t->start.part);
    for (int k = 0; k < s->nq; k++) {
        const double d = (t->b->at.q[k] - t->start.q[k]);
        sum += d * d;
    }
    return points > 10 && sqrt(sum) < ds && cosine(s, first, &t->b->along) > 0.9;
}

/* From a as far as one step goes, and what it passes. */
static bool go(tml_steady_tracer *t, double *ds)
{
    *ds = fmin(*ds, longest(t, t->a));
    while (!advance(t, t->a, *ds, t->b))
        if ((*ds *= 0.5) < LEAST)
            return false;
    return true;
}

tml_trace_end tml_steady_trace(tml_steady_tracer *t, const tml_steady_point *start, const tml_steady_direction *along)
{
    tml_steady *s = t->v->s;
    t->a = &t->nodes[0], t->b = &t->nodes[1];
    tml_steady_copy(s, start, &t->start);
    tml_steady_copy(s, start, &t->a->at);
    if (!examine(t, along, t->a))
        return TML_TRACE_NO_START;
    if (t->visit && t->visit(t->context, t->a))
        return TML_TRACE_STOPPED;
    tml_steady_direction first = {.x = TML_NEW_ARRAY(s->arena, double, s->n + 1), .part = t->a->along.part};
    memcpy(first.x, t->a->along.x, (size_t)s->n * sizeof(double));
    double ds = 0.2 * longest(t, t->a);
    for (int points = 0; points < MAX_POINTS; points++) {
        if (!go(t, &ds))
            return TML_TRACE_STUCK;
        const bool ends = t->b->at.part > 1 || t->b->at.part < 0;
        if (ends && !finish(t, &ds))
            return TML_TRACE_STUCK;
        if (inspect(t, ds) || show(t, t->b, &t->a->along))
            return TML_TRACE_STOPPED;
        if (ends || t->b->at.part == 1 || t->b->at.part == 0)
            return TML_TRACE_ENDS;
        if (is_back(t, &first, ds, points))
            return TML_TRACE_CLOSED;
        if (tml_steady_far(s, t->b->at.q) > FAR * s->system->size) {
            extrapolate(t);
            return TML_TRACE_RUNS_AWAY;
        }
        tml_steady_node *other = t->a;
        t->a = t->b, t->b = other;
        ds *= 1.6;
    }
    return TML_TRACE_LONG;
}

bool tml_steady_bifurcation(tml_steady_tracer *t, const tml_steady_node *fork, double sign, tml_steady_point *to,
                            tml_steady_direction *along)
{
    tml_steady_solver *v = t->v;
    tml_steady *s = v->s;
    if (tml_steady_evaluate(s, &fork->at) || tml_steady_stiffen(s, &fork->at) ||
        !tml_steady_crossing(v, &fork->along, along))
        return false;
    for (int k = 0; k < s->n; k++)
        along->x[k] *= sign;
    along->part *= sign;
    tml_steady_displace(s, &fork->at, along->x, ASIDE, to);
    to->part = fork->at.part + ASIDE * along->part;
    v->across = along;
    const tml_steady_end end = tml_steady_solve(v, to);
    v->across = NULL;
    return end == TML_STEADY_FOUND && tml_steady_length(s, v->moved, v->passed) < 0.9 * ASIDE + 0.02;
}
