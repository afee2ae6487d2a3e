/* verify.c - tml_verify compares all formulations on every model and reports that they agree.
 *
 * Models that take long are followed for a part of their motion only; by hand `trammel verify` follows them to the end. Those that take
 * longest at any part take part with TML_VERIFY_ALL alone (make verify-models), which follows some others further.
 */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "model/force_class.h"
#include "model/joint_class.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trammel/trammel.h>

TestSuite(verify, .timeout = TML_SLOWER * 600);

static const tml_verified *find(const tml_verification *v, const char *name)
{
    for (size_t i = 0; i < v->count; i++)
        if (strcmp(v->formulations[i].name, name) == 0)
            return &v->formulations[i];
    cr_assert_fail("no formulation %s", name);
    return NULL;
}

static void show_log(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        cr_log_warn("%s", tml_log_get(log, i).text);
}

/* ---- models --------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    double end;
} short_motion;

static const short_motion parts[] = {
    {"a01-pendulum", 2},
    {"a02-fourbars-2", 1.5},
    {"a02-fourbars-40", 0.1},
    {"a04-bricard", 0.5},
    {"a05-flyball", 0.02},
    {"attia", 1},
    {"banked-track", 0.2},
    {"bicycle", 0.02},
    {"cam-345", 0.02},
    {"coasting", 0.5},
    {"conjugate-cams", 0.01},
    {"cv-shaft", 0.1},
    {"escapement", 0.3}, /* its first tick */
    {"flywheel", 2},
    {"fourbar-drift-baumgarte", 1},
    {"fourbar-drift-none", 1},
    {"fourbar-drift-projection", 1},
    {"full-car", 0.002},
    {"geneva", 0.07}, /* before the pin enters its slot */
    {"governor", 0.1},
    {"governor-damped", 0.1},
    {"grooved-cam", 0.01},
    {"ica-fourbar", 0.02},
    {"jansen", 0.1},
    {"peaucellier", 0.1},
    {"planetary", 0.002},
    {"ratchet", 0.03},
    {"robot", 0.1},
    {"roller-coaster", 1},
    {"slewing-crane", 0.5},
    {"slider-crank", 2},
    {"slider-crank-clearance", 0.00025}, /* in its first stroke */
    {"stewart", 0.05},
    {"suspension-rubber", 0.01},
    {"suspension-stiff", 0.01},
    {"swing-pendulum", 0.1},
    {"swing-pendulum-damped", 0.3},
    {"turn", 0.05},
};

/* Of some a shorter part shows the same; the longer one is for TML_VERIFY_ALL. (Of others a shorter one takes longer: joints of implicit are
 * the stiffer.) */
static const short_motion shorter[] = {
    {"a03-andrews", 0.02}, {"a05-flyball", 0.01},     {"andrews", 0.01},      {"belt-drive", 0.5},
    {"coasting", 0.2},     {"cv-shaft", 0.05},        {"delta", 0.2},         {"discs-in-trough", 0.03},
    {"flywheel", 1},       {"governor-damped", 0.05}, {"grooved-cam", 0.005}, {"jansen", 0.05},
    {"rotor", 2},          {"straight", 0.3},         {"turn", 0.02},
};

/* The car: twenty seconds for the shortest motion, for its joints of implicit are stiffest. Nine and six seconds to first ticks. */
static bool is_left_out(const char *path)
{
    static const char *const slow[] = {"/full-car.yaml", "/escapement.yaml", "/ratchet.yaml"};
    bool left_out = false;
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        left_out |= strstr(path, slow[i]) != NULL;
    return left_out && !getenv("TML_VERIFY_ALL");
}

/* 0: none is given. */
static double end_among(const short_motion *list, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++) {
        const char *file = strrchr(path, '/') + 1;
        const size_t length = strlen(list[i].name);
        if (strncmp(file, list[i].name, length) == 0 && strcmp(file + length, ".yaml") == 0)
            return list[i].end;
    }
    return 0;
}

