/* singular_space.c - null spaces of the joints at a singular configuration, and the second-order quadratic forms on
 * them. */
#include "assembly/singular_configuration.h"
#include "assembly/start_values.h"
#include "linalg/cholesky.h"
#include "linalg/eigenvalues.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-9; /* of rows of length 1 */
static const double FORM = 1e-6;      /* of the largest form: smaller is rounding */

typedef struct {
    tml_closure *c;
    const double *q;
    tml_singular_space *x;
    tml_rank_qr rows, columns;
    int left_count;
    const double *W; /* (m x left_count) column-major, of rows of length 1 */
    double *v;       /* (nv) */
} space_workspace;

/* Left and right null spaces. */
static bool find_spaces(space_workspace *k)
{
    tml_singular_space *x = k->x;
    tml_arena *scratch = k->c->arena;
    const tml_row_matrix *A = &k->c->A;
    const size_t m = (size_t)x->m, n = (size_t)x->n;
    int *local = TML_NEW_ARRAY(scratch, int, x->s->nv + 1);
    for (int j = 0; j < x->n; j++)
        local[x->column[j]] = j;
    k->rows = tml_rank_qr_make(x->m, x->n, scratch);
    k->columns = tml_rank_qr_make(x->n, x->m, scratch);
    for (size_t i = 0; i < m; i++)
        for (int e = A->start[x->row[i]]; e < A->start[x->row[i] + 1]; e++)
            k->rows.rows[i * n + (size_t)local[A->column[e]]] += A->value[e];
    double *copy = tml_arena_copy(scratch, k->rows.rows, m * n * sizeof(double));
    if (!tml_rank_qr_factor(&k->rows, x->n, DEPENDENT))
        tml_arena_give_up(scratch);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            k->columns.rows[j * m + i] = copy[i * n + j] / k->rows.length[i];
    if (!tml_rank_qr_factor(&k->columns, k->rows.rank, DEPENDENT))
        tml_arena_give_up(scratch);
    x->k = x->n - k->rows.rank, k->left_count = x->m - k->columns.rank;
    k->W = tml_rank_qr_null_space(&k->columns);
    return k->columns.rank == k->rows.rank;
}

void tml_singular_to_tangent(const tml_singular_space *x, const double *v, double *y)
{
    for (int a = 0; a < x->k; a++) {
        y[a] = 0;
        for (int j = 0; j < x->n; j++)
            y[a] += x->Z[(size_t)a * (size_t)x->n + (size_t)j] * v[x->column[j]] * tml_arm(x->s, x->column[j]);
    }
}

void tml_singular_from_tangent(const tml_singular_space *x, const double *y, double *v)
{
    for (int j = 0; j < x->n; j++) {
        double sum = 0;
        for (int a = 0; a < x->k; a++)
            sum += x->Z[(size_t)a * (size_t)x->n + (size_t)j] * y[a];
        v[x->column[j]] = sum / tml_arm(x->s, x->column[j]);
    }
}

/* w'gamma of y, for every w: (left_count) */
static void evaluate_forms(space_workspace *k, const double *y, double *out)
{
    const tml_singular_space *x = k->x;
    tml_singular_from_tangent(x, y, k->v);
    memcpy(k->c->v, k->v, (size_t)x->s->nv * sizeof(double));
    tml_closure_residual(k->c, k->q, false);
    for (int l = 0; l < k->left_count; l++) {
        out[l] = 0;
        for (int i = 0; i < x->m; i++)
            out[l] += k->W[(size_t)l * (size_t)x->m + (size_t)i] * k->c->w->gamma[x->row[i]] / k->rows.length[i];
    }
}

/* All forms, B_l at l k^2, by polarization. */
static double *all_forms(space_workspace *k)
{
    const int n = k->x->k, left_count = k->left_count;
    tml_arena *scratch = k->c->arena;
    double *B = TML_NEW_ARRAY(scratch, double, left_count *n *n + 1),
           *one = TML_NEW_ARRAY(scratch, double, left_count + 1), *y = TML_NEW_ARRAY(scratch, double, n + 1);
    for (int a = 0; a < n; a++)
        for (int b = a; b >= 0; b--) {
            memset(y, 0, (size_t)n * sizeof(double));
            y[a] = y[b] = 1;
            evaluate_forms(k, y, one);
            for (int l = 0; l < left_count; l++)
                B[(l * n + a) * n + b] = one[l];
        }
    for (int l = 0; l < left_count; l++)
        for (int a = 0; a < n; a++)
            for (int b = 0; b < a; b++)
                B[(l * n + a) * n + b] = B[(l * n + b) * n + a] =
                    0.5 * (B[(l * n + a) * n + b] - B[(l * n + a) * n + a] - B[(l * n + b) * n + b]);
    return B;
}

