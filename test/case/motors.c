/* motors.c - motors by their curves, induction motors and servo drives, against closed forms: equivalent circuits, transfer functions, and the same windings in another frame. */
#include "support/case.h"
#include "support/run_messages.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

static void near(const tml_case *c, const char *what, double got, double want, double relative)
{
    tml_case_near(c, what, got, want, relative * fmax(fabs(want), 1e-3));
}

static void expect_explained(const char *text, const char *part)
{
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found |= strstr(tml_log_get(log, i).text, part) != NULL;
    cr_expect(found, "no message with \"%s\"; the first: %s\n%s", part,
              tml_log_count(log) ? tml_log_get(log, 0).text : "none", text);
    tml_log_free(log);
}

#define ROTOR                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "points: {O: [0, 0]}\n"                                                                                            \
    "bodies: {rotor: {points: [O], mass: 5, inertia: 0.03}}\n"                                                         \
    "joints: {O: {revolute: [ground, rotor]}}\n"

/* ---- induction motor ---- */

#define CAGE "voltage: 400, frequency: 50, R: [1.4, 1.2], L: [6 mH, 5 mH], M: 0.17, pole_pairs: 2"

/* The equivalent circuit of a phase: R1 + jX1 in series with jXm beside R2/s + jX2. */
typedef struct {
    double complex stator, rotor; /* currents, effective values */
    double torque;
} circuit;

static circuit circuit_at(double speed)
{
    const double w = 2 * PI * 50, s = 1 - 2 * speed / w, V = 400 / sqrt(3);
    const double complex Zm = I * w * 0.17, Z2 = 1.2 / s + I * w * 5e-3, Z = 1.4 + I * w * 6e-3 + Zm * Z2 / (Zm + Z2);
    const double complex i1 = V / Z, i2 = -i1 * Zm / (Zm + Z2);
    return (circuit){i1, i2, 3 * creal(i2 * conj(i2)) * 1.2 / s * 2 / w};
}

/* Torque, currents and powers at a constant speed, motor, brake and generator. */
Test(motors, steady_torque_is_that_of_the_equivalent_circuit)
{
    static const double speeds[] = {-40, 0, 100, 145, 150, 157, 165, 200};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "forces: {m: {induction-motor: O, " CAGE "}}\nanalyses: [steady: {speeds: {O: %g}}]\n",
                 speeds[i]);
        tml_case c = tml_case_run_text("steady", text, NULL);
        const circuit want = circuit_at(speeds[i]);
        near(&c, "torque", last(&c, "m.motor_torque"), want.torque, 1e-10);
        near(&c, "current", last(&c, "m.current"), cabs(want.stator), 1e-11);
        near(&c, "d", last(&c, "m.current_d"), sqrt(2) * creal(want.stator), 1e-10);
        near(&c, "q", last(&c, "m.current_q"), sqrt(2) * cimag(want.stator), 1e-10);
        near(&c, "rotor d", last(&c, "m.rotor_current_d"), sqrt(2) * creal(want.rotor), 1e-10);
        near(&c, "electric power", last(&c, "m.electric_power"), sqrt(3) * 400 * creal(want.stator), 1e-10);
        tml_case_near(&c, "balance", last(&c, "m.electric_power") - last(&c, "m.heat"), want.torque * speeds[i],
                      1e-12 * last(&c, "m.heat"));
        near(&c, "slip", last(&c, "m.slip_speed"), 50 * PI - speeds[i], 1e-13);
        tml_case_free(&c);
    }
}

