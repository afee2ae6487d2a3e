/* read_mat.c - reads MAT-files of level 5, as writer/mat.c, MATLAB (save -v7, -v6), Octave and scipy.io.savemat write them.
 *
 * A file is a header of 128 bytes and elements: type and length (4 bytes each; or both in 4 bytes with up to 4 bytes of data after them), then data up
 * to a multiple of 8. An element may hold another one, deflated. An array is an element of elements: flags, sizes, name, then its numbers, the arrays of its
 * cells, or the names of its fields and their arrays. Of our own files, writer/mat.c says what is what; those of others become tables of columns.
 */
#include "result/arrays.h"
#include "result/binary.h"
#include "result/inflate.h"
#include "result/read.h"
#include <math.h>
#include <stdint.h>

enum { INT32 = 5, UINT32 = 6, MATRIX = 14, COMPRESSED = 15, UTF8 = 16 };           /* types of elements */
enum { CELL = 1, STRUCT = 2, CHARACTERS = 4, FIRST_NUMBER = 6, LAST_NUMBER = 15 }; /* classes of arrays */
enum { HEADER = 128, IS_COMPLEX = 0x0800, MAX_DEPTH = 4, MAX_RATIO = 1032 /* of deflate */ };

typedef struct {
    const char *name; /* of the file */
    tml_arrays arrays;
    tml_results *results;
    tml_log *log;
} reader;

typedef struct {
    const char *next, *end;
} span;

typedef struct {
    uint32_t type;
    span data;
} element;

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

static size_t left_in(const span *s)
{
    return (size_t)(s->end - s->next);
}

/* ---- elements ---- */

/* The next element; false where it does not fit into what is left. */
static bool take(span *from, element *e)
{
    if (left_in(from) < 8)
        return false;
    const uint32_t first = (uint32_t)tml_read_little(from->next, 4);
    const bool is_short = first >> 16 != 0;
    const size_t length = is_short ? first >> 16 : (size_t)tml_read_little(from->next + 4, 4);
    e->type = is_short ? first & 0xFFFF : first;
    const char *data = from->next + (is_short ? 4 : 8);
    if (is_short ? length > 4 : length > left_in(from) - 8)
        return false;
    e->data = (span){data, data + length};
    const size_t taken = is_short ? 8 : 8 + (e->type == COMPRESSED ? length : (length + 7) / 8 * 8);
    from->next = taken < left_in(from) ? from->next + taken : from->end; /* the last may lack what fills it up */
    return true;
}

/* Size of the numbers of an element; 0: it holds none. */
static int number_size(uint32_t type)
{
    static const int sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8, 0, 0, 1, 2};
    return type < sizeof sizes / sizeof *sizes ? sizes[type] : 0;
}

static double number_in(const element *e, size_t index)
{
    static const tml_number_form forms[] = {0,
                                            TML_SIGNED,
                                            TML_UNSIGNED,
                                            TML_SIGNED,
                                            TML_UNSIGNED,
                                            TML_SIGNED,
                                            TML_UNSIGNED,
                                            TML_FLOATING,
                                            0,
                                            TML_FLOATING,
                                            0,
                                            0,
                                            TML_SIGNED,
                                            TML_UNSIGNED,
                                            0,
                                            0,
                                            TML_UNSIGNED,
                                            TML_UNSIGNED};
    const int size = number_size(e->type);
    return tml_read_number(e->data.next + index * (size_t)size, forms[e->type], size);
}

static size_t count_in(const element *e)
{
    const int size = number_size(e->type);
    return size ? left_in(&e->data) / (size_t)size : 0;
}

/* ---- arrays ---- */

typedef struct {
    uint32_t class;
    bool is_complex;
    size_t rows, columns;
    bool flat; /* of two dimensions, not more */
    element name;
} head;

static bool take_head(span *from, head *h)
{
    element flags, sizes;
    if (!take(from, &flags) || flags.type != UINT32 || left_in(&flags.data) < 8 || !take(from, &sizes) ||
        sizes.type != INT32 || count_in(&sizes) < 2 || !take(from, &h->name))
        return false;
    const uint32_t bits = (uint32_t)tml_read_little(flags.data.next, 4);
    const double rows = number_in(&sizes, 0), columns = number_in(&sizes, 1);
    h->class = bits & 0xFF;
    h->is_complex = bits & IS_COMPLEX;
    h->flat = count_in(&sizes) == 2;
    h->rows = rows >= 0 ? (size_t)rows : 0;
    h->columns = columns >= 0 ? (size_t)columns : 0;
    return rows >= 0 && columns >= 0;
}

