/* condition.c - conditions as functions that cross zero where they become true.
 *
 *   a > b, a >= b    a - b, rising          a < b, a <= b    a - b, falling          a == b    a - b, either way
 *   and, or, not, != of conditions          the condition less 1/2, rising: it jumps
 */
#include "expression/condition.h"
#include "expression/tree.h"
#include <string.h>

int tml_tree_side(const tml_tree *tree)
{
    const tml_node *root = &tree->nodes[tree->count - 1];
    if (root->kind != TML_NODE_OPERATION)
        return 0;
    return root->op == TML_OP_MORE || root->op == TML_OP_MORE_EQUAL   ? 1
           : root->op == TML_OP_LESS || root->op == TML_OP_LESS_EQUAL ? -1
                                                                      : 0;
}

const tml_tree *tml_tree_negative(tml_arena *arena, const tml_tree *tree)
{
    tml_tree *copy = TML_NEW(arena, tml_tree);
    *copy = *tree;
    copy->nodes = TML_NEW_ARRAY(arena, tml_node, tree->count + 2);
    memcpy(copy->nodes, tree->nodes, (size_t)tree->count * sizeof *copy->nodes);
    tml_node *root = &copy->nodes[tree->count - 1];
    root[1] = (tml_node){.kind = TML_NODE_NUMBER, .begin = root->begin, .end = root->begin, .at = root->at};
    root[1].unit_begin = root[1].end;
    root[1].value = -1;
    root[2] = *root;
    root[2].kind = TML_NODE_OPERATION;
    root[2].op = TML_OP_MULTIPLY;
    root[2].count = 2;
    copy->count += 2;
    return copy;
}

bool tml_tree_condition(tml_arena *arena, const tml_tree **tree, int *direction)
{
    const int count = (*tree)->count;
    tml_tree *copy = TML_NEW(arena, tml_tree);
    *copy = **tree;
    copy->nodes = TML_NEW_ARRAY(arena, tml_node, count + 2);
    memcpy(copy->nodes, (*tree)->nodes, (size_t)count * sizeof *copy->nodes);
    tml_node *root = &copy->nodes[count - 1];
    if (root->kind != TML_NODE_OPERATION)
        return false;
    switch (root->op) {
    case TML_OP_MORE:
    case TML_OP_MORE_EQUAL:
        *direction = 1;
        root->op = TML_OP_SUBTRACT;
        break;
    case TML_OP_LESS:
    case TML_OP_LESS_EQUAL:
        *direction = -1;
        root->op = TML_OP_SUBTRACT;
        break;
    case TML_OP_EQUAL:
        *direction = 0;
        root->op = TML_OP_SUBTRACT;
        break;
    case TML_OP_AND:
    case TML_OP_OR:
    case TML_OP_NOT:
    case TML_OP_UNEQUAL:
        *direction = 1;
        root[1] = (tml_node){.kind = TML_NODE_NUMBER, .begin = root->begin, .end = root->begin, .at = root->at};
        root[1].unit_begin = root[1].end;
        root[1].value = 0.5;
        root[2] = *root;
        root[2].op = TML_OP_SUBTRACT;
        root[2].count = 2;
        copy->count += 2;
        break;
    default:
        return false;
    }
    *tree = copy;
    return true;
}
