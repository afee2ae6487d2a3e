/* contour.c - lines of equal answers over two parameters, at round values, with bands of colour between them.
 *
 * Between points the answer is taken as linear in triangles: on a grid those around the middle of each cell, of a sample those of
 * Delaunay. Nothing is drawn in a triangle that has a corner without an answer, nor outside of the points.
 */
#include "elementary/elementary.h"
#include "plot/contour_lines.h"
#include "plot/map.h"
#include "plot/marks.h"
#include "plot/panel.h"
#include "plot/triangulation.h"
#include <math.h>

enum { MOST_LEVELS = 40, MOST_POINTS = 4000 };

typedef struct {
    tml_spot at;
    char text[32];
    double width;
    bool placed;
} label;

typedef struct {
    tml_map map;
    tml_triangulation mesh; /* places on the paper */
    double levels[MOST_LEVELS];
    size_t level_count;
    tml_spot **lines;    /* (level_count) segments, each with a gap after it */
    size_t *line_counts; /* spots */
    label labels[MOST_LEVELS];
    tml_spot *bands[MOST_LEVELS + 1]; /* corners of the polygons of each, with gaps between them */
    size_t band_counts[MOST_LEVELS + 1];
    bool counting; /* corners are counted only */
} contour;

/* ---- levels ---- */

/* Ticks of an axis of 6 to 12 of them. */
static void find_levels(contour *c)
{
    const tml_map *m = &c->map;
    const tml_plot_axis axis = m->log ? tml_axis_make_log(m->low, m->high, (m->high - m->low) / 9)
                                      : tml_axis_make(m->low, m->high, tml_axis_step((m->high - m->low) / 10));
    const double slack = 1e-9 * (m->high - m->low);
    for (int i = 0; i < axis.tick_count && c->level_count < MOST_LEVELS; i++) {
        const double level = tml_axis_tick(&axis, i);
        if (level <= m->low + slack || level >= m->high - slack)
            continue;
        label *text = &c->labels[c->level_count];
        const double shown =
            m->log ? tml_pow(10, level) : (level - m->bar.axis.offset) / tml_pow(10, m->bar.axis.exponent);
        tml_number_pretty(fabs(shown) < 1e-12 ? 0 : shown, 6, "", text->text, sizeof text->text); /* as at the bar */
        text->width = tml_caption_width(text->text, tml_tick_size - 1);
        c->levels[c->level_count++] = level;
    }
}

/* ---- lines ---- */

static bool get_triangle(const contour *c, size_t index, tml_spot at[3], double value[3])
{
    bool whole = true;
    for (int k = 0; k < 3; k++) {
        const size_t corner = c->mesh.triangles[index][k];
        at[k] = c->mesh.at[corner];
        value[k] = c->mesh.value[corner];
        whole = whole && !isnan(value[k]);
    }
    return whole;
}

static size_t trace(const contour *c, double level, tml_spot *spots)
{
    size_t count = 0;
    for (size_t i = 0; i < c->mesh.triangle_count; i++) {
        tml_spot at[3], segment[2];
        double value[3];
        if (!get_triangle(c, i, at, value) || !tml_contour_segment(at, value, level, segment))
            continue;
        if (spots) {
            spots[count] = segment[0];
            spots[count + 1] = segment[1];
            spots[count + 2] = (tml_spot){NAN, NAN};
        }
        count += 3;
    }
    return count;
}

static void trace_all(const tml_picture *p, contour *c)
{
    c->lines = TML_NEW_ARRAY(p->arena, tml_spot *, c->level_count + 1);
    c->line_counts = TML_NEW_ARRAY(p->arena, size_t, c->level_count + 1);
    for (size_t i = 0; i < c->level_count; i++) {
        const size_t count = trace(c, c->levels[i], NULL);
        c->lines[i] = TML_NEW_ARRAY(p->arena, tml_spot, count + 1);
        c->line_counts[i] = trace(c, c->levels[i], c->lines[i]);
    }
}

/* ---- bands ---- */

static size_t band_of(const contour *c, double value)
{
    size_t band = 0;
    while (band < c->level_count && value >= c->levels[band])
        band++;
    return band;
}

static void add_polygon(contour *c, const tml_spot *corners, size_t count, size_t band)
{
    if (count == 0)
        return;
    if (!c->counting) {
        tml_spot *to = c->bands[band] + c->band_counts[band];
        memcpy(to, corners, count * sizeof *corners);
        to[count] = (tml_spot){NAN, NAN};
    }
    c->band_counts[band] += count + 1;
}

