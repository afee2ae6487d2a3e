/* read_hdf5.c - reads an HDF5 result as written by writer/h5.c (result/hdf5.h says what is where), also after other programs have
 * added to it or packed it anew. */
#include "base/memory.h"
#include "base/text.h"
#include "result/hdf5.h"
#include "result/read.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { NAME_SIZE = 256 };

typedef struct {
    tml_hdf5 h;
    const char *name; /* of the file */
    size_t length;    /* of the file */
    hid_t file;
    tml_results *results;
    tml_log *log;
    bool out_of_memory;
} reader;

static bool fail(const reader *in, const char *what, const char *fault)
{
    tml_log_raise(in->log, TML_E_NOT_HDF5, (tml_place){.file = in->name}, "%s: %s", what, fault);
    return false;
}

static bool run_out(reader *in)
{
    in->out_of_memory = true;
    return false;
}

/* ---- lists of texts ---- */

typedef struct {
    char **text; /* (count) of HDF5's memory, or of `block` */
    char *block; /* of texts of a fixed length; NULL: they are not */
    size_t count;
    hid_t type, space; /* to give it back */
} texts;

static void free_texts(const reader *in, texts *list)
{
    if (list->text && !list->block)
        in->h.H5Dvlen_reclaim(list->type, list->space, H5P_DEFAULT, list->text);
    tml_release(list->text);
    tml_release(list->block);
    if (list->space > 0)
        in->h.H5Sclose(list->space);
    *list = (texts){0};
}

/* How many values a space of one dimension, or none, has; false: it has more dimensions. */
static bool count_values(const reader *in, hid_t space, size_t *count)
{
    hsize_t size = 1;
    const int rank = in->h.H5Sget_simple_extent_ndims(space);
    if (rank < 0 || rank > 1 || (rank == 1 && in->h.H5Sget_simple_extent_dims(space, &size, NULL) < 0))
        return false;
    *count = (size_t)size;
    return size < SIZE_MAX / sizeof(double);
}

static bool is_text(const reader *in, hid_t type)
{
    return in->h.H5Tget_class(type) == H5T_STRING && in->h.H5Tis_variable_str(type) > 0;
}

/* Of a data set, each of a fixed length: read with room for a 0 at their end. */
static void take_fixed(reader *in, hid_t set, hid_t type, size_t count, texts *list)
{
    const size_t size = in->h.H5Tget_size(type) + 1;
    if (count > in->length / size + 1)
        return; /* more than the file holds */
    list->block = tml_allocate(count * size);
    list->text = list->block ? tml_allocate(count * sizeof *list->text) : NULL;
    in->out_of_memory |= !list->text;
    const hid_t longer = in->h.H5Tcopy(type);
    in->h.H5Tset_size(longer, size);
    in->h.H5Tset_strpad(longer, H5T_STR_NULLTERM);
    const bool read = list->text && in->h.H5Dread(set, longer, H5S_ALL, H5S_ALL, H5P_DEFAULT, list->block) >= 0;
    in->h.H5Tclose(longer);
    for (size_t i = 0; i < count && read; i++)
        list->text[i] = list->block + i * size;
    list->count = read ? count : 0;
}

