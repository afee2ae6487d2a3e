/* map.c - two parameters as axes and an answer as colour. */
#include "plot/map.h"
#include "elementary/elementary.h"
#include "plot/axis_fit.h"
#include "plot/marks.h"
#include "plot/panel.h"
#include <math.h>

static const double X_TICKS = 22, X_TITLE = 21, TICK_GAP = 8, BAR_GAP = 22;

/* ---- columns ---- */

/* Values of an axis; false: some have no logarithm. */
static bool read_axis(const tml_picture *p, size_t column, bool log, double **values)
{
    *values = tml_picture_values(p, column);
    for (size_t i = 0; log && i < tml_picture_rows(p); i++) {
        if (!((*values)[i] > 0))
            return tml_picture_refuse(p, "%s has values that are not greater than 0: its axis cannot be logarithmic",
                                      tml_picture_name(p, column));
        (*values)[i] = tml_log10((*values)[i]);
    }
    return true;
}

/* "mean of peak over L, m", where the points of a cell differ in these; the others in the table are not known to have been varied. */
static const char *name_answer(const tml_picture *p, const tml_map *m)
{
    const tml_plotted_points *v = p->variants;
    const char *name = tml_picture_name(p, p->answers[0]);
    if (!m->on_lattice || m->lattice.most <= 1)
        return name;
    const char *over = "";
    for (size_t i = 0; i < v->parameter_count; i++) {
        const size_t column = v->parameters[i];
        if (column != p->parameters[0] && column != p->parameters[1])
            over = tml_arena_format(p->arena, "%s%s%s", over, over[0] != '\0' ? ", " : "", tml_picture_name(p, column));
    }
    if (over[0] == '\0')
        return tml_arena_format(p->arena, "mean of %s", name);
    return tml_arena_format(p->arena, "mean of %s over %s", name, over);
}

static bool varies_nothing_else(const tml_picture *p)
{
    const tml_plotted_points *v = p->variants;
    bool only = v->known;
    for (size_t i = 0; i < v->parameter_count; i++)
        only = only && (v->parameters[i] == p->parameters[0] || v->parameters[i] == p->parameters[1]);
    return only;
}

static bool take_logarithms(const tml_picture *p, tml_map *m)
{
    if (!(m->low > 0))
        return tml_picture_refuse(p, "%s has values that are not greater than 0: its colours cannot be logarithmic",
                                  m->answer);
    for (size_t i = 0; i < m->count; i++)
        m->value[i] = tml_log10(m->value[i]);
    for (size_t i = 0; m->on_lattice && i < m->lattice.nx * m->lattice.ny; i++)
        m->lattice.value[i] = tml_log10(m->lattice.value[i]);
    m->low = tml_log10(m->low);
    m->high = tml_log10(m->high);
    return true;
}

bool tml_map_read(tml_picture *p, tml_map *m)
{
    m->count = tml_picture_rows(p);
    m->log = p->request->log_z;
    if (!read_axis(p, p->parameters[0], p->request->log_x, &m->x) ||
        !read_axis(p, p->parameters[1], p->request->log_y, &m->y) || !read_axis(p, p->answers[0], false, &m->value))
        return false;
    if (p->parameters[0] == p->parameters[1])
        return tml_picture_refuse(p, "the two axes are both %s", tml_picture_name(p, p->parameters[0]));
    const size_t answered = tml_picture_range(m->value, m->count, &m->low, &m->high);
    m->missing = m->count - answered;
    if (answered == 0)
        return tml_picture_nothing(p, p->answers[0]);
    m->on_lattice = tml_lattice_make(m->x, m->y, m->value, m->count, p->arena, &m->lattice);
    m->whole = varies_nothing_else(p);
    if (m->on_lattice && tml_picture_range(m->lattice.value, m->lattice.nx * m->lattice.ny, &m->low, &m->high) == 0)
        return tml_picture_refuse(p, "each cell has a point without an answer, so that none has a mean");
    m->answer = name_answer(p, m);
    return !m->log || take_logarithms(p, m);
}

