/* results.h - what a run found: one table of named columns for each analysis; read from files and written to them. */
#pragma once
#include "trammel/log.h"
TML_BEGIN_DECLS

typedef struct tml_table tml_table;     /* one analysis: named columns, one row per output time or solution */
typedef struct tml_results tml_results; /* of a run: one table per analysis, and its matrices after it ("modes.A") */

TML_API size_t tml_results_count(const tml_results *results);
TML_API const tml_table *tml_results_table(const tml_results *results, size_t index); /* NULL: no such */
/* The last table of a kind; NULL for the kind: the last one that is not part of another. NULL: there is none. */
TML_API const tml_table *tml_results_find(const tml_results *results, const char *kind);
TML_API void tml_results_free(tml_results *results);

/* What the results were made from and how, as texts by name: "version" of Trammel, "model" (the name of its file), "text" of the model and its
 * "sha256", "input.FILE", the SHA-256 of each further file that the model names (tables, included files), "set.NAME" for each parameter given by tml_model_set, and what the options of the run said: "analysis", "formulation",
 * "integrator", "tolerance", "stiffness", "rows", "error", "refine", "loads"; "output.channels", what the model keeps. NULL: not given, or not known, as in a CSV. */
TML_API const char *tml_results_origin(const tml_results *results, const char *name);
TML_API size_t tml_results_origin_count(const tml_results *results);
TML_API const char *tml_results_origin_name(const tml_results *results, size_t index); /* NULL: no such */
/* Why part of what was asked for is missing: the run failed, was stopped, or goes on. NULL: it is complete. */
TML_API const char *tml_results_partial(const tml_results *results);

/* ---- a table ---- */

TML_API const char *tml_table_kind(const tml_table *table);  /* "dynamics"; "modes.A": part of what `modes` found */
TML_API const char *tml_table_title(const tml_table *table); /* of the model; may be "" */
TML_API size_t tml_table_analysis(const tml_table *table);   /* its place among the model's analyses, from 0 */
TML_API size_t tml_table_rows(const tml_table *table);
TML_API size_t tml_table_columns(const tml_table *table);
/* Of the rows, every so many, and the last, are those that the model asks for (see tml_run_options.rows); 1: all. */
TML_API size_t tml_table_stride(const tml_table *table);
/* A matrix that is small enough, and meant, to be printed entry by entry. */
TML_API bool tml_table_is_shown(const tml_table *table);

TML_API const char *tml_table_name(const tml_table *table, size_t column); /* "crank.x"; NULL: no such column */
TML_API const char *tml_table_unit(const tml_table *table, size_t column); /* "m" */
/* What a column holds, by its unit. */
typedef enum {
    TML_QUANTITY_OTHER, /* of any other unit; no such column */
    TML_QUANTITY_NUMBER,
    TML_QUANTITY_TIME,
    TML_QUANTITY_LENGTH,
    TML_QUANTITY_ANGLE,
    TML_QUANTITY_VELOCITY,
    TML_QUANTITY_ANGULAR_VELOCITY,
    TML_QUANTITY_ACCELERATION,
    TML_QUANTITY_ANGULAR_ACCELERATION,
    TML_QUANTITY_FORCE,
    TML_QUANTITY_TORQUE,
    TML_QUANTITY_POWER,
    TML_QUANTITY_ENERGY,
} tml_column_quantity;
TML_API tml_column_quantity tml_table_quantity(const tml_table *table, size_t column);
TML_API long tml_table_find(const tml_table *table, const char *name); /* column, or -1 */
/* False: a reaction that is not unique, since constraints are redundant; its minimum-norm value is reported. */
TML_API bool tml_table_is_unique(const tml_table *table, size_t column);

TML_API double tml_table_value(const tml_table *table, size_t row, size_t column); /* NAN: no such entry */
/* The values of a column, without a copy: row r is at [r * *step]. Valid until the results are freed. NULL: no such column, or no
 * rows. */
TML_API const double *tml_table_column(const tml_table *table, size_t column, size_t *step);
TML_API const char *tml_table_row_name(const tml_table *table, size_t row); /* of a matrix; NULL: rows have no names */

/* Columns of text beside those of numbers, of tables whose rows have names: "of" and "by" of sensitivities (the answer and the parameter), "parameter"
 * of a fit, "event" of events, "reason" of a study (why answers are missing), "row" of others. */
TML_API size_t tml_table_text_columns(const tml_table *table);
TML_API const char *tml_table_text_name(const tml_table *table, size_t index); /* NULL: no such column */
/* Its entry in a row: *length bytes, which no 0 ends. Valid until the results are freed. NULL: no such entry. */
TML_API const char *tml_table_text(const tml_table *table, size_t row, size_t index, size_t *length);

/* What the run says of itself, in order: name, text and number ("worst position residual", "1e-15 m", 1e-15). */
TML_API size_t tml_table_fact_count(const tml_table *table);
TML_API const char *tml_table_fact_name(const tml_table *table, size_t index);
TML_API const char *tml_table_fact_text(const tml_table *table, size_t index);
TML_API double tml_table_fact_number(const tml_table *table, size_t index); /* NAN: it is only text */
/* The lower end of a fact that is a range, "friction holds drive", whose upper end is its number; an end that is infinite has no bound. NAN: it is no
 * range. */
TML_API double tml_table_fact_low(const tml_table *table, size_t index);
TML_API long tml_table_fact_find(const tml_table *table, const char *name); /* index, or -1 */

/* ---- files ---- */

/* Reads results back: HDF5 or JSON that Trammel wrote, any CSV with a header row, .npz of NumPy and MAT-files up to -v7, of which those that Trammel
 * did not write become tables of columns. NULL with messages. */
TML_API tml_results *tml_results_load(const char *path, tml_log *log);
/* Writes results in the format that the ending of path names: .csv (the table `kind`, as tml_results_find finds it), .json, .h5, .mat,
 * .npz (all tables). The file is written as a whole or not at all. */
TML_API tml_status tml_results_save(const tml_results *results, const char *path, const char *kind, tml_log *log);
typedef struct {
    size_t size;      /* sizeof(tml_save_options) */
    const char *kind; /* the table of formats that hold one, as tml_results_find finds it */
    bool units;       /* CSV: units in the header, `B.fx [N]`; the other formats have them anyway */
    /* (channel_count) names, or patterns with * and ?, of the channels to write; 0: all. Time is always written. Tables in which nothing
     * matches, and those whose rows have names (matrices, events), are written whole. */
    const char *const *channels;
    size_t channel_count;
} tml_save_options;
/* The same with options, which may be NULL. */
TML_API tml_status tml_results_save_as(const tml_results *results, const char *path, const tml_save_options *options,
                                       tml_log *log);
/* The same into memory, which the caller frees with free(); there is a 0 after its `length` bytes. `format` is the name of one of
 * TML_RESULT_FORMATS ("csv"). */
TML_API tml_status tml_results_write(const tml_results *results, const char *format, const char *kind, char **bytes,
                                     size_t *length, tml_log *log);
/* Whether the ending of a path names a format. TML_WRONG with a message. */
TML_API tml_status tml_results_check_ending(const char *path, tml_log *log);
/* The file beside a table of comma-separated values with what the table cannot hold (TABLE.csv-metadata.json), as tml_results_save_as writes it
 * and tml_results_load reads it, whether it is there or not. The caller frees the path with free(). NULL: a device, or a format that holds all
 * itself; no memory. */
TML_API char *tml_results_notes_path(const char *path);

TML_END_DECLS
