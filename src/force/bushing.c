/* bushing.c - a rubber mount between two points: springs and dampers along and about its own axes, fixed in the first body.
 *
 * s = (x_F . d, y_F . d, z_F . d, r_x, r_y, r_z), r the rotation vector of the second body in the first: f = preload - K (s -
 * offset) - C s', with the generalized force J' f. About one axis the torque is stiffness times angle, up to half a revolution.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"stiffness", TML_FIELD_STIFFNESS_MATRIX,
     .doc = "of translation and rotation, each one number or one per axis; or a list, x y z and about x y z (in the "
            "plane x y angle); or a symmetric matrix of those"},
    {"damping", TML_FIELD_DAMPING_MATRIX, .doc = "as stiffness, per rate of the deflection"},
    {"offset", TML_FIELD_DEFLECTION, .doc = "deflection at which the springs are unloaded"},
    {"preload", TML_FIELD_WRENCH, .doc = "force on the second body at that deflection, in its axes"},
    {"axis", TML_FIELD_DIRECTION, "", .doc = "its z axis (in the plane its x axis), in the frames of both bodies"},
    {"orientation", TML_FIELD_ORIENTATION,
     .doc = "of its axes in the frames of both bodies, instead of axis; in space"},
};

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-17 9H17", .when = "ground"},
    {"point", "hatch", .path = "M-17 9H17", .when = "ground"},
    {"line", "dashed", .path = "M0 0H100"},
    {"second", "rubber", .path = "M-8 -8H8V8H-8Z"},
    {"second", "paper", .path = "M-3.5 -3.5H3.5V3.5H-3.5Z"},
};
static const tml_template templates[] = {{.title = "Bushing", .plane = "stiffness: 1000", .rank = 5}};

const tml_force_class tml_force_bushing = {
    .name = "bushing",
    .doc = "A rubber mount between two points: stiffness and damping along and about axes of the first body.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    .reports_wrench = true,
    .mount = true,
    TML_LIST(fields),
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
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
