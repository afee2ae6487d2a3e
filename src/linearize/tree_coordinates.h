/* tree_coordinates.h - the coordinates of a spanning tree, with their names.
 *
 * In these coordinates the equations of a mechanism in relative equilibrium are time-invariant: those that change at a constant rate
 * are cyclic. They are the joint coordinates of the tree; for a body without a joint to its parent, its position x y (z) and its rotation
 * in the axes of the parent, from the parent's centre of mass. A spherical joint (`ball`) has a rotation vector d about the axes of its
 * frame F instead of angles: d' = dw + w x d, with w its angular velocity in F's axes.
 */
#pragma once
#include "linearize/row_derivatives.h"

typedef struct {
    const char *name, *speed; /* "O.angle", "O.speed"; "rod.x", "rod.vx" */
    bool is_rotation;         /* in rad; else in m */
    int coordinate;           /* joint coordinate of the system; -1: none, then */
    int body, axis;           /* displacement of a body along an axis or, where ball >= 0, rotation about */
    int joint;                /* this axis of F of the joint (-1: of the parent) */
    int parent;               /* of a body without a joint to its parent; 0: the ground */
    int ball;                 /* the first of the three coordinates of its spherical joint; -1: none */
} tml_tree_coordinate;

typedef struct {
    int count;
    tml_tree_coordinate *list;
} tml_tree_coordinates;

/* branches: (nb - 1) of any spanning tree of the system's bodies. */
tml_tree_coordinates tml_tree_coordinates_make(const tml_system *system, const tml_branch *branches, tml_arena *arena);
/* Appends their rows to `rows`. */
void tml_tree_coordinates_derivatives(const tml_tree_coordinates *c, const tml_workspace *work, const double *a,
                                      tml_row_derivatives *rows);
/* Angular velocity of the spherical joint of coordinate i, in the axes of its F. */
tml_vec3 tml_tree_coordinates_angular_velocity(const tml_tree_coordinates *c, int i, const tml_workspace *work);
