/* sparsity.c - sparsity pattern: marks sorted into compressed columns. */
#include "linalg/sparsity.h"
#include <stdlib.h>
#include <string.h>

void tml_mark(tml_marks *m, int row, int column)
{
    if (m->count == m->capacity) {
        const size_t grown = m->capacity ? 2 * m->capacity : 256;
        int(*moved)[2] = tml_arena_take(m->arena, grown * sizeof *moved);
        if (m->count)
            memcpy(moved, m->entries, m->count * sizeof *moved);
        m->entries = moved, m->capacity = grown;
    }
    m->entries[m->count][0] = column;
    m->entries[m->count++][1] = row;
}

void tml_mark_block(tml_marks *m, int row, int rows, int column, int columns)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            tml_mark(m, row + i, column + j);
}

static int by_column(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

tml_pattern tml_pattern_make(tml_marks *m, int n)
{
    int *column = TML_NEW_ARRAY(m->arena, int, n + 1), *row = TML_NEW_ARRAY(m->arena, int, m->count), count = 0;
    if (m->count)
        qsort(m->entries, m->count, sizeof *m->entries, by_column);
    for (size_t i = 0; i < m->count; i++) {
        if (i && m->entries[i][0] == m->entries[i - 1][0] && m->entries[i][1] == m->entries[i - 1][1])
            continue;
        row[count++] = m->entries[i][1];
        column[m->entries[i][0] + 1] = count;
    }
    for (int j = 0; j < n; j++)
        if (column[j + 1] < column[j])
            column[j + 1] = column[j];
    return (tml_pattern){.n = n, .entries = count, .column = column, .row = row};
}

static int by_value(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void tml_sort_ascending(int *list, int count)
{
    qsort(list, (size_t)count, sizeof(int), by_value);
}
