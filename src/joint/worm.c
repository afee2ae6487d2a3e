/* worm.c - a worm and its wheel: two rotations about axes that do not meet.
 *
 * Ratio        angle_2 +- (starts/teeth) angle_1 = constant: a pure couple on each shaft, unless a diameter is given.
 * A right-hand worm that rotates by w_1 about a moves the teeth that it touches by -lead/(2 pi) w_1 along a, as it would a nut. They lie
 * at -r u from the axis b of the wheel, u the common normal from worm to wheel: r w_2 a . (b x u) = lead/(2 pi) w_1.
 * Teeth        tan(gamma) = starts module/diameter. At the pitch point worm and wheel keep step across the thread: F along a, the tangential force on the
 *              wheel, F tan(gamma) along the circumference of the worm; |F| tan(alpha)/cos(gamma) pushes apart.
 */
#include "elementary/elementary.h"
#include "model/joint_class.h"
#include <stdio.h>

enum { STARTS, TEETH, HAND, OFFSET, DIAMETER, MODULE, PRESSURE, BACKLASH, RESTITUTION, EFFICIENCY, COEFFICIENT };
static const tml_field fields[] = {
    [STARTS] = {"starts", TML_FIELD_NUMBER, "", "1", .doc = "number of threads of the worm"},
    [TEETH] = {"teeth", TML_FIELD_NUMBER, "", .required = true, .doc = "number of teeth of the wheel"},
    [HAND] = {"hand", TML_FIELD_CHOICE, .preset = "right", .choices = "right left", .doc = "of the thread"},
    [OFFSET] = {"offset", TML_FIELD_NUMBER, "rad", "0",
                .doc = "angle of the second joint when the first is at zero, without a diameter"},
    [DIAMETER] = {"diameter", TML_FIELD_NUMBER, "m",
                  .doc = "of the worm's pitch cylinder: teeth mesh, with the tooth force; without it a pure couple"},
    [MODULE] = {"module", TML_FIELD_NUMBER, "m",
                .doc = "of teeth, along the worm: checked against the distance of the axes"},
    [PRESSURE] = {"pressure", TML_FIELD_NUMBER, "rad", "20 deg", .doc = "pressure angle of teeth, normal to them"},
    [BACKLASH] = TML_FIELD_BACKLASH,
    [RESTITUTION] = TML_FIELD_FLANK_RESTITUTION,
    [EFFICIENCY] = TML_FIELD_EFFICIENCY,
    [COEFFICIENT] = {"coefficient", TML_FIELD_NUMBER, "",
                     .doc = "of friction between the threads and the teeth; in place of an efficiency"},
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

static bool place(const tml_toothed_pair *w, tml_tooth *tooth, char *why, size_t size)
{
    static const double APART = 1e-6; /* of what rounding of a drawing may be */
    const double starts = w->par[STARTS], teeth = w->par[TEETH], diameter = w->par[DIAMETER], given = w->par[MODULE],
                 pressure = w->par[PRESSURE];
    const tml_vec3 a = w->axis[0], b = w->axis[1], d = tml_sub(w->at[1], w->at[0]), n = tml_cross(a, b);
    if (starts != round(starts) || teeth != round(teeth) || !(starts > 0 && teeth > 0))
        return snprintf(why, size, "numbers of threads and teeth are whole and above zero, and not %g and %g", starts,
                        teeth),
               false;
    if (!(pressure > 0 && pressure < 1.2))
        return snprintf(why, size, "the pressure angle is between 0 and 70 deg"), false;
    if (fabs(tml_dot(a, b)) > APART)
        return snprintf(why, size,
                        "with tooth forces their axes are at a right angle; without a diameter they need not "
                        "be"),
               false;
    const double along = tml_dot(d, n), distance = fabs(along), module = (2 * distance - diameter) / teeth;
    if (!(distance > APART * w->size))
        return snprintf(why, size, "the axes meet, so that there is no side for the wheel"), false;
    if (!(diameter > 0 && module > 0))
        return snprintf(why, size, "the worm's diameter is between zero and twice the distance of the axes, %.6g m",
                        2 * distance),
               false;
    if (!isnan(given) && !(fabs(given - module) * teeth <= 2 * APART * distance))
        return snprintf(why, size,
                        "module %.6g m and diameter %.6g m need a distance of %.6g m between their axes, and they are "
                        "%.6g m "
                        "apart, which module %.6g m would fit",
                        given, diameter, (diameter + given * teeth) / 2, distance, module),
               false;
    const tml_vec3 u = tml_scale(along > 0 ? 1 : -1, n), foot = tml_add(w->at[0], tml_scale(tml_dot(d, a), a));
    const double lead = starts * module / diameter; /* tan(gamma) */
    *tooth = (tml_tooth){.point = tml_add(foot, tml_scale(diameter / 2, u)),
                         .along = tml_add(tml_scale(lead, tml_cross(a, u)), tml_scale(w->par[HAND] == 0 ? -1 : 1, a)),
                         .apart = u,
                         .load = tml_tan(pressure) * hypot(1, lead),
                         .lead = lead,
                         .rub = isnan(w->par[COEFFICIENT]) ? 0 : w->par[COEFFICIENT] / tml_cos(pressure),
                         .pitch = tml_acos(-1) * module};
    return true;
}

static const tml_symbol_piece symbol[] = {
    {.motif = "gears"},
};
static const tml_template templates[] = {{.title = "Worm and wheel", .plane = "teeth: 40", .rank = 18}};

const tml_joint_class tml_joint_worm = {
    .name = "worm",
    .doc = "A worm, the first joint, and its wheel: couples two rotations about axes that do not meet, by threads and "
           "teeth; with the diameter of the worm by their tooth force, without it as a pure couple.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .space = {.exists = true},
    .couple = couple,
    .couples = "angle angle",
    .sense = sense,
    .mesh = {.teeth = "diameter",
             .only_couple = "offset",
             .only_teeth = "module pressure backlash restitution efficiency coefficient",
             .place = place},
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
                     "  mesh: {worm: [A, B], starts: 2, teeth: 40, diameter: 40 mm}\n"
                     "forces:\n"
                     "  motor: {torque: worm, value: [0.5, 0, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
