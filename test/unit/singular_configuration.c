/* singular_configuration.c - singular configurations are distinguished from redundant rows, and their branches are those of the closed
 * form.
 *
 * A four-bar stretched along a line, signed lengths a + b = d + c: first order a w1 + b w2 = c w3, second order
 * a w1^2 + b w2^2 = c w3^2. With w1 = 1: (c^2/b - c) w3^2 - 2 a c/b w3 + a^2/b + a = 0.
 */
#include "assembly/singular_configuration.h"
#include "assembly/assemble.h"
#include "support/method_comparison.h"
#include "support/suite_mechanism.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static tml_assembly report;

TestSuite(singular, .fini = free_mechanism);

/* The first part that is singular; NULL: none. */
static const tml_singular_part *found(const char *text)
{
    make_mechanism(text);
    report = (tml_assembly){0};
    cr_assert_eq(tml_assemble(m->system, TML_CLOSE_ALL, 0, 1e-12, m->q, m->v, &report, &m->arena, m->log), TML_OK, "%s",
                 text);
    return report.singular ? report.singular->parts : NULL;
}

static const char *flat(bool space, double unit, double a, double b, double c, const char *more)
{
    static char text[2000];
    const char *z = space ? ", 0" : "", *axis = space ? ", axis: z" : "";
    snprintf(
        text, sizeof text,
        "trammel: 1\nspace: %s\npoints: {O: [0, 0%s], A: [%.17g, 0%s], B: [%.17g, 0%s], C: [%.17g, 0%s]}\nbodies:\n"
        "  a: {points: [O, A], mass: 1, shape: {rod: {diameter: %.17g}}}\n"
        "  b: {points: [A, B], mass: 2, shape: {rod: {diameter: %.17g}}}\n"
        "  c: {points: [C, B], mass: 1, shape: {rod: {diameter: %.17g}}}\n"
        "joints: {O: {revolute: [ground, a]%s}, A: {revolute: [a, b]%s}, B: {revolute: [b, c]%s}, C: {revolute: "
        "[ground, c]%s}}\n%s",
        space ? "space" : "plane", z, unit * a, z, unit * (a + b), z, unit * (a + b - c), z, unit / 50, unit / 50,
        unit / 50, axis, axis, axis, axis, more);
    return text;
}

/* Both ratios w3 : w1 of the text, whichever joint it names. */
static void ratios(const tml_singular_part *s, double a, double b, double c, double out[2])
{
    char name[2];
    double one[2];
    cr_assert_not_null(s->choices);
    cr_assert_eq(sscanf(s->choices, "{O.speed: %lf, %c.speed: %lf} or {O.speed: %lf, %c.speed: %lf}", &one[0], &name[0],
                        &out[0], &one[1], &name[1], &out[1]),
                 6, "%s", s->choices);
    cr_assert(one[0] == 1 && one[1] == 1);
    for (int i = 0; i < 2; i++)
        out[i] = name[i] == 'A' ? (b * (out[i] + 1) + a) / c : name[i] == 'B' ? (out[i] - a / b) / (1 - c / b) : out[i];
}

Test(singular, branches_of_a_stretched_fourbar_match_the_closed_form)
{
    static const double lengths[][3] = {{1, 2, 1}, {1, 2, 1.5}, {0.7, 1.3, 1.1}, {2, 0.8, 1.5}};
    static const double units[] = {1, 1e-6, 1e6};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int space = 0; space < 2; space++)
            for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
                const double a = lengths[i][0], b = lengths[i][1], c = lengths[i][2];
                const double A = c * c / b - c, B = -2 * a * c / b, C = a * a / b + a, root = sqrt(B * B - 4 * A * C);
                const double w[2] = {(-B - root) / (2 * A), (-B + root) / (2 * A)};
                const tml_singular_part *s = found(flat(space, units[u], a, b, c, ""));
                double r[2];
                cr_assert(s && s->kind == TML_BRANCH_SEVERAL && s->branch_count == 2 && s->start == TML_SINGULAR_REST);
                cr_assert(s->nearby_rank - s->rank == 1);
                cr_assert_str_eq(s->joints, "O, A, B, C");
                ratios(s, a, b, c, r);
                cr_assert(fmin(fabs(r[0] - w[0]), fabs(r[1] - w[0])) < 1e-5 &&
                              fmin(fabs(r[0] - w[1]), fabs(r[1] - w[1])) < 1e-5,
                          "%s, not %g and %g", s->choices, w[0], w[1]);
            }
}

