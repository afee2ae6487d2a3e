/* rest_on_contacts.c - equilibria that press on rigid stops and contacts, with and without friction, against closed forms. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static double value(const tml_case *c, const char *channel)
{
    return tml_case_value(c, 0, channel);
}

static void near(const tml_case *c, const char *channel, double want, double relative)
{
    tml_case_near(c, channel, value(c, channel), want, relative * fmax(fabs(want), 1e-3));
}

/* ---- stops ---- */

Test(rest_on_contacts, a_door_leans_on_its_stop)
{
    tml_case c =
        tml_case_run("door/door.yaml", TML_EDITS({"dynamics: {end: 4, output: 0.01, tolerance: 1e-10}", "static: {}"}));
    near(&c, "H.limit", 6.554558508324851, 1e-13);
    near(&c, "H.angle", 20 * PI / 180, 1e-14);
    cr_assert_str_eq(tml_case_fact(&c, "closed H.lower_limit"), "6.55455850832 N*m");
    tml_case_free(&c);
}

/* Its lowest position is beyond the stop. */
Test(rest_on_contacts, a_rod_rests_on_the_stop_that_it_falls_on)
{
    static const double scales[] = {1, 1e-5, 1e4};
    for (int i = 0; i < 3; i++)
        for (int side = -1; side <= 1; side += 2) {
            char text[600];
            const double l = scales[i], m = 2 * l * l * l;
            snprintf(text, sizeof text,
                     "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0]}, com: [%.17g, 0], mass: %.17g, inertia: %.17g}\n"
                     "joints: {O: {revolute: [ground, rod], limits: [-120 deg, -60 deg]}}\n"
                     "gravity: [%g, 0]\n"
                     "initial: {O.angle: -85 deg}\n"
                     "analyses: [static: {}]\n",
                     l, m, m * l * l / 12, 9.81 * side);
            tml_case c = tml_case_run_text("rod", text, NULL);
            const double angle = side > 0 ? -60 * PI / 180 : -120 * PI / 180;
            near(&c, "O.angle", angle, 1e-14);
            tml_case_near(&c, "torque", value(&c, "O.limit"), m * 9.81 * side * l * sin(angle), 1e-12 * m * 9.81 * l);
            tml_case_free(&c);
        }
}

/* The thigh falls on its stop, the shank hangs: with friction anywhere the equilibrium without it is found where it does not hold. */
Test(rest_on_contacts, a_double_pendulum_hangs_from_a_stop)
{
    tml_case c = tml_case_run_text("double pendulum",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  a: {points: {O: [0, 0], A: [0.8, 0]}, com: [0.4, 0], mass: 2, inertia: 0.1}\n"
                                   "  b: {points: {A: [0, 0]}, com: [0.3, 0], mass: 1.5, inertia: 0.05}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, a], limits: [-25 deg, null]}\n"
                                   "  A: {revolute: [a, b]}\n"
                                   "initial: {O.angle: 30 deg, A.angle: 10 deg}\n"
                                   "analyses: [static: {}]\n",
                                   NULL);
    near(&c, "O.angle", -25 * PI / 180, 1e-14);
    near(&c, "b.angle", -PI / 2, 1e-12);
    near(&c, "O.limit", 9.81 * cos(25 * PI / 180) * (2 * 0.4 + 1.5 * 0.8), 1e-12);
    cr_assert_str_eq(tml_case_fact(&c, "stability"), "stable");
    tml_case_free(&c);
}

