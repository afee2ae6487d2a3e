/* one_sided.c - conditions of one side along functions of several positions: ropes over pulleys and drums that go slack and taut, teeth with backlash that do not
 * yield, against closed forms by every formulation.
 *
 * With the effective mass m along such a function, 1/m = J M^-1 J', an impact at the speed v has the impulse m (1 + e) v and takes m v^2 (1 - e^2)/2.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN(text, edits, by) tml_case_run_text_with("one-sided", text, edits, TML_BY(by))
static const double g = 9.81, PI = 3.14159265358979323846;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

static double last_time(const tml_case *c)
{
    return tml_table_value(c->table, tml_table_rows(c->table) - 1, 0);
}

static double lost(const tml_case *c)
{
    return tml_case_at(c, last_time(c), "energy.impact_loss");
}

/* ---- ropes ---- */

/* Thrown up, the rope over a pulley is slack; it goes taut after 2 v/g with the speed v, and again and again, each flight e times as long. */
#define THROWN                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [-1, 0], P: [0, 2], Q: [0.1, 2], B: [0.1, 0]}}\n"                                          \
    "  ball: {points: {B: [0, 0]}, position: [0.1, 0], mass: 2, inertia: 0.01}\n"                                      \
    "joints:\n"                                                                                                        \
    "  G: {prismatic: [ground.B, ball.B], axis: y}\n"                                                                  \
    "  rope: {ROPE, restitution: 0.5}\n"                                                                               \
    "initial: {G.speed: 3}\n"                                                                                          \
    "analyses: [dynamics: {end: 1.4, output: 0.1, tolerance: 1e-11}]\n"
