/* time_stepping_passages.c - bodies that are thin or fast against the step: none passes through another where contacts are stepped over. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static tml_case stepped(const char *name, const char *text, double step)
{
    char edit[64];
    snprintf(edit, sizeof edit, "contact: time_stepping, step: %g", step);
    return tml_case_run_text(name, text, TML_EDITS({"METHOD", edit}));
}

/* A ball of 20 mm falls by 0.98 m on a shelf of 20 mm, t1 = sqrt(2 0.98/g), and leaves with half of its speed: error of the height at 0.8 s. */
static double shelf_error(double step)
{
    tml_case c =
        stepped("shelf",
                "trammel: 1\n"
                "bodies:\n"
                "  ground: {surfaces: {shelf: {polygon: [[-0.5, -0.02], [0.5, -0.02], [0.5, 0], [-0.5, 0]]}}}\n"
                "  ball: {mass: 1, inertia: 0.01, com: [0, 0], position: [0, 1], surfaces: {skin: {disc: 0.02}}}\n"
                "forces: {hit: {contact: [ball.skin, ground.shelf], restitution: 0.5}}\n"
                "analyses: [dynamics: {end: 0.8, output: 0.8, METHOD}]\n",
                step);
    const double t1 = sqrt(2 * 0.98 / 9.81), t = 0.8 - t1;
    const double error = tml_case_at(&c, 0.8, "ball.y") - (0.02 + 0.5 * 9.81 * t1 * t - 0.5 * 9.81 * t * t);
    tml_case_free(&c);
    return fabs(error);
}

Test(time_stepping_passages, ball_does_not_fall_through_a_shelf)
{
    const double coarse = shelf_error(0.04), fine = shelf_error(0.0025);
    cr_expect(coarse < 0.05 && fine < 0.01, "errors %g and %g m", coarse, fine);
}

/* A disc of 2 mm flies at 300 m/s, 0.3 m a step, at one of equal mass among 30 others: all are one set of pairs. Newton's law with e = 1: it stops, and the other
 * flies on. */
Test(time_stepping_passages, bullet_strikes_one_of_many)
{
    static char text[8000];
    size_t at = (size_t)snprintf(
        text, sizeof text,
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  bullet: {mass: 1, shape: {disc: 2 mm}, surfaces: {rim: {disc: 2 mm, group: all}}, velocity: [300, 0]}\n"
        "  target: {mass: 1, shape: {disc: 2 mm}, surfaces: {rim: {disc: 2 mm, group: all}}, position: [3.1, 0]}\n");
    for (int i = 0; i < 30; i++)
        at += (size_t)snprintf(
            text + at, sizeof text - at,
            "  s%d: {mass: 0.5, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05, group: all}}, position: [%g, 1]}\n",
            i, 0.2 * i);
    snprintf(text + at, sizeof text - at,
             "forces: {among: {contact: [all, all], restitution: 1}}\n"
             "analyses: [dynamics: {end: 0.02, output: 0.02, METHOD}]\n");
    tml_case c = stepped("bullet", text, 1e-3);
    tml_case_near(&c, "speed of the bullet", tml_case_at(&c, 0.02, "bullet.vx"), 0, 1e-6);
    tml_case_near(&c, "speed of what it struck", tml_case_at(&c, 0.02, "target.vx"), 300, 1e-6);
    tml_case_near(&c, "where it is", tml_case_at(&c, 0.02, "target.x"), 3.1 + 300 * (0.02 - 3.096 / 300), 1e-3);
    tml_case_free(&c);
}

/* The tip of a pendulum strikes a thin peg at its lowest point: with the angle 2 asin(d/2L) before it, d = 15 mm, three quarters of its kinetic energy are lost, while
 * the straight way of a step leaves the circle by more than the peg is thick. */
Test(time_stepping_passages, pendulum_strikes_a_thin_peg)
{
    tml_case c = stepped("peg",
                         "trammel: 1\n"
                         "points: {O: [0, 0], A: [1, 0]}\n"
                         "bodies:\n"
                         "  ground: {surfaces: {peg: {disc: 0.005, at: [0, -1]}}}\n"
                         "  arm: {points: [O, A], mass: 1, shape: rod, surfaces: {tip: {disc: 0.01, at: A}}}\n"
                         "joints: {O: {revolute: [ground, arm]}}\n"
                         "forces: {hit: {contact: [arm.tip, ground.peg], restitution: 0.5}}\n"
                         "analyses: [dynamics: {end: 0.6, output: 0.6, METHOD}]\n",
                         0.03);
    const double before = 9.81 * 0.5 * cos(2 * asin(0.0075));
    tml_case_near(&c, "energy lost", tml_fact_number(c.table, "energy lost in impacts"), 0.75 * before, 0.1);
    cr_expect(tml_case_at(&c, 0.6, "O.speed") > 0, "it swings back");
    tml_case_free(&c);
}

/* A disc flies through a gap that is 0.2 mm wider than itself, 0.1 m a step: nothing is touched. */
Test(time_stepping_passages, disc_flies_through_a_gap_that_fits)
{
    tml_case c = stepped("gap",
                         "trammel: 1\n"
                         "gravity: none\n"
                         "bodies:\n"
                         "  ground: {surfaces: {low: {polygon: [[1, -1], [1.01, -1], [1.01, -0.0201], [1, -0.0201]]}, "
                         "high: {polygon: [[1, 0.0201], [1.01, 0.0201], [1.01, 1], [1, 1]]}}}\n"
                         "  ball: {mass: 1, shape: {disc: 0.02}, surfaces: {rim: {disc: 0.02}}, velocity: [100, 0]}\n"
                         "forces: {hit: {contact: [ball, ground], restitution: 0.5}}\n"
                         "analyses: [dynamics: {end: 0.02, output: 0.02, METHOD}]\n",
                         1e-3);
    tml_case_near(&c, "where it is", tml_case_at(&c, 0.02, "ball.x"), 2, 1e-12);
    cr_expect_eq(tml_fact_number(c.table, "energy lost in impacts"), 0);
    tml_case_free(&c);
}
