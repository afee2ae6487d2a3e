/* teeth.c - wheels whose teeth mesh: forces on bearings and pins, by every formulation, against the reference cases and closed forms.
 *
 * With the tangential force Ft = T/r a tooth exerts Ft tan(alpha)/cos(beta) apart and Ft tan(beta) along the axes, at the pitch point.
 */
#include "support/case.h"
#include "support/numbers.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846;

static void near(const tml_case *c, tml_numbers *n, const char *prefix, const char *name, double got, double scale)
{
    char full[32];
    snprintf(full, sizeof full, "%s_%s", prefix, name);
    tml_case_near(c, full, got, tml_number(n, full), 1e-12 * scale);
}

#define AT(channel) tml_case_at(&c, 0, channel)

/* A12: steady, free, braking, under load. */
static void gear_pair_loads_its_bearings(const char *by)
{
    static const struct {
        const char *prefix, *edit;
    } loads[] = {{"s", "{T1: 30 N*m, T2: 75 N*m}"},
                 {"f", "{T1: 30 N*m, T2: 0 N*m}"},
                 {"b", "{T1: -30 N*m, T2: 0 N*m}"},
                 {"l", "{T1: 30 N*m, T2: 40 N*m}"}};
    tml_numbers n = tml_numbers_of("A12");
    for (int i = 0; i < 4; i++) {
        const char *p = loads[i].prefix;
        tml_case c = tml_case_run_with("gear-pair/gear-pair.yaml",
                                       TML_EDITS({"{T1: 30 N*m, T2: 40 N*m}", loads[i].edit}), TML_BY(by));
        near(&c, &n, p, "a1", AT("pinion.alpha"), 5000);
        near(&c, &n, p, "Ft", AT("mesh.fy"), 1000);
        tml_case_near(&c, "tangential", AT("mesh.tangential"), AT("mesh.fy"), 1e-9);
        near(&c, &n, p, "Fr", AT("mesh.radial"), 1000);
        tml_case_near(&c, "mesh.fx", AT("mesh.fx"), AT("mesh.radial"), 1e-9);
        near(&c, &n, p, "F", AT("mesh.normal"), 1000);
        near(&c, &n, p, "B1x", AT("A.fx"), 1000);
        near(&c, &n, p, "B1y", AT("A.fy"), 1000);
        near(&c, &n, p, "B2x", AT("B.fx"), 1000);
        near(&c, &n, p, "B2y", AT("B.fy"), 1000);
        near(&c, &n, p, "B1", hypot(AT("A.fx"), AT("A.fy")), 1000);
        near(&c, &n, p, "B2", hypot(AT("B.fx"), AT("B.fy")), 1000);
        tml_case_near(&c, "ratio", tml_case_at(&c, 0.1, "B.angle"), -0.4 * tml_case_at(&c, 0.1, "A.angle"), 1e-10);
        if (i) /* at rest there is no energy to keep */
            tml_case_laws(&c);
        tml_case_free(&c);
    }
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(teeth, gear_pair_loads_its_bearings, 20)

/* A13: steady and accelerating. Three planets are redundant: the smallest forces are the even ones. */
static void planets_share_their_load(const char *by)
{
    tml_numbers n = tml_numbers_of("A13");
    for (int i = 0; i < 2; i++) {
        const char *p = i ? "a" : "s";
        tml_case c = tml_case_run_with("planetary/planetary.yaml",
                                       i ? TML_AS_WRITTEN : TML_EDITS({"Tc: -30 N*m", "Tc: -42 N*m"}), TML_BY(by));
        const double Pt = -AT("P1.fy"), Pr = -AT("P1.fx");
        near(&c, &n, p, "wc", AT("C.speed"), 1000);
        near(&c, &n, p, "wp", AT("planet1.omega"), 1000);
        near(&c, &n, p, "as", AT("sun.alpha"), 1e5);
        near(&c, &n, p, "ac", AT("carrier.alpha"), 1e5);
        near(&c, &n, p, "ap", AT("planet1.alpha"), 1e5);
        near(&c, &n, p, "Fs", AT("sun1.tangential"), 1000);
        near(&c, &n, p, "Fr", -AT("ring1.tangential"), 1000);
        near(&c, &n, p, "Pt", Pt, 1000);
        near(&c, &n, p, "Pr", Pr, 1000);
        near(&c, &n, p, "P", hypot(Pt, Pr), 1000);
        near(&c, &n, p, "Tring", 0.06 * -(AT("ring1.tangential") + AT("ring2.tangential") + AT("ring3.tangential")),
             100);
        for (int k = 2; k <= 3; k++) {
            char name[32];
            snprintf(name, sizeof name, "sun%d.normal", k);
            tml_case_near(&c, name, AT(name), AT("sun1.normal"), 1e-9);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(teeth, planets_share_their_load, 60)

/* A wheel that is drawn beside its bearing is put there, and its radius is that of where it meshes. */
Test(teeth, radii_are_those_of_the_bearings_and_not_of_the_drawing)
{
    tml_case c =
        tml_case_run("gear-pair/gear-pair.yaml",
                     TML_EDITS({", module: 4 mm", ""}, {"inertia: 0.035", "inertia: 0.035, position: [0.15, 0.01]"}));
    tml_numbers n = tml_numbers_of("A12");
    near(&c, &n, "l", "Ft", AT("mesh.tangential"), 1000);
    near(&c, &n, "l", "B1y", AT("A.fy"), 1000);
    tml_case_free(&c);
}

/* ---- in space ---- */

#define HELICAL                                                                                                        \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "parameters: {T: 30 N*m}\n"                                                                                        \
    "points: {A: [0, 0, 0], B: [0.15, 0, 0]}\n"                                                                        \
    "bodies:\n"                                                                                                        \
    "  pinion: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"                                               \
    "  gear: {points: [B], mass: 7, inertia: [0.02, 0.02, 0.035]}\n"                                                   \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion], axis: z}\n"                                                                     \
    "  B: {revolute: [ground, gear], axis: AXIS}\n"                                                                    \
    "  mesh: {gear: [A, B], teeth: [20, 40], helix: 15 deg}\n"                                                         \
    "forces:\n"                                                                                                        \
    "  drive: {torque: pinion, value: [0, 0, T]}\n"                                                                    \
    "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n"

/* A right-hand pinion drives a left-hand gear, whose axis may be given either way: force along the axes, with the arm r that tilts both shafts. */
static void helical_teeth_push_along_the_axes(const char *by)
{
    for (int i = 0; i < 4; i++) {
        const double sign = i / 2 ? -1 : 1, axis = i % 2 ? -1 : 1;
        tml_case c = tml_case_run_text_with(
            "helical", HELICAL,
            TML_EDITS({"AXIS", axis < 0 ? "-z" : "z"}, {"{T: 30 N*m}", sign < 0 ? "{T: -30 N*m}" : "{T: 30 N*m}"}),
            TML_BY(by));
        const double r1 = 0.05, r2 = 0.1, J = 0.001 + 0.035 / 4, alpha = sign * 30 / J;
        const double Ft = 0.035 * alpha / 2 / r2, Fr = fabs(Ft) * tan(20 * PI / 180) / cos(15 * PI / 180),
                     Fa = Ft * tan(15 * PI / 180);
        tml_case_near(&c, "alpha", AT("pinion.alphaz"), alpha, 1e-9);
        tml_case_near(&c, "Ft", AT("mesh.fy"), Ft, 1e-9);
        tml_case_near(&c, "Fr", AT("mesh.fx"), Fr, 1e-9);
        tml_case_near(&c, "Fa", fabs(AT("mesh.fz")), fabs(Fa), 1e-9);
        tml_case_near(&c, "normal", AT("mesh.normal"), fabs(Ft) / cos(15 * PI / 180) / cos(atan(tan(20 * PI / 180))),
                      1e-8);
        tml_case_near(&c, "A.fz", AT("A.fz"), AT("mesh.fz"), 1e-9);
        /* the tooth at r1 of the pinion: moments about x and y of the bearing balance (r1, 0, 0) x F */
        tml_case_near(&c, "A.ty", AT("A.ty"), -r1 * AT("mesh.fz"), 1e-9);
        tml_case_near(&c, "B.ty", AT("B.ty"), -r2 * AT("mesh.fz"), 1e-9);
        tml_case_near(&c, "A.tx", AT("A.tx"), 0, 1e-9);
        /* the thumb of the right hand, along whose fingers the pinion is driven, shows where it is pushed */
        cr_expect(AT("A.fz") * sign < 0, "the bearing holds the pinion by %g", AT("A.fz"));
        tml_case_near(&c, "ratio", tml_case_at(&c, 0.1, "B.angle"), -axis * 0.5 * tml_case_at(&c, 0.1, "A.angle"),
                      1e-8);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(teeth, helical_teeth_push_along_the_axes, 60)

/* ---- friction of bearings feels the teeth ---- */

/* T1 - mu r |R_A| = ..., with R the tooth force: T1 = Ft r1 + mu r Ft/cos(alpha), held by a load on the gear with its own bearing free of friction. */
Test(teeth, friction_of_a_bearing_feels_the_tooth_force)
{
    tml_case c = tml_case_run_text("friction",
                                   "trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0], B: [0.14, 0]}}\n"
                                   "  pinion: {points: {A: [0, 0]}, mass: 1.2, inertia: 0.001}\n"
                                   "  gear: {points: {B: [0, 0]}, mass: 7, inertia: 0.035}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, pinion], friction: {coefficient: 0.1, radius: 10 mm}}\n"
                                   "  B: {revolute: [ground, gear]}\n"
                                   "  mesh: {gear: [A, B], teeth: [20, 50], module: 4 mm}\n"
                                   "forces: {T: {torque: pinion, value: 30}}\n"
                                   "initial: {A.speed: 10}\n"
                                   "analyses: [dynamics: {end: 0.01, output: 0.01, tolerance: 1e-10}]\n",
                                   TML_AS_WRITTEN);
    /* 0.035 a 0.4/0.1 = Ft, 30 - 0.04 Ft - 0.001 Ft/cos(20 deg) = 0.001 a */
    const double k = 0.035 * 0.4 / 0.1, a = 30 / (0.001 + k * (0.04 + 0.001 / cos(20 * PI / 180)));
    tml_case_near(&c, "alpha", AT("pinion.alpha"), a, 1e-8);
    tml_case_near(&c, "normal", AT("mesh.normal"), k * a / cos(20 * PI / 180), 1e-8);
    tml_case_free(&c);
}

/* ---- what moves, and what does not, by the force that pushes the teeth apart ---- */

/* A bearing that is a spring holds nothing at the start: the gear begins to move by the tooth force alone. */
static void teeth_push_a_wheel_on_springs_away(const char *by)
{
    tml_case c =
        tml_case_run_with("gear-pair/gear-pair.yaml",
                          TML_EDITS({"{revolute: [ground, gear]}", "{revolute: [ground, gear], stiffness: 1e6}"},
                                    {"T2: 40 N*m", "T2: 0 N*m"}, {"end: 0.1, output: 0.001", "end: 1e-4"},
                                    {"title: Gear pair", "gravity: none"}),
                          TML_BY(by));
    /* r1 a1 = v', v' = -(r2 a2) + ay: 30 - r1 F = J1 a1, r2 F = J2 |a2|, m ay = F */
    const double r1 = 0.04, r2 = 0.1, F = 30 * r1 / 0.001 / (r1 * r1 / 0.001 + r2 * r2 / 0.035 + 1 / 7.0);
    tml_case_near(&c, "F", AT("mesh.tangential"), F, 1e-8);
    tml_case_near(&c, "ay", AT("gear.ay"), F / 7, 1e-8);
    tml_case_near(&c, "ax", AT("gear.ax"), F * tan(20 * PI / 180) / 7, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(teeth, teeth_push_a_wheel_on_springs_away, 20)

/* The wheels of a pair on an arm that swings: with and without teeth that push apart the motion is the same, and the certificate tells. */
static void what_pushes_teeth_apart_does_not_move_a_rigid_train(const char *by)
{
    tml_case one = tml_case_run_with("planetary/planetary.yaml", TML_AS_WRITTEN, TML_BY(by)),
             two = tml_case_run_with("planetary/planetary.yaml",
                                     TML_EDITS({"{gear: [S, P1], teeth: [24, 18], module: 2 mm",
                                                "{gear: [S, P1], teeth: [24, 18], pressure: 60 deg"},
                                               {"ring2: {gear: [C, P2], teeth: [-60, 18], module: 2 mm",
                                                "ring2: {gear: [C, P2], teeth: [-60, 18], pressure: 1 deg"}),
                                     TML_BY(by));
    tml_case_near(&one, "sun", tml_case_at(&one, 0.02, "S.angle"), tml_case_at(&two, 0.02, "S.angle"), 1e-9);
    tml_case_near(&one, "carrier", tml_case_at(&one, 0.02, "C.speed"), tml_case_at(&two, 0.02, "C.speed"), 1e-7);
    tml_case_free(&two);
    tml_case_free(&one);
}
TML_TEST_EACH(teeth, what_pushes_teeth_apart_does_not_move_a_rigid_train, 60)

/* ---- with friction and a freewheel ---- */

/* At every row the wheels are pushed apart by |tangential| tan(pressure), whatever the steps were: forces that depend on each other were now and then reported as they had been tried. */
static void teeth_with_friction_of_their_bearings(const char *by)
{
    static const char *const tolerances[] = {"1e-7", "1e-8", "1e-9"};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        char text[1200];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {A: [0, 0], B: [0.15, 0]}}\n"
                 "  a: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                 "  s: {points: {A: [0, 0]}, mass: 1, inertia: 0.02}\n"
                 "  b: {points: {B: [0, 0]}, mass: 1, inertia: 0.05, position: [0.15, 0]}\n"
                 "joints:\n"
                 "  A: {revolute: [ground, a]}\n"
                 "  S: {revolute: [ground.A, s.A]}\n"
                 "  B: {revolute: [ground, b], friction: {coefficient: 0.1, radius: 10 mm}}\n"
                 "  t: {gear: [S, B], teeth: [20, 40], module: 5 mm}\n"
                 "forces:\n"
                 "  w: {one-way-clutch: [a, s]}\n"
                 "  m: {motor: A, torque: 3*sin(8*t)}\n"
                 "  l: {motor: B, torque: -0.05*B.speed}\n"
                 "analyses: [dynamics: {end: 2, output: 0.05, tolerance: %s}]\n",
                 tolerances[i]);
        tml_case c = tml_case_run_text_with("freewheel with teeth", text, NULL, TML_BY(by));
        for (size_t row = 0; row < tml_table_rows(c.table); row++)
            tml_case_near(&c, "radial", tml_case_value(&c, row, "t.radial"),
                          fabs(tml_case_value(&c, row, "t.tangential")) * tan(20 * 3.14159265358979323846 / 180), 1e-9);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(teeth, teeth_with_friction_of_their_bearings, 20)
