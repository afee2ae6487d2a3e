/* outputs.c - outputs of the user against closed forms: values, requests, extrema, integrals; in events and forces. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static double fact(const tml_case *c, const char *name)
{
    return tml_fact_number(c->table, name);
}

static void expect_fact(const tml_case *c, const char *name, double want, double bar)
{
    tml_case_near(c, name, fact(c, name), want, bar);
}

/* A simple pendulum of 2 kg and 1 m, let go at the horizontal: the force in its pin is 3 m g sin(angle below it). */
#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], C: [3, 0.5]}}\n"                                                                   \
    "  rod: {points: {O: [0, 0], A: [1, 0]}, com: A, mass: 2, shape: particle}\n"                                      \
    "joints: {O: {revolute: [ground, rod]}}\n"                                                                         \
    "outputs:\n"                                                                                                       \
    "  load: hypot(O.fx, O.fy)\n"                                                                                      \
    "  twice: {value: 2*load, unit: kN, title: Twice the load}\n"                                                      \
    "  gap: {distance: [rod.A, ground.C], unit: mm}\n"                                                                 \
    "  below: sin(-O.angle)\n"
#define ANALYSIS "analyses: [dynamics: {end: 1, tolerance: 1e-12}]\n"

/* A rod hangs at rest: the force in its pin is its weight. */
Test(outputs, values_at_rest_are_facts)
{
    tml_case c = tml_case_run_text("rest", PENDULUM "analyses: [static: {}]\n", TML_AS_WRITTEN);
    expect_fact(&c, "load", 2 * 9.81, 1e-12);
    expect_fact(&c, "twice", 4e-3 * 9.81, 1e-14);
    expect_fact(&c, "gap", 1e3 * hypot(3, 1.5), 1e-8);
    tml_case_free(&c);
}

/* A body that is thrown up at 8.5 m/s rises to v^2/(2 g) at v/g. Rows at intervals much shorter than the steps do not hide it. */
Test(outputs, extremum_is_found_between_close_rows)
{
    static const char *const intervals[] = {"0.5", "0.01", "0.0007"};
    for (size_t i = 0; i < 3; i++) {
        tml_case c =
            tml_case_run_text("thrown",
                              "trammel: 1\n"
                              "bodies: {ground: {points: {O: [0, 0]}}, b: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
                              "joints: {f: {free: [ground, b], at: O}}\n"
                              "initial: {f.displacement2_speed: 8.5}\n"
                              "outputs: {h: b.y, low: -b.y}\n"
                              "analyses: [dynamics: {end: 1.7, output: INTERVAL}]\n",
                              TML_EDITS({"INTERVAL", intervals[i]}));
        expect_fact(&c, "h.max", 8.5 * 8.5 / (2 * 9.81), 1e-12);
        expect_fact(&c, "h.max.time", 8.5 / 9.81, 1e-6);
        expect_fact(&c, "low.min", -8.5 * 8.5 / (2 * 9.81), 1e-12);
        tml_case_free(&c);
    }
}

static void load_of_a_pendulum(const char *by)
{
    tml_case c = tml_case_run_text_with("pendulum", PENDULUM ANALYSIS, TML_AS_WRITTEN, TML_BY(by));
    const double most = 3 * 2 * 9.81;
    expect_fact(&c, "load.max", most, 1e-9);
    expect_fact(&c, "twice.max", 2e-3 * most, 1e-12);
    expect_fact(&c, "load.min", 0, 1e-9);
    /* at the bottom, after a quarter of the period 4 K(1/sqrt 2)/sqrt(g/L) */
    expect_fact(&c, "load.max.time", 1.85407467730137191843 / sqrt(9.81), 1e-7);
    for (size_t row = 0; row < tml_table_rows(c.table); row += 10) {
        const double angle = tml_case_value(&c, row, "O.angle"), load = most * sin(-angle);
        tml_case_near(&c, "load", tml_case_value(&c, row, "load"), fabs(load), 1e-8);
        tml_case_near(&c, "gap", tml_case_value(&c, row, "gap"), 1e3 * hypot(cos(angle) - 3, sin(angle) - 0.5), 1e-9);
    }
    /* int sin(-angle) dt: the angular impulse of the weight gives the speed */
    const double span = fact(&c, "below.integral");
    cr_expect(isfinite(span));
    cr_expect_str_eq(tml_table_unit(c.table, (size_t)tml_table_find(c.table, "load")), "N");
    cr_expect_str_eq(tml_table_unit(c.table, (size_t)tml_table_find(c.table, "gap")), "mm");
    tml_case_free(&c);
}
TML_TEST_EACH(outputs, load_of_a_pendulum, 10)

