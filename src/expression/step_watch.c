/* step_watch.c - enclosures of functions along the path of a step (step_watch.h).
 *
 * Between two points of the path, which are stages or states of dense output, it is the cubic with the slopes of the parabolas through three points at either
 * end. Between the stages j and j + 1 an operation f is clear where
 *   f(box) lies in  hull(f(u_j), f(u_(j+1))) +- (r/4 + d)
 * box: of the cubic's Bernstein coefficients, widened by a tenth; r: the range of f at the stages j - 1 ... j + 2; d: a thousandth of the largest |f|,
 * a twentieth where operands vary together, and rounding.
 */
#include "expression/step_watch.h"
#include "expression/tape.h"
#include <string.h>

enum {
    POINTS = 48,
    BUDGET = 120 /* enclosures of a function in a step */,
    MAX_REFUSED = 16,
    PATIENCE = 16,  /* searches in a row that need not decide */
    MAX_DOUBTS = 22 /* then some are left out */
};
static const double NEARBY = 0.25, SMALL = 1e-3, SMALL_LOOSE = 0.05, WIDER = 0.1, MARGIN = 4;
static const double CLOSE = 0.25; /* of a step: nearer to its beginning it is not cut, but made shorter */
static const double BEFORE = 0.98;
static const double BULGE = 4;        /* times the range of a step: the most that its path leaves a chord by */
static const double SHORTEST = 1e-8;  /* piece, of the way between two points */
static const double NEAR_PATH = 1e-3; /* of an input's range in a step: how far from the path a point on it may be */
static const double ROUNDING = 1e-13; /* of an input's size */

typedef struct {
    tml_narrow_feature feature;
    const int *inputs; /* (input_count) that it reads */
    int input_count;
    double *size;     /* (operations) the largest |f| */
    double *noise;    /* (operations) of rounding, at the beginning of the step */
    bool *bounded;    /* (operations) that is known beforehand */
    int doubts, rest; /* searches in a row that did not decide; steps until the next */
} watched;

typedef struct {
    double t;
    double *u; /* (input_count) */
    bool felt; /* a stage has evaluated the functions there */
} point;

/* A part of the way between two points. */
typedef struct {
    int j; /* from point j of the path to the next */
    double from, to;
} piece;

struct tml_step_watch {
    watched *list; /* (count) */
    int count, most, input_count;
    point points[POINTS]; /* the first of the step is points[0] */
    point before;         /* that of the step before; t > points[0].t: there is none */
    int noted;
    const point *path[POINTS + 1]; /* in the order of time */
    int length;
    int from[POINTS + 1]; /* (length) index of the last stage at or before a point of the path */
    int to[POINTS + 1];   /* (length) index of the first stage at or after it */
    double *
        bend; /* (POINTS + 1) x (2 input_count): the path between two points, as the two inner coefficients of a cubic */
    double *range;                 /* (input_count) of the inputs along the path */
    double *value;                 /* (POINTS + 1) x 2 most: operations along the path */
    double *try_u;                 /* (input_count) */
    double *try_value;             /* (2 most) */
    tml_interval *box, *x;         /* (input_count), (most) */
    piece pieces[POINTS + BUDGET]; /* not clear yet */
    int piece_count;
    bool doubtful;     /* the last search did not decide */
    int refused;       /* tries of this step */
    double refused_at; /* its beginning */
    long unproven;
};

/* ---- points ---- */

static void copy(const tml_step_watch *w, point *p, const point *from)
{
    p->t = from->t;
    p->felt = from->felt;
    memcpy(p->u, from->u, (size_t)w->input_count * sizeof(double));
}

static void note(tml_step_watch *w, double t, const double *inputs, bool felt)
{
    int i = 0;
    while (i < w->noted && w->points[i].t != t)
        i++;
    if (i == POINTS) /* after the step, for values within it */
        i--;
    else
        w->noted += i == w->noted;
    w->points[i].t = t;
    w->points[i].felt = felt;
    memcpy(w->points[i].u, inputs, (size_t)w->input_count * sizeof(double));
}

