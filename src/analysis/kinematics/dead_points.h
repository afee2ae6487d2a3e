/* dead_points.h - what is said where a driven motion meets a dead point or cannot go on. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

/* The motion stands in a dead point at its start, or (not closed) does not close there. Work is evaluated at the stand. */
void tml_dead_point_start(const tml_task *task, const tml_driven *d, const tml_configuration *stand, bool closed);
/* It goes on through a dead point at time t. */
void tml_dead_point_passes(const tml_task *task, const tml_driven *d, const tml_configuration *stand, double t);
/* It has come near one, at time t, but not through it; `part` of what holds it at best was left. */
void tml_dead_point_near(const tml_task *task, double t, double part);
/* It cannot go on beyond a dead point that is about `way` (s) ahead. */
void tml_dead_point_locks(const tml_task *task, tml_driven *d, const tml_configuration *stand, double way);
/* Whether the speed of a driver jumps between two times, however near they are: a warning, unless one was given at `told`, shortly
 * before. */
bool tml_dead_point_kink(const tml_task *task, tml_driven *d, double t1, double t2, double told);
/* No step is short enough: a driver jumps or is not a number, or drivers contradict each other. */
void tml_dead_point_stuck(const tml_task *task, tml_driven *d, const tml_configuration *stand, double span);
