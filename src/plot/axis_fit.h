/* axis_fit.h - axes that fit the room on the paper: ticks as close as their labels allow. */
#pragma once
#include "plot/axes.h"

/* The width of the widest label. */
double tml_axis_tick_width(const tml_plot_axis *axis);
/* An axis over a range, `width` pixels long; `whole`: ticks at whole numbers only; `log`: the range is in decimal logarithms. */
tml_plot_axis tml_axis_fit_x(double low, double high, double width, bool whole, bool log);
/* An upright axis of values, with some room beyond them, but none beyond 0 if all are on one side of it. */
tml_plot_axis tml_axis_fit_y(double low, double high, double height, bool log);
/* An upright axis of this range exactly. */
tml_plot_axis tml_axis_fit_height(double low, double high, double height, bool log);
/* The title of an axis, its name cut so that it fits `room`. */
void tml_axis_fit_title(const tml_plot_axis *axis, const char *name, const char *unit, double room, char *text,
                        size_t size);
