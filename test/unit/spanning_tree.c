/* spanning_tree.c - what a spanning tree knows of the angles of its hinges is what measures say of the bodies that it has placed. */
#include "analysis/prepare.h"
#include "dynamics/tree/relative.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char chain[] = "trammel: 1\n"
                            "space: space\n"
                            "points: {A: [0, 0, 0], B: [1, 0.2, 0.1], C: [1.5, 0.7, -0.4], D: [2, 1, 0]}\n"
                            "bodies:\n"
                            "  a: {points: [A, B], mass: 1, inertia: [0.1, 0.2, 0.15]}\n"
                            "  b: {points: [B, C], mass: 2, inertia: [0.3, 0.2, 0.25]}\n"
                            "  c: {points: [C, D], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                            "joints:\n"
                            "  A: {revolute: [ground, a], axis: [1, 2, 3]}\n"
                            "  B: {revolute: [b, a], axis: [0, 1, -1]}\n" /* the parent is the second body */
                            "  C: {revolute: [b, c], axis: [3, 0, 1]}\n"
                            "forces:\n"
                            "  m: {motor: A, torque: 1}\n"
                            "  n: {motor: B, torque: 2*B.angle}\n"
                            "  o: {torsion: C, stiffness: 3, damping: 1}\n";

static double between(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

static void compare(const tml_workspace *w, int i, const double *known)
{
    const double found[] = {w->value[i], w->rate[i], w->bias[i]};
    for (int k = 0; k < 3; k++)
        cr_expect_float_eq(known[k], found[k], 2e-14, "measure %d, number %d: %.17g, not %.17g", i, k, known[k],
                           found[k]);
    for (int k = 0; k < 12; k++)
        cr_expect_float_eq(known[3 + k], w->J[12 * i + k], 2e-15, "measure %d, J[%d]: %.17g, not %.17g", i, k,
                           known[3 + k], w->J[12 * i + k]);
}

Test(spanning_tree, angles_of_hinges_are_those_that_are_measured)
{
    tml_arena arena = {0};
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(chain, strlen(chain), "chain", log);
    tml_prepared start;
    cr_assert_not_null(model);
    cr_assert_eq(tml_prepare(&start, model, -1, (tml_prepare_options){0}, &arena, log), TML_OK);
    const tml_system *s = tml_system_make_tree(start.system, &arena);
    tml_equations *e = tml_formulation_joint.make(
        s, start.report.rank, (tml_stabilization){.method = TML_STABILIZE_NONE}, TML_NOWHERE, &arena, log);
    tml_workspace *w = e->work;
    int hinges = 0;
    for (int state = 0; state < 20; state++) {
        double q[3], u[3];
        for (int k = 0; k < 3; k++)
            q[k] = between(-9, 9), u[k] = between(-2, 2);
        e->class->place_bodies(e, 0, q, u);
        cr_assert(w->placed_by_tree);
        tml_workspace_measure(w, 0, s->measure_count);
        for (int i = 0; i < s->measure_count; i++) {
            if (!w->of_tree[i])
                continue;
            double known[15] = {w->value[i], w->rate[i], w->bias[i]};
            memcpy(known + 3, w->J + 12 * i, 12 * sizeof *known);
            w->placed_by_tree = false; /* from here on by the bodies */
            tml_workspace_measure(w, i, i + 1);
            compare(w, i, known);
            e->class->place_bodies(e, 0, q, u);
            hinges++;
        }
    }
    cr_expect_eq(hinges, 60);
    tml_arena_free(&arena);
    tml_model_free(model);
    tml_log_free(log);
}
