/* pin_forces.h - forces in pins whose bodies share a particle, from the force that each body's share needs. */
#pragma once
#include "system/kernel/workspace.h"
#include "system/particles.h"

/* A body at a particle where it is pinned. */
typedef struct {
    int body, particle;
    int corner; /* of the body, -1: none there, rows enforce the joint */
} tml_pin_node;

/* In the order in which their forces are computed from each other. */
typedef struct {
    int joint;
    int leaf, other; /* nodes: all other pins of `leaf` come before; other -1: the ground; leaf -1: redundant */
} tml_pin;

typedef struct {
    tml_pin_node *nodes;
    tml_vec3 *force; /* (node_count) resultant of all pins at the particle on the body, ground axes */
    int node_count;
    tml_pin *pins;
    int pin_count;
} tml_pins;

tml_pins *tml_pins_make(const tml_system *system, const tml_particles *particles, tml_arena *arena);
/* Multipliers of the pins' rows from `force`, which is overwritten. */
void tml_pins_solve(tml_pins *pins, const tml_workspace *work, double *lambda);
