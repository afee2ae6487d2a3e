/* andrews.c - Andrews' squeezer as the IVP test set poses it, against a solution in quad precision.
 *
 * Coordinates. The test set uses beta = K1 on the ground, Theta = K2 on K1, gamma = K3, delta = K5 and epsilon = K7 on the
 * ground, Phi = K4 on K5, Omega = K6 on K7: the angles of the joints O, F, B, A.K5, A.K7, G and H.
 *
 * Multipliers. It writes M q'' = f - G^T lambda with the loop closures g = 0 of the point E:
 *     g1, g2 = E as a point of K2 - E as a point of K3        (over O, F      and over B)
 *     g3, g4 = E as a point of K2 - E as a point of K4        (                and over A, G)
 *     g5, g6 = E as a point of K2 - E as a point of K6        (                and over A, H)
 * -G^T lambda is the generalized force of -(lambda1, lambda2) on K2 and of +(lambda1, lambda2) on K3, both at E, and so
 * on: joint E.K3 is that of {revolute: [K2, K3, K4, K6]} between K2 and K3 and its reaction is what it exerts on the second body, K3. So
 *     lambda1, lambda2 = E.K3.fx, E.K3.fy;   lambda3, lambda4 = E.K4.fx, E.K4.fy;   lambda5, lambda6 = E.K6.fx, E.K6.fy.
 */
#include "support/case.h"
#include <criterion/criterion.h>

static void positions_and_velocities_match_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("andrews/andrews.yaml",
                                   TML_EDITS({"end: 0.03, output: 0.001", "end: 0.05, output: 0.005"}), TML_BY(by));
    tml_reference r = tml_reference_load("andrews/reference.csv");
    TML_MATCH(&c, &r, 1e-7, {"beta", "O.angle"}, {"Theta", "F.angle"}, {"gamma", "B.angle"}, {"Phi", "G.angle"},
              {"delta", "A.K5.angle"}, {"Phi", "-H.angle"}, {"epsilon", "A.K7.angle"});
    TML_MATCH_PART(&c, &r, 1e-6, {"beta_dot", "O.speed"}, {"Theta_dot", "F.speed"}, {"gamma_dot", "B.speed"},
                   {"Phi_dot", "G.speed"}, {"delta_dot", "A.K5.speed"}, {"epsilon_dot", "A.K7.speed"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(andrews, positions_and_velocities_match_the_reference, 20)

/* All 27 components at 0.03 s. Each is compared with itself as scale, which is the harder measure. */
static void end_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("andrews/andrews.yaml", TML_AS_WRITTEN, TML_BY(by));
    tml_reference r = tml_reference_load("andrews/reference-end.csv");
    TML_MATCH(&c, &r, 1e-7, {"beta", "O.angle"}, {"Theta", "F.angle"}, {"gamma", "B.angle"}, {"Phi", "G.angle"},
              {"delta", "A.K5.angle"}, {"Omega", "H.angle"}, {"epsilon", "A.K7.angle"});
    TML_MATCH_PART(&c, &r, 1e-6, {"beta_dot", "O.speed"}, {"Theta_dot", "F.speed"}, {"gamma_dot", "B.speed"},
                   {"Phi_dot", "G.speed"}, {"delta_dot", "A.K5.speed"}, {"Omega_dot", "H.speed"},
                   {"epsilon_dot", "A.K7.speed"});
    TML_MATCH_PART(&c, &r, 1e-5, {"beta_ddot", "O.acceleration"}, {"Theta_ddot", "F.acceleration"},
                   {"gamma_ddot", "B.acceleration"}, {"Phi_ddot", "G.acceleration"},
                   {"delta_ddot", "A.K5.acceleration"}, {"Omega_ddot", "H.acceleration"},
                   {"epsilon_ddot", "A.K7.acceleration"});
    TML_MATCH_PART(&c, &r, 1e-5, {"lambda1", "E.K3.fx"}, {"lambda2", "E.K3.fy"}, {"lambda3", "E.K4.fx"},
                   {"lambda4", "E.K4.fy"}, {"lambda5", "E.K6.fx"}, {"lambda6", "E.K6.fy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(andrews, end_matches_the_reference, 20)

/* The published start: the angles that close the loops, two accelerations and two multipliers, all others zero. */
static void start_is_consistent(const char *by)
{
    tml_case c = tml_case_run_with("andrews/andrews.yaml", TML_AS_WRITTEN, TML_BY(by));
    tml_reference r = tml_reference_load("andrews/reference-start.csv");
    TML_MATCH(&c, &r, 1e-12, {"beta", "O.angle"}, {"Theta", "F.angle"}, {"gamma", "B.angle"}, {"Phi", "G.angle"},
              {"delta", "A.K5.angle"}, {"Omega", "H.angle"}, {"epsilon", "A.K7.angle"});
    TML_MATCH(&c, &r, 1e-6, {"beta_ddot", "O.acceleration"}, {"Theta_ddot", "F.acceleration"},
              {"gamma_ddot", "B.acceleration"}, {"Phi_ddot", "G.acceleration"}, {"delta_ddot", "A.K5.acceleration"},
              {"Omega_ddot", "H.acceleration"}, {"epsilon_ddot", "A.K7.acceleration"});
    TML_MATCH(&c, &r, 1e-9, {"lambda1", "E.K3.fx"}, {"lambda2", "E.K3.fy"}, {"lambda3", "E.K4.fx"},
              {"lambda4", "E.K4.fy"}, {"lambda5", "E.K6.fx"}, {"lambda6", "E.K6.fy"});
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(andrews, start_is_consistent, 20)

Test(andrews, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("andrews/andrews.yaml", TML_EDITS({"tolerance: 1e-10", "tolerance: 1e-8"}));
    tml_case_laws(&c);
    tml_case_free(&c);
}
