/* value_graph.c - values that equations are made of: folded, shared, and collected into programs (value_graph.h). */
#include "dynamics/written_out/value_graph.h"
#include <math.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

void tml_value_graph_begin(tml_value_graph *g, tml_arena *arena)
{
    *g = (tml_value_graph){.arena = arena, .room = FIRST_ROOM, .size = 4 * FIRST_ROOM};
    g->values = TML_NEW_ARRAY(arena, tml_value, g->room);
    g->table = TML_NEW_ARRAY(arena, int, g->size);
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t hash(const tml_value *v)
{
    uint64_t h = (uint64_t)v->op * 0x9e3779b97f4a7c15u;
    const uint64_t parts[] = {(uint64_t)v->a, (uint64_t)v->b, (uint64_t)v->c, (uint64_t)v->function, bits_of(v->value)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = (h ^ parts[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

static bool same(const tml_value *a, const tml_value *b)
{
    return a->op == b->op && a->a == b->a && a->b == b->b && a->c == b->c && a->function == b->function &&
           bits_of(a->value) == bits_of(b->value);
}

static int *place_of(const tml_value_graph *g, const tml_value *v)
{
    uint64_t at = hash(v) & (uint64_t)(g->size - 1);
    while (g->table[at] && !same(&g->values[g->table[at] - 1], v))
        at = (at + 1) & (uint64_t)(g->size - 1);
    return &g->table[at];
}

static void grow(tml_value_graph *g)
{
    tml_value *more = TML_NEW_ARRAY(g->arena, tml_value, 2 * g->room);
    memcpy(more, g->values, (size_t)g->count * sizeof *more);
    g->values = more;
    g->room *= 2;
    g->size *= 2;
    g->table = TML_NEW_ARRAY(g->arena, int, g->size);
    for (int i = 0; i < g->count; i++)
        if (g->values[i].op != TML_VALUE_INPUT)
            *place_of(g, &g->values[i]) = i + 1;
}

static int append(tml_value_graph *g, tml_value v)
{
    if (g->count == g->room)
        grow(g);
    v.to = g->count;
    g->values[g->count] = v;
    return g->count++;
}

/* The value that is the same, or a new one. */
static int take(tml_value_graph *g, tml_value v)
{
    const int *known = place_of(g, &v);
    if (*known)
        return *known - 1;
    const int made = append(g, v);
    *place_of(g, &v) = made + 1;
    return made;
}

int tml_value_input(tml_value_graph *g)
{
    return append(g, (tml_value){.op = TML_VALUE_INPUT});
}

int tml_value_constant(tml_value_graph *g, double value)
{
    return take(g, (tml_value){.op = TML_VALUE_CONSTANT, .value = value});
}

static bool is(const tml_value_graph *g, int a, double value)
{
    return g->values[a].op == TML_VALUE_CONSTANT && g->values[a].value == value;
}

static bool are_constant(const tml_value_graph *g, int a, int b)
{
    return g->values[a].op == TML_VALUE_CONSTANT && g->values[b].op == TML_VALUE_CONSTANT;
}

/* Of two values whose order does not matter, the earlier first. */
static int take_symmetric(tml_value_graph *g, tml_value_op op, int a, int b)
{
    return take(g, (tml_value){.op = op, .a = a < b ? a : b, .b = a < b ? b : a});
}

int tml_value_negate(tml_value_graph *g, int a)
{
    const tml_value *v = &g->values[a];
    if (v->op == TML_VALUE_CONSTANT)
        return tml_value_constant(g, v->value == 0 ? 0 : -v->value);
    if (v->op == TML_VALUE_NEGATE)
        return v->a;
    if (v->op == TML_VALUE_SUBTRACT)
        return tml_value_subtract(g, v->b, v->a);
    return take(g, (tml_value){.op = TML_VALUE_NEGATE, .a = a});
}

int tml_value_add(tml_value_graph *g, int a, int b)
{
    if (is(g, a, 0) || is(g, b, 0))
        return is(g, a, 0) ? b : a;
    if (are_constant(g, a, b))
        return tml_value_constant(g, g->values[a].value + g->values[b].value);
    if (g->values[b].op == TML_VALUE_NEGATE)
        return tml_value_subtract(g, a, g->values[b].a);
    if (g->values[a].op == TML_VALUE_NEGATE)
        return tml_value_subtract(g, b, g->values[a].a);
    return take_symmetric(g, TML_VALUE_ADD, a, b);
}

int tml_value_subtract(tml_value_graph *g, int a, int b)
{
    if (is(g, b, 0))
        return a;
    if (is(g, a, 0))
        return tml_value_negate(g, b);
    if (a == b)
        return tml_value_constant(g, 0);
    if (are_constant(g, a, b))
        return tml_value_constant(g, g->values[a].value - g->values[b].value);
    if (g->values[b].op == TML_VALUE_NEGATE)
        return tml_value_add(g, a, g->values[b].a);
    return take(g, (tml_value){.op = TML_VALUE_SUBTRACT, .a = a, .b = b});
}

int tml_value_multiply(tml_value_graph *g, int a, int b)
{
    if (is(g, a, 0) || is(g, b, 0))
        return tml_value_constant(g, 0);
    if (is(g, a, 1) || is(g, b, 1))
        return is(g, a, 1) ? b : a;
    if (is(g, a, -1) || is(g, b, -1))
        return tml_value_negate(g, is(g, a, -1) ? b : a);
    if (are_constant(g, a, b))
        return tml_value_constant(g, g->values[a].value * g->values[b].value);
    const bool first = g->values[a].op == TML_VALUE_NEGATE, second = g->values[b].op == TML_VALUE_NEGATE;
    const int product = take_symmetric(g, TML_VALUE_MULTIPLY, first ? g->values[a].a : a, second ? g->values[b].a : b);
    return first != second ? tml_value_negate(g, product) : product;
}

int tml_value_divide(tml_value_graph *g, int a, int b)
{
    if (is(g, b, 1))
        return a;
    if (is(g, a, 0) && !is(g, b, 0))
        return a;
    return take(g, (tml_value){.op = TML_VALUE_DIVIDE, .a = a, .b = b});
}

int tml_value_root(tml_value_graph *g, int a)
{
    return take(g, (tml_value){.op = TML_VALUE_ROOT, .a = a});
}

int tml_value_size(tml_value_graph *g, int a)
{
    const tml_value *v = &g->values[a];
    return v->op == TML_VALUE_CONSTANT ? tml_value_constant(g, fabs(v->value))
           : v->op == TML_VALUE_NEGATE ? tml_value_size(g, v->a)
                                       : take(g, (tml_value){.op = TML_VALUE_SIZE, .a = a});
}

int tml_value_larger(tml_value_graph *g, int a, int b)
{
    return a == b ? a : take_symmetric(g, TML_VALUE_LARGER, a, b);
}

int tml_value_smaller(tml_value_graph *g, int a, int b)
{
    return a == b ? a : take_symmetric(g, TML_VALUE_SMALLER, a, b);
}

void tml_value_sine(tml_value_graph *g, int angle, int *sine, int *cosine)
{
    if (is(g, angle, 0)) {
        *sine = tml_value_constant(g, 0), *cosine = tml_value_constant(g, 1);
        return;
    }
    *sine = take(g, (tml_value){.op = TML_VALUE_SINE, .a = angle});
    *cosine = take(g, (tml_value){.op = TML_VALUE_COSINE, .a = angle});
}

int tml_value_function(tml_value_graph *g, tml_op function, int a, int b, int c)
{
    return take(g, (tml_value){.op = TML_VALUE_FUNCTION, .function = function, .a = a, .b = b, .c = c});
}
