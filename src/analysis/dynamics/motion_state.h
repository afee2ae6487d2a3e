/* motion_state.h - the workspace of a motion: what the callbacks of the integrator share. */
#pragma once
#include "analysis/drive_sizing.h"
#include "analysis/dynamics/certificate.h"
#include "analysis/dynamics/choose_contact.h"
#include "analysis/dynamics/motion.h"
#include "analysis/dynamics/singular_passages.h"
#include "analysis/dynamics/touching_places.h"
#include "analysis/failure.h"
#include "analysis/output_facts.h"
#include "dynamics/tangent/tangent_sparse.h"
#include "expression/step_watch.h"
#include "expression/time_crossings.h"
#include "expression/time_steps.h"
#include "integrate/integrator.h"

typedef struct tml_dae_form tml_dae_form;
typedef struct tml_interaction_run tml_interaction_run;
typedef struct tml_gap_proofs tml_gap_proofs;

typedef struct {
    const tml_integrator_class *class; /* NULL: the one requested cannot solve the problem, an error was raised */
    const char *why;                   /* "" if requested by name */
} tml_choice;

typedef struct {
    tml_task *task;
    const tml_motion_request *request;
    tml_equations *e;
    tml_absolute *absolute;     /* the same if they are absolute coordinates; NULL */
    tml_tangent *tangent;       /* if a Jacobian is needed and available */
    tml_tangent_sparse *sparse; /* the same for systems without constraints */
    tml_dae_form *dae;          /* if the integrator needs it */
    double *balanced;           /* (nq + nv) state with massless bodies in equilibrium, if they are eliminated; NULL */
    tml_choice integrator;
    tml_choice first_integrator; /* with which the motion begins */
    bool stiff;                  /* it has become stiff since then: the method for stiff motions has taken over */
    tml_problem problem;         /* given to the integrator; problem.y is the state */
    tml_table *table;
    tml_instant instant;
    double *row;                        /* (columns) channels between rows of the table */
    tml_sizing *sizing;                 /* of motors; NULL: there are none */
    tml_along *along;                   /* outputs of the user over the run, then functions of motors */
    bool searches;                      /* of these something between rows is wanted */
    const tml_outputs_read *read;       /* channels that outputs read; NULL: all may be */
    double *y;                          /* (nq + nv) for output */
    double *trial, *derivative, *scale; /* (n of y) of finite differences; scales of y */
    double *q, *v;                      /* of the bodies, for output */
    double *seen;       /* (event_count) guards of that evaluation, NAN: not found; NULL: there are none */
    double *signals;    /* (TML_SIGNALS x interaction_count) of the evaluation last made */
    double impact_loss; /* energy that impacts have taken */
    tml_interaction_run *interactions; /* stops, rigid contacts and friction; NULL: none */
    tml_gap_proofs *proofs;            /* that no gap closes unseen within a step; NULL: there are no gaps */
    tml_touching_places places;        /* of what rolls, and of round edges in touch */
    tml_penetration penetration;
    tml_certificate certificate;
    tml_singular_passages passages;
    bool live;           /* its caller paces it: nothing is recorded */
    bool corner_told;    /* that an equation has a corner, or jumps */
    double smooth_until; /* equations with corners have been seen to hold until then */
    bool certifies;      /* the certificate samples every step */
    double residual_t;   /* when its residual was last evaluated, if at all */
    bool residual_known;
    double decay; /* 1/s: of the fastest motion, where auto has found the motion stiff for it; 0: otherwise */
    double pace;  /* s: length of the step that the caller wants next; 0: the motion is a run */
    double t0;
    double rate;                        /* characteristic rate at the start, 1/s: the unit of velocities */
    tml_time_crossings *time_crossings; /* kinks of functions of time; NULL: there are none */
    tml_time_steps *time_steps;         /* over narrow features of time; NULL: there are none */
    tml_step_watch *step_watch;         /* over narrow features of the motion; NULL: there are none */
    double event_step;                  /* the longest step that does not miss events that follow a clock */
    long solved; /* number of the solution at problem.y and solved_time, if it is still the latest; 0: there is none */
    double solved_time;
    tml_resumption resumption; /* of the integrator, from one run to the next */
    double *watched;           /* (event_count) */
    double *gradient;          /* (input_count) */
    double *across;            /* (event_count) where a break of time interrupts: their values before it */
    bool has_springs;          /* compliant contacts: events of theirs begin and end */
    bool *fired;               /* (event_count) events at the instant that has interrupted the run */
    double *recorded;          /* (event_count) when those that only are recorded have occurred last */
    long *recorded_count;      /* (event_count) how often they have */
    tml_table *events;         /* a row for each occurrence of an event; NULL: nothing is recorded */
    double *tolerance;         /* (problem.n) absolute, of the state y */
    /* (event_count) An event's crossing counts where its expression has exceeded its noise since it has occurred last. Events that change the
     * motion always count. */
    double *noise;      /* errors of the expression; NAN: to be found */
    double *armed_from; /* crossings after this time count; INFINITY: none does yet */
    double *exceeded;   /* the latest time at which it exceeded its noise */
    bool interrupted;
    bool out_of_memory;      /* there is none for the table of events */
    double event_time;       /* of that instant */
    const char *event;       /* that stopped the run */
    double inside;           /* CPU seconds inside evaluations, when profiled */
    long timed;              /* evaluations so timed */
    double reported;         /* fraction of the run last reported to `progress` */
    int unreported;          /* steps since then */
    tml_failure_cause cause; /* last found */
} tml_motion_state;

