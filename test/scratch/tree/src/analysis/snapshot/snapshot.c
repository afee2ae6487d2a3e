/* snapshot.c - everything at one instant, and the moment of inertia of all bodies in the plane:
 *
 *   about the origin   J = sum of m r^2 + J_i,   about their centre of mass   J - m_all c^2
 */
#include "analysis/analysis.h"

static const tml_field fields[] = {
    {"about", TML_FIELD_CHOICE, .preset = "origin", .choices = "origin centre", .doc = "what inertia is about"},
};

static double inertia_of(const tml_system *s, const double *q, bool centre)
{
    double inertia = 0, mass = 0, moment[2] = {0};
    for (int i = 1; i < s->nb; i++) {
        const double *x = q + (i - 1) * s->nqb, m = s->masses[i].mass;
        inertia += m * (x[0] * x[0] + x[1] * x[1]) + s->masses[i].inertia.m[2][2];
        mass += m, moment[0] += m * x[0], moment[1] += m * x[1];
    }
    return centre && mass > 0 ? inertia - (moment[0] * moment[0] + moment[1] * moment[1]) / mass : inertia;
}

static tml_status run(tml_task *task)
{
    tml_assembly report;
    tml_instant instant = {0};
    tml_table *table;
    const tml_field *about = tml_task_field(task, "about");
    const char *word = tml_element_choice(task->resolved, task->element, about);
    const tml_status status = tml_task_evaluate_instant(task, &report, &instant, &table);
    if (status != TML_OK)
        return status;
    const double inertia = inertia_of(task->system, task->state->q, tml_word_index(about->choices, word) == 1);
    tml_table_add_fact(table, "moment of inertia", inertia, "%.6g kg*m^2", inertia);
    return TML_OK;
}

const tml_analysis_class tml_analysis_snapshot = {
    .name = "snapshot",
    .doc = "everything at one instant, and the moment of inertia of all bodies",
    TML_LIST(fields),
    .keeps_state = true,
    .run = run,
};
