/* diagram.c - what teaching drawings show, against closed forms: instant centres, polygons, transmission angles, energies, screw axes. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* O (0, 0), A at the crank's end, B at the coupler's, C (0.4, 0): lengths 0.1, 0.35, 0.3. */
#define FOURBAR_OF_CIRCLES                                                                                             \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 0.1], B: [0.3, 0.28], C: [0.4, 0]}\n"                                                  \
    "bodies:\n"                                                                                                        \
    "  crank:   {points: [O, A], mass: 1, shape: rod}\n"                                                               \
    "  coupler: {points: [A, B], mass: 2, shape: rod}\n"                                                               \
    "  rocker:  {points: [B, C], mass: 3, shape: rod}\n"                                                               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, rocker]}\n"                                                                             \
    "  C: {revolute: [ground, rocker]}\n"                                                                              \
    "drivers:\n"                                                                                                       \
    "  motor: {O.angle: pi/2 + 2*t}\n"                                                                                 \
    "analyses: [kinematics: {end: 3, output: 0.1}, dynamics: {end: 6, output: 0.1}]\n"

#define SLIDER_CRANK                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 0.1], B: [0.3, 0]}\n"                                                                  \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  rod:   {points: [A, B], mass: 1, shape: rod}\n"                                                                 \
    "  block: {points: [B], com: B, mass: 1, inertia: 1}\n"                                                            \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, block]}\n"                                                                                  \
    "  S: {prismatic: [ground, block], at: B, axis: x}\n"                                                              \
    "drivers:\n"                                                                                                       \
    "  motor: {O.angle: pi/2 + 3*t}\n"                                                                                 \
    "analyses: [dynamics: {end: 2, output: 0.1}]\n"

static tml_case with_diagrams(const char *name, const char *text)
{
    tml_case c = tml_case_run_text(name, text, TML_AS_WRITTEN);
    cr_assert_eq(tml_results_add_diagrams(c.results, c.model, c.log), TML_OK);
    return c;
}

static double value(const tml_table *t, size_t row, const char *name)
{
    const long column = tml_table_find(t, name);
    cr_assert_geq(column, 0, "%s", name);
    return tml_table_value(t, row, (size_t)column);
}

typedef struct {
    double x, y, w;
} pole;

static pole pole_at(const tml_table *t, size_t row, const char *pair)
{
    char name[80];
    double p[3];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s.p%c", pair, "xyw"[i]);
        p[i] = value(t, row, name);
    }
    return (pole){p[0], p[1], p[2]};
}

typedef struct {
    double x, y;
} place;

static place joint_at(const tml_table *t, size_t row, const char *joint)
{
    char name[80];
    snprintf(name, sizeof name, "%s.x", joint);
    const double x = value(t, row, name);
    snprintf(name, sizeof name, "%s.y", joint);
    return (place){x, value(t, row, name)};
}

/* Twice the area of three places; homogeneous: zero on a line, also through infinity. */
static double triple(pole a, pole b, pole c)
{
    return a.x * (b.y * c.w - c.y * b.w) - a.y * (b.x * c.w - c.x * b.w) + a.w * (b.x * c.y - c.x * b.y);
}

Test(diagram, coupler_turns_about_the_crossing_of_crank_and_rocker)
{
    tml_case c = with_diagrams("fourbar", FOURBAR_OF_CIRCLES);
    const tml_table *t = tml_case_table(&c, "dynamics.diagram");
    for (size_t row = 0; row < tml_table_rows(t); row++) {
        const pole p = pole_at(t, row, "ground:coupler");
        const place A = joint_at(t, row, "coupler.A"), B = joint_at(t, row, "coupler.B");
        /* O A: A = A (from the origin); C B through (0.4, 0) */
        const double d = A.x * B.y - A.y * (B.x - 0.4), s = 0.4 * B.y / d;
        cr_expect_float_eq(p.x / p.w, s * A.x, 1e-6 * (1 + fabs(s)), "row %zu: %g", row, p.x / p.w);
        cr_expect_float_eq(p.y / p.w, s * A.y, 1e-6 * (1 + fabs(s)), "row %zu", row);
    }
    tml_case_free(&c);
}

Test(diagram, centres_of_three_bodies_are_on_a_line)
{
    static const char *const three[][3] = {{"ground:crank", "crank:coupler", "ground:coupler"},
                                           {"ground:crank", "crank:rocker", "ground:rocker"},
                                           {"crank:coupler", "coupler:rocker", "crank:rocker"}};
    tml_case c = with_diagrams("fourbar", FOURBAR_OF_CIRCLES);
    const tml_table *t = tml_case_table(&c, "dynamics.diagram");
    for (size_t row = 0; row < tml_table_rows(t); row++)
        for (int i = 0; i < 3; i++)
            cr_expect_float_eq(
                triple(pole_at(t, row, three[i][0]), pole_at(t, row, three[i][1]), pole_at(t, row, three[i][2])), 0,
                1e-9);
    tml_case_free(&c);
}

