/* steering.c - a steering wheel, a rack that it moves across a vehicle, and tie rods from the ends of the rack to an arm of each wheel.
 *
 *   displacement of the rack = travel angle/(2 pi)      along y, angle of the steering wheel
 *
 * Tie rods keep the distance that is drawn. Where their arms point to the middle of the rear axle (Ackermann), the inner wheel turns more.
 */
#include "model/ready_part.h"

static const tml_field parameters[] = {
    {"length", TML_FIELD_NUMBER, "m", .required = true, .doc = "of the rack between its tie rods, along y"},
    {"travel", TML_FIELD_NUMBER, "m", "50 mm",
     .doc = "of the rack per turn of the steering wheel, to the left if it turns left"},
    {"mass", TML_FIELD_NUMBER, "kg", "3", .doc = "of the rack"},
    {"inertia", TML_FIELD_NUMBER, "kg*m^2", "0.04", .doc = "moment of inertia of the steering wheel, about its axis"},
    {"damping", TML_FIELD_NUMBER, "N*m*s/rad", "0", .doc = "torque that resists the steering wheel, per speed"},
};

static const char plane[] = "points:\n"
                            "  O: [0, 0]\n  L: [0, length/2]\n  R: [0, -length/2]\n"
                            "bodies:\n"
                            "  rack: {points: [O, L, R], com: O, mass: mass, inertia: mass*length^2/12}\n"
                            "  wheel: {points: [O], com: O, mass: 1, inertia: inertia}\n"
                            "joints:\n"
                            "  S: {prismatic: [chassis, rack], at: O, axis: y}\n"
                            "  W: {revolute: [chassis, wheel], at: O}\n";

static const char space[] = "points:\n"
                            "  O: [0, 0, 0]\n  L: [0, length/2, 0]\n  R: [0, -length/2, 0]\n"
                            "bodies:\n"
                            "  rack: {points: [O, L, R], com: O, mass: mass, inertia: [mass*length^2/12, "
                            "mass*length^2/1200, mass*length^2/12]}\n"
                            "  wheel: {points: [O], com: O, mass: 1, inertia: [inertia/2, inertia/2, inertia]}\n"
                            "joints:\n"
                            "  S: {prismatic: [chassis, rack], at: O, axis: y}\n"
                            "  W: {revolute: [chassis, wheel], at: O, axis: z}\n";

static const char rest[] = "  pinion: {coupler: S.displacement = travel*W.angle/(2*pi)}\n"
                           "  tie_left: {distance: [rack.L, left_arm]}\n"
                           "  tie_right: {distance: [rack.R, right_arm]}\n"
                           "forces:\n"
                           "  friction: {torsion: W, stiffness: 0, damping: damping}\n";

static const char *text_of(tml_part_use *use, const char **key)
{
    (void)key;
    return tml_arena_format(use->c->arena, "%s%s", use->c->space ? space : plane, rest);
}

const tml_ready_part_class tml_ready_part_steering = {
    .name = "steering",
    .doc = "A steering wheel about z, a rack along y that it moves, and tie rods to an arm of each wheel.",
    .ports = "chassis left_arm right_arm",
    .parameters = parameters,
    .parameters_count = sizeof parameters / sizeof *parameters,
    .plane = true,
    .space = true,
    .text = text_of,
    .template = {.title = "Steering", .stem = "steering", .plane = "with: {length: 0.7, travel: 50 mm}", .rank = 4},
    .example = "trammel: 1\n"
               "gravity: none\n"
               "points: {A: [0, 0.75], B: [0, -0.75], P: [-0.15, 0.70], Q: [-0.15, -0.70]}\n"
               "bodies:\n"
               "  left: {points: [A, P], mass: 10, inertia: 0.5}\n"
               "  right: {points: [B, Q], mass: 10, inertia: 0.5}\n"
               "joints: {A: {revolute: [ground, left]}, B: {revolute: [ground, right]}}\n"
               "use: {s: {part: steering, at: [-0.2, 0], ports: {chassis: ground, left_arm: left.P, right_arm: "
               "right.Q}, with: {length: "
               "0.7}}}\n"
               "drivers: {hand: {s.W.angle: 2*t}}\n"
               "analyses: [kinematics: {end: 1, output: 0.5}]\n",
};
