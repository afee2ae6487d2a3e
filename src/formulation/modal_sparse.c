/* modal_sparse.c - modes nearest to a shift by Arnoldi's method on the inverse, all bodies' displacements and multipliers in one
 * sparse matrix (KLU).
 *
 * M v' = K q + C v + G' lambda, G q = 0. With s = shift + 1/p, (q, v) is an eigenvector to p of the map (q, v) to (q+, v+):
 *   [K + shift C - shift^2 M, G'; G, 0] (q+, lambda) = (M v - (C - shift M) q, 0),   v+ = shift q+ + q
 * Without C it is enough to take q to q+:  (K - shift^2 M) q+ + G' lambda = M q, to the eigenvalue 1/(s^2 - shift^2).
 */
#include "formulation/modal_sparse.h"
#include "math/arnoldi.h"
#include "math/dense.h"
#include "math/lu.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SHIFT = 1e-3;     /* of the highest rate that K and M of one coordinate make */
static const double INFINITE = 1e-14; /* eigenvalue of the map, by the largest: s cannot be told from infinity */
static const double RIGID = 1e-4;     /* of the shift: slower is not told from standing still */

typedef struct {
    int row, column;
    double value;
} entry;

typedef struct {
    entry *list;
    size_t count, capacity;
} entries;

typedef struct {
    const tml_system *s;
    const tml_sparse_request *request;
    tml_sparse_report *report;
    tml_arena *arena;
    entries K, C;
    bool damped;
    double shift;
    int n;                         /* nv and the independent rows */
    tml_lu *lu;                    /* of the matrix of the map */
    double *right, *still, *image; /* (n), (nv) zeros, (nv) */
} search;

/* ---- derivatives of forces ---- */

static void put(tml_arena *arena, entries *e, int row, int column, double value)
{
    if (e->count == e->capacity) {
        const size_t grown = e->capacity ? 2 * e->capacity : 256;
        entry *moved = TML_NEW_ARRAY(arena, entry, grown);
        if (e->count)
            memcpy(moved, e->list, e->count * sizeof *moved);
        e->list = moved, e->capacity = grown;
    }
    e->list[e->count++] = (entry){row, column, value};
}

static void add_K(void *context, int i, int j, double value)
{
    search *s = context;
    put(s->arena, &s->K, i, j, value);
}

static void add_C(void *context, int i, int j, double value)
{
    search *s = context;
    s->damped |= value != 0;
    put(s->arena, &s->C, i, j, value);
}

/* Q + G' lambda = left, the least there is. */
static bool balance(search *s, double *lambda)
{
    tml_work *w = s->report->work;
    const tml_system *sys = s->s;
    double *none = TML_NEW_ARRAY(s->arena, double, sys->row_count + 1), most = 0;
    tml_saddle *saddle = tml_saddle_make(sys, sys->row_count, s->request->rank, s->arena);
    if (tml_saddle_factor(saddle, w, TML_METRIC_SIZE))
        return false;
    tml_saddle_solve(saddle, w->Q, none, s->report->left, lambda);
    double *size = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    for (int i = 0; i < sys->law_count; i++)
        for (int k = sys->laws[i].terms.first; k < sys->laws[i].terms.first + sys->laws[i].terms.count; k++) {
            const tml_measure *m = &sys->measures[sys->terms[k].measure];
            for (int side = 0; side < 2; side++) {
                const int body = side ? m->body2 : m->body1;
                const double *J = w->J + ((size_t)sys->terms[k].measure * 2 + (size_t)side) * (size_t)sys->nvb;
                for (int j = 0; body && j < sys->nvb; j++)
                    size[(body - 1) * sys->nvb + j] += fabs(w->force[i] * sys->terms[k].coefficient * J[j]);
            }
        }
    for (int j = 0; j < sys->nv; j++) {
        const double unit = j % sys->nvb < (sys->space ? 3 : 2) ? 1 : sys->size;
        most = fmax(most, (fabs(w->Q[j]) + fabs(w->Q[j] - s->report->left[j]) + size[j]) / unit);
        s->report->residual = fmax(s->report->residual, fabs(s->report->left[j]) / unit);
    }
    s->report->scale = most;
    return true;
}

