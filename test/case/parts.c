/* parts.c - models with parts move as the same models written out by hand; names mean what they mean where they stand. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a part and the same by hand ---- */

#define FOURBAR_PART                                                                                                   \
    "parts:\n"                                                                                                         \
    "  fourbar:\n"                                                                                                     \
    "    parameters: {m: 1, L: 0.7}\n"                                                                                 \
    "    ports: [base]\n"                                                                                              \
    "    points: {O: [0, 0], A: [0.1, 0.2], B: [L, 0.4], C: [0.7, 0]}\n"                                               \
    "    bodies:\n"                                                                                                    \
    "      crank: {points: [O, A], mass: m, shape: rod}\n"                                                             \
    "      coupler: {points: [A, B], mass: m, shape: rod}\n"                                                           \
    "      rocker: {points: [C, B], mass: m, shape: rod}\n"                                                            \
    "    joints:\n"                                                                                                    \
    "      O: {revolute: [base, crank]}\n"                                                                             \
    "      A: {revolute: [crank, coupler]}\n"                                                                          \
    "      B: {revolute: [coupler, rocker]}\n"                                                                         \
    "      C: {revolute: [base, rocker]}\n"                                                                            \
    "    forces:\n"                                                                                                    \
    "      brake: {torque: rocker, value: -0.2*C.speed}\n"                                                             \
    "      load: {spring: [coupler.B, ground.O], stiffness: 30, length: 0.2}\n"                                        \
    "    initial: {O.speed: 4}\n"
#define FOURBAR_BY_HAND                                                                                                \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "points: {O: [0, 0], A: [0.1, 0.2], B: [0.8, 0.4], C: [0.7, 0]}\n"                                                 \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 2, shape: rod}\n"                                                                 \
    "  coupler: {points: [A, B], mass: 2, shape: rod}\n"                                                               \
    "  rocker: {points: [C, B], mass: 2, shape: rod}\n"                                                                \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, rocker]}\n"                                                                             \
    "  C: {revolute: [ground, rocker]}\n"                                                                              \
    "forces:\n"                                                                                                        \
    "  brake: {torque: rocker, value: -0.2*C.speed}\n"                                                                 \
    "  load: {spring: [coupler.B, ground.O], stiffness: 30, length: 0.2}\n"                                            \
    "initial: {O.speed: 4}\n"
#define ONE_SECOND "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-11}]\n"

static double value_of(const tml_case *c, size_t row, const char *use, const char *channel)
{
    char name[100];
    snprintf(name, sizeof name, "%s%s%s", use, *use ? "." : "", channel);
    return tml_case_value(c, row, name);
}

static void expect_alike(const tml_case *c, const char *use, const tml_case *by_hand, double angle, double bar)
{
    static const char *const channels[] = {"O.angle",        "B.angle",     "C.speed",
                                           "A.acceleration", "load.length", "load.force"};
    for (size_t row = 0; row <= 10; row++) {
        for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
            tml_case_near(c, channels[i], value_of(c, row, use, channels[i]), tml_case_value(by_hand, row, channels[i]),
                          bar);
        const double fx = tml_case_value(by_hand, row, "B.fx"), fy = tml_case_value(by_hand, row, "B.fy");
        tml_case_near(c, "B.fx", value_of(c, row, use, "B.fx"), fx * cos(angle) - fy * sin(angle), 100 * bar);
        tml_case_near(c, "B.fy", value_of(c, row, use, "B.fy"), fx * sin(angle) + fy * cos(angle), 100 * bar);
    }
}

static void moves_as_by_hand(const char *by)
{
    tml_case hand = tml_case_run_text_with("by hand", FOURBAR_BY_HAND ONE_SECOND, NULL, TML_BY(by));
    tml_case parts = tml_case_run_text_with("parts",
                                            "trammel: 1\ngravity: none\npoints: {P: [3, 1]}\n" FOURBAR_PART "use:\n"
                                            "  here: {part: fourbar, ports: {base: ground}, with: {m: 2, L: 0.8}}\n"
                                            "  there: {part: fourbar, at: P, angle: 100 deg, ports: {base: ground}, "
                                            "with: {m: 2, L: 0.8}}\n" ONE_SECOND,
                                            NULL, TML_BY(by));
    expect_alike(&parts, "here", &hand, 0, 1e-8);
    expect_alike(&parts, "there", &hand, 100 * 3.14159265358979323846 / 180, 1e-8);
    tml_case_free(&parts);
    tml_case_free(&hand);
}
TML_TEST_EACH(parts, moves_as_by_hand, 20)

