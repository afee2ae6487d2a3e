/* pareto.c - two goals against each other: points that no other point beats in both are the front. */
#include "base/names.h"
#include "plot/marks.h"
#include "plot/stack.h"
#include "result/search_columns.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DOTS = 5000 };

typedef struct {
    tml_stack_panel panel;
    double sign[2];   /* -1: the greater the better */
    tml_spot *points; /* (count) */
    size_t count, drawn;
    tml_spot *front; /* (front_count) values, by rising x */
    size_t front_count;
    tml_spot *room; /* (3 count) */
} pareto;

/* ---- the front ---- */

/* By the first goal, then by the second, both to be small. */
static int compare(const void *a, const void *b)
{
    const tml_spot *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* In order of the first goal a point is on the front if it is better in the second than all before it. */
static void find_front(pareto *f, tml_arena *arena)
{
    f->front = TML_NEW_ARRAY(arena, tml_spot, f->count + 1);
    for (size_t i = 0; i < f->count; i++)
        f->front[i] = (tml_spot){f->sign[0] * f->points[i].x, f->sign[1] * f->points[i].y};
    qsort(f->front, f->count, sizeof *f->front, compare);
    double best = INFINITY;
    for (size_t i = 0; i < f->count; i++)
        if (f->front[i].y < best) {
            best = f->front[i].y;
            f->front[f->front_count++] = (tml_spot){f->sign[0] * f->front[i].x, f->sign[1] * best};
        }
}

/* ---- the request ---- */

static bool read_goals(tml_picture *p, pareto *f)
{
    const char *names[] = {tml_picture_name(p, p->answers[0]), tml_picture_name(p, p->answers[1])};
    for (int i = 0; i < 2; i++) { /* as the search was asked for, else to be small */
        const long fact = tml_table_fact_find(p->variants->table, tml_arena_format(p->arena, TML_GOAL "%s", names[i]));
        f->sign[i] = fact >= 0 && tml_table_fact_number(p->variants->table, (size_t)fact) < 0 ? -1 : 1;
    }
    for (size_t i = 0; i < p->request->maximize_count; i++) {
        const char *wanted = p->request->maximize[i];
        const int goal = strcmp(wanted, names[0]) == 0 ? 0 : strcmp(wanted, names[1]) == 0 ? 1 : -1;
        if (goal < 0)
            return tml_picture_refuse(p, "\"%s\" is to be great, but the goals are \"%s\" and \"%s\"", wanted, names[0],
                                      names[1]);
        f->sign[goal] = -1;
    }
    return strcmp(names[0], names[1]) != 0 || tml_picture_refuse(p, "the two goals are both %s", names[0]);
}

static void read_points(tml_picture *p, pareto *f)
{
    const double *x = tml_picture_values(p, p->answers[0]), *y = tml_picture_values(p, p->answers[1]);
    const size_t rows = tml_picture_rows(p);
    f->points = TML_NEW_ARRAY(p->arena, tml_spot, rows + 1);
    f->room = TML_NEW_ARRAY(p->arena, tml_spot, 3 * rows + 1);
    tml_stack_panel *panel = &f->panel;
    panel->x_low = panel->y_low = INFINITY;
    panel->x_high = panel->y_high = -INFINITY;
    for (size_t i = 0; i < rows; i++) {
        if (isnan(x[i]) || isnan(y[i]))
            continue;
        f->points[f->count++] = (tml_spot){x[i], y[i]};
        panel->x_low = fmin(panel->x_low, x[i]);
        panel->x_high = fmax(panel->x_high, x[i]);
        panel->y_low = fmin(panel->y_low, y[i]);
        panel->y_high = fmax(panel->y_high, y[i]);
    }
    tml_axis_range_pad(&panel->x_low, &panel->x_high, 0.04);
}

static void describe(tml_picture *p, const pareto *f)
{
    const tml_legend_entry front = {.sample = TML_SAMPLE_LINE, .ink = TML_INK_LINE + 1},
                           others = {.sample = TML_SAMPLE_DOT, .ink = TML_INK_LINE + 5}, words = {0};
    tml_legend_add(&p->legend, front, p->arena, "front: %zu of %zu points", f->front_count, f->count);
    if (f->front_count < f->count)
        tml_legend_add(&p->legend, others, p->arena, "other points");
    tml_legend_add(&p->legend, words, p->arena, "%s %s, %s %s", f->sign[0] > 0 ? "minimize" : "maximize",
                   tml_picture_name(p, p->answers[0]), f->sign[1] > 0 ? "minimize" : "maximize",
                   tml_picture_name(p, p->answers[1]));
    if (f->count < tml_picture_rows(p))
        tml_legend_add(&p->legend, words, p->arena, "no answer: %zu of %zu points", tml_picture_rows(p) - f->count,
                       tml_picture_rows(p));
    if (f->drawn < f->count)
        tml_legend_add(&p->legend, words, p->arena, "drawn: the front and the first %zu", f->drawn);
}

static bool make(tml_picture *p)
{
    pareto *f = TML_NEW(p->arena, pareto);
    if (!read_goals(p, f))
        return false;
    read_points(p, f);
    if (f->count == 0)
        return tml_picture_nothing(p, p->answers[0]);
    find_front(f, p->arena);
    f->drawn = f->count < MOST_DOTS ? f->count : MOST_DOTS;
    f->panel.x_name = tml_picture_name(p, p->answers[0]);
    f->panel.x_unit = tml_picture_unit(p, p->answers[0]);
    f->panel.y_name = tml_picture_name(p, p->answers[1]);
    f->panel.y_unit = tml_picture_unit(p, p->answers[1]);
    describe(p, f);
    tml_stack_place(p, &f->panel, 1, false);
    p->content = f;
    return true;
}

/* ---- drawing ---- */

static tml_spot place(const tml_frame *f, tml_spot value)
{
    return (tml_spot){tml_frame_x(f, value.x), tml_frame_y(f, value.y)};
}

/* Between two points of the front lies what is beaten by neither: a step. */
static void draw_front(const pareto *f, tml_pen *pen)
{
    size_t used = 0;
    for (size_t i = 0; i < f->front_count; i++) {
        const tml_spot at = place(&f->panel.frame, f->front[i]);
        if (i > 0)
            f->room[used++] = (tml_spot){at.x, place(&f->panel.frame, f->front[i - 1]).y};
        f->room[used++] = at;
    }
    tml_stroke line = {.spots = f->room, .count = used, .ink = TML_INK_LINE + 1, .width = 1.2};
    pen->draw_stroke(pen, &line);
    for (size_t i = 0; i < f->front_count; i++)
        pen->draw_dot(pen, place(&f->panel.frame, f->front[i]), 3.4, TML_INK_LINE + 1);
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const pareto *f = p->content;
    tml_stack_draw(p, &f->panel, true, pen);
    for (size_t i = 0; i < f->drawn; i++)
        f->room[2 * f->count + i] = place(&f->panel.frame, f->points[i]);
    for (size_t i = 0; i < f->drawn; i++)
        pen->draw_dot(pen, f->room[2 * f->count + i], 2.2, TML_INK_LINE + 5);
    draw_front(f, pen);
}

/* A front that was searched for. */
static int suits(const tml_plotted_points *v)
{
    return v->answer_count > 1 && tml_table_fact_find(v->table, "points on the front") >= 0 ? 4 : 0;
}

const tml_picture_class tml_picture_pareto = {
    .name = "pareto",
    .doc = "Two goals against each other, with the front of points that none beats in both.",
    .names = "GOAL GOAL",
    .answers = 2,
    .least = 2,
    .knows_best = true,
    .suits = suits,
    .make = make,
    .draw = draw,
};
