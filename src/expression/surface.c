/* surface.c - surfaces z(x, y) through the nodes of a grid: bilinear, or a bicubic spline, twice continuously differentiable.
 *
 * In a cell of sizes h, k with u = (x - x_0) / h and w = (y - y_0) / k, with the cubics of Hermite p_a,
 *   z = sum p_a(u) p_b(w) c_ab,     c = z, h z_x, k z_y, h k z_xy  at its four corners.
 * z_x is that of the spline through each line of nodes along x, z_y likewise, and z_xy is the slope along x of z_y: the tensor product of two
 * splines. Bilinear: p = 1 - u and u, for z only. Beyond the borders p goes on straight, or is held.
 */
#include "expression/surface_state.h"
#include <math.h>

/* ---- making ---- */

/* Slopes along one line of nodes: values at stride `step`, into slopes at the same. */
static void set_slopes(const tml_surface_axis *a, const double *values, double *slopes, size_t step,
                       tml_spline_ends ends, tml_knot *knots, double *work)
{
    for (size_t i = 0; i < a->count; i++)
        knots[i] = (tml_knot){.x = a->at[i], .y = values[i * step]};
    if (a->periodic)
        knots[a->count - 1].y = knots[0].y;
    tml_spline_slopes(knots, a->count, a->periodic, ends, work);
    for (size_t i = 0; i < a->count; i++)
        slopes[i * step] = knots[i].m;
}

static void set_all_slopes(const tml_surface_axis *x, const tml_surface_axis *y, tml_surface_node *nodes,
                           tml_spline_ends ends, tml_arena *arena)
{
    const size_t step = sizeof *nodes / sizeof(double), row = step * y->count;
    const size_t most = x->count > y->count ? x->count : y->count;
    tml_knot *knots = TML_NEW_ARRAY(arena, tml_knot, most);
    double *work = TML_NEW_ARRAY(arena, double, TML_SPLINE_WORK *most);
    for (size_t i = 0; i < x->count; i++)
        set_slopes(y, &nodes[i * y->count].z, &nodes[i * y->count].zy, step, ends, knots, work);
    for (size_t j = 0; j < y->count; j++) {
        set_slopes(x, &nodes[j].z, &nodes[j].zx, row, ends, knots, work);
        set_slopes(x, &nodes[j].zy, &nodes[j].zxy, row, ends, knots, work);
    }
}

static bool check_axis(const tml_surface_axis *a, const char *name, const char *letter, tml_place place, tml_log *log)
{
    if (a->count < 2) {
        tml_log_raise(log, TML_E_TABLE_POINTS, place, "table %s needs at least two values of %s", name, letter);
        return false;
    }
    for (size_t i = 0; i < a->count; i++)
        if (!isfinite(a->at[i]) || (i > 0 && !(a->at[i] > a->at[i - 1]))) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place,
                          isfinite(a->at[i]) ? "table %s: %s must increase, but value %zu is %.9g after %.9g"
                                             : "table %s: %s is not finite at value %zu",
                          name, letter, i + 1, a->at[i], i > 0 ? a->at[i - 1] : 0);
            return false;
        }
    return true;
}

/* All numbers finite; those at the far border of a periodic surface are those of the near one. */
static bool check_values(const tml_surface_axis *x, const tml_surface_axis *y, const double *z,
                         const tml_curve_options *o, tml_place place, tml_log *log)
{
    const size_t nx = x->count, ny = y->count;
    double largest = 0;
    for (size_t i = 0; i < nx * ny; i++) {
        if (!isfinite(z[i])) {
            tml_log_raise(log, TML_E_TABLE_POINTS, o->places ? o->places[i / ny] : place,
                          "table %s: value %zu of row %zu is not a finite number", o->name, i % ny + 1, i / ny + 1);
            return false;
        }
        largest = fmax(largest, fabs(z[i]));
    }
    for (size_t i = 0; i < nx * ny; i++) {
        const bool last_x = x->periodic && i / ny == nx - 1, last_y = y->periodic && i % ny == ny - 1;
        const double other = last_x ? z[i % ny] : last_y ? z[i - (ny - 1)] : z[i];
        if (fabs(z[i] - other) <= 1e-9 * largest)
            continue;
        tml_log_raise(log, TML_E_TABLE_POINTS, o->places ? o->places[i / ny] : place,
                      "table %s: a periodic one ends as it begins, but along %s it begins with %.9g and ends with %.9g",
                      o->name, last_x ? "x" : "y", other, z[i]);
        return false;
    }
    return true;
}

