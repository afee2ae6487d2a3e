/* steady_results.c - relative equilibrium of forces that depend on results, as on reactions.
 *
 * Their values are found together with the reactions of all joints that balance the forces best,
 *   G' lambda = M a - Q - sum f_k (ds_k/dq)'      f_k: of the actuators that keep the prescribed speeds
 * which in a relative equilibrium are the reactions.
 */
#include "analysis/steady/relative_equilibrium.h"
#include <string.h>

void tml_steady_results_make(tml_steady *s, const tml_term *held_terms)
{
    const int rows = s->system->rigid_row_count;
    s->laws = s->j->e.result_laws;
    if (!s->laws)
        return;
    s->held_terms = held_terms;
    s->reactions = rows ? tml_kkt_system_make(s->system, rows, s->j->e.rank, s->arena) : NULL;
    s->all_lambda = TML_NEW_ARRAY(s->arena, double, rows + 1);
    s->change = TML_NEW_ARRAY(s->arena, double, rows + 1);
    s->zeros = TML_NEW_ARRAY(s->arena, double, rows + 1);
    s->load = TML_NEW_ARRAY(s->arena, double, s->system->nv + 1);
    s->free_acceleration = TML_NEW_ARRAY(s->arena, double, s->system->nv + 1);
}

typedef struct {
    tml_steady *s;
    const double *q, *u, *lambda;
    double *r;
} state;

/* All reactions, for the accelerations and forces just evaluated. */
static int find_reactions(tml_steady *s, const double *r)
{
    const tml_system *sys = s->system;
    const int rows = sys->rigid_row_count;
    tml_system_times_mass(sys, s->a, s->load);
    for (int i = 0; i < sys->nv; i++)
        s->load[i] = s->work->Q[i] - s->load[i];
    for (int i = 0; i < s->held_count; i++)
        tml_workspace_add_term(s->work, s->held_terms[i], -r[s->held[i]], s->load);
    if (!s->reactions)
        return 0;
    const int flag = tml_kkt_system_factor(s->reactions, s->work, TML_METRIC_SIZE);
    memset(s->all_lambda, 0, (size_t)rows * sizeof(double));
    for (int again = 0; flag == 0 && again < 2; again++) { /* the second pass removes rounding */
        tml_kkt_system_solve(s->reactions, s->load, s->zeros, s->free_acceleration, s->change);
        tml_workspace_add_Gt(s->work, rows, s->change, s->load);
        for (int i = 0; i < rows; i++)
            s->all_lambda[i] += s->change[i];
    }
    return flag;
}

static int respond(void *context, tml_instant *at)
{
    const state *x = context;
    tml_steady *s = x->s;
    const int flag = tml_steady_forces_at_values(s, x->q, x->u, x->lambda, x->r);
    tml_workspace_measure(s->work, s->system->active_count, s->system->measure_count);
    tml_workspace_constraints(s->work, s->system->rigid_row_count);
    at->q = s->j->e.orientation; /* positions are no results: any will do */
    at->a = s->a;
    at->lambda = s->all_lambda;
    return flag ? flag : find_reactions(s, x->r);
}

int tml_steady_solve_results(tml_steady *s, const double *q, const double *u, const double *lambda, double *r)
{
    return tml_result_laws_solve(s->laws, s->work, respond, &(state){s, q, u, lambda, r});
}
