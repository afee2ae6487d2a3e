/* dae_form.c - the equations of motion as a DAE of stabilized index 2 (Gear, Gupta, Leimkuhler).
 *
 * z = (q, v, W, s, lambda, mu):
 *   q' - N(q) (v + G' mu) = 0     M v' - Q - G' lambda = 0     W' - P = 0     s' - r = 0     G v - f' = 0     phi = 0
 * mu is zero in exact solutions; with it both positions and velocities satisfy their constraints. That of a nonholonomic row, which has
 * no position, is zero: mu = 0 instead of phi = 0. Values of forces that depend on results
 * are unknowns behind these (dae_results.h).
 */
#include "analysis/dynamics/dae_results.h"
#include "dynamics/tangent/state_derivatives.h"
#include <string.h>

struct tml_dae_form {
    tml_dae dae;
    int *kept; /* (kept_count) independent rows */
    int kept_count;
    int *place;                    /* (row_count) index among the independent rows, -1 */
    int v, W, s, loss, lambda, mu; /* their offsets in z */
    double *full;                  /* (row_count) multipliers of all rows */
    double *speed;                 /* (nv) v + G' mu */
    tml_tangent_matrix J;
    double *gradient;
    tml_dae_results *results; /* forces that depend on results; NULL: none */
};

/* ---- pattern ---- */

static tml_pattern make_pattern(const tml_system *s, const tml_dae_form *f, tml_arena *arena)
{
    tml_marks marks = {.arena = arena};
    tml_tangent_mark(s, f->kept, f->kept_count, &marks);
    tml_mark(&marks, f->W, f->W);
    tml_state_mark(s, f->s, &marks);
    if (s->has_friction)
        tml_mark(&marks, f->loss, f->loss);
    for (int k = 0; k < f->kept_count; k++) {
        const tml_constraint *row = &s->rows[f->kept[k]];
        for (int c = row->first_block; c < row->first_block + row->block_count; c++) {
            const int b = s->blocks[c].body - 1;
            tml_mark_block(&marks, f->v + b * s->nvb, s->nvb, f->lambda + k, 1);
            tml_mark_block(&marks, f->lambda + k, 1, b * s->nqb, s->nqb);
            tml_mark_block(&marks, f->lambda + k, 1, f->v + b * s->nvb, s->nvb);
            if (row->rate_only)
                continue;
            tml_mark_block(&marks, b * s->nqb, s->nqb, f->mu + k, 1);
            tml_mark_block(&marks, f->mu + k, 1, b * s->nqb, s->nqb);
        }
        if (row->rate_only)
            tml_mark(&marks, f->mu + k, f->mu + k);
    }
    if (f->results)
        tml_dae_results_mark(f->results, &marks);
    return tml_pattern_make(&marks, f->dae.n);
}

/* ---- residual ---- */

static void expand_multipliers(tml_dae_form *f, const double *kept, int rows)
{
    memset(f->full, 0, (size_t)rows * sizeof(double));
    for (int k = 0; k < f->kept_count; k++)
        f->full[f->kept[k]] = kept[k];
}

static void state_of(tml_motion_state *m, double t, const double *z)
{
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    m->e->evaluations++;
    tml_workspace_set_states(m->e->work, z + f->s);
    if (f->results)
        tml_dae_results_set(f->results, z);
    tml_workspace_evaluate(m->e->work, t, z, z + f->v);
    expand_multipliers(f, z + f->mu, s->row_count);
    memcpy(f->speed, z + f->v, (size_t)s->nv * sizeof(double));
    tml_workspace_add_Gt(m->e->work, s->row_count, f->full, f->speed);
    expand_multipliers(f, z + f->lambda, s->row_count);
    memcpy(m->e->lambda, f->full, (size_t)s->row_count * sizeof(double));
}

