/* tree_particles.h - particles of bodies that move on a spanning tree, loops cut. */
#pragma once
#include "dynamics/tree/spanning_tree.h"
#include "system/particles.h"

typedef struct {
    const tml_system *s;
    tml_particles *p; /* with the bodies' own inertia */
    int *side;        /* (nb) while one particle is looked at: bodies that the tree pins together there have the same */
    int *row;         /* (share_count) first coordinate of a body's corner, -1: held by the ground */
    const char **names; /* (count) "A.x"; at a cut "link.A.x" */
    int count;          /* coordinates of all that move */
} tml_tree_particles;

tml_tree_particles tml_tree_particles_make(const tml_system *system, tml_arena *arena);
/* to (count) = their velocities when the tree's bodies move as tree->A says. */
void tml_tree_particles_velocity(const tml_tree_particles *x, const tml_spanning *tree, const tml_workspace *work,
                                 double *to);
/* m (count x count), zero before: T = 1/2 v' m v of their velocities v */
void tml_tree_particles_mass(const tml_tree_particles *x, double *m);
