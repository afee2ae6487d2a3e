/* cylindrical.c - the second body rotates about and slides along the axis of the first.
 *
 * Coordinates  angle about z, displacement = z_F . d.
 * Rows         x_F . d = 0, y_F . d = 0, z_F . x_M = 0, z_F . y_M = 0.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
    {"displacement", .measure = {.kind = TML_ALONG, .a = TML_Z}}};
static const tml_row rows[] = {
    {.kind = TML_ALONG, .a = TML_X, .name = "across x"},
    {.kind = TML_ALONG, .a = TML_Y, .name = "across y"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "tilt about y"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_Y, .name = "tilt about x"},
};

/* friction: a shaft of a radius in a bush, which slips along a helix */
static const tml_friction_form friction[] = {
    {.channel = "friction",
     .slip = {{.kind = TML_ALONG, .a = TML_Z}, {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
     .size = 2,
     .by_radius = {false, true},
     .load = "hypot(fx, fy)",
     .edges = TML_EDGES,
     .pressure = "preload",
     .pin = "its shaft"}};

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_rotation_about(TML_Z, q[0]), .p = {0, 0, q[1]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist3){.w = {0, 0, 1}};
    S[1] = (tml_twist3){.v = {0, 0, 1}};
}

static const tml_symbol_piece symbol[] = {
    {"rail", "body", .path = "M-20 0H20"},
    {"second", "paper", .path = "M-10 -6H10V6H-10Z"},
};
static const tml_template templates[] = {{.title = "Cylindrical joint", .rank = 10}};

const tml_joint_class tml_joint_cylindrical = {
    .name = "cylindrical",
    .doc = "Rotates about and slides along the common axis of its two frames.",
    .has_axis = true,
    .several = true,
    .space = {TML_FORM(coordinates, rows), TML_FRICTION_OF(friction), .needs_axis = true},
    .pose3 = pose3,
    .subspace3 = subspace3,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  A: {cylindrical: [ground, block], axis: [1, 1, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
