/* schur_pattern.c - the pattern of the Schur complement S = Z Z', found once: pairs of rows, and which of them couple.
 *
 * S has a 2 x 2 block for every two pairs of rows that share a column of Z.
 */
#include "dynamics/kkt/schur_complement.h"
#include "linalg/sparsity.h"
#include <string.h>

enum { MAX_ORTHOGONAL = 600 };
static const double MAX_VISITS = 1e8; /* visits of columns to find which rows couple */

/* ---- pattern, once ---- */

static bool same_columns(const int *start, const int *column, int a, int b)
{
    const int count = start[a + 1] - start[a];
    return start[b + 1] - start[b] == count &&
           memcmp(column + start[a], column + start[b], (size_t)count * sizeof(int)) == 0;
}

static void pair_rows(tml_schur *f, const int *start, const int *column, tml_arena *arena)
{
    f->pairs = TML_NEW_ARRAY(arena, tml_row_pair, f->rows + 1);
    for (int i = 0, width; i < f->rows; i += width) {
        width = i + 1 < f->rows && same_columns(start, column, i, i + 1) ? 2 : 1;
        const int count = start[i + 1] - start[i];
        f->pairs[f->pair_count++] =
            (tml_row_pair){i, width, count, column + start[i], TML_NEW_ARRAY(arena, tml_v2, count + 1)};
    }
}

/* Pairs by columns: first (n + 1), list. */
static void list_columns(const tml_schur *f, int **first, int **list, tml_arena *arena)
{
    int entries = 0;
    *first = TML_NEW_ARRAY(arena, int, f->n + 2);
    for (int g = 0; g < f->pair_count; g++)
        for (int k = 0; k < f->pairs[g].count; k++, entries++)
            (*first)[f->pairs[g].column[k] + 2]++;
    for (int j = 0; j < f->n; j++)
        (*first)[j + 2] += (*first)[j + 1];
    *list = TML_NEW_ARRAY(arena, int, entries + 1);
    for (int g = 0; g < f->pair_count; g++)
        for (int k = 0; k < f->pairs[g].count; k++)
            (*list)[(*first)[f->pairs[g].column[k] + 1]++] = g;
}

/* Searching every column would take longer than treating S as dense. */
static bool is_nearly_dense(const tml_schur *f, const int *first)
{
    double visits = 0;
    for (int j = 0; j < f->n; j++)
        visits += (double)(first[j + 1] - first[j]) * (double)(first[j + 1] - first[j]);
    return visits > MAX_VISITS && visits > 4 * (double)f->pair_count * (double)f->pair_count;
}

/* Pairs that share a column: start (pair_count + 1), row; ascending, both triangles. False: nearly all do, S is treated
 * as dense. */
static bool find_couplings(const tml_schur *f, int **start, int **row, tml_arena *arena)
{
    int *first, *list;
    list_columns(f, &first, &list, arena);
    if (is_nearly_dense(f, first))
        return false;
    int *seen = TML_NEW_ARRAY(arena, int, f->pair_count + 1);
    *start = TML_NEW_ARRAY(arena, int, f->pair_count + 1);
    for (int pass = 0, mark = 1; pass < 2; pass++) {
        int count = 0;
        for (int g = 0; g < f->pair_count; g++, mark++) {
            seen[g] = mark;
            if (pass)
                (*row)[count] = g; /* a row may have no columns: the diagonal block is always there */
            count++;
            for (int k = 0; k < f->pairs[g].count; k++)
                for (int a = first[f->pairs[g].column[k]]; a < first[f->pairs[g].column[k] + 1]; a++)
                    if (seen[list[a]] != mark) {
                        seen[list[a]] = mark;
                        if (pass)
                            (*row)[count] = list[a];
                        count++;
                    }
            (*start)[g + 1] = count;
            if (pass)
                tml_sort_ascending(*row + (*start)[g], count - (*start)[g]);
        }
        if (!pass)
            *row = TML_NEW_ARRAY(arena, int, count + 1);
    }
    return true;
}

/* Common columns of two pairs: their number and, if `to` is not NULL, their entries. */
static int common_columns(const tml_row_pair *earlier, const int *entry_of, int *to)
{
    int count = 0;
    for (int k = 0; k < earlier->count; k++) {
        const int entry = entry_of[earlier->column[k]]; /* of `later`, from 1 */
        if (entry && to)
            to[2 * count] = entry - 1, to[2 * count + 1] = k;
        count += entry > 0;
    }
    return count;
}

