/* steady_touch.c - relative equilibria of bodies that only curves in touch or rolling hold: they move along with the body that carries them. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN(text) tml_case_run_text_with("steady_touch", text, TML_AS_WRITTEN, TML_BY(NULL))

static const double W = 5; /* of the rotor */

/* A bead on a straight rail of a rotor, at the distance d from its axis; a spring from there pulls it in: w^2 m = k (1 - l/r). */
Test(steady_touch, bead_on_a_rail_with_a_spring_from_the_ground)
{
    static const char *const rails[] = {"cam: [rotor.rail, bead.tip]", "cam: [rotor.slot, bead.tip]",
                                        "curve: [rotor.rail, bead.P]"};
    static const char *const ends[] = {"ground.O", "rotor.O"};
    const double k = 200, l = 0.2, d = 0.1, r = l / (1 - W * W / k), c = l * (r * r - d * d) / (r * r * r);
    for (int i = 0; i < 6; i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "gravity: none\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0]}}\n"
            "  rotor: {mass: 3, inertia: 0.2, points: {O: [0, 0]}, surfaces: {rail: {line: [[1, 0.1], [-1, 0.1]]}, "
            "slot: {spline: [[1, 0.1], [0.3, 0.1], [-0.3, 0.1], [-1, 0.1]]}}}\n"
            "  bead: {mass: 1, inertia: 0.001, com: [0, 0], points: {P: [0, 0]}, position: [0.2, 0.1], surfaces: "
            "{tip: {point: P}}}\n"
            "joints:\n"
            "  O: {revolute: [ground, rotor]}\n"
            "  wire: {%s}\n"
            "forces:\n"
            "  s: {spring: [%s, bead.P], stiffness: 200, length: 0.2}\n"
            "analyses: [steady: {speeds: {O: 5}}]\n",
            rails[i % 3], ends[i / 3]);
        tml_case one = RUN(text);
        tml_case_near(&one, "place", tml_case_value(&one, 0, "bead.x"), sqrt(r * r - d * d), 1e-10);
        tml_case_near(&one, "rail", tml_case_value(&one, 0, "bead.y"), d, 1e-12);
        char expected[64];
        snprintf(expected, sizeof expected, "\302\261%.6f", sqrt(k * c)); /* of what pulls back along the rail */
        cr_expect(strstr(tml_case_fact(&one, "eigenvalues"), expected), "%s: %s, not %s", rails[i % 3],
                  tml_case_fact(&one, "eigenvalues"), expected);
        tml_case_free(&one);
    }
}

/* A disc that rolls in a bore of a rotor, whose centre is e beside the axis, is furthest out at rest, and swings about it:
 * (m + J/a^2) h^2 f'' = -m w^2 e h f, with h the distance of its centre from that of the bore. */
Test(steady_touch, disc_that_rolls_in_a_bore)
{
    static const char *const forces[] = {"", "forces: {s: {spring: [ground.O, ball.P], stiffness: 3, length: 0.2}}\n"};
    const double e = 0.1, h = 0.4, m = 1, J = 0.005, a = 0.1;
    for (int i = 0; i < 2; i++) {
        char text[1024], expected[64];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  rotor: {mass: 3, inertia: 0.2, points: {O: [0, 0]}, surfaces: {bore: {disc: 0.5, at: [0.1, 0], "
                 "hollow: true}}}\n"
                 "  ball: {mass: 1, inertia: 0.005, com: [0, 0], points: {P: [0, 0]}, position: [%.17g, %.17g], "
                 "surfaces: {rim: {disc: 0.1}}}\n"
                 "joints:\n"
                 "  O: {revolute: [ground, rotor]}\n"
                 "  W: {rolling: [rotor.bore, ball.rim]}\n"
                 "%s"
                 "analyses: [steady: {speeds: {O: 5}}]\n",
                 e + h * cos(0.3), h * sin(0.3), forces[i]);
        tml_case one = RUN(text);
        const double N = m * W * W * (e + h) - (i ? 3 * (e + h - 0.2) : 0);
        tml_case_near(&one, "x", tml_case_value(&one, 0, "ball.x"), e + h, 1e-10);
        tml_case_near(&one, "y", tml_case_value(&one, 0, "ball.y"), 0, 1e-10);
        tml_case_near(&one, "force", fabs(tml_case_value(&one, 0, "W.normal")), N, 1e-9);
        snprintf(expected, sizeof expected, "\302\261%.6f", sqrt(N * e * h / (e + h) / ((m + J / (a * a)) * h * h)));
        cr_expect(strstr(tml_case_fact(&one, "eigenvalues"), expected), "%s, not %s",
                  tml_case_fact(&one, "eigenvalues"), expected);
        tml_case_free(&one);
    }
}

/* A ball that rolls in a bowl, which rotates about the vertical, is carried round where cos = g/(w^2 h); the bowl gives it m w^2 h. */
Test(steady_touch, ball_in_a_bowl)
{
    const double w = 6, h = 0.4, g = 9.81;
    tml_case one = RUN(
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  bowl: {mass: 3, inertia: [0.2, 0.2, 0.3], com: [0, 0, 0], points: {O: [0, 0, 0]}, surfaces: {inside: "
        "{sphere: 0.5, hollow: true}}}\n"
        "  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], com: [0, 0, 0], position: [0.2, 0, -0.34641016151377546], "
        "surfaces: {skin: {sphere: 0.1}}}\n"
        "joints:\n"
        "  O: {revolute: [ground, bowl], axis: z}\n"
        "  W: {rolling: [bowl.inside, ball.skin]}\n"
        "analyses: [steady: {speeds: {O: 6}}]\n");
    tml_case_near(&one, "height", tml_case_value(&one, 0, "ball.z"), -g / (w * w), 1e-12);
    tml_case_near(&one, "force", tml_case_value(&one, 0, "W.normal"), w * w * h, 1e-10);
    tml_case_free(&one);
}
