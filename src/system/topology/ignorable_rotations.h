/* ignorable_rotations.h - rotations of bodies without inertia on which nothing can act: particles, and thin rods about their own axis. */
#pragma once
#include "system/system.h"

/* Finds them in a finished system, and gives them an inertia that stands in for the missing one (tml_mass.stand_in): M is regular
 * there, nothing else changes, since these rotations stay at rest. */
void tml_system_find_ignorable(tml_system *system, tml_arena *scratch);
/* The same system with the bodies' own inertia only, for what does not invert M and may rotate about idle axes: steady states, where
 * bodies are carried along. */
const tml_system *tml_system_own_inertia(const tml_system *system, tml_arena *arena);
/* v (nv) without angular velocity about idle axes; the largest that was taken off, rad/s, and whose (body, may be NULL). */
double tml_system_still_ignorable(const tml_system *system, double *v, int *body);
/* Rows by which idle rotations stay: (system->ignorable_count) unit rows, entries `along` apart in a row, rows `down` apart. */
void tml_system_put_ignorable(const tml_system *system, double *rows, size_t down, size_t along);
