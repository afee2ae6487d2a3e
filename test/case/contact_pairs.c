/* contact_pairs.c - pairs of surfaces in touch: cylinders, capsules, heightfields and splines, and passages from flat sides to corners.
 *
 * Closed forms: a cylinder rolls down with 2/3 g sin a; an eccentric disc lifts a flat follower by e cos; a disc that slides over an edge leaves it where
 * cos = 2/3 + v^2/(3 g R), with the speed sqrt(g R cos).
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

Test(contact_pairs, a_cylinder_rolls_down_a_box)
{
    tml_case c = tml_case_run_text(
        "cylinder on box",
        "trammel: 1\n"
        "space: space\n"
        "gravity: [9.81*sin(0.1), 0, -9.81*cos(0.1)]\n"
        "bodies:\n"
        "  ground: {surfaces: {table: {box: [2, 0.6, 0.2], at: [0, 0, -0.1]}}}\n"
        "  bar: {mass: 2, shape: {cylinder: 0.1, length: 0.3, axis: y}, surfaces: {skin: {cylinder: 0.1, length: 0.3, "
        "axis: y}}, position: [-0.5, 0, 0.1]}\n"
        "forces: {hit: {contact: [bar.skin, ground.table], friction: 0.3}}\n"
        "analyses: [dynamics: {end: 0.5, output: 0.5, tolerance: 1e-10}]\n",
        NULL);
    tml_case_near(&c, "way", last(&c, "bar.x"), -0.5 + 9.81 * sin(0.1) / 3 * 0.25, 1e-10);
    tml_case_near(&c, "speed", last(&c, "bar.vx"), 9.81 * sin(0.1) / 3, 1e-10);
    tml_case_near(&c, "rotation", last(&c, "bar.omegay"), 9.81 * sin(0.1) / 0.3, 1e-9);
    tml_case_near(&c, "force", last(&c, "hit.force"), 2 * 9.81 * cos(0.1), 1e-9);
    tml_case_free(&c);
}

Test(contact_pairs, crossed_cylinders_bounce)
{
    tml_case c = tml_case_run_text(
        "crossed cylinders",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {log: {cylinder: 0.1, length: 1, axis: x}}}\n"
        "  bar: {mass: 2, shape: {cylinder: 0.05, length: 0.4, axis: y}, surfaces: {skin: {cylinder: 0.05, length: "
        "0.4, axis: y}}, position: [0.1, 0, 0.3]}\n"
        "forces: {hit: {contact: [bar.skin, ground.log], restitution: 0.5, friction: 0.3}}\n"
        "analyses: [dynamics: {end: 0.2, output: 0.2, tolerance: 1e-10}]\n",
        NULL);
    const double t = sqrt(2 * 0.15 / 9.81), v = 9.81 * t;
    tml_case_near(&c, "speed", last(&c, "bar.vz"), 0.5 * v - 9.81 * (0.2 - t), 1e-9);
    tml_case_near(&c, "lost", tml_fact_number(c.table, "energy lost in impacts"), v * v * (1 - 0.25), 1e-9);
    tml_case_free(&c);
}

/* The side of a capsule, and not its ends, on the top of a ridge: it rests where it was put. */
Test(contact_pairs, a_capsule_lies_across_a_hill)
{
    tml_case c = tml_case_run_text(
        "capsule on a ridge",
        "trammel: 1\n"
        "space: space\n"
        "tables:\n"
        "  ridge:\n"
        "    x: [-1, -0.5, 0, 0.5, 1]\n"
        "    y: [-1, 0, 1, 2]\n"
        "    z: [[0, 0, 0, 0], [0.15, 0.15, 0.15, 0.15], [0.2, 0.2, 0.2, 0.2], [0.15, 0.15, 0.15, 0.15], [0, 0, 0, "
        "0]]\n"
        "bodies:\n"
        "  ground: {surfaces: {hills: {heightfield: ridge}}}\n"
        "  bar: {mass: 2, inertia: [0.01, 0.1, 0.1], surfaces: {skin: {capsule: 0.05, from: [-0.4, 0, 0], to: [0.4, 0, "
        "0]}}, position: [0, 0, 0.25]}\n"
        "forces: {hit: {contact: [bar.skin, ground.hills]}}\n"
        "analyses: [dynamics: {end: 0.2, output: 0.2, tolerance: 1e-10}]\n",
        NULL);
    tml_case_near(&c, "height", last(&c, "bar.z"), 0.25, 1e-9);
    tml_case_near(&c, "force", last(&c, "hit.force"), 2 * 9.81, 1e-8);
    tml_case_free(&c);
}

