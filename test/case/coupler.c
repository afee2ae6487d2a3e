/* coupler.c - equations between positions as joints, by every formulation, against closed forms.
 *
 * A block that an arm lifts by s = a sin(theta)^2:  T = (J + m a^2 sin(2 theta)^2) theta'^2/2,  V = M g l sin(theta) + m g s,
 * so that theta' follows from the energy, theta'' from its derivative, and the force on the block is m (s'' + g).
 */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>

#define RUN(text, by) tml_case_run_text_with("coupler", text, TML_AS_WRITTEN, TML_BY(by))
#define DYNAMICS      "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-12}]\n"

static const double g = 9.81;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* ---- one position as a function of another ---- */

#define LIFT                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "parameters: {a: 0.1 m}\n"                                                                                         \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [0.3, 0]}}\n"                                                                   \
    "  arm: {points: {A: [0, 0], tip: [0.2, 0]}, com: [0.1, 0], mass: 1, inertia: 0.004, angle: 0.9 rad}\n"            \
    "  block: {points: {B: [0, 0]}, mass: 2, inertia: 0.01}\n"                                                         \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, arm]}\n"                                                                                 \
    "  B: {prismatic: [ground, block], axis: y}\n"                                                                     \
    "  lift: {coupler: B.displacement = a*sin(A.angle)^2}\n"                                                           \
    "initial: {A.angle: 0.9}\n"

static void lifts_by_a_sine(const char *by)
{
    tml_case c = RUN(LIFT DYNAMICS, by);
    const double J = 0.004 + 0.01, m = 2, a = 0.1, Ml = 0.1, x0 = 0.9;
    for (int i = 1; i <= 10; i++) {
        const double t = 0.1 * i, x = tml_case_at(&c, t, "A.angle"), s2 = sin(2 * x);
        const double inertia = J + m * a * a * s2 * s2, by_angle = 4 * m * a * a * s2 * cos(2 * x);
        const double V = g * (Ml * (sin(x) - sin(x0)) + m * a * (sin(x) * sin(x) - sin(x0) * sin(x0)));
        const double w = sqrt(fmax(0, -2 * V / inertia)),
                     alpha = (-g * (Ml * cos(x) + m * a * s2) - 0.5 * by_angle * w * w) / inertia;
        expect(&c, t, "B.displacement", a * sin(x) * sin(x), 1e-14);
        tml_case_near(&c, "A.speed", fabs(tml_case_at(&c, t, "A.speed")), w, 1e-9);
        expect(&c, t, "A.acceleration", alpha, 1e-8);
        expect(&c, t, "lift.multiplier", m * (a * (2 * cos(2 * x) * w * w + s2 * alpha) + g), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(coupler, lifts_by_a_sine, 20)

/* An equation with t is a driver: force m (s'' + g), and the work of that force in the balance of energy. */
static void follows_time(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {B: [0, 0]}}\n"
                     "  block: {points: {B: [0, 0]}, mass: 2, inertia: 0.01}\n"
                     "joints:\n"
                     "  B: {prismatic: [ground, block], axis: y}\n"
                     "  K: {coupler: B.displacement = 0.1 m*sin(5*t)}\n"
                     "initial: {B.speed: 0.5}\n" DYNAMICS,
                     by);
    for (int i = 0; i <= 10; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "B.speed", 0.5 * cos(5 * t), 1e-13);
        expect(&c, t, "K.multiplier", 2 * (-2.5 * sin(5 * t) + g), 1e-11);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(coupler, follows_time, 20)

/* ---- positions of several bodies ---- */

#define RODS(tie)                                                                                                      \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [1, 0]}}\n"                                                                     \
    "  a: {points: {A: [0, 0], P: [0.5, 0]}, mass: 1, shape: rod, angle: 30 deg}\n"                                    \
    "  b: {points: {B: [0, 0], Q: [0.6, 0]}, mass: 2, shape: rod, angle: 100 deg}\n"                                   \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, a]}\n"                                                                                   \
    "  B: {revolute: [ground, b]}\n"                                                                                   \
    "  K: {" tie "}\n"                                                                                                 \
    "forces:\n"                                                                                                        \
    "  s: {torsion: A, stiffness: 3, damping: 0.1}\n"                                                                  \
    "initial: {A.angle: 30 deg}\n"

