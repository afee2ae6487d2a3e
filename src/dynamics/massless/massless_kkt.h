/* massless_kkt.h - accelerations and multipliers where directions without inertia are left free:
 *
 *   M a = Q + G' lambda,   G a = gamma,   P' a = 0          with P' Q = 0, the balance along those directions
 */
#pragma once
#include "dynamics/massless/massless_space.h"

typedef struct tml_massless_kkt tml_massless_kkt;

/* independent: which rows stand (rigid_row_count). The space has been evaluated. Memory from the arena, KLU's given back with it. */
tml_massless_kkt *tml_massless_kkt_make(const tml_massless_space *space, const bool *independent, tml_arena *arena);
/* At what work and the space hold: a (nv), lambda (row_count; zero for rows that depend on others). 0, +1 singular, -1 no memory. */
int tml_massless_kkt_solve(tml_massless_kkt *kkt, const tml_workspace *work, double *a, double *lambda);
