/* units.c - no digit depends on the choice of units: every model that ships, written in other units of length, mass and time.
 *
 * Scaled by powers of two every product is exact, so that whatever is decided by comparing quantities of one dimension comes out the
 * same, and so do all digits. Scaled by powers of ten the numbers of the model are rounded: what follows differs by that rounding and by
 * what the motion makes of it.
 */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "support/rescale.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(units, .timeout = 200);

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_results *results;
    tml_status status;
} run;

static run run_text(const char *name, const char *text, const char *formulation, const char *integrator)
{
    run r = {.log = tml_log_make(), .status = TML_WRONG};
    const tml_run_options options = {.formulation = formulation, .integrator = integrator};
    r.model = tml_model_parse(text, strlen(text), name, r.log);
    if (r.model)
        r.status = tml_run(r.model, &options, &r.results, r.log);
    return r;
}

static void run_free(run *r)
{
    tml_results_free(r->results);
    tml_model_free(r->model);
    tml_log_free(r->log);
}

static const char *said(const run *r)
{
    return tml_log_count(r->log) ? tml_log_get(r->log, 0).text : "";
}

/* Errors are rounding, and of no other size in other units. Shapes of modes are such that their largest entry is 1, be it a length or an
 * angle: those with length and angles side by side are no numbers of one unit. */
static bool is_left_out(const tml_table *t, const char *name)
{
    const size_t n = strlen(name);
    const bool part = n > 3 && (strcmp(name + n - 3, ".re") == 0 || strcmp(name + n - 3, ".im") == 0);
    return strncmp(name, "residual", 8) == 0 || strcmp(name, "energy.error") == 0 ||
           (part && strcmp(tml_table_kind(t), "modes") == 0);
}

static double largest_of_unit(const tml_table *t, const char *unit)
{
    double most = 0;
    for (size_t k = 0; k < tml_table_columns(t); k++)
        for (size_t r = 0; strcmp(tml_table_unit(t, k), unit) == 0 && r < tml_table_rows(t); r++)
            most = fmax(most, fabs(tml_table_value(t, r, k)));
    return most;
}

/* The largest difference, as a part of the largest number of that unit. */
static double distance(const tml_table *a, const tml_table *b, rescale by, const char **where)
{
    double worst = 0;
    *where = "";
    if (tml_table_rows(a) != tml_table_rows(b) || tml_table_columns(a) != tml_table_columns(b))
        return INFINITY;
    for (size_t k = 0; k < tml_table_columns(a); k++) {
        const double factor = rescale_factor(by, tml_table_unit(a, k)), most = largest_of_unit(a, tml_table_unit(a, k));
        for (size_t r = 0; !is_left_out(a, tml_table_name(a, k)) && r < tml_table_rows(a); r++) {
            const double x = tml_table_value(a, r, k), y = tml_table_value(b, r, k) / factor;
            const double apart = x == y || (isnan(x) && isnan(y)) ? 0 : fabs(x - y) / most;
            if (!(apart <= worst))
                worst = apart, *where = tml_table_name(a, k);
        }
    }
    return worst;
}

static double fact_of(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(t); i++)
        if (strcmp(tml_table_fact_name(t, i), name) == 0)
            return tml_table_fact_number(t, i);
    return 0;
}

typedef struct {
    const char *formulation, *integrator;
    double bar;
    bool counts; /* steps and evaluations must be the same, too */
} manner;

static void compare(const char *name, const char *text, const run *base, rescale by, manner m)
{
    char *scaled = rescale_text(text, by, base->results);
    run other = run_text(name, scaled, m.formulation, m.integrator);
    cr_expect(other.status == base->status, "%s: length %g, mass %g, time %g: status %d, not %d: %s", name, by.length,
              by.mass, by.time, (int)other.status, (int)base->status, said(&other));
    for (size_t i = 0; other.status == base->status && i < tml_results_count(base->results); i++) {
        const tml_table *a = tml_results_table(base->results, i), *b = tml_results_table(other.results, i);
        const char *where;
        const double apart = distance(a, b, by, &where);
        cr_expect(apart <= m.bar, "%s: %s by %s, length %g, mass %g, time %g: off by %.3g at %s, bar %g", name,
                  tml_table_kind(a), m.formulation ? m.formulation : "auto", by.length, by.mass, by.time, apart, where,
                  m.bar);
        for (int k = 0; m.counts && k < 2; k++) {
            const char *fact = k ? "evaluations" : "steps";
            cr_expect(fact_of(a, fact) == fact_of(b, fact), "%s: length %g, mass %g, time %g: %g %s, not %g", name,
                      by.length, by.mass, by.time, fact_of(b, fact), fact, fact_of(a, fact));
        }
    }
    free(scaled);
    run_free(&other);
}

/* Each unit larger and smaller by 2^30 or 1e9, all others as they were; then all at once. */
static void compare_all(const char *name, const char *text, manner m, double factor, bool lengths)
{
    run base = run_text(name, text, m.formulation, m.integrator);
    cr_assert(base.status == TML_OK, "%s: %s", name, said(&base));
    for (int i = 0; i < 2; i++) {
        const double f = i ? factor : 1 / factor;
        if (lengths)
            compare(name, text, &base, (rescale){f, 1, 1}, m);
        compare(name, text, &base, (rescale){1, f, 1}, m);
        compare(name, text, &base, (rescale){1, 1, f}, m);
    }
    run_free(&base);
}

