/* track.c - the second body runs along a curve of the first, and turns with it: a car of a roller coaster, a carriage, a trolley.
 *
 * Coordinate  displacement: arc length along the curve, of a closed one counting revolutions.
 * Rows        how far the point is off the curve along its normals, as of curve.c; and of the rotation (system/compile/compile_track.c):
 *             plane: x of M is along the curve; space: so it is, and z of M towards the normal, turned by the bank about the curve.
 */
#include "model/joint_curve.h"

static const tml_field fields[] = {
    TML_CURVE_FIELDS,
    {"angle", TML_FIELD_NUMBER, "rad", "0",
     .doc = "from the direction of the track to the x axis of the second body, about its z axis"},
    {"normal", TML_FIELD_DIRECTION, "", "z",
     .doc = "in space: the z axis of the second body is on this side of the track; a direction that is across the "
            "track everywhere"},
    {"bank", TML_FIELD_TEXT, "rad",
     .doc = "in space: angle about the direction of the track from there, as an expression of u; above zero the left "
            "side is raised"},
};

static const tml_coordinate coordinates[] = {TML_CURVE_DISPLACEMENT};
static const tml_row rows2[] = {TML_CURVE_ACROSS};
static const tml_row rows3[] = {TML_CURVE_ACROSS, TML_CURVE_ASIDE};
static const tml_friction_form friction2[] = {TML_CURVE_FRICTION(TML_CURVE_LOAD_PLANE)},
                               friction3[] = {TML_CURVE_FRICTION(TML_CURVE_LOAD_SPACE)};

static const tml_symbol_piece symbol[] = {
    TML_CURVE_WIRE,
    {"second", "paper", .path = "M-9 -6H9V6H-9Z"},
    {"second", "solid", .path = TML_CIRCLE(1.6, 3.2)},
};
static const tml_template templates[] = {
    {.title = "Body on a track", .plane = "x: 0.5*u, y: 0.2*u^2, from: -1, to: 1", .rank = 5}};

const tml_joint_class tml_joint_track = {
    .name = "track",
    .doc = "The second body runs along a curve of the first and turns with it: its x axis is along the track, in space "
           "its z axis towards a normal, turned by a bank. The curve is given as that of a joint curve.",
    TML_LIST(fields),
    .curve = true,
    .carries = true,
    .plane = {TML_FORM(coordinates, rows2), TML_FRICTION_OF(friction2)},
    .space = {TML_FORM(coordinates, rows3), TML_FRICTION_OF(friction3)},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  car: {mass: 1, inertia: 0.01, position: [-0.4, 0.16]}\n"
                     "joints:\n"
                     "  rail: {track: [ground, car], x: u, y: u^2, from: -1, to: 1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0, 0]}}\n"
                     "  car: {mass: 1, inertia: [0.01, 0.02, 0.03], position: [0.3, 0, 0]}\n"
                     "joints:\n"
                     "  rail: {track: [ground, car], x: 0.3*cos(u), y: 0.3*sin(u), z: -0.05*u, from: -1, to: 20, "
                     "bank: 0.2*sin(u)}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
