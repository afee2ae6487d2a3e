/* tornado.c - how much each parameter moves an answer, the greatest first.
 *
 * Of a sample: by a standard deviation of each parameter, b_i s_i, with b_i the slopes of the plane y = b_0 + sum b_i x_i through all
 * points (least squares); the share of the variance that the plane explains is told. Of a grid: from the point in its middle, one
 * parameter at a time goes to its lowest and to its highest value. Of sensitivities: by 1 % of each parameter, from their derivatives.
 */
#include "plot/axis_fit.h"
#include "plot/lattice.h"
#include "plot/panel.h"
#include "plot/picture.h"
#include "plot/statistics.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BARS = 30 };
static const double ROW = 26, X_TICKS = 22, X_TITLE = 21, NAMES = 220;

typedef struct {
    const char *name, *more;          /* more: behind the name, which may be cut */
    const char *low_text, *high_text; /* at its ends, "" none */
    double low, high;                 /* what the answer becomes; NAN: no answer there */
} bar;

typedef struct {
    bar bars[MOST_BARS];
    size_t count;
    double base; /* where bars begin */
    bool one_at_a_time;
    const char *answer, *unit;
    const char *before, *after; /* the name of the answer, in the title of the axis */
    tml_frame frame;
    char x_title[512];
} tornado;

static double length_of(const bar *b, double base)
{
    return fmax(isnan(b->low) ? 0 : fabs(b->low - base), isnan(b->high) ? 0 : fabs(b->high - base));
}

/* Greatest first; `base` is 0 for both here. */
static int compare(const void *a, const void *b)
{
    const double p = length_of(a, 0), q = length_of(b, 0);
    return (p < q) - (p > q);
}

static void sort(tornado *t)
{
    for (size_t i = 0; i < t->count; i++) {
        t->bars[i].low -= t->base;
        t->bars[i].high -= t->base;
    }
    qsort(t->bars, t->count, sizeof *t->bars, compare);
    for (size_t i = 0; i < t->count; i++) {
        t->bars[i].low += t->base;
        t->bars[i].high += t->base;
    }
}

/* ---- a sample ---- */

static bool regress(tml_picture *p, tornado *t)
{
    const size_t k = p->parameter_count, rows = tml_picture_rows(p);
    const double **x = TML_NEW_ARRAY(p->arena, const double *, k + 1);
    const double *y = tml_picture_values(p, p->answers[0]);
    tml_regression line;
    for (size_t i = 0; i < k; i++)
        x[i] = tml_picture_values(p, p->parameters[i]);
    if (!tml_regress(x, k, y, rows, p->arena, &line))
        return tml_picture_refuse(p, "points with an answer: %zu, which does not tell the influence of %zu parameter%s",
                                  line.rows, k, k == 1 ? "" : "s");
    for (size_t i = 0; i < k; i++) {
        double mean, deviation;
        char text[96];
        tml_mean_deviation(x[i], rows, &mean, &deviation);
        tml_number_pretty(deviation, 3, tml_picture_unit(p, p->parameters[i]), text, sizeof text);
        t->bars[i] = (bar){.name = tml_picture_name(p, p->parameters[i]),
                           .more = tml_arena_format(p->arena, ", s = %s", text),
                           .low_text = "",
                           .high_text = "",
                           .low = NAN,
                           .high = line.slopes[i] * deviation};
    }
    t->before = "change of ";
    t->after = " by one standard deviation s of each";
    const tml_legend_entry words = {0};
    tml_legend_add(&p->legend, words, p->arena, "linear fit of %zu points: it explains %.1f %% of the variance",
                   line.rows, 100 * fmax(line.share, 0));
    return true;
}

/* ---- a grid ---- */

typedef struct {
    double *levels;
    size_t count;
    const double *values; /* (rows) */
} axis;

/* The answer at the point of these levels; NAN: there is none. */
static double find_point(const axis *axes, size_t k, const size_t *at, const double *answers, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        bool here = true;
        for (size_t i = 0; here && i < k; i++)
            here = tml_level_index(axes[i].levels, axes[i].count, axes[i].values[row]) == at[i];
        if (here)
            return answers[row];
    }
    return NAN;
}

static const char *level_text(const tml_picture *p, size_t column, double value)
{
    char text[96];
    tml_number_pretty(value, 4, tml_picture_unit(p, column), text, sizeof text);
    return tml_arena_format(p->arena, "%s", text);
}