static char *load(const char *path)
{
    enum { MOST = 1 << 17 };
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, MOST);
    cr_assert(file && text && fread(text, 1, MOST - 1, file) > 0, "%s: cannot be read", path);
    fclose(file);
    return text;
}

/* Its last motion cut to a twentieth. */
static char *shorten(char *text)
{
    static const char begin[] = "dynamics: {end: ", between[] = ", output: ";
    char *at = NULL, *next = text, *rest;
    while ((next = strstr(next, begin)))
        at = next += strlen(begin);
    if (!at)
        return text;
    const double end = strtod(at, &rest) / 20;
    cr_assert(strncmp(rest, between, strlen(between)) == 0, "end and output are not side by side");
    strtod(rest + strlen(between), &rest);
    tml_text out = {0};
    tml_text_put(&out, text, (size_t)(at - text));
    tml_text_add(&out, "%.17g, output: %.17g%s", end, end / 10, rest);
    free(text);
    return out.data;
}

typedef void (*on_model)(const char *name, const char *text);

static void each_model(const char *from, const char *to, on_model check)
{
    glob_t found;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        if (strcmp(file, from) < 0 || strcmp(file, to) >= 0)
            continue;
        char *text = shorten(load(found.gl_pathv[i]));
        check(file, text);
        free(text);
    }
    globfree(&found);
}

/* Metres and radians alike, as its textbook has it: `metric: plain` means a unit of length. */
static bool has_lengths(const char *name)
{
    return strcmp(name, "fourbar-drift-projection.yaml") != 0;
}

static bool is_stiff(const char *name)
{
    return strncmp(name, "suspension", 10) == 0 || strncmp(name, "ica", 3) == 0;
}

/* BDF: its Newton matrices are factored with pivots that do depend on units; the motion agrees within its tolerance. */
static bool is_by_bdf(const char *name)
{
    return strcmp(name, "a05-flyball.yaml") == 0;
}

static void as_written(const char *name, const char *text)
{
    const manner m = {.bar = is_by_bdf(name) ? 1e-5 : 1e-11, .counts = !is_by_bdf(name)};
    compare_all(name, text, m, ldexp(1, 30), has_lengths(name));
}

static void by_each(const char *name, const char *text)
{
    static const char *const formulations[] = {"absolute", "joint", "point", "particles"};
    for (size_t i = 0; !is_stiff(name) && strcmp(name, "a02-fourbars-40.yaml") != 0 && i < 4; i++)
        compare_all(name, text, (manner){formulations[i], .bar = is_by_bdf(name) ? 1e-5 : 1e-10}, ldexp(1, 30),
                    has_lengths(name));
}

Test(units, all_analyses_as_written_up_to_b)
{
    each_model("", "b", as_written);
}
Test(units, all_analyses_as_written_from_b)
{
    each_model("b", "~", as_written);
}
Test(units, motions_by_every_formulation)
{
    each_model("a02-fourbars-2", "slider-crank.yaml~", by_each);
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
Test(units, micrometres)
{
    static const char *const formulations[] = {"absolute", "joint", "point", "particles"};
    for (int i = 0; i < 4; i++) {
        compare_all("micro", micro, (manner){formulations[i], .bar = 1e-8}, 1e9, true);
        run r = run_text("micro", micro, formulations[i], NULL);
        const tml_table *t = tml_results_table(r.results, 0);
        double most = 0;
        for (size_t row = 0; row < tml_table_rows(t); row++)
            most = fmax(most, hypot(tml_table_value(t, row, (size_t)tml_table_find(t, "A.fx")),
                                    tml_table_value(t, row, (size_t)tml_table_find(t, "A.fy"))));
        cr_expect(fabs(most - 1.72832e-7) < 1e-12, "%s: reaction A is %g N", formulations[i], most);
        run_free(&r);
    }
}

#define SLOW                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "bodies: {a: {mass: 1, inertia: [1, 2, 3], omega: [0.002, 0.00628, 0.001]}}\n"

/* A free body that rotates once in 1000 s. The quaternion's norm is kept without a rate of its own: rk4 is off by its own error, and steps
 * do not depend on the unit of time. */
Test(units, slow_rotation)
{
    static const char *const formulations[] = {"absolute", "joint", "point"};
    for (int i = 0; i < 3; i++) {
        run fixed = run_text("slow", SLOW "analyses: [dynamics: {end: 1000, output: 100, integrator: rk4, step: 10}]\n",
                             formulations[i], NULL);
        run exact = run_text("slow", SLOW "analyses: [dynamics: {end: 1000, output: 100, tolerance: 1e-12}]\n",
                             formulations[i], NULL);
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
        cr_expect(fact_of(b, "steps") < 100, "%s: %g steps for a turn", formulations[i], fact_of(b, "steps"));
        run_free(&fixed);
        run_free(&exact);
        static const char *const integrators[] = {"explicit", "adams", "bdf", "dae"};
        for (int k = 0; k < (i == 2 ? 0 : i ? 3 : 4); k++) /* by point accelerations are rounding alone */
            compare_all("slow", SLOW "analyses: [dynamics: {end: 1000, output: 100}]\n",
                        (manner){formulations[i], integrators[k], .bar = 1e-5}, ldexp(1, 30), true);
    }
}
