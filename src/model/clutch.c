/* clutch.c - the form of clutches and brakes: dry friction with given limits, and drag -viscous w. */
#include "model/clutch.h"
#include <string.h>

const char *tml_clutch_misfit(const tml_node *map, const tml_node **where, const char *with_force)
{
    const tml_node *torque = tml_node_find(map, "torque"), *force = tml_node_find(map, "force");
    *where = torque && force ? torque : map;
    if (!torque == !force)
        return torque ? "either \"force\" or \"torque\": leave one of them out"
                      : "\"force\", that presses its faces together, is missing; or \"torque\", at which it slips";
    if (force && !tml_node_find(map, "coefficient"))
        return "\"coefficient\" of friction is missing, as \"coefficient: 0.3\"";
    for (int i = 0; torque && i < map->count; i++)
        if (tml_word_index(with_force, map->keys[i]->text) >= 0) {
            *where = map->keys[i];
            return "has no effect beside \"torque\": leave it out, or give \"force\" instead";
        }
    *where = tml_node_find(map, "static_torque");
    return *where && force ? "has no effect beside \"force\": \"static\" tells what it holds" : NULL;
}

tml_state_form tml_clutch_form(tml_friction_texts friction, const tml_node *map, tml_arena *arena)
{
    tml_friction_texts *texts = TML_NEW(arena, tml_friction_texts);
    *texts = friction;
    if (tml_node_find(map, "torque"))
        *texts = (tml_friction_texts){.sliding = "max(0, torque)", .holding = "max(max(0, torque), static_torque)"};
    return (tml_state_form){.value = tml_state_is_zero(tml_node_find(map, "viscous")) ? "0" : "-viscous*speed",
                            .friction = texts};
}
