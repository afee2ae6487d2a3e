/* torsion.c - torsion spring and damper on a revolute joint, or between two bodies.
 *
 * Along the angle: torque on the second body = -stiffness (angle - rest) - damping angle' + preload.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"stiffness", TML_FIELD_NUMBER, "N*m/rad", "0", .doc = "torque per angle"},
    {"angle", TML_FIELD_NUMBER, "rad", "0", .doc = "angle at rest"},
    {"damping", TML_FIELD_NUMBER, "N*m*s/rad", "0", .doc = "torque per speed"},
    {"preload", TML_FIELD_NUMBER, "N*m", "0", .doc = "torque on the second body at the angle of rest"},
    {"value", TML_FIELD_VARYING, "N*m",
     .doc = "torque on the second body instead, an expression of angle, speed, t and channels"},
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y},
     .value_field = "value",
     .factor = 1,
     .stiffness = "stiffness",
     .rest = "angle",
     .damping = "damping",
     .preload = "preload",
     .preload_factor = 1,
     .plane = true,
     .space = true},
};
static const tml_force_channel channels[] = {
    {"angle", "rad", TML_CHANNEL_VALUE, 1, "angle of the second body relative to the first", TML_ANY_COORDINATE},
    {"speed", "rad/s", TML_CHANNEL_RATE, 1, "speed of that angle", TML_ANY_COORDINATE},
    {"torque", "N*m", TML_CHANNEL_FORCE, 1, "torque on the second body", TML_ANY_COORDINATE},
};

static const tml_symbol_piece symbol[] = {
    {"point", .motif = "spiral"},
};
static const tml_template templates[] = {{.title = "Torsion spring", .plane = "stiffness: 10", .rank = 4}};

const tml_force_class tml_force_torsion = {
    .name = "torsion",
    .doc = "Torsion spring and damper on a pin or between two bodies; in space these need an axis.",
    .acts = TML_ACTS_ON_JOINT_OR_BODIES,
    TML_LIST(fields),
    TML_LIST(laws),
    TML_LIST(channels),
    .has_axis = true,
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod]}\n"
                     "forces:\n"
                     "  twist: {torsion: O, stiffness: 20, angle: 10 deg, damping: 0.1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], A: [1, 0, 0]}\n"
                     "bodies:\n"
                     "  rod: {points: [O, A], mass: 1, inertia: [0.001, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod], axis: y}\n"
                     "forces:\n"
                     "  twist: {torsion: O, stiffness: 20, angle: 10 deg, damping: 0.1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
