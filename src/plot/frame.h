/* frame.h - an area with two axes: where values lie on the paper, its grid, ticks and titles. */
#pragma once
#include "plot/axes.h"
#include "plot/pen.h"

typedef struct {
    double left, top, width, height; /* of the area */
    tml_plot_axis x, y;
} tml_frame;

/* Where values lie. */
double tml_frame_x(const tml_frame *frame, double value);
double tml_frame_y(const tml_frame *frame, double value);
/* Lines one pixel wide are sharp in the middle of a pixel. */
double tml_sharp(double position);
void tml_draw_line(tml_pen *pen, tml_spot from, tml_spot to, int ink, double width);

/* Lines at the ticks, the line of 0 across, the line at the bottom. */
void tml_frame_draw_grid(const tml_frame *frame, tml_pen *pen);
/* A line around the area. */
void tml_frame_draw_border(const tml_frame *frame, tml_pen *pen);
/* Ticks with their labels, below and to the left. */
void tml_frame_draw_x_ticks(const tml_frame *frame, tml_pen *pen);
void tml_frame_draw_y_ticks(const tml_frame *frame, tml_pen *pen);
/* A title below the area, its base line at y, or upwards to the left of it, at x. "" is none. */
void tml_frame_draw_x_title(const tml_frame *frame, double y, const char *title, tml_pen *pen);
void tml_frame_draw_y_title(const tml_frame *frame, double x, const char *title, tml_pen *pen);
