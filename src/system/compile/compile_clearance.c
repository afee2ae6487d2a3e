/* compile_clearance.c - a joint with clearance: its class tells where it may touch, and the contact is compiled from that.
 *
 * Each place is a round point of the second body in a bore or at a flat side of the first. Rows that play frees guide the assembly alone:
 * the motion starts centred, with the velocities of the joint without clearance. Rows that it does not free stay rigid.
 */
#include "model/clearance.h"
#include "system/compile/builder.h"
#include <string.h>

static const tml_body_surface_class *class_of(tml_body_surface_kind kind)
{
    for (int i = 0; i < tml_body_surface_class_count; i++)
        if (tml_body_surface_classes[i]->kind == kind)
            return tml_body_surface_classes[i];
    return NULL;
}

static tml_body_surface *new_surface(tml_builder *b, const tml_joint *joint, int body, tml_body_surface_kind kind)
{
    tml_body_surface *s = TML_NEW(b->home, tml_body_surface);
    *s = (tml_body_surface){.name = joint->name,
                            .full = tml_arena_dotted(b->home, b->s->masses[body].name, joint->name),
                            .place = joint->place,
                            .body = body,
                            .class = class_of(kind)};
    return s;
}

/* A point of a frame in the frame of its body. */
static tml_vec3 in_body(const tml_builder *b, int body, tml_vec3 origin, const tml_mat3 *axes, tml_vec3 p)
{
    return tml_add(tml_add(b->s->masses[body].com, origin), tml_rotate(axes, p));
}

/* The bore or flat side, of the first body. */
static const tml_body_surface *outer(tml_builder *b, const tml_joint *joint, const tml_clearance_place *place)
{
    const bool space = b->s->space;
    const tml_vec3 at = in_body(b, joint->body1, joint->p1, &joint->F, place->at),
                   normal = tml_rotate(&joint->F, place->normal);
    tml_body_surface *s = new_surface(b, joint, joint->body1,
                                      place->bore > 0 ? (space ? TML_SURFACE_CYLINDER : TML_SURFACE_DISC)
                                                      : (space ? TML_SURFACE_PLANE : TML_SURFACE_LINE));
    s->at = at, s->radius = place->bore, s->hollow = place->bore > 0;
    s->axis = place->bore > 0 ? tml_mat3_column(&joint->F, TML_Z) : normal;
    if (!space && !s->hollow) { /* the free side is on the left */
        tml_vec3 *points = TML_NEW_ARRAY(b->home, tml_vec3, 2);
        points[0] = at;
        points[1] = tml_add(at, (tml_vec3){normal.y, -normal.x, 0});
        s->points = points, s->point_count = 2;
    }
    return s;
}

/* The round point, of the second. */
static const tml_body_surface *inner(tml_builder *b, const tml_joint *joint, const tml_clearance_place *place)
{
    const tml_body_surface_kind round = b->s->space ? TML_SURFACE_SPHERE : TML_SURFACE_DISC;
    tml_body_surface *s = new_surface(b, joint, joint->body2, place->radius > 0 ? round : TML_SURFACE_POINT);
    s->at = in_body(b, joint->body2, joint->p2, &joint->M, place->p);
    s->radius = place->radius;
    return s;
}

/* Several places may have one name: then they are numbered. */
static const char *name_of(tml_builder *b, const tml_clearance_place *places, int count, int i)
{
    int same = 0, before = 0;
    for (int k = 0; places[i].name && k < count; k++)
        if (strcmp(places[k].name, places[i].name) == 0)
            same++, before += k < i;
    return same > 1 ? tml_arena_format(b->arena, "%s %d", places[i].name, before + 1) : places[i].name;
}

void tml_builder_play(tml_builder *b, tml_joint *joint, const tml_play_row *row, tml_term term)
{
    const size_t count = (b->s->space ? &joint->class->space : &joint->class->plane)->clearance.rows_count;
    const tml_constraint free = {.terms = tml_builder_terms(b, &term, 1),
                                 .joint = (int)(joint - b->s->joints),
                                 .driver = -1,
                                 .name = row->row.name};
    tml_builder_row(b, free, true);
    if (!row->channel)
        return;
    const tml_channel *channel = tml_channel_of(TML_OF_CLEARANCE, row->channel, b->s->space, false);
    if (!joint->plays)
        joint->plays = TML_NEW_ARRAY(b->home, tml_joint_play, count);
    joint->plays[joint->play_count++] = (tml_joint_play){channel, free.terms.first, b->compliant_row_count - 1};
    tml_builder_name(b, tml_arena_dotted(b->arena, joint->name, channel->name), term, false,
                     tml_unit_named(channel->unit).dimension);
}

void tml_builder_clearance(tml_builder *b, tml_joint *joint)
{
    const tml_clearance *c = joint->clearance;
    const tml_joint_form *form = b->s->space ? &joint->class->space : &joint->class->plane;
    tml_clearance_place places[TML_MAX_CLEARANCE_PLACES];
    tml_contact_form *contact = TML_NEW(b->arena, tml_contact_form);
    *contact = c->law;
    contact->pair_count = form->clearance.places(&c->sizes, places);
    contact->pairs = TML_NEW_ARRAY(b->arena, tml_surface_pair, contact->pair_count);
    for (int i = 0; i < contact->pair_count; i++)
        contact->pairs[i] = (tml_surface_pair){outer(b, joint, &places[i]), inner(b, joint, &places[i]),
                                               name_of(b, places, contact->pair_count, i)};
    const int first = b->s->law_count;
    tml_builder_joint_contact(b, &c->as_contact, contact, joint);
    joint->law_count += b->s->law_count - first;
}