Test(diagram, centre_of_a_slider_is_at_infinity_across_its_guide)
{
    tml_case c = with_diagrams("slider-crank", SLIDER_CRANK);
    const tml_table *t = tml_case_table(&c, "dynamics.diagram");
    for (size_t row = 0; row < tml_table_rows(t); row++) {
        const pole block = pole_at(t, row, "ground:block"), rod = pole_at(t, row, "ground:rod");
        const place A = joint_at(t, row, "rod.A"), B = joint_at(t, row, "rod.B");
        cr_expect_float_eq(block.w, 0, 0);
        cr_expect_float_eq(block.x, 0, 1e-12);
        cr_expect_gt(fabs(block.y), 0.1);
        /* the rod: on the line O A above B */
        cr_expect_float_eq(rod.x, B.x * rod.w, 1e-8);
        cr_expect_float_eq(rod.y * A.x, rod.w * B.x * A.y, 1e-8);
    }
    tml_case_free(&c);
}

Test(diagram, velocity_and_acceleration_polygons_close)
{
    tml_case c = with_diagrams("fourbar", FOURBAR_OF_CIRCLES);
    const tml_table *t = tml_case_table(&c, "dynamics.diagram"), *motion = tml_case_table(&c, "dynamics");
    for (size_t row = 0; row < tml_table_rows(t); row++) {
        /* both bodies of a pin have its velocity and acceleration */
        static const char *const parts[] = {"vx", "vy", "ax", "ay"};
        for (int i = 0; i < 4; i++) {
            char one[40], two[40];
            snprintf(one, sizeof one, "coupler.B.%s", parts[i]);
            snprintf(two, sizeof two, "rocker.B.%s", parts[i]);
            cr_expect_float_eq(value(t, row, one), value(t, row, two), 1e-7);
        }
        /* v_A = omega O A */
        const place A = joint_at(t, row, "crank.A");
        cr_expect_float_eq(value(t, row, "crank.A.vx"), -2 * A.y, 1e-9);
        cr_expect_float_eq(value(t, row, "crank.A.vy"), 2 * A.x, 1e-9);
        cr_expect_float_eq(value(t, row, "crank.A/O.nx"), -4 * A.x, 1e-9);
        /* a_B - a_A less its part towards A is across A B, of the size alpha |A B| */
        const place B = joint_at(t, row, "coupler.B");
        const double rx = B.x - A.x, ry = B.y - A.y, alpha = value(motion, row, "coupler.alpha");
        const double ax = value(t, row, "coupler.B.ax") - value(t, row, "coupler.A.ax") -
                          value(t, row, "coupler.B/A.nx"),
                     ay = value(t, row, "coupler.B.ay") - value(t, row, "coupler.A.ay") -
                          value(t, row, "coupler.B/A.ny");
        cr_expect_float_eq(ax, -alpha * ry, 1e-7);
        cr_expect_float_eq(ay, alpha * rx, 1e-7);
    }
    tml_case_free(&c);
}

/* A block on an arm that turns at 2 rad/s slides outwards at 0.5 m/s: 2 omega x v_rel = 2 m/s^2 across the arm. */
Test(diagram, block_on_a_turning_arm_has_coriolis_acceleration)
{
    tml_case c = with_diagrams("arm", "trammel: 1\n"
                                      "gravity: none\n"
                                      "points: {O: [0, 0], P: [1, 0]}\n"
                                      "bodies:\n"
                                      "  arm: {points: [O, P], mass: 1, shape: rod}\n"
                                      "  block: {points: [P], com: P, mass: 1, inertia: 1}\n"
                                      "joints:\n"
                                      "  O: {revolute: [ground, arm]}\n"
                                      "  S: {prismatic: [arm, block], at: P, axis: x}\n"
                                      "drivers:\n"
                                      "  turn: {O.angle: 2*t}\n"
                                      "  out: {S.displacement: 0.5*t}\n"
                                      "analyses: [kinematics: {end: 1, output: 0.5}]\n");
    const tml_table *t = tml_case_table(&c, "kinematics.diagram");
    for (size_t row = 0; row < 3; row++) {
        const double angle = 1.0 * (double)row;
        cr_expect_float_eq(value(t, row, "S.coriolis.x"), -2 * sin(angle), 1e-9);
        cr_expect_float_eq(value(t, row, "S.coriolis.y"), 2 * cos(angle), 1e-9);
    }
    tml_case_free(&c);
}

/* cos mu = (b^2 + c^2 - d^2)/(2 b c), d the distance from A to C. */
Test(diagram, transmission_angle_follows_the_cosine_law)
{
    tml_case c = with_diagrams("fourbar", FOURBAR_OF_CIRCLES);
    const double b2 = 0.3 * 0.3 + 0.18 * 0.18, c2 = 0.1 * 0.1 + 0.28 * 0.28;
    /* of a kinematic analysis the table itself has it */
    static const char *const told[][2] = {{"dynamics.diagram", "dynamics.diagram"},
                                          {"kinematics.diagram", "kinematics"}};
    for (int i = 0; i < 2; i++) {
        const tml_table *places = tml_case_table(&c, told[i][0]), *t = tml_case_table(&c, told[i][1]);
        for (size_t row = 0; row < tml_table_rows(t); row++) {
            const place A = joint_at(places, row, "crank.A");
            const double d2 = (A.x - 0.4) * (A.x - 0.4) + A.y * A.y;
            cr_expect_float_eq(value(t, row, "B.transmission"), acos(fabs(b2 + c2 - d2) / (2 * sqrt(b2 * c2))), 1e-7);
        }
    }
    cr_expect_eq(tml_table_find(tml_case_table(&c, "kinematics.diagram"), "B.transmission"), -1, "it is there already");
    tml_case_free(&c);
}