static int residual(void *context, double t, const double *z, const double *zdot, double *F)
{
    tml_motion_state *m = context;
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    state_of(m, t, z);
    tml_system_rate(s, z, f->speed, F);
    for (int i = 0; i < s->nq; i++)
        F[i] = zdot[i] - F[i];
    tml_system_times_mass(s, zdot + f->v, F + f->v);
    memcpy(f->speed, m->e->work->Q, (size_t)s->nv * sizeof(double));
    tml_workspace_add_Gt(m->e->work, s->row_count, f->full, f->speed);
    for (int i = 0; i < s->nv; i++)
        F[f->v + i] -= f->speed[i];
    F[f->W] = zdot[f->W] - tml_motion_state_power(m->e);
    tml_workspace_state_rates(m->e->work, F + f->s);
    if (s->has_friction)
        F[f->loss] = tml_workspace_friction_power(m->e->work);
    for (int i = f->s; i < f->lambda; i++)
        F[i] = zdot[i] - F[i];
    for (int k = 0; k < f->kept_count; k++) {
        F[f->lambda + k] = m->e->work->phidot[f->kept[k]];
        F[f->mu + k] = s->rows[f->kept[k]].rate_only ? z[f->mu + k] : m->e->work->phi[f->kept[k]];
    }
    if (f->results)
        tml_dae_results_residual(f->results, z, zdot, F);
    if (tml_all_finite(F, f->dae.n))
        return tml_failure_find_outside(m->e->work, s->state_watch_count, &m->cause);
    tml_failure_find_cause(m->e->work, &m->cause);
    return 1;
}

static int start(void *context, double t, const double *y, double *z, double *zdot)
{
    tml_motion_state *m = context;
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    tml_workspace_set_states(m->e->work, y + f->s);
    const int flag = f->results ? tml_equations_report(m->e, t, y, y + s->nq) /* forces that depend on results */
                                : tml_equations_solve(m->e, t, y, y + s->nq);
    if (flag)
        return flag;
    memset(z, 0, (size_t)f->dae.n * sizeof(double));
    memset(zdot, 0, (size_t)f->dae.n * sizeof(double));
    memcpy(z, y, (size_t)f->lambda * sizeof(double));
    tml_system_rate(s, y, y + s->nq, zdot);
    memcpy(zdot + f->v, m->e->a, (size_t)s->nv * sizeof(double));
    zdot[f->W] = tml_motion_state_power(m->e);
    tml_workspace_state_rates(m->e->work, zdot + f->s);
    if (s->has_friction)
        zdot[f->loss] = tml_workspace_friction_power(m->e->work);
    for (int k = 0; k < f->kept_count; k++)
        z[f->lambda + k] = m->e->lambda[f->kept[k]];
    if (f->results)
        tml_dae_results_get(f->results, z);
    return 0;
}

/* ---- Jacobian ---- */

static void sink_K(void *context, int i, int j, double value)
{
    const tml_dae_form *f = context;
    tml_tangent_add_displacement(&f->J, f->v + i, j, -value);
}

static void sink_C(void *context, int i, int j, double value)
{
    const tml_dae_form *f = context;
    tml_tangent_add(&f->J, f->v + i, f->v + j, -value);
}

static void sink_R(void *context, int row, int j, double position, double speed, double rate_position)
{
    const tml_dae_form *f = context;
    (void)position, (void)speed;
    if (f->place[row] >= 0)
        tml_tangent_add_displacement(&f->J, f->lambda + f->place[row], j, rate_position);
}

/* c on the diagonal of q, W and s, c M on that of v */
static void rate_entries(const tml_system *s, const tml_dae_form *f, double c)
{
    const tml_tangent_matrix *J = &f->J;
    for (int i = 0; i < s->nq; i++)
        tml_tangent_add(J, i, i, c);
    for (int i = f->W; i < f->lambda; i++)
        tml_tangent_add(J, i, i, c);
    for (int b = 0; b < s->nb - 1; b++) {
        const tml_mass *mass = &s->masses[b + 1];
        const int v = f->v + b * s->nvb, lin = s->space ? 3 : 2;
        for (int i = 0; i < lin; i++)
            tml_tangent_add(J, v + i, v + i, c * mass->mass);
        if (!s->space)
            tml_tangent_add(J, v + 2, v + 2, c * mass->inertia.m[2][2]);
        for (int i = 0; s->space && i < 3; i++)
            for (int j = 0; j < 3; j++)
                tml_tangent_add(J, v + 3 + i, v + 3 + j, c * mass->inertia.m[i][j]);
    }
}