/* UTF-8, UTF-16 or Latin 1, by the type of the element. */
static void put_characters(const element *e, tml_text *text)
{
    tml_text_put(text, "", 0);
    if (e->type == UTF8) {
        tml_text_put(text, e->data.next, left_in(&e->data));
        return;
    }
    const int size = number_size(e->type);
    const size_t count = size <= 4 ? count_in(e) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *at = e->data.next + i * (size_t)size;
        uint32_t c = (uint32_t)tml_read_little(at, size);
        const uint32_t next = i + 1 < count ? (uint32_t)tml_read_little(at + size, size) : 0;
        if (c >= 0xD800 && c < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
            i++;
        }
        tml_put_character(text, c);
    }
}

static bool set_text(reader *in, span *from, const head *h, tml_array *array, size_t row, size_t column)
{
    element e;
    tml_text text = {0};
    if (!take(from, &e) || (h->rows > 1 && h->columns > 0))
        return true; /* several lines: passed over */
    put_characters(&e, &text);
    const bool good = !text.failed && tml_array_set_text(array, row, column, text.data, text.length);
    tml_text_free(&text);
    return good || run_out(in);
}

static bool read_numbers(reader *in, span *from, const head *h, const char *name)
{
    element e;
    if (!take(from, &e) || number_size(e.type) == 0 || e.type >= UTF8)
        return fail(in, name, "it is damaged: it has no numbers");
    if (h->columns && h->rows > count_in(&e) / h->columns)
        return fail(in, name, "it is damaged: numbers are missing");
    tml_array *array = tml_arrays_add(&in->arrays, name, h->rows, h->columns, false);
    for (size_t i = 0; array && i < h->rows * h->columns; i++)
        array->numbers[i] = number_in(&e, i);
    return array != NULL;
}

/* A cell: texts, and numbers that stand alone; other entries are passed over. */
static bool read_cell(reader *in, span *from, const head *h, const char *name)
{
    if (h->columns && h->rows > left_in(from) / 8 / h->columns)
        return fail(in, name, "it is damaged: entries are missing");
    tml_array *array = tml_arrays_add(&in->arrays, name, h->rows, h->columns, true);
    for (size_t i = 0; array && i < h->rows * h->columns; i++) {
        element entry, number;
        head inner;
        if (!take(from, &entry) || entry.type != MATRIX)
            return fail(in, name, "it is damaged: an entry is missing");
        if (left_in(&entry.data) == 0)
            continue; /* an empty one */
        if (!take_head(&entry.data, &inner))
            return fail(in, name, "it is damaged: an entry is none");
        if (inner.class == CHARACTERS && !set_text(in, &entry.data, &inner, array, i % h->rows, i / h->rows))
            return false;
        if (inner.class >= FIRST_NUMBER && inner.class <= LAST_NUMBER && take(&entry.data, &number) &&
            number.type < UTF8 && count_in(&number) == 1)
            array->numbers[i] = number_in(&number, 0);
    }
    return array != NULL;
}

static bool read_array(reader *in, span from, const char *path, int depth);

/* Fields as arrays "name.field"; a struct within a struct is read up to MAX_DEPTH. */
static bool read_struct(reader *in, span *from, const head *h, const char *name, int depth)
{
    element length, names;
    if (!take(from, &length) || length.type != INT32 || count_in(&length) != 1 || !take(from, &names))
        return fail(in, name, "it is damaged: its fields have no names");
    const size_t size = (size_t)fabs(number_in(&length, 0)), count = size ? left_in(&names.data) / size : 0;
    if (h->rows != 1 || h->columns != 1 || depth >= MAX_DEPTH)
        return true; /* lists of structs are passed over */
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        element field;
        tml_text path = {0};
        const char *label = names.data.next + i * size;
        tml_text_add(&path, "%s.%.*s", name, (int)strnlen(label, size), label);
        if (!take(from, &field) || field.type != MATRIX)
            good = fail(in, name, "it is damaged: a field is missing");
        else
            good = path.failed ? run_out(in) : read_array(in, field.data, path.data, depth + 1);
        tml_text_free(&path);
    }
    return good;
}