/* T = 3 p Vt^2/(2 w (Rt + sqrt(Rt^2 + (Xt + X2)^2))), with the supply and stator as Thevenin's source. */
Test(motors, breakdown_torque_is_that_of_the_equivalent_circuit)
{
    const double w = 2 * PI * 50, V = 400 / sqrt(3), X2 = w * 5e-3;
    const double complex Zm = I * w * 0.17, Z1 = 1.4 + I * w * 6e-3, Zt = Zm * Z1 / (Zm + Z1);
    const double Vt = cabs(V * Zm / (Zm + Z1)), R = creal(Zt), X = cimag(Zt) + X2, root = sqrt(R * R + X * X);
    const double slip = 1.2 / root, want = 3 * 2 * Vt * Vt / (2 * w * (R + root));
    for (int side = -1; side <= 1; side++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "forces: {m: {induction-motor: O, " CAGE "}}\nanalyses: [steady: {speeds: {O: %.17g}}]\n",
                 (1 - slip) * w / 2 + 0.5 * side);
        tml_case c = tml_case_run_text("breakdown", text, NULL);
        if (side)
            cr_expect_lt(last(&c, "m.motor_torque"), want - 1e-3);
        else
            near(&c, "breakdown torque", last(&c, "m.motor_torque"), want, 1e-10);
        tml_case_free(&c);
    }
}