Test(singular, velocities_choose_a_branch)
{
    const tml_singular_part *s = found(flat(false, 1, 1, 2, 1, "initial: {O.speed: 2, C.speed: 2}\n"));
    double r[2];
    cr_assert(s && s->start == TML_SINGULAR_ON_BRANCH);
    ratios(s, 1, 2, 1, r);
    cr_assert_float_eq(r[s->along], 1, 1e-5);
    s = found(flat(false, 1, 1, 2, 1, "initial: {O.speed: 2, C.speed: -6}\n"));
    cr_assert(s && s->start == TML_SINGULAR_ON_BRANCH);
    ratios(s, 1, 2, 1, r);
    cr_assert_float_eq(r[s->along], -3, 1e-5);
    s = found(flat(false, 1, 1, 2, 1, "initial: {O.speed: 2, C.speed: 3}\n"));
    cr_assert(s && s->start == TML_SINGULAR_INCONSISTENT);
}

/* ---- several forms ---- */

/* Cranks of 1 on bases of 2, flat, each coupler from one crank to the next. */
static const char *row_of_parallelograms(int loops, const char *more)
{
    static char text[20000];
    size_t at = (size_t)snprintf(text, sizeof text, "trammel: 1\npoints: {");
    for (int i = 0; i <= loops; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%sC%d: [%d, 0], P%d: [%d, 0]", i ? ", " : "", i, 2 * i, i,
                               2 * i + 1);
    at += (size_t)snprintf(text + at, sizeof text - at, "}\nbodies:\n");
    for (int i = 0; i <= loops; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "  c%d: {points: [C%d, P%d], mass: 1, shape: rod}\n", i, i,
                               i);
    for (int i = 0; i < loops; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "  b%d: {points: [P%d, P%d], mass: 1, shape: rod}\n", i, i,
                               i + 1);
    at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n");
    for (int i = 0; i <= loops; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "  C%d: {revolute: [ground, c%d]}\n", i, i);
    for (int i = 0; i < loops; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  L%d: {revolute: [c%d, b%d], at: P%d}\n  R%d: {revolute: [b%d, c%d], at: P%d}\n", i, i,
                               i, i, i, i, i + 1, i + 1);
    snprintf(text + at, sizeof text - at, "%s", more);
    return text;
}

/* Rate of crank i over that of crank 0, on a branch. */
static double ratio_of(const double *v, int i)
{
    return v[3 * i + 2] / v[2];
}

/* Each loop goes on as a parallelogram (1) or an antiparallelogram (-3): 2^loops branches of one degree of freedom. */
Test(singular, rows_of_parallelograms_have_all_branches)
{
    for (int loops = 1; loops <= 4; loops++) {
        const tml_singular_part *s = found(row_of_parallelograms(loops, ""));
        bool seen[16] = {false};
        cr_assert(s && s->kind == TML_BRANCH_SEVERAL && report.singular->part_count == 1);
        cr_assert(s->nearby_rank - s->rank == loops && s->branch_count == 1 << loops, "%d loops: %d branches", loops,
                  s->branch_count);
        for (int b = 0; b < s->branch_count; b++) {
            int which = 0;
            for (int i = 1; i <= loops; i++) {
                const double r = ratio_of(s->branch[b], i) / ratio_of(s->branch[b], i - 1);
                cr_assert(fmin(fabs(r - 1), fabs(r + 3)) < 1e-9, "%g", r);
                which |= r < 0 ? 1 << (i - 1) : 0;
            }
            cr_assert(!seen[which]);
            seen[which] = true;
        }
        cr_assert_not_null(s->choices);
    }
}

