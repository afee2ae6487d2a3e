/* skate.c - a blade on the second body: its point moves along the blade only, on the plane of the first.
 *
 * Coordinates  displacement1, displacement2 = x_F, y_F . d, angle.
 * Rows         y_M . d' = 0, d' in the axes of F: a rate only. Any position can be reached, but not by sliding sideways (nonholonomic).
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates2[] = {
    {"displacement1", .measure = {.kind = TML_ALONG, .a = TML_X}},
    {"displacement2", .measure = {.kind = TML_ALONG, .a = TML_Y}},
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows2[] = {{.kind = TML_TRACK_ACROSS, .b = TML_Y, .rate_only = true, .name = "across"}};

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

static const tml_symbol_piece symbol[] = {
    {"rail", "solid", .path = "M-14 0L-10 -2.5H10L14 0L10 2.5H-10Z"},
};
static const tml_template templates[] = {{.title = "Skate", .rank = 17}};

const tml_joint_class tml_joint_skate = {
    .name = "skate",
    .doc = "A blade or a narrow wheel seen from above: a point of the second body moves only along the axis, which "
           "rotates with that body. It restricts velocities, not positions.",
    .has_axis = true,
    .plane = {TML_FORM(coordinates2, rows2), .needs_axis = true},
    .pose2 = pose2,
    .subspace2 = subspace2,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "gravity: [0, 0]\n"
                     "points: {S: [0, 0], C: [0.3, 0]}\n"
                     "bodies:\n"
                     "  sleigh: {points: [S, C], mass: 2, com: C, inertia: 0.1}\n"
                     "joints:\n"
                     "  S: {skate: [ground, sleigh], axis: x}\n"
                     "initial: {S.displacement1_speed: 1, S.angle_speed: 2}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
