/* complementarity_freedom.c - other forces that do the same: changes n of them with J n = 0, J the derivatives of all conditions in their modes. */
#include "dynamics/complementarity_state.h"
#include <math.h>

static const double SINGULAR = 1e-9; /* of the largest singular value */

/* By singular values, in units in which a force moves what it acts on by as much as any other. */
int tml_complementarity_freedom(const tml_complementarity *p, double *N, tml_arena *scratch)
{
    const int n = p->n;
    const double *rho = p->work, *J = p->work + 5 * n;
    double *B = TML_NEW_ARRAY(scratch, double, n *n + 1), *sizes = TML_NEW_ARRAY(scratch, double, n + 1),
           *V = TML_NEW_ARRAY(scratch, double, n *n + 1), *rest = TML_NEW_ARRAY(scratch, double, n + 1), none;
    int count = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            B[j * n + i] = J[j * n + i] * sqrt(rho[j] / rho[i]);
    if (n == 0 || LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', n, n, B, n, sizes, &none, 1, V, n, rest) != 0)
        return 0;
    for (int k = 0; k < n; k++) {
        if (sizes[k] > SINGULAR * sizes[0])
            continue;
        for (int j = 0; j < n; j++)
            N[count * n + j] = V[j * n + k] * sqrt(rho[j]);
        count++;
    }
    return count;
}
