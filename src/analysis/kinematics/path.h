/* path.h - a driven motion while it is followed: what the step, the dead points and the way share. */
#pragma once
#include "analysis/kinematics/continuation.h"

enum { TML_BESIDE = 4 }; /* stands from which a motion in a dead point is found */

typedef struct {
    tml_task *task;
    tml_driven *d;
    const tml_following *request;
    tml_followed *found;
    tml_configuration *before, *here, *there, *node, *last; /* accepted, accepted, tried; for integrals; last output */
    tml_configuration *outside, *beside[TML_BESIDE];        /* the last before a zone about a dead point; in it */
    bool in_zone, leapt;                                    /* is in a zone; has just stepped across a dead point */
    int zone_row, crossed;                                  /* first output in the zone; dead points in it */
    double dead_time;                                       /* of the last one */
    bool near;
    double near_sigma_min, near_time, kink_time;
    double best;                                  /* the largest `weakest` met */
    double step;                                  /* to be tried next */
    int row;                                      /* outputs written */
    double *integrals;                            /* (rates) up to there, when it is accepted */
    double *before_integrals, *outside_integrals; /* up to here; up to the zone */
    double told;
    int untold;
} tml_walk;

/* The largest of x (nv), in rad or as a part of the size. */
double tml_walk_largest(const tml_walk *w, const double *x);
/* there = here moved on by h, not corrected: how far, and the largest turn. */
double tml_walk_predict(tml_walk *w, double h, double *unwrapped);
/* sum += what is integrated from t0 to t1, along the curve through stands. `exact`: put onto phi = 0, from one of two stands to
 * the other, whose rates are known. */
void tml_walk_integrate(tml_walk *w, tml_configuration *const *stands, int count, double t0, double t1, bool exact,
                        double *sum);
/* Writes the next output. */
tml_status tml_walk_put_out(tml_walk *w, const tml_configuration *stand);
/* there becomes here. */
tml_status tml_walk_accept(tml_walk *w);

/* ---- dead points: cross_singular.c ---- */

/* before, here, there: a dead point was near, and is left behind. */
void tml_walk_mind_near_miss(tml_walk *w);
/* Into a zone about a dead point, and out of it: outputs there are improved. */
tml_status tml_walk_mind_zone(tml_walk *w);
/* A dead point is so near that the next step must lead across it. */
bool tml_walk_is_dead(tml_walk *w);
tml_status tml_walk_cross(tml_walk *w);
/* No step is short enough: the end of a branch, or something else. TML_FAILED with messages. */
tml_status tml_walk_stuck(tml_walk *w);

/* ---- singular_start.c ---- */

/* From a start that is a dead point, along its velocities; false: they do not lead out of it. */
bool tml_walk_leave_start(tml_walk *w, tml_status *status);
