/* instant_modes.h - what stops, rigid contacts and friction do at one instant, without a motion that leads there.
 *
 * Gaps of zero may be closed, slips of zero may stick: which are follows from complementarity (complementarity.h). What slips slides.
 */
#pragma once
#include "dynamics/complementarity.h"
#include "dynamics/formulation.h"

typedef struct {
    tml_equations *e;
    tml_affine_results laws; /* r = r0 + R x */
    tml_complementarity problem;
    tml_condition *list;
    double *gradient, *unused; /* (inputs); (n + m) derivatives of limits */
} tml_instant_modes;

/* The limit of a condition as a function of the forces of result laws and of results r, with its derivatives added; gradient (inputs): work. */
double tml_limit_of_results(const tml_equations *e, double *gradient, const tml_condition *of, tml_limit_kind kind,
                            const double *forces, const double *r, double *by_x, double *by_r);
/* NULL: the system has no interactions. */
tml_instant_modes *tml_instant_modes_make(tml_equations *e, tml_arena *arena);
/* The candidates at a state as modes of e->work, and r as a function of their forces; V as of tml_equations_affine. 0: found. */
int tml_instant_modes_begin(tml_instant_modes *x, double t, const double *q, const double *v, double *V);
/* Forces and modes, with these r0 (m) and R (m x n). */
tml_complementarity_outcome tml_instant_modes_solve(tml_instant_modes *x, const double *r0, const double *R);
/* What a friction can hold, with the forces found. */
double tml_instant_modes_holding(tml_instant_modes *x, const tml_condition *of);
/* The modes found become those of e->work. */
void tml_instant_modes_take(tml_instant_modes *x);
/* All of it, for a system that has interactions (otherwise *modes is NULL): modes are taken where there is one solution. */
tml_complementarity_outcome tml_instant_modes_find(tml_equations *e, double t, const double *q, const double *v,
                                                   tml_arena *arena, tml_instant_modes **modes);
/* Names of what touches or is at rest there: "knee, O". */
const char *tml_instant_modes_names(const tml_instant_modes *x, tml_arena *arena);
