/* stack.h - areas of a picture one below the other, each with its own legend. */
#pragma once
#include "plot/picture.h"

typedef struct {
    /* what is to be shown */
    double x_low, x_high, y_low, y_high; /* ranges of the values */
    bool x_whole, x_log, y_log;
    const char *x_name, *x_unit, *y_name, *y_unit;
    double above; /* room between legend and area, pixels */
    tml_legend legend;
    /* where */
    tml_frame frame;
    double legend_top, x_title_y;
    char x_title[256], y_title[256];
} tml_stack_panel;

/* Finds the place of all panels and the size of the sheet. With `shared`, all have the x axis of the last one, which alone shows it. */
void tml_stack_place(tml_picture *picture, tml_stack_panel *panels, size_t count, bool shared);
/* Legend, grid, ticks and titles of a panel; with or without its x axis. */
void tml_stack_draw(const tml_picture *picture, const tml_stack_panel *panel, bool x_axis, tml_pen *pen);
