/* compile_switch.c - forces that are switched off: their laws are zero, so that no evaluation asks. */
#include "system/compile/builder.h"
#include <string.h>

void tml_system_switch_forces(const tml_system *s, const bool *force_off)
{
    for (int i = 0; s->laws_on && i < s->law_count; i++) {
        const tml_force_law *on = &s->laws_on[i];
        if (on->force < 0 || on->joint >= 0 || on->row >= 0)
            continue;
        s->laws[i] = *on;
        if (force_off[on->force])
            s->laws[i] = (tml_force_law){.terms = on->terms, .joint = -1, .force = on->force, .row = -1};
    }
}

const tml_system *tml_system_own_laws(const tml_system *system, tml_arena *arena)
{
    if (!system->laws_on)
        return system;
    tml_system *s = tml_arena_copy(arena, system, sizeof *system);
    TML_OWN(arena, s->laws, s->law_count);
    return s;
}

void tml_builder_switches(tml_builder *b)
{
    tml_system *s = b->s;
    bool any = false;
    for (int i = 0; i < s->force_count; i++)
        any |= b->r->force_off[i];
    for (int i = 0; i < s->assignment_count; i++)
        any |= s->assignments[i].what == TML_SET_FORCE;
    if (!any)
        return;
    s->laws_on = s->laws;
    TML_OWN(b->home, s->laws, s->law_count);
    tml_system_switch_forces(s, b->r->force_off);
}
