/* ldl.c - sparse symmetric indefinite factors, group by group.
 *
 * The front of group k holds its own unknowns, those its children have delayed, and those it is coupled with further up:
 *
 *   [ F11 F21' ]   the first are eliminated with pivots that keep |L| below 1/THRESHOLD; what is left, F22 - L D L', is the
 *   [ F21 F22  ]   contribution to the parent, unknowns without a pivot among it.
 */
#include "math/ldl.h"
#include <amd.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double THRESHOLD = 0.05; /* a pivot is at least this part of its column */

typedef struct {
    int count, pivots; /* rows; eliminated, the first of them */
    int *row;          /* (count) unknowns */
    double *L;         /* (count x pivots) by columns */
    double *D;   /* (2 x pivots) 1/d and 0; of a block its inverse's diagonal and, with the first, what is beside it */
    bool *block; /* (pivots) first of a 2 x 2 block */
} front;

struct tml_ldl {
    tml_pattern A;
    int groups;
    const int *group;        /* (n) */
    int *first, *member;     /* (groups + 1), (n) unknowns of each group */
    int *order, *position;   /* (groups) */
    int *parent;             /* (groups) by position; -1: a root */
    int *upper, *upper_list; /* (groups + 1) and list: positions that a front reaches up to */
    int *child, *next;       /* (groups) lists of children, by position */
    front *fronts;           /* (groups) by position */
    double **left;           /* (groups) contributions, not yet taken */
    int *where;              /* (n) row of the present front */
    double *F;               /* (size x size) the present front, by columns: lower triangle */
    size_t size;
    int negative, zero;
    tml_arena *arena, *own; /* own: of the present factors */
};

/* ---- order ---- */

static tml_pattern couple_groups(const tml_ldl *f, tml_arena *arena)
{
    tml_marks marks = {.arena = arena};
    for (int j = 0; j < f->A.n; j++)
        for (int e = f->A.column[j]; e < f->A.column[j + 1]; e++)
            if (f->group[f->A.row[e]] != f->group[j])
                tml_mark(&marks, f->group[f->A.row[e]], f->group[j]);
    return tml_pattern_make(&marks, f->groups);
}

static void list_members(tml_ldl *f)
{
    const int n = f->A.n;
    for (int i = 0; i < n; i++)
        f->first[f->group[i] + 1]++;
    for (int g = 0; g < f->groups; g++)
        f->first[g + 1] += f->first[g];
    for (int i = n - 1; i >= 0; i--)
        f->member[--f->first[f->group[i] + 1]] = i;
    memmove(f->first, f->first + 1, (size_t)f->groups * sizeof(int));
    f->first[f->groups] = n;
}

/* What each front reaches: its neighbours further up, and what its children reach. */
static void find_fronts(tml_ldl *f, const tml_pattern *graph, tml_arena *scratch)
{
    int *mark = TML_NEW_ARRAY(scratch, int, f->groups + 1), **list = TML_NEW_ARRAY(scratch, int *, f->groups + 1);
    int *count = TML_NEW_ARRAY(scratch, int, f->groups + 1), *now = TML_NEW_ARRAY(scratch, int, f->groups + 1);
    for (int k = 0; k < f->groups; k++)
        mark[k] = f->child[k] = f->next[k] = -1;
    for (int k = 0; k < f->groups; k++) {
        const int g = f->order[k];
        mark[k] = k;
        for (int e = graph->column[g]; e < graph->column[g + 1]; e++) {
            const int p = f->position[graph->row[e]];
            if (p > k && mark[p] != k)
                mark[p] = k, now[count[k]++] = p;
        }
        for (int c = f->child[k]; c >= 0; c = f->next[c])
            for (int i = 0; i < count[c]; i++)
                if (mark[list[c][i]] != k)
                    mark[list[c][i]] = k, now[count[k]++] = list[c][i];
        tml_sort_rising(now, count[k]);
        list[k] = tml_arena_copy(scratch, now, (size_t)count[k] * sizeof(int));
        f->upper[k + 1] = f->upper[k] + count[k];
        f->parent[k] = count[k] ? now[0] : -1;
        if (count[k])
            f->next[k] = f->child[now[0]], f->child[now[0]] = k;
    }
    f->upper_list = TML_NEW_ARRAY(f->arena, int, f->upper[f->groups] + 1);
    for (int k = 0; k < f->groups; k++)
        memcpy(f->upper_list + f->upper[k], list[k], (size_t)count[k] * sizeof(int));
}

