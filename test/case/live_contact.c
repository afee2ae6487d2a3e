/* live_contact.c - live motions with stops, contacts, friction and events that act: located inside steps, against closed forms. */
#include "support/case.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void step(tml_live *live, long count)
{
    for (long i = 0; i < count; i++)
        cr_assert_eq(tml_live_step(live), TML_OK, "at t = %g s", tml_live_time(live));
}

static void expect(tml_live *live, const char *name, double wanted, double bar)
{
    cr_expect_float_eq(tml_case_live_value(live, name), wanted, bar, "%s at t = %g s is %.15g, not %.15g", name,
                       tml_live_time(live), tml_case_live_value(live, name), wanted);
}

/* A01: flights are parabolas, which the method solves exactly. */
Test(live_contact, ball_bounces_and_comes_to_rest)
{
    static const char text[] =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, "
        "1.05], velocity: [0.3, 0]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], restitution: 0.8}\n"
        "analyses:\n"
        "  - dynamics: {end: 5}\n";
    static const double gap[3] = {0.4680044525260363, 0.2607417283270572, 0.06870746096576572};
    static const double rate[3] = {-1.836995547473964, -0.1658691358364714, -0.01535413338474476};
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1.0 / 64});
    double first[3];
    for (int pass = 0; pass < 2; pass++) { /* and once more from the start: the same bits */
        for (int k = 0; k < 3; k++) {
            step(live, 64);
            expect(live, "hit.gap", gap[k], 1e-11);
            expect(live, "ball.vy", rate[k], 1e-11);
            cr_expect(pass == 0 || tml_case_live_value(live, "ball.y") == first[k]);
            first[k] = tml_case_live_value(live, "ball.y");
        }
        step(live, 128);
        expect(live, "hit.gap", 0, 1e-12);
        expect(live, "hit.force", 4.905, 1e-9);
        expect(live, "ball.x", 1.5, 1e-12);
        expect(live, "energy.impact_loss", 4.905, 1e-9); /* all of what it had fallen by */
        expect(live, "energy.error", 0, 1e-9);
        tml_live_reset(live);
    }
    tml_live_free(live);
    tml_model_free(model);
}

/* A06b: a knee closes, stays closed, and opens; 0.3 s later. */
static void knee_closes_and_opens(const char *by)
{
    tml_case c = tml_case_run("knee/knee.yaml", TML_AS_WRITTEN);
    tml_live *live = tml_case_live(c.model, (tml_live_options){.step = 1.664910843230166 / 2000, .formulation = by});
    step(live, 1000);
    expect(live, "K.angle", 0, 1e-11);
    cr_expect_lt(tml_case_live_value(live, "K.limit"), -0.1, "it presses");
    step(live, 1000);
    const double a = tml_case_live_value(live, "O.angle") + acos(-1) / 2;
    cr_expect_float_eq(a, -0.6348258408377017, 1e-9, "%s: %.15g", by, a);
    cr_expect_float_eq(a + tml_case_live_value(live, "K.angle"), -0.7778394137712273, 1e-9, "%s", by);
    expect(live, "energy.impact_loss", tml_case_at(&c, 1.66, "energy.impact_loss"), 1e-8);
    tml_live_free(live);
    tml_case_free(&c);
}
TML_TEST_BY(live_contact, knee_closes_and_opens, absolute, 20)
TML_TEST_BY(live_contact, knee_closes_and_opens, joint, 20)
TML_TEST_BY(live_contact, knee_closes_and_opens, point, 20)

/* A block slides to rest, v/(mu g), and sticks until the caller pulls harder than friction holds. */
Test(live_contact, friction_holds_until_the_caller_pulls)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: [0, -10]\n"
                               "parameters: {F: 0}\n" BLOCK_ON_TABLE "forces:\n"
                               "  pull: {force: block, value: [F, 0]}\n"
                               "initial: {P.speed: 1}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 5}\n";
    tml_model *model = tml_case_parse(text);
    tml_live *live =
        tml_case_live(model, (tml_live_options){.step = 1.0 / 128, .inputs = (const char *[]){"F"}, .input_count = 1});
    const long F = tml_live_input(live, "F");
    step(live, 128);
    expect(live, "P.displacement", 1 / 6.0, 1e-12); /* v^2/(2 mu g) */
    expect(live, "P.speed", 0, 1e-13);
    expect(live, "energy.friction_loss", 1, 1e-11);
    tml_live_set(live, F, 5);
    step(live, 128);
    expect(live, "P.displacement", 1 / 6.0, 1e-12);
    expect(live, "P.friction", -5, 1e-10);
    tml_live_set(live, F, 8);
    step(live, 128); /* v' = (8 - 6)/2 */
    expect(live, "P.speed", 1, 1e-10);
    tml_live_set(live, F, 0);
    step(live, 64); /* stops after 1/3 s */
    expect(live, "P.speed", 0, 1e-12);
    expect(live, "P.displacement", 1 / 6.0 + 0.5 + 1 / 6.0, 1e-10);
    tml_live_free(live);
    tml_model_free(model);
}

