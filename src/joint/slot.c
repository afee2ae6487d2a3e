/* slot.c - a pin in a slot: a point of the second body stays on a line of the first.
 *
 * Coordinates  plane: displacement = x_F . d, angle;  space: displacement = z_F . d, three rotations.
 * Rows         plane: y_F . d = 0;  space: x_F . d = 0, y_F . d = 0.
 */
#include "model/joint_pose.h"

static const tml_coordinate coordinates2[] = {
    {"displacement", .measure = {.kind = TML_ALONG, .a = TML_X}},
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows2[] = {{.kind = TML_ALONG, .a = TML_Y, .name = "across"}};
static const tml_coordinate coordinates3[] = {{"displacement", .measure = {.kind = TML_ALONG, .a = TML_Z}},
                                              TML_CARDAN_COORDINATES};
static const tml_row rows3[] = {{.kind = TML_ALONG, .a = TML_X, .name = "across x"},
                                {.kind = TML_ALONG, .a = TML_Y, .name = "across y"}};

/* friction: of the pin along the slot; with a radius also of its rotation */
#define ALONG_SLOT(axis, force)                                                                                        \
    {                                                                                                                  \
        .channel = "friction", .slip = {{.kind = TML_ALONG, .a = (axis)}}, .size = 1, .load = (force),                 \
        .pressure = "preload"                                                                                          \
    }
static const tml_friction_form friction2[] = {ALONG_SLOT(TML_X, "abs(fy)"),
                                              {.channel = "friction_torque",
                                               .is_rotation = true,
                                               .slip = {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
                                               .size = 1,
                                               .load = "radius*abs(fy)",
                                               .pressure = "radius*preload",
                                               .pin = "its pin",
                                               .optional = true}};
static const tml_friction_form friction3[] = {
    ALONG_SLOT(TML_Z, "hypot(fx, fy)"),
    {.channel = "friction_torque",
     .is_rotation = true,
     .slip = {{.kind = TML_ROTATE, .a = TML_X}, {.kind = TML_ROTATE, .a = TML_Y}, {.kind = TML_ROTATE, .a = TML_Z}},
     .size = 3,
     .load = "radius*hypot(fx, fy)",
     .pressure = "radius*preload",
     .pin = "its ball",
     .optional = true}};

static tml_pose2 pose2(const double *par, const double *q)
{
    (void)par;
    return (tml_pose2){q[0], 0, q[1]};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist2){1, 0, 0};
    S[1] = (tml_twist2){0, 0, 1};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_cardan(q + 1), .p = {0, 0, q[0]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par;
    S[0] = (tml_twist3){.v = {0, 0, 1}};
    tml_cardan_subspace(q + 1, S + 1);
}

static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    (void)par;
    return (tml_twist3){.w = tml_cardan_bias(q + 1, u + 1)};
}

static const tml_symbol_piece symbol[] = {
    {"rail", "groove", .path = "M-7.5 -8H7.5A8 8 0 0 1 7.5 8H-7.5A8 8 0 0 1 -7.5 -8Z"},
    {"rail", "hatch", .path = "M-15.5 8H15.5", .when = "ground"},
    TML_PIN("second"),
};
static const tml_template templates[] = {{.title = "Slot", .rank = 3}};

const tml_joint_class tml_joint_slot = {
    .name = "slot",
    .doc = "A pin in a slot: a point of the second body stays on a line of the first, along the axis.",
    .has_axis = true,
    .plane = {TML_FORM(coordinates2, rows2), TML_FRICTION_OF(friction2), .needs_axis = true},
    .space = {TML_FORM(coordinates3, rows3), TML_FRICTION_OF(friction3), .needs_axis = true},
    .pose2 = pose2,
    .subspace2 = subspace2,
    .pose3 = pose3,
    .subspace3 = subspace3,
    .bias3 = bias3,
    .ball = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {S: [0, 0]}}\n"
                     "  rod: {points: {S: [0, 0], A: [0.6, -0.8]}, mass: 1, shape: rod}\n"
                     "joints:\n"
                     "  S: {slot: [ground, rod], axis: [1, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {S: [0, 0, 0], A: [0.3, 0, -1]}\n"
                     "bodies:\n"
                     "  rod: {points: [S, A], mass: 1, inertia: [0.08, 0.08, 0.01]}\n"
                     "joints:\n"
                     "  S: {slot: [ground, rod], axis: x}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
