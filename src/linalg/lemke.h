/* lemke.h - the linear complementarity problem  w = q + M z,  w >= 0,  z >= 0,  w' z = 0. */
#pragma once
#include <stdbool.h>

/* Doubles that `work` needs. */
int tml_lemke_work(int n);
/* z of one solution; M (n x n) by columns, its rows and columns of a comparable size. Finds one where M is copositive and q' z >= 0 for all z of the problem
 * with q = 0; otherwise it may end without, and returns false. */
bool tml_lemke_solve(int n, const double *M, const double *q, double *z, double *work);
