/* study_numbers.c - a point of a study changes numbers only: what its model is compiled to is made for the first point, and the numbers of
 * the others are written into it. Shown by counting; and bit by bit the same as in a model that is made anew for each point, for lengths,
 * masses, stiffnesses, starts, drivers and clearances, in every analysis and formulation. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIED = 5, PICKED = 8, NAME = 96, POINTS = 4, REASON = 400 };

#define LINKAGE                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "parameters: {L: 2, m: 2.25, k: 30, start: 60 deg, w: 2, half: L/2}\n"                                             \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], C: [2.5, 0]}}\n"                                                                   \
    "  crank: {points: {O: [0, 0], A: [L, 0]}, com: [half, 0], mass: 1, inertia: 0.3, angle: 60 deg}\n"                \
    "  coupler: {points: {A: [0, 0], B: [4, 0]}, com: [2, 0], mass: m, inertia: m*8/9, angle: 24 deg}\n"               \
    "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2, inertia: 1.35, angle: 58 deg}\n"               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, follower]}\n"                                                                           \
    "  C: {revolute: [ground, follower]}\n"                                                                            \
    "forces:\n"                                                                                                        \
    "  link: {spring: [crank.A, ground.C], stiffness: k, length: 1}\n"                                                 \
    "  pin: {torsion: O, damping: 0.5}\n"
#define FREE   LINKAGE "initial: {O.angle: start, O.speed: 0}\n"
#define DRIVEN LINKAGE "drivers: {motor: {O.angle: start + w*t}}\n"

typedef struct {
    const char *text; /* of the model; NULL: it is `file` below models/ */
    const char *file, *formulation;
    const char *vary[VARIED];
    double values[VARIED]; /* about which they vary */
    double part;           /* by which part of them */
} variant;

#define BY_LINKAGE {"L", "m", "k", "start"}, {2, 2.25, 30, 1.05}, 0.02

static const variant MODELS[] = {
    {FREE "analyses: [dynamics: {end: 0.3, output: 0.1}]", "dynamics", "joint", BY_LINKAGE},
    {FREE "analyses: [dynamics: {end: 0.3, output: 0.1}]", "dynamics", "absolute", BY_LINKAGE},
    {FREE "analyses: [dynamics: {end: 0.3, output: 0.1}]", "dynamics", "point", BY_LINKAGE},
    {FREE "analyses: [dynamics: {end: 0.3, output: 0.1}]", "dynamics", "particles", BY_LINKAGE},
    {FREE "analyses: [dynamics: {end: 0.02, output: 0.01}]", "dynamics", "implicit", BY_LINKAGE},
    {FREE "analyses: [assembly]", "assembly", NULL, BY_LINKAGE},
    {FREE "analyses: [static, modes]", "static and modes", NULL, BY_LINKAGE},
    {FREE "analyses: [{balance: {actuators: [O]}}]", "balance", NULL, BY_LINKAGE},
    {DRIVEN "analyses: [kinematics: {end: 1, output: 0.1}]",
     "kinematics",
     NULL,
     {"L", "m", "k", "start", "w"},
     {2, 2.25, 30, 1.05, 2},
     0.02},
    {DRIVEN "analyses: [inverse: {end: 1, output: 0.1}, dynamics: {end: 1.2, output: 0.1, set: {k: 2*L}}]",
     "inverse, then dynamics with other values",
     NULL,
     {"L", "m", "k", "start", "w"},
     {2, 2.25, 30, 1.05, 2},
     0.02},
    {"trammel: 1\n"
     "parameters: {r: 0.1, m: 0.5, mu: 0.2}\n"
     "bodies:\n"
     "  ground: {points: {O: [0, 0], F: [0.5, 0]}, surfaces: {floor: {line: [[-3, -0.5], [3, -0.5]]}}}\n"
     "  wheel: {points: {O: [0, 0]}, mass: 1, inertia: 0.05}\n"
     "  left: {points: {L: [0, 0]}, position: [-r, -0.4], mass: 1, inertia: 0.01, surfaces: {rim: {disc: 0.05}}}\n"
     "  right: {points: {R: [0, 0]}, position: [r, -0.4], mass: m, inertia: 0.01}\n"
     "joints:\n"
     "  O: {revolute: [ground, wheel]}\n"
     "  rope: {cable: [left.L, O, right.R], radii: [0, -r, 0], stiffness: 1e4, damping: 20}\n"
     "forces:\n"
     "  rest: {contact: [ground.floor, left.rim], friction: mu, restitution: 0.2}\n"
     "analyses: [dynamics: {end: 0.3, output: 0.1}]\n",
     "a rope and a floor",
     NULL,
     {"r", "m", "mu"},
     {0.1, 0.5, 0.2},
     0.02},
    {NULL, "stewart/stewart.yaml", NULL, {"foot", "height", "w"}, {0.8, 0.9, 3.1}, 0.01},
    {NULL, "jansen/jansen.yaml", NULL, {"j", "k", "w"}, {0.05, 0.0619, 6.2}, 0.001},
    {NULL, "quarter-car/quarter-car.yaml", NULL, {"ks", "cs", "v"}, {2e4, 1200, 10}, 0.01},
    {NULL, "slider-crank-clearance/slider-crank-clearance.yaml", NULL, {"speed"}, {520}, 0.01},
};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

