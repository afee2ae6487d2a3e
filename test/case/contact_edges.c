/* contact_edges.c - sharp edges and corners of boxes and meshes against each other in space, rigid, from event to event.
 *
 * Motions that stay in a plane have the numbers of contact_corners.c: a box slides off a table, tips about its edge and falls. Beside these: boxes at rest and
 * sliding at an angle, whose edges cross; a box that spins over the edges below it; an edge that strikes an edge, in closed form; tumbling bodies, by the laws of
 * energy and momentum.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81, PI = 3.14159265358979323846;

#define HEAD    "trammel: 1\nspace: space\n"
#define SKIN    "surfaces: {skin: {box: {size: [0.4, 0.3, 0.2]}}}"
#define INERTIA "mass: 2, inertia: [0.03, 0.05, 0.06]"

static double fact(const tml_case *c, const char *name, double otherwise)
{
    const double value = tml_fact_number(c->table, name);
    return isnan(value) ? otherwise : value;
}

static void closes_its_energy(const tml_case *c, double within)
{
    cr_expect(tml_case_largest(c, "energy.error") < within, "energy error %g J", tml_case_largest(c, "energy.error"));
    cr_expect(fact(c, "deepest overlap in a row", 0) < 1e-12, "they overlap by %g m",
              fact(c, "deepest overlap in a row", 0));
}

static void has_no_impact(const tml_case *c)
{
    cr_expect_eq(fact(c, "energy lost in impacts", 0), 0, "there is an impact");
    closes_its_energy(c, 1e-9);
}

/* ---- off the edge of a table ---- */

#define TABLE  "  ground: {surfaces: {table: {box: {size: [3, 2, 1], at: [-1.5, 0, -0.5]}}}}\n"
#define SLIDER "  box: {" INERTIA ", " SKIN ", position: [-1, 0, 0.1], velocity: [2, 0, 0]}\n"

static double tilt(const tml_case *c, double t)
{
    return 2 * atan2(tml_case_at(c, t, "box.qy"), tml_case_at(c, t, "box.qw"));
}

static void a_box_slides_off_a_table(const char *by)
{
    tml_case c =
        tml_case_run_text_with("off",
                               HEAD "bodies:\n" TABLE SLIDER "forces: {hit: {contact: [box.skin, ground.table]}}\n"
                                    "analyses: [dynamics: {end: 1, output: 0.01, tolerance: 1e-10}]\n",
                               NULL, TML_BY(by));
    tml_case_near(&c, "x", tml_case_at(&c, 0.58, "box.x"), 0.160084742177515, 1e-9);
    tml_case_near(&c, "z", tml_case_at(&c, 0.58, "box.z"), 0.0932402367296023, 1e-9);
    tml_case_near(&c, "y", tml_case_at(&c, 1, "box.y"), 0, 1e-12);
    tml_case_near(&c, "tilt", tilt(&c, 0.58), 0.0427718853801414, 1e-9);
    tml_case_near(&c, "omega", tml_case_at(&c, 0.58, "box.omegay"), 1.24485994316586, 1e-8);
    tml_case_near(&c, "force", tml_case_at(&c, 0.58, "hit.force"), 5.0097460122396, 1e-7);
    tml_case_near(&c, "flat", tml_case_at(&c, 0.45, "hit.force"), 2 * G, 1e-9);
    tml_case_near(&c, "free", tml_case_at(&c, 0.61, "hit.force"), 0, 1e-12);
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_edges, a_box_slides_off_a_table, 30)

