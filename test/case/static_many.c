/* static_many.c - static equilibrium of many bodies, and of bodies without inertia: nets, trusses, chains.
 *
 * Networks of springs are solved here once more, in long double: Newton with a banded matrix on
 *
 *   F_i = w_i + sum_j k_ij (l_ij - L_ij) u_ij = 0
 */
#include "base/text.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static void expect_fact(const tml_case *c, const char *name, const char *want)
{
    cr_expect_str_eq(tml_fact_text(c->table, name), want, "%s: %s is \"%s\"", c->name, name,
                     tml_fact_text(c->table, name));
}

/* ---- networks of springs ---- */

typedef struct {
    int a, b; /* nodes */
    long double k, length;
} rod;

typedef struct {
    int nodes, rods, band; /* the first `fixed` nodes do not move; |a - b| of moving ones <= band */
    int fixed, guided;     /* guided: a node whose y does not change; -1 */
    long double (*x)[2], (*load)[2];
    rod *rod;
} network;

static network network_make(int nodes, int rods)
{
    network n = {.nodes = nodes, .guided = -1};
    n.x = calloc((size_t)nodes, sizeof *n.x);
    n.load = calloc((size_t)nodes, sizeof *n.load);
    n.rod = calloc((size_t)rods, sizeof *n.rod);
    cr_assert(n.x && n.load && n.rod);
    return n;
}

static void network_free(network *n)
{
    free(n->x), free(n->load), free(n->rod);
}

static void add_rod(network *n, int a, int b, long double k, long double length)
{
    n->rod[n->rods++] = (rod){a, b, k, length};
    if (a >= n->fixed && b >= n->fixed && abs(a - b) > n->band)
        n->band = abs(a - b);
}

/* One step of Newton's method; its longest component. K by rows, entry (i, j) at i width + j - i + half. */
static long double network_step(network *n)
{
    const int half = 2 * n->band + 1, width = 2 * half + 1, count = 2 * (n->nodes - n->fixed);
    long double *K = calloc((size_t)count * (size_t)width, sizeof *K), *f = calloc((size_t)count, sizeof *f), most = 0;
    cr_assert(K && f);
    for (int i = 0; i < count; i++)
        f[i] = n->load[n->fixed + i / 2][i % 2];
    for (int r = 0; r < n->rods; r++) {
        const rod *p = &n->rod[r];
        const long double d[2] = {n->x[p->b][0] - n->x[p->a][0], n->x[p->b][1] - n->x[p->a][1]};
        const long double l = sqrtl(d[0] * d[0] + d[1] * d[1]), force = p->k * (l - p->length);
        for (int s = 0; s < 2; s++) {
            const int at = 2 * ((s ? p->b : p->a) - n->fixed), other = 2 * ((s ? p->a : p->b) - n->fixed);
            for (int i = 0; at >= 0 && i < 2; i++) {
                f[at + i] += (s ? -force : force) * d[i] / l;
                for (int j = 0; j < 2; j++) {
                    const long double k = p->k * d[i] * d[j] / (l * l) + force / l * ((i == j) - d[i] * d[j] / (l * l));
                    K[(at + i) * width + j - i + half] += k;
                    if (other >= 0)
                        K[(at + i) * width + other + j - at - i + half] -= k;
                }
            }
        }
    }
    if (n->guided >= 0)
        K[(2 * (n->guided - n->fixed) + 1) * width + half] += 1e30L;
    for (int p = 0; p < count; p++) /* positive definite: no pivots needed */
        for (int i = p + 1; i < count && i <= p + half; i++) {
            const long double factor = K[i * width + p - i + half] / K[p * width + half];
            for (int j = p; factor != 0 && j < count && j <= p + half; j++)
                K[i * width + j - i + half] -= factor * K[p * width + j - p + half];
            f[i] -= factor * f[p];
        }
    for (int i = count - 1; i >= 0; i--) {
        for (int j = i + 1; j < count && j <= i + half; j++)
            f[i] -= K[i * width + j - i + half] * f[j];
        f[i] /= K[i * width + half];
        most = fmaxl(most, fabsl(f[i]));
        n->x[n->fixed + i / 2][i % 2] += f[i];
    }
    free(K), free(f);
    return most;
}

/* From the program's position: how far the exact one is from it. */
static double network_error(network *n)
{
    long double(*start)[2] = malloc((size_t)n->nodes * sizeof *start), step = 1, most = 0;
    cr_assert_not_null(start);
    memcpy(start, n->x, (size_t)n->nodes * sizeof *start);
    for (int i = 0; i < 6 && step > 1e-16L; i++)
        step = network_step(n);
    cr_expect(step <= 1e-15L, "the reference does not converge: %Lg", step);
    for (int i = 0; i < n->nodes; i++)
        for (int j = 0; j < 2; j++)
            most = fmaxl(most, fabsl(n->x[i][j] - start[i][j]));
    free(start);
    return (double)most;
}

