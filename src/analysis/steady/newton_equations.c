/* newton_equations.c - the linear equations of Newton's method and of the tangents of curves of relative equilibria.
 *
 *   x = n + Z z,   [Z'K Z  Z'r_p; T'Z  T_p] [z; p] = -[Z'(r + K n); T.(displacement + n)],   C' dlambda = -(r + K x +
 * r_p p)
 *
 * with Z a basis of the null space of the cut joints and n of minimum norm closing phi; the last row and column only
 * if the speeds vary. Where something rolls, positions obey other rows than forces (steady_rates.c): x = n + Y y + p x_p with Y their null space in
 * place of Z on the right, and A is filled up with zeros to be square. Forces are divided by the largest, z by the size of the mechanism: whether the matrix is
 * singular does not depend on units.
 */
#include "analysis/steady/damped_newton.h"
#include "elementary/elementary.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double SINGULAR = 1e-14;      /* reciprocal condition */
static const double ROLLS_SINGULAR = 1e-9; /* the same where it may be singular, up to errors of differences */

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

/* Free positions of a step, and how many equations and unknowns there are besides the parameter. */
static const double *free_positions(const tml_steady *s, int *count, int *order)
{
    const double *Y = tml_steady_free_positions(s, count);
    *order = s->free_count > *count ? s->free_count : *count;
    return Y;
}

/* The last column of A: how forces and the displacement along T change with the speeds. */
static void put_parameter(tml_steady_solver *v, const tml_steady_direction *t, const double *Z, double *column,
                          int last)
{
    const tml_steady *s = v->s;
    memset(v->Kx, 0, (size_t)s->n * sizeof(double));
    if (s->rates)
        times_K(s, s->by_parameter, v->Kx);
    for (int i = 0; i < s->n; i++)
        v->Kx[i] += s->parameter_derivative[i];
    for (int i = 0; i < s->free_count; i++)
        column[i] = dot(Z + (size_t)i * (size_t)s->n, v->Kx, s->n) / v->force;
    column[last] = t->parameter + (s->rates ? along(s, t, s->by_parameter, 0) : 0);
}

/* A = [Z'K Y  Z'r_p; T'Y  T_p] and its factors. */
void tml_steady_factor(tml_steady_solver *v, const tml_steady_direction *t)
{
    const tml_steady *s = v->s;
    int free, m;
    const double *Z = tml_rank_qr_null_space(&s->qr), *Y = free_positions(s, &free, &m);
    const int order = v->order = m + (t != NULL);
    const size_t n = (size_t)s->n, N = (size_t)order;
    const double size = s->system->size;
    double norm = 0, condition = 0;
    v->force = find_force(s, t != NULL);
    memset(v->A, 0, N * N * sizeof(double));
    for (int k = 0; k < free; k++) {
        times_K(s, Y + (size_t)k * n, v->Kx);
        for (int i = 0; i < s->free_count; i++) {
            const double shift =
                v->shift == 0 ? 0 : v->shift * (s->rates ? dot(Z + (size_t)i * n, Y + (size_t)k * n, s->n) : i == k);
            v->A[(size_t)k * N + (size_t)i] =
                dot(Z + (size_t)i * n, v->Kx, s->n) * size / v->force - shift * size / v->force;
        }
        if (t)
            v->A[(size_t)k * N + (size_t)m] = along(s, t, Y + (size_t)k * n, 0) * size;
    }
    if (t)
        put_parameter(v, t, Z, v->A + (size_t)m * N, m);
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
    v->singular = known != 0 || !(condition > (s->rates ? ROLLS_SINGULAR : SINGULAR));
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
        flag = LAPACKE_dgelsd(LAPACK_COL_MAJOR, n, n, 1, v->factors, n, v->b, n, v->singular_values,
                              v->s->rates ? ROLLS_SINGULAR : 1e-12, &rank);
    }
    if (flag == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(v->s->arena);
    for (int i = 0; flag && i < n; i++) /* the right-hand side or the solution is not finite */
        v->b[i] = NAN;
}

/* x += p x_p + Y y, y the solution in b. */
static void add_solution(const tml_steady_solver *v, double parameter, double *x)
{
    const tml_steady *s = v->s;
    int free, m;
    const double *Y = free_positions(s, &free, &m);
    for (int k = 0; k < free; k++)
        for (int i = 0; i < s->n; i++)
            x[i] += v->b[k] * s->system->size * Y[(size_t)k * (size_t)s->n + (size_t)i];
    for (int i = 0; s->rates && i < s->n; i++)
        x[i] += parameter * s->by_parameter[i];
}

/* The step x, *parameter that removes the residual and the gaps. */
void tml_steady_step(tml_steady_solver *v, const double *residual, const double *gaps, double parameter_change,
                     const double *displacement, double *x, double *parameter)
{
    const tml_steady *s = v->s;
    const double *Z = tml_rank_qr_null_space(&s->qr);
    const size_t n = (size_t)s->n;
    int free, m;
    free_positions(s, &free, &m);
    tml_steady_close_gaps(s, gaps, v->minimum_norm);
    times_K(s, v->minimum_norm, v->Kx);
    for (size_t i = 0; i < n; i++)
        v->Kx[i] += residual[i];
    memset(v->b, 0, (size_t)v->order * sizeof(double));
    for (int k = 0; k < s->free_count; k++)
        v->b[k] = -dot(Z + (size_t)k * n, v->Kx, s->n) / v->force;
    if (v->plane_normal)
        v->b[m] =
            -along(s, v->plane_normal, displacement, parameter_change) - along(s, v->plane_normal, v->minimum_norm, 0);
    solve_b(v);
    memcpy(x, v->minimum_norm, n * sizeof(double));
    *parameter = v->plane_normal ? v->b[m] : 0;
    add_solution(v, *parameter, x);
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
    tml_steady_factor(v, before);
    const int n = v->order;
    double *V = v->factors;
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'O', n, n, v->A, n, v->singular_values, NULL, 1, V, n, v->b) != 0)
        return false;
    memset(t->x, 0, (size_t)s->n * sizeof(double));
    for (int k = 0; k < n; k++) /* the last row of V' */
        v->b[k] = v->A[(size_t)k * (size_t)n + (size_t)n - 1];
    t->parameter = v->b[n - 1];
    add_solution(v, t->parameter, t->x);
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
    tml_steady_factor(v, before);
    const int last = v->order - 1;
    memset(v->b, 0, (size_t)v->order * sizeof(double));
    v->b[last] = 1;
    solve_b(v);
    memset(v->x, 0, (size_t)s->n * sizeof(double));
    add_solution(v, v->b[last], v->x);
    const double parameter = v->b[last], length = tml_steady_length(s, v->x, parameter);
    if (!(length > 0) || !isfinite(length))
        return false;
    for (int i = 0; i < s->n; i++)
        t->x[i] = v->x[i] / length;
    t->parameter = parameter / length;
    tml_steady_factor(v, t);
    *sign = 1, *logarithm = 0;
    for (int i = 0; i < v->order && !(s->rates && v->singular); i++) { /* of a family: no sign */
        const double pivot = v->factors[(size_t)i * (size_t)(v->order + 1)];
        *sign *= (pivot < 0 ? -1 : 1) * (v->pivots[i] != i + 1 ? -1 : 1);
        *logarithm += tml_ln(fmax(fabs(pivot), 1e-300));
    }
    return true;
}