/* Events of the user's act: a ball without surfaces that an event sends back. Speeds at the impacts are those of A01. */
Test(live_contact, events_act)
{
    static const char text[] = "trammel: 1\n"
                               "bodies:\n"
                               "  ball: {mass: 0.5, inertia: 1, position: [0, 1]}\n"
                               "events:\n"
                               "  bounce: {when: ball.y, direction: falling, do: {set: {ball.vy: -0.8*ball.vy}}}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 5}\n";
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1.0 / 64});
    step(live, 64);
    expect(live, "ball.y", 0.4680044525260363, 1e-11);
    step(live, 64);
    expect(live, "ball.y", 0.2607417283270572, 1e-11);
    tml_live_free(live);
    tml_model_free(model);
}

/* A compliant contact, which begins and ends at events: -w - ln(1 - c w)/c = v - ln(1 + c v)/c. */
Test(live_contact, compliant_contact_bounces)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: [0, 0]\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, "
        "0.3], velocity: [0, -2]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], law: hunt_crossley, exponent: 1, stiffness: "
        "2000, damping: 0.2}\n"
        "analyses:\n"
        "  - dynamics: {end: 5}\n";
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1.0 / 4096});
    step(live, 4096);
    const double w = tml_case_live_value(live, "ball.vy"), c = 0.2, v = 2;
    cr_expect_float_eq(-w - log(1 - c * w) / c, v - log(1 + c * v) / c, 1e-9, "%g", w);
    tml_live_free(live);
    tml_model_free(model);
}

/* Free fall by the midpoint rule is exact; it bounces in a step, and comes to rest: all energy lost, its weight carried, the same bits again. */
Test(live_contact, contacts_are_stepped_over_where_asked)
{
    static const char text[] =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 1.05]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], restitution: 0.5}\n"
        "analyses:\n"
        "  - dynamics: {end: 5, contact: time_stepping}\n";
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1.0 / 1024});
    double first[2];
    for (int pass = 0; pass < 2; pass++) {
        step(live, 256);
        expect(live, "ball.y", 1.05 - 9.81 / 32, 1e-12);
        step(live, 512);
        const double t = sqrt(2 / 9.81), v = 0.5 * 9.81 * t, dt = 0.75 - t;
        expect(live, "ball.y", 0.05 + v * dt - 9.81 / 2 * dt * dt, 5e-3); /* of the order of the step */
        first[pass] = tml_case_live_value(live, "ball.y");
        step(live, 2304);
        expect(live, "ball.y", 0.05, 1e-3);
        expect(live, "hit.force", 4.905, 1e-6);
        expect(live, "energy.impact_loss", 4.905, 1e-2);
        tml_live_reset(live);
        expect(live, "ball.y", 1.05, 0);
    }
    cr_expect_eq(first[0], first[1]);
    tml_live_free(live);
    tml_model_free(model);
}

/* 30 balls among each other and on the floor: so many pairs that only near ones are looked at. They lie still in the end, on the floor and on
 * each other: it carries their weight. */
Test(live_contact, sets_of_many_pairs_are_stepped_over, .timeout = TML_SLOWER * 60)
{
    enum { COUNT = 30 };
    static char text[20000];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n");
    for (int i = 0; i < COUNT; i++)
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "  b%d: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1, group: balls}}, position: "
            "[%g, %g]}\n",
            i, 0.21 * (i % 10), 0.11 + 0.25 * (i / 10));
    snprintf(
        text + n, sizeof text - n,
        "forces: {among: {contact: [balls, balls], friction: 0.3}, low: {contact: [balls, ground], friction: 0.3}}\n"
        "analyses: [dynamics: {end: 1}]\n");
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1.0 / 512});
    step(live, 1024);
    double fastest = 0, lowest = 1;
    for (int i = 0; i < COUNT; i++) {
        char name[20];
        snprintf(name, sizeof name, "b%d.y", i);
        lowest = fmin(lowest, tml_case_live_value(live, name));
        snprintf(name, sizeof name, "b%d.vy", i);
        fastest = fmax(fastest, fabs(tml_case_live_value(live, name)));
    }
    cr_expect_gt(lowest, 0.1 - 1e-3, "none sinks in: %g", lowest);
    cr_expect_lt(fastest, 0.05, "they have come to rest: %g", fastest);
    expect(live, "low.force", COUNT * 9.81, 0.05 * COUNT * 9.81);
    tml_live_free(live);
    tml_model_free(model);
}

