/* impulse.c - velocities after an impulse: the KKT system of accelerations, with momenta in place of forces.
 *
 * Without given speeds  M v0 = M v- + f + G' L0,  G v0 = rate of the targets. A unit impulse along coordinate i changes velocities by X_i,
 * M X_i = J_i' + G' L_i,  G X_i = 0. Then  v+ = v0 + X m  with  J X m = speeds - J v0. J X is symmetric and positive semidefinite:
 * Cholesky with pivoting finds speeds that the rows determine.
 */
#include "dynamics/impulse.h"
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-12;     /* of what the impulse would do without rows: the rows determine the speed */
static const double CROSS_ROUNDING = 1e-9; /* of the same: what such a speed gets from impulses along others */
static const double AGREES = 1e-9;         /* relative: a speed that is determined and given alike */

tml_impulse *tml_impulse_make(const tml_system *s, int rank, int count, tml_arena *arena)
{
    tml_impulse *x = TML_NEW(arena, tml_impulse);
    const int rows = s->rigid_row_count;
    x->work = tml_workspace_make(s, arena);
    x->kkt = tml_kkt_system_make(s, rows, rank, arena);
    x->count = count;
    x->force = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->row = TML_NEW_ARRAY(arena, double, rows + 1);
    x->X = TML_NEW_ARRAY(arena, double, s->nv *count + 1);
    x->L = TML_NEW_ARRAY(arena, double, rows *count + 1);
    x->A = TML_NEW_ARRAY(arena, double, count *count + 1);
    x->m = TML_NEW_ARRAY(arena, double, count + 1);
    x->least = TML_NEW_ARRAY(arena, double, count + 1);
    x->magnitude = TML_NEW_ARRAY(arena, double, count + 1);
    x->pivot = TML_NEW_ARRAY(arena, int, count + 1);
    x->impulse = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->lambda = TML_NEW_ARRAY(arena, double, rows + 1);
    return x;
}

int tml_impulse_begin(tml_impulse *x, double t, const double *q, const double *v)
{
    const tml_system *s = x->work->system;
    tml_workspace_set_state(x->work, t, q, v);
    tml_workspace_measure(x->work, 0, s->measure_count);
    tml_workspace_constraints(x->work, s->rigid_row_count);
    memset(x->impulse, 0, (size_t)s->nv * sizeof(double));
    return tml_kkt_system_factor(x->kkt, x->work, TML_METRIC_MASS);
}

void tml_impulse_add(tml_impulse *x, const tml_terms *along, double value)
{
    tml_workspace_add_terms(x->work, along, value, x->impulse);
}

/* x->force becomes that of a unit impulse. */
static void put_unit(tml_impulse *x, const tml_impulse_line *line)
{
    const tml_system *s = x->work->system;
    memset(x->force, 0, (size_t)s->nv * sizeof(double));
    tml_workspace_add_terms(x->work, &line->along, 1, x->force);
    if (line->brings)
        tml_workspace_add_terms(x->work, &s->laws[line->brings - 1].terms, line->share, x->force);
}

/* What a unit impulse would give along itself on bodies without rows. */
static double free_response(tml_impulse *x, const tml_impulse_line *line)
{
    const tml_system *s = x->work->system;
    double sum = 0, y[6];
    put_unit(x, line);
    for (int b = 1; b < s->nb; b++) {
        const double *f = x->force + (b - 1) * s->nvb;
        tml_mass_divide(s, b, f, y);
        for (int i = 0; i < s->nvb; i++)
            sum += f[i] * y[i];
    }
    return sum;
}

/* Columns of X and L, and J X. */
static void find_responses(tml_impulse *x, const tml_impulse_line *lines, int count)
{
    const tml_system *s = x->work->system;
    const size_t nv = (size_t)s->nv, rows = (size_t)s->rigid_row_count;
    memset(x->row, 0, rows * sizeof(double));
    for (int i = 0; i < count; i++) {
        put_unit(x, &lines[i]);
        tml_kkt_system_solve(x->kkt, x->force, x->row, x->X + (size_t)i * nv, x->L + (size_t)i * rows);
        for (int k = 0; k < count; k++)
            x->A[i * count + k] = tml_workspace_terms_rate(x->work, &lines[k].along, x->X + (size_t)i * nv);
    }
}