static tml_model *load(const variant *v)
{
    char path[512];
    tml_log *log = tml_log_make();
    snprintf(path, sizeof path, TML_SOURCE_DIR "/models/%s", v->file);
    tml_model *model = v->text ? tml_model_parse(v->text, strlen(v->text), v->file, log) : tml_model_load(path, log);
    cr_assert_not_null(model, "%s: %s", v->file, tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_log_free(log);
    return model;
}

static int varied(const variant *v)
{
    int count = 0;
    while (count < VARIED && v->vary[count])
        count++;
    return count;
}

/* Names of channels from all over the table of the last analysis. */
static size_t pick(const tml_model *model, const variant *v, char names[PICKED][NAME])
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    const tml_run_options options = {.size = sizeof options, .formulation = v->formulation};
    cr_assert_eq(tml_run(model, &options, &results, log), TML_OK, "%s: %s", v->file,
                 tml_log_count(log) ? tml_log_get(log, 0).text : "");
    size_t last = tml_results_count(results) - 1, count = 0;
    while (last > 0 && strchr(tml_table_kind(tml_results_table(results, last)), '.'))
        last--;
    const tml_table *table = tml_results_table(results, last);
    const size_t columns = tml_table_columns(table), most = columns < PICKED ? columns : PICKED;
    for (; count < most; count++)
        snprintf(names[count], NAME, "%s", tml_table_name(table, count * (columns - 1) / (most > 1 ? most - 1 : 1)));
    tml_results_free(results);
    tml_log_free(log);
    return count;
}

