/* time_steps.c - tests of narrow features of functions of time: no step passes over one, and functions without any limit nothing. */
#include "expression/time_steps.h"
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 4, TEXT = 400 };

static tml_arena arena;
static tml_log *log_;
static tml_tabulated table;
static uint64_t seed = 88172645463325252u;

static double uniform(double from, double to)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return from + (to - from) * ((double)(seed >> 11) * 0x1p-53);
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return (tml_meaning){.kind = strcmp(name, "t") == 0 || strcmp(name, "q") == 0 ? TML_NAME_INPUT : TML_NAME_UNKNOWN,
                         .input = *name == 'q'};
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)context, (void)name, (void)place;
    return &table;
}

static const tml_varies kinds[] = {TML_VARIES_WITH_TIME, TML_VARIES_WITH_MOTION};

static void find(const char *text, int derivatives, tml_narrow_feature *time, tml_narrow_feature *motion)
{
    static const tml_scope scope = {.look_up = look_up, .table = find_table};
    const tml_tree *tree = tml_tree_parse(&arena, text, TML_NOWHERE, log_);
    cr_assert(tree, "%s", text);
    const tml_expression *e = tml_expression_compile(&arena, tree, &scope, (tml_expectation){.what = "test"}, log_);
    cr_assert(e, "%s", text);
    tml_expression_narrow_features(&arena, e, kinds, derivatives, time, motion);
}

static tml_time_steps *make(const char *text, double end)
{
    static const double inputs[2] = {0, 0};
    tml_narrow_feature time, motion;
    find(text, 0, &time, &motion);
    cr_assert(time.e, "%s", text);
    return tml_time_steps_make(&arena, &time, 1, inputs, 2, 0, end, false);
}

static void set_up(void)
{
    log_ = tml_log_make();
}

static void tear_down(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(time_steps, .init = set_up, .fini = tear_down);

Test(time_steps, what_is_smooth_has_no_features)
{
    static const struct {
        const char *text;
        int derivatives;
    } cases[] = {{"3*t - 1", 2},      {"sin(20*t + 1)", 2},  {"10*cos(3*t)*sin(2*t) + t^3", 2},
                 {"q*sin(5*t)", 2},   {"-100*q + 3*q^3", 2}, {"abs(q)*q", 0},
                 {"sqrt(q^2 + 1)", 0}};
    tml_narrow_feature time, motion;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        find(cases[i].text, cases[i].derivatives, &time, &motion);
        cr_expect(!time.e && !motion.e, "%s, %d derivatives", cases[i].text, cases[i].derivatives);
    }
}

/* The second derivative of abs(q)*q jumps at q = 0, and that of sqrt(q^2 + a^2) is a bump of width a. */
Test(time_steps, second_derivatives_of_the_motion_are_features)
{
    tml_narrow_feature time, motion;
    find("abs(q)*q", 2, &time, &motion);
    cr_expect(!time.e && motion.e);
    find("sqrt(q^2 + 1e-8)", 2, &time, &motion);
    cr_expect(!time.e && motion.e);
}

Test(time_steps, features_are_those_of_time_or_of_the_motion)
{
    tml_narrow_feature time, motion;
    find("100*t + q*exp(-t^2)", 0, &time, &motion);
    cr_expect(time.e && motion.e); /* the product moves */
    find("100*t + exp(-t^2)", 0, &time, &motion);
    cr_expect(time.e && !motion.e);
    find("-30*q + tanh(q) - tanh(q - 1)", 0, &time, &motion);
    cr_expect(!time.e && motion.e);
}

/* A step that passes the whole pulse is never longer than 5 widths, and some step ends or begins in its neighbourhood. */
static void expect_seen(const char *text, double end, double middle, double width)
{
    tml_time_steps *s = make(text, end);
    int steps = 0, inside = 0;
    for (double t = 0; t < end; steps++) {
        const double h = fmin(tml_time_steps_longest(s, t, CELLS), end);
        const bool covers = t < middle - 0.3 * width && t + h > middle + 0.3 * width;
        inside += fabs(t - middle) < 5 * width;
        cr_assert(!covers || h <= 5 * width, "%s: a step of %g from %g", text, h, t);
        t += h;
    }
    cr_assert_gt(inside, 0, "%s", text);
    cr_assert_lt(steps, 200, "%s: %d steps", text, steps);
    cr_assert_eq(tml_time_steps_given_up(s), 0);
}

Test(time_steps, no_pulse_is_passed_over)
{
    char text[TEXT];
    for (int i = 0; i < 400; i++) {
        const double end = pow(10, uniform(-2, 3)), width = end * pow(10, uniform(-8, -1.5)),
                     a = end * uniform(0.1, 0.9);
        snprintf(text, TEXT, "7*exp(-((t - %.17g)/%.17g)^2)", a, width / 2);
        expect_seen(text, end, a, width);
        snprintf(text, TEXT, "1000*t + tanh((t - %.17g)/%.17g) - tanh((t - %.17g)/%.17g)", a - width / 2, width / 8,
                 a + width / 2, width / 8);
        expect_seen(text, end, a, width);
        snprintf(text, TEXT, "sin(t) + max(0, 1 - abs(t - %.17g)/%.17g)", a, width);
        expect_seen(text, end, a, 2 * width);
    }
}

/* A step after a long rest goes up to where the pulse begins; a table of many points does not stop steps at each. */
Test(time_steps, a_table_is_followed_as_finely_as_it_bends)
{
    enum { POINTS = 4001 };
    static double points[2 * POINTS];
    for (int i = 0; i < POINTS; i++)
        points[2 * i] = 0.01 * i, points[2 * i + 1] = sin(0.5 * points[2 * i]);
    table.curve = tml_curve_make(&arena, points, POINTS, TML_NOWHERE, log_);
    tml_time_steps *s = make("table(t, f)", 40);
    int steps = 0;
    for (double t = 0; t < 40; steps++)
        t += fmin(tml_time_steps_longest(s, t, CELLS), 40);
    cr_expect_lt(steps, 20, "%d steps for 3 periods", steps);
}

Test(time_steps, what_has_a_pole_does_not_stop_the_motion)
{
    tml_time_steps *s = make("1/(t - 0.3)^2 + sqrt(t)", 1);
    int steps = 0;
    for (double t = 0; t < 1 && steps < 1000; steps++)
        t += fmin(tml_time_steps_longest(s, t, CELLS), 1);
    cr_expect_lt(steps, 1000);
}
