/* gradient.h - derivatives of a study's answers by its parameters, with what is known of them. */
#pragma once
#include "study/study.h"

typedef struct {
    double *values; /* (answers x parameters) row by row; NAN: none */
    double *errors; /* (answers x parameters) estimates of their errors, of differences; NAN: none */
    bool *kinks;    /* (answers x parameters) both sides have slopes of their own: values are their means */
    bool *
        varied; /* (answers x parameters) by equations: forward variation along the motion, or the implicit function theorem; else by
                     * differences of whole runs */
    bool *implicit;  /* (answers x parameters) of these: by the implicit function theorem */
    bool *none;      /* (answers x parameters) there is none: `singular` says why */
    bool *found;     /* (answers) scratch */
    bool exact;      /* in that, derivatives by the state are wanted, and were, those of the linearization */
    const char *why; /* why not all are by equations; NULL: all are */
    const char *singular;
} tml_gradient;

/* Memory from the arena. */
tml_gradient *tml_gradient_make(const tml_study *study, tml_arena *arena);
/* At values (parameters), with the answers (answers) there. A status as of tml_study_worker_gradient. */
tml_status tml_gradient_find(tml_study_worker *worker, const double *values, double *answers, tml_gradient *gradient,
                             const char **reason);

/* Of what is neither varied nor known to be none, by differences (differences.c). answers (answers): at values. *reason: why a point failed last. */
tml_status tml_differences_find(tml_study_worker *worker, const double *values, const double *answers,
                                tml_gradient *gradient, const char **reason);
