/* minimum_norm_reactions.c - minimum-norm reactions: min |x| with G' x = G' lambda, by sparse QR of G; torques are divided by the size
 * of the mechanism.
 */
#include "dynamics/minimum_norm_reactions.h"
#include "linalg/cholesky.h"
#include "linalg/minimum_norm.h"
#include <string.h>

/* G' U by rows, divided by the units of the velocities. */
static tml_row_matrix transpose(const tml_workspace *work, const double *unit, tml_arena *arena)
{
    const tml_system *s = work->system;
    const int entries = tml_system_blocks(s, s->row_count) * s->nvb;
    tml_row_matrix T = {.rows = s->nv, .columns = s->row_count};
    T.start = TML_NEW_ARRAY(arena, int, s->nv + 2);
    T.column = TML_NEW_ARRAY(arena, int, entries + 1);
    T.value = TML_NEW_ARRAY(arena, double, entries + 1);
    for (int e = 0; e < entries; e++)
        T.start[(s->blocks[e / s->nvb].body - 1) * s->nvb + e % s->nvb + 2]++;
    for (int j = 0; j <= s->nv; j++)
        T.start[j + 1] += T.start[j];
    for (int e = 0; e < entries; e++) { /* start[j + 1] moves from the beginning of row j to its end */
        const int j = (s->blocks[e / s->nvb].body - 1) * s->nvb + e % s->nvb, at = T.start[j + 1]++;
        T.column[at] = s->blocks[e / s->nvb].row;
        T.value[at] = work->G[e] / unit[j] * tml_row_unit(s, T.column[at]);
    }
    return T;
}

void tml_reactions_minimum_norm(const tml_workspace *work, const double *unit, double *lambda, tml_arena *arena)
{
    const tml_system *s = work->system;
    tml_arena *scratch = tml_arena_part(arena);
    const tml_row_matrix T = transpose(work, unit, scratch);
    double *b = TML_NEW_ARRAY(scratch, double, s->nv + 1), *x = TML_NEW_ARRAY(scratch, double, s->row_count + 1);
    int rank; /* of G */
    tml_workspace_add_Gt(work, s->row_count, lambda, b);
    for (int j = 0; j < s->nv; j++)
        b[j] /= unit[j];
    if (!tml_minimum_norm_sparse(&T, b, x,
                                 &rank)) /* lambda is not the minimum-norm solution and must not be reported as such */
        tml_arena_give_up(arena);
    if (tml_all_finite(x, s->row_count))
        for (int i = 0; i < s->row_count; i++)
            lambda[i] = x[i] * tml_row_unit(s, i);
    tml_arena_free(scratch);
}
