/* trial.c - a model by one formulation and integrator, timed.
 *
 * A process of its own: its memory is its own, it can be stopped, and if it crashes the others go on. The processor time of
 * the fastest run counts, since other load on the machine only adds to it.
 */
#define _XOPEN_SOURCE 700
#include "trial.h"
#include "messages.h"
#include "parameters.h"
#include "progress.h"
#include "standard_output.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char ANALYSIS[] = "dynamics"; /* what is timed */
static const double REVOLUTION = 6.283185307179586;

const char *cli_outcome_text(cli_outcome outcome)
{
    static const char *const texts[] = {"done", "failed", "too slow", "not possible", "crashed", "stopped"};
    return texts[outcome];
}

/* ---- in the process of the trial ---- */

/* Processor time of this thread, s. */
static double cpu_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    const cli_trial *trial;
    double begin, first; /* processor time when the file was opened; of the first step, NAN before it */
    bool late;
    cli_progress interrupts;
} trial_progress;

static int show_progress(void *context, const char *analysis, double part)
{
    trial_progress *w = context;
    const double now = cpu_time();
    if (isnan(w->first) && part > 0 && cli_is(analysis, ANALYSIS))
        w->first = now - w->begin;
    w->late = now - w->begin > w->trial->limit;
    return w->late || cli_progress_show(&w->interrupts, analysis, part);
}

static double fact(const tml_table *t, const char *name)
{
    const long i = tml_table_fact_find(t, name);
    return i < 0 ? NAN : tml_table_fact_number(t, (size_t)i);
}

/* "joint: relative coordinates, ..." begins with the name. */
static void fact_name(const tml_table *t, const char *name, char to[16])
{
    const long i = tml_table_fact_find(t, name);
    const char *text = i < 0 ? NULL : tml_table_fact_text(t, (size_t)i);
    if (text)
        snprintf(to, 16, "%.*s", (int)strcspn(text, ":"), text);
}

static double clock_cost(void)
{
    double min = INFINITY;
    for (int i = 0; i < 1000; i++) {
        const double begin = cpu_time();
        min = fmin(min, cpu_time() - begin);
    }
    return min;
}

/* The figures of one run; the fastest of all is kept. */
static void take(cli_timing *r, const tml_table *t, bool profiled)
{
    if (profiled) {
        r->inside = fmin(r->inside, fact(t, "inside an evaluation") - clock_cost()); /* NAN, left out, by dae */
        return;
    }
    r->cpu = fmin(r->cpu, fact(t, "CPU time"));
    r->steps = fact(t, "steps");
    r->evaluations = fact(t, "evaluations");
    const size_t rows = tml_table_rows(t); /* t is the first column */
    r->duration = rows ? tml_table_value(t, rows - 1, 0) - tml_table_value(t, 0, 0) : 0;
    r->runs++;
    fact_name(t, "formulation", r->formulation);
    fact_name(t, "integrator", r->integrator);
}

static void take_values(cli_timing *r, const cli_trial *trial, const tml_table *t)
{
    const size_t most = trial->channels ? (size_t)trial->channel_count : tml_table_columns(t);
    r->values = calloc(most + 1, sizeof *r->values);
    r->is_angle = calloc(most + 1, sizeof *r->is_angle);
    if (!r->values || !r->is_angle) {
        cli_timing_free(r);
        return;
    }
    for (size_t c = 0; c < most; c++) {
        const long column = trial->channels ? tml_table_find(t, trial->channels[c]) : (long)c;
        const tml_column_quantity of = column < 0 ? TML_QUANTITY_OTHER : tml_table_quantity(t, (size_t)column);
        if (!trial->channels && of != TML_QUANTITY_LENGTH && of != TML_QUANTITY_ANGLE)
            continue;
        r->values[r->value_count] = column < 0 ? NAN : tml_table_value(t, tml_table_rows(t) - 1, (size_t)column);
        r->is_angle[r->value_count++] = of == TML_QUANTITY_ANGLE;
    }
}

static void record_failure(cli_timing *r, const tml_log *log, cli_outcome outcome)
{
    r->outcome = outcome;
    for (size_t i = 0; i < tml_log_count(log) && !r->why[0]; i++)
        if (tml_log_get(log, i).severity == TML_ERROR)
            snprintf(r->why, sizeof r->why, "%s", tml_log_get(log, i).text);
}