/* Coordinates are known to their last digit; K makes forces of that. */
static double rounding_of(const search *s)
{
    const tml_system *sys = s->s;
    double far = sys->size, most = 0, *total = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    const int lin = sys->space ? 3 : 2;
    for (int j = 0; j < sys->nq; j++)
        far = fmax(far, j % sys->nqb < lin ? fabs(s->request->q[j]) : 0);
    for (size_t i = 0; i < s->K.count; i++) {
        const entry *e = &s->K.list[i];
        const double unit = (e->row % sys->nvb < lin ? 1 : sys->size) * (e->column % sys->nvb < lin ? 1 : sys->size);
        total[e->row] += fabs(e->value) / unit;
        most = fmax(most, total[e->row]);
    }
    return DBL_EPSILON * fmax(4 * far * most, 64 * s->report->scale);
}

static bool is_finite(const entries *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (!isfinite(e->list[i].value))
            return false;
    return true;
}

static tml_sparse_end evaluate(search *s)
{
    const tml_system *sys = s->s;
    tml_work *w = s->report->work = tml_work_make(sys, s->arena);
    double *lambda = TML_NEW_ARRAY(s->arena, double, sys->row_count + 1);
    double *gradient = TML_NEW_ARRAY(s->arena, double, sys->input_count);
    s->still = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    s->report->left = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    memcpy(w->turn, s->request->turn, (size_t)sys->measure_count * sizeof(double));
    tml_work_evaluate(w, s->request->t, s->request->q, s->still);
    tml_work_measure(w, 0, sys->measure_count);
    if (!tml_all_finite(w->Q, sys->nv))
        return TML_SPARSE_NOT_FINITE;
    if (!balance(s, lambda))
        return TML_SPARSE_SINGULAR;
    const tml_tangent_sink sink = {.context = s, .K = add_K, .C = add_C, .undamped = s->request->undamped};
    tml_tangent_entries(w, lambda, s->still, &sink, gradient);
    s->report->rounding = rounding_of(s);
    return is_finite(&s->K) && is_finite(&s->C) ? TML_SPARSE_DONE : TML_SPARSE_NOT_FINITE;
}

/* ---- the matrix ---- */

/* Entry (j, k) of M, j and k of one body. Rows of idle rotations have what stands in for their inertia, which keeps the matrix
 * regular; products are of the bodies' own inertia, so that these rotations stay out of every shape. */
static double mass_entry(const tml_system *s, int j, int k)
{
    const tml_mass *m = &s->masses[j / s->nvb + 1];
    const int a = j % s->nvb, b = k % s->nvb, lin = s->space ? 3 : 2;
    if (a < lin || b < lin)
        return a == b ? m->mass : 0;
    return s->space ? m->inertia.m[a - 3][b - 3] : m->inertia.m[2][2];
}

static void take_entry(search *s, tml_marks *marks, int i, int j, double value)
{
    if (marks)
        tml_mark(marks, i, j);
    else
        s->lu->value[tml_pattern_find(&s->lu->pattern, i, j)] += value;
}

/* Each entry of the matrix once: marked, or added to the values of lu. */
static void walk(search *s, tml_marks *marks)
{
    const tml_system *sys = s->s;
    int row = sys->nv;
    for (size_t i = 0; i < s->K.count; i++)
        take_entry(s, marks, s->K.list[i].row, s->K.list[i].column, s->K.list[i].value);
    for (size_t i = 0; i < s->C.count; i++)
        take_entry(s, marks, s->C.list[i].row, s->C.list[i].column, s->shift * s->C.list[i].value);
    for (int j = 0; j < sys->nv; j++)
        for (int k = j / sys->nvb * sys->nvb; k < (j / sys->nvb + 1) * sys->nvb; k++)
            if (j == k || mass_entry(sys, j, k) != 0)
                take_entry(s, marks, j, k, -s->shift * s->shift * mass_entry(sys, j, k));
    for (int i = 0; i < sys->row_count; i++) {
        if (!s->request->independent[i])
            continue;
        for (int b = sys->rows[i].first_block; b < sys->rows[i].first_block + sys->rows[i].block_count; b++)
            for (int j = 0; j < sys->nvb; j++) {
                const int column = (sys->blocks[b].body - 1) * sys->nvb + j;
                const double G = s->report->work->G[(size_t)b * (size_t)sys->nvb + (size_t)j];
                take_entry(s, marks, row, column, G);
                take_entry(s, marks, column, row, G);
            }
        row++;
    }
}

