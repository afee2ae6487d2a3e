/* coupled_states.h - the states s of the user's in the linearized equations.
 *
 *   ds' = rq' dq + rv' dv + rs ds,   force Qs ds on the bodies,      dq = S y,  dv = S y' + D y
 * With y = E z + F u + Fs s and z' = A z + B u + Bs s, s regarded as inputs of the mechanism:
 *   (1 - gv Fs) s' = (gq E + gv E A) z + (gq F + gv E B) u + (gq Fs + gv E Bs + rs) s,    gq = rq' S + rv' D,  gv = rv' S
 */
#pragma once
#include "linearize/state_space.h"

/* Derivatives at the state evaluated in work; undamped: as if rates did not depend on velocities. */
void tml_coupled_states_find(tml_linear *l, bool undamped);
/* Puts s behind z. `space` has s as its last inputs; afterwards these are gone. False: the rates of the states depend on themselves in a
 * way that has no solution. */
bool tml_coupled_states_append(const tml_linear *l, tml_state_space *space, tml_arena *arena);
