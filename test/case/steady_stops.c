/* steady_stops.c - relative equilibria on rigid stops and contacts: ranges of speeds along which these close and open, and all states at once.
 *
 * A pendulum of length l on a shaft that rotates with w, a from the vertical: between stops cos a = g/(w^2 l) or a = 0; on one of them its torque is
 *   T = m l sin a (g - w^2 l cos a)       positive from the lower stop
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81, L = 0.5, M = 2;

static tml_case run_governor(const char *limits, const char *steady)
{
    char text[1000];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "space: space\n"
             "points: {O: [0, 0, 0], A: [0, 0, 0], P: [0, 0, -0.5]}\n"
             "bodies:\n"
             "  shaft: {points: [O, A], mass: 1, inertia: [1, 1, 1], surfaces: {wall: {plane: [-0.4, 0, 0], normal: "
             "[1, 0, 0]}}}\n"
             "  rod: {points: [A, P], mass: 2, shape: {particle: P}, surfaces: {ball: {sphere: 50 mm, at: P}}}\n"
             "joints:\n"
             "  O: {revolute: [ground, shaft], axis: z}\n"
             "  A: {revolute: [shaft, rod], axis: y%s\n"
             "initial: {A.angle: 0.4}\n"
             "analyses: [%s]\n",
             limits, steady);
    return tml_case_run_text("governor", text, NULL);
}

static double fact(const tml_case *c, const char *name)
{
    return tml_fact_number(c->table, name);
}

/* Every row is a state of the closed form. */
static void expect_rows(const tml_case *c, double lower, double upper)
{
    for (size_t r = 0; r < tml_table_rows(c->table); r++) {
        const double w = tml_case_value(c, r, "O.speed"), a = tml_case_value(c, r, "A.angle"),
                     T = tml_case_value(c, r, "A.limit");
        tml_case_near(c, "torque", T, M * L * sin(a) * (G - w * w * L * cos(a)), 1e-10);
        tml_case_near(c, "angle", a, fmin(fmax(acos(fmin(1, G / (w * w * L))), lower), upper), 1e-9);
    }
}

Test(steady_stops, governor_leaves_its_lower_stop_and_arrives_at_its_upper_one)
{
    const double opens = sqrt(G / (L * cos(0.3))), closes = sqrt(G / (L * cos(1.2)));
    for (int back = 0; back < 2; back++) {
        tml_case c = run_governor(", limits: {angle: [0.3, 1.2]}}",
                                  back ? "steady: {speeds: {O: 9..3}}" : "steady: {speeds: {O: 3..9}}");
        tml_case_near(&c, "first", fact(&c, "change of contact 1"), back ? closes : opens, 1e-10);
        tml_case_near(&c, "second", fact(&c, "change of contact 2"), back ? opens : closes, 1e-10);
        cr_expect(
            strstr(tml_fact_text(c.table, "change of contact 1"), back ? "upper_limit opens" : "lower_limit opens"));
        cr_expect(
            strstr(tml_fact_text(c.table, "change of contact 2"), back ? "lower_limit closes" : "upper_limit closes"));
        expect_rows(&c, 0.3, 1.2);
        const size_t last = tml_table_rows(c.table) - 1;
        tml_case_near(&c, "end", tml_case_value(&c, last, "O.speed"), back ? 3 : 9, 1e-12);
        tml_case_free(&c);
    }
}

Test(steady_stops, ball_arrives_at_a_wall)
{
    tml_case c = run_governor("}\nforces: {hit: {contact: [rod.ball, shaft.wall], friction: 0.2}}",
                              "steady: {speeds: {O: 5..9}}");
    const double a = asin(0.7), closes = sqrt(G / (L * cos(a)));
    tml_case_near(&c, "closes", fact(&c, "change of contact 1"), closes, 1e-10);
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "angle", tml_case_value(&c, last, "A.angle"), a, 1e-12);
    tml_case_near(&c, "force", tml_case_value(&c, last, "hit.force"), M * tan(a) * (81 * L * cos(a) - G), 1e-10);
    tml_case_free(&c);
}

