/* table.c - tables that grow row by row, the results that hold them, and the public functions to read both. */
#include "result/table.h"
#include "base/arena.h"
#include "base/text.h"
#include "base/unit.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { COMPONENTS = TML_CONTACT_VALUES }; /* columns of a touching point and of what acts there */

static void *allocate_array(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        return NULL;
    return tml_allocate(count > 0 && size > 0 ? count * size : 1);
}

/* A block of `capacity` items that starts with the `count` old ones, which it releases. NULL: the old ones remain
 * valid. */
static void *grow_array(void *old, size_t count, size_t capacity, size_t size)
{
    void *grown = allocate_array(capacity, size);
    if (grown == NULL)
        return NULL;
    if (old != NULL) {
        memcpy(grown, old, count * size);
        tml_release(old);
    }
    return grown;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = tml_allocate(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static void release(void *memory)
{
    if (memory != NULL)
        tml_release(memory);
}

/* ---- making -------------------------------------------------------------------------------------------------- */

static void free_table(tml_table *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->fact_count; i++) {
        release(table->facts[i].name);
        release(table->facts[i].text);
    }
    for (size_t i = 0; i < table->row_name_capacity; i++)
        release(table->row_names[i]);
    release(table->row_names);
    release(table->facts);
    release(table->values);
    if (!table->shares_columns)
        release(table->columns);
    release(table->title);
    release(table->kind);
    release(table);
}

/* Columns and their texts in one block: the array first, then "name\0unit\0" of each. */
static tml_column *copy_columns(const tml_column *columns, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(columns[i].name) + 1 + (columns[i].unit != NULL ? strlen(columns[i].unit) : 0) + 1;
    if (count > (SIZE_MAX - bytes - 1) / sizeof *columns)
        return NULL;
    tml_column *copy = tml_allocate(count * sizeof *columns + bytes + 1);
    if (copy == NULL)
        return NULL;
    char *next = (char *)(copy + count);
    for (size_t i = 0; i < count; i++) {
        const char *unit = columns[i].unit != NULL ? columns[i].unit : "";
        copy[i].name = strcpy(next, columns[i].name);
        next += strlen(next) + 1;
        copy[i].unit = strcpy(next, unit);
        next += strlen(next) + 1;
    }
    return copy;
}

tml_results *tml_results_make(void)
{
    tml_results *results = tml_allocate(sizeof *results);
    if (results != NULL)
        *results = (tml_results){0};
    return results;
}

static const char PARTIAL[] = "not all was computed"; /* used also if there is no memory for more */

static void release_partial(tml_results *results)
{
    if (results->partial != PARTIAL)
        release((char *)results->partial);
}

void tml_results_set_partial(tml_results *results, const char *why)
{
    char *copy = why ? copy_text(why) : NULL;
    release_partial(results);
    results->partial = copy ? copy : PARTIAL;
}

static tml_origin *find_origin(const tml_results *results, const char *name)
{
    for (size_t i = 0; i < results->origin_count; i++)
        if (strcmp(results->origins[i].name, name) == 0)
            return &results->origins[i];
    return NULL;
}

static tml_origin *add_origin(tml_results *results, const char *name)
{
    if (results->origin_count == results->origin_capacity) {
        const size_t capacity = 2 * results->origin_capacity + 8;
        tml_origin *origins = grow_array(results->origins, results->origin_count, capacity, sizeof *origins);
        if (origins == NULL)
            return NULL;
        results->origins = origins;
        results->origin_capacity = capacity;
    }
    tml_origin *added = &results->origins[results->origin_count];
    *added = (tml_origin){.name = copy_text(name)};
    results->origin_count += added->name != NULL;
    return added->name != NULL ? added : NULL;
}

bool tml_results_set_origin(tml_results *results, const char *name, const char *text)
{
    char *copy = text ? copy_text(text) : NULL;
    if (copy == NULL)
        return text == NULL;
    tml_origin *at = find_origin(results, name);
    if (at == NULL)
        at = add_origin(results, name);
    if (at == NULL) {
        release(copy);
        return false;
    }
    release(at->text);
    at->text = copy;
    return true;
}

static tml_table *add_table(tml_results *results, const char *kind, const char *title, const tml_column *columns,
                            size_t column_count, bool shares)
{
    if (results->count == results->capacity) {
        size_t capacity = results->capacity > 0 ? 2 * results->capacity : 4;
        tml_table **tables = grow_array(results->tables, results->count, capacity, sizeof(tml_table *));
        if (tables == NULL)
            return NULL;
        results->tables = tables;
        results->capacity = capacity;
    }
    tml_table *table = tml_allocate(sizeof *table);
    if (table == NULL)
        return NULL;
    *table = (tml_table){.stride = 1,
                         .kind = copy_text(kind),
                         .title = copy_text(title != NULL ? title : ""),
                         .columns = shares ? (tml_column *)columns : copy_columns(columns, column_count),
                         .column_count = column_count,
                         .shares_columns = shares};
    if (table->kind == NULL || table->title == NULL || table->columns == NULL) {
        free_table(table);
        return NULL;
    }
    results->tables[results->count++] = table;
    return table;
}

tml_table *tml_results_add(tml_results *results, const char *kind, const char *title, const tml_column *columns,
                           size_t column_count)
{
    return add_table(results, kind, title, columns, column_count, false);
}

tml_table *tml_results_add_sharing(tml_results *results, const char *kind, const char *title, const tml_column *columns,
                                   size_t column_count)
{
    return add_table(results, kind, title, columns, column_count, true);
}

/* ---- filling ------------------------------------------------------------------------------------------------- */

bool tml_table_reserve(tml_table *table, size_t rows)
{
    if (rows <= table->row_capacity && table->values != NULL)
        return true;
    if (table->column_count > SIZE_MAX / sizeof(double))
        return false;
    size_t row_size = table->column_count * sizeof(double);
    double *values = grow_array(table->values, table->row_count, rows, row_size);
    if (values == NULL)
        return false;
    table->values = values;
    table->row_capacity = rows;
    return true;
}

double *tml_table_append(tml_table *table)
{
    if (table->row_count == table->row_capacity || table->values == NULL) {
        size_t rows = table->row_capacity > 0 ? 2 * table->row_capacity : 64;
        if (rows < table->row_count || !tml_table_reserve(table, rows))
            return NULL;
    }
    double *row = table->values + table->row_count++ * table->column_count;
    for (size_t i = 0; i < table->column_count; i++)
        row[i] = NAN;
    return row;
}

/* Names of rows up to the last one. */
static bool reserve_names(tml_table *table)
{
    if (table->row_count <= table->row_name_capacity)
        return true;
    size_t capacity = table->row_capacity;
    char **names = grow_array(table->row_names, table->row_name_capacity, capacity, sizeof(char *));
    if (names == NULL)
        return false;
    for (size_t i = table->row_name_capacity; i < capacity; i++)
        names[i] = NULL;
    table->row_names = names;
    table->row_name_capacity = capacity;
    return true;
}

bool tml_table_name_row(tml_table *table, const char *name)
{
    table->has_row_names = true;
    if (!reserve_names(table))
        return false;
    table->row_names[table->row_count - 1] = copy_text(name);
    return table->row_names[table->row_count - 1] != NULL;
}

double *tml_table_append_named(tml_table *table, const char *name)
{
    double *row = tml_table_append(table);
    return row != NULL && tml_table_name_row(table, name) ? row : NULL;
}

bool tml_table_add_fact(tml_table *table, const char *name, double number, const char *format, ...)
{
    if (table->fact_count == table->fact_capacity) {
        size_t capacity = table->fact_capacity > 0 ? 2 * table->fact_capacity : 8;
        tml_fact *facts = grow_array(table->facts, table->fact_count, capacity, sizeof(tml_fact));
        if (facts == NULL)
            return false;
        table->facts = facts;
        table->fact_capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    tml_fact fact = {
        .name = copy_text(name), .text = tml_text_format(format, arguments, 0), .number = number, .low = NAN};
    va_end(arguments);
    if (fact.name == NULL || fact.text == NULL) {
        release(fact.name);
        release(fact.text);
        return false;
    }
    table->facts[table->fact_count++] = fact;
    return true;
}

void tml_table_set_range(tml_table *table, double low)
{
    if (table->fact_count > 0)
        table->facts[table->fact_count - 1].low = low;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

size_t tml_results_count(const tml_results *results)
{
    return results != NULL ? results->count : 0;
}

const tml_table *tml_results_table(const tml_results *results, size_t index)
{
    return index < tml_results_count(results) ? results->tables[index] : NULL;
}

const tml_table *tml_results_find(const tml_results *results, const char *kind)
{
    for (size_t i = tml_results_count(results); i-- > 0;) {
        const char *its = results->tables[i]->kind;
        if (kind == NULL ? strchr(its, '.') == NULL : strcmp(its, kind) == 0)
            return results->tables[i];
    }
    return NULL;
}

const char *tml_results_origin(const tml_results *results, const char *name)
{
    const tml_origin *at = find_origin(results, name);
    return at != NULL ? at->text : NULL;
}

size_t tml_results_origin_count(const tml_results *results)
{
    return results->origin_count;
}

const char *tml_results_origin_name(const tml_results *results, size_t index)
{
    return index < results->origin_count ? results->origins[index].name : NULL;
}

const char *tml_results_partial(const tml_results *results)
{
    return results->partial;
}

void tml_results_free(tml_results *results)
{
    if (results == NULL)
        return;
    for (size_t i = 0; i < results->count; i++)
        free_table(results->tables[i]);
    for (size_t i = 0; i < results->origin_count; i++) {
        release(results->origins[i].name);
        release(results->origins[i].text);
    }
    release(results->origins);
    release(results->tables);
    release_partial(results);
    release(results);
}

const char *tml_table_kind(const tml_table *table)
{
    return table->kind;
}

const char *tml_table_title(const tml_table *table)
{
    return table->title;
}

bool tml_table_is_shown(const tml_table *table)
{
    return table->shown;
}

size_t tml_table_rows(const tml_table *table)
{
    return table->row_count;
}

size_t tml_table_stride(const tml_table *table)
{
    return table->stride;
}

size_t tml_table_analysis(const tml_table *table)
{
    return table->analysis;
}

size_t tml_table_columns(const tml_table *table)
{
    return table->column_count;
}

const char *tml_table_name(const tml_table *table, size_t column)
{
    return column < table->column_count ? table->columns[column].name : NULL;
}

const char *tml_table_unit(const tml_table *table, size_t column)
{
    return column < table->column_count ? table->columns[column].unit : NULL;
}

tml_column_quantity tml_table_quantity(const tml_table *table, size_t column)
{
    return column < table->column_count ? tml_unit_quantity(table->columns[column].unit) : TML_QUANTITY_OTHER;
}

long tml_table_find(const tml_table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return (long)i;
    return -1;
}

double tml_table_value(const tml_table *table, size_t row, size_t column)
{
    if (row >= table->row_count || column >= table->column_count)
        return NAN;
    return table->values[row * table->column_count + column];
}

const double *tml_table_column(const tml_table *table, size_t column, size_t *step)
{
    *step = table->column_count;
    return column < table->column_count && table->row_count > 0 ? table->values + column : NULL;
}

const char *tml_table_row_name(const tml_table *table, size_t row)
{
    return row < table->row_count && row < table->row_name_capacity ? table->row_names[row] : NULL;
}

size_t tml_table_fact_count(const tml_table *table)
{
    return table->fact_count;
}

const char *tml_table_fact_name(const tml_table *table, size_t index)
{
    return index < table->fact_count ? table->facts[index].name : NULL;
}

const char *tml_table_fact_text(const tml_table *table, size_t index)
{
    return index < table->fact_count ? table->facts[index].text : NULL;
}

double tml_table_fact_number(const tml_table *table, size_t index)
{
    return index < table->fact_count ? table->facts[index].number : NAN;
}

double tml_table_fact_low(const tml_table *table, size_t index)
{
    return index < table->fact_count ? table->facts[index].low : NAN;
}

long tml_table_fact_find(const tml_table *table, const char *name)
{
    for (size_t i = 0; i < table->fact_count; i++)
        if (strcmp(table->facts[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* Whether "A.fx, B: …" names it: a channel, or a joint with all its reactions. */
static bool lists(const char *text, const char *name, size_t length)
{
    const char *end = strchr(text, ':');
    for (const char *at = text; end && at < end; at += strcspn(at, ",:"), at += *at == ',' ? 2 : 1)
        if (strcspn(at, ",:") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

long tml_table_force_at(const tml_table *table, size_t column)
{
    const tml_column *c = &table->columns[column];
    const char *dot = strrchr(c->name, '.');
    if (!dot || strcmp(c->unit, "m") != 0 || dot[1] < 'x' || dot[1] > 'z' || dot[2])
        return -1;
    for (size_t k = column + 1; k < table->column_count && k < column + COMPONENTS; k++) {
        const char *name = table->columns[k].name;
        const size_t owner = (size_t)(dot - c->name) + 1;
        if (strncmp(name, c->name, owner) == 0 && name[owner] == 'f' && name[owner + 1] == dot[1] && !name[owner + 2])
            return (long)k;
    }
    return -1;
}

double tml_table_size_at(const tml_table *table, long force, const double *row)
{
    const char *name = table->columns[force].name;
    const size_t owner = strlen(name) - 1; /* all but the axis */
    double size = 0;
    for (size_t k = (size_t)force < COMPONENTS ? 0 : (size_t)force - COMPONENTS;
         k < table->column_count && k < (size_t)force + COMPONENTS; k++) {
        const char *other = table->columns[k].name;
        if (strncmp(other, name, owner) == 0 && other[owner] >= 'x' && other[owner] <= 'z' && !other[owner + 1])
            size = hypot(size, row[k]);
    }
    return size;
}

static bool is_reaction(const char *last)
{
    static const char *const names[] = {"fx", "fy", "fz", "tx", "ty", "tz", "torque", "force", "tension", "power"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(last, names[i]) == 0)
            return true;
    return false;
}

bool tml_table_is_unique(const tml_table *table, size_t column)
{
    const tml_column *c = &table->columns[column];
    const char *dot = strrchr(c->name, '.');
    for (size_t i = 0; i < table->fact_count; i++) {
        const char *text = table->facts[i].text;
        if (strcmp(table->facts[i].name, TML_NOT_UNIQUE) == 0 &&
            (lists(text, c->name, strlen(c->name)) ||
             (dot && is_reaction(dot + 1) && lists(text, c->name, (size_t)(dot - c->name)))))
            return false;
    }
    return true;
}
