/* colour_bar.c - the bar beside a map. */
#include "plot/colour_bar.h"
#include "plot/axis_fit.h"
#include "plot/colour_map.h"
#include "plot/panel.h"
#include <math.h>

static const double THICK = 16, GAP = 7;

void tml_colour_bar_make(double low, double high, bool log, double height, const char *name, const char *unit,
                         tml_colour_bar *bar)
{
    *bar = (tml_colour_bar){.height = height};
    if (high - low <= 1e-12 * fmax(fabs(low), fabs(high)))
        tml_axis_range_pad(&low, &high, 0);
    bar->axis = tml_axis_fit_height(low, high, height, log);
    tml_axis_fit_title(&bar->axis, name, unit, height + 20, bar->title, sizeof bar->title);
    bar->width = THICK + GAP + tml_axis_tick_width(&bar->axis) + (bar->title[0] != '\0' ? tml_text_size + 12 : 0);
}

int tml_colour_bar_ink(const tml_colour_bar *bar, double value)
{
    double low = bar->axis.low, high = bar->axis.high;
    if (bar->level_count == 0)
        return tml_map_ink(value, low, high);
    size_t band = 0;
    while (band < bar->level_count && value >= bar->levels[band])
        band++;
    return tml_map_ink((double)band, 0, (double)bar->level_count);
}

static double y_of(const tml_colour_bar *bar, double value)
{
    return bar->top + bar->height * (bar->axis.high - value) / (bar->axis.high - bar->axis.low);
}

static void draw_piece(const tml_colour_bar *bar, double from, double to, int ink, tml_pen *pen)
{
    const double y = y_of(bar, to), bottom = fmin(y_of(bar, from) + 0.4, bar->top + bar->height);
    pen->draw_rectangle(pen, (tml_spot){bar->left, y}, THICK, bottom - y, ink);
}

static void draw_colours(const tml_colour_bar *bar, tml_pen *pen)
{
    enum { PIECES = 64 };
    const double low = bar->axis.low, high = bar->axis.high, step = (high - low) / PIECES;
    if (bar->level_count == 0) {
        for (int i = PIECES - 1; i >= 0; i--)
            draw_piece(bar, low + i * step, low + (i + 1) * step, tml_map_ink(i + 0.5, 0, PIECES), pen);
        return;
    }
    for (size_t i = bar->level_count + 1; i-- > 0;) {
        const double from = i > 0 ? bar->levels[i - 1] : low, to = i < bar->level_count ? bar->levels[i] : high;
        draw_piece(bar, from, to, tml_map_ink((double)i, 0, (double)bar->level_count), pen);
    }
}

void tml_colour_bar_draw(const tml_colour_bar *bar, tml_pen *pen)
{
    draw_colours(bar, pen);
    const tml_frame frame = {bar->left, bar->top, THICK, bar->height, {.low = 0, .high = 1}, bar->axis};
    tml_frame_draw_border(&frame, pen);
    char text[64];
    tml_caption caption = {.x = bar->left + THICK + GAP, .string = text, .size = tml_tick_size, .ink = TML_INK_TEXT};
    for (int i = 0; i < bar->axis.tick_count; i++) {
        const double y = y_of(bar, tml_axis_tick(&bar->axis, i));
        tml_axis_tick_text(&bar->axis, i, text, sizeof text);
        caption.y = y + tml_tick_size * 0.36;
        tml_draw_line(pen, (tml_spot){bar->left + THICK, tml_sharp(y)}, (tml_spot){bar->left + THICK + 4, tml_sharp(y)},
                      TML_INK_AXIS, 1);
        pen->draw_caption(pen, &caption);
    }
    tml_frame_draw_y_title(&frame, bar->left + bar->width - 2, bar->title, pen);
}
