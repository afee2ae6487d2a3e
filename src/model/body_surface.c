/* body_surface.c - reads the surfaces of bodies, and finds those that a text names. */
#include "model/body_surface.h"
#include "model/body.h"
#include "model/channel_name.h"
#include "model/scope.h"
#include "model/shape.h"
#include <string.h>

const tml_field tml_body_surface_common_fields[] = {
    {"group", TML_FIELD_TEXT,
     .doc = "a name that several surfaces may have: a contact with it is one with each of them", .advanced = true},
};
const size_t tml_body_surface_common_fields_count =
    sizeof tml_body_surface_common_fields / sizeof *tml_body_surface_common_fields;

/* ---- what kinds share ---- */

bool tml_surface_refuse(const tml_shape_context *c, const char *why)
{
    tml_log_raise(c->r->log, TML_E_SURFACE, c->element.place, "%s: %s", c->element.name, why);
    return false;
}

bool tml_surface_is(const tml_shape_context *c, const char *field)
{
    return tml_node_is(tml_node_find(c->element.node, field), "true");
}

bool tml_surface_curve(tml_shape_context *c, int least, tml_body_surface *s)
{
    const tml_node *list = tml_node_find(c->element.node, "points"), *speed = tml_node_find(c->element.node, "speed");
    tml_vec3 *points;
    if (!list)
        return tml_surface_refuse(c, "its points are missing, as [[0, 0], [1, 0]]");
    const int count = tml_shape_corners(c, list, &points);
    if (count < 0)
        return false;
    if (count < least)
        return tml_surface_refuse(c, tml_arena_format(c->r->arena, "needs %d points or more", least));
    for (int i = 0; i < count; i++)
        if (i > 0 && tml_norm(tml_sub(points[i], points[i - 1])) == 0)
            return tml_surface_refuse(
                c, tml_arena_format(c->r->arena, "points %d and %d coincide: leave one out", i, i + 1));
    s->points = points, s->point_count = count;
    return !speed || tml_resolved_number(c->r, speed, "m/s",
                                         tml_arena_format(c->r->arena, "%s: speed", c->element.name), &s->speed.x);
}

bool tml_surface_close(tml_shape_context *c, tml_body_surface *s)
{
    double area = 0;
    if (tml_norm(tml_sub(s->points[s->point_count - 1], s->points[0])) == 0)
        return tml_surface_refuse(c, "its last point is its first: a closed curve joins them, leave it out");
    for (int i = 0; i < s->point_count; i++) {
        const tml_vec3 a = tml_sub(s->points[i], s->points[0]),
                       b = tml_sub(s->points[(i + 1) % s->point_count], s->points[0]);
        area += a.x * b.y - a.y * b.x;
    }
    s->hollow = tml_surface_is(c, "hollow");
    s->closed = true;
    if ((area > 0) == s->hollow)
        return true;
    tml_vec3 *turned = TML_NEW_ARRAY(c->r->arena, tml_vec3, s->point_count);
    for (int i = 0; i < s->point_count; i++)
        turned[i] = s->points[s->point_count - 1 - i];
    s->points = turned;
    s->speed = tml_scale(-1, s->speed);
    return true;
}

/* ---- reading ---- */

static const tml_body_surface_class *class_of(const char *name)
{
    for (int i = 0; i < tml_body_surface_class_count; i++)
        if (strcmp(tml_body_surface_classes[i]->name, name) == 0)
            return tml_body_surface_classes[i];
    return NULL;
}

static bool report_kind(tml_resolved *r, const tml_node *key, const char *what)
{
    const char *names[32];
    size_t count = 0;
    const tml_checker c = tml_resolved_checker(r);
    for (int i = 0; i < tml_body_surface_class_count && count < 32; i++)
        if (r->model->space ? tml_body_surface_classes[i]->space : tml_body_surface_classes[i]->plane)
            names[count++] = tml_body_surface_classes[i]->name;
    const bool elsewhere = class_of(key->text) != NULL;
    tml_log_raise(r->log, TML_E_UNKNOWN_SURFACE, key->place, "%s: %s \"%s\"%s%s", what,
                  elsewhere ? "there is no" : "unknown surface", key->text,
                  !elsewhere        ? ""
                  : r->model->space ? " in space"
                                    : " in the plane",
                  tml_suggest(&c, key->text, names, count));
    return false;
}

