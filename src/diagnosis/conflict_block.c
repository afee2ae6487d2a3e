/* conflict_block.c - blocks of a mechanism: the biconnected components of the graph of its bodies.
 *
 * Bodies (including the ground) are vertices, joints, drivers and initial values edges. An open chain can always be
 * closed, and two loops that share one body close independently of each other: a conflict lies in one block.
 * [R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972) 146]
 */
#include "diagnosis/conflict_scope.h"
#include <string.h>

enum { MAX_ENDS = 8 };

typedef struct {
    int end[2], part;
} edge;

/* The bodies that a part connects; one that couples joints (a gear) has up to four. */
static int ends_of(const tml_trial *a, tml_part part, int ends[static MAX_ENDS])
{
    const tml_system *s = &a->system;
    int count = 0;
    if (part.kind == TML_PART_INITIAL) {
        const tml_measure *m = &s->measures[s->starts[part.index].term.measure];
        ends[0] = m->body1, ends[1] = m->body2;
        return 2;
    }
    for (int i = 0; i < a->joint_rows; i++) {
        if ((part.kind == TML_PART_JOINT ? s->rows[i].joint : s->rows[i].driver) != part.index)
            continue;
        for (int k = 0; k < s->rows[i].terms.count; k++) {
            const tml_measure *m = &s->measures[s->terms[s->rows[i].terms.first + k].measure];
            const int bodies[2] = {m->body1, m->body2};
            for (int e = 0; e < 2; e++) {
                int at = 0;
                while (at < count && ends[at] != bodies[e])
                    at++;
                if (at == count && count < MAX_ENDS)
                    ends[count++] = bodies[e];
            }
        }
    }
    return count;
}

typedef struct {
    const edge *edges;
    int *first, *around; /* edges at each body */
    int *parent;         /* (parts) union-find */
    int *depth, *low;    /* (bodies) */
    int *edge_stack, edges_open;
    int *via, *next, *path; /* (bodies) the edge by which each was reached; how many of its edges were visited */
} block_search;

/* All edges visited since `from` form one block. */
static void close_block(block_search *w, int from)
{
    const int part = w->edges[from].part;
    while (w->edges_open > 0) {
        const int top = w->edge_stack[--w->edges_open];
        w->parent[tml_component_root(w->parent, w->edges[top].part)] = tml_component_root(w->parent, part);
        if (top == from)
            return;
    }
}

static void visit(block_search *w, int root)
{
    int length = 1, clock = 1;
    w->path[0] = root, w->via[root] = -1;
    w->depth[root] = w->low[root] = clock++;
    while (length > 0) {
        const int at = w->path[length - 1];
        if (w->first[at] + w->next[at] == w->first[at + 1]) { /* all visited: backtrack */
            length--;
            const int before = length > 0 ? w->path[length - 1] : -1;
            if (before >= 0) {
                w->low[before] = w->low[at] < w->low[before] ? w->low[at] : w->low[before];
                if (w->low[at] >= w->depth[before])
                    close_block(w, w->via[at]);
            }
            continue;
        }
        const int e = w->around[w->first[at] + w->next[at]++];
        const int other = w->edges[e].end[0] == at ? w->edges[e].end[1] : w->edges[e].end[0];
        if (e == w->via[at])
            continue;
        if (w->depth[other] == 0) {
            w->edge_stack[w->edges_open++] = e;
            w->depth[other] = w->low[other] = clock++;
            w->via[other] = e;
            w->path[length++] = other;
        } else if (w->depth[other] < w->depth[at]) {
            w->edge_stack[w->edges_open++] = e;
            w->low[at] = w->depth[other] < w->low[at] ? w->depth[other] : w->low[at];
        }
    }
}

static int make_edges(const tml_trial *a, const tml_part *parts, int count, edge *edges)
{
    int made = 0, ends[MAX_ENDS];
    for (int i = 0; i < count; i++) {
        const int n = ends_of(a, parts[i], ends);
        for (int k = 0; k + 1 < n; k++)
            if (ends[k] != ends[k + 1])
                edges[made++] = (edge){{ends[k], ends[k + 1]}, i};
    }
    return made;
}

void tml_part_blocks(const tml_trial *a, const tml_part *parts, int count, int *block)
{
    const int nb = a->system.nb;
    edge *edges = TML_NEW_ARRAY(a->arena, edge, (size_t)count * MAX_ENDS + 1);
    const int made = make_edges(a, parts, count, edges);
    block_search w = {.edges = edges,
                      .first = TML_NEW_ARRAY(a->arena, int, nb + 2),
                      .around = TML_NEW_ARRAY(a->arena, int, 2 * made + 1),
                      .parent = block,
                      .depth = TML_NEW_ARRAY(a->arena, int, nb),
                      .low = TML_NEW_ARRAY(a->arena, int, nb),
                      .edge_stack = TML_NEW_ARRAY(a->arena, int, 2 * made + 1),
                      .via = TML_NEW_ARRAY(a->arena, int, nb),
                      .next = TML_NEW_ARRAY(a->arena, int, nb),
                      .path = TML_NEW_ARRAY(a->arena, int, nb + 1)};
    for (int i = 0; i < count; i++)
        block[i] = i;
    for (int e = 0; e < 2 * made; e++)
        w.first[edges[e / 2].end[e % 2] + 2]++;
    for (int i = 0; i < nb; i++)
        w.first[i + 2] += w.first[i + 1];
    for (int e = 0; e < 2 * made; e++)
        w.around[w.first[edges[e / 2].end[e % 2] + 1]++] = e / 2;
    for (int i = 0; i < nb; i++)
        if (w.depth[i] == 0)
            visit(&w, i);
    for (int i = 0; i < count; i++)
        block[i] = tml_component_root(block, i);
}

bool tml_block_is_loop(const tml_trial *a, const tml_part *parts, int count, const int *block, int wanted)
{
    int *degree = TML_NEW_ARRAY(a->arena, int, a->system.nb), ends[MAX_ENDS];
    for (int i = 0; i < count; i++) {
        if (block[i] != wanted)
            continue;
        if (ends_of(a, parts[i], ends) != 2)
            return false;
        degree[ends[0]]++, degree[ends[1]]++;
    }
    for (int i = 0; i < a->system.nb; i++)
        if (degree[i] != 0 && degree[i] != 2)
            return false;
    return true;
}
