/* reference_friction.c - models with dry friction against the numbers of machines.json, all of them (A02, A03, A04, A14, A23).
 *
 * Each case was solved twice there with 40 digits, by independent means. Algebra is held to 1e-10, motions to 1e-8 at a tolerance of 1e-10.
 */
#include "support/case.h"
#include "support/numbers.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846, MOTION = 1e-8, ALGEBRA = 1e-10;

static void near(const tml_case *c, tml_numbers *n, const char *name, double got, double relative)
{
    const double want = tml_number(n, name);
    tml_case_near(c, name, got, want, relative * fmax(fabs(want), 1e-2));
}

/* The row of the n-th event of a name, from 1: the later one of its rows. */
static size_t row_of(const tml_case *c, const char *name, size_t n)
{
    const double t = tml_case_change(c, n - 1, name);
    size_t row = tml_table_rows(c->table);
    while (row > 1 && tml_case_value(c, row - 1, "t") > t)
        row--;
    return row - 1;
}

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

/* ---- A02 ---- */

static void block_on_an_incline(const char *by)
{
    tml_numbers n = tml_numbers_of("A02");
    tml_case c = tml_case_run_with("block-on-incline/stays.yaml", TML_AS_WRITTEN, TML_BY(by));
    const double a = 20 * PI / 180;
    near(&c, &n, "a_F", last(&c, "P.friction"), ALGEBRA);
    near(&c, &n, "a_N", last(&c, "P.fy") * cos(a) - last(&c, "P.fx") * sin(a), ALGEBRA);
    tml_case_near(&c, "stays", tml_case_largest(&c, "P.displacement"), 0, 1e-14);
    tml_case_free(&c);

    c = tml_case_run_with("block-on-incline/comes-back.yaml", TML_AS_WRITTEN, TML_BY(by));
    size_t row = row_of(&c, "P reverses", 1);
    near(&c, &n, "b_tstop", tml_case_value(&c, row, "t"), MOTION);
    near(&c, &n, "b_sstop", tml_case_value(&c, row, "P.displacement"), MOTION);
    row = row_of(&c, "start", 1);
    near(&c, &n, "b_tback", tml_case_value(&c, row, "t"), MOTION);
    near(&c, &n, "b_vback", -tml_case_value(&c, row, "P.speed"), MOTION);
    near(&c, &n, "b_s@1.5", last(&c, "P.displacement"), MOTION);
    tml_case_free(&c);

    c = tml_case_run_with("block-on-incline/comes-to-rest.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "c_Fslide", tml_case_value(&c, 0, "P.friction"), ALGEBRA);
    near(&c, &n, "c_t", tml_case_change(&c, 0, "P sticks"), MOTION);
    near(&c, &n, "c_s", -last(&c, "P.displacement"), MOTION);
    near(&c, &n, "c_F", last(&c, "P.friction"), ALGEBRA);
    tml_case_laws(&c);
    tml_case_free(&c);

    c = tml_case_run_with("sideways-block/sideways-block.yaml", TML_AS_WRITTEN, TML_BY(by));
#define DOWN(t, x, z) (tml_case_at(&c, t, x) * cos(a) - tml_case_at(&c, t, z) * sin(a))
    near(&c, &n, "d_x@0.5", DOWN(0.5, "block.x", "block.z"), MOTION);
    near(&c, &n, "d_y@0.5", tml_case_at(&c, 0.5, "block.y"), MOTION);
    near(&c, &n, "d_vx@0.5", DOWN(0.5, "block.vx", "block.vz"), MOTION);
    near(&c, &n, "d_vy@0.5", tml_case_at(&c, 0.5, "block.vy"), MOTION);
    near(&c, &n, "d_T", tml_case_change(&c, 0, "rub sticks"), MOTION);
    near(&c, &n, "d_X", DOWN(1.2, "block.x", "block.z"), MOTION);
    near(&c, &n, "d_Y", tml_case_at(&c, 1.2, "block.y"), MOTION);
    near(&c, &n, "d_k", 0.5 / tan(a), ALGEBRA); /* the data of the case */
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_friction, block_on_an_incline, 20)

/* ---- A03 ---- */

static void pendulum_swings_out(const char *by)
{
    tml_numbers n = tml_numbers_of("A03");
    tml_case c = tml_case_run_with("pin-friction/pin-friction.yaml", TML_AS_WRITTEN, TML_BY(by));
#define LOAD(row) hypot(tml_case_value(&c, row, "O.fx"), tml_case_value(&c, row, "O.fy"))
    near(&c, &n, "a0", tml_case_value(&c, 0, "O.acceleration"), ALGEBRA);
    near(&c, &n, "R0", LOAD(0), ALGEBRA);
    near(&c, &n, "T0", tml_case_value(&c, 0, "O.friction"), ALGEBRA);
    const size_t bottom = row_of(&c, "bottom", 1);
    near(&c, &n, "tb", tml_case_value(&c, bottom, "t"), MOTION);
    near(&c, &n, "wb", tml_case_value(&c, bottom, "O.speed"), MOTION);
    near(&c, &n, "Rb", LOAD(bottom), MOTION);
    near(&c, &n, "Tb", tml_case_value(&c, bottom, "O.friction"), MOTION);
    near(&c, &n, "th@0.5", tml_case_at(&c, 0.5, "O.angle") + PI / 2, MOTION);
    near(&c, &n, "w@0.5", tml_case_at(&c, 0.5, "O.speed"), MOTION);
    for (int k = 1; k <= 19; k++) {
        const size_t row = k < 19 ? row_of(&c, "O reverses", (size_t)k) : row_of(&c, "O sticks", 1);
        char name[24];
        snprintf(name, sizeof name, "t%d", k);
        near(&c, &n, name, tml_case_value(&c, row, "t"), MOTION);
        snprintf(name, sizeof name, "th%d", k);
        tml_case_near(&c, name, tml_case_value(&c, row, "O.angle") + PI / 2, tml_number(&n, name), MOTION);
    }
    tml_case_near(&c, "n", 19, tml_number(&n, "n"), 0);
    near(&c, &n, "stick", asin(0.3 * 0.05 / 0.5), ALGEBRA); /* the data of the case */
    cr_expect_lt(fabs(last(&c, "O.angle") + PI / 2), tml_number(&n, "stick"));
    /* a load that is not the reaction of that instant would be told */
    cr_expect_gt(fabs(tml_number(&n, "th1") - tml_number(&n, "naive_th1")), 0.05);
    tml_case_near(&c, "rest", last(&c, "O.angle") + PI / 2, tml_number(&n, "th19"), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_friction, pendulum_swings_out, 30)

/* ---- A04 ---- */

static void slider_crank_driven(tml_numbers *n)
{
    tml_case c = tml_case_run("slider-crank-friction/driven.yaml", TML_AS_WRITTEN);
    static const int angle[] = {30, 60, 90, 135, 210, 300};
    for (int i = 0; i < 6; i++) {
        const size_t row = (size_t)angle[i] / 3;
        char name[24];
        snprintf(name, sizeof name, "N_%d", angle[i]);
        near(&c, n, name, tml_case_value(&c, row, "G.fy"), ALGEBRA);
        snprintf(name, sizeof name, "F_%d", angle[i]);
        near(&c, n, name, tml_case_value(&c, row, "G.friction"), ALGEBRA);
        snprintf(name, sizeof name, "T_%d", angle[i]);
        near(&c, n, name, tml_case_value(&c, row, "drive.torque"), ALGEBRA);
    }
    near(&c, n, "Wrev", last(&c, "drive.energy"), ALGEBRA);
    near(&c, n, "Wrev", tml_fact_number(c.table, "friction loss"), ALGEBRA);
    tml_case_free(&c);
}

/* How often an event has occurred. */
static double times(const tml_case *c, const char *name)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    int count = 0;
    for (size_t row = 0; row < tml_table_rows(t); row++)
        count += strcmp(tml_table_row_name(t, row), name) == 0;
    return count;
}

static void slider_crank(const char *by)
{
    tml_numbers n = tml_numbers_of("A04");
    /* where the guide force changes its sense friction has a kink: more coordinates have it, and need more steps there */
    const bool many = strcmp(by, "point") == 0 || strcmp(by, "particles") == 0;
    const tml_edit finer[] = {{"tolerance: 1e-10", many ? "tolerance: 1e-11" : "tolerance: 1e-10"}, {NULL, NULL}};
    slider_crank_driven(&n);
    tml_case c = tml_case_run_with("slider-crank-friction/coasting.yaml", finer, TML_BY(by));
    for (int k = 1; k <= 4; k++) {
        const size_t row = row_of(&c, "G reverses", (size_t)(2 * k));
        char name[24];
        snprintf(name, sizeof name, "b_t%d", 2 * k);
        near(&c, &n, name, tml_case_value(&c, row, "t"), MOTION);
        snprintf(name, sizeof name, "b_w%d", 2 * k);
        near(&c, &n, name, tml_case_value(&c, row, "O.speed"), MOTION);
    }
    near(&c, &n, "b_tstop", tml_case_change(&c, 0, "G sticks"), 1e-6);
    near(&c, &n, "b_thstop", last(&c, "O.angle"), 1e-6);
    near(&c, &n, "b_thstop_deg", last(&c, "O.angle") * 180 / PI, 1e-6);
    near(&c, &n, "b_xstop", last(&c, "slider.x"), 1e-6);
    near(&c, &n, "b_N", last(&c, "G.fy"), 1e-8);
    tml_case_near(&c, "b_F", last(&c, "G.friction"), tml_number(&n, "b_F"), 1e-8);
    tml_case_near(&c, "b_ratio", last(&c, "G.friction") / last(&c, "G.fy"), tml_number(&n, "b_ratio"), 1e-8);
    tml_case_near(&c, "b_nDead", times(&c, "G reverses"), tml_number(&n, "b_nDead"), 0);
    int flips = 0;
    for (size_t row = 1; row < tml_table_rows(c.table); row++)
        flips += tml_case_value(&c, row, "G.fy") * tml_case_value(&c, row - 1, "G.fy") < 0;
    tml_case_near(&c, "b_nNflip", flips, tml_number(&n, "b_nNflip"), 0);
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_friction, slider_crank, 60)

/* ---- A14 ---- */

static void mass_on_a_belt(const char *by)
{
    tml_numbers n = tml_numbers_of("A14");
    for (int b = 0; b < 2; b++) {
        tml_case c = tml_case_run_with(b ? "mass-on-belt/stribeck.yaml" : "mass-on-belt/coulomb.yaml", TML_AS_WRITTEN,
                                       TML_BY(by));
        const double slides = tml_case_change(&c, 0, "rub slides"), sticks = tml_case_change(&c, 0, "rub sticks"),
                     again = tml_case_change(&c, 1, "rub slides");
        near(&c, &n, "a_t0", slides, MOTION);
        near(&c, &n, "a_xs", tml_case_value(&c, row_of(&c, "rub slides", 1), "mass.x"), MOTION);
        near(&c, &n, b ? "b_Tslip" : "a_Tslip", sticks - slides, MOTION);
        near(&c, &n, b ? "b_Tstick" : "a_Tstick", again - sticks, MOTION);
        near(&c, &n, b ? "b_T" : "a_T", again - slides, MOTION);
        near(&c, &n, b ? "b_xstick" : "a_xstick", tml_case_value(&c, row_of(&c, "rub sticks", 1), "mass.x"), MOTION);
        near(&c, &n, b ? "b_xmax" : "a_xmax", tml_case_value(&c, row_of(&c, "turns", 1), "mass.x"), MOTION);
        near(&c, &n, b ? "b_xmin" : "a_xmin", tml_case_value(&c, row_of(&c, "turns", 2), "mass.x"), MOTION);
        if (b) {
            near(&c, &n, "b_per13", tml_case_change(&c, 1, "rub sticks") - sticks, MOTION);
        } else {
            near(&c, &n, "a_f", 1 / (again - slides), MOTION);
            near(&c, &n, "a_vmin", tml_fact_number(c.table, "v.min"), MOTION);
            near(&c, &n, "a_x@2", tml_case_at(&c, 2, "mass.x"), MOTION);
            near(&c, &n, "a_xk", 0.25 * 2 * 9.81 / 200, ALGEBRA); /* the data of the case */
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_friction, mass_on_a_belt, 20)

/* ---- A23 ---- */

static void rotors_slow_down(const char *by)
{
    tml_numbers n = tml_numbers_of("A23");
    tml_case c = tml_case_run_with("flywheel/flywheel.yaml", TML_AS_WRITTEN, TML_BY(by));
    const double a = 35 * PI / 180, fx = tml_case_value(&c, 0, "O.fx"), fz = tml_case_value(&c, 0, "O.fz");
    near(&c, &n, "Fr", fabs(fx * cos(a) - fz * sin(a)), ALGEBRA);
    near(&c, &n, "Fa", fx * sin(a) + fz * cos(a), ALGEBRA);
    near(&c, &n, "T", -tml_case_value(&c, 0, "O.friction"), ALGEBRA);
    near(&c, &n, "w@10", tml_case_at(&c, 10, "O.speed"), MOTION);
    near(&c, &n, "t", tml_case_change(&c, 0, "O sticks"), MOTION);
    near(&c, &n, "ang", last(&c, "O.angle"), MOTION);
    tml_case_free(&c);
    c = tml_case_run_with("flywheel/rotor.yaml", TML_AS_WRITTEN, TML_BY(by));
    near(&c, &n, "b_R0", LOAD(0), ALGEBRA);
    near(&c, &n, "b_w@10", last(&c, "O.speed"), MOTION);
    near(&c, &n, "b_ang@10", last(&c, "O.angle"), MOTION);
    near(&c, &n, "b_k", -tml_case_value(&c, 0, "O.acceleration") / 3600, ALGEBRA); /* w' = -k w^2 */
    tml_case_free(&c);
    tml_numbers_expect_read(&n);
}
TML_TEST_EACH(reference_friction, rotors_slow_down, 60)
