/* formulations.c - all formulations give the same motion of random mechanisms with every kind of joint: absolute, relative and particle
 * coordinates, and joints as stiff springs.
 *
 * They share measures, forces and constraints, but neither coordinates nor the algorithms for accelerations and reactions. Reference:
 * absolute coordinates, explicit, tolerance 1e-11. Joints as springs of stiffness k are off by O(1/k): four times nearer for 4 k.
 */
#include "model/joint_class.h"
#include "support/larger.h"
#include "support/method_comparison.h"
#include "support/random_mechanism.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    run_method method;
    double state, forces; /* bars */
    int every;            /* of how many mechanisms one is run by it: in the plane; */
    int every_in_space;   /* 0: none */
} trial;

static const trial trials[] = {
    {{"joint", "explicit", 1e-10, 0}, 1e-8, 1e-6, 1, 1},     {{"point", "explicit", 1e-10, 0}, 1e-8, 1e-6, 1, 1},
    {{"particles", "explicit", 1e-10, 0}, 1e-8, 1e-6, 1, 2}, {{"absolute", "adams", 1e-10, 0}, 5e-7, 1e-6, 2, 4},
    {{"absolute", "bdf", 1e-10, 0}, 5e-7, 1e-6, 2, 4},       {{"absolute", "dae", 1e-10, 0}, 1e-6, 1e-5, 2, 4},
    {{"joint", "adams", 1e-10, 0}, 5e-7, 1e-6, 2, 4},        {{"joint", "bdf", 1e-10, 0}, 5e-7, 1e-6, 2, 4},
    {{"point", "adams", 1e-10, 0}, 5e-7, 1e-6, 2, 4},        {{"point", "bdf", 1e-10, 0}, 5e-7, 1e-6, 2, 4},
    {{"particles", "adams", 1e-10, 0}, 5e-7, 1e-6, 4, 0},    {{"particles", "bdf", 1e-10, 0}, 1e-6, 2e-6, 4, 0},
};
enum { TRIALS = sizeof trials / sizeof *trials };

typedef struct {
    const char *name;
    random_mechanism_options options;
    int count;
    int soft; /* of how many one is also run with joints as springs; 0: none */
} family;

typedef struct {
    int made, failed, locked, near_singular, redundant, looped;
    int soft, soft_enough, farther;
    double state[TRIALS], forces[TRIALS];
} tally;

/* ---- one mechanism ---- */

/* Velocities or forces so large that it passes near a singular configuration: rounding decides. */
static bool is_wild(const tml_table *t)
{
    for (size_t c = 1; c < tml_table_columns(t); c++) {
        const char *unit = tml_table_unit(t, c);
        const bool speed = strcmp(unit, "m/s") == 0 || strcmp(unit, "rad/s") == 0;
        const bool load = strstr(unit, "s^2") || strchr(unit, 'N');
        for (size_t r = 0; (speed || load) && r < tml_table_rows(t); r++)
            if (fabs(tml_table_value(t, r, c)) > (speed ? 30 : 3000))
                return true;
    }
    return false;
}

static void hold(const tml_table *best, const char *name, const char *text, int i, tally *sum)
{
    const trial *one = &trials[i];
    method_run r = method_run_text(name, text, one->method);
    cr_assert(r.status == TML_OK, "%s: %s %s ends with status %d: %s\n%s", name, one->method.formulation,
              one->method.integrator, (int)r.status, method_run_message(&r), text);
    const method_difference d = method_compare(best, r.c.table, 0);
    cr_assert(d.state <= one->state && d.forces <= one->forces,
              "%s: %s %s is off by %.3g at %s and %.3g at %s, bars %.3g, %.3g\n%s", name, one->method.formulation,
              one->method.integrator, d.state, d.state_at, d.forces, d.forces_at, one->state, one->forces, text);
    tml_case_laws(&r.c);
    sum->state[i] = larger(sum->state[i], d.state);
    sum->forces[i] = larger(sum->forces[i], d.forces);
    method_run_free(&r);
}

