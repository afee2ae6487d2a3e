/* contact_corners.c - sharp corners of boxes against sharp corners of tables and boxes, rigid, from event to event.
 *
 * A box slides off a table: its leading corner is free at the edge, the edge carries the box from there on; where the centre has passed, the box
 * tips about the edge and slides. With s along the bottom of the box from the edge to below its centre, h the height of the centre, N the force:
 *   m (s'' - h a'' - s a'^2) = -m g sin a - mu N,   m (s a'' + (2 s' - h a') a') = N - m g cos a,   J a'' = -(s + mu h) N
 * Numbers with 12 digits are of these equations, by a fourth-order method with 4000 steps. Joints of a table, flush tables, stacks of equal
 * boxes and boxes that fall on a corner have closed forms.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81;

#define BOX    "surfaces: {skin: {polygon: [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]]}}"
#define SLIDER "  box: {mass: 2, inertia: 0.05, " BOX ", position: [-1, 0.1], velocity: [2, 0]}\n"
#define TABLE  "trammel: 1\nbodies:\n  ground: {surfaces: {table: {polyline: [[-3, 0], [0, 0], [0, -3]]}}}\n"

static double fact(const tml_case *c, const char *name, double otherwise)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), name) == 0)
            return tml_table_fact_number(c->table, i);
    return otherwise;
}

static void has_no_impact(const tml_case *c)
{
    cr_expect_eq(fact(c, "energy lost in impacts", 0), 0, "there is an impact");
    cr_expect(tml_case_largest(c, "energy.error") < 1e-9, "energy error %g J", tml_case_largest(c, "energy.error"));
}

/* ---- off the edge ---- */

