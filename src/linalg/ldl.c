/* ldl.c - multifrontal LDL' of sparse symmetric indefinite matrices (Duff and Reid).
 *
 * A front contains its own unknowns, those delayed by its children, and those of fronts above it is coupled with:
 *
 *   [ F11 F21' ]   the first are eliminated row_of they have stable pivots (ldl_front.h); the remainder, F22 - L D L', is the
 *   [ F21 F22  ]   contribution to the parent, including delayed unknowns.
 */
#include "linalg/ldl.h"
#include "linalg/ldl_front.h"
#include "linalg/ldl_tree.h"
#include <string.h>

struct tml_ldl {
    tml_pattern A;
    tml_ldl_tree tree;
    tml_ldl_front *fronts; /* (tree.count) */
    double **contribution; /* (tree.count) contributions not yet assembled */
    int *row_of;           /* (n) row in the present front */
    double *F;             /* (size) the present front, by columns: lower triangle; then workspace */
    size_t size;
    int negative, zero;
    tml_arena *arena, *own; /* own: of the present factors */
};

static void end(void *context)
{
    tml_ldl *f = context;
    for (int k = 0; k < f->tree.count; k++)
        if (f->contribution[k])
            tml_release(f->contribution[k]);
    if (f->F)
        tml_release(f->F);
}

tml_ldl *tml_ldl_make(tml_pattern A, const int *group, int groups, tml_arena *arena)
{
    tml_ldl *f = TML_NEW(arena, tml_ldl);
    *f = (tml_ldl){.A = A, .tree = tml_ldl_tree_make(A, group, groups, arena), .arena = arena};
    f->row_of = TML_NEW_ARRAY(arena, int, A.n + 1);
    f->fronts = TML_NEW_ARRAY(arena, tml_ldl_front, f->tree.count + 1);
    f->contribution = TML_NEW_ARRAY(arena, double *, f->tree.count + 1);
    tml_arena_at_end(arena, end, f);
    return f;
}

/* ---- a front ---- */

static void add_row(tml_ldl *f, tml_ldl_front *at, int unknown)
{
    f->row_of[unknown] = at->count;
    at->row[at->count++] = unknown;
}

/* Rows of front k: own, delayed by children, of fronts above. Returns the number of fully summed ones. */
static int list_rows(tml_ldl *f, int k)
{
    const tml_ldl_tree *t = &f->tree;
    tml_ldl_front *at = &f->fronts[k];
    int size = t->first[k + 1] - t->first[k] + t->upper[k + 1] - t->upper[k];
    for (int c = t->child[k]; c >= 0; c = t->next[c])
        size += f->fronts[c].count - f->fronts[c].pivots;
    at->row = TML_NEW_ARRAY(f->own, int, size + 1);
    at->count = 0;
    for (int i = t->first[k]; i < t->first[k + 1]; i++)
        add_row(f, at, t->member[i]);
    for (int c = t->child[k]; c >= 0; c = t->next[c]) {
        const tml_ldl_front *below = &f->fronts[c];
        for (int i = below->pivots; i < below->count && t->home[below->row[i]] < k; i++)
            add_row(f, at, below->row[i]); /* delayed ones come first in the remainder */
    }
    const int summed = at->count;
    for (int i = t->upper[k]; i < t->upper[k + 1]; i++)
        add_row(f, at, t->upper_list[i]);
    return summed;
}

static void reserve(tml_ldl *f, int count)
{
    const size_t size = (size_t)count * (size_t)count + (size_t)tml_ldl_front_workspace(count) + 1;
    if (size <= f->size)
        return;
    if (f->F)
        tml_release(f->F);
    f->size = 0;
    f->F = tml_allocate(size * sizeof(double));
    if (!f->F)
        tml_arena_give_up(f->arena);
    f->size = size;
}

/* Assembles the contribution of a child and frees it. */
static void assemble_child(tml_ldl *f, int c, size_t n)
{
    const tml_ldl_front *below = &f->fronts[c];
    const size_t contribution = (size_t)(below->count - below->pivots);
    const int *row = below->row + below->pivots;
    for (size_t j = 0; j < contribution; j++) {
        const size_t b = (size_t)f->row_of[row[j]];
        const double *from = f->contribution[c] + j * contribution;
        for (size_t i = j; i < contribution; i++) {
            const size_t a = (size_t)f->row_of[row[i]];
            f->F[a >= b ? b * n + a : a * n + b] += from[i];
        }
    }
    tml_release(f->contribution[c]);
    f->contribution[c] = NULL;
}

