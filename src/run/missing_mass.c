/* missing_mass.c - rotors: bodies whose inertia is given, but not their mass.
 *
 * With v the velocity of the centre of mass, the equations have the mass in m v' and m g. Where a joint to the ground keeps the centre of mass in place, v = 0: the motion
 * does not depend on m, and only the force of that joint lacks the weight. Elsewhere the mass is needed.
 */
#include "run/missing_mass.h"
#include <math.h>

static const double AXIS = 1e-9; /* of the size: a centre of mass that is no farther from the axis is on it */

/* Whether rows alone connect the two bodies, and leave them nothing but rotations. */
static bool leaves_rotations_alone(const tml_system *s, const tml_joint *j)
{
    if (j->clearance || tml_joint_couples(j->class) || j->coordinate_count + j->row_count != s->nvb)
        return false;
    for (int k = 0; k < j->coordinate_count; k++)
        if (!s->coordinates[j->first_coordinate + k].is_rotation)
            return false;
    return true;
}

/* Whether the joint keeps the centre of mass of one of its bodies in place on the other: it is at the joint point, or on the axis of the only rotation, z. */
static bool holds_centre(const tml_system *s, const tml_joint *j, bool second)
{
    const tml_mat3 *axes = second ? &j->M : &j->F;
    tml_vec3 arm = second ? j->p2 : j->p1;
    if (!leaves_rotations_alone(s, j))
        return false;
    if (s->space && j->coordinate_count == 1) {
        const tml_vec3 z = tml_mat3_column(axes, TML_Z);
        arm = tml_sub(arm, tml_scale(tml_dot(arm, z), z));
    }
    return j->coordinate_count == 0 || tml_norm(arm) <= AXIS * s->size;
}

/* The joint that keeps the centre of mass of a body in place on the ground, or on what is fixed to it; NULL: it may move. */
static const tml_joint *find_holding(const tml_system *s, int *part, int body)
{
    const int ground = tml_component_root(part, 0);
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        const bool second = j->body2 == body;
        if ((second || j->body1 == body) && tml_component_root(part, second ? j->body1 : j->body2) == ground &&
            holds_centre(s, j, second))
            return j;
    }
    return NULL;
}

bool tml_missing_mass_check(const tml_system *s, tml_arena *arena, tml_log *log)
{
    int *part = TML_NEW_ARRAY(arena, int, s->nb);
    bool good = true;
    for (int b = 0; b < s->nb; b++)
        part[b] = b;
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].coordinate_count == 0 && leaves_rotations_alone(s, &s->joints[i]))
            part[tml_component_root(part, s->joints[i].body1)] = tml_component_root(part, s->joints[i].body2);
    for (int b = 1; b < s->nb; b++) {
        const tml_body *body = s->masses[b].written;
        const tml_joint *holding = body->lacks_mass ? find_holding(s, part, b) : NULL;
        good = good && (!body->lacks_mass || holding);
        if (body->lacks_mass && !holding)
            tml_log_raise(
                log, TML_E_MASS_NEEDED, body->inertia_place,
                "body %s: has an inertia but no mass, which is needed: its centre of mass can move. Give its mass, or "
                "mass: 0 to leave out its weight and the inertia of its translation",
                body->name);
        else if (holding && tml_norm(s->gravity) > 0)
            tml_log_raise(
                log, TML_W_WEIGHT_UNKNOWN, body->inertia_place,
                "body %s: its mass is not given: its motion does not depend on it, but the force of joint %s is "
                "without its weight; mass: 0 says that this is meant",
                body->name, holding->name);
    }
    return good;
}
