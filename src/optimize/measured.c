/* measured.c - reads measured curves. */
#include "optimize/measured.h"
#include "base/text.h"
#include "optimize/option_text.h"
#include <math.h>
#include <string.h>

enum { MAX_NUMBERS = 20000 };

typedef struct {
    tml_measured *d;
    const tml_model *model;
    const tml_fit_options *options;
    tml_arena *arena;
    tml_log *log;
} reader;

/* `text`: the option that is wrong, or the path of the file. */
static bool complain_of(const reader *r, const char *text, const char *why, const char *what)
{
    tml_log_raise(r->log, TML_E_MEASURED, (tml_place){.file = text}, "%s%s", why, what);
    return false;
}

static bool complain(const reader *r, const char *why, const char *what)
{
    return complain_of(r, r->options->data, why, what);
}

static const char *unit_of(const tml_table *table, size_t column)
{
    const char *text = tml_table_unit(table, column);
    return text ? text : "";
}

static double factor_of(const tml_table *table, size_t column)
{
    tml_unit unit;
    return tml_unit_parse(unit_of(table, column), &unit) ? unit.factor : 1;
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

static void add_column(const reader *r, size_t column, const char *text, const char *match)
{
    tml_measured *d = r->d;
    d->list[d->count++] = (tml_measured_column){.name = tml_table_name(d->table, column),
                                                .text = text,
                                                .match = match,
                                                .unit = unit_of(d->table, column),
                                                .column = column,
                                                .factor = factor_of(d->table, column),
                                                .sigma = NAN};
}

/* "angle = O.angle" */
static bool read_match(const reader *r, const char *match)
{
    const char *sign = strchr(match, '=');
    if (!sign || sign[1] == '=')
        return complain_of(r, match, "what was measured is written COLUMN = EXPRESSION; not: ", match);
    const char *name = tml_trimmed(r->arena, match, (size_t)(sign - match));
    const long column = tml_table_find(r->d->table, name);
    if (column < 0)
        return complain_of(r, match, "the file has no column ", name);
    for (int i = 0; i < r->d->count; i++)
        if (r->d->list[i].column == (size_t)column)
            return complain_of(r, match, "this column is given twice: ", name);
    add_column(r, (size_t)column, tml_trimmed(r->arena, sign + 1, strlen(sign + 1)), match);
    return true;
}

/* Whether a run has a channel or output of this name, "O.angle": as an answer it can be read. */
static bool is_channel(const reader *r, const char *name)
{
    bool good = tml_is_letter(*name);
    for (const char *c = name; *c; c++)
        good &= tml_is_word(*c) || *c == '.';
    if (!good || !(strchr(name, '.') || tml_names_find(&r->model->output_names, name) >= 0))
        return false;
    const char *keep = tml_arena_format(r->arena, "at(%s, 0)", name);
    const tml_study_options options = {.size = sizeof options,
                                       .vary = r->options->over,
                                       .vary_count = r->options->over_count,
                                       .keep = &keep,
                                       .keep_count = 1,
                                       .sample = "sobol",
                                       .count = 1};
    tml_log unheard = {.quiet = true};
    return tml_study_check_search(r->model, &options, &unheard);
}

static bool find_columns(const reader *r)
{
    tml_measured *d = r->d;
    for (size_t i = 0; i < tml_table_columns(d->table); i++)
        if (i != d->time && is_channel(r, tml_table_name(d->table, i)))
            add_column(r, i, tml_table_name(d->table, i), NULL);
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

static tml_measured_column *find_column(const reader *r, const char *name)
{
    for (int i = 0; i < r->d->count; i++)
        if (strcmp(r->d->list[i].name, name) == 0)
            return &r->d->list[i];
    return NULL;
}

/* "angle=0.01", in the unit of the column, or "angle=0.5 deg". */
static bool read_sigma(const reader *r, const char *text)
{
    const char *sign = strchr(text, '=');
    const char *name = sign ? tml_trimmed(r->arena, text, (size_t)(sign - text)) : text;
    double sigma;
    tml_unit unit, of_column;
    if (!sign || !tml_quantity_read(sign + 1, &sigma, &unit) || !(sigma > 0 && isfinite(sigma)))
        return complain_of(r, text, "a standard deviation is written COLUMN=0.01; not: ", text);
    tml_measured_column *column = find_column(r, name);
    if (!column)
        return complain_of(r, text, "a standard deviation is given for a column that is not fitted: ", name);
    if (unit.factor > 0 && tml_unit_parse(column->unit, &of_column) &&
        !tml_dimension_same(unit.dimension, of_column.dimension))
        return complain_of(r, text, "this is not a unit of the column, which is in ", column->unit);
    column->sigma = unit.factor > 0 ? sigma : sigma * column->factor;
    return true;
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

/* The answer at a time of a column: that of an earlier one which measured the same, or a new one. answers (columns x rows): -1 where
 * nothing was measured. */
static int answer_at(const reader *r, int *answers, int column, size_t row, double t)
{
    tml_measured *d = r->d;
    const char *text = d->list[column].text;
    for (int k = 0; k < column; k++)
        if (answers[(size_t)k * d->rows + row] >= 0 && strcmp(d->list[k].text, text) == 0)
            return answers[(size_t)k * d->rows + row];
    d->answer[d->answer_count] = tml_arena_format(r->arena, "at(%s, %.17g)", text, t);
    d->answer_column[d->answer_count] = column;
    return d->answer_count++;
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
    d->at = TML_NEW_ARRAY(r->arena, int, max + 1);
    d->answer = TML_NEW_ARRAY(r->arena, const char *, max + 1);
    d->answer_column = TML_NEW_ARRAY(r->arena, int, max + 1);
    int *answers = TML_NEW_ARRAY(r->arena, int, max + 1);
    for (int k = 0; k < d->count; k++)
        for (size_t i = 0; i < d->rows; i++) {
            const double value = tml_table_value(d->table, i, d->list[k].column) * d->list[k].factor;
            int *answer = &answers[(size_t)k * d->rows + i];
            *answer = -1;
            if (!isfinite(value))
                continue; /* not measured here */
            const int at = d->number_count++;
            d->value[at] = value;
            d->t[at] = tml_table_value(d->table, i, d->time) * d->time_factor;
            d->of[at] = k;
            d->at[at] = *answer = answer_at(r, answers, k, i, d->t[at]);
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
