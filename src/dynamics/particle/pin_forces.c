/* pin_forces.c - forces in pins whose bodies share a particle.
 *
 * Bodies at a particle are the nodes of a graph, pins its edges. All pins of a node exert f on its body; if only one of them, F, is
 * unknown, F = f - sum of the known ones. Hence from the leaves: f_other += F of the leaf. Pins that close a cycle are redundant and
 * carry no force here. The rows of a pin act along three (two) axes: lambda = F . g / g . g.
 */
#include "dynamics/particle/pin_forces.h"
#include <string.h>

static int node_of(tml_pins *s, const tml_particles *p, int body, int particle)
{
    if (body == 0)
        return -1;
    for (int i = 0; i < s->node_count; i++)
        if (s->nodes[i].body == body && s->nodes[i].particle == particle)
            return i;
    tml_pin_node node = {body, particle, -1};
    for (int k = 0; k < p->bodies[body].count; k++)
        if (p->bodies[body].particle[k] == particle)
            node.corner = k;
    s->nodes[s->node_count] = node;
    return s->node_count++;
}

static void swap_pins(tml_pin *a, tml_pin *b)
{
    const tml_pin other = *a;
    *a = *b;
    *b = other;
}

/* A pin, from `first` on, with a node of degree one, which becomes its leaf. -1: none. */
static int find_leaf(tml_pins *s, const int *degree, int first)
{
    for (int i = first; i < s->pin_count; i++) {
        tml_pin *p = &s->pins[i];
        if (p->leaf < 0 || (degree[p->leaf] != 1 && p->other >= 0 && degree[p->other] == 1)) {
            const int node = p->leaf;
            p->leaf = p->other;
            p->other = node;
        }
        if (p->leaf >= 0 && degree[p->leaf] == 1)
            return i;
    }
    return -1;
}

/* Whether the ends of a pin are connected without it, by pins from `first` on; the ground is a node too. */
static bool in_cycle(const tml_pins *s, int first, int pin, bool *reached)
{
    const int ground = s->node_count;
    const int from = s->pins[pin].leaf >= 0 ? s->pins[pin].leaf : ground,
              to = s->pins[pin].other >= 0 ? s->pins[pin].other : ground;
    memset(reached, 0, (size_t)(ground + 1) * sizeof *reached);
    reached[from] = true;
    for (bool grows = true; grows && !reached[to];) {
        grows = false;
        for (int i = first; i < s->pin_count; i++) {
            const int a = s->pins[i].leaf >= 0 ? s->pins[i].leaf : ground,
                      b = s->pins[i].other >= 0 ? s->pins[i].other : ground;
            if (i != pin && reached[a] != reached[b])
                reached[a] = reached[b] = grows = true;
        }
    }
    return reached[to];
}

/* Without leaves there are cycles: a pin of one, not one that connects cycles to each other or to the ground. */
static int find_redundant(const tml_pins *s, int first, bool *reached)
{
    for (int i = first; i < s->pin_count; i++)
        if (in_cycle(s, first, i, reached))
            return i;
    return first;
}

static void order_pins(tml_pins *s, tml_arena *arena)
{
    bool *reached = TML_NEW_ARRAY(arena, bool, s->node_count + 1);
    int *degree = TML_NEW_ARRAY(arena, int, s->node_count + 1);
    for (int i = 0; i < s->pin_count; i++) {
        if (s->pins[i].leaf >= 0)
            degree[s->pins[i].leaf]++;
        if (s->pins[i].other >= 0)
            degree[s->pins[i].other]++;
    }
    for (int i = 0; i < s->pin_count; i++) {
        const int leaf = find_leaf(s, degree, i);
        swap_pins(&s->pins[i], &s->pins[leaf >= 0 ? leaf : find_redundant(s, i, reached)]);
        if (s->pins[i].leaf >= 0)
            degree[s->pins[i].leaf]--;
        if (s->pins[i].other >= 0)
            degree[s->pins[i].other]--;
        if (leaf < 0)
            s->pins[i].leaf = -1;
    }
}

tml_pins *tml_pins_make(const tml_system *system, const tml_particles *p, tml_arena *arena)
{
    tml_pins *s = TML_NEW(arena, tml_pins);
    bool *shared = TML_NEW_ARRAY(arena, bool, p->count + 1); /* particles that make a joint's rows unnecessary */
    s->pins = TML_NEW_ARRAY(arena, tml_pin, system->joint_count + 1);
    s->nodes = TML_NEW_ARRAY(arena, tml_pin_node, 2 * system->joint_count + 1);
    s->force = TML_NEW_ARRAY(arena, tml_vec3, 2 * system->joint_count + 1);
    for (int i = 0; i < system->joint_count; i++)
        if (p->shared[i] && p->pin[i] >= 0)
            shared[p->pin[i]] = true;
    for (int i = 0; i < system->joint_count; i++) {
        const tml_joint *j = &system->joints[i];
        if (p->pin[i] >= 0 && shared[p->pin[i]])
            s->pins[s->pin_count++] =
                (tml_pin){i, node_of(s, p, j->body1, p->pin[i]), node_of(s, p, j->body2, p->pin[i])};
    }
    order_pins(s, arena);
    return s;
}

/* Linear part of a row's Jacobian at a body. */
static tml_vec3 direction_of(const tml_workspace *w, int row, int body)
{
    const tml_system *s = w->system;
    for (int k = s->rows[row].first_block; k < s->rows[row].first_block + s->rows[row].block_count; k++)
        if (s->blocks[k].body == body) {
            const double *G = w->G + (size_t)k * (size_t)s->nvb;
            return (tml_vec3){G[0], G[1], s->space ? G[2] : 0};
        }
    return (tml_vec3){0, 0, 0};
}

void tml_pins_solve(tml_pins *s, const tml_workspace *w, double *lambda)
{
    for (int i = 0; i < s->pin_count; i++) {
        const tml_pin *p = &s->pins[i];
        const tml_joint *j = &w->system->joints[p->joint];
        const tml_vec3 F = p->leaf >= 0 ? s->force[p->leaf] : (tml_vec3){0, 0, 0};
        for (int r = j->first_row; r < j->first_row + j->row_count; r++) {
            lambda[r] = 0;
            if (p->leaf < 0)
                continue;
            const tml_vec3 g = direction_of(w, r, s->nodes[p->leaf].body);
            lambda[r] = tml_dot(F, g) / tml_dot(g, g);
        }
        if (p->other >= 0)
            s->force[p->other] = tml_add(s->force[p->other], F);
    }
}