Test(diagram, energies_add_up_to_the_balance)
{
    tml_case c = with_diagrams("fourbar", FOURBAR_OF_CIRCLES);
    const tml_table *t = tml_case_table(&c, "dynamics.diagram"), *motion = tml_case_table(&c, "dynamics");
    double first = 0;
    for (size_t row = 0; row < tml_table_rows(t); row++) {
        const double stored =
            value(motion, row, "energy.kinetic") + value(t, row, "energy.gravity") + value(t, row, "energy.elastic");
        first = row ? first : stored;
        cr_expect_float_eq(value(t, row, "energy.elastic"), 0, 1e-9);
        cr_expect_float_eq(value(t, row, "energy.other_work"), 0, 0, "only the driver does work");
        cr_expect_float_eq(stored, first + value(t, row, "energy.input"), 1e-6);
    }
    tml_case_free(&c);
}

/* A mass on a damped spring: what is missing from both stores went into the damper. */
Test(diagram, damper_takes_what_is_missing)
{
    tml_case c =
        with_diagrams("oscillator", "trammel: 1\n"
                                    "points: {O: [0, 0], P: [1, 0]}\n"
                                    "bodies:\n"
                                    "  ground: {points: [O]}\n"
                                    "  block: {points: [P], com: P, mass: 2, inertia: 1}\n"
                                    "joints:\n"
                                    "  S: {prismatic: [ground, block], at: P, axis: x}\n"
                                    "forces:\n"
                                    "  k: {spring: [ground.O, block.P], stiffness: 50, damping: 3, length: 0.8}\n"
                                    "analyses: [dynamics: {end: 2, output: 0.1}]\n");
    const tml_table *t = tml_case_table(&c, "dynamics.diagram"), *motion = tml_case_table(&c, "dynamics");
    for (size_t row = 0; row < tml_table_rows(t); row++) {
        const double x = value(motion, row, "block.x") - 0.8, v = value(motion, row, "block.vx");
        const double elastic = value(t, row, "energy.elastic"), lost = value(t, row, "energy.other_work");
        cr_expect_float_eq(elastic, 50 * x * x / 2, 1e-8);
        cr_expect_float_eq(elastic + v * v, 1 + lost, 1e-6); /* 50 * 0.04/2 J at the start */
        cr_expect(row ? lost < 0 : lost == 0);
    }
    tml_case_free(&c);
}

/* A nut on a thread: it turns about z and advances by the pitch. */
Test(diagram, nut_has_the_axis_and_the_pitch_of_its_thread)
{
    tml_case c = with_diagrams("nut", "trammel: 1\n"
                                      "space: space\n"
                                      "bodies:\n"
                                      "  ground: {points: {C: [0.3, 0.2, 0]}}\n"
                                      "  nut: {points: {C: [0, 0, 0]}, com: [0.1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                                      "joints:\n"
                                      "  C: {cylindrical: [ground, nut], axis: z}\n"
                                      "drivers:\n"
                                      "  turn: {C.angle: 3*t}\n"
                                      "  rise: {C.displacement: 0.6*t}\n"
                                      "analyses: [kinematics: {end: 1, output: 0.5}]\n");
    const tml_table *t = tml_case_table(&c, "kinematics.diagram");
    for (size_t row = 0; row < 3; row++) {
        cr_expect_float_eq(value(t, row, "nut.screw.dz"), 1, 1e-12);
        cr_expect_float_eq(value(t, row, "nut.screw.pitch"), 0.2, 1e-12);
        cr_expect_float_eq(value(t, row, "nut.screw.x"), 0.3, 1e-9);
        cr_expect_float_eq(value(t, row, "nut.screw.y"), 0.2, 1e-9);
    }
    tml_case_free(&c);
}

Test(diagram, tables_without_a_motion_have_none)
{
    tml_case c = tml_case_run_text("modes",
                                   "trammel: 1\n"
                                   "points: {O: [0, 0], P: [1, 0]}\n"
                                   "bodies:\n"
                                   "  rod: {points: [O, P], mass: 2, shape: rod}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, rod]}\n"
                                   "initial: {O.angle: -90 deg}\n"
                                   "analyses: [modes]\n",
                                   TML_AS_WRITTEN);
    cr_assert_eq(tml_results_add_diagrams(c.results, c.model, c.log), TML_OK);
    for (size_t i = 0; i < tml_results_count(c.results); i++)
        cr_expect_null(strstr(tml_table_kind(tml_results_table(c.results, i)), ".diagram"));
    tml_case_free(&c);
}
