/* interaction_run.c - modes of stops, contacts and friction: where one ends, and which follow.
 *
 * A gap at zero that neither opens nor closes may be closed, a slip of zero may stick; all other slips go on. Which do follows from the
 * complementarity of forces and accelerations (dynamics/complementarity.h), in which all of them act on each other through the mechanism.
 */
#include "analysis/dynamics/interaction_run.h"
#include "analysis/dynamics/impact.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

static const double TOUCHES = 1e-11;      /* of the size, or rad: a gap that is closed */
static const double OVERLAPS = 1e-9;      /* the same at the start */
static const double AT_REST = 1e-10;      /* of the characteristic velocity */
static const double LOW_BOUNCE = 1e-12;   /* of the size, or rad: a bounce that is not followed */
static const double SIGNED_ZERO = 1e-100; /* of a guard that is zero now */
static const double DRIFT = 1e-3;         /* of the tolerance: what is not corrected */
enum { MAX_PASSES = 40, MAX_AT_ONCE = 200, MAX_PROJECTIONS = 4 };

/* ---- quantities of one interaction, at the state that work holds ---- */

static double scale_of(const tml_system *s, const tml_interaction *is)
{
    return fabs(is->term[0].coefficient) * tml_measure_scale(s, is->term[0].measure);
}

static double gap_of(const tml_workspace *w, const tml_interaction *is)
{
    return is->term[0].coefficient * w->value[is->term[0].measure] + is->offset;
}

static double rate_of(const tml_workspace *w, const tml_interaction *is, int k)
{
    return is->term[k].coefficient * w->rate[is->term[k].measure];
}

static double slip_of(const tml_workspace *w, const tml_interaction *is)
{
    double u = 0;
    for (int k = 0; k < is->size; k++)
        u = hypot(u, rate_of(w, is, k));
    return u;
}

static double force_of(const tml_workspace *w, const tml_interaction *is, int k)
{
    return w->inputs[w->system->result_laws[is->result_law[k]].input];
}

static bool is_held(tml_interaction_mode_kind kind)
{
    return kind == TML_CLOSED || kind == TML_STICKS;
}

/* ---- guards ---- */

static int kinks_of(const tml_interaction *is)
{
    return is->sliding ? tml_expression_kinks(is->sliding, NULL, NULL, NULL) : 0;
}

bool tml_interaction_run_needs_forces(const tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        if (is_held(w->modes[i].kind) || (w->modes[i].kind == TML_SLIDES && kinks_of(&w->system->interactions[i])))
            return true;
    return false;
}

int tml_interaction_run_watched(const tml_system *s, int *first_guard)
{
    *first_guard = 0;
    for (int i = 0; i < s->interaction_count; i++)
        *first_guard += kinks_of(&s->interactions[i]);
    return *first_guard + 2 * s->interaction_count;
}

static double guard_of(const tml_workspace *w, int i)
{
    const tml_interaction *is = &w->system->interactions[i];
    const tml_interaction_mode *mode = &w->modes[i];
    double sum = 0;
    if (is->kind == TML_UNILATERAL)
        return mode->kind == TML_CLOSED ? force_of(w, is, 0) : gap_of(w, is);
    for (int k = 0; k < is->size; k++)
        sum = mode->kind == TML_SLIDES ? sum + rate_of(w, is, k) * mode->direction[k] : hypot(sum, force_of(w, is, k));
    if (mode->kind == TML_STICKS)
        return tml_expression_value(is->holding, w->inputs, w->expression) - sum;
    return mode->kind == TML_SLIDES ? sum : 1; /* it does not act */
}

void tml_interaction_run_guards(const tml_interaction_run *x, const tml_workspace *w, double *g)
{
    const int n = w->system->interaction_count;
    for (int i = 0; i < n; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        const int kinks = kinks_of(is);
        if (w->modes[i].kind == TML_SLIDES && kinks)
            tml_expression_kinks(is->sliding, w->inputs, w->expression, g);
        for (int k = 0; w->modes[i].kind != TML_SLIDES && k < kinks; k++)
            g[k] = 1;
        g += kinks;
    }
    for (int i = 0; i < n; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        g[i] = guard_of(w, i) + x->history[i].slack;
        g[n + i] = is->kind == TML_UNILATERAL && w->modes[i].kind != TML_CLOSED ? rate_of(w, is, 0) : NAN;
    }
}

