/* newton_equations.c - the linear equations of Newton's method and of the tangents of curves of relative equilibria.
 *
 *   x = n + Z z,   [Z'K Z  Z'r_p; T'Z  T_p] [z; p] = -[Z'(r + K n); T.(displacement + n)],   C' dlambda = -(r + K x +
 * r_p p)
 *
 * with Z a basis of the null space of the cut joints and n of minimum norm closing phi; the last row and column only
 * if the speeds vary. Forces are divided by the largest, z by the size of the mechanism: whether the matrix is
 * singular does not depend on units.
 */
#include "analysis/steady/damped_newton.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double SINGULAR = 1e-14; /* reciprocal condition */

double tml_steady_length(const tml_steady *s, const double *x, double parameter)
{
    double sum = parameter * parameter;
    for (int k = 0; k < s->n; k++)
        sum += x[k] * x[k] / (s->system->size * s->system->size);
    return sqrt(sum);
}

/* y = K x */
static void times_K(const tml_steady *s, const double *x, double *y)
{
    const size_t n = (size_t)s->n;
    memset(y, 0, n * sizeof(double));
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; x[k] != 0 && i < n; i++)
            y[i] += s->K[k * n + i] * x[k];
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* T . x with the size as unit of length */
static double along(const tml_steady *s, const tml_steady_direction *t, const double *x, double parameter)
{
    return dot(t->x, x, s->n) / (s->system->size * s->system->size) + t->parameter * parameter;
}

/* Unit of force: those acting, and those for a displacement by the size or over the range of speeds. The stiffness
 * alone would not do: it vanishes at bifurcations. */
static double find_force(const tml_steady *s, bool varies)
{
    double max = fmax(s->scale, s->max_stiffness * s->system->size);
    for (int i = 0; varies && i < s->n; i++)
        max = fmax(max, fabs(s->parameter_derivative[i]));
    return max > 0 && isfinite(max) ? max : 1;
}

