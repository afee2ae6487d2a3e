/* pid.c - PID controller with a filtered derivative and limits, e = input:
 *
 *   u = P e + I integral + D (e - d)/filter,      filter d' = e - d,      value = u between the limits
 *
 * At a limit the integral must not wind up. By back-calculation u returns to the limit with a time constant,
 *   integral' = e + (value - u)/(I tracking)
 * by clamping the integral stops where e would drive u further out: it fades out over a hundredth of the range beyond the limit, since a rate that jumps there
 * would make u chatter at the limit.
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
    {"limits", TML_FIELD_NUMBERS, .doc = "of its value: [lowest, highest], or one number for both senses"},
    {"windup", TML_FIELD_CHOICE, .choices = "clamping tracking free",
     .doc =
         "of the integral, at a limit: it stops, follows with the time constant `tracking`, or winds up; clamping if "
         "neither this nor `tracking` is given"},
    {"tracking", TML_FIELD_NUMBER, "s",
     .doc = "time constant with which the integral brings the value back to the limit"},
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *limits = tml_node_find(map, "limits"), *windup = tml_node_find(map, "windup"),
                   *tracking = tml_node_find(map, "tracking");
    if ((*where = tml_node_find(map, "D")) && !tml_node_find(map, "filter"))
        return "\"D\" needs \"filter\", the time constant of the derivative";
    if ((*where = limits) && limits->kind == TML_NODE_LIST && limits->count != 2)
        return "\"limits\" are [lowest, highest], or one number for both senses";
    if ((*where = windup ? windup : tracking) && !limits)
        return "nothing winds up without \"limits\": give them, or leave this out";
    if ((*where = tracking) && windup && !tml_node_is(windup, "tracking"))
        return "\"tracking\" is the time constant of `windup: tracking` alone";
    if ((*where = windup) && tml_node_is(windup, "tracking") && !tracking)
        return "`windup: tracking` needs \"tracking\", a time constant: P/I is usual";
    return NULL;
}

static const char *unfit(const tml_field_values *numbers, const char **field)
{
    const double *limits = tml_field_items(numbers, *field = "limits");
    return limits && limits[0] >= limits[1] ? "\"limits\" must rise: [lowest, highest]" : NULL;
}

/* ---- at the limits ---- */

typedef struct {
    const char *low, *high, *band; /* texts */
} limit_texts;

static limit_texts texts_of(const tml_node *limits)
{
    return limits->kind == TML_NODE_LIST ? (limit_texts){"limits1", "limits2", "((limits2 - limits1)/100)"}
                                         : (limit_texts){"(-limits)", "limits", "(limits/50)"};
}

static bool is_clamped(const tml_node *map)
{
    const tml_node *windup = tml_node_find(map, "windup");
    return windup ? tml_node_is(windup, "clamping") : !tml_node_find(map, "tracking");
}

static const char *integral_rate(const tml_node *map, limit_texts l, tml_arena *arena)
{
    if (tml_node_find(map, "tracking"))
        return tml_arena_format(arena, "input + (clamp(unlimited, %s, %s) - unlimited)/(I*tracking)", l.low, l.high);
    if (!is_clamped(map))
        return "input";
    return tml_arena_format(
        arena, "input*if(I*input > 0, clamp(1 - (unlimited - %s)/%s, 0, 1), clamp(1 - (%s - unlimited)/%s, 0, 1))",
        l.high, l.band, l.low, l.band);
}

/* Where the value or a rate has a kink: an integrator that steps over one loses its accuracy. */
static void add_kinks(tml_state_form *form, const tml_node *map, limit_texts l, bool integrates, tml_arena *arena)
{
    const char **kinks = TML_NEW_ARRAY(arena, const char *, 5);
    kinks[form->kink_count++] = tml_arena_format(arena, "unlimited - %s", l.low);
    kinks[form->kink_count++] = tml_arena_format(arena, "unlimited - %s", l.high);
    if (integrates && is_clamped(map)) {
        kinks[form->kink_count++] = tml_arena_format(arena, "unlimited - %s + %s", l.low, l.band);
        kinks[form->kink_count++] = tml_arena_format(arena, "unlimited - %s - %s", l.high, l.band);
        kinks[form->kink_count++] = "input";
    }
    form->kinks = kinks;
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const tml_node *limits = tml_node_find(map, "limits");
    const limit_texts l = limits ? texts_of(limits) : (limit_texts){0};
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, 2);
    const bool filtered = tml_node_find(map, "filter") != NULL,
               integrates = !tml_state_is_zero(tml_node_find(map, "I"));
    tml_state_form form = {.variables = x};
    if (integrates)
        x[form.count++] = (tml_state_variable_form){.name = tml_arena_dotted(arena, name, "integral"),
                                                    .own = "integral",
                                                    .rate = limits ? integral_rate(map, l, arena) : "input"};
    if (filtered)
        x[form.count++] = (tml_state_variable_form){
            .name = tml_arena_dotted(arena, name, "filtered"), .own = "filtered", .rate = "(input - filtered)/filter"};
    form.value = tml_arena_format(arena, "P*input%s%s", integrates ? " + I*integral" : "",
                                  filtered ? " + D*(input - filtered)/filter" : "");
    if (!limits)
        return form;
    tml_state_signal_form *unlimited = TML_NEW(arena, tml_state_signal_form);
    *unlimited = (tml_state_signal_form){tml_arena_dotted(arena, name, "unlimited"), "unlimited", form.value, ""};
    form.signals = unlimited;
    form.signal_count = 1;
    form.value = tml_arena_format(arena, "clamp(unlimited, %s, %s)", l.low, l.high);
    add_kinks(&form, map, l, integrates, arena);
    return form;
}

const tml_state_class tml_state_pid = {
    .name = "pid",
    .doc = "PID controller with a filtered derivative, and limits at which its integral does not wind up.",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .positive = "filter tracking limits",
    .unfit = unfit,
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
               "  control: {pid: {input: 0.5 - O.angle, P: 20, I: 5, D: 2, filter: 0.02, limits: 8, tracking: 0.5}}\n"
               "forces:\n"
               "  motor: {motor: O, torque: control}\n"
               "analyses:\n"
               "  - dynamics: {end: 1, output: 0.1}\n",
};
