/* modes.c - eigenvalues and shapes of small motions, against the references of the papers and closed forms. */
#include "support/case.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static double at(const tml_case *c, size_t mode, const char *column)
{
    return tml_case_value(c, mode - 1, column);
}

/* A number, to a relative tolerance. */
static void near(const tml_case *c, const char *what, double got, double want, double part)
{
    tml_case_near(c, what, got, want, part * fabs(want));
}

static void expect_eigenvalue(const tml_case *c, size_t mode, double re, double im, double part)
{
    const double size = hypot(re, im);
    tml_case_near(c, "eigenvalue.re", at(c, mode, "eigenvalue.re"), re, part * size);
    tml_case_near(c, "eigenvalue.im", at(c, mode, "eigenvalue.im"), im, part * size);
    near(c, "natural", at(c, mode, "natural"), size, part);
    near(c, "frequency", at(c, mode, "frequency"), im / (2 * PI), part);
    tml_case_near(c, "damping", at(c, mode, "damping"), -re / size, part);
}

static void expect_count(const tml_case *c, size_t count)
{
    cr_expect_eq(tml_table_rows(c->table), count, "%s: %zu modes, not %zu", c->name, tml_table_rows(c->table), count);
}

/* ---- the papers ---- */

static void check_suspension(const char *model, const double *hertz, size_t count)
{
    tml_case c = tml_case_run(
        model, TML_EDITS({"  - dynamics: {end: 1, output: 0.0025, set: {road: 0.1}}", "  - modes: {damping: false}"}));
    expect_count(&c, count);
    for (size_t i = 0; i < count; i++) { /* five digits are printed */
        const double unit = pow(10, floor(log10(hertz[i])) - 4);
        tml_case_near(&c, "frequency", at(&c, i + 1, "frequency"), hertz[i], 0.501 * unit);
        double sum = 0;
        for (size_t k = 0; k < tml_table_columns(c.table); k++)
            sum += strstr(tml_table_name(c.table, k), ".participation") ? tml_table_value(c.table, i, k) : 0;
        tml_case_near(&c, "sum of the energies", sum, 1, 1e-12);
    }
    cr_expect(strstr(tml_fact_text(c.table, "about"), "static equilibrium"));
    tml_case_free(&c);
}

/* papers.md, e2 */
Test(modes, suspension_has_the_reference_eigenvalues)
{
    static const double stiff[] = {0.7449, 1.0028, 2.3358, 11.818, 11.92,  189.01, 195.47,
                                   270.14, 276.34, 730.65, 731.09, 741.75, 742.81, 1020.6,
                                   1021.3, 1051.9, 1052.5, 1180.8, 1181.2, 1427.9, 1428.4};
    static const double rubber[] = {0.69463, 0.99214, 1.7556, 11.868, 11.909, 16.973, 22.217,
                                    24.544,  27.112,  62.302, 62.428, 81.813, 81.901, 575.83,
                                    575.9,   814.41,  814.43, 995.77, 995.77, 1261.3, 1261.3};
    check_suspension("suspension/suspension-stiff.yaml", stiff, 21);
    check_suspension("suspension/suspension-rubber.yaml", rubber, 21);
}

#define SWING                                                                                                          \
    SWING_PENDULUM                                                                                                     \
    "drivers: {turn: {O.angle: 20*t}}\n"                                                                               \
    "initial: {A.angle: 0.45377171949723585, A.speed: 0, S.displacement: 1.0153129043019644, S.speed: 0}\n"

/* papers.md, c1: a massless rod; the spin is held by a driver. */
Test(modes, swing_pendulum_has_the_reference_eigenvalues)
{
    static const char text[] = SWING "forces:\n"
                                     "  twist:   {torsion: A, stiffness: 300, angle: 1.0472}\n"
                                     "  stretch: {spring: [rod.A, bob.A], stiffness: 50 kN/m, length: 1}\n"
                                     "analyses: [modes: {about: steady}]\n";
    tml_case c = tml_case_run_text("swing", text, TML_AS_WRITTEN);
    expect_count(&c, 2);
    expect_eigenvalue(&c, 1, 0, 24.982363135303865, 1e-12);
    expect_eigenvalue(&c, 2, 0, 226.32056553962856, 1e-12);
    tml_case_free(&c);
}

