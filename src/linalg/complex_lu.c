/* complex_lu.c - sparse complex LU (KLU): P R^-1 A Q = L U,  ln det A = sum of ln U_jj + ln R_jj, plus pi for an odd permutation.
 *
 * The pivots of the last matrix are reused as long as U does not grow: the argument of the determinant is needed to a few digits only.
 */
#include "linalg/complex_lu.h"
#include <klu.h>
#include <math.h>

struct tml_complex_lu {
    tml_pattern pattern;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    klu_common common;
    bool *seen; /* (n) */
    bool odd;   /* parity of the permutations of the present pivots */
};

static const double MIN_RECIPROCAL_GROWTH = 1e-6; /* reciprocal pivot growth below which the pivots are chosen anew */

static void end(void *context)
{
    tml_complex_lu *lu = context;
    if (lu->numeric)
        klu_z_free_numeric(&lu->numeric, &lu->common);
    if (lu->symbolic)
        klu_free_symbolic(&lu->symbolic, &lu->common);
}

tml_complex_lu *tml_complex_lu_make(tml_pattern pattern, tml_arena *arena)
{
    tml_complex_lu *lu = TML_NEW(arena, tml_complex_lu);
    lu->pattern = pattern;
    lu->seen = TML_NEW_ARRAY(arena, bool, pattern.n + 1);
    klu_defaults(&lu->common);
    tml_arena_at_end(arena, end, lu);
    lu->symbolic = klu_analyze(pattern.n, (int *)pattern.column, (int *)pattern.row, &lu->common);
    return lu;
}

/* Cycles of even length make a permutation odd. */
static bool is_odd(const tml_complex_lu *lu, const int *permutation)
{
    bool odd = false;
    for (int i = 0; i < lu->pattern.n; i++)
        lu->seen[i] = false;
    for (int i = 0; i < lu->pattern.n; i++)
        for (int j = permutation[i]; !lu->seen[i] && j != i; j = permutation[j]) {
            lu->seen[j] = true;
            odd = !odd;
        }
    return odd;
}

static bool refactor(tml_complex_lu *lu, double *value)
{
    int *column = (int *)lu->pattern.column, *row = (int *)lu->pattern.row;
    return lu->numeric && klu_z_refactor(column, row, value, lu->symbolic, lu->numeric, &lu->common) &&
           lu->common.status == KLU_OK && klu_z_rgrowth(column, row, value, lu->symbolic, lu->numeric, &lu->common) &&
           lu->common.rgrowth > MIN_RECIPROCAL_GROWTH;
}

static bool factor(tml_complex_lu *lu, double *value)
{
    int *column = (int *)lu->pattern.column, *row = (int *)lu->pattern.row;
    if (!lu->symbolic)
        return false;
    if (refactor(lu, value))
        return true;
    if (lu->numeric)
        klu_z_free_numeric(&lu->numeric, &lu->common);
    lu->numeric = klu_z_factor(column, row, value, lu->symbolic, &lu->common);
    if (!lu->numeric || lu->common.status != KLU_OK)
        return false;
    lu->odd = is_odd(lu, lu->numeric->Pnum) != is_odd(lu, lu->symbolic->Q);
    return true;
}

bool tml_complex_lu_determinant(tml_complex_lu *lu, double *value, double logarithm[2])
{
    const double PI = 3.141592653589793;
    if (!factor(lu, value))
        return false;
    double size = 0, sum = lu->odd ? PI : 0;
    for (int j = 0; j < lu->pattern.n; j++) {
        const double *U = (const double *)lu->numeric->Udiag + 2 * j;
        sum = remainder(sum + atan2(U[1], U[0]), 2 * PI);
        size += log(hypot(U[0], U[1])) + (lu->numeric->Rs ? log(lu->numeric->Rs[j]) : 0);
    }
    logarithm[0] = size, logarithm[1] = sum;
    return true;
}