/* Whether the equation of a coupler has jumped before this state, which is not projected yet; warns of corners that it has passed. */
bool tml_motion_state_passes_jump(tml_motion_state *m, double t, const double *y);

/* Where in y = (q, v, W, s, F) the work W and the states s of the user's are. */
static inline int tml_motion_state_work(const tml_motion_state *m)
{
    return m->e->nq + m->e->nv;
}
static inline int tml_motion_state_states(const tml_motion_state *m)
{
    return m->e->nq + m->e->nv + 1;
}
/* Where what friction has taken is, if there is friction. */
static inline int tml_motion_state_loss(const tml_motion_state *m)
{
    return tml_motion_state_states(m) + m->e->system->state_count;
}
static inline int tml_motion_state_size(const tml_motion_state *m)
{
    return tml_motion_state_loss(m) + m->e->system->has_friction;
}

/* Makes everything that the motion of m's task and request needs: equations, initial state, problem. */
tml_status tml_motion_state_start(tml_motion_state *m, const tml_assembly *report);
/* Whether an integrator that needs a Jacobian has one, or can form it by differences. */
bool tml_motion_state_fits(const tml_motion_state *m, const tml_integrator_class *class);
/* Whether a method for stiff motions may take over from the one that has been chosen. */
bool tml_motion_state_can_become_stiff(const tml_motion_state *m);
/* Sets the integrator: that of the beginning or, where m->stiff, the one for stiff motions; the explicit one where m->pace is short. */
void tml_motion_state_take_integrator(tml_motion_state *m);
/* So that the integrator passes over no narrow force (motion_features.c). */
void tml_motion_state_watch_features(tml_motion_state *m);
/* Whether bodies may rotate and functions with narrow features read measures that bend then: all but angles and their rates. A step over a revolution would know
 * their path at too few points. */
