/* vector.c - vectors in expressions: points, their differences and products. Components are values of their own; on the tape there are only
 * numbers.
 *
 *   norm(u) = sqrt(u.u)     angle(u, v) = atan2(|u x v|, u.v)     angle(A, B, C) = angle(A - B, C - B)
 *
 * In the plane u x v is the number u_x v_y - u_y v_x. A vector knows in which frame its components are: two that differ cannot be combined.
 */
#include "expression/compiler.h"
#include <string.h>

static tml_value make_vector(tml_compiler *c, const tml_value *components, int size, const char *frame)
{
    tml_value *kept = TML_NEW_ARRAY(c->builder.arena, tml_value, size);
    tml_value result = {.vector = kept, .size = size, .frame = frame, .kind = components[0].kind};
    for (int i = 0; i < size; i++) {
        kept[i] = components[i];
        if (components[i].bad)
            return (tml_value){.bad = true};
    }
    return result;
}

tml_value tml_compiler_point(tml_compiler *c, const tml_meaning *m)
{
    const tml_kind kind = {.typed = m->typed, .dimension = m->dimension};
    tml_value components[3];
    for (int i = 0; i < m->size; i++)
        components[i] = m->kind == TML_NAME_CONSTANT ? tml_build_constant(m->values[i], kind)
                                                     : tml_build_input(&c->builder, m->inputs[i], kind);
    return make_vector(c, components, m->size, m->frame);
}

bool tml_compiler_needs_numbers(tml_compiler *c, const tml_node *node, const char *name, const tml_value *v, int count)
{
    for (int i = 0; i < count; i++)
        if (v[i].vector) {
            tml_compiler_report(c, TML_E_VECTOR_OR_NUMBER, node->at,
                                "%s needs numbers, found a vector; take its length, norm(...), or a component of a "
                                "point, such as B.x",
                                name);
            return false;
        }
    return true;
}

static bool needs_vectors(tml_compiler *c, const tml_node *node, const char *name, const tml_value *v, int count)
{
    for (int i = 0; i < count; i++) {
        if (v[i].bad)
            return false;
        if (!v[i].vector) {
            tml_compiler_report(c, TML_E_VECTOR_OR_NUMBER, node->at,
                                "%s needs points or vectors, found a number, as in %s", name,
                                node->kind == TML_NODE_NORM    ? "norm(B - A)"
                                : node->kind == TML_NODE_ANGLE ? "angle(A, B, C)"
                                                               : "dot(B - A, C - A)");
            return false;
        }
    }
    return true;
}

static bool same_frame(tml_compiler *c, const tml_node *node, const tml_value *a, const tml_value *b)
{
    const char *const ground = "the drawing";
    if (a->frame == b->frame || (a->frame && b->frame && strcmp(a->frame, b->frame) == 0))
        return true;
    tml_compiler_report(c, TML_E_FRAMES_DIFFER, node->at,
                        "these points are in the frames of %s and of %s, which cannot be compared before the motion",
                        a->frame ? a->frame : ground, b->frame ? b->frame : ground);
    return false;
}

/* op component by component; numbers stay as they are. */
static tml_value each(tml_compiler *c, const tml_node *node, tml_op op, tml_value a, tml_value b)
{
    const int size = a.vector ? a.size : b.size;
    tml_value components[3];
    for (int i = 0; i < size; i++) {
        components[i] = tml_compiler_operate(c, node, op, a.vector ? a.vector[i] : a, b.vector ? b.vector[i] : b);
        if (components[i].bad)
            return (tml_value){.bad = true}; /* one message is enough */
    }
    return make_vector(c, components, size, a.vector ? a.frame : b.frame);
}

tml_value tml_compiler_operate_vector(tml_compiler *c, const tml_node *node, tml_op op, tml_value a, tml_value b)
{
    const bool both = a.vector && b.vector;
    switch (op) {
    case TML_OP_NEGATE:
        return each(c, node, op, a, a);
    case TML_OP_ADD:
    case TML_OP_SUBTRACT:
        if (!both)
            return tml_compiler_report(c, TML_E_VECTOR_OR_NUMBER, node->at, "cannot %s a vector and a number",
                                       op == TML_OP_ADD ? "add" : "subtract");
        return same_frame(c, node, &a, &b) ? each(c, node, op, a, b) : (tml_value){.bad = true};
    case TML_OP_MULTIPLY:
        if (both)
            return tml_compiler_report(c, TML_E_VECTOR_OR_NUMBER, node->at,
                                       "the product of two vectors is written dot(u, v) or cross(u, v)");
        return each(c, node, op, a, b);
    case TML_OP_DIVIDE:
        if (b.vector)
            return tml_compiler_report(c, TML_E_VECTOR_OR_NUMBER, node->at, "cannot divide by a vector");
        return each(c, node, op, a, b);
    default:
        tml_compiler_needs_numbers(c, node, tml_op_text(op), (tml_value[]){a, b}, 2);
        return (tml_value){.bad = true};
    }
}

