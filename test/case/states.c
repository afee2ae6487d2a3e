/* states.c - states of the user's against closed forms: motors, filters, controllers, oscillators; in every analysis. */
#include "support/case.h"
#include "support/run_messages.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a motor fed by a constant voltage ----
 *   L i' = U - k w - R i,   J w' = k i:   s^2 + R/L s + k^2/(L J) = 0,   w = U/k (1 + (s2 exp(s1 t) - s1 exp(s2 t))/(s1 - s2)) */
#define U 12.0
#define K 0.05
#define R 1.0
#define L 0.01
#define J 0.001
#define ROTOR                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "parameters: {U: 12 V, k: 0.05 N*m/A, R: 1 ohm, L: 10 mH}\n"                                                       \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rotor: {points: {O: [0, 0]}, mass: 1, inertia: 0.001}\n"                                                        \
    "joints: {O: {revolute: [ground, rotor]}}\n"
#define CURRENT                                                                                                        \
    "states:\n"                                                                                                        \
    "  i: {rate: (U - k*O.speed - R*i)/L, unit: A, energy: L*i^2/2, power: U*i - R*i^2 - k*i*O.speed}\n"
static const char motor[] = ROTOR CURRENT "forces: {m: {motor: O, torque: k*i}}\n"
                                          "analyses:\n"
                                          "  - dynamics: {end: 0.5, output: 0.05, tolerance: 1e-11}\n";

static double exponent(int which)
{
    const double a = R / L / 2, root = sqrt(a * a - K * K / (L * J));
    return which ? -a - root : -a + root;
}

static double speed_at(double t)
{
    const double s1 = exponent(0), s2 = exponent(1);
    return U / K * (1 + (s2 * exp(s1 * t) - s1 * exp(s2 * t)) / (s1 - s2));
}

static double current_at(double t)
{
    const double s1 = exponent(0), s2 = exponent(1);
    return J / K * U / K * s1 * s2 * (exp(s1 * t) - exp(s2 * t)) / (s1 - s2);
}

static void expect_motor(const tml_case *c, double bar)
{
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        const double t = tml_case_value(c, row, "t"), i = current_at(t), w = speed_at(t);
        tml_case_near(c, "speed", tml_case_value(c, row, "O.speed"), w, bar * U / K);
        tml_case_near(c, "current", tml_case_value(c, row, "i"), i, bar * U / R);
        tml_case_near(c, "its rate", tml_case_value(c, row, "i.rate"), (U - K * w - R * i) / L, bar * U / L);
        tml_case_near(c, "torque", tml_case_value(c, row, "m.torque"), K * i, bar * U / R);
        tml_case_near(c, "energy balance", tml_case_value(c, row, "energy.error"), 0, bar * 0.5 * J * U * U / K / K);
        tml_case_near(c, "stored energy", tml_case_value(c, row, "energy.potential"), 0.5 * L * i * i, bar * L * U * U);
    }
}

static void motor_runs_up(const char *by)
{
    static const char *const integrators[] = {"explicit", "adams", "bdf"};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        char text[64];
        snprintf(text, sizeof text, "dynamics: {integrator: %s, ", integrators[i]);
        tml_case c = tml_case_run_text_with(integrators[i], motor, TML_EDITS({"dynamics: {", text}), TML_BY(by));
        expect_motor(&c, 2e-9);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(states, motor_runs_up, 20)

Test(states, motor_runs_up_as_a_dae_and_by_fixed_steps)
{
    tml_case c = tml_case_run_text("dae", motor, TML_EDITS({"dynamics: {", "dynamics: {integrator: dae, "}));
    expect_motor(&c, 2e-9);
    tml_case_free(&c);
    c = tml_case_run_text(
        "rk4", motor,
        TML_EDITS({"dynamics: {", "dynamics: {integrator: rk4, step: 5e-4, "}, {", tolerance: 1e-11", ""}));
    expect_motor(&c, 1e-7);
    tml_case_free(&c);
    c = tml_case_run_text("chosen", motor, TML_AS_WRITTEN);
    expect_motor(&c, 1e-10);
    tml_case_free(&c);
}

/* A tenth of a microsecond of L/R: the method chosen is one for stiff motions. */
Test(states, fast_states_need_no_short_steps)
{
    tml_case c =
        tml_case_run_text("stiff", motor, TML_EDITS({"10 mH", "0.1 uH"}, {"tolerance: 1e-11", "tolerance: 1e-9"}));
    const double w = U / K * (1 - exp(-K * K / (R * J) * 0.5));
    tml_case_near(&c, "speed", tml_case_at(&c, 0.5, "O.speed"), w, 1e-5 * w);
    cr_expect_lt(tml_fact_number(c.table, "steps"), 3000);
    tml_case_free(&c);
}

Test(states, motor_in_space_is_that_in_the_plane)
{
    tml_case c = tml_case_run_text(
        "space", motor,
        TML_EDITS({"trammel: 1\n", "trammel: 1\nspace: space\n"},
                  {"[0, 0]}}\n  rotor: {points: {O: [0, 0]}, mass: 1, inertia: 0.001",
                   "[0, 0, 0]}}\n  rotor: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.001, 0.001, 0.001]"},
                  {"[ground, rotor]", "[ground, rotor], axis: z"}));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "speed", tml_case_value(&c, row, "O.speed"), speed_at(t), 1e-8 * U / K);
        tml_case_near(&c, "current", tml_case_value(&c, row, "i"), current_at(t), 1e-8 * U / R);
    }
    tml_case_free(&c);
}