/* One run; false: no further run is needed. */
static bool run_once(const tml_model *model, trial_progress *w, bool profiled, cli_timing *r)
{
    const cli_trial *trial = w->trial;
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    const tml_run_options options = {.size = sizeof options,
                                     .only = ANALYSIS,
                                     .context = w,
                                     .progress = show_progress,
                                     .profile = profiled,
                                     .formulation = trial->formulation,
                                     .integrator = trial->integrator,
                                     .tolerance = trial->tolerance};
    const tml_status status = tml_run(model, &options, &results, log);
    const tml_table *t = tml_results_find(results, ANALYSIS);
    if (status == TML_OK && t && tml_table_rows(t)) {
        take(r, t, profiled);
        if (!r->values)
            take_values(r, trial, t);
    } else if (r->runs == 0) /* the outcome of an earlier run is kept */
        record_failure(r, log,
                       status == TML_WRONG     ? CLI_IMPOSSIBLE
                       : w->late               ? CLI_TOO_SLOW
                       : status == TML_STOPPED ? CLI_STOPPED
                                               : CLI_FAILED);
    tml_results_free(results);
    tml_log_free(log);
    return status == TML_OK && cpu_time() - w->begin < w->trial->limit;
}

static double memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024 * (double)usage.ru_maxrss;
}

static void time_model(const cli_trial *trial, cli_timing *r)
{
    const double before = memory();
    trial_progress w = {.trial = trial, .begin = cpu_time(), .first = NAN, .interrupts = cli_progress_begin(false)};
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(trial->model, log);
    bool goes_on = model && cli_set_parameters(trial->set, trial->set_count, model, log) == TML_OK;
    if (!goes_on)
        record_failure(r, log, CLI_IMPOSSIBLE);
    r->bodies = model ? (int)tml_model_body_count(model) - 1 : 0; /* the ground is one of them */
    goes_on = goes_on && run_once(model, &w, false, r);
    r->first = w.first;
    r->bytes = memory() - before;
    for (int i = 1; i < trial->repeat && goes_on; i++)
        goes_on = run_once(model, &w, false, r);
    w.begin = cpu_time();
    for (int i = 0; i < trial->repeat && r->outcome == CLI_DONE && (i == 0 || goes_on); i++)
        goes_on = run_once(model, &w, true, r);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- between the two processes ---- */

static void send(int pipe, const void *data, size_t size)
{
    for (const char *p = data; size > 0;) {
        const ssize_t n = write(pipe, p, size);
        if (n <= 0)
            _exit(1);
        p += n;
        size -= (size_t)n;
    }
}

static bool receive(int pipe, void *data, size_t size)
{
    for (char *p = data; size > 0;) {
        const ssize_t n = read(pipe, p, size);
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static const cli_timing nothing = {
    .cpu = INFINITY, .inside = INFINITY, .steps = NAN, .evaluations = NAN, .first = NAN, .bytes = NAN};

static void run_in_child(const cli_trial *trial, int out)
{
    cli_timing r = nothing;
    const rlim_t max_seconds =
        (rlim_t)(5 + 4 * trial->limit); /* s of processor time: for work that does not report progress */
    setrlimit(RLIMIT_CPU, &(struct rlimit){max_seconds, max_seconds + 1});
    time_model(trial, &r);
    send(out, &r, sizeof r);
    send(out, r.values, (size_t)r.value_count * sizeof *r.values);
    send(out, r.is_angle, (size_t)r.value_count * sizeof *r.is_angle);
    cli_timing_free(&r);
    _exit(0);
}

static bool receive_timing(int in, cli_timing *r)
{
    if (!receive(in, r, sizeof *r))
        return false;
    const size_t count = (size_t)r->value_count;
    r->values = calloc(count + 1, sizeof *r->values);
    r->is_angle = calloc(count + 1, sizeof *r->is_angle);
    return r->values && r->is_angle && receive(in, r->values, count * sizeof *r->values) &&
           receive(in, r->is_angle, count * sizeof *r->is_angle);
}

cli_timing cli_trial_run(const cli_trial *trial)
{
    cli_timing r = nothing;
    int ends[2], status = 0;
    cli_stdout_flush();
    const pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        close(ends[0]);
        run_in_child(trial, ends[1]);
    }
    if (child < 0) {
        r.outcome = CLI_CRASHED;
        snprintf(r.why, sizeof r.why, "no process could be made for it");
        return r;
    }
    close(ends[1]);
    const bool whole = receive_timing(ends[0], &r);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (whole)
        return r;
    cli_timing_free(&r);
    r = nothing;
    r.outcome = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? CLI_TOO_SLOW : CLI_CRASHED;
    return r;
}

void cli_timing_free(cli_timing *timing)
{
    free(timing->values);
    free(timing->is_angle);
    timing->values = NULL;
    timing->is_angle = NULL;
    timing->value_count = 0;
}

double cli_timing_error(const cli_timing *timing, const double *exact, int count)
{
    double most = 0;
    if (count != timing->value_count || count == 0)
        return NAN;
    for (int i = 0; i < count; i++) {
        const double d = timing->values[i] - exact[i];
        const double off = fabs(timing->is_angle[i] ? remainder(d, REVOLUTION) : d);
        most = isnan(off) || off > most ? off : most;
        if (isnan(most))
            break;
    }
    return most;
}
