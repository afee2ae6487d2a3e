/* joint_rows.c - rows of joints: s = target, or where they are compliant a spring along s, f = -k (s - target) - c s'. */
#include "system/compile/joint_rows.h"
#include "model/check.h"
#include "model/clearance.h"

static const tml_field *common(const char *name)
{
    return tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, name);
}

/* Effective inertia between two points or two bodies: inverse of 1/m + r^2/J, 1/J summed over both. Massless bodies are
 * left out; if none remains, the total mass counts. */
static double effective_inertia(const tml_builder *b, const int bodies[2], const tml_vec3 points[2], bool is_rotation)
{
    const tml_system *s = b->s;
    double inverse = 0, total = 0;
    for (int i = 0; i < 2; i++) {
        const tml_mass *m = &s->masses[bodies[i]];
        const double J =
            s->space ? (m->inertia.m[0][0] + m->inertia.m[1][1] + m->inertia.m[2][2]) / 3 : m->inertia.m[2][2];
        if (bodies[i] && m->mass > 0 && !is_rotation)
            inverse += 1 / m->mass + (J > 0 ? tml_dot(points[i], points[i]) / J : 0);
        if (bodies[i] && J > 0 && is_rotation)
            inverse += 1 / J;
    }
    if (inverse > 0)
        return 1 / inverse;
    for (int i = 1; i < s->nb; i++)
        total += s->masses[i].mass;
    return is_rotation ? total * s->size * s->size : total;
}

void tml_builder_penalize(const tml_builder *b, const int bodies[2], const tml_vec3 points[2], bool is_rotation,
                          double *k, double *c)
{
    b->s->penalty_stiffness = b->treatment.stiffness;
    *k = b->treatment.stiffness * (is_rotation ? b->s->size * b->s->size : 1);
    *c = 2 * b->treatment.ratio * sqrt(*k * effective_inertia(b, bodies, points, is_rotation));
}

void tml_builder_penalized(tml_builder *b, bool *penalized)
{
    for (int i = 0; i < b->r->model->joint_count; i++) {
        const tml_element *e = &b->r->model->joints[i];
        tml_anchor anchors[2];
        if (!tml_joint_couples(e->joint) && !tml_element_field(e, common("stiffness")) &&
            !tml_element_has_clearance(e) && tml_resolved_joint_ends(b->r, e, anchors))
            penalized[anchors[0].body] = penalized[anchors[1].body] = true;
    }
}

void tml_builder_penalize_rows(const tml_builder *b, const tml_joint *joint, tml_row_compliance *compliance)
{
    for (int half = 0; b->treatment.kind == TML_PENALIZE && half < 2; half++)
        for (int i = 3 * half; !compliance->compliant[half] && i < 3 * half + 3; i++)
            tml_builder_penalize(b, (int[]){joint->body1, joint->body2}, (tml_vec3[]){joint->p1, joint->p2}, half == 1,
                                 &compliance->k[i], &compliance->c[i]);
    for (int half = 0; b->treatment.kind == TML_PENALIZE && half < 2; half++)
        compliance->compliant[half] = true;
}

bool tml_builder_compliance(tml_builder *b, const tml_element *e, tml_row_compliance *out)
{
    const tml_field *stiffness = common("stiffness"), *damping = common("damping");
    *out = (tml_row_compliance){0};
    const bool has_k = tml_element_field(e, stiffness) != NULL, has_c = tml_element_field(e, damping) != NULL;
    if (!has_k && !has_c)
        return true;
    if (!tml_element_stiffness(b->r, e, stiffness, out->k) ||
        (has_c && !tml_element_stiffness(b->r, e, damping, out->c)))
        return false;
    for (int i = 0; i < 6; i++)
        out->compliant[i / 3] |= out->k[i] > 0;
    return true;
}

void tml_builder_joint_row(tml_builder *b, tml_joint *joint, tml_terms terms, tml_terms elastic, double target,
                           const char *name, const tml_row_compliance *compliance, int direction)
{
    tml_constraint row = {
        .terms = terms, .target = target, .joint = (int)(joint - b->s->joints), .driver = -1, .name = name};
    if (compliance->compliant[direction / 3]) {
        tml_builder_row(b, row, true);
        tml_builder_force_law(b, (tml_force_law){.terms = elastic,
                                                 .k = compliance->k[direction],
                                                 .c = compliance->c[direction],
                                                 .rest = target,
                                                 .joint = row.joint,
                                                 .force = -1,
                                                 .row = b->compliant_row_count - 1});
        joint->law_count++;
    } else {
        tml_builder_row(b, row, false);
        joint->row_count++;
    }
}
