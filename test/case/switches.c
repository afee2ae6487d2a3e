/* switches.c - forces and drivers that are switched on and off, by analyses and by events, against closed forms and laws. */
#include "support/case.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static double entry(const tml_case *c, size_t row, const char *column)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    const long at = tml_table_find(t, column);
    cr_assert(at >= 0, "%s: no column %s", c->name, column);
    cr_assert_lt(row, tml_table_rows(t), "%s: %zu events", c->name, tml_table_rows(t));
    return tml_table_value(t, row, (size_t)at);
}

/* The rows before and after the only event. */
static size_t row_before(const tml_case *c)
{
    const double t = entry(c, 0, "t");
    size_t row = 0;
    while (tml_case_value(c, row, "t") < t)
        row++;
    tml_case_near(c, "row after", tml_case_value(c, row + 1, "t"), t, 0);
    return row;
}

/* ---- a crank that is driven, then let go: velocities and energy go on, the driver exerts nothing more ---- */

static const char FOURBAR[] = FOURBAR_UPRIGHT "drivers: {drive: {O.angle: 8*t}}\n"
                                              "events: {release: {when: t - 0.25, do: {switch: {drive: off}}}}\n"
                                              "analyses: [{dynamics: {end: 0.5, output: 0.05, tolerance: 1e-10}}]\n";

