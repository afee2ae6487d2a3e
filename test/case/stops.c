/* stops.c - rigid stops of joint coordinates: a knee and a door, against numbers in 15 digits found by independent means. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>

#define PI 3.14159265358979323846
static const double BAR = 1e-8; /* relative, at a tolerance of 1e-10 */

static void near(const tml_case *c, const char *what, double got, double want)
{
    tml_case_near(c, what, got, want, BAR * fabs(want));
}

/* The row before the n-th interruption at or after a time: two rows have its time. */
static size_t row_before(const tml_case *c, double t)
{
    size_t row = 0;
    while (row + 1 < tml_table_rows(c->table) &&
           (tml_case_value(c, row, "t") < t - 1e-6 || tml_case_value(c, row, "t") != tml_case_value(c, row + 1, "t")))
        row++;
    return row;
}

/* ---- a knee that closes with e = 0, stays closed, and opens ---- */

static void knee_closes_and_opens(const char *by)
{
    tml_case c = tml_case_run_with("knee/knee.yaml", TML_AS_WRITTEN, TML_BY(by));
    size_t row = row_before(&c, 0.286);
    near(&c, "t1", tml_case_impact(&c, 0, "t"), 0.2861908964810744);
    near(&c, "a", tml_case_value(&c, row, "O.angle") + PI / 2, 0.1717625869840137);
    near(&c, "a' before", tml_case_value(&c, row, "thigh.omega"), 0.2634067266770563);
    near(&c, "b' before", tml_case_value(&c, row, "shank.omega"), 9.257120047485778);
    near(&c, "a' after", tml_case_value(&c, row + 1, "thigh.omega"), 2.479149411681194);
    near(&c, "b' after", tml_case_value(&c, row + 1, "shank.omega"), 2.479149411681194);
    near(&c, "impulse", tml_case_impact(&c, 0, "K.upper_limit.impulse"), 0.3917689964789925);
    near(&c, "knee x", tml_case_impact(&c, 0, "K.fx"), -0.3417085744388311);
    near(&c, "knee y", tml_case_impact(&c, 0, "K.fy"), -0.05927683452820500);
    near(&c, "pivot x", tml_case_impact(&c, 0, "O.fx"), 0.7498604827963237);
    near(&c, "pivot y", tml_case_impact(&c, 0, "O.fy"), 0.1300797202146721);
    near(&c, "torque after", tml_case_value(&c, row + 1, "K.limit"), -0.1418860052336188);
    near(&c, "opens at", tml_case_change(&c, 0, "K.upper_limit opens"), 1.364910843230166);
    row = row_before(&c, 2.42);
    near(&c, "t2", tml_case_impact(&c, 1, "t"), 2.428206363819636);
    near(&c, "a' before", tml_case_value(&c, row, "thigh.omega"), 1.146297646438481);
    near(&c, "b' before", tml_case_value(&c, row, "shank.omega"), 5.874136420824093);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(stops, knee_closes_and_opens, 10)

Test(stops, knee_opens_where_the_leg_passes_the_vertical)
{
    tml_case c = tml_case_run("knee/knee.yaml", TML_EDITS({"end: 2.6", "end: 1.364910843230166"}));
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "a", tml_case_value(&c, last, "O.angle") + PI / 2, 0, BAR);
    near(&c, "a'", tml_case_value(&c, last, "thigh.omega"), -2.528116569011248);
    tml_case_near(&c, "torque", tml_case_value(&c, last, "K.limit"), 0, BAR);
    cr_expect_lt(tml_case_at(&c, 1.36, "K.limit"), -0.01);
    tml_case_free(&c);
}

Test(stops, knee_goes_on_after_it_has_opened)
{
    tml_case c = tml_case_run("knee/knee.yaml", TML_EDITS({"end: 2.6", "end: 1.364910843230166 + 0.3"}));
    const size_t last = tml_table_rows(c.table) - 1;
    const double a = tml_case_value(&c, last, "O.angle") + PI / 2;
    near(&c, "a", a, -0.6348258408377017);
    near(&c, "b", a + tml_case_value(&c, last, "K.angle"), -0.7778394137712273);
    tml_case_free(&c);
}

Test(stops, knee_with_compliant_joints_is_near)
{
    tml_case c =
        tml_case_run_with("knee/knee.yaml", TML_EDITS({"1e-10", "1e-8"}, {"end: 2.6", "end: 1"}), TML_BY("implicit"));
    tml_case_near(&c, "t1", tml_case_impact(&c, 0, "t"), 0.2861908964810744, 1e-4);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "K.upper_limit.impulse"), 0.3917689964789925, 1e-3);
    tml_case_free(&c);
}

/* ---- a door that bounces ever lower and ends on its stop ---- */

