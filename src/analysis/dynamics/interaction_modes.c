/* interaction_modes.c - which modes follow: complementarity of forces and accelerations.
 *
 * A gap at zero that neither opens nor closes may be closed, a slip of zero may stick; all other slips go on. Which do follows from
 * dynamics/complementarity.h, in which all of them act on each other through the mechanism.
 */
#include "analysis/dynamics/interaction_state.h"
#include "analysis/undetermined_forces.h"
#include "dynamics/instant_modes.h"
#include <string.h>

static const double GAP_ROUNDING = 1e-16;  /* of the places of the bodies */
static const double PARTING = 0.1;         /* of what a gap may be below zero: of corners that pass each other */
static const double IDLE = 1e-12;          /* of a characteristic force: friction without load */
static const double STIFF_IDLE = 1e-7;     /* the same where joints are stiff springs: these forces are rounding */
static const double CLEARLY = 1e-6;        /* of the characteristic acceleration: a gap that opens at it is soon open */
static const double LOADED = 100;          /* of that: with some load */
static const double SETS_IN = 1e-4;        /* of what is slow: a slip that is given begins */
static const double MOVES_NOTHING = 1e-12; /* of the acceleration by a characteristic force */
static const double BALANCED = 1e-7; /* of the acceleration by a force alone: what is left where others balance it */

tml_status tml_interaction_run_fail(const tml_interaction_run *x)
{
    tml_failure_singular(x->r->m->task, x->r->m->e->work, "where contacts or friction change");
    return TML_FAILED;
}

static double limit(void *context, const tml_condition *of, tml_limit_kind kind, const double *values, const double *r,
                    double *by_x, double *by_r)
{
    const tml_interaction_run *x = context;
    return tml_limit_of_results(x->r->m->e, x->gradient, of, kind, values, r, by_x, by_r);
}

/* What a gap at zero is known to: the rounding of where its bodies are. */
static double gap_rounding(const tml_workspace *w, const tml_interaction *is)
{
    double extent = tml_interaction_scale(w->system, is);
    for (int k = is->along[0].first; k < is->along[0].first + is->along[0].count; k++) {
        const tml_measure *m = &w->system->measures[w->system->terms[k].measure];
        for (int side = 0; side < 2 && !m->is_rotation; side++) {
            const int b = side ? m->body2 : m->body1;
            extent += w->system->space ? tml_norm(w->motion3[b].x) : hypot(w->motion2[b].x, w->motion2[b].y);
        }
    }
    return GAP_ROUNDING * extent;
}

/* A gap or slip that begins is zero up to rounding, and may be so for a while: so much of it is no event. */
static double slack_of(const tml_motion_state *m, const tml_interaction *is)
{
    return tml_interaction_scale(m->task->system, is) *
           (is->kind == TML_FRICTION ? TML_AT_REST * m->rate : TML_TOUCHES);
}

/* Of friction whose limits differ: whether its force is nearer to the one against slip below zero. */
static bool releases_back(const tml_workspace *w, const tml_interaction *is)
{
    const double x = tml_interaction_force(w, is, 0);
    return tml_expression_value(is->holding_back, w->inputs, w->expression) - x <
           tml_expression_value(is->holding, w->inputs, w->expression) + x;
}

/* What was held and has reached its limit: it opens, or slides against the force that held it. */
static void release(tml_interaction_run *x, int i)
{
    tml_workspace *w = x->r->m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    double size = 0;
    for (int k = 0; k < is->size; k++)
        size = hypot(size, tml_interaction_force(w, is, k));
    for (int k = 0; k < is->size; k++)
        w->modes[i].direction[k] = size > 0 ? -tml_interaction_force(w, is, k) / size : k == 0;
    if (is->holding_back)
        w->modes[i].direction[0] = releases_back(w, is) ? -1 : 1;
    w->modes[i].kind = is->kind == TML_FRICTION ? TML_SLIDES : TML_OPEN;
    tml_mode_begin(&w->modes[i], is);
    x->history[i].slack = slack_of(x->r->m, is);
}

