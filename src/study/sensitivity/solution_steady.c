/* solution_steady.c - a relative equilibrium: phi(q) = 0, V'(Q - M a + G' lambda) = 0 at prescribed speeds, in coordinates of the tree; and a
 * static one of `search: all`, where no speed is prescribed.
 *
 * Newton's matrix is by differences here (analysis/steady/force_derivatives.c): what solves with it is refined. */
#include "analysis/steady/steady_task.h"
#include "study/sensitivity/solution.h"
#include <math.h>
#include <string.h>

typedef struct {
    tml_solution is;
    tml_steady_task t;
    tml_steady_point at;
    double *r, *gaps; /* (n), (rows) */
} steady;

static bool read_request(tml_task *task, tml_steady_request *request)
{
    if (tml_analysis_find(task->element->kind)->rows_of == TML_ROWS_OF_STEADY)
        return tml_steady_request_read(task, request);
    *request = (tml_steady_request){.swept = -1, .all = true, .tolerance = 1e-12}; /* static */
    return true;
}

static tml_solution *make(tml_task *task, const tml_assembly *report, const char **why)
{
    const tml_system *s = task->system;
    steady *x = TML_NEW(task->arena, steady);
    x->t.task = task;
    *why = "no such steady state";
    if (!read_request(task, &x->t.request))
        return NULL;
    *why = x->t.request.swept >= 0                     ? "speeds are swept"
           : s->rate_row_count                         ? "something rolls"
           : s->interaction_count || s->friction_count ? "contacts, stops or friction"
                                                       : NULL;
    if (*why)
        return NULL;
    *why = "no such steady state";
    if (!tml_steady_task_make(&x->t, report) || tml_steady_table_make(&x->t) != TML_OK)
        return NULL;
    x->at = tml_steady_point_make(x->t.s);
    tml_steady_copy(x->t.s, &x->t.at, &x->at);
    x->is = (tml_solution){.class = &tml_solution_steady,
                           .task = task,
                           .n = x->t.s->n,
                           .residuals = x->t.s->rows + x->t.s->n,
                           .gaps = x->t.s->rows};
    x->r = TML_NEW_ARRAY(task->arena, double, x->t.s->n + 1);
    x->gaps = TML_NEW_ARRAY(task->arena, double, x->t.s->rows + 1);
    return &x->is;
}

/* States of the model are where the analysis has left them, which is in its last row. */
static bool take(tml_solution *solution, const tml_table *table, size_t row, double t)
{
    steady *x = (steady *)solution;
    tml_steady *s = x->t.s;
    const tml_task *task = x->is.task;
    (void)t;
    if (s->states && row + 1 < table->row_count)
        return false;
    tml_channels_positions(task->system, table->values + row * table->column_count, x->t.bodies_q);
    memset(x->t.bodies_v, 0, (size_t)task->system->nv * sizeof(double));
    memcpy(s->work->unwrapped, task->state->unwrapped, (size_t)task->system->measure_count * sizeof(double));
    tml_equations_from_bodies(&s->j->e, s->t, x->t.bodies_q, x->t.bodies_v, x->at.q, s->u);
    memcpy(x->at.q + s->tree_nq, task->state->states, (size_t)s->states * sizeof(double));
    tml_steady_accept(s, &x->at);
    memset(x->at.lambda, 0, (size_t)s->rows * sizeof(double));
    if (tml_steady_evaluate(s, &x->at))
        return false;
    tml_steady_balance(s, &x->at);
    return true;
}

static void place(tml_solution *solution, const tml_solution *beside, const double *d, double factor)
{
    steady *x = (steady *)solution;
    const steady *other = (const steady *)beside;
    tml_steady *s = x->t.s;
    memcpy(s->unit, other->t.s->unit, (size_t)s->nv * sizeof(double)); /* sizes of variants differ */
    memcpy(s->rate_force, other->t.s->rate_force, (size_t)s->states * sizeof(double));
    tml_steady_displace(s, &other->at, d, factor, &x->at);
}

static bool residual(tml_solution *solution, double *r)
{
    steady *x = (steady *)solution;
    tml_steady *s = x->t.s;
    if (tml_steady_evaluate(s, &x->at))
        return false;
    for (int i = 0; i < s->rows; i++)
        r[i] = s->gaps[i] * tml_row_unit(s->system, i);
    memcpy(r + s->rows, s->residual, (size_t)s->n * sizeof(double));
    return true;
}

static bool factor(tml_solution *solution)
{
    steady *x = (steady *)solution;
    if (tml_steady_evaluate(x->t.s, &x->at) || tml_steady_find_stiffness(x->t.s, &x->at))
        return false;
    tml_steady_factor(x->t.v, NULL);
    return !x->t.v->singular;
}

static bool solve(tml_solution *solution, const double *r, double *d)
{
    steady *x = (steady *)solution;
    tml_steady *s = x->t.s;
    double parameter;
    for (int i = 0; i < s->rows; i++)
        x->gaps[i] = r[i] / tml_row_unit(s->system, i);
    tml_steady_step(x->t.v, r + s->rows, x->gaps, 0, NULL, d, &parameter);
    return tml_all_finite(d, s->n);
}

/* Its growth rate is not found here. */
static bool fill(tml_solution *solution, double *row)
{
    steady *x = (steady *)solution;
    tml_table *table = x->t.table;
    if (tml_steady_evaluate(x->t.s, &x->at))
        return false;
    tml_steady_balance(x->t.s, &x->at);
    table->row_count = 0;
    if (tml_steady_record(&x->t, &x->at, NAN) != TML_OK)
        return false;
    memcpy(row, table->values, table->column_count * sizeof(double));
    return true;
}

static void leave(const tml_solution *solution, tml_state *state)
{
    steady *x = (steady *)solution;
    (void)state; /* that of the task */
    tml_steady_set_state(&x->t, &x->at);
}

const tml_solution_class tml_solution_steady = {
    .make = make,
    .take = take,
    .place = place,
    .residual = residual,
    .factor = factor,
    .solve = solve,
    .fill = fill,
    .leave = leave,
    .unbounded = INFINITY,
};
