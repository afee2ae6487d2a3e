/* stage.c - a sliding table: the second body moves in both directions and does not turn against the first.
 *
 * Coordinates  x = x_F . d, y = y_F . d.
 * Rows         phi_M - phi_F = 0.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {{"x", false, {.kind = TML_ALONG, .a = TML_X}},
                                             {"y", false, {.kind = TML_ALONG, .a = TML_Y}}};
static const tml_row rows[] = {{.kind = TML_ANGLE, .name = "angle"}};

static tml_pose2 pose2(const double *par, const double *q)
{
    (void)par;
    return (tml_pose2){q[0], q[1], 0};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist2){1, 0, 0};
    S[1] = (tml_twist2){0, 1, 0};
}

static const tml_symbol_piece symbol[] = {
    {"point", "paper", .path = "M-8 -8H8V8H-8Z"},
    {"point", "line", .path = "M-14 0H14M0 -14V14"},
};

const tml_joint_class tml_joint_stage = {
    .name = "stage",
    .doc = "A sliding table: the second body moves in both directions and does not turn.",
    .plane = {TML_FORM(coordinates, rows)},
    .pose2 = pose2,
    .subspace2 = subspace2,
    TML_LIST(symbol),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {S: [0, 0]}}\n"
                     "  table: {points: {S: [0, 0]}, mass: 2, inertia: 0.1}\n"
                     "joints:\n"
                     "  S: {stage: [ground, table]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
