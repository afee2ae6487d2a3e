/* tracks.c - bodies that run along curves and turn with them, by every formulation, against closed forms.
 *
 * With the coordinate u of the curve the kinetic energy is T = M(u) u'^2/2, and M(u) u'^2/2 + V(u) stays.
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN(text, by) tml_case_run_text_with("tracks", text, TML_AS_WRITTEN, TML_BY(by))
#define DYNAMICS      "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-12}]\n"
#define PI            3.14159265358979323846

static const double g = 9.81;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* ---- in the plane ---- */

#define CAR(more, rail)                                                                                                \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}, surfaces: {ring: {disc: 0.5, at: [0, 0]}}}\n"                                     \
    "  car: {mass: 2, inertia: 0.05, com: [0.03, 0.02], " more "}\n"                                                   \
    "joints:\n"                                                                                                        \
    "  rail: {" rail "}\n"

/* On a ring it is a compound pendulum about the centre, with the same force, and the torque of that force about its point. */
static void ring_is_a_compound_pendulum(const char *by)
{
    static const char *const rings[] = {
        CAR("points: {P: [0, 0]}, position: [0.5, 0]", "track: [ground.ring, car.P]") DYNAMICS,
        CAR("points: {P: [0, 0]}, position: [0.5, 0]",
            "track: [ground, car.P], x: 0.5*cos(u), y: 0.5*sin(u), to: 360 deg, closed: true") DYNAMICS,
        CAR("points: {P: [0, 0]}, position: [0, 0.5], angle: 540 deg",
            "track: [ground, car.P], x: 0.5*cos(2*u), y: 0.5*sin(2*u), from: -1, to: 180 deg - 1, closed: "
            "true") "initial:"
                    " {rail."
                    "displacement:"
                    " 1}\n" DYNAMICS,
    };
    tml_case p = RUN(
        CAR("points: {O: [0, 0.5]}, position: [0.5, 0], angle: 90 deg", "revolute: [ground.O, car.O]") DYNAMICS, by);
    for (int k = 0; k < 3; k++) {
        tml_case c = RUN(rings[k], by);
        const double turn = tml_case_at(&c, 0, "car.angle") - PI / 2;
        tml_case_near(&c, "whole revolutions", remainder(turn, 2 * PI), 0, 1e-12);
        tml_case_near(&c, "near the drawing", turn, k < 2 ? 0 : 2 * PI, 1e-12);
        for (int i = 0; i <= 20; i++) {
            const double t = 0.1 * i, phi = tml_case_at(&p, t, "car.angle"), fx = tml_case_at(&p, t, "rail.fx"),
                         fy = tml_case_at(&p, t, "rail.fy");
            expect(&c, t, "car.angle", phi + turn, 1e-11);
            expect(&c, t, "car.x", tml_case_at(&p, t, "car.x"), 1e-11);
            expect(&c, t, "rail.speed", 0.5 * tml_case_at(&p, t, "car.omega"), 1e-10);
            expect(&c, t, "car.alpha", tml_case_at(&p, t, "car.alpha"), 1e-8);
            expect(&c, t, "rail.fx", fx, 1e-8);
            expect(&c, t, "rail.fy", fy, 1e-8);
            expect(&c, t, "rail.torque", -0.5 * (fx * cos(phi) + fy * sin(phi)), 1e-8);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
    tml_case_free(&p);
}
TML_TEST_EACH(tracks, ring_is_a_compound_pendulum, 30)

/* Down y = x^2 with psi = atan(2 x): T = (m |c'|^2 + J psi'^2)/2 of a point at the centre of mass. */
static void parabola_keeps_its_energy(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  car: {mass: 2, inertia: 0.3, position: [0.8, 0.64], angle: 200 deg}\n"
                     "joints:\n"
                     "  rail: {track: [ground, car], x: u, y: u^2, from: -1, to: 1, angle: 30 deg}\n" DYNAMICS,
                     by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i, x = tml_case_at(&c, t, "car.x"), w = 2 / (1 + 4 * x * x);
        const double energy = 2 * g * (0.64 - x * x), M = 2 * (1 + 4 * x * x) + 0.3 * w * w,
                     speed = sqrt(fmax(2 * energy / M, 0));
        tml_case_near(&c, "speed", fabs(tml_case_at(&c, t, "car.vx")), speed, 1e-10);
        expect(&c, t, "car.y", x * x, 1e-12);
        expect(&c, t, "car.angle", atan(2 * x) + PI / 6, 1e-12);
        expect(&c, t, "car.omega", w * tml_case_at(&c, t, "car.vx"), 1e-11);
        expect(&c, t, "rail.torque", 0.3 * tml_case_at(&c, t, "car.alpha"), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tracks, parabola_keeps_its_energy, 20)

/* Small oscillations of it: w^2 = 2 m g/(m + 4 J); held, driven and in balance. */
Test(tracks, parabola_in_other_analyses)
{
    static const char *const car = "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  car: {mass: 2, inertia: 0.3, position: [0.3, 0.09]}\n"
                                   "joints:\n"
                                   "  rail: {track: [ground, car], x: u, y: u^2, from: -2, to: 2}\n";
    char text[1024];
    snprintf(text, sizeof text, "%sanalyses: [static, modes]\n", car);
    tml_case c = RUN(text, NULL);
    tml_case_near(&c, "frequency", tml_case_value(&c, 0, "frequency"), sqrt(2 * 2 * g / (2 + 4 * 0.3)) / (2 * PI),
                  1e-11);
    tml_case_free(&c);

    /* u = 0.3 + t:  f = d/dt(M u') - M' u'^2/2 + V',  all along u; along the rail divided by |c'| */
    snprintf(text, sizeof text,
             "%sdrivers: {d: {car.x: 0.3 + t}}\n"
             "analyses: [inverse: {end: 1, output: 0.1, actuators: [rail]}]\n",
             car);
    c = RUN(text, NULL);
    for (int i = 0; i <= 10; i++) {
        const double t = 0.1 * i, u = 0.3 + t, S = 1 + 4 * u * u;
        const double dM = 2 * 8 * u + 0.3 * 4 * -2 * 8 * u / (S * S * S), f = (dM / 2 + 2 * g * 2 * u) / sqrt(S);
        expect(&c, t, "rail.actuator", f, 1e-9);
    }
    tml_case_free(&c);

    snprintf(text, sizeof text, "%sanalyses: [balance: {actuators: [rail]}]\n", car);
    c = RUN(text, NULL);
    tml_case_near(&c, "held", tml_case_value(&c, 0, "rail.actuator"), 2 * g * 2 * 0.3 / sqrt(1 + 4 * 0.09), 1e-11);
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "rail.torque"), 0, 1e-11);
    tml_case_free(&c);
}

/* A track on a body that moves: the same as a hinge at its centre, momentum and energy. */
static void track_on_a_moving_disc(const char *by)
{
#define DISC(joint, at)                                                                                                \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  disc: {mass: 3, inertia: 0.2, com: [0.1, 0], position: [0, 1], angle: 20 deg, points: {C: [0, 0]}, "            \
    "velocity: [1, 2], omega: 4,\n"                                                                                    \
    "         surfaces: {slot: {disc: 0.4, at: [0, 0]}}}\n"                                                            \
    "  car: {mass: 1, inertia: 0.01, com: [0, 0.02], points: {P: [0, 0], C: [0, 0.4]}, position: " at                  \
    ", angle: 90 deg, velocity: [1, 6], omega: 10}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  J: {" joint "}\n" DYNAMICS
    tml_case c = RUN(DISC("track: [disc.slot, car.P]", "[0.4, 1]"), by),
             r = RUN(DISC("revolute: [disc.C, car.C]", "[0.4, 1]"), by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "car.x", tml_case_at(&r, t, "car.x"), 1e-10);
        expect(&c, t, "car.angle", tml_case_at(&r, t, "car.angle"), 1e-10);
        expect(&c, t, "disc.angle", tml_case_at(&r, t, "disc.angle"), 1e-10);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&r);
}
TML_TEST_EACH(tracks, track_on_a_moving_disc, 20)

