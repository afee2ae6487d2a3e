/* contact_space.c - contacts in space against closed forms: bounces on a slope, a block that turns downhill, slip to roll, a pile at rest.
 *
 * Event-driven to 1e-8 of the numbers, which have 15 digits; stepped over to 1e-3 with a step of 1e-4 s, with order one.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double SLOPE_30 = 0.52359877559829887308, SLOPE_20 = 0.34906585039886591538;

static void near(const tml_case *c, const char *what, double got, double want, double part)
{
    tml_case_near(c, what, got, want, part * fmax(fabs(want), 1e-3));
}

/* Steps of h; 0: event-driven, as written. */
static tml_case run(const char *path, double h)
{
    char text[64];
    snprintf(text, sizeof text, "contact: time_stepping, step: %g}", h);
    return h > 0 ? tml_case_run(path, TML_EDITS({"tolerance: 1e-10}", text})) : tml_case_run(path, TML_AS_WRITTEN);
}

/* Distance down a slope. */
static double down(const tml_case *c, double t, const char *x, const char *z, double slope)
{
    return tml_case_at(c, t, x) * cos(slope) - tml_case_at(c, t, z) * sin(slope);
}

static void bounces_on_a_slope(double h, double part)
{
    tml_case c = run("ball-on-slope/ball-on-slope.yaml", h);
    const double s = down(&c, 3, "ball.x", "ball.z", SLOPE_30) - down(&c, 0, "ball.x", "ball.z", SLOPE_30);
    near(&c, "distance", s, 22.0725, part);
    near(&c, "normal force", tml_case_at(&c, 3, "hit.force"), 16.99141842225069, part);
    cr_expect(fabs(tml_case_at(&c, 3, "hit.gap")) < (h > 0 ? 5e-4 : 1e-12), "it lies on the slope");
    near(&c, "energy lost", tml_fact_number(c.table, "energy lost in impacts"), 2 * 9.81 * cos(SLOPE_30) * 0.5, part);
    tml_case_free(&c);
}

Test(contact_space, ball_bounces_on_a_slope_and_slides_on)
{
    bounces_on_a_slope(0, 1e-8);
    bounces_on_a_slope(1e-4, 1e-3);
}

/* Position and velocity at 0.5 s, where it stops, and the friction that holds it. Returns the error of where it stops. */
static double slides_sideways(double h, double part)
{
    tml_case c = run("sideways-block/sideways-block.yaml", h);
    near(&c, "x at 0.5 s", down(&c, 0.5, "block.x", "block.z", SLOPE_20), 0.2249197628304942, part);
    near(&c, "y at 0.5 s", tml_case_at(&c, 0.5, "block.y"), 0.4827334639982340, part);
    near(&c, "vx at 0.5 s", down(&c, 0.5, "block.vx", "block.vz", SLOPE_20), 0.5104837739636148, part);
    near(&c, "vy at 0.5 s", tml_case_at(&c, 0.5, "block.vy"), 0.1908738574200383, part);
    const double x = down(&c, 1.2, "block.x", "block.z", SLOPE_20);
    near(&c, "x at the end", x, 0.3359528378051184, part);
    near(&c, "y at the end", tml_case_at(&c, 1.2, "block.y"), 0.5001759824284108, part);
    near(&c, "friction at rest", tml_case_at(&c, 1.2, "rub.friction"), 16.77608803012405, part);
    tml_case_free(&c);
    return fabs(x - 0.3359528378051184);
}

Test(contact_space, block_launched_sideways_turns_downhill_and_stays)
{
    slides_sideways(0, 1e-8);
    const double coarse = slides_sideways(2e-4, 2e-3), fine = slides_sideways(1e-4, 1e-3);
    cr_expect(fabs(log2(coarse / fine) - 1) < 0.15, "order %g", log2(coarse / fine));
}

static void slips_then_rolls(double h, double part)
{
    tml_case c = run("bowling/bowling.yaml", h);
    near(&c, "x", tml_case_at(&c, 3, "ball.x"), 19.90188468880847, part);
    near(&c, "y", tml_case_at(&c, 3, "ball.y"), 1.918770752638808, part);
    near(&c, "vx", tml_case_at(&c, 3, "ball.vx"), 6.022857142857143, part);
    near(&c, "vy", tml_case_at(&c, 3, "ball.vy"), 0.9257142857142857, part);
    near(&c, "omega x", tml_case_at(&c, 3, "ball.omegax"), -8.571428571428571, part);
    near(&c, "omega y", tml_case_at(&c, 3, "ball.omegay"), 55.76719576719577, part);
    near(&c, "omega z", tml_case_at(&c, 3, "ball.omegaz"), 5, part);
    tml_case_free(&c);
}

Test(contact_space, bowling_ball_slips_until_it_rolls)
{
    slips_then_rolls(0, 1e-8);
    slips_then_rolls(1e-4, 1e-3);
}

static void pile_stays(double h, double part)
{
    tml_case c = run("ball-pile/ball-pile.yaml", h);
    near(&c, "upper contacts", tml_case_at(&c, 1, "upper.force"), 3 * 6.54, part);
    near(&c, "their friction", tml_case_at(&c, 1, "upper.friction"), 3 * 2.415431202742143, part);
    near(&c, "floor contacts", tml_case_at(&c, 1, "floor.force"), 3 * 26.16, part);
    near(&c, "their friction", tml_case_at(&c, 1, "floor.friction"), 3 * 2.415431202742143, part);
    near(&c, "height", tml_case_at(&c, 1, "top.z"), 0.2519868415357066, part);
    tml_case_free(&c);
}

