/* points.c - points of the drawing, and of bodies: in their own frame or by name from the drawing. */
#include "base/track.h"
#include "model/body.h"
#include "model/scope.h"
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

/* The points of a map: names, and coordinates that are plain numbers. Returns how many. */
static int begin_map(tml_resolved *r, const tml_node *map, const char *kind, tml_point *points, tml_point_text *texts,
                     tml_names *names, bool *broken)
{
    const tml_checker c = tml_resolved_checker(r);
    int count = 0;
    for (int i = 0; i < map->count; i++) {
        if (!tml_name_check(&c, kind, map->keys[i])) {
            *broken = true;
            continue;
        }
        tml_point *p = &points[count];
        p->name = map->keys[i]->text;
        texts[count] = (tml_point_text){.node = map->items[i]};
        if (read_plain(map->items[i], r->model->space ? 3 : 2, &p->p))
            texts[count].state = TML_READ;
        tml_names_add(names, p->name, count++);
    }
    return count;
}

static void begin_drawing(tml_resolved *r)
{
    const tml_node *map = r->model->points;
    r->drawing_names.arena = r->arena;
    r->frames = TML_NEW_ARRAY(r->arena, tml_use_frame, r->model->use_count);
    if (!map)
        return;
    r->drawing = TML_NEW_ARRAY(r->arena, tml_point, map->count);
    r->drawing_texts = TML_NEW_ARRAY(r->arena, tml_point_text, map->count);
    r->drawing_count = begin_map(r, map, "point", r->drawing, r->drawing_texts, &r->drawing_names, &r->drawing_broken);
    r->drawing_uses = TML_NEW_ARRAY(r->arena, const tml_use *, map->count);
    for (int i = 0, k = 0; i < map->count && k < r->drawing_count; i++)
        if (r->drawing[k].name == map->keys[i]->text)
            r->drawing_uses[k++] = tml_use_of_part(map->keys[i]->place.use);
}

/* Whether its frame is that of the drawing: its points are named there, or nothing else is said. */
static bool is_drawn(const tml_resolved *r, int body, const tml_node *points)
{
    const tml_node *node = r->model->bodies[body].node;
    if (body == 0)
        return true;
    if (points)
        return points->kind == TML_NODE_LIST;
    return r->drawing_count > 0 && !tml_node_find(node, "position") && !tml_node_find(node, "angle") &&
           !tml_node_find(node, "orientation");
}

static void begin_body(tml_resolved *r, int body)
{
    const tml_element *e = &r->model->bodies[body];
    const tml_node *node = tml_node_find(e->node, "points");
    tml_body *b = &r->bodies[body];
    if (node && node->kind == TML_NODE_SCALAR)
        node = NULL;
    const int most = (node ? node->count : 0) + (body == 0 ? r->drawing_count : 0);
    *b = (tml_body){.name = e->name, .place = e->place, .drawn = is_drawn(r, body, node)};
    b->use = tml_use_of_part(e->place.use);
    b->points = TML_NEW_ARRAY(r->arena, tml_point, most);
    r->point_names[body].arena = r->arena;
    if (!node || node->kind != TML_NODE_MAP)
        return;
    r->point_texts[body] = TML_NEW_ARRAY(r->arena, tml_point_text, most);
    const char *kind = tml_keep_joined(r->arena, tml_element_what(r->arena, e), ": ", "point");
    b->point_count = begin_map(r, node, kind, b->points, r->point_texts[body], &r->point_names[body], &b->broken);
}

/* Nothing in it depends on a parameter; others fill in what does. */
static void begin_all(tml_resolved *r)
{
    const int count = r->model->body_count;
    begin_drawing(r);
    r->point_names = TML_NEW_ARRAY(r->arena, tml_names, count);
    r->point_texts = TML_NEW_ARRAY(r->arena, tml_point_text *, count);
    r->bodies = TML_NEW_ARRAY(r->arena, tml_body, count);
    for (int i = 0; i < count; i++)
        begin_body(r, i);
}

