/* friction.c - friction in joints, loaded by the joint's own reaction, against closed forms and independent solutions.
 *
 * Slider-crank with friction in its guide, driven; a flywheel on an inclined axle, radial and axial load; an unbalanced rotor, whose load is its
 * own centrifugal force; a screw, T = W r tan(a +- atan mu); a guide whose load presses on its edges; a ball and a cross with their
 * pins; friction that the joint's slip has in several directions.
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static void near(const tml_case *c, const char *what, double got, double want, double relative)
{
    tml_case_near(c, what, got, want, relative * fabs(want));
}

/* ---- slider-crank, friction 0.3 |N| in the guide ---- */
#define SLIDER_CRANK                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], G: [0, 0]}}\n"                                                                     \
    "  crank: {points: {O: [0, 0], A: [0.1, 0]}, com: [-0.025, 0], mass: 1, inertia: 0.019375}\n"                      \
    "  rod: {points: {A: [0, 0], B: [0.3, 0]}, com: [0.15, 0], mass: 0.5, inertia: 0.5*0.3^2/12}\n"                    \
    "  slider: {points: {B: [0, 0], G: [0, 0]}, com: B, mass: 1, inertia: 0.001, position: [0.39, 0]}\n"               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, slider]}\n"                                                                                 \
    "  G: {prismatic: [ground, slider], axis: x, friction: 0.3}\n"

Test(friction, of_a_guide_follows_its_reaction)
{
    static const double angle[] = {30, 60, 90, 135, 210, 300},
                        want[][3] = {{-20.55766887980042, 6.167300663940127, 11.13078773208148},
                                     {-13.74577337698533, 4.123732013095599, 6.084529477002707},
                                     {18.00864477404406, 5.402593432213219, -4.873526950238183},
                                     {28.85560600254168, 8.656681800762505, -5.761590183300669},
                                     {-0.8324159957682796, -0.2497247987304839, 4.159334545865680},
                                     {33.95598682024724, -10.18679604607417, -4.629462065084698}};
    for (int i = 0; i < 6; i++) {
        char text[1600];
        snprintf(text, sizeof text,
                 SLIDER_CRANK "drivers: {drive: {O.speed: 35}}\n"
                              "initial: {O.angle: %g deg}\n"
                              "analyses: [inverse: {end: 0.01, output: 0.01}]\n",
                 angle[i]);
        tml_case c = tml_case_run_text("slider-crank", text, NULL);
        tml_case_near(&c, "N", tml_case_value(&c, 0, "G.fy"), want[i][0], 1e-10);
        tml_case_near(&c, "F", tml_case_value(&c, 0, "G.friction"), want[i][1], 1e-10);
        tml_case_near(&c, "T", tml_case_value(&c, 0, "drive.torque"), want[i][2], 1e-10);
        cr_assert(tml_case_value(&c, 0, "G.friction_power") < 0);
        tml_case_free(&c);
    }
}

/* Friction jumps at the dead centres and has a kink where the guide force changes its sense: the work over a revolution is exact. */
Test(friction, takes_what_the_drive_puts_in)
{
    tml_case c = tml_case_run_text("slider-crank",
                                   SLIDER_CRANK "drivers: {drive: {O.speed: 35}}\n"
                                                "initial: {O.angle: 30 deg}\n"
                                                "analyses: [inverse: {end: 2*pi/35, output: 2*pi/35/4}]\n",
                                   NULL);
    near(&c, "work of the drive", tml_case_value(&c, 4, "drive.energy"), 2.338653038876256, 1e-10);
    near(&c, "loss", atof(tml_case_fact(&c, "friction loss")), 2.338653038876256, 1e-8);
    tml_case_near(&c, "efficiency", atof(tml_case_fact(&c, "efficiency")), 0, 1e-9);
    tml_case_free(&c);
}

/* ---- rotors ---- */
#define FLYWHEEL(model)                                                                                                \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  wheel: {points: {O: [0, 0, 0]}, mass: 8, inertia: [0.12, 0.12, 0.12]}\n"                                        \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, wheel], axis: [sin(35 deg), 0, cos(35 deg)],\n"                                          \
    "      friction: {coefficient: 0.1, radius: 15 mm, collar: 25 mm" model "}}\n"                                     \
    "initial: {O.speed: 60}\n"

