/* bushing.c - rubber mounts and compliant joints in space against closed forms.
 *
 * About one axis the rotation vector is the angle: a torque T rests at T/k, a free body swings with 2 pi sqrt(I/k) at any
 * amplitude below half a revolution, and a mount about one axis is a `torsion`. A force F at the mount of a body that no torque acts on rests where
 * K (s - offset) = preload + (F, 0), however large s is.
 */
#include "support/case.h"
#include "support/larger.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.141592653589793;

#define BODY(mass, inertia, more)                                                                                      \
    "trammel: 1\nspace: space\ngravity: none\npoints: {O: [0, 0, 0]}\n"                                                \
    "bodies:\n  b: {points: {O: [0, 0, 0]}, com: O, mass: " #mass ", inertia: " inertia more "}\n"

static void expect(const tml_case *c, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_value(c, 0, channel), want, bar);
}

/* ---- torque over stiffness ---- */

static void check_rest(const char *holder, const char *angle, double torque)
{
    char text[700];
    snprintf(text, sizeof text,
             BODY(1, "[1, 1, 1]", ", position: [0, 0, 0]") "%s"
                                                           "  T: {torque: b, value: [0, 0, %g]}\n"
                                                           "analyses:\n  - static: {}\n",
             holder, torque);
    tml_case c = tml_case_run_text(holder, text, TML_AS_WRITTEN);
    expect(&c, "b.qw", cos(torque / 200), 1e-13);
    expect(&c, "b.qz", sin(torque / 200), 1e-13);
    if (angle)
        expect(&c, angle, torque / 100, 1e-13);
    tml_case_free(&c);
}

Test(bushing, rests_at_torque_over_stiffness)
{
    static const double torques[] = {1e-6, 40, 60, -60, 100, 157.1, 250, 310};
    for (size_t i = 0; i < sizeof torques / sizeof *torques; i++) {
        check_rest("forces:\n  m: {bushing: [ground.O, b.O], stiffness: {translation: 1e4, rotation: 100}}\n", "m.rz",
                   torques[i]);
        check_rest("joints:\n  J: {fixed: [ground, b], at: O, stiffness: {translation: 1e4, rotation: 100}}\nforces:\n",
                   NULL, torques[i]);
        check_rest("joints:\n  J: {prismatic: [ground, b], at: O, axis: x, stiffness: {rotation: 100}}\n"
                   "forces:\n  s: {bushing: [ground.O, b.O], stiffness: {translation: 1e4}}\n",
                   NULL, torques[i]);
        if (torques[i] > 150) /* past 90 degrees a torque of fixed direction tips an axis off its plane */
            continue;
        check_rest("joints:\n  J: {revolute: [ground, b], at: O, axis: x, stiffness: {rotation: 100}}\n"
                   "forces:\n  s: {bushing: [ground.O, b.O], stiffness: {rotation: [100, 0, 0]}}\n",
                   NULL, torques[i]);
    }
}

/* ---- swings of any size last the same time ---- */

