/* rolling_stability.c - relative equilibria of what rolls: their stability, by the eigenvalues of the exact linearization, as `modes` finds them; whether they are
 * single.
 *
 * Positions beside those that rolling reaches are disturbed as well (linearize/nonholonomic.h): there are more positions than speeds.
 */
#include "analysis/modes/dense_modes.h"
#include "analysis/steady/steady_task.h"
#include "linalg/lapack.h"

static void put(tml_steady_stability *o, const tml_mode *m)
{
    for (int i = 0; i < (m->im > 0 ? 2 : 1); i++) {
        o->re[o->count] = m->re;
        o->im[o->count++] = i ? -m->im : m->im;
    }
}

bool tml_steady_find_rolling_modes(tml_steady *s, const tml_steady_point *at, tml_steady_stability *o)
{
    tml_arena *scratch = tml_arena_part(s->arena);
    double *q = TML_NEW_ARRAY(scratch, double, s->system->nq + 1),
           *v = TML_NEW_ARRAY(scratch, double, s->system->nv + 1);
    tml_equations_to_bodies(&s->j->e, s->t, at->q, s->u, q, v);
    const tml_linear_request request = {.about = TML_ABOUT_STEADY,
                                        .t = s->t,
                                        .q = q,
                                        .v = v,
                                        .unwrapped = at->unwrapped,
                                        .states = at->q + s->tree_nq,
                                        .rank = s->rank,
                                        .held = s->held_coordinates,
                                        .held_count = s->held_count};
    tml_system whole = *s->system; /* with the rows of the joints of the tree */
    whole.row_count = whole.rigid_row_count;
    tml_linear *l;
    tml_modes modes;
    int along;
    bool found = tml_linear_make(&whole, &request, scratch, &l) == TML_LINEAR_DONE;
    const tml_state_space *space = found ? tml_state_space_make(l, NULL, 0, scratch, &along) : NULL;
    found = space && tml_modes_dense(l, space, scratch, &modes);
    for (int i = 0; found && i < modes.count; i++)
        put(o, &modes.list[i]);
    tml_arena_free(scratch);
    return found;
}

static const double DEPENDENT = 1e-9; /* singular value: smaller ones are errors of the differences */

int tml_steady_family_fact(tml_steady_task *t)
{
    tml_steady_solver *v = t->v;
    if (!t->s->rates || !t->s->moves)
        return 0;
    tml_steady_factor(v, NULL);
    const int n = v->order;
    int free, rank = 0;
    tml_steady_free_positions(t->s, &free);
    double *work = TML_NEW_ARRAY(t->task->arena, double, 2 * n + 2), *values = work + n + 1;
    if (n == 0 ||
        !tml_lapack_done(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'N', n, n, v->A, n, values, NULL, 1, NULL, 1, work),
                         t->task->arena))
        return 0;
    for (int k = 0; k < n; k++)
        rank += values[k] > DEPENDENT * values[0];
    if (free > rank)
        tml_table_add_fact(t->table, "family", free - rank,
                           "of %d parameter%s: neighbouring states are steady too, this one is near the start",
                           free - rank, free - rank == 1 ? "" : "s");
    return free > rank ? free - rank : 0;
}
