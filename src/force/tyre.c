/* tyre.c - a tyre between a wheel and the road: a radial spring and damper that never pull, and forces of slip.
 *
 *   radial  N = max(0, k (R - r) - c r')      along the gradient of r, the distance of the wheel's centre from the road
 *   slip    fx, fy along and across the wheel at the point of the road below it, mz about the normal
 *   rolling my = resistance N r_e against the spin
 * In the plane x is along the road and y up, or the wheel is seen from above. In space z is up. The texts: model/tyre.c.
 */
#include "model/tyre.h"
#include "model/force_class.h"

static const tml_field fields[] = {
    {"view", TML_FIELD_CHOICE, .preset = "side", .choices = "side top",
     .doc = "in the plane: the wheel from the side, on a road along x with y up; or from above, with its load given"},
    {"radius", TML_FIELD_NUMBER, "m", .doc = "of the wheel without load"},
    {"stiffness", TML_FIELD_NUMBER, "N/m", .doc = "radial"},
    {"damping", TML_FIELD_NUMBER, "N*s/m", "0", .doc = "radial; together with the spring it never pulls"},
    {"road", TML_FIELD_VARYING, "m", "0",
     .doc = "height of the road, of x (in space x and y) below the wheel's centre, and t: 0.05*sin(x), table(x, bump)"},
    {"rolling_radius", TML_FIELD_NUMBER, "m",
     .doc = "speed per spin where it rolls freely; else the distance of its centre from the road"},
    {"load", TML_FIELD_VARYING, "N", .doc = "seen from above: force on the road"},
    {"steer", TML_FIELD_VARYING, "rad", "0", .doc = "seen from above: angle of the wheel to the x axis of its body"},
    {"drive", TML_FIELD_VARYING, "N", "0", .doc = "seen from above: longitudinal force"},
    {"law", TML_FIELD_CHOICE, .preset = "linear", .choices = "linear brush magic", .doc = "of the forces of slip"},
    {"slip_stiffness", TML_FIELD_NUMBER, "N", "0", .doc = "longitudinal force per slip"},
    {"cornering_stiffness", TML_FIELD_NUMBER, "N/rad", "0", .doc = "lateral force per slip angle"},
    {"nominal_load", TML_FIELD_NUMBER, "N",
     .doc = "load at which the tyre has these stiffnesses, which are then proportional to it; else constant"},
    {"friction", TML_FIELD_NUMBER, "", "0", .doc = "of the brush model: coefficient between tyre and road"},
    {"patch", TML_FIELD_NUMBER, "m", "0", .doc = "of the brush model: half the length of the contact patch"},
    {"trail", TML_FIELD_NUMBER, "m", "0", .doc = "by which the lateral force acts behind the wheel's centre"},
    {"rolling_resistance", TML_FIELD_NUMBER, "", "0",
     .doc = "moment against the spin by load and rolling radius; seen from above, a force against the motion by load"},
    {"longitudinal", TML_FIELD_NUMBERS, "",
     .doc = "of the magic formula: [B, C, D, E] by longitudinal slip, D per load"},
    {"lateral", TML_FIELD_NUMBERS, "", .doc = "of the magic formula: [B, C, D, E] by slip angle in rad, D per load"},
    {"longitudinal_relaxation", TML_FIELD_NUMBER, "m",
     .doc = "way over which longitudinal slip builds up: a state; else it acts at once"},
    {"lateral_relaxation", TML_FIELD_NUMBER, "m", .doc = "way over which lateral slip builds up"},
    {"transition", TML_FIELD_NUMBER, "m/s", "0.1",
     .doc = "speed below which slip is not relative to the speed, but to a mean of it and this one"},
};

static const char *unfit(const tml_field_values *numbers, const char **field)
{
    *field = "rolling_radius";
    const double R = tml_field_value(numbers, "radius"), rolling = tml_field_value(numbers, "rolling_radius");
    return rolling > 1.2 * R && R > 0
               ? "the rolling radius is far above the radius: it lies between that of the loaded and "
                 "the free wheel"
               : NULL;
}

static const tml_state_class states = {.name = "tyre",
                                       TML_LIST(fields),
                                       .misfit = tml_tyre_misfit,
                                       .form = tml_tyre_form,
                                       .positive = "radius stiffness rolling_radius nominal_load "
                                                   "longitudinal_relaxation lateral_relaxation transition",
                                       .not_below = "damping slip_stiffness cornering_stiffness friction patch "
                                                    "rolling_resistance",
                                       .unfit = unfit,
                                       .of_place = "road"};