/* Energy is balanced with springs and dampers in the joints, too. */
static void balance(const char *name, const tml_table *t, const char *text)
{
    const size_t kinetic = (size_t)tml_table_find(t, "energy.kinetic"),
                 error = (size_t)tml_table_find(t, "energy.error");
    double scale = 0.1, most = 0;
    for (size_t r = 0; r < tml_table_rows(t); r++) {
        scale = larger(scale, tml_table_value(t, r, kinetic));
        most = larger(most, fabs(tml_table_value(t, r, error)));
    }
    cr_assert(most <= 1e-5 * scale, "%s: implicit, energy is off by %.3g of %.3g J\n%s", name, most, scale, text);
}

/* With joints of stiffness k and 4 k, when what swings at the start has died out. */
static void measure_soft(const tml_table *best, const char *name, const char *text, double k, method_difference d[2])
{
    enum { FROM = 7 };
    for (int i = 0; i < 2; i++) {
        method_run r = method_run_text(name, text, (run_method){"implicit", "bdf", 1e-10, i ? 4 * k : k});
        cr_assert(r.status == TML_OK, "%s: implicit ends with status %d: %s\n%s", name, (int)r.status,
                  method_run_message(&r), text);
        d[i] = method_compare(best, r.c.table, FROM);
        balance(name, r.c.table, text);
        method_run_free(&r);
    }
}

/* A fourth of the difference for four times the stiffness, or less where its leading part happens to vanish. Where even stiffer joints let it go elsewhere (loops near a singular
 * position) there is nothing to say; reactions of redundant joints are those of springs, accelerations of massless bodies those of
 * what is left of their inertia. */
static void hold_soft(const tml_table *best, const char *name, const char *text, bool with_forces, tally *sum)
{
    method_difference d[2];
    sum->soft++;
    measure_soft(best, name, text, 1e7, d);
    if (d[0].state > 2e-4)
        measure_soft(best, name, text, 2e8, d);
    if (d[0].state > 1e-3)
        return;
    sum->soft_enough++;
    const double ratio = d[0].state / d[1].state, forces = d[0].forces / d[1].forces;
    cr_assert(d[1].state < 1e-8 || (ratio > 2.5 && ratio < 64),
              "%s: implicit is off by %.3g at %s, with 4 k by %.3g\n%s", name, d[0].state, d[0].state_at, d[1].state,
              text);
    if (!with_forces || d[0].forces < 2e-5)
        return;
    sum->farther += !(forces > 2.5);
    if (!(forces > 2.5))
        cr_log_info("%s: reactions of implicit are off by %.3g, with 4 k by %.3g\n", name, d[0].forces, d[1].forces);
}

static void try_one(const family *f, int seed, tally *sum)
{
    char name[64];
    snprintf(name, sizeof name, "%s %d", f->name, seed);
    random_mechanism made = random_mechanism_make(f->options, (uint64_t)seed);
    const char *text = made.text.data;
    method_run best = method_run_text(name, text, (run_method){"absolute", "explicit", 1e-11, 0});
    int redundant = 0;
    sum->made++;
    sum->looped += made.loops > 0;
    cr_assert(best.status != TML_WRONG, "%s: %s\n%s", name, method_run_message(&best), text);
    if (best.status != TML_OK) { /* a driver that contradicts a loop, a dead point: no other coordinates can do it */
        method_run other = method_run_text(name, text, (run_method){"joint", "explicit", 1e-11, 0});
        cr_assert(other.status != TML_OK, "%s: %s, but not in relative coordinates\n%s", name,
                  method_run_message(&best), text);
        method_run_free(&other);
        sum->failed++;
    } else if (degrees_of_freedom(best.c.table, &redundant) < 1) {
        sum->locked++;
    } else if (is_wild(best.c.table)) {
        sum->near_singular++;
    } else {
        tml_case_laws(&best.c);
        for (int i = 0; i < TRIALS; i++) {
            const int every = f->options.space ? trials[i].every_in_space : trials[i].every;
            const bool is_dae =
                strcmp(trials[i].method.integrator, "dae") == 0; /* holds the rows it takes at the start */
            if (every && seed % every == 0 && !(redundant && is_dae))
                hold(best.c.table, name, text, i, sum);
        }
        if (f->soft && seed % f->soft == 0)
            hold_soft(best.c.table, name, text, !redundant && !f->options.massless, sum);
    }
    sum->redundant += redundant > 0;
    method_run_free(&best);
    tml_text_free(&made.text);
}

