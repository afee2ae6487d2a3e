/* times.h - `end` and `output` of an analysis over time. */
#pragma once
#include "analysis/analysis.h"

/* t0, t0 + dt, ..., t1; the last interval may be shorter. Each full interval is divided into `stride` equal parts. */
double *tml_output_times(double t0, double t1, double dt, int stride, tml_arena *arena, int *count);
/* Parts per interval, so that there are at least as many rows as the run options ask for. */
/* The times of rows of a motion up to `end`: those that the options of the run give, else every `output`, with `stride`. */
double *tml_task_output_times(const tml_task *task, double end, double output, int stride, int *count);
int tml_task_stride(const tml_task *task, double end, double output);
/* The two options of a task; by default `output` is 1/200 of the duration. False with messages. */
bool tml_task_times(tml_task *task, double *end, double *output);
