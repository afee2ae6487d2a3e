/* ldl_front.c - partial L D L' with 1 x 1 and 2 x 2 pivots, left-looking in panels.
 *
 * Within a panel only candidate columns are updated; with L and W = L D of the panel, the rest is updated at its end,
 *
 *   F22 <- F22 - L W'
 *
 * tile by tile. A pivot d is stable if it is at least THRESHOLD times its column, a block if |D^-1| times both columns is below
 * 1/THRESHOLD (Duff and Reid). Rejected rows are tried again after all others.
 */
#include "linalg/ldl_front.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double THRESHOLD = 0.05; /* relative pivot threshold */
enum { PANEL = 32, TILE = 128 };
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

typedef struct {
    tml_ldl_front *at;
    double *F;
    int n, summed;
    int begin, e;           /* first pivot of the panel, next pivot */
    double *W;              /* (n x PANEL + 1) L D of the panel, by columns */
    double *column, *other; /* (n) candidate columns, updated */
} elimination;

long tml_ldl_front_workspace(int count)
{
    return (PANEL + 3L) * count;
}

static double *place(const elimination *x, int i, int j)
{
    return &x->F[i >= j ? (long)j * x->n + i : (long)i * x->n + j];
}

static void exchange(double *a, double *b)
{
    const double old = *a;
    *a = *b, *b = old;
}

static void swap(elimination *x, int a, int b)
{
    if (a == b)
        return;
    int *row = x->at->row, old = row[a];
    row[a] = row[b], row[b] = old;
    for (int i = 0; i < x->n; i++)
        if (i != a && i != b)
            exchange(place(x, i, a), place(x, i, b));
    exchange(place(x, a, a), place(x, b, b));
    for (int k = 0; k < x->e - x->begin; k++)
        exchange(&x->W[(long)k * x->n + a], &x->W[(long)k * x->n + b]);
}

/* Updated column c of the remainder, from row e on. */
static void update_column(const elimination *x, int c, double *to)
{
    for (int i = x->e; i < x->n; i++)
        to[i] = *place(x, i, c);
    for (int k = x->begin; k < x->e; k++) {
        const double *L = x->F + (long)k * x->n, w = x->W[(long)(k - x->begin) * x->n + c];
        for (int i = x->e; w != 0 && i < x->n; i++)
            to[i] -= L[i] * w;
    }
}

/* The largest entry of a column, without rows c and p. */
static double largest(const elimination *x, const double *column, int c, int p)
{
    double max_value = 0;
    for (int i = x->e; i < x->n; i++)
        if (i != c && i != p && !(fabs(column[i]) <= max_value))
            max_value = fabs(column[i]);
    return max_value;
}

/* The fully summed row other than c with the largest entry; -1: all are zero. */
static int partner_of(const elimination *x, const double *column, int c)
{
    int partner = -1;
    for (int i = x->e; i < x->summed; i++)
        if (i != c && fabs(column[i]) > (partner < 0 ? 0 : fabs(column[partner])))
            partner = i;
    return partner;
}

static bool is_stable_block(const elimination *x, int c, int p)
{
    const double a = x->column[c], b = x->column[p], d = x->other[p], det = a * d - b * b;
    const double of_c = largest(x, x->column, c, p), of_p = largest(x, x->other, c, p);
    if (!(fabs(det) > 64 * DBL_EPSILON * b * b))
        return false;
    return fabs(d) * of_c + fabs(b) * of_p <= fabs(det) / THRESHOLD &&
           fabs(b) * of_c + fabs(a) * of_p <= fabs(det) / THRESHOLD;
}

/* ---- pivots ---- */

/* Stores a column as the next of W; L is computed from it. */
static double *put(elimination *x, const double *column, int k)
{
    double *w = x->W + (long)(x->e - x->begin + k) * x->n;
    memcpy(w + x->e, column + x->e, (size_t)(x->n - x->e) * sizeof(double));
    return w;
}

static void pivot_one(elimination *x, int c)
{
    swap(x, x->e, c);
    exchange(&x->column[x->e], &x->column[c]);
    const double *w = put(x, x->column, 0), d = w[x->e];
    double *L = x->F + (long)x->e * x->n;
    for (int i = x->e + 1; i < x->n; i++)
        L[i] = w[i] / d;
    x->at->D[2 * x->e] = 1 / d;
    x->at->negative += d < 0;
    x->e++;
}

