/* measured.h - measured curves from a file, and the expressions of channels that they are compared with. */
#pragma once
#include "study/study.h"
#include "trammel/optimize.h"

typedef struct {
    const char *name, *text; /* of the column; the expression that it measured */
    const char *match;       /* what the user wrote, "angle = O.angle"; NULL: the name alone is known */
    size_t column;
    const char *unit; /* as its header says; "": none */
    double factor;    /* to SI */
    double sigma;     /* of its noise; NAN: not known */
} tml_measured_column;

typedef struct {
    tml_results *results;
    const tml_table *table;
    size_t rows, time;
    double time_factor;
    tml_measured_column *list;
    int count;
    /* One for each number that was measured, column by column: */
    int number_count;
    double *value;       /* SI */
    double *t;           /* s */
    int *of;             /* which of the list */
    int *at;             /* which of the answers */
    const char **answer; /* (answer_count) "at(EXPRESSION, t)"; those that several columns measured stand once */
    int *answer_column;  /* (answer_count) the first column that has it */
    int answer_count;
} tml_measured;

/* False with messages; tml_measured_free in any case. */
bool tml_measured_read(tml_measured *d, const tml_model *model, const tml_fit_options *options, tml_arena *arena,
                       tml_log *log);
void tml_measured_free(tml_measured *d);
