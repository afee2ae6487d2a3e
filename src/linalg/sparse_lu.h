/* sparse_lu.h - sparse LU (KLU): pattern and ordering once, values each time. */
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
    bool is_complex; /* the factors are */
} tml_lu;

/* Memory from the arena; KLU's memory is freed with it. */
tml_lu *tml_lu_make(tml_pattern pattern, tml_arena *arena);
/* The same in place, without values: for factors of another kind. */
void tml_lu_begin(tml_lu *lu, tml_pattern pattern, bool is_complex, tml_arena *arena);
void tml_lu_drop_factors(tml_lu *lu);
/* Factors the present values; returns the ratio of the smallest to the largest pivot, 0 on failure, negative without
 * memory. new_pivots: they are not those of the last factors. */
double tml_lu_factor(tml_lu *lu, bool new_pivots);
/* The same, with new pivots if the old ones give a ratio below min_ratio. */
double tml_lu_factor_accurate(tml_lu *lu, double min_ratio);
/* x (n) = A^-1 x, x = A'^-1 x */
void tml_lu_solve(tml_lu *lu, double *x);
void tml_lu_solve_transpose(tml_lu *lu, double *x);
