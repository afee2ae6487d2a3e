/* driven_run.h - a driven motion as the table of an analysis: all channels at all outputs, energies, a certificate. */
#pragma once
#include "analysis/inverse/actuation.h"
#include "analysis/kinematics/transmission.h"

typedef struct {
    double end, output, tolerance;
    tml_actuation *actuation; /* produces the motion; NULL: the drivers do */
    bool reports_ratios;      /* transmission ratios and angles */
} tml_driven_request;

/* Assembles a mechanism that must be fully driven, and follows its motion. */
tml_status tml_driven_run(tml_task *task, const tml_driven_request *request);
