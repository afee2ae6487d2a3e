/* dae_results.h - forces that depend on results, in the DAE: their values x are unknowns beside the multipliers.
 *
 *   e(t, q, v, s, r) - x = 0,      r: results for the accelerations v' and the multipliers lambda of the DAE
 */
#pragma once
#include "analysis/dynamics/motion_state.h"
#include "dynamics/tangent/tangent_sparse.h"

typedef struct {
    tml_motion_state *m;
    int n, v, lambda, x; /* of the DAE: unknowns; offsets of v, of the multipliers, of the values */
    const int *kept;     /* (kept_count) rows of the multipliers */
    int kept_count;
    double *row;       /* all channels */
    double *lambda_of; /* (row_count) */
    double *slope;     /* (laws x inputs) by rows: derivatives of the expressions */
    double *ahead;     /* (inputs) */
    double *z, *rate;  /* (n) moved */
} tml_dae_results;

tml_dae_results *tml_dae_results_make(const tml_dae_results *of, tml_arena *arena);
void tml_dae_results_mark(const tml_dae_results *r, tml_marks *marks);
/* Values from z into work, or from work into z. */
void tml_dae_results_set(const tml_dae_results *r, const double *z);
void tml_dae_results_get(const tml_dae_results *r, double *z);
/* Their equations in F; work is evaluated at z. */
void tml_dae_results_residual(const tml_dae_results *r, const double *z, const double *rate, double *F);
/* Their rows and columns of dF/dz + c dF/dz'; work is left at another state. */
void tml_dae_results_jacobian(const tml_dae_results *r, double t, double c, const double *z, const double *rate,
                              const tml_tangent_matrix *J);
