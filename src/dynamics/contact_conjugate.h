/* contact_conjugate.h - sweeps over many contacts, accelerated by conjugate gradients. */
#pragma once
#include "dynamics/contact_solver.h"

/* How impulses go on along the way of earlier sweeps. */
typedef enum {
    TML_SWEEPS_HASTENED, /* also where changes grow a little */
    TML_SWEEPS_CONJUGATE,
    TML_SWEEPS_PLAIN, /* not at all */
    TML_SWEEPS_COUNT
} tml_sweeps;

/* Sweeps in pairs until the residual is below the tolerance, at most so many. Returns the residual. */
double tml_contact_conjugate_sweeps(tml_contact_solver *s, tml_sweeps way, int most, double tolerance, double *v,
                                    tml_arena *scratch);
