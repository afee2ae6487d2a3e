/* time_crossings.h - the instants at which functions of time, linear or not, cross the joins of what they are arguments of.
 *
 * A kink of max(0, sin(t^2)) is where sin(t^2) crosses zero. Such instants are found by enclosures over intervals of time, so that none is passed, and
 * located to rounding by bisection.
 */
#pragma once
#include "base/pieces.h"
#include "expression/breaks.h"

typedef struct tml_time_crossings tml_time_crossings;

/* inputs: those of the expressions, [0] the time; arguments may read others that are constant between two events. NULL: there are none. */
tml_time_crossings *tml_time_crossings_make(tml_arena *arena, const tml_time_crossing *list, int count,
                                            const double *inputs, int input_count);
/* The first of these and `first` whose `after` is later than t; of those after `until` it may find none. crossings NULL: `first`. */
tml_time_gap tml_time_crossings_find(tml_time_crossings *crossings, double t, double until, tml_time_gap first);
/* What has been found so far, which the search goes on from. */
void tml_time_crossings_pieces(tml_time_crossings *crossings, tml_pieces *pieces);
