/* belts.c - belts, chains and cables, by every formulation, against closed forms.
 *
 * A span pulls at its tangent points: with the tension T the wheel of radius r feels the torque T r, and its bearing T along the span.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN(text, by) tml_case_run_text_with("belts", text, TML_AS_WRITTEN, TML_BY(by))
#define DYNAMICS      "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-12}]\n"
#define AT(channel)   tml_case_at(&c, 0, channel)

static const double g = 9.81, PI = 3.14159265358979323846;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* ---- cables ---- */

#define ATWOOD                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {P: [0, 1]}}\n"                                                                                \
    "  wheel: {points: {P: [0, 0]}, mass: 1, inertia: 0.005}\n"                                                        \
    "  left: {points: {L: [0, 0]}, position: [-0.1, 0], mass: 2, inertia: 0.01}\n"                                     \
    "  right: {points: {R: [0, 0]}, position: [0.1, 0], mass: 3, inertia: 0.01}\n"                                     \
    "joints:\n"                                                                                                        \
    "  P: {revolute: [ground, wheel]}\n"

/* a = (m2 - m1) g/(m1 + m2 + J/r^2); the tensions differ by what the wheel needs. */
static void atwood_feels_the_inertia_of_its_wheel(const char *by)
{
    static const char *const ropes[] = {"  rope: {cable: [left.L, P, right.R], radii: [0, -0.1, 0]}\n",
                                        "  rope: {cable: [right.R, P, left.L], radii: [0, 0.1, 0]}\n"};
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s%s", ATWOOD, ropes[i], DYNAMICS);
        tml_case c = RUN(text, by);
        const double a = g / (5 + 0.005 / 0.01), T1 = 2 * (g + a), T2 = 3 * (g - a);
        for (int k = 0; k <= 5; k++) {
            const double t = 0.1 * k;
            expect(&c, t, "left.ay", a, 1e-11);
            expect(&c, t, "right.y", -a * t * t / 2, 1e-12);
            expect(&c, t, "wheel.angle", -a * t * t / 2 / 0.1, 1e-11);
            expect(&c, t, i ? "rope.tension2" : "rope.tension1", T1, 1e-11);
            expect(&c, t, i ? "rope.tension1" : "rope.tension2", T2, 1e-11);
            expect(&c, t, "rope.length", 2 + 0.1 * PI, 1e-12);
            expect(&c, t, "P.fy", T1 + T2 + g, 1e-10);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(belts, atwood_feels_the_inertia_of_its_wheel, 20)

/* A point of a body with a radius is a pulley without mass and friction. */
static void pulley_on_a_point_has_one_tension(const char *by)
{
    tml_case c = RUN(ATWOOD "  rope: {cable: [left.L, ground.P, right.R], radii: [0, -0.1, 0]}\n" DYNAMICS, by);
    expect(&c, 0.5, "left.ay", g / 5, 1e-11);
    expect(&c, 0.5, "rope.tension", 2.4 * g, 1e-11);
    expect(&c, 0.5, "wheel.alpha", 0, 1e-12);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, pulley_on_a_point_has_one_tension, 20)

#define TACKLE(rope)                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {G: [0.5, 0], A: [0.2, 2], B: [0.5, 3], D: [0.9, 3]}}\n"                                       \
    "  load: {points: {G: [0.5, 0], C: [0.3, 0], E: [0.7, 0]}, com: [0.5, 0], mass: 40, inertia: 1}\n"                 \
    "  pull: {points: {P: [0, 0]}, position: [1, 1], mass: 12, inertia: 0.1}\n"                                        \
    "joints:\n"                                                                                                        \
    "  G: {prismatic: [ground, load], axis: y}\n"                                                                      \
    "  rope: {" rope "}\n"

/* Four falls carry the load, which moves a quarter as far: a = (4 m - M) g/(M + 16 m). */
static void tackle_has_an_advantage_of_four(const char *by)
{
    tml_case c = RUN(TACKLE("cable: [ground.A, load.C, ground.B, load.E, ground.D, pull.P], "
                            "radii: [0, 0.1, -0.1, 0.1, -0.1, 0]") DYNAMICS,
                     by);
    const double a = (4 * 12 - 40) * g / (40 + 16 * 12), T = 40 * (g + a) / 4;
    for (int k = 0; k <= 5; k++) {
        const double t = 0.1 * k;
        expect(&c, t, "G.displacement", a * t * t / 2, 1e-12);
        expect(&c, t, "pull.y", 1 - 4 * a * t * t / 2, 1e-12);
        expect(&c, t, "rope.tension", T, 1e-10);
        expect(&c, t, "rope.length", 2 + 3 + 3 + 3 + 2 + 4 * 0.1 * PI, 1e-12);
        expect(&c, t, "G.torque", 0, 1e-9);
        expect(&c, t, "G.fx", 0, 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, tackle_has_an_advantage_of_four, 20)

/* A length that is given moves what is drawn too high or too low. */
Test(belts, length_that_is_given_closes_in_assembly)
{
    tml_case c = tml_case_run_text("length",
                                   TACKLE("cable: [ground.A, load.C, ground.B, load.E, ground.D, pull.P], "
                                          "radii: [0, 0.1, -0.1, 0.1, -0.1, 0], length: 15") "analyses: [assembly]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "length", AT("rope.length"), 15, 1e-12);
    tml_case_free(&c);
}

/* A load on a drum that is driven: alpha = (M - m g r)/(J + m r^2). */
static void drum_winds_its_rope(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {D: [0, 2]}}\n"
                     "  drum: {points: {D: [0, 0]}, mass: 5, inertia: 0.2}\n"
                     "  load: {points: {P: [0, 0]}, position: [0.3, 0], mass: 10, inertia: 0.1}\n"
                     "joints:\n"
                     "  D: {revolute: [ground, drum]}\n"
                     "  rope: {cable: [load.P, D], radii: [0, 0.3]}\n"
                     "forces: {motor: {motor: D, torque: 40}}\n" DYNAMICS,
                     by);
    const double alpha = (40 - 10 * g * 0.3) / (0.2 + 10 * 0.09), T = 10 * (g + 0.3 * alpha);
    expect(&c, 0.5, "D.acceleration", alpha, 1e-10);
    expect(&c, 0.5, "load.y", 0.3 * alpha * 0.125, 1e-11);
    expect(&c, 0.5, "load.x", 0.3, 1e-11);
    expect(&c, 0.5, "rope.length", 2 - 0.3 * alpha * 0.125, 1e-11);
    expect(&c, 0.5, "rope.tension", T, 1e-10);
    expect(&c, 0.5, "D.fy", 5 * g + T, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, drum_winds_its_rope, 20)

/* A spool that falls off its thread: a = g/(1 + J/(m r^2)). */
static void spool_unwinds(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 1]}}\n"
                     "  spool: {position: [0.05, 0], mass: 0.2, inertia: 1e-4}\n"
                     "joints: {rope: {cable: [ground.A, spool], radii: [0, 0.05]}}\n" DYNAMICS,
                     by);
    const double a = g / (1 + 1e-4 / 0.2 / 0.0025);
    expect(&c, 0.5, "spool.y", -a / 8, 1e-11);
    expect(&c, 0.5, "spool.x", 0.05, 1e-11);
    expect(&c, 0.5, "spool.angle", -a / 8 / 0.05, 1e-10);
    expect(&c, 0.5, "rope.tension", 0.2 * (g - a), 1e-11);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, spool_unwinds, 20)

