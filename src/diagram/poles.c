/* poles.c - instant centres: where two bodies have the same velocity.
 *
 * A body has at the origin of the ground the velocity u = v - omega x c. Two bodies have the same velocity at P where
 *
 *   du + d_omega x P = 0        P = (-du_y, du_x)/d_omega
 *
 * so that the centre in homogeneous coordinates, (-du_y, du_x, d_omega), is linear in the velocities, and passes infinity without a jump. For
 * three bodies these add up, P_12 + P_23 = P_13: the three centres are on a line (Kennedy). A hinge and a slider have theirs also at rest.
 */
#include "diagram/diagram.h"
#include <math.h>

enum { MAX_BODIES_OF_ALL = 13 }; /* the ground is one of them */

static bool joins(const tml_joint *j, int one, int two)
{
    return (j->body1 == one && j->body2 == two) || (j->body1 == two && j->body2 == one);
}

/* The joint that fixes the centre of two bodies; -1: none, *near tells whether any joint connects them. */
static int joint_of(const tml_system *s, int one, int two, bool *near)
{
    *near = false;
    for (int i = 0; i < s->joint_count; i++) {
        if (!tml_diagram_has_place(&s->joints[i]) || !joins(&s->joints[i], one, two))
            continue;
        *near = true;
        if (s->joints[i].class->hinge || s->joints[i].class->slider)
            return i;
    }
    return -1;
}

static size_t count(tml_diagram *d)
{
    const tml_system *s = d->system;
    d->pole_count = 0;
    if (s->space)
        return 0;
    const size_t most =
        s->nb <= MAX_BODIES_OF_ALL ? (size_t)(s->nb * (s->nb - 1) / 2) : (size_t)(s->nb + s->joint_count);
    d->poles = TML_NEW_ARRAY(&d->arena, tml_pole, most + 1);
    for (int i = 0; i < s->nb; i++)
        for (int j = i + 1; j < s->nb && (size_t)d->pole_count < most; j++) {
            bool near;
            const int joint = joint_of(s, i, j, &near);
            if (near || i == 0 || s->nb <= MAX_BODIES_OF_ALL)
                d->poles[d->pole_count++] = (tml_pole){i, j, joint};
        }
    return 3 * (size_t)d->pole_count;
}

static tml_column *name(tml_diagram *d, tml_column *columns)
{
    static const char *const axes[] = {"px", "py", "pw"};
    for (int i = 0; i < d->pole_count; i++)
        for (int k = 0; k < 3; k++)
            *columns++ = (tml_column){tml_arena_format(&d->arena, "%s:%s.%s", d->system->masses[d->poles[i].first].name,
                                                       d->system->masses[d->poles[i].second].name, axes[k]),
                                      k < 2 ? "m" : ""};
    return columns;
}

static tml_vec3 of_motion(const tml_body_motion *m)
{
    const tml_vec3 u = tml_diagram_velocity(m, (tml_vec3){0});
    return (tml_vec3){-u.y, u.x, m->omega.z};
}

static tml_vec3 of_joint(const tml_diagram *d, const tml_joint *j)
{
    if (j->class->hinge) {
        const tml_vec3 at = tml_diagram_place(d, j);
        return (tml_vec3){at.x, at.y, 1};
    }
    const tml_vec3 along = tml_rotate(&d->row.bodies[j->body1].R, (tml_vec3){j->F.m[0][0], j->F.m[1][0], 0});
    return (tml_vec3){-along.y, along.x, 0};
}

/* As long as a centre within the mechanism is; lengths count in its size. */
static double length_of(const tml_diagram *d, tml_vec3 p)
{
    return hypot(p.z, hypot(p.x, p.y) / d->system->size);
}

static tml_vec3 pole_of(const tml_diagram *d, const tml_pole *p, double fastest)
{
    static const double ROUNDING = 1e-10;
    if (p->joint >= 0)
        return of_joint(d, &d->system->joints[p->joint]);
    tml_vec3 found = tml_sub(of_motion(&d->row.bodies[p->second]), of_motion(&d->row.bodies[p->first]));
    const double length = length_of(d, found);
    if (!(length > ROUNDING * fastest)) /* at rest relative to each other */
        return (tml_vec3){NAN, NAN, NAN};
    found = tml_scale(1 / length, found);
    if (fabs(found.z) < ROUNDING)
        found.z = 0;
    return found;
}

static double *fill(tml_diagram *d, const double *row, double *to)
{
    double fastest = 0;
    (void)row;
    for (int i = 1; i < d->system->nb && d->pole_count; i++)
        fastest = fmax(fastest, length_of(d, of_motion(&d->row.bodies[i])));
    for (int i = 0; i < d->pole_count; i++) {
        const tml_vec3 p = pole_of(d, &d->poles[i], fastest);
        *to++ = p.x;
        *to++ = p.y;
        *to++ = p.z;
    }
    return to;
}

const tml_diagram_section tml_diagram_poles = {count, name, fill};
