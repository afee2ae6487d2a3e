/* certificate.c - the bounds in the certificate of a run hold at every step, not only at output times, and cover only what was measured. */
#include "support/case.h"
#include "support/larger.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double fact(const tml_case *c, const char *name)
{
    return tml_fact_number(c->table, name);
}

static bool warns(const tml_case *c)
{
    for (size_t i = 0; i < tml_log_count(c->log); i++)
        if (tml_log_get(c->log, i).severity == TML_WARNING)
            return true;
    return false;
}

static const char VAN_DER_POL[] = "trammel: 1\n"
                                  "gravity: none\n"
                                  "points: {O: [0, 0]}\n"
                                  "bodies: {b: {points: [O], mass: 1, inertia: 1}}\n"
                                  "joints: {S: {prismatic: [ground, b], at: O, axis: x}}\n"
                                  "forces: {f: {motor: S, force: ((1 - displacement^2)*speed - displacement)/1e-3}}\n"
                                  "initial: {S.displacement: 2, S.speed: 0}\n"
                                  "analyses: [{dynamics: {end: 2, output: 0.5, tolerance: 1e-10}}]\n";

/* Between two rows, a relaxation oscillation exchanges a thousand times the energies of the rows. */
Test(certificate, energy_scale_does_not_depend_on_output_times)
{
    tml_case few = tml_case_run_text("van der Pol", VAN_DER_POL, TML_AS_WRITTEN);
    tml_case many = tml_case_run_text("van der Pol", VAN_DER_POL, TML_EDITS({"output: 0.5", "output: 0.5 ms"}));
    cr_expect(!warns(&few), "a run that is right is doubted");
    tml_case_near(&few, "energy scale", fact(&few, "energy scale") / fact(&many, "energy scale"), 1, 0.01);
    cr_expect(fact(&few, "energy scale") > 100 * tml_case_largest(&few, "energy.kinetic"));
    cr_expect(fact(&many, "worst energy error") >= tml_case_largest(&many, "energy.error"));
    cr_expect(fact(&few, "worst energy error") > 1e-3 * fact(&many, "worst energy error"));
    tml_case_free(&few);
    tml_case_free(&many);
}

/* A block on a slider that is compliant in all it holds: under its weight it sinks by m g/k. */
static const char SOFT_SLIDER[] =
    "trammel: 1\n"
    "points: {O: [0, 0]}\n"
    "bodies: {b: {points: [O], mass: 2, inertia: 1}}\n"
    "joints: {S: {prismatic: [ground, b], at: O, axis: x, stiffness: 1000, damping: 50}}\n"
    "analyses: [{dynamics: {end: 10, output: 5}}]\n";

Test(certificate, opening_of_a_compliant_joint_is_measured)
{
    tml_case c = tml_case_run_text("slider", SOFT_SLIDER, TML_AS_WRITTEN);
    const double sag = 2 * 9.81 / 1000, swing = sag * (1 + exp(-acos(-1.0) * 12.5 / sqrt(500 - 12.5 * 12.5)));
    tml_case_near(&c, "sag", tml_case_at(&c, 10, "residual.opening"), sag, 1e-7 * sag);
    tml_case_near(&c, "first swing, between two rows", fact(&c, "largest opening"), swing, 0.01 * swing);
    cr_expect(isnan(fact(&c, "worst position residual")), "no rigid joint: nothing to be said of one");
    tml_case_free(&c);
    c = tml_case_run_text("slider", SOFT_SLIDER, TML_EDITS({"dynamics: {end: 10, output: 5}", "static"}));
    tml_case_near(&c, "sag at rest", fact(&c, "largest opening"), sag, 1e-9 * sag);
    tml_case_free(&c);
}