void tml_step_watch_note(tml_step_watch *w, double t, const double *inputs)
{
    note(w, t, inputs, true);
}

void tml_step_watch_begin(tml_step_watch *w, double t)
{
    int first = -1;
    for (int i = 0; i < w->noted; i++)
        if (w->points[i].t == t)
            first = i;
    if (w->noted > 0 && w->points[0].t < t)
        copy(w, &w->before, &w->points[0]);
    if (first > 0)
        copy(w, &w->points[0], &w->points[first]);
    w->noted = first >= 0;
}

/* Those of the step, in the order of time, after the beginning of the step before. */
static void order(tml_step_watch *w, double end)
{
    w->length = 0;
    if (w->noted > 0 && w->before.t < w->points[0].t)
        w->path[w->length++] = &w->before;
    for (int i = 0; i < w->noted; i++) {
        int k = w->length;
        if (w->points[i].t > end)
            continue;
        for (; k > 0 && w->path[k - 1]->t > w->points[i].t; k--)
            w->path[k] = w->path[k - 1];
        w->path[k] = &w->points[i];
        w->length++;
    }
    for (int i = 0; i < w->length; i++)
        w->from[i] = i == 0 || w->path[i]->felt ? i : w->from[i - 1];
    for (int i = w->length - 1; i >= 0; i--)
        w->to[i] = i == w->length - 1 || w->path[i]->felt ? i : w->to[i + 1];
}

/* ---- the path between two points ---- */

static const point *nearest(const tml_step_watch *w, int i)
{
    return w->path[i < 0 ? 0 : i >= w->length ? w->length - 1 : i];
}

/* Whether the step before is far from point i, which the states of a dense output follow closely. */
static bool is_far_from_before(const tml_step_watch *w, int i)
{
    return i == 1 && w->path[0] == &w->before && w->length > 3 && !w->path[2]->felt;
}

/* At point i, of the parabola through it and both beside it; at an end, through the three nearest. */
static double slope_at(const tml_step_watch *w, int i, int input)
{
    const int middle = i == 0 ? 1 : i == w->length - 1 ? i - 1 : i + is_far_from_before(w, i);
    const point *a = nearest(w, middle - 1), *b = nearest(w, middle), *c = nearest(w, middle + 1), *at = w->path[i];
    if (!(c->t > b->t && b->t > a->t))
        return c->t > a->t ? (c->u[input] - a->u[input]) / (c->t - a->t) : 0;
    const double first = (b->u[input] - a->u[input]) / (b->t - a->t),
                 second = (c->u[input] - b->u[input]) / (c->t - b->t), curvature = (second - first) / (c->t - a->t);
    return first + curvature * (2 * at->t - a->t - b->t);
}

static double *bend_of(const tml_step_watch *w, int j, int input)
{
    return w->bend + ((size_t)j * (size_t)w->input_count + (size_t)input) * 2;
}

static double within(double x, double limit)
{
    return fmax(-limit, fmin(limit, x));
}

static double range_along(const tml_step_watch *w, int input)
{
    double low = INFINITY, high = -INFINITY;
    for (int j = 0; j < w->length; j++)
        low = fmin(low, w->path[j]->u[input]), high = fmax(high, w->path[j]->u[input]);
    return high - low;
}

/* Of one input from point j to the next. */
static void bend_between(tml_step_watch *w, int i, int j, double slope, double next)
{
    const double most = BULGE * w->range[i], u = w->path[j]->u[i], third = (w->path[j + 1]->u[i] - u) / 3,
                 h = (w->path[j + 1]->t - w->path[j]->t) / 3;
    double *c = bend_of(w, j, i);
    c[0] = u + third + within(slope * h - third, most);
    c[1] = u + 2 * third - within(next * h - third, most);
}

