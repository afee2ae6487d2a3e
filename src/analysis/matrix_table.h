/* matrix_table.h - a matrix as a table of its own beside that of the analysis: "modes.A", with names of rows and columns. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    const char *part; /* "A": the table is modes.A */
    int rows, columns;
    const char *const *row_names;
    const tml_column *column_names;
    const double *values; /* (rows x columns) by columns */
    bool shown;           /* printed entry by entry */
} tml_matrix;

/* False without memory. */
bool tml_matrix_table(tml_task *task, const tml_matrix *matrix);
