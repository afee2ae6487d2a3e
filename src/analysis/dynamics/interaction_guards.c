/* interaction_guards.c - where the modes of stops, contacts and friction end: what the integrator watches.
 *
 *   open  gap     closed  force     slides  slip along its direction     sticks  what friction holds - |x|      rests  - |slip|
 *
 * All fall to zero.
 */
#include "analysis/dynamics/interaction_state.h"

static const double ROUNDING = 2e-15; /* of a gap, of its scale */
static const double DRIFT =
    2e-5; /* of the tolerance: by which gaps that are held are not zero, and those opposite to them */
static const double OPEN = 10;            /* times that: a gap that has been open */
static const double MAX_BELOW = 1e-9;     /* of the scale of a gap that is taken as zero */
static const double APPROACH = 0.7;       /* of the time in which a slip in several directions would stop */
static const double SIGNED_ZERO = 1e-100; /* of a guard that is zero now */
static const double BEYOND = 1.25;        /* of the time in which a gap closes at its present speed and acceleration */
static const double TOGETHER =
    1e-9; /* of what friction holds: of several that share a load and reach their limits at once */
static const double SHORTEST = 1e-3; /* of the characteristic time: to less a gap limits no step */
static const double DEEPER = 10;     /* times: a gap that has opened may be as far below zero */
static const double DEEPEST = 1e-4;  /* of its scale: but no farther */

static int kinks_of(const tml_interaction *is)
{
    return (is->sliding ? tml_expression_kinks(is->sliding, NULL, NULL, NULL) : 0) +
           (is->sliding_back ? tml_expression_kinks(is->sliding_back, NULL, NULL, NULL) : 0);
}

/* Those of both limits, at the present inputs. */
static void find_kinks(const tml_workspace *w, const tml_interaction *is, double *g)
{
    const int n = tml_expression_kinks(is->sliding, w->inputs, w->expression, g);
    if (is->sliding_back)
        tml_expression_kinks(is->sliding_back, w->inputs, w->expression, g + n);
}

bool tml_interaction_run_needs_forces(const tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        if (tml_mode_is_held(w->modes[i].kind) || (w->modes[i].kind == TML_SLIDES && x->kinks[i]))
            return true;
    return false;
}

void tml_interaction_run_count_kinks(tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    for (int i = 0; i < s->interaction_count; i++)
        x->kinks[i] = kinks_of(&s->interactions[i]);
    tml_interaction_run_watched(s, &x->first_guard);
}

int tml_interaction_run_watched(const tml_system *s, int *first_guard)
{
    *first_guard = 0;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        *first_guard += kinks_of(is) + (is->kind == TML_UNILATERAL && tml_measure_corner(s, is->term[0].measure) > 0);
    }
    return *first_guard + 2 * s->interaction_count;
}

static double guard_of(const tml_workspace *w, int i)
{
    const tml_interaction *is = &w->system->interactions[i];
    const tml_interaction_mode *mode = &w->modes[i];
    double sum = 0;
    if (tml_interaction_is_watch(w, i))
        return 1;
    if (is->kind == TML_UNILATERAL)
        return mode->kind == TML_CLOSED ? tml_interaction_force(w, is, 0) : tml_interaction_gap(w, is);
    for (int k = 0; k < is->size; k++)
        sum = mode->kind == TML_SLIDES ? sum + tml_interaction_rate(w, is, k) * mode->direction[k]
                                       : hypot(sum, tml_interaction_force(w, is, k));
    if (mode->kind == TML_STICKS && is->holding_back)
        return fmin(tml_expression_value(is->holding_back, w->inputs, w->expression) - tml_interaction_force(w, is, 0),
                    tml_expression_value(is->holding, w->inputs, w->expression) + tml_interaction_force(w, is, 0));
    if (mode->kind == TML_STICKS)
        return tml_expression_value(is->holding, w->inputs, w->expression) - sum;
    if (mode->kind == TML_RESTS)
        return -tml_interaction_slip(w, is);   /* and some slack */
    return mode->kind == TML_SLIDES ? sum : 1; /* it does not act */
}

