/* ignorable_rotations.c - particles: bodies with mass and no rotation, in every formulation and analysis, against closed forms.
 *
 * A particle on springs along x and y: x = x0 cos(sqrt(kx/m) t). A chain of n equal ones, fixed at both ends:
 * w_j = 2 sqrt(k/m) sin(j pi / (2 (n + 1))), along the springs; across them with their tension by their length for k.
 */
#include "system/topology/ignorable_rotations.h"
#include "support/case.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static const char springs[] = "trammel: 1\n"
                              "gravity: none\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0]}}\n"
                              "  m: {points: {P: [0, 0]}, mass: 2, angle: 0.3}\n"
                              "forces:\n"
                              "  s: {bushing: [ground.O, m.P], stiffness: {translation: [200, 50]}}\n"
                              "initial: {m.x: 0.1, m.y: -0.2}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 2, output: 0.1, tolerance: 1e-11}\n";

static void follows_the_closed_form(const char *by)
{
    tml_case c = tml_case_run_text_with("particle on springs", springs, TML_AS_WRITTEN, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.1 * (double)row;
        tml_case_near(&c, "m.x", tml_case_value(&c, row, "m.x"), 0.1 * cos(10 * t), 1e-10);
        tml_case_near(&c, "m.y", tml_case_value(&c, row, "m.y"), -0.2 * cos(5 * t), 1e-10);
        tml_case_near(&c, "m.angle", tml_case_value(&c, row, "m.angle"), 0.3, 1e-12);
        tml_case_near(&c, "m.omega", tml_case_value(&c, row, "m.omega"), 0, 1e-12);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(ignorable, follows_the_closed_form, 10)
TML_TEST_BY(ignorable, follows_the_closed_form, implicit, 10)

/* Pinned to a crank at its own centre: the crank's rotation does not rotate the particle, which acts as a point
 * mass at that distance, beside the crank's own inertia. */
static const char pinned[] = "trammel: 1\n"
                             "bodies:\n"
                             "  ground: {points: {O: [0, 0]}}\n"
                             "  crank: {points: {O: [0, 0], A: [0.5, 0]}, mass: 1, shape: rod}\n"
                             "  bob: {points: {A: [0, 0]}, mass: 2}\n"
                             "joints:\n"
                             "  O: {revolute: [ground, crank]}\n"
                             "  A: {revolute: [crank, bob]}\n"
                             "initial: {O.angle: -0.4, O.speed: 2}\n"
                             "analyses:\n"
                             "  - dynamics: {end: 1, output: 0.1, tolerance: 1e-10}\n";

static void swings_as_a_point_mass(const char *by)
{
    static const tml_edit one_body[] = {
        {"  bob: {points: {A: [0, 0]}, mass: 2}\n", ""},
        {"  A: {revolute: [crank, bob]}\n", ""},
        {"mass: 1, shape: rod", "com: [0.41666666666666667, 0], mass: 3, inertia: 0.0625"},
        {NULL, NULL}};
    tml_case c = tml_case_run_text_with("bob", pinned, TML_AS_WRITTEN, TML_BY(by));
    tml_case whole = tml_case_run_text("one body", pinned, one_body); /* 0.5^2/12 + 1/6^2 + 2/12^2 = 0.0625 */
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        tml_case_near(&c, "O.angle", tml_case_value(&c, row, "O.angle"), tml_case_value(&whole, row, "O.angle"), 1e-8);
        tml_case_near(&c, "O.fy", tml_case_value(&c, row, "O.fy"), tml_case_value(&whole, row, "O.fy"), 1e-6);
        tml_case_near(&c, "bob.omega", tml_case_value(&c, row, "bob.omega"), 0, 1e-10);
        tml_case_near(&c, "kinetic", tml_case_value(&c, row, "energy.kinetic"),
                      tml_case_value(&whole, row, "energy.kinetic"), 1e-7);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&whole);
}
TML_TEST_EACH(ignorable, swings_as_a_point_mass, 10)

/* A thin rod without inertia about its own line moves as one with: it does not spin. */
static const char rod[] =
    "trammel: 1\n"
    "space: space\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0, 0]}}\n"
    "  rod: {points: {O: [0, 0, 0], A: [0.6, 0, 0]}, com: [0.3, 0, 0], mass: 1.5, inertia: [0, 0.045, 0.045], "
    "orientation: {axis: [0, 1, 0], angle: 0.5}}\n"
    "joints:\n"
    "  O: {spherical: [ground, rod]}\n"
    "forces:\n"
    "  s: {spring: [ground.O, rod.A], stiffness: 10, length: 0.5}\n"
    "initial: {rod.A.vy: 1}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.1, tolerance: 1e-10}\n";

static void moves_without_spin(const char *by)
{
    tml_case c = tml_case_run_text_with("rod", rod, TML_AS_WRITTEN, TML_BY(by));
    tml_case thick = tml_case_run_text("thick rod", rod, TML_EDITS({"inertia: [0, ", "inertia: [0.01, "}));
    static const char *const channels[] = {"rod.A.x", "rod.A.y", "rod.A.z", "rod.A.vx", "O.fz"};
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        for (size_t k = 0; k < sizeof channels / sizeof *channels; k++)
            tml_case_near(&c, channels[k], tml_case_value(&c, row, channels[k]),
                          tml_case_value(&thick, row, channels[k]), 1e-7);
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&thick);
}
TML_TEST_EACH(ignorable, moves_without_spin, 10)

