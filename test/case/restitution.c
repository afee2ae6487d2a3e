/* restitution.c - Newton's and Poisson's laws of impact, where they agree and where they differ.
 *
 * A uniform rod of mass 1 and length 2 falls without rotation; its lower end strikes the floor, cos = 3/5, sin = 4/5 of its slope. With the tip
 * at (-cos, -sin) from the centre and u = (normal, tangential) velocity of the tip:
 *   u+ = u- + W P,   W = [1 + 3 cos^2, -3 sin cos; -3 sin cos, 1 + 3 sin^2]
 * The numbers follow from all combinations of sticking and sliding in rational arithmetic, each phase on its own:
 *   Newton    u_n+ = -e u_n-                                Coulomb's law with u_t+
 *   Poisson   u_nc = 0; then P_ne = e P_nc, unless u_n+ < 0  Coulomb's law with u_tc, then with u_t+
 */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double impulse(const tml_case *c, const char *channel)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    for (size_t i = 0; i < tml_table_columns(t); i++)
        if (strcmp(tml_table_name(t, i), channel) == 0)
            return tml_table_value(t, 0, i);
    cr_assert_fail("no column %s", channel);
    return NAN;
}

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

typedef struct {
    double vx, mu;
    const char *law;
    double normal, tangential, slip,
        energy; /* impulses, velocity of the tip along the floor after the impact, what is gained */
} strike;