/* Whether a slip in several directions has come to rest: it has reached zero, or is as slow and would reach it next. */
static bool stops(const tml_interaction_run *x, int i)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    double change = 0; /* of u^2/2, by the accelerations before this instant */
    if (w->modes[i].kind != TML_SLIDES || tml_interaction_slip(w, is) > tml_interaction_stopping(m, is))
        return false;
    for (int k = 0; k < is->size; k++)
        change += tml_interaction_rate(w, is, k) * tml_interaction_acceleration(w, is, k, m->e->a);
    return x->history[i].fired || (change < 0 && !w->modes[i].begins);
}

/* What may act, as if it did: gaps at zero are closed, slips of zero stick. */
static void set_candidates(tml_interaction_run *x)
{
    const tml_motion_state *m = x->r->m;
    tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double slow = tml_interaction_slow(m, is), u = tml_interaction_slip(w, is);
        const bool fired = x->history[i].fired;
        x->history[i].slack = 0;
        w->modes[i].slow = tml_interactions_rub_together(s) ? tml_interaction_stopping(m, is)
                                                            : TML_BEGINS * m->rate * tml_interaction_scale(s, is);
        if (x->history[i].released) {
            release(x, i);
            continue;
        }
        if (is->kind == TML_UNILATERAL) {
            const bool touches = tml_interaction_run_touches(x, i);
            const double rate = tml_interaction_rate(w, is, 0);
            w->modes[i].kind = touches && rate <= slow && rate >= -x->history[i].slow ? TML_CLOSED : TML_OPEN;
            if (x->history[i].parts)
                x->history[i].slack = PARTING * slack_of(m, is) + fmax(0, -tml_interaction_gap(w, is));
            if (touches) /* of one that opens */
                x->history[i].slack = fmax(0, -tml_interaction_gap(w, is)) + gap_rounding(w, is);
            continue;
        }
        if (is->normal >= 0 && w->modes[is->normal].kind != TML_CLOSED) {
            w->modes[i].kind = TML_OPEN;
            continue;
        }
        const bool at_rest = is->size == 1 ? fired && w->modes[i].kind == TML_SLIDES : stops(x, i);
        const bool begins = fired && w->modes[i].kind == TML_RESTS;
        const bool rests = w->modes[i].kind == TML_STICKS || at_rest || (u <= slow && !begins);
        w->modes[i].kind = rests ? TML_STICKS : TML_SLIDES;
        w->modes[i].begins &= !rests && u <= TML_BEGINS * m->rate * tml_interaction_scale(s, is);
        for (int k = 0; !rests && k < is->size; k++)
            w->modes[i].direction[k] = tml_interaction_rate(w, is, k) / u;
    }
}

static void list_conditions(tml_interaction_run *x, const tml_affine_results *a)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_system *s = w->system;
    tml_complementarity *p = &x->problem;
    p->count = 0;
    for (int k = 0; k < a->n; k++) {
        const tml_result_law *law = &s->result_laws[a->active[k]];
        tml_condition *c = &x->list[p->count];
        p->x[k] = 0;
        if (law->interaction < 0) {
            *c = (tml_condition){
                .kind = TML_CONDITION_LAW, .which = a->active[k], .first = k, .size = 1, .mode = TML_BY_LAW};
            p->count++;
        } else if (law->component == 0) {
            const tml_interaction *is = &s->interactions[law->interaction];
            const tml_interaction_mode *mode = &w->modes[law->interaction];
            *c = (tml_condition){.kind = is->kind == TML_UNILATERAL ? TML_CONDITION_UNILATERAL : TML_CONDITION_FRICTION,
                                 .which = law->interaction,
                                 .first = k,
                                 .size = is->size,
                                 .acceleration = a->held[k],
                                 .slips = mode->kind == TML_SLIDES,
                                 .uneven = is->holding_back != NULL,
                                 .mode = mode->kind};
            memcpy(c->direction, mode->direction, sizeof c->direction);
            p->count++;
        }
    }
    tml_interaction_run_link(x);
}

/* Names what is in touch or at rest: "knee, O". */
const char *tml_interaction_run_names(const tml_interaction_run *x, tml_arena *arena)
{
    const tml_system *s = x->r->m->task->system;
    const char *list = "";
    for (int k = 0; k < x->problem.count; k++)
        if (x->list[k].kind != TML_CONDITION_LAW && s->interactions[x->list[k].which].normal < 0)
            list = tml_arena_format(arena, "%s%s%s", list, *list ? ", " : "", s->interactions[x->list[k].which].name);
    return list;
}

