/* shared_loads.c - forces that contacts, friction and joints can share in several ways are named as not unique, and only those; facts about
 * bounces, losses and overlaps of a motion are true of the motion as far as it went.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_unique(const tml_table *t, const char *channel)
{
    const long column = tml_table_find(t, channel);
    cr_assert(column >= 0, "%s", channel);
    return tml_table_is_unique(t, (size_t)column);
}

#define BLOCK(contacts, analyses)                                                                                      \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"                                                        \
    "  b: {mass: 2, inertia: 0.1, position: [0, 0.2], surfaces: {p: {point: [-0.3, -0.2], group: all},\n"              \
    "      q: {point: [-0.1, -0.2], group: all}, r: {point: [0.3, -0.2], group: all}}}\n"                              \
    "forces:\n" contacts "analyses: [" analyses "]\n"

/* Three feet on a floor in the plane: two would do. Least norm: N = a + b x with sum N = m g, sum N x = 0. */
Test(shared_loads, forces_of_feet_more_than_needed_are_not_unique)
{
    tml_case c = tml_case_run_text("block",
                                   BLOCK("  p: {contact: [b.p, ground.floor]}\n"
                                         "  q: {contact: [b.q, ground.floor]}\n"
                                         "  r: {contact: [b.r, ground.floor]}\n",
                                         "dynamics: {end: 0.2, output: 0.1}, evaluate: {}"),
                                   NULL);
    static const char *const kinds[] = {"dynamics", "evaluate"};
    for (int i = 0; i < 2; i++) {
        const tml_table *t = tml_case_table(&c, kinds[i]);
        cr_expect(!is_unique(t, "p.force") && !is_unique(t, "q.force") && !is_unique(t, "r.force"));
        cr_expect(is_unique(t, "p.gap") && is_unique(t, "b.ay"));
        const size_t last = tml_table_rows(t) - 1;
        const double x[] = {-0.3, -0.1, 0.3}, mean = -0.1 / 3, square = 0.19 / 3, weight = 2 * 9.81;
        static const char *const names[] = {"p.force", "q.force", "r.force"};
        for (int k = 0; k < 3; k++) { /* N = a + b x */
            const double b = -weight * mean / (3 * (square - mean * mean)), a = weight / 3 - b * mean;
            tml_case_near(&c, names[k], tml_table_value(t, last, (size_t)tml_table_find(t, names[k])), a + b * x[k],
                          1e-9);
        }
    }
    tml_case_free(&c);
}

/* Of a group the sum is reported, which is the weight however the feet share it. */
Test(shared_loads, a_sum_is_unique_where_its_parts_are_not)
{
    tml_case c = tml_case_run_text(
        "group", BLOCK("  feet: {contact: [all, ground.floor]}\n", "dynamics: {end: 0.2, output: 0.1}"), NULL);
    cr_expect(is_unique(c.table, "feet.force") || strcmp(tml_table_kind(c.table), "dynamics") != 0);
    const tml_table *t = tml_case_table(&c, "dynamics");
    cr_expect(is_unique(t, "feet.force"));
    tml_case_near(&c, "weight", tml_table_value(t, 2, (size_t)tml_table_find(t, "feet.force")), 2 * 9.81, 1e-10);
    tml_case_free(&c);
}

Test(shared_loads, two_feet_are_unique)
{
    tml_case c = tml_case_run_text("two",
                                   BLOCK("  p: {contact: [b.p, ground.floor]}\n"
                                         "  r: {contact: [b.r, ground.floor]}\n",
                                         "dynamics: {end: 0.2, output: 0.1}"),
                                   NULL);
    const tml_table *t = tml_case_table(&c, "dynamics");
    cr_expect(is_unique(t, "p.force") && is_unique(t, "r.force"));
    cr_expect_str_eq(tml_fact_text(t, "reactions not unique"), "");
    tml_case_free(&c);
}

/* A box on a smooth floor that touches a rough wall: nothing presses it there, so that the wall cannot hold it by friction either. On a rough floor it may be
 * wedged in between. */