/* Two stops of one slider's coordinate and a spring between sliders: the first is pressed on its stop, the other is free. */
Test(rest_on_contacts, a_spring_presses_a_slider_on_its_stop)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: none\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  a: {points: {P: [0, 0]}, mass: 1, inertia: 1}\n"
                               "  b: {points: {P: [0, 0]}, mass: 0, inertia: 0, position: [0.5, 0]}\n"
                               "joints:\n"
                               "  A: {prismatic: [ground.O, a.P], axis: x, limits: [-0.1, 0.1]}\n"
                               "  B: {prismatic: [ground.O, b.P], axis: x}\n"
                               "forces:\n"
                               "  s: {spring: [a.P, b.P], stiffness: 200, length: 0.3}\n"
                               "  w: {spring: [b.P, ground.O], stiffness: 100, length: 1}\n"
                               "  pull: {force: a, value: [-80, 0]}\n"
                               "analyses: [static: {}]\n";
    tml_case c = tml_case_run_text("sliders", text, NULL);
    /* b: 200 (x + 0.1 - 0.3) + 100 (x - 1) = 0;  a: stop = 80 - spring */
    const double x = 140.0 / 300;
    near(&c, "A.displacement", -0.1, 1e-14);
    near(&c, "B.displacement", x, 1e-12);
    near(&c, "A.limit", 80 - 200 * (x - 0.2), 1e-12);
    tml_case_free(&c);
    c = tml_case_run_text("sliders apart", text, TML_EDITS({"[-80, 0]", "[0, 0]"}));
    near(&c, "A.displacement", 0.1, 1e-14);
    tml_case_free(&c);
}

/* ---- contacts ---- */

/* Discs that fall from anywhere come to lie as a pile: A20a. */
Test(rest_on_contacts, discs_fall_into_a_trough)
{
    static const double starts[][10] = {{-0.25, -0.30, -0.12, -0.20, 0.02, -0.35, 0.15, -0.22, 0.28, -0.28},
                                        {-0.3, -0.2, -0.15, -0.38, -0.01, -0.25, 0.1, -0.3, 0.25, -0.1}};
    for (int k = 0; k < 2; k++) {
        char text[3000];
        const double *p = starts[k];
        size_t n = (size_t)snprintf(text, sizeof text,
                                    "trammel: 1\nbodies:\n  ground: {surfaces: {trough: {disc: 0.5, hollow: true}}}\n");
        for (int i = 0; i < 5; i++)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "  d%d: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05}}, position: "
                                  "[%g, %g]}\n",
                                  i + 1, p[2 * i], p[2 * i + 1]);
        n += (size_t)snprintf(text + n, sizeof text - n, "forces:\n");
        for (int i = 1; i <= 5; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "  t%d: {contact: [d%d, ground]}\n", i, i);
        for (int i = 1; i <= 5; i++)
            for (int j = i + 1; j <= 5; j++)
                n += (size_t)snprintf(text + n, sizeof text - n, "  c%d%d: {contact: [d%d, d%d]}\n", i, j, i, j);
        snprintf(text + n, sizeof text - n, "analyses: [static: {}]\n");
        tml_case c = tml_case_run_text("trough", text, NULL);
        near(&c, "t1.force", 9.325555555555556, 1e-10);
        near(&c, "t2.force", 10.75496570644719, 1e-10);
        near(&c, "t3.force", 11.23941015089163, 1e-10);
        near(&c, "t4.force", 10.75496570644719, 1e-10);
        near(&c, "t5.force", 9.325555555555556, 1e-10);
        near(&c, "c12.force", 4.252345679012346, 1e-10);
        near(&c, "c23.force", 6.432345679012346, 1e-10);
        near(&c, "c34.force", 6.432345679012346, 1e-10);
        near(&c, "c45.force", 4.252345679012346, 1e-10);
        near(&c, "c13.force", 0, 1e-10);
        near(&c, "d1.x", -0.1938539042222040, 1e-10);
        near(&c, "d5.y", -0.4061042524005487, 1e-10);
        tml_case_free(&c);
    }
}

/* A20b: they stay by friction, and the contacts are named. */
Test(rest_on_contacts, a_pile_of_four_balls_stays)
{
    char *text = tml_case_load(TML_SOURCE_DIR "/models/ball-pile/ball-pile.yaml"),
         *analyses = strstr(text, "analyses:");
    strcpy(analyses, "analyses: [static]\n");
    tml_case c = tml_case_run_text("pile", text, NULL);
    free(text);
    near(&c, "floor.force", 3 * 26.16, 1e-10);
    near(&c, "upper.force", 3 * 6.54, 1e-10);
    near(&c, "upper.friction", 3 * 2.415431202742143, 1e-9);
    near(&c, "top.z", 0.2519868415357066, 1e-12);
    tml_case_near(&c, "closed", tml_fact_number(c.table, "closed floor[a-ground]"), 26.16, 1e-8);
    tml_case_free(&c);
}