static tml_place place_of(const tml_interaction_run *x)
{
    for (int k = 0; k < x->problem.count; k++)
        if (x->list[k].kind == TML_CONDITION_FRICTION)
            return x->r->m->task->system->interactions[x->list[k].which].place;
    return x->r->m->task->element->place;
}

/* Whether one contact or stop alone stands against motions that drivers prescribe. */
static bool holds_drivers(const tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    int closed = 0;
    for (int k = 0; k < x->problem.count; k++)
        closed += x->list[k].kind == TML_CONDITION_UNILATERAL;
    return closed == 1 && s->driver_count > 0;
}

tml_status tml_interaction_run_refuse(const tml_interaction_run *x, tml_complementarity_outcome outcome, double t,
                                      const char *what)
{
    tml_task *task = x->r->m->task;
    const char *names = tml_interaction_run_names(x, task->arena);
    bool friction = false;
    for (int k = 0; k < x->problem.count; k++)
        friction |= x->list[k].kind != TML_CONDITION_UNILATERAL;
    if (!friction && outcome == TML_NO_SOLUTION && holds_drivers(x))
        tml_log_raise(task->log, TML_E_NO_FORCES, task->system->interactions[x->list[0].which].place,
                      "dynamics: at t = %.9g s drivers move the mechanism on against %s, where it cannot go on: no %s "
                      "stop what is prescribed; let the motion end before, or make what it meets compliant",
                      t, names, what);
    else if (!friction && outcome == TML_NO_SOLUTION)
        tml_log_raise(
            task->log, TML_E_NO_FORCES, task->system->interactions[x->list[0].which].place,
            "dynamics: at t = %.9g s no %s keep these contacts from pressing into each other (%s): they hold a "
            "body between them, and each would move it another way, as conjugate cams do whose motions, base "
            "circles or rollers do not belong together; let them fit, or give them play; `contact: compliant` "
            "goes on",
            t, what, names);
    else if (!friction)
        tml_log_raise(
            task->log, TML_E_NO_FORCES, task->element->place,
            "dynamics: at t = %.9g s no %s of the contacts were found (%s): they repeat or contradict each other up to "
            "rounding; a smaller tolerance, or `integrator: explicit`, may help, `contact: time_stepping` goes on",
            t, what, names);
    else if (outcome == TML_NO_SOLUTION)
        tml_log_raise(
            task->log, TML_E_NO_FORCES, place_of(x),
            "dynamics: at t = %.9g s no %s of contact and friction are possible (%s): friction presses what it holds "
            "ever harder (Painlevé's paradox: rigid bodies would jam in an impact without collision); with less "
            "friction, or a compliant contact, they are",
            t, what, names);
    else if (outcome == TML_NOT_FOUND)
        tml_log_raise(
            task->log, TML_E_NO_FORCES, place_of(x),
            "dynamics: at t = %.9g s no %s of contact and friction were found (%s): there are too many "
            "combinations of what is open or closed, sticks or slides to try all; `contact: time_stepping` or "
            "`contact: compliant` needs none",
            t, what, names);
    else
        tml_log_raise(task->log, TML_E_SEVERAL_FORCES, place_of(x),
                      "dynamics: at t = %.9g s several %s of contact and friction are possible (%s), and rigid bodies "
                      "do not tell "
                      "which occur (Painlevé's paradox); with less friction, or a compliant contact, there is one",
                      t, what, names);
    return TML_FAILED;
}

/* The acceleration that the force of an interaction would give the lighter of its bodies. */
static double acceleration_alone(const tml_workspace *w, const tml_interaction *is)
{
    const tml_system *s = w->system;
    const tml_measure *of = &s->measures[is->term[0].measure];
    const double arm = tml_interaction_arm(s, is);
    double force = 0, mass = s->mass;
    for (int k = 0; k < is->size; k++)
        force = hypot(force, tml_interaction_force(w, is, k));
    for (int side = 0; side < 2; side++) {
        const int body = side ? of->body2 : of->body1;
        if (body && s->masses[body].mass > 0)
            mass = fmin(mass, s->masses[body].mass);
    }
    return force / (mass * arm * arm);
}

/* What was released moves away, or would if nothing else held it. Several that reach their limits together are in balance there: their
 * accelerations are differences of the forces, and known to the rounding of these. */
