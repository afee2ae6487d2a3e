/* reference_impact.c - models with impacts against the numbers of machines.json, all of them (A01, A05, A06, A07, A17, A18, A19, A20, A24).
 *
 * Each case was solved twice there with 40 digits, by independent means. Algebra is held to 1e-10, motions to 1e-8 at a tolerance of 1e-10.
 */
#include "support/case.h"
#include "support/numbers.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846, MOTION = 1e-8, ALGEBRA = 1e-10;

static void near(const tml_case *c, tml_numbers *n, const char *name, double got, double relative)
{
    const double want = tml_number(n, name);
    tml_case_near(c, name, got, want, relative * fmax(fabs(want), 0.1));
}

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

/* The value of a channel before the n-th impact, from 0, and after it. */
static double before(const tml_case *c, size_t n, const char *channel)
{
    size_t row = 0;
    while (tml_case_value(c, row, "t") < tml_case_impact(c, n, "t"))
        row++;
    return tml_case_value(c, row, channel);
}

static double after(const tml_case *c, size_t n, const char *channel)
{
    size_t row = tml_table_rows(c->table);
    while (tml_case_value(c, row - 1, "t") > tml_case_impact(c, n, "t"))
        row--;
    return tml_case_value(c, row - 1, channel);
}

static size_t impact_count(const tml_case *c)
{
    const char *text = tml_fact_text(c->table, "energy lost in impacts"), *at = strstr(text, " in ");
    return at ? strtoul(at + 4, NULL, 10) : 0;
}

/* ---- A01 ---- */

static void ball_bounces(const char *by)
{
    static const int list[] = {1, 2, 3, 5, 10, 20};
    tml_numbers n = tml_numbers_of("A01");
    tml_case c = tml_case_run_with("bouncing-ball/bouncing-ball.yaml", TML_AS_WRITTEN, TML_BY(by));
    char name[24];
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "t%d", list[i]);
        near(&c, &n, name, tml_case_impact(&c, (size_t)list[i] - 1, "t"), MOTION);
    }
    near(&c, &n, "v1", -before(&c, 0, "ball.vy"), MOTION);
    near(&c, &n, "P1", tml_case_impact(&c, 0, "hit.impulse"), MOTION);
    near(&c, &n, "Ploss1", -tml_case_impact(&c, 0, "energy"), MOTION);
    for (int t = 1; t <= 4; t++) {
        snprintf(name, sizeof name, "y@%d", t);
        near(&c, &n, name, tml_case_at(&c, t, "hit.gap"), MOTION);
        snprintf(name, sizeof name, "v@%d", t);
        near(&c, &n, name, tml_case_at(&c, t, "ball.vy"), MOTION);
    }
    near(&c, &n, "tinf", tml_fact_number(c.table, "bounces of hit end"), MOTION);
    near(&c, &n, "Psum", atof(strstr(tml_fact_text(c.table, "impacts of hit"), "impulses") + 8), MOTION);
    near(&c, &n, "N", last(&c, "hit.force"), MOTION);
    near(&c, &n, "x@5", last(&c, "ball.x"), MOTION);
    tml_case_near(&c, "gap at rest", last(&c, "hit.gap"), 0, 1e-14);
    tml_case_laws(&c);
    tml_case_free(&c);

    const double s = sin(PI / 6), k = cos(PI / 6);
    c = tml_case_run_with("ball-on-slope/ball-on-slope.yaml", TML_AS_WRITTEN, TML_BY(by));
