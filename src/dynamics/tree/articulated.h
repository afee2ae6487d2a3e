/* articulated.h - articulated-body algorithm (Featherstone ch. 7), joints of any number of coordinates: elimination of a joint from
 * the articulated inertia of a link, and the link's acceleration from its parent's. Shared by plane and space.
 *
 * D = S' I S = L L',  Y = L^-1 S' I,  u' = L^-T (z - Y A)
 */
#pragma once
#include "dynamics/tree/link.h"
#include <math.h>

static const double MIN_INERTIA =
    1e-13; /* of the inertia that a joint moves, relative to the inertia before elimination */

/* L and Y from S' I, which Y holds. False if a motion has no inertia. */
INLINE bool eliminate_f(const tml_link *l, const int n, const int f)
{
    const double *S = l->S;
    double *L = l->L, *Y = l->Y;
    for (int k = 0; k < f; k++)
        for (int m = 0; m <= k; m++) {
            double sum = 0, largest = 0;
            UNROLL
            for (int i = 0; i < n; i++) {
                const double part = S[k * n + i] * Y[m * n + i];
                sum += part, largest += fabs(part);
            }
            for (int j = 0; j < m; j++)
                sum -= L[k * f + j] * L[m * f + j];
            if (k == m && !(sum > MIN_INERTIA * largest))
                return false;
            L[k * f + m] = k == m ? 1 / sqrt(sum) : sum * L[m * f + m];
        }
    for (int k = 0; k < f; k++)
        UNROLL
    for (int i = 0; i < n; i++) {
        double sum = Y[k * n + i];
        for (int m = 0; m < k; m++)
            sum -= L[k * f + m] * Y[m * n + i];
        Y[k * n + i] = sum * L[k * f + k];
    }
    return true;
}

static inline bool eliminate(const tml_link *l, const int n)
{
    return l->coordinates == 1 ? eliminate_f(l, n, 1) : eliminate_f(l, n, l->coordinates);
}

/* u' for the acceleration A that the parent imposes */
INLINE void accelerate_f(const tml_link *l, const double *z, const double *A, double *u, const int n, const int f)
{
    for (int k = 0; k < f; k++) {
        double sum = z[k];
        UNROLL
        for (int j = 0; j < n; j++)
            sum -= l->Y[k * n + j] * A[j];
        u[k] = sum;
    }
    solve_upper(l->L, u, f);
}

static inline void accelerate(const tml_link *l, const double *z, const double *A, double *u, const int n)
{
    if (l->coordinates == 1)
        accelerate_f(l, z, A, u, n, 1);
    else
        accelerate_f(l, z, A, u, n, l->coordinates);
}

/* A += S u */
INLINE void add_motion(const tml_link *l, const double *u, double *A, const int n)
{
    for (int k = 0; k < l->coordinates; k++)
        UNROLL
    for (int i = 0; i < n; i++)
        A[i] += l->S[k * n + i] * u[k];
}