/* A mass falls freely for h, then hangs on an elastic rope: x = m g/k (1 - cos w t) + v/w sin w t; slack again at x = 0. */
static void rope_goes_taut_and_slack(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0]}}\n"
                     "  ball: {points: {P: [0, 0]}, position: [0, -0.5], mass: 2, inertia: 1e-3}\n"
                     "joints: {rope: {cable: [ground.A, ball.P], length: 1, stiffness: 2000}}\n"
                     "analyses: [dynamics: {end: 1, output: 0.01, tolerance: 1e-12}]\n",
                     by);
    const double h = 0.5, m = 2, k = 2000, w = sqrt(k / m), v = sqrt(2 * g * h), taut = v / g, sag = m * g / k,
                 back = taut + 2 * (PI - atan(v / w / sag)) / w;
    for (int i = 0; i <= 100; i++) {
        const double t = 0.01 * i, s = t - taut, r = t - back;
        if (r > back - taut)
            break;
        const double x = s < 0   ? g * t * t / 2 - h
                         : r < 0 ? sag * (1 - cos(w * s)) + v / w * sin(w * s)
                                 : g * r * r / 2 - v * r;
        if (r > 0 && x > 0)
            break;
        expect(&c, t, "ball.y", -1 - x, 1e-9);
        expect(&c, t, "rope.tension", k * fmax(0, x), 1e-6);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, rope_goes_taut_and_slack, 20)

