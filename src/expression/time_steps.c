/* time_steps.c - cells of time in which functions of time have no narrow features (time_steps.h).
 *
 * A cell [x, x + g] is good where every watched operation f stays near the chord through its ends,
 *   |f(x + s g) - (1 - s) f(x) - s f(x + g)| <= r/4 + d,     r: the range of f at x - g, x, x + g, x + 2 g
 * shown by enclosures of f over parts of the cell, or where it rises or falls once between two levels; d is so small that it does not matter. Of a sine
 * that is so in cells of a quarter of its period, of exp(-u^2) where du is about 1. Where operands vary together and large terms cancel, enclosures stay
 * too wide however short the cell: there samples tell, and are counted. Cells are found as they are needed: each is at most twice as long as the one before.
 */
#include "expression/time_steps.h"
#include "expression/tape.h"
#include <float.h>
#include <string.h>

enum {
    CELLS = 64, /* that are kept */
    FEW_PARTS = 4,
    MANY_PARTS = TML_TIME_SAMPLES, /* of a cell that is doubtful */
    POINTS = 4,                    /* at which operations are evaluated */
    SAMPLES = 64,                  /* over the motion, for the size of what has no bound */
    PATIENCE = 64                  /* shortest cells in a row, after which a function is given up */
};
static const double NEARBY = 0.25, LEVEL = 0.05;      /* of the range nearby */
static const double SMALL = 1e-7, SMALL_LOOSE = 1e-3; /* of the size of an operation: what is not looked for */
static const double SHORTEST = 1e-11;                 /* cell, of the motion */
static const double SAMPLED = 1.0 / 1024;             /* of the motion: longest cell in which samples may tell */

typedef struct {
    double begin, length;
} cell;

typedef struct {
    tml_narrow_feature feature;
    double *small; /* (operations) d */
    int tired;     /* shortest cells in a row that it was the cause of */
    bool given_up;
    long sampled; /* cells in which samples have told */
} watched;

struct tml_time_steps {
    watched *list;        /* (count) */
    int count, most;      /* operations of the largest */
    const double *inputs; /* those of the motion */
    int input_count;
    double begin, span;
    double last;             /* from there on nothing is looked for */
    double *at;              /* (input_count) inputs at another time */
    tml_interval *range, *x; /* (input_count), (most) */
    double *value;           /* ((POINTS + 1) x 2 most): of a cell, and a sample */
    cell cells[CELLS];       /* a ring: */
    long first, end;         /* cells first ... end - 1, modulo CELLS */
};

static double *values_at(tml_time_steps *s, const tml_narrow_feature *f, double t, int point)
{
    double *out = s->value + (size_t)point * 2 * (size_t)s->most;
    s->at[0] = t;
    tml_expression_value(f->e, s->at, out);
    return out;
}

static void enclose(tml_time_steps *s, const tml_narrow_feature *f, double from, double to)
{
    s->range[0] = (tml_interval){from, to, false};
    tml_expression_enclosure(f->e, s->range, s->x);
}

/* The values of an operation at x - g, x, x + g and x + 2 g. */
typedef struct {
    double v[POINTS], range, margin;
} nearby;

static nearby nearby_of(double *const value[POINTS], size_t i, double small)
{
    nearby n = {{value[0][i], value[1][i], value[2][i], value[3][i]}, 0, 0};
    const double low = fmin(fmin(n.v[0], n.v[1]), fmin(n.v[2], n.v[3])),
                 high = fmax(fmax(n.v[0], n.v[1]), fmax(n.v[2], n.v[3]));
    n.range = high - low;
    n.margin = NEARBY * n.range + small;
    return n;
}

/* Between u and w, or near that; a value that is no number bounds nothing. */
static bool is_between(tml_interval x, double u, double w, double margin)
{
    return !(x.low < fmin(u, w) - margin) && !(x.high > fmax(u, w) + margin);
}

/* One level before the cell, another one behind it. */
static bool is_ramp(const nearby *n)
{
    return fabs(n->v[1] - n->v[0]) <= LEVEL * n->range && fabs(n->v[3] - n->v[2]) <= LEVEL * n->range;
}

/* How the values of operations in a part of the cell relate to the chords through its ends. */
typedef enum {
    LEAVE,
    MAY_LEAVE, /* operands vary together: the enclosure is wider than the range */
    RISE,      /* from one level to another, which they do not leave */
    STAY
} verdict;