/* The square of a distance kept, and the distance itself: F = d^2 - L^2 has dF = 2 d dd, so that 2 d lambda is the force of the rod. */
static void squares_of_a_distance_are_a_rod(const char *by)
{
    tml_case c = RUN(RODS("coupler: (a.P.x - b.Q.x)^2 + (a.P.y - b.Q.y)^2 = (0.6 m)^2") DYNAMICS, by),
             r = RUN(RODS("distance: [a.P, b.Q], length: 0.6") DYNAMICS, by);
    for (int i = 0; i <= 10; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "B.angle", tml_case_at(&r, t, "B.angle"), 1e-11);
        expect(&c, t, "B.acceleration", tml_case_at(&r, t, "B.acceleration"), 1e-9);
        tml_case_near(&c, "multiplier", 2 * 0.6 * tml_case_at(&c, t, "K.multiplier"), -tml_case_at(&r, t, "K.tension"),
                      1e-9);
        expect(&c, t, "A.fx", tml_case_at(&r, t, "A.fx"), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&r);
}
TML_TEST_EACH(coupler, squares_of_a_distance_are_a_rod, 20)

/* The same in rest and in small vibrations about it: second derivatives of F. */
Test(coupler, rests_and_vibrates_as_a_rod)
{
    tml_case c = tml_case_run_text(
                 "c", RODS("coupler: (a.P.x - b.Q.x)^2 + (a.P.y - b.Q.y)^2 = (0.6 m)^2") "analyses: [static, modes]\n",
                 TML_AS_WRITTEN),
             r = tml_case_run_text("r", RODS("distance: [a.P, b.Q], length: 0.6") "analyses: [static, modes]\n",
                                   TML_AS_WRITTEN);
    const char *const names[] = {"frequency", "damping"};
    for (int i = 0; i < 2; i++)
        tml_case_near(&c, names[i], tml_case_value(&c, 0, names[i]), tml_case_value(&r, 0, names[i]), 1e-12);
    tml_case_free(&c);
    tml_case_free(&r);
}

/* theta_B = k theta_A^2 under a constant torque T on B: V = c theta_A^2/2 - T k theta_A^2, so that omega^2 = (c - 2 T k)/J. */
Test(coupler, a_square_under_load_is_a_stiffness)
{
    tml_case c = tml_case_run_text("square",
                                   "trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0], B: [1, 0]}}\n"
                                   "  a: {points: {A: [0, 0]}, mass: 1, inertia: 0.02}\n"
                                   "  b: {points: {B: [0, 0]}, mass: 1, inertia: 0.03}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, a]}\n"
                                   "  B: {revolute: [ground, b]}\n"
                                   "  K: {coupler: B.angle = 0.7*A.angle^2}\n"
                                   "forces:\n"
                                   "  s: {torsion: A, stiffness: 3}\n"
                                   "  T: {torque: b, value: -2}\n"
                                   "analyses: [modes]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "frequency", tml_case_value(&c, 0, "frequency"),
                  sqrt((3 + 2 * 2 * 0.7) / 0.02) / 6.283185307179586, 1e-12);
    tml_case_free(&c);
}

