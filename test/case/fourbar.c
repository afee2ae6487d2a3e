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
    TML_MATCH(c, r, {"th2", "O.angle", bar}, {"th3", "coupler.angle", bar}, {"th4", "C.angle", bar},
              {"w2", "O.speed", bar}, {"w3", "coupler.omega", bar}, {"w4", "C.speed", bar});
}

static void match_reactions(const tml_case *c, const tml_reference *r, double bar)
{
    TML_MATCH(c, r, {"lam1", "O.fx", bar, .relative = true}, {"lam2", "O.fy", bar, .relative = true},
              {"lam3", "A.fx", bar, -1, .relative = true}, {"lam4", "A.fy", bar, -1, .relative = true},
              {"lam5", "B.fx", bar, -1, .relative = true}, {"lam6", "B.fy", bar, -1, .relative = true},
              {"lam7", "C.fx", bar, .relative = true}, {"lam8", "C.fy", bar, .relative = true});
}

static void match_accelerations(const tml_case *c, const tml_reference *r, double bar)
{
    TML_MATCH(c, r, {"a2", "O.acceleration", bar, .relative = true}, {"a3", "coupler.alpha", bar, .relative = true},
              {"a4", "C.acceleration", bar, .relative = true});
}

Test(fourbar_motor, follows_the_reference)
{
    tml_case c = tml_case_run("fourbar-motor/fourbar-motor.yaml", TML_TIGHT);
    tml_reference r = tml_reference_load("fourbar-motor/reference.csv");
    match_angles(&c, &r, 1e-7);
    match_accelerations(&c, &r, 1e-6);
    match_reactions(&c, &r, 1e-6);
    TML_MATCH(&c, &r, {"KE", "energy.kinetic", 1e-7, .relative = true},
              {"V", "energy.potential", 1e-7, .relative = true});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* The start is an unstable balance: errors grow by 2.6e3 in 5 s, hence the wider bar. */
Test(fourbar_torque, follows_the_reference)
{
    tml_case c = tml_case_run("fourbar/fourbar.yaml", TML_TIGHT);
    tml_reference r = tml_reference_load("fourbar/reference.csv");
    match_angles(&c, &r, 1e-5);
    match_accelerations(&c, &r, 1e-5);
    match_reactions(&c, &r, 1e-5);
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}

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
