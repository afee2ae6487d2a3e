/* kept_channels.c - what is written of results: tables of fewer columns and facts, everything else as it was. */
#include "result/kept_channels.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/text.h"
#include <fnmatch.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NEAR = 6 };

bool tml_patterns_match(const char *const *patterns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(patterns[i], name) == 0 || fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

/* ---- patterns that match nothing ---- */

/* Names that begin as the pattern does, as long as there are any that do. */
static void list_near(const char *pattern, const char *const *names, size_t count, tml_text *list)
{
    size_t listed = 0;
    for (size_t length = strcspn(pattern, "*?["); length > 0 && listed == 0; length--)
        for (size_t i = 0; i < count; i++)
            if (strncmp(names[i], pattern, length) == 0) {
                if (listed < MAX_NEAR)
                    tml_text_add(list, "%s%s", listed ? ", " : "; near it: ", names[i]);
                listed++;
            }
    if (listed > MAX_NEAR)
        tml_text_add(list, " and %zu more", listed - MAX_NEAR);
}

void tml_pattern_unknown(const char *pattern, const char *const *names, size_t count, tml_place place, tml_log *log)
{
    const char *nearest = strpbrk(pattern, "*?[") ? NULL : tml_nearest(pattern, names, count);
    tml_text near = {0};
    if (nearest)
        tml_text_add(&near, "; did you mean \"%s\"?", nearest);
    else
        list_near(pattern, names, count, &near);
    tml_log_raise(log, TML_E_NO_CHANNEL_KEPT, place, "no channel matches \"%s\"%s", pattern,
                  near.length > 0 && !near.failed ? near.data : "");
    tml_text_free(&near);
}

/* Names of all channels, one table after another; NULL: no memory. */
static const char **list_names(const tml_results *results, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < results->count; i++)
        *count += results->tables[i]->column_count;
    const char **names = tml_allocate((*count + 1) * sizeof *names), **next = names;
    for (size_t i = 0; i < results->count && names; i++)
        for (size_t c = 0; c < results->tables[i]->column_count; c++)
            *next++ = results->tables[i]->columns[c].name;
    return names;
}

bool tml_patterns_check(const char *const *patterns, size_t count, const char *const *names, size_t name_count,
                        tml_place place, tml_log *log)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < name_count && !found; k++)
            found = tml_patterns_match(&patterns[i], 1, names[k]);
        if (!found)
            tml_pattern_unknown(patterns[i], names, name_count, place, log);
        good = good && found;
    }
    return good;
}

static tml_status check_patterns(const tml_results *results, const char *const *patterns, size_t count, tml_log *log)
{
    size_t name_count;
    const char **names = list_names(results, &name_count);
    const bool good = names && tml_patterns_check(patterns, count, names, name_count, TML_NOWHERE, log);
    tml_release(names);
    return good ? TML_OK : names ? TML_WRONG : TML_NO_MEMORY;
}

/* ---- the model's own choice ---- */

bool tml_channels_are_chosen(const tml_results *results)
{
    return tml_results_origin(results, TML_CHANNELS_ORIGIN) != NULL;
}

typedef struct {
    char *text;        /* a copy in which commas are ends */
    const char **item; /* (count) */
    size_t count;
} pattern_list;

static void free_patterns(pattern_list *list)
{
    tml_release(list->text);
    tml_release(list->item);
}

/* None where the model gives none. False without memory. */
static bool find_patterns(const tml_results *results, pattern_list *list)
{
    const char *given = tml_results_origin(results, TML_CHANNELS_ORIGIN);
    if (!given)
        return true;
    size_t count = 1;
    for (const char *c = given; *c; c++)
        count += *c == ',';
    list->text = tml_allocate(strlen(given) + 1);
    list->item = tml_allocate(count * sizeof *list->item);
    if (!list->text || !list->item)
        return false;
    char *next = strcpy(list->text, given);
    while (list->count < count) {
        list->item[list->count++] = next;
        next += strcspn(next, ",");
        *next++ = '\0'; /* also where the text ends: no more follow */
    }
    return true;
}

