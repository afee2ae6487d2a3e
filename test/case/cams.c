/* cams.c - cams computed from the motion of their follower: A10 of the reference cases (forces, torque, lift-off, flight and landing), flat and
 * oscillating followers, offsets, both ways of rotation, and what is refused.
 */
#include "support/case.h"
#include "support/numbers.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI     3.14159265358979323846
#define DEGREE (PI / 180)

/* ---- A10 ---- */

static void forces_of_the_345_cam(const char *by)
{
    static const int angles[] = {15, 30, 45, 60, 75, 150, 180};
    tml_case c =
        tml_case_run_with("cam-345/cam-345.yaml", TML_EDITS({"output: 0.001", "output: 15 deg/speed"}), TML_BY(by));
    tml_numbers n = tml_numbers_of("A10");
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        const size_t row = tml_case_row(&c, angles[i] * DEGREE / 40);
        char name[16];
        const struct {
            const char *number, *channel;
            double scale;
        } pairs[] = {{"s", "F.displacement", 0.02},
                     {"v", "F.speed", 1},
                     {"a", "F.acceleration", 75},
                     {"N", "touch.force", 75},
                     {"T", "drive.torque", 1.5}};
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            snprintf(name, sizeof name, "%s_%d", pairs[k].number, angles[i]);
            tml_case_near(&c, name, tml_case_value(&c, row, pairs[k].channel), tml_number(&n, name),
                          1e-10 * pairs[k].scale);
        }
        snprintf(name, sizeof name, "al_%d", angles[i]);
        const double fx = tml_case_value(&c, row, "touch.fx"), fy = tml_case_value(&c, row, "touch.fy");
        tml_case_near(&c, name, atan2(-fx, fy), tml_number(&n, name), 1e-10);
    }
    cr_expect_eq(tml_case_impact_count(&c), 0);
    tml_case_free(&c);
}
TML_TEST_EACH(cams, forces_of_the_345_cam, 20)

static void flight_at_65(const char *by)
{
    tml_case c =
        tml_case_run_with("cam-345/cam-345.yaml",
                          TML_EDITS({"speed: 40 ", "speed: 65 "}, {"end: 0.16", "end: 150 deg/speed"}), TML_BY(by));
    tml_numbers n = tml_numbers_of("A10");
    const double leaves = tml_case_change(&c, 0, "touch opens"), lands = tml_case_impact(&c, 0, "t");
    tml_case_near(&c, "leaves", leaves * 65, tml_number(&n, "f_th1") * DEGREE, 1e-8);
    tml_case_near(&c, "flies", lands - leaves, tml_number(&n, "f_dt"), 1e-8 * tml_number(&n, "f_dt"));
    tml_case_near(&c, "lands", lands * 65, tml_number(&n, "f_th2") * DEGREE, 1e-8);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "touch.impulse"), -0.4 * tml_number(&n, "f_vrel"), 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(cams, flight_at_65, 20)

static void largest_gap_of_the_flight(const char *by)
{
    tml_numbers n = tml_numbers_of("A10");
    char end[64];
    snprintf(end, sizeof end, "end: %.17g deg/speed", tml_number(&n, "f_thgap"));
    tml_case c = tml_case_run_with("cam-345/cam-345.yaml", TML_EDITS({"speed: 40 ", "speed: 65 "}, {"end: 0.16", end}),
                                   TML_BY(by));
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "gap", tml_case_value(&c, last, "touch.gap"), tml_number(&n, "f_gapmax"),
                  1e-8 * tml_number(&n, "f_gapmax"));
    tml_case_free(&c);
}
TML_TEST_EACH(cams, largest_gap_of_the_flight, 20)