/* m g L cos(angle) is the torque of the weight: its integral is the change of angular momentum, whatever integrates. */
Test(outputs, impulse_of_the_weight_is_the_change_of_momentum)
{
    static const struct {
        const char *integrator;
        double bar;
    } all[] = {{"explicit", 1e-13},
               {"dopri5", 1e-10},
               {"adams", 1e-9},
               {"bdf", 1e-8},
               {"dae, formulation: absolute", 1e-8},
               {"rk4, step: 0.001", 1e-11}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 PENDULUM "  torque: rod.A.x*2 kg*9.81 m/s^2\n  spin: 2 kg*1 m^2*O.speed\n"
                          "analyses: [dynamics: {end: 1.7, output: 0.1, tolerance: 1e-12, integrator: %s}]\n",
                 all[i].integrator);
        tml_case c = tml_case_run_text(all[i].integrator, text, TML_AS_WRITTEN);
        expect_fact(&c, "torque.integral", -fact(&c, "spin.final"), all[i].bar);
        expect_fact(&c, "torque.mean", fact(&c, "torque.integral") / 1.7, 1e-14);
        tml_case_free(&c);
    }
}

/* A driven block goes to and fro, x = X (1 - cos w t): |x'| has corners between rows, and its integral is the way, 2 X each half turn. */
Test(outputs, integrals_of_driven_motions_are_exact_across_corners)
{
    tml_case c = tml_case_run_text("way",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {P: [0, 0]}}\n"
                                   "  block: {points: {P: [0, 0]}, mass: 5, inertia: 0.1}\n"
                                   "joints: {P: {prismatic: [ground, block], axis: [1, 0]}}\n"
                                   "drivers: {m: {P.displacement: \"0.1*(1 - cos(10*t))\"}}\n"
                                   "outputs: {way: abs(P.speed), forth: \"max(P.speed, 0)\"}\n"
                                   "analyses: [kinematics: {end: 0.9, output: 0.07}]\n",
                                   NULL);
    expect_fact(&c, "way.integral", 0.4 + 0.1 * (1 - cos(9)), 1e-12);
    expect_fact(&c, "forth.integral", 0.2 + 0.1 * (1 - cos(9)), 1e-12);
    tml_case_free(&c);
}

/* A body in free fall: y = -g t^2/2, so that mean, rms and integral are those of t^2. It is done in a few long steps, whose large weights amplify
 * rounding. */
Test(outputs, integrals_of_polynomials_are_exact)
{
    tml_case c = tml_case_run_text("fall",
                                   "trammel: 1\n"
                                   "bodies: {ball: {mass: 1, inertia: 1}}\n"
                                   "outputs: {drop: -ball.y, speed: {value: abs(ball.vy), unit: km/h}}\n"
                                   "analyses: [dynamics: {end: 2, output: 0.5}]\n",
                                   TML_AS_WRITTEN);
    expect_fact(&c, "drop.integral", 9.81 / 6 * 8, 4e-12);
    expect_fact(&c, "drop.mean", 9.81 / 6 * 4, 4e-12);
    expect_fact(&c, "drop.rms", 9.81 / 2 * 4 / sqrt(5), 4e-12);
    expect_fact(&c, "drop.max", 2 * 9.81, 1e-11);
    expect_fact(&c, "drop.final", 2 * 9.81, 1e-11);
    expect_fact(&c, "drop.max.time", 2, 0);
    expect_fact(&c, "speed.max", 2 * 9.81 * 3.6, 1e-11);
    cr_expect_str_eq(tml_fact_text(c.table, "drop.final"), "19.62 m");
    cr_expect_str_eq(tml_fact_text(c.table, "drop.max.time"), "2 s");
    tml_case_free(&c);
}

