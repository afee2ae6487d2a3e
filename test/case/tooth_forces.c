/* tooth_forces.c - forces of bevel gears, worms and racks on their bearings, against the formulas of textbooks, by every formulation.
 *
 * With the tangential force Ft, pressure angle a, cone angle d, spiral angle p, lead angle g:
 *   bevel   apart Ft tan(a)/cos(p), of which cos(d) along the radius and sin(d) along the axis; Ft tan(p) along the cone
 *   worm    Ft along the worm, Ft tan(g) around it, Ft tan(a)/cos(g) apart
 *   rack    Ft along it, Ft tan(a)/cos(b) apart, Ft tan(b) along the axis of the pinion
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
#define AT(channel) tml_case_at(&c, 0, channel)
#define DEG(x)      ((x)*PI / 180)

/* ---- bevel ---- */

#define BEVEL                                                                                                          \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "parameters: {T: 30 N*m}\n"                                                                                        \
    "points: {A: [0.2, 0, 0], B: [0, 0.1, 0]}\n"                                                                       \
    "bodies:\n"                                                                                                        \
    "  pinion: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"                                               \
    "  wheel: {points: [B], mass: 4, inertia: [0.02, 0.035, 0.02]}\n"                                                  \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion], axis: AXIS}\n"                                                                  \
    "  B: {revolute: [ground, wheel], axis: y}\n"                                                                      \
    "  mesh: {bevel: [A, B], teeth: [20, 40], spiral: SPIRAL}\n"                                                       \
    "forces: {drive: {torque: pinion, value: [T, 0, 0]}}\n"                                                            \
    "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n"

