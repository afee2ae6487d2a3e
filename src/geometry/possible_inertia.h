/* possible_inertia.h - which inertia tensors a body can have, and the nearest one that is possible. */
#pragma once
#include "geometry/vector.h"
#include <stdbool.h>

typedef struct {
    double before[3], after[3]; /* principal moments about the same axes, kg m^2 */
    double
        change; /* the largest change of one of them, relative to the moment before; infinite: a moment was not positive */
} tml_inertia_change;

/* Whether no principal moment exceeds the sum of the other two, and none is negative, both apart from rounding. */
bool tml_inertia_is_possible(const tml_mat3 *I);
/* The possible inertia nearest to I, with the same principal axes. */
tml_mat3 tml_inertia_nearest_possible(const tml_mat3 *I, tml_inertia_change *change);
