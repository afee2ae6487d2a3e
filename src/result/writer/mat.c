/* mat.c - all tables as a MAT-file of level 5, which MATLAB, Octave and scipy.io.loadmat open.
 *
 *   dynamics   a struct for each table, with a column for each channel: dynamics.B_fx; modes_A, a matrix as such; columns of text as cells: sensitivity.by
 *   channels   a cell for each channel: {variable, field, name, unit, description}, since names here are made of letters, digits and _
 *   facts      {variable, name, text, number}
 *   tables     {variable, kind, title, analysis, stride}; row_names {variable, name}, of tables whose rows have names
 *   origin     a struct: what the run was made from (version, model, text, sha256, …); origin_names {field, name}
 *
 * A file is a header and data elements: a type and a length (4 bytes each), then the bytes, up to a multiple of 8. An array is an element
 * of elements: flags, sizes, name, values; fields of structs and entries of cells are arrays without names. No time is written: the same
 * results give the same bytes.
 */
#include "base/memory.h"
#include "base/utf8.h"
#include "result/writer.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { INT8 = 1, UINT16 = 4, INT32 = 5, UINT32 = 6, DOUBLE = 9, MATRIX = 14 }; /* types of data elements */
enum { CELL = 1, STRUCT = 2, CHARACTERS = 4, NUMBERS = 6 };                    /* classes of arrays */
enum { HEADER_TEXT = 116, HEADER = 128, VERSION = 0x0100, FIELD = 64 /* of names, with a 0 at their end */ };
static const size_t MAX_BYTES = 0x7FFFFFFF; /* of a variable of this level */

typedef char field_name[FIELD];

typedef struct {
    tml_text *file;
    tml_text channels, facts, tables, row_names, origin_names; /* entries of the cells, row after row */
    size_t channel_count, fact_count, row_name_count;
    bool too_large;
} writer;

/* ---- elements ---- */

static void put_little(tml_text *text, uint64_t number, int bytes)
{
    char little[8];
    for (int i = 0; i < bytes; i++)
        little[i] = (char)(number >> 8 * i & 0xFF);
    tml_text_put(text, little, (size_t)bytes);
}

static void put_element(tml_text *to, uint32_t type, const void *bytes, size_t length)
{
    put_little(to, type, 4);
    put_little(to, length, 4);
    if (length > 0)
        tml_text_put(to, bytes, length);
    put_little(to, 0, (int)((8 - length % 8) % 8));
}

/* What an array begins with. */
static void put_head(tml_text *to, uint32_t class, size_t rows, size_t columns, const char *name)
{
    put_little(to, UINT32, 4);
    put_little(to, 8, 4);
    put_little(to, class, 8);
    put_little(to, INT32, 4);
    put_little(to, 8, 4);
    put_little(to, rows, 4);
    put_little(to, columns, 4);
    put_element(to, INT8, name, strlen(name));
}

/* The array whose content is given as a whole, which is freed. */
static void put_array(writer *w, tml_text *to, tml_text *content)
{
    w->too_large |= content->length > MAX_BYTES;
    to->failed |= content->failed;
    if (!content->failed && !w->too_large)
        put_element(to, MATRIX, content->data, content->length);
    tml_text_free(content);
}

static void put_numbers(writer *w, tml_text *to, const char *name, const tml_table *table, size_t first, size_t columns)
{
    tml_text array = {0};
    put_head(&array, NUMBERS, table->row_count, columns, name);
    put_little(&array, DOUBLE, 4);
    put_little(&array, table->row_count * columns * sizeof(double), 4);
    w->too_large |= table->row_count > MAX_BYTES / sizeof(double) / (columns + 1);
    for (size_t c = first; c < first + columns && !w->too_large; c++)
        for (size_t r = 0; r < table->row_count; r++) {
            uint64_t bits;
            memcpy(&bits, &table->values[r * table->column_count + c], sizeof bits);
            put_little(&array, bits, 8);
        }
    put_array(w, to, &array);
}

static void put_number(writer *w, tml_text *to, double number)
{
    tml_table one = {.row_count = 1, .column_count = 1, .values = &number};
    put_numbers(w, to, "", &one, 0, 1);
}

