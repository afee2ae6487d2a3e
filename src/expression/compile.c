/* compile.c - tree to tape: name lookup, dimension check, constant folding.
 *
 * The nodes are processed in order with a stack of values. A constant that is not finite is kept with its node and is an error only if the
 * result depends on it: if(n > 0, L/n, 0) is valid for n = 0.
 */
#include "expression/compiler.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 100 }; /* names that stand for one another: more is a circle */

/* ---- messages */

tml_place tml_compiler_place(const tml_compiler *c, int offset)
{
    return c->scope && c->scope->built_in ? c->tree->place : tml_tree_place(c->tree->text, c->tree->place, offset);
}

tml_value tml_compiler_report(tml_compiler *c, tml_code code, int offset, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tml_log_raise(c->log, code, tml_compiler_place(c, offset), "%s%s%s", c->what ? c->what : "", c->what ? ": " : "",
                  text);
    return (tml_value){.bad = true};
}

/* ---- nodes */

static tml_value compile_nodes(tml_compiler *c);

/* A name that stands for the same expression as one before: its value. */
static struct tml_named_value *find_named(tml_compiler *c, const tml_meaning *m, const tml_scope *scope)
{
    for (int i = 0; i < c->named_count; i++) {
        struct tml_named_value *n = &c->named[i];
        if (n->tree == m->tree && n->scope == scope && n->differs == m->differs && n->input == m->input)
            return n;
    }
    return NULL;
}

static void keep_named(tml_compiler *c, const tml_meaning *m, const tml_scope *scope, tml_value value)
{
    if (value.fault)
        return;
    TML_GROW(c->builder.arena, c->named, c->named_count, c->named_capacity);
    c->named[c->named_count++] = (struct tml_named_value){m->tree, scope, m->differs, m->input, value};
}

/* The expression that a name stands for, in its place. What is wrong in it is reported where it is written. */
static tml_value compile_named(tml_compiler *c, const tml_node *node, const tml_meaning *m)
{
    const tml_tree *tree = c->tree;
    const tml_scope *scope = c->scope;
    char message[TML_KIND_MESSAGE];
    const struct tml_named_value *before = find_named(c, m, m->scope ? m->scope : scope);
    if (before)
        return before->value;
    if (c->circular)
        return (tml_value){.bad = true};
    c->circular = c->depth == MAX_DEPTH;
    if (c->circular)
        return tml_compiler_report(c, TML_E_PARAMETER_CIRCLE, node->at, "\"%s\" refers to itself", node->name);
    c->tree = m->tree;
    c->scope = m->scope ? m->scope : scope;
    c->depth++;
    tml_value result = compile_nodes(c);
    if (m->differs)
        result = tml_build_derivative(&c->builder, result, m->input);
    const tml_kind kind = {.typed = m->typed, .dimension = m->dimension};
    if (m->typed && !result.bad && !tml_kind_agree(node->name, kind, result.kind, &result.kind, message))
        result = tml_compiler_report(c, TML_E_DIMENSIONS, 0, "%s", message);
    c->depth--;
    c->tree = tree;
    c->scope = scope;
    if (result.fault)
        result.fault = node;
    keep_named(c, m, m->scope ? m->scope : scope, result);
    return result;
}

