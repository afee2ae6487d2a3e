/* gradient.c - derivatives of answers by parameters, against closed forms: of an assembled linkage, of a motion, and beside a limit of assembly. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* A four-bar whose crank is held at 60 deg. */
static const char FOURBAR[] = "trammel: 1\n"
                              "parameters: {a: 2, b: 4, c: 4, d: 2.5}\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0], C: [d, 0]}}\n"
                              "  crank: {points: {O: [0, 0], A: [a, 0]}, mass: 1, inertia: 1, angle: 60 deg}\n"
                              "  coupler: {points: {A: [0, 0], B: [b, 0]}, mass: 1, inertia: 1, angle: 24 deg}\n"
                              "  follower: {points: {C: [0, 0], B: [c, 0]}, mass: 1, inertia: 1, angle: 58 deg}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, crank]}\n"
                              "  A: {revolute: [crank, coupler]}\n"
                              "  B: {revolute: [coupler, follower]}\n"
                              "  C: {revolute: [ground, follower]}\n"
                              "initial: {O.angle: 60 deg}\n"
                              "analyses: [assembly: {}]\n";

/* A mass on a spring, released at 1 m: x = cos(w t), w^2 = k/m. */
static const char SPRING[] = "trammel: 1\n"
                             "gravity: none\n"
                             "parameters: {k: 4, m: 1}\n"
                             "bodies:\n"
                             "  ground: {points: {O: [0, 0]}}\n"
                             "  block: {points: {O: [0, 0]}, mass: m, inertia: 1}\n"
                             "joints: {O: {prismatic: [ground, block], axis: x}}\n"
                             "forces: {s: {motor: O, force: -k*O.displacement}}\n"
                             "initial: {O.displacement: 1, O.speed: 0}\n"
                             "analyses: [dynamics: {end: 2, output: 0.5, tolerance: 1e-11}]\n";

static tml_study *make(const char *text, const char *const *vary, size_t varied, const char *const *keep, size_t kept)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "gradient.yaml", log);
    const tml_study_options options = {.size = sizeof options,
                                       .vary = vary,
                                       .vary_count = varied,
                                       .keep = keep,
                                       .keep_count = kept,
                                       .sample = "sobol",
                                       .count = 1};
    cr_assert_not_null(model);
    tml_study *study = tml_study_make(model, &options, log);
    cr_assert_not_null(study);
    tml_model_free(model);
    tml_log_free(log);
    return study;
}

/* Whether the first derivative was found by forward variation. */
static bool varied;

static tml_status find(const tml_study *study, const double *values, double *answers, double *gradient)
{
    tml_log *log = tml_log_make();
    const char *reason;
    tml_study_worker *worker = tml_study_worker_make(study, log);
    cr_assert_not_null(worker);
    const tml_status status = tml_study_worker_gradient(worker, values, answers, gradient, &reason);
    cr_assert_eq(status == TML_FAILED, reason != NULL);
    varied = tml_study_worker_is_varied(worker, 0, 0);
    cr_assert_not(tml_study_worker_is_varied(worker, 99, 0) || tml_study_worker_is_varied(worker, 0, 99));
    tml_study_worker_free(worker);
    tml_log_free(log);
    return status;
}

/* F = |P|^2 - b^2 = 0, P = (d + c cos q - a cos 60, c sin q - a sin 60): dq/dp = -F_p / F_q. */
Test(gradient, of_an_angle_by_the_lengths_is_that_of_the_implicit_function)
{
    static const char *const vary[] = {"a=1.5:2.5", "b=3:5", "c=3:5", "d=2:3"}, *const keep[] = {"C.angle", "a*b"};
    const double values[] = {2, 4, 4, 2.5};
    double answers[2], gradient[8];
    tml_study *study = make(FOURBAR, vary, 4, keep, 2);
    cr_assert_eq(find(study, values, answers, gradient), TML_OK);
    cr_assert(varied);
    const double q = answers[0], cosine = 0.5, sine = sqrt(0.75);
    const double x = 2.5 + 4 * cos(q) - 2 * cosine, y = 4 * sin(q) - 2 * sine, of_q = 4 * (y * cos(q) - x * sin(q));
    const double exact[] = {(x * cosine + y * sine) / of_q, 4 / of_q, -(x * cos(q) + y * sin(q)) / of_q, -x / of_q};
    for (int i = 0; i < 4; i++)
        cr_assert_float_eq(gradient[i], exact[i], 1e-9, "by parameter %d: %.12g, not %.12g", i, gradient[i], exact[i]);
    cr_assert_float_eq(gradient[4], 4, 1e-12);
    cr_assert_float_eq(gradient[5], 2, 1e-12);
    cr_assert_float_eq(gradient[6], 0, 0);
    tml_study_free(study);
}

