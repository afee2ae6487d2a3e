/* distance.c - a massless rod between two points.
 *
 * Coordinates  plane: direction of the rod, rotation of the second body;  space: two angles of direction, three rotations.
 * Rows         |d| - length = 0. Its multiplier is the thrust: tension = -lambda.
 * Bias         space: p = L (cos e cos a, cos e sin a, sin e); at constant a', e'
 *              p'' = L (-(a'^2 + e'^2) cos e cos a + 2 a' e' sin e sin a,
 *                       -(a'^2 + e'^2) cos e sin a - 2 a' e' sin e cos a,  -e'^2 sin e).
 *
 * The azimuth a is undefined where the rod is along z (cos e = 0), so in space the angles are a chart with singular points.
 */
#include "elementary/elementary.h"
#include "model/joint_pose.h"

static const tml_field fields[] = {
    {"length", TML_FIELD_NUMBER, "m", .doc = "length of the rod; as drawn if not given"},
};
static const tml_row rows[] = {{.kind = TML_DISTANCE, .target = 1, .name = "length"}};
static const tml_coordinate coordinates2[] = {
    {"direction", .is_rotation = true, .measure = {.kind = TML_NO_MEASURE}},
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_coordinate coordinates3[] = {{"azimuth", .is_rotation = true, .measure = {.kind = TML_NO_MEASURE}},
                                              {"elevation", .is_rotation = true, .measure = {.kind = TML_NO_MEASURE}},
                                              TML_CARDAN_COORDINATES};

static tml_pose2 pose2(const double *par, const double *q)
{
    const tml_sine_cosine a = tml_sincos(q[0]);
    return (tml_pose2){par[0] * a.cosine, par[0] * a.sine, q[1]};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    const tml_sine_cosine a = tml_sincos(q[0]);
    S[0] = (tml_twist2){-par[0] * a.sine, par[0] * a.cosine, 0};
    S[1] = (tml_twist2){0, 0, 1};
}

static tml_twist2 bias2(const double *par, const double *q, const double *u)
{
    const double pull = -par[0] * u[0] * u[0];
    const tml_sine_cosine a = tml_sincos(q[0]);
    return (tml_twist2){pull * a.cosine, pull * a.sine, 0};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    const double L = par[0];
    const tml_sine_cosine a = tml_sincos(q[0]), e = tml_sincos(q[1]);
    return (tml_pose3){.R = tml_cardan(q + 2), .p = {L * e.cosine * a.cosine, L * e.cosine * a.sine, L * e.sine}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    const double L = par[0];
    const tml_sine_cosine a = tml_sincos(q[0]), e = tml_sincos(q[1]);
    S[0] = (tml_twist3){.v = {-L * e.cosine * a.sine, L * e.cosine * a.cosine, 0}};
    S[1] = (tml_twist3){.v = {-L * e.sine * a.cosine, -L * e.sine * a.sine, L * e.cosine}};
    tml_cardan_subspace(q + 2, S + 2);
}

static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    const tml_sine_cosine a = tml_sincos(q[0]), e = tml_sincos(q[1]);
    const double L = par[0], pull = -L * (u[0] * u[0] + u[1] * u[1]) * e.cosine, across = 2 * L * u[0] * u[1] * e.sine;
    return (tml_twist3){
        .w = tml_cardan_bias(q + 2, u + 2),
        .v = {pull * a.cosine + across * a.sine, pull * a.sine - across * a.cosine, -L * u[1] * u[1] * e.sine}};
}

static const tml_symbol_piece symbol[] = {
    {"line", "rod", .path = "M0 0H100"},
    TML_BEARING("ends"),
    {"ends", "paper", .path = TML_CIRCLE(4, 8)},
    {"ends", "solid", .path = TML_CIRCLE(1.3, 2.6)},
};
static const tml_template templates[] = {{.title = "Rod", .stem = "rod", .rank = 5}};

const tml_joint_class tml_joint_distance = {
    .name = "distance",
    .doc = "A massless rod of constant length between a point of the first body and a point of the second.",
    .connects = TML_CONNECT_POINTS,
    TML_LIST(fields),
    .plane = {TML_FORM(coordinates2, rows)},
    .space = {TML_FORM(coordinates3, rows)},
    .pose2 = pose2,
    .subspace2 = subspace2,
    .bias2 = bias2,
    .pose3 = pose3,
    .subspace3 = subspace3,
    .bias3 = bias3,
    .ball = true,
    .chart = true,
    TML_LIST(symbol),
    TML_LIST(templates),
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
