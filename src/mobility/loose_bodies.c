/* loose_bodies.c - bodies that fall: neither joints nor drivers, forces that depend on the motion or contacts lead from them to the ground.
 *
 * Bodies are joined into sets by all that acts between two of them; those in a set without the ground, under gravity, are loose.
 */
#include "mobility/mobility.h"

static int root_of(int *parent, int body)
{
    while (parent[body] != body)
        body = parent[body] = parent[parent[body]];
    return body;
}

static void join(int *parent, int a, int b)
{
    parent[root_of(parent, a)] = root_of(parent, b);
}

static void join_terms(const tml_system *s, int *parent, const tml_terms *terms)
{
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_measure *m = &s->measures[s->terms[k].measure];
        join(parent, m->body1, m->body2);
    }
}

/* A given load does not hold what it acts on, whatever its size; one that depends on the motion may. */
static bool holds(const tml_force_law *law)
{
    return (law->value && !tml_expression_is_constant(law->value)) || law->k != 0 || law->c != 0;
}

static void join_all(const tml_system *s, int *parent)
{
    for (int i = 0; i < s->joint_count; i++)
        join(parent, s->joints[i].body1, s->joints[i].body2);
    for (int i = 0; i < s->rigid_row_count; i++)
        join_terms(s, parent, &s->rows[i].terms);
    for (int i = 0; i < s->force_count; i++) {
        const tml_force *f = &s->forces[i];
        for (int k = f->first_law; k < f->first_law + f->law_count; k++)
            if (f->class->acts != TML_ACTS_ON_POINT || holds(&s->laws[k]))
                join_terms(s, parent, &s->laws[k].terms);
    }
    for (int i = 0; i < s->contact_pair_count; i++)
        join(parent, s->contact_pairs[i].body1, s->contact_pairs[i].body2);
}

tml_loose_bodies tml_loose_bodies_find(const tml_system *s, tml_arena *arena)
{
    const bool falls = s->gravity.x != 0 || s->gravity.y != 0 || s->gravity.z != 0;
    int *parent = TML_NEW_ARRAY(arena, int, s->nb);
    tml_loose_bodies loose = {.set = TML_NEW_ARRAY(arena, int, s->nb)};
    for (int i = 0; i < s->nb; i++)
        parent[i] = i;
    join_all(s, parent);
    for (int i = 0; i < s->nb; i++)
        loose.set[i] = -1;
    for (int i = 1; i < s->nb && falls && s->contact_set_count == 0; i++) {
        const int root = root_of(parent, i);
        if (root == root_of(parent, 0))
            continue;
        int same = 1;
        while (same < i && root_of(parent, same) != root)
            same++;
        loose.set[i] = same < i ? loose.set[same] : loose.set_count++;
    }
    return loose;
}
