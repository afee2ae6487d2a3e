/* compliant_contact.c - contact: compliant: rigid contacts, stops and friction as stiff springs, which approach the rigid ones as they grow stiff.
 *
 * Impacts of springs last pi sqrt(m/k) and more: what they differ by from rigid ones is halved by four times the stiffness.
 */
#include "support/case.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A01: gap and its rate at t = 1, 2, 3, from closed form. */
static const char ball[] = "trammel: 1\n"
                           "bodies:\n"
                           "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                           "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, "
                           "1.05], velocity: [0.3, 0]}\n"
                           "forces:\n"
                           "  hit: {contact: [ball.rim, ground.floor], restitution: 0.8}\n"
                           "analyses:\n"
                           "  - dynamics: {end: 5, output: 0.5, contact: compliant, contact_stiffness: STIFF}\n";

static tml_case drop(double stiffness)
{
    char text[32];
    snprintf(text, sizeof text, "%g", stiffness);
    return tml_case_run_text("ball", ball, TML_EDITS({"STIFF", text}));
}

Test(compliant_contact, bounces_approach_the_rigid_ones_with_the_root_of_the_stiffness, .timeout = TML_SLOWER * 30)
{
    static const double gap[3] = {0.4680044525260363, 0.2607417283270572, 0.06870746096576572};
    double error[3][3], value[3][3];
    for (int i = 0; i < 3; i++) {
        tml_case c = drop(2e8 * pow(4, i));
        for (int k = 0; k < 3; k++) {
            value[i][k] = tml_case_at(&c, k + 1, "hit.gap");
            error[i][k] = value[i][k] - gap[k];
        }
        tml_case_free(&c);
    }
    for (int k = 0; k < 3; k++) {
        cr_expect_float_eq(error[0][k] / error[1][k], 2, 0.05, "t = %d: %g then %g", k + 1, error[0][k], error[1][k]);
        cr_expect_float_eq(error[1][k] / error[2][k], 2, 0.03, "t = %d: %g then %g", k + 1, error[1][k], error[2][k]);
        cr_expect(fabs(2 * value[2][k] - value[1][k] - gap[k]) < 0.02 * fabs(error[2][k]), "extrapolated: %g",
                  2 * value[2][k] - value[1][k] - gap[k]);
    }
}

Test(compliant_contact, ball_comes_to_rest_on_its_spring)
{
    tml_case c = drop(1e10);
    tml_case_near(&c, "force", tml_case_at(&c, 5, "hit.force"), 4.905, 1e-6);
    tml_case_near(&c, "gap", tml_case_at(&c, 5, "hit.gap"), -4.905e-10, 1e-15);
    tml_case_near(&c, "penetration of the first impact", tml_fact_number(c.table, "largest penetration"),
                  /* that without damping, 4.43 m/s sqrt(m/k), is 3.13e-5 m: damping takes a part of it */ 2.8e-5,
                  4e-6);
    cr_expect(strstr(tml_fact_text(c.table, "contact"), "compliant: 1 rigid gap as springs of 1e+10 N/m"));
    cr_expect(strstr(tml_fact_text(c.table, "integrator"), "bdf"));
    tml_case_free(&c);
}

/* A24: a disc thrown on the floor, slipping and sticking in the impact; without weight the restitution does not depend on the spring. */
Test(compliant_contact, disc_thrown_on_the_floor)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: [0, 0]\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  disc: {mass: 2, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, HEIGHT], velocity: [4, "
        "-3], omega: 30}\n"
        "forces:\n"
        "  hit: {contact: [disc.rim, ground.floor], restitution: 0.6, friction: MU}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.02, output: 0.01, contact: compliant}\n";
    static const double after[2][3] = {{2.56, 1.8, 1.2}, {5.0 / 3, 1.8, -50.0 / 3}};
    for (int k = 0; k < 4; k++) { /* from above, and where it touches at the start */
        tml_case c = tml_case_run_text("thrown", text,
                                       TML_EDITS({"HEIGHT", k / 2 ? "0.1" : "0.13"}, {"MU", k % 2 ? "0.6" : "0.3"}));
        tml_case_near(&c, "vy", tml_case_at(&c, 0.02, "disc.vy"), after[k % 2][1], 1e-7);
        tml_case_near(&c, "vx", tml_case_at(&c, 0.02, "disc.vx"), after[k % 2][0], 5e-5);
        tml_case_near(&c, "omega", tml_case_at(&c, 0.02, "disc.omega"), after[k % 2][2], 1e-3);
        tml_case_free(&c);
    }
}

