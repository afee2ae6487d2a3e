/* held_contacts.c - rigid stops and contacts that press, and friction that sticks, in modes, steady states, balance and given motions. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static void near(const tml_case *c, const char *channel, double want, double relative)
{
    tml_case_near(c, channel, tml_case_value(c, 0, channel), want, relative * fmax(fabs(want), 1e-3));
}

static size_t modes_of(const tml_case *c)
{
    return tml_table_rows(tml_case_table(c, "modes"));
}

/* ---- modes ---- */

/* The first joint leans on its stop: the second body swings alone. */
Test(held_contacts, a_double_pendulum_on_a_stop_swings_with_its_second_body)
{
    tml_case c = tml_case_run_text("double pendulum",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  a: {points: {O: [0, 0], A: [0.8, 0]}, com: [0.4, 0], mass: 2, inertia: 0.1}\n"
                                   "  b: {points: {A: [0, 0]}, com: [0.3, 0], mass: 1.5, inertia: 0.05}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, a], limits: [-25 deg, null]}\n"
                                   "  A: {revolute: [a, b]}\n"
                                   "initial: {O.angle: 30 deg, A.angle: 10 deg}\n"
                                   "analyses: [static: {}, modes: {}]\n",
                                   NULL);
    cr_assert_eq(modes_of(&c), 1);
    near(&c, "eigenvalue.im", sqrt(1.5 * 9.81 * 0.3 / (0.05 + 1.5 * 0.09)), 1e-12);
    cr_assert_str_eq(tml_case_fact(&c, "held"), "O.lower_limit closed");
    tml_case_free(&c);
}

#define SLIDERS(friction, more)                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  a: {points: {P: [0, 0]}, mass: 3, inertia: 1}\n"                                                                \
    "  b: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [0.5, 0]}\n"                                            \
    "joints:\n"                                                                                                        \
    "  A: {prismatic: [ground.O, a.P], axis: x" friction "}\n"                                                         \
    "  B: {prismatic: [ground.O, b.P], axis: x}\n"                                                                     \
    "forces:\n"                                                                                                        \
    "  s: {spring: [a.P, b.P], stiffness: 200, length: 0.5}\n" more

/* A joint that sticks is held; without friction both move. */
Test(held_contacts, a_joint_that_sticks_is_held_in_modes)
{
    tml_case c =
        tml_case_run_text("sticks", SLIDERS(", friction: 0.3", "") "analyses: [static: {}, modes: {}]\n", NULL);
    cr_assert_eq(modes_of(&c), 1);
    near(&c, "eigenvalue.im", 10, 1e-12);
    cr_assert_str_eq(tml_case_fact(&c, "held"), "A sticks");
    tml_case_free(&c);
    c = tml_case_run_text("slides", SLIDERS("", "") "analyses: [modes: {}]\n", NULL);
    cr_assert_eq(modes_of(&c), 2);
    tml_case_near(&c, "both", tml_case_value(&c, 1, "eigenvalue.im"), sqrt(200 * (1 / 2.0 + 1 / 3.0)), 1e-10);
    tml_case_free(&c);
}

/* The spring pulls with as much as friction holds, 0.3 * 3 * 9.81 = 8.829 N: it is said. */
Test(held_contacts, friction_at_its_limit_and_gaps_without_force_are_named)
{
    tml_case c = tml_case_run_text(
        "limit", SLIDERS(", friction: 0.3", "  f: {force: a, value: [8.829, 0]}\n") "analyses: [modes: {}]\n", NULL);
    cr_assert(strstr(tml_case_fact(&c, "not linear"), "A is at the limit of its friction"), "%s",
              tml_case_fact(&c, "not linear"));
    tml_case_free(&c);
    c = tml_case_run_text("touches", SLIDERS(", limits: [0, 1]", "") "analyses: [modes: {}]\n", NULL);
    cr_assert(strstr(tml_case_fact(&c, "one-sided"), "A.lower_limit touches without force"));
    cr_assert_eq(modes_of(&c), 2);
    tml_case_free(&c);
}

