/* joint_motion.c - velocity and acceleration of the points of bodies that are at their joints: the corners of velocity and acceleration polygons.
 *
 *   a_B = a_A + alpha x r - omega^2 r        r = B - A, both of one body: tangential and normal part
 *   a_2 = a_1 + a_rel + 2 omega_1 x v_rel    at the place of a joint that slides
 */
#include "diagram/diagram.h"

static const struct {
    const char *name, *unit;
} parts[] = {{"x", "m"}, {"y", "m"}, {"vx", "m/s"}, {"vy", "m/s"}, {"ax", "m/s^2"}, {"ay", "m/s^2"}};
enum { PARTS = sizeof parts / sizeof *parts };

static bool slides(const tml_joint *joint)
{
    return tml_diagram_has_place(joint) && !joint->class->hinge && joint->coordinate_count > 0;
}

/* Each joint of a body with the first one. */
static void find_pairs(tml_diagram *d)
{
    const tml_system *s = d->system;
    int *first = TML_NEW_ARRAY(&d->arena, int, s->nb);
    d->pairs = TML_NEW_ARRAY(&d->arena, tml_joint_pair, 2 * s->joint_count + 1);
    d->pair_count = 0;
    for (int i = 0; i < s->nb; i++)
        first[i] = -1;
    for (int i = 0; i < s->joint_count; i++)
        for (int side = 0; side < 2 && tml_diagram_has_place(&s->joints[i]); side++) {
            const int body = side ? s->joints[i].body2 : s->joints[i].body1;
            if (body && first[body] >= 0)
                d->pairs[d->pair_count++] = (tml_joint_pair){body, first[body], i};
            else
                first[body] = i;
        }
}

static size_t count(tml_diagram *d)
{
    if (d->system->space)
        return 0;
    find_pairs(d);
    return (size_t)d->system->joint_count * (2 * PARTS + 2) + (size_t)d->pair_count * 2;
}

static tml_column *name(tml_diagram *d, tml_column *columns)
{
    const tml_system *s = d->system;
    if (s->space)
        return columns;
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        for (int side = 0; side < 2 && tml_diagram_has_place(j); side++)
            for (int k = 0; k < PARTS && (side ? j->body2 : j->body1); k++)
                *columns++ =
                    (tml_column){tml_arena_format(&d->arena, "%s.%s.%s", s->masses[side ? j->body2 : j->body1].name,
                                                  j->name, parts[k].name),
                                 parts[k].unit};
        for (int k = 0; k < 2 && slides(j); k++)
            *columns++ = (tml_column){tml_arena_format(&d->arena, "%s.coriolis.%s", j->name, k ? "y" : "x"), "m/s^2"};
    }
    for (int i = 0; i < d->pair_count; i++)
        for (int k = 0; k < 2; k++) {
            const tml_joint_pair *p = &d->pairs[i];
            *columns++ = (tml_column){tml_arena_format(&d->arena, "%s.%s/%s.%s", s->masses[p->body].name,
                                                       s->joints[p->to].name, s->joints[p->from].name, k ? "ny" : "nx"),
                                      "m/s^2"};
        }
    return columns;
}

static tml_vec3 acceleration(const tml_body_motion *m, tml_vec3 at)
{
    const tml_vec3 r = tml_sub(at, m->centre);
    return tml_add(m->a, tml_add(tml_cross(m->alpha, r), tml_cross(m->omega, tml_cross(m->omega, r))));
}

static double *put(double *to, tml_vec3 v)
{
    *to++ = v.x;
    *to++ = v.y;
    return to;
}

static double *fill(tml_diagram *d, const double *row, double *to)
{
    const tml_system *s = d->system;
    (void)row;
    if (s->space)
        return to;
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        if (!tml_diagram_has_place(j))
            continue;
        const tml_vec3 at = tml_diagram_place(d, j);
        const tml_body_motion *one = &d->row.bodies[j->body1], *two = &d->row.bodies[j->body2];
        for (int side = 0; side < 2; side++)
            if (side ? j->body2 : j->body1) {
                const tml_body_motion *m = side ? two : one;
                to = put(put(put(to, at), tml_diagram_velocity(m, at)), acceleration(m, at));
            }
        if (slides(j))
            to = put(to, tml_scale(2, tml_cross(one->omega, tml_sub(tml_diagram_velocity(two, at),
                                                                    tml_diagram_velocity(one, at)))));
    }
    for (int i = 0; i < d->pair_count; i++) {
        const tml_joint_pair *p = &d->pairs[i];
        const tml_vec3 r = tml_sub(tml_diagram_place(d, &s->joints[p->to]), tml_diagram_place(d, &s->joints[p->from]));
        const double w = d->row.bodies[p->body].omega.z;
        to = put(to, tml_scale(-w * w, r));
    }
    return to;
}

const tml_diagram_section tml_diagram_joints = {count, name, fill};
