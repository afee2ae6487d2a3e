/* free_body.c - single loads against numbers found by hand, and what is refused. */
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The load of an element on a body, at a row of the last table. */
static tml_load load_on(const tml_case *c, const char *body, const char *name, size_t row)
{
    tml_free_body *f = NULL;
    tml_load found = {0};
    cr_assert_eq(tml_free_body_make(c->model, c->table, &f, c->log), TML_OK);
    cr_assert_eq(tml_free_body_take(f, row), TML_OK);
    for (size_t i = 0; i < tml_free_body_count(f); i++) {
        const tml_load one = tml_free_body_load(f, i);
        if (strcmp(one.body, body) == 0 && strcmp(one.name, name) == 0)
            found = one;
    }
    cr_assert(found.name, "%s acts on %s", name, body);
    found.body = found.name = found.type = NULL; /* of f */
    tml_free_body_free(f);
    return found;
}

static void expect3(const double got[3], double x, double y, double z, double bar)
{
    cr_expect(fabs(got[0] - x) <= bar && fabs(got[1] - y) <= bar && fabs(got[2] - z) <= bar, "%.12g %.12g %.12g",
              got[0], got[1], got[2]);
}

/* A rod of 2 m and 3 kg falls from the horizontal: alpha = 3 g / (2 L), a quarter of the weight is left to the pin. */
#define FALLING_ROD                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "gravity: [0, -10]\n"                                                                                              \
    "points: {O: [0, 0], A: [2, 0]}\n"                                                                                 \
    "bodies:\n"                                                                                                        \
    "  rod: {points: [O, A], mass: 3, shape: rod}\n"                                                                   \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [rod, ground]}\n"                                                                                 \
    "analyses: [evaluate]\n"

Test(free_body, rod_let_go_leaves_a_quarter_of_its_weight_to_the_pin)
{
    tml_case c = tml_case_run_text("rod", FALLING_ROD, TML_AS_WRITTEN);
    const tml_load pin = load_on(&c, "rod", "O", 0), weight = load_on(&c, "rod", "weight", 0),
                   inertia = load_on(&c, "rod", "inertia", 0);
    cr_expect_eq(pin.kind, TML_LOAD_JOINT);
    expect3(pin.at, 0, 0, 0, 1e-12);
    expect3(pin.force, 0, 7.5, 0, 1e-9);
    expect3(pin.torque, 0, 0, 0, 1e-9);
    expect3(weight.at, 1, 0, 0, 1e-12);
    expect3(weight.force, 0, -30, 0, 1e-12);
    expect3(inertia.force, 0, 22.5, 0, 1e-9); /* m a = -22.5 N */
    expect3(inertia.torque, 0, 0, 7.5, 1e-9); /* I alpha = -1 * 7.5 N m */
    tml_case_free(&c);
}

/* A spring of 100 N/m stretched by 1 m pulls both its ends together, each at its own point. */
Test(free_body, spring_acts_at_both_its_points)
{
    tml_case c = tml_case_run_text("spring",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  a: {points: {P: [0, 0]}, mass: 1, inertia: 1, position: [0, 0]}\n"
                                   "  b: {points: {P: [0, 1]}, com: [0, 0], mass: 1, inertia: 1, position: [3, 3]}\n"
                                   "forces:\n"
                                   "  s: {spring: [a.P, b.P], stiffness: 100, length: 4}\n"
                                   "analyses: [evaluate]\n",
                                   TML_AS_WRITTEN);
    const tml_load a = load_on(&c, "a", "s", 0), b = load_on(&c, "b", "s", 0);
    expect3(a.at, 0, 0, 0, 1e-12);
    expect3(b.at, 3, 4, 0, 1e-12);
    expect3(a.force, 60, 80, 0, 1e-9); /* 3-4-5 */
    expect3(b.force, -60, -80, 0, 1e-9);
    expect3(b.torque, 0, 0, 0, 0);
    cr_expect_eq(a.kind, TML_LOAD_FORCE);
    tml_case_free(&c);
}

