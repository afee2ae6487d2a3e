/* continuation.h - a driven motion through time, from a stand that is closed.
 *
 * Steps are short against the distance to the next dead point: the smallest singular value of B cannot have passed zero within
 * one unless the motion is known to stand before a dead point, and Newton's correction is small against that value, so that it
 * leads to the branch that the motion is on.
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

typedef struct {
    const double *times; /* of output, rising; the first is the start */
    int time_count;
    int rates; /* that are integrated over time */
    void *context;
    /* Fills stand->rate (rates); work may be left at any evaluated state of this stand. */
    void (*rate)(void *context, tml_configuration *stand);
    /* Writes output `row`, which is the next one or (better known by now) one before. What is not TML_OK ends the motion. */
    tml_status (*record)(void *context, int row, const tml_configuration *stand, const double *integrals);
    /* A step is done, its rates known; the first call, with one stand twice, is for the start. NULL: not asked for. */
    void (*step)(void *context, tml_configuration *from, tml_configuration *to);
    /* The integrals at the end of that step are known: not in a zone about a dead point, where they are improved later. NULL: not asked
     * for. */
    void (*settle)(void *context, const double *integrals);
} tml_following;

typedef struct {
    int steps, rejected, dead_points;
    bool jumps;                       /* the speed of a driver does, which takes an impulse */
    double sigma_min, sigma_min_time; /* where it came nearest to a dead point */
} tml_followed;

/* From the task's state, which becomes that of the last output. TML_FAILED with messages where the motion cannot go on. */
tml_status tml_follow(tml_task *task, tml_driven *d, const tml_following *request, tml_followed *found);
