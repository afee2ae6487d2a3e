/* drift.c - constraint drift of the four-bar under classical Runge-Kutta with a fixed step of 25 ms.
 *
 * The reference computes the 2-norms over the eight constraints from its own implementation in the same coordinates
 * (centres of mass and angles), so the drift itself is a number to reproduce. residual.position is only the largest of
 * the eight: the norm is taken from the points that should coincide.
 */
#include "support/larger.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The 2-norm of the gaps in positions ("x", "y") or velocities ("vx", "vy"). O and C of the ground do not move. */
static double gap_norm(const tml_case *c, size_t row, bool velocities)
{
    static const char *const pairs[4][2] = {
        {"crank.O", NULL}, {"coupler.A", "crank.A"}, {"coupler.B", "follower.B"}, {"follower.C", NULL}};
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        const char *axis = i % 2 ? ".y" : ".x", *rate = i % 2 ? ".vy" : ".vx", *const *pair = pairs[i / 2];
        double gap = i == 6 && !velocities ? -2.5 : 0; /* C of the ground is at (2.5, 0) */
        for (int k = 0; k < 2 && pair[k]; k++) {
            char channel[32] = "";
            snprintf(channel, sizeof channel, "%s%s", pair[k], velocities ? rate : axis);
            gap += (k ? -1 : 1) * tml_case_value(c, row, channel);
        }
        sum += gap * gap;
    }
    return sqrt(sum);
}

/* Both norms at all 201 times to six digits (and 1e-12, where rounding begins), the crank's angle to the digits of the file. */
static void check_drift(const char *model, const char *reference)
{
    tml_case c = tml_case_run(model, TML_AS_WRITTEN);
    tml_reference r = tml_reference_load(reference);
    TML_MATCH(&c, &r, 1e-10, {"th2", "O.angle"});
    double worst[2] = {0, 0};
    for (size_t i = 0; i < r.row_count; i++) {
        const size_t row = tml_case_row(&c, tml_reference_value(&r, i, "t"));
        const double want[2] = {tml_reference_value(&r, i, "norm2_Phi"), tml_reference_value(&r, i, "norm2_Phidot")};
        for (int k = 0; k < 2; k++)
            worst[k] = larger(worst[k], (fabs(gap_norm(&c, row, k) - want[k]) - 1e-12) / (want[k] + 1e-12));
    }
    tml_case_near(&c, "norm of the position gaps, relative difference", worst[0], 0, 1e-6);
    tml_case_near(&c, "norm of the speed gaps, relative difference", worst[1], 0, 1e-6);
    tml_reference_free(&r);
    tml_case_free(&c);
}

Test(drift, drift_without_stabilization_matches_the_reference)
{
    check_drift("fourbar-drift/fourbar-drift-none.yaml", "fourbar-drift/reference-none.csv");
}

Test(drift, drift_with_baumgarte_matches_the_reference)
{
    check_drift("fourbar-drift/fourbar-drift-baumgarte.yaml", "fourbar-drift/reference-baumgarte.csv");
}

Test(drift, drift_with_projection_matches_the_reference)
{
    check_drift("fourbar-drift/fourbar-drift-projection.yaml", "fourbar-drift/reference-projection.csv");
}

/* ---- the other schemes of the papers ---- */

/* The four-bar with its motor, by these options of dynamics. */
static tml_case run_fourbar(const char *options)
{
    char text[1200];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "bodies:\n"
             "  ground:   {points: {O: [0, 0], C: [2.5, 0]}}\n"
             "  crank:    {points: {O: [0, 0], A: [2, 0]}, com: [1, 0], mass: 1,    inertia: 0.3,  angle: 60 deg}\n"
             "  coupler:  {points: {A: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2.25, inertia: 2,    angle: 24 deg}\n"
             "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2,    inertia: 1.35, angle: 58 deg}\n"
             "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]},\n"
             "         B: {revolute: [coupler, follower]}, C: {revolute: [ground, follower]}}\n"
             "forces: {drive: {motor: O, torque: 79.5 - 19.875*O.speed}}\n"
             "initial: {O.angle: 60 deg, O.speed: 0}\n"
             "analyses: [{dynamics: {end: 5, output: 0.025, %s}}]\n",
             options);
    return tml_case_run_text(options, text, TML_AS_WRITTEN);
}

