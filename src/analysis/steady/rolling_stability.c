/* rolling_stability.c - stability of a relative equilibrium of what rolls: the eigenvalues of the exact linearization, as `modes` finds them.
 *
 * Positions beside those that rolling reaches are disturbed as well (linearize/nonholonomic.h): there are more positions than speeds.
 */
#include "analysis/modes/dense_modes.h"
#include "analysis/steady/stability.h"

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