/* At 4.875536 rad/s: upright it is unstable, at 0.6 rad stable, and it leans outwards on the lower stop, but not on the upper one. */
Test(steady_stops, all_states_on_and_between_stops_are_found)
{
    tml_case c = run_governor(", limits: {angle: [-0.5, 1.2]}}", "steady: {speeds: {O: 4.875536}, search: all}");
    cr_assert_eq(tml_table_rows(c.table), 3);
    tml_case_near(&c, "solutions", fact(&c, "solutions"), 3, 0);
    const double w = 4.875536, want[] = {0, acos(G / (w * w * L)), -0.5};
    for (size_t i = 0; i < 3; i++) {
        tml_case_near(&c, "angle", tml_case_value(&c, i, "A.angle"), want[i], 1e-11);
        tml_case_near(&c, "torque", tml_case_value(&c, i, "A.limit"),
                      i < 2 ? 0 : M * L * sin(-0.5) * (G - w * w * L * cos(0.5)), 1e-10);
    }
    cr_expect(strstr(tml_fact_text(c.table, "solution 3"), "closed A.lower_limit"));
    tml_case_near(&c, "next", fact(&c, "the next analysis"), 2, 0);
    tml_case_free(&c);
}

/* The branches of the pitchfork at sqrt(g/l) end on the stops. */
Test(steady_stops, branches_end_on_stops)
{
    tml_case c = run_governor(", limits: {angle: [-0.5, 1.2]}}", "steady: {speeds: {O: 3..9}, search: all}");
    tml_case_near(&c, "bifurcation", fact(&c, "bifurcation 1"), sqrt(G / L), 1e-6);
    tml_case_near(&c, "lower", fact(&c, "change of contact 1"), sqrt(G / (L * cos(0.5))), 1e-10);
    tml_case_near(&c, "upper", fact(&c, "change of contact 2"), sqrt(G / (L * cos(1.2))), 1e-10);
    tml_case_near(&c, "curves", fact(&c, "curves"), 3, 0);
    tml_case_free(&c);
}

/* A bob of 2 kg on an arm, pulled to 0.4 m by 200 N/m: (200 - 2 w^2) x = 80. Above 10 rad/s it is unstable at x < 0; at -1.5 m it meets its stop, which
 * presses with 3 w^2 - 380 N: at higher speeds alone. */
Test(steady_stops, a_curve_that_meets_a_stop_may_turn_back)
{
    tml_case c = tml_case_run_text("ring",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                                   "  bob: {points: {O: [0, 0]}, mass: 2, inertia: 0.1}\n"
                                   "joints: {O: {revolute: [ground, arm]}, S: {prismatic: [arm, bob], at: O, axis: x, "
                                   "limits: [-1.5, 3]}}\n"
                                   "forces: {k: {motor: S, force: -200*(S.displacement - 0.4)}}\n"
                                   "initial: {S.displacement: -0.4}\n"
                                   "analyses: [steady: {speeds: {O: 14..9}}]\n",
                                   NULL);
    tml_case_near(&c, "stop", fact(&c, "change of contact 1"), sqrt(380.0 / 3), 1e-10);
    cr_expect(strstr(tml_fact_text(c.table, "change of contact 1"), "S.lower_limit closes; the curve turns back"));
    bool closed = false;
    for (size_t r = 0; r < tml_table_rows(c.table); r++) {
        const double w = tml_case_value(&c, r, "O.speed"), x = tml_case_value(&c, r, "S.displacement"),
                     N = tml_case_value(&c, r, "S.limit");
        closed |= N > 1e-6;
        tml_case_near(&c, "balance", (200 - 2 * w * w) * x, 80 + N, 1e-9);
        tml_case_near(&c, "force", N, closed ? 3 * w * w - 380 : 0, 1e-9);
    }
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "end", tml_case_value(&c, last, "O.speed"), 14, 1e-12);
    tml_case_near(&c, "end", tml_case_value(&c, last, "S.displacement"), -1.5, 1e-12);
    tml_case_free(&c);
}

/* A rod of 3 kg and 2 m rests upright, which is unstable, and on both stops. */
Test(steady_stops, static_finds_all_states_on_stops)
{
    tml_case c = tml_case_run_text("rod",
                                   "trammel: 1\n"
                                   "points: {O: [0, 0], A: [2, 0]}\n"
                                   "bodies: {rod: {points: [O, A], mass: 3, shape: rod}}\n"
                                   "joints: {O: {revolute: [ground, rod], limits: [-1, 2.8]}}\n"
                                   "analyses: [static: {search: all}]\n",
                                   NULL);
    cr_assert_eq(tml_table_rows(c.table), 3);
    const double angle[] = {acos(-1.0) / 2, -1, 2.8};
    for (size_t i = 0; i < 3; i++) {
        tml_case_near(&c, "angle", tml_case_value(&c, i, "O.angle"), angle[i], 1e-11);
        tml_case_near(&c, "torque", tml_case_value(&c, i, "O.limit"), i ? 3 * G * cos(angle[i]) : 0, 1e-10);
    }
    tml_case_free(&c);
}
