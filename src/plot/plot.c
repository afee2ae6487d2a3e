/* plot.c - draws a plot that has been laid out. */
#include "plot/plot.h"
#include "base/escape.h"
#include "plot/frame.h"
#include "plot/line.h"
#include "plot/panel.h"

static tml_frame frame_of(const tml_layout *layout, const tml_panel *panel)
{
    return (tml_frame){layout->left, panel->top, layout->width, panel->height, layout->x_axis, panel->y_axis};
}

/* ---- a panel ------------------------------------------------------------------------------------------------- */

static void draw_axes(const tml_layout *layout, const tml_panel *panel, tml_pen *pen)
{
    const tml_frame frame = frame_of(layout, panel);
    char text[256];
    tml_frame_draw_grid(&frame, pen);
    tml_frame_draw_y_ticks(&frame, pen);
    tml_panel_title(layout, panel, text, sizeof text);
    tml_frame_draw_y_title(&frame, layout->label_x, text, pen);
}

/* The look of a series in its panel: colours first, then dashes. */
static int ink_of(size_t index)
{
    return TML_INK_LINE + (int)(index % TML_LINE_INKS);
}

static int dash_of(size_t index)
{
    return (int)(index / TML_LINE_INKS % TML_DASH_COUNT);
}

/* One entry; returns how wide it is. */
static double draw_entry(const tml_panel *panel, size_t index, tml_spot at, double width, tml_pen *pen)
{
    char name[256];
    tml_caption_fit(panel->series[index]->name, tml_text_size, width - tml_legend_sample, name, sizeof name);
    tml_stroke sample = {.spots = (tml_spot[]){{at.x + 1, at.y}, {at.x + 17, at.y}},
                         .count = 2,
                         .ink = ink_of(index),
                         .dash = dash_of(index),
                         .width = 2};
    tml_caption caption = {.x = at.x + tml_legend_sample,
                           .y = at.y + tml_text_size * 0.35,
                           .string = name,
                           .size = tml_text_size,
                           .ink = TML_INK_TITLE};
    pen->draw_stroke(pen, &sample);
    pen->draw_caption(pen, &caption);
    return tml_legend_sample + tml_caption_width(name, tml_text_size) + 18;
}

static void draw_legend(const tml_layout *layout, const tml_panel *panel, tml_pen *pen)
{
    double x = layout->left;
    for (size_t i = 0; i < panel->count; i++) {
        size_t row = i / panel->legend_columns, column = i % panel->legend_columns;
        if (panel->legend_column > 0)
            x = layout->left + (double)column * panel->legend_column;
        tml_spot at = {x, panel->legend_top + ((double)row + 0.5) * tml_legend_row};
        x += draw_entry(panel, i, at, panel->legend_column > 0 ? panel->legend_column : layout->width, pen);
    }
}

static bool draw_series(const tml_layout *layout, const tml_panel *panel, tml_pen *pen)
{
    const tml_plot_axis *x_axis = &layout->x_axis, *y_axis = &panel->y_axis;
    tml_plot_map to = {
        .origin = {layout->left, panel->top + panel->height},
        .low = {x_axis->low, y_axis->low},
        .scale = {layout->width / (x_axis->high - x_axis->low), -panel->height / (y_axis->high - y_axis->low)}};
    bool drawn = true;
    for (size_t i = panel->count; i-- > 0;) { /* the first on top */
        drawn = tml_series_draw(panel->series[i], &to, ink_of(i), dash_of(i), pen) && drawn;
        double x, y;
        if (layout->plot->path && tml_series_start(panel->series[i], &x, &y)) {
            const tml_frame frame = frame_of(layout, panel);
            tml_spot start = {tml_frame_x(&frame, x), tml_frame_y(&frame, y)};
            pen->draw_dot(pen, start, 4.2, ink_of(i));
            pen->draw_dot(pen, start, 2.4, TML_INK_PAPER);
        }
    }
    return drawn;
}

/* ---- the sheet ----------------------------------------------------------------------------------------------- */

static void draw_x_axis(const tml_layout *layout, tml_pen *pen)
{
    const tml_frame frame = frame_of(layout, &layout->panels[layout->panel_count - 1]);
    char text[256];
    tml_frame_draw_x_ticks(&frame, pen);
    tml_axis_title(&layout->x_axis, layout->plot->x_name, layout->plot->x_unit, text, sizeof text);
    tml_frame_draw_x_title(&frame, layout->x_label_y, text, pen);
}

typedef struct {
    const tml_layout *layout;
    bool *complete;
} drawing;

static void draw_title(const tml_layout *layout, tml_pen *pen)
{
    char text[512];
    tml_caption caption = {.x = layout->left, .y = 32, .string = text, .size = tml_title_size, .ink = TML_INK_TITLE};
    caption.strong = true;
    tml_caption_fit(layout->plot->title, tml_title_size * 1.06, layout->width, text, sizeof text);
    if (text[0] != '\0')
        pen->draw_caption(pen, &caption);
}

static void draw_plot(tml_pen *pen, const void *context)
{
    const drawing *what = context;
    const tml_layout *layout = what->layout;
    draw_title(layout, pen);
    for (size_t i = 0; i < layout->panel_count; i++) {
        const tml_panel *panel = &layout->panels[i];
        draw_axes(layout, panel, pen);
        draw_legend(layout, panel, pen);
        *what->complete = draw_series(layout, panel, pen) && *what->complete;
    }
    draw_x_axis(layout, pen);
}

static tml_status draw_on(const tml_plot *plot, const tml_plot_format_class *format, tml_text *bytes)
{
    tml_layout layout;
    bool complete = true;
    if (plot->series_count == 0)
        return TML_WRONG;
    if (!tml_layout_make(plot, &layout)) {
        tml_layout_free(&layout);
        return TML_NO_MEMORY;
    }
    const char *title = plot->title[0] != '\0' ? plot->title : plot->series[0].name;
    tml_sheet sheet = {layout.sheet_width, layout.sheet_height, plot->theme, title};
    drawing what = {&layout, &complete};
    const bool drawn = format->draw(&sheet, draw_plot, &what, bytes);
    tml_layout_free(&layout);
    if (!complete || bytes->failed)
        return TML_NO_MEMORY;
    return drawn ? TML_OK : TML_WRONG;
}

tml_status tml_plot_draw(const tml_plot *plot, const tml_plot_format_class *format, tml_text *bytes)
{
    locale_t old = tml_plain_enter();
    tml_status status = draw_on(plot, format, bytes);
    tml_plain_leave(old);
    return status;
}
