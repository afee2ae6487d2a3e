/* tape.c - evaluation of a tape:  x_i = op(x_a, x_b, x_c)  for each operation in order. */
#include "expression/tape.h"
#include "elementary/elementary.h"

/* clang-format off */
#define X(name, text, rule, ...) [TML_OP_##name] = {text, TML_RULE_##rule},
static const struct {
    const char *text;
    tml_rule rule;
} ops[] = {
    [TML_OP_CONSTANT] = {"", TML_RULE_ANY},
    [TML_OP_INPUT] = {"", TML_RULE_ANY},
    TML_UNARY_OPS(X)
    [TML_OP_POWER] = {"^", TML_RULE_POWER},
    [TML_OP_CURVE] = {"table", TML_RULE_ANY},
    [TML_OP_SURFACE] = {"table", TML_RULE_ANY},
    TML_BINARY_OPS(X)
    [TML_OP_IF] = {"if", TML_RULE_ANY},
};
#undef X
/* clang-format on */

const char *tml_op_text(tml_op op)
{
    return ops[op].text;
}

tml_rule tml_op_rule(tml_op op)
{
    return ops[op].rule;
}

__attribute__((always_inline)) static inline double calc(const tml_instruction *k, const double *work,
                                                         const double *inputs)
{
    switch (k->op) {
    case TML_OP_CONSTANT:
        return k->value;
    case TML_OP_INPUT:
        return inputs[k->a];
#define X(name, text, rule, f, ...)                                                                                    \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a];                                                                                   \
        return f;                                                                                                      \
    }
        TML_UNARY_OPS(X)
#undef X
    case TML_OP_POWER:
        return tml_pow(work[k->a], k->value);
    case TML_OP_CURVE:
        return k->b ? tml_instruction_curve(k, work[k->a], NULL).f : tml_curve_jet(k->curve, work[k->a]).f;
    case TML_OP_SURFACE:
        return tml_instruction_surface(k, work[k->a], work[k->b], NULL).f;
#define X(name, text, rule, f, ...)                                                                                    \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a], y = work[k->b];                                                                   \
        return f;                                                                                                      \
    }
        TML_BINARY_OPS(X)
#undef X
    case TML_OP_IF:
        return work[k->a] != 0 ? work[k->b] : work[k->c];
    }
    return 0;
}

double tml_instruction_value(const tml_instruction *instruction, const double *x, const double *inputs)
{
    return calc(instruction, x, inputs);
}

double tml_expression_value(const tml_expression *e, const double *inputs, double *work)
{
    for (size_t i = 0; i < e->count; i++)
        work[i] = calc(&e->tape[i], work, inputs);
    return work[e->count - 1];
}

tml_jet tml_instruction_curve(const tml_instruction *k, double x, double *third)
{
    const tml_jet y = tml_curve_jet(k->curve, x);
    const double ddd = third || k->b ? tml_curve_third(k->curve, x) : 0;
    const double d[] = {y.f, y.d, y.dd, ddd, 0, 0, 0};
    const int n = k->b < 4 ? k->b : 4;
    if (third)
        *third = n ? 0 : ddd;
    return (tml_jet){d[n], d[n + 1], d[n + 2]};
}

/* Partial derivatives by x and y up to the third in all: [i][j] of order i and j. */
static void all_partials(const tml_surface *s, double x, double y, double p[6][6])
{
    const tml_surface_jet j = tml_surface_at(s, x, y);
    double third[4];
    tml_surface_thirds(s, x, y, third);
    p[0][0] = j.f, p[1][0] = j.fx, p[0][1] = j.fy, p[2][0] = j.fxx, p[1][1] = j.fxy, p[0][2] = j.fyy;
    p[3][0] = third[0], p[2][1] = third[1], p[1][2] = third[2], p[0][3] = third[3];
}

tml_surface_jet tml_instruction_surface(const tml_instruction *k, double x, double y, double *thirds)
{
    if (k->c == 0) {
        if (thirds)
            tml_surface_thirds(k->surface, x, y, thirds);
        return tml_surface_at(k->surface, x, y);
    }
    double p[6][6] = {{0}};
    const int i = k->c % TML_SURFACE_BY_Y < 3 ? k->c % TML_SURFACE_BY_Y : 3,
              j = k->c / TML_SURFACE_BY_Y < 3 ? k->c / TML_SURFACE_BY_Y : 3;
    all_partials(k->surface, x, y, p);
    for (int n = 0; thirds && n < 4; n++)
        thirds[n] = 0;
    return (tml_surface_jet){p[i][j], p[i + 1][j], p[i][j + 1], p[i + 2][j], p[i + 1][j + 1], p[i][j + 2]};
}

int tml_expression_kinks(const tml_expression *e, const double *inputs, double *work, double *values)
{
    int n = 0;
    if (values)
        tml_expression_value(e, inputs, work);
    for (size_t i = 0; i < e->count; i++)
        if (e->tape[i].op == TML_OP_ABS) {
            if (values)
                values[n] = work[e->tape[i].a];
            n++;
        }
    return n;
}

bool tml_expression_has_corners(const tml_expression *e)
{
    for (size_t i = 0; i < e->count; i++) {
        const tml_op op = e->tape[i].op;
        if (op == TML_OP_ABS || (op >= TML_OP_SIGN && op <= TML_OP_TRUNC) || op == TML_OP_CURVE ||
            op == TML_OP_SURFACE || op >= TML_OP_FMOD)
            return true;
    }
    return false;
}

bool tml_expression_has_bounds(const tml_expression *e)
{
    for (size_t i = 0; i < e->count; i++)
        if ((e->tape[i].op == TML_OP_CURVE && tml_curve_has_bounds(e->tape[i].curve)) ||
            (e->tape[i].op == TML_OP_SURFACE && tml_surface_has_bounds(e->tape[i].surface)))
            return true;
    return false;
}

bool tml_expression_is_outside(const tml_expression *e, const double *inputs, double *work, tml_outside *outside)
{
    tml_expression_value(e, inputs, work);
    for (size_t i = 0; i < e->count; i++) {
        const tml_instruction *k = &e->tape[i];
        if ((k->op == TML_OP_CURVE && tml_curve_is_outside(k->curve, work[k->a], outside)) ||
            (k->op == TML_OP_SURFACE && tml_surface_is_outside(k->surface, work[k->a], work[k->b], outside)))
            return true;
    }
    return false;
}

size_t tml_expression_size(const tml_expression *e)
{
    return 2 * e->count; /* values and adjoints */
}

bool tml_expression_is_constant(const tml_expression *e)
{
    return e->count == 1 && e->tape[0].op == TML_OP_CONSTANT;
}

bool tml_expression_uses(const tml_expression *e, int input)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->tape[i].op == TML_OP_INPUT && e->tape[i].a == input)
            return true;
    return false;
}

bool tml_expression_typed(const tml_expression *e, tml_dimension *dimension)
{
    if (e->typed && dimension)
        *dimension = e->dimension;
    return e->typed;
}
