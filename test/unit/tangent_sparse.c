/* tangent_sparse.c - the sparse Jacobian against the dense one and against differences, on compliant mechanisms and on the
 * example of every force, its joints taken away.
 *
 * The dense Jacobian solves M a = Q and shares only the derivatives of measures; differences share nothing.
 */
#include "dynamics/tangent/tangent_sparse.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char linkage[] =
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0], C: [1, 0]}}\n"
    "  crank: {points: {O: [0, 0], A: [0.5, 0]}, com: [0.2, 0.1], mass: 1, inertia: 0.3}\n"
    "  coupler: {points: {A: [0, 0], B: [1.5, 0]}, com: [0.7, 0.1], mass: 2, inertia: 0.4, angle: 0.5}\n"
    "  rocker: {points: {C: [0, 0], B: [1, 0]}, com: [0.5, 0], mass: 1.5, inertia: 0.2, angle: 1}\n"
    "  pan: {points: {S: [0, 0]}, mass: 0.5, inertia: 0.1, position: [0.2, 3]}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank], stiffness: 30, damping: 2}\n"
    "  A: {revolute: [crank, coupler], stiffness: {translation: [20, 40]}, damping: 3}\n"
    "  B: {revolute: [coupler, rocker], stiffness: 30}\n"
    "  C: {revolute: [rocker, ground], stiffness: 30, damping: 1}\n"
    "  S: {prismatic: [ground.C, pan.S], axis: [1, 2], stiffness: 20, damping: 4}\n"
    "forces:\n"
    "  drive: {motor: O, torque: 3*sin(t)*O.speed^2 + pan.x*rocker.omega}\n"
    "  pull: {spring: [ground.C, coupler.A], value: 4*length^2 + rate*crank.angle}\n"
    "  wind: {force: rocker.B, value: [coupler.vx*coupler.vy, 2*t], axes: body}\n"
    "  air: {drag: crank.A, linear: 0.5, quadratic: 0.7, angular: 0.1}\n";

static const char platform[] = SPATIAL_ARM
    "joints:\n"
    "  O: {revolute: [ground, base], axis: z, stiffness: {translation: 20, rotation: 10}, damping: {translation: 2, "
    "rotation: 1}}\n"
    "  A: {universal: [base, arm], axes: [x, z], stiffness: {translation: [20, 30, 25], rotation: 7}, damping: 2}\n"
    "  B: {spherical: [arm, head], stiffness: 40, damping: 3}\n"
    "forces:\n"
    "  mount: {bushing: [ground.C, head.C], stiffness: {translation: [20, 30, 25], rotation: 5}, damping: "
    "{translation: 2, "
    "rotation: 1}}\n"
    "  load: {torque: base, value: [0.2*head.omegax, -t*arm.vz, 0.3*head.x*head.omegay], axes: body}\n"
    "  drive: {motor: O, torque: 2 - O.speed}\n";

/* ---- the rate of y = (q, v, W) along a coordinate ---- */

typedef struct {
    mechanism *m;
    tml_absolute *e;
    double *y;
    int n, coordinate;
} setting;

enum { SOME_TIME = 2 };

static void rate_along(void *context, double step, double *out)
{
    setting *s = context;
    const tml_system *system = s->m->system;
    double *y = calloc((size_t)s->n, sizeof *y);
    memcpy(y, s->y, (size_t)s->n * sizeof *y);
    y[s->coordinate] += step;
    const int states = system->nq + system->nv + 1;
    tml_workspace_set_states(s->e->e.work, y + states);
    cr_assert_eq(tml_equations_solve(&s->e->e, SOME_TIME, y, y + system->nq), 0);
    memset(out, 0, (size_t)s->n * sizeof *out);
    tml_workspace_state_rates(s->e->e.work, out + states);
    tml_system_rate(system, y, y + system->nq, out);
    memcpy(out + system->nq, s->e->e.a, (size_t)system->nv * sizeof(double));
    free(y);
}

static double *full_matrix(const tml_pattern *p, const double *values)
{
    const size_t n = (size_t)p->n;
    double *J = calloc(n * n, sizeof *J);
    for (int j = 0; j < p->n; j++)
        for (int k = p->column[j]; k < p->column[j + 1]; k++)
            J[(size_t)j * n + (size_t)p->row[k]] = values[k];
    return J;
}

