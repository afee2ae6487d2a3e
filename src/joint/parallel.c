/* parallel.c - the axis of the second body stays parallel to that of the first; no point is constrained.
 *
 * Coordinates  displacement1, displacement2, displacement3 = x_F, y_F, z_F . d, angle about z.
 * Rows         z_F . x_M = 0, z_F . y_M = 0.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {
    {"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
    {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
    {"displacement3", .measure = {.kind = TML_ALONG, .a = TML_Z}},
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows[] = {{.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "tilt about y"},
                               {.kind = TML_DOT, .a = TML_Z, .b = TML_Y, .name = "tilt about x"}};

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_rotation_about(TML_Z, q[3]), .p = {q[0], q[1], q[2]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist3){.v = {1, 0, 0}};
    S[1] = (tml_twist3){.v = {0, 1, 0}};
    S[2] = (tml_twist3){.v = {0, 0, 1}};
    S[3] = (tml_twist3){.w = {0, 0, 1}};
}

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-12 -4H12M-12 4H12"},
};
static const tml_template templates[] = {{.title = "Parallel directions", .rank = 14}};

const tml_joint_class tml_joint_parallel = {
    .name = "parallel",
    .doc = "Keeps an axis of the second body parallel to one of the first.",
    .has_axis = true,
    .several = true,
    .space = {TML_FORM(coordinates, rows), .needs_axis = true},
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
                     "  A: {parallel: [ground, block], axis: [0, 1, 1]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