Test(live_contact, what_needs_another_system_is_refused)
{
    static const char text[] = "trammel: 1\n"
                               "points: {O: [0, 0], A: [1, 0]}\n"
                               "bodies:\n"
                               "  rod: {points: [O, A], mass: 1, shape: rod}\n"
                               "joints:\n"
                               "  O: {revolute: [ground, rod], limits: [-1, 1]}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 1, contact: compliant}\n";
    tml_model *model = tml_case_parse(text);
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    const tml_live_options fixed = {.size = sizeof fixed, .step = 0.01, .fixed = true};
    cr_expect_eq(tml_live_make(model, &fixed, &live, log), TML_WRONG);
    cr_expect(tml_log_count(log) && strstr(tml_log_get(log, 0).text, "contact: events"));
    tml_log_free(log);
    tml_model_free(model);
}

/* A clutch locks inside a step: after w/(T/J1 + T/J2); a freewheel is stopped by an impulse at once. */
Test(live_contact, clutches_lock_inside_steps)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: none\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  engine: {points: {O: [0, 0]}, mass: 10, inertia: 0.2}\n"
                               "  load: {points: {O: [0, 0]}, mass: 20, inertia: 0.5}\n"
                               "  third: {points: {O: [0, 0]}, mass: 20, inertia: 0.7}\n"
                               "joints:\n"
                               "  A: {revolute: [ground, engine], at: O}\n"
                               "  B: {revolute: [ground, load], at: O}\n"
                               "  C: {revolute: [ground, third], at: O}\n"
                               "forces:\n"
                               "  c: {clutch: [engine, load], torque: 60}\n"
                               "  w: {one-way-clutch: [load, third]}\n"
                               "initial: {A.speed: 100, C.speed: 25}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 5}\n";
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1.0 / 64});
    /* the load is at 25 rad/s after 25*0.5/60 s; from there on it takes the third one along */
    const double t1 = 25 * 0.5 / 60, t2 = t1 + (75 - 300 * t1) / (60 / 0.2 + 60 / 1.2);
    for (int pass = 0; pass < 2; pass++) {
        step(live, 8);
        expect(live, "B.speed", 120 * 8 / 64.0, 1e-11);
        expect(live, "w.holds", 0, 0);
        step(live, 56);
        expect(live, "A.speed", 100 - 300 * t2, 1e-10);
        expect(live, "C.speed", 100 - 300 * t2, 1e-10);
        expect(live, "c.holds", 1, 0);
        expect(live, "w.holds", 1, 0);
        tml_live_reset(live);
    }
    tml_live_free(live);
    tml_model_free(model);
}

/* A rope over a pulley goes slack and taut, flanks of teeth meet, each within a step. */
Test(live_contact, ropes_and_flanks_are_followed)
{
    const double g = 9.81;
    tml_model *rope =
        tml_case_parse("trammel: 1\n"
                       "bodies:\n"
                       "  ground: {points: {A: [-1, 0], P: [0, 2], B: [0.1, 0]}}\n"
                       "  ball: {points: {B: [0, 0]}, position: [0.1, 0], mass: 2, inertia: 0.01}\n"
                       "joints:\n"
                       "  G: {prismatic: [ground.B, ball.B], axis: y}\n"
                       "  rope: {cable: [ground.A, ground.P, ball.B], radii: [0, -0.1, 0], restitution: 0.5}\n"
                       "initial: {G.speed: 3}\n"
                       "analyses: [dynamics: {end: 2, output: 1}]\n");
    tml_live *live = tml_case_live(rope, (tml_live_options){.step = 1.0 / 64});
    step(live, 48); /* 0.75 s: after the first catch, at 6/g, it goes up with 1.5 m/s */
    const double t = 0.75 - 6 / g;
    expect(live, "ball.vy", 1.5 - g * t, 1e-9);
    expect(live, "ball.y", 1.5 * t - g / 2 * t * t, 1e-9);
    step(live, 48);
    expect(live, "ball.y", 0, 1e-9);
    expect(live, "rope.tension", 2 * g, 1e-7);
    tml_live_free(live);
    tml_model_free(rope);
    tml_model *pair =
        tml_case_parse("trammel: 1\ngravity: none\npoints: {A: [0, 0], B: [150 mm, 0]}\n"
                       "bodies: {p: {points: [A], mass: 1, inertia: 0.002}, w: {points: [B], mass: 4, inertia: 0.02}}\n"
                       "joints:\n"
                       "  A: {revolute: [ground, p]}\n"
                       "  B: {revolute: [ground, w]}\n"
                       "  mesh: {gear: [A, B], teeth: [20, 40], backlash: 2 mm, restitution: 0.8}\n"
                       "initial: {A.speed: 1, B.speed: 0}\n"
                       "analyses: [dynamics: {end: 2, output: 1}]\n");
    live = tml_case_live(pair, (tml_live_options){.step = 1.0 / 64});
    step(live, 2); /* 0.03125 s: after the blow at 0.02 s, P = 1.8*0.05/1.75 */
    expect(live, "A.speed", 1 - 0.05 / 0.002 * 0.09 / 1.75, 1e-10);
    expect(live, "B.speed", -0.1 / 0.02 * 0.09 / 1.75, 1e-10);
    tml_live_free(live);
    tml_model_free(pair);
}
