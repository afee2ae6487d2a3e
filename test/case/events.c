/* events.c - events that act, against closed forms: bounces with restitution, impulses in chains and loops, parameters and states that
 * are set, several events at one instant.
 */
#include "support/case.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

/* The value in row `row` of the table of events. */
static double entry(const tml_case *c, size_t row, const char *column)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    const long at = tml_table_find(t, column);
    cr_assert(at >= 0, "%s: no column %s", c->name, column);
    cr_assert_lt(row, tml_table_rows(t), "%s: %zu events", c->name, tml_table_rows(t));
    return tml_table_value(t, row, (size_t)at);
}

static size_t occurrences(const tml_case *c)
{
    return tml_table_rows(tml_case_table(c, "dynamics.events"));
}

/* ---- a ball on the ground: t_k = t_1 (1 + 2 (e + ... + e^(k-1))), speeds e^k, at rest at t_1 (1 + e)/(1 - e) ---- */

#define BALL                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies: {b: {mass: 2, inertia: 1, position: [0, 1]}}\n"                                                           \
    "events: {hit: {when: b.y, direction: falling, do: {set: {b.vy: -0.5*b.vy}, count: true}}}\n"                      \
    "analyses: [{dynamics: {end: 5, output: 0.05, tolerance: 1e-11, METHOD}}]\n"

/* Multistep methods resolve bounces of the height of their tolerance no longer. */
static void check_ball(const char *method, size_t bounces, double bar, double limit_bar)
{
    const double g = 9.81, first = sqrt(2 / g), e = 0.5;
    tml_case c = tml_case_run_text(method, BALL, TML_EDITS({"METHOD", method}));
    double t = first, v = g * first;
    cr_assert_geq(occurrences(&c), bounces, "%s: %zu bounces", method, occurrences(&c));
    for (size_t i = 0; i < bounces; i++) {
        tml_case_near(&c, "time", entry(&c, i, "t"), t, bar);
        tml_case_near(&c, "energy", entry(&c, i, "energy"), -(1 - e * e) * v * v, 20 * bar);
        tml_case_near(&c, "count", entry(&c, i, "count"), (double)(i + 1), 0);
        v *= e;
        t += 2 * v / g;
    }
    tml_case_near(&c, "limit", tml_fact_number(c.table, "limit of events"), first * (1 + e) / (1 - e), limit_bar);
    tml_expect_message(&c, "event hit occurs again and again in shrinking intervals");
    tml_case_near(&c, "balance", tml_case_largest(&c, "energy.error"), 0, 1e3 * bar);
    tml_case_free(&c);
}

Test(events, bounces_are_geometric_by_explicit)
{
    check_ball("integrator: explicit", 18, 1e-12, 1e-11);
}
Test(events, bounces_are_geometric_by_rk4)
{
    check_ball("integrator: rk4, step: 0.01", 18, 1e-12, 1e-11);
}
Test(events, bounces_are_geometric_by_adams)
{
    check_ball("integrator: adams", 10, 1e-10, 1e-5);
}
Test(events, bounces_are_geometric_by_bdf)
{
    check_ball("integrator: bdf", 8, 1e-9, 1e-5);
}
Test(events, bounces_are_geometric_by_dae)
{
    check_ball("integrator: dae, formulation: absolute", 8, 1e-9, 1e-5);
}

/* ---- an oscillator against a stop in its middle: hits every half period, speeds e^k; in space, by every formulation ---- */

static const char OSCILLATOR[] =
    "trammel: 1\n"
    "space: space\n"
    "gravity: none\n"
    "points: {O: [0, 0, 0]}\n"
    "bodies: {rod: {points: [O], com: [0.5, 0, 0], mass: 3, inertia: [0.1, 0.25, 0.25]}}\n"
    "joints: {O: {revolute: [ground, rod], axis: z}}\n"
    "forces: {s: {torsion: O, stiffness: 4*pi^2}}\n"
    "initial: {O.angle: 1}\n"
    "events: {stop: {when: O.angle, direction: falling, do: {set: {O.speed: -0.8*O.speed}}}}\n"
    "analyses: [{dynamics: {end: 4.6, output: 0.1, tolerance: 1e-11}}]\n";

