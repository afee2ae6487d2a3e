/* complex_lu.c - sparse complex LU (KLU): P R^-1 A Q = L U,  ln det A = sum of ln U_jj + ln R_jj, plus pi for an odd permutation.
 *
 * The pivots of the last matrix are reused as long as U does not grow: the argument of the determinant is needed to a few digits only.
 */
#include "linalg/complex_lu.h"
#include "elementary/elementary.h"
#include "linalg/sparse_lu.h"
#include <math.h>

struct tml_complex_lu {
    tml_lu lu;
    bool *seen; /* (n) */
    bool odd;   /* parity of the permutations of the present pivots */
};

static const double MIN_RECIPROCAL_GROWTH = 1e-6; /* reciprocal pivot growth below which the pivots are chosen anew */

tml_complex_lu *tml_complex_lu_make(tml_pattern pattern, tml_arena *arena)
{
    tml_complex_lu *c = TML_NEW(arena, tml_complex_lu);
    c->seen = TML_NEW_ARRAY(arena, bool, pattern.n + 1);
    tml_lu_begin(&c->lu, pattern, true, arena);
    return c;
}

/* Cycles of even length make a permutation odd. */
static bool is_odd(const tml_complex_lu *c, const int *permutation)
{
    bool odd = false;
    for (int i = 0; i < c->lu.pattern.n; i++)
        c->seen[i] = false;
    for (int i = 0; i < c->lu.pattern.n; i++)
        for (int j = permutation[i]; !c->seen[i] && j != i; j = permutation[j]) {
            c->seen[j] = true;
            odd = !odd;
        }
    return odd;
}

static bool refactor(tml_lu *lu, double *value)
{
    int *column = (int *)lu->pattern.column, *row = (int *)lu->pattern.row;
    return lu->numeric && klu_z_refactor(column, row, value, lu->symbolic, lu->numeric, &lu->common) &&
           lu->common.status == KLU_OK && klu_z_rgrowth(column, row, value, lu->symbolic, lu->numeric, &lu->common) &&
           lu->common.rgrowth > MIN_RECIPROCAL_GROWTH;
}

static bool factor(tml_complex_lu *c, double *value)
{
    tml_lu *lu = &c->lu;
    int *column = (int *)lu->pattern.column, *row = (int *)lu->pattern.row;
    if (!lu->symbolic)
        return false;
    if (refactor(lu, value))
        return true;
    tml_lu_drop_factors(lu);
    lu->numeric = klu_z_factor(column, row, value, lu->symbolic, &lu->common);
    if (!lu->numeric || lu->common.status != KLU_OK)
        return false;
    c->odd = is_odd(c, lu->numeric->Pnum) != is_odd(c, lu->symbolic->Q);
    return true;
}

bool tml_complex_lu_determinant(tml_complex_lu *c, double *value, double logarithm[2])
{
    const tml_lu *lu = &c->lu;
    const double PI = 3.141592653589793;
    if (!factor(c, value))
        return false;
    double size = 0, sum = c->odd ? PI : 0;
    for (int j = 0; j < lu->pattern.n; j++) {
        const double *U = (const double *)lu->numeric->Udiag + 2 * j;
        sum = remainder(sum + tml_atan2(U[1], U[0]), 2 * PI);
        size += tml_ln(hypot(U[0], U[1])) + (lu->numeric->Rs ? tml_ln(lu->numeric->Rs[j]) : 0);
    }
    logarithm[0] = size, logarithm[1] = sum;
    return true;
}
