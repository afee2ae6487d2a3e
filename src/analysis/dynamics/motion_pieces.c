/* motion_pieces.c - what the future of a motion depends on: y = (q, v, W, s, F), branches of angles and of contacts, inputs, modes,
 * and what has happened so far where the next event depends on it. What an evaluation computes from these is none of it. */
#include "analysis/dynamics/motion_pieces.h"
#include "analysis/dynamics/interaction_run.h"
#include <string.h>

void tml_workspace_pieces(const tml_workspace *w, tml_pieces *p)
{
    const tml_system *s = w->system;
    TML_PIECE(p, w->unwrapped, s->measure_count);
    TML_PIECE(p, w->foot, s->measure_count);
    TML_PIECE(p, w->face, s->measure_count);
    TML_PIECE(p, w->inputs, s->input_count);
    TML_PIECE(p, w->modes, s->interaction_count);
}

void tml_motion_pieces(tml_motion_state *m, tml_pieces *p)
{
    tml_equations *e = m->e;
    TML_PIECE(p, m->problem.y, m->problem.n);
    TML_PIECE(p, m->tolerance, m->problem.n);
    tml_workspace_pieces(e->work, p);
    TML_PIECE(p, e->orientation, e->system->nq);
    if (e->schur)
        TML_PIECE(p, e->schur->max_square, e->schur->rows);
    TML_PIECE(p, &m->instant.energy_start, 1);
    TML_PIECE(p, &m->impact_loss, 1);
    TML_PIECE(p, &m->resumption, 1);
    TML_PIECE(p, m->recorded, m->problem.event_count);
    TML_PIECE(p, m->noise, m->problem.event_count);
    TML_PIECE(p, m->armed_from, m->problem.event_count);
    TML_PIECE(p, m->exceeded, m->problem.event_count);
    TML_PIECE(p, m->places.list, m->places.count);
    TML_PIECE(p, &m->places.t, 1);
    TML_PIECE(p, &m->stiff, 1);
    if (m->time_crossings)
        tml_time_crossings_pieces(m->time_crossings, p);
    if (m->time_steps)
        tml_time_steps_pieces(m->time_steps, p);
    if (m->step_watch)
        tml_step_watch_pieces(m->step_watch, p);
}

static void interaction_pieces(tml_interaction_run *x, int count, tml_pieces *p)
{
    TML_PIECE(p, x->sides, x->first_guard);
    TML_PIECE(p, x->history, count);
    TML_PIECE(p, x->latest, count);
    TML_PIECE(p, x->reported, count);
    TML_PIECE(p, &x->latest_time, 1);
    TML_PIECE(p, &x->changes, 1);
    TML_PIECE(p, &x->last, 1);
    TML_PIECE(p, &x->at_once, 1);
    TML_PIECE(p, &x->counted_from, 1);
    TML_PIECE(p, &x->counted, 1);
    TML_PIECE(p, &x->longest_step, 1);
    TML_PIECE(p, &x->gains, 1);
}

void tml_event_run_pieces(tml_event_run *r, tml_pieces *p)
{
    const tml_motion_state *m = r->m;
    TML_PIECE(p, r->start, m->problem.event_count);
    TML_PIECE(p, r->occurrences, m->task->system->event_count);
    TML_PIECE(p, &r->stretch, 1);
    TML_PIECE(p, m->task->resolved->force_off, m->task->model->force_count);
    tml_workspace_pieces(r->impulse->work, p);
    if (r->interactions)
        interaction_pieces(r->interactions, m->task->system->interaction_count, p);
}

/* A step that failed may have left an instant that was never completed, and the cause of the failure. */
static void forget_failure(tml_motion_state *m)
{
    memset(m->fired, 0, (size_t)m->problem.event_count * sizeof *m->fired);
    m->interrupted = false;
    m->cause = TML_NO_FAILURE_CAUSE;
    m->places.jumped = -1;
}

void tml_motion_pieces_changed(tml_motion_state *m)
{
    forget_failure(m);
    m->solved = 0;
    m->e->has_factors = false;
    m->residual_known = false;
    tml_motion_state_take_integrator(m);
    tml_system_switch_forces(m->task->system, m->task->resolved->force_off);
    if (m->interactions)
        tml_interaction_run_find_idle(m->interactions);
}
