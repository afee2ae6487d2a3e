/* line.c - from the values of a series to a line on the paper.
 *
 * A series of many points with increasing x is thinned in columns half a pixel wide, of which it keeps the first, the
 * lowest, the highest and the last point: the picture looks the same, including peaks.
 */
#include "plot/line.h"
#include "base/arena.h"
#include <math.h>
#include <stdint.h>

static const double LARGEST = 1e300; /* larger values cannot be subtracted safely */
static const double COLUMN = 0.5;    /* width of a column, pixels */
static const double NEAR = 0.25;     /* points of a path closer than this are one */
enum { MANY_POINTS = 4000, FEW_POINTS = 30 };

static bool get_point(const tml_plot_series *series, size_t index, double *x, double *y)
{
    *x = series->x[index * series->x_stride];
    *y = series->y[index * series->y_stride];
    return fabs(*x) < LARGEST && fabs(*y) < LARGEST; /* false for NaN */
}

void tml_series_range(const tml_plot_series *series, double *x_low, double *x_high, double *y_low, double *y_high)
{
    double x, y;
    for (size_t i = 0; i < series->count; i++) {
        if (!get_point(series, i, &x, &y))
            continue;
        *x_low = fmin(*x_low, x);
        *x_high = fmax(*x_high, x);
        *y_low = fmin(*y_low, y);
        *y_high = fmax(*y_high, y);
    }
}

bool tml_series_start(const tml_plot_series *series, double *x, double *y)
{
    for (size_t i = 0; i < series->count; i++)
        if (get_point(series, i, x, y))
            return true;
    return false;
}

/* ---- thinning ------------------------------------------------------------------------------------------------ */

static size_t map_points(const tml_plot_series *series, const tml_plot_map *map, tml_spot *spots)
{
    for (size_t i = 0; i < series->count; i++) {
        double x, y;
        bool there = get_point(series, i, &x, &y);
        spots[i].x = there ? map->origin.x + (x - map->low.x) * map->scale.x : NAN;
        spots[i].y = there ? map->origin.y + (y - map->low.y) * map->scale.y : NAN;
    }
    return series->count;
}

static bool grows(const tml_spot *spots, size_t count)
{
    double last = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (spots[i].x < last)
            return false;
        last = isnan(spots[i].x) ? last : spots[i].x;
    }
    return true;
}

/* Puts what a column keeps of spots[from … to-1] at out, in order; out never gets ahead of from. */
static size_t keep_column(tml_spot *spots, size_t from, size_t to, size_t out)
{
    size_t lowest = from, highest = from;
    for (size_t i = from; i < to; i++) {
        lowest = spots[i].y < spots[lowest].y ? i : lowest;
        highest = spots[i].y > spots[highest].y ? i : highest;
    }
    for (size_t i = from; i < to; i++)
        if (i == from || i == lowest || i == highest || i == to - 1)
            spots[out++] = spots[i];
    return out;
}

static size_t thin_columns(tml_spot *spots, size_t count)
{
    size_t out = 0, from = 0;
    while (from < count) {
        size_t to = from + 1;
        if (isnan(spots[from].x)) {
            spots[out++] = spots[from];
        } else {
            double column = floor(spots[from].x / COLUMN);
            while (to < count && floor(spots[to].x / COLUMN) == column)
                to++;
            out = keep_column(spots, from, to, out);
        }
        from = to;
    }
    return out;
}

static size_t thin_path(tml_spot *spots, size_t count)
{
    size_t out = 0;
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count || isnan(spots[i + 1].x);
        if (out == 0 || last || !(hypot(spots[i].x - spots[out - 1].x, spots[i].y - spots[out - 1].y) < NEAR))
            spots[out++] = spots[i];
    }
    return out;
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

static bool is_isolated(const tml_spot *spots, size_t count, size_t index)
{
    bool before = index > 0 && !isnan(spots[index - 1].x);
    bool after = index + 1 < count && !isnan(spots[index + 1].x);
    return !isnan(spots[index].x) && !before && !after;
}

static void draw_dots(const tml_spot *spots, size_t count, bool loose, int ink, tml_pen *pen)
{
    for (size_t i = 0; i < count; i++)
        if (!isnan(spots[i].x) && (loose || count <= FEW_POINTS || is_isolated(spots, count, i)))
            pen->draw_dot(pen, spots[i], count > 1 && !loose ? 2.2 : 3.2, ink);
}

bool tml_series_draw(const tml_plot_series *series, const tml_plot_map *map, int ink, int dash, tml_pen *pen)
{
    tml_spot *spots =
        series->count < SIZE_MAX / sizeof *spots ? tml_allocate((series->count + 1) * sizeof *spots) : NULL;
    if (spots == NULL)
        return false;
    size_t count = map_points(series, map, spots);
    if (count > MANY_POINTS)
        count = grows(spots, count) ? thin_columns(spots, count) : thin_path(spots, count);
    tml_stroke stroke = {.spots = spots, .count = count, .ink = ink, .dash = dash, .width = 1.6, .name = series->name};
    if (!series->loose)
        pen->draw_stroke(pen, &stroke);
    draw_dots(spots, count, series->loose, ink, pen);
    tml_release(spots);
    return true;
}
