/* result_laws.c - forces that depend on reactions and accelerations, against closed forms.
 *
 * Pin friction of a pendulum, T = -m r sqrt(Fx^2 + Fy^2): with J alpha = T + T0 and reactions that do not depend on alpha along the rod but
 * do across it, alpha is a root of a quadratic. Friction in a slot, F = -mu |N|: constant deceleration. A brake lever whose friction
 * presses it on: N = P l / (a - mu b).
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a pendulum with friction in its pin ---- */
#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "gravity: [0, -9.81]\n"                                                                                            \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0]}, com: [0.5, 0], mass: 2, inertia: 0.3}\n"                                             \
    "joints: {O: {revolute: [ground, rod]}}\n"                                                                         \
    "forces: {pin: {motor: O, torque: -0.1*hypot(O.fx, O.fy)*1 m*sign(O.speed)}}\n"                                    \
    "initial: {O.angle: 0.3, O.speed: 1.5}\n"

/* Accelerations of the centre: along the rod -w^2 l, across it alpha l. F^2 = along^2 + across^2 with
 * along = m (-w^2 l + g sin), across = m (alpha l + g cos); (J + m l^2) alpha = -m g l cos - c F: a quadratic in alpha. */
static double pin_acceleration(double angle, double w)
{
    const double m = 2, l = 0.5, J = 0.3 + m * l * l, g = 9.81, c = 0.1;
    const double along = m * (-w * w * l + g * sin(angle)), d = m * g * l * cos(angle);
    const double A = J * J - c * c * m * m * l * l, B = 2 * J * d - 2 * c * c * m * m * l * g * cos(angle),
                 C = d * d - c * c * (along * along + m * m * g * g * cos(angle) * cos(angle));
    return (-B - sqrt(B * B - 4 * A * C)) / (2 * A); /* the root with J alpha + d < 0 */
}

static void pin_friction_at_an_instant(const char *by)
{
    tml_case c = tml_case_run_text_with("pendulum", PENDULUM "analyses: [dynamics: {end: 0.1, output: 0.1}]\n", NULL,
                                        TML_BY(by));
    const double alpha = pin_acceleration(0.3, 1.5);
    const double F = hypot(tml_case_value(&c, 0, "O.fx"), tml_case_value(&c, 0, "O.fy"));
    tml_case_near(&c, "acceleration", tml_case_value(&c, 0, "O.acceleration"), alpha, 1e-12 * fabs(alpha));
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "pin.torque"), -0.1 * F, 1e-12 * F);
    tml_case_free(&c);
}
TML_TEST_EACH(result_laws, pin_friction_at_an_instant, 20)

Test(result_laws, pin_friction_in_evaluate)
{
    tml_case c = tml_case_run_text("pendulum", PENDULUM "analyses: [evaluate: {}]\n", NULL);
    const double alpha = pin_acceleration(0.3, 1.5);
    tml_case_near(&c, "acceleration", tml_case_value(&c, 0, "O.acceleration"), alpha, 1e-12 * fabs(alpha));
    tml_case_free(&c);
}

