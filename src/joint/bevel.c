/* bevel.c - a pair of bevel gears: two rotations about axes that meet, coupled by their numbers of teeth.
 *
 * Rows         angle_2 +- ratio angle_1 = offset,  ratio = (teeth of 1)/(teeth of 2).
 * The cones touch between the wheels: seen from the apex the wheels rotate in opposite senses, w_2 = -ratio w_1 about the directions
 * from the apex to the wheels.
 */
#include "model/joint_class.h"

static const tml_field fields[] = {
    {"ratio", TML_FIELD_NUMBER, "", .required = true, .doc = "teeth of the first wheel over teeth of the second"},
    {"offset", TML_FIELD_NUMBER, "rad", "0", .doc = "angle of the second joint when the first is at zero"},
};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[0];
    coefficient[1] = 1;
    return par[1];
}

/* Where two lines meet: the feet of their common normal are s and t along them. */
static double sense(const double *par, const tml_mesh *mesh, const char **reason)
{
    const tml_vec3 a = mesh->axis[0], b = mesh->axis[1], d = tml_sub(mesh->at[1], mesh->at[0]), n = tml_cross(a, b);
    const double nn = tml_dot(n, n), near = 1e-6 * mesh->size;
    *reason = "the axes are parallel";
    if (!(nn > 1e-12))
        return 0;
    const double s = tml_dot(tml_cross(d, b), n) / nn, t = tml_dot(tml_cross(d, a), n) / nn;
    *reason = "the axes do not meet";
    if (fabs(tml_dot(d, n)) > near * sqrt(nn))
        return 0;
    *reason = "a wheel is where the axes meet";
    if (fabs(s) < near || fabs(t) < near)
        return 0;
    *reason = "the ratio of teeth must be above zero";
    return !(par[0] > 0) ? 0 : s * t > 0 ? -1 : 1; /* from the apex the wheels are at -s a and -t b */
}

static const tml_symbol_piece symbol[] = {
    {.motif = "gears"},
};
static const tml_template templates[] = {{.title = "Bevel gears", .plane = "ratio: 20/40", .rank = 17}};

const tml_joint_class tml_joint_bevel = {
    .name = "bevel",
    .doc = "Bevel gears: couples two rotations about axes that meet; the sense follows from where the wheels are.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .space = {.exists = true},
    .couple = couple,
    .couples = "angle angle",
    .sense = sense,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0.2, 0, 0], B: [0, 0.4, 0]}\n"
                     "bodies:\n"
                     "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  wheel: {points: [B], mass: 4, inertia: [0.05, 0.08, 0.05]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion], axis: x}\n"
                     "  B: {revolute: [ground, wheel], axis: y}\n"
                     "  mesh: {bevel: [A, B], ratio: 20/40}\n"
                     "forces:\n"
                     "  motor: {torque: pinion, value: [3, 0, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