static void bevel_gears_load_their_bearings(const char *by)
{
    for (int i = 0; i < 8; i++) {
        const double sign = i / 2 % 2 ? -1 : 1, axis = i % 2 ? -1 : 1, spiral = i / 4 ? DEG(35) : 0;
        tml_case c = tml_case_run_text_with("bevel", BEVEL,
                                            TML_EDITS({"AXIS", axis < 0 ? "-x" : "x"},
                                                      {"SPIRAL", spiral != 0 ? "35 deg" : "0 deg"},
                                                      {"{T: 30 N*m}", sign < 0 ? "{T: -30 N*m}" : "{T: 30 N*m}"}),
                                            TML_BY(by));
        /* the middles are R cos(d1) and R cos(d2) from the apex: r1 = 0.1 and r2 = 0.2 */
        const double d1 = atan(0.5), r1 = 0.1, r2 = 0.2, alpha = sign * 30 / (0.001 + 0.035 / 4);
        const double Ft = 0.035 * alpha / 2 / r2, Fs = fabs(Ft) * tan(DEG(20)) / cos(spiral), Fp = Ft * tan(spiral);
        const double fx = -Fs * sin(d1) - Fp * cos(d1), fy = Fs * cos(d1) - Fp * sin(d1);
        tml_case_near(&c, "alpha", AT("pinion.alphax"), alpha, 1e-9);
        tml_case_near(&c, "tangential", AT("mesh.tangential"), axis * Ft, 1e-9);
        tml_case_near(&c, "radial", AT("mesh.radial"), Fs, 1e-9);
        tml_case_near(&c, "fx", AT("mesh.fx"), fx, 1e-9);
        tml_case_near(&c, "fy", AT("mesh.fy"), fy, 1e-9);
        tml_case_near(&c, "fz", AT("mesh.fz"), Ft, 1e-9);
        tml_case_near(&c, "normal", AT("mesh.normal"), sqrt(Ft * Ft + Fs * Fs + Fp * Fp), 1e-9);
        /* the bearings hold the wheels: the pinion, at r1 y from its middle, by F; the wheel, at r2 x, by -F */
        tml_case_near(&c, "A.fx", AT("A.fx"), fx, 1e-9);
        tml_case_near(&c, "A.fy", AT("A.fy"), fy, 1e-9);
        tml_case_near(&c, "A.fz", AT("A.fz"), Ft, 1e-9);
        tml_case_near(&c, "A.tz", AT("A.tz"), -r1 * fx, 1e-9);
        tml_case_near(&c, "B.fy", AT("B.fy"), -fy, 1e-9);
        tml_case_near(&c, "B.tz", AT("B.tz"), -r2 * fy, 1e-9);
        tml_case_near(&c, "B.tx", AT("B.tx"), 0, 1e-9);
        tml_case_near(&c, "ratio", tml_case_at(&c, 0.1, "B.angle"), -0.5 * axis * tml_case_at(&c, 0.1, "A.angle"),
                      1e-8);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tooth_forces, bevel_gears_load_their_bearings, 60)

/* Shafts at 60 deg with bearings beside the wheels, whose size the module gives: cone angles add up, and forces act where the teeth are. */
Test(tooth_forces, bevel_gears_of_any_angle_between_shafts)
{
    tml_case c = tml_case_run_text("bevel60",
                                   "trammel: 1\nspace: space\ngravity: none\n"
                                   "points: {A: [0.3, 0, 0], B: [0.05, 0.05*sqrt(3), 0]}\n"
                                   "bodies:\n"
                                   "  pinion: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"
                                   "  wheel: {points: [B], mass: 4, inertia: [0.03, 0.03, 0.03]}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, pinion], axis: x}\n"
                                   "  B: {revolute: [ground, wheel], axis: [1, sqrt(3), 0]}\n"
                                   "  mesh: {bevel: [A, B], teeth: [16, 32], module: 5 mm, pressure: 25 deg}\n"
                                   "forces: {drive: {torque: pinion, value: [8, 0, 0]}, "
                                   "load: {torque: wheel, value: [8, 8*sqrt(3), 0]}}\n"
                                   "analyses: [evaluate]\n",
                                   TML_AS_WRITTEN);
    /* 8 N m on a pinion of 40 mm, 16 N m on a wheel of 80 mm: at rest */
    const double Ft = 200, d1 = atan2(sin(DEG(60)), 2 + cos(DEG(60))), R = 0.04 / sin(d1), Fs = Ft * tan(DEG(25));
    tml_case_near(&c, "alpha", AT("pinion.alphax"), 0, 1e-9);
    tml_case_near(&c, "Ft", AT("mesh.fz"), Ft, 1e-9);
    tml_case_near(&c, "fx", AT("mesh.fx"), -Fs * sin(d1), 1e-9);
    tml_case_near(&c, "fy", AT("mesh.fy"), Fs * cos(d1), 1e-9);
    /* (P - A) x (-F) + T = 0, P = R (cos d1, sin d1) */
    tml_case_near(&c, "A.ty", AT("A.ty"), -(R * cos(d1) - 0.3) * Ft, 1e-9);
    tml_case_near(&c, "A.tz", AT("A.tz"), (R * cos(d1) - 0.3) * Fs * cos(d1) + R * sin(d1) * Fs * sin(d1), 1e-9);
    tml_case_free(&c);
}

/* ---- worm ---- */

#define WORM                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "parameters: {T: 2 N*m}\n"                                                                                         \
    "points: {A: [0, 0, 0], B: [0, 0.1, 0]}\n"                                                                         \
    "bodies:\n"                                                                                                        \
    "  worm: {points: [A], mass: 1, inertia: [0.001, 0.001, 0.001]}\n"                                                 \
    "  wheel: {points: [B], mass: 4, inertia: [0.02, 0.02, 0.04]}\n"                                                   \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, worm], axis: x}\n"                                                                       \
    "  B: {revolute: [ground, wheel], axis: AXIS}\n"                                                                   \
    "  mesh: {worm: [A, B], starts: 2, teeth: 40, diameter: 40 mm, hand: HAND}\n"                                      \
    "forces: {drive: {torque: worm, value: [T, 0, 0]}}\n"                                                              \
    "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n"

