/* histogram.c - how often an answer takes which values, with its 5, 50 and 95 % percentiles.
 *
 * Bins are 1, 2 or 5 times a power of ten wide, about 2 IQR / n^(1/3) (Freedman and Diaconis) or, where the values lie in heaps, a part
 * 1/(2 n^(1/3)) of their range (Rice). The curve is the normal distribution of the same mean and standard deviation,
 * n w phi((x - m)/s)/s for bins of width w.
 */
#include "elementary/elementary.h"
#include "plot/marks.h"
#include "plot/panel.h"
#include "plot/stack.h"
#include "plot/statistics.h"
#include <math.h>

enum { PERCENTILES = 3, CURVE = 121, LEAST_FOR_CURVE = 20, MOST_PANELS = 8 };
static const double parts[PERCENTILES] = {0.05, 0.5, 0.95};

typedef struct {
    tml_stack_panel panel;
    double first, step; /* the left side of the first bin, and their width */
    size_t *bins;       /* (bin_count) points in each */
    size_t bin_count;
    double percentiles[PERCENTILES];
    const char *labels[PERCENTILES];
    double label_x[PERCENTILES]; /* their middles */
    tml_spot curve[CURVE];       /* values */
    size_t curve_count;
} histogram;

typedef struct {
    histogram *parts;
    size_t count;
} histograms;

/* ---- bins ---- */

static void find_bins(histogram *h, const double *sorted, size_t n)
{
    const double low = sorted[0], high = sorted[n - 1], range = high - low;
    const double spread = tml_quantile(sorted, n, 0.75) - tml_quantile(sorted, n, 0.25);
    if (range <= 1e-12 * fmax(fabs(low), fabs(high))) { /* one value */
        h->step = low != 0 ? fabs(low) * 0.02 : 0.2;
        h->first = low - h->step / 2;
        h->bin_count = 1;
        return;
    }
    const double rule = fmin(spread > 0 ? 2 * spread : range, range / 2) / cbrt((double)n);
    h->step = tml_axis_step(fmin(fmax(rule, range / 60), range / 4) / 1.5);
    const double first = floor(low / h->step), last = floor(high / h->step);
    h->first = first * h->step;
    h->bin_count = (size_t)(last - first) + 1;
}

static void fill_bins(histogram *h, const double *sorted, size_t n, tml_arena *arena)
{
    h->bins = TML_NEW_ARRAY(arena, size_t, h->bin_count);
    for (size_t i = 0; i < n; i++) {
        const double bin = floor((sorted[i] - h->first) / h->step);
        h->bins[(size_t)fmin(fmax(bin, 0), (double)h->bin_count - 1)]++;
    }
}

static void make_curve(histogram *h, size_t n, double mean, double deviation)
{
    if (n < LEAST_FOR_CURVE || !(deviation > 1e-12 * fabs(mean)))
        return;
    const double from = h->first, to = h->first + h->step * (double)h->bin_count, scale = (double)n * h->step;
    for (size_t i = 0; i < CURVE; i++) {
        const double x = from + (to - from) * (double)i / (CURVE - 1), u = (x - mean) / deviation;
        h->curve[i] = (tml_spot){x, scale * tml_exp(-u * u / 2) / (deviation * sqrt(2 * tml_acos(-1.0)))};
    }
    h->curve_count = CURVE;
}

/* ---- a panel ---- */

static void describe(const tml_picture *p, histogram *h, size_t column, size_t n, double mean, double deviation)
{
    tml_legend *legend = &h->panel.legend;
    const char *unit = tml_picture_unit(p, column);
    const tml_legend_entry words = {0}, curve = {.sample = TML_SAMPLE_LINE, .ink = TML_INK_LINE + 3, .dash = 1};
    char text[96];
    if (p->answer_count > 1)
        tml_legend_add(legend, words, p->arena, "%s:", tml_picture_name(p, column));
    tml_number_pretty(mean, 5, unit, text, sizeof text);
    tml_legend_add(legend, words, p->arena, "%zu point%s, mean %s", n, n == 1 ? "" : "s", text);
    if (n > 1) {
        tml_number_pretty(deviation, 4, unit, text, sizeof text);
        tml_legend_add(legend, words, p->arena, "standard deviation %s", text);
    }
    if (h->curve_count > 0)
        tml_legend_add(legend, curve, p->arena, "normal distribution with these two");
    if (n < tml_picture_rows(p))
        tml_legend_add(legend, words, p->arena, "no answer: %zu of %zu points", tml_picture_rows(p) - n,
                       tml_picture_rows(p));
}

static bool make_panel(tml_picture *p, histogram *h, size_t column)
{
    double *values = tml_picture_values(p, column), mean, deviation;
    tml_mean_deviation(values, tml_picture_rows(p), &mean, &deviation);
    const size_t n = tml_sort_finite(values, tml_picture_rows(p));
    if (n == 0)
        return tml_picture_nothing(p, column);
    find_bins(h, values, n);
    fill_bins(h, values, n, p->arena);
    make_curve(h, n, mean, deviation);
    for (int i = 0; i < PERCENTILES; i++) {
        char text[96];
        h->percentiles[i] = tml_quantile(values, n, parts[i]);
        tml_number_pretty(h->percentiles[i], 4, tml_picture_unit(p, column), text, sizeof text);
        h->labels[i] = tml_arena_format(p->arena, "%.0f %%: %s", 100 * parts[i], text);
    }
    tml_stack_panel *panel = &h->panel;
    panel->x_name = tml_picture_name(p, column);
    panel->x_unit = tml_picture_unit(p, column);
    panel->y_name = "points";
    panel->y_unit = "";
    panel->above = 22;
    panel->x_low = h->first;
    panel->x_high = h->first + h->step * (double)h->bin_count;
    tml_axis_range_pad(&panel->x_low, &panel->x_high, 0.03);
    for (size_t i = 0; i < h->bin_count; i++)
        panel->y_high = fmax(panel->y_high, (double)h->bins[i]);
    for (size_t i = 0; i < h->curve_count; i++)
        panel->y_high = fmax(panel->y_high, h->curve[i].y);
    describe(p, h, column, n, mean, deviation);
    return true;
}

