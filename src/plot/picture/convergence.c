/* convergence.c - the mean of an answer over the first n points, n growing, between its mean - s/sqrt(n) and mean + s/sqrt(n).
 *
 * s is the standard deviation of these n; s/sqrt(n) is the standard error of the mean if the points are independent. Means and
 * variances are updated point by point (Welford). Of a search for the best, the best so far by the number of evaluations.
 */
#include "plot/stack.h"
#include <math.h>

enum { MOST_PANELS = 8, MOST_STEPS = 800 };

typedef struct {
    tml_stack_panel panel;
    double *n, *mean, *error; /* (count) */
    size_t count;
    bool steps;     /* the best so far: no mean, and constant up to the next */
    tml_spot *room; /* (2 count) */
} run;

typedef struct {
    run *runs;
    size_t count;
} convergence;

/* Keeps at most MOST_STEPS of the n, evenly, and the last. */
static void accumulate(const double *values, size_t rows, size_t finite, run *r)
{
    const size_t every = finite / MOST_STEPS + 1;
    double mean = 0, squares = 0;
    size_t n = 0;
    for (size_t i = 0; i < rows; i++) {
        if (isnan(values[i]))
            continue;
        const double change = values[i] - mean;
        mean += change / (double)++n;
        squares += change * (values[i] - mean);
        if (n > 1 && (n % every == 0 || n == finite || n < 20)) {
            r->n[r->count] = (double)n;
            r->mean[r->count] = mean;
            r->error[r->count++] = sqrt(squares / (double)(n - 1) / (double)n);
        }
    }
}

/* The first means are wild: from a tenth of the points on all is in the picture. */
static void find_range(run *r)
{
    tml_stack_panel *panel = &r->panel;
    panel->y_low = INFINITY;
    panel->y_high = -INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        if (r->n[i] < r->n[r->count - 1] / 10)
            continue;
        panel->y_low = fmin(panel->y_low, r->mean[i] - r->error[i]);
        panel->y_high = fmax(panel->y_high, r->mean[i] + r->error[i]);
    }
    panel->x_low = 0;
    panel->x_high = r->n[r->count - 1];
    panel->x_whole = true;
}

static bool make_run(tml_picture *p, size_t column, run *r)
{
    double low, high;
    const size_t rows = tml_picture_rows(p);
    const double *values = tml_picture_values(p, column);
    const size_t finite = tml_picture_range(values, rows, &low, &high);
    if (finite == 0)
        return tml_picture_nothing(p, column);
    if (finite < 3)
        return tml_picture_refuse(p, "%s has %zu value%s: convergence needs three at least",
                                  tml_picture_name(p, column), finite, finite == 1 ? "" : "s");
    r->n = TML_NEW_ARRAY(p->arena, double, finite + 1);
    r->mean = TML_NEW_ARRAY(p->arena, double, finite + 1);
    r->error = TML_NEW_ARRAY(p->arena, double, finite + 1);
    accumulate(values, rows, finite, r);
    r->room = TML_NEW_ARRAY(p->arena, tml_spot, 2 * r->count + 1);
    find_range(r);
    const tml_legend_entry band = {.sample = TML_SAMPLE_BAND, .ink = TML_INK_LINE}, words = {0};
    const char *unit = tml_picture_unit(p, column);
    char mean[64], error[96];
    tml_number_pretty(r->mean[r->count - 1], 6, "", mean, sizeof mean);
    tml_number_pretty(r->error[r->count - 1], 2, unit, error, sizeof error);
    r->panel.x_name = "points";
    r->panel.x_unit = "";
    r->panel.y_name = tml_picture_name(p, column);
    r->panel.y_unit = unit;
    tml_legend_add(&r->panel.legend, band, p->arena, "mean \u00B1 s/\u221An, after %zu points %s \u00B1 %s", finite,
                   mean, error);
    if (finite < rows)
        tml_legend_add(&r->panel.legend, words, p->arena, "no answer: %zu of %zu points", rows - finite, rows);
    return true;
}

/* Changes of the best so far, and the last evaluation. */
static bool make_search(tml_picture *p, run *r)
{
    const size_t rows = tml_picture_rows(p), column = (size_t)p->variants->best;
    const double *values = tml_picture_values(p, column);
    double found = 0;
    r->steps = true;
    r->n = TML_NEW_ARRAY(p->arena, double, rows + 2);
    r->mean = TML_NEW_ARRAY(p->arena, double, rows + 2);
    r->error = TML_NEW_ARRAY(p->arena, double, rows + 2);
    for (size_t i = 0; i < rows; i++) {
        const bool changes = !isnan(values[i]) && (r->count == 0 || values[i] != r->mean[r->count - 1]);
        if (!changes && (i + 1 < rows || r->count == 0))
            continue;
        found = changes ? (double)(i + 1) : found;
        r->n[r->count] = (double)(i + 1);
        r->mean[r->count] = changes ? values[i] : r->mean[r->count - 1];
        r->count++;
    }
    if (r->count == 0)
        return tml_picture_nothing(p, column);
    r->room = TML_NEW_ARRAY(p->arena, tml_spot, 2 * r->count + 1);
    tml_stack_panel *panel = &r->panel;
    panel->y_low = panel->y_high = r->mean[0];
    for (size_t i = 0; i < r->count; i++) {
        panel->y_low = fmin(panel->y_low, r->mean[i]);
        panel->y_high = fmax(panel->y_high, r->mean[i]);
    }
    panel->x_high = fmax((double)rows, 2);
    panel->x_whole = true;
    panel->x_name = "evaluations";
    panel->x_unit = "";
    panel->y_name = tml_picture_name(p, column);
    panel->y_unit = tml_picture_unit(p, column);
    const tml_legend_entry line = {.sample = TML_SAMPLE_LINE, .ink = TML_INK_LINE};
    char best[96];
    tml_number_pretty(r->mean[r->count - 1], 6, panel->y_unit, best, sizeof best);
    tml_legend_add(&panel->legend, line, p->arena, "best so far: %s, found at evaluation %.0f", best, found);
    return true;
}

