/* random_joint.c - random joints: those of the tree determine the pose of a body, those of loops are fitted to it. */
#include "support/random_mechanism_builder.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double REVOLUTION = 6.283185307179586;

static const builder_joint_kind kinds[] = {
    {"revolute", 1, 1, SHIFT_NONE, ROTATION_AXIS, "angle", "angle"},
    {"prismatic", 1, 1, SHIFT_ALONG, ROTATION_NONE, "displacement", "displacement"},
    {"fixed", 0, 0, SHIFT_NONE, ROTATION_NONE, "", ""},
    {"slot", 2, 4, SHIFT_ALONG, ROTATION_ANY, "displacement angle", "displacement angle1 angle2 angle3"},
    {"distance", 2, 5, SHIFT_ANY, ROTATION_ANY, "", ""},
    {"cylindrical", -1, 2, SHIFT_ALONG, ROTATION_AXIS, "", "angle displacement"},
    {"spherical", -1, 3, SHIFT_NONE, ROTATION_ANY, "", "angle1 angle2 angle3"},
    {"universal", -1, 2, SHIFT_NONE, ROTATION_SQUARE, "", "angle1 angle2"},
    {"planar", -1, 3, SHIFT_ACROSS, ROTATION_AXIS, "", "displacement1 displacement2 angle"},
    {"screw", -1, 1, SHIFT_THREAD, ROTATION_AXIS, "", "angle"},
    {"inplane", -1, 5, SHIFT_ACROSS, ROTATION_ANY, "", "displacement1 displacement2 angle1 angle2 angle3"},
    {"parallel", -1, 4, SHIFT_ANY, ROTATION_AXIS, "", "displacement1 displacement2 displacement3 angle"},
    {"perpendicular", -1, 5, SHIFT_ANY, ROTATION_SQUARE, "", "displacement1 displacement2 displacement3 angle1 angle2"},
    {"free", 3, 6, SHIFT_ANY, ROTATION_ANY, "displacement1 displacement2 angle",
     "displacement1 displacement2 displacement3 angle1 angle2 angle3"},
};
enum { KINDS = sizeof kinds / sizeof *kinds, FREE = KINDS - 1 };

bool builder_coordinate(const mechanism_builder *m, const builder_joint *l, int n, char name[24], bool *only)
{
    const char *at = l->kind ? m->space ? l->kind->coordinates3 : l->kind->coordinates2 : "";
    *only = !strchr(at, ' ');
    for (; n > 0 && at; n--)
        at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL;
    if (!at || !*at)
        return false;
    snprintf(name, 24, "%.*s", (int)strcspn(at, " "), at);
    return true;
}

static int dof_of(const mechanism_builder *m, const builder_joint_kind *k)
{
    return m->space ? k->dof3 : k->dof2;
}

static int rows_of(const mechanism_builder *m, const builder_joint_kind *k)
{
    return (m->space ? 6 : 3) - dof_of(m, k);
}

/* ---- one joint ---- */

/* Between bodies whose poses are given: axes a and b in ground axes. */
typedef struct {
    const builder_joint_kind *kind;
    int first, second;
    int point1, point2;
    tml_vec3 a, b;
    bool aligned; /* the second body has the orientation of the first, rotated about a by q */
    double q, pitch;
} joint_setup;

static void put_axis(mechanism_builder *m, tml_text *line, const char *key, int body, tml_vec3 a)
{
    tml_text_add(line, "%s", key);
    put_vector(line, builder_in_body(m, body, a), m->space);
}

static void put_frames(mechanism_builder *m, tml_text *line, const joint_setup *c)
{
    const builder_joint_kind *k = c->kind;
    const bool none = strcmp(k->name, "spherical") == 0 || strcmp(k->name, "distance") == 0;
    if (m->space && k->rotation == ROTATION_SQUARE) {
        put_axis(m, line, ", axes: [", c->first, c->a);
        put_axis(m, line, ", ", c->second, c->b);
        tml_text_add(line, "]");
    } else if (!none && (m->space || k->shift == SHIFT_ALONG || builder_chance(m, 0.4))) {
        put_axis(m, line, ", axis: ", c->first, c->a);
    }
    if (k->rotation == ROTATION_NONE && c->q != 0)
        tml_text_add(line, ", angle: %.17g", c->q);
    if (k->shift == SHIFT_THREAD)
        tml_text_add(line, ", pitch: %.17g", c->pitch);
}