static void flywheel_slows_down(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "flywheel", FLYWHEEL("") "analyses: [dynamics: {end: 10, output: 10, tolerance: 1e-10}]\n", NULL, TML_BY(by));
    near(&c, "torque", tml_case_value(&c, 0, "O.friction"), -0.2282390491767453, 1e-10);
    near(&c, "speed", tml_case_at(&c, 10, "O.speed"), 40.98007923527122, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(friction, flywheel_slows_down, 20)

Test(friction, smooth_is_the_same_where_it_slides)
{
    tml_case c = tml_case_run_text(
        "flywheel", FLYWHEEL(", model: smooth") "analyses: [dynamics: {end: 10, output: 10, tolerance: 1e-10}]\n",
        NULL);
    near(&c, "speed", tml_case_at(&c, 10, "O.speed"), 40.98007923527122, 1e-8);
    tml_case_free(&c);
}

/* A thrust bearing alone: M = mu(v) c (m g cos(35 deg) + preload), v = c w the slip on the mean radius c; weight across the axis does not rub. */
Test(friction, collar_without_a_pin_takes_the_load_along_the_axis)
{
#define THRUST(joint, more)                                                                                            \
    "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"                                                               \
    "bodies:\n  ground: {points: {O: [0, 0, 0]}}\n"                                                                    \
    "  wheel: {points: {O: [0, 0, 0]}, mass: 8, inertia: [0.12, 0.12, 0.12]}\n"                                        \
    "joints:\n  O: {" joint ", friction: {coefficient: 0.1, collar: 25 mm" more "}}\n"
    const double along = 8 * 9.81 * cos(35 * 3.14159265358979323846 / 180), arm = 0.025;
    static const char hinge[] = THRUST("revolute: [ground, wheel], axis: [sin(35 deg), 0, cos(35 deg)]", "");
    char text[1024];
    snprintf(text, sizeof text,
             "%sinitial: {O.speed: 60}\nanalyses: [dynamics: {end: 10, output: 10, tolerance: 1e-10}]\n", hinge);
    tml_case c = tml_case_run_text("collar", text, NULL);
    near(&c, "torque", tml_case_value(&c, 0, "O.friction"), -0.1 * arm * along, 1e-12);
    near(&c, "speed", tml_case_at(&c, 10, "O.speed"), 60 - 10 * 0.1 * arm * along / 0.12, 1e-10);
    tml_case_free(&c);
    for (int smooth = 0; smooth < 2; smooth++) {
        const double v = arm * 6, mu = 0.1 + 0.2 * exp(-(v / 0.1) * (v / 0.1));
        c = tml_case_run_text(
            "Stribeck",
            smooth
                ? THRUST("revolute: [ground, wheel], axis: [sin(35 deg), 0, cos(35 deg)]",
                         ", static: 0.3, stribeck: 0.1, exponent: 2, preload: 20, model: smooth") "initial: {O.speed: "
                                                                                                  "6}\nanalyses: "
                                                                                                  "[evaluate]\n"
                : THRUST("revolute: [ground, wheel], axis: [sin(35 deg), 0, cos(35 deg)]",
                         ", static: 0.3, stribeck: 0.1, exponent: 2, preload: 20") "initial: {O.speed: 6}\nanalyses: "
                                                                                   "[evaluate]\n",
            NULL);
        near(&c, "falling friction", tml_case_value(&c, 0, "O.friction"), -mu * arm * (along + 20), 1e-12);
        tml_case_free(&c);
    }
}

#define ROTOR(model)                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rotor: {points: {O: [0, 0]}, com: [10 mm, 0], mass: 8, inertia: 0.12}\n"                                        \
    "joints: {O: {revolute: [ground, rotor], friction: {coefficient: 0.1, radius: 15 mm" model "}}}\n"                 \
    "initial: {O.speed: 60}\n"                                                                                         \
    "analyses: [dynamics: {end: 10, output: 10, tolerance: 1e-10}]\n"

static void rotor_is_loaded_by_its_unbalance(const char *by)
{
    tml_case c = tml_case_run_text_with("rotor", ROTOR(""), NULL, TML_BY(by));
    near(&c, "load", hypot(tml_case_value(&c, 0, "O.fx"), tml_case_value(&c, 0, "O.fy")), 288.0001420991359, 1e-10);
    near(&c, "speed", tml_case_at(&c, 10, "O.speed"), 37.59335406900528, 1e-8);
    near(&c, "angle", tml_case_at(&c, 10, "O.angle"), 470.6338305951507, 1e-8);
    tml_case_near(&c, "energy balance", tml_case_at(&c, 10, "energy.error"), 0, 1e-5);
    tml_case_free(&c);
}
TML_TEST_EACH(friction, rotor_is_loaded_by_its_unbalance, 20)

/* The pendulum with friction in its pin, to the tolerance of a smooth model: away from its turning points it is exact. */
Test(friction, smooth_pendulum_swings_as_the_exact_one)
{
    tml_case c =
        tml_case_run_text("pendulum",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {points: {O: [0, 0]}}\n"
                          "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 2, shape: rod}\n"
                          "joints:\n"
                          "  O: {revolute: [ground, rod],\n"
                          "      friction: {coefficient: 0.3, radius: 50 mm, model: smooth, speed: 0.1 mm/s}}\n"
                          "initial: {O.angle: 0}\n"
                          "analyses: [dynamics: {end: 0.5, output: 0.5, tolerance: 1e-10}]\n",
                          NULL);
    near(&c, "angle", tml_case_at(&c, 0.5, "O.angle") + PI / 2, -0.05315179242058971, 1e-3);
    near(&c, "speed", tml_case_at(&c, 0.5, "O.speed"), -5.204436155132692, 1e-5);
    tml_case_free(&c);
}

/* ---- a screw ---- */

/* Torque of a driver that turns a load of 2 kg up or down a thread: W r tan(a +- phi), a: lead angle, phi: atan mu. */
static void screw(double pitch, double speed, double mu)
{
    char text[900];
    const double W = 2 * 9.81, r = 0.01, lead = atan(fabs(pitch) / (2 * PI * r)), phi = atan(mu);
    const bool raises = pitch * speed > 0;
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "space: space\n"
             "bodies:\n"
             "  ground: {points: {A: [0, 0, 0]}}\n"
             "  load: {points: {A: [0, 0, 0]}, mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
             "joints: {A: {screw: [ground, load], axis: z, pitch: %g,\n"
             "             friction: {coefficient: %g, radius: %g}}}\n"
             "drivers: {d: {A.speed: %g}}\n"
             "analyses: [inverse: {end: 0.1, output: 0.1}]\n",
             pitch, mu, r, speed);
    tml_case c = tml_case_run_text("screw", text, NULL);
    const double thread = raises ? W * r * tan(lead + phi) : W * r * tan(phi - lead);
    const double want = (speed > 0 ? 1 : -1) * thread;
    near(&c, "torque", tml_case_value(&c, 0, "d.torque"), want, 1e-12);
    near(&c, "axial force", tml_case_value(&c, 0, "A.fz"), W, 1e-12);
    if (raises || lead > phi) /* otherwise it is self-locking: both the load and the drive feed the friction */
        near(&c, "efficiency", atof(tml_case_fact(&c, "efficiency")),
             100 * (raises ? tan(lead) / tan(lead + phi) : tan(lead - phi) / tan(lead)), 1e-5);
    tml_case_free(&c);
}

