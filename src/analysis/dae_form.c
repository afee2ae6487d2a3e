/* dae_form.c - the equations of motion as a differential-algebraic system of stabilized index 2 (Gear, Gupta, Leimkuhler).
 *
 * z = (q, v, W, lambda, mu):
 *   q' - N(q) (v + G' mu) = 0     M v' - Q - G' lambda = 0     W' - P = 0     G v - f' = 0     phi = 0
 * mu is zero in exact solutions; with it positions and speeds both stay on their constraints.
 */
#include "analysis/moving.h"
#include <stdlib.h>
#include <string.h>

struct tml_dae_form {
    tml_dae dae;
    int *column, *row; /* pattern */
    int *kept;         /* (rows kept) their numbers */
    int kept_count;
    int *place;           /* (row_count) position among the kept, -1 */
    int v, W, lambda, mu; /* where they begin in z */
    double *full;         /* (row_count) multipliers of all rows */
    double *speed;        /* (nv) v + G' mu */
    double *values;       /* of the Jacobian being filled */
    double *gradient;
    const double *q;
};

/* ---- pattern ---- */

typedef struct {
    int (*entries)[2]; /* column, row */
    size_t count, capacity;
    tml_arena *arena;
} pattern;

static void mark(pattern *p, int row, int column)
{
    if (p->count == p->capacity) {
        const size_t grown = p->capacity ? 2 * p->capacity : 256;
        int(*moved)[2] = tml_arena_take(p->arena, grown * sizeof *moved);
        if (p->count)
            memcpy(moved, p->entries, p->count * sizeof *moved);
        p->entries = moved, p->capacity = grown;
    }
    p->entries[p->count][0] = column;
    p->entries[p->count++][1] = row;
}

static void mark_block(pattern *p, int row, int rows, int column, int columns)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            mark(p, row + i, column + j);
}

/* Speeds of body a depend on pose and speed of body b. */
static void mark_pair(pattern *p, const tml_system *s, const tml_dae_form *f, int a, int b)
{
    if (a && b) {
        mark_block(p, f->v + (a - 1) * s->nvb, s->nvb, (b - 1) * s->nqb, s->nqb);
        mark_block(p, f->v + (a - 1) * s->nvb, s->nvb, f->v + (b - 1) * s->nvb, s->nvb);
    }
}

static void mark_measures(pattern *p, const tml_system *s, const tml_dae_form *f, int first, int second)
{
    const tml_measure *a = &s->measures[first], *b = &s->measures[second];
    mark_pair(p, s, f, a->body1, b->body1);
    mark_pair(p, s, f, a->body1, b->body2);
    mark_pair(p, s, f, a->body2, b->body1);
    mark_pair(p, s, f, a->body2, b->body2);
}

static void mark_terms(pattern *p, const tml_system *s, const tml_dae_form *f, tml_terms terms)
{
    for (int i = terms.first; i < terms.first + terms.count; i++)
        for (int j = terms.first; j < terms.first + terms.count; j++)
            mark_measures(p, s, f, s->terms[i].measure, s->terms[j].measure);
}

static void mark_all(pattern *p, const tml_system *s, const tml_dae_form *f)
{
    for (int b = 1; b < s->nb; b++) {
        mark_block(p, (b - 1) * s->nqb, s->nqb, (b - 1) * s->nqb, s->nqb);
        mark_block(p, (b - 1) * s->nqb, s->nqb, f->v + (b - 1) * s->nvb, s->nvb);
        mark_pair(p, s, f, b, b);
    }
    mark(p, f->W, f->W);
    for (int k = 0; k < f->kept_count; k++) {
        const tml_constraint *row = &s->rows[f->kept[k]];
        mark_terms(p, s, f, row->terms);
        for (int c = row->first_block; c < row->first_block + row->block_count; c++) {
            const int b = s->blocks[c].body - 1;
            mark_block(p, b * s->nqb, s->nqb, f->mu + k, 1);
            mark_block(p, f->v + b * s->nvb, s->nvb, f->lambda + k, 1);
            mark_block(p, f->lambda + k, 1, b * s->nqb, s->nqb);
            mark_block(p, f->lambda + k, 1, f->v + b * s->nvb, s->nvb);
            mark_block(p, f->mu + k, 1, b * s->nqb, s->nqb);
        }
    }
    for (int i = 0; i < s->law_count; i++) {
        mark_terms(p, s, f, s->laws[i].terms);
        for (int in = 1; s->laws[i].value && in < s->input_count; in++)
            for (int t = 0; t < s->laws[i].terms.count && tml_expression_uses(s->laws[i].value, in); t++)
                mark_measures(p, s, f, s->terms[s->laws[i].terms.first + t].measure, s->inputs[in].term.measure);
    }
}

