/* projection.c - projection onto the constraints and onto their tangent space, in the coordinates of any formulation.
 *
 * Position: Newton's method on phi = 0 with the minimum-norm change of q; velocity: linear steps on phidot = 0.
 * A small change d has the tangent component d + x, x the minimum-norm change with C x = -C d.
 * Nonholonomic rows have phi = 0: positions are projected by changes that they allow, and do not count as violated by any position.
 * The factors of the last evaluation belong to a nearby state; they are reused until the residual stops shrinking (modified Newton).
 */
#include "dynamics/formulation.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 12, MAX_LINEAR = 2 };
static const double TARGET = 16 * DBL_EPSILON; /* relative to sizes and velocities: rounding */
/* independence of the constraints below this: near a singular configuration */
static const double NEAR_SINGULAR = 0.1;
static const double NEAR_SINGULAR_TARGET = 0.02; /* of the tolerance: the last digit is magnified there */
static const double MAX_CONTRACTION = 0.05; /* of a residual: if a correction leaves more, the matrix is refactored */

double tml_max_norm(const double *x, int n)
{
    double largest = 0;
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= largest)) {
            largest = fabs(x[i]);
            if (isnan(largest))
                break;
        }
    return largest;
}

/* The largest residual of the rows, relative to their scales. */
static double relative_residual(const tml_equations *e, const double *residual)
{
    double largest = 0;
    for (int i = 0; i < e->rows; i++) {
        const double relative = fabs(residual[i]) / e->row_scale[i];
        if (!(relative <= largest)) {
            largest = relative;
            if (isnan(largest))
                break;
        }
    }
    return largest;
}

double tml_equations_largest_residual(const tml_equations *e, const double *residual)
{
    return e->system->size * relative_residual(e, residual);
}

/* fmax would be a function call. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Distance of the bodies from the origin, relative to the size, at least 1: the rounding of their coordinates limits
 * the attainable residual. */
static double extent_of(const tml_equations *e)
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

/* The residual that rounding of coordinates and of the rows' terms can cause, relative to its scale. */
static double rounding_of(const tml_equations *e, const double *q, double extent)
{
    const tml_system *s = e->system;
    double largest = extent;
    for (int j = 0; j < e->nq; j++)
        largest = larger(fabs(q[j]) / e->scale[j], largest);
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++)
            largest =
                larger(fabs(e->work->coefficient[k] * e->work->value[s->terms[k].measure]) / s->rows[i].scale, largest);
    return 1024 * DBL_EPSILON * largest;
}

static bool is_near_singular(const tml_equations *e)
{
    return e->slack == 0 || (e->schur && tml_schur_independence(e->schur) < NEAR_SINGULAR);
}

double tml_equations_max_speed(const tml_equations *e)
{
    const tml_system *s = e->system;
    double max_v2 = 0, max_w = 0;
    for (int b = 1; b < s->nb; b++)
        if (s->space) {
            const tml_motion3 *m = &e->work->motion3[b];
            max_v2 = larger(tml_dot(m->v, m->v), max_v2);
            max_w = larger(tml_dot(m->w, m->w), max_w);
        } else {
            const tml_motion2 *m = &e->work->motion2[b];
            max_v2 = larger(m->vx * m->vx + m->vy * m->vy, max_v2);
            max_w = larger(fabs(m->w), max_w);
        }
    return sqrt(max_v2) / s->size + (s->space ? sqrt(max_w) : max_w);
}

static void undo_step(tml_equations *e, double t, double *q, const double *v)
{
    for (int k = 0; k < e->nv; k++)
        e->step[k] = -e->step[k];
    e->class->displace(e, e->step, q);
    e->class->evaluate_constraints(e, t, q, v);
}

/* Distance from the coordinates at which the factors were computed: rad, or sizes of the mechanism. */
static double distance(const tml_equations *e, const double *q)
{
    double largest = 0;
    for (int i = 0; i < e->nq; i++)
        largest = larger(fabs(q[i] - e->factored_q[i]) / e->scale[i], largest);
    return largest;
}

static int refactor(tml_equations *e, const double *q)
{
    const int flag = e->class->factor(e);
    e->has_factors = flag == 0 && e->slack > 0;
    if (e->has_factors)
        memcpy(e->factored_q, q, (size_t)e->nq * sizeof(double));
    return flag;
}

