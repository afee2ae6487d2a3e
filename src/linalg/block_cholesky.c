/* block_cholesky.c - sparse Cholesky in 2 x 2 blocks: ordering and fill once (symbolic), then right-looking numeric factorization.
 *
 * For each column k:  X_a = S_ak D_k^-1,  S_ab -= X_a S_bk'  for all a >= b below k.
 */
#include "linalg/block_cholesky.h"
#include "linalg/sparsity.h"
#include <amd.h>
#include <string.h>

enum { ORDER_FROM = 4 };                /* from this many blocks on an ordering is computed */
static const double MAX_LISTED = 1.5e8; /* products whose targets are listed; beyond that they are searched each time */
static const double DENSE_PRODUCTS = 2.5e6; /* beyond this sparse storage pays only if most blocks are zero */

/* ---- pattern, once ---- */

static bool is_dense(double products, int n)
{
    return products > DENSE_PRODUCTS && products > 0.1 * (double)n * (double)n * (double)n / 6;
}

typedef struct {
    int n;
    const int *order, *position;
    int **below, *count; /* (n) rows below the diagonal of each column, ascending, with fill */
    double products;
} fill;

/* Rows of column k: those of S, and those of its children in the elimination tree. */
static int merge(const fill *f, const int *start, const int *row, int k, const int *child, const int *sibling,
                 int *seen, int *list)
{
    int count = 0;
    seen[k] = k;
    for (int p = start[f->order[k]]; p < start[f->order[k] + 1]; p++) {
        const int i = f->position[row[p]];
        if (i > k && seen[i] != k)
            seen[i] = k, list[count++] = i;
    }
    for (int c = child[k]; c >= 0; c = sibling[c])
        for (int a = 0; a < f->count[c]; a++) {
            const int i = f->below[c][a];
            if (seen[i] != k)
                seen[i] = k, list[count++] = i;
        }
    tml_sort_ascending(list, count);
    return count;
}

static fill fill_of(int n, const int *start, const int *row, const int *order, tml_arena *arena)
{
    fill f = {.n = n, .order = order};
    int *position = TML_NEW_ARRAY(arena, int, n), *child = TML_NEW_ARRAY(arena, int, n);
    int *sibling = TML_NEW_ARRAY(arena, int, n), *seen = TML_NEW_ARRAY(arena, int, n);
    int *list = TML_NEW_ARRAY(arena, int, n);
    f.position = position;
    f.below = TML_NEW_ARRAY(arena, int *, n);
    f.count = TML_NEW_ARRAY(arena, int, n);
    for (int k = 0; k < n; k++)
        position[order[k]] = k, child[k] = seen[k] = -1;
    for (int k = 0; k < n && !is_dense(f.products, n); k++) {
        const int count = f.count[k] = merge(&f, start, row, k, child, sibling, seen, list);
        f.below[k] = TML_NEW_ARRAY(arena, int, count + 1);
        memcpy(f.below[k], list, (size_t)count * sizeof(int));
        f.products += 0.5 * count * (count + 1.0);
        if (count)
            sibling[k] = child[list[0]], child[list[0]] = k;
    }
    return f;
}

/* The given order, or approximate minimum degree if that has less fill. */
static fill best_fill(int n, const int *start, const int *row, tml_arena *arena)
{
    int *order = TML_NEW_ARRAY(arena, int, n);
    for (int k = 0; k < n; k++)
        order[k] = k;
    const fill given = fill_of(n, start, row, order, arena);
    int *other = TML_NEW_ARRAY(arena, int, n);
    if (n < ORDER_FROM || amd_order(n, start, row, other, NULL, NULL) < AMD_OK)
        return given;
    const fill found = fill_of(n, start, row, other, arena);
    return found.products < given.products ? found : given;
}

static void list_targets(tml_block_cholesky *f, const fill *g, tml_arena *arena)
{
    size_t at = 0;
    f->target = TML_NEW_ARRAY(arena, int, (size_t)g->products + 1);
    for (int k = 0; k < f->n; k++)
        for (int b = f->start[k] + 1; b < f->start[k + 1]; b++) {
            int p = f->start[f->row[b]];
            for (int a = b; a < f->start[k + 1]; a++, at++) {
                while (f->row[p] != f->row[a])
                    p++;
                f->target[at] = p;
            }
        }
}

static tml_block_cholesky *make_filled(int n, const fill *g, tml_arena *arena)
{
    tml_block_cholesky *f = TML_NEW(arena, tml_block_cholesky);
    int longest = 0;
    f->n = n;
    f->order = TML_NEW_ARRAY(arena, int, n);
    f->position = TML_NEW_ARRAY(arena, int, n);
    f->start = TML_NEW_ARRAY(arena, int, n + 1);
    for (int k = 0; k < n; k++) {
        f->order[k] = g->order[k], f->position[g->order[k]] = k;
        f->start[k + 1] = f->start[k] + 1 + g->count[k];
        longest = longest > g->count[k] ? longest : g->count[k];
    }
    f->row = TML_NEW_ARRAY(arena, int, f->start[n] + 1);
    for (int k = 0; k < n; k++) {
        f->row[f->start[k]] = k;
        memcpy(f->row + f->start[k] + 1, g->below[k], (size_t)g->count[k] * sizeof(int));
    }
    if (g->products <= MAX_LISTED)
        list_targets(f, g, arena);
    f->value = TML_NEW_ARRAY(arena, tml_block2, f->start[n] + 1);
    f->scaled = TML_NEW_ARRAY(arena, tml_block2, longest + 1);
    f->first = TML_NEW_ARRAY(arena, double, 2 * n + 1);
    f->pivot = TML_NEW_ARRAY(arena, double, 2 * n + 1);
    f->x = TML_NEW_ARRAY(arena, tml_v2, n + 1);
    return f;
}