/* Two of three; all with TML_FORMULATIONS_ALL (make verify-random). */
static void try_family(family f)
{
    tally sum = {0};
    const int count = getenv("TML_FORMULATIONS_ALL") ? f.count : 2 * f.count / 3;
    for (int seed = 0; seed < count; seed++)
        try_one(&f, seed, &sum);
    const int left_out = sum.failed + sum.locked + sum.near_singular;
    cr_expect(10 * left_out <= sum.made, "%s: %d of %d left out", f.name, left_out, sum.made);
    cr_expect(8 * (sum.soft - sum.soft_enough) <= sum.soft + 7, "%s: %d of %d move elsewhere with soft joints", f.name,
              sum.soft - sum.soft_enough, sum.soft);
    cr_expect(4 * sum.farther <= sum.soft_enough, "%s: reactions of %d of %d do not come nearer", f.name, sum.farther,
              sum.soft_enough);
    cr_log_info("%s: %d mechanisms, %d with loops, %d redundant; left out %d (%d fail, %d locked, %d near singular); "
                "soft %d of %d\n",
                f.name, sum.made, sum.looped, sum.redundant, left_out, sum.failed, sum.locked, sum.near_singular,
                sum.soft_enough, sum.soft);
    for (int i = 0; i < TRIALS; i++)
        if (sum.state[i] > 0)
            cr_log_info("  %-9s %-8s off by %.1e, forces %.1e\n", trials[i].method.formulation,
                        trials[i].method.integrator, sum.state[i], sum.forces[i]);
}

Test(formulations, trees_in_the_plane_move_alike)
{
    try_family((family){"plane tree", {.space = false}, 60, 3});
}
Test(formulations, loops_in_the_plane_move_alike)
{
    try_family((family){"plane loop", {.loops = true}, 60, 3});
}
Test(formulations, pins_of_several_bodies_move_alike)
{
    try_family((family){"crowded pin", {.loops = true, .redundant = true}, 40, 0});
}
Test(formulations, massless_bodies_in_the_plane_move_alike)
{
    try_family((family){"plane massless", {.loops = true, .massless = true}, 40, 4});
}
Test(formulations, compliant_joints_in_the_plane_move_alike)
{
    try_family((family){"plane compliant", {.loops = true, .compliant = true}, 40, 4});
}
Test(formulations, trees_in_space_move_alike)
{
    try_family((family){"space tree", {.space = true}, 48, 3});
}
Test(formulations, loops_in_space_move_alike)
{
    try_family((family){"space loop", {.space = true, .loops = true}, 48, 4});
}
Test(formulations, planar_linkages_in_space_move_alike)
{
    try_family((family){"flat", {.space = true, .loops = true, .redundant = true}, 24, 0});
}
Test(formulations, massless_bodies_in_space_move_alike)
{
    try_family((family){"space massless", {.space = true, .loops = true, .massless = true}, 24, 0});
}
Test(formulations, compliant_joints_in_space_move_alike)
{
    try_family((family){"space compliant", {.space = true, .loops = true, .compliant = true}, 24, 0});
}

/* Those that restrict velocities only, and surfaces, are in test/case/rolling.c, equations in test/case/coupler.c, belts and cables in
 * test/case/belts.c, curves in test/case/curves.c, shafts that bend and gimbals in test/case/shafts.c. */
static bool is_left_out(const tml_joint_class *c)
{
    const bool gimbal = c->ball && c->has_axes;
    bool rates = c->curve || c->bends || gimbal || c->connects == TML_CONNECT_SURFACES ||
                 c->connects == TML_CONNECT_EXPRESSION || c->connects == TML_CONNECT_PATH;
    for (size_t i = 0; i < c->plane.rows_count; i++)
        rates |= c->plane.rows[i].rate_only;
    return rates;
}

/* Every kind of joint is among them, in plane and space. */
Test(formulations, every_kind_of_joint_is_among_the_random_mechanisms)
{
    for (int space = 0; space < 2; space++)
        for (int i = 0; i < tml_joint_class_count; i++) {
            const tml_joint_class *c = tml_joint_classes[i];
            char key[64];
            int found = 0;
            snprintf(key, sizeof key, "{%s: [", c->name);
            for (int seed = 0; seed < 60; seed++) {
                random_mechanism made =
                    random_mechanism_make((random_mechanism_options){.space = space, .loops = true}, (uint64_t)seed);
                found += strstr(made.text.data, key) != NULL;
                tml_text_free(&made.text);
            }
            const bool exists = space ? c->space.exists : c->plane.exists;
            cr_expect(!exists || found >= 3 || is_left_out(c), "%s in %s: in %d mechanisms", c->name,
                      space ? "space" : "the plane", found);
        }
}