/* A step leads beyond the event that stops it: what lies beyond does not enter the certificate. */
Test(certificate, nothing_is_claimed_beyond_the_end_of_the_motion)
{
    static const char *const kinds[] = {"explicit", "rk4, step: 0.02", "adams", "bdf", "dae"};
    for (int i = 0; i < 5; i++) {
        char to[160];
        snprintf(to, sizeof to, "output: 5, integrator: %s, events: {hit: {when: b.y + 0.01, stop: true}}", kinds[i]);
        tml_case c = tml_case_run_text("slider", SOFT_SLIDER, TML_EDITS({"output: 5", to}));
        tml_case_near(&c, kinds[i], fact(&c, "largest opening"), 0.01, 1e-9);
        cr_expect(fact(&c, "energy scale") <= 2.0001 * 2 * 9.81 * 0.01, "%s: %g J", kinds[i], fact(&c, "energy scale"));
        tml_case_free(&c);
    }
}

static const char PENDULUM[] = "trammel: 1\n"
                               "points: {O: [0, 0], P: [0.5, 0]}\n"
                               "bodies: {b: {points: [O, P], mass: 2, shape: rod}}\n"
                               "joints: {O: {revolute: [ground, b]}}\n"
                               "analyses: [{dynamics: {end: 2, output: 0.1}}]\n";

/* Rigid joints made compliant by `implicit` are open, too: by their force over their stiffness, here 1e7 N/m. */
Test(certificate, opening_is_measured_under_implicit)
{
    tml_case rigid = tml_case_run_text("pendulum", PENDULUM, TML_AS_WRITTEN);
    cr_expect(isnan(fact(&rigid, "largest opening")));
    cr_expect_eq(tml_table_find(rigid.table, "residual.opening"), -1);
    cr_expect(fact(&rigid, "worst position residual") < 1e-14);
    tml_case soft = tml_case_run_text_with(
        "pendulum", PENDULUM, TML_AS_WRITTEN,
        (tml_run_options){.size = sizeof(tml_run_options), .formulation = "implicit", .stiffness = 1e7});
    const double force = hypot(tml_case_at(&soft, 1.5, "O.fx"), tml_case_at(&soft, 1.5, "O.fy"));
    tml_case_near(&soft, "opening", tml_case_at(&soft, 1.5, "residual.opening"), force / 1e7, 0.02 * force / 1e7);
    cr_expect(fact(&soft, "largest opening") >= tml_case_largest(&soft, "residual.opening"));
    cr_expect(isnan(fact(&soft, "worst position residual")));
    tml_case_free(&rigid);
    tml_case_free(&soft);
}

/* Without projection the residual drifts: the certificate covers the steps between two rows. */
Test(certificate, residuals_are_taken_at_steps)
{
    static const char *const kinds[] = {"explicit", "adams", "rk4"};
    for (int i = 0; i < 3; i++) {
        char to[128];
        snprintf(to, sizeof to, "output: %s, integrator: %s, formulation: absolute, stabilization: none",
                 i == 2 ? "1e-2" : "2", kinds[i]);
        tml_case c = tml_case_run_text("pendulum", PENDULUM, TML_EDITS({"output: 0.1", to}));
        const double estimate = fact(&c, "worst position residual");
        cr_expect(estimate >= tml_case_largest(&c, "residual.position") && estimate > 0, "%s: %g", kinds[i], estimate);
        tml_case_free(&c);
    }
}

/* Nothing is said of joints where there are none. */
Test(certificate, model_without_joints_has_no_claims_about_joints)
{
    tml_case c = tml_case_run_text("free",
                                   "trammel: 1\n"
                                   "bodies: {b: {mass: 1, inertia: 1, velocity: [1, 0]}}\n"
                                   "analyses: [{dynamics: {end: 1, output: 0.5}}]\n",
                                   TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_fact_count(c.table); i++) {
        const char *name = tml_table_fact_name(c.table, i), *text = tml_table_fact_text(c.table, i);
        cr_expect(!strstr(text, "compliant") && !strstr(text, "springs and dampers"), "%s: %s", name, text);
        cr_expect(!strstr(name, "residual") && !strstr(name, "opening"), "%s: %s", name, text);
    }
    tml_case_free(&c);
}