static void oscillator_hits_every_half_period(const char *by)
{
    tml_case c = tml_case_run_text_with("oscillator", OSCILLATOR, TML_AS_WRITTEN, TML_BY(by));
    const double inertia = 0.25 + 3 * 0.25, w = 2 * PI / sqrt(inertia);
    double v = w;
    cr_assert_eq(occurrences(&c), 9, "%s: %zu hits", by, occurrences(&c));
    for (size_t i = 0; i < 9; i++) {
        tml_case_near(&c, "time", entry(&c, i, "t"), 0.25 + 0.5 * (double)i, 1e-9);
        /* the pin gives the change of momentum of the centre of mass, which moves along -y */
        tml_case_near(&c, "impulse", entry(&c, i, "O.fy"), 3 * 0.5 * v * 1.8, 1e-8);
        tml_case_near(&c, "torque", entry(&c, i, "O.tz"), 0, 1e-9);
        tml_case_near(&c, "energy", entry(&c, i, "energy"), -0.5 * inertia * v * v * (1 - 0.64), 1e-8);
        v *= 0.8;
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(events, oscillator_hits_every_half_period, 20)

/* ---- impulses: two equal rods hang at rest and are hit at the end by P:  w1 = -6/7 P/(m l), w2 = 30/7 P/(m l), pin -P/7 ---- */

static const char RODS[] = "trammel: 1\n"
                           "gravity: none\n"
                           "parameters: {l: 0.7, m: 1.3, P: 2.5}\n"
                           "bodies:\n"
                           "  ground: {points: {O: [0, 0]}}\n"
                           "  upper: {points: {O: [0, 0], A: [0, -l]}, mass: m, shape: rod}\n"
                           "  lower: {points: {A: [0, 0], B: [0, -l]}, mass: m, shape: rod, position: [0, -l]}\n"
                           "joints: {O: {revolute: [ground, upper]}, A: {revolute: [upper, lower]}}\n"
                           "analyses:\n"
                           "  - dynamics: {end: 0.1, output: 0.1, tolerance: 1e-10, events: {hit: {when: t - 0.05,\n"
                           "      do: {impulse: {at: lower.B, value: [P, 0]}}}}}\n";

static void chain_is_hit(const char *by)
{
    const double l = 0.7, m = 1.3, P = 2.5, w1 = -6.0 / 7 * P / (m * l), w2 = 30.0 / 7 * P / (m * l);
    tml_case c = tml_case_run_text_with("rods", RODS, TML_AS_WRITTEN, TML_BY(by));
    const size_t after = tml_case_row(&c, 0.05);
    const size_t row = tml_case_value(&c, after, "upper.omega") == 0 ? after + 1 : after;
    tml_case_near(&c, "t", tml_case_value(&c, row, "t"), 0.05, 1e-15);
    tml_case_near(&c, "w1", tml_case_value(&c, row, "upper.omega"), w1, 1e-12);
    tml_case_near(&c, "w2", tml_case_value(&c, row, "lower.omega"), w2, 1e-12);
    tml_case_near(&c, "before", tml_case_value(&c, row - 1, "upper.omega"), 0, 1e-14);
    tml_case_near(&c, "pin", entry(&c, 0, "O.fx"), -P / 7, 1e-12);
    tml_case_near(&c, "hinge", entry(&c, 0, "A.fx"), -P + m * l * (w1 + w2 / 2), 1e-12);
    tml_case_near(&c, "energy", entry(&c, 0, "energy"), 0.5 * P * l * (w1 + w2), 1e-12);
    tml_case_near(&c, "work", tml_case_value(&c, row, "energy.work"), 0.5 * P * l * (w1 + w2), 1e-12);
    tml_case_near(&c, "balance", tml_case_largest(&c, "energy.error"), 0, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(events, chain_is_hit, 10)

/* An impulse along a joint's coordinate: I w = L. */
Test(events, an_angular_impulse_turns_a_wheel)
{
    tml_case c = tml_case_run_text(
        "wheel",
        "trammel: 1\n"
        "gravity: none\n"
        "bodies: {ground: {points: {O: [0, 0]}}, wheel: {points: {O: [0, 0]}, mass: 2, inertia: 0.4}}\n"
        "joints: {O: {revolute: [ground, wheel]}}\n"
        "analyses: [{dynamics: {end: 1, output: 0.5, events: {kick: {when: t - 0.5,\n"
        "  do: {impulse: {O.angle: 0.3 N*m*s}}}}}}]\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "speed", tml_case_at(&c, 1, "O.speed"), 0.75, 1e-14);
    tml_case_near(&c, "angle", tml_case_at(&c, 1, "O.angle"), 0.375, 1e-12);
    tml_case_free(&c);
}

/* ---- a loop: with one degree of freedom all velocities scale with that of the crank, energies with its square ---- */

static const char FOURBAR[] = FOURBAR_UPRIGHT "initial: {O.speed: 10}\n"
                                              "events: {shock: {when: t - 0.1, do: {set: {O.speed: -0.4*O.speed}}}}\n"
                                              "analyses: [{dynamics: {end: 0.2, output: 0.1, tolerance: 1e-11}}]\n";

static void loop_keeps_its_ratios(const char *by)
{
    tml_case c = tml_case_run_text_with("fourbar", FOURBAR, TML_AS_WRITTEN, TML_BY(by));
    const size_t row = tml_case_row(&c, 0.1);
    const size_t before = tml_case_value(&c, row + 1, "t") < 0.15 ? row : row - 1, after = before + 1;
    static const char *const channels[] = {"crank.omega", "coupler.omega", "rocker.omega", "coupler.vx", "rocker.vy"};
    for (size_t i = 0; i < 5; i++)
        tml_case_near(&c, channels[i], tml_case_value(&c, after, channels[i]),
                      -0.4 * tml_case_value(&c, before, channels[i]), 1e-9);
    const double T = tml_case_value(&c, before, "energy.kinetic");
    tml_case_near(&c, "energy", entry(&c, 0, "energy"), (0.16 - 1) * T, 1e-9 * T);
    /* momentum of the coupler along x: impulses of its two pins; A acts on it as the second body, B on the rocker */
    const double p = 2 * (tml_case_value(&c, after, "coupler.vx") - tml_case_value(&c, before, "coupler.vx"));
    tml_case_near(&c, "coupler", entry(&c, 0, "A.fx") - entry(&c, 0, "B.fx"), p, 1e-9);
    const double q = 1.5 * (tml_case_value(&c, after, "rocker.vy") - tml_case_value(&c, before, "rocker.vy"));
    tml_case_near(&c, "rocker", entry(&c, 0, "B.fy") + entry(&c, 0, "C.fy"), q, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(events, loop_keeps_its_ratios, 10)

/* Compliant joints of `formulation: implicit` obey the same impulse. */
Test(events, impulse_of_stiff_joints_is_that_of_rigid_ones)
{
    tml_case rigid = tml_case_run_text_with("rigid", FOURBAR, TML_AS_WRITTEN, TML_BY("absolute"));
    tml_case stiff = tml_case_run_text_with("stiff", FOURBAR, TML_EDITS({"1e-11", "1e-8"}), TML_BY("implicit"));
    tml_case_near(&stiff, "A.fx", entry(&stiff, 0, "A.fx"), entry(&rigid, 0, "A.fx"), 1e-4);
    tml_case_near(&stiff, "O.speed", tml_case_at(&stiff, 0.2, "O.speed"), tml_case_at(&rigid, 0.2, "O.speed"), 1e-3);
    tml_case_free(&rigid);
    tml_case_free(&stiff);
}

/* ---- parameters and states ---- */

/* F = 3 N until t = 1, then 0; in the next analysis the file's 3 N again. */
Test(events, a_parameter_has_its_value_in_the_file_again_in_the_next_analysis)
{
    tml_case c = tml_case_run_text(
        "next analysis",
        "trammel: 1\ngravity: none\nparameters: {F: 3 N}\n"
        "bodies: {b: {mass: 2, inertia: 1, points: {C: [0, 0]}}}\n"
        "forces: {f: {force: b.C, value: [F, 0]}}\n"
        "analyses: [{dynamics: {end: 2, output: 1, events: {off: {when: t - 1, do: {set: {F: 0}}}}}},\n"
        "  {dynamics: {end: 3, output: 1}}]\n",
        TML_AS_WRITTEN);
    const tml_table *first = tml_results_table(c.results, 0);
    tml_case_near(&c, "start", tml_case_value(&c, 0, "b.vx"), 1.5, 1e-9);
    tml_case_near(&c, "end", tml_case_value(&c, tml_table_rows(c.table) - 1, "b.vx"), 3, 1e-9);
    c.table = first;
    tml_case_near(&c, "switched off", tml_case_value(&c, tml_table_rows(first) - 1, "b.ax"), 0, 1e-12);
    tml_case_free(&c);
}

/* x'' = F, F doubles at t = 1: x(2) = F/2 + F + F; the state n counts, and its own event occurs when it jumps across 2. */
Test(events, parameters_and_states_are_set)
{
    tml_case c = tml_case_run_text("push",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "parameters: {F: 3 N}\n"
                                   "bodies: {b: {mass: 1, inertia: 1}}\n"
                                   "forces: {f: {force: b, value: [F, 0]}}\n"
                                   "states: {n: {rate: 0, start: 0}}\n"
                                   "events:\n"
                                   "  tick: {when: sin(pi*t), do: {set: {n: n + 1, F: 2*F}}}\n"
                                   "  many: {when: n - 1.5, direction: rising, do: {set: {b.vx: 0}}}\n"
                                   "analyses: [{dynamics: {end: 2.5, output: 0.5, tolerance: 1e-11}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "n", tml_case_at(&c, 2.5, "n"), 2, 0);
    tml_case_near(&c, "x", tml_case_at(&c, 2.5, "b.x"), 1.5 + 3 + 3 + 12 * 0.125, 1e-9);
    tml_case_near(&c, "v", tml_case_at(&c, 2.5, "b.vx"), 6, 1e-9);
    cr_expect_eq(occurrences(&c), 3);
    cr_expect_str_eq(tml_table_row_name(tml_case_table(&c, "dynamics.events"), 2), "many");
    tml_case_near(&c, "at once", entry(&c, 2, "t"), entry(&c, 1, "t"), 0);
    tml_case_near(&c, "balance", tml_case_largest(&c, "energy.error"), 0, 1e-8);
    tml_case_free(&c);
}

/* All values of one `set` are taken before any is assigned; events at one instant act in the order written. */
/* A ball is thrown up at 5 m/s: 1 m above the ground at the roots of 5 t - g t^2/2 = 1, at the top at 5/g. */
Test(events, conditions_occur_where_they_become_true)
{
    const double g = 9.81, up = (5 - sqrt(25 - 2 * g)) / g, down = (5 + sqrt(25 - 2 * g)) / g;
    static const struct {
        const char *when;
        double t[2];
    } of[] = {{"when: b.y > 1 m", {1, 0}},
              {"when: 1 <= b.y", {1, 0}},
              {"when: b.y < 1, direction: both", {1, 2}},
              {"when: b.y > 1, direction: falling", {2, 0}},
              {"when: b.y == 1", {1, 2}},
              {"when: not b.y > 1", {2, 0}},
              {"when: b.y > 1 and b.vy < 0", {3, 0}},
              {"when: b.y > 1 or t > 10", {1, 0}},
              {"when: t >= 0.5 s", {4, 0}}};
    const double times[] = {0, up, down, 5 / g, 0.5};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        tml_case c = tml_case_run_text(of[i].when,
                                       "trammel: 1\n"
                                       "bodies: {b: {mass: 2, inertia: 1, position: [0, 0], velocity: [0, 5]}}\n"
                                       "events: {e: {WHEN, do: {count: true}}}\n"
                                       "analyses: [{dynamics: {end: 0.9, output: 0.05, tolerance: 1e-11}}]\n",
                                       TML_EDITS({"WHEN", of[i].when}));
        const size_t count = of[i].t[1] > 0 ? 2 : 1;
        cr_assert_eq(occurrences(&c), count, "%s: %zu times", of[i].when, occurrences(&c));
        for (size_t k = 0; k < count; k++)
            tml_case_near(&c, "time", entry(&c, k, "t"), times[(int)of[i].t[k]], 1e-11);
        tml_case_free(&c);
    }
}

Test(events, order_of_assignments_and_of_events)
{
    tml_case c =
        tml_case_run_text("swap",
                          "trammel: 1\n"
                          "gravity: none\n"
                          "bodies: {b: {mass: 1, inertia: 1, velocity: [2, 5]}}\n"
                          "states: {s: {rate: 0, start: 1}}\n"
                          "events:\n"
                          "  swap: {when: t - 1, do: {set: {b.vx: b.vy, b.vy: b.vx}}}\n"
                          "  then: {when: 2*(t - 1), do: [{set: {s: b.vx}}, {set: {b.vx: s + 1}}, {stop: true}]}\n"
                          "analyses: [{dynamics: {end: 3, output: 1}}]\n",
                          TML_AS_WRITTEN);
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "vx", tml_case_value(&c, last, "b.vx"), 6, 1e-14);
    tml_case_near(&c, "vy", tml_case_value(&c, last, "b.vy"), 2, 1e-14);
    tml_case_near(&c, "s", tml_case_value(&c, last, "s"), 5, 1e-14);
    tml_case_near(&c, "t", tml_case_value(&c, last, "t"), 1, 1e-15);
    tml_case_free(&c);
}

/* An event that leaves the body at rest on the ground does not hold it there: it falls on, and is told so. */
Test(events, rest_at_the_crossing_is_a_beginning)
{
    tml_case c = tml_case_run_text("clay",
                                   "trammel: 1\n"
                                   "bodies: {b: {mass: 2, inertia: 1, position: [0, 1]}}\n"
                                   "events: {hit: {when: b.y, direction: falling, do: {set: {b.vy: 0}}}}\n"
                                   "analyses: [{dynamics: {end: 1, output: 0.05}}]\n",
                                   TML_AS_WRITTEN);
    const double after = 1 - sqrt(2 / 9.81);
    tml_expect_message(&c, "event hit: after it, at t = 0.451523641 s, its expression is zero and goes on");
    tml_case_near(&c, "y", tml_case_at(&c, 1, "b.y"), -0.5 * 9.81 * after * after, 1e-9);
    tml_case_free(&c);
}

/* Switched a thousand times a second by the clock, while the motion itself is slow: a hundred cycles in a step of the integrator. */
static void clock_that_switches_often(const char *integrator)
{
    char text[1000];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\nparameters: {T: 1}\n"
             "bodies: {b: {mass: 2, inertia: 1}}\n"
             "forces: {f: {force: b, value: [T, 0]}}\n"
             "events: {clock: {when: sin(2*pi*500*t + 1), do: {set: {T: -T}, count: true}}}\n"
             "analyses: [{dynamics: {end: 1, output: 0.1, integrator: %s}}]\n",
             integrator);
    tml_case c = tml_case_run_text("clock", text, TML_AS_WRITTEN);
    tml_case_near(&c, "count", tml_fact_number(c.table, "count of clock"), 1000, 0);
    /* the first change of sign is at (pi - 1)/(1000 pi), every other 1 ms later */
    const double pi = acos(-1), first = (pi - 1) / (1000 * pi);
    double speed = first, sign = -1;
    for (int i = 0; i < 999; i++, sign = -sign)
        speed += sign * 1e-3;
    speed += sign * (1 - first - 0.999);
    tml_case_near(&c, "speed", tml_case_at(&c, 1, "b.vx"), speed / 2, 1e-10);
    tml_case_free(&c);
}

Test(events, clocks_are_not_missed)
{
    static const char *const integrators[] = {"explicit", "adams", "bdf", "dopri5", "dae"};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        clock_that_switches_often(integrators[i]);
}

/* ---- what is refused ---- */

#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}}\n"            \
    "joints: {O: {revolute: [ground, rod]}}\n"

#define RUN "analyses: [{dynamics: {end: 1, output: 0.1}}]\n"

Test(events, wrong_actions_are_refused)
{
    tml_expect_run(PENDULUM "drivers: {d: {O.angle: t}}\n"
                            "events: {e: {when: t - 0.5, do: {set: {O.speed: 3}}}}\n" RUN,
                   TML_FAILED, "event e: no impulse gives O.speed the value 3 at t = 0.5 s");
    tml_expect_run(PENDULUM "events: {e: {when: t - 0.5, do: {set: {O.speed: 1, rod.omega: 2}}}}\n" RUN, TML_FAILED,
                   "determine it");
    tml_expect_run(PENDULUM "events: {e: {when: t - 0.5, do: {set: {O.speed: 1/(t - t)}}}}\n" RUN, TML_FAILED,
                   "event e: the value of O.speed is not finite at t = 0.5 s");
    tml_expect_run(PENDULUM "events: {e: {when: t - 0.5, do: {set: {O.speed: 2, rod.omega: 2}}}}\n" RUN, TML_OK, NULL);
}

static void refuses(const char *text, const char *part)
{
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found |= strstr(tml_log_get(log, i).text, part) != NULL;
    cr_expect(found, "no message has \"%s\"; the first is: %s", part,
              tml_log_count(log) ? tml_log_get(log, 0).text : "(none)");
    tml_log_free(log);
}

Test(events, wrong_texts_are_refused)
{
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {set: {O.angle: 3}}}}\n" RUN, "a position cannot jump");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {set: {O.sped: 3}}}}\n" RUN, "O.speed");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {set: {O.speed: 3 m}}}}\n" RUN, "event e: set O.speed");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {sett: {O.speed: 3}}}}\n" RUN, "set");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: 5}}\n" RUN, "must be a map");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {impulse: {at: rod.A, value: [1, 2, 3]}}}}\n" RUN, "impulse");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {impulse: {at: rod.Q, value: [1, 2]}}}}\n" RUN,
            "no point \"Q\" on body \"rod\"");
    refuses(PENDULUM "events: {e: {when: t - 0.5, do: {impulse: {O.speed: 1}}}}\n" RUN, "O.speed");
    refuses(PENDULUM "events: {O: {when: t - 0.5}}\n" RUN, "the name is taken");
    refuses(PENDULUM "parameters: {L: 2}\nevents: {e: {when: t - L, do: {set: {L: 3}}}}\ninitial: {O.speed: L}\n" RUN,
            "it is also used as a constant");
    refuses(PENDULUM "events: {e: {when: t - 0.5, direction: sideways}}\n" RUN, "rising");
}