/* Factors computed at some distance miss the minimum-norm change by that fraction of it. */
static int factor(tml_equations *e, const double *q, double residual, double scale)
{
    const bool reuse = e->has_factors && !is_near_singular(e) && residual * distance(e, q) <= e->slack * scale;
    return reuse ? 0 : refactor(e, q);
}

/* Target of the residuals, relative to their scales (or to those times the velocity). */
static double target_of(const tml_equations *e, double extent)
{
    return is_near_singular(e) ? NEAR_SINGULAR_TARGET * e->stabilization.tolerance : TARGET * extent;
}

/* *contraction: the residual after the last correction over that before it. */
static int project_positions(tml_equations *e, double t, double *q, const double *v, double extent, double *contraction)
{
    const tml_formulation_class *c = e->class;
    const double target = target_of(e, extent);
    double before = INFINITY, tolerance = 0;
    for (int i = 0;; i++) {
        const double residual = relative_residual(e, e->phi);
        *contraction = i ? fmax(residual, target) / before : 1;
        if (residual <= target)
            return 0;
        if (i == 0)
            tolerance = fmax(e->stabilization.tolerance, rounding_of(e, q, extent));
        if (residual <= tolerance && residual >= 0.5 * before)
            return 0;
        if (before <= tolerance && !(residual <= tolerance)) { /* the last correction only moved rounding errors */
            undo_step(e, t, q, v);
            return 0;
        }
        if (i == MAX_NEWTON || !(residual < INFINITY))
            return 1;
        e->has_factors &= !(i && residual > MAX_CONTRACTION * before);
        before = residual;
        if (factor(e, q, residual, 1) || c->correct(e, e->phi, e->step))
            return 1;
        c->displace(e, e->step, q);
        c->evaluate_constraints(e, t, q, v);
    }
}

/* The same factors reduce phidot as much as phi: if that is enough, phidot is not evaluated again. */
static int project_velocities(tml_equations *e, double t, const double *q, double *v, double extent, double contraction)
{
    const double speed = tml_equations_max_speed(e), target = target_of(e, extent) * speed;
    double before = INFINITY;
    for (int i = 0; i < MAX_LINEAR; i++) {
        const double residual = relative_residual(e, e->phidot);
        if (residual <= target)
            return 0;
        e->has_factors &= !(i && residual > MAX_CONTRACTION * before);
        before = residual;
        if (factor(e, q, residual, speed) || e->class->correct(e, e->phidot, e->step))
            return 1;
        for (int k = 0; k < e->nv; k++)
            v[k] += e->step[k];
        if (contraction * residual <= target)
            return 0;
        e->class->evaluate_constraints(e, t, q, v);
    }
    return 0;
}

int tml_equations_project(tml_equations *e, double t, double *q, double *v)
{
    const tml_formulation_class *c = e->class;
    tml_equations_scales(e);
    if (e->nq != e->nv) { /* nq > nv: quaternions */
        memset(e->step, 0, (size_t)e->nv * sizeof(double));
        c->displace(e, e->step, q);
    }
    if (e->rows) {
        double contraction;
        c->evaluate_constraints(e, t, q, v);
        const double extent = extent_of(e);
        if (project_positions(e, t, q, v, extent, &contraction) || project_velocities(e, t, q, v, extent, contraction))
            return 1;
    }
    return e->massless ? tml_massless_project(e->massless, e->work, t, q, v) : 0;
}

/* d: tangent component; across: the normal one. */
static int split_one(tml_equations *e, bool position, double *d, double *across)
{
    const tml_system *s = e->system;
    e->class->jacobian_times(e, d, e->product);
    for (int i = 0; position && s->rate_row_count && i < s->row_count; i++)
        if (s->rows[i].rate_only)
            e->product[i] = 0;
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
    if (!e->has_factors || is_near_singular(e)) {
        c->evaluate_constraints(e, t, q, v);
        if (refactor(e, q))
            return 1;
    }
    if (split_one(e, false, dv, across_v))
        return 1;
    c->to_displacement(e, q, dq, e->step);
    if (split_one(e, true, e->step, e->across))
        return 1;
    memcpy(across_q, dq, (size_t)e->nq * sizeof(double));
    c->to_coordinates(e, q, e->step, dq);
    for (int i = 0; i < e->nq; i++)
        across_q[i] -= dq[i];
    return 0;
}
