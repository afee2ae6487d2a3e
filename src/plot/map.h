/* map.h - what a heat map and contours share: two parameters as axes, an answer as colour, and the place of all this on the sheet. */
#pragma once
#include "plot/colour_bar.h"
#include "plot/lattice.h"
#include "plot/picture.h"

typedef struct {
    size_t count;          /* points */
    double *x, *y, *value; /* (count) x, y in decimal logarithms where the axis is logarithmic; value NAN: no answer */
    bool log;              /* values, and the range of colours, are decimal logarithms */
    bool on_lattice;       /* else the points lie anywhere */
    bool whole;            /* nothing else was varied: the answer is a function of x and y */
    tml_lattice lattice;   /* of these */
    double low, high;      /* of the colours */
    const char *answer;    /* what the colours show */
    size_t missing;        /* points without an answer */
    tml_frame frame;
    tml_colour_bar bar;
    char x_title[256], y_title[256];
    double x_title_y, y_title_x;
} tml_map;

/* Reads the columns; false with a message. */
bool tml_map_read(tml_picture *picture, tml_map *map);
/* Finds the place of everything, after the legend is complete. `cells`: each point has one around it. */
void tml_map_place(tml_picture *picture, tml_map *map, bool cells);
/* Ticks, titles, border and the bar. */
void tml_map_draw_axes(const tml_map *map, tml_pen *pen);
/* Crosses at those of the first `count` points that have no answer. */
void tml_map_draw_missing(const tml_map *map, size_t count, tml_pen *pen);
