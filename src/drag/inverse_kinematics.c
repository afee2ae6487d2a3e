/* inverse_kinematics.c - inverse kinematics by regularized Gauss-Newton steps: min f = |e|^2 / 2,  e = goal - p(q),
 * on the joints, from the present pose q.
 *
 * Steps along the joints (constraint_rows.h): with z_k the projected gradient of coordinate k of the point, and L =
 * [z_j . z_k],
 *   z = sum_k a_k z_k,   (L + mu) a = e
 * mu accounts for the curvature of p. It is |e| / radius at first (exact for a link on a pin) and then estimated from
 * the change of slope along the last step: where links are stretched out towards a goal beyond their reach it is all
 * there is.
 * A step rotates no body far, is shortened until the joints close nearby and the point is closer, and ends on the
 * joints. Where no direction leads closer (a singular configuration), the mechanism may still be on a ridge: small
 * steps forward and back are tried.
 */
#include "drag/inverse_kinematics.h"
#include "elementary/elementary.h"
#include "linalg/cholesky.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 40, MAX_SHORTER = 6, ASTRAY = 2 };
static const double MAX_WORK = 90e3, MIN_FACTORS = 8, MAX_FACTORS = 64;
static const double MAX_ROTATION = 0.2;          /* rad in a step */
static const double MAX_LENGTH = 1;              /* of all bodies in a row: a translation by this counts as 1 rad */
static const double PROBE_ROTATION = 0.03;       /* rad */
static const double MAX_CLOSING = 0.3;           /* of a step: what closing the joints may add to it */
static const double SUFFICIENT_GAIN = 1e-4;      /* of the predicted decrease: sufficient (Armijo) */
static const double MIN_GAIN = 1e-7;             /* of f: a decrease that is more than rounding */
static const double MIN_SLOPE = 1e-6;            /* of the slope without joints: stationary */
static const double MIN_DIRECTION = 1e-9;        /* of a direction: what the joints leave of it is rounding */
static const double MIN_MU = 1e-4, MAX_MU = 1e3; /* of |e| / radius */
static const double MU_ROUNDING = 1e-11;
static const double GOAL_TOLERANCE = 1e-13; /* of the size: the goal is reached */
static const double MEMORY = 0.5;           /* weight of the previous direction, when a step is added to it */
static const double TOLERANCE = 1e-12;      /* of the size: joints are closed */

/* ---- memory ---- */

static void set_tolerance(tml_inverse_kinematics *l)
{
    const tml_system *s = l->rows->system;
    l->rows->tolerance = fmax(TOLERANCE * s->size, 64 * DBL_EPSILON * tml_mechanism_extent(s, l->q));
}

/* As many factorizations as make a call last about 7 ms at most: a unit of work is 80 ns. */
static int factors_for(const tml_drag_rows *r)
{
    const tml_schur *n = r->schur;
    double work = r->system->nv + r->all;
    for (int k = 0; n->blocks && k < n->blocks->n; k++)
        work += 0.025 * tml_pow(n->blocks->start[k + 1] - n->blocks->start[k], 2);
    if (!n->blocks)
        work += 1e-3 * tml_pow(r->rows, 3);
    return (int)fmin(fmax(MAX_WORK / work, MIN_FACTORS), MAX_FACTORS);
}

tml_inverse_kinematics *tml_inverse_kinematics_make(const tml_system *s, double t, const double *q,
                                                    const double *rotation, tml_arena *arena)
{
    tml_inverse_kinematics *l = TML_NEW(arena, tml_inverse_kinematics);
    l->rows = tml_drag_rows_make(s, t, q, arena);
    l->q = TML_NEW_ARRAY(arena, double, s->nq + 1);
    l->trial = TML_NEW_ARRAY(arena, double, s->nq + 1);
    for (int k = 0; k < 3; k++)
        l->along[k] = TML_NEW_ARRAY(arena, double, s->nv + 1);
    l->step = TML_NEW_ARRAY(arena, double, s->nv + 1);
    l->stepped = TML_NEW_ARRAY(arena, double, s->nv + 1);
    l->last = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int b = 1; b < s->nb; b++)
        l->length += 2 * l->rows->radius[b];
    l->max = factors_for(l->rows);
    tml_inverse_kinematics_put(l, q, rotation);
    return l;
}