/* 10 N m on the first of two wheels of 1 kg m^2, second = -2 first: alpha = 10 / (1 + 4), torques of the gear 2 alpha and 4 alpha. */
Test(free_body, gear_torques_have_the_gear_ratio)
{
    tml_case c = tml_case_run_text("gears",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "points: {O: [0, 0], A: [3, 0]}\n"
                                   "bodies:\n"
                                   "  one: {points: [O], mass: 1, inertia: 1}\n"
                                   "  two: {points: [A], mass: 1, inertia: 1}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, one]}\n"
                                   "  A: {revolute: [ground, two]}\n"
                                   "  pair: {gear: [O, A], ratio: -2}\n"
                                   "forces:\n"
                                   "  drive: {motor: O, torque: 10}\n"
                                   "analyses: [evaluate]\n",
                                   TML_AS_WRITTEN);
    expect3(load_on(&c, "one", "drive", 0).torque, 0, 0, 10, 1e-12);
    expect3(load_on(&c, "one", "pair", 0).torque, 0, 0, -8, 1e-9);
    expect3(load_on(&c, "two", "pair", 0).torque, 0, 0, -4, 1e-9);
    expect3(load_on(&c, "two", "pair", 0).at, 3, 0, 0, 1e-12);
    tml_case_free(&c);
}

/* Two gears on one arm, ratio 1: both torques cancel on the arm, and act on the wheels alone. */
Test(free_body, equal_gears_load_their_wheels_only)
{
    tml_case c = tml_case_run_text("arm",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "points: {O: [0, 0], A: [1, 0]}\n"
                                   "bodies:\n"
                                   "  arm: {points: [O, A], mass: 1, inertia: 1, com: O}\n"
                                   "  one: {points: [O], mass: 1, inertia: 1}\n"
                                   "  two: {points: [A], mass: 1, inertia: 1}\n"
                                   "joints:\n"
                                   "  G: {revolute: [ground.O, arm.O]}\n"
                                   "  O: {revolute: [one, arm]}\n"
                                   "  A: {revolute: [two, arm]}\n"
                                   "  pair: {gear: [O, A], ratio: 1}\n"
                                   "forces:\n"
                                   "  drive: {torque: one, value: 10}\n"
                                   "analyses: [evaluate]\n",
                                   TML_AS_WRITTEN);
    expect3(load_on(&c, "two", "pair", 0).torque, 0, 0, 5, 1e-9); /* both wheels accelerate alike: 5 rad/s^2 */
    tml_case_free(&c);
}

/* A beam on three supports: their reactions are not unique, that of the pendulum's pin is. */
Test(free_body, non_unique_loads_are_marked)
{
    tml_case c = tml_case_run_text("beam", BEAM_ON_THREE_SUPPORTS "analyses: [static]\n", TML_AS_WRITTEN);
    cr_expect_not(load_on(&c, "beam", "A", 0).unique);
    cr_expect_not(load_on(&c, "beam", "C", 0).unique);
    cr_expect(load_on(&c, "bob", "P", 0).unique);
    cr_expect(load_on(&c, "bob", "weight", 0).unique);
    expect3(load_on(&c, "bob", "P", 0).force, 0, 2 * 9.81, 0, 1e-6);
    tml_case_free(&c);
}

/* ---- contacts ---- */

/* A box of 2 kg rests on a slope of 3:4: the slope pushes straight up against the weight, below the centre of mass, which is 0.05 m above it:
 * (0, 0.05) - 0.05/cos = 0.0625 m lower. Both corners press; their centre of pressure is there, and no torque is left. */