#define BESIDE_A_WALL(floor)                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {floor: {line: [[-1, 0], [1, 0]]}, wall: {line: [[0, 1], [0, 0]]}}}\n"                       \
    "  box: {mass: 2, shape: {box: [0.2, 0.1]}, position: [0.1, 0.05], surfaces: {sides: {polygon: [[-0.1, -0.05],\n"  \
    "        [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]}}}\n"                                                            \
    "forces:\n"                                                                                                        \
    "  floor: {contact: [box.sides, ground.floor]" floor "}\n"                                                         \
    "  wall: {contact: [box.sides, ground.wall], friction: 0.5}\n"                                                     \
    "analyses: [static, dynamics: {end: 0.1, output: 0.05}]\n"

Test(shared_loads, friction_without_a_load_shares_none)
{
    tml_case smooth = tml_case_run_text("smooth", BESIDE_A_WALL(""), NULL),
             rough = tml_case_run_text("rough", BESIDE_A_WALL(", friction: 0.3"), NULL);
    static const char *const kinds[] = {"static", "dynamics"};
    for (int i = 0; i < 2; i++) {
        const tml_table *t = tml_case_table(&smooth, kinds[i]);
        cr_expect_str_eq(tml_fact_text(t, "reactions not unique"), "");
        tml_case_near(&smooth, "weight", tml_table_value(t, 0, (size_t)tml_table_find(t, "floor.force")), 2 * 9.81,
                      1e-9);
        cr_expect_not(is_unique(tml_case_table(&rough, kinds[i]), "wall.force"));
    }
    tml_case_free(&smooth);
    tml_case_free(&rough);
}

#define DOOR(joint)                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "points: {A: [0, 0, 0.2], B: [0, 0, 1.8]}\n"                                                                       \
    "bodies: {door: {points: [A, B], mass: 20, com: [0.45, 0, 1], inertia: [4, 5, 2]}}\n"                              \
    "joints: {A: {" joint "}, B: {" joint "}}\n"                                                                       \
    "analyses: [static]\n"

/* Two balls share what is along their line only; of two pins each could hold the door alone. */
Test(shared_loads, of_a_door_the_hinges_share_what_they_both_hold)
{
    tml_case balls = tml_case_run_text("balls", DOOR("spherical: [ground, door]"), NULL),
             pins = tml_case_run_text("pins", DOOR("revolute: [ground, door], axis: z"), NULL);
    cr_expect(!is_unique(balls.table, "A.fz") && !is_unique(balls.table, "B.fz"));
    cr_expect(is_unique(balls.table, "A.fx") && is_unique(balls.table, "A.fy") && is_unique(balls.table, "B.fx"));
    tml_case_near(&balls, "couple", fabs(tml_table_value(balls.table, 0, (size_t)tml_table_find(balls.table, "A.fx"))),
                  20 * 9.81 * 0.45 / 1.6, 1e-9);
    cr_expect(!is_unique(pins.table, "A.fx") && !is_unique(pins.table, "A.fz") && !is_unique(pins.table, "A.ty"));
    cr_expect(is_unique(pins.table, "A.tz"));
    tml_case_free(&balls);
    tml_case_free(&pins);
}

#define PARALLELOGRAM                                                                                                  \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [1, 0]}}\n"                                                                     \
    "  one: {points: {A: [0, 0], C: [0, 1]}, mass: 1, shape: rod}\n"                                                   \
    "  two: {points: {B: [0, 0], D: [0, 1]}, mass: 1, shape: rod, position: [1, 0]}\n"                                 \
    "  bar: {points: {C: [0, 0], D: [1, 0]}, mass: 1, shape: rod, position: [0, 1]}\n"                                 \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, one], friction: {coefficient: 0.2, radius: 0.1}}\n"                                      \
    "  B: {revolute: [ground, two], friction: {coefficient: 0.2, radius: 0.1}}\n"                                      \
    "  C: {revolute: [one, bar]}\n"                                                                                    \
    "  D: {revolute: [two, bar]}\n"

