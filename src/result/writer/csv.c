/* csv.c - one table as comma-separated values: a row of channel names, then a row of numbers for each output time. If
 * the run did not finish, a comment after the last row says so: an incomplete table must not look complete. */
#include "base/escape.h"
#include "base/number.h"
#include "result/writer.h"
#include <math.h>
#include <string.h>

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

static void put_number(tml_text *text, double number)
{
    if (isnan(number))
        tml_text_put(text, "nan", 3); /* never -nan */
    else
        tml_text_put_number(text, number);
}

static void write(const tml_results *results, const tml_table *chosen, tml_text *text)
{
    locale_t old = tml_plain_enter();
    for (size_t i = 0; i < chosen->column_count; i++) {
        tml_text_put(text, ",", i > 0);
        put_name(text, chosen->columns[i].name);
    }
    tml_text_put(text, "\n", 1);
    const double *value = chosen->values;
    for (size_t row = 0; row < chosen->row_count; row++) {
        for (size_t i = 0; i < chosen->column_count; i++) {
            tml_text_put(text, ",", i > 0);
            put_number(text, *value++);
        }
        tml_text_put(text, "\n", 1);
    }
    tml_plain_leave(old);
    if (results->partial)
        tml_text_add(text, "# partial: %s\n", results->partial);
    for (size_t i = 0; i < chosen->fact_count; i++)
        if (strcmp(chosen->facts[i].name, TML_NOT_UNIQUE) == 0)
            tml_text_add(text, "# %s: %s\n", TML_NOT_UNIQUE, chosen->facts[i].text);
}

const tml_writer_class tml_writer_csv = {
    .name = "csv",
    .ending = ".csv",
    .doc = "One analysis as comma-separated values with a header row of channel names.",
    .write = write,
};