static void energy_balance_closes(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "pendulum", PENDULUM "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-11}]\n", NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double alpha = pin_acceleration(tml_case_value(&c, row, "O.angle"), tml_case_value(&c, row, "O.speed"));
        tml_case_near(&c, "acceleration", tml_case_value(&c, row, "O.acceleration"), alpha, 1e-10 * fabs(alpha));
        tml_case_near(&c, "energy balance", tml_case_value(&c, row, "energy.error"), 0, 1e-10);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(result_laws, energy_balance_closes, 20)

/* Against the quadratic above, integrated with 25 digits by an independent program (Taylor series). */
static void pendulum_slows_down(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "pendulum", PENDULUM "analyses: [dynamics: {end: 0.1, output: 0.1, tolerance: 1e-11}]\n", NULL, TML_BY(by));
    tml_case_near(&c, "angle", tml_case_at(&c, 0.1, "O.angle"), 0.387210738836056441, 1e-9);
    tml_case_near(&c, "speed", tml_case_at(&c, 0.1, "O.speed"), 0.245605669103180497, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(result_laws, pendulum_slows_down, 20)

/* ---- a block in an inclined slot ---- */
static void slot_friction(const char *by)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: [0, -9.81]\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  block: {points: {O: [0, 0]}, mass: 3, inertia: 1}\n"
                               "joints: {S: {prismatic: [ground, block], at: O, axis: [0.8, 0.6]}}\n"
                               "forces: {f: {motor: S, force: -0.3*abs(-0.6*S.fx + 0.8*S.fy)*sign(S.speed)}}\n"
                               "initial: {S.speed: 5}\n"
                               "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-12}]\n";
    const double a = -9.81 * (0.6 + 0.3 * 0.8);
    tml_case c = tml_case_run_text_with("slot", text, NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "deceleration", tml_case_value(&c, row, "S.acceleration"), a, 1e-12 * fabs(a));
        tml_case_near(&c, "way", tml_case_value(&c, row, "S.displacement"), 5 * t + a * t * t / 2, 1e-11);
        tml_case_near(&c, "energy balance", tml_case_value(&c, row, "energy.error"), 0, 1e-10);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(result_laws, slot_friction, 20)

/* ---- a brake lever: the friction of its shoe on a belt turns it against the belt ----
 * Hinge at the origin, the shoe at (1, -b) held down by a rod of tension -N along y, pulled down by P at (2, 0); the belt drags it with mu N
 * along -x or x. Torques about the hinge: N - 2 P - mu N b = 0, so that N = 2 P / (1 - mu b). */
#define BRAKE                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "parameters: {mu: 0.4, b: 0.5}\n"                                                                                  \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], D: [1, -b - 1]}}\n"                                                                \
    "  lever: {points: {O: [0, 0], S: [1, -b], P: [2, 0]}, com: [1, 0], mass: 1, inertia: 0.1}\n"                      \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, lever]}\n"                                                                               \
    "  N: {distance: [ground.D, lever.S], length: 1}\n"                                                                \
    "forces:\n"                                                                                                        \
    "  hand: {force: lever.P, value: [0, -10]}\n"                                                                      \
    "  belt: {force: lever.S, value: [mu*N.tension, 0]}\n"                                                             \
    "analyses: [evaluate: {}]\n"

Test(result_laws, self_energizing_brake)
{
    static const struct {
        const char *mu;
        double value;
    } cases[] = {{"mu: 0.4", 0.4}, {"mu: -0.4", -0.4}, {"mu: 1.9", 1.9}, {"mu: 0", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tml_case c = tml_case_run_text("brake", BRAKE, TML_EDITS({"mu: 0.4", cases[i].mu}));
        const double N = 20 / (1 - cases[i].value * 0.5);
        tml_case_near(&c, "normal force", -tml_case_value(&c, 0, "N.tension"), N, 1e-12 * N);
        tml_case_near(&c, "friction", tml_case_value(&c, 0, "belt.fx"), -cases[i].value * N, 1e-12 * N);
        tml_case_free(&c);
    }
}

static bool says(const char *text, const char *code, const char *part)
{
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        found |= strcmp(m.code, code) == 0 && strstr(m.text, part);
        if (!strstr(m.text, part))
            cr_log_info("%s: %s", m.code, m.text);
    }
    tml_log_free(log);
    return found;
}