/* ---- place ---- */

/* The range of an axis: of levels, up to the borders of the outer cells, if there are any; of other points, with a margin. */
static void find_range(const double *values, size_t count, const double *levels, size_t level_count, bool cells,
                       double *low, double *high)
{
    (void)tml_picture_range(values, count, low, high);
    if (!levels || !cells || level_count == 1) {
        tml_axis_range_pad(low, high, levels ? 0 : 0.03);
        return;
    }
    *low -= (levels[1] - levels[0]) / 2;
    *high += (levels[level_count - 1] - levels[level_count - 2]) / 2;
}

void tml_map_place(tml_picture *p, tml_map *m, bool cells)
{
    const tml_plot_options *request = p->request;
    const tml_lattice *l = m->on_lattice ? &m->lattice : NULL;
    const double margin = tml_picture_margin;
    double x_low, x_high, y_low, y_high;
    find_range(m->x, m->count, l ? l->x : NULL, l ? l->nx : 0, cells, &x_low, &x_high);
    find_range(m->y, m->count, l ? l->y : NULL, l ? l->ny : 0, cells, &y_low, &y_high);
    p->width = request->width > 0 ? request->width : 640;
    tml_frame *f = &m->frame;
    p->left = 70;
    f->height = 360;
    for (int round = 0; round < 3; round++) { /* heights of legends and widths of ticks depend on each other */
        f->top = tml_picture_top(p, p->width - p->left - margin) + 4;
        f->height = request->height > 0 ? fmax(request->height - f->top - X_TICKS - X_TITLE - 10, 60) : 360;
        f->y = tml_axis_fit_height(y_low, y_high, f->height, request->log_y);
        tml_axis_fit_title(&f->y, tml_picture_name(p, p->parameters[1]), tml_picture_unit(p, p->parameters[1]),
                           f->height + 20, m->y_title, sizeof m->y_title);
        tml_colour_bar_make(m->low, m->high, m->log, f->height, m->answer, tml_picture_unit(p, p->answers[0]), &m->bar);
        p->left = f->left = ceil(margin + tml_text_size + 7 + tml_axis_tick_width(&f->y) + TICK_GAP);
        f->width = fmax(floor(p->width - f->left - BAR_GAP - m->bar.width - margin), 60);
    }
    f->x = tml_axis_fit_x(x_low, x_high, f->width, false, request->log_x);
    tml_axis_fit_title(&f->x, tml_picture_name(p, p->parameters[0]), tml_picture_unit(p, p->parameters[0]),
                       f->width + 40, m->x_title, sizeof m->x_title);
    m->bar.left = f->left + f->width + BAR_GAP;
    m->bar.top = f->top;
    m->y_title_x = margin + tml_text_size - 3;
    m->x_title_y = f->top + f->height + X_TICKS + 16;
    p->width = fmax(p->width, ceil(m->bar.left + m->bar.width + margin));
    p->height = ceil(f->top + f->height + X_TICKS + X_TITLE + 10);
}

/* ---- drawing ---- */

void tml_map_draw_axes(const tml_map *m, tml_pen *pen)
{
    tml_frame_draw_border(&m->frame, pen);
    tml_frame_draw_x_ticks(&m->frame, pen);
    tml_frame_draw_y_ticks(&m->frame, pen);
    tml_frame_draw_x_title(&m->frame, m->x_title_y, m->x_title, pen);
    tml_frame_draw_y_title(&m->frame, m->y_title_x, m->y_title, pen);
    tml_colour_bar_draw(&m->bar, pen);
}

void tml_map_draw_missing(const tml_map *m, size_t count, tml_pen *pen)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(m->value[i]) && !isnan(m->x[i]) && !isnan(m->y[i]))
            tml_draw_cross(pen, (tml_spot){tml_frame_x(&m->frame, m->x[i]), tml_frame_y(&m->frame, m->y[i])}, 2.8,
                           TML_INK_LINE + 1);
}
