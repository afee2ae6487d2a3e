/* hydraulic_cylinder.c - cylinder with two chambers of oil and a valve, between two points.
 *
 *   p1' = bulk (Q1 - A1 x' - L)/V1,   p2' = bulk (Q2 + A2 x' + L)/V2,   F = A1 p1 - A2 p2      L = leakage (p1 - p2)
 *   Q1 = k u root(supply - p1),   Q2 = -ratio k u root(p2 - tank)          u > 0; u < 0 the other way round;  k = flow/sqrt(drop)
 *
 * x, V1, V2 and root are those of model/cylinder.h. Oil of the density rho0 e^(p/bulk) stores w = bulk (e^(p/bulk) - 1 - p/bulk) in a volume; with it, Q (p + w) flows in.
 */
#include "model/cylinder.h"

static const tml_field fields[] = {
    TML_CYLINDER_FIELDS,
    {"flow", TML_FIELD_NUMBER, "m^3/s", "0",
     .doc = "through one edge of the open valve, at the pressure difference `drop`"},
    {"drop", TML_FIELD_NUMBER, "Pa", "3.5e6", .doc = "pressure difference at which the valve lets `flow` through"},
    {"supply", TML_FIELD_VARYING, "Pa", "0", .doc = "pressure of the pump, above that of the surroundings"},
    {"tank", TML_FIELD_VARYING, "Pa", "0", .doc = "pressure of the tank, the same"},
    {"bulk", TML_FIELD_NUMBER, "Pa", "1.4e9", .doc = "bulk modulus of the oil with its air and hoses"},
    {"leakage", TML_FIELD_NUMBER, "m^3/s/Pa", "0", .doc = "past the piston: flow per pressure difference"},
    {"transition", TML_FIELD_NUMBER, "Pa", "1e4",
     .doc = "pressure difference below which flow through the valve is laminar"},
    TML_CYLINDER_END_FIELDS,
};

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *valve = tml_node_find(map, "valve");
    const char *wrong = tml_cylinder_misfit(map, where);
    if (wrong)
        return wrong;
    *where = valve;
    return valve && !tml_node_find(map, "flow")
               ? "needs \"flow\", through the open valve at the pressure difference \"drop\", as \"flow: 3e-4\""
               : NULL;
}

static const char *unfit(const tml_field_values *numbers, const char **field)
{
    const char *wrong = tml_cylinder_unfit(numbers, field);
    if (wrong || !(tml_field_value(numbers, "supply") < tml_field_value(numbers, "tank")))
        return wrong;
    *field = "supply";
    return "\"supply\" is below \"tank\", so that oil flows from the tank to the pump: give the pump the higher "
           "pressure";
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const char *in1 = tml_root_text("supply - p1", arena), *out1 = tml_root_text("p1 - tank", arena),
               *in2 = tml_root_text("supply - p2", arena), *out2 = tml_root_text("p2 - tank", arena);
    const tml_cylinder_texts texts = {
        .rate1 = "bulk*(flow1 - leakage*(p1 - p2) - %1*rate)/(dead1 + %1*extension)",
        .rate2 = "bulk*(flow2 + leakage*(p1 - p2) + %2*rate)/(dead2 + %2*(stroke - extension))",
        .force = "(%1*p1 - %2*p2)",
        .energy = "bulk*((dead1 + %1*extension)*(expm1(p1/bulk) - p1/bulk) + "
                  "(dead2 + %2*(stroke - extension))*(expm1(p2/bulk) - p2/bulk))",
        .supply = "(flow1 - leakage*(p1 - p2))*bulk*expm1(p1/bulk) + (flow2 + leakage*(p1 - p2))*bulk*expm1(p2/bulk)",
        .flow1 =
            tml_arena_format(arena, "flow/sqrt(drop)*(clamp(valve, 0, 1)*(%s) - clamp(-valve, 0, 1)*(%s))", in1, out1),
        .flow2 = tml_arena_format(arena, "ratio*flow/sqrt(drop)*(clamp(-valve, 0, 1)*(%s) - clamp(valve, 0, 1)*(%s))",
                                  in2, out2),
        .unit = "m^3/s"};
    return tml_cylinder_form(name, map, &texts, arena);
}

static const tml_state_class states = {.name = "hydraulic-cylinder",
                                       TML_LIST(fields),
                                       .misfit = misfit,
                                       .form = form,
                                       .positive = TML_CYLINDER_POSITIVE " bulk flow drop",
                                       .not_below = TML_CYLINDER_NOT_BELOW,
                                       .unfit = unfit};

static const tml_force_channel channels[] = {
    TML_CYLINDER_CHANNELS,
    {"flow1", "m^3/s", TML_CHANNEL_OWN, 1, "flow through the valve into the chamber that pushes", TML_ANY_COORDINATE},
    {"flow2", "m^3/s", TML_CHANNEL_OWN, 1, "flow through the valve into the chamber that pulls", TML_ANY_COORDINATE},
};
static const tml_symbol_piece symbol[] = {
    {"line", .motif = "cylinder"},
    TML_ENDS,
};
static const tml_template templates[] = {
    {.title = "Hydraulic cylinder",
     .stem = "cylinder",
     .plane =
         "bore: 50 mm, rod: 28 mm, stroke: 0.6*drawn, retracted: 0.7*drawn, dead: [1e-4, 1e-4], supply: 10 MPa, flow: "
         "3e-4, valve: 0.5",
     .rank = 17}};

const tml_force_class tml_force_hydraulic_cylinder = {
    .name = "hydraulic-cylinder",
    .doc = "Cylinder with two chambers of oil and a valve, between two points; its force is positive where it pushes.",
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
        "bodies:\n"
        "  ground: {points: {O: [0, 0], B: [0.2, -0.6]}}\n"
        "  boom: {points: {O: [0, 0], P: [0.5, 0], T: [2, 0]}, mass: 150, shape: rod}\n"
        "joints:\n"
        "  O: {revolute: [ground, boom]}\n"
        "forces:\n"
        "  c: {hydraulic-cylinder: [ground.B, boom.P], bore: 50 mm, rod: 28 mm, stroke: 0.5, retracted: 0.5, "
        "dead: [2e-4, 2e-4], supply: 16 MPa, flow: 6e-5, valve: 0.5*sin(3*t), start: [4 MPa, 1 MPa], "
        "damping: 2000, leakage: 1e-13}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.5, output: 0.05}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], P: [0.6, 0, 0]}\n"
                     "bodies:\n"
                     "  load: {points: [P], mass: 200, inertia: [3, 3, 3]}\n"
                     "joints:\n"
                     "  rail: {prismatic: [ground, load], axis: x, at: P}\n"
                     "forces:\n"
                     "  c: {hydraulic-cylinder: [ground.A, load.P], areas: [2e-3, 1.2e-3], stroke: 0.5, retracted: "
                     "0.5, dead: [1e-4, 1e-4], "
                     "supply: 10 MPa, flow: 1.5e-4, drop: 1 MPa, valve: 1, start: [3.1 MPa, 1 MPa], friction: 300}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.1, output: 0.01}\n",
};
