/* along.c - integrals and extrema of functions along a motion, in every step of an integrator.
 *
 * With nodes x = 0, 1/sqrt(5), sqrt(2/3), 1 on both sides of the middle and half the length h:
 *   I4 = h/6 (f(1) + 5 f(1/sqrt 5))                                                        exact up to degree 5
 *   I7 = h/1470 (77 f(1) + 432 f(sqrt(2/3)) + 625 f(1/sqrt 5) + 672 f(0))                  exact up to degree 9
 * each f meaning the sum of both sides. Where |I7 - I4| is too large the interval is halved (Gander and Gautschi 2000).
 */
#include "integrate/along_state.h"
#include <math.h>
#include <string.h>

enum { MAX_REFINEMENTS = 40, LEVEL = 2, SPARE_SPLITS = 64, SPLITS_PER_STEP = 4 };
static const double CONVERGED =
    1e-7; /* |I7 - I4| relative to the largest value: the error of I7 is below its square root cubed */
static const double HIGHER = 1e-12;   /* of the largest value: an extremum that is worth a search */
static const double ROUNDING = 2e-15; /* of a value: a larger one by less is the same */
static const double PEAK = 0.01; /* of the precision: values that are so close tell the time of an extremum as well */
static const double LEBESGUE = 1.825; /* largest sum of the magnitudes of the Lagrange polynomials of the nodes */
static const double MAX_OMEGA = 0.2;  /* largest |omega(x)| from -1 to 1: at x = 0 */
static const double *const NODE = tml_along_nodes;

const double tml_along_nodes[TML_ALONG_NODES] = {
    -1, -0.81649658092772603273, -0.44721359549995793928, 0, 0.44721359549995793928, 0.81649658092772603273, 1};

const tml_along tml_along_none = {.wanted = TML_WANT_ALL,
                                  .max = -INFINITY,
                                  .min = INFINITY,
                                  .undefined = NAN,
                                  .last = NAN,
                                  .begin = NAN,
                                  .end = NAN,
                                  .splits = SPARE_SPLITS};

void tml_along_take(tml_along *a, double t, double f)
{
    a->last = f;
    if (!isfinite(f)) {
        if (!(a->undefined <= t))
            a->undefined = t;
        return;
    }
    a->scale = fmax(a->scale, fabs(f));
    if (!(f <= a->max + ROUNDING * fabs(a->max))) /* the first: infinity less infinity is no number */
        a->max = f, a->max_time = t;
    if (!(f >= a->min - ROUNDING * fabs(a->min)))
        a->min = f, a->min_time = t;
}

static void take_all(const tml_along_work *w, double t, const double *f)
{
    for (int i = 0; i < w->p->function_count; i++)
        tml_along_take(&w->p->along[i], t, f[i]);
}

/* ---- making ---- */

static double grid_place(int g)
{
    return -1 + 2 * (g + 1.0) / (TML_ALONG_GRID + 1);
}

/* Lagrange polynomials at the places of the grid. */
static void find_grid(tml_along_work *w)
{
    for (int g = 0; g < TML_ALONG_GRID; g++)
        for (int k = 0; k < TML_ALONG_NODES; k++) {
            double product = 1;
            for (int j = 0; j < TML_ALONG_NODES; j++)
                product *= j == k ? 1 : (grid_place(g) - NODE[j]) / (NODE[k] - NODE[j]);
            w->grid[g][k] = product;
        }
}

/* The polynomial (x - x_0)(x - x_2)(x - x_4)(x - x_6) of every second node: how the error of a cubic through these grows. */
static double omega(double x)
{
    return (x * x - 1) * (x * x - 0.2);
}

static void find_cubic(tml_along_work *w)
{
    for (int i = 0; i < TML_ALONG_NODES / 2; i++)
        for (int k = 0; k < TML_ALONG_NODES; k += 2) {
            w->cubic[i][k] = 1;
            for (int j = 0; j < TML_ALONG_NODES; j += 2)
                w->cubic[i][k] *= j == k ? 1 : (NODE[2 * i + 1] - NODE[j]) / (NODE[k] - NODE[j]);
        }
    for (int g = 0; g < TML_ALONG_GRID; g++)
        w->omega[g] = fabs(omega(grid_place(g)));
}

