/* broad_phase.h - which of many bodies are near each other: pairs of bounding spheres, found by a grid in time near linear in their number.
 *
 * A pair is listed when |x_i - x_j| <= r_i + r_j + 2 slack. As long as no centre has moved farther than the slack, every pair whose spheres
 * overlap is in the list: it is made anew only when one has. Spheres without end (planes) are near everything. Pairs are sorted, first < second:
 * the same input gives the same list.
 */
#pragma once
#include "base/arena.h"
#include "geometry/vector.h"

typedef struct {
    int first, second;
} tml_near_pair;

typedef struct tml_broad_phase tml_broad_phase;

/* reach (count): radii of the spheres. allowed: whether a pair, first < second, is of interest at all; NULL: every one. */
tml_broad_phase *tml_broad_phase_make(int count, const double *reach, double slack,
                                      bool (*allowed)(const void *context, int first, int second), const void *context,
                                      tml_arena *arena);
/* Whether the list still holds with the centres x (count): none has moved farther than the slack since it was made. */
bool tml_broad_phase_holds(const tml_broad_phase *b, const tml_vec3 *x);
/* How far centre i, now at x, has moved since the list was made; the list holds while that is at most the slack. */
double tml_broad_phase_moved(const tml_broad_phase *b, int i, tml_vec3 x);
double tml_broad_phase_slack(const tml_broad_phase *b);
/* Whether the list has the pair, first < second. */
bool tml_broad_phase_lists(const tml_broad_phase *b, int first, int second);
/* The list for the centres x, made anew where it does not hold. Returns the number of pairs. True in *changed (or NULL): it was made. */
int tml_broad_phase_update(tml_broad_phase *b, const tml_vec3 *x, bool *changed);
const tml_near_pair *tml_broad_phase_pairs(const tml_broad_phase *b);
