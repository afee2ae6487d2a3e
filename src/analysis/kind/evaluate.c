/* evaluate.c - forces, accelerations and reactions at the present instant. One row. */
#include "analysis/analysis.h"

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
    if (status == TML_FAILED)
        tml_log_error(task->log, task->element->place, "evaluate: the equations are singular here: %s",
                      task->system->singular_mass ? "a massless body can move without resistance" : "the accelerations are not determined");
    if (status == TML_OK) {
        tml_table_add_fact(table, "worst position residual", instant.position, "%.3g", instant.position);
        tml_table_add_fact(table, "worst velocity residual", instant.velocity, "%.3g", instant.velocity);
    }
    tml_equations_free(e);
    return status;
}

const tml_analysis_class tml_analysis_evaluate = {
    .name = "evaluate",
    .doc = "forces, accelerations and reactions at the initial instant",
    .run = run,
};
