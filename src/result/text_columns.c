/* text_columns.c - the names of rows as columns of text: what they are called follows from the columns of numbers. */
#include "base/memory.h"
#include "base/text.h"
#include "result/table.h"
#include <string.h>

static const char BETWEEN[] = " by "; /* "final(A.angle) by mass": no name of a parameter has a blank */

/* Kinds of tables whose rows have names, by how their columns of numbers begin. */
static const struct {
    const char *numbers[3]; /* NULL: any */
    const char *texts[TML_MAX_TEXT_COLUMNS];
} kinds[] = {
    {{"answer", "parameter", "derivative"}, {"of", "by"}},
    {{"value", "standard error"}, {"parameter"}},
    {{"t", "count"}, {"event"}},
    {{NULL}, {"row"}},
};

static bool begins(const tml_table *table, const char *const numbers[3])
{
    for (size_t i = 0; i < 3 && numbers[i]; i++)
        if (i >= table->column_count || strcmp(table->columns[i].name, numbers[i]) != 0)
            return false;
    return true;
}

static const char *const *texts_of(const tml_table *table)
{
    static const char *const reasons[TML_MAX_TEXT_COLUMNS] = {TML_REASONS}, *const none[TML_MAX_TEXT_COLUMNS] = {NULL};
    size_t i = 0;
    if (!table->has_row_names || table->names_are_reasons)
        return table->has_row_names ? reasons : none;
    while (!begins(table, kinds[i].numbers))
        i++;
    return kinds[i].texts;
}

size_t tml_table_text_columns(const tml_table *table)
{
    const char *const *texts = texts_of(table);
    size_t count = 0;
    while (count < TML_MAX_TEXT_COLUMNS && texts[count])
        count++;
    return count;
}

size_t tml_text_columns_leading(const tml_table *table)
{
    return table->names_are_reasons ? 0 : tml_table_text_columns(table);
}

const char *tml_table_text_name(const tml_table *table, size_t index)
{
    return index < tml_table_text_columns(table) ? texts_of(table)[index] : NULL;
}

/* The last place of what stands between two texts of a name; NULL: there is none. */
static const char *find_between(const char *name)
{
    const char *found = NULL;
    for (const char *at = name; (at = strstr(at, BETWEEN)) != NULL; at++)
        found = at;
    return found;
}

const char *tml_table_text(const tml_table *table, size_t row, size_t index, size_t *length)
{
    const size_t columns = tml_table_text_columns(table);
    if (row >= table->row_count || index >= columns)
        return NULL;
    const char *name = tml_table_row_name(table, row);
    const char *text = name ? name : "", *between = columns > 1 ? find_between(text) : NULL;
    if (index > 0)
        text = between ? between + strlen(BETWEEN) : text + strlen(text);
    *length = index == 0 && between ? (size_t)(between - text) : strlen(text);
    return text;
}

const char **tml_text_column_copy(const tml_table *table, size_t index)
{
    size_t bytes = 0, length;
    for (size_t row = 0; row < table->row_count; row++)
        bytes += tml_table_text(table, row, index, &length) ? length + 1 : 1;
    const char **list = tml_allocate((table->row_count + 1) * sizeof *list + bytes);
    char *next = list ? (char *)(list + table->row_count + 1) : NULL;
    for (size_t row = 0; list && row < table->row_count; row++) {
        const char *text = tml_table_text(table, row, index, &length);
        list[row] = next;
        if (text && length)
            memcpy(next, text, length);
        next += text ? length : 0;
        *next++ = '\0';
    }
    return list;
}

size_t tml_text_columns_before(const char *const *header, size_t count)
{
    for (size_t k = 0; k + 1 < sizeof kinds / sizeof *kinds; k++) {
        size_t texts = 0, numbers = 0;
        bool good = true;
        for (; texts < TML_MAX_TEXT_COLUMNS && kinds[k].texts[texts]; texts++)
            good = good && texts < count && strcmp(header[texts], kinds[k].texts[texts]) == 0;
        for (; numbers < 3 && kinds[k].numbers[numbers]; numbers++)
            good = good && texts + numbers < count && strcmp(header[texts + numbers], kinds[k].numbers[numbers]) == 0;
        if (good)
            return texts;
    }
    return 0; /* "row" may be the name of a column of numbers: the reader looks at its entries */
}

bool tml_text_columns_name_row(tml_table *table, const char *const *texts, size_t count)
{
    tml_text name = {0};
    for (size_t i = 0; i < count; i++)
        tml_text_add(&name, "%s%s", i ? BETWEEN : "", texts[i]);
    const bool named = !name.failed && tml_table_name_row(table, name.data ? name.data : "");
    tml_text_free(&name);
    return named;
}
