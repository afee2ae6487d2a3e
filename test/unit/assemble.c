/* assemble.c - closing mechanisms: from bad guesses, on the branch of the guess, with messages that help when it cannot be.
 *
 * Closed means 1e-12 of the mechanism's size. Also checked: `initial`, velocities, axes that would flip, unplaced
 * bodies, redundant rows and degrees of freedom.
 */
#include "assembly/assemble.h"
#include "dynamics/absolute/absolute.h"
#include "dynamics/formulation.h"
#include "support/suite_mechanism.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static tml_assembly report;

TestSuite(assemble, .fini = free_mechanism);

static tml_status closed(const char *text)
{
    make_mechanism(text);
    report = (tml_assembly){0};
    return tml_assemble(m->system, TML_CLOSE_ALL, 0, 1e-12, m->q, m->v, &report, &m->arena, m->log);
}

static bool has_message(const char *part)
{
    for (size_t i = 0; i < tml_log_count(m->log); i++)
        if (strstr(tml_log_get(m->log, i).text, part))
            return true;
    return false;
}

static void expect_message(const char *part)
{
    tml_text all = {0};
    for (size_t i = 0; i < tml_log_count(m->log); i++)
        tml_text_add(&all, "%d: %s\n", tml_log_get(m->log, i).place.line, tml_log_get(m->log, i).text);
    cr_assert(has_message(part), "no message \"%s\", but\n%s", part, all.data ? all.data : "nothing");
    tml_text_free(&all);
}

/* Positions and velocities satisfy the constraints at m->q, m->v. */
static void expect_closed(void)
{
    mechanism_evaluate(m, m->q, m->v);
    for (size_t i = 0; i < tml_log_count(m->log); i++)
        cr_assert_fail("%s", tml_log_get(m->log, i).text);
    for (int i = 0; i < m->system->assembly_row_count; i++) {
        const char *name = tml_row_name(m->system, i, &m->arena);
        cr_assert(fabs(m->work->phi[i]) <= 1e-12 * m->system->size, "%s is open by %g", name, m->work->phi[i]);
        cr_assert(fabs(m->work->phidot[i]) <= 1e-11 * m->system->size, "%s opens by %g", name, m->work->phidot[i]);
    }
    cr_assert_leq(report.position, 1e-12 * m->system->size);
}

/* The value (or rate) of a joint's coordinate. */
static double coordinate(const char *joint, bool rate)
{
    for (int i = 0; i < m->system->joint_count; i++)
        if (strcmp(m->system->joints[i].name, joint) == 0) {
            const tml_term term = m->system->coordinates[m->system->joints[i].first_coordinate].term;
            return term.coefficient * (rate ? m->work->rate : m->work->value)[term.measure];
        }
    cr_assert_fail("no joint %s", joint);
    return NAN;
}

/* ---- closing ---- */

/* A four-bar of lengths 0.4, 1, 0.8 on a base of 1, its bodies placed and rotated as given. */
static const char *fourbar(double crank, double coupler, double rocker, double off, const char *more)
{
    static char text[1600];
    snprintf(text, sizeof text,
             "trammel: 1\nbodies:\n"
             "  ground: {points: {O: [0, 0], C: [1, 0]}}\n"
             "  crank: {points: {O: [0, 0], A: [0.4, 0]}, mass: 1, shape: rod, position: [%g, %g], angle: %g}\n"
             "  coupler: {points: {A: [0, 0], B: [1, 0]}, mass: 2, shape: rod, position: [%g, %g], angle: %g}\n"
             "  rocker: {points: {C: [0, 0], B: [0.8, 0]}, mass: 1, shape: rod, position: [%g, %g], angle: %g}\n"
             "joints:\n"
             "  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, coupler]}\n"
             "  B: {revolute: [coupler, rocker]}\n  C: {revolute: [ground, rocker]}\n%s",
             off, -off, crank, 0.3 + off, 0.3, coupler, 1 - off, off, rocker, more);
    return text;
}

Test(assemble, bad_guesses_converge)
{
    random_source d = {.state = 1};
    for (int i = 0; i < 60; i++) {
        const double crank = random_between(&d, 0.3, 1.4), rocker = random_between(&d, 1.2, 2.2);
        const char *text = fourbar(crank, random_between(&d, 0.1, 0.9), rocker, random_between(&d, -0.4, 0.4), "");
        cr_assert_eq(closed(text), TML_OK, "%s", tml_log_count(m->log) ? tml_log_get(m->log, 0).text : "");
        expect_closed();
        cr_assert_eq(report.free_count, 1);
        cr_assert_eq(report.rank, 8);
    }
}