/* ---- tables of fewer columns ---- */

static bool is_kept(const tml_table *table, size_t column, const char *const *patterns, size_t count)
{
    const char *name = table->columns[column].name;
    return (column == 0 && strcmp(name, "t") == 0) || tml_patterns_match(patterns, count, name);
}

static bool any_matches(const tml_table *table, const char *const *patterns, size_t count)
{
    for (size_t c = 0; c < table->column_count && !table->has_row_names; c++)
        if (tml_patterns_match(patterns, count, table->columns[c].name))
            return true;
    return false;
}

/* What the table refers to stays that of the other, but for columns and values. */
static bool choose_columns(tml_table *table, const char *const *patterns, size_t count)
{
    const tml_table whole = *table;
    table->columns = tml_allocate((whole.column_count + 1) * sizeof *table->columns);
    table->values = NULL;
    table->column_count = 0;
    if (!table->columns)
        return false;
    for (size_t c = 0; c < whole.column_count; c++)
        if (is_kept(&whole, c, patterns, count))
            table->columns[table->column_count++] = whole.columns[c];
    table->values = tml_allocate((whole.row_count * table->column_count + 1) * sizeof *table->values);
    double *to = table->values;
    for (size_t r = 0; r < whole.row_count && to; r++)
        for (size_t c = 0; c < whole.column_count; c++)
            if (is_kept(&whole, c, patterns, count))
                *to++ = whole.values[r * whole.column_count + c];
    return table->values != NULL;
}

static bool is_measured(const char *fact)
{
    return strcmp(fact, "CPU time") == 0 || strcmp(fact, "time per evaluation") == 0;
}

static bool choose_facts(tml_table *table, bool measured)
{
    const tml_fact *all = table->facts;
    const size_t count = table->fact_count;
    table->facts = tml_allocate((count + 1) * sizeof *table->facts);
    table->fact_count = 0;
    for (size_t i = 0; i < count && table->facts; i++)
        if (measured || !is_measured(all[i].name))
            table->facts[table->fact_count++] = all[i];
    return table->facts != NULL;
}

/* A table of its own columns is marked by having no capacity: it is not to grow. */
static tml_status copy_table(const tml_table *from, const char *const *patterns, size_t count, bool measured,
                             tml_table **copy)
{
    tml_table *table = *copy = tml_allocate(sizeof *table);
    if (!table)
        return TML_NO_MEMORY;
    *table = *from;
    table->row_capacity = SIZE_MAX;
    if (!choose_facts(table, measured))
        return TML_NO_MEMORY;
    if (!any_matches(from, patterns, count))
        return TML_OK;
    table->row_capacity = 0;
    return choose_columns(table, patterns, count) ? TML_OK : TML_NO_MEMORY;
}

tml_status tml_kept_channels_make(const tml_results *results, const char *const *patterns, size_t count, bool measured,
                                  tml_results *kept, tml_log *log)
{
    pattern_list own = {0};
    *kept = *results;
    kept->count = 0;
    kept->tables = tml_allocate((results->count + 1) * sizeof(tml_table *));
    tml_status status = kept->tables ? check_patterns(results, patterns, count, log) : TML_NO_MEMORY;
    if (count == 0 && !find_patterns(results, &own))
        status = TML_NO_MEMORY;
    for (size_t i = 0; i < results->count && status == TML_OK; i++) {
        kept->tables[i] = NULL;
        status = copy_table(results->tables[i], count ? patterns : own.item, count ? count : own.count, measured,
                            &kept->tables[i]);
        kept->count += kept->tables[i] != NULL;
    }
    free_patterns(&own);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}

void tml_kept_channels_free(tml_results *kept)
{
    for (size_t i = 0; i < kept->count; i++) {
        tml_table *table = kept->tables[i];
        if (table->row_capacity == 0) {
            tml_release(table->columns);
            tml_release(table->values);
        }
        tml_release(table->facts);
        tml_release(table);
    }
    tml_release(kept->tables);
}
