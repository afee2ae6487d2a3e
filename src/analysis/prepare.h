/* prepare.h - a mechanism before any analysis: its numbers, its system, the initial poses of its bodies. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "base/text.h"

/* As the model's first analysis will take it. */
tml_prepare_options tml_prepare_options_of(const tml_model *model);

typedef struct {
    tml_resolved *resolved;
    const tml_system *system;
    const double *q, *v; /* (nq), (nv) at t = 0; as written if it cannot be assembled */
    tml_workspace *work; /* evaluated at q, v */
    bool closed;         /* q closes the joints */
    tml_assembly report; /* free_count -1: unknown; the rest: if it was assembled */
} tml_prepared;

/* upto: the last analysis whose `set` counts; -1: none. TML_WRONG: the model has no system. TML_FAILED: not assembled, though positions alone may close. Both with messages. */
tml_status tml_prepare(tml_prepared *b, const tml_model *model, int upto, tml_prepare_options options, tml_arena *arena,
                       tml_log *log);

/* A text as memory that the caller of the library frees, NULL where it is empty; text and arena are freed. The status, unless memory
 * ran out, which is reported. */
tml_status tml_text_detach_on(tml_status status, tml_text *text, tml_arena *arena, char **out, tml_log *log);