/* ---- nets ---- */

static void name_node(char *out, int column, int row)
{
    sprintf(out, column ? "p%d_%d.P" : "ground.G%d", row, column);
}

/* Nodes in columns, the first of which is the ground's; neighbours, and one diagonal of each mesh, are joined by springs. */
static void net(int columns, int rows, bool guided, double weight, const char *body, double bar)
{
    tml_text text = {0};
    network n = network_make(columns * rows, 3 * columns * rows);
    char a[32], b[32];
    n.fixed = rows;
    n.guided = guided ? 2 * rows : -1;
    tml_text_add(&text, "trammel: 1\ngravity: none\nbodies:\n  ground: {points: {X: [2, 0]");
    for (int j = 0; j < rows; j++)
        tml_text_add(&text, ", G%d: [0, %d]", j, j);
    tml_text_add(&text, "}}\n");
    for (int i = 1; i < columns; i++)
        for (int j = 0; j < rows; j++)
            tml_text_add(&text, "  p%d_%d: {points: {P: [0, 0]}, %sposition: [%d, %d]}\n", j, i, body, i, j);
    if (guided)
        tml_text_add(&text, "joints: {hold: {slot: [ground.X, p0_2.P], axis: [1, 0]}}\n");
    tml_text_add(&text, "forces:\n");
    for (int i = 1; i < columns; i++)
        for (int j = 0; j < rows; j++) {
            tml_text_add(&text, "  w%d_%d: {force: p%d_%d, value: [0, %.17g]}\n", j, i, j, i, -weight);
            n.load[i * rows + j][1] = -weight;
        }
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < rows; j++)
            for (int k = 0; k < 3; k++) {
                const int to_i = i + (k != 1), to_j = j + (k != 0);
                const double length = k == 2 ? 1.4142135623730951 : 1;
                if (to_i >= columns || to_j >= rows || (i == 0 && k == 1))
                    continue;
                name_node(a, i, j), name_node(b, to_i, to_j);
                tml_text_add(&text, "  s%d: {spring: [%s, %s], stiffness: 4000, damping: 10, length: %.17g}\n", n.rods,
                             a, b, length);
                add_rod(&n, i * rows + j, to_i * rows + to_j, 4000, length);
            }
    tml_text_add(&text, "analyses: [static: {}]\n");
    tml_case c = tml_case_run_text("net", text.data, TML_AS_WRITTEN);
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < rows; j++)
            for (int k = 0; k < 2; k++) {
                sprintf(a, "p%d_%d.%c", j, i, "xy"[k]);
                n.x[i * rows + j][k] = i ? tml_case_value(&c, 0, a) : k ? j : 0;
            }
    const double error = network_error(&n);
    cr_log_info("%d x %d: off by %.2g m", columns, rows, error);
    cr_expect(error <= bar, "%d x %d: off by %.3g m", columns, rows, error);
    expect_fact(&c, "stability", "stable");
    cr_expect(strstr(tml_fact_text(c.table, "undetermined"), "p0_1.angle") != NULL);
    if (guided && columns == 72)
        tml_case_near(&c, "p0_71.y", tml_case_value(&c, 0, "p0_71.y"), -6.779862812271274, 1e-12);
    tml_case_free(&c);
    tml_text_free(&text);
    network_free(&n);
}

Test(static_many, net_of_144_nodes_balances)
{
    net(24, 6, true, 0.025, "com: [0, 0], mass: 10, inertia: 0, ", 1e-13);
}

Test(static_many, net_of_432_nodes_balances)
{
    net(72, 6, true, 0.025, "com: [0, 0], mass: 10, inertia: 0, ", 1e-12);
}

Test(static_many, net_of_1296_massless_nodes_balances, .timeout = TML_SLOWER * 60)
{
    net(36, 36, false, 0.025, "", 1e-12);
}

/* ---- bodies without inertia ---- */

/* 2 k (l - L) |y|/l = load, l^2 = 1 + y^2, by bisection. */
static double hub_height(double load)
{
    long double low = -5, high = -0.01L;
    for (int i = 0; i < 200; i++) {
        const long double y = 0.5L * (low + high), l = sqrtl(1 + y * y);
        *(2000 * (l - 0.9L) * -y / l > (long double)load ? &low : &high) = y;
    }
    return (double)low;
}

