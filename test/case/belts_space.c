/* belts_space.c - belts and cables over wheels in space, by every formulation: as in the plane, and against closed forms.
 *
 * A span pulls at its tangent points: with the tension T the wheel of radius r feels the torque T r about its axis, and its bearing T along the span.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN(text, by) tml_case_run_text_with("belts in space", text, TML_AS_WRITTEN, TML_BY(by))
#define DYNAMICS      "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-12}]\n"

static const double g = 9.81, PI = 3.14159265358979323846;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* ---- a plane in space ---- */

/* Columns: the directions of x, y of the plane, and its normal, in space. */
static const double TURNED[3][3] = {
    {2.0 / 3, -2.0 / 3, 1.0 / 3}, {1.0 / 3, 2.0 / 3, 2.0 / 3}, {-2.0 / 3, -1.0 / 3, 2.0 / 3}};

static void turn(double x, double y, double z, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = TURNED[i][0] * x + TURNED[i][1] * y + TURNED[i][2] * z;
}

/* Writes a point or a direction of the plane, or of it turned into space. */
static const char *at(bool space, double x, double y, char text[80])
{
    double p[3];
    turn(x, y, 0, p);
    if (space)
        snprintf(text, 80, "[%.17g, %.17g, %.17g]", p[0], p[1], p[2]);
    else
        snprintf(text, 80, "[%.17g, %.17g]", x, y);
    return text;
}

/* A drive with an idler on the back of its belt, on an arm with a spring; the arm's rotation is damped. */
static void write_drive(bool space, const char *belt, const char *analyses, char text[4000])
{
    double n[3];
    char A[80], B[80], C[80], D[80], axis[120] = "", gravity[80], motor[80];
    turn(0, 0, 1, n);
    if (space)
        snprintf(axis, sizeof axis, ", axis: [%.17g, %.17g, %.17g]", n[0], n[1], n[2]);
    snprintf(motor, sizeof motor, space ? "[%.17g, %.17g, %.17g]" : "3", 3 * n[0], 3 * n[1], 3 * n[2]);
    const char *inertia = space ? "[0.02, 0.02, 0.02]" : "0.02";
    snprintf(text, 4000,
             "trammel: 1\n"
             "space: %s\n"
             "gravity: %s\n"
             "points: {A: %s, B: %s, C: %s, D: %s}\n"
             "bodies:\n"
             "  a: {points: [A], com: A, mass: 1, inertia: %s}\n"
             "  b: {points: [B], com: B, mass: 4, inertia: %s}\n"
             "  arm: {points: [C, D], mass: 0.5, inertia: %s}\n"
             "joints:\n"
             "  A: {revolute: [ground, a]%s}\n"
             "  B: {revolute: [ground, b]%s}\n"
             "  C: {revolute: [ground, arm]%s}\n"
             "  drive: {belt: [A, B, arm.D], radii: [0.1, 0.12, -0.04], %s%s}\n"
             "forces:\n"
             "  spring: {torsion: C, stiffness: 20, damping: 0.1, angle: 10 deg}\n"
             "  load: {torsion: B, stiffness: 2}\n"
             "  motor: {torque: a, value: %s}\n"
             "%s",
             space ? "space" : "plane", at(space, 0.5, -g, gravity), at(space, 0, 0, A), at(space, 0.6, 0.05, B),
             at(space, 0.3, 0.25, C), at(space, 0.25, 0.05, D), inertia, inertia, inertia, axis, axis, axis, belt, axis,
             motor, analyses);
}

