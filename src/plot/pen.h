/* pen.h - what a drawing is made of, and what draws it in some format (format.h).
 *
 * Lengths are CSS pixels, y runs down. Colours are inks: a pen knows how an ink looks in its theme.
 */
#pragma once
#include "base/text.h"
#include "trammel/plot.h"

typedef enum {
    TML_INK_PAPER,
    TML_INK_TITLE,
    TML_INK_TEXT,
    TML_INK_AXIS,
    TML_INK_GRID,
    TML_INK_LINE, /* the first of TML_LINE_INKS */
} tml_ink;
enum { TML_LINE_INKS = 8, TML_INK_COUNT = TML_INK_LINE + TML_LINE_INKS, TML_DASH_COUNT = 4 };
/* Behind these, TML_MAP_INKS that show a number from its least to its greatest value (colour_map.h). */
enum { TML_INK_MAP = TML_INK_COUNT, TML_MAP_INKS = 256 };

typedef struct {
    double x, y;
} tml_spot;

typedef struct {
    const tml_spot *spots; /* (count) one that is not finite interrupts the line */
    size_t count;
    int ink;
    int dash; /* 0 solid, then patterns; see tml_dash_find */
    double width;
    const char *name; /* shown on pointing at it; NULL: nothing */
} tml_stroke;

typedef struct {
    double x, y;
    const char *string;
    double size;
    int ink;
    double anchor; /* fraction of the string before x: 0, 0.5 or 1 */
    bool rotated;  /* reads upwards */
    bool strong;
} tml_caption;

/* Filled polygons. */
typedef struct {
    const tml_spot *spots; /* (count) corners; one that is not finite separates two polygons */
    size_t count;
    int ink;
    double opacity; /* 0: not to be seen through, as 1 */
    double edge;    /* width of a line around it, so that neighbours meet without a seam; 0: none */
} tml_area;

typedef struct tml_pen tml_pen;
struct tml_pen {
    void (*draw_rectangle)(tml_pen *pen, tml_spot corner, double width, double height, int ink);
    void (*draw_stroke)(tml_pen *pen, const tml_stroke *stroke);
    void (*draw_area)(tml_pen *pen, const tml_area *area);
    void (*draw_dot)(tml_pen *pen, tml_spot centre, double radius, int ink);
    void (*draw_caption)(tml_pen *pen, const tml_caption *caption);
    void *back; /* of the back end */
};

/* What every drawing contains about itself. */
typedef struct {
    double width, height;
    tml_theme theme;
    const char *title;
} tml_sheet;

/* Draws with the pen what the context holds. */
typedef void (*tml_drawing)(tml_pen *pen, const void *context);

/* 0xRRGGBB */
unsigned long tml_ink_colour(int ink, bool dark);
/* Lengths on, off, …; *count is 0 for a solid line. */
const double *tml_dash_find(int dash, int *count);
/* Approximate width of a string, rather too wide: fonts differ. */
double tml_caption_width(const char *string, double size);
/* A string, cut with an ellipsis where it is wider than `width`. */
void tml_caption_fit(const char *string, double size, double width, char *text, size_t room);