Test(friction, of_a_thread_takes_the_textbook_torque)
{
    screw(0.02, 1, 0.15), screw(0.02, -1, 0.15), screw(-0.02, 1, 0.15), screw(-0.02, -1, 0.15);
    screw(0.004, -3, 0.15), screw(0.004, 2, 0.12);
}

/* ---- a guide with a moment ---- */

/* A block on a horizontal guide, its weight W at a distance e in front of the middle: N = W, M = W e. */
Test(friction, of_a_guide_with_a_length_counts_its_edges)
{
    static const double length[] = {0.1, 0.4, 0.8};
    for (int i = 0; i < 3; i++) {
        char text[700];
        const double W = 3 * 9.81, e = 0.2, L = length[i];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {P: [0, 0]}}\n"
                 "  block: {points: {P: [0, 0]}, com: [0.2, 0], mass: 3, inertia: 0.1}\n"
                 "joints: {P: {prismatic: [ground, block], axis: x, friction: {coefficient: 0.2, length: %g}}}\n"
                 "drivers: {d: {P.speed: 0.5}}\n"
                 "analyses: [inverse: {end: 0.1, output: 0.1}]\n",
                 L);
        tml_case c = tml_case_run_text("guide", text, NULL);
        const double load = fabs(W / 2 + W * e / L) + fabs(W / 2 - W * e / L);
        near(&c, "force", tml_case_value(&c, 0, "d.force"), 0.2 * load, 1e-12);
        tml_case_free(&c);
    }
}