#define HUB_ON_SPRINGS(body, forces)                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [-1, 0], B: [1, 0]}}\n"                                                                    \
    "  hub: {points: {P: [0, 0]}, " body "position: [0, -0.2]}\n"                                                      \
    "forces:\n"                                                                                                        \
    "  s1: {spring: [ground.A, hub.P], stiffness: 1000, length: 0.9}\n"                                                \
    "  s2: {spring: [ground.B, hub.P], stiffness: 1000, length: 0.9}\n" forces

static void hub(const char *body, const char *more, double load, const char *undetermined)
{
    char text[1000];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, -10]\n" HUB_ON_SPRINGS(
                 "%sangle: 0.3, ", "  w: {force: hub.P, value: [0, -50]}\n%s") "analyses: [static: {}]\n",
             body, more);
    tml_case c = tml_case_run_text("hub", text, TML_AS_WRITTEN);
    tml_case_near(&c, "hub.y", tml_case_value(&c, 0, "hub.y"), hub_height(load), 2e-16);
    tml_case_near(&c, "hub.x", tml_case_value(&c, 0, "hub.x"), 0, 1e-16);
    tml_case_near(&c, "hub.angle", tml_case_value(&c, 0, "hub.angle"), *more ? 0.25 : 0.3, 1e-15);
    expect_fact(&c, "undetermined", undetermined);
    tml_case_free(&c);
}

Test(static_many, rotation_that_nothing_acts_on_stays_as_drawn)
{
    static const char *const left = "hub.angle: nothing acts on it; left as drawn";
    hub("", "", 50, left);
    hub("mass: 1, inertia: 0, ", "", 60, left);
    hub("mass: 1, inertia: 0.1, ", "", 60, left);
    /* the same with something that does act on it: a torque against a linear one that turns */
    hub("", "  t: {torque: hub, value: 3*(0.25 - hub.angle)}\n", 50, "");
}

/* From all starts, too, its rotation makes no other positions, and stability needs no inertia. */
Test(static_many, ignorable_rotation_makes_no_further_equilibria)
{
    tml_case c =
        tml_case_run_text("all",
                          "trammel: 1\n" HUB_ON_SPRINGS(
                              "", "  w: {force: hub.P, value: [0, -50]}\n") "analyses: [static: {search: all}]\n",
                          TML_AS_WRITTEN);
    cr_expect_eq(tml_table_rows(c.table), 1, "%zu rows", tml_table_rows(c.table));
    tml_case_near(&c, "hub.y", tml_case_value(&c, 0, "hub.y"), hub_height(50), 1e-14);
    cr_expect(strstr(tml_fact_text(c.table, "solution 1"), "stable (nothing has inertia"), "%s",
              tml_fact_text(c.table, "solution 1"));
    tml_case_free(&c);
}

/* What nothing holds is no position of rest when it carries a load. */
Test(static_many, loaded_motion_that_nothing_resists_is_named)
{
    static const char text[] =
        "trammel: 1\n" HUB_ON_SPRINGS("", "  w: {torque: hub, value: 2}\n") "analyses: [static: {}]\n";
    tml_expect_run(text, TML_FAILED, "nothing stops hub rotating; 2 N*m remain");
}

/* A truss of elastic rods between massless nodes. */
Test(static_many, elastic_truss_matches_the_displacement_method)
{
    static const int rods[][2] = {{0, 2}, {1, 3}, {0, 3}, {2, 3}, {2, 4}, {3, 5}, {2, 5}, {4, 5}, {1, 2}};
    static const double x[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}};
    static const char *const names[] = {"ground.G1", "ground.G2", "N1.P", "N2.P", "N3.P", "N4.P"};
    tml_text text = {0};
    network n = network_make(6, 9);
    n.fixed = 2;
    tml_text_add(&text, "trammel: 1\nbodies:\n  ground: {points: {G1: [0, 0], G2: [0, 1]}}\n");
    for (int i = 2; i < 6; i++)
        tml_text_add(&text, "  N%d: {points: {P: [0, 0]}, position: [%g, %g]}\n", i - 1, x[i][0], x[i][1]);
    tml_text_add(&text, "joints:\n");
    for (int r = 0; r < 9; r++) {
        tml_text_add(&text, "  b%d: {distance: [%s, %s], stiffness: 1e7}\n", r + 1, names[rods[r][0]],
                     names[rods[r][1]]);
        const double *a = x[rods[r][0]], *b = x[rods[r][1]];
        add_rod(&n, rods[r][0], rods[r][1], 1e7L, hypot(b[0] - a[0], b[1] - a[1]));
    }
    tml_text_add(&text, "forces:\n  P: {force: N3.P, value: [0, -1000]}\n  H: {force: N4.P, value: [200, 0]}\n"
                        "analyses: [static: {}]\n");
    n.load[4][1] = -1000, n.load[5][0] = 200;
    tml_case c = tml_case_run_text("truss", text.data, TML_AS_WRITTEN);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            char channel[32];
            snprintf(channel, sizeof channel, "N%d.%c", i - 1, "xy"[k]);
            n.x[i][k] = i < 2 ? x[i][k] : tml_case_value(&c, 0, channel);
        }
    const double error = network_error(&n);
    cr_expect(error <= 2e-15, "off by %.3g m", error);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
    tml_text_free(&text);
    network_free(&n);
}

