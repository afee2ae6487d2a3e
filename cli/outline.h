/* outline.h - flat parts as contours of straight edges and arcs, at scale 1:1 in millimetres. */
#pragma once
#include "scene.h"

/* A corner, and the edge from it to the next: an arc of the angle 4 atan(bulge), counterclockwise where it is positive; 0: straight. */
typedef struct {
    double x, y, bulge;
} cli_corner;

/* A closed contour; without corners it is a circle. */
typedef struct {
    bool cut_out;        /* a hole */
    const char *point;   /* of a hole at a point of the body: its name; else NULL */
    double x, y, radius; /* of a circle */
    size_t count;
    cli_corner *corners; /* owned */
} cli_contour;

/* A body as a flat part: outlines, and the holes in them. */
typedef struct {
    const char *name;
    size_t count;
    cli_contour *contours; /* owned */
    double min[2], max[2]; /* all of it lies within */
} cli_part;

typedef struct {
    double hole;  /* diameter of the holes at points, mm; 0: none */
    double width; /* of a link, mm; 0: that of its shape, else CLI_LINK_WIDTH */
} cli_part_options;

#define CLI_LINK_WIDTH 20.0 /* mm */

/* The shapes of the body; of one without shapes the rounded hull of its points: a slot for two. A part without contours: it has neither.
 * False: no memory. */
bool cli_part_make(const cli_scene_body *body, const cli_part_options *options, cli_part *part);
void cli_part_free(cli_part *part);