/* Index of the key that names the kind; -1 with a message. */
static int kind_key(tml_resolved *r, const tml_node *map, const char *what)
{
    int found = -1, unknown = -1;
    for (int i = 0; i < map->count; i++) {
        const char *key = map->keys[i]->text;
        if (class_of(key) && found >= 0) {
            tml_log_raise(r->log, TML_E_SEVERAL_TYPES, map->keys[i]->place, "%s is of one kind, not \"%s\" and \"%s\"",
                          what, map->keys[found]->text, key);
            return -1;
        }
        if (class_of(key))
            found = i;
        else if (unknown < 0 &&
                 !tml_field_find(tml_body_surface_common_fields, tml_body_surface_common_fields_count, key))
            unknown = i;
    }
    if (found < 0 && unknown >= 0)
        report_kind(r, map->keys[unknown], what);
    else if (found < 0)
        tml_log_raise(r->log, TML_E_NO_TYPE, map->place, "%s needs a kind, as {%s}", what,
                      r->model->space ? "sphere: 50 mm" : "disc: 50 mm");
    return found;
}

static bool read_one(tml_shape_context *context, const tml_node *key, const tml_node *node, const char *body_what,
                     tml_body_surface *s)
{
    tml_resolved *r = context->r;
    const tml_checker c = tml_resolved_checker(r);
    const char *what = tml_arena_format(r->arena, "%s: surface %s", body_what, key->text);
    if (!tml_name_check(&c, tml_arena_format(r->arena, "%s: surface", body_what), key))
        return false;
    if (node->kind != TML_NODE_MAP) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must be a map like {disc: 50 mm}", what);
        return false;
    }
    const int index = kind_key(r, node, what);
    const tml_body_surface_class *class = index < 0 ? NULL : class_of(node->keys[index]->text);
    if (class && !(r->model->space ? class->space : class->plane))
        return report_kind(r, node->keys[index], what);
    const tml_node *options = class ? tml_kind_options(r, node, index, class->short_field, what, NULL) : NULL;
    if (!options)
        return false;
    const tml_field_list lists[] = {{class->fields, class->fields_count},
                                    {tml_body_surface_common_fields, tml_body_surface_common_fields_count}};
    const tml_node *group = tml_node_find(options, "group");
    *s = (tml_body_surface){.name = key->text,
                            .full = tml_arena_dotted(r->arena, context->body->name, key->text),
                            .place = key->place,
                            .body = (int)(context->body - r->bodies),
                            .class = class,
                            .group = group ? group->text : NULL};
    context->fields = class->fields, context->fields_count = class->fields_count;
    context->element =
        (tml_element){.name = what, .place = node->keys[index]->place, .kind = class->name, .node = options};
    return tml_fields_check(&c, what, options, lists, 2, NULL) && class->read(context, s);
}

void tml_draft_surfaces(tml_body_draft *d)
{
    const tml_node *map = tml_draft_get(d, "surfaces");
    tml_body *b = d->body;
    if (!map)
        return;
    tml_shape_context context = {.r = d->r, .body = b, .names = d->names};
    context.centered = tml_draft_get(d, "com") || (b->outline.kind != TML_SHAPE_NONE && !b->outline.drawn_only) ||
                       tml_draft_is_ground(d);
    tml_body_surface *list = TML_NEW_ARRAY(d->r->arena, tml_body_surface, map->count);
    for (int i = 0; i < map->count; i++)
        if (read_one(&context, map->keys[i], map->items[i], d->what, &list[b->surface_count]))
            b->surface_count++;
        else
            b->lost_surfaces = true;
    b->surfaces = list;
}

/* ---- by name ---- */

static const tml_body_surface *surface_of(const tml_body *b, const char *name)
{
    for (int i = 0; i < b->surface_count; i++)
        if (strcmp(b->surfaces[i].name, name) == 0)
            return &b->surfaces[i];
    return NULL;
}

