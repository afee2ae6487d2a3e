/* compile.c - from a reading of a model to a system: bodies, then joints, forces, drivers, start values. */
#include "system/builder.h"
#include <string.h>

static tml_mat3 inverse3(const tml_mat3 *A)
{
    const tml_vec3 x = tml_mat3_column(A, TML_X), y = tml_mat3_column(A, TML_Y), z = tml_mat3_column(A, TML_Z);
    const tml_vec3 yz = tml_cross(y, z), zx = tml_cross(z, x), xy = tml_cross(x, y);
    const double d = 1 / tml_dot(x, yz);
    return (tml_mat3){{{d * yz.x, d * yz.y, d * yz.z}, {d * zx.x, d * zx.y, d * zx.z}, {d * xy.x, d * xy.y, d * xy.z}}};
}

static double determinant(const tml_mat3 *A)
{
    return tml_dot(tml_mat3_column(A, TML_X), tml_cross(tml_mat3_column(A, TML_Y), tml_mat3_column(A, TML_Z)));
}

static tml_mass mass_of(const tml_body *body, bool space)
{
    const double *I = body->inertia;
    tml_mass m = {.name = body->name, .mass = body->mass, .com = body->com, .written = body};
    m.inverse_mass = body->mass > 0 ? 1 / body->mass : 0;
    if (!space) {
        m.inertia.m[2][2] = I[2];
        m.inverse_inertia.m[2][2] = I[2] > 0 ? 1 / I[2] : 0;
        return m;
    }
    m.inertia = (tml_mat3){{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    const double largest = fmax(I[0], fmax(I[1], I[2]));
    if (largest > 0 && determinant(&m.inertia) > 1e-14 * largest * largest * largest)
        m.inverse_inertia = inverse3(&m.inertia);
    return m;
}

static bool is_singular(const tml_mass *m, bool space)
{
    if (m->inverse_mass == 0)
        return true;
    return space ? m->inverse_inertia.m[0][0] + m->inverse_inertia.m[1][1] + m->inverse_inertia.m[2][2] == 0
                 : m->inverse_inertia.m[2][2] == 0;
}

/* The largest distance between two points of one body; points of the ground count as those of a body. */
static double size_of(const tml_reading *r)
{
    double size = 0;
    for (int i = 0; i < r->model->body_count; i++) {
        const tml_body *body = &r->bodies[i];
        for (int j = 0; j < body->point_count; j++) {
            size = fmax(size, i ? tml_norm(tml_sub(body->points[j].p, body->com)) : 0);
            size = fmax(size, tml_norm(tml_sub(body->points[j].p, body->points[0].p)));
        }
    }
    return size > 0 ? size : 1;
}

static void bodies(tml_builder *b)
{
    tml_system *s = b->s;
    s->space = b->r->model->space;
    s->nb = b->r->model->body_count;
    s->nqb = s->space ? 7 : 3;
    s->nvb = s->space ? 6 : 3;
    s->nq = (s->nb - 1) * s->nqb;
    s->nv = (s->nb - 1) * s->nvb;
    s->gravity = b->r->gravity;
    s->size = size_of(b->r);
    s->masses = TML_NEW_ARRAY(b->arena, tml_mass, s->nb);
    for (int i = 0; i < s->nb; i++)
        s->masses[i] = mass_of(&b->r->bodies[i], s->space);
    s->masses[0].com = (tml_vec3){0, 0, 0};
    for (int i = 1; i < s->nb; i++)
        s->singular_mass |= is_singular(&s->masses[i], s->space);
}

tml_system *tml_system_compile(tml_reading *reading, const tml_element *analysis, const tml_treatment *treatment,
                               tml_arena *arena, tml_log *log)
{
    const size_t errors = log->error_count;
    tml_builder b = {.r = reading, .arena = arena, .log = log, .s = TML_NEW(arena, tml_system)};
    if (treatment)
        b.treatment = *treatment;
    b.channels.arena = arena;
    b.s->model = reading->model;
    b.s->reading = reading;
    TML_GROW(arena, b.s->inputs, b.s->input_count, b.input_capacity);
    b.s->inputs[b.s->input_count++] = (tml_input){.what = TML_INPUT_TIME};
    bodies(&b);
    tml_builder_joints(&b);
    tml_builder_forces(&b);
    tml_builder_drivers(&b);
    tml_builder_starts(&b);
    if (analysis)
        tml_builder_events(&b, analysis);
    if (log->error_count != errors)
        return NULL;
    tml_builder_finish(&b);
    return b.s;
}
