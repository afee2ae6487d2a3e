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
