/* line.h - the points of a series on the paper. */
#pragma once
#include "plot/plot.h"

/* x on the paper is origin.x + (x - low.x) scale.x, and the same for y. */
typedef struct {
    tml_spot origin, low, scale;
} tml_plot_map;

/* Widens the ranges by the finite points of a series; begin with +inf, -inf. */
void tml_series_range(const tml_plot_series *series, double *x_low, double *x_high, double *y_low, double *y_high);
/* Draws a series: its line, thinned to what the paper can show, and dots where points are few or alone. */
bool tml_series_draw(const tml_plot_series *series, const tml_plot_map *map, int ink, int dash, tml_pen *pen);
/* The first point of a series that is finite; false when none is. */
bool tml_series_start(const tml_plot_series *series, double *x, double *y);
