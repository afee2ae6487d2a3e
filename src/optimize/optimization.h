/* optimization.h - an optimisation while it runs: its searches, in the order in which their rows are listed. */
#pragma once
#include "optimize/multipliers.h"
#include "optimize/search.h"
#include <pthread.h>

typedef struct {
    tml_arena arena;
    const tml_model *model;
    const tml_optimize_options *options;
    const tml_study_run_options *how;
    tml_problem problem;
    tml_nlopt nlopt;
    tml_search_field field;
    const tml_search_method *method;
    int starts, threads;
    tml_search **list; /* all searches */
    int count, capacity;
    double shown;
    pthread_mutex_t telling; /* of each evaluation */
    tml_log *log;
} tml_optimization;

/* A search of the list, by the method, from where the options say, that is not begun yet. */
tml_search *tml_optimization_add(tml_optimization *o, int goal, const double *limits, const double *start);
/* Searches from `first` on, several at a time: begins and runs them. */
tml_status tml_optimization_run(tml_optimization *o, int first);
/* The best of the searches from `first` to `last`; NULL: none could be begun. */
tml_search *tml_optimization_best(const tml_optimization *o, int first, int last);
/* Minimizes one goal from all starts, and again from the best point found; NULL: nothing could be run. */
tml_search *tml_optimization_solve(tml_optimization *o, int goal, tml_status *status);

/* The searches for points of the front of several goals; *front (front_count) those that no other dominates, in the order of the first goal. */
tml_status tml_optimization_front(tml_optimization *o, tml_search ***front, int *front_count);

/* The results: a table "optimize" of all evaluations, with facts, and, of several goals, a table "front". NULL: no memory. */
tml_results *tml_optimization_results(tml_optimization *o, const tml_search *best, tml_search *const *front,
                                      int front_count);
