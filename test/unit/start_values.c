/* start_values.c - initial conditions: given values are exact, others stay as drawn or are zero relative to the parent in the tree, loops
 * change by minimum kinetic energy; the same in every formulation, and what was chosen is reported.
 *
 * Numbers are closed forms, or a small dense solve that knows nothing of the engine's Jacobians.
 */
#include "base/text.h"
#include "support/method_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const formulations[] = {"absolute", "joint", "point", "particles", "implicit"};
enum { FORMULATIONS = sizeof formulations / sizeof *formulations };

static double first(const method_run *r, const char *channel)
{
    const long column = tml_table_find(r->c.table, channel);
    cr_assert(column >= 0, "no channel %s", channel);
    return tml_table_value(r->c.table, 0, (size_t)column);
}

static const char *fact(const method_run *r, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(r->c.table); i++)
        if (strcmp(tml_table_fact_name(r->c.table, i), name) == 0)
            return tml_table_fact_text(r->c.table, i);
    return NULL;
}

static method_run run(const char *text, const char *formulation)
{
    method_run r = method_run_text("start", text, (run_method){.formulation = formulation});
    cr_assert(r.status == TML_OK && r.c.table, "%s: %s\n%s", formulation ? formulation : "", method_run_message(&r),
              text);
    return r;
}

typedef struct {
    const char *channel;
    double value, tolerance;
} expected;

/* The first row of the text's dynamics, in every formulation; said: the fact `start`, in part (NULL: none). */
static void expect_in_all(const char *text, const expected *list, const char *said)
{
    for (int f = 0; f < FORMULATIONS; f++) {
        method_run r = run(text, formulations[f]);
        for (const expected *e = list; e->channel; e++)
            cr_expect(fabs(first(&r, e->channel) - e->value) <= e->tolerance, "%s: %s = %.17g, not %.17g",
                      formulations[f], e->channel, first(&r, e->channel), e->value);
        const char *chosen = fact(&r, "start");
        cr_expect(said ? chosen && strstr(chosen, said) : !chosen, "%s: start: %s", formulations[f],
                  chosen ? chosen : "nothing is said");
        method_run_free(&r);
    }
}

#define DYNAMICS "analyses: [dynamics: {end: 1e-4, output: 1e-4}]\n"
#define ARM                                                                                                            \
    "trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [2, 0.5]}\nbodies:\n"                                               \
    "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 3, shape: rod}\n"                         \
    "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}}\n"

Test(start_values, a_second_link_is_not_set_in_motion_by_the_first)
{
    expect_in_all(ARM "initial: {O.speed: 20}\n" DYNAMICS,
                  (expected[]){{"O.speed", 20, 1e-13}, {"A.speed", 0, 1e-13}, {"b.omega", 20, 1e-13}, {0}}, NULL);
    expect_in_all(ARM "initial: {A.angle: 1, O.speed: 2}\n" DYNAMICS,
                  (expected[]){{"O.angle", 0, 1e-12}, {"A.angle", 1, 1e-12}, {"A.speed", 0, 1e-12}, {0}}, NULL);
}

