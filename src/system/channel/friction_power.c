/* friction_power.c - P = sum of f s' over the force laws of friction, in joints and contacts. */
#include "system/channel/channels.h"

double tml_law_power(const tml_workspace *work, int law)
{
    const tml_term term = work->system->terms[work->system->laws[law].terms.first];
    return work->force[law] * term.coefficient * work->rate[term.measure];
}

double tml_friction_power(const tml_workspace *work)
{
    const tml_system *s = work->system;
    double power = 0;
    for (int i = 0; i < s->joint_count; i++)
        for (int k = 0; k < s->joints[i].friction_law_count; k++)
            power += tml_law_power(work, s->joints[i].first_friction_law + k);
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0;
             s->interactions[i].kind == TML_FRICTION && s->interactions[i].joint < 0 && k < s->interactions[i].size;
             k++)
            power += tml_law_power(work, s->interactions[i].law[k]);
    return power;
}