/* Switched on at rest under load, the same windings in the frame of the stator: linkages of flux in the axes of a phase, turned by the supply. */
static void windings_are_those_of_the_resting_frame(const char *by)
{
    tml_case c =
        tml_case_run_text_with("two frames",
                               ROTOR "parameters: {w: 2*pi*50, U: 400*sqrt(2/3), D: 6e-3*5e-3 + 0.17*11e-3}\n"
                                     "  \n"
                                     "states:\n"
                                     "  x:\n"
                                     "    rate:\n"
                                     "      - U*cos(w*t) - 1.4*(0.175*x1 - 0.17*x3)/D\n"
                                     "      - U*sin(w*t) - 1.4*(0.175*x2 - 0.17*x4)/D\n"
                                     "      - -1.2*(0.176*x3 - 0.17*x1)/D - 2*O.speed*x4\n"
                                     "      - -1.2*(0.176*x4 - 0.17*x2)/D + 2*O.speed*x3\n"
                                     "forces: {m: {induction-motor: O, " CAGE
                                     ", rotor: 0.01, viscous: 2e-3}, load: {motor: O, torque: -2e-4*O.speed^2}}\n"
                                     "outputs: {other: 3*(x1*(0.175*x2 - 0.17*x4) - x2*(0.175*x1 - 0.17*x3))/D}\n"
                                     "analyses: [dynamics: {end: 0.15, output: 0.005, tolerance: 1e-12}]\n",
                               NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "torque", tml_case_value(&c, row, "m.motor_torque"), tml_case_value(&c, row, "other"), 1e-7);
    cr_expect_gt(tml_case_largest(&c, "m.motor_torque"), 40);
    const double a = tml_case_at(&c, 0.1, "O.acceleration"), v = tml_case_at(&c, 0.1, "O.speed");
    tml_case_near(&c, "motion", 0.04 * a, tml_case_at(&c, 0.1, "other") - 2e-3 * v - 2e-4 * v * v, 1e-7);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(motors, windings_are_those_of_the_resting_frame, 30)

/* Left alone it comes to the speed at which its torque is the load's, which `static` of the states and a long run both know. */
Test(motors, long_run_ends_at_the_steady_speed)
{
    tml_case c =
        tml_case_run_text("long",
                          ROTOR "forces: {m: {induction-motor: O, " CAGE "}, load: {motor: O, torque: -0.05*O.speed}}\n"
                                "analyses: [dynamics: {end: 3, output: 3, tolerance: 1e-11}]\n",
                          NULL);
    const double w = last(&c, "O.speed");
    near(&c, "torque", 0.05 * w, circuit_at(w).torque, 1e-9);
    cr_expect_gt(w, 150);
    tml_case_free(&c);
}

Test(motors, windings_that_make_no_sense_are_explained)
{
    static const char *const wrong[][2] = {
        {"R: 1.4, L: [6 mH, 5 mH], M: 0.17", "[stator, rotor]"},
        {"R: [1.4, 1.2], L: [6 mH, 5 mH, 1 mH], M: 0.17", "[stator, rotor]"},
        {"R: [1.4, 0], L: [6 mH, 5 mH], M: 0.17", "R must be greater than zero"},
        {"R: [1.4, 1.2], L: [-6 mH, 5 mH], M: 0.17", "L must be greater than zero"},
        {"R: [1.4, 1.2], L: [6 mH, 5 mH], M: 0", "M must be greater than zero"},
        {"R: [1.4, 1.2], L: [6 mH, 5 mH], M: 0.17, rotor: -1", "rotor must not be below zero"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "forces: {m: {induction-motor: O, voltage: 400, frequency: 50, %s}}\nanalyses: [static]\n",
                 wrong[i][0]);
        expect_explained(text, wrong[i][1]);
    }
}

/* ---- servo drive ---- */

/* J q'' = n Ks n (Kp (r - q) - q') on an inertia J, rotor included: a step of r from 0 to 1. */
static void linear_servo_answers_a_step(const char *by)
{
    const double J = 0.03 + 1e-4 * 100, Kp = 12, k = 0.03 * 100 / J; /* q'' = k (Kp (1 - q) - q') */
    tml_case c = tml_case_run_text_with(
        "servo",
        ROTOR "forces: {s: {servo: O, position: 1, position_gain: 12, speed_gain: 0.03, ratio: 10, rotor: 1e-4}}\n"
              "analyses: [dynamics: {end: 0.6, output: 0.05, tolerance: 1e-12}]\n",
        NULL, TML_BY(by));
    const double root = sqrt(k * k / 4 - k * Kp), a = -k / 2 + root, b = -k / 2 - root;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), q = 1 + (b * exp(a * t) - a * exp(b * t)) / (a - b);
        tml_case_near(&c, "angle", tml_case_value(&c, row, "O.angle"), q, 1e-11);
        tml_case_near(&c, "error", tml_case_value(&c, row, "s.position_error"), 1 - q, 1e-11);
        const double v = a * b * (exp(a * t) - exp(b * t)) / (a - b);
        tml_case_near(&c, "wanted speed", tml_case_value(&c, row, "s.wanted_speed"), Kp * (1 - q), 1e-9);
        tml_case_near(&c, "torque", tml_case_value(&c, row, "s.motor_torque"), 0.03 * 10 * (Kp * (1 - q) - v), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(motors, linear_servo_answers_a_step, 10)

/* Position, speed with integral and current loop: J Tc s^4 + J s^3 + K s^2 + K (Kp + 1/Ti) s + K Kp/Ti = 0, K = n^2 Ks; by gains, and by bandwidths. */
Test(motors, eigenvalues_are_those_of_the_loops)
{
    static const char *const keys[] = {
        "position_gain: 12, speed_gain: 0.03, integral_time: 0.08, current_time: 2 ms",
        "position_bandwidth: 12/(2*pi), speed_bandwidth: 75/(2*pi), inertia: 4e-4, integral_time: 0.08, "
        "current_bandwidth: 500/(2*pi)",
    };
    for (int by = 0; by < 2; by++) {
        const double J = 0.03 + 1e-4 * 100, Kp = 12, K = 0.03 * 100, Ti = 0.08, Tc = 2e-3;
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "forces: {s: {servo: O, position: 1, %s, ratio: 10, rotor: 1e-4}}\nanalyses: [static: {search: "
                       "all}, modes]\n",
                 keys[by]);
        tml_case c = tml_case_run_text("loops", text, NULL);
        const tml_table *modes = tml_case_table(&c, "modes"), *rest = tml_case_table(&c, "static");
        double complex s[4];
        int n = 0;
        for (size_t row = 0; row < tml_table_rows(modes); row++) {
            const double re = tml_table_value(modes, row, (size_t)tml_table_find(modes, "eigenvalue.re")),
                         im = tml_table_value(modes, row, (size_t)tml_table_find(modes, "eigenvalue.im"));
            s[n++] = re + I * im;
            if (im != 0)
                s[n++] = re - I * im;
        }
        cr_assert_eq(n, 4);
        for (int i = 0; i < 4; i++) {
            const double complex x = s[i], terms[] = {J * Tc * x * x * x * x, J * x * x * x, K * x * x,
                                                      K * (Kp + 1 / Ti) * x, K * Kp / Ti};
            double complex sum = 0;
            double size = 0;
            for (int j = 0; j < 5; j++)
                sum += terms[j], size += cabs(terms[j]);
            cr_expect_lt(cabs(sum), 1e-11 * size, "%g + %g i", creal(x), cimag(x));
        }
        tml_case_near(&c, "rest", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "O.angle")), 1, 1e-12);
        tml_case_free(&c);
    }
}