/* Violations stay within the tolerance that is given, are not made smaller without need, and the motion errs by as little. */
Test(drift, direct_correction_keeps_its_tolerance)
{
    static const double tolerances[] = {1e-2, 1e-4, 1e-6, 1e-9};
    tml_case best = run_fourbar("integrator: rk4, step: 0.025, stabilization: {projection: {metric: plain}}");
    for (int k = 0; k < 4; k++) {
        char options[120];
        snprintf(options, sizeof options, "integrator: rk4, step: 0.025, stabilization: {direct: {tolerance: %g}}",
                 tolerances[k]);
        tml_case c = run_fourbar(options);
        const double gap = tml_case_largest(&c, "residual.position"), slip = tml_case_largest(&c, "residual.velocity");
        cr_expect_leq(gap, tolerances[k]);
        cr_expect_leq(slip, tolerances[k]);
        if (tolerances[k] >= 1e-6)
            cr_expect_geq(fmax(gap, slip), 1e-2 * tolerances[k], "%g: corrected without need to %g, %g", tolerances[k],
                          gap, slip);
        for (size_t row = 0; row < tml_table_rows(c.table); row++)
            cr_expect_float_eq(tml_case_value(&c, row, "O.angle"), tml_case_value(&best, row, "O.angle"),
                               30 * tolerances[k] + 1e-12);
        tml_case_free(&c);
    }
    tml_case_free(&best);
}

/* Metiku 4.17: alpha = 1/h, beta = sqrt(2)/h. */
Test(drift, automatic_baumgarte_parameters_follow_the_step)
{
    tml_case automatic = run_fourbar("integrator: rk4, step: 0.0125, stabilization: {baumgarte: auto}"),
             written = run_fourbar(
                 "integrator: rk4, step: 0.0125, stabilization: {baumgarte: {alpha: 80, beta: 80*sqrt(2)}}");
    for (size_t row = 0; row < tml_table_rows(written.table); row++)
        cr_expect_float_eq(tml_case_value(&automatic, row, "O.angle"), tml_case_value(&written, row, "O.angle"), 1e-13);
    tml_case_free(&automatic);
    tml_case_free(&written);
}

/* Euler's rule in free fall: after n steps v = -g n h and y = -g h^2 n (n - 1)/2, exactly. */
Test(drift, euler_in_free_fall_matches_its_sum)
{
    tml_case c = tml_case_run_text("free fall",
                                   "trammel: 1\n"
                                   "gravity: [0, -8]\n"
                                   "bodies: {stone: {points: {P: [0, 0]}, mass: 1, inertia: 1}}\n"
                                   "analyses: [{dynamics: {end: 1, output: 0.0625, integrator: euler}}]\n",
                                   TML_AS_WRITTEN);
    for (size_t n = 0; n < tml_table_rows(c.table); n++) {
        cr_expect_eq(tml_case_value(&c, n, "stone.vy"), -0.5 * (double)n);
        cr_expect_eq(tml_case_value(&c, n, "stone.y"), n ? -0.015625 * (double)(n * (n - 1)) : 0);
    }
    tml_case_free(&c);
}

/* Of order 1 on a closed loop: half the step, half the error. Dormand and Prince's pair keeps its tolerance. */
Test(drift, euler_converges_at_first_order_and_dormand_prince_keeps_its_tolerance)
{
    tml_case best = run_fourbar("tolerance: 1e-12");
    const double angle = tml_case_value(&best, 40, "O.angle");
    double error[2];
    for (int k = 0; k < 2; k++) {
        tml_case c = run_fourbar(k ? "integrator: euler, step: 0.0001" : "integrator: euler, step: 0.0002");
        error[k] = tml_case_value(&c, 40, "O.angle") - angle;
        tml_case_free(&c);
    }
    cr_expect_float_eq(error[0] / error[1], 2, 0.05, "%g after %g", error[1], error[0]);
    static const double tolerances[] = {1e-4, 1e-7, 1e-10};
    for (int k = 0; k < 3; k++) {
        char options[80];
        snprintf(options, sizeof options, "integrator: dopri5, tolerance: %g", tolerances[k]);
        tml_case c = run_fourbar(options);
        cr_expect(strstr(tml_case_fact(&c, "integrator"), "Dormand-Prince 5(4)"));
        cr_expect_float_eq(tml_case_value(&c, 40, "O.angle"), angle, 30 * tolerances[k]);
        tml_case_free(&c);
    }
    tml_case_free(&best);
}
