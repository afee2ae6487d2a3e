/* integrators.c - all integrators give the same motion: four methods that share nothing but the equations must agree.
 *
 * Explicit Runge-Kutta and Adams see accelerations, BDF also their Jacobian, the DAE solver constraints and multipliers as unknowns.
 * Mechanisms: a spatial crank and rocker with ball joints, a planetary gear (redundant by two rows), a spinning top, a driven
 * slider-crank, a screw jack with compliant foot, a Cardan shaft; an arm on rubber mounts, in which nothing is rigid.
 */
#include "support/case.h"
#include "support/larger.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char crank_rocker[] = SPATIAL_CRANK_ROCKER "analyses:\n"
                                                        "  - dynamics: {end: 1, output: 0.1}\n";

static const char planetary_gear[] = PLANETARY_GEAR "  load: {torque: planet, value: -0.02*planet.omega}\n"
                                                    "analyses:\n"
                                                    "  - dynamics: {end: 2, output: 0.25}\n";

static const char spinning_top[] = "trammel: 1\n"
                                   "space: space\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0,0,0]}}\n"
                                   "  top: {points: {O: [0,0,-1]}, com: [0,0,0], mass: 15, inertia: [0.234375, "
                                   "0.234375, 0.46875], orientation: {axis: x, angle: 40 deg}, omega: [0, 100, 119]}\n"
                                   "joints:\n"
                                   "  O: {spherical: [ground, top]}\n"
                                   "analyses:\n"
                                   "  - dynamics: {end: 0.1, output: 0.02}\n";

static const char driven_slider[] =
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {points: {O: [0,0], S: [0,0]}}\n"
    "  crank: {points: {O: [0,0], A: [50 mm,0]}, mass: 200 g, shape: rod}\n"
    "  rod: {points: {A: [0,0], B: [150 mm, 0]}, mass: 300 g, shape: rod, angle: -10 deg}\n"
    "  piston: {points: {B: [0,0]}, mass: 0.5, inertia: 1e-4, position: [0.19, 0]}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank]}\n"
    "  A: {revolute: [crank, rod]}\n"
    "  B: {revolute: [rod, piston]}\n"
    "  S: {prismatic: [ground.S, piston.B], axis: x}\n"
    "drivers:\n"
    "  turn: {O.angle: 2*pi*t^2 + 0.3}\n"
    "forces:\n"
    "  gas: {force: piston.B, value: [-100*piston.vx, 0]}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.1}\n";

static const char screw_jack[] = "trammel: 1\n"
                                 "space: space\n"
                                 "points: {A: [0, 0, 0], B: [0, 0, 0.5], C: [0.2, 0, 0.5]}\n"
                                 "bodies:\n"
                                 "  spindle: {points: [A, B], mass: 2, inertia: [0.05, 0.05, 0.01]}\n"
                                 "  load: {points: [B, C], com: B, mass: 20, inertia: [0.4, 0.4, 0.6]}\n"
                                 "joints:\n"
                                 "  A: {revolute: [ground, spindle], axis: z, stiffness: {translation: 2e5, rotation: "
                                 "1e4}, damping: {translation: 300, rotation: 20}}\n"
                                 "  T: {screw: [spindle, load], at: B, axis: z, pitch: 10 mm}\n"
                                 "  G: {inplane: [ground, load], at: C, axis: y}\n"
                                 "forces:\n"
                                 "  hand: {motor: A, torque: 2 - 0.1*A.speed}\n"
                                 "initial: {A.speed: 0}\n"
                                 "analyses:\n"
                                 "  - dynamics: {end: 1, output: 0.1}\n";

static const char cardan_shaft[] =
    "trammel: 1\n"
    "space: space\n"
    "gravity: none\n"
    "points: {O: [0, 0, 0], U: [1, 0, 0], P: [2, 0.5, 0]}\n"
    "bodies:\n"
    "  input: {points: [O, U], mass: 3, inertia: [0.02, 0.3, 0.3]}\n"
    "  output: {points: [U, P], mass: 3, inertia: [0.1, 0.3, 0.3, -0.05, 0, 0]}\n"
    "joints:\n"
    "  O: {revolute: [ground, input], axis: x}\n"
    "  U: {universal: [input, output], axes: [y, z]}\n"
    "  P: {slot: [ground, output], axis: [2, 1, 0]}\n"
    "forces:\n"
    "  drive: {motor: O, torque: 5*(10 - O.speed)}\n"
    "  load: {torque: output, value: [-0.3*output.omegax, -0.3*output.omegay, -0.3*output.omegaz]}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.1}\n";

