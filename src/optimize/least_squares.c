/* least_squares.c - Levenberg and Marquardt, by QR of J over sqrt(lambda) D. */
#include "optimize/least_squares.h"
#include "linalg/lapack.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double FIRST_LAMBDA = 1e-3, MIN_LAMBDA = 1e-14, MAX_LAMBDA = 1e12;

typedef struct {
    const tml_least_squares *p;
    double *u, *r, *J;        /* at the present point */
    double *tried, *r_tried;  /* (n), (m) */
    double *scale;            /* (n) D */
    double *A, *b;            /* ((m + n) x n), (m + n) */
    int *which;               /* (n) unknowns that may move */
    double sum, lambda, step; /* step: the largest change of u */
    tml_arena *arena;
} solver;

static double square(const double *r, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += r[i] * r[i];
    return sum;
}

static void find_scale(solver *s)
{
    for (int k = 0; k < s->p->n; k++) {
        const double length = sqrt(square(s->J + (size_t)k * (size_t)s->p->m, s->p->m));
        s->scale[k] = fmax(s->scale[k], length > 0 ? length : DBL_MIN);
    }
}

/* Unknowns that are not held by a bound toward which the residuals would push them. */
static int find_free(solver *s)
{
    int count = 0;
    for (int k = 0; k < s->p->n; k++) {
        double slope = 0;
        for (int i = 0; i < s->p->m; i++)
            slope += s->J[(size_t)k * (size_t)s->p->m + (size_t)i] * s->r[i];
        if (!(s->u[k] <= 0 && slope > 0) && !(s->u[k] >= 1 && slope < 0))
            s->which[count++] = k;
    }
    return count;
}

/* The point to try; false: the equations have no solution. */
static bool find_step(solver *s, int free)
{
    const int m = s->p->m, rows = m + free;
    memset(s->A, 0, sizeof(double) * (size_t)rows * (size_t)free);
    memset(s->b, 0, sizeof(double) * (size_t)rows);
    for (int k = 0; k < free; k++) {
        double *column = s->A + (size_t)k * (size_t)rows;
        memcpy(column, s->J + (size_t)s->which[k] * (size_t)m, sizeof(double) * (size_t)m);
        column[m + k] = sqrt(s->lambda) * s->scale[s->which[k]];
    }
    for (int i = 0; i < m; i++)
        s->b[i] = -s->r[i];
    if (!tml_lapack_done(LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', rows, free, 1, s->A, rows, s->b, rows), s->arena))
        return false;
    memcpy(s->tried, s->u, sizeof(double) * (size_t)s->p->n);
    s->step = 0;
    for (int k = 0; k < free; k++) {
        double *to = &s->tried[s->which[k]];
        *to = fmin(1, fmax(0, *to + s->b[k]));
        s->step = fmax(s->step, fabs(*to - s->u[s->which[k]]));
    }
    return isfinite(s->step);
}

/* One step that helps. TML_FAILED: there is none. */
static tml_status advance(solver *s)
{
    const int free = find_free(s);
    for (; free && s->lambda <= MAX_LAMBDA; s->lambda *= 10) {
        if (!find_step(s, free))
            continue;
        if (s->step == 0)
            return TML_FAILED;
        const tml_status status = s->p->evaluate(s->p->context, s->tried, s->r_tried, NULL);
        if (status != TML_OK && status != TML_FAILED)
            return status;
        const double sum = status == TML_OK ? square(s->r_tried, s->p->m) : INFINITY;
        if (sum < s->sum) {
            s->sum = sum;
            s->lambda = fmax(MIN_LAMBDA, s->lambda / 10);
            memcpy(s->u, s->tried, sizeof(double) * (size_t)s->p->n);
            return TML_OK;
        }
        if (s->step <= s->p->accuracy)
            return TML_FAILED;
    }
    s->step = free ? s->step : 0;
    return TML_FAILED;
}

tml_status tml_least_squares_solve(const tml_least_squares *p, double *u, double *r, double *J, double *sum,
                                   tml_fit_end *end, tml_arena *arena)
{
    const size_t n = (size_t)p->n, m = (size_t)p->m;
    solver s = {.p = p,
                .u = u,
                .r = r,
                .J = J,
                .tried = TML_NEW_ARRAY(arena, double, n),
                .r_tried = TML_NEW_ARRAY(arena, double, m),
                .scale = TML_NEW_ARRAY(arena, double, n),
                .A = TML_NEW_ARRAY(arena, double, (m + n) * n),
                .b = TML_NEW_ARRAY(arena, double, m + n),
                .which = TML_NEW_ARRAY(arena, int, n),
                .lambda = FIRST_LAMBDA,
                .arena = arena};
    tml_status status = p->evaluate(p->context, u, r, J);
    *end = TML_FIT_EXHAUSTED;
    s.sum = status == TML_OK ? square(r, p->m) : INFINITY;
    for (int i = 0; status == TML_OK && i < p->iterations; i++) {
        find_scale(&s);
        status = advance(&s);
        if (status == TML_FAILED) {
            *end = s.step <= p->accuracy ? TML_FIT_CONVERGED : TML_FIT_STALLED;
            status = TML_OK;
            break;
        }
        if (status == TML_OK)
            status = p->evaluate(p->context, u, r, J);
        if (status == TML_OK && s.step <= p->accuracy) {
            *end = TML_FIT_CONVERGED;
            break;
        }
    }
    *sum = s.sum;
    return status;
}
