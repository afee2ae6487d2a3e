/* path.h - the workspace of a driven motion: what stepping, output and crossing of singular configurations share. */
#pragma once
#include "analysis/kinematics/continuation.h"
#include "expression/time_crossings.h"
#include "expression/time_steps.h"

enum { TML_NEARBY = 4 }; /* configurations from which a motion through a singular one is interpolated */

/* Integration of the states of the user's along the motion: driven_states.c. */
typedef struct tml_driven_states tml_driven_states;
/* Integration of positions where something rolls: rolled_path.c. */
typedef struct tml_rolled_path tml_rolled_path;

typedef struct {
    tml_task *task;
    tml_driven *d;
    const tml_driven_path_request *request;
    tml_driven_path_result *found;
    tml_configuration *previous, *current, *next, *node,
        *last; /* accepted, accepted, trial; for integrals; last output */
    tml_configuration *before_zone,
        *nearby[TML_NEARBY];   /* the last before a zone around a singular configuration; within it */
    bool in_zone, has_crossed; /* is in a zone; has just crossed a singular configuration */
    int zone_row, crossings;   /* first output in the zone; singular configurations in it */
    double singular_time;      /* of the last one */
    bool is_near;
    double near_sigma_min, near_time, kink_time;
    double sigma_reference; /* the largest sigma_min so far */
    double step;            /* to try next */
    int row;                /* outputs written */
    double *integrals;      /* (rates) up to `next`, once accepted */
    double *largest;        /* (rates) so far, where they may have kinks */
    int halvings;           /* that quadrature over kinks may take in the next step; 0: the most */
    double *previous_integrals, *zone_start_integrals; /* up to `current`; up to the zone */
    tml_driven_states *states;                         /* NULL: there are none */
    tml_rolled_path *rolled;                           /* NULL: nothing rolls */
    tml_time_crossings *time_crossings;                /* kinks of functions of time; NULL: there are none */
    tml_time_steps *time_steps;                        /* over narrow features of time; NULL: there are none */
    double *states_now;                                /* (state_count) as far as they have been integrated */
    bool states_failed;
    double reported;
    int unreported;
} tml_driven_path;

/* The largest entry of x (nv), in rad or relative to the size. */
double tml_driven_path_largest(const tml_driven_path *w, const double *x);
/* next = current moved by h, not corrected: the length of the step, and the largest rotation. */
double tml_driven_path_predict(tml_driven_path *w, double h, double *unwrapped);
/* States (state_count) s at t0 become those at t1, along the curve through configurations; `exact` as below. Where that fails the
 * next step is not accepted. */
void tml_driven_path_states(tml_driven_path *w, tml_configuration *const *configurations, int count, double t0,
                            double t1, bool exact, double *s);
void tml_driven_path_copy_states(const tml_driven_path *w, const double *from, double *to);
/* sum += integrals from t0 to t1, along the curve through configurations. The states at t0 are in states_now, and those at t1
 * afterwards. `exact`: corrected to phi = 0, from one of
 * two configurations to the other, whose rates are known. */
void tml_driven_path_integrate(tml_driven_path *w, tml_configuration *const *configurations, int count, double t0,
                               double t1, bool exact, double *sum);
/* The same of the step from `current` to `next`, whose rates are known, where they may jump; without states of the user's. */
void tml_driven_path_integrate_kinked(tml_driven_path *w, double *sum);
/* Records the next output. */
tml_status tml_driven_path_output(tml_driven_path *w, const tml_configuration *configuration);
/* next becomes current. */
tml_status tml_driven_path_accept(tml_driven_path *w);

/* ---- singular configurations: cross_singular.c ---- */

/* previous, current, next: a singular configuration was close, and has been left behind. */
void tml_driven_path_check_near_singular(tml_driven_path *w);
/* Enters and leaves a zone around a singular configuration: outputs there are improved. */
tml_status tml_driven_path_update_zone(tml_driven_path *w);
/* A singular configuration is so close that the next step must lead across it. */
bool tml_driven_path_is_singular(tml_driven_path *w);
tml_status tml_driven_path_cross_singular(tml_driven_path *w);
/* No step is short enough: the end of a branch, or something else. TML_FAILED with messages. */
tml_status tml_driven_path_stalled(tml_driven_path *w);

/* ---- singular_start.c ---- */

/* From a singular start, along its velocities; false: they do not lead out of it. */
bool tml_driven_path_leave_singular_start(tml_driven_path *w, tml_status *status);

/* ---- driven_states.c ---- */

/* NULL: there are none. */
tml_driven_states *tml_driven_states_make(tml_driven *d, tml_arena *arena);
/* s (state_count) from t0 to t1 along the curve through configurations; false: a rate is not finite. */
bool tml_driven_states_integrate(tml_driven_states *x, tml_configuration *const *configurations, int count, bool exact,
                                 double t0, double t1, double *s);

/* ---- rolled_path.c ---- */

/* NULL: there are no nonholonomic rows. */
tml_rolled_path *tml_rolled_path_make(tml_driven *d, tml_arena *arena);
/* q (nq) to which drivers lead at time t; false: they do not determine velocities on the way. */
bool tml_rolled_path_predict(tml_rolled_path *p, const tml_configuration *from, double t, double *q);
