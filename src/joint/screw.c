/* screw.c - a thread: the second body moves along the axis by pitch for each revolution about it.
 *
 * Coordinates  angle; displacement = pitch/(2 pi) angle.
 * Rows         x_F . d = 0, y_F . d = 0, z_F . x_M = 0, z_F . y_M = 0, z_F . d - pitch/(2 pi) angle = 0.
 */
#include "model/joint_pose.h"

#define TURN 6.283185307179586

static const tml_field fields[] = {
    {"pitch", TML_FIELD_NUMBER, "m", .required = true,
     .doc = "travel per revolution; positive for a right-hand thread"},
};
static const tml_coordinate coordinates[] = {
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows[] = {
    {.kind = TML_ALONG, .a = TML_X, .name = "across x"},
    {.kind = TML_ALONG, .a = TML_Y, .name = "across y"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "tilt about y"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_Y, .name = "tilt about x"},
};

/* friction: along the thread, at its mean radius r, of the normal force N on its flank. With lead angle a, tan a = pitch/(2 pi r), force W
 * along the axis and torque T about it, friction included:
 *   N = |W cos a - T/r sin a|,  as a torque mu N r/cos a = mu |r W - T tan a|     so that raising W takes |T| = W r tan(a + atan mu)
 */
static const tml_friction_form friction[] = {{.channel = "friction",
                                              .is_rotation = true,
                                              .slip = {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
                                              .size = 1,
                                              .load = "abs(radius*fz - tz*pitch/(2*pi*radius))",
                                              .pressure = "radius*preload",
                                              .pin = "its thread, the mean one"}};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[0] / TURN;
    coefficient[1] = 1;
    return 0;
}

static tml_pose3 pose3(const double *par, const double *q)
{
    return (tml_pose3){.R = tml_rotation_about(TML_Z, q[0]), .p = {0, 0, par[0] / TURN * q[0]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)q;
    S[0] = (tml_twist3){.w = {0, 0, 1}, .v = {0, 0, par[0] / TURN}};
}

static const tml_symbol_piece symbol[] = {
    {"rail", "line", .path = "M-14 5L-10 -5L-6 5L-2 -5L2 5L6 -5L10 5L14 -5"},
};
static const tml_template templates[] = {{.title = "Screw", .plane = "pitch: 5 mm", .rank = 11}};

const tml_joint_class tml_joint_screw = {
    .name = "screw",
    .doc = "A thread: travel along the axis is proportional to the rotation about it.",
    TML_LIST(fields),
    .has_axis = true,
    .several = true,
    .space = {TML_FORM(coordinates, rows), TML_FRICTION_OF(friction), .needs_axis = true},
    .pose3 = pose3,
    .subspace3 = subspace3,
    .couple = couple,
    .coupled_name = "thread",
    .coupled = {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, {.kind = TML_ALONG, .a = TML_Z}},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  A: {screw: [ground, block], axis: z, pitch: 20 mm}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
