/* drag.c - resistance of a medium to the motion of a point, and to rotation.
 *
 * Along e_a . r_P: f_a = -(linear + quadratic |v|) v_a;  about e_a: f_a = -angular w_a.
 */
#include "model/force_class.h"

static const tml_field fields[] = {
    {"linear", TML_FIELD_NUMBER, "N*s/m", "0", .doc = "force per velocity"},
    {"quadratic", TML_FIELD_NUMBER, "N*s^2/m^2", "0",
     .doc = "force per square of velocity: half density times area times drag coefficient"},
    {"angular", TML_FIELD_NUMBER, "N*m*s/rad", "0", .doc = "torque per angular velocity"},
};
static const tml_force_law_form laws[] = {
    {{.kind = TML_COORD, .a = TML_X}, .text = "-(linear + quadratic*hypot(v0, v1))*v0", .plane = true},
    {{.kind = TML_COORD, .a = TML_Y}, .text = "-(linear + quadratic*hypot(v0, v1))*v1", .plane = true},
    {{.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, .text = "-angular*v2", .times = "angular", .plane = true},
    {{.kind = TML_COORD, .a = TML_X}, .text = "-(linear + quadratic*hypot(hypot(v0, v1), v2))*v0", .space = true},
    {{.kind = TML_COORD, .a = TML_Y}, .text = "-(linear + quadratic*hypot(hypot(v0, v1), v2))*v1", .space = true},
    {{.kind = TML_COORD, .a = TML_Z}, .text = "-(linear + quadratic*hypot(hypot(v0, v1), v2))*v2", .space = true},
    {{.kind = TML_ROTATE, .a = TML_X}, .text = "-angular*v3", .times = "angular", .space = true},
    {{.kind = TML_ROTATE, .a = TML_Y}, .text = "-angular*v4", .times = "angular", .space = true},
    {{.kind = TML_ROTATE, .a = TML_Z}, .text = "-angular*v5", .times = "angular", .space = true},
};

static const tml_symbol_piece symbol[] = {
    {"point", "muted", .path = "M-24 -6q3 -4 6 0t6 0M-24 0q3 -4 6 0t6 0M-24 6q3 -4 6 0t6 0"},
};
static const tml_template templates[] = {{.title = "Drag", .plane = "linear: 1", .rank = 9}};

const tml_force_class tml_force_drag = {
    .name = "drag",
    .doc = "Resistance of a medium to the motion of a point of a body, and to its rotation.",
    .acts = TML_ACTS_ON_POINT,
    TML_LIST(fields),
    TML_LIST(laws),
    .reports_wrench = true,
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ball: {mass: 1, inertia: 0.01, position: [0, 0], velocity: [3, 4], omega: 5}\n"
                     "forces:\n"
                     "  air: {drag: ball, linear: 0.1, quadratic: 0.2, angular: 0.001}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space =
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ball: {mass: 1, inertia: [0.01, 0.02, 0.015], position: [0, 0, 0], velocity: [3, 4, 1], omega: [1, 2, 3]}\n"
        "forces:\n"
        "  air: {drag: ball, linear: 0.1, quadratic: 0.2, angular: 0.001}\n"
        "analyses:\n"
        "  - dynamics: {end: 1, output: 0.1}\n",
};
