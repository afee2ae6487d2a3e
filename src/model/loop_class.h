/* loop_class.h - what kinds of belts, chains and cables share: fields of their strength and of their wheels, and the form of loops. */
#pragma once
#include "model/joint_class.h"

#define TML_PATH_STRENGTH_FIELDS                                                                                       \
    {"EA", TML_FIELD_NUMBER, "N", .doc = "makes it elastic: force for each unit of strain"},                           \
        {"stiffness", TML_FIELD_NUMBER, "N/m",                                                                         \
         .doc = "makes it elastic: of each section between places that hold it"},                                      \
    {                                                                                                                  \
        "damping", TML_FIELD_NUMBER, "N*s/m", .doc = "of each section of an elastic one, while it is taut"             \
    }

#define TML_PATH_FRICTION_FIELD                                                                                        \
    {                                                                                                                  \
        "friction", TML_FIELD_NUMBER, "",                                                                              \
            .doc = "coefficient on the wheels that move with it: it is told where more would be needed not to slip"    \
    }

#define TML_PATH_AXIS_FIELDS                                                                                           \
    {"axis", TML_FIELD_DIRECTION,                                                                                      \
     .doc = "in space, of wheels that are points of bodies or bodies: what they rotate about, in the axes of their "   \
            "body; those on pins have theirs"},                                                                        \
    {                                                                                                                  \
        "axes", TML_FIELD_ANY, .doc = "the same for each place that is passed, in a list; 0 for points and pins"       \
    }

/* Of loops; the tension of one that does not stretch is not that of its load alone. */
#define TML_LOOP_FIELDS                                                                                                \
    {"links", TML_FIELD_NUMBER, "", .doc = "how many pitches long it is: checked against the way round the wheels"},   \
        {"pretension", TML_FIELD_NUMBER, "N",                                                                          \
         .doc = "tension as drawn; of one that does not stretch, what all sections have besides what they transmit"},  \
        TML_PATH_STRENGTH_FIELDS, TML_PATH_AXIS_FIELDS

static const tml_symbol_piece tml_path_symbol[] = {{.motif = "path"}};

#define TML_PATH_CLASS                                                                                                 \
    .connects = TML_CONNECT_PATH, TML_LIST(fields), .plane = {.exists = true}, .space = {.exists = true},              \
    .symbol = tml_path_symbol, .symbol_count = sizeof tml_path_symbol / sizeof *tml_path_symbol, TML_LIST(templates)

/* A model of two wheels on hinges in the plane, and in a plane of space; loop: the element that lies over them. */
#define TML_LOOP_EXAMPLES(loop)                                                                                        \
    .example_plane = "trammel: 1\n"                                                                                    \
                     "bodies:\n"                                                                                       \
                     "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"                                                  \
                     "  motor: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"                                        \
                     "  fan: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"                                          \
                     "joints:\n"                                                                                       \
                     "  A: {revolute: [ground, motor]}\n"                                                              \
                     "  B: {revolute: [ground, fan]}\n"                                                                \
                     "  drive: {" loop "}\n"                                                                           \
                     "forces:\n"                                                                                       \
                     "  torque: {torque: motor, value: 3}\n"                                                           \
                     "analyses:\n"                                                                                     \
                     "  - dynamics: {end: 1, output: 0.1}\n",                                                          \
    .example_space = "trammel: 1\n"                                                                                    \
                     "space: space\n"                                                                                  \
                     "bodies:\n"                                                                                       \
                     "  ground: {points: {A: [0, 0, 0], B: [0.4, 0, 0.3]}}\n"                                          \
                     "  motor: {points: {A: [0, 0, 0]}, mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                       \
                     "  fan: {points: {B: [0, 0, 0]}, mass: 4, inertia: [0.05, 0.08, 0.05]}\n"                         \
                     "joints:\n"                                                                                       \
                     "  A: {revolute: [ground, motor], axis: y}\n"                                                     \
                     "  B: {revolute: [ground, fan], axis: y}\n"                                                       \
                     "  drive: {" loop "}\n"                                                                           \
                     "forces:\n"                                                                                       \
                     "  torque: {torque: motor, value: [0, 3, 0]}\n"                                                   \
                     "analyses:\n"                                                                                     \
                     "  - dynamics: {end: 1, output: 0.1}\n"
