/* reference_rolling.c - what rolls without slip against the numbers of machines.json, all of them (A08, A09).
 *
 * Each case was solved twice there with 40 digits, by independent means. Algebra and eigenvalues are held to 1e-10 and 1e-9, motions to 1e-8 at a
 * tolerance of 1e-10.
 */
#include "support/case.h"
#include "support/numbers.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double MOTION = 1e-8, ALGEBRA = 1e-10, EIGENVALUE = 1e-9;

static void near(const tml_case *c, tml_numbers *n, const char *name, double got, double relative)
{
    const double want = tml_number(n, name);
    tml_case_near(c, name, got, want, relative * fmax(fabs(want), 1));
}

static double energy(const tml_case *c, double t)
{
    return tml_case_at(c, t, "energy.kinetic") + tml_case_at(c, t, "energy.potential");
}

/* The rotation matrix of a body. */
typedef struct {
    double m[3][3];
} rotation;

static rotation rotation_of(const tml_case *c, double t, const char *body)
{
    double q[4];
    for (int i = 0; i < 4; i++) {
        char channel[32];
        snprintf(channel, sizeof channel, "%s.q%c", body, "wxyz"[i]);
        q[i] = tml_case_at(c, t, channel);
    }
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    return (rotation){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                       {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                       {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

/* The mode whose eigenvalue is nearest to a value has it, and `rigid` and `others` modes are zero and not. */
static void expect_mode(const tml_case *c, double re, double im)
{
    double best = INFINITY;
    for (size_t row = 0; row < tml_table_rows(c->table); row++)
        best = fmin(best, hypot(tml_case_value(c, row, "eigenvalue.re") - re,
                                fabs(tml_case_value(c, row, "eigenvalue.im")) - im));
    cr_expect(best <= EIGENVALUE, "%s: no mode %.15g, %.15g: the nearest is off by %.3g", c->name, re, im, best);
}

static void expect_count(const tml_case *c, int rigid, int others)
{
    int counted[2] = {0, 0};
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        const bool zero = tml_case_value(c, row, "rigid") != 0;
        counted[!zero]++;
        cr_expect(!zero ||
                  hypot(tml_case_value(c, row, "eigenvalue.re"), tml_case_value(c, row, "eigenvalue.im")) == 0);
    }
    cr_expect(counted[0] == rigid && counted[1] == others, "%s: %d rigid modes and %d others", c->name, counted[0],
              counted[1]);
}

/* ---- A08 ---- */

static const char *of(const char *name, double t)
{
    static char text[48];
    snprintf(text, sizeof text, "%s@%g", name, t);
    return text;
}

static void disc_rolls_freely(tml_numbers *n, const char *by)
{
    static const struct {
        const char *name, *channel;
    } list[] = {{"x", "disc.x"},        {"y", "disc.y"},        {"z", "disc.z"},
                {"w_x", "disc.omegax"}, {"w_y", "disc.omegay"}, {"w_z", "disc.omegaz"},
                {"Fx", "W.fx"},         {"Fy", "W.fy"},         {"Fz", "W.fz"}};
    tml_case c = tml_case_run_with("rolling-disc/rolling-disc.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, n, "Fy@0", tml_case_at(&c, 0, "W.fy"), ALGEBRA);
    near(&c, n, "Fz@0", tml_case_at(&c, 0, "W.normal"), ALGEBRA);
    for (int t = 1; t <= 4; t *= 2) {
        const rotation R = rotation_of(&c, t, "disc");
        for (size_t i = 0; i < sizeof list / sizeof *list; i++)
            near(&c, n, of(list[i].name, t), tml_case_at(&c, t, list[i].channel), MOTION);
        near(&c, n, of("n_x", t), R.m[0][1], MOTION);
        near(&c, n, of("n_y", t), R.m[1][1], MOTION);
        near(&c, n, of("n_z", t), R.m[2][1], MOTION);
        tml_case_near(&c, "energy", energy(&c, t), 9.23159451682646, 1e-9);
    }
    tml_case_near(&c, "touching point, x", tml_case_at(&c, 0, "W.x"), 0, 1e-14);
    tml_case_near(&c, "touching point, height", tml_case_largest(&c, "W.z"), 0, 1e-11);
    tml_case_laws(&c);
    tml_case_free(&c);
    /* slower than its critical speed it falls: sin(lean) = n_z */
    c = tml_case_run_with("rolling-disc/rolling-disc.yaml",
                          TML_EDITS({"w: 5 ", "w: 0.5/0.3 "},
                                    {"end: 4, output: 0.05", "end: 1, events: {fallen: {when: 2*(disc.qy*disc.qz + "
                                                             "disc.qw*disc.qx) - sin(1), stop: true}}"}),
                          TML_BY(by));
    near(&c, n, "tfall", tml_case_value(&c, tml_table_rows(c.table) - 1, "t"), MOTION);
    tml_case_free(&c);
}

static void disc_rolls_straight(tml_numbers *n)
{
    static const char *const about[] = {"modes: {about: instant}", "modes: {about: steady}"};
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run("rolling-disc/straight.yaml", TML_EDITS({"modes: {about: steady}", about[i]}));
        expect_mode(&c, 0, tml_number(n, "lam_v2"));
        expect_count(&c, 3, 1);
        tml_case_free(&c);
        c = tml_case_run("rolling-disc/straight.yaml",
                         TML_EDITS({"v: 2 ", "v: 0.5 "}, {"modes: {about: steady}", about[i]}));
        expect_mode(&c, tml_number(n, "lam_v0.5"), 0);
        expect_mode(&c, -tml_number(n, "lam_v0.5"), 0);
        expect_count(&c, 3, 2);
        tml_case_free(&c);
    }
    /* at the critical speed everything is zero; a little slower it grows, a little faster it does not */
    const double v = tml_number(n, "vcrit");
    cr_expect_lt(fabs(tml_number(n, "wcrit") - v / 0.3), 1e-14);
    for (int i = -1; i <= 1; i += 2) {
        char text[32];
        snprintf(text, sizeof text, "v: %.17g ", v * (1 + 1e-6 * i));
        tml_case c = tml_case_run("rolling-disc/straight.yaml", TML_EDITS({"v: 2 ", text}));
        const double grows = sqrt(0.8 * 9.81 / 0.3 * (2e-6 - 1e-12 * -i));
        expect_mode(&c, i < 0 ? grows : 0, i < 0 ? 0 : grows);
        tml_case_free(&c);
    }
}

static void disc_rolls_in_a_circle(tml_numbers *n)
{
    tml_case c = tml_case_run("rolling-disc/circle.yaml", TML_AS_WRITTEN);
    expect_mode(&c, 0, tml_number(n, "st_nut"));
    expect_mode(&c, 0, sqrt(-tml_number(n, "st_lam2")));
    expect_mode(&c, 0, 2); /* the circle displaced, seen from the table */
    expect_count(&c, 2, 2);
    tml_case_free(&c);
    /* found from a lean of 10 degrees and another radius */
    c = tml_case_run("rolling-disc/turn.yaml", TML_AS_WRITTEN);
    const double a = 20 * acos(-1) / 180, w = tml_case_at(&c, 0, "disc.omegay");
    tml_case_near(&c, "lean", tml_case_at(&c, 0, "lean.angle"), a, ALGEBRA);
    near(&c, n, "st_rho", tml_case_at(&c, 0, "disc.y"), ALGEBRA);
    near(&c, n, "st_rhoC", tml_case_at(&c, 0, "W.y"), ALGEBRA);
    near(&c, n, "st_v", -tml_case_at(&c, 0, "disc.vx"), ALGEBRA);
    near(&c, n, "st_vx", tml_case_at(&c, 0, "disc.vx"), ALGEBRA);
    near(&c, n, "st_spin", tml_case_at(&c, 0, "spin.speed"), ALGEBRA);
    near(&c, n, "st_u2", tml_case_at(&c, 0, "disc.vx") / 0.3, ALGEBRA);
    near(&c, n, "st_wx", tml_case_at(&c, 0, "disc.omegax"), ALGEBRA);
    near(&c, n, "st_wy", w, ALGEBRA);
    near(&c, n, "st_wz", tml_case_at(&c, 0, "disc.omegaz"), ALGEBRA);
    near(&c, n, "st_w", hypot(w, tml_case_at(&c, 0, "disc.omegaz")), ALGEBRA);
    near(&c, n, "st_N", tml_case_at(&c, 0, "W.normal"), ALGEBRA);
    near(&c, n, "st_Fy", tml_case_at(&c, 0, "W.fy"), ALGEBRA);
    tml_case_free(&c);
}

static void disc(const char *by)
{
    tml_numbers n = tml_numbers_of("A08");
    disc_rolls_freely(&n, by);
    disc_rolls_straight(&n);
    disc_rolls_in_a_circle(&n);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_rolling, disc, 20)

/* ---- A09 ---- */

#define BICYCLE "bicycle/bicycle.yaml"

static void expect_bicycle_modes(tml_numbers *n)
{
    tml_case c = tml_case_run("bicycle/straight.yaml", TML_AS_WRITTEN);
    expect_mode(&c, tml_number(n, "cast5"), 0);
    expect_mode(&c, tml_number(n, "weaveRe5"), tml_number(n, "weaveIm5"));
    expect_mode(&c, tml_number(n, "caps5"), 0);
    expect_count(&c, 4, 3);
    tml_case_free(&c);
    char v[40];
    snprintf(v, sizeof v, "v: %.17g ", tml_number(n, "vweave"));
    c = tml_case_run("bicycle/straight.yaml", TML_EDITS({"v: 5 ", v}));
    expect_mode(&c, 0, tml_number(n, "wweave"));
    tml_case_free(&c);
    snprintf(v, sizeof v, "v: %.17g ", tml_number(n, "vcapsize"));
    c = tml_case_run("bicycle/straight.yaml", TML_EDITS({"v: 5 ", v}));
    expect_mode(&c, 0, 0);
    tml_case_free(&c);
}

/* Of a matrix of the paper. */
static double entry(tml_numbers *n, const char *matrix, int k)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d%d", matrix, k / 2, k % 2);
    return tml_number(n, name);
}

/* s^2 M + s v C1 + g K0 + v^2 K2 of roll and steer is singular at every eigenvalue that is not zero: its coefficients are those of the engine's motion. */
static void expect_bicycle_equations(tml_numbers *n)
{
    static const char *const speeds[] = {"2", "5", "8"};
    for (int i = 0; i < 3; i++) {
        const double v = atof(speeds[i]);
        char text[16];
        snprintf(text, sizeof text, "v: %s ", speeds[i]);
        tml_case c = tml_case_run("bicycle/straight.yaml", TML_EDITS({"v: 5 ", text}));
        int checked = 0;
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const double complex s =
                tml_case_value(&c, row, "eigenvalue.re") + I * tml_case_value(&c, row, "eigenvalue.im");
            double complex a[4];
            if (tml_case_value(&c, row, "rigid") != 0)
                continue;
            for (int k = 0; k < 4; k++)
                a[k] = s * s * entry(n, "M", k) + s * v * entry(n, "C1", k) + 9.81 * entry(n, "K0", k) +
                       v * v * entry(n, "K2", k);
            const double size = cabs(a[0] * a[3]) + cabs(a[1] * a[2]);
            tml_case_near(&c, "determinant", cabs(a[0] * a[3] - a[1] * a[2]) / size, 0, EIGENVALUE);
            checked += cimag(s) != 0 ? 2 : 1;
        }
        cr_expect_eq(checked, 4, "%d eigenvalues at %s m/s", checked, speeds[i]);
        tml_case_free(&c);
    }
}

/* (s^2 M + s v C1 + g K0 + v^2 K2) (roll, steer) = (0, T): how the bicycle answers to a torque on its handlebar. */
static void expect_bicycle_response(tml_numbers *n)
{
    tml_case c = tml_case_run("bicycle/straight.yaml",
                              TML_EDITS({"joints:", "forces: {T: {motor: steer, torque: 0}}\njoints:"},
                                        {"modes: {about: steady}",
                                         "modes: {about: steady, inputs: [T], outputs: [steer.angle, frame.omegax], "
                                         "frequencies: [0.05, 5, 20]}"}));
    c.table = tml_case_table(&c, "modes.response");
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex s = 2 * acos(-1) * tml_case_value(&c, row, "frequency") * I;
        const double v = 5;
        double complex a[4];
        for (int k = 0; k < 4; k++)
            a[k] = s * s * entry(n, "M", k) + s * v * entry(n, "C1", k) + 9.81 * entry(n, "K0", k) +
                   v * v * entry(n, "K2", k);
        const double complex det = a[0] * a[3] - a[1] * a[2], steer = a[0] / det, roll = -a[1] / det;
        tml_case_near(&c, "steer", tml_case_value(&c, row, "steer.angle/T.amplitude"), cabs(steer), 1e-9);
        tml_case_near(&c, "roll rate", tml_case_value(&c, row, "frame.omegax/T.amplitude"), cabs(s * roll), 1e-9);
        tml_case_near(&c, "phase", sin(tml_case_value(&c, row, "steer.angle/T.phase") - carg(steer)), 0, 1e-9);
    }
    tml_case_free(&c);
}