static bool step_aside(tml_picture *p, tornado *t)
{
    const tml_plotted_points *v = p->variants;
    const size_t all = v->parameter_count, rows = tml_picture_rows(p);
    axis *axes = TML_NEW_ARRAY(p->arena, axis, all);
    size_t *middle = TML_NEW_ARRAY(p->arena, size_t, all);
    const double *answers = tml_picture_values(p, p->answers[0]);
    for (size_t i = 0; i < all; i++) {
        axes[i].values = tml_picture_values(p, v->parameters[i]);
        axes[i].levels = tml_levels_find(axes[i].values, rows, p->arena, &axes[i].count);
        middle[i] = (axes[i].count - 1) / 2;
    }
    t->one_at_a_time = true;
    t->base = find_point(axes, all, middle, answers, rows);
    if (isnan(t->base))
        return tml_picture_refuse(
            p, "the point in the middle of the grid, from which one parameter at a time is varied, has no answer");
    for (size_t i = 0; i < p->parameter_count; i++) {
        size_t which = 0;
        while (which + 1 < all && v->parameters[which] != p->parameters[i])
            which++;
        const size_t kept = middle[which];
        const axis *a = &axes[which];
        bar *b = &t->bars[i];
        b->name = tml_picture_name(p, p->parameters[i]);
        b->more = "";
        middle[which] = 0;
        b->low = find_point(axes, all, middle, answers, rows);
        middle[which] = a->count - 1;
        b->high = find_point(axes, all, middle, answers, rows);
        middle[which] = kept;
        b->low_text = level_text(p, p->parameters[i], a->levels[0]);
        b->high_text = level_text(p, p->parameters[i], a->levels[a->count - 1]);
    }
    t->before = "";
    t->after = ", one parameter changed at a time";
    const tml_legend_entry low = {.sample = TML_SAMPLE_BAR, .ink = TML_INK_LINE + 5},
                           high = {.sample = TML_SAMPLE_BAR, .ink = TML_INK_LINE + 4}, words = {0};
    tml_legend_add(&p->legend, low, p->arena, "at its lowest value");
    tml_legend_add(&p->legend, high, p->arena, "at its highest value");
    tml_legend_add(&p->legend, words, p->arena, "the others in the middle of the grid");
    return true;
}

/* ---- derivatives ---- */

/* The parameter behind "ANSWER by PARAMETER"; NULL: the row is of another answer. */
static const char *parameter_of(const char *row, const char *answer)
{
    static const char between[] = " by ";
    const size_t length = strlen(answer);
    const bool same = strncmp(row, answer, length) == 0 && strncmp(row + length, between, sizeof between - 1) == 0;
    return same ? row + length + sizeof between - 1 : NULL;
}

/* The answer of the first row: its name up to the last " by ". */
static const char *first_answer(const tml_picture *p)
{
    const char *row = tml_table_row_name(p->variants->table, 0), *end = NULL;
    for (const char *at = row; (at = strstr(at, " by ")) != NULL; at++)
        end = at;
    return tml_arena_text(p->arena, row, end ? (size_t)(end - row) : strlen(row));
}

/* Change of the answer by 1 % of each parameter: in per cent of it, or as it is where the answer is 0. */
static bool differentiate(tml_picture *p, tornado *t)
{
    enum { PARAMETER = 1, DERIVATIVE = 2, RELATIVE = 3 };
    const tml_table *table = p->variants->table;
    const char *answer = p->request->channel_count > 0 ? p->request->channels[0] : first_answer(p);
    bool relative = true;
    for (size_t row = 0; row < table->row_count; row++) {
        const char *parameter = parameter_of(tml_table_row_name(table, row), answer);
        if (parameter && t->count < MOST_BARS) {
            relative = relative && !isnan(tml_table_value(table, row, RELATIVE));
            t->bars[t->count++] = (bar){parameter, "", "", "", NAN, (double)row};
        }
    }
    if (t->count == 0 || p->request->channel_count > 1)
        return tml_picture_refuse(
            p, t->count == 0 ? "there is no sensitivity of \"%s\"" : "a tornado is drawn of one answer, such as %s",
            answer);
    for (size_t i = 0; i < t->count; i++) {
        const size_t row = (size_t)t->bars[i].high;
        t->bars[i].high = relative
                              ? tml_table_value(table, row, RELATIVE)
                              : tml_table_value(table, row, DERIVATIVE) * tml_table_value(table, row, PARAMETER) / 100;
    }
    t->answer = answer;
    t->unit = relative ? "%" : "";
    t->before = "change of ";
    t->after = " by 1 % of each parameter";
    tml_legend_add(&p->legend, (tml_legend_entry){0}, p->arena, "from derivatives");
    return true;
}

