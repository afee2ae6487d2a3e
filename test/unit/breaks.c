/* breaks.c - kinks of expressions that are known beforehand: instants, and functions that cross zero at every join. */
#include "expression/motion.h"
#include "expression/time_crossings.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct {
    tml_arena arena;
    tml_log *log;
    const tml_tabulated *table;
    tml_time_break times[8];
    int time_count;
    tml_joins joins[8];
    int joins_count;
    tml_time_crossing crossings[8];
    int crossing_count;
} fixture;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return (tml_meaning){.kind = strcmp(name, "t") == 0 || strcmp(name, "q") == 0 ? TML_NAME_INPUT : TML_NAME_UNKNOWN,
                         .input = *name == 'q'};
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)name, (void)place;
    return ((fixture *)context)->table;
}

static void take_time(void *context, tml_time_break found)
{
    fixture *f = context;
    f->times[f->time_count++] = found;
}

static void take_joins(void *context, tml_joins found)
{
    fixture *f = context;
    f->joins[f->joins_count++] = found;
}

static void take_crossing(void *context, tml_time_crossing found)
{
    fixture *f = context;
    f->crossings[f->crossing_count++] = found;
}

static const tml_expression *find(fixture *f, const char *text)
{
    const tml_scope scope = {.context = f, .look_up = look_up, .table = find_table};
    const tml_tree *tree = tml_tree_parse(&f->arena, text, TML_NOWHERE, f->log);
    const tml_expression *e = tml_expression_compile(&f->arena, tree, &scope, (tml_expectation){.what = ""}, f->log);
    cr_assert(e, "%s", text);
    f->time_count = f->joins_count = f->crossing_count = 0;
    static const tml_varies varies[] = {TML_VARIES_WITH_TIME, TML_VARIES_WITH_MOTION};
    tml_expression_breaks(&f->arena, e, varies, &(tml_break_list){f, take_time, take_crossing, take_joins});
    return e;
}

static fixture make(void)
{
    return (fixture){.log = tml_log_make()};
}

static void end(fixture *f)
{
    tml_log_free(f->log);
    tml_arena_free(&f->arena);
}

/* Three pieces over a period of 3: an odd number. */
static const tml_tabulated *three(fixture *f)
{
    tml_motion_piece *p = TML_NEW_ARRAY(&f->arena, tml_motion_piece, 3);
    tml_tabulated *t = TML_NEW(&f->arena, tml_tabulated);
    p[0] = (tml_motion_piece){.x = 0.5, .h = 1, .c = {0, 0, 1}};
    p[1] = (tml_motion_piece){.x = 1.5, .h = 0.5, .c = {1, 0, -1}};
    p[2] = (tml_motion_piece){.x = 2, .h = 1.5, .c = {0, 0, 0}};
    t->curve = tml_curve_of_motion(&f->arena, p, 3, &(tml_curve_options){.periodic = true});
    return t;
}

/* Of all instants from t on, how far the first ones are from those expected. */
static void expect_instants(const fixture *f, double t, const double *expected, int count)
{
    for (int i = 0; i < count; i++) {
        const tml_time_gap gap = tml_time_breaks_find(f->times, f->time_count, t);
        cr_expect(gap.before <= expected[i] && gap.after >= expected[i], "%.17g, not %.17g", gap.before, expected[i]);
        cr_expect(gap.after - gap.before <= 2e-14 * fmax(1, fabs(expected[i])));
        cr_expect_gt(gap.after, t);
        t = gap.after;
    }
}

/* Times in a gap are not behind it: the instant itself is one of them, and the time behind it none. */
Test(breaks, an_instant_is_found_from_within_its_gap)
{
    static const struct {
        const char *text;
        double at;
    } known[] = {{"if(t > 1.5, 1, 0)", 1.5}, {"sign(0.3 - t)", 0.3}, {"floor(-7*t/10.5)", 1.5}, {"abs(t)", 0}};
    fixture f = make();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        find(&f, known[i].text);
        const tml_time_gap gap = tml_time_breaks_find(f.times, f.time_count, known[i].at - 0.1),
                           same = tml_time_breaks_find(f.times, f.time_count, known[i].at);
        cr_expect(gap.before < known[i].at && known[i].at < gap.after, "%s", known[i].text);
        cr_expect(same.before == gap.before && same.after == gap.after, "%s", known[i].text);
        cr_expect_gt(tml_time_breaks_find(f.times, f.time_count, gap.after).before, gap.after, "%s", known[i].text);
    }
    end(&f);
}