/* Whether straight lines through the nodes have no kinks. */
static bool is_straight(const tml_surface_axis *a, const double *values, size_t step)
{
    double before = 0, scale = 0, jump = 0;
    const size_t pieces = a->count - 1;
    for (size_t i = 0; i < pieces + a->periodic; i++) {
        const size_t k = i % pieces;
        const double slope = (values[(k + 1) * step] - values[k * step]) / (a->at[k + 1] - a->at[k]);
        jump = i > 0 ? fmax(jump, fabs(slope - before)) : 0;
        scale = fmax(scale, fabs(slope));
        before = slope;
    }
    return jump <= 1e-6 * scale;
}

static int smoothness_of_lines(const tml_surface_axis *x, const tml_surface_axis *y, const double *z)
{
    for (size_t i = 0; i < x->count; i++)
        if (!is_straight(y, z + i * y->count, 1))
            return 0;
    for (size_t j = 0; j < y->count; j++)
        if (!is_straight(x, z + j, y->count))
            return 0;
    return 2;
}

static const double *copy(tml_arena *arena, const double *values, size_t count)
{
    double *kept = TML_NEW_ARRAY(arena, double, count);
    for (size_t i = 0; i < count; i++)
        kept[i] = values[i];
    return kept;
}

const tml_surface *tml_surface_make(tml_arena *arena, const double *x, size_t nx, const double *y, size_t ny,
                                    const double *z, tml_curve_options options, tml_place place, tml_log *log)
{
    const tml_surface_axis ax = {copy(arena, x, nx), nx, options.periodic},
                           ay = {copy(arena, y, ny), ny, options.periodic_y};
    if (!check_axis(&ax, options.name, "x", place, log) || !check_axis(&ay, options.name, "y", place, log) ||
        !check_values(&ax, &ay, z, &options, place, log))
        return NULL;
    tml_surface_node *flat = TML_NEW_ARRAY(arena, tml_surface_node, nx * ny),
                     *curved = TML_NEW_ARRAY(arena, tml_surface_node, nx * ny);
    for (size_t i = 0; i < nx * ny; i++)
        flat[i] = curved[i] = (tml_surface_node){.z = z[i]};
    set_all_slopes(&ax, &ay, curved, options.ends, arena);
    tml_surface *surface = TML_NEW(arena, tml_surface), *spline = TML_NEW(arena, tml_surface);
    *spline = (tml_surface){.name = options.name,
                            .x = ax,
                            .y = ay,
                            .nodes = curved,
                            .smoothness = 2,
                            .extrapolation = options.extrapolation};
    *surface = *spline;
    surface->nodes = flat;
    surface->linear = true;
    surface->smoothness = smoothness_of_lines(&ax, &ay, z);
    surface->spline = spline;
    surface->chosen = options.interpolation == TML_INTERPOLATE_SPLINE   ? spline
                      : options.interpolation == TML_INTERPOLATE_LINEAR ? surface
                                                                        : NULL;
    return surface;
}

const tml_surface *tml_surface_spline(const tml_surface *surface)
{
    return surface->spline ? surface->spline : surface;
}

const tml_surface *tml_surface_of_table(const tml_surface *surface, bool moves)
{
    return surface->chosen ? surface->chosen : moves ? tml_surface_spline(surface) : surface;
}

int tml_surface_smoothness(const tml_surface *surface)
{
    return surface->smoothness;
}

/* ---- evaluation ---- */

