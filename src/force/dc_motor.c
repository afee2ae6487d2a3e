/* dc_motor.c - a motor with a commutator or permanent magnets, by its winding:
 *
 *   L i' = voltage - R i - k w,      torque = k i,      w the speed of the rotor
 *
 * Without L the current follows at once, i = (voltage - k w)/R. In are voltage i, lost R i^2, stored L i^2/2.
 *
 * An amplifier gives no more than voltage_limit, and lowers its voltage where the current would pass current_limit, by a loop of the time constant T:
 *
 *   i' = (u - R i - k w)/L   between   (-limit - i)/T  and  (limit - i)/T;      T = L/R: u is between k w - R limit and k w + R limit
 *
 * so that the current comes near to its limit and never passes it. Without L it is i itself that is between the limits. In are u i, u at the terminals.
 */
#include "model/force_class.h"
#include "model/motor_shaft.h"

static const tml_field fields[] = {
    {"voltage", TML_FIELD_VARYING, "V", .required = true,
     .doc = "at its terminals as long as it has reached no limit: an expression of t, channels and states"},
    {"R", TML_FIELD_NUMBER, "ohm", .required = true, .doc = "resistance of the winding"},
    {"L", TML_FIELD_NUMBER, "H", "0", .doc = "inductance of the winding; 0: the current follows the voltage at once"},
    {"k", TML_FIELD_NUMBER, "N*m/A", .required = true,
     .doc = "torque per current, which is also the voltage per speed"},
    {"voltage_limit", TML_FIELD_NUMBER, "V", .doc = "of its supply: `voltage` counts between this and its negative"},
    {"current_limit", TML_FIELD_NUMBER, "A",
     .doc = "of its amplifier, in both senses: there the voltage at the terminals is no longer `voltage`"},
    {"current_time", TML_FIELD_NUMBER, "s",
     .doc = "time constant with which its amplifier brings the current to its limit; L/R if not given"},
    TML_MOTOR_SHAFT_FIELDS,
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    *where = tml_node_find(map, "current_time");
    if (*where && !tml_node_find(map, "current_limit"))
        return "\"current_time\" is that of the loop which keeps \"current_limit\": give that, or leave this out";
    if (*where && tml_state_is_zero(tml_node_find(map, "L")))
        return "without \"L\" the current follows at once, and has no \"current_time\": give L, or leave this out";
    return NULL;
}

/* Texts of a motor whose voltage or current has limits, or has none. */
typedef struct {
    bool coil, limits_voltage, limits_current;
    const char *applied; /* voltage that the amplifier gives as long as the current has not reached its limit */
    const char *rise;    /* of the current, then */
    const char *lowest, *highest, *rate; /* between these */
    const char *current;                 /* without a coil */
} winding;

static winding winding_of(const tml_node *map, tml_arena *arena)
{
    const char *by = tml_node_find(map, "current_time") ? "/current_time" : "*R/L";
    winding w = {.coil = !tml_state_is_zero(tml_node_find(map, "L")),
                 .limits_voltage = tml_node_find(map, "voltage_limit") != NULL,
                 .limits_current = tml_node_find(map, "current_limit") != NULL};
    w.applied = w.limits_voltage ? "clamp(voltage, -voltage_limit, voltage_limit)" : "voltage";
    w.rise = tml_arena_format(arena, "(%s - R*current - k*motor_speed)/L", w.applied);
    w.lowest = tml_arena_format(arena, "(-current_limit - current)%s", by);
    w.highest = tml_arena_format(arena, "(current_limit - current)%s", by);
    w.rate = w.limits_current ? tml_arena_format(arena, "clamp(%s, %s, %s)", w.rise, w.lowest, w.highest) : w.rise;
    w.current = tml_arena_format(arena,
                                 w.limits_current ? "clamp((%s - k*motor_speed)/R, -current_limit, current_limit)"
                                                  : "(%s - k*motor_speed)/R",
                                 w.applied);
    return w;
}

/* What is reported beside what every motor has. */
static tml_state_signal_form *signals_of(const winding *w, const char *name, int *count, tml_arena *arena)
{
    tml_state_signal_form *s = TML_NEW_ARRAY(arena, tml_state_signal_form, 2);
    if (!w->coil)
        s[(*count)++] = (tml_state_signal_form){tml_arena_dotted(arena, name, "current"), "current", w->current, "A"};
    if (w->limits_voltage || w->limits_current)
        s[(*count)++] =
            (tml_state_signal_form){tml_arena_dotted(arena, name, "terminal_voltage"), "terminal_voltage",
                                    !w->limits_current ? w->applied
                                    : w->coil ? tml_arena_format(arena, "R*current + k*motor_speed + L*(%s)", w->rate)
                                              : "R*current + k*motor_speed",
                                    "V"};
    return s;
}

/* Where a limit is reached or left. */
static void add_kinks(tml_state_form *form, const winding *w, tml_arena *arena)
{
    const char **kinks = TML_NEW_ARRAY(arena, const char *, 4);
    int count = 0;
    if (w->limits_voltage) {
        kinks[count++] = "voltage - voltage_limit";
        kinks[count++] = "voltage + voltage_limit";
    }
    if (w->limits_current && w->coil) {
        kinks[count++] = tml_arena_format(arena, "%s - %s", w->rise, w->lowest);
        kinks[count++] = tml_arena_format(arena, "%s - %s", w->rise, w->highest);
    } else if (w->limits_current) {
        kinks[count++] = tml_arena_format(arena, "(%s - k*motor_speed)/R - current_limit", w->applied);
        kinks[count++] = tml_arena_format(arena, "(%s - k*motor_speed)/R + current_limit", w->applied);
    }
    form->kinks = kinks;
    form->kink_count = count;
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const winding w = winding_of(map, arena);
    tml_state_variable_form *i = TML_NEW(arena, tml_state_variable_form);
    *i = (tml_state_variable_form){.name = tml_arena_dotted(arena, name, "current"),
                                   .own = "current",
                                   .rate = w.rate,
                                   .unit = tml_state_unit("A", arena)};
    int count = 0;
    const tml_state_signal_form *signals = signals_of(&w, name, &count, arena);
    const tml_motor_texts texts = {
        .variables = i,
        .count = w.coil,
        .signals = signals,
        .signal_count = count,
        .torque = "k*current",
        .energy = w.coil ? "L*current^2/2" : NULL,
        .supplied = w.limits_voltage || w.limits_current ? "terminal_voltage*current" : "voltage*current",
        .heat = "R*current^2",
    };
    tml_state_form made = tml_motor_form(name, map, &texts, arena);
    add_kinks(&made, &w, arena);
    return made;
}

static const tml_state_class states = {
    .name = "dc-motor",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .positive = "R voltage_limit current_limit current_time " TML_MOTOR_SHAFT_POSITIVE,
    .divides = "k " TML_MOTOR_SHAFT_DIVIDES,
    .rates = TML_MOTOR_SHAFT_RATES,
    .not_below = "L " TML_MOTOR_SHAFT_NOT_BELOW,
};

static const tml_force_channel channels[] = {
    TML_MOTOR_CHANNELS,
    TML_ELECTRIC_POWER_CHANNEL,
    {"current", "A", TML_CHANNEL_OWN, 1, "current through the winding", TML_ANY_COORDINATE},
    {"terminal_voltage", "V", TML_CHANNEL_OWN, 1, "what is left of the voltage where a limit is reached",
     TML_ANY_COORDINATE},
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