static double end_of(const char *path)
{
    const double soon = getenv("TML_VERIFY_ALL") ? 0 : end_among(shorter, sizeof shorter / sizeof *shorter, path);
    return soon > 0 ? soon : end_among(parts, sizeof parts / sizeof *parts, path);
}

/* Digits to which rigid formulations must agree at least. */
static void expect_digits(const char *name, const tml_verification *v)
{
    static const double least[TML_QUANTITY_COUNT] = {1e-9 /* of events */, 1e-6, 1e-6, 1e-5, 1e-4, 1e-6};
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        cr_expect_not(v->difference[q] > least[q] + 1e-12, "%s: %g in quantity %d", name, v->difference[q], q);
}

static void expect_agreement(const char *name, const tml_model *model, double end, tml_log *log)
{
    tml_verification *v = NULL;
    const tml_verify_options options = {.size = sizeof options, .end = end};
    const tml_status status = tml_verify(model, &options, &v, log);
    if (status != TML_OK)
        show_log(log);
    cr_assert(v, "%s: status %d", name, (int)status);
    cr_expect_eq(status, TML_OK, "%s: %s", name, v->outcome);
    cr_expect(v->agreed);
    if (v->moves) {
        cr_expect(strncmp(v->outcome, "agreed: ", 8) == 0, "%s", v->outcome);
        cr_expect_eq(find(v, "absolute")->verdict, TML_AGREES);
        cr_expect_eq(find(v, "joint")->verdict, TML_AGREES);
        expect_digits(name, v);
    }
    cr_log_info("%s: %s", name, v->outcome);
    tml_verification_free(v);
}

/* Every second one, from `first` on: two tests that run side by side. */
static void expect_models(size_t first)
{
    glob_t files;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &files), 0);
    cr_assert_eq(glob(TML_SOURCE_DIR "/docs/guide/bounce.yaml", GLOB_APPEND, NULL, &files), 0);
    cr_assert_eq(glob(TML_SOURCE_DIR "/docs/guide/gate.yaml", GLOB_APPEND, NULL, &files), 0);
    cr_expect_geq(files.gl_pathc, 25);
    for (size_t i = first; i < files.gl_pathc; i += 2) {
        if (is_left_out(files.gl_pathv[i]))
            continue;
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_load(files.gl_pathv[i], log);
        cr_assert(model, "%s", files.gl_pathv[i]);
        expect_agreement(files.gl_pathv[i], model, end_of(files.gl_pathv[i]), log);
        tml_model_free(model);
        tml_log_free(log);
    }
    globfree(&files);
}

Test(verify, agrees_on_models_of_even_number)
{
    expect_models(0);
}

Test(verify, agrees_on_models_of_odd_number)
{
    expect_models(1);
}

/* ---- mechanisms ----------------------------------------------------------------------------------------------- */

static tml_model *parse(const char *text, tml_log *log)
{
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    show_log(log);
    cr_assert_not_null(model);
    return model;
}

static void agree(const char *name, const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    expect_agreement(name, model, 0, log);
    tml_model_free(model);
    tml_log_free(log);
}

#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], P: [1, 0]}, com: [1, 0], mass: 1, inertia: 0.1}\n"                                    \
    "joints: {O: {revolute: [ground, rod]}}\n"

#define FOURBAR "trammel: 1\n" FOURBAR_OF_METIKU("2.5")

Test(verify, agrees_on_a_planetary_gear_with_redundant_rows)
{
    agree("planetary gear", PLANETARY_GEAR "analyses:\n"
                                           "  - dynamics: {end: 0.5, output: 0.05}\n");
}

Test(verify, agrees_on_a_spatial_crank_and_rocker)
{
    agree("crank and rocker", SPATIAL_CRANK_ROCKER "analyses:\n"
                                                   "  - dynamics: {end: 0.2, output: 0.02}\n");
}

