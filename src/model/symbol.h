/* symbol.h - how a kind of joint or force is drawn, and how a new one of it is written: declared once, beside its equations.
 *
 * A symbol is a list of pieces. Each is an SVG path in pixels of the drawing (x right, y down, the origin at the point where the
 * element acts), or, without a path, a motif that follows the motion.
 *
 *   on       what carries a piece
 *     point    the point of the element; upright
 *     second   the point of the second body; x along the axis, which the first body carries
 *     rail     the point of the first body; x along the axis, and what lies at x < 0 or x > 0 is moved out by the travel
 *     line     from the first point to the second: x = 0 to 100 is the distance, y stays in pixels
 *     ends     each of the two points; upright
 *   look     how a path is drawn: line, paper (outlined), solid, muted, rod, dashed, rubber, body (in the colour of the first
 *            body), groove (a body's colour round paper), hatch (the ground below a horizontal line)
 *   motif    instead of a path: coil, dashpot, cylinder (on a line), spiral, arrow, turn, drive (at a point), gears, rack, path (of a belt)
 *   when     ground: only where that end is on the ground;  moving: only where the first body is not
 *   given    blank-separated fields: only where one of them is given and not zero. Where no motif of a symbol remains, its first
 *            is drawn; several motifs on one line lie side by side.
 */
#pragma once
#include <stddef.h>

typedef struct {
    const char *on, *look, *path; /* look is NULL where there is a motif */
    const char *motif, *when, *given;
} tml_symbol_piece;

/* A new element as tools and completion make it. Fields are written as in the file: "stiffness: 100, length: drawn", where
 * `drawn` is the distance of its two points. A kind without templates is made with its required fields alone. */
typedef struct {
    const char *title;   /* "Pin"; NULL: the name of the kind */
    const char *stem;    /* of new names: "rod" for rod1, rod2; NULL: the name of the kind */
    const char *plane;   /* fields beyond the kind, `at` and `axis`; NULL: none */
    const char *space;   /* NULL: as in the plane */
    const char *sliding; /* of a force on a joint: on a joint that slides; NULL: it does not act on one */
    int rank;            /* lower ranks come first in lists; 0: last */
} tml_template;

#define TML_CIRCLE(r, d) "M-" #r " 0a" #r " " #r " 0 1 0 " #d " 0a" #r " " #r " 0 1 0 -" #d " 0Z"
/* A pin, and the bearing of a pin on the ground. */
#define TML_PIN(on)                                                                                                    \
    {on, "paper", .path = TML_CIRCLE(5.5, 11)},                                                                        \
    {                                                                                                                  \
        on, "solid", .path = TML_CIRCLE(1.6, 3.2)                                                                      \
    }
#define TML_BEARING(on)                                                                                                \
    {on, "paper", .path = "M0 0L11 17H-11Z", .when = "ground"}, {on, "line", .path = "M-17 17H17", .when = "ground"},  \
    {                                                                                                                  \
        on, "hatch", .path = "M-17 17H17", .when = "ground"                                                            \
    }
/* The ends of what lies between two points. */
#define TML_ENDS                                                                                                       \
    {"ends", "line", .path = "M-9 3H9", .when = "ground"}, {"ends", "hatch", .path = "M-9 3H9", .when = "ground"},     \
    {                                                                                                                  \
        "ends", "solid", .path = TML_CIRCLE(2.5, 5)                                                                    \
    }
