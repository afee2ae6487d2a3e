/* event_proofs.c - ranges of the inputs of an event between two states, and the enclosure of its expression over them (event_proofs.h).
 *
 *   two rates known    Bernstein coefficients x_a, x_a + h x'_a/3, x_b - h x'_b/3, x_b
 *   one rate known     x_a, x_a + h x'_a/2, x_b
 *   the middle known   x_a, 2 x_m - (x_a + x_b)/2, x_b
 */
#include "analysis/dynamics/event_proofs.h"
#include "expression/enclosure.h"
#include <math.h>
#include <string.h>

enum { HALVINGS = 6 };
static const double ROUNDING = 1e-15; /* of a range */
static const double NOISE =
    0.1; /* of the tolerance: what positions and speeds are not known to within steps, of their scale */
static const double SAFETY = 2;   /* factor on what the state in the middle differs by */
static const double UNSEEN = 0.5; /* of the deviation from a straight line: margin where there is no such state */

/* One input at one state. */
typedef struct {
    double x, rate; /* rate NAN: not known */
} sample;

/* A cubic by its Bernstein coefficients over an interval of time, and how far the input may be from it. */
typedef struct {
    double b[4], margin;
} curve;

typedef struct {
    const tml_expression *e;
    double offset; /* added to it */
    int *inputs;   /* (count) of the system; NULL: there are no proofs */
    int count;
    int first; /* its place among the samples of all events */
} guarded;

struct tml_event_proofs {
    const tml_motion_state *m;
    guarded *events; /* (count) those of the model, then couplers */
    int count;
    sample *start, *end; /* of all events */
    sample *between;     /* (TML_PROOF_DEPTH x most) */
    double between_t[TML_PROOF_DEPTH], start_t, end_t;
    int most; /* inputs of one event */
    double *state_rates;
    curve *curves;                  /* (most) inputs of the event that is looked at */
    tml_interval *ranges, *scratch; /* (input_count), (operations) */
};

static bool is_result(const tml_input *in)
{
    return in->what == TML_INPUT_RESULT || in->what == TML_INPUT_OUTPUT || in->what == TML_INPUT_UNKNOWN;
}

bool tml_event_is_sampled(const tml_system *s, int event)
{
    for (int i = 0; i < s->input_count; i++)
        if (is_result(&s->inputs[i]) && tml_expression_uses(s->events[event].when, i))
            return true;
    return false;
}

/* Contacts have proofs of their own; joins of tables are passed by steps that end there; kinks of force laws are no events. */
static bool can_be_proven(const tml_system *s, int event)
{
    return !s->events[event].of_contact && !s->events[event].silent && event < s->event_count - s->join_event_count &&
           !tml_event_is_sampled(s, event);
}

/* Whether the gap is a function that may have narrow features, of one side. */
static bool is_narrow_coupler(const tml_system *s, const tml_interaction *is)
{
    const int relation = is->along[0].relation;
    return is->kind == TML_UNILATERAL && relation && s->relations[relation - 1].narrow;
}

static void guard(tml_event_proofs *p, const tml_expression *e, double offset, int *all)
{
    const tml_system *s = p->m->task->system;
    tml_arena *arena = p->m->task->arena;
    guarded *g = &p->events[p->count - 1];
    *g = (guarded){.e = e, .offset = offset, .first = *all};
    g->inputs = TML_NEW_ARRAY(arena, int, s->input_count + 1);
    for (int i = 0; i < s->input_count; i++)
        if (tml_expression_uses(e, i))
            g->inputs[g->count++] = i;
    *all += g->count;
    p->most = g->count > p->most ? g->count : p->most;
}

/* All expressions that can be proven, and how many inputs they have together. */
static int guard_all(tml_event_proofs *p)
{
    const tml_system *s = p->m->task->system;
    int all = 0;
    for (int e = 0; e < s->event_count; e++) {
        p->count++;
        if (can_be_proven(s, e))
            guard(p, s->events[e].when, 0, &all);
    }
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        if (!is_narrow_coupler(s, is))
            continue;
        p->count++;
        guard(p, s->relations[is->along[0].relation - 1].value, is->offset, &all);
    }
    return all;
}

