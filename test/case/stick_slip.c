/* stick_slip.c - motions with dry friction that stick and slide, in every formulation, against closed forms and solutions with 15 digits.
 *
 * A block on an incline that stays, comes back or comes to rest; a pendulum with friction in its pin, loaded by the reaction of that
 * instant, to its rest after 19 swings; a slider-crank that coasts with friction in its guide, until it stops after 13.9 turns; a mass on a
 * moving belt, Coulomb and Stribeck.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static void near(const tml_case *c, const char *what, double got, double want, double relative)
{
    tml_case_near(c, what, got, want, relative * fabs(want));
}

/* The n-th instant (from 1) at which a speed is zero, as a row of the table; instants at the start do not count. */
static size_t stop_of(const tml_case *c, const char *speed, int n)
{
    double last = 0;
    for (size_t row = 1; row < tml_table_rows(c->table); row++) {
        const double t = tml_case_value(c, row, "t");
        if (fabs(tml_case_value(c, row, speed)) > 1e-10 || t - last < 1e-9)
            continue;
        last = t;
        if (--n == 0)
            return row;
    }
    cr_assert_fail("%s: %s has no such zero", c->name, speed);
    return 0;
}

/* ---- a block on an incline ---- */
static tml_case incline(const char *angle, const char *friction, const char *speed, const char *end, const char *by)
{
    char text[600];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "parameters: {slope: %s deg}\n"
             "bodies:\n"
             "  ground: {points: {P: [0, 0]}}\n"
             "  block: {points: {P: [0, 0]}, mass: 5, inertia: 0.1}\n"
             "joints: {P: {prismatic: [ground, block], axis: [cos(slope), sin(slope)], friction: %s}}\n"
             "initial: {P.speed: %s}\n"
             "analyses: [dynamics: {end: %s, output: 0.5, tolerance: 1e-10}]\n",
             angle, friction, speed, end);
    return tml_case_run_text_with("incline", text, NULL, TML_BY(by));
}

static void block_stays(const char *by)
{
    tml_case c = incline("20", "{coefficient: 0.4, static: 0.5}", "0", "1", by);
    near(&c, "friction", tml_case_at(&c, 1, "P.friction"), 16.77608803012405, 1e-10);
    tml_case_near(&c, "displacement", tml_case_largest(&c, "P.displacement"), 0, 1e-14);
    cr_expect_eq(tml_case_at(&c, 1, "P.sticks"), 1, "%s", by);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, block_stays, 20)

static void block_comes_back(const char *by)
{
    tml_case c = incline("25", "{coefficient: 0.3, static: 0.45}", "3", "1.5", by);
    const size_t stop = stop_of(&c, "P.speed", 1);
    near(&c, "time", tml_case_value(&c, stop, "t"), 0.4403250267158911, 1e-8);
    near(&c, "way", tml_case_value(&c, stop, "P.displacement"), 0.6604875400738366, 1e-8);
    near(&c, "s", tml_case_at(&c, 1.5, "P.displacement"), -0.1696925745416252, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, block_comes_back, 20)

static void block_comes_to_rest(const char *by)
{
    tml_case c = incline("15", "{coefficient: 0.35, static: 0.4}", "-2", "4", by);
    const size_t stop = stop_of(&c, "P.speed", 1);
    near(&c, "sliding", tml_case_value(&c, 0, "P.friction"), 16.58253162281758, 1e-10);
    near(&c, "time", tml_case_value(&c, stop, "t"), 2.572375415424778, 1e-8);
    near(&c, "at rest", tml_case_at(&c, 4, "P.friction"), 12.69507416227864, 1e-10);
    cr_expect_eq(tml_case_at(&c, 2.5, "P.sticks"), 0, "%s", by);
    cr_expect_eq(tml_case_at(&c, 3, "P.sticks"), 1, "%s", by);
    near(&c, "s", tml_case_at(&c, 4, "P.displacement"), -2.572375415424778, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, block_comes_to_rest, 20)

/* At one instant, too: it stays, or begins to slide against what friction can do then. */
Test(stick_slip, evaluate_finds_what_sticks)
{
#define AT_REST(slope)                                                                                                 \
    "trammel: 1\n"                                                                                                     \
    "parameters: {slope: " slope " deg}\n"                                                                             \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {P: [0, 0]}}\n"                                                                                \
    "  block: {points: {P: [0, 0]}, mass: 5, inertia: 0.1}\n"                                                          \
    "joints: {P: {prismatic: [ground, block], axis: [cos(slope), sin(slope)], friction: {coefficient: 0.4, static: "   \
    "0.5}}}\n"                                                                                                         \
    "analyses: [evaluate: {}]\n"
    const double a = 30 * PI / 180;
    tml_case c = tml_case_run_text("incline", AT_REST("20"), NULL);
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), 16.77608803012405, 1e-10);
    tml_case_near(&c, "acceleration", tml_case_value(&c, 0, "P.acceleration"), 0, 1e-12);
    tml_case_free(&c);
    c = tml_case_run_text("incline", AT_REST("30"), NULL);
    near(&c, "acceleration", tml_case_value(&c, 0, "P.acceleration"), -9.81 * (sin(a) - 0.4 * cos(a)), 1e-10);
    tml_case_free(&c);
}