/* A crank that turns at 2 pi rad/s: every analysis over time knows the mean of a cosine and the rms of a sine. */
#define CRANK                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "bodies: {crank: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 0.1, com: A},\n"                               \
    "         ground: {points: {O: [0, 0]}}}\n"                                                                        \
    "joints: {O: {revolute: [ground, crank]}}\n"                                                                       \
    "drivers: {spin: {O.angle: 2*pi*t}}\n"                                                                             \
    "outputs: {c: cos(O.angle), s: 3*sin(O.angle), power: spin.power, work: energy.work, kink: abs(sin(O.angle))}\n"

Test(outputs, means_over_one_revolution)
{
    static const char *const analyses[] = {"dynamics: {end: 1, tolerance: 1e-12}", "kinematics: {end: 1, output: 0.05}",
                                           "inverse: {end: 1, output: 0.05, actuators: [O]}"};
    for (int i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text, CRANK "analyses: [%s]\n", analyses[i]);
        tml_case c = tml_case_run_text(analyses[i], text, TML_AS_WRITTEN);
        expect_fact(&c, "c.mean", 0, 1e-11);
        expect_fact(&c, "s.rms", 3 / sqrt(2), 1e-9);
        expect_fact(&c, "c.max", 1, 1e-12);
        expect_fact(&c, "c.min", -1, 1e-12);
        expect_fact(&c, "kink.max", 1, 1e-12);
        if (i < 2) /* an actuator takes the place of the driver */
            expect_fact(&c, "power.max", 2 * PI * 9.81, 1e-9);
        expect_fact(&c, "kink.mean", 2 / PI, i ? 1e-3 : 1e-8); /* steps of driven motions are not divided at a kink */
        tml_case_free(&c);
    }
}

/* A rocker is extreme where crank and coupler are in line: the law of cosines. Rows and steps need not be there. */
Test(outputs, extremes_of_a_driven_rocker_are_exact)
{
    static const char *const analyses[] = {"kinematics: {end: 1, output: 0.05}", "kinematics: {end: 1, output: 0.5}",
                                           "inverse: {end: 1, output: 0.05, actuators: [O]}"};
    const double a = 0.03, b = 0.09, c = 0.07, d = 0.1, inner = b - a;
    for (int i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground:  {points: {O: [0, 0], C: [0.1, 0]}}\n"
                 "  crank:   {points: {O: [0, 0], A: [0.03, 0]}, mass: 1, inertia: 0.1, angle: 60 deg}\n"
                 "  coupler: {points: {A: [0, 0], B: [0.09, 0]}, mass: 1, inertia: 0.1, angle: 20 deg}\n"
                 "  rocker:  {points: {C: [0, 0], B: [0.07, 0]}, mass: 1, inertia: 0.1, angle: 110 deg}\n"
                 "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]},\n"
                 "         B: {revolute: [coupler, rocker]}, C: {revolute: [ground, rocker]}}\n"
                 "drivers: {turn: {O.angle: 60 deg + 2*pi*t}}\n"
                 "states: {lag: {start: 0 rad, rate: C.speed}}\n"
                 "outputs: {swing: C.angle, low: -C.angle, follow: lag}\n"
                 "analyses: [%s]\n",
                 analyses[i]);
        tml_case k = tml_case_run_text(analyses[i], text, TML_AS_WRITTEN);
        const double high = PI - acos((d * d + c * c - inner * inner) / (2 * d * c)),
                     low = PI - acos((d * d + c * c - (a + b) * (a + b)) / (2 * d * c));
        const double line = acos((d * d + inner * inner - c * c) / (2 * d * inner));
        expect_fact(&k, "swing.max", high, 1e-13);
        expect_fact(&k, "swing.min", low, 1e-13);
        expect_fact(&k, "low.max", -low, 1e-13);
        expect_fact(&k, "swing.max.time", (line + PI - PI / 3) / (2 * PI), 1e-6);
        expect_fact(&k, "follow.max", high - tml_case_value(&k, 0, "C.angle"), 1e-10);
        tml_case_free(&k);
    }
}