/* A bar on three parallel links: how they share an impulse is not unique, and the table of events says so. */
Test(events, impulses_that_are_not_unique_are_said)
{
    tml_case c = tml_case_run_text(
        "three links",
        "trammel: 1\n"
        "points: {A: [0, 0], B: [1, 0], C: [2, 0], D: [0, 1], E: [1, 1], F: [2, 1]}\n"
        "bodies:\n"
        "  a: {points: [A, D], mass: 1, shape: rod}\n"
        "  b: {points: [B, E], mass: 1, shape: rod}\n"
        "  c: {points: [C, F], mass: 1, shape: rod}\n"
        "  bar: {points: [D, E, F], mass: 2, shape: rod}\n"
        "joints: {A: {revolute: [ground, a]}, B: {revolute: [ground, b]}, C: {revolute: [ground, c]},\n"
        "  D: {revolute: [a, bar]}, E: {revolute: [b, bar]}, F: {revolute: [c, bar]}}\n"
        "events: {k: {when: t - 0.1, do: {impulse: {at: bar.E, value: [1, -1]}}}}\n"
        "analyses: [dynamics: {end: 0.3, output: 0.1}]\n",
        TML_AS_WRITTEN);
    const tml_table *events = tml_case_table(&c, "dynamics.events");
    cr_expect_not(tml_table_is_unique(events, (size_t)tml_table_find(events, "B.fy")));
    cr_expect(tml_table_is_unique(events, (size_t)tml_table_find(events, "energy")));
    const long at = tml_table_fact_find(events, "reactions not unique");
    cr_assert_geq(at, 0);
    cr_expect(
        strstr(tml_table_fact_text(events, (size_t)at), "of all impulses that balance the momentum, the smallest"));
    tml_case_free(&c);
}