static bool make_runs(tml_picture *p, convergence *c)
{
    if (p->variants->on_grid)
        return tml_picture_refuse(
            p, "the points of a grid are in order, not a sample: their mean does not converge by their number");
    if (c->count > MOST_PANELS)
        return tml_picture_refuse(p, "%zu answers do not fit one picture: name up to %d", c->count, MOST_PANELS);
    for (size_t i = 0; i < c->count; i++)
        if (!make_run(p, p->answers[i], &c->runs[i]))
            return false;
    return true;
}

static bool make(tml_picture *p)
{
    convergence *c = TML_NEW(p->arena, convergence);
    const bool search = p->variants->best >= 0 && p->request->channel_count == 0;
    c->count = search ? 1 : p->answer_count;
    c->runs = TML_NEW_ARRAY(p->arena, run, c->count);
    if (!(search ? make_search(p, c->runs) : make_runs(p, c)))
        return false;
    tml_stack_panel *panels = TML_NEW_ARRAY(p->arena, tml_stack_panel, c->count);
    for (size_t i = 0; i < c->count; i++)
        panels[i] = c->runs[i].panel;
    tml_stack_place(p, panels, c->count, false);
    for (size_t i = 0; i < c->count; i++)
        c->runs[i].panel = panels[i];
    p->content = c;
    return true;
}

/* ---- drawing ---- */

static double clip(const tml_frame *f, double value)
{
    return fmin(fmax(tml_frame_y(f, value), f->top), f->top + f->height);
}

static void draw_steps(const run *r, tml_pen *pen)
{
    const tml_frame *f = &r->panel.frame;
    size_t used = 0;
    for (size_t i = 0; i < r->count; i++) {
        const tml_spot at = {tml_frame_x(f, r->n[i]), tml_frame_y(f, r->mean[i])};
        if (i > 0)
            r->room[used++] = (tml_spot){at.x, tml_frame_y(f, r->mean[i - 1])};
        r->room[used++] = at;
    }
    tml_stroke line = {.spots = r->room, .count = used, .ink = TML_INK_LINE, .width = 1.6};
    pen->draw_stroke(pen, &line);
    pen->draw_dot(pen, r->room[used - 1], 2.6, TML_INK_LINE);
}

static void draw_run(const run *r, tml_pen *pen)
{
    const tml_frame *f = &r->panel.frame;
    if (r->steps) {
        draw_steps(r, pen);
        return;
    }
    for (size_t i = 0; i < r->count; i++) {
        const double x = tml_frame_x(f, r->n[i]);
        r->room[i] = (tml_spot){x, clip(f, r->mean[i] + r->error[i])};
        r->room[2 * r->count - 1 - i] = (tml_spot){x, clip(f, r->mean[i] - r->error[i])};
    }
    tml_area band = {.spots = r->room, .count = 2 * r->count, .ink = TML_INK_LINE, .opacity = 0.25};
    pen->draw_area(pen, &band);
    for (size_t i = 0; i < r->count; i++) { /* what lies outside is not drawn */
        const double y = tml_frame_y(f, r->mean[i]);
        r->room[i] = (tml_spot){tml_frame_x(f, r->n[i]), clip(f, r->mean[i]) == y ? y : NAN};
    }
    tml_stroke line = {.spots = r->room, .count = r->count, .ink = TML_INK_LINE, .width = 1.6};
    pen->draw_stroke(pen, &line);
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const convergence *c = p->content;
    for (size_t i = 0; i < c->count; i++) {
        tml_stack_draw(p, &c->runs[i].panel, true, pen);
        draw_run(&c->runs[i], pen);
    }
}

static int suits(const tml_plotted_points *v)
{
    return v->best >= 0 ? 4 : 0;
}

const tml_picture_class tml_picture_convergence = {
    .name = "convergence",
    .doc = "The mean of answers by the number of points, with its standard error; the best so far of a search.",
    .names = "ANSWER...",
    .answers = TML_ANY_NUMBER,
    .least = 1,
    .suits = suits,
    .make = make,
    .draw = draw,
};
