/* singular_equilibrium.c - whether the constraints depend on each other at a position of rest, though they do not beside it.
 *
 * Gaps grow with the square of the way there, |phi| ~ x^2, so that the position is found to sqrt(eps) only, and so far is the
 * smallest singular value from zero: what is smaller than NEAR belongs to the dead point. With w' G = 0 there, the reactions
 * lambda + w balance the same forces; where G' lambda = -Q has no solution they grow without bound on the way.
 */
#include "analysis/statics/singular_equilibrium.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>

enum { MAX_COORDINATES = 300 };
static const double NEAR = 1e-6;     /* of rows of length 1 */
static const double BALANCED = 1e-4; /* of the loads: what a dead point that is found so leaves over */
static const double PART = 1e-4;     /* entry of a dependence, of length 1: less is rounding */

static void put_rows(const tml_equilibrium *r, double *rows)
{
    const tml_system *s = r->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                rows[(size_t)i * nv + at + j] = r->work->G[(size_t)k * nvb + j] / r->unit[at + j];
        }
}

/* Rows with a part in some w, G' w = 0: the null space of the rows as columns. */
static void find_shared(const double *unit_rows, int m, int n, int rank, bool *shared, tml_arena *scratch)
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
            shared[i] |= fabs(w[(size_t)l * (size_t)m + (size_t)i]) > PART;
}

/* lambda of least norm, if it balances the forces. */
static bool react(tml_equilibrium *r, tml_rank_qr *range, const double *unit_rows, tml_arena *scratch)
{
    const size_t n = (size_t)r->system->nv, m = (size_t)r->system->row_count;
    double *left = TML_NEW_ARRAY(scratch, double, n + 1), *lambda = TML_NEW_ARRAY(scratch, double, m + 1);
    double most = 0, load = 0;
    for (size_t j = 0; j < n; j++) {
        left[j] = -r->work->Q[j] / r->unit[j];
        load = fmax(load, fabs(left[j]));
    }
    if (!tml_rank_qr_solve_transpose(range, left, lambda))
        tml_arena_give_up(scratch);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            left[j] -= unit_rows[i * n + j] * range->length[i] * lambda[i];
    for (size_t j = 0; j < n; j++)
        most = fmax(most, fabs(left[j]));
    if (!(most <= BALANCED * load))
        return false;
    for (size_t i = 0; i < m; i++)
        r->lambda[i] = lambda[i];
    return true;
}

tml_equilibrium_dead tml_equilibrium_dead_point(tml_equilibrium *r, tml_arena *arena)
{
    const int m = r->system->row_count, n = r->system->nv;
    tml_equilibrium_dead out = {.near = NEAR};
    if (n > MAX_COORDINATES || m == 0)
        return out;
    tml_arena *scratch = tml_arena_part(arena);
    tml_rank_qr range = tml_rank_qr_make(m, n, scratch);
    put_rows(r, range.rows);
    double *unit_rows = tml_arena_copy(scratch, range.rows, (size_t)m * (size_t)n * sizeof(double));
    if (!tml_rank_qr_factor(&range, r->rank_most, NEAR))
        tml_arena_give_up(scratch);
    if (range.rank < r->rank_most) {
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                unit_rows[(size_t)i * (size_t)n + (size_t)j] /= range.length[i];
        out.lost = r->rank_most - range.rank;
        out.shared = TML_NEW_ARRAY(arena, bool, m + 1);
        find_shared(unit_rows, m, n, range.rank, out.shared, scratch);
        out.bounded = react(r, &range, unit_rows, scratch);
    }
    tml_arena_free(scratch);
    return out;
}
