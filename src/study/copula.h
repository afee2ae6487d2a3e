/* copula.h - correlated parameters: a Gaussian copula.
 *
 *   z_i = Phi^-1(u_i),      y = L z,  L L' = C,      x_i = F_i^-1(Phi(y_i))
 *
 * Each parameter keeps its own distribution F_i, truncated ones included. C is the correlation matrix of the normal scores y: those
 * of parameters that are normal have exactly these correlations, those of others at most these in magnitude (of uniform ones
 * 6/pi asin(C/2)). The rank correlations of continuous ones are 6/pi asin(C/2) by Spearman, 2/pi asin(C) by Kendall.
 */
#pragma once
#include "study/normal.h"

/* L (n x n, row-major, zero above the diagonal) from the correlation matrix C. NULL: done; otherwise what is wrong, with *row the
 * parameter, from 0, at which it is noticed. */
const char *tml_copula_factor(int n, const double *C, double *L, int *row);
/* From an independent point u (n) of the open unit cube to correlated probabilities (n), for tml_distribution_quantile_at. A parameter that
 * is correlated with none before it keeps its u, bit for bit. */
void tml_copula_point(int n, const double *L, const double *u, tml_probability *correlated);
