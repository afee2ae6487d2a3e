/* heat.c - a heat map: an answer as colour over two parameters.
 *
 * On a grid each point has a cell, up to half-way to its neighbours. Of a sample in which nothing else was varied each place has the
 * colour of the nearest point, and the points are shown; of other samples only the points are.
 */
#include "plot/map.h"
#include "plot/marks.h"
#include <math.h>

enum { MOST_CELLS = 240, MOST_POINTS = 4000 };
static const double RASTER = 4; /* pixels, of places that take the colour of the nearest point */
static const double SEAM = 0.4; /* what a cell lies over its neighbour, pixels */

typedef struct {
    tml_map map;
    size_t drawn; /* points */
    size_t columns, rows;
    int *ink; /* (columns x rows) of the raster; -1: a point without an answer is nearest */
} heat;

/* ---- a sample ---- */

static size_t find_nearest(const heat *h, tml_spot at)
{
    const tml_map *m = &h->map;
    size_t nearest = 0;
    double least = INFINITY;
    for (size_t i = 0; i < h->drawn; i++) {
        const double dx = tml_frame_x(&m->frame, m->x[i]) - at.x, dy = tml_frame_y(&m->frame, m->y[i]) - at.y;
        const double square = dx * dx + dy * dy;
        if (square < least) { /* false where a point has no place */
            least = square;
            nearest = i;
        }
    }
    return nearest;
}

static void make_raster(tml_picture *p, heat *h)
{
    const tml_frame *f = &h->map.frame;
    h->columns = (size_t)ceil(f->width / RASTER);
    h->rows = (size_t)ceil(f->height / RASTER);
    h->ink = TML_NEW_ARRAY(p->arena, int, h->columns * h->rows);
    for (size_t row = 0; row < h->rows; row++)
        for (size_t column = 0; column < h->columns; column++) {
            const tml_spot at = {f->left + ((double)column + 0.5) * RASTER, f->top + ((double)row + 0.5) * RASTER};
            const double value = h->map.value[find_nearest(h, at)];
            h->ink[row * h->columns + column] = isnan(value) ? -1 : tml_colour_bar_ink(&h->map.bar, value);
        }
}

static void draw_run(const tml_frame *f, size_t row, size_t from, size_t to, int ink, tml_pen *pen)
{
    const double right = f->left + f->width, bottom = f->top + f->height;
    const double x = f->left + (double)from * RASTER, y = f->top + (double)row * RASTER;
    const double width = fmin(f->left + (double)to * RASTER + SEAM, right) - x;
    const double height = fmin(y + RASTER + SEAM, bottom) - y;
    if (ink < 0)
        tml_draw_hatched(pen, (tml_spot){x, y}, width, height);
    else
        pen->draw_rectangle(pen, (tml_spot){x, y}, width, height, ink);
}

static void draw_raster(const heat *h, tml_pen *pen)
{
    for (size_t row = 0; row < h->rows; row++)
        for (size_t from = 0, to; from < h->columns; from = to) {
            const int *line = h->ink + row * h->columns;
            for (to = from + 1; to < h->columns && line[to] == line[from];)
                to++;
            draw_run(&h->map.frame, row, from, to, line[from], pen);
        }
}

static void draw_points(const heat *h, tml_pen *pen)
{
    const tml_map *m = &h->map;
    const bool many = h->drawn > 400;
    for (size_t i = 0; i < h->drawn; i++) {
        const tml_spot at = {tml_frame_x(&m->frame, m->x[i]), tml_frame_y(&m->frame, m->y[i])};
        if (!isfinite(at.x) || !isfinite(at.y) || isnan(m->value[i]))
            continue;
        if (h->ink) {
            pen->draw_dot(pen, at, many ? 1 : 1.6, TML_INK_PAPER);
        } else {
            pen->draw_dot(pen, at, many ? 2.6 : 4.4, tml_colour_bar_ink(&m->bar, m->value[i]));
        }
    }
    tml_map_draw_missing(m, h->drawn, pen);
}

/* ---- a grid ---- */

/* The border between level i - 1 and level i. */
static double border_of(const double *levels, size_t count, size_t i, double low, double high)
{
    return i == 0 ? low : i == count ? high : (levels[i - 1] + levels[i]) / 2;
}

