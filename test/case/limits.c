/* limits.c - compliant stops of joint coordinates, against closed forms and laws. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* ---- a slider between two stops: between them at constant speed, in a stop half a period of a harmonic motion ---- */

#define SLIDER                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {P: [0, 0]}}\n"                                                                                \
    "  block: {points: {P: [0, 0]}, mass: 2, inertia: 0.1}\n"                                                          \
    "joints:\n"                                                                                                        \
    "  P: {prismatic: [ground, block], axis: x, limits: {displacement: [-0.1, 0.3], stiffness: 5000}}\n"               \
    "initial: {P.displacement: 0, P.speed: 1.5}\n"

static void slider_bounces_without_loss(const char *by)
{
    tml_case c =
        tml_case_run_text_with("slider", SLIDER "analyses: [dynamics: {end: 2, output: 0.01, tolerance: 1e-11}]\n",
                               TML_AS_WRITTEN, TML_BY(by));
    const double w = sqrt(5000 / 2.0), v = 1.5, flight = 0.4 / v, inside = PI / w, period = 2 * (flight + inside);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = fmod(tml_case_value(&c, i, "t") - 0.3 / v + period, period); /* since the upper stop */
        double x = 0.3 + v / w * sin(w * t), f = -5000 * (x - 0.3);
        if (t > 2 * inside + flight)
            x = -0.1 + v * (t - 2 * inside - flight), f = 0;
        else if (t > inside + flight)
            x = -0.1 - v / w * sin(w * (t - inside - flight)), f = -5000 * (x + 0.1);
        else if (t > inside)
            x = 0.3 - v * (t - inside), f = 0;
        tml_case_near(&c, "displacement", tml_case_value(&c, i, "P.displacement"), x, 1e-9);
        tml_case_near(&c, "limit", tml_case_value(&c, i, "P.limit"), f, 1e-5);
    }
    tml_case_near(&c, "work", tml_case_largest(&c, "energy.work"), 0, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(limits, slider_bounces_without_loss, 10)

Test(limits, integrators_agree_about_a_stop)
{
    static const char *const methods[] = {"integrator: adams", "integrator: bdf", "integrator: dopri5",
                                          "integrator: dae, formulation: absolute", "integrator: rk4, step: 1e-4"};
    const double w = 50, x = 0.3 + 1.5 / w * sin(w * 0.02);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char to[96];
        snprintf(to, sizeof to, "dynamics: {%s, ", methods[i]);
        tml_case c =
            tml_case_run_text(methods[i], SLIDER "analyses: [dynamics: {end: 0.22, output: 0.01, tolerance: 1e-10}]\n",
                              TML_EDITS({"dynamics: {", to}));
        tml_case_near(&c, "displacement", tml_case_at(&c, 0.22, "P.displacement"), x, 3e-7);
        tml_case_free(&c);
    }
}

/* Hunt and Crossley: with m v' = -k d^n (1 + c v) the speeds before and after, v > 0 and w < 0, satisfy
 * v - ln(1 + c v)/c = w - ln(1 + c w)/c. */
