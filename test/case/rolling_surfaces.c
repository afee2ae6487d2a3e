/* rolling_surfaces.c - wheels on and in spheres, cylinders and height fields.
 *
 * A wheel of radius D = r + tube, upright in the plane through the middle of a sphere or square to the axis of a cylinder of radius R, is a pendulum:
 *   l (1 + J/(m D^2)) psi'' = -+ g sin psi,   l = R -+ D,    it turns l/D as much
 * On a flat height field, and straight along a cylinder, it rolls as on a plane: with a sharp edge the slope across its track is carried by friction.
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double g = 9.81;

typedef struct {
    const char *track, *wheel;
    double D, R;
    bool inside;
} pair;

static const pair pairs[] = {
    {"{cylinder: 1, at: [0, 0, 0], axis: y, hollow: true}", "{disc: 0.3, axis: y}", 0.3, 1, true},
    {"{cylinder: 1, at: [0, 0, 0], axis: y, hollow: true}", "{torus: 0.25, tube: 0.05, axis: y}", 0.3, 1, true},
    {"{sphere: 1, at: [0, 0, 0], hollow: true}", "{disc: 0.3, axis: y}", 0.3, 1, true},
    {"{sphere: 1, at: [0, 0, 0], hollow: true}", "{torus: 0.25, tube: 0.05, axis: y}", 0.3, 1, true},
    {"{cylinder: 1, at: [0, 0, 0], axis: y}", "{disc: 0.3, axis: y}", 0.3, 1, false},
    {"{cylinder: 1, at: [0, 0, 0], axis: y}", "{torus: 0.25, tube: 0.05, axis: y}", 0.3, 1, false},
    {"{sphere: 1, at: [0, 0, 0]}", "{disc: 0.3, axis: y}", 0.3, 1, false},
    {"{capsule: 1, from: [0, -2, 0], to: [0, 2, 0]}", "{torus: 0.25, tube: 0.05, axis: y}", 0.3, 1, false},
    {"{torus: 0.75, tube: 0.25, at: [0, 0, 0], axis: y}", "{torus: 0.25, tube: 0.05, axis: y}", 0.3, 1, false},
};

static void wheels_are_pendulums(const char *by)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const pair *p = &pairs[i];
        const double l = p->inside ? p->R - p->D : p->R + p->D, start = p->inside ? 1.2 : 0.3, m = 2, J = 0.09,
                     factor = 1 + J / (m * p->D * p->D), up = p->inside ? -1 : 1;
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "gravity: [0, 0, -9.81]\n"
                 "bodies:\n"
                 "  ground: {surfaces: {track: %s}}\n"
                 "  b: {mass: 2, inertia: [0.045, 0.09, 0.045], position: [%.17g, 0, %.17g], surfaces: {rim: %s}}\n"
                 "joints: {W: {rolling: [ground.track, b.rim]}}\n"
                 "analyses:\n"
                 "  - dynamics: {end: 1, output: 0.1, tolerance: 1e-11}\n",
                 p->track, l * sin(start), up * l * cos(start), p->wheel);
        tml_case c = tml_case_run_text_with(p->track, text, TML_AS_WRITTEN, TML_BY(by));
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const double x = tml_case_value(&c, row, "b.x"), z = tml_case_value(&c, row, "b.z"),
                         u = tml_case_value(&c, row, "b.vx"), w = tml_case_value(&c, row, "b.vz"),
                         psi = atan2(x, up * z), speed = hypot(u, w);
            tml_case_near(&c, "distance", hypot(x, z), l, 1e-11);
            tml_case_near(&c, "plane", tml_case_value(&c, row, "b.y"), 0, 1e-9);
            tml_case_near(&c, "energy", 0.5 * factor * speed * speed + g * up * l * cos(psi), g * up * l * cos(start),
                          1e-9);
            tml_case_near(&c, "turns", fabs(tml_case_value(&c, row, "b.omegay")), speed / p->D, 1e-9);
            tml_case_near(&c, "normal force", tml_case_value(&c, row, "W.normal"),
                          m * g * cos(psi) - up * m * speed * speed / l, 1e-7);
            tml_case_near(&c, "force along", fabs(tml_case_value(&c, row, "W.along")),
                          m * g * fabs(sin(psi)) * (1 - 1 / factor), 1e-7);
            tml_case_near(&c, "force across", tml_case_value(&c, row, "W.across"), 0, 1e-8);
            tml_case_near(&c, "touching point", hypot(tml_case_value(&c, row, "W.x"), tml_case_value(&c, row, "W.z")),
                          p->R, 1e-10);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(rolling_surfaces, wheels_are_pendulums, 40)

/* The floor of a model as a height field that is level. */
#define LEVEL                                                                                                          \
    {                                                                                                                  \
        "bodies:\n  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}",                                                  \
            "tables: {level: {x: [-9, -3, 3, 9], y: [-9, -3, 3, 9], z: [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], "    \
            "[0, 0, 0, 0]]}}\nbodies:\n  ground: {surfaces: {floor: {heightfield: level}}}"                            \
    }