/* int P dt is the work that the integrator itself has found. */
Test(outputs, integral_of_power_is_the_work)
{
    tml_case c =
        tml_case_run_text("crank", CRANK "analyses: [dynamics: {end: 0.7, tolerance: 1e-12}]\n", TML_AS_WRITTEN);
    const double work = tml_case_value(&c, tml_table_rows(c.table) - 1, "energy.work");
    expect_fact(&c, "power.integral", work, 1e-10);
    tml_case_near(&c, "work", work, 9.81 * sin(2 * PI * 0.7), 1e-9); /* the crank turns at constant speed */
    expect_fact(&c, "work.final", work, 1e-13);
    expect_fact(&c, "power.max", 2 * PI * 9.81, 1e-9);
    expect_fact(&c, "power.min.time", 0.5, 1e-6);
    tml_case_free(&c);
    tml_case k = tml_case_run_text("crank", CRANK "analyses: [kinematics: {end: 0.7, output: 0.01}]\n", TML_AS_WRITTEN);
    expect_fact(&k, "power.integral", tml_case_value(&k, tml_table_rows(k.table) - 1, "energy.work"), 1e-13);
    expect_fact(&k, "work.final", 9.81 * sin(2 * PI * 0.7), 1e-9);
    tml_case_free(&k);
}

/* A pendulum that swings: the force in its pin beyond its weight is the change of its momentum. Stages of the method tell its integral, and where no
 * extremum is: beside those of the motion alone, evaluations are made at the ends of a few steps and around the one that is largest. */
Test(outputs, integrals_and_extrema_take_few_evaluations)
{
    static const char *const outputs[] = {"", "outputs: {fy: O.fy, low: rod.A.y}\n"};
    double evaluations[2];
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  rod: {points: {O: [0, 0], A: [1, 0]}, com: A, mass: 2, shape: particle}\n"
                 "joints: {O: {revolute: [ground, rod]}}\n"
                 "%sanalyses: [dynamics: {end: 1.7, output: 1.7, tolerance: 1e-9}]\n",
                 outputs[i]);
        tml_case c = tml_case_run_text("swing", text, TML_AS_WRITTEN);
        evaluations[i] = fact(&c, "evaluations");
        if (i) {
            const double T = 1.7, momentum = 2 * tml_case_at(&c, T, "rod.vy");
            expect_fact(&c, "fy.integral", 2 * 9.81 * T + momentum, 1e-8);
            expect_fact(&c, "fy.max", 3 * 2 * 9.81, 1e-7);
            expect_fact(&c, "low.min", -1, 1e-10);
        }
        tml_case_free(&c);
    }
    cr_expect(evaluations[1] <= 1.2 * evaluations[0], "%g, and without outputs %g", evaluations[1], evaluations[0]);
}

/* ---- where they are used ---- */