/* One degree of freedom, two pins that stick: what one does not hold, the other does, through the bar. */
Test(shared_loads, pins_that_stick_together_share_their_load_with_joints)
{
    tml_case c = tml_case_run_text(
        "pins", PARALLELOGRAM "analyses: [dynamics: {end: 0.2, output: 0.1}, evaluate: {}, static: {}]\n", NULL);
    static const char *const kinds[] = {"dynamics", "evaluate", "static"};
    static const char *const open[] = {"A.friction", "B.friction", "A.fx", "B.fx", "C.fx", "D.fx"};
    for (int i = 0; i < 3; i++) {
        const tml_table *t = tml_case_table(&c, kinds[i]);
        for (size_t k = 0; k < sizeof open / sizeof *open; k++)
            cr_expect(!is_unique(t, open[k]), "%s: %s", kinds[i], open[k]);
        cr_expect(is_unique(t, "A.fy") && is_unique(t, "C.fy") && is_unique(t, "A.angle"), "%s", kinds[i]);
    }
    tml_case_free(&c);
}

/* Where forces are not unique formulations need not agree in them, and do in all else. */
Test(shared_loads, verify_leaves_them_out_and_says_so, .timeout = TML_SLOWER * 60)
{
    tml_model *model = tml_case_parse(PARALLELOGRAM "analyses: [dynamics: {end: 0.2, output: 0.1}]\n");
    tml_log *log = tml_log_make();
    tml_verification *v = NULL;
    cr_expect_eq(tml_verify(model, NULL, &v, log), TML_OK);
    cr_assert_not_null(v);
    bool said = false;
    for (size_t i = 0; i < v->note_count; i++)
        said |= strstr(v->notes[i], "share loads in several ways") != NULL;
    cr_expect(said);
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- facts of a motion that ends while a ball bounces ---- */

static tml_case ball(const char *end)
{
    return tml_case_run_text("ball",
                             "trammel: 1\n"
                             "bodies:\n"
                             "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                             "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, "
                             "position: [0, 1.05], velocity: [0.3, 0]}\n"
                             "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8}}\n"
                             "analyses: [dynamics: {end: 5, output: 0.5, tolerance: 1e-12}]\n",
                             TML_EDITS({"end: 5", end}));
}

/* m (1 + e) v of all impacts before a time: t_n = t_1 + 2 t_1 (e - e^n)/(1 - e). */
static double impulses_until(double end)
{
    const double t1 = 0.4515236409857309, v1 = 4.429446918070020, e = 0.8;
    double sum = 0, v = v1;
    for (int n = 1; n < 200 && t1 + 2 * t1 * (e - pow(e, n)) / (1 - e) <= end; n++, v *= e)
        sum += 0.5 * (1 + e) * v;
    return sum;
}

Test(shared_loads, impulses_are_those_that_have_occurred)
{
    static const struct {
        const char *edit;
        double end;
        bool rests;
    } all[] = {{"end: 1", 1, false},
               {"end: 4.06371", 4.06371, false},
               {"end: 4.063712", 4.063712, false},
               {"end: 5", 5, true}};
    for (int i = 0; i < 4; i++) {
        tml_case c = ball(all[i].edit);
        const tml_table *t = tml_case_table(&c, "dynamics");
        const char *text = strstr(tml_fact_text(t, "impacts of hit"), "sum of impulses ");
        cr_assert(text);
        double sum;
        cr_assert_eq(sscanf(text, "sum of impulses %lf", &sum), 1);
        tml_case_near(&c, "sum of impulses", sum, impulses_until(all[i].end), 3e-8);
        if (all[i].rests)
            tml_case_near(&c, "end of bounces", tml_fact_number(t, "bounces of hit end"), 4.063712768871578, 1e-8);
        else
            cr_expect(isnan(tml_fact_number(t, "bounces of hit end")));
        if (i == 2) { /* within the bounces that are not followed */
            tml_case_near(&c, "end to come", tml_fact_number(t, "bounces of hit would end"), 4.063712768871578, 1e-8);
            cr_expect(strstr(tml_fact_text(t, "bounces of hit would end"), "after the end of the motion"));
        }
        cr_expect(!(tml_fact_number(t, "deepest overlap in a row") > 1e-12));
        tml_case_free(&c);
    }
}

/* A stop without restitution that opens and closes again does not bounce. */
Test(shared_loads, a_knee_does_not_bounce)
{
    tml_case c = tml_case_run("knee/knee.yaml", TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_fact_count(tml_case_table(&c, "dynamics")); i++)
        cr_expect(strncmp(tml_table_fact_name(tml_case_table(&c, "dynamics"), i), "bounces", 7) != 0);
    tml_case_free(&c);
}

/* ---- losses ---- */

/* A block slides to rest, and a ball bounces with friction: the energy balance closes as far as without, and friction has taken all of it. */
Test(shared_loads, losses_are_those_of_the_whole_motion)
{
    tml_case c = tml_case_run_text("slides",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                                   "  b: {mass: 2, inertia: 0.1, surfaces: {sole: {point: [0, 0]}}, velocity: [3, 0]}\n"
                                   "forces: {rub: {contact: [b.sole, ground.floor], friction: 0.4}}\n"
                                   "analyses: [dynamics: {end: 1, output: 0.4, tolerance: 1e-10}]\n",
                                   NULL);
    const tml_table *t = tml_case_table(&c, "dynamics");
    tml_case_near(&c, "friction", tml_fact_number(t, "energy lost in friction"), 9, 1e-9);
    cr_expect_leq(tml_fact_number(t, "worst energy error"), 1e-9 * tml_fact_number(t, "energy scale"));
    tml_case_free(&c);
    char path[512];
    snprintf(path, sizeof path, "%s", "../docs/guide/bounce.yaml");
    c = tml_case_run(path, TML_TIGHT);
    t = tml_case_table(&c, "dynamics");
    cr_expect_leq(tml_fact_number(t, "worst energy error"), 1e-9 * tml_fact_number(t, "energy scale"), "%g",
                  tml_fact_number(t, "worst energy error"));
    tml_case_near(&c, "impacts", tml_fact_number(t, "energy lost in impacts"),
                  tml_table_value(t, tml_table_rows(t) - 1, (size_t)tml_table_find(t, "energy.impact_loss")), 1e-12);
    cr_expect(strstr(tml_fact_text(t, "energy lost in impacts"), "with what friction takes in them"));
    tml_case_free(&c);
}

/* ---- massless ---- */

Test(shared_loads, a_body_without_mass_that_touches_is_refused_with_what_to_do)
{
    tml_model *model = tml_case_parse("trammel: 1\n"
                                      "bodies:\n"
                                      "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                                      "  ball: {surfaces: {rim: {disc: 50 mm}}, position: [0, 1.05]}\n"
                                      "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.5}}\n"
                                      "analyses: [dynamics: {end: 1}]\n");
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    cr_expect_neq(tml_run(model, NULL, &results, log), TML_OK);
    cr_assert_gt(tml_log_count(log), 0);
    cr_expect(strstr(tml_log_get(log, 0).text, "hit: rigid contacts and stops, and dry friction, are not solved"), "%s",
              tml_log_get(log, 0).text);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* Blocks of one width, corner on corner: so many places touch that not all combinations can be tried. It is not said that there are no forces. */
Test(shared_loads, forces_that_were_not_found_are_not_said_to_be_impossible, .timeout = TML_SLOWER * 60)
{
#define BOX "surfaces: {box: {polygon: [[-0.25, -0.125], [0.25, -0.125], [0.25, 0.125], [-0.25, 0.125]]}}"
    tml_model *model = tml_case_parse("trammel: 1\n"
                                      "bodies:\n"
                                      "  ground: {surfaces: {floor: {line: [[-5, 0], [5, 0]]}}}\n"
                                      "  a: {mass: 1, inertia: 0.05, " BOX ", position: [0, 0.125]}\n"
                                      "  b: {mass: 1, inertia: 0.05, " BOX ", position: [0, 0.375]}\n"
                                      "  c: {mass: 1, inertia: 0.05, " BOX ", position: [0, 0.625]}\n"
                                      "forces:\n"
                                      "  f: {contact: [a.box, ground.floor], friction: 0.5}\n"
                                      "  g: {contact: [a.box, b.box], friction: 0.4}\n"
                                      "  h: {contact: [b.box, c.box], friction: 0.3}\n"
                                      "analyses: [dynamics: {end: 0.1, contact: events}]\n");
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_run(model, NULL, &results, log);
    for (size_t i = 0; i < tml_log_count(log); i++)
        cr_expect_not(strstr(tml_log_get(log, i).text, "are possible"), "%s", tml_log_get(log, i).text);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* A yoke comes to rest: the friction of four joints holds one degree of freedom. Whichever part each takes is within its limit. */
static void friction_of_several_joints_at_rest(const char *by)
{
    tml_case c =
        tml_case_run_text_with("yoke",
                               "trammel: 1\n"
                               "points: {O: [0, 0], A: [0.1, 0], C: [0.5, 0]}\n"
                               "bodies:\n"
                               "  crank: {points: [O, A], mass: 1, shape: rod, omega: 8}\n"
                               "  yoke: {points: [A, C], mass: 2, shape: rod}\n"
                               "joints:\n"
                               "  O: {revolute: [ground, crank], friction: {coefficient: 0.1, radius: 10 mm}}\n"
                               "  A: {slot: [yoke, crank], axis: y, friction: {coefficient: 0.2, radius: 5 mm}}\n"
                               "  C: {prismatic: [ground, yoke], axis: x, friction: {coefficient: 0.1, length: 0.1}}\n"
                               "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-9}]\n",
                               NULL, TML_BY(by));
    static const char *const shared[] = {"O.friction", "A.friction", "A.friction_torque", "C.friction", "C.torque"};
    for (int i = 0; i < 5; i++)
        cr_expect(!is_unique(c.table, shared[i]), "%s: %s", c.name, shared[i]);
    const double fx = tml_case_at(&c, 1, "O.fx"), fy = tml_case_at(&c, 1, "O.fy");
    const double across = tml_case_at(&c, 1, "C.fy"), moment = 2 * tml_case_at(&c, 1, "C.torque") / 0.1;
    const double edges = 0.5 * (fabs(across + moment) + fabs(across - moment));
    cr_expect(fabs(tml_case_at(&c, 1, "O.friction")) <= 0.1 * 0.01 * hypot(fx, fy) * (1 + 1e-9));
    cr_expect(fabs(tml_case_at(&c, 1, "C.friction")) <= 0.1 * edges * (1 + 1e-9));
    tml_case_near(&c, "at rest", tml_case_at(&c, 1, "crank.omega"), 0, 1e-12);
    tml_case_free(&c);
}
TML_TEST_EACH(shared_loads, friction_of_several_joints_at_rest, 10)

/* ---- near the limit ---- */

#define PUSHED_BOX                                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "parameters: {push: %.17g}\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {top: {plane: [0, 0, 0]}}}\n"                                                                \
    "  box: {points: {C: [0, 0, 0]}, mass: 2, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.05], surfaces: {box: "   \
    "{box: [0.1, 0.1, 0.1]}}}\n"                                                                                       \
    "forces:\n"                                                                                                        \
    "  hit: {contact: [ground.top, box.box], friction: 0.3}\n"                                                         \
    "  push: {force: box.C, value: [push*cos(0.4), push*sin(0.4), 0]}\n"

/* Some corners are at their limit long before the box slides: the others take over. */
Test(shared_loads, of_a_pushed_box_are_held_until_all_corners_slide)
{
    const double most = 0.3 * 2 * 9.81;
    for (int i = 0; i < 4; i++) {
        const double part[] = {0.7, 0.85, 0.97, 0.999};
        char text[1200];
        double range[2];
        snprintf(text, sizeof text, PUSHED_BOX "analyses: [static: {}, dynamics: {end: 0.1, output: 0.1}]\n",
                 part[i] * most);
        tml_case c = tml_case_run_text("pushed box", text, NULL);
        tml_case_near(&c, "stays", tml_case_value(&c, 1, "box.x"), 0, 1e-14);
        c.table = tml_case_table(&c, "static");
        const char *fact = tml_fact_text(c.table, "friction holds push");
        cr_assert(sscanf(fact, "from %lf to %lf", &range[0], &range[1]) == 2, "%s", fact);
        tml_case_near(&c, "most", range[1], 1 / part[i], 1e-9);
        tml_case_near(&c, "least", range[0], -1 / part[i], 1e-9);
        tml_case_near(&c, "friction", tml_case_value(&c, 0, "hit.fx"), -part[i] * most * cos(0.4), 1e-8);
        tml_case_near(&c, "pressure", tml_case_value(&c, 0, "hit.force"), 2 * 9.81, 1e-8);
        tml_case_free(&c);
    }
}

/* A shaft in a bearing, pulled and turned by eps more or less than friction holds: it slips with just that, however little. */
Test(shared_loads, a_hair_from_the_limit_of_two_directions)
{
    for (int k = 0; k < 26; k++) {
        const double eps = (k < 13 ? 1 : -1) * pow(10, -2 - k % 13), F = 30 * (1 + eps);
        for (int d = 0; d < 3; d++) {
            const double a = 0.5 * d + 0.1, r = 0.05, slip = fmax(eps, 0) * 30;
            char text[800];
            snprintf(text, sizeof text,
                     "trammel: 1\n"
                     "space: space\n"
                     "gravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0, 0]}}\n"
                     "  shaft: {points: {O: [0, 0, 0]}, mass: 2, inertia: [2*0.05^2, 0.01, 0.01]}\n"
                     "joints:\n"
                     "  C: {cylindrical: [ground, shaft], at: O, axis: x, friction: {coefficient: 0.3, radius: 0.05}}\n"
                     "forces:\n"
                     "  load: {force: shaft.O, value: [%.17g, 0, -100]}\n"
                     "  twist: {torque: shaft, value: [%.17g, 0, 0]}\n"
                     "analyses: [evaluate: {}]\n",
                     F * cos(a), r * F * sin(a));
            tml_case c = tml_case_run_text("shaft", text, NULL);
            tml_case_near(&c, "ax", tml_case_value(&c, 0, "shaft.ax"), slip * cos(a) / 2, 1e-8);
            tml_case_near(&c, "alpha", tml_case_value(&c, 0, "shaft.alphax") * r, slip * sin(a) / 2, 1e-8);
            tml_case_free(&c);
        }
    }
}

/* ---- until they slip ---- */

/* A box is pushed ever harder, 40 t, low and off the middle, so that its corners carry different loads: it sticks until 40 t = mu_s m g, however they
 * share it, then slides with mu_k m g: x'' = (40 t - mu_k m g)/m. */
static void expect_slip(const char *by, const char *text, const char *event, const char *x, double mass, double push,
                        double held, double sliding)
{
    tml_case c = tml_case_run_text_with("pushed", text, NULL, TML_BY(by));
    const double t = held / push, d = 2 - t;
    const double way = (push * (8 - t * t * t) / 6 - push * t * t / 2 * d - sliding * d * d / 2) / mass;
    tml_case_near(&c, event, tml_case_change(&c, 0, event), t, 1e-11);
    tml_case_near(&c, x, tml_case_at(&c, 2, x) - tml_case_at(&c, 0, x), way, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}

static void a_box_in_the_plane_slips(const char *by)
{
    for (int i = 0; i < 2; i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "bodies:\n"
            "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
            "  b: {points: {P: [0, -0.05]}, com: [0.03, 0], mass: 10, inertia: 0.2, position: [0, 0.15], surfaces: {s: "
            "{polygon: [[-0.2, -0.15], [0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]]}}}\n"
            "forces:\n"
            "  f: {contact: [b, ground.floor], friction: {coefficient: %g, static: 0.5}}\n"
            "  push: {force: b.P, value: [40*t, 0]}\n"
            "analyses: [dynamics: {end: 2, output: 0.5, tolerance: 1e-11}]\n",
            i ? 0.3 : 0.5);
        expect_slip(by, text, "f[3] slides", "b.x", 10, 40, 49.05, i ? 29.43 : 49.05);
    }
}
TML_TEST_EACH(shared_loads, a_box_in_the_plane_slips, 10)

static void a_box_in_space_slips(const char *by)
{
    for (int i = 0; i < 2; i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "space: space\n"
            "bodies:\n"
            "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
            "  b: {mass: 10, shape: {box: [0.4, 0.4, 0.3]}, position: [0, 0, 0.15], surfaces: {s: {box: [0.4, 0.4, "
            "0.3]}}}\n"
            "forces:\n"
            "  f: {contact: [b, ground.floor], friction: {coefficient: %g, static: 0.5}}\n"
            "  push: {force: b, value: [32*t, 24*t, 0]}\n"
            "outputs: {way: 0.8*b.x + 0.6*b.y}\n"
            "analyses: [dynamics: {end: 2, output: 0.5, tolerance: 1e-11}]\n",
            i ? 0.3 : 0.5);
        expect_slip(by, text, "f[1] slides", "way", 10, 40, 49.05, i ? 29.43 : 49.05);
    }
}
TML_TEST_EACH(shared_loads, a_box_in_space_slips, 20)

/* A beam in two slots that carry different loads. */
#define BEAM_IN_SLOTS                                                                                                  \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [1, 0]}}\n"                                                                     \
    "  beam: {points: {A: [0, 0], B: [1, 0], P: [0.3, 0.1]}, com: [0.3, 0.1], mass: 10, inertia: 1}\n"                 \
    "joints:\n"                                                                                                        \
    "  A: {slot: [ground, beam], axis: x, friction: 0.4}\n"                                                            \
    "  B: {slot: [ground, beam], axis: x, friction: 0.4}\n"                                                            \
    "forces: {F: {force: beam.P, value: [40*t, 0]}}\n"                                                                 \
    "analyses: [dynamics: {end: 2, output: 0.5, tolerance: 1e-11}]\n"

static void a_beam_in_two_slots_slips(const char *by)
{
    expect_slip(by, BEAM_IN_SLOTS, "B slides", "beam.x", 10, 40, 39.24, 39.24);
}
TML_TEST_EACH(shared_loads, a_beam_in_two_slots_slips, 10)

/* With springs for its joints, which hold both slots nearly, but not exactly, in the same way. */
Test(shared_loads, a_beam_on_springs_slips, .timeout = TML_SLOWER * 20)
{
    tml_case c = tml_case_run_text_with("pushed", BEAM_IN_SLOTS, TML_EDITS({"1e-11", "1e-8"}), TML_BY("implicit"));
    tml_case_near(&c, "B slides", tml_case_change(&c, 0, "B slides"), 0.981, 1e-6);
    tml_case_near(&c, "beam.x", tml_case_at(&c, 2, "beam.x") - 0.3, 40 * 1.019 * 1.019 * 1.019 / 60, 1e-6);
    tml_case_free(&c);
}

/* Two feet on a belt of speed v, on a spring k: they stick until k v t = mu_s m g, and again from when they have the speed of the belt. */
static void two_feet_on_a_belt_stick_and_slip(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "belt",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {W: [-1, 0]}, surfaces: {belt: {line: [[0, 0], [1, 0]], speed: 0.2}}}\n"
        "  b: {points: {P: [0, 0]}, com: [0.02, 0], mass: 1, inertia: 1, velocity: [0.2, 0], position: [-0.02, 0.05], "
        "surfaces: {l: "
        "{point: [-0.1, -0.05]}, r: {point: [0.1, -0.05]}}}\n"
        "forces:\n"
        "  belt: {contact: [b, ground.belt], friction: {coefficient: 0.3, static: 0.5}}\n"
        "  s: {force: b, value: [-100*b.x, 0]}\n"
        "analyses: [dynamics: {end: 3, output: 0.5, tolerance: 1e-11}]\n",
        NULL, TML_BY(by));
    /* about m = mu_k m g/k, with w = 10/s: x - m = A cos(w t - phi), whose rate is v at w t = 0 and at pi + 2 phi */
    const double w = 10, x0 = 0.04905, middle = 0.02943, v = 0.2, first = x0 / v, phi = atan2(v / w, x0 - middle);
    tml_case_near(&c, "first slip", tml_case_change(&c, 0, "belt[b.l-ground] slides"), first, 1e-10);
    const double stick = tml_case_change(&c, 0, "belt[b.l-ground] sticks");
    tml_case_near(&c, "sticks again", stick - first, (acos(-1) + 2 * phi) / w, 1e-9);
    tml_case_near(&c, "second slip", tml_case_change(&c, 1, "belt[b.l-ground] slides") - stick, 2 * (x0 - middle) / v,
                  1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(shared_loads, two_feet_on_a_belt_stick_and_slip, 10)

/* Pushed beside its middle it begins to turn: the least push at which some field of slips of its four corners, each with mu m g/4, takes no more power than
 * it has, 44.485878240522 N by minimizing over the centre of rotation. */
Test(shared_loads, a_box_pushed_beside_its_middle_slips, .timeout = TML_SLOWER * 30)
{
    tml_case c = tml_case_run_text("pushed",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                                   "  b: {points: {P: [0, 0.1, -0.15]}, com: [0, 0, 0], mass: 10, inertia: [0.2, 0.2, "
                                   "0.27], position: [0, 0, 0.15], "
                                   "surfaces: {s: {box: [0.4, 0.4, 0.3]}}}\n"
                                   "forces:\n"
                                   "  f: {contact: [b, ground.floor], friction: 0.5}\n"
                                   "  push: {force: b.P, value: [40*t, 0, 0]}\n"
                                   "analyses: [dynamics: {end: 1.3, output: 0.1, tolerance: 1e-10}]\n",
                                   NULL);
    tml_case_near(&c, "slips", tml_case_change(&c, 0, "f[1] slides"), 44.485878240522 / 40, 1e-11);
    cr_expect_lt(tml_case_at(&c, 1.3, "b.omegaz"), -0.01);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* Five boxes fall into a tub and rest on each other, their friction near its limit. Were their shares to jump there, from one evaluation to the next, steps would resolve the
 * jumps: 28000 of them in 1e-4 s. */
static const char *const PILE =
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {surfaces: {pit: {polyline: [[-1.2, 3], [-1, 0], [1, 0], [1.2, 3]]}}}\n"
    "  b0: {mass: 1, inertia: 0.02, position: [-0.084,0.500], angle: 0.152, surfaces: {skin: {polygon: [[-0.2, -0.15], "
    "[0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]], group: boxes}}}\n"
    "  b1: {mass: 1, inertia: 0.02, position: [0.257,1.150], angle: 0.296, surfaces: {skin: {polygon: [[-0.2, -0.15], "
    "[0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]], group: boxes}}}\n"
    "  b2: {mass: 1, inertia: 0.02, position: [0.066,1.800], angle: 2.856, surfaces: {skin: {polygon: [[-0.2, -0.15], "
    "[0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]], group: boxes}}}\n"
    "  b3: {mass: 1, inertia: 0.02, position: [-0.228,2.450], angle: 0.270, surfaces: {skin: {polygon: [[-0.2, -0.15], "
    "[0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]], group: boxes}}}\n"
    "  b4: {mass: 1, inertia: 0.02, position: [-0.065,3.100], angle: 0.756, surfaces: {skin: {polygon: [[-0.2, -0.15], "
    "[0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]], group: boxes}}}\n"
    "forces:\n"
    "  floor: {contact: [boxes, ground], friction: 0.8}\n"
    "  among: {contact: [boxes, boxes], friction: 0.8}\n"
    "analyses: [dynamics: {end: 2, output: 0.05, tolerance: 1e-8}]\n";

Test(shared_loads, friction_near_its_limit_is_continuous)
{
    tml_case c = tml_case_run_text("pile", PILE, NULL);
    cr_expect_lt(tml_fact_number(c.table, "steps"), 2000);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-7);
    tml_case_free(&c);
}