/* The power of its forces of inertia is rounding, and nothing follows from a potential. */
Test(verify, agrees_on_a_ball_in_space_without_forces)
{
    agree("ball",
          "trammel: 1\n"
          "space: space\n"
          "gravity: none\n"
          "bodies:\n"
          "  d: {mass: 1, inertia: [0.01, 0.01, 0.01], com: [0, 0, 0], position: [-0.9, 0.1, 0.5], velocity: [1, 0, "
          "-0.4]}\n"
          "analyses: [dynamics: {end: 1.2, output: 0.1}]\n");
}

Test(verify, agrees_on_a_structure_and_a_free_body)
{
    agree("structure", "trammel: 1\n"
                       "bodies:\n"
                       "  ground: {points: {A: [0,0]}}\n"
                       "  beam: {points: {A: [0,0], P: [1,0]}, mass: 3, shape: rod}\n"
                       "joints: {A: {fixed: [ground, beam]}}\n"
                       "forces: {load: {force: beam.P, value: [0, -20*sin(5*t)]}}\n"
                       "analyses: [dynamics: {end: 1, output: 0.1}]\n");
    agree("body that flies",
          "trammel: 1\n"
          "space: space\n"
          "bodies: {stone: {mass: 2, inertia: [1, 2, 2.5], omega: [0.1, 5, 0.1], velocity: [1, 0, 3]}}\n"
          "analyses: [dynamics: {end: 2, output: 0.1}]\n");
}

Test(verify, agrees_through_events_and_successive_analyses)
{
    agree("events", PENDULUM "parameters: {torque: 0 N*m}\n"
                             "forces: {m: {torque: rod, value: torque}}\n"
                             "analyses:\n"
                             "  - assembly: {}\n"
                             "  - dynamics: {end: 2, output: 0.1, events: {low: rod.y + 0.5}}\n"
                             "  - dynamics: {end: 1, output: 0.1, set: {torque: 3 N*m}, tolerance: 1e-7}\n"
                             "  - evaluate: {}\n");
}

/* Compliant joints oscillate where an event changes speeds or loads at once: forces and accelerations do not count until they have
 * settled again, which is said. */
Test(verify, agrees_through_impulses_and_switches)
{
    agree("impulse",
          PENDULUM "analyses:\n"
                   "  - dynamics: {end: 1, output: 0.01, events: {hit: {when: O.angle + 1.2, do: {set: {O.speed: "
                   "-0.5*O.speed}}}}}\n");
    agree("switch", PENDULUM "forces: {m: {torque: rod, value: 30}}\n"
                             "events: {off: {when: t - 0.4, do: {switch: {m: off}}}}\n"
                             "analyses: [dynamics: {end: 1, output: 0.01}]\n");
    tml_log *log = tml_log_make();
    tml_model *model = parse(PENDULUM "events: {hit: {when: t - 0.4, do: {set: {O.speed: -0.5*O.speed}}}}\n"
                                      "analyses: [dynamics: {end: 1, output: 0.01}]\n",
                             log);
    tml_verification *v = NULL;
    cr_assert_eq(tml_verify(model, NULL, &v, log), TML_OK);
    cr_assert(v->note_count > 0);
    cr_expect(strstr(v->notes[0], "after each instant at which events act (1)"), "%s", v->notes[0]);
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
}

static bool has_note(const tml_verification *v, const char *text)
{
    bool found = false;
    for (size_t i = 0; i < v->note_count; i++)
        found |= strstr(v->notes[i], text) != NULL;
    return found;
}

/* Two balls in a valley hit it and each other, which amplifies every error: digits fall, and then there are none. */
#define VALLEY                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {valley: {polyline: [[-2, 2], [0, 0], [2, 2]]}}}\n"                                          \
    "  a: {mass: 1, shape: {disc: 0.1}, surfaces: {s: {disc: 0.1}}, position: [-0.5, 1.5]}\n"                          \
    "  b: {mass: 1.3, shape: {disc: 0.13}, surfaces: {s: {disc: 0.13}}, position: [0.31, 1.2]}\n"                      \
    "forces:\n"                                                                                                        \
    "  w: {contact: [a.s, ground.valley], restitution: 1}\n"                                                           \
    "  u: {contact: [b.s, ground.valley], restitution: 1}\n"                                                           \
    "  c: {contact: [a.s, b.s], restitution: 1}\n"