static void assemble(tml_ldl *f, int k, const double *value)
{
    const tml_ldl_tree *t = &f->tree;
    const size_t n = (size_t)f->fronts[k].count;
    reserve(f, f->fronts[k].count);
    memset(f->F, 0, n * n * sizeof(double));
    for (int m = t->first[k]; m < t->first[k + 1]; m++) {
        const int j = t->member[m], J = f->row_of[j];
        for (int e = f->A.column[j]; e < f->A.column[j + 1]; e++) {
            const int i = f->A.row[e], home = t->home[i];
            if (home > k || (home == k && f->row_of[i] >= J))
                f->F[(size_t)J * n + (size_t)f->row_of[i]] += value[e];
        }
    }
    for (int c = t->child[k]; c >= 0; c = t->next[c])
        assemble_child(f, c, n);
}

/* Stores L, and the contribution for the parent. */
static void store(tml_ldl *f, int k)
{
    tml_ldl_front *at = &f->fronts[k];
    const size_t n = (size_t)at->count, e = (size_t)at->pivots, contribution = n - e;
    at->L = TML_NEW_ARRAY(f->own, double, n *e + 1);
    memcpy(at->L, f->F, n * e * sizeof(double));
    f->contribution[k] = tml_allocate((contribution * contribution + 1) * sizeof(double));
    if (!f->contribution[k])
        tml_arena_give_up(f->arena);
    for (size_t j = 0; j < contribution; j++)
        memcpy(f->contribution[k] + j * contribution + j, f->F + (e + j) * n + e + j,
               (contribution - j) * sizeof(double));
}

void tml_ldl_factor(tml_ldl *f, const double *value)
{
    if (f->own)
        tml_arena_free(f->own);
    else
        f->own = tml_arena_part(f->arena);
    f->negative = f->zero = 0;
    for (int k = 0; k < f->tree.count; k++) {
        if (f->contribution[k])
            tml_release(f->contribution[k]);
        f->contribution[k] = NULL;
    }
    for (int k = 0; k < f->tree.count; k++) {
        tml_ldl_front *at = &f->fronts[k];
        const int summed = list_rows(f, k);
        const size_t n = (size_t)at->count;
        assemble(f, k, value);
        at->D = TML_NEW_ARRAY(f->own, double, 2 * summed + 2);
        at->block = TML_NEW_ARRAY(f->own, bool, summed + 1);
        tml_ldl_front_eliminate(at, f->F, f->F + n * n, summed, f->tree.parent[k] < 0);
        f->negative += at->negative;
        f->zero += at->zero;
        store(f, k);
    }
}

int tml_ldl_negative(const tml_ldl *f)
{
    return f->negative;
}

int tml_ldl_zero(const tml_ldl *f)
{
    return f->zero;
}

/* ---- solutions ---- */

static void forward(const tml_ldl_front *at, double *x)
{
    const size_t n = (size_t)at->count;
    for (size_t e = 0; e < (size_t)at->pivots; e++) {
        const double y = x[at->row[e]], *l = at->L + e * n;
        for (size_t i = e + 1; y != 0 && i < n; i++)
            x[at->row[i]] -= l[i] * y;
    }
}

static void divide(const tml_ldl_front *at, double *x)
{
    for (int e = 0; e < at->pivots; e++) {
        double *a = &x[at->row[e]];
        if (!at->block[e]) {
            *a *= at->D[2 * e];
            continue;
        }
        double *b = &x[at->row[e + 1]];
        const double y = *a, z = *b;
        *a = at->D[2 * e] * y + at->D[2 * e + 1] * z;
        *b = at->D[2 * e + 1] * y + at->D[2 * e + 2] * z;
        e++;
    }
}

static void backward(const tml_ldl_front *at, double *x)
{
    const size_t n = (size_t)at->count;
    for (size_t e = (size_t)at->pivots; e-- > 0;) {
        const double *l = at->L + e * n;
        double sum = x[at->row[e]];
        for (size_t i = e + 1; i < n; i++)
            sum -= l[i] * x[at->row[i]];
        x[at->row[e]] = sum;
    }
}

void tml_ldl_solve(const tml_ldl *f, double *x)
{
    for (int k = 0; k < f->tree.count; k++)
        forward(&f->fronts[k], x);
    for (int k = 0; k < f->tree.count; k++)
        divide(&f->fronts[k], x);
    for (int k = f->tree.count - 1; k >= 0; k--)
        backward(&f->fronts[k], x);
}