/* A servo holds an arm against its weight, seen through a gearbox: the integral is found, and nothing is free, though the law of a motor with a rotor
 * depends on accelerations. */
Test(motors, integral_of_a_servo_takes_over_the_weight)
{
    tml_case c = tml_case_run_text(
        "held",
        "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n"
        "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 6, shape: rod}\n"
        "joints: {O: {revolute: [ground, arm]}}\n"
        "forces: {s: {servo: O, position: 0.7, position_gain: 12, speed_gain: 0.03, integral_time: 0.08, ratio: 50, "
        "rotor: 1e-4, peak_torque: 2}}\n"
        "analyses: [static]\n",
        NULL);
    const double torque = 6 * 9.81 * 0.5 * cos(0.7) / 50;
    near(&c, "angle", last(&c, "O.angle"), 0.7, 1e-11);
    near(&c, "torque", last(&c, "s.motor_torque"), torque, 1e-10);
    near(&c, "integral", last(&c, "s.integral"), torque * 0.08 / 0.03, 1e-10);
    cr_expect_str_empty(tml_fact_text(c.table, "free states"));
    tml_case_free(&c);
}

/* A long way: full torque up to the largest speed, that speed, and full torque back. The load is J = 0.03 + 0.01; n T = 10*0.4 N m, n v = 50 rad/s. */
static void limits_of_torque_and_speed_are_kept(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "long way",
        ROTOR "forces: {s: {servo: O, position: 10, position_gain: 12, speed_gain: 0.2, integral_time: 0.1, "
              "peak_torque: 0.4, max_speed: 50, ratio: 10, rotor: 1e-4}}\n"
              "analyses: [dynamics: {end: 4, output: 0.005, tolerance: 1e-9}]\n",
        NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), q = tml_case_value(&c, row, "O.angle");
        if (t < 0.04) /* 4 N m on 0.04 kg m^2 */
            tml_case_near(&c, "full torque", q, 50 * t * t, 1e-11);
        if (t > 1.5 && t < 1.8)
            tml_case_near(&c, "full speed", tml_case_value(&c, row, "O.speed"), 5, 1e-6);
    }
    tml_case_near(&c, "largest torque", tml_case_largest(&c, "s.motor_torque"), 0.4, 1e-12);
    cr_expect_lt(tml_case_largest(&c, "s.motor_speed"), 50 * 1.1);
    cr_expect_lt(tml_case_largest(&c, "O.angle"), 10.2, "the integral does not wind up");
    near(&c, "it arrives", last(&c, "O.angle"), 10, 1e-7);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(motors, limits_of_torque_and_speed_are_kept, 20)