/* The text with one part replaced. */
static const char *with(const char *text, const char *from, const char *to)
{
    static char buffers[2][4096]; /* of a part already replaced, too */
    static int last;
    char *out = buffers[last ^= 1];
    const char *at = strstr(text, from);
    cr_assert(at);
    snprintf(out, sizeof buffers[0], "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

Test(result_laws, jamming_brake)
{
    cr_expect(says(with(BRAKE, "mu: 0.4", "mu: 2"), "E490", "force belt: its value depends on N.tension"));
    cr_expect(says(with(BRAKE, "mu: 0.4", "mu: 3"), "E490", "no solution, or several"), "beyond jamming");
}

/* mu grows with time: it jams at mu b = 1, t = 1.6 s. */
Test(result_laws, brake_jams_in_time)
{
    tml_log *log =
        tml_messages_of(with(with(BRAKE, "mu*N", "(mu + t)*N"), "evaluate: {}", "dynamics: {end: 2, output: 0.1}"));
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const char *at = strstr(tml_log_get(log, i).text, "several, at t = ");
        found |= at && fabs(strtod(at + strlen("several, at t = "), NULL) - 1.6) < 1e-6;
    }
    cr_expect(found, "the time at which it jams");
    tml_log_free(log);
}

/* ---- Painleve: a rod slides with its end on rough ground; N = m g/p with p = 1 + (m l^2/J) cos (cos + mu sin) ---- */
Test(result_laws, painleve_rod)
{
    static const struct {
        double mu, angle;
    } cases[] = {{2, 0.9}, {1.3, 2.2}, {1.4, 1.1}, {2, 2.2}, {-2, 0.9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double m = 2, l = 0.5, mu = cases[i].mu, c = cos(cases[i].angle), s = sin(cases[i].angle);
        const double p = 1 + m * l * l * 6 * c * (c + mu * s);
        char text[1024];
        snprintf(text, sizeof text,
                 "trammel: 1\nparameters: {mu: %.3f, angle: %.3f}\ngravity: [0, -9.81]\n"
                 "bodies:\n"
                 "  ground: {points: {C: [0, 0]}}\n"
                 "  rod: {points: {C: [0, 0]}, com: [0.5*cos(angle), 0.5*sin(angle)], mass: 2, inertia: 1/6}\n"
                 "joints: {C: {slot: [ground, rod], axis: x}}\n"
                 "forces: {friction: {force: rod.C, value: [-mu*abs(C.fy)*sign(rod.C.vx), 0]}}\n"
                 "initial: {rod.C.vx: 3, rod.omega: 0}\n"
                 "analyses: [evaluate: {}]\n",
                 mu, cases[i].angle);
        if (p > 0) {
            tml_case k = tml_case_run_text("rod", text, NULL);
            tml_case_near(&k, "normal force", tml_case_value(&k, 0, "C.fy"), m * 9.81 / p, 1e-12 * m * 9.81 / p);
            tml_case_free(&k);
        } else {
            cr_expect(says(text, "E490", "force friction"), "mu = %g, angle = %g", mu, cases[i].angle);
        }
    }
}

/* ---- a nut on a steep screw: J a = -(k + c) F, m k a = F - m g with k = pitch/(2 pi) ---- */
Test(result_laws, screw_with_friction)
{
    const double k = 0.05 / (2 * 3.14159265358979323846), c = 0.004, m = 3, J = 0.02;
    tml_case x = tml_case_run_text("screw",
                                   "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
                                   "bodies:\n"
                                   "  ground: {points: {S: [0, 0, 0]}}\n"
                                   "  nut: {points: {S: [0, 0, 0]}, mass: 3, inertia: [0.1, 0.1, 0.02]}\n"
                                   "joints: {S: {screw: [ground, nut], axis: z, pitch: 0.05}}\n"
                                   "forces: {f: {motor: S, torque: -0.004 m*abs(S.fz)*sign(S.speed)}}\n"
                                   "initial: {S.speed: 4}\n"
                                   "analyses: [evaluate: {}]\n",
                                   NULL);
    tml_case_near(&x, "acceleration", tml_case_value(&x, 0, "S.acceleration"),
                  -(k + c) * m * 9.81 / (J + (k + c) * m * k), 1e-12);
    tml_case_free(&x);
}

/* ---- laws that read each other, outputs, drivers; laws in parts; laws that are off ---- */
#define LAW     "torque: -0.1*hypot(O.fx, O.fy)*1 m*sign(O.speed)"
#define AT_ONCE PENDULUM "analyses: [evaluate: {}]\n"

static void law_is(const char *law, double torque)
{
    tml_case c = tml_case_run_text(law, AT_ONCE, TML_EDITS({LAW, law}));
    tml_case_near(&c, law, tml_case_value(&c, 0, "pin.torque"), torque, 1e-13);
    tml_case_free(&c);
}

Test(result_laws, laws_of_laws)
{
    law_is("torque: 0.5*pin.torque + 1", 2);
    law_is("torque: 0.5*pin.torque + 1, on: false", 0);
    law_is("torque: 1 m*O.fx/0, on: false", 0);
    cr_expect(says(with(AT_ONCE, LAW, "torque: pin.torque + 1"), "E490", "its value depends on pin.torque"));
    cr_expect(says(with(AT_ONCE, LAW, "torque: 2*pin.torque + 1"), "E490", "its value depends on pin.torque"));
    cr_expect(says(with(AT_ONCE, LAW, "torque: 1 m*O.fx/0"), "E404", "its value is infinite at t = 0 s"));
    cr_expect(says(with(AT_ONCE, LAW, "torque: 1 m*sqrt(-O.fy^2)"), "E404", "its value is not a number"));
    cr_expect(says(with(AT_ONCE, LAW, "torque: O.fx"), "E105", "expected N*m, found N"));
    cr_expect(says(with(AT_ONCE, LAW, "torque: energy.kinetic"), "E128", "forces cannot depend on"));
    cr_expect(says(with(AT_ONCE, LAW, "torque: O.fq"), "E100", "unknown name"));
}

Test(result_laws, through_an_output_and_in_a_part)
{
    static const char *const laws[][2] = {
        {"forces: {pin: {motor: O, " LAW "}}",
         "outputs: {load: hypot(O.fx, O.fy)}\nforces: {pin: {motor: O, torque: -0.1 m*load*sign(O.speed)}}"},
        {"forces: {pin: {motor: O, " LAW "}}",
         "parts: {p: {ports: [b], forces: {pin: {torque: b, value: -0.1 m*hypot(O.fx, O.fy)*sign(O.speed)}}}}\n"
         "use: {k: {part: p, ports: {b: rod}}}"},
    };
    const double alpha = pin_acceleration(0.3, 1.5);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        tml_case c = tml_case_run_text("pendulum", AT_ONCE, TML_EDITS({laws[i][0], laws[i][1]}));
        tml_case_near(&c, "acceleration", tml_case_value(&c, 0, "O.acceleration"), alpha, 1e-12 * fabs(alpha));
        tml_case_free(&c);
    }
}

/* T = m g l cos - 0.1 T */
Test(result_laws, torque_of_a_driver)
{
    static const char *const kinds[] = {"kinematics", "inverse", "dynamics"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "%.*sforces: {f: {torque: rod, value: 0.1*d.torque}}\ndrivers: {d: {O.angle: 0.3 + t}}\n"
                 "analyses: [%s: {end: 1, output: 1}]\n",
                 (int)(strstr(PENDULUM, "forces") - PENDULUM), PENDULUM, kinds[i]);
        tml_case c = tml_case_run_text(kinds[i], text, NULL);
        tml_case_near(&c, "driver", tml_case_at(&c, 1, "d.torque"), 2 * 9.81 * 0.5 * cos(1.3) / 1.1, 1e-9);
        tml_case_free(&c);
    }
}

