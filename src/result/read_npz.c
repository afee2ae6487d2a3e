/* read_npz.c - reads NumPy arrays: a zip of .npy files as writer/npz.c or numpy.savez and savez_compressed write it.
 *
 * The directory at the end of the zip lists its entries: where each begins, its sizes, its CRC-32. An .npy file is a text that says type, order and
 * shape, then the numbers. Of our own files, writer/npz.c says which array is what; those of others become tables of columns.
 */
#include "result/arrays.h"
#include "result/binary.h"
#include "result/crc32.h"
#include "result/inflate.h"
#include "result/read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, STORED = 0, DEFLATED = 8, MAX_RATIO = 1032 /* of deflate */ };

typedef struct {
    const char *name; /* of the file */
    const char *bytes;
    size_t length;
    tml_arrays arrays;
    tml_results *results;
    tml_log *log;
} reader;

static bool fail(const reader *in, const char *what, const char *fault)
{
    tml_log_raise(in->log, TML_E_NOT_ARRAYS, (tml_place){.file = in->name}, "%s: %s", what, fault);
    return false;
}

static bool run_out(reader *in)
{
    in->arrays.out_of_memory = true;
    return false;
}

/* ---- npy ---- */

typedef struct {
    tml_number_form form;
    bool text;   /* of UCS-4 */
    size_t size; /* of an entry, bytes */
    bool by_columns;
    size_t rows, columns;
    bool is_single;
} npy_head;

/* What follows a key of the header: "'shape': (3, 2), " -> "(3, 2), ". */
static const char *value_of(const char *head, const char *key)
{
    const char *found = strstr(head, key);
    found = found ? found + strlen(key) : NULL;
    return found ? found + strspn(found, " :") : NULL;
}

/* False: a type that is passed over. */
static bool read_type(const char *descr, npy_head *head)
{
    if (!descr || (descr[0] != '\'' && descr[0] != '"') || strchr("<|=", descr[1]) == NULL)
        return false;
    const char kind = descr[2];
    const long size = strtol(descr + 3, NULL, 10);
    head->text = kind == 'U';
    head->form = kind == 'f' ? TML_FLOATING : kind == 'i' ? TML_SIGNED : TML_UNSIGNED;
    head->size = (size_t)(head->text ? 4 * size : size);
    if (head->text)
        return size > 0 && size < 1 << 28;
    return kind == 'f' ? size == 4 || size == 8
                       : strchr("iub", kind) && (size == 1 || size == 2 || size == 4 || size == 8);
}

/* (), (n,) and (n, m). */
static bool read_shape(const char *shape, npy_head *head)
{
    unsigned long long rows = 1, columns = 1;
    if (!shape || shape[0] != '(')
        return false;
    const int count = sscanf(shape, "(%llu , %llu", &rows, &columns);
    const char *end = strchr(shape, ')');
    size_t commas = 0;
    for (const char *c = shape; end && c < end; c++)
        commas += *c == ',';
    head->is_single = count < 1;
    head->rows = (size_t)rows;
    head->columns = count == 2 ? (size_t)columns : 1;
    return end && (count == 2 ? commas == 1 : commas <= 1) && rows < SIZE_MAX / 16 && columns < SIZE_MAX / 16;
}

static bool read_texts(const npy_head *head, const char *bytes, tml_array *array)
{
    tml_text text = {0};
    bool good = true;
    for (size_t r = 0; r < head->rows && good; r++) {
        text.length = 0;
        tml_text_put(&text, "", 0);
        for (size_t i = 0; i < head->size; i += 4) {
            const uint32_t c = (uint32_t)tml_read_little(bytes + r * head->size + i, 4);
            if (c == 0)
                break;
            tml_put_character(&text, c);
        }
        good = !text.failed && tml_array_set_text(array, r, 0, text.data, text.length);
    }
    tml_text_free(&text);
    return good;
}

