/* cylinders.c - hydraulic and pneumatic cylinders and gas springs, against reference numbers of 15 digits (A22) and closed forms. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static void near(const tml_case *c, const char *what, double got, double want, double bar)
{
    tml_case_near(c, what, got, want, bar * fmax(fabs(want), 1e-3));
}

static void at(const tml_case *c, double t, const char *channel, double want, double bar)
{
    near(c, channel, tml_case_at(c, t, channel), want, bar);
}

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

#define MODEL "hydraulic-cylinder/hydraulic-cylinder.yaml"

/* ---- hydraulic ---- */

static void opened_valve(const char *by)
{
    static const double want[][5] = {
        {0.002, 0.1000249438897936, 0.03594800559774267, 6073369.229481900, 470769.7148929510},
        {0.005, 0.1003119885377677, 0.1597755806163468, 7076584.606277530, 580989.6402620631},
        {0.01, 0.1014805034407056, 0.2693156925512482, 3566424.318220571, 1978317.919908164},
        {0.05, 0.1089854323934493, 0.1912257083629541, 3815510.303790403, 2221758.641536868},
        {0.2, 0.1368389452614295, 0.1856846576548200, 3870408.152605466, 2206653.015590664},
        {0.5, 0.1925444540036181, 0.1856850324313710, 3870412.218838264, 2206651.601218357}};
    tml_case c = tml_case_run_with(MODEL, TML_AS_WRITTEN, TML_BY(by));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const double t = want[i][0];
        at(&c, t, "c.extension", want[i][1], 1e-11);
        at(&c, t, "c.rate", want[i][2], 1e-11);
        at(&c, t, "c.p1", want[i][3], 1e-11);
        at(&c, t, "c.p2", want[i][4], 1e-11);
        at(&c, t, "c.flow1", 1.5e-7 * sqrt(1e7 - want[i][3]), 1e-10);
        at(&c, t, "c.flow2", -1.5e-7 * sqrt(want[i][4]), 1e-10);
        at(&c, t, "c.force", 2e-3 * want[i][3] - 1.2e-3 * want[i][4] - 500 * want[i][2], 1e-10);
    }
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(cylinders, opened_valve, 20)

Test(cylinders, stiff_integrators_agree)
{
    static const char *const by[] = {"integrator: bdf, tolerance: 1e-9", "integrator: adams, tolerance: 1e-11"};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        tml_case c = tml_case_run(MODEL, TML_EDITS({"tolerance: 1e-12", by[i]}));
        at(&c, 0.01, "c.p1", 3566424.318220571, 1e-6);
        at(&c, 0.5, "c.extension", 0.1925444540036181, 1e-8);
        tml_case_free(&c);
    }
}

Test(cylinders, peak_speed)
{
    tml_case c = tml_case_run(MODEL, TML_EDITS({"end: 0.5", "end: 0.009793043987068947"}));
    near(&c, "speed", last(&c, "c.rate"), 0.2695111387267579, 1e-11);
    tml_case_near(&c, "acceleration", last(&c, "rail.acceleration"), 0, 1e-7);
    tml_case_free(&c);
}

/* The flow through both edges, A1 v = k sqrt(ps - p1), A2 v = k sqrt(p2), and the balance of forces. */
Test(cylinders, steady_speed_is_that_of_the_flow)
{
    tml_case c = tml_case_run(MODEL, TML_EDITS({"dynamics: {end: 0.5, output: 0.001, tolerance: 1e-12}",
                                                "steady: {speeds: {rail: 0.1856850324313524}}"}));
    at(&c, 0, "c.p1", 3870412.218838683, 1e-11);
    at(&c, 0, "c.p2", 2206651.601218074, 1e-11);
    tml_case_near(&c, "no actuator is needed", last(&c, "rail.actuator"), 0, 1e-7);
    tml_case_free(&c);
}