static bool stays_released(tml_interaction_run *x, double t)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    bool any = false, good = true;
    for (int i = 0; i < s->interaction_count; i++)
        any |= x->history[i].released;
    if (!any || tml_equations_solve(m->e, t, m->problem.y, m->problem.y + m->e->nq))
        return true;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        double c = 0;
        for (int k = 0; k < is->size; k++)
            c += (is->kind == TML_FRICTION ? w->modes[i].direction[k] : 1) *
                 tml_interaction_acceleration(w, is, k, m->e->a);
        const double rounding = fmax(TML_AT_REST * m->rate * m->rate * tml_interaction_scale(s, is),
                                     is->kind == TML_FRICTION ? BALANCED * acceleration_alone(w, is) : 0);
        if (x->history[i].released && !(c >= -rounding))
            x->history[i].released = good = false;
    }
    return good;
}

static double idle_force(const tml_motion_state *m, const tml_interaction *is)
{
    const tml_system *s = m->task->system;
    return (s->penalty_stiffness > 0 ? STIFF_IDLE : IDLE) * s->mass * s->size * m->rate * m->rate *
           tml_interaction_arm(s, is);
}

/* Whether friction that sticks is at its limit all the same: it holds in one sense only, or nothing presses it. */
static bool holds_nothing(const tml_interaction_run *x, const tml_interaction *is)
{
    const tml_workspace *w = x->r->m->e->work;
    const double idle = idle_force(x->r->m, is);
    return is->one_way || tml_expression_value(is->holding, w->inputs, w->expression) <= idle ||
           (is->holding_back && tml_expression_value(is->holding_back, w->inputs, w->expression) <= idle);
}

/* Friction at rest that nothing loads yet, and nothing moves: which way it will slide, its force tells when there is one. */
static bool is_idle(const tml_interaction_run *x, const tml_condition *c)
{
    const tml_complementarity *p = &x->problem;
    const tml_interaction *is = &x->r->m->task->system->interactions[c->which];
    double size = 0;
    if (c->kind != TML_CONDITION_FRICTION || c->slips || (c->mode != TML_SLIDES && !holds_nothing(x, is)))
        return false;
    for (int k = 0; k < c->size; k++) {
        const double response = p->R[(c->first + k) * p->m + c->acceleration + k];
        size = fmax(size, fmax(fabs(p->x[c->first + k]), fabs(p->r[c->acceleration + k]) / fmax(response, 1e-300)));
    }
    return size <= idle_force(x->r->m, is);
}

/* Friction at rest whose force moves nothing: a driver, or joints, give the slip. */
static bool is_driven(const tml_interaction_run *x, const tml_condition *c)
{
    const tml_complementarity *p = &x->problem;
    const tml_system *s = x->r->m->task->system;
    const tml_interaction *is = &s->interactions[c->which];
    double response = 0;
    if (c->kind != TML_CONDITION_FRICTION || c->slips)
        return false;
    for (int k = 0; k < c->size; k++)
        response = fmax(response, fabs(p->R[(c->first + k) * p->m + c->acceleration + k]));
    return response * s->mass * s->size * tml_interaction_arm(s, is) <= MOVES_NOTHING * tml_interaction_scale(s, is);
}

/* Friction at its limit that does not begin to slip. */
static bool is_at_rest_at_limit(const tml_interaction_run *x, const tml_condition *c)
{
    const tml_motion_state *m = x->r->m;
    const tml_complementarity *p = &x->problem;
    const tml_interaction *is = &m->task->system->interactions[c->which];
    double acceleration = 0;
    if (c->kind != TML_CONDITION_FRICTION || c->slips || c->mode != TML_SLIDES)
        return false;
    for (int k = 0; k < c->size; k++)
        acceleration = hypot(acceleration, p->r[c->acceleration + k]);
    return acceleration <= TML_AT_REST * m->rate * m->rate * tml_interaction_scale(m->task->system, is);
}

/* The same, since others hold: it can share the load with them in another way. */
static bool is_held_by_others(const tml_interaction_run *x, const tml_condition *c)
{
    return !x->problem.unique && is_at_rest_at_limit(x, c);
}

