/* time_crossings.c - first crossings of joins by functions of time (time_crossings.h).
 *
 * side(u): how many joins are below u. An interval is clear where the enclosure of u holds no join, or where u is constant; otherwise it is divided, and the
 * earlier half is searched first. Intervals of RESOLUTION of the way searched so far are told by the sides at their ends.
 */
#include "expression/time_crossings.h"
#include "expression/enclosure.h"
#include "expression/tape.h"
#include <float.h>

enum { MAX_ENCLOSURES = 20000 }; /* of one search: what is left is told by the ends of longer intervals */
static const double RESOLUTION = 1e-7, SHORTEST = 16 * DBL_EPSILON;
static const double ROUNDING = 4;   /* of an instant, in units of its last place */
static const double WIDEST = 1e-13; /* of the time: a gap in which rounding hides the side */
static const double FLAT = 1e-15;   /* of the size of u: within that it is constant */

/* What is known of one argument: it crosses no join between two times, and the one that it crosses then; `before` INFINITY: not found yet. */
typedef struct {
    double from, clear;
    tml_time_gap gap;
} knowledge;

struct tml_time_crossings {
    const tml_time_crossing *list; /* (count) */
    int count, input_count;
    const double *inputs; /* of the motion */
    double *at;           /* (input_count) at another time */
    tml_interval *range;  /* (input_count) */
    tml_interval *x;      /* enclosures of operations */
    double *work;
    knowledge *known; /* (count) */
};

typedef struct {
    tml_time_crossings *c;
    const tml_time_crossing *of;
    double begin;    /* of the search */
    double shortest; /* interval that is divided */
    double small;    /* less than that u does not change */
    int left;        /* enclosures */
} search;

static double value_at(const search *s, double t)
{
    s->c->at[0] = t;
    return tml_expression_value(s->of->argument, s->c->at, s->c->work);
}

static tml_interval enclose(const search *s, double from, double to)
{
    s->c->range[0] = (tml_interval){from, to, false};
    return tml_expression_enclosure(s->of->argument, s->c->range, s->c->x);
}

static double side_of(const tml_time_crossing *of, double u)
{
    double below = 0;
    for (int k = 0; k < of->count; k++)
        below += of->period > 0 ? ceil((u - of->x[k]) / of->period) : of->x[k] < u;
    return isnan(u) ? NAN : below;
}

static double side_at(const search *s, double t)
{
    return side_of(s->of, value_at(s, t));
}

static bool differ(double a, double b)
{
    return isnan(a) != isnan(b) || (!isnan(a) && a != b);
}

static bool holds_join(const tml_time_crossing *of, tml_interval u)
{
    for (int k = 0; k < of->count; k++) {
        const double low = u.low - of->x[k], high = u.high - of->x[k];
        if (of->period > 0 ? floor(high / of->period) >= ceil(low / of->period) : low <= 0 && high >= 0)
            return true;
    }
    return u.undefined;
}

/* From the last time before the crossing in [a, b] to the first behind it, so far as rounding lets tell. */
static tml_time_gap locate(const search *s, double a, double b)
{
    const double side = side_at(s, a);
    for (double m = 0.5 * (a + b); m > a && m < b; m = 0.5 * (a + b))
        *(differ(side_at(s, m), side) ? &b : &a) = m;
    const double size = fmax(fabs(a), fabs(b));
    double width = fmax(ROUNDING * DBL_EPSILON * size, DBL_MIN);
    while (width < WIDEST * size &&
           (holds_join(s->of, enclose(s, a - width, a - width)) || holds_join(s->of, enclose(s, b + width, b + width))))
        width *= 2;
    return (tml_time_gap){a - width, b + width};
}