static void strikes_the_floor(const char *by)
{
    static const strike cases[] = {
        {1, 0.4, "newton", 183.0 / 100, 14.0 / 25, 0, -127.0 / 200},
        {1, 0.4, "poisson", 33.0 / 20, 21.0 / 50, -187.0 / 1250, -49311.0 / 62500},
        {1, 0.5, "poisson", 33.0 / 20, 172.0 / 365, 0, -463.0 / 584},
        {1, 0.2, "newton", 375.0 / 224, 75.0 / 224, -97.0 / 224, -74475.0 / 100352},
        {1, 0.2, "poisson", 33.0 / 20, 31.0 / 100, -1177.0 / 2500, -377427.0 / 500000},
        {2, 0.2, "newton", 147.0 / 100, 1.0 / 25, 0, -139.0 / 200},
        {2, 0.2, "poisson", 375.0 / 296, -25.0 / 296, -21.0 / 296, -152275.0 / 175232},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const strike *s = &cases[i];
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                 "  rod: {points: {T: [0, 0], E: [2, 0]}, mass: 1, shape: rod, angle: atan2(4, 3), position: [0, 0.2], "
                 "velocity: [%g, -2], surfaces: {tip: {point: T}}}\n"
                 "forces: {hit: {contact: [rod.tip, ground.floor], restitution: 0.5, friction: %g, impact: %s}}\n"
                 "analyses: [dynamics: {end: 0.2, output: 0.2, tolerance: 1e-11}]\n",
                 s->vx, s->mu, s->law);
        tml_case c = tml_case_run_text_with("rod", text, NULL, TML_BY(by));
        /* the moment of the impulses about the centre, over the inertia 1/3 */
        const double omega = 3 * (-0.6 * s->normal + 0.8 * s->tangential);
        tml_case_near(&c, "normal impulse", impulse(&c, "hit.impulse"), s->normal, 1e-12);
        tml_case_near(&c, "omega", last(&c, "rod.omega"), omega, 1e-12);
        tml_case_near(&c, "slip", s->vx + s->tangential + 0.8 * omega, s->slip, 1e-12);
        tml_case_near(&c, "friction", impulse(&c, "hit.friction_impulse"), s->tangential, 1e-12);
        tml_case_near(&c, "energy", impulse(&c, "energy"), s->energy, 1e-12);
        tml_case_near(&c, "lost", tml_fact_number(c.table, "energy lost in impacts"), -s->energy, 1e-12);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(restitution, strikes_the_floor, 10)

/* One corner of a box strikes the floor: friction at rest above that in slip holds nothing that slips. With J of the corner, W = J M^-1 J', and s the sense of slip
 *   P_n = -(1 + e) u_n/(W_nn - s mu W_nt),   P_t = -s mu P_n       as long as the corner slips on in this sense */
static void a_corner_slips_whatever_holds_at_rest(const char *by)
{
    const double angle = 0.03227382095, x = -0.1 * cos(angle) + 0.1 * sin(angle),
                 y = -0.1 * sin(angle) - 0.1 * cos(angle), omega = 5.81414546, m = 1, J = 0.01, mu = 0.3, e = 0.4,
                 vx = 0.0739874124;
    static const double at_rest[] = {0.3, 0.35, 0.39, 0.4, 0.41, 0.42, 0.5};
    for (size_t i = 0; i < sizeof at_rest / sizeof *at_rest; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                 "  box: {mass: 1, com: [0, 0], inertia: 0.01, position: [0.5, %.17g], angle: %.17g, velocity: [%.17g, "
                 "0], omega: "
                 "%.17g, surfaces: {corner: {point: [-0.1, -0.1]}}}\n"
                 "forces: {hit: {contact: [box.corner, ground.floor], restitution: 0.4, friction: {coefficient: 0.3, "
                 "static: "
                 "%g}}}\n"
                 "analyses: [dynamics: {end: 0.01, output: 0.01, tolerance: 1e-10}]\n",
                 -y, angle, vx, omega, at_rest[i]);
        tml_case c = tml_case_run_text_with("corner", text, NULL, TML_BY(by));
        const double un = omega * x, ut = vx - omega * y, nn = 1 / m + x * x / J, nt = -x * y / J,
                     tt = 1 / m + y * y / J, P = -(1 + e) * un / (nn - mu * nt), T = -mu * P;
        cr_assert(ut > 0 && ut + tt * T + nt * P > 0, "it slips on");
        tml_case_near(&c, "normal impulse", impulse(&c, "hit.impulse"), P, 1e-12);
        tml_case_near(&c, "friction", fabs(impulse(&c, "hit.friction_impulse")), mu * P, 1e-12);
        tml_case_near(&c, "omega", last(&c, "box.omega"), omega + (x * P - y * T) / J, 1e-10);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(restitution, a_corner_slips_whatever_holds_at_rest, 10)

/* Where all contacts stay closed in the compression, W P_c = -u-, and u+ = e W P_c = -e u-: Newton's law. */
Test(restitution, without_friction_poisson_is_newton_in_a_row_of_balls)
{
    static const double want[] = {-57.0 / 35, 27.0 / 35, 27.0 / 35};
    tml_case c = tml_case_run_text(
        "cradle",
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  a: {mass: 1, inertia: 1, surfaces: {rim: {disc: 0.05}}, position: [-0.01, 0], velocity: [3, 0]}\n"
        "  b: {mass: 2, inertia: 1, surfaces: {rim: {disc: 0.05}}, position: [0.1, 0]}\n"
        "  c: {mass: 4, inertia: 1, surfaces: {rim: {disc: 0.05}}, position: [0.2, 0]}\n"
        "forces:\n"
        "  ab: {contact: [a, b], restitution: 0.8, impact: poisson}\n"
        "  bc: {contact: [b, c], restitution: 0.8, impact: poisson}\n"
        "analyses: [dynamics: {end: 0.5, output: 0.5, tolerance: 1e-10}]\n",
        NULL);
    tml_case_near(&c, "a", last(&c, "a.vx"), want[0], 1e-12);
    tml_case_near(&c, "b", last(&c, "b.vx"), want[1], 1e-12);
    tml_case_near(&c, "c", last(&c, "c.vx"), want[2], 1e-12);
    tml_case_free(&c);
}

/* Kane and Levinson's double pendulum: uniform rods of mass and length 1, 20 and 30 degrees from the vertical. */
#define KANE(law)                                                                                                      \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}, surfaces: {floor: {line: [[0, -cos(20 deg) - cos(30 deg)], [1, -cos(20 deg) - "   \
    "cos(30 deg)]]}}}\n"                                                                                               \
    "  one: {points: {O: [0, 0], E: [0, -1]}, mass: 1, shape: rod, angle: 20 deg, omega: -2}\n"                        \
    "  two: {points: {E: [0, 0], T: [0, -1]}, mass: 1, shape: rod, angle: 30 deg, omega: -4, position: [sin(20 deg), " \
    "-cos(20 deg)], surfaces: {tip: {point: T}}}\n"                                                                    \
    "joints: {O: {revolute: [ground, one]}, E: {revolute: [one, two]}}\n"                                              \
    "forces: {hit: {contact: [two.tip, ground.floor], restitution: 0.7, friction: 0.5, impact: " law "}}\n"            \
    "analyses: [dynamics: {end: 0.01, output: 0.01, tolerance: 1e-11}]\n"

Test(restitution, an_impact_that_gains_energy_is_named)
{
    tml_case c = tml_run_to_status(KANE("newton"), TML_OK);
    tml_expect_message(&c, "gains 16.2976 J");
    tml_expect_message(&c, "impact: poisson");
    tml_case_near(&c, "gain", impulse(&c, "energy"), 16.297561821378153, 1e-10);
    tml_case_near(&c, "impulse", impulse(&c, "hit.impulse"), 18.331696275306374, 1e-10);
    tml_case_free(&c);
}

Test(restitution, poisson_loses_energy_where_newton_gains)
{
    tml_case c = tml_run_to_status(KANE("poisson"), TML_OK);
    tml_expect_no_message(&c, "gains");
    tml_case_near(&c, "loss", impulse(&c, "energy"), -3.979026947549176, 1e-11);
    tml_case_near(&c, "impulse", impulse(&c, "hit.impulse"), 2.5775792590457947, 1e-11);
    tml_case_free(&c);
}

/* A disc falls on a belt: 1.5 m v of normal impulse; friction reaches mu of it, or ends the slip with s/3 (solid disc). */
Test(restitution, a_belt_takes_along_what_falls_on_it)
{
    static const double mu[] = {0.1, 0.3}, want[] = {0.15, 0.2};
    for (int i = 0; i < 4; i++) {
        char text[700];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "gravity: none\n"
            "bodies:\n"
            "  ground: {surfaces: {belt: {line: [[0, 0], [1, 0]], speed: 0.6}}}\n"
            "  ball: {mass: 1, shape: {disc: 0.5}, surfaces: {rim: {disc: 0.5}}, position: [0, 0.6], velocity: [0, "
            "-1]}\n"
            "forces: {hit: {contact: [ball.rim, ground.belt], restitution: 0.5, friction: %g, impact: %s}}\n"
            "analyses: [dynamics: {end: 0.2, output: 0.2, tolerance: 1e-11}]\n",
            mu[i % 2], i < 2 ? "newton" : "poisson");
        tml_case c = tml_run_to_status(text, TML_OK);
        c.table = tml_case_table(&c, "dynamics");
        tml_expect_no_message(&c, "gains"); /* energy does, but the belt brings it */
        tml_case_near(&c, "vx", last(&c, "ball.vx"), want[i % 2], 1e-12);
        tml_case_near(&c, "vy", last(&c, "ball.vy"), 0.5, 1e-12);
        tml_case_near(&c, "omega", last(&c, "ball.omega"), 4 * want[i % 2], 1e-12);
        tml_case_free(&c);
    }
}

Test(restitution, a_stop_has_either_law)
{
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  rod: {points: {O: [0, 0], E: [0, -1]}, mass: 3, shape: rod, omega: 2}\n"
                 "joints: {O: {revolute: [ground, rod], limits: {angle: [-1, 1], restitution: 0.25, impact: %s}}}\n"
                 "analyses: [dynamics: {end: 1, output: 1, tolerance: 1e-11}]\n",
                 i ? "poisson" : "newton");
        tml_case c = tml_case_run_text("stop", text, NULL);
        tml_case_near(&c, "omega", last(&c, "rod.omega"), -0.5, 1e-12);
        tml_case_free(&c);
    }
}

