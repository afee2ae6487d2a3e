/* random_mechanism.c - random mechanisms: poses, points and the model text. */
#include "support/random_mechanism_builder.h"
#include <stdio.h>
#include <string.h>

bool builder_chance(mechanism_builder *m, double probability)
{
    return random_between(&m->d, 0, 1) < probability;
}

tml_vec3 builder_direction(mechanism_builder *m)
{
    return random_direction(&m->d, m->space);
}

tml_vec3 builder_random_point(mechanism_builder *m, double size)
{
    return random_vector(&m->d, m->space, size);
}

int builder_new_point(mechanism_builder *m, tml_vec3 at)
{
    builder_point *p = &m->points[m->point_count];
    snprintf(p->name, sizeof p->name, "P%d", m->point_count);
    p->at = at;
    return m->point_count++;
}

void builder_add_point(mechanism_builder *m, int body, int point)
{
    builder_body *p = &m->bodies[body];
    for (int i = 0; i < p->point_count; i++)
        if (p->points[i] == point)
            return;
    p->points[p->point_count++] = point;
}

tml_vec3 builder_in_body(const mechanism_builder *m, int body, tml_vec3 direction)
{
    return tml_rotate_back(&m->bodies[body].R, direction);
}

/* The body gets the orientation of `from`, rotated about an axis. */
void builder_rotate(mechanism_builder *m, int body, tml_vec3 axis, double angle, int from)
{
    const tml_mat3 rotation = tml_quat_matrix(tml_quat_about(axis, angle));
    m->bodies[body].R = tml_mat3_product(&rotation, &m->bodies[from].R);
    m->bodies[body].angle = m->bodies[from].angle + angle;
}

/* ---- text ---- */

static void put_pose(mechanism_builder *m, tml_text *text, const builder_body *p)
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

static void put_points(const mechanism_builder *m, tml_text *text, const builder_body *p)
{
    tml_text_add(text, m->drawn ? "points: [" : "points: {");
    for (int i = 0; i < p->point_count; i++) {
        const builder_point *point = &m->points[p->points[i]];
        tml_text_add(text, "%s%s", i ? ", " : "", point->name);
        if (m->drawn)
            continue;
        tml_text_add(text, ": ");
        put_vector(text, tml_rotate_back(&p->R, tml_sub(point->at, p->x)), m->space);
    }
    tml_text_add(text, m->drawn ? "]" : "}");
}

static void put_mass(mechanism_builder *m, tml_text *text, const builder_body *p)
{
    tml_vec3 com = random_vector(&m->d, m->space, 0.25);
    for (int i = 0; i < p->point_count; i++)
        com = tml_add(com, tml_scale(1.0 / p->point_count, m->points[p->points[i]].at));
    tml_text_add(text, ", com: ");
    put_vector(text, tml_rotate_back(&p->R, tml_sub(com, p->x)), m->space);
    tml_text_add(text, ", mass: %.17g, inertia: ", random_between(&m->d, 0.5, 3));
    const double size = random_between(&m->d, 0.05, 0.4);
    if (!m->space) {
        tml_text_add(text, "%.17g", size);
        return;
    }
    tml_text_add(text, "[");
    for (int i = 0; i < 6; i++) {
        const double entry = size * (i < 3 ? random_between(&m->d, 0.7, 1.1) : random_between(&m->d, -0.1, 0.1));
        tml_text_add(text, "%s%.17g", i ? ", " : "", entry);
    }
    tml_text_add(text, "]");
}

static void put_velocity(mechanism_builder *m, tml_text *text)
{
    const tml_vec3 v = random_vector(&m->d, m->space, 1), w = random_vector(&m->d, true, 2);
    tml_text_add(text, ", velocity: ");
    put_vector(text, v, m->space);
    tml_text_add(text, ", omega: ");
    if (m->space)
        put_vector(text, w, true);
    else
        tml_text_add(text, "%.17g", w.z);
}