/* With the valve closed the oil is a spring: w^2 = B (A1^2/V1 + A2^2/V2)/m. */
Test(cylinders, oil_column_swings)
{
    tml_case c = tml_case_run(MODEL, TML_EDITS({"dynamics: {end: 0.5, output: 0.001, tolerance: 1e-12}", "static"},
                                               {"valve: 1", "valve: 0"}, {"damping: 500", "damping: 0"},
                                               {"- static", "- static\n  - modes"}));
    const double V1 = 1e-4 + 2e-3 * 0.1, V2 = 1e-4 + 1.2e-3 * 0.4, w = sqrt(1.4e9 * (4e-6 / V1 + 1.44e-6 / V2) / 200);
    near(&c, "frequency", last(&c, "frequency"), w / (2 * acos(-1)), 1e-10);
    tml_case_free(&c);
}

/* At the end of its stroke nothing flows: p1 is the supply, p2 the tank, and the end carries what is left. Dry friction holds part of it. */
Test(cylinders, stroke_ends)
{
    tml_case c = tml_case_run(MODEL, TML_EDITS({"end: 0.5, output: 0.001, tolerance: 1e-12", "end: 4, output: 1"},
                                               {"push: {force: load.Q, value: [-5000, 0]}", ""}));
    at(&c, 4, "c.extension", 0.5, 1e-12);
    at(&c, 4, "c.p1", 1e7, 1e-9);
    tml_case_near(&c, "p2", tml_case_at(&c, 4, "c.p2"), 0, 1e-3);
    tml_case_near(&c, "flow", tml_case_at(&c, 4, "c.flow1"), 0, 1e-12);
    tml_case_near(&c, "force", tml_case_at(&c, 4, "c.force"), 0, 1e-6);
    cr_expect_eq(tml_case_impact_count(&c), 1);
    tml_case_free(&c);
}

/* Equal areas, and a valve opened the other way round: the mirror image. */
Test(cylinders, valves_work_both_ways)
{
    static const tml_edit even[] = {
        {"[2e-3, 1.2e-3]", "[2e-3, 2e-3]"},
        {"[3.1 MPa, 1 MPa]", "[2 MPa, 1 MPa]"},
        {"retracted: 1\n", "retracted: 0.85\n"},
        {"push: {force: load.Q, value: [-5000, 0]}", "push: {force: load.Q, value: [-2000, 0]}"},
        {"end: 0.5, output: 0.001", "end: 0.05, output: 0.01"},
        {NULL, NULL}};
    static const tml_edit mirrored[] = {
        {"[2e-3, 1.2e-3]", "[2e-3, 2e-3]"},
        {"[3.1 MPa, 1 MPa]", "[1 MPa, 2 MPa]"},
        {"retracted: 1\n", "retracted: 0.85\n"},
        {"valve: 1", "valve: -1"},
        {"push: {force: load.Q, value: [-5000, 0]}", "push: {force: load.Q, value: [2000, 0]}"},
        {"end: 0.5, output: 0.001", "end: 0.05, output: 0.01"},
        {NULL, NULL}};
    tml_case a = tml_case_run(MODEL, even), b = tml_case_run(MODEL, mirrored);
    for (double t = 0.01; t < 0.055; t += 0.01) {
        near(&a, "rate", tml_case_at(&a, t, "c.rate"), -tml_case_at(&b, t, "c.rate"), 1e-10);
        near(&a, "p1", tml_case_at(&a, t, "c.p1"), tml_case_at(&b, t, "c.p2"), 1e-10);
    }
    tml_case_free(&a);
    tml_case_free(&b);
}

/* Between two chambers with a leak pressures become equal: (p1 - p2)' = -B leak (p1 - p2)(1/V1 + 1/V2), the piston held by a driver. */
Test(cylinders, leaks_decay)
{
    tml_case c = tml_case_run(
        MODEL, TML_EDITS({"valve: 1", "valve: 0\n    leakage: 1e-12"}, {"push: {force: load.Q, value: [-5000, 0]}", ""},
                         {"analyses:", "drivers: {d: {rail.displacement: 0*t}}\nanalyses:"},
                         {"dynamics: {end: 0.5, output: 0.001", "kinematics: {end: 0.2, output: 0.1"}));
    const double V1 = 1e-4 + 2e-3 * 0.1, V2 = 1e-4 + 1.2e-3 * 0.4;
    const double left = 2.1e6 * exp(-1.4e9 * 1e-12 * (1 / V1 + 1 / V2) * 0.2);
    near(&c, "difference", tml_case_at(&c, 0.2, "c.p1") - tml_case_at(&c, 0.2, "c.p2"), left, 1e-8);
    tml_case_free(&c);
}