/* Of all inputs that a function reads. */
static void bend_path(tml_step_watch *w, const watched *f)
{
    for (int n = 0; n < f->input_count; n++) {
        const int i = f->inputs[n];
        double slope = slope_at(w, 0, i);
        w->range[i] = range_along(w, i);
        for (int j = 0; j + 1 < w->length; j++) {
            const double next = slope_at(w, j + 1, i);
            bend_between(w, i, j, slope, next);
            slope = next;
        }
    }
}

/* Of the cubic between point j and the next, the polar form at the parts a, b and c: at three times the same its value. */
static double polar(const tml_step_watch *w, int j, int i, double a, double b, double c)
{
    const double *inner = bend_of(w, j, i), u = w->path[j]->u[i], v = w->path[j + 1]->u[i];
    const double p = u + a * (inner[0] - u), q = inner[0] + a * (inner[1] - inner[0]),
                 r = inner[1] + a * (v - inner[1]);
    const double x = p + b * (q - p), y = q + b * (r - q);
    return x + c * (y - x);
}

/* Of its values between the parts `from` and `to`. */
static tml_interval path_range(const tml_step_watch *w, int j, int i, double from, double to)
{
    const double a = polar(w, j, i, from, from, from), b = polar(w, j, i, from, from, to),
                 c = polar(w, j, i, from, to, to), d = polar(w, j, i, to, to, to);
    return (tml_interval){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d)), false};
}

/* Whether the path comes near these inputs of a function at time t, after point j. */
static bool leads_through(tml_step_watch *w, const watched *f, int j, double t, const double *u)
{
    const double part = (t - w->path[j]->t) / (w->path[j + 1]->t - w->path[j]->t);
    for (int n = 0; n < f->input_count; n++) {
        const int i = f->inputs[n];
        w->range[i] = range_along(w, i);
        bend_between(w, i, j, slope_at(w, j, i), slope_at(w, j + 1, i));
        if (!(fabs(polar(w, j, i, part, part, part) - u[i]) <= NEAR_PATH * w->range[i] + ROUNDING * fabs(u[i])))
            return false;
    }
    return true;
}

bool tml_step_watch_pass(tml_step_watch *w, double t, double end, const double *inputs)
{
    int j = 0;
    order(w, end);
    while (j + 2 < w->length && w->path[j + 1]->t <= t)
        j++;
    bool leads = w->length > 1 && w->path[j]->t <= t && w->path[j + 1]->t > t;
    for (int i = 0; leads && i < w->count; i++)
        leads = leads_through(w, &w->list[i], j, t, inputs);
    note(w, t, inputs, false);
    return leads;
}

/* ---- enclosures ---- */

static double *value_at(const tml_step_watch *w, int i)
{
    return w->value + (size_t)(i < 0 ? 0 : i >= w->length ? w->length - 1 : i) * 2 * (size_t)w->most;
}

/* Where the path from point j to the next is between the parts `from` and `to`. */
static void set_box(tml_step_watch *w, const watched *f, int j, double from, double to)
{
    for (int n = 0; n < f->input_count; n++) {
        const int i = f->inputs[n];
        const tml_interval range = path_range(w, j, i, from, to);
        w->box[i] = tml_interval_widen(range, WIDER * (range.high - range.low));
    }
}

typedef struct {
    double low, high;
} band;

/* What is not looked for. */
static double small(const watched *f, size_t k)
{
    return (f->feature.watch[k] == TML_NARROW_EXACT ? SMALL : SMALL_LOOSE) * f->size[k];
}

/* Between the points j and j + 1, as far as the stages nearby let expect. */
static band band_of(const tml_step_watch *w, const watched *f, size_t k, int j)
{
    const int from = w->from[j], to = w->to[j + 1], before = from > 0 ? w->from[from - 1] : from,
              after = to + 1 < w->length ? w->to[to + 1] : to;
    const double a = value_at(w, from)[k], b = value_at(w, to)[k], c = value_at(w, before)[k],
                 d = value_at(w, after)[k];
    const double range = fmax(fmax(a, b), fmax(c, d)) - fmin(fmin(a, b), fmin(c, d));
    const double margin = NEARBY * range + small(f, k) + f->noise[k];
    return (band){fmin(a, b) - margin, fmax(a, b) + margin};
}