/* Guards just after t: those of modes that begin are zero, and positive from there on; a kink that was crossed is on its other side. */
static void start_guards(tml_interaction_run *x)
{
    tml_event_run *r = x->r;
    const tml_system *s = r->m->task->system;
    double *g = r->start + s->event_count;
    int kinks;
    tml_interaction_run_watched(s, &kinks);
    tml_interaction_run_guards(x, r->m->e->work, g);
    for (int k = 0; k < kinks; k++) {
        const bool crossed = r->m->fired[s->event_count + k] && x->sides[k] != 0;
        x->sides[k] = crossed ? -x->sides[k] : (g[k] > 0) - (g[k] < 0);
        g[k] = crossed ? copysign(fmax(fabs(g[k]), SIGNED_ZERO), x->sides[k]) : g[k];
    }
    g += kinks;
    for (int i = 0; i < s->interaction_count; i++)
        g[i] = g[i] > SIGNED_ZERO ? g[i] : SIGNED_ZERO;
}

void tml_interaction_run_accept(tml_interaction_run *x, double t, const double *y)
{
    tml_equations *e = x->r->m->e;
    tml_workspace *w = e->work;
    bool watched = false;
    for (int i = 0; i < w->system->interaction_count; i++)
        watched |= x->history[i].slack > 0 || (w->modes[i].kind == TML_SLIDES && w->system->interactions[i].size > 1);
    if (!watched)
        return;
    e->class->place_bodies(e, t, y, y + e->nq);
    tml_workspace_measure(w, 0, e->system->active_count);
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        tml_interaction_mode *mode = &w->modes[i];
        const double u = slip_of(w, is);
        if (x->history[i].slack > 0 && guard_of(w, i) > x->history[i].slack)
            x->history[i].slack = 0;
        if (mode->kind == TML_SLIDES && is->size > 1 && guard_of(w, i) > 0 && u > 0)
            for (int k = 0; k < is->size; k++)
                mode->direction[k] = rate_of(w, is, k) / u;
    }
}

/* ---- making ---- */

static bool starts_apart(const tml_interaction_run *x)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    bool good = true;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        if (is->kind != TML_UNILATERAL || gap_of(w, is) >= -OVERLAPS * scale_of(w->system, is))
            continue;
        const bool angle = w->system->measures[is->term[0].measure].is_rotation;
        tml_log_raise(m->task->log, TML_E_OVERLAP, is->place,
                      "dynamics: %s: %s by %.6g %s where the motion starts; place the bodies apart, or in touch",
                      is->name, is->joint >= 0 ? "the coordinate is beyond its limit" : "the bodies overlap",
                      -gap_of(w, is), angle ? "rad" : "m");
        good = false;
    }
    return good;
}

/* Bodies and all measures at the state of the motion. */
static void place(tml_interaction_run *x, double t)
{
    const tml_motion_state *m = x->r->m;
    m->e->class->place_bodies(m->e, t, m->problem.y, m->problem.y + m->e->nq);
    tml_workspace_measure(m->e->work, 0, m->e->system->measure_count);
    tml_workspace_read_inputs(m->e->work);
}

