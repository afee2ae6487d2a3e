/* trammel.h - the public interface of Trammel: everything a front end may use.
 *
 *   model    what the user wrote           tml_model_load, tml_model_check, tml_model_free
 *   run      its analyses, in order        tml_run, tml_run_options
 *   results  tables of channels            tml_results_*, tml_table_*
 *   log      messages with their places    tml_log_*
 *
 * Nothing here prints, exits or keeps global state. Angles are radians, everything else SI.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TML_API __attribute__((visibility("default")))

/* ---- status and messages ------------------------------------------------------------------------------------- */

typedef enum {
    TML_OK,
    TML_FAILED, /* the analysis failed (cannot be assembled, singular, did not converge): results up to then stand */
    TML_WRONG,  /* the model or the request is wrong: nothing was computed */
    TML_NO_MEMORY,
    TML_STOPPED, /* stopped by the caller: results up to then stand */
} tml_status;

typedef enum { TML_NOTE, TML_WARNING, TML_ERROR } tml_severity;

typedef struct {
    const char *file; /* NULL: no place */
    int line, column; /* from 1 */
} tml_place;

typedef struct {
    tml_severity severity;
    tml_place place;
    const char *text;
} tml_message;

typedef struct tml_log tml_log;
TML_API tml_log *tml_log_make(void);
TML_API void tml_log_free(tml_log *log);
TML_API size_t tml_log_count(const tml_log *log);
TML_API tml_message tml_log_get(const tml_log *log, size_t index);

TML_API const char *tml_version(void);

/* ---- model --------------------------------------------------------------------------------------------------- */

typedef struct tml_model tml_model;

/* One of the two; NULL with messages when the file is wrong. `name` stands for the file in messages. */
TML_API tml_model *tml_model_load(const char *path, tml_log *log);
TML_API tml_model *tml_model_parse(const char *text, size_t length, const char *name, tml_log *log);
TML_API void tml_model_free(tml_model *model);

/* Gives a parameter another value before a run; the text is an expression, as in the file. */
TML_API tml_status tml_model_set(tml_model *model, const char *parameter, const char *text, tml_log *log);

/* Text that the caller frees with free(): the JSON Schema of the model file; the model as canonical YAML. */
TML_API char *tml_schema_text(void);
TML_API char *tml_model_text(const tml_model *model);

/* ---- results ------------------------------------------------------------------------------------------------- */

typedef struct tml_table tml_table;     /* one analysis: named columns, one row per output time or solution */
typedef struct tml_results tml_results; /* of a run: one table per analysis, and its matrices behind it ("modes.A") */

TML_API size_t tml_results_count(const tml_results *results);
TML_API const tml_table *tml_results_table(const tml_results *results, size_t index);
TML_API void tml_results_free(tml_results *results);

TML_API const char *tml_table_kind(const tml_table *table); /* "dynamics" */
TML_API size_t tml_table_rows(const tml_table *table);
TML_API size_t tml_table_columns(const tml_table *table);
TML_API const char *tml_table_name(const tml_table *table, size_t column); /* "crank.x" */
TML_API const char *tml_table_unit(const tml_table *table, size_t column); /* "m" */
TML_API long tml_table_find(const tml_table *table, const char *name);     /* column, or -1 */
TML_API double tml_table_value(const tml_table *table, size_t row, size_t column);
TML_API const char *tml_table_row_name(const tml_table *table, size_t row); /* of a matrix; NULL: rows have no names */
/* What the run says of itself, in order: name, value or text ("worst position residual", 1e-15, "m"). */
TML_API size_t tml_table_fact_count(const tml_table *table);
TML_API const char *tml_table_fact_name(const tml_table *table, size_t index);
TML_API const char *tml_table_fact_text(const tml_table *table, size_t index);

/* Writes results by the ending of path: .csv (the table `kind`, or that of the last analysis if NULL), .json (all). */
TML_API tml_status tml_results_save(const tml_results *results, const char *path, const char *kind, tml_log *log);

/* ---- runs ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *only; /* run no further than the analysis of this kind ("modes", "modes.A"); NULL: all */
    void *context;    /* of `progress` */
    /* Called now and then with the part done, 0 to 1; non-zero stops the run and keeps what was computed. */
    int (*progress)(void *context, const char *analysis, double part);
    bool profile; /* also measure the time inside evaluations of the equations, at the cost of reading the clock */
    /* What `dynamics` says otherwise; NULL, 0: as the model says. */
    const char *formulation; /* "absolute", "joint", "point", "particles" (point, reduce: false), "implicit", "auto" */
    const char *integrator;
    double tolerance;
    double stiffness; /* of joints under `implicit`, N/m */
} tml_run_options;

/* Does the model's analyses in order. *results is made (perhaps with unfinished tables) unless the status is TML_WRONG
 * or TML_NO_MEMORY. */
TML_API tml_status tml_run(tml_model *model, const tml_run_options *options, tml_results **results, tml_log *log);

typedef struct {
    bool particles; /* also the model as particles: places, masses, the bodies that share them */
} tml_check_options;

/* What is in the model: text for people (caller frees): bodies, joints, loops, freedoms, redundant rows, gaps.
 * `options` may be NULL. TML_FAILED when it cannot be assembled (the text says what is open). */
TML_API tml_status tml_model_check(tml_model *model, const tml_check_options *options, char **text, tml_log *log);

#ifdef __cplusplus
}
#endif
