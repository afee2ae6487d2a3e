/* painleve.c - a rod slides with one end on a rough floor: up to which friction rigid bodies tell what happens.
 *
 * At an angle a from the floor, pushed towards its inclination, a uniform rod of mass m and length 2 l has at its end
 *   gap'' = A + B N,    A = l w^2 sin a - g,    m B = 1 + 3 cos a (cos a - mu sin a)
 * B > 0: N = -A/B, or the end leaves. B < 0: no force where A < 0, two where A > 0. The least friction at which that happens anywhere is 4/3, at tan a = 2.
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81, ANGLES[] = {1.1071487177940904, 1, 0.7, 1.4};
enum { COUNT = sizeof ANGLES / sizeof *ANGLES };

static double threshold(double a)
{
    return (1 + 3 * cos(a) * cos(a)) / (3 * sin(a) * cos(a));
}

static const char *rod(double a, double w, double mu, char *text, size_t size)
{
    snprintf(text, size,
             "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
             "  rod: {points: {T: [0, 0], E: [1, 0]}, mass: 1, shape: rod, angle: %.17g, velocity: [-3, 0], omega: "
             "%.17g, surfaces: {tip: {point: T}}}\n"
             "forces: {hit: {contact: [rod.tip, ground.floor], friction: %.17g}}\n"
             "analyses: [dynamics: {end: 1e-9, output: 1e-9}]\n",
             a, w, mu);
    return text;
}

/* Just below it N is large, and known as well as the difference is. */
Test(painleve, friction_up_to_the_threshold_has_a_force)
{
    char text[1000];
    cr_expect_float_eq(threshold(ANGLES[0]), 4.0 / 3, 1e-14);
    for (int i = 0; i < COUNT; i++)
        for (double part = 1e-8; part < 0.2; part *= 1e3) {
            const double a = ANGLES[i], mu = threshold(a) * (1 - part),
                         N = G / (3 * cos(a) * sin(a) * (threshold(a) - mu));
            tml_case c = tml_case_run_text("rod", rod(a, 0, mu, text, sizeof text), TML_AS_WRITTEN);
            const double error = tml_case_value(&c, 0, "hit.force") / N - 1;
            cr_expect(fabs(error) < 1e-14 / part + 1e-12, "angle %g, %g below: off by %g", a, part, error);
            tml_case_free(&c);
        }
}

Test(painleve, friction_beyond_the_threshold_has_none_which_is_explained)
{
    char text[1000];
    for (int i = 0; i < COUNT; i++)
        for (double part = 1e-8; part < 0.2; part *= 1e3)
            tml_expect_run(rod(ANGLES[i], 0, threshold(ANGLES[i]) * (1 + part), text, sizeof text), TML_WRONG,
                           "no forces of contact and friction are possible (hit)");
}

/* A rod that turns fast enough lifts its end: one force below the threshold, none; beyond it two, of which one is none. */
Test(painleve, a_rod_that_turns_has_two_forces_beyond_the_threshold)
{
    char text[1000];
    for (int i = 0; i < COUNT; i++) {
        tml_case c =
            tml_case_run_text("rod", rod(ANGLES[i], 8, 0.99 * threshold(ANGLES[i]), text, sizeof text), TML_AS_WRITTEN);
        cr_expect_eq(tml_case_value(&c, 0, "hit.force"), 0);
        tml_case_free(&c);
        tml_expect_run(rod(ANGLES[i], 8, 1.01 * threshold(ANGLES[i]), text, sizeof text), TML_WRONG,
                       "several forces of contact and friction are possible (hit)");
    }
}

/* At an instant, too: the end lifts off, or is pressed by N = (l w^2 sin a - g) m/(-B m). */
Test(painleve, evaluate_tells_of_two_forces_and_names_the_contact)
{
    char text[1000], *analyses;
    for (int i = 0; i < 2; i++) {
        rod(ANGLES[0], i ? 8 : 0, 1.01 * threshold(ANGLES[0]), text, sizeof text);
        analyses = strstr(text, "analyses: ");
        snprintf(analyses, sizeof text - (size_t)(analyses - text), "analyses: [evaluate: {}]\n");
        tml_expect_run(text, TML_FAILED,
                       i ? "several forces of contact and friction are possible here (hit)"
                         : "no forces of contact and friction were found here (hit)");
    }
}