static void read_numbers(const npy_head *head, const char *bytes, tml_array *array)
{
    for (size_t c = 0; c < head->columns; c++)
        for (size_t r = 0; r < head->rows; r++) {
            const size_t at = head->by_columns ? c * head->rows + r : r * head->columns + c;
            array->numbers[c * head->rows + r] = tml_read_number(bytes + at * head->size, head->form, (int)head->size);
        }
}

/* What is neither numbers in up to two dimensions nor texts in up to one is passed over. */
static bool read_array(reader *in, const char *name, const char *bytes, size_t length)
{
    static const char magic[] = "\x93NUMPY";
    const int count = length > 8 && bytes[6] == 1 ? 2 : 4;
    if (length < 12 || memcmp(bytes, magic, 6) != 0 || bytes[6] < 1 || bytes[6] > 3)
        return fail(in, name, "it is not an array of NumPy");
    const size_t size = (size_t)tml_read_little(bytes + 8, count), start = 8 + (size_t)count;
    char text[512];
    if (size > length - start)
        return fail(in, name, "it is damaged: its header is cut off");
    if (size >= sizeof text)
        return true; /* of many fields */
    memcpy(text, bytes + start, size);
    text[size] = '\0';
    npy_head head = {0};
    const char *order = value_of(text, "'fortran_order'");
    if (!read_type(value_of(text, "'descr'"), &head) || !read_shape(value_of(text, "'shape'"), &head) ||
        (head.text && head.columns != 1))
        return true;
    head.by_columns = order && strncmp(order, "True", 4) == 0;
    const size_t left = length - start - size;
    if (head.columns && head.rows > left / head.size / head.columns)
        return fail(in, name, "it is damaged: numbers are missing");
    tml_array *array = tml_arrays_add(&in->arrays, name, head.rows, head.columns, head.text);
    if (!array)
        return false;
    array->is_single = head.is_single;
    if (!head.text)
        read_numbers(&head, bytes + start + size, array);
    return !head.text || read_texts(&head, bytes + start + size, array) || run_out(in);
}

/* ---- zip ---- */

/* The bytes of an entry, which lies at `at`: in the file, or in *inflated. NULL with a message. */
static const char *open_entry(const reader *in, const char *name, const char *entry, tml_text *inflated)
{
    const size_t method = (size_t)tml_read_little(entry + 10, 2), packed = (size_t)tml_read_little(entry + 20, 4),
                 size = (size_t)tml_read_little(entry + 24, 4), at = (size_t)tml_read_little(entry + 42, 4);
    const uint32_t crc = (uint32_t)tml_read_little(entry + 16, 4);
    if (at > in->length - LOCAL_SIZE || memcmp(in->bytes + at, "PK\3\4", 4) != 0) {
        fail(in, name, "it is damaged: it is not where the zip says");
        return NULL;
    }
    const size_t begin = at + LOCAL_SIZE + (size_t)tml_read_little(in->bytes + at + 26, 2) +
                         (size_t)tml_read_little(in->bytes + at + 28, 2);
    if (begin > in->length || packed > in->length - begin || (method == STORED && packed != size)) {
        fail(in, name, "it is damaged: its end is missing");
        return NULL;
    }
    const char *bytes = in->bytes + begin;
    if (method == DEFLATED) {
        const bool good = size / MAX_RATIO <= packed && tml_inflate(bytes, packed, TML_DEFLATE_BARE, size, inflated);
        bytes = good && inflated->length == size ? (size ? inflated->data : "") : NULL;
    } else if (method != STORED) {
        bytes = NULL;
    }
    if (!bytes)
        fail(in, name, "it cannot be inflated: it is damaged, its method is another, or zlib (libz.so.1) is not there");
    else if (tml_crc32(bytes, size) != crc)
        fail(in, name, "it is damaged: its check sum is another");
    else
        return bytes;
    return NULL;
}

