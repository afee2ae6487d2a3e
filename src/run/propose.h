/* propose.h - options with which a new analysis would be valid. */
#pragma once
#include "analysis/prepare.h"

typedef struct {
    const char *kind;
    const char *options; /* "{end: 4, output: 0.01}"; NULL: the model needs something first */
    const char *needs;   /* that, as a sentence without its kind; NULL: nothing */
} tml_proposal;

/* (tml_analysis_class_count), in the arena. `refusals` is for what is refused on the way; its content is lost. */
const tml_proposal *tml_analyses_propose(const tml_prepared *start, const tml_model *model, tml_arena *arena,
                                         tml_log *refusals);
