/* steady_check.c - whether what balances at one moment does so at every other: a steady state, not one instant of a motion.
 *
 * Along the motion q' = u, t' = 1 the forces on free coordinates must not change. What makes them change is named: gravity across the
 * axis, a force that does not turn along, an expression of t, bodies that are not balanced.
 */
#include "analysis/steady_task.h"
#include <math.h>
#include <string.h>

enum { MOMENTS = 9 };
static const double SAME = 1e-8; /* forces, as a part of all */
static const double PART = 0.05; /* of the largest change: a force that is named */
static const double GOLDEN = 0.6180339887498949, TURN = 6.283185307179586;

/* ---- speeds that cannot be ---- */

static int worst_row(const double *x, int rows)
{
    int worst = 0;
    for (int i = 1; i < rows; i++)
        worst = fabs(x[i]) > fabs(x[worst]) ? i : worst;
    return worst;
}

static double fastest(const tml_steady *s)
{
    double most = 0;
    for (int k = 0; k < s->nv; k++)
        most = fmax(most, fabs(s->u[k]) * s->unit[k]);
    return most;
}

/* Loops and drivers allow the speeds, and go on doing so. */
static bool fits(tml_steady_task *t, bool tell)
{
    tml_steady *s = t->s;
    const double fast = fastest(s), size = s->system->size;
    tml_arena *arena = t->task->arena;
    if (s->mismatch > SAME * fast) {
        const int row = worst_row(s->work->phidot, s->rows);
        if (tell)
            tml_log_error(t->task->log, t->task->element->place, "steady: %s cannot be kept: %s %s (by %.4g %s)",
                          tml_steady_speeds_text(t, t->at.part), tml_row_name(s->system, row, arena),
                          s->system->rows[row].driver >= 0 ? "asks for another speed" : "would open", s->mismatch,
                          s->system->measures[s->system->terms[s->system->rows[row].terms.first].measure].turning
                              ? "rad/s"
                              : "m/s");
        return false;
    }
    double *gap = TML_NEW_ARRAY(arena, double, s->rows + 1);
    tml_work_G(s->work, s->rows, s->a, gap);
    for (int i = 0; i < s->rows; i++)
        gap[i] -= s->work->gamma[i];
    if (tml_largest(gap, s->rows) <= SAME * fast * fast / size + 1e-12)
        return true;
    if (tell)
        tml_log_error(t->task->log, t->task->element->place,
                      "steady: nothing can stay at rest while %s: %s makes other freedoms move at speeds that change",
                      tml_steady_speeds_text(t, t->at.part), tml_row_name(s->system, worst_row(gap, s->rows), arena));
    return false;
}

/* Freedoms that follow do so in one way only. */
static bool is_settled(tml_steady_task *t, bool tell)
{
    const tml_steady *s = t->s;
    const double *Z = tml_range_free(&s->range), fast = fastest(s);
    for (int k = 0; s->follows && k < s->n; k++) {
        double free = 0;
        for (int m = 0; m < s->free_count; m++)
            free = fmax(free, fabs(Z[(size_t)m * (size_t)s->n + (size_t)k]));
        if (free < SAME || fabs(s->u[s->free[k]]) * s->unit[s->free[k]] < SAME * fast)
            continue;
        if (tell)
            tml_log_error(t->task->log, t->task->element->place,
                          "steady: %s is not settled by the speeds given, though they move it: give its speed too",
                          tml_steady_freedom_name(t, s->free[k]));
        return false;
    }
    return true;
}

/* ---- forces that change ---- */

/* Forces on free coordinates by origin: gravity, inertia, each force of the model, each compliant joint. */
typedef struct {
    int count;
    double *by; /* (count x nv) */
    double *left;
} origins;