/* ---- in space ---- */

/* A helix x = r cos(u), y = r sin(u), z = -h u. With the normal z the frame turns about z by u: the centre of mass at (rho, .) from the axis and J_zz of
 * axes that lie still in that frame give u'' = m g h/(m (rho^2 + h^2) + J_zz). */
static void helix_has_constant_acceleration(const char *by)
{
    static const double r = 0.3, h = 0.1, J[3] = {0.01, 0.02, 0.025};
    for (int k = 0; k < 2; k++) {
        const double bank = k ? 0.4 : 0;
        char text[1024];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  car: {mass: 2, inertia: [0.01, 0.02, 0.025], com: [0.02, 0.03, 0.05], points: {P: [0, 0, 0], Q: [0, 0, "
            "1]},\n"
            "        position: [0.3, 0, 0], orientation: {axis: x, angle: 180 deg}}\n"
            "joints:\n"
            "  rail: {track: [ground, car.P], x: 0.3*cos(u), y: 0.3*sin(u), z: -0.1*u, from: -2, to: 60%s}\n" DYNAMICS,
            k ? ", bank: 0.4" : "");
        tml_case c = RUN(text, by);
        /* axes at u = 0: t = (0, r, -h)/l, level = z x t = (-1, 0, 0), up = t x level = (0, h, r)/l */
        const double l = hypot(r, h), cb = cos(bank), sb = sin(bank);
        const double x[3] = {0, r / l, -h / l}, level[3] = {-1, 0, 0}, up[3] = {0, h / l, r / l};
        double y[3], z[3], p[3];
        for (int i = 0; i < 3; i++) {
            y[i] = cb * level[i] + sb * up[i];
            z[i] = -sb * level[i] + cb * up[i];
            p[i] = (i == 0) * r + 0.02 * x[i] + 0.03 * y[i] + 0.05 * z[i];
        }
        const double Jzz = J[0] * x[2] * x[2] + J[1] * y[2] * y[2] + J[2] * z[2] * z[2];
        const double a = 2 * g * h / (2 * (p[0] * p[0] + p[1] * p[1] + h * h) + Jzz);
        for (int i = 0; i <= 20; i++) {
            const double t = 0.1 * i, u = a * t * t / 2;
            expect(&c, t, "rail.displacement", l * (2 + u), 1e-10);
            expect(&c, t, "rail.speed", l * a * t, 1e-10);
            expect(&c, t, "car.x", p[0] * cos(u) - p[1] * sin(u), 1e-10);
            expect(&c, t, "car.y", p[0] * sin(u) + p[1] * cos(u), 1e-10);
            expect(&c, t, "car.z", p[2] - h * u, 1e-10);
            expect(&c, t, "car.Q.z", z[2] - h * u, 1e-10);
            expect(&c, t, "car.omegaz", a * t, 1e-10);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tracks, helix_has_constant_acceleration, 40)

/* A vertical loop whose normal is its axis, with a bank of -90 degrees: a compound pendulum that swings beyond the vertical. */
static void loop_is_a_compound_pendulum(const char *by)
{
#define LOOP(joint)                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  car: {mass: 2, inertia: [0.01, 0.02, 0.025], com: [0.02, 0, 0.05], points: {P: [0, 0, 0], O: [0, 0, 0.5]},\n"   \
    "        position: [0, 0, -0.5], velocity: [5, 0, 0], omega: [0, -10, 0]}\n"                                       \
    "joints:\n"                                                                                                        \
    "  " joint "\n" DYNAMICS
    tml_case c = RUN(LOOP("L: {track: [ground, car.P], x: 0.5*sin(u), z: -0.5*cos(u), to: 360 deg, closed: true, "
                          "normal: -y, bank: -90 deg}"),
                     by),
             p = RUN(LOOP("L: {revolute: [ground.O, car.O], axis: y}"), by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "car.x", tml_case_at(&p, t, "car.x"), 1e-10);
        expect(&c, t, "car.z", tml_case_at(&p, t, "car.z"), 1e-10);
        expect(&c, t, "car.omegay", tml_case_at(&p, t, "car.omegay"), 1e-9);
        expect(&c, t, "L.speed", -0.5 * tml_case_at(&p, t, "L.speed"), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&p);
}
TML_TEST_EACH(tracks, loop_is_a_compound_pendulum, 30)

/* A bank that changes along a straight rail rolls the car: b = k x, T = (m + J k^2) x'^2/2 about the rail. */
static void bank_that_changes_rolls_the_car(const char *by)
{
    tml_case c =
        RUN("trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0, 0]}}\n"
            "  car: {mass: 2, inertia: [0.4, 0.3, 0.25], com: [0, 0, 0], points: {Q: [0, 1, 0]}, position: [0, 0, 0]}\n"
            "joints:\n"
            "  rail: {track: [ground, car], x: u, from: -1, to: 50, bank: 1.5*u + 0.1*u^2}\n"
            "gravity: none\n"
            "initial: {rail.speed: 2}\n" DYNAMICS,
            by);
    const double energy = (2 + 0.4 * 1.5 * 1.5) * 4;
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i, x = tml_case_at(&c, t, "car.x"), k = 1.5 + 0.2 * x,
                     v = sqrt(energy / (2 + 0.4 * k * k));
        expect(&c, t, "car.vx", v, 1e-10);
        expect(&c, t, "car.omegax", k * v, 1e-10);
        expect(&c, t, "car.Q.z", sin(1.5 * x + 0.1 * x * x), 1e-10);
        expect(&c, t, "rail.tx", 0.4 * (0.2 * v * v - k * k * 0.4 * 0.2 * v * v / (2 + 0.4 * k * k)), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tracks, bank_that_changes_rolls_the_car, 20)

/* The model: its axes follow from where it is. */
static void banked_track_leans_the_car(const char *by)
{
    tml_case c = tml_case_run_with("banked-track/banked-track.yaml",
                                   TML_EDITS({"end: 15, output: 50 ms", "end: 3, output: 0.25"}), TML_BY(by));
    for (int i = 0; i <= 12; i++) {
        const double t = 0.25 * i, u = atan2(tml_case_at(&c, t, "car.P.y"), tml_case_at(&c, t, "car.P.x"));
        const double bank = -atan((36 + 2 * g * (3 - 3 * cos(u))) / (g * 20)), l = hypot(20, 3 * sin(u));
        const double y[] = {-cos(u), -sin(u), 0}, along[] = {-20 * sin(u) / l, 20 * cos(u) / l, -3 * sin(u) / l};
        const double up[] = {along[1] * y[2] - along[2] * y[1], along[2] * y[0] - along[0] * y[2],
                             along[0] * y[1] - along[1] * y[0]};
        static const char *const left[] = {"car.L.x", "car.L.y", "car.L.z"}, *const at[] = {"car.P.x", "car.P.y",
                                                                                            "car.P.z"};
        for (int k = 0; k < 3; k++)
            tml_case_near(&c, left[k], tml_case_at(&c, t, left[k]) - tml_case_at(&c, t, at[k]),
                          y[k] * cos(bank) + up[k] * sin(bank), 1e-9);
        expect(&c, t, "car.P.z", 6 + 3 * cos(u), 1e-10);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tracks, banked_track_leans_the_car, 40)

/* All lengths, and gravity, in mm and in km: the angles of all times stay. */
Test(tracks, scales_do_not_matter, .timeout = TML_SLOWER * 60)
{
    static const char *const model =
        "trammel: 1\n"
        "parameters: {L: %.17g}\n"
        "gravity: [0, -9.81*L]\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  car: {mass: 2, inertia: 0.05*L^2, com: [0.03*L, 0.02*L], points: {P: [0, 0]}, position: [0.8*L, 0.64*L]}\n"
        "joints:\n"
        "  rail: {%s: [ground, car.P], x: L*u, y: L*u^2, from: -1, to: 1}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-11}]\n";
    static const double scales[] = {1e-3, 1e3};
    static const char *const kinds[] = {"curve", "track"};
    for (int k = 0; k < 2; k++) {
        char text[1024];
        snprintf(text, sizeof text, model, 1.0, kinds[k]);
        tml_case one = RUN(text, NULL);
        for (int j = 0; j < 2; j++) {
            snprintf(text, sizeof text, model, scales[j], kinds[k]);
            tml_case c = RUN(text, NULL);
            for (int i = 0; i <= 10; i++) {
                const double t = 0.1 * i, L = scales[j];
                expect(&c, t, "car.angle", tml_case_at(&one, t, "car.angle"), 1e-8);
                expect(&c, t, "car.P.x", L * tml_case_at(&one, t, "car.P.x"), 1e-8 * L);
                expect(&c, t, "rail.displacement", L * tml_case_at(&one, t, "rail.displacement"), 1e-8 * L);
                expect(&c, t, "rail.fx", L * tml_case_at(&one, t, "rail.fx"), 1e-6 * L);
            }
            tml_case_free(&c);
        }
        tml_case_free(&one);
    }
}

/* A bead on a hoop that rotates at w about its vertical diameter rests where cos(u) = g/(w^2 r), and swings about it at w sin(u). */
Test(tracks, bead_on_a_rotating_hoop)
{
    static const char *const wires[] = {"curve: [hoop, bead.P]", "track: [hoop, bead.P], normal: -y, bank: -90 deg"};
    for (int k = 0; k < 2; k++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0, 0]}}\n"
            "  hoop: {mass: 3, inertia: [0.2, 0.2, 0.1], points: {O: [0, 0, 0]}, com: [0, 0, 0]}\n"
            "  bead: {mass: 1, inertia: [1e-9, 1e-9, 1e-9], com: [0, 0, 0], points: {P: [0, 0, 0]}, position: [0.4, 0, "
            "-0.3]}\n"
            "joints:\n"
            "  O: {revolute: [ground, hoop], axis: z}\n"
            "  wire: {%s, x: 0.5*sin(u), z: -0.5*cos(u), from: -1, to: 3}\n"
            "analyses: [steady: {speeds: {O: 6}}]\n",
            wires[k]);
        tml_case c = RUN(text, NULL);
        const double u = acos(g / (36 * 0.5)), N = g / cos(u);
        tml_case_near(&c, "height", tml_case_value(&c, 0, "bead.P.z"), -0.5 * cos(u), 1e-8);
        tml_case_near(&c, "place", tml_case_value(&c, 0, "wire.displacement"), 0.5 * (u + 1), 1e-8);
        tml_case_near(&c, "force", tml_case_value(&c, 0, "wire.fz"), N * cos(u), 1e-7);
        tml_case_free(&c);
        if (!k)
            continue; /* its bead turns freely: no solution is alone */
        char *one = strstr(text, "{O: 6}");
        memcpy(one, "{O: 6}, search: all}]\n", sizeof "{O: 6}, search: all}]\n");
        c = RUN(text, NULL);
        static const double places[] = {-1, 0, 1, 0}; /* to both sides, at the bottom and at the top */
        for (int i = 0; i < 4; i++) {
            double nearest = 1;
            const double want = i == 3 ? 0.5 * (3.14159265358979323846 + 1) : 0.5 * (places[i] * u + 1);
            for (size_t row = 0; row < 4; row++)
                nearest = fmin(nearest, fabs(tml_case_value(&c, row, "wire.displacement") - want));
            tml_case_near(&c, "one of all", nearest, 0, 1e-8);
        }
        tml_case_free(&c);
    }
}
