/* certificate.c - bounds on a motion.
 *
 * e = T + V - W - (T + V)_0,   scale = max(max T + max V - min V,  sum |W_{k+1} - W_k|)
 * over the steps of the integrator: what happens between two rows of output is not missed, and more rows change nothing. A step may lead
 * beyond an event that stops the motion: its end counts only when the motion has gone on from there. The opening
 * of a compliant joint is the norm of its translational rows, s - rest, its rotation that of the others.
 */
#include "analysis/dynamics/certificate.h"
#include <math.h>
#include <string.h>

static const double HALF_TURN = 3.0; /* rad: from here on it is near */

static void take_openings(tml_opened *o, const tml_workspace *work, double t)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->joint_count; i++) {
        double opening, rotation;
        if (!tml_joint_opening(work, i, &opening, &rotation))
            continue;
        if (opening > o->opening || isnan(opening))
            o->opening = opening, o->opening_time = t, o->opening_joint = i;
        if (rotation > o->rotation || isnan(rotation))
            o->rotation = rotation, o->rotation_time = t, o->rotation_joint = i;
    }
}

static bool holds_rotation(const tml_system *s, const tml_force_law *law)
{
    const tml_measure_kind kind = s->measures[s->terms[law->terms.first].measure].kind;
    return law->k != 0 && (kind == TML_ROTATION || kind == TML_TILT);
}

/* Laws of one joint or bushing follow each other: their measures are components of its rotation. */
static void take_rotations(tml_certified *now, const tml_workspace *work)
{
    const tml_system *s = work->system;
    double square = 0;
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        if (i && (law->joint != law[-1].joint || law->force != law[-1].force))
            square = 0;
        if (!holds_rotation(s, law))
            continue;
        const double value = work->value[s->terms[law->terms.first].measure];
        square += value * value;
        if (square > now->rotated * now->rotated)
            now->rotated = sqrt(square), now->rotated_law = i;
    }
}

/* NaN stays, which fmax passes over */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

static tml_certified measure(tml_certificate *c, const tml_equations *e, double t, double work_done)
{
    const tml_workspace *w = e->work;
    tml_certified now = {.t = t,
                         .work = work_done,
                         .position = tml_max_norm(e->phi, e->rows),
                         .velocity = tml_max_norm(e->phidot, e->rows),
                         .kinetic = tml_workspace_kinetic(w),
                         .potential = w->potential};
    if (!c->begun) {
        c->begun = true;
        for (int i = 0; i < w->system->joint_count; i++)
            c->complies |= tml_joint_is_compliant(w->system, i);
        for (int i = 0; w->system->space && i < w->system->law_count; i++)
            c->rotates |= holds_rotation(w->system, &w->system->laws[i]);
        c->start = now.kinetic + now.potential - work_done;
        c->low = c->high = now.potential;
        c->work = c->row_work = work_done;
        c->t = c->row_t = t;
    }
    if (c->complies)
        take_openings(&now.opened, w, t);
    if (c->rotates)
        take_rotations(&now, w);
    return now;
}

static void add(tml_certificate *c, const tml_certified *now)
{
    tml_opened *o = &c->opened;
    c->position = larger(c->position, now->position);
    c->velocity = larger(c->velocity, now->velocity);
    c->energy = larger(c->energy, fabs(now->kinetic + now->potential - now->work - c->start));
    c->kinetic = larger(c->kinetic, now->kinetic);
    c->low = fmin(c->low, now->potential);
    c->high = fmax(c->high, now->potential);
    if (now->opened.opening > o->opening || isnan(now->opened.opening))
        o->opening = now->opened.opening, o->opening_time = now->t, o->opening_joint = now->opened.opening_joint;
    if (now->opened.rotation > o->rotation || isnan(now->opened.rotation))
        o->rotation = now->opened.rotation, o->rotation_time = now->t, o->rotation_joint = now->opened.rotation_joint;
    if (now->rotated > c->rotated)
        c->rotated = now->rotated, c->rotated_time = now->t, c->rotated_law = now->rotated_law;
}

static void add_waiting(tml_certificate *c)
{
    if (!c->waits)
        return;
    c->waits = false;
    add(c, &c->waiting);
    if (c->waiting.t >= c->t) {
        c->turnover += fabs(c->waiting.work - c->work);
        c->work = c->waiting.work;
        c->t = c->waiting.t;
    }
}

