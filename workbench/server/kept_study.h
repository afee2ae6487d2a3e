/* kept_study.h - the points of a study that were computed, kept for the next request for the same study: it goes on with the others. */
#pragma once
#include "trammel/trammel.h"

typedef struct {
    tml_study *study;
    tml_study_rows *rows; /* NULL: none */
} wb_kept_study;

void wb_kept_study_free(wb_kept_study *kept);