static void check_swing(const char *holder, double amplitude, const char *by, double bar)
{
    const double k = 30, inertia = 0.4, period = 2 * PI * sqrt(inertia / k);
    char text[900];
    snprintf(
        text, sizeof text,
        BODY(2, "[0.9, 0.7, 0.4]",
             ", position: [0, 0, 0], orientation: {axis: [0, 0, 1], angle: %.17g}") "%s"
                                                                                    "analyses:\n  - dynamics: {end: "
                                                                                    "%.17g, output: %.17g, tolerance: "
                                                                                    "1e-11, "
                                                                                    "stiffness: 1e7}\n",
        amplitude, holder, 3 * period, period / 4);
    tml_case c = tml_case_run_text_with(by, text, TML_AS_WRITTEN, TML_BY(by));
    const size_t last = tml_table_rows(c.table) - 1;
    cr_assert_eq(last, 12);
    for (size_t row = 0; row <= last; row++) {
        const double angle = amplitude * cos(PI / 2 * (double)row),
                     speed = -amplitude * sqrt(k / inertia) * sin(PI / 2 * (double)row);
        tml_case_near(&c, "qw", fabs(tml_case_value(&c, row, "b.qw")), fabs(cos(angle / 2)), bar);
        tml_case_near(&c, "speed", tml_case_value(&c, row, "b.omegaz"), speed, 100 * bar);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

static const char MOUNT[] =
    "forces:\n  m: {bushing: [ground.O, b.O], stiffness: {translation: 500, rotation: [20, 25, 30]}}\n";
static const char HINGE[] = "joints:\n  J: {revolute: [ground, b], at: O, axis: z}\n"
                            "forces:\n  m: {bushing: [ground.O, b.O], stiffness: [0, 0, 0, 0, 0, 30]}\n";
static const char TORSION[] = "joints:\n  J: {revolute: [ground, b], at: O, axis: z}\n"
                              "forces:\n  m: {torsion: J, stiffness: 30}\n";

static void swings_with_the_period_of_its_stiffness(const char *by)
{
    static const double amplitudes[] = {1e-3, 0.5, 1.7, 3.1};
    for (size_t i = 0; i < sizeof amplitudes / sizeof *amplitudes; i++) {
        check_swing(MOUNT, amplitudes[i], by, 1e-11);
        check_swing(HINGE, amplitudes[i], by, 1e-11);
        check_swing(TORSION, amplitudes[i], by, 1e-11);
    }
}
TML_TEST_EACH(bushing, swings_with_the_period_of_its_stiffness, 20)

Test(bushing, swings_alike_by_the_penalty_formulation, .timeout = TML_SLOWER * 20)
{
    check_swing(MOUNT, 3.1, "implicit", 1e-11);
    check_swing(HINGE, 1.7, "implicit", 1e-6);
}

/* ---- energy with all that couples ---- */

#define FULL                                                                                                           \
    "[[400, 30, -20, 5, 8, -6], [30, 300, 10, -7, 4, 3], [-20, 10, 500, 6, -5, 9], [5, -7, 6, 12, 1, -2], [8, 4, -5, " \
    "1, 15, 2], [-6, 3, 9, -2, 2, 11]]"

static void energy_is_kept(const char *by)
{
    static const char text[] =
        "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  ground: {points: {O: [0.1, 0, 0.2]}}\n"
        "  b: {points: {P: [0.1, -0.2, 0.1]}, com: [0, 0, 0], mass: 3, inertia: [0.5, 0.4, 0.3, 0.02, -0.03, 0.01], "
        "position: [0.3, 0.1, 0], orientation: {axis: [1, 2, 3], angle: 0.8}, omega: [0.5, -1, 2], velocity: [0.2, "
        "0.1, -0.3]}\n"
        "  c: {points: {Q: [0.1, 0, 0.3]}, com: [0, 0, 0], mass: 2, inertia: [0.2, 0.3, 0.25], position: [0.5, 0, "
        "0.1]}\n"
        "forces:\n"
        "  m: {bushing: [ground.O, b.P], stiffness: " FULL ", offset: {translation: [0.01, 0.02, -0.03], rotation: "
        "[0.2, -0.1, 0.3]}, preload: {force: [3, -2, 5], torque: [0.5, 0.2, -0.3]}, orientation: {axis: [0, 1, 1], "
        "angle: 0.4}}\n"
        "  n: {bushing: [b.P, c.Q], stiffness: " FULL ", axis: [1, 1, 0]}\n"
        "analyses:\n  - dynamics: {end: 8, output: 0.05, tolerance: 1e-10}\n";
    tml_case c = tml_case_run_text_with(by, text, TML_AS_WRITTEN, TML_BY(by));
    const double most = tml_case_largest(&c, "energy.kinetic");
    double rotation = 0;
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        rotation = larger(rotation, hypot(hypot(tml_case_value(&c, row, "n.rx"), tml_case_value(&c, row, "n.ry")),
                                          tml_case_value(&c, row, "n.rz")));
    cr_assert(rotation > 0.5 && rotation < PI, "a large rotation, %g", rotation);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-7 * most);
    tml_case_free(&c);
}
TML_TEST_EACH(bushing, energy_is_kept, 20)

/* ---- offset, preload, coupling ---- */

/* x of K x = f by elimination. */
static void solve(int n, double K[6][6], double *f)
{
    for (int p = 0; p < n; p++)
        for (int i = 0; i < n; i++) {
            const double factor = i == p ? 0 : K[i][p] / K[p][p];
            for (int j = p; j < n; j++)
                K[i][j] -= factor * K[p][j];
            f[i] -= factor * f[p];
        }
    for (int i = 0; i < n; i++)
        f[i] /= K[i][i];
}

Test(bushing, coupled_mount_deflects_by_the_inverse_of_its_matrix)
{
    double K[6][6] = {{400, 30, -20, 5, 8, -6}, {30, 300, 10, -7, 4, 3}, {-20, 10, 500, 6, -5, 9},
                      {5, -7, 6, 12, 1, -2},    {8, 4, -5, 1, 15, 2},    {-6, 3, 9, -2, 2, 11}};
    const double offset[6] = {0.01, 0.02, -0.03, 0.2, -0.1, 0.3};
    double f[6] = {3 + 20, -2 - 10, 5 + 30, 2, -9, 12};
    static const char *const names[] = {"m.dx", "m.dy", "m.dz", "m.rx", "m.ry", "m.rz"};
    tml_case c = tml_case_run_text(
        "coupled",
        BODY(
            2, "[1, 1, 1]",
            ", position: [0, 0, 0]") "forces:\n"
                                     "  m: {bushing: [ground.O, b.O], stiffness: " FULL
                                     ", damping: {translation: 5, rotation: 1},\n"
                                     "      offset: {translation: [10 mm, 20 mm, -0.03], rotation: [0.2, -0.1, 0.3]},\n"
                                     "      preload: {force: [3, -2, 5], torque: [2, -9, 12]}}\n"
                                     "  F: {force: b.O, value: [20, -10, 30]}\n"
                                     "analyses:\n  - static: {}\n",
        TML_AS_WRITTEN);
    solve(6, K, f);
    for (int i = 0; i < 6; i++)
        expect(&c, names[i], offset[i] + f[i], 1e-13);
    expect(&c, "m.fx", -20, 1e-11);
    expect(&c, "m.fz", -30, 1e-11);
    expect(&c, "m.tz", 0, 1e-11);
    tml_case_free(&c);
}

Test(bushing, coupled_mount_in_the_plane_deflects_by_the_inverse_of_its_matrix)
{
    double K[6][6] = {{400, 30, 8}, {30, 300, -5}, {8, -5, 12}}, f[3] = {3 + 20, -2 - 10, 7};
    tml_case c =
        tml_case_run_text("plane",
                          "trammel: 1\ngravity: none\npoints: {O: [0, 0]}\n"
                          "bodies:\n  b: {points: [O], com: O, mass: 2, inertia: 1}\n"
                          "forces:\n"
                          "  m: {bushing: [ground.O, b.O], stiffness: [[400, 30, 8 N/rad], [30, 300, -5], [8 N, "
                          "-5, 12]], offset: {translation: [0.01, 0.02], rotation: 10 deg}, preload: {force: [3, "
                          "-2], torque: 7}}\n"
                          "  F: {force: b.O, value: [20, -10]}\n"
                          "analyses:\n  - static: {}\n",
                          TML_AS_WRITTEN);
    solve(3, K, f);
    expect(&c, "m.dx", 0.01 + f[0], 1e-14);
    expect(&c, "m.dy", 0.02 + f[1], 1e-14);
    expect(&c, "m.angle", PI / 18 + f[2], 1e-14);
    expect(&c, "b.angle", PI / 18 + f[2], 1e-14);
    tml_case_free(&c);
}

/* Soft along its own axis only: the load is resolved along and across it. */
Test(bushing, load_is_resolved_along_the_axes_of_the_mount)
{
    static const char *const axes[] = {"axis: [3, 0, 4]", "orientation: {axis: y, angle: 0.6435011087932844}"};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 BODY(2, "[1, 1, 1]", ", position: [0, 0, 0]") "forces:\n"
                                                               "  m: {bushing: [ground.O, b.O], stiffness: "
                                                               "{translation: [1000, 1000, 100], rotation: 5}, %s}\n"
                                                               "  F: {force: b.O, value: [10, 0, 0]}\n"
                                                               "analyses:\n  - static: {}\n",
                 axes[i]);
        tml_case c = tml_case_run_text(axes[i], text, TML_AS_WRITTEN);
        expect(&c, "m.dz", 10 * 0.6 / 100, 1e-15); /* z = (0.6, 0, 0.8) */
        expect(&c, "b.O.x", 0.6 * 0.06 + 0.8 * 0.008, 1e-15);
        expect(&c, "b.O.z", 0.8 * 0.06 - 0.6 * 0.008, 1e-15);
        tml_case_free(&c);
    }
}