/* A ball joint at rest under a hinge that rotates; an angle of a hinge that moves only the bodies it carries. */
Test(start_values, in_space_only_the_named_joint_moves)
{
    const char *ball = "trammel: 1\nspace: space\npoints: {A: [0, 0, 0], B: [0.25, 0, 0]}\nbodies:\n"
                       "  b1: {points: [A, B], mass: 3.8, com: [0.125, 0, 0], inertia: [0.0012, 0.0203, 0.0203]}\n"
                       "  b2: {points: [B], mass: 12, com: [0.3, 0.1, 0], inertia: [0.031, 0.048, 0.031]}\n"
                       "joints: {A: {spherical: [ground, b1]}, B: {revolute: [b1, b2], axis: [1, 0, -1]}}\n"
                       "initial: {B.angle: 0.3, B.speed: 10}\n" DYNAMICS;
    expect_in_all(ball,
                  (expected[]){{"b1.omegax", 0, 1e-12},
                               {"b1.omegay", 0, 1e-12},
                               {"b1.omegaz", 0, 1e-12},
                               {"B.speed", 10, 1e-12},
                               {"B.angle", 0.3, 1e-12},
                               {"b2.omegax", 10 * sqrt(0.5), 1e-12},
                               {"b1.B.x", 0.25, 1e-13},
                               {0}},
                  NULL);
    const char *arm =
        "trammel: 1\nspace: space\npoints: {A: [0, 0, 0], B: [0.5, 0, 0], T: [1, 0, 0]}\nbodies:\n"
        "  b1: {points: [A, B], mass: 14, com: [0.25, 0, 0], inertia: [0.008, 0.29, 0.29]}\n"
        "  b2: {points: [B, T], mass: 14, com: [0.75, 0, 0], inertia: [0.008, 0.29, 0.29]}\n"
        "joints: {r1: {revolute: [ground, b1], at: A, axis: z}, r2: {revolute: [b1, b2], at: B, axis: z}}\n"
        "initial: {r2.angle: 1}\n" DYNAMICS;
    expect_in_all(arm,
                  (expected[]){{"r1.angle", 0, 1e-12},
                               {"r2.angle", 1, 1e-12},
                               {"b2.T.x", 0.5 + 0.5 * cos(1), 1e-12},
                               {"b2.T.y", 0.5 * sin(1), 1e-12},
                               {0}},
                  NULL);
}

/* ---- four-bar: everything follows from the crank ---- */

/* O (0, 0), A (0, 0.3), B (0.8, 0.7), C (1, 0): w_b, w_c of A' + w_b x AB = w_c x CB for a crank at w. */
static void fourbar_rates(double w, double *coupler, double *rocker)
{
    const double ab[2] = {0.8, 0.4}, cb[2] = {-0.2, 0.7}, a[2] = {-0.3 * w, 0};
    /* -ab_y wb + cb_y wc = -a_x,  ab_x wb - cb_x wc = -a_y */
    const double det = -ab[1] * -cb[0] - cb[1] * ab[0];
    *coupler = (-a[0] * -cb[0] - cb[1] * -a[1]) / det;
    *rocker = (-ab[1] * -a[1] - ab[0] * -a[0]) / det;
}

#define FOURBAR(crank, more)                                                                                           \
    "trammel: 1\npoints: {O: [0, 0], A: [0, 0.3], B: [0.8, 0.7], C: [1, 0], D: [0.5, 1]}\nbodies:\n"                   \
    "  crank: {points: [O, A], mass: 0.5, inertia: 0.9, com: [0, 0]" crank "}\n"                                       \
    "  coupler: {points: [A, B, D], mass: 2, inertia: 0.1}\n  rocker: {points: [C, B], mass: 1, shape: rod}\n"         \
    "  bob: {points: [D], com: [0.5, 0.8], mass: 5, inertia: 0.2}\n"                                                   \
    "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]}, B: {revolute: [coupler, rocker]},\n"    \
    "  C: {revolute: [ground, rocker]}, D: {revolute: [coupler, bob]}}\n" more DYNAMICS

Test(start_values, bodies_carried_by_a_loop_move_with_it)
{
    double coupler, rocker;
    fourbar_rates(18.85, &coupler, &rocker);
    const expected rates[] = {{"O.speed", 18.85, 1e-12},  {"coupler.omega", coupler, 1e-11},
                              {"C.speed", rocker, 1e-11}, {"bob.omega", coupler, 1e-11},
                              {"D.speed", 0, 1e-11},      {0}};
    expect_in_all(FOURBAR("", "initial: {O.speed: 18.85}\n"), rates, NULL);
    expect_in_all(FOURBAR(", omega: 18.85", ""), rates, NULL);
    expect_in_all(FOURBAR("", ""), (expected[]){{"O.speed", 0, 0}, {"C.speed", 0, 0}, {"D.speed", 0, 0}, {0}}, NULL);
}

Test(start_values, rates_that_joints_forbid_are_named)
{
    double coupler, rocker;
    fourbar_rates(3, &coupler, &rocker);
    expect_in_all(FOURBAR(", omega: 5", "initial: {O.speed: 3}\n"),
                  (expected[]){{"O.speed", 3, 1e-12}, {"C.speed", rocker, 1e-11}, {0}},
                  "omega of crank = 3 rad/s, given as 5");
}

