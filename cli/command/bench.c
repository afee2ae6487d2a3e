/* bench.c - `trammel bench`: a model by every formulation and integrator that applies, at several tolerances.
 *
 * Error: largest difference of lengths and angles at the end of the run (modulo 2 pi), from the values of
 * --reference or from a run of its own at a hundredth of the tightest tolerance.
 */
#include "command.h"
#include "command_line.h"
#include "frontend/json.h"
#include "messages.h"
#include "standard_output.h"
#include "trammel/trammel.h"
#include "trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "bench MODEL [--formulation {formulations}] [--integrator {integrators}] [--tolerance LIST] [--reference "         \
    "CHANNEL=VALUE]… "                                                                                               \
    "[--set parameter=value]… [--repeat N] [--limit SECONDS] [--json]"

enum { MOST = 32, MOST_REFERENCES = 128 };

typedef struct {
    const char *item[MOST]; /* of a list with commas, cut up in place */
    int count;
} names;

typedef struct {
    const char *channels[MOST_REFERENCES];
    double values[MOST_REFERENCES];
    int count;
} references;

typedef struct {
    const char *model;
    names formulations, integrators, tolerances; /* as given; empty: the usual ones */
    cli_settings set;
    references exact;
    int repeat;
    double limit;
    bool json;
} arguments;

/* ---- the command line ---- */

static bool take_names(void *to, char *value)
{
    names *list = to;
    list->count = 0;
    for (char *name = strtok(value, ","); name; name = strtok(NULL, ",")) {
        if (list->count == MOST)
            return false;
        list->item[list->count++] = name;
    }
    return list->count > 0;
}

static bool take_reference(void *to, char *value)
{
    references *list = to;
    char *equals = strchr(value, '=');
    if (list->count == MOST_REFERENCES || !equals || !cli_read_number(equals + 1, &list->values[list->count]))
        return false;
    *equals = 0;
    list->channels[list->count++] = value;
    return true;
}

static bool take_repeat(void *to, char *value)
{
    return cli_read_whole_number(value, 1, 1000000, to);
}

static bool known(tml_registry registry, const char *name)
{
    return cli_is(name, "auto") || tml_registry_find(registry, name) >= 0;
}

/* 0, or the exit code. */
static int check(const arguments *a)
{
    double x;
    for (int i = 0; i < a->formulations.count; i++)
        if (!known(TML_FORMULATIONS, a->formulations.item[i]))
            return cli_wrong("bench", USAGE, "there is no formulation \"%s\"", a->formulations.item[i]);
    for (int i = 0; i < a->integrators.count; i++)
        if (!known(TML_INTEGRATORS, a->integrators.item[i]))
            return cli_wrong("bench", USAGE, "there is no integrator \"%s\"", a->integrators.item[i]);
    for (int i = 0; i < a->tolerances.count; i++)
        if (!cli_read_number(a->tolerances.item[i], &x) || !(x >= 1e-14 && x <= 0.1))
            return cli_wrong("bench", USAGE, "a tolerance must be between 1e-14 and 0.1, not %s",
                             a->tolerances.item[i]);
    return 0;
}

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    static const cli_kind some_names = {"names with commas between them, at most 32", take_names},
                          reference = {"channel=value", take_reference}, repeat = {"a whole number", take_repeat};
    const cli_option options[] = {
        {"--formulation", NULL, &some_names, &a->formulations},
        {"--integrator", NULL, &some_names, &a->integrators},
        {"--tolerance", NULL, &some_names, &a->tolerances},
        {"--reference", NULL, &reference, &a->exact},
        {"--set", NULL, &cli_setting, &a->set},
        {"--repeat", NULL, &repeat, &a->repeat},
        {"--limit", NULL, &cli_seconds, &a->limit},
        {"--json", NULL, &cli_flag, &a->json},
        {0},
    };
    cli_command_line line = {.command = "bench", .usage = USAGE, .options = options, .needs = "model"};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    a->model = line.first;
    *code = check(a);
    return !*code;
}

/* Every pair of formulation and integrator; those with a fixed step only on request, as their errors do not follow a tolerance. */
static void fill_in(arguments *a)
{
    if (!a->tolerances.count)
        a->tolerances = (names){.item = {"1e-4", "1e-6", "1e-8", "1e-10"}, .count = 4};
    if (!a->formulations.count) {
        a->formulations.item[a->formulations.count++] = "auto";
        for (size_t i = 0; i < tml_registry_count(TML_FORMULATIONS); i++)
            a->formulations.item[a->formulations.count++] = tml_registry_name(TML_FORMULATIONS, i);
    }
    if (!a->integrators.count) {
        a->integrators.item[a->integrators.count++] = "auto";
        for (size_t i = 0; i < tml_registry_count(TML_INTEGRATORS); i++) {
            const char *name = tml_registry_name(TML_INTEGRATORS, i);
            if (!tml_integrator_has_fixed_step(name))
                a->integrators.item[a->integrators.count++] = name;
        }
    }
}

