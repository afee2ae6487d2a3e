/* failure.h - why equations cannot be solved or a motion cannot go on, in words. */
#pragma once
#include "analysis/analysis.h"

/* A force or a driver whose expression gives no finite number, though all it reads is finite. */
typedef struct {
    int law, drive; /* of the system; -1 */
    double t, value;
} tml_culprit;

#define TML_NO_CULPRIT ((tml_culprit){.law = -1, .drive = -1, .t = -INFINITY})

/* The first one at what was last evaluated; false: there is none. */
bool tml_stuck_find(const tml_work *work, tml_culprit *culprit);
void tml_stuck_blame(const tml_task *task, const tml_culprit *culprit, tml_severity severity);
/* The equations have no solution at what was last evaluated: an error that says why. `where`: "at the start". */
/* Why massless bodies cannot be brought into balance. */
void tml_stuck_massless(const tml_task *task, tml_massless *massless);
/* A warning where massless bodies are in balance, but driven away from there. */
void tml_stuck_warn_hold(const tml_task *task, tml_massless_hold hold);
/* A note where the balance of massless bodies is about to end. */
void tml_stuck_note_hold(const tml_task *task, tml_massless_hold hold);
void tml_stuck_singular(const tml_task *task, const tml_work *work, const char *where);
/* Notes on a state beyond which the motion could not be followed: dead points, positions of the joints. */
void tml_stuck_position(const tml_task *task, tml_work *work, int rank, double t, const double *q, const double *v);
