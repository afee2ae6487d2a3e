/* normal.c - S = Z Z' formed column by column of Z, and solved. */
#include "formulation/normal.h"
#include "math/lu.h"
#include <math.h>
#include <string.h>

enum { SPARSE_FROM = 48, ORTHOGONAL_MOST = 600 };
static const double RANK_LEAST = 1e-11;      /* a pivot of S below this part of its first value counts as zero */
static const double SQUARE_LEAST = 1e-5;     /* below this S is not trusted */
static const double ORTHOGONAL_LEAST = 1e-5; /* a row shrunk to this part of its length depends on the others */
static const double HELD_PART = 1e-10;
static const double SPARSE_LEAST = 1e-10; /* quotient of pivots below which S is not trusted */

struct tml_normal_sparse {
    tml_lu *lu;    /* of S, both triangles */
    int *at;       /* (2 x pairs) where the products of a column's entries go */
    int *diagonal; /* (rows) */
    bool held;     /* the factors are of S + e */
    double *z;     /* (n) */
};

static void list_columns(tml_normal *f, tml_arena *arena)
{
    const int entries = f->start[f->rows];
    f->first = TML_NEW_ARRAY(arena, int, f->n + 2);
    f->entry = TML_NEW_ARRAY(arena, int, entries + 1);
    f->row = TML_NEW_ARRAY(arena, int, entries + 1);
    for (int k = 0; k < entries; k++)
        f->first[f->column[k] + 2]++;
    for (int j = 0; j < f->n; j++)
        f->first[j + 2] += f->first[j + 1];
    for (int i = 0; i < f->rows; i++)
        for (int k = f->start[i]; k < f->start[i + 1]; k++) {
            const int at = f->first[f->column[k] + 1]++;
            f->entry[at] = k, f->row[at] = i;
        }
}

/* ---- sparse ---- */

/* Rows that a row meets in some column of Z, rising; seen (rows) is all below `mark`. */
static int meeting(const tml_normal *f, int i, int *seen, int mark, int *list)
{
    int count = 0;
    for (int k = f->start[i]; k < f->start[i + 1]; k++)
        for (int a = f->first[f->column[k]]; a < f->first[f->column[k] + 1]; a++)
            if (seen[f->row[a]] != mark) {
                seen[f->row[a]] = mark;
                list[count++] = f->row[a];
            }
    for (int a = 1; a < count; a++) { /* few: by insertion */
        const int x = list[a];
        int b = a;
        for (; b > 0 && list[b - 1] > x; b--)
            list[b] = list[b - 1];
        list[b] = x;
    }
    return count;
}

static void make_sparse(tml_normal *f, tml_arena *arena)
{
    tml_normal_sparse *p = TML_NEW(arena, tml_normal_sparse);
    int *seen = TML_NEW_ARRAY(arena, int, f->rows + 1), *list = TML_NEW_ARRAY(arena, int, f->rows + 1);
    int *column = TML_NEW_ARRAY(arena, int, f->rows + 1);
    for (int i = 0; i < f->rows; i++)
        column[i + 1] = column[i] + meeting(f, i, seen, i + 1, list);
    int *row = TML_NEW_ARRAY(arena, int, column[f->rows] + 1);
    for (int i = 0; i < f->rows; i++)
        meeting(f, i, seen, f->rows + i + 1, row + column[i]);
    const tml_pattern S = {.n = f->rows, .entries = column[f->rows], .column = column, .row = row};
    p->lu = tml_lu_make(S, arena);
    size_t pairs = 0, pair = 0;
    for (int j = 0; j < f->n; j++) {
        const size_t count = (size_t)(f->first[j + 1] - f->first[j]);
        pairs += count * (count + 1) / 2;
    }
    p->at = TML_NEW_ARRAY(arena, int, 2 * pairs + 1);
    for (int j = 0; j < f->n; j++)
        for (int a = f->first[j]; a < f->first[j + 1]; a++)
            for (int b = f->first[j]; b <= a; b++, pair++) {
                p->at[2 * pair] = tml_pattern_find(&S, f->row[a], f->row[b]);
                p->at[2 * pair + 1] = tml_pattern_find(&S, f->row[b], f->row[a]);
            }
    p->z = TML_NEW_ARRAY(arena, double, f->n + 1);
    p->diagonal = TML_NEW_ARRAY(arena, int, f->rows + 1);
    for (int i = 0; i < f->rows; i++)
        p->diagonal[i] = tml_pattern_find(&S, i, i);
    f->sparse = p;
}

/* z += Z' lambda */
static void add_transposed(const tml_normal *f, const double *lambda, double *z)
{
    for (int i = 0; i < f->rows; i++)
        for (int k = f->start[i]; k < f->start[i + 1]; k++)
            z[f->column[k]] += f->Z[k] * lambda[i];
}