Test(gradient, of_a_motion_is_that_of_the_closed_form)
{
    static const char *const vary[] = {"k=2:6", "m=1:2"}, *const keep[] = {"final(O.displacement)"};
    const double values[] = {4, 1.25}, w = sqrt(4 / 1.25), t = 2;
    double answer, gradient[2];
    tml_study *study = make(SPRING, vary, 2, keep, 1);
    cr_assert_eq(find(study, values, &answer, gradient), TML_OK);
    cr_assert(varied);
    cr_assert_float_eq(answer, cos(w * t), 1e-9);
    cr_assert_float_eq(gradient[0], -sin(w * t) * t * w / (2 * 4), 1e-10);
    cr_assert_float_eq(gradient[1], sin(w * t) * t * w / (2 * 1.25), 1e-10);
    tml_study_free(study);
}

/* The ground is so long that, a little longer, coupler and follower do not meet: differences of one side must do. And beyond it there are none. */
Test(gradient, beside_a_limit_of_assembly_is_one_sided_and_beyond_it_is_missing)
{
    static const char *const vary[] = {"d=6:10"}, *const keep[] = {"C.angle"};
    double d = 1 + sqrt(64 - 3) - 0.01, answer, gradient;
    tml_study *study = make(FOURBAR, vary, 1, keep, 1);
    cr_assert_eq(find(study, &d, &answer, &gradient), TML_OK);
    const double x = d + 4 * cos(answer) - 1, y = 4 * sin(answer) - sqrt(3);
    const double exact = -x / (4 * (y * cos(answer) - x * sin(answer)));
    cr_assert_float_eq(gradient, exact, 1e-2 * fabs(exact), "%.12g, not %.12g", gradient, exact);
    d += 0.02;
    cr_assert_eq(find(study, &d, &answer, &gradient), TML_FAILED);
    cr_assert(isnan(answer) && isnan(gradient));
    tml_study_free(study);
}

/* What was compiled for the first gradient of a worker serves all others, and they are those of a worker of their own, bit by bit. */
Test(gradient, of_further_points_compiles_nothing)
{
    static const char *const vary[] = {"k=2:6", "m=0.5:2"}, *const keep[] = {"final(O.displacement)", "rms(O.speed)"};
    const double here[] = {4, 1}, there[] = {5, 1.25};
    double answers[2], gradient[4], alone[4];
    uint64_t resolved, compiled, resolved_after, compiled_after;
    const char *reason;
    tml_log *log = tml_log_make();
    tml_study *study = make(SPRING, vary, 2, keep, 2);
    tml_study_worker *worker = tml_study_worker_make(study, log);
    cr_assert_not_null(worker);
    cr_assert_eq(tml_study_worker_gradient(worker, here, answers, gradient, &reason), TML_OK);
    tml_study_worker_counts(worker, &resolved, &compiled);
    cr_assert_geq(compiled, 13, "%d", (int)compiled); /* six on either parameter, and one between them */
    cr_assert_eq(tml_study_worker_try(worker, there, answers, &reason),
                 TML_OK); /* as a search does: it is not run again */
    answers[0] = answers[1] = NAN;
    cr_assert_eq(tml_study_worker_gradient(worker, there, answers, gradient, &reason), TML_OK);
    cr_expect_float_eq(answers[0], cos(4), 1e-8);
    tml_study_worker_counts(worker, &resolved_after, &compiled_after);
    cr_expect_eq(resolved_after, resolved);
    cr_expect_eq(compiled_after, compiled, "%d after %d", (int)compiled_after, (int)compiled);
    cr_assert_eq(find(study, there, answers, alone), TML_OK);
    cr_expect(varied);
    cr_expect_eq(memcmp(gradient, alone, sizeof alone), 0);
    const double w = 2, x = -sin(2 * w) * 2 * w / (2 * there[0]); /* cos(w t) at t = 2, w^2 = k/m */
    cr_expect(fabs(gradient[0] - x) <= 1e-9 * fabs(x), "%.17g, not %.17g", gradient[0], x);
    tml_study_worker_free(worker);
    tml_study_free(study);
    tml_log_free(log);
}