Test(verify, says_until_when_motions_with_many_impacts_agree)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse(VALLEY "analyses: [dynamics: {end: 12, output: 0.05}]\n", log);
    tml_verification *v = NULL;
    cr_assert_eq(tml_verify(model, NULL, &v, log), TML_OK);
    cr_expect(has_note(v, "events, contacts or friction change the motion at 72 instants; the times of 72 agree"));
    cr_expect(has_note(v, "digits are lost as the motion goes on"));
    tml_verification_free(v);
    const tml_verify_options longer = {.size = sizeof longer, .end = 60};
    cr_assert_eq(tml_verify(model, &longer, &v, log), TML_FAILED);
    const tml_verified *f = find(v, "absolute");
    cr_expect_eq(f->verdict, TML_NOT_CONVERGED);
    cr_expect(strstr(f->text, "s it agrees with the others: positions to "), "%s", f->text);
    cr_expect(f->reached > 8 && f->reached < 20, "%g", f->reached);
    cr_expect(strstr(v->outcome, "the runs have different events: "), "%s", v->outcome);
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
}

/* An impact at 1 s to rounding, where a row is: which side of it that row is on differs from run to run. */
Test(verify, agrees_where_an_output_time_is_that_of_an_impact)
{
    agree("impact at an output time",
          "trammel: 1\n"
          "bodies:\n"
          "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
          "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 4.955]}\n"
          "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8}}\n"
          "analyses: [dynamics: {end: 3, output: 0.1}]\n");
}

/* A box falls flat on two feet: which of them is nearest is a matter of rounding, and of no consequence where neither touches. */
Test(verify, touching_points_count_where_a_force_acts)
{
    const char *box = "trammel: 1\n"
                      "bodies:\n"
                      "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                      "  box:\n"
                      "    mass: 2\n"
                      "    inertia: 0.05\n"
                      "    surfaces: {a: {point: [-0.1, -0.1]}, b: {point: [0.1, -0.1]}}\n"
                      "    position: [0.3, 0.5]\n"
                      "    velocity: [0.2, 0]\n"
                      "forces: {feet: {contact: [box, ground], restitution: 0.5, friction: 0.3}}\n"
                      "analyses: [dynamics: {end: 2, output: 0.02}]\n";
    agree("a box", box);
    tml_log *log = tml_log_make();
    tml_model *model = parse(box, log);
    tml_results *results = NULL;
    const tml_run_options options = {.size = sizeof options, .error = true};
    cr_assert_eq(tml_run(model, &options, &results, log), TML_OK);
    const tml_table *t = tml_results_table(results, 0), *events = tml_results_table(results, 2);
    cr_expect_lt(tml_table_fact_find(t, "channels without digits"), 0);
    cr_expect_lt(tml_table_fact_find(t, "reactions not unique"), 0, "the sum of two frictions is unique");
    cr_expect_lt(tml_table_fact_number(t, (size_t)tml_table_fact_find(t, "error of positions")), 1e-9);
    const size_t x = (size_t)tml_table_find(events, "feet.x"), f = (size_t)tml_table_find(events, "feet.fy");
    for (size_t r = 0; r < tml_table_rows(events); r++)
        cr_expect_eq(isnan(tml_table_value(events, r, x)), tml_table_value(events, r, f) == 0, "row %zu", r);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- every joint and force ------------------------------------------------------------------------------------- */

static void agree_if_there(const char *name, const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = text ? parse(text, log) : NULL;
    if (model)
        expect_agreement(name, model, 0.3, log);
    tml_model_free(model);
    tml_log_free(log);
}

Test(verify, agrees_on_the_example_of_every_joint)
{
    for (int i = 0; i < tml_joint_class_count; i++) {
        agree_if_there(tml_joint_classes[i]->name, tml_joint_classes[i]->example_plane);
        agree_if_there(tml_joint_classes[i]->name, tml_joint_classes[i]->example_space);
    }
}

Test(verify, agrees_on_the_example_of_every_force)
{
    for (int i = 0; i < tml_force_class_count; i++) {
        agree_if_there(tml_force_classes[i]->name, tml_force_classes[i]->example_plane);
        agree_if_there(tml_force_classes[i]->name, tml_force_classes[i]->example_space);
    }
}

/* ---- what it says --------------------------------------------------------------------------------------------- */

static tml_verification *verify(const char *text, const tml_verify_options *options, tml_status expected)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    tml_verification *v = NULL;
    const tml_status status = tml_verify(model, options, &v, log);
    cr_expect_eq(status, expected, "status %d: %s", (int)status, v ? v->outcome : "");
    tml_model_free(model);
    tml_log_free(log);
    return v;
}