static void end(void *context)
{
    tml_ldl *f = context;
    for (int k = 0; k < f->groups; k++)
        if (f->left[k])
            tml_release(f->left[k]);
    if (f->F)
        tml_release(f->F);
}

tml_ldl *tml_ldl_make(tml_pattern A, const int *group, int groups, tml_arena *arena)
{
    tml_ldl *f = TML_NEW(arena, tml_ldl);
    *f = (tml_ldl){.A = A, .groups = groups, .group = group, .arena = arena};
    int **const lists[] = {&f->first, &f->order, &f->position, &f->parent, &f->upper, &f->child, &f->next};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = TML_NEW_ARRAY(arena, int, groups + 2);
    f->member = TML_NEW_ARRAY(arena, int, A.n + 1);
    f->where = TML_NEW_ARRAY(arena, int, A.n + 1);
    f->fronts = TML_NEW_ARRAY(arena, front, groups + 1);
    f->left = TML_NEW_ARRAY(arena, double *, groups + 1);
    tml_arena_at_end(arena, end, f);
    list_members(f);
    tml_arena *scratch = tml_arena_part(arena);
    const tml_pattern graph = couple_groups(f, scratch);
    if (groups && amd_order(groups, graph.column, graph.row, f->order, NULL, NULL) < 0)
        tml_arena_give_up(arena);
    for (int k = 0; k < groups; k++)
        f->position[f->order[k]] = k;
    find_fronts(f, &graph, scratch);
    tml_arena_free(scratch);
    return f;
}

/* ---- a front ---- */

static void add_group(const tml_ldl *f, front *at, int position)
{
    const int g = f->order[position];
    for (int i = f->first[g]; i < f->first[g + 1]; i++) {
        f->where[f->member[i]] = at->count;
        at->row[at->count++] = f->member[i];
    }
}

/* Rows of the front at position k: own, delayed by children, further up. How many are fully summed. */
static int list_rows(tml_ldl *f, int k)
{
    front *at = &f->fronts[k];
    const int g = f->order[k];
    int size = f->first[g + 1] - f->first[g];
    for (int c = f->child[k]; c >= 0; c = f->next[c])
        size += f->fronts[c].count;
    for (int u = f->upper[k]; u < f->upper[k + 1]; u++) {
        const int h = f->order[f->upper_list[u]];
        size += f->first[h + 1] - f->first[h];
    }
    at->row = TML_NEW_ARRAY(f->own, int, size + 1);
    at->count = 0;
    add_group(f, at, k);
    for (int c = f->child[k]; c >= 0; c = f->next[c]) {
        const front *below = &f->fronts[c];
        for (int i = below->pivots; i < below->count && f->position[f->group[below->row[i]]] < k; i++) {
            f->where[below->row[i]] = at->count; /* delayed ones come first among what is left */
            at->row[at->count++] = below->row[i];
        }
    }
    const int summed = at->count;
    for (int u = f->upper[k]; u < f->upper[k + 1]; u++)
        add_group(f, at, f->upper_list[u]);
    return summed;
}

static void reserve(tml_ldl *f, size_t size)
{
    if (size * size <= f->size && f->F)
        return;
    if (f->F)
        tml_release(f->F);
    f->size = 0;
    f->F = tml_allocate((size * size + 1) * sizeof(double));
    if (!f->F)
        tml_arena_give_up(f->arena);
    f->size = size * size;
}

