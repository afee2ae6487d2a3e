/* rate.c - states given by their rates: x' = rate, one or several of them together. */
#include "model/state_class.h"

static const tml_field fields[] = {
    {"rate", TML_FIELD_EXPRESSIONS, .required = true,
     .doc = "its rate, an expression of t, channels and states; of several states together a list: x1, x2, ..."},
    {"start", TML_FIELD_NUMBERS, .preset = "0", .doc = "value at the start; of several a list"},
    {"unit", TML_FIELD_TEXT, .doc = "its unit, against which expressions are checked; of none if not given"},
    {"energy", TML_FIELD_VARYING, "J", .doc = "energy that it stores: part of the energy balance, with `power`"},
    {"power", TML_FIELD_VARYING, "W", .doc = "power that flows into this store: the rate of `energy`"},
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *rate = tml_node_find(map, "rate"), *start = tml_node_find(map, "start");
    if (!start || start->kind != TML_NODE_LIST || (rate->kind == TML_NODE_LIST && rate->count == start->count))
        return NULL;
    *where = start;
    return "\"start\" must have as many values as \"rate\"";
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const tml_node *rate = tml_node_find(map, "rate"), *start = tml_node_find(map, "start"),
                   *unit = tml_node_find(map, "unit");
    const bool list = rate->kind == TML_NODE_LIST;
    const int count = list ? rate->count : 1;
    tml_state_variable_form *variables = TML_NEW_ARRAY(arena, tml_state_variable_form, count);
    for (int i = 0; i < count; i++)
        variables[i] = (tml_state_variable_form){
            .name = list ? tml_arena_format(arena, "%s%d", name, i + 1) : name,
            .rate = list ? tml_arena_format(arena, "rate%d", i + 1) : "rate",
            .start = start && start->kind == TML_NODE_LIST ? start->items[i] : start,
            .unit = unit,
        };
    return (tml_state_form){.variables = variables,
                            .count = count,
                            .energy = tml_node_find(map, "energy") ? "energy" : NULL,
                            .power = tml_node_find(map, "power") ? "power" : NULL};
}

const tml_state_class tml_state_rate = {
    .name = "rate",
    .doc = "One or several states by their rates.",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .template = {.title = "state by its rate", .stem = "x", .plane = "rate: 0, start: 0", .rank = 1},
    .example = "trammel: 1\n"
               "parameters: {U: 12, k: 0.05, R: 1, L: 0.01}\n"
               "bodies:\n"
               "  ground: {points: {O: [0, 0]}}\n"
               "  rotor: {points: {O: [0, 0]}, mass: 1, inertia: 0.001}\n"
               "joints:\n"
               "  O: {revolute: [ground, rotor]}\n"
               "forces:\n"
               "  motor: {motor: O, torque: k*i}\n"
               "states:\n"
               "  i: {rate: (U - k*O.speed - R*i)/L, start: 0}\n"
               "analyses:\n"
               "  - dynamics: {end: 1, output: 0.1}\n",
};