Test(modes, damped_swing_pendulum_has_the_reference_eigenvalues)
{
    static const char text[] =
        SWING "forces:\n"
              "  twist:   {torsion: A, stiffness: 300, angle: 1.0472, damping: 10}\n"
              "  stretch: {spring: [rod.A, bob.A], stiffness: 50 kN/m, length: 1, damping: 500}\n"
              "analyses: [modes: {about: instant}]\n";
    tml_case c = tml_case_run_text("damped swing", text, TML_AS_WRITTEN);
    expect_count(&c, 3);
    expect_eigenvalue(&c, 1, -4.796839168980668, 24.504335789727442, 1e-12);
    expect_eigenvalue(&c, 2, -143.97499370714164, 0, 1e-12);
    expect_eigenvalue(&c, 3, -356.13196349365626, 0, 1e-12);
    tml_case_free(&c);
}

/* papers.md, c2: loops closed by rods, in space. */
Test(modes, governor_has_the_reference_eigenvalues)
{
    tml_case c = tml_case_run("governor-damped/governor-damped.yaml",
                              TML_EDITS({"arm1.angle: 0, arm2.angle: 0,",
                                         "arm1.angle: 0.78571102734525376, arm2.angle: -0.78571102734525376,"},
                                        {"dynamics: {end: 10, output: 0.025}", "modes: {about: steady}"}));
    expect_count(&c, 1);
    expect_eigenvalue(&c, 1, -3.1776306936370258, 5.729862123419267, 1e-12);
    tml_case_free(&c);
    c = tml_case_run("governor-damped/governor-damped.yaml",
                     TML_EDITS({"arm1.angle: 0, arm2.angle: 0,",
                                "arm1.angle: 0.78571102734525376, arm2.angle: -0.78571102734525376,"},
                               {"dynamics: {end: 10, output: 0.025}", "modes: {about: steady, damping: false}"}));
    expect_eigenvalue(&c, 1, 0, 6.5519963964076549, 1e-12);
    tml_case_free(&c);
}

/* papers.md, e1: joint modes at the start, in Hz as printed. */
Test(modes, compliant_fourbar_in_motion_has_the_published_frequencies)
{
    static const double hertz[] = {0, 136.333, 250.389, 286.751, 343.747, 1788.48, 2718.37, 3576.63, 3576.69};
    tml_case c = tml_case_run("ica-fourbar/ica-fourbar.yaml",
                              TML_EDITS({"dynamics: {end: 1, output: 0.0025, formulation: implicit}",
                                         "modes: {about: instant, damping: false}"}));
    expect_count(&c, 9);
    for (size_t i = 0; i < 9; i++)
        near(&c, "frequency", at(&c, i + 1, "frequency"), hertz[i], 4e-6);
    cr_expect_eq(at(&c, 1, "rigid"), 1);
    cr_expect_eq(at(&c, 2, "rigid"), 0);
    tml_case_free(&c);
}

/* ---- closed forms in the plane ---- */

#define ROD                                                                                                            \
    "trammel: 1\ngravity: [0, -9.81]\n"                                                                                \
    "bodies:\n  ground: {points: {O: [0, 0]}}\n  rod: {points: {O: [0, 0], A: [0.8, 0]}, mass: 2, shape: rod}\n"       \
    "joints: {O: {revolute: [ground, rod]}}\n"

