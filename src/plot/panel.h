/* panel.h - the panels of a plot: which series each holds, its axis, its place on the paper. */
#pragma once
#include "plot/axes.h"
#include "plot/plot.h"

typedef struct {
    const tml_plot_series **series; /* (count) part of a list of the layout */
    size_t count;
    const char *quantity, *unit;         /* of the y axis */
    double x_low, x_high, y_low, y_high; /* what the series cover */
    bool y_log;                          /* in decimal logarithms */
    tml_plot_axis y_axis;
    double top, height;               /* of the area with the lines */
    double legend_top, legend_column; /* width of an entry */
    size_t legend_columns;
} tml_panel;

typedef struct {
    const tml_plot *plot;
    const tml_plot_series **order; /* (plot->series_count) */
    tml_panel *panels;             /* (panel_count) */
    size_t panel_count;
    tml_plot_axis x_axis;
    double left, width;        /* of all areas */
    double label_x, x_label_y; /* positions of the titles of the axes */
    double sheet_width, sheet_height;
} tml_layout;

extern const double tml_text_size, tml_tick_size, tml_title_size, tml_legend_row, tml_legend_sample;

/* false without memory. */
bool tml_layout_make(const tml_plot *plot, tml_layout *layout);
void tml_layout_free(tml_layout *layout);
/* The title of a panel's y axis; "" when there is nothing to say. */
void tml_panel_title(const tml_layout *layout, const tml_panel *panel, char *text, size_t size);
