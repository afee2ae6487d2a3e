/* contact_graph.c - which contacts meet in a body: lists, one behind the other. */
#include "dynamics/contact_graph.h"

int tml_contact_body(const tml_contact_solver *s, const tml_contact_block *c, int side)
{
    const int at = s->rows[c->first].at[side];
    return at < 0 ? -1 : at / s->n;
}

tml_contact_graph tml_contact_graph_make(const tml_contact_solver *s, tml_arena *arena)
{
    const int bodies = s->nv / s->n;
    const tml_contact_graph g = {TML_NEW_ARRAY(arena, int, bodies + 2),
                                 TML_NEW_ARRAY(arena, int, 2 * s->contact_count + 1)};
    for (int i = 0; i < s->contact_count; i++)
        for (int side = 0; side < 2; side++)
            if (tml_contact_body(s, &s->contacts[i], side) >= 0)
                g.first_of[tml_contact_body(s, &s->contacts[i], side) + 2]++;
    for (int b = 0; b < bodies; b++)
        g.first_of[b + 2] += g.first_of[b + 1];
    for (int i = 0; i < s->contact_count; i++)
        for (int side = 0; side < 2; side++) {
            const int body = tml_contact_body(s, &s->contacts[i], side);
            if (body >= 0)
                g.contacts_of[g.first_of[body + 1]++] = i;
        }
    return g;
}
