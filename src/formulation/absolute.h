/* absolute.h - body coordinates with Lagrange multipliers: what the formulations that use them share, and what tangents and the
 * differential-algebraic form need of them. */
#pragma once
#include "formulation/formulation.h"

typedef struct {
    tml_equations e;
    tml_saddle *saddle;
    double *step, *multipliers, *right; /* (nv), (rows), (rows) */
    double *force, *along;              /* (nv) */
} tml_absolute;

tml_absolute *tml_absolute_make(const tml_formulation_class *class, const tml_system *system, int rank,
                                tml_stabilization stabilization, tml_arena *arena);
void tml_absolute_enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
void tml_absolute_place(tml_equations *e, double t, const double *q, const double *v);
int tml_absolute_solve(tml_equations *e, double t, const double *q, const double *v);
void tml_absolute_rate(const tml_equations *e, const double *q, const double *v, double *qdot);
void tml_absolute_residual(tml_equations *e, double t, const double *q, const double *v, double *position,
                           double *velocity);
int tml_absolute_project(tml_equations *e, double t, double *q, double *v);
int tml_absolute_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                       double *across_q, double *across_v);
void tml_absolute_scales(const tml_equations *e, double *scale);

#define TML_ABSOLUTE_METHODS                                                                                           \
    .enter = tml_absolute_enter, .place = tml_absolute_place, .solve = tml_absolute_solve, .rate = tml_absolute_rate,  \
    .residual = tml_absolute_residual, .project = tml_absolute_project, .split = tml_absolute_split,                   \
    .scales = tml_absolute_scales
