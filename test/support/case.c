/* case.c - models run inside a test, and their channels compared with reference numbers. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

char *tml_case_load(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert(file, "%s: cannot be opened", path);
    size_t length = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; text && (got = fread(text + length, 1, room - length - 1, file)) > 0;) {
        length += got;
        if (room - length < 2)
            text = realloc(text, room *= 2);
    }
    fclose(file);
    cr_assert(text, "%s: no memory", path);
    text[length] = 0;
    return text;
}

static char *load_text(const char *path)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/models/%s", TML_SOURCE_DIR, path);
    return tml_case_load(full);
}

/* text with `from`, which must be there once, replaced; frees text. */
static char *edit_text(char *text, const char *name, tml_edit edit)
{
    char *place = strstr(text, edit.from);
    cr_assert(place, "%s: there is no \"%s\" to replace", name, edit.from);
    cr_assert(!strstr(place + 1, edit.from), "%s: \"%s\" is there more than once", name, edit.from);
    const size_t before = (size_t)(place - text), from = strlen(edit.from), to = strlen(edit.to);
    const size_t after = strlen(place + from);
    char *changed = malloc(before + to + after + 1);
    cr_assert(changed, "%s: no memory", name);
    memcpy(changed, text, before);
    memcpy(changed + before, edit.to, to);
    memcpy(changed + before + to, place + from, after + 1);
    free(text);
    return changed;
}

/* ---- runs ---- */

static void show_log(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        cr_log_warn("%s:%d:%d: %s", m.place.file ? m.place.file : "", m.place.line, m.place.column, m.text);
    }
}

/* The run was by the formulation asked for: the certificate begins with its name. */
static void check_formulation(const tml_case *c, const char *wanted)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), "formulation") == 0) {
            const char *text = tml_table_fact_text(c->table, i);
            cr_assert(strncmp(text, wanted, strlen(wanted)) == 0, "%s: not by %s but by %s", c->name, wanted, text);
        }
}

static tml_case run(const char *name, char *text, const tml_edit *edits, const tml_run_options *options)
{
    tml_case c = {.log = tml_log_make()};
    const bool by = options->formulation && strcmp(options->formulation, "auto") != 0;
    snprintf(c.name, sizeof c.name, "%s%s%s", name, by ? " by " : "", by ? options->formulation : "");
    for (const tml_edit *e = edits; e && e->from; e++)
        text = edit_text(text, name, *e);
    c.model = tml_model_parse(text, strlen(text), name, c.log);
    free(text);
    if (!c.model)
        show_log(c.log);
    cr_assert(c.model, "%s: the model cannot be read", name);
    const tml_status status = tml_run(c.model, options, &c.results, c.log);
    if (status != TML_OK)
        show_log(c.log);
    cr_assert(status == TML_OK, "%s: the run ends with status %d", c.name, (int)status);
    for (size_t i = 0; i < tml_results_count(c.results); i++) /* not its matrices */
        if (!strchr(tml_table_kind(tml_results_table(c.results, i)), '.'))
            c.table = tml_results_table(c.results, i);
    cr_assert(c.table && tml_table_rows(c.table) > 0, "%s: the run has no rows", c.name);
    if (by)
        check_formulation(&c, options->formulation);
    cr_log_info("%s: %zu rows", c.name, tml_table_rows(c.table));
    return c;
}

tml_case tml_case_run_with(const char *path, const tml_edit *edits, tml_run_options options)
{
    return run(path, load_text(path), edits, &options);
}

tml_case tml_case_run_text_with(const char *name, const char *text, const tml_edit *edits, tml_run_options options)
{
    char *copy = malloc(strlen(text) + 1);
    cr_assert(copy, "%s: no memory", name);
    return run(name, strcpy(copy, text), edits, &options);
}

tml_case tml_case_run(const char *path, const tml_edit *edits)
{
    return tml_case_run_with(path, edits, (tml_run_options){.size = sizeof(tml_run_options)});
}

