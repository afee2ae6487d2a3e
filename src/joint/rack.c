/* rack.c - rack and pinion: displacement of a slider = radius * angle of a revolute joint + offset.
 *
 * Rows         displacement_2 - radius angle_1 = offset.
 */
#include "model/joint_class.h"

static const tml_field fields[] = {
    {"radius", TML_FIELD_NUMBER, "m", .required = true,
     .doc = "travel of the rack per radian of the pinion; may be negative"},
    {"offset", TML_FIELD_NUMBER, "m", "0", .doc = "displacement of the rack when the pinion is at zero"},
};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[0];
    coefficient[1] = 1;
    return par[1];
}

static const tml_symbol_piece symbol[] = {
    {.motif = "rack"},
};
static const tml_template templates[] = {{.title = "Rack and pinion", .plane = "radius: 0.1", .rank = 7}};

const tml_joint_class tml_joint_rack = {
    .name = "rack",
    .doc = "Rack and pinion: couples the displacement of a slide to the angle of a rotation.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .plane = {.exists = true},
    .space = {.exists = true},
    .couple = couple,
    .couples = "angle displacement",
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "gravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], S: [0, -0.1]}}\n"
                     "  pinion: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  bar: {points: {S: [0, 0]}, mass: 2, inertia: 0.1}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion]}\n"
                     "  S: {prismatic: [ground, bar], axis: [1, 0]}\n"
                     "  mesh: {rack: [A, S], radius: 0.1}\n"
                     "forces:\n"
                     "  push: {force: bar.S, value: [5, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], S: [0, 0.1, 0]}\n"
                     "bodies:\n"
                     "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  bar: {points: [S], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion], axis: y}\n"
                     "  S: {prismatic: [ground, bar], axis: [1, 0, -1]}\n"
                     "  mesh: {rack: [A, S], radius: 0.1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
