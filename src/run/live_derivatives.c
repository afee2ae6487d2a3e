/* live_derivatives.c - derivatives of a live motion as x' = f(t, x, u), by its exact linearization (linearize/linearization.h).
 *
 * A change of x is first made one that the joints allow, as f does it: dq -> P dq, and dv to the nearest of the velocities that follow it. Of
 * the coordinates of the tree the independent ones are y; their rates y', and y'' by M y'' = C y' + K y + S' (load of inputs and states). All else
 * follows: coordinates s of the tree by ds = J dq, ds' = P dq + J dv, ds'' = Rq dq + Rv dv + J da.
 */
#include "base/guard.h"
#include "linalg/cholesky.h"
#include "run/live_ode.h"
#include <math.h>
#include <string.h>

bool tml_live_ode_is_smooth(const tml_live *live)
{
    const tml_system *s = live->task.system;
    return live->ode && live->ode->tree && !s->interaction_count && !s->result_law_count && !s->rate_row_count &&
           !s->penalized_gap_count && s->nv > live->ode->rank;
}

void tml_live_ode_forget(tml_live *live)
{
    if (live->ode && live->ode->tangent.arena) {
        tml_arena_free(live->ode->tangent.arena);
        live->ode->tangent.arena = NULL;
    }
}

/* ---- at one state ---- */

static double *copy(const double *x, int count, tml_arena *arena)
{
    double *to = TML_NEW_ARRAY(arena, double, count + 1);
    memcpy(to, x, (size_t)count * sizeof(double));
    return to;
}

static tml_linear *linearize(tml_live *live, tml_arena *arena)
{
    const tml_motion_state *m = &live->motion;
    tml_system *s = TML_NEW(arena, tml_system);
    *s = *live->task.system;
    s->row_count = s->rigid_row_count; /* with the rows of the joints of the tree */
    const tml_linear_request request = {.about = TML_ABOUT_INSTANT,
                                        .t = live->t,
                                        .q = copy(m->q, s->nq, arena),
                                        .v = copy(m->v, s->nv, arena),
                                        .unwrapped = m->e->work->unwrapped,
                                        .states = m->problem.y + tml_motion_state_states(m),
                                        .inputs = m->e->work->inputs,
                                        .rank = live->ode->rank};
    tml_linear *l = NULL;
    const bool done = tml_linear_make(s, &request, arena, &l) == TML_LINEAR_DONE;
    if (!done || !l->chosen || l->position || l->coordinates.count != m->e->nv)
        return NULL;
    return l;
}

/* M = L L' */
static bool factor_mass(tml_live_tangent *t, const tml_linear *l)
{
    t->mass = copy(l->M, l->n * l->n, t->arena);
    return tml_cholesky(t->mass, l->n, 1e-14);
}

static void make_scratch(tml_live *live, tml_live_tangent *t)
{
    const int count = live->ode->count, channels = (int)live->table->column_count;
    double **const all[] = {&t->turn, &t->part, &t->still, &t->change, &t->speed, &t->across};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = TML_NEW_ARRAY(t->arena, double, count + 1);
    t->load = TML_NEW_ARRAY(t->arena, double, live->task.system->nv + 1);
    t->gradient = TML_NEW_ARRAY(t->arena, double, live->task.system->input_count + 1);
    t->columns = TML_NEW_ARRAY(t->arena, int, channels + 1);
    t->out = TML_NEW_ARRAY(t->arena, double, channels + 1);
    t->kinks = TML_NEW_ARRAY(t->arena, bool, channels + 1);
    for (int i = 0; i < channels; i++)
        t->columns[i] = i;
    t->columns[channels] = TML_POWER_COLUMN;
}

/* Which velocity of the motion belongs to an independent coordinate. */
static void find_chosen(const tml_live_ode *o, tml_live_tangent *t, const tml_linear *l, int nv)
{
    t->chosen = TML_NEW_ARRAY(t->arena, int, l->n + 1);
    for (int k = 0; k < l->n; k++)
        for (int i = 0; i < nv; i++)
            if (o->tree[i] == l->chosen[k])
                t->chosen[k] = i;
}

static tml_status find_tangent(void *context)
{
    tml_live *live = context;
    tml_motion_state *m = &live->motion;
    tml_live_tangent *t = &live->ode->tangent;
    if (tml_live_ode_close(live) || tml_motion_state_observe(m, live->t, live->ode->z))
        return TML_FAILED;
    tml_linear *l = linearize(live, t->arena);
    if (!l || !factor_mass(t, l))
        return TML_FAILED;
    tml_instant *past = TML_NEW(t->arena, tml_instant);
    *past = m->instant;
    t->z = copy(live->ode->z, live->ode->count, t->arena);
    t->p = tml_perturbation_make(l, copy(m->q, live->task.system->nq, t->arena), false, t->arena);
    t->p->past = past;
    make_scratch(live, t);
    find_chosen(live->ode, t, l, m->e->nv);
    return TML_OK;
}