Test(outputs, an_event_of_a_reaction_is_found_where_it_is)
{
    static const char *const whens[] = {"load - 40", "hypot(O.fx, O.fy) - 40"};
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text, PENDULUM "analyses: [dynamics: {end: 1, tolerance: 1e-12, events: {heavy: %s}}]\n",
                 whens[i]);
        tml_case c = tml_case_run_text(whens[i], text, TML_AS_WRITTEN);
        const size_t last = tml_table_rows(c.table) - 1;
        tml_case_near(&c, "load", tml_case_value(&c, last, "load"), 40, 1e-10);
        tml_case_near(&c, "angle", tml_case_value(&c, last, "O.angle"), -asin(40 / (6 * 9.81)), 1e-11);
        expect_fact(&c, "load.max", 40, 1e-10);
        expect_fact(&c, "load.final", 40, 1e-9);
        /* the facts are those of the motion up to there */
        expect_fact(&c, "load.mean", fact(&c, "load.integral") / fact(&c, "event heavy"), 1e-12);
        tml_case_free(&c);
    }
}

Test(outputs, a_force_may_use_positions_and_velocities_by_name)
{
    static const char *const torques[] = {"-3*v - 2*lift", "-3*(2*O.speed) - 2*(rod.A.y + 1)"};
    double angle[2];
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 PENDULUM "  v: 2*O.speed\n  lift: {value: rod.A.y + 1 m, unit: mm}\n"
                          "forces: {brake: {torque: rod, value: %s}}\n" ANALYSIS,
                 torques[i]);
        tml_case c = tml_case_run_text(torques[i], text, TML_AS_WRITTEN);
        angle[i] = tml_case_at(&c, 1, "O.angle");
        tml_case_free(&c);
    }
    cr_expect_eq(angle[0], angle[1], "%.17g %.17g", angle[0], angle[1]);
}

/* ---- requests ---- */

Test(outputs, requests_in_the_plane)
{
    tml_case c = tml_case_run_text("pendulum",
                                   PENDULUM "  v: {velocity: [ground.C, rod.A]}\n"
                                            "  vx: {velocity: [ground.C, rod.A], component: x}\n"
                                            "  vn: {velocity: [ground.C, rod.A], component: norm}\n"
                                            "  dx: {distance: [ground.C, rod.A], component: x}\n"
                                            "  at: {angle: [rod.A, ground.O, ground.C], unit: deg}\n"
                                            "  lines: {angle: [[ground.O, rod.A], [ground.O, ground.C]], unit: deg}\n"
                                            "  phi: {angle: [rod, ground]}\n"
                                            "  w: {angular_velocity: [ground, rod]}\n"
                                            "analyses: [dynamics: {end: 0.5, output: 0.1}]\n",
                                   TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double angle = tml_case_value(&c, row, "O.angle"), speed = tml_case_value(&c, row, "O.speed");
        const double dx = cos(angle) - 3, dy = sin(angle) - 0.5, vx = -sin(angle) * speed, vy = cos(angle) * speed;
        tml_case_near(&c, "v", tml_case_value(&c, row, "v"), (dx * vx + dy * vy) / hypot(dx, dy), 1e-13);
        tml_case_near(&c, "vx", tml_case_value(&c, row, "vx"), vx, 1e-13);
        tml_case_near(&c, "vn", tml_case_value(&c, row, "vn"), fabs(speed), 1e-13);
        tml_case_near(&c, "dx", tml_case_value(&c, row, "dx"), dx, 1e-14);
        tml_case_near(&c, "at", tml_case_value(&c, row, "at"), (atan2(0.5, 3) - angle) * 180 / PI, 1e-12);
        tml_case_near(&c, "lines", tml_case_value(&c, row, "lines"), (atan2(0.5, 3) - angle) * 180 / PI, 1e-12);
        tml_case_near(&c, "phi", tml_case_value(&c, row, "phi"), -angle, 1e-15);
        tml_case_near(&c, "w", tml_case_value(&c, row, "w"), speed, 1e-14);
    }
    tml_case_free(&c);
}