Test(verify, many_threads_give_the_same_numbers_as_one)
{
    static const char text[] = FOURBAR "analyses: [dynamics: {end: 1, output: 0.1}]\n";
    tml_verification *one =
        verify(text, &(tml_verify_options){.size = sizeof(tml_verify_options), .threads = 1}, TML_OK);
    tml_verification *many =
        verify(text, &(tml_verify_options){.size = sizeof(tml_verify_options), .threads = 7}, TML_OK);
    cr_assert(one && many);
    cr_expect_str_eq(one->outcome, many->outcome);
    for (size_t i = 0; i < one->count; i++)
        for (int q = 0; q <= TML_REACTION; q++) {
            cr_expect_eq(one->formulations[i].of[q].difference, many->formulations[i].of[q].difference);
            cr_expect_eq(one->formulations[i].of[q].own, many->formulations[i].of[q].own);
        }
    const tml_verified *soft = find(one, "implicit");
    cr_expect_float_eq(soft->stiffness, 3e7 * 5.25 * 9.81 / 4, 1e-3); /* m g / size */
    cr_expect_eq(soft->constraints, 0);
    cr_expect(soft->of[TML_POSITION].compliance > 1e-9 && soft->of[TML_POSITION].compliance < 1e-3);
    cr_expect_eq(find(one, "absolute")->equations, 9);
    cr_expect_eq(find(one, "joint")->equations, 3);
    cr_expect_eq(find(one, "joint")->constraints, 2);
    tml_verification_free(one);
    tml_verification_free(many);
}

Test(verify, methods_of_the_model_do_not_matter)
{
    tml_verification *plain = verify(FOURBAR "analyses: [dynamics: {end: 1, output: 0.1}]\n", NULL, TML_OK);
    tml_verification *odd = verify(FOURBAR "analyses: [dynamics: {end: 1, output: 0.1, integrator: rk4, step: 0.05, "
                                           "formulation: point, reduce: false, damping_ratio: 0, "
                                           "stabilization: {baumgarte: {alpha: 3, beta: 2}}}]\n",
                                   NULL, TML_OK);
    cr_assert(plain && odd);
    cr_expect_str_eq(plain->outcome, odd->outcome);
    tml_verification_free(plain);
    tml_verification_free(odd);
}

Test(verify, makes_a_motion_where_the_model_has_none)
{
    tml_verification *v =
        verify(PENDULUM "analyses: [steady: {speeds: {O: 1}}, modes: {about: steady}]\n", NULL, TML_OK);
    cr_assert_not_null(v);
    cr_expect_eq(v->rows, 51);
    cr_expect_float_eq(v->end, 4 / sqrt(2 * 9.81), 1e-12); /* size 1 m */
    cr_expect(strstr(v->motion, "the model has no dynamics"), "%s", v->motion);
    tml_verification_free(v);
    v = verify(PENDULUM, &(tml_verify_options){.size = sizeof(tml_verify_options), .end = 0.3}, TML_OK);
    cr_assert_not_null(v);
    cr_expect_float_eq(v->end, 0.3, 1e-12);
    tml_verification_free(v);
    v = verify(PENDULUM "analyses:\n"
                        "  - assembly: {}\n"
                        "  - dynamics: {end: 1, output: 0.1}\n"
                        "  - dynamics: {end: 2, output: 0.1}\n",
               &(tml_verify_options){.size = sizeof(tml_verify_options), .end = 0.5}, TML_OK);
    cr_assert_not_null(v);
    cr_expect_float_eq(v->end, 0.5, 1e-12, "the first only");
    cr_expect_eq(v->rows, 51);
    tml_verification_free(v);
}