void tml_certificate_take(tml_certificate *c, const tml_equations *e, double t, double work_done)
{
    if (t > c->waiting.t) /* the same state may be looked at twice */
        add_waiting(c);
    c->waiting = measure(c, e, t, work_done);
    c->waits = true;
}

void tml_certificate_take_row(tml_certificate *c, const tml_equations *e, double t, double work_done)
{
    const tml_certified now = measure(c, e, t, work_done);
    add(c, &now);
    c->row_t = t;
    c->row_work = work_done;
}

void tml_certificate_end(tml_certificate *c, double t)
{
    c->waits &= c->waiting.t <= t;
    add_waiting(c);
    if (c->row_t > c->t)
        c->turnover += fabs(c->row_work - c->work);
}

/* At half a turn r and -r are the same rotation: the torque -k r changes its sense at once. */
void tml_certificate_warn(const tml_certificate *c, const tml_task *task)
{
    const tml_system *s = task->system;
    if (!(c->rotated > HALF_TURN))
        return;
    const tml_force_law *law = &s->laws[c->rotated_law];
    const char *name = law->joint >= 0 ? s->joints[law->joint].name : law->force >= 0 ? s->forces[law->force].name : "";
    tml_log_raise(
        task->log, TML_W_HALF_TURN, task->element->place,
        "%s: %s %s came to a rotation of %.4g rad at t = %.6g s: at half a turn its torque changes its sense at "
        "once, and beyond it pulls back the other way round",
        task->element->kind, law->joint >= 0 ? "compliant joint" : "force", name, c->rotated, c->rotated_time);
}

void tml_certificate_place(tml_equations *e, double t, const double *q, const double *v, bool measured)
{
    if (measured && e->phi == e->work->phi)
        tml_workspace_constraints(e->work, e->system->row_count);
    else
        e->class->evaluate_constraints(e, t, q, v);
    tml_workspace_forces(e->work);
}

double tml_certificate_scale(const tml_certificate *c)
{
    return fmax(c->kinetic + c->high - c->low, c->turnover);
}

static void opening_facts(const tml_opened *o, const tml_system *s, tml_table *table)
{
    if (o->opening > 0 || isnan(o->opening))
        tml_table_add_fact(table, "largest opening", o->opening, "%.3g m: compliant joint %s, t = %.6g s", o->opening,
                           s->joints[o->opening_joint].name, o->opening_time);
    if (o->rotation > 0 || isnan(o->rotation))
        tml_table_add_fact(table, "largest rotation", o->rotation, "%.3g rad: compliant joint %s, t = %.6g s",
                           o->rotation, s->joints[o->rotation_joint].name, o->rotation_time);
}

void tml_certificate_facts(const tml_certificate *c, const tml_system *system, tml_table *table)
{
    const double scale = tml_certificate_scale(c);
    if (system->rigid_row_count) {
        tml_table_add_fact(table, "worst position residual", c->position, "%.3g", c->position);
        tml_table_add_fact(table, "worst velocity residual", c->velocity, "%.3g", c->velocity);
    }
    opening_facts(&c->opened, system, table);
    tml_table_add_fact(table, "worst energy error", c->energy, "%.3g J", c->energy);
    tml_table_add_fact(table, "energy scale", scale, "%.3g J", scale);
}

static void largest_fact(tml_table *table, const char *channel, const char *name, const char *unit)
{
    const long column = tml_table_find(table, channel);
    double most = 0;
    for (size_t i = 0; i < table->fact_count; i++)
        if (strcmp(table->facts[i].name, name) == 0)
            return;
    for (size_t row = 0; column >= 0 && row < table->row_count; row++)
        most = larger(most, table->values[row * table->column_count + (size_t)column]);
    if (most > 0 || isnan(most))
        tml_table_add_fact(table, name, most, "%.3g %s: compliant joints, over all rows", most, unit);
}

void tml_certificate_openings(tml_table *table)
{
    largest_fact(table, "residual.opening", "largest opening", "m");
    largest_fact(table, "residual.rotation", "largest rotation", "rad");
}