Test(states, start_values_and_the_next_analysis)
{
    tml_case c = tml_case_run_text("two in a row", motor,
                                   TML_EDITS({"  - dynamics: {end: 0.5, output: 0.05, tolerance: 1e-11}\n",
                                              "  - dynamics: {end: 0.02, output: 0.01, tolerance: 1e-11}\n  - "
                                              "dynamics: {end: 0.05, output: 0.01, tolerance: 1e-11}\n"}));
    expect_motor(&c, 1e-9);
    cr_expect_eq(tml_results_count(c.results), 2);
    tml_case_free(&c);
    /* with the rotor at rest: i = U/R + (i0 - U/R) exp(-R t/L) */
    static const tml_edit starts[2] = {{"unit: A,", "start: 500 mA, unit: A,"},
                                       {"analyses:", "initial: {i: 0.5}\nanalyses:"}};
    for (int k = 0; k < 2; k++) {
        c = tml_case_run_text("at rest", motor, TML_EDITS(starts[k], {"forces: {m: {motor: O, torque: k*i}}\n", ""}));
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const double t = tml_case_value(&c, row, "t");
            tml_case_near(&c, "current", tml_case_value(&c, row, "i"), U / R + (0.5 - U / R) * exp(-R * t / L), 1e-9);
        }
        tml_case_free(&c);
    }
}

/* ---- along a driven motion: L i' = U - k w - R i with w = W cos(p t) ---- */

static double driven_current(double t, double W, double p)
{
    const double a = R / L, q = a * a + p * p, c = -K * W / L * a / q, s = -K * W / L * p / q;
    return U / R * (1 - exp(-a * t)) + c * (cos(p * t) - exp(-a * t)) + s * sin(p * t);
}

Test(states, kinematics_integrates_them_along_the_driven_motion)
{
    tml_case c = tml_case_run_text("driven",
                                   ROTOR CURRENT "drivers: {d: {O.angle: 30*sin(4*t)}}\n"
                                                 "analyses: [kinematics: {end: 0.3, output: 0.01}]\n",
                                   TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "current", tml_case_value(&c, row, "i"), driven_current(t, 120, 4), 1e-10 * U / R);
    }
    tml_case_free(&c);
}

/* The actuator turns the rotor against its inertia, with the help of the motor: T = J w' - k i. */
Test(states, inverse_dynamics_takes_forces_of_states_into_account)
{
    tml_case c = tml_case_run_text("inverse",
                                   ROTOR CURRENT "forces: {m: {motor: O, torque: k*i}}\n"
                                                 "drivers: {d: {O.angle: 30*sin(4*t)}}\n"
                                                 "analyses: [inverse: {end: 0.3, output: 0.01, actuators: [O]}]\n",
                                   TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), i = driven_current(t, 120, 4);
        tml_case_near(&c, "actuator", tml_case_value(&c, row, "O.actuator"), -J * 480 * sin(4 * t) - K * i, 1e-11);
        tml_case_near(&c, "energy balance", tml_case_value(&c, row, "energy.error"), 0, 1e-9);
    }
    tml_case_free(&c);
}

