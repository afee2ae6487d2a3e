/* answer.c - the values of answers in the results of a run: facts of outputs, times of events, entries of tables. */
#include "expression/token.h"
#include "study/answer_parts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As facts of an output are called, "load.max", in the order of their kinds. */
static const char *const FACT[] = {"max", "min", NULL, "mean", "rms", "integral", "final", "max.time", "min.time"};

static const double SAME_TIME = 1e-12; /* s, and relative */

int tml_answers_count(const tml_answers *all)
{
    return all->count;
}

const char *tml_answer_name(const tml_answers *all, int index)
{
    return all->list[index].name;
}

const tml_named_text *tml_answers_outputs(const tml_answers *all, int *count)
{
    *count = all->output_count;
    return all->outputs;
}

static unsigned wanted_by(tml_reduction_kind kind)
{
    switch (kind) {
    case TML_REDUCE_MAX:
    case TML_REDUCE_TIME_OF_MAX:
        return TML_WANT_MAX;
    case TML_REDUCE_MIN:
    case TML_REDUCE_TIME_OF_MIN:
        return TML_WANT_MIN;
    case TML_REDUCE_RANGE:
        return TML_WANT_MAX | TML_WANT_MIN;
    case TML_REDUCE_MEAN:
    case TML_REDUCE_INTEGRAL:
        return TML_WANT_INTEGRAL;
    case TML_REDUCE_RMS:
        return TML_WANT_SQUARE;
    case TML_REDUCE_FINAL:
    case TML_REDUCE_TIME_OF_EVENT:
    case TML_REDUCE_ENTRY:
    case TML_REDUCE_PARAMETER:
    case TML_REDUCE_AT:
        break;
    }
    return 0;
}

/* Whether a column of the rows may be an energy, such as energy.work or O.energy. */
static bool reads_energy(const tml_reduction *x)
{
    return x->output < 0 && x->name && strstr(x->name, "energy");
}

void tml_answers_wanted(const tml_answers *all, const tml_model *model, unsigned char *wanted)
{
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++) {
            const tml_reduction *x = &all->list[i].reductions[k];
            const unsigned bits = wanted_by(x->kind);
            wanted[model->output_count] |= reads_energy(x);
            if (bits && x->output >= 0)
                wanted[tml_names_find(&model->output_names, all->outputs[x->output].name)] |= (unsigned char)bits;
        }
}

static int by_number(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

const double *tml_answers_times(const tml_answers *all, tml_arena *arena, size_t *count)
{
    size_t all_count = 0, kept = 0;
    for (int i = 0; i < all->count; i++)
        all_count += (size_t)all->list[i].count;
    double *times = TML_NEW_ARRAY(arena, double, all_count + 1);
    *count = 0;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++)
            if (all->list[i].reductions[k].kind == TML_REDUCE_AT)
                times[(*count)++] = all->list[i].reductions[k].t;
    qsort(times, *count, sizeof *times, by_number);
    for (size_t i = 0; i < *count; i++)
        if (kept == 0 || times[i] > times[kept - 1])
            times[kept++] = times[i];
    *count = kept;
    return kept ? times : NULL;
}

size_t tml_answers_work(const tml_answers *all)
{
    return all->work;
}

/* ---- their values ---- */

/* The last table with a column of this name; what an analysis found beside its motion ("dynamics.events") comes last. */
const tml_table *tml_answer_table(const tml_results *results, const char *name, long *column)
{
    *column = -1;
    for (int part = 0; part < 2; part++)
        for (size_t i = results->count; i-- > 0;) {
            if ((strchr(results->tables[i]->kind, '.') != NULL) != part)
                continue;
            *column = tml_table_find(results->tables[i], name);
            if (*column >= 0)
                return results->tables[i];
        }
    return NULL;
}

static double value_in(const tml_table *table, size_t row, long column)
{
    return table->values[row * table->column_count + (size_t)column];
}

/* Where no motion was followed: of the rows, which are solutions. */
static double of_rows(const tml_table *table, long column, tml_reduction_kind kind)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < table->row_count; i++)
        low = fmin(low, value_in(table, i, column)), high = fmax(high, value_in(table, i, column));
    if (table->row_count == 0)
        return NAN;
    return kind == TML_REDUCE_MAX     ? high
           : kind == TML_REDUCE_MIN   ? low
           : kind == TML_REDUCE_RANGE ? high - low
           : kind == TML_REDUCE_FINAL ? value_in(table, table->row_count - 1, column)
                                      : NAN;
}

static double fact_of(const tml_table *table, const char *name, const char *what)
{
    char text[TML_ANSWER_NAME];
    snprintf(text, sizeof text, "%s.%s", name, what);
    const long at = tml_table_fact_find(table, text);
    return at < 0 ? NAN : table->facts[at].number;
}