/* A rope that does not stretch stops what moves away along it: a ball that falls beside its fixed end swings on from there. */
static void rope_goes_taut_with_an_impact(const char *by)
{
    static const double restitutions[] = {0, 0.5};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {A: [0, 0]}}\n"
                 "  ball: {points: {P: [0, 0]}, position: [0.6, 0], mass: 2, inertia: 1e-3}\n"
                 "joints: {rope: {cable: [ground.A, ball.P], length: 1, restitution: %g}}\n"
                 "analyses: [dynamics: {end: 0.42, output: 0.02, tolerance: 1e-11}]\n",
                 restitutions[i]);
        tml_case c = RUN(text, by);
        const double t = sqrt(1.6 / g), fast = 0.8 * g * t,
                     loss = fast * fast * (1 - restitutions[i] * restitutions[i]);
        expect(&c, 0.4, "ball.y", -g * 0.08, 1e-10);
        expect(&c, 0.4, "rope.tension", 0, 0);
        tml_case_near(&c, "time", tml_case_impact(&c, 0, "t"), t, 1e-10);
        tml_case_near(&c, "loss", tml_case_at(&c, 0.42, "energy.impact_loss"), loss, 1e-8);
        const double x = tml_case_at(&c, 0.42, "ball.x"), y = tml_case_at(&c, 0.42, "ball.y"),
                     v2 = pow(tml_case_at(&c, 0.42, "ball.vx"), 2) + pow(tml_case_at(&c, 0.42, "ball.vy"), 2);
        if (i == 0) {
            tml_case_near(&c, "taut", hypot(x, y), 1, 1e-10);
            expect(&c, 0.42, "rope.tension", 2 * (v2 - g * y), 1e-7);
        }
        tml_case_free(&c);
    }
}
TML_TEST_EACH(belts, rope_goes_taut_with_an_impact, 20)

/* Three cables hold a plate: forces and moments balance. */
static void cables_hold_a_plate(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {A: [-2, 3], B: [2, 3], C: [2.5, 2]}}\n"
                     "  plate: {points: {A: [-0.5, 0.2], B: [0.5, 0.2], C: [0.5, 0.2]}, com: [0, 0], position: [0, 0], "
                     "mass: 10, inertia: 1}\n"
                     "joints:\n"
                     "  a: {cable: [ground.A, plate.A]}\n"
                     "  b: {cable: [ground.B, plate.B]}\n"
                     "  c: {distance: [ground.C, plate.C]}\n"
                     "analyses: [evaluate]\n",
                     by);
    const double points[3][4] = {{-0.5, 0.2, -2, 3}, {0.5, 0.2, 2, 3}, {0.5, 0.2, 2.5, 2}};
    const double T[3] = {AT("a.tension"), AT("b.tension"), AT("c.tension")};
    double fx = 0, fy = -10 * g, moment = 0;
    for (int i = 0; i < 3; i++) {
        const double x = points[i][2] - points[i][0], y = points[i][3] - points[i][1], l = hypot(x, y);
        fx += T[i] * x / l, fy += T[i] * y / l;
        moment += T[i] * (points[i][0] * y - points[i][1] * x) / l;
    }
    tml_case_near(&c, "fx", fx, 0, 1e-10);
    tml_case_near(&c, "fy", fy, 0, 1e-10);
    tml_case_near(&c, "moment", moment, 0, 1e-10);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, cables_hold_a_plate, 20)

/* In space through an eyelet that hangs between two points: both sides pull alike, so that it hangs where they are equally steep. */
static void ring_slides_on_a_rope(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 2], B: [1, 1, 1.5], R: [0.6, 0.7, 0.8]}\n"
                     "bodies: {ring: {points: [R], com: R, mass: 2, inertia: [0.01, 0.01, 0.01]}}\n"
                     "joints: {rope: {cable: [ground.A, ring.R, ground.B], length: 3}}\n"
                     "analyses: [static]\n",
                     by);
    const double steep = sqrt(1 - 2.0 / 9), T = 2 * g / 2 / steep; /* over the span sqrt(2) a rope of 3 m */
    tml_case_near(&c, "tension", AT("rope.tension"), T, 1e-9);
    tml_case_near(&c, "length", AT("rope.length"), 3, 1e-12);
    tml_case_near(&c, "z", AT("ring.z"), (2 + 1.5 - 3 * steep) / 2, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, ring_slides_on_a_rope, 20)

