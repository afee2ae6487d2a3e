/* interaction_motion.h - gap and slip of an interaction at the state that a workspace holds: value, rate and acceleration of what it acts along, which is one
 * measure, a sum of several, or a relation.
 */
#pragma once
#include "system/kernel/workspace.h"
#include <math.h>

static inline double tml_interaction_gap(const tml_workspace *w, const tml_interaction *is)
{
    return is->offset + (tml_terms_is_measure(&is->along[0]) ? is->term[0].coefficient * w->value[is->term[0].measure]
                                                             : tml_workspace_sum(w, &is->along[0]).f);
}

static inline double tml_interaction_rate(const tml_workspace *w, const tml_interaction *is, int k)
{
    return tml_terms_is_measure(&is->along[k]) ? is->term[k].coefficient * w->rate[is->term[k].measure]
                                               : tml_workspace_sum(w, &is->along[k]).d;
}

static inline double tml_interaction_slip(const tml_workspace *w, const tml_interaction *is)
{
    double u = 0;
    for (int k = 0; k < is->size; k++)
        u = hypot(u, tml_interaction_rate(w, is, k));
    return u;
}

/* s'' for accelerations a[nv] of the bodies. */
static inline double tml_interaction_acceleration(const tml_workspace *w, const tml_interaction *is, int k,
                                                  const double *a)
{
    return tml_workspace_terms_acceleration(w, &is->along[k], a);
}

/* Whether its forces are torques. */
static inline bool tml_interaction_turns(const tml_system *s, const tml_interaction *is)
{
    return tml_terms_turn(s, &is->along[0]);
}

/* The arm of its forces: of a torque the size of the mechanism. */
static inline double tml_interaction_arm(const tml_system *s, const tml_interaction *is)
{
    return tml_interaction_turns(s, is) ? s->size : 1;
}

/* What its gap or slip is small against: the size, or 1 rad. */
static inline double tml_interaction_scale(const tml_system *s, const tml_interaction *is)
{
    return tml_terms_scale(s, &is->along[0]);
}
