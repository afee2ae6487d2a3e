/* scatter.c - a scatter matrix: each of the columns against each other, in the corner between them their rank correlation.
 *
 * On the diagonal the name and a histogram of each. The rank correlation (Spearman) is 1 where one rises whenever the other does, and -1 where it falls.
 */
#include "plot/axis_fit.h"
#include "plot/colour_map.h"
#include "plot/marks.h"
#include "plot/panel.h"
#include "plot/picture.h"
#include "plot/statistics.h"
#include <math.h>

enum { MOST = 14, BINS = 20, ALL_DOTS = 24000 };
static const double GAP = 6;

typedef struct {
    const char *name, *unit;
    double *values; /* (rows) */
    double *ranks;
    double low, high;
    size_t bins[BINS], most;
    tml_plot_axis axis; /* below, and to the left */
    char title[256];    /* with unit and power of ten of the axis */
} variable;

typedef struct {
    variable v[MOST];
    size_t count, rows, drawn;
    double correlation[MOST][MOST];
    double top, cell, cell_height;
    size_t *failed; /* (failed_count) rows without one of the answers */
    size_t failed_count;
    tml_spot *room; /* (4 drawn) */
} matrix;

/* ---- numbers ---- */

static bool read_variable(tml_picture *p, size_t column, variable *v, size_t rows)
{
    v->name = tml_picture_name(p, column);
    v->unit = tml_picture_unit(p, column);
    v->values = tml_picture_values(p, column);
    if (tml_picture_range(v->values, rows, &v->low, &v->high) == 0)
        return tml_picture_nothing(p, column);
    tml_axis_range_pad(&v->low, &v->high, 0.06);
    v->ranks = tml_ranks(v->values, rows, p->arena);
    for (size_t i = 0; i < rows; i++) {
        if (isnan(v->values[i]))
            continue;
        const double part = (v->values[i] - v->low) / (v->high - v->low);
        size_t *bin = &v->bins[(size_t)fmin(floor(part * BINS), BINS - 1)];
        (*bin)++;
        v->most = *bin > v->most ? *bin : v->most;
    }
    return true;
}

static void find_failed(tml_picture *p, matrix *m)
{
    m->failed = TML_NEW_ARRAY(p->arena, size_t, m->rows + 1);
    for (size_t row = 0; row < m->rows; row++)
        for (size_t i = 0; i < m->count; i++)
            if (isnan(m->v[i].values[row])) {
                m->failed[m->failed_count++] = row;
                break;
            }
}

/* ---- place ---- */

/* As many ticks as fit side by side, up to four. */
static tml_plot_axis fit_axis(const variable *v, double length)
{
    tml_plot_axis axis = {0};
    for (double ticks = 4; ticks >= 0.5; ticks *= 0.8) {
        axis = tml_axis_make(v->low, v->high, tml_axis_step((v->high - v->low) / ticks));
        if (tml_axis_tick_width(&axis) + 10 <= axis.step / (v->high - v->low) * length)
            break;
    }
    return axis;
}

static void place(tml_picture *p, matrix *m)
{
    const double n = (double)m->count, margin = tml_picture_margin;
    const double usual = fmin(fmax(620 / n, 70), 210);
    double labels = 20;
    p->left = margin + 46;
    for (int round = 0; round < 2; round++) { /* the room for labels depends on the axes, and these on what is left */
        p->width = p->request->width > 0 ? p->request->width : ceil(p->left + n * (usual + GAP) + margin);
        m->cell = fmax((p->width - p->left - margin) / n - GAP, 12);
        m->top = ceil(tml_picture_top(p, p->width - p->left - margin) + 4);
        m->cell_height = p->request->height > 0 ? fmax((p->request->height - m->top - 40) / n - GAP, 12) : m->cell;
        for (size_t i = 0; i < m->count; i++) {
            variable *v = &m->v[i];
            v->axis = fit_axis(v, fmin(m->cell, 2 * m->cell_height));
            labels = fmax(labels, i > 0 ? tml_axis_tick_width(&v->axis) : 0);
            tml_axis_fit_title(&v->axis, v->name, v->unit, (m->cell - 4) * 0.9, v->title, sizeof v->title);
        }
        p->left = round == 0 ? ceil(margin + labels + 8) : p->left;
    }
    p->height = ceil(m->top + n * (m->cell_height + GAP) + 34);
}

