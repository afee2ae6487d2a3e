/* regressions.c - mechanisms that once failed, each against a closed form or a law.
 *
 * A fast driver on a small mechanism (projection below rounding), full revolutions kept from one analysis to the next, events that
 * coincide or lie at the start, mechanisms far from the origin, a singular start, per-axis stiffness, unplaced bodies.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two free bodies at a constant relative rate: angles share it by angular momentum, so that nothing accelerates. */
Test(regressions, fast_driver_on_a_small_mechanism_is_followed)
{
    tml_case c = tml_case_run_text("small",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  hub: {points: {O: [0, 0]}, mass: 0.5, inertia: 1e-3}\n"
                                   "  rot: {points: {O: [0, 0]}, com: [1 mm, 0], mass: 1, inertia: 5e-4}\n"
                                   "joints: {O: {revolute: [hub, rot]}}\n"
                                   "drivers: {spin: {O.angle: 300*t}}\n"
                                   "analyses: [{dynamics: {end: 2, output: 0.1}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "O.angle", tml_case_at(&c, 2, "O.angle"), 600, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* z = pitch/(2 pi) angle goes on where it was, though an event in the second analysis changes the order of all measures. */
Test(regressions, revolutions_are_kept_by_the_next_analysis)
{
    tml_case c = tml_case_run_text(
        "screw",
        "trammel: 1\n"
        "space: space\n"
        "gravity: none\n"
        "points: {A: [0, 0, 0]}\n"
        "bodies: {nut: {points: [A], mass: 2, inertia: [0.1, 0.2, 0.15]}}\n"
        "joints: {A: {screw: [ground, nut], axis: z, pitch: 20 mm}}\n"
        "initial: {A.speed: 10}\n"
        "analyses:\n"
        "  - dynamics: {end: 4, output: 1, tolerance: 1e-11}\n"
        "  - dynamics: {end: 6, output: 1, tolerance: 1e-11, events: {far: {when: A.angle - 1000}}}\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "angle", tml_case_at(&c, 6, "A.angle"), 60, 1e-9);
    tml_case_near(&c, "z", tml_case_at(&c, 6, "nut.z"), 0.02 / (2 * acos(-1.0)) * 60, 1e-11);
    tml_case_free(&c);
}

static int facts(const tml_table *t, const char *name)
{
    int count = 0;
    for (size_t i = 0; i < tml_table_fact_count(t); i++)
        count += strcmp(tml_table_fact_name(t, i), name) == 0;
    return count;
}

/* cos(2 pi t) crosses zero ten times in five seconds; a second event at the same instants is seen as well, each once. */
Test(regressions, events_at_one_instant_are_seen_once_each)
{
    static const char *const tolerances[] = {"1e-4", "1e-6", "1e-9"};
    for (int i = 0; i < 3; i++) {
        char to[96];
        snprintf(to, sizeof to, "dynamics: {tolerance: %s, ", tolerances[i]);
        tml_case c = tml_case_run_text("spring",
                                       "trammel: 1\n"
                                       "gravity: none\n"
                                       "bodies:\n"
                                       "  ground: {points: {O: [-3, 0]}}\n"
                                       "  b: {points: {P: [0, 0]}, mass: 1, inertia: 1, position: [1, 0]}\n"
                                       "forces: {s: {spring: [ground.O, b.P], stiffness: 4*pi^2, length: 3}}\n"
                                       "analyses:\n"
                                       "  - dynamics: {end: 5, output: 0.1, events: {a: {when: b.x, stop: false},\n"
                                       "      b2: {when: 2*b.x, stop: false}}}\n",
                                       TML_EDITS({"dynamics: {", to}));
        cr_expect_eq(facts(c.table, "event a"), 10, "event a seen %d times at %s", facts(c.table, "event a"),
                     tolerances[i]);
        cr_expect_eq(facts(c.table, "event b2"), 10, "event b2 seen %d times", facts(c.table, "event b2"));
        tml_case_free(&c);
    }
}

/* The event that ended one analysis does not end the next one at once. */
Test(regressions, an_event_ends_one_analysis_only)
{
    tml_case c = tml_case_run_text("slide",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies: {b: {mass: 1, inertia: 1, position: [0, 0], velocity: [1, 0]}}\n"
                                   "analyses:\n"
                                   "  - dynamics: {end: 5, output: 1, events: {half: b.x - 0.5}}\n"
                                   "  - dynamics: {end: 3, output: 1, events: {half: b.x - 0.5}}\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "end", tml_case_at(&c, 3, "b.x"), 3, 1e-10);
    tml_case_free(&c);
}

/* The motion does not depend on the place: a pendulum at map coordinates swings like one at the origin, to rounding. */
Test(regressions, mechanism_far_from_the_origin_keeps_its_accuracy)
{
    static const char text[] = "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {points: {O: [HERE, 0]}}\n"
                               "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                               "joints: {O: {revolute: [ground, rod]}}\n"
                               "analyses: [{dynamics: {end: 2, output: 0.5}}]\n";
    tml_case near = tml_case_run_text("near", text, TML_EDITS({"HERE", "0"}));
    tml_case far = tml_case_run_text("far", text, TML_EDITS({"HERE", "5.4e6"}));
    tml_case_near(&far, "angle", tml_case_at(&far, 2, "O.angle"), tml_case_at(&near, 2, "O.angle"), 1e-7);
    tml_case_near(&far, "residual.velocity", tml_case_largest(&far, "residual.velocity"), 0, 1e-12);
    tml_case_free(&near);
    tml_case_free(&far);
}

/* A body on two springs made of one pin: k of each axis is its own. Deflection under weight m g/k_y, none along x. */
Test(regressions, stiffness_of_each_axis_is_its_own)
{
    tml_case c = tml_case_run_text("axes",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  b: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"
                                   "joints: {O: {revolute: [ground, b], stiffness: {translation: [1e4, 2e4]}}}\n"
                                   "analyses: [{dynamics: {end: 1, output: 0.01, tolerance: 1e-10}}]\n",
                                   TML_AS_WRITTEN);
    const double w = sqrt(2e4), y = -9.81 / 2e4 * (1 - cos(w * 1.0)); /* swings about m g/k */
    tml_case_near(&c, "y", tml_case_at(&c, 1, "b.y"), y, 1e-11);
    tml_case_near(&c, "x", tml_case_largest(&c, "b.x"), 0, 1e-15);
    tml_case_free(&c);
}

/* A coupler without position and angle is put at angle 0, as if it had been written. */
Test(regressions, unplaced_coupler_closes_on_the_nearer_branch)
{
    tml_case c = tml_case_run_text("unplaced",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0], C: [1, 0]}}\n"
                                   "  a: {points: {O: [0, 0], A: [0.5, 0]}, mass: 1, shape: rod, angle: 60 deg}\n"
                                   "  b: {points: {A: [0, 0], B: [0.8, 0]}, mass: 1, shape: rod}\n"
                                   "  c: {points: {C: [0, 0], B: [0.3, 0]}, mass: 1, shape: rod, angle: 80 deg}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, a]}\n"
                                   "  A: {revolute: [a, b]}\n"
                                   "  B: {revolute: [b, c]}\n"
                                   "  C: {revolute: [ground, c]}\n"
                                   "initial: {O.angle: 1}\n"
                                   "analyses: [{evaluate: {}}]\n",
                                   TML_AS_WRITTEN);
    const double b = tml_case_value(&c, 0, "b.angle"), g = tml_case_value(&c, 0, "c.angle");
    tml_case_near(&c, "closure x", 0.5 * cos(1.0) + 0.8 * cos(b) - 0.3 * cos(g), 1, 1e-12);
    tml_case_near(&c, "closure y", 0.5 * sin(1.0) + 0.8 * sin(b) - 0.3 * sin(g), 0, 1e-12);
    cr_expect(b > -0.3 && b < 0, "coupler at %g rad: on the other branch", b);
    tml_case_near(&c, "energy.error", tml_case_value(&c, 0, "energy.error"), 0, 0);
    tml_case_free(&c);
}

/* A screw press rotates by 38 rad in a second. At a loose tolerance steps of several radians once lost 4 of them in absolute
 * coordinates; relative ones count the revolutions themselves. */
Test(regressions, loose_tolerances_do_not_lose_revolutions)
{
    double angle[2];
    for (int i = 0; i < 2; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0, 0], G: [0.5, 0, 0]}}\n"
            "  spindle: {points: {O: [0, 0, 0], E: [0, 0, -0.4]}, com: [0.02, 0, -0.2], mass: 6, inertia: [0.1, 0.1, "
            "0.05]}\n"
            "  plate: {points: {E: [0, 0, 0], G: [0.5, 0, 0]}, com: [0.1, 0, 0], mass: 10, inertia: [0.4, 0.4, 0.8]}\n"
            "joints:\n"
            "  O: {screw: [ground, spindle], axis: z, pitch: 0.3}\n"
            "  E: {revolute: [spindle, plate], axis: z}\n"
            "  G: {prismatic: [ground.G, plate.G], axis: z}\n"
            "forces: {d: {drag: plate.E, linear: 3, quadratic: 2, angular: 0.1}}\n"
            "initial: {O.angle: 0, O.speed: 2}\n"
            "analyses: [{dynamics: {end: 1, output: 1, integrator: explicit, %s}}]\n",
            i ? "formulation: joint, tolerance: 1e-10" : "formulation: absolute, tolerance: 1e-4");
        tml_case c = tml_case_run_text("screw press", text, TML_AS_WRITTEN);
        angle[i] = tml_case_at(&c, 1, "O.angle");
        tml_case_free(&c);
    }
    cr_expect_float_eq(angle[0], angle[1], 1e-3, "%.9g instead of %.9g", angle[0], angle[1]);
}

