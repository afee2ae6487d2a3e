/* random_surface.c - a surface of any registered kind with sizes and places at random. */
#include "support/random_surface.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 200 };
static const double LARGER = 6; /* a surface that is touched from within */

const char random_surface_tables[] = "tables: {hills: {x: [-3, -1.5, 0, 1.5, 3], y: [-3, -1.5, 0, 1.5, 3], z: [[0.1, "
                                     "0, 0.05, 0.1, 0], [0, 0.1, 0, 0, 0.1],\n"
                                     "  [0.1, 0.05, 0, 0.1, 0], [0, 0, 0.1, 0.05, 0.1], [0.05, 0.1, 0, 0, 0.1]]}}\n";
/* In the plane the motion of a follower. */
static const char motion[] =
    "tables: {hills: {periodic: true, segments: [{rise: 0.05, over: 2*pi/3, law: 4-5-6-7}, {dwell: "
    "pi/3}, {return: 0.05, over: pi, law: 4-5-6-7}]}}\n";

/* ---- fields ---- */

/* Corners in order about the middle with the free side outside; in space anywhere about it. */
static void put_corners(tml_text *text, random_source *d, bool space, bool ring, double size)
{
    const int count = 2 + ring + random_index(d, space ? 9 : 5);
    tml_vec3 first = {0, 0, 0};
    tml_text_add(text, "[");
    for (int i = 0; i < count; i++) {
        const double r = size * random_between(d, 0.25, 0.35), angle = -6.283185307179586 * i / count;
        const tml_vec3 p =
            space ? tml_scale(r, random_direction(d, true)) : (tml_vec3){r * cos(angle), r * sin(angle), 0};
        first = i ? first : p;
        tml_text_add(text, i ? ", " : "");
        put_vector(text, p, space);
    }
    if (ring) {
        tml_text_add(text, ", ");
        put_vector(text, first, space);
    }
    tml_text_add(text, "]");
}

static void put_choice(tml_text *text, const tml_field *f, random_source *d)
{
    int count = 0;
    size_t length;
    while (tml_field_choice(f, count, &length))
        count++;
    const char *word = tml_field_choice(f, random_index(d, count), &length);
    tml_text_put(text, word, length);
}

/* One that need not be given is there or not; false: it is not. `within`: it is touched so. */
static bool put_field(tml_text *text, const tml_field *f, random_source *d, bool space, bool within, bool ring,
                      int place)
{
    const double size = (within ? LARGER : 1) * random_between(d, 0.2, 0.3) * pow(0.35, place);
    const bool given = f->required || random_index(d, 2);
    if (strcmp(f->name, "diameter") == 0 || (f->unit && strcmp(f->unit, "m/s") == 0)) /* radius instead; a belt */
        return false;
    if (f->type == TML_FIELD_BOOL ? !within : !given && strcmp(f->name, "radius") != 0)
        return false;
    tml_text_add(text, "%s%s: ", text->data[text->length - 1] == '{' ? "" : ", ", f->name);
    switch (f->type) {
    case TML_FIELD_NUMBER:
        tml_text_add(text, "%.17g", size);
        break;
    case TML_FIELD_PLACE:
        put_vector(text, random_vector(d, space, 0.2), space);
        break;
    case TML_FIELD_DIRECTION:
        put_vector(text, random_direction(d, space), space);
        break;
    case TML_FIELD_SIZE:
        tml_text_add(text, "[%.17g, %.17g, %.17g]", size, 1.5 * size, 1.2 * size);
        break;
    case TML_FIELD_CORNERS:
        put_corners(text, d, space, ring && !space, within ? LARGER : 1);
        break;
    case TML_FIELD_BOOL:
        tml_text_add(text, "true");
        break;
    case TML_FIELD_TEXT:
        tml_text_add(text, "hills");
        break;
    case TML_FIELD_CHOICE:
        put_choice(text, f, d);
        break;
    default:
        cr_assert_fail("surfaces have a field %s of a type that this test cannot write", f->name);
    }
    return true;
}

static char *surface_text(const tml_body_surface_class *class, bool space, bool ring, random_source *d)
{
    tml_text text = {0};
    int lengths = 0;
    bool within = false;
    for (size_t i = 0; i < class->fields_count; i++)
        within |= class->fields[i].type == TML_FIELD_BOOL && random_index(d, 4) == 0;
    tml_text_add(&text, "{%s: {", class->name);
    for (size_t i = 0; i < class->fields_count; i++)
        lengths += put_field(&text, &class->fields[i], d, space, within, ring, lengths) &&
                   class->fields[i].type == TML_FIELD_NUMBER;
    tml_text_add(&text, "}}");
    return text.data;
}

