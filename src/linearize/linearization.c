/* linearization.c - independent coordinates at the reference state; its accelerations a and multipliers lambda.
 *
 * G: constraint Jacobian, Z: its null space, F: rows of the chosen coordinates.  (G; F) x = (r; c)  has the solution
 *   x = x_r + Z (F Z)^-1 (c - F x_r),  x_r the minimum-norm solution of G x_r = r;   S = Z (F Z)^-1
 * QR with column pivoting chooses coordinates for which F Z is well conditioned.
 */
#include "linearize/linearization.h"
#include "linalg/cholesky.h"
#include "linalg/lapack.h"
#include "linearize/co_moving.h"
#include "linearize/coupled_states.h"
#include "linearize/nonholonomic.h"
#include "linearize/reduction.h"
#include "linearize/result_feedback.h"
#include "system/topology/ignorable_rotations.h"
#include <math.h>
#include <string.h>

static const double DEPENDENT =
    1e-9; /* a row whose component orthogonal to the others is a smaller fraction of it is dependent */
static const double MASSLESS = 1e-13;
static const double ROUNDING = 1e-13; /* as a fraction of the largest displacement */

static tml_linear *make(const tml_system *s, const tml_linear_request *q, tml_arena *arena)
{
    tml_linear *l = TML_NEW(arena, tml_linear);
    const size_t nv = (size_t)s->nv;
    *l = (tml_linear){.system = s,
                      .arena = arena,
                      .rows = s->row_count + q->held_count + s->ignorable_count,
                      .released = q->released};
    l->work = tml_workspace_make(s, arena);
    l->laws = tml_result_laws_make(s, arena);
    l->coordinates = tml_tree_coordinates_make(
        s, q->about == TML_ABOUT_STEADY ? tml_system_tree_with_carriers(s, arena) : s->branches, arena);
    l->qr = tml_rank_qr_make(l->rows, s->nv, arena);
    for (int i = 0; i < l->rows; i++) { /* constraints, held coordinates, ignorable rotations */
        const int held = i - s->row_count;
        l->qr.unit[i] = held < 0 ? tml_row_unit(s, i)
                        : held < q->held_count
                            ? s->size / tml_measure_scale(s, s->coordinates[q->held[held]].term.measure)
                            : s->size;
    }
    double **const vectors[] = {&l->unit, &l->v, &l->a, &l->unbalanced, &l->acting, &l->x};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, nv + 1);
    l->lambda = TML_NEW_ARRAY(arena, double, l->rows + 1);
    l->right = TML_NEW_ARRAY(arena, double, nv + 1);
    l->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    for (int j = 0; j < s->nv; j++)
        l->unit[j] = j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
    return l;
}

/* Rows of constraints, held coordinates, ignorable rotations, then all tree coordinates, at accelerations a. */
static void find_derivatives(tml_linear *l, const tml_linear_request *q, const double *a)
{
    const tml_system *s = l->system;
    l->derivatives = tml_row_derivatives_make(s, l->rows + l->coordinates.count, l->arena);
    for (int i = 0; i < s->row_count; i++)
        tml_row_derivatives_add_sum(&l->derivatives, l->work, &s->rows[i].terms, a);
    for (int i = 0; i < q->held_count; i++)
        tml_row_derivatives_add_terms(&l->derivatives, l->work, &s->coordinates[q->held[i]].term, 1, a);
    for (int b = 1; b < s->nb; b++)
        for (int k = 0; k < s->masses[b].ignorable_count; k++)
            tml_row_derivatives_add_axis(&l->derivatives, b, s->masses[b].ignorable[k]);
    tml_tree_coordinates_derivatives(&l->coordinates, l->work, a, &l->derivatives);
}