static tml_status begin_tangent(void *context)
{
    tml_live *live = context;
    live->ode->tangent = (tml_live_tangent){.arena = tml_arena_part(live->task.arena)};
    return TML_OK;
}

static tml_status need_tangent(tml_live *live)
{
    if (live->ode->tangent.arena)
        return TML_OK;
    tml_status status = tml_guarded(live->task.arena, NULL, begin_tangent, live);
    if (status == TML_OK)
        status = tml_guarded(live->ode->tangent.arena, live->task.arena, find_tangent, live);
    if (status != TML_OK)
        tml_live_ode_forget(live);
    return status;
}

/* ---- along one direction ---- */

/* out (rows) += A (rows x columns, by columns) x */
static void add_times(const double *A, int rows, int columns, const double *x, double *out)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; x[j] != 0 && i < rows; i++)
            out[i] += A[(size_t)j * (size_t)rows + (size_t)i] * x[j];
}

static double row(const tml_live *live, int velocity, tml_derivative_part part, const double *x)
{
    const tml_linear *l = live->ode->tangent.p->l;
    return tml_row_derivatives_times(&l->derivatives, l->rows + live->ode->tree[velocity], part, x);
}

/* The component of a change of coordinates, or of velocities, that the joints allow. */
static int make_tangent(tml_live *live, double *dq, double *dv)
{
    tml_equations *e = live->motion.e;
    tml_live_tangent *t = &live->ode->tangent;
    if (!e->rows)
        return 0;
    e->has_factors = false;
    const int flag = tml_equations_split(e, live->t, t->z, t->z + e->nq, dq, dv, t->across, t->across + e->nq);
    e->has_factors = false;
    return flag;
}

/* Independent coordinates and rates of them, along dx. t->change, t->speed: coordinates and velocities of the tree. */
static int find_motion(tml_live *live, const double *dx)
{
    tml_equations *e = live->motion.e;
    tml_live_tangent *t = &live->ode->tangent;
    tml_perturbation *p = t->p;
    const int n = p->l->n;
    memset(t->speed, 0, (size_t)e->nv * sizeof(double));
    if (make_tangent(live, t->change, t->speed))
        return 1;
    e->class->to_displacement(e, t->z, t->change, t->turn);
    e->class->to_coordinates(e, t->z, t->turn, t->change);
    for (int k = 0; k < n; k++)
        p->y[k] = t->turn[t->chosen[k]];
    tml_perturbation_find(p);
    for (int i = 0; i < e->nv; i++) {
        t->part[i] = row(live, i, TML_DERIVATIVE_P, p->dq) + row(live, i, TML_DERIVATIVE_J, p->dv);
        t->speed[i] = (dx ? dx[e->nq + i] : 0) - t->part[i];
    }
    memset(t->still, 0, (size_t)e->nq * sizeof(double));
    if (make_tangent(live, t->still, t->speed))
        return 1;
    for (int k = 0; k < n; k++)
        p->y1[k] = t->speed[t->chosen[k]];
    for (int i = 0; i < e->nv; i++)
        t->speed[i] += t->part[i];
    return 0;
}

/* y'' */
static void find_accelerations(tml_live_tangent *t)
{
    tml_perturbation *p = t->p;
    const tml_linear *l = p->l;
    const int nv = l->system->nv, n = l->n;
    double *load = t->load;
    memset(load, 0, (size_t)nv * sizeof(double));
    tml_perturbation_add_load(p, load);
    if (l->Qs)
        add_times(l->Qs, nv, l->system->state_count, p->states, load);
    memset(p->y2, 0, (size_t)n * sizeof(double));
    add_times(l->C, n, n, p->y1, p->y2);
    add_times(l->K, n, n, p->y, p->y2);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < nv; j++)
            p->y2[k] += l->S[(size_t)k * (size_t)nv + (size_t)j] * load[j];
    tml_cholesky_solve(t->mass, n, p->y2);
}

