/* table.h - the result of an analysis: named columns with units, rows appended one by one, and facts about the run. */
#pragma once
#include "base/status.h"
#include "model/channel.h"

#define TML_SHARED_BY_CONTACTS "one of the ways in which contacts, friction and joints can share the loads" /* there */
#define TML_SHARED_IN_IMPACTS  "one of the ways in which contacts, friction and joints can share the impacts"
#define TML_NOT_UNIQUE         "reactions not unique" /* a fact: "A.fx, A.fy, B: …", channels, or joints with all they report */

#define TML_POINTS                                                                                                     \
    "point" /* the first column of a study, numbers of its points; the fact TML_PARAMETERS tells how many columns follow that were varied */
#define TML_PARAMETERS "parameters"
#define TML_STUDY      "study"  /* what the results of a study were made from: its definition, in lines */
#define TML_REASONS    "reason" /* the header of these, in a file of columns */

typedef struct {
    char *name, *text; /* "worst position residual", "3.1e-16 m" */
    double number;     /* the same as a number, of a range its upper end; NAN if it is only text */
    double low;        /* the lower end of a range; NAN: it is no range */
} tml_fact;

struct tml_table {
    char *kind;      /* "dynamics"; "modes.A": a part of what the analysis `modes` found */
    char *title;     /* of the model */
    size_t analysis; /* which of the model's analyses it is of */
    tml_column *columns;
    size_t column_count;
    bool shares_columns;               /* they are not its own */
    size_t first_output, output_count; /* columns that are outputs of the user: functions of the others */
    double *values;                    /* (row_count x column_count), rows of capacity row_capacity */
    size_t row_count, row_capacity;
    size_t stride;    /* only every stride-th row, and the last, were requested */
    char **row_names; /* (row_name_capacity) of matrices; NULL: rows have none */
    size_t row_name_capacity;
    bool has_row_names;     /* also while it has no rows yet */
    bool names_are_reasons; /* the name of a row says why values are missing in it; "": none is */
    bool shown;             /* a matrix that is to be printed entry by entry */
    bool is_matrix;         /* its columns belong together as those of a matrix do */
    tml_fact *facts;
    size_t fact_count, fact_capacity;
};

enum { TML_MAX_TEXT_COLUMNS = 2 };

/* What a run was made from: "integrator", "dae". */
typedef struct {
    char *name, *text;
} tml_origin;

struct tml_results {
    tml_table **tables;
    size_t count, capacity;
    const char *partial; /* why part of the request is missing; NULL: it is complete */
    tml_origin *origins; /* (origin_count) what it was made from and how */
    size_t origin_count, origin_capacity;
};

tml_results *tml_results_make(void);
/* Sets why part of the request is missing; NULL: for an unspecified reason. */
void tml_results_set_partial(tml_results *results, const char *why);
/* Adds, or replaces, what the results were made from; false without memory. NULL as text: nothing. */
bool tml_results_set_origin(tml_results *results, const char *name, const char *text);
/* A new table at the end of results; NULL without memory. Columns are copied. */
tml_table *tml_results_add(tml_results *results, const char *kind, const char *title, const tml_column *columns,
                           size_t column_count);
/* The same with columns that stay as long as the table: they are not copied. */
tml_table *tml_results_add_sharing(tml_results *results, const char *kind, const char *title, const tml_column *columns,
                                   size_t column_count);
/* Reserves rows in total, so that appending does not allocate. */
bool tml_table_reserve(tml_table *table, size_t rows);
/* Columns of text (text_columns.c) before those of numbers, by a header of `count` names: how many there are; 0: none is known. */
size_t tml_text_columns_before(const char *const *header, size_t count);
/* How many columns of text stand before those of numbers: all but the reasons of studies. */
size_t tml_text_columns_leading(const tml_table *table);
/* All entries of a column of text, for tml_release(); NULL: no memory. */
const char **tml_text_column_copy(const tml_table *table, size_t index);
/* Names the last row by its entries in these columns; false without memory. */
bool tml_text_columns_name_row(tml_table *table, const char *const *texts, size_t count);
/* The next row, to be filled by the caller; NULL without memory. */
double *tml_table_append(tml_table *table);
/* Names the last row, which has no name yet; false without memory. */
bool tml_table_name_row(tml_table *table, const char *name);
/* A row with a name. */
double *tml_table_append_named(tml_table *table, const char *name);
/* Of a component of a touching point, "hit.x", the column of the force or impulse along x that acts there, "hit.fx"; -1: it is none. */
long tml_table_force_at(const tml_table *table, size_t column);
/* Its size there in a row: that of all components. */
double tml_table_size_at(const tml_table *table, long force, const double *row);
/* Makes the fact that was added last a range: its lower end, which may be infinite. */
void tml_table_set_range(tml_table *table, double low);
bool tml_table_add_fact(tml_table *table, const char *name, double number, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
