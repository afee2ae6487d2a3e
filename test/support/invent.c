/* invent.c - random mechanisms: poses, points and the model text. */
#include "support/inventing.h"
#include <stdio.h>
#include <string.h>

bool chance(inventing *m, double part)
{
    return dice_between(&m->d, 0, 1) < part;
}

tml_vec3 invent_direction(inventing *m)
{
    return dice_direction(&m->d, m->space);
}

tml_vec3 invent_point(inventing *m, double size)
{
    return dice_vector(&m->d, m->space, size);
}

int invent_new_place(inventing *m, tml_vec3 at)
{
    invent_place *p = &m->places[m->place_count];
    snprintf(p->name, sizeof p->name, "P%d", m->place_count);
    p->at = at;
    return m->place_count++;
}

void invent_add_place(inventing *m, int part, int place)
{
    invent_part *p = &m->parts[part];
    for (int i = 0; i < p->place_count; i++)
        if (p->places[i] == place)
            return;
    p->places[p->place_count++] = place;
}

tml_vec3 invent_in_body(const inventing *m, int part, tml_vec3 direction)
{
    return tml_rotate_back(&m->parts[part].R, direction);
}

/* The body stands as `from` does, turned about an axis. */
void invent_turn(inventing *m, int part, tml_vec3 axis, double angle, int from)
{
    const tml_mat3 turn = tml_quat_matrix(tml_quat_about(axis, angle));
    m->parts[part].R = tml_mat3_product(&turn, &m->parts[from].R);
    m->parts[part].angle = m->parts[from].angle + angle;
}

/* ---- text ---- */

static void put_pose(inventing *m, tml_text *text, const invent_part *p)
{
    tml_text_add(text, ", position: ");
    put_vector(text, p->x, m->space);
    if (m->space) {
        const tml_quat r = tml_quat_of_matrix(&p->R);
        tml_text_add(text, ", orientation: [%.17g, %.17g, %.17g, %.17g]", r.w, r.x, r.y, r.z);
    } else {
        tml_text_add(text, ", angle: %.17g", p->angle);
    }
}

static void put_places(const inventing *m, tml_text *text, const invent_part *p)
{
    tml_text_add(text, m->drawn ? "points: [" : "points: {");
    for (int i = 0; i < p->place_count; i++) {
        const invent_place *place = &m->places[p->places[i]];
        tml_text_add(text, "%s%s", i ? ", " : "", place->name);
        if (m->drawn)
            continue;
        tml_text_add(text, ": ");
        put_vector(text, tml_rotate_back(&p->R, tml_sub(place->at, p->x)), m->space);
    }
    tml_text_add(text, m->drawn ? "]" : "}");
}

static void put_mass(inventing *m, tml_text *text, const invent_part *p)
{
    tml_vec3 com = dice_vector(&m->d, m->space, 0.25);
    for (int i = 0; i < p->place_count; i++)
        com = tml_add(com, tml_scale(1.0 / p->place_count, m->places[p->places[i]].at));
    tml_text_add(text, ", com: ");
    put_vector(text, tml_rotate_back(&p->R, tml_sub(com, p->x)), m->space);
    tml_text_add(text, ", mass: %.17g, inertia: ", dice_between(&m->d, 0.5, 3));
    const double size = dice_between(&m->d, 0.05, 0.4);
    if (!m->space) {
        tml_text_add(text, "%.17g", size);
        return;
    }
    tml_text_add(text, "[");
    for (int i = 0; i < 6; i++) {
        const double entry = size * (i < 3 ? dice_between(&m->d, 0.7, 1.1) : dice_between(&m->d, -0.1, 0.1));
        tml_text_add(text, "%s%.17g", i ? ", " : "", entry);
    }
    tml_text_add(text, "]");
}

static void put_speed(inventing *m, tml_text *text)
{
    const tml_vec3 v = dice_vector(&m->d, m->space, 1), w = dice_vector(&m->d, true, 2);
    tml_text_add(text, ", velocity: ");
    put_vector(text, v, m->space);
    tml_text_add(text, ", omega: ");
    if (m->space)
        put_vector(text, w, true);
    else
        tml_text_add(text, "%.17g", w.z);
}

