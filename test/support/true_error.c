/* true_error.c - error estimates of a result compared with the true error. */
#include "support/true_error.h"
#include "support/case.h"
#include "verify/align.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Tolerances of the truths, as parts of that of the result; FINEST is where rounding begins. */
static const double FINER[] = {1e-3, 3e-4}, FINEST = 1e-13, FIXED_STEPS = 1e-12;

/* ---- two results ---- */

/* Row ra of one table beside row rb of another. */
static double sign_of(const tml_table *a, size_t ra, const tml_table *b, size_t rb, size_t c)
{
    const char *name = strrchr(tml_table_name(a, c), '.');
    const char *const parts[] = {".qw", ".qx", ".qy", ".qz"};
    for (size_t i = 0; name && i < 4; i++)
        if (strcmp(name, parts[i]) == 0) {
            double dot = 0;
            for (size_t k = c - i; k < c - i + 4; k++)
                dot += tml_table_value(a, ra, k) * tml_table_value(b, rb, k);
            return dot < 0 ? -1 : 1;
        }
    return 1;
}

static double gap(const tml_table *a, size_t ra, const tml_table *b, size_t rb, size_t c)
{
    const char *name = strrchr(tml_table_name(a, c), '.');
    const double d = fabs(tml_table_value(a, ra, c) - sign_of(a, ra, b, rb, c) * tml_table_value(b, rb, c));
    const bool wraps = name && strncmp(name, ".angle", 6) == 0 && name[6] && !name[7];
    return wraps ? fabs(remainder(d, 2 * acos(-1.0))) : d;
}

static bool is_compared(const char *name)
{
    return strncmp(name, "residual.", 9) != 0 && strcmp(name, "energy.error") != 0;
}

static bool same_channels(const tml_table *a, const tml_table *b)
{
    bool same = tml_table_columns(a) == tml_table_columns(b);
    for (size_t c = 0; same && c < tml_table_columns(a); c++)
        same = strcmp(tml_table_name(a, c), tml_table_name(b, c)) == 0;
    return same;
}

/* ---- y with its estimates against two references ---- */

typedef struct {
    const tml_table *y, *error, *first, *second;
    tml_alignment at; /* rows of y, first and second that belong together */
} compared_tables;

static worst_channel worst_of(const compared_tables *h, size_t c, bool *undecided)
{
    worst_channel w = {.ratio = 0};
    double max_truth = 0, max_slack = 0;
    for (size_t k = 0; k < h->at.rows; k++) {
        const size_t row = h->at.row[0][k], first = h->at.row[1][k], second = h->at.row[2][k];
        const double estimate = tml_table_value(h->error, row, c), slack = gap(h->first, first, h->second, second, c);
        const double truth = gap(h->y, row, h->first, first, c);
        max_truth = fmax(max_truth, truth);
        max_slack = fmax(max_slack, slack);
        const double ratio = !(estimate >= 0) ? INFINITY : truth > slack ? (truth - slack) / estimate : 0;
        if (ratio > w.ratio)
            w = (worst_channel){.ratio = ratio,
                                .t = tml_table_value(h->y, row, 0),
                                .truth = truth,
                                .slack = slack,
                                .estimate = estimate};
    }
    snprintf(w.channel, sizeof w.channel, "%s", tml_table_name(h->y, c));
    *undecided = max_slack > 0.5 * max_truth && w.ratio == 0;
    return w;
}

static void compare(const compared_tables *h, true_error_outcome *o, void (*each)(void *, double), void *context)
{
    for (size_t c = 1; c < tml_table_columns(h->y); c++) {
        if (!is_compared(tml_table_name(h->y, c)))
            continue;
        bool undecided;
        const worst_channel w = worst_of(h, c, &undecided);
        o->channels++;
        o->undecided += undecided;
        o->worse += !(w.ratio <= MAX_ERROR_RATIO);
        if (o->channels == 1 || !(w.ratio <= o->worst.ratio))
            o->worst = w;
        if (each)
            each(context, w.ratio);
    }
}

/* ---- runs ---- */

static const tml_table *table_of(const tml_results *results, const char *kind)
{
    const tml_table *found = NULL;
    for (size_t i = 0; results && i < tml_results_count(results); i++)
        if (strcmp(tml_table_kind(tml_results_table(results, i)), kind) == 0)
            found = tml_results_table(results, i);
    return found;
}

static tml_results *run(const char *text, const char *name, tml_run_options options, char *why, size_t size)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), name, log);
    tml_results *results = NULL;
    if (!model || tml_run(model, &options, &results, log) != TML_OK) {
        tml_results_free(results);
        results = NULL;
        for (size_t i = tml_log_count(log); i-- > 0;)
            if (tml_log_get(log, i).severity == TML_ERROR)
                snprintf(why, size, "%s", tml_log_get(log, i).text);
    }
    tml_model_free(model);
    tml_log_free(log);
    return results;
}

