/* frame.c - draws an area with two axes. */
#include "plot/frame.h"
#include "elementary/elementary.h"
#include "plot/panel.h"
#include <math.h>

void tml_draw_line(tml_pen *pen, tml_spot from, tml_spot to, int ink, double width)
{
    tml_stroke stroke = {.spots = (tml_spot[]){from, to}, .count = 2, .ink = ink, .width = width};
    pen->draw_stroke(pen, &stroke);
}

double tml_sharp(double position)
{
    return floor(position) + 0.5;
}

static double map(const tml_plot_axis *axis, double value, double start, double length)
{
    return start + (value - axis->low) / (axis->high - axis->low) * length;
}

double tml_frame_x(const tml_frame *f, double value)
{
    return map(&f->x, value, f->left, f->width);
}

double tml_frame_y(const tml_frame *f, double value)
{
    return map(&f->y, value, f->top + f->height, -f->height);
}

/* ---- lines ---- */

static void draw_across(const tml_frame *f, double value, int ink, double width, tml_pen *pen)
{
    const double y = tml_sharp(tml_frame_y(f, value));
    tml_draw_line(pen, (tml_spot){f->left, y}, (tml_spot){f->left + f->width, y}, ink, width);
}

static void draw_along(const tml_frame *f, double value, int ink, double width, tml_pen *pen)
{
    const double x = tml_sharp(tml_frame_x(f, value));
    tml_draw_line(pen, (tml_spot){x, f->top}, (tml_spot){x, f->top + f->height}, ink, width);
}

/* Fine lines at 2 … 9 of each decade of the axes that are logarithmic. */
static void draw_decades(const tml_frame *f, tml_pen *pen)
{
    for (int side = 0; side < 2; side++) {
        const tml_plot_axis *axis = side ? &f->y : &f->x;
        if (!axis->log || axis->high - axis->low > 8)
            continue;
        for (double decade = floor(axis->low); decade < axis->high; decade++)
            for (int k = 2; k < 10; k++) {
                const double value = decade + tml_log10(k);
                if (value > axis->low && value < axis->high)
                    (side ? draw_across : draw_along)(f, value, TML_INK_GRID, 0.4, pen);
            }
    }
}

void tml_frame_draw_grid(const tml_frame *f, tml_pen *pen)
{
    draw_decades(f, pen);
    for (int i = 0; i < f->x.tick_count; i++)
        draw_along(f, tml_axis_tick(&f->x, i), TML_INK_GRID, 1, pen);
    for (int i = 0; i < f->y.tick_count; i++)
        draw_across(f, tml_axis_tick(&f->y, i), TML_INK_GRID, 1, pen);
    if (f->y.low < 0 && f->y.high > 0 && !f->y.log)
        draw_across(f, 0, TML_INK_AXIS, 0.6, pen);
    const double bottom = tml_sharp(f->top + f->height);
    tml_draw_line(pen, (tml_spot){f->left, bottom}, (tml_spot){f->left + f->width, bottom}, TML_INK_AXIS, 1);
}

void tml_frame_draw_border(const tml_frame *f, tml_pen *pen)
{
    const double left = tml_sharp(f->left), right = tml_sharp(f->left + f->width), top = tml_sharp(f->top),
                 bottom = tml_sharp(f->top + f->height);
    tml_stroke stroke = {.spots = (tml_spot[]){{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}},
                         .count = 5,
                         .ink = TML_INK_AXIS,
                         .width = 1};
    pen->draw_stroke(pen, &stroke);
}

/* ---- texts ---- */

void tml_frame_draw_x_ticks(const tml_frame *f, tml_pen *pen)
{
    const double bottom = f->top + f->height;
    char text[256];
    tml_caption caption = {.string = text, .size = tml_tick_size, .ink = TML_INK_TEXT, .anchor = 0.5};
    caption.y = bottom + 18;
    for (int i = 0; i < f->x.tick_count; i++) {
        tml_axis_tick_text(&f->x, i, text, sizeof text);
        caption.x = tml_frame_x(f, tml_axis_tick(&f->x, i));
        const double x = tml_sharp(caption.x);
        tml_draw_line(pen, (tml_spot){x, bottom}, (tml_spot){x, bottom + 4}, TML_INK_AXIS, 1);
        pen->draw_caption(pen, &caption);
    }
}

void tml_frame_draw_y_ticks(const tml_frame *f, tml_pen *pen)
{
    char text[256];
    tml_caption caption = {.string = text, .size = tml_tick_size, .ink = TML_INK_TEXT, .anchor = 1};
    caption.x = f->left - 8;
    for (int i = 0; i < f->y.tick_count; i++) {
        tml_axis_tick_text(&f->y, i, text, sizeof text);
        caption.y = tml_frame_y(f, tml_axis_tick(&f->y, i)) + tml_tick_size * 0.36;
        pen->draw_caption(pen, &caption);
    }
}

static void draw_title(double x, double y, bool rotated, const char *title, tml_pen *pen)
{
    tml_caption caption = {.x = x, .y = y, .string = title, .size = tml_text_size, .ink = TML_INK_TEXT, .anchor = 0.5};
    caption.rotated = rotated;
    if (title[0] != '\0')
        pen->draw_caption(pen, &caption);
}

void tml_frame_draw_x_title(const tml_frame *f, double y, const char *title, tml_pen *pen)
{
    draw_title(f->left + f->width / 2, y, false, title, pen);
}

void tml_frame_draw_y_title(const tml_frame *f, double x, const char *title, tml_pen *pen)
{
    draw_title(x, f->top + f->height / 2, true, title, pen);
}