/* Fed forward with the rate of what is wanted and the torque that it needs, a servo follows without an error. */
Test(motors, fed_forward_servo_follows_exactly)
{
    tml_case c = tml_case_run_text(
        "fed",
        "trammel: 1\nspace: space\ngravity: none\npoints: {O: [0, 0, 0]}\n"
        "bodies: {table: {points: [O], mass: 30, inertia: [1, 1, 1]}}\n"
        "joints: {O: {prismatic: [ground, table], axis: x}}\n"
        "forces: {s: {servo: O, position: 0.1*sin(5*t), feed_speed: 0.5*cos(5*t), feed_torque: "
        "-2.5*sin(5*t)*(30/200 + 1e-4*200), position_gain: 30, speed_gain: 0.02, ratio: 200, rotor: 1e-4, "
        "max_speed: 200, peak_torque: 2}}\n"
        "initial: {O.speed: 0.5}\n"
        "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-12}]\n",
        NULL);
    tml_case_near(&c, "error", tml_case_largest(&c, "s.position_error"), 0, 1e-11);
    tml_case_near(&c, "force", tml_case_at(&c, 1, "s.force"), -75 * sin(5), 1e-8);
    tml_case_free(&c);
}

Test(motors, loops_that_make_no_sense_are_explained)
{
    static const char *const wrong[][2] = {
        {"speed_gain: 1", "needs position_gain"},
        {"position_gain: 1, position_bandwidth: 3, speed_gain: 1", "has a gain already"},
        {"position_gain: 1", "needs speed_gain"},
        {"position_gain: 1, speed_bandwidth: 10", "needs \"inertia\""},
        {"position_gain: 1, speed_gain: 1, inertia: 1", "is for speed_bandwidth"},
        {"position_gain: 1, speed_gain: 1, tracking: 1", "nothing winds up"},
        {"position_gain: 1, speed_gain: 1, current_time: 1, current_bandwidth: 1", "has a time constant already"},
        {"position_gain: -1, speed_gain: 1", "position_gain must be greater than zero"},
        {"position_gain: 1, speed_gain: 1, peak_torque: -2", "peak_torque must be greater than zero"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1024];
        snprintf(text, sizeof text, ROTOR "forces: {s: {servo: O, position: 1, %s}}\nanalyses: [static]\n",
                 wrong[i][0]);
        expect_explained(text, wrong[i][1]);
    }
}

/* ---- motors by their curves ---- */

#define CURVE "curve: [[0, 3], [100, 3], [200, 0]]"

/* J w' = 3 up to 100 rad/s, then 3 (200 - w)/100, for either sense of rotation; through a gearbox n the curve is that of the rotor. */
static void curve_gives_its_torque(const char *by)
{
    for (int sense = -1; sense <= 1; sense += 2) {
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "forces: {m: {curve-motor: O, " CURVE ", command: %d, rotor: 0.01, ratio: 2}}\n"
                       "analyses: [dynamics: {end: 4, output: 0.1, tolerance: 1e-12}]\n",
                 sense);
        tml_case c = tml_case_run_text_with("curve", text, NULL, TML_BY(by));
        const double J = 0.03 / 4 + 0.01, t1 = 100 * J / 3; /* at the rotor */
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const double t = tml_case_value(&c, row, "t");
            const double w = t < t1 ? 3 / J * t : 200 - 100 * exp(-0.03 / J * (t - t1));
            tml_case_near(&c, "speed", tml_case_value(&c, row, "O.speed"), sense * w / 2, 1e-10);
            tml_case_near(&c, "torque", tml_case_value(&c, row, "m.motor_torque"), sense * fmin(3, 0.03 * (200 - w)),
                          1e-10);
            tml_case_near(&c, "available", tml_case_value(&c, row, "m.available_torque"), fmin(3, 0.03 * (200 - w)),
                          1e-10);
            tml_case_near(&c, "power", tml_case_value(&c, row, "m.motor_power"), w * fmin(3, 0.03 * (200 - w)), 1e-8);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(motors, curve_gives_its_torque, 10)

/* Braked from 60 rad/s with half of 3 N m, and on backwards; a motor of one quadrant only coasts. A command beyond 1 is 1. */
Test(motors, command_is_a_part_of_the_curve)
{
    static const struct {
        const char *keys;
        double torque;
    } with[] = {{"command: -0.5", -1.5},
                {"command: 7", 3},
                {"command: -7", -3},
                {"command: -0.5, quadrants: 1", 0},
                {"command: 2, quadrants: 1", 3}};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "tables: {pull: {points: [[0, 3], [900 rpm, 3], [1800 rpm, 0]], units: [rad/s, N*m]}}\n"
                       "forces: {m: {curve-motor: O, curve: [[0, 3], [100, 3], [200, 0]], %s}}\n"
                       "initial: {O.speed: 60}\nanalyses: [dynamics: {end: 0.3, output: 0.1, tolerance: 1e-12}]\n",
                 with[i].keys);
        tml_case c = tml_case_run_text("command", text, TML_EDITS({"900 rpm", "100"}, {"1800 rpm", "200"}));
        near(&c, "speed", last(&c, "O.speed"), 60 + with[i].torque / 0.03 * 0.3, 1e-11);
        tml_case_free(&c);
        c = tml_case_run_text(
            "table", text,
            TML_EDITS({"900 rpm", "100"}, {"1800 rpm", "200"}, {"curve: [[0, 3], [100, 3], [200, 0]]", "curve: pull"}));
        near(&c, "speed by a table", last(&c, "O.speed"), 60 + with[i].torque / 0.03 * 0.3, 1e-11);
        tml_case_free(&c);
    }
}

