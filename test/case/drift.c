/* drift.c - how far the constraints of the four-bar open under classical Runge-Kutta with a fixed step of 25 ms.
 *
 * The reference computes the 2-norms over the eight constraints from its own implementation in the same coordinates
 * (centres of mass and angles), so the drift itself is a number to reproduce. residual.position is only the largest of
 * the eight: the norm is taken from the points that should coincide.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* The 2-norm of the gaps in positions ("x", "y") or speeds ("vx", "vy"). O and C of the ground stand still. */
static double gap_norm(const tml_case *c, size_t row, bool speeds)
{
    static const char *const pairs[4][2] = {
        {"crank.O", NULL}, {"coupler.A", "crank.A"}, {"coupler.B", "follower.B"}, {"follower.C", NULL}};
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        const char *axis = i % 2 ? ".y" : ".x", *rate = i % 2 ? ".vy" : ".vx", *const *pair = pairs[i / 2];
        double gap = i == 6 && !speeds ? -2.5 : 0; /* C of the ground is at (2.5, 0) */
        for (int k = 0; k < 2 && pair[k]; k++) {
            char channel[32] = "";
            snprintf(channel, sizeof channel, "%s%s", pair[k], speeds ? rate : axis);
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
            worst[k] = fmax(worst[k], (fabs(gap_norm(&c, row, k) - want[k]) - 1e-12) / (want[k] + 1e-12));
    }
    tml_case_near(&c, "norm of the position gaps, relative difference", worst[0], 0, 1e-6);
    tml_case_near(&c, "norm of the speed gaps, relative difference", worst[1], 0, 1e-6);
    tml_reference_free(&r);
    tml_case_free(&c);
}

Test(drift, without_stabilization)
{
    check_drift("fourbar-drift/fourbar-drift-none.yaml", "fourbar-drift/reference-none.csv");
}

Test(drift, with_baumgarte)
{
    check_drift("fourbar-drift/fourbar-drift-baumgarte.yaml", "fourbar-drift/reference-baumgarte.csv");
}

Test(drift, with_projection)
{
    check_drift("fourbar-drift/fourbar-drift-projection.yaml", "fourbar-drift/reference-projection.csv");
}
