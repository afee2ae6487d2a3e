/* tree_coordinates.h - the coordinates of a spanning tree, one by one and by name: in them a mechanism that turns steadily has
 * equations that do not change with time, as the coordinates that turn do not matter.
 *
 * Freedoms of the joints of the tree; places x y (z) and turning of a body that hangs on no joint, on the axes of its parent, from the
 * parent's centre of mass. A ball has three turns about the
 * axes of its frame F, d, instead of angles: d' = dw + w x d, with w its angular velocity on F's axes.
 */
#pragma once
#include "linearize/row_derivatives.h"

typedef struct {
    const char *name, *speed; /* "O.angle", "O.speed"; "rod.x", "rod.vx" */
    bool is_rotation;         /* rad, not m */
    int coordinate;           /* of the system; -1: none, then */
    int body, axis;           /* a body's own displacement, or, where ball >= 0, turning about */
    int joint;                /* the axis of F of this joint (-1: of the parent) */
    int parent;               /* of a body that hangs on no joint: 0 the ground, or what carries it */
    int ball;                 /* the first of the three coordinates of its ball; -1 */
} tml_tree_coordinate;

typedef struct {
    int count;
    tml_tree_coordinate *list;
} tml_tree_coordinates;

/* branches: (nb - 1) of any spanning tree of the system's bodies. */
tml_tree_coordinates tml_tree_coordinates_make(const tml_system *system, const tml_branch *branches, tml_arena *arena);
/* Adds their rows to the end of `rows`. */
void tml_tree_coordinates_derivatives(const tml_tree_coordinates *c, const tml_workspace *work, const double *a,
                                      tml_row_derivatives *rows);
/* Angular velocity of the ball to which coordinate i belongs, on the axes of its F. */
tml_vec3 tml_tree_coordinates_spin(const tml_tree_coordinates *c, int i, const tml_workspace *work);
