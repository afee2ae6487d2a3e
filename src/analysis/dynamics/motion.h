/* motion.h - following the motion of a system through time, with a table and a certificate as the result. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    double end;
    const double *times;
    int time_count;
    int stride; /* every so many of them, and the last, were asked for */
    double tolerance, step;
    double pace; /* of the usual first and longest steps, a part: runs at other tolerances differ in those, too */
    const tml_formulation_class *formulation;
    const char *why;        /* it was chosen; "" when it was asked for by name */
    const char *integrator; /* or "auto" */
    tml_stabilization stabilization;
} tml_motion_request;

/* What a task of the kind `dynamics` asks for, and its assembled start. */
tml_status tml_dynamics_request(tml_task *task, tml_motion_request *request, tml_assembly *report);
tml_status tml_motion_run(tml_task *task, const tml_motion_request *request, const tml_assembly *report);