static bool is_clear(tml_step_watch *w, const watched *f, int j, double from, double to)
{
    set_box(w, f, j, from, to);
    tml_expression_enclosure(f->feature.e, w->box, w->x);
    for (size_t k = 0; k < f->feature.e->count; k++) {
        const band b = f->feature.watch[k] ? band_of(w, f, k, j) : (band){-INFINITY, INFINITY};
        if (w->x[k].low < b.low || w->x[k].high > b.high)
            return false;
    }
    return true;
}

/* Whether these values, between the points j and j + 1, are such as no stage has seen. */
static bool are_outside(const tml_step_watch *w, const watched *f, int j, const double *value)
{
    for (size_t k = 0; k < f->feature.e->count; k++) {
        const band b = f->feature.watch[k] ? band_of(w, f, k, j) : (band){-INFINITY, INFINITY};
        if (value[k] < b.low || value[k] > b.high)
            return true;
    }
    return false;
}

/* The same of the values at a part of the way. */
static bool is_outside(tml_step_watch *w, const watched *f, int j, double part)
{
    for (int n = 0; n < f->input_count; n++)
        w->try_u[f->inputs[n]] = polar(w, j, f->inputs[n], part, part, part);
    tml_expression_value(f->feature.e, w->try_u, w->try_value);
    return are_outside(w, f, j, w->try_value);
}

static double length_of(const tml_step_watch *w, const piece *p)
{
    return (p->to - p->from) * (w->path[p->j + 1]->t - w->path[p->j]->t);
}

/* Takes the longest piece out of the list. */
static piece longest_of(tml_step_watch *w)
{
    int longest = 0;
    for (int i = 1; i < w->piece_count; i++)
        if (length_of(w, &w->pieces[i]) > length_of(w, &w->pieces[longest]))
            longest = i;
    const piece p = w->pieces[longest];
    w->pieces[longest] = w->pieces[--w->piece_count];
    return p;
}

static double time_of(const tml_step_watch *w, const piece *p)
{
    return w->path[p->j]->t + p->from * (w->path[p->j + 1]->t - w->path[p->j]->t);
}

/* The beginning of the earliest piece in which a value was found that no stage has seen; INFINITY: none is. The longest piece is next, so that samples are
 * spread over the whole step where enclosures are too wide to tell; behind what was found nothing more is looked for. */
static double first_hidden(tml_step_watch *w, const watched *f)
{
    double first = INFINITY;
    w->piece_count = 0;
    for (int j = 0; j + 1 < w->length; j++) {
        if (w->path[j] != &w->before)
            w->pieces[w->piece_count++] = (piece){j, 0, 1};
        if (!w->path[j + 1]->felt && are_outside(w, f, j, value_at(w, j + 1)))
            first = fmin(first, w->path[j]->t);
    }
    for (int left = BUDGET; w->piece_count > 0; left--) {
        const piece p = longest_of(w);
        const double middle = 0.5 * (p.from + p.to);
        if (time_of(w, &p) >= first)
            continue;
        if (left <= 0 || p.to - p.from < SHORTEST) {
            w->doubtful = true;
            continue;
        }
        if (is_clear(w, f, p.j, p.from, p.to))
            continue;
        if (is_outside(w, f, p.j, middle)) {
            first = time_of(w, &p);
            continue;
        }
        w->pieces[w->piece_count++] = (piece){p.j, p.from, middle};
        w->pieces[w->piece_count++] = (piece){p.j, middle, p.to};
    }
    return first;
}

/* ---- the step ---- */