/* A disc on the floor and on a spring: with friction it rolls, with 3/2 of its mass; without it slides, and its rotation is free. */
Test(held_contacts, a_disc_on_the_floor_rolls_or_slides_in_its_modes)
{
    static const char text[] =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {P: [-0.5, 0.06]}, surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 3, shape: {disc: 60 mm}, points: {C: [0, 0]}, surfaces: {rim: {disc: 60 mm}}, position: [0, 60 "
        "mm]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], friction: 0.4}\n"
        "  s: {spring: [ground.P, ball.C], stiffness: 400, length: 0.5}\n"
        "analyses: [static: {}, modes: {}]\n";
    tml_case c = tml_case_run_text("rolls", text, NULL);
    cr_assert_eq(modes_of(&c), 1);
    near(&c, "eigenvalue.im", sqrt(400 / 4.5), 1e-10);
    cr_assert_str_eq(tml_case_fact(&c, "held"), "hit closed, hit sticks");
    tml_case_free(&c);
    c = tml_case_run_text("slides", text, TML_EDITS({", friction: 0.4", ""}));
    cr_assert_eq(modes_of(&c), 2);
    tml_case_near(&c, "slides", tml_case_value(&c, 1, "eigenvalue.im"), sqrt(400 / 3.0), 1e-9);
    tml_case_free(&c);
}

/* A disc of radius r swings in a bore of radius R, without friction as a pendulum of length R - r; where it rolls, with 3/2 of its mass. */
Test(held_contacts, a_disc_swings_in_a_bore)
{
    static const char text[] = "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {surfaces: {bore: {disc: 0.5, hollow: true}}}\n"
                               "  d: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0.1, 0]}\n"
                               "forces: {t: {contact: [d.rim, ground.bore]}}\n"
                               "analyses: [static: {}, modes: {}]\n";
    tml_case c = tml_case_run_text("bore", text, NULL);
    const tml_table *rest = tml_case_table(&c, "static");
    tml_case_near(&c, "lowest", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "d.y")), -0.4, 1e-12);
    cr_assert_eq(modes_of(&c), 2);
    tml_case_near(&c, "slides", tml_case_value(&c, 1, "eigenvalue.im"), sqrt(9.81 / 0.4), 1e-8);
    tml_case_free(&c);
    c = tml_case_run_text("rolls in a bore", text,
                          TML_EDITS({"ground.bore]", "ground.bore], friction: 0.5"}, {"[0.1, 0]", "[0, -0.4]"}));
    cr_assert_eq(modes_of(&c), 1);
    near(&c, "eigenvalue.im", sqrt(9.81 / 0.4 / 1.5), 1e-8);
    tml_case_free(&c);
}

/* ---- steady states ---- */

/* A rod on a shaft leans on a stop until the centrifugal moment lifts it off: N = sin a (m g l - w^2 cos a J). */
Test(held_contacts, a_rod_on_a_shaft_leans_on_its_stop_until_it_lifts_off)
{
    const double J = 0.17 + 2 * 0.25 - 0.01, a = 20 * PI / 180, speeds[] = {0.5, 3, 3.8, 4.3, 6};
    for (int i = 0; i < 5; i++) {
        char text[900];
        const double w = speeds[i], N = sin(a) * (2 * 9.81 * 0.5 - w * w * cos(a) * J);
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0, 0]}}\n"
                 "  shaft:  {points: {O: [0, 0, 0], H: [0, 0, 0]}, com: [0, 0, 0], mass: 10, inertia: [3, 3, 6]}\n"
                 "  rod:    {points: {H: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0.17, 0.17, 0.01]}\n"
                 "joints:\n"
                 "  O: {revolute: [ground, shaft], axis: z}\n"
                 "  H: {revolute: [shaft, rod], axis: -y, limits: [20 deg, null]}\n"
                 "initial: {H.angle: 40 deg}\n"
                 "analyses: [steady: {speeds: {O: %g}}]\n",
                 w);
        tml_case c = tml_case_run_text("shaft", text, NULL);
        near(&c, "H.limit", N > 0 ? N : 0, 1e-11);
        near(&c, "H.angle", N > 0 ? a : acos(2 * 9.81 * 0.5 / (w * w * J)), 1e-11);
        cr_assert_eq(isnan(tml_fact_number(c.table, "closed H.lower_limit")), !(N > 0));
        tml_case_free(&c);
    }
}

