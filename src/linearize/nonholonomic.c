/* nonholonomic.c - positions, rates and the state matrix of a system with nonholonomic rows.
 *
 * Sq = Zq (F Zq)^-1, Zq the null space of the holonomic rows. With J, P of the rows of the coordinates F of positions:
 *   y' = J dv + P dq + B y = (J S) w + (J D + P Sq + B) y
 *   A = [U, T; M^-1 K, M^-1 C]
 */
#include "linearize/nonholonomic.h"
#include "linalg/cholesky.h"
#include "linalg/lapack.h"
#include "linearize/reduction.h"
#include <string.h>

static const double DEPENDENT = 1e-9; /* of a row: its component orthogonal to the others */
static const double MIN_INERTIA = 1e-13;

/* ---- positions ---- */

static bool is_nonholonomic(const tml_linear *l, int row)
{
    return row < l->system->row_count && l->system->rows[row].rate_only;
}

/* Basis of the displacements that the holonomic rows allow; *n of them. */
static double *null_space(tml_linear *l, int *n)
{
    const size_t nv = (size_t)l->system->nv;
    int rows = 0;
    for (int i = 0; i < l->rows; i++)
        rows += !is_nonholonomic(l, i);
    tml_rank_qr qr = tml_rank_qr_make(rows, l->system->nv, l->arena);
    memset(qr.rows, 0, nv * (size_t)rows * sizeof(double));
    for (int i = 0, at = 0; i < l->rows; i++) {
        if (is_nonholonomic(l, i))
            continue;
        for (int k = l->derivatives.first[i]; k < l->derivatives.first[i + 1]; k++) {
            const tml_row_derivative *e = &l->derivatives.entries[k];
            qr.rows[(size_t)at * nv + (size_t)e->column] += e->J / l->unit[e->column];
        }
        at++;
    }
    if (!tml_rank_qr_factor(&qr, rows, DEPENDENT))
        tml_arena_give_up(l->arena);
    *n = l->system->nv - qr.rank;
    double *Z = TML_NEW_ARRAY(l->arena, double, nv *(size_t)*n + 1);
    for (size_t i = 0; i < nv * (size_t)*n; i++)
        Z[i] = tml_rank_qr_null_space(&qr)[i] / l->unit[i % nv];
    return Z;
}

tml_linear_outcome tml_nonholonomic_positions(tml_linear *l)
{
    int n, *chosen, *pivots;
    double *FZ;
    const double *Z = null_space(l, &n);
    const size_t nv = (size_t)l->system->nv, count = (size_t)n;
    const tml_linear_outcome end = tml_linear_choose(l, Z, n, &chosen, &FZ, &pivots);
    if (end != TML_LINEAR_DONE)
        return end;
    l->positions = n;
    l->position = chosen;
    l->Sq = TML_NEW_ARRAY(l->arena, double, nv *count + 1);
    double *c = TML_NEW_ARRAY(l->arena, double, count + 1);
    for (size_t k = 0; k < count; k++) {
        memset(c, 0, count * sizeof(double));
        c[k] = 1;
        LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, FZ, n, pivots, c, n);
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < nv; j++)
                l->Sq[k * nv + j] += c[i] * Z[i * nv + j];
    }
    return TML_LINEAR_DONE;
}

/* ---- rates ---- */

void tml_nonholonomic_rates(tml_linear *l)
{
    const size_t nv = (size_t)l->system->nv, n = (size_t)l->n, count = (size_t)l->positions;
    double *B = TML_NEW_ARRAY(l->arena, double, count + 1);
    l->T = TML_NEW_ARRAY(l->arena, double, count *n + 1);
    l->U = TML_NEW_ARRAY(l->arena, double, count *count + 1);
    for (size_t i = 0; i < count; i++) {
        const int row = l->rows + l->position[i];
        memset(B, 0, count * sizeof(double));
        (void)tml_linear_frame_rate(l, l->position[i], B);
        for (size_t k = 0; k < n; k++)
            l->T[k * count + i] = tml_row_derivatives_times(&l->derivatives, row, TML_DERIVATIVE_J, l->S + k * nv);
        for (size_t k = 0; k < count; k++)
            l->U[k * count + i] = B[k] +
                                  tml_row_derivatives_times(&l->derivatives, row, TML_DERIVATIVE_J, l->D + k * nv) +
                                  tml_row_derivatives_times(&l->derivatives, row, TML_DERIVATIVE_P, l->Sq + k * nv);
    }
}

/* ---- states ---- */

