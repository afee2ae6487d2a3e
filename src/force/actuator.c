/* actuator.c - a force along the line between two points, pulling them together if positive.
 *
 * Along l = |d|: tension = value.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"value", TML_FIELD_VARYING, "N", .required = true, .alias = "force",
     .doc = "tension: an expression of t, channels, and its own length and rate"},
    TML_RATING_FIELDS,
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_DISTANCE}, .value_field = "value", .factor = -1, .plane = true, .space = true},
};
static const tml_force_channel channels[] = {
    {"length", "m", TML_CHANNEL_VALUE, 1, "distance between the points", TML_ANY_COORDINATE},
    {"rate", "m/s", TML_CHANNEL_RATE, 1, "speed of lengthening", TML_ANY_COORDINATE},
    {"force", "N", TML_CHANNEL_FORCE, -1, "force along the line, positive in tension", TML_ANY_COORDINATE},
    {"power", "W", TML_CHANNEL_POWER, 1, "power given to the mechanism", TML_ANY_COORDINATE},
};

static const tml_symbol_piece symbol[] = {
    {"line", .motif = "cylinder"},
    TML_ENDS,
};
static const tml_template templates[] = {{.title = "Actuator", .plane = "value: 10", .rank = 3}};

const tml_force_class tml_force_actuator = {
    .name = "actuator",
    .doc = "A force along the line between two points; positive pulls them together.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    .drives = true,
    TML_LIST(fields),
    TML_LIST(laws),
    TML_LIST(channels),
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0], B: [0, 1.5]}}\n"
                     "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod]}\n"
                     "forces:\n"
                     "  ram: {actuator: [ground.B, rod.A], value: 8 + 2*sin(3*t)}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], A: [1, 0, 0], B: [0, 1, 1]}\n"
                     "bodies:\n"
                     "  rod: {points: [O, A], mass: 1, inertia: [0.001, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {spherical: [ground, rod]}\n"
                     "forces:\n"
                     "  ram: {actuator: [ground.B, rod.A], value: 8 + 2*sin(3*t) - 3*rate}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