/* Just below the speed of lift-off the roller stays, with nearly no force; just above it leaves there. */
Test(cams, first_loss_of_contact)
{
    tml_numbers n = tml_numbers_of("A10");
    const double speed = tml_number(&n, "wl"), angle = tml_number(&n, "thl");
    char below[64], above[64], output[64];
    snprintf(below, sizeof below, "speed: %.17g ", speed * (1 - 1e-10));
    snprintf(above, sizeof above, "speed: %.17g ", speed * (1 + 1e-6));
    snprintf(output, sizeof output, "output: %.17g deg/speed", angle);
    tml_case c = tml_case_run("cam-345/cam-345.yaml", TML_EDITS({"speed: 40 ", below}, {"output: 0.001", output}));
    tml_case_near(&c, "force", tml_case_value(&c, 1, "touch.force"), 0, 1e-8 * 40);
    cr_expect_gt(tml_case_value(&c, 1, "touch.force"), 0);
    cr_expect_eq(tml_case_impact_count(&c), 0);
    tml_case_free(&c);
    c = tml_case_run("cam-345/cam-345.yaml", TML_EDITS({"speed: 40 ", above}, {"output: 0.001", output}));
    tml_case_near(&c, "leaves", tml_case_change(&c, 0, "touch opens") * speed, angle * DEGREE, 2e-3);
    tml_case_free(&c);
    /* without the rate of the spring */
    snprintf(above, sizeof above, "speed: %.17g ", tml_number(&n, "wl0") * (1 + 1e-9));
    snprintf(below, sizeof below, "speed: %.17g ", tml_number(&n, "wl0") * (1 - 1e-9));
    for (int i = 0; i < 2; i++) {
        c = tml_case_run("cam-345/cam-345.yaml",
                         TML_EDITS({"speed: 40 ", i ? above : below},
                                   {"spring: [ground.T, follower.F], stiffness: 800, length: 150 mm",
                                    "force: follower.F, value: [0, -40]"}));
        cr_expect_eq(tml_case_impact_count(&c) > 0, i == 1);
        tml_case_free(&c);
    }
}

/* ---- Hertz ---- */

/* sqrt(N E (1/r + 1/(rho - r))/(pi b)), rho = (R^2 + s'^2)^(3/2)/(R^2 + 2 s'^2 - R s'') of the pitch curve, R = 50 mm + s. */
Test(cams, pressure_of_a_roller)
{
    tml_case c = tml_case_run("cam-345/cam-345.yaml", TML_EDITS({"output: 0.001", "output: 15 deg/speed"}));
    const double E = 210e9 / (2 * (1 - 0.09)), b = 0.012, h = 0.02, w = 90 * DEGREE;
    for (int deg = 15; deg < 90; deg += 15) {
        const double x = deg / 90.0, R = 0.05 + h * x * x * x * (10 - 15 * x + 6 * x * x),
                     v = h / w * 30 * x * x * (1 - x) * (1 - x), a = h / (w * w) * 60 * x * (1 - x) * (1 - 2 * x);
        const double rho = pow(R * R + v * v, 1.5) / (R * R + 2 * v * v - R * a), k = 1 / 0.01 + 1 / (rho - 0.01);
        const size_t row = tml_case_row(&c, deg * DEGREE / 40);
        const double want = sqrt(tml_case_value(&c, row, "touch.force") * E * k / (PI * b));
        tml_case_near(&c, "pressure", tml_case_value(&c, row, "touch.pressure"), want, 1e-11 * want);
    }
    tml_case_free(&c);
}