tml_case tml_case_run_text(const char *name, const char *text, const tml_edit *edits)
{
    return tml_case_run_text_with(name, text, edits, (tml_run_options){.size = sizeof(tml_run_options)});
}

static size_t find_fact(const tml_table *table, const char *name)
{
    size_t i = 0;
    while (i < tml_table_fact_count(table) && strcmp(tml_table_fact_name(table, i), name) != 0)
        i++;
    return i;
}

double tml_fact_number(const tml_table *table, const char *name)
{
    return tml_table_fact_number(table, find_fact(table, name));
}

const char *tml_fact_text(const tml_table *table, const char *name)
{
    const char *text = tml_table_fact_text(table, find_fact(table, name));
    return text ? text : "";
}

const tml_table *tml_case_table(const tml_case *c, const char *kind)
{
    for (size_t i = tml_results_count(c->results); i-- > 0;)
        if (strcmp(tml_table_kind(tml_results_table(c->results, i)), kind) == 0)
            return tml_results_table(c->results, i);
    cr_assert_fail("%s: no table %s", c->name, kind);
    return NULL;
}

void tml_case_free(tml_case *c)
{
    tml_results_free(c->results);
    tml_model_free(c->model);
    tml_log_free(c->log);
    *c = (tml_case){0};
}

/* ---- channels ---- */

static size_t channel_column(const tml_case *c, const char *channel)
{
    const long column = tml_table_find(c->table, channel);
    cr_assert(column >= 0, "%s: there is no channel \"%s\"", c->name, channel);
    return (size_t)column;
}

static double last_time(const tml_case *c)
{
    return tml_table_value(c->table, tml_table_rows(c->table) - 1, 0);
}

size_t tml_case_row(const tml_case *c, double t)
{
    size_t best = 0;
    for (size_t i = 1; i < tml_table_rows(c->table); i++)
        if (fabs(tml_table_value(c->table, i, 0) - t) < fabs(tml_table_value(c->table, best, 0) - t))
            best = i;
    const double found = tml_table_value(c->table, best, 0);
    cr_assert(fabs(found - t) <= 1e-12 * (fabs(t) + last_time(c)), "%s: no row at t = %.12g, the nearest is %.17g",
              c->name, t, found);
    return best;
}

double tml_case_value(const tml_case *c, size_t row, const char *channel)
{
    cr_assert(row < tml_table_rows(c->table), "%s: no row %zu of %zu", c->name, row, tml_table_rows(c->table));
    return tml_table_value(c->table, row, channel_column(c, channel));
}

static bool is_impact(const tml_table *t, size_t row)
{
    for (size_t i = 0; i < tml_table_columns(t); i++) {
        const char *end = strrchr(tml_table_name(t, i), '.');
        if (end && strcmp(end, ".impulse") == 0 && tml_table_value(t, row, i) != 0)
            return true;
    }
    return false;
}

size_t tml_case_impact_count(const tml_case *c)
{
    size_t count = 0;
    for (size_t i = 0; i < tml_results_count(c->results); i++) {
        const tml_table *t = tml_results_table(c->results, i);
        for (size_t row = 0; strcmp(tml_table_kind(t), "dynamics.events") == 0 && row < tml_table_rows(t); row++)
            count += is_impact(t, row);
    }
    return count;
}

double tml_case_impact(const tml_case *c, size_t n, const char *column)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    const long at = tml_table_find(t, column);
    cr_assert(at >= 0, "%s: no column %s", c->name, column);
    for (size_t row = 0; row < tml_table_rows(t); row++)
        if (is_impact(t, row) && n-- == 0)
            return tml_table_value(t, row, (size_t)at);
    cr_assert_fail("%s: too few impacts", c->name);
    return NAN;
}

