/* time_stepping.c - contacts stepped over by Moreau's midpoint rule: order two where nothing touches, order one through impacts. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The error at the end of a run with a step, of a channel. */
static double error_of(const char *path, const char *dynamics, const char *channel, double step)
{
    char text[128];
    snprintf(text, sizeof text, "dynamics: {contact: time_stepping, step: %g, ", step);
    tml_case exact = tml_case_run(path, TML_EDITS({dynamics, "dynamics: {tolerance: 1e-11, "}));
    tml_case c = tml_case_run(path, TML_EDITS({dynamics, text}));
    const size_t last = tml_table_rows(c.table) - 1;
    const double error = fabs(tml_case_value(&c, last, channel) - tml_case_value(&exact, last, channel));
    tml_case_free(&c);
    tml_case_free(&exact);
    return error;
}

/* A closed loop with joints of all kinds of rows: the mean velocity obeys them, positions are brought back. */
Test(time_stepping, smooth_motion_of_a_closed_loop_is_of_second_order)
{
    const double coarse = error_of("slider-crank/slider-crank.yaml", "dynamics: {", "O.angle", 1e-3);
    const double fine = error_of("slider-crank/slider-crank.yaml", "dynamics: {", "O.angle", 5e-4);
    cr_expect(fine < 1e-4 && fabs(log2(coarse / fine) - 2) < 0.2, "errors %g and %g", coarse, fine);
}

/* A pendulum with friction in its pin (the load is the reaction of the step before): where it rests, after 19 swings. */
static double rest_error(double step)
{
    char text[64];
    snprintf(text, sizeof text, "step: %g", step);
    tml_case c = tml_case_run_text("pin",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  rod: {points: {A: [0, 0], B: [0, -1]}, mass: 2, shape: rod, angle: 90 deg}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground.O, rod.A], friction: {coefficient: 0.3, radius: 0.05}}\n"
                                   "analyses:\n"
                                   "  - dynamics: {end: 17, output: 0.5, contact: time_stepping, step: H}\n",
                                   TML_EDITS({"step: H", text}));
    const double error = fabs(tml_case_at(&c, 17, "O.angle") + 0.01794696958643289);
    cr_expect(tml_fact_number(c.table, "residual of complementarity") < 1e-8);
    tml_case_free(&c);
    return error;
}

Test(time_stepping, pendulum_with_friction_in_its_pin_rests_where_it_should)
{
    const double coarse = rest_error(4e-4), fine = rest_error(2e-4);
    cr_expect(fine < 1e-5 && fabs(log2(coarse / fine) - 1) < 0.3, "errors %g and %g", coarse, fine);
}

/* ---- contacts in the plane ---- */

static tml_case stepped(const char *name, const char *text, double step)
{
    char edit[64];
    snprintf(edit, sizeof edit, "contact: time_stepping, step: %g", step);
    return tml_case_run_text(name, text, TML_EDITS({"METHOD", edit}));
}

/* A01: gap and rate while it bounces, at rest the force. */
static double bouncing_ball(double step, double part)
{
    static const char text[] =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 1.05], "
        "velocity: [0.3, 0]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], restitution: 0.8}\n"
        "analyses:\n"
        "  - dynamics: {end: 5, output: 0.1, METHOD}\n";
    tml_case c = stepped("bouncing ball", text, step);
    const double gap = tml_case_at(&c, 2, "hit.gap");
    tml_case_near(&c, "gap at 1 s", tml_case_at(&c, 1, "hit.gap"), 0.4680044525260363, part);
    tml_case_near(&c, "gap at 2 s", gap, 0.2607417283270572, part);
    tml_case_near(&c, "x at 5 s", tml_case_at(&c, 5, "ball.x"), 1.5, 1e-9);
    tml_case_near(&c, "force at 5 s", tml_case_at(&c, 5, "hit.force"), 4.905, 4.905 * part);
    tml_case_near(&c, "gap at 5 s", tml_case_at(&c, 5, "hit.gap"), 0, part);
    tml_case_near(&c, "energy lost", tml_fact_number(c.table, "energy lost in impacts"), 0.5 * 9.81,
                  5e-3 * part / 1e-3);
    tml_case_free(&c);
    return fabs(gap - 0.2607417283270572);
}

Test(time_stepping, bouncing_ball_comes_to_rest)
{
    const double errors = bouncing_ball(1e-4, 1e-3) / bouncing_ball(1e-3, 1e-2);
    cr_expect(errors < 0.3, "errors of steps of 0.1 ms and 1 ms: ratio %g", errors);
}

/* A20: five discs in a trough at rest. */
Test(time_stepping, discs_in_a_trough_stay)
{
    static const char text[] =
        "trammel: 1\n"
        "parameters: {d: 2*asin(0.05/0.45)}\n"
        "bodies:\n"
        "  ground: {surfaces: {trough: {disc: 0.5, hollow: true}}}\n"
        "  a: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, position: [0.45*sin(-2*d), "
        "-0.45*cos(2*d)]}\n"
        "  b: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, position: [0.45*sin(-d), "
        "-0.45*cos(d)]}\n"
        "  c: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, position: [0, -0.45]}\n"
        "  d: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, position: [0.45*sin(d), "
        "-0.45*cos(d)]}\n"
        "  e: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, position: [0.45*sin(2*d), "
        "-0.45*cos(2*d)]}\n"
        "forces:\n"
        "  outer: {contact: [a.rim, b.rim]}\n"
        "  inner: {contact: [b.rim, c.rim]}\n"
        "  inner2: {contact: [c.rim, d.rim]}\n"
        "  outer2: {contact: [d.rim, e.rim]}\n"
        "  bed: {contact: [discs, ground.trough]}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.2, output: 0.1, METHOD}\n";
    tml_case c = stepped("trough", text, 1e-4);
    tml_case_near(&c, "outer", tml_case_at(&c, 0.2, "outer.force"), 4.252345679012346, 5e-3);
    tml_case_near(&c, "inner", tml_case_at(&c, 0.2, "inner.force"), 6.432345679012346, 5e-3);
    tml_case_near(&c, "trough", tml_case_at(&c, 0.2, "bed.force"),
                  2 * (9.325555555555556 + 10.75496570644719) + 11.23941015089163, 5e-2);
    tml_case_near(&c, "a.x", tml_case_at(&c, 0.2, "a.x"), -0.1938539042222040, 1e-4);
    tml_case_free(&c);
}

