/* motor_shaft.h - what motors have in common between the torque of their magnets and the joint that they drive: rotor, bearings, gearbox.
 *
 *   w = ratio q'                      speed of the rotor, q the coordinate of the joint
 *   T = torque - viscous w - rotor w'
 *   f = ratio T g                     on the joint; g = efficiency where the motor drives, 1/efficiency where it is driven
 *
 * Between the two, g changes over the speed `transition` of the joint: g = c - d sign(T) tanh(q'/transition), c - d = efficiency,
 * c + d = 1/efficiency. The energy of the rotor is rotor w^2/2; the power that the mechanism is given counts with g.
 */
#pragma once
#include "model/force_class.h"
#include "model/state_class.h"

/* Fields of every such motor. */
#define TML_MOTOR_SHAFT_FIELDS                                                                                         \
    {"ratio", TML_FIELD_NUMBER, .preset = "1",                                                                         \
     .doc = "of a gearbox: rotation of the rotor per coordinate of the joint; of a slider in rad/m"},                  \
        {"rotor", TML_FIELD_NUMBER, "kg*m^2", "0", .doc = "moment of inertia of the rotor, before the gearbox"},       \
        {"viscous", TML_FIELD_NUMBER, "N*m*s/rad", "0", .doc = "torque on the rotor that resists, per speed"},         \
        {"efficiency",                                                                                                 \
         TML_FIELD_NUMBER,                                                                                             \
         "",                                                                                                           \
         "1",                                                                                                          \
         .part = true,                                                                                                 \
         .doc =                                                                                                        \
             "of the gearbox, where the motor drives; driven by the joint it passes on 1/efficiency of its torque"},   \
        {"transition", TML_FIELD_NUMBER, .preset = "0.01",                                                             \
         .doc = "speed of the joint over which the efficiency turns around"},                                          \
        {"rated_torque", TML_FIELD_NUMBER, "N*m", .doc = "that it may give all the time: the report compares"},        \
        {"peak_torque", TML_FIELD_NUMBER, "N*m", .doc = "that it may give for a short time; a servo gives no more"},   \
    {                                                                                                                  \
        "max_speed", TML_FIELD_NUMBER, "rad/s", .doc = "of the rotor; a servo asks for no more"                        \
    }
/* Names of those that must be greater than zero, for a class. */
#define TML_MOTOR_SHAFT_POSITIVE "efficiency transition rated_torque peak_torque max_speed"
/* Names of those that must not be below zero. */
#define TML_MOTOR_SHAFT_NOT_BELOW "rotor viscous"
/* Names of those that must not be zero. */
#define TML_MOTOR_SHAFT_DIVIDES "ratio"
/* Names of those that are speeds of the joint. */
#define TML_MOTOR_SHAFT_RATES "transition"

/* Channels of every such motor. */
#define TML_MOTOR_CHANNELS                                                                                             \
    {"torque", "N*m", TML_CHANNEL_FORCE, 1, "torque on the second body of the joint", TML_ROTATIONS},                  \
        {"force", "N", TML_CHANNEL_FORCE, 1, "force on the second body of the joint", TML_TRANSLATIONS},               \
        {"power", "W", TML_CHANNEL_POWER, 1, "power given to the mechanism", TML_ANY_COORDINATE},                      \
        {"motor_speed", "rad/s", TML_CHANNEL_OWN, 1, "speed of the rotor", TML_ANY_COORDINATE},                        \
        {"motor_torque", "N*m", TML_CHANNEL_OWN, 1, "torque of the magnets on the rotor", TML_ANY_COORDINATE},         \
        {"motor_power", "W", TML_CHANNEL_OWN, 1, "power of that torque", TML_ANY_COORDINATE},                          \
    {                                                                                                                  \
        "heat", "W", TML_CHANNEL_OWN, 1, "power lost in winding and bearings", TML_ANY_COORDINATE                      \
    }
/* Of one with a winding. */
#define TML_ELECTRIC_POWER_CHANNEL                                                                                     \
    {                                                                                                                  \
        "electric_power", "W", TML_CHANNEL_OWN, 1, "electrical power that it takes", TML_ANY_COORDINATE                \
    }

/* The rest of the class of such a motor: along the coordinate of a joint, drawn as a drive. Its file has `fields`, `channels`, `states` and
 * `templates`. */
static const tml_force_law_form tml_motor_laws[] = {
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .plane = true, .space = true}};
static const tml_symbol_piece tml_motor_symbol[] = {{"point", .motif = "drive"}};
#define TML_MOTOR_CLASS                                                                                                \
    .acts = TML_ACTS_ON_JOINT, TML_LIST(fields), .laws = tml_motor_laws, .laws_count = 1, TML_LIST(channels),          \
    .states = &states, .plane = true, .space = true, .symbol = tml_motor_symbol, .symbol_count = 1,                    \
    TML_LIST(templates)

/* What is a motor's own: texts, which know motor_speed. */
typedef struct {
    const tml_state_variable_form *variables;
    int count;
    const char *torque;                   /* of its magnets on the rotor */
    const char *energy;                   /* that it stores beside its rotor's; NULL: none */
    const char *supplied, *heat;          /* power; NULL: what it gives to the rotor, and none */
    const tml_state_signal_form *signals; /* beside motor_speed, motor_torque, electric_power, heat */
    int signal_count;
} tml_motor_texts;

tml_state_form tml_motor_form(const char *name, const tml_node *map, const tml_motor_texts *texts, tml_arena *arena);