Test(free_body, box_on_a_slope_is_held_below_its_centre_of_mass)
{
    tml_case c = tml_case_run_text(
        "slope",
        "trammel: 1\n"
        "gravity: [0, -10]\n"
        "bodies:\n"
        "  ground: {surfaces: {slope: {line: [[-0.8, -0.6], [0.8, 0.6]]}}}\n"
        "  box: {mass: 2, shape: {box: [0.4, 0.1]}, position: [-0.03, 0.04], angle: atan2(3, 4),\n"
        "        surfaces: {sides: {polygon: [[-0.2, -0.05], [0.2, -0.05], [0.2, 0.05], [-0.2, 0.05]]}}}\n"
        "forces: {floor: {contact: [box, ground], friction: 1}}\n"
        "analyses: [dynamics: {end: 0.1, output: 0.1}]\n",
        TML_AS_WRITTEN);
    const size_t last = tml_table_rows(c.table) - 1;
    const tml_load held = load_on(&c, "box", "floor", last);
    expect3(held.at, -0.03, 0.04 - 0.0625, 0, 1e-9);
    expect3(held.force, 0, 20, 0, 1e-9);
    expect3(held.torque, 0, 0, 0, 1e-12);
    cr_expect_eq(held.kind, TML_LOAD_FORCE);
    tml_case_near(&c, "force on the second body", tml_case_at(&c, 0.1, "floor.fy"), -20, 1e-9);
    tml_case_near(&c, "it sticks", tml_case_at(&c, 0.1, "floor.sticks"), 1, 0);
    tml_case_free(&c);
}

/* Two blocks on each other in one contact: each pair of bodies has its own force. A block that nothing touches carries none. */
Test(free_body, bodies_of_one_contact_have_forces_of_their_own)
{
#define SQUARE "{polygon: [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]], group: blocks}"
    tml_case c = tml_case_run_text("blocks",
                                   "trammel: 1\n"
                                   "gravity: [0, -10]\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]], group: all}}}\n"
                                   "  low: {mass: 1, inertia: 1, position: [0, 0.1], surfaces: {s: " SQUARE "}}\n"
                                   "  high: {mass: 3, inertia: 1, position: [0.04, 0.3], surfaces: {s: " SQUARE "}}\n"
                                   "forces:\n"
                                   "  on: {contact: [blocks, ground]}\n"
                                   "  among: {contact: [blocks, blocks]}\n"
                                   "analyses: [dynamics: {end: 0.1, output: 0.1}]\n",
                                   TML_AS_WRITTEN);
    const size_t last = tml_table_rows(c.table) - 1;
    expect3(load_on(&c, "high", "among", last).force, 0, 30, 0, 1e-9);
    expect3(load_on(&c, "high", "among", last).at, 0.04, 0.2, 0, 1e-9);
    expect3(load_on(&c, "low", "among", last).force, 0, -30, 0, 1e-9);
    expect3(load_on(&c, "low", "on.low.ground", last).force, 0, 40, 0, 1e-9);
    expect3(load_on(&c, "low", "on.low.ground", last).at, 0.03, 0, 0, 1e-9); /* 3/4 of 0.04 */
    expect3(load_on(&c, "high", "on.high.ground", last).force, 0, 0, 0, 0);
    tml_case_free(&c);
}

/* A ball of 2 kg arrives at a floor with 3 m/s and leaves it with half of that: an impulse of 9 N s, at the place below it. */
Test(free_body, impulse_of_a_contact_has_its_place)
{
    tml_case c = tml_case_run_text("ball",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                                   "  ball: {mass: 2, shape: {sphere: 0.1}, surfaces: {skin: {sphere: 0.1}},\n"
                                   "         position: [0.5, 0.2, 0.4], velocity: [1, 0, -3]}\n"
                                   "forces: {hit: {contact: [ground, ball], restitution: 0.5}}\n"
                                   "analyses: [dynamics: {end: 0.2, output: 0.1}]\n",
                                   TML_AS_WRITTEN);
    const tml_table *events = tml_case_table(&c, "dynamics.events");
    static const struct {
        const char *name;
        double value;
    } all[] = {{"t", 0.1}, {"hit.x", 0.6}, {"hit.y", 0.2}, {"hit.z", 0}, {"hit.fx", 0}, {"hit.fz", 9}, {"hit.tx", 0}};
    cr_assert_geq(tml_table_rows(events), 1);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) /* the first row is the impact */
        cr_expect_float_eq(tml_table_value(events, 0, (size_t)tml_table_find(events, all[i].name)), all[i].value, 1e-10,
                           "%s", all[i].name);
    cr_expect_str_eq(tml_table_unit(events, (size_t)tml_table_find(events, "hit.fz")), "N*s");
    tml_case_free(&c);
}