/* A ball in a dish on a turntable rolls outwards, frictionless, against the rim: N = m w^2 r. */
Test(held_contacts, a_bead_is_pressed_on_the_end_of_its_slot)
{
    tml_case c = tml_case_run_text("turntable",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  table: {points: {O: [0, 0]}, mass: 10, inertia: 2}\n"
                                   "  bead: {points: {P: [0, 0]}, mass: 0.5, inertia: 0.01, position: [0.2, 0]}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, table]}\n"
                                   "  S: {prismatic: [table.O, bead.P], axis: x, limits: [0.1, 0.6]}\n"
                                   "analyses: [steady: {speeds: {O: 7}}]\n",
                                   NULL);
    near(&c, "S.displacement", 0.6, 1e-12);
    near(&c, "S.limit", -0.5 * 49 * 0.6, 1e-12);
    tml_case_free(&c);
}

/* ---- balance and given motions ---- */

#define ROD                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}, surfaces: {floor: {line: [[0, -0.5], [1, -0.5]]}}}\n"                             \
    "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 3, shape: rod, surfaces: {tip: {point: A}}}\n"                      \
    "joints: {O: {revolute: [ground, rod]}}\n"                                                                         \
    "forces: {hit: {contact: [rod.tip, ground.floor]}}\n"

Test(held_contacts, actuators_carry_all_in_balance)
{
    tml_case c =
        tml_case_run_text("balance", ROD "initial: {O.angle: -30 deg}\nanalyses: [balance: {actuators: [O]}]\n", NULL);
    near(&c, "O.actuator", 3 * 9.81 * 0.5 * cos(PI / 6), 1e-12);
    cr_assert_str_eq(tml_case_fact(&c, "without force"), "hit touches: the actuators carry all");
    tml_case_free(&c);
    tml_expect_run(ROD "initial: {O.angle: -30 deg}\nanalyses: [balance: {}]\n", TML_FAILED,
                   "hit touches here, but carries nothing in balance");
    tml_expect_run(ROD "initial: {O.angle: -40 deg}\nanalyses: [balance: {actuators: [O]}]\n", TML_FAILED,
                   "the bodies overlap by");
    tml_expect_run(ROD "initial: {O.angle: -40 deg}\nanalyses: [dynamics: {end: 1}]\n", TML_WRONG,
                   "the free side of floor is on the left of the way along its points");
}

Test(held_contacts, drivers_take_bodies_through_contacts_and_it_is_told)
{
    static const char *const kinds[] = {"inverse: {end: 1, output: 0.05, actuators: [O]}",
                                        "kinematics: {end: 1, output: 0.05}"};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text, ROD "drivers: {d: {O.angle: -t}}\nanalyses: [%s]\n", kinds[i]);
        tml_case c = tml_run_to_status(text, TML_OK);
        tml_expect_message(&c, "bodies overlap in contact hit at t = ");
        tml_case_near(&c, "first", tml_message_number(&c, "contact hit at t = "), PI / 6, 1e-8);
        tml_case_near(&c, "most", tml_message_number(&c, "by up to "), sin(1) - 0.5, 1e-5);
        tml_case_free(&c);
    }
}

/* At one instant: a rod held by its tip on the floor, and pressed on a stop. */
Test(held_contacts, contacts_press_at_an_instant)
{
    tml_case c = tml_case_run_text("evaluate", ROD "initial: {O.angle: -30 deg}\nanalyses: [evaluate: {}]\n", NULL);
    near(&c, "hit.force", 3 * 9.81 / 2, 1e-12);
    near(&c, "rod.alpha", 0, 1e-10);
    tml_case_free(&c);
}

