/* live.c - real-time stepping: the same bits as a whole run of rk4; references; inputs; no system calls.
 *
 * Steps are powers of two where bits are compared, so that t_0 + k h and the sum of h are the same. Times of single steps are
 * measured by bench/live.c, not here.
 */
#define _DEFAULT_SOURCE /* syscall */
#include "support/case.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum { STEPS = 100000 };

static void step(tml_live *live, long count)
{
    for (long i = 0; i < count; i++)
        cr_assert_eq(tml_live_step(live), TML_OK, "at t = %g s", tml_live_time(live));
}

/* ---- the same as a whole run ---- */

/* All channels at a row of the run that the live motion has reached. */
static void expect_row(const tml_case *c, size_t row, tml_live *live)
{
    for (size_t k = 0; k < tml_table_columns(c->table); k++) {
        const double got = tml_live_value(live, (long)k), want = tml_table_value(c->table, row, k);
        cr_assert(got == want || (isnan(got) && isnan(want)), "%s: %s at t = %g s is %.17g, not %.17g", c->name,
                  tml_table_name(c->table, k), tml_live_time(live), got, want);
    }
}

static void equals_the_run(const char *path, const tml_edit *edits, const char *by, long steps)
{
    tml_case c = tml_case_run_with(
        path, edits, (tml_run_options){.size = sizeof(tml_run_options), .integrator = "rk4", .formulation = by});
    tml_live *live = tml_case_live(
        c.model,
        (tml_live_options){.size = sizeof(tml_live_options), .formulation = by, .fixed = true, .internal_step = 1});
    const size_t rows = tml_table_rows(c.table);
    for (int pass = 0; pass < 2; pass++) { /* and once more from the start */
        expect_row(&c, 0, live);
        for (size_t i = 1; i < rows; i++) {
            step(live, steps / ((long)rows - 1));
            expect_row(&c, i, live);
        }
        tml_live_reset(live);
    }
    tml_live_free(live);
    tml_case_free(&c);
}

Test(live, steps_of_the_fourbar_are_those_of_rk4, .timeout = TML_SLOWER * 60)
{
    equals_the_run("fourbar-motor/fourbar-motor.yaml",
                   TML_EDITS({"{end: 5, output: 0.025}", "{end: 100000/2^15, output: 1000/2^15, step: 1/2^15}"}), NULL,
                   STEPS);
}

Test(live, steps_of_the_suspension_are_those_of_rk4, .timeout = TML_SLOWER * 60)
{
    static const tml_edit shorter[] = {{"end: 1, output: 0.0025", "end: 100000/2^17, output: 1000/2^17, step: 1/2^17"},
                                       {NULL, NULL}};
    equals_the_run("suspension/suspension-stiff.yaml", shorter, NULL, STEPS);
    equals_the_run("suspension/suspension-rubber.yaml", shorter, NULL, STEPS);
}

static void steps_match_the_run(const char *by)
{
    equals_the_run("fourbar-motor/fourbar-motor.yaml",
                   TML_EDITS({"{end: 5, output: 0.025}", "{end: 1, output: 1/8, step: 1/2^10}"}), by, 1024);
    equals_the_run("a04-bricard/a04-bricard.yaml",
                   TML_EDITS({"dynamics: {end: 10, output: 0.5}", "dynamics: {end: 1/8, output: 1/16, step: 1/2^10}"}),
                   by, 128);
    equals_the_run("rolling-disc/rolling-disc.yaml",
                   TML_EDITS({"{end: 4, output: 0.05, tolerance: 1e-10}", "{end: 1, output: 1/8, step: 1/2^10}"}), by,
                   1024);
}
TML_TEST_EACH(live, steps_match_the_run, 60)

/* A disc that rolls: positions of the reference solution after 1 s, without a slip that grows. */
Test(live, what_rolls_stays_on_its_way)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(TML_SOURCE_DIR "/models/rolling-disc/rolling-disc.yaml", log);
    cr_assert_not_null(model);
    tml_live *live = tml_case_live(model, (tml_live_options){.size = sizeof(tml_live_options), .step = 1e-3});
    step(live, 1000);
    cr_expect_lt(fabs(tml_case_live_value(live, "disc.x") - 1.365654929139866), 1e-10);
    cr_expect_lt(fabs(tml_case_live_value(live, "disc.y") + 0.5686677667515676), 1e-10);
    step(live, 9000);
    cr_expect_lt(fabs(tml_case_live_value(live, "residual.velocity")), 1e-12);
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- references ---- */