double tml_case_change(const tml_case *c, size_t n, const char *name)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    for (size_t row = 0; row < tml_table_rows(t); row++)
        if (strcmp(tml_table_row_name(t, row), name) == 0 && n-- == 0)
            return tml_table_value(t, row, 0);
    cr_assert_fail("%s: too few rows \"%s\"", c->name, name);
    return NAN;
}

double tml_case_at(const tml_case *c, double t, const char *channel)
{
    return tml_case_value(c, tml_case_row(c, t), channel);
}

double tml_case_largest(const tml_case *c, const char *channel)
{
    const size_t column = channel_column(c, channel);
    double largest = 0;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const double value = fabs(tml_table_value(c->table, i, column));
        largest = value <= largest || isnan(largest) ? largest : value; /* a NaN stays */
    }
    return largest;
}

tml_model *tml_case_parse(const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    cr_assert(model, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "no memory");
    tml_log_free(log);
    return model;
}

tml_live *tml_case_live(const tml_model *model, tml_live_options options)
{
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    options.size = sizeof options;
    const tml_status status = tml_live_make(model, &options, &live, log);
    cr_assert_eq(status, TML_OK, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    tml_log_free(log);
    return live;
}

double tml_case_live_value(tml_live *live, const char *channel)
{
    const long column = tml_live_channel(live, channel);
    cr_assert_geq(column, 0, "%s", channel);
    return tml_live_value(live, column);
}

/* ---- references ---- */

/* The part of a line up to the next comma, NUL-terminated in place; *line moves behind it. */
static char *next_cell(char **line)
{
    char *cell = *line, *comma = strchr(cell, ',');
    if (comma)
        *comma = 0;
    *line = comma ? comma + 1 : NULL;
    return cell;
}

static size_t count_cells(const char *line)
{
    size_t count = 1;
    for (; *line; line++)
        count += *line == ',';
    return count;
}

static void read_names(tml_reference *r, char *line)
{
    r->column_count = count_cells(line);
    r->columns = calloc(r->column_count, sizeof *r->columns);
    cr_assert(r->columns, "%s: no memory", r->name);
    for (size_t i = 0; i < r->column_count; i++) {
        const char *cell = next_cell(&line);
        r->columns[i] = malloc(strlen(cell) + 1);
        cr_assert(r->columns[i], "%s: no memory", r->name);
        strcpy(r->columns[i], cell);
    }
}

static void read_numbers(tml_reference *r, char *line)
{
    cr_assert(count_cells(line) == r->column_count, "%s: row %zu does not have %zu columns", r->name, r->row_count + 1,
              r->column_count);
    r->values = realloc(r->values, (r->row_count + 1) * r->column_count * sizeof *r->values);
    cr_assert(r->values, "%s: no memory", r->name);
    for (size_t i = 0; i < r->column_count; i++) {
        const char *cell = next_cell(&line);
        char *end;
        r->values[r->row_count * r->column_count + i] = strtod(cell, &end);
        cr_assert(end != cell && *end == 0, "%s: \"%s\" in row %zu is not a number", r->name, cell, r->row_count + 1);
    }
    r->row_count++;
}

tml_reference tml_reference_load(const char *path)
{
    tml_reference r = {.name = path};
    char *text = load_text(path);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        line[strcspn(line, "\r#")] = 0;
        if (*line && !r.columns)
            read_names(&r, line);
        else if (*line)
            read_numbers(&r, line);
    }
    free(text);
    cr_assert(r.row_count > 0, "%s: no numbers in it", path);
    return r;
}

void tml_reference_free(tml_reference *r)
{
    for (size_t i = 0; i < r->column_count; i++)
        free(r->columns[i]);
    free(r->columns);
    free(r->values);
    *r = (tml_reference){0};
}

static size_t reference_column(const tml_reference *r, const char *name)
{
    for (size_t i = 0; i < r->column_count; i++)
        if (strcmp(r->columns[i], name) == 0)
            return i;
    cr_assert_fail("%s: there is no column \"%s\"", r->name, name);
    return 0;
}