/* ---- a pendulum with friction in its pin ---- */
static void pendulum_swings_out(const char *by)
{
    static const struct {
        int n;
        double t, angle;
    } turn[] = {{1, 0.9521089075771888, -1.428427920219290},  {2, 1.878462190954895, 1.302572733449497},
                {3, 2.784930975394165, -1.189226580364905},   {4, 3.675586243730615, 1.085701266625715},
                {5, 4.553400787482523, -0.9900774436439793},  {10, 8.814217184442839, 0.5899690038757890},
                {15, 12.95708656230661, -0.2609147171835119}, {17, 14.59903478082974, -0.1383944930807501},
                {18, 15.41851657580182, 0.07802652286029739}};
    tml_case c =
        tml_case_run_text_with("pendulum",
                               "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 2, shape: rod}\n"
                               "joints: {O: {revolute: [ground, rod], friction: {coefficient: 0.3, radius: 50 mm}}}\n"
                               "initial: {O.angle: 0}\n"
                               "analyses: [dynamics: {end: 18, output: 0.5, tolerance: 1e-10}]\n",
                               NULL, TML_BY(by));
    near(&c, "acceleration", tml_case_value(&c, 0, "O.acceleration"), -14.60209718670077, 1e-10);
    near(&c, "load", hypot(tml_case_value(&c, 0, "O.fx"), tml_case_value(&c, 0, "O.fy")), 5.017902813299233, 1e-10);
    near(&c, "torque", fabs(tml_case_value(&c, 0, "O.friction")), 0.07526854219948849, 1e-10);
    near(&c, "angle at 0.5 s", tml_case_at(&c, 0.5, "O.angle") + PI / 2, -0.05315179242058971, 1e-8);
    near(&c, "speed at 0.5 s", tml_case_at(&c, 0.5, "O.speed"), -5.204436155132692, 1e-8);
    for (size_t i = 0; i < sizeof turn / sizeof *turn; i++) {
        const size_t row = stop_of(&c, "O.speed", turn[i].n);
        near(&c, "turning time", tml_case_value(&c, row, "t"), turn[i].t, 1e-8);
        tml_case_near(&c, "turning angle", tml_case_value(&c, row, "O.angle") + PI / 2, turn[i].angle, 1e-8);
    }
    near(&c, "time of rest", tml_case_value(&c, stop_of(&c, "O.speed", 19), "t"), 16.23751578375801, 1e-8);
    near(&c, "rest", tml_case_at(&c, 18, "O.angle") + PI / 2, -0.01794696958643289, 1e-7);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, pendulum_swings_out, 30)

/* ---- a slider-crank that coasts ---- */
static void slider_crank_coasts(const char *by)
{
    static const double t[] = {0.1218119171874943, 0.2937842182223641, 0.4752588629456569, 0.6671675424473479},
                        speed[] = {42.66914810077570, 40.45010602945864, 38.27505676881552, 36.12440562463821};
    /* where the guide force changes its sense friction has a kink: more coordinates have it, and need more steps there */
    const bool many = strcmp(by, "point") == 0 || strcmp(by, "particles") == 0;
    const tml_edit finer[] = {{"tolerance: 1e-10", many ? "tolerance: 1e-11" : "tolerance: 1e-10"}, {NULL, NULL}};
    tml_case c = tml_case_run_text_with(
        "slider-crank",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], G: [0, 0]}}\n"
        "  crank: {points: {O: [0, 0], A: [0.1, 0]}, com: [-0.025, 0], mass: 1, inertia: 0.019375}\n"
        "  rod: {points: {A: [0, 0], B: [0.3, 0]}, com: [0.15, 0], mass: 0.5, inertia: 0.5*0.3^2/12}\n"
        "  slider: {points: {B: [0, 0], G: [0, 0]}, com: B, mass: 1, inertia: 0.001, position: [0.28, 0]}\n"
        "joints:\n"
        "  O: {revolute: [ground, crank]}\n"
        "  A: {revolute: [crank, rod]}\n"
        "  B: {revolute: [rod, slider]}\n"
        "  G: {prismatic: [ground, slider], axis: x, friction: 0.3}\n"
        "initial: {O.angle: 90 deg, O.speed: 35}\n"
        "analyses: [dynamics: {end: 5, output: 1, tolerance: 1e-10}]\n",
        finer, TML_BY(by));
    for (int i = 0; i < 4; i++) { /* dead centres: every second stop of the slider */
        const size_t row = stop_of(&c, "G.speed", 2 * i + 2);
        near(&c, "time", tml_case_value(&c, row, "t"), t[i], 1e-8);
        near(&c, "speed", tml_case_value(&c, row, "O.speed"), speed[i], 1e-8);
    }
    near(&c, "time of rest", tml_case_value(&c, stop_of(&c, "O.speed", 1), "t"), 4.532290812975108, 1e-6);
    near(&c, "crank angle", tml_case_at(&c, 5, "O.angle"), 87.15136421993102, 1e-6);
    near(&c, "slider", tml_case_at(&c, 5, "slider.x"), 0.3597856702102597, 1e-6);
    near(&c, "N", tml_case_at(&c, 5, "G.fy"), 12.2625, 1e-8);
    tml_case_near(&c, "friction", tml_case_at(&c, 5, "G.friction"), 0, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, slider_crank_coasts, 60)