/* Parts that are connected through the ground only are separate. */
Test(singular, independent_loops_are_parts_of_their_own)
{
    const tml_singular_part *s = found(
        "trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0], P: [0, 5], Q: [1, 5], R: [2.2, 5], S: [1.1, "
        "5],\n"
        "  T: [0, 9], U: [0, 10], V: [2, 11], W: [2, 9]}\nbodies:\n"
        "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 1, shape: rod}\n"
        "  c: {points: [C, B], mass: 1, shape: rod}\n  p: {points: [P, Q], mass: 1, shape: rod}\n"
        "  q: {points: [Q, R], mass: 1, shape: rod}\n  r: {points: [S, R], mass: 1, shape: rod}\n"
        "  t: {points: [T, U], mass: 1, shape: rod}\n  u: {points: [U, V], mass: 1, shape: rod}\n"
        "  v: {points: [W, V], mass: 1, shape: rod}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: [ground, "
        "c]},\n"
        "  P: {revolute: [ground, p]}, Q: {revolute: [p, q]}, R: {revolute: [q, r]}, S: {revolute: [ground, r]},\n"
        "  T: {revolute: [ground, t]}, U: {revolute: [t, u]}, V: {revolute: [u, v]}, W: {revolute: [ground, v]}}\n"
        "initial: {P.speed: 1}\n");
    cr_assert(s && report.singular->part_count == 2);
    cr_assert_str_eq(s[0].joints, "O, A, B, C");
    cr_assert_str_eq(s[1].joints, "P, Q, R, S");
    cr_assert(s[0].start == TML_SINGULAR_REST && s[1].start == TML_SINGULAR_ON_BRANCH);
}

/* A third crank parallel to the others: the parallelogram remains, the antiparallelogram does not. */
Test(singular, redundant_crank_leaves_one_branch)
{
    const tml_singular_part *s =
        found("trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0], D: [1, 0], E: [2, 0]}\nbodies:\n"
              "  a: {points: [O, A], mass: 1, shape: rod}\n  c: {points: [C, B], mass: 2, shape: rod}\n"
              "  d: {points: [D, E], mass: 1, shape: rod}\n  b: {points: [A, E, B], mass: 1, shape: rod}\n"
              "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: "
              "[ground, c]},\n"
              "  D: {revolute: [ground, d]}, E: {revolute: [b, d]}}\n");
    cr_assert(s && s->kind == TML_BRANCH_SEVERAL && s->branch_count == 1);
    cr_assert(s->rank == 10 && s->nearby_rank == 11);
    cr_assert(fabs(ratio_of(s->branch[0], 1) - 1) < 1e-9 && fabs(ratio_of(s->branch[0], 2) - 1) < 1e-9);
}

/* A five-bar stretched along a line: with h the heights of its pins, sum (dh)^2 / length = 0 over the signed links; two degrees of
 * freedom, and a curved cone of velocities. Given two velocities, the third is a root of it; given one, minimum kinetic energy decides. */
