/* nonholonomic.h - linearized equations where some rows restrict velocities but no positions.
 *
 *   dq = Sq y,   dv = S w + D y,   da = S w' + Av w + Aq y        y: coordinates of positions, w: rates of fewer of them
 *   y' = T w + U y,   M w' = C w + K y + S' b u
 * The states are y, then w, then those of the user's.
 */
#pragma once
#include "linearize/state_space.h"

/* Coordinates of positions and Sq, from the rows that are not nonholonomic. */
tml_linear_outcome tml_nonholonomic_positions(tml_linear *l);
/* T and U; needs D. */
void tml_nonholonomic_rates(tml_linear *l);
/* NULL: M is singular. */
tml_state_space *tml_nonholonomic_space(const tml_linear *l, const tml_linear_input *inputs, int input_count,
                                        tml_arena *arena);