/* ---- constraints ---- */

static tml_case run_chain(int links, double angle)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nbodies:\n  ground: {points: {P0: [0, 0]}}\n");
    for (int i = 0; i < links; i++)
        tml_text_add(&text,
                     "  b%d: {points: {P%d: [0, 0], P%d: [1, 0]}, mass: 1, shape: rod, angle: %.17g, "
                     "position: [%.17g, %.17g]}\n",
                     i, i, i + 1, angle, i * cos(angle), i * sin(angle));
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < links; i++)
        tml_text_add(&text, i ? "  P%d: {revolute: [b%d, b%d]}\n" : "  P%d: {revolute: [ground, b0]}\n", i, i - 1, i);
    tml_text_add(&text, "analyses: [static: {}]\n");
    tml_case c = tml_case_run_text("chain", text.data, TML_AS_WRITTEN);
    tml_text_free(&text);
    return c;
}

Test(static_many, chain_of_200_links_comes_to_rest_hanging, .timeout = TML_SLOWER * 60)
{
    tml_case c = run_chain(200, 0);
    tml_case_near(&c, "P0.fy", tml_case_value(&c, 0, "P0.fy"), 200 * 9.81, 1e-9);
    tml_case_near(&c, "P150.fy", tml_case_value(&c, 0, "P150.fy"), 50 * 9.81, 1e-9);
    tml_case_near(&c, "b0.angle", tml_case_value(&c, 0, "b0.angle"), -PI / 2, 1e-12);
    tml_case_near(&c, "b199.angle", tml_case_value(&c, 0, "b199.angle"), -PI / 2, 1e-12);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
}

Test(static_many, chain_of_60_links_on_end_is_unstable_in_60_directions)
{
    tml_case c = run_chain(60, PI / 2);
    cr_expect_eq(strncmp(tml_fact_text(c.table, "stability"), "unstable (60 directions", 23), 0, "%s",
                 tml_fact_text(c.table, "stability"));
    tml_case_free(&c);
}

/* Forty doors on two hinges each, one of which would suffice: minimum-norm reactions share each weight evenly. */
Test(static_many, redundant_hinges_share_the_weight_of_many_doors)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: space\ngravity: [0, 0, -10]\nbodies:\n  ground: {points: {");
    for (int i = 0; i < 40; i++)
        tml_text_add(&text, "%sP%d: [%d, 0, 0], Q%d: [%d, 1, 0]", i ? ", " : "", i, 3 * i, i, 3 * i);
    tml_text_add(&text, "}}\n");
    for (int i = 0; i < 40; i++)
        tml_text_add(&text,
                     "  d%d: {points: {P%d: [0, 0, 0], Q%d: [0, 1, 0]}, com: [1, 0.5, 0], mass: 3, "
                     "inertia: [1, 1, 1], position: [%d, 0, 0]}\n",
                     i, i, i, 3 * i);
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < 40; i++)
        tml_text_add(&text,
                     "  P%d: {revolute: [ground, d%d], axis: y}\n"
                     "  Q%d: {revolute: [ground, d%d], axis: y}\n",
                     i, i, i, i);
    tml_text_add(&text, "analyses: [static: {}]\n");
    tml_case c = tml_case_run_text("doors", text.data, TML_AS_WRITTEN);
    for (int i = 0; i < 40; i += 13) {
        char channel[32];
        snprintf(channel, sizeof channel, "P%d.fz", i);
        tml_case_near(&c, channel, tml_case_value(&c, 0, channel), 15, 1e-11);
        snprintf(channel, sizeof channel, "Q%d.fz", i);
        tml_case_near(&c, channel, tml_case_value(&c, 0, channel), 15, 1e-11);
        snprintf(channel, sizeof channel, "P%d.angle", i);
        tml_case_near(&c, channel, tml_case_value(&c, 0, channel), PI / 2, 1e-12);
    }
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
    tml_text_free(&text);
}
