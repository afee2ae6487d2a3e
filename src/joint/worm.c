/* worm.c - a worm and its wheel: two rotations about axes that do not meet.
 *
 * Rows         angle_2 +- (starts/teeth) angle_1 = offset.
 * A right-hand worm that rotates by w_1 about a moves the teeth that it touches by -lead/(2 pi) w_1 along a, as it would a nut. They lie
 * at -r u from the axis b of the wheel, u the common normal from worm to wheel: r w_2 a . (b x u) = lead/(2 pi) w_1.
 */
#include "model/joint_class.h"

enum { STARTS, TEETH, HAND, OFFSET };
static const tml_field fields[] = {
    [STARTS] = {"starts", TML_FIELD_NUMBER, "", "1", .doc = "number of threads of the worm"},
    [TEETH] = {"teeth", TML_FIELD_NUMBER, "", .required = true, .doc = "number of teeth of the wheel"},
    [HAND] = {"hand", TML_FIELD_CHOICE, .preset = "right", .choices = "right left", .doc = "of the thread"},
    [OFFSET] = {"offset", TML_FIELD_NUMBER, "rad", "0", .doc = "angle of the second joint when the first is at zero"},
};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[STARTS] / par[TEETH];
    coefficient[1] = 1;
    return par[OFFSET];
}

static double sense(const double *par, const tml_mesh *mesh, const char **reason)
{
    const tml_vec3 a = mesh->axis[0], b = mesh->axis[1], d = tml_sub(mesh->at[1], mesh->at[0]), n = tml_cross(a, b);
    const double nn = tml_dot(n, n), along = tml_dot(d, n);
    *reason = "the axes are parallel";
    if (!(nn > 1e-12))
        return 0;
    *reason = "the axes meet, so that there is no side for the wheel";
    if (fabs(along) < 1e-6 * mesh->size * sqrt(nn))
        return 0;
    *reason = "numbers of threads and teeth must be above zero";
    if (!(par[STARTS] > 0 && par[TEETH] > 0))
        return 0;
    return (along > 0) == (par[HAND] == 0) ? 1 : -1; /* a . (b x u) = u . n has the sign of d . n */
}

static const tml_symbol_piece symbol[] = {
    {.motif = "gears"},
};
static const tml_template templates[] = {{.title = "Worm and wheel", .plane = "teeth: 40", .rank = 18}};

const tml_joint_class tml_joint_worm = {
    .name = "worm",
    .doc = "A worm, the first joint, and its wheel: couples two rotations about axes that do not meet, by threads and "
           "teeth.",
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
                     "points: {A: [0, 0, 0], B: [0, 0.1, 0]}\n"
                     "bodies:\n"
                     "  worm: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"
                     "  wheel: {points: [B], mass: 4, inertia: [0.02, 0.02, 0.04]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, worm], axis: x}\n"
                     "  B: {revolute: [ground, wheel], axis: z}\n"
                     "  mesh: {worm: [A, B], starts: 2, teeth: 40}\n"
                     "forces:\n"
                     "  motor: {torque: worm, value: [0.5, 0, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