/* ---- pneumatic ---- */

#define AIR(options, more)                                                                                             \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [0.5, 0]}}\n"                                                                   \
    "  load: {points: {P: [0, 0]}, mass: 5, inertia: 0.01, position: [0.5, 0]}\n"                                      \
    "joints: {rail: {prismatic: [ground.B, load.P], axis: x}}\n"                                                       \
    "forces:\n"                                                                                                        \
    "  c: {pneumatic-cylinder: [ground.A, load.P], areas: [1.2e-3, 1e-3], stroke: 0.3, retracted: 0.4, "               \
    "dead: [2e-5, 3e-5], " options "}\n" more

/* Closed chambers: p V^n stays what it was, and so does the energy. */
static void closed_chambers_keep_their_gas(const char *by)
{
    tml_case c = tml_case_run_text_with("closed",
                                        AIR("start: [6 bar, 3 bar], exponent: 1.4",
                                            "analyses: [dynamics: {end: 0.05, output: 0.005, tolerance: 1e-10}]\n"),
                                        NULL, TML_BY(by));
    const double V1 = 2e-5 + 1.2e-3 * 0.1, V2 = 3e-5 + 1e-3 * 0.2;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double x = tml_case_value(&c, row, "c.extension");
        near(&c, "p1", tml_case_value(&c, row, "c.p1"), 6e5 * pow(V1 / (2e-5 + 1.2e-3 * x), 1.4), 1e-8);
        near(&c, "p2", tml_case_value(&c, row, "c.p2"), 3e5 * pow(V2 / (3e-5 + 1e-3 * (0.3 - x)), 1.4), 1e-8);
    }
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    cr_expect_lt(tml_case_largest(&c, "energy.work"), 1e-8, "what is closed exchanges nothing");
    tml_case_free(&c);
}
TML_TEST_EACH(cylinders, closed_chambers_keep_their_gas, 10)

/* w^2 = n (p1 A1^2/V1 + p2 A2^2/V2)/m about the balance. */
Test(cylinders, air_column_swings)
{
    for (int adiabatic = 0; adiabatic < 2; adiabatic++) {
        const double p1 = 5e5, p2 = 101325 + (5e5 - 101325) * 1.2, n = adiabatic ? 1.4 : 1, V1 = 2e-5 + 1.2e-4,
                     V2 = 3e-5 + 2e-4, w = sqrt(n * (p1 * 1.44e-6 / V1 + p2 * 1e-6 / V2) / 5);
        tml_case c = tml_case_run_text(
            "air", AIR("start: [5 bar, 101325 + (5 bar - 101325)*1.2], exponent: 1", "analyses: [static, modes]\n"),
            adiabatic ? TML_EDITS({"exponent: 1}", "exponent: 1.4}"}) : NULL);
        near(&c, "frequency", last(&c, "frequency"), w / (2 * acos(-1)), 1e-9);
        tml_case_free(&c);
    }
}

