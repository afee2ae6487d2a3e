/* points.c - points of the drawing, and of bodies: in their own frame or by name from the drawing. */
#include "model/body.h"
#include <string.h>

/* Coordinates that are plain numbers, as nearly all are: without preparing text for a message. */
static bool read_plain(const tml_node *node, int count, tml_vec3 *p)
{
    double v[3] = {0};
    if (node->kind != TML_NODE_LIST || node->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (node->items[i]->kind != TML_NODE_SCALAR ||
            !tml_decimal_read(node->items[i]->text, strlen(node->items[i]->text), &v[i]))
            return false;
    *p = (tml_vec3){v[0], v[1], v[2]};
    return true;
}

/* The points of a map, added to points and names; returns the new count. */
static int read_map(tml_resolved *r, const tml_node *map, const char *what, tml_point *points, int count,
                    tml_names *names, bool *broken)
{
    const tml_checker c = tml_resolved_checker(r);
    const char *kind = tml_arena_format(r->arena, "%spoint", what);
    for (int i = 0; i < map->count; i++) {
        tml_point p = {.name = map->keys[i]->text};
        if (!tml_name_check(&c, kind, map->keys[i])) {
            *broken = true;
            continue;
        }
        if (!read_plain(map->items[i], r->model->space ? 3 : 2, &p.p) &&
            !tml_vector_read(r, map->items[i], "m", tml_arena_format(r->arena, "%s %s", kind, p.name), &p.p))
            p.p = (tml_vec3){0};
        tml_names_add(names, p.name, count);
        points[count++] = p;
    }
    return count;
}

void tml_points_read(tml_resolved *r)
{
    const tml_node *map = r->model->points;
    bool broken = false;
    r->drawing_names.arena = r->arena;
    if (!map)
        return;
    tml_point *points = TML_NEW_ARRAY(r->arena, tml_point, map->count);
    r->drawing_count = read_map(r, map, "", points, 0, &r->drawing_names, &broken);
    r->drawing_broken = broken;
    r->drawing = points;
}

/* One point of a body that is drawn, by its name in the drawing. */
static void take_drawn(tml_body_draft *d, const tml_node *name, tml_point *points)
{
    const tml_checker c = tml_resolved_checker(d->r);
    const int i = tml_names_find(&d->r->drawing_names, name->text);
    if (i < 0 && (d->r->model->lost_points || d->r->drawing_broken)) {
        d->body->broken = true;
    } else if (i < 0) {
        tml_log_raise(d->r->log, TML_E_NO_POINT, name->place, "%s: no point \"%s\" in the drawing%s", d->what,
                      name->text, tml_suggestion(&c, tml_names_nearest(&d->r->drawing_names, name->text)));
        d->body->broken = true;
    } else if (!tml_names_add(d->names, d->r->drawing[i].name, d->body->point_count)) {
        tml_log_raise(d->r->log, TML_E_POINT_TWICE, name->place, "%s: point \"%s\" is given twice", d->what,
                      name->text);
    } else {
        points[d->body->point_count++] = d->r->drawing[i];
    }
}

/* The ground has every point of the drawing besides its own. */
static void add_drawing(tml_body_draft *d, tml_point *points)
{
    for (int i = 0; i < d->r->drawing_count; i++) {
        const tml_point *p = &d->r->drawing[i];
        if (tml_names_add(d->names, p->name, d->body->point_count))
            points[d->body->point_count++] = *p;
    }
}

static void check_ground_map(tml_body_draft *d, const tml_node *map)
{
    for (int i = 0; map && map->kind == TML_NODE_MAP && i < map->count; i++)
        if (tml_names_find(&d->r->drawing_names, map->keys[i]->text) >= 0)
            tml_log_raise(d->r->log, TML_E_POINT_TWICE, map->keys[i]->place,
                          "%s: point \"%s\" is a point of the drawing already", d->what, map->keys[i]->text);
}

void tml_draft_points(tml_body_draft *d)
{
    tml_body *b = d->body;
    const tml_node *node = tml_draft_get(d, "points");
    if (node && node->kind == TML_NODE_SCALAR)
        node = NULL;
    const int most = (node ? node->count : 0) + (tml_draft_is_ground(d) ? d->r->drawing_count : 0);
    tml_point *points = TML_NEW_ARRAY(d->r->arena, tml_point, most);
    b->points = points;
    b->drawn = tml_draft_is_ground(d) || (node ? node->kind == TML_NODE_LIST
                                               : d->r->drawing_count > 0 && !tml_draft_get(d, "position") &&
                                                     !tml_draft_get(d, "angle") && !tml_draft_get(d, "orientation"));
    if (node && node->kind == TML_NODE_LIST && d->r->drawing_count == 0 && node->count > 0) {
        if (!d->r->model->lost_points)
            tml_log_raise(d->r->log, TML_E_NO_DRAWING, node->place,
                          "%s: \"points\" is a list of names, but the file has no drawing (a section \"points\")",
                          d->what);
        b->broken = true;
        return;
    }
    if (node && node->kind == TML_NODE_MAP)
        b->point_count =
            read_map(d->r, node, tml_arena_format(d->r->arena, "%s: ", d->what), points, 0, d->names, &b->broken);
    for (int i = 0; node && node->kind == TML_NODE_LIST && i < node->count; i++)
        take_drawn(d, node->items[i], points);
    if (tml_draft_is_ground(d)) {
        check_ground_map(d, node);
        add_drawing(d, points);
    }
}