Test(parts, first_row_is_that_of_the_model_by_hand_to_rounding)
{
    tml_case hand = tml_case_run_text("by hand", FOURBAR_BY_HAND "analyses: [evaluate]\n", NULL);
    tml_case parts =
        tml_case_run_text("parts",
                          "trammel: 1\ngravity: none\n" FOURBAR_PART
                          "use:\n  u: {part: fourbar, repeat: 4, index: k, at: [k, -k], angle: 37 deg*k, ports: "
                          "{base: ground}, with: {m: 2, L: 0.8}}\n"
                          "analyses: [evaluate]\n",
                          NULL);
    for (int k = 1; k <= 4; k++) {
        char use[16];
        snprintf(use, sizeof use, "u%d", k);
        tml_case_near(&parts, "A.acceleration", value_of(&parts, 0, use, "A.acceleration"),
                      tml_case_value(&hand, 0, "A.acceleration"), 2e-12);
        tml_case_near(&parts, "crank.x", value_of(&parts, 0, use, "crank.O.x"), k, 1e-15);
    }
    tml_case_free(&parts);
    tml_case_free(&hand);
}

/* ---- space: directions, inertia and frames turn with a use ---- */

#define SWINGING                                                                                                       \
    "parts:\n"                                                                                                         \
    "  swing:\n"                                                                                                       \
    "    ports: [base]\n"                                                                                              \
    "    points: {O: [0, 0, 0], A: [0.6, 0.1, 0.2]}\n"                                                                 \
    "    bodies:\n"                                                                                                    \
    "      one: {points: [O, A], com: [0.3, 0, 0.1], mass: 2, inertia: [0.3, 0.4, 0.5, 0.02, -0.03, 0.04]}\n"          \
    "      two: {position: [0.6, 0.1, 0.2], orientation: {axis: [1, 2, 3], angle: 40 deg}, points: {A: [0, 0, 0], E: " \
    "[0.4, 0, 0]}, mass: 1, inertia: [0.1, 0.2, 0.15]}\n"                                                              \
    "    joints:\n"                                                                                                    \
    "      O: {revolute: [base, one], axis: [1, 1, 0.2]}\n"                                                            \
    "      A: {spherical: [one, two]}\n"                                                                               \
    "    forces:\n"                                                                                                    \
    "      coil: {torsion: [base, one], axis: [0, 1, 1], stiffness: 3, damping: 0.1}\n"                                \
    "      mount: {bushing: [one.A, two.E], stiffness: [100, 200, 300, 1, 2, 3], axis: [1, 0, 1]}\n"                   \
    "    initial: {O.speed: 2}\n"

Test(parts, everything_of_a_part_turns_with_its_use)
{
    tml_case c =
        tml_case_run_text("turned",
                          "trammel: 1\nspace: space\ngravity: none\n" SWINGING "use:\n"
                          "  plain: {part: swing, ports: {base: ground}}\n"
                          "  turned: {part: swing, at: [5, 0, 1], orientation: {axis: [2, -1, 0.5], angle: 130 deg}, "
                          "ports: {base: ground}}\n"
                          "  round: {part: swing, at: [9, 0, 1], angle: -75 deg, ports: {base: ground}}\n"
                          "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-11}]\n",
                          NULL);
    static const char *const channels[] = {"O.angle", "O.acceleration", "mount.dx", "mount.ry", "coil.angle"};
    static const char *const uses[] = {"turned", "round"};
    for (size_t row = 0; row <= 10; row++)
        for (size_t u = 0; u < 2; u++)
            for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
                tml_case_near(&c, channels[i], value_of(&c, row, uses[u], channels[i]),
                              value_of(&c, row, "plain", channels[i]), 1e-8);
    tml_case_free(&c);
}

