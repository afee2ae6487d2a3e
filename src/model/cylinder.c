/* cylinder.c - forms of cylinders with two chambers: states p1 and p2, the law, ends of the stroke, energy. */
#include "model/cylinder.h"
#include <string.h>

const char *tml_root_text(const char *d, tml_arena *arena)
{
    return tml_arena_format(arena,
                            "if(abs(%s) > transition, sign(%s)*sqrt(max(abs(%s), transition)), "
                            "(%s)/sqrt(transition)*(5 - ((%s)/transition)^2)/4)",
                            d, d, d, d, d);
}

static bool is_pair(const tml_node *node)
{
    return !node || (node->kind == TML_NODE_LIST && node->count == 2);
}

const char *tml_cylinder_misfit(const tml_node *map, const tml_node **where)
{
    static const char *const pairs[] = {"areas", "dead", "start"};
    static const char *const wrong[] = {
        "must be a list of two, [A1, A2]: of the piston, and of the ring round the rod",
        "must be a list of two volumes, [V1, V2]: what is left in each chamber at its end",
        "must be a list of two pressures, [p1, p2]"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        *where = tml_node_find(map, pairs[i]);
        if (!is_pair(*where))
            return wrong[i];
    }
    const tml_node *areas = tml_node_find(map, "areas"), *bore = tml_node_find(map, "bore"),
                   *rod = tml_node_find(map, "rod");
    *where = areas ? (bore ? bore : rod) : rod;
    if (areas && (bore || rod))
        return "has no effect beside \"areas\": leave one of them out";
    if (rod && !bore)
        return "needs \"bore\", the diameter of the piston";
    *where = map;
    return areas || bore ? NULL
                         : "\"areas\" of the piston, [A1, A2], are missing; or \"bore\" and \"rod\", its diameters";
}

const char *tml_cylinder_unfit(const tml_field_values *numbers, const char **field)
{
    *field = "rod";
    return tml_field_value(numbers, "bore") > 0 && tml_field_value(numbers, "rod") >= tml_field_value(numbers, "bore")
               ? "the rod is as thick as the bore: the second chamber has no area; make \"rod\" smaller than \"bore\""
               : NULL;
}

/* %1 and %2 are the areas. */
static const char *with_areas(const char *text, const tml_node *map, tml_arena *arena)
{
    const bool given = tml_node_find(map, "areas") != NULL;
    const char *const areas[] = {given ? "areas1" : "(pi/4*bore^2)", given ? "areas2" : "(pi/4*(bore^2 - rod^2))"};
    const char *out = "";
    for (const char *at = strchr(text, '%'); at; text = at + 2, at = strchr(text, '%'))
        out = tml_arena_format(arena, "%s%.*s%s", out, (int)(at - text), text, areas[at[1] - '1']);
    return tml_arena_format(arena, "%s%s", out, text);
}

/* What both chambers start with where nothing else is given. */
static const tml_node *at_rest(const tml_node *map, const tml_cylinder_texts *texts, tml_arena *arena)
{
    const tml_node *given = tml_node_find(map, texts->ambient);
    return given ? given : tml_state_unit(texts->normal, arena);
}

static tml_state_variable_form pressure(const char *name, const tml_node *map, const tml_cylinder_texts *texts, int k,
                                        tml_arena *arena)
{
    const tml_node *start = tml_node_find(map, "start");
    const char *own = k ? "p2" : "p1";
    return (tml_state_variable_form){.name = tml_arena_dotted(arena, name, own),
                                     .own = own,
                                     .rate = with_areas(k ? texts->rate2 : texts->rate1, map, arena),
                                     .start = start            ? start->items[k]
                                              : texts->ambient ? at_rest(map, texts, arena)
                                                               : NULL,
                                     .unit = tml_state_unit("Pa", arena)};
}

tml_state_form tml_cylinder_form(const char *name, const tml_node *map, const tml_cylinder_texts *texts,
                                 tml_arena *arena)
{
    static const char *const edges[] = {"valve", "valve - 1", "valve + 1"}; /* where it closes, and is open */
    const bool stops = !tml_state_is_zero(tml_node_find(map, "stop")),
               rubs = !tml_state_is_zero(tml_node_find(map, "friction")),
               moves = !tml_state_is_zero(tml_node_find(map, "valve"));
    const char *force = with_areas(texts->force, map, arena);
    tml_state_variable_form *p = TML_NEW_ARRAY(arena, tml_state_variable_form, 2);
    tml_state_signal_form *signals = TML_NEW_ARRAY(arena, tml_state_signal_form, 3);
    tml_friction_texts *friction = TML_NEW(arena, tml_friction_texts);
    for (int k = 0; k < 2; k++)
        p[k] = pressure(name, map, texts, k, arena);
    signals[0] =
        (tml_state_signal_form){tml_arena_dotted(arena, name, "extension"), "extension", "length - retracted", "m"};
    signals[1] = (tml_state_signal_form){tml_arena_dotted(arena, name, "flow1"), "flow1", texts->flow1, texts->unit};
    signals[2] = (tml_state_signal_form){tml_arena_dotted(arena, name, "flow2"), "flow2", texts->flow2, texts->unit};
    *friction = (tml_friction_texts){.sliding = "friction", .holding = "friction"};
    return (tml_state_form){
        .variables = p,
        .count = 2,
        .value = tml_arena_format(arena, "%s - damping*rate%s", force,
                                  stops ? " + stop*(max(0, -extension) - max(0, extension - stroke))" : ""),
        .signals = signals,
        .signal_count = 3,
        .energy = tml_arena_format(arena, "%s%s", with_areas(texts->energy, map, arena),
                                   stops ? " + stop*(max(0, -extension)^2 + max(0, extension - stroke)^2)/2" : ""),
        .power = tml_arena_format(arena, "%s - (%s)*rate%s", texts->supply, force,
                                  stops ? " - stop*(max(0, -extension) - max(0, extension - stroke))*rate" : ""),
        .friction = rubs ? friction : NULL,
        .kinks = edges,
        .kink_count = moves ? sizeof edges / sizeof *edges : 0,
        .lowest = stops ? NULL : "retracted",
        .highest = stops ? NULL : "retracted + stroke"};
}