/* ---- belts ---- */

#define DRIVE(belt)                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"                                                                   \
    "  motor: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"                                                         \
    "  fan: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"                                                           \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, motor]}\n"                                                                               \
    "  B: {revolute: [ground, fan]}\n"                                                                                 \
    "  drive: {belt: [A, B], " belt "}\n"
#define TORQUE "forces: {torque: {torque: motor, value: 3}}\n"

/* Tight and slack side F0 + D/2, F0 - D/2, D = J alpha/r of the second wheel; bearings 2 F0 cos and D sin of the angle of the spans. */
static void belt_loads_its_bearings(const char *by)
{
    for (int crossed = 0; crossed < 2; crossed++) {
        tml_case c = crossed ? RUN(DRIVE("radii: [0.05, -0.1], pretension: 200") TORQUE DYNAMICS, by)
                             : RUN(DRIVE("radii: [0.05, 0.1], pretension: 200") TORQUE DYNAMICS, by);
        const double alpha = 3 / (0.01 + 0.08 / 4), D = 0.08 * alpha / 2 / 0.1, s = crossed ? -1 : 1,
                     slope = asin((0.1 - s * 0.05) / 0.5), arc = crossed ? PI + 2 * slope : 0;
        for (int k = 0; k <= 5; k++) {
            const double t = 0.1 * k;
            expect(&c, t, "A.acceleration", alpha, 1e-10);
            expect(&c, t, "B.angle", s * alpha * t * t / 4, 1e-10);
            expect(&c, t, "drive.tension1", 200 - D / 2, 1e-10);
            expect(&c, t, "drive.tension2", 200 + D / 2, 1e-10);
            expect(&c, t, "B.fx", 400 * cos(slope), 1e-10);
            expect(&c, t, "A.fx", -400 * cos(slope), 1e-10);
            expect(&c, t, "B.fy", s * D * sin(slope), 1e-10);
            expect(&c, t, "drive.length",
                   2 * 0.5 * cos(slope) + (crossed ? 0.15 * arc : 0.05 * (PI - 2 * slope) + 0.1 * (PI + 2 * slope)),
                   1e-12);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(belts, belt_loads_its_bearings, 20)

/* Elastic: u = r1 q1 - r2 q2 swings about what the torque stretches, w^2 = 2 k (r1^2/J1 + r2^2/J2), k = EA/l. */
static void elastic_belt_swings(const char *by)
{
    tml_case c = RUN(DRIVE("radii: [0.05, 0.1], pretension: 200, EA: 1e4") TORQUE DYNAMICS, by);
    const double l = sqrt(0.25 - 0.0025), k = 1e4 / l, w = sqrt(2 * k * (0.0025 / 0.01 + 0.01 / 0.08));
    for (int i = 0; i <= 5; i++) {
        const double t = 0.1 * i, u = 0.05 * 3 / 0.01 / (w * w) * (1 - cos(w * t));
        expect(&c, t, "drive.tension2", 200 + k * u, 1e-7);
        expect(&c, t, "drive.tension1", 200 - k * u, 1e-7);
        tml_case_near(&c, "u", 0.05 * tml_case_at(&c, t, "A.angle") - 0.1 * tml_case_at(&c, t, "B.angle"), u, 1e-11);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, elastic_belt_swings, 20)

Test(belts, modes_have_the_stiffness_of_both_spans)
{
    tml_case c = tml_case_run_text(
        "modes", DRIVE("radii: [0.05, 0.1], pretension: 200, EA: 1e4, damping: 3") "analyses: [modes]\n",
        TML_AS_WRITTEN);
    const double k = 1e4 / sqrt(0.25 - 0.0025), m = 0.0025 / 0.01 + 0.01 / 0.08;
    tml_case_near(&c, "natural", tml_case_value(&c, 1, "natural"), sqrt(2 * k * m), 1e-9);
    tml_case_near(&c, "decay", tml_case_value(&c, 1, "eigenvalue.re"), -3 * m, 1e-10);
    tml_case_free(&c);
}

/* A slack span carries nothing: with a small pretension the torque stretches the other alone. */
Test(belts, slack_span_carries_nothing)
{
    tml_case c = tml_case_run_text(
        "slack",
        DRIVE("radii: [0.05, 0.1], pretension: 10, EA: 1e4") "forces: {torque: {torque: motor, value: 3}, brake: "
                                                             "{torsion: B, stiffness: 100}}\n"
                                                             "analyses: [static]\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "tight", AT("drive.tension2"), 60, 1e-9);
    tml_case_near(&c, "slack", AT("drive.tension1"), 0, 0);
    tml_case_near(&c, "B.angle", AT("B.angle"), 0.06, 1e-12);
    tml_case_free(&c);
}

/* Round three sprockets, speeds as their teeth; the way round is that of the tangents. */
static void chain_turns_three_sprockets(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "gravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {A: [0, 0], B: [0.4, 0], C: [0.2, 0.3]}}\n"
                     "  crank: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                     "  cam: {points: {B: [0, 0]}, mass: 1, inertia: 0.02}\n"
                     "  pump: {points: {C: [0, 0]}, mass: 1, inertia: 0.03}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, crank]}\n"
                     "  B: {revolute: [ground, cam]}\n"
                     "  C: {revolute: [ground, pump]}\n"
                     "  timing: {belt: [A, B, C], teeth: [20, 40, 25], pitch: 9.525 mm, pretension: 50}\n"
                     "forces: {torque: {torque: crank, value: 1}}\n" DYNAMICS,
                     by);
    const double alpha = 1 / (0.01 + 0.02 / 4 + 0.03 * 0.64), r[3] = {20 * 9.525e-3 / 2 / PI, 2 * r[0], 1.25 * r[0]};
    const double x[3] = {0, 0.4, 0.2}, y[3] = {0, 0, 0.3};
    double length = 0, way[3];
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3;
        const double d = hypot(x[k] - x[i], y[k] - y[i]), e = r[i] - r[k];
        way[i] = sqrt(d * d - e * e);
        length += way[i] + e * asin(e / d); /* arcs: r times the exterior angle, more or less by the slopes */
    }
    const double angle[3] = {atan2(0, 0.4), atan2(0.3, -0.2), atan2(-0.3, -0.2) + 2 * PI};
    for (int i = 0; i < 3; i++)
        length += r[i] * (angle[i] - angle[(i + 2) % 3] + (i == 0 ? 2 * PI : 0));
    expect(&c, 0.5, "B.angle", alpha / 8 / 2, 1e-10);
    expect(&c, 0.5, "C.angle", alpha / 8 * 0.8, 1e-10);
    expect(&c, 0.5, "timing.length", length, 1e-12);
    const double T1 = AT("timing.tension1"), T2 = AT("timing.tension2"), T3 = AT("timing.tension3");
    tml_case_near(&c, "torque of the cam", (T2 - T1) * r[1], 0.02 * alpha / 2, 1e-10);
    tml_case_near(&c, "torque of the pump", (T3 - T2) * r[2], 0.03 * alpha * 0.8, 1e-10);
    tml_case_near(&c, "same length", way[0] * (T1 - 50) + way[1] * (T2 - 50) + way[2] * (T3 - 50), 0, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, chain_turns_three_sprockets, 20)

/* The way round two wheels of radius 0.1 and an idler on the back of the belt. */
static double way_round(double alpha)
{
    const double x[3] = {0, 0.6, 0.3 + 0.2 * sin(alpha)}, y[3] = {0, 0, 0.25 - 0.2 * cos(alpha)},
                 r[3] = {0.1, 0.1, -0.04};
    double sum = 0, phi[3];
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3;
        const double d = hypot(x[k] - x[i], y[k] - y[i]), e = r[i] - r[k];
        sum += sqrt(d * d - e * e);
        phi[i] = atan2(y[k] - y[i], x[k] - x[i]) + asin(e / d);
    }
    for (int i = 0; i < 3; i++)
        sum += fabs(r[i]) * fmod((r[i] < 0 ? -1 : 1) * (phi[i] - phi[(i + 2) % 3]) + 4 * PI, 2 * PI);
    return sum;
}

/* The spring of the arm and the belt balance: M = T dL/dalpha, by virtual work; the belt is elastic. */
static void spring_arm_tightens_a_belt(const char *by)
{
    tml_case c =
        RUN("trammel: 1\n"
            "gravity: none\n"
            "bodies:\n"
            "  ground: {points: {A: [0, 0], B: [0.6, 0], C: [0.3, 0.25]}}\n"
            "  a: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
            "  b: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"
            "  arm: {points: {C: [0, 0], D: [0, -0.2]}, com: [0, -0.1], mass: 0.1, inertia: 1e-3, angle: 20 deg}\n"
            "joints:\n"
            "  A: {revolute: [ground, a]}\n"
            "  B: {revolute: [ground, b]}\n"
            "  C: {revolute: [ground, arm]}\n"
            "  drive: {belt: [A, B, arm.D], radii: [0.1, 0.1, -0.04], EA: 2e4}\n"
            "forces: {spring: {torsion: C, stiffness: 20, angle: 10 deg}, hold: {torsion: A, stiffness: 1}}\n"
            "analyses: [static]\n",
            by);
    const double alpha = AT("C.angle"), h = 1e-3, T = AT("drive.tension2"),
                 by_angle = (8 * (way_round(alpha + h) - way_round(alpha - h)) - way_round(alpha + 2 * h) +
                             way_round(alpha - 2 * h)) /
                            (12 * h);
    tml_case_near(&c, "length", AT("drive.length"), way_round(alpha), 1e-12);
    tml_case_near(&c, "moment", T * by_angle, 20 * (PI / 18 - alpha), 1e-8);
    tml_case_near(&c, "tensions", AT("drive.tension1"), T, 1e-8);
    tml_case_near(&c, "idler", AT("drive.tension2"), T, 1e-8);
    cr_expect_gt(T, 10);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, spring_arm_tightens_a_belt, 20)

/* On an arm that turns ten times round: a wheel of twice the radius, held, turns the other back by as much as the arm turns. */
static void belt_on_a_rotating_arm(const char *by)
{
    static const char *const belts[] = {"pretension: 100", "pretension: 100, EA: 1e6"};
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  arm: {points: {O: [0, 0], C: [0.5, 0]}, com: [0.25, 0], mass: 1, inertia: 0.02}\n"
                 "  tool: {points: {C: [0, 0]}, mass: 1, inertia: 0.01, omega: %s}\n"
                 "joints:\n"
                 "  O: {revolute: [ground, arm]}\n"
                 "  C: {revolute: [arm, tool]}\n"
                 "  drive: {belt: [O, C], radii: [0.1, 0.05], %s}\n"
                 "drivers: {turn: {O.angle: 4*t}}\n"
                 "analyses: [dynamics: {end: 15.7, output: 1.57, tolerance: 1e-11}]\n",
                 i ? "-4" : "0", belts[i]);
        tml_case c = RUN(text, by);
        expect(&c, 15.7, "tool.angle", -62.8, 1e-8);
        expect(&c, 15.7, "drive.tension1", 100, 1e-5);
        expect(&c, 15.7, "drive.length", 1.4762430772612452, 1e-12);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(belts, belt_on_a_rotating_arm, 60)

/* ---- models ---- */

static void models_have_their_closed_forms(const char *by)
{
    tml_case c = tml_case_run_with("atwood/atwood.yaml", TML_AS_WRITTEN, TML_BY(by));
    const double a = g / 5.5;
    expect(&c, 0.5, "left.y", 0.2 + a / 8, 1e-11);
    expect(&c, 0.5, "rope.tension2", 3 * (g - a), 1e-10);
    expect(&c, 0.5, "P.fy", 6 * g - a, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
    c = tml_case_run_with("block-and-tackle/block-and-tackle.yaml", TML_AS_WRITTEN, TML_BY(by));
    expect(&c, 0.8, "G.displacement", 0.32 * 8 * g / 232, 1e-12);
    expect(&c, 0.8, "rope.tension", 10 * g * (1 + 8.0 / 232), 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
    c = tml_case_run_with("belt-drive/belt-drive.yaml", TML_AS_WRITTEN, TML_BY(by));
    const double takes = 6 + 0.01 * tml_case_at(&c, 2, "A.acceleration");
    tml_case_near(&c, "difference of tensions",
                  0.06 * (tml_case_at(&c, 2, "belt.tension1") - tml_case_at(&c, 2, "belt.tension2")), takes, 1e-8);
    tml_case_near(&c, "ratio", tml_case_at(&c, 2, "A.speed") / tml_case_at(&c, 2, "B.speed"), 2, 1e-2);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(belts, models_have_their_closed_forms, 60)

/* Euler and Eytelwein: log(220/180) over the arc on the smaller wheel. */
Test(belts, friction_that_is_needed_is_told)
{
    tml_case c = tml_case_run_text(
        "friction", DRIVE("radii: [0.05, 0.1], pretension: 200, friction: 0.3") TORQUE DYNAMICS, TML_AS_WRITTEN);
    const double need = log(220.0 / 180) / (PI + 2 * asin(0.1));
    tml_case_near(&c, "on the second wheel", tml_fact_number(c.table, "friction needed"), need, 1e-12);
    tml_case_free(&c);
}

Test(belts, chain_is_a_belt_with_teeth)
{
    tml_case c = tml_case_run_text("chain",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"
                                   "  crank: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                                   "  wheel: {points: {B: [0, 0]}, mass: 4, inertia: 0.08}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, crank]}\n"
                                   "  B: {revolute: [ground, wheel]}\n"
                                   "  drive: {chain: [A, B], teeth: [44, 16], pitch: 12.7 mm, pretension: 20}\n"
                                   "forces: {torque: {torque: crank, value: 3}}\n" DYNAMICS,
                                   TML_AS_WRITTEN);
    const double alpha = 3 / (0.01 + 0.08 * 2.75 * 2.75);
    expect(&c, 0.5, "B.angle", 2.75 * alpha / 8, 1e-11);
    tml_case_free(&c);
}

/* ---- what is wrong ---- */

Test(belts, cable_that_would_push_is_reported)
{
    tml_case c = tml_case_run_text("push",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0]}}\n"
                                   "  ball: {points: {P: [0, 0]}, position: [0, 1], mass: 1, inertia: 0.01}\n"
                                   "joints: {rope: {cable: [ground.A, ball.P]}}\n"
                                   "analyses: [evaluate]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "tension", AT("rope.tension"), -g, 1e-12);
    bool told = false;
    for (size_t i = 0; i < tml_log_count(c.log); i++)
        told |= strstr(tml_log_get(c.log, i).text, "rope would be slack") != NULL;
    cr_expect(told);
    tml_case_free(&c);
}

/* ---- slack is told ---- */

/* A mass hangs on an elastic rope, x0 = m g/k, and is thrown up with v: x = x0 - v/w sin w t, until x = 0; then it flies for 2 v1/g, v1^2 = v^2 - (x0 w)^2. */
Test(belts, a_rope_that_goes_slack_and_taut_is_told)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies: {ground: {points: {O: [0, 0]}}, b: {points: {P: [0, 0]}, com: P, mass: 2, inertia: 1, "
                     "position: [0, -1]}}\n"
                     "joints: {S: {slot: [ground.O, b.P], axis: y}, rope: {cable: [ground.O, b.P], radii: [0, 0], "
                     "stiffness: 200, pretension: 2*9.81}}\n"
                     "initial: {b.vy: 3}\n"
                     "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-12}]\n",
                     "auto");
    const double w = sqrt(200. / 2), x0 = 2 * g / 200, slack = asin(x0 * w / 3) / w,
                 taut = slack + 2 * sqrt(9 - x0 * x0 * w * w) / g;
    const tml_table *t = tml_case_table(&c, "dynamics.events");
    cr_assert_geq(tml_table_rows(t), 2);
    cr_expect_str_eq(tml_table_row_name(t, 0), "rope goes slack");
    cr_expect_str_eq(tml_table_row_name(t, 1), "rope goes taut");
    tml_case_near(&c, "slack", tml_table_value(t, 0, 0), slack, 1e-9);
    tml_case_near(&c, "taut", tml_table_value(t, 1, 0), taut, 1e-9);
    tml_case_near(&c, "fact", tml_fact_number(c.table, "event rope goes slack"), slack, 1e-9);
    tml_case_free(&c);
}