/* The wheels' plane is turned in space: every channel is as in the plane, and bearings feel the same forces, turned. */
static void drive_in_a_plane_of_space_is_that_of_the_plane(const char *by)
{
    static const char *const belts[] = {"EA: 2e4", "pretension: 100", "EA: 2e4, pretension: 150, damping: 20"};
    static const char *const channels[] = {"A.angle",         "A.speed",      "B.angle",        "C.angle",
                                           "C.speed",         "drive.length", "drive.tension1", "drive.tension2",
                                           "drive.wrap1",     "drive.wrap2",  "drive.wrap3",    "energy.kinetic",
                                           "energy.potential"};
    for (size_t i = 0; i < 3; i++) {
        char flat[4000], turned[4000];
        write_drive(false, belts[i], DYNAMICS, flat);
        write_drive(true, belts[i], DYNAMICS, turned);
        tml_case p = RUN(flat, by), s = RUN(turned, by);
        for (int k = 0; k <= 5; k++) {
            const double t = 0.1 * k;
            for (size_t n = 0; n < sizeof channels / sizeof *channels; n++)
                expect(&s, t, channels[n], tml_case_at(&p, t, channels[n]),
                       k ? 1e-9 : 5e-12 * fmax(1, fabs(tml_case_at(&p, t, channels[n]))));
            static const char *const joints[] = {"A", "B", "C"};
            for (int j = 0; j < 3; j++) {
                char fx[8], fy[8], name[8];
                double want[3];
                snprintf(fx, 8, "%s.fx", joints[j]), snprintf(fy, 8, "%s.fy", joints[j]);
                turn(tml_case_at(&p, t, fx), tml_case_at(&p, t, fy), 0, want);
                for (int axis = 0; axis < 3; axis++) {
                    snprintf(name, 8, "%s.f%c", joints[j], "xyz"[axis]);
                    expect(&s, t, name, want[axis], k ? 1e-7 : 1e-11);
                }
            }
            expect(&s, t, "drive.fleet", 0, 1e-7);
        }
        tml_case_laws(&s);
        tml_case_free(&p);
        tml_case_free(&s);
    }
}
TML_TEST_EACH(belts_space, drive_in_a_plane_of_space_is_that_of_the_plane, 60)

/* Where it stands, and how it swings about that. */
Test(belts_space, modes_are_those_of_the_plane)
{
    char flat[4000], turned[4000];
    write_drive(false, "EA: 2e4, pretension: 150, damping: 20", "analyses: [static: {}, modes: {}]\n", flat);
    write_drive(true, "EA: 2e4, pretension: 150, damping: 20", "analyses: [static: {}, modes: {}]\n", turned);
    tml_case p = tml_case_run_text("plane", flat, TML_AS_WRITTEN),
             s = tml_case_run_text("space", turned, TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(p.table), tml_table_rows(s.table));
    for (size_t i = 0; i < tml_table_rows(p.table); i++) {
        const double w = tml_case_value(&p, i, "natural");
        tml_case_near(&s, "natural", tml_case_value(&s, i, "natural"), w, 1e-9 * w);
        tml_case_near(&s, "decay", tml_case_value(&s, i, "eigenvalue.re"), tml_case_value(&p, i, "eigenvalue.re"),
                      1e-7);
    }
    tml_case_free(&p);
    tml_case_free(&s);
}

/* ---- a belt along an arm that moves in space ---- */

