/* project.c - onto the constraints, and along them, in the coordinates of any formulation.
 *
 * Projection: Newton on phi = 0 with the least change of q, then linear steps on phidot = 0. A small change d has the part
 * along the constraints d + x with x the least change that has C x = -C d.
 */
#include "formulation/formulation.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { NEWTON_MOST = 12 };
static const double AIM = 0.02; /* of the tolerance: down to rounding, if that can be had */

double tml_largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        const double size = fabs(x[i]);
        most = size > most || isnan(size) ? size : most;
    }
    return most;
}

void tml_equations_residual(tml_equations *e, double t, const double *q, const double *v, double *position,
                            double *velocity)
{
    e->class->constrain(e, t, q, v);
    *position = tml_largest(e->phi, e->rows);
    *velocity = tml_largest(e->phidot, e->rows);
}

/* What the last digits of coordinates and of the rows' parts let a residual be. */
static double rounding_of(const tml_equations *e, const double *q)
{
    const tml_system *s = e->system;
    double most = s->size;
    for (int j = 0; j < e->nq; j++)
        most = fmax(most, fabs(q[j]));
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++)
            most = fmax(most, fabs(s->terms[k].coefficient * e->work->value[s->terms[k].measure]));
    return 1024 * DBL_EPSILON * most;
}

static void take_back(tml_equations *e, double t, double *q, const double *v)
{
    for (int k = 0; k < e->nv; k++)
        e->step[k] = -e->step[k];
    e->class->displace(e, e->step, q);
    e->class->constrain(e, t, q, v);
}

static int project_positions(tml_equations *e, double t, double *q, const double *v)
{
    const tml_formulation_class *c = e->class;
    const double good = fmax(e->stabilization.tolerance, rounding_of(e, q)), aim = AIM * e->stabilization.tolerance;
    double before = INFINITY;
    for (int i = 0;; i++) {
        const double gap = tml_largest(e->phi, e->rows);
        if (gap <= aim || (gap <= good && gap >= 0.5 * before))
            return 0;
        if (before <= good && !(gap <= good)) { /* it was rounding that was corrected */
            take_back(e, t, q, v);
            return 0;
        }
        if (i == NEWTON_MOST || !(gap < INFINITY))
            return 1;
        before = gap;
        if (c->factor(e) || c->correct(e, e->phi, e->step))
            return 1;
        c->displace(e, e->step, q);
        c->constrain(e, t, q, v);
    }
}

int tml_equations_project(tml_equations *e, double t, double *q, double *v)
{
    const tml_formulation_class *c = e->class;
    if (e->nq != e->nv) { /* there are quaternions */
        memset(e->step, 0, (size_t)e->nv * sizeof(double));
        c->displace(e, e->step, q);
    }
    if (e->massless)
        return tml_massless_project(e->massless, e->work, t, q, v);
    if (e->rows == 0)
        return 0;
    c->constrain(e, t, q, v);
    if (project_positions(e, t, q, v))
        return 1;
    bool factored = false;
    for (int i = 0; i < 2 && !(tml_largest(e->phidot, e->rows) <= AIM * e->stabilization.tolerance); i++) {
        if (!factored && c->factor(e))
            return 1;
        factored = true;
        if (c->correct(e, e->phidot, e->step))
            return 1;
        for (int k = 0; k < e->nv; k++)
            v[k] += e->step[k];
        c->constrain(e, t, q, v);
    }
    return 0;
}

/* d: what lies along; across: the rest. */
static int split_one(tml_equations *e, double *d, double *across)
{
    e->class->times(e, d, e->product);
    const int flag = e->class->correct(e, e->product, across);
    for (int k = 0; k < e->nv; k++) {
        d[k] += across[k];
        across[k] = -across[k];
    }
    return flag;
}

int tml_equations_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                        double *across_q, double *across_v)
{
    const tml_formulation_class *c = e->class;
    memset(across_q, 0, (size_t)e->nq * sizeof(double));
    memset(across_v, 0, (size_t)e->nv * sizeof(double));
    if (e->rows == 0)
        return 0;
    c->constrain(e, t, q, v);
    if (c->factor(e) || split_one(e, dv, across_v))
        return 1;
    c->to_displacement(e, q, dq, e->step);
    if (split_one(e, e->step, e->across))
        return 1;
    memcpy(across_q, dq, (size_t)e->nq * sizeof(double));
    c->to_coordinates(e, q, e->step, dq);
    for (int i = 0; i < e->nq; i++)
        across_q[i] -= dq[i];
    return 0;
}
