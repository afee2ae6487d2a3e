/* proposal.c - what proposals of several kinds of analysis share: drivers that are missing, joints to act on. */
#include "analysis/analysis.h"

const char *tml_proposal_needs_drivers(const tml_proposal_setting *setting)
{
    const int left = setting->free_count;
    if (left <= 0)
        return NULL;
    return tml_arena_format(setting->arena,
                            "every degree of freedom has to be driven, and %d %s not: add a driver for %s", left,
                            left == 1 ? "is" : "are", left == 1 ? "it" : "each of them");
}

static bool is_on_ground(const tml_joint *joint)
{
    return joint->body1 == 0 || joint->body2 == 0;
}

const tml_joint_coordinate *tml_proposal_coordinate(const tml_proposal_setting *setting, int skip, const char **name)
{
    const tml_system *s = setting->system;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->joint_count; i++) {
            const tml_joint *joint = &s->joints[i];
            if (is_on_ground(joint) != (pass == 0) || joint->coordinate_count != 1 || joint->clearance)
                continue;
            const tml_joint_coordinate *coordinate = &s->coordinates[joint->first_coordinate];
            if (coordinate->term.measure < 0 || skip-- > 0)
                continue;
            *name = joint->name;
            return coordinate;
        }
    return NULL;
}
