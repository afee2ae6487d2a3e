/* live_steps.c - live motions by Moreau's midpoint rule, one step a call.
 *
 * Memory is allocated only where more bodies touch than ever before. Forces and accelerations are means over the last step.
 */
#include "run/live_steps.h"
#include "analysis/dynamics/motion_pieces.h"
#include <string.h>

struct tml_live_steps {
    tml_task *task;
    int rank;
    tml_arena *part; /* of `step`: made anew at each restart */
    tml_time_step *step;
    tml_table *table;
    tml_instant instant;
    double t0;
    double *q, *v, *x;                 /* now */
    double *q0, *v0, *x0, *unwrapped0; /* at the start */
    double *q_kept, *v_kept, *x_kept;  /* before a step */
};

static double *copy(const tml_live_steps *s, const double *x, int count)
{
    double *to = TML_NEW_ARRAY(s->task->arena, double, count + 1);
    if (x)
        memcpy(to, x, (size_t)count * sizeof(double));
    return to;
}

static void restore(const tml_live_steps *s, const double *q, const double *v, const double *x)
{
    const tml_system *sys = s->task->system;
    memcpy(s->q, q, (size_t)sys->nq * sizeof(double));
    memcpy(s->v, v, (size_t)sys->nv * sizeof(double));
    memcpy(s->x, x, (size_t)sys->state_count * sizeof(double));
}

/* From the state as it is now. */
static int begin_here(tml_live_steps *s, double t)
{
    tml_workspace_set_states(s->step->work, s->x);
    if (tml_time_step_begin(s->step, t, s->q, s->v))
        return 1;
    s->instant = (tml_instant){0};
    tml_time_step_observe(s->step, t, 1, s->q, s->v, &s->instant);
    s->instant.energy_start = tml_instant_energy(&s->instant);
    return 0;
}

static int begin(tml_live_steps *s)
{
    const tml_system *sys = s->task->system;
    s->part = tml_arena_part(s->task->arena);
    s->step = tml_time_step_make(sys, s->rank, s->part);
    restore(s, s->q0, s->v0, s->x0);
    memcpy(s->step->work->unwrapped, s->unwrapped0, (size_t)sys->measure_count * sizeof(double));
    return begin_here(s, s->t0);
}

static void report(const tml_live_steps *s, double t, const char *why)
{
    tml_log_raise(s->task->log, TML_E_MOTION_ENDS, s->task->element->place,
                  "dynamics: the motion ends at t = %.6g s: %s", t, why);
}

tml_live_steps *tml_live_steps_make(tml_task *task, const tml_assembly *assembly)
{
    const tml_system *sys = task->system;
    const tml_state *state = task->state;
    tml_live_steps *s = TML_NEW(task->arena, tml_live_steps);
    if (!tml_time_stepping_begins(task, assembly))
        return NULL;
    *s = (tml_live_steps){.task = task, .rank = assembly->rank, .t0 = state->t};
    s->q0 = copy(s, state->q, sys->nq), s->v0 = copy(s, state->v, sys->nv);
    s->x0 = copy(s, state->states, sys->state_count), s->unwrapped0 = copy(s, state->unwrapped, sys->measure_count);
    s->q = copy(s, NULL, sys->nq), s->v = copy(s, NULL, sys->nv), s->x = copy(s, NULL, sys->state_count);
    s->q_kept = copy(s, NULL, sys->nq), s->v_kept = copy(s, NULL, sys->nv);
    s->x_kept = copy(s, NULL, sys->state_count);
    s->table = tml_task_table(task);
    if (!s->table)
        tml_arena_give_up(task->arena);
    if (!begin(s))
        return s;
    report(s, s->t0, "the equations of motion have no solution there");
    return NULL;
}

const tml_table *tml_live_steps_table(const tml_live_steps *s)
{
    return s->table;
}

int tml_live_steps_advance(tml_live_steps *s, double t, double h)
{
    const tml_system *sys = s->task->system;
    memcpy(s->q_kept, s->q, (size_t)sys->nq * sizeof(double));
    memcpy(s->v_kept, s->v, (size_t)sys->nv * sizeof(double));
    memcpy(s->x_kept, s->x, (size_t)sys->state_count * sizeof(double));
    const char *why = tml_time_stepping_step(s->step, t, h, s->q, s->v, s->x, s->part);
    if (why) {
        restore(s, s->q_kept, s->v_kept, s->x_kept);
        report(s, t, why);
        return 1;
    }
    if (sys->result_count)
        tml_time_step_observe(s->step, t + h, h, s->q, s->v, &s->instant);
    return 0;
}

void tml_live_steps_observe(tml_live_steps *s, double t, double h, double *row)
{
    const tml_system *sys = s->task->system;
    tml_time_step_observe(s->step, t, h, s->q, s->v, &s->instant);
    s->instant.position = tml_rows_residual_length(sys, s->step->work->phi, sys->rigid_row_count);
    s->instant.velocity = tml_rows_residual_length(sys, s->step->work->phidot, sys->rigid_row_count);
    tml_channels_fill(&s->instant, row);
}

void tml_live_steps_restart(tml_live_steps *s)
{
    tml_arena_free(s->part);
    begin(s); /* as when it was made: it cannot fail */
}

void tml_live_steps_pieces(tml_live_steps *s, tml_pieces *p)
{
    const tml_system *sys = s->task->system;
    tml_time_step *x = s->step;
    TML_PIECE(p, s->q, sys->nq);
    TML_PIECE(p, s->v, sys->nv);
    TML_PIECE(p, s->x, sys->state_count);
    tml_workspace_pieces(x->work, p);
    TML_PIECE(p, x->impulse, 3 * sys->interaction_count);
    TML_PIECE(p, x->lambda, sys->rigid_row_count);
    TML_PIECE(p, x->a, sys->nv);
    TML_PIECE(p, &x->smooth, 1);
    TML_PIECE(p, &x->fresh, 1);
    TML_PIECE(p, &x->next, 1);
    TML_PIECE(p, &x->bend, 1);
    TML_PIECE(p, &x->work_done, 1);
    TML_PIECE(p, &x->friction_loss, 1);
    TML_PIECE(p, &x->impact_loss, 1);
    TML_PIECE(p, &s->instant.energy_start, 1);
}

tml_live_steps_state tml_live_steps_now(tml_live_steps *s)
{
    return (tml_live_steps_state){s->q, s->v, s->x};
}

int tml_live_steps_begin_at(tml_live_steps *s, double t)
{
    const tml_system *sys = s->task->system;
    memset(s->step->impulse, 0, (size_t)(3 * sys->interaction_count) * sizeof(double));
    s->step->work_done = s->step->friction_loss = s->step->impact_loss = 0;
    return begin_here(s, t);
}

tml_workspace *tml_live_steps_workspace(tml_live_steps *s)
{
    return s->step->work;
}

void tml_live_steps_set(tml_live_steps *s, int input, double value)
{
    s->step->work->inputs[input] = value;
}
