/* live_state.c - states and snapshots of live motions: every model that ships goes on from a snapshot with the same bits, in the motion that it was
 * taken of and in another one; states that are put are the states that are read, joints closed. */
#define _XOPEN_SOURCE 700
#include "support/case.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE = 40, AFTER = 60 };

/* NULL: the model has no motion that can be stepped. */
static tml_live *try_live(const tml_model *model, double step)
{
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    tml_live_make(model, &(tml_live_options){.size = sizeof(tml_live_options), .step = step}, &live, log);
    tml_log_free(log);
    return live;
}

/* Steps until one fails, or the model's own end; how many went well. */
static int advance(tml_live *live, int count)
{
    int done = 0;
    while (done < count && tml_live_time(live) < tml_live_end(live) && tml_live_step(live) == TML_OK)
        done++;
    return done;
}

static double *values_of(tml_live *live)
{
    const size_t columns = tml_table_columns(tml_live_channels(live));
    double *values = malloc((columns + 1) * sizeof *values);
    for (size_t i = 0; i < columns; i++)
        values[i] = tml_live_value(live, (long)i);
    return values;
}

static void *snapshot_of(const tml_live *live)
{
    void *bytes = malloc(tml_live_snapshot_size(live));
    tml_live_snapshot_take(live, bytes);
    return bytes;
}

static void restore(tml_live *live, const void *bytes)
{
    cr_assert_eq(tml_live_snapshot_restore(live, bytes, tml_live_snapshot_size(live), NULL), TML_OK);
}

/* Whether all are the same, to a bar relative to the largest of the row; 0: bit by bit. */
static void expect_same(const tml_live *live, const double *a, const double *b, double bar, const char *name)
{
    const tml_table *table = tml_live_channels(live);
    for (size_t i = 0; i < tml_table_columns(table); i++) {
        const bool same = bar > 0 ? fabs(a[i] - b[i]) <= bar * (1 + fabs(a[i])) : a[i] == b[i];
        cr_expect(same || (isnan(a[i]) && isnan(b[i])), "%s: %s is %.17g, and %.17g from a snapshot", name,
                  tml_table_name(table, i), a[i], b[i]);
        if (!same && !isnan(a[i]))
            return;
    }
}

/* Contacts that are stepped over begin from the impulses of the step before, which are in no snapshot. */
static bool steps_over(const tml_model *model)
{
    char *text = tml_model_text(model);
    const bool found = strstr(text, "time_stepping") || strstr(text, "among:");
    free(text);
    return found;
}

static int compare(const char *path)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(path, log);
    cr_assert_not_null(model, "%s", path);
    tml_live *live = try_live(model, 0), *other = live ? try_live(model, 0) : NULL;
    if (live) {
        const double bar = steps_over(model) ? 1e-7 : 0;
        advance(live, BEFORE);
        void *bytes = snapshot_of(live);
        const int steps = advance(live, AFTER);
        double *first = values_of(live);
        restore(live, bytes);
        cr_expect_eq(advance(live, steps), steps, "%s", path);
        double *again = values_of(live);
        expect_same(live, first, again, bar, path);
        restore(other, bytes);
        cr_expect_eq(advance(other, steps), steps, "%s", path);
        double *elsewhere = values_of(other);
        expect_same(live, first, elsewhere, bar, path);
        free(first), free(again), free(elsewhere), free(bytes);
    }
    const int compared = live != NULL;
    tml_live_free(live);
    tml_live_free(other);
    tml_model_free(model);
    tml_log_free(log);
    return compared;
}

Test(live_state, every_model_goes_on_from_a_snapshot, .timeout = TML_SLOWER * 280)
{
    glob_t found;
    int compared = 0;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        compared += compare(found.gl_pathv[i]);
    globfree(&found);
    cr_expect_gt(compared, 60);
}

/* ---- states as numbers ---- */

