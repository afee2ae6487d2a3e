/* optimize.h - the values of a model's parameters that are best for a goal, or that fit measured curves.
 *
 * What is asked for is given as texts, as in a study (study.h): goals and constraints are answers of it.
 */
#pragma once
#include "trammel/model.h"
#include "trammel/results.h"
#include "trammel/study.h"
TML_BEGIN_DECLS

typedef struct {
    size_t size; /* sizeof(tml_optimize_options) */
    /* (minimize_count), (maximize_count) goals: "peak = max(abs(B.fx))", or an expression alone. Several, of both together: a Pareto front. */
    const char *const *minimize;
    size_t minimize_count;
    const char *const *maximize;
    size_t maximize_count;
    /* (over_count) "L=1..3": a parameter and its bounds; "L=1..3@2": where the first search starts; "L=1:3" means "L=1..3". */
    const char *const *over;
    size_t over_count;
    /* (subject_to_count) "max(abs(B.fx)) <= 100", "B.y >= 0", "a == b", "0 <= x <= 2"; of any expressions that answers have. */
    const char *const *subject_to;
    size_t subject_to_count;
    const char *method; /* one of tml_optimize_method_name; NULL: "gradient" */
    /* From how many points; of random global methods: how many searches; other global ones search once. 0: 8, or 1 where a start is given for
     * every parameter, and of global methods. */
    double starts;
    double front;       /* of several goals: points on the front; 0: 20 */
    double evaluations; /* of the goals and constraints, at most, in each search; 0: 1000 for each parameter */
    double accuracy;    /* at which a search ends, of goals and of parameters, relative; 0: 1e-8 */
    double seed;        /* of starts and of random methods: a whole number */
    const char *only;   /* as in tml_run_options, as are the following */
    const char *formulation, *integrator;
    double tolerance;
} tml_optimize_options;

/* Searches for the best values of parameters. *results is made, unless the status is TML_WRONG or TML_NO_MEMORY, or no point could be run:
 *
 *   table "optimize"  a row for each evaluation: its number, which search it is of, parameters, goals, sides of constraints, and, of one goal, the
 *                     best so far; the name of a row is why it could not be run, or "". Facts: "best NAME" of parameters and goal, in SI
 *                     units; "feasible", "converged" (1, 0); "ended"; "slope"; "constraint TEXT", "multiplier TEXT" of active constraints;
 *                     "parameters", "evaluations", "evaluations that failed", "derivatives", "searches", "searches that agree".
 *   table "front"     of several goals: a row for each point of the Pareto front, in the order of the first goal: parameters and goals.
 *
 * TML_FAILED: nothing could be run, or nothing was found that satisfies the constraints; TML_STOPPED: what was found so far. The same bits for
 * any number of threads. `how` may be NULL; its progress counts evaluations. */
TML_API tml_status tml_optimize(const tml_model *model, const tml_optimize_options *options,
                                const tml_study_run_options *how, tml_results **results, tml_log *log);

/* The same for a study of the model's section `studies`, by its name; NULL: the only one. What `options` gives (it may be NULL) counts
 * instead, or is added; goals replace those of the model. */
TML_API tml_status tml_optimize_of_model(const tml_model *model, const char *name, const tml_optimize_options *options,
                                         const tml_study_run_options *how, tml_results **results, tml_log *log);

/* The methods, ordered by name. NULL: there is none. */
TML_API size_t tml_optimize_method_count(void);
TML_API const char *tml_optimize_method_name(size_t index); /* "gradient" */
TML_API const char *tml_optimize_method_doc(size_t index);  /* one line */

typedef struct {
    size_t size; /* sizeof(tml_fit_options) */
    const char *
        data; /* a file that tml_results_load reads, such as a CSV: a column of times, and measured columns, with units or in SI */
    const char *time; /* its column of times; NULL: "t" or "time" */
    /* (match_count) "angle = O.angle": a column, and the expression of channels that it measured; none: every column that has the name of a
     * channel or output. */
    const char *const *match;
    size_t match_count;
    /* (sigma_count) "angle=0.01", in the unit of the column, or "angle=0.5 deg": the standard deviation of its noise, where it is known;
     * otherwise it is found. */
    const char *const *sigma;
    size_t sigma_count;
    const char *const *over; /* (over_count) as in tml_optimize_options */
    size_t over_count;
    double starts;     /* 0: 8, or 1 where a start is given for every parameter */
    double iterations; /* at most, from each start; 0: 100 */
    double accuracy;   /* of the parameters, relative to their standard errors and to their ranges; 0: 1e-8 */
    double confidence; /* of the intervals; 0: 0.95 */
    double seed;       /* a whole number */
    const char *only;  /* as in tml_run_options, as are the following */
    const char *formulation, *integrator;
    double tolerance;
} tml_fit_options;

/* Fits parameters to measured curves by least squares. *results is made where the status is TML_OK:
 *
 *   table "fit"         a row for each parameter, by name: value, standard error, the ends of its confidence interval; SI units. Facts: the same
 *                       of each parameter as text; "sigma COLUMN", the standard deviation of residuals; "R^2 COLUMN"; "chi^2" where all
 *                       sigmas are given; "correlation A, B"; "degrees of freedom"; "ended", "converged"; "searches that agree".
 *   table "fit.curves"  a row for each time: of each column what was measured, the fit and the residual.
 *
 * Standard errors are those of the linear model at the fit. Parameters that the data do not determine are told by a warning, and have none.
 * TML_FAILED: nothing could be run; TML_STOPPED. The same bits for any number of threads. `how` may be NULL. */
TML_API tml_status tml_fit(const tml_model *model, const tml_fit_options *options, const tml_study_run_options *how,
                           tml_results **results, tml_log *log);
/* The same for a study of the model's section `studies`, by its name; NULL: the only one. What `options` gives (it may be NULL) counts
 * instead, or is added. */
TML_API tml_status tml_fit_of_model(const tml_model *model, const char *name, const tml_fit_options *options,
                                    const tml_study_run_options *how, tml_results **results, tml_log *log);

TML_END_DECLS
