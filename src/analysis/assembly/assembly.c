/* assembly.c - positions and velocities that satisfy all joints, drivers and `initial`. One row: the assembled state. */
#include "analysis/analysis.h"

static const tml_field fields[] = {
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12", .doc = "largest remaining gap, relative to the mechanism's size"},
    {"method", TML_FIELD_CHOICE, .preset = "newton", .advanced = true,
     .choices = "newton implicit", /* in the order of TML_METHOD_NEWTON */
     .doc = "newton: the branch of the guess; implicit: springs in the joints pull the bodies together from anywhere"},
};

static tml_status run(tml_task *task)
{
    tml_assembly report;
    tml_instant instant = {0};
    tml_table *table;
    const tml_status status = tml_task_evaluate_instant(task, &report, &instant, &table);
    if (status == TML_OK)
        tml_table_add_fact(table, "iterations", report.iterations, "%d", report.iterations);
    return status;
}

static bool check(tml_task *task)
{
    double tolerance;
    return tml_task_tolerance(task, 0.1, &tolerance);
}

const tml_analysis_class tml_analysis_assembly = {
    .name = "assembly",
    .doc = "positions and velocities that satisfy all joints, drivers and `initial`",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_STATE,
    .assembles = true,
    .row = "assembled position",
    .rows = "assembled positions",
    .template = {.title = "Assembly", .rank = 9},
    .if_singular = "accelerations and reactions are those of all directions that the joints leave free to first order, "
                   "more than a motion has",
    .run = run,
    .check = check,
};