static void add_law(const tml_steady *s, int law, double *force)
{
    const tml_system *sys = s->system;
    const tml_terms terms = sys->laws[law].terms;
    for (int k = terms.first; k < terms.first + terms.count; k++) {
        const tml_term term = sys->terms[k];
        const tml_measure *m = &sys->measures[term.measure];
        const double *J = s->work->J + (size_t)term.measure * 2 * (size_t)sys->nvb;
        const double f = s->work->force[law] * term.coefficient;
        for (int c = 0; c < sys->nvb; c++) {
            if (m->body1)
                force[(m->body1 - 1) * sys->nvb + c] += f * J[c];
            if (m->body2)
                force[(m->body2 - 1) * sys->nvb + c] += f * J[sys->nvb + c];
        }
    }
}

static void add_weight(const tml_system *sys, double *force)
{
    const double g[3] = {sys->gravity.x, sys->gravity.y, sys->gravity.z};
    for (int b = 1; b < sys->nb; b++)
        for (int c = 0; c < (sys->space ? 3 : 2); c++)
            force[(b - 1) * sys->nvb + c] += sys->masses[b].mass * g[c];
}

/* 0 gravity, 1 inertia, then forces, then joints. */
static void split(tml_steady_task *t, origins *o)
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
        if (i == 1) { /* Q less all else, and -M a */
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
    memcpy(o->left, s->left, (size_t)s->n * sizeof(double));
}

static origins origins_make(const tml_steady_task *t)
{
    const int count = 2 + t->task->system->force_count + t->task->system->joint_count;
    return (origins){.count = count,
                     .by = TML_NEW_ARRAY(t->task->arena, double, (size_t)count *(size_t)t->s->nv + 1),
                     .left = TML_NEW_ARRAY(t->task->arena, double, t->s->n + 1)};
}

static double change(const tml_steady *s, const origins *a, const origins *b, int i)
{
    double most = 0;
    for (int k = 0; k < s->n; k++) {
        const size_t at = (size_t)i * (size_t)s->nv + (size_t)s->free[k];
        most = fmax(most, fabs(a->by[at] - b->by[at]) / s->unit[s->free[k]]);
    }
    return most;
}

/* Whether a force changes with time alone. */
static bool changes_with_time(tml_steady_task *t, const tml_steady_point *at, double later, int force)
{
    tml_steady *s = t->s;
    const double now = s->t;
    double most = 0;
    double *before = TML_NEW_ARRAY(t->task->arena, double, s->system->law_count + 1);
    tml_steady_evaluate(s, at);
    memcpy(before, s->work->force, (size_t)s->system->law_count * sizeof(double));
    s->t = now + later;
    tml_steady_evaluate(s, at);
    s->t = now;
    for (int k = 0; k < s->system->law_count; k++)
        if (s->system->laws[k].force == force)
            most = fmax(most, fabs(s->work->force[k] - before[k]));
    return most > SAME * s->scale;
}

static void blame(tml_steady_task *t, const origins *base, const origins *worst, const tml_steady_point *at,
                  double later)
{
    const tml_system *sys = t->task->system;
    tml_log *log = t->task->log;
    double most = 0;
    for (int i = 0; i < base->count; i++)
        most = fmax(most, change(t->s, base, worst, i));
    tml_log_error(log, t->task->element->place,
                  "steady: nothing can stay at rest at %s: forces on other freedoms change while it moves",
                  tml_steady_speeds_text(t, at->part));
    for (int i = 0; i < base->count; i++) {
        const double size = change(t->s, base, worst, i);
        if (!(size > PART * most))
            continue;
        if (i == 0)
            tml_log_add(
                log, TML_NOTE, t->task->element->place,
                "gravity does not turn along (by up to %.4g N): it must be along the axis, or switched off with "
                "gravity: none",
                size);
        else if (i == 1)
            tml_log_add(log, TML_NOTE, t->task->element->place,
                        "inertia of what turns is not balanced about the axis (%.4g N)", size);
        else if (i - 2 < sys->force_count)
            tml_log_add(log, TML_NOTE, t->task->element->place, "force %s %s (by up to %.4g N)",
                        sys->forces[i - 2].name,
                        changes_with_time(t, at, later, i - 2) ? "changes with time" : "does not turn along", size);
        else
            tml_log_add(log, TML_NOTE, t->task->element->place, "compliant joint %s does not turn along (%.4g N)",
                        sys->joints[i - 2 - sys->force_count].name, size);
    }
}

