/* failure.h - why equations cannot be solved or a motion cannot go on, in words. */
#pragma once
#include "analysis/analysis.h"

/* A force or a driver whose expression gives no finite number, though all it reads is finite. */
typedef struct {
    int law, drive; /* of the system; -1 */
    double t, value;
} tml_failure_cause;

#define TML_NO_FAILURE_CAUSE ((tml_failure_cause){.law = -1, .drive = -1, .t = -INFINITY})

/* The first one at what was last evaluated; false: there is none. */
bool tml_failure_find_cause(const tml_workspace *work, tml_failure_cause *cause);
void tml_failure_report_cause(const tml_task *task, const tml_failure_cause *cause, tml_severity severity);
/* The equations have no solution at what was last evaluated: an error that says why. `where`: "at the start". */
/* Why massless bodies cannot be brought into balance. */
void tml_failure_massless(const tml_task *task, tml_massless *massless);
/* A warning where massless bodies are in balance, but driven away from there. */
void tml_failure_warn_hold(const tml_task *task, tml_massless_hold hold);
/* A note where the balance of massless bodies is about to end. */
void tml_failure_note_hold(const tml_task *task, tml_massless_hold hold);
void tml_failure_singular(const tml_task *task, const tml_workspace *work, const char *where);
/* Notes on a state beyond which the motion could not be followed: dead points, positions of the joints. */
void tml_failure_position(const tml_task *task, tml_workspace *work, int rank, double t, const double *q,
                          const double *v);