/* A pendulum at the small tolerance is exact to it: at the large one the estimate is the true error. */
static void expect_error(const char *integrator, double tolerance)
{
    tml_case c = tml_case_run_text_with(
        "pendulum", PENDULUM, TML_AS_WRITTEN,
        (tml_run_options){
            .size = sizeof(tml_run_options), .integrator = integrator, .tolerance = tolerance, .error = true});
    tml_case best = tml_case_run_text_with("pendulum", PENDULUM, TML_AS_WRITTEN,
                                           (tml_run_options){.size = sizeof(tml_run_options), .tolerance = 1e-13});
    const tml_table *y = tml_results_table(c.results, 0), *e = tml_case_table(&c, "dynamics.error");
    const size_t column = (size_t)tml_table_find(y, "O.angle"), last = tml_table_rows(y) - 1;
    cr_assert_eq(tml_table_rows(e), last + 1);
    const double estimate = tml_table_value(e, last, column), t = tml_table_value(e, last, 0);
    double most = 0;
    for (size_t row = 0; row <= last; row++)
        most = larger(most, fabs(tml_table_value(y, row, column) - tml_table_value(best.table, row, column)));
    cr_expect(most > 1e-12, "%s: there is an error to tell: %g", integrator, most);
    cr_expect(estimate >= most / 1.1 && estimate <= 3 * most, "%s at %g: off by %g, estimate %g", integrator, tolerance,
              most, estimate);
    cr_expect_eq(t, 2);
    tml_case_free(&c);
    tml_case_free(&best);
}

Test(certificate, error_of_the_result_is_the_true_error)
{
    expect_error("explicit", 1e-6);
    expect_error("adams", 1e-6);
    expect_error("bdf", 1e-6);
    expect_error("dae", 1e-6);
    expect_error("rk4", 1e-6); /* steps of the output interval */
}

static const char DOUBLE_PENDULUM[] = "trammel: 1\n"
                                      "points: {O: [0, 0], A: [1, 0], B: [2, 0]}\n"
                                      "bodies:\n"
                                      "  a: {points: [O, A], mass: 1, shape: rod}\n"
                                      "  b: {points: [A, B], mass: 1, shape: rod}\n"
                                      "joints:\n"
                                      "  O: {revolute: [ground, a]}\n"
                                      "  A: {revolute: [a, b]}\n"
                                      "initial: {O.angle: 2, A.angle: 1}\n"
                                      "analyses: [{dynamics: {end: 60, output: 0.5}}]\n";

/* Chaos: energy is kept to 1e-9, and no digit of the end is right. */
Test(certificate, chaotic_motion_has_no_digits)
{
    tml_case c = tml_case_run_text_with("double pendulum", DOUBLE_PENDULUM, TML_AS_WRITTEN,
                                        (tml_run_options){.size = sizeof(tml_run_options), .error = true});
    const tml_table *y = tml_results_table(c.results, 0), *e = tml_case_table(&c, "dynamics.error");
    c.table = y;
    cr_expect(fact(&c, "worst energy error") < 1e-6 * fact(&c, "energy scale"));
    cr_expect(fact(&c, "channels without digits") > 10);
    cr_expect(warns(&c));
    const size_t x = (size_t)tml_table_find(y, "b.B.x");
    cr_expect(tml_table_value(e, tml_table_rows(e) - 1, x) > 1, "its swing, at least");
    cr_expect(tml_table_value(e, 2, x) < 1e-6, "at the beginning it is good");
    tml_case_free(&c);
}

static const char *text_of(const tml_case *c, const char *name)
{
    return tml_fact_text(c->table, name);
}

static bool is_unique(const tml_case *c, const char *channel)
{
    const long column = tml_table_find(c->table, channel);
    cr_assert(column >= 0, "no channel %s", channel);
    return tml_table_is_unique(c->table, (size_t)column);
}

