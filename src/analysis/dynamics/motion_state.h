/* motion_state.h - a motion while it is being followed: what the integrator's callbacks share. */
#pragma once
#include "analysis/dynamics/certificate.h"
#include "analysis/dynamics/motion.h"
#include "analysis/dynamics/singular_passages.h"
#include "analysis/failure.h"
#include "dynamics/tangent/tangent_sparse.h"
#include "integrate/integrator.h"

typedef struct tml_dae_form tml_dae_form;

typedef struct {
    const tml_integrator_class *class; /* NULL: the one asked for cannot do it, an error was written */
    const char *why;                   /* "" when it was asked for by name */
} tml_choice;

typedef struct {
    tml_task *task;
    const tml_motion_request *request;
    tml_equations *e;
    tml_absolute *absolute;     /* the same, where they are absolute coordinates; NULL */
    tml_tangent *tangent;       /* where a Jacobian is wanted and can be had */
    tml_tangent_sparse *sparse; /* the same for systems without constraints */
    tml_dae_form *dae;          /* where the integrator wants it */
    double *balanced;           /* (nq + nv) state with massless bodies in balance, where they are eliminated; NULL */
    tml_choice integrator;
    tml_problem problem; /* what it is given; problem.y is the state */
    tml_table *table;
    tml_instant instant;
    double *y;                     /* (nq + nv) for output */
    double *trial, *slope, *scale; /* (nq + nv + 1) of differences; what changes of y count in */
    double *q, *v;                 /* of the bodies, for output */
    tml_certificate certificate;
    tml_singular_passages passing;
    bool certifies;    /* the certificate takes in every step */
    double residual_t; /* when its residual was last found, if */
    bool residual_known;
    double t0;
    double rate;       /* how fast things go at the start, 1/s: what speeds are measured by */
    const char *event; /* that stopped the run */
    double event_time;
    double inside;           /* CPU seconds inside evaluations, when profiled */
    long timed;              /* evaluations so timed */
    double told;             /* part of the run last told to `progress` */
    int untold;              /* steps since then */
    tml_failure_cause cause; /* last seen */
} tml_motion_state;

/* Makes everything that following the motion needs, for m's task and request: equations, the state at the start, the problem. */
tml_status tml_motion_state_start(tml_motion_state *m, const tml_assembly *report);
/* Everything reported at a state, in m->instant. 0, or it cannot be had. */
int tml_motion_state_observe(tml_motion_state *m, double t, const double *y);
/* Back to the state at the start. */
void tml_motion_state_rewind(tml_motion_state *m);
/* Why the motion could not be followed beyond a time, in notes; q, v: of the bodies there. */
void tml_motion_state_diagnose(tml_motion_state *m, double reached, const double *q, const double *v);
/* Power of all that is not conservative at the state last solved for. */
double tml_motion_state_power(const tml_equations *e);
/* How fast bodies turn at the state last solved for, 1/s: the largest |w| + sqrt(|alpha|). */
double tml_motion_state_rotation_rate(const tml_motion_state *m);
/* The same equations as a DAE; `kept` says which rows are independent. */
const tml_dae *tml_dae_form_make(tml_motion_state *m, const double *absolute, const bool *kept);
/* Massless bodies where their balance puts them, as fast as it makes them, in m->balanced; accelerations and multipliers there. 0, or +1. */
int tml_motion_state_evaluate_balanced(tml_motion_state *m, double t, const double *y);
/* Motions without inertia that rigid joints leave free: only absolute coordinates follow them. False with messages. */
bool tml_motion_state_balance(tml_motion_state *m, const tml_assembly *report);
/* How the integrator that was chosen has them: a method that integrates v' from their balance, and its states are brought into balance by
 * projection. */
void tml_motion_state_eliminate_massless(tml_motion_state *m);