Test(contact_space, pile_of_four_balls_stays)
{
    pile_stays(0, 1e-8);
    pile_stays(1e-4, 1e-3);
}

/* With less friction than tan(beta/2) at the top contacts it falls apart: by both ways alike. */
Test(contact_space, pile_with_too_little_friction_falls_apart)
{
    const tml_edit less = {"top.skin, balls], friction: 0.5", "top.skin, balls], friction: 0.36"};
    tml_case exact = tml_case_run("ball-pile/ball-pile.yaml", TML_EDITS(less, {"end: 1,", "end: 0.4,"}));
    tml_case steps = tml_case_run("ball-pile/ball-pile.yaml",
                                  TML_EDITS(less, {"end: 1,", "end: 0.4, contact: time_stepping, step: 1e-4,"}));
    const double z = tml_case_at(&exact, 0.4, "top.z");
    cr_expect(z < 0.2495, "it sinks to %g", z);
    near(&steps, "height", tml_case_at(&steps, 0.4, "top.z"), z, 1e-3);
    tml_case_free(&exact);
    tml_case_free(&steps);
}

/* A belt carries a block along until it moves with it: mu g t = v. */
Test(contact_space, belt_carries_a_block_along)
{
    static const char text[] = "trammel: 1\n"
                               "space: space\n"
                               "bodies:\n"
                               "  ground: {surfaces: {belt: {plane: [0, 0, 0], speed: [0.6, -0.8, 0]}}}\n"
                               "  block: {mass: 5, inertia: [0.01, 0.01, 0.01], surfaces: {sole: {point: [0, 0, 0]}}}\n"
                               "forces:\n"
                               "  rub: {contact: [block.sole, ground.belt], friction: 0.2}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 1, output: 0.1, contact: time_stepping, step: 1e-4}\n";
    tml_case c = tml_case_run_text("belt", text, TML_AS_WRITTEN);
    const double t = 1 / (0.2 * 9.81);
    near(&c, "speed", tml_case_at(&c, 0.2, "block.vx"), 0.6 * 0.2 * 9.81 * 0.2, 1e-3);
    near(&c, "speed", tml_case_at(&c, 1, "block.vx"), 0.6, 1e-9);
    near(&c, "speed", tml_case_at(&c, 1, "block.vy"), -0.8, 1e-9);
    near(&c, "place", tml_case_at(&c, 1, "block.x"), 0.6 * (1 - t / 2), 1e-3);
    near(&c, "energy lost in friction", tml_fact_number(c.table, "energy lost in friction"), 2.5, 1e-3);
    tml_case_free(&c);
}

/* Two boxes, a capsule and a cylinder dropped on each other: everything ends at rest on the floor, and no surface sinks in. */
Test(contact_space, boxes_capsules_and_cylinders_come_to_rest)
{
    static const char text[] =
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
        "  low: {mass: 2, shape: {box: [0.4, 0.4, 0.2]}, surfaces: {skin: {box: [0.4, 0.4, "
        "0.2]}}, position: [0, 0, 0.11]}\n"
        "  high: {mass: 1, shape: {box: [0.2, 0.2, 0.2]}, surfaces: {skin: {box: [0.2, 0.2, "
        "0.2]}}, position: [0.03, 0.02, 0.33]}\n"
        "  bar: {mass: 1, shape: {cylinder: {radius: 0.05, length: 0.3}}, surfaces: {skin: {capsule: 0.05, from: "
        "[-0.1, 0, 0], "
        "to: [0.1, 0, 0]}},\n"
        "        position: [0, 0.6, 0.07]}\n"
        "  can: {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.2}}, surfaces: {skin: {cylinder: 0.1, "
        "length: 0.2}}, position: [0, -0.6, 0.12]}\n"
        "forces:\n"
        "  f1: {contact: [low, ground], friction: 0.5}\n"
        "  f2: {contact: [high, low], friction: 0.5}\n"
        "  f3: {contact: [bar, ground], friction: 0.5}\n"
        "  f4: {contact: [can, ground], friction: 0.5}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.5, output: 0.1, contact: time_stepping, step: 2e-4}\n";
    tml_case c = tml_case_run_text("boxes", text, TML_AS_WRITTEN);
    static const struct {
        const char *z, *force;
        double height, weight;
    } at_rest[] = {{"low.z", "f1.force", 0.1, 3},
                   {"high.z", "f2.force", 0.3, 1},
                   {"bar.z", "f3.force", 0.05, 1},
                   {"can.z", "f4.force", 0.1, 1}};
    for (size_t i = 0; i < sizeof at_rest / sizeof *at_rest; i++) {
        tml_case_near(&c, at_rest[i].z, tml_case_at(&c, 0.5, at_rest[i].z), at_rest[i].height, 5e-4);
        near(&c, at_rest[i].force, tml_case_at(&c, 0.5, at_rest[i].force), 9.81 * at_rest[i].weight, 1e-6);
    }
    tml_case_free(&c);
}
