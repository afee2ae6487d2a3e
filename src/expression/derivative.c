/* derivative.c - the derivative of a value on a tape by one input, as operations on the same tape: forward differentiation,
 *
 *   d x_i = sum d op_i/d x_a  d x_a      operand by operand, d x_i = 1 for the input itself, 0 for all others
 *
 * Where gradient.c gives numbers, this gives an expression, which has a gradient of its own: forces that depend on the slope of a road.
 * Zeros are not emitted.
 */
#include "expression/build.h"
#include <string.h>

typedef struct {
    tml_builder *b;
    tml_value x, y, f; /* operands, and the value of the operation */
    tml_value dx, dy;  /* their derivatives */
} chain;

static tml_value number(double value)
{
    return tml_build_constant(value, (tml_kind){.typed = false});
}

static bool is(tml_value v, double value)
{
    return v.constant && v.number == value;
}

static tml_value sum(tml_builder *b, tml_value x, tml_value y)
{
    return is(x, 0) ? y : is(y, 0) ? x : tml_build_op(b, TML_OP_ADD, x, y);
}

static tml_value difference(tml_builder *b, tml_value x, tml_value y)
{
    return is(y, 0) ? x : tml_build_op(b, TML_OP_SUBTRACT, x, y);
}

static tml_value product(tml_builder *b, tml_value x, tml_value y)
{
    if (is(x, 0) || is(y, 0))
        return number(0);
    return is(x, 1) ? y : is(y, 1) ? x : tml_build_op(b, TML_OP_MULTIPLY, x, y);
}

static tml_value quotient(tml_builder *b, tml_value x, tml_value y)
{
    return is(x, 0) ? x : tml_build_op(b, TML_OP_DIVIDE, x, y);
}

static tml_value of(tml_builder *b, tml_op op, tml_value x)
{
    return tml_build_op(b, op, x, x);
}

static tml_value choose(tml_builder *b, tml_value condition, tml_value yes, tml_value no)
{
    if (yes.constant && no.constant && yes.number == no.number)
        return yes;
    return tml_build(b, (tml_instruction){.op = TML_OP_IF}, (tml_value[]){condition, yes, no});
}

/* (1 - x)(1 + x) */
static tml_value one_less_square(tml_builder *b, tml_value x)
{
    return product(b, difference(b, number(1), x), sum(b, number(1), x));
}

/* 30 u^2 (1 - u)^2 between 0 and 1 */
static tml_value ramp_slope(tml_builder *b, tml_value u)
{
    const tml_value w = product(b, u, difference(b, number(1), u));
    const tml_value inside = tml_build_op(b, TML_OP_MORE, w, number(0));
    return choose(b, inside, product(b, number(30), product(b, w, w)), number(0));
}

/* f'(x) of an operation with one operand. */
/* NOLINTNEXTLINE(readability-function-size): one case for each operation */
static tml_value slope(const chain *c, const tml_instruction *k)
{
    tml_builder *b = c->b;
    const tml_value x = c->x, f = c->f, one = number(1), none = number(0);
    switch (k->op) {
    case TML_OP_NEGATE:
        return number(-1);
    case TML_OP_SIN:
        return of(b, TML_OP_COS, x);
    case TML_OP_COS:
        return of(b, TML_OP_NEGATE, of(b, TML_OP_SIN, x));
    case TML_OP_TAN:
        return sum(b, one, product(b, f, f));
    case TML_OP_ASIN:
        return quotient(b, one, of(b, TML_OP_SQRT, one_less_square(b, x)));
    case TML_OP_ACOS:
        return quotient(b, number(-1), of(b, TML_OP_SQRT, one_less_square(b, x)));
    case TML_OP_ATAN:
        return quotient(b, one, sum(b, one, product(b, x, x)));
    case TML_OP_SINH:
        return of(b, TML_OP_COSH, x);
    case TML_OP_COSH:
        return of(b, TML_OP_SINH, x);
    case TML_OP_TANH:
        return one_less_square(b, f);
    case TML_OP_ASINH:
        return quotient(b, one, tml_build_op(b, TML_OP_HYPOT, one, x));
    case TML_OP_ACOSH:
        return quotient(b, one, of(b, TML_OP_SQRT, product(b, difference(b, x, one), sum(b, x, one))));
    case TML_OP_ATANH:
        return quotient(b, one, one_less_square(b, x));
    case TML_OP_EXP:
        return f;
    case TML_OP_EXP2:
        return product(b, number(TML_LN2), f);
    case TML_OP_EXPM1:
        return of(b, TML_OP_EXP, x);
    case TML_OP_LOG:
        return quotient(b, one, x);
    case TML_OP_LOG1P:
        return quotient(b, one, sum(b, one, x));
    case TML_OP_LOG2:
        return quotient(b, number(1 / TML_LN2), x);
    case TML_OP_LOG10:
        return quotient(b, number(1 / TML_LN10), x);
    case TML_OP_SQRT:
        return quotient(b, number(0.5), f);
    case TML_OP_CBRT:
        return quotient(b, number(1 / 3.0), product(b, f, f));
    case TML_OP_ERF:
    case TML_OP_ERFC:
        return product(b, number(k->op == TML_OP_ERF ? TML_2_SQRT_PI : -TML_2_SQRT_PI),
                       of(b, TML_OP_EXP, of(b, TML_OP_NEGATE, product(b, x, x))));
    case TML_OP_ABS:
        return of(b, TML_OP_SIGN, x);
    case TML_OP_RAMP:
        return ramp_slope(b, x);
    case TML_OP_POWER:
        return product(b, number(k->value), tml_build_power(b, x, k->value - 1));
    case TML_OP_CURVE: {
        tml_instruction next = *k;
        next.b++;
        return tml_build(b, next, &x);
    }
    default: /* steps, and operations of none or two operands */
        return none;
    }
}