static void take_begun(tml_resolved *r, const tml_resolved *begun)
{
    r->drawing = begun->drawing;
    r->drawing_texts = begun->drawing_texts;
    r->drawing_uses = begun->drawing_uses;
    r->drawing_count = begun->drawing_count;
    r->drawing_broken = begun->drawing_broken;
    r->drawing_names = begun->drawing_names;
    r->frames = begun->frames;
    r->point_names = begun->point_names;
    r->point_texts = begun->point_texts;
    r->bodies = begun->bodies;
}

void tml_points_begin(tml_resolved *r)
{
    static const char BEGUN[] = "points begun";
    tml_keeping keeping;
    if (tml_keep(r->arena, BEGUN, &keeping)) {
        take_begun(r, keeping.kept);
        return;
    }
    const size_t errors = r->log->error_count;
    begin_all(r);
    if (r->arena->track && r->log->error_count == errors)
        tml_keep_restored(r->arena, &keeping, tml_arena_copy(r->arena, r, sizeof *r));
}

void tml_points_read(tml_resolved *r)
{
    for (int i = 0; i < r->drawing_count; i++)
        if (r->drawing_texts[i].state != TML_READ)
            tml_point_read(r, TML_DRAWING, i);
    for (int i = 0; i < r->model->use_count; i++)
        tml_resolved_frame(r, r->model->uses[i]);
}

/* One point of a body that is drawn, by its name in the drawing. */
static void take_drawn(tml_body_draft *d, const tml_node *name)
{
    const tml_checker c = tml_resolved_checker(d->r);
    const int i = tml_scope_find(&d->r->drawing_names, name->text, name->place.use);
    if (i < 0 && (d->r->model->lost_points || d->r->drawing_broken)) {
        d->body->broken = true;
    } else if (i < 0) {
        tml_log_raise(d->r->log, TML_E_NO_POINT, name->place, "%s: no point \"%s\" in the drawing%s", d->what,
                      name->text, tml_suggestion(&c, tml_names_nearest(&d->r->drawing_names, name->text)));
        d->body->broken = true;
    } else if (!tml_names_add(d->names, name->text, d->body->point_count)) {
        tml_log_raise(d->r->log, TML_E_POINT_TWICE, name->place, "%s: point \"%s\" is given twice", d->what,
                      name->text);
    } else {
        d->body->points[d->body->point_count++] = (tml_point){name->text, tml_drawing_in(d->r, i, d->body->use)};
        d->body->vague |= d->r->drawing_texts[i].bad;
    }
}

/* The ground has every point of the drawing besides its own. */
static void add_drawing(tml_body_draft *d)
{
    for (int i = 0; i < d->r->drawing_count; i++) {
        const tml_point *p = &d->r->drawing[i];
        if (!tml_names_add(d->names, p->name, d->body->point_count))
            continue;
        if (d->r->point_texts[0])
            d->r->point_texts[0][d->body->point_count] = d->r->drawing_texts[i];
        d->body->points[d->body->point_count++] = (tml_point){p->name, tml_drawing_in(d->r, i, NULL)};
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
    const int body = (int)(b - d->r->bodies);
    const tml_node *node = tml_draft_get(d, "points");
    if (node && node->kind == TML_NODE_SCALAR)
        node = NULL;
    if (node && node->kind == TML_NODE_LIST && d->r->drawing_count == 0 && node->count > 0) {
        if (!d->r->model->lost_points)
            tml_log_raise(d->r->log, TML_E_NO_DRAWING, node->place,
                          "%s: \"points\" is a list of names, but the file has no drawing (a section \"points\")",
                          d->what);
        b->broken = true;
        return;
    }
    for (int i = 0; d->r->point_texts[body] && i < b->point_count; i++) {
        if (d->r->point_texts[body][i].state != TML_READ)
            b->vague |= !tml_point_read(d->r, body, i);
        else if (d->r->point_texts[body][i].evaluated)
            tml_arena_touch(d->r->arena); /* by another body, which needed it */
    }
    for (int i = 0; node && node->kind == TML_NODE_LIST && i < node->count; i++)
        take_drawn(d, node->items[i]);
    if (tml_draft_is_ground(d)) {
        check_ground_map(d, node);
        add_drawing(d);
    }
}
