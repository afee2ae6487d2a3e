/* static_search.c - the search for a static equilibrium, with sparse matrices or dense ones. */
#include "analysis/statics/static_search.h"
#include <string.h>

enum { MAX_DENSE_FALLBACK = 1500 }; /* coordinates for which dense matrices are tried */

static int watch(void *context, int steps)
{
    const tml_task *task = context;
    const tml_run_options *options = task->options;
    return options->progress ? options->progress(options->context, task->element->kind, 1 - 20.0 / (20 + steps)) : 0;
}

/* Dense matrices can tell more if rows are dependent or forces are not conservative: they are used if the sparse ones
 * do not decide, and the mechanism is small enough. */
tml_equilibrium_result tml_static_search_run(const tml_static_search *x, tml_equilibrium **eq, tml_arena *arena)
{
    const tml_system *s = x->system;
    tml_state *state = x->task->state;
    const size_t turns = (size_t)s->measure_count * sizeof(double);
    const double *start = tml_arena_copy(arena, state->q, (size_t)s->nq * sizeof(double));
    const tml_equilibrium_class *class = tml_equilibrium_choose(s);
    for (;; class = &tml_equilibrium_dense) {
        *eq = tml_equilibrium_make(s, state->t, x->report->rank, x->report->independent, class, arena);
        memcpy((*eq)->work->unwrapped, state->unwrapped, turns);
        tml_workspace_set_states((*eq)->work, state->states);
        const tml_equilibrium_result found =
            tml_pseudo_transient_solve(*eq, x->tolerance, state->q, x->guard, watch, x->task);
        const bool decisive = found.end == TML_EQUILIBRIUM_STOPPED || found.end == TML_EQUILIBRIUM_UNBOUNDED ||
                              found.end == TML_EQUILIBRIUM_CHANGED ||
                              (found.end == TML_EQUILIBRIUM_FOUND && (found.conservative || !found.unstable));
        if (decisive || class->is_dense || s->nv > MAX_DENSE_FALLBACK)
            return found;
        memcpy(state->q, start, (size_t)s->nq * sizeof(double));
    }
}
