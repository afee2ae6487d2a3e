/* time_stepping.c - contacts stepped through: steps of fixed length between rows, what they report, and the facts about the run.
 *
 * Rows hold positions and velocities at their times; accelerations, reactions and contact forces are means over the step before them (in a step
 * with an impact: impulses divided by its length). Each step is solved until what is left of the conditions of contact is TOLERANCE of
 * the velocities (1e-6 with many contacts); the largest that remained is a fact, and above LIMIT the motion ends.
 */
#include "analysis/dynamics/time_stepping.h"
#include "analysis/failure.h"
#include "base/clock.h"
#include "dynamics/absolute/absolute.h"
#include "dynamics/time_step.h"
#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-10, LIMIT = 1e-3, MANY_LIMIT = 1e-2;
static const double STEPS = 1e4; /* of a run, if no step is given */
static const double MAX_STEPS = 1e8;
static const char NO_SOLUTION[] = "the equations of motion have no solution there";

double tml_time_stepping_default_step(double duration)
{
    return duration / STEPS;
}

static bool refuse(const tml_task *task, tml_place place, const char *why)
{
    tml_log_raise(task->log, TML_E_WRONG_OPTION, place, "dynamics: contact: time_stepping %s", why);
    return false;
}

bool tml_time_stepping_fits(const tml_task *task)
{
    const tml_system *s = task->system;
    if (s->event_count)
        return refuse(task, s->events[0].place, "locates no events: use contact: events, or leave the event out");
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_UNILATERAL && !tml_terms_is_measure(&s->interactions[i].along[0]))
            return refuse(task, s->interactions[i].place,
                          "knows contacts and stops between two bodies alone, and no backlash of teeth or ropes over "
                          "wheels: use contact: events, or give these a stiffness");
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].poisson && s->interactions[i].restitution > 0)
            return refuse(task, s->interactions[i].place,
                          "knows Newton's law of impact alone: use contact: events, or impact: newton");
    return true;
}

bool tml_time_stepping_begins(const tml_task *task, const tml_assembly *report)
{
    return !report->massless ||
           refuse(task, task->element->place, "needs bodies with inertia: one without moves freely");
}

typedef struct {
    tml_task *task;
    const tml_motion_request *request;
    tml_time_step *step;
    tml_table *table;
    tml_instant instant;
    double *q, *v, *x;
    double start_energy, energy_error, low, high; /* of kinetic and potential energy */
    double longest;                               /* step */
    double reported;
} run;

static void take_energy(run *r, bool first)
{
    const double energy = tml_instant_energy(&r->instant), error = energy - r->instant.work_done;
    if (first) {
        r->start_energy = r->low = r->high = energy;
        r->instant.energy_start = energy;
    }
    r->low = fmin(r->low, energy), r->high = fmax(r->high, energy);
    r->energy_error = fmax(r->energy_error, fabs(error - r->start_energy));
}

static tml_status add_row(run *r, double t, double h)
{
    const tml_system *s = r->task->system;
    double *row = tml_table_append(r->table);
    if (!row)
        return TML_NO_MEMORY;
    tml_time_step_observe(r->step, t, h, r->q, r->v, &r->instant);
    r->instant.position = tml_rows_residual_length(s, r->step->work->phi, s->rigid_row_count);
    r->instant.velocity = tml_rows_residual_length(s, r->step->work->phidot, s->rigid_row_count);
    take_energy(r, r->table->row_count == 1);
    tml_channels_fill(&r->instant, row);
    return TML_OK;
}

static tml_status fail(const run *r, double t, const char *why)
{
    tml_log_raise(r->task->log, TML_E_MOTION_ENDS, r->task->element->place,
                  "dynamics: the motion ends at t = %.6g s: %s", t, why);
    return TML_FAILED;
}

static bool is_cancelled(run *r, double t)
{
    const tml_run_options *o = r->task->options;
    const double begin = r->request->times[0], part = (t - begin) / (r->request->end - begin);
    if (!o->progress || part < r->reported + 1e-3)
        return false;
    r->reported = part;
    return o->progress(o->context, r->task->element->kind, part) != 0;
}

const char *tml_time_stepping_step(tml_time_step *s, double t, double h, double *q, double *v, double *x,
                                   tml_arena *arena)
{
    const long unsolved = s->unsolved;
    if (tml_time_step_advance(s, t, h, TOLERANCE, q, v, x))
        return NO_SOLUTION;
    if (s->unsolved > unsolved &&
        s->solver->residual > (s->solver->row_count <= TML_FEW_CONTACT_ROWS ? LIMIT : MANY_LIMIT) * s->scale)
        return tml_arena_format(arena,
                                "the conditions of %d contacts are not met (residual %.2g m/s): use a smaller step",
                                s->solver->contact_count, s->solver->residual);
    return NULL;
}

