/* continuation.c - pseudo-arclength continuation (Keller) of relative equilibria: x, p on the curve r(x, p) = 0,
 * phi(x) = 0.
 *
 * Predictor: a step ds along the tangent T. Corrector: Newton's method in the plane normal to T. The step is halved if
 * Newton does not converge or converges far away, or if the curve bends too much. Between two points there is a fold
 * where T_p changes sign, and a bifurcation where the determinant |Z'KZ Z'r_p; T'Z T_p| does; both are located by
 * regula falsi in ds. A change of stability that is neither is located by bisection.
 */
#include "analysis/steady/continuation.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

enum { MAX_POINTS = 20000, MAX_NEWTON = 12, MAX_LOCATE = 60, MAX_FAILURES = 6 };
static const double MAX_STEP = 0.03;    /* sizes, rad: the longest step */
static const double MIN_STEP = 1e-9;    /* a shorter step is given up */
static const double MIN_COSINE = 0.98;  /* smallest cosine of the angle between successive tangents */
static const double MAX_EXTENT = 1e3;   /* sizes */
static const double MIN_DECAY = 1e-3;   /* a decay that is not rounding, relative to the growth on the other side */
static const double BRANCH_STEP = 0.02; /* sizes, rad: from a bifurcation to the first point of the other branch */

tml_steady_direction tml_steady_direction_make(const tml_steady *s)
{
    return (tml_steady_direction){.x = TML_NEW_ARRAY(s->arena, double, s->n + 1)};
}

tml_steady_continuation *tml_steady_continuation_make(tml_steady_solver *v, tml_steady_stability *stability, int steps)
{
    tml_steady_continuation *t = TML_NEW(v->s->arena, tml_steady_continuation);
    *t = (tml_steady_continuation){.v = v, .stability = stability, .steps = steps, .condition = -1};
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
    to->along.parameter = from->along.parameter;
}

/* Tangent, determinant and stability at a solution; `before`: a direction that orients the tangent. */
static bool evaluate_point(tml_steady_continuation *t, const tml_steady_direction *before, tml_steady_node *n)
{
    tml_steady *s = t->v->s;
    if (tml_steady_evaluate(s, &n->at))
        return false;
    if (tml_steady_find_stiffness(s, &n->at) || !tml_steady_tangent(t->v, before, &n->along, &n->sign, &n->logarithm))
        return false;
    tml_steady_find_stability(s, &n->at, t->stability);
    n->unstable = t->stability->unstable;
    n->growth = t->stability->largest;
    n->marks = 0;
    n->margin = t->condition >= 0 ? t->margin(t->context, &n->at, t->condition) : 0;
    return true;
}

/* ---- one step ---- */

static double cosine(const tml_steady *s, const tml_steady_direction *a, const tml_steady_direction *b)
{
    double sum = a->parameter * b->parameter;
    for (int k = 0; k < s->n; k++)
        sum += a->x[k] * b->x[k] / (s->system->size * s->system->size);
    return sum;
}

/* The solution a step ds from a. */
static bool advance(tml_steady_continuation *t, const tml_steady_node *a, double ds, tml_steady_node *to)
{
    tml_steady_solver *v = t->v;
    const int max = v->max;
    tml_steady_displace(v->s, &a->at, a->along.x, ds, &to->at);
    to->at.parameter = a->at.parameter + ds * a->along.parameter;
    v->plane_normal = &a->along;
    v->max = MAX_NEWTON;
    const tml_steady_status end = tml_steady_solve(v, &to->at);
    v->plane_normal = NULL;
    v->max = max;
    if (end != TML_STEADY_CONVERGED || tml_steady_length(v->s, v->displacement, v->parameter_change) > 0.5 * ds)
        return false;
    return evaluate_point(t, &a->along, to) && cosine(v->s, &a->along, &to->along) > MIN_COSINE;
}

