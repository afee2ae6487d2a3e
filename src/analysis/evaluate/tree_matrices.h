/* tree_matrices.h - the equations of motion in joint coordinates, entry by entry:
 *
 *   M u' = Q + C' lambda,   C u' = gamma,   M = B' m B,   Q = B'(Q_b - m a_c),   gamma = gamma_b - G a_c
 *
 * B: velocity transformation from joint velocities u to velocities of the bodies (formulation joint) or of the
 * particles (point); m: their mass matrix; C = G B: the Jacobian of the cut joints; a_c: accelerations of the bodies
 * with u' = 0.
 */
#pragma once
#include "analysis/analysis.h"

/* Tables M, B, C, rows, coordinates and M_bodies or M_particles of equations in joint coordinates, last evaluated at
 * u. */
tml_status tml_tree_matrices(tml_task *task, tml_equations *e, const double *u);