#define BOX(friction)                                                                                                  \
    "trammel: 1\n"                                                                                                     \
    "gravity: [4.905, -8.495709211125343]\n"                                                                           \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"                                                        \
    "  box: {mass: 3, inertia: 0.02, surfaces: {skin: {polygon: [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, "    \
    "0.05]]}}, position: [0, 0.8], angle: 20 deg}\n"                                                                   \
    "forces: {hit: {contact: [box.skin, ground.floor]" friction "}}\n"

/* On a slope of 30 degrees: it falls, tilts on its lowest side, and friction holds it, or nothing does. */
Test(rest_on_contacts, a_box_that_falls_on_a_slope_is_held_by_friction_or_slides_away)
{
    tml_case c = tml_case_run_text("box", BOX(", friction: 0.7") "analyses: [static: {}]\n", NULL);
    near(&c, "box.angle", 0, 1e-9);
    near(&c, "box.y", 0.05, 1e-9);
    near(&c, "hit.force", 3 * 8.495709211125343, 1e-9);
    near(&c, "hit.friction", -3 * 4.905, 1e-9);
    tml_case_free(&c);
    tml_expect_run(BOX(", friction: 0.5") "analyses: [static: {}]\n", TML_FAILED, "nothing stops box along (1, 0)");
    tml_expect_run(BOX("") "analyses: [static: {}]\n", TML_FAILED, "nothing stops box along (1, 0)");
}

/* Foot with friction on the floor, top against a smooth wall: H = m g/(2 tan a). */
Test(rest_on_contacts, a_ladder_leans_on_a_wall)
{
    tml_case c = tml_case_run_text(
        "ladder",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}, wall: {line: [[0, 5], [0, 0]]}}}\n"
        "  ladder: {mass: 12, inertia: 16, points: {A: [-2, 0], B: [2, 0]}, surfaces: {foot: {point: A}, top: {point: "
        "B}}, position: [2*cos(1.1), 2*sin(1.1)], angle: pi - 1.1}\n"
        "forces:\n"
        "  foot: {contact: [ladder.foot, ground.floor], friction: 0.5}\n"
        "  top: {contact: [ladder.top, ground.wall]}\n"
        "analyses: [static: {}]\n",
        NULL);
    near(&c, "foot.force", 12 * 9.81, 1e-12);
    near(&c, "top.force", 12 * 9.81 / 2 / tan(1.1), 1e-12);
    near(&c, "foot.friction", -12 * 9.81 / 2 / tan(1.1), 1e-12);
    tml_case_near(&c, "closed", tml_fact_number(c.table, "closed top"), 12 * 9.81 / 2 / tan(1.1), 1e-9);
    tml_case_free(&c);
}

/* Four legs in space: the sum and both moments are right, the forces are those of least norm and marked. */
Test(rest_on_contacts, a_table_stands_on_four_legs)
{
    tml_case c = tml_case_run_text(
        "table",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
        "  table: {mass: 20, com: [0.1, 0.05, 0], inertia: [2, 2, 3], surfaces: {a: {point: [0.5, 0.4, -0.7]}, b: "
        "{point: [-0.5, 0.4, -0.7]}, c: {point: [0.5, -0.4, -0.7]}, d: {point: [-0.5, -0.4, -0.7]}}, position: [0, 0, "
        "0.9]}\n"
        "forces:\n"
        "  a: {contact: [table.a, ground.floor]}\n"
        "  b: {contact: [table.b, ground.floor]}\n"
        "  c: {contact: [table.c, ground.floor]}\n"
        "  d: {contact: [table.d, ground.floor]}\n"
        "analyses: [static: {}]\n",
        NULL);
    const double w = 20 * 9.81 / 4; /* 1/4 (1 +- x/0.5 +- y/0.4) */
    near(&c, "a.force", w * (1 + 0.1 / 0.5 + 0.05 / 0.4), 1e-12);
    near(&c, "b.force", w * (1 - 0.1 / 0.5 + 0.05 / 0.4), 1e-12);
    near(&c, "c.force", w * (1 + 0.1 / 0.5 - 0.05 / 0.4), 1e-12);
    near(&c, "d.force", w * (1 - 0.1 / 0.5 - 0.05 / 0.4), 1e-12);
    cr_assert(strstr(tml_case_fact(&c, "closed a"), "not unique"));
    tml_case_free(&c);
}