/* ---- results ---- */

typedef struct {
    const arguments *a;
    const double *exact;
    int exact_count;
    int printed, done, possible;
    bool stopped;
    char why[256]; /* the first was not possible */
} session;

static void print_heads(void)
{
    printf("%-11s %-10s %8s %9s %10s %9s %9s %9s %9s %8s %9s %10s\n", "", "", "", "", "CPU", "evalu-", "ns per",
           "ns per", "evals per", "outside", "memory", "to first");
    printf("%-11s %-10s %8s %9s %10s %9s %9s %9s %9s %8s %9s %10s\n", "formulation", "integrator", "toler.", "error",
           "ms", "ations", "eval.", "body", "s", "evals %", "kB", "step ms");
}

static double per_body(const cli_timing *t, double x)
{
    return t->bodies > 0 ? x / t->bodies : NAN;
}

/* A number in its column, or a dash. */
static void print_cell(int width, int digits, double x)
{
    if (isfinite(x))
        printf(" %*.*f", width, digits, x);
    else
        printf(" %*s", width, "-");
}

static void print_line(const cli_trial *trial, const cli_timing *t, double error)
{
    const bool chosen = cli_is(trial->formulation, "auto") || cli_is(trial->integrator, "auto");
    printf("%-11s %-10s %8.1g ", t->formulation[0] ? t->formulation : trial->formulation,
           t->integrator[0] ? t->integrator : trial->integrator, trial->tolerance);
    if (t->outcome != CLI_DONE) {
        cli_print(stdout, "%s%s%s\n", cli_outcome_text(t->outcome), t->why[0] ? ": " : "", t->why);
        return;
    }
    const double ns = 1e9 * t->inside;
    printf("%9.1e", error);
    print_cell(10, 4, 1e3 * t->cpu);
    print_cell(9, 0, t->evaluations);
    print_cell(9, 0, ns);
    print_cell(9, 0, per_body(t, ns));
    print_cell(9, 0, t->evaluations / t->duration);
    print_cell(8, 0, 100 * (1 - t->inside * t->evaluations / t->cpu));
    print_cell(9, 0, 1e-3 * t->bytes);
    print_cell(10, 3, 1e3 * t->first);
    printf("%s\n", chosen ? "  (auto)" : "");
}

static void print_number(const char *name, double x)
{
    printf(isfinite(x) ? ", \"%s\": %.6g" : ", \"%s\": null", name, x);
}

static void print_name(const char *name, const char *text)
{
    printf(", \"%s\": ", name);
    fe_put_json(stdout, text);
}

static void print_json(const cli_trial *trial, const cli_timing *t, double error, bool first)
{
    const bool done = t->outcome == CLI_DONE;
    printf("%s\n{\"outcome\": \"%s\"", first ? "" : ",", cli_outcome_text(t->outcome));
    if (t->why[0])
        print_name("why", t->why);
    print_name("formulation", done ? t->formulation : trial->formulation);
    print_name("integrator", done ? t->integrator : trial->integrator);
    printf(", \"auto\": %s",
           cli_is(trial->formulation, "auto") && cli_is(trial->integrator, "auto") ? "true" : "false");
    print_number("tolerance", trial->tolerance);
    if (done) {
        const double ns = 1e9 * t->inside;
        print_number("error", error);
        print_number("cpu_s", t->cpu);
        print_number("steps", t->steps);
        print_number("evaluations", t->evaluations);
        print_number("ns_per_evaluation", ns);
        print_number("ns_per_body", per_body(t, ns));
        print_number("evaluations_per_second", t->evaluations / t->duration);
        print_number("share_outside", 1 - t->inside * t->evaluations / t->cpu);
        print_number("bytes", t->bytes);
        print_number("bytes_per_body", per_body(t, t->bytes));
        print_number("file_to_first_step_s", t->first);
        print_number("runs", t->runs);
    }
    printf("}");
}

static void tell(session *s, const cli_trial *trial, const cli_timing *t)
{
    const double error = cli_timing_error(t, s->exact, s->exact_count);
    if (s->a->json)
        print_json(trial, t, error, s->printed == 0);
    else if (t->outcome != CLI_IMPOSSIBLE)
        print_line(trial, t, error);
    s->printed++;
    s->done += t->outcome == CLI_DONE;
    s->possible += t->outcome != CLI_IMPOSSIBLE;
    if (t->outcome == CLI_IMPOSSIBLE && !s->why[0])
        memcpy(s->why, t->why, sizeof s->why);
    s->stopped |= t->outcome == CLI_STOPPED;
    cli_stdout_flush();
}

