/* clutch.c - friction clutch between two shafts, or along a joint coordinate: faces that are pressed together.
 *
 *   slips   T = faces coefficient force radius + viscous |w|, against the slip w      holds   |T| <= faces static force radius
 *
 * or a torque at which it slips. The pressing force is an expression: with zero the clutch is open.
 */
#include "model/clutch.h"

static const tml_field fields[] = {
    {"force", TML_FIELD_VARYING, "N",
     .doc = "that presses the faces together, an expression of t, channels and states; open where it is zero or below"},
    {"radius", TML_FIELD_NUMBER, "m", "1", .doc = "mean radius of the faces; none where it slides"},
    {"faces", TML_FIELD_NUMBER, "", "1", .doc = "number of pairs of faces: of a clutch with one disc 2"},
    TML_CLUTCH_FIELDS,
    TML_CLUTCH_TORQUE_FIELDS,
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    return tml_clutch_misfit(map, where, "radius faces coefficient static");
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    (void)name;
    return tml_clutch_form((tml_friction_texts){.sliding = "faces*coefficient*max(0, force)*radius",
                                                .holding = "faces*max(coefficient, static)*max(0, force)*radius",
                                                .arm = "radius"},
                           map, arena);
}

static const tml_state_class states = {.name = "clutch",
                                       TML_LIST(fields),
                                       .misfit = misfit,
                                       .form = form,
                                       .positive = "radius faces coefficient",
                                       .not_below = "static viscous",
                                       .loads = "torque static_torque"};

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-4 -13V13M4 -13V13M-16 0H-4M4 0H16"},
};
static const tml_template templates[] = {{.title = "Clutch",
                                          .plane = "force: 1000, radius: 0.1, faces: 2, coefficient: 0.3",
                                          .sliding = "force: 1000, faces: 2, coefficient: 0.3",
                                          .rank = 14}};

const tml_force_class tml_force_clutch = {
    .name = "clutch",
    .doc = "Friction clutch between two bodies, or along a joint coordinate: it slips and locks.",
    TML_CLUTCH_CLASS,
    .example_plane =
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  engine: {points: {O: [0, 0]}, mass: 10, inertia: 0.2}\n"
        "  load: {points: {O: [0, 0]}, mass: 20, inertia: 0.5}\n"
        "joints:\n"
        "  A: {revolute: [ground, engine], at: O}\n"
        "  B: {revolute: [ground, load], at: O}\n"
        "forces:\n"
        "  c: {clutch: [engine, load], force: 1000*min(1, 5*t), radius: 0.1, faces: 2, coefficient: 0.3, static: 0.4}\n"
        "  drive: {motor: A, torque: 20}\n"
        "initial: {A.speed: 100}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.5, output: 0.05}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "gravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0, 0]}}\n"
                     "  rotor: {points: {O: [0, 0, 0]}, mass: 10, inertia: [0.1, 0.1, 0.2]}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rotor], axis: z}\n"
                     "forces:\n"
                     "  c: {clutch: O, torque: 30, static_torque: 40, viscous: 0.1}\n"
                     "initial: {O.speed: 30}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.3, output: 0.05}\n",
};
