/* run.h - the analyses of a model, in order. */
#pragma once
#include "trammel/model.h"
#include "trammel/results.h"
TML_BEGIN_DECLS

typedef struct {
    size_t size;      /* sizeof(tml_run_options) */
    const char *only; /* run no further than the analysis of this kind ("modes", "modes.A"); NULL: all */
    void *context;    /* of `progress` */
    /* Called now and then with the fraction done, 0 to 1; non-zero stops the run and keeps what was computed. */
    int (*progress)(void *context, const char *analysis, double fraction);
    bool profile; /* also measure the time inside evaluations of the equations, at the cost of reading the clock */
    /* These replace what `dynamics` says; NULL, 0: as the model says. */
    const char *formulation; /* one of TML_FORMULATIONS, or "auto" */
    const char *integrator;  /* one of TML_INTEGRATORS, or "auto" */
    double tolerance;
    double stiffness; /* of joints under `implicit`, N/m */
    /* Motions with fewer rows than this get more, evenly between those that the model asks for (tml_table_stride), to be shown
     * moving; 0: as the model says. Not with fixed steps. */
    double rows;
    /* Also estimate the global error of every channel of `dynamics`, by two more runs at other tolerances: tables "dynamics.error"
     * with the same rows and channels, and facts ("error of positions"). Takes about four times as long. */
    bool error;
    /* Motions by `dynamics` have only their first and last row: enough for what is said of outputs, events and the end, and faster. Not with
     * fixed steps. */
    bool ends;
    double refine; /* reduces errors of `dynamics` by about this factor, by tolerance or fixed step; 0: not */
    /* An analysis that is wrong or fails does not keep the others from running: those behind it begin where the one before it ended. The
     * status is that of the first that failed; TML_FAILED where it is wrong and another has run. */
    bool keep_going;
    /* Called where `progress` is, with what was found so far: tables with the rows that they have, marked as partial
     * (tml_results_partial). They may be read and saved during the call, so that a killed run leaves its rows behind. Not called where
     * `error` is estimated. */
    void (*rows_so_far)(void *context, const tml_results *results);
    /* (time_count) rising: motions by `dynamics`, `kinematics` and `inverse` have their rows at those of these times that lie within them, and at
     * their first and last; NULL: as the model says. Not with fixed steps. */
    const double *times;
    size_t time_count;
} tml_run_options;

/* Runs the model's analyses in order. `options` may be NULL. *results is made, perhaps with unfinished tables, unless the status is
 * TML_WRONG or TML_NO_MEMORY. A model may be run by several threads at once, each with a log of its own. */
TML_API tml_status tml_run(const tml_model *model, const tml_run_options *options, tml_results **results, tml_log *log);

/* Whether each of these names or patterns, with * and ?, finds a channel in a run of the model, as far as that is known before it: for
 * tml_save_options. TML_WRONG with messages that list near names. */
TML_API tml_status tml_channels_check(const tml_model *model, const char *const *patterns, size_t count, tml_log *log);

TML_END_DECLS