Test(breaks, instants_of_a_periodic_table)
{
    fixture f = make();
    f.table = three(&f);
    find(&f, "2*table(3*t - 1, lift)");
    cr_assert_eq(f.time_count, 1);
    expect_instants(&f, 0, (double[]){0, 0.5, 2.5 / 3, 1, 1.5, 5.5 / 3, 2, 2.5}, 8);
    expect_instants(&f, 3000.1, (double[]){3000.5, 9002.5 / 3, 3001, 3001.5}, 4);
    const tml_expression *e = find(&f, "table(1 - t/2, lift)"); /* backwards */
    expect_instants(&f, 0, (double[]){1, 4, 5, 7}, 4);
    cr_expect_eq(f.joins_count, 0);
    /* on either side of the gap the table is on its own piece: backwards at x = -1.5, the dwell and then 1 - u^2 */
    const tml_time_gap gap = tml_time_breaks_find(f.times, f.time_count, 3.5);
    tml_jet room[64], before, after;
    before = tml_expression_jet(e, (const tml_jet[]){{gap.before, 1, 0}}, room);
    after = tml_expression_jet(e, (const tml_jet[]){{gap.after, 1, 0}}, room);
    cr_expect_eq(before.dd, 0, "%g", before.dd);
    cr_expect_float_eq(after.dd, -2 / (0.5 * 0.5) / 4, 1e-9, "%g", after.dd);
    end(&f);
}

Test(breaks, instants_of_conditions_steps_and_whole_numbers)
{
    fixture f = make();
    static const struct {
        const char *text;
        double at[3];
    } known[] = {
        {"if(2*t < 3, 1, 2)", {1.5, INFINITY}},
        {"abs(t - 0.25)", {0.25, INFINITY}},
        {"max(t, 2 - t)", {1, INFINITY}},
        {"step(t, 1, 0, 3, 5)", {1, 3, INFINITY}},
        {"pulse(t, 1, 2)", {1, 2, INFINITY}},
        {"floor(2*t - 0.5)", {0.25, 0.75, 1.25}},
        {"round(t)", {0.5, 1.5, 2.5}},
        {"fmod(t, 0.4)", {0.4, 0.8, 1.2}},
        {"max(0, q)", {INFINITY}},
        {"sin(t)", {INFINITY}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double t = 0.01;
        find(&f, known[i].text);
        for (int k = 0; k < 3; k++) {
            const tml_time_gap gap = tml_time_breaks_find(f.times, f.time_count, t);
            if (isinf(known[i].at[k])) {
                cr_expect(isinf(gap.before), "%s: %g", known[i].text, gap.before);
                break;
            }
            cr_expect_float_eq(gap.before, known[i].at[k], 1e-14, "%s: %g", known[i].text, gap.before);
            t = gap.after;
        }
    }
    end(&f);
}

/* Of functions of time that are not lines: roots by closed forms. */
Test(breaks, instants_of_functions_of_time)
{
    static const double pi = 3.14159265358979323846;
    const struct {
        const char *text;
        double at[4];
    } known[] = {
        {"abs(sin(7*t))", {pi / 7, 2 * pi / 7, 3 * pi / 7, 4 * pi / 7}},
        {"max(0, sin(t^2))", {sqrt(pi), sqrt(2 * pi), sqrt(3 * pi), 2 * sqrt(pi)}},
        {"min(t, t^2/2)", {2, INFINITY}},
        {"if(t^2 > 2, t, 1)", {sqrt(2), INFINITY}},
        {"floor(exp(t))", {log(2), log(3), log(4), log(5)}},
        {"fmod(t^3, 3)", {cbrt(3), cbrt(6), cbrt(9), cbrt(12)}},
        {"step(t^2, 4, 0, 9, 5)", {2, 3, INFINITY}},
        {"abs(abs(sin(t)) - 0.5)", {pi / 6, 5 * pi / 6, pi, 7 * pi / 6}},
        {"max(0, min(0, 1 - t^2))", {1, INFINITY}}, /* zero before 1 */
        {"abs(exp(-((t - 3)/1e-3)^2) - 0.5)", {3 - 1e-3 * sqrt(log(2)), 3 + 1e-3 * sqrt(log(2)), INFINITY}},
        {"max(0, q*t^2)", {INFINITY}},
    };
    fixture f = make();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double t = 0.01;
        find(&f, known[i].text);
        const double inputs[] = {0, 0};
        tml_time_crossings *c = tml_time_crossings_make(&f.arena, f.crossings, f.crossing_count, inputs, 2);
        for (int k = 0; k < 4; k++) {
            const tml_time_gap gap = tml_time_crossings_find(c, t, 10, tml_time_breaks_find(f.times, f.time_count, t));
            if (isinf(known[i].at[k])) {
                cr_expect(isinf(gap.before), "%s: %.17g", known[i].text, gap.before);
                break;
            }
            cr_expect(gap.before <= known[i].at[k] && gap.after >= known[i].at[k] && gap.after - gap.before < 4e-13,
                      "%s: %.17g, not %.17g", known[i].text, gap.before, known[i].at[k]);
            t = gap.after;
        }
    }
    end(&f);
}