/* G in the velocity rows, G E in the position rows, -G' lambda's and -N G' mu's columns. */
static void constraint_entries(const tml_workspace *work, const tml_dae_form *f, const double *z)
{
    const tml_system *s = work->system;
    const tml_tangent_matrix *J = &f->J;
    for (int k = 0; k < f->kept_count; k++) {
        const tml_constraint *row = &s->rows[f->kept[k]];
        if (row->rate_only)
            tml_tangent_add(J, f->mu + k, f->mu + k, 1);
        for (int c = row->first_block; c < row->first_block + row->block_count; c++) {
            const double *G = work->G + (size_t)c * (size_t)s->nvb;
            const int b = s->blocks[c].body - 1;
            for (int i = 0; i < s->nvb; i++) {
                tml_tangent_add(J, f->lambda + k, f->v + b * s->nvb + i, G[i]);
                tml_tangent_add(J, f->v + b * s->nvb + i, f->lambda + k, -G[i]);
                if (row->rate_only)
                    continue;
                tml_tangent_add_displacement(J, f->mu + k, b * s->nvb + i, G[i]);
                if (!s->space || i < 3)
                    tml_tangent_add(J, b * s->nqb + i, f->mu + k, -G[i]);
            }
            if (!s->space || row->rate_only)
                continue;
            double N[4][3];
            tml_quaternion_rate(z + b * 7 + 3, N);
            for (int i = 0; i < 4; i++)
                tml_tangent_add(J, b * 7 + 3 + i, f->mu + k, -(N[i][0] * G[3] + N[i][1] * G[4] + N[i][2] * G[5]));
        }
    }
}

static int jacobian(void *context, double t, double c, const double *z, const double *zdot, double *values)
{
    tml_motion_state *m = context;
    tml_dae_form *f = m->dae;
    const tml_tangent_sink sink = {.context = f, .K = sink_K, .C = sink_C, .R = sink_R};
    memset(values, 0, (size_t)f->J.pattern.entries * sizeof(double));
    f->J.values = values;
    if (f->results) {
        tml_workspace_set_states(m->e->work, z + f->s);
        tml_dae_results_jacobian(f->results, t, c, z, zdot, &f->J);
    }
    state_of(m, t, z);
    tml_tangent_entries(m->e->work, f->full, zdot + f->v, &sink, f->gradient);
    constraint_entries(m->e->work, f, z);
    tml_state_add(m->e->work, &f->J, f->s, -1, f->gradient);
    tml_tangent_rotation(&f->J, z);
    tml_tangent_add_rate(&f->J, -1, z, f->speed);
    rate_entries(m->task->system, f, c);
    return 0;
}

/* Algebraic variables are excluded from the error test: multipliers, and velocities of massless bodies in equilibrium.
 * They follow from the others and are computed again for output. */
static void set_tolerances(tml_motion_state *m, const double *of_y, tml_arena *arena)
{
    tml_dae_form *f = m->dae;
    double *absolute = TML_NEW_ARRAY(arena, double, f->dae.n), *kind = TML_NEW_ARRAY(arena, double, f->dae.n);
    const tml_system *s = m->task->system;
    const bool balance = m->e->massless != NULL;
    for (int i = 0; i < f->dae.n; i++) {
        const bool speed = i >= f->v && i < f->W;
        kind[i] = i < f->lambda && !(balance && speed && tml_massless_velocity(s, i - f->v));
        absolute[i] = kind[i] > 0 ? of_y[i] : 1e120;
    }
    f->dae.absolute = absolute;
    f->dae.kind = kind;
}

const tml_dae *tml_dae_form_make(tml_motion_state *m, const double *absolute, const bool *kept)
{
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    tml_dae_form *f = m->dae = TML_NEW(arena, tml_dae_form);
    f->kept = TML_NEW_ARRAY(arena, int, s->row_count + 1);
    f->place = TML_NEW_ARRAY(arena, int, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++) {
        f->place[i] = kept[i] ? f->kept_count : -1;
        if (kept[i])
            f->kept[f->kept_count++] = i;
    }
    f->v = s->nq;
    f->W = s->nq + s->nv;
    f->s = f->W + 1;
    f->loss = f->s + s->state_count;
    f->lambda = f->loss + s->has_friction;
    f->mu = f->lambda + f->kept_count;
    const int x = f->mu + f->kept_count;
    f->dae.n = x + s->result_law_count;
    if (s->result_law_count)
        f->results = tml_dae_results_make(&(tml_dae_results){.m = m,
                                                             .n = f->dae.n,
                                                             .v = f->v,
                                                             .lambda = f->lambda,
                                                             .x = x,
                                                             .kept = f->kept,
                                                             .kept_count = f->kept_count},
                                          arena);
    f->full = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    f->speed = TML_NEW_ARRAY(arena, double, s->nv + 1);
    f->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    f->J = (tml_tangent_matrix){.system = s, .pattern = make_pattern(s, f, arena)};
    f->dae.pattern = &f->J.pattern;
    set_tolerances(m, absolute, arena);
    f->dae.start = start;
    f->dae.residual = residual;
    f->dae.jacobian = jacobian;
    return &f->dae;
}
