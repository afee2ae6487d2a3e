/* topology.c - the spanning tree and the loops of random graphs of bodies and joints, against laws of graphs.
 *
 * V bodies with the ground, E joints, P connected parts: a spanning tree of each part has V - P joints in all, and E - V + P are cut.
 */
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <stdio.h>

enum { MAX_BODIES = 24, MAX_JOINTS = 60, GRAPHS = 200 };

typedef struct {
    int bodies, joints; /* bodies: with the ground, number 0 */
    int one[MAX_JOINTS], two[MAX_JOINTS];
} graph;

static graph random_graph(random_source *d)
{
    graph g = {.bodies = 2 + random_index(d, MAX_BODIES - 1)};
    g.joints = random_index(d, 2 * g.bodies);
    for (int i = 0; i < g.joints; i++) {
        g.one[i] = random_index(d, g.bodies);
        g.two[i] = (g.one[i] + 1 + random_index(d, g.bodies - 1)) % g.bodies;
    }
    return g;
}

typedef struct {
    const char *name, *more;
} kind;

/* Bodies b1, b2, ... and joints J0, J1, ... by kinds in turn. Where things are does not matter: nothing is assembled. */
static mechanism *make(const graph *g, const kind *kinds, int kind_count)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nbodies:\n  ground: {points: {P: [0, 0]}}\n");
    for (int i = 1; i < g->bodies; i++)
        tml_text_add(&text, "  b%d: {points: {P: [0, 0]}, mass: 1, inertia: 1}\n", i);
    tml_text_add(&text, "%s", g->joints ? "joints:\n" : "");
    for (int i = 0; i < g->joints; i++) {
        char one[16] = "ground", two[16] = "ground";
        if (g->one[i])
            snprintf(one, sizeof one, "b%d", g->one[i]);
        if (g->two[i])
            snprintf(two, sizeof two, "b%d", g->two[i]);
        const kind *k = &kinds[i % kind_count];
        tml_text_add(&text, "  J%d: {%s: [%s.P, %s.P]%s}\n", i, k->name, one, two, k->more);
    }
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

static mechanism *pinned(const graph *g)
{
    return make(g, &(kind){"revolute", ""}, 1);
}

/* Joints from a body of `from` (the ground, or the first of a part) to each body, by the shortest path; -1: not connected. */
static void distances(const graph *g, int from, int *distance)
{
    for (int i = 0; i < g->bodies; i++)
        distance[i] = -1;
    distance[from] = 0;
    for (int length = 0; length < g->bodies; length++)
        for (int i = 0; i < g->joints; i++) {
            const int one = g->one[i], two = g->two[i];
            if (distance[one] == length && distance[two] < 0)
                distance[two] = length + 1;
            if (distance[two] == length && distance[one] < 0)
                distance[one] = length + 1;
        }
}

static int part_count(const graph *g)
{
    bool seen[MAX_BODIES + 1] = {false};
    int parts = 0, distance[MAX_BODIES + 1];
    for (int i = 0; i < g->bodies; i++) {
        if (seen[i])
            continue;
        parts++;
        distances(g, i, distance);
        for (int k = 0; k < g->bodies; k++)
            seen[k] |= distance[k] >= 0;
    }
    return parts;
}

Test(topology, each_body_has_one_parent_that_comes_before_it)
{
    random_source d = {.state = 11};
    for (int k = 0; k < GRAPHS; k++) {
        const graph g = random_graph(&d);
        mechanism *m = pinned(&g);
        bool reached[MAX_BODIES + 1] = {true}; /* the ground */
        for (int i = 0; i < g.bodies - 1; i++) {
            const tml_branch *b = &m->system->branches[i];
            cr_assert(reached[b->parent], "branch %d hangs on what comes later: there may be a cycle", i);
            cr_assert_not(reached[b->body], "body %d is carried twice", b->body);
            reached[b->body] = true;
        }
        mechanism_free(m);
    }
}

Test(topology, branches_follow_their_tree_joints)
{
    random_source d = {.state = 12};
    for (int k = 0; k < GRAPHS; k++) {
        const graph g = random_graph(&d);
        mechanism *m = pinned(&g);
        const tml_system *s = m->system;
        int velocities = 0, in_tree = 0;
        for (int i = 0; i < g.bodies - 1; i++) {
            const tml_branch *b = &s->branches[i];
            cr_assert_eq(b->first_v, velocities);
            velocities += b->coordinates;
            cr_assert_eq(b->coordinates, b->joint < 0 ? 3 : 1);
            if (b->joint < 0)
                continue;
            const int one = g.one[b->joint], two = g.two[b->joint];
            cr_assert_eq(b->reversed ? one : two, b->body);
            cr_assert_eq(b->reversed ? two : one, b->parent);
        }
        for (int i = 0; i < s->joint_count; i++)
            in_tree += s->joints[i].in_tree;
        cr_assert_eq(velocities, s->tree_nv);
        cr_assert_eq(in_tree, g.bodies - part_count(&g));
        mechanism_free(m);
    }
}

