/* output_facts.c - facts about the outputs of the user over a run.
 *
 *   mean = (1/T) int f dt      rms = sqrt((1/T) int f^2 dt)      over a run of length T
 */
#include "analysis/output_facts.h"
#include "analysis/prepared_system.h"
#include "model/channel_name.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 256, TEXT = 128 };
static const double NOTEWORTHY = 1e-9; /* error of a quadrature relative to the largest value */

/* Whether an output, or one that it reads, has corners. */
static bool has_corners(const tml_system *s, int i, const tml_along *along)
{
    bool any = tml_expression_has_corners(s->outputs[i].value);
    for (int k = 0; !any && k < s->output_count; k++)
        any = along[k].corners && s->outputs[k].input >= 0 &&
              tml_expression_uses(s->outputs[i].value, s->outputs[k].input);
    return any;
}

bool tml_outputs_begin(const tml_system *s, tml_along *along)
{
    bool any = false;
    for (int i = 0; i < s->output_count; i++) {
        along[i] = tml_along_none;
        along[i].wanted = s->model->wanted ? s->model->wanted[i] : TML_WANT_ALL;
        any |= along[i].wanted != 0;
    }
    for (int i = 0; any && i < s->output_count; i++) /* after those that it reads */
        along[s->output_order[i]].corners = has_corners(s, s->output_order[i], along);
    return any;
}

static bool read_state(const tml_system *s)
{
    bool good = !s->result_law_count, is_rotation;
    for (int i = 0; good && i < s->result_count; i++) {
        const tml_channel_sort sort = tml_channel_find(s->resolved, s->results[i].name, NULL, &is_rotation);
        good = s->results[i].law < 0 && (sort == TML_POSITION_CHANNEL || sort == TML_SPEED_CHANNEL);
    }
    return good;
}

static const void *select_read(void *system, tml_arena *arena, size_t *count)
{
    const tml_system *s = system;
    size_t *columns = TML_NEW_ARRAY(arena, size_t, s->result_count + 1);
    tml_outputs_read *read = TML_NEW(arena, tml_outputs_read);
    int n = 0;
    *count = 1;
    for (int i = 0; i < s->result_count; i++)
        if (s->results[i].law < 0)
            columns[n++] = s->results[i].column;
    *read = (tml_outputs_read){tml_channels_select(s, columns, n, arena), s->model->wanted && read_state(s), 0};
    read->rows = tml_channels_rows(s, read->of);
    for (int i = 0; i < n; i++)
        *count = columns[i] < read->of.end ? *count : 0; /* one of the whole: energies, losses */
    return read;
}

/* Points of a study share them. */
const tml_outputs_read *tml_outputs_find_read(const tml_task *task)
{
    static const char READ[] = "channels that outputs read";
    const tml_prepared_note *note = tml_prepared_find_note(task, READ);
    if (note)
        return note->count ? note->kept : NULL;
    size_t count;
    const tml_outputs_read *read = select_read((void *)task->system, task->arena, &count);
    tml_prepared_add_note(task, READ, select_read, (void *)task->system);
    return count ? read : NULL;
}

bool tml_outputs_idle(const tml_task *task, const tml_outputs_read *read)
{
    const int count = task->system->output_count;
    const unsigned char *wanted = task->model->wanted;
    bool idle = wanted && !wanted[count] && (!count || read);
    for (int i = 0; idle && i < count; i++)
        idle = !wanted[i];
    return idle;
}

void tml_outputs_fill(const tml_instant *instant, const tml_outputs_read *read, double *row)
{
    tml_channels_fill_selected(instant, read->of, row);
    tml_channels_fill_outputs(instant->work, row);
}

void tml_outputs_of_row(const tml_system *s, const double *row, double *values)
{
    for (int i = 0; i < s->output_count; i++)
        values[i] = row[s->outputs[i].column];
}

/* One fact: "load.max". `after`: what follows the number and its unit. */
static void put_in(tml_table *table, const tml_output *o, const char *what, double number, const char *unit,
                   const char *after)
{
    char name[NAME];
    number = isnan(number) ? NAN : number + 0.0; /* no sign of a zero, nor of what is not a number */
    snprintf(name, sizeof name, "%s.%s", o->name, what);
    tml_table_add_fact(table, name, number, "%.9g%s%s%s", number, unit[0] ? " " : "", unit, after);
}

void tml_unit_integrated(const char *unit, char *text, size_t size)
{
    const size_t length = strlen(unit);
    if (strcmp(unit, "1/s") == 0)
        text[0] = 0;
    else if (length > 2 && strcmp(unit + length - 2, "/s") == 0)
        snprintf(text, size, "%.*s", (int)(length - 2), unit);
    else
        snprintf(text, size, "%s%ss", unit, unit[0] ? "*" : "");
}

