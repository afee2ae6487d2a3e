/* gear.c - coordinates of two joints coupled by a ratio, or wheels whose teeth mesh.
 *
 * By a ratio   q_2 - ratio q_1 = offset, rotations or slides: a pure couple on each shaft. An external pair has a negative ratio.
 * By teeth     r_1 psi_1 + r_2 psi_2 - tan(beta) z = constant, psi_i the direction to the other axis, seen from wheel i, r_i its pitch radius (of a ring
 *              below zero), z how far wheel 2 is along the axis, beta the helix angle. The force along this row is the tangential one at the pitch
 *              point; |force| tan(alpha_t) pushes the wheels apart, tan(alpha_t) = tan(pressure)/cos(beta).
 */
#include "elementary/elementary.h"
#include "model/joint_class.h"
#include <stdio.h>

enum { RATIO, OFFSET, TEETH, MODULE, PRESSURE, HELIX, BACKLASH, RESTITUTION, EFFICIENCY };
static const tml_field fields[] = {
    [RATIO] = {"ratio", TML_FIELD_NUMBER,
               .doc = "speed of the second joint over the speed of the first; negative for external gears; m/rad or "
                      "rad/m between a rotation and a slider: a pure couple, without tooth forces"},
    [OFFSET] = {"offset", TML_FIELD_NUMBER, .preset = "0",
                .doc = "angle or displacement of the second joint when the first is at zero, by a ratio"},
    [TEETH] = {"teeth", TML_FIELD_NUMBERS, "",
               .doc = "in place of a ratio: teeth of both wheels, [20, 50]; of a ring with inner teeth negative"},
    [MODULE] = {"module", TML_FIELD_NUMBER, "m",
                .doc = "of teeth, normal to them: checked against the distance of the axes"},
    [PRESSURE] = {"pressure", TML_FIELD_NUMBER, "rad", "20 deg",
                  .doc = "pressure angle of teeth, normal to them; of corrected teeth the working one"},
    [HELIX] = {"helix", TML_FIELD_NUMBER, "rad", "0",
               .doc = "helix angle of teeth, positive for a right-hand first wheel"},
    [BACKLASH] = TML_FIELD_BACKLASH,
    [RESTITUTION] = TML_FIELD_FLANK_RESTITUTION,
    [EFFICIENCY] = TML_FIELD_EFFICIENCY,
};

static double couple(const double *par, double coefficient[2])
{
    coefficient[0] = -par[RATIO];
    coefficient[1] = 1;
    return par[OFFSET];
}

static const struct tml_mesh_measure measures[] = {
    {"x1", {.kind = TML_ALONG, .a = TML_X}, false}, {"y1", {.kind = TML_ALONG, .a = TML_Y}, false},
    {"z1", {.kind = TML_ALONG, .a = TML_Z}, false}, {"x2", {.kind = TML_ALONG, .a = TML_X}, true},
    {"y2", {.kind = TML_ALONG, .a = TML_Y}, true},  {"z2", {.kind = TML_ALONG, .a = TML_Z}, true},
};

/* w1, w2: parts of a displacement of the axes at the pitch point; side: -1 where the axes are opposite. */
enum { PITCH, R1, R2, W1, W2, SIDE, TAN_HELIX, TAN_PRESSURE };
static const char *const numbers[] = {"pitch", "r1", "r2", "w1", "w2", "side", "tan_helix", "tan_pressure"};

static bool prepare(const tml_wheels *w, double *n, char *why, size_t size)
{
    static const double APART = 1e-6; /* of what rounding of a drawing may be */
    const double z1 = w->teeth[0], z2 = w->teeth[1], helix = w->par[HELIX], pressure = w->par[PRESSURE],
                 module = w->par[MODULE], cos_helix = tml_cos(helix);
    const double sum = z1 + z2, distance = fabs(sum) * module / (2 * cos_helix);
    if (z1 != round(z1) || z2 != round(z2) || z1 == 0 || z2 == 0)
        return snprintf(why, size, "numbers of teeth are whole, and not %g and %g", z1, z2), false;
    if (sum == 0 || (z1 < 0 && z2 < 0) || (z1 * z2 < 0 && (z1 < 0 ? -z1 < z2 : -z2 < z1)))
        return snprintf(why, size, "a ring has more teeth than the wheel in it, and there is one ring at most"), false;
    if (!(pressure > 0 && pressure < 1.2) || !(fabs(helix) < 1.2))
        return snprintf(why, size, "the pressure angle is between 0 and 70 deg, the helix angle below 70 deg"), false;
    if (fabs(fabs(w->parallel) - 1) > APART)
        return snprintf(why, size, "their axes are not parallel; use a bevel or worm gear"), false;
    if (!(w->distance > APART * w->size))
        return snprintf(why, size, "they have the same axis"), false;
    if (fabs(w->offset) > APART * w->size)
        return snprintf(why, size,
                        "the points of their joints are %.6g m apart along the axes; put both into the plane of the "
                        "wheels",
                        fabs(w->offset)),
               false;
    if (module <= 0 || fabs(distance - w->distance) > APART * w->distance)
        return snprintf(why, size,
                        "module %.6g m needs a distance of %.6g m between their axes, and they are %.6g m apart, "
                        "which module %.6g m would fit; for corrected teeth leave the module out and give the "
                        "working pressure angle",
                        module, distance, w->distance, 2 * w->distance * cos_helix / fabs(sum)),
               false;
    n[R1] = w->distance * z1 / fabs(sum);
    n[R2] = w->distance * z2 / fabs(sum);
    n[PITCH] = 2 * tml_acos(-1) * w->distance / fabs(sum);
    n[W1] = z1 / sum;
    n[W2] = z2 / sum;
    n[SIDE] = w->parallel > 0 ? 1 : -1;
    n[TAN_HELIX] = (z1 < 0 ? -1 : 1) * tml_tan(helix);
    n[TAN_PRESSURE] = (sum < 0 ? -1 : 1) * tml_tan(pressure) / cos_helix;
    return true;
}

