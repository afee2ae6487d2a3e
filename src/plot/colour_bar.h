/* colour_bar.h - what the colours of a picture mean: a bar to the right of an area, with ticks and a title. */
#pragma once
#include "plot/frame.h"

typedef struct {
    double left, top, height;
    tml_plot_axis axis;
    const double
        *levels; /* (level_count) borders between bands of one colour each; none: colours go over into each other */
    size_t level_count;
    char title[256];
    double width; /* with ticks and title */
} tml_colour_bar;

/* A bar over a range of values, or of their decimal logarithms; a range of one value becomes one around it. */
void tml_colour_bar_make(double low, double high, bool log, double height, const char *name, const char *unit,
                         tml_colour_bar *bar);
/* The ink of a value: that of its band, if there are bands. */
int tml_colour_bar_ink(const tml_colour_bar *bar, double value);
void tml_colour_bar_draw(const tml_colour_bar *bar, tml_pen *pen);
