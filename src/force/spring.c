/* spring.c - spring and damper along the line between two points.
 *
 * Along l = |d|: tension = stiffness (l - length) + damping l' + preload, or any value of `length` and `rate`.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"stiffness", TML_FIELD_NUMBER, "N/m", "0", .doc = "force per elongation"},
    {"length", TML_FIELD_NUMBER, "m", "0", .doc = "free length"},
    {"damping", TML_FIELD_NUMBER, "N*s/m", "0", .doc = "force per rate of elongation"},
    {"preload", TML_FIELD_NUMBER, "N", "0", .doc = "tension at the free length"},
    {"value", TML_FIELD_VARYING, "N", .doc = "tension instead, an expression of length, rate, t and channels"},
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_DISTANCE},
     .value_field = "value",
     .factor = -1,
     .stiffness = "stiffness",
     .rest = "length",
     .damping = "damping",
     .preload = "preload",
     .preload_factor = -1,
     .plane = true,
     .space = true},
};
static const tml_force_channel channels[] = {
    {"length", "m", TML_CHANNEL_VALUE, 1, "distance between the points", TML_ANY_COORDINATE},
    {"rate", "m/s", TML_CHANNEL_RATE, 1, "speed of lengthening", TML_ANY_COORDINATE},
    {"force", "N", TML_CHANNEL_FORCE, -1, "force along the line, positive in tension", TML_ANY_COORDINATE},
};

static const tml_symbol_piece symbol[] = {
    {"line", .motif = "coil", .given = "stiffness preload"},
    {"line", .motif = "dashpot", .given = "damping"},
    TML_ENDS,
};
static const tml_template templates[] = {{.title = "Spring", .plane = "stiffness: 100, length: drawn", .rank = 1},
                                         {.title = "Damper", .stem = "damper", .plane = "damping: 10", .rank = 2}};

const tml_force_class tml_force_spring = {
    .name = "spring",
    .doc = "Spring and damper between two points; its force is positive in tension.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    TML_LIST(fields),
    TML_LIST(laws),
    TML_LIST(channels),
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  ball: {points: {C: [0, 0]}, mass: 1, inertia: 0.01, position: [0.6, -0.4]}\n"
                     "forces:\n"
                     "  s: {spring: [ground.O, ball.C], stiffness: 200, length: 0.5, damping: 2, preload: 1 N}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], C: [1, 0.2, 0.1], D: [1.1, 0.3, 0]}\n"
                     "bodies:\n"
                     "  ball: {points: [C, D], mass: 1, inertia: [0.01, 0.02, 0.015]}\n"
                     "forces:\n"
                     "  s: {spring: [ground.O, ball.D], value: 200*(length - 1) + 40*(length - 1)^3 + 3*rate}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
