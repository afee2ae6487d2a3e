/* worker.h - what a worker is made of, for those that run its points: one after the other (worker.c), or several at once (lanes.c). */
#pragma once
#include "run/run.h"
#include "study/study.h"

enum { TML_REASON = 400 };

struct tml_study_worker {
    const tml_study *study;
    tml_arena arena;
    tml_model *model;
    double *values;  /* (parameters) of the present point */
    double *given;   /* (parameters of the model) the same, where the model finds them */
    double *answers; /* (answers) */
    double *work;
    double *tried, *found; /* (parameters), (answers) of the last tml_study_worker_try, if it has found all: */
    bool known;
    double *unknown;              /* (parameters of the model) not numbers */
    bool *varied;                 /* (answers x parameters) of the last gradient */
    struct tml_near_models *near; /* for its gradients */
    char reason[TML_REASON];
    struct tml_study_lanes *lanes; /* that run its points several at once; NULL: none have */
};

/* The model has these values of its parameters from now on. */
void tml_study_worker_give(tml_study_worker *worker, const double *values);
/* The answers of a run that has ended with this status, and the reason why one is missing. A status as that of tml_study_worker_run. */
tml_status tml_study_worker_answer(tml_study_worker *worker, tml_status status, const tml_results *results,
                                   const tml_log *log, double *answers, const char **reason);
void tml_study_lanes_free(struct tml_study_lanes *lanes);
/* Adds what its other seats have resolved and compiled. */
void tml_study_lanes_counts(const struct tml_study_lanes *lanes, uint64_t *resolved, uint64_t *compiled);
