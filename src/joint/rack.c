/* rack.c - rack and pinion.
 *
 * By a radius  displacement_2 - radius angle_1 = offset: a pure couple on the pinion, a force along the slide in its middle.
 * By teeth     The rack keeps step with the pitch circle at the pitch point, the foot of the pinion's axis on the pitch line, which is that of the
 *              slide's point: F t along it, F tan(beta) along the axis, and |F| tan(alpha)/cos(beta) apart.
 */
#include "elementary/elementary.h"
#include "model/joint_class.h"
#include <stdio.h>

enum { RADIUS, OFFSET, TEETH, MODULE, PRESSURE, HELIX, BACKLASH, RESTITUTION, EFFICIENCY };
static const tml_field fields[] = {
    [RADIUS] = {"radius", TML_FIELD_NUMBER, "m",
                .doc = "travel of the rack per radian of the pinion; may be negative: a pure couple, without tooth "
                       "forces"},
    [OFFSET] = {"offset", TML_FIELD_NUMBER, "m", "0",
                .doc = "displacement of the rack when the pinion is at zero, by a radius"},
    [TEETH] = {"teeth", TML_FIELD_NUMBER, "", .doc = "in place of a radius: teeth of the pinion"},
    [MODULE] = {"module", TML_FIELD_NUMBER, "m",
                .doc = "of teeth, normal to them: checked against the distance from the pinion to the pitch line"},
    [PRESSURE] = {"pressure", TML_FIELD_NUMBER, "rad", "20 deg", .doc = "pressure angle of teeth, normal to them"},
    [HELIX] = {"helix", TML_FIELD_NUMBER, "rad", "0",
               .doc = "helix angle of teeth, in space; positive for a right-hand pinion"},
    [BACKLASH] = TML_FIELD_BACKLASH,
    [RESTITUTION] = TML_FIELD_FLANK_RESTITUTION,
    [EFFICIENCY] = TML_FIELD_EFFICIENCY,
};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[RADIUS];
    coefficient[1] = 1;
    return par[OFFSET];
}

static bool place(const tml_toothed_pair *w, tml_tooth *tooth, char *why, size_t size)
{
    static const double APART = 1e-6; /* of what rounding of a drawing may be */
    const double teeth = w->par[TEETH], module = w->par[MODULE], helix = w->par[HELIX], pressure = w->par[PRESSURE];
    const tml_vec3 a = w->axis[0], d = tml_sub(w->at[1], w->at[0]);
    const tml_vec3 n = tml_sub(d, tml_add(tml_scale(tml_dot(d, a), a), tml_scale(tml_dot(d, w->axis[1]), w->axis[1])));
    const double radius = tml_norm(n), by_module = teeth * module / (2 * tml_cos(helix));
    if (teeth != round(teeth) || !(teeth > 0))
        return snprintf(why, size, "the number of teeth is whole and above zero, and not %g", teeth), false;
    if (!(pressure > 0 && pressure < 1.2) || !(fabs(helix) < 1.2))
        return snprintf(why, size, "the pressure angle is between 0 and 70 deg, the helix angle below 70 deg"), false;
    if (fabs(tml_dot(a, w->axis[1])) > APART)
        return snprintf(why, size, "the rack does not move across the axis of the pinion"), false;
    if (!(radius > APART * w->size))
        return snprintf(why, size,
                        "the line of the slide goes through the axis of the pinion; put its point on the "
                        "pitch line"),
               false;
    if (!isnan(module) && !(module > 0 && fabs(by_module - radius) <= APART * radius))
        return snprintf(
                   why, size,
                   "module %.6g m needs a pitch line %.6g m from the axis of the pinion, and the point of the slide "
                   "is at %.6g m, which module %.6g m would fit",
                   module, by_module, radius, 2 * radius * tml_cos(helix) / teeth),
               false;
    const tml_vec3 apart = tml_scale(1 / radius, n), t = tml_cross(a, apart);
    *tooth = (tml_tooth){.point = tml_add(w->at[0], n),
                         .along = tml_sub(t, tml_scale(tml_tan(helix), a)),
                         .apart = apart,
                         .load = tml_tan(pressure) / tml_cos(helix),
                         .pitch = 2 * tml_acos(-1) * radius / teeth};
    return true;
}

static const tml_symbol_piece symbol[] = {
    {.motif = "rack"},
};
static const tml_template templates[] = {{.title = "Rack and pinion", .plane = "radius: 0.1", .rank = 7}};

const tml_joint_class tml_joint_rack = {
    .name = "rack",
    .doc = "Rack and pinion: couples the displacement of a slider to the angle of a rotation; by a radius as a pure "
           "couple, by teeth with the tooth force.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .plane = {.exists = true},
    .space = {.exists = true},
    .couple = couple,
    .couples = "angle displacement",
    .mesh = {.teeth = "teeth",
             .instead = "radius",
             .only_couple = "radius offset",
             .only_teeth = "module pressure helix backlash restitution efficiency",
             .place = place},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "gravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], S: [0, -0.1]}}\n"
                     "  pinion: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  bar: {points: {S: [0, 0]}, mass: 2, inertia: 0.1}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion]}\n"
                     "  S: {prismatic: [ground, bar], axis: [1, 0]}\n"
                     "  mesh: {rack: [A, S], teeth: 40, module: 5 mm}\n"
                     "forces:\n"
                     "  push: {force: bar.S, value: [5, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], S: [0, 0.1, 0]}\n"
                     "bodies:\n"
                     "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  bar: {points: [S], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion], axis: y}\n"
                     "  S: {prismatic: [ground, bar], axis: [1, 0, -1]}\n"
                     "  mesh: {rack: [A, S], radius: 0.1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