/* Of an attribute, or of a data set (`attribute` negative). Empty where it holds something else. */
static texts take_texts(reader *in, hid_t attribute, hid_t set)
{
    texts list = {.type = in->h.text_type};
    const hid_t type = attribute >= 0 ? in->h.H5Aget_type(attribute) : in->h.H5Dget_type(set);
    list.space = attribute >= 0 ? in->h.H5Aget_space(attribute) : in->h.H5Dget_space(set);
    size_t count = 0;
    const bool counted = count_values(in, list.space, &count) && count > 0;
    const bool fits = counted && is_text(in, type);
    if (counted && !fits && attribute < 0 && in->h.H5Tget_class(type) == H5T_STRING)
        take_fixed(in, set, type, count, &list);
    char **text = fits ? tml_allocate(count * sizeof *text) : NULL;
    in->out_of_memory |= fits && !text;
    if (text) {
        memset(text, 0, count * sizeof *text);
        const herr_t error = attribute >= 0 ? in->h.H5Aread(attribute, list.type, text)
                                            : in->h.H5Dread(set, list.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
        list.text = text;
        list.count = error < 0 ? 0 : count;
    }
    in->h.H5Tclose(type);
    return list;
}

static texts attribute_texts(reader *in, hid_t of, const char *name)
{
    const hid_t attribute = in->h.H5Aexists(of, name) > 0 ? in->h.H5Aopen(of, name, H5P_DEFAULT) : -1;
    if (attribute < 0)
        return (texts){0};
    const texts list = take_texts(in, attribute, -1);
    in->h.H5Aclose(attribute);
    return list;
}

static const char *text_at(const texts *list, size_t index, const char *otherwise)
{
    return index < list->count && list->text[index] ? list->text[index] : otherwise;
}

/* Up to `max` numbers; how many there are. */
static size_t attribute_numbers(const reader *in, hid_t of, const char *name, double *numbers, size_t max)
{
    const hid_t attribute = in->h.H5Aexists(of, name) > 0 ? in->h.H5Aopen(of, name, H5P_DEFAULT) : -1;
    if (attribute < 0)
        return 0;
    size_t count = 0;
    const hid_t space = in->h.H5Aget_space(attribute);
    const bool fits = count_values(in, space, &count) && count <= max &&
                      in->h.H5Aread(attribute, *in->h.H5T_NATIVE_DOUBLE_g, numbers) >= 0;
    in->h.H5Sclose(space);
    in->h.H5Aclose(attribute);
    return fits ? count : 0;
}

static size_t attribute_count(const reader *in, hid_t of, const char *name, size_t otherwise)
{
    double number;
    const bool there = attribute_numbers(in, of, name, &number, 1) == 1 && number >= 0 && number < 1e15;
    return there ? (size_t)number : otherwise;
}

/* ---- links ---- */

static size_t count_links(const reader *in, hid_t group)
{
    H5G_info_t info = {0};
    return in->h.H5Gget_info(group, &info) < 0 ? 0 : (size_t)info.nlinks;
}

/* In the order in which they were made or, where that was not kept, by name. */
static bool name_link(const reader *in, hid_t group, size_t index, char name[NAME_SIZE])
{
    ssize_t length =
        in->h.H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, index, name, NAME_SIZE, H5P_DEFAULT);
    if (length < 0)
        length = in->h.H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, index, name, NAME_SIZE, H5P_DEFAULT);
    return length > 0 && length < NAME_SIZE;
}

/* ---- tables ---- */

static bool read_facts(reader *in, hid_t of, tml_table *table)
{
    texts names = attribute_texts(in, of, "fact names"), facts = attribute_texts(in, of, "fact texts");
    double *numbers = tml_allocate((names.count + 1) * sizeof *numbers);
    bool good = numbers != NULL;
    const size_t known = good ? attribute_numbers(in, of, "fact numbers", numbers, names.count) : 0;
    for (size_t i = 0; i < names.count && good; i++)
        good = tml_table_add_fact(table, text_at(&names, i, ""), i < known ? numbers[i] : NAN, "%s",
                                  text_at(&facts, i, ""));
    tml_release(numbers);
    free_texts(in, &facts);
    free_texts(in, &names);
    return good || run_out(in);
}

static bool describe_table(reader *in, hid_t of, tml_table *table)
{
    table->analysis = attribute_count(in, of, "analysis", 0);
    table->stride = attribute_count(in, of, "stride", 1);
    table->stride += table->stride == 0;
    return read_facts(in, of, table);
}

static tml_table *add_table(reader *in, hid_t of, const char *link, const tml_column *columns, size_t count)
{
    texts kind = attribute_texts(in, of, "kind"), title = attribute_texts(in, of, "title");
    tml_table *table = tml_results_add(in->results, text_at(&kind, 0, link), text_at(&title, 0, ""), columns, count);
    free_texts(in, &kind);
    free_texts(in, &title);
    if (!table)
        run_out(in);
    return table && describe_table(in, of, table) ? table : NULL;
}

