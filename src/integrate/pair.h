/* pair.h - coefficients (Butcher tableau) of an embedded explicit Runge-Kutta pair with continuous extension.
 *
 * k_i = f(t + c_i h, y + h sum_j a_ij k_j),  y_1 = y + h sum b_i k_i,  e = h sum e_i k_i: y_1 minus a formula of lower order.
 * `extra` more stages, the first of them at the end of the step, give y at a quarter, a half and three quarters of it by the
 * weights `interior`, to the order of the step.
 */
#pragma once

enum { TML_MAX_PAIR = 21, TML_PAIR_INTERIOR = 3 };
enum { TML_HIGH_ORDER = 8 }; /* pairs from this order on take steps as long as the motion is smooth */

typedef struct {
    const char *name;
    int stages, extra;
    int order, lower;           /* of y_1, and of the embedded formula */
    const double *c;            /* (stages + extra) */
    const double *A;            /* (stages + extra) squared, by rows */
    const double *b, *e;        /* (stages); e NULL: no error estimate */
    const double *interior;     /* (TML_PAIR_INTERIOR x (stages + extra)); NULL: none */
    double noise_amplification; /* sum of |e_i|: amplification of rounding errors of the derivatives */
} tml_pair;

extern const tml_pair tml_pair_efficient, tml_pair_low_noise;                      /* Verner */
extern const tml_pair tml_pair_euler, tml_pair_classical, tml_pair_dormand_prince; /* textbook methods */
