/* semidefinite.c - L D L' with diagonal pivoting, of the matrix scaled to a unit diagonal.
 *
 * S = D^-1/2 A D^-1/2 has entries of at most 1 if A is semidefinite, and so has the remainder after each pivot: no entry exceeds its
 * largest diagonal entry. If that is at rounding level, the factorization is complete.
 */
#include "linalg/semidefinite.h"
#include <math.h>
#include <stdbool.h>

enum { N = TML_MAX_SEMIDEFINITE };
static const double ROUNDING = 1e-13, NEGATIVE = 1e-9; /* of a unit diagonal: rounding; accuracy of the given digits */

/* Square roots of the diagonal. False: a diagonal entry is negative, or zero with nonzero entries beside it. */
static bool scale(int n, const double *A, double root[N], double S[N][N])
{
    for (int i = 0; i < n; i++) {
        if (!(A[i * n + i] >= 0))
            return false;
        root[i] = sqrt(A[i * n + i]);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (A[i * n + j] != 0 && !(root[i] > 0 && root[j] > 0))
                return false;
            S[i][j] = A[i * n + j] == 0 ? 0 : i == j ? 1 : A[i * n + j] / root[i] / root[j];
        }
    return true;
}

/* Whether the remainder is zero. */
static bool is_zero_remainder(int n, double S[N][N], const bool done[N])
{
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (!done[i] && !done[j])
                worst = fmax(worst, fabs(S[i][j]));
    return worst <= NEGATIVE;
}

tml_squares tml_squares_of(int n, const double *A)
{
    tml_squares out = {.rank = -1};
    double root[N], S[N][N] = {{0}};
    bool done[N] = {false};
    if (!scale(n, A, root, S))
        return out;
    int rank = 0;
    for (; rank < n; rank++) {
        int p = -1;
        for (int i = 0; i < n; i++)
            if (!done[i] && S[i][i] > ROUNDING && (p < 0 || S[i][i] > S[p][p]))
                p = i;
        if (p < 0)
            break;
        done[p] = true;
        out.d[rank] = S[p][p] * A[p * n + p];
        for (int i = 0; i < n; i++)
            out.l[rank][i] = i == p ? 1 : done[i] || S[i][p] == 0 ? 0 : S[i][p] / S[p][p] * root[i] / root[p];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (!done[i] && !done[j])
                    S[i][j] -= S[i][p] * S[p][j] / S[p][p];
    }
    out.rank = is_zero_remainder(n, S, done) ? rank : -1;
    return out;
}