/* The branch: which side of the line from A to C the point B is on. */
static double side(void)
{
    const double *crank = m->q, *coupler = m->q + 3;
    const tml_vec2 A = {crank[0] + 0.2 * cos(crank[2]), crank[1] + 0.2 * sin(crank[2])};
    const tml_vec2 B = {coupler[0] + 0.5 * cos(coupler[2]), coupler[1] + 0.5 * sin(coupler[2])};
    return tml_cross2(tml_sub2((tml_vec2){1, 0}, A), tml_sub2(B, A));
}

Test(assemble, branch_of_the_guess_is_kept)
{
    random_source d = {.state = 2};
    for (int i = 0; i < 60; i++) {
        const bool open = i % 2;
        const double crank = random_between(&d, 0.5, 1.3), off = random_between(&d, -0.1, 0.1);
        const double coupler = (open ? 0.5 : -0.9) + random_between(&d, -0.2, 0.2);
        const double rocker = (open ? 1.7 : -1.7) + random_between(&d, -0.2, 0.2);
        cr_assert_eq(closed(fourbar(crank, coupler, rocker, off, "")), TML_OK);
        expect_closed();
        cr_assert(open ? side() > 0 : side() < 0, "trial %d: crossed over to the other branch", i);
    }
}

Test(assemble, initial_values_are_kept)
{
    const char *more = "initial: {O.angle: 77 deg, O.speed: 3}\n";
    cr_assert_eq(closed(fourbar(1, 0.3, 1.6, 0.1, more)), TML_OK);
    expect_closed();
    cr_assert_float_eq(coordinate("O", false), 77 * 3.14159265358979323846 / 180, 1e-12);
    cr_assert_float_eq(coordinate("O", true), 3, 1e-10);
    /* full revolutions count: another angle, another number of revolutions, the same mechanism */
    cr_assert_eq(closed(fourbar(1 + 12.566370614359172, 0.3, 1.6, 0.1, "initial: {O.angle: 797 deg}\n")), TML_OK);
    expect_closed();
    cr_assert_float_eq(coordinate("O", false), 797 * 3.14159265358979323846 / 180, 1e-12);
}

/* Velocities as written change only as much as the joints require. */
Test(assemble, velocities_are_nearest_to_those_given)
{
    cr_assert_eq(
        closed("trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n"
               "  rod: {points: {O: [0, 0]}, com: [0.5, 0], mass: 1, inertia: 0.1, position: [0, 0], omega: 2}\n"
               "  ball: {mass: 1, inertia: 1, position: [3, 0], velocity: [1, 2], omega: 3}\n"
               "joints:\n  O: {revolute: [ground, rod]}\n"),
        TML_OK);
    expect_closed();
    cr_assert_float_eq(m->v[2], 2, 1e-12, "omega of a body that can turn so");
    cr_assert_float_eq(m->v[1], 1, 1e-12, "its centre goes with it");
    cr_assert(m->v[3] == 1 && m->v[4] == 2 && m->v[5] == 3, "a free body keeps its speeds");
}

/* ---- bodies without a place ---- */

Test(assemble, unplaced_bodies_are_placed_where_their_first_joint_closes)
{
    m = mechanism_make("trammel: 1\nspace: space\nbodies:\n"
                       "  ground: {points: {A: [1, 2, 3]}}\n"
                       "  a: {points: {A: [0.5, 0, 0], B: [-1, 2, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                       "  b: {points: {B: [0, 0.5, 0.25], C: [1, 1, 1]}, mass: 1, inertia: [1, 1, 1]}\n"
                       "  c: {points: {C: [0.3, 0.2, 0.1]}, mass: 1, inertia: [1, 1, 1]}\n"
                       "joints:\n"
                       "  C: {prismatic: [c, b], axis: [1, 2, 2], angle: 40 deg}\n" /* before its body is known */
                       "  A: {revolute: [ground, a], axis: [1, 1, 0]}\n"
                       "  B: {universal: [a, b], axes: [[1, 2, 3], [0, 1, 4]]}\n");
    mechanism_evaluate(m, m->q, m->v);
    for (int i = 0; i < m->system->row_count; i++)
        cr_assert(fabs(m->work->phi[i]) < 1e-14, "%s is open by %g in the guess", tml_row_name(m->system, i, &m->arena),
                  m->work->phi[i]);
    for (int i = 0; i < m->system->joint_count; i++)
        for (int k = 0; k < m->system->joints[i].coordinate_count; k++) {
            const tml_joint_coordinate *f = &m->system->coordinates[m->system->joints[i].first_coordinate + k];
            cr_assert(fabs(m->work->value[f->term.measure]) < 1e-14, "%s.%s is not zero", m->system->joints[i].name,
                      f->name);
        }
}

