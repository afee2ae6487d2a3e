/* tree_matrices.h - the equations of motion in joint coordinates, entry by entry:
 *
 *   M u' = Q + C' lambda,   C u' = gamma,   M = B' m B,   Q = B'(Q_b - m a_c),   gamma = gamma_b - G a_c
 *
 * B: velocities of the bodies (formulation joint) or of the particles (point) by joint velocities u; m: their mass matrix; C = G B: the
 * Jacobian of the cut joints; a_c: accelerations of the bodies without u'.
 */
#pragma once
#include "analysis/analysis.h"

/* Tables M, B, C, rows, coordinates and M_bodies or M_particles of equations in joint coordinates that were last reported at u. */
tml_status tml_tree_matrices(tml_task *task, tml_equations *e, const double *u);