static verdict judge_one(const nearby *n, tml_narrow_watch watch, tml_interval x, double from, double to)
{
    const double rise = n->v[2] - n->v[1];
    if (is_between(x, n->v[1] + from * rise, n->v[1] + to * rise, n->margin))
        return STAY;
    if (is_ramp(n) && is_between(x, n->v[1], n->v[2], n->margin))
        return RISE;
    return watch == TML_NARROW_EXACT ? LEAVE : MAY_LEAVE;
}

/* The worst of all watched operations in one of so many parts of the cell, whose values are x. Of a difference of two that rise nothing is known. */
static verdict worst_of(const watched *w, double *const value[POINTS], const tml_interval *x, int part, int parts)
{
    const double from = (double)part / parts, to = (double)(part + 1) / parts;
    verdict worst = STAY;
    bool rises = false;
    for (size_t i = 0; i < w->feature.e->count && worst != LEAVE; i++) {
        if (!w->feature.watch[i])
            continue;
        const nearby n = nearby_of(value, i, w->small[i]);
        const verdict one = judge_one(&n, w->feature.watch[i], x[i], from, to);
        rises |= one == RISE;
        worst = one < worst ? one : worst;
    }
    return worst == MAY_LEAVE && rises ? LEAVE : worst;
}

static verdict judge(tml_time_steps *s, const watched *w, double *const value[POINTS], double x, double g, int part,
                     int parts)
{
    enclose(s, &w->feature, x + g * part / parts, x + g * (part + 1) / parts);
    return worst_of(w, value, s->x, part, parts);
}

/* The same by a sample in the middle of the part. */
static verdict judge_sample(tml_time_steps *s, const watched *w, double *const value[POINTS], double x, double g,
                            int part)
{
    const double *v = values_at(s, &w->feature, x + g * (part + 0.5) / MANY_PARTS, POINTS);
    for (size_t i = 0; i < w->feature.e->count; i++)
        s->x[i] = tml_interval_of(v[i]);
    return worst_of(w, value, s->x, part, MANY_PARTS);
}

/* Where enclosures do not tell, in a cell that is short enough samples do. */
static bool is_good_by_samples(tml_time_steps *s, watched *w, double *const value[POINTS], double x, double g)
{
    if (g > SAMPLED * s->span)
        return false;
    for (int i = 0; i < MANY_PARTS; i++)
        if (judge_sample(s, w, value, x, g, i) < RISE)
            return false;
    w->sampled++;
    return true;
}

static bool is_good(tml_time_steps *s, watched *w, double x, double g)
{
    double *const value[POINTS] = {values_at(s, &w->feature, x - g, 0), values_at(s, &w->feature, x, 1),
                                   values_at(s, &w->feature, x + g, 2), values_at(s, &w->feature, x + 2 * g, 3)};
    for (int parts = FEW_PARTS;; parts = MANY_PARTS) {
        verdict worst = STAY;
        for (int i = 0; i < parts && worst != LEAVE; i++) {
            const verdict part = judge(s, w, value, x, g, i, parts);
            worst = part < worst ? part : worst;
        }
        if (worst >= RISE)
            return true;
        if (parts == MANY_PARTS)
            return worst == MAY_LEAVE && is_good_by_samples(s, w, value, x, g);
    }
}

/* The longest cell from x, at most g; a function for which even the shortest are not good, one after the other, is given up. */
static double longest_cell(tml_time_steps *s, double x, double g)
{
    const double shortest = fmax(SHORTEST * s->span, 16 * DBL_EPSILON * fabs(x));
    for (int i = 0; i < s->count; i++) {
        watched *w = &s->list[i];
        bool good = w->given_up;
        while (!good && !(good = is_good(s, w, x, g)) && g > shortest)
            g = fmax(0.5 * g, shortest);
        w->tired = good ? 0 : w->tired + 1;
        w->given_up |= w->tired > PATIENCE;
    }
    return g;
}

static cell *cell_at(tml_time_steps *s, long i)
{
    return &s->cells[i % CELLS];
}

static void add_cell(tml_time_steps *s, double begin, double most)
{
    *cell_at(s, s->end++) = (cell){begin, longest_cell(s, begin, most)};
    if (s->end - s->first > CELLS)
        s->first = s->end - CELLS;
}

static void start(tml_time_steps *s, double t)
{
    memcpy(s->at, s->inputs, (size_t)s->input_count * sizeof(double));
    for (int i = 0; i < s->input_count; i++)
        s->range[i] = tml_interval_of(s->at[i]);
    s->first = s->end = 0;
    add_cell(s, t, s->span);
}

