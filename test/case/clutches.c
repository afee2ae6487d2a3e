/* clutches.c - clutches, brakes and freewheels against closed forms. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static void near(const tml_case *c, const char *what, double got, double want, double bar)
{
    tml_case_near(c, what, got, want, bar * fmax(fabs(want), 1e-3));
}

static void at(const tml_case *c, double t, const char *channel, double want, double bar)
{
    near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* Two flywheels of 0.2 and 0.5 kg m^2 on the ground. */
#define WHEELS                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  engine: {points: {O: [0, 0]}, mass: 10, inertia: 0.2}\n"                                                        \
    "  load: {points: {O: [0, 0]}, mass: 20, inertia: 0.5}\n"                                                          \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, engine], at: O}\n"                                                                       \
    "  B: {revolute: [ground, load], at: O}\n"

/* Lock-up after w/(T/J1 + T/J2); lost is J1 J2/(J1 + J2) w^2/2. */
static void flywheels_lock(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "two flywheels",
        WHEELS "forces: {c: {clutch: [engine, load], force: 1000, radius: 0.1, faces: 2, coefficient: 0.3}}\n"
               "initial: {A.speed: 100}\n"
               "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    const double T = 60, J1 = 0.2, J2 = 0.5, w = 100, locked = w / (T / J1 + T / J2);
    near(&c, "lock-up", tml_case_change(&c, 0, "c sticks"), locked, 1e-11);
    at(&c, 0.1, "c.torque", T, 1e-12);
    at(&c, 0.1, "c.speed", -(w - 0.1 * (T / J1 + T / J2)), 1e-11);
    at(&c, 0.1, "c.power", T * -(w - 0.1 * (T / J1 + T / J2)), 1e-11);
    at(&c, 0.1, "c.holds", 0, 0);
    at(&c, 0.5, "c.holds", 1, 0);
    at(&c, 0.5, "A.speed", J1 * w / (J1 + J2), 1e-11);
    at(&c, 0.5, "B.speed", J1 * w / (J1 + J2), 1e-11);
    at(&c, 0.5, "energy.friction_loss", J1 * J2 / (J1 + J2) * w * w / 2, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(clutches, flywheels_lock, 10)

/* Locked, the load takes J2/(J1 + J2) of the drive: it slips where that is what it holds, and less from there on. */
static void clutch_slips_at_what_it_holds(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "overload",
        WHEELS "forces:\n"
               "  c: {clutch: [engine, load], force: 1000, radius: 0.1, faces: 2, coefficient: 0.3, static: 0.4}\n"
               "  drive: {motor: A, torque: 200*t}\n"
               "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    const double slips = 80 / (200 * 0.5 / 0.7), w = 100 * slips * slips / 0.7, more = 1 - slips;
    near(&c, "slips", tml_case_change(&c, 0, "c slides"), slips, 1e-10);
    at(&c, 0.5, "c.torque", 200 * 0.5 * 0.5 / 0.7, 1e-10);
    at(&c, 1, "B.speed", w + 60 / 0.5 * more, 1e-9);
    at(&c, 1, "A.speed", w + (100 * (1 - slips * slips) - 60 * more) / 0.2, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(clutches, clutch_slips_at_what_it_holds, 10)

/* Pressed from 0.1 s to 0.2 s, with drag all the time: w' = -(1/J1 + 1/J2)(T + c w). */
static void command_opens_and_closes(const char *by)
{
    tml_case c = tml_case_run_text_with("command",
                                        WHEELS "forces: {c: {clutch: [engine, load], torque: 'if(t > 0.1, if(t > 0.2, "
                                               "0, 20), 0)', viscous: 0.3}}\n"
                                               "initial: {B.speed: 100}\n"
                                               "analyses: [dynamics: {end: 0.3, output: 0.1, tolerance: 1e-12}]\n",
                                        NULL, TML_BY(by));
    const double k = 0.3 * (1 / 0.2 + 1 / 0.5), E = exp(-0.1 * k), w1 = 100 * E, w2 = (w1 + 20 / 0.3) * E - 20 / 0.3;
    at(&c, 0.2, "c.speed", w2, 1e-8);
    at(&c, 0.3, "c.speed", w2 * E, 1e-8);
    at(&c, 0.3, "c.torque", -0.3 * w2 * E, 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(clutches, command_opens_and_closes, 10)

/* ---- brakes ---- */

#define DRUM(brake, speed)                                                                                             \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  drum: {points: {O: [0, 0]}, mass: 5, inertia: 0.1}\n"                                                           \
    "joints: {O: {revolute: [ground, drum]}}\n"                                                                        \
    "forces: {b: {brake: O, " brake "}}\n"                                                                             \
    "initial: {O.speed: " speed "}\n"                                                                                  \
    "analyses: [dynamics: {end: 2, output: 1, tolerance: 1e-10}]\n"

/* It stops after J |w|/T, and what it had is lost. */
static void stops_with(const char *text, double torque)
{
    tml_case c = tml_case_run_text("brake", text, NULL);
    near(&c, "stops", tml_case_change(&c, 0, "b sticks"), 0.1 * 30 / torque, 1e-10);
    at(&c, 2, "O.speed", 0, 1e-10);
    at(&c, 2, "energy.friction_loss", 0.1 * 900 / 2, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}

#define BAND "type: band, force: 40, radius: 0.2, wrap: 200 deg, coefficient: 0.25"
#define SHOE "type: drum, force: 80, radius: 0.2, lever: 0.3, arm: 0.15, offset: 0.12, coefficient: 0.35"

Test(clutches, bands_follow_the_capstan_in_both_senses)
{
    const double mu = 0.25 * 200 * acos(-1) / 180;
    stops_with(DRUM(BAND, "30"), 40 * 0.2 * (exp(mu) - 1));
    stops_with(DRUM(BAND, "-30"), 40 * 0.2 * (1 - exp(-mu)));
    stops_with(DRUM(BAND ", sense: negative", "30"), 40 * 0.2 * (1 - exp(-mu)));
    stops_with(DRUM(BAND ", sense: negative", "-30"), 40 * 0.2 * (exp(mu) - 1));
}

Test(clutches, friction_applies_or_lifts_the_shoe_of_a_drum)
{
    stops_with(DRUM(SHOE, "30"), 0.35 * 80 * 0.2 * 0.3 / (0.15 - 0.35 * 0.12));
    stops_with(DRUM(SHOE, "-30"), 0.35 * 80 * 0.2 * 0.3 / (0.15 + 0.35 * 0.12));
    stops_with(DRUM("force: 40, radius: 0.2, coefficient: 0.3", "30"), 2 * 0.3 * 40 * 0.2);
}

/* What holds a load differs by its sense, and by rest and slip. */
Test(clutches, bands_hold_loads_between_their_limits)
{
    tml_case c = tml_case_run_text("band at rest",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  drum: {points: {O: [0, 0]}, mass: 5, inertia: 0.1}\n"
                                   "joints: {O: {revolute: [ground, drum]}}\n"
                                   "forces:\n"
                                   "  b: {brake: O, " BAND ", static: 0.3}\n"
                                   "  load: {motor: O, torque: 2}\n"
                                   "analyses: [static]\n",
                                   NULL);
    const double mu = 0.3 * 200 * acos(-1) / 180, up = 8 * (exp(mu) - 1), down = -8 * (1 - exp(-mu));
    double from = NAN, to = NAN;
    cr_expect_eq(sscanf(tml_fact_text(c.table, "friction holds load"), "from %lf to %lf", &from, &to), 2);
    near(&c, "from", from, down, 1e-10);
    near(&c, "to", to, up, 1e-10);
    near(&c, "used", tml_fact_number(c.table, "held by friction"), 2 / up, 1e-10);
    at(&c, 0, "b.torque", -2, 1e-12);
    tml_case_free(&c);
}

/* A cage of 300 kg that falls: 2 mu F against its weight. */
Test(clutches, clamps_stop_what_slides)
{
    tml_case c = tml_case_run_text("cage",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "gravity: [0, 0, -10]\n"
                                   "points: {O: [0, 0, 0]}\n"
                                   "bodies: {cage: {points: [O], mass: 300, inertia: [40, 40, 20]}}\n"
                                   "joints: {rail: {prismatic: [ground, cage], axis: z, at: O}}\n"
                                   "forces: {clamp: {brake: rail, force: 9000, coefficient: 0.3, static: 0.4}}\n"
                                   "initial: {rail.speed: -1}\n"
                                   "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-10}]\n",
                                   NULL);
    const double a = 2 * 0.3 * 9000 / 300 - 10;
    near(&c, "stops", tml_case_change(&c, 0, "clamp sticks"), 1 / a, 1e-10);
    at(&c, 0.5, "rail.displacement", -1 / (2 * a), 1e-10);
    at(&c, 0.1, "clamp.force", 5400, 1e-12);
    at(&c, 0.5, "clamp.force", 3000, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- one-way clutches ---- */

/* A lever that swings with the speed 3 cos(10 t) carries a shaft with a viscous load along. At the start it strikes it; it is overrun from where the shaft slows
 * down less than the lever, tan(10 t) = c/(10 J), until the lever has caught up. */
static double caught_up(double from, double w, double rate)
{
    double a = 0.5, b = 0.2 * acos(-1); /* the speed of the lever rises between, above that of the shaft */
    for (int i = 0; i < 200; i++) {
        const double t = (a + b) / 2;
        *(3 * cos(10 * t) < w * exp(-rate * (t - from)) ? &a : &b) = t;
    }
    return a;
}

static void freewheel_rectifies(const char *by)
{
    tml_case c = tml_case_run_text_with("lever and shaft",
                                        WHEELS "forces:\n"
                                               "  w: {one-way-clutch: [engine, load]}\n"
                                               "  drag: {motor: B, torque: -0.4*B.speed}\n"
                                               "drivers: {d: {A.angle: 0.3*sin(10*t)}}\n"
                                               "analyses: [dynamics: {end: 0.7, output: 0.1, tolerance: 1e-11}]\n",
                                        NULL, TML_BY(by));
    const double rate = 0.4 / 0.5, t1 = atan(rate / 10) / 10, w1 = 3 * cos(10 * t1), t2 = caught_up(t1, w1, rate);
    near(&c, "impulse", tml_case_impact(&c, 0, "w.impulse"), 0.5 * 3, 1e-11);
    near(&c, "overruns", tml_case_change(&c, 0, "w overruns"), t1, 1e-8);
    near(&c, "engages", tml_case_change(&c, 0, "w engages"), t2, 1e-10);
    at(&c, 0.3, "B.speed", w1 * exp(-rate * (0.3 - t1)), 1e-10);
    at(&c, 0.3, "w.torque", 0, 1e-12);
    at(&c, 0.3, "w.holds", 0, 0);
    near(&c, "lost", tml_case_at(&c, 0.7, "energy.friction_loss"), 0, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(clutches, freewheel_rectifies, 10)

/* While it is engaged it transmits J w' + c w of the shaft. */
Test(clutches, freewheel_transmits_what_the_shaft_needs)
{
    tml_case c = tml_case_run_text("engaged",
                                   WHEELS "forces:\n"
                                          "  w: {one-way-clutch: [engine, load]}\n"
                                          "  drag: {motor: B, torque: -0.4*B.speed}\n"
                                          "drivers: {d: {A.angle: t^2}}\n"
                                          "analyses: [dynamics: {end: 1, output: 0.1}, evaluate]\n",
                                   NULL);
    at(&c, 1, "w.torque", 0.5 * 2 + 0.4 * 2, 1e-8);
    tml_case_free(&c);
}

/* Speeds in the sense that it blocks are made equal at once; in the other one nothing happens. */
static void freewheel_stops_at_once(const char *by)
{
    tml_case c = tml_case_run_text_with("struck",
                                        WHEELS "forces: {w: {one-way-clutch: [engine, load]}}\n"
                                               "initial: {A.speed: 10, B.speed: 1}\n"
                                               "analyses: [dynamics: {end: 1, output: 0.5}]\n",
                                        NULL, TML_BY(by));
    const double w = (0.2 * 10 + 0.5) / 0.7;
    near(&c, "impulse", tml_case_impact(&c, 0, "w.impulse"), 0.5 * (w - 1), 1e-12);
    at(&c, 1, "A.speed", w, 1e-12);
    at(&c, 1, "B.speed", w, 1e-12);
    at(&c, 1, "energy.impact_loss", (0.2 * 100 + 0.5 - 0.7 * w * w) / 2, 1e-12);
    cr_expect_eq(tml_fact_number(c.table, "changes of contact and friction") > 0, false, "it stays engaged");
    tml_case_free(&c);
    c = tml_case_run_text_with("free",
                               WHEELS "forces: {w: {one-way-clutch: [engine, load], free: negative}}\n"
                                      "initial: {A.speed: 10, B.speed: 1}\n"
                                      "analyses: [dynamics: {end: 1, output: 0.5}]\n",
                               NULL, TML_BY(by));
    at(&c, 1, "A.speed", 10, 1e-10);
    at(&c, 1, "B.speed", 1, 1e-10);
    tml_case_free(&c);
}
TML_TEST_EACH(clutches, freewheel_stops_at_once, 10)

/* With a capacity there is no impulse: it slips until speeds are equal. */
Test(clutches, freewheel_slips_above_its_capacity)
{
    tml_case c = tml_case_run_text("slips",
                                   WHEELS "forces: {w: {one-way-clutch: [engine, load], capacity: 70, drag: 7}}\n"
                                          "initial: {A.speed: 10, B.speed: 1}\n"
                                          "analyses: [dynamics: {end: 0.1, output: 0.01}]\n",
                                   NULL);
    near(&c, "engages", tml_case_change(&c, 0, "w engages"), 9 / (70 / 0.2 + 70 / 0.5), 1e-10);
    at(&c, 0.01, "w.torque", 70, 1e-12);
    tml_case_free(&c);
    c = tml_case_run_text("drags",
                          WHEELS "forces: {w: {one-way-clutch: [engine, load], capacity: 70, drag: 7}}\n"
                                 "initial: {B.speed: 9}\n"
                                 "analyses: [dynamics: {end: 0.3, output: 0.1}]\n",
                          NULL);
    at(&c, 0.1, "w.torque", -7, 1e-12);
    near(&c, "engages", tml_case_change(&c, 0, "w engages"), 9 / (7 / 0.2 + 7 / 0.5), 1e-10);
    tml_case_free(&c);
}

/* A hanging load on a ratchet: it cannot fall, however heavy it is; a push upwards lifts it. */
Test(clutches, freewheel_holds_a_load_at_rest)
{
    tml_case c = tml_case_run_text("ratchet",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  drum: {points: {O: [0, 0]}, mass: 5, inertia: 0.1}\n"
                                   "joints: {O: {revolute: [ground, drum]}}\n"
                                   "forces:\n"
                                   "  w: {one-way-clutch: O}\n"
                                   "  load: {motor: O, torque: -50}\n"
                                   "analyses: [static]\n",
                                   NULL);
    double up = NAN;
    cr_expect_eq(sscanf(tml_fact_text(c.table, "friction holds load"), "up to %lf", &up), 1, "%s",
                 tml_fact_text(c.table, "friction holds load"));
    near(&c, "up to", up, 0, 1e-9);
    at(&c, 0, "w.torque", 50, 1e-12);
    tml_case_free(&c);
}

/* ---- steps of fixed size ---- */

Test(clutches, time_stepping_knows_one_way_clutches)
{
    tml_case c = tml_case_run_text("stepped",
                                   WHEELS "forces: {w: {one-way-clutch: [engine, load]}, push: {motor: A, torque: "
                                          "3*sin(8*t)}}\n"
                                          "analyses: [dynamics: {end: 2, output: 1, contact: time_stepping}]\n",
                                   NULL);
    tml_case exact = tml_case_run_text("exact",
                                       WHEELS "forces: {w: {one-way-clutch: [engine, load]}, push: {motor: A, torque: "
                                              "3*sin(8*t)}}\n"
                                              "analyses: [dynamics: {end: 2, output: 1}]\n",
                                       NULL);
    at(&c, 2, "A.speed", tml_case_at(&exact, 2, "A.speed"), 1e-3);
    at(&c, 2, "B.speed", tml_case_at(&exact, 2, "B.speed"), 1e-3);
    tml_case_free(&c);
    tml_case_free(&exact);
}

/* ---- what is wrong ---- */

#define REFUSED(force, part)                                                                                           \
    do {                                                                                                               \
        tml_case c = {.log = tml_messages_of(WHEELS "forces: {c: {" force "}}\nanalyses: [dynamics: {end: 1}]\n")};    \
        tml_expect_message(&c, part);                                                                                  \
        tml_log_free(c.log);                                                                                           \
    } while (0)

Test(clutches, bad_requests_are_explained)
{
    REFUSED("clutch: [engine, load], radius: 0.1, coefficient: 0.3", "\"force\"");
    REFUSED("clutch: [engine, load], force: 10, radius: 0.1", "\"coefficient\" of friction is missing");
    REFUSED("clutch: [engine, load], force: 10, coefficient: 0.3", "\"radius\" is missing");
    REFUSED("clutch: [engine, load], force: 10, torque: 3", "either \"force\" or \"torque\"");
    REFUSED("clutch: [engine, load], torque: 3, radius: 0.1", "has no effect beside \"torque\"");
    REFUSED("clutch: [engine, load], force: 10, coefficient: 0.3, radius: -0.1", "must be greater than zero");
    REFUSED("brake: B, type: band, force: 10, coefficient: 0.3, radius: 0.1", "a band needs \"wrap\"");
    REFUSED("brake: B, force: 10, coefficient: 0.3, radius: 0.1, wrap: 3", "\"type: band\" only");
    REFUSED("brake: B, type: drum, force: 10, coefficient: 0.5, radius: 0.1, lever: 0.2, arm: 0.1, offset: 0.3",
            "the shoe jams");
    REFUSED("one-way-clutch: B, drag: -1", "must not be below zero");
}