static void add_triangle(contour *c, size_t index)
{
    tml_spot at[3], polygon[5];
    double value[3];
    if (!get_triangle(c, index, at, value))
        return;
    const size_t first = band_of(c, fmin(fmin(value[0], value[1]), value[2])),
                 last = band_of(c, fmax(fmax(value[0], value[1]), value[2]));
    for (size_t band = first; band <= last; band++) {
        const double low = band > 0 ? c->levels[band - 1] : -INFINITY,
                     high = band < c->level_count ? c->levels[band] : INFINITY;
        add_polygon(c, polygon, tml_contour_band(at, value, low, high, polygon), band);
    }
}

/* The band in which a whole cell lies; -1: it lies in several, or has a corner without an answer. */
static long cell_band(const contour *c, size_t column, size_t row)
{
    const tml_lattice *l = &c->map.lattice;
    const size_t a = row * l->nx + column, corners[] = {a, a + 1, a + l->nx, a + l->nx + 1};
    for (int i = 0; i < 4; i++)
        if (isnan(l->value[corners[i]]) || band_of(c, l->value[corners[i]]) != band_of(c, l->value[a]))
            return -1;
    return (long)band_of(c, l->value[a]);
}

/* Cells of one band side by side are one rectangle. */
static void add_cells(contour *c)
{
    const tml_lattice *l = &c->map.lattice;
    for (size_t row = 0; row + 1 < l->ny; row++)
        for (size_t from = 0, to; from + 1 < l->nx; from = to) {
            const long band = cell_band(c, from, row);
            to = from + 1;
            if (band < 0) {
                for (size_t i = 0; i < 4; i++)
                    add_triangle(c, 4 * (row * (l->nx - 1) + from) + i);
                continue;
            }
            while (to + 1 < l->nx && cell_band(c, to, row) == band)
                to++;
            const tml_spot *below = c->mesh.at + row * l->nx, *above = below + l->nx;
            add_polygon(c, (tml_spot[]){below[from], below[to], above[to], above[from]}, 4, (size_t)band);
        }
}

static void add_bands(contour *c)
{
    if (c->map.on_lattice)
        add_cells(c);
    else
        for (size_t i = 0; i < c->mesh.triangle_count; i++)
            add_triangle(c, i);
}

/* Counts corners, then keeps them. */
static void make_bands(const tml_picture *p, contour *c)
{
    c->counting = true;
    add_bands(c);
    c->counting = false;
    for (size_t band = 0; band <= c->level_count; band++) {
        c->bands[band] = TML_NEW_ARRAY(p->arena, tml_spot, c->band_counts[band] + 1);
        c->band_counts[band] = 0;
    }
    add_bands(c);
}

/* ---- labels ---- */

/* How far a label there would be from the sides of the area and from those that are placed; negative: it touches. */
static double room_at(const contour *c, size_t which, tml_spot at)
{
    const tml_frame *f = &c->map.frame;
    const double half = c->labels[which].width / 2 + 5;
    double room = fmin(fmin(at.x - half - f->left, f->left + f->width - half - at.x),
                       fmin(at.y - 10 - f->top, f->top + f->height - 10 - at.y));
    for (size_t i = 0; i < c->level_count; i++) {
        const label *other = &c->labels[i];
        if (other->placed)
            room =
                fmin(room, fmax(fabs(at.x - other->at.x) - half - other->width / 2 - 5, fabs(at.y - other->at.y) - 18));
    }
    return room;
}

/* One for each level, where there is most room for it. */
static void place_labels(contour *c)
{
    for (size_t i = 0; i < c->level_count; i++) {
        double most = 4;
        bool found = false;
        for (size_t k = 0; k + 2 < c->line_counts[i]; k += 3) {
            const tml_spot a = c->lines[i][k], b = c->lines[i][k + 1], at = {(a.x + b.x) / 2, (a.y + b.y) / 2};
            const double room = fmin(room_at(c, i, at), 60);
            if (room > most) {
                most = room;
                c->labels[i].at = at;
                found = true;
            }
        }
        c->labels[i].placed = found;
    }
}

/* ---- together ---- */

static void add_legend(tml_picture *p, const contour *c)
{
    const tml_map *m = &c->map;
    const tml_legend_entry failed = {.sample = TML_SAMPLE_CROSS, .ink = TML_INK_LINE + 1}, words = {0};
    tml_picture_count_missing(p, failed, m->missing, m->count);
    if (!m->on_lattice && m->count > MOST_POINTS)
        tml_legend_add(&p->legend, words, p->arena, "the first %d of %zu points", MOST_POINTS, m->count);
    if (!m->on_lattice)
        tml_legend_add(&p->legend, words, p->arena, "linear between the points shown");
}

