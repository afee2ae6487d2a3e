/* agree.h - one model by many methods, and the largest differences of their results. */
#pragma once
#include "support/case.h"

typedef struct {
    const char *formulation, *integrator; /* NULL: as the model says */
    double tolerance, stiffness;          /* 0: as the model says */
} agree_way;

typedef struct {
    tml_case c; /* table: of the last analysis; NULL: nothing was computed */
    tml_status status;
} agree_run;

/* A run that may fail. */
agree_run agree_run_text(const char *name, const char *text, agree_way way);
void agree_free(agree_run *run);
/* What it said, the first error or warning; "" if nothing. */
const char *agree_said(const agree_run *run);

typedef struct {
    double state, forces; /* largest differences of positions, speeds and energies; of accelerations and reactions */
    const char *state_at, *forces_at;
} agree_distance;

/* Every channel of b against a from row `from` on, as a part of the largest value that a has in that unit; quaternions up to
 * sign; residuals and energy.error are left to laws. NaN is infinitely far. */
agree_distance agree_compare(const tml_table *a, const tml_table *b, size_t from);
/* Degrees of freedom: speeds less the rank of the constraints, as the run says; rows beyond the rank in *redundant. */
int agree_freedoms(const tml_table *table, int *redundant);