/* A body of a use joined by the file, in axes of the file. */
Test(parts, file_joins_bodies_of_turned_uses_in_its_own_axes)
{
    tml_case c =
        tml_case_run_text("joined",
                          "trammel: 1\nspace: space\ngravity: none\npoints: {Q: [0, 2, 0]}\n"
                          "parts: {bar: {points: {A: [0, 0, 0], B: [1, 0, 0]}, bodies: {rod: {points: [A, B], mass: 1, "
                          "inertia: [0.1, 0.2, 0.2]}}}}\n"
                          "use: {u: {part: bar, at: [0, 1, 0], angle: 90 deg}}\n"
                          "joints: {J: {revolute: [ground, u.rod], at: Q, axis: x}}\n"
                          "initial: {J.speed: 3, J.angle: 0.5}\n"
                          "analyses: [evaluate]\n",
                          NULL);
    tml_case_near(&c, "y of A", tml_case_value(&c, 0, "u.rod.A.y"), 2 - cos(0.5), 1e-14);
    tml_case_near(&c, "z of A", tml_case_value(&c, 0, "u.rod.A.z"), -sin(0.5), 1e-14);
    tml_case_near(&c, "omega", tml_case_value(&c, 0, "u.rod.omegax"), 3, 1e-14);
    tml_case_near(&c, "B stays", tml_case_value(&c, 0, "u.rod.B.y"), 2, 1e-14);
    tml_case_free(&c);
}

/* ---- names ---- */

Test(parts, names_are_looked_up_in_the_part_first_then_outward)
{
    tml_case c = tml_case_run_text(
        "scopes",
        "trammel: 1\ngravity: none\nparameters: {a: 1, b: 10, c: inner.one.d + 1}\n"
        "parts:\n"
        "  leaf: {parameters: {b: 100, d: a + b}, bodies: {m: {mass: a + b + d}}}\n"
        "  tree: {parameters: {a: 2}, use: {one: {part: leaf}, two: {part: leaf, with: {b: 2*b}}}, bodies: {n: "
        "{mass: one.d}}}\n"
        "use: {inner: {part: tree}, leaf: {part: leaf}, other: {part: tree, with: {a: 3*a}}}\n"
        "bodies: {top: {mass: inner.two.d + c}}\n"
        "analyses: [evaluate]\n",
        NULL);
    const struct {
        const char *name;
        double mass;
    } want[] = {{"inner.one.m", 204}, {"inner.two.m", 44}, {"leaf.m", 202},  {"other.one.m", 206},
                {"inner.n", 102},     {"other.n", 103},    {"top", 22 + 103}};
    char *text = NULL;
    cr_assert_eq(tml_model_check(c.model, NULL, &text, c.log), TML_OK);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        char line[100];
        snprintf(line, sizeof line, "  %-12s mass %g kg", want[i].name, want[i].mass);
        cr_expect(strstr(text, line), "%s\nin\n%s", line, text);
    }
    cr_expect(strstr(text, "uses of parts: 2 of tree, 5 of leaf"), "%s", text);
    free(text);
    tml_case_free(&c);
}

Test(parts, ports_may_be_points_and_one_for_each_of_a_repetition)
{
    tml_case c = tml_case_run_text(
        "ports",
        "trammel: 1\n"
        "bodies: {ground: {points: {P1: [0, 0], P2: [3, 1]}}, disc: {position: [7, 0], points: {Q: [0, 0.5]}, "
        "mass: 1, inertia: 1}}\n"
        "parts: {pendulum: {ports: [pin], bodies: {rod: {points: {A: [0, 0], B: [0.5, 0]}, position: [2, 0], "
        "mass: 1, shape: rod}}, joints: {A: {revolute: [pin, rod.A]}}}}\n"
        "use: {p: {part: pendulum, repeat: 3, ports: {pin: [ground.P1, ground.P2, disc.Q]}}}\n"
        "joints: {hold: {fixed: [ground.P1, disc.Q]}}\n"
        "analyses: [assembly]\n",
        NULL);
    tml_case_near(&c, "p1", tml_case_value(&c, 0, "p1.rod.A.x"), 0, 1e-12);
    tml_case_near(&c, "p2", tml_case_value(&c, 0, "p2.rod.A.x"), 3, 1e-12);
    tml_case_near(&c, "p2", tml_case_value(&c, 0, "p2.rod.A.y"), 1, 1e-12);
    tml_case_near(&c, "p3", tml_case_value(&c, 0, "p3.rod.A.y"), tml_case_value(&c, 0, "disc.Q.y"), 1e-12);
    tml_case_free(&c);
}

