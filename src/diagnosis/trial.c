/* trial.c - Newton's method on a subset of the constraints.
 *
 * r_i(q) = phi_i(q, t) - shift_i = 0 and G_i v = nu_i for the rows i that are on, with minimum-norm steps, rotations
 * multiplied by the size of the mechanism. Columns are those of the bodies in these rows, so that the cost of a trial
 * is that of its part of the mechanism.
 */
#include "diagnosis/trial.h"
#include <math.h>
#include <string.h>

enum { ITERATIONS = 400, STALLED = 10, HALVINGS = 8, MAX_DENSE = 150 };
static const double MAX_STEP = 0.3;            /* of a step, relative to the size or in rad */
static const double OPERATIONS = 3e9;          /* about a second */
static const double PERTURBATION = 0.1;        /* distance of another guess, in the same units */
static const double VELOCITY_TOLERANCE = 1e-9; /* of the largest velocity */

tml_trial *tml_trial_make(const tml_system *system, double t, double tolerance, int joint_rows, bool with_starts,
                          const double *guess, const double *velocities, const double *unwrapped, tml_arena *arena)
{
    tml_trial *a = TML_NEW(arena, tml_trial);
    const size_t n = (size_t)system->nv + 1, rows = (size_t)(joint_rows + system->start_count) + 1;
    const size_t entries =
        (size_t)((tml_system_blocks(system, joint_rows) + 2 * system->start_count) * system->nvb) + 1;
    a->system = *system;
    a->system.measures =
        tml_arena_copy(arena, system->measures, (size_t)system->measure_count * sizeof *system->measures);
    a->system.starts = tml_arena_copy(arena, system->starts, ((size_t)system->start_count) * sizeof *system->starts);
    a->work = tml_workspace_make(&a->system, arena);
    a->arena = arena;
    a->t = t;
    a->tolerance = tolerance;
    a->with_starts = with_starts;
    a->joint_rows = joint_rows;
    a->rows = joint_rows + (with_starts ? system->start_count : 0);
    a->on = TML_NEW_ARRAY(arena, bool, rows);
    a->scope = TML_NEW_ARRAY(arena, bool, rows);
    for (int i = 0; i < a->rows; i++)
        a->scope[i] = true;
    a->shift = TML_NEW_ARRAY(arena, double, rows);
    a->r = TML_NEW_ARRAY(arena, double, rows);
    a->right = TML_NEW_ARRAY(arena, double, rows);
    a->guess = guess, a->velocities = velocities, a->unwrapped = unwrapped;
    a->q = TML_NEW_ARRAY(arena, double, system->nq + 1);
    a->v = TML_NEW_ARRAY(arena, double, n);
    a->step = TML_NEW_ARRAY(arena, double, n);
    a->x = TML_NEW_ARRAY(arena, double, n);
    a->column = TML_NEW_ARRAY(arena, int, n);
    a->touched = TML_NEW_ARRAY(arena, int, n);
    a->full = TML_NEW_ARRAY(arena, double, system->nq + 1);
    a->A.start = TML_NEW_ARRAY(arena, int, rows);
    a->A.column = TML_NEW_ARRAY(arena, int, entries);
    a->A.value = TML_NEW_ARRAY(arena, double, entries);
    a->budget = OPERATIONS;
    return a;
}

bool tml_trial_exhausted(const tml_trial *a)
{
    return a->stopped || a->cost > a->budget;
}

void tml_trial_put_all(tml_trial *a, bool on)
{
    for (int i = 0; i < a->rows; i++)
        a->on[i] = on && a->scope[i];
}

void tml_trial_put(tml_trial *a, tml_part part, bool on)
{
    if (part.kind == TML_PART_INITIAL && a->with_starts)
        a->on[a->joint_rows + part.index] = on;
    for (int i = 0; part.kind != TML_PART_INITIAL && i < a->joint_rows; i++)
        if ((part.kind == TML_PART_JOINT ? a->system.rows[i].joint : a->system.rows[i].driver) == part.index)
            a->on[i] = on;
}

/* ---- one evaluation ---- */

static void add_entries(tml_trial *a, int *at, int body, const double *J, double factor)
{
    const int nvb = a->system.nvb, lin = a->system.space ? 3 : 2;
    for (int j = 0; body && j < nvb; j++) {
        const int column = (body - 1) * nvb + j;
        if (a->column[column] < 0) {
            a->column[column] = a->A.columns;
            a->touched[a->A.columns++] = column;
        }
        a->A.column[*at] = a->column[column];
        a->A.value[(*at)++] = factor * J[j] / (j < lin ? 1 : a->system.size);
    }
}

static bool counts(const tml_trial *a, int row, bool rates)
{
    return a->on[row] && (row < a->joint_rows || a->system.starts[row - a->joint_rows].rate == rates);
}