static void a_box_slides_off_a_table(const char *by)
{
    tml_case c = tml_case_run_text_with("off",
                                        TABLE SLIDER "forces: {hit: {contact: [box.skin, ground.table]}}\n"
                                                     "analyses: [dynamics: {end: 1, output: 0.01, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    tml_case_near(&c, "the edge carries", tml_case_change(&c, 0, "hit[2] closes"), 0.4, 1e-11);
    tml_case_near(&c, "the leading corner is free", tml_case_change(&c, 0, "hit[6] opens"), 0.4, 1e-11);
    tml_case_near(&c, "it tips", tml_case_change(&c, 0, "hit[7] opens"), 0.5, 1e-10);
    tml_case_near(&c, "it is off", tml_case_change(&c, 0, "hit[2] opens"), 0.603395492154, 1e-10);
    tml_case_near(&c, "x", tml_case_at(&c, 0.58, "box.x"), 0.160084742177515, 1e-9);
    tml_case_near(&c, "y", tml_case_at(&c, 0.58, "box.y"), 0.0932402367296023, 1e-9);
    tml_case_near(&c, "angle", tml_case_at(&c, 0.58, "box.angle"), -0.0427718853801414, 1e-9);
    tml_case_near(&c, "omega", tml_case_at(&c, 0.58, "box.omega"), -1.24485994316586, 1e-8);
    tml_case_near(&c, "force", tml_case_at(&c, 0.58, "hit.force"), 5.0097460122396, 1e-7);
    tml_case_near(&c, "flat", tml_case_at(&c, 0.45, "hit.force"), 2 * G, 1e-9);
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_corners, a_box_slides_off_a_table, 20)

Test(contact_corners, an_implicit_integrator_goes_over_the_edge)
{
    tml_case c = tml_case_run_text("off",
                                   TABLE SLIDER
                                   "forces: {hit: {contact: [box.skin, ground.table]}}\n"
                                   "analyses: [dynamics: {end: 1, output: 0.01, tolerance: 1e-8, integrator: bdf}]\n",
                                   NULL);
    tml_case_near(&c, "it tips", tml_case_change(&c, 0, "hit[7] opens"), 0.5, 1e-7);
    tml_case_near(&c, "angle", tml_case_at(&c, 0.58, "box.angle"), -0.0427718853801414, 1e-6);
    cr_expect_eq(fact(&c, "energy lost in impacts", 0), 0);
    tml_case_free(&c);
}

/* Friction brings the load forward: it tips where the centre is mu h before the edge. */
Test(contact_corners, a_box_slides_off_a_rough_table)
{
    tml_case c = tml_case_run_text("off",
                                   TABLE SLIDER "forces: {hit: {contact: [box.skin, ground.table], friction: 0.1}}\n"
                                                "analyses: [dynamics: {end: 1.2, output: 0.01, tolerance: 1e-10}]\n",
                                   NULL);
    tml_case_near(&c, "the leading corner is free", tml_case_change(&c, 0, "hit[6] opens"), 0.449567765960850, 1e-10);
    tml_case_near(&c, "it tips", tml_case_change(&c, 0, "hit[7] opens"), 0.576513091194006, 1e-10);
    tml_case_near(&c, "x", tml_case_at(&c, 0.73, "box.x"), 0.203042093072015, 1e-9);
    tml_case_near(&c, "angle", tml_case_at(&c, 0.73, "box.angle"), -0.172255260542172, 1e-9);
    tml_case_near(&c, "omega", tml_case_at(&c, 0.73, "box.omega"), -2.35326324257956, 1e-8);
    tml_case_near(&c, "it is off", tml_case_change(&c, 0, "hit[2] opens"), 0.739080886334762, 1e-9);
    has_no_impact(&c);
    tml_case_free(&c);
}

/* The mirror image, with the polyline the other way round, small and light. */
Test(contact_corners, a_small_box_is_pushed_off_backwards)
{
    tml_case c = tml_case_run_text(
        "back",
        "trammel: 1\n"
        "gravity: [0, -9810]\n"
        "bodies:\n"
        "  ground: {surfaces: {table: {polyline: [[0, -3e-3], [0, 0], [3e-3, 0]]}}}\n"
        "  box: {mass: 2e-9, inertia: 5e-17, position: [1e-3, 1e-4], velocity: [-2, 0], surfaces: {skin: {polygon: "
        "[[-2e-4, -1e-4], [2e-4, -1e-4], [2e-4, 1e-4], [-2e-4, 1e-4]]}}}\n"
        "forces: {hit: {contact: [box.skin, ground.table]}}\n"
        "analyses: [dynamics: {end: 1e-3, output: 1e-5, tolerance: 1e-10}]\n",
        NULL);
    tml_case_near(&c, "x", tml_case_at(&c, 0.58e-3, "box.x"), -0.160084742177515e-3, 1e-12);
    tml_case_near(&c, "y", tml_case_at(&c, 0.58e-3, "box.y"), 0.0932402367296023e-3, 1e-12);
    tml_case_near(&c, "angle", tml_case_at(&c, 0.58e-3, "box.angle"), 0.0427718853801414, 1e-8);
    cr_expect_eq(fact(&c, "energy lost in impacts", 0), 0);
    tml_case_free(&c);
}

/* A point alone leaves the edge as it does in free flight. */
Test(contact_corners, a_point_slides_off_and_falls)
{
    tml_case c =
        tml_case_run_text("point",
                          TABLE "  bead: {mass: 1, inertia: 1, surfaces: {tip: {point: [0, 0]}}, position: [-0.5, "
                                "0], velocity: [1.5, 0]}\n"
                                "forces: {hit: {contact: [bead.tip, ground.table], friction: 0.2}}\n"
                                "analyses: [dynamics: {end: 0.8, output: 0.1, tolerance: 1e-10}]\n",
                          NULL);
    const double a = 0.2 * G, t = (1.5 - sqrt(2.25 - 2 * a * 0.5)) / a, v = 1.5 - a * t;
    tml_case_near(&c, "leaves", tml_case_change(&c, 0, "hit opens"), t, 1e-11);
    tml_case_near(&c, "x", tml_case_at(&c, 0.8, "bead.x"), v * (0.8 - t), 1e-9);
    tml_case_near(&c, "y", tml_case_at(&c, 0.8, "bead.y"), -G * (0.8 - t) * (0.8 - t) / 2, 1e-9);
    has_no_impact(&c);
    tml_case_free(&c);
}

/* ---- over joints of what it slides on ---- */

static void slides_freely(const char *name, const char *ground, const char *forces)
{
    char text[2000];
    snprintf(text, sizeof text,
             "trammel: 1\nbodies:\n  ground: {surfaces: {%s}}\n" SLIDER
             "forces: {%s}\nanalyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
             ground, forces);
    tml_case c = tml_case_run_text(name, text, NULL);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t");
        tml_case_near(&c, "x", tml_case_value(&c, i, "box.x"), -1 + 2 * t, 1e-11);
        tml_case_near(&c, "y", tml_case_value(&c, i, "box.y"), 0.1, 1e-12);
        tml_case_near(&c, "angle", tml_case_value(&c, i, "box.angle"), 0, 1e-12);
    }
    has_no_impact(&c);
    tml_case_free(&c);
}

Test(contact_corners, a_joint_in_a_straight_line_is_not_felt)
{
    slides_freely("joint", "table: {polyline: [[-3, 0], [0, 0], [0.5, 0], [3, 0]]}",
                  "hit: {contact: [box.skin, ground.table]}");
}

