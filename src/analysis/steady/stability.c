/* stability.c - linear stability of a relative equilibrium, with the prescribed speeds kept:
 *
 *   M x'' + D x' - K x = C' mu,  C x = 0:   with x = Z z   Z'M Z z'' + Z'D Z z' - Z'K Z z = 0,   z ~ exp(s t)
 *
 * M = V'M V, D = -dr/dx' by differences; the eigenvalues s of the first-order form, from which massless motions are
 * eliminated (state_space.h): a singular pencil would have multiple eigenvalues at infinity, which rounding makes
 * finite. The coefficients are constant in a relative equilibrium.
 * States y of the user's follow behind: y' = r_z z + r_v z' + r_y y, and Z'dr/dy y acts on the motions.
 */
#include "analysis/steady/stability.h"
#include "analysis/steady/difference.h"
#include "linalg/cholesky.h"
#include "linearize/state_space.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 1e-3;       /* of velocities, relative to those prescribed */
static const double NEGLIGIBLE = 1e-3; /* damping, of loads over speeds */
static const double ZERO = 1e-11;      /* relative rounding of the stiffness */
static const double MIN_GROWTH = 1e-7; /* a real part that is not rounding, relative to the modulus of its eigenvalue */
static const double IGNORABLE = 1e-20; /* square of the rounding in inertia, damping and stiffness */
static const double FORCE_DIGITS = 1e3;  /* last digits that may be wrong in forces at neighbouring velocities */
static const double MIN_INERTIA = 1e-12; /* relative pivot of a definite inertia matrix */

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
    for (int k = 0; k < s->n - s->states; k++) {
        memset(s->d, 0, (size_t)s->nv * sizeof(double));
        s->d[s->free[k]] = 1 / s->unit[s->free[k]];
        tml_spanning_velocity(s->tree, s->d, false);
        tml_spanning_export(s->tree, s->work, s->a);
        tml_system_times_mass(s->system, s->a, s->force);
        tml_spanning_project(s->tree, s->work, s->force, s->trial[0]);
        for (int i = 0; i < s->n - s->states; i++)
            M[(size_t)k * (size_t)s->n + (size_t)i] = s->trial[0][s->free[i]] / s->unit[s->free[i]];
    }
}

/* Forces at the four velocities beside that of the point, h apart. False: one is not finite. */
static bool evaluate_beside(tml_steady *s, const tml_steady_point *at, int k, double h)
{
    bool finite = true;
    double *u = s->trial[4];
    for (int i = 0; i < TML_DIFFERENCE_PLACES; i++) {
        memcpy(u, s->u, (size_t)s->nv * sizeof(double));
        u[s->free[k]] += tml_difference_places[i] * h / s->unit[s->free[k]];
        finite &= tml_steady_forces(s, at->q, u, at->lambda, s->trial[i]) == 0;
    }
    return finite;
}

/* False: a force at a neighbouring velocity is not finite. */
static bool find_damping(tml_steady *s, const tml_steady_point *at, tml_steady_stability *o)
{
    bool finite = true;
    const double size = s->system->size;
    double speed =
        size * sqrt(fmax(s->max_stiffness, s->scale / size) / s->system->mass); /* due to springs and loads */
    for (int k = 0; k < s->nv; k++)
        speed = fmax(speed, fabs(s->u[k]) * s->unit[k]);
    speed = speed > 0 && isfinite(speed) ? speed : size;
    o->step = STEP * speed;
    for (int k = 0; k < s->n - s->states; k++) {
        double h = o->step;
        bool smooth = false;
        for (int i = 0; i < TML_DIFFERENCE_TRIES && !smooth; i++) {
            h = o->step * tml_difference_steps[i];
            finite &= evaluate_beside(s, at, k, h);
            smooth =
                tml_difference_is_smooth(s->trial, s->r, s->unit, s->free, s->n, NEGLIGIBLE * s->scale * h / speed);
        }
        if (!smooth)
            finite &= evaluate_beside(s, at, k, h = o->step);
        for (int i = 0; i < s->n; i++) {
            const int j = s->free[i];
            o->D[(size_t)k * (size_t)s->n + (size_t)i] = -tml_central_difference(s->trial, j, h) / s->unit[j];
        }
    }
    return tml_steady_forces(s, at->q, s->u, at->lambda, s->trial[0]) == 0 && finite;
}

