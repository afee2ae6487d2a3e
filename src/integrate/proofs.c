/* proofs.c - that events do not cross zero unseen within a step: each interval is proven, or divided.
 *
 *   proven    between its ends the event surely stays on its side of zero (tml_proofs: bounds of the motion, not samples of it)
 *   divided   otherwise, in the middle, until each part is proven, or the event is on the other side
 *   touched   the event is on the other side at the end: the crossing is located, and what is before it proven in turn, so that it is the first one
 * What is neither proven nor touched when no shorter interval can tell is handed on as undecided. A crossing in a direction that is no event is passed, and
 * the search goes on from there. Values are counted positive on the side on which the search begins.
 */
#include "integrate/stepping.h"
#include <math.h>

enum {
    MAX_VALUES = 600, /* of one event in one step */
    MAX_PASSED = 50,  /* crossings of one event in one step that are none, by their direction */
    DEEPEST = TML_PROOF_DEPTH - 4
};
static const double SHORTEST = 1e-13; /* of the step, of the time: intervals are not divided below it */
static const double BESIDE = 1e-6; /* of the step: so near to a crossing no other one of the same event is looked for */
static const double SIGNED_ZERO = 1e-100, AT_ZERO = 1e-90; /* values just after a crossing have their sign alone */
static const double AFTER = 1e-9; /* of the step: so much later a search goes on after a crossing */

typedef enum { FAILED = -1, PROVEN, TOUCHED, UNDECIDED } outcome;

/* The search for the first crossing of one event in one step. */
typedef struct {
    tml_stepping *s;
    int i;
    double side;                        /* 1 or -1: of zero, on which the event is */
    int values;                         /* that may still be evaluated */
    double length;                      /* of the step */
    double touch, touch_value;          /* the crossing, and the value there */
    double graze, graze_time;           /* least value between larger ones; when */
    double undecided, undecided_length; /* first time from which on nothing is known, and for how long */
} search;

/* One end of an interval. `zero`: the event is at zero there, where it has crossed. */
typedef struct {
    int slot;
    double t, value;
    bool zero;
} place;

static bool stays(const search *q, tml_proof_knowledge knowledge, const place *a, int middle, const place *b)
{
    const tml_proofs *proofs = q->s->p->proofs;
    return proofs->stays(proofs->context, q->i, knowledge, a->slot, middle, b->slot);
}

/* Evaluates the event at a time in between, and keeps that state in a slot. */
static int look(search *q, double t, int slot, place *out)
{
    const tml_proofs *proofs = q->s->p->proofs;
    double value;
    q->values--;
    if (tml_stepping_event_at(q->s, q->s->at, q->i, t, &value))
        return -1;
    *out = (place){slot, t, q->side * value, false};
    proofs->keep(proofs->context, q->i, slot, t, value);
    if (proofs->vanishes(proofs->context, q->i, slot)) /* its sign is that of rounding: it has not crossed zero there */
        *out = (place){slot, t, SIGNED_ZERO, true};
    return 0;
}

static bool is_shortest(const search *q, const place *a, const place *b)
{
    return b->t - a->t <= SHORTEST * fmax(q->length, fabs(b->t));
}

static bool is_over(const search *q, const place *a, const place *b, int depth)
{
    return q->values <= 0 || depth >= DEEPEST || is_shortest(q, a, b);
}

static void note_graze(search *q, const place *a, const place *m, const place *b)
{
    const double near = q->s->p->proofs->near[q->i];
    if (q->s->g[q->i] > near && q->s->g_end[q->i] > near && m->value < near && m->value < a->value &&
        m->value < b->value && m->value < q->graze)
        q->graze = m->value, q->graze_time = m->t;
}

static outcome divide(search *q, const place *a, const place *b, int depth);

/* The event is on the other side at b: its first crossing. */
static outcome find_first(search *q, const place *a, const place *b, int depth)
{
    double when;
    place root;
    q->touch = b->t, q->touch_value = -q->side * fmax(fabs(b->value), SIGNED_ZERO);
    if (is_over(q, a, b, depth))
        return TOUCHED;
    if (tml_stepping_locate(q->s, q->i, a->t, q->side * a->value, b->t, q->side * b->value, &when) ||
        look(q, when, TML_PROOF_BETWEEN + depth, &root))
        return FAILED;
    q->touch = when, q->touch_value = -q->side * fmax(fabs(root.value), SIGNED_ZERO);
    if (!(when > a->t))
        return TOUCHED;
    const double touch_value = q->touch_value;
    root.value = 0, root.zero = true;
    q->s->p->proofs->keep(q->s->p->proofs->context, q->i, root.slot, root.t, 0);
    const outcome before = divide(q, a, &root, depth + 1);
    if (before == PROVEN || before == UNDECIDED)
        q->touch = when, q->touch_value = touch_value;
    return before == FAILED ? FAILED : TOUCHED;
}

/* An interval that ends on the side on which it begins, or at zero where a crossing was located. */
static outcome divide(search *q, const place *a, const place *b, int depth)
{
    place m;
    if (stays(q, TML_PROOF_BY_ENDS, a, -1, b))
        return PROVEN;
    if ((a->zero || b->zero) && b->t - a->t <= BESIDE * q->length)
        return PROVEN;
    if (is_over(q, a, b, depth)) {
        if (isnan(q->undecided))
            q->undecided = a->t;
        q->undecided_length += b->t - a->t;
        return UNDECIDED;
    }
    if (look(q, 0.5 * (a->t + b->t), TML_PROOF_BETWEEN + depth, &m))
        return FAILED;
    if (!(m.value > 0))
        return find_first(q, a, &m, depth + 1);
    note_graze(q, a, &m, b);
    if (stays(q, TML_PROOF_BY_MIDDLE, a, m.slot, b))
        return PROVEN;
    const outcome first = divide(q, a, &m, depth + 1);
    if (first == TOUCHED || first == FAILED)
        return first;
    const outcome second = divide(q, &m, b, depth + 1);
    return second == PROVEN ? first : second;
}

