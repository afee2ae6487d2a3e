/* invent_force.c - random forces and drivers, small enough that nothing diverges in a short time. */
#include "support/inventing.h"
#include <stdio.h>
#include <string.h>

/* body.P */
static bool random_anchor(inventing *m, char text[32], tml_vec3 *at)
{
    const invent_part *p = &m->parts[dice_index(&m->d, m->part_count)];
    if (!p->place_count || p->massless)
        return false;
    const invent_place *place = &m->places[p->places[dice_index(&m->d, p->place_count)]];
    snprintf(text, 32, "%s.%s", p->name, place->name);
    *at = place->at;
    return true;
}

static const invent_part *random_part(inventing *m)
{
    return &m->parts[1 + dice_index(&m->d, m->part_count - 1)];
}

static bool two_points(inventing *m, char a[32], char b[32], double *length)
{
    tml_vec3 p, q;
    if (!random_anchor(m, a, &p) || !random_anchor(m, b, &q))
        return false;
    *length = tml_norm(tml_sub(q, p));
    return strncmp(a, b, strcspn(a, ".") + 1) != 0;
}

static bool add_spring(inventing *m, tml_text *line)
{
    char a[32], b[32];
    double length;
    if (!two_points(m, a, b, &length) || length < 0.3)
        return false;
    const double k = dice_between(&m->d, 10, 100), c = dice_between(&m->d, 0, 5), part = dice_between(&m->d, 0.6, 1.4);
    switch (dice_index(&m->d, 3)) {
    case 0:
        tml_text_add(line, "spring: [%s, %s], stiffness: %.17g, damping: %.17g, length: %.17g, preload: %.17g", a, b, k,
                     c, part * length, c);
        break;
    case 1:
        tml_text_add(line, "spring: [%s, %s], value: %.17g*(length - %.17g)^3 + %.17g*rate", a, b, k, part * length, c);
        break;
    case 2:
        tml_text_add(line, "actuator: [%s, %s], value: %.17g*sin(3*t)", a, b, c);
        break;
    }
    return true;
}

static bool add_bushing(inventing *m, tml_text *line)
{
    char a[32], b[32];
    double length;
    if (!two_points(m, a, b, &length))
        return false;
    const double k = dice_between(&m->d, 10, 100), c = dice_between(&m->d, 0, 3);
    tml_text_add(line,
                 "bushing: [%s, %s], stiffness: {translation: %.17g, rotation: %.17g}, damping: {translation: %.17g, "
                 "rotation: %.17g}",
                 a, b, k, 0.1 * k, c, 0.1 * c);
    return true;
}

static bool add_motor(inventing *m, tml_text *line)
{
    char name[24];
    bool only;
    const invent_link *l = m->link_count ? &m->links[dice_index(&m->d, m->link_count)] : NULL;
    if (!l || !invent_coordinate(m, l, dice_index(&m->d, 3), name, &only))
        return false;
    const bool turns = name[0] == 'a';
    const double a = dice_between(&m->d, -3, 3), b = dice_between(&m->d, 0.1, 1), k = dice_between(&m->d, 1, 20);
    if (l->knows_angle && only && chance(m, 0.3))
        tml_text_add(line, "torsion: %s, stiffness: %.17g, damping: %.17g, angle: %.17g", l->name, k, b, a);
    else
        tml_text_add(line, "motor: %s.%s, %s: %.17g*cos(4*t) - %.17g*%s.%s%s - %.17g*%s.%s", l->name, name,
                     turns ? "torque" : "force", a, b, l->name, only ? "" : name, only ? "speed" : "_speed", k, l->name,
                     name);
    return true;
}

static bool add_load(inventing *m, tml_text *line)
{
    const invent_part *p = random_part(m), *other = random_part(m);
    char a[32];
    tml_vec3 at;
    const tml_vec3 f = invent_point(m, 5);
    const char *axes = m->space && chance(m, 0.5) ? ", axes: body" : "";
    switch (dice_index(&m->d, 3)) {
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

/* A place of one moving body alone: it is not held by a pin. */
static bool loose_anchor(inventing *m, char text[32], tml_vec3 *at)
{
    const invent_part *p = random_part(m);
    const int place = p->place_count ? p->places[dice_index(&m->d, p->place_count)] : -1;
    int sharing = 0;
    for (int i = 0; i < m->part_count; i++)
        for (int k = 0; k < m->parts[i].place_count; k++)
            sharing += m->parts[i].places[k] == place;
    if (sharing != 1 || p->still)
        return false;
    snprintf(text, 32, "%s.%s", p->name, m->places[place].name);
    *at = m->places[place].at;
    return true;
}

/* What stands at `at` now moves as a given function of time. */
static bool add_driver(inventing *m)
{
    const invent_link *l = m->link_count ? &m->links[dice_index(&m->d, m->link_count)] : NULL;
    const double a = dice_between(&m->d, -0.5, 0.5), b = dice_between(&m->d, 1, 5);
    char name[32];
    tml_vec3 at;
    if (m->coordinates < 2 || !l)
        return false;
    if (l->in_tree && (l->knows_angle || l->knows_slide) && chance(m, 0.7))
        tml_text_add(&m->drivers, "  D%d: {%s.%s: %.17g + %.17g*sin(%.17g*t)}\n", m->driver_count, l->name,
                     l->knows_angle ? "angle" : "displacement", l->knows_angle ? l->angle : l->slide, a, b);
    else if (loose_anchor(m, name, &at))
        tml_text_add(&m->drivers, "  D%d: {%s.x: %.17g + %.17g*t^2}\n", m->driver_count, name, at.x, a);
    else
        return false;
    m->driver_count++;
    m->coordinates--;
    return true;
}

void invent_forces(inventing *m)
{
    static bool (*const make[])(inventing *, tml_text *) = {add_spring, add_bushing, add_motor, add_load};
    const int count = dice_index(&m->d, 4);
    for (int tries = 0; m->force_count < count && tries < 20; tries++) {
        tml_text line = {0};
        if (make[dice_index(&m->d, 4)](m, &line))
            tml_text_add(&m->forces, "  F%d: {%s}\n", m->force_count++, line.data);
        tml_text_free(&line);
    }
    if (chance(m, 0.25))
        add_driver(m);
}