static bool read_entry(reader *in, const char *entry, size_t name_length)
{
    tml_text name = {0}, inflated = {0};
    static const char ending[] = ".npy";
    tml_text_put(&name, entry + ENTRY_SIZE, name_length);
    bool good = !name.failed || run_out(in);
    const size_t end = sizeof ending - 1;
    if (good && name.length > end && strcmp(name.data + name.length - end, ending) == 0) {
        name.data[name.length - end] = '\0';
        const char *bytes = open_entry(in, name.data, entry, &inflated);
        good = bytes && read_array(in, name.data, bytes, (size_t)tml_read_little(entry + 24, 4));
    }
    tml_text_free(&inflated);
    tml_text_free(&name);
    return good;
}

/* Where the end of the directory begins: the last one, as a comment may follow it. */
static const char *find_end(const reader *in)
{
    for (size_t back = END_SIZE; back <= in->length && back < END_SIZE + 0x10000; back++)
        if (memcmp(in->bytes + in->length - back, "PK\5\6", 4) == 0)
            return in->bytes + in->length - back;
    return NULL;
}

static bool read_entries(reader *in)
{
    const char *end = in->length >= LOCAL_SIZE ? find_end(in) : NULL;
    if (!end)
        return fail(in, "the file", "it is not a whole zip: its directory is missing");
    const size_t count = (size_t)tml_read_little(end + 10, 2), start = (size_t)tml_read_little(end + 16, 4),
                 last = (size_t)(end - in->bytes);
    size_t at = start;
    for (size_t i = 0; i < count; i++) {
        if (at > last || last - at < ENTRY_SIZE || memcmp(in->bytes + at, "PK\1\2", 4) != 0)
            return fail(in, "the file", "it is damaged: the directory of the zip breaks off");
        const size_t name = (size_t)tml_read_little(in->bytes + at + 28, 2),
                     more = (size_t)tml_read_little(in->bytes + at + 30, 2) +
                            (size_t)tml_read_little(in->bytes + at + 32, 2);
        if (last - at - ENTRY_SIZE < name + more)
            return fail(in, "the file", "it is damaged: the directory of the zip breaks off");
        if (!read_entry(in, in->bytes + at, name))
            return false;
        at += ENTRY_SIZE + name + more;
    }
    return true;
}

/* ---- our own tables ---- */

/* "trammel/channels" of the table chosen, "trammel/modes/channels" of others; NULL: there is none. */
static const tml_array *find_of(reader *in, const char *label, bool chosen, const char *what)
{
    tml_text name = {0};
    tml_text_add(&name, "trammel/%s%s%s", chosen ? "" : label, chosen ? "" : "/", what);
    in->arrays.out_of_memory |= name.failed;
    const tml_array *found = name.failed ? NULL : tml_arrays_find(&in->arrays, name.data);
    tml_text_free(&name);
    return found;
}

/* The array of a channel. */
static const tml_array *find_channel(reader *in, const char *label, bool chosen, const char *channel)
{
    tml_text name = {0};
    tml_text_add(&name, "%s%s%s", chosen ? "" : label, chosen ? "" : "/", channel);
    in->arrays.out_of_memory |= name.failed;
    const tml_array *found = name.failed ? NULL : tml_arrays_find(&in->arrays, name.data);
    tml_text_free(&name);
    return found && !found->texts ? found : NULL;
}

static bool add_facts(reader *in, const char *label, bool chosen, tml_table *table)
{
    const tml_array *names = find_of(in, label, chosen, "fact_names"), *facts = find_of(in, label, chosen, "facts"),
                    *numbers = find_of(in, label, chosen, "fact_numbers");
    bool good = true;
    for (size_t i = 0; names && i < names->rows && good; i++)
        good = tml_table_add_fact(table, tml_array_text(names, i, 0), tml_array_number(numbers, i, 0), "%s",
                                  tml_array_text(facts, i, 0));
    return good || run_out(in);
}

static bool list_columns(reader *in, const char *label, bool chosen, const tml_array *channels, tml_array_table *table)
{
    const tml_array *units = find_of(in, label, chosen, "units"), *matrix = tml_arrays_find(&in->arrays, label);
    table->is_matrix = matrix != NULL && !matrix->texts;
    for (size_t c = 0; c < channels->rows; c++) {
        const char *name = tml_array_text(channels, c, 0);
        const tml_array *array = table->is_matrix ? matrix : find_channel(in, label, chosen, name);
        if (!array)
            return fail(in, name, "the array of this channel is missing");
        tml_array_table_add(table, (tml_column){.name = name, .unit = tml_array_text(units, c, 0)}, array,
                            table->is_matrix ? c : 0);
    }
    return true;
}

