/* rotation.c - the rotation vector and its derivatives: near zero, where series meet closed forms, and near half a revolution. */
#include "geometry/rotation.h"
#include <criterion/criterion.h>

static const double PI = 3.141592653589793;
static const double ANGLES[] = {0,       1e-300,  1e-16, 1e-9, 1e-4, 0.1,     0.4,      0.5,
                                0.70710, 0.70711, 1,     2,    3,    3.14159, 3.1415926};
enum { COUNT = sizeof ANGLES / sizeof *ANGLES };

static const tml_vec3 N = {2.0 / 7, -3.0 / 7, 6.0 / 7};

static double distance(tml_vec3 a, tml_vec3 b)
{
    return tml_norm(tml_sub(a, b));
}

Test(rotation, vector_inverts_exp)
{
    for (int i = 0; i < COUNT; i++) {
        const tml_vec3 r = tml_scale(ANGLES[i], N);
        const tml_mat3 R = tml_quat_matrix(tml_quat_exp(r));
        const tml_vec3 found = tml_rotation_vector(&R);
        cr_assert(distance(found, r) <= 2e-15, "%g: off by %g", ANGLES[i], distance(found, r));
    }
}

/* At half a revolution r and -r are the same rotation: one of them, of length pi. */
Test(rotation, rotation_vector_of_half_a_revolution_has_length_pi)
{
    for (int a = 0; a < 3; a++) {
        const tml_mat3 R = tml_quat_matrix(tml_quat_about(tml_unit_axis((tml_axis)a), PI));
        const tml_vec3 r = tml_rotation_vector(&R);
        cr_assert_float_eq(tml_norm(r), PI, 1e-15);
        cr_assert_float_eq(fabs(tml_dot(r, tml_unit_axis((tml_axis)a))), PI, 1e-15);
    }
}

/* exp(r + r' h) = exp(w h) exp(r) to first order, w on fixed axes. */
Test(rotation, rate_of_the_rotation_vector_matches_differences)
{
    const tml_vec3 w = {0.3, -0.5, 0.9};
    for (int i = 0; i < COUNT; i++) {
        const double h = ANGLES[i] > 3.141 ? 1e-8 : 1e-5, tolerance = ANGLES[i] > 3.141 ? 1e-7 : 1e-9;
        const tml_vec3 r = tml_scale(ANGLES[i], N);
        tml_vec3 side[2];
        for (int k = 0; k < 2; k++) {
            const tml_quat q = tml_quat_product(tml_quat_exp(tml_scale(k ? h : -h, w)), tml_quat_exp(r));
            const tml_mat3 R = tml_quat_matrix(q);
            side[k] = tml_rotation_vector(&R);
        }
        const tml_vec3 wanted = tml_scale(0.5 / h, tml_sub(side[1], side[0]));
        const tml_vec3 found = tml_log_rate(r, tml_log_factor_of(tml_dot(r, r)), w);
        cr_assert(distance(found, wanted) < tolerance, "%g: off by %g", ANGLES[i], distance(found, wanted));
    }
}

/* The gradient is the transpose of the rate: a . r' = g . w; its own rate by differences. */
Test(rotation, gradient_of_the_rotation_vector_matches_differences)
{
    const tml_vec3 w = {0.3, -0.5, 0.9}, a = {0.6, 0.8, 0}, rate = {-0.7, 0.2, 0.4};
    for (int i = 0; i < COUNT; i++) {
        const double h = 1e-5;
        const tml_vec3 r = tml_scale(ANGLES[i], N);
        const tml_log_factor f = tml_log_factor_of(tml_dot(r, r));
        cr_assert_float_eq(tml_dot(tml_log_gradient(r, f, a), w), tml_dot(a, tml_log_rate(r, f, w)), 1e-14);
        tml_vec3 side[2];
        for (int k = 0; k < 2; k++) {
            const tml_vec3 moved = tml_add(r, tml_scale(k ? h : -h, rate));
            side[k] = tml_log_gradient(moved, tml_log_factor_of(tml_dot(moved, moved)), a);
        }
        const tml_vec3 wanted = tml_scale(0.5 / h, tml_sub(side[1], side[0]));
        const tml_vec3 found = tml_log_gradient_rate(r, rate, f, a);
        cr_assert(distance(found, wanted) < 1e-9, "%g: off by %g", ANGLES[i], distance(found, wanted));
    }
}

/* g = phi/sin(phi): values in closed form; each derivative satisfies the equation that defines it. */
Test(rotation, arc_derivatives_satisfy_their_equations)
{
    static const double angles[] = {1e-8, 1e-3, 0.04, 0.1, 0.4, 0.451, 0.452, 1, 2, 3};
    cr_assert_eq(tml_arc_of(1, 0).g, 1);
    cr_assert_float_eq(tml_arc_of(1, 0).d1, -1.0 / 3, 1e-16);
    cr_assert_float_eq(tml_arc_of(1, 0).d2, 4.0 / 15, 1e-16);
    cr_assert_float_eq(tml_arc_of(1, 0).d3, -12.0 / 35, 1e-15);
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        const double c = cos(angles[i]), s = sin(angles[i]), s2 = s * s;
        const tml_arc g = tml_arc_of(c, s);
        cr_assert_float_eq(g.g, angles[i] / s, 4e-16 * g.g, "%g", angles[i]);
        cr_assert_float_eq(s2 * g.d1, c * g.g - 1, 1e-15 * g.g);
        cr_assert_float_eq(s2 * g.d2, 3 * c * g.d1 + g.g, 1e-14 * (fabs(g.d1) + g.g));
        cr_assert_float_eq(s2 * g.d3, 5 * c * g.d2 + 4 * g.d1, 1e-14 * (fabs(g.d2) + fabs(g.d1)));
    }
}