/* Time after which the i-th moment is: any angle of what turns, a few sizes of what slides. */
static double moment(const tml_steady *s, int i)
{
    double turns = 0, slides = 0;
    for (int k = 0; k < s->nv; k++) {
        double *most = s->slides[k] ? &slides : &turns;
        *most = fmax(*most, fabs(s->u[k]));
    }
    return turns > 0 ? i * GOLDEN * TURN / turns : slides > 0 ? 0.3 * i * s->system->size / slides : 0.1 * i;
}

/* Forces at the i-th moment of the motion from a point. False: not finite. */
static bool later(tml_steady_task *t, const tml_steady_point *at, const double *u, double time, tml_steady_point *then)
{
    tml_steady *s = t->s;
    double *d = s->trial[0];
    tml_steady_copy(s, at, then);
    for (int k = 0; k < s->nv; k++)
        d[k] = u[k] * time;
    tml_spanning_displace(s->tree, d, then->q);
    s->t += time;
    const int flag = tml_steady_evaluate(s, then);
    s->t -= time;
    if (flag == 0)
        tml_steady_balance(s, then);
    return flag == 0;
}

static bool stays(tml_steady_task *t, const tml_steady_point *at, bool tell)
{
    tml_steady *s = t->s;
    tml_steady_point then = tml_steady_point_make(s);
    origins base = origins_make(t), now = origins_make(t);
    double *u = TML_NEW_ARRAY(t->task->arena, double, s->nv + 1), drive = 0;
    double *pushed = TML_NEW_ARRAY(t->task->arena, double, s->nv + 1);
    int driven = 0;
    later(t, at, s->u, 0, &then);
    memcpy(u, s->u, (size_t)s->nv * sizeof(double));
    memcpy(pushed, s->r, (size_t)s->nv * sizeof(double));
    split(t, &base);
    for (int i = 1; i <= MOMENTS; i++) {
        const double time = moment(s, i);
        double most = 0;
        if (!later(t, at, u, time, &then))
            return true; /* nothing can be said */
        for (int k = 0; k < s->n; k++)
            most = fmax(most, fabs(s->left[k] - base.left[k]));
        for (int k = 0; k < s->held_count; k++) {
            const double other = fabs(s->r[s->held[k]] - pushed[s->held[k]]) / s->unit[s->held[k]];
            driven = other > drive ? k : driven;
            drive = fmax(drive, other);
        }
        if (most > SAME * s->scale || s->gap > SAME * s->system->size) {
            split(t, &now);
            if (tell)
                blame(t, &base, &now, at, time);
            return false;
        }
    }
    if (drive > 1e-6 * s->scale && tell && !t->warned) {
        const tml_steady_speed *w = &t->request.speeds[driven];
        t->warned = true;
        tml_log_add(t->task->log, TML_WARNING, t->task->element->place,
                    "steady: %s.actuator changes while it %s, by up to %.4g %s: its value is that at this moment",
                    w->of, w->turns ? "turns" : "slides", drive * s->unit[s->held[driven]], w->turns ? "N*m" : "N");
    }
    return true;
}

tml_status tml_steady_check(tml_steady_task *t, const tml_steady_point *at, bool tell)
{
    tml_steady *s = t->s;
    if (tml_steady_evaluate(s, at))
        return TML_OK;
    const bool moves = fastest(s) > 0 || s->system->drive_count > 0;
    return !moves || (fits(t, tell) && is_settled(t, tell) && stays(t, at, tell)) ? TML_OK : TML_FAILED;
}