/* At the speed where the motor's torque is the load's: 3 (200 - w)/100 = 0.01 w. */
Test(motors, steady_speed_is_where_curves_meet)
{
    tml_case c =
        tml_case_run_text("meet",
                          ROTOR "forces: {m: {curve-motor: O, " CURVE "}, f: {motor: O, torque: -0.01*O.speed}}\n"
                                "analyses: [steady: {speeds: {O: 150}}]\n",
                          NULL);
    near(&c, "available", last(&c, "m.motor_torque"), 1.5, 1e-12);
    tml_case_free(&c);
}

/* A servo whose torque is within a curve: it starts with all of it. */
Test(motors, servo_keeps_within_its_curve)
{
    tml_case c =
        tml_case_run_text("servo",
                          ROTOR "forces: {s: {servo: O, position: 400, position_gain: 10, speed_gain: 1, " CURVE
                                "}}\nanalyses: [dynamics: {end: 1.4, output: 0.05, tolerance: 1e-11}]\n",
                          NULL);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), w = t < 1 ? 100 * t : 200 - 100 * exp(1 - t);
        near(&c, "speed", tml_case_value(&c, row, "O.speed"), w, 1e-10);
    }
    tml_case_free(&c);
}

Test(motors, curves_that_make_no_sense_are_explained)
{
    static const char *const wrong[][2] = {
        {"curve: [[0, 3], [300, 2], [200, 0]]", "200 rad/s comes after 300 rad/s"},
        {"curve: [[0, 3], [300, 2], [300, 0]]", "two torques at one speed"},
        {"curve: [[-300, 3], [300, 0]]", "is below zero"},
        {"curve: [[0, -3], [300, 0]]", "no torque of the curve is above zero"},
        {"curve: [[0, 3]]", "at least two points"},
        {"curve: [[0, 3], 5]", "a point must be [speed, torque]"},
        {"curve: [[0, 3], [1 m, 0]]", "curve: speed"},
        {"curve: nowhere", "there is no such table"},
        {"curve: lift", "is no angular velocity"},
        {"curve: {points: [[0, 3], [1, 0]]}", "or the name of a table"},
        {"curve: [[0, 3], [300, 2]]", "end it with torque 0, as [330, 0]"},
        {"command: 1", "curve"},
        {"curve: [[0, 3], [300, 0]], quadrants: 2", "quadrants"},
        {"curve: [[0, 3], [300, 0]], ratio: 0", "ratio must not be zero"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ROTOR "tables: {lift: {points: [[0, 1], [1, 0]], units: [s, m]}}\n"
                       "forces: {m: {curve-motor: O, %s}}\nanalyses: [static]\n",
                 wrong[i][0]);
        expect_explained(text, wrong[i][1]);
    }
}

