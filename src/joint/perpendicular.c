/* perpendicular.c - an axis of the second body stays perpendicular to an axis of the first; no point is constrained.
 *
 * Coordinates  displacement1, displacement2, displacement3 = x_F, y_F, z_F . d; rotations about z_F and about x_M.
 * Rows         z_F . x_M = 0.
 */
#include "elementary/elementary.h"
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {
    {"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
    {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
    {"displacement3", .measure = {.kind = TML_ALONG, .a = TML_Z}},
    {"angle1", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
    {"angle2", .is_rotation = true, .measure = {.kind = TML_ANGLE_M, .a = TML_Z, .b = TML_Y}}};
static const tml_row rows[] = {{.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "square"}};

/* R_FM = rotation about z by q[3], then about the rotated x by q[4] */
static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    const tml_mat3 Z = tml_rotation_about(TML_Z, q[3]), X = tml_rotation_about(TML_X, q[4]);
    return (tml_pose3){.R = tml_mat3_product(&Z, &X), .p = {q[0], q[1], q[2]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    const tml_sine_cosine turn = tml_sincos(q[3]);
    (void)par;
    S[0] = (tml_twist3){.v = {1, 0, 0}};
    S[1] = (tml_twist3){.v = {0, 1, 0}};
    S[2] = (tml_twist3){.v = {0, 0, 1}};
    S[3] = (tml_twist3){.w = {0, 0, 1}};
    S[4] = (tml_twist3){.w = {turn.cosine, turn.sine, 0}};
}

/* the rotation about z_F rotates the axis of the other */
static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    (void)par;
    const tml_sine_cosine turn = tml_sincos(q[3]);
    return (tml_twist3){.w = {-u[3] * u[4] * turn.sine, u[3] * u[4] * turn.cosine, 0}};
}

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-12 8H12M0 8V-12"},
};
static const tml_template templates[] = {{.title = "Perpendicular directions", .rank = 15}};

const tml_joint_class tml_joint_perpendicular = {
    .name = "perpendicular",
    .doc = "Keeps an axis of the second body perpendicular to an axis of the first: axes: [a, b].",
    .has_axes = true,
    .axis_on_F = TML_Z,
    .axis_on_M = TML_X,
    .space = {TML_FORM(coordinates, rows)},
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
                     "  A: {perpendicular: [ground, block], axes: [z, x]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