/* A disc of 50 mm on a floor, and in a bore of 60 mm: 1/R_1 + 1/R_2 is 20 and 20 - 1/0.06. */
Test(cams, pressure_of_a_disc_at_rest)
{
    static const char *const floors[] = {"{line: [[0, 0], [1, 0]]}", "{disc: 60 mm, at: [0, 60 mm], hollow: true}"};
    const double k[] = {20, 20 - 1 / 0.06};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "bodies:\n"
            "  ground: {surfaces: {floor: %s}}\n"
            "  b: {mass: 3, inertia: 1e-2, surfaces: {rim: {disc: 50 mm}}, position: [0, 50 mm]}\n"
            "forces: {c: {contact: [b.rim, ground.floor], face_width: 20 mm, modulus: [210e9, 70e9], poisson: [0.3, "
            "0.33]}}\n"
            "analyses: [dynamics: {end: 0.1, output: 0.1}]\n",
            floors[i]);
        tml_case c = tml_case_run_text("disc at rest", text, NULL);
        const double E = 1 / ((1 - 0.09) / 210e9 + (1 - 0.33 * 0.33) / 70e9);
        const double want = sqrt(3 * 9.81 * E * k[i] / (PI * 0.02));
        tml_case_near(&c, "pressure", tml_case_value(&c, 1, "c.pressure"), want, 1e-12 * want);
        tml_case_free(&c);
    }
}

/* ---- other followers ---- */

#define LIFT                                                                                                           \
    "    periodic: true\n"                                                                                             \
    "    segments: [{rise: h, over: 120 deg, law: cycloidal}, {dwell: 60 deg}, {return: h, over: 100 deg, law: "       \
    "modified_sine},\n"                                                                                                \
    "      {dwell: 80 deg}]\n"

/* s, s', s'' of a cycloidal rise: closed form. */
static void cycloidal(double h, double theta, double s[3])
{
    const double b = 120 * DEGREE, x = 2 * PI * theta / b;
    s[0] = h * (theta / b - sin(x) / (2 * PI)), s[1] = h / b * (1 - cos(x)), s[2] = 2 * PI * h / (b * b) * sin(x);
}

