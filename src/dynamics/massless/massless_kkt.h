/* massless_kkt.h - accelerations and multipliers where massless directions are left free:
 *
 *   M a = Q + G' lambda,   G a = gamma,   P' a = 0          with P' Q = 0, the balance along those directions
 */
#pragma once
#include "dynamics/massless/massless_space.h"

typedef struct tml_massless_kkt tml_massless_kkt;

/* independent: the rows that are enforced (rigid_row_count). The space has been evaluated. Memory from the arena; KLU's
 * memory is freed with it. */
tml_massless_kkt *tml_massless_kkt_make(const tml_massless_space *space, const bool *independent, tml_arena *arena);
/* At the state in work and in the space: a (nv), lambda (row_count; zero for dependent rows). 0, +1 singular, -1 no
 * memory. */
int tml_massless_kkt_solve(tml_massless_kkt *kkt, const tml_workspace *work, double *a, double *lambda);
