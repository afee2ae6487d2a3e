/* stability.h - linear stability of a relative equilibrium. */
#pragma once
#include "analysis/steady/relative_equilibrium.h"

typedef struct {
    int count;       /* finite eigenvalues */
    double *re, *im; /* (count) 1/s, the fastest growing first */
    double growth;   /* the largest real part, 1/s; 0 if indistinguishable from zero */
    double largest;  /* the same without the test for rounding; -INFINITY: there is none */
    double least;    /* an eigenvalue smaller than this is indistinguishable from zero, 1/s */
    int zero;        /* eigenvalues indistinguishable from zero */
    bool unstable;
    bool held;   /* nothing has inertia or damping, and the stiffness is positive definite */
    bool unheld; /* the stiffness of a massless, undamped motion is negative: unstable, growth is infinite */
    bool
        unknown; /* forces at neighbouring states are not finite: nothing of the above is known, growth and largest are NaN */
    bool by_results;  /* unknown, since forces depend on reactions or accelerations, which a perturbation changes */
    bool by_rates;    /* unknown: something rolls, and the mechanism cannot be linearized (massless motions) */
    bool massless;    /* unknown, since massless motions are not eliminated where there are states */
    int active_count; /* motions without the ignorable ones */
    double step;      /* of the differences that give D, m/s */
    double *M, *D, *reduced[3], *matrix[2]; /* scratch */
} tml_steady_stability;

tml_steady_stability *tml_steady_stability_make(const tml_steady *s);
/* At a solution, with its stiffness. */
void tml_steady_find_stability(tml_steady *s, const tml_steady_point *at, tml_steady_stability *out);
/* The eigenvalues where rows are nonholonomic. False: the equations cannot be linearized. */
bool tml_steady_find_rolling_modes(tml_steady *s, const tml_steady_point *at, tml_steady_stability *out);
