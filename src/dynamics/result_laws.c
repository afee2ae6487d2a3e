/* result_laws.c - Newton's method for the values of force laws that depend on results. */
#include "dynamics/result_laws.h"
#include "linalg/cholesky.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 60, MAX_HALVINGS = 40, MAX_REFINEMENTS = 6 };
static const double TOLERANCE = 1e-13; /* of a law's value: relative to it and to what its expression is made of */
static const double ROUNDING = 1e-10;  /* reached where results are small differences of large numbers */
static const double SINGULAR = 1e-12;  /* smallest pivot of 1 - E R */

struct tml_result_laws {
    const tml_system *system;
    int n, m;    /* laws, results */
    int *result; /* (m) of each among the results that expressions read */
    double *row; /* all channels, of which those of `wanted` are known */
    tml_channel_selection wanted;
    double *x, *r; /* (n), (m) where R was found */
    double *R;     /* (m x n) by columns */
    double *E;     /* (n x m) by rows */
    double *at, *trial, *results, *residual, *dx, *J, *gradient, *size;
    double *slope, *inputs; /* (n x inputs) by rows: derivatives of the expressions; (inputs) */
    lapack_int *pivot;
};

static bool reads(const tml_system *s, int result)
{
    for (int k = 0; k < s->result_law_count; k++)
        if (tml_expression_uses(s->result_laws[k].value, s->results[result].input))
            return true;
    return false;
}

tml_result_laws *tml_result_laws_make(const tml_system *s, tml_arena *arena)
{
    if (!s->result_law_count)
        return NULL;
    tml_result_laws *x = TML_NEW(arena, tml_result_laws);
    *x = (tml_result_laws){.system = s, .n = s->result_law_count};
    x->result = TML_NEW_ARRAY(arena, int, s->result_count);
    for (int i = 0; i < s->result_count; i++)
        if (reads(s, i))
            x->result[x->m++] = i;
    const size_t n = (size_t)x->n, m = (size_t)x->m;
    x->row = TML_NEW_ARRAY(arena, double, tml_channels_count(s));
    size_t *columns = TML_NEW_ARRAY(arena, size_t, m + 1);
    for (size_t j = 0; j < m; j++)
        columns[j] = s->results[x->result[j]].column;
    x->wanted = tml_channels_select(s, columns, x->m, arena);
    x->x = TML_NEW_ARRAY(arena, double, n);
    x->r = TML_NEW_ARRAY(arena, double, m);
    x->R = TML_NEW_ARRAY(arena, double, m *n);
    x->E = TML_NEW_ARRAY(arena, double, n *m);
    x->at = TML_NEW_ARRAY(arena, double, n);
    x->trial = TML_NEW_ARRAY(arena, double, n);
    x->results = TML_NEW_ARRAY(arena, double, m);
    x->residual = TML_NEW_ARRAY(arena, double, n);
    x->dx = TML_NEW_ARRAY(arena, double, n);
    x->J = TML_NEW_ARRAY(arena, double, n *n);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    x->size = TML_NEW_ARRAY(arena, double, n);
    x->slope = TML_NEW_ARRAY(arena, double, n *(size_t)s->input_count);
    x->inputs = TML_NEW_ARRAY(arena, double, s->input_count);
    x->pivot = TML_NEW_ARRAY(arena, lapack_int, n);
    return x;
}

typedef struct {
    tml_result_laws *laws;
    tml_workspace *work;
    int (*respond)(void *context, tml_instant *at);
    void *context;
} problem;

/* r (m) at an instant. */
static void observe(const tml_result_laws *laws, const tml_instant *at, double *r)
{
    tml_channels_fill_selected(at, laws->wanted, laws->row);
    for (int j = 0; j < laws->m; j++)
        r[j] = laws->row[laws->system->results[laws->result[j]].column];
}

/* The same as inputs of the expressions. */
static void read_results(tml_result_laws *laws, tml_workspace *work, const tml_instant *at)
{
    observe(laws, at, laws->results);
    for (int j = 0; j < laws->m; j++)
        work->inputs[laws->system->results[laws->result[j]].input] = laws->results[j];
}

/* The results r (m) for values x (n), by the equations themselves. */
static int respond(const problem *p, const double *x, double *r)
{
    const tml_result_laws *laws = p->laws;
    const tml_system *s = laws->system;
    tml_instant instant = {.work = p->work, .t = p->work->t, .single = true};
    for (int k = 0; k < laws->n; k++)
        p->work->inputs[s->result_laws[k].input] = x[k];
    const int flag = p->respond(p->context, &instant);
    if (flag)
        return flag;
    observe(laws, &instant, r);
    return 0;
}

