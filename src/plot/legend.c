/* legend.c - entries of a legend, one after another, in as many rows as they need. */
#include "plot/legend.h"
#include "plot/frame.h"
#include "plot/marks.h"
#include "plot/panel.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const double BETWEEN = 18;

void tml_legend_add(tml_legend *legend, tml_legend_entry look, tml_arena *arena, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    look.text = tml_arena_text(arena, text, strlen(text));
    if (legend->count < TML_LEGEND_ENTRIES)
        legend->entries[legend->count++] = look;
}

static double sample_width(const tml_legend_entry *entry)
{
    switch (entry->sample) {
    case TML_SAMPLE_NONE:
        return 0;
    case TML_SAMPLE_LINE:
    case TML_SAMPLE_BAND:
    case TML_SAMPLE_BAR:
    case TML_SAMPLE_HATCH:
        return tml_legend_sample;
    case TML_SAMPLE_DOT:
    case TML_SAMPLE_CROSS:
        return 15;
    }
    return 0;
}

static void draw_sample(const tml_legend_entry *entry, tml_spot at, tml_pen *pen)
{
    tml_stroke line = {.spots = (tml_spot[]){{at.x + 1, at.y}, {at.x + 17, at.y}},
                       .count = 2,
                       .ink = entry->ink,
                       .dash = entry->dash,
                       .width = 2};
    tml_area band = {.spots =
                         (tml_spot[]){{at.x, at.y - 5}, {at.x + 18, at.y - 5}, {at.x + 18, at.y + 5}, {at.x, at.y + 5}},
                     .count = 4,
                     .ink = entry->ink,
                     .opacity = 0.25};
    switch (entry->sample) {
    case TML_SAMPLE_NONE:
        break;
    case TML_SAMPLE_LINE:
        pen->draw_stroke(pen, &line);
        break;
    case TML_SAMPLE_BAND:
        pen->draw_area(pen, &band);
        pen->draw_stroke(pen, &line);
        break;
    case TML_SAMPLE_DOT:
        pen->draw_dot(pen, (tml_spot){at.x + 5, at.y}, 3.2, entry->ink);
        break;
    case TML_SAMPLE_CROSS:
        tml_draw_cross(pen, (tml_spot){at.x + 5, at.y}, 3.2, entry->ink);
        break;
    case TML_SAMPLE_BAR:
        pen->draw_rectangle(pen, (tml_spot){at.x, at.y - 5}, 18, 10, entry->ink);
        break;
    case TML_SAMPLE_HATCH:
        tml_draw_hatched(pen, (tml_spot){at.x, at.y - 5}, 18, 10);
        break;
    }
}

/* Goes through the entries; without a pen only to find how high they are. */
static double walk(const tml_legend *legend, tml_spot corner, double width, tml_pen *pen)
{
    double x = 0;
    int row = 0;
    for (size_t i = 0; i < legend->count; i++) {
        const tml_legend_entry *entry = &legend->entries[i];
        char text[512];
        const double sample = sample_width(entry);
        tml_caption_fit(entry->text, tml_text_size, width - sample, text, sizeof text);
        const double all = sample + tml_caption_width(text, tml_text_size);
        if (x > 0 && x + all > width) {
            x = 0;
            row++;
        }
        if (pen) {
            const tml_spot at = {corner.x + x, corner.y + (row + 0.5) * tml_legend_row};
            tml_caption caption = {.x = at.x + sample,
                                   .y = at.y + tml_text_size * 0.35,
                                   .string = text,
                                   .size = tml_text_size,
                                   .ink = entry->sample == TML_SAMPLE_NONE ? TML_INK_TEXT : TML_INK_TITLE};
            draw_sample(entry, at, pen);
            pen->draw_caption(pen, &caption);
        }
        x += all + BETWEEN;
    }
    return legend->count > 0 ? (row + 1) * tml_legend_row : 0;
}

double tml_legend_height(const tml_legend *legend, double width)
{
    return walk(legend, (tml_spot){0, 0}, width, NULL);
}

void tml_legend_draw(const tml_legend *legend, tml_spot corner, double width, tml_pen *pen)
{
    (void)walk(legend, corner, width, pen);
}
