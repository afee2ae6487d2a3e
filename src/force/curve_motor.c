/* curve_motor.c - a motor by the torque that it gives at full command, over its speed:
 *
 *   torque = command curve(|w|),     -1 <= command <= 1,      w the speed of the rotor
 *
 * in all four quadrants: the sign of the command is that of the torque. In one quadrant it neither reverses nor brakes: 0 <= command, and turned back it gives
 * what it gives at rest. Beyond the last point of the curve its torque is that of the last point.
 */
#include "model/force_class.h"
#include "model/motor_curve.h"
#include "model/motor_shaft.h"

static const tml_field fields[] = {
    TML_MOTOR_CURVE_FIELD(.required = true),
    {"command", TML_FIELD_VARYING, "", "1",
     .doc = "part of that torque, from -1 to 1: an expression of t, channels and states"},
    {"quadrants", TML_FIELD_CHOICE, .preset = "4", .choices = "4 1",
     .doc = "4: it drives and brakes in both senses; 1: it drives forwards only, command from 0 to 1"},
    TML_MOTOR_SHAFT_FIELDS,
};

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    static const char *const both[] = {"command - 1", "command + 1"}, *const forwards[] = {"command - 1", "command"};
    const bool one = tml_node_is(tml_node_find(map, "quadrants"), "1");
    tml_state_signal_form *signals = TML_NEW_ARRAY(arena, tml_state_signal_form, 2);
    signals[0] = (tml_state_signal_form){tml_arena_dotted(arena, name, "available_torque"), "available_torque",
                                         one ? "table(clamp(motor_speed, 0, curve_end), curve)"
                                             : "table(min(abs(motor_speed), curve_end), curve)",
                                         "N*m"};
    signals[1] = (tml_state_signal_form){tml_arena_dotted(arena, name, "command"), "limited",
                                         one ? "clamp(command, 0, 1)" : "clamp(command, -1, 1)", ""};
    const tml_motor_texts texts = {.signals = signals, .signal_count = 2, .torque = "limited*available_torque"};
    tml_state_form made = tml_motor_form(name, map, &texts, arena);
    made.curve_argument = one ? "motor_speed" : "abs(motor_speed)";
    if (tml_node_find(map, "command")) {
        made.kinks = one ? forwards : both;
        made.kink_count = 2;
    }
    return made;
}

static const tml_state_class states = {
    .name = "curve-motor",
    TML_LIST(fields),
    .form = form,
    .positive = TML_MOTOR_SHAFT_POSITIVE,
    .divides = TML_MOTOR_SHAFT_DIVIDES,
    .rates = TML_MOTOR_SHAFT_RATES,
    .not_below = TML_MOTOR_SHAFT_NOT_BELOW,
    .curve = tml_motor_curve_read,
};

static const tml_force_channel channels[] = {
    TML_MOTOR_CHANNELS,
    {"available_torque", "N*m", TML_CHANNEL_OWN, 1, "torque at full command, at this speed", TML_ANY_COORDINATE},
    {"command", "", TML_CHANNEL_OWN, 1, "part of it that it gives", TML_ANY_COORDINATE},
};
static const tml_template templates[] = {{.title = "Motor by its torque-speed curve",
                                          .plane = "curve: [[0, 3], [200, 3], [400, 0]], command: 1",
                                          .rank = 7}};

const tml_force_class tml_force_curve_motor = {
    .name = "curve-motor",
    .doc = "A motor on a joint by its torque-speed curve and a command; with rotor and gearbox.",
    TML_MOTOR_CLASS,
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  drum: {points: {O: [0, 0]}, mass: 5, inertia: 0.05}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, drum]}\n"
                     "forces:\n"
                     "  m: {curve-motor: O, curve: [[0, 3], [1500 rpm, 2.5], [3000 rpm, 0]], ratio: 5, rotor: 1e-3}\n"
                     "  load: {motor: O, torque: -0.1*O.speed}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0]}\n"
                     "tables: {pull: {points: [[0, 4], [150, 3], [300, 0]], interpolation: monotone}}\n"
                     "bodies:\n"
                     "  block: {points: [O], mass: 1, inertia: [0.1, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {prismatic: [ground, block], axis: z}\n"
                     "forces:\n"
                     "  m: {curve-motor: O, curve: pull, command: 0.5 - 0.1*O.speed, ratio: 100, efficiency: 0.9}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