/* A slider-crank through its dead points, where the motion is interpolated: the integral of a channel is exact all the same. */
Test(states, driven_states_pass_dead_points)
{
    tml_case c = tml_case_run_text(
        "dead points",
        "trammel: 1\ngravity: none\n"
        "points: {O: [0, 0], A: [1, 0], B: [2, 0]}\n"
        "bodies:\n  crank: {points: [O, A], mass: 1, shape: rod}\n  rod: {points: [A, B], mass: 1, shape: rod}\n"
        "  slider: {points: [B], mass: 1, inertia: 1}\n"
        "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, rod]}, B: {revolute: [rod, slider]},\n"
        "         S: {prismatic: [ground, slider], at: B, axis: x}}\n"
        "drivers: {d: {O.angle: 1 + t}}\n"
        "states: {x: {rate: slider.vx, start: 2*cos(1)}, y: {rate: -1000*(y - cos(t))}}\n"
        "initial: {A.angle: -2}\n"
        "analyses: [kinematics: {end: 1, output: 0.05}]\n",
        TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "x", tml_case_value(&c, row, "x"), tml_case_value(&c, row, "slider.x"), 1e-9);
    const double t = 1, q = 1e6 + 1;
    tml_case_near(&c, "y", tml_case_at(&c, 1, "y"), (1e6 * cos(t) + 1e3 * sin(t)) / q, 1e-10);
    tml_case_free(&c);
}

/* ---- ready pieces ---- */

#define IDLE                                                                                                           \
    "trammel: 1\ngravity: none\nbodies: {ground: {points: {O: [0, 0]}}, wheel: {points: {O: [0, 0]}, mass: 1, "        \
    "inertia: 1}}\n"                                                                                                   \
    "joints: {O: {revolute: [ground, wheel]}}\nanalyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-11}]\n"

Test(states, step_responses_of_filters)
{
    tml_case c = tml_case_run_text("filters",
                                   IDLE "parameters: {w: 5, z: 0.3}\n"
                                        "states:\n"
                                        "  a: {lag: {input: 1, time: 200 ms, gain: 3}}\n"
                                        "  b: {transfer: {input: 1, numerator: [w^2], denominator: [1, 2*z*w, w^2]}}\n"
                                        "  c: {transfer: {input: 1, numerator: [1, 2], denominator: [1, 1]}}\n"
                                        "  d: {transfer: {input: c, numerator: 4, denominator: [2, 1]}}\n"
                                        "  x: {rate: [x2, -4*x1], start: [1, 0]}\n",
                                   TML_AS_WRITTEN);
    const double w = 5, z = 0.3, p = w * sqrt(1 - z * z);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "lag", tml_case_value(&c, row, "a"), 3 * (1 - exp(-t / 0.2)), 1e-9);
        tml_case_near(&c, "second order", tml_case_value(&c, row, "b"),
                      1 - exp(-z * w * t) * (cos(p * t) + z * w / p * sin(p * t)), 1e-9);
        tml_case_near(&c, "equal degrees", tml_case_value(&c, row, "c"), 2 - exp(-t), 1e-9);
        /* d = 4 (2 (1 - e^{-t/2}) - (e^{-t/2} - e^{-t})) */
        tml_case_near(&c, "one behind the other", tml_case_value(&c, row, "d"),
                      4 * (2 * (1 - exp(-t / 2)) - (exp(-t / 2) - exp(-t))), 1e-9);
        tml_case_near(&c, "oscillator", tml_case_value(&c, row, "x1"), cos(2 * t), 1e-9);
        tml_case_near(&c, "its other half", tml_case_value(&c, row, "x2"), -2 * sin(2 * t), 1e-9);
    }
    tml_case_free(&c);
}

/* ---- a controlled arm: J s^2 + P + I/s + D s/(T s + 1) = 0 ---- */
#define ARM                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies: {ground: {points: {O: [0, 0]}}, arm: {points: {O: [0, 0]}, com: [0.5, 0], mass: 2, inertia: 0.1}}\n"      \
    "joints: {O: {revolute: [ground, arm]}}\n"                                                                         \
    "states: {c: {pid: {input: 0.3 - O.angle, P: 60, I: 40, D: 9, filter: 0.02}}}\n"                                   \
    "forces: {m: {motor: O, torque: c}}\n"

