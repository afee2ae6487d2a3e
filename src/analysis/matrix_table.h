/* matrix_table.h - a matrix as a table of its own beside that of the analysis: "modes.A", with row and column names. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    const char *part; /* "A": the table is modes.A */
    int rows, columns;
    const char *const *row_names;
    const tml_column *column_names;
    const double *values; /* (rows x columns) column-major */
    bool shown;           /* printed entry by entry */
} tml_matrix;

/* False if out of memory. */
bool tml_matrix_table(tml_task *task, const tml_matrix *matrix);

/* Names of the coordinates of M, Q and G (nv): "crank.x", "crank.angle"; in space, rotations about the axes of the
 * body. */
const char *const *tml_coordinate_names(const tml_system *system, tml_arena *arena);
/* Names of the rows (row_count): "A.x", or the name of a driver. */
const char *const *tml_row_names(const tml_system *system, tml_arena *arena);
/* Columns shown for each row (phi, phidot, gamma, lambda) and for each coordinate (Q, reaction, acceleration,
 * velocity). */
extern const tml_column tml_row_columns[4], tml_coordinate_columns[4];