static bool add_table(reader *in, size_t index, const tml_array *tables, const char *chosen_label)
{
    const char *label = tml_array_text(tables, index, 0);
    const bool chosen = strcmp(label, chosen_label) == 0;
    const tml_array *channels = find_of(in, label, chosen, "channels"), *rows = find_of(in, label, chosen, "rows");
    if (!channels || !channels->texts)
        return fail(in, label, "the list of its channels is missing");
    tml_array_table table = {
        .kind = tml_array_text(tml_arrays_find(&in->arrays, "trammel/kinds"), index, 0),
        .title = tml_array_text(tml_arrays_find(&in->arrays, "trammel/titles"), index, 0),
        .analysis = tml_array_count(tml_arrays_find(&in->arrays, "trammel/analyses"), index, 0, 0),
        .stride = tml_array_count(tml_arrays_find(&in->arrays, "trammel/strides"), index, 0, 1),
        .has_row_names = rows != NULL,
    };
    tml_table *made = NULL;
    bool good = tml_array_table_begin(&table, channels->rows, rows ? rows->rows : 0) || run_out(in);
    while (good && rows && table.row_name_count < rows->rows) {
        table.row_names[table.row_name_count] = tml_array_text(rows, table.row_name_count, 0);
        table.row_name_count++;
    }
    if (good && list_columns(in, label, chosen, channels, &table)) {
        const tml_table_outcome outcome = tml_results_add_arrays(in->results, &table, &made);
        if (outcome == TML_TABLE_NO_MEMORY)
            run_out(in);
        else if (outcome == TML_TABLE_UNEVEN)
            fail(in, label, "its channels have different numbers of rows");
    }
    tml_array_table_free(&table);
    return made && add_facts(in, label, chosen, made);
}

static bool add_origins(reader *in)
{
    static const char before[] = "trammel/";
    bool good = true;
    for (size_t i = 0; i < in->arrays.count && good; i++) {
        const tml_array *array = &in->arrays.item[i];
        if (!array->is_single || !array->texts || strncmp(array->name, before, sizeof before - 1) != 0)
            continue;
        const char *name = array->name + sizeof before - 1, *text = tml_array_text(array, 0, 0);
        if (strcmp(name, "partial") == 0)
            tml_results_set_partial(in->results, text);
        else if (strcmp(name, "chosen") != 0)
            good = tml_results_set_origin(in->results, name, text) || run_out(in);
    }
    return good;
}

static bool add_tables(reader *in)
{
    const tml_array *tables = tml_arrays_find(&in->arrays, "trammel/tables");
    if (!tables || !tables->texts)
        return tml_results_add_foreign(in->results, &in->arrays) || run_out(in);
    const char *chosen = tml_array_text(tml_arrays_find(&in->arrays, "trammel/chosen"), 0, 0);
    bool good = add_origins(in);
    for (size_t i = 0; i < tables->rows && good; i++)
        good = add_table(in, i, tables, chosen);
    return good;
}

bool tml_is_zip(const char *bytes, size_t length)
{
    return length >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

tml_results *tml_results_parse_npz(const char *bytes, size_t length, const char *name, tml_log *log)
{
    reader in = {.name = name, .bytes = bytes, .length = length, .log = log, .results = tml_results_make()};
    bool good = in.results ? read_entries(&in) && add_tables(&in) : run_out(&in);
    good = good && !in.arrays.out_of_memory;
    if (good && in.results->count == 0)
        good = fail(&in, "the file", "it has no arrays of several numbers");
    if (in.arrays.out_of_memory)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "%s: out of memory", name);
    tml_arrays_free(&in.arrays);
    if (good)
        return in.results;
    tml_results_free(in.results);
    return NULL;
}