/* A damper in a matrix: the rate of decay of a coupled pair that has one mode along its coupling. */
Test(bushing, damping_matrix_sets_the_rate_of_decay)
{
    tml_case c = tml_case_run_text(
        "damping",
        "trammel: 1\ngravity: none\npoints: {O: [0, 0]}\n"
        "bodies:\n  b: {points: {O: [0, 0]}, com: O, mass: 2, inertia: 1, position: [0, 0], velocity: [1, 1]}\n"
        "forces:\n  m: {bushing: [ground.O, b.O], damping: [[3, 1, 0], [1, 3, 0], [0, 0, 0]]}\n"
        "analyses:\n  - dynamics: {end: 1, output: 0.5, tolerance: 1e-11}\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "vx", tml_case_at(&c, 1, "b.vx"), exp(-4.0 / 2), 1e-9);
    tml_case_near(&c, "vy", tml_case_at(&c, 1, "b.vy"), exp(-4.0 / 2), 1e-9);
    tml_case_free(&c);
}

/* ---- what is refused ---- */

static void refused(const char *dimension, const char *options, const char *part)
{
    char text[700];
    const bool space = strcmp(dimension, "space") == 0;
    snprintf(text, sizeof text,
             "trammel: 1\nspace: %s\ngravity: none\npoints: {O: %s}\nbodies:\n  b: {points: [O], com: O, mass: 2, "
             "inertia: %s}\n"
             "forces:\n  m: {bushing: [ground.O, b.O], %s}\nanalyses:\n  - static: {}\n",
             dimension, space ? "[0, 0, 0]" : "[0, 0]", space ? "[1, 1, 1]" : "1", options);
    tml_expect_run(text, TML_WRONG, part);
}

Test(bushing, matrices_that_are_not_symmetric_and_semidefinite_are_refused)
{
    refused("plane", "stiffness: [[4, 1, 0], [2, 3, 0], [0, 0, 1]]",
            "must be symmetric: row 2, column 1 is 2, but row 1, column 2 is 1");
    refused("plane", "stiffness: [[4, 1, 0], [1, -3, 0], [0, 0, 1]]", "row 2, column 2 must not be negative");
    refused("plane", "stiffness: [[1, 2, 0], [2, 1, 0], [0, 0, 1]]", "positive semidefinite");
    refused("plane", "damping: [[1, 2, 0], [2, 1, 0], [0, 0, 1]]", "positive semidefinite");
    refused("plane", "stiffness: [[1, 0], [0, 1]]", "must have 3 rows in the plane");
    refused("space", "stiffness: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "must have 6 rows in space");
    refused("space", "stiffness: [1, 2, 3]", "must have 6 numbers in space");
    refused("space", "stiffness: [1, 2, 3, 4, 5, -6]", "must not be negative");
    refused("plane", "stiffness: [[1, 0, 0], [0, 1, 0], [0, 1]]", "row 3 must be a list of 3 numbers");
    refused("plane", "stiffness: [1, 2, [3]]", "must be a number");
    refused("plane", "stiffness: 3, offset: {translation: [1, 2, 3]}", "{translation: [x, y], rotation: angle}");
    refused("space", "stiffness: 3, offset: {rotation: 3}", "{translation: [x, y, z], rotation: [x, y, z]}");
    refused("space", "stiffness: 3, preload: {translation: [1, 2, 3]}", "unknown key \"translation\"");
    refused("space", "stiffness: 3, preload: [1, 2, 3]", "{force: [x, y, z], torque: [x, y, z]}");
    refused("plane", "stiffness: 3, orientation: {axis: z, angle: 1}", "in the plane give axis");
    refused("space", "stiffness: 3, axis: z, orientation: {axis: z, angle: 1}", "give one");
    refused("space", "stiffness: 3, axis: [0, 0, 0]", "has no direction");
    refused("space", "stiffness: [3 N/m, 3 N/m, 3 N*m/rad, 1, 1, 1]", "N*m/rad");
}

/* ---- springs of no length ---- */

#define COINCIDING                                                                                                     \
    "trammel: 1\ngravity: none\npoints: {O: [0, 0], A: [0, 0], B: [1, 0]}\n"                                           \
    "bodies: {a: {points: [A, B], com: A, mass: 1, inertia: 1}}\n"

/* Two points that coincide have no line: the spring neither exerts nor reports a force, and says so. */
Test(spring, without_length_exerts_no_force_and_warns)
{
    static const char *const analyses[] = {"dynamics: {end: 1, output: 0.5}", "static: {}", "evaluate: {}"};
    for (int i = 0; i < 3; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 COINCIDING "forces: {s: {spring: [ground.O, a.A], stiffness: 100, length: 0.1}}\nanalyses: [%s]\n",
                 analyses[i]);
        tml_case c = tml_run_to_status(text, TML_OK);
        tml_expect_message(&c, "there is no line to act along");
        tml_case_near(&c, "s.force", tml_case_value(&c, 0, "s.force"), 0, 0);
        tml_case_near(&c, "a.ax", tml_case_value(&c, 0, "a.ax"), 0, 0);
        tml_case_free(&c);
    }
    tml_case c = tml_run_to_status(
        COINCIDING "forces: {s: {spring: [ground.O, a.A], stiffness: 100, length: 0}}\nanalyses: [static: {}]\n",
        TML_OK);
    tml_expect_no_message(&c, "there is no line");
    tml_case_free(&c);
    c = tml_run_to_status(
        COINCIDING "forces: {s: {spring: [ground.O, a.B], stiffness: 100, length: 0.1}}\nanalyses: [evaluate: {}]\n",
        TML_OK);
    tml_expect_no_message(&c, "there is no line");
    tml_case_free(&c);
}
