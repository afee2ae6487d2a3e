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

static const double AT_REST = 1e-9;  /* of the velocities, and of a fall through the size */
static const double BALANCED = 1e-7; /* of the acceleration by a force alone: rounding, where others balance it */

static bool is_slow(const tml_workspace *work, const tml_interaction *x, double slip)
{
    const tml_system *s = work->system;
    return tml_interaction_arm(s, x) * slip <=
           AT_REST * (sqrt(2 * tml_workspace_kinetic(work) / s->mass) + sqrt(tml_norm(s->gravity) * s->size));
}

/* Whether the slip of friction at its limit begins, or goes on: its acceleration is more than what is left where others hold it. */
static bool accelerates(const tml_instant *at, const tml_interaction *x)
{
    const tml_workspace *w = at->work;
    const tml_system *s = w->system;
    const tml_measure *of = &s->measures[x->term[0].measure];
    const double arm = tml_interaction_arm(s, x);
    double c = 0, force = 0, mass = s->mass;
    for (int k = 0; k < x->size; k++) {
        c = hypot(c, tml_interaction_acceleration(w, x, k, at->a));
        force = hypot(force, w->inputs[s->result_laws[x->result_law[k]].input]);
    }
    for (int side = 0; side < 2; side++) {
        const int body = side ? of->body2 : of->body1;
        mass = body && s->masses[body].mass > 0 ? fmin(mass, s->masses[body].mass) : mass;
    }
    return c > BALANCED * force / (mass * arm * arm);
}

static bool sticks(const tml_instant *at, const tml_interaction *x)
{
    const tml_workspace *work = at->work;
    const tml_interaction_mode_kind mode = work->modes[x - work->system->interactions].kind;
    double slip = 0;
    for (int k = 0; k < x->size; k++)
        slip = hypot(slip, work->rate[x->term[k].measure]);
    return mode == TML_STICKS || mode == TML_RESTS || (mode == TML_BY_LAW && is_slow(work, x, slip)) ||
           (mode == TML_SLIDES && is_slow(work, x, slip) && !(at->a && accelerates(at, x)));
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
        if (belongs(s, &s->interactions[i], joint) && !sticks(at, &s->interactions[i]))
            return false;
    return s != NULL;
}

bool tml_force_sticks(const tml_instant *at, const tml_force *force)
{
    const tml_system *s = at->work->system;
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_FRICTION && s->interactions[i].force == (int)(force - s->forces))
            return sticks(at, &s->interactions[i]);
    return false;
}

bool tml_contact_pair_sticks(const tml_instant *at, const tml_contact_pair *pair)
{
    const tml_workspace *work = at->work;
    const tml_system *s = work->system;
    bool touches = false;
    for (int i = 0; i < pair->count; i++) {
        const tml_contact *place = &s->contacts[pair->places[i]];
        if (work->force[place->normal_law] == 0)
            continue;
        touches = true;
        if (place->friction < 0 || !sticks(at, &s->interactions[place->friction]))
            return false;
    }
    return touches;
}