/* A = [Z'K Z  Z'r_p; T'Z  T_p] and its factors. */
void tml_steady_factor(tml_steady_solver *v, const tml_steady_direction *t)
{
    const tml_steady *s = v->s;
    const double *Z = tml_rank_qr_null_space(&s->qr);
    const int m = s->free_count, order = v->order = m + (t != NULL);
    const size_t n = (size_t)s->n, N = (size_t)order;
    const double size = s->system->size;
    double norm = 0, condition = 0;
    v->force = find_force(s, t != NULL);
    for (int k = 0; k < m; k++) {
        times_K(s, Z + (size_t)k * n, v->Kx);
        for (int i = 0; i < m; i++)
            v->A[(size_t)k * N + (size_t)i] = dot(Z + (size_t)i * n, v->Kx, s->n) * size / v->force;
        v->A[(size_t)k * (N + 1)] -= v->shift * size / v->force;
        if (t)
            v->A[(size_t)k * N + (size_t)m] = along(s, t, Z + (size_t)k * n, 0) * size;
    }
    for (int i = 0; t && i < m; i++)
        v->A[(size_t)m * N + (size_t)i] = dot(Z + (size_t)i * n, s->parameter_derivative, s->n) / v->force;
    if (t)
        v->A[(size_t)m * N + (size_t)m] = t->parameter;
    v->singular = false;
    if (order == 0)
        return;
    for (size_t k = 0; k < N; k++) {
        double sum = 0;
        for (size_t i = 0; i < N; i++)
            sum += fabs(v->A[k * N + i]);
        norm = fmax(norm, sum);
    }
    memcpy(v->factors, v->A, N * N * sizeof(double));
    const lapack_int flag = LAPACKE_dgetrf(LAPACK_COL_MAJOR, order, order, v->factors, order, v->pivots);
    const lapack_int known =
        flag ? flag : LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', order, v->factors, order, norm, &condition);
    if (known == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(v->s->arena);
    v->singular = known != 0 || !(condition > SINGULAR);
}

/* b = A^-1 b, with minimum norm if A is singular */
static void solve_b(tml_steady_solver *v)
{
    const int n = v->order;
    lapack_int flag = 0;
    if (n == 0)
        return;
    if (!v->singular)
        flag = LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, v->factors, n, v->pivots, v->b, n);
    else {
        lapack_int rank;
        memcpy(v->factors, v->A, (size_t)n * (size_t)n * sizeof(double));
        flag = LAPACKE_dgelsd(LAPACK_COL_MAJOR, n, n, 1, v->factors, n, v->b, n, v->singular_values, 1e-12, &rank);
    }
    if (flag == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(v->s->arena);
    for (int i = 0; flag && i < n; i++) /* the right-hand side or the solution is not finite */
        v->b[i] = NAN;
}

/* The step x, *parameter that removes the residual and the gaps phi. */
void tml_steady_step(tml_steady_solver *v, const double *residual, const double *phi, double parameter_change,
                     const double *displacement, double *x, double *parameter)
{
    const tml_steady *s = v->s;
    const double *Z = tml_rank_qr_null_space(&s->qr);
    const size_t n = (size_t)s->n;
    const int m = s->free_count;
    tml_rank_qr_solve(&s->qr, phi, v->minimum_norm);
    for (size_t i = 0; i < n; i++)
        v->minimum_norm[i] = -v->minimum_norm[i];
    times_K(s, v->minimum_norm, v->Kx);
    for (size_t i = 0; i < n; i++)
        v->Kx[i] += residual[i];
    for (int k = 0; k < m; k++)
        v->b[k] = -dot(Z + (size_t)k * n, v->Kx, s->n) / v->force;
    if (v->plane_normal)
        v->b[m] =
            -along(s, v->plane_normal, displacement, parameter_change) - along(s, v->plane_normal, v->minimum_norm, 0);
    solve_b(v);
    memcpy(x, v->minimum_norm, n * sizeof(double));
    for (int k = 0; k < m; k++)
        for (size_t i = 0; i < n; i++)
            x[i] += v->b[k] * s->system->size * Z[(size_t)k * n + i];
    *parameter = v->plane_normal ? v->b[m] : 0;
}

/* dlambda of a step */
void tml_steady_multipliers(tml_steady_solver *v)
{
    const tml_steady *s = v->s;
    if (s->rows == 0)
        return;
    times_K(s, v->x, v->Kx);
    for (int i = 0; i < s->n; i++)
        v->Kx[i] = -(v->Kx[i] + s->residual[i] + s->parameter_derivative[i] * v->parameter);
    if (!tml_rank_qr_solve_transpose(&s->qr, v->Kx, v->dlambda))
        tml_arena_give_up(s->arena);
}

/* ---- tangents ---- */

bool tml_steady_branch_direction(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *t)
{
    const tml_steady *s = v->s;
    const double *Z = tml_rank_qr_null_space(&s->qr);
    tml_steady_factor(v, before);
    const int n = v->order;
    double *V = v->factors;
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'O', n, n, v->A, n, v->singular_values, NULL, 1, V, n, v->b) != 0)
        return false;
    memset(t->x, 0, (size_t)s->n * sizeof(double));
    for (int k = 0; k < s->free_count; k++) /* the last row of V' */
        for (int i = 0; i < s->n; i++)
            t->x[i] +=
                v->A[(size_t)k * (size_t)n + (size_t)n - 1] * s->system->size * Z[(size_t)k * (size_t)s->n + (size_t)i];
    t->parameter = v->A[(size_t)(n - 1) * (size_t)n + (size_t)n - 1];
    const double length = tml_steady_length(s, t->x, t->parameter);
    for (int i = 0; i < s->n; i++)
        t->x[i] /= length;
    t->parameter /= length;
    return isfinite(t->parameter);
}

bool tml_steady_tangent(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *t, int *sign,
                        double *logarithm)
{
    const tml_steady *s = v->s;
    const double *Z = tml_rank_qr_null_space(&s->qr);
    tml_steady_factor(v, before);
    memset(v->b, 0, (size_t)v->order * sizeof(double));
    v->b[s->free_count] = 1;
    solve_b(v);
    memset(v->x, 0, (size_t)s->n * sizeof(double));
    for (int k = 0; k < s->free_count; k++)
        for (int i = 0; i < s->n; i++)
            v->x[i] += v->b[k] * s->system->size * Z[(size_t)k * (size_t)s->n + (size_t)i];
    const double parameter = v->b[s->free_count], length = tml_steady_length(s, v->x, parameter);
    if (!(length > 0) || !isfinite(length))
        return false;
    for (int i = 0; i < s->n; i++)
        t->x[i] = v->x[i] / length;
    t->parameter = parameter / length;
    tml_steady_factor(v, t);
    *sign = 1, *logarithm = 0;
    for (int i = 0; i < v->order; i++) {
        const double pivot = v->factors[(size_t)i * (size_t)(v->order + 1)];
        *sign *= (pivot < 0 ? -1 : 1) * (v->pivots[i] != i + 1 ? -1 : 1);
        *logarithm += log(fmax(fabs(pivot), 1e-300));
    }
    return true;
}