static void expect_not_unique(const tml_case *c, const char *channels)
{
    const char *estimate = text_of(c, "reactions not unique");
    const size_t length = strlen(channels);
    cr_expect(strncmp(estimate, channels, length) == 0 && estimate[length] == (length ? ':' : 0), "%s: %s: %s", c->name,
              tml_table_kind(c->table), estimate);
}

/* A beam on three supports, and a pendulum under it: the reactions of the beam are not unique, that of the pendulum is. */
static const char BEAM[] = BEAM_ON_THREE_SUPPORTS "analyses: [{dynamics: {end: 0.1, output: 0.1}}]\n";

Test(certificate, reactions_that_are_not_unique_are_marked_and_no_others)
{
    static const char *const analyses[] = {"dynamics: {end: 0.1, output: 0.1}", "static: {}", "evaluate: {}"};
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_text("beam", BEAM, TML_EDITS({analyses[0], analyses[i]}));
        expect_not_unique(&c, "A.fy, B.fy, C.fy");
        cr_expect(!is_unique(&c, "A.fy") && !is_unique(&c, "C.fy"));
        cr_expect(is_unique(&c, "A.fx") && is_unique(&c, "P.fy") && is_unique(&c, "A.angle") &&
                  is_unique(&c, "beam.y"));
        tml_case_near(&c, "P carries the bob", tml_case_value(&c, 0, "P.fy"), 2 * 9.81, 1e-9);
        tml_case_free(&c);
    }
    tml_case c = tml_case_run_text("pendulum", PENDULUM, TML_AS_WRITTEN);
    cr_expect_str_eq(text_of(&c, "reactions not unique"), "");
    tml_case_free(&c);
}

/* A door hung from a rotating arm by two balls on the x axis of the arm: along the line through both, and along it only, they can push
 * against each other. It points along x at the start, and elsewhere later. */
static const char DOOR[] = "trammel: 1\n"
                           "space: space\n"
                           "bodies:\n"
                           "  ground: {points: {O: [0, 0, 0]}}\n"
                           "  arm: {points: {O: [0, 0, 0], A: [1, 0, 0], B: [2, 0, 0]}, com: [1, 0, 0], mass: 2, "
                           "inertia: [0.1, 1, 1]}\n"
                           "  door: {points: {A: [1, 0, 0], B: [2, 0, 0]}, com: [1.5, 0, -0.3], mass: 10, "
                           "inertia: [1, 4, 4]}\n"
                           "joints:\n"
                           "  O: {revolute: [ground, arm], axis: z}\n"
                           "  A: {spherical: [arm, door]}\n"
                           "  B: {spherical: [arm, door]}\n"
                           "initial: {O.speed: 1}\n"
                           "analyses: [{dynamics: {end: 1, output: 0.1}}]\n";

Test(certificate, components_that_are_not_unique_are_marked_in_space)
{
    static const char run[] = "{dynamics: {end: 1, output: 0.1}}";
    static const char *const ways[] = {"absolute", "joint", "point"};
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_text_with("door", DOOR, TML_AS_WRITTEN, TML_BY(ways[i]));
        expect_not_unique(&c, "A.fx, A.fy, B.fx, B.fy");
        tml_case_free(&c);
    }
    tml_case c = tml_case_run_text("door", DOOR, TML_EDITS({"initial: {O.speed: 1}", ""}, {run, "{evaluate: {}}"}));
    expect_not_unique(&c, "A.fx, B.fx");
    tml_case_free(&c);
    c = tml_case_run_text("door on a hinge and a ball", DOOR,
                          TML_EDITS({"A: {spherical: [arm, door]}", "A: {revolute: [arm, door], axis: x}"},
                                    {"initial: {O.speed: 1}", ""}, {run, "{evaluate: {}}"}));
    expect_not_unique(&c, "A.fx, A.fy, A.fz, A.ty, A.tz, B.fx, B.fy, B.fz");
    tml_case_free(&c);
    c = tml_case_run_text("door on a ball and a slot", DOOR,
                          TML_EDITS({"B: {spherical: [arm, door]}", "B: {slot: [arm, door], axis: x}"}));
    expect_not_unique(&c, "");
    tml_case_free(&c);
}