/* ---- tables and text ---- */

Test(free_body, tables_of_loads_have_the_rows_of_their_analysis)
{
    tml_case c =
        tml_case_run_text("rod", FALLING_ROD, TML_EDITS({"[evaluate]", "[evaluate, dynamics: {end: 1, output: 0.1}]"}));
    const size_t before = tml_results_count(c.results);
    cr_assert_eq(tml_results_add_loads(c.results, c.model, c.log), TML_OK);
    cr_assert_eq(tml_results_count(c.results), before + 2);
    const tml_table *loads = tml_case_table(&c, "dynamics.loads");
    cr_expect_eq(tml_table_rows(loads), 11);
    cr_expect_eq(tml_table_analysis(loads), 1);
    cr_expect_str_eq(tml_table_name(loads, 0), "t");
    for (size_t row = 0; row < 11; row++) {
        const double sum = tml_table_value(loads, row, (size_t)tml_table_find(loads, "rod.resultant.fy")),
                     inertia = tml_table_value(loads, row, (size_t)tml_table_find(loads, "rod.inertia.fy"));
        cr_expect_float_eq(sum, -inertia, 1e-9);
    }
    cr_expect_float_eq(tml_table_value(loads, 0, (size_t)tml_table_find(loads, "rod.O.fy")), 7.5, 1e-9);
    tml_case_free(&c);
}

static void expect_text(const char *body, double time, tml_status status, const char *part)
{
    tml_case c = tml_case_run_text("rod", FALLING_ROD, TML_AS_WRITTEN);
    char *text = NULL;
    cr_expect_eq(tml_free_body_text(c.model, c.results, body, time, &text, c.log), status);
    if (status == TML_OK)
        cr_expect(text && strstr(text, part), "%s", text);
    else
        tml_expect_message(&c, part);
    free(text);
    tml_case_free(&c);
}

Test(free_body, text_lists_loads_or_is_refused)
{
    expect_text("rod", NAN, TML_OK, "resultant and inertia add up to");
    expect_text("rot", NAN, TML_WRONG, "did you mean \"rod\"?");
    expect_text("rod", 3, TML_WRONG, "there is no row at 3 s");
    expect_text("ground", NAN, TML_WRONG, "no moving body");
}

Test(free_body, modes_have_no_loads)
{
    tml_case c = tml_case_run_text("rod", FALLING_ROD, TML_EDITS({"[evaluate]", "[static, modes]"}));
    tml_free_body *f = NULL;
    cr_expect_eq(tml_free_body_make(c.model, tml_case_table(&c, "modes"), &f, c.log), TML_WRONG);
    cr_expect_null(f);
    tml_expect_message(&c, "has no positions");
    tml_case_free(&c);
}

/* A driver that an event switches on holds the rod: before, its weight turns it freely. */
Test(free_body, driver_switched_on_by_an_event_is_a_load)
{
    tml_case c = tml_case_run_text("switched driver",
                                   "trammel: 1\n"
                                   "gravity: [0, -10]\n"
                                   "points: {O: [0, 0], A: [2, 0]}\n"
                                   "bodies: {rod: {points: [O, A], mass: 3, shape: rod}}\n"
                                   "joints: {O: {revolute: [ground, rod]}}\n"
                                   "drivers: {hold: {O.speed: 0, on: false}}\n"
                                   "events: {stop: {when: t - 0.1, do: {switch: {hold: on}}}}\n"
                                   "analyses: [dynamics: {end: 0.2, output: 0.1}]\n",
                                   TML_AS_WRITTEN);
    c.table = tml_results_table(c.results, 0);
    const size_t last = tml_table_rows(c.table) - 1;
    expect3(load_on(&c, "rod", "hold", 0).torque, 0, 0, 0, 0);
    const double angle = tml_case_value(&c, last, "O.angle");
    expect3(load_on(&c, "rod", "hold", last).torque, 0, 0, 30 * cos(angle), 1e-9);
    tml_case_free(&c);
}
