/* coupler.c - an equation between positions, or a condition of one side: coordinates of joints, points of bodies, lengths of springs.
 *
 * Row          left - right = 0, with exact derivatives; its multiplier is the force or torque along the left side.
 * One side     left - right >= 0 or right - left >= 0: its multiplier is at least zero, along what must not be below zero; it closes by impacts.
 */
#include "model/joint_class.h"

static const tml_field fields[] = {
    {"restitution", TML_FIELD_NUMBER, "",
     .doc = "of a condition of one side: speed after an impact over the speed before; 0 if not given"},
};

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-6 -3H6M-6 3H6"},
};

const tml_joint_class tml_joint_coupler = {
    .name = "coupler",
    .doc =
        "An equation between positions, such as `A.angle = 2*B.displacement^2`, or a condition of one side, such as "
        "`A.angle >= 2*B.angle`: of coordinates of joints, points of bodies, lengths, parameters and t. It exerts what "
        "the equation or the condition needs, on all bodies whose positions it names.",
    .connects = TML_CONNECT_EXPRESSION,
    TML_LIST(fields),
    .plane = {.exists = true},
    .space = {.exists = true},
    TML_LIST(symbol),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], B: [0.3, 0]}}\n"
                     "  arm: {points: {A: [0, 0], tip: [0.2, 0]}, mass: 1, shape: rod}\n"
                     "  block: {points: {B: [0, 0]}, mass: 2, inertia: 0.01}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, arm]}\n"
                     "  B: {prismatic: [ground, block], axis: y}\n"
                     "  lift: {coupler: B.displacement = 0.1 m*sin(A.angle)^2}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.3, 0, 0]}\n"
                     "bodies:\n"
                     "  arm: {points: [A], com: [0.1, 0, 0], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  block: {points: [B], mass: 2, inertia: [0.01, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, arm], axis: y}\n"
                     "  B: {prismatic: [ground, block], axis: z}\n"
                     "  lift: {coupler: B.displacement = 0.1 m*sin(A.angle)^2}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
