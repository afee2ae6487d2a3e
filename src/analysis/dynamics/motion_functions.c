/* motion_functions.c - what is followed along a motion between its rows: outputs of the user, and what motors give. */
#include "analysis/dynamics/motion_state.h"
#include <math.h>

/* What motors give, and outputs of positions and velocities, depends on the state alone: nothing is solved for it. */
static void place(tml_motion_state *m, double t, const double *y)
{
    tml_workspace *w = m->e->work;
    tml_workspace_set_states(w, y + tml_motion_state_states(m));
    if (m->read)
        tml_equations_to_bodies(m->e, t, y, y + m->e->nq, m->q, m->v); /* m->instant.q */
    else
        m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_workspace_measure(w, 0, m->read ? w->system->measure_count : w->system->active_count);
    tml_workspace_forces(w);
}

int tml_motion_state_functions(void *context, double t, const double *y, double *values)
{
    tml_motion_state *m = context;
    const tml_system *s = m->task->system;
    const bool by_state = s->output_count ? m->read && m->read->state : !s->result_law_count;
    if (by_state && !m->balanced && !m->interactions && m->instant.work)
        place(m, t, y);
    else if (tml_motion_state_observe(m, t, y)) {
        for (int i = 0; i < s->output_count + tml_sizing_count(m->sizing); i++)
            values[i] = NAN;
        return 0;
    }
    if (m->read)
        tml_outputs_fill(&m->instant, m->read, m->row);
    else if (s->output_count)
        tml_motion_state_fill(m, m->row);
    tml_outputs_of_row(s, m->row, values);
    tml_sizing_values(m->sizing, m->e->work, values + s->output_count);
    return 0;
}

/* Fills the row with the outputs, at the evaluation that the equations of motion have just made. 1: they cannot be had. */
static int fill_outputs_here(tml_motion_state *m, double t)
{
    tml_equations *e = m->e;
    if (m->read->state || (m->read->rows <= e->enforced_rows && !e->kkt_all_rows))
        tml_workspace_measure(e->work, e->system->active_count, e->system->measure_count);
    else if (tml_equations_recover(e))
        return 1;
    tml_equations_placed_bodies(e, m->q, m->v);
    m->instant.work = e->work;
    m->instant.t = t;
    m->instant.q = m->q;
    m->instant.a = e->a;
    m->instant.lambda = e->lambda;
    tml_outputs_fill(&m->instant, m->read, m->row);
    return 0;
}

int tml_motion_state_functions_here(void *context, double t, const double *y, double *values)
{
    tml_motion_state *m = context;
    const tml_system *s = m->e->system;
    (void)y;
    if (m->read && fill_outputs_here(m, t))
        return 1;
    tml_outputs_of_row(s, m->row, values);
    tml_sizing_values(m->sizing, m->e->work, values + s->output_count);
    return 0;
}

bool tml_motion_state_evaluations_tell(const tml_motion_state *m)
{
    const tml_system *s = m->e->system;
    return (m->read || !s->output_count) && !m->balanced && !s->interaction_count && !s->result_law_count;
}
