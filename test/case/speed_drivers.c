/* speed_drivers.c - drivers of speeds and accelerations: positions by exact quadrature, from where the mechanism is. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define WHEEL                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {ground: {points: {O: [0, 0]}}, wheel: {points: {O: [0, 0]}, mass: 2, inertia: 0.4, angle: 0.5}}\n"       \
    "joints: {O: {revolute: [ground, wheel]}}\n"

/* The integral of exp(-t) sin(20 t) is known; so is that of a kinked speed. */
Test(speed_drivers, positions_are_integrals_to_rounding)
{
    tml_case c = tml_case_run_text("speed",
                                   WHEEL "drivers: {spin: {O.speed: exp(-t)*sin(20*t)}}\n"
                                         "analyses: [{kinematics: {end: 10, output: 0.37}}]\n",
                                   TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t");
        const double x = (20 - exp(-t) * (20 * cos(20 * t) + sin(20 * t))) / 401;
        tml_case_near(&c, "angle", tml_case_value(&c, i, "O.angle"), 0.5 + x, 1e-14);
        tml_case_near(&c, "speed", tml_case_value(&c, i, "O.speed"), exp(-t) * sin(20 * t), 1e-13);
        tml_case_near(&c, "acceleration", tml_case_value(&c, i, "O.acceleration"),
                      exp(-t) * (20 * cos(20 * t) - sin(20 * t)), 1e-12);
    }
    tml_case_free(&c);
    tml_case k = tml_case_run_text("kink",
                                   WHEEL "drivers: {spin: {O.speed: abs(t - pi/3)}}\n"
                                         "analyses: [{dynamics: {end: 2, output: 0.5, tolerance: 1e-10}}]\n",
                                   TML_AS_WRITTEN);
    const double a = acos(-1.0) / 3;
    tml_case_near(&k, "angle", tml_case_at(&k, 2, "O.angle"), 0.5 + a * a / 2 + (2 - a) * (2 - a) / 2, 1e-12);
    tml_case_free(&k);
}

/* Each analysis goes on from where the one before has ended; an acceleration from its speed too. */
static void drives_go_on(const char *by)
{
    tml_case c = tml_case_run_text_with("acceleration",
                                        WHEEL "drivers: {spin: {O.acceleration: 6*t}}\n"
                                              "initial: {O.angle: 2, O.speed: 3}\n"
                                              "analyses:\n"
                                              "  - kinematics: {end: 1, output: 0.5}\n"
                                              "  - dynamics: {end: 2, output: 0.5, tolerance: 1e-10}\n",
                                        TML_AS_WRITTEN, TML_BY(by));
    tml_case_near(&c, "angle", tml_case_at(&c, 2, "O.angle"), 2 + 6 + 8, 1e-9);
    tml_case_near(&c, "speed", tml_case_at(&c, 2, "O.speed"), 3 + 12, 1e-9);
    tml_case_near(&c, "torque", tml_case_at(&c, 2, "spin.torque"), 0.4 * 12, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(speed_drivers, drives_go_on, 10)

/* x at the end, at rest at zero before:  x'' = 4 (f - x), f = 0.1 |sin(7 t + 0.3)|. From kink to kink, with p = -4/45 f,
 *
 *   x = p + (x0 - p0) cos 2 (t - t0) + (x0' - p0')/2 sin 2 (t - t0)
 */
static double follow_kinks(double end)
{
    double t = 0, x = 0, v = 0;
    for (int k = 1; t < end; k++) {
        const double next = fmin((k * acos(-1) - 0.3) / 7, end), size = (k % 2 ? -0.4 : 0.4) / 45, h = 2 * (next - t);
        const double b = x - size * sin(7 * t + 0.3), c = (v - 7 * size * cos(7 * t + 0.3)) / 2;
        x = size * sin(7 * next + 0.3) + b * cos(h) + c * sin(h);
        v = 7 * size * cos(7 * next + 0.3) + 2 * (c * cos(h) - b * sin(h));
        t = next;
    }
    return x;
}

static void kinks_of_functions_of_time_end_steps(const char *by)
{
    static const char *const drivers[] = {"0.1*abs(sin(7*t + 0.3))", "0.1*max(sin(7*t + 0.3), -sin(7*t + 0.3))",
                                          "0.1*if(sin(7*t + 0.3) > 0, sin(7*t + 0.3), -sin(7*t + 0.3))"};
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "points: {P: [0, 0]}\n"
                 "bodies: {m: {mass: 1, inertia: 1, points: [P]}, n: {mass: 1, inertia: 1, points: [P]}}\n"
                 "joints: {S: {prismatic: [ground, m], at: P, axis: x}, T: {prismatic: [ground, n], at: P, axis: x}}\n"
                 "forces: {pull: {motor: T, force: 4*(S.displacement - T.displacement)}}\n"
                 "drivers: {push: {S.displacement: '%s'}}\n"
                 "analyses: [{dynamics: {end: 3, output: 3, tolerance: 1e-9}}]\n",
                 drivers[i]);
        tml_case c = tml_case_run_text_with("kink", text, TML_AS_WRITTEN, TML_BY(by));
        tml_case_near(&c, drivers[i], tml_case_at(&c, 3, "T.displacement"), follow_kinks(3), 1e-11);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(speed_drivers, kinks_of_functions_of_time_end_steps, 10)

/* A motion that begins at a kink has its first row there, and its energy is counted from there: x = 1 + 3 t + t^3/6. */
static void motions_begin_at_kinks(const char *by)
{
    static const char *const forces[] = {"abs(t)", "abs(sin(t) - sin(t) + t)", "max(t, sin(t))"};
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "points: {P: [0, 0]}\n"
                 "bodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                 "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\n"
                 "initial: {S.displacement: 1, S.speed: 3}\n"
                 "forces: {f: {motor: S, force: '%s'}}\n"
                 "analyses: [{dynamics: {end: 1, output: 0.25, tolerance: 1e-9}}]\n",
                 forces[i]);
        tml_case c = tml_case_run_text_with("kink", text, TML_AS_WRITTEN, TML_BY(by));
        tml_case_near(&c, "first row", tml_case_value(&c, 0, "t"), 0, 0);
        tml_case_near(&c, "last row", tml_case_value(&c, 4, "t"), 1, 0);
        for (size_t k = 0; k < 5; k++) {
            const double t = 0.25 * (double)k;
            tml_case_near(&c, forces[i], tml_case_value(&c, k, "S.displacement"), 1 + 3 * t + t * t * t / 6, 1e-12);
            tml_case_near(&c, "energy", tml_case_value(&c, k, "energy.error"), 0, 1e-12);
        }
        tml_case_free(&c);
    }
}
TML_TEST_EACH(speed_drivers, motions_begin_at_kinks, 10)

