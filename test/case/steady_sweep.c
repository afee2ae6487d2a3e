/* steady_sweep.c - continuation of relative equilibria in the speed: folds, bifurcations and changes of stability at their closed forms. */
#include "support/case.h"
#include "support/models.h"
#include "support/steady.h"
#include <criterion/criterion.h>
#include <math.h>

static double value(const tml_case *c, size_t row, const char *channel)
{
    return tml_case_value(c, row, channel);
}

/* The hanging pendulum loses its stability at sqrt(g/L), where two other states bifurcate: cos(angle) = g/(L w^2) on those. */
Test(steady_sweep, conical_pendulum_bifurcates_at_the_critical_speed)
{
    tml_case c = tml_case_run_text("conical", CONICAL "  - steady: {speeds: {spin: 0..10}, search: all}\n", NULL);
    const double critical = sqrt(9.81 / 0.5);
    tml_case_near(&c, "bifurcation", tml_first_number(c.table, "bifurcation 1"), critical, 1e-6);
    cr_expect(strstr(tml_fact_text(c.table, "bifurcation 1"), "stability changes"));
    double last[5] = {0};
    int gaps = 0;
    for (size_t r = 0; r < tml_table_rows(c.table); r++) {
        const double w = value(&c, r, "spin.speed"), angle = value(&c, r, "hinge.angle");
        const int branch = isnan(w) ? 0 : (int)value(&c, r, "sweep.branch");
        gaps += isnan(w);
        if (branch == 2 || branch == 3)
            tml_case_near(&c, "g/(L w^2)", cos(angle) * w * w, critical * critical, 1e-9);
        if (branch == 1 && w > critical + 1e-6)
            tml_case_near(&c, "growth", value(&c, r, "stability.growth"), sqrt(w * w - critical * critical), 1e-6);
        last[branch] = isnan(w) ? 0 : w;
    }
    cr_expect_eq(gaps, 3);
    for (int i = 1; i < 5; i++)
        tml_case_near(&c, "end of a curve", last[i], 10, 1e-12);
    tml_case_free(&c);
}

/* From the outer states down: the branch turns back at the same speed, through straight down to the other side. */
Test(steady_sweep, branch_is_followed_through_the_bifurcation_to_its_mirror_image)
{
    tml_case c = tml_case_run_text("conical", CONICAL "  - steady: {speeds: {spin: 10..0}}\n",
                                   TML_EDITS({"analyses:", "initial: {hinge.angle: 1.2}\nanalyses:"}));
    tml_case_near(&c, "bifurcation", tml_first_number(c.table, "bifurcation 1"), sqrt(9.81 / 0.5), 1e-6);
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "hinge.angle", value(&c, last, "hinge.angle"), -value(&c, 0, "hinge.angle"), 1e-10);
    tml_case_free(&c);
}

/* Hung off the axis by e, the inner state ends in a fold: sin^3(angle) = -e/L, w^2 = g tan(angle)/(e + L sin(angle)). */
Test(steady_sweep, fold_is_located)
{
    tml_case c = tml_case_run_text("offset",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0, 0]}}\n"
                                   "  spindle: {points: {O: [0, 0, 0], H: [0.05, 0, 0]}, com: [0, 0, 0], mass: 1,\n"
                                   "            inertia: [0.1, 0.1, 0.1]}\n"
                                   "  bob: {points: {H: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0, 0, 0]}\n"
                                   "joints:\n"
                                   "  spin: {revolute: [ground, spindle], at: O, axis: z}\n"
                                   "  H: {revolute: [spindle, bob], axis: -y}\n"
                                   "initial: {H.angle: -1.2}\n"
                                   "analyses: [steady: {speeds: {spin: {from: 10, to: 1, steps: 50}}}]\n",
                                   NULL);
    const double angle = asin(-cbrt(0.05 / 0.5)), w2 = 9.81 * tan(angle) / (0.05 + 0.5 * sin(angle));
    tml_case_near(&c, "fold", tml_first_number(c.table, "fold 1"), sqrt(w2), 1e-6);
    cr_expect(strstr(tml_fact_text(c.table, "fold 1"), "stability changes"));
    double slowest = 100;
    for (size_t r = 0; r < tml_table_rows(c.table); r++) {
        const double w = value(&c, r, "spin.speed"), a = value(&c, r, "H.angle");
        slowest = fmin(slowest, w);
        tml_case_near(&c, "balance", w * w * (0.05 + 0.5 * sin(a)) * cos(a), 9.81 * sin(a), 1e-9);
        cr_expect_eq(value(&c, r, "stability.growth") > 1e-4, a > angle + 1e-6, "at %g", a);
    }
    tml_case_near(&c, "slowest", slowest, sqrt(w2), 1e-9);
    tml_case_free(&c);
}