/* ---- found once ---- */

static void hold_written(const char *name, const char *text)
{
    tally sum = {0};
    method_run best = method_run_text(name, text, (run_method){"absolute", "explicit", 1e-11, 0});
    cr_assert(best.status == TML_OK, "%s: %s", name, method_run_message(&best));
    tml_case_laws(&best.c);
    for (int i = 0; i < TRIALS; i++)
        if (strcmp(trials[i].method.integrator, "dae") != 0)
            hold(best.c.table, name, text, i, &sum);
    method_run_free(&best);
}

/* Gear, driver and slot between bodies of one branch: their rows act on the whole branch. */
Test(formulations, rows_between_bodies_of_one_branch_move_alike)
{
    hold_written("branch", "trammel: 1\n"
                           "points: {O: [0, 0], A: [1, 0], B: [2, 0.2], C: [2.5, -0.5], D: [1.5, -0.3]}\n"
                           "bodies:\n"
                           "  one: {points: [O, A, D], mass: 1, inertia: 0.2, omega: 1}\n"
                           "  two: {points: [A, B], mass: 2, inertia: 0.3, omega: -1}\n"
                           "  three: {points: [B, C], mass: 1, inertia: 0.1}\n"
                           "joints:\n"
                           "  O: {revolute: [ground, one]}\n"
                           "  A: {revolute: [two, one]}\n"
                           "  B: {revolute: [two, three]}\n"
                           "  mesh: {gear: [O, A], ratio: -0.5}\n"
                           "drivers:\n"
                           "  turn: {B.angle: 0.5*sin(3*t)}\n"
                           "analyses:\n"
                           "  - dynamics: {end: 0.5, output: 0.05}\n");
}

/* A weld whose axis and angle together exceed half a revolution, within a loop that holds angles. */
Test(formulations, welds_count_full_revolutions)
{
    hold_written(
        "weld",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], S: [1, 0]}}\n"
        "  arm: {points: {O: [0, 0], A: [0.5, 0]}, mass: 1, inertia: 0.1, position: [0, 0]}\n"
        "  tip: {points: {A: [0, 0], B: [0.5, 0.1]}, mass: 1, inertia: 0.1, position: [0.5, 0], angle: -30 deg}\n"
        "  block: {points: {B: [0, 0]}, mass: 1, inertia: 0.1, position: [1, 0], angle: -30 deg}\n"
        "joints:\n"
        "  O: {slot: [ground, arm], axis: [0, 1]}\n"
        "  A: {fixed: [arm, tip], axis: [-0.98, 0.17], angle: -30 deg}\n"
        "  C: {prismatic: [tip.B, block.B], axis: [-0.9, 0.1]}\n"
        "  S: {prismatic: [ground.S, block.B], axis: [-1, 0.2], angle: -30 deg}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.5, output: 0.05}\n");
}

/* As many coordinates and rows of particles as of bodies: three rods on pins and a free plate. */
Test(formulations, as_many_particle_as_body_coordinates_move_alike)
{
    hold_written(
        "many",
        "trammel: 1\n"
        "points: {A: [0, 0], B: [1, 0], C: [2, 0], D: [3, 0], E: [4, 0], F: [5, 0], P: [0, 3], Q: [1, 3], R: [0, 4]}\n"
        "bodies:\n"
        "  one: {points: [A, B], mass: 1, shape: rod}\n"
        "  two: {points: [C, D], mass: 1, shape: rod}\n"
        "  three: {points: [E, F], mass: 1, shape: rod}\n"
        "  plate: {points: [P, Q, R], mass: 1, inertia: 0.3, omega: 2}\n"
        "joints:\n"
        "  A: {revolute: [ground, one]}\n"
        "  C: {revolute: [ground, two]}\n"
        "  E: {revolute: [ground, three]}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.5, output: 0.05}\n");
}