/* Two bodies of one loop are given rates that contradict each other: (I_a (w - 3)^2 + I_b (k w - 1)^2) least, k the coupler's rate by the crank's. */
Test(start_values, given_rates_that_contradict_are_met_by_least_squares)
{
    double k, rocker;
    fourbar_rates(1, &k, &rocker);
    const double I_a = 0.9, I_b = 0.1, w = (3 * I_a + I_b * k) / (I_a + I_b * k * k);
    char said[100];
    snprintf(said, sizeof said, "omega of crank = %.6g rad/s, given as 3", w);
    expect_in_all("trammel: 1\npoints: {O: [0, 0], A: [0, 0.3], B: [0.8, 0.7], C: [1, 0]}\nbodies:\n"
                  "  crank: {points: [O, A], mass: 0.5, inertia: 0.9, com: [0, 0], omega: 3}\n"
                  "  coupler: {points: [A, B], mass: 2, inertia: 0.1, com: [0.4, 0.5], omega: 1}\n"
                  "  rocker: {points: [C, B], mass: 1, shape: rod}\n"
                  "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]}, B: {revolute: [coupler, "
                  "rocker]}, C: {revolute: [ground, rocker]}}\n" DYNAMICS,
                  (expected[]){{"O.speed", w, 1e-9}, {"coupler.omega", k * w, 1e-9}, {0}}, said);
}

/* a and c differ by the universal joint's own axes only: about x they must agree, about y they are 2 rad/s apart; what is not at issue is
 * kept exactly. */
Test(start_values, given_rates_in_space_share_their_residual)
{
    expect_in_all(
        "trammel: 1\nspace: space\ngravity: none\npoints: {J: [1, 0, 0], K: [2, 0, 0]}\nbodies:\n"
        "  a: {points: [J], com: [0, 0, 0], mass: 1, inertia: [1, 2, 3], omega: [1, 2, 3], velocity: [1, 0, 0]}\n"
        "  b: {points: [J, K], com: [1.2, 0.1, 0], mass: 1, inertia: [1, 2, 3]}\n"
        "  c: {points: [K], com: [2.2, 0.1, 0], mass: 1, inertia: [1, 2, 3], omega: [0, 0, 5]}\n"
        "joints: {J: {universal: [a, b], axes: [y, z]}, K: {prismatic: [b, c], axis: x}}\n"
        "initial: {J.angle1_speed: 2}\n" DYNAMICS,
        (expected[]){{"a.omegax", 0.5, 1e-9},
                     {"c.omegax", 0.5, 1e-9},
                     {"a.omegay", 0, 1e-9},
                     {"c.omegay", 2, 1e-9},
                     {"a.omegaz", 3, 1e-9},
                     {"c.omegaz", 5, 1e-9},
                     {"J.angle1_speed", 2, 1e-9},
                     {"a.vx", 1, 1e-9},
                     {"a.vz", 0, 1e-9},
                     {0}},
        "omega of a, y = 0 rad/s, given as 2");
}

/* ---- five-bar: the masses decide ---- */

enum { BODIES = 4, N = 3 * BODIES, ROWS = 11, SIZE = N + ROWS };

/* x of K x = b by Gauss with pivots */
static void gauss(double K[SIZE][SIZE + 1])
{
    for (int k = 0; k < SIZE; k++) {
        int p = k;
        for (int i = k; i < SIZE; i++)
            p = fabs(K[i][k]) > fabs(K[p][k]) ? i : p;
        for (int j = 0; j <= SIZE; j++) {
            const double x = K[k][j];
            K[k][j] = K[p][j], K[p][j] = x;
        }
        for (int i = 0; i < SIZE; i++) {
            const double f = i == k ? 0 : K[i][k] / K[k][k];
            for (int j = k; j <= SIZE; j++)
                K[i][j] -= f * K[k][j];
        }
    }
    for (int k = 0; k < SIZE; k++)
        K[k][SIZE] /= K[k][k];
}

