/* sparse_matrix.h - copies a sparsity pattern to a SUNDIALS matrix, which loses it whenever it is cleared. */
#pragma once
#include "linalg/sparsity.h"
#include <sunmatrix/sunmatrix_sparse.h>

static inline void tml_sparse_matrix_indices(const tml_pattern *pattern, SUNMatrix A)
{
    sunindextype *column = SUNSparseMatrix_IndexPointers(A), *row = SUNSparseMatrix_IndexValues(A);
    for (int i = 0; i <= pattern->n; i++)
        column[i] = pattern->column[i];
    for (int i = 0; i < pattern->entries; i++)
        row[i] = pattern->row[i];
}