/* Their derivatives at x = 1: l_k' = prod_(j != k, e) (1 - x_j) / prod_(j != k) (x_k - x_j), l_k'' = 2 l_k' (l_e' - 1/(1 - x_k)); of
 * the last one, e, so that all sum up to zero. */
static void find_derivatives(tml_along_work *w)
{
    const int e = TML_ALONG_NODES - 1;
    for (int k = 0; k < e; k++)
        w->slope[e] += 1 / (1 - NODE[k]);
    for (int k = 0; k < e; k++) {
        double product = 1 / (NODE[k] - 1);
        for (int j = 0; j < e; j++)
            product *= j == k ? 1 : (1 - NODE[j]) / (NODE[k] - NODE[j]);
        w->slope[k] = product;
        w->curvature[k] = 2 * product * (w->slope[e] - 1 / (1 - NODE[k]));
        w->curvature[e] -= w->curvature[k];
    }
}

tml_along_work *tml_along_make(const tml_problem *p, int (*at)(void *library, double t, double *y), void *library)
{
    const size_t n = (size_t)p->n, count = (size_t)p->function_count;
    const size_t numbers = n + (3 + (TML_ALONG_DEPTH + 1) * TML_ALONG_NODES) * count;
    tml_along_work *w = tml_allocate(sizeof *w + numbers * sizeof(double) + count);
    if (!w)
        return NULL;
    *w = (tml_along_work){.p = p, .at = at, .library = library, .time = NAN};
    w->y = (double *)(w + 1);
    w->f = w->y + n;
    w->start = w->f + count;
    w->end = w->start + count;
    w->levels = w->end + count;
    w->open = (unsigned char *)(w->y + numbers);
    find_grid(w);
    find_cubic(w);
    find_derivatives(w);
    return w;
}

void tml_along_free(tml_along_work *work)
{
    if (work)
        tml_release(work);
}

/* ---- extrema ---- */

static int value_at(tml_along_work *w, double t, double *f)
{
    return w->at(w->library, t, w->y) || w->p->functions(w->p->context, t, w->y, f);
}

/* sign f at t, which all functions take note of. */
static double signed_value(tml_along_work *w, int i, double sign, double t)
{
    if (value_at(w, t, w->f))
        return NAN;
    take_all(w, t, w->f);
    return sign * w->f[i];
}

/* Brent's method: the largest sign f between a and b, until values differ no more. */
static void refine(tml_along_work *w, int i, double sign, double a, double b)
{
    static const double golden = 0.38196601125010515, precision = 1e-8;
    double x = a + golden * (b - a), fx = signed_value(w, i, sign, x);
    double u, fu, v = x, fv = fx, y = x, fy = fx, step = 0, before = 0;
    const double least = precision * (b - a), same = fmax(ROUNDING, PEAK * w->p->along[i].precision);
    int level = 0;
    for (int k = 0; k < MAX_REFINEMENTS && b - a > 4 * least && !isnan(fx); k++) {
        const double middle = 0.5 * (a + b), r = (x - y) * (fx - fv), q = (x - v) * (fx - fy);
        const double p = (x - v) * q - (x - y) * r, d = 2 * (q - r);
        const bool parabola = d != 0 && fabs(p / d) < 0.5 * fabs(before) && x - p / d > a && x - p / d < b;
        before = parabola ? step : x < middle ? b - x : a - x;
        step = parabola ? -p / d : golden * before;
        u = x + (fabs(step) >= least ? step : copysign(least, step));
        if (u <= a || u >= b)
            u = x + (x < middle ? least : -least);
        fu = signed_value(w, i, sign, u);
        level = fabs(fu - fx) <= same * w->p->along[i].scale ? level + 1 : 0;
        if (isnan(fu) || level == LEVEL)
            return;
        if (fu >= fx) {
            *(u < x ? &b : &a) = x;
            v = y, fv = fy, y = x, fy = fx, x = u, fx = fu;
            continue;
        }
        *(u < x ? &a : &b) = u;
        if (fu >= fy || y == x)
            v = y, fv = fy, y = u, fy = fu;
        else if (fu >= fv || v == x || v == y)
            v = u, fv = fu;
    }
}

