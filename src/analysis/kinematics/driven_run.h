/* driven_run.h - a driven motion as the table of an analysis: all channels at all outputs, energies, a certificate. */
#pragma once
#include "analysis/inverse/actuation.h"
#include "analysis/kinematics/transmission.h"

typedef struct {
    double end, output, tolerance;
    tml_actuation *actuation; /* produces the motion; NULL: the drivers do */
    tml_ratios *ratios;       /* to report; NULL: none */
    const bool *independent;  /* (row_count) independent rows */
} tml_driven_request;

/* From the assembled state of the task. */
tml_status tml_driven_run(tml_task *task, const tml_driven_request *request);
