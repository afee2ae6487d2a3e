/* cam.c - two curves of the plane that are held in touch on both sides and slide on each other: a cam and a follower that cannot lift off.
 *
 * Row  the gap between the curves stays zero; its force, channel `normal`, presses or pulls.
 */
#include "model/joint_class.h"

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-9 9A9 9 0 1 1 9 9C9 14 -9 14 -9 9Z"},
    {"point", "solid", .path = TML_CIRCLE(1.6, 3.2)},
};
static const tml_template templates[] = {{.title = "Curves in touch", .rank = 18}};

const tml_joint_class tml_joint_cam = {
    .name = "cam",
    .doc = "Two curves that stay in touch and slide on each other, as a cam and a follower that is held on both sides: "
           "surfaces of the plane, a disc, line, spline, cam or point on any of them.",
    .connects = TML_CONNECT_SURFACES,
    .plane = {.exists = true, .surface_rows = 1},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], S: [0, 0.25]}}\n"
        "  disc: {mass: 2, inertia: 0.01, points: {O: [0, 0]}, com: [0.03, 0], surfaces: {rim: {disc: 0.1, at: "
        "[0.03, 0]}}}\n"
        "  rod: {mass: 0.5, inertia: 0.01, position: [0, 0.2], points: {S: [0, 0.05]}, surfaces: {roller: "
        "{disc: 0.05, at: [0, -0.06]}}}\n"
        "joints:\n"
        "  O: {revolute: [ground, disc]}\n"
        "  S: {prismatic: [ground, rod], axis: y}\n"
        "  touch: {cam: [disc.rim, rod.roller]}\n"
        "initial: {O.speed: 5}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.5, output: 0.05}\n",
};