/* A driver holds the rod at its angle until t = 0.05, where its end slides at v - mu g t. Let go, no forces are possible: an impulse stops the end, W P = (0, u) with
 *   W = 1/m [1 + 3 cos^2, -3 sin cos; -3 sin cos, 1 + 3 sin^2],  det W = 4/m^2:   P_n = 3/4 m u sin cos,  P_t = m u (1 + 3 cos^2)/4 */
static void what_is_let_go_jams_in_an_impact_without_collision(const char *by)
{
    for (int i = 0; i < COUNT; i++) {
        const double a = ANGLES[i], mu = 1.2 * threshold(a), u = 4 - mu * G * 0.05, P = 0.75 * u * sin(a) * cos(a),
                     T = u * (1 + 3 * cos(a) * cos(a)) / 4;
        char text[1200];
        cr_assert(T < mu * P && u > 0);
        snprintf(
            text, sizeof text,
            "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
            "  rod: {points: {T: [0, 0], E: [1, 0]}, mass: 1, shape: rod, angle: %.17g, velocity: [-4, 0], surfaces: "
            "{tip: {point: T}}}\n"
            "drivers: {hold: {rod.angle: %.17g}}\n"
            "events: {let_go: {when: t - 0.05, do: {switch: {hold: off}}}}\n"
            "forces: {hit: {contact: [rod.tip, ground.floor], friction: %.17g}}\n"
            "analyses: [dynamics: {end: 0.1, output: 0.01, tolerance: 1e-10}]\n",
            a, a, mu);
        tml_case c = tml_case_run_text_with("jam", text, TML_AS_WRITTEN, TML_BY(by));
        tml_expect_message(&c, "the slip ends in an impact without collision");
        tml_case_near(&c, "normal", tml_case_impact(&c, 0, "hit.impulse"), P, 1e-9);
        tml_case_near(&c, "friction", fabs(tml_case_impact(&c, 0, "hit.friction_impulse")), T, 1e-9);
        tml_case_near(&c, "energy", tml_case_impact(&c, 0, "energy"), -u * T / 2, 1e-9);
        cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(painleve, what_is_let_go_jams_in_an_impact_without_collision, 10)

/* Two folded links drag an end on a rough floor: at t = 0.9822 s the impact has no impulse by Newton's restitution, and steps of Moreau's rule would make
 * 3e9 J of 0.5 J. Such a stretch is none: the motion ends there. */
Test(painleve, a_stretch_that_would_make_energy_ends_the_motion)
{
    tml_expect_run(
        "trammel: 1\nbodies:\n  ground: {points: {A: [0, 0]}, surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  a: {points: {A: [0, 0], B: [0.44, 0]}, com: [0.22, 0], mass: 0.88, inertia: 0.014197333333333333, "
        "angle: 0.635}\n"
        "  b: {points: {B: [0, 0], C: [0.44, 0]}, com: [0.22, 0], mass: 2.39, inertia: 0.038558666666666665, "
        "position: [0.35423154644832366, 0.2609981063165577], angle: -0.635, surfaces: {f: {point: C}}}\n"
        "joints: {B: {revolute: [a, b]}, A: {revolute: [ground, a], at: A}}\n"
        "forces: {h2: {contact: [b.f, ground.floor], friction: 0.3, restitution: 0.4}, T: {motor: B, torque: "
        "2.82*sin(8.9*t)}}\n"
        "analyses: [dynamics: {end: 1, output: 0.02, formulation: point, tolerance: 1e-9}]\n",
        TML_FAILED, "no impulses of contact and friction are possible (h2)");
}
