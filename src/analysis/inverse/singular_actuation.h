/* singular_actuation.h - configurations in which actuators cannot make some motion that the joints leave free.
 *
 *   D = Z' b   (free x count)      singular where its smallest singular value s is zero
 *
 * With as many actuators as freedoms f = +-s, with the sign of det D in a basis Z carried along the motion, changes its sign
 * there or touches zero; with more actuators f = s touches zero. f is known at each step and within; where it passes zero is
 * then found on the motion itself, whatever the interval of output. Between two samples a singular value of M = Z D can have passed
 * zero only if |M2 - M1| > s1 + s2: more samples are taken there.
 */
#pragma once
#include "analysis/inverse/actuation.h"

enum { TML_SINGULAR_SAMPLES = 8, TML_SINGULAR_LISTED = 8, TML_SINGULAR_DEPTH = 7 };

typedef struct {
    double t, f; /* f as a part of the largest column of b */
    double *M;   /* (nv x count) Z D, in the same part; NULL: not kept */
} tml_singular_sample;

typedef struct {
    tml_task *task;
    tml_actuation *a;
    /* Solves the actuation at a time within the last step or shortly before; false: it cannot. */
    bool (*probe)(void *context, double t);
    void *context;
    double *reference;            /* (nv x free) the last Z in time */
    double reference_time, turns; /* its sign */
    int reference_count;
    double *square; /* (free x free) */
    int *pivot;
    tml_singular_sample samples[TML_SINGULAR_SAMPLES]; /* of this step, in any order */
    int sample_count;
    double *room[TML_SINGULAR_SAMPLES + TML_SINGULAR_DEPTH]; /* for M of samples, and of those between two */
    tml_singular_sample last;                                /* of the step before */
    tml_singular_sample before[2];                           /* the last two that count, in order of time */
    int known;                                               /* how many of these are known */
    int zeros;                                               /* samples in a row in which f is zero */
    double zero_first, zero_last;
    int searches;
    int budget;               /* samples more that may be taken between two */
    bool quiet;               /* no messages */
    double least, least_time; /* of s, as it is */
    int count;                /* found */
    double times[TML_SINGULAR_LISTED];
    double *unbounded; /* (actuators) when a force grows without bound first; NaN: it does not */
} tml_singular_search;

/* NULL: the actuators are the drivers, whose dead points are found elsewhere, or too few. */
tml_singular_search *tml_actuation_singular_make(tml_task *task, tml_actuation *a,
                                                 bool (*probe)(void *context, double t), void *context);
/* The actuation was just solved at time t, within the step to come. */
void tml_actuation_singular_take(tml_singular_search *w, double t);
/* A step is done. */
void tml_actuation_singular_step(tml_singular_search *w, double from, double to);
/* The motion has come to its end; quiet: by an error that says why. */
void tml_actuation_singular_end(tml_singular_search *w, bool quiet);
void tml_actuation_singular_facts(const tml_singular_search *w, tml_table *table);
/* The smallest singular value of D of what was last solved, and the motion (nv, a displacement) that the actuators make least. push
 * (count) or NULL: forces of length 1 that do least. Returns how much of the force needed lies along that motion, N. */
double tml_actuation_singular_direction(const tml_actuation *a, double *least, double *motion, double *push,
                                        tml_arena *arena);