/* Velocity of a point at r from the centre of body i: rows x and y into K. */
static void point_rows(double K[SIZE][SIZE + 1], int row, int body, double rx, double ry, double sign)
{
    const double J[2][3] = {{sign, 0, -sign * ry}, {0, sign, sign * rx}};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 3; j++) {
            K[N + row + k][3 * body + j] += J[k][j];
            K[3 * body + j][N + row + k] += J[k][j];
        }
}

Test(start_values, five_bar_moves_by_the_mass_metric)
{
    static const double P[6][2] = {{0, 0}, {-0.2, 0.5}, {0.5, 0.9}, {1.1, 0.6}, {1, 0}}; /* O A B C D */
    static const double mass[BODIES] = {1, 2, 3, 0.5};
    double K[SIZE][SIZE + 1] = {{0}}, tree[N] = {0}, com[BODIES][2];
    const double w = 10;
    for (int i = 0; i < BODIES; i++) {
        const double dx = P[i + 1][0] - P[i][0], dy = P[i + 1][1] - P[i][1];
        com[i][0] = P[i][0] + dx / 2, com[i][1] = P[i][1] + dy / 2;
        K[3 * i][3 * i] = K[3 * i + 1][3 * i + 1] = mass[i];
        K[3 * i + 2][3 * i + 2] = mass[i] * (dx * dx + dy * dy) / 12;
        if (i < 2) /* B is cut: the second link moves with the first, the others are at rest */
            tree[3 * i] = -w * com[i][1], tree[3 * i + 1] = w * com[i][0], tree[3 * i + 2] = w;
    }
    for (int j = 0; j < 5; j++) { /* pins */
        if (j > 0)
            point_rows(K, 2 * j, j - 1, P[j][0] - com[j - 1][0], P[j][1] - com[j - 1][1], 1);
        if (j < 4)
            point_rows(K, 2 * j, j, P[j][0] - com[j][0], P[j][1] - com[j][1], -1);
    }
    K[N + 10][2] = K[2][N + 10] = 1;
    K[N + 10][SIZE] = w;
    for (int i = 0; i < N; i++)
        K[i][SIZE] = K[i][i] * tree[i];
    gauss(K);
    const expected rates[] = {{"O.speed", w, 1e-12},
                              {"b.omega", K[5][SIZE], 1e-10},
                              {"c.omega", K[8][SIZE], 1e-10},
                              {"D.speed", K[11][SIZE], 1e-10},
                              {0}};
    cr_assert(fabs(K[11][SIZE]) > 0.1);
    expect_in_all("trammel: 1\npoints: {O: [0, 0], A: [-0.2, 0.5], B: [0.5, 0.9], C: [1.1, 0.6], D: [1, 0]}\nbodies:\n"
                  "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 2, shape: rod}\n"
                  "  c: {points: [B, C], mass: 3, shape: rod}\n  d: {points: [C, D], mass: 0.5, shape: rod}\n"
                  "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]},\n"
                  "  C: {revolute: [d, c]}, D: {revolute: [ground, d]}}\ninitial: {O.speed: 10}\n" DYNAMICS,
                  rates, "rad/s, not given");
}

/* ---- drawings that do not close ---- */

Test(start_values, moved_bodies_are_named_largest_first)
{
    method_run r =
        run("trammel: 1\npoints: {O: [0, 0], A: [0, 0.1], B: [0.2, 0.25], C: [0.2, 0]}\nbodies:\n"
            "  crank: {points: [O, A], mass: 200 g, shape: rod}\n  rocker: {points: [C, B], mass: 400 g, shape: rod}\n"
            "joints: {O: {revolute: [ground, crank]}, C: {revolute: [ground, rocker]},\n"
            "  rod: {distance: [crank.A, rocker.B], length: 0.2}}\nanalyses: [{assembly: {}}]\n",
            NULL);
    const double crank = hypot(first(&r, "crank.A.x"), first(&r, "crank.A.y") - 0.1),
                 rocker = hypot(first(&r, "rocker.B.x") - 0.2, first(&r, "rocker.B.y") - 0.25);
    char text[100];
    snprintf(text, sizeof text, "crank by %.3g mm, rocker by %.3g mm", crank * 1e3, rocker * 1e3);
    cr_assert(crank > rocker && rocker > 1e-3);
    cr_assert_str_eq(fact(&r, "assembly moved"), text);
    cr_assert_null(fact(&r, "start"));
    method_run_free(&r);
}

