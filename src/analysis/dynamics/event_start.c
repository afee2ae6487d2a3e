/* event_start.c - events, contacts and friction where a motion starts, and where it starts again; inputs that change. */
#include "analysis/dynamics/event_run.h"
#include "analysis/dynamics/interaction_run.h"
#include <string.h>

bool tml_event_run_settle_start(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    bool moved = false;
    if (!r->interactions)
        return true;
    m->problem.events(m, t, m->problem.y, r->start);
    const bool good = tml_interaction_run_settle(r->interactions, t, &moved) == TML_OK;
    tml_equations_accept(m->e, t, m->problem.y, m->problem.y + m->e->nq);
    m->problem.event_start = r->start;
    return good;
}

bool tml_event_run_restart(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    memset(r->occurrences, 0, (size_t)s->event_count * sizeof *r->occurrences);
    memset(m->fired, 0, (size_t)m->problem.event_count * sizeof *m->fired);
    m->problem.t0 = t;
    m->problem.event_start = NULL;
    m->interrupted = false;
    m->impact_loss = 0;
    for (int i = 0; i < s->interaction_count; i++)
        m->e->work->modes[i].kind = TML_OPEN; /* until modes are found */
    if (r->interactions)
        tml_interaction_run_reset(r->interactions);
    return tml_event_run_settle_start(r, t);
}

void tml_event_run_set_input(tml_event_run *r, const tml_input *set, double value)
{
    tml_workspace *works[2] = {r->m->e->work, r->impulse->work};
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < works[k]->system->input_count; i++)
            if (works[k]->system->inputs[i].what == set->what && works[k]->system->inputs[i].index == set->index)
                works[k]->inputs[i] = value;
}
