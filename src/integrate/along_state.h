/* along_state.h - the workspace of functions along a motion: what quadrature and search share with the stages of a step. */
#pragma once
#include "integrate/along.h"

enum { TML_ALONG_NODES = 7, TML_ALONG_DEPTH = 16, TML_ALONG_GRID = 24, TML_ALONG_STAGES = 16 };

/* Of Gauss-Lobatto quadrature and its extension, from -1 to 1. */
extern const double tml_along_nodes[TML_ALONG_NODES];

struct tml_along_work {
    const tml_problem *p;
    int (*at)(void *library, double t, double *y);
    void *library;
    double *y;                                    /* (n) */
    double *f;                                    /* (function_count) */
    double *start, *end;                          /* (function_count) at the beginning of the step, at its end */
    unsigned char *open;                          /* (function_count) what is wanted of the step and not known yet */
    double time;                                  /* of `start`; NAN: not known */
    double *levels;                               /* (TML_ALONG_DEPTH + 1, nodes, function_count) */
    double grid[TML_ALONG_GRID][TML_ALONG_NODES]; /* Lagrange polynomials of the nodes between them; */
    double slope[TML_ALONG_NODES], curvature[TML_ALONG_NODES]; /* their first and second derivatives at the last node */
    double cubic[TML_ALONG_NODES / 2][TML_ALONG_NODES];        /* at every second node: the cubic through the others */
    double omega[TML_ALONG_GRID];                              /* and how its error grows between them */
    const double *place;                                       /* of the stages for which these are made: */
    int node_count, node[TML_ALONG_STAGES];                    /* stages through which polynomials are laid; */
    double to_nodes[TML_ALONG_NODES][TML_ALONG_STAGES + 1]; /* their Lagrange polynomials at the nodes, the end last */
};

/* Integrals by 4 and by 7 nodes over 2 half, of f and of f^2; f: values at the nodes, one in function_count. */
typedef struct {
    double I4, I7, S4, S7;
} tml_along_sums;
tml_along_sums tml_along_sums_of(const double *f, int function_count, double half);
/* sign times what an extremum must exceed to be worth a search. */
double tml_along_level(const tml_along *along, double sign);
/* Whether a wanted extremum may lie between the nodes, by the values f there, one in function_count. */
/* margin: times the difference from a cubic. */
bool tml_along_may_exceed(const tml_along_work *work, const double *f, const tml_along *along, unsigned wanted,
                          double margin);
/* Takes from `open` what the stages of a step of length h tell, and adds the integrals that they do. */
void tml_along_by_stages(tml_along_work *work, double h, const tml_along_stages *stages);