tml_interaction_run *tml_interaction_run_make(tml_event_run *r, bool *good)
{
    const tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    if (!s->interaction_count)
        return NULL;
    tml_interaction_run *x = TML_NEW(arena, tml_interaction_run);
    const int n = s->result_law_count, results = s->result_count + n;
    *x = (tml_interaction_run){.r = r, .last = -INFINITY};
    x->history = TML_NEW_ARRAY(arena, tml_interaction_history, s->interaction_count);
    x->first = TML_NEW_ARRAY(arena, int, s->interaction_count);
    for (int i = 0; i < s->interaction_count; i++) {
        x->history[i].resting = NAN;
        x->first[i] = x->forces;
        x->forces += s->interactions[i].size;
    }
    int kinks;
    tml_interaction_run_watched(s, &kinks);
    x->sides = TML_NEW_ARRAY(arena, double, kinks + 1);
    x->list = TML_NEW_ARRAY(arena, tml_condition, n);
    x->r0 = TML_NEW_ARRAY(arena, double, results);
    x->R = TML_NEW_ARRAY(arena, double, results *n);
    x->V = TML_NEW_ARRAY(arena, double, (m->e->nv > s->nv ? m->e->nv : s->nv) * (n + 1));
    x->P = TML_NEW_ARRAY(arena, double, x->forces);
    x->terms = TML_NEW_ARRAY(arena, tml_term, x->forces);
    x->of = TML_NEW_ARRAY(arena, int, x->forces);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    x->small = TML_NEW_ARRAY(arena, double, n *n);
    x->right = TML_NEW_ARRAY(arena, double, n);
    x->problem.x = TML_NEW_ARRAY(arena, double, n);
    x->problem.r = TML_NEW_ARRAY(arena, double, results);
    x->problem.work = TML_NEW_ARRAY(arena, double, tml_complementarity_work(n, results));
    x->problem.list = x->list;
    x->laws = tml_result_laws_make(r->rigid, arena);
    place(x, m->t0);
    *good = starts_apart(x);
    return x;
}

/* ---- complementarity of accelerations ---- */

static tml_status fail(const tml_interaction_run *x)
{
    tml_failure_singular(x->r->m->task, x->r->m->e->work, "where contacts or friction change");
    return TML_FAILED;
}

static double limit(void *context, const tml_condition *of, tml_limit_kind kind, const double *values, const double *r,
                    double *by_x, double *by_r)
{
    tml_interaction_run *x = context;
    tml_workspace *w = x->r->m->e->work;
    const tml_system *s = w->system;
    const tml_expression *e = kind == TML_LIMIT_LAW       ? s->result_laws[of->which].value
                              : kind == TML_LIMIT_SLIDING ? s->interactions[of->which].sliding
                                                          : s->interactions[of->which].holding;
    tml_result_laws_set_inputs(x->r->m->e->result_laws, w, values, r);
    memset(x->gradient, 0, (size_t)s->input_count * sizeof(double));
    const double value = tml_expression_gradient(e, w->inputs, w->expression, 1, x->gradient);
    tml_result_laws_by_results(x->r->m->e->result_laws, x->gradient, by_x, by_r);
    return value;
}

/* A gap or slip that begins is zero up to rounding, and may be so for a while: so much of it is no event. */
static double slack_of(const tml_motion_state *m, const tml_interaction *is)
{
    return scale_of(m->task->system, is) * (is->kind == TML_FRICTION ? AT_REST * m->rate : TOUCHES);
}

/* What was held and has reached its limit: it opens, or slides against the force that held it. */
static void release(tml_interaction_run *x, int i)
{
    tml_workspace *w = x->r->m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    double size = 0;
    for (int k = 0; k < is->size; k++)
        size = hypot(size, force_of(w, is, k));
    for (int k = 0; k < is->size; k++)
        w->modes[i].direction[k] = size > 0 ? -force_of(w, is, k) / size : k == 0;
    w->modes[i].kind = is->kind == TML_FRICTION ? TML_SLIDES : TML_OPEN;
    x->history[i].slack = slack_of(x->r->m, is);
}

/* What may act, as if it did: gaps at zero are closed, slips of zero stick. */
static void set_candidates(tml_interaction_run *x)
{
    const tml_motion_state *m = x->r->m;
    tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double slow = AT_REST * m->rate * scale_of(s, is), u = slip_of(w, is);
        const bool fired = x->history[i].fired;
        x->history[i].slack = 0;
        if (x->history[i].released) {
            release(x, i);
            continue;
        }
        if (is->kind == TML_UNILATERAL) {
            const bool touches = w->modes[i].kind == TML_CLOSED || gap_of(w, is) <= TOUCHES * scale_of(s, is) || fired;
            w->modes[i].kind = touches && fabs(rate_of(w, is, 0)) <= slow ? TML_CLOSED : TML_OPEN;
            continue;
        }
        if (is->normal >= 0 && w->modes[is->normal].kind != TML_CLOSED) {
            w->modes[i].kind = TML_OPEN;
            continue;
        }
        const bool stops = fired && w->modes[i].kind == TML_SLIDES && is->size == 1;
        const bool rests = w->modes[i].kind == TML_STICKS || stops || u <= slow;
        w->modes[i].kind = rests ? TML_STICKS : TML_SLIDES;
        for (int k = 0; !rests && k < is->size; k++)
            w->modes[i].direction[k] = rate_of(w, is, k) / u;
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
                                 .mode = mode->kind};
            memcpy(c->direction, mode->direction, sizeof c->direction);
            p->count++;
        }
    }
}

