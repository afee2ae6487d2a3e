/* sparse_modes.h - the slowest modes of a large mechanism at rest, by sparse matrices. */
#pragma once
#include "analysis/modes/dense_modes.h"

typedef struct {
    double t;
    const double *q, *unwrapped;
    int rank;
    const bool *independent; /* (row_count) independent rows */
    bool undamped;
    int count; /* modes wanted */
} tml_sparse_request;

typedef struct {
    tml_workspace *work;                  /* at the position, all measures evaluated */
    double *residual, *acting;            /* (nv) residual forces; sums of the magnitudes of all forces */
    double max_residual, scale, rounding; /* as in linearization.h */
    double shift;                         /* 1/s */
    int unknowns, entries;                /* of the matrix that was factored */
    int products;
    int counted; /* eigenvalues within `radius` of zero, counting both of a pair: verified to be all; 0: all were found */
    double radius; /* 1/s */
} tml_sparse_report;

typedef enum {
    TML_SPARSE_DONE,
    TML_SPARSE_NOT_FINITE,
    TML_SPARSE_SINGULAR,
    TML_SPARSE_NOT_CONVERGED,
    TML_SPARSE_NOT_COUNTED
} tml_sparse_modes_status;

/* The residual is reported, not judged. */
tml_sparse_modes_status tml_modes_sparse(const tml_system *system, const tml_sparse_request *request, tml_arena *arena,
                                         tml_modes *modes, tml_sparse_report *report);