static void a_box_slides_off_a_rough_table(const char *by)
{
    tml_case c = tml_case_run_text_with("rough",
                                        HEAD "bodies:\n" TABLE SLIDER
                                             "forces: {hit: {contact: [box.skin, ground.table], friction: 0.1}}\n"
                                             "analyses: [dynamics: {end: 1.2, output: 0.01, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    tml_case_near(&c, "x", tml_case_at(&c, 0.73, "box.x"), 0.203042093072015, 1e-9);
    tml_case_near(&c, "tilt", tilt(&c, 0.73), 0.172255260542172, 1e-9);
    tml_case_near(&c, "omega", tml_case_at(&c, 0.73, "box.omegay"), 2.35326324257956, 1e-8);
    tml_case_near(&c, "touches", tml_case_at(&c, 0.73, "hit.force") > 0, 1, 0); /* off at 0.739080886334762 */
    tml_case_near(&c, "free", tml_case_at(&c, 0.74, "hit.force"), 0, 1e-12);
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_edges, a_box_slides_off_a_rough_table, 30)

/* Everything turned about the vertical, table and box as meshes, and of another size: lengths and gravity times `scale`. */
static void slides_off_turned(double scale, double angle)
{
    const double half[3] = {0.2, 0.15, 0.1}, k = cos(angle), s = sin(angle);
    char table[1200] = "", skin[1200] = "", text[4000];
    for (int i = 0; i < 8; i++) {
        const double x = i & 1 ? 0 : -3, y = i & 2 ? 1 : -1, z = i & 4 ? 0 : -1;
        snprintf(table + strlen(table), 120, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", scale * (k * x - s * y),
                 scale * (s * x + k * y), scale * z);
        snprintf(skin + strlen(skin), 120, "%s[%.17g, %.17g, %.17g]", i ? ", " : "",
                 scale * (i & 1 ? half[0] : -half[0]), scale * (i & 2 ? half[1] : -half[1]),
                 scale * (i & 4 ? half[2] : -half[2]));
    }
    snprintf(text, sizeof text,
             HEAD
             "gravity: [0, 0, %.17g]\nbodies:\n  ground: {surfaces: {table: {mesh: {points: [%s]}}}}\n"
             "  box: {mass: 2, inertia: [%.17g, %.17g, %.17g], surfaces: {skin: {mesh: {points: [%s]}}}, position: "
             "[%.17g, %.17g, %.17g], velocity: [%.17g, %.17g, 0], orientation: [%.17g, 0, 0, %.17g]}\n"
             "forces: {hit: {contact: [box.skin, ground.table], friction: 0.1}}\n"
             "analyses: [dynamics: {end: 1, output: 0.01, tolerance: 1e-10}]\n",
             -G * scale, table, 0.03 * scale * scale, 0.05 * scale * scale, 0.06 * scale * scale, skin, -k * scale,
             -s * scale, 0.1 * scale, 2 * k * scale, 2 * s * scale, cos(angle / 2), sin(angle / 2));
    tml_case c = tml_case_run_text("turned", text, NULL);
    const double x = tml_case_at(&c, 0.73, "box.x"), y = tml_case_at(&c, 0.73, "box.y");
    tml_case_near(&c, "along", (k * x + s * y) / scale, 0.203042093072015, 1e-9);
    tml_case_near(&c, "across", (k * y - s * x) / scale, 0, 1e-10);
    cr_expect_eq(fact(&c, "energy lost in impacts", 0), 0, "there is an impact");
    const double energy = 2 * G * scale * scale;
    cr_expect(tml_case_largest(&c, "energy.error") < 1e-10 * energy, "energy error %g J",
              tml_case_largest(&c, "energy.error"));
    tml_case_free(&c);
}

Test(contact_edges, a_turned_box_slides_off_a_turned_table)
{
    slides_off_turned(1, 0.5);
}

Test(contact_edges, a_box_of_micrometres_slides_off)
{
    slides_off_turned(1e-6, 0.5);
}

Test(contact_edges, a_box_of_kilometres_slides_off)
{
    slides_off_turned(1e3, -1.1);
}

/* ---- at an angle: edges cross ---- */

#define BLOCK "  ground: {surfaces: {table: {box: {size: [1, 1, 1], at: [0, 0, -0.5]}}}}\n"

/* Over an edge by a part; the centre of pressure is below the centre. 45 degrees: no corner of a large one is on the other, eight crossings carry it. */
static void rests_at(const char *size, const char *inertia, double x, double y, double angle)
{
    char text[1200];
    snprintf(text, sizeof text,
             HEAD "bodies:\n" BLOCK "  box: {mass: 2, inertia: %s, surfaces: {skin: {box: {size: %s}}}, position: [%g, "
                  "%g, 0.1], orientation: [%.17g, 0, 0, %.17g]}\n"
                  "forces: {hit: {contact: [box.skin, ground.table], friction: 0.3}}\n"
                  "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-8}]\n",
             inertia, size, x, y, cos(angle / 2), sin(angle / 2));
    tml_case c = tml_case_run_text("rest", text, NULL);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        tml_case_near(&c, "force", tml_case_value(&c, i, "hit.force"), 2 * G, 1e-9);
        tml_case_near(&c, "x of the pressure", tml_case_value(&c, i, "hit.x"), x, 1e-9);
        tml_case_near(&c, "y of the pressure", tml_case_value(&c, i, "hit.y"), y, 1e-9);
        tml_case_near(&c, "height", tml_case_value(&c, i, "box.z"), 0.1, 1e-12);
        tml_case_near(&c, "x", tml_case_value(&c, i, "box.x"), x, 1e-12);
    }
    has_no_impact(&c);
    tml_case_free(&c);
}