/* Names what is in touch or at rest: "knee, O". */
static const char *names_of(const tml_interaction_run *x, tml_arena *arena)
{
    const tml_system *s = x->r->m->task->system;
    const char *list = "";
    for (int k = 0; k < x->problem.count; k++)
        if (x->list[k].kind != TML_CONDITION_LAW)
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

tml_status tml_interaction_run_refuse(const tml_interaction_run *x, tml_complementarity_outcome outcome, double t,
                                      const char *what)
{
    tml_task *task = x->r->m->task;
    const char *names = names_of(x, task->arena);
    if (outcome == TML_NO_SOLUTION)
        tml_log_raise(
            task->log, TML_E_NO_FORCES, place_of(x),
            "dynamics: at t = %.9g s no %s of contact and friction are possible (%s): friction presses what it holds "
            "ever harder (Painlevé's paradox, jamming); with less friction, or a compliant contact, they are",
            t, what, names);
    else
        tml_log_raise(task->log, TML_E_SEVERAL_FORCES, place_of(x),
                      "dynamics: at t = %.9g s several %s of contact and friction are possible (%s), and rigid bodies "
                      "do not tell "
                      "which occur (Painlevé's paradox); with less friction, or a compliant contact, there is one",
                      t, what, names);
    return TML_FAILED;
}

/* What was released moves away, or would if nothing else held it. */
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
                 tml_workspace_term_acceleration(w, is->term[k], m->e->a);
        if (x->history[i].released && !(c >= -AT_REST * m->rate * m->rate * scale_of(s, is)))
            x->history[i].released = good = false;
    }
    return good;
}

static tml_status solve_modes(tml_interaction_run *x, double t)
{
    tml_motion_state *m = x->r->m;
    tml_workspace *w = m->e->work;
    tml_complementarity *p = &x->problem;
    tml_affine_results a;
    double *y = m->problem.y;
    set_candidates(x);
    if (tml_equations_affine(m->e, t, y, y + m->e->nq, &a, NULL))
        return fail(x);
    list_conditions(x, &a);
    p->n = a.n, p->m = a.m, p->r0 = a.r0, p->R = a.R;
    p->limit = limit, p->context = x;
    const tml_complementarity_outcome outcome = p->n ? tml_complementarity_solve(p) : TML_SOLVED;
    if (outcome != TML_SOLVED)
        return tml_interaction_run_refuse(x, outcome, t, "forces");
    for (int k = 0; k < p->count; k++) {
        const tml_condition *c = &x->list[k];
        if (c->kind == TML_CONDITION_LAW)
            continue;
        w->modes[c->which].kind = c->mode;
        if (!c->slips && !is_held(c->mode))
            x->history[c->which].slack = slack_of(m, &w->system->interactions[c->which]);
        memcpy(w->modes[c->which].direction, c->direction, sizeof c->direction);
    }
    tml_result_laws_set_inputs(m->e->result_laws, w, p->x, p->r);
    for (int i = 0; i < w->system->interaction_count; i++) { /* friction of a contact that opens */
        const int normal = w->system->interactions[i].normal;
        if (w->system->interactions[i].kind == TML_FRICTION && normal >= 0 && w->modes[normal].kind != TML_CLOSED)
            w->modes[i].kind = TML_OPEN;
    }
    return TML_OK;
}