/* Switched on by an event: from there on as if it had started there. */
Test(result_laws, switched_on_by_an_event)
{
    tml_case c = tml_case_run_text("pendulum",
                                   PENDULUM "events: {brake: {when: t - 0.05, do: {switch: {pin: on}}}}\n"
                                            "analyses: [dynamics: {end: 0.1, output: 0.025, tolerance: 1e-11}]\n",
                                   TML_EDITS({LAW, LAW ", on: false"}));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double angle = tml_case_value(&c, row, "O.angle"), speed = tml_case_value(&c, row, "O.speed");
        const double alpha = tml_case_value(&c, row, "pin.torque") == 0 ? -2 * 9.81 * 0.5 * cos(angle) / 0.8
                                                                        : pin_acceleration(angle, speed);
        tml_case_near(&c, "acceleration", tml_case_value(&c, row, "O.acceleration"), alpha, 1e-10 * fabs(alpha));
        tml_case_near(&c, "energy balance", tml_case_value(&c, row, "energy.error"), 0, 1e-10);
    }
    cr_expect(tml_case_at(&c, 0.1, "pin.torque") < 0 && tml_case_value(&c, 0, "pin.torque") == 0);
    tml_case_free(&c);
}

/* ---- a rod that hangs, with a torque c O.fx in its pin: c m l x'' adds to the inertia ---- */
Test(result_laws, modes_with_a_reaction_of_the_motion)
{
    tml_case c = tml_case_run_text("hanging rod", PENDULUM "analyses: [modes: {}]\n",
                                   TML_EDITS({"torque: -0.1*hypot(O.fx, O.fy)*1 m*sign(O.speed)", "torque: 0.2 m*O.fx"},
                                             {"initial: {O.angle: 0.3, O.speed: 1.5}", "initial: {O.angle: -pi/2}"}));
    tml_case_near(&c, "natural frequency", tml_case_value(&c, 0, "natural"),
                  sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25 - 0.2 * 2 * 0.5)), 1e-12);
    tml_case_free(&c);
}