Test(states, static_equilibrium_has_states_at_rest)
{
    tml_case c = tml_case_run_text("pid at rest", ARM "analyses: [static: {}]\n", TML_AS_WRITTEN);
    const double torque = 2 * 9.81 * 0.5 * cos(0.3);
    tml_case_near(&c, "angle", tml_case_value(&c, 0, "O.angle"), 0.3, 1e-12);
    tml_case_near(&c, "control", tml_case_value(&c, 0, "c"), torque, 1e-10);
    tml_case_near(&c, "integral", tml_case_value(&c, 0, "c.integral"), torque / 40, 1e-11);
    tml_case_near(&c, "filtered", tml_case_value(&c, 0, "c.filtered"), 0, 1e-12);
    tml_case_free(&c);
}

Test(states, modes_have_the_eigenvalues_of_the_closed_loop)
{
    tml_case c = tml_case_run_text("modes of a pid", ARM "analyses: [static: {}, modes: {}]\n", TML_AS_WRITTEN);
    const double inertia = 0.1 + 2 * 0.25, stiffness = -2 * 9.81 * 0.5 * sin(0.3), T = 0.02;
    cr_expect_eq(tml_table_rows(c.table), 3); /* one is a pair */
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex s =
            tml_case_value(&c, row, "eigenvalue.re") + I * tml_case_value(&c, row, "eigenvalue.im");
        const double complex left = (inertia * s * s + stiffness + 60) * s * (T * s + 1),
                             right = -40 * (T * s + 1) - 9 * s * s;
        tml_case_near(&c, "characteristic polynomial", cabs(left - right), 0, 1e-9 * cabs(right));
    }
    tml_case_free(&c);
}

/* Without a spring nothing but the controller holds the arm: a state that never rests is named. */
Test(states, states_that_cannot_rest_are_named)
{
    tml_expect_run(IDLE "states: {n: {rate: 1}}\n", TML_OK, "");
    tml_expect_run("trammel: 1\nbodies: {ground: {points: {O: [0, 0]}}, arm: {points: {O: [0, 0]}, com: [0, -1], mass: "
                   "1, inertia: 1}}\n"
                   "joints: {O: {revolute: [ground, arm]}}\nstates: {n: {rate: 1, unit: m}}\nanalyses: [static: {}]\n",
                   TML_FAILED, "state n does not come to rest: its rate is 1 m/s");
}

/* ---- steady motion: the states rest while the rotor turns ---- */

Test(states, steady_motion_has_states_at_rest)
{
    tml_case c = tml_case_run_text("steady",
                                   ROTOR CURRENT "forces: {m: {motor: O, torque: k*i}}\n"
                                                 "analyses: [steady: {speeds: {O: 100}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "current", tml_case_value(&c, 0, "i"), (U - K * 100) / R, 1e-10);
    tml_case_near(&c, "actuator", tml_case_value(&c, 0, "O.actuator"), -K * (U - K * 100) / R, 1e-11);
    tml_case_near(&c, "decay", tml_case_value(&c, 0, "stability.growth"), -R / L, 1e-7);
    tml_case_free(&c);
}

/* An arm on a rotating shaft, held against the centrifugal force at 0.4 rad by an integrating controller. */
#define SHAFT                                                                                                          \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "bodies: {ground: {points: {O: [0, 0, 0]}}, shaft: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]},\n"       \
    "         arm: {points: {O: [0, 0, 0]}, com: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}}\n"                   \
    "joints: {Z: {revolute: [ground, shaft], at: O, axis: z}, A: {revolute: [shaft, arm], at: O, axis: y}}\n"          \
    "states: {c: {pid: {input: 0.4 - A.angle, P: 30, I: 20, D: 5, filter: 0.02}}}\n"                                   \
    "forces: {m: {motor: A, torque: c}}\n"

Test(states, a_controller_holds_an_arm_that_rotates)
{
    tml_case c =
        tml_case_run_text("governor", SHAFT "analyses: [steady: {speeds: {Z: 10}}, modes: {}]\n", TML_AS_WRITTEN);
    const tml_table *steady = tml_case_table(&c, "steady");
    const double angle = tml_table_value(steady, 0, (size_t)tml_table_find(steady, "A.angle")),
                 torque = tml_table_value(steady, 0, (size_t)tml_table_find(steady, "c"));
    tml_case_near(&c, "angle", angle, 0.4, 1e-10);
    tml_case_near(&c, "torque", torque, 2 * 0.25 * 100 * sin(0.4) * cos(0.4), 1e-8);
    /* (0.6 s^2 + 50 cos 0.8 + P) s (T s + 1) + I (T s + 1) + D s^2 = 0, the shaft held */
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex s =
            tml_case_value(&c, row, "eigenvalue.re") + I * tml_case_value(&c, row, "eigenvalue.im");
        const double complex left = (0.6 * s * s + 50 * cos(0.8) + 30) * s * (0.02 * s + 1),
                             right = -20 * (0.02 * s + 1) - 5 * s * s;
        tml_case_near(&c, "characteristic polynomial", cabs(left - right), 0, 1e-6 * cabs(right));
    }
    tml_case_free(&c);
}