static void evaluate(tml_step_watch *w, watched *f)
{
    for (int i = 0; i < w->length; i++) {
        const double *v = value_at(w, i);
        tml_expression_value(f->feature.e, w->path[i]->u, value_at(w, i));
        for (size_t k = 0; k < f->feature.e->count; k++)
            if (!f->bounded[k] && fabs(v[k]) > f->size[k] && isfinite(v[k]))
                f->size[k] = fabs(v[k]);
    }
}

/* Whether the enclosures over all of the path are what the stages saw, up to a quarter. */
static bool is_all_clear(tml_step_watch *w, const watched *f)
{
    for (int n = 0; n < f->input_count; n++) {
        const int i = f->inputs[n];
        tml_interval hull = tml_interval_of(w->points[0].u[i]);
        for (int k = 1; k < w->noted; k++)
            hull = tml_interval_hull(hull, tml_interval_of(w->points[k].u[i]));
        for (int j = 0; j + 1 < w->length; j++)
            if (w->path[j] != &w->before)
                hull = tml_interval_hull(hull, path_range(w, j, i, 0, 1));
        w->box[i] = hull;
    }
    tml_expression_enclosure(f->feature.e, w->box, w->x);
    for (size_t k = 0; k < f->feature.e->count; k++) {
        if (!f->feature.watch[k])
            continue;
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < w->length; i++)
            if (w->path[i] != &w->before && w->path[i]->felt)
                low = fmin(low, value_at(w, i)[k]), high = fmax(high, value_at(w, i)[k]);
        const double margin = NEARBY * (high - low) + small(f, k);
        if (w->x[k].low < low - margin || w->x[k].high > high + margin)
            return false;
    }
    return true;
}

/* By the enclosures of a single point. */
static void find_noise(tml_step_watch *w, watched *f)
{
    for (int n = 0; n < f->input_count; n++)
        w->box[f->inputs[n]] = tml_interval_of(w->points[0].u[f->inputs[n]]);
    tml_expression_enclosure(f->feature.e, w->box, w->x);
    for (size_t k = 0; k < f->feature.e->count; k++)
        f->noise[k] = tml_interval_is_bounded(w->x[k]) ? MARGIN * (w->x[k].high - w->x[k].low) : 0;
}

/* The time of the first hidden value; INFINITY: none. */
static double search(tml_step_watch *w, watched *f)
{
    double first = INFINITY;
    bool doubtful = f->rest > 0;
    if (f->rest > 0)
        f->rest--;
    else {
        find_noise(w, f);
        w->doubtful = false;
        first = first_hidden(w, f);
        doubtful = w->doubtful && first == INFINITY;
        f->doubts = !doubtful ? 0 : f->doubts < MAX_DOUBTS ? f->doubts + 1 : MAX_DOUBTS;
        f->rest = f->doubts > PATIENCE ? 1 << (f->doubts - PATIENCE) : 0;
    }
    w->doubtful = doubtful;
    return first;
}

double tml_step_watch_part(tml_step_watch *w, double end)
{
    double first = INFINITY;
    bool doubtful = false;
    order(w, end);
    if (w->noted < 2)
        return 1;
    const double begin = w->points[0].t;
    for (int i = 0; i < w->count; i++) {
        evaluate(w, &w->list[i]);
        bend_path(w, &w->list[i]);
        if (is_all_clear(w, &w->list[i]))
            continue;
        first = fmin(first, search(w, &w->list[i]));
        doubtful |= w->doubtful;
    }
    w->refused = begin == w->refused_at ? w->refused : 0;
    w->refused_at = begin;
    if (first < INFINITY && w->refused++ < MAX_REFUSED) {
        const double part = BEFORE * (first - begin) / (end - begin);
        return part > CLOSE ? part : CLOSE;
    }
    w->unproven += doubtful || first < INFINITY;
    return 1;
}