static void door_comes_to_rest_on_its_stop(const char *by)
{
    static const struct {
        size_t n;
        double t, speed;
    } impacts[] = {{1, 1.012321524237817, -2.514334493518332},
                   {2, 2.307631719862889, -1.005733797407333},
                   {3, 3.037015220120302, -0.4022935189629331},
                   {5, 3.492762969593791, -0.06436696303406930},
                   {8, 3.575452817824943, -0.004119485634180435}};
    tml_case c = tml_case_run_with("door/door.yaml", TML_AS_WRITTEN, TML_BY(by));
    for (size_t i = 0; i < sizeof impacts / sizeof *impacts; i++) {
        near(&c, "t", tml_case_impact(&c, impacts[i].n - 1, "t"), impacts[i].t);
        /* the impulse tells the speed before: (1 + e) I w; absolute of the first speed, whose error the later ones carry on */
        tml_case_near(&c, "speed", tml_case_impact(&c, impacts[i].n - 1, "H.lower_limit.impulse") / (1.4 * 6.75),
                      -impacts[i].speed, 3e-9);
    }
    const size_t row = row_before(&c, 1.01);
    const double fx = tml_case_value(&c, row, "H.fx"), fy = tml_case_value(&c, row, "H.fy"), s = sin(PI / 9),
                 k = cos(PI / 9);
    near(&c, "impulse", tml_case_impact(&c, 0, "H.lower_limit.impulse"), 23.76046096374824);
    near(&c, "hinge", hypot(tml_case_impact(&c, 0, "H.fx"), tml_case_impact(&c, 0, "H.fy")), 39.60076827291373);
    near(&c, "loss", -tml_case_impact(&c, 0, "energy"), 17.92252397491441);
    near(&c, "towards the hinge", -(fx * k + fy * s), 111.1400190981736);
    near(&c, "normal to the door", fabs(-fx * s + fy * k), 3.641421393513806);
    near(&c, "along the axis", tml_case_value(&c, row, "H.fz"), 241.5241014262440);
    double top = 0;
    for (size_t i = row + 1; i < tml_table_rows(c.table); i++)
        top = fmax(top, tml_case_value(&c, i, "H.angle"));
    tml_case_near(&c, "rebound", top * 180 / PI, 40.39825087026654, 2e-3); /* between rows */
    near(&c, "at rest from", tml_fact_number(c.table, "bounces of H.lower_limit end"), 3.581109233859627);
    near(&c, "torque at rest", tml_case_at(&c, 4, "H.limit"), 6.554558508324851);
    tml_case_near(&c, "angle at rest", tml_case_at(&c, 4, "H.angle"), PI / 9, 1e-12);
    tml_case_near(&c, "speed at rest", tml_case_at(&c, 4, "H.speed"), 0, 1e-12);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_BY(stops, door_comes_to_rest_on_its_stop, absolute, 10)
TML_TEST_BY(stops, door_comes_to_rest_on_its_stop, joint, 10)

/* ---- what is said ---- */

#define ROD                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0], A: [1, 0]}, mass: 3, shape: rod}}\n"            \
    "joints: {O: {revolute: [ground, rod], limits: [-30 deg, 60 deg]}}\n"

Test(stops, start_beyond_a_stop_is_refused)
{
    tml_expect_run(ROD "initial: {O.angle: 70 deg}\nanalyses: [dynamics: {end: 1}]\n", TML_WRONG, "beyond its limit");
    tml_expect_run(ROD "initial: {O.angle: 60 deg}\nanalyses: [dynamics: {end: 1}]\n", TML_OK, NULL);
}

Test(stops, drivers_are_obeyed_and_told)
{
    tml_expect_run(ROD "drivers: {d: {O.angle: -t}}\nanalyses: [inverse: {end: 1, output: 0.05, actuators: [O]}]\n",
                   TML_OK, "inverse: O.angle is beyond its limits at t = ");
}

/* 60 degrees are reached at t = pi/3 s by a speed of 1 rad/s. */
Test(stops, a_driver_that_meets_a_stop_is_told_so)
{
    tml_expect_run(ROD "drivers: {d: {O.angle: t}}\nanalyses: [dynamics: {end: 2, output: 0.05}]\n", TML_FAILED,
                   "at t = 1.0471975");
    tml_expect_run(ROD "drivers: {d: {O.angle: t}}\nanalyses: [dynamics: {end: 2, output: 0.05}]\n", TML_FAILED,
                   "drivers move the mechanism on against O.upper_limit");
}

Test(stops, equilibria_are_on_rigid_stops_or_between_them)
{
    tml_case c = tml_case_run_text("rod", ROD "analyses: [static]\n", NULL);
    near(&c, "rests on the stop", tml_case_value(&c, 0, "O.limit"), 3 * 9.81 * 0.5 * cos(PI / 6));
    tml_case_free(&c);
    tml_expect_run(ROD "forces: {t: {torsion: O, stiffness: 100}}\nanalyses: [static, modes]\n", TML_OK, NULL);
}

/* A slider on an incline with friction bounces on its stop: it rises with a_1 and falls with a_2, so that each bounce is e sqrt(a_2/a_1) times as long
 * as the one before. */
static void bounces_with_friction_end(const char *by)
{
    tml_case c =
        tml_case_run_text_with("incline",
                               "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {points: {S: [0, 0]}}\n"
                               "  slider: {points: {S: [0, 0]}, mass: 1, inertia: 1}\n"
                               "joints:\n"
                               "  S: {prismatic: [ground, slider], axis: [cos(40 deg), sin(40 deg)], friction: 0.5,\n"
                               "      limits: {displacement: [0, null], restitution: 0.6}}\n"
                               "initial: {S.displacement: 1}\n"
                               "analyses: [dynamics: {end: 3, output: 0.1, tolerance: 1e-11}]\n",
                               NULL, TML_BY(by));
    const double s = 40 * acos(-1) / 180, up = 9.81 * (sin(s) + 0.5 * cos(s)), down = 9.81 * (sin(s) - 0.5 * cos(s));
    const double v = sqrt(2 * down), e = 0.6, back = sqrt(down / up), hop = e * v / up + e * v * back / down;
    tml_case_near(&c, "end", tml_fact_number(c.table, "bounces of S.lower_limit end"), v / down + hop / (1 - e * back),
                  1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(stops, bounces_with_friction_end, 20)