/* ---- events that are only recorded ---- */

#define OSCILLATOR                                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {ground: {points: {O: [0, 0]}}, b: {points: {O: [0, 0]}, com: O, mass: 1, inertia: 1}}\n"                 \
    "joints: {O: {prismatic: [ground, b], axis: x}}\n"                                                                 \
    "forces: {s: {motor: O, force: -O.displacement}}\n"                                                                \
    "initial: {O.displacement: 1}\n"

/* x = cos t: the speed -sin t is zero at k pi, the position at pi/2 + k pi. Each occurrence is a row; the first 20 of an event are facts. */
Test(events, recorded_events_have_rows)
{
    enum { PERIODS = 30 };
    tml_case c =
        tml_case_run_text("recorded",
                          OSCILLATOR "events:\n"
                                     "  turn: {when: O.speed, stop: false}\n"
                                     "  middle: {when: O.displacement, direction: falling, stop: false}\n"
                                     "analyses: [{dynamics: {end: 60*pi + 1, output: 10, tolerance: 1e-12}}]\n",
                          TML_AS_WRITTEN);
    const tml_table *t = tml_case_table(&c, "dynamics.events");
    int turns = 0, middles = 0, facts = 0;
    cr_assert_eq(occurrences(&c), 3 * PERIODS, "%zu rows", occurrences(&c));
    for (size_t i = 0; i < occurrences(&c); i++) {
        const bool turn = strcmp(tml_table_row_name(t, i), "turn") == 0;
        const int count = turn ? ++turns : ++middles;
        tml_case_near(&c, "time", entry(&c, i, "t"), turn ? PI * count : PI * (2 * count - 1.5), 1e-8);
        tml_case_near(&c, "count", entry(&c, i, "count"), count, 0);
        tml_case_near(&c, "energy", entry(&c, i, "energy"), 0, 0);
    }
    for (size_t i = 0; i < tml_table_fact_count(c.table); i++)
        facts += strcmp(tml_table_fact_name(c.table, i), "event turn") == 0;
    cr_expect_eq(facts, 20);
    cr_expect_eq(tml_fact_number(c.table, "event turn, further"), turns - 20);
    cr_expect_eq(tml_case_row(&c, 10), 1, "recording adds no row of the motion");
    tml_case_free(&c);
}