/* A square that one driver moves and two actuators push, at O and at C: torques of which the coupler, along y all the time, carries the
 * difference. One actuator leaves nothing open. */
Test(certificate, redundant_actuators_leave_reactions_open)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: none\n"
                               "points: {O: [0, 0], A: [1, 0], B: [1, 1], C: [0, 1]}\n"
                               "bodies:\n"
                               "  a: {points: [O, A], mass: 1, shape: rod}\n"
                               "  b: {points: [A, B], mass: 1, shape: rod}\n"
                               "  c: {points: [B, C], mass: 1, shape: rod}\n"
                               "joints:\n"
                               "  O: {revolute: [ground, a]}\n"
                               "  A: {revolute: [a, b]}\n"
                               "  B: {revolute: [b, c]}\n"
                               "  C: {revolute: [c, ground]}\n"
                               "drivers: {d: {O.angle: 0.5*t}}\n"
                               "analyses: [{inverse: {end: 1, output: 0.1, actuators: [O, C]}}]\n";
    tml_case c = tml_case_run_text("square", text, TML_AS_WRITTEN);
    expect_not_unique(&c, "O.fy, A.fy, B.fy, C.fy, O.actuator, O.power, C.actuator, C.power");
    tml_case_free(&c);
    c = tml_case_run_text("square", text, TML_EDITS({"[O, C]", "[O]"}));
    expect_not_unique(&c, "");
    tml_case_free(&c);
    c = tml_case_run_text(
        "square", text,
        TML_EDITS({"inverse: {end: 1, output: 0.1, actuators: [O, C]}", "balance: {actuators: [O, A]}"}));
    expect_not_unique(&c, "O.fx, A.fx, B.fx, C.fx, O.actuator, O.power, A.actuator, A.power"); /* c lies along x */
    tml_case_free(&c);
}

/* Torque passes from shaft to shaft; the teeth load no bearing. That is said. */
Test(certificate, gears_are_reported_to_have_no_teeth)
{
    tml_case c = tml_case_run_text("gears",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "points: {O: [0, 0], C: [0.1, 0]}\n"
                                   "bodies:\n"
                                   "  g1: {points: [O], mass: 1, inertia: 0.01}\n"
                                   "  g2: {points: [C], mass: 1, inertia: 0.01}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, g1]}\n"
                                   "  C: {revolute: [ground, g2]}\n"
                                   "  m: {gear: [O, C], ratio: -1}\n"
                                   "forces: {a: {torque: g1, value: 10}, b: {torque: g2, value: 10}}\n"
                                   "analyses: [{evaluate: {}}]\n",
                                   TML_AS_WRITTEN);
    cr_expect(strncmp(text_of(&c, "reactions without teeth"), "m: a pure couple", 16) == 0);
    cr_expect(fabs(tml_case_value(&c, 0, "O.fx")) + fabs(tml_case_value(&c, 0, "O.fy")) < 1e-12);
    tml_case_free(&c);
}

/* A parallelogram that is driven through the positions in which it lies flat: at 0.3 rad + 2 t = k pi. */
static const char FLAT[] = "trammel: 1\n"
                           "parameters: {a: 0.3}\n"
                           "points: {O: [0, 0], A: [cos(a), sin(a)], B: [2 + cos(a), sin(a)], C: [2, 0]}\n"
                           "bodies:\n"
                           "  a: {points: [O, A], mass: 1, shape: rod}\n"
                           "  b: {points: [A, B], mass: 1, shape: rod}\n"
                           "  c: {points: [C, B], mass: 1, shape: rod}\n"
                           "joints:\n"
                           "  O: {revolute: [ground, a]}\n"
                           "  A: {revolute: [a, b]}\n"
                           "  B: {revolute: [b, c]}\n"
                           "  C: {revolute: [ground, c]}\n"
                           "drivers: {d: {O.angle: 2*t}}\n"
                           "analyses: [{dynamics: {end: 7, output: 0.05}}]\n";

