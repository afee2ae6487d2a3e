/* continuation.h - continuation of a driven motion in time, from a closed configuration.
 *
 * Steps are short compared to the distance from the next singular configuration: the smallest singular value of B
 * cannot have crossed zero within one unless the motion is known to be about to cross, and Newton's correction is
 * small compared to that value, so that it leads to the branch of the motion.
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

typedef struct {
    const double *times; /* of output, increasing; the first is the start */
    int time_count;
    int rates;  /* number of rates integrated over time */
    bool idle;  /* their integrals are not wanted: rates are found at the ends of steps only */
    int powers; /* the first of them, which are powers */
    const double *
        power_scale; /* W: magnitudes of the powers of single forces, at the configuration whose rates were found last; NULL: unknown */
    const bool *kinked; /* (rates) those that may jump or have kinks within a step; NULL: none */
    void *context;
    /* Fills configuration->rate (rates); may leave work at any evaluated state of this configuration. */
    void (*rate)(void *context, tml_configuration *configuration);
    /* Records output `row`, which is the next one or an earlier one with better accuracy. Anything but TML_OK ends the
     * motion. */
    tml_status (*record)(void *context, int row, const tml_configuration *configuration, const double *integrals);
    /* A step is done, its rates known; the first call, with the same configuration twice, is for the start. NULL: not
     * needed. */
    void (*step)(void *context, tml_configuration *from, tml_configuration *to);
    /* The integrals at the end of that step are known: not in a zone around a singular configuration, where they are
     * improved later. NULL: not needed. */
    void (*integrals_known)(void *context, const double *integrals);
} tml_driven_path_request;

typedef struct {
    int steps, rejected, singular_count;
    bool jumps;                       /* the speed of a driver jumps, which implies an impulse */
    double sigma_min, sigma_min_time; /* closest approach to a singular configuration */
} tml_driven_path_result;

/* From the task's state, which becomes that of the last output. TML_FAILED with messages if the motion cannot
 * continue. */
tml_status tml_driven_path_run(tml_task *task, tml_driven *d, const tml_driven_path_request *request,
                               tml_driven_path_result *found);
