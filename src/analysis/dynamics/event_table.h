/* event_table.h - what is reported of an event. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    double t;
    long count;                  /* of this event so far */
    double energy;               /* by which it has changed, J */
    const tml_instant *impulses; /* multipliers and forces of interactions are impulses */
    const double *contacts;      /* impulses of all interactions, in their order; NULL: zero */
} tml_occurrence;

/* The table `KIND.events` of a task, for events in a system with enforced rows; NULL without memory. */
tml_table *tml_event_table_make(tml_task *task, const tml_system *system);
/* The fact that an event has occurred more often than facts of it are listed. */
void tml_event_table_rest(tml_table *motion, const tml_event *event, long count);
/* A row without impulses: a change of mode. False: no memory. */
bool tml_event_table_add_change(tml_table *table, const char *name, double t, long count);
/* A row (table NULL: none) and a fact of an event that changes nothing. Takes nothing from an arena: the integrator calls it. */
void tml_event_table_record(tml_table *table, tml_table *motion, const tml_event *event, double t, long count);
/* The values of a row. */
void tml_event_table_fill(const tml_occurrence *occurrence, double *row);
/* A row of it (NULL: there is none), and a fact of the motion. */
tml_status tml_event_table_add(tml_table *table, tml_table *motion, const tml_event *event,
                               const tml_occurrence *occurrence);
