/* stability.c - small motions beside a steady state, the given speeds kept:
 *
 *   M x'' + D x' - K x = C' mu,  C x = 0:   with x = Z z   Z'M Z z'' + Z'D Z z' - Z'K Z z = 0,   z ~ exp(s t)
 *
 * M = V'M V, D = -d left/dx' by differences; the eigenvalues s of the first-order form, from which motions of massless bodies are
 * eliminated (state_space.h): a pencil of singular matrices would have eigenvalues at infinity, multiple ones, which rounding makes
 * finite. The coefficients do not change while it turns, because it is a steady state.
 */
#include "analysis/steady/stability.h"
#include "linalg/cholesky.h"
#include "linearize/state_space.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 1e-3;  /* of speeds, as a part of those given */
static const double ZERO = 1e-11; /* what of the stiffness is rounding */
static const double GROWS = 1e-7; /* a real part that is not rounding, as a part of its eigenvalue */
static const double IDLE = 1e-20; /* the square of what is left of inertia, damping and stiffness where there is none */
static const double FORCE_DIGITS = 1e3; /* last digits by which forces at speeds beside the state may be wrong */
static const double SOLID = 1e-12;      /* what is left of an inertia that is one */

tml_steady_stability *tml_steady_stability_make(const tml_steady *s)
{
    tml_steady_stability *o = TML_NEW(s->arena, tml_steady_stability);
    const size_t n = (size_t)s->n, N = n * n + 1;
    o->re = TML_NEW_ARRAY(s->arena, double, 6 * n + 1);
    o->im = TML_NEW_ARRAY(s->arena, double, 2 * n + 1);
    double **const square[] = {&o->M, &o->D, &o->reduced[0], &o->reduced[1], &o->reduced[2]};
    for (size_t i = 0; i < sizeof square / sizeof *square; i++)
        *square[i] = TML_NEW_ARRAY(s->arena, double, N);
    for (int i = 0; i < 2; i++)
        o->matrix[i] = TML_NEW_ARRAY(s->arena, double, 4 * N);
    return o;
}

/* ---- inertia and damping ---- */

static void find_inertia(tml_steady *s, double *M)
{
    for (int k = 0; k < s->n; k++) {
        memset(s->d, 0, (size_t)s->nv * sizeof(double));
        s->d[s->free[k]] = 1 / s->unit[s->free[k]];
        tml_spanning_velocity(s->tree, s->d, false);
        tml_spanning_export(s->tree, s->work, s->a);
        tml_system_times_mass(s->system, s->a, s->force);
        tml_spanning_project(s->tree, s->work, s->force, s->trial[0]);
        for (int i = 0; i < s->n; i++)
            M[(size_t)k * (size_t)s->n + (size_t)i] = s->trial[0][s->free[i]] / s->unit[s->free[i]];
    }
}

/* False: a force beside the state is not finite. */
static bool find_damping(tml_steady *s, const tml_steady_point *at, tml_steady_stability *o)
{
    double *D = o->D;
    bool finite = true;
    static const double steps[] = {1, -1, 2, -2};
    const double size = s->system->size;
    double fast = size * sqrt(fmax(s->stiffest, s->scale / size) / s->system->mass); /* that springs and loads make */
    for (int k = 0; k < s->nv; k++)
        fast = fmax(fast, fabs(s->u[k]) * s->unit[k]);
    fast = fast > 0 && isfinite(fast) ? fast : size;
    const double h = o->step = STEP * fast;
    double *const *f = s->trial, *u = s->trial[4];
    for (int k = 0; k < s->n; k++) {
        for (int i = 0; i < 4; i++) {
            memcpy(u, s->u, (size_t)s->nv * sizeof(double));
            u[s->free[k]] += steps[i] * h / s->unit[s->free[k]];
            finite &= tml_steady_forces(s, at->q, u, at->lambda, f[i]) == 0;
        }
        for (int i = 0; i < s->n; i++) {
            const int j = s->free[i];
            D[(size_t)k * (size_t)s->n + (size_t)i] =
                -(8 * (f[0][j] - f[1][j]) - (f[2][j] - f[3][j])) / (12 * h * s->unit[j]);
        }
    }
    return tml_steady_forces(s, at->q, s->u, at->lambda, f[0]) == 0 && finite;
}

/* out (m x m) = Z' A Z */
static void reduce(const tml_steady *s, const double *A, double sign, double *out)
{
    const double *Z = tml_rank_qr_null_space(&s->range);
    const size_t n = (size_t)s->n, m = (size_t)s->free_count;
    double *y = s->turned;
    for (size_t k = 0; k < m; k++) {
        memset(y, 0, n * sizeof(double));
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n; i++)
                y[i] += A[j * n + i] * Z[k * n + j];
        for (size_t l = 0; l < m; l++) {
            out[k * m + l] = 0;
            for (size_t i = 0; i < n; i++)
                out[k * m + l] += sign * Z[l * n + i] * y[i];
        }
    }
}