/* path: of a field; NULL: the array has a name of its own. */
static bool read_array(reader *in, span from, const char *path, int depth)
{
    head h;
    tml_text name = {0};
    if (left_in(&from) == 0)
        return true; /* an empty one */
    if (!take_head(&from, &h))
        return fail(in, path ? path : "an array", "it is damaged: it does not say what it is");
    if (path)
        tml_text_add(&name, "%s", path);
    else
        tml_text_put(&name, h.name.data.next, strnlen(h.name.data.next, left_in(&h.name.data)));
    bool good = !name.failed || run_out(in);
    if (good && h.class == STRUCT)
        good = read_struct(in, &from, &h, name.data, depth);
    else if (good && h.class == CELL && h.flat)
        good = read_cell(in, &from, &h, name.data);
    else if (good && h.class == CHARACTERS && h.flat) {
        tml_array *array = tml_arrays_add(&in->arrays, name.data, 1, 1, true);
        good = array && set_text(in, &from, &h, array, 0, 0);
    } else if (good && h.class >= FIRST_NUMBER && h.class <= LAST_NUMBER && h.flat && !h.is_complex)
        good = read_numbers(in, &from, &h, name.data);
    tml_text_free(&name);
    return good;
}

static bool read_deflated(reader *in, const element *e)
{
    tml_text text = {0};
    const size_t length = left_in(&e->data);
    bool good = tml_inflate(e->data.next, length, TML_DEFLATE_ZLIB, length * MAX_RATIO + 64, &text);
    if (!good)
        fail(in, "a variable", "it cannot be inflated: it is damaged, or zlib (libz.so.1) is not there");
    element inner;
    span from = {text.data, text.data ? text.data + text.length : NULL};
    if (good && (!take(&from, &inner) || inner.type != MATRIX))
        good = fail(in, "a variable", "it is damaged: what was deflated is no array");
    else if (good)
        good = read_array(in, inner.data, NULL, 0);
    tml_text_free(&text);
    return good;
}

static bool read_variables(reader *in, const char *bytes, size_t length)
{
    span from = {bytes + HEADER, bytes + length};
    bool good = true;
    while (good && left_in(&from) > 0) {
        element e;
        if (!take(&from, &e))
            good = fail(in, "the file", "it is damaged: it breaks off");
        else if (e.type == COMPRESSED)
            good = read_deflated(in, &e);
        else if (e.type == MATRIX)
            good = read_array(in, e.data, NULL, 0);
        else
            good = fail(in, "the file", "it is damaged: what should be a variable is none");
    }
    return good;
}

/* ---- our own tables ---- */

static bool is_of(const tml_array *list, size_t row, const char *variable)
{
    return strcmp(tml_array_text(list, row, 0), variable) == 0;
}

static const tml_array *find_numbers(reader *in, const char *variable, const char *field)
{
    tml_text name = {0};
    tml_text_add(&name, "%s%s%s", variable, *field ? "." : "", field);
    in->arrays.out_of_memory |= name.failed;
    const tml_array *found = name.failed ? NULL : tml_arrays_find(&in->arrays, name.data);
    tml_text_free(&name);
    return found && !found->texts ? found : NULL;
}

static bool list_columns(reader *in, const char *variable, const tml_array *channels, tml_array_table *table)
{
    for (size_t i = 0; i < channels->rows; i++) {
        if (!is_of(channels, i, variable))
            continue;
        const char *field = tml_array_text(channels, i, 1), *name = tml_array_text(channels, i, 2);
        const tml_array *array = find_numbers(in, variable, field);
        if (!array)
            return fail(in, name, "the array of this channel is missing");
        tml_array_table_add(table, (tml_column){.name = name, .unit = tml_array_text(channels, i, 3)}, array,
                            *field ? 0 : table->column_count);
    }
    return true;
}