static void expect_same(const tml_case *a, const tml_case *b, double bar)
{
    static const char *const channels[] = {"disc.x", "disc.y",   "disc.z",  "disc.omegax", "disc.omegay", "disc.omegaz",
                                           "W.fx",   "W.normal", "W.along", "W.across",    "W.x",         "W.y"};
    for (size_t row = 0; row < tml_table_rows(a->table); row++)
        for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
            tml_case_near(b, channels[i], tml_case_value(b, row, channels[i]), tml_case_value(a, row, channels[i]),
                          bar);
}

static void a_level_field_is_a_plane(const char *by)
{
    static const char *const rims[] = {"rim: {disc: r, axis: y}}", "rim: {torus: 0.22, tube: 0.08, axis: y}}"};
    for (int i = 0; i < 2; i++) {
        tml_case plane = tml_case_run_with("rolling-disc/rolling-disc.yaml", TML_EDITS({rims[0], rims[i]}), TML_BY(by));
        tml_case field =
            tml_case_run_with("rolling-disc/rolling-disc.yaml", TML_EDITS({rims[0], rims[i]}, LEVEL), TML_BY(by));
        expect_same(&plane, &field, 1e-7);
        tml_case_laws(&field);
        tml_case_free(&plane);
        tml_case_free(&field);
    }
}
TML_TEST_EACH(rolling_surfaces, a_level_field_is_a_plane, 40)

/* Modes of rolling straight on: on a level field and along the top of a cylinder s^2 = 4/5 (g/r - 3 w^2). */
Test(rolling_surfaces, modes_are_those_on_a_plane)
{
    static const tml_edit tops[] = {LEVEL,
                                    {"floor: {plane: [0, 0, 0]}", "floor: {cylinder: 0.7, at: [0, 0, -0.7], axis: x}"}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const double w = (k ? 2 : 0.5) / 0.3, square = 0.8 * (g / 0.3 - 3 * w * w);
            tml_case c =
                tml_case_run("rolling-disc/straight.yaml", TML_EDITS(tops[i], {"v: 2 ", k ? "v: 2 " : "v: 0.5 "}));
            const size_t last = tml_table_rows(c.table) - 1;
            tml_case_near(&c, "growth", tml_case_value(&c, last, "eigenvalue.re"), square > 0 ? sqrt(square) : 0, 1e-7);
            tml_case_near(&c, "rate", tml_case_value(&c, last, "eigenvalue.im"), square > 0 ? 0 : sqrt(-square), 1e-7);
            tml_case_free(&c);
        }
}

/* ---- what does not roll, or not on ---- */

static char *ring_on(const char *track, const char *rim, char *text, size_t size)
{
    snprintf(
        text, size,
        "trammel: 1\nspace: space\ngravity: none\nbodies:\n"
        "  ground: {surfaces: {track: %s}}\n"
        "  ring: {mass: 1, inertia: [0.05, 0.05, 0.1], position: [0, 0, 0.22], orientation: {axis: y, angle: 0.1}, "
        "omega: [0, -1, 0],\n         surfaces: {rim: %s}}\n"
        "joints: {W: {rolling: [ground.track, ring.rim]}}\n"
        "analyses: [dynamics: {end: 0.3, output: 0.001, tolerance: 1e-10}]\n",
        track, rim);
    return text;
}

/* A ring that rocks on a bar comes to lie on both sides of itself when its axis is square to the bar. */
Test(rolling_surfaces, a_ring_that_tips_over_on_a_bar_is_told)
{
    char text[1000];
    tml_case c = tml_run_to_status(
        ring_on("{cylinder: 0.2, axis: x}", "{torus: {radius: 0.3, tube: 0.01}}", text, sizeof text), TML_FAILED);
    tml_expect_message(&c, "joint W: at t = ");
    tml_expect_message(&c, "in a second place");
    const size_t last = tml_table_rows(c.table) - 1;
    const double left = tml_message_number(&c, "at t = ") - tml_case_value(&c, last, "t");
    const double lean = 2 * asin(tml_case_value(&c, last, "ring.qy"));
    cr_expect(left >= 0 && left <= 0.001);
    cr_expect_float_eq(lean + left * tml_case_value(&c, last, "ring.omegay"), 0, 1e-6, "it leans by %g there", lean);
    tml_case_free(&c);
}

Test(rolling_surfaces, a_sharp_disc_does_not_roll_on_sharp_edges)
{
    static const char *const tracks[] = {"{box: [1, 1, 0.4]}", "{cylinder: {radius: 0.2, length: 1, axis: x}}",
                                         "{point: [0, 0, 0]}"};
    char text[1000];
    for (size_t i = 0; i < sizeof tracks / sizeof *tracks; i++)
        tml_expect_run(ring_on(tracks[i], "{disc: 0.3}", text, sizeof text), TML_WRONG, "a disc is a sharp edge");
}
