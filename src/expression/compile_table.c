/* compile_table.c - table(x, name), spline(x, name), monotone(x, name) of a curve; table(x, y, name), spline(x, y, name) of a surface.
 *
 * Where a table has units its arguments must have their dimensions, and its value has one. In a driver the acceleration is a derivative of the
 * table of order 2 (of a position), 1 (of a speed) or 0: where that one jumps, a warning says so.
 */
#include "expression/compiler.h"

static void warn_of_jumps(tml_compiler *c, const tml_node *node)
{
    tml_log_raise(
        c->log, TML_W_TABLE_KINKS, tml_compiler_place(c, node->at),
        "%s%sthe acceleration, and the forces that follow from it, jump where segments of the motion %s join; "
        "laws such as 3-4-5, cycloidal and modified_sine begin and end without acceleration",
        c->what ? c->what : "", c->what ? ": " : "", node->name);
}

static void warn_of_kinks(tml_compiler *c, const tml_node *node, bool is_surface)
{
    tml_log_raise(
        c->log, TML_W_TABLE_KINKS, tml_compiler_place(c, node->at),
        "%s%stable %s has kinks here: accelerations, and the forces that follow from them, jump at its points; "
        "use spline(%s, %s), or interpolation: spline in the table",
        c->what ? c->what : "", c->what ? ": " : "", node->name, is_surface ? "x, y" : "x", node->name);
}

static tml_instruction instruction_of(const tml_node *node, const tml_tabulated *table, bool moves)
{
    if (table->surface)
        return (tml_instruction){.op = TML_OP_SURFACE,
                                 .surface = node->kind == TML_NODE_SPLINE
                                                ? tml_surface_spline(table->surface)
                                                : tml_surface_of_table(table->surface, moves)};
    return (tml_instruction){.op = TML_OP_CURVE,
                             .curve = node->kind == TML_NODE_SPLINE  ? tml_curve_spline(table->curve)
                                      : node->kind == TML_NODE_TABLE ? tml_curve_of_table(table->curve, moves)
                                                                     : table->curve};
}

/* As many arguments as the table has, and of its dimensions. */
static bool fits(tml_compiler *c, const tml_node *node, const tml_tabulated *table, const tml_value *v)
{
    const bool is_surface = table->surface != NULL;
    if (node->kind == TML_NODE_MONOTONE && is_surface) {
        tml_compiler_report(c, TML_E_ARGUMENT_COUNT, node->at,
                            "%s is a table of x and y: table(x, y, %s) or spline(x, y, %s)", node->name, node->name,
                            node->name);
        return false;
    }
    if (node->count != 1 + is_surface) {
        tml_compiler_report(c, TML_E_ARGUMENT_COUNT, node->at,
                            is_surface ? "%s is a table of x and y: table(x, y, %s)"
                                       : "%s is a table of x alone: table(x, %s)",
                            node->name, node->name);
        return false;
    }
    for (int i = 0; i < node->count; i++) {
        const tml_kind needed = table->kinds[i], found = v[i].kind;
        char text[2][64];
        if (v[i].bad || !needed.typed || !found.typed || tml_dimension_same(needed.dimension, found.dimension))
            continue;
        tml_kind_print(needed, text[0], sizeof text[0]);
        tml_kind_print(found, text[1], sizeof text[1]);
        tml_compiler_report(c, TML_E_DIMENSIONS, node->at, "table %s: its %s is in %s, found %s", node->name,
                            i ? "y" : "x", text[0], text[1]);
        return false;
    }
    return true;
}

/* A constant beyond the ends of a table that does not extrapolate. */
static bool is_outside(tml_compiler *c, const tml_node *node, tml_instruction k, const tml_value *v)
{
    tml_outside outside;
    const bool found = k.op == TML_OP_SURFACE ? tml_surface_is_outside(k.surface, v[0].number, v[1].number, &outside)
                                              : tml_curve_is_outside(k.curve, v[0].number, &outside);
    if (found)
        tml_compiler_report(c, TML_E_TABLE_RANGE, node->at, "table %s: %s = %.9g is outside its range, %.9g to %.9g",
                            node->name, outside.axis, outside.value, outside.first, outside.last);
    return found;
}

tml_value tml_compiler_table(tml_compiler *c, const tml_node *node, const tml_value *v)
{
    const tml_scope *s = c->scope;
    if (!tml_compiler_needs_numbers(c, node, "a table", v, node->count))
        return (tml_value){.bad = true};
    const tml_tabulated *table =
        s && s->table ? s->table(s->context, node->name, tml_compiler_place(c, node->at)) : NULL;
    if (!table)
        return tml_compiler_report(c, TML_E_UNKNOWN_TABLE, node->at, "there is no table \"%s\"", node->name);
    if (!fits(c, node, table, v))
        return (tml_value){.bad = true};
    const tml_instruction k = instruction_of(node, table, s->moves);
    const bool is_surface = k.op == TML_OP_SURFACE, constant = v[0].constant && (!is_surface || v[1].constant);
    const bool bad = v[0].bad || (is_surface && v[1].bad);
    const int smoothness = is_surface ? tml_surface_smoothness(k.surface) : tml_curve_wanted_smoothness(k.curve);
    if (s->moves && !bad && !constant && smoothness < 2 - s->order) {
        if (!is_surface && tml_curve_is_motion(k.curve))
            warn_of_jumps(c, node);
        else
            warn_of_kinks(c, node, is_surface);
    }
    if (!bad && constant && is_outside(c, node, k, v))
        return (tml_value){.bad = true};
    tml_value result = tml_build(&c->builder, k, v);
    result.kind = table->kinds[is_surface ? 2 : 1];
    return result;
}
