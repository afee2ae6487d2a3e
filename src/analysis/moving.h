/* moving.h - a motion while it is being followed: what the integrator's callbacks share. */
#pragma once
#include "analysis/motion.h"
#include "analysis/stuck.h"
#include "formulation/tangent_sparse.h"
#include "integrate/integrator.h"

typedef struct tml_dae_form tml_dae_form;

typedef struct {
    tml_task *task;
    const tml_motion_request *request;
    tml_equations *e;
    tml_absolute *absolute;     /* the same, where they are absolute coordinates; NULL */
    tml_tangent *tangent;       /* where a Jacobian is wanted and can be had */
    tml_tangent_sparse *sparse; /* the same for systems without constraints */
    tml_dae_form *dae;          /* where the integrator wants it */
    tml_table *table;
    tml_instant instant;
    double *y;                     /* (nq + nv) for output */
    double *trial, *slope, *scale; /* (nq + nv + 1) of differences; what changes of y count in */
    double *q, *v;                 /* of the bodies, for output */
    double worst_position, worst_velocity, worst_energy, energy_low, energy_high;
    double t0;
    const char *event; /* that stopped the run */
    double event_time;
    double inside;       /* CPU seconds inside evaluations, when profiled */
    long timed;          /* evaluations so timed */
    double told;         /* part of the run last told to `progress` */
    int untold;          /* steps since then */
    tml_culprit culprit; /* last seen */
} tml_moving;

/* Power of all that is not conservative at the state last solved for. */
double tml_moving_power(const tml_equations *e);
/* The same equations as a DAE; `kept` says which rows are independent. */
const tml_dae *tml_dae_form_make(tml_moving *m, const double *absolute, const bool *kept);