/* ---- modes ---- */

static char *chain(int n, const char *modes)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\ngravity: none\nbodies:\n  ground: {points: {A: [0, 0], B: [%d, 0]}}\n", n + 1);
    for (int i = 1; i <= n; i++)
        tml_text_add(&text, "  p%d: {points: {P: [0, 0]}, mass: 2, position: [%d, 0]}\n", i, i);
    tml_text_add(&text, "forces:\n");
    for (int i = 0; i <= n; i++) {
        char from[24] = "ground.A", to[24] = "ground.B";
        if (i > 0)
            snprintf(from, sizeof from, "p%d.P", i);
        if (i < n)
            snprintf(to, sizeof to, "p%d.P", i + 1);
        tml_text_add(&text, "  s%d: {spring: [%s, %s], stiffness: 800, length: 0.9}\n", i, from, to);
    }
    tml_text_add(&text, "analyses:\n  - modes: %s\n", modes);
    return text.data;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void expect_chain(const char *modes, size_t count)
{
    enum { N = 8 };
    double want[2 * N];
    for (int j = 1; j <= N; j++) {
        want[j - 1] = 2 * sqrt(800.0 / 2) * sin(j * PI / (2 * (N + 1)));
        want[N + j - 1] = 2 * sqrt(80.0 / 2) * sin(j * PI / (2 * (N + 1)));
    }
    qsort(want, 2 * N, sizeof *want, by_size);
    char *text = chain(N, modes);
    tml_case c = tml_case_run_text(modes, text, TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), count, "%zu modes", tml_table_rows(c.table));
    for (size_t i = 0; i < count; i++)
        tml_case_near(&c, "natural", tml_case_value(&c, i, "natural"), want[i], 1e-9 * want[i]);
    tml_case_free(&c);
    free(text);
}

Test(ignorable, chain_of_particles_has_the_frequencies_of_its_closed_form)
{
    expect_chain("{method: dense}", 16);
    expect_chain("{method: sparse, count: 7}", 7);
}

/* ---- what is idle ---- */

static int idle_of(const char *text, int body)
{
    mechanism *m = mechanism_make(text);
    const int count = m->system->masses[body].ignorable_count;
    cr_expect_eq(m->system->ignorable_count, count);
    mechanism_free(m);
    return count;
}

