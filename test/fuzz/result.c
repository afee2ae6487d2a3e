/* result.c - fuzzes the readers of results: any text as CSV and as JSON, and what was read is written and read again; any bytes as .npz and as a
 * MAT-file.
 *
 * Nothing may crash or hang; refused text has a message; what is written reads again with the same numbers.
 */
#include "base/status.h"
#include "base/text.h"
#include "result/read.h"
#include "result/writer.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef tml_results *reader(const char *text, size_t length, const char *name, tml_log *log);

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_result: not so: %s\n", what);
    abort();
}

/* JSON has no infinite numbers: they become missing ones. */
static bool same(double a, double b)
{
    return a == b || (b != b && a - a != 0);
}

/* Bytes that are no UTF-8 are replaced when written. */
static bool same_name(const char *a, const char *b)
{
    for (const char *c = a; *c; c++)
        if ((unsigned char)*c >= 0x80)
            return true;
    return strcmp(a, b) == 0;
}

static void compare(const tml_table *a, const tml_table *b)
{
    demand(tml_table_rows(a) == tml_table_rows(b) && tml_table_columns(a) == tml_table_columns(b), "as many numbers");
    for (size_t c = 0; c < tml_table_columns(a); c++)
        demand(same_name(tml_table_name(a, c), tml_table_name(b, c)), "the same names");
    for (size_t r = 0; r < tml_table_rows(a); r++)
        for (size_t c = 0; c < tml_table_columns(a); c++)
            demand(same(tml_table_value(a, r, c), tml_table_value(b, r, c)), "the same numbers");
}

/* In the format it came in: names that JSON can hold may be none in CSV. */
static void write_and_read(const tml_results *results, const char *ending, reader *read)
{
    const tml_table *last = tml_results_table(results, tml_results_count(results) - 1);
    for (int i = 0; i < tml_writer_class_count; i++) {
        if (strcmp(tml_writer_classes[i]->ending, ending) != 0)
            continue;
        tml_text text = {0};
        tml_log *log = tml_log_make();
        tml_writer_classes[i]->write(results, last, &(tml_save_options){0}, &text, log);
        demand(!text.failed, "it can be written");
        tml_results *again = read(text.data, text.length, "again", log);
        if (!again)
            fprintf(stderr, "%s\n", text.data);
        demand(again, "what is written reads again");
        compare(last, tml_results_table(again, tml_results_count(again) - 1));
        tml_results_free(again);
        tml_log_free(log);
        tml_text_free(&text);
    }
}

/* A name that begins with a byte-order mark is no longer the same when it stands first in a file. */
static bool begins_with_mark(const tml_results *results)
{
    const tml_table *last = tml_results_table(results, tml_results_count(results) - 1);
    return tml_table_columns(last) > 0 && strncmp(tml_table_name(last, 0), "\xEF\xBB\xBF", 3) == 0;
}

static void check(const char *text, size_t size, const char *ending, reader *read)
{
    tml_log *log = tml_log_make();
    tml_results *results = read(text, size, "fuzz", log);
    demand(results || tml_log_count(log) > 0, "refused text has a message");
    if (results && tml_results_count(results) > 0 && !begins_with_mark(results))
        write_and_read(results, ending, read);
    tml_results_free(results);
    tml_log_free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* exact, so that the sanitizer sees a step too far */
    if (!text)
        return 0;
    memcpy(text, data, size);
    check(text, size, ".csv", tml_results_parse_csv);
    check(text, size, ".json", tml_results_parse_json);
    check(text, size, "none", tml_results_parse_npz);
    check(text, size, "none", tml_results_parse_mat);
    free(text);
    return 0;
}
