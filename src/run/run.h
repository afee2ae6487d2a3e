/* run.h - a model's analyses while they run, in order: what goes from one to the next. */
#pragma once
#include "analysis/analysis.h"

typedef struct tml_running {
    const tml_model *model;
    const tml_run_options *options;
    tml_results *results;
    tml_log *log;
    tml_arena state_arena, arena; /* of the whole run; of one analysis */
    tml_state state;
    double *turns; /* (turn_count) by measures' ids */
    int turn_count;
    const char *const *varying; /* (varying_count) parameters that are inputs of what is compiled next */
    int varying_count;
    tml_status (*take_last)(struct tml_running *running,
                            int index); /* instead of running the last one; NULL: it is run */
} tml_running;

/* Runs up to the last analysis that the options want; `model`, `options`, `log` are set. What was found stays until it is freed. */
tml_status tml_running_go(tml_running *r);
void tml_running_free(tml_running *r);
/* tml_run, and the error of the result. */
tml_status tml_run_with_error(const tml_model *model, const tml_run_options *options, tml_results **results,
                              tml_log *log);
/* Whether all analyses can be compiled and have options that make sense; with messages. Nothing is run. */
tml_status tml_analyses_check(const tml_model *model, tml_log *log);
/* Whether what a caller asks of a run makes sense; with messages. */
bool tml_run_options_check(const tml_run_options *options, tml_log *log);
/* The task of one analysis, its system compiled, from where the one before it ended. */
tml_status tml_running_prepare(tml_running *r, int index, tml_task *task);