/* A lever that turns about a slanted axis: the angle between bodies is that of the joint. */
Test(outputs, requests_in_space)
{
    tml_case c =
        tml_case_run_text("lever",
                          "trammel: 1\nspace: space\ngravity: none\n"
                          "bodies:\n"
                          "  ground: {points: {O: [0, 0, 0], C: [0, 0, 2]}}\n"
                          "  base: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                          "  arm: {points: {O: [0, 0, 0], A: [1, 0, 0]}, com: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                          "joints:\n"
                          "  B: {revolute: [ground, base], at: O, axis: [0, 1, 0]}\n"
                          "  J: {revolute: [base, arm], at: O, axis: [1, 1, 1]}\n"
                          "drivers: {b: {B.angle: 0.7*t}, d: {J.angle: 0.3 + t}}\n"
                          "outputs:\n"
                          "  rel: {angle: [base, arm]}\n"
                          "  w: {angular_velocity: [base, arm]}\n"
                          "  wz: {angular_velocity: [ground, arm], component: z}\n"
                          "  d: {distance: [arm.A, ground.C]}\n"
                          "  rate: {velocity: [arm.A, ground.C]}\n"
                          "  open: {angle: [arm.A, ground, ground.C]}\n"
                          "analyses: [kinematics: {end: 2, output: 0.1}]\n",
                          TML_EDITS({"  d: {distance", "  dist: {distance"}));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), x = tml_case_value(&c, row, "arm.A.x"),
                     y = tml_case_value(&c, row, "arm.A.y"), z = tml_case_value(&c, row, "arm.A.z") - 2;
        const double d = sqrt(x * x + y * y + z * z);
        tml_case_near(&c, "rel", tml_case_value(&c, row, "rel"), 0.3 + t, 1e-13);
        tml_case_near(&c, "w", tml_case_value(&c, row, "w"), 1, 1e-13);
        tml_case_near(&c, "wz", tml_case_value(&c, row, "wz"), tml_case_value(&c, row, "arm.omegaz"), 1e-15);
        tml_case_near(&c, "dist", tml_case_value(&c, row, "dist"), d, 1e-14);
        tml_case_near(&c, "rate", tml_case_value(&c, row, "rate"),
                      (x * tml_case_value(&c, row, "arm.A.vx") + y * tml_case_value(&c, row, "arm.A.vy") +
                       z * tml_case_value(&c, row, "arm.A.vz")) /
                          d,
                      1e-13);
        tml_case_near(&c, "open", tml_case_value(&c, row, "open"), acos(z + 2), 1e-8);
    }
    expect_fact(&c, "rate.integral", fact(&c, "dist.final") - tml_case_value(&c, 0, "dist"), 1e-9);
    tml_case_free(&c);
}

/* ---- many ---- */

/* Each doubles the one before: written out, the last would have 2^60 terms. As values they are cheap. */
Test(outputs, long_chains_are_evaluated_one_by_one)
{
    static char text[20000];
    size_t n = (size_t)snprintf(text, sizeof text, PENDULUM "  o60: O.speed\n");
    for (int i = 0; i < 60; i++) /* in the wrong order */
        n += (size_t)snprintf(text + n, sizeof text - n, "  o%d: o%d + o%d\n", i, i + 1, i + 1);
    snprintf(text + n, sizeof text - n, "analyses: [dynamics: {end: 0.1}]\n");
    tml_case c = tml_case_run_text("chain", text, TML_AS_WRITTEN);
    tml_case_near(&c, "o0", tml_case_at(&c, 0.1, "o0"), ldexp(tml_case_at(&c, 0.1, "O.speed"), 60), 0);
    tml_case_free(&c);
}