/* Hanging: w^2 = 3 g/(2 l). Standing: the same with the other sign. With a damper s^2 + c/J s + w^2 = 0. */
Test(modes, pendulum_matches_its_closed_form)
{
    const double square = 3 * 9.81 / (2 * 0.8), J = 2 * 0.64 / 3;
    tml_case c = tml_case_run_text("hanging", ROD "analyses: [static: {}, modes: {}]\n", TML_AS_WRITTEN);
    expect_eigenvalue(&c, 1, 0, sqrt(square), 1e-13);
    cr_expect_str_eq(tml_fact_text(c.table, "stability"), "no mode grows");
    near(&c, "shape", at(&c, 1, "O.angle.re"), 1, 1e-14);
    near(&c, "shape", at(&c, 1, "rod.x.re"), 0.4, 1e-12);
    tml_case_free(&c);
    c = tml_case_run_text("standing", ROD "initial: {O.angle: 90 deg}\nanalyses: [modes: {}]\n", TML_AS_WRITTEN);
    expect_count(&c, 2);
    expect_eigenvalue(&c, 1, -sqrt(square), 0, 1e-13);
    expect_eigenvalue(&c, 2, sqrt(square), 0, 1e-13);
    cr_expect_str_eq(tml_fact_text(c.table, "stability"), "unstable: 1 mode grows");
    tml_case_free(&c);
    c = tml_case_run_text("damped", ROD "forces: {d: {torsion: O, damping: 0.3}}\nanalyses: [static: {}, modes: {}]\n",
                          TML_AS_WRITTEN);
    const double half = 0.15 / J;
    expect_eigenvalue(&c, 1, -half, sqrt(square - half * half), 1e-13);
    near(&c, "time constant", at(&c, 1, "time_constant"), 1 / half, 1e-12);
    tml_case_free(&c);
}

/* Two equal points on rods without mass: w^2 = g/l (2 -+ sqrt 2), shapes 1 : +-sqrt 2. */
Test(modes, double_pendulum_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("double pendulum",
                                   "trammel: 1\ngravity: [0, -9.81]\n"
                                   "points: {O: [0, 0], A: [0, -0.5], B: [0, -1]}\n"
                                   "bodies:\n"
                                   "  one: {points: [O, A], com: A, mass: 3, inertia: 0}\n"
                                   "  two: {points: [A, B], com: B, mass: 3, inertia: 0}\n"
                                   "joints: {O: {revolute: [ground, one]}, A: {revolute: [one, two]}}\n"
                                   "analyses: [modes: {}]\n",
                                   TML_AS_WRITTEN);
    expect_count(&c, 2);
    for (size_t i = 1; i <= 2; i++) {
        const double root = i == 1 ? -sqrt(2) : sqrt(2);
        expect_eigenvalue(&c, i, 0, sqrt(9.81 / 0.5 * (2 + root)), 1e-13);
        near(&c, "shape", at(&c, i, "two.angle.re") / at(&c, i, "one.angle.re"), -root, 1e-12);
    }
    tml_case_free(&c);
}

/* Wall, spring, mass, spring, mass, each spring with a damper c = b k: w^2 = k/m (3 -+ sqrt 5)/2, damping b w/2. */
Test(modes, two_masses_with_dampers_match_their_closed_form)
{
    tml_case c = tml_case_run_text("two masses",
                                   "trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  one: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [1, 0]}\n"
                                   "  two: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [2, 0]}\n"
                                   "joints:\n"
                                   "  A: {prismatic: [ground.O, one.P], axis: [1, 0]}\n"
                                   "  B: {prismatic: [one.P, two.P], axis: [1, 0]}\n"
                                   "forces:\n"
                                   "  s: {spring: [ground.O, one.P], stiffness: 800, length: 1, damping: 4}\n"
                                   "  r: {spring: [one.P, two.P], stiffness: 800, length: 1, damping: 4}\n"
                                   "initial: {A.displacement: 1, B.displacement: 1}\n"
                                   "analyses: [modes: {}]\n",
                                   TML_AS_WRITTEN);
    expect_count(&c, 2);
    for (size_t i = 1; i <= 2; i++) {
        const double root = i == 1 ? -sqrt(5) : sqrt(5), w = sqrt(400 * (3 + root) / 2), damping = 0.005 * w / 2;
        expect_eigenvalue(&c, i, -damping * w, w * sqrt(1 - damping * damping), 1e-13);
        near(&c, "shape", at(&c, i, "two.x.re") / at(&c, i, "one.x.re"), (1 - root) / 2, 1e-12);
        tml_case_near(&c, "imaginary part", at(&c, i, "one.x.im"), 0, 1e-12);
        near(&c, "energies", at(&c, i, "two.participation") / at(&c, i, "one.participation"), (3 - root) / 2, 1e-12);
    }
    tml_case_free(&c);
}

/* ---- bodies without mass ---- */