/* ---- place ---- */

static double end_room(const bar *b)
{
    return fmax(tml_caption_width(b->low_text, tml_tick_size), tml_caption_width(b->high_text, tml_tick_size)) + 12;
}

/* Only the name of the answer is cut where the title is too long. */
static void name_axis(const tml_picture *p, tornado *t)
{
    const char *unit = t->unit;
    char rest[256], cut[256], all[512];
    (void)snprintf(all, sizeof all, "%s%s", t->before, t->after);
    tml_axis_title(&t->frame.x, all, unit, rest, sizeof rest);
    tml_caption_fit(t->answer, tml_text_size,
                    fmax(p->width - t->frame.left - tml_caption_width(rest, tml_text_size), 40), cut, sizeof cut);
    (void)snprintf(all, sizeof all, "%s%s%s", t->before, cut, t->after);
    tml_axis_title(&t->frame.x, all, unit, t->x_title, sizeof t->x_title);
}

static void place(tml_picture *p, tornado *t)
{
    double names = 40, low = t->base, high = t->base, ends = 6;
    for (size_t i = 0; i < t->count; i++) {
        const bar *b = &t->bars[i];
        names = fmax(names, tml_caption_width(b->name, tml_text_size) + tml_caption_width(b->more, tml_text_size));
        ends = fmax(ends, t->one_at_a_time ? end_room(b) : 6);
        low = fmin(low, fmin(isnan(b->low) ? low : b->low, isnan(b->high) ? low : b->high));
        high = fmax(high, fmax(isnan(b->low) ? high : b->low, isnan(b->high) ? high : b->high));
    }
    p->width = p->request->width > 0 ? p->request->width : 760;
    tml_frame *f = &t->frame;
    p->left = f->left = ceil(tml_picture_margin + fmin(names, fmin(NAMES, p->width / 3)) + 10);
    f->width = fmax(floor(p->width - f->left - tml_picture_margin - 6), 60);
    f->top = ceil(tml_picture_top(p, p->width - f->left - tml_picture_margin) + 4);
    const double usual = ROW * (double)t->count + 8;
    f->height = p->request->height > 0
                    ? fmax(p->request->height - f->top - X_TICKS - X_TITLE - 10, 14 * (double)t->count)
                    : usual;
    if (high - low <= 1e-12 * fmax(fabs(low), fabs(high)))
        tml_axis_range_pad(&low, &high, 0);
    const double part = fmin(fmax(ends / (f->width - 2 * ends), 0.04), 0.5);
    tml_axis_range_pad(&low, &high, part);
    f->x = tml_axis_fit_x(low, high, f->width, false, false);
    f->y = (tml_plot_axis){.low = 0, .high = (double)t->count};
    name_axis(p, t);
    p->height = ceil(f->top + f->height + X_TICKS + X_TITLE + 10);
}

static bool find_bars(tml_picture *p, tornado *t)
{
    double low, high;
    if (p->variants->derivatives)
        return differentiate(p, t);
    t->count = p->parameter_count;
    t->answer = tml_picture_name(p, p->answers[0]);
    t->unit = tml_picture_unit(p, p->answers[0]);
    if (t->count > MOST_BARS)
        return tml_picture_refuse(p, "%zu parameters do not fit one picture: name up to %d, and the answer", t->count,
                                  MOST_BARS);
    if (tml_picture_range(tml_picture_values(p, p->answers[0]), tml_picture_rows(p), &low, &high) == 0)
        return tml_picture_nothing(p, p->answers[0]);
    return p->variants->on_grid ? step_aside(p, t) : regress(p, t);
}

static bool make(tml_picture *p)
{
    tornado *t = TML_NEW(p->arena, tornado);
    if (!find_bars(p, t))
        return false;
    sort(t);
    place(p, t);
    p->content = t;
    return true;
}

/* ---- drawing ---- */

