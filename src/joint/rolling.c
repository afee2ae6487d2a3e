/* rolling.c - two surfaces that touch and roll on each other without slip.
 *
 * Rows  the gap stays zero; the velocities of the touching points are equal, in the plane along the track, in space along and across it:
 *       rates only. In the plane they can be integrated, in space positions stay free (nonholonomic).
 */
#include "model/joint_class.h"

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = TML_CIRCLE(9, 18)},
    {"point", "solid", .path = TML_CIRCLE(1.6, 3.2)},
    {"point", "hatch", .path = "M-14 9H14"},
};
static const tml_template templates[] = {{.title = "Rolling", .rank = 18}};

const tml_joint_class tml_joint_rolling = {
    .name = "rolling",
    .doc =
        "Two surfaces that roll on each other without slip: in the plane a disc on a line, on a disc or in a bore; "
        "in space a disc, a torus or a sphere on a plane, on or in a sphere or a cylinder, on a capsule, a torus or a "
        "height field, and a torus or a sphere on a box or a mesh.",
    .connects = TML_CONNECT_SURFACES,
    .plane = {.exists = true, .surface_rows = 2},
    .space = {.exists = true, .surface_rows = 3},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {surfaces: {slope: {line: [[0, 0], [1, -0.3]]}}}\n"
                     "  wheel: {mass: 2, inertia: 0.09, position: [0.1, 0.3], surfaces: {rim: {disc: 0.3}}}\n"
                     "joints:\n"
                     "  W: {rolling: [ground.slope, wheel.rim]}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "bodies:\n"
                     "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                     "  coin: {mass: 2, inertia: [0.045, 0.09, 0.045], position: [0, 0, 0.3], orientation: {axis: x, "
                     "angle: 10 deg},\n"
                     "         surfaces: {edge: {disc: 0.3, axis: y}}}\n"
                     "joints:\n"
                     "  W: {rolling: [ground.floor, coin.edge]}\n"
                     "initial: {coin.vx: 1.5}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