/* ---- a mass on a belt ---- */
static tml_case belt(const char *friction, const char *end, const char *by)
{
    char text[900];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "bodies:\n"
             "  ground: {points: {P: [0, 0], W: [-1, 0]}}\n"
             "  belt: {points: {P: [0, 0]}, mass: 1, inertia: 0.1}\n"
             "  block: {points: {P: [0, 0]}, mass: 2, inertia: 0.1}\n"
             "joints:\n"
             "  B: {prismatic: [ground, belt], axis: x, at: P}\n"
             "  S: {prismatic: [belt, block], axis: x, at: P, friction: %s}\n"
             "forces: {spring: {spring: [ground.W, block.P], stiffness: 200, length: 1}}\n"
             "drivers: {drive: {B.speed: 0.1}}\n"
             "initial: {block.x: 0, block.vx: 0.1}\n"
             "analyses: [dynamics: {end: %s, output: 0.1, tolerance: 1e-10}]\n",
             friction, end);
    return tml_case_run_text_with("belt", text, NULL, TML_BY(by));
}

/* Instants at which it lets go, and at which it sticks again: rows come in pairs, before and after, at the same time. */
static double transition(const tml_case *c, int n, double *x)
{
    for (size_t row = 1; row < tml_table_rows(c->table); row++)
        if (tml_case_value(c, row, "t") == tml_case_value(c, row - 1, "t") && --n == 0) {
            *x = tml_case_value(c, row, "block.x");
            return tml_case_value(c, row, "t");
        }
    cr_assert_fail("%s: no such transition", c->name);
    return 0;
}

static void check_belt(const tml_case *c, double slip, double stick, double sticks_at)
{
    double x, t = transition(c, 1, &x);
    near(c, "first slip", t, 0.3924, 1e-8);
    near(c, "x of first slip", x, 0.03924, 1e-8);
    near(c, "row of the slip", tml_case_change(c, 0, "S slides"), 0.3924, 1e-8);
    near(c, "row of the stick", tml_case_change(c, 0, "S sticks"), 0.3924 + slip, 1e-8);
    for (size_t i = 0; i < 2; i++) {
        const double begins = tml_case_change(c, i, "S slides"), ends = tml_case_change(c, i, "S sticks");
        near(c, "slip lasts", ends - begins, slip, 1e-8);
        near(c, "sticks again at", tml_case_at(c, ends, "block.x"), sticks_at, 1e-8);
        near(c, "stick lasts", tml_case_change(c, i + 1, "S slides") - ends, stick, 1e-8);
    }
}

