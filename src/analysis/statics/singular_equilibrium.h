/* singular_equilibrium.h - a position of rest that is a dead point: the joints hold less there than on the way to it. */
#pragma once
#include "analysis/statics/equilibrium.h"

typedef struct {
    int lost;     /* directions that constraints hold no more; 0: no dead point, or too large to tell */
    double near;  /* a row of which less is its own depends on the others */
    bool bounded; /* reactions exist there: lambda is now that of least norm. Else they grow without bound on the way */
    bool *shared; /* (row_count) rows whose reactions are not unique there */
} tml_equilibrium_dead;

/* At the position where `rest` was evaluated last. */
tml_equilibrium_dead tml_equilibrium_dead_point(tml_equilibrium *rest, tml_arena *arena);