/* Rows without content, up to `rows`. */
static bool append_rows(reader *in, tml_table *table, size_t rows, const texts *names)
{
    if (!tml_table_reserve(table, rows))
        return run_out(in);
    for (size_t i = 0; i < rows; i++)
        if (!(names ? tml_table_append_named(table, text_at(names, i, "")) : tml_table_append(table)))
            return run_out(in);
    return true;
}

/* A channel of a group: an open data set of numbers in one dimension. */
typedef struct {
    hid_t set;
    size_t rows;
    char link[NAME_SIZE];
    texts name, unit;
} channel;

/* What is not a channel is passed over: false. */
static bool open_channel(reader *in, hid_t group, channel *c)
{
    c->set = in->h.H5Oopen(group, c->link, H5P_DEFAULT);
    if (c->set < 0)
        return false;
    bool fits = in->h.H5Iget_type(c->set) == H5I_DATASET;
    if (fits) {
        const hid_t type = in->h.H5Dget_type(c->set), space = in->h.H5Dget_space(c->set);
        const H5T_class_t class = in->h.H5Tget_class(type);
        fits = (class == H5T_FLOAT || class == H5T_INTEGER) && in->h.H5Sget_simple_extent_ndims(space) == 1 &&
               count_values(in, space, &c->rows);
        in->h.H5Sclose(space);
        in->h.H5Tclose(type);
    }
    if (!fits) {
        in->h.H5Oclose(c->set);
        return false;
    }
    c->name = attribute_texts(in, c->set, "name");
    c->unit = attribute_texts(in, c->set, "unit");
    return true;
}

static void close_channel(const reader *in, channel *c)
{
    free_texts(in, &c->name);
    free_texts(in, &c->unit);
    in->h.H5Oclose(c->set);
}

static bool read_values(reader *in, const channel *c, tml_table *table, size_t column, double *numbers)
{
    if (c->rows > 0 && in->h.H5Dread(c->set, *in->h.H5T_NATIVE_DOUBLE_g, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) < 0)
        return fail(in, c->link, "its numbers cannot be read");
    for (size_t i = 0; i < c->rows; i++)
        table->values[i * table->column_count + column] = numbers[i];
    return true;
}

static bool fill_table(reader *in, hid_t group, tml_table *table, const channel *channels, size_t count)
{
    const size_t rows = channels[0].rows;
    for (size_t i = 1; i < count; i++)
        if (channels[i].rows != rows)
            return fail(in, channels[i].link, "it has another number of rows than the channels before it");
    texts names = {0};
    const hid_t named =
        in->h.H5Lexists(group, "row names", H5P_DEFAULT) > 0 ? in->h.H5Oopen(group, "row names", H5P_DEFAULT) : -1;
    if (named >= 0 && in->h.H5Iget_type(named) == H5I_DATASET) {
        names = take_texts(in, -1, named);
        table->has_row_names = true;
    }
    if (named >= 0)
        in->h.H5Oclose(named);
    double *numbers = tml_allocate((rows + 1) * sizeof *numbers);
    bool good = numbers ? append_rows(in, table, rows, table->has_row_names ? &names : NULL) : run_out(in);
    for (size_t i = 0; i < count && good; i++)
        good = read_values(in, &channels[i], table, i, numbers);
    tml_release(numbers);
    free_texts(in, &names);
    return good;
}

static bool make_table(reader *in, hid_t group, const char *link, const channel *channels, size_t count)
{
    if (count == 0)
        return true; /* a group that is no table */
    tml_column *columns = tml_allocate(count * sizeof *columns);
    if (!columns)
        return run_out(in);
    for (size_t i = 0; i < count; i++)
        columns[i] = (tml_column){text_at(&channels[i].name, 0, channels[i].link), text_at(&channels[i].unit, 0, "")};
    tml_table *table = add_table(in, group, link, columns, count);
    tml_release(columns);
    return table && fill_table(in, group, table, channels, count);
}

