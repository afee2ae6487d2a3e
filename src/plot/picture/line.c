/* line.c - answers over one parameter. */
#include "elementary/elementary.h"
#include "plot/marks.h"
#include "plot/stack.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_PANELS = 8, FEW = 60, MOST_DOTS = 5000 };

typedef struct {
    tml_spot *points; /* (count) values, by rising x */
    size_t count;     /* of those that have an answer */
    double *failed;   /* (failed_count) x of the others */
    size_t failed_count;
    bool function;  /* no two at the same x */
    tml_spot *room; /* (3 count) */
} curve;

typedef struct {
    curve *curves;
    tml_stack_panel *panels;
    size_t count;
} lines;

static int compare(const void *a, const void *b)
{
    const tml_spot *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

static bool read_curve(tml_picture *p, size_t column, curve *c)
{
    const tml_plot_options *request = p->request;
    const size_t rows = tml_picture_rows(p);
    const double *x = tml_picture_values(p, p->parameters[0]), *y = tml_picture_values(p, column);
    c->points = TML_NEW_ARRAY(p->arena, tml_spot, rows + 1);
    c->failed = TML_NEW_ARRAY(p->arena, double, rows + 1);
    c->room = TML_NEW_ARRAY(p->arena, tml_spot, 3 * rows + 1);
    for (size_t i = 0; i < rows; i++) {
        if ((request->log_x && x[i] <= 0) || (request->log_y && y[i] <= 0))
            return tml_picture_refuse(p, "%s has values that are not greater than 0: its axis cannot be logarithmic",
                                      tml_picture_name(p, request->log_x && x[i] <= 0 ? p->parameters[0] : column));
        const double at = request->log_x ? tml_log10(x[i]) : x[i];
        if (isnan(y[i]))
            c->failed[c->failed_count++] = at;
        else
            c->points[c->count++] = (tml_spot){at, request->log_y ? tml_log10(y[i]) : y[i]};
    }
    if (c->count == 0)
        return tml_picture_nothing(p, column);
    qsort(c->points, c->count, sizeof *c->points, compare);
    c->function = true;
    for (size_t i = 1; i < c->count; i++)
        c->function = c->function && c->points[i].x > c->points[i - 1].x;
    return true;
}

/* Failed points are in the range as well. */
static void set_panel(tml_picture *p, size_t column, const curve *c, tml_stack_panel *panel)
{
    *panel = (tml_stack_panel){.x_name = tml_picture_name(p, p->parameters[0]),
                               .x_unit = tml_picture_unit(p, p->parameters[0]),
                               .y_name = tml_picture_name(p, column),
                               .y_unit = tml_picture_unit(p, column),
                               .x_log = p->request->log_x,
                               .y_log = p->request->log_y,
                               .x_low = c->points[0].x,
                               .x_high = c->points[c->count - 1].x,
                               .y_low = INFINITY,
                               .y_high = -INFINITY};
    for (size_t i = 0; i < c->count; i++) {
        panel->y_low = fmin(panel->y_low, c->points[i].y);
        panel->y_high = fmax(panel->y_high, c->points[i].y);
    }
    for (size_t i = 0; i < c->failed_count; i++) {
        panel->x_low = fmin(panel->x_low, c->failed[i]);
        panel->x_high = fmax(panel->x_high, c->failed[i]);
    }
    tml_axis_range_pad(&panel->x_low, &panel->x_high, 0.02);
    const tml_legend_entry cross = {.sample = TML_SAMPLE_CROSS, .ink = TML_INK_LINE + 1}, words = {0};
    if (c->failed_count > 0)
        tml_legend_add(&panel->legend, cross, p->arena, "no answer: %zu of %zu points", c->failed_count,
                       tml_picture_rows(p));
    if (!c->function && c->count > MOST_DOTS)
        tml_legend_add(&panel->legend, words, p->arena, "every %zuth of %zu points", c->count / MOST_DOTS + 1,
                       c->count);
}

static bool make(tml_picture *p)
{
    lines *all = TML_NEW(p->arena, lines);
    all->count = p->answer_count;
    if (all->count > MOST_PANELS)
        return tml_picture_refuse(p, "%zu answers do not fit one picture: name up to %d", all->count, MOST_PANELS);
    all->curves = TML_NEW_ARRAY(p->arena, curve, all->count);
    all->panels = TML_NEW_ARRAY(p->arena, tml_stack_panel, all->count);
    for (size_t i = 0; i < all->count; i++) {
        if (!read_curve(p, p->answers[i], &all->curves[i]))
            return false;
        set_panel(p, p->answers[i], &all->curves[i], &all->panels[i]);
    }
    for (size_t i = 0; i < all->count; i++) { /* one x axis for all */
        all->panels[i].x_low = fmin(all->panels[i].x_low, all->panels[0].x_low);
        all->panels[i].x_high = fmax(all->panels[i].x_high, all->panels[0].x_high);
    }
    for (size_t i = 0; i < all->count; i++) {
        all->panels[i].x_low = all->panels[all->count - 1].x_low;
        all->panels[i].x_high = all->panels[all->count - 1].x_high;
    }
    tml_stack_place(p, all->panels, all->count, true);
    p->content = all;
    return true;
}

/* A line is interrupted where points between its ends have no answer. */
static size_t join(const curve *c, const tml_frame *f, tml_spot *spots)
{
    size_t used = 0;
    for (size_t i = 0; i < c->count; i++) {
        bool gap = false;
        for (size_t k = 0; i > 0 && k < c->failed_count; k++)
            gap = gap || (c->failed[k] > c->points[i - 1].x && c->failed[k] < c->points[i].x);
        if (gap)
            spots[used++] = (tml_spot){NAN, NAN};
        spots[used++] = (tml_spot){tml_frame_x(f, c->points[i].x), tml_frame_y(f, c->points[i].y)};
    }
    return used;
}

static void draw_curve(const curve *c, const tml_frame *f, const char *name, tml_pen *pen)
{
    const size_t every = c->function ? 1 : c->count / MOST_DOTS + 1;
    tml_stroke stroke = {.spots = c->room, .ink = TML_INK_LINE, .width = 1.6, .name = name};
    if (c->function) {
        stroke.count = join(c, f, c->room);
        pen->draw_stroke(pen, &stroke);
    }
    for (size_t i = 0; i < c->count && (!c->function || c->count <= FEW); i += every)
        pen->draw_dot(pen, (tml_spot){tml_frame_x(f, c->points[i].x), tml_frame_y(f, c->points[i].y)},
                      c->function ? 2.2 : 2, TML_INK_LINE);
    for (size_t i = 0; i < c->failed_count; i++)
        if (!isnan(c->failed[i]))
            tml_draw_cross(pen, (tml_spot){tml_frame_x(f, c->failed[i]), f->top + f->height - 5}, 2.8,
                           TML_INK_LINE + 1);
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const lines *all = p->content;
    for (size_t i = 0; i < all->count; i++) {
        tml_stack_draw(p, &all->panels[i], i + 1 == all->count, pen);
        draw_curve(&all->curves[i], &all->panels[i].frame, tml_picture_name(p, p->answers[i]), pen);
    }
}

static int suits(const tml_plotted_points *v)
{
    return v->parameter_count == 1 ? 3 : 0;
}

const tml_picture_class tml_picture_line = {
    .name = "line",
    .doc = "Answers over one parameter.",
    .names = "X ANSWER...",
    .parameters = 1,
    .answers = TML_ANY_NUMBER,
    .least = 1,
    .logarithmic = true,
    .suits = suits,
    .make = make,
    .draw = draw,
};
