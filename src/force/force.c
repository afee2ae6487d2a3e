/* force.c - a force at a point of a body, in ground axes or in the body's own.
 *
 * Along e_a . r_P (ground axes) or the velocity of P along a_B (body axes), a = x, y, z: f = value[a].
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"value", TML_FIELD_VARYING_VECTOR, "N", .required = true, .doc = "components of the force"},
    {"axes", TML_FIELD_CHOICE, .preset = "ground", .choices = "ground body", .alias = "in",
     .doc = "axes of the components"},
};
static const tml_force_law_form laws[] = {
    TML_COMPONENTS(TML_COORD, true, "axes=ground"),
    TML_COMPONENTS(TML_PUSH, true, "axes=body"),
};

static const tml_symbol_piece symbol[] = {
    {"point", .motif = "arrow"},
};
static const tml_template templates[] = {
    {.title = "Force", .plane = "value: [0, -10]", .space = "value: [0, 0, -10]", .rank = 7}};

const tml_force_class tml_force_force = {
    .name = "force",
    .doc = "A force at a point of a body (its centre of mass if only the body is named).",
    .acts = TML_ACTS_ON_POINT,
    TML_LIST(fields),
    TML_LIST(laws),
    .reports_wrench = true,
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  block: {points: {P: [0.1, 0.2]}, com: [0, 0], mass: 2, inertia: 0.3, position: [0, 0]}\n"
                     "forces:\n"
                     "  push: {force: block.P, value: [3*sin(t), 2 + block.vy], axes: body}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], P: [0.3, 0.1, 0.2]}\n"
                     "bodies:\n"
                     "  block: {points: [A, P], com: A, mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "forces:\n"
                     "  push: {force: block.P, value: [3*sin(t), 2, -block.vz], axes: body}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