Test(verify, reports_that_nothing_moves)
{
    tml_verification *v = verify(PENDULUM "analyses: [evaluate: {assemble: false}]\n", NULL, TML_OK);
    cr_assert_not_null(v);
    cr_expect_not(v->moves);
    cr_expect(v->agreed);
    cr_expect_eq(v->count, 0);
    tml_verification_free(v);
    v = verify("trammel: 1\nanalyses: [dynamics: {end: 1}]\n", NULL, TML_OK);
    cr_assert_not_null(v);
    cr_expect_not(v->moves);
    tml_verification_free(v);
}

/* A point mass and a massless rod: compliant joints give them a small inertia, whose accelerations mean nothing. */
Test(verify, agrees_on_bodies_without_inertia)
{
    agree("swing", "trammel: 1\n"
                   "bodies:\n"
                   "  ground: {points: {O: [0, 0]}}\n"
                   "  rod: {points: {O: [0, 0], A: [1, 0]}}\n"
                   "  bob: {points: {A: [0, 0]}, com: [0, 0], mass: 1, inertia: 0}\n"
                   "joints: {O: {revolute: [ground, rod]}, A: {fixed: [rod, bob]}}\n"
                   "analyses: [dynamics: {end: 0.2, output: 0.02}]\n");
}

/* 1600 pendulums: too many for dense formulations. */
Test(verify, says_which_formulation_cannot_express_a_model)
{
    enum { COUNT = 1600 };
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nbodies:\n");
    for (int i = 0; i < COUNT; i++)
        tml_text_add(&text, "  b%d: {points: {P: [-1, 0]}, mass: 1, inertia: 0.1, position: [1, 0]}\n", i);
    tml_text_add(&text, "  ground: {points: {P: [0, 0]}}\njoints:\n");
    for (int i = 0; i < COUNT; i++)
        tml_text_add(&text, "  J%d: {revolute: [ground.P, b%d.P]}\n", i, i);
    tml_text_add(&text, "analyses: [dynamics: {end: 0.01, output: 0.005}]\n");
    tml_verification *v = verify(text.data, NULL, TML_OK);
    tml_text_free(&text);
    cr_assert_not_null(v);
    cr_expect_eq(find(v, "point")->verdict, TML_NOT_EXPRESSED);
    cr_expect(strstr(find(v, "point")->text, "this one has 1600"), "%s", find(v, "point")->text);
    cr_expect_eq(find(v, "particles")->verdict, TML_NOT_EXPRESSED);
    cr_expect_eq(find(v, "absolute")->verdict, TML_AGREES);
    cr_expect_eq(find(v, "joint")->verdict, TML_AGREES);
    cr_expect(strstr(v->outcome, "by absolute and joint"), "%s", v->outcome);
    tml_verification_free(v);
}

/* The follower is driven beyond where crank and coupler lie in one line, at t = 3.34592: all fail there, and agree till then. */
Test(verify, reports_that_a_locking_mechanism_fails_in_all_formulations)
{
    tml_verification *v = verify(FOURBAR "drivers: {turn: {C.angle: 60 deg + 0.5*t}}\n"
                                         "analyses: [dynamics: {end: 5, output: 0.1}]\n",
                                 NULL, TML_FAILED);
    cr_assert_not_null(v);
    cr_expect_not(v->agreed);
    cr_expect(strstr(v->outcome, "did not finish: "), "%s", v->outcome);
    for (size_t i = 0; i < v->count; i++) {
        const tml_verified *f = &v->formulations[i];
        if (f->stiffness > 0) /* the joints yield */
            continue;
        cr_expect_eq(f->verdict, TML_NOT_FINISHED, "%s %s: %s", f->name, tml_verdict_text(f->verdict), f->text);
        cr_expect_float_eq(f->reached, 3.3, 1e-9, "%s", f->name);
        cr_expect_lt(f->of[TML_POSITION].difference, 1e-8, "till then they agree");
    }
    tml_verification_free(v);
}