/* The modes from here on. What has just reached its limit is at the boundary of two modes: it takes the other one where that is possible. */
static tml_status decide(tml_interaction_run *x, double t)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        x->history[i].released = x->history[i].fired && is_held(w->modes[i].kind);
    for (;;) {
        const tml_status status = solve_modes(x, t);
        if (status != TML_OK || stays_released(x, t))
            return status;
    }
}

/* ---- what is held stays where it is ---- */

/* Residuals of what is held: gaps (positions) or rates; true: one is larger than `tolerance` of its scale. */
static bool find_residuals(tml_interaction_run *x, const tml_affine_results *a, bool rates, double tolerance)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    bool any = false;
    for (int k = 0; k < a->n; k++) {
        x->right[k] = 0;
        if (a->held[k] < 0)
            continue;
        const tml_result_law *law = &s->result_laws[a->active[k]];
        const tml_interaction *is = &s->interactions[law->interaction];
        if (rates)
            x->right[k] = rate_of(w, is, law->component);
        else if (is->kind == TML_UNILATERAL)
            x->right[k] = gap_of(w, is);
        any |= !(fabs(x->right[k]) <= tolerance * scale_of(s, is) * (rates ? m->rate : 1));
    }
    return any;
}

/* step = -V p, with R p = right among what is held. */
static void find_correction(tml_interaction_run *x, const tml_affine_results *a, double *step)
{
    const int nv = x->r->m->e->nv;
    int n = 0;
    lapack_int rank;
    for (int k = 0; k < a->n; k++) {
        if (a->held[k] < 0)
            continue;
        x->of[n] = k;
        n++;
    }
    for (int k = 0; k < n; k++) {
        x->problem.x[k] = x->right[x->of[k]];
        for (int j = 0; j < n; j++)
            x->small[j * n + k] = a->R[x->of[j] * a->m + a->held[x->of[k]]];
    }
    lapack_int *pivot = (lapack_int *)x->problem.work;
    memset(pivot, 0, (size_t)n * sizeof *pivot);
    LAPACKE_dgelsy(LAPACK_COL_MAJOR, n, n, 1, x->small, n, x->problem.x, n, pivot, 1e-12, &rank);
    memset(step, 0, (size_t)nv * sizeof(double));
    for (int k = 0; k < n; k++)
        for (int i = 0; i < nv; i++)
            step[i] -= x->problem.x[k] * x->V[(size_t)(x->of[k] + 1) * (size_t)nv + (size_t)i];
}

int tml_interaction_run_project(tml_interaction_run *x, double t, double *y, double tolerance)
{
    tml_equations *e = x->r->m->e;
    tml_affine_results a;
    if (!tml_interaction_run_needs_forces(x))
        return 0;
    for (int pass = 0; pass < MAX_PROJECTIONS; pass++) {
        e->class->place_bodies(e, t, y, y + e->nq);
        tml_workspace_measure(e->work, 0, e->system->active_count);
        tml_result_laws_modes(e->result_laws, e->work, &a);
        const bool apart = find_residuals(x, &a, false, DRIFT * tolerance);
        if (!apart && !find_residuals(x, &a, true, DRIFT * tolerance))
            return 0;
        if (tml_equations_affine(e, t, y, y + e->nq, &a, x->V))
            return 1;
        if (find_residuals(x, &a, false, 0)) {
            find_correction(x, &a, e->step);
            e->class->displace(e, e->step, y);
            e->class->place_bodies(e, t, y, y + e->nq);
            tml_workspace_measure(e->work, 0, e->system->active_count);
        }
        if (find_residuals(x, &a, true, 0)) {
            find_correction(x, &a, e->step);
            for (int i = 0; i < e->nv; i++)
                y[e->nq + i] += e->step[i];
        }
    }
    return 0;
}

/* ---- one instant ---- */

