/* gas_spring.c - gas spring between two points: a rod that is pushed into a volume of gas.
 *
 *   V = volume - area (extended - length),   p = p0 (volume/V)^n,   F = area (p - ambient)
 *
 * p0 and `volume` are those at the length `extended`; a force given there instead of the pressure means p0 = ambient + force/area. n = 1: isothermal, 1.4: adiabatic. The
 * gas stores p0 volume ((volume/V)^(n - 1) - 1)/(n - 1), with n = 1 p0 volume ln(volume/V), less ambient (volume - V).
 */
#include "model/force_class.h"
#include "model/state_class.h"

static const tml_field fields[] = {
    {"force", TML_FIELD_NUMBER, "N", "0", .doc = "that pushes at the length `extended`"},
    {"pressure", TML_FIELD_NUMBER, "Pa", "0",
     .doc = "instead of the force: absolute, of the gas at the length `extended`"},
    {"area", TML_FIELD_NUMBER, "m^2", .required = true, .doc = "of the rod, or of the piston of a closed cylinder"},
    {"volume", TML_FIELD_NUMBER, "m^3", .required = true, .doc = "of the gas at the length `extended`"},
    {"extended", TML_FIELD_NUMBER, "m", .required = true, .doc = "distance between the points where it is extended"},
    {"stroke", TML_FIELD_NUMBER, "m", .required = true, .doc = "by which it can be pushed in"},
    {"exponent", TML_FIELD_NUMBER, "", "1", .doc = "n: 1 isothermal, 1.4 adiabatic"},
    {"ambient", TML_FIELD_NUMBER, "Pa", "101325", .doc = "absolute pressure of the surroundings"},
    {"damping", TML_FIELD_NUMBER, "N*s/m", "0", .doc = "force against the speed"},
    {"friction", TML_FIELD_NUMBER, "N", "0", .doc = "dry friction of the seal: it sticks and slides"},
    {"stop", TML_FIELD_NUMBER, "N/m", "0",
     .doc = "stiffness of the ends of its stroke; rigid ones where it is not given"},
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *force = tml_node_find(map, "force"), *pressure = tml_node_find(map, "pressure");
    *where = force && pressure ? pressure : map;
    if (!force == !pressure)
        return force ? "either \"force\" or \"pressure\": leave one of them out"
                     : "\"force\" at the length \"extended\" is missing; or \"pressure\" of the gas there";
    return NULL;
}

static const char *unfit(const tml_field_values *numbers, const char **field)
{
    *field = "exponent";
    if (tml_field_value(numbers, "exponent") < 1)
        return "\"exponent\" must be 1, isothermal, or more; 1.4: adiabatic";
    *field = "force";
    if (tml_field_value(numbers, "pressure") == 0 &&
        !(tml_field_value(numbers, "ambient") + tml_field_value(numbers, "force") / tml_field_value(numbers, "area") >
          0))
        return "no gas pulls like that: ambient + force/area, its absolute pressure, must be above zero";
    *field = "stroke";
    if (!(tml_field_value(numbers, "stroke") < tml_field_value(numbers, "extended")))
        return "pushed in, its points would meet: \"stroke\" must be smaller than \"extended\"";
    *field = "volume";
    return tml_field_value(numbers, "volume") > tml_field_value(numbers, "area") * tml_field_value(numbers, "stroke")
               ? NULL
               : "no gas is left at the end of the stroke: \"volume\" must be greater than area times stroke";
}