static int factor_sparse(tml_normal *f)
{
    tml_normal_sparse *p = f->sparse;
    size_t pair = 0;
    double *value = p->lu->value;
    if (!p->lu->symbolic)
        return -1;
    memset(value, 0, (size_t)p->lu->pattern.entries * sizeof(double));
    for (int j = 0; j < f->n; j++)
        for (int a = f->first[j]; a < f->first[j + 1]; a++) {
            const double x = f->Z[f->entry[a]];
            for (int b = f->first[j]; b <= a; b++, pair++) {
                const double product = x * f->Z[f->entry[b]];
                value[p->at[2 * pair]] += product;
                if (a != b)
                    value[p->at[2 * pair + 1]] += product;
            }
        }
    f->factors = TML_NORMAL_KLU;
    p->held = false;
    const double quality = tml_lu_factor_well(p->lu, SPARSE_LEAST);
    f->least = sqrt(fmax(quality, 0));
    return quality > SPARSE_LEAST ? 0 : quality < 0 ? -1 : 1;
}

/* Too many rows to make orthogonal: S + e is factored, e a small part of its diagonal, and solutions are refined. What is well
 * determined stays as it was, what rounding alone would decide is held back. */
static int hold(tml_normal *f)
{
    tml_normal_sparse *p = f->sparse;
    for (int i = 0; i < f->rows; i++)
        p->lu->value[p->diagonal[i]] *= 1 + HELD_PART;
    p->held = true;
    const double quality = tml_lu_factor(p->lu, true);
    return quality > 0 ? 0 : quality < 0 ? -1 : 1;
}

static void solve_sparse(tml_normal *f, const double *g, double *lambda)
{
    tml_normal_sparse *p = f->sparse;
    if (!p->held) {
        memcpy(lambda, g, (size_t)f->rows * sizeof(double));
        tml_lu_solve(p->lu, lambda);
        return;
    }
    memset(lambda, 0, (size_t)f->rows * sizeof(double));
    for (int pass = 0; pass < 3; pass++) {
        memset(p->z, 0, (size_t)f->n * sizeof(double));
        add_transposed(f, lambda, p->z);
        tml_normal_times(f, p->z, f->y);
        for (int i = 0; i < f->rows; i++)
            f->y[i] = g[i] - f->y[i];
        tml_lu_solve(p->lu, f->y);
        for (int i = 0; i < f->rows; i++)
            lambda[i] += f->y[i];
    }
}

/* ---- dense ---- */

static bool is_sparse(const tml_normal *f)
{
    double products = 0;
    for (int j = 0; j < f->n; j++) {
        const double count = f->first[j + 1] - f->first[j];
        products += count * count;
    }
    return f->rows >= SPARSE_FROM && f->rank == f->rows && products < 0.2 * (double)f->rows * (double)f->rows;
}

tml_normal *tml_normal_make(int rows, int n, int rank, const int *start, const int *column, tml_arena *arena)
{
    tml_normal *f = TML_NEW(arena, tml_normal);
    const size_t square = (size_t)rows * (size_t)rows;
    *f = (tml_normal){.rows = rows, .n = n, .rank = rank, .start = start, .column = column};
    f->least = 1;
    f->longest = TML_NEW_ARRAY(arena, double, rows + 1);
    f->Z = TML_NEW_ARRAY(arena, double, start[rows] + 1);
    f->y = TML_NEW_ARRAY(arena, double, rows + 1);
    list_columns(f, arena);
    if (is_sparse(f)) {
        make_sparse(f, arena);
        if (rows > ORTHOGONAL_MOST)
            return f;
    } else {
        f->S = TML_NEW_ARRAY(arena, double, square + 1);
    }
    if (rank < rows)
        f->semi = (tml_semidefinite){.L = TML_NEW_ARRAY(arena, double, square + 1),
                                     .N = TML_NEW_ARRAY(arena, double, square + 1),
                                     .order = TML_NEW_ARRAY(arena, int, rows + 1),
                                     .work = TML_NEW_ARRAY(arena, double, 2 * rows + 1)};
    else
        f->orthogonal = (tml_orthogonal){.Q = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)n + 1),
                                         .L = TML_NEW_ARRAY(arena, double, square + 1),
                                         .order = TML_NEW_ARRAY(arena, int, rows + 1),
                                         .size = TML_NEW_ARRAY(arena, double, 2 * rows + 1)};
    return f;
}

static void form_S(tml_normal *f)
{
    const size_t m = (size_t)f->rows;
    memset(f->S, 0, m * m * sizeof(double));
    for (int j = 0; j < f->n; j++)
        for (int a = f->first[j]; a < f->first[j + 1]; a++) {
            double *row = f->S + (size_t)f->row[a] * m;
            const double x = f->Z[f->entry[a]];
            for (int b = f->first[j]; b <= a; b++)
                row[f->row[b]] += x * f->Z[f->entry[b]];
        }
}

