/* read.c - reads a CSV result into a table, and reports where it is broken. */
#include "result/read.h"
#include "base/arena.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/text.h"
#include "base/unit.h"
#include "result/csv_notes.h"
#include "result/search_columns.h"
#include "result/writer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MESSAGES = 10 };

typedef struct {
    const char *name; /* of the file */
    const char *next, *end;
    int line, column; /* of next; columns count cells, from 1 */
    bool row_ended;   /* the last cell was the last of its row */
    tml_text cell;
    size_t texts; /* columns of text before those of numbers */
    tml_results *results;
    size_t faults;
    tml_log *log;
} reader;

/* ---- cells --------------------------------------------------------------------------------------------------- */

static tml_place here(const reader *in)
{
    return (tml_place){.file = in->name, .line = in->line, .column = in->column};
}

/* Counts a fault; false if enough have been reported. */
static bool report_fault(reader *in)
{
    in->faults++;
    if (in->faults == MAX_MESSAGES)
        tml_log_raise(in->log, TML_E_NOT_CSV, here(in), "too many errors; the rest is not shown");
    return in->faults < MAX_MESSAGES;
}

static void read_quoted(reader *in)
{
    in->next++;
    while (in->next < in->end) {
        if (*in->next == '"') {
            if (in->next + 1 >= in->end || in->next[1] != '"')
                break;
            in->next++;
        }
        tml_text_put(&in->cell, in->next++, 1);
    }
    in->next += in->next < in->end;
}

static void trim_cell(tml_text *cell)
{
    size_t start = 0;
    while (start < cell->length && strchr(" \t", cell->data[start]) != NULL)
        start++;
    while (cell->length > start && strchr(" \t", cell->data[cell->length - 1]) != NULL)
        cell->length--;
    cell->length -= start;
    memmove(cell->data, cell->data + start, cell->length);
    cell->data[cell->length] = '\0';
}

/* Reads up to the next comma or line end into in->cell; false without memory. */
static bool read_cell(reader *in)
{
    in->cell.length = 0;
    tml_text_put(&in->cell, "", 0);
    while (in->next < in->end && (*in->next == ' ' || *in->next == '\t'))
        in->next++;
    if (in->next < in->end && *in->next == '"')
        read_quoted(in);
    const char *start = in->next;
    while (in->next < in->end && strchr(",\r\n", *in->next) == NULL)
        in->next++;
    tml_text_put(&in->cell, start, (size_t)(in->next - start));
    if (in->cell.failed)
        return false;
    trim_cell(&in->cell);
    in->row_ended = in->next >= in->end || *in->next != ',';
    in->next += !in->row_ended;
    return true;
}

static void end_row(reader *in)
{
    if (in->next < in->end && *in->next == '\r')
        in->next++;
    if (in->next < in->end && *in->next == '\n')
        in->next++;
    in->line++;
    in->column = 1;
}

/* What follows `start`; NULL: the text begins otherwise. */
static const char *after(const char *text, size_t length, const char *start)
{
    const size_t before = strlen(start);
    return length > before && strncmp(text, start, before) == 0 ? text + before : NULL;
}

static void add_study_line(tml_results *results, const char *line, size_t length)
{
    const char *before = tml_results_origin(results, TML_STUDY);
    tml_text lines = {0};
    tml_text_add(&lines, "%s%.*s\n", before ? before : "", (int)length, line);
    if (!lines.failed)
        tml_results_set_origin(results, TML_STUDY, lines.data);
    tml_text_free(&lines);
}

/* What earlier writers left as a comment. */
static void read_comment(reader *in, tml_table *table, const char *text, size_t length)
{
    const char *end = text + length, *non_unique = after(text, length, "# " TML_NOT_UNIQUE ": "),
               *partial = after(text, length, "# partial: "), *study = after(text, length, "# " TML_STUDY ": "),
               *parameters = after(text, length, "# " TML_PARAMETERS ": ");
    if (non_unique)
        tml_table_add_fact(table, TML_NOT_UNIQUE, NAN, "%.*s", (int)(end - non_unique), non_unique);
    if (parameters)
        tml_table_add_fact(table, TML_PARAMETERS, strtod(parameters, NULL), "%.*s", (int)(end - parameters),
                           parameters);
    if (study)
        add_study_line(in->results, study, (size_t)(end - study));
    if (!partial)
        return;
    tml_text why = {0};
    tml_text_put(&why, partial, (size_t)(end - partial));
    tml_results_set_partial(in->results, why.failed ? NULL : why.data);
    tml_text_free(&why);
}

/* Goes to the next row that is neither empty nor a comment; false at the end. table: for comments, or NULL. */
static bool find_row(reader *in, tml_table *table)
{
    while (in->next < in->end) {
        const char *start = in->next;
        while (start < in->end && (*start == ' ' || *start == '\t'))
            start++;
        if (start < in->end && strchr("#\r\n", *start) == NULL)
            return true;
        const char *begin = start;
        while (start < in->end && *start != '\r' && *start != '\n')
            start++;
        if (table)
            read_comment(in, table, begin, (size_t)(start - begin));
        in->next = start;
        end_row(in);
    }
    return false;
}

