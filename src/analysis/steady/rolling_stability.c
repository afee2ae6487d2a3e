/* rolling_stability.c - relative equilibria of what rolls: their stability, by the eigenvalues of the exact linearization, as `modes` finds them; whether they are
 * single.
 *
 * Positions beside those that rolling reaches are disturbed as well (linearize/nonholonomic.h): there are more positions than speeds.
 */
#include "analysis/modes/dense_modes.h"
#include "analysis/steady/steady_task.h"
#include "linalg/lapack.h"
#include <math.h>

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
static const double VARIES = 1e-6;    /* of a null vector: a smaller component is an error of the differences */

/* Which spins vary within the family: those that a null vector z of A changes, x = Y z. Vt: (n x n), its rows from `rank` on span the null space. */
static void find_varying_spins(tml_steady_task *t, const double *Vt, int n, int rank)
{
    const tml_steady *s = t->s;
    int free;
    const double *Y = tml_steady_free_positions(s, &free);
    t->varies = TML_NEW_ARRAY(t->task->arena, bool, s->n + 1);
    for (int i = 0; i < s->n; i++)
        for (int row = rank; row < n && s->spins[i]; row++) {
            double x = 0;
            for (int k = 0; k < free; k++)
                x += Vt[(size_t)k * (size_t)n + (size_t)row] * Y[(size_t)k * (size_t)s->n + (size_t)i];
            t->varies[i] |= fabs(x) > VARIES;
        }
}

int tml_steady_family_fact(tml_steady_task *t)
{
    tml_steady_solver *v = t->v;
    if (!t->s->rates || !t->s->moves)
        return 0;
    tml_steady_factor(v, NULL);
    const int n = v->order;
    int free, rank = 0;
    tml_steady_free_positions(t->s, &free);
    double *values = TML_NEW_ARRAY(t->task->arena, double, (size_t)n *(size_t)n + 2 * (size_t)n + 2),
           *work = values + n, *Vt = work + n + 1;
    if (n == 0 ||
        !tml_lapack_done(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', n, n, v->A, n, values, NULL, 1, Vt, n, work),
                         t->task->arena))
        return 0;
    for (int k = 0; k < n; k++)
        rank += values[k] > DEPENDENT * values[0];
    find_varying_spins(t, Vt, n, rank);
    if (free > rank)
        tml_table_add_fact(t->table, "family", free - rank,
                           "of %d parameter%s: neighbouring states are steady too, this one is near the start",
                           free - rank, free - rank == 1 ? "" : "s");
    return free > rank ? free - rank : 0;
}