/* A06b: a knee that closes without a bounce, stays closed, and opens: 0.3 s later. */
static void knee_closes_and_opens(const char *by)
{
    static const char end[] =
        "{end: 1.664910843230166, output: 1.664910843230166/10, tolerance: 1e-9, contact: compliant}";
    const double t = 1.664910843230166;
    tml_case c = tml_case_run_with("knee/knee.yaml", TML_EDITS({"{end: 2.6, output: 0.01, tolerance: 1e-10}", end}),
                                   TML_BY(by)),
             rigid = tml_case_run_with(
                 "knee/knee.yaml",
                 TML_EDITS({"{end: 2.6, output: 0.01,", "{end: 1.664910843230166, output: 1.664910843230166/10,"}),
                 TML_BY(by));
    const double a = tml_case_at(&c, t, "O.angle") + acos(-1) / 2;
    tml_case_near(&c, "a after opening", a, -0.6348258408377017, 1e-8);
    tml_case_near(&c, "b after opening", a + tml_case_at(&c, t, "K.angle"), -0.7778394137712273, 1e-8);
    tml_case_near(&c, "knee while closed", tml_case_at(&c, t / 2, "K.angle"), 0, 1e-8);
    tml_case_near(&c, "torque while closed", tml_case_at(&c, t / 2, "K.limit"), tml_case_at(&rigid, t / 2, "K.limit"),
                  1e-4 /* rounding of positions times the stiffness */);
    tml_case_near(&c, "penetration", tml_fact_number(c.table, "largest penetration"), 5e-7, 5e-7);
    tml_case_free(&c);
    tml_case_free(&rigid);
}
TML_TEST_BY(compliant_contact, knee_closes_and_opens, absolute, 20)
TML_TEST_BY(compliant_contact, knee_closes_and_opens, joint, 20)
TML_TEST_BY(compliant_contact, knee_closes_and_opens, point, 20)

/* A block of mass 2 on a table that is pulled by a growing force: it sticks, creeping by less than the width of smooth friction, then slides. */
/* A bowling ball: slip along one line decays by 7/2 mu g until it rolls, at u/(7/2 mu g). Springs made for 8 m/s are damped by the ball's weight too:
 * without, they swing for ever, and no implicit method of high order steps over that. */
Test(compliant_contact, sliding_ball_comes_to_roll, .timeout = TML_SLOWER * 20)
{
    static const char text[] = "trammel: 1\nspace: space\nbodies:\n"
                               "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                               "  ball: {mass: 7, shape: {sphere: 0.108}, surfaces: {rim: {sphere: 0.108}}, "
                               "position: [0, 0, 0.108], velocity: [8, 0, 0], omega: [-30, 10, 5]}\n"
                               "forces: {hit: {contact: [ball.rim, ground.floor], friction: 0.12}}\n"
                               "analyses:\n  - dynamics: {end: 3, output: 1, contact: compliant}\n";
    tml_case c = tml_case_run_text("bowling", text, NULL);
    const double u[2] = {8 - 0.108 * 10, -0.108 * 30}, slip = hypot(u[0], u[1]), a = 0.12 * 9.81, t = slip / (3.5 * a);
    for (int i = 0; i < 2; i++) {
        const double v = i ? 0 : 8, place = 3 * v - a * u[i] / slip * t * (3 - t / 2);
        tml_case_near(&c, "place", tml_case_at(&c, 3, i ? "ball.y" : "ball.x"), place, 3e-7);
    }
    cr_expect_lt(tml_fact_number(c.table, "steps"), 20000);
    tml_case_free(&c);
}

Test(compliant_contact, friction_sticks_then_slides)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: [0, -10]\n" BLOCK_ON_TABLE "forces:\n"
                               "  pull: {force: block, value: [6*t, 0]}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 2, output: 0.1, contact: compliant}\n";
    tml_case c = tml_case_run_text("block", text, TML_AS_WRITTEN);
    tml_case_near(&c, "friction while it sticks", tml_case_at(&c, 0.5, "P.friction"), -3, 1e-3);
    /* from t = 1 on m v' = 6 t - 6 */
    tml_case_near(&c, "speed", tml_case_at(&c, 2, "block.vx"), 1.5, 2e-3);
    tml_case_near(&c, "loss", tml_case_at(&c, 2, "energy.friction_loss"), 6 * 0.5, 1e-2);
    tml_case_free(&c);
}

