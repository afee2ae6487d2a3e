/* matrix_table.c - a matrix as a table with named rows. */
#include "analysis/matrix_table.h"

bool tml_matrix_table(tml_task *task, const tml_matrix *m)
{
    const char *kind = tml_arena_format(task->arena, "%s.%s", task->element->kind, m->part);
    tml_table *table = tml_results_add(task->results, kind, task->model->title, m->column_names, (size_t)m->columns);
    if (!table)
        return false;
    table->shown = m->shown;
    for (int i = 0; i < m->rows; i++) {
        double *row = tml_table_append_named(table, m->row_names[i]);
        if (!row)
            return false;
        for (int j = 0; j < m->columns; j++)
            row[j] = m->values[(size_t)j * (size_t)m->rows + (size_t)i];
    }
    return true;
}
