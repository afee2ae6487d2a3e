/* tree_instant.c - one instant by a formulation in joint coordinates.
 *
 * The joints of the tree have no equations: a state has joint coordinates only if these joints are closed, phi = 0,
 * phidot = 0.
 */
#include "analysis/evaluate/tree_instant.h"
#include <math.h>
#include <string.h>

static const double CLOSED =
    1e-8; /* of a row's scale; for velocities, of that times the fastest rate of the mechanism */

static bool refuse(const tml_task *task, tml_code code, const char *why)
{
    tml_log_raise(task->log, code, task->element->place, "%s", why);
    return false;
}

/* Whether the joints of the tree are closed at the last evaluation of work; false with a message. */
static bool closed(const tml_task *task, tml_equations *e)
{
    const tml_system *s = e->system;
    tml_workspace_constraints(e->work, s->rigid_row_count);
    const double speed = tml_equations_max_speed(e);
    for (int i = s->row_count; i < s->rigid_row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        const char *unit = tml_unit_of_motion(tml_terms_turn(s, &row->terms), 0);
        const double position_gap = fabs(e->work->phi[i]), velocity_gap = fabs(e->work->phidot[i]);
        if (position_gap <= CLOSED * row->scale && velocity_gap <= CLOSED * row->scale * speed)
            continue;
        const bool position = position_gap > CLOSED * row->scale;
        return refuse(task, TML_E_TREE_OPEN,
                      tml_arena_format(task->arena,
                                       "%s: joint %s %s by %.3g %s%s: formulation %s has no coordinate for that; use "
                                       "formulation: absolute, or let the mechanism be assembled",
                                       task->element->kind, s->joints[row->joint].name,
                                       position ? "is open" : "separates", position ? position_gap : velocity_gap, unit,
                                       position ? "" : "/s", e->class->name));
    }
    return true;
}

tml_status tml_task_tree_instant(tml_task *task, const tml_formulation_class *class, tml_tree_instant *at)
{
    const tml_system *s = task->system;
    tml_assembly report;
    tml_instant instant = {0};
    tml_table *table;
    const tml_status status = tml_task_assemble(task, &report);
    if (status != TML_OK)
        return status;
    s = task->system;
    if (report.massless) {
        refuse(task, TML_E_MASSLESS_FORMULATION,
               tml_arena_format(task->arena,
                                "%s: body %s has no inertia, and rigid joints leave it free: formulation %s cannot "
                                "represent that; use formulation: absolute",
                                task->element->kind, s->masses[tml_massless_find_motion(report.massless).body].name,
                                class->name));
        return TML_FAILED;
    }
    const tml_stabilization none = {.method = TML_STABILIZE_NONE};
    tml_equations *e = class->make(s, report.rank, none, task->element->place, task->arena, task->log);
    if (!e)
        return TML_FAILED;
    memcpy(e->work->unwrapped, task->state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_states(e->work, task->state->states);
    *at = (tml_tree_instant){e, TML_NEW_ARRAY(task->arena, double, e->nq + 1),
                             TML_NEW_ARRAY(task->arena, double, e->nv + 1)};
    tml_equations_from_bodies(e, task->state->t, task->state->q, task->state->v, at->q, at->u);
    if (!closed(task, e))
        return TML_FAILED;
    return tml_task_one_row(task, &report, e, at->q, at->u, &instant, &table);
}
