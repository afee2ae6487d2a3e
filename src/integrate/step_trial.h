/* step_trial.h - a step that is tried, again and shorter where need be, until it is accepted: one rule for single motions and for several in lanes.
 *
 * Its length is by its error (step_control.h). No step ends where the constraints are much less independent than at its beginning, if a somewhat
 * shorter one does not (runge_kutta.c).
 */
#pragma once
#include "integrate/pair.h"
#include <stdbool.h>

typedef struct {
    double h;            /* next step to try */
    double error_before; /* of the step accepted before; 1 at the start */
    double independence; /* of the constraints at its beginning; 0: unknown */
    bool projects;       /* states are projected onto constraints */
    /* of the step that is being tried */
    double proposed, wanted; /* an accurate one that ended near a singular configuration was so long */
    int shorter, retries;
    bool again;
} tml_step_trial;

typedef enum { TML_STEP_GOOD, TML_STEP_SHORTER, TML_STEP_BAD } tml_step_verdict;

/* A new step is to be tried. */
void tml_step_trial_begin(tml_step_trial *c);
/* Length of the next try from t, and where it ends: without a tiny last step. */
double tml_step_trial_length(const tml_step_trial *c, double t, double end, double *reached);
/* Steps below this do not change t. */
double tml_step_trial_least(double t, double begin, double end);
/* What is to be done with a step h of error e: projected and accepted, tried again with a shorter one, which is set, or rejected. */
tml_step_verdict tml_step_trial_judge(tml_step_trial *c, double h, double e, double independence);
/* It is accepted: the next one. lower: order of the embedded formula; last: it ends the run; longest: 0, no limit. */
void tml_step_trial_accept(tml_step_trial *c, int lower, double h, double e, double independence, bool last,
                           double longest);
/* It is rejected; e <= 1: as projection failed. */
void tml_step_trial_reject(tml_step_trial *c, int lower, double h, double e);
/* How many cells of time (expression/time_steps.h) a step of a pair may be long: one of its stages is in each feature. */
int tml_step_trial_cells(const tml_pair *pair);
/* Component i of a state, moved by some units in the last place of what it is small against: up or down. */
double tml_step_trial_perturb(int i, double y, double smallest, double digits);
/* Whether rounding is looked for: not at tolerances far above it. */
bool tml_step_trial_looks_for_rounding(double relative);
/* Whether rounding of the derivatives, in units of the tolerance and 1/s, is harmless where a pair amplifies it so. */
bool tml_step_trial_is_harmless(double rounding, double amplification, double h);
enum { TML_ROUNDING_INTERVAL = 64, TML_PERTURBED_DIGITS = 16 };