/* In space: a pendulum about two axes whose second angle is tied to the first moves on a curve. */
static void ties_angles_in_space(const char *by)
{
    tml_case c = RUN("trammel: 1\nspace: space\ngravity: none\n"
                     "points: {A: [0, 0, 0], B: [0.3, 0, 0]}\n"
                     "bodies:\n"
                     "  wheel: {points: [A], mass: 1, inertia: [0.03, 0.03, 0.05]}\n"
                     "  slide: {points: [B], mass: 2, inertia: [0.01, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, wheel], axis: z}\n"
                     "  B: {prismatic: [ground, slide], axis: [1, 2, 2]}\n"
                     "  K: {coupler: \"(B.displacement + 0.2 m)^2 = (0.2 m)^2*exp(A.angle)\"}\n"
                     "initial: {A.speed: 2}\n" DYNAMICS,
                     by);
    /* s = 0.2 (exp(theta/2) - 1), s' = 0.1 exp(theta/2) theta':  (J + m 0.01 exp(theta)) theta'^2 is kept */
    for (int i = 1; i <= 10; i++) {
        const double t = 0.1 * i, x = tml_case_at(&c, t, "A.angle");
        expect(&c, t, "A.speed", 2 * sqrt((0.05 + 0.02) / (0.05 + 0.02 * exp(x))), 1e-10);
        expect(&c, t, "B.displacement", 0.2 * (exp(x / 2) - 1), 1e-13);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(coupler, ties_angles_in_space, 20)

/* With a stiffness it is a spring along left - right. */
Test(coupler, compliant_is_a_spring)
{
    tml_case c = tml_case_run_text("spring",
                                   "trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0], B: [1, 0]}}\n"
                                   "  a: {points: {A: [0, 0]}, mass: 1, inertia: 0.02}\n"
                                   "  b: {points: {B: [0, 0]}, mass: 1, inertia: 0.03}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, a]}\n"
                                   "  B: {revolute: [ground, b]}\n"
                                   "  K: {coupler: B.angle = 2*A.angle, stiffness: {rotation: 5}}\n"
                                   "forces: {s: {torsion: A, stiffness: 1e-9}}\n"
                                   "analyses: [modes]\n",
                                   TML_AS_WRITTEN);
    /* along B - 2 A: 1/inertia = 1/0.03 + 4/0.02 */
    tml_case_near(&c, "frequency", tml_case_value(&c, 1, "frequency"),
                  sqrt(5 * (1 / 0.03 + 4 / 0.02)) / 6.283185307179586, 1e-8);
    tml_case_free(&c);
}

/* ---- corners and jumps ---- */

#define TWO_WHEELS                                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "points: {A: [0, 0], B: [1, 0]}\n"                                                                                 \
    "bodies: {a: {points: [A], mass: 1, inertia: 0.001}, b: {points: [B], mass: 3, inertia: 0.01}}\n"                  \
    "joints: {A: {revolute: [ground, a]}, B: {revolute: [ground, b]}, K: {coupler: \"A.angle = RIGHT\"}}\n"            \
    "tables: {lines: {points: [[0, 0], [0.1, 0.1], [1, 1.9]], interpolation: linear},\n"                               \
    "  lift: {periodic: true, segments: [{rise: 1, over: 0.4, law: parabolic}, {dwell: 0.1}, {return: 1, over: "       \
    "0.3, law: cycloidal}]}}\n"                                                                                        \
    "initial: {B.angle: 0, B.speed: 1}\n"                                                                              \
    "analyses: [dynamics: {end: 0.5, output: 0.1}]\n"

/* Where the slope changes from k to n, the momentum J2 + k^2 J1 along the old direction becomes (J2 + k n J1)/(J2 + n^2 J1) along the new one. */
Test(coupler, of_a_corner_that_is_passed_is_told)
{
    static const struct {
        const char *right;
        double k, n;
    } corners[] = {
        {"abs(B.angle - 0.1)", -1, 1}, {"table(B.angle, lines)", 1, 2}, {"max(B.angle, 3*B.angle - 0.2)", 1, 3}};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        tml_case c = tml_case_run_text("corner", TWO_WHEELS, TML_EDITS({"RIGHT", corners[i].right}));
        const double w = (0.01 + corners[i].k * corners[i].n * 0.001) / (0.01 + corners[i].n * corners[i].n * 0.001);
        tml_case_near(&c, "B.speed", tml_case_at(&c, 0.5, "B.speed"), w, 1e-9);
        tml_expect_message(&c, "joint K: its equation has a corner, which is passed about t = 0.10");
        tml_case_free(&c);
    }
}

Test(coupler, of_smooth_joins_nothing_is_told)
{
    static const char *const smooth[] = {"if(B.angle > 0.1, (B.angle - 0.1)^3, 0)", "table(B.angle, lift)",
                                         "step(B.angle, 0.1, 0, 0.3, 2)", "max(B.angle, -5)"};
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
        tml_case c = tml_case_run_text("smooth", TWO_WHEELS, TML_EDITS({"RIGHT", smooth[i]}, {"end: 0.5", "end: 2.9"}));
        tml_expect_no_message(&c, "corner");
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