/* The same in space, about an axis in any direction, with a torque about the axis that its width takes. */
Test(friction, of_a_guide_in_space_counts_edges_and_sides)
{
    tml_case c = tml_case_run_text("guide",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {P: [0, 0, 0]}}\n"
                                   "  block: {points: {P: [0, 0, 0]}, mass: 3, inertia: [0.1, 0.1, 0.1]}\n"
                                   "joints:\n"
                                   "  P: {prismatic: [ground, block], axis: [0.6, 0, 0.8],\n"
                                   "      friction: {coefficient: 0.2, length: 0.5, width: 0.25, preload: 7 N}}\n"
                                   "drivers: {d: {P.speed: 0.5}}\n"
                                   "forces:\n"
                                   "  push: {force: block, value: [0, 40, 0]}\n"
                                   "  bend: {torque: block, value: [0.8*3, 0, -0.6*3]}\n" /* about the normal: edges */
                                   "  twist: {torque: block, value: [0.6*2, 0, 0.8*2]}\n"
                                   "analyses: [inverse: {end: 0.1, output: 0.1}]\n",
                                   NULL);
    const double load = fabs(20 + 3 / 0.5) + fabs(20 - 3 / 0.5) + 2 * 2 / 0.25 + 7;
    near(&c, "force", tml_case_value(&c, 0, "d.force"), 0.2 * load, 1e-12);
    tml_case_free(&c);
}

/* ---- several directions of slip ---- */

/* A shaft that is pushed and turned: force and torque share the friction by the direction of the slip. */
Test(friction, of_a_shaft_is_along_its_helix)
{
    tml_case c = tml_case_run_text(
        "shaft",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {P: [0, 0, 0]}}\n"
        "  shaft: {points: {P: [0, 0, 0]}, mass: 3, inertia: [0.1, 0.1, 0.1]}\n"
        "joints: {P: {cylindrical: [ground, shaft], axis: x, friction: {coefficient: 0.2, radius: 20 mm}}}\n"
        "drivers: {push: {P.displacement_speed: 0.3}, turn: {P.angle_speed: 20}}\n"
        "analyses: [inverse: {end: 0.1, output: 0.1}]\n",
        NULL);
    near(&c, "force", tml_case_value(&c, 0, "push.force"), 0.2 * 3 * 9.81 * 0.3 / 0.5, 1e-12);
    near(&c, "torque", tml_case_value(&c, 0, "turn.torque"), 0.2 * 3 * 9.81 * 0.02 * 0.4 / 0.5, 1e-12);
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), 0.2 * 3 * 9.81, 1e-12);
    near(&c, "power", tml_case_value(&c, 0, "P.friction_power"), -0.2 * 3 * 9.81 * 0.5, 1e-12);
    tml_case_free(&c);
}

/* A heavy ball joint: the torque is against the angular velocity, whatever its direction. */
Test(friction, of_a_ball_is_against_its_angular_velocity)
{
    tml_case c =
        tml_case_run_text("ball",
                          "trammel: 1\n"
                          "space: space\n"
                          "bodies:\n"
                          "  ground: {points: {P: [0, 0, 0]}}\n"
                          "  ball: {points: {P: [0, 0, 0]}, mass: 4, inertia: [0.2, 0.2, 0.2], omega: [1, 2, 2]}\n"
                          "joints: {P: {spherical: [ground, ball], friction: {coefficient: 0.3, radius: 50 mm}}}\n"
                          "analyses: [dynamics: {end: 0.5, output: 0.5, tolerance: 1e-10}]\n",
                          NULL);
    const double torque = 0.3 * 0.05 * 4 * 9.81, left = 3 - torque / 0.2 * 0.5; /* its speed, in the same direction */
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), torque, 1e-12);
    near(&c, "omegax", tml_case_at(&c, 0.5, "ball.omegax"), left / 3, 1e-9);
    near(&c, "omegay", tml_case_at(&c, 0.5, "ball.omegay"), 2 * left / 3, 1e-9);
    tml_case_free(&c);
}

