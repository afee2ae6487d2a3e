/* surface_range.c - all values that a surface, or a partial derivative of it, takes over a rectangle: cell by cell.
 *
 * A bicubic g over a part of a cell, of the sizes a and b, lies between the least and the largest of its 16 Bernstein coefficients. Next to each corner,
 * with signs + or - towards the inside, these are
 *   g,   g +- a g_x/3,   g +- b g_y/3,   g +- a g_x/3 +- b g_y/3 +- a b g_xy/9
 */
#include "elementary/elementary.h"
#include "expression/enclosure.h"
#include "expression/surface_state.h"
#include <float.h>

enum { N = TML_SURFACE_FUNCTIONS, MAX_ORDER = 3 };
static const double ROUNDING = 16 * DBL_EPSILON;
static const double STEEPEST =
    12; /* of the derivatives of the functions of Hermite, times powers of the size of the cell */

/* A part of one axis that lies in one cell, or beyond a border. */
typedef struct {
    size_t cell;
    bool outside;
    double from, to;
} part;

/* The parts of an interval, one after the other. */
typedef struct {
    const tml_surface_axis *axis;
    double low, high;
    size_t cell, last;
    int stage; /* 0: before the first cell, 1: in cells, 2: behind them, 3: done */
} walk;

static walk begin_walk(const tml_surface_axis *a, tml_interval x)
{
    const double first = a->at[0], last = a->at[a->count - 1];
    walk w = {.axis = a, .low = x.low, .high = x.high};
    w.cell = tml_surface_find_cell(a, fmin(fmax(x.low, first), last));
    w.last = tml_surface_find_cell(a, fmin(fmax(x.high, first), last));
    return w;
}

static bool next_part(walk *w, part *p)
{
    const tml_surface_axis *a = w->axis;
    const double first = a->at[0], last = a->at[a->count - 1];
    if (w->stage == 0) {
        w->stage = w->high >= first && w->low <= last ? 1 : 2;
        *p = (part){0, true, w->low, fmin(w->high, first)};
        if (w->low < first)
            return true;
    }
    if (w->stage == 1) {
        *p = (part){w->cell, false, fmax(w->low, a->at[w->cell]), fmin(w->high, a->at[w->cell + 1])};
        w->stage = w->cell++ == w->last ? 2 : 1;
        return true;
    }
    if (w->stage == 2) {
        w->stage = 3;
        *p = (part){a->count - 2, true, fmax(w->low, last), w->high};
        return w->high > last;
    }
    return false;
}

static const double *derivative(const tml_surface_basis *b, int order)
{
    static const double none[N] = {0};
    return order == 0 ? b->p : order == 1 ? b->d : order == 2 ? b->dd : order == 3 ? b->ddd : none;
}

static double sum_of(const double *x, double c[N][N], const double *y)
{
    double sum = 0;
    for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++)
            sum += x[a] * c[a][b] * y[b];
    return sum;
}

/* How large the functions are in a part, for rounding. */
static void sizes_of(const tml_surface_basis b[2], int order, double h, double size[N])
{
    for (int i = 0; i < N; i++) {
        const double *first = derivative(&b[0], order), *last = derivative(&b[1], order);
        size[i] = fmax(fabs(first[i]), fabs(last[i])) + (order ? STEEPEST : 1) * tml_pow(h, (i % 2) - order);
    }
}

static void include(tml_interval *range, double value)
{
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

static tml_interval cell_range(const tml_surface *s, int by_x, int by_y, const part *px, const part *py)
{
    const tml_surface_basis bx[2] = {tml_surface_basis_at(s, &s->x, px->cell, px->outside, px->from),
                                     tml_surface_basis_at(s, &s->x, px->cell, px->outside, px->to)},
                            by[2] = {tml_surface_basis_at(s, &s->y, py->cell, py->outside, py->from),
                                     tml_surface_basis_at(s, &s->y, py->cell, py->outside, py->to)};
    double c[N][N], sizes[2][N], size = 0;
    tml_interval range = {INFINITY, -INFINITY, false};
    for (int a = 0; a < N; a++)
        tml_surface_corners(s, s->nodes + px->cell * s->y.count + py->cell, a, c[a]);
    for (int i = 0; i < 4; i++) {
        const tml_surface_basis *x = &bx[i / 2], *y = &by[i % 2];
        const double a = (i / 2 ? -1 : 1) * (px->to - px->from) / 3, b = (i % 2 ? -1 : 1) * (py->to - py->from) / 3;
        const double g = sum_of(derivative(x, by_x), c, derivative(y, by_y)),
                     gx = a * sum_of(derivative(x, by_x + 1), c, derivative(y, by_y)),
                     gy = b * sum_of(derivative(x, by_x), c, derivative(y, by_y + 1)),
                     gxy = a * b * sum_of(derivative(x, by_x + 1), c, derivative(y, by_y + 1));
        include(&range, g);
        include(&range, g + gx);
        include(&range, g + gy);
        include(&range, g + gx + gy + gxy);
    }
    sizes_of(bx, by_x, s->x.at[px->cell + 1] - s->x.at[px->cell], sizes[0]);
    sizes_of(by, by_y, s->y.at[py->cell + 1] - s->y.at[py->cell], sizes[1]);
    for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++)
            size += sizes[0][a] * fabs(c[a][b]) * sizes[1][b];
    return tml_interval_widen(range, ROUNDING * size);
}

static bool is_outside(const tml_surface *s, tml_interval x, tml_interval y)
{
    tml_outside outside;
    return tml_surface_is_outside(s, x.low, y.low, &outside) || tml_surface_is_outside(s, x.high, y.high, &outside);
}

static int parts_of(const tml_surface_axis *a, tml_interval x, tml_interval parts[TML_PERIODIC_PARTS])
{
    const double first = a->at[0], last = a->at[a->count - 1];
    parts[0] = x;
    return a->periodic ? tml_periodic_parts(x, first, last, parts) : 1;
}

tml_interval tml_surface_enclosure(const tml_surface *s, int by_x, int by_y, tml_interval x, tml_interval y)
{
    tml_interval range = {INFINITY, -INFINITY, false}, along_x[TML_PERIODIC_PARTS], along_y[TML_PERIODIC_PARTS];
    part px, py;
    if (by_x + by_y > MAX_ORDER) /* higher ones count as zero (tape.c) */
        return tml_interval_of(0);
    if (tml_interval_has_infinite_end(x) || tml_interval_has_infinite_end(y))
        return tml_interval_unknown();
    const int nx = parts_of(&s->x, x, along_x), ny = parts_of(&s->y, y, along_y);
    for (int i = 0; i < nx * ny; i++)
        for (walk wx = begin_walk(&s->x, along_x[i / ny]); next_part(&wx, &px);)
            for (walk wy = begin_walk(&s->y, along_y[i % ny]); next_part(&wy, &py);)
                range = tml_interval_hull(range, cell_range(s, by_x, by_y, &px, &py));
    range.undefined = x.undefined || y.undefined || is_outside(s, x, y);
    return range;
}