/* A state that is read and put is the same, and the motion goes on from it: what it has done so far does not count. */
static int put_back(const char *path)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(path, log);
    tml_live *live = try_live(model, 0), *other = live ? try_live(model, 0) : NULL;
    int compared = 0;
    if (live && advance(live, BEFORE) > 0) {
        const size_t count = tml_live_state_count(live);
        double *numbers = malloc((count + 1) * sizeof *numbers), *again = malloc((count + 1) * sizeof *again);
        tml_live_state_get(live, numbers);
        for (size_t i = 0; i < count; i++)
            cr_expect_float_eq(numbers[i], tml_live_value(live, tml_live_state_channel(live, i)),
                               1e-7 * (1 + fabs(numbers[i])), "%s: %s", path,
                               tml_table_name(tml_live_channels(live), (size_t)tml_live_state_channel(live, i)));
        const tml_status status = tml_live_state_set(other, tml_live_time(live), numbers, log);
        cr_expect_eq(status, TML_OK, "%s: %s", path, tml_log_count(log) ? tml_log_get(log, 0).text : "");
        cr_expect_eq(tml_live_time(other), tml_live_time(live));
        tml_live_state_get(other, again);
        for (size_t i = 0; status == TML_OK && i < count; i++)
            cr_expect_float_eq(again[i], numbers[i], 1e-7 * (1 + fabs(numbers[i])), "%s: %s is %.15g, not %.15g", path,
                               tml_table_name(tml_live_channels(live), (size_t)tml_live_state_channel(live, i)),
                               again[i], numbers[i]);
        compared = 1;
        free(numbers), free(again);
    }
    tml_live_free(live);
    tml_live_free(other);
    tml_model_free(model);
    tml_log_free(log);
    return compared;
}

Test(live_state, every_model_is_put_into_a_state_that_it_had, .timeout = TML_SLOWER * 280)
{
    glob_t found;
    int compared = 0;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) /* joints that have drifted open are closed when a state is put */
        compared += strstr(found.gl_pathv[i], "-drift-") ? 0 : put_back(found.gl_pathv[i]);
    globfree(&found);
    cr_expect_gt(compared, 60);
}

static const char SWING[] = "trammel: 1\n"
                            "parameters: {push: 0}\n"
                            "points: {O: [0, 0], P: [1, 0]}\n"
                            "bodies: {rod: {points: [O, P], com: P, mass: 1, inertia: 0.25}}\n"
                            "joints: {O: {revolute: [ground, rod]}}\n"
                            "forces: {arm: {motor: O, torque: push}}\n"
                            "analyses: [dynamics: {end: 1, output: 0.001}]\n";

static tml_live *swing(const tml_model *model)
{
    static const char *const inputs[] = {"push"};
    tml_live *live = NULL;
    const tml_live_options options = {.size = sizeof options, .inputs = inputs, .input_count = 1};
    tml_log *log = tml_log_make();
    cr_assert_eq(tml_live_make(model, &options, &live, log), TML_OK);
    tml_log_free(log);
    return live;
}

static double value(tml_live *live, const char *channel)
{
    return tml_live_value(live, tml_live_channel(live, channel));
}

/* From a state that was put: I w^2/2 + m g h stays, I = 1.25 kg m^2. The joint is closed by the smallest change, which about the centre of mass is
 * one of the position. */
Test(live_state, a_pendulum_swings_from_where_it_is_put)
{
    tml_model *model = tml_case_parse(SWING);
    tml_live *live = swing(model);
    double x[6] = {cos(2.0), sin(2.0), 2, -3 * sin(2.0), 3 * cos(2.0), 3};
    cr_assert_eq(tml_live_state_count(live), 6);
    cr_assert_eq(tml_live_state_set(live, 7, x, NULL), TML_OK);
    cr_expect_float_eq(value(live, "O.angle"), 2, 1e-14);
    cr_expect_float_eq(value(live, "O.speed"), 3, 1e-14);
    cr_expect_eq(value(live, "energy.work"), 0);
    const double energy = 0.5 * 1.25 * 9 + 9.81 * sin(2.0);
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(tml_live_step(live), TML_OK);
    cr_expect_float_eq(tml_live_time(live), 8, 1e-12);
    const double angle = value(live, "O.angle"), speed = value(live, "O.speed");
    cr_expect_float_eq(0.5 * 1.25 * speed * speed + 9.81 * sin(angle), energy, 1e-10);
    x[0] += 0.01; /* off its circle */
    cr_assert_eq(tml_live_state_set(live, 0, x, NULL), TML_OK);
    cr_expect_float_eq(hypot(value(live, "rod.x"), value(live, "rod.y")), 1, 1e-14);
    tml_live_reset(live);
    cr_expect_eq(value(live, "O.angle"), 0);
    cr_expect_eq(tml_live_time(live), 0);
    tml_live_free(live);
    tml_model_free(model);
}

Test(live_state, inputs_are_part_of_a_snapshot_and_stay_when_a_state_is_put)
{
    tml_model *model = tml_case_parse(SWING);
    tml_live *live = swing(model), *other = swing(model);
    double x[6];
    tml_live_set(live, tml_live_input(live, "push"), 5);
    void *bytes = snapshot_of(live);
    cr_expect_float_eq(value(live, "O.acceleration"), (5 - 9.81) / 1.25, 1e-12);
    tml_live_state_get(live, x);
    cr_assert_eq(tml_live_state_set(live, 0, x, NULL), TML_OK);
    cr_expect_float_eq(value(live, "O.acceleration"), (5 - 9.81) / 1.25, 1e-12);
    restore(other, bytes);
    cr_expect_float_eq(value(other, "O.acceleration"), (5 - 9.81) / 1.25, 1e-12);
    free(bytes);
    tml_live_free(live), tml_live_free(other);
    tml_model_free(model);
}