static void worm_and_wheel_load_their_bearings(const char *by)
{
    for (int i = 0; i < 8; i++) {
        const double sign = i / 2 % 2 ? -1 : 1, axis = i % 2 ? -1 : 1, hand = i / 4 ? -1 : 1;
        tml_case c =
            tml_case_run_text_with("worm", WORM,
                                   TML_EDITS({"AXIS", axis < 0 ? "-z" : "z"}, {"HAND", hand < 0 ? "left" : "right"},
                                             {"{T: 2 N*m}", sign < 0 ? "{T: -2 N*m}" : "{T: 2 N*m}"}),
                                   TML_BY(by));
        /* module 4 mm: tan(gamma) = 2*4/40, wheel of 80 mm */
        const double lead = 0.2, r1 = 0.02, r2 = 0.08, alpha = sign * 2 / (0.001 + 0.04 / 400);
        const double Ft = 0.04 * alpha / 20 / r2, Fs = fabs(Ft) * tan(DEG(20)) * hypot(1, lead);
        tml_case_near(&c, "alpha", AT("worm.alphax"), alpha, 1e-9);
        tml_case_near(&c, "tangential", AT("mesh.tangential"), Ft, 1e-9);
        /* a right-hand worm that turns about x pushes the teeth to -x and, at its top, to z */
        tml_case_near(&c, "fx", AT("mesh.fx"), -hand * Ft, 1e-9);
        tml_case_near(&c, "fz", AT("mesh.fz"), Ft * lead, 1e-9);
        tml_case_near(&c, "fy", AT("mesh.fy"), Fs, 1e-9);
        tml_case_near(&c, "wheel", AT("wheel.alphaz"), -hand * alpha / 20, 1e-9);
        tml_case_near(&c, "A.fx", AT("A.fx"), -hand * Ft, 1e-9);
        tml_case_near(&c, "A.tz", AT("A.tz"), r1 * hand * Ft, 1e-9);
        tml_case_near(&c, "B.tx", AT("B.tx"), r2 * Ft * lead, 1e-9);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tooth_forces, worm_and_wheel_load_their_bearings, 60)

/* ---- rack ---- */

#define RACK                                                                                                           \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], S: [0.02, -0.05]}}\n"                                                              \
    "  pinion: {points: {A: [0, 0]}, mass: 1, inertia: 0.002}\n"                                                       \
    "  bar: {points: {S: [0, 0]}, mass: 4, inertia: 0.1}\n"                                                            \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion]}\n"                                                                              \
    "  S: {prismatic: [ground, bar], axis: AXIS}\n"                                                                    \
    "  mesh: {rack: [A, S], teeth: 20, module: 5 mm}\n"                                                                \
    "forces: {drive: {torque: pinion, value: TORQUE}}\n"                                                               \
    "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n"