/* An extremum between an end (side +-1) and the grid: the vertex of the parabola there rises p'^2/(2 |p''|) above the end. One farther away
 * is none of that end. */
static bool is_near_end(const tml_along_work *w, const double *f, int count, double sign, int side, double best,
                        double *distance)
{
    double p1 = 0, p2 = 0;
    for (int k = 0; k < TML_ALONG_NODES; k++) {
        const double value = sign * f[(side > 0 ? k : TML_ALONG_NODES - 1 - k) * count];
        p1 += w->slope[k] * value;
        p2 += w->curvature[k] * value;
    }
    *distance = p1 / p2;
    return p1 < 0 && p2 < 0 && *distance < 4.0 / (TML_ALONG_GRID + 1) &&
           sign * f[side > 0 ? (TML_ALONG_NODES - 1) * count : 0] - 0.5 * p1 * *distance > best;
}

/* Height of the parabola through three equidistant values, the middle one the largest; -infinity where it is not. */
static double vertex(const double *p)
{
    const double bend = 2 * p[1] - p[0] - p[2], rise = p[2] - p[0];
    return p[1] >= p[0] && p[1] >= p[2] ? p[1] + (bend > 0 ? rise * rise / (8 * bend) : 0) : -INFINITY;
}

/* sign times the polynomial through the nodes of a function, at the places of the grid and at both ends. */
static void fill_grid(const tml_along_work *w, const double *f, double sign, double *p)
{
    const int count = w->p->function_count;
    p[0] = sign * f[0];
    p[TML_ALONG_GRID + 1] = sign * f[(TML_ALONG_NODES - 1) * count];
    for (int g = 0; g < TML_ALONG_GRID; g++) {
        p[g + 1] = 0;
        for (int k = 0; k < TML_ALONG_NODES; k++)
            p[g + 1] += sign * w->grid[g][k] * f[k * count];
    }
}

tml_along_sums tml_along_sums_of(const double *values, int count, double half)
{
    double f[TML_ALONG_NODES], pair[4], square[4];
    for (int k = 0; k < TML_ALONG_NODES; k++)
        f[k] = values[k * count];
    for (int k = 0; k < 4; k++) { /* 0: the middle, 3: the ends */
        pair[k] = k ? f[3 - k] + f[3 + k] : f[3];
        square[k] = k ? f[3 - k] * f[3 - k] + f[3 + k] * f[3 + k] : f[3] * f[3];
    }
    return (tml_along_sums){half / 6 * (pair[3] + 5 * pair[1]),
                            half / 1470 * (77 * pair[3] + 432 * pair[2] + 625 * pair[1] + 672 * pair[0]),
                            half / 6 * (square[3] + 5 * square[1]),
                            half / 1470 * (77 * square[3] + 432 * square[2] + 625 * square[1] + 672 * square[0])};
}

double tml_along_level(const tml_along *a, double sign)
{
    const double reached = sign > 0 ? a->max : -a->min;
    return fmax(reached, a->magnitude ? a->scale : reached) + fmax(HIGHER, a->precision) * a->scale;
}

/* Where the polynomial through the nodes of one function exceeds all values so far, those of rows between the places of the grid
 * included; or may, for it is not exact: the mean of one of lower degree differs by |I7 - I4|/(b - a). */