/* A chamber of fixed volume that empties through a choked valve: p' = -n R T C rho0 p/V. Then flow is subsonic, by the ellipse of ISO 6358. */
Test(cylinders, choked_flow_empties_a_chamber)
{
    tml_case c = tml_case_run_text("choked",
                                   AIR("start: [10 bar, 1 bar], exponent: 1, valve: -0.5, supply: 7 bar, "
                                       "conductance: 4e-8, critical: 0.3",
                                       "drivers: {d: {rail.displacement: 0*t}}\n"
                                       "analyses: [kinematics: {end: 0.05, output: 0.01, tolerance: 1e-10}]\n"),
                                   NULL);
    const double V = 2e-5 + 1.2e-4, rate = 287.05 * 293.15 * 2e-8 * 1.185 / V, R = 287.05 * 293.15;
    at(&c, 0.01, "c.p1", 1e6 * exp(-0.01 * rate), 1e-8);
    at(&c, 0.01, "c.flow1", -1e6 * exp(-0.01 * rate) * rate * V / R, 1e-8);
    const double p = tml_case_at(&c, 0.05, "c.p1"), r = 101325 / p, z = (r - 0.3) / 0.7;
    cr_expect(r < 0.3 || fabs(tml_case_at(&c, 0.05, "c.flow1") + 2e-8 * 1.185 * p * sqrt(1 - z * z)) < 1e-12);
    /* into the other chamber, of 1 bar at the start, from 7 bar: choked as well */
    at(&c, 0.01, "c.flow2", 2e-8 * 1.185 * 7e5, 1e-10);
    tml_case_free(&c);
}

Test(cylinders, subsonic_flow_is_an_ellipse)
{
    tml_case c = tml_case_run_text("subsonic",
                                   AIR("start: [1.5 bar, 1.2 bar], valve: -1, supply: 1.3 bar, conductance: 4e-8, "
                                       "critical: 0.4, ratio: 0.5",
                                       "analyses: [evaluate]\n"),
                                   NULL);
    const double z1 = (101325 / 1.5e5 - 0.4) / 0.6, z2 = (1.2 / 1.3 - 0.4) / 0.6;
    at(&c, 0, "c.flow1", -4e-8 * 1.185 * 1.5e5 * sqrt(1 - z1 * z1), 1e-12);
    at(&c, 0, "c.flow2", 2e-8 * 1.185 * 1.3e5 * sqrt(1 - z2 * z2), 1e-12);
    tml_case_free(&c);
}

/* ---- gas springs ---- */

#define SPRING(options, x, more)                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [0, 0]}}\n"                                                                     \
    "  load: {points: {P: [0, 0]}, mass: 8, inertia: 0.01, position: [" x ", 0]}\n"                                    \
    "joints: {rail: {prismatic: [ground.B, load.P], axis: x}}\n"                                                       \
    "forces:\n"                                                                                                        \
    "  s: {gas-spring: [ground.A, load.P], area: 5e-5, volume: 5e-5, extended: 0.5, stroke: 0.2, " options "}\n" more

/* Work of the gas from one volume to another. */
static double work_of(double p, double V, double W, double n)
{
    return n == 1 ? p * V * log(W / V) : p * V / (n - 1) * (1 - pow(V / W, n - 1));
}

static void gas_pushes(double n, const char *exponent, const char *by)
{
    char text[2000];
    snprintf(text, sizeof text,
             SPRING("force: 400, %s", "0.32", "analyses: [dynamics: {end: 0.05, output: 0.01, tolerance: 1e-10}]\n"),
             exponent);
    tml_case c = tml_case_run_text_with("gas spring", text, NULL, TML_BY(by));
    const double p = 101325 + 400 / 5e-5, V0 = 5e-5 - 5e-5 * 0.18, p0 = p * pow(5e-5 / V0, n);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double l = tml_case_value(&c, row, "s.length"), V = 5e-5 - 5e-5 * (0.5 - l), q = p * pow(5e-5 / V, n),
                     v = tml_case_value(&c, row, "s.rate");
        near(&c, "pressure", tml_case_value(&c, row, "s.gas_pressure"), q, 1e-12);
        near(&c, "force", tml_case_value(&c, row, "s.force"), 5e-5 * (q - 101325), 1e-12);
        near(&c, "energy", 4 * v * v, work_of(p0, V0, V, n) - 101325 * (V - V0), 1e-8);
    }
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    cr_expect_lt(tml_case_largest(&c, "energy.work"), 1e-8, "all that it gives was stored");
    tml_case_free(&c);
}

static void polytropic_work(const char *by)
{
    gas_pushes(1.4, "exponent: 1.4", by);
    gas_pushes(1, "damping: 0", by);
}
TML_TEST_EACH(cylinders, polytropic_work, 10)

