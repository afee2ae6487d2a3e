/* live_events.h - events inside the fixed steps of a live motion: stops, contacts, friction, and events that act. */
#pragma once
#include "analysis/dynamics/event_run.h"
#include "base/pieces.h"

typedef struct tml_live_events tml_live_events;

/* NULL: nothing interrupts the motion, or, with messages and *good false, it cannot be followed. */
tml_live_events *tml_live_events_make(tml_motion_state *m, const tml_assembly *report, bool *good);
/* Before a step: what the integrator watches begins on the side of zero where the last step, or what happened last, has left it. */
void tml_live_events_begin_step(tml_live_events *events);
/* What acts where an event interrupts the step. */
tml_event_run *tml_live_events_run(const tml_live_events *events);
/* Behind it; interrupted: something has happened in it last. */
void tml_live_events_end_step(tml_live_events *events, bool interrupted);
/* From the state that the motion was put into, at t; nothing has happened yet. 0; non-zero: failure. */
int tml_live_events_restart(tml_live_events *events, double t);
/* What their future depends on. */
void tml_live_events_pieces(tml_live_events *events, tml_pieces *pieces);
/* An input of the motion's system has a new value. */
void tml_live_events_set(tml_live_events *events, int input, double value);
/* The workspace of its impulses, whose inputs change as those of the motion. */
tml_workspace *tml_live_events_workspace(const tml_live_events *events);

/* ---- for an integrator of the caller's ---- */

/* Which of the problem's values are watched: (returned) of `which`, as long as all of them. */
int tml_live_events_watched(const tml_live_events *events, int *which);
/* One of them just after what happened last. */
double tml_live_events_side(const tml_live_events *events, int value);
/* At the state of the motion: whether one has crossed zero; else it is on this side from now on. 0; non-zero: failure. */
int tml_live_events_look(tml_live_events *events, double t, bool *crossed);
/* What happens at the state of the motion, if anything. 0; non-zero: failure. */
int tml_live_events_happen(tml_live_events *events, double t);
/* What happens where one of the problem's values is zero: here, whatever it is. 0; non-zero: failure. */
int tml_live_events_fire(tml_live_events *events, double t, int value);
