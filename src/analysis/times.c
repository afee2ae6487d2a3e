/* times.c - output times. */
#include "analysis/times.h"
#include <math.h>

static const double MAX_ROWS = 1e7, MAX_ROWS_ADDED = 1e4;

double *tml_output_times(double t0, double t1, double dt, int stride, tml_arena *arena, int *count)
{
    const int whole = (int)floor((t1 - t0) / dt * (1 + 1e-12)), last = whole * stride;
    double *times = TML_NEW_ARRAY(arena, double, last + 2);
    for (int i = 0; i <= last; i++) { /* times asked for have the same bits for any stride */
        const int interval = i / stride, part = i % stride;
        times[i] = t0 + interval * dt + (part ? part * (dt / stride) : 0);
    }
    *count = last + 1;
    if (whole == 0 || t1 - times[last] > 1e-9 * dt)
        times[(*count)++] = t1;
    else
        times[last] = t1;
    return times;
}

double *tml_task_output_times(const tml_task *task, double end, double output, int stride, int *count)
{
    const double t0 = task->state->t, *given = task->options->times;
    if (!given)
        return tml_output_times(t0, end, output, stride, task->arena, count);
    double *times = TML_NEW_ARRAY(task->arena, double, task->options->time_count + 2);
    *count = 0;
    times[(*count)++] = t0;
    for (size_t i = 0; i < task->options->time_count; i++)
        if (given[i] > times[*count - 1] && given[i] < end)
            times[(*count)++] = given[i];
    times[(*count)++] = end;
    return times;
}

int tml_task_stride(const tml_task *task, double end, double output)
{
    if (task->options->times)
        return 1;
    const double wanted = fmin(task->options->rows, MAX_ROWS_ADDED), there = (end - task->state->t) / output;
    return wanted > there ? (int)ceil(wanted / fmax(there, 1)) : 1;
}

static bool wrong(tml_task *task, const char *name, const char *why)
{
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, name));
    tml_log_raise(task->log, TML_E_WRONG_OPTION, node ? node->place : task->element->place, "%s: %s %s",
                  task->element->kind, name, why);
    return false;
}

bool tml_task_times(tml_task *task, double *end, double *output)
{
    const double t0 = task->state->t;
    if (!tml_task_number(task, "end", end))
        return false;
    if (!(*end > t0))
        return wrong(task, "end",
                     t0 > 0 ? "must be later than the end of the previous analysis: time continues"
                            : "must be greater than zero");
    *output = (*end - t0) / 200;
    if (tml_element_field(task->element, tml_task_field(task, "output")) && !tml_task_number(task, "output", output))
        return false;
    if (!(*output > 0))
        return wrong(task, "output", "must be greater than zero");
    if ((*end - t0) / *output > MAX_ROWS)
        return wrong(task, "output", "is too small: more than ten million rows");
    return true;
}
