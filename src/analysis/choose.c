/* choose.c - which integrator `auto` takes, and why.
 *
 * Explicit steps are bounded by the fastest decay: |Re s| h < about 4 for every eigenvalue s of the linearized equations. Where
 * that alone would ask for very many steps, backward differentiation is taken. Fast oscillation that does not decay must be
 * followed anyway, and is no reason.
 */
#include "analysis/choose.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { LARGEST = 420 };               /* coordinates and speeds whose eigenvalues are still cheap */
static const double MANY_STEPS = 2e4; /* bounded by stability */

/* Fastest decay at a state, 1/s; negative if it was not found. */
static double fastest_decay(tml_moving *m, double t, const double *y)
{
    const tml_system *s = m->task->system;
    const int n = s->nq + s->nv + 1;
    if (n > LARGEST)
        return -1;
    tml_arena arena = {0};
    double *J = TML_NEW_ARRAY(&arena, double, (size_t)n *(size_t)n), *re = TML_NEW_ARRAY(&arena, double, 2 * n),
           decay = -1;
    if (J && re && tml_tangent_ode(m->tangent, m->e, t, y, y + s->nq, J) == 0 &&
        LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, J, n, re, re + n, NULL, 1, NULL, 1) == 0)
        for (int i = 0; i < n; i++)
            decay = fmax(decay, -re[i]);
    tml_arena_free(&arena);
    return decay;
}

static bool has_damping(const tml_system *s)
{
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value || s->laws[i].c != 0)
            return true;
    return false;
}

tml_choice tml_choose_integrator(tml_moving *m, double t, const double *y)
{
    const tml_integrator_class *named = tml_integrator_find(m->request->integrator);
    if (named)
        return (tml_choice){named, ""};
    const double span = m->request->end - t;
    const double decay = has_damping(m->task->system) ? fastest_decay(m, t, y) : 0;
    if (decay * span / 4 > MANY_STEPS)
        return (tml_choice){
            tml_integrator_find("bdf"),
            tml_arena_format(m->task->arena, "auto: stiff, the fastest motion decays at %.3g 1/s", decay)};
    return (tml_choice){tml_integrator_find("explicit"),
                        decay > 0
                            ? tml_arena_format(m->task->arena, "auto: not stiff, the fastest decay is %.3g 1/s", decay)
                            : "auto: no damping that could be stiff"};
}