Test(assemble, unplaced_bodies_in_the_plane_are_placed)
{
    m = mechanism_make(
        "trammel: 1\nbodies:\n"
        "  ground: {points: {A: [1, 2]}}\n"
        "  a: {points: {A: [0.5, 0], B: [-1, 2]}, mass: 1, inertia: 1, angle: 30 deg}\n"
        "  b: {points: {B: [0, 0.5]}, mass: 1, inertia: 1}\n"
        "joints:\n  B: {fixed: [b, a], angle: 25 deg}\n  A: {prismatic: [ground, a], axis: [1, 1], angle: 30 deg}\n");
    mechanism_evaluate(m, m->q, m->v);
    for (int i = 0; i < m->system->row_count; i++)
        cr_assert(fabs(m->work->phi[i]) < 1e-14, "%s is open by %g in the guess", tml_row_name(m->system, i, &m->arena),
                  m->work->phi[i]);
    cr_assert_float_eq(m->q[2], 30 * 3.14159265358979323846 / 180, 1e-15, "the angle that was written stays");
}

/* ---- what cannot be ---- */

Test(assemble, flipped_axis_is_refused)
{
    static const char *const half = "trammel: 1\nspace: space\nbodies:\n  ground: {points: {O: [0, 0, 0]}}\n"
                                    "  rod: {points: {O: [0, 0, 0], A: [1, 0, 0]}, mass: 1, inertia: [0.1, 0.2, 0.2], "
                                    "position: [0, 0, 0], orientation: {axis: x, angle: 180 deg}}\n"
                                    "joints:\n  O: {%s: [ground, rod], axis: z}\n";
    static const char *const kinds[] = {"revolute", "cylindrical", "prismatic", "fixed", "parallel", "planar"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char text[600];
        snprintf(text, sizeof text, half, kinds[i]);
        cr_assert_eq(closed(text), TML_FAILED, "%s closes with its axis reversed", kinds[i]);
        expect_message("joint O: closes only with its axis reversed between bodies \"ground\" and \"rod\"");
        cr_assert_eq(tml_log_get(m->log, 0).place.line, 7, "%s", tml_log_get(m->log, 0).text);
    }
}

/* About its own axis it may have any angle. */
Test(assemble, rotation_about_the_axis_is_not_a_flip)
{
    cr_assert_eq(closed("trammel: 1\nspace: space\nbodies:\n  ground: {points: {O: [0, 0, 0]}}\n"
                        "  rod: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.2, 0.2], position: [0, 0, 0], "
                        "orientation: {axis: z, angle: 180 deg}}\n"
                        "joints:\n  O: {revolute: [ground, rod], axis: z}\n"),
                 TML_OK);
    expect_closed();
}

Test(assemble, open_joint_is_named_with_its_gap)
{
    /* two bars of 1 m and 0.5 m between points 2 m apart */
    cr_assert_eq(
        closed("trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [2, 0]}}\n"
               "  a: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, position: [0, 0]}\n"
               "  b: {points: {A: [0, 0], C: [0.5, 0]}, mass: 1, shape: rod, position: [1, 0]}\n"
               "joints:\n  O: {revolute: [ground, a]}\n  A: {revolute: [a, b]}\n  C: {revolute: [b, ground]}\n"),
        TML_FAILED);
    expect_message("the mechanism cannot be assembled");
    double open = 0;
    for (size_t i = 0; i < tml_log_count(m->log); i++) {
        double gap = 0;
        const char *at = strstr(tml_log_get(m->log, i).text, "open by ");
        if (at && sscanf(at, "open by %lf m", &gap) == 1)
            open += gap;
    }
    cr_assert_float_eq(open, 0.5, 1e-3, "the gaps are %g in all, not 0.5", open);
    expect_message("give body b 1 m between joints C and A instead of 0.5 m");
}