static void mass_on_a_belt(const char *by)
{
    tml_case c = belt("{coefficient: 0.25, static: 0.4}", "2", by);
    check_belt(&c, 0.4335369627704186, 0.2943, 0.00981);
    near(&c, "x", tml_case_at(&c, 2, "block.x"), 0.03526973381044224, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, mass_on_a_belt, 20)

static void mass_on_a_belt_with_stribeck(const char *by)
{
    tml_case c = belt("{coefficient: 0.25, static: 0.4, stribeck: 50 mm/s}", "2.2", by);
    check_belt(&c, 0.4530014872786955, 0.3441649909062111, 0.004823500909378893);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, mass_on_a_belt_with_stribeck, 20)

/* ---- flywheel ---- */
static void flywheel_stops(const char *by)
{
    tml_case c = tml_case_run_text_with("flywheel",
                                        "trammel: 1\n"
                                        "space: space\n"
                                        "bodies:\n"
                                        "  ground: {points: {O: [0, 0, 0]}}\n"
                                        "  wheel: {points: {O: [0, 0, 0]}, mass: 8, inertia: [0.12, 0.12, 0.12]}\n"
                                        "joints:\n"
                                        "  O: {revolute: [ground, wheel], axis: [sin(35 deg), 0, cos(35 deg)],\n"
                                        "      friction: {coefficient: 0.1, radius: 15 mm, collar: 25 mm}}\n"
                                        "initial: {O.speed: 60}\n"
                                        "analyses: [dynamics: {end: 40, output: 10, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    near(&c, "time", tml_case_value(&c, stop_of(&c, "O.speed", 1), "t"), 31.54587274162895, 1e-8);
    near(&c, "angle", tml_case_at(&c, 40, "O.angle"), 946.3761822488685, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, flywheel_stops, 60)

/* ---- recorded ---- */

/* x'' = -100 x -+ 1: half swings of pi/10 about +-0.01, from 0.5 by 0.02 less each. Its speed is zero where friction reverses, and is recorded once. */
static void turning_points_are_recorded_once(const char *by)
{
    tml_case c = tml_case_run_text_with("turning points",
                                        "trammel: 1\n"
                                        "gravity: [0, -10]\n"
                                        "points: {P: [0, 0]}\n"
                                        "bodies: {block: {points: [P], mass: 2, inertia: 1}}\n"
                                        "joints: {P: {prismatic: [ground, block], axis: x, friction: 0.1}}\n"
                                        "forces: {s: {spring: [ground, block], stiffness: 200}}\n"
                                        "initial: {P.displacement: 0.5}\n"
                                        "events: {turn: {when: P.speed, stop: false}}\n"
                                        "analyses: [dynamics: {end: 2, output: 1, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    size_t count = 0;
    for (size_t i = 0; i < tml_table_fact_count(c.table); i++)
        if (strcmp(tml_table_fact_name(c.table, i), "event turn") == 0)
            near(&c, "turns", tml_table_fact_number(c.table, i), (double)++count * PI / 10, 1e-9);
    cr_expect_eq(count, 6, "%zu turns", count);
    near(&c, "reverses", tml_case_change(&c, 5, "P reverses"), 6 * PI / 10, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, turning_points_are_recorded_once, 20)

/* A rod at rest on a thick pin: it stays as long as friction can hold it, although sliding, with less friction and so less load, would be consistent
 * as well. */
static void what_rests_stays(const char *by)
{
    static const double parts[] = {0.9, 0.98, 0.9999, 1.0001};
    for (int i = 0; i < 4; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  rod: {points: {O: [0, 0], E: [0, -1]}, mass: 2, shape: rod}\n"
                 "joints: {O: {revolute: [ground, rod], friction: {coefficient: 0.3, static: 0.4, radius: 0.5}}}\n"
                 "initial: {O.angle: asin(0.4*%.17g)}\n"
                 "analyses: [dynamics: {end: 1, output: 0.5}]\n",
                 parts[i]);
        tml_case c = tml_case_run_text_with("thick pin", text, NULL, TML_BY(by));
        const double angle = tml_case_at(&c, 1, "O.angle"), start = asin(0.4 * parts[i]);
        if (parts[i] < 1)
            tml_case_near(&c, "angle", angle, start, 1e-12);
        else
            cr_expect_lt(angle, asin(0.3), "%s", c.name);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(stick_slip, what_rests_stays, 20)

/* ---- slip that sets in, in two directions ---- */

/* A block on a turntable that speeds up, w = al t, slides from r sqrt(al^2 + w^4) = mu g on. The place at the end by Radau's method with 14 digits, in polar
 * coordinates of the slip. */
static void block_slides_off_a_turntable(const char *by)
{
    const double al = 2, limit = 0.3 * 9.81 / 0.5, onset = sqrt(sqrt(limit * limit - al * al)) / al;
    tml_case c = tml_case_run_text_with(
        "turntable",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {Z: [0, 0, 0]}}\n"
        "  table: {points: {Z: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
        "  block: {points: {P: [0, 0, 0]}, mass: 2, inertia: [0.01, 0.01, 0.01], position: [0.5, 0, 0]}\n"
        "joints:\n"
        "  Z: {revolute: [ground, table], axis: z}\n"
        "  P: {planar: [table.Z, block.P], axis: z, friction: 0.3}\n"
        "drivers: {spin: {Z.angle: t^2}}\n"
        "analyses:\n"
        "  - dynamics: {end: 2, output: 0.5, tolerance: 1e-10}\n",
        NULL, TML_BY(by));
    const size_t last = tml_case_row(&c, 2);
    near(&c, "x", tml_case_value(&c, last, "block.x"), -0.814624304961, 1e-11);
    near(&c, "y", tml_case_value(&c, last, "block.y"), -0.264989776544, 1e-11);
    c.table = tml_case_table(&c, "dynamics.events");
    near(&c, "onset", tml_case_value(&c, 0, "t"), onset, 1e-12);
    tml_case_free(&c);
}
TML_TEST_EACH(stick_slip, block_slides_off_a_turntable, 20)
