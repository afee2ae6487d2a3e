/* real_time.h - a live motion from inside: what the files share that step it (real_time.c) and that copy its state (live_state.c). */
#pragma once
#include "analysis/dynamics/motion_state.h"
#include "base/pieces.h"
#include "run/live_events.h"
#include "run/live_steps.h"
#include "run/run.h"

typedef struct tml_live_ode tml_live_ode;

struct tml_live {
    tml_run_state run_state; /* first: it is handed back where the motion begins */
    tml_run_options run_options;
    tml_live_options options;
    tml_task task;
    tml_motion_request request;
    tml_motion_state motion;
    tml_live_events *events;  /* NULL: none interrupts a step */
    tml_live_steps *stepping; /* in place of all these, where contacts are stepped over; NULL */
    tml_live_ode *ode;        /* the motion as differential equations; NULL: it has no such form */
    const tml_table *table;   /* with its channels */
    tml_log *messages;        /* of steps */
    double h, t;
    double internal; /* s: the longest internal step, where these are fixed; 0: steps are by the tolerance */
    double made;     /* s: the internal step made last, over contacts; 0: none */
    int stopped;     /* which event has ended the motion; -1: none has */
    double start;    /* time from which steps are counted; a singular start is left slightly before the first step */
    double begin;    /* the same of a motion that steps over contacts, to which it is reset */
    char *first;     /* (pieces.bytes) the pieces of any other motion where it begins, to which it is reset */
    double count;    /* of steps since then */
    double *row;     /* (channels) values at t */
    bool observed;   /* row holds them */
    double *kept_inputs;       /* (input_count of the system) scratch space of observations */
    int *inputs;               /* (input_count) of the system */
    tml_input_course *courses; /* (input_count) how they change with time */
    long *state_channels;      /* (tml_live_state_count) */
    tml_pieces pieces;         /* what its future depends on */
    unsigned long long model;  /* mark of the model's text: its states fit no other */
};

/* tml_live_make by an integrator; NULL: as the model says. */
tml_status tml_live_make_by(const char *integrator, const tml_model *model, const tml_live_options *options,
                            tml_live **live, tml_log *log);
/* Something that its channels depend on has changed. */
void tml_live_changed(tml_live *live);
/* The motion as differential equations, once it is made (live_ode.c); what their future depends on. */
void tml_live_ode_prepare(tml_live *live, const tml_assembly *report);
void tml_live_ode_pieces(tml_live *live);
/* Derivatives at the state before are of no use (live_derivatives.c). */
void tml_live_ode_forget(tml_live *live);
/* What the motion has come from has no say in how it goes on: it was put elsewhere. */
void tml_live_forget_course(tml_live *live);
/* The error of energies is counted from the present state on. */
void tml_live_begin_energy(tml_live *live);
/* Lists what its future depends on: where it is now. */
void tml_live_state_list(tml_live *live);
/* Which event has stopped the motion, if one has. */
void tml_live_note_stop(tml_live *live);
/* Workspaces read inputs that change with time. */
void tml_live_connect_courses(tml_live *live);
/* Puts back what they were. */
void tml_live_put_pieces(tml_live *live, const char *bytes);
/* The same once it is made, with the mark of its model. */
void tml_live_state_prepare(tml_live *live);