/* A ball in space falls into the corner of three planes: each carries what is across it. */
Test(rest_on_contacts, a_ball_falls_into_a_corner)
{
    tml_case c = tml_case_run_text(
        "corner",
        "trammel: 1\n"
        "space: space\n"
        "gravity: [-1, -2, -3]\n"
        "bodies:\n"
        "  ground: {surfaces: {x: {plane: [0, 0, 0], normal: [1, 0, 0]}, y: {plane: [0, 0, 0], normal: [0, 1, 0]}, z: "
        "{plane: [0, 0, 0]}}}\n"
        "  ball: {mass: 2, shape: {sphere: 0.1}, surfaces: {skin: {sphere: 0.1}}, position: [1, 3, 0.7]}\n"
        "forces:\n"
        "  x: {contact: [ball.skin, ground.x]}\n"
        "  y: {contact: [ball.skin, ground.y]}\n"
        "  z: {contact: [ball.skin, ground.z]}\n"
        "analyses: [static: {}]\n",
        NULL);
    near(&c, "x.force", 2, 1e-12);
    near(&c, "y.force", 4, 1e-12);
    near(&c, "z.force", 6, 1e-12);
    near(&c, "ball.y", 0.1, 1e-12);
    tml_case_free(&c);
}

/* A box that falls on a step, over its edge: it lies on the corner of the step and on its own, and does not fall over. */
Test(rest_on_contacts, a_box_lies_over_the_edge_of_a_step)
{
    tml_case c = tml_case_run_text(
        "stair",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {stair: {polyline: [[-1, 3], [-1, 0.4], [0.3, 0.4], [0.3, 0.2], [0.8, 0.2], [0.8, 0], "
        "[3, 0], "
        "[3, 3]]}}}\n"
        "  box: {mass: 3, inertia: 0.02, surfaces: {skin: {polygon: [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, "
        "0.1]]}}, position: [0.29, 1], angle: 10 deg}\n"
        "forces: {hit: {contact: [box.skin, ground.stair]}}\n"
        "analyses: [static: {}]\n",
        NULL);
    near(&c, "box.y", 0.5, 1e-11);
    tml_case_near(&c, "box.angle", value(&c, "box.angle"), 0, 1e-11);
    near(&c, "hit.force", 3 * 9.81, 1e-12);
    cr_assert_lt(value(&c, "box.x"), 0.3);
    tml_case_free(&c);
}

/* A belt runs under a box on a spring: mu m g/k away, and heavier on the foot that the belt comes from last, by mu m g h/b. */
Test(rest_on_contacts, a_box_on_a_belt_is_dragged_along)
{
    tml_case c =
        tml_case_run_text("belt",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {surfaces: {belt: {line: [[0, 0], [1, 0]], speed: 0.5}}, points: {W: [-1, "
                          "0.1]}}\n"
                          "  box: {mass: 2, inertia: 0.05, points: {C: [0, 0]}, surfaces: {a: {point: [-0.2, "
                          "-0.1]}, b: {point: [0.2, -0.1]}}, position: [0.02, 0.1]}\n"
                          "forces:\n"
                          "  rub: {contact: [box, ground], friction: 0.3}\n"
                          "  s: {spring: [ground.W, box.C], stiffness: 100, length: 1}\n"
                          "analyses: [static: {}]\n",
                          NULL);
    near(&c, "box.x", 0.3 * 2 * 9.81 / 100, 1e-11);
    near(&c, "rub.friction", 0.3 * 2 * 9.81, 1e-11);
    tml_case_near(&c, "foot", tml_fact_number(c.table, "closed rub[box.a-ground]"), 9.81 + 0.3 * 2 * 9.81 * 0.1 / 0.4,
                  1e-10);
    cr_assert(strstr(tml_fact_text(c.table, "stability"), "`modes` tells"));
    tml_case_free(&c);
}
