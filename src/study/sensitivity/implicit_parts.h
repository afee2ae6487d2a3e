/* implicit_parts.h - what answers by the implicit function theorem are made of (implicit.c, implicit_motion.c). */
#pragma once
#include "study/answer_parts.h"
#include "study/sensitivity/implicit.h"
#include "study/sensitivity/twins.h"

/* A number of the results that answers are made of, and its derivatives. */
typedef struct {
    const tml_reduction *of;
    double value;
    int analysis;                /* whose table it is of; -1: a parameter, or none */
    const char *name;            /* of the column */
    double *derivative;          /* (parameters) */
    tml_derivative_state *state; /* (parameters) */
} tml_implicit_part;

typedef struct {
    tml_run_state run; /* first: it is handed back behind each analysis */
    tml_run_options options;
    tml_model *model;
    tml_log log;
    tml_twins twins;
    const tml_study *study;
    tml_implicit_gradient *out;
    tml_arena *arena;
    tml_results *results;     /* of the same run: which analysis an answer is of */
    tml_implicit_part *parts; /* of one answer after the other */
    int part_count;
    int last_wanted; /* the last analysis that answers are of */
    bool broken;     /* an analysis has ended where the twins do not follow */
    const char *why;
} tml_implicit;

static inline double tml_implicit_value_in(const tml_table *table, size_t row, long column)
{
    return table->values[row * table->column_count + (size_t)column];
}

/* Takes the derivatives of a column of the row last sampled. */
void tml_implicit_take(tml_implicit *w, long column, double *derivative, tml_derivative_state *state);
/* Of one row of the table. */
void tml_implicit_row(tml_implicit *w, tml_implicit_part *p, const tml_table *table, size_t row, long column);
/* Of a driven motion: extrema, integrals, values at an instant. */
void tml_implicit_motion(tml_implicit *w, tml_implicit_part *p, const tml_table *table, long column);