#define DOWN(x, z) ((x)*k - (z)*s)
    for (int i = 1; i <= 3; i++) {
        const size_t at = (size_t)i - 1;
        snprintf(name, sizeof name, "b_t%d", i);
        near(&c, &n, name, tml_case_impact(&c, at, "t"), MOTION);
        snprintf(name, sizeof name, "b_s%d", i);
        near(&c, &n, name, DOWN(before(&c, at, "ball.x"), before(&c, at, "ball.z")), MOTION);
    }
    near(&c, &n, "b_tinf", tml_fact_number(c.table, "bounces of hit end"), MOTION);
    near(&c, &n, "b_s@3", DOWN(last(&c, "ball.x"), last(&c, "ball.z")), MOTION);
    near(&c, &n, "b_N", last(&c, "hit.force"), MOTION);
    tml_case_free(&c);
    c = tml_case_run_with("ball-on-slope/ball-on-slope.yaml", TML_EDITS({"end: 3,", "end: 1.944141393572346,"}),
                          TML_BY(by));
    near(&c, &n, "b_sinf", DOWN(last(&c, "ball.x"), last(&c, "ball.z")), MOTION);
    near(&c, &n, "b_vinf", DOWN(last(&c, "ball.vx"), last(&c, "ball.vz")), MOTION);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, ball_bounces, 20)

/* ---- A05 ---- */

static void rod_is_struck(const char *by)
{
    static const char *const depth[] = {"0.4", "0.8", "1.2"};
    tml_numbers n = tml_numbers_of("A05");
    for (int i = 0; i < 3; i++) {
        char d[16], name[16];
        snprintf(d, sizeof d, "d: %s ", depth[i]);
        tml_case c = tml_case_run_with("struck-rod/struck-rod.yaml", TML_EDITS({"d: 0.8 ", d}), TML_BY(by));
#define AT(of) (snprintf(name, sizeof name, of "_%s", depth[i]), name)
        near(&c, &n, AT("P"), tml_case_impact(&c, 0, "hit.impulse"), ALGEBRA);
        near(&c, &n, AT("w"), after(&c, 0, "rod.omega"), ALGEBRA);
        near(&c, &n, AT("vb"), after(&c, 0, "ball.vx"), ALGEBRA);
        near(&c, &n, AT("Rx"), tml_case_impact(&c, 0, "O.fx"), ALGEBRA);
        near(&c, &n, AT("dE"), -tml_case_impact(&c, 0, "energy"), ALGEBRA);
        const double top = tml_case_change(&c, 0, "top");
        size_t row = 0;
        while (tml_case_value(&c, row, "t") < top)
            row++;
        near(&c, &n, AT("swing"), tml_case_value(&c, row, "O.angle"), MOTION);
        tml_case_free(&c);
    }
    cr_expect_float_eq(tml_number(&n, "cop"), 0.8, 1e-15); /* where the impulse of the pin is zero */
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, rod_is_struck, 20)

/* ---- A06 ---- */

static void double_pendulum_strikes_a_wall(tml_numbers *n, const char *by)
{
    tml_case c =
        tml_case_run_with("double-pendulum-wall/double-pendulum-wall.yaml", TML_EDITS({"1e-10", "1e-11"}), TML_BY(by));
    for (int i = 1; i <= 3; i++) {
        const size_t at = (size_t)i - 1;
        const struct {
            const char *name;
            double got;
        } list[] = {{"t%d", tml_case_impact(&c, at, "t")},   {"a%d", before(&c, at, "upper.angle")},
                    {"b%d", before(&c, at, "lower.angle")},  {"P%d", tml_case_impact(&c, at, "hit.impulse")},
                    {"wa%dp", after(&c, at, "upper.omega")}, {"wb%dp", after(&c, at, "lower.omega")}};
        for (size_t k = 0; k < 6; k++) {
            char name[24];
            snprintf(name, sizeof name, list[k].name, i);
            near(&c, n, name, list[k].got, MOTION);
        }
    }
    near(&c, n, "wa1m", before(&c, 0, "upper.omega"), MOTION);
    near(&c, n, "wb1m", before(&c, 0, "lower.omega"), MOTION);
    near(&c, n, "u1", before(&c, 0, "lower.T.vx"), MOTION);
    near(&c, n, "Jx", tml_case_impact(&c, 0, "E.fx"), MOTION);
    near(&c, n, "Jy", tml_case_impact(&c, 0, "E.fy"), MOTION);
    near(&c, n, "Ox", tml_case_impact(&c, 0, "O.fx"), MOTION);
    near(&c, n, "Oy", tml_case_impact(&c, 0, "O.fy"), MOTION);
    near(&c, n, "dE", -tml_case_impact(&c, 0, "energy"), MOTION);
    tml_case_laws(&c);
    tml_case_free(&c);
}

