/* projection.c - onto the constraints, and along them, in the coordinates of any formulation.
 *
 * The factors of the last evaluation are those of a state so near that they serve as well, until they are seen not to.
 * Projection: Newton on phi = 0 with the least change of q, then linear steps on phidot = 0. A small change d has the part
 * along the constraints d + x with x the least change that has C x = -C d.
 */
#include "dynamics/formulation.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 12, MAX_LINEAR = 2 };
static const double AIM = 16 * DBL_EPSILON; /* of sizes and speeds: rounding */
static const double CLOSE = 0.1;            /* constraints less independent than this: near a singular position, */
static const double CLOSE_AIM = 0.02;       /* of the tolerance: the last digit counts there, it is magnified */
static const double FAR = 0.05;             /* of a residual: where a correction leaves more, factors are made anew */

double tml_largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) {
            most = fabs(x[i]);
            if (isnan(most))
                break;
        }
    return most;
}

/* The largest of the rows' residuals as a part of their scales. */
static double gap_of(const tml_equations *e, const double *residual)
{
    double most = 0;
    for (int i = 0; i < e->rows; i++) {
        const double gap = fabs(residual[i]) / e->row_scale[i];
        if (!(gap <= most)) {
            most = gap;
            if (isnan(most))
                break;
        }
    }
    return most;
}

double tml_equations_opening(const tml_equations *e, const double *residual)
{
    return e->system->size * gap_of(e, residual);
}

/* Not fmax, which is a call of a function. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* How far bodies are from the origin, as a part of the size, at least 1: their last digits bound what can be closed. */
static double reach_of(const tml_equations *e)
{
    const tml_system *s = e->system;
    double far = s->size;
    for (int b = 1; b < s->nb; b++)
        if (s->space) {
            const tml_vec3 x = e->work->motion3[b].x;
            far = larger(larger(fabs(x.x), fabs(x.y)), larger(fabs(x.z), far));
        } else {
            far = larger(larger(fabs(e->work->motion2[b].x), fabs(e->work->motion2[b].y)), far);
        }
    return far / s->size;
}

/* What the last digits of coordinates and of the rows' parts let a residual be, as a part of its scale. */
static double rounding_of(const tml_equations *e, const double *q, double reach)
{
    const tml_system *s = e->system;
    double most = reach;
    for (int j = 0; j < e->nq; j++)
        most = larger(fabs(q[j]) / e->scale[j], most);
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++)
            most = larger(fabs(s->terms[k].coefficient * e->work->value[s->terms[k].measure]) / s->rows[i].scale, most);
    return 1024 * DBL_EPSILON * most;
}

static bool is_close(const tml_equations *e)
{
    return e->slack == 0 || (e->schur && tml_schur_independence(e->schur) < CLOSE);
}

double tml_equations_speed(const tml_equations *e)
{
    const tml_system *s = e->system;
    double square = 0, turn = 0;
    for (int b = 1; b < s->nb; b++)
        if (s->space) {
            const tml_motion3 *m = &e->work->motion3[b];
            square = larger(tml_dot(m->v, m->v), square);
            turn = larger(tml_dot(m->w, m->w), turn);
        } else {
            const tml_motion2 *m = &e->work->motion2[b];
            square = larger(m->vx * m->vx + m->vy * m->vy, square);
            turn = larger(fabs(m->w), turn);
        }
    return sqrt(square) / s->size + (s->space ? sqrt(turn) : turn);
}

static void take_back(tml_equations *e, double t, double *q, const double *v)
{
    for (int k = 0; k < e->nv; k++)
        e->step[k] = -e->step[k];
    e->class->displace(e, e->step, q);
    e->class->constrain(e, t, q, v);
}

/* Of coordinates from those that the factors were made at: rad, or sizes of the mechanism. */
static double distance(const tml_equations *e, const double *q)
{
    double most = 0;
    for (int i = 0; i < e->nq; i++)
        most = larger(fabs(q[i] - e->factored_q[i]) / e->scale[i], most);
    return most;
}

static int factor_anew(tml_equations *e, const double *q)
{
    const int flag = e->class->factor(e);
    e->at_hand = flag == 0 && e->slack > 0;
    if (e->at_hand)
        memcpy(e->factored_q, q, (size_t)e->nq * sizeof(double));
    return flag;
}

/* Factors of a state at some distance miss the least change by that part of it. */
static int factor(tml_equations *e, const double *q, double gap, double scale)
{
    const bool serve = e->at_hand && !is_close(e) && gap * distance(e, q) <= e->slack * scale;
    return serve ? 0 : factor_anew(e, q);
}

/* What residuals are brought down to, as a part of their scales (or of those times the speed). */
static double aim_of(const tml_equations *e, double reach)
{
    return is_close(e) ? CLOSE_AIM * e->stabilization.tolerance : AIM * reach;
}

/* *left: what the last correction has left of the residual, as a part of it. */
static int project_positions(tml_equations *e, double t, double *q, const double *v, double reach, double *left)
{
    const tml_formulation_class *c = e->class;
    const double aim = aim_of(e, reach);
    double before = INFINITY, good = 0;
    for (int i = 0;; i++) {
        const double gap = gap_of(e, e->phi);
        *left = i ? fmax(gap, aim) / before : 1;
        if (gap <= aim)
            return 0;
        if (i == 0)
            good = fmax(e->stabilization.tolerance, rounding_of(e, q, reach));
        if (gap <= good && gap >= 0.5 * before)
            return 0;
        if (before <= good && !(gap <= good)) { /* it was rounding that was corrected */
            take_back(e, t, q, v);
            return 0;
        }
        if (i == MAX_NEWTON || !(gap < INFINITY))
            return 1;
        e->at_hand &= !(i && gap > FAR * before);
        before = gap;
        if (factor(e, q, gap, 1) || c->correct(e, e->phi, e->step))
            return 1;
        c->displace(e, e->step, q);
        c->constrain(e, t, q, v);
    }
}

/* The same factors leave as much of phidot as they left of phi: where that is little enough, it is not looked at again. */
static int project_velocities(tml_equations *e, double t, const double *q, double *v, double reach, double left)
{
    const double speed = tml_equations_speed(e), aim = aim_of(e, reach) * speed;
    double before = INFINITY;
    for (int i = 0; i < MAX_LINEAR; i++) {
        const double gap = gap_of(e, e->phidot);
        if (gap <= aim)
            return 0;
        e->at_hand &= !(i && gap > FAR * before);
        before = gap;
        if (factor(e, q, gap, speed) || e->class->correct(e, e->phidot, e->step))
            return 1;
        for (int k = 0; k < e->nv; k++)
            v[k] += e->step[k];
        if (left * gap <= aim)
            return 0;
        e->class->constrain(e, t, q, v);
    }
    return 0;
}

int tml_equations_project(tml_equations *e, double t, double *q, double *v)
{
    const tml_formulation_class *c = e->class;
    tml_equations_scales(e);
    if (e->nq != e->nv) { /* there are quaternions */
        memset(e->step, 0, (size_t)e->nv * sizeof(double));
        c->displace(e, e->step, q);
    }
    if (e->rows) {
        double left;
        c->constrain(e, t, q, v);
        const double reach = reach_of(e);
        if (project_positions(e, t, q, v, reach, &left) || project_velocities(e, t, q, v, reach, left))
            return 1;
    }
    return e->massless ? tml_massless_project(e->massless, e->work, t, q, v) : 0;
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
    if (!e->at_hand || is_close(e)) {
        c->constrain(e, t, q, v);
        if (factor_anew(e, q))
            return 1;
    }
    if (split_one(e, dv, across_v))
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
