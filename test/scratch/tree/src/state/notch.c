/* notch.c - notch filter: y = u - 2 damping frequency x', x'' + 2 damping frequency x' + frequency^2 x = u. */
#include "model/state_class.h"

static const tml_field fields[] = {
    {"input", TML_FIELD_VARYING, .required = true, .doc = "u, an expression of t, channels and states"},
    {"frequency", TML_FIELD_NUMBER, .required = true, .doc = "what it does not let through, rad/s"},
    {"damping", TML_FIELD_NUMBER, "", "1", .doc = "half its width, relative to the frequency"},
};

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    (void)map;
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, 2);
    x[0] = (tml_state_variable_form){.name = tml_arena_dotted(arena, name, "x"), .own = "x", .rate = "v"};
    x[1] = (tml_state_variable_form){.name = tml_arena_dotted(arena, name, "v"),
                                     .own = "v",
                                     .rate = "input - 2*damping*frequency*v - frequency^2*x"};
    return (tml_state_form){.variables = x, .count = 2, .value = "input - 2*damping*frequency*v"};
}

const tml_state_class tml_state_notch = {
    .name = "notch",
    .doc = "Notch filter.",
    TML_LIST(fields),
    .form = form,
    .template = {.title = "notch filter", .stem = "notch", .plane = "input: sin(t), frequency: 10"},
    .example = "trammel: 1\n"
               "bodies: {ground: {points: {O: [0, 0]}}, arm: {points: {O: [0, 0]}, mass: 1, inertia: 0.1}}\n"
               "joints: {O: {revolute: [ground, arm]}}\n"
               "states: {n: {notch: {input: sin(5*t), frequency: 10}}}\n"
               "forces: {motor: {motor: O, torque: n}}\n"
               "analyses: [dynamics: {end: 1, output: 0.1}]\n",
};