#define VOLUME "(volume - area*(extended - length))"

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const char *start = tml_node_find(map, "pressure") ? "pressure" : "(ambient + force/area)";
    const bool stops = !tml_state_is_zero(tml_node_find(map, "stop")),
               rubs = !tml_state_is_zero(tml_node_find(map, "friction"));
    const char *p = tml_arena_format(arena, "%s*(volume/" VOLUME ")^exponent", start);
    const char *force =
        tml_arena_format(arena, "area*(%s - ambient)%s", p,
                         stops ? " + stop*(max(0, extended - stroke - length) - max(0, length - extended))" : "");
    tml_state_signal_form *signals = TML_NEW_ARRAY(arena, tml_state_signal_form, 2);
    tml_friction_texts *friction = TML_NEW(arena, tml_friction_texts);
    signals[0] = (tml_state_signal_form){tml_arena_dotted(arena, name, "gas_pressure"), NULL, p, "Pa"};
    signals[1] = (tml_state_signal_form){tml_arena_dotted(arena, name, "gas_volume"), NULL, VOLUME, "m^3"};
    *friction = (tml_friction_texts){.sliding = "friction", .holding = "friction"};
    return (tml_state_form){
        .value = tml_arena_format(arena, "%s - damping*rate", force),
        .signals = signals,
        .signal_count = 2,
        .energy = tml_arena_format(
            arena,
            "%s*volume*if(abs(exponent - 1) > 1e-9, expm1((exponent - 1)*log(volume/" VOLUME
            "))/max(exponent - 1, 1e-9), log(volume/" VOLUME ")) - ambient*area*(extended - length)%s",
            start, stops ? " + stop*(max(0, extended - stroke - length)^2 + max(0, length - extended)^2)/2" : ""),
        .power = tml_arena_format(arena, "-(%s)*rate", force),
        .friction = rubs ? friction : NULL,
        .lowest = stops ? NULL : "extended - stroke",
        .highest = stops ? NULL : "extended"};
}

static const tml_state_class states = {.name = "gas-spring",
                                       TML_LIST(fields),
                                       .misfit = misfit,
                                       .form = form,
                                       .positive = "pressure area volume extended stroke exponent ambient",
                                       .not_below = "damping friction stop",
                                       .unfit = unfit};

static const tml_force_law_form laws[] = {{{.kind = TML_DISTANCE}, .plane = true, .space = true}};
static const tml_force_channel channels[] = {
    {"length", "m", TML_CHANNEL_VALUE, 1, "distance between the points", TML_ANY_COORDINATE},
    {"rate", "m/s", TML_CHANNEL_RATE, 1, "speed of lengthening", TML_ANY_COORDINATE},
    {"force", "N", TML_CHANNEL_FORCE, 1, "force along the line, positive where it pushes", TML_ANY_COORDINATE},
    {"power", "W", TML_CHANNEL_POWER, 1, "power given to the mechanism", TML_ANY_COORDINATE},
    {"gas_pressure", "Pa", TML_CHANNEL_OWN, 1, "absolute pressure of the gas", TML_ANY_COORDINATE},
    {"gas_volume", "m^3", TML_CHANNEL_OWN, 1, "volume of the gas", TML_ANY_COORDINATE},
};
static const tml_symbol_piece symbol[] = {
    {"line", .motif = "cylinder"},
    TML_ENDS,
};
static const tml_template templates[] = {
    {.title = "Gas spring", .plane = "force: 400, area: 5e-5, volume: 5e-5, extended: 0.5, stroke: 0.2", .rank = 5}};

const tml_force_class tml_force_gas_spring = {
    .name = "gas-spring",
    .doc = "Gas spring between two points, by the polytropic law; its force is positive where it pushes.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    TML_LIST(fields),
    TML_LIST(laws),
    TML_LIST(channels),
    .states = &states,
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], A: [0.1, -0.3]}}\n"
        "  lid: {points: {O: [0, 0], P: [0.3, 0], T: [0.8, 0]}, mass: 12, shape: rod}\n"
        "joints:\n"
        "  O: {revolute: [ground, lid]}\n"
        "forces:\n"
        "  s: {gas-spring: [ground.A, lid.P], force: 400, area: 5e-5, volume: 5e-5, extended: 0.45, stroke: 0.2, "
        "exponent: 1.2, damping: 100}\n"
        "analyses:\n"
        "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], C: [0.1, 0.2, 0.4]}\n"
                     "bodies:\n"
                     "  ball: {points: [C], mass: 10, inertia: [0.01, 0.02, 0.015]}\n"
                     "forces:\n"
                     "  s: {gas-spring: [ground.O, ball.C], pressure: 20 bar, area: 5e-5, volume: 5e-5, extended: 0.5, "
                     "stroke: 0.3, friction: "
                     "10, stop: 1e5}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.3, output: 0.05}\n",
};
