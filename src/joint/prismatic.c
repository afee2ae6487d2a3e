/* prismatic.c - a slider: the second body moves along the axis of the first without relative rotation.
 *
 * Coordinates  displacement = x_F . d in the plane, z_F . d in space.
 * Rows         plane: y_F . d = 0, phi_M - phi_F = 0;
 *              space: x_F . d = 0, y_F . d = 0, x_F . y_M = 0, y_F . z_M = 0, z_F . x_M = 0.
 * Clearance    corners of a block between the sides of its guide, which are the gap away from it.
 */
#include "model/joint_pose.h"

static const tml_field fields[] = {
    {"angle", TML_FIELD_NUMBER, "rad", "0",
     .doc = "constant angle of the second body relative to the first, about the axis in space"},
};
static const tml_coordinate coordinates2[] = {{"displacement", .measure = {.kind = TML_ALONG, .a = TML_X}}};
static const tml_row rows2[] = {{.kind = TML_ALONG, .a = TML_Y, .name = "across"},
                                {.kind = TML_ANGLE, .name = "angle"}};
static const tml_coordinate coordinates3[] = {{"displacement", .measure = {.kind = TML_ALONG, .a = TML_Z}}};
static const tml_row rows3[] = {
    {.kind = TML_ALONG, .a = TML_X, .name = "across x"},
    {.kind = TML_ALONG, .a = TML_Y, .name = "across y"},
    {.kind = TML_DOT, .a = TML_X, .b = TML_Y, .name = "rotation about z"},
    {.kind = TML_DOT, .a = TML_Y, .b = TML_Z, .name = "rotation about x"},
    {.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "rotation about y"},
};

/* friction: of the reaction across the axis; with a length and a width also of its moments, which press on edges */
static const tml_friction_form friction2[] = {{.channel = "friction",
                                               .slip = {{.kind = TML_ALONG, .a = TML_X}},
                                               .size = 1,
                                               .load = "abs(fy)",
                                               .edges = "abs(fy/2 + tz/length) + abs(fy/2 - tz/length)",
                                               .pressure = "preload"}};
static const tml_friction_form friction3[] = {{.channel = "friction",
                                               .slip = {{.kind = TML_ALONG, .a = TML_Z}},
                                               .size = 1,
                                               .load = "hypot(fx, fy)",
                                               .edges = TML_EDGES,
                                               .torsion = "2*abs(tz)/width",
                                               .pressure = "preload"}};

/* clearance: corners of the block against the sides of the guide; without a length or width it does not rotate */
static const tml_play_row play2[] = {
    {{.kind = TML_ALONG, .a = TML_Y, .name = "across"}, .channel = "ey"},
    {{.kind = TML_ANGLE, .name = "angle"}, .until = "length", .channel = "tilt"},
};
static const tml_play_row play3[] = {
    {{.kind = TML_ALONG, .a = TML_X, .name = "across x"}, .channel = "ex"},
    {{.kind = TML_ALONG, .a = TML_Y, .name = "across y"}, .channel = "ey"},
    {{.kind = TML_DOT, .a = TML_X, .b = TML_Y, .name = "rotation about z"}, .until = "width"},
    {{.kind = TML_DOT, .a = TML_Y, .b = TML_Z, .name = "rotation about x"}, .until = "length"},
    {{.kind = TML_DOT, .a = TML_Z, .b = TML_X, .name = "rotation about y"}, .until = "length"},
};

static int places2(const tml_clearance_sizes *c, tml_clearance_place *out)
{
    static const char *const names[2][3] = {{"rear below", "below", "front below"},
                                            {"rear above", "above", "front above"}};
    const double half = c->width / 2;
    int count = 0;
    for (int end = -1; end <= 1; end++)
        for (int side = -1; side <= 1 && (end == 0) == !(c->length > 0); side += 2)
            out[count++] = (tml_clearance_place){.name = names[side > 0][end + 1],
                                                 .p = {end * c->length / 2, side * half, 0},
                                                 .at = {0, side * (half + c->gap), 0},
                                                 .normal = {0, -side, 0}};
    return count;
}

/* The sides that corner (x, y) = +-half is next to; of a block without width both of each pair. */
static int corner(const tml_clearance_sizes *c, const char *name, double x, double y, double z,
                  tml_clearance_place *out)
{
    const double far = c->width / 2 + c->gap;
    out[0] = (tml_clearance_place){.name = name, .p = {x * c->width / 2, y * c->width / 2, z}};
    out[1] = out[0];
    out[0].at.x = x * far, out[0].normal.x = -x;
    out[1].at.y = y * far, out[1].normal.y = -y;
    return 2;
}

static int places3(const tml_clearance_sizes *c, tml_clearance_place *out)
{
    static const char *const names[] = {"rear end", "middle", "front end"};
    int count = 0;
    for (int end = -1; end <= 1; end++) {
        const double z = end * c->length / 2;
        if ((end == 0) != !(c->length > 0))
            continue;
        for (int side = -1; side <= 1; side += 2) {
            count += corner(c, names[end + 1], side, side, z, out + count);
            count += c->width > 0 ? corner(c, names[end + 1], side, -side, z, out + count) : 0;
        }
    }
    return count;
}

static tml_pose2 pose2(const double *par, const double *q)
{
    (void)par;
    return (tml_pose2){q[0], 0, 0};
}

static void subspace2(const double *par, const double *q, tml_twist2 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist2){1, 0, 0};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    (void)par;
    return (tml_pose3){.R = tml_rotation_about(TML_Z, 0), .p = {0, 0, q[0]}};
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    (void)par, (void)q;
    S[0] = (tml_twist3){.v = {0, 0, 1}};
}

static const tml_symbol_piece symbol[] = {
    {"rail", "body", .path = "M-23 0H23", .when = "moving"},
    {"rail", "line", .path = "M-23 9.5H23", .when = "ground"},
    {"rail", "hatch", .path = "M-23 9.5H23", .when = "ground"},
    {"second", "paper", .path = "M-13 -8.5H13V8.5H-13Z"},
    {"second", "solid", .path = TML_CIRCLE(1.6, 3.2)},
};
static const tml_template templates[] = {{.title = "Slider", .rank = 2}};

const tml_joint_class tml_joint_prismatic = {
    .name = "prismatic",
    .doc = "A slider: the second body moves along the axis, fixed in the first, without relative rotation.",
    TML_LIST(fields),
    .has_axis = true,
    .several = true,
    .plane = {TML_FORM(coordinates2, rows2), TML_FRICTION_OF(friction2),
              TML_CLEARANCE_OF(play2, "length width", places2), .needs_axis = true},
    .space = {TML_FORM(coordinates3, rows3), TML_FRICTION_OF(friction3),
              TML_CLEARANCE_OF(play3, "length width", places3), .needs_axis = true},
    .slider = true,
    .pose2 = pose2,
    .subspace2 = subspace2,
    .pose3 = pose3,
    .subspace3 = subspace3,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {S: [0, 0]}}\n"
                     "  block: {points: {S: [0, 0]}, mass: 2, inertia: 0.1}\n"
                     "joints:\n"
                     "  S: {prismatic: [ground, block], axis: [3, -4]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "bodies:\n"
                     "  ground: {points: {S: [0, 0, 0]}}\n"
                     "  block: {points: {S: [0, 0, 0]}, mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  S: {prismatic: [ground, block], axis: [1, 0, -1], angle: 20 deg}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