static bool factor(search *s)
{
    tml_marks marks = {.arena = s->arena};
    walk(s, &marks);
    s->lu = tml_lu_make(tml_pattern_make(&marks, s->n), s->arena);
    walk(s, NULL);
    s->report->unknowns = s->n, s->report->entries = s->lu->pattern.entries;
    return tml_lu_factor(s->lu, true) > 0;
}

/* The highest rate that stiffness and mass of one coordinate make. */
static double highest_rate(const search *s)
{
    double *diagonal = TML_NEW_ARRAY(s->arena, double, s->s->nv + 1), most = 0;
    for (size_t i = 0; i < s->K.count; i++)
        if (s->K.list[i].row == s->K.list[i].column)
            diagonal[s->K.list[i].row] += s->K.list[i].value;
    for (int j = 0; j < s->s->nv; j++)
        if (mass_entry(s->s, j, j) > 0)
            most = fmax(most, fabs(diagonal[j]) / mass_entry(s->s, j, j));
    return most > 0 ? sqrt(most) : 1;
}

/* ---- products ---- */

static bool solve(search *s)
{
    tml_lu_solve(s->lu, s->right);
    return tml_all_finite(s->right, s->n);
}

static int undamped_product(void *context, const double *x, double *y)
{
    search *s = context;
    memset(s->right, 0, (size_t)s->n * sizeof(double));
    tml_system_times_own_mass(s->s, x, s->right);
    if (!solve(s))
        return 1;
    memcpy(y, s->right, (size_t)s->s->nv * sizeof(double));
    return 0;
}

static int damped_product(void *context, const double *x, double *y)
{
    search *s = context;
    const int nv = s->s->nv;
    memset(s->right, 0, (size_t)s->n * sizeof(double));
    for (int j = 0; j < nv; j++)
        s->image[j] = x[nv + j] + s->shift * x[j];
    tml_system_times_own_mass(s->s, s->image, s->right);
    for (size_t i = 0; i < s->C.count; i++)
        s->right[s->C.list[i].row] -= s->C.list[i].value * x[s->C.list[i].column];
    if (!solve(s))
        return 1;
    for (int j = 0; j < nv; j++) {
        y[j] = s->right[j];
        y[nv + j] = s->shift * y[j] + x[j];
    }
    return 0;
}

/* ---- modes ---- */

/* s of an eigenvalue p of the products. */
static void rate_of(const search *s, double p, double p_im, double *re, double *im)
{
    const double square = p * p + p_im * p_im;
    if (s->damped) {
        *re = s->shift + p / square, *im = -p_im / square;
        return;
    }
    const double a = s->shift * s->shift + p / square, b = -p_im / square, size = hypot(a, b);
    /* the root of a + i b with Re s >= 0 */
    *re = sqrt(fmax(0.5 * (size + a), 0)), *im = copysign(sqrt(fmax(0.5 * (size - a), 0)), b);
    if (*re <= 1e-9 * fabs(*im))
        *re = 0;
    if (fabs(*im) <= 1e-9 * *re)
        *im = 0;
}

/* Whether x is a combination of the shapes of the `count` rigid modes before it. */
static bool is_new(const tml_mode *list, int count, const double *x, int nv, double *rest)
{
    double before = 0, after = 0;
    memcpy(rest, x, (size_t)nv * sizeof(double));
    for (int j = 0; j < nv; j++)
        before += x[j] * x[j];
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            double dot = 0, square = 0;
            for (int j = 0; j < nv; j++)
                dot += rest[j] * list[i].x[j], square += list[i].x[j] * list[i].x[j];
            for (int j = 0; j < nv; j++)
                rest[j] -= dot / square * list[i].x[j];
        }
    for (int j = 0; j < nv; j++)
        after += rest[j] * rest[j];
    return after > 1e-4 * before;
}

static void add_rigid(search *s, tml_modes *out, const double *x)
{
    const int nv = s->s->nv;
    double *rest = TML_NEW_ARRAY(s->arena, double, nv + 1);
    int rigid = 0;
    while (rigid < out->count && out->list[rigid].rigid)
        rigid++;
    if (!is_new(out->list, rigid, x, nv, rest))
        return;
    memmove(out->list + rigid + 1, out->list + rigid, (size_t)(out->count - rigid) * sizeof *out->list);
    out->list[rigid] = (tml_mode){.rigid = true, .x = rest, .x_im = s->still};
    out->count++;
}