static void list_rows(const tml_array *rows, const char *variable, tml_array_table *table)
{
    for (size_t i = 0; rows && i < rows->rows; i++)
        if (is_of(rows, i, variable))
            table->row_names[table->row_name_count++] = tml_array_text(rows, i, 1);
    table->has_row_names = table->row_name_count > 0;
}

static bool add_facts(reader *in, const char *variable, tml_table *table)
{
    const tml_array *facts = tml_arrays_find(&in->arrays, "facts");
    bool good = true;
    for (size_t i = 0; facts && i < facts->rows && good; i++)
        if (is_of(facts, i, variable))
            good = tml_table_add_fact(table, tml_array_text(facts, i, 1), tml_array_number(facts, i, 3), "%s",
                                      tml_array_text(facts, i, 2));
    return good || run_out(in);
}

static bool add_table(reader *in, size_t index, const tml_array *tables, const tml_array *channels)
{
    const char *variable = tml_array_text(tables, index, 0);
    const tml_array *rows = tml_arrays_find(&in->arrays, "row_names");
    tml_array_table table = {.kind = tml_array_text(tables, index, 1),
                             .title = tml_array_text(tables, index, 2),
                             .analysis = tml_array_count(tables, index, 3, 0),
                             .stride = tml_array_count(tables, index, 4, 1),
                             .is_matrix = tml_arrays_find(&in->arrays, variable) != NULL};
    tml_table *made = NULL;
    const bool good = tml_array_table_begin(&table, channels->rows, rows ? rows->rows : 0) || run_out(in);
    if (good)
        list_rows(rows, variable, &table);
    if (good && list_columns(in, variable, channels, &table)) {
        const tml_table_outcome outcome = tml_results_add_arrays(in->results, &table, &made);
        if (outcome == TML_TABLE_NO_MEMORY)
            run_out(in);
        else if (outcome == TML_TABLE_UNEVEN)
            fail(in, variable, "its channels have different numbers of rows");
    }
    tml_array_table_free(&table);
    return made && add_facts(in, variable, made);
}

static bool add_origins(reader *in)
{
    const tml_array *names = tml_arrays_find(&in->arrays, "origin_names"),
                    *partial = tml_arrays_find(&in->arrays, "origin.partial");
    bool good = true;
    if (partial)
        tml_results_set_partial(in->results, tml_array_text(partial, 0, 0));
    for (size_t i = 0; names && i < names->rows && good; i++) {
        tml_text field = {0};
        tml_text_add(&field, "origin.%s", tml_array_text(names, i, 0));
        in->arrays.out_of_memory |= field.failed;
        const tml_array *text = field.failed ? NULL : tml_arrays_find(&in->arrays, field.data);
        good = !field.failed &&
               tml_results_set_origin(in->results, tml_array_text(names, i, 1), tml_array_text(text, 0, 0));
        tml_text_free(&field);
    }
    return good || run_out(in);
}

static bool add_tables(reader *in)
{
    const tml_array *tables = tml_arrays_find(&in->arrays, "tables"),
                    *channels = tml_arrays_find(&in->arrays, "channels");
    if (!tables || !tables->texts || !channels || !channels->texts)
        return tml_results_add_foreign(in->results, &in->arrays) || run_out(in);
    bool good = add_origins(in);
    for (size_t i = 0; i < tables->rows && good; i++)
        good = add_table(in, i, tables, channels);
    return good;
}

static bool check_header(const reader *in, const char *bytes, size_t length)
{
    if (length >= HEADER && memcmp(bytes + 124, "\0\2IM", 4) == 0)
        return fail(in, "the file", "it is a MAT-file of version 7.3: save it with -v7");
    if (length >= HEADER && memcmp(bytes + 126, "MI", 2) == 0)
        return fail(in, "the file", "it is from a machine of the other order of bytes");
    return (length >= HEADER && memcmp(bytes + 124, "\0\1IM", 4) == 0) ||
           fail(in, "the file", "it is not a MAT-file of level 5 (MATLAB's save -v7 or -v6)");
}

tml_results *tml_results_parse_mat(const char *bytes, size_t length, const char *name, tml_log *log)
{
    reader in = {.name = name, .log = log, .results = tml_results_make()};
    bool good = in.results ? check_header(&in, bytes, length) && read_variables(&in, bytes, length) && add_tables(&in)
                           : run_out(&in);
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