/* How a truth is computed: joints as springs have a truth of their own, by two integrators. */
static tml_run_options finer(const char *text, const tml_table *y, int which)
{
    const bool soft = strstr(text, "formulation: implicit") != NULL, fixed = isnan(tml_fact_number(y, "tolerance"));
    const char *const hard[] = {"joint", "absolute"};
    const char *const stiff[] = {"bdf", "dae"}, *const loose[] = {"explicit", soft ? "dopri5" : "explicit"};
    const bool slow = !fixed && strncmp(tml_fact_text(y, "integrator"), "explicit", 8) != 0;
    return (tml_run_options){.size = sizeof(tml_run_options),
                             .formulation = soft ? "implicit" : hard[which],
                             .integrator = slow ? stiff[which] : loose[which],
                             .tolerance =
                                 fixed ? FIXED_STEPS : fmax(FINER[which] * tml_fact_number(y, "tolerance"), FINEST)};
}

/* The truth by a formulation; where that refuses, by the one that the model chooses. */
static tml_results *find_truth(const char *text, const char *name, const tml_table *y, int which, char *why,
                               size_t size)
{
    tml_run_options options = finer(text, y, which);
    tml_results *found = run(text, name, options, why, size);
    if (!found) {
        options.formulation = NULL;
        options.integrator = which ? "auto" : NULL;
        found = run(text, name, options, why, size);
    }
    return found;
}

true_error_outcome true_error_compare(const char *name, const char *text, tml_run_options options,
                                      void (*each)(void *context, double ratio), void *context)
{
    true_error_outcome o = {0};
    tml_arena arena = {0};
    const clock_t begin = clock();
    snprintf(o.name, sizeof o.name, "%s", name);
    options.error = true;
    tml_results *found = run(text, name, options, o.why, sizeof o.why), *truth[2] = {NULL, NULL};
    compared_tables h = {.y = table_of(found, "dynamics"), .error = table_of(found, "dynamics.error")};
    o.estimated = h.error != NULL;
    if (h.y && !h.error)
        snprintf(o.why, sizeof o.why, "error of the result: %s", tml_fact_text(h.y, "error of the result"));
    for (int i = 0; h.error && i < 2; i++)
        truth[i] = find_truth(text, name, h.y, i, o.why, sizeof o.why);
    h.first = table_of(truth[0], "dynamics"), h.second = table_of(truth[1], "dynamics");
    if (h.error && h.first && h.second) {
        const tml_table *const tables[] = {h.y, h.first, h.second};
        h.at = tml_align(tables, 3, 3, 1, &arena);
        o.lost = (int)fmax(0, tml_fact_number(h.y, "channels without digits"));
        bool ended = true; /* all at the same time, where they have rows in common */
        for (int k = 0; k < 3; k++)
            ended &= h.at.reached[k] == h.at.rows;
        o.compared = tml_table_rows(h.error) == tml_table_rows(h.y) && ended &&
                     h.at.rows + h.at.left_out + 4 * h.at.unmatched >= tml_table_rows(h.y) &&
                     same_channels(h.y, h.error) && same_channels(h.y, h.first) && same_channels(h.y, h.second);
        if (!o.compared)
            snprintf(o.why, sizeof o.why, "results of other rows or channels");
    }
    if (o.compared)
        compare(&h, &o, each, context);
    tml_results_free(found);
    tml_results_free(truth[0]);
    tml_results_free(truth[1]);
    tml_arena_free(&arena);
    o.seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    return o;
}

char *true_error_load(const char *path)
{
    enum { MAX_BYTES = 1 << 20 };
    FILE *file = fopen(path, "rb");
    char *text = file ? calloc(1, MAX_BYTES) : NULL;
    const bool read = text && fread(text, 1, MAX_BYTES - 1, file) > 0;
    if (file)
        fclose(file);
    if (!read)
        free(text);
    return read ? text : NULL;
}

void true_error_print_head(void)
{
    printf("%-34s %-28s %9s %9s %9s %7s %9s %6s %9s %7s\n", "model", "worst channel", "t", "estimate", "true", "ratio",
           "channels", "lost", "undecided", "s");
}

void true_error_print(const true_error_outcome *o)
{
    if (!o->compared)
        printf("%-34s not compared: %s (%.2f s)\n", o->name, o->why, o->seconds);
    else
        printf("%-34s %-28s %9.3g %9.2g %9.2g %7.3f %9d %6d %9d %7.2f\n", o->name, o->worst.channel, o->worst.t,
               o->worst.estimate, o->worst.truth, o->worst.ratio, o->channels, o->lost, o->undecided, o->seconds);
    fflush(stdout);
}
