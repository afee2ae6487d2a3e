/* equilibrium_results.c - static equilibrium of forces that depend on results, as on reactions.
 *
 * In each configuration their values x are found together with the multipliers that balance them best, x(q). Along a free motion z the
 * residual force changes by dF/dx dx/dz besides, which is not symmetric: such forces have no potential.
 */
#include "analysis/statics/equilibrium.h"
#include <string.h>

static const double STEP = 0.004; /* of the size, or rad */

typedef struct {
    tml_equilibrium *eq;
    const double *q, *along; /* (nq); (nv) lengths */
} state;

static int respond_at(void *context, double h, tml_instant *at)
{
    const state *x = context;
    tml_equilibrium *eq = x->eq;
    const tml_system *s = eq->system;
    memcpy(eq->moved, x->q, (size_t)s->nq * sizeof(double));
    for (int j = 0; h != 0 && j < s->nv; j++)
        eq->dz[j] = h * x->along[j];
    if (h != 0)
        tml_equilibrium_displace(eq, eq->dz, eq->moved);
    tml_workspace_evaluate(eq->work, eq->t, eq->moved, eq->zeros);
    tml_workspace_measure(eq->work, s->active_count, s->measure_count);
    *at = (tml_instant){
        .work = eq->work, .t = eq->t, .q = eq->moved, .a = eq->zeros, .lambda = eq->lambda, .single = true};
    return tml_equilibrium_balance(eq) ? 0 : 1;
}

static int respond(void *context, tml_instant *at)
{
    return respond_at(context, 0, at);
}

int tml_equilibrium_solve_results(tml_equilibrium *eq, const double *q)
{
    return tml_result_laws_solve(eq->laws, eq->work, respond, &(state){eq, q, NULL});
}

int tml_equilibrium_find_feedback(tml_equilibrium *eq, const double *q)
{
    const size_t nv = (size_t)eq->system->nv, n = (size_t)eq->free_count;
    tml_instant instant;
    if (n == 0)
        return 0;
    memcpy(eq->Z, eq->class->free_motions(eq), nv * n * sizeof(double));
    memset(eq->feedback, 0, nv * n * sizeof(double));
    for (size_t k = 0; k < n; k++) {
        state x = {eq, q, eq->Z + k * nv};
        double *feedback = eq->feedback + k * nv;
        int flag =
            tml_result_laws_differentiate(eq->laws, eq->work, respond_at, &x, STEP * eq->system->size, eq->change);
        if (flag == 0)
            flag = respond(&x, &instant); /* back again */
        if (flag)
            return flag;
        tml_result_laws_add_force(eq->laws, eq->work, eq->change, feedback);
        for (size_t j = 0; j < nv; j++)
            feedback[j] /= -eq->unit[j];
    }
    return 0;
}