static void double_pendulum(const char *by)
{
    tml_numbers n = tml_numbers_of("A06");
    double_pendulum_strikes_a_wall(&n, by);
    tml_case c = tml_case_run_with("knee/knee.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "k_t1", tml_case_impact(&c, 0, "t"), MOTION);
    near(&c, &n, "k_a1", before(&c, 0, "O.angle") + PI / 2, MOTION);
    near(&c, &n, "k_wa1m", before(&c, 0, "thigh.omega"), MOTION);
    near(&c, &n, "k_wb1m", before(&c, 0, "shank.omega"), MOTION);
    near(&c, &n, "k_w1p", after(&c, 0, "thigh.omega"), MOTION);
    near(&c, &n, "k_w1p", after(&c, 0, "shank.omega"), MOTION);
    near(&c, &n, "k_P", tml_case_impact(&c, 0, "K.upper_limit.impulse"), MOTION);
    near(&c, &n, "k_Jx", tml_case_impact(&c, 0, "K.fx"), MOTION);
    near(&c, &n, "k_Jy", tml_case_impact(&c, 0, "K.fy"), MOTION);
    near(&c, &n, "k_Ox", tml_case_impact(&c, 0, "O.fx"), MOTION);
    near(&c, &n, "k_Oy", tml_case_impact(&c, 0, "O.fy"), MOTION);
    near(&c, &n, "k_tau1", -after(&c, 0, "K.limit"), MOTION);
    near(&c, &n, "k_tr", tml_case_change(&c, 0, "K.upper_limit opens"), MOTION);
    near(&c, &n, "k_t2", tml_case_impact(&c, 1, "t"), MOTION);
    near(&c, &n, "k_wa2m", before(&c, 1, "thigh.omega"), MOTION);
    near(&c, &n, "k_wb2m", before(&c, 1, "shank.omega"), MOTION);
    tml_case_laws(&c);
    tml_case_free(&c);
    c = tml_case_run_with("knee/knee.yaml", TML_EDITS({"end: 2.6", "end: 1.364910843230166"}), TML_BY(by));
    near(&c, &n, "k_ar", last(&c, "O.angle") + PI / 2, MOTION);
    near(&c, &n, "k_wr", last(&c, "thigh.omega"), MOTION);
    tml_case_free(&c);
    c = tml_case_run_with("knee/knee.yaml", TML_EDITS({"end: 2.6", "end: 1.664910843230166"}), TML_BY(by));
    near(&c, &n, "k_a_end", last(&c, "O.angle") + PI / 2, MOTION);
    near(&c, &n, "k_b_end", last(&c, "O.angle") + PI / 2 + last(&c, "K.angle"), MOTION);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, double_pendulum, 20)

/* ---- A07 ---- */

static void bowling_ball(const char *by)
{
    tml_numbers n = tml_numbers_of("A07");
    tml_case c = tml_case_run_with("bowling/straight.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "p_tr", tml_case_change(&c, 0, "lane sticks"), MOTION);
    near(&c, &n, "p_vx", last(&c, "ball.vx"), MOTION);
    near(&c, &n, "p_wy", -last(&c, "ball.omega"), MOTION);
    near(&c, &n, "p_loss", last(&c, "energy.friction_loss"), MOTION);
    near(&c, &n, "p_x@3", last(&c, "ball.x"), MOTION);
    tml_case_free(&c);
    c = tml_case_run_with("bowling/straight.yaml", TML_EDITS({"end: 3,", "end: 1.941653317800107,"}), TML_BY(by));
    near(&c, &n, "p_x", last(&c, "ball.x"), MOTION);
    tml_case_free(&c);
    c = tml_case_run_with("bowling/bowling.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "s_tr", tml_case_change(&c, 0, "lane sticks"), MOTION);
    near(&c, &n, "s_vx", last(&c, "ball.vx"), MOTION);
    near(&c, &n, "s_vy", last(&c, "ball.vy"), MOTION);
    near(&c, &n, "s_wx", last(&c, "ball.omegax"), MOTION);
    near(&c, &n, "s_wy", last(&c, "ball.omegay"), MOTION);
    near(&c, &n, "s_loss", last(&c, "energy.friction_loss"), MOTION);
    near(&c, &n, "s_x@3", last(&c, "ball.x"), MOTION);
    near(&c, &n, "s_y@3", last(&c, "ball.y"), MOTION);
    tml_case_near(&c, "spin", last(&c, "ball.omegaz"), 5, 1e-9);
    tml_case_free(&c);
    c = tml_case_run_with("bowling/bowling.yaml", TML_EDITS({"end: 3,", "end: 1.854507633187760,"}), TML_BY(by));
    near(&c, &n, "s_x", last(&c, "ball.x"), MOTION);
    near(&c, &n, "s_y", last(&c, "ball.y"), MOTION);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, bowling_ball, 30)

/* ---- A17 ---- */

static void door_against_a_stop(const char *by)
{
    static const int list[] = {1, 2, 3, 5, 8};
    tml_numbers n = tml_numbers_of("A17");
    /* where it turns back is an event, for the height of the rebound */
    tml_case c = tml_case_run_with(
        "door/door.yaml",
        TML_EDITS({"tolerance: 1e-10", "tolerance: 1e-10, events: {turns: {when: H.speed, stop: false}}"}), TML_BY(by));
    const double t1 = tml_case_impact(&c, 0, "t"), t2 = tml_case_impact(&c, 1, "t");
    double top = 0;
    for (int i = 0; i < 5; i++) {
        char name[8];
        const size_t at = (size_t)list[i] - 1;
        snprintf(name, sizeof name, "t%d", list[i]);
        near(&c, &n, name, tml_case_impact(&c, at, "t"), MOTION);
        snprintf(name, sizeof name, "w%d", list[i]);
        near(&c, &n, name, before(&c, at, "H.speed"), MOTION);
    }
    near(&c, &n, "tinf", tml_fact_number(c.table, "bounces of H.lower_limit end"), MOTION);
    near(&c, &n, "L1", tml_case_impact(&c, 0, "H.lower_limit.impulse"), MOTION);
    near(&c, &n, "H1", hypot(tml_case_impact(&c, 0, "H.fx"), tml_case_impact(&c, 0, "H.fy")), MOTION);
    near(&c, &n, "loss1", -tml_case_impact(&c, 0, "energy"), MOTION);
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        if (tml_case_value(&c, row, "t") > t1 && tml_case_value(&c, row, "t") < t2)
            top = fmax(top, tml_case_value(&c, row, "H.angle"));
    near(&c, &n, "pm1", top * 180 / PI, MOTION);
    /* force of the hinge on the door before the first impact, along the door and across it, at 20 degrees */
    const double s = sin(PI / 9), k = cos(PI / 9), fx = before(&c, 0, "H.fx"), fy = before(&c, 0, "H.fy");
    near(&c, &n, "Rr1", -(fx * k + fy * s), MOTION);
    near(&c, &n, "Rt1", fabs(fy * k - fx * s), MOTION);
    near(&c, &n, "Fax", before(&c, 0, "H.fz"), MOTION);
    near(&c, &n, "Fax", last(&c, "H.fz"), MOTION);
    near(&c, &n, "Fperp", hypot(last(&c, "H.fx"), last(&c, "H.fy")), MOTION);
    near(&c, &n, "Trest", last(&c, "H.limit"), MOTION);
    near(&c, &n, "Mrest", hypot(last(&c, "H.tx"), last(&c, "H.ty")), MOTION);
    const double a0 = tml_case_value(&c, 0, "H.acceleration"); /* I a = -m g sin(10 deg) 0.45 sin(100 deg) */
    near(&c, &n, "kk", -a0 / sin(100 * PI / 180), ALGEBRA);
    near(&c, &n, "I", -25 * 9.81 * sin(PI / 18) * 0.45 * sin(100 * PI / 180) / a0, ALGEBRA);
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, door_against_a_stop, 20)

/* ---- A18 ---- */

#define FOOT(k) "feet[wheel.s" k "-ground]"

static void rimless_wheel(const char *by)
{
    tml_numbers n = tml_numbers_of("A18");
    tml_case c = tml_case_run_with("rimless-wheel/rimless-wheel.yaml", TML_AS_WRITTEN, TML_BY(by));
    for (int i = 1; i <= 6; i++) {
        const size_t at = (size_t)i - 1;
        char name[24];
        snprintf(name, sizeof name, "t%d", i);
        near(&c, &n, name, tml_case_impact(&c, at, "t"), MOTION);
        snprintf(name, sizeof name, "wm%d", i);
        near(&c, &n, name, -before(&c, at, "wheel.omega"), MOTION);
        snprintf(name, sizeof name, "wp%d", i);
        near(&c, &n, name, -after(&c, at, "wheel.omega"), MOTION);
    }
    const double P = tml_case_impact(&c, 0, FOOT("1") ".impulse"),
                 T = tml_case_impact(&c, 0, FOOT("1") ".friction_impulse");
    near(&c, &n, "eta", after(&c, 0, "wheel.omega") / before(&c, 0, "wheel.omega"), MOTION);
    near(&c, &n, "Pn1", P, MOTION);
    near(&c, &n, "Pt1", T, MOTION);
    near(&c, &n, "mu1", -T / P, MOTION);
    tml_case_near(&c, "lifted foot", tml_case_impact(&c, 0, FOOT("0") ".impulse"), 0, 0);
    tml_case_laws(&c);
    tml_case_free(&c);

    c = tml_case_run_with("rimless-wheel/rimless-wheel.yaml", TML_EDITS({"w: 3 ", "w: 1.825186107457132 "}),
                          TML_BY(by));
    near(&c, &n, "T", tml_case_impact(&c, 0, "t"), MOTION);
    near(&c, &n, "T", tml_case_impact(&c, 2, "t") - tml_case_impact(&c, 1, "t"), MOTION);
    near(&c, &n, "speed", 2 * 0.5 * sin(PI / 8) / tml_case_impact(&c, 0, "t"), MOTION);
    near(&c, &n, "wminus", -before(&c, 0, "wheel.omega"), MOTION);
    near(&c, &n, "wplus", -after(&c, 0, "wheel.omega"), MOTION);
    near(&c, &n, "Pn", tml_case_impact(&c, 0, FOOT("1") ".impulse"), MOTION);
    near(&c, &n, "Pt", tml_case_impact(&c, 0, FOOT("1") ".friction_impulse"), MOTION);
    near(&c, &n, "loss", -tml_case_impact(&c, 0, "energy"), MOTION);
    near(&c, &n, "Fn_start", tml_case_value(&c, 0, "feet.force"), MOTION);
    near(&c, &n, "Ft_start", tml_case_value(&c, 0, "wheel.ax") * 2 - 2 * 9.81 * sin(0.1), MOTION);
    near(&c, &n, "Fn_end", before(&c, 0, "feet.force"), MOTION);
    near(&c, &n, "Ft_end", before(&c, 0, "wheel.ax") * 2 - 2 * 9.81 * sin(0.1), MOTION);
    const double t = tml_case_change(&c, 0, "upright");
    size_t row = 0;
    while (tml_case_value(&c, row, "t") < t)
        row++;
    near(&c, &n, "Fn_mid", tml_case_value(&c, row, "feet.force"), MOTION);
    near(&c, &n, "Ft_mid", tml_case_value(&c, row, "wheel.ax") * 2 - 2 * 9.81 * sin(0.1), MOTION);
    tml_case_free(&c);

    /* a little more than what passes the top, and a little less */
    cr_expect_lt(fabs(tml_number(&n, "wmin") - 1.179312304744039), 1e-14);
    c = tml_case_run_with("rimless-wheel/rimless-wheel.yaml", TML_EDITS({"w: 3 ", "w: 1.2 "}), TML_BY(by));
    cr_expect_lt(after(&c, 0, "wheel.omega"), -1); /* walks on */
    tml_case_free(&c);
    c = tml_case_run_with("rimless-wheel/rimless-wheel.yaml", TML_EDITS({"w: 3 ", "w: 1.16 "}), TML_BY(by));
    cr_expect_gt(before(&c, 0, "wheel.omega"), 0.5); /* falls back */
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, rimless_wheel, 30)

/* ---- A19 ---- */

static void expect_velocities(const tml_case *c, int count, const double *want)
{
    for (int i = 0; i < count; i++) {
        char channel[16];
        snprintf(channel, sizeof channel, "b%d.vx", i + 1);
        tml_case_near(c, channel, last(c, channel), want[i], 1e-10);
    }
}

static void expect_cradle(const char *file, const tml_edit *edits, const char *by, int count, const double *want)
{
    tml_case c = tml_case_run_with(file, edits, TML_BY(by));
    expect_velocities(&c, count, want);
    tml_case_free(&c);
}

#define LIST(...) ((const double[]){__VA_ARGS__})

static void cradle(const char *by)
{
    tml_numbers n = tml_numbers_of("A19");
    expect_cradle("cradle/apart.yaml", TML_AS_WRITTEN, by, 5, LIST(0, 0, 0, 0, 1));
    expect_cradle("cradle/two.yaml", TML_AS_WRITTEN, by, 5, LIST(0, 0, 0, 1, 1));
    expect_cradle("cradle/touching.yaml", TML_AS_WRITTEN, by, 5, LIST(-0.6, 0.4, 0.4, 0.4, 0.4));
    expect_cradle("cradle/touching.yaml", TML_EDITS({"e: 1,", "e: 0.5,"}), by, 5, LIST(-0.2, 0.3, 0.3, 0.3, 0.3));
    expect_cradle("cradle/touching.yaml", TML_EDITS({"e: 1,", "e: 0,"}), by, 5, LIST(0.2, 0.2, 0.2, 0.2, 0.2));
    expect_cradle("cradle/masses-touching.yaml", TML_AS_WRITTEN, by, 3, LIST(-57.0 / 35, 27.0 / 35, 27.0 / 35));
    expect_cradle("cradle/both-sides.yaml", TML_AS_WRITTEN, by, 3, LIST(-0.5, 0, 0.5));
    tml_case c = tml_case_run_with("cradle/touching.yaml", TML_AS_WRITTEN, TML_BY(by));
    for (int i = 1; i <= 4; i++) {
        char name[24];
        snprintf(name, sizeof name, "c%d.impulse", i);
        tml_case_near(&c, name, tml_case_impact(&c, 0, name), 0.4 * (5 - i), 1e-10);
    }
    tml_case_free(&c);
    c = tml_case_run_with("cradle/masses-touching.yaml", TML_AS_WRITTEN, TML_BY(by));
    tml_case_near(&c, "c1", tml_case_impact(&c, 0, "c1.impulse"), 162.0 / 35, 1e-10);
    tml_case_near(&c, "c2", tml_case_impact(&c, 0, "c2.impulse"), 108.0 / 35, 1e-10);
    tml_case_free(&c);
    c = tml_case_run_with("cradle/masses.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "b_t1", tml_case_impact(&c, 0, "t"), ALGEBRA);
    near(&c, &n, "b_t2", tml_case_impact(&c, 1, "t"), ALGEBRA);
    near(&c, &n, "b_P1", tml_case_impact(&c, 0, "c1.impulse"), ALGEBRA);
    near(&c, &n, "b_P2", tml_case_impact(&c, 1, "c2.impulse"), ALGEBRA);
    expect_velocities(&c, 3, LIST(tml_number(&n, "b_v1"), tml_number(&n, "b_v2"), tml_number(&n, "b_v3")));
    tml_case_free(&c);
    c = tml_case_run_with("cradle/apart.yaml", TML_EDITS({"e: 1, v: 1", "e: 0.9, v: 2"}, {"end: 1,", "end: 3,"}),
                          TML_BY(by));
    expect_velocities(&c, 5,
                      LIST(tml_number(&n, "c_v1"), tml_number(&n, "c_v2"), tml_number(&n, "c_v3"),
                           tml_number(&n, "c_v4"), tml_number(&n, "c_v5")));
    cr_expect_eq((double)impact_count(&c), tml_number(&n, "c_n"));
    near(&c, &n, "c_tlast", tml_case_impact(&c, 9, "t"), MOTION);
    near(&c, &n, "c_first", after(&c, 3, "b5.vx"), ALGEBRA);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, cradle, 20)

/* ---- A20 ---- */

static void piles_at_rest(const char *by)
{
    static const struct {
        const char *name, *channel;
    } trough[] = {{"N1", "t1.force"},  {"N2", "t2.force"},  {"N3", "t3.force"},  {"N2", "t4.force"},
                  {"N1", "t5.force"},  {"C12", "c1.force"}, {"C23", "c2.force"}, {"C23", "c3.force"},
                  {"C12", "c4.force"}, {"x1", "d1.x"},      {"y1", "d1.y"},      {"x2", "d2.x"},
                  {"y2", "d2.y"},      {"x3", "d3.x"},      {"y3", "d3.y"},      {"x4", "d4.x"},
                  {"y4", "d4.y"},      {"x5", "d5.x"},      {"y5", "d5.y"}};
    tml_numbers n = tml_numbers_of("A20");
    tml_case c = tml_case_run_with("discs-in-trough/discs-in-trough.yaml", TML_AS_WRITTEN, TML_BY(by));
    for (size_t i = 0; i < sizeof trough / sizeof *trough; i++)
        near(&c, &n, trough[i].name, last(&c, trough[i].channel), ALGEBRA);
    near(&c, &n, "delta", 2 * asin(0.05 / 0.45), ALGEBRA); /* the data of the case */
    tml_case_free(&c);
    c = tml_case_run_with("ball-pile/ball-pile.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "b_P", last(&c, "upper.force") / 3, ALGEBRA);
    near(&c, &n, "b_T", last(&c, "upper.friction") / 3, ALGEBRA);
    near(&c, &n, "b_N", last(&c, "floor.force") / 3, ALGEBRA);
    near(&c, &n, "b_F", last(&c, "floor.friction") / 3, ALGEBRA);
    near(&c, &n, "b_ztop", last(&c, "top.z"), ALGEBRA);
    near(&c, &n, "b_mutop", last(&c, "upper.friction") / last(&c, "upper.force"), ALGEBRA);
    near(&c, &n, "b_mufloor", last(&c, "floor.friction") / last(&c, "floor.force"), ALGEBRA);
    near(&c, &n, "b_beta", 2 * atan(last(&c, "upper.friction") / last(&c, "upper.force")), ALGEBRA);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, piles_at_rest, 20)

/* ---- A24 ---- */

static void disc_is_thrown(const char *by)
{
    static const tml_edit edits[][4] = {
        {{NULL, NULL}},
        {{"mu: 0.3", "mu: 0.6"}, {NULL, NULL}},
        {{"vx: 4 ", "vx: 1 "}, {"w: 30 ", "w: -40 "}, {"mu: 0.3", "mu: 0.25"}, {NULL, NULL}}};
    tml_numbers n = tml_numbers_of("A24");
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_with("thrown-disc/thrown-disc.yaml", edits[i], TML_BY(by));
        char name[24];
#define OF(what) (snprintf(name, sizeof name, "%c_" what, 'a' + i), name)
        near(&c, &n, OF("vx"), last(&c, "disc.vx"), ALGEBRA);
        near(&c, &n, OF("vy"), last(&c, "disc.vy"), ALGEBRA);
        near(&c, &n, OF("w"), last(&c, "disc.omega"), ALGEBRA);
        near(&c, &n, OF("Pn"), tml_case_impact(&c, 0, "hit.impulse"), ALGEBRA);
        near(&c, &n, OF("Pt"), tml_case_impact(&c, 0, "hit.friction_impulse"), ALGEBRA);
        tml_case_free(&c);
    }
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_impact, disc_is_thrown, 20)