/* From one row to the next, in steps of equal length. */
static tml_status advance(run *r, double from, double to)
{
    tml_time_step *s = r->step;
    const double count = ceil((to - from) / r->request->step * (1 - 1e-12)), h = (to - from) / count;
    r->longest = fmax(r->longest, h);
    for (double k = 0; k < count; k++) {
        const double t = from + k * h;
        if (is_cancelled(r, t))
            return TML_STOPPED;
        const char *why = tml_time_stepping_step(s, t, h, r->q, r->v, r->x, r->task->arena);
        if (why)
            return fail(r, t, why);
        if (k + 1 < count && r->task->system->result_count)
            tml_time_step_observe(s, t + h, h, r->q, r->v, &r->instant);
    }
    return add_row(r, to, h);
}

static void add_facts(const run *r, double cpu)
{
    const tml_time_step *s = r->step;
    tml_table *t = r->table;
    tml_table_add_fact(t, "contact", NAN,
                       "time_stepping: complementarity in velocities, at most %ld contact%s at a time%s%s%s",
                       s->most_contacts, s->most_contacts == 1 ? "" : "s", r->request->contact.why[0] ? " (" : "",
                       r->request->contact.why, r->request->contact.why[0] ? ")" : "");
    tml_table_add_fact(t, "formulation", NAN, "absolute: absolute coordinates, %d equations of motion, %d constraint%s",
                       s->system->nv, s->system->rigid_row_count, s->system->rigid_row_count == 1 ? "" : "s");
    tml_table_add_fact(t, "integrator", NAN, "Moreau's midpoint rule, order 1, fixed step");
    tml_table_add_fact(t, "step", r->longest, "%.6g s", r->longest);
    tml_table_add_fact(t, "steps", (double)s->steps, "%ld", s->steps);
    if (s->divided)
        tml_table_add_fact(t, "divided steps", (double)s->divided,
                           "%ld, where a body would have passed through another", s->divided);
    tml_table_add_fact(t, "sweeps over contacts", (double)s->sweeps, "%ld", s->sweeps);
    tml_table_add_fact(t, "residual of complementarity", s->residual, "%.3g m/s, the largest of all steps",
                       s->residual);
    if (s->unsolved)
        tml_table_add_fact(t, "steps above the tolerance of contacts", (double)s->unsolved, "%ld", s->unsolved);
    tml_table_add_fact(t, "largest overlap", s->depth, "%.3g m or rad", s->depth);
    tml_table_add_fact(t, "energy lost in impacts", s->impact_loss, "%.9g J", s->impact_loss);
    tml_table_add_fact(t, "energy lost in friction", s->friction_loss, "%.9g J", s->friction_loss);
    tml_table_add_fact(t, "CPU time", cpu, "%.4g s", cpu);
    tml_table_add_fact(t, "worst energy balance", r->energy_error, "%.3g J of %.3g J", r->energy_error,
                       r->high - r->low);
}

tml_status tml_time_stepping_run(tml_task *task, const tml_motion_request *request, const tml_assembly *report)
{
    const tml_system *s = task->system;
    run r = {.task = task, .request = request};
    if (!tml_time_stepping_begins(task, report))
        return TML_WRONG;
    if ((request->end - request->times[0]) / request->step > MAX_STEPS)
        return refuse(task, task->element->place, "would take more than a hundred million steps: use a longer step")
                   ? TML_OK
                   : TML_WRONG;
    r.step = tml_time_step_make(s, report->rank, task->arena);
    r.q = task->state->q, r.v = task->state->v, r.x = task->state->states;
    memcpy(r.step->work->unwrapped, task->state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_states(r.step->work, r.x);
    r.table = tml_task_table(task);
    if (!r.table || !tml_table_reserve(r.table, (size_t)request->time_count + 1))
        return TML_NO_MEMORY;
    const double begin = tml_cpu_time();
    tml_status status = tml_time_step_begin(r.step, request->times[0], r.q, r.v)
                            ? fail(&r, request->times[0], NO_SOLUTION)
                            : add_row(&r, request->times[0], 1);
    for (int i = 0; status == TML_OK && i + 1 < request->time_count; i++) {
        status = advance(&r, request->times[i], request->times[i + 1]);
        task->state->t = status == TML_OK ? request->times[i + 1] : request->times[i];
    }
    memcpy(task->state->unwrapped, r.step->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    add_facts(&r, tml_cpu_time() - begin);
    return status;
}