tml_block_cholesky *tml_block_cholesky_make(int n, const int *start, const int *row, tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    const fill g = best_fill(n, start, row, scratch);
    tml_block_cholesky *f = is_dense(g.products, n) ? NULL : make_filled(n, &g, arena);
    tml_arena_free(scratch);
    return f;
}

int tml_block_cholesky_find(const tml_block_cholesky *f, int i, int j)
{
    const int a = f->position[i], b = f->position[j], k = a < b ? a : b, row = a < b ? b : a;
    int low = f->start[k], high = f->start[k + 1] - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return f->row[low] == row ? low : -1;
}

/* ---- values ---- */

/* A diagonal block as l and inverse pivots: D = [1 0; l 1] diag(p, r) [1 l; 0 1], stored as (1/p, l), (0, 1/r). The
 * explicit inverse would lose digits for nearly equal rows. False if a pivot is too small. */
static inline bool factor_diagonal(tml_block2 *D, const double *first, double min_pivot, double *pivot)
{
    const double p = D->column[0][0], inverse = 1 / p, l = D->column[0][1] * inverse;
    const double r = D->column[1][1] - l * D->column[0][1];
    pivot[0] = p, pivot[1] = r;
    D->column[0] = (tml_v2){inverse, l};
    D->column[1] = (tml_v2){0, 1 / r};
    return p > min_pivot * first[0] && r > min_pivot * first[1];
}

/* B D^-1 */
static inline tml_block2 divide(const tml_block2 *B, const tml_block2 *D)
{
    const double l = D->column[0][1];
    tml_block2 X;
    X.column[1] = (B->column[1] - l * B->column[0]) * D->column[1][1];
    X.column[0] = B->column[0] * D->column[0][0] - l * X.column[1];
    return X;
}

bool tml_block_cholesky_factor(tml_block_cholesky *f, double min_pivot)
{
    const int *target = f->target;
    for (int k = 0; k < f->n; k++) {
        const tml_block2 *D = &f->value[f->start[k]];
        f->first[2 * f->order[k]] = D->column[0][0], f->first[2 * f->order[k] + 1] = D->column[1][1];
    }
    for (int k = 0; k < f->n; k++) {
        tml_block2 *D = &f->value[f->start[k]], *column = D + 1;
        const int count = f->start[k + 1] - f->start[k] - 1, at = 2 * f->order[k];
        if (!factor_diagonal(D, f->first + at, min_pivot, f->pivot + at))
            return false;
        for (int a = 0; a < count; a++)
            f->scaled[a] = divide(&column[a], D);
        for (int b = 0; b < count; b++) {
            const tml_block2 B = column[b];
            const int *below = f->row + f->start[k] + 1;
            int at_row = f->start[below[b]];
            for (int a = b; a < count; a++) {
                while (!target && f->row[at_row] != below[a])
                    at_row++;
                const tml_block2 *X = &f->scaled[a];
                tml_block2 *S = &f->value[target ? *target++ : at_row];
                S->column[0] -= X->column[0] * B.column[0][0] + X->column[1] * B.column[1][0];
                S->column[1] -= X->column[0] * B.column[0][1] + X->column[1] * B.column[1][1];
            }
            column[b] = f->scaled[b];
        }
    }
    return true;
}

void tml_block_cholesky_solve(tml_block_cholesky *f, double *x)
{
    tml_v2 *y = f->x;
    for (int k = 0; k < f->n; k++)
        y[k] = (tml_v2){x[2 * f->order[k]], x[2 * f->order[k] + 1]};
    for (int k = 0; k < f->n; k++)
        for (int a = f->start[k] + 1; a < f->start[k + 1]; a++)
            y[f->row[a]] -= f->value[a].column[0] * y[k][0] + f->value[a].column[1] * y[k][1];
    for (int k = f->n - 1; k >= 0; k--) {
        const tml_block2 *D = &f->value[f->start[k]];
        const double second = (y[k][1] - D->column[0][1] * y[k][0]) * D->column[1][1];
        tml_v2 sum = {y[k][0] * D->column[0][0] - D->column[0][1] * second, second};
        for (int a = f->start[k] + 1; a < f->start[k + 1]; a++) {
            const tml_v2 u = f->value[a].column[0] * y[f->row[a]], v = f->value[a].column[1] * y[f->row[a]];
            sum -= (tml_v2){u[0] + u[1], v[0] + v[1]};
        }
        y[k] = sum;
        x[2 * f->order[k]] = sum[0], x[2 * f->order[k] + 1] = sum[1];
    }
}
