/* sparse_lu.h - sparse linear equations by KLU: pattern and ordering once, values each time. */
#pragma once
#include "linalg/sparsity.h"
#include <klu.h>
#include <stdbool.h>

typedef struct {
    tml_pattern pattern;
    double *value; /* (entries) */
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    klu_common common;
} tml_lu;

/* Memory from the arena, KLU's given back with it. */
tml_lu *tml_lu_make(tml_pattern pattern, tml_arena *arena);
/* Factors the present values; the quotient of its smallest and largest pivot, 0 if it fails, negative without memory. anew: with
 * new pivots. */
double tml_lu_factor(tml_lu *lu, bool anew);
/* The same, with new pivots where the old ones leave less than `least`. */
double tml_lu_factor_well(tml_lu *lu, double least);
/* x (n) = A^-1 x, x = A'^-1 x */
void tml_lu_solve(tml_lu *lu, double *x);
void tml_lu_solve_transpose(tml_lu *lu, double *x);