/* Viscous friction alone is a damper: the speed decays as exp(-c t/J). */
Test(friction, viscous_alone_is_a_damper)
{
    tml_case c = tml_case_run_text("disc",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {P: [0, 0]}}\n"
                                   "  disc: {points: {P: [0, 0]}, mass: 1, inertia: 0.2}\n"
                                   "joints: {P: {revolute: [ground, disc], friction: {viscous: 0.1}}}\n"
                                   "initial: {P.speed: 10}\n"
                                   "analyses: [dynamics: {end: 2, output: 2, tolerance: 1e-11}]\n",
                                   NULL);
    near(&c, "speed", tml_case_at(&c, 2, "P.speed"), 10 * exp(-1), 1e-9);
    near(&c, "friction", tml_case_at(&c, 2, "P.friction"), -exp(-1), 1e-9);
    tml_case_free(&c);
}

/* Stribeck: mu(v) = 0.25 + 0.15 exp(-v/0.05), and viscous friction besides. */
Test(friction, falls_with_the_speed)
{
    tml_case c = tml_case_run_text("slider",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {P: [0, 0]}}\n"
                                   "  block: {points: {P: [0, 0]}, mass: 2, inertia: 0.1}\n"
                                   "joints:\n"
                                   "  P: {prismatic: [ground, block], axis: x,\n"
                                   "      friction: {coefficient: 0.25, static: 0.4, stribeck: 0.05, viscous: 3}}\n"
                                   "drivers: {d: {P.speed: 0.08}}\n"
                                   "analyses: [inverse: {end: 0.1, output: 0.1}]\n",
                                   NULL);
    near(&c, "force", tml_case_value(&c, 0, "d.force"), 2 * 9.81 * (0.25 + 0.15 * exp(-1.6)) + 0.24, 1e-12);
    tml_case_free(&c);
}

/* ---- rest by friction ---- */

/* The two numbers of "from a to b N" in a fact. */
static void range_of(const tml_case *c, const char *fact, double range[2])
{
    const char *text = tml_case_fact(c, fact);
    cr_assert(sscanf(text, "from %lf to %lf", &range[0], &range[1]) == 2, "%s: %s is \"%s\"", c->name, fact, text);
}

/* A block on an incline: it bears a force along it of W sin a -+ mu_s W cos a, and one of k times [0, -1 N] that presses it on as long as the
 * slope is below the angle of friction: however large. */
Test(friction, holds_a_range_of_loads)
{
    const double a = 20 * PI / 180, W = 5 * 9.81;
    double range[2];
    tml_case c = tml_case_run_text("incline",
                                   "trammel: 1\n"
                                   "parameters: {slope: 20 deg}\n"
                                   "bodies:\n"
                                   "  ground: {points: {P: [0, 0]}}\n"
                                   "  block: {points: {P: [0, 0]}, mass: 5, inertia: 0.1}\n"
                                   "joints: {P: {prismatic: [ground, block], axis: [cos(slope), sin(slope)],\n"
                                   "             friction: {coefficient: 0.4, static: 0.5}}}\n"
                                   "forces:\n"
                                   "  pull: {motor: P, force: 0}\n"
                                   "  press: {force: block, value: [0, -1]}\n"
                                   "analyses: [static: {}]\n",
                                   (const tml_edit[]){{"[0, -1]", "[0, -1e-9]"}, {NULL, NULL}});
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), W * sin(a), 1e-9);
    range_of(&c, "friction holds pull", range);
    near(&c, "lowest", range[0], W * sin(a) - 0.5 * W * cos(a), 1e-9);
    near(&c, "highest", range[1], W * sin(a) + 0.5 * W * cos(a), 1e-9);
    cr_assert(strstr(tml_case_fact(&c, "friction holds weight"), "self-locking"));
    near(&c, "used", atof(tml_case_fact(&c, "held by friction") + 3), 100 * tan(a) / 0.5, 1e-3);
    tml_case_free(&c);
}

/* A screw that is self-locking: from -W r tan(phi - a) to W r tan(phi + a), and whatever the weight. */
Test(friction, of_a_thread_is_self_locking)
{
    const double lead = atan(0.004 / (2 * PI * 0.01)), phi = atan(0.15), W = 2 * 9.81;
    double range[2];
    tml_case c = tml_case_run_text("jack",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0, 0]}}\n"
                                   "  load: {points: {A: [0, 0, 0]}, mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
                                   "joints: {A: {screw: [ground, load], axis: z, pitch: 4 mm,\n"
                                   "             friction: {coefficient: 0.15, radius: 10 mm}}}\n"
                                   "forces: {drive: {motor: A, torque: 0}}\n"
                                   "analyses: [static: {}]\n",
                                   NULL);
    range_of(&c, "friction holds drive", range);
    near(&c, "lowest", range[0], -W * 0.01 * tan(phi - lead), 1e-10);
    near(&c, "highest", range[1], W * 0.01 * tan(phi + lead), 1e-10);
    cr_assert(strstr(tml_case_fact(&c, "friction holds weight"), "self-locking"));
    tml_case_free(&c);
}

