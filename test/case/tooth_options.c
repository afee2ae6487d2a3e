/* tooth_options.c - teeth that yield, have backlash and take power, against closed forms.
 *
 * Springs along the pitch line: w^2 = k (r1^2/J1 + r2^2/J2). Losses: e of the power that enters leaves, whichever way; a worm by Shigley's formulas,
 *   around the worm W (cos(a) sin(g) + f cos(g)), along it W (cos(a) cos(g) - f sin(g)), apart W sin(a).
 */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846;
#define AT(channel) tml_case_at(&c, 0, channel)
#define DEG(x)      ((x)*PI / 180)

#define PAIR                                                                                                           \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [140 mm, 0]}}\n"                                                                \
    "  pinion: {points: {A: [0, 0]}, mass: 1.2, inertia: 0.001, angle: 20 deg}\n"                                      \
    "  gear: {points: {B: [0, 0]}, mass: 7, inertia: 0.035}\n"                                                         \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion]}\n"                                                                              \
    "  B: {revolute: [ground, gear]}\n"                                                                                \
    "  mesh: {gear: [A, B], teeth: [20, 50], module: 4 mm, OPTIONS}\n"                                                 \
    "parameters: {T1: 0, T2: 0}\n"                                                                                     \
    "forces: {drive: {torque: pinion, value: T1}, load: {torque: gear, value: T2}}\n"                                  \
    "initial: INITIAL\n"                                                                                               \
    "analyses: [ANALYSIS]\n"
#define RUN "dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}"

/* ---- stiffness ---- */

static void expect_frequency(const char *text, const tml_edit *edits, double w2)
{
    tml_case c = tml_case_run_text("frequency", text, edits);
    const tml_table *modes = tml_case_table(&c, "modes");
    const size_t column = (size_t)tml_table_find(modes, "frequency");
    double found = 0;
    for (size_t i = 0; i < tml_table_rows(modes); i++)
        found = fmax(found, tml_table_value(modes, i, column));
    tml_case_near(&c, "frequency", found, sqrt(w2) / (2 * PI), 1e-9 * sqrt(w2));
    tml_case_free(&c);
}

Test(tooth_options, stiffness_of_teeth_gives_the_frequency)
{
    static const char in_space[] = "trammel: 1\nspace: space\ngravity: none\n"
                                   "points: {A: P1, B: P2}\n"
                                   "bodies:\n"
                                   "  one: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"
                                   "  two: {points: [B], mass: 4, inertia: [0.02, 0.02, 0.02]}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, one], axis: x}\n"
                                   "  B: {KIND: [ground, two], axis: AXIS}\n"
                                   "  mesh: {MESH, stiffness: 1e7 N/m}\n"
                                   "analyses: [modes]\n";
    const double k = 1e7;
    expect_frequency(PAIR, TML_EDITS({"OPTIONS", "stiffness: 1e7 N/m"}, {"INITIAL", "{}"}, {"ANALYSIS", "modes"}),
                     k * (0.04 * 0.04 / 0.001 + 0.1 * 0.1 / 0.035));
    expect_frequency(in_space,
                     TML_EDITS({"P1", "[0.2, 0, 0]"}, {"P2", "[0, 0.1, 0]"}, {"KIND", "revolute"}, {"AXIS", "y"},
                               {"MESH", "bevel: [A, B], teeth: [20, 40], spiral: 30 deg"}),
                     k * (0.1 * 0.1 / 0.001 + 0.2 * 0.2 / 0.02));
    expect_frequency(in_space,
                     TML_EDITS({"P1", "[0, 0, 0]"}, {"P2", "[0, 0.1, 0]"}, {"KIND", "revolute"}, {"AXIS", "z"},
                               {"MESH", "worm: [A, B], starts: 2, teeth: 40, diameter: 40 mm"}),
                     k * (0.004 * 0.004 / 0.001 + 0.08 * 0.08 / 0.02)); /* 20 mm times tan(lead) */
    expect_frequency(in_space,
                     TML_EDITS({"P1", "[0, 0, 0]"}, {"P2", "[0, 0.1, 0]"}, {"KIND", "prismatic"}, {"AXIS", "z"},
                               {"MESH", "rack: [A, B], teeth: 40"}),
                     k * (0.1 * 0.1 / 0.001 + 1.0 / 4));
}