tml_value tml_compiler_choose_vector(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    tml_value components[3];
    if (!v[1].vector || !v[2].vector)
        return tml_compiler_report(c, TML_E_VECTOR_OR_NUMBER, node->at, "if: cannot mix a vector and a number");
    if (!same_frame(c, node, &v[1], &v[2]))
        return (tml_value){.bad = true};
    for (int i = 0; i < v[1].size; i++) {
        const tml_value operands[] = {v[0], v[1].vector[i], v[2].vector[i]};
        components[i] = tml_build(&c->builder, (tml_instruction){.op = TML_OP_IF}, operands);
        components[i].kind = v[1].kind.typed ? v[1].kind : v[2].kind;
    }
    return make_vector(c, components, v[1].size, v[1].frame);
}

/* ---- products ---- */

static tml_value norm(tml_compiler *c, const tml_node *node, tml_value u)
{
    tml_value result = tml_compiler_operate(c, node, TML_OP_HYPOT, u.vector[0], u.vector[1]);
    return u.size == 3 ? tml_compiler_operate(c, node, TML_OP_HYPOT, result, u.vector[2]) : result;
}

static tml_value dot(tml_compiler *c, const tml_node *node, tml_value u, tml_value v)
{
    tml_value sum = tml_compiler_operate(c, node, TML_OP_MULTIPLY, u.vector[0], v.vector[0]);
    for (int i = 1; i < u.size; i++)
        sum = tml_compiler_operate(c, node, TML_OP_ADD, sum,
                                   tml_compiler_operate(c, node, TML_OP_MULTIPLY, u.vector[i], v.vector[i]));
    return sum;
}

/* u_i v_j - u_j v_i */
static tml_value minor(tml_compiler *c, const tml_node *node, tml_value u, tml_value v, int i, int j)
{
    return tml_compiler_operate(c, node, TML_OP_SUBTRACT,
                                tml_compiler_operate(c, node, TML_OP_MULTIPLY, u.vector[i], v.vector[j]),
                                tml_compiler_operate(c, node, TML_OP_MULTIPLY, u.vector[j], v.vector[i]));
}

static tml_value cross(tml_compiler *c, const tml_node *node, tml_value u, tml_value v)
{
    if (u.size == 2)
        return minor(c, node, u, v, 0, 1);
    const tml_value components[] = {minor(c, node, u, v, 1, 2), minor(c, node, u, v, 2, 0), minor(c, node, u, v, 0, 1)};
    return make_vector(c, components, 3, u.frame);
}

static tml_value angle(tml_compiler *c, const tml_node *node, tml_value u, tml_value v)
{
    tml_value sine = cross(c, node, u, v);
    sine = sine.bad ? sine : sine.vector ? norm(c, node, sine) : tml_compiler_operate(c, node, TML_OP_ABS, sine, sine);
    tml_value cosine = dot(c, node, u, v);
    tml_value result = tml_compiler_operate(c, node, TML_OP_ATAN2, sine, cosine);
    if (result.constant && sine.constant && cosine.constant && sine.number == 0 && cosine.number == 0)
        return tml_compiler_report(c, TML_E_NO_DIRECTION, node->at,
                                   "%.*s: two of the points coincide: there is no angle", node->end - node->begin,
                                   c->tree->text + node->begin);
    return result;
}

tml_value tml_compiler_product(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    static const struct {
        tml_node_kind kind;
        const char *name;
    } names[] = {{TML_NODE_NORM, "norm"}, {TML_NODE_DOT, "dot"}, {TML_NODE_CROSS, "cross"}, {TML_NODE_ANGLE, "angle"}};
    const char *name = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].kind == node->kind)
            name = names[i].name;
    if (!needs_vectors(c, node, name, v, node->count))
        return (tml_value){.bad = true};
    for (int i = 1; i < node->count; i++)
        if (!same_frame(c, node, &v[0], &v[i]))
            return (tml_value){.bad = true};
    if (node->kind == TML_NODE_NORM)
        return norm(c, node, v[0]);
    if (node->kind == TML_NODE_DOT)
        return dot(c, node, v[0], v[1]);
    if (node->kind == TML_NODE_CROSS)
        return cross(c, node, v[0], v[1]);
    if (node->count == 2)
        return angle(c, node, v[0], v[1]);
    const tml_value u = each(c, node, TML_OP_SUBTRACT, v[0], v[1]), w = each(c, node, TML_OP_SUBTRACT, v[2], v[1]);
    return u.bad || w.bad ? (tml_value){.bad = true} : angle(c, node, u, w);
}