Test(contact_edges, boxes_rest_on_a_box_at_an_angle)
{
    rests_at("[0.4, 0.3, 0.2]", "[0.03, 0.05, 0.06]", 0.45, 0.1, PI / 6);
    rests_at("[0.4, 0.3, 0.2]", "[0.03, 0.05, 0.06]", 0.49, -0.49, 1);
    rests_at("[1, 1, 0.2]", "[0.2, 0.2, 0.3]", 0, 0, PI / 4);
    rests_at("[1, 1, 0.2]", "[0.2, 0.2, 0.3]", 0.3, 0.2, 0.01);
    rests_at("[1, 1, 0.2]", "[0.2, 0.2, 0.3]", 0, 0, 0); /* flush */
}

static void a_stack_at_angles_rests(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "stack",
        HEAD "bodies:\n" BLOCK "  a: {" INERTIA ", " SKIN ", position: [0.4, 0, 0.1]}\n"
             "  b: {" INERTIA ", " SKIN ", position: [0.45, 0.02, 0.3], orientation: [0.96592582628906829, 0, 0, "
             "0.25881904510252076]}\n"
             "  c: {" INERTIA ", " SKIN ", position: [0.4, 0.03, 0.5]}\n"
             "forces:\n  f1: {contact: [a.skin, ground.table], friction: 0.4}\n"
             "  f2: {contact: [b.skin, a.skin], friction: 0.4}\n  f3: {contact: [c.skin, b.skin], friction: 0.4}\n"
             "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-8}]\n",
        NULL, TML_BY(by));
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        tml_case_near(&c, "on the table", tml_case_value(&c, i, "f1.force"), 6 * G, 1e-8);
        tml_case_near(&c, "on a", tml_case_value(&c, i, "f2.force"), 4 * G, 1e-8);
        tml_case_near(&c, "on b", tml_case_value(&c, i, "f3.force"), 2 * G, 1e-8);
        tml_case_near(&c, "pressure of c", tml_case_value(&c, i, "f3.x"), 0.4, 1e-9);
        tml_case_near(&c, "pressure of b and c", tml_case_value(&c, i, "f2.y"), 0.025, 1e-9);
        tml_case_near(&c, "height", tml_case_value(&c, i, "c.z"), 0.5, 1e-11);
    }
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_edges, a_stack_at_angles_rests, 30)

/* It slides without turning, since all friction is against one speed, until the pressure, mu h before the centre, is at the edge x = 0.5. */
static void a_box_slides_at_an_angle_until_it_tips(const char *by)
{
    tml_case c = tml_case_run_text_with("slides",
                                        HEAD "bodies:\n" BLOCK "  box: {" INERTIA ", " SKIN
                                             ", position: [-0.2, -0.1, 0.1], velocity: [2, 0.5, 0], orientation: "
                                             "[0.96592582628906829, 0, 0, 0.25881904510252076]}\n"
                                             "forces: {hit: {contact: [box.skin, ground.table], friction: 0.2}}\n"
                                             "analyses: [dynamics: {end: 0.6, output: 0.005, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    const double v = hypot(2, 0.5), k = 2 / v, s = 0.5 / v, a = 0.2 * G;
    const double way = (0.7 - 0.2 * 0.1 * k) / k, tips = (v - sqrt(v * v - 2 * a * way)) / a;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t"), l = v * t - a * t * t / 2;
        const double turn = hypot(tml_case_value(&c, i, "box.omegax"), tml_case_value(&c, i, "box.omegay"));
        if (t > tips) {
            cr_expect(t < tips + 1e-3 || turn > 1e-4, "it does not tip");
            continue;
        }
        tml_case_near(&c, "x", tml_case_value(&c, i, "box.x"), -0.2 + k * l, 1e-10);
        tml_case_near(&c, "y", tml_case_value(&c, i, "box.y"), -0.1 + s * l, 1e-10);
        tml_case_near(&c, "z", tml_case_value(&c, i, "box.z"), 0.1, 1e-12);
        tml_case_near(&c, "turn", turn, 0, 1e-9);
        tml_case_near(&c, "spin", tml_case_value(&c, i, "box.omegaz"), 0, 1e-9);
        tml_case_near(&c, "force", tml_case_value(&c, i, "hit.force"), 2 * G, 1e-8);
    }
    cr_expect(tips > 0.3 && tips < 0.5);
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_edges, a_box_slides_at_an_angle_until_it_tips, 30)

