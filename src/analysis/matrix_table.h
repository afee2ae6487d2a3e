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

/* Coordinates in which M, Q and G of the bodies are (nv): "crank.x", "crank.angle"; in space turns about the body's own axes. */
const char *const *tml_coordinate_names(const tml_system *system, tml_arena *arena);
/* Rows (row_count): "A.x"; the name of a driver. */
const char *const *tml_row_names(const tml_system *system, tml_arena *arena);
/* What is shown of each row, phi phidot gamma lambda, and of each coordinate, Q reaction acceleration velocity. */
extern const tml_column tml_row_columns[4], tml_coordinate_columns[4];
