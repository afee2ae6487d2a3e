/* time_stepping.c - contacts stepped over by Moreau's midpoint rule: order two where nothing touches, order one through impacts. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* The error at the end of a run with a step, of a channel. */
static double error_of(const char *path, const char *dynamics, const char *channel, double step)
{
    char text[128];
    snprintf(text, sizeof text, "dynamics: {contact: time_stepping, step: %g, ", step);
    tml_case exact = tml_case_run(path, TML_EDITS({dynamics, "dynamics: {tolerance: 1e-11, "}));
    tml_case c = tml_case_run(path, TML_EDITS({dynamics, text}));
    const size_t last = tml_table_rows(c.table) - 1;
    const double error = fabs(tml_case_value(&c, last, channel) - tml_case_value(&exact, last, channel));
    tml_case_free(&c);
    tml_case_free(&exact);
    return error;
}

/* A closed loop with joints of all kinds of rows: the mean velocity obeys them, positions are brought back. */
Test(time_stepping, smooth_motion_of_a_closed_loop_is_of_second_order)
{
    const double coarse = error_of("slider-crank/slider-crank.yaml", "dynamics: {", "O.angle", 1e-3);
    const double fine = error_of("slider-crank/slider-crank.yaml", "dynamics: {", "O.angle", 5e-4);
    cr_expect(fine < 1e-4 && fabs(log2(coarse / fine) - 2) < 0.2, "errors %g and %g", coarse, fine);
}