static void put_text(writer *w, tml_text *to, const char *text)
{
    tml_text array = {0}, units = {0};
    while (*text) {
        const uint32_t c = tml_utf8_next(&text);
        if (c >= 0x10000) /* a surrogate pair of UTF-16 */
            put_little(&units, 0xD800 + ((c - 0x10000) >> 10), 2);
        put_little(&units, c >= 0x10000 ? 0xDC00 + ((c - 0x10000) & 0x3FF) : c, 2);
    }
    put_head(&array, CHARACTERS, units.length > 0, units.length / 2, "");
    put_element(&array, UINT16, units.data, units.length);
    array.failed |= units.failed;
    tml_text_free(&units);
    put_array(w, to, &array);
}

/* ---- structs ---- */

static void put_struct(writer *w, const char *name, const field_name *fields, size_t count, tml_text *values)
{
    tml_text array = {0};
    put_head(&array, STRUCT, 1, 1, name);
    put_little(&array, (uint64_t)4 << 16 | INT32, 4); /* a short element: type, length and bytes in 8 */
    put_little(&array, FIELD, 4);
    put_element(&array, INT8, fields, count * FIELD);
    if (values->length > 0)
        tml_text_put(&array, values->data, values->length);
    array.failed |= values->failed;
    tml_text_free(values);
    put_array(w, w->file, &array);
}

/* A name that MATLAB takes: a letter, then letters, digits and _; not one of those before it. */
static void name_field(const char *name, field_name *names, size_t count)
{
    char *to = names[count];
    memset(to, 0, FIELD);
    const bool letter = tml_is_letter(name[0]) && name[0] != '_';
    snprintf(to, FIELD - 8, "%s%s", letter ? "" : "x", name);
    for (char *c = to; *c; c++)
        if (!tml_is_word(*c))
            *c = '_';
    const size_t length = strlen(to);
    for (size_t i = 0, number = 2; i < count; i++)
        if (strcmp(names[i], to) == 0) {
            snprintf(to + length, FIELD - length, "_%zu", number++ % 1000);
            i = (size_t)-1; /* from the first again */
        }
}

static void list_channel(writer *w, const char *variable, const char *field, const tml_column *column)
{
    put_text(w, &w->channels, variable);
    put_text(w, &w->channels, field);
    put_text(w, &w->channels, column->name);
    put_text(w, &w->channels, column->unit);
    put_text(w, &w->channels, tml_channel_find_meaning(column->name).doc);
    w->channel_count++;
}

static void list_facts(writer *w, const char *variable, const tml_table *table)
{
    for (size_t i = 0; i < table->fact_count; i++) {
        put_text(w, &w->facts, variable);
        put_text(w, &w->facts, table->facts[i].name);
        put_text(w, &w->facts, table->facts[i].text);
        put_number(w, &w->facts, table->facts[i].number);
        w->fact_count++;
    }
}

static void list_table(writer *w, const char *variable, const tml_table *table)
{
    put_text(w, &w->tables, variable);
    put_text(w, &w->tables, table->kind);
    put_text(w, &w->tables, table->title);
    put_number(w, &w->tables, (double)table->analysis);
    put_number(w, &w->tables, (double)table->stride);
    for (size_t i = 0; i < table->row_count && table->has_row_names; i++) {
        const char *name = tml_table_row_name(table, i);
        put_text(w, &w->row_names, variable);
        put_text(w, &w->row_names, name ? name : "");
        w->row_name_count++;
    }
}

/* A cell of texts, one below the other. */
static void put_text_column(writer *w, tml_text *to, const tml_table *table, size_t index)
{
    tml_text array = {0};
    const char **entries = tml_text_column_copy(table, index);
    array.failed = !entries;
    put_head(&array, CELL, table->row_count, 1, "");
    for (size_t row = 0; entries && row < table->row_count; row++)
        put_text(w, &array, entries[row]);
    tml_release(entries);
    put_array(w, to, &array);
}

static void put_table(writer *w, const char *variable, const tml_table *table)
{
    field_name *fields = tml_allocate((table->column_count + TML_MAX_TEXT_COLUMNS + 1) * sizeof *fields);
    const size_t texts = table->is_matrix ? 0 : tml_text_columns_leading(table);
    tml_text values = {.failed = !fields};
    for (size_t i = 0; i < table->column_count && fields; i++) {
        name_field(table->columns[i].name, fields, i);
        list_channel(w, variable, table->is_matrix ? "" : fields[i], &table->columns[i]);
        if (!table->is_matrix)
            put_numbers(w, &values, "", table, i, 1);
    }
    for (size_t i = 0; i < texts && fields; i++) {
        name_field(tml_table_text_name(table, i), fields, table->column_count + i);
        put_text_column(w, &values, table, i);
    }
    list_table(w, variable, table);
    list_facts(w, variable, table);
    if (table->is_matrix)
        put_numbers(w, w->file, variable, table, 0, table->column_count);
    else if (fields)
        put_struct(w, variable, (const field_name *)fields, table->column_count + texts, &values);
    w->file->failed |= !fields;
    tml_text_free(&values);
    tml_release(fields);
}