Test(contact_corners, a_joint_between_flush_tables_is_not_felt)
{
    slides_freely("flush", "a: {polyline: [[-3, 0], [0, 0], [0, -1]]}, b: {polyline: [[0, -1], [0, 0], [3, 0]]}",
                  "a: {contact: [box.skin, ground.a]}, b: {contact: [box.skin, ground.b]}");
}

/* ---- corner on corner ---- */

#define STACK                                                                                                          \
    "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[-3, 0], [3, 0]]}}}\n"                                  \
    "  a: {mass: 2, inertia: 0.05, " BOX ", position: [0, 0.1]}\n"                                                     \
    "  b: {mass: 2, inertia: 0.05, " BOX ", position: [0, 0.3]}\n"                                                     \
    "  c: {mass: 2, inertia: 0.05, " BOX ", position: [0, 0.5]}\n"
#define BETWEEN                                                                                                        \
    "forces:\n  f1: {contact: [a.skin, ground.floor], friction: 0.3}\n"                                                \
    "  f2: {contact: [b.skin, a.skin], friction: 0.3}\n  f3: {contact: [c.skin, b.skin], friction: 0.3}\n"

static void equal_boxes_rest_on_each_other(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "stack", STACK BETWEEN "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-8}]\n", NULL, TML_BY(by));
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        tml_case_near(&c, "on the floor", tml_case_value(&c, i, "f1.force"), 6 * G, 1e-8);
        tml_case_near(&c, "on a", tml_case_value(&c, i, "f2.force"), 4 * G, 1e-8);
        tml_case_near(&c, "on b", tml_case_value(&c, i, "f3.force"), 2 * G, 1e-8);
        tml_case_near(&c, "height", tml_case_value(&c, i, "c.y"), 0.5, 1e-11);
        tml_case_near(&c, "centre of pressure", tml_case_value(&c, i, "f3.x"), 0, 1e-9);
    }
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_corners, equal_boxes_rest_on_each_other, 20)

/* A fourth falls on them: it bounces with e at what rests on the floor, and comes to rest. */
Test(contact_corners, a_stack_is_hit_from_above)
{
    tml_case c = tml_case_run_text("hit",
                                   STACK "  d: {mass: 1, inertia: 0.03, " BOX ", position: [0, 1]}\n" BETWEEN
                                         "  f4: {contact: [d.skin, c.skin], restitution: 0.5}\n"
                                         "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
                                   NULL);
    const double t = sqrt(2 * 0.3 / G), v = G * t;
    tml_case_near(&c, "first", tml_case_impact(&c, 0, "t"), t, 1e-10);
    tml_case_near(&c, "its loss", tml_case_impact(&c, 0, "energy"), -0.75 * v * v / 2, 1e-9);
    tml_case_near(&c, "second", tml_case_impact(&c, 1, "t"), 2 * t, 1e-9);
    tml_case_near(&c, "lost at last", fact(&c, "energy lost in impacts", 0), 0.3 * G, 1e-8);
    tml_case_near(&c, "on the floor", tml_case_at(&c, 1, "f1.force"), 7 * G, 1e-7);
    tml_case_near(&c, "on c", tml_case_at(&c, 1, "f4.force"), G, 1e-7);
    tml_case_near(&c, "angle", tml_case_at(&c, 1, "d.angle"), 0, 1e-9);
    tml_case_free(&c);
}

/* The uppermost slides away: the corners behind and before part at once, and the others carry. */
Test(contact_corners, the_upper_of_two_equal_boxes_slides_and_tips_off)
{
    tml_case c = tml_case_run_text("slide",
                                   "trammel: 1\nbodies:\n"
                                   "  ground: {surfaces: {block: {polygon: [[-0.2, -0.1], [0.2, -0.1], [0.2, 0], "
                                   "[-0.2, 0]]}}}\n"
                                   "  box: {mass: 2, inertia: 0.05, " BOX ", position: [0, 0.1], velocity: [2, 0]}\n"
                                   "forces: {hit: {contact: [box.skin, ground.block]}}\n"
                                   "analyses: [dynamics: {end: 0.3, output: 0.01, tolerance: 1e-10}]\n",
                                   NULL);
    tml_case_near(&c, "flat", tml_case_at(&c, 0.05, "hit.force"), 2 * G, 1e-9);
    tml_case_near(&c, "x", tml_case_at(&c, 0.18, "box.x"), 0.2 + 0.160084742177515, 1e-9); /* 0.1 s to the edge */
    tml_case_near(&c, "y", tml_case_at(&c, 0.18, "box.y"), 0.0932402367296023, 1e-9);
    tml_case_near(&c, "angle", tml_case_at(&c, 0.18, "box.angle"), -0.0427718853801414, 1e-9);
    has_no_impact(&c);
    tml_case_free(&c);
}

