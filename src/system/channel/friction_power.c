/* friction_power.c - P = sum of f s' over the force laws of friction, in joints and contacts. */
#include "system/channel/channels.h"
#include <math.h>

double tml_law_power(const tml_workspace *work, int law)
{
    const tml_term term = work->system->terms[work->system->laws[law].terms.first];
    return work->force[law] * term.coefficient * work->rate[term.measure];
}

double tml_joint_friction_value(const tml_workspace *work, const tml_joint_friction *f)
{
    double value = 0;
    for (int k = f->first_law; k < f->first_law + f->law_count; k++)
        value = f->law_count == 1 ? work->force[k] : hypot(value, work->force[k]);
    return value;
}

double tml_joint_friction_power(const tml_workspace *work, const tml_joint *joint)
{
    double power = 0;
    for (int k = 0; !joint->has_teeth && k < joint->added_law_count; k++) /* what pushes teeth apart does no work */
        power += tml_law_power(work, joint->first_added_law + k);
    return power;
}

double tml_friction_power(const tml_workspace *work)
{
    const tml_system *s = work->system;
    double power = 0;
    for (int i = 0; i < s->joint_count; i++)
        power += tml_joint_friction_power(work, &s->joints[i]);
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0;
             s->interactions[i].kind == TML_FRICTION && s->interactions[i].joint < 0 && k < s->interactions[i].size;
             k++)
            power += tml_law_power(work, s->interactions[i].law[k]);
    return power;
}