/* ---- what a motor must give ---- */

/* Run up without a load: T = T0 exp(-t/tau), w = w0 (1 - exp(-t/tau)). Two rows only: all is found along the steps. */
static void motor_is_sized_along_the_steps(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "sizes",
        ROTOR "forces: {m: {dc-motor: O, voltage: 12, R: 1.2, k: 0.06, ratio: -2, rated_torque: 0.3, peak_torque: 0.8, "
              "max_speed: 150}}\n"
              "analyses: [dynamics: {end: 5, output: 5, tolerance: 1e-12}]\n",
        NULL, TML_BY(by));
    const double J = 0.03 / 4, tau = J * 1.2 / 0.0036, T0 = 0.6, w0 = 200, e = exp(-5 / tau);
    const double rms = T0 * sqrt((1 - e * e) * tau / 10), w = w0 * (1 - e);
    near(&c, "torque", tml_fact_number(c.table, "motor m torque"), T0, 1e-12);
    near(&c, "rms", tml_fact_number(c.table, "motor m rms torque"), rms, 1e-9);
    near(&c, "speed", tml_fact_number(c.table, "motor m speed"), w, 1e-10);
    near(&c, "power", tml_fact_number(c.table, "motor m power"), T0 * w0 / 4, 1e-9); /* at tau log(2) */
    near(&c, "margin", tml_fact_number(c.table, "motor m margins"), fmin(150 / w, 0.3 / rms), 1e-9);
    const char *margins = tml_fact_text(c.table, "motor m margins");
    cr_expect(strstr(margins, "peak_torque 1.333") && strstr(margins, "rated_torque by rms") &&
                  strstr(margins, "(exceeded)"),
              "%s", margins);
    tml_case_free(&c);
}
TML_TEST_EACH(motors, motor_is_sized_along_the_steps, 10)

/* Driven at a speed that rises, by a driver: T = k (V - k n q')/R. The actuator holds the motor and turns the rotor. */
Test(motors, motor_is_sized_in_driven_motions)
{
    tml_case c = tml_case_run_text(
        "driven",
        ROTOR "forces: {m: {dc-motor: O, voltage: 12, R: 1.2, k: 0.06, ratio: 2}}\ndrivers: {d: {O.angle: 15*t^2}}\n"
              "analyses: [inverse: {end: 2, output: 0.5}]\n",
        NULL);
    /* T = 0.6 - 0.003*60 t: from 0.6 to 0.24 */
    near(&c, "torque", tml_fact_number(c.table, "motor m torque"), 0.6, 1e-10);
    near(&c, "rms", tml_fact_number(c.table, "motor m rms torque"),
         sqrt((0.6 * 0.6 * 0.6 - 0.24 * 0.24 * 0.24) / (3 * 0.18) / 2), 1e-9);
    near(&c, "speed", tml_fact_number(c.table, "motor m speed"), 120, 1e-10);
    cr_expect(strstr(tml_fact_text(c.table, "actuator d"), "peak speed 60 rad/s"), "%s",
              tml_fact_text(c.table, "actuator d"));
    tml_case_free(&c);
}

#define BLOCK                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {ground: {points: {O: [0, 0], B: [-1, 0]}}, block: {points: {A: [0, 0]}, mass: 2, inertia: 1}}\n"         \
    "joints: {O: {prismatic: [ground.O, block.A], axis: x}}\n"

