/* multiple_joint.c - a joint of several bodies: the joints that it stands for, and what its name alone cannot mean. */
#include "model/multiple_joint.h"
#include "model/channel_name.h"
#include "model/expand.h"
#include "model/scope.h"
#include <string.h>

bool tml_joint_is_multiple(const tml_element *e)
{
    return e->joint && e->joint->several && e->type_node && e->type_node->count > 2;
}

const char *tml_multiple_joint_kinds(tml_arena *arena, bool space)
{
    const char *names = "";
    for (int i = 0; i < tml_joint_class_count; i++) {
        const tml_joint_class *c = tml_joint_classes[i];
        if (c->several && (space ? c->space.exists : c->plane.exists))
            names = tml_arena_format(arena, "%s%s%s", names, *names ? ", " : "", c->name);
    }
    return names;
}

const char *tml_joint_point(const tml_element *joint)
{
    return tml_use_local(joint->place.use, joint->multiple ? joint->multiple->name : joint->name);
}

/* ---- its joints ---- */

/* A body stands in the list twice, perhaps by the name of a port. */
static bool has_twice(const tml_checker *c, const tml_model *model, const tml_element *e)
{
    bool *seen = TML_NEW_ARRAY(c->arena, bool, model->body_count);
    for (int i = 0; i < e->type_node->count; i++) {
        const tml_node *node = e->type_node->items[i];
        const int body = tml_scope_element(model, node->text, node->place.use).index;
        if (body < 0 || body >= model->body_count)
            continue;
        if (seen[body]) {
            tml_log_raise(c->log, TML_E_SAME_BODY, node->place,
                          "%s: body \"%s\" stands twice among those that it joins", tml_element_what(c->arena, e),
                          model->bodies[body].name);
            return true;
        }
        seen[body] = true;
    }
    return false;
}

/* The list of the first body and one other. */
static const tml_node *pair_of(const tml_checker *c, const tml_node *list, int other)
{
    tml_node *pair = tml_arena_copy(c->arena, list, sizeof *pair);
    pair->count = 2;
    pair->items = TML_NEW_ARRAY(c->arena, const tml_node *, 2);
    pair->items[0] = list->items[0];
    pair->items[1] = list->items[other];
    return pair;
}

/* The map of the element with such a pair in the place of its list. */
static const tml_node *map_of(const tml_checker *c, const tml_element *e, int other)
{
    tml_node *map = tml_arena_copy(c->arena, e->node, sizeof *map);
    map->items = TML_NEW_ARRAY(c->arena, const tml_node *, map->count);
    for (int i = 0; i < map->count; i++)
        map->items[i] = e->node->items[i] == e->type_node ? pair_of(c, e->type_node, other) : e->node->items[i];
    return map;
}

/* A body as the list names it, without its point, behind the name of the joint. */
static const char *name_of(const tml_checker *c, const tml_model *model, const tml_element *e, int body)
{
    const tml_node *node = e->type_node->items[body];
    const tml_named_element b = tml_scope_element(model, node->text, node->place.use);
    return tml_arena_dotted(c->arena, e->name, tml_arena_text(c->arena, b.name, b.length));
}

const tml_element *tml_multiple_joint_split(const tml_checker *c, tml_model *model, const tml_element *e,
                                            const tml_node *key, int joint)
{
    if (has_twice(c, model, e))
        return NULL;
    const int count = e->type_node->count - 1;
    tml_expansion x = {.c = c, .model = model};
    tml_element *joints = TML_NEW_ARRAY(c->arena, tml_element, count);
    tml_multiple_joint *m = TML_NEW(c->arena, tml_multiple_joint);
    *m = (tml_multiple_joint){e->name, key, name_of(c, model, e, 0), joint, count};
    for (int i = 0; i < count; i++) {
        tml_element *one = &joints[i];
        *one = *e;
        one->name = name_of(c, model, e, i + 1);
        one->multiple = m;
        /* messages of what all have in common are written once, as of a repeated element */
        one->node =
            tml_node_in_use(&x, map_of(c, e, i + 1), tml_repeat_scope(&x, one->name, e->node->place.use, NULL, i + 1));
        one->type_node = tml_node_find(one->node, e->kind);
    }
    TML_GROW(c->arena, model->multiple_joints, model->multiple_joint_count, model->multiple_joint_capacity);
    model->multiple_joints[model->multiple_joint_count++] = m;
    return joints;
}

/* ---- its name ---- */

static const tml_multiple_joint *multiple_named(const tml_model *model, const char *text, const tml_use *use,
                                                const char **rest)
{
    const tml_named_element e = tml_scope_element(model, text, use);
    const int first = model->name_count - model->multiple_joint_count;
    *rest = e.rest;
    return e.index >= first && e.index < model->name_count ? model->multiple_joints[e.index - first] : NULL;
}

/* A component of what acts on a body. */
static bool is_wrench(const tml_model *model, const char *rest)
{
    return rest && tml_channel_of(TML_OF_JOINT, rest, model->space, false) != NULL;
}

/* What follows a dot without the first body, which has a resultant and no joint of its own. */
static const char *behind_first(const tml_multiple_joint *m, const char *rest)
{
    const char *first = m->resultant + strlen(m->name) + 1;
    const size_t length = strlen(first);
    if (!rest || strncmp(rest, first, length) != 0 || (rest[length] && rest[length] != '.'))
        return rest;
    return rest[length] ? rest + length + 1 : NULL;
}

static const char *choices(const tml_resolved *r, const tml_multiple_joint *m, const char *rest, const tml_use *use)
{
    const char *list = "";
    for (int i = is_wrench(r->model, rest) ? -1 : 0; i < m->count && i < 8; i++) {
        const char *name = tml_use_seen(use, i < 0 ? m->resultant : r->model->joints[m->joint + i].name);
        list = tml_arena_format(r->arena, "%s%s%s%s%s", list,
                                !*list              ? ""
                                : i == m->count - 1 ? " or "
                                                    : ", ",
                                name, rest ? "." : "", rest ? rest : "");
    }
    return m->count > 8 ? tml_arena_format(r->arena, "%s, ...", list) : list;
}

bool tml_multiple_joint_refuse(const tml_resolved *r, const char *what, const char *text, tml_place place)
{
    const char *rest;
    bool is_rotation;
    const tml_multiple_joint *m = multiple_named(r->model, text, place.use, &rest);
    const char *channel = m ? behind_first(m, rest) : NULL;
    if (!m || (channel != rest && is_wrench(r->model, channel))) /* A.crank.fx is a result */
        return false;
    const char *one = channel ? tml_arena_dotted(r->arena, r->model->joints[m->joint].name, channel) : NULL;
    if (one && tml_channel_find(r, one, NULL, &is_rotation) == TML_NO_CHANNEL &&
        !tml_channel_find_meaning(one).is_result)
        return false; /* no joint of them has such a channel */
    tml_log_raise(r->log, TML_E_WHICH_JOINT, place, "%s: joint \"%s\" joins %d bodies: write %s", what,
                  tml_use_seen(place.use, m->name), m->count + 1, choices(r, m, channel, place.use));
    return true;
}