static void expect_refused(tml_status status, tml_status wanted, const tml_log *log, const char *code)
{
    cr_expect_eq(status, wanted);
    cr_assert_gt(tml_log_count(log), 0);
    cr_expect_str_eq(tml_log_get(log, tml_log_count(log) - 1).code, code);
}

Test(live_state, what_is_no_state_is_refused_and_nothing_has_changed)
{
    tml_model *model = tml_case_parse(SWING), *top = NULL;
    tml_live *live = swing(model), *same = swing(model);
    tml_log *log = tml_log_make();
    double x[13] = {NAN};
    advance(live, 100), advance(same, 100);
    const size_t size = tml_live_snapshot_size(live);
    char *bytes = snapshot_of(live);
    expect_refused(tml_live_state_set(live, 0, x, log), TML_WRONG, log, "E784");
    x[0] = 0;
    expect_refused(tml_live_state_set(live, INFINITY, x, log), TML_WRONG, log, "E784");
    expect_refused(tml_live_snapshot_restore(live, bytes, size - 1, log), TML_WRONG, log, "E783");
    bytes[size / 2] ^= 1;
    expect_refused(tml_live_snapshot_restore(live, bytes, size, log), TML_WRONG, log, "E783");
    memset(bytes, 0, size);
    expect_refused(tml_live_snapshot_restore(live, bytes, size, log), TML_WRONG, log, "E783");
    top = tml_case_parse("trammel: 1\nspace: space\nbodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\nanalyses: "
                         "[dynamics: {end: 1, output: 0.1}]\n");
    tml_live *ball = try_live(top, 0);
    memset(x, 0, sizeof x); /* a quaternion of zero */
    expect_refused(tml_live_state_set(ball, 0, x, log), TML_FAILED, log, "E784");
    x[3] = 2, x[12] = 1;
    cr_expect_eq(tml_live_state_set(ball, 0, x, log), TML_OK);
    cr_expect_float_eq(value(ball, "ball.qw"), 1, 1e-15);
    cr_expect_float_eq(value(ball, "ball.omegaz"), 1, 1e-15);
    advance(live, 100), advance(same, 100);
    cr_expect_eq(value(live, "O.angle"), value(same, "O.angle"));
    free(bytes);
    tml_live_free(live), tml_live_free(same), tml_live_free(ball);
    tml_model_free(model), tml_model_free(top);
    tml_log_free(log);
}

/* ---- after a step that failed ---- */

/* A driver turns a rod by the angle t onto a stop at 0.9 rad, where no forces let it go on. */
static const char ONTO_A_STOP[] = "trammel: 1\n"
                                  "bodies:\n"
                                  "  ground: {points: {O: [0, 0]}}\n"
                                  "  rod: {points: {O: [0, 0], A: [0.5, 0]}, mass: 3, shape: rod}\n"
                                  "joints: {O: {revolute: [ground, rod], limits: [-0.9, 0.9]}}\n"
                                  "drivers: {d: {O.angle: t}}\n"
                                  "analyses: [dynamics: {end: 2, output: 0.01}]\n";

Test(live_state, a_failure_is_forgotten_where_the_motion_goes_back)
{
    tml_model *model = tml_case_parse(ONTO_A_STOP);
    tml_live *live = try_live(model, 0.25);
    cr_assert_eq(advance(live, 2), 2);
    void *bytes = snapshot_of(live);
    cr_assert_eq(advance(live, 1), 1);
    double *first = values_of(live);
    cr_expect_eq(tml_live_step(live), TML_FAILED);
    restore(live, bytes);
    cr_assert_eq(advance(live, 1), 1);
    double *again = values_of(live);
    expect_same(live, first, again, 0, "onto a stop");
    cr_expect_float_eq(value(live, "O.angle"), 0.75, 1e-12);
    cr_expect_eq(tml_live_step(live), TML_FAILED);
    tml_live_reset(live);
    cr_assert_eq(advance(live, 1), 1);
    cr_expect_float_eq(value(live, "O.angle"), 0.25, 1e-12);
    free(first), free(again), free(bytes);
    tml_live_free(live);
    tml_model_free(model);
}
