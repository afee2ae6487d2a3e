/* kkt_system.c - methods for the KKT system  W x = f + G' lambda,  G x = g  by the Schur complement Z Z' = G W^-1 G'. */
#include "dynamics/kkt/kkt_system.h"
#include <math.h>
#include <string.h>

enum { SPARSE_FROM = 64 }; /* from this many rows on, systems with massless bodies are solved by KLU */

static const double MIN_DEFINITE = 1e-13;

const char *tml_kkt_system_description(const tml_kkt_system *s)
{
    return s->method == TML_KKT_SPARSE     ? "sparse (KLU)"
           : s->method == TML_KKT_MASSLESS ? "dense, massless bodies"
                                           : tml_schur_description(s->schur);
}

/* Square roots of the inverse masses and inertias; in space J = L L', inverse_root = L^-1. */
static void find_inverse_roots(tml_kkt_system *s, tml_arena *arena)
{
    s->inverse_root = TML_NEW_ARRAY(arena, tml_mat3, s->system->nb);
    s->inverse_sqrt = TML_NEW_ARRAY(arena, double, 2 * s->system->nb);
    for (int b = 1; b < s->system->nb; b++) {
        const tml_mass *m = &s->system->masses[b];
        double L[9], column[3];
        s->inverse_sqrt[2 * b] = sqrt(m->inverse_mass);
        s->inverse_sqrt[2 * b + 1] = sqrt(m->inverse_inertia.m[2][2]);
        if (!s->system->space)
            continue;
        memcpy(L, m->inertia.m, sizeof L);
        tml_cholesky(L, 3, 0);
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < 3; i++)
                column[i] = i == j;
            tml_cholesky_forward(L, 3, column);
            for (int i = 0; i < 3; i++)
                s->inverse_root[b].m[i][j] = column[i];
        }
    }
}

/* Columns of Z: those of the bodies a row acts on, or all. */
static void make_schur(tml_kkt_system *s, bool full, tml_arena *arena)
{
    const tml_system *sys = s->system;
    const size_t nvb = (size_t)sys->nvb, nv = (size_t)sys->nv;
    const size_t entries = full ? (size_t)s->rows * nv : (size_t)tml_system_blocks(sys, s->rows) * nvb;
    int *start = TML_NEW_ARRAY(arena, int, s->rows + 1), *column = TML_NEW_ARRAY(arena, int, entries + 1);
    size_t at = 0;
    for (int i = 0; i < s->rows; i++) {
        for (size_t j = 0; full && j < nv; j++)
            column[at++] = (int)j;
        for (int k = 0; !full && k < sys->rows[i].block_count; k++)
            for (size_t j = 0; j < nvb; j++)
                column[at++] = (sys->blocks[sys->rows[i].first_block + k].body - 1) * sys->nvb + (int)j;
        start[i + 1] = (int)at;
    }
    s->schur = tml_schur_make(s->rows, sys->nv, s->rank, start, column, arena);
    for (int i = 0; i < s->rows; i++)
        s->schur->weight[i] = sys->size / sys->rows[i].scale;
}

tml_kkt_system *tml_kkt_system_make(const tml_system *system, int rows, int rank, tml_arena *arena)
{
    tml_kkt_system *s = TML_NEW(arena, tml_kkt_system);
    s->system = system;
    s->rows = rows;
    s->rank = rank;
    s->method = rank == rows && rows >= SPARSE_FROM && system->singular_mass ? TML_KKT_SPARSE
                : system->singular_mass                                      ? TML_KKT_MASSLESS
                                                                             : TML_KKT_BODIES;
    if (s->method == TML_KKT_SPARSE) {
        s->sparse = tml_sparse_kkt_make(system, rows, arena);
        return s;
    }
    s->z = TML_NEW_ARRAY(arena, double, system->nv + 1);
    s->right = TML_NEW_ARRAY(arena, double, rows + 1);
    make_schur(s, s->method == TML_KKT_MASSLESS, arena);
    if (s->method == TML_KKT_BODIES) {
        find_inverse_roots(s, arena);
    } else {
        s->W = TML_NEW_ARRAY(arena, double, (size_t)system->nv *(size_t)system->nv);
        s->full = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)system->nv);
    }
    return s;
}

/* ---- H block diagonal, body by body ---- */

/* Factors of a body's translations and rotations in H^-1; in space, in the mass metric, s->inverse_root stands for the
 * rotations. */
