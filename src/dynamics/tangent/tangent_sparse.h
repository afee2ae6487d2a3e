/* tangent_sparse.h - derivatives of the equations of motion in sparse matrices.
 *
 * A matrix over (q, v, ...): its first nq rows and columns belong to q, the next nv to v, the rest to other unknowns. Derivatives by
 * displacements (translations, rotations about body axes) are stored at the body's coordinates, the three rotations in the first three
 * places of the quaternion; tml_tangent_rotation converts them to derivatives by the quaternion when the matrix is complete.
 */
#pragma once
#include "dynamics/tangent/tangent.h"
#include "linalg/sparsity.h"

typedef struct {
    const tml_system *system;
    tml_pattern pattern;
    double *values; /* (pattern.entries) being filled */
} tml_tangent_matrix;

/* Bodies coupled by force laws and by the constraints rows[row_count]: forces on body a + 1 (row a) depend on pose or
 * velocity of body b + 1 (column b). */
tml_pattern tml_tangent_coupling(const tml_system *system, const int *rows, int row_count, tml_arena *arena);
/* Marks the entries of bodies, force laws and the constraints rows[row_count]: d(q', Q + G' lambda)/d(q, v), and the
 * diagonal of q and v. */
void tml_tangent_mark(const tml_system *system, const int *rows, int row_count, tml_marks *marks);

static inline void tml_tangent_add(const tml_tangent_matrix *J, int row, int column, double value)
{
    J->values[tml_pattern_find(&J->pattern, row, column)] += value;
}
/* Adds to the derivative of a row by displacement j (of nv). */
static inline void tml_tangent_add_displacement(const tml_tangent_matrix *J, int row, int j, double value)
{
    const tml_system *s = J->system;
    tml_tangent_add(J, row, j / s->nvb * s->nqb + j % s->nvb, value);
}
/* Converts derivatives by rotations to derivatives by quaternions, in all rows after q. */
void tml_tangent_rotation(const tml_tangent_matrix *J, const double *q);
/* Adds factor d(q')/d(q, v) at velocities v, which may differ from those of the state. */
void tml_tangent_add_rate(const tml_tangent_matrix *J, double factor, const double *q, const double *v);

/* ---- Jacobian of the ODE without constraints: M v' = Q(t, q, v) ---- */

typedef struct {
    tml_tangent_matrix J; /* n = nq + nv + 1 + state_count + has_friction */
    double *gradient;     /* (inputs) */
} tml_tangent_sparse;

/* For systems without constraints and with a regular mass matrix. */
bool tml_tangent_sparse_fits(const tml_system *system);
tml_tangent_sparse *tml_tangent_sparse_make(const tml_system *system, tml_arena *arena);
/* d(q', v', W', s')/d(q, v, W, s) at a state, the entries of J.pattern. The row of W stays zero: nothing depends on it. 0, or
 * +1: not finite. */
int tml_tangent_sparse_ode(tml_tangent_sparse *tangent, tml_workspace *work, double t, const double *q, const double *v,
                           double *values);
