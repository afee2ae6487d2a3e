/* anchor.c - resolves `crank` and `crank.A`: bodies, their points, joints and their coordinates. */
#include "model/body_surface.h"
#include "model/channel_name.h"
#include "model/check.h"
#include "model/multiple_joint.h"
#include "model/scope.h"
#include <string.h>

bool tml_resolved_point(const tml_resolved *r, int body, const char *name, const tml_use *use, bool at_both,
                        tml_vec3 *p)
{
    const tml_body *b = &r->bodies[body];
    const int own = tml_names_find(&r->point_names[body], name);
    int drawn = b->drawn && (own < 0 || at_both) ? tml_scope_find(&r->drawing_names, name, use) : -1;
    if (b->drawn && own < 0 && drawn < 0) /* a point of the part that the body is of, seen from outside */
        drawn = tml_scope_find(&r->drawing_names, name, b->use);
    if (drawn >= 0)
        *p = tml_drawing_in(r, drawn, b->use);
    else if (own >= 0)
        *p = b->points[own].p;
    return own >= 0 || drawn >= 0;
}

/* ---- bodies and points ---- */

/* The body nearest in name; joints and forces are not meant here. */
static const char *nearest_body(const tml_resolved *r, const char *name, const tml_use *use)
{
    tml_names bodies = {.arena = r->arena};
    if (r->log->error_count > 100)
        return NULL;
    for (int i = 0; i < r->model->body_count; i++)
        tml_names_add(&bodies, tml_use_seen(use, r->model->bodies[i].name), i);
    return tml_names_nearest(&bodies, name);
}

static void report_point(tml_resolved *r, tml_place place, const char *what, int body, const char *name)
{
    const tml_body *b = &r->bodies[body];
    const tml_checker c = tml_resolved_checker(r);
    const char *nearest = r->log->error_count > 100 ? NULL : tml_names_nearest(&r->point_names[body], name);
    if (b->broken || (r->model->lost_points && b->drawn) || (body > 0 && !r->model->bodies[body].node))
        return;
    if (!nearest && b->drawn && r->log->error_count <= 100)
        nearest = tml_names_nearest(&r->drawing_names, name);
    const char *suggestion = tml_suggestion(&c, nearest);
    tml_text list = {0};
    for (int i = 0; !nearest && i < b->point_count && i < 8; i++)
        tml_text_add(&list, "%s%s", i == 0 ? "; it has " : ", ", b->points[i].name);
    if (!nearest)
        tml_text_add(&list, "%s", b->point_count > 8 ? ", ..." : "");
    if (!nearest && b->point_count == 0)
        tml_text_add(&list, "; it has none: give it one, as points: {%s: [0, 0%s]}", name,
                     r->model->space ? ", 0" : "");
    tml_log_raise(r->log, TML_E_NO_POINT, place, "%s: no point \"%s\" on body \"%s\"%s", what, name, b->name,
                  list.data ? list.data : suggestion);
    tml_text_free(&list);
}

/* `point` is the point that was meant on the body, or NULL. */
static void report_body(tml_resolved *r, tml_place place, const char *what, const char *name, const char *point)
{
    const tml_checker c = tml_resolved_checker(r);
    const int i = tml_names_find(&r->model->names, name);
    if (i < 0 && tml_name_is_doubtful(r->model, name))
        return;
    const char *nearest = nearest_body(r, name, place.use), *end = tml_suggestion(&c, nearest);
    if (!point && tml_names_find(&r->drawing_names, name) >= 0)
        tml_log_raise(r->log, TML_E_NO_BODY, place,
                      "%s: \"%s\" is a point of the drawing; name its body too: ground.%s", what, name, name);
    else if (i >= r->model->body_count)
        tml_log_raise(r->log, TML_E_NO_BODY, place, "%s: \"%s\" is not a body", what, name);
    else if (point)
        tml_log_raise(r->log, TML_E_NO_POINT, place, "%s: no point \"%s\" on body \"%s\"%s", what, point, name, end);
    else
        tml_log_raise(r->log, TML_E_NO_BODY, place, "%s: no body \"%s\"%s", what, name, end);
}

bool tml_names_point(const tml_resolved *r, const tml_node *node)
{
    const tml_named_element e = tml_scope_element(r->model, node->text, node->place.use);
    return e.rest || e.point;
}

static tml_place after(tml_place place, size_t characters)
{
    place.column += (int)characters;
    return place;
}

bool tml_resolved_anchor(tml_resolved *r, const tml_node *node, const tml_node *at, const char *fallback,
                         const char *what, tml_anchor *anchor)
{
    *anchor = (tml_anchor){0};
    if (node->kind != TML_NODE_SCALAR || !node->text[0]) {
        tml_log_raise(r->log, TML_E_NOT_A_BODY_OR_POINT, node->place,
                      "%s: a body or a point of one is needed, as body or body.P", what);
        return false;
    }
    const tml_named_element e = tml_scope_element(r->model, node->text, node->place.use);
    const tml_use *use = node->place.use;
    const char *own = tml_named_point(&e, &use), *point = own ? own : at ? at->text : fallback;
    if (e.index < 0 || e.index >= r->model->body_count) {
        report_body(r, node->place, what, tml_arena_text(r->arena, e.name, e.length), e.rest ? NULL : point);
        return false;
    }
    anchor->body = e.index;
    anchor->p = r->bodies[e.index].com;
    if (!point || tml_resolved_point(r, e.index, point, use, !own, &anchor->p))
        return true;
    report_point(r,
                 e.rest       ? after(node->place, e.length + 1)
                 : at && !own ? at->place
                              : node->place,
                 what, e.index, point);
    return false;
}