/* No surface of this name on a body. */
static void report_surface(tml_resolved *r, const tml_node *node, const char *what, const tml_body *b, const char *name)
{
    const tml_checker c = tml_resolved_checker(r);
    const char **names = TML_NEW_ARRAY(r->arena, const char *, b->surface_count);
    for (int i = 0; i < b->surface_count; i++)
        names[i] = b->surfaces[i].name;
    if (b->lost_surfaces)
        return;
    if (b->surface_count == 0)
        tml_log_raise(r->log, TML_E_NO_SURFACE, node->place,
                      "%s: body \"%s\" has no surfaces: give it one, as surfaces: {%s: {%s}}", what, b->name,
                      name ? name : "rim", r->model->space ? "sphere: 50 mm" : "disc: 50 mm");
    else
        tml_log_raise(r->log, TML_E_NO_SURFACE, node->place, "%s: no surface \"%s\" on body \"%s\"%s", what, name,
                      b->name, tml_suggest(&c, name, names, (size_t)b->surface_count));
}

/* The body that a text names, with or without a surface; NULL: none. */
static const tml_body *body_of(const tml_resolved *r, const tml_node *node, tml_named_element *e)
{
    *e = tml_scope_element(r->model, node->text, node->place.use);
    return e->index >= 0 && e->index < r->model->body_count ? &r->bodies[e->index] : NULL;
}

static bool is_text(tml_resolved *r, const tml_node *node, const char *what)
{
    if (node->kind == TML_NODE_SCALAR && node->text[0])
        return true;
    tml_log_raise(r->log, TML_E_NO_SURFACE, node->place, "%s: a surface is needed, as body.surface", what);
    return false;
}

const tml_body_surface *tml_resolved_surface(tml_resolved *r, const tml_node *node, const char *what)
{
    const tml_body_surface **list;
    const int count = tml_resolved_surfaces(r, node, what, &list);
    if (count > 1)
        tml_log_raise(r->log, TML_E_NO_SURFACE, node->place, "%s: \"%s\" has several surfaces: name one, as %s", what,
                      node->text, list[0]->full);
    return count == 1 ? list[0] : NULL;
}

/* The surfaces of a group. */
static int group_of(tml_resolved *r, const char *name, const tml_body_surface **list)
{
    int count = 0;
    for (int i = 0; i < r->model->body_count; i++)
        for (int k = 0; k < r->bodies[i].surface_count; k++)
            if (r->bodies[i].surfaces[k].group && strcmp(r->bodies[i].surfaces[k].group, name) == 0) {
                if (list)
                    list[count] = &r->bodies[i].surfaces[k];
                count++;
            }
    return count;
}

/* The body or group whose name is nearest to a misspelt one; NULL: none is near. */
static const char *nearest_group(tml_resolved *r, const char *name)
{
    int count = r->model->body_count;
    for (int i = 0; i < r->model->body_count; i++)
        count += r->bodies[i].surface_count;
    const char **names = TML_NEW_ARRAY(r->arena, const char *, count);
    size_t n = 0;
    for (int i = 0; i < r->model->body_count; i++) {
        names[n++] = r->bodies[i].name;
        for (int k = 0; k < r->bodies[i].surface_count; k++)
            if (r->bodies[i].surfaces[k].group)
                names[n++] = r->bodies[i].surfaces[k].group;
    }
    return tml_nearest(name, names, n);
}

int tml_resolved_surfaces(tml_resolved *r, const tml_node *node, const char *what, const tml_body_surface ***list)
{
    tml_named_element e;
    if (!is_text(r, node, what))
        return 0;
    const tml_body *b = body_of(r, node, &e);
    if (!b) {
        const int count = group_of(r, node->text, NULL);
        *list = TML_NEW_ARRAY(r->arena, const tml_body_surface *, count);
        group_of(r, node->text, *list);
        if (count == 0 && !tml_name_is_doubtful(r->model, tml_arena_text(r->arena, e.name, e.length))) {
            const char *near = nearest_group(r, node->text);
            tml_log_raise(r->log, TML_E_NO_SURFACE, node->place,
                          "%s: \"%s\" is neither a surface, as body.surface, nor a body or a group of surfaces%s%s%s",
                          what, node->text, near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
        }
        return count;
    }
    const tml_use *use = node->place.use;
    const char *name = tml_named_point(&e, &use);
    const tml_body_surface *one = name ? surface_of(b, name) : NULL;
    if (name ? !one : b->surface_count == 0) {
        report_surface(r, node, what, b, name);
        return 0;
    }
    const int count = name ? 1 : b->surface_count;
    *list = TML_NEW_ARRAY(r->arena, const tml_body_surface *, count);
    for (int i = 0; i < count; i++)
        (*list)[i] = name ? one : &b->surfaces[i];
    return count;
}
