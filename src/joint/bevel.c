/* bevel.c - a pair of bevel gears: two rotations about axes that meet.
 *
 * By a ratio   angle_2 +- ratio angle_1 = offset,  ratio = (teeth of 1)/(teeth of 2): a pure couple on each shaft.
 *              The cones touch between the wheels: seen from the apex the wheels rotate in opposite senses, w_2 = -ratio w_1 about the directions
 *              from the apex to the wheels.
 * By teeth     tan(delta_1) = sin(S)/(z_2/z_1 + cos(S)), S the angle between the shafts, delta_i the pitch cone angles. The wheels keep step along the tangent t
 *              at the pitch point P in the middle of the teeth, R from the apex along the line e where the cones touch: F t, with a spiral F (t -+ tan(psi) e);
 *              |F| tan(alpha)/cos(psi) pushes apart, normal to that line.
 */
#include "elementary/elementary.h"
#include "model/joint_class.h"
#include <stdio.h>

enum { RATIO, OFFSET, TEETH, MODULE, PRESSURE, SPIRAL, BACKLASH, RESTITUTION, EFFICIENCY };
static const tml_field fields[] = {
    [RATIO] = {"ratio", TML_FIELD_NUMBER, "",
               .doc = "teeth of the first wheel over teeth of the second: a pure couple, without tooth forces"},
    [OFFSET] = {"offset", TML_FIELD_NUMBER, "rad", "0",
                .doc = "angle of the second joint when the first is at zero, by a ratio"},
    [TEETH] = {"teeth", TML_FIELD_NUMBERS, "", .doc = "in place of a ratio: teeth of both wheels, [20, 40]"},
    [MODULE] = {"module", TML_FIELD_NUMBER, "m",
                .doc = "of teeth, in their middle and normal to them; left out, the points of the joints are the "
                       "middles of the pitch circles there"},
    [PRESSURE] = {"pressure", TML_FIELD_NUMBER, "rad", "20 deg", .doc = "pressure angle of teeth, normal to them"},
    [SPIRAL] = {"spiral", TML_FIELD_NUMBER, "rad", "0",
                .doc = "spiral angle in the middle of the teeth, positive for a right-hand first wheel"},
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

/* Where two axes meet, and how far from there the wheels are along them. */
typedef struct {
    tml_vec3 apex;
    double s, t;
} crossing;

/* The feet of the common normal of two lines are s and t along them. NULL, or why there is no such place. */
static const char *cross(const tml_vec3 axis[2], const tml_vec3 at[2], double size, crossing *out)
{
    const tml_vec3 a = axis[0], b = axis[1], d = tml_sub(at[1], at[0]), n = tml_cross(a, b);
    const double nn = tml_dot(n, n), near = 1e-6 * size;
    if (!(nn > 1e-12))
        return "the axes are parallel";
    const double s = tml_dot(tml_cross(d, b), n) / nn, t = tml_dot(tml_cross(d, a), n) / nn;
    if (fabs(tml_dot(d, n)) > near * sqrt(nn))
        return "the axes do not meet";
    if (fabs(s) < near || fabs(t) < near)
        return "a wheel is where the axes meet";
    *out = (crossing){tml_add(at[0], tml_scale(s, a)), -s, -t}; /* from the apex the wheels are at -s a and -t b */
    return NULL;
}

static double sense(const double *par, const tml_mesh *mesh, const char **reason)
{
    crossing x;
    *reason = cross(mesh->axis, mesh->at, mesh->size, &x);
    if (*reason)
        return 0;
    *reason = "the ratio of teeth must be above zero";
    return !(par[RATIO] > 0) ? 0 : x.s * x.t > 0 ? -1 : 1;
}

/* The distance from the apex to the middle of the teeth, along the line where the cones touch. */
static bool find_reach(const tml_toothed_pair *w, const crossing *x, const double cone[2], double *R, char *why,
                       size_t size)
{
    static const double APART = 1e-6; /* of what rounding of a drawing may be */
    const double module = w->par[MODULE], by[2] = {fabs(x->s) / tml_cos(cone[0]), fabs(x->t) / tml_cos(cone[1])};
    *R = isnan(module) ? by[0] : module / tml_cos(w->par[SPIRAL]) * w->teeth[0] / (2 * tml_sin(cone[0]));
    if (!isnan(module) && !(module > 0))
        return snprintf(why, size, "the module must be above zero"), false;
    if (isnan(module) && !(fabs(by[0] - by[1]) <= APART * by[0]))
        return snprintf(
                   why, size,
                   "cones of %g and %g teeth have their middles %.6g as far from the apex, and the points of these "
                   "joints are at %.6g m and %.6g m; put them there, or give the module",
                   w->teeth[0], w->teeth[1], tml_cos(cone[0]) / tml_cos(cone[1]), fabs(x->s), fabs(x->t)),
               false;
    return true;
}

static bool place(const tml_toothed_pair *w, tml_tooth *tooth, char *why, size_t size)
{
    const double z1 = w->teeth[0], z2 = w->teeth[1], pressure = w->par[PRESSURE], spiral = w->par[SPIRAL];
    crossing x;
    double R;
    if (z1 != round(z1) || z2 != round(z2) || !(z1 > 0 && z2 > 0))
        return snprintf(why, size, "numbers of teeth are whole and above zero, and not %g and %g", z1, z2), false;
    if (!(pressure > 0 && pressure < 1.2) || !(fabs(spiral) < 1.2))
        return snprintf(why, size, "the pressure angle is between 0 and 70 deg, the spiral angle below 70 deg"), false;
    const char *reason = cross(w->axis, w->at, w->size, &x);
    if (reason)
        return snprintf(why, size, "%s", reason), false;
    const tml_vec3 a1 = tml_scale(x.s > 0 ? 1 : -1, w->axis[0]), a2 = tml_scale(x.t > 0 ? 1 : -1, w->axis[1]);
    const double cosine = tml_dot(a1, a2), sine = tml_norm(tml_cross(a1, a2));
    const double cone[2] = {tml_atan2(sine, z2 / z1 + cosine), tml_atan2(sine, z1 / z2 + cosine)};
    const tml_vec3 across = tml_scale(1 / sine, tml_sub(a2, tml_scale(cosine, a1)));
    const tml_vec3 edge = tml_add(tml_scale(tml_cos(cone[0]), a1), tml_scale(tml_sin(cone[0]), across));
    if (!(tml_cos(cone[0]) > 1e-9 && tml_cos(cone[1]) > 1e-9))
        return snprintf(why, size,
                        "a cone of 90 deg or more, of a crown or inner teeth; turn the wheel to the other "
                        "side of the apex"),
               false;
    if (!find_reach(w, &x, cone, &R, why, size))
        return false;
    const double turn = x.s > 0 ? 1 : -1; /* the first wheel pushes where it goes when its coordinate grows */
    const tml_vec3 t = tml_cross(a1, across);
    *tooth = (tml_tooth){.point = tml_add(x.apex, tml_scale(R, edge)),
                         .along = tml_scale(turn, tml_sub(t, tml_scale(tml_tan(spiral), edge))),
                         .apart = tml_sub(tml_scale(tml_cos(cone[0]), across), tml_scale(tml_sin(cone[0]), a1)),
                         .load = tml_tan(pressure) / tml_cos(spiral),
                         .pitch = 2 * tml_acos(-1) * R * tml_sin(cone[0]) / z1};
    return true;
}

static const tml_symbol_piece symbol[] = {
    {.motif = "gears"},
};
static const tml_template templates[] = {{.title = "Bevel gears", .plane = "ratio: 20/40", .rank = 17}};

const tml_joint_class tml_joint_bevel = {
    .name = "bevel",
    .doc = "Bevel gears: couples two rotations about axes that meet; the sense follows from where the wheels are. By a "
           "ratio as a pure couple, by teeth with the tooth force.",
    .connects = TML_CONNECT_JOINTS,
    TML_LIST(fields),
    .space = {.exists = true},
    .couple = couple,
    .couples = "angle angle",
    .sense = sense,
    .mesh = {.teeth = "teeth",
             .instead = "ratio",
             .only_couple = "ratio offset",
             .only_teeth = "module pressure spiral backlash restitution efficiency",
             .place = place},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0.2, 0, 0], B: [0, 0.1, 0]}\n"
                     "bodies:\n"
                     "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  wheel: {points: [B], mass: 4, inertia: [0.05, 0.08, 0.05]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, pinion], axis: x}\n"
                     "  B: {revolute: [ground, wheel], axis: y}\n"
                     "  mesh: {bevel: [A, B], teeth: [20, 40], pressure: 20 deg}\n"
                     "forces:\n"
                     "  motor: {torque: pinion, value: [3, 0, 0]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
