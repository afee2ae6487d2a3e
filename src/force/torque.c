/* torque.c - a torque on a body, or between two.
 *
 * Plane: along phi, f = value. Space: along the angular velocity about e_a, a = x, y, z, f = value[a] (ground axes), or about a_B.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"value", TML_FIELD_VARYING_VECTOR, "N*m", .required = true, .doc = "the torque; in space its three components"},
    {"axes", TML_FIELD_CHOICE, .preset = "ground", .choices = "ground body", .alias = "in",
     .doc = "axes of the components, in space"},
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .value_field = "value", .factor = 1, .plane = true},
    TML_COMPONENTS(TML_ROTATE, false, "axes=ground"),
    TML_COMPONENTS(TML_ROTATE_M, false, "axes=body"),
};

static const tml_symbol_piece symbol[] = {
    {"point", .motif = "turn"},
};
static const tml_template templates[] = {
    {.title = "Torque", .plane = "value: 1", .space = "value: [0, 0, 1]", .rank = 8}};

const tml_force_class tml_force_torque = {
    .name = "torque",
    .doc = "A torque on a body, or between two: [first, second] acts on the second, with its reaction on the first.",
    .acts = TML_ACTS_ON_BODY,
    TML_LIST(fields),
    TML_LIST(laws),
    .reports_wrench = true,
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
                     "  load: {torque: rod, value: 2 - 0.5*rod.omega}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0]}\n"
                     "bodies:\n"
                     "  block: {points: [A], mass: 2, inertia: [0.1, 0.2, 0.15], omega: [1, 2, 3]}\n"
                     "forces:\n"
                     "  spin: {torque: block, value: [0.1*cos(t), 0.02, -0.1*block.omegaz], axes: body}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