bool tml_interaction_is_at_limit(const tml_workspace *w, int i)
{
    const tml_interaction *is = &w->system->interactions[i];
    return is->kind == TML_FRICTION && !is->holding_back && w->modes[i].kind == TML_STICKS &&
           guard_of(w, i) <= TOGETHER * tml_expression_value(is->holding, w->inputs, w->expression);
}

void tml_interaction_run_guards(const tml_interaction_run *x, const tml_workspace *w, double *g)
{
    const int n = w->system->interaction_count;
    for (int i = 0; i < n; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        const int kinks = x->kinks[i];
        if (w->modes[i].kind == TML_SLIDES && kinks)
            find_kinks(w, is, g);
        for (int k = 0; w->modes[i].kind != TML_SLIDES && k < kinks; k++)
            g[k] = 1;
        g += kinks;
    }
    g += tml_interaction_run_rooms(w, x, g);
    for (int i = 0; i < n; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        g[i] = guard_of(w, i) + x->history[i].slack;
        g[n + i] = is->kind == TML_UNILATERAL && w->modes[i].kind != TML_CLOSED && !tml_interaction_is_watch(w, i)
                       ? tml_interaction_rate(w, is, 0)
                       : NAN;
    }
}

int tml_interaction_run_gap_of(const tml_interaction_run *x, int index)
{
    const tml_workspace *w = x->r->m->e->work;
    const int n = w->system->interaction_count, first = x->first_guard;
    const int i = index - first < n ? index - first : index - first - n;
    if (index < first || w->system->interactions[i].kind != TML_UNILATERAL || w->modes[i].kind == TML_CLOSED ||
        !tml_terms_is_measure(&w->system->interactions[i].along[0]))
        return -1;
    return w->system->interactions[i].term[0].measure;
}

double tml_interaction_run_gap_value(const tml_interaction_run *x, const tml_workspace *w, int index)
{
    const int n = w->system->interaction_count, i = index - x->first_guard;
    return i < n ? guard_of(w, i) + x->history[i].slack : tml_interaction_rate(w, &w->system->interactions[i - n], 0);
}

void tml_interaction_run_note_guards(const tml_interaction_run *x, const tml_workspace *w, double *g)
{
    const bool needed = tml_interaction_run_needs_forces(x);
    const int rooms = tml_interaction_run_rooms(w, x, needed ? x->rooms : NULL);
    g += x->first_guard - rooms;
    for (int k = 0; k < rooms; k++)
        *g++ = needed ? x->rooms[k] : NAN;
    for (int i = 0; i < w->system->interaction_count; i++)
        g[i] = needed && tml_mode_is_held(w->modes[i].kind) ? guard_of(w, i) + x->history[i].slack : NAN;
}

void tml_interaction_run_scale_signals(const tml_motion_state *m, double *scale)
{
    const tml_system *s = m->task->system;
    const double force = s->mass * s->size * m->rate * m->rate;
    for (int i = 0; i < TML_SIGNALS * s->interaction_count; i++) {
        scale[i] = force * tml_interaction_arm(s, &s->interactions[i / TML_SIGNALS]);
    }
}

void tml_interaction_run_note_signals(const tml_workspace *w, double *signals)
{
    for (int i = 0; i < w->system->interaction_count; i++, signals += TML_SIGNALS) {
        const tml_interaction *is = &w->system->interactions[i];
        const bool held = tml_mode_is_held(w->modes[i].kind);
        for (int k = 0; k < TML_SIGNALS; k++)
            signals[k] = held && k < is->size ? tml_interaction_force(w, is, k) : NAN;
        if (w->modes[i].kind != TML_STICKS)
            continue;
        const double most = tml_expression_value(tml_interaction_holding(is, tml_interaction_force(w, is, 0)),
                                                 w->inputs, w->expression);
        signals[TML_SIGNALS - 1] = most < TML_UNLIMITED ? most : NAN;
    }
}

