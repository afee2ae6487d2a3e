/* panel.c - layout of a plot.
 *
 * From top to bottom: the title; for each panel its legend and its area; the ticks and the title of the x axis. From
 * left to right: the titles of the y axes, their ticks, the areas. Nothing covers the data.
 */
#include "base/arena.h"
#include "plot/axis_fit.h"
#include "plot/group.h"
#include <math.h>

const double tml_text_size = 12.5, tml_tick_size = 11.5, tml_title_size = 15, tml_legend_row = 19;
const double tml_legend_sample = 24; /* the line before a name, and its gap */

static const double MARGIN = 18, GAP = 14, TICK_GAP = 8, X_TICKS = 22, X_TITLE = 21;
static const double MIN_AREA = 40;

/* The quantity if there is room, otherwise the unit alone. */
void tml_panel_title(const tml_layout *layout, const tml_panel *panel, char *text, size_t size)
{
    const tml_plot *plot = layout->plot;
    const char *unit = plot->path ? plot->y_unit : panel->unit;
    tml_axis_title(&panel->y_axis, plot->path ? plot->y_name : panel->quantity, unit, text, size);
    if (tml_caption_width(text, tml_text_size) > panel->height + 20)
        tml_axis_title(&panel->y_axis, "", unit, text, size);
}

/* ---- heights ------------------------------------------------------------------------------------------------- */

/* Entries are in one row if they fit, else in columns. */
static size_t fit_legend(tml_panel *panel, double width)
{
    double widest = 0, all = 0;
    for (size_t i = 0; i < panel->count; i++) {
        double entry = tml_legend_sample + tml_caption_width(panel->series[i]->name, tml_text_size) + 18;
        widest = fmax(widest, entry);
        all += entry;
    }
    bool one_row = all <= width;
    panel->legend_column = one_row ? 0 : fmin(widest, width);
    panel->legend_columns = (size_t)fmax(1, one_row ? (double)panel->count : floor(width / panel->legend_column));
    return (panel->count + panel->legend_columns - 1) / panel->legend_columns;
}

static double default_height(const tml_layout *layout)
{
    return layout->panel_count == 1 ? 300 : layout->panel_count <= 3 ? 165 : 125;
}

/* Stacks the panels; their areas are `area` high. */
static void stack_panels(tml_layout *layout, double area)
{
    double y = layout->plot->title[0] != '\0' ? MARGIN + 30 : MARGIN - 4;
    for (size_t i = 0; i < layout->panel_count; i++) {
        tml_panel *panel = &layout->panels[i];
        panel->legend_top = y;
        panel->top = y + (double)fit_legend(panel, layout->width) * tml_legend_row + 6;
        panel->height = area;
        y = panel->top + area + GAP;
    }
    layout->x_label_y = y - GAP + X_TICKS + 16;
    layout->sheet_height = ceil(y - GAP + X_TICKS + X_TITLE + 10);
}

/* Areas as high as the sheet leaves them. */
static void fit_heights(tml_layout *layout, double area)
{
    stack_panels(layout, area);
    if (layout->plot->height <= 0)
        return;
    double more = (layout->plot->height - layout->sheet_height) / (double)layout->panel_count;
    stack_panels(layout, fmax(area + more, MIN_AREA));
}

/* ---- axes ---------------------------------------------------------------------------------------------------- */

/* The widest ticks and the titles of the y axes decide where the areas begin. */
static void fit_left(tml_layout *layout)
{
    double ticks = 0, title = 0;
    for (size_t i = 0; i < layout->panel_count; i++) {
        char text[256];
        tml_panel_title(layout, &layout->panels[i], text, sizeof text);
        title = text[0] != '\0' ? tml_text_size + 7 : title;
        ticks = fmax(ticks, tml_axis_tick_width(&layout->panels[i].y_axis));
    }
    layout->label_x = MARGIN + tml_text_size - 3;
    layout->left = ceil(MARGIN + title + ticks + TICK_GAP);
}