Test(restitution, bounces_by_poisson_come_to_rest)
{
    tml_case c = tml_case_run_text("ball",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                                   "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, "
                                   "position: [0, 1.05], velocity: [0.3, 0]}\n"
                                   "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8, friction: 0.2, "
                                   "impact: poisson}}\n"
                                   "analyses: [dynamics: {end: 5, output: 5, tolerance: 1e-10}]\n",
                                   NULL);
    tml_case_near(&c, "accumulation", tml_fact_number(c.table, "bounces of hit end"), 4.063712768871578, 1e-8);
    tml_case_near(&c, "force", last(&c, "hit.force"), 4.905, 1e-8);
    tml_case_near(&c, "speed", last(&c, "ball.vx"), 0.2, 1e-9); /* rolls: 2/3 of 0.3 m/s */
    tml_case_free(&c);
}

/* Boxes of mass 2 fall by 0.4 m: flat on two feet that stick, the sum of whose friction is 0.4 N s against 0.2 m/s; on three feet without friction. */
static void shared_impulses_are_named(const char *by)
{
    static const struct {
        const char *foot, *friction, *open[3];
    } cases[] = {
        {"", "friction: 0.3", {"feet[box.a-ground].friction_impulse", "feet[box.b-ground].friction_impulse", NULL}},
        {", c: {point: [0, -0.1]}",
         "restitution: 0",
         {"feet[box.a-ground].impulse", "feet[box.b-ground].impulse", "feet[box.c-ground].impulse"}}};
    for (size_t i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                 "  box: {mass: 2, inertia: 0.05, surfaces: {a: {point: [-0.1, -0.1]}, b: {point: [0.1, -0.1]}%s}, "
                 "position: [0.3, 0.5], velocity: [0.2, 0]}\n"
                 "forces: {feet: {contact: [box, ground], %s}}\n"
                 "analyses: [dynamics: {end: 0.5, output: 0.5}]\n",
                 cases[i].foot, cases[i].friction);
        tml_case c = tml_case_run_text_with("box", text, NULL, TML_BY(by));
        const tml_table *events = tml_case_table(&c, "dynamics.events");
        for (size_t k = 0; k < tml_table_columns(events); k++) {
            bool open = false;
            for (int n = 0; n < 3; n++)
                open |= cases[i].open[n] && strcmp(tml_table_name(events, k), cases[i].open[n]) == 0;
            cr_expect_eq(tml_table_is_unique(events, k), !open, "%s", tml_table_name(events, k));
        }
        tml_case_near(&c, "normal", impulse(&c, "feet.fy"), -2 * sqrt(2 * 9.81 * 0.4), 1e-8);
        tml_case_near(&c, "friction", impulse(&c, "feet.fx"), i == 0 ? 0.4 : 0, 1e-9);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(restitution, shared_impulses_are_named, 10)

Test(restitution, what_knows_newton_alone_says_so)
{
    tml_expect_run("trammel: 1\n"
                   "bodies:\n"
                   "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                   "  ball: {mass: 1, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 1]}\n"
                   "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8, impact: poisson}}\n"
                   "analyses: [dynamics: {end: 1, contact: time_stepping}]\n",
                   TML_WRONG, "Newton's law of impact alone");
}
