/* compile_contact_pair.c - the places of a contact by the two bodies that touch there: these have channels together. */
#include "system/compile/builder.h"

static bool is_of(const tml_contact_pair *pair, const tml_contact *place)
{
    const int first = place->first->body, second = place->second->body;
    return (pair->body1 == first && pair->body2 == second) || (pair->body1 == second && pair->body2 == first);
}

/* Which of the pairs of a force a place belongs to: a new one behind the last where there is none yet. */
static tml_contact_pair *pair_of(tml_builder *b, tml_force *force, const tml_contact *place)
{
    tml_system *s = b->s;
    for (int i = s->contact_pair_count; i > force->first_pair; i--) /* the last is the likeliest */
        if (is_of(&s->contact_pairs[i - 1], place))
            return &s->contact_pairs[i - 1];
    TML_GROW(b->arena, s->contact_pairs, s->contact_pair_count, b->contact_pair_capacity);
    s->contact_pairs[s->contact_pair_count] =
        (tml_contact_pair){.body1 = place->first->body, .body2 = place->second->body};
    force->pair_count++;
    return &s->contact_pairs[s->contact_pair_count++];
}

void tml_builder_contact_pairs(tml_builder *b, tml_force *force)
{
    tml_system *s = b->s;
    force->first_pair = s->contact_pair_count;
    int *of = TML_NEW_ARRAY(b->arena, int, force->contact_count + 1);
    for (int i = 0; i < force->contact_count; i++) {
        tml_contact_pair *pair = pair_of(b, force, &s->contacts[force->first_contact + i]);
        of[i] = (int)(pair - s->contact_pairs);
        pair->count++;
    }
    for (int k = force->first_pair; k < s->contact_pair_count; k++) {
        tml_contact_pair *pair = &s->contact_pairs[k];
        int *places = TML_NEW_ARRAY(b->home, int, pair->count);
        pair->places = places;
        pair->count = 0;
        pair->name = force->pair_count == 1
                         ? force->name
                         : tml_arena_format(b->home, "%s.%s.%s", force->name, s->masses[pair->body1].name,
                                            s->masses[pair->body2].name);
    }
    for (int i = 0; i < force->contact_count; i++) {
        tml_contact_pair *pair = &s->contact_pairs[of[i]];
        const int place = force->first_contact + i;
        ((int *)pair->places)[pair->count++] = place;
        pair->rubs |= s->contacts[place].friction >= 0;
    }
}