/* An extremum, and when it is reached. */
static void put_extremum(tml_table *table, const tml_output *o, const char *what, double number, double t,
                         double undefined)
{
    char name[NAME], after[2 * TEXT], gap[TEXT] = "";
    if (!isnan(undefined))
        snprintf(gap, sizeof gap, "; not finite at t = %.9g s", undefined);
    snprintf(after, sizeof after, " at t = %.9g s%s", t, gap);
    put_in(table, o, what, number, o->unit, after);
    snprintf(name, sizeof name, "%s.%s.time", o->name, what);
    tml_table_add_fact(table, name, t, "%.9g s", t);
}

static void put_integral(tml_table *table, const tml_output *o, const char *what, double number, const char *unit,
                         double error, double undefined)
{
    char after[TEXT] = "";
    if (!isnan(undefined))
        snprintf(after, sizeof after, ": the output is not finite at t = %.9g s", undefined);
    else if (error > 0)
        snprintf(after, sizeof after, " (error of the quadrature about %.1g)", error);
    put_in(table, o, what, isnan(undefined) ? number : NAN, unit, after);
}

static void put_output(tml_table *table, const tml_output *o, const tml_along *a)
{
    const double span = a->end - a->begin, error = a->error > NOTEWORTHY * a->scale * span ? a->error : 0;
    const double mean = a->integral / span, rms = sqrt(a->square / span);
    const double of_square = a->square_error > NOTEWORTHY * a->scale * a->scale * span ? a->square_error : 0;
    char unit[TEXT];
    tml_unit_integrated(o->unit, unit, sizeof unit);
    if (a->max >= a->min) {
        put_extremum(table, o, "max", a->max, a->max_time, a->undefined);
        put_extremum(table, o, "min", a->min, a->min_time, a->undefined);
    }
    if (span > 0) {
        put_integral(table, o, "mean", mean, o->unit, error / span, a->undefined);
        put_integral(table, o, "rms", rms, o->unit, of_square / (2 * rms * span), a->undefined);
        put_integral(table, o, "integral", a->integral, unit, error, a->undefined);
    }
    put_in(table, o, "final", a->last, o->unit, "");
}

static void put_number(tml_table *table, const tml_output *o, const char *what, double number)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s.%s", o->name, what);
    tml_table_add_fact(table, name, isnan(number) ? NAN : number + 0.0, "%s", "");
}

/* Of a point of a study: the same numbers, and no texts. */
static void put_wanted(tml_table *table, const tml_output *o, const tml_along *a)
{
    const double span = a->end - a->begin;
    if (a->max >= a->min && (a->wanted & TML_WANT_MAX))
        put_number(table, o, "max", a->max), put_number(table, o, "max.time", a->max_time);
    if (a->max >= a->min && (a->wanted & TML_WANT_MIN))
        put_number(table, o, "min", a->min), put_number(table, o, "min.time", a->min_time);
    const bool defined = isnan(a->undefined);
    if (span > 0 && (a->wanted & TML_WANT_INTEGRAL))
        put_number(table, o, "mean", defined ? a->integral / span : NAN),
            put_number(table, o, "integral", defined ? a->integral : NAN);
    if (span > 0 && (a->wanted & TML_WANT_SQUARE))
        put_number(table, o, "rms", defined ? sqrt(a->square / span) : NAN);
    put_number(table, o, "final", a->last);
}

void tml_output_facts(const tml_system *s, const tml_along *along, const char *how, tml_table *table)
{
    for (int i = 0; s->model->wanted && i < s->output_count; i++)
        put_wanted(table, &s->outputs[i], &along[i]);
    if (s->model->wanted)
        return;
    if (s->output_count)
        tml_table_add_fact(table, "outputs", s->output_count, "%d: %s", s->output_count, how);
    for (int i = 0; i < s->output_count; i++)
        put_output(table, &s->outputs[i], &along[i]);
}

void tml_output_values(const tml_system *s, tml_table *table)
{
    if (table->row_count != 1 || tml_table_fact_find(table, "outputs") >= 0)
        return;
    for (int i = 0; i < s->output_count; i++) {
        const tml_output *o = &s->outputs[i];
        const bool has = o->column < table->column_count && strcmp(table->columns[o->column].name, o->name) == 0;
        const double value = has ? table->values[o->column] + 0.0 : NAN;
        if (isfinite(value))
            tml_table_add_fact(table, o->name, value, "%.9g%s%s", value, o->unit[0] ? " " : "", o->unit);
    }
}
