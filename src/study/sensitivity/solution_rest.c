/* solution_rest.c - a static equilibrium: phi(q) = 0, F = Q + G' lambda = 0, lambda such that |F| is least. */
#include "analysis/statics/equilibrium.h"
#include "linalg/lapack.h"
#include "study/sensitivity/solution.h"
#include <math.h>
#include <string.h>

static const double NEUTRAL = 1e-8; /* of the largest stiffness: less resists nothing */
static const double FAR = 1e3;      /* sizes of the mechanism: springs that let it go so far are soft */
static const double PUSHED = 1e-9;  /* of the acting forces, for a step of a parameter: more is no rounding */

typedef struct {
    tml_solution is;
    tml_equilibrium *eq;
    double *q;             /* (nq) */
    double *x;             /* (nv) */
    double *gaps, *lambda; /* (rows) */
    double *loose; /* (2 nv x n) motions that nothing resists: of the stiffness, orthonormal, then of coordinates */
    int loose_count, neutral;
} rest;

static tml_solution *make(tml_task *task, const tml_assembly *report, const char **why)
{
    const tml_system *s = task->system;
    *why = s->state_count         ? "states of the model rest with the mechanism"
           : s->rate_row_count    ? "something rolls"
           : s->interaction_count ? "contacts, stops or friction"
                                  : NULL;
    if (*why)
        return NULL;
    rest *x = TML_NEW(task->arena, rest);
    x->eq =
        tml_equilibrium_make(s, task->state->t, report->rank, report->independent, &tml_equilibrium_dense, task->arena);
    x->is = (tml_solution){
        .class = &tml_solution_rest, .task = task, .n = s->nv, .residuals = s->row_count + s->nv, .gaps = s->row_count};
    x->q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    x->x = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    x->loose = TML_NEW_ARRAY(task->arena, double, 2 * (size_t)s->nv * (size_t)s->nv + 1);
    x->lambda = TML_NEW_ARRAY(task->arena, double, s->row_count + 1);
    x->gaps = TML_NEW_ARRAY(task->arena, double, s->row_count + 1);
    return &x->is;
}

static bool take(tml_solution *solution, const tml_table *table, size_t row, double t)
{
    rest *x = (rest *)solution;
    const tml_task *task = x->is.task;
    (void)t;
    tml_channels_positions(task->system, table->values + row * table->column_count, x->q);
    memcpy(x->eq->work->unwrapped, task->state->unwrapped, (size_t)task->system->measure_count * sizeof(double));
    return true;
}

static void place(tml_solution *solution, const tml_solution *beside, const double *d, double factor)
{
    rest *x = (rest *)solution;
    const rest *other = (const rest *)beside;
    const tml_system *s = x->is.task->system;
    x->eq->t = other->eq->t;
    memcpy(x->lambda, other->lambda, (size_t)s->row_count * sizeof(double));
    memcpy(x->q, other->q, (size_t)s->nq * sizeof(double));
    memcpy(x->eq->work->unwrapped, other->eq->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    for (int j = 0; j < s->nv; j++)
        x->x[j] = factor * d[j] * (x->eq->unit[j] / other->eq->unit[j]); /* sizes of variants differ */
    tml_equilibrium_displace(x->eq, x->x, x->q);
}

/* With the multipliers of the solution: what they change is no motion that the joints allow. */
static bool residual(tml_solution *solution, double *r)
{
    rest *x = (rest *)solution;
    tml_equilibrium *eq = x->eq;
    const tml_system *s = x->is.task->system;
    double *force = r + s->row_count; /* on coordinates, whatever the size of the variant */
    if (eq->laws && tml_equilibrium_solve_results(eq, x->q))
        return false;
    if (!eq->laws)
        tml_workspace_evaluate(eq->work, eq->t, x->q, eq->zeros);
    for (int i = 0; i < s->row_count; i++)
        r[i] = eq->work->phi[i] * tml_row_unit(s, i);
    memcpy(force, eq->work->Q, (size_t)s->nv * sizeof(double));
    tml_workspace_add_Gt(eq->work, s->row_count, x->lambda, force);
    return tml_all_finite(r, x->is.residuals);
}

/* ---- motions that nothing resists ---- */

static void add_loose(rest *x, const double *d)
{
    memcpy(x->loose + (size_t)x->loose_count++ * (size_t)x->is.n, d, (size_t)x->is.n * sizeof(double));
}

/* The null space of the stiffness Z' A Z; false: it is not found. */
static bool find_loose(rest *x)
{
    const tml_equilibrium *eq = x->eq;
    tml_arena *scratch = tml_arena_part(x->is.task->arena);
    const size_t nv = (size_t)x->is.n, n = (size_t)eq->free_count;
    const double *Z = eq->class->free_motions(eq);
    double *K = TML_NEW_ARRAY(scratch, double, n *n + 1), *V = TML_NEW_ARRAY(scratch, double, n *n + 1),
           *sigma = TML_NEW_ARRAY(scratch, double, n + 1), *work = TML_NEW_ARRAY(scratch, double, n + 1),
           *d = TML_NEW_ARRAY(scratch, double, nv + 1), none;
    for (size_t k = 0; k < n; k++) {
        memset(d, 0, nv * sizeof(double));
        for (size_t j = 0; j < nv; j++)
            for (int e = eq->pattern.column[j]; e < eq->pattern.column[j + 1]; e++)
                d[eq->pattern.row[e]] += eq->A[e] * Z[k * nv + j];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < nv; j++)
                K[k * n + i] += Z[i * nv + j] * d[j];
    }
    const int order = (int)n;
    const bool good = n == 0 || tml_lapack_done(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', order, order, K, order,
                                                               sigma, &none, 1, V, order, work),
                                                scratch);
    for (size_t k = n; good && k-- > 0 && sigma[k] <= NEUTRAL * eq->max_stiffness;) {
        memset(d, 0, nv * sizeof(double));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < nv; j++)
                d[j] += V[i * n + k] * Z[i * nv + j];
        add_loose(x, d);
    }
    tml_arena_free(scratch);
    return good;
}