/* Rows that determine a speed leave rounding of its responses to impulses: these responses become zero, so that nobody divides by them. */
static void drop_rounding(tml_impulse *x, const tml_impulse_line *lines, int count)
{
    double *A = x->A, *free = x->least;
    for (int i = 0; i < count; i++)
        free[i] = fabs(free_response(x, &lines[i]));
    for (int i = 0; i < count; i++) {
        if (fabs(A[i * count + i]) > DEPENDENT * free[i])
            continue;
        for (int k = 0; k < count; k++) {
            const double rounding = CROSS_ROUNDING * sqrt(free[i] * free[k]);
            if (fabs(A[i * count + k]) <= rounding)
                A[i * count + k] = 0;
            if (fabs(A[k * count + i]) <= rounding)
                A[k * count + i] = 0;
        }
    }
}

static void swap_rows(double *A, int n, int i, int k)
{
    for (int j = 0; j < n; j++) {
        const double a = A[j * n + i];
        A[j * n + i] = A[j * n + k];
        A[j * n + k] = a;
    }
}

/* Gaussian elimination with complete diagonal pivoting; m: right-hand side, then solution. Returns n, or the index of an equation that
 * contradicts the others. */
static int solve_small(tml_impulse *x, int n)
{
    double *A = x->A, *m = x->m;
    const double *least = x->least, *magnitude = x->magnitude;
    int rank = 0;
    for (int i = 0; i < n; i++)
        x->pivot[i] = i;
    for (; rank < n; rank++) {
        int best = -1;
        for (int i = rank; i < n; i++)
            if (A[i * n + i] > least[x->pivot[i]] && (best < 0 || A[i * n + i] > A[best * n + best]))
                best = i;
        if (best < 0)
            break;
        swap_rows(A, n, rank, best);
        for (int i = 0; i < n; i++) {
            const double a = A[rank * n + i];
            A[rank * n + i] = A[best * n + i];
            A[best * n + i] = a;
        }
        const double b = m[rank];
        const int p = x->pivot[rank];
        m[rank] = m[best], m[best] = b;
        x->pivot[rank] = x->pivot[best], x->pivot[best] = p;
        for (int i = rank + 1; i < n; i++) {
            const double f = A[rank * n + i] / A[rank * n + rank];
            for (int j = rank; j < n; j++)
                A[j * n + i] -= f * A[j * n + rank];
            m[i] -= f * m[rank];
        }
    }
    for (int i = rank; i < n; i++) {
        if (!(fabs(m[i]) <= AGREES * magnitude[x->pivot[i]]))
            return x->pivot[i];
        m[i] = 0;
    }
    for (int i = rank - 1; i >= 0; i--) {
        for (int j = i + 1; j < rank; j++)
            m[i] -= A[j * n + i] * m[j];
        m[i] /= A[i * n + i];
    }
    return n;
}

void tml_impulse_respond(tml_impulse *x, const tml_impulse_line *lines, int count, double *v)
{
    const tml_system *s = x->work->system;
    find_responses(x, lines, count);
    drop_rounding(x, lines, count);
    tml_system_times_mass(s, v, x->force);
    for (int i = 0; i < s->nv; i++)
        x->force[i] += x->impulse[i];
    for (int i = 0; i < s->rigid_row_count; i++)
        x->row[i] = x->work->motion[3 * i + 1];
    tml_kkt_system_solve(x->kkt, x->force, x->row, v, x->lambda);
    for (int i = 0; i < count; i++)
        x->m[i] = tml_workspace_terms_rate(x->work, &lines[i].along, v);
}

/* The response number k, times m. */
static void add_response(tml_impulse *x, int k, double m, double *v)
{
    const size_t nv = (size_t)x->work->system->nv, rows = (size_t)x->work->system->rigid_row_count;
    for (size_t i = 0; i < nv; i++)
        v[i] += m * x->X[(size_t)k * nv + i];
    for (size_t i = 0; i < rows; i++)
        x->lambda[i] += m * x->L[(size_t)k * rows + i];
}

void tml_impulse_apply(tml_impulse *x, const double *P, int count, double *v)
{
    for (int k = 0; k < count; k++)
        add_response(x, k, P[k], v);
}

int tml_impulse_solve(tml_impulse *x, const tml_impulse_line *lines, const double *speeds, int count, double *v)
{
    tml_impulse_respond(x, lines, count, v);
    for (int i = 0; i < count; i++) {
        x->least[i] *= DEPENDENT;
        x->magnitude[i] = fmax(fabs(x->m[i]), fabs(speeds[i]));
        x->m[i] = speeds[i] - x->m[i];
    }
    const int wrong = solve_small(x, count);
    if (wrong < count)
        return wrong;
    for (int k = 0; k < count; k++)
        add_response(x, x->pivot[k], x->m[k], v);
    return count;
}