static int by_column(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

static void compress(tml_dae_form *f, pattern *p, int n)
{
    qsort(p->entries, p->count, sizeof *p->entries, by_column);
    f->column = TML_NEW_ARRAY(p->arena, int, n + 1);
    f->row = TML_NEW_ARRAY(p->arena, int, p->count);
    int count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (i && p->entries[i][0] == p->entries[i - 1][0] && p->entries[i][1] == p->entries[i - 1][1])
            continue;
        f->row[count++] = p->entries[i][1];
        f->column[p->entries[i][0] + 1] = count;
    }
    for (int j = 0; j < n; j++)
        if (f->column[j + 1] < f->column[j])
            f->column[j + 1] = f->column[j];
    f->dae.entries = count;
    f->dae.column = f->column;
    f->dae.row = f->row;
}

/* ---- residual ---- */

static void spread_multipliers(tml_dae_form *f, const double *kept, int rows)
{
    memset(f->full, 0, (size_t)rows * sizeof(double));
    for (int k = 0; k < f->kept_count; k++)
        f->full[f->kept[k]] = kept[k];
}

static void state_of(tml_moving *m, double t, const double *z)
{
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    m->e->evaluations++;
    tml_work_evaluate(m->e->work, t, z, z + f->v);
    spread_multipliers(f, z + f->mu, s->row_count);
    memcpy(f->speed, z + f->v, (size_t)s->nv * sizeof(double));
    tml_work_add_Gt(m->e->work, s->row_count, f->full, f->speed);
    spread_multipliers(f, z + f->lambda, s->row_count);
    memcpy(m->e->lambda, f->full, (size_t)s->row_count * sizeof(double));
}

static int residual(void *context, double t, const double *z, const double *zdot, double *F)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    state_of(m, t, z);
    tml_system_rate(s, z, f->speed, F);
    for (int i = 0; i < s->nq; i++)
        F[i] = zdot[i] - F[i];
    tml_system_times_mass(s, zdot + f->v, F + f->v);
    memcpy(f->speed, m->e->work->Q, (size_t)s->nv * sizeof(double));
    tml_work_add_Gt(m->e->work, s->row_count, f->full, f->speed);
    for (int i = 0; i < s->nv; i++)
        F[f->v + i] -= f->speed[i];
    F[f->W] = zdot[f->W] - tml_moving_power(m->e);
    for (int k = 0; k < f->kept_count; k++) {
        F[f->lambda + k] = m->e->work->phidot[f->kept[k]];
        F[f->mu + k] = m->e->work->phi[f->kept[k]];
    }
    if (tml_all_finite(F, f->dae.n))
        return 0;
    tml_stuck_find(m->e->work, &m->culprit);
    return 1;
}

static int start(void *context, double t, const double *y, double *z, double *zdot)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    const int flag = tml_equations_solve(m->e, t, y, y + s->nq);
    if (flag)
        return flag;
    memset(z, 0, (size_t)f->dae.n * sizeof(double));
    memset(zdot, 0, (size_t)f->dae.n * sizeof(double));
    memcpy(z, y, (size_t)(f->W + 1) * sizeof(double));
    tml_system_rate(s, y, y + s->nq, zdot);
    memcpy(zdot + f->v, m->e->a, (size_t)s->nv * sizeof(double));
    zdot[f->W] = tml_moving_power(m->e);
    for (int k = 0; k < f->kept_count; k++)
        z[f->lambda + k] = m->e->lambda[f->kept[k]];
    return 0;
}

/* ---- Jacobian ---- */

static void add(tml_dae_form *f, int row, int column, double value)
{
    int low = f->column[column], high = f->column[column + 1] - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    f->values[low] += value;
}

/* Adds value times d(displacement j)/dq: a translation is its own coordinate, a turn goes by way of the quaternion. */
static void add_displacement(const tml_moving *m, int row, int j, double value)
{
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    const int body = j / s->nvb, at = j % s->nvb;
    if (!s->space || at < 3) {
        add(f, row, body * s->nqb + at, value);
        return;
    }
    double E[3][4];
    tml_quaternion_turn(f->q + body * 7 + 3, E);
    for (int k = 0; k < 4; k++)
        add(f, row, body * 7 + 3 + k, value * E[at - 3][k]);
}

static void sink_K(void *context, int i, int j, double value)
{
    const tml_moving *m = context;
    add_displacement(m, m->dae->v + i, j, -value);
}

static void sink_C(void *context, int i, int j, double value)
{
    const tml_moving *m = context;
    add(m->dae, m->dae->v + i, m->dae->v + j, -value);
}

