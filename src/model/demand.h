/* demand.h - quantities of a file that may need each other: parameters, points, tables. Each is evaluated at its first use. */
#pragma once
#include "model/model.h"

/* One that is being evaluated, and the one that needs it. */
struct tml_demand {
    const char *kind, *name; /* `parameter`, `L` */
    tml_place place;
    tml_demand_state *state;
    struct tml_demand *user;
    int depth;
};

/* Whether the caller is to evaluate it now, and then to call tml_demand_end. False: it has been evaluated, or it is needed for itself,
 * which is reported once; *circle says so. */
bool tml_demand_begin(tml_resolved *r, tml_demand *d, bool *circle);
void tml_demand_end(tml_resolved *r, tml_demand *d);
