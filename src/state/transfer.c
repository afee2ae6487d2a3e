/* transfer.c - transfer function, in controllable canonical form:
 *
 *   Y/U = (b_m s^m + ... + b_0)/(a_n s^n + ... + a_0),   m <= n
 *   x_i' = x_{i+1},   a_n x_n' = u - a_0 x_1 - ... - a_{n-1} x_n,   y = b_0 x_1 + ... + b_{n-1} x_n + b_n x_n'
 */
#include "model/state_class.h"

static const tml_field fields[] = {
    {"input", TML_FIELD_VARYING, .required = true, .doc = "u, an expression of t, channels and states"},
    {"numerator", TML_FIELD_NUMBERS, .required = true, .doc = "coefficients, that of the highest power of s first"},
    {"denominator", TML_FIELD_NUMBERS, .required = true,
     .doc = "the same; of the numerator's degree at least, and at least 1"},
};

/* The name of the coefficient of s^power in a list of `count`, the highest power first. */
static const char *coefficient(tml_arena *arena, const char *list, int count, int power)
{
    return tml_arena_format(arena, "%s%d", list, count - power);
}

static int length(const tml_node *list)
{
    return list->kind == TML_NODE_LIST ? list->count : 1;
}

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *numerator = tml_node_find(map, "numerator");
    *where = tml_node_find(map, "denominator");
    if (length(*where) < 2)
        return "\"denominator\" must be a list of at least two coefficients, the highest power of s first";
    if (length(numerator) <= length(*where))
        return NULL;
    *where = numerator;
    return "the numerator has a higher degree than the denominator: it would differentiate its input";
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const int n = length(tml_node_find(map, "denominator")) - 1, m = length(tml_node_find(map, "numerator")) - 1;
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, n + 1);
    const char *left = "input", *value = "0";
    for (int i = 0; i < n; i++) {
        const char *own = tml_arena_format(arena, "x%d", i + 1);
        x[i] = (tml_state_variable_form){
            .name = tml_arena_dotted(arena, name, own), .own = own, .rate = tml_arena_format(arena, "x%d", i + 2)};
        left = tml_arena_format(arena, "%s - %s*%s", left, coefficient(arena, "denominator", n + 1, i), own);
        if (i <= m)
            value = tml_arena_format(arena, "%s + %s*%s", value, coefficient(arena, "numerator", m + 1, i), own);
    }
    const char *last = tml_arena_format(arena, "(%s)/denominator1", left);
    x[n - 1].rate = last;
    if (m == n)
        value = tml_arena_format(arena, "%s + numerator1*%s", value, last);
    return (tml_state_form){.variables = x, .count = n, .value = value};
}

const tml_state_class tml_state_transfer = {
    .name = "transfer",
    .doc = "Transfer function of polynomials in s.",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .divides = "denominator1",
    .template = {.title = "transfer function",
                 .stem = "filter",
                 .plane = "input: sin(t), numerator: [1], denominator: [0.1, 1]",
                 .rank = 4},
    .example = "trammel: 1\n"
               "bodies:\n"
               "  ground: {points: {O: [0, 0]}}\n"
               "  arm: {points: {O: [0, 0]}, mass: 1, inertia: 0.1}\n"
               "joints:\n"
               "  O: {revolute: [ground, arm]}\n"
               "states:\n"
               "  filtered: {transfer: {input: O.speed, numerator: [1], denominator: [0.01, 0.1, 1]}}\n"
               "forces:\n"
               "  motor: {motor: O, torque: 1 - 0.1*filtered}\n"
               "analyses:\n"
               "  - dynamics: {end: 1, output: 0.1}\n",
};
