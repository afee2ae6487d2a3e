/* magnet.c - pulls two points together.
 *
 * Along l = |d|: tension = pull.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"pull", TML_FIELD_VARYING, "N", .required = true,
     .doc = "tension: an expression of t, channels, and its own length"},
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_DISTANCE}, .value_field = "pull", .factor = -1, .plane = true, .space = true},
};
static const tml_force_channel channels[] = {
    {"length", "m", TML_CHANNEL_VALUE, 1, .doc = "distance of its points"},
    {"force", "N", TML_CHANNEL_FORCE, -1, .doc = "tension"},
};
static const tml_symbol_piece symbol[] = {
    {"line", "dashed", .path = "M0 0H100"},
    {"line", "paper", .path = "M45 -6H55V6H45Z"},
    TML_ENDS,
};
static const tml_template templates[] = {{.title = "Magnet", .plane = "pull: 10"}};

const tml_force_class tml_force_magnet = {
    .name = "magnet",
    .doc = "Pulls two points together.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    TML_LIST(fields),
    TML_LIST(laws),
    TML_LIST(channels),
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  ball: {points: {C: [0, 0]}, mass: 1, inertia: 0.01, position: [1, 0]}\n"
                     "forces:\n"
                     "  m: {magnet: [ground.O, ball.C], pull: 3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.1, output: 0.05}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], C: [1, 0.2, 0.1]}\n"
                     "bodies:\n"
                     "  ball: {points: [C], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "forces:\n"
                     "  m: {magnet: [ground.O, ball.C], pull: 3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.1, output: 0.05}\n",
};
