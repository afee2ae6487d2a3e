/* method_comparison.h - one model by many methods, and the largest differences of their results. */
#pragma once
#include "support/case.h"

typedef struct {
    const char *formulation, *integrator; /* NULL: as the model says */
    double tolerance, stiffness;          /* 0: as the model says */
} run_method;

typedef struct {
    tml_case c; /* table: of the last analysis; NULL: nothing was computed */
    tml_status status;
} method_run;

/* A run that may fail. */
method_run method_run_text(const char *name, const char *text, run_method method);
void method_run_free(method_run *run);
/* The first error or warning; "": none. */
const char *method_run_message(const method_run *run);

typedef struct {
    double state,
        forces; /* largest differences of positions, velocities and energies; of accelerations and reactions */
    const char *state_at, *forces_at;
} method_difference;

/* Every channel of b against a from row `from` on, relative to the largest value that a has in that unit; quaternions up to
 * sign; residuals and energy.error are left out: laws check them. NaN is an infinite difference. */
method_difference method_compare(const tml_table *a, const tml_table *b, size_t from);
/* Degrees of freedom, velocities minus the rank of the constraints, as the run reports them; rows beyond the rank in *redundant. */
int degrees_of_freedom(const tml_table *table, int *redundant);