#define TRACK                                                                                                          \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  node: {points: {P: [0, 0]}, position: [1, 0]}\n"                                                                \
    "  mass: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [2, 0]}\n"                                           \
    "joints:\n"                                                                                                        \
    "  A: {prismatic: [ground.O, node.P], axis: [1, 0]}\n"                                                             \
    "  B: {prismatic: [ground.O, mass.P], axis: [1, 0]}\n"                                                             \
    "initial: {A.displacement: 1, B.displacement: 2}\n"

/* Two springs in a row: the node follows at once. */
Test(modes, massless_node_follows_its_springs)
{
    tml_case c = tml_case_run_text("springs",
                                   TRACK "forces:\n"
                                         "  s: {spring: [ground.O, node.P], stiffness: 300, length: 1}\n"
                                         "  r: {spring: [node.P, mass.P], stiffness: 600, length: 1}\n"
                                         "analyses: [modes: {}]\n",
                                   TML_AS_WRITTEN);
    expect_count(&c, 1);
    expect_eigenvalue(&c, 1, 0, 10, 1e-13);
    near(&c, "shape", at(&c, 1, "node.x.re"), 2.0 / 3, 1e-12);
    tml_case_free(&c);
}

/* A damper, then a spring: m c s^2 + m k s + k c = 0, and a neutral displacement. */
Test(modes, massless_node_behind_a_damper_is_a_first_order_state)
{
    tml_case c = tml_case_run_text("damper",
                                   TRACK "forces:\n"
                                         "  s: {spring: [ground.O, node.P], damping: 300}\n"
                                         "  r: {spring: [node.P, mass.P], stiffness: 600, length: 1}\n"
                                         "analyses: [modes: {}]\n",
                                   TML_AS_WRITTEN);
    expect_count(&c, 2);
    cr_expect_eq(at(&c, 1, "rigid"), 1);
    expect_eigenvalue(&c, 2, -1, sqrt(299), 1e-12);
    tml_case_free(&c);
}

/* A point mass on a rod and a spring: its rotation is ignorable. */
Test(modes, rotation_of_a_point_mass_is_left_out)
{
    tml_case c = tml_case_run_text("point",
                                   "trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0], Q: [1, 1]}}\n"
                                   "  bob: {points: {P: [0, 0]}, mass: 2, inertia: 0, position: [1, 0]}\n"
                                   "joints: {rod: {distance: [ground.O, bob.P], length: 1}}\n"
                                   "forces: {s: {spring: [ground.Q, bob.P], stiffness: 800, length: 1}}\n"
                                   "initial: {bob.y: 0}\n"
                                   "analyses: [modes: {}]\n",
                                   TML_AS_WRITTEN);
    expect_count(&c, 1);
    expect_eigenvalue(&c, 1, 0, 20, 1e-13);
    cr_expect(strstr(tml_fact_text(c.table, "no motions"), "1 rotation"));
    tml_case_free(&c);
}

/* ---- gyroscopes ---- */

/* A top that sleeps: I s^2 -+ i J w s - m g l = 0, precession and nutation. */
Test(modes, sleeping_top_has_precession_and_nutation)
{
    tml_case c = tml_case_run_text("top",
                                   "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0, 0]}}\n"
                                   "  top: {points: {O: [0, 0, 0]}, com: [0, 0, 0.3], mass: 2,\n"
                                   "        inertia: [0.05, 0.05, 0.02], omega: [0, 0, 300]}\n"
                                   "joints: {O: {spherical: [ground, top]}}\n"
                                   "analyses: [modes: {about: steady}]\n",
                                   TML_AS_WRITTEN);
    const double I = 0.05 + 2 * 0.09, H = 0.02 * 300, root = sqrt(H * H - 4 * I * 2 * 9.81 * 0.3);
    expect_count(&c, 3);
    cr_expect_eq(at(&c, 1, "rigid"), 1);
    expect_eigenvalue(&c, 2, 0, (H - root) / (2 * I), 1e-11);
    expect_eigenvalue(&c, 3, 0, (H + root) / (2 * I), 1e-11);
    tml_case_free(&c);
}

/* A top that precesses at an angle, in rings without mass: with H its spin's momentum and P its precession
 * I w^2 = H^2/I - 4 P H cos + I P^2 (sin^2 + 4 cos^2); precession and spin angles are ignorable. */
