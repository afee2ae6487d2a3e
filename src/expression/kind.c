/* kind.c - dimensional analysis: one function per rule.
 *
 *   [a + b] = [a] = [b]     [a b] = [a] [b]     [a / b] = [a] / [b]     [a^n] = [a]^n     [sqrt a] = [a]^(1/2)
 */
#include "expression/kind.h"
#include <stdio.h>

enum { TEXT = 48 };

static const tml_kind untyped = {.typed = false};
static const tml_kind angle = {.typed = true, .dimension = {0, 0, 0, 1}};

static bool is_number(tml_kind kind)
{
    return !kind.typed || tml_dimension_same(kind.dimension, (tml_dimension){0});
}

static bool is_angle(tml_kind kind)
{
    return kind.typed && tml_dimension_same(kind.dimension, angle.dimension);
}

void tml_kind_print(tml_kind kind, char *text, size_t size)
{
    if (is_number(kind))
        snprintf(text, size, "a plain number");
    else
        tml_dimension_print(kind.dimension, text, size);
}

/* False with a message, unless the kind fits. */
static bool need(bool fits, const char *name, const char *needed, tml_kind found, char *message)
{
    char text[TEXT];
    if (fits)
        return true;
    tml_kind_print(found, text, sizeof text);
    snprintf(message, TML_KIND_MESSAGE, "%s needs %s, found %s", name, needed, text);
    return false;
}

/* The common kind; false with "prefix a infix b" in message: "cannot add " "m" " and " "s". */
static bool agree(tml_kind a, tml_kind b, tml_kind *result, char *message, const char *prefix, const char *infix)
{
    char text_a[TEXT], text_b[TEXT];
    *result = a.typed ? a : b;
    if (!a.typed || !b.typed || tml_dimension_same(a.dimension, b.dimension))
        return true;
    tml_kind_print(a, text_a, sizeof text_a);
    tml_kind_print(b, text_b, sizeof text_b);
    snprintf(message, TML_KIND_MESSAGE, "%s%s%s%s", prefix, text_a, infix, text_b);
    return false;
}

bool tml_kind_agree(const char *name, tml_kind a, tml_kind b, tml_kind *result, char *message)
{
    char prefix[TEXT];
    snprintf(prefix, sizeof prefix, "%s: cannot mix ", name);
    return agree(a, b, result, message, prefix, " and ");
}

static bool agree_op(tml_op op, tml_kind a, tml_kind b, tml_kind *result, char *message)
{
    if (op == TML_OP_ADD)
        return agree(a, b, result, message, "cannot add ", " and ");
    if (op == TML_OP_SUBTRACT)
        return agree(b, a, result, message, "cannot subtract ", " from ");
    if (tml_op_rule(op) == TML_RULE_COMPARE)
        return agree(a, b, result, message, "cannot compare ", " and ");
    return tml_kind_agree(tml_op_text(op), a, b, result, message);
}

/* a * b^power if both are typed; untyped if a power is too high. */
static tml_kind combine(tml_kind a, tml_kind b, int power)
{
    tml_kind result = {.typed = a.typed && b.typed};
    if (result.typed)
        result.typed = tml_dimension_combine(a.dimension, b.dimension, power, &result.dimension);
    return result;
}

/* a^(numerator / denominator), untyped unless all powers are integers. */
static tml_kind fraction(tml_kind a, int numerator, int denominator)
{
    const tml_kind one = {.typed = a.typed};
    tml_kind root = {.typed = a.typed};
    if (!tml_dimension_root(a.dimension, denominator, &root.dimension))
        return untyped;
    return combine(one, root, numerator);
}

static tml_kind raise(tml_kind base, double exponent)
{
    double twice = 2 * exponent;
    if (!(fabs(twice) < 200) || twice != floor(twice))
        return untyped;
    int n = (int)twice;
    return n % 2 == 0 ? fraction(base, n / 2, 1) : fraction(base, n, 2);
}

bool tml_kind_apply(tml_op op, tml_kind a, tml_kind b, double exponent, tml_kind *result, char *message)
{
    const char *name = tml_op_text(op);
    *result = untyped;
    switch (tml_op_rule(op)) {
    case TML_RULE_NUMBER:
        return need(is_number(a), name, "a plain number", a, message);
    case TML_RULE_TRIGONOMETRIC:
        return need(is_number(a) || is_angle(a), name, "an angle", a, message);
    case TML_RULE_ANGLE:
        *result = angle;
        return need(is_number(a), name, "a plain number", a, message);
    case TML_RULE_SAME:
        *result = a;
        return tml_op_arity(op) == 1 || agree_op(op, a, b, result, message);
    case TML_RULE_SQUARE_ROOT:
        *result = fraction(a, 1, 2);
        return true;
    case TML_RULE_CUBE_ROOT:
        *result = fraction(a, 1, 3);
        return true;
    case TML_RULE_ANY:
        return true;
    case TML_RULE_COMPARE: {
        tml_kind common;
        return agree_op(op, a, b, &common, message);
    }
    case TML_RULE_ARC:
        if (!agree_op(op, a, b, result, message))
            return false;
        *result = angle;
        return true;
    case TML_RULE_PRODUCT:
        *result = combine(a, b, 1);
        return true;
    case TML_RULE_QUOTIENT:
        *result = combine(a, b, -1);
        return true;
    case TML_RULE_POWER:
        *result = raise(a, exponent);
        return need(is_number(b), "an exponent", "a plain number", b, message);
    }
    return true;
}