/* Whether friction at rest is held by another that sticks: the force of that changes the acceleration of its slip. */
static bool depends_on_one_that_sticks(const tml_interaction_run *x, const tml_condition *c)
{
    const tml_complementarity *p = &x->problem;
    double own = 0, others = 0;
    for (int k = 0; k < c->size; k++)
        own = fmax(own, fabs(p->R[(c->first + k) * p->m + c->acceleration + k]));
    for (int i = 0; i < p->count; i++) {
        const tml_condition *o = &x->list[i];
        for (int k = 0; o != c && o->kind == TML_CONDITION_FRICTION && o->mode == TML_STICKS && k < o->size; k++)
            for (int a = 0; a < c->size; a++)
                others = fmax(others, fabs(p->R[(o->first + k) * p->m + c->acceleration + a]));
    }
    return others > MOVES_NOTHING * own;
}

/* Of several frictions that hold one motion the solution may have loaded some up to their limit, and no more of them sticks than it takes: so it is the only one in these modes. As
 * modes go on from here they share the load, and reach their limits together; one after the other each would pass its limit to the next, and none would ever slip. */
static void share_with_others(tml_interaction_run *x)
{
    tml_complementarity *p = &x->problem;
    bool shares = false;
    if (!p->unique)
        return;
    for (int k = 0; k < p->count; k++) {
        tml_condition *c = &x->list[k];
        if (is_idle(x, c) || !is_at_rest_at_limit(x, c) || !depends_on_one_that_sticks(x, c))
            continue;
        c->mode = TML_STICKS;
        shares = true;
    }
    if (shares)
        tml_complementarity_take_modes(p);
}

/* Channels of forces that are one solution of several. */
static void mark_undetermined(tml_interaction_run *x, const tml_affine_results *a, double t)
{
    tml_event_run *r = x->r;
    tml_motion_state *m = r->m;
    tml_event_run_take_measures(r);
    tml_equations_to_bodies(m->e, t, m->problem.y, m->problem.y + m->e->nq, m->q, m->v);
    const bool moves = tml_undetermined_forces_mark(m->task, &x->problem, a->active, r->impulse, t, m->q);
    x->share_moves = moves ? fmin(x->share_moves, t) : x->share_moves;
}

/* Of a gap or slip that begins. A gap that grows as u t + c t^2/2 is above zero at once, or after it has gone below by u^2/(2 c). */
static double slack_of_open(const tml_interaction_run *x, const tml_condition *of)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_interaction *is = &w->system->interactions[of->which];
    const double most = slack_of(m, is), c = x->problem.r[of->acceleration],
                 u = fmin(0, tml_interaction_rate(w, is, 0));
    if (is->kind != TML_UNILATERAL || !(c > CLEARLY * m->rate * m->rate * tml_interaction_scale(w->system, is)))
        return most;
    return fmin(most, fmax(0, u * u / (2 * c) - tml_interaction_gap(w, is)) + 10 * gap_rounding(w, is));
}

/* Contacts that hold a body on both sides are as far from zero as positions are inaccurate, and their accelerations may contradict each other by as much: the
 * same, were each a little off. False: there is friction, too. */
static bool forgive_rounding(tml_interaction_run *x)
{
    const tml_motion_state *m = x->r->m;
    for (int k = 0; k < x->problem.count; k++)
        if (x->list[k].kind != TML_CONDITION_UNILATERAL)
            return false;
    memcpy(x->r0, x->problem.r0, (size_t)x->problem.m * sizeof(double));
    x->problem.r0 = x->r0;
    for (int k = 0; k < x->problem.count; k++) {
        const tml_interaction *is = &m->task->system->interactions[x->list[k].which];
        x->r0[x->list[k].acceleration] += CLEARLY * m->rate * m->rate * tml_interaction_scale(m->task->system, is);
        x->list[k].mode = TML_CLOSED;
        x->problem.x[x->list[k].first] = 0;
    }
    return true;
}

/* Whether something slides, and cannot go on; keeps the accelerations of gaps without forces. */
static bool is_jammed(tml_interaction_run *x, tml_complementarity_outcome outcome, const tml_affine_results *a)
{
    bool slides = false;
    memset(x->free_acceleration, 0, (size_t)x->r->m->task->system->interaction_count * sizeof(double));
    for (int k = 0; k < x->problem.count; k++) {
        const tml_condition *c = &x->list[k];
        slides |= c->kind == TML_CONDITION_FRICTION && c->slips;
        if (c->kind == TML_CONDITION_UNILATERAL)
            x->free_acceleration[c->which] = a->r0[c->acceleration];
    }
    return slides && (outcome == TML_NO_SOLUTION || outcome == TML_NOT_FOUND);
}