/* F = 10 cos(5 t) on 2 kg: v = sin(5 t), power 10 sin(5 t) cos(5 t) = 5 sin(10 t). Two rows only, with ratings and without. */
static void plain_drives_are_sized(const char *by)
{
    for (int rated = 0; rated < 2; rated++) {
        char text[1024];
        snprintf(text, sizeof text,
                 BLOCK "forces:\n  f: {motor: O, force: 10*cos(5*t)%s}\n"
                       "  a: {actuator: [ground.B, block.A], value: 0*t%s}\n"
                       "analyses: [dynamics: {end: 2, output: 2, tolerance: 1e-12}]\n",
                 rated ? ", rated: 5, peak: 25 N, max_speed: 2 m/s" : "", rated ? ", max_speed: 0.5" : "");
        tml_case c = tml_case_run_text_with("plain drives", text, NULL, TML_BY(by));
        const double rms = sqrt(100 * (1 + sin(20) / 20) / 2);
        near(&c, "force", tml_fact_number(c.table, "motor f force"), 10, 1e-12);
        near(&c, "rms", tml_fact_number(c.table, "motor f rms force"), rms, 1e-9);
        near(&c, "speed", fabs(tml_fact_number(c.table, "motor f speed")), 1, 1e-9);
        near(&c, "power", fabs(tml_fact_number(c.table, "motor f power")), 5, 1e-9);
        near(&c, "speed of the other", fabs(tml_fact_number(c.table, "actuator a speed")), 1, 1e-9);
        cr_expect_eq(tml_fact_number(c.table, "drives"), 2);
        if (rated) {
            near(&c, "margin", tml_fact_number(c.table, "motor f margins"), 5 / rms, 1e-9);
            near(&c, "margin of the other", tml_fact_number(c.table, "actuator a margins"), 0.5, 1e-9);
        }
        tml_case_free(&c);
    }
}
TML_TEST_EACH(motors, plain_drives_are_sized, 10)

/* Where torques depend on accelerations, what is reported is the solution: (m + 3) a = 10. */
Test(motors, drive_that_feels_the_acceleration_is_sized)
{
    tml_case c = tml_case_run_text("felt",
                                   BLOCK "forces: {f: {motor: O, force: 10 - 3*O.acceleration, rated: 1}}\n"
                                         "analyses: [dynamics: {end: 1, output: 1}]\n",
                                   NULL);
    near(&c, "force", tml_fact_number(c.table, "motor f force"), 4, 1e-12);
    near(&c, "power", tml_fact_number(c.table, "motor f power"), 8, 1e-9);
    tml_case_free(&c);
    expect_explained(BLOCK "forces: {f: {motor: O, force: 10, rated: -1}}\nanalyses: [dynamics: {end: 1}]\n",
                     "rated must be above zero");
}

/* One that is switched off gives nothing. */
Test(motors, motor_that_is_off_is_not_sized)
{
    tml_case c = tml_case_run_text("off",
                                   ROTOR "forces: {m: {dc-motor: O, voltage: 12, R: 1.2, k: 0.06, on: false}}\n"
                                         "analyses: [dynamics: {end: 1, output: 0.5}]\n",
                                   NULL);
    cr_expect(isnan(tml_fact_number(c.table, "motor m torque")));
    tml_case_free(&c);
}

/* Switched off while it turns: what rotor and winding hold is gone with it, and the load turns on. */
Test(motors, motor_that_is_switched_off_takes_its_energy_along)
{
    tml_case c = tml_case_run_text(
        "switched",
        ROTOR "forces: {m: {dc-motor: O, voltage: 12, R: 1.2, L: 0.01, k: 0.06, rotor: 0.01, viscous: 1e-4}}\n"
              "events: {off: {when: t - 2, do: {switch: {m: off}}}}\n"
              "analyses: [dynamics: {end: 4, output: 0.5, tolerance: 1e-11}]\n",
        NULL);
    const double w = tml_case_at(&c, 4, "O.speed");
    cr_expect_gt(w, 10);
    tml_case_near(&c, "coasts", tml_case_at(&c, 3, "O.speed"), w, 1e-12 * w);
    near(&c, "energy", tml_case_at(&c, 4, "energy.kinetic") + tml_case_at(&c, 4, "energy.potential"), 0.03 * w * w / 2,
         1e-10);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_free(&c);
}
