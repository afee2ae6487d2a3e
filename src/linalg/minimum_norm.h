/* minimum_norm.h - least-norm solutions of A x = b for any A: dense by SVD (LAPACK), sparse by QR (SuiteSparseQR).
 *
 * Used where a mechanism is closed, never inside a step: these allocate.
 */
#pragma once
#include <stdbool.h>

/* A by rows in compressed form: row i has entries start[i] .. start[i+1]. */
typedef struct {
    int rows, columns;
    int *start, *column;
    double *value;
} tml_row_matrix;

/* x = (D A)^+ D b, D making rows of unit length: least norm of least squares, in whatever units rows are. False when it fails; *rank (may be NULL) is then -1 if there was no memory. */
bool tml_minimum_norm(const tml_row_matrix *A, const double *b, double *x, int *rank);
/* Rank of A with rows of unit length. `independent` (rows): false for rows that depend on those before them;
 * `shared` (rows): true for rows that take part in a dependence. Either may be NULL. -1: no memory. */
int tml_row_rank(const tml_row_matrix *A, bool *independent, bool *shared);

/* Of many rows: a solution of the independent rows among them; *rank is -1 when it fails. */
bool tml_minimum_norm_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank);
/* Of many rows: x = (D A)^+ D b also where rows depend on others and contradict them; *rank is -1 when it fails. */
bool tml_least_squares_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank);
/* Of many rows; independent[] is true and shared[] false beforehand. */
int tml_row_rank_sparse(const tml_row_matrix *A, bool *independent, bool *shared);
