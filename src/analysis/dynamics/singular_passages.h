/* singular_passages.h - singular configurations that a motion passes: where its constraints, drivers among them, are not independent. */
#pragma once
#include "result/table.h"

enum { TML_PASSING_SAMPLES = 128 };

typedef struct {
    double t[TML_PASSING_SAMPLES],
        f[TML_PASSING_SAMPLES]; /* independence at evaluations of the last step and of this one */
    int samples, old;           /* those of the last step come first */
    double least;               /* smallest of all of these */
    bool nears;                 /* from the last state on stages are worth a look */
    double before;              /* independence at that state */
    int count;                  /* passed, or passed closely */
    double first_t, last_t;
    bool ended; /* at time `end`, before the end of the last step */
    double end;
} tml_singular_passages;

/* How independent the constraints are at an evaluation, as a part of the most they have been. state: an accepted one, not a stage. */
void tml_singular_passages_see(tml_singular_passages *p, double t, double independence, bool state);
/* A step is done. */
void tml_singular_passages_step(tml_singular_passages *p);
/* The motion has ended at time `end`. */
void tml_singular_passages_fact(tml_singular_passages *p, double end, tml_table *table);
