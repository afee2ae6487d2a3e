/* results.h - what a run found: one table of named columns for each analysis. */
#pragma once
#include "trammel/log.h"
TML_BEGIN_DECLS

typedef struct tml_table tml_table;     /* one analysis: named columns, one row per output time or solution */
typedef struct tml_results tml_results; /* of a run: one table per analysis, and its matrices behind it ("modes.A") */

TML_API size_t tml_results_count(const tml_results *results);
TML_API const tml_table *tml_results_table(const tml_results *results, size_t index);
TML_API void tml_results_free(tml_results *results);

TML_API const char *tml_table_kind(const tml_table *table); /* "dynamics" */
TML_API size_t tml_table_rows(const tml_table *table);
TML_API size_t
tml_table_stride(const tml_table *table); /* every so many rows, and the last, are those asked for; 1: all */
TML_API size_t tml_table_analysis(const tml_table *table); /* which of the model's analyses it is of, from 0 */
TML_API size_t tml_table_columns(const tml_table *table);
TML_API const char *tml_table_name(const tml_table *table, size_t column); /* "crank.x" */
TML_API const char *tml_table_unit(const tml_table *table, size_t column); /* "m" */
TML_API long tml_table_find(const tml_table *table, const char *name);     /* column, or -1 */
TML_API double tml_table_value(const tml_table *table, size_t row, size_t column);
TML_API const char *tml_table_row_name(const tml_table *table, size_t row); /* of a matrix; NULL: rows have no names */
/* False: a reaction of which only the smallest of all possible values is told, since the constraints are redundant. */
TML_API bool tml_table_is_unique(const tml_table *table, size_t column);
/* What the run says of itself, in order: name, value or text ("worst position residual", 1e-15, "m"). */
TML_API size_t tml_table_fact_count(const tml_table *table);
TML_API const char *tml_table_fact_name(const tml_table *table, size_t index);
TML_API const char *tml_table_fact_text(const tml_table *table, size_t index);
TML_API double tml_table_fact_number(const tml_table *table, size_t index); /* NAN: it is only text */

/* Writes results by the ending of path: .csv (the table `kind`, or that of the last analysis if NULL), .json (all). */
TML_API tml_status tml_results_save(const tml_results *results, const char *path, const char *kind, tml_log *log);

TML_END_DECLS
