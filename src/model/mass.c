/* mass.c - centre of mass, mass and inertia of a body: as given, or from its shape. */
#include "geometry/principal_axes.h"
#include "model/body.h"
#include "model/shape.h"

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
    if (solid->outline.kind != TML_SHAPE_NONE) {
        b->com = solid->centroid;
        return;
    }
    for (int i = 0; i < b->point_count; i++)
        b->com = tml_add(b->com, tml_scale(1.0 / b->point_count, b->points[i].p));
}

static bool not_negative(const tml_body_draft *d, const tml_node *node, const char *key, double value)
{
    if (value >= 0)
        return true;
    tml_log_raise(d->r->log, TML_E_NEGATIVE, node->place, "%s: %s must not be negative", d->what, key);
    return false;
}

/* False: a mass is given, but could not be read, which was reported. */
static bool read_mass(tml_body_draft *d, const tml_solid *solid, const tml_shape_class *shape)
{
    const tml_node *mass = tml_draft_get(d, "mass"), *density = tml_draft_get(d, "density");
    double value = 0;
    const size_t errors = d->r->log->error_count;
    bool read = !mass || tml_resolved_number(d->r, mass, "kg", tml_draft_about(d, "mass"), &value);
    if (mass && read && not_negative(d, mass, "mass", value))
        d->body->mass = value;
    if (!density)
        return read && d->r->log->error_count == errors;
    if (mass)
        tml_log_raise(d->r->log, TML_E_MASS_AND_DENSITY, density->place, "%s: give a mass or a density, not both",
                      d->what);
    else if (!tml_draft_get(d, "shape"))
        tml_log_raise(d->r->log, TML_E_DENSITY_NEEDS_VOLUME, density->place, "%s: a density needs a shape", d->what);
    else if (shape && isnan(solid->volume))
        tml_log_raise(d->r->log, TML_E_DENSITY_NEEDS_VOLUME, density->place,
                      "%s: a density needs a volume: give the %s %s", d->what, shape->name, shape->lacks);
    else if (!tml_resolved_number(d->r, density, "kg/m^3", tml_draft_about(d, "density"), &value))
        read = false;
    else if (not_negative(d, density, "density", value) && shape)
        d->body->mass = value * solid->volume;
    return read && d->r->log->error_count == errors;
}

/* No mass distribution has a negative moment, or one larger than the sum of the other two. */
static bool check_tensor(const tml_body_draft *d, const tml_node *node)
{
    const double *I = d->body->inertia;
    const tml_mat3 tensor = {{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    double m[3];
    tml_principal(&tensor, m, NULL);
    const double largest = fmax(fabs(m[0]), fmax(fabs(m[1]), fabs(m[2]))), slack = 1e-9 * largest;
    if (fmin(m[0], fmin(m[1], m[2])) < -slack) {
        tml_log_raise(d->r->log, TML_E_INERTIA_NOT_POSITIVE, node->place,
                      "%s: inertia is not positive: its principal moments are %g, %g, %g", d->what, m[0], m[1], m[2]);
        return false;
    }
    if (2 * largest > m[0] + m[1] + m[2] + slack) {
        tml_log_raise(d->r->log, TML_E_INERTIA_IMPOSSIBLE, node->place,
                      "%s: no body has this inertia: of its principal moments %g, %g, %g one is larger than the sum of "
                      "the others",
                      d->what, m[0], m[1], m[2]);
        return false;
    }
    return true;
}

static void read_inertia(tml_body_draft *d, const tml_node *node)
{
    double *I = d->body->inertia;
    bool good = false;
    if (!d->r->model->space)
        good = tml_resolved_number(d->r, node, "kg*m^2", tml_draft_about(d, "inertia"), &I[2]) &&
               not_negative(d, node, "inertia", I[2]);
    else
        good = tml_numbers_read(d->r, node, "kg*m^2", tml_draft_about(d, "inertia"), node->count, I) &&
               check_tensor(d, node);
    if (good && d->body->mass == 0 && I[0] + I[1] + I[2] > 0 && !d->e->broken)
        tml_log_raise(d->r->log, TML_E_INERTIA_WITHOUT_MASS, node->place, "%s: has an inertia but no mass", d->what);
}

/* The inertia of the shape is about its centroid: the centre of mass must be there. */
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

void tml_draft_matter(tml_body_draft *d)
{
    const tml_node *shape_node = tml_draft_get(d, "shape"), *inertia = tml_draft_get(d, "inertia");
    tml_shape_context context = {.r = d->r, .body = d->body, .names = d->names};
    tml_solid solid = {.outline.kind = TML_SHAPE_NONE};
    const tml_shape_class *shape = NULL;
    context.centered = read_com(d, &context);
    if (shape_node)
        shape = tml_shape_read(d->r, shape_node, d->what, &context, &solid);
    if (!shape)
        solid = (tml_solid){.outline.kind = TML_SHAPE_NONE};
    d->body->outline = solid.outline;
    if (tml_draft_is_ground(d))
        return;
    if (!context.centered)
        default_com(d, &solid);
    if (!read_mass(d, &solid, shape))
        return;
    if (inertia && shape && shape->kind == TML_SHAPE_PARTICLE)
        tml_log_raise(d->r->log, TML_E_PARTICLE_INERTIA, inertia->place,
                      "%s: a particle has no inertia; leave it out, or use another shape", d->what);
    else if (inertia)
        read_inertia(d, inertia);
    else if (shape && d->body->mass > 0)
        take_inertia(d, &solid);
    else
        d->body->point_mass = d->body->mass > 0;
}