static void expect_bicycle_motion(tml_numbers *n, const char *by)
{
    static const int times[] = {1, 2, 3, 5};
    tml_case c = tml_case_run_with(BICYCLE, TML_AS_WRITTEN, TML_BY(by));
    for (int i = 0; i < 4; i++) {
        const double t = times[i];
        const rotation R = rotation_of(&c, t, "frame");
        const double yaw = atan2(-R.m[0][1], R.m[1][1]); /* then roll about x, pitch about y */
        near(&c, n, of("n_yaw", t), yaw, MOTION);
        near(&c, n, of("n_roll", t), asin(R.m[2][1]), MOTION);
        near(&c, n, of("n_pitch", t), atan2(-R.m[2][0], R.m[2][2]), MOTION);
        near(&c, n, of("n_rolld", t),
             cos(yaw) * tml_case_at(&c, t, "frame.omegax") + sin(yaw) * tml_case_at(&c, t, "frame.omegay"), MOTION);
        near(&c, n, of("n_steer", t), tml_case_at(&c, t, "steer.angle"), MOTION);
        near(&c, n, of("n_steerd", t), tml_case_at(&c, t, "steer.speed"), MOTION);
        near(&c, n, of("n_wR", t), tml_case_at(&c, t, "R.speed"), MOTION);
        near(&c, n, of("n_x", t), tml_case_at(&c, t, "rear.x"), MOTION);
        near(&c, n, of("n_y", t), tml_case_at(&c, t, "rear.y"), MOTION);
        near(&c, n, of("n_speed", t), -0.3 * tml_case_at(&c, t, "R.speed"), MOTION);
        near(&c, n, "n_E0", energy(&c, t), 1e-10);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

static void bicycle(const char *by)
{
    tml_numbers n = tml_numbers_of("A09");
    expect_bicycle_modes(&n);
    expect_bicycle_equations(&n);
    expect_bicycle_response(&n);
    expect_bicycle_motion(&n, by);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_rolling, bicycle, 40)