/* What the search has found of one event. */
static outcome conclude(const search *q, outcome found)
{
    const tml_proofs *proofs = q->s->p->proofs;
    q->s->touch[q->i] = found == TOUCHED ? q->touch : NAN;
    q->s->touch_value[q->i] = q->touch_value;
    q->s->proven[q->i] = found == PROVEN;
    if (found != FAILED && found != TOUCHED && q->graze < INFINITY)
        proofs->grazes(proofs->context, q->i, q->graze_time, q->graze);
    if (q->undecided_length > BESIDE * q->length)
        proofs->undecided(proofs->context, q->i, q->undecided, q->undecided_length);
    return found;
}

/* Goes on after a crossing, from the other side. Where the event is not on that side AFTER the crossing, it has come back already, or rounding hides its sign:
 * then it counts as zero there, and the search finds a crossing back as any other. */
static int pass(search *q, double end, place *a)
{
    const tml_proofs *proofs = q->s->p->proofs;
    const double t = fmin(q->touch + AFTER * q->length, end);
    const int slot = TML_PROOF_BETWEEN + TML_PROOF_DEPTH - 1;
    q->side = -q->side;
    if (look(q, t, slot, a))
        return -1;
    if (!(a->value > 0)) {
        *a = (place){slot, t, SIGNED_ZERO, true};
        proofs->keep(proofs->context, q->i, slot, t, 0);
    }
    return 0;
}

static outcome examine_from(search *q, place a, double end)
{
    tml_stepping *s = q->s;
    const int direction = s->p->directions[q->i];
    for (int passed = 0; passed < MAX_PASSED && a.t < end; passed++) {
        const place b = {TML_PROOF_END, end, q->side * s->g_end[q->i], false};
        const outcome found = b.value > 0 ? divide(q, &a, &b, 0) : find_first(q, &a, &b, 0);
        if (found != TOUCHED || direction == 0 || direction * q->side < 0)
            return conclude(q, found);
        if (pass(q, end, &a))
            return FAILED;
    }
    if (a.t < end) /* what is left of the step was not searched */
        q->undecided = a.t, q->undecided_length = end - a.t;
    return conclude(q, a.t < end ? UNDECIDED : PROVEN);
}

static search begin(tml_stepping *s, int i, double value, double end)
{
    return (search){.s = s,
                    .i = i,
                    .side = value > 0 ? 1 : -1,
                    .values = MAX_VALUES,
                    .length = end - s->before,
                    .graze = INFINITY,
                    .undecided = NAN};
}

static outcome examine(tml_stepping *s, int i, double end)
{
    search q = begin(s, i, s->g[i], end);
    const double value = q.side * s->g[i];
    return examine_from(&q, (place){TML_PROOF_START, s->before, value, value < AT_ZERO}, end);
}

int tml_stepping_prove_after(tml_stepping *s, int i, double t, double end)
{
    search q = begin(s, i, -s->touch_value[i], end);
    place a;
    q.touch = fmax(t, s->touch[i]); /* exact steps may locate a crossing before the dense output does */
    s->touch[i] = NAN;
    if (!s->open[i])
        return 0;
    if (pass(&q, end, &a))
        return -1;
    a.zero = true;
    return examine_from(&q, a, end) == FAILED ? -1 : !isnan(s->touch[i]);
}

/* Events that stay above zero by the states at both ends of the step alone; returns how many may not. */
static int prove_by_ends(tml_stepping *s, double end)
{
    const tml_proofs *proofs = s->p->proofs;
    int left = 0;
    for (int i = 0; i < s->p->event_count; i++) {
        s->touch[i] = NAN;
        s->proven[i] = s->open[i] = false;
        if (s->g[i] == 0 || isnan(s->g[i]) || !proofs->applies(proofs->context, i, s->g[i]))
            continue;
        proofs->keep(proofs->context, i, TML_PROOF_END, end, s->g_end[i]);
        s->proven[i] = (s->g_end[i] > 0) == (s->g[i] > 0) &&
                       proofs->stays(proofs->context, i, TML_PROOF_BY_ENDS, TML_PROOF_START, -1, TML_PROOF_END);
        s->open[i] = !s->proven[i] && !proofs->touches(proofs->context, i);
        left += s->open[i];
    }
    return left;
}

int tml_stepping_prove(tml_stepping *s, double end)
{
    const tml_proofs *proofs = s->p->proofs;
    if (!prove_by_ends(s, end))
        return 0;
    const bool known = proofs->accelerate(proofs->context, end, s->p->y);
    for (int i = 0; known && i < s->p->event_count; i++)
        if (s->open[i] && (s->g_end[i] > 0) == (s->g[i] > 0))
            s->proven[i] =
                proofs->stays(proofs->context, i, TML_PROOF_BY_ACCELERATIONS, TML_PROOF_START, -1, TML_PROOF_END);
    for (int i = 0; i < s->p->event_count; i++)
        if (s->open[i] && !s->proven[i] && examine(s, i, end) == FAILED)
            return -1;
    return 0;
}
