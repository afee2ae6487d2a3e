/* measured.c - reads measured curves. */
#include "optimize/measured.h"
#include "base/unit.h"
#include "trammel/run.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBERS = 20000 };

typedef struct {
    tml_measured *d;
    const tml_model *model;
    const tml_fit_options *options;
    tml_arena *arena;
    tml_log *log;
} reader;

static bool complain(const reader *r, const char *why, const char *what)
{
    tml_log_raise(r->log, TML_E_MEASURED, (tml_place){.file = r->options->data}, "%s%s", why, what);
    return false;
}

static const char *trimmed(tml_arena *arena, const char *text, size_t length)
{
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    return tml_arena_text(arena, text, length);
}

static double factor_of(const tml_table *table, size_t column)
{
    tml_unit unit;
    const char *text = tml_table_unit(table, column);
    return text && *text && tml_unit_parse(text, &unit) ? unit.factor : 1;
}

/* ---- which columns ---- */

static bool find_time(const reader *r)
{
    static const char *const names[] = {"t", "time", "Time", "T"};
    tml_measured *d = r->d;
    long at = r->options->time ? tml_table_find(d->table, r->options->time) : -1;
    for (size_t i = 0; !r->options->time && at < 0 && i < sizeof names / sizeof *names; i++)
        at = tml_table_find(d->table, names[i]);
    if (at < 0)
        return complain(r, "the file has no column of times: ", r->options->time ? r->options->time : "t or time");
    d->time = (size_t)at;
    d->time_factor = factor_of(d->table, d->time);
    return true;
}

static void add_column(const reader *r, size_t column, const char *text)
{
    tml_measured *d = r->d;
    d->list[d->count++] = (tml_measured_column){.name = tml_table_name(d->table, column),
                                                .text = text,
                                                .unit = "",
                                                .column = column,
                                                .factor = factor_of(d->table, column),
                                                .sigma = NAN};
}

/* "angle = O.angle" */
static bool read_match(const reader *r, const char *match)
{
    const char *sign = strchr(match, '=');
    if (!sign || sign[1] == '=')
        return complain(r, "what was measured is written COLUMN = EXPRESSION; not: ", match);
    const char *name = trimmed(r->arena, match, (size_t)(sign - match));
    const long column = tml_table_find(r->d->table, name);
    if (column < 0)
        return complain(r, "the file has no column ", name);
    add_column(r, (size_t)column, trimmed(r->arena, sign + 1, strlen(sign + 1)));
    return true;
}

/* Columns that have the name of a channel of a run. */
static bool find_columns(const reader *r)
{
    tml_measured *d = r->d;
    tml_results *results = NULL;
    tml_log unheard = {.quiet = true};
    const tml_run_options options = {.size = sizeof options, .only = r->options->only, .ends = true};
    tml_run(r->model, &options, &results, &unheard);
    for (size_t i = 0; results && i < tml_table_columns(d->table); i++) {
        bool known = false;
        for (size_t k = 0; k < tml_results_count(results); k++)
            known |= tml_table_find(tml_results_table(results, k), tml_table_name(d->table, i)) >= 0;
        if (known && i != d->time)
            add_column(r, i, tml_table_name(d->table, i));
    }
    tml_results_free(results);
    return d->count > 0 ||
           complain(r, "no column has the name of a channel of a run; --match says what was measured", "");
}

static bool read_columns(const reader *r)
{
    const tml_fit_options *o = r->options;
    r->d->list = TML_NEW_ARRAY(r->arena, tml_measured_column, o->match_count + tml_table_columns(r->d->table));
    for (size_t i = 0; i < o->match_count; i++)
        if (!read_match(r, o->match[i]))
            return false;
    return o->match_count > 0 || find_columns(r);
}

/* "angle=0.01" */
static bool read_sigma(const reader *r, const char *text)
{
    const char *sign = strchr(text, '=');
    char *end = NULL;
    const double sigma = sign ? strtod(sign + 1, &end) : 0;
    const char *name = sign ? trimmed(r->arena, text, (size_t)(sign - text)) : text;
    if (!sign || end == sign + 1 || *(end + strspn(end, " ")) || !(sigma > 0 && isfinite(sigma)))
        return complain(r, "a standard deviation is written COLUMN=0.01; not: ", text);
    for (int i = 0; i < r->d->count; i++)
        if (strcmp(r->d->list[i].name, name) == 0) {
            r->d->list[i].sigma = sigma * r->d->list[i].factor;
            return true;
        }
    return complain(r, "a standard deviation is given for a column that is not fitted: ", name);
}

/* ---- their numbers ---- */

static bool check_times(const reader *r)
{
    const tml_measured *d = r->d;
    double before = -INFINITY;
    for (size_t i = 0; i < d->rows; i++) {
        const double t = tml_table_value(d->table, i, d->time);
        if (!isfinite(t) || t <= before)
            return complain(r, "times must rise from row to row", tml_arena_format(r->arena, "; see row %zu", i + 1));
        before = t;
    }
    return true;
}

static bool read_numbers(const reader *r)
{
    tml_measured *d = r->d;
    const size_t max = d->rows * (size_t)d->count;
    if (max > MAX_NUMBERS)
        return complain(r, "over 20000 numbers are too many to fit: leave out rows", "");
    d->value = TML_NEW_ARRAY(r->arena, double, max + 1);
    d->t = TML_NEW_ARRAY(r->arena, double, max + 1);
    d->of = TML_NEW_ARRAY(r->arena, int, max + 1);
    d->answer = TML_NEW_ARRAY(r->arena, const char *, max + 1);
    for (int k = 0; k < d->count; k++)
        for (size_t i = 0; i < d->rows; i++) {
            const double value = tml_table_value(d->table, i, d->list[k].column) * d->list[k].factor;
            if (!isfinite(value))
                continue; /* not measured here */
            const int at = d->number_count++;
            d->value[at] = value;
            d->t[at] = tml_table_value(d->table, i, d->time) * d->time_factor;
            d->of[at] = k;
            d->answer[at] = tml_arena_format(r->arena, "at(%s, %.17g)", d->list[k].text, d->t[at]);
        }
    return d->number_count > 0 || complain(r, "the file has no numbers to fit", "");
}

bool tml_measured_read(tml_measured *d, const tml_model *model, const tml_fit_options *options, tml_arena *arena,
                       tml_log *log)
{
    const reader r = {d, model, options, arena, log};
    if (!options->data) {
        tml_log_raise(log, TML_E_MEASURED, TML_NOWHERE, "a file of measured curves is missing: --data");
        return false;
    }
    d->results = tml_results_load(options->data, log);
    d->table = d->results ? tml_results_table(d->results, 0) : NULL;
    if (!d->table)
        return false;
    d->rows = tml_table_rows(d->table);
    if (!find_time(&r) || !read_columns(&r))
        return false;
    for (size_t i = 0; i < options->sigma_count; i++)
        if (!read_sigma(&r, options->sigma[i]))
            return false;
    return check_times(&r) && read_numbers(&r);
}

void tml_measured_free(tml_measured *d)
{
    tml_results_free(d->results);
}
