/* answer_parts.h - the parts of an answer: reductions, and the expression of them that is left. */
#pragma once
#include "study/answer.h"

enum { TML_ANSWER_NAME = 300 };

typedef enum {
    TML_REDUCE_MAX,
    TML_REDUCE_MIN,
    TML_REDUCE_RANGE,
    TML_REDUCE_MEAN,
    TML_REDUCE_RMS,
    TML_REDUCE_INTEGRAL,
    TML_REDUCE_FINAL,
    TML_REDUCE_TIME_OF_MAX,
    TML_REDUCE_TIME_OF_MIN,
    TML_REDUCE_TIME_OF_EVENT,
    TML_REDUCE_ENTRY,
    TML_REDUCE_PARAMETER,
    TML_REDUCE_AT,
} tml_reduction_kind;

typedef struct {
    tml_reduction_kind kind;
    int output;       /* of an event, an entry, or of the rows of a column: -1 */
    const char *name; /* of the event, of the column */
    int parameter;    /* of the model */
    int at;           /* where it stands in the text */
    long row;         /* of an entry: from 1, or from the end, -1 */
    double t;         /* of a value at a time */
} tml_reduction;

typedef struct {
    const char *name, *text;
    tml_place place;
    const tml_tree *tree;
    const tml_expression *value; /* of inputs, its reductions in order */
    tml_reduction *reductions;
    int count, capacity;
} tml_answer;

struct tml_answers {
    tml_answer *list;
    int count;
    tml_named_text *outputs;
    int output_count, output_capacity;
    size_t work;
};

/* What is left of an answer's text as an expression of its reductions r1, r2, ...; with results, of their dimensions. NULL with messages. */
const tml_expression *tml_answer_compile(const tml_answers *all, const tml_answer *a, const tml_results *results,
                                         tml_arena *arena, tml_log *log);
/* The last table with a column of this name; NULL: there is none. */
const tml_table *tml_answer_table(const tml_results *results, const char *name, long *column);
/* A reduction in the results of a run; parameters: of the model, in that run. NAN: there is none. */
double tml_reduction_value(const tml_answers *all, const tml_reduction *x, const tml_results *results,
                           const double *parameters);
