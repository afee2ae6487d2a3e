/* linearization.c - linearized equations M y'' = C y' + K y and the state matrix of pendulums and a linkage, against closed forms.
 *
 * Double pendulum in the angles q = (theta, phi) of its pins, J including the parallel-axis terms:
 *   M(q) q'' + h(q, q') + g(q) = 0,  M_11 = J1 + J2 + m2 a^2 + 2 m2 a b cos phi,  M_12 = J2 + m2 a b cos phi,  M_22 = J2
 *   h = m2 a b sin phi (-2 theta' phi' - phi'^2, theta'^2),  g = G ((m1 + m2) a cos theta + m2 b cos(theta + phi), m2 b cos(theta + phi))
 */
#include "linearize/state_space.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double m1 = 2, m2 = 1.5, a = 0.8, b = 0.5, G = 9.81;

static void near(const char *what, double got, double want, double scale)
{
    cr_expect_leq(fabs(got - want), 1e-12 * scale, "%s: %.15g instead of %.15g", what, got, want);
}

static const tml_linear *linearize(mechanism *m, tml_about about, int n)
{
    const tml_linear *l = mechanism_linearize(m, about);
    cr_assert_eq(l->n, n, "%d degrees of freedom", l->n);
    return l;
}

/* Inertia J about the pin, weight m G at a distance c, torsion k and its damping d:  J y'' = -d y' + (m G c sin theta - k) y. */
Test(linearization, pendulum_has_the_stiffness_of_its_closed_form)
{
    mechanism *m = mechanism_make("trammel: 1\n"
                                  "bodies:\n"
                                  "  ground: {points: {O: [0, 0]}}\n"
                                  "  rod: {points: {O: [0, 0]}, com: [0.4, 0], mass: 3, inertia: 0.2}\n"
                                  "joints: {O: {revolute: [ground, rod]}}\n"
                                  "forces: {s: {torsion: O, stiffness: 7, angle: 0, damping: 0.3}}\n"
                                  "initial: {O.angle: 0.6, O.speed: 1.7}\n");
    const tml_linear *l = linearize(m, TML_ABOUT_INSTANT, 1);
    near("M", l->M[0], 0.2 + 3 * 0.16, 1);
    near("C", l->C[0], -0.3, 1);
    near("K", l->K[0], 3 * G * 0.4 * sin(0.6) - 7, 10);
    mechanism_free(m);
}

#define DOUBLE_PENDULUM                                                                                                \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  upper: {points: {O: [0, 0], A: [0.8, 0]}, com: [0.8, 0], mass: 2, inertia: 0.1}\n"                              \
    "  lower: {points: {A: [0, 0]}, com: [0.5, 0], mass: 1.5, inertia: 0.05}\n"                                        \
    "joints: {O: {revolute: [ground, upper]}, A: {revolute: [upper, lower]}}\n"

/* Hanging straight: the energies of small motions, m v^2 and m G h, to second order. */
Test(linearization, hanging_double_pendulum_has_the_matrices_of_its_energies)
{
    mechanism *m = mechanism_make(DOUBLE_PENDULUM "initial: {O.angle: -90 deg, A.angle: 0}\n");
    const tml_linear *l = linearize(m, TML_ABOUT_EQUILIBRIUM, 2);
    const double J1 = 0.1 + m1 * a * a, J2 = 0.05 + m2 * b * b, coupling = m2 * a * b;
    const double M[] = {J1 + J2 + m2 * a * a + 2 * coupling, J2 + coupling, J2 + coupling, J2};
    const double K[] = {-G * ((m1 + m2) * a + m2 * b), -G * m2 * b, -G * m2 * b, -G * m2 * b};
    for (int i = 0; i < 4; i++) {
        near("M", l->M[i], M[i], 5);
        near("C", l->C[i], 0, 1);
        near("K", l->K[i], K[i], 50);
    }
    mechanism_free(m);
}

/* z = (theta, phi, theta', phi'), z' by the closed form. */
static void double_pendulum(const double *z, double *rate)
{
    const double J1 = 0.1 + m1 * a * a, J2 = 0.05 + m2 * b * b, c = m2 * a * b * cos(z[1]), s = m2 * a * b * sin(z[1]);
    const double M11 = J1 + J2 + m2 * a * a + 2 * c, M12 = J2 + c, M22 = J2, det = M11 * M22 - M12 * M12;
    const double outer = G * m2 * b * cos(z[0] + z[1]);
    const double r1 = s * (2 * z[2] + z[3]) * z[3] - G * (m1 + m2) * a * cos(z[0]) - outer;
    const double r2 = -s * z[2] * z[2] - outer;
    rate[0] = z[2], rate[1] = z[3];
    rate[2] = (M22 * r1 - M12 * r2) / det, rate[3] = (M11 * r2 - M12 * r1) / det;
}

