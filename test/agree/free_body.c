/* free_body.c - every free body is in balance, in every row: reactions, force elements, drivers, actuators, weight and inertia add up to
 * zero, forces and moments about the centre of mass.
 *
 * Over all models that ship, the examples of every registered kind and mechanisms made at random, in the plane and in space. Then single
 * loads against numbers found by hand.
 */
#define _XOPEN_SOURCE 700
#include "support/case.h"
#include "support/examples.h"
#include "support/larger.h"
#include "support/random_mechanism.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

TestSuite(free_body, .timeout = 15 * 60);

/* ---- the law ---- */

typedef struct {
    double worst; /* largest residual, as a part of the loads at play */
    size_t rows, loads;
    char where[256];
} balance;

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double distance(const double a[3], const double b[3])
{
    return length((double[]){a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

/* How far apart loads of all bodies act. */
static double extent(const tml_free_body *f)
{
    double far = 0;
    const tml_load first = tml_free_body_load(f, 0);
    for (size_t i = 1; i < tml_free_body_count(f); i++)
        far = larger(far, distance(tml_free_body_load(f, i).at, first.at));
    return far > 0 ? far : 1;
}

/* What is left of one body's loads, as a part of the largest of them; arm: what makes a moment of a force. */
static double residual(const tml_free_body *f, size_t first, size_t last, double arm)
{
    double whole = 1e-30, torque = 0;
    const tml_load inertia = tml_free_body_load(f, last - 1), sum = tml_free_body_resultant(f, inertia.body_index);
    for (size_t i = first; i < last; i++) {
        const tml_load one = tml_free_body_load(f, i);
        whole = larger(whole, length(one.force));
        torque = larger(torque, length(one.torque));
    }
    double F[3], T[3];
    for (int k = 0; k < 3; k++)
        F[k] = sum.force[k] + inertia.force[k], T[k] = sum.torque[k] + inertia.torque[k];
    if (whole <= 1e-12 && torque <= 1e-12) /* nothing acts */
        return 0;
    return fmax(length(F), length(T) / arm) / fmax(whole, torque / arm);
}

static void weigh(balance *b, const tml_model *model, const tml_table *table, const char *name)
{
    tml_log *log = tml_log_make();
    tml_free_body *f = NULL;
    const tml_status status = tml_free_body_make(model, table, &f, log);
    cr_assert(status == TML_OK || status == TML_WRONG);
    for (size_t row = 0; f && row < tml_table_rows(table); row++) {
        if (isnan(tml_table_value(table, row, 0)))
            continue; /* between two curves of a sweep */
        cr_assert_eq(tml_free_body_take(f, row), TML_OK);
        const double arm = extent(f);
        b->rows++;
        for (size_t i = 0, next; i < tml_free_body_count(f); i = next) {
            const tml_load first = tml_free_body_load(f, i);
            for (next = i; next < tml_free_body_count(f); next++)
                if (tml_free_body_load(f, next).body_index != first.body_index)
                    break;
            const double left = residual(f, i, next, arm);
            b->loads += next - i;
            if (!(left <= b->worst)) {
                b->worst = left;
                snprintf(b->where, sizeof b->where, "%s: %s, row %zu, %s", name, tml_table_kind(table), row,
                         first.body);
            }
        }
    }
    tml_free_body_free(f);
    tml_log_free(log);
}

static balance weigh_all(const tml_model *model, const tml_results *results, const char *name)
{
    balance b = {0};
    for (size_t i = 0; results && i < tml_results_count(results); i++)
        weigh(&b, model, tml_results_table(results, i), name);
    return b;
}

static balance run(tml_model *model, const char *name, const char *formulation)
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_run(model, &(tml_run_options){.size = sizeof(tml_run_options), .formulation = formulation}, &results, log);
    const balance b = weigh_all(model, results, name);
    tml_results_free(results);
    tml_log_free(log);
    return b;
}

/* ---- models that ship ---- */

Test(free_body, loads_balance_in_every_model)
{
    glob_t found;
    size_t rows = 0;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_load(found.gl_pathv[i], log);
        cr_assert(model, "%s", found.gl_pathv[i]);
        const balance b = run(model, strrchr(found.gl_pathv[i], '/') + 1, NULL);
        cr_log_info("%-40s %5zu rows %7zu loads, worst %.1e", strrchr(found.gl_pathv[i], '/') + 1, b.rows, b.loads,
                    b.worst);
        cr_expect(b.worst < 1e-7, "%s: %g", b.where, b.worst);
        rows += b.rows;
        tml_model_free(model);
        tml_log_free(log);
    }
    globfree(&found);
    cr_expect_gt(rows, 1000);
}

/* ---- every kind of joint and force ---- */

static void balance_example(const char *kind, const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), kind, log);
    cr_assert(model, "%s", kind);
    const balance b = run(model, kind, NULL);
    cr_expect(b.rows > 0 || strcmp(kind, "contact") == 0, "%s", kind); /* whose places are not known: refused */
    cr_expect(b.worst < 1e-9, "%s: %g", b.where, b.worst);
    tml_model_free(model);
    tml_log_free(log);
}

Test(free_body, loads_balance_for_every_kind)
{
    each_example(balance_example);
}

/* ---- mechanisms made at random ---- */

static void balance_random(const char *formulation, int count)
{
    size_t rows = 0;
    for (int seed = 1; seed <= count; seed++)
        for (size_t k = 0; k < RANDOM_FAMILIES; k++) {
            random_mechanism made = random_mechanism_make(random_families[k].options, (uint64_t)(5000 + seed));
            tml_log *log = tml_log_make();
            tml_model *model = tml_model_parse(made.text.data, made.text.length, random_families[k].name, log);
            cr_assert(model, "%s", random_families[k].name);
            const balance b = run(model, random_families[k].name, formulation);
            cr_expect(b.worst < 1e-8, "seed %d, %s: %g", seed, b.where, b.worst);
            rows += b.rows;
            tml_model_free(model);
            tml_log_free(log);
            tml_text_free(&made.text);
        }
    cr_expect_gt(rows, (size_t)(20 * count));
}

Test(free_body, loads_balance_on_random_mechanisms)
{
    balance_random(NULL, 12);
}

Test(free_body, loads_balance_on_random_mechanisms_by_point)
{
    balance_random("point", 4);
}

Test(free_body, loads_balance_on_random_mechanisms_by_absolute)
{
    balance_random("absolute", 4);
}
