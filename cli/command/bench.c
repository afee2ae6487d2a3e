/* bench.c - `trammel bench`: a model by every formulation and integrator that applies, at several tolerances.
 *
 * Error: largest difference of lengths and angles at the end of the run (whole turns do not count), from the values of
 * --reference or from a run of its own at a hundredth of the tightest tolerance.
 */
#include "command.h"
#include "formulation/formulation.h"
#include "integrate/integrator.h"
#include "messages.h"
#include "summary.h"
#include "trammel/trammel.h"
#include "trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "bench MODEL [--formulation LIST] [--integrator LIST] [--tolerance LIST] [--reference CHANNEL=VALUE]… "          \
    "[--set parameter=value]… [--repeat N] [--limit SECONDS] [--json]"

enum { MOST = 32 };

typedef struct {
    const char *item[MOST]; /* of a list with commas, cut up in place */
    int count;
} words;

typedef struct {
    const char *model;
    words formulations, integrators, tolerances; /* as given; empty: the usual ones */
    const char *set[MOST];
    int set_count;
    const char *channels[MOST]; /* of --reference */
    double exact[MOST];
    int channel_count;
    int repeat;
    double limit;
    bool json, help;
} arguments;

/* ---- the command line ---- */

static int wrong(const char *format, const char *what)
{
    return cli_wrong("bench", format, what, USAGE);
}

static words cut(char *list)
{
    words w = {0};
    for (char *word = strtok(list, ","); word && w.count < MOST; word = strtok(NULL, ","))
        w.item[w.count++] = word;
    return w;
}

static bool number(const char *text, double *value)
{
    char *after;
    *value = strtod(text, &after);
    return after != text && !*after && isfinite(*value);
}

static int read_reference(arguments *a, char *text)
{
    char *equals = strchr(text, '=');
    if (a->channel_count == MOST || !equals || !number(equals + 1, &a->exact[a->channel_count]))
        return wrong("--reference wants channel=value, not %s", text);
    *equals = 0;
    a->channels[a->channel_count++] = text;
    return 0;
}

static int read_value(arguments *a, const char *word, char *value)
{
    double x;
    if (cli_is(word, "--formulation"))
        a->formulations = cut(value);
    else if (cli_is(word, "--integrator"))
        a->integrators = cut(value);
    else if (cli_is(word, "--tolerance"))
        a->tolerances = cut(value);
    else if (cli_is(word, "--reference"))
        return read_reference(a, value);
    else if (cli_is(word, "--set")) {
        if (a->set_count == MOST || !strchr(value, '='))
            return wrong("--set wants parameter=value, not %s", value);
        a->set[a->set_count++] = value;
    } else if (cli_is(word, "--repeat")) {
        if (!number(value, &x) || !(x >= 1 && x <= 1e6))
            return wrong("--repeat wants a whole number, not %s", value);
        a->repeat = (int)x;
    } else if (!number(value, &a->limit) || !(a->limit > 0))
        return wrong("--limit wants a time in seconds, greater than zero, not %s", value);
    return 0;
}

static bool takes_value(const char *word)
{
    static const char *const list[] = {"--formulation", "--integrator", "--tolerance", "--reference",
                                       "--set",         "--repeat",     "--limit"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (cli_is(word, list[i]))
            return true;
    return false;
}

static bool known(const char *name, bool formulation)
{
    return cli_is(name, "auto") ||
           (formulation ? tml_formulation_find(name) != NULL : tml_integrator_find(name) != NULL);
}

static int check(const arguments *a)
{
    double x;
    for (int i = 0; i < a->formulations.count; i++)
        if (!known(a->formulations.item[i], true))
            return wrong("there is no formulation \"%s\"", a->formulations.item[i]);
    for (int i = 0; i < a->integrators.count; i++)
        if (!known(a->integrators.item[i], false))
            return wrong("there is no integrator \"%s\"", a->integrators.item[i]);
    for (int i = 0; i < a->tolerances.count; i++)
        if (!number(a->tolerances.item[i], &x) || !(x >= 1e-14 && x <= 0.1))
            return wrong("a tolerance must be between 1e-14 and 0.1, not %s", a->tolerances.item[i]);
    return a->model || a->help ? 0 : wrong("%s", "no model given");
}

static int read_arguments(int count, char **list, arguments *a)
{
    for (int i = 0; i < count; i++) {
        char *word = list[i];
        int bad = 0;
        if (takes_value(word))
            bad = ++i < count ? read_value(a, word, list[i]) : wrong("%s needs a value", word);
        else if (cli_is(word, "--json"))
            a->json = true;
        else if (cli_is(word, "--help") || cli_is(word, "-h"))
            a->help = true;
        else if (word[0] == '-' && word[1])
            bad = wrong("unknown option %s", word);
        else if (a->model)
            bad = wrong("one model at a time: %s is one too many", word);
        else
            a->model = word;
        if (bad)
            return bad;
    }
    return check(a);
}

/* Every pair of formulation and integrator; rk4 only on request, as its error does not follow a tolerance. */
static void fill_in(arguments *a)
{
    static char usual[] = "1e-4,1e-6,1e-8,1e-10";
    if (!a->tolerances.count)
        a->tolerances = cut(usual);
    if (!a->formulations.count) {
        a->formulations.item[a->formulations.count++] = "auto";
        for (int i = 0; i < tml_formulation_class_count; i++)
            a->formulations.item[a->formulations.count++] = tml_formulation_classes[i]->name;
    }
    if (!a->integrators.count) {
        a->integrators.item[a->integrators.count++] = "auto";
        for (int i = 0; i < tml_integrator_class_count; i++)
            if (!cli_is(tml_integrator_classes[i]->name, "rk4"))
                a->integrators.item[a->integrators.count++] = tml_integrator_classes[i]->name;
    }
}

/* ---- what came out ---- */

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
        printf("%s%s%s\n", cli_outcome_text(t->outcome), t->why[0] ? ": " : "", t->why);
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
    cli_print_text(text, 1000);
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
    fflush(stdout);
}

/* ---- all of it ---- */

static cli_trial trial_of(const arguments *a, const char *formulation, const char *integrator, double tolerance)
{
    return (cli_trial){.model = a->model,
                       .set = a->set,
                       .set_count = a->set_count,
                       .formulation = formulation,
                       .integrator = integrator,
                       .tolerance = tolerance,
                       .repeat = a->repeat,
                       .limit = a->limit,
                       .channels = a->channel_count ? a->channels : NULL,
                       .channel_count = a->channel_count};
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

/* The run against which the others are measured: as tight as it finishes. */
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
               a->channel_count
                   ? "largest difference from --reference at the end"
                   : "largest difference of lengths (m) and angles (rad) at the end, from its tightest run",
               a->repeat);
}

static int bench(int count, char **list)
{
    arguments a = {.repeat = 5, .limit = 5};
    const int bad = read_arguments(count, list, &a);
    if (bad)
        return bad;
    if (a.help) {
        printf("usage: trammel " USAGE "\n");
        return 0;
    }
    fill_in(&a);
    session s = {.a = &a, .exact = a.exact, .exact_count = a.channel_count};
    cli_timing reference = {0};
    if (!a.channel_count) {
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
