/* study.h - many variants of one model: its parameters are varied, and of each run a few numbers, the answers, are kept.
 *
 * A point is a function of the study and its number alone: rows are the same, to the last bit, whatever computes them in which order, on
 * however many threads or machines.
 */
#pragma once
#include "trammel/model.h"
#include "trammel/results.h"
#include <stdint.h>
TML_BEGIN_DECLS

typedef struct tml_study
    tml_study; /* what is varied and kept; never changes, and may be used by several threads at once */

typedef struct {
    size_t size; /* sizeof(tml_study_options) */
    /* (vary_count) "torque=30:50:100", from, to, and how many; "L=1.9,2,2.1"; "L=normal(2, 0.01)", a distribution; "L=1.9:2.1", a range. */
    const char *const *vary;
    size_t vary_count;
    /* (keep_count) answers: "peak = max(abs(B.fx))", or an expression alone, which then is its name. */
    const char *const *keep;
    size_t keep_count;
    /* (correlation_count) of normal scores: "L,m=0.6". */
    const char *const *correlate;
    size_t correlate_count;
    const char
        *sample;  /* "grid", "random", "latin_hypercube" or "sobol"; NULL: a grid where all have levels, else random */
    double count; /* of points, other than a grid */
    double seed;  /* a whole number */
    const char *only; /* as in tml_run_options, as are the following */
    const char *formulation, *integrator;
    double tolerance;
} tml_study_options;

/* NULL with messages. The study keeps what it needs of the model as it is now. */
TML_API tml_study *tml_study_make(const tml_model *model, const tml_study_options *options, tml_log *log);
/* A sweep of the model's section `studies`, by its name; NULL: the only one. What `options` gives (it may be NULL) counts instead: a
 * parameter that is varied, an answer of the same name, or is added. */
TML_API tml_study *tml_study_of_model(const tml_model *model, const char *name, const tml_study_options *options,
                                      tml_log *log);
/* The study whose results these are, of the model that they hold. */
TML_API tml_study *tml_study_of_results(const tml_model *model, const tml_results *results, tml_log *log);
TML_API void tml_study_free(tml_study *study);

TML_API uint64_t tml_study_point_count(const tml_study *study);
TML_API size_t tml_study_parameter_count(const tml_study *study);
TML_API const char *tml_study_parameter_name(const tml_study *study, size_t index); /* NULL: no such */
TML_API size_t tml_study_answer_count(const tml_study *study);
TML_API const char *tml_study_answer_name(const tml_study *study, size_t index); /* NULL: no such */
/* Values (parameter_count) of the parameters at a point, in SI units. */
TML_API void tml_study_point(const tml_study *study, uint64_t point, double *values);
/* The SHA-256 of all that its numbers depend on, as 64 hexadecimal digits. */
TML_API const char *tml_study_digest(const tml_study *study);

/* ---- computing points: a worker for each thread ---- */

typedef struct tml_study_worker tml_study_worker;

/* NULL with messages. The study must stay until the worker is freed. */
TML_API tml_study_worker *tml_study_worker_make(const tml_study *study, tml_log *log);
TML_API void tml_study_worker_free(tml_study_worker *worker);
/* Answers (answer_count) at a point; NAN where there is none. TML_OK; TML_FAILED, and *reason says why one is missing, until the next
 * call; TML_STOPPED, TML_NO_MEMORY: the point was not computed. */
TML_API tml_status tml_study_worker_run(tml_study_worker *worker, uint64_t point, double *answers, const char **reason);
/* Many points. `next` gives the next one to compute, false: there are no more; `take` gets the answers of one, with the status and reason that
 * tml_study_worker_run would give, in any order; anything but TML_OK that it returns ends the work. Motions of planar mechanisms of which only ends are
 * wanted are integrated several at once (docs/theory/integration.md). The numbers of a point are the same, to the last bit, whichever others are computed
 * with it. TML_OK; what `take` has returned; TML_STOPPED, TML_NO_MEMORY: points may be missing. */