Test(assemble, unreachable_initial_values_are_named)
{
    const char *text = "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n"
                       "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, position: [0, 0]}\n"
                       "joints:\n  O: {revolute: [ground, rod]}\ninitial: {rod.A.x: 1.5}\n";
    cr_assert_eq(closed(text), TML_FAILED);
    expect_message("initial rod.A.x: missed by 0.");
    expect_message("give rod.A.x 1 m instead of 1.5 m");
}

Test(assemble, contradicting_velocities_are_named)
{
    cr_assert_eq(closed(fourbar(1, 0.3, 1.6, 0.1, "initial: {O.speed: 3, C.speed: 3}\n")), TML_FAILED);
    expect_message("the speeds requested contradict each other: initial O.speed and C.speed and joints O, A, B and C");
    expect_message("initial O.speed: missed by");
    expect_message("initial C.speed: missed by");
}

Test(assemble, driver_that_cannot_be_satisfied_is_named)
{
    cr_assert_eq(closed(fourbar(1, 0.3, 1.6, 0.1, "drivers:\n  d: {C.angle: 5 deg}\n")), TML_FAILED);
    expect_message("driver d: missed by");
}

/* ---- redundancy ---- */

Test(assemble, redundant_rows_of_a_spatial_fourbar_are_found)
{
    cr_assert_eq(closed("trammel: 1\nspace: space\n"
                        "points: {A: [0, 0, 0], B: [0.2, 0, 1], C: [2, 0, 1.4], D: [2, 0, 0]}\n"
                        "bodies:\n"
                        "  crank: {points: [A, B], mass: 1, inertia: [0.1, 0.2, 0.15]}\n"
                        "  coupler: {points: [B, C], mass: 2, inertia: [0.1, 0.3, 0.3]}\n"
                        "  rocker: {points: [C, D], mass: 1.5, inertia: [0.2, 0.2, 0.1]}\n"
                        "joints:\n"
                        "  A: {revolute: [ground, crank], axis: y}\n  B: {revolute: [crank, coupler], axis: y}\n"
                        "  C: {revolute: [coupler, rocker], axis: y}\n  D: {revolute: [ground, rocker], axis: y}\n"
                        "initial: {A.speed: 2}\n"),
                 TML_OK);
    expect_closed();
    cr_assert_eq(m->system->row_count - report.rank, 3);
    cr_assert_eq(report.free_count, 1);
}

/* Bricard's mechanism on six edges of a cube: six hinges, each perpendicular to its two links; by Gruebler's count it cannot move. */
static const char *const bricard =
    "trammel: 1\nspace: space\n"
    "points: {P1: [0, 0, 0], P2: [1, 0, 0], P3: [1, 1, 0], P4: [1, 1, 1], P5: [0, 1, 1], P6: [0, 0, 1]}\n"
    "bodies:\n"
    "  b1: {points: [P1, P2], mass: 1, inertia: [0.01, 0.08, 0.08]}\n"
    "  b2: {points: [P2, P3], mass: 1, inertia: [0.08, 0.01, 0.08]}\n"
    "  b3: {points: [P3, P4], mass: 1, inertia: [0.08, 0.08, 0.01]}\n"
    "  b4: {points: [P4, P5], mass: 1, inertia: [0.01, 0.08, 0.08]}\n"
    "  b5: {points: [P5, P6], mass: 1, inertia: [0.08, 0.01, 0.08]}\n"
    "joints:\n"
    "  P1: {revolute: [ground, b1], axis: y}\n"
    "  P2: {revolute: [b1, b2], axis: z}\n"
    "  P3: {revolute: [b2, b3], axis: x}\n"
    "  P4: {revolute: [b3, b4], axis: y}\n"
    "  P5: {revolute: [b4, b5], axis: z}\n"
    "  P6: {revolute: [b5, ground], axis: x}\n";

Test(assemble, bricard_has_one_degree_of_freedom)
{
    cr_assert_eq(closed(bricard), TML_OK);
    expect_closed();
    cr_assert_eq(m->system->row_count, 30);
    cr_assert_eq(report.rank, 29, "one redundant row, not %d", m->system->row_count - report.rank);
    cr_assert_eq(report.free_count, 1);
}

