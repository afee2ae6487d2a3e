/* fitting.h - a fit while it runs. Residuals are weighted: (answer - measured) / sigma, with parameters scaled to the unit box. */
#pragma once
#include "optimize/least_squares.h"
#include "optimize/measured.h"
#include <stdatomic.h>

typedef struct tml_fitting tml_fitting;

/* A search from one start, with a worker of its own. */
typedef struct {
    tml_fitting *f;
    tml_arena arena;
    tml_study_worker *worker;
    double *u, *r, *J; /* (parameters), (numbers), (numbers x parameters by columns) at the best point */
    double *x, *answers, *gradient;
    double sum; /* of squares of r */
    tml_fit_end end;
    tml_status status;
    bool good; /* its start could be run */
    char reason[200];
} tml_fit_search;

struct tml_fitting {
    tml_arena arena;
    const tml_model *model;
    const tml_fit_options *options;
    const tml_study_run_options *how;
    tml_log *log;
    bool only_check; /* nothing is run */
    tml_measured data;
    tml_study *study;
    int n, starts, threads;
    double *low, *high, *start; /* (parameters) */
    double *weight;             /* (columns) 1/sigma */
    double accuracy, confidence;
    int iterations;
    tml_fit_search *list; /* (starts) */
    atomic_bool stopped;
    _Atomic uint64_t done; /* runs */
    double shown;
};

/* Whether a fit can be made, without a run of the model; false with messages. */
bool tml_fit_check(const tml_model *model, const tml_fit_options *options, tml_log *log);

void tml_fit_values(const tml_fitting *f, const double *u, double *x);
/* What it found; NULL: no memory. */
tml_results *tml_fit_results(tml_fitting *f, const tml_fit_search *best);