static bool make(tml_picture *p)
{
    matrix *m = TML_NEW(p->arena, matrix);
    m->count = p->parameter_count;
    m->rows = tml_picture_rows(p);
    if (m->count < 2 || m->count > MOST)
        return tml_picture_refuse(p, "a scatter matrix is made of 2 to %d columns, not of %zu: name them", MOST,
                                  m->count);
    for (size_t i = 0; i < m->count; i++)
        if (!read_variable(p, p->parameters[i], &m->v[i], m->rows))
            return false;
    for (size_t i = 0; i < m->count; i++)
        for (size_t k = 0; k < m->count; k++)
            m->correlation[i][k] = tml_correlation(m->v[i].ranks, m->v[k].ranks, m->rows);
    const size_t panels = m->count * (m->count - 1) / 2, most = ALL_DOTS / panels;
    m->drawn = m->rows < most ? m->rows : most;
    m->room = TML_NEW_ARRAY(p->arena, tml_spot, 4 * m->drawn + 4);
    find_failed(p, m);
    const tml_legend_entry cross = {.sample = TML_SAMPLE_CROSS, .ink = TML_INK_LINE + 1}, words = {0};
    tml_picture_count_missing(p, cross, m->failed_count, m->rows);
    tml_legend_add(&p->legend, words, p->arena, "upper right: rank correlations");
    if (m->drawn < m->rows)
        tml_legend_add(&p->legend, words, p->arena, "lower left: the first %zu of %zu points", m->drawn, m->rows);
    place(p, m);
    p->content = m;
    return true;
}

/* ---- drawing ---- */

static tml_frame frame_of(const tml_picture *p, const matrix *m, size_t row, size_t column)
{
    return (tml_frame){.left = p->left + (double)column * (m->cell + GAP),
                       .top = m->top + (double)row * (m->cell_height + GAP),
                       .width = m->cell,
                       .height = m->cell_height,
                       .x = m->v[column].axis,
                       .y = m->v[row].axis};
}

static const double STRONG = 1.1; /* width of bold letters, of that of others */

static void draw_diagonal(const tml_picture *p, const matrix *m, size_t i, tml_pen *pen)
{
    const tml_frame f = frame_of(p, m, i, i);
    const variable *v = &m->v[i];
    const double width = f.width / BINS, room = f.height - 22;
    for (int b = 0; b < BINS; b++) {
        const double height = room * (double)v->bins[b] / (double)v->most;
        if (height > 0)
            pen->draw_rectangle(pen, (tml_spot){f.left + b * width, f.top + f.height - height}, width + 0.2, height,
                                TML_INK_GRID);
    }
    const double size = tml_text_size - 0.5, long_as = tml_caption_width(v->title, size) * STRONG;
    tml_caption caption = {
        .x = f.left + f.width / 2,
        .y = f.top + 15,
        .string = v->title,
        .size = size * fmin(1, (f.width - 4) / long_as), /* what is left of it, such as an offset, may be long */
        .ink = TML_INK_TITLE,
        .anchor = 0.5,
        .strong = true};
    pen->draw_caption(pen, &caption);
    tml_frame_draw_border(&f, pen);
}

