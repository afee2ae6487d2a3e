/* principal_axes.c - principal axes by the Jacobi eigenvalue method: each rotation annihilates one pair of off-diagonal
 * entries. */
#include "geometry/principal_axes.h"
#include "elementary/elementary.h"
#include <stddef.h>

void tml_principal(const tml_mat3 *A, double values[3], tml_mat3 *V)
{
    tml_mat3 a = *A, axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int sweep = 0; sweep < 30; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (a.m[p][q] == 0)
                    continue;
                const double angle = 0.5 * tml_atan2(2 * a.m[p][q], a.m[q][q] - a.m[p][p]);
                const tml_sine_cosine turn = tml_sincos(angle);
                const double c = turn.cosine, s = turn.sine;
                for (int k = 0; k < 3; k++) {
                    const double x = a.m[k][p], y = a.m[k][q], u = axes.m[k][p], v = axes.m[k][q];
                    a.m[k][p] = c * x - s * y;
                    a.m[k][q] = s * x + c * y;
                    axes.m[k][p] = c * u - s * v;
                    axes.m[k][q] = s * u + c * v;
                }
                for (int k = 0; k < 3; k++) {
                    const double x = a.m[p][k], y = a.m[q][k];
                    a.m[p][k] = c * x - s * y;
                    a.m[q][k] = s * x + c * y;
                }
                a.m[p][q] = a.m[q][p] = 0;
            }
    for (int i = 0; i < 3; i++)
        values[i] = a.m[i][i];
    if (V != NULL)
        *V = axes;
}
