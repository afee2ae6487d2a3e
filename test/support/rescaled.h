/* rescaled.h - runs of one model in different units, compared. */
#pragma once
#include "support/rescale.h"

/* The three scales together, so that no quantity of mechanics stays as it is: powers of two, of exponents whose roots are whole, make every
 * product exact; powers of ten round the numbers of the model. */
extern const rescale rescale_large, rescale_small, rescale_tens;

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_results *results;
    tml_status status;
} rescaled_run;

rescaled_run rescaled_run_text(const char *name, const char *text, const char *formulation, const char *integrator);
void rescaled_run_free(rescaled_run *run);
/* The first message, or "". */
const char *rescaled_said(const tml_log *log);

/* How large the mechanism is, m, and the gravity in which it is, m/s^2. */
typedef struct {
    double size, gravity;
} rescaled_level;

/* The largest coordinate. */
double rescaled_size(const tml_table *table);
/* The largest difference of two tables, b in units scaled by `by`, as a part of the largest number of that unit, or of one that differs from
 * it by a length; accelerations and velocities also as a part of what gravity makes, for at rest they are rounding; where it is. Residuals are
 * rounding and do not count, nor do shapes of modes that are as fast as others, which are not unique. INFINITY: they
 * differ in rows or columns. */
double rescaled_distance(const tml_table *a, const tml_table *b, rescale by, rescaled_level level, const char **where);
double rescaled_fact(const tml_table *table, const char *name);
/* Whether two texts are the same but for numbers that are not whole. */
bool rescaled_same_words(const char *a, const char *b);

/* Calls `see` for the text of every model of models/ and docs/guide/ whose file name is at least `from` and below `to`. */
void rescaled_each_model(const char *from, const char *to, void (*see)(const char *name, const char *text));
/* The text of a model with other sections: `sections` is "{analyses: [...], drivers: ...}". To be freed. */
char *rescaled_with(const char *text, const char *sections);
