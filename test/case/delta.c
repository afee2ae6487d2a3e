/* delta.c - the delta robot against its forward kinematics: the hand is where three spheres meet.
 *
 *   |H - c_k| = b,   c_k = (R + a cos(theta_k) - r) e_k - a sin(theta_k) e_z,   e_k = (cos(120 k), sin(120 k), 0)
 *
 * and against its inverse kinematics: the angles at which an arm's end is b away from the hand.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846, BASE = 0.2, HAND = 0.05, ARM = 0.25, ROD = 0.5;

static double angle_at(double t, int k)
{
    const double phase = 2 * PI / 3 * k + PI / 6;
    return 25 * PI / 180 * (cos(phase) - cos(2 * PI * t + phase));
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The lower of the two points at the distance ROD from three centres: in the plane through them below their circumcentre. */
static void meet(double c[3][3], double h[3])
{
    double u[3], v[3], n[3];
    for (int i = 0; i < 3; i++)
        u[i] = c[1][i] - c[0][i], v[i] = c[2][i] - c[0][i];
    n[0] = u[1] * v[2] - u[2] * v[1], n[1] = u[2] * v[0] - u[0] * v[2], n[2] = u[0] * v[1] - u[1] * v[0];
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), nn = dot(n, n);
    const double x = vv * (uu - uv) / (2 * nn), y = uu * (vv - uv) / (2 * nn); /* circumcentre = c_0 + x u + y v */
    double from[3];
    for (int i = 0; i < 3; i++)
        from[i] = x * u[i] + y * v[i];
    const double height = sqrt((ROD * ROD - dot(from, from)) / nn) * (n[2] > 0 ? -1 : 1);
    for (int i = 0; i < 3; i++)
        h[i] = c[0][i] + from[i] + height * n[i];
}

/* cos and sin of theta from  (x - p)^2 + y^2 + z^2 = b^2  with p = BASE - HAND + a cos(theta), z + a sin(theta); the outer solution. */
static double inverse(const double h[3], int k)
{
    const double e = 2 * PI / 3 * k, x = h[0] * cos(e) + h[1] * sin(e) - BASE + HAND,
                 y = -h[0] * sin(e) + h[1] * cos(e), z = h[2];
    const double K = (x * x + y * y + z * z + ARM * ARM - ROD * ROD) / (2 * ARM); /* x cos(theta) - z sin(theta) = K */
    return atan2(-z, x) - acos(K / hypot(x, z));
}

Test(delta, hand_is_where_three_spheres_meet)
{
    tml_case c = tml_case_run("delta/delta.yaml", TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 101);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        double centre[3][3], h[3];
        for (int k = 1; k <= 3; k++) {
            const double q = angle_at(0.01 * (double)row, k), out = BASE - HAND + ARM * cos(q), e = 2 * PI / 3 * k;
            centre[k - 1][0] = out * cos(e), centre[k - 1][1] = out * sin(e), centre[k - 1][2] = -ARM * sin(q);
        }
        meet(centre, h);
        tml_case_near(&c, "x", tml_case_value(&c, row, "hand.x"), h[0], 1e-12);
        tml_case_near(&c, "y", tml_case_value(&c, row, "hand.y"), h[1], 1e-12);
        tml_case_near(&c, "z", tml_case_value(&c, row, "hand.z"), h[2], 1e-12);
        tml_case_near(&c, "upright", fabs(tml_case_value(&c, row, "hand.qw")), 1, 1e-12);
        for (int k = 1; k <= 3; k++) {
            char name[32];
            const double own[3] = {tml_case_value(&c, row, "hand.x"), tml_case_value(&c, row, "hand.y"),
                                   tml_case_value(&c, row, "hand.z")};
            snprintf(name, sizeof name, "arm%d.S.angle", k);
            tml_case_near(&c, name, tml_case_value(&c, row, name), inverse(own, k), 1e-11);
        }
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
