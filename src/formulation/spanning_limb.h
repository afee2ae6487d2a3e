/* spanning_limb.h - what is done at one limb when forces are handed on towards the ground, inlined where they pass.
 *
 * z = L^-1 S' F,  F_p += X' (F - Y' z)
 */
#pragma once
#include "formulation/spanning.h"
#include "math/dense.h"

/* Loops over the speeds of a body and over one freedom are written out: n and f are constants after inlining. */
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 6")

/* A force on a body in the system's axes: turning parts in body axes. */
static inline void add_force(const tml_work *work, int body, const double *from, double *F, const int n)
{
    F[0] += from[0], F[1] += from[1], F[2] += from[2];
    if (n == 6) {
        const tml_vec3 torque = tml_turn(&work->motion3[body].R, (tml_vec3){from[3], from[4], from[5]});
        F[3] += torque.x, F[4] += torque.y, F[5] += torque.z;
    }
}

/* z = L^-1 S' F, F - Y' z */
INLINE void absorb_f(const tml_limb *l, double *F, double *z, const int n, const int f)
{
    for (int k = 0; k < f; k++) {
        double sum = 0;
        UNROLL
        for (int i = 0; i < n; i++)
            sum += l->S[k * n + i] * F[i];
        z[k] = sum;
    }
    if (f == 1)
        z[0] /= l->L[0];
    else
        tml_cholesky_forward(l->L, f, z);
    for (int k = 0; k < f; k++)
        UNROLL
    for (int i = 0; i < n; i++)
        F[i] -= l->Y[k * n + i] * z[k];
}

static inline void absorb(const tml_limb *l, double *F, double *z, const int n)
{
    if (l->freedoms == 1)
        absorb_f(l, F, z, n, 1);
    else
        absorb_f(l, F, z, n, l->freedoms);
}

/* X' F */
static inline void hand_on(const double *d, const double *F, double *to, const int n)
{
    UNROLL
    for (int i = 0; i < n; i++)
        to[i] += F[i];
    if (n == 3) {
        to[2] += d[0] * F[1] - d[1] * F[0];
        return;
    }
    to[3] += d[1] * F[2] - d[2] * F[1];
    to[4] += d[2] * F[0] - d[0] * F[2];
    to[5] += d[0] * F[1] - d[1] * F[0];
}
