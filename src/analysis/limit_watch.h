/* limit_watch.h - joint coordinates that are driven beyond their limits, and surfaces of rigid contacts into each other: where first, and how
 * far. */
#pragma once
#include "analysis/analysis.h"

typedef struct tml_limit_watch tml_limit_watch;

/* NULL: no joint has limits, and there is no contact. With `rigid` only rigid ones are watched: the force of a compliant one is known. */
tml_limit_watch *tml_limit_watch_make(const tml_system *system, bool rigid, tml_arena *arena);
/* The configuration that work holds; watch may be NULL. */
void tml_limit_watch_take(tml_limit_watch *watch, const tml_workspace *work);
/* Stops, ropes, flanks and couplers of one side as gaps that are smooth functions of the coordinates. */
typedef struct {
    double value, rate, second; /* below zero: violated */
    double scale;               /* m, rad: what it is small against */
} tml_limit_gap;
/* How many there may be; 0: none is told. */
int tml_limit_watch_gaps(const tml_limit_watch *watch);
/* One of them at the configuration that work holds, with accelerations a (nv). False: it is not told. */
bool tml_limit_watch_read(const tml_limit_watch *watch, int gap, const tml_workspace *work, const double *a,
                          tml_limit_gap *out);
/* One that was read at a time between such configurations. */
void tml_limit_watch_note(tml_limit_watch *watch, int gap, double t, const tml_limit_gap *at);
/* The gap of a contact at a time between such configurations. */
void tml_limit_watch_gap(tml_limit_watch *watch, int contact, double t, double gap);
/* Whether overlaps of a contact are told. */
bool tml_limit_watch_heeds(const tml_limit_watch *watch, int contact);
/* The measure of the gap of a contact. */
int tml_contact_gap_measure(const tml_system *system, int contact);
/* Whether all rows of a table of equilibria lie within rigid limits; false with a message. */
bool tml_limits_are_kept(const tml_task *task, const tml_table *table);
void tml_limit_watch_report(const tml_limit_watch *watch, const tml_task *task);