static void draw_dots(const tml_picture *p, const matrix *m, size_t row, size_t column, tml_pen *pen)
{
    const tml_frame f = frame_of(p, m, row, column);
    const double *x = m->v[column].values, *y = m->v[row].values;
    tml_spot *spots = m->room;
    size_t count = 0;
    for (size_t i = 0; i < m->drawn; i++)
        if (!isnan(x[i]) && !isnan(y[i]))
            spots[count++] = (tml_spot){tml_frame_x(&f, x[i]), tml_frame_y(&f, y[i])};
    tml_draw_dots(pen, spots, count,
                  m->drawn > 1500  ? 0.9
                  : m->drawn > 200 ? 1.3
                                   : 1.8,
                  TML_INK_LINE, m->room + m->drawn);
    for (size_t i = 0; i < m->failed_count && m->failed[i] < m->drawn; i++) {
        const double at_x = x[m->failed[i]], at_y = y[m->failed[i]];
        if (!isnan(at_x) && !isnan(at_y))
            tml_draw_cross(pen, (tml_spot){tml_frame_x(&f, at_x), tml_frame_y(&f, at_y)}, 2, TML_INK_LINE + 1);
    }
    tml_frame_draw_border(&f, pen);
}

/* The number, the larger the stronger it is. */
static void draw_correlation(const tml_picture *p, const matrix *m, size_t row, size_t column, tml_pen *pen)
{
    const tml_frame f = frame_of(p, m, row, column);
    const double r = m->correlation[row][column];
    char text[32] = "\u2013";
    if (!isnan(r))
        tml_number_pretty(round(100 * r) / 100, 3, "", text, sizeof text);
    const double least = 10, most = fmin(22, m->cell / 3.4),
                 size = isnan(r) ? least : fmax(least + (most - least) * fabs(r), least);
    tml_caption caption = {.x = f.left + f.width / 2,
                           .y = f.top + f.height / 2 + size * 0.36,
                           .string = text,
                           .size = size,
                           .ink = !isnan(r) && fabs(r) >= 0.5 ? TML_INK_TITLE : TML_INK_TEXT,
                           .anchor = 0.5,
                           .strong = !isnan(r) && fabs(r) >= 0.5};
    pen->draw_caption(pen, &caption);
    tml_frame_draw_border(&f, pen);
}

/* The axis without ticks whose labels, this long, would reach beyond its ends. */
static tml_plot_axis trim(tml_plot_axis axis, double length, double label)
{
    const double most = label / 2 / length * (axis.high - axis.low);
    while (axis.tick_count > 0 && tml_axis_tick(&axis, 0) - axis.low < most) {
        axis.first += axis.step;
        axis.tick_count--;
    }
    while (axis.tick_count > 0 && axis.high - tml_axis_tick(&axis, axis.tick_count - 1) < most)
        axis.tick_count--;
    return axis;
}

/* Ticks at the outer sides; none where the cells are too small. */
static void draw_ticks(const tml_picture *p, const matrix *m, tml_pen *pen)
{
    if (m->cell < 50)
        return;
    for (size_t i = 0; i < m->count; i++) {
        tml_frame below = frame_of(p, m, m->count - 1, i), beside = frame_of(p, m, i, 0);
        below.x = trim(below.x, m->cell, tml_axis_tick_width(&below.x) - GAP);
        beside.y = trim(beside.y, m->cell_height, tml_tick_size - GAP);
        tml_frame_draw_x_ticks(&below, pen);
        if (i > 0)
            tml_frame_draw_y_ticks(&beside, pen);
    }
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const matrix *m = p->content;
    for (size_t row = 0; row < m->count; row++)
        for (size_t column = 0; column < m->count; column++)
            if (row == column)
                draw_diagonal(p, m, row, pen);
            else if (row > column)
                draw_dots(p, m, row, column, pen);
            else
                draw_correlation(p, m, row, column, pen);
    draw_ticks(p, m, pen);
}

static int suits(const tml_plotted_points *v)
{
    return v->known ? 1 : 0;
}

const tml_picture_class tml_picture_scatter = {
    .name = "scatter",
    .doc = "A scatter matrix: parameters and answers against each other, with rank correlations.",
    .names = "COLUMN COLUMN...",
    .parameters = TML_ANY_NUMBER,
    .suits = suits,
    .make = make,
    .draw = draw,
};