static bool find_first(search *s, double a, double b, tml_time_gap *gap)
{
    const tml_interval u = enclose(s, a, b);
    if (!holds_join(s->of, u))
        return false;
    if (s->left-- <= 0 || b - a <= fmax(RESOLUTION * (b - s->begin), s->shortest)) {
        if (!differ(side_at(s, a), side_at(s, b)))
            return false;
        *gap = locate(s, a, b);
        return true;
    }
    if (u.high - u.low <= s->small)
        return false;
    const double m = 0.5 * (a + b);
    return find_first(s, a, m, gap) || find_first(s, m, b, gap);
}

/* Looks for a crossing from where the knowledge ends. */
static void go_on(tml_time_crossings *c, int i, double until)
{
    knowledge *k = &c->known[i];
    const double shortest = SHORTEST * fmax(until - k->clear, fmax(fabs(k->clear), fabs(until)));
    search s = {c, &c->list[i], k->clear, shortest, 0, MAX_ENCLOSURES};
    const tml_interval all = enclose(&s, k->clear, until);
    if (tml_interval_is_bounded(all))
        s.small = FLAT * fmax(fabs(all.low), fabs(all.high));
    k->clear = find_first(&s, k->clear, until, &k->gap) ? k->gap.before : until;
}

/* Forgets what depends on inputs that have changed. */
static void refresh(tml_time_crossings *c, int i)
{
    const tml_expression *e = c->list[i].argument;
    for (size_t n = 0; n < e->count; n++) {
        const int input = e->tape[n].op == TML_OP_INPUT ? e->tape[n].a : 0;
        if (input > 0 && c->at[input] != c->inputs[input])
            c->known[i].from = INFINITY;
    }
}

/* Takes the inputs as they are now. */
static void read_inputs(tml_time_crossings *c)
{
    for (int i = 0; i < c->count; i++)
        refresh(c, i);
    for (int i = 0; i < c->count; i++)
        for (size_t n = 0; n < c->list[i].argument->count; n++) {
            const tml_instruction *k = &c->list[i].argument->tape[n];
            if (k->op == TML_OP_INPUT && k->a > 0)
                c->at[k->a] = c->inputs[k->a], c->range[k->a] = tml_interval_of(c->at[k->a]);
        }
}

tml_time_gap tml_time_crossings_find(tml_time_crossings *c, double t, double until, tml_time_gap first)
{
    if (!c)
        return first;
    read_inputs(c);
    for (int i = 0; i < c->count; i++) {
        knowledge *k = &c->known[i];
        if (!(k->from <= t && (isinf(k->gap.before) ? t <= k->clear : t < k->gap.after)))
            *k = (knowledge){t, t, {INFINITY, INFINITY}};
        if (isinf(k->gap.before) && k->clear < until)
            go_on(c, i, until);
        first = tml_time_gap_first(first, k->gap);
    }
    return first;
}

void tml_time_crossings_pieces(tml_time_crossings *c, tml_pieces *pieces)
{
    TML_PIECE(pieces, c->known, c->count);
    TML_PIECE(pieces, c->at, c->input_count);
}

tml_time_crossings *tml_time_crossings_make(tml_arena *arena, const tml_time_crossing *list, int count,
                                            const double *inputs, int input_count)
{
    size_t most = 0, work = 0;
    if (count == 0)
        return NULL;
    for (int i = 0; i < count; i++) {
        const tml_expression *e = list[i].argument;
        most = e->count > most ? e->count : most;
        work = tml_expression_size(e) > work ? tml_expression_size(e) : work;
    }
    tml_time_crossings *c = TML_NEW(arena, tml_time_crossings);
    *c = (tml_time_crossings){.list = list, .count = count, .input_count = input_count, .inputs = inputs};
    c->at = TML_NEW_ARRAY(arena, double, input_count);
    c->range = TML_NEW_ARRAY(arena, tml_interval, input_count);
    c->x = TML_NEW_ARRAY(arena, tml_interval, most);
    c->work = TML_NEW_ARRAY(arena, double, work);
    c->known = TML_NEW_ARRAY(arena, knowledge, count);
    for (int i = 0; i < count; i++)
        c->known[i].from = INFINITY;
    return c;
}