/* Noise about zero never converges; it must not spend what other outputs need, and its integral is as small as it is. */
Test(outputs, noise_leaves_others_exact)
{
    tml_case c = tml_case_run_text("pendulum",
                                   PENDULUM "  noise: energy.kinetic + energy.potential\n"
                                            "  kink: abs(O.speed)\n"
                                            "analyses: [dynamics: {end: 10, tolerance: 1e-10}]\n",
                                   TML_AS_WRITTEN);
    cr_expect(fabs(fact(&c, "noise.integral")) < 1e-6);
    /* the path of the angle: it swings from 0 to -pi and back */
    const double angle = tml_case_at(&c, 10, "O.angle"), half = 2 * 1.85407467730137191843 / sqrt(9.81);
    const double swings = floor(10 / half), rest = fmod(swings, 2) == 0 ? -angle : PI + angle;
    expect_fact(&c, "kink.integral", swings * PI + rest, 1e-6);
    tml_case_free(&c);
}

/* 0/0 at the start: said with its time, not hidden. */
Test(outputs, what_is_not_a_number_is_said)
{
    tml_case c = tml_case_run_text("pendulum",
                                   PENDULUM "  bad: O.speed/O.angle\n"
                                            "analyses: [dynamics: {end: 0.5, output: 0.1}]\n",
                                   TML_AS_WRITTEN);
    cr_expect(isnan(tml_case_value(&c, 0, "bad")));
    cr_expect(isnan(fact(&c, "bad.mean")));
    cr_expect(strstr(tml_fact_text(c.table, "bad.mean"), "the output is not finite at t = 0 s"));
    cr_expect(strstr(tml_fact_text(c.table, "bad.max"), "; not finite at t = 0 s"));
    tml_case_free(&c);
}

/* A pole at one instant, beside the nodes of quadrature: no integral is told; infinite values are no extrema. Units without names. */
Test(outputs, poles_are_said)
{
    tml_case c = tml_case_run_text("pendulum",
                                   PENDULUM "  pole: 1 s/(t - 0.25 s)\n"
                                            "  frequency: {value: 2 + t*0, unit: 1/min}\n"
                                            "  part: {value: 0.5 + 0*t, unit: '%'}\n"
                                            "analyses: [dynamics: {end: 0.5, output: 0.125}]\n",
                                   TML_AS_WRITTEN);
    cr_expect(isinf(tml_case_value(&c, 2, "pole")));
    cr_expect(isfinite(fact(&c, "pole.max")) && isfinite(fact(&c, "pole.min")));
    cr_expect(isnan(fact(&c, "pole.integral")) && isnan(fact(&c, "pole.mean")) && isnan(fact(&c, "pole.rms")));
    cr_expect(strstr(tml_fact_text(c.table, "pole.max"), "; not finite at t = 0.25 s"));
    expect_fact(&c, "frequency.mean", 120, 1e-12);
    expect_fact(&c, "part.max", 50, 1e-12);
    tml_case_free(&c);
}

/* ---- other analyses ---- */

/* As an output of the linearized system: 2 d(angle)/d(angle). */
Test(outputs, are_ports_of_modes)
{
    tml_case c = tml_case_run_text("pendulum",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  rod: {points: {O: [0, 0], A: [0, -1]}, com: A, mass: 2, inertia: 0.5}\n"
                                   "joints: {O: {revolute: [ground, rod]}}\n"
                                   "outputs: {double: 2*O.angle, sway: rod.A.x}\n"
                                   "analyses: [modes: {outputs: [double, sway], matrices: true}]\n",
                                   TML_AS_WRITTEN);
    const tml_table *C = tml_case_table(&c, "modes.C");
    cr_assert(C);
    tml_case_near(&c, "double", tml_table_value(C, 0, 0), 2, 1e-9);
    tml_case_near(&c, "sway", tml_table_value(C, 1, 0), 1, 1e-9);
    tml_case_free(&c);
}

