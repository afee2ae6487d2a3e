/* reactions.h - multipliers of the rows that a formulation's coordinates have eliminated, by a way of each formulation's own.
 *
 * `absolute` has multipliers of all rows. The others find the missing ones each from its own equations, so that formulations which
 * are compared in their reactions do not share the code that made them:
 *   joint       wrenches passed on from the leaves to the ground (recursive Newton-Euler), rows by QR
 *   point       d'Alembert on the part of the tree beyond a joint, cut free, made of particles; rows by normal equations
 *   particles   what one body's share of a particle needs, less what its rods carry (pin_forces.h)
 * Where rows are redundant, the multipliers of least norm among all that balance the same are the common convention.
 */
#pragma once
#include "dynamics/tree/relative.h"

/* Multipliers of the tree's rows; cut rows have theirs, and work holds G of all rigid rows. 0, or +1: not finite. */
int tml_reactions_newton_euler(tml_equations *e);
/* The same; force(j, body, A, f): what acts on a body less what its acceleration A needs, at its centre of mass, ground axes. */
int tml_reactions_free_bodies(tml_relative *j, void (*force)(tml_relative *j, int body, const double *A, double *f));
