/* breaks.c - kinks and jumps of expressions that are known beforehand.
 *
 * Of functions of time x: table(x, name) at its joins; abs, sign, min, max and comparisons where their operands are equal; ramps
 * (step, pulse) at both ends; floor, ceil, trunc, round and fmod at every whole multiple. Where x = a t + b these are known, otherwise they are crossings
 * of x. Other arguments of tables give
 *   g = +-(x - x_i)(x_(i+1) - x)/(x_(i+1) - x_i)    between two joins, with a sign that alternates
 * which crosses zero at every join with the slope 1 or -1, and goes on straight beyond the first and the last.
 */
#include "expression/breaks.h"
#include "expression/motion.h"
#include "expression/tape.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_JOINS = 2000 };        /* of a table: of one with more, corners are left to the control of errors */
static const double ROUNDING = 4; /* of the argument, in units of its last place */

/* ---- instants ---- */

/* The join next to x in the direction of `sign`, not nearer than `margin`. */
static double next_join(const double *joins, int count, double period, double x, double sign, double margin)
{
    if (period == 0) {
        for (int k = 0; k < count; k++) {
            const double join = joins[sign > 0 ? k : count - 1 - k];
            if (sign * (join - x) > margin)
                return join;
        }
        return sign * INFINITY;
    }
    const double turn = floor((x - joins[0]) / period);
    double nearest = sign * INFINITY;
    for (int m = -2; m <= 2; m++) /* the next one may be within the margin */
        for (int k = 0; k < count; k++) {
            const double join = joins[k] + (turn + m) * period;
            if (sign * (join - x) > margin && sign * (join - nearest) < 0)
                nearest = join;
        }
    return nearest;
}

static tml_time_gap gap_after(const tml_time_break *b, double t)
{
    const double sign = b->slope > 0 ? 1 : -1, shift = fabs(b->offset / b->slope);
    const double back = 2 * fmax(ROUNDING * DBL_EPSILON * fmax(fabs(t), shift), DBL_MIN); /* t may be in a gap */
    for (double margin = 0, x = b->slope * (t - back) + b->offset;;) {
        const double join = next_join(b->x, b->count, b->period, x, sign, margin);
        if (isinf(join))
            return (tml_time_gap){INFINITY, INFINITY};
        const double when = (join - b->offset) / b->slope;
        const double width = fmax(ROUNDING * DBL_EPSILON * fmax(fabs(when), shift), DBL_MIN);
        if (when + width > t)
            return (tml_time_gap){when - width, when + width};
        margin = sign * (join - x) + DBL_EPSILON * fabs(x); /* rounding: it is behind already */
        margin = fmax(margin, DBL_MIN);
    }
}

tml_time_gap tml_time_gap_first(tml_time_gap a, tml_time_gap b)
{
    if (b.before <= a.after && b.after >= a.before) /* the same instant */
        return (tml_time_gap){fmin(a.before, b.before), fmax(a.after, b.after)};
    return b.before < a.before ? b : a;
}

tml_time_gap tml_time_breaks_find(const tml_time_break *breaks, int count, double t)
{
    tml_time_gap first = {INFINITY, INFINITY};
    for (int i = 0; i < count; i++)
        first = tml_time_gap_first(first, gap_after(&breaks[i], t));
    return first;
}

/* ---- functions that cross zero at every join ---- */

double tml_joins_room(const tml_joins *j, double x, double direction, int which)
{
    const double sign = direction > 0 ? 1 : -1;
    double at = x;
    for (int i = 0; i < which && !isinf(at); i++)
        at = next_join(j->x, j->count, j->period, at, sign, 0);
    return fabs(at - x);
}

/* A single join: x - x_0. */
static const tml_curve *line_through(tml_arena *arena, double x)
{
    const tml_motion_piece piece = {.x = x, .h = 1, .c = {0, 1}};
    return tml_curve_of_motion(arena, tml_arena_copy(arena, &piece, sizeof piece), 1, &(tml_curve_options){0});
}

static const tml_curve *alternating(tml_arena *arena, const double *x, int count, double period)
{
    if (period == 0 && count == 1)
        return line_through(arena, x[0]);
    const int inside = period > 0 ? count : count - 1, times = period > 0 && count % 2 ? 2 : 1;
    tml_motion_piece *pieces = TML_NEW_ARRAY(arena, tml_motion_piece, inside * times);
    for (int i = 0; i < inside * times; i++) {
        const int k = i % inside;
        const double begin = x[k] + (i / inside) * period, end = k + 1 < count ? x[k + 1] : x[0] + period;
        const double h = end - x[k], sign = i % 2 ? -1 : 1;
        pieces[i] = (tml_motion_piece){.x = begin, .h = h, .c = {0, sign * h, -sign * h}};
    }
    return tml_curve_of_motion(arena, pieces, inside * times, &(tml_curve_options){.periodic = period > 0});
}