static int stop_at_once(void *context, double part)
{
    int *calls = context;
    cr_expect(part >= 0 && part <= 1);
    (*calls)++;
    return 1;
}

static int never_back(void *context, double part)
{
    double *last = context;
    cr_expect_geq(part, *last, "%g after %g", part, *last);
    *last = part;
    return 0;
}

/* Only dynamics count, and what leaves no state is left out. */
Test(verify, reports_progress)
{
    double last = 0;
    tml_log *log = tml_log_make();
    tml_model *model = parse(PENDULUM "parameters: {torque: 0 N*m}\n"
                                      "forces: {m: {torque: rod, value: torque}}\n"
                                      "analyses:\n"
                                      "  - static: {}\n"
                                      "  - modes: {}\n"
                                      "  - evaluate: {}\n"
                                      "  - dynamics: {end: 1, output: 0.1, set: {torque: 3 N*m}}\n"
                                      "  - evaluate: {}\n"
                                      "  - dynamics: {end: 2, output: 0.1}\n",
                             log);
    tml_verification *found = NULL;
    const tml_verify_options options = {.size = sizeof options, .threads = 1, .progress = never_back, .context = &last};
    cr_expect_eq(tml_verify(model, &options, &found, log), TML_OK);
    show_log(log);
    cr_expect_gt(last, 0.5);
    tml_verification_free(found);
    tml_model_free(model);
    tml_log_free(log);
}

Test(verify, stops_when_the_caller_asks)
{
    static const char text[] = FOURBAR "analyses: [dynamics: {end: 1000, output: 0.1}]\n";
    for (int threads = 1; threads < 4; threads += 2) {
        int calls = 0;
        const tml_verify_options options = {
            .size = sizeof options, .threads = threads, .context = &calls, .progress = stop_at_once};
        cr_expect_null(verify(text, &options, TML_STOPPED));
        cr_expect_gt(calls, 0);
    }
}

Test(verify, reports_a_wrong_model_once)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse(PENDULUM "analyses: [dynamics: {end: 0}]\n", log);
    tml_verification *v = NULL;
    cr_expect_eq(tml_verify(model, NULL, &v, log), TML_WRONG);
    cr_expect_null(v);
    cr_assert_geq(tml_log_count(log), 1);
    cr_expect(strstr(tml_log_get(log, 0).text, "end must be greater than zero"));
    cr_expect_eq(tml_log_count(log), 1, "once, not by every formulation");
    tml_model_free(model);
    tml_log_free(log);
}

/* The force of a spring at its free length is a difference of lengths, and known to their rounding. */
Test(verify, forces_that_are_rounding_are_no_difference)
{
    static const char TEXT[] = "trammel: 1\ngravity: none\npoints: {O: [0, 0], P: [1, 0]}\n"
                               "bodies: {m: {points: [P], mass: 1, inertia: 0.01}}\n"
                               "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\n"
                               "forces: {spring: {spring: [ground.O, m.P], stiffness: 100, damping: 1, length: 1}}\n"
                               "analyses: [dynamics: {end: 5}]\n";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(TEXT, sizeof TEXT - 1, "rest.yaml", log);
    tml_verification *v = NULL;
    cr_assert_not_null(model);
    cr_assert_eq(tml_verify(model, NULL, &v, log), TML_OK);
    for (size_t i = 0; i < v->count; i++)
        cr_expect_neq(v->formulations[i].verdict, TML_DISAGREES, "%s: %s", v->formulations[i].name,
                      v->formulations[i].text);
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
}