size_t tml_surface_find_cell(const tml_surface_axis *a, double at)
{
    size_t low = 0, high = a->count - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (at < a->at[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void set_functions(tml_surface_basis *b, double u, double h, bool linear)
{
    if (linear) {
        *b = (tml_surface_basis){b->cell, {1 - u, 0, u, 0}, {-1 / h, 0, 1 / h, 0}, {0}, {0}};
        return;
    }
    const double v = 1 - u, s = 1 / h, ss = s * s;
    *b = (tml_surface_basis){b->cell,
                             {v * v * (1 + 2 * u), h * u * v * v, u * u * (3 - 2 * u), -h * u * u * v},
                             {-6 * u * v * s, v * (1 - 3 * u), 6 * u * v * s, u * (3 * u - 2)},
                             {6 * (2 * u - 1) * ss, (6 * u - 4) * s, 6 * (1 - 2 * u) * ss, (6 * u - 2) * s},
                             {12 * s * ss, 6 * ss, -12 * s * ss, 6 * ss}};
}

tml_surface_basis tml_surface_basis_at(const tml_surface *s, const tml_surface_axis *a, size_t cell, bool outside,
                                       double at)
{
    const double first = a->at[0], last = a->at[a->count - 1];
    const double inside = at < first ? first : at > last ? last : at, beyond = at - inside;
    tml_surface_basis b = {.cell = cell};
    const double h = a->at[cell + 1] - a->at[cell];
    set_functions(&b, (inside - a->at[cell]) / h, h, s->linear);
    for (int i = 0; i < TML_SURFACE_FUNCTIONS && outside; i++) {
        b.d[i] = s->extrapolation == TML_EXTRAPOLATE_HOLD ? 0 : b.d[i];
        b.p[i] += b.d[i] * beyond;
        b.dd[i] = b.ddd[i] = 0;
    }
    return b;
}

static tml_surface_basis find_basis(const tml_surface *s, const tml_surface_axis *a, double at)
{
    const double first = a->at[0], last = a->at[a->count - 1];
    if (a->periodic)
        at = tml_periodic_argument(at, first, last);
    const double inside = at < first ? first : at > last ? last : at;
    return tml_surface_basis_at(s, a, tml_surface_find_cell(a, inside), at < first || at > last, at);
}

void tml_surface_range(const tml_surface *s, double x[2], double y[2])
{
    x[0] = s->x.at[0], x[1] = s->x.at[s->x.count - 1];
    y[0] = s->y.at[0], y[1] = s->y.at[s->y.count - 1];
}

bool tml_surface_has_bounds(const tml_surface *s)
{
    return s->extrapolation == TML_EXTRAPOLATE_ERROR && !(s->x.periodic && s->y.periodic);
}

bool tml_surface_is_outside(const tml_surface *s, double x, double y, tml_outside *outside)
{
    const tml_surface_axis *const axes[2] = {&s->x, &s->y};
    for (int i = 0; i < 2 && s->extrapolation == TML_EXTRAPOLATE_ERROR; i++) {
        const double first = axes[i]->at[0], last = axes[i]->at[axes[i]->count - 1], at = i ? y : x;
        const double margin = TML_TABLE_MARGIN * (last - first);
        if (axes[i]->periodic || (at >= first - margin && at <= last + margin) || isnan(at))
            continue;
        *outside = (tml_outside){s->name, i ? "y" : "x", at, first, last};
        return true;
    }
    return false;
}

void tml_surface_corners(const tml_surface *s, const tml_surface_node *corner, int a, double c[TML_SURFACE_FUNCTIONS])
{
    const tml_surface_node *n = corner + (a < 2 ? 0 : s->y.count);
    for (int k = 0; k < 2; k++) {
        c[2 * k] = a % 2 ? n[k].zx : n[k].z;
        c[2 * k + 1] = a % 2 ? n[k].zxy : n[k].zy;
    }
}

void tml_surface_thirds(const tml_surface *s, double x, double y, double thirds[4])
{
    tml_outside outside;
    const bool bad = isnan(x) || isnan(y) || tml_surface_is_outside(s, x, y, &outside);
    for (int i = 0; i < 4; i++)
        thirds[i] = bad ? NAN : 0;
    if (bad)
        return;
    const tml_surface_basis bx = find_basis(s, &s->x, x), by = find_basis(s, &s->y, y);
    for (int a = 0; a < TML_SURFACE_FUNCTIONS; a++) {
        double c[TML_SURFACE_FUNCTIONS];
        tml_surface_corners(s, s->nodes + bx.cell * s->y.count + by.cell, a, c);
        for (int k = 0; k < TML_SURFACE_FUNCTIONS; k++) {
            thirds[0] += bx.ddd[a] * by.p[k] * c[k];
            thirds[1] += bx.dd[a] * by.d[k] * c[k];
            thirds[2] += bx.d[a] * by.dd[k] * c[k];
            thirds[3] += bx.p[a] * by.ddd[k] * c[k];
        }
    }
}

tml_surface_jet tml_surface_at(const tml_surface *s, double x, double y)
{
    tml_outside outside;
    if (isnan(x) || isnan(y) || tml_surface_is_outside(s, x, y, &outside))
        return (tml_surface_jet){NAN, NAN, NAN, NAN, NAN, NAN};
    const tml_surface_basis bx = find_basis(s, &s->x, x), by = find_basis(s, &s->y, y);
    const tml_surface_node *corner = s->nodes + bx.cell * s->y.count + by.cell;
    tml_surface_jet j = {0};
    for (int a = 0; a < TML_SURFACE_FUNCTIONS; a++) {
        double c[TML_SURFACE_FUNCTIONS];
        tml_surface_corners(s, corner, a, c);
        double p = 0, d = 0, dd = 0; /* along y */
        for (int k = 0; k < TML_SURFACE_FUNCTIONS; k++) {
            p += by.p[k] * c[k];
            d += by.d[k] * c[k];
            dd += by.dd[k] * c[k];
        }
        j.f += bx.p[a] * p;
        j.fx += bx.d[a] * p;
        j.fy += bx.p[a] * d;
        j.fxx += bx.dd[a] * p;
        j.fxy += bx.d[a] * d;
        j.fyy += bx.p[a] * dd;
    }
    return j;
}
