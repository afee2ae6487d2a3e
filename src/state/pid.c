/* pid.c - PID controller with a filtered derivative, e = input:
 *
 *   value = P e + I integral(e) + D (e - d)/filter,      filter d' = e - d
 *
 * Without I there is no integral, without a filter no d: a state that nothing uses would never come to rest.
 */
#include "model/state_class.h"

static const tml_field fields[] = {
    {"input", TML_FIELD_VARYING, .required = true,
     .doc = "control error: wanted minus actual, an expression of t, channels and states"},
    {"P", TML_FIELD_NUMBER, .preset = "0", .doc = "proportional gain"},
    {"I", TML_FIELD_NUMBER, .preset = "0", .doc = "integral gain"},
    {"D", TML_FIELD_NUMBER, .preset = "0", .doc = "derivative gain; it needs `filter`"},
    {"filter", TML_FIELD_NUMBER, "s", .doc = "time constant of the derivative"},
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *D = tml_node_find(map, "D");
    if (!D || tml_node_find(map, "filter"))
        return NULL;
    *where = D;
    return "\"D\" needs \"filter\", the time constant of the derivative";
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, 2);
    const bool filtered = tml_node_find(map, "filter") != NULL,
               integrates = !tml_state_is_zero(tml_node_find(map, "I"));
    int count = 0;
    if (integrates)
        x[count++] = (tml_state_variable_form){
            .name = tml_arena_dotted(arena, name, "integral"), .own = "integral", .rate = "input"};
    if (filtered)
        x[count++] = (tml_state_variable_form){
            .name = tml_arena_dotted(arena, name, "filtered"), .own = "filtered", .rate = "(input - filtered)/filter"};
    return (tml_state_form){.variables = x,
                            .count = count,
                            .value = tml_arena_format(arena, "P*input%s%s", integrates ? " + I*integral" : "",
                                                      filtered ? " + D*(input - filtered)/filter" : "")};
}

const tml_state_class tml_state_pid = {
    .name = "pid",
    .doc = "PID controller with a filtered derivative.",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .positive = "filter",
    .template = {.title = "PID controller",
                 .stem = "control",
                 .plane = "input: sin(t), P: 10, D: 1, filter: 0.01",
                 .rank = 3},
    .example = "trammel: 1\n"
               "bodies:\n"
               "  ground: {points: {O: [0, 0]}}\n"
               "  arm: {points: {O: [0, 0]}, mass: 1, inertia: 0.1}\n"
               "joints:\n"
               "  O: {revolute: [ground, arm]}\n"
               "states:\n"
               "  control: {pid: {input: 0.5 - O.angle, P: 20, I: 5, D: 2, filter: 0.02}}\n"
               "forces:\n"
               "  motor: {motor: O, torque: control}\n"
               "analyses:\n"
               "  - dynamics: {end: 1, output: 0.1}\n",
};