/* What differs by rounding only is the same: its extrema are where it begins. */
Test(outputs, a_constant_is_extreme_at_once_and_check_lists_it)
{
    tml_case c = tml_case_run_text("constant",
                                   PENDULUM "  length: {distance: [rod.A, ground.O]}\n"
                                            "events: [{half: t - 0.5}, {late: t - 2}]\n" ANALYSIS,
                                   NULL);
    expect_fact(&c, "length.max", 1, 1e-14);
    expect_fact(&c, "length.max.time", 0, 0);
    expect_fact(&c, "length.min.time", 0, 0);
    char *text = NULL;
    cr_assert_eq(tml_model_check(c.model, NULL, &text, c.log), TML_OK);
    cr_expect(strstr(text, "\noutputs: 5: load, twice, gap, below, length\n"), "%s", text);
    cr_expect(strstr(text, "\nevents: 2: half, late\n"), "%s", text);
    free(text);
    tml_case_free(&c);
}

/* A thousand outputs, each of the one before it: o_k = (k + 1) angle. Extrema are searched for where there are some, not in every step. */
Test(outputs, a_thousand_of_them, .timeout = TML_SLOWER * 60)
{
    enum { COUNT = 1000 };
    static char text[80 * COUNT];
    size_t length = (size_t)snprintf(text, sizeof text, PENDULUM "  o0: O.angle\n");
    for (int i = 1; i < COUNT; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "  o%d: o%d + O.angle\n", i, i - 1);
    snprintf(text + length, sizeof text - length, "analyses: [dynamics: {end: 2, output: 0.1}]\n");
    tml_case c = tml_case_run_text("a thousand", text, TML_AS_WRITTEN);
    expect_fact(&c, "o999.min", -PI * COUNT, 1e-5);
    expect_fact(&c, "o999.max", 0, 1e-9);
    tml_case_free(&c);
}

/* ---- all names ---- */

/* A text with all columns of a table but the time as outputs. */
static char *with_all_columns(const char *text, const tml_table *table)
{
    const size_t room = strlen(text) + 200 * tml_table_columns(table) + 20;
    char *out = malloc(room);
    cr_assert_not_null(out);
    size_t at = (size_t)snprintf(out, room, "%s\noutputs:\n", text);
    for (size_t j = 1; j < tml_table_columns(table) && at < room; j++)
        at += (size_t)snprintf(out + at, room - at, "  o%zu: \"%s\"\n", j, tml_table_name(table, j));
    cr_assert(at < room);
    return out;
}

/* Whatever is a column of a motion has a name that outputs know, whichever joints, forces and contacts there are. */
Test(outputs, every_column_of_a_motion_can_be_one, .timeout = TML_SLOWER * 60)
{
    static const char *const models[] = {
        "door/door.yaml",
        "belt-drive/belt-drive.yaml",
        "clutch/clutch.yaml",
        "fourbar/fourbar.yaml",
        "hydraulic-cylinder/hydraulic-cylinder.yaml",
        "pin-friction/pin-friction.yaml",
        "planetary/planetary.yaml",
        "quarter-car/quarter-car.yaml",
        "rolling-disc/rolling-disc.yaml",
        "atwood/atwood.yaml",
        "knee/knee.yaml",
        "a05-flyball/a05-flyball.yaml",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        tml_case c = tml_case_run(models[i], NULL);
        const tml_table *table = tml_case_table(&c, "dynamics");
        char path[1024], *check = NULL;
        snprintf(path, sizeof path, "%s/models/%s", TML_SOURCE_DIR, models[i]);
        char *text = tml_case_load(path);
        if (table && !strstr(text, "\noutputs:")) {
            char *all = with_all_columns(text, table);
            tml_log *log = tml_log_make();
            tml_model *model = tml_model_parse(all, strlen(all), models[i], log);
            cr_expect(model && tml_model_check(model, NULL, &check, log) == TML_OK, "%s", models[i]);
            for (size_t k = 0; k < tml_log_count(log); k++)
                cr_expect(tml_log_get(log, k).severity != TML_ERROR, "%s: %s", models[i], tml_log_get(log, k).text);
            tml_model_free(model);
            tml_log_free(log);
            free(all);
        }
        free(text), free(check);
        tml_case_free(&c);
    }
}
