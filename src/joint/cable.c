/* cable.c - a rope, cable or band between two ends, over pulleys and through eyelets; it may be wound on drums.
 *
 * Rows         each section between places that hold it keeps its length; its tension is minus the multiplier.
 * With a restitution  each section is at most as long: it goes slack, and taut by an impact.
 * Elastic      tension k x + c x' where it is taut, x its elongation.
 */
#include "model/loop_class.h"

static const tml_field fields[] = {
    {"radii", TML_FIELD_NUMBERS, "m",
     .doc = "of what it passes, in order: of a point 0, of a wheel positive where it is passed counterclockwise, "
            "negative clockwise; at an end a drum, fixed to the body of that point, on which the cable is wound"},
    {"length", TML_FIELD_NUMBER, "m",
     .doc = "without load, between the ends; of drums, from where the cable leaves them with their joints at angle 0; "
            "as drawn if not given"},
    TML_PATH_STRENGTH_FIELDS,
    TML_PATH_FRICTION_FIELD,
    {"pretension", TML_FIELD_NUMBER, "N", .doc = "of an elastic one as drawn"},
    {"restitution", TML_FIELD_NUMBER, "",
     .doc = "of a cable that does not stretch: lets it go slack, and taut again by an impact with this restitution"},
    TML_PATH_AXIS_FIELDS,
};

static const tml_template templates[] = {{.title = "Cable", .rank = 8}};

const tml_joint_class tml_joint_cable = {
    .name = "cable",
    .doc = "A cable between two ends, through points and over wheels: pins whose wheels move with it, or points of "
           "bodies with a radius, pulleys without mass and friction. Without EA or stiffness it does not stretch.",
    TML_PATH_CLASS,
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {P: [0, 1]}}\n"
                     "  wheel: {points: {P: [0, 0]}, mass: 1, inertia: 0.005}\n"
                     "  left: {points: {L: [0, 0]}, position: [-0.1, 0], mass: 2, inertia: 0.01}\n"
                     "  right: {points: {R: [0, 0]}, position: [0.1, 0], mass: 3, inertia: 0.01}\n"
                     "joints:\n"
                     "  P: {revolute: [ground, wheel]}\n"
                     "  rope: {cable: [left.L, P, right.R], radii: [0, -0.1, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 2], B: [1, 0, 2], C: [1.1, 0, 1]}\n"
                     "bodies:\n"
                     "  load: {points: [C], com: C, mass: 2, inertia: [0.01, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  rope: {cable: [ground.A, ground.B, load.C], radii: [0, 0.1, 0], axis: y, EA: 1e5}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.1}\n",
};