Test(topology, cut_joints_are_edges_less_bodies_plus_parts)
{
    random_source d = {.state = 13};
    for (int k = 0; k < GRAPHS; k++) {
        const graph g = random_graph(&d);
        mechanism *m = pinned(&g);
        int cut = 0;
        for (int i = 0; i < m->system->joint_count; i++)
            cut += !m->system->joints[i].in_tree;
        cr_assert_eq(cut, g.joints - g.bodies + part_count(&g));
        cr_assert_eq(tml_system_loops(m->system, &m->arena), cut);
        mechanism_free(m);
    }
}

/* With joints of one kind the tree is one of shortest paths, so that a loop is no longer than the paths to the ground and back. */
Test(topology, paths_to_the_ground_are_the_shortest)
{
    random_source d = {.state = 14};
    for (int k = 0; k < GRAPHS; k++) {
        const graph g = random_graph(&d);
        mechanism *m = pinned(&g);
        int distance[MAX_BODIES + 1], depth[MAX_BODIES + 1] = {0};
        distances(&g, 0, distance);
        for (int i = 0; i < g.bodies - 1; i++) {
            const tml_branch *b = &m->system->branches[i];
            depth[b->body] = depth[b->parent] + 1;
            if (distance[b->body] >= 0)
                cr_assert_eq(depth[b->body], distance[b->body], "body %d: %d joints instead of %d", b->body,
                             depth[b->body], distance[b->body]);
        }
        mechanism_free(m);
    }
}

/* Between the same two bodies: a pin (1 coordinate), a pin in a slot (2). The slot, which has fewer rows, is cut. */
Test(topology, joints_with_many_coordinates_are_cut_first)
{
    static const kind kinds[] = {{"slot", ", axis: x"}, {"revolute", ""}};
    const graph ring = {.bodies = 4, .joints = 6, .one = {0, 0, 1, 1, 2, 2}, .two = {1, 1, 2, 2, 3, 3}};
    mechanism *m = make(&ring, kinds, 2);
    for (int i = 0; i < 3; i++)
        cr_expect_str_eq(m->system->branches[i].class->name, "revolute");
    mechanism_free(m);
}

#define SOFT_RING                                                                                                      \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {P: [0, 0], Q: [1, 0]}}\n"                                                                     \
    "  a: {points: {P: [0, 0], Q: [1, 0]}, mass: 1, inertia: 1}\n"                                                     \
    "  b: {points: {P: [0, 0], Q: [1, 0]}, mass: 1, inertia: 1}\n"                                                     \
    "joints:\n"                                                                                                        \
    "  P: {revolute: [ground.P, a.P]}\n"                                                                               \
    "  Q: {revolute: [a.Q, b.P], stiffness: 1e5}\n"

Test(topology, compliant_joints_carry_only_in_trees_made_with_them)
{
    mechanism *m = mechanism_make(SOFT_RING);
    const tml_system *s = m->system;
    cr_expect_eq(s->branches[1].joint, -1);
    cr_expect_eq(s->branches[1].parent, 0, "free on the ground");
    const tml_branch *drawn = tml_system_tree_with_compliant(s, &m->arena),
                     *carried = tml_system_tree_with_carriers(s, &m->arena);
    cr_expect_eq(drawn[1].joint, 1);
    cr_expect_eq(drawn[1].parent, 1);
    cr_expect_eq(carried[1].joint, -1, "free, but");
    cr_expect_eq(carried[1].parent, 1, "on the body that carries it elastically");
    mechanism_free(m);
}

Test(topology, a_tree_has_no_loop_rows_to_solve)
{
    const graph chain = {.bodies = 4, .joints = 3, .one = {0, 1, 2}, .two = {1, 2, 3}};
    const graph ring = {.bodies = 4, .joints = 4, .one = {0, 1, 2, 3}, .two = {1, 2, 3, 0}};
    mechanism *open = pinned(&chain), *closed = pinned(&ring);
    cr_expect_eq(tml_system_tree_cost(open->system, &open->arena).rows, 0);
    const tml_tree_cost cost = tml_system_tree_cost(closed->system, &closed->arena);
    cr_expect_eq(cost.rows, 2);
    cr_expect_eq(cost.path_coordinates, 6, "%g",
                 (double)cost.path_coordinates); /* two rows, each on all three coordinates */
    mechanism_free(open);
    mechanism_free(closed);
}