/* An empty cell is a missing value. */
static bool read_number(const char *cell, double *number)
{
    char *end;
    *number = cell[0] != '\0' ? strtod(cell, &end) : NAN;
    return cell[0] == '\0' || *end == '\0';
}

/* ---- the header ---------------------------------------------------------------------------------------------- */

/* Reads the header into names: each name and its 0 in turn. */
static bool read_names(reader *in, tml_text *names, size_t *count, size_t *numbers)
{
    double number;
    do {
        if (!read_cell(in))
            return false;
        if (in->cell.length == 0 && report_fault(in))
            tml_log_raise(in->log, TML_E_NOT_CSV, here(in), "the header names no channel in column %d", in->column);
        *numbers += read_number(in->cell.data, &number) && in->cell.length > 0;
        tml_text_put(names, in->cell.data, strlen(in->cell.data) + 1);
        ++*count;
        in->column++;
    } while (!in->row_ended);
    return !names->failed;
}

/* "B.fx [N]" is a channel with a unit, where that is one: the name ends before it. */
static const char *split_unit(char *name)
{
    char *open = strrchr(name, '[');
    const size_t length = open ? strlen(open) : 0;
    tml_unit unit;
    if (!open || open <= name + 1 || open[-1] != ' ' || open[length - 1] != ']')
        return "";
    open[length - 1] = '\0';
    if (!tml_unit_parse(open + 1, &unit)) {
        open[length - 1] = ']';
        return "";
    }
    open[-1] = '\0';
    return open + 1;
}

/* Whether the entry that comes next, in the first column, is a text. */
static bool is_text_next(const reader *in)
{
    reader ahead = *in;
    double number;
    ahead.cell = (tml_text){0};
    end_row(&ahead);
    const bool text = find_row(&ahead, NULL) && read_cell(&ahead) && !read_number(ahead.cell.data, &number);
    tml_text_free(&ahead.cell);
    return text;
}

/* How many columns hold texts, before those of numbers. */
static size_t count_texts(const reader *in, const tml_column *columns, size_t count)
{
    const char *header[TML_MAX_TEXT_COLUMNS + 3];
    const size_t known = sizeof header / sizeof *header;
    for (size_t i = 0; i < count && i < known; i++)
        header[i] = columns[i].name;
    const size_t texts = tml_text_columns_before(header, count < known ? count : known);
    return texts == 0 && count > 1 && strcmp(header[0], "row") == 0 && is_text_next(in) ? 1 : texts;
}

static tml_table *add_table(reader *in, tml_text *names, size_t count)
{
    tml_column *columns = tml_allocate(count * sizeof *columns);
    if (columns == NULL)
        return NULL;
    char *name = names->data;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(name);
        columns[i] = (tml_column){.name = name, .unit = split_unit(name)};
        name += length + 1;
    }
    const bool reasons = count > 1 && strcmp(columns[count - 1].name, TML_REASONS) == 0;
    in->texts = reasons ? 0 : count_texts(in, columns, count);
    tml_table *table =
        tml_results_add(in->results, "table", "", columns + in->texts, count - in->texts - (size_t)reasons);
    if (table) {
        table->has_row_names = reasons || in->texts > 0;
        table->names_are_reasons = reasons;
    }
    tml_release(columns);
    return table;
}

