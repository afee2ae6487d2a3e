/* complex_lu.c - P R^-1 A Q = L U by KLU: ln det A = sum of ln U_jj + ln R_jj, and a half turn for each odd permutation. */
#include "math/complex_lu.h"
#include <klu.h>
#include <math.h>

struct tml_complex_lu {
    tml_pattern pattern;
    klu_symbolic *symbolic;
    klu_common common;
    bool *seen; /* (n) */
};

static void end(void *context)
{
    tml_complex_lu *lu = context;
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

/* Even cycles make a permutation odd. */
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

bool tml_complex_lu_determinant(tml_complex_lu *lu, double *value, double logarithm[2])
{
    const double PI = 3.141592653589793;
    if (!lu->symbolic)
        return false;
    klu_numeric *numeric =
        klu_z_factor((int *)lu->pattern.column, (int *)lu->pattern.row, value, lu->symbolic, &lu->common);
    const bool fine = numeric && lu->common.status == KLU_OK;
    double size = 0, sum = 0;
    for (int j = 0; fine && j < lu->pattern.n; j++) {
        const double *U = (const double *)numeric->Udiag + 2 * j;
        sum = remainder(sum + atan2(U[1], U[0]), 2 * PI);
        size += log(hypot(U[0], U[1])) + (numeric->Rs ? log(numeric->Rs[j]) : 0);
    }
    if (fine && is_odd(lu, numeric->Pnum) != is_odd(lu, lu->symbolic->Q))
        sum += PI;
    logarithm[0] = size, logarithm[1] = sum;
    if (numeric)
        klu_z_free_numeric(&numeric, &lu->common);
    return fine;
}
