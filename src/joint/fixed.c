/* fixed.c - a weld: the two frames coincide.
 *
 * Rows         plane: d = 0 (2), phi_M - phi_F = 0;
 *              space: d = 0 (3), x_F . y_M = 0, y_F . z_M = 0, z_F . x_M = 0.
 */
#include "model/joint_pose.h"

static const tml_field fields[] = {
    {"angle", TML_FIELD_NUMBER, "rad", "0",
     .doc = "constant angle of the second body relative to the first, about the axis in space"},
};
static const tml_row rows2[] = {{.kind = TML_COORD, .a = TML_X, .name = "x"},
                                {.kind = TML_COORD, .a = TML_Y, .name = "y"},
                                {.kind = TML_ANGLE, .name = "angle"}};
static const tml_row rows3[] = {
    {.kind = TML_COORD, .a = TML_X, .name = "x"},
    {.kind = TML_COORD, .a = TML_Y, .name = "y"},
    {.kind = TML_COORD, .a = TML_Z, .name = "z"},
    {.kind = TML_DOT, .a = TML_X, .b = TML_Y, .name = "rotation about z"},
    {.kind = TML_DOT, .a = TML_Y, .b = TML_Z, .name = "rotation about x"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "rotation about y"},
};

static tml_pose2 pose2(const double *par, const double *q)
{
    (void)par, (void)q;
    return (tml_pose2){0, 0, 0};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par, (void)q;
    return (tml_pose3){.R = tml_rotation_about(TML_Z, 0)};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    (void)par, (void)q, (void)S;
}
static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par, (void)q, (void)S;
}

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-17 0H17", .when = "ground"},
    {"point", "hatch", .path = "M-17 0H17", .when = "ground"},
    {"point", "paper", .path = "M-6 -6H6V6H-6ZM-6 -6L6 6M6 -6L-6 6"},
};
static const tml_template templates[] = {{.title = "Weld", .rank = 4}};

const tml_joint_class tml_joint_fixed = {
    .name = "fixed",
    .doc = "A weld: no relative motion of the bodies.",
    TML_LIST(fields),
    .has_axis = true,
    .several = true,
    .plane = {.exists = true, .rows = rows2, .rows_count = 3},
    .space = {.exists = true, .rows = rows3, .rows_count = 6},
    .pose2 = pose2,
    .subspace2 = subspace2,
    .pose3 = pose3,
    .subspace3 = subspace3,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                     "  tip: {points: {A: [0, 0]}, mass: 0.5, inertia: 0.01}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod]}\n"
                     "  A: {fixed: [rod, tip], angle: 30 deg}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], A: [1, 0, 0]}\n"
                     "bodies:\n"
                     "  rod: {points: [O, A], mass: 1, inertia: [0.001, 0.08, 0.08]}\n"
                     "  tip: {points: [A], mass: 0.5, inertia: [0.01, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  O: {spherical: [ground, rod]}\n"
                     "  A: {fixed: [rod, tip]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
