/* study.h - the parts of a study. */
#pragma once
#include "base/sha256.h"
#include "study/answer.h"
#include "study/vary.h"
#include "trammel/study.h"

struct tml_study {
    tml_arena arena;
    tml_model *model; /* of its own, with the outputs that the answers need; only read */
    tml_variation *variation;
    const tml_answers *answers;
    char (*units)[32]; /* (answers) */
    bool *varies;      /* (parameters of the model) those of the variation */
    bool only_loads;   /* they are read by values of forces and by outputs alone: points share all else */
    const char *sample;
    tml_run_options options;
    char digest[TML_SHA256_DIGITS + 1];
    const char *definition; /* as text: what the digest is of, beside the model */
    int analyses; /* of the model, how many count; those about variants (tml_analysis_class) do not. -1: all do */
};

/* As tml_study_make, of ranges, in which the best values are searched for. */
tml_study *tml_study_make_search(const tml_model *model, const tml_study_options *options, tml_log *log);
/* As tml_study_make, of the first analyses of the model only, without those that are about variants themselves. */
tml_study *tml_study_make_before(const tml_model *model, const tml_study_options *options, int analyses, tml_log *log);
/* The model with the outputs that its answers need, to be given values of its parameters. NULL with messages. */
tml_model *tml_study_variant(const tml_study *study, tml_log *log);

/* As tml_study_worker_try; of the values that were tried last nothing is run again. */
tml_status tml_study_worker_know(tml_study_worker *worker, const double *values, double *answers, const char **reason);
/* (answers x parameters) which derivatives of the last gradient are by equations: to be filled. */
bool *tml_study_worker_varied(tml_study_worker *worker);
/* Lets a run end where nobody wants it any more. */
void tml_study_run_watched(tml_run_options *options, const tml_watch *watch);
/* From now on a run of the worker calls unwanted(context) now and then; non-zero: it ends with TML_STOPPED. */
void tml_study_worker_watch(tml_study_worker *worker, int (*unwanted)(void *context), void *context);
/* Copies of the model for its gradients (study/near_models.h). */
struct tml_near_models *tml_study_worker_near(const tml_study_worker *worker);
/* The study of which a worker is. */
const tml_study *tml_study_worker_study(const tml_study_worker *worker);

/* Whether a study could be made, without a run of the model; false with messages. */
bool tml_study_check(const tml_model *model, const tml_study_options *options, tml_log *log);
/* The same of tml_study_make_search. */
bool tml_study_check_search(const tml_model *model, const tml_study_options *options, tml_log *log);
/* Lets a copy of the study's model be prepared for all of its points at once: where they differ in loads alone without another look, else
 * with their numbers written again at each, from values (parameters of the model). */
void tml_study_share(const tml_study *study, tml_model *model, const double *values);
/* Whether all rows could be written to the journal; else TML_FAILED with a message. */
tml_status tml_study_rows_check(const tml_study_rows *rows, tml_log *log);
