/* complex_lu.h - logarithm of the determinant of a sparse complex matrix, by LU factorization (KLU). */
#pragma once
#include "linalg/sparsity.h"
#include <stdbool.h>

typedef struct tml_complex_lu tml_complex_lu;

tml_complex_lu *tml_complex_lu_make(tml_pattern pattern, tml_arena *arena);
/* ln |det| and arg det. value (2 x entries): alternating real and imaginary parts, in the order of the pattern. False:
 * singular, or no memory. */
bool tml_complex_lu_determinant(tml_complex_lu *lu, double *value, double logarithm[2]);
