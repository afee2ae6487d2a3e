/* unsteady_forces.c - which forces change while a mechanism moves at constant speeds: gravity across the axis, a force
 * that does not rotate with the bodies, an expression of t, unbalanced inertia. Each force separately, projected on
 * the free coordinates: V'f.
 */
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-8; /* of all forces */
static const double MIN_SHARE = 0.05; /* of the largest change: a force with a larger one is named */

static void add_law(const tml_steady *s, int law, double *force)
{
    tml_workspace_add_terms(s->work, &s->system->laws[law].terms, s->work->force[law], force);
}

static void add_weight(const tml_system *sys, double *force)
{
    const double g[3] = {sys->gravity.x, sys->gravity.y, sys->gravity.z};
    for (int b = 1; b < sys->nb; b++)
        for (int c = 0; c < (sys->space ? 3 : 2); c++)
            force[(b - 1) * sys->nvb + c] += sys->masses[b].mass * g[c];
}

/* 0 gravity, 1 inertia, then forces, then joints. */
void tml_steady_split_forces(tml_steady_task *t, tml_steady_forces_by *o)
{
    tml_steady *s = t->s;
    const tml_system *sys = s->system;
    const size_t bytes = (size_t)sys->nv * sizeof(double);
    for (int i = 0; i < o->count; i++) {
        memset(t->force, 0, bytes);
        if (i == 0)
            add_weight(sys, t->force);
        for (int k = 0; i > 1 && k < sys->law_count; k++)
            if (i - 2 < sys->force_count ? sys->laws[k].force == i - 2 : sys->laws[k].joint == i - 2 - sys->force_count)
                add_law(s, k, t->force);
        if (i == 1) { /* Q without all other forces, and -M a */
            tml_system_times_mass(sys, s->a, t->force);
            for (int k = 0; k < sys->nv; k++)
                t->force[k] = s->work->Q[k] - t->force[k];
            double *other = t->bodies_v;
            memset(other, 0, bytes);
            add_weight(sys, other);
            for (int k = 0; k < sys->law_count; k++)
                add_law(s, k, other);
            for (int k = 0; k < sys->nv; k++)
                t->force[k] -= other[k];
        }
        tml_spanning_project(s->tree, s->work, t->force, o->by + (size_t)i * (size_t)s->nv);
    }
    memcpy(o->residual, s->residual, (size_t)s->n * sizeof(double));
}

tml_steady_forces_by tml_steady_forces_by_make(const tml_steady_task *t)
{
    const int count = 2 + t->task->system->force_count + t->task->system->joint_count;
    return (tml_steady_forces_by){.count = count,
                                  .by = TML_NEW_ARRAY(t->task->arena, double, (size_t)count *(size_t)t->s->nv + 1),
                                  .residual = TML_NEW_ARRAY(t->task->arena, double, t->s->n + 1)};
}

static double change(const tml_steady *s, const tml_steady_forces_by *a, const tml_steady_forces_by *b, int i)
{
    double max = 0;
    for (int k = 0; k < s->n; k++) {
        const size_t at = (size_t)i * (size_t)s->nv + (size_t)s->free[k];
        max = fmax(max, fabs(a->by[at] - b->by[at]) / s->unit[s->free[k]]);
    }
    return max;
}

/* Whether a force changes with time alone. */
static bool changes_with_time(tml_steady_task *t, const tml_steady_point *at, double later, int force)
{
    tml_steady *s = t->s;
    const double now = s->t;
    double max = 0;
    double *before = TML_NEW_ARRAY(t->task->arena, double, s->system->law_count + 1);
    tml_steady_evaluate(s, at);
    memcpy(before, s->work->force, (size_t)s->system->law_count * sizeof(double));
    s->t = now + later;
    tml_steady_evaluate(s, at);
    s->t = now;
    for (int k = 0; k < s->system->law_count; k++)
        if (s->system->laws[k].force == force)
            max = fmax(max, fabs(s->work->force[k] - before[k]));
    return max > TOLERANCE * s->scale;
}

void tml_steady_report_cause(tml_steady_task *t, const tml_steady_forces_by *base,
                             const tml_steady_forces_by *other_state, const tml_steady_point *at, double later)
{
    const tml_system *sys = t->task->system;
    tml_log *log = t->task->log;
    double max = 0;
    for (int i = 0; i < base->count; i++)
        max = fmax(max, change(t->s, base, other_state, i));
    tml_log_raise(
        log, TML_E_STEADY_CHANGES, t->task->element->place,
        "steady: there is no relative equilibrium at %s: forces on other coordinates change during the motion",
        tml_steady_speeds_text(t, at->parameter));
    for (int i = 0; i < base->count; i++) {
        const double size = change(t->s, base, other_state, i);
        if (!(size > MIN_SHARE * max))
            continue;
        if (i == 0)
            tml_log_raise(log, TML_N_STEADY_CAUSE, t->task->element->place,
                          "gravity does not rotate with the mechanism (by up to %.4g N): it must be parallel to the "
                          "axis, or switched off with gravity: none",
                          size);
        else if (i == 1)
            tml_log_raise(log, TML_N_STEADY_CAUSE, t->task->element->place,
                          "the rotating inertia is not balanced about the axis (%.4g N)", size);
        else if (i - 2 < sys->force_count)
            tml_log_raise(log, TML_N_STEADY_CAUSE, t->task->element->place, "force %s %s (by up to %.4g N)",
                          sys->forces[i - 2].name,
                          changes_with_time(t, at, later, i - 2) ? "changes with time"
                                                                 : "does not rotate with the mechanism",
                          size);
        else
            tml_log_raise(log, TML_N_STEADY_CAUSE, t->task->element->place,
                          "compliant joint %s does not rotate with the mechanism (%.4g N)",
                          sys->joints[i - 2 - sys->force_count].name, size);
    }
}