/* Residuals at q (and v) and, if wanted, the matrix; the largest. */
static double evaluate(tml_trial *a, const double *q, bool rates, bool matrix)
{
    const tml_system *s = &a->system;
    tml_workspace *w = a->work;
    double worst = 0;
    int at = 0, row = 0;
    tml_workspace_set_state(w, a->t, q, a->v);
    tml_workspace_measure(w, 0, s->measure_count);
    tml_workspace_constraints(w, a->joint_rows);
    a->A.columns = 0;
    for (int j = 0; matrix && j < s->nv; j++)
        a->column[j] = -1;
    for (int i = 0; i < a->rows; i++) {
        a->r[i] = 0;
        if (!counts(a, i, rates))
            continue;
        const tml_start *start = i < a->joint_rows ? NULL : &s->starts[i - a->joint_rows];
        a->r[i] = !start ? (rates ? w->phidot : w->phi)[i]
                         : start->term.coefficient * (rates ? w->rate : w->value)[start->term.measure] - start->value;
        a->r[i] -= rates ? 0 : a->shift[i];
        const double weight =
            s->size / (start ? tml_measure_scale(s, start->term.measure) : s->rows[i].scale); /* angles as lengths */
        a->r[i] *= weight;
        worst = fmax(worst, isnan(a->r[i]) ? INFINITY : fabs(a->r[i]));
        if (!matrix)
            continue;
        a->A.start[row] = at;
        a->right[row++] = -a->r[i];
        if (start) {
            const double *J = w->J + (size_t)start->term.measure * 2 * (size_t)s->nvb;
            add_entries(a, &at, s->measures[start->term.measure].body1, J, weight * start->term.coefficient);
            add_entries(a, &at, s->measures[start->term.measure].body2, J + s->nvb, weight * start->term.coefficient);
        } else
            for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
                add_entries(a, &at, s->blocks[k].body, w->G + (size_t)k * (size_t)s->nvb, weight);
    }
    a->A.start[row] = at;
    a->A.rows = row;
    return worst;
}

/* Minimum-norm step in a->step; its largest component, relative to the size or in rad. */
static double find_step(tml_trial *a, bool rates)
{
    const tml_system *s = &a->system;
    const int nvb = s->nvb, lin = s->space ? 3 : 2, m = a->A.rows, n = a->A.columns;
    double max = 0, left = 0, size = 0;
    int rank;
    a->stopped = a->stopped || tml_arena_is_cancelled(a->arena);
    if (a->stopped)
        return INFINITY;
    /* velocities: a solution of independent rows suffices, as rows consistent with them are satisfied too */
    const bool sparse = rates && m > MAX_DENSE && tml_minimum_norm_sparse(&a->A, a->right, a->x, &rank);
    if (!sparse && !tml_minimum_norm(&a->A, a->right, a->x, &rank)) {
        if (rank < 0)
            tml_arena_give_up(a->arena);
        return INFINITY;
    }
    for (int i = 0; i < m; i++) {
        double rest = a->right[i];
        for (int k = a->A.start[i]; k < a->A.start[i + 1]; k++)
            rest -= a->A.value[k] * a->x[a->A.column[k]];
        left = fmax(left, fabs(rest));
        size = fmax(size, fabs(a->right[i]));
    }
    /* few contradicting rows by singular values, others by sparse factorizations */
    a->cost +=
        left > 1e-11 * size && m <= MAX_DENSE ? 4.0 * m * m * n : (m <= MAX_DENSE ? 100.0 : 3000.0) * a->A.start[m];
    memset(a->step, 0, (size_t)s->nv * sizeof(double));
    for (int k = 0; k < n; k++) {
        const int j = a->touched[k];
        a->step[j] = a->x[k] / (j % nvb < lin ? 1 : s->size);
        max = fmax(max, fabs(a->step[j]) / (j % nvb < lin ? fmax(s->size, size) : 1));
    }
    return isfinite(max) ? max : INFINITY;
}

/* ---- trials ---- */

static void displace(tml_trial *a, double factor)
{
    for (int j = 0; j < a->system.nv; j++)
        a->step[j] *= factor;
    memcpy(a->full, a->q, (size_t)a->system.nq * sizeof(double));
    tml_system_displace(&a->system, a->step, a->full);
}

/* A guess may be singular (bodies in a line): uses a nearby one, the same every time. */
static void perturb_guess(tml_trial *a, double size)
{
    const int nvb = a->system.nvb, lin = a->system.space ? 3 : 2;
    unsigned seed = 12345;
    for (int j = 0; j < a->system.nv; j++) {
        seed = seed * 1103515245u + 12345u;
        const double x = (double)(seed >> 16 & 0x7fff) / 16384 - 1;
        a->step[j] = x * size * (j % nvb < lin ? a->system.size : 1);
    }
    displace(a, 1);
    memcpy(a->q, a->full, (size_t)a->system.nq * sizeof(double));
}

