/* clutch.h - what kinds of clutches and brakes share: fields, channels, and their form from the texts of friction. */
#pragma once
#include "model/force_class.h"
#include "model/state_class.h"

#define TML_CLUTCH_FIELDS                                                                                              \
    {"coefficient", TML_FIELD_NUMBER, "", "0", .doc = "of friction while it slips"},                                   \
        {"static", TML_FIELD_NUMBER, "", "0", .doc = "the same while it holds; as `coefficient` where that is more"},  \
    {                                                                                                                  \
        "viscous", TML_FIELD_NUMBER, NULL, "0",                                                                        \
            .doc = "drag per speed of slip, whether it is pressed or not, N*m*s/rad; on a slider N*s/m"                \
    }

/* What may stand in place of a force and a coefficient; tml_clutch_form then takes these alone. */
#define TML_CLUTCH_TORQUE_FIELDS                                                                                       \
    {"torque", TML_FIELD_VARYING, NULL,                                                                                \
     .doc = "instead of `force`: that at which it slips, on a slider the force; an expression as above"},              \
    {                                                                                                                  \
        "static_torque", TML_FIELD_VARYING, NULL, "0", .doc = "with `torque`: what it holds, where that is more"       \
    }

#define TML_CLUTCH_CHANNELS                                                                                            \
    {"speed", "rad/s", TML_CHANNEL_RATE, 1, "speed of slip: of the second body relative to the first", TML_ROTATIONS}, \
        {"speed",         "m/s", TML_CHANNEL_RATE, 1, "speed of slip: of the second body relative to the first",       \
         TML_TRANSLATIONS},                                                                                            \
        {"torque", "N*m", TML_CHANNEL_FORCE, 1, "torque on the second body", TML_ROTATIONS},                           \
        {"force", "N", TML_CHANNEL_FORCE, 1, "force on the second body", TML_TRANSLATIONS},                            \
        {"power",           "W", TML_CHANNEL_POWER, 1, "power given to the mechanism: below zero, what it takes",      \
         TML_ANY_COORDINATE},                                                                                          \
    {                                                                                                                  \
        "holds", "", TML_CHANNEL_HOLDS, 1, "1 while it does not slip, else 0", TML_ANY_COORDINATE                      \
    }

static const tml_force_law_form tml_clutch_laws[] = {
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .plane = true, .space = true}};
static const tml_force_channel tml_clutch_channels[] = {TML_CLUTCH_CHANNELS};

/* Of a class whose fields, states, symbol and templates have these names in its file. */
#define TML_CLUTCH_CLASS                                                                                               \
    .acts = TML_ACTS_ON_JOINT_OR_BODIES, TML_LIST(fields), .laws = tml_clutch_laws, .laws_count = 1,                   \
    .channels = tml_clutch_channels, .channels_count = sizeof tml_clutch_channels / sizeof *tml_clutch_channels,       \
    .states = &states, .has_axis = true, .plane = true, .space = true, TML_LIST(symbol), TML_LIST(templates)

/* What is wrong with keys that do not belong together, and where: either `torque`, or `force` with `coefficient`; `with_force` names what is of no
 * use beside `torque`. NULL: nothing. */
const char *tml_clutch_misfit(const tml_node *map, const tml_node **where, const char *with_force);
/* The form of a force that is friction alone, by these texts or by `torque` where the map has it, and drag where it has `viscous`. */
tml_state_form tml_clutch_form(tml_friction_texts friction, const tml_node *map, tml_arena *arena);