Test(parts, elements_repeat_with_an_index)
{
    tml_case c = tml_case_run_text(
        "repeated",
        "trammel: 1\ngravity: none\nparameters: {d: 2}\n"
        "points: {P: {repeat: 3, index: k, at: [d*k, 1 - k]}}\n"
        "bodies: {wheel: {repeat: 3, index: n, points: {P: [0, 0]}, mass: n^2, shape: {disc: {radius: 0.1*n}}, "
        "omega: n}}\n"
        "joints: {J1: {revolute: [ground.P1, wheel1.P]}, J2: {revolute: [ground.P2, wheel2.P]}, J3: {revolute: "
        "[ground.P3, wheel3.P]}}\n"
        "forces: {drag: {repeat: 3, index: i, torque: wheel2, value: -i*J2.speed}}\n"
        "analyses: [evaluate]\n",
        NULL);
    for (int k = 1; k <= 3; k++) {
        char name[40];
        snprintf(name, sizeof name, "wheel%d.x", k);
        tml_case_near(&c, name, tml_case_value(&c, 0, name), 2 * k, 1e-14);
    }
    /* -(1 + 2 + 3) J2.speed on 4 kg of radius 0.2: alpha = -6*2/(0.5*4*0.04) */
    tml_case_near(&c, "alpha", tml_case_value(&c, 0, "wheel2.alpha"), -12 / 0.08, 1e-10);
    tml_case_free(&c);
}

/* ---- states and tables ---- */

/* i' = (U - R i)/L: i = U/R (1 - e^(-R t/L)); a state of a part hides a parameter of the file. */
Test(parts, states_and_tables_of_a_part_are_its_own)
{
    tml_case c = tml_case_run_text("states",
                                   "trammel: 1\ngravity: none\nparameters: {i: 77, U: 12}\n"
                                   "tables: {gain: [[0, 0], [1, 5]]}\n"
                                   "parts:\n"
                                   "  motor:\n"
                                   "    parameters: {R: 2, L: 0.5}\n"
                                   "    tables: {gain: [[0, 0], [1, R]]}\n"
                                   "    states: {i: {rate: (U - R*i)/L, start: 0}, f: {lag: {input: i, time: 0.1}}}\n"
                                   "    bodies: {rotor: {mass: 1, inertia: 2}}\n"
                                   "    forces: {torque: {torque: rotor, value: \"table(1, gain)*i + 0*f\"}}\n"
                                   "use: {a: {part: motor}, b: {part: motor, with: {R: 3}}}\n"
                                   "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-11}]\n",
                                   NULL);
    const double a = 6 * (1 - exp(-4.0)), b = 4 * (1 - exp(-6.0));
    tml_case_near(&c, "a.i", tml_case_at(&c, 1, "a.i"), a, 1e-9);
    tml_case_near(&c, "b.i", tml_case_at(&c, 1, "b.i"), b, 1e-9);
    tml_case_near(&c, "a.rotor.alpha", tml_case_at(&c, 1, "a.rotor.alpha"), 2 * a / 2, 1e-8);
    tml_case_near(&c, "b.rotor.alpha", tml_case_at(&c, 1, "b.rotor.alpha"), 3 * b / 2, 1e-8);
    tml_case_free(&c);
}

/* ---- defaults, merge keys, included files ---- */

Test(parts, defaults_fill_what_elements_of_a_kind_do_not_give)
{
    tml_case c = tml_case_run_text(
        "defaults",
        "trammel: 1\nspace: space\n"
        "defaults: {body: {density: 1000}, spring: {stiffness: 50}, dynamics: {tolerance: 1e-9, output: 0.5}}\n"
        "points: {A: [0, 0, 0], B: [1, 0, 0]}\n"
        "bodies: {one: {points: [A, B], shape: {box: [1, 0.1, 0.1]}}, two: {points: [A], mass: 3}, three: {}}\n"
        "forces: {s: {spring: [ground.A, one.B], length: 1}, h: {spring: [ground.A, two.A], length: 1, "
        "stiffness: 7}}\n"
        "analyses: [dynamics: {end: 1}, dynamics: {end: 2, output: 0.25}]\n",
        TML_EDITS({", three: {}", ""}));
    char *text = NULL;
    cr_assert_eq(tml_model_check(c.model, NULL, &text, c.log), TML_OK);
    cr_expect(strstr(text, "one          mass 10 kg"), "%s", text);
    cr_expect(strstr(text, "two          mass 3 kg"), "%s", text);
    cr_expect_eq(tml_table_rows(tml_results_table(c.results, 0)), 3);
    cr_expect_eq(tml_table_rows(tml_results_table(c.results, 1)), 5);
    free(text);
    tml_case_free(&c);
}

