/* thin_obstacles.c - contacts, stops and events that begin and end within one step of the integrator, against closed forms. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double G = 9.81;

/* Integral of f from a to b by Simpson's rule with many panels: f is smooth. */
static double integrate(double (*f)(double x, double k), double k, double a, double b)
{
    enum { PANELS = 2000 };
    const double h = (b - a) / PANELS;
    double sum = f(a, k) + f(b, k);
    for (int i = 1; i < PANELS; i++)
        sum += (i % 2 ? 4 : 2) * f(a + i * h, k);
    return sum * h / 3;
}

/* 1/sqrt(1 - k^2 sin^2 phi) */
static double elliptic(double phi, double k)
{
    return 1 / sqrt(1 - k * k * sin(phi) * sin(phi));
}

Test(thin_obstacles, a_ball_lands_on_a_shelf_as_thick_as_itself, .timeout = 60)
{
    tml_case c = tml_case_run_text(
        "shelf",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {shelf: {polygon: [[-0.5, -0.02], [0.5, -0.02], [0.5, 0], [-0.5, 0]]}}}\n"
        "  ball: {mass: 1, inertia: 0.01, com: [0, 0], position: [0, 1], surfaces: {skin: {disc: 0.02}}}\n"
        "forces: {hit: {contact: [ball.skin, ground.shelf], restitution: 0.5}}\n"
        "analyses: [dynamics: {end: 2}]\n",
        NULL);
    const double fall = sqrt(2 * 0.98 / G);
    for (size_t n = 0; n < 5;
         n++) /* each hop is half as long as the one before, the first one as long as the fall twice over */
        tml_case_near(&c, "impact", tml_case_impact(&c, n, "t"), fall * (1 + 2 * (1 - pow(0.5, (double)n))), 1e-9);
    cr_expect(strstr(tml_fact_text(c.table, "between ends of steps"), "no gap passes unseen"));
    tml_case_free(&c);
}

Test(thin_obstacles, a_ball_strikes_a_plate_after_a_long_flight, .timeout = 60)
{
    tml_case c = tml_case_run_text(
        "plate",
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {surfaces: {plate: {polygon: [[5, -0.5], [5.005, -0.5], [5.005, 0.5], [5, 0.5]]}}}\n"
        "  ball: {mass: 1, inertia: 0.01, com: [0, 0], position: [0, 0], velocity: [2, 0], surfaces: {skin: {disc: 20 "
        "mm}}}\n"
        "forces: {hit: {contact: [ball.skin, ground.plate], restitution: 0.5}}\n"
        "analyses: [dynamics: {end: 5}]\n",
        NULL);
    cr_expect_eq(tml_case_impact_count(&c), 1);
    tml_case_near(&c, "impact", tml_case_impact(&c, 0, "t"), 4.98 / 2, 1e-12);
    tml_case_near(&c, "end", tml_case_at(&c, 5, "ball.x"), 4.98 - (5 - 2.49), 1e-11);
    tml_case_free(&c);
}

/* A rod of length 1 falls from the horizontal; its tip of 10 mm strikes a peg of 5 mm below: w^2 = 3 g cos(angle from below). It returns with half the speed, up to
 * the angle whose cosine is 3/4 of that of the touch. */