/* b alone on its spring: sqrt(k/m). */
Test(held_contacts, sparse_modes_hold_what_sticks)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        tml_case c = tml_case_run_text("sparse",
                                       sparse ? SLIDERS(", friction: 0.3", "") "analyses: [modes: {method: sparse}]\n"
                                              : SLIDERS(", friction: 0.3", "") "analyses: [modes: {method: dense}]\n",
                                       NULL);
        cr_assert_eq(modes_of(&c), 1);
        near(&c, "eigenvalue.im", 10, 1e-12);
        cr_assert_str_eq(tml_case_fact(&c, "held"), "A sticks");
        tml_case_free(&c);
    }
}

/* ---- contacts that slide ---- */

#define BELT                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "parameters: {mu: 0.25 + 0.15*exp(-4)}\n"                                                                          \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {W: [-0.5, 0]}, surfaces: {belt: {line: [[0, 0], [1, 0]], speed: 0.1}}}\n"                     \
    "  mass: {mass: 2, inertia: 0.01, surfaces: {sole: {point: [0, 0]}}, position: [mu*2*9.81/200, 0]}\n"              \
    "forces:\n"                                                                                                        \
    "  rub: {contact: [mass.sole, ground.belt], friction: {coefficient: 0.25, static: 0.4, stribeck: 50 mm/s, "        \
    "exponent: 2}}\n"                                                                                                  \
    "  spring: {spring: [ground.W, mass], stiffness: 200, length: 0.5}\n"

/* A mass on a belt whose friction falls with the slip, mu(v) = 0.25 + 0.15 exp(-(v/0.05)^2): m s^2 + mu'(0.1) m g s + k = 0, Re s > 0. */
Test(held_contacts, friction_that_falls_with_the_slip_makes_a_mass_on_a_belt_unstable)
{
    for (int rest = 0; rest < 2; rest++) {
        tml_case c = tml_case_run_text(
            "belt", rest ? BELT "analyses: [modes: {about: rest}]\n" : BELT "analyses: [modes: {about: instant}]\n",
            NULL);
        const double slope = 0.15 * exp(-4) * -2 * 0.1 / (0.05 * 0.05), re = -slope * 9.81 / 2;
        const tml_table *t = tml_case_table(&c, "modes");
        const size_t last = tml_table_rows(t) - 1;
        tml_case_near(&c, "growth", tml_case_value(&c, last, "eigenvalue.re"), re, 1e-10);
        tml_case_near(&c, "frequency", tml_case_value(&c, last, "eigenvalue.im"), sqrt(100 - re * re), 1e-10);
        cr_assert_str_eq(tml_case_fact(&c, "held"), "rub closed");
        tml_case_free(&c);
    }
}

/* A lever is pressed on a drum that turns; its pivot is h = 0.15 above the shoe, so that friction presses or lifts it:
 * N (0.3 -+ mu h) = 100 N 0.7 m. The drum needs the torque mu N r. */
Test(held_contacts, a_shoe_brake_slides_steadily)
{
    for (int back = 0; back < 2; back++) {
        const tml_edit edits[] = {{"O: 20", back ? "O: -20" : "O: 20"}, {NULL, NULL}};
        tml_case c =
            tml_case_run_text("brake",
                              "trammel: 1\n"
                              "gravity: none\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0], A: [-0.3, 0.35]}}\n"
                              "  drum: {points: {O: [0, 0]}, mass: 4, inertia: 0.1, surfaces: {rim: {disc: 0.2}}}\n"
                              "  lever: {points: {A: [0, 0], F: [0.7, 0]}, com: [0.2, 0], mass: 1, inertia: 0.05, "
                              "position: [-0.3, 0.35], "
                              "surfaces: {shoe: {point: [0.3, -0.15]}}}\n"
                              "joints: {O: {revolute: [ground, drum]}, A: {revolute: [ground, lever]}}\n"
                              "forces:\n"
                              "  rub: {contact: [lever.shoe, drum.rim], friction: 0.3}\n"
                              "  pull: {force: lever.F, value: [0, -100]}\n"
                              "analyses: [steady: {speeds: {O: 20}}]\n",
                              edits);
        const double N = 70 / (0.3 + (back ? 1 : -1) * 0.3 * 0.15);
        near(&c, "rub.force", N, 1e-12);
        near(&c, "O.actuator", (back ? -1 : 1) * 0.3 * N * 0.2, 1e-12);
        near(&c, "rub.slip", back ? -4 : 4, 1e-12);
        tml_case_free(&c);
    }
}

