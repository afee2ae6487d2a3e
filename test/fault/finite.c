/* finite.c - forces and drivers that are not finite or not differentiable are named; mechanisms that are too large are refused. */
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define PENDULUM PENDULUM_OF_5_LINES

/* Fails with an error at that place. */
static void expect_error(const char *text, const char *part, int line, int column)
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    bool found = false;
    cr_assert_not_null(model);
    cr_expect_eq(tml_run(model, NULL, &results, log), TML_FAILED, "%s", part);
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        found |= m.severity == TML_ERROR && m.place.line == line && m.place.column == column && strstr(m.text, part);
        cr_expect_null(strstr(m.text, "memory"));
    }
    cr_expect(found, "no error \"%s\"; the first is \"%s\"", part, tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* A rate or an acceleration that does not exist is not 0. */
Test(finite, drivers_with_infinite_derivatives_are_named)
{
    static const char *const kinds[] = {"kinematics", "inverse", "dynamics"};
    static const char *const steep[][2] = {
        {"0.2 + 0.1*sqrt(1 - cos(t))", "driver d: its first derivative is not a number at t = 0 s"},
        {"0.1*sqrt(t)", "driver d: its first derivative is infinite at t = 0 s"},
        {"t^1.5", "driver d, or one of its first two derivatives, is infinite at t = 0 s"}};
    char text[600];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t k = 0; k < sizeof steep / sizeof *steep; k++) {
            snprintf(text, sizeof text, PENDULUM "drivers: {d: {O.angle: %s}}\nanalyses: [%s: {end: 1, output: 0.1}]\n",
                     steep[k][0], kinds[i]);
            expect_error(text, steep[k][1], 6, 11);
        }
    expect_error(PENDULUM "drivers: {d: {O.angle: sqrt((t - 0.5)^2)}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n",
                 "driver d, or one of its first two derivatives, is not a number at t = 0.5 s", 6, 11);
}

Test(finite, energy_balance_of_a_rough_driver_is_reported)
{
    tml_expect_run(PENDULUM "drivers: {d: {O.angle: 0.1*sqrt(abs(t^2 - 0.25))}}\n"
                            "analyses: [kinematics: {end: 1, output: 0.1}]\n",
                   TML_OK, "kinematics: the energy balance is off by ");
    tml_case c = tml_run_to_status(
        PENDULUM "drivers: {d: {O.angle: t^2}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n", TML_OK);
    tml_expect_no_message(&c, "energy balance");
    tml_case_free(&c);
}

Test(finite, forces_that_are_not_finite_are_named_with_their_time)
{
    static const char *const kinds[] = {"kinematics", "inverse"};
    char text[600];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        snprintf(text, sizeof text,
                 PENDULUM "forces: {m: {torque: rod, value: sqrt(0.5 - t)}}\ndrivers: {d: {O.angle: t}}\n"
                          "analyses: [%s: {end: 1, output: 0.1}]\n",
                 kinds[i]);
        expect_error(text, "force m: its value is not a number at t = 0.6 s", 6, 34);
    }
    expect_error(PENDULUM "forces: {m: {torque: rod, value: sqrt(O.angle - 1)}}\n"
                          "analyses: [balance: {actuators: [O]}]\n",
                 "force m: its value is not a number at t = 0 s", 6, 34);
}

/* A planar four-bar in space: redundant rows are solved by LAPACK. */
Test(finite, forces_that_are_not_finite_on_redundant_rows_are_named)
{
    expect_error("trammel: 1\nspace: space\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0, 0], C: [4, 0, 0]}}\n"
                 "  crank: {points: {O: [0, 0, 0], A: [1, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                 "  rod: {points: {A: [0, 0, 0], B: [3, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                 "  lever: {points: {C: [0, 0, 0], B: [0, 3, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                 "joints:\n"
                 "  O: {revolute: [ground, crank], axis: z}\n"
                 "  A: {revolute: [crank, rod], axis: z}\n"
                 "  B: {revolute: [rod, lever], axis: z}\n"
                 "  C: {revolute: [ground, lever], axis: z}\n"
                 "drivers: {d: {O.angle: t}}\n"
                 "forces: {m: {motor: O, torque: sqrt(0.5 - t)}}\n"
                 "analyses: [kinematics: {end: 1, output: 0.1}]\n",
                 "force m: its value is not a number at t = 0.6 s", 14, 10);
}

/* 501 bodies in the plane have 1503 coordinates. */
Test(finite, mechanisms_too_large_for_dense_matrices_are_refused)
{
    static const char *const analyses[][2] = {
        {"static: {search: all}",
         "static: the mechanism has 1503 coordinates; static equilibria are found with up to 1500"},
        {"balance: {}", "balance: the mechanism has 1503 coordinates; positions are balanced with up to 1500"},
        {"evaluate: {matrices: true}",
         "evaluate: the mechanism has 1503 coordinates; matrices are written with up to "},
        {"modes: {method: dense}",
         "modes: the mechanism has 1503 coordinates; state matrices, and modes of a motion, "},
    };
    static char text[501 * 40 + 200];
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        int at = snprintf(text, sizeof text, "trammel: 1\nbodies:\n");
        for (int b = 0; b < 501; b++)
            at += snprintf(text + at, sizeof text - (size_t)at, "  b%d: {mass: 1, inertia: 1}\n", b);
        snprintf(text + at, sizeof text - (size_t)at, "analyses: [%s]\n", analyses[i][0]);
        expect_error(text, analyses[i][1], 504, 12);
    }
}

/* A torque that grows without bound: the rod accelerates, and no step is short enough. The run ends and says why. */
Test(finite, growth_without_bound_ends_the_run_with_the_reason, .timeout = TML_SLOWER * 60)
{
    static const char *const torques[] = {"exp(2e4*t)", "1e3*exp(O.speed)"};
    static const char *const integrators[] = {"auto", "explicit", "adams", "bdf"};
    char text[600];
    for (size_t i = 0; i < sizeof torques / sizeof *torques; i++)
        for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++) {
            snprintf(text, sizeof text,
                     PENDULUM "forces: {m: {motor: O, torque: %s}}\n"
                              "analyses: [dynamics: {end: 1, output: 0.1, integrator: %s}]\n",
                     torques[i], integrators[k]);
            tml_expect_run(text, TML_FAILED, "the motion could not be integrated beyond t = 0.0");
        }
}
