/* cylinder.h - what cylinders with two chambers share: sizes, a valve, ends of the stroke, friction of the seals.
 *
 *   x = length - retracted,   V1 = dead1 + A1 x,   V2 = dead2 + A2 (stroke - x)
 *
 * A command u, between -1 and 1, above zero connects chamber 1 with the supply and chamber 2 with the tank, or exhaust; below zero the other way round.
 * Through an edge flows the square root of a pressure difference d; nearer to zero than a transition D, where flow is laminar, a cubic with the same value and
 * slope at D:
 *
 *   root(d) = sign(d) sqrt|d|,   |d| < D:  sqrt(D) s (5 - s^2)/4,  s = d/D
 */
#pragma once
#include "model/force_class.h"
#include "model/state_class.h"

#define TML_CYLINDER_FIELDS                                                                                            \
    {"areas", TML_FIELD_NUMBERS, "m^2",                                                                                \
     .doc = "[A1, A2] of the piston: the first chamber pushes the points apart, the second pulls them together"},      \
        {"bore", TML_FIELD_NUMBER, "m", .doc = "instead of areas: diameter of the piston"},                            \
        {"rod", TML_FIELD_NUMBER, "m", "0", .doc = "with bore: diameter of the rod in the second chamber"},            \
        {"stroke", TML_FIELD_NUMBER, "m", .required = true, .doc = "from one end to the other"},                       \
        {"retracted", TML_FIELD_NUMBER, "m", .required = true,                                                         \
         .doc = "distance between the points where the piston is at the beginning of its stroke"},                     \
        {"dead", TML_FIELD_NUMBERS, "m^3", .required = true,                                                           \
         .doc = "[V1, V2] left in each chamber where the piston is at its end, with hoses"},                           \
    {                                                                                                                  \
        "valve", TML_FIELD_VARYING, "", "0",                                                                           \
            .doc = "how far it is open, 1: all, from -1 to 1; below zero the other way round; an expression of t, "    \
                   "channels and states"                                                                               \
    }
#define TML_CYLINDER_END_FIELDS                                                                                        \
    {"ratio", TML_FIELD_NUMBER, "", "1",                                                                               \
     .doc = "of what the valve lets through at the second chamber to that at the first"},                              \
        {"damping", TML_FIELD_NUMBER, "N*s/m", "0", .doc = "viscous friction of the seals"},                           \
        {"friction", TML_FIELD_NUMBER, "N", "0", .doc = "dry friction of the seals: it sticks and slides"},            \
        {"stop", TML_FIELD_NUMBER, "N/m", "0",                                                                         \
         .doc = "stiffness of the ends of the stroke; rigid ones where it is not given"},                              \
    {                                                                                                                  \
        "start", TML_FIELD_NUMBERS, "Pa", .doc = "pressures [p1, p2] at the start"                                     \
    }
#define TML_CYLINDER_POSITIVE  "areas1 areas2 bore stroke dead1 dead2 ratio transition"
#define TML_CYLINDER_NOT_BELOW "rod retracted damping friction stop leakage"

#define TML_CYLINDER_CHANNELS                                                                                          \
    {"length", "m", TML_CHANNEL_VALUE, 1, "distance between the points", TML_ANY_COORDINATE},                          \
        {"rate", "m/s", TML_CHANNEL_RATE, 1, "speed of lengthening", TML_ANY_COORDINATE},                              \
        {"force", "N", TML_CHANNEL_FORCE, 1, "force along the line, positive where it pushes", TML_ANY_COORDINATE},    \
        {"power", "W", TML_CHANNEL_POWER, 1, "power given to the mechanism", TML_ANY_COORDINATE},                      \
        {"extension",       "m", TML_CHANNEL_OWN, 1, "way of the piston from the beginning of its stroke",             \
         TML_ANY_COORDINATE},                                                                                          \
        {"p1", "Pa", TML_CHANNEL_OWN, 1, "pressure in the chamber that pushes", TML_ANY_COORDINATE},                   \
    {                                                                                                                  \
        "p2", "Pa", TML_CHANNEL_OWN, 1, "pressure in the chamber that pulls", TML_ANY_COORDINATE                       \
    }

static const tml_force_law_form tml_cylinder_laws[] = {{{.kind = TML_DISTANCE}, .plane = true, .space = true}};

/* Texts of a kind of cylinder, in which %1 and %2 stand for the areas. */
typedef struct {
    const char *rate1, *rate2;   /* of the pressures */
    const char *force;           /* of the pressures on the piston */
    const char *energy, *supply; /* that the chambers store; power that flows into them beside that of the piston */
    const char *flow1, *flow2, *unit;
    const char *ambient, *normal; /* field of the pressure at which both chambers start, and its preset; NULL: zero */
} tml_cylinder_texts;

/* The flow root(d) of a text d. */
const char *tml_root_text(const char *difference, tml_arena *arena);
const char *tml_cylinder_misfit(const tml_node *map, const tml_node **where);
const char *tml_cylinder_unfit(const tml_field_values *numbers, const char **field);
tml_state_form tml_cylinder_form(const char *name, const tml_node *map, const tml_cylinder_texts *texts,
                                 tml_arena *arena);
