/* joint_curve.h - what joints along a curve share: the fields that give the curve (system/compile/compile_curve.c), the way along it, how far the
 * point is off it, and friction along it. */
#pragma once
#include "model/joint_class.h"

#define TML_CURVE_FIELDS                                                                                               \
    {"x", TML_FIELD_TEXT,                                                                                              \
     .doc = "coordinate as an expression of u, in m: in the frame of the first body, or of the part that it stands "   \
            "in"},                                                                                                     \
        {"y", TML_FIELD_TEXT, .doc = "the same of y"}, {"z", TML_FIELD_TEXT, .doc = "the same of z, in space"},        \
        {"from", TML_FIELD_NUMBER, NULL, "0", .doc = "where u begins"},                                                \
        {"to", TML_FIELD_NUMBER, NULL, .doc = "where u ends"},                                                         \
        {"points", TML_FIELD_CORNERS, "m", .doc = "instead: points of the first body that a spline goes through"},     \
    {                                                                                                                  \
        "closed", TML_FIELD_BOOL, .preset = "false", .doc = "the curve ends where it begins, and goes round"           \
    }

/* Against the motion along the curve, of the force across it; cx cy cz: its direction in the axes of F. */
#define TML_CURVE_FRICTION(text)                                                                                       \
    {                                                                                                                  \
        .channel = "friction", .slip = {{.kind = TML_CURVE, .a = TML_X}}, .size = 1, .load = (text),                   \
        .pressure = "preload"                                                                                          \
    }
#define TML_CURVE_LOAD_PLANE "abs(fy*cx - fx*cy)"
#define TML_CURVE_LOAD_SPACE "hypot(hypot(fy*cz - fz*cy, fz*cx - fx*cz), fx*cy - fy*cx)"

#define TML_CURVE_DISPLACEMENT                                                                                         \
    {                                                                                                                  \
        "displacement", .measure = {.kind = TML_CURVE, .a = TML_X }                                                    \
    }
#define TML_CURVE_ACROSS                                                                                               \
    {                                                                                                                  \
        .kind = TML_CURVE, .a = TML_Y, .name = "across"                                                                \
    }
#define TML_CURVE_ASIDE                                                                                                \
    {                                                                                                                  \
        .kind = TML_CURVE, .a = TML_Z, .name = "aside"                                                                 \
    }
#define TML_CURVE_WIRE                                                                                                 \
    {                                                                                                                  \
        "point", "line", .path = "M-16 6C-8 6 -8 -6 0 0C8 6 8 6 16 -6"                                                 \
    }
