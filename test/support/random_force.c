/* random_force.c - random forces and drivers, small enough that nothing diverges in a short time. */
#include "support/random_mechanism_builder.h"
#include <stdio.h>
#include <string.h>

/* body.P */
static bool random_anchor(mechanism_builder *m, char text[32], tml_vec3 *at)
{
    const builder_body *p = &m->bodies[random_index(&m->d, m->body_count)];
    if (!p->point_count || p->massless)
        return false;
    const builder_point *point = &m->points[p->points[random_index(&m->d, p->point_count)]];
    snprintf(text, 32, "%s.%s", p->name, point->name);
    *at = point->at;
    return true;
}

static const builder_body *random_body(mechanism_builder *m)
{
    return &m->bodies[1 + random_index(&m->d, m->body_count - 1)];
}

static bool two_points(mechanism_builder *m, char a[32], char b[32], double *length)
{
    tml_vec3 p, q;
    if (!random_anchor(m, a, &p) || !random_anchor(m, b, &q))
        return false;
    *length = tml_norm(tml_sub(q, p));
    return strncmp(a, b, strcspn(a, ".") + 1) != 0;
}

static bool add_spring(mechanism_builder *m, tml_text *line)
{
    char a[32], b[32];
    double length;
    if (!two_points(m, a, b, &length) || length < 0.3)
        return false;
    const double k = random_between(&m->d, 10, 100), c = random_between(&m->d, 0, 5),
                 ratio = random_between(&m->d, 0.6, 1.4);
    switch (random_index(&m->d, 3)) {
    case 0:
        tml_text_add(line, "spring: [%s, %s], stiffness: %.17g, damping: %.17g, length: %.17g, preload: %.17g", a, b, k,
                     c, ratio * length, c);
        break;
    case 1:
        tml_text_add(line, "spring: [%s, %s], value: %.17g*(length - %.17g)^3 + %.17g*rate", a, b, k, ratio * length,
                     c);
        break;
    case 2:
        tml_text_add(line, "actuator: [%s, %s], value: %.17g*sin(3*t)", a, b, c);
        break;
    }
    return true;
}

static bool add_bushing(mechanism_builder *m, tml_text *line)
{
    char a[32], b[32];
    double length;
    if (!two_points(m, a, b, &length))
        return false;
    const double k = random_between(&m->d, 10, 100), c = random_between(&m->d, 0, 3);
    tml_text_add(line,
                 "bushing: [%s, %s], stiffness: {translation: %.17g, rotation: %.17g}, damping: {translation: %.17g, "
                 "rotation: %.17g}",
                 a, b, k, 0.1 * k, c, 0.1 * c);
    return true;
}

static bool add_motor(mechanism_builder *m, tml_text *line)
{
    char name[24];
    bool only;
    const builder_joint *l = m->joint_count ? &m->joints[random_index(&m->d, m->joint_count)] : NULL;
    if (!l || !builder_coordinate(m, l, random_index(&m->d, 3), name, &only))
        return false;
    const bool rotates = name[0] == 'a';
    const double a = random_between(&m->d, -3, 3), b = random_between(&m->d, 0.1, 1), k = random_between(&m->d, 1, 20);
    if (l->knows_angle && only && builder_chance(m, 0.3))
        tml_text_add(line, "torsion: %s, stiffness: %.17g, damping: %.17g, angle: %.17g", l->name, k, b, a);
    else
        tml_text_add(line, "motor: %s.%s, %s: %.17g*cos(4*t) - %.17g*%s.%s%s - %.17g*%s.%s", l->name, name,
                     rotates ? "torque" : "force", a, b, l->name, only ? "" : name, only ? "speed" : "_speed", k,
                     l->name, name);
    return true;
}

static bool add_load(mechanism_builder *m, tml_text *line)
{
    const builder_body *p = random_body(m), *other = random_body(m);
    char a[32];
    tml_vec3 at;
    const tml_vec3 f = builder_random_point(m, 5);
    const char *axes = m->space && builder_chance(m, 0.5) ? ", axes: body" : "";
    switch (random_index(&m->d, 3)) {
    case 0:
        if (!random_anchor(m, a, &at) || strncmp(a, "ground", 6) == 0)
            return false;
        tml_text_add(line, "force: %s, value: [%.17g*cos(2*t), %.17g - 0.3*%s.vy%s%s", a, f.x, f.y, p->name,
                     m->space ? ", 1" : "", "]");
        tml_text_add(line, "%s", axes);
        return true;
    case 1:
        if (p->massless || other->massless)
            return false;
        if (m->space)
            tml_text_add(line, "torque: [%s, %s], value: [%.17g, %.17g*sin(t), -0.1*%s.omegaz]%s", p->name,
                         p == other ? "ground" : other->name, f.x, f.y, p->name, axes);
        else
            tml_text_add(line, "torque: %s, value: %.17g - 0.2*%s.omega", p->name, f.x, other->name);
        return true;
    case 2:
        if (p->massless)
            return false;
        tml_text_add(line, "drag: %s, linear: 0.4, quadratic: 0.1, angular: 0.05", p->name);
        return true;
    }
    return false;
}

/* A point of one moving body only, so that no pin holds it. */
static bool loose_anchor(mechanism_builder *m, char text[32], tml_vec3 *at)
{
    const builder_body *p = random_body(m);
    const int point = p->point_count ? p->points[random_index(&m->d, p->point_count)] : -1;
    int sharing = 0;
    for (int i = 0; i < m->body_count; i++)
        for (int k = 0; k < m->bodies[i].point_count; k++)
            sharing += m->bodies[i].points[k] == point;
    if (sharing != 1 || p->still)
        return false;
    snprintf(text, 32, "%s.%s", p->name, m->points[point].name);
    *at = m->points[point].at;
    return true;
}

/* A joint coordinate, or the x of a point, becomes a function of time that starts where it is. */
static bool add_driver(mechanism_builder *m)
{
    const builder_joint *l = m->joint_count ? &m->joints[random_index(&m->d, m->joint_count)] : NULL;
    const double a = random_between(&m->d, -0.5, 0.5), b = random_between(&m->d, 1, 5);
    char name[32];
    tml_vec3 at;
    if (m->coordinates < 2 || !l)
        return false;
    if (l->in_tree && (l->knows_angle || l->knows_displacement) && builder_chance(m, 0.7))
        tml_text_add(&m->drivers, "  D%d: {%s.%s: %.17g + %.17g*sin(%.17g*t)}\n", m->driver_count, l->name,
                     l->knows_angle ? "angle" : "displacement", l->knows_angle ? l->angle : l->displacement, a, b);
    else if (loose_anchor(m, name, &at))
        tml_text_add(&m->drivers, "  D%d: {%s.x: %.17g + %.17g*t^2}\n", m->driver_count, name, at.x, a);
    else
        return false;
    m->driver_count++;
    m->coordinates--;
    return true;
}

void builder_add_forces(mechanism_builder *m)
{
    static bool (*const make[])(mechanism_builder *, tml_text *) = {add_spring, add_bushing, add_motor, add_load};
    const int count = random_index(&m->d, 4);
    for (int tries = 0; m->force_count < count && tries < 20; tries++) {
        tml_text line = {0};
        if (make[random_index(&m->d, 4)](m, &line))
            tml_text_add(&m->forces, "  F%d: {%s}\n", m->force_count++, line.data);
        tml_text_free(&line);
    }
    if (builder_chance(m, 0.25))
        add_driver(m);
}