/* ---- motions without anything ---- */

static double norm2(const double *A, size_t entries)
{
    double sum = 0;
    for (size_t i = 0; i < entries; i++)
        sum += A[i] * A[i];
    return sum;
}

/* A (m x m) = X' A X, X (m x n) */
static void transform(double *A, const double *X, size_t m, size_t n, double *work)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m; i++) {
            work[k * m + i] = 0;
            for (size_t j = 0; j < m; j++)
                work[k * m + i] += A[j * m + i] * X[k * m + j];
        }
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++) {
            A[k * n + l] = 0;
            for (size_t i = 0; i < m; i++)
                A[k * n + l] += X[l * m + i] * work[k * m + i];
        }
}

/* A point without inertia that nothing turns: such motions are taken out, by the eigenvectors of sum A'A/|A|^2. Returns how many
 * are left. */
static size_t drop_ignorable(tml_steady_stability *o, size_t m)
{
    double *S = o->matrix[0], *values = o->re;
    memset(S, 0, m * m * sizeof(double));
    for (int a = 0; a < 3; a++) {
        const double *A = o->reduced[a], size = norm2(A, m * m);
        for (size_t k = 0; size > 0 && k < m; k++)
            for (size_t l = 0; l < m; l++)
                for (size_t i = 0; i < m; i++)
                    S[k * m + l] += A[k * m + i] * A[l * m + i] / size;
    }
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', (int)m, S, (int)m, values))
        return m;
    size_t ignorable = 0;
    while (ignorable < m && values[ignorable] < IDLE)
        ignorable++;
    for (int a = 0; ignorable && a < 3; a++)
        transform(o->reduced[a], S + ignorable * m, m, m - ignorable, o->matrix[1]);
    return m - ignorable;
}

/* ---- eigenvalues ---- */

/* The lower half of A divided by M = LL'. */
static void divide(const double *L, size_t m, double *A)
{
    double *column = A;
    for (size_t k = 0; k < 2 * m; k++, column += 2 * m)
        tml_cholesky_solve(L, (int)m, column + m);
}

/* A = [0 1; -K -D] */
static void first_order(const tml_steady_stability *o, size_t m, double *A)
{
    memset(A, 0, 4 * m * m * sizeof(double));
    for (size_t k = 0; k < m; k++) {
        A[(m + k) * 2 * m + k] = 1;
        for (size_t i = 0; i < m; i++) {
            A[k * 2 * m + m + i] = -o->reduced[2][k * m + i];
            A[(m + k) * 2 * m + m + i] = -o->reduced[1][k * m + i];
        }
    }
}

static void keep(tml_steady_stability *o, double re, double im)
{
    o->re[o->count] = re;
    o->im[o->count++] = im;
}

/* A x = s B x, B = [1 0; 0 M] with an M that is singular */
static bool pencil(tml_steady_stability *o, size_t m, double *A)
{
    const int order = (int)(2 * m);
    double *B = o->matrix[1], *top = o->re + 2 * m, *down = top + 2 * m, most = 0;
    memset(B, 0, 4 * m * m * sizeof(double));
    for (size_t k = 0; k < m; k++) {
        B[k * 2 * m + k] = 1;
        for (size_t i = 0; i < m; i++)
            B[(m + k) * 2 * m + m + i] = o->reduced[0][k * m + i];
    }
    if (LAPACKE_dggev(LAPACK_COL_MAJOR, 'N', 'N', order, A, order, B, order, top, o->im, down, NULL, 1, NULL, 1))
        return false;
    for (int i = 0; i < order; i++)
        most = fmax(most, fabs(down[i]));
    for (int i = 0; i < order; i++)
        if (fabs(down[i]) > SOLID * most && fabs(down[i]) > SOLID * hypot(top[i], o->im[i]))
            keep(o, top[i] / down[i], o->im[i] / down[i]);
    return true;
}

/* L L' = M; the least inertia of any motion. False: there is one without. */
static bool split_inertia(const tml_steady_stability *o, size_t m, double *L, double *least)
{
    memcpy(L, o->reduced[0], m * m * sizeof(double));
    const bool solid = tml_cholesky(L, (int)m, SOLID);
    *least = INFINITY;
    for (size_t k = 0; k < m; k++) {
        const double inertia = solid ? L[k * m + k] * L[k * m + k] : o->reduced[0][k * m + k];
        *least = inertia > 0 ? fmin(*least, inertia) : *least;
    }
    return solid;
}