Test(certificate, dead_points_are_counted_in_dynamics)
{
    static const char *const ways[] = {"absolute", "joint", "point"};
    tml_case driven = tml_case_run_text("flat", FLAT, TML_EDITS({"dynamics", "kinematics"}));
    cr_expect_eq(fact(&driven, "dead points passed"), 4);
    tml_case_free(&driven);
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_text_with("flat", FLAT, TML_AS_WRITTEN, TML_BY(ways[i]));
        cr_expect_eq(fact(&c, "dead points"), 4, "%s: %g", ways[i], fact(&c, "dead points"));
        tml_case_free(&c);
    }
    tml_case c = tml_case_run_text("pendulum", PENDULUM, TML_AS_WRITTEN);
    cr_expect(isnan(fact(&c, "dead points")));
    tml_case_free(&c);
}

/* Two rows, and steps between them that are no rows: the certificate covers them. */
Test(certificate, bounds_of_driven_motions_are_taken_at_steps)
{
    static const char *const kinds[] = {"kinematics: {end: 7, output: 7}", "inverse: {end: 7, output: 7}"};
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run_text("flat", FLAT, TML_EDITS({"dynamics: {end: 7, output: 0.05}", kinds[i]}));
        cr_expect_eq(tml_table_rows(c.table), 2);
        cr_expect(strncmp(text_of(&c, "bounds taken at"), "all ", 4) == 0, "%s", text_of(&c, "bounds taken at"));
        cr_expect(fact(&c, "worst position residual") > tml_case_largest(&c, "residual.position"));
        cr_expect(fact(&c, "worst velocity residual") > tml_case_largest(&c, "residual.velocity"));
        cr_expect(fact(&c, "worst energy error") >= tml_case_largest(&c, "energy.error"));
        cr_expect(fact(&c, "worst energy error") < 1e-11 * fact(&c, "energy scale"));
        tml_case_free(&c);
    }
}

/* A spatial loop whose motion lasts a ten-thousandth of a second: residuals of velocities count relative to the velocities. */
Test(certificate, steps_of_adams_do_not_depend_on_the_unit_of_time)
{
    static const char text[] =
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, -981e6]\n"
        "points: {O: [0, 0, 0], A: [0.3, 0, 0.1], B: [0.5, 0.4, 0], C: [0.1, 0.6, -0.2], Q: [0.2, 1, -0.3]}\n"
        "bodies:\n"
        "  a: {points: [O, A], mass: 1, inertia: [0.01, 0.02, 0.025]}\n"
        "  b: {points: [A, B], mass: 2, inertia: [0.03, 0.02, 0.025]}\n"
        "  c: {points: [B, C], mass: 0.5, inertia: [0.01, 0.005, 0.012]}\n"
        "joints:\n"
        "  O: {revolute: [ground, a], axis: [1, 0.2, 1]}\n"
        "  A: {spherical: [a, b]}\n"
        "  B: {universal: [b, c], axes: [x, y]}\n"
        "  C: {distance: [ground.Q, c.C]}\n"
        "forces: {s: {spring: [ground.Q, b.B], stiffness: 6e9, damping: 1e4, length: 0.3}}\n"
        "initial: {O.speed: 1e4}\n"
        "analyses: [{dynamics: {end: 1e-4, output: 1e-5, formulation: joint}}]\n";
    tml_case adams = tml_case_run_text_with("fast", text, TML_AS_WRITTEN,
                                            (tml_run_options){.size = sizeof(tml_run_options), .integrator = "adams"});
    tml_case runge = tml_case_run_text_with(
        "fast", text, TML_AS_WRITTEN, (tml_run_options){.size = sizeof(tml_run_options), .integrator = "explicit"});
    cr_expect(fact(&adams, "evaluations") < 5 * fact(&runge, "evaluations"), "%g and %g evaluations",
              fact(&adams, "evaluations"), fact(&runge, "evaluations"));
    tml_case_near(&adams, "x", tml_case_at(&adams, 1e-4, "b.x"), tml_case_at(&runge, 1e-4, "b.x"), 1e-7);
    tml_case_free(&adams);
    tml_case_free(&runge);
}

