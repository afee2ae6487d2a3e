/* textbook.c - coefficients of textbook methods: Euler, the classical method of order 4, Dormand and Prince's pair 5(4).
 *
 * The first two have no error estimate and use a fixed step. The pair (J. Comput. Appl. Math. 6 (1980), 19-26) is that of MATLAB's ode45.
 */
#include "integrate/pair.h"

static const double euler_c[] = {0}, euler_A[] = {0}, euler_b[] = {1};
const tml_pair tml_pair_euler = {
    .name = "Euler, order 1, fixed step", .stages = 1, .order = 1, .c = euler_c, .A = euler_A, .b = euler_b};

/* 0 | 1/2 | 0 1/2 | 0 0 1, weights 1/6 1/3 1/3 1/6 */
static const double classical_c[] = {0, 0.5, 0.5, 1}, classical_b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
static const double classical_A[] = {0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0};
const tml_pair tml_pair_classical = {.name = "classical Runge-Kutta of order 4, fixed step",
                                     .stages = 4,
                                     .order = 4,
                                     .c = classical_c,
                                     .A = classical_A,
                                     .b = classical_b};

enum { PRINCE = 7 };
static const double prince_c[PRINCE] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double prince_A[PRINCE][PRINCE] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double prince_b[PRINCE] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0};
static const double prince_e[PRINCE] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                        -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
const tml_pair tml_pair_dormand_prince = {.name = "Dormand-Prince 5(4)",
                                          .stages = PRINCE,
                                          .order = 5,
                                          .lower = 4,
                                          .c = prince_c,
                                          .A = &prince_A[0][0],
                                          .b = prince_b,
                                          .e = prince_e,
                                          .noise_amplification = 0.16};