tml_event_proofs *tml_event_proofs_make(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    tml_event_proofs *p = TML_NEW(arena, tml_event_proofs);
    size_t operations = 0;
    *p = (tml_event_proofs){.m = m};
    p->events = TML_NEW_ARRAY(arena, guarded, s->event_count + s->interaction_count + 1);
    const int all = guard_all(p);
    if (!all)
        return NULL;
    for (int i = 0; i < p->count; i++)
        if (p->events[i].inputs)
            operations = (size_t)fmax((double)operations, (double)tml_expression_operations(p->events[i].e));
    p->start = TML_NEW_ARRAY(arena, sample, all);
    p->end = TML_NEW_ARRAY(arena, sample, all);
    p->between = TML_NEW_ARRAY(arena, sample, TML_PROOF_DEPTH * p->most);
    p->curves = TML_NEW_ARRAY(arena, curve, p->most + 1);
    p->state_rates = TML_NEW_ARRAY(arena, double, s->state_count + 1);
    p->ranges = TML_NEW_ARRAY(arena, tml_interval, s->input_count + 1);
    p->scratch = TML_NEW_ARRAY(arena, tml_interval, (int)operations + 1);
    return p;
}

int tml_event_proofs_of_coupler(const tml_event_proofs *p, const tml_interaction *is)
{
    const tml_system *s = p ? p->m->task->system : NULL;
    if (!p || !is_narrow_coupler(s, is))
        return -1;
    int number = s->event_count;
    for (const tml_interaction *k = s->interactions; k < is; k++)
        number += is_narrow_coupler(s, k);
    return number;
}

void tml_event_proofs_take_over(tml_event_proofs *p, const tml_motion_state *m)
{
    p->m = m;
}

bool tml_event_proofs_apply(const tml_event_proofs *p, int event)
{
    return p && event >= 0 && event < p->count && p->events[event].inputs;
}

static sample *samples_of(tml_event_proofs *p, int event, int slot, double **t)
{
    const int first = p->events[event].first;
    if (slot == TML_PROOF_START || slot == TML_PROOF_END) {
        *t = slot == TML_PROOF_START ? &p->start_t : &p->end_t;
        return (slot == TML_PROOF_START ? p->start : p->end) + first;
    }
    *t = &p->between_t[slot - TML_PROOF_BETWEEN];
    return p->between + (slot - TML_PROOF_BETWEEN) * p->most;
}

void tml_event_proofs_keep(tml_event_proofs *p, int event, int slot, double t)
{
    const tml_workspace *w = p->m->e->work;
    const guarded *g = &p->events[event];
    double *at;
    sample *to = samples_of(p, event, slot, &at);
    *at = t;
    for (int k = 0; k < g->count; k++) {
        const tml_input *in = &w->system->inputs[g->inputs[k]];
        const bool position = in->what == TML_INPUT_VALUE;
        to[k].x = position ? in->term.coefficient * w->value[in->term.measure] : w->inputs[g->inputs[k]];
        to[k].rate = position ? in->term.coefficient * w->rate[in->term.measure] : NAN;
    }
}

void tml_event_proofs_advance(tml_event_proofs *p)
{
    sample *start = p->start;
    p->start = p->end, p->start_t = p->end_t;
    p->end = start;
}

void tml_event_proofs_begin_step(tml_event_proofs *p)
{
    tml_workspace *w = p->m->e->work;
    const tml_system *s = w->system;
    if (s->state_count)
        tml_workspace_state_rates(w, p->state_rates);
    for (int e = 0; e < p->count; e++)
        for (int k = 0; p->events[e].inputs && k < p->events[e].count; k++) {
            const tml_input *in = &s->inputs[p->events[e].inputs[k]];
            sample *to = &p->start[p->events[e].first + k];
            if (in->what == TML_INPUT_RATE)
                to->rate = tml_workspace_term_acceleration(w, in->term, p->m->e->a);
            else if (in->what == TML_INPUT_STATE)
                to->rate = p->state_rates[in->index];
        }
}

/* ---- ranges ---- */

static curve line(double from, double to)
{
    return (curve){{from, (2 * from + to) / 3, (from + 2 * to) / 3, to}, 0};
}

/* The parabola with the middle coefficient c. */
static curve parabola(double from, double c, double to, double margin)
{
    return (curve){{from, (from + 2 * c) / 3, (2 * c + to) / 3, to}, margin};
}

static curve curve_of(const sample *a, const sample *m, const sample *b, double h)
{
    const double mean = 0.5 * (a->x + b->x);
    if (!isnan(a->rate) && !isnan(b->rate)) {
        const double b1 = a->x + h * a->rate / 3, b2 = b->x - h * b->rate / 3;
        const double bend = fmax(fabs(b1 - (2 * a->x + b->x) / 3), fabs(b2 - (a->x + 2 * b->x) / 3));
        const double middle = mean + h * (a->rate - b->rate) / 8;
        return (curve){{a->x, b1, b2, b->x}, m ? SAFETY * fabs(m->x - middle) : UNSEEN * bend};
    }
    if (!m && isnan(a->rate))
        return (curve){{a->x, a->x, b->x, b->x}, INFINITY};
    const double c = m ? 2 * m->x - mean : a->x + 0.5 * h * a->rate;
    return parabola(a->x, c, b->x, UNSEEN * fabs(c - mean));
}

