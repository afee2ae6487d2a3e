/* spherical.c - a ball joint: the bodies share a point and rotate freely about it.
 *
 * Coordinates  three rotations, as Cardan angles angle1 (x), angle2 (y), angle3 (z).
 * Rows         d = 0 (3).
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {TML_CARDAN_COORDINATES};
static const tml_row rows[] = {{.kind = TML_COORD, .a = TML_X, .name = "x"},
                               {.kind = TML_COORD, .a = TML_Y, .name = "y"},
                               {.kind = TML_COORD, .a = TML_Z, .name = "z"}};

/* friction: a ball of a radius; the torque is against the angular velocity */
static const tml_friction_form friction[] = {
    {.channel = "friction",
     .is_rotation = true,
     .slip = {{.kind = TML_ROTATE, .a = TML_X}, {.kind = TML_ROTATE, .a = TML_Y}, {.kind = TML_ROTATE, .a = TML_Z}},
     .size = 3,
     .load = "radius*hypot(hypot(fx, fy), fz)",
     .pressure = "radius*preload",
     .pin = "its ball"}};

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
    {"point", "muted", .path = "M-11 3A11.5 11.5 0 0 0 11 3"},
    {"point", "paper", .path = TML_CIRCLE(7, 14)},
};
static const tml_template templates[] = {{.title = "Ball joint", .rank = 8}};

const tml_joint_class tml_joint_spherical = {
    .name = "spherical",
    .doc = "A ball joint: the bodies share a point.",
    .several = true,
    .space = {TML_FORM(coordinates, rows), TML_FRICTION_OF(friction), .shares_point = true},
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
                     "  A: {spherical: [ground, block]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
