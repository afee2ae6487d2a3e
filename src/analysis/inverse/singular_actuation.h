/* singular_actuation.h - configurations in which the actuators cannot produce some motion that the joints leave free.
 *
 *   D = Z' b   (free x count)      singular where its smallest singular value s is zero
 *
 * With as many actuators as degrees of freedom, f = +-s with the sign of det D, in a basis Z continued along the
 * motion, changes sign there or touches zero; with more actuators f = s touches zero. f is known at each step and
 * within it; its zero is then located on the motion itself, whatever the output interval. Between two samples a
 * singular value of M = Z D can have crossed zero only if |M2 - M1| > s1 + s2 (Weyl): there more samples are taken.
 */
#pragma once
#include "analysis/inverse/actuation.h"

enum { TML_SINGULAR_SAMPLES = 8, TML_SINGULAR_LISTED = 8, TML_SINGULAR_DEPTH = 7 };

typedef struct {
    double t, f; /* f relative to the longest column of b */
    double *M;   /* (nv x count) Z D, scaled likewise; NULL: not stored */
} tml_singular_sample;

typedef struct {
    tml_task *task;
    tml_actuation *a;
    /* Solves the actuation at a time within the last step or shortly before; false: impossible. */
    bool (*probe)(void *context, double t);
    void *context;
    double *reference;                 /* (nv x free) the previous Z in time */
    double reference_time, basis_sign; /* sign of its orientation */
    int reference_count;
    double *square; /* (free x free) */
    int *pivot;
    tml_singular_sample samples[TML_SINGULAR_SAMPLES]; /* of this step, in any order */
    int sample_count;
    double *storage[TML_SINGULAR_SAMPLES + TML_SINGULAR_DEPTH]; /* for M of samples, and of those between two */
    tml_singular_sample last;                                   /* of the previous step */
    tml_singular_sample before[2];                              /* the last two that count, in order of time */
    int known;                                                  /* how many of these are known */
    int zeros;                                                  /* consecutive samples with f = 0 */
    double zero_first, zero_last;
    int searches;
    int budget;               /* additional samples that may be taken between two */
    bool quiet;               /* no messages */
    double least, least_time; /* of s, unscaled */
    int count;                /* found */
    double times[TML_SINGULAR_LISTED];
    double *unbounded; /* (actuators) when a force first grows without bound; NaN: it does not */
} tml_singular_search;

/* NULL: the actuators are the drivers, whose singular configurations are found elsewhere, or there are too few. */
tml_singular_search *tml_actuation_singular_make(tml_task *task, tml_actuation *a,
                                                 bool (*probe)(void *context, double t), void *context);
/* The actuation was just solved at time t, within the next step. */
void tml_actuation_singular_take(tml_singular_search *w, double t);
/* A step is done. */
void tml_actuation_singular_step(tml_singular_search *w, double from, double to);
/* The motion has ended; quiet: by an error that says why. */
void tml_actuation_singular_end(tml_singular_search *w, bool quiet);
void tml_actuation_singular_facts(const tml_singular_search *w, tml_table *table);
/* The smallest singular value of D at the last solution, and the motion (nv, a displacement) on which the actuators
 * have least effect. push (count) or NULL: the unit vector of forces with least effect. Returns the force required
 * along that motion, N. */
double tml_actuation_singular_direction(const tml_actuation *a, double *least, double *motion, double *push,
                                        tml_arena *arena);
