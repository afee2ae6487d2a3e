/* sparsity.h - sparsity pattern: entries marked one by one, then compressed by columns. */
#pragma once
#include "base/arena.h"

/* Compressed columns of an n x n matrix: column j has the entries column[j] ... column[j + 1] - 1, with ascending rows. */
typedef struct {
    int n, entries;
    const int *column, *row; /* (n + 1), (entries) */
} tml_pattern;

typedef struct {
    tml_arena *arena;
    int (*entries)[2]; /* column, row; in any order, with repetitions */
    size_t count, capacity;
} tml_marks;

void tml_mark(tml_marks *marks, int row, int column);
void tml_mark_block(tml_marks *marks, int row, int rows, int column, int columns);
/* Removes repetitions; sorts the marks. */
tml_pattern tml_pattern_make(tml_marks *marks, int n);

void tml_sort_ascending(int *list, int count);

/* Index of an entry, which must be in the pattern. */
static inline int tml_pattern_find(const tml_pattern *p, int row, int column)
{
    int low = p->column[column], high = p->column[column + 1] - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (p->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
