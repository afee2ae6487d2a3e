/* study_entry.h - numbers of a study's table, by row and name of the column. */
#pragma once
#include <criterion/criterion.h>
#include <trammel/trammel.h>

static inline double entry(const tml_results *results, size_t row, const char *name)
{
    const tml_table *table = tml_results_table(results, 0);
    const long column = tml_table_find(table, name);
    cr_assert(column >= 0, "no column %s", name);
    return tml_table_value(table, row, (size_t)column);
}