/* ---- models ---- */

/* NULL with the code of the first message. */
static mechanism *compile_if_silent(const char *text, char code[16])
{
    mechanism *m = mechanism_try(text);
    if (m->system && tml_log_count(m->log) == 0) {
        mechanism_start(m);
        return m;
    }
    snprintf(code, 16, "%s", tml_log_count(m->log) ? tml_log_get(m->log, 0).code : "");
    mechanism_free(m);
    return NULL;
}

static char *accepted_surface(const tml_body_surface_class *class, bool space, bool rings, random_source *d)
{
    for (int trial = 0; trial < TRIALS; trial++) {
        char *surface = surface_text(class, space, rings && trial < TRIALS / 8, d);
        tml_text text = {0};
        tml_text_add(
            &text, "trammel: 1\nspace: %s\n%sbodies: {ground: {surfaces: {s: %s}}, one: {mass: 1, inertia: %s}}\n",
            space ? "space" : "plane", space ? random_surface_tables : motion, surface, space ? "[1, 1, 1]" : "1");
        char code[16];
        mechanism *m = compile_if_silent(text.data, code);
        tml_text_free(&text);
        if (m) {
            mechanism_free(m);
            return surface;
        }
        free(surface);
    }
    cr_assert_fail("no %s at random is one", class->name);
    return NULL;
}

random_pair random_pair_make(const tml_body_surface_class *first, const tml_body_surface_class *second, bool space,
                             bool rings, random_source *d)
{
    random_pair p = {.space = space, .kind = {first, second}};
    for (int i = 0; i < 2; i++) {
        p.surface[i] = accepted_surface(p.kind[i], space, rings, d);
        p.mass[i] = random_between(d, 0.5, 2), p.inertia[i] = random_between(d, 0.05, 0.1);
        p.com[i] = random_vector(d, space, 0.1);
    }
    random_pair_scatter(&p, 1, d);
    return p;
}

void random_pair_free(random_pair *p)
{
    for (int i = 0; i < 2; i++)
        free(p->surface[i]);
}

void random_pair_scatter(random_pair *p, double distance, random_source *d)
{
    for (int i = 0; i < 2; i++) {
        p->position[i] = i ? tml_scale(distance, random_direction(d, p->space)) : (tml_vec3){0, 0, 0};
        p->axis[i] = p->space ? random_direction(d, true) : (tml_vec3){0, 0, 1};
        p->angle[i] = random_between(d, -3, 3);
        p->velocity[i] = random_vector(d, p->space, 1);
        p->omega[i] = p->space ? random_vector(d, true, 1) : (tml_vec3){0, 0, random_between(d, -1, 1)};
    }
}

static body_state state_of(const random_pair *p, int i)
{
    body_state b = {
        .v = p->velocity[i], .w = p->omega[i], .R = tml_quat_matrix(tml_quat_about(p->axis[i], p->angle[i]))};
    b.x = tml_add(p->position[i], tml_rotate(&b.R, p->com[i]));
    return b;
}

static void put_body_of(tml_text *text, const random_pair *p, int i)
{
    const body_state b = state_of(p, i);
    const tml_quat q = tml_quat_about(p->axis[i], p->angle[i]);
    tml_text_add(text, "  %s: {mass: %.17g, com: ", i ? "two" : "one", p->mass[i]);
    put_vector(text, p->com[i], p->space);
    tml_text_add(text, ", position: ");
    put_vector(text, p->position[i], p->space);
    tml_text_add(text, ", velocity: "); /* of the frame's origin */
    put_vector(text, tml_sub(b.v, tml_cross(b.w, tml_rotate(&b.R, p->com[i]))), p->space);
    const double J = p->inertia[i];
    if (p->space) {
        tml_text_add(text, ", inertia: [%.17g, %.17g, %.17g], orientation: [%.17g, %.17g, %.17g, %.17g], omega: ", J, J,
                     J, q.w, q.x, q.y, q.z);
        put_vector(text, p->omega[i], true);
    } else {
        tml_text_add(text, ", inertia: %.17g, angle: %.17g, omega: %.17g", J, p->angle[i], p->omega[i].z);
    }
    tml_text_add(text, ",\n        points: {C: ");
    put_vector(text, p->com[i], p->space);
    tml_text_add(text, "}, surfaces: {s: %s}}\n", p->surface[i]);
}

