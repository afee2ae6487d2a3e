/* tree_particles.h - particles of bodies on a spanning tree, with loops cut. */
#pragma once
#include "dynamics/tree/spanning_tree.h"
#include "system/particles.h"

typedef struct {
    const tml_system *s;
    tml_particles *p; /* with the inertia of each body */
    int *side;        /* (nb) while one particle is processed: bodies that the tree joins there have the same number */
    int *row;         /* (share_count) first coordinate of a body's corner, -1: fixed to the ground */
    const char **names; /* (count) "A.x"; at a cut "link.A.x" */
    int count;          /* coordinates of all moving particles */
} tml_tree_particles;

tml_tree_particles tml_tree_particles_make(const tml_system *system, tml_arena *arena);
/* to (count) = their velocities for the velocities of the bodies in tree->A. */
void tml_tree_particles_velocity(const tml_tree_particles *x, const tml_spanning *tree, const tml_workspace *work,
                                 double *to);
/* m (count x count), zero on entry: T = 1/2 v' m v of their velocities v */
void tml_tree_particles_mass(const tml_tree_particles *x, double *m);
