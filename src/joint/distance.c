/* distance.c - a massless rod between two points.
 *
 * Freedom  plane: direction of the rod, turn of the second body;  space: two angles of direction, three turns.
 * Rows     |d| - length = 0. Its multiplier is the thrust: tension = -lambda.
 */
#include "model/pose.h"

static const tml_field fields[] = {
    {"length", TML_FIELD_NUMBER, "m", .doc = "length of the rod; as drawn if not given"},
};
static const tml_row rows[] = {{.kind = TML_DISTANCE, .target = 1, .name = "length"}};
static const tml_coordinate coordinates2[] = {{"direction", "rad", {.kind = TML_NO_MEASURE}},
                                              {"angle", "rad", {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_coordinate coordinates3[] = {{"azimuth", "rad", {.kind = TML_NO_MEASURE}},
                                              {"elevation", "rad", {.kind = TML_NO_MEASURE}},
                                              TML_CARDAN_COORDINATES};

static tml_pose2 pose2(const double *par, const double *q)
{
    return (tml_pose2){par[0] * cos(q[0]), par[0] * sin(q[0]), q[1]};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    S[0] = (tml_twist2){-par[0] * sin(q[0]), par[0] * cos(q[0]), 0};
    S[1] = (tml_twist2){0, 0, 1};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    const double L = par[0], c = cos(q[1]);
    return (tml_pose3){.R = tml_cardan(q + 2), .p = {L * c * cos(q[0]), L * c * sin(q[0]), L * sin(q[1])}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    const double L = par[0], c = cos(q[1]), s = sin(q[1]);
    S[0] = (tml_twist3){.v = {-L * c * sin(q[0]), L * c * cos(q[0]), 0}};
    S[1] = (tml_twist3){.v = {-L * s * cos(q[0]), -L * s * sin(q[0]), L * c}};
    tml_cardan_subspace(q + 2, S + 2);
}

const tml_joint_class tml_joint_distance = {
    .name = "distance",
    .doc = "A massless rod of constant length between a point of the first body and a point of the second.",
    .connects = TML_CONNECT_POINTS,
    TML_LIST(fields),
    .plane = {.exists = true, .coordinates = coordinates2, .coordinates_count = 2, .rows = rows, .rows_count = 1},
    .space = {.exists = true, .coordinates = coordinates3, .coordinates_count = 5, .rows = rows, .rows_count = 1},
    .pose2 = pose2,
    .subspace2 = subspace2,
    .pose3 = pose3,
    .subspace3 = subspace3,
    .glyph = "M-4 0H4M-5 0a1 1 0 1 0 2 0M3 0a1 1 0 1 0 2 0",
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  ball: {points: {C: [0, 0]}, mass: 1, inertia: 0.01, position: [1, 0]}\n"
                     "joints:\n"
                     "  rod: {distance: [ground.O, ball.C], length: 1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], C: [1, 0.2, 0.1]}\n"
                     "bodies:\n"
                     "  ball: {points: [C], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  rod: {distance: [ground.O, ball.C]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