/* Of the states of the user's. */
static void find_state_rates(const tml_live_tangent *t, double *rates)
{
    const tml_perturbation *p = t->p;
    const tml_linear *l = p->l;
    const tml_system *s = l->system;
    for (int i = 0; i < s->state_count; i++) {
        rates[i] = 0;
        for (int j = 0; j < s->nv; j++)
            rates[i] += l->rq[i * s->nv + j] * p->dq[j] + l->rv[i * s->nv + j] * p->dv[j];
        for (int j = 0; j < s->state_count; j++)
            rates[i] += l->rs[j * s->state_count + i] * p->states[j];
        memset(t->gradient, 0, (size_t)s->input_count * sizeof(double));
        tml_expression_gradient(s->states[i].rate, l->work->inputs, l->work->expression, 1, t->gradient);
        for (int k = 1; k < s->input_count; k++)
            rates[i] += t->gradient[k] * p->parameters[k];
    }
}

/* q' = N(q) v is linear in v, and of quaternions in q. */
static void find_coordinate_rates(const tml_live *live, double *rates)
{
    const tml_equations *e = live->motion.e;
    const tml_live_tangent *t = &live->ode->tangent;
    const double *v = t->z + e->nq;
    double *by_q = live->ode->rates, *constant = t->across, *none = live->ode->z;
    e->class->rate(e, t->z, t->speed, rates);
    e->class->rate(e, t->change, v, by_q);
    memset(none, 0, (size_t)e->nq * sizeof(double));
    e->class->rate(e, none, v, constant);
    for (int i = 0; i < e->nq; i++)
        rates[i] += by_q[i] - constant[i];
}

/* Reactions of redundant joints are those of least norm, whose derivatives are not known; what may be made of them neither. */
static void leave_out_undetermined(const tml_live *live, double *channels)
{
    const tml_table *table = live->table;
    if (live->ode->rank == live->task.system->rigid_row_count)
        return;
    for (size_t i = 0; i < table->column_count; i++) {
        const tml_column_quantity of = tml_table_quantity(table, i);
        const bool output = i >= table->first_output && i < table->first_output + table->output_count;
        if (output || of == TML_QUANTITY_FORCE || of == TML_QUANTITY_TORQUE || of == TML_QUANTITY_POWER)
            channels[i] = NAN;
    }
}

static tml_status differentiate(tml_live *live, const double *dx, const double *du, double *rates, double *channels)
{
    const tml_motion_state *m = &live->motion;
    const tml_equations *e = m->e;
    const tml_system *s = live->task.system;
    tml_live_tangent *t = &live->ode->tangent;
    const int columns = (int)live->table->column_count;
    tml_perturbation_clear(t->p);
    for (int i = 0; i < e->nq; i++)
        t->change[i] = dx ? dx[i] : 0;
    if (find_motion(live, dx))
        return TML_FAILED;
    for (int i = 0; dx && i < s->state_count; i++)
        t->p->states[i] = dx[tml_motion_state_states(m) + i];
    for (int i = 0; du && i < live->run_state.varying_count; i++)
        t->p->parameters[live->inputs[i]] = du[i];
    t->p->work_done = dx ? dx[tml_motion_state_work(m)] : 0;
    find_accelerations(t);
    tml_perturbation_find(t->p);
    if (rates) {
        tml_perturbation_of_channels(t->p, t->columns + columns, 1, &rates[tml_motion_state_work(m)], NULL);
        find_coordinate_rates(live, rates);
        for (int i = 0; i < e->nv; i++)
            rates[e->nq + i] = row(live, i, TML_DERIVATIVE_RQ, t->p->dq) + row(live, i, TML_DERIVATIVE_RV, t->p->dv) +
                               row(live, i, TML_DERIVATIVE_J, t->p->da);
        find_state_rates(t, rates + tml_motion_state_states(m));
    }
    if (channels) {
        tml_perturbation_of_channels(t->p, t->columns, columns, channels, t->kinks);
        leave_out_undetermined(live, channels);
    }
    return TML_OK;
}

typedef struct {
    tml_live *live;
    const double *dx, *du;
    double *rates, *channels;
} direction;

static tml_status follow(void *context)
{
    const direction *d = context;
    return differentiate(d->live, d->dx, d->du, d->rates, d->channels);
}

tml_status tml_live_ode_derivative(tml_live *live, const double *dx, const double *du, double *rates, double *channels)
{
    direction d = {live, dx, du, rates, channels};
    if (!tml_live_ode_is_smooth(live))
        return TML_FAILED;
    tml_status status = need_tangent(live);
    if (status == TML_OK)
        status = tml_guarded(live->ode->tangent.arena, NULL, follow, &d);
    live->motion.solved = 0; /* what was placed and solved is another state now */
    return status;
}