static void strikes_the_peg(const char *by)
{
    static const char *const tolerances[] = {"1e-6", "1e-8", "1e-10"};
    const double touch = 2 * asin(0.0075), pi = acos(-1), w0 = sqrt(1.5 * G);
    const double k = sqrt(0.5), first = (integrate(elliptic, k, asin(sin(touch / 2) / k), pi / 2)) / w0;
    const double top = acos(0.75 * cos(touch)), kk = sin(top / 2);
    const double second = first + 2 * integrate(elliptic, kk, asin(sin(touch / 2) / kk), pi / 2) / w0;
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "points: {O: [0, 0], A: [1, 0]}\n"
                 "bodies:\n"
                 "  ground: {surfaces: {peg: {disc: 0.005, at: [0, -1.0]}}}\n"
                 "  arm: {points: [O, A], mass: 1, shape: rod, surfaces: {tip: {disc: 0.01, at: A}}}\n"
                 "joints: {O: {revolute: [ground, arm]}}\n"
                 "forces: {hit: {contact: [arm.tip, ground.peg], restitution: 0.5}}\n"
                 "analyses: [dynamics: {end: 2, tolerance: %s}]\n",
                 tolerances[i]);
        tml_case c = tml_case_run_text_with("peg", text, NULL, TML_BY(by));
        cr_assert_eq(tml_case_impact_count(&c), 2, "%s %s: %zu impacts", by, tolerances[i], tml_case_impact_count(&c));
        tml_case_near(&c, "first", tml_case_impact(&c, 0, "t"), first, 1e-8);
        tml_case_near(&c, "second", tml_case_impact(&c, 1, "t"), second, 1e-8);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(thin_obstacles, strikes_the_peg, 60)

/* A ball thrown up passes the height 1 - 1e-6 m below its highest point and comes back 0.9 ms later. */
Test(thin_obstacles, an_event_of_a_position_is_seen_twice_within_a_step, .timeout = 60)
{
    tml_case c = tml_case_run_text(
        "apex",
        "trammel: 1\n"
        "bodies: {ball: {mass: 1, inertia: 0.01, com: [0, 0], velocity: [0, 9.81]}}\n"
        "events: {up: {when: ball.y - 4.904999, direction: rising, do: {count: true}},\n"
        "         down: {when: ball.y - 4.904999, direction: falling, stop: true},\n"
        "         flash: {when: 'exp(-((t - 0.7)/1e-6)^2) - 0.5', direction: falling, do: {count: true}}}\n"
        "analyses: [dynamics: {end: 3}]\n",
        NULL);
    const double half = sqrt(2 * 1e-6 / G);
    const tml_table *t = c.table;
    tml_case_near(&c, "end", tml_case_value(&c, tml_table_rows(t) - 1, "t"), 1 + half, 1e-9);
    tml_case_near(&c, "ups", tml_fact_number(t, "count of up"), 1, 0);
    tml_case_near(&c, "flashes", tml_fact_number(t, "count of flash"), 1, 0);
    tml_case_free(&c);
}

/* A tip runs along the unit circle at 6 rad/s and meets a hill of a coupler of one side, which is at half its height at the distance w sqrt(ln 2) of its top. */
static void meets_the_hill(const char *width, const char *integrator)
{
    char text[600];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: none\n"
             "bodies:\n"
             "  ground: {points: {O: [0, 0]}}\n"
             "  b: {mass: 1, inertia: 1, com: [0, 0], points: {O: [0, 0], P: [1, 0]}}\n"
             "joints:\n"
             "  O: {revolute: [ground, b]}\n"
             "  c: {coupler: '0.5 m >= 1 m*exp(-((b.P.x-cos(2.7))^2+(b.P.y-sin(2.7))^2)/w^2)', restitution: 0}\n"
             "parameters: {w: %s}\n"
             "initial: {O.speed: 6}\n"
             "analyses: [dynamics: {end: 1, output: 1, %s}]\n",
             width, integrator);
    tml_case c = tml_case_run_text("hill", text, NULL);
    cr_assert_eq(tml_case_impact_count(&c), 1, "%s: %zu impacts", integrator, tml_case_impact_count(&c));
    tml_case_near(&c, "impact", tml_case_impact(&c, 0, "t"), (2.7 - 2 * asin(0.5 * atof(width) * sqrt(log(2)))) / 6,
                  1e-8);
    tml_case_free(&c);
}

Test(thin_obstacles, a_narrow_hill_of_a_coupler_is_met, .timeout = 60)
{
    meets_the_hill("0.003", "integrator: rk4, step: 0.02");
    meets_the_hill("2e-4", "integrator: adams");
    meets_the_hill("2e-6", "tolerance: 1e-6");
}