static void put_body_line(mechanism_builder *m, tml_text *text, const builder_body *p)
{
    tml_text_add(text, "  %s: {", p->name);
    put_points(m, text, p);
    if (p == m->bodies) {
        tml_text_add(text, "}\n");
        return;
    }
    if (!p->massless)
        put_mass(m, text, p);
    if (!m->drawn)
        put_pose(m, text, p);
    put_velocity(m, text);
    tml_text_add(text, "}\n");
}

static void shuffle(mechanism_builder *m, int *order, int count)
{
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const int k = random_index(&m->d, i + 1), x = order[i];
        order[i] = order[k];
        order[k] = x;
    }
}

static void put_drawing(mechanism_builder *m, tml_text *text)
{
    tml_text_add(text, "points:\n");
    for (int i = 0; i < m->point_count; i++) {
        tml_text_add(text, "  %s: ", m->points[i].name);
        put_vector(text, m->points[i].at, m->space);
        tml_text_add(text, "\n");
    }
}

static void put_initial(mechanism_builder *m, tml_text *text)
{
    bool first = true;
    for (int i = 0; i < m->joint_count; i++) {
        char name[24];
        bool only;
        const builder_joint *l = &m->joints[i];
        if (!l->in_tree || m->loops || m->driver_count || !builder_chance(m, 0.4) ||
            !builder_coordinate(m, l, 0, name, &only) || !only)
            continue;
        tml_text_add(text, "%s%s.speed: %.17g", first ? "initial: {" : ", ", l->name, random_between(&m->d, -2, 2));
        first = false;
    }
    if (!first)
        tml_text_add(text, "}\n");
}

static tml_text write_text(mechanism_builder *m)
{
    tml_text text = {0};
    int order[MAX_JOINTS];
    tml_text_add(&text, "trammel: 1\nspace: %s\n", m->space ? "space" : "plane");
    if (m->drawn)
        put_drawing(m, &text);
    tml_text_add(&text, "bodies:\n");
    shuffle(m, order, m->body_count);
    for (int i = 0; i < m->body_count; i++)
        if (order[i] || !m->drawn)
            put_body_line(m, &text, &m->bodies[order[i]]);
    if (m->joint_count)
        tml_text_add(&text, "joints:\n");
    shuffle(m, order, m->joint_count);
    for (int i = 0; i < m->joint_count; i++)
        tml_text_add(&text, "  %s: {%s}\n", m->joints[order[i]].name, m->joints[order[i]].line.data);
    if (m->force_count)
        tml_text_add(&text, "forces:\n%s", m->forces.data);
    if (m->driver_count)
        tml_text_add(&text, "drivers:\n%s", m->drivers.data);
    put_initial(m, &text);
    tml_text_add(&text, "analyses:\n  - dynamics: {end: 0.3, output: 0.03}\n");
    return text;
}

random_mechanism random_mechanism_make(random_mechanism_options options, uint64_t seed)
{
    mechanism_builder m = {.d = {(seed + 1) * 0xd1342543de82ef95u}, .options = options, .space = options.space};
    m.flat = options.space && options.redundant;
    m.drawn = builder_chance(&m, 0.4);
    m.body_count = 1;
    strcpy(m.bodies[0].name, "ground");
    m.bodies[0].still = true;
    m.bodies[0].R = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    const int bodies = 1 + random_index(&m.d, options.loops ? 5 : 6);
    builder_add_tree(&m, bodies + options.loops);
    const int loops = options.loops ? 1 + random_index(&m.d, 3) : 0;
    builder_add_loops(&m, loops);
    builder_add_extras(&m, seed);
    builder_add_forces(&m);
    const random_mechanism made = {write_text(&m), m.body_count - 1, m.loops, m.coordinates};
    for (int i = 0; i < m.joint_count; i++)
        tml_text_free(&m.joints[i].line);
    tml_text_free(&m.forces);
    tml_text_free(&m.drivers);
    return made;
}

const random_family random_families[RANDOM_FAMILIES] = {
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
