/* minimum_norm.h - minimum-norm least-squares solutions of A x = b for any A: dense by SVD (LAPACK), sparse by QR (SuiteSparseQR).
 *
 * Used in assembly, never in a time step: these functions allocate.
 */
#pragma once
#include <stdbool.h>

/* A in compressed rows: row i has entries start[i] ... start[i + 1] - 1. */
typedef struct {
    int rows, columns;
    int *start, *column;
    double *value;
} tml_row_matrix;

/* x = (D A)^+ D b, D normalizing the rows, so that the units of rows have no effect: minimum-norm least squares. False:
 * failure; *rank (may be NULL) is -1 if there was no memory. */
bool tml_minimum_norm(const tml_row_matrix *A, const double *b, double *x, int *rank);
/* Rank of A with normalized rows. `independent` (rows): false for rows that depend on those before them; `shared`
 * (rows): true for rows that take part in a dependence. Either may be NULL. -1: no memory. */
int tml_row_rank(const tml_row_matrix *A, bool *independent, bool *shared);

/* For many rows: a solution of the independent ones; *rank is -1 on failure. */
bool tml_minimum_norm_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank);
/* For many rows: x = (D A)^+ D b, also for dependent rows that contradict each other; *rank is -1 on failure. */
bool tml_least_squares_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank);
/* For many rows; independent[] is true and shared[] false beforehand. */
int tml_row_rank_sparse(const tml_row_matrix *A, bool *independent, bool *shared);