static bool is_same(const tml_row_pair *a, const tml_row_pair *b)
{
    return a->count == b->count && memcmp(a->column, b->column, (size_t)a->count * sizeof(int)) == 0;
}

static void list_couplings(tml_schur *f, const int *start, const int *row, tml_arena *arena, tml_arena *scratch)
{
    int *entry_of = TML_NEW_ARRAY(scratch, int, f->n + 1);
    f->couplings = TML_NEW_ARRAY(arena, tml_coupling_block, (start[f->pair_count] + f->pair_count) / 2 + 1);
    for (int pass = 0; pass < 2; pass++) {
        size_t used = 0;
        f->coupling_count = 0;
        for (int g = 0; g < f->pair_count; g++) {
            const tml_row_pair *later = &f->pairs[g];
            for (int k = 0; k < later->count; k++)
                entry_of[later->column[k]] = k + 1;
            for (int p = start[g]; p < start[g + 1]; p++) {
                const int h = row[p];
                if (f->blocks->position[h] > f->blocks->position[g])
                    continue;
                tml_coupling_block m = {
                    .later = g, .earlier = h, .at = tml_block_cholesky_find(f->blocks, g, h), .first = used};
                m.same = is_same(later, &f->pairs[h]);
                m.count =
                    m.same ? later->count : common_columns(&f->pairs[h], entry_of, pass ? f->common + 2 * used : NULL);
                used += m.same ? 0 : (size_t)m.count;
                f->couplings[f->coupling_count++] = m;
            }
            for (int k = 0; k < later->count; k++)
                entry_of[later->column[k]] = 0;
        }
        if (!pass)
            f->common = TML_NEW_ARRAY(arena, int, 2 * used + 1);
    }
}

static void make_dense(tml_schur *f, tml_arena *arena)
{
    const size_t square = (size_t)f->rows * (size_t)f->rows;
    f->S = TML_NEW_ARRAY(arena, double, square + 1);
    f->scattered = TML_NEW_ARRAY(arena, tml_v2, f->n + 1);
    if (f->rank < f->rows)
        f->semi = (tml_semidefinite){.L = TML_NEW_ARRAY(arena, double, square + 1),
                                     .N = TML_NEW_ARRAY(arena, double, square + 1),
                                     .order = TML_NEW_ARRAY(arena, int, f->rows + 1),
                                     .work = TML_NEW_ARRAY(arena, double, 2 * f->rows + 1)};
}

tml_schur *tml_schur_make(int rows, int n, int rank, const int *start, const int *column, tml_arena *arena)
{
    tml_schur *f = TML_NEW(arena, tml_schur);
    *f = (tml_schur){.rows = rows, .n = n, .rank = rank};
    f->max_square = TML_NEW_ARRAY(arena, double, rows + 1);
    f->y = TML_NEW_ARRAY(arena, double, rows + 1);
    f->weight = TML_NEW_ARRAY(arena, double, rows + 1);
    for (int i = 0; i < rows; i++)
        f->weight[i] = 1;
    if (rows == 0)
        return f;
    pair_rows(f, start, column, arena);
    f->padded = TML_NEW_ARRAY(arena, double, 2 * f->pair_count + 1);
    int *coupling_start = NULL, *coupling_row = NULL;
    tml_arena *scratch = tml_arena_part(arena);
    if (rank == rows && find_couplings(f, &coupling_start, &coupling_row, scratch))
        f->blocks = tml_block_cholesky_make(f->pair_count, coupling_start, coupling_row, arena);
    if (f->blocks)
        list_couplings(f, coupling_start, coupling_row, arena, scratch);
    else
        make_dense(f, arena);
    tml_arena_free(scratch);
    if (rank == rows && rows <= MAX_ORTHOGONAL)
        f->orthogonal = (tml_orthogonal){.Q = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)n + 1),
                                         .L = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)rows + 1),
                                         .order = TML_NEW_ARRAY(arena, int, rows + 1),
                                         .size = TML_NEW_ARRAY(arena, double, 2 * rows + 1)};
    f->z = TML_NEW_ARRAY(arena, double, n + 1);
    return f;
}
