/* stools.c - bodies that slide on several feet: in every row, those just before a stop among them, forces are possible ones.
 *
 * Of each foot N >= 0 and |T| <= mu N. At an instant at which slips stop, forces jump from those of sliding to those of rest: the row before it holds those of
 * sliding, whatever the output interval. A stool that stops turning about the foot that sticks has, by the balance of forces and moments,
 *   N1, N2, N3, Tx, Ty, alpha   from   m alpha z x rc = sum T,  sum N = m g,  sum r x F = (0, 0, I alpha).
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    UNKNOWNS = 6,
    FEET = 3,
    STOOLS = 24,
    NO_SOLUTION = 10 /* its slips begin where their equations are not solved */
};

/* Gauss elimination with pivots, of A x = b; the solution in b. */
static void eliminate(double A[UNKNOWNS][UNKNOWNS], double *b)
{
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k; i < UNKNOWNS; i++)
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        for (int j = 0; j < UNKNOWNS; j++) {
            const double keep = A[k][j];
            A[k][j] = A[best][j], A[best][j] = keep;
        }
        const double keep = b[k];
        b[k] = b[best], b[best] = keep;
        for (int i = 0; i < UNKNOWNS; i++) {
            const double part = i == k ? 0 : A[i][k] / A[k][k];
            for (int j = k; j < UNKNOWNS; j++)
                A[i][j] -= part * A[k][j];
            b[i] -= part * b[k];
        }
    }
    for (int k = 0; k < UNKNOWNS; k++)
        b[k] /= A[k][k];
}

static const double MASS = 1, INERTIA = 0.02, MU = 0.32, HEIGHT = 0.02, GRAVITY = 9.81;

/* x: N of each foot, the force on foot `stuck` and alpha, of a stool that turns about it clockwise. */
static void solve_turning(double feet[FEET][2], int stuck, double *x)
{
    double A[UNKNOWNS][UNKNOWNS] = {0};
    memset(x, 0, UNKNOWNS * sizeof *x);
    for (int i = 0; i < FEET; i++) {
        const double rx = feet[i][0] - feet[stuck][0], ry = feet[i][1] - feet[stuck][1], r = hypot(rx, ry);
        const double tx = r > 0 ? -MU * ry / r : 0, ty = r > 0 ? MU * rx / r : 0; /* against (ry, -rx) */
        A[0][i] = tx, A[1][i] = ty, A[2][i] = 1;
        A[3][i] = feet[i][1] + HEIGHT * ty, A[4][i] = -HEIGHT * tx - feet[i][0];
        A[5][i] = feet[i][0] * ty - feet[i][1] * tx;
    }
    A[0][3] = A[1][4] = 1;
    A[3][4] = HEIGHT, A[4][3] = -HEIGHT, A[5][4] = feet[stuck][0], A[5][3] = -feet[stuck][1];
    A[0][5] = -MASS * feet[stuck][1], A[1][5] = MASS * feet[stuck][0], A[5][5] = -INERTIA;
    x[2] = MASS * GRAVITY;
    eliminate(A, x);
}

#define STOOL(end, interval)                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {floor: {plane: [0, 0, 0], normal: [0, 0, 1]}}}\n"                                           \
    "  b: {mass: 1, inertia: [0.01, 0.01, 0.02], com: [0, 0, 0], position: [0, 0, 0.05], velocity: [0.11, 0.62, 0],\n" \
    "      omega: [0, 0, -3.6], surfaces: {f: {mesh: [[0.1, 0, -0.02], [-0.05, 0.0866, -0.02],\n"                      \
    "      [-0.05, -0.0866, -0.02], [0, 0, 0.05]]}}}\n"                                                                \
    "forces: {hit: {contact: [b.f, ground.floor], friction: {coefficient: 0.32}}}\n"                                   \
    "analyses: [{dynamics: {end: " end ", output: " interval ", tolerance: 1e-8}}]\n"

/* The last row in which the stool turns. */
static size_t last_turning(const tml_case *c)
{
    size_t row = tml_table_rows(c->table) - 1;
    while (row && fabs(tml_case_value(c, row, "b.alphaz")) < 1e-3)
        row--;
    return row;
}

