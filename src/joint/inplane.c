/* inplane.c - a point of the second body stays in a plane of the first, perpendicular to the axis.
 *
 * Coordinates  displacement1, displacement2 in the plane, three rotations.
 * Rows         z_F . d = 0.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {{"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
                                             {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
                                             TML_CARDAN_COORDINATES};
static const tml_row rows[] = {{.kind = TML_ALONG, .a = TML_Z, .name = "height"}};

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_cardan(q + 2), .p = {q[0], q[1], 0}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par;
    S[0] = (tml_twist3){.v = {1, 0, 0}};
    S[1] = (tml_twist3){.v = {0, 1, 0}};
    tml_cardan_subspace(q + 2, S + 2);
}

static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    (void)par;
    return (tml_twist3){.w = tml_cardan_bias(q + 2, u + 2)};
}

static const tml_symbol_piece symbol[] = {
    {"point", "muted", .path = "M-15 6H15"},
    {"point", "paper", .path = "M-4.5 1.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z"},
};
static const tml_template templates[] = {{.title = "Point on a plane", .rank = 13}};

const tml_joint_class tml_joint_inplane = {
    .name = "inplane",
    .doc = "A point of the second body stays in a plane of the first, perpendicular to the axis.",
    .has_axis = true,
    .space = {TML_FORM(coordinates, rows), .needs_axis = true},
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
                     "  A: {inplane: [ground, block], axis: [0.3, 0, 1]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
