/* tree_cost.c - cost of loops in relative coordinates: the criterion of formulation `auto`.
 *
 * The rows of a cut joint act on every joint between its bodies and the ground; two rows couple where they act on one joint. The paths
 * of a row's bodies are followed up to their common ancestor; the part between there and the ground is summed over the tree once, so that
 * the time is proportional to the length of the loops, however far from the ground they are.
 */
#include "system/system.h"

typedef struct {
    const tml_branch *branch; /* to its parent */
    int depth;                /* number of joints to the ground */
    int coordinates;          /* number of coordinates of these joints */
    double through;           /* rows that act on its joint */
    double below;             /* rows whose paths join here or further out */
} link;

static link *make_links(const tml_system *s, tml_arena *arena)
{
    link *links = TML_NEW_ARRAY(arena, link, s->nb);
    for (int i = 0; i < s->nb - 1; i++) { /* parents first */
        const tml_branch *b = &s->branches[i];
        links[b->body] = (link){.branch = b,
                                .depth = links[b->parent].depth + 1,
                                .coordinates = links[b->parent].coordinates + b->coordinates};
    }
    return links;
}

/* The deepest of the bodies; *all_one: they are all the same. */
static int deepest(const link *links, const int *bodies, int count, bool *all_one)
{
    int best = 0;
    *all_one = true;
    for (int k = 1; k < count; k++) {
        *all_one &= bodies[k] == bodies[0];
        if (links[bodies[k]].depth > links[bodies[best]].depth)
            best = k;
    }
    return bodies[best];
}

/* Number of joint coordinates that a row acts on; `bodies` of the row are overwritten. */
static int follow_paths(link *links, int *bodies, int count)
{
    int coordinates = 0;
    bool joined;
    for (int body = deepest(links, bodies, count, &joined); !joined; body = deepest(links, bodies, count, &joined)) {
        coordinates += links[body].branch->coordinates;
        links[body].through++;
        for (int k = 0; k < count; k++)
            if (bodies[k] == body)
                bodies[k] = links[body].branch->parent;
    }
    links[bodies[0]].below++;
    return coordinates + links[bodies[0]].coordinates;
}

tml_tree_cost tml_system_tree_cost(const tml_system *s, tml_arena *arena)
{
    tml_tree_cost cost = {0};
    tml_arena *scratch = tml_arena_part(arena);
    link *links = make_links(s, scratch);
    int *bodies = TML_NEW_ARRAY(scratch, int, s->assembly_block_count + 1);
    for (int r = 0; r < s->rigid_row_count; r++) {
        const tml_constraint *row = &s->rows[r];
        if (row->joint >= 0 && s->joints[row->joint].in_tree)
            continue;
        cost.rows++;
        for (int k = 0; k < row->block_count; k++)
            bodies[k] = s->blocks[row->first_block + k].body;
        if (row->block_count)
            cost.path_coordinates += follow_paths(links, bodies, row->block_count);
    }
    for (int i = s->nb - 2; i >= 0; i--) {
        link *l = &links[s->branches[i].body];
        l->through += l->below;
        links[s->branches[i].parent].below += l->below;
        cost.couplings += l->through * l->through * s->branches[i].coordinates;
    }
    tml_arena_free(scratch);
    return cost;
}