static bool read_group(reader *in, hid_t group, const char *link)
{
    const size_t links = count_links(in, group);
    channel *channels = tml_allocate((links + 1) * sizeof *channels);
    size_t count = 0;
    if (!channels)
        return run_out(in);
    for (size_t i = 0; i < links; i++) {
        channels[count] = (channel){0};
        if (name_link(in, group, i, channels[count].link))
            count += open_channel(in, group, &channels[count]);
    }
    const bool good = make_table(in, group, link, channels, count);
    for (size_t i = 0; i < count; i++)
        close_channel(in, &channels[i]);
    tml_release(channels);
    return good;
}

/* A data set of two dimensions. */
static bool fill_matrix(reader *in, hid_t set, const char *link, size_t rows, size_t count)
{
    texts names = attribute_texts(in, set, "row names"), columns = attribute_texts(in, set, "column names"),
          units = attribute_texts(in, set, "column units");
    tml_column *list = tml_allocate((count + 1) * sizeof *list);
    bool good = list != NULL || run_out(in);
    for (size_t i = 0; i < count && good; i++)
        list[i] = (tml_column){text_at(&columns, i, ""), text_at(&units, i, "")};
    tml_table *table = good ? add_table(in, set, link, list, count) : NULL;
    good = table && append_rows(in, table, rows, &names);
    if (good) {
        table->is_matrix = table->has_row_names = true;
        good = in->h.H5Dread(set, *in->h.H5T_NATIVE_DOUBLE_g, H5S_ALL, H5S_ALL, H5P_DEFAULT, table->values) >= 0 ||
               fail(in, link, "its numbers cannot be read");
    }
    tml_release(list);
    free_texts(in, &units);
    free_texts(in, &columns);
    free_texts(in, &names);
    return good;
}

static bool read_matrix(reader *in, hid_t set, const char *link)
{
    hsize_t size[2];
    const hid_t space = in->h.H5Dget_space(set), type = in->h.H5Dget_type(set);
    const bool fits = in->h.H5Tget_class(type) == H5T_FLOAT && in->h.H5Sget_simple_extent_ndims(space) == 2 &&
                      in->h.H5Sget_simple_extent_dims(space, size, NULL) == 2 && size[0] > 0 && size[1] > 0 &&
                      size[0] < SIZE_MAX / sizeof(double) / size[1] && in->h.H5Aexists(set, "kind") > 0;
    in->h.H5Tclose(type);
    in->h.H5Sclose(space);
    return !fits || fill_matrix(in, set, link, (size_t)size[0], (size_t)size[1]);
}

/* ---- the file ---- */

/* Attributes that are texts; numbers that others have added are passed over. */
static bool read_origin(reader *in)
{
    bool good = true;
    for (hsize_t i = 0; good; i++) {
        const hid_t attribute =
            in->h.H5Aopen_by_idx(in->file, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT);
        if (attribute < 0)
            break;
        char name[NAME_SIZE];
        texts text = take_texts(in, attribute, -1);
        const bool named = in->h.H5Aget_name(attribute, sizeof name, name) > 0;
        if (text.count == 1 && named && strcmp(name, "partial") == 0)
            tml_results_set_partial(in->results, text_at(&text, 0, NULL));
        else if (text.count == 1 && named && strcmp(name, "format") != 0)
            good = tml_results_set_origin(in->results, name, text_at(&text, 0, "")) || run_out(in);
        free_texts(in, &text);
        in->h.H5Aclose(attribute);
    }
    return good;
}

static bool read_model(reader *in, hid_t set)
{
    texts text = take_texts(in, -1, set);
    const bool good = !text.count || tml_results_set_origin(in->results, "text", text_at(&text, 0, "")) || run_out(in);
    free_texts(in, &text);
    return good;
}