/* The face touches at s' from the axis, and the torque is the force times that. */
static void flat_follower(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "flat follower",
        "trammel: 1\n"
        "parameters: {h: 15 mm}\n"
        "tables:\n"
        "  lift:\n" LIFT "bodies:\n"
        "  ground: {points: {O: [0, 0], F: [0, 40 mm]}}\n"
        "  disc: {mass: 1, inertia: 1e-3, points: {O: [0, 0]}, surfaces: {rim: {cam: lift, base: 40 mm, flat: true}}}\n"
        "  follower: {mass: 0.3, inertia: 1e-3, position: [0, 40 mm], points: {F: [0, 0]},\n"
        "    surfaces: {face: {line: [[1, 0], [0, 0]]}}}\n"
        "joints: {O: {revolute: [ground, disc]}, F: {prismatic: [ground, follower], axis: y}}\n"
        "forces:\n"
        "  touch: {contact: [disc.rim, follower.face], face_width: 10 mm, modulus: 100e9}\n"
        "  load: {force: follower.F, value: [0, -200]}\n"
        "drivers: {turn: {O.angle: 30*t}}\n"
        "analyses: [dynamics: {end: 120 deg/30, output: 10 deg/30, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    for (int deg = 10; deg < 120; deg += 10) {
        double s[3];
        cycloidal(0.015, deg * DEGREE, s);
        const size_t row = tml_case_row(&c, deg * DEGREE / 30);
        const double N = 0.3 * (9.81 + 900 * s[2]) + 200;
        tml_case_near(&c, "s", tml_case_value(&c, row, "F.displacement"), s[0], 1e-12);
        tml_case_near(&c, "touch", tml_case_value(&c, row, "touch.x"), s[1], 1e-11);
        tml_case_near(&c, "N", tml_case_value(&c, row, "touch.force"), N, 1e-8);
        const double p = sqrt(N * 100e9 / (2 * (1 - 0.09)) / (0.04 + s[0] + s[2]) / (PI * 0.01));
        tml_case_near(&c, "pressure", tml_case_value(&c, row, "touch.pressure"), p, 1e-10 * p);
        tml_case_near(&c, "T", tml_case_value(&c, row, "turn.torque"), N * s[1], 1e-9);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(cams, flat_follower, 20)

/* Power of the cam and of the arm: T w = (J psi'' + M) psi'. */
static void oscillating_follower(const char *by, const char *side, const char *rotation, bool flat)
{
    char text[2000];
    const double sign = strcmp(side, "left") == 0 ? 1 : -1, sense = strcmp(rotation, "clockwise") == 0 ? -1 : 1;
    const double start = flat ? asin(0.5) : acos((0.01 + 0.0081 - 0.0016) / (2 * 0.1 * 0.09));
    snprintf(
        text, sizeof text,
        "trammel: 1\n"
        "gravity: [0, 0]\n"
        "parameters: {h: 0.2}\n"
        "tables:\n"
        "  swing:\n" LIFT "bodies:\n"
        "  ground: {points: {O: [0, 0], P: [100 mm, 0]}}\n"
        "  disc: {mass: 1, inertia: 1e-3, points: {O: [0, 0]},\n"
        "    surfaces: {rim: {cam: swing, %s, pivot: [100 mm, 0], side: %s, rotation: %s}}}\n"
        "  arm: {mass: 0.3, inertia: 2e-3, position: [100 mm, 0], angle: %.17g, points: {P: [0, 0]}, surfaces: {%s}}\n"
        "joints: {O: {revolute: [ground, disc]}, P: {revolute: [ground, arm]}}\n"
        "forces:\n"
        "  touch: {contact: [disc.rim, arm]}\n"
        "  load: {torque: arm, value: %g}\n"
        "drivers: {turn: {O.angle: %g*t}}\n"
        "analyses: [dynamics: {end: 120 deg/30, output: 10 deg/30, tolerance: 1e-10}]\n",
        flat ? "base: 50 mm, flat: true" : "base: 32 mm, roller: 8 mm, arm: 90 mm", side, rotation, PI + sign * start,
        flat ? (sign > 0 ? "face: {line: [[0, 0], [-1, 0]]}" : "face: {line: [[0, 0], [1, 0]]}")
             : "roller: {disc: 8 mm, at: [90 mm, 0]}",
        -20 * sign, 30 * sense);
    tml_case c = tml_case_run_text_with("oscillating follower", text, NULL, TML_BY(by));
    for (int deg = 10; deg < 120; deg += 10) {
        double s[3];
        cycloidal(0.2, deg * DEGREE, s);
        const size_t row = tml_case_row(&c, deg * DEGREE / 30);
        tml_case_near(&c, "swing", sign * (tml_case_value(&c, row, "arm.angle") - PI) - start, s[0], 1e-11);
        tml_case_near(&c, "acceleration", sign * tml_case_value(&c, row, "P.acceleration"), 900 * s[2], 1e-8);
        tml_case_near(&c, "torque", sense * tml_case_value(&c, row, "turn.torque"), (2e-3 * 900 * s[2] + 20) * s[1],
                      1e-9);
    }
    tml_case_free(&c);
}

static void oscillating_roller(const char *by)
{
    oscillating_follower(by, "left", "counterclockwise", false);
    oscillating_follower(by, "right", "counterclockwise", false);
    oscillating_follower(by, "left", "clockwise", false);
}
TML_TEST_EACH(cams, oscillating_roller, 20)

static void oscillating_face(const char *by)
{
    oscillating_follower(by, "left", "counterclockwise", true);
    oscillating_follower(by, "right", "clockwise", true);
}
TML_TEST_EACH(cams, oscillating_face, 20)

/* ---- tables and drawings ---- */

Test(cams, the_analysis_tells_extremes)
{
    tml_case c = tml_case_run("cam-345/cam-345.yaml", TML_AS_WRITTEN);
    tml_numbers n = tml_numbers_of("A10");
    const tml_table *t = tml_case_table(&c, "cam");
    tml_case_near(&c, "almax", tml_fact_number(t, "largest pressure angle"), tml_number(&n, "almax"), 1e-14);
    tml_case_near(&c, "amax", tml_fact_number(t, "largest acceleration in time"), tml_number(&n, "amax"), 1e-11);
    char angle[32];
    snprintf(angle, sizeof angle, "at %.6g deg", tml_number(&n, "thalmax"));
    cr_expect(strstr(tml_fact_text(t, "largest pressure angle"), angle), "%s", angle);
    snprintf(angle, sizeof angle, "at %.6g deg", tml_number(&n, "thamax"));
    cr_expect(strstr(tml_fact_text(t, "largest acceleration in time"), angle), "%s", angle);
    cr_expect_eq(tml_table_rows(t), 361);
    tml_case_free(&c);
}

/* The arcs of the drawing meet the profile: their middles against places computed between its points. */
Test(cams, a_drawing_meets_the_profile_between_its_points)
{
    tml_case c = tml_case_run("cam-345/cam-345.yaml", TML_AS_WRITTEN),
             fine = tml_case_run("cam-345/cam-345.yaml", TML_EDITS({"cam: {", "cam: {samples: 720, "}));
    const tml_table *t = tml_case_table(&fine, "cam");
    char *bytes;
    size_t length, count = 0;
    double p[361][3], off = 0;
    cr_assert_eq(tml_results_write(c.results, "dxf", "cam", &bytes, &length, c.log), TML_OK);
    cr_expect(strstr(bytes, "AC1009") && strstr(bytes, "\n70\n1\n"), "closed");
    for (const char *at = bytes; (at = strstr(at, "VERTEX")) && count < 361; at++, count++)
        cr_assert_eq(
            sscanf(at, "VERTEX 8 PROFILE 10 %lf 20 %lf 30 %*f 42 %lf", &p[count][0], &p[count][1], &p[count][2]), 3);
    cr_expect_eq(count, 360);
    memcpy(p[360], p[0], sizeof p[0]);
    for (size_t i = 0; i < 360; i++) { /* the middle of an arc is off its chord by bulge/2 of it, to the right */
        const double dx = p[i + 1][0] - p[i][0], dy = p[i + 1][1] - p[i][1], b = p[i][2] / 2;
        const double x = (p[i][0] + p[i + 1][0]) / 2 + b * dy, y = (p[i][1] + p[i + 1][1]) / 2 - b * dx;
        const size_t row = 2 * i + 1;
        const double want_x = 1e3 * tml_table_value(t, row, (size_t)tml_table_find(t, "x")),
                     want_y = 1e3 * tml_table_value(t, row, (size_t)tml_table_find(t, "y"));
        const double normal = tml_table_value(t, row, (size_t)tml_table_find(t, "normal"));
        off = fmax(off, fabs((x - want_x) * cos(normal) + (y - want_y) * sin(normal)));
    }
    tml_case_near(&c, "off, mm", off, 0, 2e-6);
    free(bytes);
    tml_case_free(&c);
    tml_case_free(&fine);
}

/* ---- what is refused ---- */

static void expect_refused(const char *surface, const char *table, const char *said)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "trammel: 1\ntables: {lift: {%s}}\nbodies: {disc: {mass: 1, inertia: 1, surfaces: {rim: {cam: lift, %s}}}}\n",
        table, surface);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m", log);
    char all[2000] = "";
    for (size_t i = 0; i < tml_log_count(log); i++)
        strncat(all, tml_log_get(log, i).text, sizeof all - strlen(all) - 1);
    if (model)
        tml_model_free(model);
    tml_log_free(log);
    cr_expect(strstr(all, said), "%s\n--- not\n%s", all, said);
}

