/* one_way_clutch.c - freewheel: the second body may overrun the first in one sense, and carries it along, or is held, in the other.
 *
 *   T >= 0,  w >= 0,  T w = 0          with the speed w of the second body relative to the first, T the torque on it; `free: negative` both reversed
 *
 * With a capacity it slips where T would be more; drag acts while it overruns. A clutch without capacity that is to turn the wrong way stops that by an impulse,
 * with restitution zero.
 */
#include "model/clutch.h"

static const tml_field fields[] = {
    {"free", TML_FIELD_CHOICE, NULL, "positive", .choices = "positive negative",
     .doc = "the sense in which the second body may overrun the first"},
    {"capacity", TML_FIELD_VARYING, NULL,
     .doc = "torque above which it slips, on a slider the force; holds any where it is not given"},
    {"drag", TML_FIELD_NUMBER, NULL, "0", .doc = "torque against overrunning, on a slider the force"},
};

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const tml_node *free = tml_node_find(map, "free");
    const bool limited = tml_node_find(map, "capacity") != NULL;
    tml_friction_texts texts = {.sliding = "drag",
                                .holding = "drag",
                                .one_way = true,
                                .blocks = !limited,
                                .reversed = free && tml_node_is(free, "negative")};
    (void)name;
    if (limited)
        texts.sliding_back = texts.holding_back = "max(0, capacity)";
    return tml_clutch_form(texts, map, arena);
}

static const tml_state_class states = {
    .name = "one-way-clutch", TML_LIST(fields), .form = form, .not_below = "capacity drag", .loads = "capacity drag"};

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-4 -13V13M4 -13V13M-16 0H-4M4 0H16"},
    {"point", "solid", .path = "M-4 4L4 9L-4 14Z"},
};
static const tml_template templates[] = {{.title = "One-way clutch", .stem = "freewheel", .sliding = "", .rank = 16}};

const tml_force_class tml_force_one_way_clutch = {
    .name = "one-way-clutch",
    .doc = "Freewheel between two bodies, or along a joint coordinate: free in one sense, it holds in the other.",
    TML_CLUTCH_CLASS,
    .example_plane = "trammel: 1\n"
                     "gravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  lever: {points: {O: [0, 0]}, mass: 1, inertia: 0.02}\n"
                     "  shaft: {points: {O: [0, 0]}, mass: 5, inertia: 0.5}\n"
                     "joints:\n"
                     "  A: {revolute: [ground, lever], at: O}\n"
                     "  B: {revolute: [ground, shaft], at: O}\n"
                     "forces:\n"
                     "  w: {one-way-clutch: [lever, shaft]}\n"
                     "  push: {motor: A, torque: 3*sin(8*t)}\n"
                     "  load: {motor: B, torque: -0.1*B.speed}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 2, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], A: [1, 0, 0]}\n"
                     "bodies:\n"
                     "  arm: {points: [O, A], mass: 2, inertia: [0.01, 0.2, 0.2]}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, arm], axis: y}\n"
                     "forces:\n"
                     "  w: {one-way-clutch: O, capacity: 60, drag: 0.2, free: negative}\n"
                     "initial: {O.speed: 2}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