static void put_compliance(mechanism_builder *m, tml_text *line)
{
    const double k = random_between(&m->d, 500, 3000), c = random_between(&m->d, 1, 20);
    switch (random_index(&m->d, 3)) {
    case 0:
        tml_text_add(line, ", stiffness: %.17g, damping: %.17g", k, c);
        break;
    case 1:
        tml_text_add(line, ", stiffness: {translation: %.17g}, damping: {translation: %.17g}", k, c);
        break;
    case 2:
        tml_text_add(line, ", stiffness: {rotation: %.17g}, damping: {rotation: %.17g}", 0.2 * k, 0.2 * c);
        break;
    }
}

static builder_joint *put_joint(mechanism_builder *m, const joint_setup *c)
{
    builder_joint *l = &m->joints[m->joint_count];
    *l = (builder_joint){.kind = c->kind, .first = c->first, .second = c->second};
    snprintf(l->name, sizeof l->name, "J%d", m->joint_count++);
    builder_add_point(m, c->first, c->point1);
    builder_add_point(m, c->second, c->point2);
    const char *first = m->bodies[c->first].name, *second = m->bodies[c->second].name;
    if (c->point1 == c->point2 && builder_chance(m, 0.5))
        tml_text_add(&l->line, "%s: [%s, %s], at: %s", c->kind->name, first, second, m->points[c->point1].name);
    else
        tml_text_add(&l->line, "%s: [%s.%s, %s.%s]", c->kind->name, first, m->points[c->point1].name, second,
                     m->points[c->point2].name);
    put_frames(m, &l->line, c);
    const tml_vec3 d = tml_sub(m->points[c->point2].at, m->points[c->point1].at);
    l->knows_angle = c->kind->rotation == ROTATION_AXIS && (c->aligned || !m->space);
    l->knows_displacement = c->kind->shift == SHIFT_ALONG;
    l->angle = c->q;
    l->displacement = tml_dot(c->a, d);
    return l;
}

static tml_vec3 square_to(mechanism_builder *m, tml_vec3 a)
{
    for (;;) {
        const tml_vec3 u = random_vector(&m->d, true, 1), across = tml_sub(u, tml_scale(tml_dot(a, u), a));
        const double size = tml_norm(across);
        if (size > 0.3)
            return tml_scale(1 / size, across);
    }
}

/* A displacement that the joint leaves free. */
static tml_vec3 shift_of(mechanism_builder *m, const joint_setup *c)
{
    const double s = random_between(&m->d, -0.4, 0.4);
    switch (c->kind->shift) {
    case SHIFT_NONE:
        break;
    case SHIFT_ALONG:
        return tml_scale(s, c->a);
    case SHIFT_ACROSS:
        return tml_scale(s, square_to(m, c->a));
    case SHIFT_ANY:
        return tml_scale(0.5 + s, builder_direction(m));
    case SHIFT_THREAD:
        return tml_scale(c->pitch / REVOLUTION * c->q, c->a);
    }
    return (tml_vec3){0, 0, 0};
}

/* ---- trees ---- */

static const builder_joint_kind *tree_kind(mechanism_builder *m)
{
    for (;;) {
        const builder_joint_kind *k = &kinds[random_index(&m->d, KINDS)];
        if (m->flat ? k < kinds + 2
                    : dof_of(m, k) >= 0 && (m->space || k != kinds + FREE) &&
                          (k->shift != SHIFT_ANY || builder_chance(m, 0.5)))
            return k;
        if (!m->space && builder_chance(m, 0.5))
            return &kinds[0];
    }
}

/* A point of the parent: a new one, or one that has joints already. */
static int point_on(mechanism_builder *m, int body)
{
    const builder_body *p = &m->bodies[body];
    if (p->point_count && builder_chance(m, 0.3))
        return p->points[random_index(&m->d, p->point_count)];
    const tml_vec3 origin = p->point_count ? m->points[p->points[0]].at : (tml_vec3){0, 0, 0};
    return builder_new_point(m, tml_add(origin, builder_random_point(m, 0.8)));
}

static int new_body(mechanism_builder *m)
{
    static const char *const names[] = {"rod", "arm", "box", "cog", "bar", "lid", "cam", "hub"};
    builder_body *p = &m->bodies[m->body_count];
    snprintf(p->name, sizeof p->name, "%s%d", names[random_index(&m->d, 8)], m->body_count);
    p->R = m->bodies[0].R;
    p->x = m->drawn ? (tml_vec3){0, 0, 0} : builder_random_point(m, 1);
    return m->body_count++;
}

