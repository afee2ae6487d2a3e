/* motor.c - a torque (or force) along a joint coordinate, between its two bodies.
 *
 * Along the joint's coordinate: f = torque, or force for a slider, of angle, speed, t and any channels.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"torque", TML_FIELD_VARYING, "N*m", .alias = "value", .doc = "torque on the second body of a pin"},
    {"force", TML_FIELD_VARYING, "N", .doc = "force on the second body of a slider"},
    TML_RATING_FIELDS,
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .value_field = "torque", .factor = 1, .plane = true, .space = true},
};
static const tml_force_channel channels[] = {
    {"torque", "N*m", TML_CHANNEL_FORCE, 1, "torque on the second body", TML_ROTATIONS},
    {"force", "N", TML_CHANNEL_FORCE, 1, "force on the second body", TML_TRANSLATIONS},
    {"power", "W", TML_CHANNEL_POWER, 1, "power given to the mechanism", TML_ANY_COORDINATE},
};

static const tml_symbol_piece symbol[] = {
    {"point", .motif = "drive"},
};
static const tml_template templates[] = {
    {.title = "Motor with a torque", .plane = "torque: 10", .sliding = "force: 10", .rank = 6}};

const tml_force_class tml_force_motor = {
    .name = "motor",
    .doc = "A torque or force along a joint coordinate: on the second body, with its reaction on the first.",
    .acts = TML_ACTS_ON_JOINT,
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
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod]}\n"
                     "forces:\n"
                     "  drive: {motor: O, torque: 10*(3 - O.speed)}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0]}\n"
                     "bodies:\n"
                     "  block: {points: [O], mass: 1, inertia: [0.1, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {prismatic: [ground, block], axis: z}\n"
                     "forces:\n"
                     "  drive: {motor: O, force: 10*(3 - O.speed)}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
