/* sparse_lu.c - sparse LU (KLU). */
#include "linalg/sparse_lu.h"

void tml_lu_drop_factors(tml_lu *lu)
{
    if (lu->numeric)
        (lu->is_complex ? klu_z_free_numeric : klu_free_numeric)(&lu->numeric, &lu->common);
}

static void end(void *context)
{
    tml_lu *lu = context;
    tml_lu_drop_factors(lu);
    if (lu->symbolic)
        klu_free_symbolic(&lu->symbolic, &lu->common);
}

void tml_lu_begin(tml_lu *lu, tml_pattern pattern, bool is_complex, tml_arena *arena)
{
    lu->pattern = pattern;
    lu->is_complex = is_complex;
    klu_defaults(&lu->common);
    tml_arena_at_end(arena, end, lu);
    lu->symbolic = klu_analyze(pattern.n, (int *)pattern.column, (int *)pattern.row, &lu->common);
}

tml_lu *tml_lu_make(tml_pattern pattern, tml_arena *arena)
{
    tml_lu *lu = TML_NEW(arena, tml_lu);
    lu->value = TML_NEW_ARRAY(arena, double, pattern.entries + 1);
    tml_lu_begin(lu, pattern, false, arena);
    return lu;
}

double tml_lu_factor(tml_lu *lu, bool new_pivots)
{
    int *column = (int *)lu->pattern.column, *row = (int *)lu->pattern.row;
    if (!lu->symbolic)
        return 0;
    if (!new_pivots && lu->numeric && klu_refactor(column, row, lu->value, lu->symbolic, lu->numeric, &lu->common) &&
        klu_rcond(lu->symbolic, lu->numeric, &lu->common))
        return lu->common.rcond;
    tml_lu_drop_factors(lu);
    lu->numeric = klu_factor(column, row, lu->value, lu->symbolic, &lu->common);
    if (!lu->numeric && lu->common.status == KLU_OUT_OF_MEMORY)
        return -1;
    return lu->numeric && klu_rcond(lu->symbolic, lu->numeric, &lu->common) ? lu->common.rcond : 0;
}

double tml_lu_factor_accurate(tml_lu *lu, double min_ratio)
{
    const double old = tml_lu_factor(lu, false);
    return old > min_ratio ? old : tml_lu_factor(lu, true);
}

void tml_lu_solve(tml_lu *lu, double *x)
{
    klu_solve(lu->symbolic, lu->numeric, lu->pattern.n, 1, x, &lu->common);
}

void tml_lu_solve_transpose(tml_lu *lu, double *x)
{
    klu_tsolve(lu->symbolic, lu->numeric, lu->pattern.n, 1, x, &lu->common);
}