/* An eccentric circle as a spline of 48 points (its error: 1e-6 of the radius) against a line, a polygon and a spline that is straight. */
Test(contact_pairs, an_eccentric_cam_lifts_flat_followers)
{
    static const char *const faces[] = {"line: [[0.3, 0], [-0.3, 0]]",
                                        "polygon: [[-0.3, 0], [0.3, 0], [0.3, 0.05], [-0.3, 0.05]]",
                                        "spline: [[0.3, 0], [0.1, 0], [-0.1, 0], [-0.3, 0]]"};
    for (int i = 0; i < 3; i++) {
        char text[5000];
        size_t n = (size_t)snprintf(text, sizeof text,
                                    "trammel: 1\n"
                                    "bodies:\n"
                                    "  ground: {points: {O: [0, 0]}}\n"
                                    "  follower: {mass: 0.5, inertia: 0.01, points: {P: [0, 0]}, position: [0, 0.13], "
                                    "surfaces: {face: {%s}}}\n"
                                    "  cam: {points: {O: [0, 0]}, mass: 1, inertia: 0.01, surfaces: {edge: {closed: "
                                    "true, spline: [",
                                    faces[i]);
        for (int k = 0; k < 48; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s[%.15g, %.15g]", k ? ", " : "",
                                  0.1 * cos(k * 0.1308996938995747), 0.03 + 0.1 * sin(k * 0.1308996938995747));
        snprintf(text + n, sizeof text - n,
                 "]}}}\n"
                 "joints: {O: {revolute: [ground, cam]}, S: {prismatic: [ground.O, follower.P], axis: y}}\n"
                 "drivers: {turn: {O.angle: 3*t}}\n"
                 "forces: {hit: {contact: [cam.edge, follower.face]}}\n"
                 "analyses: [dynamics: {end: 0.4, output: 0.4, tolerance: 1e-8}]\n");
        tml_case c = tml_case_run_text(faces[i], text, NULL);
        tml_case_near(&c, faces[i], last(&c, "follower.y"), 0.1 + 0.03 * cos(1.2), 1e-6);
        tml_case_near(&c, "force", last(&c, "hit.force"), 0.5 * (9.81 - 9 * 0.03 * cos(1.2)), 2e-3);
        tml_case_free(&c);
    }
}

/* From a flat side round a corner: no impact, and the way of a point mass over a circle. */
static void slides_over_the_edge(const char *by)
{
    tml_case c = tml_case_run_text_with("over the edge",
                                        "trammel: 1\n"
                                        "bodies:\n"
                                        "  ground: {surfaces: {table: {polyline: [[-1, 0], [0, 0], [0, -1]]}}}\n"
                                        "  ball: {mass: 0.5, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, "
                                        "position: [-0.1, 0.1], velocity: [0.2, 0]}\n"
                                        "forces: {hit: {contact: [ball.rim, ground.table], restitution: 0.5}}\n"
                                        "analyses: [dynamics: {end: 0.8, output: 0.8, tolerance: 1e-11}]\n",
                                        NULL, TML_BY(by));
    const double cosine = 2.0 / 3 + 0.04 / (3 * 0.981);
    tml_case_near(&c, "vx", last(&c, "ball.vx"), sqrt(0.981 * cosine) * cosine, 1e-9);
    cr_expect(isnan(tml_fact_number(c.table, "energy lost in impacts")), "a passage is no impact");
    tml_case_free(&c);
}
TML_TEST_EACH(contact_pairs, slides_over_the_edge, 10)

/* A corner that bends the other way is an impact. */
Test(contact_pairs, a_disc_runs_into_a_corner)
{
    tml_case c = tml_case_run_text("corner",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {table: {polyline: [[-1, 0], [0, 0], [0, 1]]}}}\n"
                                   "  ball: {mass: 0.5, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: "
                                   "[-0.3, 0.1], velocity: [0.4, 0]}\n"
                                   "forces: {hit: {contact: [ball.rim, ground.table], restitution: 0.5}}\n"
                                   "analyses: [dynamics: {end: 0.8, output: 0.8, tolerance: 1e-11}]\n",
                                   NULL);
    tml_case_near(&c, "vx", last(&c, "ball.vx"), -0.2, 1e-12);
    tml_case_near(&c, "x", last(&c, "ball.x"), -0.1 - 0.2 * 0.3, 1e-11);
    tml_case_near(&c, "lost", tml_fact_number(c.table, "energy lost in impacts"), 0.03, 1e-12);
    tml_case_free(&c);
}

Test(contact_pairs, bodies_that_are_joined_rigidly_cannot_touch)
{
    tml_expect_run(
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}, points: {F: [0, 0.3]}}\n"
        "  ball: {mass: 1, shape: {disc: 50 mm}, points: {F: [0, 0]}, surfaces: {rim: {disc: 50 mm}}, position: "
        "[0, 0.3]}\n"
        "joints: {F: {fixed: [ground, ball]}}\n"
        "forces: {hit: {contact: [ball.rim, ground.floor]}}\n"
        "analyses: [dynamics: {end: 1}]\n",
        TML_WRONG, "the joint F holds");
}
