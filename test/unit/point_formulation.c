/* point_formulation.c - equation (17) of Attia 2004 for his six-bar, entry by entry: five joint angles, four multipliers.
 *
 * Attia cuts the pins C and F. Here they are constrained as in the paper, r_6 - c_1 = 0 and r_8 - c_2 = 0, by drivers of the two points:
 * then the tree is that of the paper, O A B and O A D E, the velocities are [theta_1, theta_21, theta_32, theta_42, theta_54]' and the multipliers
 * its nu, the forces on the particles at C and F. The numbers were solved for independently, with seven particles.
 */
#include "assembly/assemble.h"
#include "dynamics/formulation.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>

static const char six_bar[] = "trammel: 1\n"
                              "gravity: [0, -9.81]\n"
                              "points:\n"
                              "  O: [0, 0]\n"
                              "  A: [-0.566, 0.566]\n"
                              "  B: [3.029, 0.751]\n"
                              "  C: [3.5, -1.5]\n"
                              "  D: [2.793, 2.737]\n"
                              "  E: [4, -0.548]\n"
                              "  F: [7.5, -0.5]\n"
                              "bodies:\n"
                              "  crank: {points: [O, A],    mass: 0.5, inertia: 0.0266}\n"
                              "  plate: {points: [A, B, D], mass: 3,   inertia: 6}\n"
                              "  prop:  {points: [B, C],    mass: 1,   inertia: 0.4408}\n"
                              "  link:  {points: [D, E],    mass: 1,   inertia: 1.0208}\n"
                              "  stay:  {points: [E, F],    mass: 1,   inertia: 1.0208}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, crank]}\n"
                              "  A: {revolute: [crank, plate]}\n"
                              "  B: {revolute: [plate, prop]}\n"
                              "  D: {revolute: [plate, link]}\n"
                              "  E: {revolute: [link, stay]}\n"
                              "drivers:\n"
                              "  Cx: {prop.C.x: 3.5}\n"
                              "  Cy: {prop.C.y: -1.5}\n"
                              "  Fx: {stay.F.x: 7.5}\n"
                              "  Fy: {stay.F.y: -0.5}\n";

static const double thetadd[5] = {4.47767673914, -3.92615393315, 0.619688546057, 0.581601903293, -1.32909087931};
static const double nu[4] = {-8.94729700627, 45.4741031374, 3.08541340582, 5.06166195695};

static void expect_near(const char *formulation, const char *what, const double *got, const double *want, int count)
{
    for (int i = 0; i < count; i++) {
        const double off = fabs(got[i] - want[i]) / fabs(want[i]);
        cr_expect(off <= 1e-10, "%s: %s %d is %.15g instead of %.12g: off by %.2g of it", formulation, what, i, got[i],
                  want[i], off);
        cr_log_info("%s: %s %d: %.15g, off by %.2g of it", formulation, what, i, got[i], off);
    }
}

static void solve_at_start(const char *formulation)
{
    mechanism *m = mechanism_make(six_bar);
    const tml_treatment tree = {.kind = TML_TREE};
    const tml_system *s = tml_system_compile(m->resolved, NULL, &tree, &m->arena, m->log);
    tml_assembly report = {.unwrapped = TML_NEW_ARRAY(&m->arena, double, s->measure_count)};
    cr_assert_eq(tml_assemble(s, TML_CLOSE_ALL, 0, 1e-12, m->q, m->v, &report, &m->arena, m->log), TML_OK);
    tml_equations *e =
        tml_formulation_find(formulation)
            ->make(s, report.rank, (tml_stabilization){.method = TML_STABILIZE_NONE}, TML_NOWHERE, &m->arena, m->log);
    cr_assert(e && e->nq == 5 && e->nv == 5 && e->rows == 4 && e->own_rank == 4, "%s: not his 9 equations",
              formulation);
    double q[5], v[5];
    tml_equations_from_bodies(e, 0, m->q, m->v, q, v);
    cr_assert_eq(tml_equations_solve(e, 0, q, v), 0);
    expect_near(formulation, "theta''", e->udot, thetadd, 5);
    expect_near(formulation, "nu", e->lambda, nu, 4);
    mechanism_free(m);
}

Test(point, accelerations_satisfy_equation_17)
{
    solve_at_start("point");
}

/* The same equations without forming them. */
Test(point, articulated_bodies_satisfy_equation_17)
{
    solve_at_start("joint");
}
