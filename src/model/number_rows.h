/* number_rows.h - rows of numbers as a table has them, from the model file or a CSV file. */
#pragma once
#include "model/model.h"

typedef struct {
    tml_arena *arena;
    double *values;    /* (count x width) */
    tml_place *places; /* (count) of the rows */
    size_t count, capacity;
    int width;
    const char **names; /* (width) of the columns; NULL: they have none */
} tml_number_rows;

/* One more row (width). */
void tml_number_rows_add(tml_number_rows *rows, const double *row, tml_place place);

/* What is read of a CSV file: its first two columns (one line of names may come first), all of them, those that a list names, or a grid,
 * whose first cell is empty or a name. */
typedef enum { TML_CSV_FIRST_TWO, TML_CSV_COLUMNS, TML_CSV_GRID } tml_csv_form;
/* Reads the CSV file that the node names; columns: names of columns, or NULL. False with a message that begins with `what`. */
bool tml_number_rows_read_csv(tml_resolved *r, const tml_node *node, const char *what, tml_csv_form form,
                              const tml_node *columns, tml_number_rows *rows);