/* The orientation of the child relative to its parent. */
static void rotate_child(mechanism_builder *m, joint_setup *c, int child, int parent)
{
    const double q = random_between(&m->d, -1.2, 1.2);
    const bool locked = c->kind->rotation == ROTATION_NONE;
    c->aligned = c->kind->rotation == ROTATION_AXIS || locked;
    c->q = m->drawn || (m->flat && locked) ? 0 : q;
    const tml_vec3 z = {0, 0, 1};
    const tml_vec3 about = !m->space || m->flat ? z : c->aligned ? c->a : builder_direction(m);
    builder_rotate(m, child, about, c->first == parent ? c->q : -c->q, parent);
}

static joint_setup start_joint(mechanism_builder *m, const builder_joint_kind *kind, int parent, int child)
{
    joint_setup c = {.kind = kind, .pitch = random_between(&m->d, 0.05, 0.5)};
    const bool reversed = builder_chance(m, 0.5);
    c.first = reversed ? child : parent, c.second = reversed ? parent : child;
    const double direction = random_between(&m->d, 0, REVOLUTION);
    c.a = builder_direction(m);
    if (m->flat)
        c.a = kind->rotation == ROTATION_AXIS ? (tml_vec3){0, 0, 1} : (tml_vec3){cos(direction), sin(direction), 0};
    c.b = square_to(m, c.a);
    return c;
}

static void place_child(mechanism_builder *m, joint_setup *c, int parent, int at)
{
    const tml_vec3 d = shift_of(m, c);
    const int other = c->kind->shift == SHIFT_NONE
                          ? at
                          : builder_new_point(m, tml_add(m->points[at].at, tml_scale(c->first == parent ? 1 : -1, d)));
    c->point1 = c->first == parent ? at : other;
    c->point2 = c->first == parent ? other : at;
}

static void add_link(mechanism_builder *m, int parent, const builder_joint_kind *kind, int at)
{
    const int child = new_body(m);
    joint_setup c = start_joint(m, kind, parent, child);
    rotate_child(m, &c, child, parent);
    place_child(m, &c, parent, at);
    builder_joint *l = put_joint(m, &c);
    l->in_tree = true;
    m->coordinates += dof_of(m, kind);
    if (m->options.compliant && rows_of(m, kind) && builder_chance(m, 0.3)) {
        put_compliance(m, &l->line);
        m->coordinates += 1; /* at least */
    }
    builder_add_point(m, child, builder_new_point(m, tml_add(m->points[at].at, builder_random_point(m, 0.6))));
    const bool welded = strcmp(kind->name, "fixed") == 0;
    m->bodies[child].massless = m->options.massless && welded;
    m->bodies[child].still = m->bodies[parent].still && welded;
}

void builder_add_tree(mechanism_builder *m, int bodies)
{
    for (int i = 0; i < bodies; i++) {
        if (!m->flat && builder_chance(m, 0.06)) { /* joined to nothing */
            const int lone = new_body(m);
            builder_add_point(m, lone, builder_new_point(m, builder_random_point(m, 1)));
            m->coordinates += m->space ? 6 : 3;
            continue;
        }
        const int parent = m->body_count > 1 && builder_chance(m, 0.7) ? 1 + random_index(&m->d, m->body_count - 1) : 0;
        const builder_joint_kind *kind = tree_kind(m);
        add_link(m, parent, kind, point_on(m, parent));
    }
    if (m->coordinates == 0)
        add_link(m, m->body_count - 1, kinds, point_on(m, m->body_count - 1));
}

/* ---- loops ---- */

/* Axis and angle of the rotation from the first body to the second. */
static void read_rotation(const mechanism_builder *m, joint_setup *c)
{
    const builder_body *p = &m->bodies[c->first], *r = &m->bodies[c->second];
    const tml_mat3 back = tml_mat3_transpose(&p->R), unwrapped = tml_mat3_product(&r->R, &back);
    const tml_quat q = tml_quat_of_matrix(&unwrapped);
    const tml_vec3 v = {q.x, q.y, q.z};
    const double size = tml_norm(v);
    if (!m->space) {
        c->q = r->angle - p->angle;
        c->aligned = true;
    } else if (m->drawn) {
        c->aligned = true;
    } else if (m->flat && c->kind->rotation == ROTATION_AXIS) {
        c->q = 2 * atan2(q.z, q.w);
        c->aligned = true;
    } else if (c->kind->rotation <= ROTATION_AXIS && size > 1e-3) {
        c->a = tml_scale(1 / size, v);
        c->q = 2 * atan2(size, q.w);
        c->aligned = true;
    }
    c->q -= c->q > REVOLUTION / 2 && m->space ? REVOLUTION : 0;
}