/* The derivative of a table of two variables by its first or second. */
static tml_value surface_slope(const chain *c, const tml_instruction *k, bool by_second)
{
    tml_instruction next = *k;
    next.c += by_second ? TML_SURFACE_BY_Y : TML_SURFACE_BY_X;
    return tml_build(c->b, next, (tml_value[]){c->x, c->y});
}

/* f (dy log x + y dx/x) */
static tml_value power_chain(const chain *c)
{
    tml_builder *b = c->b;
    const tml_value by_base =
        product(b, product(b, c->y, c->dx), tml_build_op(b, TML_OP_POW, c->x, difference(b, c->y, number(1))));
    return is(c->dy, 0) ? by_base : sum(b, by_base, product(b, product(b, c->f, c->dy), of(b, TML_OP_LOG, c->x)));
}

static tml_value choice(const chain *c, tml_op op)
{
    return choose(c->b, tml_build_op(c->b, op, c->x, c->y), c->dx, c->dy);
}

/* d op(x, y) */
static tml_value chain_2(const chain *c, const tml_instruction *k)
{
    tml_builder *b = c->b;
    const tml_value x = c->x, y = c->y, dx = c->dx, dy = c->dy;
    switch (k->op) {
    case TML_OP_ADD:
        return sum(b, dx, dy);
    case TML_OP_SUBTRACT:
        return is(dx, 0) && !is(dy, 0) ? of(b, TML_OP_NEGATE, dy) : difference(b, dx, dy);
    case TML_OP_MULTIPLY:
        return sum(b, product(b, dx, y), product(b, x, dy));
    case TML_OP_DIVIDE:
        return quotient(b, is(dy, 0) ? dx : difference(b, dx, product(b, c->f, dy)), y);
    case TML_OP_POW:
        return power_chain(c);
    case TML_OP_ATAN2:
        return quotient(b, difference(b, product(b, y, dx), product(b, x, dy)),
                        sum(b, product(b, x, x), product(b, y, y)));
    case TML_OP_HYPOT:
        return quotient(b, sum(b, product(b, x, dx), product(b, y, dy)), c->f);
    case TML_OP_FMOD:
        return is(dy, 0) ? dx : difference(b, dx, product(b, of(b, TML_OP_TRUNC, quotient(b, x, y)), dy));
    case TML_OP_MIN:
        return choice(c, TML_OP_LESS_EQUAL);
    case TML_OP_MAX:
        return choice(c, TML_OP_MORE_EQUAL);
    case TML_OP_SURFACE:
        return sum(b, is(dx, 0) ? dx : product(b, surface_slope(c, k, false), dx),
                   is(dy, 0) ? dy : product(b, surface_slope(c, k, true), dy));
    default: /* comparisons */
        return number(0);
    }
}

/* A slot as a value. */
static tml_value slot(const tml_builder *b, int i)
{
    const tml_instruction *k = &b->tape[i];
    return k->op == TML_OP_CONSTANT ? number(k->value) : (tml_value){.slot = i};
}

/* Of one operation, from those of its operands. */
static tml_value differentiate(tml_builder *b, int i, int input, const tml_value *d)
{
    const tml_instruction k = b->tape[i]; /* the tape moves as it grows */
    const int arity = tml_op_arity(k.op);
    if (arity == 0)
        return number(k.op == TML_OP_INPUT && k.a == input);
    if (arity == 3)
        return is(d[k.b], 0) && is(d[k.c], 0) ? number(0) : choose(b, slot(b, k.a), d[k.b], d[k.c]);
    if (is(d[k.a], 0) && (arity == 1 || is(d[k.b], 0)))
        return number(0);
    const chain c = {b,          slot(b, k.a), arity == 2 ? slot(b, k.b) : number(0),
                     slot(b, i), d[k.a],       arity == 2 ? d[k.b] : number(0)};
    return arity == 1 ? product(b, slope(&c, &k), c.dx) : chain_2(&c, &k);
}

tml_value tml_build_derivative(tml_builder *b, tml_value v, int input)
{
    if (v.bad || v.constant)
        return v.bad ? v : number(0);
    const int count = v.slot + 1;
    int *needed = TML_NEW_ARRAY(b->arena, int, count);
    tml_value *d = TML_NEW_ARRAY(b->arena, tml_value, count);
    tml_build_mark_needed(b->tape, v.slot, needed);
    for (int i = 0; i < count; i++)
        d[i] = needed[i] ? differentiate(b, i, input, d) : number(0);
    return d[v.slot];
}
