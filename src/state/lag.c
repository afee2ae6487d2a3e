/* lag.c - first-order lag: time x' = gain input - x. */
#include "model/state_class.h"

static const tml_field fields[] = {
    {"input", TML_FIELD_VARYING, .required = true, .doc = "what it follows, an expression of t, channels and states"},
    {"time", TML_FIELD_NUMBER, "s", .required = true, .doc = "time constant"},
    {"gain", TML_FIELD_NUMBER, "", "1", .doc = "its value at rest over its input"},
    {"start", TML_FIELD_NUMBER, .preset = "0", .doc = "value at the start"},
};

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    tml_state_variable_form *x = TML_NEW(arena, tml_state_variable_form);
    *x = (tml_state_variable_form){
        .name = name, .own = "x", .rate = "(gain*input - x)/time", .start = tml_node_find(map, "start")};
    return (tml_state_form){.variables = x, .count = 1};
}

const tml_state_class tml_state_lag = {
    .name = "lag",
    .doc = "First-order lag: it follows its input with a time constant.",
    TML_LIST(fields),
    .form = form,
    .positive = "time",
    .template = {.title = "first-order lag", .stem = "lag", .plane = "input: sin(t), time: 0.1", .rank = 2},
    .example = "trammel: 1\n"
               "bodies:\n"
               "  ground: {points: {O: [0, 0]}}\n"
               "  arm: {points: {O: [0, 0]}, mass: 1, inertia: 0.1}\n"
               "joints:\n"
               "  O: {revolute: [ground, arm]}\n"
               "states:\n"
               "  torque: {lag: {input: 2*sin(t), time: 0.2 s}}\n"
               "forces:\n"
               "  motor: {motor: O, torque: torque}\n"
               "analyses:\n"
               "  - dynamics: {end: 1, output: 0.1}\n",
};