/* A finite motion, not an infinitesimal one: from a bad guess it closes elsewhere, with the same rank. */
Test(assemble, bricard_closes_in_other_configurations)
{
    char text[2000];
    snprintf(text, sizeof text, "%sinitial: {P1.angle: -0.2}\n", bricard);
    cr_assert_eq(closed(text), TML_OK);
    expect_closed();
    cr_assert_float_eq(coordinate("P1", false), -0.2, 1e-12);
    cr_assert_eq(report.rank, 29);
}

/* ---- projection: the nearest closed state ---- */

Test(assemble, projection_closes_what_has_drifted)
{
    random_source d = {.state = 5};
    cr_assert_eq(closed(fourbar(1, 0.3, 1.6, 0.1, "initial: {O.speed: 3}\n")), TML_OK);
    for (int metric = 0; metric < 2; metric++) {
        const tml_stabilization stabilization = {
            .method = TML_STABILIZE_PROJECTION, .metric = (tml_metric)metric, .tolerance = 1e-14};
        tml_equations *e =
            &tml_absolute_make(tml_formulation_find("absolute"), m->system, report.rank, stabilization, &m->arena)->e;
        double q[9], v[9];
        for (int i = 0; i < 9; i++)
            q[i] = m->q[i] + random_between(&d, -1e-4, 1e-4), v[i] = m->v[i] + random_between(&d, -1e-4, 1e-4);
        cr_assert_eq(tml_equations_project(e, 0, q, v), 0);
        e->class->evaluate_constraints(e, 0, q, v);
        cr_assert_lt(tml_equations_largest_residual(e, e->phi), 1e-14);
        cr_assert_lt(tml_equations_largest_residual(e, e->phidot), 1e-13);
        for (int i = 0; i < 9; i++)
            cr_assert(fabs(q[i] - m->q[i]) < 2e-3 && fabs(v[i] - m->v[i]) < 5e-3, "went far away");
    }
}

/* A weld's rows also hold at 120 degrees about a diagonal, where each axis has become the next: refused like half a revolution. */
Test(assemble, permuted_axes_of_a_weld_are_refused)
{
    static const char *const kinds[] = {"fixed", "prismatic"};
    for (int i = 0; i < 20; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\nspace: space\nbodies:\n  ground: {points: {O: [0, 0, 0]}}\n"
                 "  rod: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0], "
                 "orientation: {axis: [1, 1, 1], angle: %d deg}}\njoints:\n  O: {%s: [ground, rod], axis: z}\n",
                 111 + i, kinds[i % 2]);
        cr_assert_eq(closed(text), TML_FAILED, "closes turned by 120 degrees from %d", 111 + i);
    }
}

/* A rod's other end is put at its length, not on the first end, where it would have no direction. */
Test(assemble, unplaced_body_on_a_rod_is_placed_at_its_length)
{
    for (int space = 0; space < 2; space++) {
        char text[400];
        snprintf(text, sizeof text,
                 "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {O: [0, 0%s]}}\n"
                 "  ball: {points: {C: [0, 0%s]}, mass: 1, inertia: %s}\n"
                 "joints:\n  rod: {distance: [ground.O, ball.C], length: 1.5}\n",
                 space ? "space" : "plane", space ? ", 0" : "", space ? ", 0" : "", space ? "[1, 1, 1]" : "1");
        cr_assert_eq(closed(text), TML_OK, "%s", tml_log_count(m->log) ? tml_log_get(m->log, 0).text : "");
        expect_closed();
    }
}

/* ---- full turns of angles in space ---- */

static const tml_table *run_text(const char *text, tml_results **results, size_t index)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "test.yaml", log);
    const tml_status status = tml_run(model, NULL, results, log);
    cr_assert_eq(status, TML_OK, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_model_free(model);
    tml_log_free(log);
    return tml_results_table(*results, index);
}

static double first_value(const tml_table *table, const char *channel)
{
    cr_assert_geq(tml_table_find(table, channel), 0);
    return tml_table_value(table, 0, (size_t)tml_table_find(table, channel));
}