#define RISE                                                                                                           \
    "periodic: true, segments: [{rise: 20 mm, over: 60 deg, law: 3-4-5}, {return: 20 mm, over: 60 deg, law: 3-4-5}, "  \
    "{dwell: 240 deg}]"

Test(cams, what_has_no_profile_is_refused_with_a_proposal)
{
    expect_refused("base: 10 mm, flat: true", RISE, "undercut");
    expect_refused("base: 10 mm, flat: true", RISE, "the base must be above 0.0");
    expect_refused("base: 10 mm, roller: 15 mm", RISE, "or the roller smaller");
    expect_refused("base: 40 mm", "segments: [{rise: 1 mm, over: 90 deg, law: 3-4-5}]", "is not periodic");
    expect_refused(
        "base: 40 mm",
        "periodic: true, segments: [{rise: 1 mm, over: 90 deg, law: 3-4-5}, {return: 1 mm, over: 61 deg, law: 3-4-5}]",
        "has 151 deg");
    expect_refused("base: 40 mm",
                   "periodic: true, segments: [{rise: 1 mm, over: 180 deg, law: linear}, {return: 1 mm, over: 180 deg, "
                   "law: 3-4-5}]",
                   "corner");
    expect_refused("base: 40 mm, offset: 50 mm", RISE, "the offset");
    expect_refused(
        "base: 40 mm, pivot: [0.1, 0], arm: 20 mm",
        "periodic: true, segments: [{rise: 0.1, over: 180 deg, law: 3-4-5}, {return: 0.1, over: 180 deg, law: 3-4-5}]",
        "the arm must be between");
    expect_refused("base: 40 mm, pivot: [0.1, 0], arm: 90 mm", RISE, "an angle over the angle of the cam");
    expect_refused(
        "base: 40 mm, flat: true, pivot: [0.1, 0]",
        "periodic: true, segments: [{rise: 0.6, over: 60 deg, law: 3-4-5}, {return: 0.6, over: 300 deg, law: 3-4-5}]",
        "as fast as the cam");
}

