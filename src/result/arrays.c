/* arrays.c - named arrays, and tables of their columns. */
#include "result/arrays.h"
#include "base/memory.h"
#include <math.h>
#include <string.h>

/* ---- arrays ---- */

static bool make_room(tml_arrays *arrays)
{
    if (arrays->count < arrays->capacity)
        return true;
    const size_t capacity = arrays->capacity ? 2 * arrays->capacity : 64;
    tml_array *item = tml_allocate(capacity * sizeof *item);
    if (!item)
        return false;
    if (arrays->count)
        memcpy(item, arrays->item, arrays->count * sizeof *item);
    tml_release(arrays->item);
    arrays->item = item;
    arrays->capacity = capacity;
    return true;
}

tml_array *tml_arrays_add(tml_arrays *arrays, const char *name, size_t rows, size_t columns, bool texts)
{
    const size_t count = rows * columns, length = strlen(name) + 1;
    arrays->out_of_memory |= (columns && rows > SIZE_MAX / sizeof(double) / columns - 1) || !make_room(arrays);
    if (arrays->out_of_memory)
        return NULL;
    tml_array *array = &arrays->item[arrays->count];
    *array = (tml_array){.name = tml_allocate(length), .rows = rows, .columns = columns};
    array->numbers = array->name ? tml_allocate((count + 1) * sizeof *array->numbers) : NULL;
    array->texts = array->numbers && texts ? tml_allocate((count + 1) * sizeof *array->texts) : NULL;
    arrays->count++; /* to be freed, whatever it has */
    arrays->out_of_memory |= !array->numbers || (texts && !array->texts);
    if (arrays->out_of_memory)
        return NULL;
    memcpy(array->name, name, length);
    for (size_t i = 0; i < count; i++)
        array->numbers[i] = NAN;
    for (size_t i = 0; i < count && texts; i++)
        array->texts[i] = NULL;
    return array;
}

const tml_array *tml_arrays_find(tml_arrays *arrays, const char *name)
{
    for (size_t i = 0; i < arrays->count; i++) {
        const size_t at = (arrays->found + 1 + i) % arrays->count;
        if (strcmp(arrays->item[at].name, name) == 0) {
            arrays->found = at;
            return &arrays->item[at];
        }
    }
    return NULL;
}

void tml_arrays_free(tml_arrays *arrays)
{
    for (size_t i = 0; i < arrays->count; i++) {
        tml_array *array = &arrays->item[i];
        for (size_t k = 0; array->texts && k < array->rows * array->columns; k++)
            tml_release(array->texts[k]);
        tml_release(array->texts);
        tml_release(array->numbers);
        tml_release(array->name);
    }
    tml_release(arrays->item);
    *arrays = (tml_arrays){0};
}

/* ---- entries ---- */

static bool has(const tml_array *array, size_t row, size_t column)
{
    return array && row < array->rows && column < array->columns;
}

const char *tml_array_text(const tml_array *array, size_t row, size_t column)
{
    const char *text = has(array, row, column) && array->texts ? array->texts[column * array->rows + row] : NULL;
    return text ? text : "";
}

double tml_array_number(const tml_array *array, size_t row, size_t column)
{
    return has(array, row, column) ? array->numbers[column * array->rows + row] : NAN;
}

size_t tml_array_count(const tml_array *array, size_t row, size_t column, size_t otherwise)
{
    const double number = tml_array_number(array, row, column);
    return number >= 0 && number < 1e15 ? (size_t)number : otherwise;
}

bool tml_array_set_text(tml_array *array, size_t row, size_t column, const char *bytes, size_t length)
{
    char *text = tml_allocate(length + 1);
    if (!text)
        return false;
    if (length)
        memcpy(text, bytes, length);
    text[length] = '\0';
    tml_release(array->texts[column * array->rows + row]);
    array->texts[column * array->rows + row] = text;
    return true;
}

void tml_put_character(tml_text *text, uint32_t c)
{
    const bool valid = c > 0 && c < 0x110000 && !(c >= 0xD800 && c < 0xE000);
    const uint32_t u = valid ? c : 0xFFFD;
    char bytes[4];
    size_t length = 0;
    if (u < 0x80) {
        bytes[length++] = (char)u;
    } else {
        const int more = u < 0x800 ? 1 : u < 0x10000 ? 2 : 3;
        static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
        bytes[length++] = (char)(lead[more] | u >> 6 * more);
        for (int i = more - 1; i >= 0; i--)
            bytes[length++] = (char)(0x80 | (u >> 6 * i & 0x3F));
    }
    tml_text_put(text, bytes, length);
}

/* ---- tables ---- */

bool tml_array_table_begin(tml_array_table *table, size_t columns, size_t rows)
{
    table->columns = tml_allocate((columns + 1) * sizeof *table->columns);
    table->arrays = tml_allocate((columns + 1) * sizeof *table->arrays);
    table->array_columns = tml_allocate((columns + 1) * sizeof *table->array_columns);
    table->row_names = tml_allocate((rows + 1) * sizeof *table->row_names);
    return table->columns && table->arrays && table->array_columns && table->row_names;
}

