/* units.c - results do not depend on the choice of units: every model of the repository in other units of length, mass and time.
 *
 * Scaled by powers of two every product is exact, so that whatever is decided by comparing quantities of one dimension comes out the
 * same, and so do all digits. Scaled by powers of ten the numbers of the model are rounded: what follows differs by that rounding and by
 * what the motion makes of it.
 */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "support/larger.h"
#include "support/unit_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(units, .timeout = TML_SLOWER * 600);

typedef struct {
    const char *formulation, *integrator;
    double bar;
    bool counts; /* steps and evaluations must be the same, too */
} manner;

/* Surfaces that touch do so by the last digit: rounded numbers put them apart, or into each other. */
static bool touches(const char *text)
{
    return strstr(text, "contact:") != NULL;
}

static void compare(const char *name, const char *text, const unit_run *base, unit_scales by, manner m)
{
    unit_run known = unit_run_evaluated(name, text);
    char *scaled = text_in_units(text, by, known.status == TML_OK ? known.results : base->results);
    unit_run_free(&known);
    unit_run other = unit_run_text(name, scaled, m.formulation, m.integrator);
    cr_expect(other.status == base->status, "%s: length %g, mass %g, time %g: status %d, not %d: %s", name, by.length,
              by.mass, by.time, (int)other.status, (int)base->status, first_message(other.log));
    for (size_t i = 0; other.status == base->status && i < tml_results_count(base->results); i++) {
        const tml_table *a = tml_results_table(base->results, i), *b = tml_results_table(other.results, i);
        const char *where;
        const double apart = unit_difference(
            a, b, by, (rounding_level){largest_coordinate(a), has_interactions(text) ? 9.81 : 0}, &where);
        cr_expect(apart <= m.bar, "%s: %s by %s, length %g, mass %g, time %g: off by %.3g at %s, bar %g", name,
                  tml_table_kind(a), m.formulation ? m.formulation : "auto", by.length, by.mass, by.time, apart, where,
                  m.bar);
        for (int k = 0; m.counts && k < 2; k++) {
            const char *fact = k ? "evaluations" : "steps";
            cr_expect(table_fact(a, fact) == table_fact(b, fact), "%s: length %g, mass %g, time %g: %g %s, not %g",
                      name, by.length, by.mass, by.time, table_fact(b, fact), fact, table_fact(a, fact));
        }
    }
    free(scaled);
    unit_run_free(&other);
}

/* Each unit larger and smaller by a factor, all others as they were. */
static void compare_each(const char *name, const char *text, const unit_run *base, manner m, double factor,
                         bool lengths)
{
    for (int i = 0; i < 2; i++) {
        const double f = i ? factor : 1 / factor;
        if (lengths)
            compare(name, text, base, (unit_scales){f, 1, 1}, m);
        compare(name, text, base, (unit_scales){1, f, 1}, m);
        compare(name, text, base, (unit_scales){1, 1, f}, m);
    }
}

static void compare_all(const char *name, const char *text, manner m, double factor)
{
    unit_run base = unit_run_text(name, text, m.formulation, m.integrator);
    cr_assert(base.status == TML_OK, "%s: %s", name, first_message(base.log));
    compare_each(name, text, &base, m, factor, true);
    unit_run_free(&base);
}

/* Its last motion cut to a twentieth. */
static char *shorten(const char *text)
{
    static const char begin[] = "dynamics: {end: ", between[] = ", output: ";
    const char *at = NULL, *next = text;
    char *rest;
    tml_text out = {0};
    while ((next = strstr(next, begin)))
        at = next += strlen(begin);
    if (!at || strncmp((strtod(at, &rest), rest), between, strlen(between)) != 0) {
        tml_text_add(&out, "%s", text);
        return out.data;
    }
    const double end = strtod(at, &rest) / 20;
    strtod(rest + strlen(between), &rest);
    tml_text_put(&out, text, (size_t)(at - text));
    tml_text_add(&out, "%.17g, output: %.17g%s", end, end / 10, rest);
    return out.data;
}

/* Metres and radians alike, as its textbook has it: `metric: plain` means a unit of length. */
static bool has_lengths(const char *name)
{
    return strcmp(name, "fourbar-drift-projection.yaml") != 0;
}

/* By powers of ten: as far as rounded numbers let a motion come out the same, through springs of 1e9 N/m, many impacts, and steps that are other ones. */
static double rounded_bar(const char *name)
{
    const bool stiff =
        strncmp(name, "suspension", 10) == 0 || strncmp(name, "ica", 3) == 0 || strcmp(name, "a05-flyball.yaml") == 0;
    return strcmp(name, "slider-crank-clearance.yaml") == 0 ? 1e-5
           : stiff                                          ? 1e-6
           : strcmp(name, "a02-fourbars-40.yaml") == 0      ? 1e-7
                                                            : 1e-9;
}

