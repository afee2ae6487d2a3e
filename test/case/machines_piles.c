/* machines_piles.c - bodies that tumble over each other and come to rest, rigid, from event to event.
 *
 * No closed form tells how they lie; what holds of all of them is the balance of energy, that they rest on the ground with their weight, and that
 * nothing overlaps.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81;

static double fact(const tml_case *c, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), name) == 0)
            return tml_table_fact_number(c->table, i);
    return 0;
}

/* At the last row: at rest, and all energy that is gone was lost in impacts and friction. */
static void expect_rest(const tml_case *c, double tolerance)
{
    const size_t last = tml_table_rows(c->table) - 1;
    const double before = tml_case_value(c, 0, "energy.potential") + tml_case_value(c, 0, "energy.kinetic"),
                 after = tml_case_value(c, last, "energy.potential") + tml_case_value(c, last, "energy.kinetic");
    tml_case_near(c, "it rests", tml_case_value(c, last, "energy.kinetic"), 0, tolerance * tolerance);
    tml_case_near(c, "losses", fact(c, "energy lost in impacts") + fact(c, "energy lost in friction"), before - after,
                  tolerance * before);
    cr_expect(tml_case_largest(c, "energy.error") < tolerance * before, "%s: energy error %g J", c->name,
              tml_case_largest(c, "energy.error"));
    cr_expect_lt(fact(c, "deepest overlap in a row"), 1e-10, "%s", c->name);
}

/* ---- boxes in a pit: flush on each other, more contacts than are needed, much friction ---- */

#define SKIN "surfaces: {skin: {polygon: [[-0.2, -0.15], [0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]], group: boxes}}"
static const double places[2][5][3] = {
    {{0.098, 0.5, 2.225}, {0.236, 1.15, 2.827}, {0.192, 1.8, 2.767}, {-0.377, 2.45, 1.397}, {0.355, 3.1, 1.947}},
    {{-0.211, 0.5, 0.309}, {-0.083, 1.15, 0.465}, {-0.371, 1.8, 1.22}, {0.336, 2.45, 0.74}, {-0.23, 3.1, 1.38}}};

static void boxes_come_to_rest(int set, double friction)
{
    char text[3000], name[40];
    int at = snprintf(text, sizeof text,
                      "trammel: 1\nbodies:\n"
                      "  ground: {surfaces: {pit: {polyline: [[-1.2, 3], [-1, 0], [1, 0], [1.2, 3]]}}}\n");
    for (int i = 0; i < 5; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  b%d: {mass: 1, inertia: 0.02, position: [%g, %g], angle: %g, " SKIN "}\n", i,
                       places[set][i][0], places[set][i][1], places[set][i][2]);
    snprintf(text + at, sizeof text - (size_t)at,
             "forces:\n  floor: {contact: [boxes, ground], friction: %g}\n"
             "  among: {contact: [boxes, boxes], friction: %g}\n"
             "analyses: [dynamics: {end: 4, output: 0.05, tolerance: 1e-8}]\n",
             friction, friction);
    snprintf(name, sizeof name, "set %d, friction %g", set, friction);
    tml_case c = tml_case_run_text(name, text, NULL);
    double weight = 0;
    for (int i = 0; i < 5; i++) {
        char channel[40];
        snprintf(channel, sizeof channel, "floor.b%d.ground.fy", i);
        weight += tml_case_value(&c, tml_table_rows(c.table) - 1, channel);
    }
    tml_case_near(&c, "weight", -weight, 5 * G, 1e-8);
    expect_rest(&c, 1e-8);
    tml_case_free(&c);
}

Test(machines_piles, five_boxes_with_friction)
{
    boxes_come_to_rest(0, 0.5);
    boxes_come_to_rest(1, 0.5);
}

Test(machines_piles, five_boxes_with_much_friction)
{
    boxes_come_to_rest(0, 1.2);
    boxes_come_to_rest(1, 0.8);
}

/* ---- a caller who asks to stop is heard between impacts, whose flights are one step each ---- */

static int stop_soon(void *context, const char *analysis, double fraction)
{
    int *calls = context;
    (void)analysis, (void)fraction;
    return ++*calls > 3;
}

Test(machines_piles, a_run_of_impacts_stops_when_the_caller_asks)
{
    static const char text[] = "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                               "  ball: {mass: 1, inertia: 1, surfaces: {rim: {disc: 0.1}}, position: [0, 0.6]}\n"
                               "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 1}}\n"
                               "analyses: [dynamics: {end: 1000, output: 1000}]\n";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "ball", log);
    cr_assert_not_null(model);
    int calls = 0;
    tml_results *results = NULL;
    const tml_run_options options = {.size = sizeof options, .context = &calls, .progress = stop_soon};
    cr_expect_eq(tml_run(model, &options, &results, log), TML_STOPPED);
    cr_expect_eq(calls, 4);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}
