/* topology.c - the graph of bodies (nodes) and joints (edges): independent loops, and the spanning tree.
 *
 * loops = edges - bodies + components. The tree grows from the ground, each time by the joint with the smallest depth + number of
 * coordinates: a shallow tree has short loops, and joints with many coordinates, which have few rows, are best cut. Joints to be kept
 * come before all others: the first of their two bodies that is reached brings the other, so that only a loop of them is cut.
 */
#include "system/compile/builder.h"
#include <string.h>

int tml_component_root(int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

int tml_system_loops(const tml_system *system, tml_arena *arena)
{
    int *parent = TML_NEW_ARRAY(arena, int, system->nb), loops = 0;
    for (int i = 0; i < system->nb; i++)
        parent[i] = i;
    for (int i = 0; i < system->joint_count; i++) {
        const tml_joint *j = &system->joints[i];
        if (tml_joint_couples(j->class) || j->row_count + j->law_count == 0)
            continue;
        const int a = tml_component_root(parent, j->body1), b = tml_component_root(parent, j->body2);
        if (a == b)
            loops++;
        else
            parent[a] = b;
    }
    return loops;
}

/* ---- spanning tree ---- */

typedef struct {
    int key, joint, to; /* the body it leads to */
} edge;

typedef struct {
    const tml_system *s;
    const bool *keep;     /* (joint_count) NULL: none */
    bool with_carriers;   /* bodies without a rigid joint become children of their elastic carriers */
    bool compliant;       /* compliant joints may be branches too */
    tml_branch *branches; /* (nb - 1) */
    int branch_count, tree_nq, tree_nv;
    edge *heap; /* smallest key first, then order in the model */
    int count;
    int *first, *next; /* joints of a body, as linked lists: (nb), (2 joint_count) */
    int *depth;        /* (nb) -1: not reached */
} tree_builder;

static bool before(const edge *a, const edge *b)
{
    return a->key != b->key ? a->key < b->key : a->joint < b->joint;
}

static void push(tree_builder *g, edge e)
{
    int i = g->count++;
    for (; i > 0 && before(&e, &g->heap[(i - 1) / 2]); i = (i - 1) / 2)
        g->heap[i] = g->heap[(i - 1) / 2];
    g->heap[i] = e;
}

static edge pop(tree_builder *g)
{
    const edge top = g->heap[0], last = g->heap[--g->count];
    int i = 0;
    for (int child = 1; child < g->count; child = 2 * i + 1) {
        child += child + 1 < g->count && before(&g->heap[child + 1], &g->heap[child]);
        if (!before(&g->heap[child], &last))
            break;
        g->heap[i] = g->heap[child];
        i = child;
    }
    g->heap[i] = last;
    return top;
}

/* Whether a joint can be a branch: rigid, with coordinates that can be computed from any configuration and whose rates
 * nothing restricts. */
static bool can_be_branch(const tree_builder *g, const tml_joint *j)
{
    const tml_system *s = g->s;
    if (j->class->connects != TML_CONNECT_BODIES || j->class->curve || (j->law_count && !g->compliant) ||
        (s->space && j->class->chart))
        return false;
    for (int k = 0; k < j->coordinate_count; k++)
        if (s->coordinates[j->first_coordinate + k].term.measure < 0)
            return false;
    for (int i = j->first_row; s->rate_row_count && i < j->first_row + j->row_count; i++)
        if (s->rows[i].rate_only)
            return false;
    return true;
}

static void list_joints(tree_builder *g)
{
    for (int b = 0; b < g->s->nb; b++)
        g->first[b] = -1;
    for (int i = g->s->joint_count - 1; i >= 0; i--) {
        const tml_joint *j = &g->s->joints[i];
        if (!can_be_branch(g, j))
            continue;
        g->next[2 * i] = g->first[j->body1], g->first[j->body1] = 2 * i;
        g->next[2 * i + 1] = g->first[j->body2], g->first[j->body2] = 2 * i + 1;
    }
}

static void visit(tree_builder *g, int body, int depth)
{
    g->depth[body] = depth;
    for (int k = g->first[body]; k >= 0; k = g->next[k]) {
        const tml_joint *j = &g->s->joints[k / 2];
        const int to = k % 2 ? j->body1 : j->body2;
        if (g->depth[to] < 0)
            push(g, (edge){g->keep && g->keep[k / 2] ? -1 : depth + j->coordinate_count, k / 2, to});
    }
}

static void add_branch(tree_builder *g, tml_branch branch)
{
    branch.first_q = g->tree_nq;
    branch.first_v = g->tree_nv;
    g->tree_nq += branch.coordinates + branch.ball;
    g->tree_nv += branch.coordinates;
    g->branches[g->branch_count++] = branch;
}

static void grow(tree_builder *g)
{
    const tml_system *s = g->s;
    while (g->count) {
        const edge e = pop(g);
        if (g->depth[e.to] >= 0)
            continue;
        const tml_joint *j = &s->joints[e.joint];
        const bool reversed = j->body1 == e.to;
        const int parent = reversed ? j->body2 : j->body1;
        add_branch(g, (tml_branch){.body = e.to,
                                   .parent = parent,
                                   .class = j->class,
                                   .joint = e.joint,
                                   .reversed = reversed,
                                   .ball = s->space && j->class->ball && !(g->keep && g->keep[e.joint]),
                                   .coordinates = j->coordinate_count});
        visit(g, e.to, g->depth[parent] + 1);
    }
}

/* A joint that leads a body along another one, and has no coordinates of its place: along a curve, or on a surface. */
static bool leads(const tml_joint_class *class)
{
    return class->curve || class->connects == TML_CONNECT_SURFACES;
}

/* The elastic carrier of a body, already reached: the other end of a compliant joint or of one that leads it, or else of a force element;
 * moving bodies before the ground. -1: none. */
static int elastic_carrier_of(const tree_builder *g, int body)
{
    const tml_system *s = g->s;
    int found = -1;
    for (int i = 0; i < s->joint_count + s->force_count && found <= 0; i++) {
        const bool joint = i < s->joint_count;
        const tml_joint *j = joint ? &s->joints[i] : NULL;
        const tml_force *f = joint ? NULL : &s->forces[i - s->joint_count];
        if (joint && (tml_joint_couples(j->class) || (j->law_count == 0 && !leads(j->class))))
            continue;
        const int one = joint ? j->body1 : f->body1, two = joint ? j->body2 : f->body2;
        const int other = one == body ? two : two == body ? one : -1;
        if (other >= 0 && other != body && g->depth[other] >= 0)
            found = other;
    }
    return found;
}

/* Bodies without a rigid joint: children of their elastic carriers, if asked for; the rest of the ground. */
static void grow_free(tree_builder *g, bool with_carriers)
{
    const tml_system *s = g->s;
    for (bool again = true; again;) {
        again = false;
        for (int i = 1; i < s->nb && !again; i++) {
            const int parent = g->depth[i] >= 0 ? -1 : with_carriers ? elastic_carrier_of(g, i) : 0;
            if (parent < 0)
                continue;
            add_branch(g,
                       (tml_branch){.body = i, .parent = parent, .joint = -1, .ball = s->space, .coordinates = s->nvb});
            visit(g, i, g->depth[parent] + 1);
            grow(g);
            again = with_carriers;
        }
    }
}

static void grow_all(tree_builder *g, tml_arena *arena, tml_arena *home)
{
    const tml_system *s = g->s;
    g->heap = TML_NEW_ARRAY(arena, edge, 2 * s->joint_count + 1);
    g->first = TML_NEW_ARRAY(arena, int, s->nb);
    g->next = TML_NEW_ARRAY(arena, int, 2 * s->joint_count + 1);
    g->depth = TML_NEW_ARRAY(arena, int, s->nb);
    g->branches = TML_NEW_ARRAY(home, tml_branch, s->nb);
    memset(g->depth, 0xff, (size_t)s->nb * sizeof(int));
    list_joints(g);
    visit(g, 0, 0);
    grow(g);
    if (g->with_carriers)
        grow_free(g, true);
    grow_free(g, false);
}

void tml_builder_tree(tml_builder *b)
{
    tml_system *s = b->s;
    tree_builder g = {.s = s, .keep = b->treatment.keep, .with_carriers = b->treatment.keep != NULL};
    grow_all(&g, b->arena, b->home);
    s->branches = g.branches;
    s->tree_nq = g.tree_nq, s->tree_nv = g.tree_nv;
    for (int i = 0; i < g.branch_count; i++)
        if (g.branches[i].joint >= 0)
            s->joints[g.branches[i].joint].in_tree = true;
}

const tml_branch *tml_system_tree_with_compliant(const tml_system *system, tml_arena *arena)
{
    tree_builder g = {.s = system, .compliant = true};
    grow_all(&g, arena, arena);
    return g.branches;
}

const tml_branch *tml_system_tree_with_carriers(const tml_system *system, tml_arena *arena)
{
    tree_builder g = {.s = system, .with_carriers = true};
    int *parent = TML_NEW_ARRAY(arena, int, system->nb);
    grow_all(&g, arena, arena);
    for (int i = 0; i < g.branch_count; i++)
        parent[g.branches[i].body] = g.branches[i].parent;
    for (int i = 0; i < g.branch_count; i++) /* particles have no axes that rotate with their carrier */
        while (g.branches[i].joint < 0 && system->masses[g.branches[i].parent].ignorable_count)
            g.branches[i].parent = parent[g.branches[i].parent];
    return g.branches;
}