Test(limits, damped_stop_loses_what_its_law_says)
{
    for (int n = 0; n < 2; n++) {
        tml_case c =
            tml_case_run_text("damped", SLIDER "analyses: [dynamics: {end: 0.6, output: 0.01, tolerance: 1e-11}]\n",
                              TML_EDITS({"stiffness: 5000", n ? "stiffness: 5e4, damping: 0.8 s/m, exponent: 1.5"
                                                              : "stiffness: 5000, damping: 0.8"}));
        const double w = tml_case_at(&c, 0.4, "P.speed"), d = 0.8, v = 1.5;
        cr_expect_lt(w, -0.3);
        tml_case_near(&c, "speeds", w - log1p(d * w) / d, v - log1p(d * v) / d, 1e-9);
        tml_case_near(&c, "loss", tml_case_at(&c, 0.4, "energy.work"), w * w - v * v, 1e-9);
        for (size_t i = 1; i < tml_table_rows(c.table); i++)
            cr_expect_leq(tml_case_value(&c, i, "energy.work"), tml_case_value(&c, i - 1, "energy.work") + 1e-12);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}

/* Where it is pushed out faster than 1/c it would pull: there is no force at all, and a further kink. */
Test(limits, stop_never_pulls)
{
    tml_case c = tml_case_run_text("push",
                                   SLIDER "forces: {pull: {motor: P, force: -4000*step(t, 0.205, 0, 0.206, 1)}}\n"
                                          "analyses: [dynamics: {end: 0.25, output: 0.0005, tolerance: 1e-10}]\n",
                                   TML_EDITS({"stiffness: 5000", "stiffness: 5000, damping: 2"}));
    int pulled = 0;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double x = tml_case_value(&c, i, "P.displacement"), v = tml_case_value(&c, i, "P.speed"),
                     f = tml_case_value(&c, i, "P.limit");
        cr_expect(x > 0 ? f <= 0 : f >= 0);
        pulled += x > 0.3 && v < -0.5;
        if (x > 0.3)
            tml_case_near(&c, "law", f, -5000 * (x - 0.3) * fmax(0, 1 + 2 * v), 1e-9);
    }
    cr_expect_gt(pulled, 0);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- a rod that lies on a stop ---- */

#define ROD                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 3, shape: rod}\n"                                                   \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, rod], limits: {angle: [-30 deg, null], stiffness: 1e3 N*m/rad, damping: 0.2}}\n"

static double torque(double angle)
{
    return -3 * 9.81 * 0.5 * cos(angle);
}

Test(limits, rod_rests_on_a_stop_and_swings_about_it)
{
    tml_case c = tml_case_run_text("rest", ROD "analyses: [static, modes]\n", TML_AS_WRITTEN);
    const tml_table *rest = tml_case_table(&c, "static"), *modes = tml_case_table(&c, "modes");
    const double angle = tml_table_value(rest, 0, (size_t)tml_table_find(rest, "O.angle")), d = -PI / 6 - angle;
    tml_case_near(&c, "torque", 1e3 * d, -torque(angle), 1e-9);
    tml_case_near(&c, "limit", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "O.limit")), 1e3 * d, 1e-9);
    /* I phi'' + 0.2 k d phi' + (k - m g l/2 sin) phi = 0 */
    const double k = 1e3 - 3 * 9.81 * 0.5 * sin(angle), b = 0.2 * 1e3 * d;
    tml_case_near(&c, "re", tml_table_value(modes, 0, (size_t)tml_table_find(modes, "eigenvalue.re")), -b / 2, 1e-7);
    tml_case_near(&c, "im", tml_table_value(modes, 0, (size_t)tml_table_find(modes, "eigenvalue.im")),
                  sqrt(k - b * b / 4), 1e-6);
    tml_case_free(&c);
}

Test(limits, drivers_are_obeyed_and_told)
{
    tml_case c = tml_run_to_status(ROD "drivers: {d: {O.angle: -t}}\n"
                                       "analyses: [kinematics: {end: 1, output: 0.05}]\n",
                                   TML_OK);
    tml_expect_message(&c, "kinematics: O.angle is beyond its limits at t = ");
    tml_expect_message(&c, "by up to 27.2958 deg at t = 1 s");
    tml_case_near(&c, "first", tml_message_number(&c, "beyond its limits at t = "), PI / 6, 0.05);
    tml_case_free(&c);
    c = tml_run_to_status(ROD "drivers: {d: {O.angle: -0.6}}\n"
                              "analyses: [inverse: {end: 1, output: 0.5, actuators: [O]}]\n",
                          TML_OK);
    tml_expect_no_message(&c, "limits");
    tml_case_near(&c, "actuator", tml_case_at(&c, 0.5, "O.actuator"), -torque(-0.6) - 1e3 * (0.6 - PI / 6), 1e-9);
    tml_case_free(&c);
}

/* A rod carried round by a shaft, thrown out against a stop: relative equilibrium. */
Test(limits, rod_of_a_governor_presses_its_stop)
{
    static const char text[] =
        "trammel: 1\n"
        "space: space\n"
        "points: {O: [0, 0, 0], A: [0, 0, -1]}\n"
        "bodies:\n"
        "  shaft: {points: [O], mass: 1, inertia: [1, 1, 1]}\n"
        "  bob: {points: [O, A], com: A, mass: 2, inertia: [1e-9, 1e-9, 1e-9]}\n"
        "joints:\n"
        "  O: {revolute: [ground, shaft], axis: z}\n"
        "  P: {revolute: [shaft, bob], at: O, axis: -y, limits: {angle: [null, 45 deg], stiffness: 1e4}}\n"
        "initial: {P.angle: 40 deg}\n"
        "analyses: [steady: {speeds: {O: 6}}]\n";
    tml_case c = tml_case_run_text("governor", text, TML_AS_WRITTEN);
    const double a = tml_case_value(&c, 0, "P.angle"), f = -1e4 * (a - PI / 4);
    tml_case_near(&c, "balance", 2 * 36 * sin(a) * cos(a) - 2 * 9.81 * sin(a) + f, 0, 1e-7);
    tml_case_near(&c, "limit", tml_case_value(&c, 0, "P.limit"), f, 1e-7);
    cr_expect_lt(f, -1);
    tml_case_free(&c);
}

/* ---- ranges ---- */

Test(limits, ranges_end_at_limits)
{
    tml_model *m = tml_case_parse(ROD);
    tml_log *log = tml_log_make();
    tml_range r;
    cr_assert_eq(tml_coordinate_range(m, "O.angle", &r, log), TML_OK);
    cr_expect_eq(r.low, -30 * PI / 180);
    cr_expect(isinf(r.high));
    tml_model_free(m);
    tml_log_free(log);
}