static void thrown_ball_is_caught_by_its_rope(const char *by)
{
    static const char *const ropes[] = {"cable: [ground.A, ground.P, ball.B], radii: [0, -0.1, 0]",
                                        "cable: [ball.B, ground.P, ground.A], radii: [0, 0.1, 0]",
                                        "cable: [ground.A, ground.P, ground.Q, ball.B]", /* through eyelets */
                                        "cable: [ground.A, ground.P, ball.B], radii: [0, -0.1, 0], length: LENGTH"};
    const double v = 3, e = 0.5, m = 2, t1 = 2 * v / g;
    for (int i = 0; i < 4; i++) {
        char rope[160];
        const double wrap = PI - atan2(1, 2) + asin(0.1 / sqrt(5)),
                     longer = sqrt(5 - 0.01) + 0.1 * wrap + 2 + 0.2; /* than as drawn by 0.2 m */
        snprintf(rope, sizeof rope, "%s", ropes[i]);
        if (i == 3)
            snprintf(strstr(rope, "LENGTH"), 32, "%.17g", longer);
        tml_case c = RUN(THROWN, TML_EDITS({"ROPE", rope}), by);
        if (i == 3) {
            const double fast = sqrt(v * v + 2 * g * 0.2);
            tml_case_near(&c, "t", tml_case_impact(&c, 0, "t"), (v + fast) / g, 1e-10);
            tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "rope.impulse"), m * (1 + e) * fast, 1e-9);
        }
        for (int n = 0; n < 4 && i < 3; n++) {
            const double fast = v * pow(e, n);
            tml_case_near(&c, "t", tml_case_impact(&c, (size_t)n, "t"), t1 * (1 - pow(e, n + 1)) / (1 - e), 1e-10);
            tml_case_near(&c, "impulse", tml_case_impact(&c, (size_t)n, "rope.impulse"), m * (1 + e) * fast, 1e-9);
        }
        if (i < 3) { /* at last it hangs */
            tml_case_near(&c, "loss", lost(&c), m * v * v / 2, 1e-9);
            expect(&c, 1.4, "rope.tension", m * g, 1e-8);
            expect(&c, 1.4, "ball.y", 0, 1e-9);
            expect(&c, 0.3, "rope.tension", 0, 0);
            expect(&c, 0.3, "ball.y", v * 0.3 - g * 0.045, 1e-10);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(one_sided, thrown_ball_is_caught_by_its_rope, 40)

/* The same a million times as small or as large, with a weight that keeps the times. */
Test(one_sided, ropes_do_not_depend_on_the_unit_of_length)
{
    static const double sizes[] = {1e-6, 1, 1e6};
    for (int i = 0; i < 3; i++) {
        const double L = sizes[i];
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\ngravity: [0, %.17g]\n"
                 "bodies:\n"
                 "  ground: {points: {A: [%.17g, 0], P: [0, %.17g], B: [%.17g, 0]}}\n"
                 "  ball: {points: {B: [0, 0]}, position: [%.17g, 0], mass: 2, inertia: %.17g}\n"
                 "joints:\n"
                 "  G: {prismatic: [ground.B, ball.B], axis: y}\n"
                 "  rope: {cable: [ground.A, ground.P, ball.B], radii: [0, %.17g, 0], restitution: 0.5}\n"
                 "initial: {G.speed: %.17g}\n"
                 "analyses: [dynamics: {end: 1.4, output: 0.1, tolerance: 1e-11}]\n",
                 -g * L, -L, 2 * L, 0.1 * L, 0.1 * L, 0.01 * L * L, -0.1 * L, 3 * L);
        tml_case c = tml_case_run_text("scaled", text, TML_AS_WRITTEN);
        for (int n = 0; n < 6; n++) {
            tml_case_near(&c, "t", tml_case_impact(&c, (size_t)n, "t"), 6 / g * (1 - pow(0.5, n + 1)) / 0.5, 1e-10);
            tml_case_near(&c, "impulse", tml_case_impact(&c, (size_t)n, "rope.impulse") / L, 9 * pow(0.5, n), 1e-9);
        }
        expect(&c, 1.4, "rope.tension", 2 * g * L, 1e-8 * L);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}

/* The heavy mass lands, the light one flies on, falls back with the speed v, and takes the other with it: P = m1 m2/(m1 + m2) v. */
static void rope_is_slack_while_one_mass_lies(const char *by)
{
    tml_case c = tml_case_run_with("atwood-landing/atwood-landing.yaml", TML_AS_WRITTEN, TML_BY(by));
    const double m1 = 1, m2 = 3, a = (m2 - m1) * g / (m1 + m2), v = sqrt(2 * a), t1 = v / a, t2 = t1 + 2 * v / g,
                 u = m1 * v / (m1 + m2), P = m1 * m2 / (m1 + m2) * v;
    expect(&c, 0.5, "rope.tension", 2 * m1 * m2 / (m1 + m2) * g, 1e-9);
    expect(&c, 0.5, "right.y", -a * 0.125, 1e-10);
    tml_case_near(&c, "lands", tml_case_impact(&c, 0, "t"), t1, 1e-10);
    tml_case_near(&c, "blow of the floor", tml_case_impact(&c, 0, "G2.lower_limit.impulse"), m2 * v, 1e-9);
    tml_case_near(&c, "slack", tml_case_change(&c, 0, "rope opens"), t1, 1e-10);
    expect(&c, 1, "rope.tension", 0, 0);
    expect(&c, 1, "left.y", 0.5 + v * (1 - t1) - g / 2 * pow(1 - t1, 2), 1e-9);
    expect(&c, 1, "G2.limit", m2 * g, 1e-8);
    tml_case_near(&c, "taut", tml_case_impact(&c, 1, "t"), t2, 1e-10);
    tml_case_near(&c, "jerk", tml_case_impact(&c, 1, "rope.impulse"), P, 1e-9);
    expect(&c, 1.4, "right.y", -1 + u * (1.4 - t2) - a / 2 * pow(1.4 - t2, 2), 1e-9);
    expect(&c, 1.4, "left.vy", -(u - a * (1.4 - t2)), 1e-9);
    expect(&c, 1.4, "energy.impact_loss", m2 * v * v / 2 + m1 * v * v / 2 - (m1 + m2) * u * u / 2, 1e-8);
    tml_case_near(&c, "lands again", tml_case_impact(&c, 2, "t"), t2 + 2 * u / a, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(one_sided, rope_is_slack_while_one_mass_lies, 30)

/* Thrown up from a drum that stays, the load comes back with its speed, and sets the drum in motion: P = m M/(m + M) v, M = J/R^2. */
static void drum_is_jerked_into_motion(const char *by)
{
    const char *text = "trammel: 1\n"
                       "bodies:\n"
                       "  ground: {points: {D: [0, 2]}}\n"
                       "  drum: {points: {D: [0, 0]}, mass: 5, inertia: 0.36}\n"
                       "  load: {points: {P: [0, 0]}, position: [0.3, 0], mass: 2, inertia: 0.01}\n"
                       "joints:\n"
                       "  D: {revolute: [ground, drum]}\n"
                       "  rope: {cable: [load.P, D], radii: [0, 0.3], restitution: 0}\n"
                       "initial: {load.vy: 2}\n"
                       "analyses: [dynamics: {end: 0.7, output: 0.1, tolerance: 1e-11}]\n";
    const double m = 2, R = 0.3, M = 0.36 / R / R, v = 2, t = 2 * v / g, u = m * v / (m + M), a = m * g / (m + M);
    tml_case c = RUN(text, TML_AS_WRITTEN, by);
    expect(&c, 0.3, "D.speed", 0, 0);
    tml_case_near(&c, "t", tml_case_impact(&c, 0, "t"), t, 1e-10);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "rope.impulse"), m * M / (m + M) * v, 1e-9);
    tml_case_near(&c, "on the bearing", fabs(tml_case_impact(&c, 0, "D.fy")), m * M / (m + M) * v, 1e-9);
    expect(&c, 0.7, "load.y", -u * (0.7 - t) - a / 2 * pow(0.7 - t, 2), 1e-9);
    expect(&c, 0.7, "drum.omega", tml_case_at(&c, 0.7, "load.vy") / R, 1e-9);
    expect(&c, 0.7, "rope.tension", M * a, 1e-9);
    tml_case_near(&c, "loss", lost(&c), m * v * v / 2 * M / (m + M), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(one_sided, drum_is_jerked_into_motion, 30)

/* In space, through an eyelet: the ball moves on a sphere about it, whose radius is what the rope has left. */
static void rope_through_an_eyelet_in_space(const char *by)
{
    const char *text = "trammel: 1\nspace: space\ngravity: none\n"
                       "points: {A: [0, 0, 3], E: [0, 0, 2], B: [0, 0, 1.2]}\n"
                       "bodies: {ball: {points: [B], com: B, mass: 2, inertia: [0.01, 0.01, 0.01]}}\n"
                       "joints: {rope: {cable: [ground.A, ground.E, ball.B], length: 2, restitution: 0}}\n"
                       "initial: {ball.vx: 3, ball.vy: 4}\n"
                       "analyses: [dynamics: {end: 0.2, output: 0.1, tolerance: 1e-11}]\n";
    const double t = 0.6 / 5, m = 2; /* 0.8^2 + (5 t)^2 = 1; there it goes on across the rope with 5*0.8 */
    tml_case c = RUN(text, TML_AS_WRITTEN, by);
    tml_case_near(&c, "t", tml_case_impact(&c, 0, "t"), t, 1e-10);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "rope.impulse"), m * 5 * 0.6, 1e-9);
    expect(&c, 0.2, "rope.tension", m * 16, 1e-8);
    expect(&c, 0.2, "rope.length", 2, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(one_sided, rope_through_an_eyelet_in_space, 30)

Test(one_sided, rope_is_taut_in_equilibrium_and_in_small_motions)
{
    const char *text = "trammel: 1\n"
                       "bodies:\n"
                       "  ground: {points: {P: [0, 2], S: [-0.1, -1], L: [-0.1, 0], R: [0.1, 0]}}\n"
                       "  block: {points: {L: [0, 0]}, position: [-0.1, 0], mass: 0.5, inertia: 0.01}\n"
                       "  load: {points: {R: [0, 0]}, position: [0.1, 0], mass: 2, inertia: 0.01}\n"
                       "joints:\n"
                       "  G1: {prismatic: [ground.L, block.L], axis: y}\n"
                       "  G2: {prismatic: [ground.R, load.R], axis: y}\n"
                       "  rope: {cable: [block.L, ground.P, load.R], radii: [0, -0.1, 0], restitution: 0.3}\n"
                       "forces: {k: {spring: [ground.S, block.L], stiffness: 400, length: 1}}\n"
                       "analyses: [static: {}, modes: {}]\n";
    tml_case c = tml_case_run_text("hangs", text, TML_AS_WRITTEN);
    const tml_table *rest = tml_case_table(&c, "static"), *modes = tml_case_table(&c, "modes");
    const double x = 1.5 * g / 400;
    tml_case_near(&c, "tension", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "rope.tension")), 2 * g, 1e-9);
    tml_case_near(&c, "block.y", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "block.y")), x, 1e-10);
    tml_case_near(&c, "load.y", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "load.y")), -x, 1e-10);
    tml_case_near(&c, "frequency", tml_table_value(modes, 0, (size_t)tml_table_find(modes, "frequency")),
                  sqrt(400 / 2.5) / (2 * PI), 1e-9);
    tml_case_free(&c);
}

