/* h5.c - all tables as HDF5, with all that is known of the run; result/hdf5.h says what is where.
 *
 * The file is made in memory. It holds no times, so that the same results give the same bytes.
 */
#include "base/memory.h"
#include "result/hdf5.h"
#include "result/writer.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MEMORY_STEP = 1 << 20, MAX_SAME_NAMES = 1000 };

typedef struct {
    tml_hdf5 h;
    hid_t file, group_properties, dataset_properties;
    double *numbers; /* room for a column */
    bool failed;
} writer;

/* ---- attributes ---- */

/* count 0: one value, else a list. */
static void put_attribute(writer *w, hid_t of, const char *name, hid_t file_type, hid_t type, const void *values,
                          size_t count)
{
    const tml_hdf5 *h = &w->h;
    const hsize_t size = count;
    const hid_t space = count ? h->H5Screate_simple(1, &size, NULL) : h->H5Screate(H5S_SCALAR);
    const hid_t attribute = h->H5Acreate2(of, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    w->failed |= attribute < 0 || h->H5Awrite(attribute, type, values) < 0;
    if (attribute >= 0)
        h->H5Aclose(attribute);
    h->H5Sclose(space);
}

static void put_text(writer *w, hid_t of, const char *name, const char *text)
{
    put_attribute(w, of, name, w->h.text_type, w->h.text_type, &text, 0);
}

static void put_numbers(writer *w, hid_t of, const char *name, const double *numbers, size_t count)
{
    put_attribute(w, of, name, *w->h.H5T_IEEE_F64LE_g, *w->h.H5T_NATIVE_DOUBLE_g, numbers, count);
}

static void put_count(writer *w, hid_t of, const char *name, size_t count)
{
    const double number = (double)count;
    put_attribute(w, of, name, *w->h.H5T_STD_I32LE_g, *w->h.H5T_NATIVE_DOUBLE_g, &number, 0);
}

/* A list of texts; there is none without an entry. */
static void put_texts(writer *w, hid_t of, const char *name, const char *const *texts, size_t count)
{
    if (count > 0)
        put_attribute(w, of, name, w->h.text_type, w->h.text_type, texts, count);
}

/* ---- facts ---- */

/* A list with room for `count` texts and as many numbers. NULL: no memory. */
static const char **make_lists(size_t count, double **numbers)
{
    const size_t texts = (count + 1) * sizeof(char *);
    char *lists = tml_allocate(texts + (count + 1) * sizeof(double));
    *numbers = lists ? (double *)(void *)(lists + texts) : NULL;
    return (const char **)(void *)lists;
}

/* Facts of one name from `first` on: a number or a text, or a list of them. */
static void put_fact(writer *w, hid_t group, const tml_table *table, size_t first, const char **texts, double *numbers)
{
    const char *name = table->facts[first].name;
    size_t count = 0;
    bool finite = true;
    for (size_t i = first; i < table->fact_count; i++)
        if (strcmp(table->facts[i].name, name) == 0) {
            texts[count] = table->facts[i].text;
            numbers[count] = table->facts[i].number;
            finite = finite && isfinite(numbers[count]);
            count++;
        }
    if (w->h.H5Aexists(group, name) != 0)
        return; /* a name of our own */
    const double low = table->facts[first].low;
    if (finite && count == 1 && isfinite(low))
        put_numbers(w, group, name, (const double[]){low, numbers[0]}, 2);
    else if (finite)
        put_numbers(w, group, name, numbers, count > 1 ? count : 0);
    else if (count > 1)
        put_texts(w, group, name, texts, count);
    else
        put_text(w, group, name, texts[0]);
}

static void put_facts(writer *w, hid_t group, const tml_table *table)
{
    const size_t count = table->fact_count;
    double *numbers;
    const char **texts = make_lists(count, &numbers);
    if (!texts) {
        w->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        texts[i] = table->facts[i].name;
    put_texts(w, group, "fact names", texts, count);
    for (size_t i = 0; i < count; i++) {
        texts[i] = table->facts[i].text;
        numbers[i] = table->facts[i].number;
    }
    put_texts(w, group, "fact texts", texts, count);
    if (count > 0)
        put_numbers(w, group, "fact numbers", numbers, count);
    for (size_t i = 0; i < count; i++)
        if ((size_t)tml_table_fact_find(table, table->facts[i].name) == i)
            put_fact(w, group, table, i, texts, numbers);
    tml_release(texts);
}

/* ---- tables ---- */

/* A name that is free in the group: a slash would be a path, and names may occur twice. */
static void find_link(const writer *w, hid_t group, const char *name, char link[], size_t size)
{
    snprintf(link, size, "%s", name[0] && strcmp(name, ".") != 0 ? name : "_");
    for (char *c = link; *c; c++)
        if (*c == '/')
            *c = '_';
    const size_t length = strlen(link) < size - 8 ? strlen(link) : size - 8;
    for (int i = 2; i < MAX_SAME_NAMES && w->h.H5Lexists(group, link, H5P_DEFAULT) > 0; i++)
        snprintf(link + length, size - length, "_%d", i);
}

static void describe_table(writer *w, hid_t of, const tml_table *table)
{
    put_text(w, of, "kind", table->kind);
    put_text(w, of, "title", table->title);
    put_count(w, of, "analysis", table->analysis);
    put_count(w, of, "stride", table->stride);
    put_facts(w, of, table);
}

/* A data set of numbers or texts, to be closed; negative: it could not be made. */
static hid_t put_dataset(writer *w, hid_t group, const char *link, hid_t file_type, hid_t type, int rank,
                         const hsize_t size[], const void *values)
{
    const tml_hdf5 *h = &w->h;
    const hid_t space = rank ? h->H5Screate_simple(rank, size, NULL) : h->H5Screate(H5S_SCALAR);
    const hid_t set = h->H5Dcreate2(group, link, file_type, space, H5P_DEFAULT, w->dataset_properties, H5P_DEFAULT);
    const bool empty = rank > 0 && (size[0] == 0 || size[rank - 1] == 0);
    w->failed |= set < 0 || (!empty && h->H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0);
    h->H5Sclose(space);
    return set;
}

/* A data set of texts of a fixed length: unlike attributes, references from data sets to texts elsewhere in the file have no checksum. */
static void put_text_set(writer *w, hid_t group, const char *link, const char *const *texts, size_t count, int rank)
{
    size_t longest = 1;
    for (size_t i = 0; i < count; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    char *all = tml_allocate((count + 1) * longest);
    w->failed |= !all;
    if (!all)
        return;
    memset(all, 0, (count + 1) * longest);
    for (size_t i = 0; i < count; i++)
        memcpy(all + i * longest, texts[i], strlen(texts[i]));
    const hsize_t size = count;
    const hid_t type = w->h.H5Tcopy(*w->h.H5T_C_S1_g);
    w->h.H5Tset_size(type, longest);
    w->h.H5Tset_strpad(type, H5T_STR_NULLPAD);
    w->h.H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t set = put_dataset(w, group, link, type, type, rank, &size, all);
    if (set >= 0)
        w->h.H5Dclose(set);
    w->h.H5Tclose(type);
    tml_release(all);
}

static void describe_channel(writer *w, hid_t set, const tml_column *column, const char *link)
{
    const tml_channel_meaning meaning = tml_channel_find_meaning(column->name);
    put_text(w, set, "unit", column->unit);
    if (meaning.quantity[0])
        put_text(w, set, "quantity", meaning.quantity);
    if (meaning.doc[0])
        put_text(w, set, "description", meaning.doc);
    if (strcmp(link, column->name) != 0)
        put_text(w, set, "name", column->name);
}

static hid_t put_channel(writer *w, hid_t group, const tml_table *table, size_t column, hobj_ref_t *reference)
{
    char link[256];
    const hsize_t rows = table->row_count;
    find_link(w, group, table->columns[column].name, link, sizeof link);
    for (size_t i = 0; i < table->row_count; i++)
        w->numbers[i] = table->values[i * table->column_count + column];
    const hid_t set =
        put_dataset(w, group, link, *w->h.H5T_IEEE_F64LE_g, *w->h.H5T_NATIVE_DOUBLE_g, 1, &rows, w->numbers);
    if (set < 0)
        return set;
    describe_channel(w, set, &table->columns[column], link);
    w->failed |= w->h.H5Rcreate(reference, group, link, H5R_OBJECT, -1) < 0;
    return set;
}

/* Time as the dimension scale of the other channels (HDF5 Dimension Scales 1.2): what each refers to, and by whom it is referred to. */
typedef struct {
    hobj_ref_t set;
    int dimension;
} reference;

static void attach_scale(writer *w, hid_t set, const hobj_ref_t *scale)
{
    hvl_t list = {1, (void *)scale};
    const hid_t type = w->h.H5Tvlen_create(*w->h.H5T_STD_REF_OBJ_g);
    put_attribute(w, set, "DIMENSION_LIST", type, type, &list, 1);
    w->h.H5Tclose(type);
}

static void make_scale(writer *w, hid_t set, const char *name, const reference *from, size_t count)
{
    const hid_t type = w->h.H5Tcreate(H5T_COMPOUND, sizeof *from);
    w->h.H5Tinsert(type, "dataset", offsetof(reference, set), *w->h.H5T_STD_REF_OBJ_g);
    w->h.H5Tinsert(type, "dimension", offsetof(reference, dimension), *w->h.H5T_STD_I32LE_g);
    const hid_t class = w->h.H5Tcopy(*w->h.H5T_C_S1_g), label = w->h.H5Tcopy(*w->h.H5T_C_S1_g);
    w->h.H5Tset_size(class, sizeof "DIMENSION_SCALE");
    w->h.H5Tset_size(label, strlen(name) + 1);
    put_attribute(w, set, "CLASS", class, class, "DIMENSION_SCALE", 0);
    put_attribute(w, set, "NAME", label, label, name, 0);
    if (count > 0)
        put_attribute(w, set, "REFERENCE_LIST", type, type, from, count);
    w->h.H5Tclose(label);
    w->h.H5Tclose(class);
    w->h.H5Tclose(type);
}

static void put_channels(writer *w, hid_t group, const tml_table *table)
{
    const long time = tml_table_find(table, "t");
    reference *from = tml_allocate((table->column_count + 1) * sizeof *from);
    hobj_ref_t scale = 0;
    hid_t scale_set = -1;
    size_t count = 0;
    w->failed |= !from;
    if (from)
        memset(from, 0, (table->column_count + 1) * sizeof *from); /* also what lies between its members */
    for (size_t i = 0; i < table->column_count && !w->failed; i++) {
        hobj_ref_t own = 0;
        const hid_t set = put_channel(w, group, table, i, &own);
        if (time == 0 && i == 0) {
            scale = own;
            scale_set = set;
            continue;
        }
        if (time == 0 && !w->failed) {
            from[count++].set = own;
            attach_scale(w, set, &scale);
        }
        if (set >= 0)
            w->h.H5Dclose(set);
    }
    if (scale_set >= 0 && from)
        make_scale(w, scale_set, "t", from, count);
    if (scale_set >= 0)
        w->h.H5Dclose(scale_set);
    tml_release(from);
}

/* Names of rows, as a list that the caller frees. */
static const char **row_names(writer *w, const tml_table *table)
{
    double *unused;
    const char **names = make_lists(table->row_count, &unused);
    w->failed |= !names;
    for (size_t i = 0; names && i < table->row_count; i++)
        names[i] = tml_table_row_name(table, i) ? tml_table_row_name(table, i) : "";
    return names;
}

/* A data set of texts for each column of text, beside the channels. */
static void put_text_columns(writer *w, hid_t group, const tml_table *table)
{
    for (size_t i = 0; i < tml_text_columns_leading(table); i++) {
        char link[256];
        const char **entries = tml_text_column_copy(table, i);
        w->failed |= !entries;
        find_link(w, group, tml_table_text_name(table, i), link, sizeof link);
        if (entries)
            put_text_set(w, group, link, entries, table->row_count, 1);
        tml_release(entries);
    }
}

static void put_group(writer *w, const char *link, const tml_table *table)
{
    const hid_t group = w->h.H5Gcreate2(w->file, link, H5P_DEFAULT, w->group_properties, H5P_DEFAULT);
    w->failed |= group < 0;
    if (group < 0)
        return;
    describe_table(w, group, table);
    put_channels(w, group, table);
    if (table->has_row_names) {
        char own[64];
        const char **names = row_names(w, table);
        find_link(w, group, "row names", own, sizeof own);
        if (names)
            put_text_set(w, group, own, names, table->row_count, 1);
        tml_release(names);
        put_text_columns(w, group, table);
    }
    w->h.H5Gclose(group);
}

static void put_matrix(writer *w, const char *link, const tml_table *table)
{
    const hsize_t size[] = {table->row_count, table->column_count};
    const hid_t set =
        put_dataset(w, w->file, link, *w->h.H5T_IEEE_F64LE_g, *w->h.H5T_NATIVE_DOUBLE_g, 2, size, table->values);
    if (set < 0)
        return;
    describe_table(w, set, table);
    const char **names = row_names(w, table);
    double *unused;
    const char **columns = make_lists(table->column_count, &unused);
    w->failed |= !columns;
    if (names)
        put_texts(w, set, "row names", names, table->row_count);
    for (size_t i = 0; columns && i < table->column_count; i++)
        columns[i] = table->columns[i].name;
    if (columns)
        put_texts(w, set, "column names", columns, table->column_count);
    for (size_t i = 0; columns && i < table->column_count; i++)
        columns[i] = table->columns[i].unit;
    if (columns)
        put_texts(w, set, "column units", columns, table->column_count);
    tml_release(columns);
    tml_release(names);
    w->h.H5Dclose(set);
}

/* ---- the file ---- */

static void put_origin(writer *w, const tml_results *results)
{
    put_text(w, w->file, "format", TML_HDF5_FORMAT);
    if (results->partial)
        put_text(w, w->file, "partial", results->partial);
    for (size_t i = 0; i < results->origin_count; i++) {
        const tml_origin *o = &results->origins[i];
        const char *const text = o->text;
        if (strcmp(o->name, "text") == 0)
            put_text_set(w, w->file, "model", &text, 1, 0);
        else
            put_text(w, w->file, o->name, text);
    }
}

static void put_tables(writer *w, const tml_results *results)
{
    size_t rows = 0;
    for (size_t i = 0; i < results->count; i++)
        rows = results->tables[i]->row_count > rows ? results->tables[i]->row_count : rows;
    w->numbers = tml_allocate((rows + 1) * sizeof *w->numbers);
    w->failed |= !w->numbers;
    for (size_t i = 0; i < results->count && !w->failed; i++) {
        const tml_table *table = results->tables[i];
        char link[256];
        find_link(w, w->file, table->kind, link, sizeof link);
        if (table->is_matrix && table->values)
            put_matrix(w, link, table);
        else
            put_group(w, link, table);
    }
    tml_release(w->numbers);
}

/* The bytes of the file that is open. */
static void take_image(writer *w, tml_text *text)
{
    w->failed |= w->h.H5Fflush(w->file, H5F_SCOPE_GLOBAL) < 0;
    const ssize_t size = w->failed ? -1 : w->h.H5Fget_file_image(w->file, NULL, 0);
    char *bytes = size > 0 ? tml_allocate((size_t)size) : NULL;
    if (bytes && w->h.H5Fget_file_image(w->file, bytes, (size_t)size) == size)
        tml_text_put(text, bytes, (size_t)size);
    else
        w->failed = true;
    tml_release(bytes);
}

/* Properties of an object: no times; links and attributes in the order in which they were made. The second brings the headers of HDF5 1.8,
 * in which an attribute may be of any size. */
static void set_properties(const tml_hdf5 *h, hid_t properties, bool has_links)
{
    const unsigned ordered = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
    h->H5Pset_obj_track_times(properties, false);
    h->H5Pset_attr_creation_order(properties, ordered);
    if (has_links)
        h->H5Pset_link_creation_order(properties, ordered);
}

/* The superblock is the earliest: H5Fget_file_image leaves a wrong checksum in those that have one (HDF5 1.10.8). */
static hid_t make_file(writer *w)
{
    const tml_hdf5 *h = &w->h;
    const hid_t access = h->H5Pcreate(*h->H5P_CLS_FILE_ACCESS_ID_g),
                create = h->H5Pcreate(*h->H5P_CLS_FILE_CREATE_ID_g);
    w->group_properties = h->H5Pcreate(*h->H5P_CLS_GROUP_CREATE_ID_g);
    w->dataset_properties = h->H5Pcreate(*h->H5P_CLS_DATASET_CREATE_ID_g);
    set_properties(h, create, true);
    set_properties(h, w->group_properties, true);
    set_properties(h, w->dataset_properties, false);
    h->H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
    h->H5Pset_fapl_core(access, MEMORY_STEP, false);
    const hid_t file = h->H5Fcreate("results", TML_HDF5_TRUNCATE, create, access);
    h->H5Pclose(access);
    h->H5Pclose(create);
    return file;
}

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    writer w = {0};
    (void)chosen, (void)options;
    if (!tml_hdf5_begin(&w.h, NULL, log))
        return TML_FAILED;
    w.file = make_file(&w);
    w.failed = w.file < 0;
    if (!w.failed) {
        put_origin(&w, results);
        put_tables(&w, results);
        take_image(&w, text);
        w.h.H5Fclose(w.file);
    }
    w.h.H5Pclose(w.group_properties);
    w.h.H5Pclose(w.dataset_properties);
    tml_hdf5_end(&w.h);
    text->failed |= w.failed;
    return TML_OK;
}

const tml_writer_class tml_writer_h5 = {
    .name = "h5",
    .ending = ".h5",
    .doc = "All analyses of a run as HDF5, with units, facts, the model's text and the options of the run.",
    .same_bytes = true,
    .write = write,
};
