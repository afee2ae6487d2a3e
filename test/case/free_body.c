/* free_body.c - Newton's second law from channels alone: m a is the sum of what the forces say they exert, and gravity.
 *
 * Only forces act on the body, of kinds that report force and torque at a point; moments are about its
 * centre of mass. Channels of constant forces are compared with numbers found by hand.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const char plane[] = "trammel: 1\n"
                            "bodies:\n"
                            "  block: {points: {P: [0.1, 0.2]}, com: [0, 0], mass: 2, inertia: 0.3, position: [0, 0],\n"
                            "          angle: 90 deg, velocity: [1, 2], omega: 3}\n"
                            "forces:\n"
                            "  push: {force: block.P, value: [3, 1], axes: body}\n"
                            "  pull: {force: block.P, value: [0, 5]}\n"
                            "  twist: {torque: block, value: 7}\n"
                            "  air: {drag: block.P, linear: 2, quadratic: 0.5, angular: 0.1}\n"
                            "analyses:\n"
                            "  - dynamics: {end: 1, output: 0.1}\n";

static const char space[] =
    "trammel: 1\n"
    "space: space\n"
    "bodies:\n"
    "  block: {points: {P: [0.1, 0.2, -0.3]}, com: [0, 0, 0], mass: 2, inertia: [0.3, 0.2, 0.4],\n"
    "          position: [0, 0, 0], velocity: [1, 2, 0.5]}\n"
    "forces:\n"
    "  push: {force: block.P, value: [3, 1, 2], axes: body}\n"
    "  pull: {force: block.P, value: [0, 5, 0]}\n"
    "  twist: {torque: block, value: [0.1, 0.2, 0.3], axes: body}\n"
    "  air: {drag: block.P, linear: 2, quadratic: 0.5, angular: 0.1}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.1}\n";

static double channel(const tml_case *c, size_t row, const char *element, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s", element, what);
    return tml_case_value(c, row, name);
}

static double sum_of(const tml_case *c, size_t row, const char *what)
{
    static const char *const forces[] = {"push", "pull", "twist", "air"};
    double sum = 0;
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++)
        sum += channel(c, row, forces[i], what);
    return sum;
}

Test(free_body, forces_and_torques_add_up_to_inertia_in_the_plane)
{
    tml_case c = tml_case_run_text("plane", plane, NULL);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double fx = sum_of(&c, row, "fx"), fy = sum_of(&c, row, "fy");
        const double arm_x = channel(&c, row, "block.P", "x") - channel(&c, row, "block", "x"),
                     arm_y = channel(&c, row, "block.P", "y") - channel(&c, row, "block", "y");
        tml_case_near(&c, "m ax", fx, 2 * channel(&c, row, "block", "ax"), 1e-12);
        tml_case_near(&c, "m ay", fy - 2 * 9.81, 2 * channel(&c, row, "block", "ay"), 1e-12);
        tml_case_near(&c, "I alpha", sum_of(&c, row, "torque") + arm_x * fy - arm_y * fx,
                      0.3 * channel(&c, row, "block", "alpha"), 1e-12);
    }
    tml_case_near(&c, "push.fx", tml_case_at(&c, 0, "push.fx"), -1, 1e-15); /* [3, 1] rotated by 90 deg */
    tml_case_near(&c, "push.fy", tml_case_at(&c, 0, "push.fy"), 3, 1e-15);
    tml_case_near(&c, "pull.fy", tml_case_at(&c, 1, "pull.fy"), 5, 0);
    tml_case_near(&c, "twist.torque", tml_case_at(&c, 1, "twist.torque"), 7, 0);
    tml_case_free(&c);
}

Test(free_body, forces_and_torques_add_up_to_inertia_in_space)
{
    tml_case c = tml_case_run_text("space", space, NULL);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        tml_case_near(&c, "m ax", sum_of(&c, row, "fx"), 2 * channel(&c, row, "block", "ax"), 1e-12);
        tml_case_near(&c, "m ay", sum_of(&c, row, "fy"), 2 * channel(&c, row, "block", "ay"), 1e-12);
        tml_case_near(&c, "m az", sum_of(&c, row, "fz") - 2 * 9.81, 2 * channel(&c, row, "block", "az"), 1e-12);
        const double torque = hypot(hypot(channel(&c, row, "twist", "tx"), channel(&c, row, "twist", "ty")),
                                    channel(&c, row, "twist", "tz"));
        tml_case_near(&c, "size of twist", torque, sqrt(0.14), 1e-14); /* it rotates with the body and keeps its size */
    }
    tml_case_near(&c, "push.fz", tml_case_at(&c, 0, "push.fz"), 2, 1e-15);
    tml_case_free(&c);
}