/* ---- state matrices of a motion in space, with a state: A, B, C, D against differences of `evaluate` ---- */
#define ARMS                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "gravity: [0, 0, -9.81]\n"                                                                                         \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  arm: {points: {O: [0, 0, 0], B: [1, 0, 0]}, com: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.3, 0.3]}\n"             \
    "  bob: {points: {B: [1, 0, 0]}, com: [1.4, 0, 0], mass: 1, inertia: [0.02, 0.05, 0.05]}\n"                        \
    "joints: {O: {revolute: [ground, arm], axis: z}, B: {revolute: [arm, bob], axis: y}}\n"                            \
    "states: {w: {rate: -w + O.speed, start: %.9f}}\n"                                                                 \
    "forces:\n"                                                                                                        \
    "  pin: {motor: O, torque: -0.1 m*sqrt(O.fx^2 + O.fy^2)*tanh(O.speed) - 0.02*B.fz*1 m - 0.1*w*B.fx}\n"             \
    "  push: {motor: O, torque: %.9f}\n"                                                                               \
    "  water: {force: bob, value: [0.3*B.fx, 0, 0.1*bob.az*1 kg]}\n"                                                   \
    "initial: {O.angle: %.9f, B.angle: %.9f, O.speed: %.9f, B.speed: %.9f}\n"                                          \
    "analyses: [%s]\n"

enum { ARM_STATES = 5, ARM_CHANNELS = 5 };
static const char *const arm_channels[ARM_CHANNELS] = {"O.acceleration", "B.acceleration", "B.fz", "pin.torque",
                                                       "O.fx"};

/* x: angles, speeds, state w, torque */
static tml_case arms(const double x[ARM_STATES + 1], const char *analysis)
{
    char text[2048];
    snprintf(text, sizeof text, ARMS, x[4], x[5], x[0], x[1], x[2], x[3], analysis);
    return tml_case_run_text("arms", text, NULL);
}

