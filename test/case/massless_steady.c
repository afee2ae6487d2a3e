/* massless_steady.c - relative equilibria, and modes about them, with massless bodies and with bodies on compliant elements only. */
#include "support/case.h"
#include "support/larger.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* A wheel at 5 rad/s; along a spoke: hub -ka, c- node -kb- seat. The node is massless. */
#define KA 3000.0
#define KB 5000.0
#define C  10.0
#define M  8.0
#define W  5.0
static const char spoke[] =
    "trammel: 1\n"
    "space: space\n"
    "gravity: none\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0, 0]}}\n"
    "  wheel: {points: {O: [0, 0, 0], H: [1, 0, 0]}, com: [0, 0, 0], mass: 10, inertia: [3, 3, 6]}\n"
    "  node: {points: {N: [0, 0, 0]}, position: [1.5, 0, 0]}\n"
    "  seat: {points: {H: [0, 0, 0]}, com: [0, 0, 0], mass: 8, inertia: [0.4, 0.4, 0.2], position: [2.1, 0, 0]}\n"
    "joints:\n"
    "  O: {revolute: [ground, wheel], axis: z}\n"
    "  N: {prismatic: [wheel.O, node.N], axis: x}\n"
    "  S: {prismatic: [wheel.O, seat.H], axis: x}\n"
    "forces:\n"
    "  a: {spring: [wheel.H, node.N], stiffness: 3000, length: 0.5, damping: 10}\n"
    "  b: {spring: [node.N, seat.H], stiffness: 5000, length: 0.5}\n"
    "analyses:\n"
    "  - steady: {speeds: {O: 5}}\n"
    "  - modes: {}\n";

static double complex eigenvalue(const tml_case *c, size_t row)
{
    return CMPLX(tml_case_value(c, row, "eigenvalue.re"), tml_case_value(c, row, "eigenvalue.im"));
}

Test(massless_steady, node_on_a_spoke_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("spoke", spoke, TML_AS_WRITTEN);
    const double k = KA * KB / (KA + KB), d = M * W * W * 2 / (k - M * W * W);
    c.table = tml_case_table(&c, "steady");
    tml_case_near(&c, "seat", tml_case_value(&c, 0, "S.displacement"), 2 + d, 1e-12);
    tml_case_near(&c, "node", tml_case_value(&c, 0, "N.displacement"), 1.5 + k * d / KA, 1e-12);
    const double growth = tml_case_value(&c, 0, "stability.growth");
    c.table = tml_case_table(&c, "modes");
    cr_assert_eq(tml_table_rows(c.table), 2, "%zu modes", tml_table_rows(c.table));
    for (size_t i = 0; i < 2; i++) { /* (m s^2 - m w^2 + kb) (c s + ka + kb) = kb^2 */
        const double complex s = eigenvalue(&c, i), left = (M * s * s - M * W * W + KB) * (C * s + KA + KB);
        tml_case_near(&c, "characteristic equation", cabs(left - KB * KB) / (KB * KB), 0, 1e-11);
    }
    tml_case_near(&c, "growth", growth, creal(eigenvalue(&c, 0)), 1e-8);
    tml_case_free(&c);
}

/* A compliant pivot on a rotating arm; the same pivot as two massless sliders on springs. */
static const char pivot[] = "trammel: 1\n"
                            "gravity: none\n"
                            "bodies:\n"
                            "  ground: {points: {O: [0, 0]}}\n"
                            "  arm: {points: {O: [0, 0], A: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 0.1}\n"
                            "  bob: {points: {A: [0, 0], B: [1, 0]}, com: [0.8, 0], mass: 1, inertia: 0.2, "
                            "position: [1, 0], angle: 0.3}\n"
                            "joints:\n"
                            "  O: {revolute: [ground, arm]}\n"
                            "  A: {revolute: [arm, bob], stiffness: 20000}\n"
                            "forces:\n"
                            "  k: {torsion: A, stiffness: 300, angle: 1.0472, damping: 0.5}\n"
                            "analyses:\n"
                            "  - steady: {speeds: {O: 20}}\n"
                            "  - modes: {}\n";