/* ---- positive drive ---- */

/* The follower of 0.4 kg that both pairs carry: m (a + g) over the cosine of the pressure angle, on the cam that can push it that way, and nothing on the
 * other; the torque is m (a + g) ds/dtheta. Both stay closed through the turn. `down`: the radius of the pitch curve on which it is pulled down. */
static void expect_positive_drive(const tml_case *c, const char *up, const char *down, double (*radius)(double s))
{
    const double m = 0.4, g = 9.81, w = 40, h = 0.02, rise = 90 * DEGREE;
    char name[4][32];
    const char *const ends[] = {"gap", "force"};
    for (int i = 0; i < 4; i++)
        snprintf(name[i], sizeof name[i], "%s.%s", i < 2 ? up : down, ends[i % 2]);
    int pushed = 0, pulled = 0;
    for (int i = 0; i < 36; i++) {
        const double theta = 10 * DEGREE * i;
        const double u = theta < rise ? theta / rise : fmax(0, fmin(1, (theta - 120 * DEGREE) / rise));
        const int sense = theta < rise ? 1 : -1;
        const double f = u * u * u * (10 - 15 * u + 6 * u * u), d = 30 * u * u * (1 - u) * (1 - u),
                     dd = 60 * u * (1 - u) * (1 - 2 * u);
        const double s = sense > 0 ? h * f : h * (1 - f), ds = sense * h * d / rise,
                     dds = sense * h * dd / (rise * rise);
        const double load = m * (dds * w * w + g), angle = atan2(ds, load > 0 ? 0.05 + s : radius(s));
        const size_t at = tml_case_row(c, theta / w);
        tml_case_near(c, "displacement", tml_case_value(c, at, "F.displacement"), s, 1e-12);
        tml_case_near(c, name[0], tml_case_value(c, at, name[0]), 0, 1e-13);
        tml_case_near(c, name[2], tml_case_value(c, at, name[2]), 0, 1e-13);
        tml_case_near(c, name[1], tml_case_value(c, at, name[1]), load > 0 ? load / cos(angle) : 0, 1e-9);
        tml_case_near(c, name[3], tml_case_value(c, at, name[3]), load > 0 ? 0 : -load / cos(angle), 1e-9);
        tml_case_near(c, "torque", tml_case_value(c, at, "drive.torque"), load * ds, 1e-9);
        pushed += load > 0, pulled += load < 0;
    }
    cr_expect(pushed > 10 && pulled > 5, "%d %d", pushed, pulled);
    for (size_t i = 0; i < 2 * tml_case_impact_count(c); i++) { /* from one side to the other: within the tolerance */
        char impulse[32];
        snprintf(impulse, sizeof impulse, "%s.impulse", i % 2 ? down : up);
        cr_expect_lt(tml_case_impact(c, i / 2, impulse), 1e-6);
    }
    tml_case_laws(c);
}