/* ---- the file ---- */

/* Entries of one row after another, as a cell of one row each: transposed when it is read, which is what people expect. */
static void put_cell(writer *w, const char *name, size_t rows, size_t columns, tml_text *entries)
{
    tml_text array = {0};
    size_t *start = tml_allocate((rows * columns + 1) * sizeof *start);
    array.failed = !start || entries->failed || w->file->failed; /* where memory ran out, entries are missing */
    put_head(&array, CELL, rows, columns, name);
    if (!array.failed)
        start[0] = 0;
    for (size_t i = 0; i < rows * columns && !array.failed; i++) {
        uint32_t length = 0;
        for (int k = 3; k >= 0; k--)
            length = length << 8 | (unsigned char)entries->data[start[i] + 4 + (size_t)k];
        start[i + 1] = start[i] + 8 + length;
    }
    for (size_t c = 0; c < columns && !array.failed; c++) /* columns are stored one after another */
        for (size_t r = 0; r < rows; r++) {
            const size_t i = r * columns + c;
            tml_text_put(&array, entries->data + start[i], start[i + 1] - start[i]);
        }
    tml_release(start);
    tml_text_free(entries);
    put_array(w, w->file, &array);
}

static void put_origin(writer *w, const tml_results *results)
{
    field_name *fields = tml_allocate((results->origin_count + 2) * sizeof *fields);
    tml_text values = {.failed = !fields};
    size_t count = 0;
    for (; fields && count < results->origin_count; count++) {
        name_field(results->origins[count].name, fields, count);
        put_text(w, &values, results->origins[count].text);
        put_text(w, &w->origin_names, fields[count]);
        put_text(w, &w->origin_names, results->origins[count].name);
    }
    if (fields && results->partial) {
        name_field("partial", fields, count++);
        put_text(w, &values, results->partial);
    }
    if (fields && count > 0)
        put_struct(w, "origin", (const field_name *)fields, count, &values);
    w->file->failed |= !fields;
    tml_text_free(&values);
    tml_release(fields);
}

static void put_header(tml_text *file)
{
    char header[HEADER];
    memset(header, ' ', HEADER_TEXT);
    memset(header + HEADER_TEXT, 0, sizeof header - HEADER_TEXT);
    const int length = snprintf(header, HEADER_TEXT, "MATLAB 5.0 MAT-file, written by Trammel %s", tml_version());
    header[length] = ' ';
    header[HEADER - 4] = VERSION & 0xFF;
    header[HEADER - 3] = VERSION >> 8;
    header[HEADER - 2] = 'I';
    header[HEADER - 1] = 'M';
    tml_text_put(file, header, sizeof header);
}

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    writer w = {.file = text};
    (void)chosen, (void)options;
    field_name *variables = tml_allocate((results->count + 1) * sizeof *variables);
    text->failed |= !variables;
    put_header(text);
    for (size_t i = 0; i < results->count && variables; i++) {
        name_field(results->tables[i]->kind, variables, i);
        put_table(&w, variables[i], results->tables[i]);
    }
    tml_release(variables);
    put_cell(&w, "channels", w.channel_count, 5, &w.channels);
    put_cell(&w, "facts", w.fact_count, 4, &w.facts);
    put_cell(&w, "tables", results->count, 5, &w.tables);
    put_cell(&w, "row_names", w.row_name_count, 2, &w.row_names);
    put_origin(&w, results);
    put_cell(&w, "origin_names", results->origin_count, 2, &w.origin_names);
    if (!w.too_large)
        return TML_OK;
    tml_log_raise(
        log, TML_E_TOO_LARGE_FOR_FORMAT, TML_NOWHERE,
        "the results do not fit into a MAT-file of level 5 (2 GB for a variable); write .h5, or fewer channels");
    return TML_WRONG;
}

const tml_writer_class tml_writer_mat = {
    .name = "mat",
    .ending = ".mat",
    .doc = "All analyses of a run for MATLAB: a struct for each, a list of channels with names and units.",
    .same_bytes = true,
    .write = write,
};