Test(result_laws, state_matrices_match_differences)
{
    static const double at[ARM_STATES + 1] = {0.3, 0.4, 1, 0.5, 0.7, 0}, h = 1e-3;
    static const double weight[] = {8, -8, -1, 1}, steps[] = {1, -1, 2, -2};
    tml_case c = arms(at, "modes: {about: instant, matrices: true, inputs: [push], outputs: [B.fz, pin.torque, O.fx]}");
    for (int k = 0; k <= ARM_STATES; k++) {
        double slope[ARM_CHANNELS] = {0}, x[ARM_STATES + 1];
        for (int i = 0; i < 4; i++) {
            memcpy(x, at, sizeof x);
            x[k] += steps[i] * h;
            tml_case e = arms(x, "evaluate: {}");
            for (int m = 0; m < ARM_CHANNELS; m++)
                slope[m] += weight[i] * tml_case_value(&e, 0, arm_channels[m]) / (12 * h);
            tml_case_free(&e);
        }
        for (int m = 0; m < ARM_CHANNELS; m++) {
            const bool input = k == ARM_STATES;
            const char *kind = m < 2 ? input ? "modes.B" : "modes.A" : input ? "modes.D" : "modes.C";
            const double value =
                tml_table_value(tml_case_table(&c, kind), (size_t)(m < 2 ? 2 + m : m - 2), input ? 0 : (size_t)k);
            tml_case_near(&c, arm_channels[m], value, slope[m], 1e-9 * fmax(1, fabs(slope[m])));
        }
    }
    tml_case_free(&c);
}

/* ---- an arm on a shaft that turns at 4 rad/s, with a torque c |F| in its pin; Lagrange's equation, root and frequency with 30 digits ---- */
Test(result_laws, steady_state_and_its_modes)
{
    tml_case c = tml_case_run_text(
        "arm on a shaft",
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  shaft: {points: {O: [0, 0, 0], A: [0.2, 0, 0]}, mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
        "  arm: {points: {A: [0.2, 0, 0]}, com: [0.2, 0, -0.5], mass: 2, inertia: [0.05, 0.05, 0.01]}\n"
        "joints: {O: {revolute: [ground, shaft], axis: z}, A: {revolute: [shaft, arm], axis: y}}\n"
        "forces: {pin: {motor: A, torque: 0.1 m*sqrt(A.fx^2 + A.fy^2 + A.fz^2)}}\n"
        "initial: {A.angle: -0.3}\n"
        "analyses: [steady: {speeds: {O: 4}}, modes: {}]\n",
        NULL);
    c.table = tml_case_table(&c, "steady");
    tml_case_near(&c, "angle", tml_case_value(&c, 0, "A.angle"), -0.37825922747118036577074803773, 1e-13);
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "pin.torque"), 2.31614391371190852265175821429, 1e-12);
    c.table = tml_case_table(&c, "modes");
    tml_case_near(&c, "natural frequency", tml_case_value(&c, 0, "natural"), 3.00567994711837395539152670199, 1e-11);
    tml_case_free(&c);
}

Test(result_laws, refused_where_they_are_not_solved)
{
    cr_expect(says(with(BRAKE, "N.tension", "N.fz"), "E100", "N.fz"), "no such channel in the plane");
    cr_expect(says(with(PENDULUM "drivers: {d: {O.angle: t, on: false}}\nanalyses: [evaluate: {}]\n", "evaluate: {}",
                        "modes: {about: instant, method: sparse}"),
                   "E437", "forces that depend on results"));
}

Test(result_laws, pin_friction_in_a_dae)
{
    tml_case c = tml_case_run_text(
        "pendulum", PENDULUM "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-11, integrator: dae}]\n",
        NULL);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double alpha = pin_acceleration(tml_case_value(&c, row, "O.angle"), tml_case_value(&c, row, "O.speed"));
        tml_case_near(&c, "acceleration", tml_case_value(&c, row, "O.acceleration"), alpha, 1e-10 * fabs(alpha));
        tml_case_near(&c, "energy balance", tml_case_value(&c, row, "energy.error"), 0, 1e-9);
    }
    tml_case_free(&c);
}

