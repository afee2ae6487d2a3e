/* belt.c - a loop of a belt over wheels: open, crossed, with idlers on its back; flat or toothed, a chain.
 *
 * Rows         wheels that it grips move with it; with a pretension all sections have the same strain, else each keeps its length.
 * Elastic      tension k x + c x' of each section, F0 as drawn, nothing where it is slack.
 */
#include "model/loop_class.h"

static const tml_field fields[] = {
    {"radii", TML_FIELD_NUMBERS, "m",
     .doc = "of the wheels in the order in which it passes them: positive counterclockwise, negative clockwise, as an "
            "idler on its back, or one wheel of a crossed belt"},
    {"teeth", TML_FIELD_NUMBERS, "",
     .doc = "instead of radii, with a pitch: of a toothed belt or a chain; signs as of radii"},
    {"pitch", TML_FIELD_NUMBER, "m", .doc = "of the teeth"},
    {"length", TML_FIELD_NUMBER, "m",
     .doc = "without load: checked against the way round the wheels, if it does not stretch"},
    TML_LOOP_FIELDS,
    TML_PATH_FRICTION_FIELD,
};

static const tml_template templates[] = {{.title = "Belt", .plane = "radii: [0.1, 0.1], pretension: 100", .rank = 7}};

const tml_joint_class tml_joint_belt = {
    .name = "belt",
    .doc =
        "A belt or chain over two or more wheels, named by their pins: their speeds are as their radii, and bearings "
        "feel the tensions of its spans. Points of bodies with a radius are idlers without mass and friction.",
    .closed = true,
    TML_PATH_CLASS,
    TML_LOOP_EXAMPLES("belt: [A, B], radii: [0.05, 0.1], pretension: 200"),
};