static void draw_bar(const tornado *t, double middle, double half, double value, int ink, tml_pen *pen)
{
    const double from = tml_frame_x(&t->frame, t->base), to = tml_frame_x(&t->frame, value);
    if (!isnan(value) && fabs(to - from) > 0.05)
        pen->draw_rectangle(pen, (tml_spot){fmin(from, to), middle - half}, fabs(to - from), 2 * half, ink);
}

/* The value of the parameter behind the end of its bar; where both go the same way, the shorter one is not told. */
static void draw_end(const tornado *t, const bar *b, bool high, double middle, tml_pen *pen)
{
    const double value = high ? b->high : b->low, other = high ? b->low : b->high;
    const bool right = value > t->base || (value == t->base && high);
    const bool hidden =
        !isnan(other) && (other > t->base) == (value > t->base) && fabs(other - t->base) > fabs(value - t->base);
    tml_caption caption = {.x = tml_frame_x(&t->frame, value) + (right ? 5 : -5),
                           .y = middle + tml_tick_size * 0.36,
                           .string = high ? b->high_text : b->low_text,
                           .size = tml_tick_size,
                           .ink = TML_INK_TEXT,
                           .anchor = right ? 0 : 1};
    if (!isnan(value) && !hidden && caption.string[0] != '\0')
        pen->draw_caption(pen, &caption);
}

static void draw_row(const tornado *t, size_t index, tml_pen *pen)
{
    const tml_frame *f = &t->frame;
    const bar *b = &t->bars[index];
    const double step = f->height / (double)t->count, middle = f->top + step * ((double)index + 0.5);
    const double half = fmin(step * 0.34, 11);
    char cut[256], name[384];
    tml_caption_fit(b->name, tml_text_size,
                    f->left - 10 - tml_picture_margin - tml_caption_width(b->more, tml_text_size), cut, sizeof cut);
    (void)snprintf(name, sizeof name, "%s%s", cut, b->more);
    tml_caption caption = {.x = f->left - 10,
                           .y = middle + tml_text_size * 0.35,
                           .string = name,
                           .size = tml_text_size,
                           .ink = TML_INK_TITLE,
                           .anchor = 1};
    pen->draw_caption(pen, &caption);
    const bool low_first = length_of(&(bar){.low = b->low, .high = NAN}, t->base) >
                           length_of(&(bar){.low = NAN, .high = b->high}, t->base);
    if (low_first)
        draw_bar(t, middle, half, b->low, TML_INK_LINE + 5, pen);
    draw_bar(t, middle, half, b->high,
             t->one_at_a_time ? TML_INK_LINE + 4
             : b->high < 0    ? TML_INK_LINE + 4
                              : TML_INK_LINE + 5,
             pen);
    if (!low_first)
        draw_bar(t, middle, half, b->low, TML_INK_LINE + 5, pen);
    draw_end(t, b, false, middle, pen);
    draw_end(t, b, true, middle, pen);
    if (t->one_at_a_time && isnan(b->low) && isnan(b->high)) {
        caption = (tml_caption){.x = tml_frame_x(f, t->base) + 6,
                                .y = caption.y,
                                .string = "no answer",
                                .size = tml_tick_size,
                                .ink = TML_INK_TEXT};
        pen->draw_caption(pen, &caption);
    }
}

static void draw(const tml_picture *p, tml_pen *pen)
{
    const tornado *t = p->content;
    tml_frame_draw_grid(&t->frame, pen);
    for (size_t i = 0; i < t->count; i++)
        draw_row(t, i, pen);
    const double x = tml_sharp(tml_frame_x(&t->frame, t->base));
    tml_draw_line(pen, (tml_spot){x, t->frame.top}, (tml_spot){x, t->frame.top + t->frame.height}, TML_INK_TEXT, 1);
    tml_frame_draw_x_ticks(&t->frame, pen);
    tml_frame_draw_x_title(&t->frame, t->frame.top + t->frame.height + X_TICKS + 16, t->x_title, pen);
}

const tml_picture_class tml_picture_tornado = {
    .name = "tornado",
    .doc = "How much each parameter moves an answer, the greatest first.",
    .names = "PARAMETER... ANSWER",
    .parameters = TML_ANY_NUMBER,
    .answers = 1,
    .least = 1,
    .of_derivatives = true,
    .make = make,
    .draw = draw,
};