Test(singular, stretched_five_bar_has_a_cone)
{
    static char text[2000];
    static const double x[] = {0, 1, 2.5, 3.7, 3};
    const char *form = "trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [2.5, 0], C: [3.7, 0], D: [3, 0]}\nbodies:\n"
                       "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 1, shape: rod}\n"
                       "  c: {points: [B, C], mass: 2, shape: rod}\n  d: {points: [D, C], mass: 1, shape: rod}\n"
                       "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]},\n"
                       "  C: {revolute: [c, d]}, D: {revolute: [ground, d]}}\n%s";
    snprintf(text, sizeof text, form, "");
    const tml_singular_part *s = found(text);
    cr_assert(s && s->kind == TML_BRANCH_CONE && s->start == TML_SINGULAR_REST);
    snprintf(text, sizeof text, form, "initial: {O.speed: 4}\n");
    s = found(text);
    cr_assert(s->start == TML_SINGULAR_ON_BRANCH && s->completed);
    const double *v = m->v;
    double h[5] = {0, 4, 0, 0, 0}, sum = 0, size = 0, best = INFINITY, energy = 0;
    h[2] = h[1] + 1.5 * v[5], h[3] = h[2] + 1.2 * v[8];
    for (int i = 0; i < 4; i++) {
        const double dx = x[i + 1] - x[i], dh = h[i + 1] - h[i];
        sum += dh * dh / dx, size += dh * dh / fabs(dx);
    }
    cr_assert(fabs(sum) < 1e-10 * size);
    /* kinetic energy of rods: m (h1^2 + h1 h2 + h2^2) / 6; its least over the cone, h2 by h3 */
    static const double mass[] = {1, 1, 2, 1};
    for (int i = 0; i < 4; i++)
        energy += mass[i] * (h[i] * h[i] + h[i] * h[i + 1] + h[i + 1] * h[i + 1]) / 6;
    for (int k = -200000; k <= 200000; k++) {
        const double h3 = k * 1e-4, a = 1 / 1.5 + 1 / 1.2, b = -2 * (4 / 1.5 + h3 / 1.2),
                     c = 16 + 16 / 1.5 + h3 * h3 / 1.2 - h3 * h3 / 0.7, d = b * b - 4 * a * c;
        for (int side = -1; d >= 0 && side <= 1; side += 2) {
            const double h2 = (-b + side * sqrt(d)) / (2 * a);
            best = fmin(best, (16 + 16 + 4 * h2 + h2 * h2 + 2 * (h2 * h2 + h2 * h3 + h3 * h3) + h3 * h3) / 6);
        }
    }
    cr_assert(energy < best + 1e-9 && energy > best - 1e-5, "energy %.12g, least %.12g", energy, best);
}

/* Large mechanisms: only the part that is singular counts. */
Test(singular, found_among_many_coordinates)
{
    static char text[200000];
    size_t at = (size_t)snprintf(text, sizeof text, "trammel: 1\npoints:\n");
    enum { LOOPS = 60 };
    for (int i = 0; i < LOOPS; i++) {
        const double y = 3 * i, up = y + (i == 41 ? 0 : 0.7);
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  O%d: [0, %.17g]\n  A%d: [1, %.17g]\n  B%d: [3, %.17g]\n  C%d: [2, %.17g]\n", i, y, i,
                               up, i, up, i, y);
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "bodies:\n");
    for (int i = 0; i < LOOPS; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  a%d: {points: [O%d, A%d], mass: 1, shape: rod}\n  b%d: {points: [A%d, B%d], mass: 1, "
                               "shape: rod}\n  c%d: {points: [C%d, B%d], mass: 1, shape: rod}\n",
                               i, i, i, i, i, i, i, i, i);
    at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n");
    for (int i = 0; i < LOOPS; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  O%d: {revolute: [ground, a%d]}\n  A%d: {revolute: [a%d, b%d]}\n"
                               "  B%d: {revolute: [b%d, c%d]}\n  C%d: {revolute: [ground, c%d]}\n",
                               i, i, i, i, i, i, i, i, i, i);
    const tml_singular_part *s = found(text);
    cr_assert(s && report.singular->part_count == 1 && s->branch_count == 2);
    cr_assert_str_eq(s->joints, "O41, A41, B41, C41");
}

