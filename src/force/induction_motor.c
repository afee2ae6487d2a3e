/* induction_motor.c - a three-phase motor with a cage, by its windings, in the frame of the supply:
 *
 *   a' = u - R1 i1 - j w a,      b' = -R2 i2 - j (w - p w_rotor) b,      w = 2 pi frequency,  u = voltage sqrt(2/3)
 *   a = (L1 + M) i1 + M i2,      b = (L2 + M) i2 + M i1,                 torque = 3/2 p Im(conj(a) i1)
 *
 * Linkages of flux a of the stator and b of the rotor, which is seen from the stator, are constant at constant speed. All phases together have 3/2 of the power
 * of these vectors: in are 3/2 Re(conj(u) i1), lost 3/2 (R1 |i1|^2 + R2 |i2|^2), stored 3/4 Re(conj(a) i1 + conj(b) i2).
 */
#include "model/force_class.h"
#include "model/motor_shaft.h"

static const tml_field fields[] = {
    {"voltage", TML_FIELD_VARYING, "V", .required = true,
     .doc = "between two lines, effective value: an expression of t, channels and states"},
    {"frequency", TML_FIELD_VARYING, "Hz", .required = true,
     .doc = "of the supply, the same; below zero it turns back"},
    {"R", TML_FIELD_NUMBERS, "ohm", .required = true,
     .doc = "resistances of a phase of the stator and of the rotor, as seen from the stator: [stator, rotor]"},
    {"L", TML_FIELD_NUMBERS, "H", .required = true, .doc = "leakage inductances of the same: [stator, rotor]"},
    {"M", TML_FIELD_NUMBER, "H", .required = true, .doc = "magnetizing inductance of a phase"},
    {"pole_pairs", TML_FIELD_NUMBER, "", "1", .whole = true,
     .doc = "turns of the field per turn of the rotor: 2 for 1500 rpm at 50 Hz"},
    TML_MOTOR_SHAFT_FIELDS,
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    static const char *const pairs[] = {"R", "L"};
    for (int i = 0; i < 2; i++) {
        *where = tml_node_find(map, pairs[i]);
        if ((*where)->kind != TML_NODE_LIST || (*where)->count != 2)
            return i ? "\"L\" are the leakage inductances of stator and rotor: [stator, rotor]"
                     : "\"R\" are the resistances of stator and rotor: [stator, rotor]";
    }
    return NULL;
}

/* L1 L2 + M (L1 + L2): the determinant of the inductances. */
#define DETERMINANT "(L1*L2 + M*(L1 + L2))"

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    static const char *const rates[] = {
        "voltage*sqrt(2/3) - R1*i1d + 2*pi*frequency*aq",
        "-R1*i1q - 2*pi*frequency*ad",
        "-R2*i2d + (2*pi*frequency - pole_pairs*motor_speed)*bq",
        "-R2*i2q - (2*pi*frequency - pole_pairs*motor_speed)*bd",
    };
    static const char *const names[] = {"stator_flux_d", "stator_flux_q", "rotor_flux_d", "rotor_flux_q"};
    static const char *const own[] = {"ad", "aq", "bd", "bq"};
    static const tml_state_signal_form inside[] = {
        {"current_d", "i1d", "((L2 + M)*ad - M*bd)/" DETERMINANT, "A"},
        {"current_q", "i1q", "((L2 + M)*aq - M*bq)/" DETERMINANT, "A"},
        {"rotor_current_d", "i2d", "((L1 + M)*bd - M*ad)/" DETERMINANT, "A"},
        {"rotor_current_q", "i2q", "((L1 + M)*bq - M*aq)/" DETERMINANT, "A"},
        {"current", NULL, "hypot(i1d, i1q)/sqrt(2)", "A"},
        {"slip_speed", NULL, "2*pi*frequency/pole_pairs - motor_speed", "rad/s"},
    };
    enum { SIGNALS = sizeof inside / sizeof *inside };
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, 4);
    tml_state_signal_form *signals = TML_NEW_ARRAY(arena, tml_state_signal_form, SIGNALS);
    for (int i = 0; i < 4; i++)
        x[i] = (tml_state_variable_form){.name = tml_arena_dotted(arena, name, names[i]),
                                         .own = own[i],
                                         .rate = rates[i],
                                         .unit = tml_state_unit("Wb", arena)};
    for (int i = 0; i < SIGNALS; i++) {
        signals[i] = inside[i];
        signals[i].name = tml_arena_dotted(arena, name, inside[i].name);
    }
    const tml_motor_texts texts = {
        .variables = x,
        .count = 4,
        .signals = signals,
        .signal_count = SIGNALS,
        .torque = "3/2*pole_pairs*(ad*i1q - aq*i1d)",
        .energy = "3/4*(ad*i1d + aq*i1q + bd*i2d + bq*i2q)",
        .supplied = "3/2*voltage*sqrt(2/3)*i1d",
        .heat = "3/2*(R1*(i1d^2 + i1q^2) + R2*(i2d^2 + i2q^2))",
    };
    return tml_motor_form(name, map, &texts, arena);
}

