/* differential.c - two half shafts and a case between them, with bevel pinions: (side + side)/pinions is whole. */
#include "model/even_planets.h"
#include "model/ready_part.h"

enum { MAX_COUNT = 24 };

static const tml_field parameters[] = {
    {"side", TML_FIELD_NUMBER, "", .required = true, .doc = "teeth of the wheel of each half shaft"},
    {"pinion", TML_FIELD_NUMBER, "", .required = true, .doc = "teeth of a pinion"},
    {"pinions", TML_FIELD_NUMBER, "", "2", .doc = "how many pinions there are"},
    {"module", TML_FIELD_NUMBER, "m", .required = true, .doc = "pitch diameter per tooth"},
    {"pressure", TML_FIELD_NUMBER, "rad", "20 deg", .doc = "angle of pressure"},
    {"efficiency", TML_FIELD_NUMBER, "", "1", .doc = "of each mesh"},
    {"width", TML_FIELD_NUMBER, "m", "5*module", .doc = "of the teeth"},
    {"density", TML_FIELD_NUMBER, "kg/m^3", "7850 kg/m^3", .doc = "of the wheels"},
    {"r_side", TML_FIELD_NUMBER, "m", "module*side/2", .doc = "radius of the wheel of a half shaft", .advanced = true},
    {"r_pinion", TML_FIELD_NUMBER, "m", "module*pinion/2", .doc = "of a pinion", .advanced = true},
    {"m_side", TML_FIELD_NUMBER, "kg", "density*width*pi*r_side^2", .doc = "mass of the wheel of a half shaft",
     .advanced = true},
    {"m_pinion", TML_FIELD_NUMBER, "kg", "density*width*pi*r_pinion^2", .doc = "of a pinion", .advanced = true},
    {"r_case", TML_FIELD_NUMBER, "m", "r_side + 2*width", .doc = "radius of the case", .advanced = true},
    {"m_case", TML_FIELD_NUMBER, "kg", "density*width*pi*r_case*(2*r_pinion + r_case)/2", .doc = "its mass",
     .advanced = true},
};

static const char fixed_points[] =
    "points:\n"
    "  O: [0, 0, 0]\n  L: [-r_pinion, 0, 0]\n  R: [r_pinion, 0, 0]\n  K: [-2*r_pinion, 0, 0]\n";

static const char *text_of(tml_part_use *r, const char **key)
{
    tml_arena *arena = r->c->arena;
    const int side = tml_part_count(r, "side", 1), n = tml_part_count(r, "pinions", 2);
    if (n > MAX_COUNT)
        tml_part_refuse(r, tml_arena_format(arena, "at most %d pinions", MAX_COUNT));
    else if (tml_part_gives(r, "side") && r->good && 2 * side % n != 0)
        tml_part_refuse(
            r, tml_arena_format(
                   arena,
                   "%d pinions cannot be put in evenly between wheels of %d teeth: twice that is no multiple of "
                   "%d; take %d pinions",
                   n, side, n, tml_even_planets(2 * side, n)));
    const char *points = "", *arm = "O, K, L, R",
               *bodies = "bodies:\n"
                         "  left: {points: [L], com: L, mass: m_side, inertia: [m_side*r_side^2/2, m_side*r_side^2/4, "
                         "m_side*r_side^2/4]}\n"
                         "  right: {points: [R], com: R, mass: m_side, inertia: [m_side*r_side^2/2, m_side*r_side^2/4, "
                         "m_side*r_side^2/4]}\n",
               *joints = "joints:\n"
                         "  C: {revolute: [housing, case], at: K, axis: x}\n"
                         "  L: {revolute: [case, left], axis: x}\n"
                         "  R: {revolute: [case, right], axis: x}\n";
    for (int k = 1; k <= n && r->good; k++) {
        points = tml_arena_format(arena, "%s  P%d: [0, r_side*cos(2*pi*%d/%d), r_side*sin(2*pi*%d/%d)]\n", points, k,
                                  k - 1, n, k - 1, n);
        arm = tml_arena_format(arena, "%s, P%d", arm, k);
        bodies =
            tml_arena_format(arena,
                             "%s  pinion%d: {points: [P%d], com: P%d, mass: m_pinion, inertia: [m_pinion*r_pinion^2/3, "
                             "m_pinion*r_pinion^2/3, m_pinion*r_pinion^2/3]}\n",
                             bodies, k, k, k);
        joints = tml_arena_format(arena,
                                  "%s  P%d: {revolute: [case, pinion%d], axis: [0, cos(2*pi*%d/%d), sin(2*pi*%d/%d)]}\n"
                                  "  left%d: {bevel: [L, P%d], teeth: [side, pinion], module: module, pressure: "
                                  "pressure, efficiency: efficiency}\n"
                                  "  right%d: {bevel: [R, P%d], teeth: [side, pinion], module: module, pressure: "
                                  "pressure, efficiency: efficiency}\n",
                                  joints, k, k, k - 1, n, k - 1, n, k, k, k, k);
    }
    bodies = tml_arena_format(arena,
                              "%s  case: {points: [%s], com: O, mass: m_case, inertia: [m_case*r_case^2/2, "
                              "m_case*r_case^2/2, m_case*r_case^2/2]}\n",
                              bodies, arm);
    *key = tml_arena_format(arena, "differential with %d pinions", n);
    return tml_arena_format(arena, "%s%s%s%s", fixed_points, points, bodies, joints);
}

const tml_ready_part_class tml_ready_part_differential = {
    .name = "differential",
    .doc = "A differential: a case on a pin about x of the housing, two half shafts in it, and pinions between these.",
    .ports = "housing",
    .parameters = parameters,
    .parameters_count = sizeof parameters / sizeof *parameters,
    .space = true,
    .why_not = "a differential has bevel gears: it needs space: space",
    .text = text_of,
    .template = {.title = "Differential",
                 .stem = "differential",
                 .plane = "with: {side: 16, pinion: 10, module: 4 mm}",
                 .rank = 2},
    .example = "trammel: 1\n"
               "space: space\n"
               "gravity: none\n"
               "use: {d: {part: differential, ports: {housing: ground}, with: {side: 16, pinion: 10, module: 4 mm}}}\n"
               "forces: {drive: {motor: d.C, torque: 20}}\n"
               "analyses: [dynamics: {end: 0.1, output: 0.05}]\n",
};
