/* sticking.c - whether friction lets nothing slip, u = 0: by its mode, or where a motion has no modes by the slip itself, but for rounding. Friction at its
 * limit, mode SLIDES, does not slip either where others hold.
 */
#include "system/channel/channels.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>

static bool belongs(const tml_system *s, const tml_interaction *x, const tml_joint *joint)
{
    return x->kind == TML_FRICTION && x->joint >= 0 && &s->joints[x->joint] == joint;
}

static const double AT_REST = 1e-9; /* of the velocities, and of a fall through the size */

static bool is_slow(const tml_workspace *work, const tml_interaction *x, double slip)
{
    const tml_system *s = work->system;
    return tml_interaction_arm(s, x) * slip <=
           AT_REST * (sqrt(2 * tml_workspace_kinetic(work) / s->mass) + sqrt(tml_norm(s->gravity) * s->size));
}

static bool sticks(const tml_workspace *work, const tml_interaction *x)
{
    const tml_interaction_mode_kind mode = work->modes[x - work->system->interactions].kind;
    double slip = 0;
    for (int k = 0; k < x->size; k++)
        slip = hypot(slip, work->rate[x->term[k].measure]);
    return mode == TML_STICKS || mode == TML_RESTS ||
           ((mode == TML_BY_LAW || mode == TML_SLIDES) && is_slow(work, x, slip));
}

bool tml_joint_can_stick(const tml_system *s, const tml_joint *joint)
{
    for (int i = 0; i < s->interaction_count; i++)
        if (belongs(s, &s->interactions[i], joint))
            return true;
    return false;
}

bool tml_joint_sticks(const tml_instant *at, const tml_joint *joint)
{
    const tml_system *s = at ? at->work->system : NULL;
    for (int i = 0; s && i < s->interaction_count; i++)
        if (belongs(s, &s->interactions[i], joint) && !sticks(at->work, &s->interactions[i]))
            return false;
    return s != NULL;
}

bool tml_force_sticks(const tml_workspace *work, const tml_force *force)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_FRICTION && s->interactions[i].force == (int)(force - s->forces))
            return sticks(work, &s->interactions[i]);
    return false;
}

bool tml_contact_pair_sticks(const tml_workspace *work, const tml_contact_pair *pair)
{
    const tml_system *s = work->system;
    bool touches = false;
    for (int i = 0; i < pair->count; i++) {
        const tml_contact *place = &s->contacts[pair->places[i]];
        if (work->force[place->normal_law] == 0)
            continue;
        touches = true;
        if (place->friction < 0 || !sticks(work, &s->interactions[place->friction]))
            return false;
    }
    return touches;
}