/* The arm turns about z and tips about its shoulder; the belt from a wheel that stands still keeps the tool parallel: it turns back by as much. */
static void belt_along_an_arm_holds_its_tool(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "space: space\n"
                     "gravity: [0, 0, -9.81]\n"
                     "points: {O: [0, 0, 0], S: [0, 0, 0.4], E: [0.5, 0, 0.4]}\n"
                     "bodies:\n"
                     "  column: {points: [O, S], com: [0, 0, 0.2], mass: 3, inertia: [0.1, 0.1, 0.05]}\n"
                     "  arm: {points: [S, E], com: [0.25, 0, 0.4], mass: 1, inertia: [0.01, 0.05, 0.05]}\n"
                     "  tool: {points: [E], com: E, mass: 1, inertia: [0.01, 0.02, 0.03]}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, column], axis: z}\n"
                     "  S: {revolute: [column, arm], axis: -y}\n"
                     "  E: {revolute: [arm, tool], axis: -y}\n"
                     "  drive: {belt: [S, E], radii: [0.06, 0.06], pretension: 300}\n"
                     "drivers: {slew: {O.angle: 3*t}, lift: {S.angle: 2*sin(3*t)}}\n" DYNAMICS,
                     by);
    for (int k = 0; k <= 5; k++) {
        const double t = 0.1 * k, wz = 3, lift = 2 * sin(3 * t), rate = 6 * cos(3 * t);
        expect(&c, t, "E.angle", -lift, 1e-10);
        expect(&c, t, "drive.length", 1 + 0.12 * PI, 1e-12);
        /* The tool keeps its attitude to the column, and slews with it about a principal axis: no moment about its own. */
        expect(&c, t, "drive.tension1", 300, 1e-8);
        expect(&c, t, "drive.tension2", 300, 1e-8);
        /* Bearing E: weight and acceleration of the tool, plus 600 N of the belt along the arm. */
        const double reach = 0.5 * cos(lift), acceleration = -18 * sin(3 * t);
        const double radial = -0.5 * sin(lift) * acceleration - 0.5 * cos(lift) * rate * rate - reach * wz * wz,
                     up = 0.5 * cos(lift) * acceleration - 0.5 * sin(lift) * rate * rate,
                     side = 2 * wz * (-0.5 * sin(lift) * rate);
        const double fr = radial + 600 * cos(lift), fz = up + g + 600 * sin(lift), a = 3 * t;
        expect(&c, t, "E.fx", fr * cos(a) - side * sin(a), 1e-8);
        expect(&c, t, "E.fy", fr * sin(a) + side * cos(a), 1e-8);
        expect(&c, t, "E.fz", fz, 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts_space, belt_along_an_arm_holds_its_tool, 30)

/* ---- cables ---- */

#define CORNER(rope)                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "gravity: [0, 0, -9.81]\n"                                                                                         \
    "points: {P: [0, 0, 1.9], Q: [1, 0.2, 2], L: [-0.1, 0, 1], K: [1.2, 1.5, 2]}\n"                                    \
    "bodies:\n"                                                                                                        \
    "  p: {points: [P], com: P, mass: 1, inertia: [0.01, 0.005, 0.01]}\n"                                              \
    "  q: {points: [Q], com: Q, mass: 1, inertia: [0.02, 0.02, 0.02]}\n"                                               \
    "  load: {points: [L], com: L, mass: 3, inertia: [0.01, 0.01, 0.01]}\n"                                            \
    "  cart: {points: [K], com: K, mass: 2, inertia: [0.01, 0.01, 0.01]}\n"                                            \
    "joints:\n"                                                                                                        \
    "  P: {revolute: [ground, p], axis: y}\n"                                                                          \
    "  Q: {revolute: [ground, q], axis: z}\n"                                                                          \
    "  G: {prismatic: [ground, cart], axis: y, at: K}\n"                                                               \
    "  V: {prismatic: [ground, load], axis: z, at: L}\n"                                                               \
    "  rope: {" rope "}\n"

/* Up from the load, over a wheel in the plane xz, along x, round one in the plane xy to a cart on y: the span between them lies in both planes. */
static void rope_round_a_corner(const char *by)
{
    tml_case c = RUN(CORNER("cable: [load.L, P, Q, cart.K], radii: [0, 0.1, 0.2, 0]") DYNAMICS, by);
    const double a = 3 * g / (3 + 2 + 0.005 / 0.01 + 0.02 / 0.04), T1 = 3 * (g - a), T3 = 2 * a,
                 T2 = T3 + a * 0.02 / 0.04;
    for (int k = 0; k <= 5; k++) {
        const double t = 0.1 * k, x = a * t * t / 2;
        expect(&c, t, "V.displacement", -x, 1e-11);
        expect(&c, t, "G.displacement", -x, 1e-11);
        expect(&c, t, "P.angle", -x / 0.1, 1e-10);
        expect(&c, t, "Q.angle", -x / 0.2, 1e-10);
        expect(&c, t, "rope.tension1", T1, 1e-10);
        expect(&c, t, "rope.tension2", T2, 1e-10);
        expect(&c, t, "rope.tension3", T3, 1e-10);
        expect(&c, t, "rope.length", 0.9 + 0.05 * PI + 1 + 0.1 * PI + 1.3, 1e-11);
        expect(&c, t, "rope.wrap1", PI / 2, 1e-11);
        expect(&c, t, "rope.wrap2", PI / 2, 1e-11);
        expect(&c, t, "rope.fleet", 0, 1e-7);
        expect(&c, t, "P.fx", -T2, 1e-10);
        expect(&c, t, "P.fy", 0, 1e-10);
        expect(&c, t, "P.fz", T1 + g, 1e-10);
        expect(&c, t, "Q.fx", T2, 1e-10);
        expect(&c, t, "Q.fy", -T3, 1e-10);
        expect(&c, t, "Q.fz", g, 1e-10);
        expect(&c, t, "G.fx", 0, 1e-10);
        expect(&c, t, "P.tx", 0, 1e-10);
        expect(&c, t, "P.tz", 0, 1e-10);
        expect(&c, t, "Q.tx", 0, 1e-10);
        expect(&c, t, "Q.ty", 0, 1e-10);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts_space, rope_round_a_corner, 20)

/* Pulleys on points, each with an axis of its own: one tension. */
static void pulleys_on_points_have_axes(const char *by)
{
    tml_case c =
        RUN(CORNER("cable: [load.L, ground.P, ground.Q, cart.K], radii: [0, 0.1, 0.2, 0], axes: [0, y, z, 0]") DYNAMICS,
            by);
    const double a = 3 * g / 5;
    expect(&c, 0.5, "V.displacement", -a / 8, 1e-11);
    expect(&c, 0.5, "rope.tension", 2 * a, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts_space, pulleys_on_points_have_axes, 20)

/* Four falls in the plane xz: a = (4 m - M) g/(M + 16 m). */
static void tackle_in_space(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "space: space\n"
                     "gravity: [0, 0, -9.81]\n"
                     "bodies:\n"
                     "  ground: {points: {G: [0.5, 0, 0], A: [0.2, 0, 2], B: [0.5, 0, 3], D: [0.9, 0, 3]}}\n"
                     "  load: {points: {G: [0.5, 0, 0], C: [0.3, 0, 0], E: [0.7, 0, 0]}, com: [0.5, 0, 0], mass: 40, "
                     "inertia: [1, 1, 1]}\n"
                     "  pull: {points: {P: [0, 0, 0]}, position: [1, 0, 1], mass: 12, inertia: [1, 1, 1]}\n"
                     "joints:\n"
                     "  G: {prismatic: [ground, load], axis: z}\n"
                     "  rope: {cable: [ground.A, load.C, ground.B, load.E, ground.D, pull.P], radii: [0, 0.1, -0.1, "
                     "0.1, -0.1, 0], axis: -y}\n" DYNAMICS,
                     by);
    const double a = (4 * 12 - 40) * g / (40 + 16 * 12), T = 40 * (g + a) / 4;
    for (int k = 0; k <= 5; k++) {
        const double t = 0.1 * k;
        expect(&c, t, "G.displacement", a * t * t / 2, 1e-12);
        expect(&c, t, "pull.z", 1 - 4 * a * t * t / 2, 1e-12);
        expect(&c, t, "rope.tension", T, 1e-10);
        expect(&c, t, "rope.length", 2 + 3 + 3 + 3 + 2 + 4 * 0.1 * PI, 1e-12);
        expect(&c, t, "G.fx", 0, 1e-9);
        expect(&c, t, "G.ty", 0, 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts_space, tackle_in_space, 20)

/* A drum unwinds by many turns, of which the cable counts all: a = m g/(m + J/r^2). */
static void drum_winds_many_turns(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "space: space\n"
                     "gravity: [0, 0, -9.81]\n"
                     "points: {D: [0, 0, 0], L: [0.6, 0.8, -1]}\n"
                     "bodies:\n"
                     "  drum: {points: [D], com: D, mass: 2, inertia: [0.02, 0.02, 0.02]}\n"
                     "  load: {points: [L], com: [0.6, 0.8, -1.2], mass: 3, inertia: [0.01, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  D: {revolute: [ground, drum], axis: [-0.8, 0.6, 0], at: D}\n"
                     "  rope: {cable: [D, load.L], radii: [1, 0]}\n"
                     "initial: {D.speed: 20}\n"
                     "analyses: [dynamics: {end: 4, output: 0.5, tolerance: 1e-11}]\n",
                     by);
    const double a = 3 * g / (3 + 0.02);
    for (int k = 0; k <= 8; k++) {
        const double t = 0.5 * k, x = 20 * t + a * t * t / 2;
        expect(&c, t, "D.angle", x, 1e-7);
        expect(&c, t, "load.z", -1.2 - x, 1e-7);
        expect(&c, t, "rope.tension", 3 * (g - a), 1e-7);
        expect(&c, t, "rope.length", 1 + x, 1e-7);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(belts_space, drum_winds_many_turns, 60)

/* A load swings out of the plane of the pulley that it hangs from: what it feels is the gradient of the length, so that energy stays. */
static void load_swings_out_of_the_plane(const char *by)
{
    static const char *const ropes[] = {"EA: 5e3", "EA: 5e3, damping: 3", "friction: 0.5"};
    for (int i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "gravity: [0, 0, -9.81]\n"
                 "points: {A: [-1, 0, 1.2], P: [0, 0, 2], L: [0.1, 0.05, 1]}\n"
                 "bodies:\n"
                 "  p: {points: [P], com: P, mass: 1, inertia: [0.01, 0.005, 0.01]}\n"
                 "  load: {points: [L], com: L, mass: 3, inertia: [0.01, 0.01, 0.01], velocity: [0.2, 0.3, 0]}\n"
                 "joints:\n"
                 "  P: {revolute: [ground, p], axis: y}\n"
                 "  rope: {cable: [ground.A, ground.P, load.L], radii: [0, 0.1, 0], axis: y, %s}\n"
                 "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-11}]\n",
                 ropes[i]);
        tml_case c = RUN(text, by);
        cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
        cr_expect_gt(tml_case_largest(&c, "rope.fleet"), 0.05);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(belts_space, load_swings_out_of_the_plane, 60)

/* A rope that does not stretch goes slack over its pulley, and taut by an impact: m1 v1 is shared, less what restitution gives back. */
Test(belts_space, rope_goes_slack_over_a_pulley)
{
    tml_case c = tml_case_run_text("slack",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "gravity: [0, 0, -9.81]\n"
                                   "points: {P: [0, 0, 2], L: [-0.06, 0.08, 1], K: [0.06, -0.08, 1]}\n"
                                   "bodies:\n"
                                   "  a: {points: [L], com: L, mass: 1, inertia: [1, 1, 1], velocity: [0, 0, 2]}\n"
                                   "  b: {points: [K], com: K, mass: 3, inertia: [1, 1, 1]}\n"
                                   "joints:\n"
                                   "  A: {prismatic: [ground, a], axis: z, at: L}\n"
                                   "  B: {prismatic: [ground, b], axis: z, at: K}\n"
                                   "  rope: {cable: [a.L, ground.P, b.K], radii: [0, 0.1, 0], axis: [0.8, 0.6, 0], "
                                   "restitution: 0}\n"
                                   "analyses: [dynamics: {end: 0.4, output: 0.1, tolerance: 1e-11}]\n",
                                   TML_AS_WRITTEN);
    /* both fall freely until their heights sum up again: 2 t - g t^2 = 0; then the speeds 2 - g t and -g t become v and -v */
    const double t = 2 / g, v = ((2 - g * t) + 3 * g * t) / 4, rise = 2 * t - g * t * t / 2, more = 0.4 - t;
    tml_case_near(&c, "impact", tml_case_impact(&c, 0, "t"), t, 1e-9);
    expect(&c, 0.4, "A.displacement", rise + v * more + g / 2 * more * more / 2, 1e-9);
    expect(&c, 0.4, "rope.tension", 1.5 * g, 1e-9);
    expect(&c, 0.1, "rope.tension", 0, 0);
    tml_case_free(&c);
}

/* ---- a crane ---- */

/* Where a rope leaves a wheel of radius r that it passes over, at the angle a to the horizontal. */
static void crane_feels_its_rope(const char *by)
{
    tml_case c = tml_case_run_with("slewing-crane/slewing-crane.yaml", TML_EDITS({"end: 10", "end: 2"}), TML_BY(by));
    const double dx = 3.4, dz = 3.5, e = 0.25 - 0.2, d = hypot(dx, dz), rise = atan2(dz, dx) + asin(e / d), T = 250 * g;
    /* up along the jib at `rise`, over the top of the sheave, down at its outer side */
    expect(&c, 0, "rope.length", sqrt(d * d - e * e) + 0.25 * (rise + PI / 2) + 3, 1e-12);
    expect(&c, 0, "rope.wrap1", rise + PI / 2, 1e-12);
    expect(&c, 0, "rope.tension1", T, 1e-8);
    expect(&c, 0, "rope.tension2", T, 1e-8);
    expect(&c, 0, "T.fx", T * cos(rise), 1e-8);
    expect(&c, 0, "T.fy", 0, 1e-8);
    expect(&c, 0, "T.fz", T * (1 + sin(rise)) + 12 * g, 1e-8);
    expect(&c, 0, "W.fx", -T * cos(rise), 1e-8);
    expect(&c, 0, "W.fz", -T * sin(rise) + 40 * g, 1e-8);
    expect(&c, 0, "winch.torque", -0.2 * T, 1e-8);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-6);
    tml_case_free(&c);
}
TML_TEST_EACH(belts_space, crane_feels_its_rope, 120)

/* Slewing steadily: the load hangs outwards by tan(a) = w^2 R/g, from where the rope leaves the sheave. */
Test(belts_space, load_of_a_slewing_crane_hangs_outwards)
{
    tml_case c =
        tml_case_run_text("steady",
                          "trammel: 1\n"
                          "space: space\n"
                          "gravity: [0, 0, -9.81]\n"
                          "points: {O: [0, 0, 0], W: [0.6, 0, 1.5], T: [4, 0, 5], L: [4.6, 0, 2]}\n"
                          "bodies:\n"
                          "  crane: {points: [O, W, T], com: [1, 0, 2], mass: 400, inertia: [900, 1200, 600]}\n"
                          "  drum: {points: [W], com: W, mass: 40, inertia: [0.6, 0.8, 0.6]}\n"
                          "  sheave: {points: [T], com: T, mass: 12, inertia: [0.2, 0.375, 0.2]}\n"
                          "  load: {points: [L], com: L, mass: 250, inertia: [10, 10, 10]}\n"
                          "joints:\n"
                          "  O: {revolute: [ground, crane], axis: z}\n"
                          "  W: {revolute: [crane, drum], axis: y}\n"
                          "  T: {revolute: [crane, sheave], axis: y}\n"
                          "  rope: {cable: [W, T, load.L], radii: [0.2, 0.25, 0], EA: 1e5}\n"
                          "forces:\n"
                          "  brake: {torsion: W, stiffness: 1e5}\n"
                          "  level: {bushing: [crane.T, load.L], stiffness: {translation: 0, rotation: 10}}\n"
                          "analyses: [steady: {speeds: {O: 0.8}}]\n",
                          TML_AS_WRITTEN);
    const double R = hypot(tml_case_value(&c, 0, "load.x"), tml_case_value(&c, 0, "load.y")),
                 z = tml_case_value(&c, 0, "load.z"), slope = atan(0.64 * R / g), T = 250 * hypot(g, 0.64 * R);
    tml_case_near(&c, "tension at the load", tml_case_value(&c, 0, "rope.tension2"), T, 1e-7);
    tml_case_near(&c, "tension at the drum", tml_case_value(&c, 0, "rope.tension1"), T, 1e-7);
    /* the sheave's middle is at its radius from the line of the rope */
    tml_case_near(&c, "tangent", (R - 4) * cos(slope) + (z - 5) * sin(slope), 0.25, 1e-10);
    tml_case_free(&c);
}

/* ---- what is wrong ---- */

static void expect_message(const char *rope, const char *analysis, const char *wanted)
{
    char text[3000];
    snprintf(text, sizeof text, "%s%s", CORNER("%s"), analysis);
    char whole[4000];
    snprintf(whole, sizeof whole, text, rope);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(whole, strlen(whole), "corner.yaml", log);
    tml_results *results = NULL;
    if (model)
        tml_run(model, NULL, &results, log);
    bool told = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        told |= strstr(tml_log_get(log, i).text, wanted) != NULL;
    cr_expect(told, "%s: no message says: %s", rope, wanted);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

Test(belts_space, bad_axes_are_told)
{
    static const char *const analysis = "analyses: [evaluate: {}]\n";
    expect_message("cable: [load.L, ground.P, cart.K], radii: [0, 0.1, 0]", analysis, "needs an axis");
    expect_message("cable: [load.L, ground.P, cart.K], radii: [0, 0.1, 0], axis: y, axes: [0, y, 0]", analysis,
                   "either one axis");
    expect_message("cable: [load.L, ground.P, cart.K], radii: [0, 0.1, 0], axes: [y]", analysis, "as many axes");
    expect_message("cable: [load.L, ground.P, cart.K], radii: [0, 0.1, 0], axis: z", analysis,
                   "no wheel could guide it");
    expect_message("cable: [load.L, P, cart.K], radii: [0, 0.1, 0]", analysis, "no wheel could guide it");
    expect_message("cable: [load.L, ground.P, ground.Q], radii: [0, 0.1, 0], axis: [0.1, 1, 0], EA: 1e4, pretension: 5",
                   analysis, "jump off");
    expect_message("cable: [load.L, ground.P, ground.Q], radii: [0, 2, 0], axis: y", analysis, "lies within the wheel");
}
