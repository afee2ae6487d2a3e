/* point_mass.c - bodies whose mass is taken as a point although they can rotate.
 *
 * A body with mass but neither inertia nor shape has no inertia about its centre of mass. That matters unless it is a
 * particle, on whose rotation nothing acts, or translates without rotating: connected to the ground by prismatic and
 * fixed joints alone.
 */
#include "run/point_mass.h"
#include <string.h>

/* Whether the rows that clearance leaves rigid are all that prevent a rotation. */
static bool holds_rotations(const tml_system *s, const tml_joint *j)
{
    int rotations = 0;
    for (int i = j->first_row; i < j->first_row + j->row_count; i++)
        rotations += tml_terms_turn(s, &s->rows[i].terms);
    return rotations == (s->space ? 3 : 1);
}

/* Whether the joint leaves no rotation between its bodies: coordinates and rows are complete, and none is an angle. */
static bool locks_rotation(const tml_system *s, const tml_joint *j)
{
    if (j->clearance)
        return holds_rotations(s, j);
    if (tml_joint_couples(j->class) || j->coordinate_count + j->row_count + j->law_count < s->nvb)
        return false;
    for (int k = 0; k < j->coordinate_count; k++)
        if (s->coordinates[j->first_coordinate + k].is_rotation)
            return false;
    return true;
}

void tml_point_mass_warn(const tml_system *s, tml_arena *arena, tml_log *log)
{
    int *part = TML_NEW_ARRAY(arena, int, s->nb);
    for (int b = 0; b < s->nb; b++)
        part[b] = b;
    for (int i = 0; i < s->joint_count; i++)
        if (locks_rotation(s, &s->joints[i]))
            part[tml_component_root(part, s->joints[i].body1)] = tml_component_root(part, s->joints[i].body2);
    for (int b = 1; b < s->nb; b++) {
        const tml_body *body = s->masses[b].written;
        const bool particle = s->masses[b].ignorable_count == (s->space ? 3 : 1);
        if (!body->point_mass || particle || tml_component_root(part, b) == tml_component_root(part, 0))
            continue;
        tml_log_raise(log, TML_W_POINT_MASS, body->place,
                      "body %s: its mass of %.6g kg has neither inertia nor shape: it is taken as a point mass at the "
                      "centre of mass; give inertia, or a shape such as rod, or shape: particle if that is meant",
                      body->name, body->mass);
    }
}
