/* read_json.c - reads a JSON result as writer/json.c writes it. What it does not know it skips, so that later versions
 * may say more.
 */
#include "base/arena.h"
#include "base/escape.h"
#include "base/json_reader.h"
#include "result/read.h"
#include <math.h>
#include <string.h>

/* What one analysis says, until its columns are known. */
typedef struct {
    tml_results *results;
    char kind[64];
    tml_text title, names; /* names: "name\0unit\0" of each column in turn */
    size_t column_count;
    tml_table *table;    /* once rows begin */
    tml_text not_unique; /* that fact, if */
} analysis;

typedef struct {
    tml_text name, unit;
} column;

static bool read_column_member(tml_json *in, const char *name, void *context)
{
    column *what = context;
    tml_text *target = strcmp(name, "name") == 0 ? &what->name : strcmp(name, "unit") == 0 ? &what->unit : NULL;
    if (target == NULL)
        return tml_json_skip(in);
    if (!tml_json_read_string(in))
        return false;
    target->length = 0;
    tml_text_put(target, in->string.data, strlen(in->string.data) + 1);
    return true;
}

static bool read_column(tml_json *in, void *context)
{
    analysis *what = context;
    column one = {0};
    bool read = tml_json_read_object(in, read_column_member, &one);
    if (read && one.name.length < 2)
        read = tml_json_fail(in, "a column has no name");
    if (read) {
        tml_text_put(&what->names, one.name.data, one.name.length);
        tml_text_put(&what->names, one.unit.length > 0 ? one.unit.data : "", one.unit.length > 0 ? one.unit.length : 1);
        what->column_count++;
    }
    tml_text_free(&one.name);
    tml_text_free(&one.unit);
    return read;
}

static bool add_table(tml_json *in, analysis *what)
{
    size_t count = what->column_count;
    tml_column *columns = tml_allocate((count + 1) * sizeof *columns);
    const char *next = what->names.data;
    if (columns != NULL && !what->names.failed) {
        for (size_t i = 0; i < count; i++) {
            columns[i].name = next;
            columns[i].unit = next + strlen(next) + 1;
            next = columns[i].unit + strlen(columns[i].unit) + 1;
        }
        const char *title = what->title.length > 0 ? what->title.data : "";
        what->table = tml_results_add(what->results, what->kind, title, columns, count);
    }
    if (columns != NULL)
        tml_release(columns);
    return what->table != NULL || tml_json_fail(in, "out of memory");
}

typedef struct {
    double *values;
    size_t count, most;
} row;

static bool read_row_value(tml_json *in, void *context)
{
    row *one = context;
    double number;
    if (!tml_json_read_number(in, &number))
        return false;
    if (one->count < one->most)
        one->values[one->count] = number;
    one->count++;
    return true;
}

static bool read_row(tml_json *in, void *context)
{
    analysis *what = context;
    row one = {.values = tml_table_append(what->table), .most = what->column_count};
    if (one.values == NULL)
        return tml_json_fail(in, "out of memory");
    if (!tml_json_read_list(in, read_row_value, &one))
        return false;
    return one.count == one.most || tml_json_fail(in, "this row has not as many values as there are columns");
}

/* Of the facts that one which marks channels. */
static bool read_fact(tml_json *in, const char *name, void *context)
{
    analysis *what = context;
    if (strcmp(name, TML_NOT_UNIQUE) != 0 || tml_json_peek(in) != '"')
        return tml_json_skip(in);
    if (!tml_json_read_string(in))
        return false;
    what->not_unique.length = 0;
    tml_text_put(&what->not_unique, in->string.data, in->string.length);
    return true;
}

static bool read_analysis_member(tml_json *in, const char *name, void *context)
{
    analysis *what = context;
    if (strcmp(name, "kind") == 0) {
        if (!tml_json_read_string(in))
            return false;
        what->kind[0] = '\0';
        strncat(what->kind, in->string.data, sizeof what->kind - 1);
        return true;
    }
    if (strcmp(name, "title") == 0) {
        if (!tml_json_read_string(in))
            return false;
        what->title.length = 0;
        tml_text_put(&what->title, in->string.data, in->string.length);
        return true;
    }
    if (strcmp(name, "facts") == 0 && tml_json_peek(in) == '{')
        return tml_json_read_object(in, read_fact, what);
    if (strcmp(name, "columns") == 0 && what->column_count == 0)
        return tml_json_read_list(in, read_column, what);
    if (strcmp(name, "rows") == 0 && what->column_count > 0 && what->table == NULL)
        return add_table(in, what) && tml_json_read_list(in, read_row, what);
    return strcmp(name, "rows") == 0 ? tml_json_fail(in, "rows come once, after columns") : tml_json_skip(in);
}

static bool read_analysis(tml_json *in, void *context)
{
    analysis what = {.results = context, .kind = "table"};
    bool read = tml_json_read_object(in, read_analysis_member, &what);
    if (read && what.table == NULL && what.column_count > 0)
        read = add_table(in, &what);
    if (read && what.table != NULL && what.not_unique.length > 0 && !what.not_unique.failed)
        tml_table_add_fact(what.table, TML_NOT_UNIQUE, NAN, "%s", what.not_unique.data);
    tml_text_free(&what.not_unique);
    tml_text_free(&what.title);
    tml_text_free(&what.names);
    return read;
}

static bool read_result_member(tml_json *in, const char *name, void *context)
{
    if (strcmp(name, "partial") == 0 && tml_json_peek(in) == '"') {
        if (!tml_json_read_string(in))
            return false;
        tml_results_set_partial(context, in->string.data);
        return true;
    }
    if (strcmp(name, "analyses") == 0)
        return tml_json_read_list(in, read_analysis, context);
    return tml_json_skip(in);
}

tml_results *tml_results_parse_json(const char *text, size_t length, const char *name, tml_log *log)
{
    tml_json in = {.name = name, .start = text, .next = text, .end = text + length, .log = log};
    tml_results *results = tml_results_make();
    if (results == NULL) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "%s: out of memory", name);
        return NULL;
    }
    locale_t old = tml_plain_enter();
    bool read = tml_json_read_object(&in, read_result_member, results);
    if (read && (tml_json_peek(&in) != '\0' || in.next < in.end))
        read = tml_json_fail(&in, "more text after the end of the result");
    if (read && results->count == 0)
        read = tml_json_fail(&in, "this JSON holds no analyses of Trammel");
    tml_plain_leave(old);
    tml_text_free(&in.string);
    if (read)
        return results;
    tml_results_free(results);
    return NULL;
}
