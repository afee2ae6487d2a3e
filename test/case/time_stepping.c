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

/* A pendulum with friction in its pin (the load is the reaction of the step before): where it rests, after 19 swings. */
static double rest_error(double step)
{
    char text[64];
    snprintf(text, sizeof text, "step: %g", step);
    tml_case c = tml_case_run_text("pin",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  rod: {points: {A: [0, 0], B: [0, -1]}, mass: 2, shape: rod, angle: 90 deg}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground.O, rod.A], friction: {coefficient: 0.3, radius: 0.05}}\n"
                                   "analyses:\n"
                                   "  - dynamics: {end: 17, output: 0.5, contact: time_stepping, step: H}\n",
                                   TML_EDITS({"step: H", text}));
    const double error = fabs(tml_case_at(&c, 17, "O.angle") + 0.01794696958643289);
    cr_expect(tml_fact_number(c.table, "residual of complementarity") < 1e-8);
    tml_case_free(&c);
    return error;
}

Test(time_stepping, pendulum_with_friction_in_its_pin_rests_where_it_should)
{
    const double coarse = rest_error(4e-4), fine = rest_error(2e-4);
    cr_expect(fine < 1e-5 && fabs(log2(coarse / fine) - 1) < 0.3, "errors %g and %g", coarse, fine);
}
