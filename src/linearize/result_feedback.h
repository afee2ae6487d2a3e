/* result_feedback.h - forces that depend on results, linearized: their values x follow the motion.
 *
 *   dx = e_y dy + E dr,  dr = r_y dy + R dx:      dx = (1 - E R)^-1 (e_y + E r_y) dy = Xq y + Xv y' + Xs s
 *
 * r_y, R: changes of results along small motions and forces, with the accelerations and multipliers that these cause.
 */
#pragma once
#include "linearize/linearization.h"

/* Adds b dx to the derivatives of forces, l->full_K, full_C and Qs, at constant values of which M, C, K are known. q (nq): of the bodies.
 * False: a motion without mass, or no solution. */
bool tml_linear_add_feedback(tml_linear *l, const tml_linear_request *request);
/* dx (result laws) per unit of an input force that adds to a law; NULL: no force depends on results. */
const double *tml_linear_feedback_of_force(const tml_linear *l, int law);
/* Generalized force (nv) of such an input, that of these forces included. */
void tml_linear_input_direction(const tml_linear *l, int law, double *b);