static tml_value compile_name(tml_compiler *c, const tml_node *node)
{
    tml_meaning m = {.kind = TML_NAME_UNKNOWN};
    const tml_scope *s = c->scope;
    if (s && s->look_up)
        m = s->look_up(s->context, node->name, tml_compiler_place(c, node->at));
    const tml_kind kind = {.typed = m.typed, .dimension = m.dimension};
    if (m.size > 0 && (m.kind == TML_NAME_CONSTANT || m.kind == TML_NAME_INPUT))
        return tml_compiler_point(c, &m);
    switch (m.kind) {
    case TML_NAME_CONSTANT:
        return tml_build_constant(m.value, kind);
    case TML_NAME_INPUT:
        return tml_build_input(&c->builder, m.input, kind);
    case TML_NAME_EXPRESSION:
        return compile_named(c, node, &m);
    case TML_NAME_BAD:
        return (tml_value){.bad = true};
    case TML_NAME_UNKNOWN:
        break;
    }
    if (strcmp(node->name, "pi") == 0)
        return tml_build_constant(TML_PI, (tml_kind){.typed = false});
    tml_unit unit;
    if (node->after_unit && tml_unit_read(node->name, strlen(node->name), &unit) == strlen(node->name))
        return tml_build_constant(unit.factor, (tml_kind){.typed = true, .dimension = unit.dimension});
    const char *nearest = s && s->nearest ? s->nearest(s->context, node->name) : NULL;
    if (!nearest && node->after_unit)
        nearest = tml_unit_nearest(node->name);
    if (nearest)
        return tml_compiler_report(c, TML_E_UNKNOWN_NAME, node->at, "unknown name \"%s\"; did you mean \"%s\"?",
                                   node->name, nearest);
    if (tml_function_find(node->name))
        return tml_compiler_report(c, TML_E_FUNCTION_WITHOUT_ARGUMENTS, node->at,
                                   "\"%s\" is a function and needs arguments: %s(...)", node->name, node->name);
    const bool euler = strcmp(node->name, "e") == 0;
    return tml_compiler_report(c, TML_E_UNKNOWN_NAME, node->at, "unknown name \"%s\"%s", node->name,
                               euler ? "; powers of e are written exp(x)" : "");
}

tml_value tml_compiler_operate(tml_compiler *c, const tml_node *node, tml_op op, tml_value a, tml_value b)
{
    char message[TML_KIND_MESSAGE];
    tml_kind kind;
    bool binary = tml_op_arity(op) == 2, power = op == TML_OP_POW && b.constant && !b.bad && !b.fault;
    if (a.bad || (binary && b.bad))
        return (tml_value){.bad = true};
    if (a.vector || (binary && b.vector))
        return tml_compiler_operate_vector(c, node, op, a, b);
    if (!tml_kind_apply(op, a.kind, b.kind, power ? b.number : NAN, &kind, message))
        return tml_compiler_report(c, TML_E_DIMENSIONS, node->at, "%s", message);
    tml_value result =
        power && !a.constant ? tml_build_power(&c->builder, a, b.number) : tml_build_op(&c->builder, op, a, b);
    result.kind = kind;
    if (result.constant && !result.fault && !isfinite(result.number))
        result.fault = node;
    return result;
}

/* The common kind of operands that must agree; sets *bad if they do not. */
static tml_kind agree(tml_compiler *c, const tml_node *node, const char *name, const tml_value *operands, int count,
                      bool *bad)
{
    char message[TML_KIND_MESSAGE];
    tml_kind kind = operands[0].kind;
    for (int i = 0; i < count; i++)
        *bad = *bad || operands[i].bad;
    *bad = *bad || !tml_compiler_needs_numbers(c, node, name, operands, count);
    for (int i = 1; i < count && !*bad; i++)
        if (!tml_kind_agree(name, kind, operands[i].kind, &kind, message))
            *bad = tml_compiler_report(c, TML_E_DIMENSIONS, node->at, "%s", message).bad;
    return kind;
}

/* clamp(x, low, high) = min(max(x, low), high) */
static tml_value compile_clamp(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    bool bad = false;
    tml_kind kind = agree(c, node, "clamp", v, 3, &bad);
    if (bad)
        return (tml_value){.bad = true};
    tml_value result = tml_build_op(&c->builder, TML_OP_MAX, v[0], v[1]);
    result = tml_build_op(&c->builder, TML_OP_MIN, result, v[2]);
    result.kind = kind;
    return result;
}