/* Compliant as written and stiff as steel: the integrator must not step across the contact. w: speed after it, by the law of Hunt and
 * Crossley in closed form. */
Test(compliant_contact, explicit_steps_do_not_run_into_a_stiff_contact)
{
    static const double stiffness[] = {1e6, 1e8, 1.387e10, 1e12};
    for (int i = 0; i < 4; i++) {
        char law[128];
        snprintf(law, sizeof law, "law: hunt_crossley, exponent: 1, stiffness: %g, damping: 0.1", stiffness[i]);
        tml_case c = tml_case_run_text("ball", ball,
                                       TML_EDITS({"restitution: 0.8", law}, {"contact: compliant, ", ""},
                                                 {"contact_stiffness: STIFF", "integrator: explicit"},
                                                 {"dynamics: {end: 5", "dynamics: {end: 1"}));
        const double a = 0.1, v = 4.429446918070020, time = 0.4515236409857309,
                     w = tml_case_at(&c, 1, "ball.vy") + 9.81 * (1 - time);
        cr_expect_float_eq(-w - log(1 - a * w) / a, v - log(1 + a * v) / a, 20 / sqrt(stiffness[i]), "%g: %g",
                           stiffness[i], w);
        tml_case_free(&c);
    }
}

/* A ball in free flight is not on the other side of a post at the end of a step, however long steps may be: it strikes it at x = 1 - sqrt(0.04^2 - 0.001^2), and is turned back. */
static void no_step_passes_a_post(const char *by)
{
    static const char *const integrators[] = {"explicit", "bdf", "adams"};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {surfaces: {post: {disc: 20 mm, at: [1, 0]}}}\n"
                 "  ball: {mass: 0.5, inertia: 1e-3, surfaces: {rim: {disc: 20 mm}}, position: [0, 0.001], velocity: "
                 "[1, 0]}\n"
                 "forces: {c: {contact: [ball.rim, ground.post], law: hunt_crossley, stiffness: 1e5}}\n"
                 "analyses: [dynamics: {end: 10, output: 10, integrator: %s, tolerance: 1e-9}]\n",
                 integrators[i]);
        tml_case c = tml_case_run_text_with("post", text, NULL, TML_BY(by));
        const size_t last = tml_table_rows(c.table) - 1;
        cr_expect_lt(tml_case_value(&c, last, "ball.vx"), -0.9);
        tml_case_near(&c, "speed", hypot(tml_case_value(&c, last, "ball.vx"), tml_case_value(&c, last, "ball.vy")), 1,
                      1e-6);
        size_t row = 0;
        while (row < last && tml_case_value(&c, row + 1, "c.gap") > 1e-6)
            row++;
        tml_case_near(&c, "strikes", tml_case_value(&c, row + 1, "ball.x"), 1 - sqrt(0.04 * 0.04 - 0.001 * 0.001),
                      1e-8);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(compliant_contact, no_step_passes_a_post, 10)
