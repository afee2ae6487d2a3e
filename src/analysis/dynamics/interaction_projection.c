/* interaction_projection.c - what is held stays where it is: drift of closed gaps and sticking joints is taken back after a step.
 *
 * A force along each changes its acceleration by R and the generalized ones by V: with R p = residual, -V p is the change that corrects it.
 */
#include "analysis/dynamics/interaction_state.h"
#include "linalg/small.h"
#include <string.h>

static const double DRIFT = 1e-5;     /* of the tolerance: what is not corrected */
static const double ROUNDING = 2e-16; /* of gaps and speeds, of their scales: what is not corrected once more */
enum { MAX_PROJECTIONS = 4 };

/* Residuals of what is held: gaps (positions) or rates; true: one is larger than `tolerance` of its scale. */
static bool find_residuals(tml_interaction_run *x, const tml_affine_results *a, bool rates, double tolerance)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    bool any = false;
    for (int k = 0; k < a->n; k++) {
        x->right[k] = 0;
        if (a->held[k] < 0)
            continue;
        const tml_result_law *law = &s->result_laws[a->active[k]];
        const tml_interaction *is = &s->interactions[law->interaction];
        if (rates)
            x->right[k] = tml_interaction_rate(w, is, law->component);
        else if (is->kind == TML_UNILATERAL)
            x->right[k] = tml_interaction_gap(w, is);
        any |= !(fabs(x->right[k]) <= tolerance * tml_interaction_scale(s, is) * (rates ? m->rate : 1));
    }
    return any;
}

/* step = -V p, with R p = right among what is held. */
static void find_correction(tml_interaction_run *x, const tml_affine_results *a, double *step)
{
    const int nv = x->r->m->e->nv;
    int n = 0;
    for (int k = 0; k < a->n; k++) {
        if (a->held[k] < 0)
            continue;
        x->of[n] = k;
        n++;
    }
    for (int k = 0; k < n; k++) {
        x->correction[k] = x->right[x->of[k]];
        for (int j = 0; j < n; j++)
            x->small[j * n + k] = a->R[x->of[j] * a->m + a->held[x->of[k]]];
    }
    tml_small_least(n, x->small, x->correction, 1e-12, (lapack_int *)x->problem.work);
    memset(step, 0, (size_t)nv * sizeof(double));
    for (int k = 0; k < n; k++)
        for (int i = 0; i < nv; i++)
            step[i] -= x->correction[k] * x->V[(size_t)(x->of[k] + 1) * (size_t)nv + (size_t)i];
}

int tml_interaction_run_project(tml_interaction_run *x, double t, double *y, double tolerance)
{
    tml_equations *e = x->r->m->e;
    tml_affine_results a;
    if (!tml_interaction_run_needs_forces(x))
        return 0;
    for (int pass = 0; pass < MAX_PROJECTIONS; pass++) {
        e->class->place_bodies(e, t, y, y + e->nq);
        tml_workspace_measure(e->work, 0, e->system->active_count);
        tml_result_laws_modes(e->result_laws, e->work, &a);
        const double least = fmax(DRIFT * tolerance, pass ? ROUNDING : 0);
        if (!find_residuals(x, &a, false, least) && !find_residuals(x, &a, true, least))
            return 0;
        if (tml_equations_affine(e, t, y, y + e->nq, &a, x->V))
            return 1;
        if (find_residuals(x, &a, false, 0)) {
            find_correction(x, &a, e->step);
            e->class->displace(e, e->step, y);
            e->class->place_bodies(e, t, y, y + e->nq);
            tml_workspace_measure(e->work, 0, e->system->active_count);
        }
        if (find_residuals(x, &a, true, 0)) {
            find_correction(x, &a, e->step);
            for (int i = 0; i < e->nv; i++)
                y[e->nq + i] += e->step[i];
        }
    }
    return 0;
}