static const char rubber_arm[] = SPATIAL_ARM
    "joints:\n"
    "  O: {revolute: [ground, base], axis: z, stiffness: {translation: 2000, rotation: 1000}, damping: {translation: "
    "20, "
    "rotation: 10}}\n"
    "  A: {universal: [base, arm], axes: [x, z], stiffness: {translation: [2000, 3000, 2500], rotation: 700}, damping: "
    "{translation: 20, rotation: 5}}\n"
    "  B: {spherical: [arm, head], stiffness: 4000, damping: 30}\n"
    "forces:\n"
    "  mount: {bushing: [ground.C, head.C], stiffness: {translation: [200, 300, 250], rotation: 50}, damping: "
    "{translation: 2, rotation: 1}}\n"
    "  drive: {motor: O, torque: 20 - O.speed*head.x}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.1}\n";

/* Largest difference of all positions, velocities and reactions between two runs, each channel relative to the largest of its unit. */
static double difference(const tml_case *a, const tml_case *b, const char **where)
{
    double worst = 0;
    cr_assert_eq(tml_table_rows(a->table), tml_table_rows(b->table));
    for (size_t c = 1; c < tml_table_columns(a->table); c++) {
        const char *unit = tml_table_unit(a->table, c), *name = tml_table_name(a->table, c);
        double scale = 1e-3, most = 0;
        if (strncmp(name, "residual", 8) == 0 || strcmp(name, "energy.error") == 0)
            continue;
        for (size_t k = 1; k < tml_table_columns(a->table); k++)
            for (size_t r = 0; strcmp(tml_table_unit(a->table, k), unit) == 0 && r < tml_table_rows(a->table); r++)
                scale = larger(scale, fabs(tml_table_value(a->table, r, k)));
        for (size_t r = 0; r < tml_table_rows(a->table); r++)
            most = larger(most, fabs(tml_table_value(a->table, r, c) - tml_table_value(b->table, r, c)));
        if (most / scale > worst)
            worst = most / scale, *where = name;
    }
    return worst;
}

static void agree(const char *name, const char *text)
{
    static const struct {
        const char *name;
        double bar;
    } others[] = {{"adams", 2e-7}, {"bdf", 2e-7}, {"dae", 2e-6}};
    tml_case best = tml_case_run_text(
        name, text, TML_EDITS({"dynamics: {", "dynamics: {integrator: explicit, tolerance: 1e-11, "}));
    tml_case_laws(&best);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char to[128];
        const char *where = "";
        snprintf(to, sizeof to, "dynamics: {integrator: %s, tolerance: 1e-10, ", others[i].name);
        tml_case other = tml_case_run_text(name, text, TML_EDITS({"dynamics: {", to}));
        const double off = difference(&best, &other, &where);
        cr_expect(off < others[i].bar, "%s: %s differs from explicit by %.3g at %s", name, others[i].name, off, where);
        cr_log_info("%s: %s differs from explicit by %.3g at %s", name, others[i].name, off, where);
        tml_case_free(&other);
    }
    tml_case_free(&best);
}

Test(integrators, all_agree_on_a_crank_rocker)
{
    agree("crank_rocker", crank_rocker);
}
Test(integrators, all_agree_on_a_planetary_gear)
{
    agree("planetary_gear", planetary_gear);
}
Test(integrators, all_agree_on_a_spinning_top)
{
    agree("spinning_top", spinning_top);
}
Test(integrators, all_agree_on_a_driven_slider)
{
    agree("driven_slider", driven_slider);
}
Test(integrators, all_agree_on_a_screw_jack)
{
    agree("screw_jack", screw_jack);
}
Test(integrators, all_agree_on_a_cardan_shaft)
{
    agree("cardan_shaft", cardan_shaft);
}
Test(integrators, all_agree_on_an_arm_with_rubber_mounts)
{
    agree("rubber_arm", rubber_arm);
}