static void search_one(tml_along_work *w, const double *values, int i, double sign, double a, double b)
{
    const int count = w->p->function_count;
    const tml_along *along = &w->p->along[i];
    const double half = 0.5 * (b - a), middle = 0.5 * (a + b), width = 2.0 / (TML_ALONG_GRID + 1);
    const tml_along_sums s = tml_along_sums_of(values + i, count, half);
    double best = tml_along_level(along, sign) - fabs(s.I7 - s.I4) / (b - a);
    const double reached = sign < 0 ? along->min_time : along->max_time; /* at a node in here: nearby it is exceeded */
    double distance, p[TML_ALONG_GRID + 2];
    int where = -1;
    fill_grid(w, values + i, sign, p);
    for (int g = 0; g < TML_ALONG_GRID; g++)
        if (vertex(p + g) > best)
            best = vertex(p + g), where = g;
    if (where >= 0) {
        refine(w, i, sign, middle + half * (grid_place(where) - width), middle + half * (grid_place(where) + width));
        return;
    }
    if (reached > a && reached < b) {
        int k = 1;
        while (k < TML_ALONG_NODES - 2 && middle + half * NODE[k] < reached)
            k++;
        refine(w, i, sign, middle + half * NODE[k - 1], middle + half * NODE[k + 1]);
        return;
    }
    for (int side = -1; side <= 1; side += 2)
        if (is_near_end(w, values + i, count, sign, side, best, &distance)) {
            const double inside = middle + half * side * (1 - fmin(2 * distance, 2 * width)), end = side > 0 ? b : a;
            refine(w, i, sign, fmin(inside, end), fmax(inside, end));
        }
}

static void search(tml_along_work *w, const double *values, double a, double b)
{
    for (int i = 0; i < w->p->function_count; i++) {
        if (w->open[i] & TML_WANT_MAX)
            search_one(w, values, i, 1, a, b);
        if (w->open[i] & TML_WANT_MIN)
            search_one(w, values, i, -1, a, b);
    }
}

/* ---- integrals ---- */

/* Whether an integral has converged; *square: that of its square. */
static bool has_converged(const tml_along *a, const tml_along_sums *s, double half, bool *square)
{
    const double limit = 2 * half * a->scale * fmax(CONVERGED, cbrt(a->precision * a->precision));
    *square = !(fabs(s->S7 - s->S4) > limit * a->scale);
    return !(fabs(s->I7 - s->I4) > limit);
}

/* C in the error C |omega(x)| of a cubic through four of the nodes, by what it misses at the three others: the polynomial through all seven is
 * far closer. */
static double coarse_error(const tml_along_work *w, const double *f)
{
    const int count = w->p->function_count;
    double worst = 0;
    for (int i = 0; i < TML_ALONG_NODES / 2; i++) {
        double miss = f[(2 * i + 1) * count];
        for (int k = 0; k < TML_ALONG_NODES; k += 2)
            miss -= w->cubic[i][k] * f[k * count];
        worst = fmax(worst, fabs(miss / omega(NODE[2 * i + 1])));
    }
    return worst;
}

/* |p - c| <= LEBESGUE max |f_k - c| of the polynomial through the nodes, for any c: here the middle of their range. */
static double bound_of(const tml_along_work *w, const double *f, double sign)
{
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < TML_ALONG_NODES; k++) {
        const double value = sign * f[k * w->p->function_count];
        low = fmin(low, value), high = fmax(high, value);
    }
    return 0.5 * (low + high) + LEBESGUE * 0.5 * (high - low);
}

bool tml_along_may_exceed(const tml_along_work *w, const double *f, const tml_along *a, unsigned wanted, double margin)
{
    const int count = w->p->function_count;
    const double error = margin * coarse_error(w, f);
    double distance;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double best = tml_along_level(a, sign);
        double p[TML_ALONG_GRID + 2];
        if (!(wanted & (sign > 0 ? TML_WANT_MAX : TML_WANT_MIN)) || bound_of(w, f, sign) + error * MAX_OMEGA < best)
            continue;
        fill_grid(w, f, sign, p);
        for (int g = 0; g < TML_ALONG_GRID; g++)
            if (fmax(p[g + 1], vertex(p + g)) + error * w->omega[g] > best)
                return true;
        if (is_near_end(w, f, count, sign, -1, best, &distance) || is_near_end(w, f, count, sign, 1, best, &distance))
            return true;
    }
    return false;
}

/* Whether a function needs a finer division. One that never converges, such as rounding errors about zero, has no splits left in the
 * end, and leaves the others theirs. */
