/* search.h - one search for the best values by one algorithm, from one start, with a worker of its own: what it finds depends on nothing else.
 *
 * Parameters are scaled to the unit box, u = (x - low) / (high - low), constraints by their sizes. A point that cannot be run gets a value that is
 * worse than any seen, and grows with the distance from the best point: whatever goes there comes back.
 */
#pragma once
#include "optimize/method.h"
#include "optimize/nlopt_library.h"
#include "optimize/problem.h"
#include "result/table.h"
#include <stdatomic.h>

/* What all searches share. */
typedef struct {
    const tml_problem *problem;
    const tml_nlopt *nlopt;
    double accuracy;
    int evaluations; /* at most, in each */
    uint64_t seed;
    double *sizes;              /* (constraints) what violations are measured by */
    double *goal_sizes;         /* (goals) the same where they are limited */
    atomic_bool stopped;        /* nobody wants them any more */
    _Atomic uint64_t done, bad; /* evaluations so far; those that failed */
    _Atomic uint64_t gradients;
    void (*tell)(void *context);                                        /* called after each evaluation; or NULL */
    void (*evaluated)(void *context, const tml_evaluation *evaluation); /* with each; or NULL */
    void *context;
} tml_search_field;

typedef enum {
    TML_SEARCH_NONE,      /* not begun */
    TML_SEARCH_CONVERGED, /* by its accuracy */
    TML_SEARCH_ROUNDOFF,  /* rounding, or the tolerance of runs, allows no further step */
    TML_SEARCH_EXHAUSTED, /* the number of evaluations */
    TML_SEARCH_STOPPED,
    TML_SEARCH_FAILED, /* the algorithm gave up */
} tml_search_end;

typedef struct {
    tml_search_field *field;
    uint64_t number; /* among all, from 0 */
    const tml_search_method *method;
    int goal;                      /* which of the problem's */
    const double *limits;          /* (goals) sign * f <= limit; INFINITY: none; NULL: none at all */
    const double *start;           /* (parameters) u, tried first; or NULL */
    uint64_t first, stride, tries; /* the points of the study that are tried then, until one can be run */

    /* what it found */
    bool begun; /* a point that can be run was found: */
    double *u;  /* (parameters) from where the search starts */
    tml_search_end end;
    bool feasible;    /* the best point satisfies the constraints */
    double goal_best; /* sign * f */
    double violation; /* the largest, relative to its size */
    double *best;     /* (parameters) u */
    double *answers;  /* (answers) there */
    tml_status status;
    tml_results *rows; /* a table of its evaluations: parameters, answers, the best goal so far */
    char reason[200];  /* why the first point that failed did */
    tml_study_worker *worker;
    tml_arena arena;
} tml_search;

/* Finds the point from which it starts. Of a search with the parts above the line set; the field's sizes are not needed yet. */
void tml_search_begin(tml_search *s);
/* Searches from there. */
void tml_search_run(tml_search *s);
void tml_search_free(tml_search *s);

/* A worker of the problem's study; NULL: no memory. */
tml_study_worker *tml_search_worker(const tml_problem *p);
/* x = low + u (high - low). */
void tml_search_values(const tml_problem *p, const double *u, double *x);
/* Whether its best point is better than that of another: by the goal among those that satisfy the constraints, else by what these are violated by. */
bool tml_search_is_better(const tml_search *s, const tml_search *than);