/* ---- spin ---- */

/* Smooth: it goes on as it was, while corners leave the table and come back, and edges cross. */
static void a_box_spins_over_edges(const char *by)
{
    tml_case c = tml_case_run_text_with("spin",
                                        HEAD "bodies:\n" BLOCK "  box: {" INERTIA ", " SKIN
                                             ", position: [0.4, 0.42, 0.1], omega: [0, 0, 7]}\n"
                                             "forces: {hit: {contact: [box.skin, ground.table]}}\n"
                                             "analyses: [dynamics: {end: 2, output: 0.05, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t");
        const double half = atan2(tml_case_value(&c, i, "box.qz"), tml_case_value(&c, i, "box.qw"));
        tml_case_near(&c, "x", tml_case_value(&c, i, "box.x"), 0.4, 1e-10);
        tml_case_near(&c, "z", tml_case_value(&c, i, "box.z"), 0.1, 1e-11);
        tml_case_near(&c, "angle", sin(half - 3.5 * t), 0, 1e-8);
        tml_case_near(&c, "force", tml_case_value(&c, i, "hit.force"), 2 * G, 1e-8);
        tml_case_near(&c, "pressure", tml_case_value(&c, i, "hit.y"), 0.42, 1e-8);
    }
    cr_expect_geq(fact(&c, "changes of contact and friction", 0), 20);
    has_no_impact(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_edges, a_box_spins_over_edges, 30)

/* ---- impacts ---- */

/* A bar on edge, its lower edge along (cos b, 0, -sin b), falls across the edge of a table along y: n = (sin b, 0, cos b),
 * P = (1 + e) v cos b/(1/m + s^2/J), s from below its centre to the table's edge. */
