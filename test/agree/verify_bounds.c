/* verify_bounds.c - the bounds of `verify` do not depend on the rows compared, and its checks besides the comparison fail when they
 * should.
 *
 * The parallelograms pass their change points (all links in line), where compliance acts by the root of 1/k and errors cross: whatever
 * part of the motion is looked at, in however many rows, rigid formulations agree and `implicit` is explained.
 */
#include "assembly/assemble.h"
#include "support/models.h"
#include "support/random_mechanism.h"
#include "system/initial_guess.h"
#include "verify/verify.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static tml_model *parse(const char *text, tml_log *log)
{
    tml_model *model = tml_model_parse(text, strlen(text), "test.yaml", log);
    for (size_t i = 0; i < tml_log_count(log); i++)
        cr_log_warn("%s", tml_log_get(log, i).text);
    cr_assert_not_null(model);
    return model;
}

static void expect(const char *text, double end, bool agreed, const char *message)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    tml_verification *v = NULL;
    tml_verify(model, &(tml_verify_options){.size = sizeof(tml_verify_options), .end = end}, &v, log);
    cr_assert_not_null(v);
    cr_expect_eq(v->agreed, agreed, "end %g: %s", end, v->outcome);
    bool said = !message || strstr(v->outcome, message);
    for (size_t i = 0; message && i < v->note_count; i++)
        said |= strstr(v->notes[i], message) != NULL;
    cr_expect(said, "end %g: no \"%s\" in: %s", end, message ? message : "", v->outcome);
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
}

#define LINKS                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0,0], P: [1,0], Q: [2,0], A: [0.2,0.5], B: [1.2,0.5], C: [2.2,0.5]}\n"                               \
    "bodies:\n"                                                                                                        \
    "  r1: {points: [O, A], mass: 1, shape: rod}\n"                                                                    \
    "  r2: {points: [P, B], mass: 1, shape: rod}\n"                                                                    \
    "  bar: {points: [A, B, C], mass: 2, shape: rod}\n"
#define JOINTS                                                                                                         \
    "  O: {revolute: [ground, r1]}\n"                                                                                  \
    "  P: {revolute: [ground, r2]}\n"                                                                                  \
    "  A: {revolute: [r1, bar]}\n"                                                                                     \
    "  B: {revolute: [r2, bar]}\n"
#define MOTION "analyses: [{dynamics: {end: 3, output: 0.02}}]\n"

static const double ends[] = {0, 3, 2.7, 1.7, 0.6, 0.23, 0.05, 0.002};

Test(verify_bounds, a_parallelogram_agrees_however_long_the_run)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        expect(LINKS "joints:\n" JOINTS MOTION, ends[i], true, "by absolute, joint, particles and point");
}

Test(verify_bounds, a_redundant_parallelogram_agrees_however_long_the_run)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        expect(LINKS "  r3: {points: [Q, C], mass: 1, shape: rod}\n"
                     "joints:\n" JOINTS "  Q: {revolute: [ground, r3]}\n"
                     "  C: {revolute: [r3, bar]}\n" MOTION,
               ends[i], true, "by absolute, joint, particles and point");
}

/* `set` rotates the crank by 71 degrees at once: compliant joints spring, and may fall into the other branch. */
Test(verify_bounds, a_driver_that_jumps_between_analyses_is_no_disagreement)
{
    expect("trammel: 1\n"
           "parameters: {w: 0.5}\n"
           "points: {O: [0,0], A: [0.3,0.4], B: [1.2,0.9], C: [1.4,0]}\n"
           "bodies:\n"
           "  crank: {points: [O, A], mass: 1, shape: rod}\n"
           "  coupler: {points: [A, B], mass: 2, shape: rod}\n"
           "  rocker: {points: [C, B], mass: 1.5, shape: rod}\n"
           "  load: {points: [B], mass: 1, inertia: 0.1}\n"
           "joints:\n"
           "  O: {revolute: [ground, crank]}\n"
           "  A: {revolute: [crank, coupler]}\n"
           "  B: {revolute: [coupler, rocker]}\n"
           "  C: {revolute: [ground, rocker]}\n"
           "  L: {revolute: [load, rocker], at: B}\n"
           "drivers: {D: {O.angle: 0.9 + w*t}}\n"
           "analyses:\n"
           "  - dynamics: {end: 0.5, output: 0.01}\n"
           "  - dynamics: {end: 1, output: 0.01, set: {w: 3}}\n",
           0, true, "positions jump at t = 0.5 s");
}

/* Of five micrometres: joints of 1e9 N/m would take 1e9 steps. */
Test(verify_bounds, a_mechanism_of_micrometres_agrees)
{
    expect("trammel: 1\n"
           "gravity: [0, -98.1]\n"
           "points: {O: [0, 0], A: [0, 1e-6], B: [2e-6, 2.5e-6], C: [2e-6, 0], P: [4e-6, 4e-6]}\n" FOURBAR_OF_MICROGRAMS
           "initial: {O.speed: 6000}\n"
           "analyses:\n"
           "  - dynamics: {end: 1e-3, output: 1e-4}\n",
           0, true, "implicit differs by");
}