/* Switched on in the middle, it starts from where the wheel is: an impulse gives it its speed. */
Test(speed_drivers, an_event_switches_it_on)
{
    tml_case c = tml_case_run_text("switch",
                                   WHEEL "drivers: {spin: {O.speed: 3*t, on: false}}\n"
                                         "initial: {O.speed: 1}\n"
                                         "events: {go: {when: t - 1, do: {switch: {spin: on}}}}\n"
                                         "analyses: [{dynamics: {end: 2, output: 0.5, tolerance: 1e-11}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "angle", tml_case_at(&c, 2, "O.angle"), 0.5 + 1 + 1.5 * 3, 1e-10);
    tml_case_near(&c, "speed", tml_case_at(&c, 2, "O.speed"), 6, 1e-10);
    tml_case_free(&c);
}

/* A component of a velocity. */
Test(speed_drivers, velocity_of_a_body_is_driven)
{
    tml_case c = tml_case_run_text(
        "slider",
        "trammel: 1\n"
        "gravity: none\n"
        "bodies: {ground: {points: {O: [0, 0]}}, b: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [1, 0]}}\n"
        "joints: {S: {prismatic: [ground.O, b.P], axis: [1, 0]}}\n"
        "drivers: {push: {b.ax: 2}}\n"
        "analyses: [{dynamics: {end: 2, output: 0.5, tolerance: 1e-10}}]\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "x", tml_case_at(&c, 2, "b.x"), 1 + 4, 1e-10);
    tml_case_near(&c, "force", tml_case_at(&c, 2, "push.force"), 4, 1e-10);
    tml_case_free(&c);
}

Test(speed_drivers, wrong_drivers_are_refused)
{
    tml_expect_run(WHEEL "drivers: {spin: {O.speed: 3 m}}\nanalyses: [{dynamics: {end: 1}}]\n", TML_WRONG,
                   "driver spin");
    tml_expect_run(WHEEL "drivers: {spin: {O.accelerations: 3}}\nanalyses: [{dynamics: {end: 1}}]\n", TML_WRONG,
                   "O.accelerations");
}