/* A stop without `do` has its row, too: cos t = 0.5. */
Test(events, a_stop_has_a_row)
{
    tml_case c = tml_case_run_text("stop",
                                   OSCILLATOR "events: {half: O.displacement - 0.5}\n"
                                              "analyses: [{dynamics: {end: 9, output: 1, tolerance: 1e-12}}]\n",
                                   TML_AS_WRITTEN);
    cr_assert_eq(occurrences(&c), 1);
    tml_case_near(&c, "time", entry(&c, 0, "t"), PI / 3, 1e-9);
    tml_case_free(&c);
}

/* A block slides to rest at v/(mu g) and stays, though a small force pulls: its speed is zero but for rounding, and is no event again. */
static void check_rest(const char *what)
{
    tml_case c = tml_case_run_text(
        what,
        "trammel: 1\n"
        "bodies: {ground: {points: {O: [0, 0]}}, b: {points: {O: [0, 0]}, com: O, mass: 1, inertia: 1}}\n"
        "joints: {O: {prismatic: [ground, b], axis: x, friction: 0.3}}\n"
        "forces: {pull: {motor: O, force: if(t > 2, sin(7*t), 0)}}\n"
        "initial: {O.speed: 1}\n"
        "events: {rest: {when: O.speed, WHAT}}\n"
        "analyses: [{dynamics: {end: 30, output: 1}}]\n",
        TML_EDITS({"WHAT", what}));
    const tml_table *t = tml_case_table(&c, "dynamics.events");
    int rests = 0;
    for (size_t i = 0; i < tml_table_rows(t); i++)
        if (strcmp(tml_table_row_name(t, i), "rest") == 0) {
            tml_case_near(&c, "time", entry(&c, i, "t"), 1 / (0.3 * 9.81), 1e-7);
            rests++;
        }
    cr_expect_eq(rests, 1, "%s: %d", what, rests);
    tml_case_free(&c);
}

