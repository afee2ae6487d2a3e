/* massless_rest.c - equilibria of massless bodies: stable ones, folds along a motion, held configurations, mounts at half a revolution. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool says(const tml_log *log, tml_severity severity, const char *what)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (tml_log_get(log, i).severity == severity && strstr(tml_log_get(log, i).text, what))
            return true;
    return false;
}

static void expect_failure(const char *text, const char *what, const char *note)
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    cr_assert_not_null(model);
    cr_expect_neq(tml_run(model, NULL, &results, log), TML_OK);
    cr_expect(says(log, TML_ERROR, what), "not said: %s", what);
    cr_expect(!note || says(log, TML_NOTE, note), "not said: %s", note);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- balance: dampers give nothing ---- */

#define SLIDERS(forces, analyses)                                                                                      \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  node: {points: {N: [0, 0]}, position: [1, 0]}\n"                                                                \
    "  mass: {points: {M: [0, 0]}, mass: 2, inertia: 1, position: [2.1, 0]}\n"                                         \
    "joints:\n"                                                                                                        \
    "  A: {prismatic: [ground.O, node.N], axis: x}\n"                                                                  \
    "  B: {prismatic: [ground.O, mass.M], axis: x}\n"                                                                  \
    "forces:\n" forces "  s2: {spring: [node.N, mass.M], stiffness: 500, length: 1}\n"                                 \
    "analyses:\n" analyses

Test(massless_rest, maxwell_element_is_held_by_its_mass)
{
    tml_case c =
        tml_case_run_text("held",
                          SLIDERS("  s1: {spring: [ground.O, node.N], stiffness: 300, length: 1, damping: 20}\n",
                                  "  - balance: {actuators: [B]}\n"),
                          TML_AS_WRITTEN);
    const double part = 500.0 / 800;
    tml_case_near(&c, "node", tml_case_value(&c, 0, "A.displacement"), 1 + part * 0.1, 1e-14);
    tml_case_near(&c, "actuator", tml_case_value(&c, 0, "B.actuator"), 300 * part * 0.1, 1e-11);
    cr_expect(says(c.log, TML_NOTE, "body node is massless: it starts where its springs are in equilibrium, 0.0625 m"));
    tml_case_free(&c);
    c = tml_case_run_text("held where it was put",
                          SLIDERS("  s1: {spring: [ground.O, node.N], stiffness: 300, length: 1, damping: 20}\n",
                                  "  - balance: {actuators: [A, B]}\n"),
                          TML_AS_WRITTEN);
    tml_case_near(&c, "node", tml_case_value(&c, 0, "A.displacement"), 1, 0);
    tml_case_near(&c, "actuator", tml_case_value(&c, 0, "A.actuator"), -50, 1e-11);
    tml_case_free(&c);
}

/* A damper relaxes until the spring behind it is without force, or carries the load on the node. */
Test(massless_rest, damper_carries_no_static_load)
{
    tml_case c = tml_case_run_text(
        "damper", SLIDERS("  s1: {spring: [ground.O, node.N], damping: 20}\n", "  - balance: {actuators: [B]}\n"),
        TML_AS_WRITTEN);
    tml_case_near(&c, "node", tml_case_value(&c, 0, "A.displacement"), 1.1, 1e-14);
    tml_case_near(&c, "actuator", tml_case_value(&c, 0, "B.actuator"), 0, 1e-11);
    tml_case_free(&c);
    c = tml_case_run_text(
        "pulled",
        SLIDERS("  s1: {spring: [ground.O, node.N], damping: 20}\n  f: {force: node.N, value: [5, 0]}\n",
                "  - balance: {actuators: [B]}\n"),
        TML_AS_WRITTEN);
    tml_case_near(&c, "node", tml_case_value(&c, 0, "A.displacement"), 1.1 + 5.0 / 500, 1e-14);
    tml_case_near(&c, "actuator", tml_case_value(&c, 0, "B.actuator"), -5, 1e-11);
    tml_case_free(&c);
    expect_failure(SLIDERS("  s1: {spring: [ground.O, node.N], damping: 20}\n", "  - balance: {actuators: [A]}\n"),
                   "balance: nothing holds the mechanism: 50 N are missing along B.displacement", NULL);
}

Test(massless_rest, driven_motions_refer_to_dynamics)
{
    static const char text[] = SLIDERS("  s1: {spring: [ground.O, node.N], stiffness: 300, length: 1, damping: 20}\n",
                                       "  - kinematics: {end: 1}\ndrivers: {u: {B.displacement: 2 + 0.1*sin(5*t)}}\n");
    expect_failure(
        text,
        "kinematics: 1 degree of freedom is not driven: A.displacement; body node has no mass, and its position "
        "follows from its springs and dampers: use dynamics",
        NULL);
    tml_case c = tml_case_run_text("dynamics", text, TML_EDITS({"kinematics", "dynamics"})); /* it can be had */
    tml_case_free(&c);
}

/* ---- balances that are stable, and folds ---- */

/* Two springs that are too long between (-1, 0) and (1, 0): a node on the line between these is in balance, but not stable; at
 * (0, +-0.75) it is, as 1 + 0.75^2 = 1.25^2. */