double tml_reference_value(const tml_reference *r, size_t row, const char *column)
{
    cr_assert(row < r->row_count, "%s: no row %zu of %zu", r->name, row, r->row_count);
    return r->values[row * r->column_count + reference_column(r, column)];
}

/* ---- comparisons ---- */

/* Where a channel is farthest from its reference. */
typedef struct {
    double t, got, want, error; /* error is NaN when anything compared was */
    double largest;             /* of the reference */
    size_t count;
} worst;

static worst find_worst(const tml_case *c, const tml_reference *r, const tml_pair *pair, double shift)
{
    const size_t time = reference_column(r, "t"), column = reference_column(r, pair->column);
    const bool turned = pair->channel[0] == '-';
    const size_t channel = channel_column(c, pair->channel + turned);
    const double end = last_time(c) * (1 + 1e-12);
    worst w = {.error = -1};
    for (size_t i = 0; i < r->row_count; i++) {
        const double t = r->values[i * r->column_count + time], want = r->values[i * r->column_count + column];
        if (t > end)
            continue;
        const double value = tml_table_value(c->table, tml_case_row(c, t), channel);
        const double got = (turned ? -value : value) + shift;
        w.largest = fmax(w.largest, fabs(want));
        w.count++;
        if (isnan(w.error) || fabs(got - want) <= w.error)
            continue;
        w.t = t, w.got = got, w.want = want, w.error = fabs(got - want);
    }
    return w;
}

void tml_case_match(const tml_case *c, const tml_reference *r, tml_bar bar, const tml_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tml_pair *p = &pairs[i];
        const worst w = find_worst(c, r, p, bar.shift);
        const double scale = bar.relative ? w.largest : 1;
        cr_assert(w.count > 0, "%s: none of its times is reached by %s", r->name, c->name);
        cr_expect(w.error <= bar.bar * scale,
                  "%s: %s at t = %.9g is %.16g, but %s of %s is %.16g: off by %.3g, bar %.3g%s", c->name, p->channel,
                  w.t, w.got, p->column, r->name, w.want, w.error / scale, bar.bar,
                  bar.relative ? " of the largest of the column" : "");
        cr_log_info("%s: %s: off by %.3g at most (t = %.9g), bar %.3g%s, %zu times", c->name, p->channel,
                    w.error / scale, w.t, bar.bar, bar.relative ? " relative" : "", w.count);
    }
}

void tml_case_near(const tml_case *c, const char *what, double got, double want, double bar)
{
    cr_expect(fabs(got - want) <= bar, "%s: %s is %.16g instead of %.16g: off by %.3g, bar %.3g", c->name, what, got,
              want, fabs(got - want), bar);
    cr_log_info("%s: %s: off by %.3g, bar %.3g", c->name, what, fabs(got - want), bar);
}

static double energy_scale(const tml_case *c)
{
    const size_t kinetic = channel_column(c, "energy.kinetic"), potential = channel_column(c, "energy.potential");
    double most = 0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        most = fmax(most, tml_table_value(c->table, i, kinetic));
        low = fmin(low, tml_table_value(c->table, i, potential));
        high = fmax(high, tml_table_value(c->table, i, potential));
    }
    return fmax(most, high - low);
}

void tml_case_laws(const tml_case *c)
{
    const double gap = tml_case_largest(c, "residual.position");
    const double scale = energy_scale(c), lost = tml_case_largest(c, "energy.error");
    cr_expect(gap <= 1e-9, "%s: residual.position reaches %.3g, bar 1e-9", c->name, gap);
    cr_expect(lost <= 1e-6 * scale, "%s: energy.error reaches %.3g J of %.3g J: %.3g, bar 1e-6", c->name, lost, scale,
              lost / scale);
    cr_log_info("%s: residual.position %.3g, energy.error %.3g of %.3g J", c->name, gap, lost / scale, scale);
}