/* A density where the shape is a default too, or one of several; what a body says in another way counts. */
Test(parts, defaults_of_mass_and_shape_belong_together)
{
    tml_case c = tml_case_run_text("defaults",
                                   "trammel: 1\nspace: space\n"
                                   "defaults: {body: {density: 1000, shape: {box: [1, 0.1, 0.1]}}}\n"
                                   "bodies:\n"
                                   "  one: {position: [0, 0, 0]}\n"
                                   "  two: {mass: 3}\n"
                                   "  three: {shapes: [{box: [1, 0.1, 0.2]}]}\n"
                                   "analyses: [dynamics: {end: 1}]\n",
                                   TML_AS_WRITTEN);
    char *text = NULL;
    cr_assert_eq(tml_model_check(c.model, NULL, &text, c.log), TML_OK);
    cr_expect(strstr(text, "one          mass 10 kg"), "%s", text);
    cr_expect(strstr(text, "two          mass 3 kg"), "%s", text);
    cr_expect(strstr(text, "three        mass 20 kg"), "%s", text);
    free(text);
    tml_case_free(&c);
}

Test(parts, merge_keys_take_over_what_the_map_does_not_say)
{
    tml_case c = tml_case_run_text(
        "merged",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  a: &link {points: {A: [0, 0], B: [1, 0]}, mass: 1, shape: rod}\n"
        "  b: {<<: *link, mass: 2}\n"
        "  c: {mass: 3, <<: [{mass: 9, angle: 0}, *link]}\n"
        "joints: {O: {revolute: [ground.O, a.A]}, P: {revolute: [a.B, b.A]}, Q: {revolute: [b.B, c.A]}}\n"
        "analyses: [assembly]\n",
        NULL);
    char *text = NULL;
    cr_assert_eq(tml_model_check(c.model, NULL, &text, c.log), TML_OK);
    cr_expect(strstr(text, "b            mass 2 kg, inertia 0.166667"), "%s", text);
    cr_expect(strstr(text, "c            mass 3 kg, inertia 0.25"), "%s", text);
    free(text);
    tml_case_free(&c);
}

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file);
    fputs(text, file);
    fclose(file);
}

/* A folder of this test with files that include each other; removed by the caller. */
static void make_files(char *folder, char path[4][200])
{
    static const char *const names[] = {"model.yaml", "parts.yaml", "sub/more.yaml", "sub/curve.csv"};
    cr_assert(mkdtemp(folder));
    snprintf(path[0], 200, "%s/sub", folder);
    cr_assert_eq(mkdir(path[0], 0700), 0);
    for (int i = 0; i < 4; i++)
        snprintf(path[i], 200, "%s/%s", folder, names[i]);
    put_file(path[0], "trammel: 1\ninclude: [parts.yaml, sub/more.yaml]\nparameters: {m: 2}\n"
                      "use: {one: {part: arm, ports: {base: ground}}}\nbodies: {ground: {points: {Q: [1, 1]}}}\n");
    put_file(path[1], "include: sub/more.yaml\nparameters: {m: 1, k: 5}\n"
                      "parts: {arm: {ports: [base], points: {A: [0, 0]}, bodies: {rod: {points: [A], mass: m + k, "
                      "inertia: 1}}, joints: "
                      "{A: {revolute: [base, rod]}}}}\n");
    put_file(path[2],
             "trammel: 1\ntables: {curve: curve.csv}\nbodies: {ground: {points: {R: [2, 2]}}}\n"
             "analyses: [dynamics: {end: 1, output: 0.5}]\nforces: {f: {torque: one.rod, value: table(t, curve)}}\n");
    put_file(path[3], "0, 0\n1, 2\n");
}

static void remove_files(const char *folder, char path[4][200])
{
    char sub[200];
    for (int i = 0; i < 4; i++)
        remove(path[i]);
    snprintf(sub, sizeof sub, "%s/sub", folder);
    rmdir(sub);
    rmdir(folder);
}

