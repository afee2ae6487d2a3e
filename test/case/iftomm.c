/* iftomm.c - the IFToMM benchmark problems A01 to A05 against values computed at high precision.
 *
 * The reference files hold the [C] columns of the collection; each model's README says where they come from.
 * Positions to 1e-7 at all tabulated times with tolerance 1e-10; the benchmark has no bar for velocities: they get
 * that of the positions times their size. The conservation laws hold at the default tolerance too.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>

/* ---- A01: the pendulum, which is also known in closed form ---- */

static void a01_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("a01-pendulum/a01-pendulum.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("a01-pendulum/reference.csv");
    TML_MATCH(&c, &r, 1e-7, {"x", "bob.P.x"}, {"y", "bob.P.y"});
    TML_MATCH(&c, &r, 5e-7, {"vx", "bob.P.vx"}, {"vy", "bob.P.vy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(a01, a01_matches_the_reference, 20)

/* The published criterion of the benchmark is an energy error below 5e-5 J. */
Test(a01, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("a01-pendulum/a01-pendulum.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_near(&c, "largest energy.error", tml_case_largest(&c, "energy.error"), 0, 5e-5);
    tml_case_free(&c);
}

/* From rest at the horizontal: v^2 = -2 g y, and the rod pulls with 3 m g |y| (m v^2/l + m g |y|). */
Test(a01, carries_three_times_its_weight_at_the_lowest_point)
{
    tml_case c = tml_case_run("a01-pendulum/a01-pendulum.yaml", TML_TIGHT);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double y = tml_case_value(&c, i, "bob.P.y"), x = tml_case_value(&c, i, "bob.P.x");
        const double fx = tml_case_value(&c, i, "O.fx"), fy = tml_case_value(&c, i, "O.fy");
        tml_case_near(&c, "reaction along the link", -(fx * x + fy * y), 3 * 9.81 * -y, 1e-6);
        tml_case_near(&c, "reaction across the link", fx * y - fy * x, 0, 1e-9);
    }
    tml_case_free(&c);
}

Test(a01, follows_the_reference_for_100_s)
{
    tml_case c = tml_case_run("a01-pendulum/a01-pendulum.yaml",
                              TML_EDITS({"end: 10, output: 0.05", "end: 100, output: 1, tolerance: 1e-12"}));
    tml_reference r = tml_reference_load("a01-pendulum/reference.csv");
    TML_MATCH(&c, &r, 1e-7, {"x", "bob.P.x"}, {"y", "bob.P.y"});
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* ---- A02: four-bars in a row, through the instants at which all links lie in one line ---- */

static void check_fourbars(const char *model, const char *reference, const char *by)
{
    tml_case c = tml_case_run_with(model, TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load(reference);
    TML_MATCH(&c, &r, 1e-7, {"B0x", "post0.B0.x"}, {"B0y", "post0.B0.y"});
    TML_MATCH(&c, &r, 1e-6, {"vx", "post0.B0.vx"}, {"vy", "post0.B0.vy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}

static void two_match_the_reference(const char *by)
{
    check_fourbars("a02-fourbars-2/a02-fourbars-2.yaml", "a02-fourbars-2/reference.csv", by);
}
TML_TEST_EACH(a02, two_match_the_reference, 30)

static void forty_match_the_reference(const char *by)
{
    check_fourbars("a02-fourbars-40/a02-fourbars-40.yaml", "a02-fourbars-40/reference.csv", by);
}
TML_TEST_EACH(a02, forty_match_the_reference, 240)

/* Where a step ends depends on the tolerance: some ends are close to where all links lie in one line. */
static void two_pass_change_points_at_every_tolerance(const char *by)
{
    static const double tolerances[] = {1e-7, 1e-8, 3e-9, 1e-9, 3e-10, 5e-11, 3e-11, 2e-11, 1e-11, 5e-12, 3e-12, 1e-12};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        tml_case c = tml_case_run_with(
            "a02-fourbars-2/a02-fourbars-2.yaml", TML_AS_WRITTEN,
            (tml_run_options){.size = sizeof(tml_run_options), .formulation = by, .tolerance = tolerances[i]});
        tml_case_laws(&c);
        tml_case_near(&c, "beam2 against the level", tml_case_largest(&c, "beam2.angle"), 0, 1e-7);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(a02, two_pass_change_points_at_every_tolerance, 30)

Test(a02, two_keep_the_laws_at_the_default_tolerance, .timeout = TML_SLOWER * 30)
{
    tml_case c = tml_case_run("a02-fourbars-2/a02-fourbars-2.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

Test(a02, forty_keep_the_laws_at_the_default_tolerance, .timeout = TML_SLOWER * 30)
{
    tml_case c = tml_case_run("a02-fourbars-40/a02-fourbars-40.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* All posts stay parallel and all beams level: the branch of the benchmark. */
Test(a02, forty_stay_parallelograms, .timeout = TML_SLOWER * 30)
{
    tml_case c = tml_case_run("a02-fourbars-40/a02-fourbars-40.yaml", TML_TIGHT);
    for (size_t i = 0; i < tml_table_rows(c.table); i += 10) {
        tml_case_near(&c, "post40 against post0", tml_case_value(&c, i, "post40.angle"),
                      tml_case_value(&c, i, "post0.angle"), 1e-7);
        tml_case_near(&c, "beam20 against the level", tml_case_value(&c, i, "beam20.angle"), 0, 1e-7);
    }
    tml_case_free(&c);
}

/* ---- A03: the squeezer as IFToMM starts it; test/case/andrews.c has the form of the IVP test set ---- */

static void a03_matches_the_reference(const char *by)
{
    tml_case c =
        tml_case_run_with("a03-andrews/a03-andrews.yaml", TML_AS_WRITTEN, TML_BY(by)); /* its tolerance is 1e-10 */
    tml_reference r = tml_reference_load("a03-andrews/reference.csv");
    TML_MATCH(&c, &r, 1e-7, {"F_x", "K1.F.x"}, {"F_y", "K1.F.y"}, {"beta", "O.angle"});
    TML_MATCH_PART(&c, &r, 1e-6, {"beta_dot", "O.speed"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(a03, a03_matches_the_reference, 20)

Test(a03, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("a03-andrews/a03-andrews.yaml", TML_EDITS({"tolerance: 1e-10", "tolerance: 1e-8"}));
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- A04: Bricard's mechanism, one redundant constraint ---- */

static void a04_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("a04-bricard/a04-bricard.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("a04-bricard/reference.csv");
    TML_MATCH(&c, &r, 1e-7, {"P3x", "rod2.P3.x"}, {"P3y", "rod2.P3.y"}, {"P3z", "rod2.P3.z"}, {"P4x", "rod3.P4.x"},
              {"P4y", "rod3.P4.y"}, {"P4z", "rod3.P4.z"});
    tml_case_near(&c, "energy.potential at the start", tml_case_at(&c, 0, "energy.potential"), -29.43, 1e-12);
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(a04, a04_matches_the_reference, 60)

Test(a04, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("a04-bricard/a04-bricard.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- A05: the stiff governor; the angular momentum about the shaft is kept ---- */

static void check_a05(const tml_edit *edits, const char *by)
{
    tml_case c = tml_case_run_with("a05-flyball/a05-flyball.yaml", edits, TML_BY(by));
    tml_reference r = tml_reference_load("a05-flyball/reference.csv");
    TML_MATCH(&c, &r, 1e-7, {"s", "slider.z"});
    TML_MATCH(&c, &r, 1e-6, {"omega", "spin.speed"});
    TML_MATCH(&c, &r, 1e-7, {"alpha", "A.angle"});
    TML_MATCH_SHIFT(&c, &r, 1e-7, 3.14159265358979323846, {"alpha", "-B.angle"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}

static void a05_follows(const char *by)
{
    check_a05(TML_TIGHT, by);
}
TML_TEST_BY(a05, a05_follows, absolute, 60)
TML_TEST_BY(a05, a05_follows, joint, 60)
TML_TEST_BY(a05, a05_follows, point, 60)

/* 48 coordinates and a Jacobian by differences: 10 s take as many seconds of computing. */
static void a05_begins(const char *by)
{
    check_a05(TML_EDITS({"end: 10,", "end: 2, tolerance: 1e-10, integrator: bdf,"}), by);
}
TML_TEST_BY(a05, a05_begins, particles, 60)

Test(a05, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("a05-flyball/a05-flyball.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}