/* At rest velocities are rounding, not velocities without digits. */
Test(certificate, mechanism_at_rest_does_not_lose_digits)
{
    tml_case c =
        tml_case_run_text_with("rest",
                               "trammel: 1\n"
                               "points: {A: [0, 0], B: [1, 0], C: [2, 0], D: [0, 1], E: [1, 1], F: [2, 1]}\n"
                               "bodies:\n"
                               "  l1: {points: [A, D], mass: 1, shape: rod}\n"
                               "  l2: {points: [B, E], mass: 1, shape: rod}\n"
                               "  l3: {points: [C, F], mass: 1, shape: rod}\n"
                               "  top: {points: [D, E, F], mass: 1, shape: rod}\n"
                               "joints:\n"
                               "  A: {revolute: [ground, l1]}\n"
                               "  B: {revolute: [ground, l2]}\n"
                               "  C: {revolute: [ground, l3]}\n"
                               "  D: {revolute: [l1, top]}\n"
                               "  E: {revolute: [l2, top]}\n"
                               "  F: {revolute: [l3, top]}\n"
                               "analyses: [{dynamics: {end: 1, output: 0.1}}]\n",
                               TML_AS_WRITTEN, (tml_run_options){.size = sizeof(tml_run_options), .error = true});
    c.table = tml_results_table(c.results, 0);
    cr_expect(isnan(fact(&c, "channels without digits")), "%s", text_of(&c, "channels without digits"));
    cr_expect(fact(&c, "error of positions") < 1e-13);
    tml_case_free(&c);
}

/* Of a mechanism at rest on stiff springs, all energy is rounding: nothing is wrong with its balance. A vibration is another matter. */
Test(certificate, energy_of_rounding_is_not_held_against_a_run)
{
    static const char *const methods[] = {"explicit", "adams", "bdf", "dae, formulation: absolute",
                                          "explicit, formulation: implicit"};
    static const char model[] = "trammel: 1\n"
                                "gravity: none\n"
                                "bodies:\n"
                                "  ground: {points: {O: [0.1, 0.2]}}\n"
                                "  a: {points: {O: [0, 0], B: [0.3, 0.1]}, mass: 1, inertia: 0.1, angle: 20 deg}\n"
                                "  b: {points: {B: [0, 0]}, mass: 1, inertia: 0.1, angle: 40 deg}\n"
                                "joints: {O: {revolute: [ground, a]}, B: {revolute: [a, b]}}\n"
                                "forces:\n"
                                "  f: {torsion: O, stiffness: 1e5, damping: 10, angle: 20.000000000000004 deg}\n"
                                "  g: {torsion: B, stiffness: 1e4, damping: 1, angle: 20.000000000000007 deg}\n"
                                "initial: {O.speed: %s}\n"
                                "analyses: [{dynamics: {end: %s, integrator: %s}}]\n";
    char text[1200];
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        snprintf(text, sizeof text, model, "0", "1, output: 0.1", methods[i]);
        tml_case c = tml_case_run_text("rest on springs", text, TML_AS_WRITTEN);
        cr_expect(!warns(&c), "%s warns", methods[i]);
        cr_expect(fact(&c, "energy scale") < 1e-15);
        tml_case_free(&c);
    }
    snprintf(text, sizeof text, model, "1e-5", "0.02, output: 1e-3, step: 1e-3", "rk4");
    tml_case c = tml_case_run_text("vibration", text, TML_AS_WRITTEN);
    cr_expect(warns(&c), "a vibration that is not resolved");
    tml_case_free(&c);
}