/* Fixed steps do not see a gate that a driver moves into the way for a millisecond: no bound is claimed. */
Test(thin_obstacles, fixed_steps_claim_no_bounds_beside_pulses_of_drivers)
{
    static const char *const by[] = {"integrator: rk4, step: 0.1", "tolerance: 1e-8"};
    for (int i = 0; i < 2; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  g: {mass: 1, inertia: 1, com: [0, 0], points: {O: [0, 0]},\n"
                 "      surfaces: {s: {polygon: [[0, -1.25], [0.001, -1.25], [0.001, -0.25], [0, -0.25]]}}}\n"
                 "  b: {mass: 1, inertia: 0.1, com: [0, 0], position: [-44.005, 0], velocity: [50, 0], surfaces: {s: "
                 "{disc: 0.005}}}\n"
                 "joints: {S: {prismatic: [ground, g], at: O, axis: y}}\n"
                 "forces: {c: {contact: [b, g], restitution: 1}}\n"
                 "drivers: {d: {S.displacement: '0.5*exp(-((t-0.88)/5e-4)^2)'}}\n"
                 "analyses: [dynamics: {end: 1, output: 1, %s}]\n",
                 by[i]);
        tml_case c = tml_case_run_text("gate", text, NULL);
        const char *told = tml_fact_text(c.table, "between ends of steps");
        cr_expect_eq(tml_case_impact_count(&c) == 1, strstr(told, "by bounds of the motion") != NULL, "%s", told);
        if (i == 1)
            tml_case_near(&c, "impact", tml_case_impact(&c, 0, "t"), 0.88, 1e-9);
        tml_case_free(&c);
    }
}

/* The event falls below zero at 0.5 s, which is none by its direction, rises again 1e-11 s later, falls at 0.8 s and rises at 0.9 s. */
Test(thin_obstacles, an_event_that_comes_back_at_once_does_not_hide_later_ones)
{
    tml_case c = tml_case_run_text(
        "back",
        "trammel: 1\n"
        "gravity: none\n"
        "bodies: {ball: {mass: 1, inertia: 0.1, position: [0, 0], velocity: [1, 0]}}\n"
        "events: {back: {when: '(t - 0.5)*(t - 0.5 - 1e-11)*(0.8 - t)*(0.9 - t)', direction: rising, stop: false}}\n"
        "analyses: [dynamics: {end: 1, output: 1}]\n",
        NULL);
    tml_case_near(&c, "comes back", tml_case_change(&c, 0, "back"), 0.5, 1e-8);
    tml_case_near(&c, "later", tml_case_change(&c, 1, "back"), 0.9, 1e-8);
    tml_case_free(&c);
}

/* A ball comes within 1e-7 m of a ceiling at v/g; the motion is stopped in the same step, after that or before. */
Test(thin_obstacles, a_gap_that_grazes_is_named_up_to_a_stop)
{
    for (int late = 0; late < 2; late++) {
        char text[800];
        const double height = 0.5, speed = sqrt(2 * G * height), top = speed / G;
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {surfaces: {ceiling: {line: [[2, 1], [-2, 1]]}}}\n"
                 "  ball: {mass: 1, inertia: 0.1, surfaces: {rim: {disc: 0.1}}, position: [0, %.17g],\n"
                 "         velocity: [1, %.17g]}\n"
                 "forces: {hit: {contact: [ball.rim, ground.ceiling]}}\n"
                 "events: {halt: {when: 't - %.17g', stop: true}}\n"
                 "analyses: [dynamics: {end: 1, output: 1, tolerance: 1e-6}]\n",
                 0.9 - height - 1e-7, speed, late ? 1.1 * top : 0.99 * top);
        tml_case c = tml_case_run_text("graze", text, NULL);
        const char *told = tml_fact_text(c.table, "hit grazes");
        cr_expect_eq(told[0] != 0, late, "%s: \"%s\"", late ? "stopped after it" : "stopped before it", told);
        tml_case_free(&c);
    }
}
