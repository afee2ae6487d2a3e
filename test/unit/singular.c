/* singular.c - configurations where joints lose a constraint are told from rows that are redundant everywhere; their branches are
 * those of the closed form.
 *
 * A four-bar stretched along a line, signed lengths a + b = d + c: first order a w1 + b w2 = c w3, second order
 * a w1^2 + b w2^2 = c w3^2. With w1 = 1: (c^2/b - c) w3^2 - 2 a c/b w3 + a^2/b + a = 0.
 */
#include "formulation/singular.h"
#include "formulation/assemble.h"
#include "support/agree.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static mechanism *m;
static tml_assembly report;

static void tear_down(void)
{
    if (m)
        mechanism_free(m);
    m = NULL;
}

TestSuite(singular, .fini = tear_down);

static const tml_singular *found(const char *text)
{
    tear_down();
    m = mechanism_make(text);
    report = (tml_assembly){0};
    cr_assert_eq(tml_assemble(m->system, TML_CLOSE_ALL, 0, 1e-12, m->q, m->v, &report, &m->arena, m->log), TML_OK, "%s",
                 text);
    return report.singular;
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
static void ratios(const tml_singular *s, double a, double b, double c, double out[2])
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

Test(singular, branches_of_a_stretched_fourbar)
{
    static const double lengths[][3] = {{1, 2, 1}, {1, 2, 1.5}, {0.7, 1.3, 1.1}, {2, 0.8, 1.5}};
    static const double units[] = {1, 1e-6, 1e6};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int space = 0; space < 2; space++)
            for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
                const double a = lengths[i][0], b = lengths[i][1], c = lengths[i][2];
                const double A = c * c / b - c, B = -2 * a * c / b, C = a * a / b + a, root = sqrt(B * B - 4 * A * C);
                const double w[2] = {(-B - root) / (2 * A), (-B + root) / (2 * A)};
                const tml_singular *s = found(flat(space, units[u], a, b, c, ""));
                double r[2];
                cr_assert(s && s->kind == TML_BRANCH_TWO && s->start == TML_SINGULAR_REST);
                cr_assert(s->rank_beside - s->rank == 1);
                cr_assert_str_eq(s->joints, "O, A, B, C");
                ratios(s, a, b, c, r);
                cr_assert(fmin(fabs(r[0] - w[0]), fabs(r[1] - w[0])) < 1e-5 &&
                              fmin(fabs(r[0] - w[1]), fabs(r[1] - w[1])) < 1e-5,
                          "%s, not %g and %g", s->choices, w[0], w[1]);
            }
}

Test(singular, velocities_choose_a_branch)
{
    const tml_singular *s = found(flat(false, 1, 1, 2, 1, "initial: {O.speed: 2, C.speed: 2}\n"));
    double r[2];
    cr_assert(s && s->start == TML_SINGULAR_ON_BRANCH);
    ratios(s, 1, 2, 1, r);
    cr_assert_float_eq(r[s->along], 1, 1e-5);
    s = found(flat(false, 1, 1, 2, 1, "initial: {O.speed: 2, C.speed: -6}\n"));
    cr_assert(s && s->start == TML_SINGULAR_ON_BRANCH);
    ratios(s, 1, 2, 1, r);
    cr_assert_float_eq(r[s->along], -3, 1e-5);
    s = found(flat(false, 1, 1, 2, 1, "initial: {O.speed: 2, C.speed: 3}\n"));
    cr_assert(s && s->start == TML_SINGULAR_OFF);
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
Test(singular, every_analysis_names_it)
{
    static const char *const analyses[] = {"dynamics: {end: 1e-3}", "static: {}", "modes: {}", "assembly: {}"};
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        char more[200];
        snprintf(more, sizeof more, "gravity: none\nanalyses: [{%s}]\n", analyses[i]);
        agree_run r = agree_run_text("flat", flat(false, 1, 1, 2, 1, more), (agree_way){0});
        cr_expect(strstr(agree_said(&r), "singular configuration: joints O, A, B, C"), "%s: %s", analyses[i],
                  agree_said(&r));
        agree_free(&r);
    }
    agree_run r = agree_run_text(
        "driven", flat(false, 1, 1, 2, 1, "drivers: {turn: {O.angle: t}}\nanalyses: [{kinematics: {end: 1}}]\n"),
        (agree_way){0});
    cr_expect(strstr(agree_said(&r), "singular configuration: joints O, A, B, C"), "%s", agree_said(&r));
    agree_free(&r);
}