static void map_mesh(contour *c)
{
    for (size_t i = 0; i < c->mesh.count; i++) {
        tml_spot *at = &c->mesh.at[i];
        *at = (tml_spot){tml_frame_x(&c->map.frame, at->x), tml_frame_y(&c->map.frame, at->y)};
    }
}

static bool make(tml_picture *p)
{
    contour *c = TML_NEW(p->arena, contour);
    tml_map *m = &c->map;
    if (!tml_map_read(p, m))
        return false;
    if (m->on_lattice && (m->lattice.nx < 2 || m->lattice.ny < 2))
        return tml_picture_refuse(p, "contours need two values at least of each of the two parameters");
    if (!m->on_lattice && !m->whole && p->variants->known)
        return tml_picture_refuse(
            p, "contours of %s: other parameters were varied as well, and it is no function of these two", m->answer);
    add_legend(p, c);
    tml_map_place(p, m, false);
    if (!m->on_lattice && m->count > MOST_POINTS)
        m->count = MOST_POINTS;
    if (m->on_lattice)
        tml_triangulate_lattice(&m->lattice, p->arena, &c->mesh);
    else
        tml_triangulate_points(m->x, m->y, m->value, m->count,
                               (tml_spot){m->frame.width / (m->frame.x.high - m->frame.x.low),
                                          m->frame.height / (m->frame.y.high - m->frame.y.low)},
                               p->arena, &c->mesh);
    map_mesh(c);
    find_levels(c);
    m->bar.levels = c->levels;
    m->bar.level_count = c->level_count;
    trace_all(p, c);
    make_bands(p, c);
    place_labels(c);
    p->content = c;
    return true;
}

/* ---- drawing ---- */

static void draw_bands(const contour *c, tml_pen *pen)
{
    for (size_t band = 0; band <= c->level_count; band++) {
        const double within = band > 0 ? c->levels[band - 1] : c->map.low;
        tml_area area = {.spots = c->bands[band], .count = c->band_counts[band], .edge = 0.6};
        area.ink = tml_colour_bar_ink(&c->map.bar, within);
        if (area.count > 0)
            pen->draw_area(pen, &area);
    }
}

static void draw_labels(const contour *c, tml_pen *pen)
{
    for (size_t i = 0; i < c->level_count; i++) {
        const label *l = &c->labels[i];
        tml_caption caption = {.x = l->at.x,
                               .y = l->at.y + (tml_tick_size - 1) * 0.36,
                               .string = l->text,
                               .size = tml_tick_size - 1,
                               .ink = TML_INK_TITLE,
                               .anchor = 0.5};
        if (!l->placed)
            continue;
        pen->draw_rectangle(pen, (tml_spot){l->at.x - l->width / 2 - 2, l->at.y - 7}, l->width + 4, 14, TML_INK_PAPER);
        pen->draw_caption(pen, &caption);
    }
}

static void draw_points(const contour *c, tml_pen *pen)
{
    const tml_map *m = &c->map;
    for (size_t i = 0; i < m->count && m->count <= 600; i++)
        if (!isnan(m->value[i]) && isfinite(c->mesh.at[i].x) && isfinite(c->mesh.at[i].y))
            pen->draw_dot(pen, c->mesh.at[i], 1.3, TML_INK_PAPER);
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const contour *c = p->content;
    tml_frame_draw_grid(&c->map.frame, pen);
    draw_bands(c, pen);
    for (size_t i = 0; i < c->level_count; i++) {
        tml_stroke line = {.spots = c->lines[i], .count = c->line_counts[i], .ink = TML_INK_PAPER, .width = 1};
        if (line.count > 0)
            pen->draw_stroke(pen, &line);
    }
    if (!c->map.on_lattice)
        draw_points(c, pen);
    tml_map_draw_missing(&c->map, c->map.count, pen);
    draw_labels(c, pen);
    tml_map_draw_axes(&c->map, pen);
}

const tml_picture_class tml_picture_contour = {
    .name = "contour",
    .doc = "Lines of equal answers over two parameters, with bands of colour between them.",
    .names = "X Y ANSWER",
    .parameters = 2,
    .answers = 1,
    .least = 1,
    .logarithmic = true,
    .coloured = true,
    .make = make,
    .draw = draw,
};
