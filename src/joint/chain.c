/* chain.c - a chain over sprockets, or a toothed belt over pulleys: a loop whose wheels turn as their numbers of teeth.
 *
 * Rows and elasticity are those of a belt with the radii teeth pitch/(2 pi).
 */
#include "model/loop_class.h"

static const tml_field fields[] = {
    {"teeth", TML_FIELD_NUMBERS, "", .required = true,
     .doc = "of the wheels in the order in which it passes them: positive counterclockwise, negative clockwise, as an "
            "idler on its back"},
    {"pitch", TML_FIELD_NUMBER, "m", .required = true, .doc = "of the teeth"},
    TML_LOOP_FIELDS,
};

static const tml_template templates[] = {
    {.title = "Chain", .plane = "teeth: [20, 40], pitch: 12.7 mm, pretension: 50", .rank = 7}};

const tml_joint_class tml_joint_chain = {
    .name = "chain",
    .doc = "A chain or toothed belt over two or more wheels, named by their pins: their speeds are as their teeth, and "
           "bearings feel the tensions of its spans. The polygon of the links is not modelled.",
    .closed = true,
    TML_PATH_CLASS,
    TML_LOOP_EXAMPLES("chain: [A, B], teeth: [44, 16], pitch: 12.7 mm, pretension: 20"),
};