Test(stools, the_row_before_a_stop_holds_the_forces_of_sliding)
{
    static const double at[FEET][2] = {{0.1, 0}, {-0.05, 0.0866}, {-0.05, -0.0866}};
    static const char *const texts[] = {STOOL("0.6", "0.1"), STOOL("0.6", "0.0073"), STOOL("0.6", "0.6")};
    for (int k = 0; k < 3; k++) {
        tml_case c = tml_case_run_text("stool", texts[k], NULL);
        const size_t row = last_turning(&c);
        const double angle = 2 * atan2(tml_case_value(&c, row, "b.qz"), tml_case_value(&c, row, "b.qw"));
        double feet[FEET][2], x[UNKNOWNS];
        for (int i = 0; i < FEET; i++) {
            feet[i][0] = cos(angle) * at[i][0] - sin(angle) * at[i][1];
            feet[i][1] = sin(angle) * at[i][0] + cos(angle) * at[i][1];
        }
        bool found = false;
        for (int stuck = 0; stuck < FEET && !found; stuck++) {
            solve_turning(feet, stuck, x);
            found = hypot(x[3], x[4]) <= MU * x[stuck];
        }
        cr_assert(found);
        cr_expect(fabs(tml_case_value(&c, row, "b.omegaz")) < 1e-9);
        tml_case_near(&c, "alphaz", tml_case_value(&c, row, "b.alphaz"), x[5], 1e-6 * x[5]);
        for (size_t i = 0; i < tml_table_rows(c.table); i++)
            cr_expect_leq(tml_case_value(&c, i, "hit.friction"),
                          MU * tml_case_value(&c, i, "hit.force") * (1 + 1e-9) + 1e-9, "row %zu", i);
        tml_case_free(&c);
    }
}

/* ---- random ones ---- */

static double draw(unsigned *state, double from, double to)
{
    *state = *state * 1664525u + 1013904223u;
    return from + (to - from) * (double)(*state >> 8) / (double)(1u << 24);
}

/* Three feet, each a contact of its own, on which it slides and turns until it rests. */
static void write_stool(unsigned seed, char *text, size_t size)
{
    unsigned s = seed * 2654435761u + 1;
    const double mass = pow(10, draw(&s, -1, 1)), length = pow(10, draw(&s, -1, 0)), h = length * draw(&s, 0.05, 0.3),
                 v = sqrt(GRAVITY * length), vx = draw(&s, -0.7, 0.7) * v, vy = draw(&s, -0.7, 0.7) * v,
                 omega = draw(&s, -3, 3) * v / length, inertia = mass * length * length;
    int n = snprintf(text, size,
                     "trammel: 1\nspace: space\nbodies:\n"
                     "  ground: {surfaces: {floor: {plane: [0, 0, 0], normal: [0, 0, 1]}}}\n"
                     "  b: {mass: %.6g, inertia: [%.6g, %.6g, %.6g], com: [0, 0, 0], position: [0, 0, %.6f],\n"
                     "      velocity: [%.6g, %.6g, 0], omega: [0, 0, %.6g], surfaces: {",
                     mass, 0.2 * inertia, 0.2 * inertia, 0.35 * inertia, h, vx, vy, omega);
    for (int i = 0; i < FEET; i++) {
        const double angle = 2 * acos(-1) * (i + draw(&s, -0.2, 0.2)) / FEET, r = length * draw(&s, 0.8, 1.2);
        n += snprintf(text + n, size - (size_t)n, "f%d: {point: [%.6f, %.6f, %.6f]}, ", i, r * cos(angle),
                      r * sin(angle), -h);
    }
    n += snprintf(text + n, size - (size_t)n, "}}\nforces:\n");
    for (int i = 0; i < FEET; i++)
        n += snprintf(text + n, size - (size_t)n, "  h%d: {contact: [b.f%d, ground.floor], friction: 0.32}\n", i, i);
    snprintf(text + n, size - (size_t)n, "analyses: [{dynamics: {end: %.6g, output: %.6g, tolerance: 1e-8}}]\n",
             6 * length / v, 0.05 * length / v);
}