/* Damped: 2 D w = c (r1^2/J1 + r2^2/J2). A twist of 0.1 mm along the pitch line decays. */
static void damped_teeth_decay(const char *by)
{
    tml_case c =
        tml_case_run_text_with("damped", PAIR,
                               TML_EDITS({"OPTIONS", "stiffness: 1e6 N/m, damping: 200 N*s/m"},
                                         {"INITIAL", "{A.angle: 0.0025 + 20 deg, B.angle: 0, A.speed: 0, B.speed: 0}"},
                                         {"ANALYSIS", "dynamics: {end: 0.02, output: 0.01, tolerance: 1e-11}"}),
                               TML_BY(by));
    const double g = 0.04 * 0.04 / 0.001 + 0.1 * 0.1 / 0.035, d = 200 * g / 2, w = sqrt(1e6 * g - d * d), s0 = 1e-4;
    tml_case_near(&c, "force at the start", AT("mesh.tangential"), 1e6 * s0, 1e-8);
    const double s = 0.04 * (tml_case_at(&c, 0.02, "A.angle") - DEG(20)) + 0.1 * tml_case_at(&c, 0.02, "B.angle");
    tml_case_near(&c, "twist", s, s0 * exp(-d * 0.02) * (cos(w * 0.02) + d / w * sin(w * 0.02)), 1e-11);
    tml_case_near(&c, "radial", tml_case_at(&c, 0.02, "mesh.radial"),
                  fabs(tml_case_at(&c, 0.02, "mesh.tangential")) * tan(DEG(20)), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_options, damped_teeth_decay, 30)

/* ---- backlash ---- */

/* The pinion flies through half of the gap, is thrown back by an elastic flank after half a period, and flies through all of it. */
static void backlash_is_crossed_in_free_flight(const char *by)
{
    const double r1 = 0.04, r2 = 0.1, J1 = 0.001, J2 = 0.035, k = 1e7, v = r1 * 10, j = 0.2e-3;
    const double g = r1 * r1 / J1 + r2 * r2 / J2, touch = j / 2 / v, half = PI / sqrt(k * g),
                 next = touch + half + j / v;
    char run[160];
    snprintf(run, sizeof run, "dynamics: {end: %.17g, output: %.17g, tolerance: 1e-11}", 2 * (next + half / 2),
             next + half / 2);
    tml_case c = tml_case_run_text_with("backlash", PAIR,
                                        TML_EDITS({"OPTIONS", "stiffness: 1e7 N/m, backlash: 0.2 mm"},
                                                  {"INITIAL", "{A.speed: 10, B.speed: 0}"}, {"ANALYSIS", run}),
                                        TML_BY(by));
    tml_case_near(&c, "free", AT("mesh.tangential"), 0, 0);
    /* in the middle of the second push, on the other flank: the wheels go together, and the force is the largest */
    const double t = next + half / 2;
    tml_case_near(&c, "force", tml_case_at(&c, t, "mesh.tangential"), -k * v / sqrt(k * g), 1e-4);
    tml_case_near(&c, "twist", r1 * tml_case_at(&c, t, "A.angle") - r1 * DEG(20) + r2 * tml_case_at(&c, t, "B.angle"),
                  -(j / 2 + v / sqrt(k * g)), 1e-10);
    tml_case_near(&c, "momentum", J1 / r1 * tml_case_at(&c, t, "A.speed") - J2 / r2 * tml_case_at(&c, t, "B.speed"),
                  J1 / r1 * 10, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_options, backlash_is_crossed_in_free_flight, 30)

/* A pinion that is shaken beats the flanks of a wheel, 43 times on and off: the same equations, integrated from kink to kink by SciPy's DOP853 with a relative
 * tolerance of 1e-12. A flank that is left where its damper begins to pull is left once. */
static void damped_flanks_are_left_once(const char *by)
{
    static const char rattle[] =
        "trammel: 1\ngravity: none\n"
        "points: {A: [0, 0], B: [140 mm, 0]}\n"
        "bodies:\n"
        "  p: {points: [A], mass: 1, inertia: 0.002}\n"
        "  q: {points: [B], mass: 3, inertia: 0.02}\n"
        "joints:\n"
        "  A: {revolute: [ground, p]}\n"
        "  B: {revolute: [ground, q]}\n"
        "  m: {gear: [A, B], teeth: [20, 50], module: 4 mm, stiffness: 2e6 N/m, damping: 80, backlash: 0.2 mm}\n"
        "forces: {a: {torque: p, value: 3*sin(40*t)}, b: {motor: B, torque: -0.02*B.speed}}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.3, output: 0.3, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text_with("rattle", rattle, NULL, TML_BY(by));
    tml_case_near(&c, "pinion", tml_case_at(&c, 0.3, "A.angle"), 4.142659071380, 1e-10);
    tml_case_near(&c, "wheel", tml_case_at(&c, 0.3, "B.angle"), -1.658177527405, 1e-10);
    tml_case_near(&c, "speed of the pinion", tml_case_at(&c, 0.3, "A.speed"), -0.397795855867, 1e-8);
    tml_case_near(&c, "speed of the wheel", tml_case_at(&c, 0.3, "B.speed"), 0.094859426555, 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_options, damped_flanks_are_left_once, 10)

/* ---- efficiency ---- */

/* The pinion drives, and is driven: e of what enters leaves. */
static void efficiency_holds_whichever_way_power_flows(const char *by)
{
    static const double r1 = 0.04, r2 = 0.1, J1 = 0.001, J2 = 0.035, e = 0.9;
    for (int i = 0; i < 4; i++) {
        const double w = i % 2 ? -10 : 10, sign = i % 2 ? -1 : 1, T1 = i / 2 ? 0 : 30 * sign,
                     T2 = i / 2 ? -30 * sign : 0;
        char torques[64], speed[64];
        snprintf(torques, sizeof torques, "{T1: %g N*m, T2: %g N*m}", T1, T2);
        snprintf(speed, sizeof speed, "{A.speed: %g}", w);
        tml_case c = tml_case_run_text_with("efficiency", PAIR,
                                            TML_EDITS({"OPTIONS", "efficiency: 0.9"}, {"{T1: 0, T2: 0}", torques},
                                                      {"INITIAL", speed}, {"ANALYSIS", RUN}),
                                            TML_BY(by));
        /* driving: T1 - r1 F/e = J1 a, r2 F = J2 a r1/r2; driven: r1 F e = J1 a, 30 - r2 F = J2 a r1/r2 */
        const double a =
            i / 2 ? 30 * r1 / r2 / (J2 * r1 * r1 / r2 / r2 + J1 / e) : 30 / (J1 + J2 * r1 * r1 / r2 / r2 / e);
        const double F = i / 2 ? -J1 * a / (r1 * e) : J2 * a * r1 / r2 / r2;
        tml_case_near(&c, "alpha", AT("pinion.alpha"), sign * a, 1e-8);
        tml_case_near(&c, "F", AT("mesh.tangential"), sign * F, 1e-8);
        tml_case_near(&c, "radial", AT("mesh.radial"), fabs(F) * tan(DEG(20)), 1e-8);
        tml_case_near(&c, "loss", AT("mesh.friction_power"), -(i / 2 ? (1 - e) : (1 / e - 1)) * fabs(F) * r1 * 10,
                      1e-8);
        tml_case_near(&c, "energy lost", tml_case_at(&c, 0.1, "energy.friction_loss"),
                      (i / 2 ? 1 - e : 1 / e - 1) * fabs(F) * r1 * (10 * 0.1 + a * 0.005), 1e-7);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tooth_options, efficiency_holds_whichever_way_power_flows, 30)

/* Six meshes of 0.98 and 0.99, the ring at rest: what leaves at the carrier is (1 + 0.98*0.99*z_r/z_s) of the sun's torque. */
Test(tooth_options, efficiency_of_a_planetary_gear)
{
    tml_case c = tml_case_run("planetary/planetary.yaml",
                              TML_EDITS({"{gear: [S, P1], ", "{efficiency: 0.98, gear: [S, P1], "},
                                        {"{gear: [S, P2], ", "{efficiency: 0.98, gear: [S, P2], "},
                                        {"{gear: [S, P3], ", "{efficiency: 0.98, gear: [S, P3], "},
                                        {"ring1: {gear: [C, P1], ", "ring1: {efficiency: 0.99, gear: [C, P1], "},
                                        {"ring2: {gear: [C, P2], ", "ring2: {efficiency: 0.99, gear: [C, P2], "},
                                        {"ring3: {gear: [C, P3], ", "ring3: {efficiency: 0.99, gear: [C, P3], "},
                                        {"Tc: -30 N*m", "Tc: -12 N*m*(1 + 0.98*0.99*60/24)"}));
    tml_case_near(&c, "alpha", AT("carrier.alpha"), 0, 1e-6);
    tml_case_near(&c, "speed", tml_case_at(&c, 0.02, "C.speed"), 300 * 24.0 / 84, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- worm ---- */

#define WORM                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "points: {A: [0, 0, 0], B: [0, 3.5*0.0254, 0]}\n"                                                                  \
    "bodies:\n"                                                                                                        \
    "  worm: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"                                                 \
    "  wheel: {points: [B], mass: 4, inertia: [0.02, 0.02, 0.04]}\n"                                                   \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, worm], axis: x}\n"                                                                       \
    "  B: {revolute: [ground, wheel], axis: z}\n"                                                                      \
    "  mesh: {worm: [A, B], starts: 2, teeth: 30, diameter: 2*0.0254, pressure: 14.5 deg, coefficient: FRICTION}\n"    \
    "parameters: {T1: 0, T2: 0}\n"                                                                                     \
    "forces: {drive: {torque: worm, value: [T1, 0, 0]}, load: {torque: wheel, value: [0, 0, T2]}}\n"                   \
    "initial: {A.speed: SPEED}\n"                                                                                      \
    "analyses: [dynamics: {end: 0.01, output: 0.01, tolerance: 1e-10}]\n"

/* Shigley, example 13-10: 52.5 lbf around a worm of 2 in are 278 lbf on its thread, 69.6 lbf apart and 264 lbf along it. */
static void worm_by_shigley(const char *by)
{
    const double lbf = 4.4482216152605, in = 0.0254, g = atan(2.0 / 12), f = 0.03, a = DEG(14.5), Wx = 52.5 * lbf;
    const double W = Wx / (cos(a) * sin(g) + f * cos(g)), Wz = W * (cos(a) * cos(g) - f * sin(g));
    char torques[96];
    snprintf(torques, sizeof torques, "{T1: %.17g N*m, T2: %.17g N*m}", Wx * in, 2.5 * in * Wz);
    tml_case c = tml_case_run_text_with(
        "worm", WORM, TML_EDITS({"{T1: 0, T2: 0}", torques}, {"FRICTION", "0.03"}, {"SPEED", "125.66"}), TML_BY(by));
    tml_case_near(&c, "alpha", AT("worm.alphax"), 0, 1e-8);
    tml_case_near(&c, "around", fabs(AT("mesh.fz")), Wx, 1e-9);
    tml_case_near(&c, "along", fabs(AT("mesh.fx")), Wz, 1e-9);
    tml_case_near(&c, "apart", AT("mesh.fy"), W * sin(a), 1e-9);
    tml_case_near(&c, "normal", AT("mesh.normal"), W * hypot(1, f), 1e-9);
    tml_case_near(&c, "published", AT("mesh.normal") / lbf, 278, 1);
    tml_case_near(&c, "published along", fabs(AT("mesh.fx")) / lbf, 264, 1);
    tml_case_near(&c, "published apart", AT("mesh.fy") / lbf, 69.6, 0.2);
    tml_case_near(&c, "A.fz", AT("A.fz"), AT("mesh.fz"), 1e-9);
    tml_case_near(&c, "B.fz", AT("B.fz"), -AT("mesh.fz"), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_options, worm_by_shigley, 30)

/* Below the angle of friction the wheel cannot drive the worm; above it can, with tan(g - rho)/tan(g) of the power. */
static void worm_locks_below_the_angle_of_friction(const char *by)
{
    const double g = atan(2.0 / 12), a = DEG(14.5);
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run_text_with(
            "lock", WORM,
            TML_EDITS({"{T1: 0, T2: 0}", "{T1: 0, T2: 50 N*m}"}, {"FRICTION", i ? "0.05" : "0.2"}, {"SPEED", "0"}),
            TML_BY(by));
        const double rho = atan(0.05 / cos(a)), e = tan(g - rho) / tan(g);
        const double want = i ? 50 / 15.0 / (0.001 / e + 0.04 / 225) : 0;
        tml_case_near(&c, "alpha", fabs(AT("worm.alphax")), want, 1e-7);
        tml_case_near(&c, "angle", fabs(tml_case_at(&c, 0.01, "A.angle")), want * 0.5e-4, 1e-9);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tooth_options, worm_locks_below_the_angle_of_friction, 30)

/* In a ring the wheels are pushed together, with and without a loss. */
Test(tooth_options, teeth_of_a_ring_push_together)
{
    for (int i = 0; i < 2; i++) {
        tml_case c =
            tml_case_run_text("ring", PAIR,
                              TML_EDITS({"B: [140 mm, 0]", "B: [60 mm, 0]"}, {"teeth: [20, 50]", "teeth: [20, -50]"},
                                        {"OPTIONS", i ? "efficiency: 0.9" : "pressure: 20 deg"}, {"T1: 0", "T1: 30"},
                                        {"INITIAL", "{A.speed: 10}"}, {"ANALYSIS", RUN}));
        const double F = 0.035 * 0.04 / 0.01 * AT("pinion.alpha");
        tml_case_near(&c, "F", AT("mesh.tangential"), F, 1e-8);
        tml_case_near(&c, "radial", AT("mesh.radial"), -F * tan(DEG(20)), 1e-8);
        tml_case_near(&c, "gear is pushed to the pinion", AT("mesh.fx"), -F * tan(DEG(20)), 1e-8);
        tml_case_near(&c, "pinion turns it along", AT("gear.alpha"), 0.4 * AT("pinion.alpha"), 1e-8);
        tml_case_free(&c);
    }
}

/* tan(rho) = 0.15/cos(20 deg) is more than tan(lead) = 5/40: the wheel does not drive its worm. What little moves is rounding, and so is its energy. */
static void a_worm_that_locks_stands_still(const char *by)
{
    tml_case c =
        tml_case_run_text_with("lock",
                               "trammel: 1\nspace: space\ngravity: none\n"
                               "points: {A: [0, 0, 0], W: [0, 0.12, 0]}\n"
                               "bodies:\n"
                               "  a: {points: [A], mass: 1, inertia: [1e-3, 1e-3, 1e-3]}\n"
                               "  w: {points: [W], mass: 5, inertia: [0.05, 0.05, 0.05]}\n"
                               "joints:\n"
                               "  A: {revolute: [ground, a], axis: x}\n"
                               "  W: {revolute: [ground, w], axis: z}\n"
                               "  m: {worm: [A, W], starts: 1, teeth: 40, diameter: 40 mm, coefficient: 0.15}\n"
                               "forces: {l: {torque: w, value: [0, 0, 30]}}\n"
                               "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-11}]\n",
                               TML_AS_WRITTEN, TML_BY(by));
    tml_case_near(&c, "angle", tml_case_at(&c, 1, "W.angle"), 0, 1e-11);
    tml_case_near(&c, "force", fabs(tml_case_at(&c, 1, "m.tangential")), 300, 1e-8);
    tml_expect_no_message(&c, "energy balance");
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_options, a_worm_that_locks_stands_still, 10)
