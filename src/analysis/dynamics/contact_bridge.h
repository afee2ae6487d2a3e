/* contact_bridge.h - short stretches of a motion that are stepped through, where it cannot go on from event to event. */
#pragma once
#include "analysis/dynamics/event_run.h"

/* At t, where the motion has failed with the errors raised since `mark`; events: NULL if it has none. True: the motion goes on from the end of a stretch,
 * problem.t0, and a warning has taken the place of the errors. */
bool tml_contact_bridge_cross(tml_event_run *events, double t, tml_log_mark mark);
/* How many stretches there were, and how long they are. */
void tml_contact_bridge_facts(const tml_event_run *events);