Test(parts, included_files_belong_to_the_model)
{
    char folder[] = "/tmp/trammel-parts-XXXXXX", path[4][200];
    make_files(folder, path);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(path[0], log);
    cr_assert(model, "%s", tml_log_get(log, 0).text);
    for (int i = 0; i < 4; i++)
        cr_expect(tml_model_reads(model, path[i]), "%s", path[i]);
    char *text = NULL;
    cr_assert_eq(tml_model_check(model, NULL, &text, log), TML_OK);
    cr_expect(strstr(text, "one.rod      mass 7 kg"), "%s", text);
    free(text);
    tml_results *results = NULL;
    cr_expect_eq(tml_run(model, NULL, &results, log), TML_OK);
    cr_expect_eq(tml_results_count(results), 1);
    tml_results_free(results);
    text = tml_model_text(model);
    cr_expect(strstr(text, "include: [parts.yaml, sub/more.yaml]") && !strstr(text, "curve"), "%s", text);
    free(text);
    tml_model_free(model);
    remove_files(folder, path);
    tml_log_free(log);
}

Test(parts, enclosed_model_includes_within_its_folder_only)
{
    char folder[] = "/tmp/trammel-parts-XXXXXX", path[4][200];
    static const char inside[] = "trammel: 1\ninclude: parts.yaml\nuse: {one: {part: arm, ports: {base: ground}}}\n",
                      outside[] = "trammel: 1\ninclude: ../other.yaml\n";
    make_files(folder, path);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse_within(inside, strlen(inside), "text", folder, log);
    cr_expect(model, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_model_free(model);
    cr_expect_null(tml_model_parse_within(outside, strlen(outside), "text", folder, log));
    cr_expect(strstr(tml_log_get(log, 0).text, "only files in the folder of the model"), "%s",
              tml_log_get(log, 0).text);
    cr_expect_null(tml_model_parse_within(inside, strlen(inside), "text", NULL, log));
    put_file(path[2], "trammel: 1\ninclude: ../parts.yaml\n");
    cr_expect_null(tml_model_load(path[0], log));
    cr_expect(strstr(tml_log_get(log, tml_log_count(log) - 1).text, "includes itself"), "%s",
              tml_log_get(log, tml_log_count(log) - 1).text);
    remove_files(folder, path);
    tml_log_free(log);
}

/* ---- text and values ---- */

Test(parts, text_keeps_parts_and_says_which_value_one_use_was_set_to)
{
    static const char text[] = "trammel: 1\nparameters: {m: 1}\n"
                               "parts: {arm: {parameters: {L: 2*m}, bodies: {rod: {mass: L}}}}\n"
                               "use: {leg: {part: arm, repeat: 3}}\n";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m", log);
    cr_assert(model);
    cr_expect_eq(tml_model_use_count(model), 3);
    cr_expect_str_eq(tml_model_use_name(model, 2), "leg3");
    cr_expect_str_eq(tml_model_use_part(model, 2), "arm");
    cr_expect_null(tml_model_use_name(model, 3));
    cr_expect_eq(tml_model_set(model, "leg2.L", "7", log), TML_OK);
    cr_expect_eq(tml_model_set(model, "m", "5", log), TML_OK);
    cr_expect_eq(tml_model_set(model, "leg4.L", "7", log), TML_WRONG);
    char *written = tml_model_text(model), *check = NULL;
    cr_expect(strstr(written, "repeat: 3") && strstr(written, "leg2.L: 7") && !strstr(written, "leg1"), "%s", written);
    tml_model_free(model);
    model = tml_model_parse(written, strlen(written), "again", log);
    cr_assert(model, "%s", tml_log_get(log, tml_log_count(log) - 1).text);
    cr_assert_eq(tml_model_check(model, NULL, &check, log), TML_OK);
    cr_expect(strstr(check, "leg1.rod     mass 10") && strstr(check, "leg2.rod     mass 7") &&
                  strstr(check, "leg3.rod     mass 10"),
              "%s", check);
    char *again = tml_model_text(model);
    cr_expect_str_eq(again, written);
    free(check);
    free(again);
    free(written);
    tml_model_free(model);
    tml_log_free(log);
}

Test(parts, scene_tells_what_belongs_to_which_use)
{
    static const char text[] =
        "trammel: 1\n"
        "parts: {arm: {ports: [base], points: {A: [1, 0]}, bodies: {rod: {points: [A], mass: 1}}, joints: {A: "
        "{revolute: [base, rod]}}}}\n"
        "use: {leg: {part: arm, repeat: 2, index: k, at: [k, 5], ports: {base: ground}}}\n";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m", log);
    char *json = NULL;
    cr_assert_eq(tml_scene_text(model, &json, log), TML_OK);
    static const char *const parts[] = {
        "\"uses\":[{\"name\":\"leg1\",\"line\":3,\"column\":7,\"part\":\"arm\",\"at\":[1,5,0],\"q\":[1,0,0,0]}",
        "{\"name\":\"leg2.rod\",\"line\":2,\"column\":60,\"use\":\"leg2\"",
        "{\"name\":\"leg1.A\",\"line\":2,\"column\":99,\"use\":\"leg1\",\"type\":\"revolute\"",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cr_expect(strstr(json, parts[i]), "%s\nin\n%s", parts[i], json);
    free(json);
    tml_model_free(model);
    tml_log_free(log);
}

Test(parts, analyses_set_parameters_of_one_use)
{
    tml_case c = tml_case_run_text(
        "set",
        "trammel: 1\ngravity: none\n"
        "parts: {arm: {parameters: {f: 1}, bodies: {rod: {mass: 2, inertia: 1}}, forces: {push: {force: rod, "
        "value: [f, 0]}}}}\n"
        "use: {a: {part: arm, repeat: 2}}\n"
        "analyses: [evaluate, evaluate: {set: {a2.f: 8}}]\n",
        NULL);
    tml_case_near(&c, "a1", tml_case_value(&c, 0, "a1.rod.ax"), 0.5, 1e-15);
    tml_case_near(&c, "a2", tml_case_value(&c, 0, "a2.rod.ax"), 4, 1e-15);
    tml_case_free(&c);
}

Test(parts, message_about_a_part_has_its_place_and_names_the_first_use_once)
{
    tml_log *log = tml_log_make();
    static const char text[] = "trammel: 1\n"
                               "parts:\n"
                               "  arm: {bodies: {rod: {mass: 2*n}}, initial: {O.angle: 1 +}}\n"
                               "use: {leg: {part: arm, repeat: 1000}}\n";
    cr_expect_null(tml_model_parse(text, strlen(text), "m.yaml", log));
    cr_expect_eq(tml_log_count(log), 3);
    const tml_message first = tml_log_get(log, 0), second = tml_log_get(log, 2);
    cr_expect(first.place.line == 3 && first.place.column == 32 && strstr(first.text, "body leg1.rod"), "%d:%d %s",
              first.place.line, first.place.column, first.text);
    cr_expect(second.place.line == 3 && strstr(second.text, "in leg1: initial O.angle"), "%s", second.text);
    tml_log_free(log);
}

/* ---- many ---- */

Test(parts, thousand_uses_are_read)
{
    static const char text[] =
        "trammel: 1\ngravity: none\n"
        "parts:\n"
        "  chain:\n"
        "    parameters: {L: 1}\n"
        "    points: {A: [0, 0], B: [L, 0], C: [2*L, 0], D: [3*L, 0], E: [4*L, 0], F: [5*L, 0]}\n"
        "    bodies: {a: {points: [A, B], mass: 1, shape: rod}, b: {points: [B, C], mass: 1, shape: rod}, c: {points: "
        "[C, D], mass: "
        "1, shape: rod}, d: {points: [D, E], mass: 1, shape: rod}, e: {points: [E, F], mass: 1, shape: rod}}\n"
        "    joints: {A: {revolute: [ground, a]}, B: {revolute: [a, b]}, C: {revolute: [b, c]}, D: {revolute: [c, d]}, "
        "E: "
        "{revolute: [d, e]}}\n"
        "    forces: {f: {torque: e, value: -0.1*A.speed}}\n"
        "use: {u: {part: chain, repeat: 1000, index: k, at: [0, k], with: {L: 1 + k/1000}}}\n"
        "analyses: [evaluate]\n";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "many", log);
    cr_expect(model, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_model_free(model);
    tml_log_free(log);
}