/* ---- live, verified ---- */

static const char live_motor[] =
    ROTOR CURRENT "forces: {m: {motor: O, torque: k*i}}\n"
                  "analyses: [dynamics: {end: 0.5, output: 0.0625, integrator: rk4, step: 0.00048828125}]\n";

Test(states, live_motions_are_those_of_a_run_and_take_inputs)
{
    tml_case c = tml_case_run_text("live", live_motor, TML_AS_WRITTEN);
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    const char *const inputs[] = {"U"};
    const tml_live_options options = {.size = sizeof options, .inputs = inputs, .input_count = 1};
    cr_assert_eq(tml_live_make(c.model, &options, &live, log), TML_OK);
    const long current = tml_live_channel(live, "i"), rate = tml_live_channel(live, "i.rate");
    for (int pass = 0; pass < 2; pass++) {
        for (size_t row = 1; row < 3; row++) {
            for (int k = 0; k < 128; k++)
                cr_assert_eq(tml_live_step(live), TML_OK);
            tml_case_near(&c, "current", tml_live_value(live, current), tml_case_value(&c, row, "i"), 1e-13);
            tml_case_near(&c, "rate", tml_live_value(live, rate), tml_case_value(&c, row, "i.rate"), 1e-10);
        }
        tml_live_reset(live);
        cr_expect_eq(tml_live_value(live, current), 0);
    }
    tml_live_set(live, tml_live_input(live, "U"), 2 * U); /* all is linear */
    for (int k = 0; k < 128; k++)
        cr_assert_eq(tml_live_step(live), TML_OK);
    tml_case_near(&c, "twice the voltage", tml_live_value(live, current), 2 * tml_case_value(&c, 1, "i"), 1e-12);
    tml_live_free(live);
    tml_log_free(log);
    tml_case_free(&c);
}

Test(states, verify_compares_them, .timeout = TML_SLOWER * 60)
{
    tml_model *model = tml_case_parse(motor);
    tml_log *log = tml_log_make();
    tml_verification *v = NULL;
    const tml_verify_options options = {.size = sizeof options};
    cr_assert_eq(tml_verify(model, &options, &v, log), TML_OK);
    cr_expect(v->agreed, "%s", v->outcome);
    cr_expect(v->difference[TML_STATE] > 0 && v->difference[TML_STATE] < 1e-8, "%g", v->difference[TML_STATE]);
    cr_expect(strstr(v->outcome, "states to "), "%s", v->outcome);
    tml_verification_free(v);
    tml_log_free(log);
    tml_model_free(model);
}

Test(states, errors_are_estimated)
{
    tml_run_options options = {.size = sizeof options, .error = true};
    tml_case c = tml_case_run_text_with("error", motor, TML_EDITS({"tolerance: 1e-11", "tolerance: 1e-7"}), options);
    cr_expect(strstr(tml_fact_text(c.table, "error of other channels"), "A"), "%s",
              tml_fact_text(c.table, "error of other channels"));
    cr_expect_eq(tml_fact_text(c.table, "error of orientations")[0], 0);
    tml_case_free(&c);
}

/* ---- names that other elements use by themselves ---- */

/* A drag computes with the velocities v0, v1 of its point: nothing of that name in the model takes their place. What stands in a
 * state means the same wherever the state is used: `speed` is not that of the motor. */