static tml_status solve_modes(tml_interaction_run *x, double t, bool *jams)
{
    tml_motion_state *m = x->r->m;
    tml_workspace *w = m->e->work;
    tml_complementarity *p = &x->problem;
    tml_affine_results a;
    double *y = m->problem.y;
    set_candidates(x);
    if (tml_equations_affine(m->e, t, y, y + m->e->nq, &a, NULL))
        return tml_interaction_run_fail(x);
    list_conditions(x, &a);
    p->n = a.n, p->m = a.m, p->r0 = a.r0, p->R = a.R;
    p->limit = limit, p->context = x;
    tml_complementarity_outcome outcome = p->n ? tml_complementarity_solve(p) : TML_SOLVED;
    if (jams && (*jams = outcome != TML_SOLVED && is_jammed(x, outcome, &a)))
        return TML_OK;
    if (outcome != TML_SOLVED && forgive_rounding(x) && tml_complementarity_solve(p) == TML_SOLVED)
        outcome = TML_NOT_FOUND;
    if (outcome != TML_SOLVED)
        return tml_interaction_run_refuse(x, outcome, t, "forces");
    if (p->n)
        share_with_others(x);
    if (p->n && !p->unique)
        mark_undetermined(x, &a, t);
    tml_result_laws_set_inputs(m->e->result_laws, w, p->x, p->r);
    for (int k = 0; k < p->count; k++) {
        const tml_condition *c = &x->list[k];
        if (c->kind == TML_CONDITION_LAW)
            continue;
        const bool idle = is_idle(x, c), sticks = idle || c->mode == TML_STICKS || is_held_by_others(x, c);
        const tml_interaction *is = &w->system->interactions[c->which];
        if (sticks && is_driven(x, c)) {
            w->modes[c->which].kind = TML_RESTS;
            x->history[c->which].slack = SETS_IN * tml_interaction_slow(m, is);
            continue;
        }
        w->modes[c->which].kind = sticks ? TML_STICKS : c->mode;
        if (idle) {
            x->history[c->which].slack = LOADED * idle_force(m, is);
            continue;
        }
        x->history[c->which].slack = c->slips || tml_mode_is_held(w->modes[c->which].kind) ? 0 : slack_of_open(x, c);
        memcpy(w->modes[c->which].direction, c->direction, sizeof c->direction);
        if (!c->slips)
            tml_mode_begin(&w->modes[c->which], is);
    }
    for (int i = 0; i < w->system->interaction_count; i++) { /* friction of a contact that opens */
        const int normal = w->system->interactions[i].normal;
        if (w->system->interactions[i].kind == TML_FRICTION && normal >= 0 && w->modes[normal].kind != TML_CLOSED)
            w->modes[i].kind = TML_OPEN;
    }
    return TML_OK;
}

/* Friction that has been at its limit before and could not slip yet, since others held: now these let go. */
static bool waits_to_slip(const tml_interaction_run *x, int i)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    return is->kind == TML_FRICTION && w->modes[i].kind == TML_SLIDES && !x->history[i].fired &&
           tml_interaction_slip(w, is) <= tml_interaction_slow(x->r->m, is);
}

/* Friction that shares a load with others reaches its limit when they do: what is left of theirs is rounding. */
static void release_together(tml_interaction_run *x, double t)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const int count = w->system->interaction_count;
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= x->history[i].released && w->system->interactions[i].kind == TML_FRICTION;
    if (!any || tml_equations_solve(m->e, t, m->problem.y, m->problem.y + m->e->nq))
        return;
    for (int i = 0; i < count; i++)
        x->history[i].released |= tml_interaction_is_at_limit(w, i) || waits_to_slip(x, i);
}

/* The modes from here on. What has just reached its limit is at the boundary of two modes: it takes the other one where that is possible. */
tml_status tml_interaction_run_decide(tml_interaction_run *x, double t, bool *jams)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        x->history[i].released = x->history[i].fired && tml_mode_is_held(w->modes[i].kind);
    release_together(x, t);
    for (;;) {
        const tml_status status = solve_modes(x, t, jams);
        if (status != TML_OK || (jams && *jams) || stays_released(x, t))
            return status;
    }
}