/* Welded to the ground, and driven: every formulation fails, and none disagrees. */
Test(verify_bounds, a_contradiction_is_no_disagreement)
{
    expect("trammel: 1\n"
           "bodies:\n"
           "  plate: {points: {A: [0, 0], B: [1, 0]}, mass: 1, inertia: 0.1}\n"
           "  arm: {points: {B: [0, 0], C: [1, 1]}, mass: 1, inertia: 0.1, position: [1, 0]}\n"
           "  ground: {points: {A: [0, 0]}}\n"
           "joints:\n"
           "  A: {fixed: [ground, plate]}\n"
           "  B: {revolute: [plate, arm]}\n"
           "drivers: {D: {plate.B.x: 1 + 0.3*t^2}}\n"
           "analyses: [{dynamics: {end: 0.3, output: 0.03}}]\n",
           0, false, "did not finish");
}

/* Faster than any differences taken in the time of the motion, and with kinks: no contradiction. */
Test(verify_bounds, fast_or_kinked_drivers_and_forces_are_no_contradiction)
{
    expect("trammel: 1\n"
           "bodies:\n"
           "  slide: {points: {A: [0, 0]}, mass: 1, inertia: 0.1}\n"
           "  rod: {points: {A: [0, 0], B: [0.3, 0.1]}, mass: 1, shape: rod}\n"
           "  ground: {points: {A: [0, 0]}}\n"
           "joints:\n"
           "  A: {prismatic: [ground, slide], axis: x}\n"
           "  B: {revolute: [slide, rod], at: A}\n"
           "forces:\n"
           "  F: {force: rod.B, value: [abs(sin(40000*t)), 3*abs(rod.B.x - 0.3)]}\n"
           "drivers: {D: {A.displacement: 1e-5*sin(20000*t)}}\n"
           "analyses: [{dynamics: {end: 2e-3, output: 1e-4}}]\n",
           0, true, "by absolute, joint, particles and point");
}

/* Rigid joints cannot start open, and each formulation would close them in its own way. */
Test(verify_bounds, motions_that_start_with_open_joints_are_not_compared)
{
    expect(
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {points: {O: [0,0], C: [0.6,0]}}\n"
        "  crank: {points: {O: [-0.05,0], A: [0.05,0]}, com: [0,0], mass: 1, inertia: 1, position: [0.2,0.1], angle: "
        "10 "
        "deg, omega: 8}\n"
        "  coupler: {points: {A: [-0.2,0], B: [0.2,0]}, com: [0,0], mass: 4, inertia: 0.12, angle: 80 deg, position: "
        "[0.4, 0.1]}\n"
        "joints:\n"
        "  O: {revolute: [ground, crank]}\n"
        "  A: {revolute: [crank, coupler]}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.1, output: 0.01, formulation: implicit, assemble: false}\n",
        0, false, "nothing was compared");
}

/* Hardly moving, high above the zero of its potential: rounding of that is no error of energy. */
Test(verify_bounds, rounding_of_a_large_potential_is_no_energy_error)
{
    expect("trammel: 1\n"
           "bodies:\n"
           "  ground: {points: {O: [0, 5000]}}\n"
           "  rod: {points: {O: [0, 0], P: [0, -1]}, com: [0, -1], mass: 100, inertia: 0.1, position: [0, 5000]}\n"
           "joints: {O: {revolute: [ground, rod]}}\n"
           "analyses: [{dynamics: {end: 0.2, output: 0.01}}]\n",
           0, true, "by absolute, joint, particles and point");
}

/* ---- what is checked beside the vote ---- */

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_arena arena;
    tml_system *s;
    double *q;
} mechanism;

static mechanism make(random_mechanism_options options, unsigned seed)
{
    random_mechanism made = random_mechanism_make(options, seed);
    mechanism m = {.log = tml_log_make()};
    m.model = parse(made.text.data, m.log);
    tml_resolved *resolved = tml_model_read(m.model, NULL, 0, &m.arena, m.log);
    m.s = tml_system_compile(resolved, NULL, NULL, &m.arena, m.log);
    cr_assert_not_null(m.s);
    m.q = TML_NEW_ARRAY(&m.arena, double, m.s->nq + 1);
    tml_system_initial_guess(m.s, &m.arena, m.q, TML_NEW_ARRAY(&m.arena, double, m.s->nv + 1));
    tml_text_free(&made.text);
    return m;
}

static void end(mechanism *m)
{
    tml_arena_free(&m->arena);
    tml_model_free(m->model);
    tml_log_free(m->log);
}

Test(verify_bounds, kernels_of_random_mechanisms_are_consistent)
{
    for (unsigned seed = 0; seed < 60; seed++) {
        mechanism m = make(
            (random_mechanism_options){.space = seed % 2, .loops = seed % 3 > 0, .compliant = seed % 5 == 0}, seed);
        const char *found = tml_verify_kernels(m.s, m.q, 1, &m.arena);
        cr_expect_null(found, "seed %u: %s", seed, found ? found : "");
        end(&m);
    }
}

/* The sign of one share of one row's Jacobian; a target's constant is none of its derivatives. */
Test(verify_bounds, a_wrong_sign_in_a_jacobian_is_found)
{
    for (unsigned seed = 0; seed < 20; seed++) {
        mechanism m = make((random_mechanism_options){.space = seed % 2, .loops = true}, seed);
        m.s->shares[seed % (unsigned)m.s->assembly_share_count].side ^=
            1; /* of translations the other half has the other sign */
        cr_expect_not_null(tml_verify_kernels(m.s, m.q, 1, &m.arena), "seed %u", seed);
        end(&m);
    }
}