/* Bounces that have become too low to be followed: their sum is a closed gap. True: there is one, at rest now. */
static bool end_bounces(tml_interaction_run *x, double t)
{
    tml_motion_state *m = x->r->m;
    tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    bool any = false;
    if (tml_equations_solve(m->e, t, m->problem.y, m->problem.y + m->e->nq))
        return false;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double u = rate_of(w, is, 0);
        if (is->kind != TML_UNILATERAL || w->modes[i].kind == TML_CLOSED || !x->history[i].impacts ||
            is->restitution >= 1 || gap_of(w, is) > TOUCHES * scale_of(s, is) || !(u > 0))
            continue;
        const double a = tml_workspace_term_acceleration(w, is->term[0], m->e->a);
        if (!(a < 0 && u * u <= -2 * a * LOW_BOUNCE * scale_of(s, is)))
            continue;
        w->modes[i].kind = TML_CLOSED;
        x->history[i].settled = any = true;
        x->history[i].impulse +=
            x->history[i].latest * is->restitution / (1 - is->restitution); /* of all bounces to come */
        x->history[i].resting = t - 2 * u / (a * (1 - is->restitution));
    }
    return any;
}

static bool approaches(const tml_interaction_run *x)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        if (is->kind == TML_UNILATERAL && rate_of(w, is, 0) < -AT_REST * m->rate * scale_of(s, is) &&
            (w->modes[i].kind == TML_CLOSED || x->history[i].fired || gap_of(w, is) <= TOUCHES * scale_of(s, is)))
            return true;
    }
    return false;
}

bool tml_interaction_run_touches(const tml_interaction_run *x, int i)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    return w->modes[i].kind == TML_CLOSED || x->history[i].fired || gap_of(w, is) <= TOUCHES * scale_of(w->system, is);
}

/* Changes at one instant without end. */
static bool chatters(tml_interaction_run *x, double t)
{
    x->at_once = t - x->last <= 1e-13 * fmax(fabs(t), fabs(x->last)) ? x->at_once + 1 : 0;
    x->last = t;
    if (x->at_once < MAX_AT_ONCE)
        return false;
    tml_log_raise(x->r->m->task->log, TML_E_CHATTER, x->r->m->task->element->place,
                  "dynamics: at t = %.9g s contacts and friction change without end (%s)", t,
                  names_of(x, x->r->m->task->arena));
    return true;
}

tml_status tml_interaction_run_settle(tml_interaction_run *x, double t, bool *moved)
{
    tml_motion_state *m = x->r->m;
    const tml_system *s = m->task->system;
    if (chatters(x, t))
        return TML_FAILED;
    int guard;
    tml_interaction_run_watched(s, &guard);
    for (int i = 0; i < s->interaction_count; i++)
        x->history[i].fired = m->fired[s->event_count + guard + i];
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        place(x, t);
        if (approaches(x)) {
            const tml_status status = tml_impact(x, t);
            if (status != TML_OK)
                return status;
            *moved = true;
            continue;
        }
        const tml_status status = decide(x, t);
        if (status != TML_OK)
            return status;
        x->transitions++;
        const bool ended = end_bounces(x, t);
        if (tml_interaction_run_project(x, t, m->problem.y, 0))
            return fail(x);
        if (ended)
            continue;
        if (tml_motion_state_observe(m, t, m->problem.y))
            return fail(x);
        start_guards(x);
        return TML_OK;
    }
    x->at_once = MAX_AT_ONCE;
    return chatters(x, x->last) ? TML_FAILED : TML_FAILED;
}

void tml_interaction_run_facts(const tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    tml_table *table = x->r->m->table;
    long impacts = 0;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const tml_interaction_history *h = &x->history[i];
        impacts += h->impacts;
        if (h->impacts)
            tml_table_add_fact(table, tml_arena_format(x->r->m->task->arena, "impacts of %s", is->name),
                               (double)h->impacts, "%ld; sum of impulses %.12g %s", h->impacts, h->impulse,
                               s->measures[is->term[0].measure].is_rotation ? "N m s" : "N s");
        if (!isnan(h->resting) && h->settled)
            tml_table_add_fact(table, tml_arena_format(x->r->m->task->arena, "bounces of %s end", is->name), h->resting,
                               "%.12g s", h->resting);
    }
    if (impacts)
        tml_table_add_fact(table, "energy lost in impacts", x->r->m->impact_loss, "%.9g J in %ld impact%s",
                           x->r->m->impact_loss, impacts, impacts == 1 ? "" : "s");
}
