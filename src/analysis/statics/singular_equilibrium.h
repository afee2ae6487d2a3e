/* singular_equilibrium.h - a static equilibrium in a singular configuration (dead point): the constraint rank drops
 * there.
 */
#pragma once
#include "analysis/statics/equilibrium.h"

typedef struct {
    int lost;     /* rank deficiency; 0: regular, or too large to tell */
    double near;  /* a row less independent of the others than this counts as dependent */
    bool bounded; /* reactions exist, and lambda now has minimum norm; otherwise they grow without bound on approach */
    bool *non_unique; /* (row_count) rows whose reactions are not unique there */
} tml_singular_equilibrium;

/* At the configuration at which eq was evaluated last. */
tml_singular_equilibrium tml_singular_equilibrium_find(tml_equilibrium *eq, tml_arena *arena);
