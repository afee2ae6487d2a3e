/* redundancy.c - minimal dependent sets of constraints (circuits).
 *
 * A row a_i that depends on the independent ones is a unique combination a_i = sum_k x_k a_k. It and the rows with x_k
 * != 0 are dependent, and independent without any one of them.
 */
#include "diagnosis/redundancy.h"
#include <math.h>
#include <string.h>

enum { MAX_ROWS = 400, MAX_REPORTED = 40 };
static const double NONE = 1e-7; /* a coefficient of a row of length 1 that is rounding */

/* The independent rows as columns, each scaled to length 1. */
static tml_row_matrix transpose_independent(const tml_row_matrix *A, const bool *independent, tml_arena *arena)
{
    const int entries = A->start[A->rows];
    tml_row_matrix T = {.rows = A->columns};
    T.start = TML_NEW_ARRAY(arena, int, A->columns + 2);
    T.column = TML_NEW_ARRAY(arena, int, entries + 1);
    T.value = TML_NEW_ARRAY(arena, double, entries + 1);
    int *at = TML_NEW_ARRAY(arena, int, A->columns + 1);
    for (int i = 0; i < A->rows; i++)
        for (int k = A->start[i]; independent[i] && k < A->start[i + 1]; k++)
            T.start[A->column[k] + 1]++;
    for (int j = 0; j < A->columns; j++)
        T.start[j + 1] += T.start[j], at[j] = T.start[j];
    for (int i = 0; i < A->rows; i++) {
        double length = 0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            length += A->value[k] * A->value[k];
        for (int k = A->start[i]; independent[i] && k < A->start[i + 1]; k++) {
            T.column[at[A->column[k]]] = T.columns;
            T.value[at[A->column[k]]++] = A->value[k] / sqrt(length);
        }
        T.columns += independent[i];
    }
    return T;
}

/* Adds the joint or driver of a row to the set, once. */
static void add_part(const tml_system *s, int row, tml_conflict *set)
{
    const bool joint = s->rows[row].joint >= 0;
    const tml_part part = {joint ? TML_PART_JOINT : TML_PART_DRIVER, joint ? s->rows[row].joint : s->rows[row].driver};
    for (int i = 0; i < set->count; i++)
        if (set->parts[i].kind == part.kind && set->parts[i].index == part.index)
            return;
    set->parts[set->count++] = part;
}

/* What row i depends on, without itself. */
static tml_conflict find_circuit(const tml_system *s, const tml_row_matrix *A, const tml_row_matrix *T,
                                 const bool *independent, int row, tml_arena *arena)
{
    tml_conflict set = {.parts = TML_NEW_ARRAY(arena, tml_part, A->rows + 1)};
    double *b = TML_NEW_ARRAY(arena, double, A->columns + 1), *x = TML_NEW_ARRAY(arena, double, T->columns + 1),
           max = 0;
    for (int k = A->start[row]; k < A->start[row + 1]; k++) {
        b[A->column[k]] += A->value[k];
        max = fmax(max, fabs(A->value[k]));
    }
    int rank, column = 0;
    if (!tml_minimum_norm(T, b, x, &rank))
        return set;
    for (int i = 0; i < A->rows; i++)
        if (independent[i] && fabs(x[column++]) > NONE * max)
            add_part(s, i, &set);
    return set;
}

const char **tml_redundancy_find(const tml_system *s, const tml_assembly *report, double t, const double *q,
                                 tml_arena *arena, const char **cure)
{
    const int rows = s->rigid_row_count;
    *cure = NULL;
    if (rows > MAX_ROWS || report->rank == rows)
        return NULL;
    tml_trial *trial = tml_trial_make(s, t, 1e-9 * s->size, rows, false, q, NULL, NULL, arena);
    tml_trial_put_all(trial, true);
    bool *independent = TML_NEW_ARRAY(arena, bool, rows + 1);
    if (tml_trial_rank(trial, q, independent) != report->rank)
        return NULL;
    const tml_row_matrix T = transpose_independent(&trial->A, independent, arena);
    const char **names = TML_NEW_ARRAY(arena, const char *, rows + 1);
    int listed = 0;
    for (int i = 0; i < rows && listed < MAX_REPORTED; i++) {
        if (independent[i])
            continue;
        tml_conflict set = find_circuit(s, &trial->A, &T, independent, i, arena);
        names[i] = set.count ? tml_conflict_names(s, &set, arena) : NULL;
        add_part(s, i, &set);
        if (!*cure)
            *cure = tml_redundancy_cure(trial, &set, report->rank);
        tml_trial_put_all(trial, true);
        tml_trial_rank(trial, q, independent); /* restores the matrix */
        listed++;
    }
    return names;
}