Test(events, a_speed_at_rest_is_no_event)
{
    check_rest("stop: false");
    check_rest("do: {count: true}");
}

/* A box falls flat and stays: what remains of its speeds is rounding. */
Test(events, a_box_at_rest_is_no_event)
{
    tml_case c =
        tml_case_run_text("box",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                          "  box: {com: [0, 0], mass: 1, inertia: 0.01, position: [0, 0.3], velocity: [1, 0],\n"
                          "        surfaces: {all: {polygon: [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]]}}}\n"
                          "forces: {c: {contact: [ground.floor, box.all], friction: 0.3, restitution: 0}}\n"
                          "events:\n"
                          "  x: {when: box.vx, stop: false}\n"
                          "  y: {when: box.vy, stop: false}\n"
                          "  w: {when: box.omega, stop: false}\n"
                          "analyses: [{dynamics: {end: 5, output: 0.5}}]\n",
                          TML_AS_WRITTEN);
    const tml_table *t = tml_case_table(&c, "dynamics.events");
    const double rest = sqrt(2 * 0.2 / 9.81) + (1 - 0.3 * sqrt(2 * 0.2 * 9.81)) / (0.3 * 9.81);
    for (size_t i = 0; i < tml_table_rows(t); i++)
        if (strlen(tml_table_row_name(t, i)) == 1)
            cr_expect_leq(entry(&c, i, "t"), rest + 1e-6, "event %s at %g s", tml_table_row_name(t, i),
                          entry(&c, i, "t"));
    tml_case_free(&c);
}
