/* bushing.c - a rubber mount between two points: springs and dampers along and about the axes of the first body.
 *
 * Along a_F . d, a = x, y, z: f = -k_a s - c_a s'.
 * About a_F: the turning (b_F . c_M - c_F . b_M)/2 over cyclic a, b, c, which is sin of the angle for one turn.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"stiffness", TML_FIELD_STIFFNESS, .doc = "of translation and rotation, each one number or one per axis"},
    {"damping", TML_FIELD_DAMPING, .doc = "of translation and rotation, each one number or one per axis"},
};
#define SLIDE(axis, k)                                                                                                 \
    {                                                                                                                  \
        {.kind = TML_ALONG, .a = axis}, .stiffness = "stiffness", .damping = "damping", .vector_component = k,         \
                                        .plane = (k) < 2, .space = true                                                \
    }
#define TWIST(p, q, k)                                                                                                 \
    {{.kind = TML_DOT, .a = q, .b = p},                                                                                \
     .stiffness = "stiffness",                                                                                         \
     .damping = "damping",                                                                                             \
     .vector_component = k,                                                                                            \
     .share = -0.5,                                                                                                    \
     .space = true},                                                                                                   \
    {                                                                                                                  \
        {.kind = TML_DOT, .a = p, .b = q}, .adds = true, .share = 0.5, .space = true                                   \
    }
static const tml_law_form laws[] = {
    SLIDE(TML_X, 0),
    SLIDE(TML_Y, 1),
    SLIDE(TML_Z, 2),
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y},
     .stiffness = "stiffness",
     .damping = "damping",
     .vector_component = 5,
     .plane = true},
    TWIST(TML_Z, TML_Y, 3),
    TWIST(TML_X, TML_Z, 4),
    TWIST(TML_Y, TML_X, 5),
};

const tml_force_class tml_force_bushing = {
    .name = "bushing",
    .doc = "A rubber mount between two points: stiffness and damping along and about the axes of the first body.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    .reports_wrench = true,
    TML_LIST(fields),
    TML_LIST(laws),
    .plane = true,
    .space = true,
    .glyph = "M-4 -4H4V4H-4ZM-2 -2H2V2H-2Z",
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, position: [0, 0]}\n"
                     "forces:\n"
                     "  mount: {bushing: [ground.O, rod.O], stiffness: {translation: [2000, 3000], rotation: 50}, "
                     "damping: {translation: 20, rotation: 1}}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], A: [1, 0.2, 0.1]}\n"
                     "bodies:\n"
                     "  rod: {points: [O, A], mass: 1, inertia: [0.02, 0.08, 0.08]}\n"
                     "forces:\n"
                     "  mount: {bushing: [ground.O, rod.O], stiffness: {translation: [2000, 3000, 2500], rotation: "
                     "50}, damping: {translation: 20, rotation: 1}}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
