/* study_query.h - a study as requests ask for it: {"vary": ["L=1:2:9"], "keep": ["max(B.fx)"], "sample": …, "count": …, "seed": …}. */
#pragma once
#include "workbench/server/answer.h"
#include "workbench/server/query.h"

/* NULL with messages, or with a refusal. */
tml_study *wb_study_make(const wb_query *query, const tml_model *model, wb_answer *answer, tml_log *log);
