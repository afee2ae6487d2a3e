/* tree_cost.c - how much work the loops of a mechanism are in relative coordinates: what `auto` decides by.
 *
 * Rows of cut joints pull on every joint between them and the ground; where two rows pull on one joint they meet. The paths of a
 * row's bodies are walked up to where they meet; what lies between there and the ground is summed over the tree once, so that
 * the time goes with the length of the loops, however far from the ground they are.
 */
#include "system/system.h"

typedef struct {
    const tml_branch *branch; /* that carries it */
    int depth;                /* joints from the ground */
    int freedoms;             /* of all these */
    double through;           /* rows that pull on its joint */
    double below;             /* rows whose paths meet here or further out */
} limb;

static limb *make_limbs(const tml_system *s, tml_arena *arena)
{
    limb *limbs = TML_NEW_ARRAY(arena, limb, s->nb);
    for (int i = 0; i < s->nb - 1; i++) { /* parents first */
        const tml_branch *b = &s->branches[i];
        limbs[b->body] = (limb){
            .branch = b, .depth = limbs[b->parent].depth + 1, .freedoms = limbs[b->parent].freedoms + b->freedoms};
    }
    return limbs;
}

/* The deepest of the bodies; *all_one: they are all the same. */
static int deepest(const limb *limbs, const int *bodies, int count, bool *all_one)
{
    int best = 0;
    *all_one = true;
    for (int k = 1; k < count; k++) {
        *all_one &= bodies[k] == bodies[0];
        if (limbs[bodies[k]].depth > limbs[bodies[best]].depth)
            best = k;
    }
    return bodies[best];
}

/* Freedoms that a row pulls on, whose bodies are given; they are changed. */
static int pull(limb *limbs, int *bodies, int count)
{
    int freedoms = 0;
    bool met;
    for (int body = deepest(limbs, bodies, count, &met); !met; body = deepest(limbs, bodies, count, &met)) {
        freedoms += limbs[body].branch->freedoms;
        limbs[body].through++;
        for (int k = 0; k < count; k++)
            if (bodies[k] == body)
                bodies[k] = limbs[body].branch->parent;
    }
    limbs[bodies[0]].below++;
    return freedoms + limbs[bodies[0]].freedoms;
}

tml_tree_cost tml_system_tree_cost(const tml_system *s, tml_arena *arena)
{
    tml_tree_cost cost = {0};
    tml_arena *scratch = tml_arena_part(arena);
    limb *limbs = make_limbs(s, scratch);
    int *bodies = TML_NEW_ARRAY(scratch, int, s->assembly_block_count + 1);
    for (int r = 0; r < s->rigid_row_count; r++) {
        const tml_constraint *row = &s->rows[r];
        if (row->joint >= 0 && s->joints[row->joint].in_tree)
            continue;
        cost.rows++;
        for (int k = 0; k < row->block_count; k++)
            bodies[k] = s->blocks[row->first_block + k].body;
        if (row->block_count)
            cost.pulls += pull(limbs, bodies, row->block_count);
    }
    for (int i = s->nb - 2; i >= 0; i--) {
        limb *l = &limbs[s->branches[i].body];
        l->through += l->below;
        limbs[s->branches[i].parent].below += l->below;
        cost.meetings += l->through * l->through * s->branches[i].freedoms;
    }
    tml_arena_free(scratch);
    return cost;
}
