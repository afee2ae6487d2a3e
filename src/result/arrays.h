/* arrays.h - named arrays of numbers or texts, which .npz and MAT-files are made of, and tables made of them. */
#pragma once
#include "base/text.h"
#include "result/table.h"
#include <stdint.h>

typedef struct {
    char *name; /* of a field of a struct: "dynamics.B_fx" */
    size_t rows, columns;
    bool is_single;  /* without dimensions */
    double *numbers; /* (rows x columns), one column after another; NAN where an entry is a text */
    char **texts;    /* the same of texts, NULL where an entry is none; NULL: numbers only */
} tml_array;

typedef struct {
    tml_array *item;
    size_t count, capacity;
    size_t found; /* the one that was found last: the next is likely to be asked for next */
    bool out_of_memory;
} tml_arrays;

/* A new array at the end, whose entries are NAN or, `texts`, NULL. NULL: no memory. */
tml_array *tml_arrays_add(tml_arrays *arrays, const char *name, size_t rows, size_t columns, bool texts);
const tml_array *tml_arrays_find(tml_arrays *arrays, const char *name); /* NULL: no such */
void tml_arrays_free(tml_arrays *arrays);

const char *tml_array_text(const tml_array *array, size_t row, size_t column); /* "": no such text, or no array */
double tml_array_number(const tml_array *array, size_t row, size_t column);    /* NAN: no such number, or no array */
size_t tml_array_count(const tml_array *array, size_t row, size_t column, size_t otherwise); /* as a whole number */
/* Takes length bytes of UTF-8 as its text; false without memory. */
bool tml_array_set_text(tml_array *array, size_t row, size_t column, const char *bytes, size_t length);
/* Adds a character as UTF-8. */
void tml_put_character(tml_text *text, uint32_t character);

/* A table to be made of columns, each the column of an array; a matrix: all of one array. */
typedef struct {
    const char *kind, *title;
    size_t analysis, stride;
    bool is_matrix, has_row_names;
    tml_column *columns;      /* (column_count) */
    const tml_array **arrays; /* (column_count) */
    size_t *array_columns;    /* (column_count) which of its array */
    size_t column_count;
    const char **row_names; /* (row_name_count) */
    size_t row_name_count;
} tml_array_table;

/* Makes room for lists of that many, which are empty. False without memory; to be freed in any case. */
bool tml_array_table_begin(tml_array_table *table, size_t columns, size_t rows);
void tml_array_table_free(tml_array_table *table);
void tml_array_table_add(tml_array_table *table, tml_column column, const tml_array *array, size_t array_column);

typedef enum {
    TML_TABLE_MADE,
    TML_TABLE_UNEVEN,
    TML_TABLE_NO_MEMORY
} tml_table_outcome; /* uneven: columns of several lengths */
tml_table_outcome tml_results_add_arrays(tml_results *results, const tml_array_table *table, tml_table **made);

/* Tables of what another program has written: columns of the same length together, in their order, arrays of two dimensions as NAME.1, NAME.2, a
 * single row as a column; texts and single numbers are passed over. False without memory. */
bool tml_results_add_foreign(tml_results *results, tml_arrays *arrays);