/* residual = e(r) - x; size: what the rounding of each is small against. With derivatives: E too. */
static double find_residual(const problem *p, const double *x, const double *r, bool derivatives)
{
    tml_result_laws *laws = p->laws;
    const tml_system *s = laws->system;
    tml_workspace *work = p->work;
    double norm = 0;
    for (int j = 0; j < laws->m; j++)
        work->inputs[s->results[laws->result[j]].input] = r[j];
    for (int k = 0; k < laws->n; k++) {
        const tml_result_law *law = &s->result_laws[k];
        double value;
        if (!s->laws[law->law].value) { /* switched off */
            value = x[k];
            laws->size[k] = 0;
            memset(laws->E + k * laws->m, 0, (size_t)laws->m * sizeof(double));
        } else if (derivatives) {
            memset(laws->gradient, 0, (size_t)s->input_count * sizeof(double));
            value = tml_expression_gradient(law->value, work->inputs, work->expression, 1, laws->gradient);
            laws->size[k] = fmax(fabs(x[k]), fabs(value));
            for (int j = 0; j < laws->m; j++) {
                const double e = laws->gradient[s->results[laws->result[j]].input];
                laws->E[k * laws->m + j] = e;
                laws->size[k] = fmax(laws->size[k], fabs(e * r[j]));
            }
        } else {
            value = tml_expression_value(law->value, work->inputs, work->expression);
        }
        laws->residual[k] = value - x[k];
        norm = fmax(norm, laws->size[k] > 0 ? fabs(laws->residual[k]) / laws->size[k] : fabs(laws->residual[k]));
        norm = isfinite(laws->residual[k]) ? norm : NAN;
    }
    return norm;
}

static int worst(const tml_result_laws *laws)
{
    int at = 0;
    double max = -1;
    for (int k = 0; k < laws->n; k++) {
        const double part = !isfinite(laws->residual[k]) ? INFINITY
                            : laws->size[k] > 0          ? fabs(laws->residual[k]) / laws->size[k]
                                                         : 0;
        if (part > max)
            max = part, at = k;
    }
    return at;
}

/* dx of Newton's step, with the present E; the sign of the determinant of 1 - E R, 0 where it is singular. */
static int newton_step(tml_result_laws *laws)
{
    const int n = laws->n, m = laws->m;
    int sign = 1;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
            double sum = k == l;
            for (int j = 0; j < m; j++)
                sum -= laws->E[k * m + j] * laws->R[l * m + j];
            laws->J[l * n + k] = sum;
        }
    memcpy(laws->dx, laws->residual, (size_t)n * sizeof(double));
    if (!tml_all_finite(laws->J, n * n) || LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, laws->J, n, laws->pivot) < 0)
        return 0;
    for (int k = 0; k < n; k++) {
        const double pivot = laws->J[k * n + k];
        if (fabs(pivot) < SINGULAR)
            return 0;
        sign *= (pivot < 0) == (laws->pivot[k] != k + 1) ? 1 : -1;
    }
    LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, laws->J, n, laws->pivot, laws->dx, n);
    return sign;
}

/* R by one solution for each law, at x and r of `laws`. */
static int find_response(const problem *p)
{
    tml_result_laws *laws = p->laws;
    double largest = 0;
    for (int j = 0; j < laws->m; j++)
        largest = fmax(largest, fabs(laws->r[j]));
    for (int k = 0; k < laws->n; k++) {
        double h = fmax(fabs(laws->x[k]), fabs(laws->x[k] + laws->residual[k])), *R = laws->R + k * laws->m;
        h = h > 0 && isfinite(h) ? h : largest > 0 && isfinite(largest) ? largest : 1;
        memcpy(laws->trial, laws->x, (size_t)laws->n * sizeof(double));
        laws->trial[k] += h;
        h = laws->trial[k] - laws->x[k];
        const int flag = respond(p, laws->trial, R);
        if (flag)
            return flag;
        for (int j = 0; j < laws->m; j++)
            R[j] = (R[j] - laws->r[j]) / h;
    }
    return 0;
}

/* results = r + R (at - x) */
static void predict(tml_result_laws *laws, const double *at)
{
    for (int j = 0; j < laws->m; j++) {
        laws->results[j] = laws->r[j];
        for (int k = 0; k < laws->n; k++)
            laws->results[j] += laws->R[k * laws->m + j] * (at[k] - laws->x[k]);
    }
}

static double absolute_norm(const tml_result_laws *laws)
{
    double norm = 0;
    for (int k = 0; k < laws->n; k++)
        norm += laws->residual[k] * laws->residual[k];
    return norm;
}

/* Newton's method in the affine model, from x; steps are halved until the residual decreases. False: no solution. */
static bool solve_affine(const problem *p)
{
    tml_result_laws *laws = p->laws;
    const size_t n = (size_t)laws->n;
    memcpy(laws->at, laws->x, n * sizeof(double));
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        predict(laws, laws->at);
        const double error = find_residual(p, laws->at, laws->results, true), before = absolute_norm(laws);
        const int sign = newton_step(laws);
        if (error <= TOLERANCE)
            return sign > 0;
        if (!sign || isnan(error))
            return false;
        double part = 1;
        for (int halving = 0; halving < MAX_HALVINGS; halving++, part /= 2) {
            for (size_t k = 0; k < n; k++)
                laws->trial[k] = laws->at[k] + part * laws->dx[k];
            predict(laws, laws->trial);
            find_residual(p, laws->trial, laws->results, false);
            if (absolute_norm(laws) < before)
                break;
        }
        if (memcmp(laws->at, laws->trial, n * sizeof(double)) == 0)
            return error <= ROUNDING && sign > 0;
        memcpy(laws->at, laws->trial, n * sizeof(double));
    }
    predict(laws, laws->at);
    return find_residual(p, laws->at, laws->results, true) <= ROUNDING && newton_step(laws) > 0;
}