static const char *const thread = "trammel: 1\nspace: space\ngravity: none\n"
                                  "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                                  "bodies:\n  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                                  "joints:\n  A: {screw: [ground, block], axis: z, pitch: 200 mm}\n";

Test(assemble, initial_angles_keep_full_revolutions)
{
    tml_results *results;
    char text[800];
    snprintf(text, sizeof text, "%sinitial: {A.angle: 900 deg}\nanalyses:\n  - assembly\n", thread);
    const tml_table *table = run_text(text, &results, 0);
    cr_assert_float_eq(first_value(table, "A.angle"), 5 * 3.14159265358979323846, 1e-11);
    cr_assert_float_eq(first_value(table, "block.A.z"), 0.5, 1e-11, "two turns and a half of 200 mm, not %g",
                       first_value(table, "block.A.z"));
    tml_results_free(results);
}

/* The next analysis continues where the previous one ended, full revolutions included. */
Test(assemble, revolutions_are_kept_by_the_next_analysis)
{
    tml_results *results;
    char text[800];
    snprintf(
        text, sizeof text,
        "%sinitial: {A.speed: 10}\nanalyses:\n  - dynamics: {end: 2, output: 2}\n  - dynamics: {end: 3, output: 1}\n",
        thread);
    const tml_table *table = run_text(text, &results, 1), *before = tml_results_table(results, 0);
    static const char *const channels[] = {"A.angle", "A.speed", "block.A.z"};
    for (int i = 0; i < 3; i++) {
        const double old = tml_table_value(before, 1, (size_t)tml_table_find(before, channels[i]));
        const double now = first_value(table, channels[i]);
        cr_assert_float_eq(now, old, 1e-9, "%s was %.12g, is %.12g", channels[i], old, now);
    }
    tml_results_free(results);
}

/* A six-bar with scattered bodies, whose loops Newton's method closes only beyond a dead point: penalty relaxation closes it. */
Test(assemble, penalty_relaxation_closes_what_newton_cannot)
{
    static const char *const six_bar =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], C: [2.5, 0], F: [5, 0]}}\n"
        "  crank: {points: {O: [0, 0], A: [2, 0]}, mass: 1, shape: rod, angle: -28.0 deg, position: [1.16, -3.31]}\n"
        "  coupler: {points: {A: [0, 0], B: [4, 0], D: [2, 1]}, mass: 2.25, inertia: 2, angle: -169.5 deg, position: "
        "[-5.97, -3.49]}\n"
        "  follower: {points: {C: [0, 0], B: [4, 0]}, mass: 2, shape: rod, angle: -100.2 deg, position: [3.40, "
        "-4.28]}\n"
        "  link: {points: {D: [0, 0], E: [2, 0]}, mass: 1, shape: rod, angle: -22.4 deg, position: [-0.48, -3.66]}\n"
        "  rocker: {points: {F: [0, 0], E: [3, 0]}, mass: 1, shape: rod, angle: -1.5 deg, position: [-3.49, -3.95]}\n"
        "joints:\n"
        "  O: {revolute: [ground, crank]}\n"
        "  A: {revolute: [crank, coupler]}\n"
        "  B: {revolute: [coupler, follower]}\n"
        "  C: {revolute: [ground, follower]}\n"
        "  D: {revolute: [coupler, link]}\n"
        "  E: {revolute: [link, rocker]}\n"
        "  F: {revolute: [ground, rocker]}\n"
        "analyses:\n"
        "  - assembly: {method: %s}\n";
    tml_results *results;
    char text[2000];
    snprintf(text, sizeof text, six_bar, "newton");
    const tml_table *unasked = run_text(text, &results, 0);
    bool reported = false;
    for (size_t i = 0; i < tml_table_fact_count(unasked); i++)
        reported |= strcmp(tml_table_fact_name(unasked, i), "assembly by") == 0;
    cr_assert(reported, "the summary names penalty relaxation: Newton's method cannot close it");
    cr_assert_lt(first_value(unasked, "residual.position"), 1e-12);
    tml_results_free(results);
    snprintf(text, sizeof text, six_bar, "implicit");
    const tml_table *table = run_text(text, &results, 0);
    cr_assert_lt(first_value(table, "residual.position"), 1e-12);
    cr_assert_float_eq(first_value(table, "crank.A.x"), first_value(table, "coupler.A.x"), 1e-12);
    tml_results_free(results);
}
