/* assembly.c - positions and speeds that satisfy all joints, drivers and `initial`. One row: the assembled state. */
#include "analysis/analysis.h"

static const tml_field fields[] = {
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12", .doc = "largest gap left open, as a part of the mechanism's size"},
};

static tml_status run(tml_task *task)
{
    tml_assembly report;
    tml_status status = tml_task_assemble(task, &report);
    if (status != TML_OK)
        return status;
    const tml_stabilization none = {.way = TML_STABILIZE_NONE};
    tml_equations *e = tml_equations_make(task->system, report.rank, none, task->arena);
    e->work->turn = task->state->turn;
    tml_table *table = tml_task_table(task);
    tml_instant instant = {0};
    status = table ? tml_task_record(task, table, e, &instant, task->state->t, task->state->q, task->state->v) : TML_NO_MEMORY;
    if (status == TML_OK) {
        tml_table_add_fact(table, "iterations", report.iterations, "%d", report.iterations);
        tml_table_add_fact(table, "degrees of freedom", report.free_count, "%d", report.free_count);
        tml_table_add_fact(table, "worst position residual", instant.position, "%.3g", instant.position);
        tml_table_add_fact(table, "worst velocity residual", instant.velocity, "%.3g", instant.velocity);
    }
    tml_equations_free(e);
    return status;
}

const tml_analysis_class tml_analysis_assembly = {
    .name = "assembly",
    .doc = "positions and speeds that satisfy all joints, drivers and `initial`",
    TML_LIST(fields),
    .run = run,
};