/* ---- a real impact: the bottom of a box falls on the corner of the table ---- */
Test(contact_corners, a_box_falls_on_the_corner_of_a_table)
{
    tml_case c =
        tml_case_run_text("falls",
                          TABLE "  box: {mass: 2, inertia: 0.05, " BOX ", position: [0.05, 0.5], angle: -0.3}\n"
                                "forces: {hit: {contact: [box.skin, ground.table], restitution: 0.6}}\n"
                                "analyses: [dynamics: {end: 0.35, output: 0.35, tolerance: 1e-10}]\n",
                          NULL);
    const double s = sin(-0.3), k = cos(-0.3), along = -(0.05 + 0.1 * s) / k; /* from below the centre to the corner */
    const double high = 0.5 + along * s - 0.1 * k, t = sqrt(2 * high / G), v = G * t;
    const double P = 1.6 * v * k / (1 / 2.0 + along * along / 0.05);
    tml_case_near(&c, "when", tml_case_impact(&c, 0, "t"), t, 1e-11);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "hit[2].impulse"), P, 1e-9);
    tml_case_near(&c, "omega", tml_case_at(&c, 0.35, "box.omega"), along * P / 0.05, 1e-9);
    tml_case_near(&c, "vx", tml_case_at(&c, 0.35, "box.vx"), -s * P / 2, 1e-9);
    tml_case_near(&c, "vy", tml_case_at(&c, 0.35, "box.vy"), k * P / 2 - G * 0.35, 1e-9);
    tml_case_free(&c);
}

/* ---- inner corners ---- */

/* In a pit as between three lines: what is below the floor is not behind a wall. */
Test(contact_corners, a_box_tumbles_in_a_pit_as_between_lines)
{
    static const char *const pits[] = {
        "pit: {polyline: [[-0.6, 1.8], [-0.5, 0], [0.5, 0], [0.6, 1.8]]}",
        "a: {line: [[-0.6, 1.8], [-0.5, 0]]}, b: {line: [[-0.5, 0], [0.5, 0]]}, c: {line: [[0.5, 0], [0.6, 1.8]]}"};
    double x[2], angle[2];
    for (int k = 0; k < 2; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\nbodies:\n  ground: {surfaces: {%s}}\n"
                 "  box: {mass: 2, inertia: 0.05, " BOX
                 ", position: [0, 0.7], angle: 0.6, velocity: [3, 0], omega: 4}\n"
                 "forces: {hit: {contact: [box, ground], restitution: 0.4, friction: 0.2}}\n"
                 "analyses: [dynamics: {end: 0.75, output: 0.05, tolerance: 1e-10}]\n",
                 pits[k]);
        tml_case c = tml_case_run_text("pit", text, NULL);
        x[k] = tml_case_at(&c, 0.75, "box.x"), angle[k] = tml_case_at(&c, 0.75, "box.angle");
        cr_expect(tml_case_largest(&c, "energy.error") < 1e-9, "energy error %g J",
                  tml_case_largest(&c, "energy.error"));
        cr_expect_gt(fact(&c, "energy lost in impacts", 0), 5, "it strikes floor and walls");
        tml_case_free(&c);
    }
    cr_expect_float_eq(x[0], x[1], 1e-8, "%.12g and %.12g", x[0], x[1]);
    cr_expect_float_eq(angle[0], angle[1], 1e-8, "%.12g and %.12g", angle[0], angle[1]);
}

/* At speed 2 m/s, less what friction takes on 0.8 m, it strikes the wall flat and comes back. */
static void a_box_slides_against_a_wall(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "wall",
        "trammel: 1\nbodies:\n  ground: {surfaces: {pit: {polyline: [[-3, 0], [0, 0], [0, 3]]}}}\n" SLIDER
        "forces: {hit: {contact: [box.skin, ground.pit], restitution: 0.5, friction: 0.05}}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    const double a = 0.05 * G, t = (2 - sqrt(4 - 2 * a * 0.8)) / a, v = 2 - a * t;
    tml_case_near(&c, "when", tml_case_impact(&c, 0, "t"), t, 1e-10);
    tml_case_near(&c, "its loss", tml_case_impact(&c, 0, "energy"), -0.75 * v * v, 1e-8);
    tml_case_near(&c, "x", tml_case_at(&c, 1, "box.x"), -0.2 - v / 2 * (1 - t) + a * (1 - t) * (1 - t) / 2, 1e-9);
    tml_case_near(&c, "y", tml_case_at(&c, 1, "box.y"), 0.1, 1e-11);
    tml_case_near(&c, "angle", tml_case_at(&c, 1, "box.angle"), 0, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_corners, a_box_slides_against_a_wall, 20)
