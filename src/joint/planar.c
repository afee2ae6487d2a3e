/* planar.c - a plane of the second body slides in a plane of the first, perpendicular to the axis.
 *
 * Coordinates  displacement1 = x_F . d, displacement2 = y_F . d, angle about z.
 * Rows         z_F . d = 0, z_F . x_M = 0, z_F . y_M = 0.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {
    {"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
    {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows[] = {
    {.kind = TML_ALONG, .a = TML_Z, .name = "height"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "tilt about y"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_Y, .name = "tilt about x"},
};

/* friction: in the plane; with a radius it resists rotation too, as a ring of that radius would */
static const tml_friction_form friction[] = {{.channel = "friction",
                                              .slip = {{.kind = TML_ALONG, .a = TML_X},
                                                       {.kind = TML_ALONG, .a = TML_Y},
                                                       {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
                                              .size = 3,
                                              .by_radius = {false, false, true},
                                              .load = "abs(fz)",
                                              .pressure = "preload",
                                              .pin = "its face",
                                              .optional = true}};

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_rotation_about(TML_Z, q[2]), .p = {q[0], q[1], 0}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist3){.v = {1, 0, 0}};
    S[1] = (tml_twist3){.v = {0, 1, 0}};
    S[2] = (tml_twist3){.w = {0, 0, 1}};
}

static const tml_symbol_piece symbol[] = {
    {"point", "muted", .path = "M-15 6H15"},
    {"point", "paper", .path = "M-8 6V-2H8V6Z"},
};
static const tml_template templates[] = {{.title = "Planar joint", .rank = 12}};

const tml_joint_class tml_joint_planar = {
    .name = "planar",
    .doc = "Slides and rotates in a plane of the first body, perpendicular to the axis.",
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
                     "  A: {planar: [ground, block], axis: [0.2, 0.1, 1]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