void tml_inverse_kinematics_put(tml_inverse_kinematics *l, const double *q, const double *rotation)
{
    const tml_system *s = l->rows->system;
    tml_workspace *w = l->rows->work;
    memcpy(l->q, q, (size_t)s->nq * sizeof(double));
    memset(l->last, 0, (size_t)s->nv * sizeof(double));
    if (rotation)
        memcpy(w->unwrapped, rotation, (size_t)s->measure_count * sizeof(double));
    set_tolerance(l);
    tml_drag_rows_at(l->rows, l->q);
    tml_drag_rows_accept(l->rows);
}

/* ---- the point ---- */

tml_vec3 tml_drag_handle_position(const tml_workspace *w, const tml_drag_handle *g)
{
    if (w->system->space) {
        const tml_motion3 *m = &w->motion3[g->body];
        return tml_add(m->x, tml_rotate(&m->R, g->point));
    }
    const tml_motion2 *m = &w->motion2[g->body];
    const tml_vec2 p = tml_rotate2(m->c, m->s, (tml_vec2){g->point.x, g->point.y});
    return (tml_vec3){m->x + p.x, m->y + p.y, 0};
}

/* Jacobian of the point: row k of p' = J v of its body, v with rotations about body axes. */
static void point_jacobian(const tml_workspace *w, const tml_drag_handle *g, int k, double J[6])
{
    memset(J, 0, 6 * sizeof(double));
    J[k] = 1;
    if (w->system->space) { /* w_G x R r = R (w_B x r): e_k . that = w_B . (r x R' e_k) */
        const tml_mat3 *R = &w->motion3[g->body].R;
        const tml_vec3 rotation = tml_cross(g->point, (tml_vec3){R->m[k][0], R->m[k][1], R->m[k][2]});
        J[3] = rotation.x, J[4] = rotation.y, J[5] = rotation.z;
    } else {
        const tml_motion2 *m = &w->motion2[g->body];
        const tml_vec2 p = tml_rotate2(m->c, m->s, (tml_vec2){g->point.x, g->point.y});
        J[2] = k == 0 ? -p.y : p.x;
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[j] * b[j];
    return sum;
}

/* ---- one search ---- */

typedef struct {
    tml_inverse_kinematics *l;
    const tml_drag_handle *handle;
    int nv, dims;
    double e[3], f; /* at q */
    double mobility[9];
    double free_slope; /* |slope of f| without joints */
    double mu;
    bool stepped;                         /* l->stepped led here, */
    double previous_slope, previous_gain; /* slope of f along it, and squared change of p */
    bool moved;
} search;

static void evaluate_goal(const search *s, double e[3], double *f)
{
    const tml_vec3 p = tml_drag_handle_position(s->l->rows->work, s->handle);
    e[0] = s->handle->goal.x - p.x, e[1] = s->handle->goal.y - p.y, e[2] = s->dims == 3 ? s->handle->goal.z - p.z : 0;
    *f = 0.5 * dot(e, e, 3);
}

/* Projected gradients and L at q. */
static bool find_directions(search *s)
{
    tml_drag_rows *r = s->l->rows;
    const int nvb = r->system->nvb, first = (s->handle->body - 1) * nvb;
    double free_slope[6] = {0};
    tml_drag_rows_at(r, s->l->q);
    if (!tml_drag_rows_factor(r))
        return false;
    evaluate_goal(s, s->e, &s->f);
    for (int k = 0; k < s->dims; k++) {
        double J[6], *z = s->l->along[k];
        point_jacobian(r->work, s->handle, k, J);
        memset(z, 0, (size_t)s->nv * sizeof(double));
        for (int j = 0; j < nvb; j++) {
            z[first + j] = r->half[first + j] * J[j];
            free_slope[j] += z[first + j] * s->e[k];
        }
        tml_drag_rows_along(r, z);
        if (!tml_all_finite(z, s->nv))
            return false;
    }
    for (int j = 0; j < s->dims; j++)
        for (int k = 0; k < s->dims; k++)
            s->mobility[s->dims * j + k] = dot(s->l->along[j], s->l->along[k], s->nv);
    s->free_slope = sqrt(dot(free_slope, free_slope, 6));
    return true;
}

/* z = sum_k a_k z_k */
static void combine(const search *s, const double a[3], double *z)
{
    memset(z, 0, (size_t)s->nv * sizeof(double));
    for (int k = 0; k < s->dims; k++)
        for (int j = 0; j < s->nv; j++)
            z[j] += a[k] * s->l->along[k][j];
}

/* e' L e: square of the slope of f along the joints */
static double slope_square(const search *s)
{
    double sum = 0;
    for (int j = 0; j < s->dims; j++)
        sum += s->e[j] * dot(s->mobility + s->dims * j, s->e, s->dims);
    return fmax(sum, 0);
}

/* Slope of f along z. */
static double slope_along(const search *s, const double *z)
{
    double sum = 0;
    for (int k = 0; k < s->dims; k++)
        sum -= s->e[k] * dot(s->l->along[k], z, s->nv);
    return sum;
}

/* Updates mu from the last step: the curvature that Gauss-Newton neglects. */
static void update_regularization(search *s)
{
    const double scale = sqrt(2 * s->f) / s->l->radius;
    if (s->stepped) {
        const double square = dot(s->l->stepped, s->l->stepped, s->nv);
        const double bend = slope_along(s, s->l->stepped) - s->previous_slope;
        s->mu = (bend - s->previous_gain) / square;
    }
    s->mu = fmin(fmax(s->mu, MIN_MU * scale + MU_ROUNDING), MAX_MU * scale + MU_ROUNDING);
}

/* The step; its slope. */
static double find_step(search *s)
{
    double A[9], a[3];
    memcpy(A, s->mobility, sizeof A);
    memcpy(a, s->e, sizeof a);
    for (int k = 0; k < s->dims; k++)
        A[(s->dims + 1) * k] += s->mu;
    if (!tml_cholesky(A, s->dims, 0))
        return 0;
    tml_cholesky_solve(A, s->dims, a);
    combine(s, a, s->l->step);
    return slope_along(s, s->l->step);
}

/* Where factor * z leads, closed, with its f; false: it does not close nearby. */
static bool step_to(search *s, const double *z, double factor, double *f)
{
    tml_inverse_kinematics *l = s->l;
    double e[3];
    const double max = MAX_CLOSING * factor * sqrt(dot(z, z, s->nv)) + 1e3 * l->rows->tolerance;
    memcpy(l->trial, l->q, (size_t)l->rows->system->nq * sizeof(double));
    tml_drag_rows_displace(l->rows, z, factor, l->trial);
    if (!tml_drag_rows_close(l->rows, max, l->trial))
        return false;
    evaluate_goal(s, e, f);
    return true;
}

static void accept_step(search *s, const double *z, double factor)
{
    tml_inverse_kinematics *l = s->l;
    memcpy(l->q, l->trial, (size_t)l->rows->system->nq * sizeof(double));
    tml_drag_rows_accept(l->rows);
    for (int j = 0; j < s->nv; j++) {
        l->stepped[j] = factor * z[j];
        l->last[j] = MEMORY * l->last[j] + l->stepped[j];
    }
    s->moved = true;
}

/* The factor of z that rotates some body by `rotation`. */
static double factor_for(const search *s, const double *z, double rotation)
{
    return rotation / tml_drag_rows_rotation(s->l->rows, z, MAX_LENGTH * s->l->length);
}

static bool has_time(const search *s)
{
    return s->l->rows->factored < s->l->max;
}

/* Backtracking until the decrease is sufficient; false: it is not. */
static bool try_step(search *s, double slope, double factor)
{
    const double *z = s->l->step;
    double f;
    for (int i = 0; i < MAX_SHORTER && has_time(s); i++) {
        if (!step_to(s, z, factor, &f)) {
            factor *= 0.4;
            continue;
        }
        if (f <= s->f + SUFFICIENT_GAIN * factor * slope) {
            double gain = 0;
            for (int k = 0; k < s->dims; k++)
                gain += tml_pow(factor * dot(s->l->along[k], z, s->nv), 2);
            s->previous_slope = factor * slope, s->previous_gain = gain;
            accept_step(s, z, factor);
            s->stepped = true;
            return true;
        }
        const double least =
            -0.5 * slope * factor / (f - s->f - slope * factor); /* minimum of a parabola, as a fraction */
        factor *= fmin(fmax(least, 0.1), 0.6);
    }
    return false;
}

/* Projects l->step onto the joints, restricted to the dragged part; false: nothing remains. */
static bool keep_allowed(search *s)
{
    tml_inverse_kinematics *l = s->l;
    const tml_drag_rows *r = l->rows;
    const int nvb = r->system->nvb;
    for (int j = 0; j < s->nv; j++)
        if (r->part[j / nvb + 1] != r->dragged)
            l->step[j] = 0;
    const double before = dot(l->step, l->step, s->nv);
    tml_drag_rows_at(l->rows, l->q);
    if (!has_time(s) || !tml_drag_rows_factor(l->rows))
        return false;
    tml_drag_rows_along(l->rows, l->step);
    return dot(l->step, l->step, s->nv) > MIN_DIRECTION * MIN_DIRECTION * before;
}

/* Removes from l->step what moves the point: only its curvature may still lead closer. */
static void keep_still(search *s)
{
    double A[9], a[3];
    memcpy(A, s->mobility, sizeof A);
    for (int k = 0; k < s->dims; k++) {
        A[(s->dims + 1) * k] += MIN_SLOPE * (1 + s->mobility[(s->dims + 1) * k]);
        a[k] = dot(s->l->along[k], s->l->step, s->nv);
    }
    if (!tml_cholesky(A, s->dims, 0))
        return;
    tml_cholesky_solve(A, s->dims, a);
    for (int k = 0; k < s->dims; k++)
        for (int j = 0; j < s->nv; j++)
            s->l->step[j] -= a[k] * s->l->along[k][j];
}

/* l->step: the recent direction. */
static bool continue_direction(search *s)
{
    memcpy(s->l->step, s->l->last, (size_t)s->nv * sizeof(double));
    return keep_allowed(s);
}

/* l->step: a random direction. */
static bool random_direction(search *s, unsigned seed)
{
    for (int j = 0; j < s->nv; j++) {
        seed = seed * 1103515245u + 12345u;
        s->l->step[j] = (double)(seed >> 16 & 0x7fff) / 16384 - 1;
    }
    return keep_allowed(s);
}

/* Where branches meet there are directions that none of them takes: continues in the recent one, if that leads closer. */
static bool continue_through_branch(search *s)
{
    double *z = s->l->step, gain = 0;
    if (!continue_direction(s))
        return false;
    double slope = slope_along(s, z);
    for (int j = 0; slope > 0 && j < s->nv; j++)
        z[j] = -z[j];
    slope = -fabs(slope);
    for (int k = 0; k < s->dims; k++)
        gain += tml_pow(dot(s->l->along[k], z, s->nv), 2);
    const double factor = -slope / (gain + s->mu * dot(z, z, s->nv));
    return slope < 0 && try_step(s, slope, fmin(factor, factor_for(s, z, MAX_ROTATION)));
}

/* A small step along l->step, or against it, if that leads closer. */
static bool probe(search *s)
{
    double *z = s->l->step, f;
    keep_still(s);
    const double factor = factor_for(s, z, PROBE_ROTATION);
    for (int i = 0; i < 2 && factor < INFINITY && has_time(s); i++) {
        if (step_to(s, z, factor, &f) && f < (1 - MIN_GAIN) * s->f) {
            accept_step(s, z, factor);
            s->mu = 0;
            s->stepped = false;
            return true;
        }
        for (int j = 0; j < s->nv; j++)
            z[j] = -z[j];
    }
    return false;
}

/* A stationary point: leaves it if it is a ridge. */
static bool leave_ridge(search *s)
{
    bool left = continue_direction(s) && probe(s);
    for (unsigned seed = 1; !left && seed <= ASTRAY; seed++)
        left = random_direction(s, seed) && probe(s);
    return left;
}

bool tml_inverse_kinematics_step(tml_inverse_kinematics *l, const tml_drag_handle *handle)
{
    const tml_system *system = l->rows->system;
    search s = {.l = l, .handle = handle, .nv = system->nv, .dims = system->space ? 3 : 2, .mu = INFINITY};
    bool probed = false;
    l->rows->factored = 0;
    l->rows->dragged = l->rows->part[handle->body];
    l->radius = l->rows->radius[handle->body];
    set_tolerance(l);
    for (int i = 0; i < MAX_STEPS && has_time(&s) && find_directions(&s); i++) {
        if (sqrt(2 * s.f) <= GOAL_TOLERANCE * system->size)
            break;
        if (i == 0)
            s.mu = sqrt(2 * s.f) / l->radius;
        update_regularization(&s);
        const double slope = sqrt(slope_square(&s));
        const bool ridge = slope <= MIN_SLOPE * s.free_slope && !probed;
        probed |= ridge;
        if (ridge && leave_ridge(&s))
            continue;
        if (slope <= MIN_DIRECTION * s.free_slope)
            break;
        const double along = find_step(&s);
        if (!(along < 0))
            break;
        if (!try_step(&s, along, fmin(1, factor_for(&s, l->step, MAX_ROTATION))) && !continue_through_branch(&s))
            break;
    }
    tml_drag_rows_at(l->rows, l->q);
    tml_drag_rows_accept(l->rows);
    return s.moved;
}
