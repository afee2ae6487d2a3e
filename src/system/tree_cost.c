/* tree_cost.c - how much work the loops of a mechanism are in relative coordinates: what `auto` decides by.
 *
 * Rows of cut joints pull on every joint between them and the ground; where two rows pull on one joint they meet.
 */
#include "system/system.h"

tml_tree_cost tml_system_tree_cost(const tml_system *s, tml_arena *arena)
{
    tml_tree_cost cost = {0};
    int *limb = TML_NEW_ARRAY(arena, int, s->nb), *seen = TML_NEW_ARRAY(arena, int, s->nb);
    double *through = TML_NEW_ARRAY(arena, double, s->nb);
    for (int i = 0; i < s->nb - 1; i++)
        limb[s->branches[i].body] = i;
    for (int r = 0; r < s->rigid_row_count; r++) {
        const tml_constraint *row = &s->rows[r];
        if (row->joint >= 0 && s->joints[row->joint].in_tree)
            continue;
        cost.rows++;
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (int body = s->blocks[k].body; body && seen[body] != r + 1; body = s->branches[limb[body]].parent) {
                seen[body] = r + 1;
                cost.pulls += s->branches[limb[body]].freedoms;
                through[body]++;
            }
    }
    for (int b = 1; b < s->nb; b++)
        cost.meetings += through[b] * through[b] * s->branches[limb[b]].freedoms;
    return cost;
}
