/* read_json.c - reads a JSON result as written by writer/json.c. Unknown members are skipped, so that later versions
 * may add some. */
#include "base/arena.h"
#include "result/read.h"
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name; /* of the file */
    tml_results *results;
    size_t analysis; /* the one that is being read, from 0 */
    tml_log *log;
} reader;

/* Reports what is wrong with the analysis; returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(const reader *in, const char *format, ...)
{
    char fault[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, sizeof fault, format, arguments);
    va_end(arguments);
    tml_log_raise(in->log, TML_E_NOT_JSON, (tml_place){.file = in->name}, "analysis %zu: %s", in->analysis + 1, fault);
    return false;
}

static bool run_out(const reader *in)
{
    tml_log_raise(in->log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "%s: out of memory", in->name);
    return false;
}

static const char *text_of(const json_t *object, const char *member, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, member));
    return text ? text : otherwise;
}

/* null is NAN. */
static bool read_number(const json_t *value, double *number)
{
    *number = json_is_number(value) ? json_number_value(value) : NAN;
    return json_is_number(value) || json_is_null(value);
}

static bool read_row(const reader *in, tml_table *table, const json_t *row, size_t index)
{
    double *values = tml_table_append(table);
    if (!values)
        return run_out(in);
    if (!json_is_array(row) || json_array_size(row) != table->column_count)
        return fail(in, "row %zu does not have as many values as there are columns", index + 1);
    for (size_t c = 0; c < table->column_count; c++)
        if (!read_number(json_array_get(row, c), &values[c]))
            return fail(in, "row %zu: value %zu is not a number", index + 1, c + 1);
    return true;
}

static tml_table *add_table(const reader *in, const json_t *analysis, const json_t *columns)
{
    const size_t count = json_array_size(columns);
    tml_column *list = tml_allocate((count + 1) * sizeof *list);
    bool good = list || run_out(in);
    for (size_t i = 0; i < count && good; i++) {
        list[i] = (tml_column){text_of(json_array_get(columns, i), "name", ""),
                               text_of(json_array_get(columns, i), "unit", "")};
        good = list[i].name[0] || fail(in, "column %zu has no name", i + 1);
    }
    tml_table *table = NULL;
    if (good)
        table = tml_results_add(in->results, text_of(analysis, "kind", "table"), text_of(analysis, "title", ""), list,
                                count);
    if (good && !table)
        run_out(in);
    tml_release(list);
    return table;
}

/* Whether 15 digits tell the number. */
static bool is_short(double number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.15g", number);
    return strtod(digits, NULL) == number;
}

/* One fact; `text` as printed, or NULL. A list of two numbers, which may be null, is a range. */
static bool add_fact(tml_table *table, const char *name, const json_t *value, const char *text)
{
    double low = NAN, number = NAN;
    const bool range = json_array_size(value) == 2;
    read_number(range ? json_array_get(value, 1) : value, &number);
    if (range && !read_number(json_array_get(value, 0), &low))
        low = NAN;
    const char *said = text ? text : json_string_value(value);
    const bool added = said ? tml_table_add_fact(table, name, range && isnan(number) ? INFINITY : number, "%s", said)
                            : tml_table_add_fact(table, name, number, is_short(number) ? "%.15g" : "%.17g", number);
    if (added && range)
        tml_table_set_range(table, isnan(low) ? -INFINITY : low);
    return added;
}

/* Facts of one name are a list; so are their texts, but for a range, which has one. */
static bool read_facts(const reader *in, const json_t *analysis, tml_table *table)
{
    json_t *facts = json_object_get(analysis, "facts");
    const json_t *texts = json_object_get(analysis, "fact_texts");
    void *at = json_object_iter(facts);
    bool good = true;
    for (; at && good; at = json_object_iter_next(facts, at)) {
        const char *name = json_object_iter_key(at);
        const json_t *value = json_object_iter_value(at), *text = json_object_get(texts, name);
        const bool several = json_is_array(value) && !json_is_string(text);
        for (size_t i = 0; i < (several ? json_array_size(value) : 1) && good; i++)
            good = add_fact(table, name, several ? json_array_get(value, i) : value,
                            json_string_value(several ? json_array_get(text, i) : text));
    }
    return good || run_out(in);
}

static bool read_analysis(const reader *in, const json_t *analysis)
{
    const json_t *columns = json_object_get(analysis, "columns"), *rows = json_object_get(analysis, "rows");
    if (!json_is_object(analysis) || (columns && !json_is_array(columns)) || (rows && !json_is_array(rows)))
        return fail(in, "it is not an object with lists of columns and rows");
    if (json_array_size(columns) == 0)
        return !json_array_size(rows) || fail(in, "it has rows but no columns");
    tml_table *table = add_table(in, analysis, columns);
    if (!table)
        return false;
    if (!read_facts(in, analysis, table))
        return false;
    const json_t *names = json_object_get(analysis, "row_names");
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const char *name = json_string_value(json_array_get(names, r));
        if (!read_row(in, table, json_array_get(rows, r), r))
            return false;
        if (name && !tml_table_name_row(table, name))
            return run_out(in);
    }
    return true;
}

static bool read_results(reader *in, const json_t *root)
{
    const json_t *analyses = json_object_get(root, "analyses");
    const char *partial = text_of(root, "partial", NULL);
    if (partial)
        tml_results_set_partial(in->results, partial);
    tml_results_set_origin(in->results, TML_STUDY, text_of(root, TML_STUDY, NULL));
    for (; in->analysis < json_array_size(analyses); in->analysis++)
        if (!read_analysis(in, json_array_get(analyses, in->analysis)))
            return false;
    if (in->results->count == 0)
        tml_log_raise(in->log, TML_E_NOT_JSON, (tml_place){.file = in->name}, "this JSON holds no analyses of Trammel");
    return in->results->count > 0;
}

tml_results *tml_results_parse_json(const char *text, size_t length, const char *name, tml_log *log)
{
    json_error_t error;
    json_t *root = json_loadb(text, length, 0, &error);
    reader in = {.name = name, .log = log, .results = root ? tml_results_make() : NULL};
    if (!root)
        tml_log_raise(log, TML_E_NOT_JSON, (tml_place){.file = name, .line = error.line, .column = error.column}, "%s",
                      error.text);
    else if (!in.results)
        run_out(&in);
    const bool good = in.results && read_results(&in, root);
    json_decref(root);
    if (good)
        return in.results;
    tml_results_free(in.results);
    return NULL;
}
