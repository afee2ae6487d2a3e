/* gear.c - coordinates of two joints coupled, rotations or slides: second = ratio * first + offset.
 *
 * Rows         q_2 - ratio q_1 = offset. An external pair of gears has a negative ratio, -(teeth of 1)/(teeth of 2).
 */
#include "model/joint_class.h"

static const tml_field fields[] = {
    {"ratio", TML_FIELD_NUMBER, .required = true,
     .doc =
         "speed of the second joint over the speed of the first; negative for external gears; m/rad or rad/m between a "
         "rotation and a slide"},
    {"offset", TML_FIELD_NUMBER, .preset = "0",
     .doc = "angle or displacement of the second joint when the first is at zero"},
};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[0];
    coefficient[1] = 1;
    return par[1];
}

static const tml_symbol_piece symbol[] = {
    {.motif = "gears"},
};
static const tml_template templates[] = {{.title = "Gear pair", .plane = "ratio: -1", .rank = 6}};

const tml_joint_class tml_joint_gear = {
    .name = "gear",
    .doc = "Couples two joints, rotations or slides: second = ratio * first + offset; of a joint with several "
           "coordinates A.angle1.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .plane = {.exists = true},
    .space = {.exists = true},
    .couple = couple,
    .couples = "any any",
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], B: [0.3, 0]}}\n"
                     "  pinion: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  wheel: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion]}\n"
                     "  B: {revolute: [ground, wheel]}\n"
                     "  mesh: {gear: [A, B], ratio: -0.5}\n"
                     "forces:\n"
                     "  motor: {torque: pinion, value: 0.3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.3, 0, 0]}\n"
                     "bodies:\n"
                     "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  wheel: {points: [B], mass: 4, inertia: [0.05, 0.05, 0.08]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion], axis: z}\n"
                     "  B: {revolute: [ground, wheel], axis: x}\n"
                     "  mesh: {gear: [A, B], ratio: -0.5}\n"
                     "forces:\n"
                     "  motor: {torque: pinion, value: [0, 0, 3]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 5, output: 0.1}\n",
};
