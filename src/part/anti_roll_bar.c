/* anti_roll_bar.c - a torsion bar across a vehicle, with an arm and a drop link at each end.
 *
 * Along y, on bearings of the chassis. Its halves, each with an arm along x, are twisted against each other: T = stiffness (b1 - b2). A wheel that rises by z, the other falling as
 * much, turns the arms by z/arm each, so that at ends 2 w apart the bar resists roll with  4 stiffness (w/arm)^2  per rad, as long as drop links are upright.
 *
 *   stiffness = G pi d^4/(32 l)      of a round bar of the length l between its arms
 */
#include "model/ready_part.h"

static const tml_field parameters[] = {
    {"length", TML_FIELD_NUMBER, "m", .required = true, .doc = "of the bar between its arms, along y"},
    {"arm", TML_FIELD_NUMBER, "m", .required = true,
     .doc = "of each end, along x from the bar to its drop link; below zero it points back"},
    {"diameter", TML_FIELD_NUMBER, "m", "20 mm", .doc = "of the bar"},
    {"shear", TML_FIELD_NUMBER, "Pa", "80e9 Pa", .doc = "its shear modulus"},
    {"stiffness", TML_FIELD_NUMBER, "N*m/rad", "shear*pi*diameter^4/(32*length)",
     .doc = "torque per angle between its ends; of a round bar if not given"},
    {"damping", TML_FIELD_NUMBER, "N*m*s/rad", "0", .doc = "the same, per speed"},
    {"mass", TML_FIELD_NUMBER, "kg", "7850*pi*diameter^2/4*(length + 2*abs(arm))",
     .doc = "of bar and arms; of steel if not given"},
};

static const char text[] =
    "points:\n"
    "  O: [0, 0, 0]\n  BL: [0, length/2, 0]\n  BR: [0, -length/2, 0]\n"
    "  EL: [arm, length/2, 0]\n  ER: [arm, -length/2, 0]\n  CL: [arm/4, length/3, 0]\n  CR: [arm/4, -length/3, 0]\n"
    "bodies:\n"
    "  left: {points: [O, BL, EL], com: CL, mass: mass/2, inertia: [mass*length^2/50, mass*arm^2/20, "
    "mass*length^2/50]}\n"
    "  right: {points: [O, BR, ER], com: CR, mass: mass/2, inertia: [mass*length^2/50, mass*arm^2/20, "
    "mass*length^2/50]}\n"
    "joints:\n"
    "  L: {revolute: [chassis, left], at: BL, axis: y}\n"
    "  R: {revolute: [chassis, right], at: BR, axis: y}\n"
    "  link_left: {distance: [left.EL, left_arm]}\n"
    "  link_right: {distance: [right.ER, right_arm]}\n"
    "forces:\n"
    "  twist: {torsion: [left, right], axis: y, stiffness: stiffness, damping: damping}\n";

static const char *text_of(tml_part_use *use, const char **key)
{
    (void)use, (void)key;
    return text;
}

const tml_ready_part_class tml_ready_part_anti_roll_bar = {
    .name = "anti-roll-bar",
    .doc = "A torsion bar across a vehicle, along y, with arms along x and drop links to a point of each side's "
           "suspension.",
    .ports = "chassis left_arm right_arm",
    .parameters = parameters,
    .parameters_count = sizeof parameters / sizeof *parameters,
    .space = true,
    .why_not = "an anti-roll bar twists across the plane: it needs space: space",
    .text = text_of,
    .template = {.title = "Anti-roll bar", .stem = "bar", .plane = "with: {length: 1, arm: 0.25}", .rank = 3},
    .example = "trammel: 1\n"
               "space: space\n"
               "gravity: none\n"
               "points: {O: [0, 0, 0.3], A: [0.25, 0.5, 0], B: [0.25, -0.5, 0]}\n"
               "bodies: {axle: {points: [A, B, O], com: O, mass: 50, inertia: [8, 1, 8]}}\n"
               "use: {bar: {part: anti-roll-bar, at: [0, 0, 0.3], ports: {chassis: ground, left_arm: axle.A, "
               "right_arm: axle.B}, with: "
               "{length: 1, arm: 0.25}}}\n"
               "joints: {roll: {revolute: [ground, axle], at: O, axis: x}}\n"
               "initial: {roll.speed: 0.1}\n"
               "analyses: [dynamics: {end: 0.1, output: 0.05}]\n",
};