static const tml_state_class states = {
    .name = "induction-motor",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .positive = "R1 R2 L1 L2 M pole_pairs " TML_MOTOR_SHAFT_POSITIVE,
    .divides = TML_MOTOR_SHAFT_DIVIDES,
    .rates = TML_MOTOR_SHAFT_RATES,
    .not_below = TML_MOTOR_SHAFT_NOT_BELOW,
};

static const tml_force_channel channels[] = {
    TML_MOTOR_CHANNELS,
    TML_ELECTRIC_POWER_CHANNEL,
    {"current", "A", TML_CHANNEL_OWN, 1, "current of a phase of the stator, effective value", TML_ANY_COORDINATE},
    {"slip_speed", "rad/s", TML_CHANNEL_OWN, 1, "speed of the field less that of the rotor", TML_ANY_COORDINATE},
    {"current_d", "A", TML_CHANNEL_OWN, 1, "amplitude of the stator's current in phase with the voltage",
     TML_ANY_COORDINATE},
    {"current_q", "A", TML_CHANNEL_OWN, 1, "the same a quarter of a period ahead", TML_ANY_COORDINATE},
    {"rotor_current_d", "A", TML_CHANNEL_OWN, 1, "amplitude of the rotor's current, seen from the stator, in phase",
     TML_ANY_COORDINATE},
    {"rotor_current_q", "A", TML_CHANNEL_OWN, 1, "the same a quarter of a period ahead", TML_ANY_COORDINATE},
    {"stator_flux_d", "N*m/A", TML_CHANNEL_OWN, 1, "linkage of flux of the stator, in phase with the voltage",
     TML_ANY_COORDINATE},
    {"stator_flux_q", "N*m/A", TML_CHANNEL_OWN, 1, "the same a quarter of a period ahead", TML_ANY_COORDINATE},
    {"rotor_flux_d", "N*m/A", TML_CHANNEL_OWN, 1, "linkage of flux of the rotor, in phase", TML_ANY_COORDINATE},
    {"rotor_flux_q", "N*m/A", TML_CHANNEL_OWN, 1, "the same a quarter of a period ahead", TML_ANY_COORDINATE},
};
static const tml_template templates[] = {
    {.title = "Induction motor",
     .plane = "voltage: 400, frequency: 50, R: [1.4, 1.2], L: [6e-3, 6e-3], M: 0.17, pole_pairs: 2",
     .rank = 8}};

const tml_force_class tml_force_induction_motor = {
    .name = "induction-motor",
    .doc = "A three-phase motor with a cage on a joint, by its windings; with rotor and gearbox.",
    TML_MOTOR_CLASS,
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  fan: {points: {O: [0, 0]}, mass: 5, inertia: 0.05}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, fan]}\n"
                     "forces:\n"
                     "  m: {induction-motor: O, voltage: 400, frequency: 50, R: [1.4, 1.2], L: [6 mH, 6 mH], M: 0.17, "
                     "pole_pairs: 2, rotor: 0.01, viscous: 1e-3}\n"
                     "  air: {motor: O, torque: -4e-4*O.speed*abs(O.speed)}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.2, output: 0.02}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0]}\n"
                     "bodies:\n"
                     "  block: {points: [O], mass: 20, inertia: [0.1, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {prismatic: [ground, block], axis: z}\n"
                     "forces:\n"
                     "  m: {induction-motor: O, voltage: 400, frequency: 50, R: [1.4, 1.2], L: [6 mH, 6 mH], M: 0.17, "
                     "pole_pairs: 2, ratio: 60, efficiency: 0.9}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.1, output: 0.01}\n",
};
