/* curve.c - a point of the second body stays on a curve of the first: a bead on a wire, a car on a track, a pin in a curved slot.
 *
 * Coordinates  displacement: arc length along the curve, of a closed one counting revolutions; and the rotation: plane: angle, space: three.
 * Rows         how far the point is off the curve along its normals: one in the plane, two in space (contact/wire.h).
 *
 * It pushes and pulls, normal to the curve. A body that turns with the curve is on a track (track.c).
 */
#include "model/joint_curve.h"
#include "model/joint_pose.h"

static const tml_field fields[] = {TML_CURVE_FIELDS};

static const tml_coordinate coordinates2[] = {
    TML_CURVE_DISPLACEMENT, {"angle", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}}};
static const tml_row rows2[] = {TML_CURVE_ACROSS};
static const tml_coordinate coordinates3[] = {TML_CURVE_DISPLACEMENT, TML_CARDAN_COORDINATES};
static const tml_row rows3[] = {TML_CURVE_ACROSS, TML_CURVE_ASIDE};

static const tml_friction_form friction2[] = {TML_CURVE_FRICTION(TML_CURVE_LOAD_PLANE)},
                               friction3[] = {TML_CURVE_FRICTION(TML_CURVE_LOAD_SPACE)};

static const tml_symbol_piece symbol[] = {
    TML_CURVE_WIRE,
    TML_PIN("second"),
};
static const tml_template templates[] = {
    {.title = "Point on a curve", .plane = "x: 0.5*u, y: 0.2*u^2, from: -1, to: 1", .rank = 4}};

const tml_joint_class tml_joint_curve = {
    .name = "curve",
    .doc =
        "A point of the second body stays on a curve of the first: body.surface of a line, disc, spline or cam (in the "
        "plane), x, y and z as functions of u, or points that a spline goes through.",
    TML_LIST(fields),
    .curve = true,
    .plane = {TML_FORM(coordinates2, rows2), TML_FRICTION_OF(friction2)},
    .space = {TML_FORM(coordinates3, rows3), TML_FRICTION_OF(friction3)},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  bead: {mass: 1, inertia: 0.01, position: [-0.4, 0.16]}\n"
                     "joints:\n"
                     "  wire: {curve: [ground, bead], x: u, y: u^2, from: -1, to: 1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0, 0]}}\n"
                     "  bead: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.3, 0, 0]}\n"
                     "joints:\n"
                     "  wire: {curve: [ground, bead], x: 0.3*cos(u), y: 0.3*sin(u), z: -0.05*u, from: -1, to: 20}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