static bool read_link(reader *in, const char *link)
{
    const hid_t object = in->h.H5Oopen(in->file, link, H5P_DEFAULT);
    if (object < 0)
        return fail(in, link, "it cannot be opened");
    const H5I_type_t type = in->h.H5Iget_type(object);
    const bool good = type == H5I_GROUP            ? read_group(in, object, link)
                      : type != H5I_DATASET        ? true
                      : strcmp(link, "model") == 0 ? read_model(in, object)
                                                   : read_matrix(in, object, link);
    in->h.H5Oclose(object);
    return good;
}

static bool read_file(reader *in)
{
    texts format = attribute_texts(in, in->file, "format");
    const bool ours = strcmp(text_at(&format, 0, ""), TML_HDF5_FORMAT) == 0;
    free_texts(in, &format);
    if (!ours)
        return fail(in, "format",
                    "this HDF5 file is not a result of Trammel (its attribute `format` is not \"" TML_HDF5_FORMAT
                    "\")");
    bool good = read_origin(in);
    const size_t links = count_links(in, in->file);
    for (size_t i = 0; i < links && good; i++) {
        char link[NAME_SIZE];
        good = !name_link(in, in->file, i, link) || read_link(in, link);
    }
    return good;
}

static uint64_t read_little(const char *bytes)
{
    uint64_t number = 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

/* Texts of attributes lie in heaps ("GCOL", version 1, size; then objects: index, count, size, bytes, up to a multiple of 8), which have no
 * checksum, and whose sizes HDF5 1.10 trusts: no object may leave its heap, and what is free is the last. */
static bool heaps_are_sound(const char *bytes, size_t length)
{
    static const char signature[8] = "GCOL\1";
    enum { HEAD = 16 };
    for (size_t at = 0; at + HEAD <= length; at += 8) {
        if (memcmp(bytes + at, signature, sizeof signature) != 0)
            continue;
        const uint64_t size = read_little(bytes + at + 8);
        if (size < HEAD || size > length - at)
            return false;
        for (uint64_t next = HEAD; next + HEAD <= size;) {
            const char *object = bytes + at + next;
            const bool rest =
                object[0] == 0 && object[1] == 0; /* what is free, up to the end: its size is with its head */
            const uint64_t bytes_of = read_little(object + 8), left = size - next;
            if (rest ? bytes_of != left : bytes_of > left - HEAD)
                return false;
            next += rest ? left : HEAD + (bytes_of + 7) / 8 * 8;
        }
    }
    return true;
}

/* The bytes as a file in memory; negative: it is none. */
static hid_t open_image(const reader *in, const char *bytes, size_t length)
{
    const hid_t access = in->h.H5Pcreate(*in->h.H5P_CLS_FILE_ACCESS_ID_g);
    in->h.H5Pset_fapl_core(access, 1 << 20, false);
    const bool set = in->h.H5Pset_file_image(access, (void *)bytes, length) >= 0;
    const hid_t file = set ? in->h.H5Fopen("results", TML_HDF5_READ, access) : -1;
    in->h.H5Pclose(access);
    return file;
}

bool tml_is_hdf5(const char *bytes, size_t length)
{
    static const char signature[] = "\x89HDF\r\n\x1a\n";
    return length >= sizeof signature - 1 && memcmp(bytes, signature, sizeof signature - 1) == 0;
}

tml_results *tml_results_parse_hdf5(const char *bytes, size_t length, const char *name, tml_log *log)
{
    reader in = {.name = name, .length = length, .log = log};
    if (!tml_hdf5_begin(&in.h, name, log))
        return NULL;
    bool good = false;
    in.file = heaps_are_sound(bytes, length) ? open_image(&in, bytes, length) : -1;
    in.results = tml_results_make();
    if (!in.results)
        run_out(&in);
    else if (in.file < 0)
        fail(&in, "the file", "it is damaged: HDF5 cannot open it");
    else
        good = read_file(&in) && !in.out_of_memory;
    if (in.out_of_memory)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "%s: out of memory", name);
    if (in.file >= 0)
        in.h.H5Fclose(in.file);
    tml_hdf5_end(&in.h);
    if (good)
        return in.results;
    tml_results_free(in.results);
    return NULL;
}
