/* npz.c - all tables as NumPy arrays: a zip of .npy files, one for each channel, stored without compression.
 *
 *   t, B.fx            the channels of the table chosen (the last, if none is); of, by, event: its columns of text
 *   modes/frequency    those of other tables; modes.A, a matrix as a whole
 *   trammel/channels, trammel/units    names and units of the channels of the table chosen, in order; rows, facts with fact_names, fact_numbers
 *   trammel/modes/channels, …          the same of other tables
 *   trammel/tables, trammel/chosen     names of all tables here ("dynamics", "dynamics_2"); kinds, titles, analyses, strides in the same order
 *   trammel/version, trammel/model, …  what the run was made from
 *
 * A zip is one entry after another (header, name, bytes), then a directory that lists them all, then where that begins. Times are those at
 * which zip begins to count: the same results give the same bytes.
 */
#include "base/memory.h"
#include "base/utf8.h"
#include "result/crc32.h"
#include "result/writer.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const uint64_t MAX_BYTES = 0xFFFFFFFF; /* of a zip without extensions, and of an entry */
enum {
    MAX_ENTRIES = 0xFFFF,
    ALIGNMENT = 64,
    NEEDS = 20 /* version 2.0 of zip */,
    FIRST_DAY = 0x21 /* 1 January 1980 */
};

typedef struct {
    tml_text *zip, directory;
    size_t count;
    bool too_large;
} archive;

/* ---- zip ---- */

static void put_little(tml_text *text, uint64_t number, int bytes)
{
    char little[8];
    for (int i = 0; i < bytes; i++)
        little[i] = (char)(number >> 8 * i & 0xFF);
    tml_text_put(text, little, (size_t)bytes);
}

/* What entry and directory say alike; names are UTF-8 (bit 11). */
static void put_entry(tml_text *text, uint32_t crc, size_t length, size_t name_length)
{
    put_little(text, NEEDS, 2);
    put_little(text, 1 << 11, 2);
    put_little(text, 0, 2); /* stored */
    put_little(text, 0, 2);
    put_little(text, FIRST_DAY, 2);
    put_little(text, crc, 4);
    put_little(text, length, 4);
    put_little(text, length, 4);
    put_little(text, name_length, 2);
    put_little(text, 0, 2);
}

static void add_file(archive *a, const char *name, const tml_text *bytes)
{
    const size_t start = a->zip->length, length = bytes->length;
    tml_text path = {0};
    tml_text_add(&path, "%s.npy", name);
    a->too_large |= start + length > MAX_BYTES || a->count >= MAX_ENTRIES || path.length > 0xFFFF;
    if (!a->too_large && !path.failed && !bytes->failed) {
        const uint32_t crc = tml_crc32(bytes->data, length);
        tml_text_put(a->zip, "PK\3\4", 4);
        put_entry(a->zip, crc, length, path.length);
        tml_text_put(a->zip, path.data, path.length);
        tml_text_put(a->zip, bytes->data, length);
        tml_text_put(&a->directory, "PK\1\2", 4);
        put_little(&a->directory, NEEDS, 2);
        put_entry(&a->directory, crc, length, path.length);
        put_little(&a->directory, 0, 2 + 2 + 2); /* no comment, the first disk, bytes */
        put_little(&a->directory, 0, 4);         /* no attributes */
        put_little(&a->directory, start, 4);
        tml_text_put(&a->directory, path.data, path.length);
        a->count++;
    }
    a->zip->failed |= path.failed || bytes->failed;
    tml_text_free(&path);
}

static void end_archive(archive *a)
{
    const size_t start = a->zip->length;
    a->too_large |= start + a->directory.length > MAX_BYTES;
    if (!a->directory.failed && a->directory.length > 0)
        tml_text_put(a->zip, a->directory.data, a->directory.length);
    tml_text_put(a->zip, "PK\5\6", 4);
    put_little(a->zip, 0, 4);
    put_little(a->zip, a->count, 2);
    put_little(a->zip, a->count, 2);
    put_little(a->zip, a->directory.length, 4);
    put_little(a->zip, start, 4);
    put_little(a->zip, 0, 2);
    a->zip->failed |= a->directory.failed;
    tml_text_free(&a->directory);
}

/* ---- npy ---- */

