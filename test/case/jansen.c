/* jansen.c - the feet of Theo Jansen's walker against intersections of circles, leg by leg.
 *
 * From the pin P of the crank: T = (P, j) x (Z, b) above, K = (P, k) x (Z, c) below; H by the triangle b d e; U = (H, f) x (K, g); the foot
 * F by the triangle g h i.
 */
#include "support/case.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double a = 0.038, b = 0.0415, c = 0.0393, d = 0.0401, e = 0.0558, f = 0.0394, g = 0.0367, h = 0.0657,
                    i = 0.049, j = 0.05, k = 0.0619, l = 0.0078, m = 0.015;

/* The point at the distance r from p and s from q that lies to the left of the way from p to q; `side` -1: to the right. */
static double complex meet(double complex p, double r, double complex q, double s, double side)
{
    const double far = cabs(q - p), along = (far * far + r * r - s * s) / (2 * far);
    return p + (q - p) / far * (along + side * I * sqrt(r * r - along * along));
}

/* The foot of a leg on the left whose crank stands at an angle. */
static double complex foot(double angle)
{
    const double complex P = m * cexp(I * angle), Z = -a - I * l;
    const double complex T = meet(Z, b, P, j, 1), K = meet(Z, c, P, k, -1);
    const double complex H = Z + d / b * (T - Z) * cexp(I * acos((b * b + d * d - e * e) / (2 * b * d)));
    const double complex U = meet(K, g, H, f, 1);
    return K + i / g * (U - K) * cexp(I * acos((g * g + i * i - h * h) / (2 * g * i)));
}

Test(jansen, six_feet_go_where_circles_meet)
{
    tml_case run = tml_case_run("jansen/jansen.yaml", TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(run.table), 101);
    for (size_t row = 0; row < tml_table_rows(run.table); row++)
        for (int leg = 0; leg < 6; leg++) {
            const double angle = 2 * PI * (0.01 * (double)row + leg % 3 / 3.0);
            const bool right = leg >= 3; /* the mirror image, whose crank is mirrored as well */
            const double complex F = foot(right ? PI - angle : angle);
            char name[40];
            snprintf(name, sizeof name, "%s%d.shank.F.x", right ? "right" : "left", leg % 3 + 1);
            tml_case_near(&run, name, tml_case_value(&run, row, name), right ? -creal(F) : creal(F), 1e-14);
            name[strlen(name) - 1] = 'y';
            tml_case_near(&run, name, tml_case_value(&run, row, name), cimag(F), 1e-14);
        }
    tml_case_free(&run);
}

/* Why six legs walk: at every time the lowest foot is at one height to 3 mm, though each lifts by more than 15 mm. */
Test(jansen, some_foot_is_always_on_the_ground)
{
    tml_case run = tml_case_run("jansen/jansen.yaml", TML_AS_WRITTEN);
    double lowest = INFINITY, highest = -INFINITY, worst = -INFINITY;
    for (size_t row = 0; row < tml_table_rows(run.table); row++) {
        static const char *const feet[] = {"left1.shank.F.y", "left2.shank.F.y", "left3.shank.F.y"};
        double low = INFINITY;
        for (int n = 0; n < 3; n++) {
            low = fmin(low, tml_case_value(&run, row, feet[n]));
            highest = fmax(highest, tml_case_value(&run, row, feet[n]));
        }
        lowest = fmin(lowest, low);
        worst = fmax(worst, low);
    }
    cr_expect_lt(worst - lowest, 0.003, "%g m", worst - lowest);
    cr_expect_gt(highest - lowest, 0.015, "%g m", highest - lowest);
    tml_case_free(&run);
}
