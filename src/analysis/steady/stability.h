/* stability.h - what becomes of small motions beside a steady state. */
#pragma once
#include "analysis/steady/relative_equilibrium.h"

typedef struct {
    int count;       /* finite eigenvalues */
    double *re, *im; /* (count) 1/s, the fastest growing first */
    double growth;   /* the largest real part, 1/s; 0 where it is only rounding */
    double largest;  /* the same, rounding and all; -INFINITY: there is none */
    double least;    /* an eigenvalue smaller than this is zero to rounding, 1/s */
    int zero;        /* eigenvalues that are zero to rounding */
    bool unstable;
    bool held;    /* nothing has inertia or damping, and stiffness drives every motion back */
    bool unheld;  /* springs drive something without mass or damping away: unstable, growth is infinite */
    bool unknown; /* forces beside the state are not finite: none of the above is known, growth and largest are NaN */
    int moving;   /* motions that are left without those on which nothing acts */
    double step;  /* of the differences that give D, m/s */
    double *M, *D, *reduced[3], *matrix[2]; /* memory */
} tml_steady_stability;

tml_steady_stability *tml_steady_stability_make(const tml_steady *s);
/* At a solution, evaluated and stiffened there. */
void tml_steady_judge(tml_steady *s, const tml_steady_point *at, tml_steady_stability *out);