static void draw_cells(const tml_map *m, size_t row, size_t from, size_t to, tml_pen *pen)
{
    const tml_lattice *l = &m->lattice;
    const tml_frame *f = &m->frame;
    const double left = tml_frame_x(f, border_of(l->x, l->nx, from, f->x.low, f->x.high));
    const double right = tml_frame_x(f, border_of(l->x, l->nx, to, f->x.low, f->x.high));
    const double bottom = tml_frame_y(f, border_of(l->y, l->ny, row, f->y.low, f->y.high));
    const double top = tml_frame_y(f, border_of(l->y, l->ny, row + 1, f->y.low, f->y.high));
    const size_t cell = row * l->nx + from;
    const tml_spot corner = {left, row + 1 < l->ny ? top - SEAM : top};
    const double width = fmin(right + SEAM, f->left + f->width) - left, height = bottom - corner.y;
    if (l->state[cell] == TML_CELL_FAILED)
        tml_draw_hatched(pen, corner, width, height);
    else if (l->state[cell] == TML_CELL_FILLED)
        pen->draw_rectangle(pen, corner, width, height, tml_colour_bar_ink(&m->bar, l->value[cell]));
}

static bool look_alike(const tml_map *m, size_t a, size_t b)
{
    const tml_lattice *l = &m->lattice;
    if (l->state[a] != l->state[b])
        return false;
    return l->state[a] != TML_CELL_FILLED ||
           tml_colour_bar_ink(&m->bar, l->value[a]) == tml_colour_bar_ink(&m->bar, l->value[b]);
}

/* From below, so that a cell lies over the one above it. */
static void draw_lattice(const tml_map *m, tml_pen *pen)
{
    const tml_lattice *l = &m->lattice;
    for (size_t row = l->ny; row-- > 0;)
        for (size_t from = 0, to; from < l->nx; from = to) {
            for (to = from + 1; to < l->nx && look_alike(m, row * l->nx + from, row * l->nx + to);)
                to++;
            draw_cells(m, row, from, to, pen);
        }
}

/* ---- together ---- */

static int suits(const tml_plotted_points *v)
{
    return v->parameter_count == 2 && v->on_grid ? 2 : 0;
}

static void add_legend(tml_picture *p, heat *h)
{
    const tml_map *m = &h->map;
    const tml_legend_entry failed = {.sample = m->on_lattice || m->whole ? TML_SAMPLE_HATCH : TML_SAMPLE_CROSS,
                                     .ink = TML_INK_LINE + 1},
                           words = {0};
    tml_picture_count_missing(p, failed, m->missing, m->count);
    if (!m->on_lattice && m->whole)
        tml_legend_add(&p->legend, words, p->arena, "each place has the colour of the nearest point");
    if (h->drawn < m->count)
        tml_legend_add(&p->legend, words, p->arena, "the first %zu of %zu points", h->drawn, m->count);
}

static bool make(tml_picture *p)
{
    heat *h = TML_NEW(p->arena, heat);
    if (!tml_map_read(p, &h->map))
        return false;
    const tml_lattice *l = &h->map.lattice;
    if (h->map.on_lattice && (l->nx > MOST_CELLS || l->ny > MOST_CELLS) && l->nx * l->ny > MOST_CELLS * MOST_CELLS)
        return tml_picture_refuse(p, "a heat map of %zu by %zu cells is too fine to be drawn; contour draws it", l->nx,
                                  l->ny);
    h->drawn = h->map.on_lattice || h->map.count <= MOST_POINTS ? h->map.count : MOST_POINTS;
    add_legend(p, h);
    tml_map_place(p, &h->map, true);
    if (!h->map.on_lattice && h->map.whole)
        make_raster(p, h);
    p->content = h;
    return true;
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const heat *h = p->content;
    if (h->map.on_lattice) {
        draw_lattice(&h->map, pen);
    } else {
        if (h->ink)
            draw_raster(h, pen);
        else
            tml_frame_draw_grid(&h->map.frame, pen);
        draw_points(h, pen);
    }
    tml_map_draw_axes(&h->map, pen);
}

const tml_picture_class tml_picture_heat = {
    .name = "heat",
    .doc = "A heat map: an answer as colour over two parameters.",
    .names = "X Y ANSWER",
    .parameters = 2,
    .answers = 1,
    .least = 1,
    .logarithmic = true,
    .coloured = true,
    .suits = suits,
    .make = make,
    .draw = draw,
};