#define TRUSS(place, more, analyses)                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {P: [-1, 0], Q: [1, 0], O: [0, 0]}}\n"                                                         \
    "  node: {points: {N: [0, 0]}, position: " place "}\n"                                                             \
    "  mass: {points: {M: [0, 0]}, mass: 1, inertia: 1, position: [0, 2]}\n"                                           \
    "joints:\n"                                                                                                        \
    "  B: {prismatic: [ground.O, mass.M], axis: y}\n"                                                                  \
    "forces:\n"                                                                                                        \
    "  p: {spring: [ground.P, node.N], stiffness: 400, length: 1.25}\n"                                                \
    "  q: {spring: [ground.Q, node.N], stiffness: 400, length: 1.25}\n" more "analyses:\n" analyses

Test(massless_rest, node_starts_in_stable_equilibrium)
{
    tml_case c =
        tml_case_run_text("beside", TRUSS("[0, 0.01]", "", "  - dynamics: {end: 0.1, output: 0.1}\n"), TML_AS_WRITTEN);
    tml_case_near(&c, "up", tml_case_value(&c, 0, "node.y"), 0.75, 1e-12);
    cr_expect(!says(c.log, TML_WARNING, "not in a stable one"));
    tml_case_free(&c);
    c = tml_case_run_text("on the line", TRUSS("[0, 0]", "", "  - dynamics: {end: 0.1, output: 0.1}\n"),
                          TML_AS_WRITTEN);
    cr_expect(
        says(c.log, TML_WARNING, "body node, which has no mass, is in unstable equilibrium: it would slide along y"));
    tml_case_free(&c);
    c = tml_case_run_text("modes", TRUSS("[0, 0]", "", "  - modes: {}\n"), TML_AS_WRITTEN);
    cr_expect(says(c.log, TML_WARNING, "moves a massless part that springs drive away from here"));
    tml_case_free(&c);
    c = tml_case_run_text("modes beside", TRUSS("[0, 0.5]", "", "  - static: {}\n  - modes: {}\n"), TML_AS_WRITTEN);
    cr_expect_eq(tml_log_count(c.log), 0, "%s", tml_log_count(c.log) ? tml_log_get(c.log, 0).text : "");
    tml_case_free(&c);
}

/* A soft spring draws the node down until it would jump through: f(y) = 800 y (1.25/sqrt(1 + y^2) - 1), f' = -60 at the fold. */
static const char jump[] = TRUSS("[0, 0.75]", "  r: {spring: [node.N, mass.M], stiffness: 60}\n",
                                 "  - dynamics: {end: 10, output: 0.5, tolerance: 1e-9}\n"
                                 "drivers: {u: {B.displacement: 2 - t}}\n");

Test(massless_rest, fold_of_an_equilibrium_stops_the_motion_with_its_reason)
{
    expect_failure(jump, "could not be integrated beyond",
                   "there the springs on body node, which has no mass, no longer hold it where it could slide along y");
    double y = 0.5; /* 800 (1.25 (1 + y^2)^-3/2 - 1) = 60: springs p, q and r together have no stiffness */
    y = sqrt(pow(1.25 / (1 + 60.0 / 800), 2.0 / 3) - 1);
    const double force = 800 * y * (1.25 / sqrt(1 + y * y) - 1),
                 end = 2 - (y - force / 60); /* 60 (m - y) + force = 0 */
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_model *model = tml_model_parse(jump, strlen(jump), "jump.yaml", log);
    cr_expect_neq(tml_run(model, NULL, &results, log), TML_OK);
    double reached = 0;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const char *text = strstr(tml_log_get(log, i).text, "beyond t = ");
        reached = text ? strtod(text + strlen("beyond t = "), NULL) : reached;
    }
    cr_expect_float_eq(reached, end, 1e-6, "%.9g instead of %.9g", reached, end);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- half a turn ---- */

static const char mount[] = "trammel: 1\n"
                            "space: space\n"
                            "gravity: none\n"
                            "bodies:\n"
                            "  ground: {points: {O: [0, 0, 0]}}\n"
                            "  a: {points: {A: [0, 0, 0]}, mass: 1, inertia: [1, 1.2, 1.5], omega: [0, 30, 0]}\n"
                            "forces:\n"
                            "  J: {bushing: [ground.O, a.A], stiffness: [1e4, 1e4, 1e4, 50, 50, 50]}\n"
                            "analyses:\n"
                            "  - dynamics: {end: 1, output: 0.5}\n";

Test(massless_rest, mount_at_half_a_revolution_is_reported)
{
    tml_case c = tml_case_run_text("over", mount, TML_AS_WRITTEN);
    cr_expect(says(c.log, TML_WARNING, "force J reached a rotation of 3."));
    tml_case_free(&c);
    c = tml_case_run_text("back", mount,
                          TML_EDITS({"[0, 30, 0]", "[0, 18, 0]"})); /* 18 < pi sqrt(50/1.2): it swings back */
    cr_expect_eq(tml_log_count(c.log), 0, "%s", tml_log_count(c.log) ? tml_log_get(c.log, 0).text : "");
    tml_case_free(&c);
}
