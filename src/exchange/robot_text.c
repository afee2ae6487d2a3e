/* robot_text.c - a robot as a model file.
 *
 * A body's frame has the origin of its link and, where all coordinates are zero, the axes of the ground. Each joint is at the point of its own
 * name, which both bodies have. */
#include "exchange/robot_text.h"
#include "base/escape.h"
#include <math.h>
#include <string.h>

static void put_point(const tml_robot *r, tml_text *t, int body, const char *name, tml_vec3 on_ground, int *count)
{
    tml_text_add(t, "%s%s: ", (*count)++ ? ", " : ", points: {", name);
    tml_robot_put_place(t, tml_robot_from_body(r, body, on_ground));
}

/* Points: of its joints, and the origins of links that are part of it. */
static void put_points(const tml_robot *r, tml_text *t, int body)
{
    int count = 0;
    for (int i = 0; i < r->link_count; i++) {
        const tml_robot_link *l = &r->links[i];
        if (l->free_joint && (body == i || body == TML_ON_GROUND))
            put_point(r, t, body, l->free_joint, l->zero.p, &count);
    }
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        if (!j->is_within && (r->links[j->child].body == body || r->links[j->parent].body == body))
            put_point(r, t, body, j->name, tml_placed(&r->links[j->child].zero, j->at), &count);
    }
    for (int i = 0; i < r->link_count; i++) {
        const tml_robot_link *l = &r->links[i];
        if (l->body == body && body != i && (l->joint >= 0 || (r->is_placed && i > 0)))
            put_point(r, t, body, l->name, l->zero.p, &count);
    }
    for (int i = 0; i < r->loop_count; i++) {
        const tml_robot_loop *l = &r->loops[i];
        for (int k = 0; k < 2 && l->kind != TML_LOOP_EQUATION && tml_robot_loop_holds(r, l); k++)
            if (r->links[l->links[k]].body == body)
                put_point(r, t, body, l->name, tml_placed(&r->links[l->links[k]].zero, l->at[k]), &count);
    }
    tml_text_add(t, count ? "}" : "");
}

static void put_inertia(tml_text *t, const tml_robot_link *l)
{
    const double(*I)[3] = l->inertia.m, list[6] = {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]};
    const double scale = fmax(fabs(list[0]), fmax(fabs(list[1]), fabs(list[2])));
    tml_text_add(t, ", com: ");
    tml_robot_put_place(t, l->com);
    tml_text_add(t, ", mass: ");
    tml_text_put_shortest(t, l->mass);
    tml_text_add(t, ", inertia: ");
    for (int i = 0; i < 6; i++) {
        tml_text_add(t, "%s", i ? ", " : "[");
        tml_text_put_shortest(t, fabs(list[i]) > TML_ROBOT_NOTHING * scale ? list[i] : 0);
    }
    tml_text_add(t, "]");
}

/* Keys begin with a comma; the first of a map, from `begin` on, has none in front. */
static void drop_first_comma(tml_text *t, size_t begin)
{
    if (t->failed || t->length < begin + 2 || strncmp(t->data + begin, ", ", 2) != 0)
        return;
    memmove(t->data + begin, t->data + begin + 2, t->length - begin - 1);
    t->length -= 2;
}

static void put_body(const tml_robot *r, tml_text *t, int body)
{
    tml_text_add(t, "  %s: {", tml_robot_body_name(r, body));
    const size_t begin = t->length;
    if (body != TML_ON_GROUND) {
        tml_text_add(t, "position: ");
        tml_robot_put_place(t, r->links[body].zero.p);
    }
    put_points(r, t, body);
    if (body != TML_ON_GROUND && r->links[body].has_inertia)
        put_inertia(t, &r->links[body]);
    tml_robot_put_shapes(r, t, body);
    drop_first_comma(t, begin);
    tml_text_add(t, "}\n");
    tml_robot_put_meshes(r, t, body);
}

/* Where zero is beyond a stop, the middle between the stops; what a loop can reach is not known here, and told. */
static void put_initial(const tml_robot *r, tml_text *t)
{
    int count = 0;
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        if (!tml_robot_starts_beyond_stop(j) || j->mimicked >= 0 || j->in_loop)
            continue;
        tml_text_add(t, "%s  %s.%s: ", count++ ? "" : "\ninitial: # zero is beyond a stop\n", j->name,
                     tml_robot_coordinate(j));
        tml_text_put_shortest(t, j->has_lower && j->has_upper ? 0.5 * (j->lower + j->upper)
                                 : j->has_lower               ? j->lower
                                                              : j->upper);
        tml_text_add(t, "\n");
    }
}

static void put_gravity(const tml_robot *r, tml_text *t)
{
    if (!r->has_gravity)
        return;
    tml_text_add(t, "gravity: ");
    if (tml_norm(r->gravity) > 0)
        tml_robot_put_place(t, r->gravity);
    else
        tml_text_add(t, "none");
    tml_text_add(t, "\n");
}

void tml_robot_write(const tml_robot *r, tml_text *t)
{
    tml_text_add(
        t,
        "# Made from %s by trammel import.\n# Where all coordinates are zero, bodies have the axes of the ground.\n"
        "trammel: 1\ntitle: ",
        r->format);
    tml_text_put_json(t, r->name);
    tml_text_add(t, "\nspace: space\n");
    put_gravity(r, t);
    tml_text_add(t, "\nbodies:\n");
    put_body(r, t, TML_ON_GROUND);
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].body == i)
            put_body(r, t, i);
    tml_robot_put_joints(r, t);
    tml_robot_put_forces(r, t);
    put_initial(r, t);
    tml_text_add(t, "\nanalyses:\n  - dynamics: {end: 1, output: 0.01}\n");
}