/* What an event has set is taken as it is when it is looked for. */
Test(breaks, instants_that_an_event_sets)
{
    fixture f = make();
    const tml_varies varies[] = {TML_VARIES_WITH_TIME, TML_VARIES_NOT};
    double inputs[] = {0, 5};
    const tml_expression *e = find(&f, "max(0, t - q)");
    cr_expect_eq(f.crossing_count, 0);
    tml_expression_breaks(&f.arena, e, varies, &(tml_break_list){&f, take_time, take_crossing, take_joins});
    cr_assert_eq(f.crossing_count, 1);
    tml_time_crossings *c = tml_time_crossings_make(&f.arena, f.crossings, 1, inputs, 2);
    const tml_time_gap none = {INFINITY, INFINITY};
    cr_expect(isinf(tml_time_crossings_find(c, 0, 4, none).before));
    cr_expect_float_eq(tml_time_crossings_find(c, 1, 6, none).before, 5, 1e-14);
    inputs[1] = 2.5;
    cr_expect_float_eq(tml_time_crossings_find(c, 1, 6, none).before, 2.5, 1e-14);
    end(&f);
}

/* A function of a state crosses zero at every join, with the slope 1 or -1, and nowhere else. */
Test(breaks, joins_of_a_state)
{
    fixture f = make();
    double work[64];
    f.table = three(&f);
    find(&f, "table(2*q, lift)");
    cr_assert_eq(f.joins_count, 1);
    cr_assert_eq(f.time_count, 0);
    const tml_joins *j = &f.joins[0];
    double last = 0;
    int crossings = 0;
    for (int i = -1999; i <= 2000; i++) {
        const double q = i * 0.003 + 1e-4, inputs[] = {0, q};
        const double g = tml_expression_value(j->when, inputs, work);
        if (last != 0 && (g > 0) != (last > 0)) {
            const double x = fmod(2 * q - 0.5 + 300, 3); /* behind a join at 0, 1, 1.5 */
            cr_expect(x < 0.0062 || (x > 1 && x < 1.0062) || (x > 1.5 && x < 1.5062), "%g", x);
            crossings++;
        }
        last = g;
    }
    cr_expect_eq(crossings, 24, "%d", crossings); /* eight periods of three */
    cr_expect_float_eq(tml_joins_room(j, 1.75, 1, 2), 0.25 + 1.5, 1e-14);
    cr_expect_float_eq(tml_joins_room(j, 1.75, -1, 2), 0.25 + 1, 1e-14);
    end(&f);
}

/* Corners of straight lines are joins, points of smooth curves are not. */
Test(breaks, corners_of_lines)
{
    fixture f = make();
    const double points[] = {0, 0, 1, 1, 2, 2, 3, 0};
    double x[4];
    tml_curve_options o = {.interpolation = TML_INTERPOLATE_LINEAR};
    const tml_curve *lines = tml_curve_make_with(&f.arena, points, 4, o, TML_NOWHERE, f.log);
    cr_assert_eq(tml_curve_joins(tml_curve_of_table(lines, false), x), 1);
    cr_expect_eq(x[0], 2);
    o.extrapolation = TML_EXTRAPOLATE_HOLD;
    lines = tml_curve_make_with(&f.arena, points, 4, o, TML_NOWHERE, f.log);
    cr_assert_eq(tml_curve_joins(tml_curve_of_table(lines, false), x), 3);
    o = (tml_curve_options){.interpolation = TML_INTERPOLATE_SPLINE, .ends = TML_ENDS_NATURAL};
    const tml_curve *smooth = tml_curve_make_with(&f.arena, points, 4, o, TML_NOWHERE, f.log);
    cr_expect_eq(tml_curve_joins(tml_curve_of_table(smooth, false), NULL), 0);
    o.ends = TML_ENDS_CLAMPED; /* its curvature ends where it goes on straight */
    smooth = tml_curve_make_with(&f.arena, points, 4, o, TML_NOWHERE, f.log);
    cr_expect_eq(tml_curve_joins(tml_curve_of_table(smooth, false), NULL), 2);
    end(&f);
}