/* out (m x m) = Z' A Z */
static void reduce(const tml_steady *s, const double *A, double sign, double *out)
{
    const double *Z = tml_rank_qr_null_space(&s->qr);
    const size_t n = (size_t)s->n, m = (size_t)(s->free_count - s->states);
    double *y = s->dx;
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

/* ---- ignorable motions ---- */

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

/* Rotations of points without inertia on which nothing acts are projected out, by the eigenvectors of sum A'A/|A|^2.
 * Returns how many motions remain. */
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
    while (ignorable < m && values[ignorable] < IGNORABLE)
        ignorable++;
    for (int a = 0; ignorable && a < 3; a++)
        transform(o->reduced[a], S + ignorable * m, m, m - ignorable, o->matrix[1]);
    return m - ignorable;
}

/* ---- eigenvalues ---- */

/* The lower half of A, multiplied by M^-1, M = LL'. */
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

static void add_eigenvalue(tml_steady_stability *o, double re, double im)
{
    o->re[o->count] = re;
    o->im[o->count++] = im;
}

/* A x = s B x, B = [1 0; 0 M] with singular M */
static bool pencil(tml_steady_stability *o, size_t m, double *A)
{
    const int order = (int)(2 * m);
    double *B = o->matrix[1], *numerator = o->re + 2 * m, *denominator = numerator + 2 * m, max = 0;
    memset(B, 0, 4 * m * m * sizeof(double));
    for (size_t k = 0; k < m; k++) {
        B[k * 2 * m + k] = 1;
        for (size_t i = 0; i < m; i++)
            B[(m + k) * 2 * m + m + i] = o->reduced[0][k * m + i];
    }
    if (LAPACKE_dggev(LAPACK_COL_MAJOR, 'N', 'N', order, A, order, B, order, numerator, o->im, denominator, NULL, 1,
                      NULL, 1))
        return false;
    for (int i = 0; i < order; i++)
        max = fmax(max, fabs(denominator[i]));
    for (int i = 0; i < order; i++)
        if (fabs(denominator[i]) > MIN_INERTIA * max &&
            fabs(denominator[i]) > MIN_INERTIA * hypot(numerator[i], o->im[i]))
            add_eigenvalue(o, numerator[i] / denominator[i], o->im[i] / denominator[i]);
    return true;
}

/* L L' = M; the smallest inertia of any motion. False: M is singular. */
static bool factor_inertia(const tml_steady_stability *o, size_t m, double *L, double *least)
{
    memcpy(L, o->reduced[0], m * m * sizeof(double));
    const bool definite = tml_cholesky(L, (int)m, MIN_INERTIA);
    *least = INFINITY;
    for (size_t k = 0; k < m; k++) {
        const double inertia = definite ? L[k * m + k] * L[k * m + k] : o->reduced[0][k * m + k];
        *least = inertia > 0 ? fmin(*least, inertia) : *least;
    }
    return definite;
}

/* Eliminates massless motions. False: their stiffness is singular. */
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
    o->unheld = done && x->unstable_coordinate >= 0;
    tml_arena_free(scratch);
    return done;
}

/* Entries of a row or a column of A that belong to a state, A (n x n) K or D: along the motions Z. */
static double along(const tml_steady *s, const double *A, size_t motion, int state, bool row)
{
    const size_t n = (size_t)s->n, at = n - (size_t)s->states + (size_t)state;
    const double *z = tml_rank_qr_null_space(&s->qr) + motion * n;
    double sum = 0;
    for (size_t i = 0; i < n - (size_t)s->states; i++)
        sum += z[i] * (row ? A[i * n + at] : A[at * n + i]);
    return sum;
}

/* The first-order form with the states: m motions with their inertia LL'. */
static bool find_with_states(const tml_steady *s, tml_steady_stability *o, size_t m, const double *L)
{
    const size_t n = (size_t)s->n, ns = (size_t)s->states, order = 2 * m + ns;
    double *A = o->matrix[0];
    memset(A, 0, order * order * sizeof(double));
    for (size_t k = 0; k < m; k++) {
        A[(m + k) * order + k] = 1;
        for (size_t i = 0; i < m; i++) {
            A[k * order + m + i] = -o->reduced[2][k * m + i];
            A[(m + k) * order + m + i] = -o->reduced[1][k * m + i];
        }
    }
    for (size_t y = 0; y < ns; y++) {
        const size_t row = 2 * m + y, at = n - ns;
        const double rate = s->unit[s->tree_nv + (int)y] / s->rate_force[y];
        for (size_t k = 0; k < m; k++) {
            A[k * order + row] = rate * along(s, s->K, k, (int)y, true);
            A[(m + k) * order + row] = -rate * along(s, o->D, k, (int)y, true);
            A[row * order + m + k] = along(s, s->K, k, (int)y, false);
        }
        for (size_t k = 0; k < ns; k++)
            A[(2 * m + k) * order + row] = rate * s->K[(at + k) * n + at + y];
    }
    for (size_t k = 0; m && k < order; k++)
        tml_cholesky_solve(L, (int)m, A + k * order + m);
    o->count = (int)order;
    return LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (int)order, A, (int)order, o->re, o->im, NULL, 1, NULL, 1) == 0;
}