/* Two links in a line between pins: a motion to first order that nothing can make. A pendulum on it swings all the same. */
Test(singular, straight_truss_cannot_move)
{
    const char *form =
        "trammel: 1\ngravity: [0, -9.81]\npoints: {O: [0, 0], A: [1, 0], B: [2, 0], Q: [2, -1]}\nbodies:\n"
        "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 1, shape: rod}\n"
        "  p: {points: [A, Q], mass: 1, shape: rod}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [ground, b]}, H: "
        "{revolute: [a, p], at: A}}\n%sanalyses: [dynamics: {end: 0.2, output: 0.1, tolerance: 1e-10}]\n";
    char text[1000];
    snprintf(text, sizeof text, form, "");
    const tml_singular_part *s = found(text);
    cr_assert(s && s->kind == TML_BRANCH_NONE && s->certain && s->start == TML_SINGULAR_REST);
    method_run r = method_run_text("truss", text, (run_method){0});
    cr_assert_eq(r.status, TML_OK, "%s", method_run_message(&r));
    bool unbounded = false;
    for (size_t i = 0; i < tml_log_count(r.c.log); i++)
        unbounded |= strstr(tml_log_get(r.c.log, i).text, "reactions grow without bound") != NULL;
    cr_expect(unbounded);
    /* a physical pendulum let go at -pi/4: w^2 = 3 g (cos a - cos a0) / l, l = sqrt 2, a from the vertical */
    const long angle = tml_table_find(r.c.table, "p.angle"), speed = tml_table_find(r.c.table, "p.omega");
    for (size_t row = 1; row < 3; row++) {
        const double a = 3.14159265358979323846 / 4 + tml_table_value(r.c.table, row, (size_t)angle),
                     w = tml_table_value(r.c.table, row, (size_t)speed);
        cr_expect(fabs(w * w - 3 * 9.81 * (cos(a) - sqrt(0.5)) / sqrt(2)) < 1e-7, "%g: %g", a, w);
    }
    method_run_free(&r);
    snprintf(text, sizeof text, form, "initial: {O.speed: 1}\n");
    cr_assert(found(text)->start == TML_SINGULAR_INCONSISTENT);
}

/* A flat parallelogram on a body that moves: the branches are named by the parallelogram's own joints. */
Test(singular, branches_are_named_without_idle_motions)
{
    const tml_singular_part *s = found(
        "trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0]}\nbodies:\n"
        "  base: {points: [O, C], mass: 5, shape: rod}\n  a: {points: [O, A], mass: 1, shape: rod}\n"
        "  b: {points: [A, B], mass: 1, shape: rod}\n  c: {points: [C, B], mass: 2, shape: rod}\n"
        "joints: {S: {prismatic: [ground, base], at: O, axis: y}, O: {revolute: [base, a]}, A: {revolute: [a, b]},\n"
        "  B: {revolute: [b, c]}, C: {revolute: [base, c]}}\n");
    cr_assert(s && s->branch_count == 2);
    cr_assert(strcmp(s->choices, "{O.speed: 1, C.speed: 1} or {O.speed: 1, C.speed: -3}") == 0 ||
                  strcmp(s->choices, "{O.speed: 1, C.speed: -3} or {O.speed: 1, C.speed: 1}") == 0,
              "%s", s->choices);
}

/* Bennett's linkage, three rows redundant at every position, a line or not. */
static const char *bennett(double angle)
{
    static char text[3000];
    const double a = 1, b = 1.5, alpha = 0.6, beta = asin(b * sin(alpha) / a);
    const double k = sin((beta + alpha) / 2) / sin((beta - alpha) / 2), other = 2 * atan2(k, tan(angle / 2));
    const double turn[4] = {angle, other, -angle, -other}, length[4] = {a, b, a, b},
                 twist[4] = {alpha, beta, alpha, beta};
    tml_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, p = {0, 0, 0}, at[4], axis[4];
    for (int i = 0; i < 4; i++) {
        at[i] = p, axis[i] = z;
        const tml_vec3 u = tml_add(tml_scale(cos(turn[i]), x), tml_scale(sin(turn[i]), y)),
                       v = tml_sub(tml_scale(cos(turn[i]), y), tml_scale(sin(turn[i]), x));
        x = u, p = tml_add(p, tml_scale(length[i], u));
        y = tml_add(tml_scale(cos(twist[i]), v), tml_scale(sin(twist[i]), z));
        z = tml_sub(tml_scale(cos(twist[i]), z), tml_scale(sin(twist[i]), v));
    }
    cr_assert(tml_norm(p) < 1e-14, "it closes");
    size_t n = (size_t)snprintf(text, sizeof text, "trammel: 1\nspace: space\npoints: {");
    for (int i = 0; i < 4; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%sJ%d: [%.17g, %.17g, %.17g]", i ? ", " : "", i, at[i].x,
                              at[i].y, at[i].z);
    n += (size_t)snprintf(text + n, sizeof text - n, "}\nbodies:\n");
    for (int i = 0; i < 3; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "  b%d: {points: [J%d, J%d], mass: 1, inertia: [0.1, 0.2, 0.3]}\n", i, i, i + 1);
    n += (size_t)snprintf(text + n, sizeof text - n, "joints:\n");
    static const char *const bodies[] = {"ground", "b0", "b1", "b2", "ground"};
    for (int i = 0; i < 4; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  J%d: {revolute: [%s, %s], axis: [%.17g, %.17g, %.17g]}\n",
                              i, bodies[i], bodies[i + 1], axis[i].x, axis[i].y, axis[i].z);
    return text;
}

