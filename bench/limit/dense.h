/* dense.h - A x = b by elimination with row exchanges, of a size known where it is called. */
#pragma once
#include <math.h>

/* A (n x n, by rows) is destroyed; b becomes x. */
static inline void dense_solve(const int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int top = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[top * n + k]))
                top = i;
        if (top != k) {
            for (int j = k; j < n; j++) {
                const double swap = A[k * n + j];
                A[k * n + j] = A[top * n + j];
                A[top * n + j] = swap;
            }
            const double swap = b[k];
            b[k] = b[top];
            b[top] = swap;
        }
        const double inverse = 1 / A[k * n + k];
        for (int i = k + 1; i < n; i++) {
            const double l = A[i * n + k] * inverse;
            if (l == 0)
                continue;
            for (int j = k + 1; j < n; j++)
                A[i * n + j] -= l * A[k * n + j];
            b[i] -= l * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
}
