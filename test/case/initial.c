/* initial.c - `initial` as an option of later analyses: what it names is exact, the rest goes on from the present state. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>

/* The first and the last row of the n-th table. */
static double at_start(tml_case *c, size_t n, const char *channel)
{
    c->table = tml_results_table(c->results, n);
    return tml_case_value(c, 0, channel);
}

static double at_end(tml_case *c, size_t n, const char *channel)
{
    c->table = tml_results_table(c->results, n);
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

#define DOUBLE                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [1, 0], B: [1.5, 0.2]}\n"                                                                  \
    "bodies: {p: {points: [O, A], mass: 1, shape: rod}, q: {points: [A, B], mass: 2, shape: rod}}\n"                   \
    "joints: {O: {revolute: [ground, p]}, A: {revolute: [p, q]}}\n"                                                    \
    "initial: {O.speed: 1}\n"

/* ---- a double pendulum is stopped in one joint: the other goes on ---- */

static void one_speed_is_set_and_the_other_goes_on(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "one speed",
        DOUBLE
        "analyses: [{dynamics: {end: 0.7, output: 0.1}}, {dynamics: {end: 1.4, output: 0.1, initial: {A.speed: 2}}},\n"
        "  {dynamics: {end: 1.6, output: 0.1}}]\n",
        TML_AS_WRITTEN, TML_BY(by));
    tml_case_near(&c, "set", at_start(&c, 1, "A.speed"), 2, 1e-12);
    static const char *const same[] = {"O.speed", "O.angle", "A.angle", "t"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        tml_case_near(&c, same[i], at_start(&c, 1, same[i]), at_end(&c, 0, same[i]), 1e-11);
    cr_expect(fabs(at_end(&c, 0, "A.speed") - 2) > 0.1);
    tml_case_near(&c, "not again", at_start(&c, 2, "A.speed"), at_end(&c, 1, "A.speed"), 1e-11);
    tml_case_near(&c, "energy", at_end(&c, 1, "energy.error"), 0, 1e-6);
    tml_case_free(&c);
}
TML_TEST_EACH(initial, one_speed_is_set_and_the_other_goes_on, 10)

/* ---- a pendulum is caught and let go at an angle: the first integral w^2 = 3 g (sin a0 - sin a)/L of a rod ---- */

static void an_angle_is_set_and_the_energy_is_that_of_it(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "one angle",
        "trammel: 1\npoints: {O: [0, 0], A: [1, 0]}\nbodies: {p: {points: [O, A], mass: 1, shape: rod}}\n"
        "joints: {O: {revolute: [ground, p]}}\n"
        "analyses: [{dynamics: {end: 1, output: 0.1}},\n"
        "  {dynamics: {end: 2, output: 0.1, tolerance: 1e-11, initial: {O.angle: -20 deg, O.speed: 0}}}]\n",
        TML_AS_WRITTEN, TML_BY(by));
    const double a0 = -20 * 3.14159265358979323846 / 180;
    tml_case_near(&c, "angle", at_start(&c, 1, "O.angle"), a0, 1e-12);
    tml_case_near(&c, "speed", at_start(&c, 1, "O.speed"), 0, 1e-12);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double a = tml_case_value(&c, row, "O.angle"), w = tml_case_value(&c, row, "O.speed");
        tml_case_near(&c, "first integral", w * w, 3 * 9.81 * (sin(a0) - sin(a)), 1e-8);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(initial, an_angle_is_set_and_the_energy_is_that_of_it, 10)

/* ---- a loop: positions follow, and all velocities of one degree of freedom ---- */

#define FOURBAR                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 0.3], B: [0.8, 0.7], C: [0.9, 0]}\n"                                                   \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  coupler: {points: [A, B], mass: 2, shape: rod}\n"                                                               \
    "  rocker: {points: [B, C], mass: 1.5, shape: rod}\n"                                                              \
    "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]}, B: {revolute: [coupler, rocker]},\n"    \
    "  C: {revolute: [ground, rocker]}}\n"

static void a_loop_closes_on_what_is_set(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "loop",
        FOURBAR "analyses: [{dynamics: {end: 0.3, output: 0.1}},\n"
                "  {dynamics: {end: 0.5, output: 0.1, initial: {O.angle: 0.4, C.speed: 1.5}}}]\n",
        TML_AS_WRITTEN, TML_BY(by));
    tml_case_near(&c, "angle", at_start(&c, 1, "O.angle"), 0.4, 1e-11);
    tml_case_near(&c, "speed", at_start(&c, 1, "C.speed"), 1.5, 1e-11);
    tml_case_near(&c, "closed", at_start(&c, 1, "residual.position"), 0, 1e-11);
    tml_case_near(&c, "velocities", at_start(&c, 1, "residual.velocity"), 0, 1e-10);
    tml_case_free(&c);
}
TML_TEST_EACH(initial, a_loop_closes_on_what_is_set, 10)

/* ---- states, turns, drivers of speeds, the first analysis ---- */

