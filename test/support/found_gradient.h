/* found_gradient.h - the derivatives of a model's answers at the one value of each parameter, with all that they were found by. */
#pragma once
#include "study/gradient.h"

enum { TML_FOUND_MOST = 64 };

typedef struct {
    tml_study *study;
    tml_study_worker *worker;
    tml_arena arena;
    tml_gradient *gradient;
    double values[TML_FOUND_MOST], answers[TML_FOUND_MOST];
    size_t count, parameters;
    tml_status status;
    const char *reason; /* where the status is not TML_OK */
} tml_found_gradient;

/* exactly: by the linearization, along motions. The study must be a good one. */
tml_found_gradient tml_found_gradient_make(const char *text, const tml_study_options *options, bool exactly);
void tml_found_gradient_free(tml_found_gradient *found);
