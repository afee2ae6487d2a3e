/* dc_motor.c - a motor with a commutator or permanent magnets, by its winding:
 *
 *   L i' = voltage - R i - k w,      torque = k i,      w the speed of the rotor
 *
 * Without L the current follows at once, i = (voltage - k w)/R. In are voltage i, lost R i^2, stored L i^2/2.
 */
#include "model/force_class.h"
#include "model/motor_shaft.h"

static const tml_field fields[] = {
    {"voltage", TML_FIELD_VARYING, "V", .required = true,
     .doc = "at its terminals, an expression of t, channels and states"},
    {"R", TML_FIELD_NUMBER, "ohm", .required = true, .doc = "resistance of the winding"},
    {"L", TML_FIELD_NUMBER, "H", "0", .doc = "inductance of the winding; 0: the current follows the voltage at once"},
    {"k", TML_FIELD_NUMBER, "N*m/A", .required = true,
     .doc = "torque per current, which is also the voltage per speed"},
    TML_MOTOR_SHAFT_FIELDS,
};

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const bool coil = !tml_state_is_zero(tml_node_find(map, "L"));
    const char *current = tml_arena_dotted(arena, name, "current");
    tml_state_variable_form *i = TML_NEW(arena, tml_state_variable_form);
    *i = (tml_state_variable_form){.name = current,
                                   .own = "current",
                                   .rate = "(voltage - R*current - k*motor_speed)/L",
                                   .unit = tml_state_unit("A", arena)};
    tml_state_signal_form *at_once = TML_NEW(arena, tml_state_signal_form);
    *at_once = (tml_state_signal_form){current, "current", "(voltage - k*motor_speed)/R", "A"};
    const tml_motor_texts texts = {
        .variables = i,
        .count = coil,
        .signals = at_once,
        .signal_count = !coil,
        .torque = "k*current",
        .energy = coil ? "L*current^2/2" : NULL,
        .supplied = "voltage*current",
        .heat = "R*current^2",
    };
    return tml_motor_form(name, map, &texts, arena);
}

static const tml_state_class states = {
    .name = "dc-motor",
    TML_LIST(fields),
    .form = form,
    .positive = "R " TML_MOTOR_SHAFT_POSITIVE,
    .divides = TML_MOTOR_SHAFT_DIVIDES,
    .not_below = "L " TML_MOTOR_SHAFT_NOT_BELOW,
};

static const tml_force_channel channels[] = {
    TML_MOTOR_CHANNELS,
    TML_ELECTRIC_POWER_CHANNEL,
    {"current", "A", TML_CHANNEL_OWN, 1, "current through the winding", TML_ANY_COORDINATE},
};
static const tml_template templates[] = {
    {.title = "DC motor", .plane = "voltage: 24, R: 1.2, L: 8e-3, k: 0.06", .rank = 7}};

const tml_force_class tml_force_dc_motor = {
    .name = "dc-motor",
    .doc = "A DC motor on a joint, by its winding: resistance, inductance, torque constant; with rotor and gearbox.",
    TML_MOTOR_CLASS,
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0], A: [0.25, 0]}, mass: 0.4, shape: rod}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, rod]}\n"
                     "forces:\n"
                     "  m: {dc-motor: O, voltage: 24, R: 1.2, L: 8 mH, k: 0.06, rotor: 2e-4, viscous: 5e-4}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.2, output: 0.02}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0]}\n"
                     "bodies:\n"
                     "  block: {points: [O], mass: 1, inertia: [0.1, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {prismatic: [ground, block], axis: z}\n"
                     "forces:\n"
                     "  m: {dc-motor: O, voltage: 24, R: 1.2, k: 0.06, ratio: 200, efficiency: 0.9}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
