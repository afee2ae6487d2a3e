/* invent_joint.c - random joints: those of the tree determine the pose of a body, those of loops are fitted to it. */
#include "support/inventing.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double TURN = 6.283185307179586;

static const invent_kind kinds[] = {
    {"revolute", 1, 1, SHIFT_NONE, TURN_AXIS, "angle", "angle"},
    {"prismatic", 1, 1, SHIFT_ALONG, TURN_LOCKED, "displacement", "displacement"},
    {"fixed", 0, 0, SHIFT_NONE, TURN_LOCKED, "", ""},
    {"slot", 2, 4, SHIFT_ALONG, TURN_ANY, "displacement angle", "displacement angle1 angle2 angle3"},
    {"distance", 2, 5, SHIFT_ANY, TURN_ANY, "", ""},
    {"cylindrical", -1, 2, SHIFT_ALONG, TURN_AXIS, "", "angle displacement"},
    {"spherical", -1, 3, SHIFT_NONE, TURN_ANY, "", "angle1 angle2 angle3"},
    {"universal", -1, 2, SHIFT_NONE, TURN_SQUARE, "", "angle1 angle2"},
    {"planar", -1, 3, SHIFT_ACROSS, TURN_AXIS, "", "displacement1 displacement2 angle"},
    {"screw", -1, 1, SHIFT_THREAD, TURN_AXIS, "", "angle"},
    {"inplane", -1, 5, SHIFT_ACROSS, TURN_ANY, "", "displacement1 displacement2 angle1 angle2 angle3"},
    {"parallel", -1, 4, SHIFT_ANY, TURN_AXIS, "", "displacement1 displacement2 displacement3 angle"},
    {"perpendicular", -1, 5, SHIFT_ANY, TURN_SQUARE, "", "displacement1 displacement2 displacement3 angle1 angle2"},
    {"free", -1, 6, SHIFT_ANY, TURN_ANY, "", "displacement1 displacement2 displacement3 angle1 angle2 angle3"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

bool invent_coordinate(const inventing *m, const invent_link *l, int n, char name[24], bool *only)
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

static int freedoms_of(const inventing *m, const invent_kind *k)
{
    return m->space ? k->freedoms3 : k->freedoms2;
}

static int rows_of(const inventing *m, const invent_kind *k)
{
    return (m->space ? 6 : 3) - freedoms_of(m, k);
}

/* ---- one joint ---- */

/* Between bodies that stand as they do: points p, axes a and b on the ground. */
typedef struct {
    const invent_kind *kind;
    int first, second;
    int place1, place2;
    tml_vec3 a, b;
    bool aligned; /* the second body stands as the first turned about a by q */
    double q, pitch;
} bond;

static void put_axis(inventing *m, tml_text *line, const char *key, int part, tml_vec3 a)
{
    tml_text_add(line, "%s", key);
    put_vector(line, invent_in_body(m, part, a), m->space);
}

static void put_frames(inventing *m, tml_text *line, const bond *c)
{
    const invent_kind *k = c->kind;
    const bool none = strcmp(k->name, "spherical") == 0 || strcmp(k->name, "distance") == 0;
    if (m->space && k->turn == TURN_SQUARE) {
        put_axis(m, line, ", axes: [", c->first, c->a);
        put_axis(m, line, ", ", c->second, c->b);
        tml_text_add(line, "]");
    } else if (!none && (m->space || k->shift == SHIFT_ALONG || chance(m, 0.4))) {
        put_axis(m, line, ", axis: ", c->first, c->a);
    }
    if (k->turn == TURN_LOCKED && c->q != 0)
        tml_text_add(line, ", angle: %.17g", c->q);
    if (k->shift == SHIFT_THREAD)
        tml_text_add(line, ", pitch: %.17g", c->pitch);
}

static void put_compliance(inventing *m, tml_text *line)
{
    const double k = dice_between(&m->d, 500, 3000), c = dice_between(&m->d, 1, 20);
    switch (dice_index(&m->d, 3)) {
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

static invent_link *put_bond(inventing *m, const bond *c)
{
    invent_link *l = &m->links[m->link_count];
    *l = (invent_link){.kind = c->kind, .first = c->first, .second = c->second};
    snprintf(l->name, sizeof l->name, "J%d", m->link_count++);
    invent_add_place(m, c->first, c->place1);
    invent_add_place(m, c->second, c->place2);
    const char *first = m->parts[c->first].name, *second = m->parts[c->second].name;
    if (c->place1 == c->place2 && chance(m, 0.5))
        tml_text_add(&l->line, "%s: [%s, %s], at: %s", c->kind->name, first, second, m->places[c->place1].name);
    else
        tml_text_add(&l->line, "%s: [%s.%s, %s.%s]", c->kind->name, first, m->places[c->place1].name, second,
                     m->places[c->place2].name);
    put_frames(m, &l->line, c);
    const tml_vec3 d = tml_sub(m->places[c->place2].at, m->places[c->place1].at);
    l->knows_angle = c->kind->turn == TURN_AXIS && (c->aligned || !m->space);
    l->knows_slide = c->kind->shift == SHIFT_ALONG;
    l->angle = c->q;
    l->slide = tml_dot(c->a, d);
    return l;
}

static tml_vec3 square_to(inventing *m, tml_vec3 a)
{
    for (;;) {
        const tml_vec3 u = dice_vector(&m->d, true, 1), across = tml_sub(u, tml_scale(tml_dot(a, u), a));
        const double size = tml_norm(across);
        if (size > 0.3)
            return tml_scale(1 / size, across);
    }
}

/* A displacement that the joint leaves free. */
static tml_vec3 shift_of(inventing *m, const bond *c)
{
    const double s = dice_between(&m->d, -0.4, 0.4);
    switch (c->kind->shift) {
    case SHIFT_NONE:
        break;
    case SHIFT_ALONG:
        return tml_scale(s, c->a);
    case SHIFT_ACROSS:
        return tml_scale(s, square_to(m, c->a));
    case SHIFT_ANY:
        return tml_scale(0.5 + s, invent_direction(m));
    case SHIFT_THREAD:
        return tml_scale(c->pitch / TURN * c->q, c->a);
    }
    return (tml_vec3){0, 0, 0};
}

/* ---- trees ---- */

static const invent_kind *tree_kind(inventing *m)
{
    for (;;) {
        const invent_kind *k = &kinds[dice_index(&m->d, KINDS)];
        if (m->flat ? k < kinds + 2 : freedoms_of(m, k) >= 0 && (k->shift != SHIFT_ANY || chance(m, 0.5)))
            return k;
        if (!m->space && chance(m, 0.5))
            return &kinds[0];
    }
}

/* A place on the parent: a new one, or one where others hang. */
static int place_on(inventing *m, int part)
{
    const invent_part *p = &m->parts[part];
    if (p->place_count && chance(m, 0.3))
        return p->places[dice_index(&m->d, p->place_count)];
    const tml_vec3 origin = p->place_count ? m->places[p->places[0]].at : (tml_vec3){0, 0, 0};
    return invent_new_place(m, tml_add(origin, invent_point(m, 0.8)));
}

static int new_part(inventing *m)
{
    static const char *const names[] = {"rod", "arm", "box", "cog", "bar", "lid", "cam", "hub"};
    invent_part *p = &m->parts[m->part_count];
    snprintf(p->name, sizeof p->name, "%s%d", names[dice_index(&m->d, 8)], m->part_count);
    p->R = m->parts[0].R;
    p->x = m->drawn ? (tml_vec3){0, 0, 0} : invent_point(m, 1);
    return m->part_count++;
}

/* How the child stands against its parent. */
static void stand(inventing *m, bond *c, int child, int parent)
{
    const double q = dice_between(&m->d, -1.2, 1.2);
    const bool locked = c->kind->turn == TURN_LOCKED;
    c->aligned = c->kind->turn == TURN_AXIS || locked;
    c->q = m->drawn || (m->flat && locked) ? 0 : q;
    const tml_vec3 z = {0, 0, 1};
    const tml_vec3 about = !m->space || m->flat ? z : c->aligned ? c->a : invent_direction(m);
    invent_turn(m, child, about, c->first == parent ? c->q : -c->q, parent);
}

static bond start_bond(inventing *m, const invent_kind *kind, int parent, int child)
{
    bond c = {.kind = kind, .pitch = dice_between(&m->d, 0.05, 0.5)};
    const bool reversed = chance(m, 0.5);
    c.first = reversed ? child : parent, c.second = reversed ? parent : child;
    const double slope = dice_between(&m->d, 0, TURN);
    c.a = invent_direction(m);
    if (m->flat)
        c.a = kind->turn == TURN_AXIS ? (tml_vec3){0, 0, 1} : (tml_vec3){cos(slope), sin(slope), 0};
    c.b = square_to(m, c.a);
    return c;
}

static void place_child(inventing *m, bond *c, int parent, int at)
{
    const tml_vec3 d = shift_of(m, c);
    const int other = c->kind->shift == SHIFT_NONE
                          ? at
                          : invent_new_place(m, tml_add(m->places[at].at, tml_scale(c->first == parent ? 1 : -1, d)));
    c->place1 = c->first == parent ? at : other;
    c->place2 = c->first == parent ? other : at;
}

static void hang(inventing *m, int parent, const invent_kind *kind, int at)
{
    const int child = new_part(m);
    bond c = start_bond(m, kind, parent, child);
    stand(m, &c, child, parent);
    place_child(m, &c, parent, at);
    invent_link *l = put_bond(m, &c);
    l->in_tree = true;
    m->coordinates += freedoms_of(m, kind);
    if (m->wish.compliant && rows_of(m, kind) && chance(m, 0.3)) {
        put_compliance(m, &l->line);
        m->coordinates += 1; /* at least */
    }
    invent_add_place(m, child, invent_new_place(m, tml_add(m->places[at].at, invent_point(m, 0.6))));
    const bool welded = strcmp(kind->name, "fixed") == 0;
    m->parts[child].massless = m->wish.massless && welded;
    m->parts[child].still = m->parts[parent].still && welded;
}

void invent_tree(inventing *m, int bodies)
{
    for (int i = 0; i < bodies; i++) {
        if (!m->flat && chance(m, 0.06)) { /* joined to nothing */
            const int lone = new_part(m);
            invent_add_place(m, lone, invent_new_place(m, invent_point(m, 1)));
            m->coordinates += m->space ? 6 : 3;
            continue;
        }
        const int parent = m->part_count > 1 && chance(m, 0.7) ? 1 + dice_index(&m->d, m->part_count - 1) : 0;
        const invent_kind *kind = tree_kind(m);
        hang(m, parent, kind, place_on(m, parent));
    }
    if (m->coordinates == 0)
        hang(m, m->part_count - 1, kinds, place_on(m, m->part_count - 1));
}

/* ---- loops ---- */

/* Axis and angle of the turn from the first body to the second. */
static void read_turn(const inventing *m, bond *c)
{
    const invent_part *p = &m->parts[c->first], *r = &m->parts[c->second];
    const tml_mat3 back = tml_mat3_transpose(&p->R), unwrapped = tml_mat3_product(&r->R, &back);
    const tml_quat q = tml_quat_of_matrix(&unwrapped);
    const tml_vec3 v = {q.x, q.y, q.z};
    const double size = tml_norm(v);
    if (!m->space) {
        c->q = r->angle - p->angle;
        c->aligned = true;
    } else if (m->drawn) {
        c->aligned = true;
    } else if (m->flat && c->kind->turn == TURN_AXIS) {
        c->q = 2 * atan2(q.z, q.w);
        c->aligned = true;
    } else if (c->kind->turn <= TURN_AXIS && size > 1e-3) {
        c->a = tml_scale(1 / size, v);
        c->q = 2 * atan2(size, q.w);
        c->aligned = true;
    }
    c->q -= c->q > TURN / 2 && m->space ? TURN : 0;
}

static bool close_loop(inventing *m, const invent_kind *k, int first, int second)
{
    const int rows = m->flat ? 2 : rows_of(m, k);
    bond c = start_bond(m, k, first, second);
    read_turn(m, &c);
    if ((m->flat && k != kinds) || rows == 0 || m->coordinates - rows < 1 || freedoms_of(m, k) < 0)
        return false;
    if (k->turn <= TURN_AXIS && !c.aligned)
        return false;
    c.place1 = place_on(m, c.first);
    const tml_vec3 d = shift_of(m, &c);
    c.place2 = k->shift == SHIFT_NONE ? c.place1 : invent_new_place(m, tml_add(m->places[c.place1].at, d));
    invent_link *l = put_bond(m, &c);
    if (m->wish.compliant && chance(m, 0.3))
        put_compliance(m, &l->line);
    else
        m->coordinates -= rows;
    return true;
}

/* angle or displacement of the second = ratio x angle of the first + offset */
static bool tie_two(inventing *m)
{
    const int a = dice_index(&m->d, m->link_count), b = dice_index(&m->d, m->link_count);
    const invent_link *A = &m->links[a], *B = &m->links[b];
    const bool rack = !m->space && B->knows_slide && chance(m, 0.5);
    if (a == b || !A->knows_angle || !(rack ? B->knows_slide : B->knows_angle) || m->coordinates < 2)
        return false;
    double ratio = dice_between(&m->d, 0.4, 2);
    ratio *= chance(m, 0.5) ? -1 : 1;
    invent_link *l = &m->links[m->link_count];
    *l = (invent_link){.kind = NULL};
    snprintf(l->name, sizeof l->name, "J%d", m->link_count++);
    tml_text_add(&l->line, "%s: [%s, %s], %s: %.17g, offset: %.17g", rack ? "rack" : "gear", A->name, B->name,
                 rack ? "radius" : "ratio", ratio, (rack ? B->slide : B->angle) - ratio * A->angle);
    m->coordinates--;
    return true;
}

static bool tie(inventing *m)
{
    for (int tries = 0; tries < 12; tries++)
        if (tie_two(m))
            return true;
    return false;
}

/* A third body on the pin of two, pinned to both. */
static bool crowd_pin(inventing *m)
{
    const invent_link l = m->links[dice_index(&m->d, m->link_count)];
    if (l.kind != kinds || m->part_count == MAX_PARTS)
        return false;
    int at = -1;
    for (int i = 0; i < m->parts[l.first].place_count; i++)
        for (int k = 0; k < m->parts[l.second].place_count; k++)
            if (m->parts[l.first].places[i] == m->parts[l.second].places[k])
                at = m->parts[l.first].places[i];
    hang(m, l.first, kinds, at);
    bond c = {
        .kind = kinds, .first = l.second, .second = m->part_count - 1, .a = {1, 0, 0}, .place1 = at, .place2 = at};
    read_turn(m, &c);
    put_bond(m, &c);
    return true;
}

/* A rod without mass between two bodies: one row less a freedom. */
static bool add_strut(inventing *m, int first, int second)
{
    if (m->coordinates < 2 || m->part_count == MAX_PARTS)
        return false;
    const int one = place_on(m, first), two = place_on(m, second), rod = new_part(m);
    const tml_vec3 d = tml_sub(m->places[two].at, m->places[one].at);
    if (tml_norm(d) < 0.2) {
        m->part_count--;
        return false;
    }
    m->parts[rod].massless = true;
    bond c = {.kind = &kinds[m->space ? 7 : 0], .first = first, .second = rod, .place1 = one, .place2 = one};
    const tml_vec3 u = tml_scale(1 / tml_norm(d), d);
    c.a = m->space ? square_to(m, u) : (tml_vec3){1, 0, 0};
    c.b = tml_cross(u, c.a);
    read_turn(m, &c);
    put_bond(m, &c);
    c = (bond){
        .kind = &kinds[m->space ? 6 : 0], .first = second, .second = rod, .place1 = two, .place2 = two, .a = c.a};
    read_turn(m, &c);
    put_bond(m, &c);
    m->coordinates--;
    return true;
}

static bool add_loop(inventing *m)
{
    const int first = dice_index(&m->d, m->part_count), second = dice_index(&m->d, m->part_count);
    if (m->wish.redundant && !m->space && chance(m, 0.4))
        return crowd_pin(m);
    if (chance(m, 0.2))
        return tie(m);
    if (first == second)
        return false;
    if (m->wish.massless && chance(m, 0.5))
        return add_strut(m, first, second);
    return close_loop(m, m->flat ? kinds : &kinds[dice_index(&m->d, KINDS)], first, second);
}

void invent_loops(inventing *m, int loops)
{
    for (int tries = 0; m->loops < loops && tries < 200; tries++)
        m->loops += m->link_count && add_loop(m);
}
