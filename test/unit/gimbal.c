/* gimbal.c - gimbal lock, where the second of three angles is 90 degrees: rates are undefined there, and no other number is affected. */
#include "support/case.h"
#include "verify/compare.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* A ball, rotated by `angle` about y, with a given angular velocity: nothing acts on it. */
static tml_case ball(const char *angle, const char *omega)
{
    static char text[1000];
    snprintf(text, sizeof text,
             "trammel: 1\nspace: space\ngravity: none\n"
             "bodies:\n"
             "  ground: {points: {O: [0, 0, 0]}}\n"
             "  b: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.1, 0.1], orientation: {axis: y, angle: %s}, "
             "omega: %s}\n"
             "joints: {O: {spherical: [ground, b]}}\n"
             "analyses: [dynamics: {end: 1, output: 0.25, tolerance: 1e-11}]\n",
             angle, omega);
    return tml_case_run_text("ball", text, TML_AS_WRITTEN);
}

Test(gimbal, rates_are_undefined_in_gimbal_lock)
{
    static const char *const rates[] = {"O.angle1_speed",        "O.angle2_speed",        "O.angle3_speed",
                                        "O.angle1_acceleration", "O.angle2_acceleration", "O.angle3_acceleration"};
    tml_case c = ball("90 deg", "[1, 0.5, 0.2]");
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        cr_expect(isnan(tml_case_value(&c, 0, rates[i])), "%s = %g", rates[i], tml_case_value(&c, 0, rates[i]));
        for (size_t row = 1; row < 5; row++)
            cr_expect(fabs(tml_case_value(&c, row, rates[i])) < 1e3, "%s = %g", rates[i],
                      tml_case_value(&c, row, rates[i]));
    }
    tml_case_near(&c, "O.angle2", tml_case_value(&c, 0, "O.angle2"), PI / 2, 1e-15);
    tml_case_near(&c, "b.omegax", tml_case_value(&c, 4, "b.omegax"), 1, 1e-10);
    tml_case_free(&c);
}

/* Rotated away from it about y, angle2 = 90 degrees - d - w t, to rounding and not to its root. */
Test(gimbal, angles_beside_gimbal_lock_are_exact)
{
    tml_case c = ball("pi/2 - 3e-9", "[0, -1e-9, 0]");
    for (size_t row = 0; row < 5; row++)
        tml_case_near(&c, "O.angle2", tml_case_value(&c, row, "O.angle2"), PI / 2 - 3e-9 - 0.25e-9 * (double)row,
                      1e-15);
    tml_case_near(&c, "O.angle2_speed", tml_case_value(&c, 2, "O.angle2_speed"), -1e-9, 1e-15);
    tml_case_free(&c);
}

/* ---- comparison of formulations ---- */

enum { T, OMEGA, ANGLE1, ANGLE2 = ANGLE1 + 3, ANGLE3 = ANGLE2 + 3, COLUMNS = ANGLE3 + 3, ROWS = 21, COUNT = 3 };

/* One passes close by, angle2 = 90 degrees - d: angle1 and its rates are large, and differ, as they do there. */
static tml_results *run_of(double d, double noise, double wrong)
{
    static const tml_column columns[COLUMNS] = {{"t", "s"},
                                                {"b.omegax", "rad/s"},
                                                {"O.angle1", "rad"},
                                                {"O.angle1_speed", "rad/s"},
                                                {"O.angle1_acceleration", "rad/s^2"},
                                                {"O.angle2", "rad"},
                                                {"O.angle2_speed", "rad/s"},
                                                {"O.angle2_acceleration", "rad/s^2"},
                                                {"O.angle3", "rad"},
                                                {"O.angle3_speed", "rad/s"},
                                                {"O.angle3_acceleration", "rad/s^2"}};
    tml_results *results = tml_results_make();
    tml_table *table = tml_results_add(results, "dynamics", "", columns, COLUMNS);
    for (int r = 0; r < ROWS; r++) {
        double *row = tml_table_append(table);
        row[T] = 0.1 * r;
        row[OMEGA] = cos(0.1 * r) + noise + wrong;
        row[ANGLE2] = r == 10 ? PI / 2 - d : 0.5;
        row[ANGLE1] = r == 10 ? noise / d : 0.1;
        row[ANGLE1 + 1] = r == 10 ? 1 / d + noise / (d * d) : 1;
        row[ANGLE1 + 2] = r == 10 ? 1 / (d * d) + noise / (d * d * d) : 1;
    }
    return results;
}

static unsigned group(double d, double wrong)
{
    static const tml_mechanism_scales measured = {.size = 1, .mass = 1, .gravity = 9.81};
    static const char *const names[COUNT] = {"absolute", "joint", "point"};
    tml_results *runs[2 * COUNT];
    tml_entrant entrants[COUNT];
    tml_verified out[COUNT];
    tml_arena arena = {0};
    for (int i = 0; i < COUNT; i++) {
        runs[2 * i] = run_of(d, 1e-13 * i, i == 2 ? wrong : 0);
        runs[2 * i + 1] = run_of(d, 1e-13 * (i + 1), i == 2 ? wrong : 0);
        entrants[i] = (tml_entrant){
            .name = names[i], .fine = runs[2 * i], .coarse = runs[2 * i + 1], .complete = true, .tolerance = 1e-10};
    }
    const unsigned found = tml_compare(entrants, COUNT, &measured, out, &arena).group;
    for (int i = 0; i < 2 * COUNT; i++)
        tml_results_free(runs[i]);
    tml_arena_free(&arena);
    return found;
}

Test(gimbal, gimbal_lock_neither_hides_nor_makes_a_difference)
{
    static const double near[] = {0.1, 1e-4, 1e-8, 1e-15};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        cr_expect_eq(group(near[i], 0), 7u, "a difference that is none, %g beside it", near[i]);
        cr_expect_eq(group(near[i], 1e-6), 3u, "1e-6 rad/s was not seen, %g beside it", near[i]);
    }
}