/* ---- driven: a = 0, so that |F| = m hypot(-w^2 l + g sin, g cos) is known, and with it the torque of the driver ---- */
static void driven_pin(const char *analysis)
{
    const double m = 2, l = 0.5, g = 9.81, w = 2;
    char text[1024];
    snprintf(text, sizeof text, "%.*sdrivers: {spin: {O.angle: 0.3 + 2*t}}\nanalyses: [%s: {end: 1, output: 0.25}]\n",
             (int)(strstr(PENDULUM, "initial") - PENDULUM), PENDULUM, analysis);
    tml_case c = tml_case_run_text("driven pin", text, NULL);
    for (size_t row = 0; row < 5; row++) {
        const double angle = 0.3 + w * tml_case_value(&c, row, "t");
        const double F = m * hypot(-w * w * l + g * sin(angle), g * cos(angle));
        tml_case_near(&c, "friction", tml_case_value(&c, row, "pin.torque"), -0.1 * F, 1e-13 * F);
        tml_case_near(&c, "driver", tml_case_value(&c, row, "spin.torque"), m * g * l * cos(angle) + 0.1 * F, 1e-12);
        tml_case_near(&c, "energy balance", tml_case_value(&c, row, "energy.error"), 0, 1e-12);
    }
    tml_case_free(&c);
}

Test(result_laws, driven_pin_in_kinematics)
{
    driven_pin("kinematics");
}

Test(result_laws, driven_pin_in_inverse)
{
    driven_pin("inverse");
}

/* Held at rest: |F| = m g, so that the actuator holds m g (l cos - c). */
Test(result_laws, balance_of_a_loaded_pin)
{
    tml_case c = tml_case_run_text(
        "held", PENDULUM "analyses: [balance: {actuators: [O]}]\n",
        TML_EDITS({"torque: -0.1*hypot(O.fx, O.fy)*1 m*sign(O.speed)", "torque: 0.1 m*hypot(O.fx, O.fy)"}));
    tml_case_near(&c, "actuator", tml_case_value(&c, 0, "O.actuator"), 2 * 9.81 * (0.5 * cos(0.3) - 0.1), 1e-13);
    tml_case_free(&c);
}

/* ---- static: a rod on a spring, with a torque c |F| in its pin; equilibrium by an independent root finder with 30 digits ---- */
Test(result_laws, static_equilibrium)
{
    tml_case c = tml_case_run_text("rod on a spring",
                                   "trammel: 1\n"
                                   "gravity: [0, -9.81]\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0], D: [0.3, 1]}}\n"
                                   "  rod: {points: {O: [0, 0], P: [1, 0]}, com: [0.5, 0], mass: 2, inertia: 0.3}\n"
                                   "joints: {O: {revolute: [ground, rod]}}\n"
                                   "forces:\n"
                                   "  spring: {spring: [ground.D, rod.P], stiffness: 40, length: 0.5}\n"
                                   "  pin: {motor: O, torque: 0.2 m*hypot(O.fx, O.fy)}\n"
                                   "initial: {O.angle: 0.1}\n"
                                   "analyses: [static: {search: all}, static: {}, modes: {}]\n",
                                   NULL);
    static const double all[] = {-2.397472582365, 0.677413380579, 1.268235886407, 1.988167133782};
    const tml_table *found = tml_results_table(c.results, 0);
    cr_assert_eq(tml_table_rows(found), 4);
    for (size_t i = 0; i < 4; i++)
        cr_expect_float_eq(tml_table_value(found, i, (size_t)tml_table_find(found, "O.angle")), all[i], 1e-11);
    c.table = tml_results_table(c.results, 1);
    tml_case_near(&c, "angle", tml_case_value(&c, 0, "O.angle"), 0.677413380579036718902668871305, 1e-13);
    tml_case_near(&c, "fx", tml_case_value(&c, 0, "O.fx"), 3.388990619397870256866207241501, 1e-12);
    tml_case_near(&c, "fy", tml_case_value(&c, 0, "O.fy"), 16.9804979654301071395346209525372, 1e-12);
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "pin.torque"), 3.46307706280032277503922883774963, 1e-12);
    c.table = tml_case_table(&c, "modes");
    tml_case_near(&c, "natural frequency", tml_case_value(&c, 0, "natural"), 6.38089012653842655064675889682, 1e-11);
    tml_case_free(&c);
}

