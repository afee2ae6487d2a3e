/* error.c - estimates of the error of a result are honest: on random mechanisms, and on those that ship, the true error of every channel at
 * every time is below three times its estimate.
 *
 * The truth is a run at a far smaller tolerance by another formulation; what that itself may be off by is told by a third one. With
 * TML_ERROR_MECHANISMS in the environment so many mechanisms are tried (make error-random), else a few.
 */
#include "support/agree.h"
#include "support/invent.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TRUST = 3;
static const double BARS[] = {0.1, 0.5, 0.95, 1.1, 2, 3};
enum { BAR_COUNT = sizeof BARS / sizeof *BARS };

typedef struct {
    int mechanisms, refused, channels, lost, undecided, worse;
    int within[BAR_COUNT]; /* channels whose largest ratio is up to each bar */
    double worst;
    char worst_at[256];
} tally;

/* ---- one table ---- */

static double sign_of(const tml_table *a, const tml_table *b, size_t row, size_t c)
{
    const char *name = strrchr(tml_table_name(a, c), '.');
    const char *const parts[] = {".qw", ".qx", ".qy", ".qz"};
    for (size_t i = 0; name && i < 4; i++)
        if (strcmp(name, parts[i]) == 0) {
            double dot = 0;
            for (size_t k = c - i; k < c - i + 4; k++)
                dot += tml_table_value(a, row, k) * tml_table_value(b, row, k);
            return dot < 0 ? -1 : 1;
        }
    return 1;
}

static double gap(const tml_table *a, const tml_table *b, size_t row, size_t c)
{
    const char *name = strrchr(tml_table_name(a, c), '.');
    const double d = fabs(tml_table_value(a, row, c) - sign_of(a, b, row, c) * tml_table_value(b, row, c));
    const bool wraps = name && strncmp(name, ".angle", 6) == 0 && name[6] && !name[7];
    return wraps ? fabs(remainder(d, 2 * acos(-1.0))) : d;
}

static bool is_compared(const char *name)
{
    return strncmp(name, "residual.", 9) != 0 && strcmp(name, "energy.error") != 0;
}

/* y with its estimates against two references. */
static void hold(const char *name, const tml_table *y, const tml_table *error, const tml_table *r1, const tml_table *r2,
                 tally *sum)
{
    const size_t rows = tml_table_rows(y);
    cr_assert(tml_table_rows(error) == rows && tml_table_columns(error) == tml_table_columns(y), "%s: another shape",
              name);
    if (tml_table_rows(r1) != rows || tml_table_rows(r2) != rows)
        return;
    for (size_t c = 1; c < tml_table_columns(y); c++) {
        const long c1 = tml_table_find(r1, tml_table_name(y, c));
        double ratio = 0, at = 0, off = 0, told = 0, slack_there = 0;
        bool undecided = false;
        for (size_t row = 0; row < rows && is_compared(tml_table_name(y, c)); row++) {
            const double estimate = tml_table_value(error, row, c), slack = gap(r1, r2, row, c);
            const double truth = gap(y, r1, row, c);
            cr_expect(estimate >= 0, "%s: %s has an estimate of %g", name, tml_table_name(y, c), estimate);
            undecided |= slack > 0.5 * truth;
            if (truth - slack > ratio * estimate)
                ratio = (truth - slack) / estimate, at = tml_table_value(y, row, 0), off = truth, told = estimate,
                slack_there = slack;
        }
        cr_assert_eq((size_t)c1, c, "%s: channels differ", name);
        if (!is_compared(tml_table_name(y, c)))
            continue;
        sum->channels++;
        sum->undecided += undecided && ratio == 0;
        for (int k = 0; k < BAR_COUNT; k++)
            sum->within[k] += ratio <= BARS[k];
        if (ratio > TRUST)
            sum->worse++;
        cr_expect(ratio <= TRUST, "%s: %s at t = %g s is off by %.3g (+- %.1g), told %.3g", name, tml_table_name(y, c),
                  at, off, slack_there, told);
        if (ratio > sum->worst) {
            sum->worst = ratio;
            snprintf(sum->worst_at, sizeof sum->worst_at, "%s: %s at t = %g s, off by %.3g, told %.3g", name,
                     tml_table_name(y, c), at, off, told);
        }
    }
}

/* ---- one model ---- */

static const tml_table *dynamics_of(const tml_results *results, const char *kind)
{
    const tml_table *found = NULL;
    for (size_t i = 0; results && i < tml_results_count(results); i++)
        if (strcmp(tml_table_kind(tml_results_table(results, i)), kind) == 0)
            found = tml_results_table(results, i);
    return found;
}

static tml_results *run(const char *text, const char *name, tml_run_options options)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), name, log);
    tml_results *results = NULL;
    if (model && tml_run(model, &options, &results, log) != TML_OK) {
        tml_results_free(results);
        results = NULL;
    }
    tml_model_free(model);
    tml_log_free(log);
    return results;
}

