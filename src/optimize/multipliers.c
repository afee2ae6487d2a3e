/* multipliers.c - multipliers by least squares over the active constraints; those that come out negative are left out, the most negative first. */
#include "optimize/multipliers.h"
#include "linalg/lapack.h"
#include "optimize/search.h"
#include <float.h>
#include <math.h>

static const double ACTIVE = 1e-6; /* of a constraint's size, of the box */
static const double RANK = 1e-12;  /* relative: constraints that say the same */

typedef struct {
    int index; /* of a constraint, or of a parameter */
    bool is_bound, is_equation;
    double *normal; /* (n) of length 1, in the unit box */
    double length;
    double lambda;
    bool left_out;
} condition;

typedef struct {
    const tml_problem *p;
    tml_arena *arena;
    int n, count;
    double *goal; /* (n) */
    condition *list;
} conditions;

static void add(conditions *c, condition x)
{
    double square = 0;
    for (int i = 0; i < c->n; i++)
        square += x.normal[i] * x.normal[i];
    x.length = sqrt(square);
    x.left_out = !(x.length > 0 && isfinite(x.length));
    for (int i = 0; i < c->n && !x.left_out; i++)
        x.normal[i] /= x.length;
    c->list[c->count++] = x;
}

static void add_constraint(conditions *c, int index, const double *gradient)
{
    const tml_constraint *k = &c->p->constraints[index];
    double *normal = TML_NEW_ARRAY(c->arena, double, c->n);
    for (int i = 0; i < c->n; i++)
        normal[i] = k->sign * (gradient[k->left * c->n + i] - (k->right < 0 ? 0 : gradient[k->right * c->n + i]));
    add(c, (condition){.index = index, .is_equation = k->equal, .normal = normal});
}

static void add_bound(conditions *c, int parameter, int side)
{
    double *normal = TML_NEW_ARRAY(c->arena, double, c->n);
    normal[parameter] = side;
    add(c, (condition){.index = parameter, .is_bound = true, .normal = normal});
}

/* Least squares over those that are not left out; the residual's length. */
static double solve(conditions *c)
{
    const int n = c->n;
    int columns = 0;
    for (int k = 0; k < c->count; k++)
        columns += !c->list[k].left_out;
    const int long_side = n > columns ? n : columns;
    double *A = TML_NEW_ARRAY(c->arena, double, n *(columns + 1)), *b = TML_NEW_ARRAY(c->arena, double, long_side + 1);
    lapack_int *pivots = TML_NEW_ARRAY(c->arena, lapack_int, columns + 1), rank;
    for (int k = 0, at = 0; k < c->count; k++)
        for (int i = 0; !c->list[k].left_out && i < n; at += ++i == n)
            A[at * n + i] = c->list[k].normal[i];
    for (int i = 0; i < n; i++)
        b[i] = -c->goal[i];
    if (columns &&
        !tml_lapack_done(LAPACKE_dgelsy(LAPACK_COL_MAJOR, n, columns, 1, A, n, b, long_side, pivots, RANK, &rank),
                         c->arena))
        return NAN;
    double square = 0;
    for (int k = 0, at = 0; k < c->count; k++)
        c->list[k].lambda = c->list[k].left_out ? 0 : b[at++];
    for (int i = 0; i < n; i++) {
        double sum = c->goal[i];
        for (int k = 0; k < c->count; k++)
            sum += c->list[k].left_out ? 0 : c->list[k].lambda * c->list[k].normal[i];
        square += sum * sum;
    }
    return sqrt(square);
}

static condition *most_negative(conditions *c)
{
    condition *worst = NULL;
    for (int k = 0; k < c->count; k++) {
        condition *x = &c->list[k];
        if (!x->left_out && !x->is_equation && x->lambda < (worst ? worst->lambda : 0))
            worst = x;
    }
    return worst;
}

static bool find_gradient(const tml_problem *p, const double *u, double *answers, double *gradient, tml_arena *arena)
{
    const char *reason;
    double *x = TML_NEW_ARRAY(arena, double, p->parameters);
    tml_study_worker *worker = tml_search_worker(p);
    tml_search_values(p, u, x);
    const tml_status status = worker ? tml_study_worker_gradient(worker, x, answers, gradient, &reason) : TML_NO_MEMORY;
    tml_study_worker_free(worker);
    for (int i = 0; i < p->answers; i++)
        for (int k = 0; k < p->parameters; k++)
            gradient[i * p->parameters + k] *= p->high[k] - p->low[k];
    return status == TML_OK;
}

static void take(const conditions *c, tml_optimality *o)
{
    for (int k = 0; k < c->count; k++) {
        const condition *x = &c->list[k];
        const double lambda = x->left_out ? 0 : x->lambda / x->length;
        if (x->is_bound)
            o->bound_multiplier[x->index] = lambda / (c->p->high[x->index] - c->p->low[x->index]);
        else
            o->multiplier[x->index] = lambda;
    }
}

tml_optimality tml_optimality_find(const tml_problem *p, int goal, const double *sizes, const double *u,
                                   tml_arena *arena)
{
    const int n = p->parameters;
    tml_optimality o = {.active = TML_NEW_ARRAY(arena, bool, p->constraint_count + 1),
                        .multiplier = TML_NEW_ARRAY(arena, double, p->constraint_count + 1),
                        .bound = TML_NEW_ARRAY(arena, int, n),
                        .bound_multiplier = TML_NEW_ARRAY(arena, double, n),
                        .slope = NAN};
    conditions c = {.p = p, .arena = arena, .n = n, .goal = TML_NEW_ARRAY(arena, double, n)};
    double *answers = TML_NEW_ARRAY(arena, double, p->answers), *gradient = TML_NEW_ARRAY(arena, double, p->answers *n);
    c.list = TML_NEW_ARRAY(arena, condition, p->constraint_count + n + 1);
    o.is_known = find_gradient(p, u, answers, gradient, arena);
    for (int i = 0; i < n; i++) {
        o.bound[i] = u[i] <= ACTIVE ? -1 : u[i] >= 1 - ACTIVE ? 1 : 0;
        if (o.bound[i])
            add_bound(&c, i, o.bound[i]);
        c.goal[i] = p->goals[goal].sign * gradient[p->goals[goal].answer * n + i];
    }
    for (int i = 0; i < p->constraint_count; i++) {
        o.active[i] =
            p->constraints[i].equal || tml_constraint_value(&p->constraints[i], answers) >= -ACTIVE * sizes[i];
        if (o.active[i] && o.is_known)
            add_constraint(&c, i, gradient);
    }
    if (!o.is_known)
        return o;
    o.slope = solve(&c);
    for (condition *worst = most_negative(&c); worst; worst = most_negative(&c)) {
        worst->left_out = true;
        o.slope = solve(&c);
    }
    take(&c, &o);
    return o;
}