int tml_result_laws_solve(tml_result_laws *laws, tml_workspace *work, int (*solve)(void *context, tml_instant *at),
                          void *context)
{
    const tml_system *s = laws->system;
    const problem p = {laws, work, solve, context};
    work->unsolved = NULL;
    for (int k = 0; k < laws->n; k++) {
        laws->x[k] = work->inputs[s->result_laws[k].input];
        laws->x[k] = isfinite(laws->x[k]) ? laws->x[k] : 0;
    }
    int flag = respond(&p, laws->x, laws->r);
    if (flag)
        return flag;
    find_residual(&p, laws->x, laws->r, true);
    flag = find_response(&p);
    double error = INFINITY;
    if (flag == 0 && solve_affine(&p)) {
        /* rounding of R and of the results */
        for (int i = 0; i < MAX_REFINEMENTS && flag == 0; i++) {
            flag = respond(&p, laws->at, laws->results);
            const double before = error;
            error = find_residual(&p, laws->at, laws->results, true);
            if (flag || error <= TOLERANCE || (error <= ROUNDING && error >= before) || isnan(error) ||
                newton_step(laws) <= 0)
                break;
            for (int k = 0; k < laws->n; k++)
                laws->at[k] += laws->dx[k];
        }
    }
    if (flag == 0 && error <= ROUNDING)
        return 0;
    const int k = worst(laws);
    if (flag == 0 && isfinite(laws->residual[k]))
        work->unsolved = &s->result_laws[k];
    else if (flag == 0) /* an expression that is not finite, as any force may be */
        work->force[s->result_laws[k].law] = laws->residual[k];
    for (int i = 0; i < laws->n; i++)
        work->inputs[s->result_laws[i].input] = 0;
    return flag ? flag : 1;
}

/* ---- derivatives ---- */

/* Exact derivatives of the expressions, and the factors of 1 - E R, at the solution. False: it is none. */
static bool linearize(tml_result_laws *laws, tml_workspace *work)
{
    const tml_system *s = laws->system;
    const size_t inputs = (size_t)s->input_count;
    memset(laws->slope, 0, (size_t)laws->n * inputs * sizeof(double));
    for (int k = 0; k < laws->n; k++) {
        double *slope = laws->slope + (size_t)k * inputs;
        if (s->laws[s->result_laws[k].law].value)
            tml_expression_gradient(s->result_laws[k].value, work->inputs, work->expression, 1, slope);
        for (int j = 0; j < laws->m; j++)
            laws->E[k * laws->m + j] = slope[s->results[laws->result[j]].input];
    }
    return newton_step(laws) > 0;
}

int tml_result_laws_differentiate(tml_result_laws *laws, tml_workspace *work,
                                  int (*respond_at)(void *context, double h, tml_instant *at), void *context, double h,
                                  double *dx)
{
    static const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const tml_system *s = laws->system;
    tml_instant start = {.work = work, .t = work->t, .single = true};
    const int failed = respond_at(context, 0, &start);
    if (failed)
        return failed;
    read_results(laws, work, &start);
    if (!linearize(laws, work))
        return 1;
    memset(laws->inputs, 0, (size_t)s->input_count * sizeof(double));
    for (int i = 0; i < 8; i++) {
        const int steps = i / 2 + 1, side = i % 2 ? 1 : -1;
        const double w = side * weight[steps - 1] / h;
        tml_instant instant = {.work = work, .t = work->t, .single = true};
        const int flag = respond_at(context, side * steps * h, &instant);
        if (flag)
            return flag;
        read_results(laws, work, &instant);
        for (int k = 0; k < s->input_count; k++)
            laws->inputs[k] += w * work->inputs[k];
    }
    for (int k = 0; k < laws->n; k++) {
        dx[k] = 0;
        for (int j = 0; j < s->input_count; j++)
            if (laws->slope[k * s->input_count + j] != 0)
                dx[k] += laws->slope[k * s->input_count + j] * laws->inputs[j];
    }
    LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', laws->n, 1, laws->J, laws->n, laws->pivot, dx, laws->n);
    return 0;
}

void tml_result_laws_add_force(const tml_result_laws *laws, const tml_workspace *work, const double *dx, double *force)
{
    const tml_system *s = laws->system;
    for (int k = 0; k < laws->n; k++) {
        const tml_force_law *law = &s->laws[s->result_laws[k].law];
        for (int i = law->terms.first; i < law->terms.first + law->terms.count; i++)
            tml_workspace_add_term(work, s->terms[i], law->factor * dx[k], force);
    }
}

int tml_result_laws_count(const tml_result_laws *laws)
{
    return laws->n;
}
