/* point_carrier.c - the body that carries a point of the drawing during the motion.
 *
 * A point that no body has in its list stands on the ground. Where several bodies have it, joints must keep it common to them; the first of
 * them then speaks for all.
 */
#include "model/check.h"
#include <string.h>

static bool has_point(const tml_resolved *r, int body, const char *name)
{
    return !r->point_texts[body] && tml_names_find(&r->point_names[body], name) >= 0;
}

/* Whether a joint keeps one point of this name common to the bodies that it joins: a rigid joint whose coordinates are rotations. */
static bool holds(const tml_resolved *r, const tml_element *joint, const char *name)
{
    const tml_node *at = tml_node_find(joint->node, "at");
    const char *point = at && at->kind == TML_NODE_SCALAR ? at->text : joint->name;
    if (!joint->joint || !joint->type_node || joint->joint->connects != TML_CONNECT_BODIES ||
        tml_node_find(joint->node, "stiffness") || strcmp(point, name) != 0)
        return false;
    const tml_joint_form *form = r->model->space ? &joint->joint->space : &joint->joint->plane;
    int translations = 0;
    for (size_t i = 0; i < form->rows_count; i++)
        translations += form->rows[i].kind == TML_COORD || form->rows[i].kind == TML_ALONG;
    return translations == (r->model->space ? 3 : 2);
}

/* Adds the bodies that joints at the point connect with those found so far. */
static void spread(const tml_resolved *r, const char *name, bool *together)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < r->model->joint_count; i++) {
            const tml_element *joint = &r->model->joints[i];
            bool any = false, all = true;
            for (int k = 0; holds(r, joint, name) && k < joint->type_node->count; k++) {
                const int body = tml_resolved_body_of(r, joint->type_node->items[k]);
                any |= body >= 0 && together[body];
                all &= body < 0 || together[body];
            }
            for (int k = 0; any && !all && k < joint->type_node->count; k++) {
                const int body = tml_resolved_body_of(r, joint->type_node->items[k]);
                if (body >= 0)
                    together[body] = more = true;
            }
        }
    }
}

int tml_point_carrier(tml_resolved *r, const char *name, const char *what, tml_place place)
{
    bool *together = TML_NEW_ARRAY(r->arena, bool, r->model->body_count);
    int first = 0;
    for (int i = 1; i < r->model->body_count; i++) {
        if (!has_point(r, i, name))
            continue;
        if (!first) {
            first = i;
            together[i] = true;
            spread(r, name, together);
        } else if (!together[i]) {
            tml_log_raise(r->log, TML_E_WHICH_BODY, place,
                          "%s: bodies %s and %s both have the point %s, and no joint keeps them together there: write "
                          "%s.%s or %s.%s",
                          what, r->bodies[first].name, r->bodies[i].name, name, r->bodies[first].name, name,
                          r->bodies[i].name, name);
            return -1;
        }
    }
    return first;
}