static double fact(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(t); i++)
        if (strcmp(tml_table_fact_name(t, i), name) == 0)
            return tml_table_fact_number(t, i);
    return NAN;
}

/* Joints as springs have a truth of their own. */
static void try_text(const char *name, const char *text, tml_run_options way, tally *sum)
{
    const bool soft = strstr(text, "formulation: implicit") != NULL;
    way.error = true;
    tml_results *found = run(text, name, way);
    tml_results *first = run(text, name,
                             (tml_run_options){.formulation = soft ? "implicit" : "absolute",
                                               .integrator = "explicit",
                                               .tolerance = 1e-13}),
                *second =
                    run(text, name,
                        (tml_run_options){
                            .formulation = soft ? "implicit" : "joint", .integrator = "explicit", .tolerance = 3e-13});
    const tml_table *y = dynamics_of(found, "dynamics"), *error = dynamics_of(found, "dynamics.error");
    const tml_table *r1 = dynamics_of(first, "dynamics"), *r2 = dynamics_of(second, "dynamics");
    sum->mechanisms++;
    sum->refused += !error || !r1 || !r2;
    if (error && fact(y, "channels without digits") > 0)
        sum->lost++;
    if (error && r1 && r2)
        hold(name, y, error, r1, r2, sum);
    tml_results_free(found);
    tml_results_free(first);
    tml_results_free(second);
}

static void report(const tally *sum)
{
    printf("%d mechanisms (%d not comparable), %d channels; in %d mechanisms channels without digits; true error over "
           "estimate:\n",
           sum->mechanisms, sum->refused, sum->channels, sum->lost);
    for (int k = 0; k < BAR_COUNT; k++)
        printf("  up to %-4g %6d  %6.2f %%\n", BARS[k], sum->within[k],
               100.0 * sum->within[k] / fmax(1, sum->channels));
    printf("  worst %.3g: %s\n", sum->worst, sum->worst_at);
}

/* ---- at random ---- */

static char *lengthen(const char *text, double end)
{
    const char *from = strstr(text, "dynamics: {");
    tml_text out = {0};
    tml_text_put(&out, text, (size_t)(from - text));
    tml_text_add(&out, "dynamics: {end: %g, output: %g}\n", end, end / 20);
    return out.data;
}

Test(error, estimates_are_honest_on_random_mechanisms, .timeout = 3000)
{
    static const invent_wish wishes[] = {{0},
                                         {.loops = true},
                                         {.space = true},
                                         {.space = true, .loops = true},
                                         {.loops = true, .redundant = true},
                                         {.loops = true, .compliant = true}};
    static const double ends[] = {0.3, 1.5, 0.7, 4}, tolerances[] = {1e-8, 1e-6, 1e-10, 1e-4, 1e-12};
    static const char *const integrators[] = {"auto", "auto", "auto", "adams", "bdf"};
    const char *asked = getenv("TML_ERROR_MECHANISMS");
    const int count = asked ? atoi(asked) : 12;
    tally sum = {0};
    for (int i = 0; i < count; i++) {
        invention m = invent_mechanism(wishes[i % 6], (uint64_t)(9000 + i));
        char *text = lengthen(m.text.data, ends[i / 3 % 4]), name[64];
        snprintf(name, sizeof name, "mechanism %d, %g s, %g, %s", i, ends[i / 3 % 4], tolerances[i % 5],
                 integrators[i / 7 % 5]);
        try_text(name, text, (tml_run_options){.integrator = integrators[i / 7 % 5], .tolerance = tolerances[i % 5]},
                 &sum);
        free(text);
        tml_text_free(&m.text);
    }
    report(&sum);
    cr_expect(sum.refused <= count / 10, "%d of %d could not be compared", sum.refused, count);
}

/* ---- models that ship ---- */

static char *load(const char *path)
{
    enum { MOST = 1 << 17 };
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, MOST);
    cr_assert(file && text && fread(text, 1, MOST - 1, file) > 0, "%s: cannot be read", path);
    fclose(file);
    return text;
}

/* In the quick tests those that take long are left out. */
Test(error, estimates_are_honest_on_models_that_ship, .timeout = 3000)
{
    static const char *const slow[] = {"a02-fourbars-40", "a05-flyball", "suspension", "ica-fourbar", "a04-bricard"};
    const bool all = getenv("TML_ERROR_MECHANISMS") != NULL;
    tally sum = {0};
    glob_t found;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        bool skip = false;
        for (size_t k = 0; !all && k < sizeof slow / sizeof *slow; k++)
            skip |= strncmp(file, slow[k], strlen(slow[k])) == 0;
        char *text = load(found.gl_pathv[i]);
        if (!skip && strstr(text, "dynamics"))
            try_text(file, text, (tml_run_options){0}, &sum);
        free(text);
    }
    globfree(&found);
    report(&sum);
}