static void an_edge_strikes_an_edge(const char *by)
{
    const double b = 0.6, e = 0.5, a = 0.2, J = 0.09, m = 2, r = a / sqrt(2);
    const double x0 = 0.1, y0 = 0.05, z0 = 0.4, k = cos(b), s = sin(b);
    /* about y by b, then about its own axis by 45 degrees */
    const double c1 = cos(b / 2), s1 = sin(b / 2), c2 = cos(PI / 8), s2 = sin(PI / 8);
    char text[1200];
    snprintf(text, sizeof text,
             HEAD "bodies:\n" TABLE "  bar: {mass: 2, inertia: [0.02, 0.09, 0.09], surfaces: {skin: {box: {size: [0.8, "
                  "0.2, 0.2]}}}, position: [%g, %g, %g], orientation: [%.17g, %.17g, %.17g, %.17g]}\n"
                  "forces: {hit: {contact: [bar.skin, ground.table], restitution: %g}}\n"
                  "analyses: [dynamics: {end: 0.3, output: 0.3, tolerance: 1e-10}]\n",
             x0, y0, z0, c1 * c2, c1 * s2, s1 * c2, -s1 * s2, e);
    tml_case c = tml_case_run_text_with("edge", text, NULL, TML_BY(by));
    const double fall = (x0 * s + z0 * k - r) / k, t = sqrt(2 * fall / G), v = G * t;
    const double along = -(x0 * k - (z0 - fall) * s), P = (1 + e) * v * k / (1 / m + along * along / J);
    tml_case_near(&c, "when", tml_case_impact(&c, 0, "t"), t, 1e-11);
    tml_case_near(&c, "its loss", tml_case_impact(&c, 0, "energy"), -(1 - e) / 2 * P * v * k, 1e-9);
    tml_case_near(&c, "vx", tml_case_at(&c, 0.3, "bar.vx"), P * s / m, 1e-9);
    tml_case_near(&c, "vy", tml_case_at(&c, 0.3, "bar.vy"), 0, 1e-9);
    tml_case_near(&c, "vz", tml_case_at(&c, 0.3, "bar.vz"), P * k / m - G * 0.3, 1e-9);
    const double spin = hypot(tml_case_at(&c, 0.3, "bar.omegay"), tml_case_at(&c, 0.3, "bar.omegaz"));
    tml_case_near(&c, "omega", spin, fabs(along) * P / J, 1e-9);
    closes_its_energy(&c, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_edges, an_edge_strikes_an_edge, 30)

#define TETRAHEDRON "{mesh: {points: [[0.2, 0, -0.1], [-0.1, 0.17, -0.1], [-0.1, -0.17, -0.1], [0, 0, 0.3]]}}"
#define OCTAHEDRON  "{mesh: {points: [[0.2, 0, 0], [-0.2, 0, 0], [0, 0.2, 0], [0, -0.2, 0], [0, 0, 0.2], [0, 0, -0.2]]}}"

/* Falls over the edge of a table and tumbles, with impacts, friction and rest on edges: energy is where it should be. Not a joint: all formulations agree. */
static void tumbles(const char *name, const char *skin, const char *state, const char *law)
{
    static const char *const by[] = {"absolute", "joint", "particles"};
    double x[3], vz[3];
    char text[1500];
    snprintf(text, sizeof text,
             HEAD "bodies:\n" BLOCK "  box: {" INERTIA ", surfaces: {skin: %s}, %s}\n"
                  "forces: {hit: {contact: [box.skin, ground.table], %s, impact: poisson}}\n"
                  "analyses: [dynamics: {end: 0.7, output: 0.05, tolerance: 1e-11}]\n",
             skin, state, law);
    for (int k = 0; k < 3; k++) {
        tml_case c = tml_case_run_text_with(name, text, NULL, TML_BY(by[k]));
        x[k] = tml_case_at(&c, 0.7, "box.x"), vz[k] = tml_case_at(&c, 0.7, "box.vz");
        closes_its_energy(&c, 1e-8);
        cr_expect_gt(fact(&c, "energy lost in impacts", 0), 0.1, "%s: nothing is struck", name);
        tml_case_free(&c);
    }
    for (int k = 1; k < 3; k++) {
        cr_expect_float_eq(x[k], x[0], 1e-6, "%s by %s: %.12g and %.12g", name, by[k], x[k], x[0]);
        cr_expect_float_eq(vz[k], vz[0], 1e-5, "%s by %s: %.12g and %.12g", name, by[k], vz[k], vz[0]);
    }
}

Test(contact_edges, bodies_tumble_over_an_edge, .timeout = TML_SLOWER * 60)
{
    tumbles("box", "{box: {size: [0.4, 0.3, 0.2]}}",
            "position: [0.5, 0.1, 0.5], orientation: [0.9394, 0.1531, 0.3063, 0.0459], omega: [1, 2, 3]",
            "friction: 0.3");
    tumbles("bouncing box", "{box: {size: [0.4, 0.3, 0.2]}}",
            "position: [0.5, 0.1, 0.5], orientation: [0.9394, 0.1531, 0.3063, 0.0459], omega: [1, 2, 3]",
            "friction: 0.3, restitution: 0.4");
    tumbles("octahedron", OCTAHEDRON,
            "position: [0.45, 0.1, 0.5], velocity: [0.2, 0, 0], orientation: [0.98, 0.14, 0.14, 0], omega: [0, 1, 2]",
            "friction: 0.2");
    tumbles("tetrahedron", TETRAHEDRON,
            "position: [0.4, 0.1, 0.5], velocity: [0.5, 0, 0], orientation: [0.98, 0.14, 0.14, 0], omega: [0, 1, 2]",
            "friction: 0.3");
}

/* A tetrahedron on its face, over the edge by a corner. */
Test(contact_edges, a_tetrahedron_rests_and_slides)
{
    tml_case c = tml_case_run_text(
        "slides",
        HEAD "bodies:\n" BLOCK "  box: {" INERTIA ", surfaces: {skin: " TETRAHEDRON "}, position: [0.1, 0.2, 0.1], "
             "velocity: [1, 0, 0], orientation: [0.98006657784124163, 0, 0, 0.19866933079506122]}\n"
             "forces: {hit: {contact: [box.skin, ground.table], friction: 0.25}}\n"
             "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
        NULL);
    const double a = 0.25 * G;
    tml_case_near(&c, "x", tml_case_at(&c, 0.2, "box.x"), 0.1 + 0.2 - a * 0.02, 1e-10);
    tml_case_near(&c, "at rest", tml_case_at(&c, 1, "box.x"), 0.1 + 1 / (2 * a), 1e-10);
    tml_case_near(&c, "force", tml_case_at(&c, 1, "hit.force"), 2 * G, 1e-9);
    tml_case_near(&c, "pressure", tml_case_at(&c, 1, "hit.x"), 0.1 + 1 / (2 * a), 1e-9);
    has_no_impact(&c);
    tml_case_free(&c);
}

/* ---- two free bodies ---- */

#define ONE                                                                                                            \
    "gravity: none\nbodies:\n  one: {mass: 0.55, inertia: [0.05, 0.05, 0.05], velocity: [0.343, 0.0052, -0.1242], "    \
    "orientation: [0.632, -0.757, 0.1358, -0.0952], omega: [0.892, -0.785, -0.854], points: {C: [-0.095, 0.079, "      \
    "0.054]}, surfaces: {s: %s}}\n"
#define TWO                                                                                                            \
    "  two: {mass: 1.08, inertia: [0.088, 0.088, 0.088], position: [-0.774, 0.157, 0.381], velocity: [1.567, 0.852, "  \
    "-0.216], orientation: [0.9985, 0.0279, -0.0442, 0.0147], omega: [-0.865, 0.838, -0.599], points: {C: [-0.052, "   \
    "-0.066, -0.061]}, surfaces: {s: {box: {size: [0.298, 0.447, 0.357]}}}}\n"

/* Pulled together by a spring, they roll and slide on each other by edges, corners and faces: momentum and energy stay. */
static void keep_their_momentum(const char *skin, const char *law, double end)
{
    char text[1600];
    snprintf(text, sizeof text,
             HEAD ONE TWO "forces:\n  hit: {contact: [one.s, two.s], friction: 0.3, impact: poisson, %s}\n"
                          "  pull: {spring: [one.C, two.C], stiffness: 20, length: 0}\n"
                          "analyses: [dynamics: {end: %g, output: 0.05, tolerance: 1e-11}]\n",
             skin, law, end);
    tml_case c = tml_case_run_text("free", text, NULL);
    static const char *const axes[] = {"x", "y", "z"};
    for (int k = 0; k < 3; k++) {
        char one[20], two[20];
        snprintf(one, sizeof one, "one.v%s", axes[k]), snprintf(two, sizeof two, "two.v%s", axes[k]);
        const double before = 0.55 * tml_case_at(&c, 0, one) + 1.08 * tml_case_at(&c, 0, two);
        tml_case_near(&c, axes[k], 0.55 * tml_case_at(&c, end, one) + 1.08 * tml_case_at(&c, end, two), before, 1e-10);
    }
    closes_its_energy(&c, 1e-8);
    cr_expect_gt(fact(&c, "energy lost in impacts", 0), 1);
    tml_case_free(&c);
}

/* The faces of the octahedron have normals midway between the axes of its body. */
Test(contact_edges, two_bodies_that_touch_keep_their_momentum, .timeout = TML_SLOWER * 60)
{
    keep_their_momentum("{box: {size: [0.256, 0.384, 0.307]}}", "restitution: 0", 1.5);
    keep_their_momentum("{box: {size: [0.256, 0.384, 0.307]}}", "restitution: 0.5", 1);
    keep_their_momentum(OCTAHEDRON, "restitution: 0", 1.5);
}