/* The longest step from a. */
static double longest(const tml_steady_continuation *t, const tml_steady_node *a)
{
    const tml_steady *s = t->v->s;
    const double moves = tml_steady_length(s, a->along.x, 0), far = tml_steady_extent(s, a->at.q) / s->system->size;
    return fmin(1.0 / t->steps / fmax(fabs(a->along.parameter), 1e-12), MAX_STEP * fmax(far, 1) / fmax(moves, 1e-12));
}

/* ---- special points between two solutions ---- */

typedef double test(const tml_steady_node *n, double reference);

static double fold_test(const tml_steady_node *n, double reference)
{
    (void)reference;
    return n->along.parameter;
}

static double bifurcation_test(const tml_steady_node *n, double reference)
{
    return n->sign * tml_exp(fmin(n->logarithm - reference, 600));
}

static double margin_test(const tml_steady_node *n, double reference)
{
    (void)reference;
    return n->margin;
}

static double stability_test(const tml_steady_node *n, double reference)
{
    (void)reference;
    return n->growth;
}

/* Locates the zero of a test function between a and a step ds from it, in `to`, and its arclength from a, by regula
 * falsi (Illinois). Newton does not converge exactly at a bifurcation: then points beside it are used. False: not
 * found. */
static bool locate(tml_steady_continuation *t, const tml_steady_node *a, const tml_steady_node *b, double ds, test *f,
                   tml_steady_node *to, double *distance)
{
    const double reference = a->logarithm;
    double low = 0, high = ds, at_low = f(a, reference), at_high = f(b, reference), best = INFINITY;
    int side = 0, failures = 0;
    for (int i = 0; i < MAX_LOCATE && high - low > 1e-12 * ds && failures < MAX_FAILURES; i++) {
        const double zero = (low * at_high - high * at_low) / (at_high - at_low);
        const double middle = i % 8 == 7 || failures ? low + (high - low) * (failures % 2 ? 0.3 : 0.5) : zero;
        if (!advance(t, a, middle, to)) {
            failures++;
            continue;
        }
        const double value = f(to, reference);
        failures = 0;
        if (fabs(value) < best)
            best = fabs(value), *distance = middle;
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
    return best < INFINITY && (failures == 0 || high - low < 1e-2 * ds) && advance(t, a, *distance, to);
}

static bool bisect(tml_steady_continuation *t, const tml_steady_node *a, const tml_steady_node *b, double ds,
                   tml_steady_node *to, double *distance)
{
    double low = 0, high = ds;
    copy(t->v->s, b, to);
    *distance = ds;
    for (int i = 0; i < MAX_LOCATE && high - low > 1e-11; i++) {
        const double middle = 0.5 * (low + high);
        if (!advance(t, a, middle, to))
            return false;
        *distance = middle;
        if (to->unstable == a->unstable)
            low = middle;
        else
            high = middle;
    }
    return true;
}

/* With damping the growth crosses zero; without damping it departs from zero. */
static bool find_change(tml_steady_continuation *t, const tml_steady_node *a, const tml_steady_node *b, double ds,
                        tml_steady_node *to, double *distance)
{
    const tml_steady_node *stable = a->unstable ? b : a, *unstable = a->unstable ? a : b;
    if (isfinite(stable->growth) && stable->growth < -MIN_DECAY * unstable->growth)
        return locate(t, a, b, ds, stability_test, to, distance);
    return bisect(t, a, b, ds, to, distance);
}

static int visit_point(tml_steady_continuation *t, tml_steady_node *n, const tml_steady_direction *before)
{
    const int marks = n->marks;
    evaluate_point(t, before, n);
    n->marks = marks;
    return t->visit ? t->visit(t->context, n) : 0;
}

/* Visits the folds, bifurcations and changes of stability between a and b, in their order. */
static int visit_special_points(tml_steady_continuation *t, double ds)
{
    const tml_steady_node *a = t->a, *b = t->b;
    tml_steady_node *fold = &t->nodes[2], *bifurcation = &t->nodes[3], *change = &t->nodes[4];
    double at_fold = 2 * ds, at_bifurcation = 2 * ds, at_change = 2 * ds;
    const bool folds = a->along.parameter * b->along.parameter < 0 && locate(t, a, b, ds, fold_test, fold, &at_fold);
    const bool bifurcations = a->sign != b->sign && locate(t, a, b, ds, bifurcation_test, bifurcation, &at_bifurcation);
    const int changed = a->unstable != b->unstable ? TML_STEADY_STABILITY_CHANGE : 0;
    int stopped = 0;
    if (bifurcations && folds && fabs(at_fold - at_bifurcation) < 1e-4) {
        bifurcation->marks = TML_STEADY_FOLD | TML_STEADY_BIFURCATION | changed;
        return visit_point(t, bifurcation, &a->along);
    }
    if (folds)
        fold->marks = TML_STEADY_FOLD | (bifurcations ? 0 : changed);
    if (bifurcations)
        bifurcation->marks = TML_STEADY_BIFURCATION | changed;
    if (folds && at_fold < at_bifurcation)
        stopped = visit_point(t, fold, &a->along);
    if (bifurcations && !stopped)
        stopped = visit_point(t, bifurcation, &a->along);
    if (folds && at_fold >= at_bifurcation && !stopped)
        stopped = visit_point(t, fold, &a->along);
    if (changed && !folds && !bifurcations && find_change(t, a, b, ds, change, &at_change)) {
        change->marks = TML_STEADY_STABILITY_CHANGE;
        stopped = visit_point(t, change, &a->along);
    }
    return stopped;
}

/* ---- the curve ---- */

/* Where a condition is violated at b: b becomes the point up to which all are met. 0: none is; -1: it is violated from a on. */
static int find_boundary(tml_steady_continuation *t, double *ds)
{
    tml_steady_node *to = &t->nodes[2];
    int found = 0;
    for (int next = t->violated ? t->violated(t->context, &t->b->at) : -1, i = 0; next >= 0 && i < MAX_FAILURES; i++) {
        t->condition = next;
        t->a->margin = fmax(t->margin(t->context, &t->a->at, next), 0);
        t->b->margin = t->margin(t->context, &t->b->at, next);
        found = t->a->margin > 0 && locate(t, t->a, t->b, *ds, margin_test, to, ds) ? 1 : -1;
        if (found < 0)
            break;
        copy(t->v->s, to, t->b);
        next = t->violated(t->context, &t->b->at);
    }
    t->condition = found > 0 ? t->condition : -1;
    return found;
}

/* b is beyond the range of speeds: replaces it by the solution at the end of the range. */
static bool finish(tml_steady_continuation *t, double *ds)
{
    const tml_steady_node *a = t->a;
    tml_steady *s = t->v->s;
    const double end = t->b->at.parameter > 1 ? 1 : 0;
    *ds *= (end - a->at.parameter) / (t->b->at.parameter - a->at.parameter);
    tml_steady_displace(s, &a->at, a->along.x, *ds, &t->b->at);
    t->b->at.parameter = end;
    return tml_steady_solve(t->v, &t->b->at) == TML_STEADY_CONVERGED && evaluate_point(t, &a->along, t->b);
}

/* Fits p = limit - c/extent to two points. */
static void extrapolate(tml_steady_continuation *t)
{
    const tml_steady *s = t->v->s;
    const double far[2] = {tml_steady_extent(s, t->a->at.q), tml_steady_extent(s, t->b->at.q)};
    t->limit = (t->b->at.parameter * far[1] - t->a->at.parameter * far[0]) / (far[1] - far[0]);
    double max = 0;
    for (int k = 0; k < s->n; k++)
        if (fabs(t->b->along.x[k]) > max)
            max = fabs(t->b->along.x[k]), t->unbounded = s->free[k];
}

static bool is_closed(const tml_steady_continuation *t, const tml_steady_direction *first, double ds, int points)
{
    const tml_steady *s = t->v->s;
    double sum = (t->b->at.parameter - t->start.parameter) * (t->b->at.parameter - t->start.parameter);
    for (int k = 0; k < s->tree_nq; k++) {
        const double d = (t->b->at.q[k] - t->start.q[k]);
        sum += d * d;
    }
    return points > 10 && sqrt(sum) < ds && cosine(s, first, &t->b->along) > 0.9;
}

/* One step from a, halved until it succeeds. */
static bool take_step(tml_steady_continuation *t, double *ds)
{
    *ds = fmin(*ds, longest(t, t->a));
    while (!advance(t, t->a, *ds, t->b))
        if ((*ds *= 0.5) < MIN_STEP)
            return false;
    return true;
}

tml_continuation_end tml_steady_continuation_run(tml_steady_continuation *t, const tml_steady_point *start,
                                                 const tml_steady_direction *along)
{
    tml_steady *s = t->v->s;
    t->a = &t->nodes[0], t->b = &t->nodes[1];
    t->condition = -1;
    tml_steady_copy(s, start, &t->start);
    tml_steady_copy(s, start, &t->a->at);
    if (!evaluate_point(t, along, t->a))
        return TML_CONTINUATION_NO_START;
    if (t->visit && t->visit(t->context, t->a))
        return TML_CONTINUATION_STOPPED;
    tml_steady_direction first = {.x = TML_NEW_ARRAY(s->arena, double, s->n + 1), .parameter = t->a->along.parameter};
    memcpy(first.x, t->a->along.x, (size_t)s->n * sizeof(double));
    double ds = 0.2 * longest(t, t->a);
    for (int points = 0; points < MAX_POINTS; points++) {
        if (!take_step(t, &ds))
            return TML_CONTINUATION_STALLED;
        const bool ends = t->b->at.parameter > 1 || t->b->at.parameter < 0;
        if (ends && !finish(t, &ds))
            return TML_CONTINUATION_STALLED;
        const int boundary = find_boundary(t, &ds);
        if (boundary < 0)
            return TML_CONTINUATION_STALLED;
        if (visit_special_points(t, ds) || visit_point(t, t->b, &t->a->along))
            return TML_CONTINUATION_STOPPED;
        if (boundary)
            return TML_CONTINUATION_BOUNDARY;
        if (ends || t->b->at.parameter == 1 || t->b->at.parameter == 0)
            return TML_CONTINUATION_REACHED_END;
        if (is_closed(t, &first, ds, points))
            return TML_CONTINUATION_CLOSED;
        if (tml_steady_extent(s, t->b->at.q) > MAX_EXTENT * s->system->size) {
            extrapolate(t);
            return TML_CONTINUATION_UNBOUNDED;
        }
        tml_steady_node *other = t->a;
        t->a = t->b, t->b = other;
        ds *= 1.6;
    }
    return TML_CONTINUATION_MAX_POINTS;
}

bool tml_steady_switch_branch(tml_steady_continuation *t, const tml_steady_node *bifurcation, double sign,
                              tml_steady_point *to, tml_steady_direction *along)
{
    tml_steady_solver *v = t->v;
    tml_steady *s = v->s;
    if (tml_steady_evaluate(s, &bifurcation->at) || tml_steady_find_stiffness(s, &bifurcation->at) ||
        !tml_steady_branch_direction(v, &bifurcation->along, along))
        return false;
    for (int k = 0; k < s->n; k++)
        along->x[k] *= sign;
    along->parameter *= sign;
    tml_steady_displace(s, &bifurcation->at, along->x, BRANCH_STEP, to);
    to->parameter = bifurcation->at.parameter + BRANCH_STEP * along->parameter;
    v->plane_normal = along;
    const tml_steady_status end = tml_steady_solve(v, to);
    v->plane_normal = NULL;
    return end == TML_STEADY_CONVERGED &&
           tml_steady_length(s, v->displacement, v->parameter_change) < 0.9 * BRANCH_STEP + 0.02;
}
