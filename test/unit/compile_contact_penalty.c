/* compile_contact_penalty.c - damping of a spring that gives a restitution: the motion of a mass on it, integrated here. */
#include "system/compile/builder.h"
#include <criterion/criterion.h>
#include <math.h>

/* Speed after the impact of a unit mass at unit speed on d'' = -d max(0, 1 + a d'), by the classical Runge-Kutta method. */
static double leave(double a)
{
    const double h = 1e-4 / (1 + a);
    double d = 0, v = 1;
    do {
        double kd[4], kv[4];
        for (int i = 0; i < 4; i++) {
            const double part = i == 0  ? 0
                                : i < 3 ? 0.5 * h
                                        : h,
                         x = d + (i ? part * kd[i - 1] : 0), u = v + (i ? part * kv[i - 1] : 0);
            kd[i] = u, kv[i] = -x * fmax(0, 1 + a * u);
        }
        d += h / 6 * (kd[0] + 2 * kd[1] + 2 * kd[2] + kd[3]);
        v += h / 6 * (kv[0] + 2 * kv[1] + 2 * kv[2] + kv[3]);
    } while (d > 0);
    return -v;
}

Test(compile_contact_penalty, damping_gives_the_restitution)
{
    static const double e[] = {0.999, 0.9, 0.5, 0.2, 0.05};
    for (int i = 0; i < 5; i++) {
        const double a = tml_restitution_damping(e[i], 1e6);
        cr_expect_float_eq(leave(a), e[i], 1e-8 /* h^2 */, "e = %g: a = %.15g leaves with %.12g", e[i], a, leave(a));
    }
}

Test(compile_contact_penalty, damping_has_its_limits)
{
    cr_expect_eq(tml_restitution_damping(1, 1e4), 0);
    cr_expect_float_eq(tml_restitution_damping(0, 1e4), 1e4, 1e-8);
    cr_expect_leq(tml_restitution_damping(1e-9, 1e4), 1e4);
    cr_expect_float_eq(tml_restitution_damping(1 - 1e-7, 1e4), 1.5e-7, 1e-12); /* e = 1 - 2/3 a */
}
