/* singular.c - singular configurations of the joints: found by their rank beside them, their branches by the second order. */
#include "formulation/singular.h"
#include "math/range.h"
#include "math/spectrum.h"
#include <math.h>
#include <string.h>

enum { MAX_COORDINATES = 300, MAX_TANGENT = 16, MAX_NAMES = 8 };
static const double DEPENDENT = 1e-9; /* of rows of length 1 */
static const double FORM = 1e-6;      /* of the largest entry of a form: less is rounding */
static const double ALONG = 1e-7;     /* of a velocity: what may lie across a branch */

typedef struct {
    tml_closure *c;
    const double *q;
    int m, n, k, left; /* rows, coordinates, null space, left null space */
    tml_range rows, columns;
    const double *Z, *W; /* (n x k), (m x left) by columns, in scaled coordinates and rows of length 1 */
    double *form;        /* (k x k) the one that is left */
    int form_count;
    tml_arena *arena;
} search;

static double scale_of(const tml_system *s, int j)
{
    return j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
}

/* Null spaces at q, both ways. */
static bool find_spaces(search *x)
{
    const tml_row_matrix *A = &x->c->A;
    const size_t m = (size_t)x->m, n = (size_t)x->n;
    x->rows = tml_range_make(x->m, x->n, x->arena);
    x->columns = tml_range_make(x->n, x->m, x->arena);
    for (size_t i = 0; i < m; i++)
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            x->rows.rows[i * n + (size_t)A->column[k]] += A->value[k];
    double *copy = tml_arena_copy(x->arena, x->rows.rows, m * n * sizeof(double));
    if (!tml_range_factor(&x->rows, x->n, DEPENDENT))
        tml_arena_give_up(x->arena);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            x->columns.rows[j * m + i] = copy[i * n + j] / x->rows.length[i];
    if (!tml_range_factor(&x->columns, x->rows.rank, DEPENDENT))
        tml_arena_give_up(x->arena);
    x->k = x->n - x->rows.rank, x->left = x->m - x->columns.rank;
    x->Z = tml_range_free(&x->rows), x->W = tml_range_free(&x->columns);
    return x->columns.rank == x->rows.rank;
}

/* v = Z y + Z other, in the closure. */
static void put_velocity(const search *x, int a, int b)
{
    for (int j = 0; j < x->n; j++)
        x->c->v[j] =
            (x->Z[(size_t)a * (size_t)x->n + (size_t)j] + (b >= 0 ? x->Z[(size_t)b * (size_t)x->n + (size_t)j] : 0)) /
            scale_of(x->c->s, j);
}

/* w'gamma of the velocities in the closure, for every w: (left) */
static void take_forms(const search *x, double *out)
{
    tml_closure_residual(x->c, x->q, false);
    for (int l = 0; l < x->left; l++) {
        out[l] = 0;
        for (int i = 0; i < x->m; i++)
            if (x->c->s->rows[i].driver < 0)
                out[l] += x->W[(size_t)l * (size_t)x->m + (size_t)i] * x->c->w->gamma[i] / x->rows.length[i];
    }
}

/* All forms, B_l at l k^2, by polarization. */
static double *all_forms(const search *x)
{
    const int k = x->k, left = x->left;
    double *B = TML_NEW_ARRAY(x->arena, double, left *k *k + 1), *one = TML_NEW_ARRAY(x->arena, double, left + 1);
    for (int a = 0; a < k; a++) {
        put_velocity(x, a, -1);
        take_forms(x, one);
        for (int l = 0; l < left; l++)
            B[(l * k + a) * k + a] = one[l];
    }
    for (int a = 0; a < k; a++)
        for (int b = 0; b < a; b++) {
            put_velocity(x, a, b);
            take_forms(x, one);
            for (int l = 0; l < left; l++)
                B[(l * k + a) * k + b] = B[(l * k + b) * k + a] =
                    0.5 * (one[l] - B[(l * k + a) * k + a] - B[(l * k + b) * k + b]);
        }
    return B;
}

