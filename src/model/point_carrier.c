/* point_carrier.c - the body that carries a point of the drawing during the motion.
 *
 * A point that no body has in its list stands on the ground. Where several bodies have it, joints must keep it common to them; the first of
 * them then speaks for all.
 */
#include "model/multiple_joint.h"
#include "model/scope.h"
#include <string.h>

static bool has_point(const tml_resolved *r, int body, int point)
{
    const tml_body *b = &r->bodies[body];
    bool found = false;
    for (int i = 0; i < b->point_count && !found && !r->point_texts[body]; i++)
        found = tml_scope_find(&r->drawing_names, b->points[i].name, b->use) == point;
    return found;
}

/* Whether a joint keeps a point common to its bodies: a rigid one that leaves rotations only. */
static bool shares_point(const tml_resolved *r, const tml_element *joint)
{
    if (!joint->joint || !joint->type_node || joint->joint->connects != TML_CONNECT_BODIES ||
        tml_node_find(joint->node, "stiffness") || tml_node_find(joint->node, "clearance"))
        return false;
    const tml_joint_form *form = r->model->space ? &joint->joint->space : &joint->joint->plane;
    int translations = 0;
    for (size_t i = 0; i < form->rows_count; i++)
        translations += form->rows[i].kind == TML_COORD || form->rows[i].kind == TML_ALONG;
    return translations == (r->model->space ? 3 : 2);
}

/* Where a joint is attached, as tml_resolved_joint_ends finds it, without messages. */
static bool find_end(const tml_resolved *r, const tml_element *joint, int end, tml_anchor *anchor)
{
    const tml_node *node = joint->type_node->items[end], *at = tml_node_find(joint->node, "at");
    const tml_named_element e = tml_scope_element(r->model, node->text, node->place.use);
    const tml_use *use = node->place.use;
    const char *own = tml_named_point(&e, &use), *name = own ? own : at ? at->text : tml_joint_point(joint);
    anchor->body = e.index;
    return e.index >= 0 && e.index < r->model->body_count &&
           tml_resolved_point(r, e.index, name, use, !own, &anchor->p);
}

/* Points of bodies that joints keep together. */
typedef struct {
    tml_anchor *list;
    int count, capacity;
} common_points;

static bool is_in(const common_points *c, tml_anchor a)
{
    for (int i = 0; i < c->count; i++) {
        const tml_anchor *b = &c->list[i];
        if (a.body == b->body && a.p.x == b->p.x && a.p.y == b->p.y && a.p.z == b->p.z)
            return true;
    }
    return false;
}

static void add(const tml_resolved *r, common_points *c, tml_anchor a)
{
    TML_GROW(r->arena, c->list, c->count, c->capacity);
    c->list[c->count++] = a;
}

/* Adds the points that joints connect with those found so far. */
static void spread(const tml_resolved *r, common_points *common)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < r->model->joint_count; i++) {
            const tml_element *joint = &r->model->joints[i];
            tml_anchor ends[2];
            if (!shares_point(r, joint) || !find_end(r, joint, 0, &ends[0]) || !find_end(r, joint, 1, &ends[1]))
                continue;
            const bool first = is_in(common, ends[0]), second = is_in(common, ends[1]);
            if (first != second) {
                add(r, common, ends[first ? 1 : 0]);
                more = true;
            }
        }
    }
}

/* leg1.shank.A: how a text names a point of the drawing on a body. */
static const char *name_on(const tml_resolved *r, int body, int point, const tml_use *use)
{
    return tml_arena_dotted(r->arena, tml_use_seen(use, r->bodies[body].name),
                            tml_use_seen(r->bodies[body].use, r->drawing[point].name));
}

/* Of a point of the drawing that is named alone. */
static int find_carrier(tml_resolved *r, int point, const char *what, tml_place place)
{
    common_points common = {0};
    int first = 0;
    for (int i = 1; i < r->model->body_count; i++) {
        if (!has_point(r, i, point))
            continue;
        const tml_anchor here = {i, tml_drawing_in(r, point, r->bodies[i].use)};
        if (!first) {
            first = i;
            add(r, &common, here);
        } else if (common.count == 1)
            spread(r, &common);
        if (is_in(&common, here))
            continue;
        tml_log_raise(r->log, TML_E_WHICH_BODY, place,
                      "%s: bodies %s and %s both have the point %s, and no joint keeps them together there: write "
                      "%s or %s",
                      what, tml_use_seen(place.use, r->bodies[first].name), tml_use_seen(place.use, r->bodies[i].name),
                      tml_use_seen(place.use, r->drawing[point].name), name_on(r, first, point, place.use),
                      name_on(r, i, point, place.use));
        return -1;
    }
    return first;
}

int tml_point_carrier(tml_resolved *r, const char *name, const char *what, tml_place place)
{
    int owner, point, component;
    if (!tml_point_find(r, name, place.use, &owner, &point, &component) || owner != TML_DRAWING)
        return owner;
    const char *whole = tml_arena_text(r->arena, name, strlen(name) - (component < 0 ? 0 : 2));
    const tml_named_element e = tml_scope_element(r->model, whole, place.use);
    const bool named = e.index >= 0 && e.index < r->model->body_count && (e.rest || e.point);
    return named ? e.index : find_carrier(r, point, what, place);
}
