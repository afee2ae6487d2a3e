/* run.h - the state of a run: what is passed from one analysis of a model to the next. */
#pragma once
#include "analysis/analysis.h"

typedef struct tml_run_state {
    const tml_model *model;
    const tml_run_options *options;
    tml_results *results;
    tml_log *log;
    tml_arena state_arena, arena; /* of the whole run; of one analysis */
    tml_state state;
    double *angles; /* (turn_count) by measures' ids */
    int angle_count;
    const char *const *varying; /* (varying_count) parameters that are inputs of what is compiled next */
    int varying_count;
    const double *start;                       /* s: time at which the last analysis begins; NULL: as the model says */
    double delay;                              /* s: so much later than the model says */
    int nq, nv, state_count, coordinate_count; /* of the state's numbers */
    bool *wrong; /* (analysis_count) found wrong before anything was run; NULL: not checked */
    tml_status (*take_last)(struct tml_run_state *run_state,
                            int index); /* called instead of running the last one; NULL: it is run */
    /* Called instead of an analysis's own `run`; NULL: that is. */
    tml_status (*run_analysis)(struct tml_run_state *run_state, int index, tml_task *task);
    /* Called behind each analysis that has succeeded, while its memory is there; anything but TML_OK ends the run. NULL: not needed. */
    tml_status (*ran)(struct tml_run_state *run_state, int index, tml_task *task);
} tml_run_state;

/* Runs up to the last analysis that the options request; `model`, `options`, `log` are set. Results stay until freed. */
tml_status tml_run_state_go(tml_run_state *r);
void tml_run_state_free(tml_run_state *r);
/* tml_run, and the error of the result. */
tml_status tml_run_with_error(const tml_model *model, const tml_run_options *options, tml_results **results,
                              tml_log *log);
/* Whether all analyses can be compiled and have valid options; with messages. Nothing is run. */
tml_status tml_analyses_check(const tml_model *model, tml_log *log);
/* Whether the options of a run are valid; with messages. */
bool tml_run_options_check(const tml_run_options *options, tml_log *log);
/* The task of one analysis, its system compiled, from where the previous one ended. */
tml_status tml_run_state_prepare(tml_run_state *r, int index, tml_task *task);
/* A model of its own with the same text, the present values of its parameters, and outputs that are not in its text. NULL with messages. */
tml_model *tml_model_again(const tml_model *model, const tml_named_text *outputs, int output_count, tml_log *log);