static int factor_orthogonal(tml_normal *f)
{
    const size_t n = (size_t)f->n;
    memset(f->orthogonal.Q, 0, (size_t)f->rows * n * sizeof(double));
    for (int i = 0; i < f->rows; i++)
        for (int k = f->start[i]; k < f->start[i + 1]; k++)
            f->orthogonal.Q[(size_t)i * n + (size_t)f->column[k]] = f->Z[k];
    tml_orthogonal_factor(&f->orthogonal, f->rows, f->n, ORTHOGONAL_LEAST);
    f->factors = TML_NORMAL_ORTHOGONAL;
    f->least = f->orthogonal.rank < f->rows ? ORTHOGONAL_LEAST : 1;
    for (int i = 0; i < f->orthogonal.rank; i++)
        f->least = fmin(f->least,
                        f->orthogonal.L[(size_t)i * (size_t)f->rows + (size_t)i] / f->longest[f->orthogonal.order[i]]);
    return 0;
}

/* S = L L', if that can be trusted. */
static bool factor_square(tml_normal *f)
{
    const size_t m = (size_t)f->rows;
    if (!tml_cholesky(f->S, f->rows, SQUARE_LEAST))
        return false;
    f->least = 1;
    for (size_t i = 0; i < m; i++)
        f->least = fmin(f->least, f->S[i * m + i] / f->longest[i]);
    f->factors = TML_NORMAL_CHOLESKY;
    return true;
}

static void note_lengths(tml_normal *f)
{
    for (int i = 0; i < f->rows; i++) {
        double sum = 0;
        for (int k = f->start[i]; k < f->start[i + 1]; k++)
            sum += f->Z[k] * f->Z[k];
        f->longest[i] = fmax(f->longest[i], sqrt(sum));
    }
}

int tml_normal_factor(tml_normal *f)
{
    if (f->rows == 0)
        return 0;
    note_lengths(f);
    if (f->sparse) {
        const int flag = factor_sparse(f);
        return flag <= 0 ? flag : f->orthogonal.Q ? factor_orthogonal(f) : hold(f);
    }
    form_S(f);
    if (f->rank < f->rows) {
        for (size_t i = 0, m = (size_t)f->rows; i < m; i++)
            for (size_t j = 0; j < i; j++)
                f->S[j * m + i] = f->S[i * m + j];
        tml_semidefinite_factor(&f->semi, f->S, f->rows, f->rank, RANK_LEAST);
        f->factors = TML_NORMAL_PIVOTED;
        return 0;
    }
    return factor_square(f) ? 0 : factor_orthogonal(f);
}

/* Z = L Q: y = L^-1 g, z += Q' y, lambda = L^-T y */
static void solve_orthogonal(tml_normal *f, const double *g, double *lambda, double *z)
{
    const tml_orthogonal *o = &f->orthogonal;
    const size_t m = (size_t)f->rows, n = (size_t)f->n;
    for (int i = 0; i < o->rank; i++) {
        double sum = g[o->order[i]];
        for (int k = 0; k < i; k++)
            sum -= o->L[(size_t)i * m + (size_t)k] * f->y[k];
        f->y[i] = sum / o->L[(size_t)i * m + (size_t)i];
    }
    for (int i = 0; i < o->rank; i++)
        for (size_t j = 0; j < n; j++)
            z[j] += f->y[i] * o->Q[(size_t)i * n + j];
    memset(lambda, 0, m * sizeof(double));
    for (int i = o->rank - 1; i >= 0; i--) {
        f->y[i] /= o->L[(size_t)i * m + (size_t)i];
        for (int k = 0; k < i; k++)
            f->y[k] -= o->L[(size_t)i * m + (size_t)k] * f->y[i];
        lambda[o->order[i]] = f->y[i];
    }
}

void tml_normal_solve(tml_normal *f, const double *g, double *lambda, double *z)
{
    if (f->rows == 0)
        return;
    if (f->factors == TML_NORMAL_ORTHOGONAL) {
        solve_orthogonal(f, g, lambda, z);
        return;
    }
    if (f->factors == TML_NORMAL_KLU) {
        solve_sparse(f, g, lambda);
    } else if (f->factors == TML_NORMAL_PIVOTED) {
        tml_semidefinite_solve(&f->semi, g, lambda);
    } else {
        memcpy(lambda, g, (size_t)f->rows * sizeof(double));
        tml_cholesky_solve(f->S, f->rows, lambda);
    }
    add_transposed(f, lambda, z);
}

void tml_normal_times(const tml_normal *f, const double *z, double *y)
{
    for (int i = 0; i < f->rows; i++) {
        double sum = 0;
        for (int k = f->start[i]; k < f->start[i + 1]; k++)
            sum += f->Z[k] * z[f->column[k]];
        y[i] = sum;
    }
}

const char *tml_normal_words(const tml_normal *f)
{
    return f->sparse           ? "sparse (KLU)"
           : f->rank < f->rows ? "dense, redundant rows by least norm"
           : f->rows           ? "dense"
                               : "no constraints";
}