/* The teeth stay below the pinion while the bar moves away: their force apart has an arm about its point. */
static void rack_and_pinion_load_their_bearings(const char *by)
{
    for (int i = 0; i < 4; i++) {
        const double sign = i / 2 ? -1 : 1, axis = i % 2 ? -1 : 1;
        tml_case c = tml_case_run_text_with(
            "rack", RACK, TML_EDITS({"AXIS", axis < 0 ? "-x" : "x"}, {"TORQUE", sign < 0 ? "-6" : "6"}), TML_BY(by));
        const double a = sign * 6 / 0.05 / (4 + 0.002 / 0.05 / 0.05), Ft = 4 * a, Fs = fabs(Ft) * tan(DEG(20));
        for (int k = 0; k < 2; k++) {
            const double t = k * 0.1, x = 0.02 + a * t * t / 2;
            tml_case_near(&c, "a", tml_case_at(&c, t, "bar.ax"), a, 1e-9);
            tml_case_near(&c, "x", tml_case_at(&c, t, "bar.x"), x, 1e-9);
            tml_case_near(&c, "Ft", tml_case_at(&c, t, "mesh.fx"), Ft, 1e-9);
            tml_case_near(&c, "tangential", tml_case_at(&c, t, "mesh.tangential"), Ft, 1e-9);
            tml_case_near(&c, "Fs", tml_case_at(&c, t, "mesh.fy"), -Fs, 1e-9);
            tml_case_near(&c, "A.fx", tml_case_at(&c, t, "A.fx"), Ft, 1e-9);
            tml_case_near(&c, "A.fy", tml_case_at(&c, t, "A.fy"), -Fs, 1e-9);
            tml_case_near(&c, "S.fy", tml_case_at(&c, t, "S.fy"), Fs, 1e-9);
            tml_case_near(&c, "S.torque", tml_case_at(&c, t, "S.torque"), -x * Fs, 1e-8);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tooth_forces, rack_and_pinion_load_their_bearings, 30)

/* The same in space with a helix, and a slide beside the plane of the pinion. */
static void helical_rack_pushes_along_the_axis(const char *by)
{
    tml_case c = tml_case_run_text_with("helical rack",
                                        "trammel: 1\nspace: space\ngravity: none\n"
                                        "points: {A: [0, 0, 0], S: [0.02, -0.05, 0.01]}\n"
                                        "bodies:\n"
                                        "  pinion: {points: [A], mass: 1, inertia: [0.002, 0.002, 0.002]}\n"
                                        "  bar: {points: [S], mass: 4, inertia: [0.1, 0.1, 0.1]}\n"
                                        "joints:\n"
                                        "  A: {revolute: [ground, pinion], axis: z}\n"
                                        "  S: {prismatic: [ground, bar], axis: x}\n"
                                        "  mesh: {rack: [A, S], teeth: 20, helix: 15 deg}\n"
                                        "forces: {drive: {torque: pinion, value: [0, 0, 6]}}\n"
                                        "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n",
                                        TML_AS_WRITTEN, TML_BY(by));
    const double a = 6 / 0.05 / (4 + 0.002 / 0.05 / 0.05), Ft = 4 * a, Fs = Ft * tan(DEG(20)) / cos(DEG(15)),
                 Fa = Ft * tan(DEG(15)), x = 0.02 + a * 0.01 / 2;
    tml_case_near(&c, "a", AT("bar.ax"), a, 1e-9);
    tml_case_near(&c, "fx", AT("mesh.fx"), Ft, 1e-9);
    tml_case_near(&c, "fy", AT("mesh.fy"), -Fs, 1e-9);
    tml_case_near(&c, "fz", AT("mesh.fz"), -Fa, 1e-9);
    /* about S, with the teeth at (-x, 0, -0.01) from it */
    const double Fx = Ft, Fy = -Fs, Fz = -Fa, rx = -x, rz = -0.01;
    tml_case_near(&c, "S.tx", tml_case_at(&c, 0.1, "S.tx"), rz * Fy, 1e-8);
    tml_case_near(&c, "S.ty", tml_case_at(&c, 0.1, "S.ty"), -(rz * Fx - rx * Fz), 1e-8);
    tml_case_near(&c, "S.tz", tml_case_at(&c, 0.1, "S.tz"), -(rx * Fy), 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_forces, helical_rack_pushes_along_the_axis, 30)

/* A carriage with a pinion on a rack that stands: the ground is the rack. */
static void pinion_of_a_carriage_pulls_it_along(const char *by)
{
    tml_case c = tml_case_run_text_with("carriage",
                                        "trammel: 1\ngravity: none\n"
                                        "points: {S: [0, -0.05], A: [0, 0]}\n"
                                        "bodies:\n"
                                        "  carriage: {points: [S, A], com: A, mass: 4, inertia: 0.1}\n"
                                        "  pinion: {points: [A], mass: 1, inertia: 0.002}\n"
                                        "joints:\n"
                                        "  S: {prismatic: [ground, carriage], axis: x}\n"
                                        "  A: {revolute: [carriage, pinion]}\n"
                                        "  mesh: {rack: [A, S], teeth: 20}\n"
                                        "forces: {drive: {motor: A, value: 6}}\n"
                                        "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n",
                                        TML_AS_WRITTEN, TML_BY(by));
    const double a = 6 / 0.05 / (5 + 0.002 / 0.05 / 0.05), F = 5 * a;
    tml_case_near(&c, "a", AT("carriage.ax"), -a, 1e-9);
    tml_case_near(&c, "F", AT("mesh.fx"), F, 1e-9); /* on the ground */
    tml_case_near(&c, "Fs", AT("mesh.fy"), -F * tan(DEG(20)), 1e-9);
    tml_case_near(&c, "S.fy", AT("S.fy"), -F * tan(DEG(20)), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tooth_forces, pinion_of_a_carriage_pulls_it_along, 30)

/* ---- bearings that feel it, and wheels that cannot mesh ---- */

/* T - mu r |R_A| = ..., R the tooth force on the pinion. */
Test(tooth_forces, friction_of_a_bearing_feels_the_rack)
{
    tml_case c =
        tml_case_run_text("rack friction", RACK,
                          TML_EDITS({"AXIS", "x"}, {"TORQUE", "6"},
                                    {"A: {revolute: [ground, pinion]}",
                                     "A: {revolute: [ground, pinion], friction: {coefficient: 0.1, radius: 10 mm}}"},
                                    {"analyses:", "initial: {A.speed: 10}\nanalyses:"}));
    const double a = 6 / (0.002 / 0.05 + 4 * (0.05 + 0.001 / cos(DEG(20))));
    tml_case_near(&c, "a", AT("bar.ax"), a, 1e-8);
    tml_case_free(&c);
}

/* A text with the first `from`, if there is one, replaced. */
static char *with(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    const size_t before = at ? (size_t)(at - text) : strlen(text), size = strlen(text) + strlen(to) + 1;
    char *out = malloc(size);
    snprintf(out, size, "%.*s%s%s", (int)before, text, at ? to : "", at ? at + strlen(from) : "");
    return out;
}

Test(tooth_forces, wheels_that_cannot_mesh_are_refused_with_what_would_fit)
{
    static const struct {
        const char *text, *from, *to, *says;
    } bad[] = {
        {BEVEL, "[20, 40]", "[20, 30]", "or give the module"},
        {BEVEL, "[20, 40]", "[20, 40.5]", "whole"},
        {BEVEL, "axis: y", "axis: [0, 1, 0.1]", "do not meet"},
        {BEVEL, "teeth: [20, 40]", "teeth: [20, 40], offset: 3 deg", "no meaning with teeth"},
        {BEVEL, "teeth: [20, 40]", "ratio: 0.5", "only for wheels that mesh"},
        {WORM, "diameter: 40 mm", "diameter: 40 mm, module: 5 mm", "module 0.004 m would fit"},
        {WORM, "diameter: 40 mm", "diameter: 0.3", "twice the distance"},
        {WORM, "axis: x", "axis: [1, 0, 1]", "right angle"},
        {RACK, "module: 5 mm", "module: 4 mm", "module 0.005 m would fit"},
        {RACK, "module: 5 mm", "module: 5 mm, radius: 0.05", "either teeth"},
        {RACK, "S: [0.02, -0.05]", "S: [0.02, 0]", "pitch line"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *one = with(bad[i].text, "AXIS", bad[i].text[0] && strstr(bad[i].text, "worm:") ? "z" : "x"),
             *two = with(one, "SPIRAL", "0"), *three = with(two, "HAND", "right"), *four = with(three, "TORQUE", "6"),
             *text = with(four, bad[i].from, bad[i].to);
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(text, strlen(text), "bad", log);
        tml_results *results = NULL;
        if (model)
            tml_run(model, NULL, &results, log);
        bool said = false;
        for (size_t k = 0; k < tml_log_count(log); k++)
            said |= strstr(tml_log_get(log, k).text, bad[i].says) != NULL;
        cr_expect(said, "%s: %s", bad[i].to, tml_log_count(log) ? tml_log_get(log, 0).text : "nothing");
        tml_results_free(results);
        tml_model_free(model);
        tml_log_free(log);
        free(one), free(two), free(three), free(four), free(text);
    }
}
