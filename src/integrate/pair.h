/* pair.h - the coefficients of an explicit Runge-Kutta pair, and of what it says of the motion inside a step.
 *
 * k_i = f(t + c_i h, y + h sum_j a_ij k_j),  y_1 = y + h sum b_i k_i,  e = h sum e_i k_i: y_1 less a formula of lower order.
 * `extra` more slopes, the first of them at the end of the step, give y at a quarter, a half and three quarters of it by the
 * weights `inside`, to the order of the step.
 */
#pragma once

enum { TML_MAX_PAIR = 21, TML_PAIR_INSIDE = 3 };

typedef struct {
    const char *name;
    int stages, extra;
    int order, lower;     /* of y_1, and of the formula it is compared with */
    const double *c;      /* (stages + extra) */
    const double *A;      /* (stages + extra) squared, by rows */
    const double *b, *e;  /* (stages); e NULL: no estimate */
    const double *inside; /* (TML_PAIR_INSIDE x (stages + extra)); NULL: none */
    double loud;          /* sum of |e_i|: by it rounding in the slopes is amplified */
} tml_pair;

extern const tml_pair tml_pair_efficient, tml_pair_quiet;                          /* Verner */
extern const tml_pair tml_pair_euler, tml_pair_classical, tml_pair_dormand_prince; /* of textbooks */
