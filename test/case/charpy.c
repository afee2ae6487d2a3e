/* charpy.c - drive to a pose, then let go: a hammer that a winch raises to 140 deg falls, loses 80 J at the bottom and swings on.
 *
 * With w^2 = m g l / J a pendulum let go at rest at the angle a takes K(sin(a/2)) / w to the bottom, K = pi / (2 agm(1, cos(a/2))) the complete
 * elliptic integral, and passes it with the energy m g l (1 - cos a).
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>

#define PI 3.14159265358979323846

static const double m = 21, l = 0.68, g = 9.81, J = 0.9 + 21 * 0.68 * 0.68, raised = 140 * PI / 180, broken = 80;

static double quarter_period(double angle)
{
    double a = 1, b = cos(angle / 2);
    for (int i = 0; i < 20; i++) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return PI / (2 * a) / sqrt(m * g * l / J);
}

static void a_hammer_is_raised_and_let_go(const char *by)
{
    tml_case c = tml_case_run_with("charpy/charpy.yaml", TML_EDITS({"output: 5 ms", "output: 5 ms, tolerance: 1e-11"}),
                                   TML_BY(by));
    const double energy = m * g * l * (1 - cos(raised)), up = acos(1 - (energy - broken) / (m * g * l));
    const double hit = 3.5 + quarter_period(raised);
    const tml_table *events = tml_case_table(&c, "dynamics.events");
    c.table = tml_case_table(&c, "dynamics");
    tml_case_near(&c, "let go at", tml_case_value(&c, 0, "O.angle"), raised, 1e-12);
    tml_case_near(&c, "at rest", tml_case_value(&c, 0, "O.speed"), 0, 1e-12);
    tml_case_near(&c, "the winch holds nothing", tml_case_largest(&c, "winch.torque"), 0, 0);
    tml_case_near(&c, "hit", tml_table_value(events, 0, (size_t)tml_table_find(events, "t")), hit, 1e-9);
    tml_case_near(&c, "energy", tml_table_value(events, 0, (size_t)tml_table_find(events, "energy")), -broken, 1e-8);
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "top", tml_case_value(&c, last, "O.angle"), -up, 1e-9);
    tml_case_near(&c, "time of the top", tml_case_value(&c, last, "t"), hit + quarter_period(up), 1e-8);
    double fastest = 0;
    for (size_t row = 0; row <= last; row++) {
        const double t = tml_case_value(&c, row, "t"), w = tml_case_value(&c, row, "O.speed");
        const double E = 0.5 * J * w * w + m * g * l * (1 - cos(tml_case_value(&c, row, "O.angle")));
        if (fabs(t - hit) > 1e-6)
            tml_case_near(&c, "first integral", E, t < hit ? energy : energy - broken, 1e-7);
        fastest = fmax(fastest, fabs(w));
    }
    tml_case_near(&c, "speed of the hammer at the bottom", 0.75 * fastest, 0.75 * sqrt(2 * energy / J), 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(charpy, a_hammer_is_raised_and_let_go, 10)
