/* driven_run.h - a driven motion as the table of an analysis: all channels at all outputs, energies, a certificate. */
#pragma once
#include "analysis/inverse/actuation.h"
#include "analysis/kinematics/transmission.h"

typedef struct {
    double end, output, tolerance;
    tml_actuation *actuation; /* produces the motion; NULL: the drivers do */
    bool reports_ratios;      /* transmission ratios and angles */
} tml_driven_request;

/* As the options of a task say; false with messages. */
bool tml_kinematics_request(tml_task *task, tml_driven_request *request);
bool tml_inverse_request(tml_task *task, tml_driven_request *request);
/* Assembles a mechanism that must be fully driven, and follows its motion. */
tml_status tml_driven_run(tml_task *task, const tml_driven_request *request);

/* Rows of that table at positions that are given, which may be a little open: velocities, accelerations and forces follow from them. What is
 * integrated along the motion is not finite. */
typedef struct tml_driven_rows tml_driven_rows;
/* independent (row_count): marks independent rows. */
tml_driven_rows *tml_driven_rows_make(tml_task *task, const tml_driven_request *request, const bool *independent);
tml_driven *tml_driven_rows_of(tml_driven_rows *rows);
/* configuration: q and t are given, the rest is found. False: it is not finite, or actuators cannot produce it. */
bool tml_driven_rows_fill(tml_driven_rows *rows, tml_configuration *configuration, double *row);