static const char sliders[] = "trammel: 1\n"
                              "gravity: none\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0]}}\n"
                              "  arm: {points: {O: [0, 0], A: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 0.1}\n"
                              "  across: {points: {A: [0, 0]}, position: [1, 0]}\n"
                              "  along: {points: {A: [0, 0]}, position: [1, 0]}\n"
                              "  bob: {points: {A: [0, 0], B: [1, 0]}, com: [0.8, 0], mass: 1, inertia: 0.2, "
                              "position: [1, 0], angle: 0.3}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, arm]}\n"
                              "  X: {prismatic: [arm.A, across.A], axis: x}\n"
                              "  Y: {prismatic: [across.A, along.A], axis: y}\n"
                              "  A: {revolute: [along, bob]}\n"
                              "forces:\n"
                              "  k: {torsion: A, stiffness: 300, angle: 1.0472, damping: 0.5}\n"
                              "  x: {motor: X, force: -20000*X.displacement}\n"
                              "  y: {motor: Y, force: -20000*Y.displacement}\n"
                              "analyses:\n"
                              "  - steady: {speeds: {O: 20}}\n"
                              "  - modes: {}\n";

Test(massless_steady, compliant_pivot_has_the_modes_of_massless_sliders)
{
    tml_case c = tml_case_run_text("pivot", pivot, TML_AS_WRITTEN);
    tml_case other = tml_case_run_text("sliders", sliders, TML_AS_WRITTEN);
    c.table = tml_case_table(&c, "steady");
    other.table = tml_case_table(&other, "steady");
    tml_case_near(&c, "bob", tml_case_value(&c, 0, "bob.angle"), tml_case_value(&other, 0, "bob.angle"), 1e-11);
    tml_case_near(&c, "x", tml_case_value(&c, 0, "bob.x"), tml_case_value(&other, 0, "bob.x"), 1e-11);
    const double growth = tml_case_value(&c, 0, "stability.growth");
    c.table = tml_case_table(&c, "modes");
    other.table = tml_case_table(&other, "modes");
    cr_assert_eq(tml_table_rows(c.table), 3, "%zu modes", tml_table_rows(c.table));
    cr_assert_eq(tml_table_rows(other.table), 3, "%zu modes", tml_table_rows(other.table));
    for (size_t i = 0; i < 3; i++)
        tml_case_near(&c, "eigenvalue", cabs(eigenvalue(&c, i) - eigenvalue(&other, i)) / cabs(eigenvalue(&c, i)), 0,
                      1e-10);
    double largest = -INFINITY;
    for (size_t i = 0; i < 3; i++)
        largest = larger(largest, creal(eigenvalue(&c, i)));
    tml_case_near(&c, "growth", growth, largest, 1e-8);
    tml_case_free(&c);
    tml_case_free(&other);
}

/* A massless node on springs on a rotating arm, and a particle on the node: the limit of light nodes. */
static const char carried[] = "trammel: 1\n"
                              "gravity: none\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0]}}\n"
                              "  arm: {points: {O: [0, 0], A: [1, 0.5], B: [1, -0.5]}, com: [0, 0], mass: 10, "
                              "inertia: 3}\n"
                              "  node: {points: {N: [0, 0]}, position: [1.4, 0]}\n"
                              "  ball: {points: {P: [0, 0]}, mass: 0.5, inertia: 0, position: [2.1, 0]}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, arm]}\n"
                              "forces:\n"
                              "  a: {spring: [arm.A, node.N], stiffness: 3000, length: 0.5, damping: 10}\n"
                              "  b: {spring: [arm.B, node.N], stiffness: 3000, length: 0.5}\n"
                              "  c: {spring: [node.N, ball.P], stiffness: 5000, length: 0.5, damping: 1}\n"
                              "analyses:\n"
                              "  - steady: {speeds: {O: 6}}\n"
                              "  - modes: {}\n";