/* ---- backlash ---- */

/* Flight, impact, flight: times, impulses, speeds and losses are geometric; r1 J1 w1 and r2 J2 w2 exchange momentum. */
static void flanks_meet_in_turn(const char *by)
{
    const double r1 = 0.05, r2 = 0.1, J1 = 0.002, J2 = 0.02, j = 2e-3, e = 0.8, w = 0.9, v = r1 * w,
                 m = 1 / (r1 * r1 / J1 + r2 * r2 / J2);
    tml_case c = tml_case_run_with("gear-rattle/gear-rattle.yaml", TML_AS_WRITTEN, TML_BY(by));
    double t = j / 2 / v, loss = 0;
    for (int n = 0; n < 8; n++) {
        const double fast = v * pow(e, n), P = m * (1 + e) * fast;
        tml_case_near(&c, "t", tml_case_impact(&c, (size_t)n, "t"), t, 1e-12);
        tml_case_near(&c, "impulse",
                      tml_case_impact(&c, (size_t)n, n % 2 ? "mesh.coast.impulse" : "mesh.drive.impulse"), P, 1e-13);
        /* the bearing feels the tooth: along it and apart */
        tml_case_near(&c, "A.fy", tml_case_impact(&c, (size_t)n, "A.fy"), (n % 2 ? -1 : 1) * P, 1e-13);
        tml_case_near(&c, "A.fx", tml_case_impact(&c, (size_t)n, "A.fx"), P * tan(20 * PI / 180), 1e-13);
        loss += m * fast * fast * (1 - e * e) / 2;
        t += j / (fast * e);
    }
    tml_case_near(&c, "loss", lost(&c), loss, 1e-14);
    const double end = last_time(&c), w1 = tml_case_at(&c, end, "A.speed"), w2 = tml_case_at(&c, end, "B.speed");
    tml_case_near(&c, "momentum", J1 / r1 * w1 - J2 / r2 * w2, J1 / r1 * w, 1e-13);
    tml_case_near(&c, "speed", fabs(r1 * w1 + r2 * w2), v * pow(e, 8), 1e-13);
    tml_case_near(&c, "energy", J1 * w1 * w1 / 2 + J2 * w2 * w2 / 2, J1 * w * w / 2 - loss, 1e-14);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(one_sided, flanks_meet_in_turn, 30)

#define PAIR                                                                                                           \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "points: {A: [0, 0], B: [150 mm, 0]}\n"                                                                            \
    "bodies:\n"                                                                                                        \
    "  pinion: {points: [A], mass: 1, inertia: 0.002}\n"                                                               \
    "  gear: {points: [B], mass: 4, inertia: 0.02}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion]}\n"                                                                              \
    "  B: {revolute: [ground, gear]}\n"                                                                                \
    "  mesh: {gear: [A, B], teeth: [20, 40], OPTIONS}\n"                                                               \
    "forces: {drive: {torque: pinion, value: TORQUE}}\n"                                                               \
    "analyses: [ANALYSIS]\n"

/* Without restitution a flank that is met carries from there on, until the torque reverses: then the wheels go apart, the pinion crosses the gap, and the other carries. */
static void torque_that_reverses_changes_the_flank(const char *by)
{
    const double r1 = 0.05, r2 = 0.1, J1 = 0.002, J2 = 0.02, T = 0.3, j = 2e-3, I = J1 + J2 * r1 * r1 / r2 / r2;
    const double a = T / J1, t1 = sqrt(j / r1 / a), w = J1 * a * t1 / I; /* meets, and goes on together */
    const double t2 = 0.5, w2 = w + T / I * (t2 - t1), t3 = t2 + sqrt(2 * j / r1 / a);
    tml_case c = RUN(PAIR,
                     TML_EDITS({"OPTIONS", "backlash: 2 mm"}, {"TORQUE", "\"if(t < 0.5, 0.3, -0.3)\""},
                               {"ANALYSIS", "dynamics: {end: 0.7, output: 0.1, tolerance: 1e-11}"}),
                     by);
    tml_case_near(&c, "t1", tml_case_impact(&c, 0, "t"), t1, 1e-10);
    expect(&c, 0.4, "A.speed", w + T / I * (0.4 - t1), 1e-8);
    expect(&c, 0.4, "B.speed", -(w + T / I * (0.4 - t1)) / 2, 1e-8);
    const double F = J2 * T / I * r1 / r2 / r2;
    expect(&c, 0.4, "mesh.tangential", F, 1e-8);
    expect(&c, 0.4, "mesh.radial", F * tan(20 * PI / 180), 1e-8);
    expect(&c, 0.4, "A.fx", F * tan(20 * PI / 180), 1e-8);
    tml_case_near(&c, "parts", tml_case_change(&c, 0, "mesh.drive opens"), t2, 1e-9);
    tml_case_near(&c, "t3", tml_case_impact(&c, 1, "t"), t3, 1e-8);
    expect(&c, 0.7, "mesh.tangential", -F, 1e-7);
    const double after = (J1 * (w2 - a * (t3 - t2)) + J2 * r1 / r2 * w2 * r1 / r2) / I;
    expect(&c, 0.7, "A.speed", after - T / I * (0.7 - t3), 1e-7);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(one_sided, torque_that_reverses_changes_the_flank, 30)

Test(one_sided, flank_carries_in_equilibrium_and_in_small_motions)
{
    tml_case c =
        tml_case_run_text("rests", PAIR,
                          TML_EDITS({"OPTIONS", "backlash: 2 mm"}, {"TORQUE", "0.3"}, {"ANALYSIS", "static, modes"},
                                    {"forces: {", "forces: {k: {torsion: B, stiffness: 5}, "}));
    const tml_table *rest = tml_case_table(&c, "static"), *modes = tml_case_table(&c, "modes");
    tml_case_near(&c, "tangential", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "mesh.tangential")), 6,
                  1e-11);
    tml_case_near(&c, "B.angle", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "B.angle")), -0.6 / 5, 1e-12);
    tml_case_near(&c, "A.angle", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "A.angle")),
                  2 * 0.6 / 5 + 1e-3 / 0.05, 1e-11);
    tml_case_near(&c, "frequency", tml_table_value(modes, 0, (size_t)tml_table_find(modes, "frequency")),
                  sqrt(5 / (0.02 + 4 * 0.002)) / (2 * PI), 1e-9);
    tml_case_free(&c);
}