/* Rows of a reference are `each` steps apart. */
static void follows(tml_live *live, const char *reference, long each, double bar, const tml_pair *pairs, size_t count)
{
    tml_reference r = tml_reference_load(reference);
    double worst = 0;
    for (size_t i = 0; i < r.row_count; i++) {
        for (size_t k = 0; k < count; k++) {
            const long channel = tml_live_channel(live, pairs[k].channel);
            cr_assert_geq(channel, 0, "%s", pairs[k].channel);
            worst = larger(worst, fabs(tml_live_value(live, channel) - tml_reference_value(&r, i, pairs[k].column)));
        }
        cr_assert_float_eq(tml_live_time(live), tml_reference_value(&r, i, "t"), 1e-12);
        if (i + 1 < r.row_count)
            step(live, each);
    }
    cr_log_info("%s: within %.3g", reference, worst);
    cr_expect_leq(worst, bar, "%s: off by %.3g", reference, worst);
    tml_reference_free(&r);
}

static void follows_reference(const char *path, const char *reference, double h, long each, double bar,
                              const tml_pair *pairs, size_t count)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/models/%s", TML_SOURCE_DIR, path);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(full, log);
    cr_assert_not_null(model);
    tml_live *live = tml_case_live(model, (tml_live_options){.size = sizeof(tml_live_options), .step = h});
    follows(live, reference, each, bar, pairs, count);
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

Test(live, four_bar_follows_the_reference, .timeout = TML_SLOWER * 60)
{
    follows_reference("fourbar-motor/fourbar-motor.yaml", "fourbar-motor/reference.csv", 5e-5, 500, 1e-7,
                      TML_PAIRS({"th2", "O.angle"}, {"th3", "coupler.angle"}, {"th4", "C.angle"}, {"w2", "O.speed"},
                                {"a2", "O.acceleration"}, {"lam1", "O.fx"}, {"lam8", "C.fy"}));
}

Test(live, suspension_follows_the_reference, .timeout = TML_SLOWER * 60)
{
    static const char *const kinds[] = {"stiff", "rubber"};
    for (int i = 0; i < 2; i++) {
        char path[64], reference[64];
        snprintf(path, sizeof path, "suspension/suspension-%s.yaml", kinds[i]);
        snprintf(reference, sizeof reference, "suspension/reference-%s.csv", kinds[i]);
        /* pins ring at 1.4 kHz, hardly damped: that is the error of a method of order 4 */
        follows_reference(path, reference, 1e-5, 250, 1e-9,
                          TML_PAIRS({"chassis_x", "chassis.x"}, {"chassis_y", "chassis.y"},
                                    {"chassis_phi", "chassis.angle"}, {"Lwheel_y", "Lknuckle.y"},
                                    {"Rwheel_x", "Rknuckle.x"}));
        follows_reference(path, reference, 1e-5, 250, 1e-6, TML_PAIRS({"chassis_vy", "chassis.vy"}));
    }
}

/* ---- inputs ---- */

static const char cart[] =
    "trammel: 1\n"
    "gravity: none\n"
    "parameters: {push: 0, twice: 2*weight, weight: 2, idle: 1}\n"
    "bodies: {ground: {points: {O: [0, 0]}}, cart: {points: {O: [0, 0]}, mass: twice, inertia: 1}}\n"
    "joints: {O: {prismatic: [ground, cart], axis: [1, 0]}}\n"
    "forces: {hand: {motor: O, force: 3*push}}\n"
    "analyses: [{dynamics: {end: 1, output: 0.5}}]\n";

/* 4 kg under a force of 12 N for 1 s, of -24 N for another: x = 3/2, then 3/2 + 3 - 3. */
Test(live, an_input_changes_between_steps)
{
    tml_model *model = tml_case_parse(cart);
    static const char *const names[] = {"push"};
    tml_live *live = tml_case_live(
        model, (tml_live_options){.size = sizeof(tml_live_options), .step = 0.01, .inputs = names, .input_count = 1});
    const long push = tml_live_input(live, "push"), x = tml_live_channel(live, "O.displacement");
    cr_assert_eq(push, 0);
    cr_expect_eq(tml_live_input(live, "weight"), -1);
    cr_expect_eq(tml_live_channel(live, "nothing"), -1);
    cr_expect(isnan(tml_live_value(live, -1)));
    for (int pass = 0; pass < 2; pass++) {
        cr_expect_eq(tml_case_live_value(live, "O.acceleration"), 0);
        tml_live_set(live, push, 4);
        cr_expect_float_eq(tml_case_live_value(live, "O.acceleration"), 3, 1e-14);
        cr_expect_eq(tml_live_value(live, x), 0);
        step(live, 100);
        cr_expect_float_eq(tml_live_value(live, x), 1.5, 1e-13);
        tml_live_set(live, push, -8);
        step(live, 100);
        cr_expect_float_eq(tml_live_value(live, x), 1.5, 1e-13);
        cr_expect_float_eq(tml_case_live_value(live, "energy.error"), 0, 1e-11);
        cr_expect_float_eq(tml_live_time(live), 2, 1e-14);
        tml_live_reset(live); /* the input, too */
    }
    tml_live_free(live);
    tml_model_free(model);
}

