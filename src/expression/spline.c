/* spline.c - the slopes m of a cubic spline: f'' is continuous at its points,
 *
 *   h_1 m_(i-1) + 2 (h_0 + h_1) m_i + h_0 m_(i+1) = 3 (h_1 d_0 + h_0 d_1)
 *
 * with the lengths h_0, h_1 of the pieces before and after point i and the slopes d_0, d_1 of their secants. At the ends
 *   natural      2 m_0 + m_1 = 3 d_0                   f'' = 0: continuous with straight lines beyond them, but of second order there
 *   not a knot   h_1 m_0 + (h_0 + h_1) m_1 = (h_1 (3 h_0 + 2 h_1) d_0 + h_0^2 d_1) / (h_0 + h_1)     f''' is continuous at the next
 *                point: fourth order everywhere; through three points the parabola
 *   clamped      m_0 = 0
 * A periodic curve has no ends: the system is cyclic, A = T + u v', T tridiagonal; x = y - z (v'y)/(1 + v'z) with T y = r, T z = u (Sherman
 * and Morrison).
 */
#include "expression/spline.h"
#include <float.h>
#include <math.h>

double tml_knot_secant(const tml_knot *k)
{
    return (k[1].y - k[0].y) / (k[1].x - k[0].x);
}

double tml_knot_value(const tml_knot *k, double s)
{
    const double h = k[1].x - k[0].x, secant = tml_knot_secant(k);
    const double b = (3 * secant - 2 * k[0].m - k[1].m) / h, c = (k[0].m + k[1].m - 2 * secant) / (h * h);
    return k[0].y + s * (k[0].m + s * (b + s * c));
}

tml_neighbours tml_knot_neighbours(const tml_knot *k, size_t count, size_t i, bool periodic)
{
    const tml_knot *before = i > 0 ? k + i - 1 : periodic ? k + count - 2 : k;
    const tml_knot *after = i + 1 < count ? k + i : periodic ? k : k + count - 2;
    return (tml_neighbours){before[1].x - before[0].x, after[1].x - after[0].x, tml_knot_secant(before),
                            tml_knot_secant(after)};
}

/* A tridiagonal system of n rows; right: then the solution. */
typedef struct {
    double *below, *diagonal, *above, *right, *ratio, *other;
} rows;

static rows divide(double *work, size_t n)
{
    return (rows){work, work + n, work + 2 * n, work + 3 * n, work + 4 * n, work + 5 * n};
}

static void solve(const rows *r, double *x, size_t n)
{
    r->ratio[0] = r->above[0] / r->diagonal[0];
    x[0] /= r->diagonal[0];
    for (size_t i = 1; i < n; i++) {
        const double pivot = r->diagonal[i] - r->below[i] * r->ratio[i - 1];
        r->ratio[i] = r->above[i] / pivot;
        x[i] = (x[i] - r->below[i] * x[i - 1]) / pivot;
    }
    for (size_t i = n - 1; i-- > 0;)
        x[i] -= r->ratio[i] * x[i + 1];
}

static void set_row(rows *r, size_t i, tml_neighbours p)
{
    r->below[i] = p.h1 / (p.h0 + p.h1);
    r->above[i] = p.h0 / (p.h0 + p.h1);
    r->diagonal[i] = 2;
    r->right[i] = 3 * (r->below[i] * p.d0 + r->above[i] * p.d1);
}

static void solve_periodic(tml_knot *k, size_t n, rows *r)
{
    double *y = r->right, *z = r->other;
    for (size_t i = 0; i < n; i++) {
        set_row(r, i, tml_knot_neighbours(k, n + 1, i, true));
        z[i] = 0;
    }
    if (n < 3) { /* two knots are neighbours on both sides */
        const double y0 = y[0], y1 = y[n - 1];
        k[0].m = n == 1 ? 0 : (2 * y0 - y1) / 3;
        k[n - 1].m = n == 1 ? 0 : (2 * y1 - y0) / 3;
    } else {
        const double corner = r->above[n - 1], other = r->below[0], gamma = -r->diagonal[0];
        r->diagonal[0] -= gamma;
        r->diagonal[n - 1] -= corner * other / gamma;
        z[0] = gamma;
        z[n - 1] = corner;
        solve(r, y, n);
        solve(r, z, n);
        const double share = (y[0] + other * y[n - 1] / gamma) / (1 + z[0] + other * z[n - 1] / gamma);
        for (size_t i = 0; i < n; i++)
            k[i].m = y[i] - share * z[i];
    }
    k[n].m = k[0].m;
}

