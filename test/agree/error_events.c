/* error_events.c - estimates of the error of motions with impacts bound the true error: closed forms, and solutions of 15 digits by independent
 * means (a bouncing ball, a double pendulum against a wall, a knee, a door, a rimless wheel).
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double RATIO = 3;        /* as of other motions */
static const double DIGITS = 2.3e-15; /* of the references */

static tml_run_options with_error(double tolerance)
{
    return (tml_run_options){.size = sizeof(tml_run_options), .error = true, .tolerance = tolerance};
}

static void expect_bound(const tml_case *c, size_t row, const char *channel, double want, double scale)
{
    const tml_table *errors = tml_case_table(c, "dynamics.error");
    const long column = tml_table_find(errors, channel);
    cr_assert(column >= 0, "%s", channel);
    const double got = tml_table_value(tml_case_table(c, "dynamics"), row, (size_t)column),
                 estimate = tml_table_value(errors, row, (size_t)column);
    cr_expect(fabs(got - want) <= RATIO * estimate + DIGITS * scale, "%s: %s in row %zu is off by %.3g, estimate %.3g",
              c->name, channel, row, got - want, estimate);
    cr_expect(estimate < 1e-3 * scale, "%s: an estimate of %.3g says nothing", channel, estimate);
}

/* The row after (or before) the n-th instant with two rows. */
static size_t event_row(const tml_case *c, int n, bool after)
{
    const tml_table *t = tml_case_table(c, "dynamics");
    for (size_t row = 1; row < tml_table_rows(t); row++)
        if (tml_table_value(t, row, 0) == tml_table_value(t, row - 1, 0) && n-- == 0)
            return after ? row : row - 1;
    cr_assert_fail("not so many events");
    return 0;
}

/* ---- a ball bounces: parabolas between t_n = t_1 + 2 t_1 (e - e^n)/(1 - e) ---- */

static void where_it_is(double t, double *gap, double *rate)
{
    const double g = 9.81, e = 0.8, first = sqrt(2 / g), end = first * (1 + e) / (1 - e);
    double begin = 0, until = first, v = 0, h = 1;
    if (t >= end) {
        *gap = *rate = 0;
        return;
    }
    for (double up = e * g * first; t >= until; up *= e) {
        begin = until, until += 2 * up / g;
        v = up, h = 0;
    }
    *gap = h + v * (t - begin) - 0.5 * g * (t - begin) * (t - begin);
    *rate = v - g * (t - begin);
}

Test(error_events, a_bouncing_ball_by_its_closed_form, .timeout = TML_SLOWER * 60)
{
    for (double tolerance = 1e-6; tolerance > 1e-12; tolerance /= 100) {
        tml_case c = tml_case_run_text_with(
            "ball",
            "trammel: 1\n"
            "bodies:\n"
            "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
            "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 1.05], velocity: "
            "[0.3, 0]}\n"
            "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8}}\n"
            "analyses: [dynamics: {end: 5, output: 0.013}]\n",
            NULL, with_error(tolerance));
        const tml_table *t = tml_case_table(&c, "dynamics");
        int checked = 0;
        for (size_t row = 0; row < tml_table_rows(t); row++) {
            const double now = tml_table_value(t, row, 0);
            double gap, rate;
            where_it_is(now, &gap, &rate);
            const bool event = (row > 0 && tml_table_value(t, row - 1, 0) == now) ||
                               (row + 1 < tml_table_rows(t) && tml_table_value(t, row + 1, 0) == now);
            if (event || fabs(now - 4.0637127688) < 1e-4) /* bounces too low to be followed: by 1e-11 */
                continue;
            expect_bound(&c, row, "hit.gap", gap, 1);
            expect_bound(&c, row, "ball.vy", rate, 4.5);
            checked++;
        }
        cr_expect_gt(checked, 300);
        const double times = RATIO * tml_fact_number(t, "error of times") + 5 * DIGITS;
        cr_expect_leq(fabs(tml_case_value(&c, event_row(&c, 0, false), "t") - 0.4515236409857309), times);
        cr_expect_leq(fabs(tml_case_value(&c, event_row(&c, 9, true), "t") - 3.578892951020438), times);
        cr_expect_leq(times, 1e-2 * sqrt(tolerance));
        tml_case_free(&c);
    }
}

/* ---- instants of independent solutions ---- */

typedef struct {
    const char *channel;
    int event;
    bool after;
    double want;
} at_event;