/* if(condition, then, else): a constant condition selects its branch. */
static tml_value compile_if(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    bool bad = v[0].bad || !tml_compiler_needs_numbers(c, node, "the condition of if", v, 1);
    if (!bad && !v[1].bad && !v[2].bad && (v[1].vector || v[2].vector))
        return v[0].constant && !v[0].fault ? (v[0].number != 0 ? v[1] : v[2]) : tml_compiler_choose_vector(c, node, v);
    tml_kind kind = agree(c, node, "if", v + 1, 2, &bad);
    if (bad)
        return (tml_value){.bad = true};
    tml_value result;
    if (v[0].constant && !v[0].fault)
        result = v[0].number != 0 ? v[1] : v[2];
    else
        result = tml_build(&c->builder, (tml_instruction){.op = TML_OP_IF}, v);
    result.kind = kind;
    return result;
}

/* step(x, x0, h0, x1, h1) = h0 + (h1 - h0) ramp */
static tml_value compile_step(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    const tml_value x[3] = {v[0], v[1], v[3]}, h[2] = {v[2], v[4]};
    bool bad = false;
    agree(c, node, "step", x, 3, &bad);
    tml_kind kind = agree(c, node, "step", h, 2, &bad);
    if (bad)
        return (tml_value){.bad = true};
    tml_value ramp = tml_build_ramp(&c->builder, x[0], x[1], x[2]);
    tml_value height = tml_build_op(&c->builder, TML_OP_SUBTRACT, h[1], h[0]);
    tml_value rise = tml_build_op(&c->builder, TML_OP_MULTIPLY, height, ramp);
    tml_value result = tml_build_op(&c->builder, TML_OP_ADD, h[0], rise);
    result.kind = kind;
    return result;
}

/* A ramp of the given half width about its middle. */
static tml_value flank(tml_compiler *c, tml_value x, tml_value middle, tml_value half_width)
{
    tml_value begin = tml_build_op(&c->builder, TML_OP_SUBTRACT, middle, half_width);
    tml_value end = tml_build_op(&c->builder, TML_OP_ADD, middle, half_width);
    return tml_build_ramp(&c->builder, x, begin, end);
}

/* pulse(x, x0, x1) = 1 for x0 <= x < x1, else 0; with a width, two flanks of that width about x0 and x1. */
static tml_value compile_pulse(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    tml_value up, down, half;
    bool bad = false;
    agree(c, node, "pulse", v, node->count, &bad);
    if (bad)
        return (tml_value){.bad = true};
    if (node->count == 3) {
        up = tml_build_op(&c->builder, TML_OP_MORE_EQUAL, v[0], v[1]);
        down = tml_build_op(&c->builder, TML_OP_LESS, v[0], v[2]);
        return tml_build_op(&c->builder, TML_OP_AND, up, down);
    }
    half = tml_build_op(&c->builder, TML_OP_MULTIPLY, v[3], tml_build_constant(0.5, v[3].kind));
    up = flank(c, v[0], v[1], half);
    down = flank(c, v[0], v[2], half);
    return tml_build_op(&c->builder, TML_OP_SUBTRACT, up, down);
}

static tml_value compile_node(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    switch (node->kind) {
    case TML_NODE_NUMBER:
        return tml_build_constant(node->value,
                                  (tml_kind){.typed = node->unit_begin < node->end, .dimension = node->unit});
    case TML_NODE_NAME:
        return compile_name(c, node);
    case TML_NODE_OPERATION: {
        tml_value result = tml_op_arity(node->op) == 1 ? tml_compiler_operate(c, node, node->op, v[0], v[0]) : v[0];
        for (int i = 1; i < node->count; i++)
            result = tml_compiler_operate(c, node, node->op, result, v[i]);
        return result;
    }
    case TML_NODE_CLAMP:
        return compile_clamp(c, node, v);
    case TML_NODE_IF:
        return compile_if(c, node, v);
    case TML_NODE_STEP:
        return compile_step(c, node, v);
    case TML_NODE_PULSE:
        return compile_pulse(c, node, v);
    case TML_NODE_TABLE:
    case TML_NODE_SPLINE:
    case TML_NODE_MONOTONE:
        return tml_compiler_table(c, node, v);
    case TML_NODE_NORM:
    case TML_NODE_DOT:
    case TML_NODE_CROSS:
    case TML_NODE_ANGLE:
        return tml_compiler_product(c, node, v);
    }
    return (tml_value){.bad = true};
}