static tml_table *read_header(reader *in)
{
    tml_text names = {0};
    size_t count = 0, numbers = 0;
    tml_table *table = NULL;
    if (!find_row(in, NULL)) {
        in->faults++;
        tml_log_raise(in->log, TML_E_NOT_CSV, (tml_place){.file = in->name, .line = 1, .column = 1},
                      "the file is empty");
    } else if (read_names(in, &names, &count, &numbers)) {
        if (numbers == count && report_fault(in))
            tml_log_raise(in->log, TML_E_NOT_CSV, (tml_place){.file = in->name, .line = in->line, .column = 1},
                          "the first row must contain channel names, not numbers");
        if (in->faults == 0)
            table = add_table(in, &names, count);
    }
    tml_text_free(&names);
    return table;
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

/* Names the row by its first cells, which hold texts. */
static bool read_texts(reader *in, tml_table *table)
{
    tml_text text[TML_MAX_TEXT_COLUMNS] = {{0}};
    const char *texts[TML_MAX_TEXT_COLUMNS];
    bool good = true;
    size_t count = 0;
    in->row_ended = false;
    for (; count < in->texts && !in->row_ended && good; count++, in->column++) {
        good = read_cell(in);
        tml_text_add(&text[count], "%s", good ? in->cell.data : "");
        good = good && !text[count].failed;
        texts[count] = text[count].data;
    }
    good = good && (count == 0 || tml_text_columns_name_row(table, texts, count));
    for (size_t i = 0; i < count; i++)
        tml_text_free(&text[i]);
    return good;
}

static bool read_row(reader *in, tml_table *table)
{
    double *row = tml_table_append(table);
    if (row == NULL || !read_texts(in, table))
        return false;
    size_t count = 0, wanted = table->column_count + table->names_are_reasons;
    while (!in->row_ended) {
        double number = NAN;
        if (!read_cell(in))
            return false;
        if (count < table->column_count) {
            if (!read_number(in->cell.data, &number) && report_fault(in))
                tml_log_raise(in->log, TML_E_NOT_CSV, here(in), "%s: \"%.40s\" is not a number",
                              table->columns[count].name, in->cell.data);
            row[count] = number;
        } else if (count + 1 == wanted && !tml_table_name_row(table, in->cell.data))
            return false;
        count++;
        in->column++;
    }
    if (count != wanted && report_fault(in))
        tml_log_raise(in->log, TML_E_NOT_CSV, (tml_place){.file = in->name, .line = in->line, .column = 1},
                      "%zu values in this row, but %zu channels in the header", count, wanted);
    return true;
}

static bool read_table(reader *in)
{
    tml_table *table = read_header(in);
    if (table == NULL)
        return in->faults > 0;
    end_row(in);
    while (in->faults < MAX_MESSAGES && find_row(in, table)) {
        if (!read_row(in, table))
            return false;
        end_row(in);
    }
    return true;
}

static bool looks_binary(const char *text, size_t length)
{
    return memchr(text, '\0', length) != NULL;
}

tml_results *tml_results_parse_csv(const char *text, size_t length, const char *name, tml_log *log)
{
    reader in = {.name = name, .next = text, .end = text + length, .line = 1, .column = 1, .log = log};
    if (length > 0 && looks_binary(text, length)) {
        tml_log_raise(log, TML_E_NOT_CSV, (tml_place){.file = name, .line = 1, .column = 1}, "this is not a text file");
        return NULL;
    }
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        in.next += 3;
    in.results = tml_results_make();
    locale_t old = tml_plain_enter();
    bool read = in.results != NULL && read_table(&in);
    tml_plain_leave(old);
    tml_text_free(&in.cell);
    if (!read)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "%s: out of memory", name);
    if (read && in.faults == 0)
        return in.results;
    tml_results_free(in.results);
    return NULL;
}

/* A format for other programs; false with a message. */
static bool can_be_read(const char *path, tml_log *log)
{
    for (int i = 0; i < tml_writer_class_count; i++)
        if (tml_writer_classes[i]->only_written && tml_path_ends(path, tml_writer_classes[i]->ending)) {
            tml_log_raise(
                log, TML_E_UNKNOWN_ENDING, (tml_place){.file = path},
                "Trammel writes %s for other programs and does not read it; it reads .csv, .h5, .json, .mat and .npz",
                tml_writer_classes[i]->ending);
            return false;
        }
    return true;
}

/* Rows of studies are points, and their names tell why answers are missing. */
static void find_reasons(tml_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        tml_table *table = results->tables[i];
        const char *first = table->column_count ? table->columns[0].name : "";
        if (table->has_row_names && (strcmp(first, TML_POINTS) == 0 || strcmp(first, TML_EVALUATIONS) == 0))
            table->names_are_reasons = true;
    }
}

tml_results *tml_results_load(const char *path, tml_log *log)
{
    tml_text text = {0};
    tml_results *results = NULL;
    bool is_csv = false;
    if (can_be_read(path, log) && tml_file_read(path, &text, log) == TML_OK) {
        const char *data = text.length > 0 ? text.data : "";
        const bool json = tml_path_ends(path, ".json") || data[0] == '{';
        const bool hdf5 = tml_path_ends(path, ".h5") || tml_is_hdf5(data, text.length);
        const bool npz = tml_path_ends(path, ".npz") || tml_is_zip(data, text.length);
        is_csv = !hdf5 && !npz && !json && !tml_path_ends(path, ".mat");
        results = hdf5                          ? tml_results_parse_hdf5(data, text.length, path, log)
                  : npz                         ? tml_results_parse_npz(data, text.length, path, log)
                  : tml_path_ends(path, ".mat") ? tml_results_parse_mat(data, text.length, path, log)
                  : json                        ? tml_results_parse_json(data, text.length, path, log)
                                                : tml_results_parse_csv(data, text.length, path, log);
    }
    if (results && is_csv && !tml_csv_notes_load(results, path, text.data, text.length, log)) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "%s: out of memory", path);
        tml_results_free(results);
        results = NULL;
    }
    if (results)
        find_reasons(results);
    if (results && results->partial)
        tml_log_raise(log, TML_W_PARTIAL_RESULT, (tml_place){.file = path}, "this result is not complete: %s",
                      results->partial);
    tml_text_free(&text);
    return results;
}