static double norm_of(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* An orthonormal basis of the span of the forms, the largest first. */
static void reduce_forms(tml_singular_space *x, double *B, int left_count, tml_arena *arena)
{
    const int size = x->k * x->k;
    double first = 0;
    x->B = TML_NEW_ARRAY(arena, double, left_count *size + 1);
    for (x->forms = 0; x->forms < left_count; x->forms++) {
        int best = 0;
        for (int l = 1; l < left_count; l++)
            if (norm_of(B + l * size, size) > norm_of(B + best * size, size))
                best = l;
        const double length = norm_of(B + best * size, size);
        first = x->forms ? first : length;
        if (!(length > FORM * first) || length == 0)
            return;
        double *unit = x->B + x->forms * size;
        for (int i = 0; i < size; i++)
            unit[i] = B[best * size + i] / length;
        for (int l = 0; l < left_count; l++) {
            double dot = 0;
            for (int i = 0; i < size; i++)
                dot += unit[i] * B[l * size + i];
            for (int i = 0; i < size; i++)
                B[l * size + i] -= dot * unit[i];
        }
    }
}

/* The space the forms depend on: eigenvectors of sum B_l^2. */
static void find_essential(tml_singular_space *x, tml_arena *scratch, tml_arena *arena)
{
    const int k = x->k;
    double *S = TML_NEW_ARRAY(scratch, double, k *k + 1);
    tml_eigenvalues e = tml_eigenvalues_make(k, scratch);
    for (int l = 0; l < x->forms; l++)
        for (int a = 0; a < k; a++)
            for (int b = 0; b < k; b++)
                for (int i = 0; i < k; i++)
                    S[a * k + b] += x->B[(l * k + a) * k + i] * x->B[(l * k + i) * k + b];
    if (!tml_eigenvalues_find(&e, S, k, 1))
        tml_arena_give_up(scratch);
    x->E = TML_NEW_ARRAY(arena, double, k *k + 1);
    for (int i = 0; i < k; i++)
        if (e.values[i] > FORM * FORM)
            memcpy(x->E + x->essential++ * k, e.vectors + i * k, (size_t)k * sizeof(double));
}

/* y'M y: twice the kinetic energy, with a small mass for massless bodies. */
static void find_inertia(space_workspace *k, tml_arena *arena)
{
    tml_singular_space *x = k->x;
    const tml_system *s = x->s;
    const int n = s->nvb, count = x->k;
    tml_start_values *weights = TML_NEW(k->c->arena, tml_start_values);
    double *y = TML_NEW_ARRAY(k->c->arena, double, count + 1),
           *L = TML_NEW_ARRAY(k->c->arena, double, count * x->n + 1);
    weights->s = s;
    tml_start_values_make_metrics(weights, k->c->w, k->c->arena);
    for (int a = 0; a < count; a++) { /* L'v, body by body */
        memset(y, 0, (size_t)count * sizeof(double));
        y[a] = 1;
        tml_singular_from_tangent(x, y, k->v);
        for (int j = 0; j < x->n; j++) {
            const int body = x->column[j] / n + 1, axis = x->column[j] % n;
            const double *metric = weights->metric + (size_t)body * (size_t)(n * n);
            for (int i = axis; i < n; i++)
                L[a * x->n + j] += metric[i * n + axis] * k->v[(body - 1) * n + i];
        }
    }
    x->M = TML_NEW_ARRAY(arena, double, count *count + 1);
    for (int a = 0; a < count; a++)
        for (int b = 0; b <= a; b++)
            for (int j = 0; j < x->n; j++)
                x->M[a * count + b] += L[a * x->n + j] * L[b * x->n + j];
    tml_cholesky(x->M, count, 0);
}

tml_singular_space *tml_singular_space_make(tml_closure *c, const double *q, const int *row, int m, const int *column,
                                            int n, tml_arena *arena)
{
    tml_singular_space *x = TML_NEW(arena, tml_singular_space);
    space_workspace k = {.c = c, .q = q, .x = x};
    *x = (tml_singular_space){.s = c->s, .m = m, .n = n};
    x->row = tml_arena_copy(arena, row, (size_t)m * sizeof(int));
    x->column = tml_arena_copy(arena, column, (size_t)n * sizeof(int));
    k.v = TML_NEW_ARRAY(c->arena, double, c->s->nv + 1);
    tml_closure_residual(c, q, true);
    if (!find_spaces(&k))
        return NULL;
    x->Z = tml_arena_copy(arena, tml_rank_qr_null_space(&k.rows), (size_t)(x->k * n) * sizeof(double));
    reduce_forms(x, all_forms(&k), k.left_count, arena);
    find_essential(x, c->arena, arena);
    find_inertia(&k, arena);
    return x;
}
