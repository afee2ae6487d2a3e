/* json.c - all tables as JSON.
 *
 *   {"trammel": version, "partial": why the run did not finish, if so, "study": its definition, of a study, "analyses": [{"kind": ..., "title": ...,
 * "facts": {name: number, or text, or a range [low, high], or a list where a name occurs several times},
 * "fact_texts": {name: the same as printed, where units or names are},
 *                                      "columns": [{"name": ..., "unit": ...}], "rows": [[...]]}]}
 * and, where rows have names (matrices, events, sensitivities), "row_names": [...] and "texts": {"event": [...]} before its rows.
 * A number that is not finite becomes null, as JSON has no representation of it.
 */
#include "base/escape.h"
#include "base/memory.h"
#include "base/number.h"
#include "result/writer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put(tml_text *text, const char *string)
{
    tml_text_put(text, string, strlen(string));
}

static void put_number(tml_text *text, double number)
{
    if (isfinite(number))
        tml_text_put_number(text, number);
    else
        put(text, "null");
}

/* A range is a list of its ends, of which null is none. */
static void put_fact(tml_text *text, const tml_fact *fact)
{
    if (!isnan(fact->low) && (isfinite(fact->low) || isfinite(fact->number))) {
        put(text, "[");
        put_number(text, fact->low);
        put(text, ", ");
        put_number(text, fact->number);
        put(text, "]");
    } else if (isfinite(fact->number))
        put_number(text, fact->number);
    else
        tml_text_put_json(text, fact->text);
}

static void put_fact_text(tml_text *text, const tml_fact *fact)
{
    tml_text_put_json(text, fact->text);
}

static bool is_any(const tml_fact *fact)
{
    (void)fact;
    return true;
}

/* Whether a fact that is a number, or a range, says more as it is printed: a unit, a name. */
static bool says_more(const tml_fact *fact)
{
    char *end;
    (void)strtod(fact->text, &end);
    return (isfinite(fact->number) || !isnan(fact->low)) && *end != '\0';
}

/* Facts of one name, such as the times of an event, are a list: keys of an object are unique. `asked` says of the first whether they are written. */
static void put_facts(tml_text *text, const tml_table *table, const char *member, bool (*asked)(const tml_fact *fact),
                      void (*put_one)(tml_text *text, const tml_fact *fact))
{
    size_t names = 0;
    tml_text_add(text, "\"%s\": {", member);
    for (size_t k = 0; k < table->fact_count; k++) {
        const char *name = table->facts[k].name;
        int values = 0;
        if ((size_t)tml_table_fact_find(table, name) < k || !asked(&table->facts[k]))
            continue;
        for (size_t i = k; i < table->fact_count; i++)
            values += strcmp(table->facts[i].name, name) == 0;
        put(text, names++ > 0 ? ", " : "");
        tml_text_put_json(text, name);
        put(text, values > 1 ? ": [" : ": ");
        for (size_t i = k, written = 0; i < table->fact_count; i++) {
            if (strcmp(table->facts[i].name, name) != 0)
                continue;
            put(text, written++ ? ", " : "");
            put_one(text, &table->facts[i]);
        }
        put(text, values > 1 ? "]" : "");
    }
    put(text, "}");
}

static void put_columns(tml_text *text, const tml_table *table)
{
    put(text, "\"columns\": [");
    for (size_t i = 0; i < table->column_count; i++) {
        put(text, i > 0 ? ", {\"name\": " : "{\"name\": ");
        tml_text_put_json(text, table->columns[i].name);
        put(text, ", \"unit\": ");
        tml_text_put_json(text, table->columns[i].unit);
        put(text, "}");
    }
    put(text, "]");
}

static void put_rows(tml_text *text, const tml_table *table)
{
    put(text, "\"rows\": [");
    const double *value = table->values;
    for (size_t row = 0; row < table->row_count; row++) {
        put(text, row > 0 ? ",\n  [" : "\n  [");
        for (size_t i = 0; i < table->column_count; i++) {
            put(text, i > 0 ? ", " : "");
            put_number(text, *value++);
        }
        put(text, "]");
    }
    put(text, "]");
}

static void put_row_names(tml_text *text, const tml_table *table)
{
    put(text, "\"row_names\": [");
    for (size_t row = 0; row < table->row_count; row++) {
        const char *name = tml_table_row_name(table, row);
        put(text, row > 0 ? ", " : "");
        tml_text_put_json(text, name != NULL ? name : "");
    }
    put(text, "],\n ");
}

/* Columns of text by name: {"of": ["final(x)"], "by": ["mass"]}. */
static void put_texts(tml_text *text, const tml_table *table)
{
    put(text, "\"texts\": {");
    for (size_t i = 0; i < tml_text_columns_leading(table); i++) {
        const char **entries = tml_text_column_copy(table, i);
        text->failed |= !entries;
        put(text, i > 0 ? ", " : "");
        tml_text_put_json(text, tml_table_text_name(table, i));
        put(text, ": [");
        for (size_t row = 0; entries && row < table->row_count; row++) {
            put(text, row > 0 ? ", " : "");
            tml_text_put_json(text, entries[row]);
        }
        put(text, "]");
        tml_release(entries);
    }
    put(text, "},\n ");
}

static void put_table(tml_text *text, const tml_table *table)
{
    put(text, "{\"kind\": ");
    tml_text_put_json(text, table->kind);
    put(text, ", \"title\": ");
    tml_text_put_json(text, table->title);
    put(text, ",\n ");
    put_facts(text, table, "facts", is_any, put_fact);
    put(text, ",\n ");
    put_facts(text, table, "fact_texts", says_more, put_fact_text);
    put(text, ",\n ");
    put_columns(text, table);
    put(text, ",\n ");
    if (table->has_row_names) {
        put_row_names(text, table);
        put_texts(text, table);
    }
    put_rows(text, table);
    put(text, "}");
}

static void put_member(tml_text *text, const char *name, const char *value)
{
    if (!value)
        return;
    tml_text_add(text, ", \"%s\": ", name);
    tml_text_put_json(text, value);
}

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    (void)options, (void)log;
    (void)chosen;
    locale_t old = tml_plain_enter();
    put(text, "{\"trammel\": ");
    tml_text_put_json(text, tml_version());
    put_member(text, "partial", results->partial);
    put_member(text, TML_STUDY, tml_results_origin(results, TML_STUDY));
    put(text, ", \"analyses\": [");
    for (size_t i = 0; i < results->count; i++) {
        put(text, i > 0 ? ",\n" : "\n");
        put_table(text, results->tables[i]);
    }
    put(text, "\n]}\n");
    tml_plain_leave(old);
    return TML_OK;
}

const tml_writer_class tml_writer_json = {
    .name = "json",
    .ending = ".json",
    .doc = "All analyses of a run as JSON, with units and facts.",
    .write = write,
};