static tml_study *make_study(const variant *v)
{
    char names[PICKED][NAME], texts[VARIED][NAME];
    const char *keep[PICKED], *vary[VARIED];
    tml_log *log = tml_log_make();
    tml_model *model = load(v);
    const size_t kept = pick(model, v, names);
    for (size_t i = 0; i < kept; i++)
        keep[i] = names[i];
    for (int i = 0; i < varied(v); i++) {
        snprintf(texts[i], NAME, "%s=%.17g,%.17g", v->vary[i], v->values[i], v->values[i] * (1 + v->part));
        vary[i] = texts[i];
    }
    tml_study *study = tml_study_make(model,
                                      &(tml_study_options){.size = sizeof(tml_study_options),
                                                           .vary = vary,
                                                           .vary_count = (size_t)varied(v),
                                                           .keep = keep,
                                                           .keep_count = kept,
                                                           .formulation = v->formulation},
                                      log);
    cr_assert_not_null(study, "%s: %s", v->file, tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_model_free(model);
    tml_log_free(log);
    return study;
}

static tml_study_worker *make_worker(const tml_study *study)
{
    tml_log *log = tml_log_make();
    tml_study_worker *worker = tml_study_worker_make(study, log);
    cr_assert_not_null(worker);
    tml_log_free(log);
    return worker;
}

/* Points up and down again about the values of the model. */
static void place(const variant *v, int point, double *values)
{
    static const double at[POINTS] = {0, 1, -0.4, 0.3};
    for (int i = 0; i < varied(v); i++)
        values[i] = v->values[i] * (1 + v->part * at[(point + i) % POINTS]);
}

/* What a model made anew says of the point. */
static void expect_anew(const variant *v, const tml_study *study, const double *values, tml_status status,
                        const double *answers, const char *reason)
{
    double anew[PICKED];
    const char *why;
    tml_study_worker *worker = make_worker(study);
    cr_expect_eq(tml_study_worker_try(worker, values, anew, &why), status, "%s", v->file);
    cr_expect_str_eq(reason, why ? why : "", "%s", v->file);
    for (size_t k = 0; status == TML_OK && k < tml_study_answer_count(study); k++)
        cr_expect(memcmp(&answers[k], &anew[k], sizeof *anew) == 0 || (isnan(answers[k]) && isnan(anew[k])),
                  "%s (%s): %s is %.17g, of a model made anew %.17g", v->file, v->formulation ? v->formulation : "auto",
                  tml_study_answer_name(study, k), answers[k], anew[k]);
    tml_study_worker_free(worker);
}

/* A point by a worker that has done others. */
static tml_status compare(const variant *v, const tml_study *study, tml_study_worker *worker, const double *values)
{
    double answers[PICKED];
    char reason[REASON] = "";
    const char *why;
    const tml_status status = tml_study_worker_try(worker, values, answers, &why);
    snprintf(reason, sizeof reason, "%s", why ? why : "");
    expect_anew(v, study, values, status, answers, reason);
    return status;
}

Test(study_numbers, points_change_numbers_only_and_are_those_of_a_model_made_anew)
{
    for (int i = 0; i < MODEL_COUNT; i++) {
        const variant *v = &MODELS[i];
        uint64_t resolved[2], compiled[2];
        tml_study *study = make_study(v);
        tml_study_worker *worker = make_worker(study);
        for (int point = 0; point < 2 * POINTS; point++) {
            double values[VARIED];
            place(v, point, values);
            cr_expect_eq(compare(v, study, worker, values), TML_OK, "%s", v->file);
            tml_study_worker_counts(worker, &resolved[point > 0], &compiled[point > 0]);
        }
        cr_expect_eq(resolved[0], resolved[1], "%s: resolved %d times more", v->file, (int)(resolved[1] - resolved[0]));
        cr_expect_eq(compiled[0], compiled[1], "%s: compiled %d times more", v->file, (int)(compiled[1] - compiled[0]));
        tml_study_worker_free(worker);
        tml_study_free(study);
    }
}

/* A worker reads its model, and prepares it for the first point: then never again. */
Test(study_numbers, a_sweep_resolves_and_compiles_once)
{
    const variant v = {DRIVEN "analyses: [dynamics: {end: 0.2, output: 0.1}]",
                       "driven",
                       NULL,
                       {"L", "m", "k", "w"},
                       {2, 2.25, 30, 2},
                       0.05};
    uint64_t resolved, compiled;
    tml_study *study = make_study(&v);
    tml_study_worker *worker = make_worker(study);
    tml_study_worker_counts(worker, &resolved, &compiled);
    const uint64_t before = resolved;
    cr_expect_eq(compiled, 0);
    for (uint64_t point = 0; point < tml_study_point_count(study); point++) {
        double answers[PICKED];
        const char *reason;
        cr_assert_eq(tml_study_worker_run(worker, point, answers, &reason), TML_OK, "%s", reason);
    }
    tml_study_worker_counts(worker, &resolved, &compiled);
    cr_expect_eq(tml_study_point_count(study), 16);
    cr_expect_eq(resolved - before, 1);
    cr_expect_eq(compiled, 1);
    tml_study_worker_free(worker);
    tml_study_free(study);
}

/* A value that the model cannot have is a row with its reason, as in a model made anew; the others go on in place. */
Test(study_numbers, a_bad_value_is_a_row_with_the_same_reason)
{
    const variant v = {
        FREE "analyses: [dynamics: {end: 0.2, output: 0.1}]", "with bad values", NULL, {"L", "m"}, {2, 2.25}, 0.05};
    static const double points[][2] = {{2, 2.25}, {2, -1}, {2.1, 2.25}, {20, 2.25}, {2.05, 2.3}, {2.1, 0}, {2, 2.25}};
    static const bool good[] = {true, false, true, false, true, true, true};
    uint64_t resolved[2], compiled[2];
    tml_study *study = make_study(&v);
    tml_study_worker *worker = make_worker(study);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect_eq(compare(&v, study, worker, points[i]), good[i] ? TML_OK : TML_FAILED, "point %zu", i);
        if (i == 0 || i == 4)
            tml_study_worker_counts(worker, &resolved[i > 0], &compiled[i > 0]);
    }
    cr_expect_eq(resolved[1] - resolved[0], 1, "the reason of the second point is found anew");
    cr_expect_eq(compiled[0], compiled[1]);
    tml_study_worker_free(worker);
    tml_study_free(study);
}