static bool evaluate(tml_linear *l, const tml_linear_request *q)
{
    const tml_system *s = l->system;
    tml_workspace *w = l->work;
    if (q->about != TML_ABOUT_EQUILIBRIUM)
        memcpy(l->v, q->v, (size_t)s->nv * sizeof(double));
    if (q->states)
        tml_workspace_set_states(w, q->states);
    for (int i = 0; q->inputs && i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_PARAMETER)
            w->inputs[i] = q->inputs[i];
    memcpy(w->unwrapped, q->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(w, q->t, q->q, l->v);
    tml_workspace_measure(w, 0, s->measure_count);
    tml_workspace_constraints(w, s->row_count);
    tml_workspace_forces(w);
    find_derivatives(l, q, NULL);
    tml_coupled_states_find(l, q->undamped);
    return tml_all_finite(w->Q, s->nv) && tml_all_finite(w->gamma, s->row_count);
}

/* ---- coordinates ---- */

/* False: a row is not finite. */
static bool factor_constraints(tml_linear *l, int rank)
{
    const size_t nv = (size_t)l->system->nv;
    memset(l->qr.rows, 0, nv * (size_t)l->rows * sizeof(double));
    for (int i = 0; i < l->rows; i++)
        for (int k = l->derivatives.first[i]; k < l->derivatives.first[i + 1]; k++) {
            const tml_row_derivative *e = &l->derivatives.entries[k];
            l->qr.rows[(size_t)i * nv + (size_t)e->column] += e->J / l->unit[e->column];
        }
    if (!tml_all_finite(l->qr.rows, l->system->nv * l->rows))
        return false;
    if (!tml_rank_qr_factor(&l->qr, rank, DEPENDENT))
        tml_arena_give_up(l->arena);
    l->n = l->system->nv - l->qr.rank;
    l->Z = TML_NEW_ARRAY(l->arena, double, nv *(size_t)l->n + 1);
    for (size_t i = 0; i < nv * (size_t)l->n; i++)
        l->Z[i] = tml_rank_qr_null_space(&l->qr)[i] / l->unit[i % nv];
    return true;
}

/* F Z of one coordinate. */
static void project_coordinate(const tml_linear *l, const double *Z, size_t n, int coordinate, double *out,
                               size_t stride)
{
    const size_t nv = (size_t)l->system->nv;
    for (size_t k = 0; k < n; k++)
        out[k * stride] =
            tml_row_derivatives_times(&l->derivatives, l->rows + coordinate, TML_DERIVATIVE_J, Z + k * nv);
}

/* LU factors of F Z of the chosen coordinates. */
static tml_linear_outcome factor_chosen(const tml_linear *l, const double *Z, int of, const int *chosen, double **out,
                                        int **pivots)
{
    const size_t n = (size_t)of;
    *out = TML_NEW_ARRAY(l->arena, double, n *n + 1);
    *pivots = TML_NEW_ARRAY(l->arena, int, n + 1);
    for (size_t k = 0; k < n; k++)
        project_coordinate(l, Z, n, chosen[k], *out + k, n);
    const lapack_int flag = LAPACKE_dgetrf(LAPACK_COL_MAJOR, of, of, *out, of, *pivots);
    if (tml_lapack_done(flag, l->arena))
        return TML_LINEAR_DONE;
    return flag > 0 ? TML_LINEAR_NO_COORDINATES : TML_LINEAR_NOT_FINITE;
}

/* QR with column pivoting of (F Z)': the pivots are the coordinates that the null space moves most independently. */
tml_linear_outcome tml_linear_choose(const tml_linear *l, const double *Z, int of, int **chosen, double **out,
                                     int **pivots)
{
    const int count = l->coordinates.count;
    const size_t n = (size_t)of, all = (size_t)count;
    double *FZ = TML_NEW_ARRAY(l->arena, double, n *all + 1), *tau = TML_NEW_ARRAY(l->arena, double, n + 1);
    int *order = TML_NEW_ARRAY(l->arena, int, all + 1), *taken = TML_NEW_ARRAY(l->arena, int, all + 1);
    for (int i = 0; i < count; i++) {
        project_coordinate(l, Z, n, i, FZ + (size_t)i * n, 1);
        for (size_t k = 0; l->coordinates.list[i].is_rotation && k < n; k++)
            FZ[(size_t)i * n + k] *= l->system->size;
    }
    if (!tml_lapack_done(LAPACKE_dgeqp3(LAPACK_COL_MAJOR, of, count, FZ, of, order, tau), l->arena))
        return TML_LINEAR_NOT_FINITE;
    for (size_t k = 0; k < n; k++)
        taken[order[k] - 1] = 1;
    *chosen = TML_NEW_ARRAY(l->arena, int, n + 1);
    for (int i = 0, k = 0; i < count; i++)
        if (taken[i])
            (*chosen)[k++] = i;
    return factor_chosen(l, Z, of, *chosen, out, pivots);
}

void tml_linear_solve(tml_linear *l, const double *rows_right, const double *y_right, double *x)
{
    const size_t nv = (size_t)l->system->nv;
    double *c = l->right;
    memset(x, 0, nv * sizeof(double));
    if (rows_right && l->rows)
        tml_rank_qr_solve(&l->qr, rows_right, x);
    for (size_t j = 0; j < nv; j++)
        x[j] /= l->unit[j];
    for (int k = 0; k < l->n; k++)
        c[k] = (y_right ? y_right[k] : 0) -
               tml_row_derivatives_times(&l->derivatives, l->rows + l->chosen[k], TML_DERIVATIVE_J, x);
    LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', l->n, 1, l->FZ, l->n, l->pivots, c, l->n);
    for (size_t k = 0; k < (size_t)l->n; k++)
        for (size_t j = 0; j < nv; j++)
            x[j] += c[k] * l->Z[k * nv + j];
}

void tml_linear_multipliers(tml_linear *l, const double *f, double *lambda)
{
    for (int j = 0; j < l->system->nv; j++)
        l->x[j] = f[j] / l->unit[j];
    if (!tml_rank_qr_solve_transpose(&l->qr, l->x, lambda))
        tml_arena_give_up(l->arena);
}

void tml_linear_force_direction(const tml_linear *l, int law, double *b)
{
    const tml_system *s = l->system;
    memset(b, 0, (size_t)s->nv * sizeof(double));
    tml_workspace_add_terms(l->work, &s->laws[law].terms, 1, b);
}

/* ---- reference state ---- */

/* Sets displacements at rounding level to zero. Otherwise a coordinate that moves massless bodies only would pick up a trace of the
 * mass of other bodies, which looks like a mass once M is scaled to a unit diagonal. */
static void drop_rounding(const tml_linear *l, double *x)
{
    double largest = 0;
    for (int j = 0; j < l->system->nv; j++)
        largest = fmax(largest, fabs(x[j]) * l->unit[j]);
    for (int j = 0; j < l->system->nv; j++)
        if (fabs(x[j]) * l->unit[j] < ROUNDING * largest)
            x[j] = 0;
}

/* S: columns of the independent coordinates, then of the released rows. */
static void find_basis(tml_linear *l, const tml_linear_request *q)
{
    const size_t nv = (size_t)l->system->nv;
    double *unit = TML_NEW_ARRAY(l->arena, double, l->rows + l->n + 1);
    l->all = l->n + q->released_count;
    l->S = TML_NEW_ARRAY(l->arena, double, nv *(size_t)l->all + 1);
    l->Av = TML_NEW_ARRAY(l->arena, double, nv *(size_t)l->all + 1);
    for (int k = 0; k < l->all; k++) {
        double *one = k < l->n ? &unit[k] : &unit[q->released[k - l->n]];
        *one = 1;
        tml_linear_solve(l, k < l->n ? NULL : unit, k < l->n ? unit : NULL, l->S + (size_t)k * nv);
        if (l->system->singular_mass)
            drop_rounding(l, l->S + (size_t)k * nv);
        *one = 0;
    }
    l->positions = l->all;
    l->Sq = l->S;
}

/* x = A^+ x (pseudoinverse) for A (n x n) symmetric positive semidefinite, overwritten. NOT_UNIQUE: x is not in its range. */
static tml_linear_outcome solve_mass(tml_linear *l, double *A, double *x)
{
    const size_t n = (size_t)l->n;
    double *value = TML_NEW_ARRAY(l->arena, double, n + 1), *scale = TML_NEW_ARRAY(l->arena, double, n + 1);
    double *y = TML_NEW_ARRAY(l->arena, double, n + 1), massless_force = 0, largest = 0;
    for (size_t i = 0; i < n; i++)
        scale[i] = A[i * (n + 1)] > 0 ? 1 / sqrt(A[i * (n + 1)]) : 1;
    for (size_t i = 0; i < n * n; i++)
        A[i] *= scale[i / n] * scale[i % n];
    if (!tml_lapack_done(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', l->n, A, l->n, value), l->arena))
        return TML_LINEAR_NOT_FINITE;
    for (size_t k = 0; k < n; k++) {
        double along = 0;
        for (size_t i = 0; i < n; i++)
            along += A[k * n + i] * scale[i] * x[i];
        const bool has_mass = value[k] > MASSLESS * (double)n;
        largest = fmax(largest, fabs(along));
        massless_force = fmax(massless_force, has_mass ? 0 : fabs(along));
        for (size_t i = 0; has_mass && i < n; i++)
            y[i] += A[k * n + i] * along / value[k];
    }
    for (size_t i = 0; i < n; i++)
        x[i] = y[i] * scale[i];
    return massless_force <= 1e-9 * largest ? TML_LINEAR_DONE : TML_LINEAR_NOT_UNIQUE;
}

/* Accelerations at the reference state: zero; those of constant coordinate rates; or those that the forces cause. */
static tml_linear_outcome find_accelerations(tml_linear *l, const tml_linear_request *q)
{
    const tml_system *s = l->system;
    const size_t n = (size_t)l->n, nv = (size_t)s->nv;
    if (q->about == TML_ABOUT_EQUILIBRIUM)
        return TML_LINEAR_DONE;
    double *gamma = TML_NEW_ARRAY(l->arena, double, l->rows + 1), *y = TML_NEW_ARRAY(l->arena, double, n + 1);
    for (int i = 0; i < l->rows; i++)
        gamma[i] = i < s->row_count ? l->work->gamma[i] : -l->derivatives.bias[i];
    for (size_t k = 0; k < n; k++)
        y[k] = -l->derivatives.bias[l->rows + l->chosen[k]];
    tml_linear_solve(l, gamma, y, l->a);
    if (q->about == TML_ABOUT_STEADY)
        return TML_LINEAR_DONE;
    double *mass = TML_NEW_ARRAY(l->arena, double, n *n + 1), *MS = TML_NEW_ARRAY(l->arena, double, nv + 1);
    tml_system_times_mass(s, l->a, l->x);
    for (size_t k = 0; k < n; k++) {
        y[k] = 0;
        for (size_t j = 0; j < nv; j++)
            y[k] += l->S[k * nv + j] * (l->work->Q[j] - l->x[j]);
    }
    for (size_t k = 0; k < n; k++) {
        tml_system_times_mass(s, l->S + k * nv, MS);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < nv; j++)
                mass[k * n + i] += l->S[i * nv + j] * MS[j];
    }
    const tml_linear_outcome end = solve_mass(l, mass, y);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < nv; j++)
            l->a[j] += l->S[k * nv + j] * y[k];
    return end;
}

/* |w| |I w| of each body in space: the gyroscopic torque is a difference of forces of this size. */
static void add_spin(const tml_linear *l, double *size)
{
    const tml_system *s = l->system;
    double *momentum = TML_NEW_ARRAY(l->arena, double, s->nv + 1);
    tml_system_times_mass(s, l->v, momentum);
    for (int b = 0; s->space && b < s->nb - 1; b++) {
        const size_t at = (size_t)(b * s->nvb + 3);
        const double *w = l->v + at, *L = momentum + at;
        const double torque =
            sqrt((w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * (L[0] * L[0] + L[1] * L[1] + L[2] * L[2]));
        for (size_t k = 0; k < 3; k++)
            size[at + k] += torque;
    }
}

/* Multipliers, the residual M a - Q - G' lambda, and the sums of the magnitudes of all forces on each coordinate. */
static void find_multipliers(tml_linear *l)
{
    const tml_system *s = l->system;
    const size_t nv = (size_t)s->nv;
    double *size = l->acting, *direction = TML_NEW_ARRAY(l->arena, double, nv + 1);
    l->residual = l->scale = 0;
    tml_system_times_mass(s, l->a, l->unbalanced);
    for (size_t j = 0; j < nv; j++) {
        size[j] = fabs(l->unbalanced[j]) + fabs(l->work->Q[j]);
        l->unbalanced[j] -= l->work->Q[j];
    }
    tml_linear_multipliers(l, l->unbalanced, l->lambda);
    for (size_t j = 0; j < nv; j++)
        l->unbalanced[j] = -l->unbalanced[j];
    for (int i = 0; i < l->rows; i++)
        for (int k = l->derivatives.first[i]; k < l->derivatives.first[i + 1]; k++) {
            const tml_row_derivative *e = &l->derivatives.entries[k];
            l->unbalanced[e->column] += e->J * l->lambda[i];
            size[e->column] += fabs(e->J * l->lambda[i]);
        }
    for (int i = 0; i < s->law_count; i++) {
        tml_linear_force_direction(l, i, direction);
        for (size_t j = 0; j < nv; j++)
            size[j] += fabs(direction[j] * l->work->force[i]);
    }
    add_spin(l, size);
    for (size_t j = 0; j < nv; j++) {
        l->residual = fmax(l->residual, fabs(l->unbalanced[j]) / l->unit[j]);
        l->scale = fmax(l->scale, size[j] / l->unit[j]);
    }
}

typedef struct {
    tml_linear *l;
    const tml_linear_request *q;
    tml_linear_outcome end;
} reference;

static int respond(void *context, tml_instant *at)
{
    reference *r = context;
    tml_linear *l = r->l;
    tml_workspace_forces(l->work);
    r->end = find_accelerations(l, r->q);
    find_multipliers(l);
    at->q = r->q->q;
    at->a = l->a;
    at->lambda = l->lambda;
    return r->end == TML_LINEAR_DONE ? 0 : 1;
}

/* Accelerations and multipliers, with forces that depend on them. */
static tml_linear_outcome find_reference(tml_linear *l, const tml_linear_request *q)
{
    reference r = {.l = l, .q = q};
    if (!l->laws)
        respond(&r, &(tml_instant){0});
    else if (tml_result_laws_solve(l->laws, l->work, respond, &r) && r.end == TML_LINEAR_DONE)
        return TML_LINEAR_NOT_FINITE;
    return r.end;
}

static tml_linear_outcome choose(tml_linear *l, const tml_linear_request *q)
{
    if (!q->chosen)
        return tml_linear_choose(l, l->Z, l->n, &l->chosen, &l->FZ, &l->pivots);
    if (q->chosen_count != l->n)
        return TML_LINEAR_NO_COORDINATES;
    l->chosen = tml_arena_copy(l->arena, q->chosen, (size_t)l->n * sizeof(int));
    return factor_chosen(l, l->Z, l->n, l->chosen, &l->FZ, &l->pivots);
}

bool tml_linear_steady_velocities(const tml_linear *l, const tml_linear_request *at, double *v)
{
    tml_arena *scratch = tml_arena_part(l->arena);
    double *right = TML_NEW_ARRAY(scratch, double, l->rows + l->n + 1), *y = right + l->rows;
    for (int i = 0; i < l->rows; i++)
        right[i] = tml_row_derivatives_times(&l->derivatives, i, TML_DERIVATIVE_J, l->v);
    for (int k = 0; k < l->n; k++)
        y[k] = tml_row_derivatives_times(&l->derivatives, l->rows + l->chosen[k], TML_DERIVATIVE_J, l->v);
    tml_linear *now = make(l->system, at, scratch);
    now->chosen = l->chosen;
    const bool found =
        evaluate(now, at) && factor_constraints(now, at->rank + at->held_count + l->system->ignorable_count) &&
        now->n == l->n && factor_chosen(now, now->Z, now->n, now->chosen, &now->FZ, &now->pivots) == TML_LINEAR_DONE;
    if (found)
        tml_linear_solve(now, right, y, v);
    tml_arena_free(scratch);
    return found;
}

tml_linear_outcome tml_linear_make_frozen(const tml_system *s, const tml_linear_request *q, tml_arena *arena,
                                          tml_linear **out)
{
    s = tml_system_release_ignorable(tml_system_own_inertia(s, arena), q->held, q->held_count, arena);
    tml_linear *l = *out = make(s, q, arena);
    if (!evaluate(l, q))
        return TML_LINEAR_NOT_FINITE;
    if (!factor_constraints(l, q->rank + q->held_count + s->ignorable_count))
        return TML_LINEAR_NOT_FINITE;
    if (l->n == 0)
        return TML_LINEAR_NO_DOF;
    const tml_linear_outcome chosen = choose(l, q);
    if (chosen != TML_LINEAR_DONE)
        return chosen;
    find_basis(l, q);
    const tml_linear_outcome placed = s->rate_row_count ? tml_nonholonomic_positions(l) : TML_LINEAR_DONE;
    if (placed != TML_LINEAR_DONE)
        return placed;
    const tml_linear_outcome moved = find_reference(l, q);
    if (moved != TML_LINEAR_DONE)
        return moved;
    find_derivatives(l, q, l->a);
    tml_linear_reduce(l, q);
    if (l->laws && !tml_linear_add_feedback(l, q))
        return TML_LINEAR_NOT_UNIQUE;
    if (l->laws)
        tml_linear_project(l);
    const int entries = l->n * l->all;
    return tml_all_finite(l->M, entries) && tml_all_finite(l->K, l->n * l->positions) && tml_all_finite(l->C, entries)
               ? TML_LINEAR_DONE
               : TML_LINEAR_NOT_FINITE;
}

tml_linear_outcome tml_linear_make(const tml_system *s, const tml_linear_request *q, tml_arena *arena, tml_linear **out)
{
    const tml_linear_outcome end = tml_linear_make_frozen(s, q, arena, out);
    return end == TML_LINEAR_DONE && q->about == TML_ABOUT_STEADY ? tml_linear_make_invariant(*out, s, q) : end;
}