/* w^2 = n p A^2/(V m) */
Test(cylinders, gas_spring_swings)
{
    tml_case c = tml_case_run_text("modes",
                                   SPRING("pressure: 80 bar, exponent: 1.3", "0.4",
                                          "  push: {motor: rail, force: -5e-5*(80 bar*(5e-5/4.5e-5)^1.3 - 101325)}\n"
                                          "analyses: [static, modes]\n"),
                                   NULL);
    const double V = 4.5e-5, p = 8e6 * pow(5e-5 / V, 1.3), w = sqrt(1.3 * p * 25e-10 / (V * 8));
    near(&c, "frequency", last(&c, "frequency"), w / (2 * acos(-1)), 1e-8);
    tml_case_free(&c);
}

/* It holds loads within its friction; extended it stops at once. */
Test(cylinders, gas_spring_rubs_and_ends)
{
    tml_case c = tml_case_run_text(
        "friction",
        SPRING("force: 400, friction: 30", "0.4", "  push: {motor: rail, force: -460}\nanalyses: [static]\n"), NULL);
    double from = NAN, to = NAN;
    const double F = 5e-5 * ((101325 + 400 / 5e-5) * 5e-5 / 4.5e-5 - 101325);
    cr_expect_eq(sscanf(tml_fact_text(c.table, "friction holds push"), "from %lf to %lf", &from, &to), 2);
    near(&c, "from", from, -F - 30, 1e-9);
    near(&c, "to", to, -F + 30, 1e-9);
    tml_case_free(&c);
    c = tml_case_run_text("end", SPRING("force: 400", "0.4", "analyses: [dynamics: {end: 0.2, output: 0.1}]\n"), NULL);
    at(&c, 0.2, "s.length", 0.5, 1e-12);
    at(&c, 0.2, "s.rate", 0, 1e-12);
    tml_case_near(&c, "force", tml_case_at(&c, 0.2, "s.force"), 0, 1e-9);
    cr_expect_eq(tml_case_impact_count(&c), 1);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- what is wrong ---- */

#define REFUSED(text, part)                                                                                            \
    do {                                                                                                               \
        tml_case c = {.log = tml_messages_of(text)};                                                                   \
        tml_expect_message(&c, part);                                                                                  \
        tml_log_free(c.log);                                                                                           \
    } while (0)
#define RUN "analyses: [dynamics: {end: 1}]\n"

Test(cylinders, bad_requests_are_explained)
{
    REFUSED(SPRING("force: 400, pressure: 3", "0.4", RUN), "either \"force\" or \"pressure\"");
    REFUSED(SPRING("damping: 3", "0.4", RUN), "\"force\" at the length \"extended\" is missing");
    REFUSED(SPRING("force: 400, exponent: 0.5", "0.4", RUN), "\"exponent\" must be 1");
    REFUSED(SPRING("force: 400", "0.7", RUN), "beyond the end of its stroke by 0.2 m");
    REFUSED(AIR("valve: 1", RUN), "needs \"conductance\"");
    REFUSED(AIR("valve: 1, conductance: 1e-8", RUN), "needs \"supply\"");
    REFUSED(AIR("critical: 1.2", RUN), "from 0 to below 1");
    REFUSED(AIR("bore: 0.1", RUN), "has no effect beside \"areas\"");
    REFUSED(AIR("start: 3", RUN), "[p1, p2]");
    REFUSED(AIR("start: [1 bar, 0]", RUN), "must be above zero");
}

/* ---- at rest with the valve open ---- */

/* Open to the supply or the tank, chambers have their pressures, however the flow begins (choked, as a root of the pressure); the piston rests on a spring or at the end of its stroke. */
Test(cylinders, open_valves_come_to_rest)
{
    static const struct {
        const char *kind;
        double high, low;
    } fluids[] = {{"pneumatic-cylinder", 7e5, 101325}, {"hydraulic-cylinder", 16e6, 0}};
    static const double valves[] = {1, 0.5, -1}, springs[] = {0, 1000, 20000, 1e7};
    const double A1 = 3.14159265358979323846 / 4 * 0.04 * 0.04, A2 = A1 - 3.14159265358979323846 / 4 * 0.016 * 0.016;
    for (size_t f = 0; f < 2; f++)
        for (size_t v = 0; v < 3; v++)
            for (size_t k = 0; k < 4; k++) {
                char text[1200];
                snprintf(text, sizeof text,
                         "trammel: 1\n"
                         "gravity: [0, -9.81]\n"
                         "bodies:\n"
                         "  ground: {points: {A: [0, 0]}}\n"
                         "  d: {points: {P: [0, 0]}, mass: 4, inertia: 1, position: [0, 0.5]}\n"
                         "joints: {S: {prismatic: [ground.A, d.P], axis: y}}\n"
                         "forces:\n"
                         "  c: {%s: [ground.A, d.P], bore: 40 mm, rod: 16 mm, stroke: 0.3, retracted: 0.4, dead: "
                         "[2e-5, 2e-5], %s, "
                         "valve: %g}\n"
                         "  s: {motor: S, force: -%g*(S.displacement - 0.55)}\n"
                         "analyses: [static]\n",
                         fluids[f].kind, f ? "supply: 16 MPa, flow: 3e-4" : "supply: 7 bar, conductance: 2e-8",
                         valves[v], springs[k]);
                tml_case c = tml_case_run_text("open valve", text, NULL);
                const double p1 = valves[v] > 0 ? fluids[f].high : fluids[f].low,
                             p2 = valves[v] > 0 ? fluids[f].low : fluids[f].high, pa = f ? 0 : 101325;
                const double push = (p1 - pa) * A1 - (p2 - pa) * A2 - 4 * 9.81, free = springs[k] > 0
                                                                                           ? 0.55 + push / springs[k]
                                                                                       : push > 0 ? 1
                                                                                                  : 0;
                tml_case_near(&c, "p1", tml_case_value(&c, 0, "c.p1"), p1, 1e-9 * fluids[f].high);
                tml_case_near(&c, "p2", tml_case_value(&c, 0, "c.p2"), p2, 1e-9 * fluids[f].high);
                tml_case_near(&c, "d.y", tml_case_value(&c, 0, "d.y"), fmin(fmax(free, 0.4), 0.7), 1e-9);
                tml_case_free(&c);
            }
}

/* ---- valves ---- */

/* A boom on a cylinder, as three states beside its angle: the same equations by SciPy's DOP853 with a relative tolerance of 1e-13, from kink to kink. */
#define BOOM                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], G: [0.3, -0.55]}}\n"                                                               \
    "  boom: {points: {O: [0, 0], P: [0.8, 0]}, com: [1, 0], mass: 150, inertia: 30}\n"                                \
    "joints: {O: {revolute: [ground, boom]}}\n"                                                                        \
    "forces: {c: {hydraulic-cylinder: [ground.G, boom.P], bore: 50 mm, rod: 28 mm, stroke: 0.5, retracted: 0.6,\n"     \
    "  dead: [1e-4, 1.2e-4], supply: 16 MPa, tank: 2 bar, flow: 3e-4, drop: 35 bar, start: [9 MPa, 1 MPa], OIL}}\n"    \
    "initial: {O.angle: START}\n"                                                                                      \
    "analyses: [dynamics: {SPAN, tolerance: 1e-11}]\n"

static void expect_boom(const tml_edit *edits, const char *by, double t, const double expected[4])
{
    tml_case c = tml_case_run_text_with("boom", BOOM, edits, TML_BY(by));
    tml_case_near(&c, "angle", tml_case_at(&c, t, "O.angle"), expected[0], 1e-11);
    tml_case_near(&c, "speed", tml_case_at(&c, t, "O.speed"), expected[1], 1e-9);
    tml_case_near(&c, "p1", tml_case_at(&c, t, "c.p1"), expected[2], 1e-9 * 16e6);
    tml_case_near(&c, "p2", tml_case_at(&c, t, "c.p2"), expected[3], 1e-9 * 16e6);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* Far from where it is sent the command would be 2.8: no valve is open more than all. */
static void a_valve_is_open_at_most_all(const char *by)
{
    static const double expected[] = {0.255816833302783, 0.053385341880064, 5045774.166846235, 5346494.837224817};
    expect_boom(TML_EDITS({"OIL", "valve: 10*(0.3 - c.extension), damping: 5000, leakage: 1e-12"}, {"START", "-0.2"},
                          {"SPAN", "end: 1.5, output: 1.5"}),
                by, 1.5, expected);
}
TML_TEST_EACH(cylinders, a_valve_is_open_at_most_all, 20)

/* From one edge to the other flow has a kink: steps end there. */
static void a_valve_passes_through_its_middle(const char *by)
{
    static const double expected[] = {0.357939280643164, -0.047195981258786, 7593855.386072821, 8869676.290284198};
    expect_boom(TML_EDITS({"OIL", "valve: 0.4*sin(6*t), ratio: 0.7, leakage: 1e-13"}, {"START", "0.35"},
                          {"SPAN", "end: 1, output: 1"}),
                by, 1, expected);
}
TML_TEST_EACH(cylinders, a_valve_passes_through_its_middle, 20)

/* ---- pneumatic cylinders at constant speed ---- */

/* Mass flow by ISO 6358 through an edge, C = 1e-8 u. */
static double iso_flow(double u, double from, double to)
{
    const double up = fmax(from, to), r = fmin(from, to) / up, b = 0.3;
    const double m = u * 1e-8 * 1.185 * up * (r < b ? 1 : sqrt(1 - (r - b) * (r - b) / ((1 - b) * (1 - b))));
    return from > to ? m : -m;
}

/* The pressure at which what flows in fills the room that the piston makes: RT m = p A v, by bisection. */
static double steady_pressure(double u, double source, double A, double v)
{
    double low = 1, high = 1e8;
    for (int k = 0; k < 200; k++) {
        const double p = (low + high) / 2;
        *(287.05 * 293.15 * iso_flow(u, source, p) > p * A * v ? &low : &high) = p;
    }
    return low;
}

#define PNEUMATIC                                                                                                      \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "points: {B: [0, 0], A: [0.6, 0]}\n"                                                                               \
    "bodies: {mass: {points: [A], com: A, mass: 10, inertia: 1}}\n"                                                    \
    "joints: {S: {prismatic: [ground, mass], at: A, axis: x}}\n"                                                       \
    "forces: {c: {pneumatic-cylinder: [ground.B, mass.A], bore: 50 mm, stroke: 0.4, retracted: 0.4, conductance: "     \
    "1e-8, "                                                                                                           \
    "supply: 6e5, dead: [1e-5, 1e-5], valve: %g}}\n"                                                                   \
    "analyses: [steady: {speeds: {S: %g}%s}]\n"

/* Pressures of a piston at constant speed, one solution each: below zero, where the equations had others, there is no gas. */
Test(cylinders, gas_has_one_steady_state_at_a_speed, .timeout = TML_SLOWER * 60)
{
    static const double cases[][2] = {{0.3, 0.05}, {-0.5, 0.05}, {-0.5, 0.2}, {0.5, -0.1}};
    const double A = acos(-1) * 0.0025 / 4;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int all = 0; all < 2; all++) {
            const double u = cases[i][0], v = cases[i][1];
            char text[1024];
            snprintf(text, sizeof text, PNEUMATIC, u, v, all ? ", search: all" : "");
            tml_case c = tml_case_run_text("steady gas", text, NULL);
            const double p1 = steady_pressure(fabs(u), u > 0 ? 6e5 : 101325, A, v),
                         p2 = steady_pressure(fabs(u), u > 0 ? 101325 : 6e5, A, -v);
            cr_expect_eq(tml_table_rows(c.table), 1);
            tml_case_near(&c, "p1", tml_case_value(&c, 0, "c.p1"), p1, 1e-8 * p1);
            tml_case_near(&c, "p2", tml_case_value(&c, 0, "c.p2"), p2, 1e-8 * p2);
            tml_case_free(&c);
        }
}
