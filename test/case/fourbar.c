/* fourbar.c - the four-bar linkage of Metiku 2004 against a solution in minimal coordinates.
 *
 * Columns. th2, th3, th4 are the directions of crank, coupler and follower, w and a their rates. The multipliers are the
 * forces on the crank at O (lam1, lam2), on the crank at A (3, 4), on the coupler at B (5, 6), on the follower at C (7, 8).
 * A joint's reaction acts on its second body: A and B have the body of the multiplier first, hence their minus sign.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>

static void match_angles(const tml_case *c, const tml_reference *r, double bar)
{
    TML_MATCH(c, r, bar, {"th2", "O.angle"}, {"th3", "coupler.angle"}, {"th4", "C.angle"}, {"w2", "O.speed"},
              {"w3", "coupler.omega"}, {"w4", "C.speed"});
}

static void match_reactions(const tml_case *c, const tml_reference *r, double bar)
{
    TML_MATCH_PART(c, r, bar, {"lam1", "O.fx"}, {"lam2", "O.fy"}, {"lam3", "-A.fx"}, {"lam4", "-A.fy"},
                   {"lam5", "-B.fx"}, {"lam6", "-B.fy"}, {"lam7", "C.fx"}, {"lam8", "C.fy"});
}

static void match_accelerations(const tml_case *c, const tml_reference *r, double bar)
{
    TML_MATCH_PART(c, r, bar, {"a2", "O.acceleration"}, {"a3", "coupler.alpha"}, {"a4", "C.acceleration"});
}

static void motor_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("fourbar-motor/fourbar-motor.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("fourbar-motor/reference.csv");
    match_angles(&c, &r, 1e-7);
    match_accelerations(&c, &r, 1e-6);
    match_reactions(&c, &r, 1e-6);
    TML_MATCH_PART(&c, &r, 1e-7, {"KE", "energy.kinetic"}, {"V", "energy.potential"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(fourbar_motor, motor_matches_the_reference, 20)

/* The start is an unstable balance: errors grow by 2.6e3 in 5 s, hence the wider bar. */
static void torque_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("fourbar/fourbar.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("fourbar/reference.csv");
    match_angles(&c, &r, 1e-5);
    match_accelerations(&c, &r, 1e-5);
    match_reactions(&c, &r, 1e-5);
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(fourbar_torque, torque_matches_the_reference, 20)

Test(fourbar_motor, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("fourbar-motor/fourbar-motor.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

Test(fourbar_torque, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("fourbar/fourbar.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}