bool tml_system_watches_places(const tml_system *system, tml_arena *arena);
/* Appends the row of a state. 0, or -1. */
int tml_motion_state_output(void *motion_state, double t, const double *y);
/* Evaluates everything reported at a state, in m->instant. 0, or an error. */
int tml_motion_state_observe(tml_motion_state *m, double t, const double *y);
/* Tells how far the motion has come, now and then; not 0: it is to stop. */
int tml_motion_state_progress(tml_motion_state *m, double t);
/* All channels at the state last observed. */
void tml_motion_state_fill(tml_motion_state *m, double *row);
/* Outputs of the user, and motors, between rows (motion_functions.c); where they cannot be evaluated they are not numbers. */
int tml_motion_state_functions(void *motion_state, double t, const double *y, double *values);
/* The same at the state just solved for, though it be a stage, off the constraints; whether such a solution is all that they read. */
int tml_motion_state_functions_here(void *motion_state, double t, const double *y, double *values);
bool tml_motion_state_evaluations_tell(const tml_motion_state *m);
/* What the integrator watches (motion_events.c): all values, one of them, and what happens where one crosses zero. */
int tml_motion_state_events(void *motion_state, double t, const double *y, double *g);
int tml_motion_state_event_value(void *motion_state, double t, const double *y, int index, double *g);
int tml_motion_state_event(void *motion_state, double t, const double *y, int index);
/* Whether an event counts only where its expression has exceeded its noise: it changes nothing of the motion. */
bool tml_event_needs_size(const tml_system *system, const tml_event *event);
/* Accelerations at a state, unless they are known from there. */
int tml_motion_state_solve(tml_motion_state *m, double t, const double *y);
/* The same at the end of a step, as what is watched needs it: the next step begins with this solution. */
int tml_motion_state_solve_end(tml_motion_state *m, double t, const double *y);
/* Back to the state at the start. */
void tml_motion_state_rewind(tml_motion_state *m);
/* Notes why the motion could not be continued beyond a time; q, v: of the bodies there. */
void tml_motion_state_diagnose(tml_motion_state *m, double reached, const double *q, const double *v);
/* Power of all non-conservative forces at the state last solved for. */
double tml_motion_state_power(const tml_equations *e);
/* How long a step may be before joins of tables: it ends shortly before one, or is short and crosses it. */
double tml_motion_state_joins_step(const tml_motion_state *m);
/* Largest |w| + sqrt(|alpha|) of any body at the state last solved for, 1/s. */
double tml_motion_state_rotation_rate(const tml_motion_state *m);
/* Characteristic rate of the motion, 1/s: the unit of its velocities v, with coordinates divided by their scales.
 * Determined at the start from the velocities, from the accelerations as far as the available energy can turn them
 * into velocities, and from the length of the run. */
double tml_motion_state_rate(const tml_motion_state *m, const double *v);
/* Energy of the whole mass at the characteristic velocity, J. */
double tml_motion_state_characteristic_energy(const tml_motion_state *m);
/* Absolute tolerances of y: lengths relative to the size, angles in rad, velocities relative to the same per unit of time,
 * work relative to the available energy, states to their scales. */
double *tml_motion_state_tolerances(const tml_motion_state *m, double tolerance);
/* After a step: the tolerances of work and loss grow with their largest values. */
void tml_motion_state_scale_work(tml_motion_state *m, const double *y);
/* Characteristic magnitudes (state_count) of the states of the user's, of the values `states` at the state last solved for. */
void tml_motion_state_scale_states(tml_motion_state *m, const double *states, double *scale);
/* The same equations as a DAE; `kept` marks the independent rows. */
const tml_dae *tml_dae_form_make(tml_motion_state *m, const double *absolute, const bool *kept);
/* Positions and velocities of massless bodies in equilibrium, in m->balanced; accelerations and multipliers there. 0,
 * or +1. */
int tml_motion_state_evaluate_balanced(tml_motion_state *m, double t, const double *y);
/* Massless motions that rigid joints leave free: only absolute coordinates can represent them. False with messages. */
bool tml_motion_state_balance(tml_motion_state *m, const tml_assembly *report);
/* Prepares the chosen integrator for massless bodies: a method that integrates v' gets them from their equilibrium,
 * and its states are brought into equilibrium by projection. */
void tml_motion_state_eliminate_massless(tml_motion_state *m);