static double same_radius(double s)
{
    return 0.05 + s;
}

static double other_radius(double s)
{
    return 0.07 - s;
}

static void groove_drives_both_ways(const char *by)
{
    tml_case c = tml_case_run_with("grooved-cam/grooved-cam.yaml", TML_EDITS({"output: 0.002", "output: 10 deg/speed"}),
                                   TML_BY(by));
    expect_positive_drive(&c, "inner", "outer", same_radius);
    tml_case_free(&c);
}
TML_TEST_EACH(cams, groove_drives_both_ways, 30)

static void conjugate_cams_drive_both_ways(const char *by)
{
    tml_case c = tml_case_run_with("conjugate-cams/conjugate-cams.yaml",
                                   TML_EDITS({"output: 0.002", "output: 10 deg/speed"}), TML_BY(by));
    expect_positive_drive(&c, "push", "pull", other_radius);
    tml_case_free(&c);
}
TML_TEST_EACH(cams, conjugate_cams_drive_both_ways, 30)

/* A counter cam of another law than that of the main one presses the follower into it: both are named, at the place of the first. */
Test(cams, conjugate_cams_that_do_not_belong_together_are_named, .timeout = TML_SLOWER * 30)
{
    tml_expect_run(
        "trammel: 1\n"
        "points: {O: [0, 0], F: [0, 50 mm], H: [0, -70 mm], G: [0, 105 mm]}\n"
        "tables:\n"
        "  lift: {periodic: true, segments: [{rise: 20 mm, over: 180 deg, law: 3-4-5}, {return: 20 mm, over: "
        "180 deg, law: 3-4-5}]}\n"
        "  counter: {periodic: true, begin: [0, 20 mm], segments: [{return: 20 mm, over: 180 deg, law: "
        "cycloidal}, {rise: 20 mm, over: 180 deg, law: cycloidal}]}\n"
        "bodies:\n"
        "  shaft: {points: [O], mass: 3, inertia: 3e-3, surfaces: {main: {cam: lift, base: 40 mm, roller: 10 "
        "mm}, counter: {cam: counter, base: 40 mm, roller: 10 mm, direction: -y}}}\n"
        "  follower: {points: [F, H, G], mass: 0.4, inertia: 1e-3, com: F, surfaces: {upper: {disc: 10 mm, "
        "at: F}, lower: {disc: 10 mm, at: H}}}\n"
        "joints: {O: {revolute: [ground, shaft]}, F: {prismatic: [ground, follower], at: G, axis: y}}\n"
        "forces: {push: {contact: [shaft.main, follower.upper]}, pull: {contact: [shaft.counter, "
        "follower.lower]}}\n"
        "drivers: {drive: {O.angle: 40*t}}\n"
        "analyses: [dynamics: {end: 0.1, output: 0.01}]\n",
        TML_FAILED, "conjugate cams do whose motions, base circles or rollers do not belong together");
}

/* An eccentric circle of radius R = 30 mm, e = 8 mm, under a roller of r = 10 mm, its motion given as an expression: with L = R + r and sin(al) = e sin(th)/L
 * the pressure angle al, the radius R of curvature and the force N = (m (a + g) + F)/cos(al) follow, and Hertz's pressure from it. */
