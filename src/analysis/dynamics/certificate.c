/* certificate.c - error bounds of a motion.
 *
 * e = T + V - W - (T + V)_0,   scale = max(max T + max V - min V,  sum |W_{k+1} - W_k|)
 * over the steps of the integrator: nothing between two output rows is missed, and more rows change nothing. A step
 * may extend beyond an event that stops the motion: its end counts only once the motion has continued from there. The
 * opening of a compliant joint is the norm of its translational rows, s - rest; its rotation is that of the others.
 */
#include "analysis/dynamics/certificate.h"
#include <math.h>
#include <string.h>

static const double HALF_TURN = 3.0; /* rad: close to half a revolution */

static void sample_openings(tml_opening_extremes *o, const tml_workspace *work, double t)
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

/* The force laws of one joint or bushing are consecutive: their measures are components of its rotation vector. */
static void sample_rotations(tml_certificate_sample *now, const tml_workspace *work)
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

/* propagates NaN, which fmax ignores */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

static tml_certificate_sample measure(tml_certificate *c, const tml_equations *e, double t, double work_done)
{
    const tml_workspace *w = e->work;
    tml_certificate_sample now = {.t = t,
                                  .work = work_done,
                                  .position = tml_max_norm(e->phi, e->rows),
                                  .velocity = tml_max_norm(e->phidot, e->rows),
                                  .kinetic = tml_workspace_kinetic(w),
                                  .potential = w->potential};
    if (!c->begun) {
        c->begun = true;
        for (int i = 0; i < w->system->joint_count; i++)
            c->has_compliant |= tml_joint_is_compliant(w->system, i);
        for (int i = 0; w->system->space && i < w->system->law_count; i++)
            c->rotates |= holds_rotation(w->system, &w->system->laws[i]);
        c->start = now.kinetic + now.potential - work_done;
        c->low = c->high = now.potential;
        c->work = c->row_work = work_done;
        c->t = c->row_t = t;
    }
    if (c->has_compliant)
        sample_openings(&now.opened, w, t);
    if (c->rotates)
        sample_rotations(&now, w);
    return now;
}

static void add(tml_certificate *c, const tml_certificate_sample *now)
{
    tml_opening_extremes *o = &c->opened;
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

static void add_pending(tml_certificate *c)
{
    if (!c->has_pending)
        return;
    c->has_pending = false;
    add(c, &c->pending);
    if (c->pending.t >= c->t) {
        c->work_variation += fabs(c->pending.work - c->work);
        c->work = c->pending.work;
        c->t = c->pending.t;
    }
}

void tml_certificate_take(tml_certificate *c, const tml_equations *e, double t, double work_done)
{
    if (t > c->pending.t) /* the same state may be sampled twice */
        add_pending(c);
    c->pending = measure(c, e, t, work_done);
    c->has_pending = true;
}

void tml_certificate_take_row(tml_certificate *c, const tml_equations *e, double t, double work_done)
{
    const tml_certificate_sample now = measure(c, e, t, work_done);
    add(c, &now);
    c->row_t = t;
    c->row_work = work_done;
}

void tml_certificate_interrupt(tml_certificate *c, double t)
{
    c->has_pending &= c->pending.t <= t;
    add_pending(c);
    c->pending.t = fmin(c->pending.t, t);
}

void tml_certificate_end(tml_certificate *c, double t)
{
    tml_certificate_interrupt(c, t);
    if (c->row_t > c->t)
        c->work_variation += fabs(c->row_work - c->work);
}

/* At half a revolution the rotation vectors r and -r are the same rotation: the torque -k r changes sign. */
void tml_certificate_warn(const tml_certificate *c, const tml_task *task)
{
    const tml_system *s = task->system;
    if (!(c->rotated > HALF_TURN))
        return;
    const tml_force_law *law = &s->laws[c->rotated_law];
    const char *name = law->joint >= 0 ? s->joints[law->joint].name : law->force >= 0 ? s->forces[law->force].name : "";
    tml_log_raise(task->log, TML_W_HALF_TURN, task->element->place,
                  "%s: %s %s reached a rotation of %.4g rad at t = %.6g s: at half a revolution its torque changes "
                  "sign abruptly, and beyond it acts the other way round",
                  task->element->kind, law->joint >= 0 ? "compliant joint" : "force", name, c->rotated,
                  c->rotated_time);
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
    return fmax(c->kinetic + c->high - c->low, c->work_variation);
}

static void opening_facts(const tml_opening_extremes *o, const tml_system *s, tml_table *table)
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
    double max = 0;
    for (size_t i = 0; i < table->fact_count; i++)
        if (strcmp(table->facts[i].name, name) == 0)
            return;
    for (size_t row = 0; column >= 0 && row < table->row_count; row++)
        max = larger(max, table->values[row * table->column_count + (size_t)column]);
    if (max > 0 || isnan(max))
        tml_table_add_fact(table, name, max, "%.3g %s: compliant joints, over all rows", max, unit);
}

void tml_certificate_openings(tml_table *table)
{
    largest_fact(table, "residual.opening", "largest opening", "m");
    largest_fact(table, "residual.rotation", "largest rotation", "rad");
}