static double of_foot(const tml_case *c, size_t row, int foot, const char *what)
{
    char name[32];
    snprintf(name, sizeof name, "h%d.%s", foot, what);
    return tml_case_value(c, row, name);
}

/* By how much the friction of a foot that slides is not mu N against its slip: on the floor it is along the slip. */
static double misdirection(const tml_case *c, size_t row, int foot, double mu)
{
    const double omega = tml_case_value(c, row, "b.omegaz"),
                 vx = tml_case_value(c, row, "b.vx") -
                      omega * (of_foot(c, row, foot, "y") - tml_case_value(c, row, "b.y")),
                 vy = tml_case_value(c, row, "b.vy") +
                      omega * (of_foot(c, row, foot, "x") - tml_case_value(c, row, "b.x")),
                 v = hypot(vx, vy), most = mu * of_foot(c, row, foot, "force");
    return v > 1e-4 ? hypot(of_foot(c, row, foot, "fx") - most * vx / v, of_foot(c, row, foot, "fy") - most * vy / v)
                    : 0;
}

/* How much of its weight the force of any foot is beyond what is possible, over all rows. */
static double largest_excess(const tml_case *c, int feet, const double *mu)
{
    double most = 0;
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        double weight = 0, excess = 0;
        for (int i = 0; i < feet; i++) {
            const double N = of_foot(c, row, i, "force"), T = of_foot(c, row, i, "friction");
            weight += fabs(N);
            excess = fmax(excess, fmax(fmax(-N, T - mu[i] * N), misdirection(c, row, i, mu[i])));
        }
        most = fmax(most, weight > 0 ? excess / weight : 0);
    }
    return most;
}

Test(stools, forces_of_every_row_are_within_their_cones)
{
    for (unsigned seed = 0; seed < STOOLS; seed++) {
        char text[4000];
        write_stool(seed, text, sizeof text);
        tml_case c = tml_case_run_text("stool", text, NULL);
        cr_expect_leq(largest_excess(&c, FEET, (const double[]){MU, MU, MU}), 1e-8, "stool %u", seed);
        tml_case_free(&c);
    }
}

