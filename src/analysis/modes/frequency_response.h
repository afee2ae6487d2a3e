/* frequency_response.h - frequency response of a linear system: H(w) = C (i w - A)^-1 B + D. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

/* A (n x n), B (n x m), C (r x n), D (r x m) column-major. */
typedef struct {
    int n, m, r;
    const double *A, *B, *C, *D;
} tml_linear_system;

typedef struct tml_response tml_response;

/* NULL if out of memory. */
tml_response *tml_response_make(const tml_linear_system *system, tml_arena *arena);
/* Real and imaginary parts of H (r x m) column-major at w, rad/s. Not finite if i w is an eigenvalue. */
void tml_response_find(tml_response *response, double w, double *re, double *im);