static inline const double *factors_of(const tml_kkt_system *s, int body)
{
    return s->metric == TML_METRIC_MASS ? s->inverse_sqrt + 2 * body : s->metric_scale;
}

/* w = H^-1 x, or H^-T x, for the rotation of one body in space */
static inline tml_vec3 divide_rotation(const tml_kkt_system *s, int body, bool transposed, tml_vec3 x)
{
    if (s->metric != TML_METRIC_MASS)
        return tml_scale(s->metric_scale[1], x);
    return transposed ? tml_rotate_back(&s->inverse_root[body], x) : tml_rotate(&s->inverse_root[body], x);
}

static void put_plane(const tml_kkt_system *s, const tml_constraint *row, const double *G, int lane, tml_v2 *Z)
{
    for (int k = row->first_block; k < row->first_block + row->block_count; k++, Z += 3) {
        const double *by = factors_of(s, s->system->blocks[k].body), *from = G + 3 * k;
        Z[0][lane] = from[0] * by[0], Z[1][lane] = from[1] * by[0], Z[2][lane] = from[2] * by[1];
    }
}

static void put_space(const tml_kkt_system *s, const tml_constraint *row, const double *G, int lane, tml_v2 *Z)
{
    for (int k = row->first_block; k < row->first_block + row->block_count; k++, Z += 6) {
        const int body = s->system->blocks[k].body;
        const double *by = factors_of(s, body), *from = G + 6 * k;
        const tml_vec3 w = divide_rotation(s, body, false, (tml_vec3){from[3], from[4], from[5]});
        Z[0][lane] = from[0] * by[0], Z[1][lane] = from[1] * by[0], Z[2][lane] = from[2] * by[0];
        Z[3][lane] = w.x, Z[4][lane] = w.y, Z[5][lane] = w.z;
    }
}

static int factor_bodies(tml_kkt_system *s, const tml_workspace *work)
{
    for (const tml_row_pair *p = s->schur->pairs, *end = p + s->schur->pair_count; p < end; p++)
        for (int lane = 0; lane < p->width; lane++) {
            const tml_constraint *row = &s->system->rows[p->row + lane];
            if (s->system->space)
                put_space(s, row, work->G, lane, p->Z);
            else
                put_plane(s, row, work->G, lane, p->Z);
        }
    return tml_schur_factor(s->schur);
}

/* x = H^-1 x, x = H^-T x */
static void divide_by_H_bodies(const tml_kkt_system *s, bool transposed, double *x)
{
    for (int b = 1; b < s->system->nb; b++) {
        const double *by = factors_of(s, b);
        *x++ *= by[0], *x++ *= by[0];
        if (s->system->space) {
            const tml_vec3 w = divide_rotation(s, b, transposed, (tml_vec3){x[1], x[2], x[3]});
            *x++ *= by[0];
            *x++ = w.x, *x++ = w.y, *x++ = w.z;
        } else {
            *x++ *= by[1];
        }
    }
}

/* ---- H of W + mu G'G: augmented Lagrangian ---- */

/* Unknowns as lengths: rotations times the size of the mechanism. */
static void put_inertia(tml_kkt_system *s, tml_metric metric)
{
    const tml_system *sys = s->system;
    const size_t n = (size_t)sys->nv, nvb = (size_t)sys->nvb, lin = sys->space ? 3 : 2;
    const double square = sys->size * sys->size;
    memset(s->W, 0, n * n * sizeof(double));
    for (int b = 1; b < sys->nb; b++) {
        const tml_mass *body = &sys->masses[b];
        double *W = s->W + (size_t)(b - 1) * nvb * (n + 1);
        for (size_t j = 0; j < nvb; j++)
            if (metric != TML_METRIC_MASS || j < lin)
                W[j * n + j] = metric == TML_METRIC_MASS              ? body->mass
                               : metric == TML_METRIC_SIZE || j < lin ? 1
                                                                      : 1 / square;
            else
                for (size_t k = lin; k < nvb; k++)
                    W[j * n + k] = (sys->space ? body->inertia.m[j - 3][k - 3] : body->inertia.m[2][2]) / square;
    }
}

