/* steady_hold.h - relative equilibrium that friction holds. */
#pragma once
#include "analysis/friction_hold.h"
#include "analysis/steady/steady_task.h"

typedef struct tml_steady_hold tml_steady_hold;

/* Whether friction holds the mechanism at the start, relative to what the given speeds move, or where the rest of it comes to rest while joints that
 * friction holds stay: that is then the state of the task. NULL: it does not, or nothing has friction that could. */
tml_steady_hold *tml_steady_hold_find(tml_task *task, const tml_steady_request *request, const tml_assembly *report);
/* The row of that state and its facts. */
tml_status tml_steady_hold_record(tml_steady_hold *h);
/* Of a state found without it, which is that of the task: says which friction was taken as none, and the ranges within which it would hold that state. base: the
 * system without closed stops and contacts. */
void tml_steady_idle_friction(tml_steady_task *t, const tml_system *base, const tml_assembly *report);