/* A stool at rest that a push lets go at once: its slip begins at rounding, the direction of which says nothing. */
Test(stools, friction_is_against_the_slip_soon_after_a_push_lets_go)
{
    tml_case c = tml_case_run_text(
        "pushed",
        "trammel: 1\nspace: space\nbodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "  b: {mass: 0.8858165221198974, inertia: [0.01972117209511902, 0.01972117209511902, 0.03451205116645827],\n"
        "      com: [0, 0, 0], position: [0, 0, 0.15755], velocity: [0, 0, 0], omega: [0, 0, 0],\n"
        "      surfaces: {f0: {point: [0.3089, -0.070833, -0.15755]},\n"
        "      f1: {point: [-0.239655, 0.319486, -0.15755]}, f2: {point: [-0.089049, -0.281302, -0.15755]}},\n"
        "      points: {P: [-0.04595814395610027, 0.0536397683562738, -0.04938221626319871]}}\n"
        "forces:\n"
        "  h0: {contact: [b.f0, ground.floor], friction: 0.1474}\n"
        "  h1: {contact: [b.f1, ground.floor], friction: 0.2451}\n"
        "  h2: {contact: [b.f2, ground.floor], friction: 0.7508}\n"
        "  push: {force: b.P, value: ['-0.873915*sin(13.3138*t)', '3.34048*cos(13.3138*t)', 0]}\n"
        "analyses: [{dynamics: {end: 1.475351, output: 0.009221, tolerance: 1e-8}}]\n",
        NULL);
    cr_expect_leq(largest_excess(&c, FEET, (const double[]){0.1474, 0.2451, 0.7508}), 1e-7);
    tml_case_free(&c);
}

/* Four feet on a floor share the load in many ways, and where one of them stops others may as well: no paradox of friction. Balances hold of any share:
 *   sum N = m g,   sum T = m a_xy - push */
Test(stools, loads_that_feet_share_in_several_ways_do_not_end_a_run)
{
    enum { MORE = 4 };
    static const double mu[MORE] = {0.6993, 0.417, 0.7287, 0.7301}, mass = 0.3776310059232047,
                        push[2] = {-0.2609730106232712, -0.45353368852584747};
    tml_case c = tml_case_run_text(
        "four feet",
        "trammel: 1\nspace: space\nbodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "  b: {mass: 0.3776310059232047, inertia: [0.003958976675351739, 0.003958976675351739, 0.006928209181865543],\n"
        "      com: [0, 0, 0], position: [0, 0, 0.088148], velocity: [0.9643689562756538, -0.35016087335011337, 0],\n"
        "      omega: [0, 0, -16.461581138772452], surfaces: {f0: {point: [0.182697, 0.033056, -0.088148]},\n"
        "      f1: {point: [-0.019911, 0.253683, -0.088148]}, f2: {point: [-0.258403, 0.029039, -0.088148]},\n"
        "      f3: {point: [0.036624, -0.194723, -0.088148]}},\n"
        "      points: {P: [0.022895105600042806, 0.011447552800021403, -0.02416294955428197]}}\n"
        "forces:\n"
        "  h0: {contact: [b.f0, ground.floor], friction: 0.6993}\n"
        "  h1: {contact: [b.f1, ground.floor], friction: 0.417}\n"
        "  h2: {contact: [b.f2, ground.floor], friction: 0.7287}\n"
        "  h3: {contact: [b.f3, ground.floor], friction: 0.7301}\n"
        "  push: {force: b.P, value: [-0.2609730106232712, -0.45353368852584747, 0]}\n"
        "analyses: [{dynamics: {end: 1.2222, output: 0.02, tolerance: 1e-9}}]\n",
        NULL);
    const double weight = mass * GRAVITY;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        double sum[3] = {0};
        for (int i = 0; i < MORE; i++) {
            static const char *const parts[] = {"fx", "fy", "force", "friction"};
            double x[4];
            for (int k = 0; k < 4; k++) {
                char name[32];
                snprintf(name, sizeof name, "h%d.%s", i, parts[k]);
                x[k] = tml_case_value(&c, row, name);
                sum[k < 3 ? k : 0] += k < 3 ? x[k] : 0;
            }
            cr_expect_geq(x[2], -1e-8 * weight, "row %zu: foot %d pulls with %g", row, i, -x[2]);
            cr_expect_leq(x[3], mu[i] * x[2] + 1e-8 * weight, "row %zu: foot %d", row, i);
        }
        tml_case_near(&c, "weight", sum[2], weight, 1e-8 * weight);
        tml_case_near(&c, "x", fabs(mass * tml_case_value(&c, row, "b.ax") - push[0]), fabs(sum[0]), 1e-7 * weight);
        tml_case_near(&c, "y", fabs(mass * tml_case_value(&c, row, "b.ay") - push[1]), fabs(sum[1]), 1e-7 * weight);
    }
    cr_expect(strstr(tml_fact_text(c.table, "motion not unique"), "share their loads in several ways"));
    tml_case_free(&c);
}

/* A cylindrical joint turns back while it rests along its axis: its slip of zero has no direction of its own there. */
Test(stools, a_floor_does_not_pull_where_a_joint_turns_back)
{
    tml_case c = tml_case_run_text(
        "joint",
        "trammel: 1\nspace: space\ngravity: none\n"
        "points: {O: [0, 0, 0], P: [0.3, 0, 0]}\n"
        "bodies: {b: {points: [O, P], mass: 1, com: O, inertia: [0.1, 0.1, 0.1]}}\n"
        "joints: {O: {cylindrical: [ground, b], axis: z, friction: {coefficient: 0.2, radius: 0.05}}}\n"
        "forces: {press: {force: b.O, value: [10, 0, 0]}, turn: {torque: b, value: [0, 0, '2*cos(5*t)']}}\n"
        "analyses: [{dynamics: {end: 3, output: 0.01, tolerance: 1e-9}}]\n",
        NULL);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        cr_expect_leq(fabs(tml_case_value(&c, row, "O.tz")), 0.2 * 10 * 0.05 * (1 + 1e-9), "row %zu", row);
        cr_expect_leq(fabs(tml_case_value(&c, row, "O.fz")), 1e-6, "row %zu", row);
    }
    tml_case_free(&c);
}