/* What a gap is not known to. */
static double rounding_of(const tml_motion_state *m, const tml_interaction *is)
{
    return fmax(ROUNDING, DRIFT * m->request->tolerance) *
           (tml_interaction_scale(m->task->system, is) + fabs(is->offset));
}

/* A gap that opens from zero, or from below it by rounding, does not close again until it has been open. The steps of a caller's integrator leave it below
 * zero by their error: each time that it is found there and opens, with no impact, it may be DEEPER times as far below. */
static void give_slack(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        if (is->kind != TML_UNILATERAL || w->modes[i].kind == TML_CLOSED)
            continue;
        const double gap = tml_interaction_gap(w, is), rounding = rounding_of(x->r->m, is);
        if (gap < rounding && gap > -MAX_BELOW * tml_interaction_scale(s, is))
            x->history[i].slack = fmax(x->history[i].slack, rounding - fmin(gap, 0));
        if (x->coarse && gap < 0 && !x->history[i].struck)
            x->history[i].slack =
                fmax(x->history[i].slack, fmin(-DEEPER * gap, DEEPEST * tml_interaction_scale(s, is)));
    }
}

/* Guards just after t: those of modes that begin are zero, and positive from there on; a kink that was crossed is on its other side. */
void tml_interaction_run_start_guards(tml_interaction_run *x)
{
    tml_event_run *r = x->r;
    const tml_system *s = r->m->task->system;
    double *g = r->start + s->event_count;
    const int rooms = tml_interaction_run_rooms(r->m->e->work, x, NULL), kinks = x->first_guard - rooms;
    tml_interaction_run_find_idle(x);
    give_slack(x);
    tml_interaction_run_give_margins(x);
    tml_interaction_run_limit_step(x);
    tml_interaction_run_guards(x, r->m->e->work, g);
    for (int k = 0; k < kinks; k++) {
        const bool crossed = r->m->fired[s->event_count + k] && x->sides[k] != 0;
        x->sides[k] = crossed ? -x->sides[k] : (g[k] > 0) - (g[k] < 0);
        g[k] = crossed ? copysign(fmax(fabs(g[k]), SIGNED_ZERO), x->sides[k]) : g[k];
    }
    g += kinks + rooms;
    for (int i = 0; i < s->interaction_count; i++)
        g[i] = g[i] > SIGNED_ZERO ? g[i] : SIGNED_ZERO;
}

void tml_interaction_run_accept(tml_interaction_run *x, double t, const double *y)
{
    tml_equations *e = x->r->m->e;
    tml_workspace *w = e->work;
    bool watched = tml_interaction_run_has_faces(x);
    for (int i = 0; i < w->system->interaction_count; i++)
        watched |= x->history[i].slack > 0 || (w->modes[i].kind == TML_SLIDES && w->system->interactions[i].size > 1);
    if (!watched)
        return;
    e->class->place_bodies(e, t, y, y + e->nq);
    tml_workspace_measure(w, 0, e->system->active_count);
    tml_interaction_run_end_margins(x);
    tml_interaction_run_limit_step(x);
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        tml_interaction_mode *mode = &w->modes[i];
        const double u = tml_interaction_slip(w, is);
        const double open = is->kind == TML_UNILATERAL ? OPEN * rounding_of(x->r->m, is) : 0;
        if (x->history[i].slack > 0 && guard_of(w, i) > x->history[i].slack + open)
            x->history[i].slack = 0;
        if (mode->kind == TML_SLIDES && is->size > 1 && guard_of(w, i) > 0 && u > mode->slow)
            for (int k = 0; k < is->size; k++)
                mode->direction[k] = tml_interaction_rate(w, is, k) / u;
        mode->begins &= u <= TML_BEGINS * x->r->m->rate * tml_interaction_scale(w->system, is);
    }
}