/* The polar form of the cubic: its Bernstein coefficients over any part of its interval are values of it. */
static double blossom(const double b[4], double r, double s, double t)
{
    const double c0 = b[0] + r * (b[1] - b[0]), c1 = b[1] + r * (b[2] - b[1]), c2 = b[2] + r * (b[3] - b[2]);
    const double d0 = c0 + s * (c1 - c0), d1 = c1 + s * (c2 - c1);
    return d0 + t * (d1 - d0);
}

/* Range of the input over the part r to s of the interval. */
static tml_interval range_of(const curve *x, double r, double s)
{
    const double b[4] = {blossom(x->b, r, r, r), blossom(x->b, r, r, s), blossom(x->b, r, s, s),
                         blossom(x->b, s, s, s)};
    const double low = fmin(fmin(b[0], b[1]), fmin(b[2], b[3])), high = fmax(fmax(b[0], b[1]), fmax(b[2], b[3]));
    const double margin = x->margin + ROUNDING * fmax(fabs(low), fabs(high));
    return (tml_interval){low - margin, high + margin, false};
}

/* Whether the expression keeps its sign over the part r to s: over all of it at once, or over its halves. Inputs that change together, as angles of wheels
 * with a belt do, have narrow ranges only in short parts. */
static bool keeps_sign(tml_event_proofs *p, int event, double r, double s, int halvings)
{
    const guarded *g = &p->events[event];
    for (int k = 0; k < g->count; k++)
        p->ranges[g->inputs[k]] = range_of(&p->curves[k], r, s);
    const tml_interval values = tml_expression_enclosure(g->e, p->ranges, p->scratch);
    if (!values.undefined && (values.low + g->offset > 0 || values.high + g->offset < 0))
        return true;
    const double middle = 0.5 * (r + s);
    return halvings > 0 && tml_interval_is_bounded(values) && keeps_sign(p, event, r, middle, halvings - 1) &&
           keeps_sign(p, event, middle, s, halvings - 1);
}

bool tml_event_proofs_stay(tml_event_proofs *p, int event, bool by_middle, int from, int middle, int to)
{
    const tml_system *s = p->m->task->system;
    const guarded *g = &p->events[event];
    double *ta, *tm, *tb;
    const sample *a = samples_of(p, event, from, &ta), *b = samples_of(p, event, to, &tb);
    const sample *m = by_middle ? samples_of(p, event, middle, &tm) : NULL;
    for (int k = 0; k < g->count; k++) {
        const tml_input *in = &s->inputs[g->inputs[k]];
        const bool moves = in->what == TML_INPUT_VALUE || in->what == TML_INPUT_RATE || in->what == TML_INPUT_STATE;
        p->curves[k] = in->what == TML_INPUT_TIME ? line(*ta, *tb)
                       : moves                    ? curve_of(&a[k], m ? &m[k] : NULL, &b[k], *tb - *ta)
                                                  : line(a[k].x, a[k].x);
    }
    return keeps_sign(p, event, 0, 1, HALVINGS);
}

bool tml_event_proofs_vanish(tml_event_proofs *p, int event, int slot)
{
    const tml_system *s = p->m->task->system;
    const guarded *g = &p->events[event];
    double *t;
    const sample *a = samples_of(p, event, slot, &t);
    for (int k = 0; k < g->count; k++) {
        const tml_input *in = &s->inputs[g->inputs[k]];
        const bool position = in->what == TML_INPUT_VALUE, speed = in->what == TML_INPUT_RATE;
        const double unit = position || speed ? fabs(in->term.coefficient) * tml_measure_scale(s, in->term.measure) : 0;
        const double margin = ROUNDING * fabs(a[k].x) +
                              fmax(ROUNDING, NOISE * p->m->request->tolerance) * unit * (speed ? p->m->rate : 1);
        p->ranges[g->inputs[k]] = (tml_interval){a[k].x - margin, a[k].x + margin, false};
    }
    const tml_interval value = tml_expression_enclosure(s->events[event].when, p->ranges, p->scratch);
    return value.low <= 0 && value.high >= 0;
}