static bool closes_from(tml_trial *a, double beside)
{
    const size_t nq = (size_t)a->system.nq * sizeof(double);
    memcpy(a->q, a->guess, nq);
    if (beside > 0)
        perturb_guess(a, beside);
    memset(a->v, 0, (size_t)a->system.nv * sizeof(double));
    if (a->unwrapped)
        memcpy(a->work->unwrapped, a->unwrapped, (size_t)a->system.measure_count * sizeof(double));
    double best = INFINITY;
    int stalled = 0;
    for (int i = 0; i < ITERATIONS && !tml_trial_exhausted(a); i++) {
        const double gap = evaluate(a, a->q, false, true);
        const double best_before = best;
        stalled = gap < 0.99 * best ? 0 : stalled + 1;
        best = fmin(best, gap);
        if (gap <= 0.01 * a->tolerance || (gap <= a->tolerance && stalled >= 2))
            return true;
        if (!isfinite(gap) || stalled > STALLED)
            return false;
        tml_workspace_accept_angles(a->work);
        const double length = find_step(a, false);
        if (!isfinite(length))
            return false;
        if (length > MAX_STEP && gap < best_before - 0.01 * MAX_STEP * a->system.size)
            stalled = 0; /* far away, but converging */
        double factor = length > MAX_STEP ? MAX_STEP / length : 1;
        for (int k = 0; k <= HALVINGS; k++, factor = 0.5) {
            displace(a, factor);
            if (gap < 1e3 * a->tolerance || evaluate(a, a->full, false, false) < gap)
                break;
        }
        memcpy(a->q, a->full, nq);
    }
    return false;
}

bool tml_trial_closes(tml_trial *a)
{
    return closes_from(a, 0) || closes_from(a, PERTURBATION);
}

bool tml_trial_closes_as_guessed(tml_trial *a)
{
    return closes_from(a, 0);
}

double tml_trial_residual(tml_trial *a, const double *q, bool rates)
{
    return evaluate(a, q, rates, false);
}

bool tml_trial_moves(tml_trial *a)
{
    const tml_system *s = &a->system;
    double scale = 0, worst = 0, before = INFINITY; /* the largest velocity, m/s */
    memcpy(a->v, a->velocities, (size_t)s->nv * sizeof(double));
    for (int pass = 0; pass < 6; pass++) { /* linear: what remains after one is rounding */
        worst = evaluate(a, a->q, true, true);
        for (int j = 0; j < s->nv; j++)
            scale = fmax(scale, fabs(a->v[j]) * tml_arm(s, j));
        scale = pass == 0 ? fmax(scale, worst) : scale;
        if (!isfinite(worst) || worst <= VELOCITY_TOLERANCE * scale || worst > 0.5 * before || tml_trial_exhausted(a))
            break;
        before = worst;
        if (!isfinite(find_step(a, true)))
            return false;
        for (int j = 0; j < s->nv; j++)
            a->v[j] += a->step[j];
    }
    return isfinite(worst) && worst <= VELOCITY_TOLERANCE * scale;
}

bool tml_trial_works(tml_trial *a)
{
    return tml_trial_closes_as_guessed(a) && tml_trial_moves(a);
}

int tml_trial_rank(tml_trial *a, const double *q, bool *independent)
{
    memcpy(a->q, q, (size_t)a->system.nq * sizeof(double));
    memset(a->v, 0, (size_t)a->system.nv * sizeof(double));
    evaluate(a, a->q, false, true);
    const int rank = tml_row_rank(&a->A, independent, NULL);
    if (rank < 0)
        tml_arena_give_up(a->arena);
    return rank;
}

int tml_trial_mobility(tml_trial *a)
{
    bool *were = tml_arena_copy(a->arena, a->on, (size_t)a->rows + 1);
    evaluate(a, a->q, false, true);
    int columns = a->A.columns;
    for (int i = 1; i < a->system.nb; i++)
        columns -= a->column[(i - 1) * a->system.nvb] >= 0 ? a->system.masses[i].ignorable_count : 0;
    for (int i = 0; i < a->rows; i++)
        a->on[i] = a->on[i] && i < a->joint_rows && a->system.rows[i].joint >= 0;
    evaluate(a, a->q, false, true);
    const int rank = tml_row_rank(&a->A, NULL, NULL);
    memcpy(a->on, were, (size_t)a->rows);
    if (rank < 0)
        tml_arena_give_up(a->arena);
    return columns - rank;
}
