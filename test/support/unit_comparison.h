/* unit_comparison.h - runs of one model in different units, compared. */
#pragma once
#include "support/model_in_units.h"

/* The three scales together, so that every quantity of mechanics changes. Powers of two, with exponents whose roots are whole, make every
 * product exact; powers of ten round the numbers of the model. */
extern const unit_scales scales_large, scales_small, scales_tens;

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_results *results;
    tml_status status;
} unit_run;

unit_run unit_run_text(const char *name, const char *text, const char *formulation, const char *integrator);
/* At one instant: its table has all channels with their units. */
unit_run unit_run_evaluated(const char *name, const char *text);
void unit_run_free(unit_run *run);
/* The first message, or "". */
const char *first_message(const tml_log *log);

/* Size of the mechanism, m, and gravity, m/s^2. */
typedef struct {
    double size, gravity;
} rounding_level;

/* The largest coordinate. */
double largest_coordinate(const tml_table *table);
/* The largest difference of two tables, b in units scaled by `by`, relative to the largest number of that unit, or of one that differs from
 * it by a length; accelerations and velocities also relative to what gravity causes, since at rest they are rounding. *where: its channel. Residuals are
 * rounding and do not count, nor do shapes of modes of equal frequency, which are not unique. INFINITY: they
 * differ in rows or columns. */
double unit_difference(const tml_table *a, const tml_table *b, unit_scales by, rounding_level level,
                       const char **where);
double table_fact(const tml_table *table, const char *name);
/* Whether two texts are the same but for numbers that are not whole. */
bool same_but_for_numbers(const char *a, const char *b);

/* A text with something whose units the tests do not know. */
bool cannot_be_scaled(const char *text);
/* A text with surfaces, limits or friction. What rests or sticks there has velocities and displacements of rounding, which are small beside what gravity
 * would do. */
bool has_interactions(const char *text);
/* Calls `see` for the text of every model of models/ and docs/guide/ whose file name is at least `from` and below `to`. */
void each_model(const char *from, const char *to, void (*see)(const char *name, const char *text));
/* The text of a model with other sections: `sections` is "{analyses: [...], drivers: ...}". To be freed. */
char *text_with_sections(const char *text, const char *sections);