/* ---- expressions ---- */

bool tml_expression_same(const tml_expression *a, const tml_expression *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const tml_instruction *p = &a->tape[i], *q = &b->tape[i];
        const int arity = tml_op_arity(p->op);
        if (p->op != q->op || (arity > 0 && p->a != q->a) || (arity > 1 && p->b != q->b) ||
            (arity > 2 && p->c != q->c) || (p->op == TML_OP_INPUT && p->a != q->a) ||
            ((p->op == TML_OP_CONSTANT || p->op == TML_OP_POWER) && p->value != q->value) ||
            (p->op == TML_OP_CURVE && p->curve != q->curve) || (p->op == TML_OP_SURFACE && p->surface != q->surface))
            return false;
    }
    return true;
}

/* What an operation is in time: value + slope t, if linear. */
typedef struct {
    bool linear;
    bool alone; /* it depends on nothing else that varies */
    double slope, value;
} in_time;

static bool is_constant(const in_time *x)
{
    return x->linear && x->slope == 0;
}

static in_time line(double slope, double value)
{
    return (in_time){.linear = true, .slope = slope, .value = value};
}

static in_time line_of(const tml_instruction *k, const in_time *x)
{
    const in_time none = {0}, *a = &x[k->a], *b = &x[k->b];
    switch ((int)k->op) { /* the others are not linear */
    case TML_OP_CONSTANT:
        return line(0, k->value);
    case TML_OP_INPUT:
        return k->a == 0 ? line(1, 0) : none;
    case TML_OP_NEGATE:
        return a->linear ? line(-a->slope, -a->value) : none;
    case TML_OP_ADD:
        return a->linear && b->linear ? line(a->slope + b->slope, a->value + b->value) : none;
    case TML_OP_SUBTRACT:
        return a->linear && b->linear ? line(a->slope - b->slope, a->value - b->value) : none;
    case TML_OP_MULTIPLY:
        return is_constant(a) && b->linear   ? line(a->value * b->slope, a->value * b->value)
               : is_constant(b) && a->linear ? line(b->value * a->slope, b->value * a->value)
                                             : none;
    case TML_OP_DIVIDE:
        return is_constant(b) && a->linear ? line(a->slope / b->value, a->value / b->value) : none;
    default:
        return none;
    }
}

static in_time in_time_of(const tml_instruction *k, const in_time *x, const tml_varies *input)
{
    const int operands[] = {k->a, k->b, k->c};
    in_time of = line_of(k, x);
    of.alone = k->op != TML_OP_INPUT || k->a == 0 || input[k->a] == TML_VARIES_NOT;
    for (int n = 0; n < tml_op_arity(k->op); n++)
        of.alone = of.alone && x[operands[n]].alone;
    return of;
}

/* The operation `root` by itself. */
static const tml_expression *part_of(tml_arena *arena, const tml_expression *e, int root)
{
    int *place = TML_NEW_ARRAY(arena, int, root + 1), count = 0;
    tml_instruction *tape = TML_NEW_ARRAY(arena, tml_instruction, root + 2);
    place[root] = 1;
    for (int i = root; i >= 0; i--) {
        const tml_instruction *k = &e->tape[i];
        const int arity = place[i] ? tml_op_arity(k->op) : 0, operands[] = {k->a, k->b, k->c};
        for (int n = 0; n < arity; n++)
            place[operands[n]] = 1;
    }
    for (int i = 0; i <= root; i++) {
        if (!place[i])
            continue;
        tml_instruction k = e->tape[i];
        int *const operands[] = {&k.a, &k.b, &k.c};
        for (int n = 0; n < tml_op_arity(k.op); n++)
            *operands[n] = place[*operands[n]];
        tape[count] = k;
        place[i] = count++;
    }
    tml_expression *part = TML_NEW(arena, tml_expression);
    *part = (tml_expression){.tape = tape, .count = (size_t)count};
    return part;
}

/* curve(e) */
static const tml_expression *curve_of(tml_arena *arena, const tml_expression *e, const tml_curve *curve)
{
    tml_instruction *tape = TML_NEW_ARRAY(arena, tml_instruction, e->count + 1);
    memcpy(tape, e->tape, e->count * sizeof *tape);
    tape[e->count] = (tml_instruction){.op = TML_OP_CURVE, .a = (int)e->count - 1, .curve = curve};
    tml_expression *made = TML_NEW(arena, tml_expression);
    *made = (tml_expression){.tape = tape, .count = e->count + 1};
    return made;
}

