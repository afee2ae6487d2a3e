/* sutherland.c - the compliant mechanisms of Sutherland 2009: stiff ordinary equations without constraints.
 *
 * The references integrate the same equations by an eighth-order method with step halving: positions are good to 1e-13,
 * forces to 1e-6 N. A joint exerts k (difference) on its second body; where a column is about the first, the sign changes.
 */
#include "support/case.h"
#include <criterion/criterion.h>

static void matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("ica-fourbar/ica-fourbar.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("ica-fourbar/reference.csv");
    TML_MATCH(&c, &r, 1e-9, {"th1", "crank.angle"}, {"X2", "coupler.x"}, {"Y2", "coupler.y"}, {"X3", "follower.x"},
              {"Y3", "follower.y"});
    TML_MATCH(&c, &r, 1e-5, {"w1", "crank.omega"}, {"w2", "coupler.omega"}, {"w3", "follower.omega"});
    TML_MATCH_PART(&c, &r, 1e-5, {"F1x_on1", "O.fx"}, {"F1y_on1", "O.fy"}, {"F2x_on2", "A.fx"}, {"F2y_on2", "A.fy"},
                   {"F3x_on2", "-B.fx"}, {"F3y_on2", "-B.fy"}, {"F4x_on3", "-C.fx"}, {"F4y_on3", "-C.fy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_BY(ica_fourbar, matches_the_reference, implicit, 20)
TML_TEST_EACH(ica_fourbar, matches_the_reference, 20)

Test(ica_fourbar, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("ica-fourbar/ica-fourbar.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* The joints made ideal: the motion and the forces of the rigid linkage. Follower angles count from O4 to B there. */
Test(ica_fourbar, ideal_joints_give_the_rigid_linkage)
{
    tml_case c = tml_case_run(
        "ica-fourbar/ica-fourbar.yaml",
        TML_EDITS({"O: {revolute: [ground, crank], stiffness: 5e8}", "O: {revolute: [ground, crank]}"},
                  {"A: {revolute: [crank, coupler], stiffness: 5e6}", "A: {revolute: [crank, coupler]}"},
                  {"B: {revolute: [coupler, follower], stiffness: 5e6}", "B: {revolute: [coupler, follower]}"},
                  {"C: {revolute: [follower, ground], stiffness: 5e8}", "C: {revolute: [follower, ground]}"},
                  {"formulation: implicit", "tolerance: 1e-10"}));
    tml_reference r = tml_reference_load("ica-fourbar/reference-rigid.csv");
    tml_reference f = tml_reference_load("ica-fourbar/reference-rigid-forces.csv");
    TML_MATCH(&c, &r, 1e-8, {"th_crank", "crank.angle"}, {"w_crank", "crank.omega"}, {"th_coupler", "coupler.angle"},
              {"w_coupler", "coupler.omega"}, {"w_follower", "follower.omega"});
    TML_MATCH_SHIFT(&c, &r, 1e-8, 3.14159265358979323846, {"th_follower_O4toB", "follower.angle"});
    TML_MATCH_PART(&c, &f, 1e-7, {"F_O2x_on_crank", "O.fx"}, {"F_O2y_on_crank", "O.fy"}, {"F_Ax_on_crank", "-A.fx"},
                   {"F_Ay_on_crank", "-A.fy"}, {"F_Bx_on_coupler", "-B.fx"}, {"F_By_on_coupler", "-B.fy"},
                   {"F_O4x_on_follower", "-C.fx"}, {"F_O4y_on_follower", "-C.fy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_reference_free(&f);
    tml_case_free(&c);
}

/* peak: the largest LL.fy of the fine window, as papers.md has it */
static void check_suspension(const char *model, const char *reference, const char *fine, double peak, const char *by)
{
    tml_case c = tml_case_run_with(model, TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load(reference);
    TML_MATCH(&c, &r, 1e-10, {"chassis_x", "chassis.x"}, {"chassis_y", "chassis.y"}, {"chassis_phi", "chassis.angle"},
              {"Lwheel_x", "Lknuckle.x"}, {"Lwheel_y", "Lknuckle.y"}, {"Rwheel_x", "Rknuckle.x"},
              {"Rwheel_y", "Rknuckle.y"});
    TML_MATCH(&c, &r, 1e-8, {"chassis_vy", "chassis.vy"});
    TML_MATCH_PART(&c, &r, 1e-7, {"LL_in_Fx_on_arm", "LL.fx"}, {"LL_in_Fy_on_arm", "LL.fy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
    c = tml_case_run_with(model, TML_EDITS({"end: 1, output: 0.0025", "end: 0.06, output: 0.000125, tolerance: 1e-10"}),
                          TML_BY(by));
    r = tml_reference_load(fine);
    TML_MATCH(&c, &r, 1e-10, {"chassis_y", "chassis.y"}, {"Lwheel_y", "Lknuckle.y"});
    TML_MATCH_PART(&c, &r, 1e-7, {"LL_in_Fx_on_arm", "LL.fx"}, {"LL_in_Fy_on_arm", "LL.fy"});
    tml_case_near(&c, "peak of LL.fy", tml_case_largest(&c, "LL.fy"), peak, 0.05);
    tml_reference_free(&r);
    tml_case_free(&c);
}

static void stiff_follows(const char *by)
{
    check_suspension("suspension/suspension-stiff.yaml", "suspension/reference-stiff.csv",
                     "suspension/reference-stiff-fine.csv", 10265.2, by);
}
TML_TEST_BY(suspension, stiff_follows, implicit, 20)
TML_TEST_BY(suspension, stiff_follows, joint, 60)

static void rubber_follows(const char *by)
{
    check_suspension("suspension/suspension-rubber.yaml", "suspension/reference-rubber.csv",
                     "suspension/reference-rubber-fine.csv", 9785.2, by);
}
TML_TEST_BY(suspension, rubber_follows, implicit, 20)
TML_TEST_BY(suspension, rubber_follows, joint, 60)

Test(suspension, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("suspension/suspension-stiff.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
    c = tml_case_run("suspension/suspension-rubber.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* On the road at height 0 it stays where `static` has put it: nothing moves. A joint of 1e8 N/m turns one unit in the last
 * place of a position (1e-16 m) into 1e-8 N, and the error of a step (1e-8 of the size) into much more: hence the last bar. */
Test(suspension, rests_on_the_level_road)
{
    const char *models[] = {"suspension/suspension-stiff.yaml", "suspension/suspension-rubber.yaml"};
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run(models[i], TML_EDITS({"road: 0.1", "road: 0"}, {"end: 1,", "end: 0.1,"}));
        tml_case_near(&c, "chassis.y at 0.1 s", tml_case_at(&c, 0.1, "chassis.y"), tml_case_value(&c, 0, "chassis.y"),
                      1e-12);
        tml_case_near(&c, "Lknuckle.y at 0.1 s", tml_case_at(&c, 0.1, "Lknuckle.y"),
                      tml_case_value(&c, 0, "Lknuckle.y"), 1e-12);
        tml_case_near(&c, "largest chassis.alpha", tml_case_largest(&c, "chassis.alpha"), 0, 1e-5);
        tml_case_free(&c);
    }
}
