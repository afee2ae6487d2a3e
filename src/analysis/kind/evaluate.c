/* evaluate.c - forces, accelerations and reactions at the present instant. One row. */
#include "analysis/analysis.h"

static const tml_field fields[] = {
    {"matrices", TML_FIELD_LATER, .doc = "also M, G, gamma and Q, entry by entry"},
};

static tml_status run(tml_task *task)
{
    tml_assembly report;
    tml_instant instant = {0};
    tml_table *table;
    return tml_task_instant(task, &report, &instant, &table);
}

const tml_analysis_class tml_analysis_evaluate = {
    .name = "evaluate",
    .doc = "forces, accelerations and reactions at the initial instant",
    TML_LIST(fields),
    .run = run,
};