/* Three rockers that pass their change points: the rows beside one are as good as all others, where stages of the step that leads there
 * fall into the singular configuration. Energy is the law: T + V at every row. */
Test(regressions, rows_beside_a_singular_configuration_keep_the_energy)
{
    static const char *const outputs[] = {"0.054", "0.0137", "0.3"};
    for (int i = 0; i < 3; i++) {
        char to[64];
        snprintf(to, sizeof to, "output: %s", outputs[i]);
        tml_case c = tml_case_run_text_with("rockers",
                                            "trammel: 1\n"
                                            "points: {O: [0, 0], P: [1, 0], Q: [2, 0]}\n"
                                            "bodies:\n"
                                            "  ground: {points: [O, P, Q]}\n"
                                            "  r1: {points: {O: [0, 0], A: [0.2, 0.5]}, mass: 1, shape: rod}\n"
                                            "  r2: {points: {P: [1, 0], B: [1.2, 0.5]}, mass: 1, shape: rod}\n"
                                            "  r3: {points: {Q: [2, 0], C: [2.2, 0.5]}, mass: 1, shape: rod}\n"
                                            "  bar: {points: {A: [0.2, 0.5], B: [1.2, 0.5], C: [2.2, 0.5]}, mass: 2, "
                                            "shape: rod}\n"
                                            "joints:\n"
                                            "  O: {revolute: [ground, r1]}\n"
                                            "  P: {revolute: [ground, r2]}\n"
                                            "  Q: {revolute: [ground, r3]}\n"
                                            "  A: {revolute: [r1, bar]}\n"
                                            "  B: {revolute: [r2, bar]}\n"
                                            "  C: {revolute: [r3, bar]}\n"
                                            "analyses: [{dynamics: {end: 2.7, output: 0.054, tolerance: 1e-9}}]\n",
                                            TML_EDITS({"output: 0.054", to}), TML_BY("particles"));
        tml_case_near(&c, outputs[i], tml_case_largest(&c, "energy.error"), 0, 5e-8);
        tml_case_free(&c);
    }
}
