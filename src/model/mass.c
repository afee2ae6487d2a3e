/* mass.c - centre of mass, mass and inertia of a body: as given, or from its shapes. */
#include "model/body.h"
#include "model/shape.h"

/* What the shapes of a body say of its matter. */
typedef struct {
    tml_solid solid;              /* outline.kind TML_SHAPE_NONE: none */
    const tml_shape_class *shape; /* of `shape`; NULL: none, or several */
    bool several;                 /* `shapes` were read */
    tml_composite all;            /* of several */
} matter;

/* Where the com is given: by name or coordinates. */
static bool read_com(tml_body_draft *d, const tml_shape_context *context)
{
    const tml_node *node = tml_draft_get(d, "com");
    tml_shape_context c = *context;
    c.element = (tml_element){.name = d->what};
    return node && tml_shape_place(&c, node, tml_draft_about(d, "com"), &d->body->com);
}

static void default_com(tml_body_draft *d, const tml_solid *solid)
{
    tml_body *b = d->body;
    if (solid->outline.kind != TML_SHAPE_NONE && !solid->outline.drawn_only) {
        b->com = solid->centroid;
        return;
    }
    for (int i = 0; i < b->point_count; i++)
        b->com = tml_add(b->com, tml_scale(1.0 / b->point_count, b->points[i].p));
}

/* A number that must not be negative; *value stays as it is where it is not given. False: it is wrong, which was reported. */
static bool read_amount(const tml_body_draft *d, const char *key, const char *unit, double *value)
{
    const tml_node *node = tml_draft_get(d, key);
    double number;
    if (!node)
        return true;
    if (!tml_resolved_number(d->r, node, unit, tml_draft_about(d, key), &number))
        return false;
    if (number < 0) {
        tml_log_raise(d->r->log, TML_E_NEGATIVE, node->place, "%s: %s must not be negative", d->what, key);
        return false;
    }
    *value = number;
    return true;
}

/* ---- shapes ---- */

static void read_shapes(tml_body_draft *d, tml_shape_context *context, matter *m)
{
    const tml_node *shape = tml_draft_get(d, "shape"), *shapes = tml_draft_get(d, "shapes");
    double density = NAN;
    *m = (matter){.solid.outline.kind = TML_SHAPE_NONE};
    if (shape && shapes)
        tml_log_raise(d->r->log, TML_E_SAME_KEY_TWICE, shapes->place, "%s: give \"shape\" or \"shapes\", not both",
                      d->what);
    else if (shape) {
        m->shape = tml_shape_read(d->r, shape, d->what, context, &m->solid);
        if (!m->shape)
            m->solid = (tml_solid){.outline.kind = TML_SHAPE_NONE};
    } else if (shapes && read_amount(d, "density", "kg/m^3", &density)) {
        m->several = tml_shapes_read(d->r, shapes, d->what, density, context, &m->all);
        m->solid = m->all.solid;
    }
}

/* ---- mass ---- */

/* A density where there is no mass. */
static void apply_density(tml_body_draft *d, const matter *m, const tml_node *density)
{
    double value = 0;
    if (m->shape && m->solid.outline.drawn_only)
        tml_log_raise(d->r->log, TML_E_DENSITY_NEEDS_VOLUME, density->place,
                      "%s: a density needs a volume, and a %s is only drawn: give a mass", d->what, m->shape->name);
    else if (m->shape && isnan(m->solid.volume))
        tml_log_raise(d->r->log, TML_E_DENSITY_NEEDS_VOLUME, density->place,
                      "%s: a density needs a volume: give the %s %s", d->what, m->shape->name, m->shape->lacks);
    else if (!tml_draft_get(d, "shape"))
        tml_log_raise(d->r->log, TML_E_DENSITY_NEEDS_VOLUME, density->place, "%s: a density needs a shape", d->what);
    else if (read_amount(d, "density", "kg/m^3", &value) && m->shape)
        d->body->mass = value * m->solid.volume;
}

/* False: a mass is given, but could not be read, which was reported. */
static bool read_mass(tml_body_draft *d, const matter *m)
{
    const tml_node *mass = tml_draft_get(d, "mass"), *density = tml_draft_get(d, "density");
    const size_t errors = d->r->log->error_count;
    read_amount(d, "mass", "kg", &d->body->mass);
    if (density && mass)
        tml_log_raise(d->r->log, TML_E_MASS_AND_DENSITY, density->place, "%s: give a mass or a density, not both",
                      d->what);
    else if (mass && m->several && m->all.has_mass)
        tml_log_raise(d->r->log, TML_E_MASS_AND_DENSITY, mass->place,
                      "%s: give the mass of the body, or masses and densities of its shapes, not both", d->what);
    else if (m->several && m->all.has_mass)
        d->body->mass = m->all.mass;
    else if (density && !tml_draft_get(d, "shapes"))
        apply_density(d, m, density);
    return d->r->log->error_count == errors;
}

/* ---- inertia ---- */

/* The inertia of the shapes is about their centroid: the centre of mass must be there. */
static void take_inertia(tml_body_draft *d, const tml_solid *solid)
{
    const tml_vec3 off = tml_sub(d->body->com, solid->centroid);
    const double size = fmax(solid->inertia[0], fmax(solid->inertia[1], solid->inertia[2])); /* of one kilogram: m^2 */
    if (tml_dot(off, off) > 1e-12 * size) {
        tml_log_raise(d->r->log, TML_E_COM_NOT_CENTROID, tml_draft_get(d, "com")->place,
                      solid->outline.kind == TML_SHAPE_PARTICLE
                          ? "%s: com is not where the particle is; leave com out, or at"
                          : "%s: com is not the centroid of the shape; give an inertia, or leave com out",
                      d->what);
        return;
    }
    for (int i = 0; i < 6; i++)
        if (i == 2 || d->r->model->space)
            d->body->inertia[i] = d->body->mass * solid->inertia[i];
}

static void find_inertia(tml_body_draft *d, const matter *m)
{
    const tml_node *inertia = tml_draft_get(d, "inertia");
    if (inertia && m->shape && m->shape->kind == TML_SHAPE_PARTICLE)
        tml_log_raise(d->r->log, TML_E_PARTICLE_INERTIA, inertia->place,
                      "%s: a particle has no inertia; leave it out, or use another shape", d->what);
    else if (inertia)
        tml_draft_inertia(d, inertia);
    else if (m->several && m->all.vague && d->body->mass > 0)
        tml_log_raise(d->r->log, TML_E_SHAPE_MASS, m->all.place, "%s", m->all.vague);
    else if ((m->shape || m->several) && !m->solid.outline.drawn_only && d->body->mass > 0)
        take_inertia(d, &m->solid);
    else
        d->body->point_mass = d->body->mass > 0;
}

void tml_draft_matter(tml_body_draft *d)
{
    tml_shape_context context = {.r = d->r, .body = d->body, .names = d->names};
    matter m;
    context.centered = read_com(d, &context);
    read_shapes(d, &context, &m);
    d->body->outline = m.solid.outline;
    if (tml_draft_is_ground(d))
        return;
    if (!context.centered)
        default_com(d, &m.solid);
    if (read_mass(d, &m))
        find_inertia(d, &m);
}
