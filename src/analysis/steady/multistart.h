/* multistart.h - other steady states than the one that the start leads to. */
#pragma once
#include "analysis/steady/damped_newton.h"

typedef struct {
    tml_steady_point at;
    double *force; /* (law_count) of springs and the like: positions a full turn apart differ where these do */
    bool
        singular; /* cut joints hold less here than elsewhere: reactions are those of least norm, stability is not defined */
} tml_steady_state;

typedef struct {
    tml_steady_state *states;
    int count;
    int starts; /* tried */
} tml_steady_list;

/* Non-zero stops the search. */
typedef int tml_steady_watch(void *context, double part);

tml_steady_list *tml_steady_list_make(const tml_steady *s);
/* A solution, evaluated: unless it is known. Its index in the list; -1 if the list is full. */
int tml_steady_list_add(tml_steady *s, tml_steady_list *list, const tml_steady_point *at, bool singular);
/* How far two positions are apart, full turns not counted: 1 is about a radian or the size. */
double tml_steady_distance(const tml_steady *s, const double *q, const double *p);
/* Looks for solutions at the speeds of `start` from many positions of all free coordinates, each kept away from those already
 * in the list. Returns non-zero when stopped. */
int tml_steady_search(tml_steady_solver *v, const tml_steady_point *start, tml_steady_list *list,
                      tml_steady_watch *watch, void *context);
/* Orders the list by coordinates; returns where the state that was at `index` is then. */
int tml_steady_list_sort(const tml_steady *s, tml_steady_list *list, int index);