void tml_step_watch_pieces(tml_step_watch *w, tml_pieces *pieces)
{
    for (int i = 0; i < POINTS; i++)
        TML_PIECE(pieces, &w->points[i].t, 1);
    for (int i = 0; i < POINTS; i++)
        TML_PIECE(pieces, &w->points[i].felt, 1);
    TML_PIECE(pieces, &w->before.t, 1);
    TML_PIECE(pieces, w->points[0].u, (POINTS + 1) * w->input_count); /* of all points, and of that before */
    TML_PIECE(pieces, &w->noted, 1);
    TML_PIECE(pieces, &w->refused, 1);
    TML_PIECE(pieces, &w->refused_at, 1);
    for (int i = 0; i < w->count; i++) {
        watched *f = &w->list[i];
        TML_PIECE(pieces, f->size, f->feature.e->count);
        TML_PIECE(pieces, &f->doubts, 1);
        TML_PIECE(pieces, &f->rest, 1);
    }
}

long tml_step_watch_unproven(const tml_step_watch *w, int *samples)
{
    *samples = BUDGET;
    return w->unproven;
}

/* ---- making ---- */

static void find_inputs(tml_arena *arena, watched *f, int input_count)
{
    int *inputs = TML_NEW_ARRAY(arena, int, input_count + 1);
    for (int i = 0; i < input_count; i++)
        if (tml_expression_uses(f->feature.e, i))
            inputs[f->input_count++] = i;
    f->inputs = inputs;
}

/* The largest |f| for any inputs, where it has a bound. */
static void find_sizes(tml_step_watch *w, watched *f)
{
    for (int i = 0; i < w->input_count; i++)
        w->box[i] = (tml_interval){-INFINITY, INFINITY, false};
    tml_expression_enclosure(f->feature.e, w->box, w->x);
    for (size_t k = 0; k < f->feature.e->count; k++) {
        f->bounded[k] = tml_interval_is_bounded(w->x[k]);
        f->size[k] = f->bounded[k] ? fmax(fabs(w->x[k].low), fabs(w->x[k].high)) : 0;
    }
}

tml_step_watch *tml_step_watch_make(tml_arena *arena, const tml_narrow_feature *features, int count, int input_count)
{
    if (count == 0)
        return NULL;
    tml_step_watch *w = TML_NEW(arena, tml_step_watch);
    *w = (tml_step_watch){.count = count, .input_count = input_count, .refused_at = NAN};
    for (int i = 0; i < count; i++)
        w->most = (int)features[i].e->count > w->most ? (int)features[i].e->count : w->most;
    const size_t most = (size_t)w->most, n = (size_t)input_count;
    double *u = TML_NEW_ARRAY(arena, double, (POINTS + 1) * n);
    for (int i = 0; i < POINTS; i++)
        w->points[i].u = u + (size_t)i * n;
    w->before = (point){.t = INFINITY, .u = u + POINTS * n};
    w->bend = TML_NEW_ARRAY(arena, double, (POINTS + 1) * 2 * n);
    w->range = TML_NEW_ARRAY(arena, double, n);
    w->value = TML_NEW_ARRAY(arena, double, (POINTS + 1) * 2 * most);
    w->try_u = TML_NEW_ARRAY(arena, double, n);
    w->try_value = TML_NEW_ARRAY(arena, double, 2 * most);
    w->box = TML_NEW_ARRAY(arena, tml_interval, n);
    w->x = TML_NEW_ARRAY(arena, tml_interval, most);
    w->list = TML_NEW_ARRAY(arena, watched, count);
    for (int i = 0; i < count; i++) {
        watched *f = &w->list[i];
        f->feature = features[i];
        f->size = TML_NEW_ARRAY(arena, double, features[i].e->count);
        f->noise = TML_NEW_ARRAY(arena, double, features[i].e->count);
        f->bounded = TML_NEW_ARRAY(arena, bool, features[i].e->count);
        find_inputs(arena, f, input_count);
        find_sizes(w, f);
    }
    return w;
}