/* Teeth in space: the blow of a helical flank has a part along the axes. A rack, bevel gears and a worm, by the effective mass along their pitch line. */
static void other_teeth_have_backlash_too(const char *by)
{
    static const struct {
        const char *text;
        double speed, mass; /* along the pitch line, of the first at 1 rad/s; effective */
    } pairs[] = {
        {"points: {A: [0, 0, 0], B: [0.15, 0, 0]}\n"
         "bodies: {a: {points: [A], mass: 1, inertia: [0.002, 0.002, 0.002]}, b: {points: [B], mass: 4, inertia: "
         "[0.02, 0.02, 0.02]}}\n"
         "joints:\n"
         "  A: {revolute: [ground, a], axis: z}\n"
         "  B: {revolute: [ground, b], axis: z}\n"
         "  mesh: {gear: [A, B], teeth: [20, 40], helix: 15 deg, backlash: 2 mm, restitution: 0.8}\n",
         0.05, 1 / (0.0025 / 0.002 + 0.01 / 0.02)},
        {"points: {A: [0, 0, 0], B: [0, -0.05, 0]}\n"
         "bodies: {a: {points: [A], mass: 1, inertia: [0.002, 0.002, 0.002]}, b: {points: [B], com: B, mass: 4, "
         "inertia: [0.02, 0.02, 0.02]}}\n"
         "joints:\n"
         "  A: {revolute: [ground, a], axis: z}\n"
         "  B: {prismatic: [ground, b], axis: x}\n"
         "  mesh: {rack: [A, B], teeth: 20, module: 5 mm, backlash: 2 mm, restitution: 0.8}\n",
         0.05, 1 / (0.0025 / 0.002 + 1 / 4.0)},
        {"points: {A: [0, 0, -0.1], B: [0.05, 0, 0]}\n"
         "bodies: {a: {points: [A], mass: 1, inertia: [0.002, 0.002, 0.002]}, b: {points: [B], mass: 4, inertia: "
         "[0.02, 0.02, 0.02]}}\n"
         "joints:\n"
         "  A: {revolute: [ground, a], axis: z}\n"
         "  B: {revolute: [ground, b], axis: x}\n"
         "  mesh: {bevel: [A, B], teeth: [20, 40], module: 5 mm, backlash: 2 mm, restitution: 0.8}\n",
         0.05, 1 / (0.0025 / 0.002 + 0.01 / 0.02)},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[1200];
        snprintf(text, sizeof text,
                 "trammel: 1\nspace: space\ngravity: none\n%sinitial: {A.speed: 1, B.speed: 0}\n"
                 "analyses: [dynamics: {end: 0.3, output: 0.1, tolerance: 1e-11}]\n",
                 pairs[i].text);
        tml_case c = RUN(text, TML_AS_WRITTEN, by);
        double t = 1e-3 / pairs[i].speed, loss = 0;
        for (int n = 0; n < 4; n++) {
            const double fast = pairs[i].speed * pow(0.8, n);
            const double P = tml_case_impact(&c, (size_t)n, "mesh.drive.impulse") +
                             tml_case_impact(&c, (size_t)n, "mesh.coast.impulse");
            tml_case_near(&c, "t", tml_case_impact(&c, (size_t)n, "t"), t, 1e-11);
            tml_case_near(&c, "impulse", P, pairs[i].mass * 1.8 * fast, 1e-12);
            if (i == 0)
                tml_case_near(&c, "along the axis", fabs(tml_case_impact(&c, (size_t)n, "A.fz")),
                              P * tan(15 * PI / 180), 1e-12);
            loss += pairs[i].mass * fast * fast * (1 - 0.64) / 2;
            t += 2e-3 / (fast * 0.8);
        }
        tml_case_near(&c, "loss", lost(&c), loss, 1e-12);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(one_sided, other_teeth_have_backlash_too, 60)

/* ---- conditions of couplers ---- */

/* A block falls on what a rotor lifts it by, y >= a sin(theta)^2: at 45 deg 1/m = 1/M + a^2/J. Either side may be written first. */
static void condition_of_a_coupler_closes_by_an_impact(const char *by)
{
    static const char *const conditions[] = {"B.displacement >= 0.1 m*sin(A.angle)^2",
                                             "0.1 m*sin(A.angle)^2 <= B.displacement"};
    const char *text = "trammel: 1\n"
                       "bodies:\n"
                       "  ground: {points: {A: [0, 0], B: [0.3, 0]}}\n"
                       "  rotor: {points: {A: [0, 0]}, mass: 1, inertia: 0.02}\n"
                       "  block: {points: {B: [0, 0]}, mass: 2, inertia: 0.01}\n"
                       "joints:\n"
                       "  A: {revolute: [ground, rotor]}\n"
                       "  B: {prismatic: [ground, block], axis: y}\n"
                       "  lift: {coupler: CONDITION, restitution: 0.4}\n"
                       "initial: {A.angle: 45 deg, B.displacement: 0.25}\n"
                       "analyses: [dynamics: {end: 0.21, output: 0.03, tolerance: 1e-11}]\n";
    const double a = 0.1, J = 0.02, M = 2, e = 0.4, v = sqrt(2 * g * 0.2), m = 1 / (1 / M + a * a / J);
    for (int i = 0; i < 2; i++) {
        tml_case c = RUN(text, TML_EDITS({"CONDITION", conditions[i]}), by);
        tml_case_near(&c, "t", tml_case_impact(&c, 0, "t"), v / g, 1e-10);
        tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "lift.impulse"), m * (1 + e) * v, 1e-9);
        tml_case_near(&c, "loss", lost(&c), m * v * v * (1 - e * e) / 2, 1e-9);
        expect(&c, 0.21, "A.speed", -a * m * (1 + e) * v / J, 1e-9);
        expect(&c, 0.21, "B.speed", -v + m * (1 + e) * v / M - g * (0.21 - v / g), 1e-9);
        expect(&c, 0.21, "lift.multiplier", 0, 0);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(one_sided, condition_of_a_coupler_closes_by_an_impact, 30)

/* On a floor that rises with 0.2 m/s, which the condition has as a function of time: the speed against it counts, and it does work. */
static void condition_that_moves_does_work(const char *by)
{
    const char *text = "trammel: 1\n"
                       "bodies:\n"
                       "  ground: {points: {B: [0, 0]}}\n"
                       "  block: {points: {B: [0, 0]}, mass: 2, inertia: 0.01}\n"
                       "joints:\n"
                       "  B: {prismatic: [ground, block], axis: y}\n"
                       "  floor: {coupler: B.displacement >= 0.2 m/s*t}\n"
                       "initial: {B.displacement: 0.1}\n"
                       "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-11}]\n";
    const double t = (-0.2 + sqrt(0.04 + 2 * g * 0.1)) / g, v = g * t + 0.2; /* 0.1 - g t^2/2 = 0.2 t */
    tml_case c = RUN(text, TML_AS_WRITTEN, by);
    tml_case_near(&c, "t", tml_case_impact(&c, 0, "t"), t, 1e-10);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "floor.impulse"), 2 * v, 1e-9);
    tml_case_near(&c, "loss", lost(&c), v * v, 1e-9);
    expect(&c, 0.5, "B.displacement", 0.1, 1e-10);
    expect(&c, 0.5, "B.speed", 0.2, 1e-10);
    expect(&c, 0.5, "floor.multiplier", 2 * g, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(one_sided, condition_that_moves_does_work, 30)

/* ---- compliant and refused ---- */

/* Springs in place of flanks and ropes come to the same, the stiffer the nearer. */
Test(one_sided, springs_come_to_the_same)
{
    static const char *const models[] = {"gear-rattle/gear-rattle.yaml", "atwood-landing/atwood-landing.yaml"};
    static const char *const channels[] = {"A.angle", "left.y"};
    static const double times[] = {0.3, 1.4};
    for (int i = 0; i < 2; i++) {
        double error[2];
        tml_case rigid = tml_case_run(models[i], TML_AS_WRITTEN);
        for (int k = 0; k < 2; k++) {
            char edit[128];
            snprintf(edit, sizeof edit, "dynamics: {contact: compliant, contact_stiffness: %g, ", k ? 4e8 : 1e8);
            tml_case soft = tml_case_run(models[i], TML_EDITS({"dynamics: {", edit}));
            error[k] = fabs(tml_case_at(&soft, times[i], channels[i]) - tml_case_at(&rigid, times[i], channels[i]));
            tml_case_free(&soft);
        }
        cr_expect(error[0] < 1e-3, "%s: %g", models[i], error[0]);
        cr_expect(error[1] < 0.7 * error[0], "%s: %g, then %g", models[i], error[0], error[1]);
        tml_case_free(&rigid);
    }
}

static void refuses(const char *options, const char *analysis, const char *initial, const char *said)
{
    char text[1600];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\n"
             "points: {A: [0, 0], B: [150 mm, 0]}\n"
             "bodies: {p: {points: [A], mass: 1, inertia: 0.002}, w: {points: [B], mass: 4, inertia: 0.02}}\n"
             "joints:\n"
             "  A: {revolute: [ground, p]}\n"
             "  B: {revolute: [ground, w]}\n"
             "  mesh: {gear: [A, B], teeth: [20, 40], %s}\n"
             "initial: {%s}\n"
             "analyses: [%s]\n",
             options, initial, analysis);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "test", log);
    tml_results *results = NULL;
    if (model)
        tml_run(model, NULL, &results, log);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found |= strstr(tml_log_get(log, i).text, said) != NULL;
    cr_expect(found, "%s, %s: not \"%s\" but \"%s\"", options, analysis, said,
              tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

Test(one_sided, what_has_no_meaning_is_refused)
{
    refuses("restitution: 0.5", "assembly", "", "it needs a backlash");
    refuses("backlash: 1 mm, restitution: 0.5, stiffness: 1e8", "assembly", "", "either it or a stiffness");
    refuses("backlash: 1 mm, restitution: 1.5", "assembly", "", "between 0 and 1");
    refuses("backlash: 1 mm", "dynamics: {end: 1, output: 1, contact: time_stepping}", "", "time_stepping knows");
    refuses("backlash: 1 mm", "dynamics: {end: 1, output: 1}", "A.angle: 0.1", "flanks of the teeth overlap by");
}