Test(modes, precessing_top_matches_its_closed_form)
{
    const double I = 0.05 + 2 * 0.09, J = 0.02, mgl = 2 * 9.81 * 0.3, tilt = 0.6, P = 1.5;
    const double H = (mgl + I * P * P * cos(tilt)) / P, spin = H / J - P * cos(tilt);
    char text[2000];
    snprintf(text, sizeof text,
             "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  ground: {points: {O: [0, 0, 0]}}\n"
             "  outer: {points: {O: [0, 0, 0]}}\n"
             "  inner: {points: {O: [0, 0, 0]}}\n"
             "  top: {points: {O: [0, 0, 0]}, com: [0, 0, 0.3], mass: 2, inertia: [0.05, 0.05, 0.02]}\n"
             "joints:\n"
             "  turn: {revolute: [ground, outer], at: O, axis: z}\n"
             "  tilt: {revolute: [outer, inner], at: O, axis: x}\n"
             "  spin: {revolute: [inner, top], at: O, axis: z}\n"
             "initial: {tilt.angle: %.17g, tilt.speed: 0, turn.speed: %.17g, spin.speed: %.17g}\n"
             "analyses: [modes: {about: steady}]\n",
             tilt, P, spin);
    tml_case c = tml_case_run_text("precessing top", text, TML_AS_WRITTEN);
    const double s = sin(tilt), k = cos(tilt);
    expect_count(&c, 3);
    expect_eigenvalue(&c, 3, 0, sqrt((H * H / I - 4 * P * H * k + I * P * P * (s * s + 4 * k * k)) / I), 1e-11);
    cr_expect_eq(at(&c, 1, "rigid") + at(&c, 2, "rigid"), 2);
    tml_case_free(&c);
}

/* ---- what cannot be ---- */

Test(modes, states_without_modes_are_refused_with_the_reason)
{
    tml_expect_run(ROD "drivers: {d: {O.angle: 1}}\nanalyses: [modes: {}]\n", TML_FAILED, "has no degree of freedom");
    tml_expect_run(ROD "analyses: [modes: {}]\n", TML_FAILED,
                   "not in equilibrium here: -7.848 N*m are not balanced along O.angle");
    tml_expect_run(ROD "initial: {O.angle: -90 deg, O.speed: 3}\nanalyses: [modes: {}]\n", TML_FAILED,
                   "is moving here (O.angle at 3 rad/s)");
    tml_expect_run(ROD "initial: {O.speed: 3}\nanalyses: [modes: {about: steady}]\n", TML_FAILED, "not steady here");
    tml_expect_run(ROD "analyses: [modes: {inputs: [motor]}]\n", TML_WRONG, "no force or driver \"motor\"");
    tml_expect_run(ROD "analyses: [modes: {outputs: [O.angel]}]\n", TML_WRONG, "did you mean \"O.angle\"?");
    tml_expect_run(ROD "analyses: [modes: {frequencies: [1, 10, 5]}]\n", TML_WRONG, "need inputs and outputs");
    tml_expect_run(ROD "analyses: [modes: {frequencies: [10, 1, 5]}]\n", TML_WRONG, "increase from a value above zero");
    tml_expect_run(ROD "analyses: [modes: {count: 0}]\n", TML_WRONG, "count must be 1 or more");
    tml_expect_run(ROD "analyses: [modes: {about: instant, method: sparse}]\n", TML_WRONG, "about rest only");
}

#define PIN                                                                                                            \
    "trammel: 1\nspace: space\ngravity: none\nbodies:\n  ground: {points: {O: [0, 0, 0], C: [1, 0, 0]}}\n"             \
    "  a: {points: {O: [0, 0, 0], A: [0, 1, 0]}, mass: 1, inertia: [1, 1, 1]}\n"                                       \
    "  b: {points: {A: [0, 0, 0], B: [1, 0, 0]}, mass: 1, inertia: [1, 1, 1], position: [0, 1, 0]}\n"                  \
    "  c: {points: {C: [0, 0, 0], B: [0, 1, 0]}, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"                  \
    "joints:\n  O: {revolute: [ground.O, a.O], axis: z}\n  A: {revolute: [a.A, b.A], axis: z}\n"                       \
    "  B: {revolute: [b.B, c.B], axis: z}\n  C: {revolute: [ground.C, c.C], axis: z}\n"

