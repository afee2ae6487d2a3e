/* free.c - no constraint: six coordinates, in the plane three, named so that they can be given and driven.
 *
 * Coordinates  plane: displacement1, displacement2 = x_F, y_F . d, angle;
 *              space: displacement1, displacement2, displacement3 = x_F, y_F, z_F . d, three rotations.
 * Rows         none.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates2[] = {
    {"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
    {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_coordinate coordinates3[] = {{"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
                                              {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
                                              {"displacement3", .measure = {.kind = TML_ALONG, .a = TML_Z}},
                                              TML_CARDAN_COORDINATES};

static tml_pose2 pose2(const double *par, const double *q)
{
    (void)par;
    return (tml_pose2){q[0], q[1], q[2]};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist2){1, 0, 0};
    S[1] = (tml_twist2){0, 1, 0};
    S[2] = (tml_twist2){0, 0, 1};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_cardan(q + 3), .p = {q[0], q[1], q[2]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par;
    S[0] = (tml_twist3){.v = {1, 0, 0}};
    S[1] = (tml_twist3){.v = {0, 1, 0}};
    S[2] = (tml_twist3){.v = {0, 0, 1}};
    tml_cardan_subspace(q + 3, S + 3);
}

static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    (void)par;
    return (tml_twist3){.w = tml_cardan_bias(q + 3, u + 3)};
}

static const tml_symbol_piece symbol[] = {
    {"point", "muted", .path = "M-12 0H12M0 -12V12M-8 8L8 -8"},
};
static const tml_template templates[] = {{.title = "Free body", .rank = 16}};

const tml_joint_class tml_joint_free = {
    .name = "free",
    .doc = "No constraint: names the coordinates of the second body relative to the first, six, in the plane three.",
    .has_axis = true,
    .several = true,
    .plane = {.exists = true, .coordinates = coordinates2, .coordinates_count = 3},
    .space = {.exists = true, .coordinates = coordinates3, .coordinates_count = 6},
    .pose2 = pose2,
    .subspace2 = subspace2,
    .pose3 = pose3,
    .subspace3 = subspace3,
    .bias3 = bias3,
    .ball = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "points: {A: [0, 0], B: [0.8, 0.3]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: 0.1}\n"
                     "joints:\n"
                     "  A: {free: [ground, block]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  A: {free: [ground, block]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