static double norm_of(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* How many of the forms are independent; the largest is kept. */
static void reduce_forms(search *x, double *B)
{
    const int size = x->k * x->k;
    double first = 0;
    for (x->form_count = 0; x->form_count < x->left; x->form_count++) {
        int best = 0;
        for (int l = 1; l < x->left; l++)
            if (norm_of(B + l * size, size) > norm_of(B + best * size, size))
                best = l;
        const double length = norm_of(B + best * size, size);
        first = x->form_count ? first : length;
        if (!(length > FORM * first) || length == 0)
            return;
        double *unit = tml_arena_copy(x->arena, B + best * size, (size_t)size * sizeof(double));
        for (int i = 0; i < size; i++)
            unit[i] /= length;
        x->form = x->form_count ? x->form : unit;
        for (int l = 0; l < x->left; l++) {
            double dot = 0;
            for (int i = 0; i < size; i++)
                dot += unit[i] * B[l * size + i];
            for (int i = 0; i < size; i++)
                B[l * size + i] -= dot * unit[i];
        }
    }
}

/* y = Z' v, in scaled coordinates. */
static void to_tangent(const search *x, const double *v, double *y)
{
    for (int a = 0; a < x->k; a++) {
        y[a] = 0;
        for (int j = 0; j < x->n; j++)
            y[a] += x->Z[(size_t)a * (size_t)x->n + (size_t)j] * v[j] * scale_of(x->c->s, j);
    }
}

static double *from_tangent(const search *x, const double *y, tml_arena *arena)
{
    double *v = TML_NEW_ARRAY(arena, double, x->n + 1);
    for (int j = 0; j < x->n; j++) {
        for (int a = 0; a < x->k; a++)
            v[j] += x->Z[(size_t)a * (size_t)x->n + (size_t)j] * y[a];
        v[j] /= scale_of(x->c->s, j);
    }
    return v;
}

/* Branches of the one form, by its eigenvalues: its rank and its signs. normal: (2 x k) of two branches. */
static void find_branches(search *x, tml_singular *out, double *normal, tml_arena *arena)
{
    const int k = x->k;
    tml_spectrum e = tml_spectrum_make(k, x->arena);
    double direction[2][MAX_TANGENT];
    if (!tml_spectrum_find(&e, x->form, k, 1))
        tml_arena_give_up(x->arena);
    int rising = 0, falling = 0; /* positive, negative ones */
    for (int i = 0; i < k; i++) {
        rising += e.values[i] > FORM;
        falling += e.values[i] < -FORM;
    }
    out->kind = rising && falling ? TML_BRANCH_UNKNOWN : TML_BRANCH_NONE;
    if (rising != 1 || falling != 1)
        return;
    out->kind = TML_BRANCH_TWO;
    const double up = sqrt(e.values[k - 1]), down = sqrt(-e.values[0]);
    const double *e_up = e.vectors + (size_t)(k - 1) * (size_t)k, *e_down = e.vectors;
    for (int i = 0; i < k; i++)
        for (int side = 0; side < 2; side++) {
            const double sign = side ? -1 : 1;
            normal[side * k + i] = up * e_up[i] + sign * down * e_down[i];
            direction[side][i] = down * e_up[i] - sign * up * e_down[i];
        }
    for (int side = 0; side < 2; side++)
        out->branch[side] = from_tangent(x, direction[side], arena);
}

/* Where velocities stand to the branches. */
static void place_velocities(const search *x, tml_singular *out, const double *v, const double *normal)
{
    const int k = x->k;
    double y[MAX_TANGENT], size = 0, form = 0;
    to_tangent(x, v, y);
    size = norm_of(y, k);
    if (size == 0) {
        out->start = TML_SINGULAR_REST;
        return;
    }
    for (int a = 0; a < k; a++)
        for (int b = 0; b < k; b++)
            form += y[a] * x->form[a * k + b] * y[b];
    out->start = TML_SINGULAR_AMBIGUOUS;
    if (x->form_count > 1 || out->kind != TML_BRANCH_TWO) {
        if (fabs(form) > ALONG * size * size)
            out->start = TML_SINGULAR_OFF;
        return;
    }
    bool on[2];
    for (int side = 0; side < 2; side++) {
        double dot = 0;
        for (int a = 0; a < k; a++)
            dot += normal[side * k + a] * y[a];
        on[side] = fabs(dot) <= ALONG * size * norm_of(normal + side * k, k);
    }
    out->along = on[1];
    out->start = on[0] != on[1] ? TML_SINGULAR_ON_BRANCH : on[0] ? TML_SINGULAR_AMBIGUOUS : TML_SINGULAR_OFF;
}

/* ---- words ---- */

static double rate_along(const tml_closure *c, const tml_freedom *f, const double *v)
{
    const tml_system *s = c->s;
    const tml_measure *m = &s->measures[f->term.measure];
    const double *J = c->w->J + (size_t)f->term.measure * 2 * (size_t)s->nvb;
    double sum = 0;
    for (int k = 0; k < s->nvb; k++) {
        sum += m->body1 ? J[k] * v[(m->body1 - 1) * s->nvb + k] : 0;
        sum += m->body2 ? J[s->nvb + k] * v[(m->body2 - 1) * s->nvb + k] : 0;
    }
    return f->term.coefficient * sum;
}

typedef struct {
    const tml_joint *joint;
    const tml_freedom *freedom;
    double rate[2];
} named;

static const char *entry(const named *x, int side, double unit, tml_arena *arena)
{
    const double value = x->rate[side] / unit;
    return tml_arena_format(arena, "%s: %.6g", tml_freedom_channel(x->joint, x->freedom, "speed", arena),
                            fabs(value) < 1e-9 ? 0 : value);
}

/* Two joint velocities that tell the branches apart: the first moves on both, the second differs most. */
static const char *choices_of(tml_closure *c, const double *q, const tml_singular *s, tml_arena *arena)
{
    named *list = TML_NEW_ARRAY(c->arena, named, c->s->freedom_count + 1), *first = NULL, *second = NULL;
    int count = 0;
    double best = 0;
    tml_closure_residual(c, q, false);
    for (int i = 0; i < c->s->joint_count; i++)
        for (int k = 0; k < c->s->joints[i].freedom_count; k++) {
            const tml_freedom *f = &c->s->freedoms[c->s->joints[i].first_freedom + k];
            if (f->term.measure < 0)
                continue;
            named *x = &list[count++];
            *x = (named){&c->s->joints[i], f, {rate_along(c, f, s->branch[0]), rate_along(c, f, s->branch[1])}};
            const double least = fmin(fabs(x->rate[0]), fabs(x->rate[1]));
            best = fmax(best, least);
        }
    for (int i = count - 1; i >= 0; i--)
        if (best > 0 && fmin(fabs(list[i].rate[0]), fabs(list[i].rate[1])) >= 0.1 * best)
            first = &list[i];
    if (!first)
        return NULL;
    best = 0;
    for (int i = 0; i < count; i++) {
        const double apart = fabs(list[i].rate[0] / first->rate[0] - list[i].rate[1] / first->rate[1]);
        if (&list[i] != first && apart > 1.001 * best)
            best = apart, second = &list[i];
    }
    if (!second)
        return NULL;
    return tml_arena_format(arena, "{%s, %s} or {%s, %s}", entry(first, 0, first->rate[0], arena),
                            entry(second, 0, first->rate[0], arena), entry(first, 1, first->rate[1], arena),
                            entry(second, 1, first->rate[1], arena));
}

static const char *joints_of(const tml_system *s, const bool *here, const bool *beside, tml_arena *arena)
{
    const char *text = "";
    int count = 0, last = -1;
    for (int j = 0; j < s->joint_count; j++)
        for (int i = 0; i < s->rigid_row_count; i++)
            if (s->rows[i].joint == j && here[i] && !beside[i] && last != j) {
                last = j;
                if (count++ < MAX_NAMES)
                    text = tml_arena_format(arena, "%s%s%s", text, count > 1 ? ", " : "", s->joints[j].name);
            }
    return count > MAX_NAMES ? tml_arena_format(arena, "%s and %d more", text, count - MAX_NAMES) : text;
}

const char *tml_singular_text(const tml_singular *s, tml_arena *arena)
{
    const char *where = tml_arena_format(
        arena,
        "singular configuration: joints %s hold %d direction%s less here than beside it "
        "(rank %d, not %d)",
        s->joints, s->rank_beside - s->rank, s->rank_beside - s->rank == 1 ? "" : "s", s->rank, s->rank_beside);
    if (s->kind == TML_BRANCH_NONE)
        return tml_arena_format(arena, "%s; to second order nothing can move out of it that way", where);
    if (s->kind == TML_BRANCH_TWO)
        where = tml_arena_format(arena, "%s; two branches of motion meet", where);
    if (s->kind == TML_BRANCH_TWO && s->choices)
        where = tml_arena_format(arena, "%s, which `initial` can choose: %s", where, s->choices);
    return s->start == TML_SINGULAR_ON_BRANCH && s->kind == TML_BRANCH_TWO
               ? tml_arena_format(arena, "%s; its velocities follow the %s", where, s->along ? "second" : "first")
           : s->start == TML_SINGULAR_OFF ? tml_arena_format(arena, "%s; its velocities belong to no motion", where)
                                          : where;
}

/* ---- the search ---- */

/* Rank of the joints and the rows in a dependence, at q. */
static int rank_at(tml_closure *c, const double *q, bool *shared)
{
    tml_closure_residual(c, q, true);
    tml_row_matrix rigid = c->A;
    rigid.rows = c->s->rigid_row_count;
    const int rank = tml_row_rank(&rigid, NULL, shared);
    if (rank < 0)
        tml_arena_give_up(c->arena);
    return rank;
}

static int joint_rows_of(const tml_system *s)
{
    int count = 0;
    for (int i = 0; i < s->rigid_row_count; i++)
        count += s->rows[i].driver < 0;
    return count;
}

static const tml_singular *find(tml_closure *c, const double *q, const double *v, tml_arena *arena)
{
    const tml_system *s = c->s;
    const int rows = s->rigid_row_count;
    bool *here = TML_NEW_ARRAY(c->arena, bool, rows + 1), *beside = TML_NEW_ARRAY(c->arena, bool, rows + 1);
    double *near = TML_NEW_ARRAY(c->arena, double, s->nq + 1);
    const int rank = rank_at(c, q, here);
    if (rank == joint_rows_of(s) || rank == s->nv)
        return NULL;
    int other = -1;
    for (unsigned trial = 0; trial < 3 && other <= rank; trial++)
        if (tml_closure_beside(c, q, 12345u + 7919u * trial, trial == 1 ? 0.005 : 0.02, near))
            other = rank_at(c, near, beside);
    if (other <= rank)
        return NULL;
    tml_singular *out = TML_NEW(arena, tml_singular);
    *out = (tml_singular){.rank = rank, .rank_beside = other, .joints = joints_of(s, here, beside, arena)};
    search x = {.c = c, .q = q, .m = rows, .n = s->nv, .arena = c->arena};
    double normal[2 * MAX_TANGENT];
    out->start = TML_SINGULAR_AMBIGUOUS;
    tml_closure_residual(c, q, true);
    if (!find_spaces(&x) || x.k > MAX_TANGENT)
        return out;
    reduce_forms(&x, all_forms(&x));
    if (x.form_count == 1)
        find_branches(&x, out, normal, arena);
    if (x.form_count)
        place_velocities(&x, out, v, normal);
    if (out->kind == TML_BRANCH_TWO)
        out->choices = choices_of(c, q, out, arena);
    return out;
}

const tml_singular *tml_singular_find(tml_closure *c, const double *q, const double *v, tml_arena *arena)
{
    if (c->s->nv > MAX_COORDINATES)
        return NULL;
    double *kept = tml_arena_copy(c->arena, c->v, (size_t)c->s->nv * sizeof(double));
    const int rows = c->joint_rows;
    c->without_drivers = true;
    c->joint_rows = c->s->rigid_row_count;
    const tml_singular *found = find(c, q, v, arena);
    c->without_drivers = false;
    c->joint_rows = rows;
    memcpy(c->v, kept, (size_t)c->s->nv * sizeof(double));
    return found;
}
