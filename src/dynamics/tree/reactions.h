/* reactions.h - multipliers of the rows that a formulation's coordinates have eliminated, by a method of its own for each formulation.
 *
 * `absolute` has multipliers of all rows. The others compute the missing ones each from their own equations, so that formulations
 * compared in their reactions do not share the code that computes them:
 *   joint       recursive Newton-Euler: wrenches propagated from the leaves to the ground, rows by QR
 *   point       d'Alembert's principle for the subtree beyond a joint, cut free and made of particles; rows by normal equations
 *   particles   what one body's share of a particle needs, minus what its rods carry (pin_forces.h)
 * Where rows are redundant, these are replaced by the multipliers of minimum norm, in one way for all (formulation.c).
 */
#pragma once
#include "dynamics/tree/relative.h"

/* Multipliers of the tree's rows; those of the cut rows are known, and work holds G of all rigid rows. 0, or +1: not
 * finite. */
int tml_reactions_newton_euler(tml_equations *e);
/* The same; force(j, body, A, f): the force on a body minus the inertia force of its acceleration A, at its centre of
 * mass, ground axes. */
int tml_reactions_free_bodies(tml_relative *j, void (*force)(tml_relative *j, int body, const double *A, double *f));