/* Friction in every joint of a slider-crank: the torques at which it begins to move either way are those that move it as slowly as one
 * likes, by inverse dynamics. */
Test(friction, in_several_joints_holds_as_long_as_all_together_do)
{
#define PINS                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], G: [0, 0]}}\n"                                                                     \
    "  crank: {points: {O: [0, 0], A: [0.1, 0]}, com: [-0.025, 0], mass: 1, inertia: 0.019375}\n"                      \
    "  rod: {points: {A: [0, 0], B: [0.3, 0]}, com: [0.15, 0], mass: 0.5, inertia: 0.5*0.3^2/12}\n"                    \
    "  slider: {points: {B: [0, 0], G: [0, 0]}, com: B, mass: 1, inertia: 0.001, position: [0.37, 0]}\n"               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank], friction: {coefficient: 0.2, radius: 10 mm}}\n"                                  \
    "  A: {revolute: [crank, rod], friction: {coefficient: 0.2, radius: 10 mm}}\n"                                     \
    "  B: {revolute: [rod, slider], friction: {coefficient: 0.2, radius: 10 mm}}\n"                                    \
    "  G: {prismatic: [ground, slider], axis: x, friction: 0.3}\n"                                                     \
    "initial: {O.angle: 40 deg}\n"
    double range[2];
    tml_case c = tml_case_run_text("pins", PINS "forces: {m: {motor: O, torque: 0}}\nanalyses: [static: {}]\n", NULL);
    range_of(&c, "friction holds m", range);
    tml_case_free(&c);
    for (int i = 0; i < 2; i++) {
        c = tml_case_run_text("pins",
                              i ? PINS "drivers: {d: {O.speed: 1e-9}}\nanalyses: [inverse: {end: 1, output: 1}]\n"
                                : PINS "drivers: {d: {O.speed: -1e-9}}\nanalyses: [inverse: {end: 1, output: 1}]\n",
                              NULL);
        near(&c, "torque", range[i], tml_case_value(&c, 0, "d.torque"), 1e-8);
        tml_case_free(&c);
    }
}

/* A force that is zero has no direction: what friction holds of it is not known, and not said. */
Test(friction, range_of_a_force_that_is_zero_is_not_told)
{
    tml_case c =
        tml_case_run_text("zero",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {points: {P: [0, 0]}}\n"
                          "  block: {points: {P: [0, 0]}, mass: 2, inertia: 1}\n"
                          "joints: {P: {prismatic: [ground, block], axis: x, friction: 0.5}}\n"
                          "forces: {push: {force: block, value: [0, 0]}, pull: {force: block, value: [1, 0]}}\n"
                          "analyses: [static: {}]\n",
                          NULL);
    double range[2];
    cr_expect(strstr(tml_case_fact(&c, "friction holds push"), "not known"));
    range_of(&c, "friction holds pull", range);
    near(&c, "pull", range[1], 9.81, 1e-9);
    tml_case_free(&c);
}