Test(ignorable, only_rotations_that_nothing_acts_on_are_ignorable)
{
    static const char *const forms[] = {"trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n  m: {points: {P: [0, "
                                        "0], R: [0.1, 0]}, com: [0, 0], mass: 1}\n"
                                        "forces:\n  s: {spring: [ground.O, m.%s], stiffness: 10}\n",
                                        "trammel: 1\nspace: space\nbodies:\n  ground: {points: {O: [0, 0, 0]}}\n"
                                        "  m: {points: {P: [0, 0, 0], R: [0.1, 0, 0]}, com: [0, 0, 0], mass: 1}\n"
                                        "forces:\n  s: {spring: [ground.O, m.%s], stiffness: 10}\n"};
    static const int want[2][2] = {{1, 0}, {3, 1}}; /* by a spring off the centre only the line through both is left */
    for (int space = 0; space < 2; space++)
        for (int off = 0; off < 2; off++) {
            tml_text text = {0};
            tml_text_add(&text, forms[space], off ? "R" : "P");
            cr_expect_eq(idle_of(text.data, 1), want[space][off], "%s", text.data);
            tml_text_free(&text);
        }
}

Test(ignorable, given_spin_about_an_ignorable_axis_is_removed)
{
    mechanism *m = mechanism_make(springs);
    double v[3] = {1, 2, 3};
    int body = 0;
    cr_expect_eq(tml_system_stop_ignorable(m->system, v, &body), 3);
    cr_expect_eq(body, 1);
    cr_expect(v[0] == 1 && v[1] == 2 && v[2] == 0);
    mechanism_free(m);
}

/* ---- what is said ---- */

static int warnings(const char *body, const char *joint)
{
    tml_text text = {0};
    tml_text_add(&text,
                 "trammel: 1\npoints: {O: [0, 0], A: [0.5, 0]}\nbodies: {arm: {points: [O, A], %s}}\n"
                 "joints: {O: {%s: [ground, arm]%s}}\nanalyses: [{dynamics: {end: 0.1, output: 0.05}}]\n",
                 body, joint, strcmp(joint, "prismatic") == 0 ? ", axis: x" : "");
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text.data, strlen(text.data), "m.yaml", log);
    tml_results *results = NULL;
    cr_assert_eq(tml_run(model, NULL, &results, log), TML_OK);
    int count = 0;
    for (size_t i = 0; i < tml_log_count(log); i++)
        count += strstr(tml_log_get(log, i).text, "body arm: its mass of 2 kg has neither inertia nor shape") != NULL &&
                 tml_log_get(log, i).place.line == 3;
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
    tml_text_free(&text);
    return count;
}

Test(ignorable, point_mass_that_can_rotate_is_reported)
{
    cr_expect_eq(warnings("mass: 2", "revolute"), 1);
    cr_expect_eq(warnings("mass: 2, inertia: 0", "revolute"), 0, "a choice");
    cr_expect_eq(warnings("mass: 2, shape: rod", "revolute"), 0);
    cr_expect_eq(warnings("mass: 2, shape: particle", "revolute"), 0, "a choice");
    cr_expect_eq(warnings("mass: 2, shape: {particle: A}", "revolute"), 0, "a choice");
    cr_expect_eq(warnings("mass: 2", "prismatic"), 0, "it does not rotate");
}

static bool says(const tml_log *log, int line, int column, const char *what)
{
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        if (m.severity == TML_WARNING && m.place.line == line && m.place.column == column && strstr(m.text, what))
            return true;
    }
    return false;
}

/* A particle at the tip of an arm that swings, and a lever pinned to the particle: omega of the particle, and its rate in a joint, have
 * no effect, on the lever neither; the rate of the lever relative to it is the lever's. */
static const char spun[] = "trammel: 1\n"
                           "gravity: none\n"
                           "points: {O: [0, 0], A: [1, 0], B: [2, 0]}\n"
                           "bodies:\n"
                           "  arm: {points: [O, A], mass: 1, shape: rod}\n"
                           "  bob: {points: [A], mass: 1, shape: particle, omega: 7}\n"
                           "  lever: {points: [A, B], mass: 1, shape: rod}\n"
                           "joints:\n"
                           "  O: {revolute: [ground, arm]}\n"
                           "  A: {revolute: [arm, bob]}\n"
                           "  B: {revolute: [bob, lever], at: A}\n"
                           "initial: {O.speed: 3, B.speed: 2}\n"
                           "analyses: [{evaluate: {}}]\n";

