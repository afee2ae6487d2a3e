/* singular_passages.h - singular configurations that a motion passes: where its constraints, including drivers, are
 * dependent. */
#pragma once
#include "result/table.h"

enum { TML_PASSAGE_SAMPLES = 128 };

typedef struct {
    double t[TML_PASSAGE_SAMPLES],
        f[TML_PASSAGE_SAMPLES]; /* independence at evaluations of the last step and of this one */
    int samples, old_count;     /* those of the last step come first */
    double least;               /* the smallest of these */
    bool approaches;            /* stages after the last state are worth sampling */
    double before;              /* independence at that state */
    int count;                  /* passed, or passed closely */
    double first_t, last_t;
    bool ended; /* at time `end`, before the end of the last step */
    double end;
} tml_singular_passages;

/* Samples the independence of the constraints at an evaluation, relative to its maximum so far. state: an accepted
 * state, not a stage. */
void tml_singular_passages_sample(tml_singular_passages *p, double t, double independence, bool state);
/* A step is done. */
void tml_singular_passages_step(tml_singular_passages *p);
/* The motion has ended at time `end`. */
void tml_singular_passages_fact(tml_singular_passages *p, double end, tml_table *table);
