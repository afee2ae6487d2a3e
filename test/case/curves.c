/* curves.c - points led along curves, by every formulation, against closed forms.
 *
 * A bead of mass m at the arc length s of a curve in a plane, at the slope phi and the radius of curvature rho:
 *   s'' = -g sin(phi),   N = m (g cos(phi) + s'^2/rho)
 */
#include "support/case.h"
#include "support/numbers.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define RUN(text, by) tml_case_run_text_with("curves", text, TML_AS_WRITTEN, TML_BY(by))
#define DYNAMICS      "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-12}]\n"
#define PI            3.14159265358979323846

static const double g = 9.81;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* ---- in the plane ---- */

#define BEAD(more, wire)                                                                                               \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}, surfaces: {ring: {disc: 0.5, at: [0, 0]}}}\n"                                     \
    "  bead: {mass: 2, inertia: 0.01, " more "}\n"                                                                     \
    "joints:\n"                                                                                                        \
    "  wire: {" wire "}\n"

/* A bead on a ring is a pendulum: the ring as a surface and as functions of u. */
static void ring_is_a_pendulum(const char *by)
{
    static const char *const rings[] = {
        BEAD("position: [0.5, 0]", "curve: [ground.ring, bead]") DYNAMICS,
        BEAD("position: [0.5, 0]", "curve: [ground, bead], x: 0.5*cos(u), y: 0.5*sin(u), to: 360 deg, closed: true")
            DYNAMICS};
    tml_case p = RUN(BEAD("position: [0.5, 0]", "distance: [ground.O, bead], length: 0.5") DYNAMICS, by);
    for (int k = 0; k < 2; k++) {
        tml_case c = RUN(rings[k], by);
        for (int i = 0; i <= 20; i++) {
            const double t = 0.1 * i, x = tml_case_at(&p, t, "bead.x"), y = tml_case_at(&p, t, "bead.y");
            expect(&c, t, "bead.x", x, 1e-12);
            expect(&c, t, "bead.y", y, 1e-12);
            expect(&c, t, "wire.displacement", -0.5 * (y > 1e-13 ? 2 * PI - atan2(y, x) : -atan2(y, x)), 1e-12);
            expect(&c, t, "wire.fx", -tml_case_at(&p, t, "wire.tension") * x / 0.5, 1e-10);
            expect(&c, t, "bead.angle", 0, 1e-14);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
    tml_case_free(&p);
}
TML_TEST_EACH(curves, ring_is_a_pendulum, 20)

/* The tautochrone: s = 4 R sin(u/2) swings at sqrt(g/(4 R)) whatever its amplitude. */
static void cycloid_swings_in_equal_times(const char *by)
{
    static const double R = 0.25, S0 = 1 * 0.99749498660405443; /* from u = -3: 4 R sin(1.5) */
    static const double begin[] = {0.5, 2.5};
    for (int k = 0; k < 2; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 BEAD("position: [%.17g, %.17g]",
                      "curve: [ground, bead], x: 0.25*(u + sin(u)), y: 0.25*(1 - cos(u)), from: -3, to: 3") DYNAMICS,
                 R * (begin[k] + sin(begin[k])), R * (1 - cos(begin[k])));
        tml_case c = RUN(text, by);
        const double A = 4 * R * sin(begin[k] / 2), w = sqrt(g / (4 * R));
        for (int i = 0; i <= 20; i++) {
            const double t = 0.1 * i, s = A * cos(w * t), v = -w * A * sin(w * t), half = asin(s / (4 * R));
            const double N = 2 * (g * cos(half) + v * v / (4 * R * cos(half)));
            expect(&c, t, "wire.displacement", S0 + s, 1e-11);
            expect(&c, t, "wire.displacement_speed", v, 1e-10);
            expect(&c, t, "wire.displacement_acceleration", -w * w * s, 1e-9);
            expect(&c, t, "wire.fx", -N * sin(half), 1e-8);
            expect(&c, t, "wire.fy", N * cos(half), 1e-8);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(curves, cycloid_swings_in_equal_times, 20)

/* A bar whose end A slides on the x axis and whose point P is led along the ellipse that it would trace: its end B stays on the y axis. */
static void ellipse_is_a_trammel(const char *by)
{
    tml_case c =
        RUN("trammel: 1\n"
            "bodies:\n"
            "  ground: {points: {A: [0, 0]}}\n"
            "  bar: {points: {A: [0, 0], P: [-0.2, 0], B: [-0.6, 0]}, mass: 1, inertia: 0.05, com: [-0.25, 0],\n"
            "        position: [0.45, 0], angle: -0.7 rad}\n"
            "joints:\n"
            "  A: {slot: [ground, bar], axis: x}\n"
            "  E: {curve: [ground, bar.P], x: 0.4*cos(u), y: 0.2*sin(u), to: 360 deg, closed: true}\n"
            "initial: {A.angle: -0.7, A.angle_speed: 3}\n"
            "outputs: {B: bar.B.x}\n"
            "gravity: none\n"
            "analyses: [dynamics: {end: 0.4, output: 0.02, tolerance: 1e-12}]\n", /* upright it would fork */
            by);
    for (int i = 0; i <= 20; i++)
        expect(&c, 0.02 * i, "B", 0, 1e-11);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(curves, ellipse_is_a_trammel, 20)

/* A circular slot in a disc that moves freely holds a bead as a rod from its centre does; either may be the first body. */
static void slot_in_a_moving_disc_is_a_rod(const char *by)
{
#define DISC(joint)                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  disc: {mass: 3, inertia: 0.2, com: [0.1, 0], position: [0, 1], points: {C: [0, 0]}, velocity: [1, 2], omega: "  \
    "4,\n"                                                                                                             \
    "         surfaces: {slot: {disc: 0.4, at: [0, 0]}}}\n"                                                            \
    "  bead: {mass: 1, inertia: 0.01, com: [0, 0.02], points: {P: [0, 0]}, position: [0.4, 1], velocity: [1, 5]}\n"    \
    "joints:\n"                                                                                                        \
    "  J: {" joint "}\n" DYNAMICS
    tml_case c = RUN(DISC("curve: [disc.slot, bead.P]"), by), r = RUN(DISC("distance: [disc.C, bead.P]"), by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "bead.x", tml_case_at(&r, t, "bead.x"), 1e-10);
        expect(&c, t, "disc.angle", tml_case_at(&r, t, "disc.angle"), 1e-10);
        tml_case_near(&c, "force", hypot(tml_case_at(&c, t, "J.fx"), tml_case_at(&c, t, "J.fy")),
                      fabs(tml_case_at(&r, t, "J.tension")), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&r);
}
TML_TEST_EACH(curves, slot_in_a_moving_disc_is_a_rod, 20)

/* Small oscillations at the bottom of y = x^2: w^2 = 2 g. */
Test(curves, parabola_has_its_frequency)
{
    tml_case c = RUN(
        BEAD(
            "position: [0.2, 0.04]",
            "curve: [ground, bead], x: u, y: u^2, from: -1, to: 1") "forces: {k: {torsion: wire.angle, stiffness: 1}}\n"
                                                                    "analyses: [static, modes]\n",
        NULL);
    tml_case_near(&c, "frequency", tml_case_value(&c, 0, "frequency"), sqrt(2 * g) / (2 * PI), 1e-11);
    tml_case_free(&c);
}

/* ---- cams ---- */

/* A10: the roller held on both sides by a joint of the two curves, or its centre on the curve that it runs on. At 65 rad/s, where it would lift off, forces
 * grow with the square of the speed: N = (m a (65/40)^2 + R)/cos(al), with R = N cos(al) - m a at 40 rad/s. */
static void held_follower(const char *by)
{
    static const int angles[] = {15, 30, 45, 60, 75, 150, 180};
    static const char *const joints[] = {
        "  F: {prismatic: [ground, follower], at: G, axis: y}\n  touch: {cam: [cam.profile, follower.roller]}",
        "  F: {prismatic: [ground, follower], at: G, axis: y}\n  touch: {curve: [cam.profile, follower.F]}"};
    tml_numbers n = tml_numbers_of("A10");
    for (int k = 0; k < 4; k++) {
        const double faster = k / 2 ? 65.0 / 40 : 1, least = k / 2 ? -15 : 31;
        tml_case c = tml_case_run_with(
            "cam-345/cam-345.yaml",
            TML_EDITS(
                {"  - cam: {speed: speed}\n", ""}, {"speed: 40 ", k / 2 ? "speed: 65 " : "speed: 40 "},
                {"end: 0.16", "end: 180 deg/speed"}, {"output: 0.001", "output: 15 deg/speed"},
                {"  touch:  {contact: [cam.profile, follower.roller], face_width: 12 mm, modulus: 210 GPa}\n", ""},
                {"  F: {prismatic: [ground, follower], at: G, axis: y}", joints[k % 2]}),
            TML_BY(by));
        double smallest = 1e9;
        for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
            const size_t row = tml_case_row(&c, angles[i] * PI / 180 / (40 * faster));
            char name[5][16];
            static const char *const what[] = {"s", "v", "a", "al", "N"};
            double value[5];
            for (int j = 0; j < 5; j++) {
                snprintf(name[j], sizeof name[j], "%s_%d", what[j], angles[i]);
                value[j] = tml_number(&n, name[j]);
            }
            const double m = 0.4, al = value[3], R = value[4] * cos(al) - m * value[2],
                         N = (m * value[2] * faster * faster + R) / cos(al);
            tml_case_near(&c, name[0], tml_case_value(&c, row, "F.displacement"), value[0], 2e-12);
            tml_case_near(&c, name[1], tml_case_value(&c, row, "F.speed"), value[1] * faster, 1e-10);
            tml_case_near(&c, name[2], tml_case_value(&c, row, "F.acceleration"), value[2] * faster * faster, 3e-8);
            tml_case_near(&c, "force across", tml_case_value(&c, row, "touch.fx"), -N * sin(al), 1e-8);
            tml_case_near(&c, "force", tml_case_value(&c, row, "touch.fy"), N * cos(al), 1e-8);
            smallest = fmin(smallest, N);
        }
        cr_expect(smallest < least, "smallest force %g", smallest);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(curves, held_follower, 30)

/* Two discs in touch are a rod between their centres; so is a disc in a bore. */
static void discs_in_touch_are_a_rod(const char *by)
{
#define DISCS(joint)                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [0.5, 0.1]}}\n"                                                                 \
    "  one: {mass: 2, inertia: 0.05, points: {A: [0, 0], C: [0.2, 0]}, com: [0.1, 0.02], angle: 70 deg,\n"             \
    "        surfaces: {rim: {disc: 0.15, at: C}}}\n"                                                                  \
    "  two: {mass: 1, inertia: 0.03, points: {B: [0, 0], C: [0, 0.25]}, com: [0, 0.1], position: [0.5, 0.1],\n"        \
    "        surfaces: {rim: {disc: 0.35, at: C}}}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, one]}\n"                                                                                 \
    "  B: {revolute: [ground, two]}\n"                                                                                 \
    "  J: {" joint "}\n"                                                                                               \
    "initial: {A.angle: 70 deg, A.speed: 2}\n"                                                                         \
    "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-12}]\n"
    tml_case c = RUN(DISCS("cam: [one.rim, two.rim]"), by), r = RUN(DISCS("distance: [one.C, two.C], length: 0.5"), by);
    for (int i = 0; i <= 10; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "B.angle", tml_case_at(&r, t, "B.angle"), 1e-10);
        expect(&c, t, "B.acceleration", tml_case_at(&r, t, "B.acceleration"), 1e-8);
        expect(&c, t, "J.normal", -tml_case_at(&r, t, "J.tension"), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&r);
}
TML_TEST_EACH(curves, discs_in_touch_are_a_rod, 20)

/* ---- friction ---- */

/* On a level ring: v' = -mu v^2/r, 1/v = 1/v0 + mu t/r. */
static void friction_slows_on_a_ring(const char *by)
{
    tml_case c = RUN(BEAD("position: [0.5, 0], velocity: [0, 3]",
                          "curve: [ground.ring, bead], friction: 0.2") "gravity: none\n" DYNAMICS,
                     by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i, v = 1 / (1 / 3.0 + 0.2 * t / 0.5);
        expect(&c, t, "wire.displacement_speed", v, 1e-9);
        expect(&c, t, "wire.displacement", 0.5 / 0.2 * log(1 + 3 * 0.2 * t / 0.5), 1e-9);
        expect(&c, t, "wire.friction", -0.2 * 2 * v * v / 0.5, 1e-8);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(curves, friction_slows_on_a_ring, 20)

/* ---- in space ---- */

/* A helix, x = r cos(u), y = r sin(u), z = -h u: s'' = g h/l, l = |(r, h)|; across it m r u'^2 inwards and m g r/l. */
static void helix_has_constant_acceleration(const char *by)
{
    tml_case c =
        RUN("trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  bead: {mass: 2, inertia: [0.01, 0.02, 0.03], position: [0.3, 0, 0]}\n"
            "joints:\n"
            "  wire: {curve: [ground, bead], x: 0.3*cos(u), y: 0.3*sin(u), z: -0.1*u, from: -2, to: 30}\n" DYNAMICS,
            by);
    const double r = 0.3, h = 0.1, l = hypot(r, h), a = g * h / l;
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i, s = a * t * t / 2, u = s / l, w = a * t / l;
        expect(&c, t, "wire.displacement", 2 * l + s, 1e-11);
        expect(&c, t, "wire.displacement_speed", a * t, 1e-10);
        expect(&c, t, "bead.z", -h * u, 1e-11);
        const double along = g * r * h / (l * l), inward = 2 * r * w * w; /* of the weight, level and along u */
        expect(&c, t, "wire.fx", -inward * cos(u) - 2 * along * sin(u), 1e-8);
        expect(&c, t, "wire.fy", -inward * sin(u) + 2 * along * cos(u), 1e-8);
        expect(&c, t, "wire.fz", 2 * g * r * r / (l * l), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(curves, helix_has_constant_acceleration, 20)

/* A closed track in space: speed by height, after many revolutions; arc lengths count them. */
static void closed_track_counts_revolutions(const char *by)
{
    tml_case c =
        RUN("trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  car: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1, 0, 0.3]}\n"
            "joints:\n"
            "  track: {curve: [ground, car], x: cos(u), y: sin(u), z: 0.3*cos(2*u), to: 360 deg, closed: true}\n"
            "initial: {track.displacement_speed: 6}\n"
            "outputs: {off: car.z - 0.3*(car.x^2 - car.y^2)}\n"
            "analyses: [dynamics: {end: 10, output: 0.5, tolerance: 1e-12}]\n",
            by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.5 * i, z = tml_case_at(&c, t, "car.z");
        expect(&c, t, "track.displacement_speed", sqrt(36 + 2 * g * (0.3 - z)), 1e-9);
        expect(&c, t, "off", 0, 1e-12);
    }
    cr_assert(tml_case_at(&c, 10, "track.displacement") > 60);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(curves, closed_track_counts_revolutions, 30)

/* The model: speed by height. */
static void coaster_is_fast_below(const char *by)
{
    tml_case c = tml_case_run_with(
        "roller-coaster/roller-coaster.yaml",
        TML_EDITS({"output: 50 ms", "output: 0.5, tolerance: 1e-12"}, {"end: 20", "end: 60"}), TML_BY(by));
    for (int i = 0; i <= 120; i++)
        expect(&c, 0.5 * i, "track.displacement_speed", sqrt(9 + 2 * g * (16 - tml_case_at(&c, 0.5 * i, "car.z"))),
               1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(curves, coaster_is_fast_below, 30)

/* A bead on a hoop that rotates about the vertical: at rest in it where cos(theta) = g/(W^2 r), and small motions have w = W sin(theta). */
#define HOOP                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  hoop: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {O: [0, 0, 0]}}\n"                                            \
    "  bead: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [0.35, 0, -0.35]}\n"                                   \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, hoop], axis: z}\n"                                                                       \
    "  wire: {curve: [hoop, bead], x: 0.5*sin(u), z: -0.5*cos(u), from: -3, to: 3}\n"                                  \
    "  level: {parallel: [hoop, bead], axis: z}\n"                                                                     \
    "  turn: {perpendicular: [hoop, bead], axes: [x, y]}\n"
Test(curves, hoop_holds_its_bead_aloft)
{
    const double W = 6, theta = acos(g / (W * W * 0.5));
    tml_case c = RUN(HOOP "analyses: [steady: {speeds: {O: 6}}]\n", NULL);
    tml_case_near(&c, "wire.displacement", tml_case_value(&c, 0, "wire.displacement"), 0.5 * (3 + theta), 1e-12);
    tml_case_free(&c);
    c = RUN(HOOP "analyses: [steady: {speeds: {O: 6}}, modes]\n", NULL);
    tml_case_near(&c, "frequency", tml_case_value(&c, 0, "frequency"), W * sin(theta) / (2 * PI), 1e-11);
    tml_case_free(&c);
}

/* ---- limits, ends, mistakes ---- */

Test(curves, end_of_a_curve_is_told)
{
    tml_expect_run(
        BEAD("position: [0, 0]",
             "curve: [ground, bead], x: 0.1*u, y: -u, to: 1") "analyses: [dynamics: {end: 2, output: 0.1}]\n",
        TML_FAILED, "reaches the end of its curve, at displacement 1.00498756 m, at t = 0.45377");
    tml_expect_run(
        BEAD("position: [0, -0.5]",
             "curve: [ground, bead], x: 0.1*u, y: u, from: -1, to: 1") "analyses: [dynamics: {end: 2, output: 0.1}]\n",
        TML_FAILED, "reaches the beginning of its curve");
}

/* A stop along the curve: the bead falls onto it without bouncing. */
Test(curves, limits_are_stops_along_the_curve)
{
    tml_case c = RUN(BEAD("position: [0, 0]",
                          "curve: [ground, bead], x: 0.1*u, y: -u, to: 1, limits: {displacement: [0, 0.5]}") DYNAMICS,
                     NULL);
    const double slope = 1 / sqrt(1.01), a = g * slope;
    tml_case_near(&c, "time", tml_case_impact(&c, 0, "t"), sqrt(2 * 0.5 / a), 1e-9);
    expect(&c, 2, "wire.displacement", 0.5, 1e-12);
    tml_case_free(&c);
}

Test(curves, mistakes_are_explained)
{
    static const struct {
        const char *wire, *part;
    } wrong[] = {
        {"curve: [ground, bead], x: cos(u), y: sin(u), to: 3, closed: true", "it is not closed: its ends are"},
        {"curve: [ground, bead], x: cos(u), y: sin(u)", "needs the range of u"},
        {"curve: [ground, bead], x: u^2, y: u^3, from: -1, to: 1", "stands still, or has a cusp, at u = 0"},
        {"curve: [ground, bead], x: 1, y: 2, to: 1", "it has no length"},
        {"curve: [ground, bead], x: 1/u, y: u, from: -1, to: 1", "not finite"},
        {"curve: [ground, bead], x: u, y: v, to: 1", "\"v\""},
        {"curve: [ground, bead], x: u, y: 2 s, to: 1", "expected"},
        {"curve: [ground, bead]", "give its curve in one way"},
        {"curve: [ground.ring, bead], x: u, to: 1", "give its curve in one way"},
        {"curve: [ground.rang, bead]", "rang"},
        {"curve: [ground.ring, ground]", "itself"},
        {"curve: [ground, bead], points: [[0, 0], [1, 0], [1, 0]]", "two points in a row are the same"},
        {"curve: [ground, bead], points: [[0, 0], [1, 0]], closed: true", "three points or more"},
        {"curve: [ground, bead], x: u, y: u, from: 2, to: 1", "exchange from and to, as in from: 1, to: 2"},
        {"curve: [ground, bead], x: u, y: u, z: u, to: 1", "no z in the plane"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1024];
        snprintf(text, sizeof text, BEAD("position: [0.5, 0]", "%s") DYNAMICS, wrong[i].wire);
        tml_expect_run(text, TML_WRONG, wrong[i].part);
    }
}
