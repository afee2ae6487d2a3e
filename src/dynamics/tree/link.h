/* link.h - operations at one link in the backward pass of forces, inlined.
 *
 * z = L^-1 S' F,  F_p += X' (F - Y' z)
 */
#pragma once
#include "dynamics/tree/spanning_tree.h"

/* Loops over the velocities of a body and over a single joint coordinate are unrolled: n and f are constants after
 * inlining. */
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 6")

INLINE tml_vec3 vec_at(const double *x)
{
    return (tml_vec3){x[0], x[1], x[2]};
}

INLINE void put_vec(tml_vec3 a, double *to)
{
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

/* F += a force on a link's body at its centre of mass, in the system's axes: torques in body axes. */
static inline void add_force(const tml_workspace *work, const tml_link *l, const double *from, double *F, const int n)
{
    const double *rho = l->rho;
    F[0] += from[0], F[1] += from[1], F[2] += from[2];
    if (n == 3) {
        F[2] += rho[0] * from[1] - rho[1] * from[0];
        return;
    }
    const tml_vec3 torque = tml_rotate(&work->motion3[l->body].R, (tml_vec3){from[3], from[4], from[5]});
    F[3] += torque.x + (rho[1] * from[2] - rho[2] * from[1]);
    F[4] += torque.y + (rho[2] * from[0] - rho[0] * from[2]);
    F[5] += torque.z + (rho[0] * from[1] - rho[1] * from[0]);
}

/* x = L^-T x: reciprocals on the diagonal of L */
INLINE void solve_upper(const double *L, double *x, const int f)
{
    for (int k = f - 1; k >= 0; k--) {
        for (int m = k + 1; m < f; m++)
            x[k] -= L[m * f + k] * x[m];
        x[k] *= L[k * f + k];
    }
}

/* Of a force, NUMBER double, or of a pair of forces that are processed together, NUMBER tml_v2:
 * z = L^-1 S' F, F - Y' z */
#define ELIMINATE(NAME, NUMBER)                                                                                        \
    INLINE void NAME(const tml_link *l, NUMBER *F, NUMBER *z, const int n, const int f)                                \
    {                                                                                                                  \
        for (int k = 0; k < f; k++) {                                                                                  \
            NUMBER sum = {0};                                                                                          \
            UNROLL                                                                                                     \
            for (int i = 0; i < n; i++)                                                                                \
                sum += l->S[k * n + i] * F[i];                                                                         \
            z[k] = sum;                                                                                                \
        }                                                                                                              \
        for (int k = 0; k < f; k++) {                                                                                  \
            for (int m = 0; m < k; m++)                                                                                \
                z[k] -= l->L[k * f + m] * z[m];                                                                        \
            z[k] *= l->L[k * f + k];                                                                                   \
        }                                                                                                              \
        for (int k = 0; k < f; k++)                                                                                    \
            UNROLL                                                                                                     \
        for (int i = 0; i < n; i++)                                                                                    \
            F[i] -= l->Y[k * n + i] * z[k];                                                                            \
    }

/* to += X' F */
#define PROPAGATE(NAME, NUMBER)                                                                                        \
    INLINE void NAME(const double *d, const NUMBER *F, NUMBER *to, const int n)                                        \
    {                                                                                                                  \
        UNROLL                                                                                                         \
        for (int i = 0; i < n; i++)                                                                                    \
            to[i] += F[i];                                                                                             \
        if (n == 3) {                                                                                                  \
            to[2] += d[0] * F[1] - d[1] * F[0];                                                                        \
            return;                                                                                                    \
        }                                                                                                              \
        to[3] += d[1] * F[2] - d[2] * F[1];                                                                            \
        to[4] += d[2] * F[0] - d[0] * F[2];                                                                            \
        to[5] += d[0] * F[1] - d[1] * F[0];                                                                            \
    }

ELIMINATE(eliminate_force_f, double)
PROPAGATE(propagate, double)

static inline void eliminate_force(const tml_link *l, double *F, double *z, const int n)
{
    if (l->coordinates == 1)
        eliminate_force_f(l, F, z, n, 1);
    else
        eliminate_force_f(l, F, z, n, l->coordinates);
}