/* The header of an array, padded so that its values begin at a multiple of 64 bytes. shape: "3," or "2, 3" or "". */
static void put_header(tml_text *npy, const char *type, const char *shape)
{
    tml_text header = {0};
    tml_text_add(&header, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
    while (!header.failed && (10 + header.length + 1) % ALIGNMENT != 0)
        tml_text_put(&header, " ", 1);
    tml_text_put(&header, "\n", 1);
    tml_text_put(npy, "\x93NUMPY\1\0", 8);
    put_little(npy, header.length, 2);
    if (!header.failed)
        tml_text_put(npy, header.data, header.length);
    npy->failed |= header.failed;
    tml_text_free(&header);
}

static void put_double(tml_text *npy, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_little(npy, bits, 8);
}

static void add_texts(archive *a, const char *name, const char *const *texts, size_t count, bool list)
{
    size_t longest = 1;
    char type[32], shape[32];
    tml_text npy = {0};
    for (size_t i = 0; i < count; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    snprintf(type, sizeof type, "<U%zu", longest);
    snprintf(shape, sizeof shape, list ? "%zu," : "", count);
    put_header(&npy, type, shape);
    for (size_t i = 0; i < count; i++) {
        size_t written = 0;
        for (const char *next = texts[i]; *next; written++)
            put_little(&npy, tml_utf8_next(&next), 4);
        for (; written < longest; written++)
            put_little(&npy, 0, 4);
    }
    add_file(a, name, &npy);
    tml_text_free(&npy);
}

/* Every step-th of the numbers. */
static void add_numbers(archive *a, const char *name, const double *numbers, size_t count, size_t step)
{
    char shape[32];
    tml_text npy = {0};
    snprintf(shape, sizeof shape, "%zu,", count);
    put_header(&npy, "<f8", shape);
    for (size_t i = 0; i < count; i++)
        put_double(&npy, numbers[i * step]);
    add_file(a, name, &npy);
    tml_text_free(&npy);
}

/* ---- tables ---- */

/* "t" of the table chosen, "LABEL/t" of others; before: "trammel/", or nothing. */
static const char *name_in(tml_text *name, const char *before, const char *label, bool chosen, const char *what)
{
    name->length = 0;
    tml_text_add(name, "%s%s%s%s", before, chosen ? "" : label, chosen || !what[0] ? "" : "/", what);
    return name->failed ? "" : name->data;
}

static void add_matrix(archive *a, const char *name, const tml_table *table)
{
    char shape[64];
    tml_text npy = {0};
    snprintf(shape, sizeof shape, "%zu, %zu", table->row_count, table->column_count);
    put_header(&npy, "<f8", shape);
    for (size_t i = 0; i < table->row_count * table->column_count; i++)
        put_double(&npy, table->values[i]);
    add_file(a, name, &npy);
    tml_text_free(&npy);
}

typedef const char *name_of(const tml_table *table, size_t index);

static const char *row_name(const tml_table *table, size_t row)
{
    const char *name = tml_table_row_name(table, row);
    return name ? name : "";
}

static void add_names(archive *a, const char *name, const tml_table *table, name_of *of, size_t count)
{
    const char **list = tml_allocate((count + 1) * sizeof *list);
    a->zip->failed |= !list;
    for (size_t i = 0; list && i < count; i++)
        list[i] = of(table, i);
    if (list)
        add_texts(a, name, list, count, true);
    tml_release(list);
}

static void add_facts(archive *a, const tml_table *table, const char *label, bool chosen)
{
    tml_text name = {0};
    double *numbers = tml_allocate((table->fact_count + 1) * sizeof *numbers);
    a->zip->failed |= !numbers;
    for (size_t i = 0; numbers && i < table->fact_count; i++)
        numbers[i] = table->facts[i].number;
    add_names(a, name_in(&name, "trammel/", label, chosen, "fact_names"), table, tml_table_fact_name,
              table->fact_count);
    add_names(a, name_in(&name, "trammel/", label, chosen, "facts"), table, tml_table_fact_text, table->fact_count);
    if (numbers)
        add_numbers(a, name_in(&name, "trammel/", label, chosen, "fact_numbers"), numbers, table->fact_count, 1);
    a->zip->failed |= name.failed;
    tml_release(numbers);
    tml_text_free(&name);
}

static void add_text_column(archive *a, const char *name, const tml_table *table, size_t index)
{
    const char **entries = tml_text_column_copy(table, index);
    a->zip->failed |= !entries;
    if (entries)
        add_texts(a, name, entries, table->row_count, true);
    tml_release(entries);
}

static void add_table(archive *a, const tml_table *table, const char *label, bool chosen)
{
    tml_text name = {0};
    if (table->is_matrix)
        add_matrix(a, name_in(&name, "", label, false, ""), table);
    for (size_t i = 0; i < table->column_count && !table->is_matrix; i++)
        add_numbers(a, name_in(&name, "", label, chosen, table->columns[i].name),
                    table->row_count ? table->values + i : NULL, table->row_count, table->column_count);
    for (size_t i = 0; i < tml_text_columns_leading(table) && !table->is_matrix; i++)
        add_text_column(a, name_in(&name, "", label, chosen, tml_table_text_name(table, i)), table, i);
    chosen = chosen && !table->is_matrix;
    add_names(a, name_in(&name, "trammel/", label, chosen, "channels"), table, tml_table_name, table->column_count);
    add_names(a, name_in(&name, "trammel/", label, chosen, "units"), table, tml_table_unit, table->column_count);
    if (table->has_row_names)
        add_names(a, name_in(&name, "trammel/", label, chosen, "rows"), table, row_name, table->row_count);
    if (table->fact_count > 0)
        add_facts(a, table, label, chosen);
    a->zip->failed |= name.failed;
    tml_text_free(&name);
}

static void add_origin(archive *a, const char *name, const char *text)
{
    tml_text path = {0};
    tml_text_add(&path, "trammel/%s", name);
    if (!path.failed)
        add_texts(a, path.data, &text, 1, false);
    a->zip->failed |= path.failed;
    tml_text_free(&path);
}

/* The kind of a table, with a number where there were such before: a zip holds a name once. */
static const char *label_of(const tml_results *results, size_t index, tml_text *label)
{
    size_t number = 1;
    for (size_t i = 0; i < index; i++)
        number += strcmp(results->tables[i]->kind, results->tables[index]->kind) == 0;
    label->length = 0;
    tml_text_add(label, number > 1 ? "%s_%zu" : "%s", results->tables[index]->kind, number);
    return label->failed ? "" : label->data;
}

/* All tables, in order. */
static void list_tables(archive *a, const tml_results *results, const tml_table *chosen)
{
    const size_t count = results->count;
    const char **texts = tml_allocate((count + 1) * sizeof *texts);
    double *numbers = tml_allocate((count + 1) * sizeof *numbers);
    tml_text *labels = tml_allocate((count + 1) * sizeof *labels);
    const bool good = texts && numbers && labels;
    a->zip->failed |= !good;
    for (size_t i = 0; i < count && good; i++) {
        labels[i] = (tml_text){0};
        texts[i] = label_of(results, i, &labels[i]);
        if (results->tables[i] == chosen && !chosen->is_matrix)
            add_texts(a, "trammel/chosen", &texts[i], 1, false);
    }
    if (good)
        add_texts(a, "trammel/tables", texts, count, true);
    for (size_t i = 0; i < count && good; i++) {
        texts[i] = results->tables[i]->kind;
        numbers[i] = (double)results->tables[i]->analysis;
        tml_text_free(&labels[i]);
    }
    if (good) {
        add_texts(a, "trammel/kinds", texts, count, true);
        add_numbers(a, "trammel/analyses", numbers, count, 1);
    }
    for (size_t i = 0; i < count && good; i++) {
        texts[i] = results->tables[i]->title;
        numbers[i] = (double)results->tables[i]->stride;
    }
    if (good) {
        add_texts(a, "trammel/titles", texts, count, true);
        add_numbers(a, "trammel/strides", numbers, count, 1);
    }
    tml_release(labels);
    tml_release(numbers);
    tml_release(texts);
}

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    archive a = {.zip = text};
    (void)options;
    tml_text label = {0};
    for (size_t i = 0; i < results->count; i++)
        add_table(&a, results->tables[i], label_of(results, i, &label), results->tables[i] == chosen);
    text->failed |= label.failed;
    tml_text_free(&label);
    list_tables(&a, results, chosen);
    for (size_t i = 0; i < results->origin_count; i++)
        add_origin(&a, results->origins[i].name, results->origins[i].text);
    if (results->partial)
        add_origin(&a, "partial", results->partial);
    end_archive(&a);
    if (!a.too_large)
        return TML_OK;
    tml_log_raise(
        log, TML_E_TOO_LARGE_FOR_FORMAT, TML_NOWHERE,
        "the results do not fit into a zip without extensions (4 GB, 65535 arrays); write .h5, or fewer channels");
    return TML_WRONG;
}

const tml_writer_class tml_writer_npz = {
    .name = "npz",
    .ending = ".npz",
    .doc = "All analyses of a run as NumPy arrays, one for each channel.",
    .same_bytes = true,
    .write = write,
};