static bool find_eigenvalues(const tml_steady *s, tml_steady_stability *o, size_t m, double *least)
{
    double *A = o->matrix[0], *L = o->matrix[1];
    bool definite = factor_inertia(o, m, L, least);
    if (s->states) {
        o->active_count = (int)m;
        o->massless = o->unknown = !definite;
        return !definite || find_with_states(s, o, m, L);
    }
    if (!definite) {
        m = drop_ignorable(o, m);
        definite = factor_inertia(o, m, L, least);
    }
    const int order = (int)(2 * m);
    o->active_count = (int)m;
    if (!definite && eliminate(s, o, m))
        return true;
    first_order(o, m, A);
    if (!definite)
        return pencil(o, m, A);
    divide(L, m, A);
    o->count = order;
    return LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', order, A, order, o->re, o->im, NULL, 1, NULL, 1) == 0;
}

/* Fastest growing first, then by increasing frequency, then the positive imaginary part. */
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

/* Whether the symmetric part of the stiffness is positive definite. */
static bool stiffness_is_positive(tml_steady_stability *o)
{
    const size_t m = (size_t)o->active_count;
    const double *K = o->reduced[2];
    double *S = o->matrix[0];
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++)
            S[i * m + j] = 0.5 * (K[i * m + j] + K[j * m + i]);
    return m > 0 && tml_cholesky(S, (int)m, 1e-9);
}

/* What the eigenvalues say; those up to `least` are zero. */
static void judge(tml_steady_stability *o, double least)
{
    o->least = least;
    o->growth = o->largest = -INFINITY;
    for (int i = 0; i < o->count; i++) {
        const double size = hypot(o->re[i], o->im[i]);
        o->zero += size <= least;
        o->unstable |= size > least && o->re[i] > MIN_GROWTH * size;
        const double real = size <= least || fabs(o->re[i]) <= MIN_GROWTH * size ? 0 : o->re[i];
        o->growth = fmax(o->growth, real);
        o->largest = size <= least ? o->largest : fmax(o->largest, o->re[i]);
    }
    o->growth = o->unheld ? INFINITY : o->count ? o->growth : 0;
    o->unstable |= o->unheld;
    sort(o);
}

void tml_steady_find_stability(tml_steady *s, const tml_steady_point *at, tml_steady_stability *o)
{
    const size_t m = (size_t)(s->free_count - s->states);
    double inertia = 0;
    o->count = o->zero = 0;
    o->growth = 0;
    o->largest = -INFINITY;
    o->unstable = o->unknown = o->held = o->unheld = o->massless = o->by_results = o->by_rates = false;
    if (s->free_count == 0)
        return;
    if (s->rates) {
        o->by_rates = o->unknown = !tml_steady_find_rolling_modes(s, at, o);
        if (o->unknown)
            o->growth = o->largest = NAN;
        else
            judge(o, 0);
        return;
    }
    find_inertia(s, o->M);
    o->by_results = s->laws != NULL;
    o->unknown = o->by_results || !find_damping(s, at, o) || !tml_all_finite(s->K, s->n * s->n);
    if (o->unknown) {
        o->growth = o->largest = NAN;
        return;
    }
    reduce(s, o->M, 1, o->reduced[0]);
    reduce(s, o->D, 1, o->reduced[1]);
    reduce(s, s->K, -1, o->reduced[2]);
    if (!find_eigenvalues(s, o, m, &inertia))
        tml_arena_give_up(s->arena);
    if (o->massless) {
        o->growth = o->largest = NAN;
        return;
    }
    judge(o, fmax(sqrt(ZERO * (s->max_stiffness + s->scale / s->system->size) / inertia), ZERO * s->fastest));
    o->held = o->count == 0 && stiffness_is_positive(o);
}
