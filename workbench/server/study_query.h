/* study_query.h - a study as requests ask for it: {"vary": ["L=1:2:9"], "keep": ["max(B.fx)"], "sample": …, "count": …, "seed": …}, or
 * {"study": "damper"}, one of the model's section `studies`, to which the others are added.
 */
#pragma once
#include "workbench/server/answer.h"
#include "workbench/server/query.h"

enum { WB_MAX_TEXTS = 64 };

typedef struct {
    const char *texts[WB_MAX_TEXTS];
    size_t count;
} wb_text_list;

/* A list of texts, none where it is absent. False: it is none, or too long. */
bool wb_query_texts(const wb_query *query, const char *name, wb_text_list *list);

/* NULL with messages, or with a refusal. */
tml_study *wb_study_make(const wb_query *query, const tml_model *model, wb_answer *answer, tml_log *log);

/* The table of a study without rows, for the units of its columns; NULL: no memory. */
tml_results *wb_study_columns(const tml_study *study, tml_log *log);
/* [{"name": …, "unit": …}, …]: parameters and answers. */
void wb_put_study_columns(FILE *to, const tml_study *study, tml_log *log);