/* A second pin beside the first: its rows vanish in relative coordinates. */
Test(formulations, rows_that_vanish_in_relative_coordinates_are_redundant)
{
    hold_written("twice", "trammel: 1\n"
                          "points: {A: [0, 0], B: [1, 0], C: [1.5, 0.5]}\n"
                          "bodies:\n"
                          "  one: {points: [A, B], mass: 1, shape: rod}\n"
                          "  two: {points: [B, C], mass: 1, shape: rod}\n"
                          "joints:\n"
                          "  A: {revolute: [ground, one]}\n"
                          "  B: {revolute: [one, two]}\n"
                          "  again: {revolute: [two, one], at: B}\n"
                          "analyses:\n"
                          "  - dynamics: {end: 0.5, output: 0.05}\n");
}

static void run_written(const char *name, const char *text, run_method method)
{
    method_run r = method_run_text(name, text, method);
    cr_expect(r.status == TML_OK, "%s: %s %s at %g: %s", name, method.formulation, method.integrator, method.tolerance,
              method_run_message(&r));
    method_run_free(&r);
}

/* An explicit step that explodes has an error of NaN: it must not pass for none. */
Test(formulations, a_step_that_is_not_a_number_is_rejected)
{
    const char *text = "trammel: 1\n"
                       "space: space\n"
                       "gravity: none\n"
                       "bodies:\n"
                       "  ground: {points: {A: [0, 0, 0]}}\n"
                       "  bob: {points: {A: [0, 0, 0]}, com: [0.3, 0.5, 0.2], mass: 1, inertia: [0.1, 0.2, 0.15], "
                       "position: [0, 1e-12, 0]}\n"
                       "joints:\n"
                       "  A: {fixed: [ground, bob], stiffness: 1e8, damping: 1e4}\n"
                       "analyses:\n"
                       "  - dynamics: {end: 0.3, output: 0.03, assemble: false}\n";
    for (double tolerance = 1e-9; tolerance > 5e-12; tolerance *= 0.1)
        run_written("bob", text, (run_method){"absolute", "explicit", tolerance, 0});
}

/* All coordinates zero but for rounding, as after the assembly of a drawing: that says nothing of the first step. */
Test(formulations, first_step_does_not_depend_on_coordinates_that_are_zero)
{
    const char *text = "trammel: 1\n"
                       "points: {O: [0, 0], A: [1, 0]}\n"
                       "bodies:\n"
                       "  rod: {points: [O, A], mass: 1, shape: rod}\n"
                       "joints:\n"
                       "  O: {revolute: [ground, rod]}\n"
                       "initial: {O.angle: 3e-14, O.speed: 0}\n"
                       "analyses:\n"
                       "  - dynamics: {end: 3, output: 3}\n";
    run_written("rod", text, (run_method){"joint", "explicit", 1e-8, 0});
    run_written("rod", text, (run_method){"joint", "explicit", 1e-10, 0});
}

/* Revolutions that count, in long steps of relative coordinates. */
Test(formulations, full_revolutions_are_counted_in_long_steps)
{
    hold_written("screw", "trammel: 1\n"
                          "space: space\n"
                          "points: {O: [0, 0, 0], A: [0.3, 0, 0.1]}\n"
                          "bodies:\n"
                          "  nut: {points: [O, A], mass: 1, inertia: [0.1, 0.12, 0.03], com: O}\n"
                          "joints:\n"
                          "  O: {screw: [nut, ground], axis: [0, 0.2, 1], pitch: 20 mm}\n"
                          "forces:\n"
                          "  drive: {motor: O, torque: 60 - O.speed}\n"
                          "initial: {O.angle: 1000 deg}\n"
                          "analyses:\n"
                          "  - dynamics: {end: 2, output: 0.2}\n");
}

/* BDF of Andrews' mechanism at tight tolerances, at which its history comes to swing across the constraints. */
Test(formulations, bdf_keeps_tight_tolerances)
{
    for (int i = 0; i < 2; i++) {
        tml_case c =
            tml_case_run("a03-andrews/a03-andrews.yaml",
                         TML_EDITS({"end: 0.05, output: 0.005, tolerance: 1e-10",
                                    i ? "end: 0.05, output: 0.05, integrator: bdf, tolerance: 1e-11, formulation: joint"
                                      : "end: 0.05, output: 0.05, integrator: bdf, tolerance: 1e-10, formulation: "
                                        "point, reduce: false"}));
        tml_case_near(&c, "K1.angle", tml_case_at(&c, 0.05, "K1.angle"), 33.81534072, 2e-8);
        tml_case_free(&c);
    }
}
