/* csv.c - one table as comma-separated values: a row of channel names, then a row of numbers for each output time.
 *
 * Comments after the last row say what numbers do not: that the run did not finish, as an incomplete table must not look
 * complete; of a study how many columns were varied, and its definition, line by line, from which it can be made again. */
#include "base/escape.h"
#include "base/number.h"
#include "result/writer.h"
#include <math.h>
#include <string.h>

/* "B.fx [N]"; a pure number has no unit. */
static void put_unit(tml_text *name, const char *unit)
{
    if (unit[0] != '\0')
        tml_text_add(name, " [%s]", unit);
}

/* A name is quoted if it would otherwise read as several (RFC 4180) or as a comment. */
static void put_name(tml_text *text, const char *name)
{
    if (name[0] != '#' && strpbrk(name, ",\"\r\n") == NULL) {
        tml_text_put(text, name, strlen(name));
        return;
    }
    tml_text_put(text, "\"", 1);
    for (; *name != '\0'; name++)
        tml_text_put(text, *name == '"' ? "\"\"" : name, *name == '"' ? 2 : 1);
    tml_text_put(text, "\"", 1);
}

static void put_header(tml_text *text, const tml_column *column, bool units)
{
    tml_text name = {0};
    tml_text_put(&name, column->name, strlen(column->name));
    if (units)
        put_unit(&name, column->unit);
    if (name.failed)
        text->failed = true;
    else
        put_name(text, name.data);
    tml_text_free(&name);
}

static void put_number(tml_text *text, double number)
{
    if (isnan(number))
        tml_text_put(text, "nan", 3); /* never -nan */
    else
        tml_text_put_number(text, number);
}

/* The definition of a study, a comment for each of its lines. */
static void put_study(tml_text *text, const tml_results *results, const tml_table *chosen)
{
    const char *definition = tml_results_origin(results, TML_STUDY);
    const long parameters = tml_table_fact_find(chosen, TML_PARAMETERS);
    if (!definition)
        return;
    if (parameters >= 0)
        tml_text_add(text, "# %s: %s\n", TML_PARAMETERS, chosen->facts[parameters].text);
    while (*definition) {
        const size_t length = strcspn(definition, "\n");
        tml_text_add(text, "# %s: %.*s\n", TML_STUDY, (int)length, definition);
        definition += length + (definition[length] == '\n');
    }
}

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    (void)log;
    locale_t old = tml_plain_enter();
    for (size_t i = 0; i < chosen->column_count; i++) {
        tml_text_put(text, ",", i > 0);
        put_header(text, &chosen->columns[i], options->units);
    }
    if (chosen->names_are_reasons)
        tml_text_add(text, ",%s", TML_REASONS);
    tml_text_put(text, "\n", 1);
    const double *value = chosen->values;
    for (size_t row = 0; row < chosen->row_count; row++) {
        for (size_t i = 0; i < chosen->column_count; i++) {
            tml_text_put(text, ",", i > 0);
            put_number(text, *value++);
        }
        if (chosen->names_are_reasons) {
            tml_text_put(text, ",", 1);
            put_name(text, tml_table_row_name(chosen, row) ? tml_table_row_name(chosen, row) : "");
        }
        tml_text_put(text, "\n", 1);
    }
    tml_plain_leave(old);
    if (results->partial)
        tml_text_add(text, "# partial: %s\n", results->partial);
    for (size_t i = 0; i < chosen->fact_count; i++)
        if (strcmp(chosen->facts[i].name, TML_NOT_UNIQUE) == 0)
            tml_text_add(text, "# %s: %s\n", TML_NOT_UNIQUE, chosen->facts[i].text);
    put_study(text, results, chosen);
    return TML_OK;
}

const tml_writer_class tml_writer_csv = {
    .name = "csv",
    .ending = ".csv",
    .doc = "One analysis as comma-separated values with a header row of channel names.",
    .write = write,
};