/* The same on a body that carries both. */
static bool place(const tml_toothed_pair *w, tml_tooth *tooth, char *why, size_t size)
{
    double n[sizeof numbers / sizeof *numbers];
    const tml_vec3 a = w->axis[0], d = tml_sub(w->at[1], w->at[0]);
    tml_wheels wheels = {.par = w->par,
                         .teeth = {w->teeth[0], w->teeth[1]},
                         .offset = tml_dot(d, a),
                         .parallel = tml_dot(a, w->axis[1]),
                         .size = w->size};
    wheels.distance = tml_norm(tml_sub(d, tml_scale(wheels.offset, a)));
    if (!prepare(&wheels, n, why, size))
        return false;
    const double sign = w->teeth[0] + w->teeth[1] < 0 ? -1 : 1;
    const tml_vec3 to = tml_scale(1 / wheels.distance, tml_sub(d, tml_scale(wheels.offset, a))), t = tml_cross(a, to);
    *tooth = (tml_tooth){.point = tml_add(w->at[0], tml_scale(n[W1] * wheels.distance, to)),
                         .along = tml_sub(tml_scale(sign, t), tml_scale(n[TAN_HELIX], a)),
                         .apart = to,
                         .load = n[TAN_PRESSURE],
                         .pitch = n[PITCH]};
    return true;
}

static const tml_symbol_piece symbol[] = {
    {.motif = "gears"},
};
/* Tools draw wheels with teeth; that of a ring has a ratio above zero. */
static const tml_template templates[] = {
    {.title = "Gear pair", .plane = "ratio: -1", .rank = 6},
    {.title = "Ring and wheel", .stem = "ring", .plane = "ratio: 3", .rank = 7},
};

const tml_joint_class tml_joint_gear = {
    .name = "gear",
    .doc = "Couples two joints: by a ratio rotations or slides, second = ratio * first + offset, as a pure couple; by "
           "teeth two wheels that mesh, with the tooth force at the pitch point.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .plane = {.exists = true},
    .space = {.exists = true},
    .couple = couple,
    .couples = "any any",
    .mesh = {.teeth = "teeth",
             .module = "module",
             .instead = "ratio",
             .only_couple = "ratio offset",
             .only_teeth = "module pressure helix backlash restitution efficiency",
             TML_LIST(measures),
             .row_plane = "r1*atan2(y1, x1) + r2*atan2(y2, x2)",
             .row_space = "r1*atan2(y1, x1) + side*r2*atan2(y2, x2) - tan_helix*(w1*z1 - side*w2*z2)",
             .along = "hypot(x1, y1)",
             .load = "tan_pressure*abs(multiplier)",
             TML_LIST(numbers),
             .prepare = prepare,
             .place = place},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], B: [0.3, 0]}}\n"
                     "  pinion: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  wheel: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion]}\n"
                     "  B: {revolute: [ground, wheel]}\n"
                     "  mesh: {gear: [A, B], teeth: [20, 40], pressure: 20 deg}\n"
                     "forces:\n"
                     "  motor: {torque: pinion, value: 0.3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.3, 0, 0]}\n"
                     "bodies:\n"
                     "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  wheel: {points: [B], mass: 4, inertia: [0.05, 0.05, 0.08]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion], axis: z}\n"
                     "  B: {revolute: [ground, wheel], axis: x}\n"
                     "  mesh: {gear: [A, B], ratio: -0.5}\n"
                     "forces:\n"
                     "  motor: {torque: pinion, value: [0, 0, 3]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 5, output: 0.1}\n",
};