typedef struct {
    size_t size; /* sizeof(tml_study_feed) */
    void *context;
    bool (*next)(void *context, uint64_t *point);
    tml_status (*take)(void *context, uint64_t point, tml_status status, const double *answers, const char *reason);
} tml_study_feed;
TML_API tml_status tml_study_worker_run_many(tml_study_worker *worker, const tml_study_feed *feed);
/* The same for values (parameter_count) that are no point of the study. */
TML_API tml_status tml_study_worker_try(tml_study_worker *worker, const double *values, double *answers,
                                        const char **reason);
/* Answers (answer_count) at values (parameter_count), and their derivatives by the parameters (answer_count x parameter_count), row by row: of
 * an answer by all parameters. By forward variation along a motion that is smooth, by the implicit function theorem where equations are solved (assembly, kinematics,
 * inverse dynamics, statics, steady states, modes), else by extrapolated differences of whole runs (docs/theory/sensitivities.md). NAN where there is none. A status as above; TML_FAILED also where a derivative is missing. */
TML_API tml_status tml_study_worker_gradient(tml_study_worker *worker, const double *values, double *answers,
                                             double *gradient, const char **reason);
/* Whether the last gradient has found this derivative by equations: by forward variation or by the implicit function theorem; else by
 * differences of whole runs, or not at all. */
TML_API bool tml_study_worker_is_varied(const tml_study_worker *worker, size_t answer, size_t parameter);
/* How often the worker has resolved and compiled the model so far. */
TML_API void tml_study_worker_counts(const tml_study_worker *worker, uint64_t *resolved, uint64_t *compiled);

/* ---- rows: the points that are done ---- */

typedef struct tml_study_rows tml_study_rows;

/* Rows in memory, and, if `journal` is not NULL, in that file as well: each is appended as it comes, so that whatever is killed loses only what
 * it was computing. With `resume`, rows that are in the file are taken over; TML_WRONG where it is of another study. */
TML_API tml_status tml_study_rows_make(const tml_study *study, const char *journal, bool resume, tml_study_rows **rows,
                                       tml_log *log);
TML_API void tml_study_rows_free(tml_study_rows *rows);
TML_API uint64_t tml_study_rows_done(const tml_study_rows *rows);
TML_API bool tml_study_rows_has(const tml_study_rows *rows, uint64_t point);
/* Takes a row; reason NULL: all answers are there. Thread-safe. */
TML_API tml_status tml_study_rows_put(tml_study_rows *rows, uint64_t point, const double *answers, const char *reason);
/* Answers (answer_count) of a point that is done; *reason: why one is missing, until the rows are freed, or NULL. False: it is not done
 * yet. Thread-safe: progress of tml_study_run may ask. */
TML_API bool tml_study_rows_get(const tml_study_rows *rows, uint64_t point, double *answers, const char **reason);
/* A table "sweep": a row for each point that is done, in order of their numbers: its number, parameters, answers; the name of a row is why an answer is missing, or "". NULL: no memory. */
TML_API tml_results *tml_study_results(const tml_study *study, const tml_study_rows *rows);

/* A point that an optimisation has tried (trammel/optimize.h). All of it is valid during the call only. */
typedef struct {
    const tml_study
        *study;      /* whose parameters and answers these are; its first answers are the goals, small ones first */
    uint64_t search; /* the number of the search that tried it, from 0 */
    const double *values;  /* (parameter_count) SI */
    const double *answers; /* (answer_count) NAN: none */
    double best;           /* of the goal of this search, so far; NAN: nothing satisfies the constraints yet */
    const char *reason;    /* why an answer is missing; NULL: none is */
} tml_evaluation;

typedef struct {
    size_t size; /* sizeof(tml_study_run_options) */
    int threads; /* 0: as many as there are processors */
    void *context;
    /* Called now and then by the calling thread; non-zero stops, and keeps the rows. */
    int (*progress)(void *context, uint64_t done, uint64_t all);
    /* Of tml_optimize: called with each point that was tried, by any thread, but by one at a time; points of several searches come in any
     * order, those of one in theirs. */
    void (*evaluated)(void *context, const tml_evaluation *evaluation);
} tml_study_run_options;

/* Computes the points that `rows` does not have yet. */
TML_API tml_status tml_study_run(const tml_study *study, const tml_study_run_options *options, tml_study_rows *rows,
                                 tml_log *log);

TML_END_DECLS