/* The torque of the four-bar as an input has the value of the model until it is given another. */
Test(live, an_input_acts_as_the_parameter_does)
{
    static const char *const names[] = {"torque"};
    tml_case c = tml_case_run_with("fourbar/fourbar.yaml",
                                   TML_EDITS({"{end: 5, output: 0.025}", "{end: 1, output: 1/8, step: 1/2^10}"},
                                             {"torque: 39.75", "torque: 45.5"}),
                                   (tml_run_options){.size = sizeof(tml_run_options), .integrator = "rk4"});
    tml_live *live = tml_case_live(
        c.model,
        (tml_live_options){
            .size = sizeof(tml_live_options), .inputs = names, .input_count = 1, .fixed = true, .internal_step = 1});
    step(live, 1024);
    expect_row(&c, tml_table_rows(c.table) - 1, live);
    tml_live_free(live);
    tml_case_free(&c);
}

/* The program of docs/guide/api.md, and what it prints. */
Test(live, controller_of_the_guide_gives_the_number_of_the_guide)
{
    char full[1024], printed[64];
    snprintf(full, sizeof full, "%s/models/fourbar/fourbar.yaml", TML_SOURCE_DIR);
    static const char *const names[] = {"torque"};
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(full, log);
    cr_assert_not_null(model);
    tml_live *live = tml_case_live(
        model, (tml_live_options){.size = sizeof(tml_live_options), .step = 1e-3, .inputs = names, .input_count = 1});
    const long speed = tml_live_channel(live, "O.speed");
    for (int i = 0; i < 2000; i++) {
        tml_live_set(live, 0, 200 * (2 - tml_live_value(live, speed)));
        step(live, 1);
    }
    snprintf(printed, sizeof printed, "%.4f at %g", tml_live_value(live, speed), tml_live_time(live));
    cr_expect_str_eq(printed, "1.9710 at 2");
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

static void refuses(const char *text, tml_live_options options, const char *words)
{
    tml_model *model = tml_case_parse(text);
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    cr_expect_eq(tml_live_make(model, &options, &live, log), TML_WRONG);
    cr_expect_null(live);
    cr_assert_gt(tml_log_count(log), 0);
    cr_expect(strstr(tml_log_get(log, 0).text, words), "\"%s\" does not say \"%s\"", tml_log_get(log, 0).text, words);
    tml_log_free(log);
    tml_model_free(model);
}

Test(live, what_cannot_be_an_input_is_refused)
{
    static const char *const names[] = {"weight", "idle", "pusch", "twice"};
    refuses(cart, (tml_live_options){.size = sizeof(tml_live_options), .step = 0.01, .inputs = names, .input_count = 1},
            "weight cannot be an input");
    refuses(cart,
            (tml_live_options){.size = sizeof(tml_live_options), .step = 0.01, .inputs = names + 1, .input_count = 1},
            "no value of a force");
    refuses(cart,
            (tml_live_options){.size = sizeof(tml_live_options), .step = 0.01, .inputs = names + 2, .input_count = 1},
            "did you mean \"push\"");
    refuses(cart,
            (tml_live_options){.size = sizeof(tml_live_options), .step = 0.01, .inputs = names + 3, .input_count = 1},
            "twice cannot be an input");
    refuses(cart, (tml_live_options){.size = sizeof(tml_live_options), .step = -1}, "a step greater than zero");
    refuses("trammel: 1\nanalyses: [assembly]\n", (tml_live_options){.size = sizeof(tml_live_options)},
            "has no analysis \"dynamics\"");
}

/* A force that is no number: the step fails, the state stays, and the motion goes on when the input is good again. */
Test(live, a_step_that_fails_changes_nothing)
{
    tml_model *model = tml_case_parse(cart);
    tml_log *log = tml_log_make();
    static const char *const names[] = {"push"};
    tml_live *live = tml_case_live(
        model, (tml_live_options){.size = sizeof(tml_live_options), .step = 0.01, .inputs = names, .input_count = 1});
    tml_live_set(live, 0, 4);
    step(live, 50);
    const double x = tml_case_live_value(live, "O.displacement");
    tml_live_set(live, 0, INFINITY);
    cr_expect_eq(tml_live_step(live), TML_FAILED);
    cr_expect_float_eq(tml_live_time(live), 0.5, 1e-15);
    tml_live_explain(live, log);
    cr_expect_gt(tml_log_count(log), 0);
    tml_live_set(live, 0, 4);
    cr_expect_eq(tml_case_live_value(live, "O.displacement"), x);
    step(live, 50);
    cr_expect_float_eq(tml_case_live_value(live, "O.displacement"), 1.5, 1e-13);
    tml_live_free(live);
    tml_log_free(log);
    tml_model_free(model);
}

/* ---- no system call ---- */

#if defined(SYS_exit) && !defined(__SANITIZE_ADDRESS__)
enum { FINE = 0, NOT_FINE = 1, NO_SECCOMP = 77 };

/* From here on the kernel kills the process at any call but read, write and this exit. */
static void run_alone(tml_live *live, bool calls)
{
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
        _exit(NO_SECCOMP);
    bool good = true;
    for (int i = 0; i < 1000 && good; i++)
        good = tml_live_step(live) == TML_OK && isfinite(tml_live_value(live, 1));
    if (calls)
        getppid();
    syscall(SYS_exit, good ? FINE : NOT_FINE);
}

static void expect_alone(const char *path, double h, const char *by)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/models/%s", TML_SOURCE_DIR, path);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(full, log);
    cr_assert_not_null(model);
    tml_live *live =
        tml_case_live(model, (tml_live_options){.size = sizeof(tml_live_options), .step = h, .formulation = by});
    for (int calls = 0; calls < 2; calls++) {
        int status = 0;
        const pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0)
            run_alone(live, calls);
        cr_assert_eq(waitpid(child, &status, 0), child);
        if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SECCOMP)
            cr_skip_test("seccomp cannot be had");
        if (calls)
            cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "a system call goes unseen");
        else
            cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == FINE, "%s: %s", path,
                      WIFSIGNALED(status) ? "a step asks the system" : "a step fails");
    }
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