/* The coefficient of m at the end, that of its neighbour and the right side; h0, d0: of the piece at the end, h1, d1: of the next. */
static void end_row(tml_spline_ends ends, tml_neighbours p, double *own, double *next, double *right)
{
    *own = ends == TML_ENDS_NATURAL ? 2 : 1;
    *next = ends == TML_ENDS_NATURAL ? 1 : 0;
    *right = ends == TML_ENDS_NATURAL ? 3 * p.d0 : 0;
    if (ends == TML_ENDS_NOT_A_KNOT) {
        *own = p.h1;
        *next = p.h0 + p.h1;
        *right = (p.h1 * (3 * p.h0 + 2 * p.h1) * p.d0 + p.h0 * p.h0 * p.d1) / (p.h0 + p.h1);
    }
}

static tml_neighbours mirrored(tml_neighbours p)
{
    return (tml_neighbours){p.h1, p.h0, p.d1, p.d0};
}

static void set_parabola(tml_knot *k)
{
    const tml_neighbours p = tml_knot_neighbours(k, 3, 1, false);
    const double bend = (p.d1 - p.d0) / (p.h0 + p.h1);
    k[0].m = p.d0 - p.h0 * bend;
    k[1].m = p.d0 + p.h0 * bend;
    k[2].m = p.d1 + p.h1 * bend;
}

void tml_spline_slopes(tml_knot *k, size_t count, bool periodic, tml_spline_ends ends, double *work)
{
    rows r = divide(work, count);
    const size_t last = count - 1;
    if (periodic) {
        solve_periodic(k, last, &r);
        return;
    }
    if (ends == TML_ENDS_NOT_A_KNOT && count == 3) {
        set_parabola(k);
        return;
    }
    if (count == 2)
        ends = ends == TML_ENDS_CLAMPED ? ends : TML_ENDS_NATURAL;
    for (size_t i = 1; i < last; i++)
        set_row(&r, i, tml_knot_neighbours(k, count, i, false));
    r.below[0] = r.above[last] = 0;
    end_row(ends, tml_knot_neighbours(k, count, count > 2, false), &r.diagonal[0], &r.above[0], &r.right[0]);
    end_row(ends, mirrored(tml_knot_neighbours(k, count, count > 2 ? last - 1 : 0, false)), &r.diagonal[last],
            &r.below[last], &r.right[last]);
    solve(&r, r.right, count);
    for (size_t i = 0; i < count; i++)
        k[i].m = r.right[i];
}

double tml_periodic_argument(double x, double first, double last)
{
    const double period = last - first;
    x -= period * floor((x - first) / period);
    return x < first || x >= last ? first : x; /* rounding */
}

int tml_periodic_parts(tml_interval x, double first, double last, tml_interval parts[TML_PERIODIC_PARTS])
{
    const double period = last - first, margin = 8 * DBL_EPSILON * (fabs(x.low) + fabs(x.high) + fabs(first) + period);
    const double low = tml_periodic_argument(x.low, first, last) - margin, high = low + (x.high - x.low) + 2 * margin;
    int count = 0;
    if (!(high - low < period)) {
        parts[0] = (tml_interval){first, last, x.undefined};
        return 1;
    }
    if (low < first)
        parts[count++] = (tml_interval){low + period, last, x.undefined};
    parts[count++] = (tml_interval){fmax(low, first), fmin(high, last), x.undefined};
    if (high >= last)
        parts[count++] = (tml_interval){first, fmin(high - period, last), x.undefined};
    return count;
}