static double of_output(const tml_results *results, const char *name, tml_reduction_kind kind)
{
    long column;
    const tml_table *table = tml_answer_table(results, name, &column);
    char final[TML_ANSWER_NAME];
    if (!table)
        return NAN;
    snprintf(final, sizeof final, "%s.final", name);
    if (tml_table_fact_find(table, final) < 0)
        return of_rows(table, column, kind);
    return kind == TML_REDUCE_RANGE ? fact_of(table, name, "max") - fact_of(table, name, "min")
                                    : fact_of(table, name, FACT[kind]);
}

static double of_event(const tml_results *results, const char *event)
{
    char name[TML_ANSWER_NAME];
    snprintf(name, sizeof name, "event %s", event);
    for (size_t i = results->count; i-- > 0;) {
        const long at = tml_table_fact_find(results->tables[i], name);
        if (at >= 0)
            return results->tables[i]->facts[at].number;
    }
    return NAN;
}

static double of_entry(const tml_results *results, const tml_reduction *x)
{
    long column;
    const tml_table *table = tml_answer_table(results, x->name, &column);
    const long rows = table ? (long)table->row_count : 0, row = x->row > 0 ? x->row - 1 : rows + x->row;
    return row >= 0 && row < rows ? value_in(table, (size_t)row, column) : NAN;
}

static double of_column(const tml_results *results, const tml_reduction *x)
{
    long column;
    const tml_table *table = tml_answer_table(results, x->name, &column);
    return table ? of_rows(table, column, x->kind) : NAN;
}

/* Rows were asked for at these times (tml_answers_times); of several at the same time, where an event occurs, the first. */
static double at_time(const tml_results *results, const char *name, double t)
{
    long column, time;
    const tml_table *table = tml_answer_table(results, name, &column);
    time = table ? tml_table_find(table, "t") : -1;
    if (time < 0)
        return NAN;
    size_t low = 0, high = table->row_count;
    const double little = SAME_TIME * fmax(1, fabs(t));
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (value_in(table, middle, time) < t - little)
            low = middle + 1;
        else
            high = middle;
    }
    return low < table->row_count && fabs(value_in(table, low, time) - t) <= little ? value_in(table, low, column)
                                                                                    : NAN;
}

double tml_reduction_value(const tml_answers *all, const tml_reduction *x, const tml_results *results,
                           const double *parameters)
{
    switch (x->kind) {
    case TML_REDUCE_TIME_OF_EVENT:
        return of_event(results, x->name);
    case TML_REDUCE_ENTRY:
        return of_entry(results, x);
    case TML_REDUCE_PARAMETER:
        return parameters[x->parameter];
    case TML_REDUCE_AT:
        return at_time(results, all->outputs[x->output].name, x->t);
    default:
        return x->output < 0 ? of_column(results, x) : of_output(results, all->outputs[x->output].name, x->kind);
    }
}

static void explain(const tml_answers *all, const tml_answer *a, const tml_reduction *x, char *why, size_t size)
{
    if (!x)
        snprintf(why, size, "%s is not finite", a->name);
    else if (x->kind == TML_REDUCE_TIME_OF_EVENT)
        snprintf(why, size, "%s: the event %s does not occur", a->name, x->name);
    else if (x->kind == TML_REDUCE_AT)
        snprintf(why, size, "%s: the run has no value at t = %.9g s", a->name, x->t);
    else if (x->kind == TML_REDUCE_ENTRY)
        snprintf(why, size, "%s: no table has a row %ld of a column %s", a->name, x->row, x->name);
    else
        snprintf(why, size, "%s: the run gives no such number of %s", a->name,
                 x->output < 0 ? x->name : all->outputs[x->output].text);
}

int tml_answers_evaluate(const tml_answers *all, const tml_results *results, const double *parameters, double *work,
                         double *values, char *why, size_t size)
{
    int missing = -1;
    for (int i = 0; i < all->count; i++) {
        const tml_answer *a = &all->list[i];
        const tml_reduction *bad = NULL;
        for (int k = 0; k < a->count; k++) {
            work[k] = tml_reduction_value(all, &a->reductions[k], results, parameters);
            if (!isfinite(work[k]) && !bad)
                bad = &a->reductions[k];
        }
        values[i] = bad ? NAN : tml_expression_value(a->value, work, work + a->count);
        if (!isfinite(values[i]) && missing < 0) {
            missing = i;
            explain(all, a, bad, why, size);
        }
    }
    return missing;
}

bool tml_answers_check(const tml_answers *all, const tml_results *results, tml_log *log)
{
    bool good = true;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++) {
            const tml_answer *a = &all->list[i];
            const tml_reduction *x = &a->reductions[k];
            long column;
            const bool of_table = x->kind == TML_REDUCE_ENTRY || (x->kind <= TML_REDUCE_FINAL && x->output < 0);
            if (!of_table || tml_answer_table(results, x->name, &column))
                continue;
            tml_log_raise(log, TML_E_ANSWER, tml_tree_place(a->text, a->place, x->at),
                          "%s: no parameter, and no channel of the run, is called \"%s\"", a->name, x->name);
            good = false;
        }
    return good;
}