double tml_time_steps_longest(tml_time_steps *s, double t, int cells)
{
    double longest = INFINITY;
    if (s->end == s->first || t < cell_at(s, s->first)->begin)
        start(s, t);
    for (long i = s->first;; i++) {
        if (i == s->end) {
            const cell *last = cell_at(s, i - 1);
            add_cell(s, last->begin + last->length, fmin(2 * last->length, s->span));
        }
        const cell *c = cell_at(s, i);
        if (c->begin + c->length <= t)
            continue;
        if (c->begin >= t + longest || c->begin >= s->last)
            return longest;
        longest = fmin(longest, fmax(cells * c->length, c->begin - t));
    }
}

void tml_time_steps_refresh(tml_time_steps *s)
{
    for (int i = 0; i < s->count; i++) {
        const tml_expression *e = s->list[i].feature.e;
        for (size_t k = 0; k < e->count; k++) {
            const tml_instruction *in = &e->tape[k];
            if (in->op == TML_OP_INPUT && in->a > 0 && s->at[in->a] != s->inputs[in->a])
                s->first = s->end = 0;
        }
    }
}

void tml_time_steps_pieces(tml_time_steps *s, tml_pieces *pieces)
{
    TML_PIECE(pieces, s->cells, CELLS);
    TML_PIECE(pieces, &s->first, 1);
    TML_PIECE(pieces, &s->end, 1);
    TML_PIECE(pieces, s->at, s->input_count);
    TML_PIECE(pieces, s->range, s->input_count);
    for (int i = 0; i < s->count; i++) {
        TML_PIECE(pieces, &s->list[i].tired, 1);
        TML_PIECE(pieces, &s->list[i].given_up, 1);
    }
}

long tml_time_steps_sampled(const tml_time_steps *s)
{
    long count = 0;
    for (int i = 0; i < s->count; i++)
        count += s->list[i].sampled;
    return count;
}

int tml_time_steps_given_up(const tml_time_steps *s)
{
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += s->list[i].given_up;
    return count;
}

/* ---- making ---- */

/* How large each operation becomes: by its enclosure over the whole motion or, where that has no bound, by samples. */
static void find_sizes(tml_time_steps *s, watched *w)
{
    const size_t count = w->feature.e->count;
    enclose(s, &w->feature, s->begin, s->begin + s->span);
    for (size_t i = 0; i < count; i++)
        w->small[i] = tml_interval_is_bounded(s->x[i]) ? fmax(fabs(s->x[i].low), fabs(s->x[i].high)) : -1;
    for (int k = 0; k <= SAMPLES; k++) {
        const double *v = values_at(s, &w->feature, s->begin + s->span * k / SAMPLES, 0);
        for (size_t i = 0; i < count; i++)
            if (!tml_interval_is_bounded(s->x[i]) && isfinite(v[i]))
                w->small[i] = fmax(w->small[i], fabs(v[i]));
    }
    for (size_t i = 0; i < count; i++)
        w->small[i] = fmax(w->small[i], 0) * (w->feature.watch[i] == TML_NARROW_EXACT ? SMALL : SMALL_LOOSE);
}

tml_time_steps *tml_time_steps_make(tml_arena *arena, const tml_narrow_feature *features, int count,
                                    const double *inputs, int input_count, double begin, double span, bool endless)
{
    if (count == 0 || !(span > 0) || !isfinite(span))
        return NULL;
    tml_time_steps *s = TML_NEW(arena, tml_time_steps);
    *s = (tml_time_steps){.count = count, .inputs = inputs, .input_count = input_count, .begin = begin, .span = span};
    s->last = endless ? INFINITY : begin + span;
    for (int i = 0; i < count; i++)
        s->most = (int)features[i].e->count > s->most ? (int)features[i].e->count : s->most;
    s->list = TML_NEW_ARRAY(arena, watched, count);
    s->at = TML_NEW_ARRAY(arena, double, input_count);
    s->range = TML_NEW_ARRAY(arena, tml_interval, input_count);
    s->x = TML_NEW_ARRAY(arena, tml_interval, s->most);
    s->value = TML_NEW_ARRAY(arena, double, (POINTS + 1) * 2 * s->most);
    memcpy(s->at, inputs, (size_t)input_count * sizeof(double));
    for (int i = 0; i < input_count; i++)
        s->range[i] = tml_interval_of(inputs[i]);
    for (int i = 0; i < count; i++) {
        s->list[i] = (watched){.feature = features[i], .small = TML_NEW_ARRAY(arena, double, features[i].e->count)};
        find_sizes(s, &s->list[i]);
    }
    return s;
}