/* A drawing a millimetre wide of every pin: eight lines, and how many more. */
Test(start_values, long_lists_are_cut)
{
    tml_text t = {0};
    tml_text_add(&t, "trammel: 1\nbodies:\n  ground: {points: {P0: [0, 0]}}\n");
    for (int i = 0; i < 12; i++)
        tml_text_add(
            &t, "  b%d: {points: {P%d: [0, 0], P%d: [1, 0]}, mass: 1, shape: rod, position: [%d, 1 mm], angle: 0}\n", i,
            i, i + 1, i);
    tml_text_add(&t, "joints:\n");
    for (int i = 0; i < 12; i++)
        tml_text_add(&t, i ? "  J%d: {revolute: [b%d.P%d, b%d.P%d]}\n" : "  J0: {revolute: [ground.P0, b0.P0]}\n", i,
                     i - 1, i, i, i);
    tml_text_add(&t, "analyses: [{assembly: {}}]\n");
    method_run r = run(t.data, NULL);
    cr_assert(strstr(fact(&r, "assembly moved"), "b0 by 1 mm") && strstr(fact(&r, "assembly moved"), "and 4 more"),
              "%s", fact(&r, "assembly moved"));
    method_run_free(&r);
    tml_text_free(&t);
}

/* Drivers that the joints contradict from the first instant on are named in every formulation, whatever the order of its rows. */
Test(start_values, contradicting_driver_is_named)
{
    for (int f = 0; f < FORMULATIONS; f++) {
        method_run r = method_run_text(
            "contra",
            "trammel: 1\npoints: {O: [0, 0], P: [1, 0], Q: [2, 0], A: [0, 1], B: [2, 1]}\nbodies:\n"
            "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B, P], mass: 1, com: [1, 1], inertia: 1}\n"
            "  c: {points: [Q, B], mass: 1, shape: rod}\n"
            "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, Q: {revolute: [ground, "
            "c]}, P: {revolute: [ground, b]}}\n"
            "drivers: {d: {b.angle: 0.2*sin(3*t)^3}}\nanalyses: [dynamics: {end: 1}]\n",
            (run_method){.formulation = formulations[f]});
        if (strcmp(formulations[f], "implicit") != 0) /* joints as springs yield */
            cr_expect(r.status == TML_FAILED &&
                          strstr(method_run_message(&r), "driver d and joints B, Q and P contradict each other"),
                      "%s: %s", formulations[f], method_run_message(&r));
        method_run_free(&r);
    }
}

/* Notes of `check` have the place of their joint or body. */
Test(start_values, notes_have_a_place)
{
    tml_log *log = tml_log_make();
    const char *text =
        "trammel: 1\npoints: {O: [0, 0], A: [0, 0.3], B: [0.8, 0.7], C: [1, 0]}\nbodies:\n"
        "  crank: {points: [O, A], mass: 1, shape: rod, omega: 3}\n"
        "  coupler: {points: [A, B], mass: 2, shape: rod, omega: 1}\n"
        "  rocker: {points: [C, B], mass: 1, shape: rod}\n"
        "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]}, B: {revolute: [coupler, "
        "rocker]}, C: {revolute: [ground, rocker]}}\n";
    tml_model *model = tml_model_parse(text, strlen(text), "notes.yaml", log);
    char *report = NULL;
    cr_assert_eq(tml_model_check(model, NULL, &report, log), TML_OK);
    bool seen[2] = {false, false};
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        seen[0] |= strstr(m.text, "start: omega of crank") && m.place.line == 4;
        seen[1] |= strstr(m.text, "start: omega of coupler") && m.place.line == 5;
    }
    cr_expect(seen[0] && seen[1]);
    free(report);
    tml_model_free(model);
    tml_log_free(log);
}