/* A bob on a drum that turns under it, a from its top, held by a spring along x with the force F = -k (x - x0). Along the tangent
 *   m R a'' = m g sin a + F cos a + mu N,      N = m g cos a - F sin a - m R a'^2
 * x0 such that a = 0.2; s^2 is the derivative by a of the right side at rest, over m R. */
Test(held_contacts, a_bob_on_a_turning_drum_swings_with_its_friction)
{
    const double m = 2, R = 0.2, k = 500, mu = 0.3, g = 9.81, a = 0.2;
    const double F = -(m * g * sin(a) + mu * m * g * cos(a)) / (cos(a) - mu * sin(a)), x0 = R * sin(a) + F / k,
                 N = m * g * cos(a) - F * sin(a),
                 K = m * g * cos(a) - F * sin(a) - k * R * cos(a) * cos(a) +
                     mu * (-m * g * sin(a) - F * cos(a) + k * R * cos(a) * sin(a));
    char text[1200];
    snprintf(
        text, sizeof text,
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  drum: {points: {O: [0, 0]}, mass: 4, inertia: 0.1, surfaces: {rim: {disc: 0.2}}}\n"
        "  cart: {points: {O: [0, 0]}, mass: 0}\n"
        "  bob: {points: {C: [0, 0]}, mass: 2, inertia: 0.01, position: [0.04, 0.2], surfaces: {tip: {point: C}}}\n"
        "joints:\n"
        "  O: {revolute: [ground, drum]}\n"
        "  X: {prismatic: [ground.O, cart.O], axis: x}\n"
        "  Y: {prismatic: [cart.O, bob.C], axis: y}\n"
        "forces:\n"
        "  rub: {contact: [bob.tip, drum.rim], friction: 0.3}\n"
        "  pull: {force: bob.C, value: [-500*(bob.C.x - (%.17g)), 0]}\n"
        "analyses: [steady: {speeds: {O: -20}}, modes: {about: steady}]\n",
        x0);
    tml_case c = tml_case_run_text("drum", text, NULL);
    const tml_table *steady = tml_case_table(&c, "steady"), *modes = tml_case_table(&c, "modes");
    const double force = tml_table_value(steady, 0, (size_t)tml_table_find(steady, "rub.force")),
                 im = tml_table_value(modes, 0, (size_t)tml_table_find(modes, "eigenvalue.im"));
    tml_case_near(&c, "force", force, N, 1e-10);
    tml_case_near(&c, "frequency", im, sqrt(-K / (m * R)), 1e-9);
    tml_case_free(&c);
}

/* ---- massless bodies ---- */

/* A massless rod leans on a stop, and a mass hangs on it by a spring: sqrt(k/m) while it presses. */
Test(held_contacts, massless_bodies_lean_on_stops_in_modes)
{
    tml_case c = tml_case_run_text("massless",
                                   "trammel: 1\n"
                                   "points: {O: [0, 0], A: [0.5, 0], C: [0.5, -0.4]}\n"
                                   "bodies:\n"
                                   "  rod: {points: [O, A]}\n"
                                   "  bob: {points: [C], mass: 2, inertia: 0.1}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, rod], limits: [0, null]}\n"
                                   "  C: {prismatic: [ground, bob], axis: y}\n"
                                   "forces: {s: {spring: [rod.A, bob.C], stiffness: 200, length: 0.3019}}\n"
                                   "analyses: [static: {}, modes: {}]\n",
                                   NULL);
    cr_assert_eq(modes_of(&c), 1);
    near(&c, "eigenvalue.im", 10, 1e-10);
    cr_assert_str_eq(tml_case_fact(&c, "held"), "O.lower_limit closed");
    tml_case_free(&c);
}

