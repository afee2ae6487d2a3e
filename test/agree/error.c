/* error.c - error estimates bound the true error: on random mechanisms and on the models of the repository, the true error of every channel
 * at every time is below three times its estimate.
 *
 * With TML_ERROR_MECHANISMS in the environment so many mechanisms are tried (make error-random), else a few, from seed TML_ERROR_SEED on; models that take long are left
 * to `make error-models`.
 */
#include "support/random_mechanism.h"
#include "support/true_error.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double BARS[] = {0.1, 0.5, 0.95, 1.1, 2, 3};
enum { BAR_COUNT = sizeof BARS / sizeof *BARS };

typedef struct {
    int mechanisms, refused, channels, lost;
    int within[BAR_COUNT]; /* channels whose largest ratio is up to each bar */
    true_error_outcome worst;
} tally;

static void count_channel(void *context, double ratio)
{
    tally *sum = context;
    sum->channels++;
    for (int k = 0; k < BAR_COUNT; k++)
        sum->within[k] += ratio <= BARS[k];
}

static void try_text(const char *name, const char *text, tml_run_options options, tally *sum)
{
    const true_error_outcome o = true_error_compare(name, text, options, count_channel, sum);
    const worst_channel *w = &o.worst;
    sum->mechanisms++;
    sum->refused += !o.compared;
    if (!o.compared)
        printf("%s is not comparable\n", name);
    sum->lost += o.lost > 0;
    cr_expect(o.worse == 0, "%s: %d channels; %s at t = %g s is off by %.3g (+- %.1g), estimate %.3g", name, o.worse,
              w->channel, w->t, w->truth, w->slack, w->estimate);
    if (o.worst.ratio > sum->worst.worst.ratio)
        sum->worst = o;
}

static void report(const tally *sum)
{
    printf("%d mechanisms (%d not comparable), %d channels; in %d mechanisms channels without digits; true error over "
           "estimate:\n",
           sum->mechanisms, sum->refused, sum->channels, sum->lost);
    for (int k = 0; k < BAR_COUNT; k++)
        printf("  up to %-4g %6d  %6.2f %%\n", BARS[k], sum->within[k],
               100.0 * sum->within[k] / fmax(1, sum->channels));
    true_error_print_head();
    true_error_print(&sum->worst);
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

Test(error, true_error_is_below_three_times_the_estimate_on_random_mechanisms, .timeout = TML_SLOWER * 3000)
{
    static const random_mechanism_options wishes[] = {{0},
                                                      {.loops = true},
                                                      {.space = true},
                                                      {.space = true, .loops = true},
                                                      {.loops = true, .redundant = true},
                                                      {.loops = true, .compliant = true}};
    static const double ends[] = {0.3, 1.5, 0.7, 4}, tolerances[] = {1e-8, 1e-6, 1e-10, 1e-4, 1e-12};
    static const char *const integrators[] = {"auto", "auto", "auto", "adams", "bdf"};
    const char *asked = getenv("TML_ERROR_MECHANISMS");
    const char *seed = getenv("TML_ERROR_SEED");
    const int count = asked ? atoi(asked) : 12, first = seed ? atoi(seed) : 9000;
    tally sum = {0};
    for (int i = 0; i < count; i++) {
        random_mechanism m = random_mechanism_make(wishes[i % 6], (uint64_t)(first + i));
        char *text = lengthen(m.text.data, ends[i / 3 % 4]), name[64];
        snprintf(name, sizeof name, "mechanism %d, %g s, %g, %s", i, ends[i / 3 % 4], tolerances[i % 5],
                 integrators[i / 7 % 5]);
        try_text(name, text,
                 (tml_run_options){.size = sizeof(tml_run_options),
                                   .integrator = integrators[i / 7 % 5],
                                   .tolerance = tolerances[i % 5]},
                 &sum);
        free(text);
        tml_text_free(&m.text);
    }
    report(&sum);
    cr_expect(sum.refused <= count / 10, "%d of %d could not be compared", sum.refused, count);
}

/* ---- models that ship ---- */

Test(error, true_error_is_below_three_times_the_estimate_on_models, .timeout = TML_SLOWER * 300)
{
    static const char *const left_out[] = {"suspension", "ica-fourbar", "a05-flyball", "a02-fourbars-40"}; /* slow */
    tally sum = {0};
    glob_t found;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    cr_assert_eq(glob(TML_SOURCE_DIR "/docs/guide/bounce.yaml", GLOB_APPEND, NULL, &found),
                 0); /* impacts with friction */
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        bool skip = false;
        for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
            skip |= strncmp(file, left_out[k], strlen(left_out[k])) == 0;
        char *text = true_error_load(found.gl_pathv[i]);
        cr_assert(text, "%s: cannot be read", file);
        if (!skip && strstr(text, "dynamics"))
            try_text(file, text, (tml_run_options){.size = sizeof(tml_run_options)}, &sum);
        free(text);
    }
    globfree(&found);
    report(&sum);
    cr_expect_eq(sum.refused, 0, "%d could not be compared", sum.refused);
}