/* A24: a disc thrown on the floor: velocities after the impact, to 1e-3 of those before; the overlap shortens the arm of friction. */
Test(time_stepping, disc_thrown_on_the_floor)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: [0, 0]\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  disc: {mass: 2, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 0.13], velocity: [4, "
        "-3], omega: 30}\n"
        "forces:\n"
        "  hit: {contact: [disc.rim, ground.floor], restitution: 0.6, friction: MU}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.02, output: 0.01, contact: time_stepping, step: 1e-4}\n";
    static const double after[2][3] = {{2.56, 1.8, 1.2}, {5.0 / 3, 1.8, -50.0 / 3}};
    for (int k = 0; k < 2; k++) {
        tml_case c = tml_case_run_text("thrown", text, TML_EDITS({"MU", k ? "0.6" : "0.3"}));
        tml_case_near(&c, "vx", tml_case_at(&c, 0.02, "disc.vx"), after[k][0], 4e-3);
        tml_case_near(&c, "vy", tml_case_at(&c, 0.02, "disc.vy"), after[k][1], 1e-9);
        tml_case_near(&c, "omega", tml_case_at(&c, 0.02, "disc.omega"), after[k][2], 0.03);
        tml_case_free(&c);
    }
}

/* Many balls in a box: only near pairs are looked at; none leaves the box or sinks into another. */
Test(time_stepping, many_discs_fall_into_a_box, .timeout = TML_SLOWER * 60)
{
    enum { COUNT = 60, WIDE = 6 };
    static char text[COUNT * 200 + 2000];
    size_t at =
        (size_t)snprintf(text, sizeof text,
                         "trammel: 1\n"
                         "bodies:\n"
                         "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}, left: {line: [[0, 1], [0, 0]]}, "
                         "right: {line: [[0.72, 0], [0.72, 1]]}}}\n");
    for (int i = 0; i < COUNT; i++)
        at += (size_t)snprintf(
            text + at, sizeof text - at,
            "  s%d: {mass: 0.5, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, position: "
            "[%g, %g]}\n",
            i, 0.06 + 0.12 * (i % WIDE) + 0.003 * (i * 7 % 5 - 2), 0.06 + 0.11 * (i / WIDE));
    snprintf(text + at, sizeof text - at,
             "forces:\n"
             "  walls: {contact: [discs, ground], friction: 0.3, restitution: 0.2}\n"
             "  among: {contact: [discs, discs], friction: 0.3, restitution: 0.2}\n"
             "analyses:\n"
             "  - dynamics: {end: 0.5, output: 0.1, step: 5e-4}\n");
    tml_case c = tml_case_run_text("box", text, TML_AS_WRITTEN);
    cr_expect(strstr(tml_fact_text(c.table, "contact"), "time_stepping"), "chosen by auto");
    cr_expect(tml_fact_number(c.table, "largest overlap") < 3e-3);
    for (int i = 0; i < COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d.x", i);
        const double x = tml_case_at(&c, 0.5, name);
        cr_expect(x > 0.047 && x < 0.673, "%s = %g", name, x);
        snprintf(name, sizeof name, "s%d.y", i);
        cr_expect(tml_case_at(&c, 0.5, name) > 0.047);
    }
    tml_case_free(&c);
}

/* A block of discs falls and runs apart. Wedged discs are braced against each other until something slips: sweeps creep there, Newton's method
 * cycles, and only clusters solve it. The certificate of every step is below its tolerance: 1e-10 of the velocities with few contacts, 1e-6 with many. */
static void run_heap(int count, double residual)
{
    static char text[40000];
    const int wide = (int)lround(sqrt(2.0 * count));
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n");
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  s%d: {mass: 0.5, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: discs}}, "
                               "position: [%g, %g]}\n",
                               i, 0.11 * (i % wide) + 0.003 * sin(12.9898 * i), 0.06 + 0.11 * (i / wide));
    snprintf(text + at, sizeof text - at,
             "forces: {floor: {contact: [discs, ground], friction: 0.3}, among: {contact: [discs, discs], friction: "
             "0.3}}\nanalyses: [dynamics: {end: 0.4, output: 0.4, step: 2e-3, contact: time_stepping}]\n");
    tml_case c = tml_case_run_text("heap", text, TML_AS_WRITTEN);
    cr_expect_str_empty(tml_fact_text(c.table, "steps above the tolerance of contacts"), "of %d discs", count);
    cr_expect_lt(tml_fact_number(c.table, "residual of complementarity"), residual, "of %d discs", count);
    tml_case_free(&c);
}

Test(time_stepping, every_step_of_a_heap_meets_the_laws_of_contact, .timeout = TML_SLOWER * 60)
{
    run_heap(100, 5e-10);
    run_heap(300, 5e-6);
}
