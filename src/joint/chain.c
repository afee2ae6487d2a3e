/* chain.c - a chain over sprockets, or a toothed belt over pulleys: a loop whose wheels turn as their numbers of teeth.
 *
 * Rows and elasticity are those of a belt with the radii teeth pitch/(2 pi).
 */
#include "model/joint_class.h"

static const tml_field fields[] = {
    {"teeth", TML_FIELD_NUMBERS, "", .required = true,
     .doc = "of the wheels in the order in which it passes them: positive counterclockwise, negative clockwise, as an "
            "idler on its back"},
    {"pitch", TML_FIELD_NUMBER, "m", .required = true, .doc = "of the teeth"},
    {"links", TML_FIELD_NUMBER, "", .doc = "how many pitches long it is: checked against the way round the wheels"},
    {"pretension", TML_FIELD_NUMBER, "N",
     .doc = "tension as drawn; of one that does not stretch, what all sections have besides what they transmit"},
    {"EA", TML_FIELD_NUMBER, "N", .doc = "makes it elastic: force for each unit of strain"},
    {"stiffness", TML_FIELD_NUMBER, "N/m", .doc = "makes it elastic: of each section between wheels"},
    {"damping", TML_FIELD_NUMBER, "N*s/m", .doc = "of each section of an elastic one, while it is taut"},
};

static const tml_symbol_piece symbol[] = {
    {.motif = "path"},
};
static const tml_template templates[] = {
    {.title = "Chain", .plane = "teeth: [20, 40], pitch: 12.7 mm, pretension: 50", .rank = 7}};

const tml_joint_class tml_joint_chain = {
    .name = "chain",
    .doc =
        "A chain or toothed belt over two or more wheels, named by their hinges: their speeds are as their teeth, and "
        "bearings feel the tensions of its spans. The polygon of the links is not modelled.",
    .connects = TML_CONNECT_PATH,
    .closed = true,
    TML_LIST(fields),
    .plane = {.exists = true},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"
                     "  crank: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  wheel: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, crank]}\n"
                     "  B: {revolute: [ground, wheel]}\n"
                     "  drive: {chain: [A, B], teeth: [44, 16], pitch: 12.7 mm, pretension: 20}\n"
                     "forces:\n"
                     "  torque: {torque: crank, value: 3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