/* The largest |A - central differences with step h|. */
static double difference(const tml_state_space *x, const double *z, double h)
{
    double worst = 0;
    for (int j = 0; j < 4; j++) {
        double up[4], down[4], f_up[4], f_down[4];
        memcpy(up, z, sizeof up), memcpy(down, z, sizeof down);
        up[j] += h, down[j] -= h;
        double_pendulum(up, f_up), double_pendulum(down, f_down);
        for (int i = 0; i < 4; i++)
            worst = larger(worst, fabs(x->A[4 * j + i] - (f_up[i] - f_down[i]) / (2 * h)));
    }
    return worst;
}

Test(linearization, state_matrix_matches_central_differences_to_second_order)
{
    mechanism *m =
        mechanism_make(DOUBLE_PENDULUM "initial: {O.angle: 0.3, A.angle: 0.9, O.speed: 1.1, A.speed: -2.3}\n");
    int along;
    const tml_state_space *x =
        tml_state_space_make(mechanism_linearize(m, TML_ABOUT_INSTANT), NULL, 0, &m->arena, &along);
    cr_assert_not_null(x);
    cr_assert_eq(x->states, 4);
    const char *const names[] = {"O.angle", "A.angle", "O.speed", "A.speed"};
    for (int i = 0; i < 4; i++)
        cr_assert_str_eq(x->names[i], names[i]);
    const double z[] = {0.3, 0.9, 1.1, -2.3};
    const double coarse = difference(x, z, 2e-3), fine = difference(x, z, 1e-3);
    cr_expect_float_eq(log2(coarse / fine), 2, 0.01, "order %g", log2(coarse / fine));
    cr_expect_lt(fine, 1e-3);
    cr_expect_lt(difference(x, z, 1e-5), 1e-8);
    mechanism_free(m);
}

/* Two cranks of 0.6 m and a coupler that stays parallel: a pendulum of all masses. M = 2 J + m r^2, K = -(2 m_c c + m r) G. */
Test(linearization, parallelogram_moves_as_one_pendulum)
{
    mechanism *m = mechanism_make("trammel: 1\n"
                                  "points: {O: [0, 0], A: [0, -0.6], B: [1, -0.6], C: [1, 0]}\n"
                                  "bodies:\n"
                                  "  left: {points: [O, A], com: [0, -0.2], mass: 1, inertia: 0.03}\n"
                                  "  coupler: {points: [A, B], com: [0.3, -0.7], mass: 4, inertia: 0.5}\n"
                                  "  right: {points: [B, C], com: [1, -0.2], mass: 1, inertia: 0.03}\n"
                                  "joints:\n"
                                  "  O: {revolute: [ground, left]}\n"
                                  "  A: {revolute: [left, coupler]}\n"
                                  "  B: {revolute: [coupler, right]}\n"
                                  "  C: {revolute: [ground, right]}\n");
    const tml_linear *l = linearize(m, TML_ABOUT_EQUILIBRIUM, 1);
    const double *S = l->S, rate = S[2]; /* velocities of left, coupler, right: vx, vy, omega each */
    near("coupler does not rotate", S[5] / rate, 0, 1);
    near("cranks rotate alike", S[8] / rate, 1, 1);
    near("coupler moves across", S[3] / rate, 0.6, 1);
    near("M", l->M[0] / (rate * rate), 2 * (0.03 + 0.04) + 4 * 0.36, 1);
    near("K", l->K[0] / (rate * rate), -(2 * 1 * 0.2 + 4 * 0.6) * G, 30);
    mechanism_free(m);
}

/* A spinning wheel on a gimbal: with spin n and axial moment C the coupling of the two tilts is +-C n, and nothing else. */
Test(linearization, gyroscopic_matrix_is_skew_symmetric)
{
    mechanism *m = mechanism_make("trammel: 1\nspace: space\ngravity: none\n"
                                  "bodies:\n"
                                  "  ground: {points: {O: [0, 0, 0]}}\n"
                                  "  outer: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.2, 0.2, 0.2]}\n"
                                  "  inner: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.2, 0.2, 0.2]}\n"
                                  "  wheel: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.3, 0.3, 0.5]}\n"
                                  "joints:\n"
                                  "  X: {revolute: [ground.O, outer.O], axis: x}\n"
                                  "  Y: {revolute: [outer.O, inner.O], axis: y}\n"
                                  "  Z: {revolute: [inner.O, wheel.O], axis: z}\n"
                                  "initial: {Z.speed: 40}\n");
    const tml_linear *l = linearize(m, TML_ABOUT_INSTANT, 3);
    const double C_n = 0.5 * 40;
    near("C_12", fabs(l->C[3]), C_n, 20);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            near("C + C'", l->C[3 * i + j] + l->C[3 * j + i], 0, 20);
            near("K", l->K[3 * i + j], 0, 20);
        }
    near("M", l->M[8], 0.5, 1);
    mechanism_free(m);
}
