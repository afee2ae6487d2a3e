/* equation.c - an equation as a user writes it, left = right: the tree of left - right. Of a condition of one side, left >= right or left <= right: what must not be below zero.
 *
 * Elsewhere a lone = is an error, since conditions are written with ==. It becomes == here, in place of a blank beside it, so that the
 * places of messages stay right.
 */
#include "model/equation.h"
#include "expression/condition.h"
#include <string.h>

/* The = that is no part of == <= >= !=; NULL: there is none. */
static const char *lone_sign(const char *text)
{
    for (const char *c = strchr(text, '='); c; c = strchr(c + 1, '='))
        if (c[1] == '=')
            c++;
        else if (c == text || !strchr("<>!=", c[-1]))
            return c;
    return NULL;
}

static const char *with_condition(tml_arena *arena, const char *text)
{
    const char *sign = lone_sign(text);
    if (!sign)
        return text;
    char *out = tml_arena_format(arena, "%s%s", text, " ");
    const size_t at = (size_t)(sign - text);
    if (out[at + 1] != ' ' && at > 0 && out[at - 1] == ' ')
        out[at - 1] = '=';
    else if (out[at + 1] == ' ')
        out[at + 1] = '=';
    else
        memmove(out + at + 1, out + at, strlen(text) - at); /* over the blank at the end */
    return out;
}

const tml_tree *tml_element_equation(tml_resolved *r, const tml_element *e, bool *one_sided)
{
    const tml_node *node = e->type_node;
    const tml_tree *tree = tml_tree_parse(r->arena, with_condition(r->arena, node->text), node->place, r->log);
    int direction = 1;
    if (!tree)
        return NULL;
    const int side = tml_tree_side(tree);
    *one_sided = side != 0;
    if (tml_tree_condition(r->arena, &tree, &direction) && (side != 0 || direction == 0))
        return side < 0 ? tml_tree_negative(r->arena, tree) : tree;
    tml_log_raise(
        r->log, TML_E_NO_EQUATION, node->place,
        "joint %s: a %s is an equation of positions, left = right, such as A.angle = 2*B.angle, or a condition "
        "of one side, such as A.angle >= 2*B.angle",
        e->name, e->joint->name);
    return NULL;
}