typedef struct {
    tml_arena *arena;
    const tml_expression *e;
    const in_time *times; /* (count) */
    const tml_break_list *list;
} search;

/* The function of time that an operation looks at: its operand or, of two that are compared, their difference. */
typedef struct {
    in_time x;
    const tml_expression *(*make)(const search *s, const tml_instruction *k);
} looked_at;

static const tml_expression *operand_of(const search *s, const tml_instruction *k)
{
    return part_of(s->arena, s->e, k->a);
}

static const tml_expression *difference_of(const search *s, const tml_instruction *k)
{
    const tml_expression *e = part_of(s->arena, s->e, (int)(k - s->e->tape));
    tml_instruction *tape = tml_arena_copy(s->arena, e->tape, e->count * sizeof *tape);
    tml_expression *made = TML_NEW(s->arena, tml_expression);
    tape[e->count - 1].op = TML_OP_SUBTRACT;
    *made = (tml_expression){.tape = tape, .count = e->count};
    return made;
}

/* Where it is one of the joins. */
static void add_time(const search *s, const tml_instruction *k, looked_at at, const double *joins, int count,
                     double period)
{
    const in_time x = at.x;
    if (!x.alone || is_constant(&x) || count == 0)
        return;
    const double *kept = tml_arena_copy(s->arena, joins, (size_t)count * sizeof *joins);
    if (!x.linear)
        s->list->crossing(s->list->context, (tml_time_crossing){at.make(s, k), kept, count, period});
    else if (isfinite(x.slope) && isfinite(x.value))
        s->list->time(s->list->context, (tml_time_break){x.slope, x.value, kept, count, period});
}

static void add_curve(const search *s, const tml_instruction *k)
{
    const in_time x = s->times[k->a];
    const size_t count = tml_curve_joins(k->curve, NULL);
    if (count == 0 || count > MAX_JOINS || is_constant(&x))
        return;
    double *joins = TML_NEW_ARRAY(s->arena, double, count);
    const double period = tml_curve_period(k->curve);
    tml_curve_joins(k->curve, joins);
    if (x.alone) {
        add_time(s, k, (looked_at){x, operand_of}, joins, (int)count, period);
        return;
    }
    tml_joins found = {part_of(s->arena, s->e, k->a), joins, (int)count, period, NULL};
    found.when = curve_of(s->arena, found.argument, alternating(s->arena, joins, (int)count, period));
    s->list->joins(s->list->context, found);
}

static void add_operation(const search *s, const tml_instruction *k)
{
    static const double zero[] = {0}, ramp[] = {0, 1}, half[] = {0.5};
    const in_time a = s->times[k->a], b = s->times[k->b];
    const looked_at operand = {a, operand_of};
    const looked_at difference = {{a.linear && b.linear, a.alone && b.alone, a.slope - b.slope, a.value - b.value},
                                  difference_of};
    switch ((int)k->op) { /* the others are smooth */
    case TML_OP_CURVE:
        add_curve(s, k);
        break;
    case TML_OP_ABS:
    case TML_OP_SIGN:
        add_time(s, k, operand, zero, 1, 0);
        break;
    case TML_OP_RAMP:
        add_time(s, k, operand, ramp, 2, 0);
        break;
    case TML_OP_FLOOR:
    case TML_OP_CEIL:
    case TML_OP_TRUNC:
        add_time(s, k, operand, zero, 1, 1);
        break;
    case TML_OP_ROUND:
        add_time(s, k, operand, half, 1, 1);
        break;
    case TML_OP_FMOD:
        if (is_constant(&b) && b.value != 0)
            add_time(s, k, operand, zero, 1, fabs(b.value));
        break;
    case TML_OP_MIN:
    case TML_OP_MAX:
    case TML_OP_LESS:
    case TML_OP_LESS_EQUAL:
    case TML_OP_MORE:
    case TML_OP_MORE_EQUAL:
        add_time(s, k, difference, zero, 1, 0);
        break;
    default:
        break;
    }
}

void tml_expression_breaks(tml_arena *arena, const tml_expression *e, const tml_varies *input,
                           const tml_break_list *list)
{
    in_time *times = TML_NEW_ARRAY(arena, in_time, e->count + 1);
    const search s = {arena, e, times, list};
    for (size_t i = 0; i < e->count; i++) {
        const tml_instruction *k = &e->tape[i];
        times[i] = in_time_of(k, times, input);
        if (tml_op_arity(k->op) > 0)
            add_operation(&s, k);
    }
}