Test(ignorable, velocity_given_to_an_ignorable_rotation_is_reported)
{
    tml_case c = tml_case_run_text("spun", spun, TML_AS_WRITTEN);
    cr_expect(says(c.log, 6, 55, "body bob: 7 rad/s of its omega have no effect: it is a particle"));
    cr_expect_eq(tml_log_count(c.log), 1, "nothing else is");
    tml_case_near(&c, "arm", tml_case_value(&c, 0, "arm.omega"), 3, 1e-13);
    tml_case_near(&c, "bob", tml_case_value(&c, 0, "bob.omega"), 0, 0);
    tml_case_near(&c, "lever", tml_case_value(&c, 0, "lever.omega"), 2, 1e-12);
    tml_case_free(&c);
    c = tml_case_run_text("on the ground", spun,
                          TML_EDITS({"A: {revolute: [arm, bob]}", "A: {revolute: [ground, bob]}"},
                                    {"O.speed: 3, B.speed: 2", "A.speed: 5, lever.omega: 4"}));
    cr_expect(says(c.log, 12, 20, "initial: A.speed = 5 rad/s has no effect on body bob: it is a particle"));
    tml_case_near(&c, "lever", tml_case_value(&c, 0, "lever.omega"), 4, 1e-12);
    tml_case_free(&c);
}

static const char tip[] = "trammel: 1\n"
                          "points: {O: [0, 0], A: [0.5, 0], B: [0.8, 0]}\n"
                          "bodies: {arm: {points: [O, A, B], mass: 2, shape: {particle: B}}}\n"
                          "joints: {O: {revolute: [ground, arm]}}\n"
                          "analyses: [{dynamics: {end: 1, output: 0.1, tolerance: 1e-11}}]\n";

/* All mass at B: a mathematical pendulum of 0.8 m, in every formulation. */
static void particle_at_the_tip(const char *by)
{
    tml_case c = tml_case_run_text_with("tip", tip, TML_AS_WRITTEN, TML_BY(by));
    tml_case other = tml_case_run_text("com", tip, TML_EDITS({"shape: {particle: B}", "com: B, inertia: 0"}));
    cr_expect_eq(tml_log_count(c.log), 0, "%s", tml_log_count(c.log) ? tml_log_get(c.log, 0).text : "");
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double angle = tml_case_value(&c, row, "O.angle"), speed = tml_case_value(&c, row, "O.speed");
        tml_case_near(&c, "energy", 0.5 * 0.8 * speed * speed, -9.81 * sin(angle), 1e-8);
        tml_case_near(&c, "angle", angle, tml_case_value(&other, row, "O.angle"), 1e-8);
    }
    tml_case_free(&c);
    tml_case_free(&other);
}
TML_TEST_EACH(ignorable, particle_at_the_tip, 10)

/* Air that resists the motion of a particle, and not a rotation: v = v_t tanh(g t/v_t), v_t^2 = m g/c. */
static void falls_through_air(const char *by)
{
    tml_case c = tml_case_run_text_with("falling particle",
                                        "trammel: 1\n"
                                        "bodies: {p: {points: {P: [0, 0]}, mass: 2, inertia: 0, position: [1, 3]}}\n"
                                        "forces: {air: {drag: p.P, quadratic: 0.3}}\n"
                                        "analyses: [dynamics: {end: 5, output: 0.5, tolerance: 1e-11}]\n",
                                        TML_AS_WRITTEN, TML_BY(by));
    const double limit = sqrt(2 * 9.81 / 0.3);
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "p.vy", tml_case_value(&c, row, "p.vy"), -limit * tanh(9.81 * 0.5 * (double)row / limit),
                      1e-10);
    tml_case_free(&c);
}
TML_TEST_EACH(ignorable, falls_through_air, 10)