/* The first t > 0 with g + u t + a t^2/2 = 0, from g >= 0; INFINITY: none. */
static double closing_time(double g, double u, double a)
{
    const double square = u * u - 2 * a * g;
    if (!(square >= 0) || (u >= 0 && a >= 0))
        return INFINITY;
    return u < 0 ? 2 * g / (sqrt(square) - u) : -(u + sqrt(square)) / a;
}

/* A body that strikes another is not to be on its other side at the end of a step. */
static double until_one_closes(const tml_motion_state *m)
{
    const tml_workspace *w = m->e->work;
    double step = INFINITY;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        if (is->kind != TML_UNILATERAL || w->modes[i].kind == TML_CLOSED)
            continue;
        const double gap = tml_interaction_gap(w, is), u = tml_interaction_rate(w, is, 0),
                     scale = tml_interaction_scale(w->system, is);
        if (gap <= TML_TOUCHES * scale && tml_interaction_is_watch(w, i))
            continue;
        if (gap > TML_TOUCHES * scale || u > TML_AT_REST * m->rate * scale) /* otherwise it is at zero, and at rest */
            step = fmin(step, closing_time(fmax(gap, 0), u, tml_interaction_acceleration(w, is, 0, m->e->a)));
    }
    return fmax(BEYOND * step, SHORTEST / m->rate);
}

bool tml_springs_find(const tml_system *s, bool *begins)
{
    bool any = false;
    for (int i = 0; i < s->event_count; i++)
        any |= begins[i] = tml_event_begins_contact(&s->events[i]);
    return any;
}

double tml_springs_max_step(const tml_motion_state *m)
{
    const tml_workspace *w = m->e->work;
    double step = INFINITY;
    for (int i = 0; i < w->system->event_count; i++) {
        const tml_event *e = &w->system->events[i];
        if (!tml_event_begins_contact(e))
            continue;
        const tml_jet along = tml_workspace_sum(w, &e->gap);
        const double gap = along.f + e->offset;
        if (gap > 0)
            step = fmin(step, closing_time(gap, along.d, tml_workspace_terms_acceleration(w, &e->gap, m->e->a)));
    }
    return fmax(BEYOND * step, SHORTEST / m->rate);
}

/* Until a slip u that begins tells its own direction: from there on its equations are others. With the acceleration c and the jerk j = c^2/(2 u) of an
 * acceleration that grows evenly from zero, or that of the motion where u is rounding, u + c h + j h^2/2 = 2 U. The state may be one that was looked at ahead. */
static double until_it_has_begun(const tml_motion_state *m, const tml_interaction *is, double u, double c)
{
    const double speed = m->rate * tml_interaction_scale(m->task->system, is), most = TML_BEGINS * speed,
                 left = fmax(2 * most - u, most),
                 jerk = u > tml_interaction_slow(m, is) && c > 0 ? c * c / (2 * u) : speed * m->rate * m->rate;
    return 2 * left / (fmax(c, 0) + sqrt(c * c + 2 * jerk * left));
}

double tml_interactions_max_step(const tml_motion_state *m)
{
    const tml_workspace *w = m->e->work;
    double step = m->interactions ? fmin(m->interactions->longest_step, until_one_closes(m)) : INFINITY;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        if (is->size == 1 || w->modes[i].kind != TML_SLIDES)
            continue;
        const double u = tml_interaction_slip(w, is);
        double rate = 0, c = 0; /* of u^2/2; size */
        for (int k = 0; k < is->size; k++) {
            const double a = tml_interaction_acceleration(w, is, k, m->e->a);
            rate += tml_interaction_rate(w, is, k) * a;
            c = hypot(c, a);
        }
        if (w->modes[i].begins)
            step = fmin(step, until_it_has_begun(m, is, u, u > tml_interaction_slow(m, is) ? rate / u : c));
        else if (rate < 0 && u > tml_interaction_stopping(m, is))
            step = fmin(step, -APPROACH * u * u / rate);
    }
    return step;
}