char *random_pair_text(const random_pair *p, bool exchanged, const char *fields, const char *lines)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\ngravity: none\n%sbodies:\n", p->space ? "space" : "plane",
                 p->space ? random_surface_tables : motion);
    for (int i = 0; i < 2; i++)
        put_body_of(&text, p, i);
    tml_text_add(&text, "forces:\n  hit: {contact: [%s.s, %s.s]%s}\n%s", exchanged ? "two" : "one",
                 exchanged ? "one" : "two", fields, lines);
    return text.data;
}

mechanism *random_pair_compile(const random_pair *p, bool exchanged)
{
    char *text = random_pair_text(p, exchanged, ", friction: 0.3", "");
    char code[16] = "";
    mechanism *m = compile_if_silent(text, code);
    /* which cannot touch, or of a cam whose pivot is elsewhere from another centre of mass */
    cr_assert(m || strcmp(code, tml_code_text(TML_E_CONTACT)) == 0 || strcmp(code, tml_code_text(TML_E_CAM)) == 0,
              "%s of\n%s", code, text);
    free(text);
    return m;
}

void random_pair_put(const random_pair *p, mechanism *m)
{
    for (int i = 0; i < 2; i++) {
        const body_state b = state_of(p, i);
        state_put(m, i + 1, &b, p->angle[i], m->q, m->v);
    }
}

pair_place random_pair_nearest(const random_pair *p, mechanism *m)
{
    const tml_system *s = m->system;
    pair_place out = {.gap = INFINITY};
    random_pair_put(p, m);
    mechanism_evaluate(m, m->q, m->v);
    for (int i = 0; i < s->contact_count; i++) {
        const tml_term t = s->interactions[s->contacts[i].normal].term[0];
        double f[12] = {0};
        if (!(t.coefficient * m->work->value[t.measure] < out.gap))
            continue;
        tml_workspace_add_term(m->work, t, 1, f);
        out = (pair_place){.gap = t.coefficient * m->work->value[t.measure],
                           .rate = t.coefficient * m->work->rate[t.measure],
                           .n = {f[s->nvb], f[s->nvb + 1], p->space ? f[s->nvb + 2] : 0}};
    }
    return out;
}

/* ---- in a run ---- */

double random_pair_column(const tml_case *c, size_t row, const char *element, const char *channel)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s", element, channel);
    return tml_case_value(c, row, name);
}

static tml_vec3 vector_of(const tml_case *c, size_t row, const char *body, const char *stem, bool space)
{
    char x[16], y[16], z[16];
    snprintf(x, sizeof x, "%sx", stem), snprintf(y, sizeof y, "%sy", stem), snprintf(z, sizeof z, "%sz", stem);
    return (tml_vec3){random_pair_column(c, row, body, x), random_pair_column(c, row, body, y),
                      space ? random_pair_column(c, row, body, z) : 0};
}

pair_row random_pair_row(const tml_case *c, size_t row, int body, bool space)
{
    const char *b = body ? "two" : "one";
    return (pair_row){.x = vector_of(c, row, b, "", space),
                      .v = vector_of(c, row, b, "v", space),
                      .w = space ? vector_of(c, row, b, "omega", true)
                                 : (tml_vec3){0, 0, random_pair_column(c, row, b, "omega")}};
}

pair_momentum random_pair_momentum(const random_pair *p, const tml_case *c, size_t row)
{
    pair_momentum sum = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 2; i++) {
        const pair_row b = random_pair_row(c, row, i, p->space);
        const tml_vec3 mv = tml_scale(p->mass[i], b.v);
        sum.linear = tml_add(sum.linear, mv);
        sum.angular = tml_add(sum.angular, tml_add(tml_cross(b.x, mv), tml_scale(p->inertia[i], b.w)));
    }
    return sum;
}

void each_pair_of_surfaces(bool space,
                           void (*see)(const tml_body_surface_class *first, const tml_body_surface_class *second))
{
    for (int i = 0; i < tml_body_surface_class_count; i++)
        for (int k = 0; k <= i; k++) {
            const tml_body_surface_class *a = tml_body_surface_classes[i], *b = tml_body_surface_classes[k];
            if (space ? a->space && b->space : a->plane && b->plane)
                see(a, b);
        }
}
