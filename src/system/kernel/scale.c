/* scale.c - characteristic length and mass of a mechanism, and scales of its rows.
 *
 *   size = max over moving bodies of |p - c|, |p - p_0|       p: points of the body, p_0 the first, c its centre of mass
 *
 * All tolerances, ranks and pivots are relative to these, so that no result depends on the units of a model. The ground is excluded: a
 * distant marker on the ground is no property of the mechanism. If bodies have no extent (particles, wheels on their axles), radii of
 * gyration, then distances between bodies and points replace it; for particles that all coincide, free lengths of springs or the
 * distance they travel.
 */
#include "elementary/elementary.h"
#include "model/multiple_joint.h"
#include "model/scope.h"
#include "system/kernel/workspace.h"
#include <math.h>
#include <string.h>

static double extent_of(const tml_body *body)
{
    double extent = 0;
    for (int j = 0; j < body->point_count; j++) {
        extent = fmax(extent, tml_norm(tml_sub(body->points[j].p, body->com)));
        extent = fmax(extent, tml_norm(tml_sub(body->points[j].p, body->points[0].p)));
    }
    return extent;
}

static double gyration_of(const tml_body *body)
{
    const double *I = body->inertia, largest = fmax(I[0], fmax(I[1], I[2]));
    return body->mass > 0 && largest > 0 ? sqrt(largest / body->mass) : 0;
}

/* A joint may attach a body at a point of the drawing that the body does not list. Unknown names are reported later. */
static double arm_of_joint(const tml_resolved *r, const tml_element *joint, int side)
{
    const tml_node *at = tml_node_find(joint->node, "at"), *end = joint->type_node;
    if (!end || end->kind != TML_NODE_LIST || side >= end->count || end->items[side]->kind != TML_NODE_SCALAR)
        return 0;
    const tml_use *use = end->items[side]->place.use;
    const tml_named_element e = tml_scope_element(r->model, end->items[side]->text, use);
    const char *named = e.rest ? e.rest : e.point;
    const char *point = named ? named : at && at->kind == TML_NODE_SCALAR ? at->text : tml_joint_point(joint);
    tml_vec3 p;
    if (e.index <= 0 || e.index >= r->model->body_count || !tml_resolved_point(r, e.index, point, use, !named, &p))
        return 0;
    return tml_norm(tml_sub(p, r->bodies[e.index].com));
}

/* Distances at the start: points of the ground, and bodies. */
static double span_of(const tml_resolved *r)
{
    double span = 0;
    const tml_body *ground = &r->bodies[0];
    const tml_vec3 first = ground->point_count ? ground->points[0].p : (tml_vec3){0};
    for (int j = 0; j < ground->point_count; j++)
        span = fmax(span, tml_norm(tml_sub(ground->points[j].p, first)));
    for (int i = 1; i < r->model->body_count; i++)
        span = fmax(span, tml_norm(tml_sub(tml_add(r->bodies[i].position, r->bodies[i].com), first)));
    return span;
}

/* Free lengths of springs, if all bodies are drawn at one point. */
static double rest_length_of(tml_resolved *r)
{
    double largest = 0;
    for (int i = 0; i < r->model->force_count; i++) {
        const tml_node *node = tml_node_find(r->model->forces[i].node, "length");
        double length = 0;
        if (node && node->kind == TML_NODE_SCALAR && tml_resolved_number(r, node, "m", "length", &length))
            largest = fmax(largest, fabs(length));
    }
    return largest;
}

/* Distance that bodies without extent travel: at their initial velocity until the end of the analysis, or until gravity
 * stops them. */
static double distance_travelled(tml_resolved *r, const tml_element *analysis)
{
    const tml_node *node = analysis ? tml_node_find(analysis->node, "end") : NULL;
    const double g = tml_norm(r->gravity);
    double end = 0, fast = 0;
    for (int i = 1; i < r->model->body_count; i++)
        fast = fmax(fast, tml_norm(r->bodies[i].velocity));
    if (node && tml_resolved_number(r, node, "s", "end", &end) && end > 0)
        return fmax(fast * end, g * end * end);
    return g > 0 ? fast * fast / g : 0;
}