static void check(const char *name, const char *text, double bar)
{
    if (!text)
        return;
    random_source d = {.state = 5};
    mechanism *m = mechanism_make(text);
    tml_system *system = m->system;
    if (system->result_law_count) { /* its forces are no functions of the state alone: test/unit/linearization.c */
        mechanism_free(m);
        return;
    }
    system->row_count = system->rigid_row_count = 0;
    mechanism_scatter(m, &d);
    const size_t nq = (size_t)system->nq, nv = (size_t)system->nv, states = nq + nv + 1,
                 n = states + (size_t)system->state_count + system->has_friction;
    setting s = {.m = m, .n = (int)n, .y = calloc(n, sizeof(double))};
    memcpy(s.y, m->q, nq * sizeof(double));
    memcpy(s.y + nq, m->v, nv * sizeof(double));
    s.e = tml_absolute_make(tml_formulation_find("absolute"), system, 0,
                            (tml_stabilization){.method = TML_STABILIZE_NONE}, &m->arena);
    for (int i = 0; i < system->state_count; i++)
        s.y[states + (size_t)i] = random_between(&d, -1, 1);
    tml_workspace_set_states(m->work, s.y + states);
    tml_workspace_set_states(s.e->e.work, s.y + states);
    cr_assert(tml_tangent_sparse_fits(system), "%s", name);
    tml_tangent_sparse *sparse = tml_tangent_sparse_make(system, &m->arena);
    double *values = calloc((size_t)sparse->J.pattern.entries, sizeof *values), *dense = calloc(n * n, sizeof *dense);
    cr_assert_eq(tml_tangent_sparse_ode(sparse, m->work, SOME_TIME, s.y, s.y + nq, values), 0);
    double *J = full_matrix(&sparse->J.pattern, values), *slope = calloc(n, sizeof *slope);
    cr_assert_eq(tml_tangent_ode(tml_tangent_make(system, &m->arena), s.e, SOME_TIME, s.y, s.y + nq, dense), 0);
    double scale = 1, off_dense = 0, off_differences = 0;
    for (size_t i = 0; i < n * n; i++) {
        scale = larger(scale, fabs(dense[i]));
        off_dense = larger(off_dense, fabs(dense[i] - J[i]));
    }
    for (s.coordinate = 0; s.coordinate < s.n; s.coordinate++) {
        differentiate(rate_along, &s, s.n, slope);
        for (size_t i = 0; i < n; i++)
            off_differences = larger(off_differences, fabs(slope[i] - J[(size_t)s.coordinate * n + i]));
    }
    cr_log_info("%s: off by %.2g from the dense one, %.2g from differences, of %.3g", name, off_dense, off_differences,
                scale);
    cr_expect(off_dense < 1e-14 * scale, "%s: off by %.3g of %.3g from the dense one", name, off_dense, scale);
    cr_expect(off_differences < bar * scale, "%s: off by %.3g of %.3g from differences", name, off_differences, scale);
    free(values);
    free(dense);
    free(J);
    free(slope);
    free(s.y);
    mechanism_free(m);
}

Test(tangent_sparse, compliant_joints_and_expressions_in_the_plane_match_the_dense_jacobian)
{
    check("linkage", linkage, 1e-9);
}

Test(tangent_sparse, compliant_joints_and_bushings_in_space_match_the_dense_jacobian)
{
    check("platform", platform, 1e-9);
}

Test(tangent_sparse, every_force_matches_the_dense_jacobian)
{
    for (int i = 0; i < tml_force_class_count; i++) {
        check(tml_force_classes[i]->name, tml_force_classes[i]->example_plane, 1e-8);
        check(tml_force_classes[i]->name, tml_force_classes[i]->example_space, 1e-8);
    }
}

/* Bodies in a row: each column has the blocks of its own body and of its neighbours, whatever the length of the row. */
Test(tangent_sparse, only_neighbours_are_coupled)
{
    enum { LINKS = 50 };
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nbodies:\n  ground: {points: {B: [0, 0]}}\n");
    for (int i = 0; i < LINKS; i++)
        tml_text_add(&text, "  b%d: {points: {A: [0, 0], B: [1, 0]}, mass: 1, shape: rod}\n", i);
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < LINKS; i++)
        tml_text_add(&text,
                     i ? "  J%d: {revolute: [b%d.B, b%d.A], stiffness: 10}\n"
                       : "  J%d: {revolute: [ground.B, b%d.A], stiffness: 10}\n",
                     i, i ? i - 1 : i, i);
    mechanism *m = mechanism_make(text.data);
    tml_tangent_sparse *t = tml_tangent_sparse_make(m->system, &m->arena);
    const int pairs = 3 * LINKS - 2;
    cr_expect_eq(t->J.pattern.entries, LINKS * 2 * 9 + pairs * 2 * 9 + 1, "%d", t->J.pattern.entries);
    mechanism_free(m);
    tml_text_free(&text);
}

Test(tangent_sparse, constraints_and_massless_bodies_are_refused)
{
    mechanism *m = mechanism_make(linkage);
    cr_expect(tml_tangent_sparse_fits(m->system));
    m->system->singular_mass = true;
    cr_expect_not(tml_tangent_sparse_fits(m->system));
    m->system->singular_mass = false;
    m->system->row_count = 1;
    cr_expect_not(tml_tangent_sparse_fits(m->system));
    m->system->row_count = 0;
    mechanism_free(m);
}
