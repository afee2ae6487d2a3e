/* compile_contact_set.c - a rigid contact of many pairs as a set (system/contact_set.h): no gap for each pair, but members and what they may touch. */
#include "system/compile/builder.h"
#include "system/contact_set.h"
#include <stdlib.h>
#include <string.h>

enum { MANY_PAIRS = 300 };

static int compare_bodies(const void *a, const void *b)
{
    const int *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Pairs of bodies that joints connect, sorted. */
static void list_joined(tml_builder *b, tml_contact_set *set)
{
    int(*joined)[2] = tml_arena_take(b->home, (size_t)(b->s->joint_count + 1) * sizeof *joined);
    for (int i = 0; i < b->s->joint_count; i++) {
        const int first = b->s->joints[i].body1, second = b->s->joints[i].body2;
        joined[i][0] = first < second ? first : second, joined[i][1] = first < second ? second : first;
    }
    qsort(joined, (size_t)b->s->joint_count, sizeof *joined, compare_bodies);
    set->joined = (const int(*)[2])joined, set->joined_count = b->s->joint_count;
}

/* The member of a surface, made at its first use; numbers: of surfaces, by body. */
static tml_contact_member *member_of(tml_builder *b, tml_contact_set *set, const tml_body_surface *s, int *member,
                                     const int *number)
{
    int *at = &member[number[s->body] + (int)(s - b->r->bodies[s->body].surfaces)];
    if (*at < 0) {
        *at = set->member_count++;
        tml_contact_member *m = &set->members[*at];
        m->body = s->body;
        if (b->s->space)
            m->solid = tml_builder_solid(b, s);
        else
            m->profile = tml_builder_profile(b, s);
    }
    return &set->members[*at];
}

static bool can_touch(const tml_builder *b, const tml_contact_member *first, const tml_contact_member *second)
{
    return b->s->space ? first->solid && second->solid && tml_touch_candidates(first->solid, second->solid, -1, NULL, 0)
                       : tml_profile_candidates(first->profile, second->profile, NULL, 0) > 0;
}

bool tml_builder_contact_set(tml_builder *b, const tml_element *e, const tml_contact_form *form)
{
    tml_system *s = b->s;
    if (form->law || form->poisson || form->pair_count <= MANY_PAIRS || form->viscous > 0 || form->stribeck > 0)
        return false;
    int *number = TML_NEW_ARRAY(b->arena, int, b->r->model->body_count + 1), surfaces = 0;
    for (int i = 0; i < b->r->model->body_count; i++)
        number[i] = surfaces, surfaces += b->r->bodies[i].surface_count;
    int *member = TML_NEW_ARRAY(b->arena, int, surfaces + 1);
    memset(member, -1, (size_t)surfaces * sizeof *member);
    tml_contact_set set = {.name = e->name,
                           .place = e->place,
                           .restitution = tml_contact_value(e, form, "restitution"),
                           .friction = form->coefficient,
                           .static_friction = form->static_coefficient,
                           .members = TML_NEW_ARRAY(b->home, tml_contact_member, surfaces + 1)};
    for (int i = 0; i < form->pair_count; i++) {
        const tml_surface_pair *pair = &form->pairs[i];
        tml_contact_member *first = member_of(b, &set, pair->first, member, number);
        tml_contact_member *second = member_of(b, &set, pair->second, member, number);
        if (tml_norm(pair->first->speed) > 0 || tml_norm(pair->second->speed) > 0 || !can_touch(b, first, second))
            return false;
        first->first = second->second = true;
    }
    list_joined(b, &set);
    struct tml_contact_set *grown = TML_NEW_ARRAY(b->home, tml_contact_set, s->contact_set_count + 1);
    if (s->contact_set_count)
        memcpy(grown, s->contact_sets, (size_t)s->contact_set_count * sizeof set);
    grown[s->contact_set_count++] = set;
    s->contact_sets = grown;
    return true;
}
