/* absolute.h - absolute (body) coordinates with Lagrange multipliers: shared by the formulations that use them, by tangents and by the
 * DAE form.
 */
#pragma once
#include "dynamics/formulation.h"

typedef struct tml_absolute {
    tml_equations e;
    tml_kkt_system *kkt;
    double *multipliers, *right; /* (rows) */
} tml_absolute;

tml_absolute *tml_absolute_make(const tml_formulation_class *class, const tml_system *system, int rank,
                                tml_stabilization stabilization, tml_arena *arena);
/* From now on motions without inertia follow from the balance of forces. */
void tml_absolute_balance(tml_absolute *b, tml_massless *massless);
void tml_absolute_from_bodies(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
void tml_absolute_place_bodies(tml_equations *e, double t, const double *q, const double *v);
int tml_absolute_solve_forces(tml_equations *e);
bool tml_absolute_respond(tml_equations *e, const double *load, double *udot, double *a, double *lambda);
int tml_absolute_solve(tml_equations *e, double t, const double *q, const double *v);
void tml_absolute_rate(const tml_equations *e, const double *q, const double *v, double *qdot);
void tml_absolute_evaluate_constraints(tml_equations *e, double t, const double *q, const double *v);
int tml_absolute_factor(tml_equations *e);
int tml_absolute_correct(tml_equations *e, const double *from, double *d);
void tml_absolute_jacobian_times(tml_equations *e, const double *d, double *y);
void tml_absolute_displace(const tml_equations *e, const double *d, double *q);
void tml_absolute_to_displacement(const tml_equations *e, const double *q, const double *dq, double *d);
void tml_absolute_to_coordinates(const tml_equations *e, const double *q, const double *d, double *dq);
void tml_absolute_scales(const tml_equations *e, double *scale);

#define TML_ABSOLUTE_METHODS                                                                                           \
    .from_bodies = tml_absolute_from_bodies, .place_bodies = tml_absolute_place_bodies, .solve = tml_absolute_solve,   \
    .solve_forces = tml_absolute_solve_forces, .respond = tml_absolute_respond, .rate = tml_absolute_rate,             \
    .evaluate_constraints = tml_absolute_evaluate_constraints, .factor = tml_absolute_factor,                          \
    .correct = tml_absolute_correct, .jacobian_times = tml_absolute_jacobian_times, .displace = tml_absolute_displace, \
    .to_displacement = tml_absolute_to_displacement, .to_coordinates = tml_absolute_to_coordinates,                    \
    .scales = tml_absolute_scales, .has_dae = true