/* The mode of s = re + i im with shape x + i x_im: told by its conjugate where im < 0. */
static void add_mode(search *s, tml_modes *out, double re, double im, double *x, const double *x_im)
{
    double *across = s->still;
    if (x_im) {
        across = TML_NEW_ARRAY(s->arena, double, s->s->nv + 1);
        for (int j = 0; j < s->s->nv; j++)
            across[j] = im < 0 ? -x_im[j] : x_im[j];
        out->symmetric = false;
    }
    out->list[out->count++] = (tml_mode){.re = re, .im = fabs(im), .x = x, .x_im = across};
}

/* Without damping s^2 is an eigenvalue, so that -s is one with s, of the same shape: other than its conjugate where
 * forces that follow the bodies make s^2 complex (flutter), and where s is real. */
static void add_undamped(search *s, tml_modes *out, double re, double im, double *x, double *x_im)
{
    if (re != 0 && im != 0) {
        add_mode(s, out, -re, -im, x, x_im);
        add_mode(s, out, re, im, x, x_im);
        return;
    }
    double *const shapes[] = {x, x_im}; /* both, of a double s^2 that rounding made a pair */
    for (int i = 0; i < 2 && shapes[i]; i++) {
        if (re != 0)
            add_mode(s, out, -re, 0, shapes[i], NULL);
        add_mode(s, out, re, im, shapes[i], NULL);
    }
}

static void collect(search *s, const tml_arnoldi *found, tml_modes *out)
{
    double most = 0;
    for (int i = 0; i < found->count; i++)
        most = fmax(most, hypot(found->re[i], found->im[i]));
    for (int i = 0; i < found->count; i++) {
        if (hypot(found->re[i], found->im[i]) <= INFINITE * most) /* of motions without inertia: no modes */
            continue;
        const bool pair = found->im[i] != 0 && i + 1 < found->count;
        double re, im;
        double *x = found->x + (size_t)i * (size_t)found->n, *x_im = pair ? x + found->n : NULL;
        rate_of(s, found->re[i], found->im[i], &re, &im);
        if (hypot(re, im) <= RIGID * s->shift) {
            add_rigid(s, out, x);
            if (pair)
                add_rigid(s, out, x_im);
        } else if (s->damped) {
            add_mode(s, out, re, im, x, x_im);
        } else {
            add_undamped(s, out, re, im, x, x_im);
        }
        i += pair;
    }
}

tml_sparse_end tml_modes_sparse(const tml_system *sys, const tml_sparse_request *request, tml_arena *arena,
                                tml_modes *modes, tml_sparse_report *report)
{
    search *s = TML_NEW(arena, search);
    *report = (tml_sparse_report){0};
    *s = (search){.s = sys, .request = request, .report = report, .arena = arena, .n = sys->nv};
    for (int i = 0; i < sys->row_count; i++)
        s->n += request->independent[i];
    const tml_sparse_end end = evaluate(s);
    if (end != TML_SPARSE_DONE)
        return end;
    s->shift = report->shift = SHIFT * highest_rate(s);
    if (!factor(s))
        return TML_SPARSE_SINGULAR;
    const int n = s->damped ? 2 * sys->nv : sys->nv, wanted = (s->damped ? 2 : 1) * request->count + 2;
    double *start = TML_NEW_ARRAY(arena, double, n + 1), *first = TML_NEW_ARRAY(arena, double, n + 1);
    tml_product *product = s->damped ? damped_product : undamped_product;
    s->right = TML_NEW_ARRAY(arena, double, s->n + 1);
    s->image = TML_NEW_ARRAY(arena, double, sys->nv + 1);
    for (int j = 0; j < n; j++)
        first[j] = 1 + 0.3 * sin(1.7 * j) + 0.1 * (j % 7);
    tml_arnoldi found;
    if (product(s, first, start) || !tml_arnoldi_find(product, s, n, wanted, start, arena, &found))
        return TML_SPARSE_NOT_CONVERGED;
    report->products = found.products;
    *modes = (tml_modes){.symmetric = !s->damped}; /* until a shape is complex */
    modes->list = TML_NEW_ARRAY(arena, tml_mode, 2 * found.count + 2);
    collect(s, &found, modes);
    tml_modes_sort(modes);
    return TML_SPARSE_DONE;
}