/* Rows of w' (n x columns) of one matrix, divided by M, into the state matrix from a column on. */
static void put(const tml_linear *l, const double *L, const double *from, size_t columns, double *A, size_t states,
                size_t row)
{
    const size_t n = (size_t)l->n;
    for (size_t k = 0; k < columns; k++) {
        memcpy(A + k * states + row, from + k * n, n * sizeof(double));
        tml_cholesky_solve(L, l->n, A + k * states + row);
    }
}

/* S' f of a force on the bodies, as a column of w'. */
static void put_force(const tml_linear *l, const double *L, const double *f, double factor, double *column)
{
    const size_t nv = (size_t)l->system->nv;
    for (size_t i = 0; i < (size_t)l->n; i++) {
        column[i] = 0;
        for (size_t j = 0; j < nv; j++)
            column[i] += factor * l->S[i * nv + j] * f[j];
    }
    tml_cholesky_solve(L, l->n, column);
}

static double times(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The states of the user's: their rates, and their forces. */
static void couple(const tml_linear *l, const double *L, tml_state_space *out, size_t own)
{
    const size_t nv = (size_t)l->system->nv, n = (size_t)l->n, count = (size_t)l->positions, N = (size_t)out->states;
    for (size_t i = 0; i < own; i++) {
        const size_t at = count + n + i;
        for (size_t k = 0; k < count; k++)
            out->A[k * N + at] = times(l->rq + i * nv, l->Sq + k * nv, nv) + times(l->rv + i * nv, l->D + k * nv, nv);
        for (size_t k = 0; k < n; k++)
            out->A[(count + k) * N + at] = times(l->rv + i * nv, l->S + k * nv, nv);
        for (size_t k = 0; k < own; k++)
            out->A[(count + n + k) * N + at] = l->rs[k * own + i];
        put_force(l, L, l->Qs + i * nv, 1, out->A + at * N + count);
    }
}

static void name(const tml_linear *l, tml_state_space *out, tml_arena *arena)
{
    const int N = out->states, moving = l->positions + l->n;
    out->names = TML_NEW_ARRAY(arena, const char *, N + 1);
    out->units = TML_NEW_ARRAY(arena, const char *, N + 1);
    out->is_rotation = TML_NEW_ARRAY(arena, bool, N + 1);
    out->is_speed = TML_NEW_ARRAY(arena, bool, N + 1);
    for (int i = 0; i < moving; i++) {
        const bool speed = out->is_speed[i] = i >= l->positions;
        const tml_tree_coordinate *c = &l->coordinates.list[speed ? l->chosen[i - l->positions] : l->position[i]];
        out->names[i] = speed ? c->speed : c->name;
        out->is_rotation[i] = c->is_rotation;
    }
    for (int i = moving; i < N; i++) {
        out->names[i] = l->system->states[i - moving].name;
        out->units[i] = l->system->states[i - moving].unit;
    }
}

tml_state_space *tml_nonholonomic_space(const tml_linear *l, const tml_linear_input *inputs, int input_count,
                                        tml_arena *arena)
{
    const size_t n = (size_t)l->n, count = (size_t)l->positions, nv = (size_t)l->system->nv;
    const size_t own = l->rs ? (size_t)l->system->state_count : 0, N = count + n + own;
    tml_state_space *out = TML_NEW(arena, tml_state_space);
    double *L = TML_NEW_ARRAY(arena, double, n *n + 1), *direction = TML_NEW_ARRAY(arena, double, nv + 1);
    *out = (tml_state_space){.states = (int)N, .inputs = input_count, .all = l->positions, .unstable_coordinate = -1};
    memcpy(L, l->M, n * n * sizeof(double));
    if (!tml_cholesky(L, l->n, MIN_INERTIA))
        return NULL;
    out->A = TML_NEW_ARRAY(arena, double, N *N + 1);
    out->B = TML_NEW_ARRAY(arena, double, N *(size_t)input_count + 1);
    out->E = TML_NEW_ARRAY(arena, double, count *N + 1);
    out->F = TML_NEW_ARRAY(arena, double, count *(size_t)input_count + 1);
    for (size_t k = 0; k < count; k++) {
        memcpy(out->A + k * N, l->U + k * count, count * sizeof(double));
        out->E[k * count + k] = 1;
    }
    for (size_t k = 0; k < n; k++)
        memcpy(out->A + (count + k) * N, l->T + k * count, count * sizeof(double));
    put(l, L, l->K, count, out->A, N, count);
    put(l, L, l->C, n, out->A + count * N, N, count);
    for (int i = 0; i < input_count; i++) {
        tml_linear_force_direction(l, inputs[i].law, direction);
        put_force(l, L, direction, inputs[i].factor, out->B + (size_t)i * N + count);
    }
    couple(l, L, out, own);
    name(l, out, arena);
    return out;
}