static tml_value compile_nodes(tml_compiler *c)
{
    tml_value *stack = TML_NEW_ARRAY(c->builder.arena, tml_value, c->tree->count);
    int top = 0;
    bool bad = false;
    for (int i = 0; i < c->tree->count; i++) {
        const tml_node *node = &c->tree->nodes[i];
        top -= node->count;
        tml_value result = compile_node(c, node, stack + top);
        if (result.constant && !result.fault && !isfinite(result.number))
            result.fault = node;
        bad = bad || result.bad;
        stack[top++] = result;
    }
    stack[0].bad = stack[0].bad || bad;
    return stack[0];
}

/* ---- the whole */

/* Whether the value fits its context; otherwise a message. */
static bool check_value(tml_compiler *c, const tml_value *v, tml_expectation expect)
{
    const tml_node *root = &c->tree->nodes[c->tree->count - 1];
    const char *text = c->tree->text;
    char expected[64], found[64];
    if (v->bad)
        return false;
    if (v->fault) {
        int length = v->fault->end - v->fault->begin;
        tml_compiler_report(c, TML_E_NOT_FINITE, v->fault->begin, "%.*s is not a finite number", length,
                            text + v->fault->begin);
        return false;
    }
    if (!expect.typed || !v->kind.typed || tml_dimension_same(v->kind.dimension, expect.dimension))
        return true;
    tml_kind_print((tml_kind){.typed = true, .dimension = expect.dimension}, expected, sizeof expected);
    tml_kind_print(v->kind, found, sizeof found);
    if (root->kind == TML_NODE_NUMBER) /* the unit as written */
        snprintf(found, sizeof found, "%.*s", root->end - root->unit_begin, text + root->unit_begin);
    tml_compiler_report(c, TML_E_WRONG_DIMENSION, root->begin, "expected %s, found %s", expected, found);
    return false;
}

const tml_expression *tml_expression_compile(tml_arena *arena, const tml_tree *tree, const tml_scope *scope,
                                             tml_expectation expect, tml_log *log)
{
    tml_compiler c = {.tree = tree, .scope = scope, .what = expect.what, .log = log, .builder = {.arena = arena}};
    tml_value v = compile_nodes(&c);
    if (!v.bad && v.vector) {
        tml_compiler_report(
            &c, TML_E_VECTOR_OR_NUMBER, tree->nodes[tree->count - 1].begin,
            "a number is needed, and this is a vector; take its length, norm(...), or a component of a point, such "
            "as B.x");
        return NULL;
    }
    if (!check_value(&c, &v, expect))
        return NULL;
    return tml_build_finish(&c.builder, v);
}

bool tml_expression_compile_any(tml_arena *arena, const tml_tree *tree, const tml_scope *scope, tml_expectation expect,
                                tml_log *log, const tml_expression *e[3], int *size, const char **frame)
{
    tml_compiler c = {.tree = tree, .scope = scope, .what = expect.what, .log = log, .builder = {.arena = arena}};
    const tml_value v = compile_nodes(&c);
    const tml_value *components = v.vector ? v.vector : &v;
    *size = v.size;
    *frame = v.frame;
    if (v.bad)
        return false;
    for (int i = 0; i < (v.vector ? v.size : 1); i++) {
        if (!check_value(&c, &components[i], expect))
            return false;
        e[i] = tml_build_finish(&c.builder, components[i]);
    }
    return true;
}