Test(singular, bennett_is_redundant_not_singular)
{
    static const double angles[] = {0, 0.3, 1, 2.5};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        cr_expect_null(found(bennett(angles[i])));
        cr_expect_eq(report.free_count, 1);
    }
}

/* Redundant everywhere, or regular: nothing is singular. */
Test(singular, redundant_rows_are_not_singular)
{
    cr_assert_null(
        found("trammel: 1\npoints: {O: [0, 0], A: [0.3, 1], B: [2.3, 1], C: [2, 0], D: [1, 0], E: [1.3, 1]}\nbodies:\n"
              "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B, E], mass: 1, shape: rod}\n"
              "  c: {points: [C, B], mass: 1, shape: rod}\n  d: {points: [D, E], mass: 1, shape: rod}\n"
              "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]},\n"
              "  C: {revolute: [ground, c]}, D: {revolute: [ground, d]}, E: {revolute: [b, d]}}\n"));
    cr_assert_eq(report.rank, m->system->rigid_row_count - 1);
    cr_assert_null(
        found("trammel: 1\nspace: space\npoints: {O: [0, 0, 0], A: [0, 1, 0], B: [2, 2, 0], C: [2, 0, 0]}\nbodies:\n"
              "  a: {points: [O, A], mass: 1, shape: {rod: {diameter: 0.1}}}\n"
              "  b: {points: [A, B], mass: 1, shape: {rod: {diameter: 0.1}}}\n"
              "  c: {points: [C, B], mass: 1, shape: {rod: {diameter: 0.1}}}\n"
              "joints: {O: {revolute: [ground, a], axis: z}, A: {revolute: [a, b], axis: z},\n"
              "  B: {revolute: [b, c], axis: z}, C: {revolute: [ground, c], axis: z}}\n"));
}

/* Every analysis that begins there says so. */
Test(singular, every_analysis_names_a_singular_start)
{
    static const char *const analyses[] = {"dynamics: {end: 1e-3}", "static: {}", "modes: {}", "assembly: {}"};
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        char more[200];
        snprintf(more, sizeof more, "gravity: none\nanalyses: [{%s}]\n", analyses[i]);
        method_run r = method_run_text("flat", flat(false, 1, 1, 2, 1, more), (run_method){0});
        cr_expect(strstr(method_run_message(&r), "singular configuration: joints O, A, B, C"), "%s: %s", analyses[i],
                  method_run_message(&r));
        method_run_free(&r);
    }
    method_run r = method_run_text(
        "driven", flat(false, 1, 1, 2, 1, "drivers: {turn: {O.angle: t}}\nanalyses: [{kinematics: {end: 1}}]\n"),
        (run_method){0});
    cr_expect(strstr(method_run_message(&r), "singular configuration: joints O, A, B, C"), "%s",
              method_run_message(&r));
    method_run_free(&r);
}