#define IN_PLANE(view) .plane = true, .only_if = "view=" view
static const tml_force_law_form laws[] = {
    {{.kind = TML_COORD, .a = TML_X},
     .text = "radial*r_x + fx*tx",
     .position = "x",
     .speed = "vx",
     .written = true,
     IN_PLANE("side")},
    {{.kind = TML_COORD, .a = TML_Y}, .text = "radial*r_y + fx*ty", .position = "y", .speed = "vy", IN_PLANE("side")},
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .text = "r*fx + my", .speed = "w", IN_PLANE("side")},
    {{.kind = TML_PUSH, .a = TML_X}, .text = "fx*cos(steer) - fy*sin(steer)", .speed = "u", IN_PLANE("top")},
    {{.kind = TML_PUSH, .a = TML_Y}, .text = "fx*sin(steer) + fy*cos(steer)", .speed = "v", IN_PLANE("top")},
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .text = "mz", IN_PLANE("top")},
    {{.kind = TML_COORD, .a = TML_X},
     .text = "radial*r_x + gx",
     .position = "x",
     .speed = "vx",
     .written = true,
     .space = true},
    {{.kind = TML_COORD, .a = TML_Y},
     .text = "radial*r_y + gy",
     .position = "y",
     .speed = "vy",
     .written = true,
     .space = true},
    {{.kind = TML_COORD, .a = TML_Z}, .text = "radial*r_z + gz", .position = "z", .speed = "vz", .space = true},
    {{.kind = TML_ROTATE, .a = TML_X},
     .text = "radial*(ny*r_nz - nz*r_ny) + r*(ey*gz - ez*gy) + mz*ux - my*nx",
     .speed = "wx",
     .space = true},
    {{.kind = TML_ROTATE, .a = TML_Y},
     .text = "radial*(nz*r_nx - nx*r_nz) + r*(ez*gx - ex*gz) + mz*uy - my*ny",
     .speed = "wy",
     .space = true},
    {{.kind = TML_ROTATE, .a = TML_Z},
     .text = "radial*(nx*r_ny - ny*r_nx) + r*(ex*gy - ey*gx) + mz*uz - my*nz",
     .speed = "wz",
     .space = true},
    {{.kind = TML_DOT, .a = TML_X, .b = TML_Z}, .position = "nx", .speed = "nx_rate", .measured = true, .space = true},
    {{.kind = TML_DOT, .a = TML_Y, .b = TML_Z}, .position = "ny", .speed = "ny_rate", .measured = true, .space = true},
    {{.kind = TML_DOT, .a = TML_Z, .b = TML_Z}, .position = "nz", .speed = "nz_rate", .measured = true, .space = true},
};

static const tml_force_channel channels[] = {
    {"deflection", "m", TML_CHANNEL_OWN, 1,
     "of the tyre: its radius less the distance of the wheel's centre from the road", TML_ANY_COORDINATE},
    {"load", "N", TML_CHANNEL_OWN, 1, "force on the road along its normal", TML_ANY_COORDINATE},
    {"longitudinal", "N", TML_CHANNEL_OWN, 1, "force of the road on the tyre, along the wheel", TML_ANY_COORDINATE},
    {"lateral", "N", TML_CHANNEL_OWN, 1, "force of the road on the tyre, to the left of the wheel", TML_ANY_COORDINATE},
    {"aligning", "N*m", TML_CHANNEL_OWN, 1, "moment of the road on the tyre, about its normal", TML_ANY_COORDINATE},
    {"slip", "", TML_CHANNEL_OWN, 1,
     "longitudinal: speed at which the tyre is driven over the road, by that of the wheel", TML_ANY_COORDINATE},
    {"slip_angle", "rad", TML_CHANNEL_OWN, 1, "between the wheel and its velocity", TML_ANY_COORDINATE},
    {"camber", "rad", TML_CHANNEL_OWN, 1, "of the wheel's axis against the road", TML_ANY_COORDINATE},
    {"slip_loss", "W", TML_CHANNEL_OWN, 1, "power lost by slip", TML_ANY_COORDINATE},
    {"rolling_loss", "W", TML_CHANNEL_OWN, 1, "power lost by rolling resistance", TML_ANY_COORDINATE},
    {"stretch_x", "m", TML_CHANNEL_OWN, 1,
     "way by which the tyre is stretched along the wheel, with a relaxation length", TML_ANY_COORDINATE},
    {"stretch_y", "m", TML_CHANNEL_OWN, 1, "the same across the wheel", TML_ANY_COORDINATE},
};
static const tml_symbol_piece symbol[] = {
    {"point", "paper", .path = TML_CIRCLE(14, 28)},   {"point", "line", .path = TML_CIRCLE(8, 16)},
    {"point", "solid", .path = TML_CIRCLE(1.6, 3.2)}, {"point", "line", .path = "M-19 14H19"},
    {"point", "hatch", .path = "M-19 14H19"},
};
static const tml_template templates[] = {{.title = "Tyre",
                                          .plane = "radius: 0.3, stiffness: 200000",
                                          .space = "radius: 0.3, stiffness: 200000, axis: y",
                                          .rank = 12}};

const tml_force_class tml_force_tyre = {
    .name = "tyre",
    .doc = "A tyre at the centre of a wheel: radial spring and damper on a road, longitudinal and lateral slip.",
    .acts = TML_ACTS_ON_POINT,
    TML_LIST(fields),
    TML_LIST(laws),
    TML_LIST(channels),
    .reports_wrench = true,
    .states = &states,
    .has_axis = true,
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane =
        "trammel: 1\n"
        "bodies:\n"
        "  wheel: {points: {C: [0, 0]}, mass: 800, inertia: 8, position: [0, 0.26], velocity: [5, 0], omega: -19}\n"
        "forces:\n"
        "  tyre: {tyre: wheel.C, radius: 0.35, stiffness: 9e4, damping: 300, road: 0.01*sin(3*x), law: brush, "
        "slip_stiffness: 2e4, friction: 0.9}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.3, output: 0.05}\n",
    .example_space =
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  wheel: {points: {C: [0, 0, 0]}, position: [0, 0, 0.26], com: C, mass: 800, inertia: [5, 8, 5], "
        "velocity: [5, 0.1, 0], omega: [0, 19, 0.1]}\n"
        "forces:\n"
        "  tyre: {tyre: wheel.C, axis: y, radius: 0.35, stiffness: 9e4, damping: 300, road: 0.01*sin(3*x)*cos(y), "
        "law: brush, slip_stiffness: 2e4, cornering_stiffness: 3e4, friction: 0.9, patch: 0.06, "
        "lateral_relaxation: 0.4}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.3, output: 0.05}\n",
};