/* A driven blade of 2 mm sweeps past a post of 4 mm, between two rows. */
#define BLADE(post)                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [1, 0]}\n"                                                                                 \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {post: {disc: 0.002, at: " post "}}}\n"                                                      \
    "  arm: {points: [O, A], mass: 1, shape: rod, surfaces: {blade: {polygon: [[0, -0.001], [1, -0.001], [1, 0.001], " \
    "[0, 0.001]]}}}\n"                                                                                                 \
    "joints: {O: {revolute: [ground, arm]}}\n"                                                                         \
    "forces: {hit: {contact: [arm.blade, ground.post]}}\n"                                                             \
    "drivers: {drive: {O.angle: 2*pi*t}}\n"

/* It arrives when its angle is that of the post less asin(3 mm/1 m). */
Test(held_contacts, overlap_between_rows_is_named_with_the_time_at_which_it_begins)
{
    tml_case c = tml_run_to_status(BLADE("[0.6, 0.8]") "analyses: [kinematics: {end: 1, output: 0.1}]\n", TML_OK);
    tml_case_near(&c, "first", tml_message_number(&c, "contact hit at t = "),
                  (atan2(0.8, 0.6) - asin(0.003)) / (2 * PI), 1e-9);
    tml_case_free(&c);
    tml_expect_run(BLADE("[0.6, 0.8]") "analyses: [inverse: {end: 1, output: 0.1, actuators: [O]}]\n", TML_OK,
                   "bodies overlap in contact hit at t = 0.147106152 s");
}

/* A driver pushes a slider by 0.1 m for some milliseconds between two rows: into a stop at 0.06 m, a wall at 0.05 m, beyond a coupler of one side at 0.08 m. */
#define PULSE(what)                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}, surfaces: {wall: {polygon: [[0.15, -1], [0.2, -1], [0.2, 1], [0.15, 1]]}}}\n"     \
    "  a: {mass: 1, inertia: 1, com: [0, 0], points: {O: [0, 0]}, surfaces: {rim: {disc: 0.1}}}\n"                     \
    "joints:\n"                                                                                                        \
    "  S: {prismatic: [ground, a], at: O, axis: x, limits: {displacement: [null, 0.06]}}\n"                            \
    "  c: {coupler: '0.08 m >= S.displacement'}\n"                                                                     \
    "drivers: {d: {S.displacement: '0.1*exp(-((t-0.537)/5e-3)^2)'}}\n"                                                 \
    "forces: {hit: {contact: [a.rim, ground.wall]}}\n"                                                                 \
    "analyses: [" what "]\n"
static void expect_pulse(const char *text)
{
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_case_near(&c, "stop", tml_message_number(&c, "its limits at t = "), 0.537 - 5e-3 * sqrt(log(0.1 / 0.06)), 1e-9);
    tml_case_near(&c, "beyond", tml_message_number(&c, "s, by up to "), 0.04, 1e-8);
    tml_case_near(&c, "wall", tml_message_number(&c, "contact hit at t = "), 0.537 - 5e-3 * sqrt(log(0.1 / 0.05)),
                  1e-9);
    tml_case_near(&c, "coupler", tml_message_number(&c, "is not met at t = "), 0.537 - 5e-3 * sqrt(log(0.1 / 0.08)),
                  1e-9);
    tml_case_free(&c);
}

Test(held_contacts, what_a_short_pulse_of_a_driver_violates_between_rows_is_named)
{
    expect_pulse(PULSE("kinematics: {end: 1, output: 0.1}"));
    expect_pulse(PULSE("inverse: {end: 1, output: 0.1, actuators: [S]}"));
}

/* The post is 1 mm beyond the end of the blade. */
Test(held_contacts, near_miss_between_rows_is_no_overlap)
{
    tml_case c = tml_run_to_status(BLADE("[0.6018, 0.8024]") "analyses: [kinematics: {end: 1, output: 0.1}]\n", TML_OK);
    tml_expect_no_message(&c, "overlap");
    tml_case_free(&c);
}