Test(massless_steady, node_and_particle_on_springs_match_closed_forms)
{
    tml_case c = tml_case_run_text("carried", carried, TML_AS_WRITTEN);
    tml_case light = tml_case_run_text(
        "light", carried,
        TML_EDITS({"node: {points: {N: [0, 0]}", "node: {points: {N: [0, 0]}, mass: 2e-8, inertia: 0"}));
    tml_case lighter = tml_case_run_text(
        "lighter", carried,
        TML_EDITS({"node: {points: {N: [0, 0]}", "node: {points: {N: [0, 0]}, mass: 1e-8, inertia: 0"}));
    c.table = tml_case_table(&c, "modes");
    light.table = tml_case_table(&light, "modes");
    lighter.table = tml_case_table(&lighter, "modes");
    cr_assert_eq(tml_table_rows(c.table), 4, "%zu modes", tml_table_rows(c.table));
    cr_assert_eq(tml_table_rows(lighter.table), 6, "%zu modes", tml_table_rows(lighter.table));
    for (size_t i = 0; i < 4; i++) { /* two of the light node's decay at once */
        const double complex s = eigenvalue(&c, i), limit = 2 * eigenvalue(&lighter, i) - eigenvalue(&light, i);
        tml_case_near(&c, "limit of light nodes", cabs(s - limit) / cabs(s), 0, 1e-7);
    }
    tml_case_free(&c);
    tml_case_free(&light);
    tml_case_free(&lighter);
}

/* In space, with moments of all kinds: eigenvalues of `steady` are by differences in relative coordinates, those of `modes` exact. */
static const char bushings[] =
    "trammel: 1\n"
    "space: space\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0, 0]}}\n"
    "  arm: {points: {O: [0, 0, 0], A: [1, 0.2, 0.3]}, com: [0.1, 0.2, 0], mass: 10, inertia: [1, 2, 3]}\n"
    "  bob: {points: {A: [0, 0, 0], B: [0.3, 0.1, -0.2]}, com: [0.2, 0, 0.1], mass: 0.5, inertia: [0.01, 0.02, 0.025], "
    "position: [1, 0.2, 0.3]}\n"
    "  tip: {points: {B: [0, 0, 0], P: [0.1, 0, 0]}, com: P, mass: 0.2, inertia: [0.001, 0.001, 0.001], "
    "position: [1.3, 0.3, 0.1]}\n"
    "joints:\n"
    "  O: {revolute: [ground, arm], axis: z}\n"
    "forces:\n"
    "  b: {bushing: [arm.A, bob.A], stiffness: [2000, 3000, 4000, 50, 60, 70], damping: [2, 3, 4, 0.1, 0.2, 0.3]}\n"
    "  c: {bushing: [bob.B, tip.B], stiffness: [2000, 3000, 4000, 50, 60, 70], damping: [2, 3, 4, 0.1, 0.2, 0.3]}\n"
    "analyses:\n"
    "  - steady: {speeds: {O: 7}}\n"
    "  - modes: {}\n";

Test(massless_steady, bodies_on_bushings_in_space_match_closed_forms)
{
    tml_case c = tml_case_run_text("bushings", bushings, TML_AS_WRITTEN);
    c.table = tml_case_table(&c, "steady");
    const double growth = tml_case_value(&c, 0, "stability.growth");
    c.table = tml_case_table(&c, "modes");
    cr_assert_eq(tml_table_rows(c.table), 12);
    double largest = -INFINITY;
    for (size_t i = 0; i < 12; i++)
        largest = larger(largest, creal(eigenvalue(&c, i)));
    tml_case_near(&c, "growth", growth, largest, 1e-8);
    tml_case_free(&c);
}
