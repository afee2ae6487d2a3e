/* ignorable_rotations.h - ignorable rotations: of bodies without inertia on which nothing acts: particles, thin rods
 * about their axis. */
#pragma once
#include "system/system.h"

/* Finds them in a compiled system, and gives them a substitute inertia (tml_mass.substitute_inertia): M becomes
 * regular, and nothing else changes, since these rotations stay at rest. */
void tml_system_find_ignorable(tml_system *system, tml_arena *scratch);
/* The same system with the bodies' own inertia only, for analyses that do not invert M and may rotate about ignorable
 * axes: relative equilibria, where bodies rotate with the mechanism. */
const tml_system *tml_system_own_inertia(const tml_system *system, tml_arena *arena);
/* Removes the angular velocity about ignorable axes from v (nv); returns the largest one removed, rad/s, and its body
 * (may be NULL). */
double tml_system_stop_ignorable(const tml_system *system, double *v, int *body);
/* Rows that fix ignorable rotations: (system->ignorable_count) unit rows; `along`: stride within a row, `down`: between
 * rows. */
void tml_system_put_ignorable(const tml_system *system, double *rows, size_t down, size_t along);
/* A system with its own inertia only, in which rotations that the speed of one of these joint coordinates includes are not ignorable: where such a speed is kept, they
 * move what it drives. The system itself: there are none. */
const tml_system *tml_system_release_ignorable(const tml_system *system, const int *coordinates, int count,
                                               tml_arena *arena);
