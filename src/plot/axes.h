/* axes.h - an axis: its range, its ticks and their labels. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double low, high; /* the range shown */
    double step;      /* between ticks */
    double first;     /* the first tick; all ticks are multiples of step within the range */
    int tick_count;
    double offset; /* tick labels are (value - offset)/10^exponent with so many decimals */
    int exponent, decimals;
    bool log;      /* range and ticks are decimal logarithms */
    int mantissas; /* of a logarithmic axis: ticks a decade, at 1 or at 1, 2, 5; first is then the number of the first */
} tml_plot_axis;

/* A step of 1, 2 or 5 times a power of ten, not below least. */
double tml_axis_step(double least);
/* An axis over the range, with a tick each step. */
tml_plot_axis tml_axis_make(double low, double high, double step);
/* A logarithmic one over decimal logarithms, ticks at least `apart` from each other. */
tml_plot_axis tml_axis_make_log(double low, double high, double apart);
double tml_axis_tick(const tml_plot_axis *axis, int index);
/* The label of a tick: "−0.5". */
void tml_axis_tick_text(const tml_plot_axis *axis, int index, char *text, size_t size);
/* The title of the axis: "force (10³ N)", with the offset if there is one. Name or unit may be "". */
void tml_axis_title(const tml_plot_axis *axis, const char *name, const char *unit, char *text, size_t size);

/* Pads a range: by `part` of it on both sides; a range of (nearly) one value becomes one around it. */
void tml_axis_range_pad(double *low, double *high, double part);
/* A number with so many digits that count and its unit: "−0.5 mm", "1.2·10⁻⁵ N". */
void tml_number_pretty(double number, int digits, const char *unit, char *text, size_t size);
/* N*m as N·m, m/s^2 as m/s². */
void tml_unit_pretty(const char *unit, char *text, size_t size);