/* A slider pressed by 10 kN holds mu N = 5000 N, however light it is; beyond that it slides, and does not stick. */
Test(friction, loads_that_hold_are_found_by_the_forces_that_act)
{
    static const double masses[] = {1, 0.01, 1e-3, 1e-6};
    for (int i = 0; i < 4; i++) {
        char text[600];
        double range[2];
        snprintf(text, sizeof text,
                 "trammel: 1\ngravity: none\nparameters: {F: 0}\npoints: {O: [0, 0]}\n"
                 "bodies: {b: {points: [O], com: O, mass: %g, inertia: %g}}\n"
                 "joints: {O: {prismatic: [ground, b], axis: x, friction: 0.5}}\n"
                 "forces:\n  press: {force: b.O, value: [0, -10000]}\n  pull: {motor: O, force: F}\n"
                 "analyses: [static: {}, evaluate: {}]\n",
                 masses[i], 1e-4 * masses[i]);
        tml_case c = tml_case_run_text("light", text, TML_AS_WRITTEN);
        tml_case at_rest = c;
        at_rest.table = (tml_table *)tml_case_table(&c, "static");
        range_of(&at_rest, "friction holds pull", range);
        near(&c, "lowest", range[0], -5000, 1e-6);
        near(&c, "highest", range[1], 5000, 1e-6);
        cr_expect_eq(tml_table_value(tml_case_table(&c, "evaluate"), 0,
                                     (size_t)tml_table_find(tml_case_table(&c, "evaluate"), "O.sticks")),
                     1);
        tml_case_free(&c);
        tml_case pulled = tml_case_run_text(
            "pulled", text, (const tml_edit[]){{"F: 0", "F: 6000"}, {"static: {}, ", ""}, {NULL, NULL}});
        near(&pulled, "friction", tml_case_value(&pulled, 0, "O.friction"), -5000, 1e-6);
        cr_expect_eq(tml_case_value(&pulled, 0, "O.sticks"), 0);
        tml_case_free(&pulled);
    }
}

/* ---- a collar alone, without a pin: I w' = -mu r (m g + preload) ---- */

Test(friction, of_a_collar_alone)
{
    static const struct {
        const char *more;
        double deceleration, within;
    } cases[] = {{"static: 0.1", 3.1392, 1e-12},
                 {"model: smooth, speed: 1e-3", 3.1392, 1e-12},
                 {"static: 0.1, stribeck: 0.01", 3.1392, 1e-12},
                 {"preload: 10", 3.1392 + 1.6, 1e-12}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "points: {O: [0, 0, 0]}\n"
                 "bodies: {b: {points: [O], com: O, mass: 2, inertia: [0.01, 0.01, 0.01]}}\n"
                 "joints: {C: {revolute: [ground, b], at: O, axis: z, friction: {coefficient: 0.08, collar: 20 mm, "
                 "%s}}}\n"
                 "initial: {C.speed: 20}\n"
                 "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-10}]\n",
                 cases[i].more);
        tml_case c = tml_case_run_text(cases[i].more, text, NULL);
        near(&c, "speed", tml_case_at(&c, 1, "C.speed"), 20 - cases[i].deceleration, cases[i].within);
        tml_case_free(&c);
    }
}

/* ---- a jack whose bearing, guide and thread share their reactions in any way: the load of the thread is unique all the same ---- */

#define JACK(more)                                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "gravity: none\n"                                                                                                  \
    "points: {O: [0, 0, 0]}\n"                                                                                         \
    "bodies:\n"                                                                                                        \
    "  nut: {points: [O], com: O, mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                                             \
    "  screw: {points: [O], com: O, mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                                           \
    "joints:\n"                                                                                                        \
    "  C: {revolute: [ground, screw], at: O, axis: z}\n"                                                               \
    "  S: {prismatic: [ground, nut], at: O, axis: z" more "}\n"                                                        \
    "  N: {screw: [screw, nut], at: O, axis: z, pitch: 8 mm, friction: {coefficient: 0.08, radius: 15 mm}}\n"          \
    "forces: {load: {force: nut, value: [0, 0, -6400]}}\n"                                                             \
    "drivers: {d: {C.angle: %d*t}}\n"                                                                                  \
    "analyses: [inverse: {end: 1, output: 0.5}]\n"

Test(friction, of_a_thread_among_redundant_joints)
{
    const double r = 0.015, lead = atan(0.008 / (2 * PI * r)), rub = atan(0.08);
    for (int sense = -1; sense <= 1; sense += 2) {
        char text[1500];
        snprintf(text, sizeof text, JACK(""), sense);
        tml_case c = tml_case_run_text(sense < 0 ? "raises" : "lowers", text, NULL);
        const double want = sense < 0 ? -6400 * r * tan(lead + rub) : 6400 * r * tan(rub - lead);
        near(&c, "torque", tml_case_at(&c, 0.5, "d.torque"), want, 1e-12);
        tml_case_free(&c);
    }
}

Test(friction, of_a_guide_that_shares_its_load_is_refused)
{
    char text[1500];
    snprintf(text, sizeof text, JACK(", friction: 0.1"), 1);
    tml_case c = tml_run_to_status(text, TML_FAILED);
    tml_expect_message(&c, "friction of joint S depends on S.f");
    tml_case_free(&c);
}
