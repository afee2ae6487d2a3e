/* revolute.c - a pin: the bodies share a point and rotate about it (in space about a common axis).
 *
 * Coordinates  angle.
 * Rows         plane: d = 0 (2);  space: d = 0 (3), z_F . x_M = 0, z_F . y_M = 0.
 * Clearance    a journal in its bore: |x_F . d, y_F . d| <= gap, in space at both ends of the bearing; axial play |z_F . d| <= axial.
 */
#include "model/joint_pose.h"

static const tml_row rows2[] = {{.kind = TML_COORD, .a = TML_X, .name = "x"},
                                {.kind = TML_COORD, .a = TML_Y, .name = "y"}};
static const tml_coordinate coordinates[] = {
    {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows3[] = {
    {.kind = TML_COORD, .a = TML_X, .name = "x"},
    {.kind = TML_COORD, .a = TML_Y, .name = "y"},
    {.kind = TML_COORD, .a = TML_Z, .name = "z"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "tilt about y"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_Y, .name = "tilt about x"},
};

/* friction: a pin of a radius, on a collar that takes the force along the axis */
static const tml_friction_form friction2[] = {{.channel = "friction",
                                               .is_rotation = true,
                                               .slip = {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
                                               .size = 1,
                                               .load = "radius*hypot(fx, fy)",
                                               .pressure = "radius*preload",
                                               .pin = "its pin"}};
static const tml_friction_form friction3[] = {{.channel = "friction",
                                               .is_rotation = true,
                                               .slip = {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}},
                                               .size = 1,
                                               .load = "radius*hypot(fx, fy)",
                                               .edges = "radius*(" TML_EDGES ")",
                                               .thrust = "collar*abs(fz)",
                                               .pressure = "radius*preload",
                                               .pin = "its pin"}};

/* clearance: the journal, a circle, in the bore; in space a circle at each end of it, which without a length is in its middle */
static const tml_play_row play2[] = {{{.kind = TML_ALONG, .a = TML_X, .name = "x"}, .channel = "ex"},
                                     {{.kind = TML_ALONG, .a = TML_Y, .name = "y"}, .channel = "ey"}};
static const tml_play_row play3[] = {
    {{.kind = TML_ALONG, .a = TML_X, .name = "x"}, .channel = "ex"},
    {{.kind = TML_ALONG, .a = TML_Y, .name = "y"}, .channel = "ey"},
    {{.kind = TML_ALONG, .a = TML_Z, .name = "z"}, .until = "axial", .channel = "ez"},
    {{.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "tilt about y"}, .until = "length"},
    {{.kind = TML_DOT, .a = TML_Z, .b = TML_Y, .name = "tilt about x"}, .until = "length"},
};

static int places2(const tml_clearance_sizes *c, tml_clearance_place *out)
{
    out[0] = (tml_clearance_place){.radius = c->radius, .bore = c->radius + c->gap};
    return 1;
}

static int places3(const tml_clearance_sizes *c, tml_clearance_place *out)
{
    int count = places2(c, out);
    if (c->length > 0) {
        out[1] = out[0];
        out[0].name = "lower end", out[0].p.z = -c->length / 2;
        out[1].name = "upper end", out[1].p.z = c->length / 2;
        count = 2;
    } else if (c->axial > 0) {
        out[0].name = "bore";
    }
    for (int side = -1; side <= 1 && c->axial > 0; side += 2)
        out[count++] = (tml_clearance_place){
            .name = side < 0 ? "lower collar" : "upper collar", .at = {0, 0, side * c->axial}, .normal = {0, 0, -side}};
    return count;
}

static tml_pose2 pose2(const double *par, const double *q)
{
    (void)par;
    return (tml_pose2){0, 0, q[0]};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist2){0, 0, 1};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_rotation_about(TML_Z, q[0])};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist3){.w = {0, 0, 1}};
}

static const tml_symbol_piece symbol[] = {
    TML_BEARING("point"),
    TML_PIN("point"),
};
static const tml_template templates[] = {{.title = "Pin", .rank = 1}};

const tml_joint_class tml_joint_revolute = {
    .name = "revolute",
    .doc = "A pin: the bodies share a point and rotate about it; in space about the common axis.",
    .has_axis = true,
    .several = true,
    .plane = {TML_FORM(coordinates, rows2), TML_FRICTION_OF(friction2), TML_CLEARANCE_OF(play2, "radius", places2),
              .shares_point = true},
    .space = {TML_FORM(coordinates, rows3), TML_FRICTION_OF(friction3),
              TML_CLEARANCE_OF(play3, "radius length axial", places3), .needs_axis = true},
    .hinge = true,
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
                     "joints:\n"
                     "  O: {revolute: [ground, rod]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], A: [1, 0, 0]}\n"
                     "bodies:\n"
                     "  rod: {points: [O, A], mass: 1, inertia: [0.001, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod], axis: y}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