static bool close_loop(mechanism_builder *m, const builder_joint_kind *k, int first, int second)
{
    const int rows = m->flat ? 2 : rows_of(m, k);
    joint_setup c = start_joint(m, k, first, second);
    read_rotation(m, &c);
    if ((m->flat && k != kinds) || rows == 0 || m->coordinates - rows < 1 || dof_of(m, k) < 0)
        return false;
    if (k->rotation <= ROTATION_AXIS && !c.aligned)
        return false;
    c.point1 = point_on(m, c.first);
    const tml_vec3 d = shift_of(m, &c);
    c.point2 = k->shift == SHIFT_NONE ? c.point1 : builder_new_point(m, tml_add(m->points[c.point1].at, d));
    builder_joint *l = put_joint(m, &c);
    if (m->options.compliant && builder_chance(m, 0.3))
        put_compliance(m, &l->line);
    else
        m->coordinates -= rows;
    return true;
}

/* angle or displacement of the second = ratio x angle of the first + offset */
static bool couple_two(mechanism_builder *m)
{
    const int a = random_index(&m->d, m->joint_count), b = random_index(&m->d, m->joint_count);
    const builder_joint *A = &m->joints[a], *B = &m->joints[b];
    const bool rack = !m->space && B->knows_displacement && builder_chance(m, 0.5);
    if (a == b || !A->knows_angle || !(rack ? B->knows_displacement : B->knows_angle) || m->coordinates < 2)
        return false;
    double ratio = random_between(&m->d, 0.4, 2);
    ratio *= builder_chance(m, 0.5) ? -1 : 1;
    builder_joint *l = &m->joints[m->joint_count];
    *l = (builder_joint){.kind = NULL};
    snprintf(l->name, sizeof l->name, "J%d", m->joint_count++);
    tml_text_add(&l->line, "%s: [%s, %s], %s: %.17g, offset: %.17g", rack ? "rack" : "gear", A->name, B->name,
                 rack ? "radius" : "ratio", ratio, (rack ? B->displacement : B->angle) - ratio * A->angle);
    m->coordinates--;
    return true;
}

static bool add_coupling(mechanism_builder *m)
{
    for (int tries = 0; tries < 12; tries++)
        if (couple_two(m))
            return true;
    return false;
}

/* A third body on the pin of two, pinned to both. */
static bool add_body_on_pin(mechanism_builder *m)
{
    const builder_joint l = m->joints[random_index(&m->d, m->joint_count)];
    if (l.kind != kinds || m->body_count == MAX_BODIES)
        return false;
    int at = -1;
    for (int i = 0; i < m->bodies[l.first].point_count; i++)
        for (int k = 0; k < m->bodies[l.second].point_count; k++)
            if (m->bodies[l.first].points[i] == m->bodies[l.second].points[k])
                at = m->bodies[l.first].points[i];
    add_link(m, l.first, kinds, at);
    joint_setup c = {
        .kind = kinds, .first = l.second, .second = m->body_count - 1, .a = {1, 0, 0}, .point1 = at, .point2 = at};
    read_rotation(m, &c);
    put_joint(m, &c);
    return true;
}

/* A rod without mass between two bodies: one row, which takes one degree of freedom. */
static bool add_strut(mechanism_builder *m, int first, int second)
{
    if (m->coordinates < 2 || m->body_count == MAX_BODIES)
        return false;
    const int one = point_on(m, first), two = point_on(m, second), rod = new_body(m);
    const tml_vec3 d = tml_sub(m->points[two].at, m->points[one].at);
    if (tml_norm(d) < 0.2) {
        m->body_count--;
        return false;
    }
    m->bodies[rod].massless = true;
    joint_setup c = {.kind = &kinds[m->space ? 7 : 0], .first = first, .second = rod, .point1 = one, .point2 = one};
    const tml_vec3 u = tml_scale(1 / tml_norm(d), d);
    c.a = m->space ? square_to(m, u) : (tml_vec3){1, 0, 0};
    c.b = tml_cross(u, c.a);
    read_rotation(m, &c);
    put_joint(m, &c);
    c = (joint_setup){
        .kind = &kinds[m->space ? 6 : 0], .first = second, .second = rod, .point1 = two, .point2 = two, .a = c.a};
    read_rotation(m, &c);
    put_joint(m, &c);
    m->coordinates--;
    return true;
}

