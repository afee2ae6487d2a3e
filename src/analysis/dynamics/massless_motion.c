/* massless_motion.c - massless bodies during a motion.
 *
 * A DAE solver treats their velocities as unknowns. Methods that integrate v' eliminate them: q' = N v and a = v' with
 * massless bodies in equilibrium, P'Q(t, q, v) = 0, at every evaluation.
 */
#include "analysis/dynamics/motion_state.h"
#include "analysis/failure.h"
#include <string.h>

int tml_motion_state_evaluate_balanced(tml_motion_state *m, double t, const double *y)
{
    tml_equations *e = m->e;
    memcpy(m->balanced, y, (size_t)(e->nq + e->nv) * sizeof(double));
    e->evaluations++;
    return tml_massless_rates(e->massless, e->work, t, m->balanced, m->balanced + e->nq, e->a, e->lambda);
}

bool tml_motion_state_balance(tml_motion_state *m, const tml_assembly *report)
{
    const tml_task *task = m->task;
    if (!m->absolute) {
        tml_log_raise(task->log, TML_E_MASSLESS_FORMULATION, task->element->place,
                      "dynamics: body %s has no inertia, and rigid joints leave it free: formulation %s cannot "
                      "represent that; use formulation: absolute, or implicit",
                      task->system->masses[tml_massless_find_motion(report->massless).body].name, m->e->class->name);
        return false;
    }
    if (report->unbalanced) {
        tml_failure_massless(task, report->massless);
        return false;
    }
    tml_absolute_balance(m->absolute, report->massless);
    return true;
}

void tml_motion_state_eliminate_massless(tml_motion_state *m)
{
    tml_stabilize *method = &m->e->stabilization.method;
    const bool is_dae = m->integrator.class->needs_dae;
    tml_massless_set_integrated(m->e->massless, is_dae);
    if (is_dae)
        return;
    m->balanced = TML_NEW_ARRAY(m->task->arena, double, m->e->nq + m->e->nv);
    if (*method != TML_STABILIZE_PROJECTION && *method != TML_STABILIZE_DIRECT)
        tml_log_raise(m->task->log, TML_W_STABILIZATION_UNUSED, m->task->element->place,
                      "dynamics: with massless bodies in equilibrium constraints are enforced by projection: "
                      "stabilization is not used");
    *method = TML_STABILIZE_PROJECTION;
}
