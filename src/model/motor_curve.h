/* motor_curve.h - the torque-speed curve of a motor: the name of a table, or a list of points.
 *
 *   curve: [[0, 3], [1500 rpm, 2.5], [3000 rpm, 0]]
 *
 * Between the points of a list the torque is linear. Speeds are those of the rotor, from 0 on: the other sense is the mirror image.
 */
#pragma once
#include "expression/tabulated.h"
#include "model/model.h"

/* For fields of motors; more: `.required = true`. */
#define TML_MOTOR_CURVE_FIELD(...)                                                                                     \
    {                                                                                                                  \
        "curve", TML_FIELD_ANY,                                                                                        \
            .doc = "largest torque over the speed of the rotor, before the gearbox: "                                  \
                   "[[speed, torque], ...], or the name of a table",                                                   \
            __VA_ARGS__                                                                                                \
    }

/* False with a message that begins with `what`. */
bool tml_motor_curve_read(tml_resolved *r, const tml_node *node, const char *what, tml_tabulated *curve);
