/* matrix_table.c - a matrix as a table with named rows. */
#include "analysis/matrix_table.h"

bool tml_matrix_table(tml_task *task, const tml_matrix *m)
{
    const char *kind = tml_arena_format(task->arena, "%s.%s", task->element->kind, m->part);
    tml_table *table = tml_results_add(task->results, kind, task->model->title, m->column_names, (size_t)m->columns);
    if (!table)
        return false;
    table->shown = m->shown;
    table->is_matrix = true;
    for (int i = 0; i < m->rows; i++) {
        double *row = tml_table_append_named(table, m->row_names[i]);
        if (!row)
            return false;
        for (int j = 0; j < m->columns; j++)
            row[j] = m->values[(size_t)j * (size_t)m->rows + (size_t)i];
    }
    return true;
}

const char *const *tml_coordinate_names(const tml_system *s, tml_arena *arena)
{
    static const char *const plane[] = {"x", "y", "angle"}, *const space[] = {"x", "y", "z", "turnx", "turny", "turnz"};
    const char **names = TML_NEW_ARRAY(arena, const char *, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        names[j] =
            tml_arena_format(arena, "%s.%s", s->masses[j / s->nvb + 1].name, (s->space ? space : plane)[j % s->nvb]);
    return names;
}

const char *const *tml_row_names(const tml_system *s, tml_arena *arena)
{
    const char **names = TML_NEW_ARRAY(arena, const char *, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        names[i] = row->joint >= 0
                       ? tml_arena_format(arena, "%s.%s", s->joints[row->joint].name, row->name ? row->name : "length")
                   : row->driver >= 0 ? s->drives[row->driver].name
                                      : row->name;
    }
    return names;
}

const tml_column tml_row_columns[4] = {{"phi", ""}, {"phidot", ""}, {"gamma", ""}, {"lambda", ""}};
const tml_column tml_coordinate_columns[4] = {{"Q", ""}, {"reaction", ""}, {"acceleration", ""}, {"velocity", ""}};