/* G in lengths; returns the sum of its squares, each row as a length too */
static double put_rows(tml_kkt_system *s, const tml_workspace *work)
{
    const tml_system *sys = s->system;
    const size_t n = (size_t)sys->nv, nvb = (size_t)sys->nvb;
    double sum = 0;
    memset(s->full, 0, (size_t)s->rows * n * sizeof(double));
    for (int i = 0; i < s->rows; i++)
        for (int k = sys->rows[i].first_block; k < sys->rows[i].first_block + sys->rows[i].block_count; k++) {
            double *to = s->full + (size_t)i * n + (size_t)(sys->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++) {
                to[j] = work->G[(size_t)k * nvb + j] / tml_arm(sys, (int)j);
                const double length = to[j] * s->schur->weight[i];
                sum += length * length;
            }
        }
    return sum;
}

/* W + G'mu G replaces W: x stays the same where G x = g, lambda is larger by mu g. */
static int factor_massless(tml_kkt_system *s, const tml_workspace *work, tml_metric metric)
{
    const size_t n = (size_t)s->system->nv, m = (size_t)s->rows;
    put_inertia(s, metric);
    const double stiff = put_rows(s, work);
    double mass = 0;
    for (size_t j = 0; j < n; j++)
        mass += s->W[j * (n + 1)];
    s->mu = stiff > 0 ? (mass > 0 ? mass : 1) / stiff : 0; /* without any mass: a driven mechanism */
    for (size_t r = 0; r < m; r++) {
        const double mu = s->mu * s->schur->weight[r] * s->schur->weight[r];
        for (size_t i = 0; i < n; i++) {
            const double g = mu * s->full[r * n + i];
            for (size_t j = 0; g != 0 && j <= i; j++)
                s->W[i * n + j] += g * s->full[r * n + j];
        }
    }
    if (!tml_cholesky(s->W, s->system->nv, MIN_DEFINITE))
        return 1;
    for (size_t r = 0; r < m; r++) {
        tml_cholesky_forward(s->W, s->system->nv, s->full + r * n);
        tml_schur_set_row(s->schur, (int)r, s->full + r * n);
    }
    return tml_schur_factor(s->schur);
}

/* ---- both ---- */

int tml_kkt_system_factor(tml_kkt_system *s, const tml_workspace *work, tml_metric metric)
{
    s->metric = metric;
    s->metric_scale[0] = 1;
    s->metric_scale[1] = metric == TML_METRIC_SIZE ? 1 / s->system->size : 1;
    switch (s->method) {
    case TML_KKT_SPARSE:
        return tml_sparse_kkt_factor(s->sparse, work, metric);
    case TML_KKT_MASSLESS:
        return s->rows || metric != TML_METRIC_MASS ? factor_massless(s, work, metric) : 1;
    case TML_KKT_BODIES:
        return factor_bodies(s, work);
    }
    return -1;
}

static void to_lengths(const tml_kkt_system *s, double *x)
{
    for (int j = 0; j < s->system->nv; j++)
        x[j] /= tml_arm(s->system, j);
}

static void divide_by_H(const tml_kkt_system *s, bool transposed, double *x)
{
    if (s->method == TML_KKT_BODIES) {
        divide_by_H_bodies(s, transposed, x);
    } else if (transposed) {
        tml_cholesky_backward(s->W, s->system->nv, x);
        to_lengths(s, x);
    } else {
        to_lengths(s, x);
        tml_cholesky_forward(s->W, s->system->nv, x);
    }
}

void tml_kkt_system_solve(tml_kkt_system *s, const double *f, const double *g, double *x, double *lambda)
{
    if (s->method == TML_KKT_SPARSE) {
        tml_sparse_kkt_solve(s->sparse, f, g, x, lambda);
        return;
    }
    const size_t size = (size_t)s->system->nv * sizeof(double);
    if (f) {
        memcpy(s->z, f, size);
        divide_by_H(s, false, s->z);
        tml_schur_times(s->schur, s->z, s->right);
        for (int i = 0; i < s->rows; i++)
            s->right[i] = g[i] - s->right[i];
    } else {
        memset(s->z, 0, size);
        memcpy(s->right, g, (size_t)s->rows * sizeof(double));
    }
    tml_schur_solve(s->schur, s->right, lambda, s->z);
    for (int i = 0; s->method == TML_KKT_MASSLESS && i < s->rows; i++)
        lambda[i] -= s->mu * s->schur->weight[i] * s->schur->weight[i] * g[i];
    divide_by_H(s, true, s->z);
    memcpy(x, s->z, size);
}