void tml_array_table_free(tml_array_table *table)
{
    tml_release(table->columns);
    tml_release(table->arrays);
    tml_release(table->array_columns);
    tml_release(table->row_names);
}

void tml_array_table_add(tml_array_table *table, tml_column column, const tml_array *array, size_t array_column)
{
    const size_t at = table->column_count++;
    table->columns[at] = column;
    table->arrays[at] = array;
    table->array_columns[at] = array_column;
}

static bool is_even(const tml_array_table *of, size_t rows)
{
    for (size_t c = 0; c < of->column_count; c++)
        if (of->arrays[c]->rows != rows || of->array_columns[c] >= of->arrays[c]->columns)
            return false;
    return true;
}

static bool append_rows(tml_table *table, const tml_array_table *of, size_t rows)
{
    if (!tml_table_reserve(table, rows))
        return false;
    for (size_t r = 0; r < rows; r++) {
        const char *name = r < of->row_name_count ? of->row_names[r] : "";
        double *row = of->has_row_names ? tml_table_append_named(table, name) : tml_table_append(table);
        if (!row)
            return false;
        for (size_t c = 0; c < of->column_count; c++)
            row[c] = tml_array_number(of->arrays[c], r, of->array_columns[c]);
    }
    return true;
}

tml_table_outcome tml_results_add_arrays(tml_results *results, const tml_array_table *of, tml_table **made)
{
    const size_t rows = of->column_count ? of->arrays[0]->rows : 0;
    *made = NULL;
    if (!is_even(of, rows))
        return TML_TABLE_UNEVEN;
    tml_table *table = tml_results_add(results, of->kind, of->title, of->columns, of->column_count);
    if (!table)
        return TML_TABLE_NO_MEMORY;
    table->analysis = of->analysis;
    table->stride = of->stride ? of->stride : 1;
    table->is_matrix = of->is_matrix;
    table->has_row_names = of->has_row_names;
    if (!append_rows(table, of, rows))
        return TML_TABLE_NO_MEMORY;
    *made = table;
    return TML_TABLE_MADE;
}

/* ---- tables of other programs ---- */

static bool is_column(const tml_array *array)
{
    return !array->texts && array->rows > 1 && array->columns > 0;
}

static size_t count_columns(const tml_arrays *arrays, size_t rows)
{
    size_t count = 0;
    for (size_t i = 0; i < arrays->count; i++)
        count += is_column(&arrays->item[i]) && arrays->item[i].rows == rows ? arrays->item[i].columns : 0;
    return count;
}

/* Names of all columns of this length, each with its 0. */
static void put_names(const tml_arrays *arrays, size_t rows, tml_text *names)
{
    for (size_t i = 0; i < arrays->count; i++) {
        const tml_array *array = &arrays->item[i];
        for (size_t c = 0; is_column(array) && array->rows == rows && c < array->columns; c++) {
            tml_text_add(names, array->columns > 1 ? "%s.%zu" : "%s", array->name, c + 1);
            tml_text_put(names, "", 1);
        }
    }
}

static bool add_group(tml_results *results, const tml_arrays *arrays, size_t rows)
{
    tml_array_table table = {.kind = "table", .title = ""};
    tml_text names = {0};
    tml_table *made;
    put_names(arrays, rows, &names);
    bool good = tml_array_table_begin(&table, count_columns(arrays, rows), 0) && !names.failed;
    const char *name = names.data;
    for (size_t i = 0; i < arrays->count && good; i++) {
        const tml_array *array = &arrays->item[i];
        for (size_t c = 0; is_column(array) && array->rows == rows && c < array->columns; c++) {
            tml_array_table_add(&table, (tml_column){.name = name, .unit = ""}, array, c);
            name += strlen(name) + 1;
        }
    }
    good = good && tml_results_add_arrays(results, &table, &made) == TML_TABLE_MADE;
    tml_array_table_free(&table);
    tml_text_free(&names);
    return good;
}

bool tml_results_add_foreign(tml_results *results, tml_arrays *arrays)
{
    for (size_t i = 0; i < arrays->count; i++)
        if (arrays->item[i].rows == 1 && !arrays->item[i].texts) { /* its numbers are in the same places */
            arrays->item[i].rows = arrays->item[i].columns;
            arrays->item[i].columns = 1;
        }
    for (size_t i = 0; i < arrays->count; i++) {
        bool first = is_column(&arrays->item[i]);
        for (size_t k = 0; k < i && first; k++)
            first = !is_column(&arrays->item[k]) || arrays->item[k].rows != arrays->item[i].rows;
        if (first && !add_group(results, arrays, arrays->item[i].rows))
            return false;
    }
    return true;
}