static void pivot_two(elimination *x, int c, int p)
{
    const int e = x->e, moved = p == e ? c : p;
    swap(x, e, c);
    swap(x, e + 1, moved);
    for (int k = 0; k < 2; k++) {
        double *column = k ? x->other : x->column;
        exchange(&column[e], &column[c]);
        exchange(&column[e + 1], &column[moved]);
    }
    const double *l = put(x, x->column, 0), *m = put(x, x->other, 1);
    const double a = l[e], b = l[e + 1], d = m[e + 1], det = a * d - b * b;
    const double ia = d / det, ib = -b / det, id = a / det;
    double *L = x->F + (long)e * x->n, *M = L + x->n;
    for (int i = e + 2; i < x->n; i++)
        L[i] = ia * l[i] + ib * m[i], M[i] = ib * l[i] + id * m[i];
    L[e + 1] = 0;
    x->at->block[e] = true;
    x->at->D[2 * e] = ia, x->at->D[2 * e + 1] = ib, x->at->D[2 * e + 2] = id;
    x->at->negative += det < 0 ? 1 : a < 0 ? 2 : 0;
    x->e += 2;
}

/* A row of a root without a pivot: zero. */
static void pivot_none(elimination *x)
{
    double *w = x->W + (long)(x->e - x->begin) * x->n, *L = x->F + (long)x->e * x->n;
    memset(w, 0, (size_t)x->n * sizeof(double));
    memset(L + x->e + 1, 0, (size_t)(x->n - x->e - 1) * sizeof(double));
    x->at->zero++;
    x->e++;
}

/* The next stable pivot, searched cyclically from row *next. False: none. */
static bool find_pivot(elimination *x, int *next)
{
    for (int tried = x->summed - x->e; tried > 0; tried--) {
        const int c = *next >= x->e && *next < x->summed ? *next : x->e;
        update_column(x, c, x->column);
        *next = c + 1;
        const double d = fabs(x->column[c]);
        if (d >= THRESHOLD * largest(x, x->column, c, c) && d > DBL_MIN) {
            pivot_one(x, c);
            return true;
        }
        const int p = partner_of(x, x->column, c);
        if (p < 0)
            continue;
        update_column(x, p, x->other);
        if (is_stable_block(x, c, p)) {
            pivot_two(x, c, p);
            return true;
        }
    }
    return false;
}

/* ---- update after a panel ---- */

/* Rows i ... end of columns j and j + 1 (if `both`):  F -= L W'  by four columns of the panel. */
static void subtract(const elimination *x, int k, int count, int j, bool both, int i, int end)
{
    const long n = x->n;
    const double *L[4];
    double a[4], b[4];
    for (int m = 0; m < 4; m++) {
        const int at = m < count ? k + m : k;
        L[m] = x->F + (x->begin + at) * n;
        a[m] = m < count ? x->W[at * n + j] : 0;
        b[m] = m < count && both ? x->W[at * n + j + 1] : 0;
    }
    double *f = x->F + j * n, *g = both ? f + n : f;
    for (; i + 1 < end && both; i += 2) {
        const pair l0 = *(const pair *)(L[0] + i), l1 = *(const pair *)(L[1] + i), l2 = *(const pair *)(L[2] + i),
                   l3 = *(const pair *)(L[3] + i);
        *(pair *)(f + i) -= l0 * a[0] + l1 * a[1] + l2 * a[2] + l3 * a[3];
        *(pair *)(g + i) -= l0 * b[0] + l1 * b[1] + l2 * b[2] + l3 * b[3];
    }
    for (; i < end; i++) {
        f[i] -= L[0][i] * a[0] + L[1][i] * a[1] + L[2][i] * a[2] + L[3][i] * a[3];
        if (both)
            g[i] -= L[0][i] * b[0] + L[1][i] * b[1] + L[2][i] * b[2] + L[3][i] * b[3];
    }
}

static void end_panel(elimination *x)
{
    const int width = x->e - x->begin;
    for (int top = x->e; top < x->n; top += TILE) {
        const int bottom = top + TILE < x->n ? top + TILE : x->n;
        for (int j = x->e; j < bottom; j += 2)
            for (int k = 0; k < width; k += 4)
                subtract(x, k, width - k < 4 ? width - k : 4, j, j + 1 < x->n, j > top ? j : top, bottom);
    }
    x->begin = x->e;
}

void tml_ldl_front_eliminate(tml_ldl_front *at, double *F, double *workspace, int summed, bool root)
{
    const long n = at->count;
    elimination x = {.at = at, .F = F, .n = at->count, .summed = summed, .W = workspace};
    x.column = workspace + (PANEL + 1) * n;
    x.other = x.column + n;
    at->negative = at->zero = 0;
    for (int next = 0; x.e < summed;) {
        if (!find_pivot(&x, &next)) {
            if (!root)
                break;
            pivot_none(&x);
        }
        if (x.e - x.begin >= PANEL)
            end_panel(&x);
    }
    at->pivots = x.e;
    end_panel(&x);
}
