/* gimbal.c - three pins in a row, each in a ring of the next: about x of F, about y between, about z of M.
 *
 * Coordinates  angle1 (outer pin), angle2 (middle), angle3 (inner): Cardan angles.
 * Rows         d = 0 (3). Its rings have no mass; their pins are where motors, springs and drivers act.
 *
 * A torque along an angle is that of a motor on its pin. At angle2 = 90 deg the outer and the inner pin are parallel (gimbal lock): there
 * no rates of the angles give a rotation across both, and the bodies still move freely, but torques along the angles need not exist.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {TML_CARDAN_COORDINATES};
static const tml_row rows[] = {{.kind = TML_COORD, .a = TML_X, .name = "x"},
                               {.kind = TML_COORD, .a = TML_Y, .name = "y"},
                               {.kind = TML_COORD, .a = TML_Z, .name = "z"}};

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_cardan(q)};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par;
    tml_cardan_subspace(q, S);
}

static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    (void)par;
    return (tml_twist3){.w = tml_cardan_bias(q, u)};
}

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = TML_CIRCLE(10, 20)},
    {"point", "paper", .path = TML_CIRCLE(6, 12)},
    {"point", "line", .path = "M-13 0H-6M6 0H13M0 -10V-6M0 6V10"},
};
static const tml_template templates[] = {{.title = "Gimbal", .rank = 9}};

const tml_joint_class tml_joint_gimbal = {
    .name = "gimbal",
    .doc = "Three pins in a row, with rings without mass between them; axes: [a, b] gives the outer pin in the first "
           "body and the inner one in the second, the middle one is across both.",
    .several = true,
    .has_axes = true,
    .axis_on_F = TML_X,
    .axis_on_M = TML_Z,
    .space = {TML_FORM(coordinates, rows)},
    .pose3 = pose3,
    .subspace3 = subspace3,
    .bias3 = bias3,
    .ball = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  A: {gimbal: [ground, block], axes: [x, z]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
