/* universal.c - two crossed pins: along x of F and along y of M.
 *
 * Coordinates  angle1 about x_F, angle2 about y_M.
 * Rows         d = 0 (3), x_F . y_M = 0.
 */
#include "elementary/elementary.h"
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {
    {"angle1", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_Y, .b = TML_Z}},
    {"angle2", .is_rotation = true, .measure = {.kind = TML_ANGLE_M, .a = TML_X, .b = TML_Z}}};
static const tml_row rows[] = {
    {.kind = TML_COORD, .a = TML_X, .name = "x"},
    {.kind = TML_COORD, .a = TML_Y, .name = "y"},
    {.kind = TML_COORD, .a = TML_Z, .name = "z"},
    {.kind = TML_DOT, .a = TML_X, .b = TML_Y, .name = "cross"},
};

/* friction: each pin of the cross has a radius, and a length between its two ends, which carry its moment */
static const tml_friction_form friction[] = {
    {.channel = "friction1",
     .is_rotation = true,
     .slip = {{.kind = TML_ANGLE, .a = TML_Y, .b = TML_Z}},
     .size = 1,
     .load = "radius*hypot(fy, fz)",
     .edges = "radius*(hypot(fy/2 + tz/length, fz/2 - ty/length) + hypot(fy/2 - tz/length, fz/2 + ty/length))",
     .thrust = "collar*abs(fx)",
     .pressure = "radius*preload",
     .pin = "its pins"},
    {.channel = "friction2",
     .is_rotation = true,
     .slip = {{.kind = TML_ANGLE_M, .a = TML_X, .b = TML_Z}},
     .size = 1,
     .load = "radius*hypot(fz2, fx2)",
     .edges = "radius*(hypot(fz2/2 + tx2/length, fx2/2 - tz2/length) + hypot(fz2/2 - tx2/length, fx2/2 + tz2/length))",
     .thrust = "collar*abs(fy2)",
     .pressure = "radius*preload",
     .pin = "its pins"}};

/* R_FM = rotation about x by q[0], then about the rotated y by q[1] */
static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_cardan((double[]){q[0], q[1], 0})};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par;
    const tml_sine_cosine turn = tml_sincos(q[0]);
    S[0] = (tml_twist3){.w = {1, 0, 0}};
    S[1] = (tml_twist3){.w = {0, turn.cosine, turn.sine}};
}

/* the first rotation rotates the second axis */
static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    (void)par;
    const tml_sine_cosine turn = tml_sincos(q[0]);
    return (tml_twist3){.w = {0, -u[0] * u[1] * turn.sine, u[0] * u[1] * turn.cosine}};
}

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-10 0H10M0 -10V10"},
    {"point", "paper", .path = TML_CIRCLE(3, 6)},
};
static const tml_template templates[] = {{.title = "Universal joint", .rank = 9}};

const tml_joint_class tml_joint_universal = {
    .name = "universal",
    .doc = "Two crossed pins; axes: [a, b] gives the pin in the first body and the one in the second.",
    .has_axes = true,
    .axis_on_F = TML_X,
    .axis_on_M = TML_Y,
    .space = {TML_FORM(coordinates, rows), TML_FRICTION_OF(friction)},
    .pose3 = pose3,
    .subspace3 = subspace3,
    .bias3 = bias3,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  A: {universal: [ground, block], axes: [x, y]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