Test(live, a_step_makes_no_system_call)
{
    expect_alone("fourbar-motor/fourbar-motor.yaml", 1e-3, NULL);
    expect_alone("fourbar-motor/fourbar-motor.yaml", 1e-3, "joint");
    expect_alone("suspension/suspension-stiff.yaml", 1e-4, NULL);
    expect_alone("suspension/suspension-rubber.yaml", 1e-4, "joint");
    expect_alone("a04-bricard/a04-bricard.yaml", 1e-3, NULL);
    expect_alone("andrews/andrews.yaml", 1e-5, "joint");
}
#endif

/* ---- out of a singular start ---- */

static tml_model *flat(const char *initial, tml_log *log)
{
    char text[1000];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: [0, -9.81]\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0]}\nbodies:\n"
             "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 1, shape: rod}\n"
             "  c: {points: [C, B], mass: 2, shape: rod}\n"
             "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: "
             "[ground, c]}}\n%sanalyses: [dynamics: {end: 1}]\n",
             initial);
    tml_model *model = tml_model_parse(text, strlen(text), "flat.yaml", log);
    cr_assert_not_null(model);
    return model;
}

/* A stretched parallelogram: both cranks rotate alike, I w^2 / 2 + V = E with I = 2 and V = 2.5 g sin a; the second run as the first. */
Test(live, a_singular_start_is_left)
{
    tml_log *log = tml_log_make();
    tml_model *model = flat("initial: {O.speed: 4}\n", log);
    tml_live *live = tml_case_live(model, (tml_live_options){.size = sizeof(tml_live_options), .step = 1.0 / 1024});
    double first = 0;
    for (int pass = 0; pass < 2; pass++) {
        step(live, 128);
        cr_expect_eq(tml_live_time(live), 0.125);
        const double a = tml_case_live_value(live, "O.angle");
        double sum = 0;
        for (int i = 0; i <= 2000; i++)
            sum += (i == 0 || i == 2000 ? 1 : i % 2 ? 4 : 2) / sqrt(16 - 2.5 * 9.81 * sin(a * i / 2000));
        cr_expect(fabs(sum * a / 6000 - 0.125) < 1e-9, "%.12g s", sum * a / 6000);
        cr_expect(fabs(tml_case_live_value(live, "C.angle") - a) < 1e-9);
        cr_expect(pass == 0 || a == first);
        first = a;
        tml_live_reset(live);
    }
    tml_live_free(live);
    tml_model_free(model);
    model = flat("", log); /* at rest */
    live = NULL;
    cr_expect_eq(tml_live_make(model, &(tml_live_options){.size = sizeof(tml_live_options), .step = 1e-3}, &live, log),
                 TML_FAILED);
    bool said = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        said |= strstr(tml_log_get(log, i).text, "the motion is not unique") != NULL;
    cr_expect(said && !live);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- another time of the start ---- */

static tml_model *driven_rods(const char *initial, const char *driver)
{
    char text[800];
    snprintf(text, sizeof text,
             "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n"
             "  a: {points: {O: [0, 0], A: [0.5, 0]}, mass: 1, shape: rod}\n"
             "  b: {points: {A: [0, 0], B: [0.4, 0]}, mass: 0.5, shape: rod}\n"
             "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}}\n"
             "initial: {%s}\ndrivers: {d: {%s}}\nanalyses: [dynamics: {end: 1, output: 0.01, tolerance: 1e-10}]\n",
             initial, driver);
    return tml_case_parse(text);
}

/* A driver is where it is at the start, and all else as `initial` says there: as in the motion that begins at t = 0 with t + 0.75 for t. */
Test(live, a_motion_that_begins_later_is_assembled_there)
{
    static const struct {
        const char *initial, *driver, *shifted;
        double angle, speed, later; /* of O: at the start, and its angle 1 s later */
    } known[] = {
        {"A.angle: 0, A.speed: 0", "O.angle: t^2", "O.angle: (t + 0.75)^2", 0.5625, 1.5, 3.0625},
        {"A.angle: 0.3", "O.angle: t^2", "O.angle: (t + 0.75)^2", 0.5625, 1.5, 3.0625},
        {"A.speed: -1", "O.speed: 3*t", "O.speed: 3*(t + 0.75)", 0, 2.25, 3.75},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const double start = 0.75;
        tml_model *model = driven_rods(known[i].initial, known[i].driver),
                  *shifted = driven_rods(known[i].initial, known[i].shifted);
        tml_live *live = tml_case_live(model, (tml_live_options){.step = 0.125, .start = &start}),
                 *other = tml_case_live(shifted, (tml_live_options){.step = 0.125});
        cr_expect_float_eq(tml_case_live_value(live, "O.angle"), known[i].angle, 1e-14);
        cr_expect_float_eq(tml_case_live_value(live, "O.speed"), known[i].speed, 1e-14);
        cr_expect_float_eq(tml_case_live_value(live, "A.angle"), i == 1 ? 0.3 : 0, 1e-14);
        cr_expect_float_eq(tml_case_live_value(live, "A.speed"), i == 2 ? -1 : 0, 1e-14);
        step(live, 8), step(other, 8);
        cr_expect_float_eq(tml_case_live_value(live, "O.angle"), known[i].later, 1e-12);
        cr_expect_float_eq(tml_case_live_value(live, "A.angle"), tml_case_live_value(other, "A.angle"), 1e-9);
        tml_live_free(live), tml_live_free(other);
        tml_model_free(model), tml_model_free(shifted);
    }
}

/* ---- steps of another size ---- */

/* A body that falls: y = -g t^2/2, whatever the steps. */
Test(live, steps_of_another_size_go_on_from_the_present_time)
{
    tml_log *log = tml_log_make();
    const char text[] = "trammel: 1\ngravity: [0, -8]\nbodies: {stone: {mass: 1, inertia: 1}}\n"
                        "analyses: [dynamics: {end: 1, output: 0.25}]\n";
    tml_model *model = tml_model_parse(text, strlen(text), "stone", log);
    cr_assert_not_null(model);
    tml_live *live = tml_case_live(model, (tml_live_options){.size = sizeof(tml_live_options)});
    const long y = tml_live_channel(live, "stone.y");
    step(live, 2);
    cr_expect_eq(tml_live_set_step_size(live, 0.125), TML_OK);
    cr_expect_eq(tml_live_step_size(live), 0.125);
    cr_expect_eq(tml_live_time(live), 0.5);
    cr_expect_float_eq(tml_live_value(live, y), -1, 1e-12);
    step(live, 3);
    cr_expect_eq(tml_live_time(live), 0.875);
    cr_expect_float_eq(tml_live_value(live, y), -4 * 0.875 * 0.875, 1e-12);
    cr_expect_eq(tml_live_set_step_size(live, 0), TML_WRONG);
    cr_expect_eq(tml_live_set_step_size(live, -1), TML_WRONG);
    cr_expect_eq(tml_live_set_step_size(live, NAN), TML_WRONG);
    cr_expect_eq(tml_live_set_step_size(live, INFINITY), TML_WRONG);
    step(live, 1);
    cr_expect_eq(tml_live_time(live), 1);
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}