Test(initial, states_are_set_and_others_go_on)
{
    tml_case c = tml_case_run_text("states",
                                   DOUBLE "states: {i: {rate: -i, start: 3}, k: {rate: 1}}\n"
                                          "analyses: [{dynamics: {end: 1, output: 0.5}},\n"
                                          "  {dynamics: {end: 2, output: 0.5, tolerance: 1e-11, initial: {i: 5}}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "set", at_start(&c, 1, "i"), 5, 0);
    tml_case_near(&c, "goes on", at_start(&c, 1, "k"), 1, 1e-9);
    tml_case_near(&c, "i", at_end(&c, 1, "i"), 5 * exp(-1), 1e-9);
    tml_case_free(&c);
}

/* After several turns an angle is that number, and not another turn of it. */
Test(initial, angles_are_numbers_and_count_turns)
{
    tml_case c = tml_case_run_text(
        "turns",
        "trammel: 1\ngravity: none\npoints: {O: [0, 0]}\nbodies: {p: {mass: 1, inertia: 1, points: [O]}}\n"
        "joints: {O: {revolute: [ground, p]}}\ninitial: {O.speed: 10}\n"
        "analyses: [{dynamics: {end: 2, output: 1}}, {dynamics: {end: 3, output: 1, initial: {O.angle: 0.5}}}]\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "before", at_end(&c, 0, "O.angle"), 20, 1e-9);
    tml_case_near(&c, "set", at_start(&c, 1, "O.angle"), 0.5, 1e-12);
    tml_case_near(&c, "speed goes on", at_start(&c, 1, "O.speed"), 10, 1e-11);
    tml_case_near(&c, "end", at_end(&c, 1, "O.angle"), 10.5, 1e-9);
    tml_case_free(&c);
}

Test(initial, a_driver_of_a_speed_starts_where_it_is_set)
{
    tml_case c =
        tml_case_run_text("speed driver",
                          DOUBLE "drivers: {d: {A.speed: 2, on: false}}\n"
                                 "analyses: [{dynamics: {end: 0.5, output: 0.1}},\n"
                                 "  {dynamics: {end: 1, output: 0.1, switch: {d: on}, initial: {A.angle: 0.3}}}]\n",
                          TML_AS_WRITTEN);
    tml_case_near(&c, "start", at_start(&c, 1, "A.angle"), 0.3, 1e-11);
    tml_case_near(&c, "end", at_end(&c, 1, "A.angle"), 1.3, 1e-9);
    tml_case_free(&c);
}

/* In the first analysis it takes the place of what the file says of the same channel, and the rest holds. */
Test(initial, in_the_first_analysis_it_overrides_the_file)
{
    tml_case c = tml_case_run_text(
        "first", DOUBLE "analyses: [{dynamics: {end: 0.5, output: 0.1, initial: {O.speed: -2, A.speed: 3}}}]\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "O", at_start(&c, 0, "O.speed"), -2, 1e-12);
    tml_case_near(&c, "A", at_start(&c, 0, "A.speed"), 3, 1e-12);
    tml_case_free(&c);
}

Test(initial, static_starts_from_there)
{
    tml_case c = tml_case_run_text("static",
                                   "trammel: 1\ngravity: none\npoints: {O: [0, 0], A: [1, 0]}\n"
                                   "bodies: {p: {points: [O, A], mass: 1, shape: rod}}\n"
                                   "joints: {O: {revolute: [ground, p]}}\n"
                                   "forces: {f: {torque: p, value: -sin(O.angle)}}\n"
                                   "analyses: [{static: {}}, {static: {initial: {O.angle: 6}}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "first", at_start(&c, 0, "O.angle"), 0, 1e-9);
    tml_case_near(&c, "second", at_start(&c, 1, "O.angle"), 2 * 3.14159265358979323846, 1e-9);
    tml_case_free(&c);
}

Test(initial, what_cannot_be_is_refused_with_the_words_of_the_file)
{
    tml_expect_run(
        DOUBLE "analyses: [{dynamics: {end: 1, output: 1}}, {dynamics: {end: 2, output: 1, initial: {O.spead: 2}}}]\n",
        TML_WRONG, "initial: there is no position or velocity \"O.spead\"");
    tml_expect_run(
        DOUBLE
        "analyses: [{dynamics: {end: 1, output: 1}}, {dynamics: {end: 2, output: 1, initial: {O.speed: 2 m}}}]\n",
        TML_WRONG, "initial O.speed: expected rad/s, found m");
    tml_expect_run(DOUBLE
                   "analyses: [{dynamics: {end: 1, output: 1}}, {dynamics: {end: 2, output: 1, initial: {O.fx: 2}}}]\n",
                   TML_WRONG, "initial");
    tml_expect_run(
        FOURBAR
        "drivers: {d: {O.angle: t}}\n"
        "analyses: [{kinematics: {end: 1, output: 1}}, {kinematics: {end: 2, output: 1, initial: {C.angle: 2}}}]\n",
        TML_FAILED, "initial C.angle");
    tml_expect_run(DOUBLE "analyses: [{dynamics: {end: 1, output: 1}}, {dynamics: {end: 2, output: 1, assemble: false, "
                          "initial: {O.angle: 2}}}]\n",
                   TML_FAILED, "leave `assemble: false` out");
}
