/* belt.c - a loop of a belt over wheels: open, crossed, with idlers on its back; flat or toothed, a chain.
 *
 * Rows         wheels that it grips move with it; with a pretension all sections have the same strain, else each keeps its length.
 * Elastic      tension k x + c x' of each section, F0 as drawn, nothing where it is slack.
 */
#include "model/joint_class.h"

static const tml_field fields[] = {
    {"radii", TML_FIELD_NUMBERS, "m",
     .doc = "of the wheels in the order in which it passes them: positive counterclockwise, negative clockwise, as an "
            "idler on its back, or one wheel of a crossed belt"},
    {"teeth", TML_FIELD_NUMBERS, "",
     .doc = "instead of radii, with a pitch: of a toothed belt or a chain; signs as of radii"},
    {"pitch", TML_FIELD_NUMBER, "m", .doc = "of the teeth"},
    {"links", TML_FIELD_NUMBER, "", .doc = "how many pitches long it is: checked against the way round the wheels"},
    {"length", TML_FIELD_NUMBER, "m",
     .doc = "without load: checked against the way round the wheels, if it does not stretch"},
    {"pretension", TML_FIELD_NUMBER, "N",
     .doc = "tension as drawn; of one that does not stretch, what all sections have besides what they transmit"},
    {"EA", TML_FIELD_NUMBER, "N", .doc = "makes it elastic: force for each unit of strain"},
    {"stiffness", TML_FIELD_NUMBER, "N/m", .doc = "makes it elastic: of each section between wheels"},
    {"damping", TML_FIELD_NUMBER, "N*s/m", .doc = "of each section of an elastic one, while it is taut"},
    {"friction", TML_FIELD_NUMBER, "",
     .doc = "coefficient on the wheels that move with it: it is told where more would be needed not to slip"},
};

static const tml_symbol_piece symbol[] = {
    {.motif = "path"},
};
static const tml_template templates[] = {{.title = "Belt", .plane = "radii: [0.1, 0.1], pretension: 100", .rank = 7}};

const tml_joint_class tml_joint_belt = {
    .name = "belt",
    .doc =
        "A belt or chain over two or more wheels, named by their hinges: their speeds are as their radii, and bearings "
        "feel the tensions of its spans. Points of bodies with a radius are idlers without mass and friction.",
    .connects = TML_CONNECT_PATH,
    .closed = true,
    TML_LIST(fields),
    .plane = {.exists = true},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"
                     "  motor: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  fan: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, motor]}\n"
                     "  B: {revolute: [ground, fan]}\n"
                     "  drive: {belt: [A, B], radii: [0.05, 0.1], pretension: 200}\n"
                     "forces:\n"
                     "  torque: {torque: motor, value: 3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
