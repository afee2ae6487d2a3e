/* pneumatic_cylinder.c - cylinder with two chambers of gas and a valve, between two points. Pressures are absolute.
 *
 *   p1' = n (R T m1 - p1 A1 x')/V1,   p2' = n (R T m2 + p2 A2 x')/V2,   F = (p1 - pa) A1 - (p2 - pa) A2
 *
 * n = 1: isothermal, 1.4: adiabatic. Mass flow m through an edge by ISO 6358, from pa to pb, with the sonic conductance C and the critical ratio b:
 *
 *   m = C rho0 sqrt(T0/T) max(pa, pb) root(d) sqrt(2 - |d|),   d = (pa - pb)/(max(pa, pb) (1 - b)), between -1 and 1: beyond, flow is choked
 *
 * which is sqrt(1 - ((r - b)/(1 - b))^2) of the ratio r of the pressures. A gas has no pressure below zero: where a solver tries one, p A x' counts as zero, so that no such state is one of rest. x, V1, V2 and root are those of model/cylinder.h.
 */
#include "model/cylinder.h"

#define AMBIENT "101325"

static const tml_field fields[] = {
    TML_CYLINDER_FIELDS,
    {"conductance", TML_FIELD_NUMBER, "m^3/s/Pa", "0", .doc = "sonic conductance C of the open valve by ISO 6358"},
    {"critical", TML_FIELD_NUMBER, "", "0.3", .doc = "critical pressure ratio b of the valve; 0.528 of a nozzle"},
    {"supply", TML_FIELD_VARYING, "Pa", "0", .doc = "absolute pressure of the supply"},
    {"exhaust", TML_FIELD_VARYING, "Pa", AMBIENT, .doc = "absolute pressure behind the valve's exhaust"},
    {"ambient", TML_FIELD_NUMBER, "Pa", AMBIENT, .doc = "absolute pressure round the cylinder"},
    {"temperature", TML_FIELD_NUMBER, "K", "293.15", .doc = "of the gas"},
    {"gas", TML_FIELD_NUMBER, "J/kg/K", "287.05", .doc = "gas constant R"},
    {"density", TML_FIELD_NUMBER, "kg/m^3", "1.185", .doc = "of the gas at the reference of C: 100 kPa, 293.15 K"},
    {"exponent", TML_FIELD_NUMBER, "", "1.4", .doc = "1: isothermal, 1.4: adiabatic"},
    {"transition", TML_FIELD_NUMBER, "", "1e-3",
     .doc = "part of the pressure difference at choking below which flow through the valve is laminar"},
    TML_CYLINDER_END_FIELDS,
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *valve = tml_node_find(map, "valve");
    const char *wrong = tml_cylinder_misfit(map, where);
    if (wrong)
        return wrong;
    *where = valve;
    if (!valve)
        return NULL;
    if (!tml_node_find(map, "conductance"))
        return "needs \"conductance\", the sonic conductance of the open valve, as \"conductance: 2e-8\"";
    return tml_node_find(map, "supply") ? NULL : "needs \"supply\", the absolute pressure, as \"supply: 7 bar\"";
}

static const char *unfit(const tml_field_values *numbers, const char **field)
{
    const char *wrong = tml_cylinder_unfit(numbers, field);
    if (wrong)
        return wrong;
    *field = "critical";
    if (!(tml_field_value(numbers, "critical") >= 0 && tml_field_value(numbers, "critical") < 1))
        return "\"critical\" is a ratio of pressures from 0 to below 1, as 0.3";
    *field = "exponent";
    if (!(tml_field_value(numbers, "exponent") >= 1 && tml_field_value(numbers, "exponent") <= 2))
        return "\"exponent\" must be from 1, isothermal, to 1.4, adiabatic, or 1.67 of one-atomic gases";
    const double *start = tml_field_items(numbers, "start");
    *field = "start";
    if (start && !(start[0] > 0 && start[1] > 0))
        return "\"start\" must be above zero: pressures of a gas are absolute, that of the surroundings is 101325 Pa";
    *field = "transition";
    return tml_field_value(numbers, "transition") < 1 ? NULL : "\"transition\" must be below 1, as 0.001";
}