static void expect_events(const tml_case *c, const at_event *list, size_t count, double scale)
{
    const double times = tml_fact_number(tml_case_table(c, "dynamics"), "error of times");
    for (size_t i = 0; i < count; i++) {
        const size_t row = event_row(c, list[i].event, list[i].after);
        if (strcmp(list[i].channel, "t") == 0)
            cr_expect(fabs(tml_case_value(c, row, "t") - list[i].want) <=
                          RATIO * (isnan(times) ? 0 : times) + scale * DIGITS,
                      "%s: t of event %d is %.16g", c->name, list[i].event, tml_case_value(c, row, "t"));
        else
            expect_bound(c, row, list[i].channel, list[i].want, scale);
    }
}
#define EVENTS(c, scale, ...)                                                                                          \
    expect_events(c, (const at_event[]){__VA_ARGS__}, sizeof((const at_event[]){__VA_ARGS__}) / sizeof(at_event), scale)

Test(error_events, a_double_pendulum_against_a_wall, .timeout = TML_SLOWER * 60)
{
    const double tolerances[] = {1e-7, 1e-9, 1e-11};
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_text_with(
            "wall",
            "trammel: 1\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0]}, surfaces: {wall: {line: [[-0.25, 0], [-0.25, -1]]}}}\n"
            "  one: {points: {O: [0, 0], E: [0, -1]}, mass: 1, shape: rod, angle: pi/3}\n"
            "  two: {points: {E: [0, 0], T: [0, -0.8]}, mass: 0.7, shape: rod, position: [sin(pi/3), -cos(pi/3)], "
            "angle: pi/3, surfaces: {tip: {point: T}}}\n"
            "joints: {O: {revolute: [ground, one]}, E: {revolute: [one, two]}}\n"
            "forces: {hit: {contact: [two.tip, ground.wall], restitution: 0.5}}\n"
            "analyses: [dynamics: {end: 4.2, output: 0.1}]\n",
            NULL, with_error(tolerances[i]));
        EVENTS(&c, 10, {"t", 0, false, 0.6177475714283094}, {"t", 1, false, 2.867255808682710},
               {"t", 2, false, 4.103311866241954}, {"one.angle", 0, false, -0.04166935743387996},
               {"two.angle", 0, false, -0.2634658617812285}, {"one.omega", 0, false, -1.742266669683802},
               {"two.omega", 0, false, -6.031110599255135}, {"one.omega", 0, true, -3.465948989901287},
               {"two.omega", 0, true, 8.625793788831743}, {"one.omega", 1, true, 2.431013987366917},
               {"two.omega", 1, true, -0.8199714069006379}, {"one.angle", 2, true, 0.07919450222388482},
               {"two.omega", 2, true, 4.834949368154116});
        tml_case_free(&c);
    }
}

Test(error_events, a_knee_and_a_door, .timeout = TML_SLOWER * 60)
{
    const double tolerances[] = {1e-7, 1e-9, 1e-11};
    for (int i = 0; i < 3; i++) {
        tml_case knee = tml_case_run_with("knee/knee.yaml", TML_AS_WRITTEN, with_error(tolerances[i]));
        const double down = acos(-1.0) / 2;
        EVENTS(&knee, 10, {"t", 0, false, 0.2861908964810744}, {"O.angle", 0, false, 0.1717625869840137 - down},
               {"O.speed", 0, false, 0.2634067266770563}, {"O.speed", 0, true, 2.479149411681194});
        tml_case_free(&knee);
        tml_case door = tml_case_run_with("door/door.yaml", TML_AS_WRITTEN, with_error(tolerances[i]));
        EVENTS(&door, 10, {"t", 0, false, 1.012321524237817}, {"t", 1, false, 2.307631719862889},
               {"t", 4, false, 3.492762969593791}, {"t", 7, false, 3.575452817824943},
               {"H.speed", 0, false, -2.514334493518332}, {"H.speed", 4, false, -0.06436696303406930},
               {"H.speed", 7, false, -0.004119485634180435});
        tml_case_free(&door);
    }
}

Test(error_events, a_rimless_wheel, .timeout = TML_SLOWER * 60)
{
    const double tolerances[] = {1e-7, 1e-9, 1e-11};
    const tml_edit *loose = TML_EDITS(
        {"output: 0.02, tolerance: 1e-10", "output: 0.1"},
        {"events:\n  upright: {when: \"sin(4*(wheel.angle + a - 0.1))\", do: {count: true}}", ""}); /* impacts alone */
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_with("rimless-wheel/rimless-wheel.yaml", loose, with_error(tolerances[i]));
        EVENTS(&c, 10, {"t", 0, false, 0.2691161438543839}, {"t", 1, false, 0.5882177873549399},
               {"t", 2, false, 0.9528142090252374}, {"t", 5, false, 2.231281695792763},
               {"wheel.omega", 0, false, -3.390955688796760}, {"wheel.omega", 0, true, -2.563299083342201},
               {"wheel.omega", 5, false, -2.485001231055158}, {"wheel.omega", 5, true, -1.878467889955877});
        tml_case_free(&c);
    }
}