#define ECCENTRIC(speed, analysis)                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], F: [0, 32 mm], G: [0, 90 mm]}\n"                                                              \
    "tables:\n"                                                                                                        \
    "  lift: {periodic: true, segments: [{expression: \"8 mm - 8 mm*cos(x) + sqrt((40 mm)^2 - (8 mm*sin(x))^2) - "     \
    "40 mm\", over: 360 deg}]}\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  shaft: {points: [O], mass: 1, inertia: 1e-3, surfaces: {cam: {cam: lift, base: 22 mm, roller: 10 mm}}}\n"       \
    "  follower: {points: [F, G], com: F, mass: 0.4, inertia: 1e-3, surfaces: {roller: {disc: 10 mm, at: F}}}\n"       \
    "joints: {O: {revolute: [ground, shaft]}, G: {prismatic: [ground, follower], axis: y}}\n"                          \
    "forces:\n"                                                                                                        \
    "  touch: {contact: [shaft.cam, follower.roller], face_width: 12 mm, modulus: 210 GPa}\n"                          \
    "  load: {force: follower.F, value: [0, -200]}\n"                                                                  \
    "drivers: {d: {O.angle: " speed "*t}}\n"                                                                           \
    "analyses: [" analysis "]\n"

Test(cams, eccentric_circle_has_its_closed_forms)
{
    static const double e = 8e-3, R = 30e-3, r = 10e-3, L = 40e-3, m = 0.4, w = 50;
    tml_case c = tml_case_run_text_with("eccentric", ECCENTRIC("50", "cam: {speed: 50}"), TML_AS_WRITTEN, TML_BY(NULL));
    for (size_t i = 0; i <= 360; i += 15) {
        const double th = tml_case_value(&c, i, "angle");
        tml_case_near(&c, "pressure angle", fabs(tml_case_value(&c, i, "pressure_angle")), fabs(asin(e * sin(th) / L)),
                      1e-11);
        tml_case_near(&c, "radius", tml_case_value(&c, i, "radius"), R, 1e-10);
        tml_case_near(&c, "circle", hypot(tml_case_value(&c, i, "x"), tml_case_value(&c, i, "y") + e), R, 1e-14);
    }
    tml_case_free(&c);
    c = tml_case_run_text_with("eccentric", ECCENTRIC("50", "dynamics: {end: 0.12, output: 5 ms, tolerance: 1e-10}"),
                               TML_AS_WRITTEN, TML_BY(NULL));
    for (int i = 0; i <= 24; i++) {
        const double t = 0.005 * i, th = w * t, D = sqrt(L * L - e * e * sin(th) * sin(th)),
                     half = e * e * sin(2 * th) / 2;
        const double a = w * w * (e * cos(th) - (e * e * cos(2 * th) * D * D + half * half) / (D * D * D)),
                     N = (m * (a + 9.81) + 200) / cos(asin(e * sin(th) / L)), E = 210e9 / (2 * (1 - 0.3 * 0.3)),
                     p = sqrt(N * E * (1 / R + 1 / r) / (3.14159265358979323846 * 12e-3));
        tml_case_near(&c, "force", tml_case_at(&c, t, "touch.force"), N, 1e-7);
        tml_case_near(&c, "pressure", tml_case_at(&c, t, "touch.pressure") / p, 1, 1e-9);
    }
    tml_case_free(&c);
}

/* The least acceleration, -0.0096 m w^2 at its top, lifts the follower off above w = sqrt((9.81 + 200/0.4)/0.0096) = 230.447 rad/s. */
Test(cams, eccentric_circle_lifts_its_follower_off_where_it_must)
{
#define ROUND "dynamics: {end: 0.02, output: 0.2 ms, tolerance: 1e-9}"
    static const char *const texts[] = {ECCENTRIC("230.2", ROUND), ECCENTRIC("230.7", ROUND)};
    for (int k = 0; k < 2; k++) {
        tml_case c = tml_case_run_text_with("eccentric", texts[k], TML_AS_WRITTEN, TML_BY(NULL));
        double most = 0;
        for (int i = 0; i <= 100; i++)
            most = fmax(most, tml_case_at(&c, 0.0002 * i, "touch.gap"));
        cr_expect(k ? most > 1e-9 : most < 1e-12, "gap %g m", most);
        tml_case_free(&c);
    }
}