/* Coordinates on which nothing acts keep their values. */
static void add_ignorable(rest *x)
{
    double *d = x->x;
    memset(d, 0, (size_t)x->is.n * sizeof(double));
    for (int j = 0; j < x->is.n; j++)
        if (x->eq->ignorable[j]) {
            d[j] = 1;
            add_loose(x, d);
            d[j] = 0;
        }
}

static const double *loose(const tml_solution *solution, int index)
{
    const rest *x = (const rest *)solution;
    return index < x->loose_count ? x->loose + (size_t)index * (size_t)x->is.n : NULL;
}

/* ---- Newton's matrix ---- */

static bool factor(tml_solution *solution)
{
    rest *x = (rest *)solution;
    tml_equilibrium *eq = x->eq;
    x->loose_count = 0;
    if (tml_equilibrium_evaluate(eq, x->q) || !find_loose(x))
        return false;
    memcpy(x->lambda, eq->lambda, (size_t)eq->system->row_count * sizeof(double));
    x->neutral = x->loose_count;
    add_ignorable(x);
    return eq->class->factor(eq, x->neutral ? NEUTRAL * eq->max_stiffness : 0);
}

/* Takes out of d, or of a force, what is along motions that nothing resists; how much of it that was. */
static double take_out(const rest *x, double *d)
{
    double most = 0;
    for (int k = 0; k < x->neutral; k++) {
        const double *along = x->loose + (size_t)k * (size_t)x->is.n;
        double sum = 0;
        for (int j = 0; j < x->is.n; j++)
            sum += along[j] * d[j];
        for (int j = 0; j < x->is.n; j++)
            d[j] -= sum * along[j];
        most = fmax(most, fabs(sum));
    }
    return most;
}

static bool solve(tml_solution *solution, const double *r, double *d)
{
    rest *x = (rest *)solution;
    const tml_system *s = x->is.task->system;
    for (int i = 0; i < s->row_count; i++)
        x->gaps[i] = -r[i] / tml_row_unit(s, i);
    for (int j = 0; j < s->nv; j++)
        x->x[j] = r[s->row_count + j] / x->eq->unit[j];
    if (take_out(x, x->x) > PUSHED * x->eq->scale)
        return false;
    x->eq->class->solve(x->eq, x->x, x->gaps, d);
    take_out(x, d);
    return tml_all_finite(d, s->nv);
}

static bool fill(tml_solution *solution, double *row)
{
    rest *x = (rest *)solution;
    if (tml_equilibrium_evaluate(x->eq, x->q))
        return false;
    tml_workspace_measure(x->eq->work, 0, x->is.task->system->measure_count);
    tml_equilibrium_fill(x->eq, x->q, row);
    return true;
}

static void leave(const tml_solution *solution, tml_state *state)
{
    const rest *x = (const rest *)solution;
    const tml_system *s = x->is.task->system;
    memcpy(state->q, x->q, (size_t)s->nq * sizeof(double));
    memset(state->v, 0, (size_t)s->nv * sizeof(double));
    state->held_count = 0;
}

/* Where two equilibria meet and cease to exist nothing resists a motion that the parameter pushes; of springs that are only soft this may be told from how
 * far they have let it go. */
static bool is_singular(const tml_solution *solution)
{
    const rest *x = (const rest *)solution;
    const tml_system *s = x->is.task->system;
    bool near = true;
    for (int i = 0; i < s->nq; i++)
        near = near && fabs(x->q[i]) <= FAR * s->size;
    return near;
}

const tml_solution_class tml_solution_rest = {
    .make = make,
    .take = take,
    .place = place,
    .residual = residual,
    .factor = factor,
    .solve = solve,
    .fill = fill,
    .leave = leave,
    .loose = loose,
    .unbounded = 1e5, /* so near to a fold five digits are known, and with each power of ten two fewer */
    .is_singular = is_singular,
    .singular = "at a fold, where equilibria cease to exist, positions change infinitely fast",
};
