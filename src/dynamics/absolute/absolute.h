/* absolute.h - body coordinates with Lagrange multipliers: what the formulations that use them share, and what tangents and the
 * differential-algebraic form need of them. */
#pragma once
#include "dynamics/formulation.h"

typedef struct {
    tml_equations e;
    tml_kkt_system *kkt;
    double *multipliers, *right; /* (rows) */
} tml_absolute;

tml_absolute *tml_absolute_make(const tml_formulation_class *class, const tml_system *system, int rank,
                                tml_stabilization stabilization, tml_arena *arena);
/* Motions without inertia follow from the balance of forces from now on. */
void tml_absolute_balance(tml_absolute *b, tml_massless *massless);
void tml_absolute_enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
void tml_absolute_place(tml_equations *e, double t, const double *q, const double *v);
int tml_absolute_solve(tml_equations *e, double t, const double *q, const double *v);
void tml_absolute_rate(const tml_equations *e, const double *q, const double *v, double *qdot);
void tml_absolute_constrain(tml_equations *e, double t, const double *q, const double *v);
int tml_absolute_factor(tml_equations *e);
int tml_absolute_correct(tml_equations *e, const double *from, double *d);
void tml_absolute_times(tml_equations *e, const double *d, double *y);
void tml_absolute_displace(const tml_equations *e, const double *d, double *q);
void tml_absolute_to_displacement(const tml_equations *e, const double *q, const double *dq, double *d);
void tml_absolute_to_coordinates(const tml_equations *e, const double *q, const double *d, double *dq);
void tml_absolute_scales(const tml_equations *e, double *scale);

#define TML_ABSOLUTE_METHODS                                                                                           \
    .enter = tml_absolute_enter, .place = tml_absolute_place, .solve = tml_absolute_solve, .rate = tml_absolute_rate,  \
    .constrain = tml_absolute_constrain, .factor = tml_absolute_factor, .correct = tml_absolute_correct,               \
    .times = tml_absolute_times, .displace = tml_absolute_displace, .to_displacement = tml_absolute_to_displacement,   \
    .to_coordinates = tml_absolute_to_coordinates, .scales = tml_absolute_scales