static void assemble(tml_ldl *f, int k, const double *value)
{
    const front *at = &f->fronts[k];
    const size_t n = (size_t)at->count;
    const int g = f->order[k];
    reserve(f, n);
    memset(f->F, 0, n * n * sizeof(double));
    for (int m = f->first[g]; m < f->first[g + 1]; m++) {
        const int j = f->member[m], J = f->where[j];
        for (int e = f->A.column[j]; e < f->A.column[j + 1]; e++) {
            const int i = f->A.row[e], p = f->position[f->group[i]];
            if (p > k || (p == k && f->where[i] >= J))
                f->F[(size_t)J * n + (size_t)f->where[i]] += value[e];
        }
    }
    for (int c = f->child[k]; c >= 0; c = f->next[c]) {
        const front *below = &f->fronts[c];
        const size_t left = (size_t)(below->count - below->pivots);
        const int *row = below->row + below->pivots;
        for (size_t j = 0; j < left; j++)
            for (size_t i = j; i < left; i++) {
                const size_t a = (size_t)f->where[row[i]], b = (size_t)f->where[row[j]];
                f->F[a >= b ? b * n + a : a * n + b] += f->left[c][j * left + i];
            }
        tml_release(f->left[c]);
        f->left[c] = NULL;
    }
}

/* Entry (i, j) of the symmetric front. */
static double *entry(const tml_ldl *f, int n, int i, int j)
{
    return &f->F[i >= j ? (size_t)j * (size_t)n + (size_t)i : (size_t)i * (size_t)n + (size_t)j];
}

static void swap(tml_ldl *f, front *at, int a, int b)
{
    const int n = at->count, row = at->row[a];
    if (a == b)
        return;
    at->row[a] = at->row[b], at->row[b] = row;
    for (int i = 0; i < n; i++)
        if (i != a && i != b) {
            double *p = entry(f, n, i, a), *q = entry(f, n, i, b);
            const double x = *p;
            *p = *q, *q = x;
        }
    double *p = entry(f, n, a, a), *q = entry(f, n, b, b);
    const double x = *p;
    *p = *q, *q = x;
}

typedef struct {
    double most; /* the largest beside the diagonal */
    int partner; /* the fully summed row with the largest of those */
    double partner_most;
} column;

static column look_at(const tml_ldl *f, int n, int c, int from, int summed, int but)
{
    column out = {.partner = -1};
    for (int i = from; i < n; i++) {
        if (i == c || i == but)
            continue;
        const double size = fabs(*entry(f, n, i, c));
        out.most = fmax(out.most, size);
        if (i < summed && size > out.partner_most)
            out.partner_most = size, out.partner = i;
    }
    return out;
}

/* Whether c and p make a good 2 x 2 pivot: |D^-1| [most of c; most of p] <= 1/THRESHOLD */
static bool is_good_block(const tml_ldl *f, int n, int c, int p, int from, int summed)
{
    const double a = *entry(f, n, c, c), b = *entry(f, n, c, p), d = *entry(f, n, p, p);
    const double det = a * d - b * b, of_c = look_at(f, n, c, from, summed, p).most,
                 of_p = look_at(f, n, p, from, summed, c).most;
    if (!(fabs(det) > 64 * DBL_EPSILON * b * b))
        return false;
    return fabs(d) * of_c + fabs(b) * of_p <= fabs(det) / THRESHOLD &&
           fabs(b) * of_c + fabs(a) * of_p <= fabs(det) / THRESHOLD;
}

/* The next pivot moved to e (and e + 1): 1 or 2; 0: none is good. */
static int choose(tml_ldl *f, front *at, int e, int summed)
{
    const int n = at->count;
    for (int c = e; c < summed; c++) {
        const column of = look_at(f, n, c, e, summed, -1);
        const double d = fabs(*entry(f, n, c, c));
        if (d >= THRESHOLD * of.most && d > DBL_MIN) {
            swap(f, at, e, c);
            return 1;
        }
        if (of.partner >= 0 && is_good_block(f, n, c, of.partner, e, summed)) {
            const int p = of.partner;
            swap(f, at, e, c);
            swap(f, at, e + 1, p == e ? c : p);
            return 2;
        }
    }
    return 0;
}

/* F -= (columns e.. of L) D (them)' */
static void eliminate_one(tml_ldl *f, front *at, int e, double d)
{
    const size_t n = (size_t)at->count, E = (size_t)e;
    double *l = f->F + E * n;
    for (size_t j = E + 1; j < n; j++) {
        const double factor = l[j] / d;
        double *target = f->F + j * n;
        for (size_t i = j; factor != 0 && i < n; i++)
            target[i] -= l[i] * factor;
    }
    for (size_t i = E + 1; i < n; i++)
        l[i] /= d;
    at->D[2 * E] = 1 / d;
}