/* A rotor on rotating springs and dampers, in air at rest: unstable from sqrt(k/m) (1 + outer/inner damping). */
Test(steady_sweep, change_of_stability_is_marked)
{
    tml_case c = tml_case_run_text("rotor",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "parameters: {k: 900, inner: 6, outer: 3}\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  disc: {points: {O: [0, 0], A: [0.5, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"
                                   "  slider: {points: {O: [0, 0]}}\n"
                                   "  bob: {points: {O: [0, 0]}, mass: 4, inertia: 0.1}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, disc]}\n"
                                   "  X: {prismatic: [disc, slider], at: O, axis: x}\n"
                                   "  Y: {prismatic: [slider, bob], at: O, axis: y}\n"
                                   "forces:\n"
                                   "  x: {motor: X, force: -k*X.displacement - inner*X.speed}\n"
                                   "  y: {motor: Y, force: -k*Y.displacement - inner*Y.speed}\n"
                                   "  air: {force: bob, value: [-outer*bob.vx, -outer*bob.vy]}\n"
                                   "analyses: [steady: {speeds: {O: 5..40}}]\n",
                                   NULL);
    tml_case_near(&c, "change", tml_first_number(c.table, "change of stability 1"), 22.5, 1e-6);
    cr_expect_str_eq(tml_fact_text(c.table, "curve 1"),
                     "from O.speed = 5 rad/s (stable) to O.speed = 40 rad/s (unstable)");
    tml_case_free(&c);
}

/* d = k l/(k - m w^2) goes to infinity at sqrt(k/m). */
Test(steady_sweep, mass_on_a_spring_grows_without_bound_at_resonance)
{
    tml_case c = tml_case_run_text("ring", RING "  - steady: {speeds: {O: 0..20}}\n", NULL);
    for (size_t r = 0; r < tml_table_rows(c.table); r++) {
        const double w = value(&c, r, "O.speed"), d = value(&c, r, "S.displacement");
        tml_case_near(&c, "d", d * (200 - 2 * w * w), 80, 1e-8);
    }
    const char *end =
        strstr(tml_fact_text(c.table, "curve 1"), "S.displacement grows without bound towards O.speed = ");
    cr_assert_not_null(end);
    tml_case_near(&c, "limit", strtod(strrchr(end, '=') + 1, NULL), 10, 1e-5);
    tml_case_free(&c);
}

/* Two speeds at once, one of them over a range with a unit; the next analysis goes on at the last. */
Test(steady_sweep, one_of_two_speeds_is_swept)
{
    tml_case c = tml_case_run_text("top",
                                   TOP "initial: {nutation.angle: 1.3}\n"
                                       "analyses:\n"
                                       "  - steady: {speeds: {precession: 3, spin: 960..990 rpm}}\n"
                                       "  - steady: {speeds: {precession: 3, spin: 990 rpm}}\n",
                                   NULL);
    const double last = tml_case_value(&c, 0, "nutation.angle");
    c.table = tml_results_table(c.results, 0);
    const double rpm = 3.14159265358979323846 / 30, P = 3, I1 = 0.05 + 3 * 0.04, I3 = 0.02;
    for (size_t r = 0; r < tml_table_rows(c.table); r++) {
        const double W = value(&c, r, "spin.speed"), a = value(&c, r, "nutation.angle");
        tml_case_near(&c, "balance", I3 * W * P + (I3 - I1) * P * P * cos(a), 3 * 9.81 * 0.2, 1e-11);
    }
    tml_case_near(&c, "first", value(&c, 0, "spin.speed"), 960 * rpm, 1e-11);
    tml_case_near(&c, "last", value(&c, tml_table_rows(c.table) - 1, "spin.speed"), 990 * rpm, 1e-11);
    tml_case_near(&c, "state", value(&c, tml_table_rows(c.table) - 1, "nutation.angle"), last, 1e-11);
    tml_case_free(&c);
}