/* Labels over their lines, moved aside where they would touch. */
static void place_labels(histogram *h)
{
    const tml_frame *f = &h->panel.frame;
    double width[PERCENTILES], right = f->left + f->width, edge = f->left;
    for (int i = 0; i < PERCENTILES; i++) {
        width[i] = tml_caption_width(h->labels[i], tml_tick_size) + 14;
        h->label_x[i] = fmax(tml_frame_x(f, h->percentiles[i]), edge + width[i] / 2);
        edge = h->label_x[i] + width[i] / 2;
    }
    for (int i = PERCENTILES - 1; i >= 0; i--) {
        h->label_x[i] = fmin(h->label_x[i], right - width[i] / 2);
        right = h->label_x[i] - width[i] / 2;
    }
}

static bool make(tml_picture *p)
{
    histograms *all = TML_NEW(p->arena, histograms);
    const size_t count = p->answer_count;
    if (count > MOST_PANELS)
        return tml_picture_refuse(p, "histograms of %zu answers do not fit one picture: name up to %d", count,
                                  MOST_PANELS);
    all->count = count;
    all->parts = TML_NEW_ARRAY(p->arena, histogram, count);
    tml_stack_panel *panels = TML_NEW_ARRAY(p->arena, tml_stack_panel, count);
    for (size_t i = 0; i < count; i++) {
        if (!make_panel(p, &all->parts[i], p->answers[i]))
            return false;
        panels[i] = all->parts[i].panel;
    }
    tml_stack_place(p, panels, count, false);
    for (size_t i = 0; i < count; i++) {
        all->parts[i].panel = panels[i];
        place_labels(&all->parts[i]);
    }
    p->content = all;
    return true;
}

/* ---- drawing ---- */

static void draw_bins(const histogram *h, tml_pen *pen)
{
    const tml_frame *f = &h->panel.frame;
    const double bottom = f->top + f->height;
    for (size_t i = 0; i < h->bin_count; i++) {
        const double left = tml_frame_x(f, h->first + h->step * (double)i),
                     right = tml_frame_x(f, h->first + h->step * (double)(i + 1));
        const double top = tml_frame_y(f, (double)h->bins[i]), gap = right - left > 6 ? 0.5 : 0;
        if (h->bins[i] > 0)
            pen->draw_rectangle(pen, (tml_spot){left + gap, top}, right - left - 2 * gap, bottom - top,
                                TML_INK_LINE + 5);
    }
}

static void draw_curve(const histogram *h, tml_pen *pen)
{
    tml_spot spots[CURVE];
    for (size_t i = 0; i < h->curve_count; i++)
        spots[i] = (tml_spot){tml_frame_x(&h->panel.frame, h->curve[i].x), tml_frame_y(&h->panel.frame, h->curve[i].y)};
    tml_stroke stroke = {
        .spots = spots, .count = h->curve_count, .ink = TML_INK_LINE + 3, .dash = 1, .width = 1.8, .name = NULL};
    if (h->curve_count > 0)
        pen->draw_stroke(pen, &stroke);
}

static void draw_percentiles(const histogram *h, tml_pen *pen)
{
    const tml_frame *f = &h->panel.frame;
    for (int i = 0; i < PERCENTILES; i++) {
        const double x = tml_frame_x(f, h->percentiles[i]), strip = f->top - h->panel.above + 14;
        tml_stroke line = {.spots = (tml_spot[]){{x, f->top}, {x, f->top + f->height}},
                           .count = 2,
                           .ink = TML_INK_LINE + 1,
                           .dash = i == 1 ? 0 : 1,
                           .width = 1.4};
        tml_caption caption = {.x = h->label_x[i],
                               .y = strip - 2,
                               .string = h->labels[i],
                               .size = tml_tick_size,
                               .ink = TML_INK_TITLE,
                               .anchor = 0.5};
        tml_draw_line(pen, (tml_spot){h->label_x[i], strip + 2}, (tml_spot){x, f->top}, TML_INK_LINE + 1, 1);
        pen->draw_stroke(pen, &line);
        pen->draw_caption(pen, &caption);
    }
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const histograms *all = p->content;
    for (size_t i = 0; i < all->count; i++) {
        const histogram *h = &all->parts[i];
        tml_stack_draw(p, &h->panel, true, pen);
        draw_bins(h, pen);
        draw_curve(h, pen);
        draw_percentiles(h, pen);
    }
}

const tml_picture_class tml_picture_histogram = {
    .name = "histogram",
    .doc = "How often answers take which values, with their 5, 50 and 95 % percentiles.",
    .names = "ANSWER...",
    .answers = TML_ANY_NUMBER,
    .least = 1,
    .make = make,
    .draw = draw,
};