static void eliminate_two(tml_ldl *f, front *at, int e)
{
    const size_t n = (size_t)at->count, E = (size_t)e;
    double *l = f->F + E * n, *m = l + n;
    const double a = l[E], b = l[E + 1], d = m[E + 1], det = a * d - b * b;
    const double ia = d / det, ib = -b / det, id = a / det;
    for (size_t j = E + 2; j < n; j++) {
        const double x = ia * l[j] + ib * m[j], y = ib * l[j] + id * m[j];
        double *target = f->F + j * n;
        for (size_t i = j; (x != 0 || y != 0) && i < n; i++)
            target[i] -= l[i] * x + m[i] * y;
    }
    for (size_t i = E + 2; i < n; i++) {
        const double x = ia * l[i] + ib * m[i], y = ib * l[i] + id * m[i];
        l[i] = x, m[i] = y;
    }
    l[E + 1] = 0;
    at->block[E] = true;
    at->D[2 * E] = ia, at->D[2 * E + 1] = ib, at->D[2 * E + 2] = id;
    f->negative += det < 0 ? 1 : a < 0 ? 2 : 0;
}

static void eliminate(tml_ldl *f, front *at, int summed, bool root)
{
    const int n = at->count;
    at->D = TML_NEW_ARRAY(f->own, double, 2 * summed + 2);
    at->block = TML_NEW_ARRAY(f->own, bool, summed + 1);
    int e = 0;
    while (e < summed) {
        const int size = choose(f, at, e, summed);
        if (size == 1) {
            const double d = *entry(f, n, e, e);
            f->negative += d < 0;
            eliminate_one(f, at, e, d);
        } else if (size == 2) {
            eliminate_two(f, at, e);
        } else if (root) { /* nothing is left of it */
            f->zero++;
            for (int i = e + 1; i < n; i++)
                *entry(f, n, i, e) = 0;
        } else {
            break;
        }
        e += size ? size : 1;
    }
    at->pivots = e;
}

/* L into memory that stays, the rest for the parent. */
static void keep(tml_ldl *f, int k)
{
    front *at = &f->fronts[k];
    const size_t n = (size_t)at->count, e = (size_t)at->pivots, left = n - e;
    at->L = TML_NEW_ARRAY(f->own, double, n *e + 1);
    memcpy(at->L, f->F, n * e * sizeof(double));
    f->left[k] = tml_allocate((left * left + 1) * sizeof(double));
    if (!f->left[k])
        tml_arena_give_up(f->arena);
    for (size_t j = 0; j < left; j++)
        memcpy(f->left[k] + j * left + j, f->F + (e + j) * n + e + j, (left - j) * sizeof(double));
}

void tml_ldl_factor(tml_ldl *f, const double *value)
{
    if (f->own)
        tml_arena_free(f->own);
    else
        f->own = tml_arena_part(f->arena);
    f->negative = f->zero = 0;
    for (int k = 0; k < f->groups; k++) {
        if (f->left[k])
            tml_release(f->left[k]);
        f->left[k] = NULL;
    }
    for (int k = 0; k < f->groups; k++) {
        const int summed = list_rows(f, k);
        assemble(f, k, value);
        eliminate(f, &f->fronts[k], summed, f->parent[k] < 0);
        keep(f, k);
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

static void forward(const front *at, double *x)
{
    const size_t n = (size_t)at->count;
    for (size_t e = 0; e < (size_t)at->pivots; e++) {
        const double y = x[at->row[e]], *l = at->L + e * n;
        for (size_t i = e + 1; y != 0 && i < n; i++)
            x[at->row[i]] -= l[i] * y;
    }
}

static void divide(const front *at, double *x)
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

static void backward(const front *at, double *x)
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
    for (int k = 0; k < f->groups; k++)
        forward(&f->fronts[k], x);
    for (int k = 0; k < f->groups; k++)
        divide(&f->fronts[k], x);
    for (int k = f->groups - 1; k >= 0; k--)
        backward(&f->fronts[k], x);
}