static void fit_y_axes(tml_layout *layout)
{
    for (size_t i = 0; i < layout->panel_count; i++) {
        tml_panel *panel = &layout->panels[i];
        panel->y_axis = tml_axis_fit_y(panel->y_low, panel->y_high, panel->height, panel->y_log);
    }
}

static void fit_x_axis(tml_layout *layout)
{
    double low = INFINITY, high = -INFINITY;
    bool few = true;
    for (size_t i = 0; i < layout->panel_count; i++) {
        low = fmin(low, layout->panels[i].x_low);
        high = fmax(high, layout->panels[i].x_high);
        for (size_t j = 0; j < layout->panels[i].count; j++)
            few = few && layout->panels[i].series[j]->count <= 30;
    }
    tml_axis_range_pad(&low, &high, few || layout->plot->path ? 0.02 : 0);
    layout->x_axis = tml_axis_fit_x(low, high, layout->width, layout->plot->x_whole, layout->plot->x_log);
}

/* ---- paths with equal scales --------------------------------------------------------------------------------- */

static void widen(double *low, double *high, double range)
{
    double middle = (*low + *high) / 2;
    *low = middle - range / 2;
    *high = middle + range / 2;
}

/* One scale for both axes: the area is made to fit the path, and the ranges to fill the area. */
static void fit_equal(tml_layout *layout)
{
    tml_panel *panel = &layout->panels[0];
    double x_low = panel->x_low, x_high = panel->x_high, y_low = panel->y_low, y_high = panel->y_high;
    double size = fmax(x_high - x_low, y_high - y_low);
    double pad =
        size > 1e-12 * fmax(fmax(fabs(x_low), fabs(x_high)), fmax(fabs(y_low), fabs(y_high))) ? size * 0.05 : 1;
    double x_range = x_high - x_low + 2 * pad, y_range = y_high - y_low + 2 * pad;
    double scale = layout->width / x_range;
    fit_heights(layout, fmin(fmax(y_range * scale, 180), 620));
    scale = fmin(scale, panel->height / y_range);
    if (layout->plot->width <= 0)
        layout->width = ceil(fmin(layout->width, fmax(x_range * scale, 320)));
    widen(&x_low, &x_high, layout->width / scale);
    widen(&y_low, &y_high, panel->height / scale);
    double step = tml_axis_step(fmax(56 / scale, fmax(layout->width, panel->height) / 12 / scale));
    layout->x_axis = tml_axis_make(x_low, x_high, step);
    while (layout->x_axis.tick_count > 1 && tml_axis_tick_width(&layout->x_axis) + 20 > step * scale) {
        step = tml_axis_step(step * 1.5);
        layout->x_axis = tml_axis_make(x_low, x_high, step);
    }
    panel->y_axis = tml_axis_make(y_low, y_high, step);
}

static bool same_unit(const tml_plot *plot)
{
    for (int i = 0;; i++) {
        if (plot->x_unit[i] != plot->y_unit[i])
            return false;
        if (plot->x_unit[i] == '\0')
            return true;
    }
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/* Widths depend on ticks, ticks on heights, heights (of legends and paths) on widths: two passes are enough. */
static void fit(tml_layout *layout)
{
    const tml_plot *plot = layout->plot;
    double wanted = plot->width > 0 ? plot->width : 760;
    layout->left = 70;
    for (int round = 0; round < 3; round++) {
        layout->width = fmax(wanted - layout->left - MARGIN - 6, MIN_AREA);
        if (plot->path && same_unit(plot)) {
            fit_equal(layout);
        } else {
            fit_heights(layout, default_height(layout));
            fit_y_axes(layout);
            fit_x_axis(layout);
        }
        layout->sheet_width = ceil(layout->left + layout->width + MARGIN + 6);
        if (round < 2)
            fit_left(layout);
    }
}

bool tml_layout_make(const tml_plot *plot, tml_layout *layout)
{
    *layout = (tml_layout){.plot = plot};
    bool made = tml_layout_group(layout);
    if (made && layout->panel_count > 0)
        fit(layout);
    return made;
}

void tml_layout_free(tml_layout *layout)
{
    if (layout->order != NULL)
        tml_release(layout->order);
    if (layout->panels != NULL)
        tml_release(layout->panels);
}