Test(states, names_of_elements_and_states_do_not_meet)
{
    static const char text[] =
        "trammel: 1\ngravity: none\n"
        "parameters: {v0: 7}\n"
        "bodies: {ground: {points: {O: [0, 0]}}, cart: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
        "joints: {S: {prismatic: [ground, cart], at: O, axis: x}}\n"
        "states: {v1: {rate: 1, start: 5}, speed: {rate: 0, start: 3}, g: {lag: {input: speed, time: 1}}}\n"
        "forces: {air: {drag: cart, linear: 2}}\n"
        "initial: {S.speed: 4}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n";
    tml_case c = tml_case_run_text("names", text, TML_AS_WRITTEN);
    tml_case_near(&c, "speed of the cart", tml_case_at(&c, 1, "S.speed"), 4 * exp(-2), 1e-8);
    tml_case_near(&c, "speed, a state", tml_case_at(&c, 1, "speed"), 3, 1e-12);
    tml_case_near(&c, "lag", tml_case_at(&c, 1, "g"), 3 * (1 - exp(-1)), 1e-8);
    tml_case_free(&c);
}

/* ---- states at rest where their equations are singular ---- */

/* Torques that cancel to rounding are an equilibrium; a controller without I has no integral that would never rest. */
Test(states, equilibrium_is_found_to_rounding)
{
    tml_case c = tml_case_run_text(
        "many states at rest",
        "trammel: 1\ngravity: none\nparameters: {U: 12, k: .05, R: 1, L: .01}\n"
        "bodies: {ground: {points: {O: [0, 0]}}, rotor: {points: {O: [0, 0]}, mass: 1, inertia: 0.001}}\n"
        "joints: {O: {revolute: [ground, rotor]}}\n"
        "states:\n"
        "  i: {rate: (U - k*O.speed - R*i)/L}\n"
        "  x: {rate: [x2, -4*x1], start: [1, 0]}\n"
        "  c: {pid: {input: 0.5 - O.angle, P: 1, D: .1, filter: .1}}\n"
        "  g: {transfer: {input: c, numerator: [1, 2], denominator: [1, 1]}}\n"
        "  l: {lag: {input: g, time: 0.1}}\n"
        "forces: {motor: {motor: O, torque: k*i - 5*O.angle + 0.01*l}}\n"
        "analyses: [dynamics: {end: 0.04}, static: {}]\n",
        TML_AS_WRITTEN);
    const double angle = (0.05 * 12 + 0.01 * 2 * 0.5) / (5 + 0.01 * 2); /* l = g = 2 c = 2 (0.5 - angle) */
    tml_case_near(&c, "angle", tml_case_value(&c, 0, "O.angle"), angle, 1e-14);
    tml_case_near(&c, "current", tml_case_value(&c, 0, "i"), 12, 1e-12);
    tml_case_near(&c, "oscillator", tml_case_value(&c, 0, "x1"), 0, 1e-15);
    tml_case_near(&c, "lag", tml_case_value(&c, 0, "l"), 2 * (0.5 - angle), 1e-13);
    tml_case_free(&c);
}

#define PENDULUM                                                                                                       \
    "trammel: 1\nbodies: {ground: {points: {O: [0, 0]}}, arm: {points: {O: [0, 0]}, com: [0, -1], mass: 1, "           \
    "inertia: 1}}\n"                                                                                                   \
    "joints: {O: {revolute: [ground, arm]}}\n"

Test(states, states_that_nothing_determines_are_named)
{
    tml_case c = tml_case_run_text("integrator at rest",
                                   PENDULUM "states: {n: {rate: O.speed, start: 0.3, unit: rad}}\n"
                                            "forces: {m: {motor: O, torque: 0.1*n}}\nanalyses: [static: {}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "it stays", tml_case_value(&c, 0, "n"), 0.3, 0);
    tml_case_near(&c, "angle", sin(tml_case_value(&c, 0, "O.angle")), 0.03 / 9.81, 1e-15);
    cr_expect(strstr(tml_case_fact(&c, "free states"), "n = 0.3 rad: nothing determines it"));
    tml_case_free(&c);
    tml_expect_run(PENDULUM "parameters: {none: 0}\n"
                            "states: {c: {pid: {input: 0.5 - O.angle, P: 1, I: none}}}\n"
                            "forces: {m: {motor: O, torque: c}}\nanalyses: [static: {}]\n",
                   TML_FAILED, "state c.integral does not come to rest");
}
