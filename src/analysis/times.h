/* times.h - `end` and `output` of an analysis that goes through time. */
#pragma once
#include "analysis/analysis.h"

/* t0, t0 + dt, …, t1: the last interval may be shorter. Each whole one in `stride` equal parts. */
double *tml_output_times(double t0, double t1, double dt, int stride, tml_arena *arena, int *count);
/* Parts of an interval, so that there are the rows that the options of the run want at least. */
int tml_task_stride(const tml_task *task, double end, double output);
/* The two options of a task, output by default a 200th of the whole; false with messages. */
bool tml_task_times(tml_task *task, double *end, double *output);