static bool needs_split(tml_along_work *w, const double *values, double half)
{
    const int count = w->p->function_count;
    bool any = false, square;
    for (int i = 0; i < count; i++) {
        const tml_along_sums s = tml_along_sums_of(values + i, count, half);
        tml_along *a = &w->p->along[i];
        const bool once = has_converged(a, &s, half, &square);
        const bool integrals =
            ((w->open[i] & TML_WANT_INTEGRAL) && !once) || ((w->open[i] & TML_WANT_SQUARE) && !square);
        if (!(once && square) && a->splits > 0 && (integrals || tml_along_may_exceed(w, values + i, a, w->open[i], 1)))
            any = true, a->splits--;
    }
    return any;
}

static void add(tml_along_work *w, const double *values, double half)
{
    const int count = w->p->function_count;
    for (int i = 0; i < count; i++) {
        tml_along *a = &w->p->along[i];
        const tml_along_sums s = tml_along_sums_of(values + i, count, half);
        bool square;
        const bool once = has_converged(a, &s, half, &square);
        if (w->open[i] & TML_WANT_INTEGRAL) {
            a->integral += s.I7;
            a->error += once ? 0 : fabs(s.I7 - s.I4);
        }
        if (w->open[i] & TML_WANT_SQUARE) {
            a->square += s.S7;
            a->square_error += square ? 0 : fabs(s.S7 - s.S4);
        }
    }
}

static int integrate(tml_along_work *w, double a, double b, const double *fa, const double *fb, int depth)
{
    const int count = w->p->function_count;
    const size_t row = (size_t)count, bytes = row * sizeof(double);
    double *values = w->levels + (size_t)depth * TML_ALONG_NODES * row;
    const double half = 0.5 * (b - a), middle = 0.5 * (a + b);
    memcpy(values, fa, bytes);
    memcpy(values + 6 * row, fb, bytes);
    for (int k = 1; k < TML_ALONG_NODES - 1; k++) {
        if (value_at(w, middle + half * NODE[k], values + (size_t)k * row))
            return -1;
        take_all(w, middle + half * NODE[k], values + (size_t)k * row);
    }
    if (depth == TML_ALONG_DEPTH || !needs_split(w, values, half)) {
        add(w, values, half);
        search(w, values, a, b);
        return 0;
    }
    return integrate(w, a, middle, values, values + 3 * row, depth + 1) ||
                   integrate(w, middle, b, values + 3 * row, values + 6 * row, depth + 1)
               ? -1
               : 0;
}

/* What is known of the step without dense output: values at both ends, and what stages tell. */
static int begin_step(tml_along_work *w, double from, double to, const double *y, const tml_along_stages *stages)
{
    const tml_problem *p = w->p;
    const size_t size = (size_t)p->function_count * sizeof(double);
    if (w->time != from && stages)
        memcpy(w->start, stages->f, size);
    else if (w->time != from && value_at(w, from, w->start))
        return -1;
    if (w->time != from)
        take_all(w, from, w->start);
    if (stages)
        memcpy(w->end, stages->end, size);
    else if (y ? p->functions(p->context, to, y, w->end) : value_at(w, to, w->end))
        return -1;
    take_all(w, to, w->end);
    for (int i = 0; i < p->function_count; i++) {
        p->along[i].splits += SPLITS_PER_STEP;
        w->open[i] = (unsigned char)p->along[i].wanted;
    }
    if (stages)
        tml_along_by_stages(w, to - from, stages);
    return 0;
}

static bool is_open(const tml_along_work *w)
{
    for (int i = 0; i < w->p->function_count; i++)
        if (w->open[i])
            return true;
    return false;
}

int tml_along_step(tml_along_work *w, double from, double to, const double *y, const tml_along_stages *stages)
{
    const tml_problem *p = w->p;
    if (w->time > from)
        from = w->time, stages = NULL; /* not all of it */
    if (!(to > from))
        return 0;
    if (begin_step(w, from, to, y, stages) || (is_open(w) && integrate(w, from, to, w->start, w->end, 0)))
        return -1;
    memcpy(w->start, w->end, (size_t)p->function_count * sizeof(double));
    w->time = to;
    for (int i = 0; i < p->function_count; i++) {
        tml_along *a = &p->along[i];
        a->last = w->end[i];
        a->begin = isnan(a->begin) ? from : a->begin;
        a->end = to;
    }
    return 0;
}
