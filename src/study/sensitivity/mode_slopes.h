/* mode_slopes.h - derivatives of the eigenvalues of a linearized mechanism by parameters.
 *
 *   P(s) x = (s^2 M - s C - K) x = 0,   y^H P(s) = 0:      ds/dp = -y^H (s^2 M_p - s C_p - K_p) x / y^H (2 s M - C) x
 *
 * M_p, C_p, K_p: of the matrices of the exact linearization, along (S, 1): the equilibrium moves with the parameter (twins.h).
 */
#pragma once
#include "study/sensitivity/twins.h"

typedef struct tml_mode_slopes tml_mode_slopes;

/* Of the analysis `modes` that the twins follow; NULL: t->why says what is in the way. */
tml_mode_slopes *tml_mode_slopes_make(tml_twins *t);
/* Derivatives (parameters) of a column of the table of modes in a row; states (parameters) as of a sample. */
void tml_mode_slopes_find(tml_mode_slopes *m, const tml_table *table, size_t row, size_t column, double *derivative,
                          tml_derivative_state *states);
