/* motion.h - forward dynamics of a system over time, with a table and a certificate as the result. */
#pragma once
#include "analysis/analysis.h"

/* How contacts, stops and friction are gone through. */
typedef enum {
    TML_CONTACT_EVENTS,  /* rigid, from event to event; compliant ones by their laws */
    TML_CONTACT_STEPS,   /* rigid, by a fixed step of order one (time_stepping.h) */
    TML_CONTACT_SPRINGS, /* rigid ones are stiff springs */
} tml_contact_method;

typedef struct {
    tml_contact_method method;
    const char *why; /* "" if requested by name */
} tml_contact_choice;

typedef struct {
    double end;
    const double *times;
    int time_count;
    int stride; /* only every stride-th of them, and the last, were requested */
    double tolerance, step;
    double output;        /* s: between the rows that the model asks for */
    double step_fraction; /* of the default first and longest steps: runs at other tolerances differ in these too */
    const tml_formulation_class *formulation;
    const char *why;        /* why it was chosen; "" if requested by name */
    const char *integrator; /* or "auto" */
    tml_stabilization stabilization;
    tml_contact_choice contact;
} tml_motion_request;

/* What a task of the kind `dynamics` requests, and its assembled start. */
tml_status tml_dynamics_request(tml_task *task, tml_motion_request *request, tml_assembly *report);
/* A motion whose start is ready, in the arena of its task. */
typedef struct tml_motion tml_motion;
tml_status tml_motion_begin(tml_task *task, const tml_motion_request *request, const tml_assembly *report,
                            tml_motion **motion);
/* Integrates it, to its end. */
tml_status tml_motion_go_on(tml_motion *motion);