static bool add_loop(mechanism_builder *m)
{
    const int first = random_index(&m->d, m->body_count), second = random_index(&m->d, m->body_count);
    if (m->options.redundant && !m->space && builder_chance(m, 0.4))
        return add_body_on_pin(m);
    if (builder_chance(m, 0.2))
        return add_coupling(m);
    if (first == second)
        return false;
    if (m->options.massless && builder_chance(m, 0.5))
        return add_strut(m, first, second);
    return close_loop(m, m->flat ? kinds : &kinds[random_index(&m->d, KINDS)], first, second);
}

void builder_add_loops(mechanism_builder *m, int loops)
{
    for (int tries = 0; m->loops < loops && tries < 200; tries++)
        m->loops += m->joint_count && add_loop(m);
}

/* ---- kinds that are not drawn above ---- */

static int add_wheel(mechanism_builder *m, int parent, int at, tml_vec3 axis)
{
    const int child = new_body(m);
    joint_setup c = {.kind = kinds, .first = parent, .second = child, .a = axis, .point1 = at, .point2 = at};
    rotate_child(m, &c, child, parent);
    put_joint(m, &c)->in_tree = true;
    builder_add_point(m, child, builder_new_point(m, tml_add(m->points[at].at, builder_random_point(m, 0.6))));
    return m->joint_count - 1;
}

static builder_joint *new_coupling(mechanism_builder *m)
{
    builder_joint *l = &m->joints[m->joint_count];
    *l = (builder_joint){.kind = NULL};
    snprintf(l->name, sizeof l->name, "J%d", m->joint_count++);
    m->loops++;
    return l;
}

/* Two wheels on one body: bevel gears whose axes lead away from their apex, or a worm with its wheel on the side of a x b. */
static void add_wheels(mechanism_builder *m, bool worm)
{
    const int parent = random_index(&m->d, m->body_count);
    const tml_vec3 a = builder_direction(m), n = square_to(m, a), origin = builder_random_point(m, 1);
    const double slope = random_between(&m->d, 0.5, 2.6), away = random_between(&m->d, 0.3, 0.8);
    const tml_vec3 b = worm ? n : tml_add(tml_scale(cos(slope), a), tml_scale(sin(slope), n));
    const tml_vec3 to = worm ? tml_cross(a, b) : b;
    const int A = add_wheel(m, parent, builder_new_point(m, tml_add(origin, tml_scale(worm ? 0 : 0.4, a))), a);
    const int B = add_wheel(m, parent, builder_new_point(m, tml_add(origin, tml_scale(away, to))), b);
    const double teeth = 10 + random_index(&m->d, 9), ratio = worm ? 2 / teeth : -teeth / 14;
    const double offset = m->joints[B].angle - ratio * m->joints[A].angle;
    tml_text_add(&new_coupling(m)->line,
                 worm ? "worm: [%s, %s], starts: 2, teeth: %g, offset: %.17g"
                      : "bevel: [%s, %s], ratio: %g/14, offset: %.17g",
                 m->joints[A].name, m->joints[B].name, teeth, offset);
    m->coordinates++;
}

/* A slide tied to a hinge, both on the ground. */
static void add_rack(mechanism_builder *m)
{
    const int A = add_wheel(m, 0, builder_new_point(m, builder_random_point(m, 1)), builder_direction(m));
    const int S = m->joint_count;
    add_link(m, 0, &kinds[1], point_on(m, 0));
    const double radius = random_between(&m->d, 0.2, 0.8);
    const double offset = m->joints[S].displacement - radius * m->joints[A].angle;
    tml_text_add(&new_coupling(m)->line, "rack: [%s, %s], radius: %.17g, offset: %.17g", m->joints[A].name,
                 m->joints[S].name, radius, offset);
}

void builder_add_extras(mechanism_builder *m, uint64_t seed)
{
    const int which = (int)(seed % 16);
    if (m->flat || !m->options.loops || m->body_count + 2 > MAX_BODIES)
        return;
    if (!m->space && which == 11)
        add_link(m, random_index(&m->d, m->body_count), &kinds[FREE], builder_new_point(m, builder_random_point(m, 1)));
    if (m->space && which == 9)
        add_rack(m);
    if (m->space && (which == 11 || which == 13))
        add_wheels(m, which == 13);
}
