/* singular_equilibrium.c - whether the constraints are dependent at an equilibrium although they are independent
 * nearby.
 *
 * The position residual grows with the square of the distance, |phi| ~ x^2, so that the configuration is known only to
 * sqrt(eps), and the smallest singular value is zero only to that accuracy: below NEAR_SINGULAR it belongs to the
 * singular configuration. With w' G = 0 there, the multipliers lambda + w balance the same forces. If G' lambda = -Q
 * has no solution, the reactions grow without bound on approach.
 */
#include "analysis/statics/singular_equilibrium.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>

enum { MAX_COORDINATES = 300 };
static const double NEAR_SINGULAR = 1e-6;  /* of rows of length 1 */
static const double MAX_UNBALANCED = 1e-4; /* of the loads: the residual accepted at such a configuration */
static const double MIN_ENTRY = 1e-4;      /* entry of a dependence of length 1: smaller is rounding */

static void put_rows(const tml_equilibrium *eq, double *rows)
{
    const tml_system *s = eq->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                rows[(size_t)i * nv + at + j] = eq->work->G[(size_t)k * nvb + j] / eq->unit[at + j];
        }
}

/* Rows that take part in some w with G' w = 0: the null space of the rows as columns. */
static void find_non_unique(const double *unit_rows, int m, int n, int rank, bool *non_unique, tml_arena *scratch)
{
    tml_rank_qr columns = tml_rank_qr_make(n, m, scratch);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            columns.rows[(size_t)j * (size_t)m + (size_t)i] = unit_rows[(size_t)i * (size_t)n + (size_t)j];
    if (!tml_rank_qr_factor(&columns, rank, 0))
        tml_arena_give_up(scratch);
    const double *w = tml_rank_qr_null_space(&columns);
    for (int l = 0; l < m - columns.rank; l++)
        for (int i = 0; i < m; i++)
            non_unique[i] |= fabs(w[(size_t)l * (size_t)m + (size_t)i]) > MIN_ENTRY;
}

/* lambda of minimum norm, if it balances the forces. */
static bool minimum_norm_reactions(tml_equilibrium *eq, tml_rank_qr *range, const double *unit_rows, tml_arena *scratch)
{
    const size_t n = (size_t)eq->system->nv, m = (size_t)eq->system->row_count;
    double *residual = TML_NEW_ARRAY(scratch, double, n + 1), *lambda = TML_NEW_ARRAY(scratch, double, m + 1);
    double max = 0, load = 0;
    for (size_t j = 0; j < n; j++) {
        residual[j] = -eq->work->Q[j] / eq->unit[j];
        load = fmax(load, fabs(residual[j]));
    }
    if (!tml_rank_qr_solve_transpose(range, residual, lambda))
        tml_arena_give_up(scratch);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            residual[j] -= unit_rows[i * n + j] * range->length[i] * lambda[i];
    for (size_t j = 0; j < n; j++)
        max = fmax(max, fabs(residual[j]));
    if (!(max <= MAX_UNBALANCED * load))
        return false;
    for (size_t i = 0; i < m; i++)
        eq->lambda[i] = lambda[i];
    return true;
}

tml_singular_equilibrium tml_singular_equilibrium_find(tml_equilibrium *eq, tml_arena *arena)
{
    const int m = eq->system->row_count, n = eq->system->nv;
    tml_singular_equilibrium out = {.near = NEAR_SINGULAR};
    if (n > MAX_COORDINATES || m == 0)
        return out;
    tml_arena *scratch = tml_arena_part(arena);
    tml_rank_qr range = tml_rank_qr_make(m, n, scratch);
    put_rows(eq, range.rows);
    double *unit_rows = tml_arena_copy(scratch, range.rows, (size_t)m * (size_t)n * sizeof(double));
    if (!tml_rank_qr_factor(&range, eq->max_rank, NEAR_SINGULAR))
        tml_arena_give_up(scratch);
    if (range.rank < eq->max_rank) {
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                unit_rows[(size_t)i * (size_t)n + (size_t)j] /= range.length[i];
        out.lost = eq->max_rank - range.rank;
        out.non_unique = TML_NEW_ARRAY(arena, bool, m + 1);
        find_non_unique(unit_rows, m, n, range.rank, out.non_unique, scratch);
        out.bounded = minimum_norm_reactions(eq, &range, unit_rows, scratch);
    }
    tml_arena_free(scratch);
    return out;
}
