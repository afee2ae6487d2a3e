/* driven_extrema.h - extrema of functions along a driven motion, between its rows and the nodes of its quadrature. */
#pragma once
#include "analysis/kinematics/path.h"
#include "integrate/along.h"

typedef struct {
    tml_driven *d;
    int rates; /* of configurations */
    int count; /* functions */
    tml_along *along;
    /* f (count) at a closed configuration, which may leave anything in the workspace of d. */
    void (*values)(void *context, const tml_configuration *configuration, double *f);
    void *context;
} tml_driven_functions;

typedef struct tml_driven_extrema tml_driven_extrema;

/* NULL: nothing is wanted of the functions. */
tml_driven_extrema *tml_driven_extrema_make(const tml_driven_functions *functions, tml_arena *arena);
/* Values (count) at a time, found on the way; those within a step spare others. */
void tml_driven_extrema_take(tml_driven_extrema *x, double t, const double *f);
/* Searches a step whose ends are taken. */
void tml_driven_extrema_step(tml_driven_extrema *x, tml_configuration *from, tml_configuration *to);