/* ---- all of it ---- */

static cli_trial trial_of(const arguments *a, const char *formulation, const char *integrator, double tolerance)
{
    return (cli_trial){.model = a->model,
                       .set = a->set.item,
                       .set_count = a->set.count,
                       .formulation = formulation,
                       .integrator = integrator,
                       .tolerance = tolerance,
                       .repeat = a->repeat,
                       .limit = a->limit,
                       .channels = a->exact.count ? a->exact.channels : NULL,
                       .channel_count = a->exact.count};
}

/* From loose to tight; what is impossible or too slow at one tolerance is not tried at the next. */
static void bench_pair(session *s, const char *formulation, const char *integrator)
{
    for (int i = 0; i < s->a->tolerances.count && !s->stopped; i++) {
        const cli_trial trial = trial_of(s->a, formulation, integrator, strtod(s->a->tolerances.item[i], NULL));
        cli_timing t = cli_trial_run(&trial);
        tell(s, &trial, &t);
        cli_timing_free(&t);
        if (t.outcome == CLI_IMPOSSIBLE || t.outcome == CLI_TOO_SLOW)
            return;
    }
}

/* The reference run: at the tightest tolerance at which it finishes. */
static cli_timing find_reference(const arguments *a)
{
    double tightest = 1;
    for (int i = 0; i < a->tolerances.count; i++)
        tightest = fmin(tightest, strtod(a->tolerances.item[i], NULL));
    cli_timing t = {0};
    for (double tolerance = fmax(1e-13, tightest / 100); tolerance <= fmax(tightest, 1e-13) * 1.1; tolerance *= 10) {
        cli_trial trial = trial_of(a, "auto", "auto", tolerance);
        trial.repeat = 1;
        trial.limit = 10 * a->limit;
        cli_timing_free(&t);
        t = cli_trial_run(&trial);
        if (t.outcome == CLI_DONE || t.outcome == CLI_IMPOSSIBLE || t.outcome == CLI_STOPPED)
            break;
    }
    return t;
}

static void bench_all(session *s)
{
    const arguments *a = s->a;
    if (!a->json)
        print_heads();
    for (int f = 0; f < a->formulations.count; f++)
        for (int i = 0; i < a->integrators.count && !s->stopped; i++)
            if (cli_is(a->formulations.item[f], "auto") == cli_is(a->integrators.item[i], "auto") ||
                a->formulations.count == 1 || a->integrators.count == 1)
                bench_pair(s, a->formulations.item[f], a->integrators.item[i]);
    if (!a->json)
        printf("error: %s.\nCPU: best of %d runs, from the first step to the end. evaluations: of "
               "accelerations and multipliers. Pairs of formulation and integrator\nthat the model does not allow are "
               "left out.\n",
               a->exact.count ? "largest difference from --reference at the end"
                              : "largest difference of lengths (m) and angles (rad) at the end, from its tightest run",
               a->repeat);
}

static int bench(int count, char **list)
{
    arguments a = {.repeat = 5, .limit = 5};
    int code;
    if (!read_arguments(count, list, &a, &code))
        return code;
    fill_in(&a);
    session s = {.a = &a, .exact = a.exact.values, .exact_count = a.exact.count};
    cli_timing reference = {0};
    if (!a.exact.count) {
        reference = find_reference(&a);
        if (reference.outcome == CLI_IMPOSSIBLE) {
            fprintf(stderr, "trammel bench: %s\n", reference.why);
            cli_timing_free(&reference);
            return 2;
        }
        if (reference.outcome != CLI_DONE)
            fprintf(stderr, "trammel bench: errors are not known: the tightest run %s\n",
                    reference.outcome == CLI_STOPPED ? "was stopped" : "did not finish");
        s.stopped = reference.outcome == CLI_STOPPED;
        s.exact = reference.values;
        s.exact_count = reference.value_count;
    }
    if (a.json) {
        printf("{\"trammel\": \"%s\"", tml_version());
        print_name("model", a.model);
        printf(", \"entries\": [");
    }
    bench_all(&s);
    if (a.json)
        printf("\n]}\n");
    cli_timing_free(&reference);
    if (!s.possible)
        fprintf(stderr, "trammel bench: %s\n", s.why);
    return s.done ? 0 : s.possible ? 1 : 2;
}

const tml_command tml_command_bench = {
    .name = "bench",
    .usage = USAGE,
    .doc = "time a model by every formulation and integrator that applies, at several tolerances",
    .main = bench,
};
