/* csv.c - one table as comma-separated values (RFC 4180): a row of names, then a row for each output time, and nothing else.
 *
 * Names of rows are the first columns (an event, a parameter), reasons of studies the last. What is to be said of the table besides lies in a
 * file beside it (result/csv_notes.h). */
#include "base/escape.h"
#include "base/memory.h"
#include "base/number.h"
#include "result/csv_notes.h"
#include "result/writer.h"
#include <math.h>
#include <string.h>

/* "B.fx [N]"; a pure number has no unit. */
static void put_unit(tml_text *name, const char *unit)
{
    if (unit[0] != '\0')
        tml_text_add(name, " [%s]", unit);
}

/* A name is quoted if it would otherwise read as several, or as a comment. */
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

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    (void)log, (void)results;
    locale_t old = tml_plain_enter();
    const size_t texts = tml_text_columns_leading(chosen);
    const char **entries[TML_MAX_TEXT_COLUMNS] = {NULL};
    for (size_t i = 0; i < texts; i++) {
        entries[i] = tml_text_column_copy(chosen, i);
        text->failed |= !entries[i];
        tml_text_add(text, "%s%s", i ? "," : "", tml_table_text_name(chosen, i));
    }
    for (size_t i = 0; i < chosen->column_count; i++) {
        tml_text_put(text, ",", texts + i > 0);
        put_header(text, &chosen->columns[i], options->units);
    }
    if (chosen->names_are_reasons)
        tml_text_add(text, ",%s", TML_REASONS);
    tml_text_put(text, "\n", 1);
    const double *value = chosen->values;
    for (size_t row = 0; row < chosen->row_count; row++) {
        for (size_t i = 0; i < texts; i++) {
            tml_text_put(text, ",", i > 0);
            put_name(text, entries[i] ? entries[i][row] : "");
        }
        for (size_t i = 0; i < chosen->column_count; i++) {
            tml_text_put(text, ",", texts + i > 0);
            put_number(text, *value++);
        }
        if (chosen->names_are_reasons) {
            tml_text_put(text, ",", 1);
            put_name(text, tml_table_row_name(chosen, row) ? tml_table_row_name(chosen, row) : "");
        }
        tml_text_put(text, "\n", 1);
    }
    tml_plain_leave(old);
    for (size_t i = 0; i < texts; i++)
        tml_release(entries[i]);
    return TML_OK;
}

const tml_writer_class tml_writer_csv = {
    .name = "csv",
    .ending = ".csv",
    .doc = "One analysis as comma-separated values with a header row of channel names.",
    .write = write,
    .put_notes = tml_csv_notes_put,
};