/* Rows that depend on each other, so that LAPACK looks at the forces too: what it calls a failure is not lack of memory. */
Test(modes, forces_that_are_not_finite_are_named)
{
    static const char *const analyses[] = {"modes: {method: dense}", "modes: {method: sparse}",
                                           "modes: {about: instant}", "modes: {about: steady}", "static: {}"};
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        char text[2000];
        snprintf(text, sizeof text, PIN "forces: {m: {motor: O, torque: sqrt(O.angle - 1)}}\nanalyses: [%s]\n",
                 analyses[i]);
        tml_expect_run(text, TML_FAILED, "m: its value is not a number");
        if (strcmp(analyses[i], "static: {}") == 0)
            continue;
        snprintf(text, sizeof text, PIN "forces: {m: {motor: O, torque: 1e200*(1e200*O.angle)}}\nanalyses: [%s]\n",
                 analyses[i]);
        tml_expect_run(text, TML_FAILED, "a force, or its derivative, is not a number here");
    }
}

/* ---- springs without length ---- */

/* A force that vanishes with the distance of its points is a vector k d: where they coincide it is as stiff along every direction. */
static void expect_isotropic(const char *plane_or_space, const char *method)
{
    static const char plane[] = "trammel: 1\n"
                                "gravity: none\n"
                                "bodies:\n"
                                "  ground: {points: {O: [0, 0]}}\n"
                                "  a: {points: {A: [0, 0], B: [1, 0]}, com: [0, 0], mass: 2, inertia: 1}\n"
                                "  b: {points: {B: [0, 0]}, mass: 3, inertia: 0, position: [1, 0]}\n"
                                "forces:\n"
                                "  s: {spring: [ground.O, a.A], stiffness: 100}\n"
                                "  r: {spring: [a.B, b.B], value: 300*length}\n"
                                "  t: {torsion: [ground, a], stiffness: 50}\n"
                                "analyses:\n"
                                "  - modes: {method: dense}\n",
                      space[] = "trammel: 1\n"
                                "space: space\n"
                                "gravity: none\n"
                                "bodies:\n"
                                "  ground: {points: {O: [0, 0, 0]}}\n"
                                "  a: {points: {A: [0, 0, 0]}, mass: 2, inertia: [0, 0, 0]}\n"
                                "  b: {points: {B: [0, 0, 0]}, mass: 3, inertia: [0, 0, 0]}\n"
                                "forces:\n"
                                "  s: {spring: [ground.O, a.A], stiffness: 100}\n"
                                "  r: {spring: [a.A, b.B], value: 300*length}\n"
                                "analyses:\n"
                                "  - modes: {method: dense}\n";
    const bool flat = strcmp(plane_or_space, "plane") == 0;
    char word[32];
    snprintf(word, sizeof word, "method: %s", method);
    tml_case c = tml_case_run_text(plane_or_space, flat ? plane : space, TML_EDITS({"method: dense", word}));
    cr_expect_eq(tml_log_count(c.log), 0, "a warning of a force that is zero");
    /* |k1 + k2 - 2 w2, -k2; -k2, k2 - 3 w2| = 0 */
    const double p = (100 + 300) / 2.0 + 300 / 3.0, q = 100 * 300 / 6.0, root = sqrt(p * p / 4 - q);
    const double slow = sqrt(p / 2 - root), fast = sqrt(p / 2 + root);
    size_t slow_ones = 0, fast_ones = 0;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        slow_ones += fabs(tml_case_value(&c, i, "natural") - slow) < 1e-9 * slow;
        fast_ones += fabs(tml_case_value(&c, i, "natural") - fast) < 1e-9 * fast;
    }
    cr_expect_eq(slow_ones, flat ? 1 : 3, "%zu", slow_ones); /* in the plane the lever B rotates, too */
    cr_expect_eq(fast_ones, flat ? 1 : 3, "%zu", fast_ones);
    tml_case_free(&c);
}

Test(modes, springs_without_length_are_stiff_in_all_directions)
{
    expect_isotropic("plane", "dense");
    expect_isotropic("space", "dense");
    expect_isotropic("space", "sparse");
}