/* Massless motions eliminated. False: they cannot be, as springs do not decide them. */
static bool eliminate(const tml_steady *s, tml_steady_stability *o, size_t m)
{
    tml_arena *scratch = tml_arena_part(s->arena);
    tml_linear l = {.system = s->system, .arena = scratch, .n = (int)m, .all = (int)m, .M = o->reduced[0]};
    l.damping_error = FORCE_DIGITS * DBL_EPSILON * s->scale / o->step;
    l.C = TML_NEW_ARRAY(scratch, double, m *m + 1);
    l.K = TML_NEW_ARRAY(scratch, double, m *m + 1);
    for (size_t i = 0; i < m * m; i++)
        l.C[i] = -o->reduced[1][i], l.K[i] = -o->reduced[2][i];
    int along;
    const tml_state_space *x = tml_state_space_make(&l, NULL, 0, scratch, &along);
    bool done = x != NULL;
    if (x && x->states) {
        double *A = TML_NEW_ARRAY(scratch, double, (size_t)x->states *(size_t)x->states);
        memcpy(A, x->A, (size_t)x->states * (size_t)x->states * sizeof(double));
        done = LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', x->states, A, x->states, o->re, o->im, NULL, 1, NULL, 1) == 0;
    }
    o->count = done ? x->states : 0;
    o->unheld = done && x->unheld >= 0;
    tml_arena_free(scratch);
    return done;
}

static bool find_eigenvalues(const tml_steady *s, tml_steady_stability *o, size_t m, double *least)
{
    double *A = o->matrix[0], *L = o->matrix[1];
    bool solid = split_inertia(o, m, L, least);
    if (!solid) {
        m = drop_ignorable(o, m);
        solid = split_inertia(o, m, L, least);
    }
    const int order = (int)(2 * m);
    o->moving = (int)m;
    if (!solid && eliminate(s, o, m))
        return true;
    first_order(o, m, A);
    if (!solid)
        return pencil(o, m, A);
    divide(L, m, A);
    o->count = order;
    return LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', order, A, order, o->re, o->im, NULL, 1, NULL, 1) == 0;
}

/* Fastest growing first, then the slower ones, then the positive imaginary part. */
static bool comes_first(const tml_steady_stability *o, int a, int b)
{
    const double same = 1e-9 * (hypot(o->re[a], o->im[a]) + hypot(o->re[b], o->im[b]));
    if (fabs(o->re[a] - o->re[b]) > same)
        return o->re[a] > o->re[b];
    if (fabs(fabs(o->im[a]) - fabs(o->im[b])) > same)
        return fabs(o->im[a]) < fabs(o->im[b]);
    return o->im[a] > o->im[b];
}

static void sort(tml_steady_stability *o)
{
    for (int i = 1; i < o->count; i++)
        for (int k = i; k > 0 && comes_first(o, k, k - 1); k--) {
            const double re = o->re[k], im = o->im[k];
            o->re[k] = o->re[k - 1], o->im[k] = o->im[k - 1];
            o->re[k - 1] = re, o->im[k - 1] = im;
        }
}

/* The symmetric part of the stiffness is positive. */
static bool is_held(tml_steady_stability *o)
{
    const size_t m = (size_t)o->moving;
    const double *K = o->reduced[2];
    double *S = o->matrix[0];
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++)
            S[i * m + j] = 0.5 * (K[i * m + j] + K[j * m + i]);
    return m > 0 && tml_cholesky(S, (int)m, 1e-9);
}

void tml_steady_judge(tml_steady *s, const tml_steady_point *at, tml_steady_stability *o)
{
    const size_t m = (size_t)s->free_count;
    double inertia = 0;
    o->count = o->zero = 0;
    o->growth = 0;
    o->largest = -INFINITY;
    o->unstable = o->unknown = o->held = o->unheld = false;
    if (m == 0)
        return;
    find_inertia(s, o->M);
    o->unknown = !find_damping(s, at, o) || !tml_all_finite(s->K, s->n * s->n);
    if (o->unknown) {
        o->growth = o->largest = NAN;
        return;
    }
    reduce(s, o->M, 1, o->reduced[0]);
    reduce(s, o->D, 1, o->reduced[1]);
    reduce(s, s->K, -1, o->reduced[2]);
    if (!find_eigenvalues(s, o, m, &inertia))
        tml_arena_give_up(s->arena);
    const double least = o->least = sqrt(ZERO * (s->stiffest + s->scale / s->system->size) / inertia);
    o->growth = o->largest = -INFINITY;
    for (int i = 0; i < o->count; i++) {
        const double size = hypot(o->re[i], o->im[i]);
        o->zero += size <= least;
        o->unstable |= size > least && o->re[i] > GROWS * size;
        const double real = size <= least || fabs(o->re[i]) <= GROWS * size ? 0 : o->re[i];
        o->growth = fmax(o->growth, real);
        o->largest = size <= least ? o->largest : fmax(o->largest, o->re[i]);
    }
    o->growth = o->unheld ? INFINITY : o->count ? o->growth : 0;
    o->unstable |= o->unheld;
    o->held = o->count == 0 && is_held(o);
    sort(o);
}