/* ---- ends of joints and forces ---- */

static bool holds_a_point(const tml_resolved *r, const tml_joint_class *joint)
{
    const tml_joint_form *form = r->model->space ? &joint->space : &joint->plane;
    for (size_t i = 0; i < form->rows_count; i++) {
        const tml_measure_kind kind = form->rows[i].kind;
        if (kind == TML_COORD || kind == TML_ALONG || kind == TML_DISTANCE)
            return true;
    }
    return false;
}

int tml_resolved_body_of(const tml_resolved *r, const tml_node *node)
{
    const int i = tml_scope_element(r->model, node->text, node->place.use).index;
    return i < r->model->body_count ? i : -1;
}

/* A joint that holds no point needs none; its frames are then the bodies' own. */
static bool free_end(tml_resolved *r, const tml_node *node, const char *name, tml_anchor *end)
{
    const tml_named_element e = tml_scope_element(r->model, node->text, node->place.use);
    tml_vec3 p;
    if (e.rest || e.point || e.index < 0 || e.index >= r->model->body_count ||
        tml_resolved_point(r, e.index, name, node->place.use, true, &p))
        return false;
    *end = (tml_anchor){.body = e.index};
    return true;
}

static bool on_two_bodies(tml_resolved *r, const tml_node *node, const char *what, const char *does,
                          const tml_anchor ends[2])
{
    if (ends[0].body != ends[1].body)
        return true;
    tml_log_raise(r->log, TML_E_SAME_BODY, node->place, "%s: %s body \"%s\" %s itself", what, does,
                  r->bodies[ends[0].body].name, does[0] == 'j' ? "with" : "and");
    return false;
}

/* The bodies of two surfaces, and the middle of each, or a point of it. */
static bool surface_ends(tml_resolved *r, const tml_element *joint, const char *what, tml_anchor ends[2])
{
    const tml_body_surface *surface[2];
    for (int i = 0; i < 2; i++) {
        surface[i] = tml_resolved_surface(r, joint->type_node->items[i], what);
        if (surface[i])
            ends[i] = (tml_anchor){.body = surface[i]->body,
                                   .p = surface[i]->point_count ? surface[i]->points[0] : surface[i]->at};
    }
    return surface[0] && surface[1] && on_two_bodies(r, joint->type_node, what, "joins", ends);
}

/* The body with the curve, at its origin, and the point that is led along it: named, that of the joint's own name, or the centre of mass. */
static bool curve_ends(tml_resolved *r, const tml_element *joint, const char *what, tml_anchor ends[2])
{
    const tml_node *const *items = (const tml_node *const *)joint->type_node->items;
    const char *own = tml_joint_point(joint);
    const int body = tml_resolved_body_of(r, items[1]);
    tml_vec3 p;
    const bool named = body >= 0 && tml_resolved_point(r, body, own, items[1]->place.use, true, &p);
    ends[0] = (tml_anchor){.body = tml_resolved_body_of(r, items[0])};
    if (ends[0].body < 0)
        return tml_resolved_anchor(r, items[0], NULL, NULL, what, &ends[0]);
    return tml_resolved_anchor(r, items[1], tml_node_find(joint->node, "at"), named ? own : NULL, what, &ends[1]) &&
           on_two_bodies(r, joint->type_node, what, "joins", ends);
}

bool tml_resolved_joint_ends(tml_resolved *r, const tml_element *joint, tml_anchor ends[2])
{
    const char *what = tml_element_what(r->arena, joint);
    if (joint->joint->connects == TML_CONNECT_SURFACES)
        return surface_ends(r, joint, what, ends);
    if (joint->joint->curve)
        return curve_ends(r, joint, what, ends);
    const tml_node *at = tml_node_find(joint->node, "at");
    const bool pointless = !at && !holds_a_point(r, joint->joint);
    const char *own = tml_joint_point(joint);
    const char *fallback = joint->joint->connects == TML_CONNECT_POINTS ? NULL : own;
    bool good = true;
    for (int i = 0; i < 2; i++)
        ends[i] = (tml_anchor){.body = tml_resolved_body_of(r, joint->type_node->items[i])};
    if (ends[0].body >= 0 && !on_two_bodies(r, joint->type_node, what, "joins", ends))
        return false;
    for (int i = 0; i < 2; i++) {
        const tml_node *node = joint->type_node->items[i];
        if (!pointless || !free_end(r, node, own, &ends[i]))
            good = tml_resolved_anchor(r, node, at, fallback, what, &ends[i]) && good;
    }
    return good;
}