static void sink_R(void *context, int row, int j, double position, double speed, double rate_position)
{
    const tml_moving *m = context;
    (void)position, (void)speed;
    if (m->dae->place[row] >= 0)
        add_displacement(m, m->dae->lambda + m->dae->place[row], j, rate_position);
}

static void body_entries(const tml_moving *m, double c, const double *z)
{
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    for (int b = 0; b < s->nb - 1; b++) {
        const tml_mass *mass = &s->masses[b + 1];
        const int q = b * s->nqb, v = f->v + b * s->nvb, lin = s->space ? 3 : 2;
        for (int i = 0; i < s->nqb; i++)
            add(f, q + i, q + i, c);
        for (int i = 0; i < 3; i++)
            add(f, q + i, v + i, -1);
        for (int i = 0; i < lin; i++)
            add(f, v + i, v + i, c * mass->mass);
        if (!s->space) {
            add(f, v + 2, v + 2, c * mass->inertia.m[2][2]);
            continue;
        }
        double D[4][4], N[4][3];
        tml_quaternion_rate_slope(z + q + 3, f->speed + b * 6 + 3, D);
        tml_quaternion_rate(z + q + 3, N);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                add(f, q + 3 + i, q + 3 + j, -D[i][j]);
            for (int j = 0; j < 3; j++)
                add(f, q + 3 + i, v + 3 + j, -N[i][j]);
        }
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                add(f, v + 3 + i, v + 3 + j, c * mass->inertia.m[i][j]);
    }
}

/* G in the velocity rows, G E in the position rows, -G' lambda's and -N G' mu's columns. */
static void constraint_entries(const tml_moving *m, const double *z)
{
    const tml_system *s = m->task->system;
    tml_dae_form *f = m->dae;
    for (int k = 0; k < f->kept_count; k++) {
        const tml_constraint *row = &s->rows[f->kept[k]];
        for (int c = row->first_block; c < row->first_block + row->block_count; c++) {
            const double *G = m->e->work->G + (size_t)c * (size_t)s->nvb;
            const int b = s->blocks[c].body - 1;
            for (int i = 0; i < s->nvb; i++) {
                add(f, f->lambda + k, f->v + b * s->nvb + i, G[i]);
                add(f, f->v + b * s->nvb + i, f->lambda + k, -G[i]);
                add_displacement(m, f->mu + k, b * s->nvb + i, G[i]);
                if (!s->space || i < 3)
                    add(f, b * s->nqb + i, f->mu + k, -G[i]);
            }
            if (!s->space)
                continue;
            double N[4][3];
            tml_quaternion_rate(z + b * 7 + 3, N);
            for (int i = 0; i < 4; i++)
                add(f, b * 7 + 3 + i, f->mu + k, -(N[i][0] * G[3] + N[i][1] * G[4] + N[i][2] * G[5]));
        }
    }
}

static int jacobian(void *context, double t, double c, const double *z, const double *zdot, double *values)
{
    tml_moving *m = context;
    tml_dae_form *f = m->dae;
    memset(values, 0, (size_t)f->dae.entries * sizeof(double));
    f->values = values;
    f->q = z;
    state_of(m, t, z);
    body_entries(m, c, z);
    constraint_entries(m, z);
    add(f, f->W, f->W, c);
    const tml_tangent_sink sink = {m, sink_K, sink_C, sink_R};
    tml_tangent_entries(m->e->work, f->full, zdot + f->v, &sink, f->gradient);
    return 0;
}

/* Multipliers follow from the rest and are computed anew for output: they do not count. */
static void set_tolerances(tml_moving *m, const double *of_y, tml_arena *arena)
{
    tml_dae_form *f = m->dae;
    double *absolute = TML_NEW_ARRAY(arena, double, f->dae.n), *kind = TML_NEW_ARRAY(arena, double, f->dae.n);
    for (int i = 0; i < f->dae.n; i++) {
        kind[i] = i <= f->W;
        absolute[i] = i > f->W ? 1e20 : of_y[i];
    }
    f->dae.absolute = absolute;
    f->dae.kind = kind;
}

const tml_dae *tml_dae_form_make(tml_moving *m, const double *absolute, const bool *kept)
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
    f->lambda = f->W + 1;
    f->mu = f->lambda + f->kept_count;
    f->dae.n = f->mu + f->kept_count;
    f->full = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    f->speed = TML_NEW_ARRAY(arena, double, s->nv + 1);
    f->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    pattern p = {.arena = arena};
    mark_all(&p, s, f);
    compress(f, &p, f->dae.n);
    set_tolerances(m, absolute, arena);
    f->dae.start = start;
    f->dae.residual = residual;
    f->dae.jacobian = jacobian;
    return &f->dae;
}