static void crank_is_released(const char *by)
{
    tml_case c = tml_case_run_text_with("release", FOURBAR, TML_AS_WRITTEN, TML_BY(by));
    const size_t before = row_before(&c), last = tml_table_rows(c.table) - 1;
    static const char *const channels[] = {"crank.omega", "coupler.omega", "rocker.omega", "coupler.vy",
                                           "energy.kinetic"};
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
        tml_case_near(&c, channels[i], tml_case_value(&c, before + 1, channels[i]),
                      tml_case_value(&c, before, channels[i]), 1e-10);
    tml_case_near(&c, "driven", tml_case_value(&c, before, "O.speed"), 8, 1e-10);
    cr_expect(fabs(tml_case_value(&c, before, "drive.torque")) > 0.1);
    tml_case_near(&c, "released", tml_case_value(&c, before + 1, "drive.torque"), 0, 0);
    tml_case_near(&c, "t", tml_case_value(&c, last, "t"), 0.5, 1e-12);
    tml_case_near(&c, "energy", entry(&c, 0, "energy"), 0, 1e-9);
    const double work = tml_case_value(&c, before, "energy.work");
    tml_case_near(&c, "work", tml_case_value(&c, last, "energy.work"), work, 1e-9);
    cr_expect(fabs(tml_case_value(&c, last, "O.speed") - 8) > 0.01);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(switches, crank_is_released, 10)

Test(switches, formulations_and_integrators_agree_after_a_release)
{
    tml_case a = tml_case_run_text_with("absolute", FOURBAR, TML_AS_WRITTEN, TML_BY("absolute"));
    const double want = tml_case_at(&a, 0.5, "rocker.angle");
    static const char *const methods[] = {"integrator: adams", "integrator: dae, formulation: absolute",
                                          "integrator: rk4, step: 1e-3"};
    for (size_t i = 0; i < 3; i++) {
        char to[96];
        snprintf(to, sizeof to, "dynamics: {%s, ", methods[i]);
        tml_case c = tml_case_run_text(methods[i], FOURBAR, TML_EDITS({"dynamics: {", to}));
        tml_case_near(&c, "rocker", tml_case_at(&c, 0.5, "rocker.angle"), want, 1e-7);
        tml_case_free(&c);
    }
    tml_case j = tml_case_run_text_with("joint", FOURBAR, TML_AS_WRITTEN, TML_BY("joint"));
    tml_case_near(&j, "rocker", tml_case_at(&j, 0.5, "rocker.angle"), want, 1e-8);
    tml_case soft = tml_case_run_text_with("implicit", FOURBAR, TML_EDITS({"1e-10", "1e-8"}), TML_BY("implicit"));
    tml_case_near(&soft, "rocker", tml_case_at(&soft, 0.5, "rocker.angle"), want, 1e-4);
    tml_case_free(&a);
    tml_case_free(&j);
    tml_case_free(&soft);
}

/* ---- a driver that is switched on: an impulse of I (w+ - w-) ---- */

#define WHEEL                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {ground: {points: {O: [0, 0]}}, wheel: {points: {O: [0, 0]}, mass: 2, inertia: 0.4}}\n"                   \
    "joints: {O: {revolute: [ground, wheel]}}\n"

Test(switches, driver_takes_a_wheel_along)
{
    tml_case c = tml_case_run_text("wheel",
                                   WHEEL "drivers: {spin: {O.angle: 1 + 3*(t - 1), on: false}}\n"
                                         "initial: {O.speed: 1}\n"
                                         "events:\n"
                                         "  go: {when: t - 1, do: {switch: {spin: on}}}\n"
                                         "  end: {when: t - 2, do: {switch: {spin: off}}}\n"
                                         "analyses: [{dynamics: {end: 3, output: 0.5, tolerance: 1e-11}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "impulse", entry(&c, 0, "spin.torque"), 0.4 * 2, 1e-12);
    tml_case_near(&c, "energy", entry(&c, 0, "energy"), 0.2 * (9 - 1), 1e-12);
    tml_case_near(&c, "no impulse", entry(&c, 1, "spin.torque"), 0, 0);
    tml_case_near(&c, "driven", tml_case_at(&c, 1.5, "O.angle"), 2.5, 1e-10);
    tml_case_near(&c, "free", tml_case_at(&c, 3, "O.angle"), 7, 1e-9);
    tml_case_near(&c, "free", tml_case_at(&c, 3, "O.speed"), 3, 1e-10);
    tml_case_free(&c);
}

/* 1 rad/s for 1 s, 3 rad/s for 1 s, then 3 rad/s without the driver. */
Test(switches, facts_of_outputs_are_those_of_the_whole_run)
{
    tml_case c = tml_case_run_text("wheel",
                                   WHEEL "drivers: {spin: {O.angle: 1 + 3*(t - 1), on: false}}\n"
                                         "initial: {O.speed: 1}\n"
                                         "outputs: {a: O.angle, w: O.speed}\n"
                                         "events:\n"
                                         "  go: {when: t - 1, do: {switch: {spin: on}}}\n"
                                         "  end: {when: t - 2, do: {switch: {spin: off}}}\n"
                                         "analyses: [{dynamics: {end: 3, output: 0.5, tolerance: 1e-11}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "angle at first", tml_fact_number(c.table, "a.min"), 0, 1e-12);
    tml_case_near(&c, "angle at last", tml_fact_number(c.table, "a.max"), 7, 1e-9);
    tml_case_near(&c, "mean angle", tml_fact_number(c.table, "a.mean"), (0.5 + 2.5 + 5.5) / 3, 1e-9);
    tml_case_near(&c, "least speed", tml_fact_number(c.table, "w.min"), 1, 1e-12);
    tml_case_near(&c, "mean square of the speed", tml_fact_number(c.table, "w.rms"), sqrt((1 + 9 + 9) / 3.0), 1e-9);
    tml_case_free(&c);
}

/* A spring of 200 N/m, relaxed at 0.1, shoots 0.5 kg to a latch at 0.08, which opens at 1 s: x = 0.1 (1 - cos 20 t), then 0.1 - 0.02 cos 20 (t - 1).
 * That it leaves the latch is not that it reaches it. */
static void check_latch(const char *by, const char *tolerance, double bar)
{
    tml_case c = tml_case_run_text_with("latch",
                                        "trammel: 1\n"
                                        "gravity: none\n"
                                        "points: {A: [0, 0], W: [-0.2, 0]}\n"
                                        "bodies: {slide: {points: [A], mass: 0.5, shape: {box: [0.05, 0.02]}}}\n"
                                        "joints: {A: {prismatic: [ground, slide], axis: x}}\n"
                                        "forces: {s: {spring: [ground.W, slide.A], stiffness: 200, length: 0.3}}\n"
                                        "drivers: {latch: {A.speed: 0, on: false}}\n"
                                        "events:\n"
                                        "  catch: {when: slide.x > 80 mm, do: {switch: {latch: on}}}\n"
                                        "  open: {when: t - 1, do: {switch: {latch: off}}}\n"
                                        "outputs: {held: latch.force}\n"
                                        "analyses: [{dynamics: {end: 1.5, output: 0.1, tolerance: TOLERANCE}}]\n",
                                        TML_EDITS({"TOLERANCE", tolerance}), TML_BY(by));
    const double caught = acos(0.2) / 20;
    cr_assert_eq(tml_table_rows(tml_case_table(&c, "dynamics.events")), 2, "%s", c.name);
    tml_case_near(&c, "caught", entry(&c, 0, "t"), caught, bar);
    tml_case_near(&c, "opened", entry(&c, 1, "t"), 1, 1e-12);
    tml_case_near(&c, "after", tml_case_at(&c, 1.5, "slide.x"), 0.1 - 0.02 * cos(10), 100 * bar);
    tml_case_near(&c, "held", tml_fact_number(c.table, "held.integral"), -4 * (1 - caught), 100 * bar);
    tml_case_free(&c);
}

static void latch_catches_once(const char *by)
{
    check_latch(by, "1e-11", 1e-10);
    check_latch(by, "1e-8", 1e-7);
}
TML_TEST_EACH(switches, latch_catches_once, 10)

/* With stiff joints a driver of speed begins where the motion is, too: the slide stands where it was caught. */
Test(switches, latch_with_stiff_joints)
{
    tml_case c =
        tml_case_run_text("stiff latch",
                          "trammel: 1\ngravity: none\npoints: {A: [0, 0], B: [0, 1]}\n"
                          "bodies:\n"
                          "  slide: {points: [A], mass: 1, inertia: 1}\n"
                          "  wheel: {points: [B], mass: 1, inertia: 1}\n"
                          "joints: {A: {prismatic: [ground, slide], axis: x}, B: {revolute: [ground, wheel]}}\n"
                          "drivers: {latch: {A.speed: 0, on: false}}\n"
                          "initial: {A.speed: 1, B.speed: 7}\n"
                          "events: {catch: {when: t - 1, do: {switch: {latch: on}}}}\n"
                          "analyses: [{dynamics: {end: 2, formulation: implicit}}]\n",
                          TML_AS_WRITTEN);
    tml_case_near(&c, "x", tml_case_at(&c, 2, "slide.x"), 1, 1e-7);
    tml_case_near(&c, "turned", tml_case_at(&c, 2, "B.angle"), 14, 1e-7);
    tml_case_free(&c);
}

Test(switches, driver_elsewhere_is_refused)
{
    tml_expect_run(
        WHEEL "drivers: {spin: {O.angle: 2*t, on: false}}\n"
              "events: {go: {when: t - 1, do: {switch: {spin: on}}}}\n"
              "analyses: [{dynamics: {end: 3, output: 0.5}}]\n",
        TML_FAILED,
        "event go: driver spin cannot be switched on at t = 1 s: O.angle is 0 rad there, the driver asks for 2");
}

/* ---- forces ---- */

/* A spring is cut where it is stretched: its energy is gone, the mass goes on at its speed; later it is there again. */
Test(switches, spring_is_cut_and_comes_back)
{
    static const char *const methods[] = {"integrator: explicit", "integrator: adams", "integrator: bdf",
                                          "integrator: dae, formulation: absolute"};
    for (size_t i = 0; i < 4; i++) {
        tml_case c = tml_case_run_text("spring",
                                       "trammel: 1\n"
                                       "gravity: none\n"
                                       "bodies:\n"
                                       "  ground: {points: {O: [-3, 0]}}\n"
                                       "  b: {points: {P: [0, 0]}, mass: 1, inertia: 1, position: [1, 0]}\n"
                                       "forces: {s: {spring: [ground.O, b.P], stiffness: 4*pi^2, length: 3}}\n"
                                       "events:\n"
                                       "  cut: {when: t - 0.125, do: {switch: {s: off}}}\n"
                                       "  mend: {when: t - 0.25, do: {switch: {s: on}}}\n"
                                       "analyses: [{dynamics: {end: 0.5, output: 0.0625, tolerance: 1e-11, METHOD}}]\n",
                                       TML_EDITS({"METHOD", methods[i]}));
        const double k = 4 * PI * PI, x = sqrt(0.5), v = -2 * PI * sqrt(0.5);
        tml_case_near(&c, "cut", entry(&c, 0, "energy"), -0.5 * k * x * x, 1e-7);
        tml_case_near(&c, "free", tml_case_at(&c, 0.1875, "b.x"), x + v * 0.0625, 1e-7);
        const double there = x + v * 0.125, w = 2 * PI;
        tml_case_near(&c, "mend", entry(&c, 1, "energy"), 0.5 * k * there * there, 1e-7);
        tml_case_near(&c, "end", tml_case_at(&c, 0.5, "b.x"), there * cos(w * 0.25) + v / w * sin(w * 0.25), 1e-7);
        tml_case_near(&c, "force", tml_case_at(&c, 0.1875, "s.force"), 0, 0);
        tml_case_near(&c, "balance", tml_case_largest(&c, "energy.error"), 0, 1e-6);
        tml_case_free(&c);
    }
}

/* ---- per analysis ---- */

/* Driven to 1 rad and let go: a torsion pendulum swings as a cosine. */
Test(switches, drive_to_a_pose_then_let_go)
{
    tml_case c =
        tml_case_run_text("pose",
                          WHEEL "forces: {s: {torsion: O, stiffness: 0.4*pi^2}}\n"
                                "drivers: {drive: {O.angle: t^2*(3 - 2*t)}}\n"
                                "analyses:\n"
                                "  - kinematics: {end: 1, output: 0.5}\n"
                                "  - dynamics: {end: 2.25, output: 0.25, tolerance: 1e-11, switch: {drive: off}}\n",
                          TML_AS_WRITTEN);
    tml_case_near(&c, "start", tml_case_at(&c, 1, "O.angle"), 1, 1e-12);
    tml_case_near(&c, "start", tml_case_at(&c, 1, "O.speed"), 0, 1e-12);
    tml_case_near(&c, "middle", tml_case_at(&c, 1.5, "O.angle"), 0, 1e-9);
    tml_case_near(&c, "middle", tml_case_at(&c, 1.5, "O.speed"), -PI, 1e-9);
    tml_case_near(&c, "later", tml_case_at(&c, 2.25, "O.angle"), cos(1.25 * PI), 1e-9);
    tml_case_near(&c, "torque", tml_case_at(&c, 2, "drive.torque"), 0, 0);
    tml_case_free(&c);
}

/* What is switched stays so in the analyses after it. */
Test(switches, equilibrium_with_and_without_a_force)
{
    static const char text[] = WHEEL "forces:\n"
                                     "  s: {torsion: O, stiffness: 2}\n"
                                     "  motor: {motor: O, torque: 3, on: false}\n"
                                     "analyses:\n"
                                     "  - static: {}\n"
                                     "  - static: {switch: {motor: on}}\n"
                                     "  - evaluate: {}\n";
    tml_case c = tml_case_run_text("static", text, TML_AS_WRITTEN);
    const double want[] = {0, 1.5, 1.5};
    for (size_t i = 0; i < 3; i++) {
        const tml_table *t = tml_results_table(c.results, i);
        tml_case_near(&c, "angle", tml_table_value(t, 0, (size_t)tml_table_find(t, "O.angle")), want[i], 1e-10);
    }
    tml_case_free(&c);
}

Test(switches, wrong_switches_are_refused)
{
    tml_expect_run(WHEEL "analyses: [{dynamics: {end: 1, switch: {O: off}}}]\n", TML_WRONG,
                   "switch: \"O\" is neither a force nor a driver");
    tml_expect_run(WHEEL "forces: {f: {torque: wheel, value: 1}}\nanalyses: [{dynamics: {end: 1, switch: {f: 3}}}]\n",
                   TML_WRONG, "must be a map from forces and drivers to on or off");
    tml_expect_run(WHEEL "events: {e: {when: t - 0.5, do: {switch: {g: off}}}}\nanalyses: [{dynamics: {end: 1}}]\n",
                   TML_WRONG, "event e: switch: \"g\" is neither a force nor a driver");
    tml_expect_run(WHEEL "drivers: {d: {O.angle: t, on: maybe}}\nanalyses: [{dynamics: {end: 1}}]\n", TML_WRONG,
                   "`on` is true or false");
}
