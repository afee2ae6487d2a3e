/* kept_axes.c - axes whose distance rigid joints keep, so that a force between them does no work.
 *
 * A hinge has one axis that is fixed in both of its bodies; hinges of one body along the same line share it. Two axes that are both fixed in one
 * body keep their distance: those of wheels on a carrier, of a sun and a planet.
 */
#include "system/compile/builder.h"

typedef struct {
    bool known;
    tml_vec3 at, along; /* in the frame of the body at its centre of mass */
} line;

static bool is_rigid(const tml_builder *b, const tml_joint *j)
{
    const tml_joint_form *form = b->s->space ? &j->class->space : &j->class->plane;
    return (j->class->hinge || j->class->slider) && b->treatment.kind != TML_PENALIZE && j->law_count == 0 &&
           !j->clearance && j->row_count == (int)form->rows_count;
}

static bool is_rigid_hinge(const tml_builder *b, const tml_joint *j)
{
    return j->class->hinge && is_rigid(b, j);
}

static line side_of(const tml_joint *j, bool second)
{
    return (line){true, second ? j->p2 : j->p1, tml_mat3_column(second ? &j->M : &j->F, TML_Z)};
}

static bool coincide(const line *a, const line *b, double size)
{
    static const double ROUNDING = 1e-12;
    const tml_vec3 off = tml_cross(tml_sub(a->at, b->at), a->along);
    return a->known && b->known && tml_norm(tml_cross(a->along, b->along)) <= ROUNDING &&
           tml_norm(off) <= ROUNDING * size;
}

/* The axis of a joint in every body in which it is fixed: from hinge to hinge. */
static void follow(const tml_builder *b, const tml_joint *joint, line *in)
{
    const tml_system *s = b->s;
    for (int i = 0; i < s->nb; i++)
        in[i].known = false;
    if (!is_rigid_hinge(b, joint))
        return;
    in[joint->body1] = side_of(joint, false), in[joint->body2] = side_of(joint, true);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < s->joint_count; i++) {
            const tml_joint *j = &s->joints[i];
            if (!is_rigid_hinge(b, j) || in[j->body1].known == in[j->body2].known)
                continue;
            const line one = side_of(j, false), two = side_of(j, true);
            if (coincide(&in[j->body1], &one, s->size))
                in[j->body2] = two, more = true;
            else if (coincide(&in[j->body2], &two, s->size))
                in[j->body1] = one, more = true;
        }
    }
}

int tml_builder_shared_carrier(const tml_builder *b, const tml_joint *first, const tml_joint *second, tml_vec3 at[2],
                               tml_vec3 axis[2])
{
    line *one = TML_NEW_ARRAY(b->arena, line, b->s->nb), *two = TML_NEW_ARRAY(b->arena, line, b->s->nb);
    follow(b, first, one);
    follow(b, second, two);
    for (int i = 0; i < b->s->nb; i++)
        if (one[i].known && two[i].known) {
            at[0] = one[i].at, at[1] = two[i].at, axis[0] = one[i].along, axis[1] = two[i].along;
            return i;
        }
    return -1;
}

bool tml_builder_keeps_distance(const tml_builder *b, const tml_joint *first, const tml_joint *second)
{
    tml_vec3 at[2], axis[2];
    return tml_joints_carrier(first, second) >= 0 ? is_rigid(b, first) && is_rigid(b, second)
                                                  : tml_builder_shared_carrier(b, first, second, at, axis) >= 0;
}