static bool read_body(tml_resolved *r, const tml_node *node, const char *what, tml_anchor *end)
{
    if (tml_scope_element(r->model, node->text, node->place.use).rest) {
        tml_log_raise(r->log, TML_E_NOT_A_BODY_OR_POINT, node->place, "%s: a body is needed, not a point of one", what);
        return false;
    }
    return tml_resolved_anchor(r, node, NULL, NULL, what, end);
}

int tml_resolved_force_ends(tml_resolved *r, const tml_element *force, tml_anchor ends[2])
{
    const char *what = tml_element_what(r->arena, force);
    const tml_node *node = force->type_node;
    const bool points = force->force->acts == TML_ACTS_ON_POINT || force->force->acts == TML_ACTS_BETWEEN_POINTS;
    if (node->kind == TML_NODE_SCALAR) {
        if (!(points ? tml_resolved_anchor(r, node, NULL, NULL, what, ends) : read_body(r, node, what, ends)))
            return 0;
        if (ends[0].body == 0)
            tml_log_raise(r->log, TML_E_ACTS_ON_GROUND, node->place, "%s: acts on the ground, which does not move",
                          what);
        return ends[0].body > 0;
    }
    bool good = true;
    for (int i = 0; i < 2; i++)
        good = (points ? tml_resolved_anchor(r, node->items[i], NULL, NULL, what, &ends[i])
                       : read_body(r, node->items[i], what, &ends[i])) &&
               good;
    for (int i = 0; points && good && i < 2; i++)
        if (ends[i].body == 0 && !tml_names_point(r, node->items[i]))
            tml_log_raise(r->log, TML_N_GROUND_ORIGIN, node->items[i]->place,
                          "%s: acts at the origin of the ground, since no point of it is named, as in ground.P", what);
    return good && on_two_bodies(r, node, what, "acts between", ends) ? 2 : 0;
}

/* ---- joints ---- */

static const char *nearest_joint(const tml_resolved *r, const char *name, const tml_use *use)
{
    tml_names joints = {.arena = r->arena};
    if (r->log->error_count > 100)
        return NULL;
    for (int i = 0; i < r->model->joint_count; i++)
        tml_names_add(&joints, tml_use_seen(use, r->model->joints[i].name), i);
    return tml_names_nearest(&joints, name);
}

/* Index of the only coordinate that can be meant, or -1 with a message. */
static int the_coordinate(tml_resolved *r, const tml_element *joint, tml_place place, const char *what,
                          const char *name)
{
    const tml_joint_form *form = r->model->space ? &joint->joint->space : &joint->joint->plane;
    int count = 0, last = -1;
    for (size_t i = 0; i < form->coordinates_count; i++) {
        if (form->coordinates[i].measure.kind == TML_NO_MEASURE)
            continue;
        if (name && strcmp(form->coordinates[i].name, name) == 0)
            return (int)i;
        count++;
        last = (int)i;
    }
    if (!name && count == 1)
        return last;
    tml_text list = {0};
    for (size_t i = 0; i < form->coordinates_count; i++)
        if (form->coordinates[i].measure.kind != TML_NO_MEASURE)
            tml_text_add(&list, "%s%s.%s", list.length == 0 ? "" : " or ", joint->name, form->coordinates[i].name);
    if (count == 0)
        tml_log_raise(r->log, TML_E_NO_JOINT_COORDINATE, place, "%s: joint \"%s\" (%s) has no coordinate to act on",
                      what, joint->name, joint->kind);
    else
        tml_log_raise(r->log, TML_E_WHICH_COORDINATE, place, "%s: name a coordinate of joint \"%s\": %s", what,
                      joint->name, list.data ? list.data : "");
    tml_text_free(&list);
    return -1;
}

int tml_resolved_joint_named(tml_resolved *r, const tml_node *node, const char *what, const char **rest)
{
    const tml_checker c = tml_resolved_checker(r);
    const tml_named_element e = tml_scope_element(r->model, node->text, node->place.use);
    const int index = e.index - r->model->body_count;
    if (rest)
        *rest = e.rest;
    if (index >= 0 && index < r->model->joint_count && (rest || !e.rest))
        return index;
    const char *name = rest ? tml_arena_text(r->arena, e.name, e.length) : node->text;
    if (!tml_multiple_joint_refuse(r, what, node->text, node->place) && !tml_name_is_doubtful(r->model, name))
        tml_log_raise(r->log, TML_E_NO_JOINT, node->place, "%s: no joint \"%s\"%s", what, name,
                      tml_suggestion(&c, nearest_joint(r, name, node->place.use)));
    return -1;
}

bool tml_resolved_joint(tml_resolved *r, const tml_node *node, const char *what, int *joint, int *coordinate)
{
    const char *rest;
    const int index = tml_resolved_joint_named(r, node, what, &rest);
    if (index < 0)
        return false;
    *joint = index;
    const tml_element *e = &r->model->joints[index];
    *coordinate = e->joint ? the_coordinate(r, e, node->place, what, rest) : -1;
    return *coordinate >= 0;
}
