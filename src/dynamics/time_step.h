/* time_step.h - steps of Moreau's midpoint rule for a mechanism with rigid contacts, stops and friction.
 *
 *   q_m = q + h/2 v                                            everything below is evaluated there
 *   M (v+ - v) = h Q + G' L + J' P,   G (v + v+)/2 = rate of the targets
 *   gaps that are closed at q_m:   0 <= P_n perpendicular to u_n+ + e u_n >= 0,   P_t in the cone of Coulomb, against the slip u_t+
 *   q+ = q_m + h/2 v+, then brought back to phi = 0
 * No event is located: any number of contacts may open and close in a step. Where a fast body would pass another between two middles, the step
 * is divided so that a middle falls on their touch (passages.h). Order one,
 * two while nothing touches. Loads of friction in joints, and forces that depend on
 * results, are those of the step before.
 */
#pragma once
#include "dynamics/contact_solver.h"
#include "dynamics/kkt/kkt_system.h"
#include "dynamics/passages.h"
#include "system/channel/channels.h"

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    tml_kkt_system *kkt;
    tml_contact_solver *solver;
    tml_near_contacts **near; /* (contact_set_count of the system) */
    tml_passages *passages;
    double *impulse;         /* (interaction_count x 3) of the last step: P */
    double *lambda;          /* (rigid_row_count) of the last step: L / h */
    double *a;               /* (nv) (v+ - v) / h */
    int *friction;           /* (interaction_count) of each that is unilateral: that of the contact; -1: none */
    int *contact_of;         /* (interaction_count) its contact in the solver; -1: open */
    double *before;          /* (nv) v at the beginning of the step */
    double *force, *targets; /* (nv), (rigid_row_count) */
    double *mid;             /* (nq) */
    double *state_rate;      /* (state_count) */
    double *middle;          /* (nv) velocities in the middle, as expected: of forces that depend on them */
    double *G_before;        /* (rigid_row_count) */
    bool smooth;             /* no contact took part in the last step */
    bool fresh;  /* no step has been taken from this state: whether the first middle passes anything is not known */
    double next; /* length of the next part of a step, so that nothing is passed; 0: any */
    double bend; /* by which joints bent the path of the last part, divided by its length squared, m/s^2 */
    double *sum_impulse, *sum_lambda, *start; /* over the parts of a step: P, L; v at its start */
    double *scratch;                          /* (rigid_row_count) */
    double *row;                              /* all channels, of which those of `wanted` are known */
    tml_channel_selection wanted;
    /* of all steps so far */
    double work_done, friction_loss, impact_loss;
    double scale;           /* of the velocities in the last step, m/s */
    double residual, depth; /* largest: of complementarity, m/s; of closed gaps, m or rad */
    long steps, unsolved, sweeps, most_contacts;
    long divided; /* steps that were divided */
    tml_arena *arena;
} tml_time_step;

/* rank: of the rigid rows, from assembly. */
tml_time_step *tml_time_step_make(const tml_system *system, int rank, tml_arena *arena);
/* Accelerations and reactions at the start, without contacts: what is reported there. 0, or +1 as below. */
int tml_time_step_begin(tml_time_step *s, double t, const double *q, const double *v);
/* From t to t + h, in one step or in parts: q, v and states x (state_count) become those at the end. tolerance: of complementarity, relative to the velocities.
 * 0; +1: the equations are singular, or numbers are not finite. */
int tml_time_step_advance(tml_time_step *s, double t, double h, double tolerance, double *q, double *v, double *x);
/* Everything that is reported at t, the end of the last step of length h, in work and the instant. */
void tml_time_step_observe(tml_time_step *s, double t, double h, const double *q, const double *v,
                           tml_instant *instant);