static void as_written(const char *name, const char *written)
{
    const bool sticks = strstr(written, "friction:") != NULL; /* a step more or less until then */
    const manner exact = {.bar = 1e-11, .counts = !sticks}, rounded = {.bar = rounded_bar(name)};
    char *text = has_interactions(written) ? text_with_sections(written, "{}") : shorten(written);
    unit_run base = unit_run_text(name, text, NULL, NULL);
    cr_assert(base.status == TML_OK, "%s: %s", name, first_message(base.log));
    const unit_scales no_length = {1, scales_large.mass, scales_large.time};
    compare(name, text, &base, has_lengths(name) ? scales_large : no_length, exact);
    if (has_lengths(name))
        compare(name, text, &base, scales_small, exact);
    const bool rattles = strcmp(name, "wrist-pin.yaml") == 0; /* rounding decides how many blows are followed */
    if (has_lengths(name) && !touches(text) && !rattles)
        compare(name, text, &base, scales_tens, rounded);
    if (getenv("TML_UNITS_ALL")) {
        compare_each(name, text, &base, exact, 0x1p30, has_lengths(name));
        if (!touches(text) && !rattles)
            compare_each(name, text, &base, rounded, 1e9, has_lengths(name));
    }
    unit_run_free(&base);
    free(text);
}

Test(units, models_up_to_b_give_the_same_digits_in_other_units)
{
    each_model("", "b", as_written);
}
Test(units, models_from_b_give_the_same_digits_in_other_units)
{
    each_model("b", "~", as_written);
}

/* ---- small, slow ---- */

static const char micro[] =
    "trammel: 1\n"
    "gravity: [0, -98.1]\n"
    "points: {O: [0, 0], A: [0, 1e-6], B: [2e-6, 2.5e-6], C: [2e-6, 0], P: [4e-6, 4e-6], S: [5e-6, 0]}\n"
    "bodies:\n"
    "  crank: {points: [O, A], mass: 2e-10, shape: rod}\n"
    "  coupler: {points: [A, B, P], mass: 9e-10, shape: rod}\n"
    "  rocker: {points: [C, B], mass: 4e-10, shape: rod}\n"
    "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]}, B: {revolute: [coupler, rocker]},\n"
    "         C: {revolute: [ground, rocker]}}\n"
    "forces:\n"
    "  s: {spring: [ground.S, coupler.P], stiffness: 0.1, damping: 2e-6, length: 3e-6}\n"
    "  mo: {motor: O, torque: 5e-14 - 5e-18*O.speed}\n"
    "analyses: [dynamics: {end: 1e-3, output: 1e-4}]\n";

/* A four-bar of 5 um, and of 5 m: by absolute coordinates its largest reaction at A is 1.7283e-7 N. */
Test(units, a_mechanism_of_micrometres_gives_the_same_digits)
{
    static const char *const formulations[] = {"absolute", "joint", "point", "particles"};
    for (int i = 0; i < 4; i++) {
        compare_all("micro", micro, (manner){formulations[i], .bar = 1e-8}, 1e9);
        unit_run r = unit_run_text("micro", micro, formulations[i], NULL);
        const tml_table *t = tml_results_table(r.results, 0);
        double most = 0;
        for (size_t row = 0; row < tml_table_rows(t); row++)
            most = larger(most, hypot(tml_table_value(t, row, (size_t)tml_table_find(t, "A.fx")),
                                      tml_table_value(t, row, (size_t)tml_table_find(t, "A.fy"))));
        cr_expect(fabs(most - 1.72832e-7) < 1e-12, "%s: reaction A is %g N", formulations[i], most);
        unit_run_free(&r);
    }
}

#define SLOW                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "bodies: {a: {mass: 1, inertia: [1, 2, 3], omega: [0.002, 0.00628, 0.001]}}\n"

/* A free body that rotates once in 1000 s. The quaternion's norm is kept without a rate of its own: rk4 is off by its own error, and steps
 * do not depend on the unit of time. */
Test(units, steps_of_a_slow_rotation_do_not_depend_on_the_unit_of_time)
{
    static const char *const formulations[] = {"absolute", "joint", "point"};
    for (int i = 0; i < 3; i++) {
        unit_run fixed =
            unit_run_text("slow", SLOW "analyses: [dynamics: {end: 1000, output: 100, integrator: rk4, step: 10}]\n",
                          formulations[i], NULL);
        unit_run exact = unit_run_text(
            "slow", SLOW "analyses: [dynamics: {end: 1000, output: 100, tolerance: 1e-12}]\n", formulations[i], NULL);
        cr_assert(fixed.status == TML_OK && exact.status == TML_OK);
        const tml_table *a = tml_results_table(fixed.results, 0), *b = tml_results_table(exact.results, 0);
        static const char *const quaternion[] = {"a.qw", "a.qx", "a.qy", "a.qz"};
        for (int k = 0; k < 4; k++) {
            const long column = tml_table_find(a, quaternion[k]);
            cr_assert(column >= 0);
            for (size_t row = 0; row < tml_table_rows(a); row++) {
                const double apart = tml_table_value(a, row, (size_t)column) - tml_table_value(b, row, (size_t)column);
                cr_expect(fabs(apart) < 5e-7, "%s: rk4 is off by %g at %s", formulations[i], apart, quaternion[k]);
            }
        }
        cr_expect(table_fact(b, "steps") < 100, "%s: %g steps for a turn", formulations[i], table_fact(b, "steps"));
        unit_run_free(&fixed);
        unit_run_free(&exact);
        static const char *const integrators[] = {"explicit", "adams", "bdf", "dae"};
        for (int k = 0; k < (i == 2 ? 0 : i ? 3 : 4); k++) /* by point accelerations are rounding alone */
            compare_all("slow", SLOW "analyses: [dynamics: {end: 1000, output: 100}]\n",
                        (manner){formulations[i], integrators[k], .bar = 1e-5}, ldexp(1, 30));
    }
}