/* N of the brake (above), found by static equilibrium of a structure */
Test(result_laws, static_structure)
{
    tml_case c = tml_case_run_text("brake", BRAKE, TML_EDITS({"evaluate: {}", "static: {}"}));
    tml_case_near(&c, "normal force", -tml_case_value(&c, 0, "N.tension"), 25, 1e-12);
    tml_case_free(&c);
    cr_expect(says(with(with(BRAKE, "evaluate: {}", "static: {}"), "mu: 0.4", "mu: 2"), "E490", "force belt"));
}

/* ---- two pins of one bar share the force along it in any way, but not that across it ---- */
#define TWO_PINS                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "gravity: [0, -9.81]\n"                                                                                            \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [1, 0]}}\n"                                                                     \
    "  bar: {points: {A: [0, 0], B: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 0.1}\n"                                  \
    "joints: {A: {revolute: [ground, bar]}, B: {revolute: [ground, bar]}}\n"                                           \
    "forces: {f: {torque: bar, value: 0.1 m*abs(A.fy)}}\n"                                                             \
    "analyses: [evaluate: {}]\n"

/* A.fy = m g/2 + T with T = 0.1 A.fy, about B: m g/2 + T - A.fy = 0 */
Test(result_laws, unique_result_of_redundant_joints)
{
    tml_case c = tml_case_run_text("two pins", TWO_PINS, NULL);
    tml_case_near(&c, "reaction", tml_case_value(&c, 0, "A.fy"), 9.81 / 2 / 0.9, 1e-12);
    tml_case_free(&c);
}

Test(result_laws, result_that_is_not_unique)
{
    cr_expect(says(with(TWO_PINS, "A.fy", "A.fx"), "E493", "force f depends on A.fx, which is not unique"));
    cr_expect(says(with(TWO_PINS, "A.fy", "A.fx"), "E493", "constraints of joints A, B are redundant"));
}

/* ---- accelerations: an added mass, m x'' = F - k x'' ---- */
Test(result_laws, added_mass)
{
    tml_case c = tml_case_run_text("added mass",
                                   "trammel: 1\nspace: space\ngravity: none\n"
                                   "bodies: {ball: {points: {O: [0, 0, 0]}, mass: 2, inertia: [1, 1, 1]}}\n"
                                   "forces:\n"
                                   "  push: {force: ball, value: [6, 0, 0]}\n"
                                   "  water: {force: ball, value: [-1 kg*ball.ax, -1 kg*ball.ay, -1 kg*ball.az]}\n"
                                   "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-11}]\n",
                                   NULL);
    tml_case_near(&c, "acceleration", tml_case_at(&c, 1, "ball.ax"), 2, 1e-13);
    tml_case_near(&c, "way", tml_case_at(&c, 1, "ball.x"), 1, 1e-11);
    tml_case_free(&c);
}

/* ---- stepped in real time ---- */
Test(result_laws, live)
{
    tml_model *model = tml_case_parse(PENDULUM "analyses: [dynamics: {end: 1}]\n");
    const tml_live_options options = {.size = sizeof options, .step = 1e-3};
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    cr_assert_eq(tml_live_make(model, &options, &live, log), TML_OK);
    const long angle = tml_live_channel(live, "O.angle"), speed = tml_live_channel(live, "O.speed"),
               acceleration = tml_live_channel(live, "O.acceleration");
    for (int i = 0; i < 100; i++) {
        const double alpha = pin_acceleration(tml_live_value(live, angle), tml_live_value(live, speed));
        cr_expect_float_eq(tml_live_value(live, acceleration), alpha, 1e-11 * fabs(alpha));
        cr_assert_eq(tml_live_step(live), TML_OK);
    }
    cr_expect_float_eq(tml_live_value(live, angle), 0.387210738836056441, 1e-10);
    tml_live_free(live);
    tml_log_free(log);
    tml_model_free(model);
}
