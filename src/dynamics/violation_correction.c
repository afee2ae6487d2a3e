/* violation_correction.c - direct violation correction (Yu and Chen 2000; Metiku 2004, 4.3.2): after a step, and only if the
 * constraints are violated by more than the tolerance,
 *
 *   dq = -G+ phi  until |phi| <= tolerance,   then  dv = -G+ phidot  until |phidot| <= tolerance,   G+ = G' (G G')^-1.
 *
 * Projection (projection.c) reduces the residual to rounding after every step; this stops at the tolerance.
 */
#include "dynamics/formulation.h"
#include <string.h>

enum { MAX_CORRECTIONS = 12 };

static int correct_positions(tml_equations *e, double t, double *q, const double *v)
{
    for (int i = 0; !(tml_max_norm(e->phi, e->rows) <= e->stabilization.violation); i++) {
        if (i == MAX_CORRECTIONS || e->class->factor(e) || e->class->correct(e, e->phi, e->step))
            return 1;
        e->class->displace(e, e->step, q);
        e->class->evaluate_constraints(e, t, q, v);
    }
    return 0;
}

static int correct_velocities(tml_equations *e, double t, const double *q, double *v)
{
    for (int i = 0; !(tml_max_norm(e->phidot, e->rows) <= e->stabilization.violation); i++) {
        if (i == MAX_CORRECTIONS || e->class->factor(e) || e->class->correct(e, e->phidot, e->step))
            return 1;
        for (int k = 0; k < e->nv; k++)
            v[k] += e->step[k];
        e->class->evaluate_constraints(e, t, q, v);
    }
    return 0;
}

static int correct_violation(tml_equations *e, double t, double *q, double *v)
{
    e->has_factors = false; /* the factors are not those of a projection */
    if (e->nq != e->nv) {   /* nq > nv: displacing normalizes the quaternions */
        memset(e->step, 0, (size_t)e->nv * sizeof(double));
        e->class->displace(e, e->step, q);
    }
    e->class->evaluate_constraints(e, t, q, v);
    return correct_positions(e, t, q, v) || correct_velocities(e, t, q, v);
}

int tml_equations_stabilize(tml_equations *e, double t, double *q, double *v)
{
    switch (e->stabilization.method) {
    case TML_STABILIZE_PROJECTION:
        return tml_equations_project(e, t, q, v);
    case TML_STABILIZE_DIRECT:
        return e->massless || e->rows == 0 ? tml_equations_project(e, t, q, v) : correct_violation(e, t, q, v);
    case TML_STABILIZE_BAUMGARTE:
    case TML_STABILIZE_NONE:
        break;
    }
    return 0;
}