static void put_part(inventing *m, tml_text *text, const invent_part *p)
{
    tml_text_add(text, "  %s: {", p->name);
    put_places(m, text, p);
    if (p == m->parts) {
        tml_text_add(text, "}\n");
        return;
    }
    if (!p->massless)
        put_mass(m, text, p);
    if (!m->drawn)
        put_pose(m, text, p);
    put_speed(m, text);
    tml_text_add(text, "}\n");
}

static void shuffle(inventing *m, int *order, int count)
{
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const int k = dice_index(&m->d, i + 1), x = order[i];
        order[i] = order[k];
        order[k] = x;
    }
}

static void put_drawing(inventing *m, tml_text *text)
{
    tml_text_add(text, "points:\n");
    for (int i = 0; i < m->place_count; i++) {
        tml_text_add(text, "  %s: ", m->places[i].name);
        put_vector(text, m->places[i].at, m->space);
        tml_text_add(text, "\n");
    }
}

static void put_initial(inventing *m, tml_text *text)
{
    bool first = true;
    for (int i = 0; i < m->link_count; i++) {
        char name[24];
        bool only;
        const invent_link *l = &m->links[i];
        if (!l->in_tree || m->loops || m->driver_count || !chance(m, 0.4) || !invent_coordinate(m, l, 0, name, &only) ||
            !only)
            continue;
        tml_text_add(text, "%s%s.speed: %.17g", first ? "initial: {" : ", ", l->name, dice_between(&m->d, -2, 2));
        first = false;
    }
    if (!first)
        tml_text_add(text, "}\n");
}

static tml_text write_text(inventing *m)
{
    tml_text text = {0};
    int order[MAX_LINKS];
    tml_text_add(&text, "trammel: 1\nspace: %s\n", m->space ? "space" : "plane");
    if (m->drawn)
        put_drawing(m, &text);
    tml_text_add(&text, "bodies:\n");
    shuffle(m, order, m->part_count);
    for (int i = 0; i < m->part_count; i++)
        if (order[i] || !m->drawn)
            put_part(m, &text, &m->parts[order[i]]);
    if (m->link_count)
        tml_text_add(&text, "joints:\n");
    shuffle(m, order, m->link_count);
    for (int i = 0; i < m->link_count; i++)
        tml_text_add(&text, "  %s: {%s}\n", m->links[order[i]].name, m->links[order[i]].line.data);
    if (m->force_count)
        tml_text_add(&text, "forces:\n%s", m->forces.data);
    if (m->driver_count)
        tml_text_add(&text, "drivers:\n%s", m->drivers.data);
    put_initial(m, &text);
    tml_text_add(&text, "analyses:\n  - dynamics: {end: 0.3, output: 0.03}\n");
    return text;
}

invention invent_mechanism(invent_wish wish, uint64_t seed)
{
    inventing m = {.d = {(seed + 1) * 0xd1342543de82ef95u}, .wish = wish, .space = wish.space};
    m.flat = wish.space && wish.redundant;
    m.drawn = chance(&m, 0.4);
    m.part_count = 1;
    strcpy(m.parts[0].name, "ground");
    m.parts[0].still = true;
    m.parts[0].R = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    const int bodies = 1 + dice_index(&m.d, wish.loops ? 5 : 6);
    invent_tree(&m, bodies + wish.loops);
    const int loops = wish.loops ? 1 + dice_index(&m.d, 3) : 0;
    invent_loops(&m, loops);
    invent_forces(&m);
    const invention made = {write_text(&m), m.part_count - 1, m.loops, m.coordinates};
    for (int i = 0; i < m.link_count; i++)
        tml_text_free(&m.links[i].line);
    tml_text_free(&m.forces);
    tml_text_free(&m.drivers);
    return made;
}

const invent_family invent_families[INVENT_FAMILIES] = {
    {"plane tree", {0}},
    {"plane loops", {.loops = true}},
    {"plane redundant", {.loops = true, .redundant = true}},
    {"plane massless", {.loops = true, .massless = true}},
    {"plane compliant", {.loops = true, .compliant = true}},
    {"space tree", {.space = true}},
    {"space loops", {.space = true, .loops = true}},
    {"space redundant", {.space = true, .loops = true, .redundant = true}},
    {"space massless", {.space = true, .loops = true, .massless = true}},
    {"space compliant", {.space = true, .loops = true, .compliant = true}},
};