/* Mass flow through an edge. */
static const char *edge(const char *from, const char *to, tml_arena *arena)
{
    const char *up = tml_arena_format(arena, "max(%s, %s)", from, to);
    const char *d = tml_arena_format(arena, "clamp((%s - %s)/(%s*(1 - critical)), -1, 1)", from, to, up);
    return tml_arena_format(arena, "density*sqrt(293.15/temperature)*%s*(%s)*sqrt(2 - abs(%s))", up,
                            tml_root_text(d, arena), d);
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const char *in1 = edge("supply", "p1", arena), *out1 = edge("p1", "exhaust", arena),
               *in2 = edge("supply", "p2", arena), *out2 = edge("p2", "exhaust", arena);
    const tml_cylinder_texts texts = {
        .rate1 = "exponent*(gas*temperature*flow1 - max(p1, 0)*%1*rate)/(dead1 + %1*extension)",
        .rate2 = "exponent*(gas*temperature*flow2 + max(p2, 0)*%2*rate)/(dead2 + %2*(stroke - extension))",
        .force = "((p1 - ambient)*%1 - (p2 - ambient)*%2)",
        .energy = "if(exponent > 1, (p1*(dead1 + %1*extension) + p2*(dead2 + %2*(stroke - extension)))/max(exponent - "
                  "1, 1e-9), "
                  "p1*(dead1 + %1*extension)*(log(p1/ambient) - 1) + "
                  "p2*(dead2 + %2*(stroke - extension))*(log(p2/ambient) - 1)) + "
                  "ambient*(dead1 + %1*extension + dead2 + %2*(stroke - extension))",
        .supply = "gas*temperature*if(exponent > 1, exponent/max(exponent - 1, 1e-9)*(flow1 + flow2), "
                  "flow1*log(p1/ambient) + flow2*log(p2/ambient))",
        .flow1 = tml_arena_format(arena, "conductance*(clamp(valve, 0, 1)*(%s) - clamp(-valve, 0, 1)*(%s))", in1, out1),
        .flow2 = tml_arena_format(arena, "ratio*conductance*(clamp(-valve, 0, 1)*(%s) - clamp(valve, 0, 1)*(%s))", in2,
                                  out2),
        .unit = "kg/s",
        .ambient = "ambient",
        .normal = AMBIENT};
    return tml_cylinder_form(name, map, &texts, arena);
}

static const tml_state_class states = {.name = "pneumatic-cylinder",
                                       TML_LIST(fields),
                                       .misfit = misfit,
                                       .form = form,
                                       .positive = TML_CYLINDER_POSITIVE " conductance ambient temperature gas density",
                                       .not_below = TML_CYLINDER_NOT_BELOW " supply exhaust",
                                       .unfit = unfit};

static const tml_force_channel channels[] = {
    TML_CYLINDER_CHANNELS,
    {"flow1", "kg/s", TML_CHANNEL_OWN, 1, "mass flow through the valve into the chamber that pushes",
     TML_ANY_COORDINATE},
    {"flow2", "kg/s", TML_CHANNEL_OWN, 1, "mass flow through the valve into the chamber that pulls",
     TML_ANY_COORDINATE},
};
static const tml_symbol_piece symbol[] = {
    {"line", .motif = "cylinder"},
    TML_ENDS,
};
static const tml_template templates[] = {{.title = "Pneumatic cylinder",
                                          .stem = "cylinder",
                                          .plane = "bore: 40 mm, rod: 16 mm, stroke: 0.6*drawn, retracted: 0.7*drawn, "
                                                   "dead: [2e-5, 2e-5], supply: 7 bar, conductance: "
                                                   "2e-8, valve: 1",
                                          .rank = 18}};

const tml_force_class tml_force_pneumatic_cylinder = {
    .name = "pneumatic-cylinder",
    .doc = "Cylinder with two chambers of gas and a valve, between two points; its force is positive where it pushes.",
    .acts = TML_ACTS_BETWEEN_POINTS,
    .drives = true,
    TML_LIST(fields),
    .laws = tml_cylinder_laws,
    .laws_count = 1,
    TML_LIST(channels),
    .states = &states,
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane =
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"
        "  load: {points: {P: [0, 0]}, mass: 5, inertia: 0.01, position: [0.5, 0]}\n"
        "joints:\n"
        "  rail: {prismatic: [ground.B, load.P], axis: x}\n"
        "forces:\n"
        "  c: {pneumatic-cylinder: [ground.A, load.P], bore: 40 mm, rod: 16 mm, stroke: 0.3, retracted: 0.4, "
        "dead: [2e-5, 2e-5], supply: 7 bar, conductance: 2e-8, valve: 0.2, damping: 50}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.2, output: 0.02}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], P: [0, 0, 0.5]}\n"
                     "bodies:\n"
                     "  load: {points: [P], mass: 20, inertia: [1, 1, 1]}\n"
                     "joints:\n"
                     "  rail: {prismatic: [ground, load], axis: z, at: P}\n"
                     "forces:\n"
                     "  c: {pneumatic-cylinder: [ground.A, load.P], areas: [2e-3, 1.6e-3], stroke: 0.3, retracted: "
                     "0.4, dead: [2e-5, 2e-5], "
                     "exponent: 1, start: [3 bar, 1.8 bar], friction: 20}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.2, output: 0.02}\n",
};
