/* solution_driven.c - the positions of a driven mechanism at one instant: phi(t, q) = 0. */
#include "analysis/kinematics/driven_run.h"
#include "linalg/cholesky.h"
#include "study/sensitivity/solution.h"
#include <string.h>

static const double SINGULAR = 1e-6; /* of the least singular value of the rows, whose lengths are 1 */

typedef struct {
    tml_solution is;
    tml_driven_rows *rows;
    tml_driven *d;
    tml_configuration *at, *from, *to;
    double *x, *rates; /* (nv), (rows) */
    size_t rows_taken; /* revolutions of angles are counted up to this row */
} driven;

static tml_solution *make(const tml_solution_class *class, tml_task *task, const tml_driven_request *request,
                          const tml_assembly *report, const char **why)
{
    const tml_system *s = task->system;
    *why = s->state_count ? "states are integrated along the motion" : s->rate_row_count ? "something rolls" : NULL;
    if (*why)
        return NULL;
    driven *x = TML_NEW(task->arena, driven);
    x->rows = tml_driven_rows_make(task, request, report->independent);
    x->d = tml_driven_rows_of(x->rows);
    x->is = (tml_solution){.class = class, .task = task, .n = s->nv, .residuals = x->d->rows, .gaps = x->d->rows};
    tml_configuration **const all[] = {&x->at, &x->from, &x->to};
    for (int i = 0; i < 3; i++)
        *all[i] = tml_configuration_make(x->d, 0, task->arena);
    x->x = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    x->rates = TML_NEW_ARRAY(task->arena, double, x->d->rows + 1);
    return &x->is;
}

static tml_solution *make_kinematics(tml_task *task, const tml_assembly *report, const char **why)
{
    tml_driven_request request;
    *why = "no such motion";
    return tml_kinematics_request(task, &request) ? make(&tml_solution_kinematics, task, &request, report, why) : NULL;
}

static tml_solution *make_inverse(tml_task *task, const tml_assembly *report, const char **why)
{
    tml_driven_request request;
    *why = "no such motion";
    if (!tml_inverse_request(task, &request))
        return NULL;
    task->state->actuation = request.actuation;
    return make(&tml_solution_inverse, task, &request, report, why);
}

/* Where a row says it was. */
static void read_row(driven *x, const tml_table *table, size_t row, tml_configuration *to)
{
    const double *values = table->values + row * table->column_count;
    to->t = values[0];
    tml_channels_positions(x->is.task->system, values, to->q);
}

static void count_revolutions(driven *x, const tml_table *table, size_t row)
{
    const tml_system *s = x->is.task->system;
    tml_workspace *w = x->d->work;
    if (row + 1 < x->rows_taken)
        x->rows_taken = 0, memset(w->unwrapped, 0, (size_t)s->measure_count * sizeof(double));
    for (; x->rows_taken <= row; x->rows_taken++) {
        read_row(x, table, x->rows_taken, x->from);
        tml_workspace_set_state(w, x->from->t, x->from->q, x->d->zeros);
        tml_workspace_measure(w, 0, s->measure_count);
        tml_workspace_accept_angles(w);
    }
}

static bool take(tml_solution *solution, const tml_table *table, size_t row, double t)
{
    driven *x = (driven *)solution;
    tml_configuration *const ends[2] = {x->from, x->to};
    count_revolutions(x, table, row);
    read_row(x, table, row, x->from);
    if (tml_driven_close(x->d, x->from))
        return false;
    if (t == x->from->t || row + 1 >= table->row_count) {
        tml_configuration_copy(x->d, 0, x->from, x->at);
        return t == x->from->t;
    }
    read_row(x, table, row + 1, x->to);
    if (tml_driven_close(x->d, x->to))
        return false;
    tml_driven_interpolate(x->d, ends, 2, t, x->at);
    x->at->t = t;
    return tml_driven_close(x->d, x->at) == 0;
}

static void place(tml_solution *solution, const tml_solution *beside, const double *d, double factor)
{
    driven *x = (driven *)solution;
    const driven *other = (const driven *)beside;
    const tml_system *s = x->is.task->system;
    x->at->t = other->at->t;
    memcpy(x->at->q, other->at->q, (size_t)s->nq * sizeof(double));
    memcpy(x->d->work->unwrapped, other->d->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    for (int j = 0; j < s->nv; j++)
        x->x[j] = factor * d[j] / other->d->unit[j]; /* sizes of variants differ */
    tml_system_displace(s, x->x, x->at->q);
}

static void evaluate_rows(driven *x)
{
    tml_workspace *w = x->d->work;
    tml_workspace_set_state(w, x->at->t, x->at->q, x->d->zeros);
    tml_workspace_measure(w, 0, x->is.task->system->active_count);
    tml_workspace_constraints(w, x->d->rows);
}

/* Rows as lengths. */
static bool residual(tml_solution *solution, double *r)
{
    driven *x = (driven *)solution;
    const tml_system *s = x->is.task->system;
    evaluate_rows(x);
    for (int i = 0; i < x->d->rows; i++)
        r[i] = x->d->work->phi[i] * tml_row_unit(s, i);
    return tml_all_finite(r, x->d->rows);
}

static bool factor(tml_solution *solution)
{
    (void)solution;
    return true;
}

static bool solve(tml_solution *solution, const double *r, double *d)
{
    driven *x = (driven *)solution;
    const tml_system *s = x->is.task->system;
    evaluate_rows(x);
    for (int i = 0; i < x->d->rows; i++)
        x->rates[i] = -r[i] / tml_row_unit(s, i);
    tml_driven_solve(x->d, x->rates, d);
    for (int j = 0; j < s->nv; j++)
        d[j] *= x->d->unit[j];
    return tml_all_finite(d, s->nv);
}

static bool fill(tml_solution *solution, double *row)
{
    driven *x = (driven *)solution;
    return tml_driven_rows_fill(x->rows, x->at, row);
}

static void leave(const tml_solution *solution, tml_state *state)
{
    const driven *x = (const driven *)solution;
    const tml_system *s = x->is.task->system;
    state->t = x->at->t;
    memcpy(state->q, x->at->q, (size_t)s->nq * sizeof(double));
    if (tml_driven_rates(x->d, x->at))
        memcpy(state->v, x->at->v, (size_t)s->nv * sizeof(double));
}

/* At a dead point. */
static bool is_singular(const tml_solution *solution)
{
    const driven *x = (const driven *)solution;
    return x->at->sigma_min < SINGULAR;
}

/* They differ in whose forces produce the motion: those of the drivers, or of actuators. */
#define DRIVEN_CLASS(maker)                                                                                            \
    {                                                                                                                  \
        .make = maker, .take = take, .place = place, .residual = residual, .factor = factor, .solve = solve,           \
        .fill = fill, .leave = leave, .unbounded = 1e6, .is_singular = is_singular,                                    \
        .singular = "at a dead point positions change infinitely fast"                                                 \
    }
const tml_solution_class tml_solution_kinematics = DRIVEN_CLASS(make_kinematics);
const tml_solution_class tml_solution_inverse = DRIVEN_CLASS(make_inverse);
