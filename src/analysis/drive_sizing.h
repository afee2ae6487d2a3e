/* drive_sizing.h - what motors must give in a run, at their shafts before the gearboxes: torque, speed and power, against what they are built for.
 *
 *   peak = max |T|     rms = sqrt((1/t) int T^2 dt)     margin = rating/peak
 *
 * Motors are forces whose form has a shaft (model/motor_shaft.h). Four functions of each are followed along the steps, behind the outputs of the user.
 */
#pragma once
#include "analysis/analysis.h"
#include "integrate/along.h"

typedef struct tml_sizing tml_sizing;

/* drives: also forces without a shaft that drive (tml_force_class), along what they act on. NULL: none that is on. */
tml_sizing *tml_sizing_make(const tml_task *task, bool drives);
/* How many functions are followed along the steps; 0 of NULL. */
int tml_sizing_count(const tml_sizing *sizing);
/* Begins to follow them: along (count). */
void tml_sizing_begin(const tml_sizing *sizing, tml_along *along);
/* Their values (count) at the state that the workspace holds, forces evaluated. */
void tml_sizing_values(const tml_sizing *sizing, const tml_workspace *work, double *values);
/* Takes their values at a time: along (count). */
void tml_sizing_take(const tml_sizing *sizing, const tml_workspace *work, double t, tml_along *along);
/* how: where peaks were looked for. */
void tml_sizing_facts(const tml_sizing *sizing, const tml_along *along, const char *how, tml_table *table);