void tml_system_find_size(tml_system *s, tml_resolved *r, const tml_element *analysis)
{
    double extent = 0, gyration = 0;
    for (int i = 1; i < r->model->body_count; i++) {
        extent = fmax(extent, extent_of(&r->bodies[i]));
        gyration = fmax(gyration, gyration_of(&r->bodies[i]));
        s->mass += r->bodies[i].mass;
    }
    for (int i = 0; i < r->model->joint_count; i++)
        for (int side = 0; side < 2; side++)
            extent = fmax(extent, arm_of_joint(r, &r->model->joints[i], side));
    if (extent == 0)
        extent = gyration > 0 ? gyration : span_of(r);
    if (extent == 0)
        extent = rest_length_of(r);
    s->sized_by_motion = extent == 0;
    if (extent == 0)
        extent = distance_travelled(r, analysis);
    s->size = extent > 0 ? extent : 1;
    s->mass = s->mass > 0 ? s->mass : 1;
}

double tml_terms_scale(const tml_system *s, const tml_terms *terms)
{
    double scale = 0;
    if (terms->relation)
        return tml_pow(s->size, s->relations[terms->relation - 1].lengths);
    for (int k = terms->first; k < terms->first + terms->count; k++)
        scale = fmax(scale, fabs(s->terms[k].coefficient) * tml_measure_scale(s, s->terms[k].measure));
    return scale;
}

void tml_system_find_row_scales(tml_system *s)
{
    for (int i = 0; i < s->assembly_row_count; i++) {
        tml_constraint *row = &s->rows[i];
        bool rotation = true; /* a sum of angles; with a displacement, angles are multiplied by a radius or a pitch */
        for (int k = row->terms.first; k < row->terms.first + row->terms.count; k++)
            rotation &= s->measures[s->terms[k].measure].is_rotation;
        row->scale = row->terms.relation ? tml_pow(s->size, s->relations[row->terms.relation - 1].lengths)
                     : rotation          ? 1
                                         : s->size;
    }
}

double tml_rows_relative_residual(const tml_system *s, const double *residual, int rows)
{
    double largest = 0;
    for (int i = 0; i < rows; i++) {
        const double relative = fabs(residual[i]) / s->rows[i].scale;
        largest = relative > largest || isnan(relative) ? relative : largest;
    }
    return largest;
}

double tml_rows_residual_length(const tml_system *s, const double *residual, int rows)
{
    return s->size * tml_rows_relative_residual(s, residual, rows);
}

double tml_mechanism_extent(const tml_system *s, const double *q)
{
    const int lin = s->space ? 3 : 2;
    double far = s->size;
    for (int j = 0; j < s->nq; j++)
        far = fmax(far, fabs(q[j]) * (j % s->nqb < lin ? 1 : s->size));
    return far;
}

double tml_natural_rate(const tml_workspace *w)
{
    const tml_system *s = w->system;
    double energy_of_springs = w->potential, max_stiffness = 0;
    for (int b = 1; b < s->nb; b++) {
        const tml_vec3 x = s->space ? w->motion3[b].x : (tml_vec3){w->motion2[b].x, w->motion2[b].y, 0};
        energy_of_springs += s->masses[b].mass * tml_dot(s->gravity, x);
    }
    for (int i = 0; i < s->law_count; i++) {
        const double arm = tml_measure_scale(s, s->terms[s->laws[i].terms.first].measure) / s->size;
        max_stiffness = fmax(max_stiffness, s->laws[i].k * arm * arm);
    }
    const double energy = fabs(energy_of_springs) + s->mass * tml_norm(s->gravity) * s->size;
    const double rate = fmax(sqrt(2 * energy / s->mass) / s->size, sqrt(max_stiffness / s->mass));
    return isfinite(rate) ? rate : 0;
}
