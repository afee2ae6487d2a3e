/* multistart.h - search for all relative equilibria: multistart with deflation. */
#pragma once
#include "analysis/steady/damped_newton.h"

typedef struct {
    tml_steady_point at;
    double *force; /* (law_count) of the force laws: positions a full revolution apart differ if these do */
    bool
        singular; /* the rank of the cut joints is reduced here: reactions have minimum norm, stability is not defined */
} tml_steady_state;

typedef struct {
    tml_steady_state *states;
    int count;
    int starts; /* tried */
} tml_steady_list;

/* Non-zero stops the search. */
typedef int tml_steady_progress(void *context, double fraction);

tml_steady_list *tml_steady_list_make(const tml_steady *s);
/* Adds a solution, evaluated, unless it is known. Its index in the list; -1 if the list is full. */
int tml_steady_list_add(tml_steady *s, tml_steady_list *list, const tml_steady_point *at, bool singular);
/* Distance of two positions modulo full revolutions: 1 is about a radian or the size. */
double tml_steady_distance(const tml_steady *s, const double *q, const double *p);
/* Searches for solutions at the speeds of `start` from many positions of all free coordinates, deflating those already
 * in the list. Returns non-zero if stopped. */
int tml_steady_search(tml_steady_solver *v, const tml_steady_point *start, tml_steady_list *list,
                      tml_steady_progress *watch, void *context);
/* Sorts the list by coordinates; returns the new index of the state that was at `index`. */
int tml_steady_list_sort(const tml_steady *s, tml_steady_list *list, int index);
